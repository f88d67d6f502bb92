//! Two plies at once: the sum of the replies over all moves, without making the moves.
//!
//! The replies after a move are the replies if the mover had passed, plus differences: lift the
//! piece from its square, drop it on another. Lifting matters only where a slider or a pawn of the
//! replier touches the piece; dropping changes the count by a sum of terms that do not know of each
//! other (see [`replies`]). So the sum over *all targets of a piece* is a handful of popcounts, and
//! pieces that nobody touches even share them: their target sets are added up as binary digits
//! first ([`Tally`]).
//!
//! Moves for which that is not the whole truth (checks, pins, the king's surroundings; see
//! [`king`]) are made and counted one by one, and so are castling, en passant and promotions. The
//! twin of all this is that slow way applied to every move.

mod king;
mod replies;
mod tally;
#[cfg(test)]
mod tests;

use core::mem::MaybeUninit;

use crate::board::{Board, CastlingPath, role};
use crate::generate::{PawnMove, Sink, attackers, en_passant_is_legal, generate};
use crate::geometry::{KING, squares};
use crate::isa::Isa;
use crate::lanes::Lanes;
use crate::side::{FILE_A, FILE_H, Side};
use king::KingZone;
use replies::{Army, Replies, Total};
use tally::Tally;

/// Room for twelve pieces and for eight pawns that come four times each.
const ROOM: usize = 64;

/// Pieces with their targets, pushed without branching: the entry is always written and the
/// length moves on only if it is wanted.
struct Queue {
    entries: [MaybeUninit<Entry>; ROOM],
    len: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    role: u8,
    from: u8,
    targets: u64,
}

impl Queue {
    #[inline(always)]
    fn new() -> Self {
        Self { entries: [const { MaybeUninit::uninit() }; ROOM], len: 0 }
    }

    #[inline(always)]
    fn push_if(&mut self, wanted: bool, role: u8, from: usize, targets: u64) {
        self.entries[self.len % ROOM].write(Entry { role, from: from as u8, targets });
        self.len += usize::from(wanted);
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Entry> {
        // SAFETY: every entry below the length has been written.
        self.entries[..self.len].iter().map(|entry| unsafe { entry.assume_init() })
    }
}

/// Sorts the moves of the side `S` into those that share their replies, those that need replies of
/// their own, and those that must be made.
struct Sorter<'a, S, I> {
    board: &'a Board,
    zone: &'a KingZone,
    /// Where a lifted piece needs replies of its own.
    touched: u64,
    tally: Tally,
    /// Plain moves, all of them.
    plain: u32,
    /// Plain moves of untouched pieces.
    shared: u32,
    /// Replies lost by the king.
    denied: u32,
    /// Touched pieces with their targets.
    lifts: Queue,
    /// Moves to be made.
    awkward: Queue,
    /// The mover's pieces after each castling.
    castled: [u64; 2],
    castled_count: usize,
    /// Replies that are counted one by one.
    slow: u64,
    _types: core::marker::PhantomData<(S, I)>,
}

impl<S: Side, I: Isa> Sorter<'_, S, I> {
    #[inline(always)]
    fn plain<const ROLE: u8>(&mut self, targets: u64) {
        self.plain += targets.count_ones();
        if self.zone.count != 0 {
            self.denied += self.zone.denied[ROLE as usize].sum_over(targets);
        }
    }

    #[inline(always)]
    fn retaken(&mut self, from: usize, targets: u64) {
        // The king takes back what nobody else protects.
        for to in squares(targets & self.zone.beside) {
            let left = !(1 << from);
            let protectors = attackers::<I, S::Foe>(self.board, to, self.board.us & left, self.board.occupied() & left);
            self.slow += u64::from(protectors == 0);
        }
    }

    #[inline(always)]
    fn untouched(&mut self, targets: u64) {
        self.shared += targets.count_ones();
        self.tally.add(targets);
    }
}

impl<S: Side, I: Isa> Sink<S> for Sorter<'_, S, I> {
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, from: usize, targets: u64) {
        let awkward_from = 0_u64.wrapping_sub(self.zone.awkward_from >> from & 1);
        let awkward = targets & (self.zone.awkward_to[ROLE as usize] | awkward_from);
        self.awkward.push_if(awkward != 0, ROLE, from, awkward);
        let targets = targets ^ awkward;
        self.plain::<ROLE>(targets);
        self.retaken(from, targets);
        let touched = self.touched >> from & 1;
        self.lifts.push_if(touched != 0, ROLE, from, targets);
        self.untouched(targets & touched.wrapping_sub(1));
    }

    #[inline(always)]
    fn pawns(&mut self, kind: PawnMove, targets: u64) {
        let delta = kind.delta::<S>();
        let origins = if delta > 0 { targets >> delta } else { targets << -delta };
        let arrive = |from: u64| if delta > 0 { from << delta } else { from >> -delta };
        let awkward = targets
            & (self.zone.awkward_to[role::PAWN as usize] | S::LAST_RANK | arrive(origins & self.zone.awkward_from));
        if awkward != 0 {
            self.slow += slow_pawns::<S, I>(self.board, kind, awkward);
        }
        let targets = targets ^ awkward;
        self.plain::<{ role::PAWN }>(targets);
        let origin = |to: usize| (to as i32 - delta) as usize & 63;
        match kind {
            PawnMove::Push => {}
            PawnMove::DoublePush => {
                let ready = self.board.pawns & self.board.them;
                for to in squares(targets & ((ready & !FILE_H) << 1 | (ready & !FILE_A) >> 1)) {
                    self.slow += en_passant_replies::<S, I>(self.board, origin(to), to);
                }
            }
            PawnMove::CaptureWest | PawnMove::CaptureEast => {
                for to in squares(targets & self.zone.beside) {
                    self.retaken(origin(to), 1 << to);
                }
            }
        }
        let touched = targets & arrive(origins & self.touched);
        self.untouched(targets ^ touched);
        for to in squares(touched) {
            self.lifts.push_if(true, role::PAWN, origin(to), 1 << to);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize) {
        let child = self.board.after_en_passant::<S>(1 << from);
        self.slow += u64::from(I::moves::<S::Foe>(&child));
    }

    #[inline(always)]
    fn castle(&mut self, rook: usize) {
        let king = self.board.king();
        let path = CastlingPath::new(king, rook);
        let lifted = 1 << king | 1 << rook;
        let zone = self.zone;
        let awkward = lifted & zone.awkward_from
            | path.king_to & zone.awkward_to[role::KING as usize]
            | path.rook_to & zone.awkward_to[role::ROOK as usize]
            // Kings this close, and two pieces lifted from one line, are not worth a thought.
            | S::HOME_RANK & (KING[self.board.their_king()] | self.board.kings & self.board.them);
        if awkward != 0 || zone.denied[role::KING as usize].sum_over(path.king_to) != 0 {
            let child = self.board.after_castling::<S>(rook);
            self.slow += u64::from(I::moves::<S::Foe>(&child));
            return;
        }
        self.plain::<{ role::ROOK }>(path.rook_to);
        self.castled[self.castled_count & 1] = self.board.us & !lifted | path.king_to | path.rook_to;
        self.castled_count += 1;
    }
}

/// En passant captures that a double push allows.
#[inline(always)]
fn en_passant_replies<S: Side, I: Isa>(b: &Board, from: usize, to: usize) -> u64 {
    let child = b.after_double_push::<S>(1 << from, 1 << to);
    let takers = S::pawn_attacks(child.en_passant) & child.pawns & child.us;
    squares(takers).filter(|&from| en_passant_is_legal::<S::Foe, I>(&child, 1 << from)).count() as u64
}

#[inline(never)]
fn slow_piece<S: Side, I: Isa, const ROLE: u8>(b: &Board, from: u8, targets: u64) -> u64 {
    squares(targets).map(|to| u64::from(I::moves::<S::Foe>(&b.after_piece::<S, ROLE>(1 << from, 1 << to)))).sum()
}

#[inline(never)]
fn slow_pawns<S: Side, I: Isa>(b: &Board, kind: PawnMove, targets: u64) -> u64 {
    let mut total = 0;
    for to in squares(targets) {
        let from = 1_u64 << ((to as i32 - kind.delta::<S>()) & 63);
        let to = 1_u64 << to;
        let mut count = |child: Board| total += u64::from(I::moves::<S::Foe>(&child));
        if to & S::LAST_RANK != 0 {
            count(b.after_promotion::<{ role::QUEEN }>(from, to));
            count(b.after_promotion::<{ role::ROOK }>(from, to));
            count(b.after_promotion::<{ role::BISHOP }>(from, to));
            count(b.after_promotion::<{ role::KNIGHT }>(from, to));
        } else if kind == PawnMove::DoublePush {
            count(b.after_double_push::<S>(from, to));
        } else {
            count(b.after_pawn(from, to));
        }
    }
    total
}

/// The sum of the replies over all moves of the side `S`.
#[inline(always)]
pub(crate) fn pairs<S: Side, I: Isa, V: Lanes>(b: &Board) -> u64 {
    // Room in the queue and digits in the tally are for armies that a game could have.
    if b.us.count_ones() > 16 || (b.us & !b.pawns).count_ones() > 12 {
        return crate::isa::pairs_one_by_one::<I, S>(b);
    }
    let Some(zone) = KingZone::new::<S, I>(b) else {
        return crate::isa::pairs_one_by_one::<I, S>(b);
    };
    let army = Army::<V>::new(b, b.their_king(), zone.pinned);
    let replies = Replies::<V>::new::<S>(b, &army, b.us);
    let mut sorter = Sorter::<S, I> {
        board: b,
        zone: &zone,
        touched: replies.touched(),
        tally: Tally::default(),
        plain: 0,
        shared: 0,
        denied: 0,
        lifts: Queue::new(),
        awkward: Queue::new(),
        castled: [0; 2],
        castled_count: 0,
        slow: 0,
        _types: core::marker::PhantomData,
    };
    generate::<S, I, _>(b, &mut sorter);

    let mut total = Total::zero();
    replies.add_count(&mut total, sorter.shared);
    let [t0, t1, t2, t3] = sorter.tally.0;
    replies.add_change(&mut total, t0, 0);
    replies.add_change(&mut total, t1, 1);
    if t2 | t3 != 0 {
        replies.add_change(&mut total, t2, 2);
        if t3 != 0 {
            replies.add_change(&mut total, t3, 3);
        }
    }
    for Entry { from, targets, .. } in sorter.lifts.iter() {
        let lifted = Replies::<V>::new::<S>(b, &army, b.us & !(1 << from));
        lifted.add_count(&mut total, targets.count_ones());
        lifted.add_change(&mut total, targets, 0);
    }
    for &movers in &sorter.castled[..sorter.castled_count.min(2)] {
        Replies::<V>::new::<S>(b, &army, movers).add_count(&mut total, 1);
    }
    for Entry { role, from, targets } in sorter.awkward.iter() {
        sorter.slow += match role {
            role::KNIGHT => slow_piece::<S, I, { role::KNIGHT }>(b, from, targets),
            role::BISHOP => slow_piece::<S, I, { role::BISHOP }>(b, from, targets),
            role::ROOK => slow_piece::<S, I, { role::ROOK }>(b, from, targets),
            role::QUEEN => slow_piece::<S, I, { role::QUEEN }>(b, from, targets),
            _ => slow_piece::<S, I, { role::KING }>(b, from, targets),
        };
    }
    let king = u64::from(sorter.plain * zone.count - sorter.denied);
    sorter.slow + king + total.sum()
}
