//! Children in lanes: the legal moves of eight positions counted at once.
//!
//! Pair counting ([`crate::lift`]) costs the same however few moves there are, so with few pieces it gains nothing.
//! Here every move is made, and eight boards that result lie side by side, one per lane: their rays are
//! filled together, direction by direction (Kogge-Stone), and so are those of the other side that check, pin or keep
//! the king away. No lane knows of another and nothing branches on what a lane holds. Castling and en passant, which
//! few pieces rarely have, are left to the scalar counter, which is also the twin of all this.

use core::marker::PhantomData;

use tabiya::Side;

use crate::board::CountBoard;
use crate::isa::Isa;
use crate::lanes::Lanes;

/// Boards of which the side to move, `S`, is to have its moves counted.
pub(crate) struct Batch<I, S> {
    isa: I,
    boards: Boards,
    total: u64,
    side: PhantomData<S>,
}

/// Eight boards, set by set.
pub(crate) struct Boards {
    us: [u64; 8],
    them: [u64; 8],
    pawns: [u64; 8],
    knights: [u64; 8],
    diagonal: [u64; 8],
    orthogonal: [u64; 8],
    kings: [u64; 8],
    len: usize,
    has: Has,
}

/// What there may be on any of the boards; what is not there need not be looked for.
#[derive(Clone, Copy)]
struct Has {
    our_diagonal: bool,
    our_orthogonal: bool,
    their_diagonal: bool,
    their_orthogonal: bool,
    knights: bool,
    pawns: bool,
}

impl<I: Isa, S: Side> Batch<I, S> {
    /// For children of this board.
    #[inline(always)]
    pub fn new(isa: I, parent: &CountBoard) -> Self {
        // A pawn about to promote may become anything.
        let promoting = (parent.pawns & parent.us & <S::Opponent as Side>::SEVENTH_RANK).any();
        let has = Has {
            our_diagonal: parent.diagonal.intersects(parent.them),
            our_orthogonal: parent.orthogonal.intersects(parent.them),
            their_diagonal: promoting || parent.diagonal.intersects(parent.us),
            their_orthogonal: promoting || parent.orthogonal.intersects(parent.us),
            knights: promoting || parent.knights.any(),
            pawns: parent.pawns.any(),
        };
        let none = [0; 8];
        let (us, them, pawns, knights) = (none, none, none, none);
        let (diagonal, orthogonal, kings) = (none, none, none);
        let boards = Boards { us, them, pawns, knights, diagonal, orthogonal, kings, len: 0, has };
        Self { isa, boards, total: 0, side: PhantomData }
    }

    /// Adds the moves of a board, at once or later.
    #[inline(always)]
    pub fn add(&mut self, b: &CountBoard) {
        if b.en_passant.any() || b.castling.intersects(b.us) {
            self.total += u64::from(self.isa.moves::<S>(b));
            return;
        }
        let boards = &mut self.boards;
        let at = boards.len & 7;
        boards.us[at] = b.us.0;
        boards.them[at] = b.them.0;
        boards.pawns[at] = b.pawns.0;
        boards.knights[at] = b.knights.0;
        boards.diagonal[at] = b.diagonal.0;
        boards.orthogonal[at] = b.orthogonal.0;
        boards.kings[at] = b.kings.0;
        boards.len = at + 1;
        if boards.len == 8 {
            self.flush();
        }
    }

    /// The moves of all of them.
    #[inline(always)]
    pub fn finish(mut self) -> u64 {
        if self.boards.len != 0 {
            self.flush();
        }
        self.total
    }

    #[inline(always)]
    fn flush(&mut self) {
        self.total += self.isa.moves_of_eight::<S>(&self.boards);
        self.boards.len = 0;
    }
}

/// A way to step.
trait Way {
    /// How far a step goes in the order of squares, and whether it goes up.
    const AMOUNT: u32;
    const UP: bool;
    /// The squares that a step may end on: one that wraps around the edge ends elsewhere.
    const ENTER: u64;

    /// So many steps; what wraps around is still there.
    #[inline(always)]
    fn step<V: Lanes>(from: V, steps: u32) -> V {
        if Self::UP { from.shift_left(Self::AMOUNT * steps) } else { from.shift_right(Self::AMOUNT * steps) }
    }

    /// One step.
    #[inline(always)]
    fn once<V: Lanes>(from: V) -> V {
        let to = Self::step(from, 1);
        if Self::ENTER == !0 { to } else { to.and(V::splat(from.token(), Self::ENTER)) }
    }

    /// As far as squares are empty, and the first one that is not.
    #[inline(always)]
    fn slide<V: Lanes>(from: V, empty: V) -> V {
        let mut open = if Self::ENTER == !0 { empty } else { empty.and(V::splat(from.token(), Self::ENTER)) };
        let mut fill = from.or(open.and(Self::step(from, 1)));
        open = open.and(Self::step(open, 1));
        fill = fill.or(open.and(Self::step(fill, 2)));
        open = open.and(Self::step(open, 2));
        fill = fill.or(open.and(Self::step(fill, 4)));
        Self::once(fill)
    }
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_AB: u64 = NOT_A & NOT_A << 1;
const NOT_GH: u64 = NOT_H & NOT_H >> 1;

macro_rules! ways {
    ($($name:ident($up:literal, $amount:literal, $enter:expr);)*) => {$(
        struct $name;
        impl Way for $name {
            const AMOUNT: u32 = $amount;
            const UP: bool = $up;
            const ENTER: u64 = $enter;
        }
    )*};
}

ways! {
    North(true, 8, !0);
    South(false, 8, !0);
    East(true, 1, NOT_A);
    West(false, 1, NOT_H);
    NorthEast(true, 9, NOT_A);
    NorthWest(true, 7, NOT_H);
    SouthEast(false, 7, NOT_A);
    SouthWest(false, 9, NOT_H);
    NorthNorthEast(true, 17, NOT_A);
    NorthNorthWest(true, 15, NOT_H);
    NorthEastEast(true, 10, NOT_AB);
    NorthWestWest(true, 6, NOT_GH);
    SouthSouthEast(false, 15, NOT_A);
    SouthSouthWest(false, 17, NOT_H);
    SouthEastEast(false, 6, NOT_AB);
    SouthWestWest(false, 10, NOT_GH);
}

/// What the other side does to our king: where it may not go, what is pinned, and what answers a check.
struct Threats<V> {
    attacked: V,
    checkers: V,
    /// Checkers and the squares between them and the king.
    answers: V,
    /// Our pinned pieces by line: file, rank, rising diagonal, falling diagonal.
    pinned: [V; 4],
}

impl<V: Lanes> Threats<V> {
    /// Adds the sliders that go one way; `Back` is the way back.
    #[inline(always)]
    fn add<W: Way, Back: Way>(&mut self, line: usize, sliders: V, king: V, us: V, empty: V, open: V) {
        let seen = W::slide(sliders, open);
        self.attacked = self.attacked.or(seen);
        let towards = Back::slide(king, empty);
        self.pinned[line] = self.pinned[line].or(towards.and(seen).and(us));
        self.checkers = self.checkers.or(towards.and(sliders));
        self.answers = self.answers.or(towards.keep_meeting(towards, sliders));
    }
}

/// The moves of sliders that go one way, in parts.
#[inline(always)]
fn slides<W: Way, V: Lanes>(sliders: V, empty: V, targets: V) -> V {
    W::slide(sliders, empty).and(targets).popcount_in_parts()
}

/// The moves of knights that go one way, in parts.
#[inline(always)]
fn leaps<W: Way, V: Lanes>(knights: V, targets: V) -> V {
    W::once(knights).and(targets).popcount_in_parts()
}

#[inline(always)]
fn king_attacks<V: Lanes>(kings: V) -> V {
    let row = kings.or(East::once(kings)).or(West::once(kings));
    row.or(North::once(row)).or(South::once(row))
}

#[inline(always)]
fn knight_attacks<V: Lanes>(knights: V) -> V {
    let up = NorthNorthEast::once(knights).or(NorthNorthWest::once(knights));
    let up = up.or(NorthEastEast::once(knights)).or(NorthWestWest::once(knights));
    let down = SouthSouthEast::once(knights).or(SouthSouthWest::once(knights));
    up.or(down).or(SouthEastEast::once(knights)).or(SouthWestWest::once(knights))
}

/// What pawns attack that go up the board, or down.
#[inline(always)]
fn pawn_attacks<V: Lanes>(up: bool, pawns: V) -> V {
    if up {
        NorthEast::once(pawns).or(NorthWest::once(pawns))
    } else {
        SouthEast::once(pawns).or(SouthWest::once(pawns))
    }
}

/// Pawn moves onto these squares, in parts; those onto the last rank are four each.
#[inline(always)]
fn arrivals<V: Lanes>(targets: V, last_rank: V) -> V {
    let promotions = targets.and(last_rank).popcount_in_parts();
    targets.popcount_in_parts().add(promotions.twice()).add(promotions)
}

/// The legal moves of the side `S` on all boards, castling and en passant apart.
#[inline(always)]
pub(crate) fn count_eight<S: Side, V: Lanes>(token: V::Token, boards: &Boards) -> u64 {
    let (len, has) = (boards.len.min(8), boards.has);
    let us = V::load_first(token, &boards.us[..len]);
    let them = V::load_first(token, &boards.them[..len]);
    let kings = V::load_first(token, &boards.kings[..len]);
    let king = kings.and(us);
    let all = V::splat(token, !0);
    let empty = all.minus(us.or(them));
    let goes_up = S::UP.delta() > 0;
    let none = V::splat(token, 0);
    let mut threats =
        Threats { attacked: king_attacks(kings.and(them)), checkers: none, answers: none, pinned: [none; 4] };

    let mut knights = none;
    if has.knights {
        knights = V::load_first(token, &boards.knights[..len]);
        threats.attacked = threats.attacked.or(knight_attacks(knights.and(them)));
        threats.checkers = knight_attacks(king).and(knights).and(them);
    }
    let mut pawns = none;
    if has.pawns {
        pawns = V::load_first(token, &boards.pawns[..len]);
        threats.attacked = threats.attacked.or(pawn_attacks(!goes_up, pawns.and(them)));
        threats.checkers = threats.checkers.or(pawn_attacks(goes_up, king).and(pawns).and(them));
    }
    threats.answers = threats.checkers;
    // The king does not hide behind itself.
    let open = empty.or(king);
    let orthogonal = V::load_first(token, &boards.orthogonal[..len]);
    let diagonal = V::load_first(token, &boards.diagonal[..len]);
    if has.their_orthogonal {
        let sliders = orthogonal.and(them);
        threats.add::<North, South>(0, sliders, king, us, empty, open);
        threats.add::<South, North>(0, sliders, king, us, empty, open);
        threats.add::<East, West>(1, sliders, king, us, empty, open);
        threats.add::<West, East>(1, sliders, king, us, empty, open);
    }
    if has.their_diagonal {
        let sliders = diagonal.and(them);
        threats.add::<NorthEast, SouthWest>(2, sliders, king, us, empty, open);
        threats.add::<SouthWest, NorthEast>(2, sliders, king, us, empty, open);
        threats.add::<NorthWest, SouthEast>(3, sliders, king, us, empty, open);
        threats.add::<SouthEast, NorthWest>(3, sliders, king, us, empty, open);
    }
    let [on_file, on_rank, on_rising, on_falling] = threats.pinned;
    let pinned = on_file.or(on_rank).or(on_rising).or(on_falling);

    // Anywhere without a check, onto its line with one, nowhere with two.
    let checkers = threats.checkers;
    let fewer = checkers.sub(V::splat(token, 1)).keep_meeting(checkers, checkers);
    let allowed = all.minus(all.keep_meeting(checkers, checkers)).or(threats.answers);
    let allowed = allowed.minus(all.keep_meeting(checkers, fewer));
    let targets = allowed.minus(us);

    let mut count = king_attacks(king).minus(us.or(threats.attacked)).popcount_in_parts();
    if has.our_orthogonal {
        let sliders = orthogonal.and(us);
        let on_files = sliders.minus(pinned.minus(on_file));
        let on_ranks = sliders.minus(pinned.minus(on_rank));
        count =
            count.add(slides::<North, V>(on_files, empty, targets)).add(slides::<South, V>(on_files, empty, targets));
        count = count.add(slides::<East, V>(on_ranks, empty, targets)).add(slides::<West, V>(on_ranks, empty, targets));
    }
    if has.our_diagonal {
        let sliders = diagonal.and(us);
        let rising = sliders.minus(pinned.minus(on_rising));
        let falling = sliders.minus(pinned.minus(on_falling));
        count = count.add(slides::<NorthEast, V>(rising, empty, targets));
        count = count.add(slides::<SouthWest, V>(rising, empty, targets));
        count = count.add(slides::<NorthWest, V>(falling, empty, targets));
        count = count.add(slides::<SouthEast, V>(falling, empty, targets));
    }
    if has.knights {
        let free = knights.and(us).minus(pinned);
        count = count.add(leaps::<NorthNorthEast, V>(free, targets)).add(leaps::<NorthNorthWest, V>(free, targets));
        count = count.add(leaps::<NorthEastEast, V>(free, targets)).add(leaps::<NorthWestWest, V>(free, targets));
        count = count.add(leaps::<SouthSouthEast, V>(free, targets)).add(leaps::<SouthSouthWest, V>(free, targets));
        count = count.add(leaps::<SouthEastEast, V>(free, targets)).add(leaps::<SouthWestWest, V>(free, targets));
    }
    if has.pawns {
        let pawns = pawns.and(us);
        let (file, rising, falling) = (
            pawns.minus(pinned.minus(on_file)),
            pawns.minus(pinned.minus(on_rising)),
            pawns.minus(pinned.minus(on_falling)),
        );
        let third = V::set(token, S::THIRD_RANK);
        let last = V::set(token, S::EIGHTH_RANK);
        let (push, double, first, second) = if goes_up {
            let push = North::once(file).and(empty);
            (push, North::once(push.and(third)), NorthEast::once(rising), NorthWest::once(falling))
        } else {
            let push = South::once(file).and(empty);
            (push, South::once(push.and(third)), SouthWest::once(rising), SouthEast::once(falling))
        };
        count = count.add(arrivals(push.and(allowed), last));
        count = count.add(double.and(empty).and(allowed).popcount_in_parts());
        let captures = them.and(allowed);
        count = count.add(arrivals(first.and(captures), last)).add(arrivals(second.and(captures), last));
    }
    count.whole().sum()
}
