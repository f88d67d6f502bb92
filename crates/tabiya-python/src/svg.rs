//! Pictures.

use std::fmt::Write as _;

use pyo3::prelude::*;
use tabiya::render::{Arrow, Diagram, Theme, Tint};
use tabiya::{Bitboard, Board, Color, Piece, Square};

use crate::board::PyBoard;
use crate::convert::{ColorArg, MaskArg, SquareArg};
use crate::errors;
use crate::moves::MoveArg;
use crate::piece::PieceArg;

/// The first piece on the picture of a board begins with this.
const PIECES: &str = "<use href=";

/// A picture without pieces needs no colours for them.
fn without_gradients(svg: &str) -> String {
    let needed = |line: &&str| !line.starts_with("<linearGradient");
    svg.lines().filter(needed).fold(String::with_capacity(svg.len()), |text, line| text + line + "\n")
}

/// The pieces of a picture get the classes that other programs style: `class="white king"`.
fn with_classes(svg: String) -> String {
    let mut text = String::with_capacity(svg.len() + 12 * 22);
    let mut copied = 0;
    // The groups that draw a piece end their names with its letter: `<g id="tabiya-light-K" stroke-linecap=…`.
    for (at, _) in svg.match_indices("\" stroke-linecap") {
        let mut before = svg[..at].chars().rev();
        if let (Some(letter), Some('-')) = (before.next(), before.next())
            && let Some(piece) = Piece::from_letter(letter)
        {
            text.push_str(&svg[copied..=at]);
            let _ = write!(text, " class=\"{} {}\"", name_of(piece.color()), piece.role().name());
            copied = at + 1;
        }
    }
    text.push_str(&svg[copied..]);
    text
}

fn name_of(color: Color) -> &'static str {
    color.pick("white", "black")
}

/// One piece, without a board.
pub fn piece(piece: Piece, size: Option<u32>) -> String {
    let board: Board = [(Square::A8, piece)].into_iter().collect();
    let whole = Diagram::new(board).svg().to_string();
    let definitions = whole.find("<defs>").zip(whole.find("</defs>")).map_or("", |(from, to)| &whole[from..to]);
    let drawn = whole.find(PIECES).map_or("", |at| &whole[at..]);
    let size = size.map_or(String::new(), |size| format!(" width=\"{size}\" height=\"{size}\""));
    // A picture of one piece has the name that other programs refer to it by.
    let plain = format!("tabiya-light-{}", piece.letter());
    let name = format!("{}-{}", name_of(piece.color()), piece.role().name());
    let (definitions, drawn) = (definitions.replace(&plain, &name), drawn.replace(&plain, &name));
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"{size}>\n{definitions}</defs>\n{drawn}")
}

/// A set of squares on an empty board.
pub fn squares(squares: Bitboard) -> String {
    Diagram::new(Board::EMPTY).size(390).overlay(squares).coordinates(true).svg().to_string()
}

/// A colour of `fill`, as CSS: no quote or tag may get into the picture with it.
fn css_color(color: &str) -> PyResult<&str> {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "#(),.% ".contains(c);
    if !color.is_empty() && color.chars().all(harmless) {
        Ok(color)
    } else {
        Err(errors::value(format!("\"{}\" is not a colour: expected a name or #rrggbb", crate::text::cut(color))))
    }
}

/// The colours that PGN comments know.
fn tint(color: &str) -> Option<Tint> {
    match color.to_ascii_lowercase().as_str() {
        "green" | "g" => Some(Tint::Green),
        "red" | "r" => Some(Tint::Red),
        "yellow" | "y" => Some(Tint::Yellow),
        "blue" | "b" => Some(Tint::Blue),
        _ => None,
    }
}

/// An arrow in any other colour: the last line of a picture of nothing else, painted anew.
fn painted(from: Square, to: Square, bottom: Color, color: &str) -> String {
    let arrow = Arrow { from, to, tint: Tint::Green };
    let whole = Diagram::new(Board::EMPTY).bottom(bottom).arrow(arrow).svg().to_string();
    let line = whole.lines().rfind(|line| !line.starts_with("</")).unwrap_or_default();
    let attribute = if from == to { "stroke=\"" } else { "fill=\"" };
    match line.split_once(attribute) {
        Some((before, after)) => {
            format!("{before}{attribute}{color}{}\n", after.find('"').map_or("", |end| &after[end..]))
        }
        None => String::new(),
    }
}

/// The picture of a board as SVG.
#[pyfunction]
#[pyo3(signature = (board, orientation, lastmove, check, arrows, fill, squares, size, coordinates, dark, light_square, dark_square))]
#[allow(clippy::too_many_arguments)]
pub fn _svg_board(
    board: Option<&Bound<'_, PyBoard>>,
    orientation: ColorArg,
    lastmove: Option<MoveArg>,
    check: Option<SquareArg>,
    arrows: Vec<(SquareArg, SquareArg, String)>,
    fill: Vec<(SquareArg, String)>,
    squares: Option<MaskArg>,
    size: Option<u32>,
    coordinates: bool,
    dark: bool,
    light_square: Option<&str>,
    dark_square: Option<&str>,
) -> PyResult<String> {
    let (pieces, title) = match board {
        Some(board) => (board.get().with(|core| *core.now.board()), board.get().fen_text(false, "legal", false)?),
        None => (Board::EMPTY, String::new()),
    };
    let mut diagram = Diagram::new(pieces)
        .title(title)
        .bottom(orientation.0)
        .coordinates(coordinates)
        .size(size.unwrap_or(400))
        .theme(if dark { Theme::Dark } else { Theme::Light });
    if let Some(check) = check {
        diagram = diagram.checks(check.0.bitboard());
    }
    if let Some(squares) = squares {
        diagram = diagram.overlay(squares.0);
    }
    let mut above = String::new();
    for (from, to, color) in &arrows {
        match tint(css_color(color)?) {
            Some(tint) => diagram = diagram.arrow(Arrow { from: from.0, to: to.0, tint }),
            None => above.push_str(&painted(from.0, to.0, orientation.0, color)),
        }
    }
    let mut layer = String::new();
    let mut paint = |square: Square, color: &str, opacity: &str| {
        let (file, rank) = (square.file().index(), square.rank().index());
        let (column, row) = orientation.0.pick((file, 7 - rank), (7 - file, rank));
        let (x, y) = (100 * column, 100 * row);
        let _ = writeln!(
            layer,
            "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{color}\" fill-opacity=\"{opacity}\"/>"
        );
    };
    if let Some(lastmove) = lastmove.map(|mv| mv.0).filter(|code| !code.is_null()) {
        paint(lastmove.from(), if dark { "#7f8f3e" } else { "#d7c452" }, ".8");
        paint(lastmove.to(), if dark { "#7f8f3e" } else { "#d7c452" }, ".8");
    }
    for (square, color) in &fill {
        paint(square.0, css_color(color)?, "1");
    }
    let mut svg = diagram.svg().to_string();
    if !layer.is_empty() {
        // Under checks, coordinates and pieces, above the squares.
        let squares_end = svg.find("h-100z\"/>\n").map_or(svg.len(), |at| at + "h-100z\"/>\n".len());
        svg.insert_str(squares_end, &layer);
    }
    svg.insert_str(svg.rfind("</svg>").unwrap_or(svg.len()), &above);
    for (old, new) in [("#efe2c9", light_square), ("#b58a66", dark_square)] {
        if let Some(new) = new {
            svg = svg.replace(old, css_color(new)?);
        }
    }
    Ok(if pieces.occupied().is_empty() { without_gradients(&svg) } else { with_classes(svg) })
}

/// The picture of a piece as SVG.
#[pyfunction]
#[pyo3(signature = (piece, size))]
pub fn _svg_piece(piece: PieceArg, size: Option<u32>) -> String {
    self::piece(piece.0, size)
}

#[pymethods]
impl PyBoard {
    fn _repr_svg_(&self) -> PyResult<String> {
        let (pieces, check, last) = self.with(|core| {
            let check = core.now.checkers().any().then(|| core.now.king(core.now.turn())).flatten();
            (*core.now.board(), check, core.past.last().map(|played| played.code))
        });
        let mut diagram = Diagram::new(pieces).title(self.fen_text(false, "legal", false)?).coordinates(true).size(390);
        diagram = diagram.checks(check.map_or(Bitboard::EMPTY, Square::bitboard)).bottom(Color::White);
        if let Some(code) = last.filter(|code| !code.is_null()) {
            diagram = diagram.last_move(tabiya::Move::new(code.from(), code.to(), tabiya::MoveKind::Quiet));
        }
        Ok(with_classes(diagram.svg().to_string()))
    }
}
