//! Two plies at once: the sum of the replies over all moves, without making the moves.
//!
//! The replies after a move are the replies if the mover had passed, plus differences: lift the
//! piece from its square, drop it on another. Dropping changes the count by a sum of independent
//! terms (see [`replies`] and [`pawns`]), so the sum over *all moves of all pieces* is a few popcounts:
//! their targets are first added up as binary digits, square by square. Lifting matters only where a
//! ray of the replier ends on the piece or one of the replier's pawns stands beside it (see
//! [`uncovered`]). The replier's king is counted separately ([`king_zone`]).
//!
//! [`movers`] and [`classify`] find the moves that these differences do not describe completely:
//! checks, promotions, en passant, and some moves around the king. [`exceptions`] makes them one by
//! one. The slow twin of this module makes every move.

mod classify;
mod exceptions;
mod king_zone;
mod movers;
mod pawns;
mod replies;
#[cfg(test)]
mod tests;
mod uncovered;

use core::marker::PhantomData;

use tabiya::cpu::{Compiled, copies};
use tabiya::{Bitboard, Side};

use crate::arch::Arch;
use crate::arch::Lanes;
use crate::count::board::{CountBoard, castled, home_rank};
use classify::{Classified, add_lifts, classify_eight};
use exceptions::one_by_one;
use king_zone::{KingZone, look_at_king};
use movers::{Movers, pawn_origins};
use replies::{Attackers, Pressure, Replies, Total};
use uncovered::Uncovered;

/// The sum of the replies over all moves of the side `S`.
#[inline(always)]
pub(crate) fn pairs<S: Side, A: Arch>(arch: A, b: &CountBoard) -> u64 {
    arch.run(DensePairs::<S>(b, PhantomData))
}

struct DensePairs<'a, S>(&'a CountBoard, PhantomData<S>);

impl<A: Arch, S: Side> Compiled<A> for DensePairs<'_, S> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        count::<S, A>(arch, self.0)
    }
    copies!(A, inline);
}

/// The counting itself.
#[inline(always)]
fn count<S: Side, A: Arch>(arch: A, b: &CountBoard) -> u64 {
    let token = arch.lanes();
    // Room in the lists and digits in the sums are for armies that a game could have.
    let mut zone = KingZone::<A::Lanes>::new(token);
    if b.us.len() > 16 || (b.us - b.pawns).len() > 12 || !look_at_king::<S, A>(arch, b, &mut zone) {
        return super::one_by_one::pairs::<S, A>(arch, b);
    }
    let replier = Attackers::<A::Lanes>::new(token, b, b.their_king(), zone.pinned);
    let seen = replier.see(!b.occupied());
    let Pressure { attacked, touched } = Pressure::new::<S, _>(b, &replier, seen);
    let mut movers = Movers::<S, A>::new(arch, b, &zone, attacked);
    movers.list();
    // The rest only now: the call would send every register to the stack, and the list's eight-byte
    // stores need this long to reach the cache.
    let replies = Replies::<A::Lanes>::new::<S>(b, &replier, b.us, seen);
    let mut total = Total::zero(token);
    let origins = pawn_origins::<S>(&movers.pawn_targets);
    let lifted_pawns = origins[0] | origins[1] | origins[2] | origins[3];
    if lifted_pawns.intersects(replies.touched_by_pawns()) {
        replies.add_pawns_beside_pawns(&mut total, &origins);
    }
    if movers.castles.any() {
        castle::<S, A>(&movers, &replier, &replies, &mut total);
    }
    let first = classify_eight(&movers, &replies, &mut total, 0);
    let has_second = movers.list.len() > 8;
    let second = if has_second { classify_eight(&movers, &replies, &mut total, 8) } else { Classified::none(token) };
    if touched.any() {
        let uncovered = Uncovered::<A::Lanes>::new(b, &replies);
        if lifted_pawns.intersects(touched) {
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
    if digits[2].or(digits[3]).meets(A::Lanes::splat(token, !0)) != 0 {
        replies.add_change(&mut total, digits[2], 2);
        replies.add_change(&mut total, digits[3], 3);
    }
    let mut sum = movers.slow.wrapping_add(total.sum());
    sum = sum.wrapping_add(one_by_one(&movers, &first));
    if has_second {
        sum = sum.wrapping_add(one_by_one(&movers, &second));
    }
    sum
}

/// Adds the replies, but for the king's, after castling: as two drops, unless a pawn touches the rook or a slider looks
/// along the back rank, where one drop changes what the other does. Other lines end at a rook that has not moved.
#[inline(always)]
fn castle<S: Side, A: Arch>(
    movers: &Movers<'_, S, A>,
    replier: &Attackers<A::Lanes>,
    replies: &Replies<A::Lanes>,
    total: &mut Total<A::Lanes>,
) {
    let (b, token) = (movers.board, movers.arch.lanes());
    let (king, mut drops, mut count) = (b.king(), Bitboard::EMPTY, 0);
    let looking = home_rank::<S>() & b.orthogonal & b.them;
    let in_the_way = movers.castles & replies.touched_by_pawns() | looking;
    for rook in movers.castles {
        let (king_to, rook_to) = castled(king, rook);
        let landed = king_to | rook_to;
        if in_the_way.is_empty() {
            drops |= landed;
            count += 1;
        } else {
            let after = b.us.without(king).without(rook) | landed;
            let seen = replier.see(!(after | b.them));
            Replies::<A::Lanes>::new::<S>(b, replier, after, seen).add_count(total, A::Lanes::splat(token, 1));
        }
    }
    replies.add_count(total, A::Lanes::splat(token, count));
    replies.add_change(total, A::Lanes::set(token, drops), 0);
}
