//! A position in 64 bytes, as an array holds it.
//!
//! | bytes | |
//! |---|---|
//! | 0–47 | pawns, knights, bishops, rooks, queens, kings of both sides: six little-endian bitboards |
//! | 48–55 | the pieces of White |
//! | 56, 57 | the files of White's and of Black's castling rooks, one bit each |
//! | 58 | 1 if White is to move |
//! | 59 | the square behind a double push, 64 for none |
//! | 60 | the halfmove clock, at most 255 |
//! | 61 | 1 if castling is written king takes rook |
//! | 62, 63 | the move number, little-endian |

use tabiya::{Bitboard, Board, Color, EnPassantField, Position, Role, Setup, Square, Tolerance};

pub const BYTES: usize = 64;

pub type Packed = [u8; BYTES];

pub fn pack(position: &Position, chess960: bool) -> Packed {
    let mut bytes = [0; BYTES];
    let board = position.board();
    for role in Role::ALL {
        bytes[8 * role as usize..][..8].copy_from_slice(&board.by_role(role).0.to_le_bytes());
    }
    bytes[48..56].copy_from_slice(&board.by_color(Color::White).0.to_le_bytes());
    let rooks = position.castling_rights().rooks().0;
    bytes[56] = rooks as u8;
    bytes[57] = (rooks >> 56) as u8;
    bytes[58] = u8::from(position.turn() == Color::White);
    bytes[59] = position.last_double_push().map_or(64, |square| square as u8);
    bytes[60] = position.halfmove_clock().min(255) as u8;
    bytes[61] = chess960.into();
    bytes[62..].copy_from_slice(&(position.fullmove() as u16).to_le_bytes());
    bytes
}

/// The position and whether castling is written king takes rook, or what is wrong.
pub fn unpack(bytes: &Packed) -> Result<(Position, bool), String> {
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&bytes[at..at + 8]);
        Bitboard(u64::from_le_bytes(word))
    };
    let white = word(48);
    let roles = Role::ALL.map(|role| word(8 * role as usize));
    let seen = roles.into_iter().fold(Bitboard::EMPTY, |all, squares| all | squares);
    let board = Board::from_bitboards(roles, [white, seen - white]).ok_or_else(|| odd(white, seen))?;
    let en_passant = match bytes[59] {
        64.. => None,
        square => Some(Square::from_low_bits(square)),
    };
    let setup = Setup {
        board,
        turn: if bytes[58] != 0 { Color::White } else { Color::Black },
        castling: Bitboard(u64::from(bytes[56]) | u64::from(bytes[57]) << 56),
        en_passant,
        halfmove_clock: bytes[60].into(),
        fullmove: u16::from_le_bytes([bytes[62], bytes[63]]).max(1).into(),
    };
    match Position::from_setup_with(setup, Tolerance::ALL) {
        Ok(position) => Ok((position, bytes[61] != 0)),
        Err(invalid) => Err(invalid.to_string()),
    }
}

#[cold]
fn odd(white: Bitboard, seen: Bitboard) -> String {
    let what =
        if white.is_subset_of(seen) { "two pieces stand on one square" } else { "White has a square without a piece" };
    what.to_owned()
}

/// The position as a setup that shows the square behind every double push; for FENs.
pub fn fen(position: &Position) -> String {
    let style = tabiya::FenStyle { castling: tabiya::CastlingField::XFen, en_passant: EnPassantField::Legal };
    position.to_fen(style)
}
