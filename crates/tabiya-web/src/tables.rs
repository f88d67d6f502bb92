//! Endgame tables: those solved here, and Syzygy's. They are the one thing that the library keeps for JavaScript
//! between calls, under numbers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use serde::Serialize;
use tabiya::CastlingStyle;
use tabiya_retro::endgame::{self, Distance, EndgameError, Endgames, Material, Options, Table};
use tabiya_syzygy::{SyzygyError, Tablebase};

use crate::failure::Failure;
use crate::fen;

/// Things of one kind under numbers. No number is given out twice.
#[derive(Debug)]
pub struct Store<T> {
    open: BTreeMap<u32, T>,
    next: u32,
}

impl<T> Default for Store<T> {
    fn default() -> Store<T> {
        Store { open: BTreeMap::new(), next: 0 }
    }
}

impl<T: Default> Store<T> {
    /// An empty one, and its number.
    pub fn open(&mut self) -> u32 {
        self.next += 1;
        self.open.insert(self.next, T::default());
        self.next
    }

    /// What a number stands for.
    pub fn get(&mut self, number: u32) -> Result<&mut T, Failure> {
        self.open.get_mut(&number).ok_or_else(|| Failure::new("argument", "these tables have been closed"))
    }

    /// Forgets what a number stands for, if it stands for something.
    pub fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }
}

impl From<EndgameError> for Failure {
    fn from(error: EndgameError) -> Failure {
        let kind = match error {
            EndgameError::Castling => "position",
            EndgameError::TooManyMen(_) => "argument",
            _ => "table",
        };
        Failure::new(kind, error)
    }
}

impl From<SyzygyError> for Failure {
    fn from(error: SyzygyError) -> Failure {
        let kind = match error {
            SyzygyError::Castling => "position",
            SyzygyError::Name { .. } => "argument",
            _ => "table",
        };
        Failure::new(kind, error)
    }
}

/// A result and the plies to mate; no plies in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Solved {
    /// `win`, `draw` or `loss`.
    pub result: &'static str,
    /// The plies to mate.
    pub plies: Option<u32>,
}

impl From<Distance> for Solved {
    fn from(distance: Distance) -> Solved {
        let (result, plies) = match distance {
            Distance::Win(plies) => ("win", Some(plies)),
            Distance::Draw => ("draw", None),
            Distance::Loss(plies) => ("loss", Some(plies)),
        };
        Solved { result, plies }
    }
}

/// A move and what it leads to, for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolvedMove {
    /// The move.
    pub uci: String,
    /// The move as SAN.
    pub san: String,
    /// What it leads to, counted from the position before it.
    #[serde(flatten)]
    pub solved: Solved,
}

/// A table in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// Wins, draws and losses with White to move.
    pub white: [u64; 3],
    /// The same with Black to move.
    pub black: [u64; 3],
    /// The longest mate by White: its plies, and a position.
    #[serde(rename = "longestWhite")]
    pub longest_white: Option<(u32, String)>,
    /// The longest mate by Black.
    #[serde(rename = "longestBlack")]
    pub longest_black: Option<(u32, String)>,
}

/// A material by its name.
fn material(text: &str) -> Result<Material, Failure> {
    text.parse().map_err(|error| Failure::new("argument", error))
}

/// Solves a material and all that it can become.
pub fn solve(endgames: &mut Endgames, name: &str) -> Result<(), Failure> {
    let material = material(name)?;
    if material.men() <= Material::MAX_MEN {
        // A module that runs out of memory in the middle of its work cannot go on at all, so the memory is asked for
        // first.
        let bytes = endgame::memory_to_solve(material, endgames);
        let had = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
        if !had {
            let megabytes = bytes.div_ceil(1_000_000);
            return Err(Failure::new(
                "table",
                format!("solving {material} takes {megabytes} MB of memory, which is not there"),
            ));
        }
    }
    let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
    Ok(endgames.add(material, Options { threads: 1, cancel: &cancel, done: &done })?)
}

/// Adds the bytes of a table; the answer is its name.
pub fn add(endgames: &mut Endgames, bytes: &[u8]) -> Result<String, Failure> {
    let table = Table::from_bytes(bytes).map_err(|error| Failure::new("table", error))?;
    let name = table.material().to_string();
    endgames.insert(table);
    Ok(name)
}

/// A table, which must be there.
fn table<'a>(endgames: &'a Endgames, name: &str) -> Result<&'a Table, Failure> {
    let material = material(name)?;
    Ok(endgames.table(material).ok_or(EndgameError::NoTable(material))?)
}

/// A table as bytes to keep.
pub fn bytes(endgames: &Endgames, name: &str) -> Result<Vec<u8>, Failure> {
    Ok(table(endgames, name)?.to_bytes())
}

/// The names of the tables that are there.
pub fn materials(endgames: &Endgames) -> Vec<String> {
    endgames.tables().map(|table| table.material().to_string()).collect()
}

/// The result of a position.
pub fn probe(endgames: &Endgames, text: &str) -> Result<Solved, Failure> {
    Ok(endgames.probe(&fen::position(text)?)?.into())
}

/// Every legal move, the best first.
pub fn moves(endgames: &Endgames, text: &str) -> Result<Vec<SolvedMove>, Failure> {
    let position = fen::position(text)?;
    let found = endgames.moves(&position)?.into_iter().map(|(mv, distance)| SolvedMove {
        uci: mv.uci(CastlingStyle::Chess960).to_string(),
        san: position.san(mv).to_string(),
        solved: distance.into(),
    });
    Ok(found.collect())
}

/// The moves to mate with best play of both sides.
pub fn line(endgames: &Endgames, text: &str) -> Result<Vec<String>, Failure> {
    let line = endgames.line(&fen::position(text)?)?;
    Ok(line.into_iter().map(|mv| mv.uci(CastlingStyle::Chess960).to_string()).collect())
}

/// A table in numbers.
pub fn numbers(endgames: &Endgames, name: &str) -> Result<Numbers, Failure> {
    let statistics = table(endgames, name)?.statistics();
    let [white, black] = statistics.results;
    let [longest_white, longest_black] =
        statistics.longest.map(|found| found.map(|(plies, position)| (plies, position.fen())));
    Ok(Numbers { white, black, longest_white, longest_black })
}

/// What a Syzygy table says of the next zeroing move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Zeroing {
    /// Plies: positive for a win, negative for a loss.
    pub dtz: i32,
    /// Whether they are known to the ply, or may be one more.
    pub exact: bool,
}

/// A move as Syzygy tables rank it, for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RankedMove {
    /// The move.
    pub uci: String,
    /// The move as SAN.
    pub san: String,
    /// The distance, from the position before the move.
    #[serde(flatten)]
    pub zeroing: Zeroing,
    /// The result with the fifty-move clock where it stands.
    pub outcome: &'static str,
    /// Whether it sets that clock to 0.
    #[serde(rename = "isZeroing")]
    pub is_zeroing: bool,
    /// Whether it mates.
    #[serde(rename = "isMate")]
    pub is_mate: bool,
}

/// Adds a Syzygy table under the name of its file; whether it was new.
pub fn add_syzygy(tables: &mut Tablebase, name: &str, bytes: Vec<u8>) -> Result<bool, Failure> {
    Ok(tables.add_bytes(name, bytes)?)
}

/// The names of the files, each once.
pub fn syzygy_files(tables: &Tablebase) -> Vec<String> {
    tables.tables().into_iter().map(|table| format!("{}.{}", table.material, table.metric.extension())).collect()
}

/// Reads every byte of every table and compares its checksum.
pub fn check_syzygy(tables: &Tablebase) -> Result<(), Failure> {
    tables.tables().into_iter().try_for_each(|table| Ok(tables.check(table.material, table.metric)?))
}

/// The result, from -2 for a loss to 2 for a win, if the fifty-move clock stood at 0.
pub fn wdl(tables: &Tablebase, text: &str) -> Result<i32, Failure> {
    Ok(tables.probe_wdl(&fen::position(text)?)?.number())
}

/// The distance to the next zeroing move or mate.
pub fn dtz(tables: &Tablebase, text: &str) -> Result<Zeroing, Failure> {
    let found = tables.probe_dtz(&fen::position(text)?)?;
    Ok(Zeroing { dtz: found.plies(), exact: found.is_exact() })
}

/// The legal moves, the best first.
pub fn rank(tables: &Tablebase, text: &str) -> Result<Vec<RankedMove>, Failure> {
    let position = fen::position(text)?;
    let found = tables.rank_root_moves(&position)?.into_iter().map(|ranked| RankedMove {
        uci: ranked.mv.uci(CastlingStyle::Chess960).to_string(),
        san: position.san(ranked.mv).to_string(),
        zeroing: Zeroing { dtz: ranked.dtz.plies(), exact: ranked.dtz.is_exact() },
        outcome: ranked.outcome.name(),
        is_zeroing: ranked.is_zeroing,
        is_mate: ranked.is_mate,
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_are_solved_kept_and_read_again() {
        let mut store = Store::<Endgames>::default();
        let number = store.open();
        let endgames = store.get(number).unwrap();
        solve(endgames, "KRK").unwrap();
        let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
        assert_eq!(probe(endgames, fen).unwrap(), Solved { result: "win", plies: Some(1) });
        let best = &moves(endgames, fen).unwrap()[0];
        assert_eq!((best.uci.as_str(), best.san.as_str(), best.solved.plies), ("b1a1", "Ra1#", Some(1)));
        assert_eq!(line(endgames, fen).unwrap(), ["b1a1"]);
        let known = numbers(endgames, "KRK").unwrap();
        assert_eq!(known.longest_white.map(|(plies, _)| plies.div_ceil(2)), Some(16));
        let mut kept = bytes(endgames, "KRK").unwrap();
        let other = store.open();
        let again = store.get(other).unwrap();
        assert_eq!(add(again, &kept).unwrap(), "KRK");
        assert_eq!(probe(again, fen).unwrap().plies, Some(1));
        assert_eq!(materials(again), ["KRK"]);
        kept[100] ^= 1;
        assert_eq!(add(again, &kept).unwrap_err().kind, "table");
        store.close(other);
        assert_eq!(store.get(other).err().map(|failure| failure.kind), Some("argument"));
        assert_ne!(store.open(), other);
    }

    /// The tests of the package have the same tables as files; `TABIYA_RENEW=1` writes them.
    #[test]
    fn syzygy_tables_answer() {
        let mut tables = Tablebase::new();
        let folder = std::path::Path::new("../../web/package/test/tables");
        for (name, bytes) in tabiya_check::tables::written(tabiya::Role::Rook) {
            let file = folder.join(&name);
            if std::env::var_os("TABIYA_RENEW").is_some() {
                std::fs::create_dir_all(folder).unwrap();
                std::fs::write(&file, &bytes).unwrap();
            }
            assert!(std::fs::read(&file).is_ok_and(|kept| kept == bytes), "{} is not as it is made", file.display());
            assert!(add_syzygy(&mut tables, &name, bytes).unwrap());
        }
        check_syzygy(&tables).unwrap();
        let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
        assert_eq!(wdl(&tables, fen).unwrap(), 2);
        assert_eq!(dtz(&tables, fen).unwrap(), Zeroing { dtz: 1, exact: true });
        let best = &rank(&tables, fen).unwrap()[0];
        assert_eq!((best.san.as_str(), best.outcome, best.is_mate), ("Ra1#", "win", true));
        assert_eq!(wdl(&tables, "8/8/8/8/8/k1K5/8/1R6 b - - 0 1").unwrap(), -2);
        assert_eq!(wdl(&tables, "8/8/8/8/8/k1K5/8/1Q6 w - - 0 1").unwrap_err().kind, "table");
    }

    #[test]
    fn what_cannot_be_answered_says_why() {
        let mut endgames = Endgames::new();
        assert_eq!(solve(&mut endgames, "KXK").unwrap_err().kind, "argument");
        assert_eq!(solve(&mut endgames, "KQRKRB").unwrap_err().kind, "argument");
        assert_eq!(probe(&endgames, "8/8/8/8/8/k1K5/8/1R6 w - - 0 1").unwrap_err().kind, "table");
        assert_eq!(probe(&endgames, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap_err().kind, "position");
        assert_eq!(bytes(&endgames, "KQK").unwrap_err().kind, "table");
        let mut tables = Tablebase::new();
        assert_eq!(add_syzygy(&mut tables, "notes.txt", Vec::new()).unwrap_err().kind, "argument");
        assert!(add_syzygy(&mut tables, "KQvK.rtbw", vec![0; 80]).unwrap());
        assert_eq!(syzygy_files(&tables), ["KQvK.rtbw"]);
        let fen = "8/8/8/8/8/k1K5/8/1Q6 w - - 0 1";
        assert_eq!(wdl(&tables, fen).unwrap_err().kind, "table");
        assert_eq!(check_syzygy(&tables).unwrap_err().kind, "table");
        assert_eq!(rank(&tables, fen).unwrap_err().kind, "table");
    }
}
