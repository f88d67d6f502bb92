//! The description of a position before it is checked.

use crate::{Bitboard, Board, CastlingRights, Color, Piece, Square};

/// Everything a FEN says, true or not. [`Position::from_setup`](crate::Position::from_setup) checks it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose move it is.
    pub turn: Color,
    /// The squares of the rooks that may still castle.
    pub castling: Bitboard,
    /// The square a pawn passed over with its double push a move ago, whether or not it can be captured there.
    pub en_passant: Option<Square>,
    /// Moves by either side since the last capture or pawn move. A FEN with more than 65535 is written, but not read
    /// again.
    pub halfmove_clock: u32,
    /// The number of the move, from 1, counted up after Black's. A FEN with more than 65535 is written, but not read
    /// again.
    pub fullmove: u32,
}

impl Setup {
    /// No pieces, White to move.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        turn: Color::White,
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove: 1,
    };

    /// The start of a game of standard chess.
    pub fn startpos() -> Setup {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        Setup { board: Board::startpos(), castling: corners.into_iter().collect(), ..Setup::EMPTY }
    }

    /// The castling field as rights; they may lack their rooks before they are validated.
    pub fn castling_rights(&self) -> CastlingRights {
        CastlingRights::on(&self.board, self.castling)
    }

    /// The same situation with the sides exchanged and the board flipped from top to bottom.
    pub fn mirrored(&self) -> Setup {
        Setup {
            board: self.board.mirrored(),
            turn: !self.turn,
            castling: self.castling.flip_vertical(),
            en_passant: self.en_passant.map(Square::flip_vertical),
            ..*self
        }
    }

    /// Puts a piece on a square (or empties it) and gives the changed setup back, for building positions in code.
    ///
    /// ```
    /// use tabiya::{Piece, Position, Setup, Square};
    /// let setup = Setup::EMPTY
    ///     .with_piece(Square::E1, Some(Piece::WhiteKing))
    ///     .with_piece(Square::E8, Some(Piece::BlackKing));
    /// assert!(Position::from_setup(setup).unwrap().is_insufficient_material());
    /// ```
    pub fn with_piece(mut self, square: Square, piece: Option<Piece>) -> Setup {
        match piece {
            Some(piece) => self.board.set(square, piece),
            None => {
                self.board.remove(square);
            }
        }
        self
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::startpos()
    }
}
