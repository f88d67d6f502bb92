//! The games that both sides read: made from a seed, with moves that look like chess.

use std::fmt::Write;

use tabiya::{Move, Position, Role};
use tabiya_check::Random;

/// Games as text, and positions and moves taken from them.
pub struct Corpus {
    /// Seven tags and the moves.
    pub plain: String,
    /// The same games with a clock after every move, glyphs here and there, and some variations.
    pub annotated: String,
    /// The number of moves in the main lines.
    pub moves: usize,
    pub fens: Vec<String>,
    /// Positions with the UCI and SAN text of a move that was played there.
    pub samples: Vec<Sample>,
}

pub struct Sample {
    pub fen: String,
    pub uci: String,
    pub san: String,
}

/// One move in this many is taken as a sample.
const SAMPLING: usize = 40;
/// The most samples: as many as fit into a cache, because parsing is measured and not memory.
const MOST_SAMPLES: usize = 20_000;

impl Corpus {
    pub fn generate(games: usize) -> Corpus {
        let mut dice = Random::new(2026);
        let mut corpus =
            Corpus { plain: String::new(), annotated: String::new(), moves: 0, fens: Vec::new(), samples: Vec::new() };
        for number in 0..games {
            let moves = corpus.play_game(&mut dice);
            corpus.write_game(number, &moves, &mut dice);
        }
        corpus
    }

    /// Plays a game; takes samples on the way.
    fn play_game(&mut self, dice: &mut Random) -> Vec<Move> {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        let length = 30 + dice.below(100);
        while moves.len() < length {
            let Some(mv) = choose(&position, dice) else { break };
            self.moves += 1;
            if self.moves.is_multiple_of(SAMPLING) && self.samples.len() < MOST_SAMPLES {
                let uci = mv.uci(tabiya::CastlingStyle::Standard).to_string();
                let san = position.san(mv).to_string();
                self.fens.push(position.fen());
                self.samples.push(Sample { fen: position.fen(), uci, san });
            }
            moves.push(mv);
            position.play(mv);
        }
        moves
    }

    fn write_game(&mut self, number: usize, moves: &[Move], dice: &mut Random) {
        let result = ["1-0", "0-1", "1/2-1/2", "*"][number % 4];
        let tags = format!(
            "[Event \"Rated game\"]\n[Site \"board {number}\"]\n[Date \"2026.11.{:02}\"]\n[Round \"{}\"]\n\
             [White \"Player {}\"]\n[Black \"Player {}\"]\n[Result \"{result}\"]\n\n",
            number % 28 + 1,
            number % 9 + 1,
            number % 501,
            number % 499,
        );
        self.plain.push_str(&tags);
        self.annotated.push_str(&tags);
        let mut position = Position::startpos();
        let mut column = 0;
        for (ply, &mv) in moves.iter().enumerate() {
            let san = position.san(mv);
            let number = ply / 2 + 1;
            let word = if ply % 2 == 0 { format!("{number}. {san}") } else { san.to_string() };
            wrap(&mut self.plain, &mut column, &word);
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let glyph = ["!", "?", "!?", "", "", "", "", "", "", ""][dice.below(10)];
            let clock = 600 - ply.min(599);
            let _ = write!(
                self.annotated,
                "{number}{dots} {san}{glyph} {{ [%clk 0:{:02}:{:02}] }} ",
                clock / 60,
                clock % 60
            );
            if dice.below(20) == 0
                && let Some(other) = choose(&position, dice)
            {
                let _ = write!(self.annotated, "({number}{dots} {} $6) ", position.san(other));
            }
            position.play(mv);
        }
        wrap(&mut self.plain, &mut column, result);
        self.plain.push_str("\n\n");
        let _ = write!(self.annotated, "{result}\n\n");
    }
}

fn wrap(text: &mut String, column: &mut usize, word: &str) {
    if *column + word.len() + 1 > 80 {
        text.push('\n');
        *column = 0;
    } else if *column > 0 {
        text.push(' ');
        *column += 1;
    }
    text.push_str(word);
    *column += word.len();
}

/// A move that a player might consider: castles when possible, takes what is worth more, avoids squares that pawns
/// guard, and otherwise does as it likes.
fn choose(position: &Position, dice: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let worth = |role: Option<Role>| role.map_or(0, |role| [1, 3, 3, 5, 9, 20][role.index()]);
    let mut best: Option<(i32, Move)> = None;
    for mv in &moves {
        let mover = worth(position.role_at(mv.from()));
        let mut score = dice.below(6) as i32;
        if mv.is_castle() {
            score += 6;
        } else if mv.is_capture() {
            score += worth(position.role_at(mv.to())) - mover / 3;
        }
        let guards =
            tabiya::attacks::pawn(position.turn(), mv.to()) & position.board().pieces(!position.turn(), Role::Pawn);
        if guards.any() {
            score -= mover;
        }
        if best.is_none_or(|(top, _)| score > top) {
            best = Some((score, mv));
        }
    }
    best.map(|(_, mv)| mv)
}
