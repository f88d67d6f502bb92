//! The way in: from a position of the rules crate to the four words that kernels read.

use tabiya::{Color, Position, Role};

/// A whole position in four words, a square in one bit of each; `kernels/board.cu` says what they mean.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(C)]
pub struct Packed(pub [u64; 4]);

/// What a rook is that may castle, and a pawn that may be captured en passant.
const CASTLING_ROOK: u32 = 5;
const EN_PASSANT: u32 = 15;

impl Packed {
    /// Packs a position. The side to move goes up: with black to move the board is turned over.
    pub fn new(position: &Position) -> Self {
        let mut packed = Self::default();
        let black = position.turn() == Color::Black;
        let castling = position.castling_rights().rooks();
        // As the kernels see it: only where a pawn stands ready, whether or not it may legally take.
        let jumped = position.en_passant().map(|target| target.index() ^ 8);
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let role = match piece.role() {
                Role::Pawn => 0,
                Role::Knight => 1,
                Role::Bishop => 2,
                Role::King => 3,
                Role::Rook if castling.0 >> square.index() & 1 != 0 => CASTLING_ROOK,
                Role::Rook => 4,
                Role::Queen => 6,
            };
            let mut code = if piece.color() == position.turn() { 8 | role } else { 7 ^ role };
            if jumped == Some(square.index()) {
                code = EN_PASSANT;
            }
            let at = if black { square.index() ^ 56 } else { square.index() };
            for (i, word) in packed.0.iter_mut().enumerate() {
                *word |= u64::from(code >> i & 1) << at;
            }
        }
        packed
    }
}
