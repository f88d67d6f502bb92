//! Colours, kinds of pieces, pieces, and the [`Side`] trait that makes a colour known at compile time.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::square::dense_enum;
use crate::{Bitboard, Direction, Rank};

dense_enum! {
    /// Which player.
    Color, 2, [White, Black]
}

dense_enum! {
    /// What a piece is, of either side.
    Role, 6, [Pawn, Knight, Bishop, Rook, Queen, King]
}

dense_enum! {
    /// A piece of one colour. The index is `6 * color + role`.
    Piece, 12, [
        WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing,
        BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing,
    ]
}

dense_enum! {
    /// The side of the board a king castles to: [`King`](Wing::King) is the h-file's side, [`Queen`](Wing::Queen) the
    /// a-file's.
    Wing, 2, [King, Queen]
}

impl Color {
    /// One of two values, by colour.
    #[inline(always)]
    pub fn pick<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// The other side; `!color` says the same.
    #[inline(always)]
    #[must_use]
    pub const fn opposite(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The way this side's pawns go.
    #[inline(always)]
    pub const fn forward(self) -> Direction {
        match self {
            Color::White => Direction::North,
            Color::Black => Direction::South,
        }
    }

    /// The rank this side's pieces begin on.
    #[inline(always)]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        self.opposite()
    }
}

/// A text that names no colour.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseColorError;

impl fmt::Display for ParseColorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected white, black, w or b")
    }
}

impl core::error::Error for ParseColorError {}

impl FromStr for Color {
    type Err = ParseColorError;

    /// `white`, `black`, `w` or `b`, in either case.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let names =
            |color: &Color| text.eq_ignore_ascii_case(color.name()) || text.eq_ignore_ascii_case(&color.name()[..1]);
        Color::ALL.into_iter().find(names).ok_or(ParseColorError)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

impl Role {
    /// What a pawn may become, the usual choice first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The lower-case English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The role with this English letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter {
            'p' | 'P' => Role::Pawn,
            'n' | 'N' => Role::Knight,
            'b' | 'B' => Role::Bishop,
            'r' | 'R' => Role::Rook,
            'q' | 'Q' => Role::Queen,
            'k' | 'K' => Role::King,
            _ => return None,
        })
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Piece {
    /// The piece of this colour and role.
    #[inline(always)]
    pub const fn new(color: Color, role: Role) -> Piece {
        // Two rows: of a role that is known while compiling, the piece is one of two constants.
        match color {
            Color::White => Piece::ALL[role as usize],
            Color::Black => Piece::ALL[6 + role as usize],
        }
    }

    /// Whose piece it is.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// What it is.
    #[inline(always)]
    pub const fn role(self) -> Role {
        // No remainder: where the piece is one of two constants, so is this.
        let place = self as usize;
        Role::ALL[if place < 6 { place } else { place - 6 }]
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.role().letter().to_ascii_uppercase(),
            Color::Black => self.role().letter(),
        }
    }

    /// The chess symbol of Unicode: `♔` to `♙` for White, `♚` to `♟` for Black.
    pub const fn unicode(self) -> char {
        const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
        const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
        match self.color() {
            Color::White => WHITE[self.role() as usize],
            Color::Black => BLACK[self.role() as usize],
        }
    }

    /// The piece with this FEN letter.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece::new(color, role)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl Not for Wing {
    type Output = Wing;
    #[inline(always)]
    fn not(self) -> Wing {
        match self {
            Wing::King => Wing::Queen,
            Wing::Queen => Wing::King,
        }
    }
}

/// A colour as a type: what depends on it is a constant where a function is generic over its side.
pub trait Side: 'static {
    /// The same colour as a value.
    const COLOR: Color;
    /// The other side.
    type Opponent: Side;
    /// The way this side's pawns go.
    const UP: Direction = Self::COLOR.forward();
    /// A pawn's capture towards the h-file.
    const UP_EAST: Direction = match Self::COLOR {
        Color::White => Direction::NorthEast,
        Color::Black => Direction::SouthEast,
    };
    /// A pawn's capture towards the a-file.
    const UP_WEST: Direction = match Self::COLOR {
        Color::White => Direction::NorthWest,
        Color::Black => Direction::SouthWest,
    };
    /// Where a pawn lands after one step of its first double push.
    const THIRD_RANK: Bitboard = Rank::Third.relative_to(Self::COLOR).bitboard();
    /// The rank pawns promote from.
    const SEVENTH_RANK: Bitboard = Rank::Seventh.relative_to(Self::COLOR).bitboard();
    /// The rank pawns promote on.
    const EIGHTH_RANK: Bitboard = Rank::Eighth.relative_to(Self::COLOR).bitboard();
}

/// The two sides as types, for code that is generic over [`Side`].
pub mod side {
    use super::{Color, Side};

    /// White, as a type.
    pub struct White;
    /// Black, as a type.
    pub struct Black;

    impl Side for White {
        const COLOR: Color = Color::White;
        type Opponent = Black;
    }

    impl Side for Black {
        const COLOR: Color = Color::Black;
        type Opponent = White;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(Piece::WhiteKnight.letter(), 'N');
        assert_eq!((Piece::WhiteKing.unicode(), Piece::BlackPawn.unicode()), ('♔', '♟'));
    }

    #[test]
    fn colours_by_name() {
        for (text, color) in
            [("white", Color::White), ("B", Color::Black), ("w", Color::White), ("Black", Color::Black)]
        {
            assert_eq!(text.parse(), Ok(color));
        }
        assert_eq!("green".parse::<Color>(), Err(ParseColorError));
        assert_eq!(Color::White.opposite(), Color::Black);
    }
}
