//! What the replier's pieces (all but the king) can do, as a count and as differences.
//!
//! Let one side pass: the other has `count` replies by its sliders, knights and pawns. Now drop an
//! enemy piece on a square `t`. What changes is a sum of independent terms, each a set of squares:
//!
//! - a ray through `t` stops there: as many replies are lost as the ray had squares beyond `t`;
//! - if a replier's piece stood on `t` it is gone with its moves, and whatever defended it gains
//!   one capture;
//! - pawns lose pushes onto or over `t`, and gain captures of it.
//!
//! The number of squares beyond `t` is kept as three binary digits per direction (`beyond`), so a
//! whole set of drops is answered by a few popcounts: the sum over the set of a sum of digits.
//! In one direction a square is reached by at most one slider, which is why the digits of a
//! direction never need to hold more than one ray.

use tabiya::attacks::{self, king};
use tabiya::{Bitboard, Side, Square};

use super::pawns::{PAWN_SIGNS, PawnReplies};
use crate::arch::lanes::{LEAP, Lanes, SLIDE};
use crate::arch::rows::LINES;
use crate::count::board::CountBoard;

/// The replies of `S::Opponent` on one board, prepared for drops.
#[derive(Clone, Copy)]
pub(super) struct Replies<V> {
    /// Replies by direction; those of pawns are in the first lane too.
    count: V,
    /// Binary digits of the replies lost by a drop, by direction.
    beyond: [V; 3],
    /// Own pieces defended by sliders, and by knights, by direction.
    defended: [V; 2],
    pawns: PawnReplies<V>,
    /// Squares a slider reaches.
    pub reached: V,
}

/// Where the replier's sliders and knights stand and which way they may go; the same for every
/// board that differs only in the lifted piece.
#[derive(Clone, Copy)]
pub(super) struct Attackers<V> {
    sliders: V,
    leaps: V,
    pinned: Bitboard,
    king: Square,
}

impl<V: Lanes> Attackers<V> {
    /// What its sliders see when these squares are empty.
    #[inline(always)]
    pub fn see(&self, empty: Bitboard) -> V {
        slide(self.sliders, empty)
    }

    #[inline(always)]
    pub fn new(token: V::Token, b: &CountBoard, king: Square, pinned: Bitboard) -> Self {
        // A pinned slider still moves in the two directions of its pin; a pinned knight does not.
        let free = V::set(token, !pinned).or(V::load(token, &LINES[king]));
        let sliders = V::orthogonal_and_diagonal(token, b.orthogonal & b.them, b.diagonal & b.them).and(free);
        let leaps = V::set(token, b.knights & b.them & !pinned).step(V::load(token, &LEAP.one));
        Self { sliders, leaps: leaps.and(V::load(token, &LEAP.enter)), pinned, king }
    }
}

/// What the replier's pieces do to the mover's.
#[derive(Clone, Copy)]
pub(super) struct Pressure {
    /// Where the mover's king may not step; only if it is not in check itself, because no ray goes
    /// through it.
    pub attacked: Bitboard,
    /// Where a ray ends that would go on if the mover's piece there were lifted.
    pub touched: Bitboard,
}

impl Pressure {
    #[inline(always)]
    pub fn new<S: Side, V: Lanes>(b: &CountBoard, replier: &Attackers<V>, seen: V) -> Self {
        let [by_sliders, by_knights] = seen.unions(replier.leaps);
        let mut attacked = by_sliders | by_knights;
        if replier.pinned.any() {
            // Pinned pieces keep the king away all the same.
            let all = Attackers::<V>::new(seen.token(), b, replier.king, Bitboard::EMPTY);
            let [by_sliders, by_knights] = all.see(!b.occupied()).unions(all.leaps);
            attacked = by_sliders | by_knights;
        }
        attacked |= attacks::pawns(<S::Opponent as Side>::COLOR, b.pawns & b.them) | king(replier.king);
        Self { attacked, touched: by_sliders & b.us }
    }
}

/// Squares reached by sliders in all eight directions, blockers included (Kogge-Stone).
#[inline(always)]
pub(super) fn slide<V: Lanes>(sliders: V, empty: Bitboard) -> V {
    let token = sliders.token();
    let enter = V::load(token, &SLIDE.enter);
    let (one, two, four) = (V::load(token, &SLIDE.one), V::load(token, &SLIDE.two), V::load(token, &SLIDE.four));
    let mut open = V::set(token, empty).and(enter);
    let mut fill = sliders;
    fill = fill.or(open.and(fill.step(one)));
    open = open.and(open.step(one));
    fill = fill.or(open.and(fill.step(two)));
    open = open.and(open.step(two));
    fill = fill.or(open.and(fill.step(four)));
    fill.step(one).and(enter)
}

/// How many squares of its ray lie beyond a square, or beyond where the ray begins: binary digits.
#[inline(always)]
pub(super) fn beyond<V: Lanes>(starts: V, reached: V) -> [V; 3] {
    let token = reached.token();
    let (one, two, three) = (V::load(token, &SLIDE.one), V::load(token, &SLIDE.two), V::load(token, &SLIDE.three));
    // e[n]: at least n squares beyond.
    let e1 = reached.or(starts).and(reached.step_back(one));
    let e2 = e1.and(e1.step_back(one));
    let e3 = e2.and(e2.step_back(one));
    let e4 = e2.and(e2.step_back(two));
    let e5 = e3.and(e3.step_back(two));
    let e6 = e3.and(e3.step_back(three));
    let e7 = e4.and(e4.step_back(three));
    let ones = e1.xor(e2).xor(e3).xor(e4.xor(e5).xor(e6)).xor(e7);
    [ones, e2.xor(e4).xor(e6), e4]
}

impl<V: Lanes> Replies<V> {
    /// Prepares the replies when the mover has pieces on `movers`; `seen` is what the sliders see then.
    #[inline(always)]
    pub fn new<S: Side>(b: &CountBoard, replier: &Attackers<V>, movers: Bitboard, seen: V) -> Self {
        let token = seen.token();
        let own = V::set(token, b.them);
        let not_own = V::set(token, !b.them);
        let reached = seen.and(not_own);

        let [ones, twos, fours] = beyond(replier.sliders, reached);
        let leaps = replier.leaps.and(not_own);
        let leapers = leaps.step_back(V::load(token, &LEAP.one));
        let pawns = PawnReplies::new::<S>(token, b, replier.king, replier.pinned, movers);
        let moves = reached.popcount_in_parts().add(leaps.popcount_in_parts());
        Self {
            count: moves.whole().add(V::first_lane(token, u64::from(pawns.count))),
            beyond: [ones.or(leapers), twos, fours],
            defended: [seen.and(own), replier.leaps.and(own)],
            pawns,
            reached,
        }
    }

    /// Squares where lifting a mover's piece would change the replies of pawns.
    #[inline(always)]
    pub fn touched_by_pawns(&self) -> Bitboard {
        self.pawns.touched
    }

    /// Adds how the replies of pawns change when pieces are lifted, over all their targets: a piece
    /// and its targets per lane.
    #[inline(always)]
    pub fn add_lifts_beside_pawns<S: Side>(&self, total: &mut Total<V>, origins: V, targets: V) {
        total.lanes = total.lanes.add(self.pawns.after_lifts::<S>(origins, targets));
    }

    /// The same when pawns are lifted; `origins` by the kind of move.
    #[inline(always)]
    pub fn add_pawns_beside_pawns(&self, total: &mut Total<V>, origins: &[Bitboard; 4]) {
        total.rest = total.rest.wrapping_add(self.pawns.after_pawn_lifts(origins));
    }

    /// Adds the replies after moves that drop nothing yet; every lane of `moves` holds how many.
    #[inline(always)]
    pub fn add_count(&self, total: &mut Total<V>, moves: V) {
        total.lanes = total.lanes.add(self.count.times(moves));
    }

    /// Adds what drops on each square of `set` change, `1 << weight` times. All lanes of `set` are the
    /// same.
    #[inline(always)]
    pub fn add_change(&self, total: &mut Total<V>, set: V, weight: u32) {
        // No closures here: one would be compiled without the vector instructions and not inlined.
        let d0 = self.beyond[0].and(set).popcount_in_parts();
        let d1 = self.beyond[1].and(set).popcount_in_parts();
        let d2 = self.beyond[2].and(set).popcount_in_parts();
        let s = self.defended[0].and(set).popcount_in_parts();
        let l = self.defended[1].and(set).popcount_in_parts();
        let mut lanes = s.add(l).whole().sub(d0.add(d1.add(d2.twice()).twice()).whole());
        let mut pawns = self.pawns.sets.and(set).popcount();
        for _ in 0..weight {
            lanes = lanes.twice();
            pawns = pawns.twice();
        }
        total.lanes = total.lanes.add(lanes);
        total.pawns = total.pawns.add(pawns);
        if self.pawns.promoting {
            let promotions = self.pawns.promotion_change(Bitboard(set.store()[0])) << weight;
            total.rest = total.rest.wrapping_add(promotions);
        }
    }
}

/// A sum in the making. All numbers wrap: differences may be negative on the way.
#[derive(Clone, Copy)]
pub(super) struct Total<V> {
    /// Sliders and knights, by direction.
    pub lanes: V,
    /// Changes of pawn replies, before [`PAWN_SIGNS`].
    pub pawns: V,
    /// Everything that is one number.
    pub rest: u64,
}

impl<V: Lanes> Total<V> {
    #[inline(always)]
    pub fn zero(token: V::Token) -> Self {
        Self { lanes: V::splat(token, 0), pawns: V::splat(token, 0), rest: 0 }
    }

    #[inline(always)]
    pub fn sum(self) -> u64 {
        let signs = V::load(self.lanes.token(), &PAWN_SIGNS);
        let lanes = self.lanes.add(self.pawns.times(signs));
        lanes.sum().wrapping_add(self.rest)
    }
}
