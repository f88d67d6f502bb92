//! [`Predecessor`]: a position before an unmove, with one choice of what the board does not tell.

use tabiya::{Bitboard, MoveKind, Position, Rank, Role, Setup, Square};

use crate::Castles;
use crate::generate::leads_to;
use crate::unmove::{Unmove, behind};

/// A position and the move that leads from it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Predecessor {
    /// The position before.
    pub position: Position,
    /// The move, legal there, with what it captures.
    pub unmove: Unmove,
}

/// Every position before this unmove.
pub(crate) fn of(position: &Position, castles: Castles, unmove: Unmove) -> Vec<Predecessor> {
    let fewest = unmove.setup_before(position);
    let mut found = Vec::with_capacity(4);
    for rights in ended_rights(&fewest, castles, unmove).subsets() {
        let setup = Setup { castling: fewest.castling | rights, ..fewest };
        for en_passant in en_passant_choices(&setup, unmove) {
            let Ok(before) = Position::from_setup(Setup { en_passant, ..setup }) else {
                continue;
            };
            // A square on which no capture is legal does not make a position of its own.
            let counts = before.en_passant_legal() == en_passant;
            if counts && before.is_legal(unmove.forward()) && leads_to(&before, unmove.forward(), position) {
                found.push(Predecessor { position: before, unmove });
            }
        }
    }
    found
}

/// The rooks that may have had a castling right which the move ended.
fn ended_rights(before: &Setup, castles: Castles, unmove: Unmove) -> Bitboard {
    let (board, mover, mv) = (&before.board, before.turn, unmove.forward());
    let mut rooks = Bitboard::EMPTY;
    let mut add = |color: tabiya::Color, squares: Bitboard| {
        if let Some(king) = board.king(color)
            && king.rank() == color.back_rank()
        {
            let at_home = squares & board.pieces(color, Role::Rook) & color.back_rank().bitboard();
            rooks |= at_home.into_iter().filter(|&rook| castles.allow(king, rook)).collect::<Bitboard>();
        }
    };
    let moved_king = board.king(mover) == Some(mv.from());
    add(mover, if moved_king { Bitboard::FULL } else { mv.from().bitboard() });
    if let Some(square) = unmove.captured_square() {
        add(!mover, square.bitboard());
    }
    rooks - before.castling
}

/// No en passant square, and those of every pawn that may just have made a double push.
fn en_passant_choices(before: &Setup, unmove: Unmove) -> Vec<Option<Square>> {
    if unmove.forward().kind() == MoveKind::EnPassant {
        return vec![before.en_passant];
    }
    let pushed = before.board.pieces(!before.turn, Role::Pawn) & Rank::Fifth.relative_to(before.turn).bitboard();
    let mut choices = vec![None];
    choices.extend(pushed.into_iter().map(|pawn| Some(behind(pawn))));
    choices
}

/// The position before an unmove with the fewest rights.
pub(crate) fn plainest(position: &Position, unmove: Unmove) -> Option<Position> {
    Position::from_setup(unmove.setup_before(position)).ok()
}
