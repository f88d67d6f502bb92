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
//! The number of squares beyond `t` is kept as three binary digits a direction (`beyond`), so a
//! whole set of drops is answered by a few popcounts: the sum over the set of a sum of digits.
//! In one direction a square is reached by at most one slider, which is why the digits of a
//! direction never need to hold more than one ray.

use super::pawns::{PAWN_SIGNS, PawnReplies};
use crate::board::Board;
use crate::geometry::{KING, LINES};
use crate::lanes::{LEAP, Lanes, SLIDE};
use crate::side::Side;

/// The replies of `S::Foe` on one board, prepared for drops.
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
pub(super) struct Army<V> {
    sliders: V,
    leaps: V,
    pinned: u64,
    king: usize,
}

impl<V: Lanes> Army<V> {
    /// What its sliders see when these squares are empty.
    #[inline(always)]
    pub fn see(&self, empty: u64) -> V {
        slide(self.sliders, empty)
    }

    #[inline(always)]
    pub fn new(b: &Board, king: usize, pinned: u64) -> Self {
        // A pinned slider still moves in the two directions of its pin; a pinned knight does not.
        let free = V::splat(!pinned).or(V::load(&LINES[king]));
        let sliders = V::straight_and_diagonal(b.straight & b.them, b.diagonal & b.them).and(free);
        let leaps = V::splat(b.knights & b.them & !pinned).step(V::load(&LEAP.one)).and(V::load(&LEAP.enter));
        Self { sliders, leaps, pinned, king }
    }
}

/// What the replier's pieces do to the mover's.
#[derive(Clone, Copy)]
pub(super) struct Pressure {
    /// Where the mover's king may not step; only if it is not in check itself, because no ray goes
    /// through it.
    pub attacked: u64,
    /// Where a ray ends that would go on if the mover's piece there were lifted.
    pub touched: u64,
}

impl Pressure {
    #[inline(always)]
    pub fn new<S: Side, V: Lanes>(b: &Board, army: &Army<V>, seen: V) -> Self {
        let [by_sliders, by_knights] = seen.unions(army.leaps);
        let mut attacked = by_sliders | by_knights;
        if army.pinned != 0 {
            // Pinned pieces keep the king away all the same.
            let all = Army::<V>::new(b, army.king, 0);
            let [by_sliders, by_knights] = all.see(!b.occupied()).unions(all.leaps);
            attacked = by_sliders | by_knights;
        }
        attacked |= S::Foe::pawn_attacks(b.pawns & b.them) | KING[army.king];
        Self { attacked, touched: by_sliders & b.us }
    }
}

/// Squares reached by sliders in all eight directions, blockers included (Kogge-Stone).
#[inline(always)]
pub(super) fn slide<V: Lanes>(sliders: V, empty: u64) -> V {
    let enter = V::load(&SLIDE.enter);
    let (one, two, four) = (V::load(&SLIDE.one), V::load(&SLIDE.two), V::load(&SLIDE.four));
    let mut open = V::splat(empty).and(enter);
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
    let (one, two, three) = (V::load(&SLIDE.one), V::load(&SLIDE.two), V::load(&SLIDE.three));
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
    pub fn new<S: Side>(b: &Board, army: &Army<V>, movers: u64, seen: V) -> Self {
        let own = V::splat(b.them);
        let not_own = V::splat(!b.them);
        let reached = seen.and(not_own);

        let [ones, twos, fours] = beyond(army.sliders, reached);
        let leaps = army.leaps.and(not_own);
        let leapers = leaps.step_back(V::load(&LEAP.one));
        let pawns = PawnReplies::new::<S>(b, army.king, army.pinned, movers);
        let moves = reached.popcount_in_parts().add(leaps.popcount_in_parts());
        Self {
            count: moves.whole().add(V::first_lane(u64::from(pawns.count))),
            beyond: [ones.or(leapers), twos, fours],
            defended: [seen.and(own), army.leaps.and(own)],
            pawns,
            reached,
        }
    }

    /// Squares where lifting a mover's piece would change the replies of pawns.
    #[inline(always)]
    pub fn touched_by_pawns(&self) -> u64 {
        self.pawns.touched
    }

    /// Adds how the replies of pawns change when pieces are lifted, over all their targets: a piece
    /// and its targets a lane.
    #[inline(always)]
    pub fn add_lifts_beside_pawns<S: Side>(&self, total: &mut Total<V>, origins: V, targets: V) {
        total.lanes = total.lanes.add(self.pawns.after_lifts::<S>(origins, targets));
    }

    /// The same when pawns are lifted; `origins` by the kind of move.
    #[inline(always)]
    pub fn add_pawns_beside_pawns(&self, total: &mut Total<V>, origins: &[u64; 4]) {
        total.rest = total.rest.wrapping_add(self.pawns.after_pawn_lifts(origins));
    }

    /// Adds the replies after moves that drop nothing yet; every lane of `moves` holds how many.
    #[inline(always)]
    pub fn add_count(&self, total: &mut Total<V>, moves: V) {
        total.lanes = total.lanes.add(self.count.times(moves));
    }

    /// Adds what drops on each square of `drops` change, `1 << weight` times. All lanes of `drops`
    /// are the same.
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
            let promotions = self.pawns.promotion_change(set.store()[0]) << weight;
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
    pub fn zero() -> Self {
        Self { lanes: V::splat(0), pawns: V::splat(0), rest: 0 }
    }

    #[inline(always)]
    pub fn sum(self) -> u64 {
        let lanes = self.lanes.add(self.pawns.times(V::load(&PAWN_SIGNS)));
        lanes.sum().wrapping_add(self.rest)
    }
}
