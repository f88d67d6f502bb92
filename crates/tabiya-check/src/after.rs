//! The position after a move, against the oracle and the rules. In a file of its own, because fuzzing checks it too.

use tabiya::{Color, Piece, Position, Rank, Role, Square, oracle};

/// Compares the position after every legal move with what the rules say of board, turn, rights, double push and clocks.
pub fn compare_after(position: &Position) -> Result<(), String> {
    let (board, turn) = (position.board(), position.turn());
    let rooks = position.castling_rights().rooks();
    for mv in position.legal_moves() {
        let after = position.after_unchecked(mv);
        let differs = |what: &str| Err(format!("{what} after {mv:?} differs: {}", position.fen()));
        let (from, to) = (mv.from(), mv.to());
        let role = board.piece_at(from).map(Piece::role);
        let (is_pawn, is_king) = (role == Some(Role::Pawn), role == Some(Role::King));
        let ranks = (from.rank() as i8 + to.rank() as i8, (from.rank() as i8 - to.rank() as i8).abs());
        let passed = (is_pawn && ranks.1 == 2).then(|| Square::new(from.file(), Rank::ALL[(ranks.0 / 2) as usize]));
        let takes = board.piece_at(to).is_some_and(|piece| piece.color() != turn);
        let clock = if is_pawn || takes { 0 } else { (position.halfmove_clock() + 1).min(u32::from(u16::MAX)) };
        let number = position.fullmove().saturating_add(u32::from(turn == Color::Black));
        let kept = |&rook: &Square| {
            let owner = board.piece_at(rook).map(Piece::color);
            rook != from && rook != to && !(is_king && owner == Some(turn))
        };
        if *after.board() != oracle::board_after(position, mv) {
            return differs("the board");
        }
        if after.turn() == turn {
            return differs("the turn");
        }
        if after.castling_rights().rooks() != rooks.into_iter().filter(kept).collect() {
            return differs("who may castle");
        }
        if after.last_double_push() != passed {
            return differs("the double push");
        }
        if after.halfmove_clock() != clock || after.fullmove() != number {
            return differs("the clock or the number of the move");
        }
    }
    Ok(())
}
