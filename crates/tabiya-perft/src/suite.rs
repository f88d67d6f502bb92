//! Files of positions with known counts: EPD with `;D1 20` fields, and `.perft` suites.
//!
//! ```
//! let suite = tabiya_perft::suite::read("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n").unwrap();
//! assert_eq!(suite[0].counts, [(1, 15), (2, 66)]);
//! assert_eq!(tabiya_perft::suite::read("\n8/8 w - - ;D1 1").unwrap_err().line, 2);
//! ```

use std::error::Error;
use std::fmt;

use tabiya::{Position, PositionError, Problem, Setup, Tolerance};

use crate::Perft;

/// A position of a suite and what is known about it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line its position stands on, from 1.
    pub line: usize,
    /// Its name, where the file gives one.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// Why the position could not arise in a game; what was repaired is named here too. Empty in strict reading.
    pub problems: Vec<Problem>,
    /// Depth and number of leaves, in the order of the file.
    pub counts: Vec<(u32, u128)>,
}

/// A suite read leniently.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The positions that can be counted.
    pub entries: Vec<Entry>,
    /// The lines of positions that cannot be, and why: a side without a king, say.
    pub left_out: Vec<SuiteError>,
}

/// A line that is not what a suite holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: SuiteProblem,
}

/// What is wrong with a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuiteProblem {
    /// Its position cannot be read, or is not legal.
    Position(PositionError),
    /// A `perft` line before its `epd` line.
    CountBeforePosition,
    /// A position without counts after it.
    NoCounts,
    /// A field behind the position that is not a count like `;D1 20`.
    NotACount(String),
    /// A count that lacks its depth or its number of nodes.
    Incomplete(String),
    /// Not a depth, or more than [`Perft::MOST_DEPTH`].
    Depth(String),
    /// Not a number of nodes.
    Nodes(String),
    /// This depth has two counts.
    CountedTwice(u32),
}

impl fmt::Display for SuiteProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteProblem::Position(PositionError::Fen(error)) => error.fmt(f),
            SuiteProblem::Position(PositionError::Invalid(error)) => error.fmt(f),
            SuiteProblem::Position(error) => error.fmt(f),
            SuiteProblem::CountBeforePosition => f.write_str("a `perft` line before its `epd` line"),
            SuiteProblem::NoCounts => {
                f.write_str("a position without counts, expected `;D1 20` after it or `perft 1 20` on the next line")
            }
            SuiteProblem::NotACount(field) => write!(f, "found `;{field}`, expected a count like `;D1 20`"),
            SuiteProblem::Incomplete(text) => write!(f, "found `{text}`, expected a depth and a number of nodes"),
            SuiteProblem::Depth(text) => write!(f, "`{text}` is not a depth from 0 to {}", Perft::MOST_DEPTH),
            SuiteProblem::Nodes(text) => write!(f, "`{text}` is not a number of nodes"),
            SuiteProblem::CountedTwice(depth) => write!(f, "depth {depth} is counted twice"),
        }
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Error for SuiteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            SuiteProblem::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads a suite of either format, telling them apart line by line.
///
/// - EPD: `FEN ;D1 20 ;D2 400`; the counters of the FEN may be missing. A comment `# id NAME`
///   names the position that follows.
/// - `.perft`: lines `id NAME`, `epd FEN`, `perft DEPTH NODES`.
///
/// Empty lines and lines that begin with `#` or `%` are comments. Castling fields are read as
/// `KQkq`, Shredder or X-FEN, so Chess960 needs no switch.
///
/// # Errors
///
/// The first line that is none of these, or whose position could not arise in a game.
pub fn read(text: &str) -> Result<Vec<Entry>, SuiteError> {
    Ok(read_with(text, None)?.entries)
}

/// As [`read`], but positions that could not arise in a game are counted like the others, with their
/// [problems](Entry::problems) named, and those that are not positions at all are left out. The tolerance says whether
/// to repair what can be repaired. NUL bytes are passed over.
///
/// ```
/// use tabiya::Tolerance;
/// let text = "4k3/8/8/8/8/8/8/4K2R w KQ - ;D1 15\n8/8/8/8/8/8/8/8 w - - ;D1 0\n";
/// let suite = tabiya_perft::suite::read_lenient(text, Tolerance::REPAIR).unwrap();
/// assert_eq!((suite.entries.len(), suite.left_out.len()), (1, 1));
/// assert_eq!(suite.entries[0].problems.len(), 1);
/// ```
///
/// # Errors
///
/// The first line that is not of a suite's form.
pub fn read_lenient(text: &str, tolerance: Tolerance) -> Result<Suite, SuiteError> {
    read_with(text, Some(tolerance))
}

fn read_with(text: &str, tolerance: Option<Tolerance>) -> Result<Suite, SuiteError> {
    let mut reader = Reader { tolerance, ..Reader::default() };
    let mut suite = Suite::default();
    for line in text.lines() {
        suite.extend(reader.line(line)?);
    }
    suite.extend(reader.finish()?);
    Ok(suite)
}

impl Extend<Item> for Suite {
    fn extend<I: IntoIterator<Item = Item>>(&mut self, items: I) {
        for item in items {
            match item {
                Item::Entry(entry) => self.entries.push(entry),
                Item::LeftOut(error) => self.left_out.push(error),
            }
        }
    }
}

/// What a [`Reader`] finds.
#[derive(Clone, Debug)]
pub enum Item {
    /// A position with its counts.
    Entry(Entry),
    /// The line of a position that cannot be counted, and why.
    LeftOut(SuiteError),
}

/// Reads a suite line by line, so that only one position has to be in memory.
///
/// ```
/// use tabiya_perft::suite::{Item, Reader};
///
/// let mut reader = Reader::strict();
/// for line in ["epd 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "perft 1 15", "perft 2 66"] {
///     // A position is complete when a line begins the next one, or at the end.
///     assert!(reader.line(line)?.is_none());
/// }
/// let Some(Item::Entry(entry)) = reader.finish()? else { panic!("one position") };
/// assert_eq!(entry.counts, [(1, 15), (2, 66)]);
/// # Ok::<(), tabiya_perft::suite::SuiteError>(())
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    tolerance: Option<Tolerance>,
    /// The lines read so far.
    lines: usize,
    /// The name that the next position gets.
    id: Option<String>,
    /// The last position, which may get more counts.
    open: Option<Item>,
}

impl Reader {
    /// A reader that refuses positions that could not arise in a game, as [`read`] does.
    #[must_use]
    pub fn strict() -> Reader {
        Reader::default()
    }

    /// A reader that keeps what can be counted, as [`read_lenient`] does.
    #[must_use]
    pub fn lenient(tolerance: Tolerance) -> Reader {
        Reader { tolerance: Some(tolerance), ..Reader::default() }
    }

    /// Reads the next line, with or without its end. Where it begins a position, the one before it is complete.
    ///
    /// # Errors
    ///
    /// What is wrong with the line, or that the position before it has no counts.
    pub fn line(&mut self, line: &str) -> Result<Option<Item>, SuiteError> {
        self.lines += 1;
        let number = self.lines;
        let here = |problem| SuiteError { line: number, problem };
        let plain = self.tolerance.filter(|_| line.contains('\0')).map(|_| line.replace('\0', ""));
        let line = plain.as_deref().unwrap_or(line).trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            if let Some(("id", name)) = split_word(line.trim_start_matches(['#', '%', ' '])) {
                self.id = Some(name.to_owned());
            }
            return Ok(None);
        }
        let begun = match split_word(line) {
            Some(("id", name)) => {
                self.id = Some(name.to_owned());
                return Ok(None);
            }
            Some(("perft", count)) => {
                self.count(count).map_err(here)?;
                return Ok(None);
            }
            Some(("epd", fen)) => self.position(fen).map_err(here)?,
            _ => {
                let (fen, counts) = line.split_once(';').unwrap_or((line, ""));
                let begun = self.position(fen.trim()).map_err(here)?;
                let counts = counts_of_fields(counts).map_err(here)?;
                match begun {
                    Item::Entry(entry) => Item::Entry(Entry { counts, ..entry }),
                    left_out => left_out,
                }
            }
        };
        complete(self.open.replace(begun))
    }

    /// The last position.
    ///
    /// # Errors
    ///
    /// That it has no counts.
    pub fn finish(self) -> Result<Option<Item>, SuiteError> {
        complete(self.open)
    }

    /// A count of the last position.
    fn count(&mut self, text: &str) -> Result<(), SuiteProblem> {
        match &mut self.open {
            Some(Item::LeftOut(_)) => add_count(&mut Vec::new(), text),
            Some(Item::Entry(entry)) if self.id.is_none() => add_count(&mut entry.counts, text),
            _ => Err(SuiteProblem::CountBeforePosition),
        }
    }

    /// The position of the current line.
    fn position(&mut self, fen: &str) -> Result<Item, SuiteProblem> {
        let mut setup = Setup::from_fen_lenient(fen).map_err(|error| SuiteProblem::Position(error.into()))?;
        let (position, problems) = match (Position::from_setup(setup), self.tolerance) {
            (Ok(position), _) => (Ok(position), Vec::new()),
            (Err(invalid), None) => return Err(SuiteProblem::Position(invalid.into())),
            (Err(invalid), Some(tolerance)) => {
                if tolerance.repair {
                    setup.repair();
                }
                (Position::from_setup_with(setup, tolerance), invalid.problems().to_vec())
            }
        };
        let (line, id) = (self.lines, self.id.take());
        Ok(match position {
            Ok(position) => Item::Entry(Entry { line, id, position, problems, counts: Vec::new() }),
            Err(invalid) => Item::LeftOut(SuiteError { line, problem: SuiteProblem::Position(invalid.into()) }),
        })
    }
}

/// A position to which nothing will be added. What has no counts would be verified by counting nothing.
fn complete(item: Option<Item>) -> Result<Option<Item>, SuiteError> {
    match item {
        Some(Item::Entry(entry)) if entry.counts.is_empty() => {
            Err(SuiteError { line: entry.line, problem: SuiteProblem::NoCounts })
        }
        item => Ok(item),
    }
}

/// Reads `D1 20 ;D2 400`, what stands behind the first semicolon of an EPD.
fn counts_of_fields(text: &str) -> Result<Vec<(u32, u128)>, SuiteProblem> {
    let mut counts = Vec::new();
    for field in text.split(';').map(str::trim).filter(|field| !field.is_empty()) {
        let count = field.strip_prefix(['D', 'd']).ok_or_else(|| SuiteProblem::NotACount(field.to_owned()))?;
        add_count(&mut counts, count)?;
    }
    if counts.is_empty() { Err(SuiteProblem::NoCounts) } else { Ok(counts) }
}

/// Reads `DEPTH NODES`.
fn add_count(counts: &mut Vec<(u32, u128)>, text: &str) -> Result<(), SuiteProblem> {
    let (depth, nodes) = split_word(text).ok_or_else(|| SuiteProblem::Incomplete(text.to_owned()))?;
    // The limit also bounds how many counts a position has.
    let known = depth.parse().ok().filter(|&depth| depth <= Perft::MOST_DEPTH);
    let depth: u32 = known.ok_or_else(|| SuiteProblem::Depth(depth.to_owned()))?;
    let nodes: u128 = nodes.trim().parse().map_err(|_| SuiteProblem::Nodes(nodes.to_owned()))?;
    if counts.iter().any(|&(known, _)| known == depth) {
        return Err(SuiteProblem::CountedTwice(depth));
    }
    counts.push((depth, nodes));
    Ok(())
}

/// The first word and the rest, if there is a rest.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    Some((word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::{Item, Reader, SuiteProblem, read, read_lenient};
    use tabiya::Tolerance;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn both_formats_in_one_file() {
        let text = format!(
            "% a comment\r\n\r\nid first\nepd {START}\nperft 1 20\nperft 2 400\n# id second\n{START} ;D3 8902; d4 197281\n"
        );
        let suite = read(&text).unwrap();
        assert_eq!(suite.len(), 2);
        assert_eq!((suite[0].line, suite[0].id.as_deref()), (4, Some("first")));
        assert_eq!(suite[0].counts, [(1, 20), (2, 400)]);
        assert_eq!((suite[1].line, suite[1].id.as_deref()), (8, Some("second")));
        assert_eq!(suite[1].counts, [(3, 8902), (4, 197_281)]);
    }

    #[test]
    fn lenient_reading_keeps_what_can_be_counted_and_says_why_it_is_odd() {
        let text = "\u{feff}id triple check\nepd 4k3/8/3N1N2/8/8/8/4R3/4K3 b - -\nperft 1 1\n\0\
            id no king\nepd 8/8/8/8/8/8/8/4K3 w - -\nperft 1 5\n4k3/8/8/8/8/8/8/4K2R w KQ - 0 1;D1 15\n";
        let suite = read_lenient(text, Tolerance::ALL).unwrap();
        assert_eq!((suite.entries.len(), suite.left_out.len()), (1, 2));
        assert_eq!((suite.entries[0].counts.as_slice(), suite.entries[0].problems.len()), (&[(1, 1)][..], 1));
        assert_eq!(suite.left_out.iter().map(|left| left.line).collect::<Vec<_>>(), [5, 7]);
        let repaired = read_lenient(text, Tolerance::REPAIR).unwrap();
        assert_eq!((repaired.entries.len(), repaired.left_out.len()), (2, 1));
        assert_eq!(repaired.entries[1].counts, [(1, 15)]);
        assert_eq!(read(text).unwrap_err().line, 2, "strictly, the first is refused");
    }

    #[test]
    fn errors_say_what_was_found_and_what_was_expected() {
        let without_counts =
            "line 1: a position without counts, expected `;D1 20` after it or `perft 1 20` on the next line";
        for (text, expected) in [
            ("perft 1 20".to_owned(), "line 1: a `perft` line before its `epd` line"),
            (START.to_owned(), without_counts),
            (format!("epd {START}"), without_counts),
            (format!("{START} ;X1 20"), "line 1: found `;X1 20`, expected a count like `;D1 20`"),
            (format!("{START} ;D1"), "line 1: found `1`, expected a depth and a number of nodes"),
            (format!("{START} ;Done 20"), "line 1: `one` is not a depth from 0 to 255"),
            (format!("{START} ;D256 20"), "line 1: `256` is not a depth from 0 to 255"),
            (format!("epd {START}\nperft 1 x"), "line 2: `x` is not a number of nodes"),
            (format!("{START} ;D1 20 ;D2 400 ;D1 20"), "line 1: depth 1 is counted twice"),
        ] {
            let error = read(&text).unwrap_err();
            assert_eq!(error.to_string(), expected);
            assert!(error.source().is_none(), "{error}");
        }
        for text in ["8/8 w - - ;D1 1", "8/8/8/8/8/8/8/8 w - - ;D1 1"] {
            let error = read(text).unwrap_err();
            let cause = error.source().expect("what is wrong with the position").to_string();
            // The cause also says what it is a cause of.
            let (_, what) = cause.split_once(": ").unwrap();
            assert_eq!(error.to_string(), format!("line 1: {what}"));
        }
    }

    /// The counts of an entry that is left out are read too, and belong to no entry.
    #[test]
    fn counts_of_what_is_left_out_are_left_out() {
        let text = format!("{START} ;D1 20\n8/8/8/8/8/8/8/8 w - - ;D1 7 ;D2 8\nepd 8/8/8/8/8/8/8/8 w - -\nperft 3 9\n");
        let suite = read_lenient(&text, Tolerance::ALL).unwrap();
        assert_eq!(suite.entries.len(), 1);
        assert_eq!(suite.entries[0].counts, [(1, 20)]);
        assert_eq!(suite.left_out.len(), 2);
        let error = read_lenient(&text.replace("perft 3 9", "perft 3"), Tolerance::ALL).unwrap_err();
        assert_eq!(error.line, 4, "{error}");
    }

    #[test]
    fn line_by_line_a_position_comes_when_it_is_complete() {
        let mut reader = Reader::lenient(Tolerance::ALL);
        let mut lines = |line: &str| match reader.line(line).unwrap() {
            None => "nothing".to_owned(),
            Some(Item::Entry(entry)) => format!("line {}, {:?}", entry.line, entry.counts),
            Some(Item::LeftOut(error)) => format!("line {} left out", error.line),
        };
        let asked = [&format!("{START} ;D1 20\n"), "perft 2 400", "id none", "epd 8/8/8/8/8/8/8/8 w - -", "perft 3 9"];
        let came = asked.map(&mut lines);
        assert_eq!(came, ["nothing", "nothing", "nothing", "line 1, [(1, 20), (2, 400)]", "nothing"]);
        assert_eq!(lines(&format!("epd {START}")), "line 4 left out");
        let error = reader.line("epd 4k3/8/8/8/8/8/8/4K3 w - -").unwrap_err();
        assert_eq!((error.line, error.problem), (6, SuiteProblem::NoCounts), "told as soon as it is known");
    }

    #[test]
    fn every_malformed_line_is_named() {
        let bad = [
            "nonsense".to_owned(),
            "perft 1 20".to_owned(),
            format!("epd {START}\nid next\nperft 1 20"),
            format!("epd {START}\nperft 1"),
            format!("epd {START}\nperft one 20"),
            format!("epd {START}\nperft 1 -20"),
            format!("epd {START}\nperft 1 20\nperft 1 20"),
            START.to_owned(),
            format!("epd {START}"),
            format!("epd {START}\nperft 1 20\nid next\nepd {START}"),
            format!("{START} ;D1"),
            format!("{START} ;X1 20"),
            format!("{START} ;D1 340282366920938463463374607431768211456"),
        ];
        for text in bad {
            let error = read(&text).unwrap_err();
            assert_eq!(error.line, text.lines().count(), "{text}: {error}");
        }
    }
}
