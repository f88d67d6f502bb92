//! What users of the peers write themselves.

use std::str::FromStr;

/// A position of chess as usual.
pub fn shakmaty_read(fen: &str) -> Option<shakmaty::Chess> {
    shakmaty::fen::Fen::from_ascii(fen.as_bytes()).ok()?.into_position(shakmaty::CastlingMode::Standard).ok()
}

/// A legal move in the notation of UCI.
pub fn shakmaty_uci(board: &shakmaty::Chess, uci: &str) -> Option<shakmaty::Move> {
    shakmaty::uci::UciMove::from_ascii(uci.as_bytes()).ok()?.to_move(board).ok()
}

/// A move in the notation of UCI, legal or not.
pub fn chess_uci(_: &chess::Board, uci: &str) -> Option<chess::ChessMove> {
    chess::ChessMove::from_str(uci).ok()
}

/// What users of cozy-chess write.
pub mod cozy {
    use cozy_chess::{
        BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
        get_pawn_attacks, get_rook_moves,
    };
    use std::hint::black_box;

    /// A move in the notation of UCI, legal or not.
    pub fn parse_uci(board: &Board, uci: &str) -> Option<Move> {
        cozy_chess::util::parse_uci_move(board, uci).ok()
    }

    /// The legal moves to some squares, as a list.
    pub fn list(board: &Board, to: BitBoard) -> u64 {
        let mut list = arrayvec::ArrayVec::<Move, 218>::new();
        board.generate_moves(|mut set| {
            set.to &= to;
            list.extend(set);
            false
        });
        black_box(&list).len() as u64
    }

    /// The pieces of both sides that attack a square.
    pub fn attackers_to(board: &Board, square: Square) -> u64 {
        let occupied = board.occupied();
        let queens = board.pieces(Piece::Queen);
        let pawns = |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
        let attackers = (get_king_moves(square) & board.pieces(Piece::King))
            | (get_knight_moves(square) & board.pieces(Piece::Knight))
            | (get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens))
            | (get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens))
            | pawns(Color::White)
            | pawns(Color::Black);
        attackers.0
    }

    /// The squares that the side not to move attacks.
    pub fn threats(board: &Board) -> u64 {
        let (color, occupied) = (!board.side_to_move(), board.occupied());
        let mut all = get_king_moves(board.king(color));
        for square in board.colored_pieces(color, Piece::Pawn) {
            all |= get_pawn_attacks(square, color);
        }
        for square in board.colored_pieces(color, Piece::Knight) {
            all |= get_knight_moves(square);
        }
        let queens = board.colored_pieces(color, Piece::Queen);
        for square in board.colored_pieces(color, Piece::Bishop) | queens {
            all |= get_bishop_moves(square, occupied);
        }
        for square in board.colored_pieces(color, Piece::Rook) | queens {
            all |= get_rook_moves(square, occupied);
        }
        all.0
    }
}
