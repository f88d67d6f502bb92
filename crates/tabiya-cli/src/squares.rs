//! Sets of squares by name, for `tabiya show --bitboard`.

use std::str::FromStr;

use tabiya::{Bitboard, NamedSet, Position};

/// A set of squares as typed: a name, or the bits themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareSet {
    /// A set that the library knows by name.
    Named(NamedSet),
    /// Given in hexadecimal.
    Bits(Bitboard),
}

impl SquareSet {
    /// The squares in a position.
    pub fn squares(self, position: &Position) -> Bitboard {
        match self {
            SquareSet::Named(set) => set.squares(position),
            SquareSet::Bits(bits) => bits,
        }
    }

    /// The long help: every name with its meaning.
    pub fn help() -> String {
        let mut help = "Mark a set of squares: 64 bits in hexadecimal (0x…, a1 lowest), or".to_owned();
        for set in NamedSet::ALL {
            help += &format!("\n  {set:<18} {}", set.sentence());
        }
        help
    }
}

impl FromStr for SquareSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = match text.parse() {
            Ok(set) => return Ok(SquareSet::Named(set)),
            Err(error) => error,
        };
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
        // `from_str_radix` would take a sign, too.
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u64::from_str_radix(digits, 16) {
            Ok(bits) if is_hexadecimal => Ok(SquareSet::Bits(Bitboard(bits))),
            _ => Err(format!("{unknown}, or up to 16 hexadecimal digits")),
        }
    }
}
