//! Games as PGN.

use serde::Serialize;
use tabiya::notation::pgn::{GameResult, GameTrees, PgnError, PgnGame};
use tabiya::{Game, Outcome, Position};

use crate::failure::Failure;

/// A game that was read: its tags and its main line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The tags, in the order of the text.
    pub headers: Vec<(String, String)>,
    /// Where it begins.
    pub fen: String,
    /// The main line, as sixteen bits each; 0 is a null move.
    pub moves: Vec<u16>,
    /// The comments of the main line, with the number of half moves before each.
    pub comments: Vec<(usize, String)>,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What is wrong there.
    pub message: String,
}

/// What a text holds: every game, whole or broken, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// A game.
    Game(Record),
    /// A mistake; reading went on behind it.
    Error {
        /// Where and what.
        error: Broken,
    },
}

/// Reads every game of a text.
pub fn read(text: &str) -> Vec<Entry> {
    GameTrees::from_bytes(text.as_bytes())
        .map(|game| match game {
            Ok(game) => Entry::Game(record(&game)),
            Err(error) => Entry::Error { error: broken(&error) },
        })
        .collect()
}

/// What JavaScript gets to know of a mistake.
pub(crate) fn broken(error: &PgnError) -> Broken {
    Broken { line: error.line, column: error.column, message: error.to_string() }
}

fn record(game: &PgnGame) -> Record {
    let mut moves = Vec::new();
    let mut comments = Vec::new();
    let mut note = |ply: usize, texts: &[String]| comments.extend(texts.iter().map(|text| (ply, text.clone())));
    note(0, &game.node(game.root()).comments);
    for id in game.main_line() {
        let node = game.node(id);
        moves.push(node.mv().map_or(0, |mv| mv.bits()));
        note(moves.len(), &node.comments);
    }
    Record {
        headers: game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        fen: game.start().fen(),
        moves,
        comments,
        result: game.result().as_str(),
    }
}

/// A game as PGN. Tags are names and values, comments the number of half moves before them and their texts, alternating.
pub fn write(game: &Game, tags: &[String], comments: &[String]) -> Result<String, Failure> {
    let mut record = PgnGame::from_position(*game.start());
    let mut result = outcome(game);
    for pair in tags.chunks_exact(2) {
        let (name, value) = (&pair[0], &pair[1]);
        record.set_tag(name, value);
        // What somebody says about the end stands where the board does not decide.
        if name == "Result" && result == GameResult::Unknown {
            result = GameResult::ALL.into_iter().find(|known| known.as_str() == value).unwrap_or(result);
        }
    }
    record.set_result(result);
    let mut node = record.root();
    let said = |ply: usize| {
        let here = comments.chunks_exact(2).filter(move |pair| pair[0].parse() == Ok(ply));
        here.map(|pair| pair[1].clone())
    };
    record.node_mut(node).comments.extend(said(0));
    for (ply, mv) in game.moves().enumerate() {
        node = match mv {
            Some(mv) => {
                record.add_move(node, mv).map_err(|_| Failure::new("pgn", "a move of the game is not legal"))?
            }
            None => record.add_null(node).ok_or_else(|| Failure::new("pgn", "a side in check cannot pass"))?,
        };
        record.node_mut(node).comments.extend(said(ply + 1));
    }
    Ok(record.to_string())
}

fn outcome(game: &Game) -> GameResult {
    match game.outcome() {
        Some(Outcome::Checkmate { winner }) => winner.pick(GameResult::WhiteWins, GameResult::BlackWins),
        Some(_) => GameResult::Draw,
        None => GameResult::Unknown,
    }
}

/// The only game of a text, as JavaScript's `loadPgn` wants it.
pub fn read_one(text: &str) -> Result<Record, Failure> {
    match read(text).into_iter().next() {
        Some(Entry::Game(record)) => Ok(record),
        Some(Entry::Error { error }) => {
            Err(Failure { line: Some(error.line), column: Some(error.column), ..Failure::new("pgn", error.message) })
        }
        None => Ok(Record {
            headers: Vec::new(),
            fen: Position::startpos().fen(),
            moves: Vec::new(),
            comments: Vec::new(),
            result: GameResult::Unknown.as_str(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_out_and_comes_back() {
        let text =
            "[White \"Reti\"]\n[Black \"Tartakower\"]\n\n{A miniature} 1. e4 e5 {solid} 2. Nf3 1/2-1/2\n\n1. e4 e4";
        let entries = read(text);
        let Entry::Game(record) = &entries[0] else { panic!("{entries:?}") };
        assert_eq!(record.moves.len(), 3);
        assert_eq!(record.comments, [(0, "A miniature".to_owned()), (2, "solid".to_owned())]);
        assert!(matches!(&entries[1], Entry::Error { error } if error.line == 6));
        let mut game = Game::default();
        for &bits in &record.moves {
            crate::seats::push(&mut game, bits).unwrap();
        }
        let tags: Vec<String> = record.headers.iter().flat_map(|(name, value)| [name.clone(), value.clone()]).collect();
        let comments: Vec<String> =
            record.comments.iter().flat_map(|(ply, text)| [ply.to_string(), text.clone()]).collect();
        let written = write(&game, &tags, &comments).unwrap();
        assert_eq!(read_one(&written).unwrap().moves, record.moves);
        assert!(written.contains("[White \"Reti\"]") && written.contains("{solid}"), "{written}");
        assert_eq!(read_one("1. e5").unwrap_err().line, Some(1));
        assert!(read_one("").unwrap().moves.is_empty());
    }
}
