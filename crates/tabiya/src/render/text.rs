//! Boards for a terminal: three columns per square, coloured or plain.

use core::fmt;

use super::{Diagram, Theme, Tint};
use crate::{Color, File, Piece, Rank, Role, Square};

/// How a text board looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextStyle {
    /// Paint squares and marks with terminal colours; without them marks are brackets.
    pub color: bool,
    /// What stands for a piece.
    pub pieces: Pieces,
}

/// What stands for a piece in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// The chess characters of Unicode: ♔ ♚.
    #[default]
    Unicode,
    /// The letters of FEN: K k.
    Letters,
}

/// A diagram painted as text, one line per rank.
///
/// Without colours a mark is a pair of brackets round the square:
/// `!` a king in check, `<>` laid over, `[]` highlighted, `()` the last move.
/// Arrows are for pictures; here the squares they touch count as highlighted.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    diagram: &'a Diagram,
    style: TextStyle,
}

/// The one mark that shows when a square has several: the first of these that applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Check,
    Overlay,
    Tint(Tint),
    LastMove,
    None,
}

impl<'a> Text<'a> {
    pub(super) fn new(diagram: &'a Diagram, style: TextStyle) -> Self {
        Text { diagram, style }
    }

    fn mark(&self, square: Square) -> Mark {
        let diagram = self.diagram;
        if diagram.checks.contains(square) {
            return Mark::Check;
        }
        if diagram.overlay.contains(square) {
            return Mark::Overlay;
        }
        let touches = |arrow: &&super::Arrow| arrow.from == square || arrow.to == square;
        let arrow = diagram.arrows.iter().rev().find(touches).map(|arrow| arrow.tint);
        if let Some(tint) = diagram.tint_of(square).or(arrow) {
            return Mark::Tint(tint);
        }
        if diagram.last_move.contains(square) { Mark::LastMove } else { Mark::None }
    }

    fn symbol(&self, piece: Piece) -> char {
        match (self.style.pieces, self.style.color) {
            (Pieces::Letters, _) => piece.letter(),
            // On painted squares the ink tells the colours apart, and filled shapes read best.
            (Pieces::Unicode, true) => FILLED[piece.role().index()],
            (Pieces::Unicode, false) => piece.color().pick(OUTLINED, FILLED)[piece.role().index()],
        }
    }

    fn plain_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (open, close) = match self.mark(square) {
            Mark::Check => ('!', '!'),
            Mark::Overlay => ('<', '>'),
            Mark::Tint(_) => ('[', ']'),
            Mark::LastMove => ('(', ')'),
            Mark::None => (' ', ' '),
        };
        let empty = if square.is_light() { ' ' } else { '·' };
        let symbol = self.diagram.board.piece_at(square).map_or(empty, |piece| self.symbol(piece));
        write!(f, "{open}{symbol}{close}")
    }

    fn painted_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let paint = Paint::of(self.diagram.theme, square.is_light(), self.mark(square));
        let piece = self.diagram.board.piece_at(square);
        let ink = piece.map_or(Color::White, Piece::color).pick(231, 16);
        let symbol = piece.map_or(' ', |piece| self.symbol(piece));
        write!(f, "\x1b[48;5;{paint}m\x1b[1;38;5;{ink}m {symbol} ", paint = paint.0)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        let right_edge = diagram.bottom.pick(File::H, File::A);
        let left_edge = diagram.bottom.pick(File::A, File::H);
        for square in diagram.reading_order() {
            if square.file() == left_edge && diagram.coordinates {
                write!(f, "{} ", square.rank())?;
            }
            if self.style.color {
                self.painted_square(f, square)?;
            } else {
                self.plain_square(f, square)?;
            }
            if square.file() == right_edge {
                f.write_str(if self.style.color { "\x1b[0m\n" } else { "\n" })?;
            }
        }
        if diagram.coordinates {
            f.write_str("  ")?;
            let bottom_rank = diagram.bottom.pick(Rank::First, Rank::Eighth);
            for square in diagram.reading_order().filter(|square| square.rank() == bottom_rank) {
                write!(f, " {} ", square.file())?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// In the order of [`Role`].
const OUTLINED: [char; Role::ALL.len()] = ['♙', '♘', '♗', '♖', '♕', '♔'];
const FILLED: [char; Role::ALL.len()] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// A background from the 256 colours every modern terminal knows.
struct Paint(u8);

impl Paint {
    fn of(theme: Theme, light: bool, mark: Mark) -> Paint {
        let shade = |on_light, on_dark| if light { on_light } else { on_dark };
        Paint(match mark {
            Mark::Check => shade(203, 160),
            Mark::Overlay => shade(110, 67),
            Mark::Tint(Tint::Green) => shade(107, 65),
            Mark::Tint(Tint::Red) => shade(174, 131),
            Mark::Tint(Tint::Yellow) => shade(179, 136),
            Mark::Tint(Tint::Blue) => shade(74, 31),
            Mark::LastMove => shade(186, 143),
            Mark::None => match theme {
                Theme::Light => shade(180, 137),
                Theme::Dark => shade(103, 60),
            },
        })
    }
}
