//! King steps and castling.

use super::{Context, Kind, Sink};
use crate::attacks::{self, Sliders};
use crate::castling::{CastlingPath, wing_of};
use crate::position::checked_lines;
use crate::{Bitboard, Role, Side};

#[inline(always)]
pub(super) fn generate<S: Side, K: Kind, A: Sliders, T: Sink>(context: &Context<'_, A>, sink: &mut T) {
    let king = context.king;
    if !context.origins.contains(king) {
        return;
    }
    let mut targets = attacks::king(king) & context.wanted::<K>();
    let rooks = match (K::QUIETS, K::LEGAL) {
        (false, _) => Bitboard::EMPTY,
        (true, false) => context.position.castling_candidates(S::COLOR, context.checkers),
        (true, true) => context.position.unpinned_castling_candidates(S::COLOR, context.checkers, context.pinned),
    };
    let castles = Castles::with_free_paths(context, rooks & context.targets);
    if K::LEGAL {
        // One question about all squares: those beside the king matter to steps and castles alike.
        let safe = safe::<S, A>(context, targets | castles.king_walks);
        for rook in castles.rooks {
            if CastlingPath::new(king, rook).is_walk_safe(safe) {
                sink.castle(wing_of(king, rook), king, rook);
            }
        }
        targets &= safe;
    } else {
        for rook in castles.rooks {
            sink.castle(wing_of(king, rook), king, rook);
        }
        if K::CHECK_MASK {
            targets -= checked_lines(context.checkers - leapers(context), king);
        }
    }
    sink.piece(Role::King, king, targets - context.them, targets & context.them);
}

/// Castles for which only the safety of the king is in question.
struct Castles {
    /// With these rooks.
    rooks: Bitboard,
    /// Where the king of any of them passes or ends.
    king_walks: Bitboard,
}

impl Castles {
    #[inline(always)]
    fn with_free_paths<A: Sliders>(context: &Context<'_, A>, rooks: Bitboard) -> Castles {
        let mut castles = Castles { rooks: Bitboard::EMPTY, king_walks: Bitboard::EMPTY };
        for rook in rooks {
            let path = CastlingPath::new(context.king, rook);
            if path.is_free(context.occupied()) {
                castles.rooks = castles.rooks.with(rook);
                castles.king_walks |= path.king_walk;
            }
        }
        castles
    }
}

/// The squares among these that are not in [`king_danger`](crate::Position::king_danger).
#[inline(always)]
fn safe<S: Side, A: Sliders>(context: &Context<'_, A>, squares: Bitboard) -> Bitboard {
    if squares.is_empty() {
        return squares;
    }
    let board = context.position.board();
    let them = context.them;
    let mut safe = squares
        - attacks::pawns(!S::COLOR, them & board.by_role(Role::Pawn))
        - attacks::knights(them & board.by_role(Role::Knight))
        - attacks::king(context.position.king_of(!S::COLOR));
    let occupied = context.occupied().without(context.king);
    let (diagonal, orthogonal) = (board.diagonal_sliders() & them, board.orthogonal_sliders() & them);
    for square in safe {
        if context.sliders.bishop(square, occupied).intersects(diagonal)
            || context.sliders.rook(square, occupied).intersects(orthogonal)
        {
            safe = safe.without(square);
        }
    }
    safe
}

#[inline(always)]
fn leapers<A: Sliders>(context: &Context<'_, A>) -> Bitboard {
    let board = context.position.board();
    board.by_role(Role::Knight) | board.by_role(Role::Pawn)
}
