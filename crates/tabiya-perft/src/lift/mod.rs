//! Two plies at once: the sum of the replies over all moves, without making the moves.
//!
//! The replies after a move are the replies if the mover had passed, plus differences: lift the
//! piece from its square, drop it on another. Lifting matters only where a slider or a pawn of the
//! replier touches the piece; dropping changes the count by a sum of terms that do not know of each
//! other (see [`replies`]). So the sum over *all targets of a piece* is a handful of popcounts, and
//! pieces that nobody touches even share them: their target sets are added up as binary digits
//! first.
//!
//! Moves for which that is not the whole truth (checks, pins, the king's surroundings; see
//! [`king_zone`]) are made and counted one by one, and so are castling, en passant and promotions. The
//! twin of all this is that slow way applied to every move.

mod king_zone;
mod replies;
#[cfg(test)]
mod tests;
mod uncovered;

use core::mem::MaybeUninit;

use crate::board::{Board, CastlingPath, role};
use crate::generate::{
    PawnMove, Sink, all_but_the_king, attackers, danger, en_passant_is_legal, king, king_steps, pin_line,
};
use crate::geometry::{BETWEEN, KING, KNIGHT, squares};
use crate::isa::Isa;
use crate::lanes::Lanes;
use crate::side::{FILE_A, FILE_H, Side};
pub(crate) use king_zone::KingZone;
use replies::{Army, Pressure, Replies, Total};
use uncovered::Uncovered;

/// Twelve pieces at most, and pawns in four sets: two registers full.
const MOVERS: usize = 16;

/// The moves of the side `S`: pieces one by one, to be sorted eight at a time; pawns sorted already,
/// because they come in sets.
pub(crate) struct Movers<'a, S, I: Isa> {
    board: &'a Board,
    zone: &'a KingZone<I::Lanes>,
    /// Where the king may not step, if it is not in check.
    attacked: u64,
    targets: [MaybeUninit<u64>; MOVERS + 1],
    origins: [MaybeUninit<u64>; MOVERS + 1],
    roles: [MaybeUninit<u64>; MOVERS + 1],
    len: usize,
    /// Where pawns go, by the kind of move.
    pawn_targets: [u64; 4],
    /// Rooks to castle with.
    castles: u64,
    /// Replies that are counted one by one.
    slow: u64,
    _side: core::marker::PhantomData<S>,
}

impl<'a, S: Side, I: Isa> Movers<'a, S, I> {
    #[inline(always)]
    fn new(board: &'a Board, zone: &'a KingZone<I::Lanes>, attacked: u64) -> Self {
        Self {
            board,
            zone,
            attacked,
            targets: [const { MaybeUninit::uninit() }; MOVERS + 1],
            origins: [const { MaybeUninit::uninit() }; MOVERS + 1],
            roles: [const { MaybeUninit::uninit() }; MOVERS + 1],
            len: 0,
            pawn_targets: [0; 4],
            castles: 0,
            slow: 0,
            _side: core::marker::PhantomData,
        }
    }

    /// Lists the moves of the board.
    #[inline(always)]
    pub fn list(&mut self) {
        let (b, attacked) = (self.board, self.attacked);
        let danger = danger::<S>(b);
        all_but_the_king::<S, I, _>(b, &danger, self);
        let [push, double, west, east] = self.pawn_targets;
        // No square can be pushed to and jumped to.
        self.push(role::PAWN, 0, push | double);
        self.push(role::PAWN, 0, west);
        self.push(role::PAWN, 0, east);
        let steps = if danger.checkers == 0 { KING[b.king()] & !(b.us | attacked) } else { king_steps::<S, I>(b) };
        king::<S, I, _>(b, &danger, steps, Some(attacked), self);
    }

    /// Written always, kept only if there is a target: no branch.
    #[inline(always)]
    fn push(&mut self, role: u8, origins: u64, targets: u64) {
        let at = self.len.min(MOVERS);
        self.targets[at].write(targets);
        self.origins[at].write(origins);
        self.roles[at].write(u64::from(role));
        self.len = at + usize::from(targets != 0);
    }

    /// The king takes back what nobody else protects.
    #[inline(always)]
    fn retaken(&mut self, from: u64, to: usize) {
        let (us, occupied) = (self.board.us & !from, self.board.occupied() & !from);
        self.slow += u64::from(attackers::<I, S::Foe>(self.board, to, us, occupied) == 0);
    }
}

impl<S: Side, I: Isa> Sink<S> for Movers<'_, S, I> {
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, from: usize, targets: u64) {
        self.push(ROLE, 1 << from, targets);
    }

    #[inline(always)]
    fn pawns(&mut self, kind: PawnMove, targets: u64) {
        let delta = kind.delta::<S>();
        let origins = if delta > 0 { targets >> delta } else { targets << -delta };
        let arrive = |from: u64| if delta > 0 { from << delta } else { from >> -delta };
        let origin = |to: usize| 1_u64 << ((to as i32 - delta) & 63);
        let awkward = targets & (self.zone.awkward_for_pawns | S::LAST_RANK | arrive(origins & self.zone.awkward_from));
        if awkward != 0 {
            self.slow += slow_pawns::<S, I>(self.board, kind, awkward);
        }
        let targets = targets ^ awkward;
        match kind {
            PawnMove::Push => {}
            PawnMove::DoublePush => {
                let ready = self.board.pawns & self.board.them;
                for to in squares(targets & ((ready & !FILE_H) << 1 | (ready & !FILE_A) >> 1)) {
                    self.slow += en_passant_replies::<S, I>(self.board, origin(to), 1 << to);
                }
            }
            PawnMove::CaptureWest | PawnMove::CaptureEast => {
                for to in squares(targets & self.zone.beside) {
                    self.retaken(origin(to), to);
                }
            }
        }
        self.pawn_targets[kind as usize] = targets;
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
        let awkward = lifted & (zone.awkward_from | zone.pinners | zone.guards)
            | path.king_to & zone.awkward_to.lane(role::KING as usize)
            | path.rook_to & (zone.awkward_to.lane(role::ROOK as usize) | zone.pins_to.lane(role::ROOK as usize))
            // Kings this close, and two pieces lifted from one line, are not worth a thought.
            | S::HOME_RANK & (KING[self.board.their_king()] | self.board.kings & self.board.them);
        if awkward != 0 || zone.denied_at(role::KING, path.king_to) != 0 {
            let child = self.board.after_castling::<S>(rook);
            self.slow += u64::from(I::moves::<S::Foe>(&child));
            return;
        }
        self.slow += u64::from(zone.count - zone.denied_at(role::ROOK, path.rook_to));
        self.castles |= 1 << rook;
    }
}

/// En passant captures that a double push allows.
#[inline(always)]
fn en_passant_replies<S: Side, I: Isa>(b: &Board, from: u64, to: u64) -> u64 {
    let child = b.after_double_push::<S>(from, to);
    let takers = S::pawn_attacks(child.en_passant) & child.pawns & child.us;
    let mut legal = 0;
    for from in squares(takers) {
        legal += u64::from(en_passant_is_legal::<S::Foe, I>(&child, 1 << from));
    }
    legal
}

/// Makes the moves of one piece and counts the replies to each.
#[inline(never)]
fn slow_piece<S: Side, I: Isa>(b: &Board, role: u64, from: u64, targets: u64) -> u64 {
    match role as u8 {
        role::KNIGHT => count_after::<S, I, { role::KNIGHT }>(b, from, targets),
        role::BISHOP => count_after::<S, I, { role::BISHOP }>(b, from, targets),
        role::ROOK => count_after::<S, I, { role::ROOK }>(b, from, targets),
        role::QUEEN => count_after::<S, I, { role::QUEEN }>(b, from, targets),
        _ => count_after::<S, I, { role::KING }>(b, from, targets),
    }
}

#[inline(always)]
fn count_after<S: Side, I: Isa, const ROLE: u8>(b: &Board, from: u64, targets: u64) -> u64 {
    let mut total = 0;
    for to in squares(targets) {
        total += u64::from(I::moves::<S::Foe>(&b.after_piece::<S, ROLE>(from, 1 << to)));
    }
    total
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
pub(crate) fn pairs<S: Side, I: Isa>(b: &Board) -> u64 {
    // Room in the lists and digits in the sums are for armies that a game could have.
    let mut zone = KingZone::<I::Lanes>::new();
    if b.us.count_ones() > 16 || (b.us & !b.pawns).count_ones() > 12 || !I::look_at_king::<S>(b, &mut zone) {
        return I::pairs_one_by_one::<S>(b);
    }
    let army = Army::<I::Lanes>::new(b, b.their_king(), zone.pinned);
    let seen = army.see(!b.occupied());
    let Pressure { attacked, touched } = Pressure::new::<S, _>(b, &army, seen);
    let mut movers = Movers::<S, I>::new(b, &zone, attacked);
    I::list_movers::<S>(&mut movers);
    // The rest only now: the call would send every register to the stack, and the list's eight-byte
    // stores need this long to reach the cache.
    let replies = Replies::<I::Lanes>::new::<S>(b, &army, b.us, seen);
    let mut total = Total::zero();
    let origins = pawn_origins::<S>(&movers.pawn_targets);
    let lifted_pawns = origins[0] | origins[1] | origins[2] | origins[3];
    if lifted_pawns & replies.touched_by_pawns() != 0 {
        replies.add_pawns_beside_pawns(&mut total, &origins);
    }
    if movers.castles != 0 {
        castle::<S, I>(&movers, &army, &replies, touched, &mut total);
    }
    let first = sort_eight(&movers, &replies, &mut total, 0);
    let second = if movers.len > 8 { sort_eight(&movers, &replies, &mut total, 8) } else { Sorted::none() };
    if touched != 0 {
        let uncovered = Uncovered::<I::Lanes>::new(b, &replies);
        if lifted_pawns & touched != 0 {
            uncovered.add_pawn_lifts::<S>(&mut total, &origins);
        }
        add_lifts(&uncovered, &mut total, b, &first, touched);
        add_lifts(&uncovered, &mut total, b, &second, touched);
    }
    let digits = first.plain.count_up(second.plain);
    let high = digits[2].popcount().add(digits[3].popcount().twice());
    let shared = digits[0].popcount().add(digits[1].popcount().add(high.twice()).twice());
    replies.add_count(&mut total, shared);
    replies.add_change(&mut total, digits[0], 0);
    replies.add_change(&mut total, digits[1], 1);
    if digits[2].or(digits[3]).meets(I::Lanes::splat(!0)) != 0 {
        replies.add_change(&mut total, digits[2], 2);
        replies.add_change(&mut total, digits[3], 3);
    }
    let total = total.sum();
    one_by_one(&mut movers, &first);
    if movers.len > 8 {
        one_by_one(&mut movers, &second);
    }
    movers.slow.wrapping_add(total)
}

/// Adds the replies, but for the king's, after castling: as two drops, unless somebody touches the
/// rook or looks along the back rank, where two drops know of each other.
#[inline(always)]
fn castle<S: Side, I: Isa>(
    movers: &Movers<'_, S, I>,
    army: &Army<I::Lanes>,
    replies: &Replies<I::Lanes>,
    touched: u64,
    total: &mut Total<I::Lanes>,
) {
    let b = movers.board;
    let (king, mut drops, mut count) = (b.king(), 0, 0);
    let in_the_way = movers.castles & (touched | replies.touched_by_pawns()) | S::HOME_RANK & b.straight & b.them;
    for rook in squares(movers.castles) {
        let path = CastlingPath::new(king, rook);
        let landed = path.king_to | path.rook_to;
        if in_the_way == 0 {
            drops |= landed;
            count += 1;
        } else {
            let castled = b.us & !(1 << king | 1 << rook) | landed;
            let seen = army.see(!(castled | b.them));
            Replies::<I::Lanes>::new::<S>(b, army, castled, seen).add_count(total, I::Lanes::splat(1));
        }
    }
    replies.add_count(total, I::Lanes::splat(count));
    replies.add_change(total, I::Lanes::splat(drops), 0);
}

#[inline(always)]
fn load_eight<V: Lanes>(lanes: &[MaybeUninit<u64>; MOVERS + 1], start: usize, count: usize) -> V {
    match lanes[start..].first_chunk() {
        Some(eight) => V::load_first(eight, count),
        None => V::splat(0),
    }
}

/// Eight movers sorted.
#[derive(Clone, Copy)]
struct Sorted<V> {
    origins: V,
    roles: V,
    /// Targets that differences answer for, and those that they do not.
    plain: V,
    awkward: V,
    /// Which of the eight have awkward targets, take something beside the king, pin, or unpin.
    slow: u8,
    beside: u8,
    pinning: u8,
    unpinning: u8,
}

impl<V: Lanes> Sorted<V> {
    #[inline(always)]
    fn none() -> Self {
        let none = V::splat(0);
        Self { origins: none, roles: none, plain: none, awkward: none, slow: 0, beside: 0, pinning: 0, unpinning: 0 }
    }
}

/// Sorts eight movers, and adds the king's replies to plain moves and what changes for pawns when the
/// pieces are lifted.
#[inline(always)]
fn sort_eight<S: Side, I: Isa>(
    movers: &Movers<'_, S, I>,
    replies: &Replies<I::Lanes>,
    total: &mut Total<I::Lanes>,
    start: usize,
) -> Sorted<I::Lanes> {
    let zone = movers.zone;
    let count = movers.len - start;
    let targets = load_eight::<I::Lanes>(&movers.targets, start, count);
    let origins = load_eight::<I::Lanes>(&movers.origins, start, count);
    let roles = load_eight::<I::Lanes>(&movers.roles, start, count);

    let from_here = origins.meets(I::Lanes::splat(zone.awkward_from));
    let awkward = targets.choose(from_here, targets.and(roles.look_up(zone.awkward_to)));
    // Pawn sets have no origin and are sorted already.
    let pieces = origins.meets(origins);
    let awkward = awkward.keep(pieces);
    let plain = targets.xor(awkward);

    let mut lanes = plain.popcount().times(I::Lanes::splat(u64::from(zone.count)));
    if zone.count != 0 {
        lanes = lanes.sub(zone.denied_to(roles, plain, 0)).sub(zone.denied_to(roles, plain, 1).twice());
        if zone.count > 3 {
            let high = zone.denied_to(roles, plain, 2).add(zone.denied_to(roles, plain, 3).twice());
            lanes = lanes.sub(high.twice().twice());
        }
    }
    total.lanes = total.lanes.add(lanes).add(zone.opened(origins, roles, plain));

    if origins.meets(I::Lanes::splat(replies.touched_by_pawns())) != 0 {
        replies.add_lifts_beside_pawns::<S>(total, origins, plain);
    }
    let beside = plain.meets(I::Lanes::splat(zone.beside)) & pieces;
    let pinning = plain.meets(roles.look_up(zone.pins_to)) & pieces;
    let unpinning = origins.meets(I::Lanes::splat(zone.pinners));
    Sorted { origins, roles, plain, awkward, slow: awkward.meets(awkward), beside, pinning, unpinning }
}

/// Adds what the touched ones of eight movers uncover.
#[inline(always)]
fn add_lifts<V: Lanes>(uncovered: &Uncovered<V>, total: &mut Total<V>, b: &Board, sorted: &Sorted<V>, touched: u64) {
    let lifted = sorted.origins.meets(V::splat(touched));
    if lifted != 0 {
        let (plain, origins) = (sorted.plain.store(), sorted.origins.store());
        for i in squares(u64::from(lifted)) {
            uncovered.add_lift(total, b.them, origins[i & 7].trailing_zeros() as usize & 63, plain[i & 7]);
        }
    }
}

/// Where pawns come from, by the kind of move.
#[inline(always)]
fn pawn_origins<S: Side>(targets: &[u64; 4]) -> [u64; 4] {
    let [push, double, west, east] = *targets;
    [S::Foe::up(push), S::Foe::up(S::Foe::up(double)), S::Foe::up_east(west), S::Foe::up_west(east)]
}

/// Makes the awkward moves of eight movers, and looks at what the king may take back.
#[inline(always)]
fn one_by_one<S: Side, I: Isa>(movers: &mut Movers<'_, S, I>, sorted: &Sorted<I::Lanes>) {
    if sorted.slow | sorted.beside | sorted.pinning | sorted.unpinning == 0 {
        return;
    }
    let (b, zone) = (movers.board, movers.zone);
    let (plain, awkward) = (sorted.plain.store(), sorted.awkward.store());
    let (origins, roles) = (sorted.origins.store(), sorted.roles.store());
    for i in squares(u64::from(sorted.beside)) {
        for to in squares(plain[i & 7] & zone.beside) {
            movers.retaken(origins[i & 7], to);
        }
    }
    let king = b.their_king();
    for i in squares(u64::from(sorted.pinning)) {
        let pins = zone.pins_to.lane(roles[i & 7] as usize);
        for to in squares(plain[i & 7] & pins) {
            let pinned = BETWEEN[king][to] & b.them;
            let lost = off_the_line::<S, I>(b, pinned, origins[i & 7], 1 << to);
            movers.slow = movers.slow.wrapping_sub(lost);
        }
    }
    for i in squares(u64::from(sorted.unpinning)) {
        let from = origins[i & 7];
        let pinner = from.trailing_zeros() as usize & 63;
        let pinned = BETWEEN[king][pinner] & b.them;
        for to in squares(plain[i & 7] & !pin_line(king, pinner)) {
            movers.slow = movers.slow.wrapping_add(off_the_line::<S, I>(b, pinned, from, 1 << to));
        }
    }
    for i in squares(u64::from(sorted.slow)) {
        let slow = slow_piece::<S, I>(b, roles[i & 7], origins[i & 7], awkward[i & 7]);
        movers.slow = movers.slow.wrapping_add(slow);
    }
}

/// Replies of one piece that leave the line through it and its king, after a move. A pin takes them
/// away, and its end gives them back.
#[inline(always)]
fn off_the_line<S: Side, I: Isa>(b: &Board, piece: u64, from: u64, to: u64) -> u64 {
    let square = piece.trailing_zeros() as usize & 63;
    let movers = b.us & !from | to;
    let own = b.them & !to;
    let occupied = movers | own;
    let off = !(pin_line(b.their_king(), square) | own);
    if piece & b.pawns != 0 {
        let pushed = S::Foe::up(piece) & !occupied;
        let twice = S::Foe::up(pushed & S::Foe::DOUBLE_PUSH_MIDDLE) & !occupied;
        let targets = (pushed | twice | S::Foe::pawn_attacks(piece) & movers) & off;
        return u64::from(targets.count_ones() + 3 * (targets & S::Foe::LAST_RANK).count_ones());
    }
    if piece & b.knights != 0 {
        return u64::from((KNIGHT[square] & off).count_ones());
    }
    let straight = if piece & b.straight != 0 { I::rook(square, occupied) } else { 0 };
    let diagonal = if piece & b.diagonal != 0 { I::bishop(square, occupied) } else { 0 };
    u64::from(((straight | diagonal) & off).count_ones())
}
