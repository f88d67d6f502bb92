//! What was asked: the values of each dimension, and the pairs of values, that questions had.

use std::fmt;

use serde::Serialize;

use crate::compare::Case;

mod dimension;
mod values;

pub use dimension::Dimension;
pub(crate) use dimension::{Id, Universe};
pub(crate) use values::{of_case, of_question};

/// One dimension in the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The dimension.
    pub dimension: &'static str,
    /// How many of its values were asked about.
    pub asked: usize,
    /// How many there are.
    pub values: usize,
    /// Those that were not.
    pub missing: Vec<String>,
    /// How many pairs of one of its values and another value were asked about.
    pub pairs_asked: usize,
    /// How many such pairs there are: those that a question asked or a drawn position has. Until positions are drawn,
    /// as many as were asked.
    pub pairs: usize,
    /// Some of those that were not.
    pub missing_pairs: Vec<String>,
}

/// At most this many missing pairs of a dimension are named.
const PAIRS_NAMED: usize = 10;

/// The depths at which every value is to be asked about.
const COUNTED_EVERYWHERE: [&str; 3] = ["1", "2", "3"];

/// What is known of a pair of values.
const CAN_BE_ASKED: u8 = 1;
const WAS_ASKED: u8 = 2;

/// Which values and pairs of values were asked about, and how often each value.
#[derive(Clone)]
pub struct Coverage {
    counts: Vec<u64>,
    pairs: Vec<u8>,
}

impl Default for Coverage {
    fn default() -> Self {
        let values = Universe::get().values.len();
        Coverage { counts: vec![0; values], pairs: vec![0; values * values] }
    }
}

impl fmt::Debug for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

impl Coverage {
    /// Counts a question that was put after another.
    pub fn note(&mut self, case: &Case, before: Option<&Case>) {
        self.note_values(&Universe::get().numbered(&of_question(case, before)));
    }

    pub(crate) fn note_values(&mut self, ids: &[Id]) {
        ids.iter().for_each(|&id| self.counts[usize::from(id)] += 1);
        for pair in Universe::get().pairs(ids) {
            self.pairs[pair] |= CAN_BE_ASKED | WAS_ASKED;
        }
    }

    /// Learns which pairs there are, without asking about them; tells whether one of them was not known.
    pub(crate) fn learn(&mut self, ids: &[Id]) -> bool {
        let mut new = false;
        for pair in Universe::get().pairs(ids) {
            new |= self.pairs[pair] == 0;
            self.pairs[pair] |= CAN_BE_ASKED;
        }
        new
    }

    /// Every value of a position can be asked about at every depth and after every other question: learns those pairs,
    /// of depths that a hunt reaches everywhere.
    pub(crate) fn learn_askings(&mut self) {
        let universe = Universe::get();
        let count = universe.values.len();
        let known: Vec<bool> = (0..count)
            .map(|one| (0..count).any(|other| self.pairs[one * count + other] | self.pairs[other * count + one] != 0))
            .collect();
        let is_asking = |(dimension, value): &(Dimension, String)| match dimension {
            Dimension::Depth => COUNTED_EVERYWHERE.contains(&value.as_str()),
            dimension => *dimension == Dimension::Before,
        };
        for asking in (0..count).filter(|&id| is_asking(&universe.values[id])) {
            for value in (0..count).filter(|&id| known[id] && id > asking) {
                self.learn(&[asking as Id, value as Id]);
            }
        }
    }

    /// How many values and pairs a question would ask about that no question had.
    pub(crate) fn gain(&self, ids: &[Id]) -> usize {
        let values = ids.iter().filter(|&&id| self.counts[usize::from(id)] == 0).count();
        let pairs = Universe::get().pairs(ids).filter(|&pair| self.pairs[pair] & WAS_ASKED == 0).count();
        values + pairs
    }

    /// What a question would be the first to ask about, in words.
    pub(crate) fn first_new(&self, ids: &[Id]) -> Option<String> {
        let universe = Universe::get();
        let text = |&(dimension, ref value): &(Dimension, String)| format!("{}: {value}", dimension.name());
        if let Some(&id) = ids.iter().find(|&&id| self.counts[usize::from(id)] == 0) {
            return Some(text(&universe.values[usize::from(id)]));
        }
        let pair = universe.pairs(ids).find(|&pair| self.pairs[pair] & WAS_ASKED == 0)?;
        let (one, other) = universe.of_pair(pair);
        Some(format!("{}; {}", text(one), text(other)))
    }

    /// The table: each dimension with what was asked and what was not.
    pub fn rows(&self) -> Vec<Row> {
        let universe = Universe::get();
        let mut rows: Vec<Row> = Vec::new();
        for &dimension in Dimension::ALL {
            let of_it = || universe.values.iter().zip(&self.counts).filter(|((of, _), _)| *of == dimension);
            let missing: Vec<String> =
                of_it().filter(|&(_, &count)| count == 0).map(|((_, value), _)| value.clone()).collect();
            rows.push(Row {
                dimension: dimension.name(),
                asked: of_it().count() - missing.len(),
                values: of_it().count(),
                missing,
                pairs_asked: 0,
                pairs: 0,
                missing_pairs: Vec::new(),
            });
        }
        for (pair, &known) in self.pairs.iter().enumerate().filter(|&(_, &known)| known != 0) {
            let (one, other) = universe.of_pair(pair);
            let of = if one.0 == other.0 { vec![one.0] } else { vec![one.0, other.0] };
            for dimension in of {
                let row = &mut rows[dimension as usize];
                row.pairs += 1;
                row.pairs_asked += usize::from(known & WAS_ASKED != 0);
                if known & WAS_ASKED == 0 && row.missing_pairs.len() < PAIRS_NAMED {
                    let (own, strange) = if one.0 == dimension { (one, other) } else { (other, one) };
                    row.missing_pairs.push(format!("{} with {}: {}", own.1, strange.0.name(), strange.1));
                }
            }
        }
        rows
    }

    /// The pairs that were not asked about.
    #[cfg(test)]
    pub(crate) fn missing_pairs(
        &self,
    ) -> impl Iterator<Item = (&'static dimension::Value, &'static dimension::Value)> + '_ {
        let missing = self.pairs.iter().enumerate().filter(|&(_, &known)| known == CAN_BE_ASKED);
        missing.map(|(pair, _)| Universe::get().of_pair(pair))
    }

    /// How many pairs were asked about, and how many there are.
    pub fn pairs(&self) -> (usize, usize) {
        let asked = self.pairs.iter().filter(|&&known| known & WAS_ASKED != 0).count();
        (asked, self.pairs.iter().filter(|&&known| known != 0).count())
    }
}

/// The width of the table, and of the lines below it.
const WIDTH: usize = 60;

/// Text in lines of [`WIDTH`] columns, indented from the second line on.
pub(crate) fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            lines.push_str("\n   ");
            column = 3;
        }
        if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        writeln!(f, "{:<31} {:>10} {:>16}", "asked about", "values", "pairs")?;
        for row in &rows {
            let values = format!("{} of {}", row.asked, row.values);
            let pairs = if row.pairs == 0 { "-".into() } else { format!("{} of {}", row.pairs_asked, row.pairs) };
            writeln!(f, "{:<31} {values:>10} {pairs:>16}", row.dimension)?;
        }
        let (asked, pairs) = self.pairs();
        let values = rows.iter().map(|row| row.values).sum::<usize>();
        let had = rows.iter().map(|row| row.asked).sum::<usize>();
        writeln!(f, "{:<31} {:>10} {:>16}", "all", format!("{had} of {values}"), format!("{asked} of {pairs}"))?;
        for row in rows.iter().filter(|row| !row.missing.is_empty()) {
            let missing = format!("Not asked, {}: {}", row.dimension, row.missing.join(", "));
            writeln!(f, "{}", wrapped(&missing))?;
        }
        Ok(())
    }
}
