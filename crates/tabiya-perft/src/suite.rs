//! Files of positions with known counts: EPD with `;D1 20` fields, and `.perft` suites.
//!
//! ```
//! let suite = tabiya_perft::suite::read("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n").unwrap();
//! assert_eq!(suite[0].counts, [(1, 15), (2, 66)]);
//! assert_eq!(tabiya_perft::suite::read("\n8/8 w - - ;D1 1").unwrap_err().line, 2);
//! ```

use std::error::Error;
use std::fmt;

use tabiya::Position;

/// A position of a suite and what is known about it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line its position stands on, from 1.
    pub line: usize,
    /// Its name, where the file gives one.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    /// Depth and number of leaves, in the order of the file.
    pub counts: Vec<(u32, u128)>,
}

/// A line that is not what a suite holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Error for SuiteError {}

/// Reads a suite of either format, telling them apart line by line.
///
/// - EPD: `FEN ;D1 20 ;D2 400`; the counters of the FEN may be missing. A comment `# id NAME`
///   names the position that follows.
/// - `.perft`: lines `id NAME`, `epd FEN`, `perft DEPTH NODES`.
///
/// Empty lines and lines that begin with `#` or `%` are comments. Castling fields are read as
/// `KQkq`, Shredder or X-FEN, so Chess960 needs no switch.
pub fn read(text: &str) -> Result<Vec<Entry>, SuiteError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let line = line.trim_start_matches('\u{feff}').trim();
        reader.line(line_number, line).map_err(|problem| SuiteError { line: line_number, problem })?;
    }
    Ok(reader.entries)
}

#[derive(Default)]
struct Reader {
    entries: Vec<Entry>,
    /// The name that the next position gets.
    id: Option<String>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if line.is_empty() || line.starts_with(['#', '%']) {
            if let Some(("id", name)) = split_word(line.trim_start_matches(['#', '%', ' '])) {
                self.id = Some(name.to_owned());
            }
            return Ok(());
        }
        match split_word(line) {
            Some(("id", name)) => self.id = Some(name.to_owned()),
            Some(("epd", fen)) => self.position(number, fen)?,
            Some(("perft", count)) => {
                let entry = self.entries.last_mut().filter(|_| self.id.is_none());
                let entry = entry.ok_or("a `perft` line before its `epd` line")?;
                add_count(&mut entry.counts, count)?;
            }
            _ => {
                let mut fields = line.split(';');
                self.position(number, fields.next().unwrap_or_default().trim())?;
                let entry = self.entries.last_mut().ok_or("no position")?;
                for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
                    let count = field
                        .strip_prefix(['D', 'd'])
                        .ok_or_else(|| format!("found `;{field}`, expected a count like `;D1 20`"))?;
                    add_count(&mut entry.counts, count)?;
                }
                if entry.counts.is_empty() {
                    return Err("a position without counts, expected `;D1 20` after it".to_owned());
                }
            }
        }
        Ok(())
    }

    fn position(&mut self, line: usize, fen: &str) -> Result<(), String> {
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let id = self.id.take();
        self.entries.push(Entry { line, id, position, counts: Vec::new() });
        Ok(())
    }
}

/// Reads `DEPTH NODES`.
fn add_count(counts: &mut Vec<(u32, u128)>, text: &str) -> Result<(), String> {
    let (depth, nodes) =
        split_word(text).ok_or_else(|| format!("found `{text}`, expected a depth and a number of nodes"))?;
    let depth: u32 = depth.parse().map_err(|_| format!("`{depth}` is not a depth"))?;
    let nodes: u128 = nodes.trim().parse().map_err(|_| format!("`{nodes}` is not a number of nodes"))?;
    if counts.iter().any(|&(known, _)| known == depth) {
        return Err(format!("depth {depth} is counted twice"));
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
    use super::read;

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
