//! Two plies at once: the sum of the replies over all moves, without making the moves.
//!
//! The replies after a move are the replies if the mover had passed, plus differences: lift the
//! piece from its square, drop it on another. Dropping changes the count by a sum of terms that do
//! not know of each other (see [`replies`] and [`pawns`]), so the sum over *all moves of all pieces* is
//! a handful of popcounts: their targets are added up as binary digits, square by square, first.
//! Lifting matters only where a ray of the replier ends on the piece or one of its pawns stands by
//! (see [`uncovered`]). The replier's king is a story of its own ([`king_zone`]).
//!
//! Moves for which that is not the whole truth are told apart in [`movers`] and [`sorted`] and made in
//! [`made`]: checks, promotions, en passant, and some more around the king. Making every move is the
//! twin of all this.

mod king_zone;
mod made;
mod movers;
mod pawns;
mod replies;
mod sorted;
#[cfg(test)]
mod tests;
mod uncovered;

use crate::board::{Board, CastlingPath};
use crate::geometry::squares;
use crate::isa::Isa;
use crate::lanes::Lanes;
use crate::side::Side;
pub(crate) use king_zone::KingZone;
use made::one_by_one;
pub(crate) use movers::Movers;
use movers::pawn_origins;
use replies::{Army, Pressure, Replies, Total};
use sorted::{Sorted, add_lifts, sort_eight};
use uncovered::Uncovered;

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
    let high = digits[2].popcount_in_parts().add(digits[3].popcount_in_parts().twice());
    let low = digits[0].popcount_in_parts().add(digits[1].popcount_in_parts().twice());
    replies.add_count(&mut total, low.add(high.twice().twice()).whole());
    replies.add_change(&mut total, digits[0], 0);
    replies.add_change(&mut total, digits[1], 1);
    if digits[2].or(digits[3]).meets(I::Lanes::splat(!0)) != 0 {
        replies.add_change(&mut total, digits[2], 2);
        replies.add_change(&mut total, digits[3], 3);
    }
    let mut sum = movers.slow.wrapping_add(total.sum());
    sum = sum.wrapping_add(one_by_one(&movers, &first));
    if movers.len > 8 {
        sum = sum.wrapping_add(one_by_one(&movers, &second));
    }
    sum
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
