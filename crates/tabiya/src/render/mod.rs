//! Pictures of a board: one description, [`Diagram`], drawn as text or as SVG.
//!
//! Everything that can be seen is data first: which way the board is turned, what is marked on
//! which squares, which arrows are drawn. The two painters, [`Diagram::text`] and
//! [`Diagram::svg`], only read it.
//!
//! ```
//! use tabiya::Position;
//! use tabiya::render::{Diagram, TextStyle};
//!
//! let diagram = Diagram::of(&Position::startpos()).coordinates(true).arrow("e2e4".parse().unwrap());
//! assert!(diagram.svg().to_string().starts_with("<svg"));
//! print!("{}", diagram.text(TextStyle::default()));
//! ```

mod glyphs;
mod pieces;
mod svg;
mod text;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::castling::destinations;
use crate::{Bitboard, Board, Color, Move, Position, Square};

pub use svg::Svg;
pub use text::{Pieces, Text, TextStyle};

/// What a picture of a board shows.
///
/// Built by chaining; every method takes the diagram and gives it back changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    board: Board,
    title: String,
    bottom: Color,
    coordinates: bool,
    theme: Theme,
    size: u32,
    last_move: Bitboard,
    checks: Bitboard,
    overlay: Bitboard,
    highlights: [Bitboard; Tint::ALL.len()],
    arrows: Vec<Arrow>,
}

impl Diagram {
    /// The pieces of a board, White at the bottom, nothing marked.
    pub fn new(board: Board) -> Self {
        Diagram {
            board,
            title: String::new(),
            bottom: Color::White,
            coordinates: false,
            theme: Theme::Light,
            size: 400,
            last_move: Bitboard::EMPTY,
            checks: Bitboard::EMPTY,
            overlay: Bitboard::EMPTY,
            highlights: [Bitboard::EMPTY; Tint::ALL.len()],
            arrows: Vec::new(),
        }
    }

    /// A position: its pieces, its FEN as the title, and a king in check marked.
    pub fn of(position: &Position) -> Self {
        let mut diagram = Diagram::new(*position.board()).title(position.fen());
        if position.in_check() {
            diagram.checks = position.king_of(position.turn()).bitboard();
        }
        diagram
    }

    /// Names the picture, for screen readers and tooltips.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Turns the board so that this side sits at the bottom.
    #[must_use]
    pub fn bottom(mut self, side: Color) -> Self {
        self.bottom = side;
        self
    }

    /// Whether to letter the files and number the ranks.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> Self {
        self.coordinates = shown;
        self
    }

    /// Chooses the colours.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// The width and height an SVG asks for, in pixels; it scales to any size.
    #[must_use]
    pub fn size(mut self, pixels: u32) -> Self {
        self.size = pixels;
        self
    }

    /// Marks the squares a move left and reached; for a castle, the king's.
    #[must_use]
    pub fn last_move(mut self, mv: Move) -> Self {
        let to = match mv.castling_wing() {
            Some(wing) => destinations(mv.from().rank(), wing).0,
            None => mv.to(),
        };
        self.last_move = mv.from().bitboard() | to.bitboard();
        self
    }

    /// Marks kings as being in check.
    #[must_use]
    pub fn checks(mut self, kings: Bitboard) -> Self {
        self.checks = kings;
        self
    }

    /// Lays a set of squares over the board.
    #[must_use]
    pub fn overlay(mut self, squares: Bitboard) -> Self {
        self.overlay = squares;
        self
    }

    /// Colours squares; a square may carry several tints, the last one of [`Tint::ALL`] on top.
    #[must_use]
    pub fn highlight(mut self, squares: Bitboard, tint: Tint) -> Self {
        self.highlights[tint as usize] |= squares;
        self
    }

    /// Draws an arrow, or a ring where it starts and ends on one square.
    #[must_use]
    pub fn arrow(mut self, arrow: Arrow) -> Self {
        self.arrows.push(arrow);
        self
    }

    /// The picture as lines of text.
    pub fn text(&self, style: TextStyle) -> Text<'_> {
        Text::new(self, style)
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> Svg<'_> {
        Svg::new(self)
    }

    /// The squares in reading order: the top row from left to right, then the next.
    fn reading_order(&self) -> impl Iterator<Item = Square> + use<> {
        let bottom = self.bottom;
        (0..64).map(move |i| {
            // Index 56 is a8, the upper left corner when White sits at the bottom.
            let as_white = Square::ALL[i ^ 56];
            bottom.pick(as_white, as_white.flip_vertical().flip_horizontal())
        })
    }

    /// The tint on top of a square, if it has one.
    fn tint_of(&self, square: Square) -> Option<Tint> {
        Tint::ALL.into_iter().rev().find(|&tint| self.highlights[tint as usize].contains(square))
    }
}

/// A set of colours for squares and pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Warm wood, for pages with a light background.
    #[default]
    Light,
    /// Cool slate, for pages with a dark background.
    Dark,
}

/// The colours of arrows and highlighted squares, the ones PGN comments know (`[%cal Ge2e4]`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tint {
    /// `G`
    #[default]
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl Tint {
    /// Every tint, in the order they are painted.
    pub const ALL: [Tint; 4] = [Tint::Green, Tint::Red, Tint::Yellow, Tint::Blue];

    /// The letter that PGN comments use.
    pub fn letter(self) -> char {
        match self {
            Tint::Green => 'G',
            Tint::Red => 'R',
            Tint::Yellow => 'Y',
            Tint::Blue => 'B',
        }
    }

    /// The tint of a capital letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Tint::ALL.into_iter().find(|tint| tint.letter() == letter)
    }
}

/// An arrow between two squares; a ring where both are the same.
///
/// Its text is the one of PGN comments: a tint's letter (green if left out), then one square or two.
///
/// ```
/// use tabiya::Square;
/// use tabiya::render::{Arrow, Tint};
///
/// let arrow: Arrow = "Rg1f3".parse().unwrap();
/// assert_eq!(arrow, Arrow { from: Square::G1, to: Square::F3, tint: Tint::Red });
/// assert_eq!(arrow.to_string(), "Rg1f3");
/// assert_eq!("e4".parse::<Arrow>().unwrap().to_string(), "Ge4");
/// assert!("e2e9".parse::<Arrow>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where its head is.
    pub to: Square,
    /// Its colour.
    pub tint: Tint,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tint.letter(), self.from)?;
        if self.from == self.to { Ok(()) } else { write!(f, "{}", self.to) }
    }
}

impl FromStr for Arrow {
    type Err = ArrowError;

    fn from_str(text: &str) -> Result<Self, ArrowError> {
        let mut letters = text.chars();
        let (tint, squares) = match letters.next().and_then(Tint::from_letter) {
            Some(tint) => (tint, letters.as_str()),
            None => (Tint::default(), text),
        };
        if !squares.is_ascii() || !matches!(squares.len(), 2 | 4) {
            return Err(ArrowError);
        }
        let from = squares[..2].parse().map_err(|_| ArrowError)?;
        let to = squares[squares.len() - 2..].parse().map_err(|_| ArrowError)?;
        Ok(Arrow { from, to, tint })
    }
}

/// The text is not an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrowError;

impl fmt::Display for ArrowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one square or two, like `e4` or `e2e4`, after an optional colour letter G, R, Y or B")
    }
}

impl core::error::Error for ArrowError {}
