//! The pawn part of the replies: four kinds of move, each a set of targets.
//!
//! Dropping a piece stops pushes and offers captures; lifting one frees pushes and ends captures; both
//! are sets of squares again.

use tabiya::attacks::pawn_lines;
use tabiya::{Bitboard, Direction, Side, Square};

use crate::arch::Lanes;
use crate::count::board::CountBoard;

/// The replies of pawns on one board, prepared for drops and lifts.
#[derive(Clone, Copy)]
pub(super) struct PawnReplies<V> {
    pub count: u32,
    /// Drops that change the count by one, in the order of [`PAWN_SIGNS`].
    pub sets: V,
    /// Drops that change it by three more, because the move promotes.
    gained_promotions: [Bitboard; 2],
    lost_promotions: [Bitboard; 3],
    /// Whether the two lines above matter.
    pub promoting: bool,
    /// Squares where lifting a mover's piece changes the count.
    pub touched: Bitboard,
    /// Squares in front of pawns, and two in front where a double push could go.
    in_front: Bitboard,
    two_in_front: Bitboard,
    /// Squares that pawns attack in each direction.
    attacked: [Bitboard; 2],
    /// Squares in front of pawns that could go one square further.
    in_front_and_free: Bitboard,
}

/// Captures gained in two directions; pushes, double pushes, and captures in two directions lost.
pub(super) const PAWN_SIGNS: [u64; 8] = [1, 1, !0, !0, !0, !0, 0, 0];

impl<V: Lanes> PawnReplies<V> {
    #[inline(always)]
    pub fn new<S: Side>(token: V::Token, b: &CountBoard, king: Square, pinned: Bitboard, movers: Bitboard) -> Self {
        let (up, up_west, up_east) =
            (<S::Opponent as Side>::UP, <S::Opponent as Side>::UP_WEST, <S::Opponent as Side>::UP_EAST);
        let empty = !(movers | b.them);
        let pawns = b.pawns & b.them;
        let lines = pawn_lines(king);
        let free = |step: Direction| pawns & (!pinned | lines.along(step));
        let in_front = free(up).shift(up);
        let push = in_front & empty;
        let beyond = (push & <S::Opponent as Side>::THIRD_RANK).shift(up);
        let double = beyond & empty;
        let attacked_west = free(up_west).shift(up_west);
        let attacked_east = free(up_east).shift(up_east);
        let west = attacked_west & movers;
        let east = attacked_east & movers;
        let middle = double.shift(S::UP);
        // The replier's capture towards the a file is undone by a step towards the h file.
        let sets = [
            attacked_west,
            attacked_east,
            push | push.shift(S::UP),
            double | middle | middle.shift(S::UP),
            west.shift(S::UP_EAST),
            east.shift(S::UP_WEST),
            Bitboard::EMPTY,
            Bitboard::EMPTY,
        ];
        let mut replies = Self {
            count: push.len() + double.len() + west.len() + east.len(),
            sets: V::gather(token, sets.map(|set| set.0)),
            gained_promotions: [Bitboard::EMPTY; 2],
            lost_promotions: [Bitboard::EMPTY; 3],
            promoting: false,
            touched: in_front | beyond | attacked_west | attacked_east,
            in_front,
            two_in_front: beyond,
            attacked: [attacked_west, attacked_east],
            in_front_and_free: in_front & <S::Opponent as Side>::THIRD_RANK & empty.shift(S::UP),
        };
        if pawns.intersects(<S::Opponent as Side>::SEVENTH_RANK) {
            replies.add_promotions::<S>([push, west, east], [attacked_west, attacked_east]);
        }
        replies
    }

    #[inline(always)]
    fn add_promotions<S: Side>(&mut self, moves: [Bitboard; 3], attacked: [Bitboard; 2]) {
        let last_rank = <S::Opponent as Side>::EIGHTH_RANK;
        let [push, west, east] = moves.map(|targets| targets & last_rank);
        self.count += 3 * (push.len() + west.len() + east.len());
        self.gained_promotions = attacked.map(|targets| targets & last_rank);
        self.lost_promotions = [push | push.shift(S::UP), west.shift(S::UP_EAST), east.shift(S::UP_WEST)];
        self.promoting = true;
    }

    /// Captures of a lifted piece are lost and pushes that it stopped are gained; neither if it takes
    /// that very pawn, or stands in the way again.
    #[inline(always)]
    pub fn after_lifts<S: Side>(&self, origins: V, targets: V) -> V {
        let token = origins.token();
        let ahead = origins.rotate_left(amount(token, S::UP));
        let two_ahead = ahead.rotate_left(amount(token, S::UP));
        let behind = origins.rotate_right(amount(token, S::UP));
        // The replier's capture towards the a file is undone by a step towards the h file.
        let west_taker = origins.rotate_left(amount(token, S::UP_EAST));
        let east_taker = origins.rotate_left(amount(token, S::UP_WEST));

        let west = targets.minus(west_taker).keep_meeting(origins, V::set(token, self.attacked[0]));
        let east = targets.minus(east_taker).keep_meeting(origins, V::set(token, self.attacked[1]));
        let push = targets.minus(ahead).keep_meeting(origins, V::set(token, self.in_front));
        let over = targets.minus(ahead.or(behind)).keep_meeting(origins, V::set(token, self.in_front_and_free));
        let jump = targets.minus(ahead.or(two_ahead)).keep_meeting(origins, V::set(token, self.two_in_front));
        let lost = west.popcount_in_parts().add(east.popcount_in_parts()).whole();
        let single = push.popcount().sub(lost);
        // A move onto the last rank is four.
        let promoting = single.keep_meeting(origins, V::set(token, <S::Opponent as Side>::EIGHTH_RANK));
        let freed = over.popcount_in_parts().add(jump.popcount_in_parts()).whole();
        single.add(freed).add(promoting.twice()).add(promoting)
    }

    /// A lifted pawn that captures takes one of its two attackers with it, a pushed one stands in the
    /// way of a jump again, and one that is stopped by the pawn it stops cannot be pushed.
    #[inline(always)]
    pub fn after_pawn_lifts(&self, origins: &[Bitboard; 4]) -> u64 {
        let [push, double, west, east] = *origins;
        let [by_west, by_east] = self.attacked;
        let lost = (push & by_west).len()
            + (push & by_east).len()
            + (double & by_west).len()
            + (double & by_east).len()
            + (west & by_west).len()
            + (east & by_east).len();
        let gained = (west & self.in_front).len()
            + (east & self.in_front).len()
            + (west & self.in_front_and_free).len()
            + (east & self.in_front_and_free).len()
            + (west & self.two_in_front).len()
            + (east & self.two_in_front).len();
        u64::from(gained).wrapping_sub(u64::from(lost))
    }

    #[inline(always)]
    pub fn promotion_change(&self, drops: Bitboard) -> u64 {
        let ones = |set: Bitboard| u64::from((set & drops).len());
        let gained = self.gained_promotions.map(ones).iter().sum::<u64>();
        let lost = self.lost_promotions.map(ones).iter().sum::<u64>();
        gained.wrapping_sub(lost).wrapping_mul(3)
    }
}

/// How far to rotate for a step; no closure, because one would be compiled without the vector instructions.
#[inline(always)]
fn amount<V: Lanes>(token: V::Token, direction: Direction) -> V {
    V::splat(token, direction.delta() as u64 & 63)
}
