//! The pawn part of the replies: four kinds of move, each a set of targets.
//!
//! Dropping a piece stops pushes and offers captures; lifting one frees pushes and ends captures; both
//! are sets of squares again.

use crate::board::Board;
use crate::geometry::{FILE_LINE, LINES};
use crate::lanes::Lanes;
use crate::side::Side;

/// The replies of pawns on one board, prepared for drops and lifts.
#[derive(Clone, Copy)]
pub(super) struct PawnReplies<V> {
    pub count: u32,
    /// Drops that change the count by one, in the order of [`PAWN_SIGNS`].
    pub sets: V,
    /// Drops that change it by three more, because the move promotes.
    gained_promotions: [u64; 2],
    lost_promotions: [u64; 3],
    /// Whether the two lines above matter.
    pub promoting: bool,
    /// Squares where lifting a mover's piece changes the count.
    pub touched: u64,
    /// Squares in front of pawns, and two in front where a double push could go.
    in_front: u64,
    two_in_front: u64,
    /// Squares that pawns attack in each direction.
    attacked: [u64; 2],
    /// Squares in front of pawns that could go one square further.
    in_front_and_free: u64,
}

/// Captures gained in two directions; pushes, double pushes, and captures in two directions lost.
pub(super) const PAWN_SIGNS: [u64; 8] = [1, 1, !0, !0, !0, !0, 0, 0];

impl<V: Lanes> PawnReplies<V> {
    #[inline(always)]
    pub fn new<S: Side>(b: &Board, king: usize, pinned: u64, movers: u64) -> Self {
        let empty = !(movers | b.them);
        let pawns = b.pawns & b.them;
        let lines = &LINES[king];
        let in_front = S::Foe::up(pawns & (!pinned | lines[FILE_LINE]));
        let push = in_front & empty;
        let beyond = S::Foe::up(push & S::Foe::DOUBLE_PUSH_MIDDLE);
        let double = beyond & empty;
        let attacked_west = S::Foe::up_west(pawns & (!pinned | lines[S::Foe::WEST_LINE]));
        let attacked_east = S::Foe::up_east(pawns & (!pinned | lines[S::Foe::EAST_LINE]));
        let west = attacked_west & movers;
        let east = attacked_east & movers;
        let middle = S::up(double);
        // The replier's capture towards the a file is undone by a step towards the h file.
        let sets = [
            attacked_west,
            attacked_east,
            push | S::up(push),
            double | middle | S::up(middle),
            S::up_east(west),
            S::up_west(east),
            0,
            0,
        ];
        let mut replies = Self {
            count: push.count_ones() + double.count_ones() + west.count_ones() + east.count_ones(),
            sets: V::gather(sets),
            gained_promotions: [0; 2],
            lost_promotions: [0; 3],
            promoting: false,
            touched: in_front | beyond | attacked_west | attacked_east,
            in_front,
            two_in_front: beyond,
            attacked: [attacked_west, attacked_east],
            in_front_and_free: in_front & S::Foe::DOUBLE_PUSH_MIDDLE & S::up(empty),
        };
        if pawns & S::up(S::Foe::LAST_RANK) != 0 {
            replies.add_promotions::<S>([push, west, east], [attacked_west, attacked_east]);
        }
        replies
    }

    #[inline(always)]
    fn add_promotions<S: Side>(&mut self, moves: [u64; 3], attacked: [u64; 2]) {
        let last_rank = S::Foe::LAST_RANK;
        let [push, west, east] = moves.map(|targets| targets & last_rank);
        self.count += 3 * (push.count_ones() + west.count_ones() + east.count_ones());
        self.gained_promotions = attacked.map(|targets| targets & last_rank);
        self.lost_promotions = [push | S::up(push), S::up_east(west), S::up_west(east)];
        self.promoting = true;
    }

    /// Captures of a lifted piece are lost and pushes that it stopped are gained; neither if it takes
    /// that very pawn, or stands in the way again.
    #[inline(always)]
    pub fn after_lifts<S: Side>(&self, origins: V, targets: V) -> V {
        let ahead = origins.rotate_left(V::splat(S::UP as u64 & 63));
        let two_ahead = ahead.rotate_left(V::splat(S::UP as u64 & 63));
        let behind = origins.rotate_right(V::splat(S::UP as u64 & 63));
        // The replier's capture towards the a file is undone by a step towards the h file.
        let west_taker = origins.rotate_left(V::splat(S::UP_EAST as u64 & 63));
        let east_taker = origins.rotate_left(V::splat(S::UP_WEST as u64 & 63));

        let west = targets.minus(west_taker).keep_meeting(origins, V::splat(self.attacked[0]));
        let east = targets.minus(east_taker).keep_meeting(origins, V::splat(self.attacked[1]));
        let push = targets.minus(ahead).keep_meeting(origins, V::splat(self.in_front));
        let over = targets.minus(ahead.or(behind)).keep_meeting(origins, V::splat(self.in_front_and_free));
        let jump = targets.minus(ahead.or(two_ahead)).keep_meeting(origins, V::splat(self.two_in_front));
        let lost = west.popcount_in_parts().add(east.popcount_in_parts()).whole();
        let single = push.popcount().sub(lost);
        // A move onto the last rank is four.
        let promoting = single.keep_meeting(origins, V::splat(S::Foe::LAST_RANK));
        let freed = over.popcount_in_parts().add(jump.popcount_in_parts()).whole();
        single.add(freed).add(promoting.twice()).add(promoting)
    }

    /// A lifted pawn that captures takes one of its two attackers with it, a pushed one stands in the
    /// way of a jump again, and one that is stopped by the pawn it stops cannot be pushed.
    #[inline(always)]
    pub fn after_pawn_lifts(&self, origins: &[u64; 4]) -> u64 {
        let [push, double, west, east] = *origins;
        let [by_west, by_east] = self.attacked;
        let lost = (push & by_west).count_ones()
            + (push & by_east).count_ones()
            + (double & by_west).count_ones()
            + (double & by_east).count_ones()
            + (west & by_west).count_ones()
            + (east & by_east).count_ones();
        let gained = (west & self.in_front).count_ones()
            + (east & self.in_front).count_ones()
            + (west & self.in_front_and_free).count_ones()
            + (east & self.in_front_and_free).count_ones()
            + (west & self.two_in_front).count_ones()
            + (east & self.two_in_front).count_ones();
        u64::from(gained).wrapping_sub(u64::from(lost))
    }

    #[inline(always)]
    pub fn promotion_change(&self, drops: u64) -> u64 {
        let ones = |set: u64| u64::from((set & drops).count_ones());
        let gained = self.gained_promotions.map(ones).iter().sum::<u64>();
        let lost = self.lost_promotions.map(ones).iter().sum::<u64>();
        gained.wrapping_sub(lost).wrapping_mul(3)
    }
}
