//! From the text of a game to its tree. What is wrong with a game is noted, and as much of it is kept as can be.

use tabiya::notation::pgn::{Ending, GameBoard, Interest, PgnErrorKind, Reader, Source, Text, Visitor};
use tabiya::notation::san::SanPlus;

use super::tree::Tree;
use crate::code::Code;
use crate::state::{Core, State, clean_castling};

/// Builds a [`Tree`] from each game.
pub struct Builder {
    replay: GameBoard,
    tree: Tree,
    current: u32,
    /// For every open variation, where its parent line stood and whether a move had been seen.
    parents: Vec<(u32, bool)>,
    /// Variations that are passed over, the innermost included, because of an error in the outermost of them.
    skipping: u32,
    /// What the `FEN` tag sets up, if that is not a position.
    odd_start: Option<tabiya::Setup>,
    /// Nothing more can be read of this game.
    dead: bool,
    has_result: bool,
    chess960: bool,
    /// Whether the line being read has a move already.
    has_move: bool,
    starting_comment: String,
}

impl Builder {
    pub fn new() -> Builder {
        Builder {
            replay: GameBoard::new(),
            tree: Tree::new(Core::startpos()),
            current: 0,
            parents: Vec::new(),
            skipping: 0,
            odd_start: None,
            dead: false,
            has_result: false,
            chess960: false,
            has_move: false,
            starting_comment: String::new(),
        }
    }

    /// Reads the next game. `None` at the end of the input.
    pub fn read<S: Source>(&mut self, reader: &mut Reader<S>) -> Option<Tree> {
        match reader.read_game(self) {
            Ok(false) => return None,
            Ok(true) => {}
            Err(error) => {
                let message = error.to_string();
                if matches!(error.kind, PgnErrorKind::Source(_) | PgnErrorKind::Utf16) {
                    self.begin_game();
                }
                self.tree.errors.push(message);
            }
        }
        Some(std::mem::replace(&mut self.tree, Tree::new(Core::startpos())))
    }

    /// Whether the game read last ended with a result.
    pub fn has_result(&self) -> bool {
        self.has_result
    }

    fn give_up(&mut self, error: &PgnErrorKind) {
        self.tree.errors.push(error.to_string());
        if self.parents.is_empty() {
            self.dead = true;
        } else {
            self.skipping = 1;
        }
    }

    fn passes_over(&self) -> bool {
        self.dead || self.skipping > 0
    }
}

/// Programs spell it in many ways.
pub(super) fn is_chess960(variant: &str) -> bool {
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(
        letters.to_ascii_lowercase().as_str(),
        "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "chess960freestyle"
    )
}

fn joined(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

impl Visitor for Builder {
    fn begin_game(&mut self) {
        self.replay.begin_game();
        self.tree = Tree::new(Core::startpos());
        self.current = 0;
        self.parents.clear();
        self.skipping = 0;
        self.odd_start = None;
        self.dead = false;
        self.has_result = false;
        self.chess960 = false;
        self.has_move = false;
        self.starting_comment.clear();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let text = value.decode();
        self.chess960 |= name == "Variant" && is_chess960(&text);
        match self.tree.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = text.into_owned(),
            None => self.tree.tags.push((name.to_owned(), text.into_owned())),
        }
        if let Err(error) = self.replay.tag(name, value) {
            self.tree.errors.push(error.to_string());
            self.dead = true;
            // The board is shown as far as the tag sets one up; it is never the usual start.
            let set_up = (name == "FEN").then(|| tabiya::Setup::from_fen_lenient(&value.decode()).ok()).flatten();
            self.tree.broken_start = set_up.is_none().then(|| error.to_string());
            self.odd_start = set_up;
        }
        Ok(())
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.replay.begin_movetext();
        let state = State::of(*self.replay.start());
        let setup = state.setup();
        let chess960 = self.chess960 || clean_castling(&setup, true) != clean_castling(&setup, false);
        self.tree.start = match self.odd_start.take() {
            Some(setup) => Core::new(setup, chess960),
            None => Core::at(state, chess960),
        };
        self.chess960 = chess960;
        Ok(if self.dead { Interest::Skip } else { Interest::Read })
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        if self.passes_over() {
            return Ok(());
        }
        match self.replay.san(san) {
            Ok(mv) => {
                let code = mv.map_or(Code(0), |mv| Code::of(mv, self.chess960));
                self.current = self.tree.add(self.current, code);
                if !self.starting_comment.is_empty() {
                    self.tree.words(self.current).starting_comment = std::mem::take(&mut self.starting_comment);
                }
                self.has_move = true;
            }
            Err(error) => self.give_up(&error),
        }
        Ok(())
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        if !self.passes_over() {
            let nags = &mut self.tree.words(self.current).nags;
            if !nags.contains(&glyph.into()) {
                nags.push(glyph.into());
            }
        }
        Ok(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        if self.passes_over() {
            return Ok(());
        }
        let text = comment.decode();
        let text = text.strip_prefix(' ').unwrap_or(&text);
        let text = text.strip_suffix(' ').unwrap_or(text);
        if self.has_move || self.current == 0 && self.parents.is_empty() {
            joined(&mut self.tree.words(self.current).comment, text);
        } else {
            joined(&mut self.starting_comment, text);
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        if self.passes_over() {
            return Ok(Interest::Skip);
        }
        self.replay.begin_variation();
        self.parents.push((self.current, self.has_move));
        self.current = self.tree.node(self.current).map_or(0, |node| node.parent);
        self.has_move = false;
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.skipping = 0;
        self.replay.end_variation();
        if let Some((parent, has_move)) = self.parents.pop() {
            (self.current, self.has_move) = (parent, has_move);
        }
        Ok(())
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        let Some(result) = ending.movetext else { return Ok(()) };
        self.has_result = true;
        match self.tree.tags.iter_mut().find(|(name, _)| name == "Result") {
            Some((_, value)) if value == "*" => *value = result.as_str().to_owned(),
            Some(_) => {}
            None => self.tree.tags.push(("Result".to_owned(), result.as_str().to_owned())),
        }
        Ok(())
    }
}
