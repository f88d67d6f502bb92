//! Games as columns: one row per position or one per game, a batch at a time.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tabiya::notation::pgn::{Ending, GameBoard, GameResult, Interest, IoSource, PgnErrorKind, Reader, Text, Visitor};
use tabiya::notation::san::SanPlus;

use super::annotations::{Annotations, TimeControl};
use super::file;
use super::filter::{Filter, Stated};
use crate::batch::pack_position;
use crate::code::Code;
use crate::state::{State, clean_castling};

/// A column of texts, as Arrow lays them out.
struct Texts {
    offsets: Vec<i32>,
    bytes: Vec<u8>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { offsets: vec![0], bytes: Vec::new() }
    }
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
        self.offsets.push(i32::try_from(self.bytes.len()).unwrap_or(i32::MAX));
    }
}

/// The tags that are columns of their own.
const TAGS: [&str; 10] = ["Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo", "ECO", "FEN"];

#[derive(Default)]
struct Columns {
    rows: usize,
    game: Vec<u64>,
    // One row per position.
    ply: Vec<u16>,
    position: Vec<u8>,
    key: Vec<u64>,
    mv: Vec<u16>,
    eval: Vec<f32>,
    mate: Vec<i16>,
    clock: Vec<f32>,
    // One row per game.
    tags: [Texts; TAGS.len()],
    plies: Vec<u16>,
    moves: Texts,
    errors: Texts,
    time_control: Texts,
    // Both.
    result: Vec<i8>,
    time: Vec<f32>,
    increment: Vec<f32>,
}

/// A move of the game that is being read.
struct Played {
    code: u16,
    key: u64,
    position: [u8; 64],
    annotations: Annotations,
}

struct Scanner {
    replay: GameBoard,
    by_position: bool,
    games: u64,
    columns: Columns,
    tags: [String; TAGS.len()],
    result: GameResult,
    chess960: bool,
    line: Vec<Played>,
    text: String,
    filter: Filter,
    /// Whether this game is passed over.
    skipped: bool,
    /// What is wrong with a tag, until it is known whether the game is wanted.
    tag_error: Option<PgnErrorKind>,
    /// The tag `TimeControl`, if annotations are wanted.
    time_control: Option<String>,
}

/// White's result, or 2 if it is not known.
fn number(result: GameResult) -> i8 {
    match result {
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => -1,
        GameResult::Draw => 0,
        GameResult::Unknown => 2,
    }
}

impl Scanner {
    /// Takes the game that was read, under this number, into the columns.
    fn finish(&mut self, game: u64, error: &str) {
        self.games += 1;
        if self.skipped {
            return;
        }
        let result = number(self.result);
        let control = self.time_control.as_ref().map(|text| {
            let control = TimeControl::read(text);
            control.map_or([f32::NAN; 2], |control| [control.seconds as f32, control.increment as f32])
        });
        let columns = &mut self.columns;
        if self.by_position {
            for (ply, played) in self.line.iter().enumerate() {
                columns.game.push(game);
                columns.ply.push(ply.min(usize::from(u16::MAX)) as u16);
                columns.position.extend_from_slice(&played.position);
                columns.key.push(played.key);
                columns.mv.push(played.code);
                columns.result.push(result);
                if let Some([time, increment]) = control {
                    let eval = played.annotations.eval;
                    columns.eval.push(eval.map_or(f32::NAN, |eval| eval.pawns));
                    columns.mate.push(eval.map_or(0, |eval| eval.mate));
                    columns.clock.push(played.annotations.clock.unwrap_or(f32::NAN));
                    columns.time.push(time);
                    columns.increment.push(increment);
                }
            }
            columns.rows += self.line.len();
        } else {
            columns.game.push(game);
            for (column, tag) in columns.tags.iter_mut().zip(&self.tags) {
                column.push(tag);
            }
            columns.plies.push(self.line.len().min(usize::from(u16::MAX)) as u16);
            columns.moves.push(&self.text);
            columns.errors.push(error);
            columns.result.push(result);
            if let (Some([time, increment]), Some(text)) = (control, &self.time_control) {
                columns.time_control.push(text);
                columns.time.push(time);
                columns.increment.push(increment);
            }
            columns.rows += 1;
        }
    }
}

impl Visitor for Scanner {
    fn begin_game(&mut self) {
        self.replay.begin_game();
        self.tags.iter_mut().for_each(String::clear);
        self.result = GameResult::Unknown;
        self.chess960 = false;
        self.line.clear();
        self.text.clear();
        self.filter.begin_game();
        self.skipped = false;
        self.tag_error = None;
        if let Some(text) = &mut self.time_control {
            text.clear();
        }
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        if let Some(index) = TAGS.iter().position(|&tag| tag == name) {
            self.tags[index] = value.decode().into_owned();
        } else if name == "Result" {
            // For a game that breaks off; one that is whole is asked when it ends.
            self.result = value.decode().parse().unwrap_or(GameResult::Unknown);
        }
        if name == "TimeControl"
            && let Some(text) = &mut self.time_control
        {
            *text = value.decode().into_owned();
        }
        if self.filter.is_empty() {
            return self.replay.tag(name, value);
        }
        self.filter.tag(name, value);
        if let Err(error) = self.replay.tag(name, value) {
            self.tag_error.get_or_insert(error);
        }
        Ok(())
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        if self.filter.interest() == Interest::Skip {
            self.skipped = true;
            return Ok(Interest::Skip);
        }
        if let Some(error) = self.tag_error.take() {
            return Err(error);
        }
        self.replay.begin_movetext();
        let setup = State::of(*self.replay.start()).setup();
        self.chess960 = clean_castling(&setup, true) != clean_castling(&setup, false);
        Ok(Interest::Read)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        let before = *self.replay.position();
        let mv = self.replay.san(san)?;
        let code = mv.map_or(Code(0), |mv| Code::of(mv, self.chess960));
        let packed = if self.by_position { pack_position(&before, self.chess960) } else { [0; 64] };
        let annotations = Annotations::default();
        self.line.push(Played { code: code.0, key: before.key(), position: packed, annotations });
        if !self.by_position {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(&code.uci());
        }
        Ok(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        if self.time_control.is_some()
            && let Some(played) = self.line.last_mut()
        {
            played.annotations.read(comment.bytes());
        }
        Ok(())
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.result = ending.result();
        Ok(())
    }
}

/// Reads a file of games, or a range of its bytes, batch by batch.
#[pyclass(name = "_Scanner", module = "tabiya._tabiya", frozen)]
pub struct PyScanner {
    state: Mutex<(Reader<IoSource<file::Input>>, Scanner, Option<Stop>)>,
    /// Where the reader began, if games are numbered by the byte at which they begin, and not one after the other.
    by_offset: Option<u64>,
}

/// Where a range of a file ends.
struct Stop {
    path: PathBuf,
    /// Where the range begins, from which the reader counts.
    start: u64,
    stop: u64,
    /// Whether a game ended there: `None` until the end is reached.
    is_boundary: Option<bool>,
}

impl Stop {
    /// Whether the range is over, with the reader this far from its beginning.
    fn is_reached(&mut self, offset: u64) -> io::Result<bool> {
        let at = self.start + offset;
        let ended = match self.stop.checked_sub(at) {
            None => Some(false),
            // Beyond so much white space there is a game.
            Some(rest) if rest > MOST_SPACE => None,
            Some(rest) => file::is_blank(&self.path, at, rest)?.then_some(true),
        };
        self.is_boundary = self.is_boundary.or(ended);
        Ok(self.is_boundary.is_some())
    }
}

/// White space between two games, at most.
const MOST_SPACE: u64 = 64;

fn raw<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = values.iter().flat_map(|&value| to_bytes(value)).collect();
    PyBytes::new(py, &bytes)
}

/// How much of a file is read at a time.
const PART: u64 = 1 << 24;

impl PyScanner {
    fn lock(&self) -> MutexGuard<'_, (Reader<IoSource<file::Input>>, Scanner, Option<Stop>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads on, until there are this many rows, or until the end of a part. Says whether the batch is complete.
    fn read_part(&self, rows: usize) -> Result<bool, String> {
        let mut state = self.lock();
        let (reader, scanner, stop) = &mut *state;
        let end = reader.offset() + PART;
        while scanner.columns.rows < rows.max(1) {
            if reader.offset() > end {
                return Ok(false);
            }
            if let Some(stop) = stop
                && stop.is_reached(reader.offset()).map_err(|error| error.to_string())?
            {
                break;
            }
            let outcome = reader.read_game(scanner);
            let game = self.by_offset.map_or(scanner.games, |start| start + reader.game_start());
            match outcome {
                Ok(true) => scanner.finish(game, ""),
                Ok(false) => {
                    if let Some(stop) = stop {
                        stop.is_boundary = Some(true);
                    }
                    break;
                }
                Err(error) => match error.kind {
                    PgnErrorKind::Source(_) | PgnErrorKind::Utf16 => return Err(error.to_string()),
                    // What came before the error is kept, if the tags that were read say that it is wanted.
                    _ => {
                        scanner.skipped |= scanner.filter.interest() == Interest::Skip;
                        scanner.finish(game, &error.to_string());
                    }
                },
            }
        }
        Ok(true)
    }
}

#[pymethods]
impl PyScanner {
    /// The whole file, or the games that begin between two bytes of it. The first byte has to be where a game begins.
    /// Games are numbered from 0, or by the byte of the unpacked file at which they begin, which is the same however
    /// the file is cut. Games that do not meet the conditions are counted and passed over.
    #[new]
    #[pyo3(signature = (path, by_position, range=None, by_offset=false, conditions=Vec::new(), annotations=false))]
    fn new(
        path: PathBuf,
        by_position: bool,
        range: Option<(u64, u64)>,
        by_offset: bool,
        conditions: Vec<Stated>,
        annotations: bool,
    ) -> PyResult<PyScanner> {
        let filter = Filter::new(conditions)?;
        let input = match range {
            None => file::open(&path),
            Some((start, _)) => file::open_at(&path, start),
        };
        let input = input.map_err(|error| crate::errors::os(&error, &path))?;
        let stop = range.map(|(start, stop)| Stop { path, start, stop, is_boundary: None });
        let scanner = Scanner {
            replay: GameBoard::new(),
            by_position,
            games: 0,
            columns: Columns::default(),
            tags: Default::default(),
            result: GameResult::Unknown,
            chess960: false,
            line: Vec::new(),
            text: String::new(),
            filter,
            skipped: false,
            tag_error: None,
            time_control: annotations.then(String::new),
        };
        let by_offset = by_offset.then_some(range.map_or(0, |(start, _)| start));
        Ok(PyScanner { state: Mutex::new((Reader::from_read(input), scanner, stop)), by_offset })
    }

    /// The next batch of at least `rows` rows, as raw columns; `None` at the end. Games are never cut in two.
    fn next_batch<'py>(&self, py: Python<'py>, rows: usize) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.lock().1.columns = Columns::default();
        loop {
            // In parts, so that Ctrl-C is heard in a large file of which nothing is wanted.
            py.check_signals()?;
            if py.detach(|| self.read_part(rows)).map_err(PyOSError::new_err)? {
                break;
            }
        }
        let columns = std::mem::take(&mut self.lock().1.columns);
        if columns.rows == 0 {
            return Ok(None);
        }
        let dict = PyDict::new(py);
        dict.set_item("rows", columns.rows)?;
        dict.set_item("game", raw(py, &columns.game, u64::to_le_bytes))?;
        dict.set_item("result", raw(py, &columns.result, i8::to_le_bytes))?;
        if !columns.time.is_empty() {
            dict.set_item("time", raw(py, &columns.time, f32::to_le_bytes))?;
            dict.set_item("increment", raw(py, &columns.increment, f32::to_le_bytes))?;
        }
        if columns.ply.is_empty() {
            if !columns.time.is_empty() {
                let texts = &columns.time_control;
                let offsets = raw(py, &texts.offsets, i32::to_le_bytes);
                dict.set_item("timecontrol", (offsets, PyBytes::new(py, &texts.bytes)))?;
            }
            let texts = TAGS.iter().map(|tag| tag.to_ascii_lowercase()).zip(&columns.tags);
            let others = [("moves".to_owned(), &columns.moves), ("error".to_owned(), &columns.errors)];
            for (name, column) in texts.chain(others) {
                let offsets = raw(py, &column.offsets, i32::to_le_bytes);
                dict.set_item(name, (offsets, PyBytes::new(py, &column.bytes)))?;
            }
            dict.set_item("plies", raw(py, &columns.plies, u16::to_le_bytes))?;
        } else {
            dict.set_item("ply", raw(py, &columns.ply, u16::to_le_bytes))?;
            dict.set_item("position", PyBytes::new(py, &columns.position))?;
            dict.set_item("key", raw(py, &columns.key, u64::to_le_bytes))?;
            dict.set_item("move", raw(py, &columns.mv, u16::to_le_bytes))?;
            if !columns.eval.is_empty() {
                dict.set_item("eval", raw(py, &columns.eval, f32::to_le_bytes))?;
                dict.set_item("mate", raw(py, &columns.mate, i16::to_le_bytes))?;
                dict.set_item("clock", raw(py, &columns.clock, f32::to_le_bytes))?;
            }
        }
        Ok(Some(dict))
    }

    /// Whether the range ended between two games; true for a whole file, `None` as long as it is being read.
    fn ended_between_games(&self) -> Option<bool> {
        match &self.lock().2 {
            None => Some(true),
            Some(stop) => stop.is_boundary,
        }
    }
}
