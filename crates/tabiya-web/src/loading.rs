//! One game of a PGN as `loadPgn` takes it over: the main line, with comments, marks and glyphs as they are written.
//! chess.js keeps all three by the FEN of the position they follow.

use serde::Serialize;
use tabiya::notation::pgn::{Ending, GameResult, Interest, PgnError, PgnErrorKind, Reader, Text, Visitor};
use tabiya::notation::san::{San, SanError, SanPlus};
use tabiya::{Game, Position};

use crate::failure::Failure;
use crate::fen;
use crate::records::Record;

/// What a position of the game is said to be: the FEN and the words.
type Said<T> = (String, T);

/// A game as `loadPgn` takes it over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loaded {
    /// The tags, in the order of the text.
    pub headers: Vec<(String, String)>,
    /// Where it begins.
    pub fen: String,
    /// Whether its castling needs Chess960.
    pub chess960: bool,
    /// The main line, as sixteen bits each; 0 is a null move.
    pub moves: Vec<u16>,
    /// Comments, spaces included.
    pub comments: Vec<Said<String>>,
    /// The marks `!` to `?!`.
    pub marks: Vec<Said<&'static str>>,
    /// Numbered glyphs such as `$14`.
    pub nags: Vec<Said<Vec<u8>>>,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
}

/// The marks in the order of their glyphs.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Reads the first game of a text. With `strict`, moves must be spelt as the standard has it, but for marks of check,
/// and a `FEN` tag counts only with `[SetUp "1"]`.
pub fn load(text: &str, strict: bool) -> Result<Loaded, Failure> {
    let mut loader = Loader { strict, ..Loader::default() };
    let mut reader = Reader::from_bytes(text.as_bytes());
    let read = reader.read_game(&mut loader);
    // The reader keeps a sign that means nothing as a comment and warns; in chess.js it is an error.
    let stray = |warning: &&PgnError| matches!(warning.kind, PgnErrorKind::UnexpectedSymbol(_));
    let read = read.and_then(|_| reader.warnings().iter().find(stray).cloned().map_or(Ok(()), Err));
    match read {
        Ok(()) => Ok(loader.finish()),
        Err(error) => {
            let message = match error.kind {
                // The words of chess.js, which programs compare.
                PgnErrorKind::SetUpWithoutFen => "Invalid PGN: FEN tag must be supplied with SetUp tag".to_owned(),
                PgnErrorKind::NullMoveInCheck => format!("{error}: Null move not allowed when in check"),
                _ => format!("Invalid PGN: {error}"),
            };
            Err(Failure { line: Some(error.line), column: Some(error.column), ..Failure::new("pgn", message) })
        }
    }
}

/// Whether a short text has a part. The search of the standard library, which is made for long texts, would add a
/// kilobyte to the module.
fn has(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window == part.as_bytes())
}

/// The text with a space for each end of a line.
fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char == '\r' && chars.peek() == Some(&'\n') {
            chars.next();
        }
        line.push(if matches!(char, '\r' | '\n') { ' ' } else { char });
    }
    line
}

/// Hears one game after the other. What is said is kept with the number of half moves before it.
#[derive(Default)]
pub(crate) struct Loader {
    strict: bool,
    headers: Vec<(String, String)>,
    game: Game,
    comments: Vec<(usize, String)>,
    marks: Vec<(usize, &'static str)>,
    nags: Vec<(usize, Vec<u8>)>,
    result: Option<GameResult>,
}

impl Loader {
    fn finish(self) -> Loaded {
        let variant = self.header("Variant").unwrap_or_default().to_ascii_lowercase();
        let fens: Vec<&Position> = self.game.positions().collect();
        let fen = |ply: usize| fens.get(ply).map_or_else(String::new, |position| position.fen());
        Loaded {
            fen: self.game.start().fen(),
            chess960: has(&variant, "960") || has(&variant, "fischer") || fen::needs_chess960(self.game.start()),
            moves: self.moves(),
            comments: self.comments.iter().map(|(ply, text)| (fen(*ply), text.clone())).collect(),
            marks: self.marks.iter().map(|(ply, mark)| (fen(*ply), *mark)).collect(),
            nags: self.nags.iter().map(|(ply, nags)| (fen(*ply), nags.clone())).collect(),
            result: self.result.unwrap_or(GameResult::Unknown).as_str(),
            headers: self.headers,
        }
    }

    /// The game as a file's list of games has it. Spaces at the ends of comments are of no meaning there.
    pub(crate) fn record(&mut self) -> Record {
        Record {
            headers: core::mem::take(&mut self.headers),
            fen: self.game.start().fen(),
            chess960: fen::needs_chess960(self.game.start()),
            moves: self.moves(),
            comments: self.comments.drain(..).map(|(ply, text)| (ply, text.trim().to_owned())).collect(),
            result: self.result.unwrap_or(GameResult::Unknown).as_str(),
        }
    }

    fn moves(&self) -> Vec<u16> {
        self.game.moves().map(|mv| mv.map_or(0, |mv| mv.bits())).collect()
    }

    /// The value of a tag, its name in any case: the last one counts.
    fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().rev().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        values.next().map(|(_, value)| value.as_str())
    }
}

impl Visitor for Loader {
    fn begin_game(&mut self) {
        *self = Loader { strict: self.strict, ..Loader::default() };
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.headers.push((name.to_owned(), value.decode().into_owned()));
        Ok(())
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        let set_up = self.header("SetUp") == Some("1");
        let start = match self.header("FEN").filter(|_| set_up || !self.strict) {
            // Rights without their rooks fall here as they do in `load`.
            Some(text) => fen::position_with(text, fen::Castling::Any)
                .or_else(|_| fen::position_with(text, fen::Castling::Standard))
                .or_else(|_| Position::from_fen(text).map_err(|error| PgnErrorKind::BadFen(Box::new(error))))?,
            None if set_up && self.strict => return Err(PgnErrorKind::SetUpWithoutFen),
            None => Position::startpos(),
        };
        self.game = Game::new(start);
        Ok(Interest::Read)
    }

    fn san(&mut self, plus: SanPlus) -> Result<(), PgnErrorKind> {
        if plus.san == San::Null {
            return if self.game.push_null() { Ok(()) } else { Err(PgnErrorKind::NullMoveInCheck) };
        }
        let before = self.game.position();
        let mv = plus.san.resolve(before)?;
        if self.strict {
            let expected = before.san(mv);
            if expected.as_str().trim_end_matches(['+', '#']) != plus.san.to_string() {
                return Err(SanError::NotCanonical { expected }.into());
            }
        }
        self.game.push(mv);
        Ok(())
    }

    fn mark(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        if let Some(mark) = MARKS.get(usize::from(glyph).wrapping_sub(1)) {
            self.marks.push((self.game.ply(), mark));
        }
        Ok(())
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        let here = self.game.ply();
        match self.nags.last_mut().filter(|(ply, _)| *ply == here) {
            Some((_, nags)) => nags.push(glyph),
            None => self.nags.push((here, vec![glyph])),
        }
        Ok(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        let here = self.game.ply();
        let text = comment.decode();
        let text = match comment.is_rest_of_line() {
            true => text.trim().to_owned(),
            false => in_one_line(&text),
        };
        match self.comments.last_mut().filter(|(ply, _)| *ply == here) {
            Some((_, before)) => *before = format!("{before} {text}"),
            None => self.comments.push((here, text)),
        }
        Ok(())
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.result = Some(ending.result());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    #[test]
    fn what_is_said_of_a_position_is_kept_by_its_fen() {
        let loaded =
            load("{ before } 1. e4! $1 $14 { a\nb } {c} (1. d4 {no}) e5?? ; spaced \n 2. -- 1-0", false).unwrap();
        assert_eq!(loaded.comments[0], (Position::startpos().fen(), " before ".to_owned()));
        assert_eq!(loaded.comments[1], (AFTER_E4.to_owned(), " a b  c".to_owned()));
        assert_eq!(loaded.comments[2].1, "spaced");
        assert_eq!(loaded.comments.len(), 3);
        assert_eq!(loaded.marks.iter().map(|(_, mark)| *mark).collect::<Vec<_>>(), ["!", "??"]);
        assert_eq!(loaded.nags, [(AFTER_E4.to_owned(), vec![1, 14])]);
        assert_eq!((loaded.moves.len(), loaded.moves[2], loaded.result), (3, 0, "1-0"));
    }

    #[test]
    fn comments_are_one_line_each() {
        assert_eq!(in_one_line("a\r\nb\nc\rd\r\r\ne \u{2013}"), "a b c d  e \u{2013}");
        assert!(has("chess960", "960") && has("fischerandom", "fischer") && !has("96", "960") && !has("", "960"));
    }

    #[test]
    fn strict_reading_wants_standard_moves_and_a_set_up_tag() {
        for text in ["1. e2e4", "1. Ng1f3", "1. e4 e5 2. Ngf3"] {
            assert!(load(text, false).is_ok(), "{text}");
            assert_eq!(load(text, true).unwrap_err().kind, "pgn", "{text}");
        }
        assert!(load("1.e4 f5 2.Qh5", true).is_ok(), "a missing mark of check is not a mistake to chess.js");
        let fen = "[fEn \"7k/8/8/8/8/8/8/K5R1 w - - 0 1\"]\n";
        assert_eq!(load(fen, false).unwrap().fen, "7k/8/8/8/8/8/8/K5R1 w - - 0 1");
        assert_eq!(load(fen, true).unwrap().fen, Position::startpos().fen());
        let message = load("[SetUp \"1\"]\n\n1. e4", true).unwrap_err().message;
        assert_eq!(message, "Invalid PGN: FEN tag must be supplied with SetUp tag");
    }

    #[test]
    fn castling_of_chess960_is_noticed() {
        let fen = |rights: &str| format!("[FEN \"4k3/8/8/8/8/8/8/4KR2 w {rights} - 0 1\"]\n\n1. O-O");
        assert!(load(&fen("K"), false).unwrap().chess960);
        assert!(!load("1. e4", false).unwrap().chess960);
        assert_eq!(load("1. e4!+", false).unwrap_err().column, Some(7));
        assert_eq!(load("1. e4 e4", false).unwrap_err().line, Some(1));
        // A right without its rook falls.
        assert_eq!(
            load("[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]", false).unwrap().fen,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
        );
    }
}
