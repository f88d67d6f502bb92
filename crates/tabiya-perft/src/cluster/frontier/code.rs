//! A position in 24 bytes, so that millions of them fit into memory and sort fast.
//!
//! The first word says which squares are occupied, the other two what stands there, four bits per piece in the
//! order of the squares. Castling rights and en passant are kinds of rook and pawn. Whose turn it is, is the
//! same for all positions at the same number of plies from one.

use tabiya::side::{Black, White};
use tabiya::{Bitboard, Color, Piece, Position, Role, Setup, Side, Square, Tolerance};

use crate::arch::plain_sliders;
use crate::count::board::{CountBoard, only};
use crate::count::digest::Digest;
use crate::count::generate::en_passant_takers;
use crate::run::plan::Turn;

/// What a code has room for.
pub(crate) const MOST_PIECES: u32 = 32;

/// A position but for whose turn it is; two are equal exactly if the positions are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Code(pub [u64; 3]);

/// Kinds of piece beyond the six roles.
const CASTLING_ROOK: u8 = 6;
const JUMPED_PAWN: u8 = 7;
/// Added for Black's pieces.
const BLACK: u8 = 8;

impl Code {
    /// Mixes the position, its turn and the number of paths to it into a checksum.
    pub fn add_to(self, digest: &mut Digest, color: Color, paths: u64) {
        digest.word(color as u64);
        self.0.into_iter().chain([paths]).for_each(|word| digest.word(word));
    }

    /// The code of a position of at most [`MOST_PIECES`] pieces. A pawn that jumped is told apart only if it
    /// may really be taken en passant.
    pub fn new(turn: &Turn) -> Self {
        let b = &turn.board;
        let jumped = match turn.color {
            Color::White => jumped_pawn::<White>(b),
            Color::Black => jumped_pawn::<Black>(b),
        };
        let black = if turn.color == Color::White { b.them } else { b.us };
        let mut words = [b.occupied().0, 0, 0];
        for (i, square) in b.occupied().into_iter().take(MOST_PIECES as usize).enumerate() {
            let kind = if jumped.contains(square) {
                JUMPED_PAWN
            } else if b.castling.contains(square) {
                CASTLING_ROOK
            } else {
                b.role_on(square) as u8
            };
            let kind = kind | if black.contains(square) { BLACK } else { 0 };
            words[1 + i / 16] |= u64::from(kind) << (4 * (i % 16));
        }
        Self(words)
    }

    /// The squares and what the code says of each.
    fn pieces(self) -> impl Iterator<Item = (Square, Color, u8)> {
        Bitboard(self.0[0]).into_iter().take(MOST_PIECES as usize).enumerate().map(move |(i, square)| {
            let kind = (self.0[1 + i / 16] >> (4 * (i % 16))) as u8 & 15;
            let color = if kind & BLACK != 0 { Color::Black } else { Color::White };
            (square, color, kind & !BLACK)
        })
    }

    /// The counting board again.
    pub fn turn(self, color: Color) -> Turn {
        let none = Bitboard::EMPTY;
        let mut board = CountBoard {
            us: none,
            them: none,
            pawns: none,
            knights: none,
            diagonal: none,
            orthogonal: none,
            kings: none,
            castling: none,
            en_passant: none,
        };
        for (square, owner, kind) in self.pieces() {
            let set = square.bitboard();
            *(if owner == color { &mut board.us } else { &mut board.them }) |= set;
            board.toggle(role_of(kind), set);
            match kind {
                CASTLING_ROOK => board.castling |= set,
                JUMPED_PAWN => board.en_passant = set.shift(color.forward()),
                _ => {}
            }
        }
        Turn { board, color }
    }

    /// The position, as if the game began with it. Unusual material is accepted, because the first position may have
    /// had it. `None` if this is not the code of a position.
    pub fn position(self, turn: Color) -> Option<Position> {
        let mut setup = Setup { turn, ..Setup::EMPTY };
        for (square, color, kind) in self.pieces() {
            setup.board.set(square, Piece::new(color, role_of(kind)));
            match kind {
                CASTLING_ROOK => setup.castling |= square.bitboard(),
                JUMPED_PAWN => setup.en_passant = square.bitboard().shift(turn.forward()).first(),
                _ => {}
            }
        }
        Position::from_setup_with(setup, Tolerance::ALL).ok()
    }
}

fn role_of(kind: u8) -> Role {
    match kind {
        CASTLING_ROOK => Role::Rook,
        JUMPED_PAWN => Role::Pawn,
        kind => Role::from_index(kind as usize).unwrap_or(Role::Pawn),
    }
}

/// The pawn that may be taken en passant.
fn jumped_pawn<S: Side>(b: &CountBoard) -> Bitboard {
    if b.en_passant.is_empty() || en_passant_takers::<S, _>(plain_sliders(), b).is_empty() {
        return Bitboard::EMPTY;
    }
    only(b.en_passant).bitboard().shift(<S::Opponent as Side>::UP)
}
