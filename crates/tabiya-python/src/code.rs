//! A move as Python sees it: two squares and a promotion, or a drop, in sixteen bits.

use pyo3::prelude::*;
use pyo3::types::PyString;
use tabiya::castling::destinations;
use tabiya::{Move, Role, Square};

/// The bits: six for the first square, six for the second, and the promotion piece above, 0 for none or 1 (pawn)
/// to 6 (king) as in python-chess. Castling is written as the board writes it. 0 is the null move. The highest bit is
/// set for a drop, which chess does not have: both squares are where the piece lands, and the promotion piece is the
/// piece. Drops are read and written, so that a board can say why it refuses them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code(pub u16);

impl Code {
    /// How many codes there are of moves that are not drops.
    pub const COUNT: usize = 7 << 12;

    const DROP: u16 = 1 << 15;

    pub fn new(from: Square, to: Square, promotion: Option<Role>) -> Code {
        let promotion = promotion.map_or(0, |role| role as u16 + 1);
        Code(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    pub fn of_drop(role: Role, to: Square) -> Code {
        Code(Code::new(to, to, Some(role)).0 | Code::DROP)
    }

    pub fn from_bits(bits: u16) -> Option<Code> {
        (usize::from(bits) < Code::COUNT).then_some(Code(bits))
    }

    /// How a board in this mode writes a move: castling as the king's own squares, or in Chess960 as king takes rook.
    #[inline(always)]
    pub fn of(mv: Move, chess960: bool) -> Code {
        let bits = mv.bits();
        match bits >> 12 {
            2 | 3 if !chess960 => {
                let to = mv.castling_wing().map_or(mv.to(), |wing| destinations(mv.from().rank(), wing).0);
                Code::new(mv.from(), to, None)
            }
            // Promotions begin with the knight, which is 2 in Python.
            8.. => Code(bits & 0xfff | ((bits >> 12 & 3) + 2) << 12),
            _ => Code(bits & 0xfff),
        }
    }

    #[inline(always)]
    pub fn from(self) -> Square {
        Square::from_low_bits(self.0 as u8)
    }

    #[inline(always)]
    pub fn to(self) -> Square {
        Square::from_low_bits((self.0 >> 6) as u8)
    }

    #[inline(always)]
    pub fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            0 | 8.. => None,
            number => Role::from_index(usize::from(number) - 1),
        }
    }

    /// The piece that is dropped, if this is a drop.
    pub fn drop(self) -> Option<Role> {
        if self.0 & Code::DROP == 0 { None } else { Role::from_index(usize::from(self.0 >> 12 & 7) - 1) }
    }

    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The text of UCI.
    pub fn uci(self) -> String {
        if self.is_null() {
            return "0000".to_owned();
        }
        if let Some(role) = self.drop() {
            return format!("{}@{}", role.letter().to_ascii_uppercase(), self.to());
        }
        let mut text = format!("{}{}", self.from(), self.to());
        text.extend(self.promotion().map(Role::letter));
        text
    }

    /// The text of UCI as a Python object, made without a detour where it is short.
    pub fn text(self, py: Python<'_>) -> Bound<'_, PyString> {
        if self.is_null() || self.drop().is_some() {
            return PyString::new(py, &self.uci());
        }
        let square = |square: Square| [b'a' + (square as u8 & 7), b'1' + (square as u8 >> 3)];
        let ([a, b], [c, d]) = (square(self.from()), square(self.to()));
        let letter = self.promotion().map_or(b' ', |role| role.letter() as u8);
        let bytes = [a, b, c, d, letter];
        let length = if letter == b' ' { 4 } else { 5 };
        PyString::new(py, core::str::from_utf8(&bytes[..length]).unwrap_or_default())
    }

    pub fn parse(text: &str) -> Option<Code> {
        if text == "0000" {
            return Some(Code(0));
        }
        if let Some((piece, square)) = text.split_once('@') {
            let mut letters = piece.chars();
            let role = letters.next().and_then(|letter| Role::from_letter(letter.to_ascii_lowercase()))?;
            let lower = letters.next().is_none() && !square.bytes().any(|byte| byte.is_ascii_uppercase());
            return if lower { Some(Code::of_drop(role, square.parse().ok()?)) } else { None };
        }
        let (squares, promotion) = match text.len() {
            4 => (text, None),
            5 => (text.get(..4)?, Some(Role::from_letter(text.chars().next_back().filter(char::is_ascii_lowercase)?)?)),
            _ => return None,
        };
        let square = |range: core::ops::Range<usize>| {
            let name = squares.get(range)?;
            if name.bytes().any(|byte| byte.is_ascii_uppercase()) { None } else { name.parse().ok() }
        };
        let (from, to): (Square, Square) = (square(0..2)?, square(2..4)?);
        // The move that stays on its square is the null move, written 0000.
        if from == to { None } else { Some(Code::new(from, to, promotion)) }
    }
}
