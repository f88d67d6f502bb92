//! What lifting a piece uncovers.
//!
//! Lifting the mover's piece from `f` changes the replies only where a ray ends on it or a pawn
//! stands behind or beside it. A ray that ended on `f` goes on behind it; the squares behind all
//! such pieces are found by one fill more, because in one direction no two of these rays meet. Say
//! the ray gains `m` squares. When the piece then lands on its target `t`:
//!
//! - anywhere else: `m` replies more;
//! - between the slider and `f`, or on the slider: nothing was gained after all;
//! - on a square gained: those beyond `t` are lost again, counted as in [`super::replies`];
//! - on the replier's piece where the ray ends: that capture is answered, one reply more.
//!
//! A piece does not jump over the slider or over the end of the ray, so which of these `t` is
//! follows from the line through `f` alone. The twin is [`Replies::new`] on the board without the
//! piece; tests compare the two for every piece of many boards.

use tabiya::{Bitboard, Side, Square};

use super::replies::{Replies, Total, beyond, slide};
use crate::arch::Lanes;
use crate::arch::rows::{RAYS, lane};
use crate::count::board::CountBoard;

/// What lies behind the mover's pieces, as the replier's sliders would see it.
#[derive(Clone, Copy)]
pub(super) struct Uncovered<V> {
    /// The mover's pieces that end a ray, by direction.
    ends: V,
    /// Binary digits of the number of squares gained behind such a piece, and beyond each of these.
    gained: [V; 3],
}

impl<V: Lanes> Uncovered<V> {
    #[inline(always)]
    pub fn new(b: &CountBoard, replies: &Replies<V>) -> Self {
        let token = replies.reached.token();
        let ends = replies.reached.and(V::set(token, b.us));
        let behind = slide(ends, !b.occupied()).and(V::set(token, !b.them));
        Self { ends, gained: beyond(ends, behind) }
    }

    /// Adds what the rays gain when the piece on `square` is lifted, over all its targets.
    #[inline(always)]
    pub fn add_lift(&self, total: &mut Total<V>, replier: Bitboard, square: Square, targets: Bitboard) {
        let token = self.ends.token();
        let from = V::set(token, square.bitboard());
        let along = V::set(token, targets).and(V::load(token, &RAYS[square]));
        let back = along.popcount().opposite();

        let [ones, twos, fours] = self.gained;
        let gain = V::splat(token, 1).keep_meeting(ones, from).add(V::splat(token, 2).keep_meeting(twos, from));
        let gain = gain.add(V::splat(token, 4).keep_meeting(fours, from));
        let landings = V::splat(token, u64::from(targets.len())).sub(back);

        let ahead = along.keep_meeting(self.ends, from);
        let lost = digits(&self.gained, ahead).whole();
        let answered = ahead.and(V::set(token, replier)).popcount();
        total.lanes = total.lanes.add(gain.times(landings)).add(answered.sub(lost));
    }

    /// Adds the same for all pawns, set by set. Only on the line of its own move can a pawn land on
    /// the ray: there it gains one square per step, and nothing if it walks towards the slider.
    #[inline(always)]
    pub fn add_pawn_lifts<S: Side>(&self, total: &mut Total<V>, origins: &[Bitboard; 4]) {
        let [push, double, west, east] = *origins;
        let mut lanes = self.pawn_lifts(push, const { lane(S::UP) }, 1);
        lanes = lanes.add(self.pawn_lifts(double, const { lane(S::UP) }, 2));
        lanes = lanes.add(self.pawn_lifts(west, const { lane(S::UP_WEST) }, 1));
        lanes = lanes.add(self.pawn_lifts(east, const { lane(S::UP_EAST) }, 1));
        total.lanes = total.lanes.add(lanes.whole());
    }

    /// For one kind of move, in parts: 56 at most, because a part has eight squares and a square gains seven.
    #[inline(always)]
    fn pawn_lifts(&self, origins: Bitboard, along: usize, steps: u32) -> V {
        let origins = V::set(self.ends.token(), origins);
        let elsewhere = !(1 << along | 1 << (along ^ 2));
        let own = self.ends.and(origins).popcount_in_parts().keep(1 << along);
        let own = if steps == 2 { own.twice() } else { own };
        digits(&self.gained, origins).keep(elsewhere).add(own)
    }
}

/// The numbers on these squares added up, in parts.
#[inline(always)]
fn digits<V: Lanes>(digits: &[V; 3], squares: V) -> V {
    let [ones, twos, fours] = digits;
    let high = twos.and(squares).popcount_in_parts().add(fours.and(squares).popcount_in_parts().twice());
    ones.and(squares).popcount_in_parts().add(high.twice())
}
