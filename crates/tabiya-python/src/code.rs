//! A move as Python sees it: two squares and a promotion, in sixteen bits.

use tabiya::castling::destinations;
use tabiya::{Move, Role, Square};

/// The bits: six for the first square, six for the second, and the promotion piece above, 0 for none or 1 (pawn)
/// to 6 (king) as in python-chess. Castling is written as the board writes it. 0 is the null move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code(pub u16);

impl Code {
    /// How many codes there are.
    pub const COUNT: usize = 7 << 12;

    pub fn new(from: Square, to: Square, promotion: Option<Role>) -> Code {
        let promotion = promotion.map_or(0, |role| role as u16 + 1);
        Code(from as u16 | (to as u16) << 6 | promotion << 12)
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
            0 => None,
            number => Role::from_index(usize::from(number) - 1),
        }
    }

    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The text of UCI.
    pub fn uci(self) -> String {
        if self.is_null() {
            return "0000".to_owned();
        }
        let mut text = format!("{}{}", self.from(), self.to());
        text.extend(self.promotion().map(Role::letter));
        text
    }

    pub fn parse(text: &str) -> Option<Code> {
        if text == "0000" {
            return Some(Code(0));
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
        // Staying where one is, is written 0000.
        if from == to { None } else { Some(Code::new(from, to, promotion)) }
    }
}
