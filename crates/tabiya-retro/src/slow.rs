//! The slow twin of the generator, short and obvious: every board that differs by one move is built, checked, and asked
//! whether that move leads back. For tests and for readers.

use tabiya::castling::wing_of;
use tabiya::{Board, Color, File, Move, MoveKind, Piece, Position, Role, Setup, Square};

use crate::generate::leads_to;
use crate::{Castles, Unmove};

/// The same unmoves as [`Retro::unmoves`](crate::Retro::unmoves), in another order.
pub fn unmoves(position: &Position, castles: Castles) -> Vec<Unmove> {
    let mover = !position.turn();
    let mut found = Vec::new();
    for (to, piece) in position.board().iter().filter(|(_, piece)| piece.color() == mover) {
        for from in Square::ALL {
            if position.board().piece_at(from).is_none() {
                ordinary(position, piece, from, to, &mut found);
            }
        }
    }
    castles_of(position, castles, mover, &mut found);
    found
}

/// Everything but castles: the piece as it is, or as the pawn it was, from `from` to `to`.
fn ordinary(position: &Position, piece: Piece, from: Square, to: Square, found: &mut Vec<Unmove>) {
    let mover = piece.color();
    let victims = [None, Some(Role::Pawn), Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];
    let rights = position.castling_rights().rooks();
    for origin in [piece.role(), Role::Pawn] {
        for captured in victims {
            let mut board = *position.board();
            board.remove(to);
            board.set(from, Piece::new(mover, origin));
            if let Some(role) = captured {
                board.set(to, Piece::new(!mover, role));
            }
            try_board(position, board, rights, None, from, to, found);
        }
    }
    // En passant: the victim stands beside the square that the pawn came from.
    let victim = Square::new(to.file(), from.rank());
    if piece.role() == Role::Pawn && position.board().piece_at(victim).is_none() && victim != from {
        let mut board = *position.board();
        board.remove(to);
        board.set(from, piece);
        board.set(victim, Piece::new(!mover, Role::Pawn));
        try_board(position, board, rights, Some(to), from, to, found);
    }
}

fn castles_of(position: &Position, castles: Castles, mover: Color, found: &mut Vec<Unmove>) {
    let king = position.king_of(mover);
    let rank = mover.back_rank();
    for (king_file, rook_file) in File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (king, rook))) {
        let (king_from, rook_from) = (Square::new(king_file, rank), Square::new(rook_file, rank));
        if king_from == rook_from || !castles.allow(king_from, rook_from) {
            continue;
        }
        let (king_to, rook_to) = tabiya::castling::destinations(rank, wing_of(king_from, rook_from));
        let rook = Piece::new(mover, Role::Rook);
        if king != king_to || position.board().piece_at(rook_to) != Some(rook) {
            continue;
        }
        let mut board = *position.board();
        board.remove(king_to);
        board.remove(rook_to);
        if board.piece_at(king_from).is_none() && board.piece_at(rook_from).is_none() {
            board.set(king_from, Piece::new(mover, Role::King));
            board.set(rook_from, rook);
            let rights = position.castling_rights().rooks().with(rook_from);
            try_board(position, board, rights, None, king_from, rook_from, found);
        }
    }
}

/// Adds the legal move from `from` to `to` on this board that leads to the position, if there is one.
fn try_board(
    position: &Position,
    board: Board,
    castling: tabiya::Bitboard,
    en_passant: Option<Square>,
    from: Square,
    to: Square,
    found: &mut Vec<Unmove>,
) {
    let setup = Setup { board, turn: !position.turn(), castling, en_passant, ..Setup::EMPTY };
    let Ok(before) = Position::from_setup(setup) else {
        return;
    };
    let is_it = |mv: &Move| mv.from() == from && mv.to() == to && leads_to(&before, *mv, position);
    for mv in before.legal_moves().into_iter().filter(is_it) {
        let captured = match mv.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            kind if kind.is_capture() => before.role_at(to),
            _ => None,
        };
        let unmove = Unmove::new(mv, captured);
        if !found.contains(&unmove) {
            found.push(unmove);
        }
    }
}
