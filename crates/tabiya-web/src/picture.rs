//! Boards and single pieces as SVG.

use tabiya::render::{Arrow, Diagram, Theme, Tint};
use tabiya::{Bitboard, Board, Color, Piece, Position, Square};

use crate::failure::Failure;

/// What a picture shows besides the pieces.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// Black at the bottom.
    pub flipped: bool,
    /// Letters and numbers at the edge.
    pub coordinates: bool,
    /// The colours for a dark page.
    pub dark: bool,
    /// Width and height in pixels; 0 for the usual.
    pub size: u32,
    /// Squares to frame.
    pub squares: Bitboard,
    /// Arrows as `e2e4` or, with a colour, `Re2e4`, with blanks in between.
    pub arrows: &'a str,
    /// The move before, in coordinates; empty for none.
    pub last_move: &'a str,
}

/// The board of a position.
pub fn board(position: &Position, options: &Options<'_>) -> Result<String, Failure> {
    let mut diagram = Diagram::of(position)
        .coordinates(options.coordinates)
        .bottom(if options.flipped { Color::Black } else { Color::White })
        .theme(if options.dark { Theme::Dark } else { Theme::Light })
        .size(if options.size == 0 { 400 } else { options.size })
        .overlay(options.squares);
    let read = |text: &str| {
        text.parse::<Arrow>().map_err(|error| Failure::new("argument", format_args!("\"{text}\": {error}")))
    };
    for text in options.arrows.split_whitespace() {
        diagram = diagram.arrow(read(text)?);
    }
    if !options.last_move.is_empty() {
        let Arrow { from, to, .. } = read(options.last_move)?;
        diagram = diagram.highlight(from.bitboard() | to.bitboard(), Tint::Yellow);
    }
    Ok(diagram.svg().to_string())
}

/// One piece alone, as the contents of an SVG of 100 by 100 units.
pub fn piece(letter: char, dark: bool) -> Result<String, Failure> {
    let piece = Piece::from_letter(letter)
        .ok_or_else(|| Failure::new("argument", format!("'{letter}' is not a piece; expected one of PNBRQKpnbrqk")))?;
    let mut alone = Board::EMPTY;
    // In the upper left corner a piece stands where its own drawing begins.
    alone.set(Square::A8, piece);
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let svg = Diagram::new(alone).theme(theme).svg().to_string();
    let definitions = svg.split_once("<defs>").and_then(|(_, rest)| rest.split_once("</defs>"));
    let used = svg.lines().find(|line| line.starts_with("<use"));
    match (definitions, used) {
        (Some((definitions, _)), Some(used)) => Ok(format!("<defs>{definitions}</defs>{used}")),
        _ => Err(Failure::new("argument", "the picture has no piece")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_and_pieces() {
        let start = Position::startpos();
        let options = Options { flipped: true, arrows: "Re2e4 d4", last_move: "e2e4", ..Options::default() };
        let svg = board(&start, &options).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("#d6352b"));
        let wrong = Options { arrows: "e9", ..options };
        assert_eq!(board(&start, &wrong).unwrap_err().kind, "argument");
        for letter in "PNBRQKpnbrqk".chars() {
            assert!(piece(letter, letter.is_lowercase()).unwrap().contains("<use"), "{letter}");
        }
        assert!(piece('x', false).is_err());
    }
}
