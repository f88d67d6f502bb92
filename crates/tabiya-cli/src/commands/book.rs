//! `tabiya book`: opening books in the Polyglot format, written and asked.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;
use tabiya::notation::book::{Book, BookBuilder, BookEntry, BookError, ENTRY_BYTES};
use tabiya::notation::pgn::{BoardVisitor, Ending, GameResult, Limits, PgnErrorKind};
use tabiya::notation::polyglot;
use tabiya::{Color, Move, Position};

use crate::Verdict;
use crate::failure::Failure;
use crate::file::NewFile;
use crate::games::Source;
use crate::output::{Output, counted};
use crate::position::PositionArgs;
use crate::size;

/// Write and ask opening books in the Polyglot format.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    work: Work,
}

#[derive(Subcommand)]
enum Work {
    Build(BuildArgs),
    Probe(ProbeArgs),
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        match self.work {
            Work::Build(args) => args.run(output),
            Work::Probe(args) => args.run(output),
        }
    }
}

/// Make a book from games: a move earns 2 points when its side won, 1 for a draw.
#[derive(clap::Args)]
struct BuildArgs {
    /// The games, plain, `.gz` or `.zst`; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Where the book goes; `-` is standard output.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,

    /// How far into each game, in moves by either side.
    #[arg(long, value_name = "N", default_value_t = 40)]
    max_ply: usize,

    /// Leave out moves played in fewer games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u32,
}

#[derive(Serialize)]
struct BuildAnswer {
    games: u64,
    broken: u64,
    entries: usize,
    bytes: usize,
    complete: bool,
}

/// Remembers the beginning of a game until its result is known.
struct Opening {
    max_ply: usize,
    plies: usize,
    moves: Vec<(Position, Move)>,
    ending: Ending,
}

impl BoardVisitor for Opening {
    fn begin_game(&mut self) {
        self.plies = 0;
        self.moves.clear();
        self.ending = Ending::default();
    }

    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        // The rest of the game is played too: a broken game has no say in the book.
        if self.plies < self.max_ply {
            self.moves.push((*before, mv));
        }
        self.plies += 1;
        Ok(())
    }

    fn null_move(&mut self, _: &Position) -> Result<(), PgnErrorKind> {
        self.plies += 1;
        Ok(())
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.ending = ending;
        Ok(())
    }
}

impl BuildArgs {
    fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        // A book that cannot be written is better known now than after the work.
        let file = NewFile::create(&self.output, &self.files)?;
        let mut builder = BookBuilder::new();
        let opening = Opening { max_ply: self.max_ply, plies: 0, moves: Vec::new(), ending: Ending::default() };
        let tally =
            Source { files: &self.files, strict: false, limits: Limits::default() }.read_good(opening, |opening| {
                for (position, mv) in &opening.moves {
                    builder.add(position, *mv, points(opening.ending.result(), position.turn()));
                }
                Ok(())
            })?;
        if tally.interrupted {
            output.line("interrupted: no book was written")?;
            let (games, broken) = (tally.games, tally.broken);
            output.answer(&BuildAnswer { games, broken, entries: 0, bytes: 0, complete: false })?;
            return Ok(Verdict::Interrupted);
        }
        let bytes = builder.to_bytes(self.min_games);
        file.write(&bytes, output)?;
        let answer = BuildAnswer {
            games: tally.games,
            broken: tally.broken,
            entries: bytes.len() / tabiya::notation::book::ENTRY_BYTES,
            bytes: bytes.len(),
            complete: true,
        };
        output.line(format_args!(
            "{} from {} in {}",
            counted(answer.entries, "entry"),
            counted(answer.games, "game"),
            self.output.display()
        ))?;
        output.answer(&answer)?;
        Ok(if tally.broken > 0 { Verdict::Mismatch } else { Verdict::Fine })
    }
}

/// What a move of this side earned; a game without a result counts as a draw.
fn points(result: GameResult, mover: Color) -> u32 {
    match result {
        GameResult::WhiteWins => mover.pick(2, 0),
        GameResult::BlackWins => mover.pick(0, 2),
        GameResult::Draw | GameResult::Unknown => 1,
    }
}

/// Ask a book for the moves of a position, or with a seed for one of them.
#[derive(clap::Args)]
struct ProbeArgs {
    /// The book.
    book: PathBuf,

    #[command(flatten)]
    position: PositionArgs,

    /// Choose one move by weight; the same seed chooses the same move.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learn: Option<u32>,
}

#[derive(Serialize)]
struct ProbeAnswer {
    fen: String,
    moves: usize,
}

/// The most bytes of a book that is not an ordinary file, because it is read into memory from its beginning.
const MOST_STREAMED: u64 = 64 << 20;

/// The entries of a key: of a file, however large, only these and a few others are read.
fn entries_of(path: &Path, key: u64) -> Result<Book<Vec<u8>>, Failure> {
    let mut file = File::open(path)?;
    let found = file.metadata()?;
    if !found.is_file() {
        let mut bytes = Vec::new();
        file.take(MOST_STREAMED + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST_STREAMED {
            let most = size::words(MOST_STREAMED as usize);
            return Err(Failure::new(format_args!("no file, and more than {most}")).hint("save it as a file"));
        }
        return Book::new(bytes).map_err(Failure::new);
    }
    if found.len() % ENTRY_BYTES as u64 != 0 {
        return Err(Failure::new(BookError::Length(found.len().try_into().unwrap_or(usize::MAX))));
    }
    let mut entry = |index: u64| -> io::Result<[u8; ENTRY_BYTES]> {
        let mut bytes = [0; ENTRY_BYTES];
        file.seek(SeekFrom::Start(index * ENTRY_BYTES as u64))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    let entries = found.len() / ENTRY_BYTES as u64;
    let (mut low, mut high) = (0, entries);
    while low < high {
        let middle = low + (high - low) / 2;
        let is_before = BookEntry::from_bytes(&entry(middle)?).key < key;
        (low, high) = if is_before { (middle + 1, high) } else { (low, middle) };
    }
    let mut bytes = Vec::new();
    // A position has no more moves than a list can hold; a damaged book may have more entries of one key.
    for index in (low..entries).take(tabiya::MoveList::CAPACITY) {
        let entry = entry(index)?;
        if BookEntry::from_bytes(&entry).key != key {
            break;
        }
        bytes.extend_from_slice(&entry);
    }
    Book::new(bytes).map_err(Failure::new)
}

/// What is said where a book knows nothing.
const NO_ENTRY: &str = "the book has no move for this position";

impl ProbeArgs {
    fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let book =
            entries_of(&self.book, polyglot::key(&position)).map_err(|failure| failure.at(self.book.display()))?;
        let castling = self.position.castling(&position);
        let line = |mv: Move, weight, learn| MoveLine {
            r#move: mv.uci(castling).to_string(),
            san: position.san(mv).to_string(),
            weight,
            learn,
        };
        let moves = book.probe(&position);
        let answer = ProbeAnswer { fen: position.fen(), moves: moves.len() };
        if let Some(seed) = self.seed {
            match book.choose(&position, seed) {
                Some(mv) => {
                    let line = line(mv, None, None);
                    output.line(format_args!("{} {}", line.r#move, line.san))?;
                    output.detail("move", &line)?;
                }
                None => output.line(NO_ENTRY)?,
            }
            output.answer(&answer)?;
            return Ok(Verdict::Fine);
        }
        if moves.is_empty() {
            output.line(NO_ENTRY)?;
        }
        let total: f64 = moves.iter().map(|book_move| f64::from(book_move.weight)).sum();
        for book_move in moves {
            let line = line(book_move.mv, Some(book_move.weight), Some(book_move.learn));
            let share = 100.0 * f64::from(book_move.weight) / total.max(1.0);
            output.line(format_args!("{:<6} {:<8} {:>6}  {share:>5.1} %", line.r#move, line.san, book_move.weight))?;
            output.detail("move", &line)?;
        }
        output.answer(&answer)?;
        Ok(Verdict::Fine)
    }
}
