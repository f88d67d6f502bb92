//! What the replier's castling depends on.

use tabiya::attacks::Sliders;
use tabiya::{Bitboard, CastlingPath, Role, Side, Square};

use super::Scene;
use crate::count::board::CountBoard;
use crate::count::generate::is_cornered;

/// The replier's castling; all sets are empty if it has no right to.
#[derive(Clone, Copy)]
pub(super) struct Castling {
    /// The rooks to castle with.
    pub rooks: Bitboard,
    /// Where the king would pass or end.
    pub walk: Bitboard,
    /// Where it matters what stands: the ways of king and rook, and the whole rank if a rook is not in its corner.
    pub ways: Bitboard,
}

impl Castling {
    pub const NONE: Self = Self { rooks: Bitboard::EMPTY, walk: Bitboard::EMPTY, ways: Bitboard::EMPTY };

    #[inline(always)]
    pub fn new(b: &CountBoard, king: Square) -> Self {
        let mut castling = Self { rooks: b.castling & b.them, ..Self::NONE };
        for rook in castling.rooks {
            let path = CastlingPath::new(king, rook);
            castling.walk |= path.king_walk;
            castling.ways |= path.must_be_empty.with(rook);
            if !is_cornered(rook) {
                castling.ways |= king.rank().bitboard();
            }
        }
        castling
    }

    /// Where a piece of this role would look at the king's walk from, or stand in the way of something.
    #[inline(always)]
    pub fn touched_by<S: Side, A: Sliders>(&self, sliders: A, role: Role, open: Bitboard) -> Bitboard {
        let mut touched = self.ways;
        for square in self.walk {
            // Not the pawn's own attacks but where it would attack from.
            touched |= match role {
                Role::Pawn => sliders.of(role, <S::Opponent as Side>::COLOR, square, open),
                _ => sliders.of(role, S::COLOR, square, open),
            };
        }
        touched
    }
}

impl<const CASTLES: bool> Scene<'_, CASTLES> {
    #[inline(always)]
    pub fn castling(&self) -> Castling {
        if CASTLES { self.castling } else { Castling::NONE }
    }

    /// In how many ways the replier castles, if it is not in check: on a board with these pieces, where we attack these
    /// squares and have these rooks and queens.
    #[inline(always)]
    pub fn castles<A: Sliders>(
        &self,
        sliders: A,
        them: Bitboard,
        occupied: Bitboard,
        attacked: Bitboard,
        orthogonal: Bitboard,
    ) -> u32 {
        let mut castles = 0;
        for rook in self.castling().rooks & them {
            let path = CastlingPath::new(self.king, rook);
            if !path.is_free(occupied) || path.king_walk.intersects(attacked) {
                continue;
            }
            let landed = occupied.without(self.king).without(rook).with(path.king_to).with(path.rook_to);
            castles += u32::from(is_cornered(rook) || !sliders.rook(path.king_to, landed).intersects(orthogonal));
        }
        castles
    }
}
