//! One game after the other from an open text file of Python, line by line, so that `tell()` and `seek()` stay useful.
//!
//! Where a game ends is for the one reader of PGN to say. Lines are taken up to an empty one behind moves, and the
//! reader is asked whether the game is over there. If it cannot know, more lines are taken; what it does not use is
//! given back.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use tabiya::notation::pgn::Reader;

use super::read::Builder;
use super::tree::Tree;

/// Text that was read from a file and could not be given back to it, by file.
static PENDING: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

fn pending(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    let new = || py.import("weakref")?.call_method0("WeakKeyDictionary").map(Bound::unbind);
    PENDING.get_or_try_init(py, new).map(|dictionary| dictionary.bind(py))
}

/// How much of a file is read once more to see whether it was moved back to the right place.
const MOST_REWOUND: usize = 1 << 14;

/// The rest of a text that the next game is read from.
#[pyclass(name = "_Pending", module = "tabiya._tabiya", frozen)]
struct Pending {
    text: Arc<str>,
    at: usize,
    /// Where the file stood, if it knows: a program that has moved it wants other text.
    position: Option<Py<PyAny>>,
}

struct Lines<'py> {
    handle: Bound<'py, PyAny>,
    /// Text that comes before what the file has.
    before: Option<(Arc<str>, usize)>,
    /// Whether the file itself was read.
    touched: bool,
}

impl<'py> Lines<'py> {
    fn new(handle: &Bound<'py, PyAny>) -> PyResult<Lines<'py>> {
        let mut lines = Lines { handle: handle.clone(), before: None, touched: false };
        let waiting = pending(handle.py())?;
        if waiting.len()? > 0
            && let Ok(found) = waiting.call_method1("pop", (handle, handle.py().None()))
            && let Ok(found) = found.cast::<Pending>()
        {
            let found = found.get();
            let moved = match &found.position {
                Some(position) => !handle.call_method0("tell")?.eq(position)?,
                None => false,
            };
            lines.before = (!moved).then(|| (found.text.clone(), found.at));
        }
        Ok(lines)
    }

    /// The next line with its end; empty at the end of the file.
    fn next(&mut self, into: &mut String) -> PyResult<usize> {
        if let Some((text, at)) = &mut self.before {
            let rest = &text[*at..];
            let end = rest.find(['\n', '\r']);
            let length = end.map_or(rest.len(), |end| end + if rest[end..].starts_with("\r\n") { 2 } else { 1 });
            into.push_str(&rest[..length]);
            *at += length;
            if end.is_some() {
                return Ok(length);
            }
            // The end of a line that was cut in two is still in the file.
            self.before = None;
            return Ok(length + self.read(into)?);
        }
        self.read(into)
    }

    fn read(&mut self, into: &mut String) -> PyResult<usize> {
        self.touched = true;
        let line = self.handle.call_method0(pyo3::intern!(self.handle.py(), "readline"))?;
        let line = line.cast::<PyString>()?;
        let line = line.to_cow()?;
        into.push_str(&line);
        Ok(line.len())
    }

    /// Takes lines up to an empty one behind moves. False if there were only empty lines.
    fn block(&mut self, text: &mut String) -> PyResult<bool> {
        let (mut in_moves, mut in_comment, mut started, mut after_tags) = (false, false, false, false);
        loop {
            let start = text.len();
            if self.next(text)? == 0 {
                return Ok(started);
            }
            let line = &text[start..];
            if !in_comment && line.trim().is_empty() {
                if in_moves {
                    return Ok(true);
                }
                after_tags = started;
                continue;
            }
            let line = line.trim_start_matches('\u{feff}').trim_start_matches(' ');
            let another = (in_comment || after_tags) && line.starts_with("[Event ");
            if another {
                self.give_back(text, start)?;
                return Ok(true);
            }
            started = true;
            if in_moves || !line.starts_with(['[', '%']) {
                in_moves = true;
                in_comment = ends_in_comment(line, in_comment);
            }
        }
    }

    /// Gives the end of the text back, so that it is read again.
    fn give_back(&mut self, text: &mut String, from: usize) -> PyResult<()> {
        let rest = text.split_off(from);
        if rest.trim().is_empty() {
            return Ok(());
        }
        match &mut self.before {
            Some((_, at)) if !self.touched => *at -= rest.len(),
            _ => {
                // Long rests, of files without line feeds, are kept instead of being read again for every game.
                if rest.len() <= MOST_REWOUND && self.before.is_none() && self.rewind(&rest).unwrap_or(false) {
                    return Ok(());
                }
                let rest = match &self.before {
                    Some((text, at)) => rest + &text[*at..],
                    None => rest,
                };
                self.before = Some((rest.into(), 0));
            }
        }
        Ok(())
    }

    /// Moves the file back to before a text that was just read. Whether that worked is seen by reading it again.
    fn rewind(&self, text: &str) -> PyResult<bool> {
        let tell = || self.handle.call_method0("tell");
        let end = tell()?;
        // Above 64 bits a position tells of a line end that is cut in two; below they count bytes, or characters.
        let bytes = |position: &Bound<'_, PyAny>| position.extract::<u128>().map(|position| position as u64 as i64);
        let position = bytes(&end)?;
        let characters = text.chars().count();
        let line_ends = text.matches('\n').count();
        // With line ends of two bytes, a position may be behind the first byte of the next one.
        for length in [text.len(), characters, text.len() + line_ends, text.len() + line_ends + 1] {
            let start = position - length as i64;
            if start < 0 {
                continue;
            }
            self.handle.call_method1("seek", (start,))?;
            let again = self.handle.call_method1("read", (characters,)).and_then(|again| again.extract::<String>());
            if again.is_ok_and(|again| again == text) && (bytes(&tell()?)? - position).abs() <= 1 {
                self.handle.call_method1("seek", (start,))?;
                return Ok(true);
            }
        }
        self.handle.call_method1("seek", (end,))?;
        Ok(false)
    }

    /// Keeps what was given back for the next game.
    fn close(self) -> PyResult<()> {
        let Some((text, at)) = self.before else { return Ok(()) };
        if text[at..].trim().is_empty() {
            return Ok(());
        }
        let position = self.handle.call_method0("tell").ok().map(Bound::unbind);
        let py = self.handle.py();
        pending(py)?.set_item(self.handle, Bound::new(py, Pending { text, at, position })?)
    }
}

fn begins_tag(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    if !inside && line.starts_with('%') {
        return false;
    }
    for byte in line.bytes() {
        match byte {
            b'{' => inside = true,
            b'}' => inside = false,
            b';' if !inside => return false,
            _ => {}
        }
    }
    inside
}

/// What the reader says of a text.
enum Extent {
    /// The first game ends here.
    Ended(usize),
    /// There may be more of the first game behind the text.
    Open,
    /// There is no game in it.
    Nothing,
}

/// Reads the first game of a text, as `tabiya.pgn.open` reads it from a file.
fn first_game(text: &str, builder: &mut Builder) -> (Extent, Option<Tree>) {
    let mut reader = Reader::from_bytes(text.as_bytes());
    let Some(tree) = builder.read(&mut reader) else { return (Extent::Nothing, None) };
    let end = usize::try_from(reader.offset()).unwrap_or(text.len()).min(text.len());
    // Behind a result there is nothing of the game; where none was, only other text tells that the game is over.
    let is_over = builder.has_result() || !text[end..].trim().is_empty();
    (if is_over { Extent::Ended(end) } else { Extent::Open }, Some(tree))
}

/// The next game of an open text file, and its text; `None` at the end of the file.
pub fn next_game(handle: &Bound<'_, PyAny>) -> PyResult<Option<(String, Tree)>> {
    let mut lines = Lines::new(handle)?;
    let mut text = String::with_capacity(2048);
    let mut builder = Builder::new();
    let mut game = None;
    let mut more = lines.block(&mut text)?;
    let mut blocks = 1;
    while more {
        let (extent, found) = first_game(&text, &mut builder);
        game = found;
        if let Extent::Ended(at) = extent {
            // With a space that stands before the rest, so that the rest does not seem to begin a line.
            let spaced = text[..at].ends_with(' ');
            lines.give_back(&mut text, at - usize::from(spaced))?;
            break;
        }
        // Twice as many each time, so that a long text without results is not read again for every empty line.
        more = false;
        for _ in 0..blocks {
            if matches!(extent, Extent::Open) && !lines.goes_on(&mut text)? {
                break;
            }
            let taken = lines.block(&mut text)?;
            more |= taken || matches!(extent, Extent::Open);
        }
        blocks *= 2;
    }
    lines.close()?;
    Ok(game.map(|game| (text, game)))
}

impl Lines<'_> {
    /// Whether more may follow that the reader has to look at; takes the line if so. Tags begin another game.
    fn goes_on(&mut self, text: &mut String) -> PyResult<bool> {
        loop {
            let start = text.len();
            if self.next(text)? == 0 {
                return Ok(false);
            }
            let line = text[start..].trim_start();
            if begins_tag(line) {
                self.give_back(text, start)?;
                return Ok(false);
            }
            if !text[start..].trim().is_empty() {
                return Ok(true);
            }
        }
    }
}
