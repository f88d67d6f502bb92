//! A mover that has nothing but its king.
//!
//! Nothing of it stands in the way of anything, and its king never lands where the replier looks. So the replier's
//! pieces have the same replies to every step; only its king keeps away from where the other has gone, and a pawn may be
//! stopped. Where the replier looks and what its pieces reply are found by the same look-ups.

use core::marker::PhantomData;

use tabiya::attacks::{self, Sliders, king, knight};
use tabiya::cpu::{Compiled, Token, copies};
use tabiya::{Bitboard, Role, Side};

use super::pawns::PawnReplies;
use crate::count::board::CountBoard;
use crate::count::moves::moves;

/// Whether the mover has only its king, and the replier no right to castle.
#[inline(always)]
pub(super) fn is_bare(b: &CountBoard) -> bool {
    (b.us - b.kings).is_empty() && b.castling.is_empty()
}

/// The sum of the replies over all moves of such a side `S`.
pub(super) struct BareKing<'a, S>(&'a CountBoard, PhantomData<S>);

impl<'a, S: Side> BareKing<'a, S> {
    #[inline(always)]
    pub fn new(b: &'a CountBoard) -> Self {
        Self(b, PhantomData)
    }
}

impl<A: Token, S: Side> Compiled<A> for BareKing<'_, S> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        let (b, sliders) = (self.0, arch.sliders());
        let (them, theirs) = (b.them, b.their_king());
        let (mut attacked, mut replies) = (king(theirs), 0);
        for from in b.orthogonal & them {
            let seen = sliders.rook(from, them);
            attacked |= seen;
            replies += (seen - them).len();
        }
        for from in b.diagonal & them {
            let seen = sliders.bishop(from, them);
            attacked |= seen;
            replies += (seen - them).len();
        }
        for from in b.knights & them {
            attacked |= knight(from);
            replies += (knight(from) - them).len();
        }
        let pawns = b.pawns & them;
        attacked |= attacks::pawns(<S::Opponent as Side>::COLOR, pawns);
        let steps = king(b.king()) - attacked;
        let quiets = steps - them;

        let mut total = 0;
        if pawns.any() {
            // They capture nothing: the king is not where they look.
            let pushes = PawnReplies::<S::Opponent>::new(pawns, theirs, them, Bitboard::EMPTY);
            replies += pushes.count(Bitboard::EMPTY, Bitboard::FULL);
            total -= i64::from(pushes.lost(quiets));
        }
        total += i64::from(quiets.len() * replies);
        let free = king(theirs) - them;
        for to in quiets {
            total += i64::from((free - king(to)).len());
        }
        for to in steps & them {
            let child = b.after_piece::<S>(Role::King, b.us, to.bitboard());
            total += i64::from(moves::<S::Opponent, _>(arch, &child));
        }
        total as u64
    }
    copies!(A);
}
