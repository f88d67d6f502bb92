//! Boards as SVG: a self-contained document of shapes, with no font, script or style sheet.
//!
//! A square is 100 units. The layers, from the wood up: squares, last move, highlights, checks,
//! the overlay, coordinates, pieces, arrows.

use core::fmt::{self, Write};

use super::{Arrow, Diagram, Theme, Tint, glyphs, pieces};
use crate::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// A diagram painted as an SVG document.
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    diagram: &'a Diagram,
    palette: &'static Palette,
}

impl<'a> Svg<'a> {
    pub(super) fn new(diagram: &'a Diagram) -> Self {
        let palette = match diagram.theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        };
        Svg { diagram, palette }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (square.file().index() as u32, square.rank().index() as u32);
        let (column, row) = self.diagram.bottom.pick((file, 7 - rank), (7 - file, rank));
        (100 * column, 100 * row)
    }

    /// The middle of a square.
    fn centre(&self, square: Square) -> Point {
        let (x, y) = self.corner(square);
        Point { x: x as f32 + 50.0, y: y as f32 + 50.0 }
    }

    /// The squares of a set, from the top left to the bottom right of the picture.
    fn in_order(&self, set: Bitboard) -> impl Iterator<Item = Square> + use<> {
        self.diagram.reading_order().filter(move |&square| set.contains(square))
    }

    /// One path that covers a set of squares; nothing for the empty set.
    fn squares(&self, f: &mut fmt::Formatter<'_>, set: Bitboard, paint: &str, opacity: &str) -> fmt::Result {
        if set.is_empty() {
            return Ok(());
        }
        write!(f, "<path fill=\"{paint}\" fill-opacity=\"{opacity}\" d=\"")?;
        for square in self.in_order(set) {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h100v100h-100z")?;
        }
        f.write_str("\"/>\n")
    }

    /// What the picture refers to: paints, and each piece that stands on the board, once.
    fn definitions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.palette.id;
        f.write_str("<defs>\n")?;
        for color in Color::ALL {
            let Paint { near, far, .. } = color.pick(&self.palette.white, &self.palette.black);
            writeln!(
                f,
                "<linearGradient id=\"{id}-{color}\"><stop offset=\".25\" stop-color=\"{near}\"/>\
                 <stop offset=\"1\" stop-color=\"{far}\"/></linearGradient>"
            )?;
        }
        if !self.diagram.checks.is_empty() {
            writeln!(
                f,
                "<radialGradient id=\"{id}-check\"><stop offset=\".2\" stop-color=\"#ff2a1f\"/>\
                 <stop offset=\".55\" stop-color=\"#e6190f\" stop-opacity=\".8\"/>\
                 <stop offset=\"1\" stop-color=\"#c41208\" stop-opacity=\"0\"/></radialGradient>"
            )?;
        }
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece::new(color, role);
                if !self.diagram.board.by_piece(piece).is_empty() {
                    self.piece_definition(f, piece)?;
                }
            }
        }
        f.write_str("</defs>\n")
    }

    fn piece_definition(&self, f: &mut fmt::Formatter<'_>, piece: Piece) -> fmt::Result {
        let id = self.palette.id;
        let color = piece.color();
        let Paint { outline, line, .. } = color.pick(&self.palette.white, &self.palette.black);
        let shape = pieces::shape(piece.role());
        write!(
            f,
            "<g id=\"{id}-{letter}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <path fill=\"url(#{id}-{color})\" stroke=\"{outline}\" stroke-width=\"3\" d=\"{body}\"/>\
             <path fill=\"none\" stroke=\"{line}\" stroke-width=\"2.6\" d=\"{lines}\"/>",
            letter = piece.letter(),
            body = shape.body,
            lines = shape.lines,
        )?;
        if !shape.dots.is_empty() {
            write!(f, "<path fill=\"{line}\" d=\"{}\"/>", shape.dots)?;
        }
        f.write_str("</g>\n")
    }

    fn coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bottom = self.diagram.bottom;
        let left_file = bottom.pick(File::A, File::H);
        let bottom_rank = bottom.pick(Rank::First, Rank::Eighth);
        f.write_str("<g fill=\"none\" stroke-width=\"2.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")?;
        for square in self.diagram.reading_order() {
            let (x, y) = self.corner(square);
            // Each character takes the colour of the other squares, as printed boards do. On the blue of the overlay
            // neither of the two can be read.
            let ink = match square.is_light() {
                _ if self.diagram.overlay.contains(square) => self.palette.overlay_ink,
                true => self.palette.dark,
                false => self.palette.light,
            };
            let mut glyph = |x: u32, y: u32, path: &str| {
                writeln!(f, "<path stroke=\"{ink}\" transform=\"translate({x} {y})\" d=\"{path}\"/>")
            };
            if square.file() == left_file {
                glyph(x + 6, y + 7, glyphs::rank(square.rank()))?;
            }
            if square.rank() == bottom_rank {
                glyph(x + 85, y + 76, glyphs::file(square.file()))?;
            }
        }
        f.write_str("</g>\n")
    }

    /// Frames rather than fills, so that pieces and other marks stay visible inside.
    fn overlay(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let overlay = self.diagram.overlay;
        if overlay.is_empty() {
            return Ok(());
        }
        let paint = self.palette.overlay;
        write!(
            f,
            "<path fill=\"{paint}\" fill-opacity=\".38\" stroke=\"{paint}\" stroke-width=\"5\" \
             stroke-linejoin=\"round\" d=\""
        )?;
        for square in self.in_order(overlay) {
            let (x, y) = self.corner(square);
            write!(f, "M{} {}h86v86h-86z", x + 7, y + 7)?;
        }
        f.write_str("\"/>\n")
    }

    fn pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.diagram.reading_order() {
            if let Some(piece) = self.diagram.board.piece_at(square) {
                let (x, y) = self.corner(square);
                let letter = piece.letter();
                let id = self.palette.id;
                writeln!(f, "<use href=\"#{id}-{letter}\" x=\"{x}\" y=\"{y}\"/>")?;
            }
        }
        Ok(())
    }

    fn arrow(&self, f: &mut fmt::Formatter<'_>, arrow: &Arrow) -> fmt::Result {
        let paint = tint_paint(arrow.tint);
        let from = self.centre(arrow.from);
        if arrow.from == arrow.to {
            let (x, y) = (from.x as u32, from.y as u32);
            return writeln!(
                f,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"none\" stroke=\"{paint}\" \
                 stroke-width=\"8\" opacity=\".8\"/>"
            );
        }
        write!(f, "<path fill=\"{paint}\" opacity=\".8\" d=\"")?;
        for (i, point) in arrow_outline(from, self.centre(arrow.to)).into_iter().enumerate() {
            write!(f, "{}{} {}", if i == 0 { 'M' } else { 'L' }, Tenths(point.x), Tenths(point.y))?;
        }
        f.write_str("Z\"/>\n")
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 800\" \
             width=\"{size}\" height=\"{size}\" role=\"img\">",
            size = diagram.size
        )?;
        if !diagram.title.is_empty() {
            writeln!(f, "<title>{}</title>", Escaped(&diagram.title))?;
        }
        self.definitions(f)?;
        let dark: Bitboard = Square::ALL.into_iter().filter(|square| !square.is_light()).collect();
        writeln!(f, "<rect width=\"800\" height=\"800\" fill=\"{}\"/>", self.palette.light)?;
        self.squares(f, dark, self.palette.dark, "1")?;
        self.squares(f, diagram.last_move, self.palette.last_move, ".8")?;
        for tint in Tint::ALL {
            self.squares(f, diagram.highlights[tint as usize], tint_paint(tint), ".6")?;
        }
        for square in self.in_order(diagram.checks) {
            let Point { x, y } = self.centre(square);
            let (x, y) = (x as u32, y as u32);
            let id = self.palette.id;
            writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"50\" fill=\"url(#{id}-check)\"/>")?;
        }
        self.overlay(f)?;
        if diagram.coordinates {
            self.coordinates(f)?;
        }
        self.pieces(f)?;
        for arrow in &diagram.arrows {
            self.arrow(f, arrow)?;
        }
        f.write_str("</svg>\n")
    }
}

#[derive(Clone, Copy)]
struct Point {
    x: f32,
    y: f32,
}

/// The seven corners of an arrow between the middles of two different squares.
fn arrow_outline(from: Point, to: Point) -> [Point; 7] {
    const SHAFT: f32 = 8.0;
    const HEAD: f32 = 24.0;
    const HEAD_LENGTH: f32 = 36.0;
    const GAP_BEHIND: f32 = 16.0;
    const GAP_AHEAD: f32 = 6.0;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = square_root(dx * dx + dy * dy);
    let (ux, uy) = (dx / length, dy / length);
    // `along` the arrow from its start, `aside` to its right.
    let at =
        |along: f32, aside: f32| Point { x: from.x + ux * along - uy * aside, y: from.y + uy * along + ux * aside };
    let tip = length - GAP_AHEAD;
    let neck = tip - HEAD_LENGTH;
    [
        at(GAP_BEHIND, -SHAFT),
        at(neck, -SHAFT),
        at(neck, -HEAD),
        at(tip, 0.0),
        at(neck, HEAD),
        at(neck, SHAFT),
        at(GAP_BEHIND, SHAFT),
    ]
}

/// A number with one digit after the point. Printing a float in general brings kilobytes of tables along.
struct Tenths(f32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nothing of a board lies left of it or above it.
        let tenths = (self.0 * 10.0 + 0.5) as u32;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// Newton's method, because `core` has no square root; exact enough for a tenth of a unit.
fn square_root(value: f32) -> f32 {
    let mut root = 400.0;
    for _ in 0..12 {
        root = 0.5 * (root + value / root);
    }
    root
}

/// The colours of a theme.
#[derive(Debug)]
struct Palette {
    /// Begins every `id`, so that pictures of both themes can share a page.
    id: &'static str,
    light: &'static str,
    dark: &'static str,
    last_move: &'static str,
    overlay: &'static str,
    /// The letters and digits on squares of the overlay.
    overlay_ink: &'static str,
    white: Paint,
    black: Paint,
}

/// The colours of one side's pieces: lit from the left, darker to the right.
#[derive(Debug)]
struct Paint {
    near: &'static str,
    far: &'static str,
    outline: &'static str,
    line: &'static str,
}

static LIGHT: Palette = Palette {
    id: "tabiya-light",
    light: "#efe2c9",
    dark: "#b58a66",
    last_move: "#d7c452",
    overlay: "#2f7fd1",
    overlay_ink: "#141211",
    white: Paint { near: "#ffffff", far: "#e6dcc8", outline: "#2a2522", line: "#2a2522" },
    black: Paint { near: "#5b5653", far: "#2b2826", outline: "#141211", line: "#cfc7b8" },
};

static DARK: Palette = Palette {
    id: "tabiya-dark",
    light: "#8b98a8",
    dark: "#566273",
    last_move: "#7f8f3e",
    overlay: "#4aa8ff",
    overlay_ink: "#10151b",
    white: Paint { near: "#fdfcf8", far: "#d9d6cc", outline: "#1d2127", line: "#1d2127" },
    // Black on a dark square is seen by its outline, so the outline is the light part.
    black: Paint { near: "#2b3037", far: "#121518", outline: "#b9c3cf", line: "#b9c3cf" },
};

fn tint_paint(tint: Tint) -> &'static str {
    match tint {
        Tint::Green => "#2f9e44",
        Tint::Red => "#d6352b",
        Tint::Yellow => "#e8a317",
        Tint::Blue => "#1f6fc4",
    }
}

/// Text between tags.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                // XML has no way to write most control characters.
                control if control.is_control() => f.write_char(' ')?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}
