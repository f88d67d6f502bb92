//! What endgame tables tell a search: Syzygy's, and those that Tabiya solved.
//!
//! Syzygy tables are asked right after a zeroing move, where their answer holds with the fifty-move rule, and at the
//! root, where they choose the moves that keep the result. Tabiya's own tables know the distance to mate, so their
//! answer is a score like any other.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tabiya::{Move, Position};
use tabiya_retro::endgame::{Distance, EndgameError, Endgames, FolderError, Table};
use tabiya_syzygy::{ClockedWdl, SyzygyError, Tablebase, Wdl};

use crate::score::{DRAW, MATE, TABLE_WIN, Value};
use crate::tt::{Bound, Entry};

/// How many problems are kept until they are told.
const MOST_NOTES: usize = 8;

/// The endgame tables of an engine, and how they are used.
pub struct Tables {
    syzygy: Tablebase,
    solved: Endgames,
    /// The men of the largest table that was solved.
    solved_men: u32,
    /// Positions with more men are not asked about.
    pub limit: u32,
    /// Positions of the largest tables are asked about from this depth on.
    pub depth: i32,
    /// Whether a win that the fifty-move rule spoils is a draw.
    pub fifty_move_rule: bool,
    /// What went wrong, until it is told, and what has been told.
    notes: Mutex<Notes>,
}

#[derive(Debug, Default)]
struct Notes {
    untold: Vec<String>,
    told: Vec<String>,
}

/// Tables as one search uses them.
#[derive(Copy, Clone)]
pub(crate) struct Probing<'a> {
    tables: &'a Tables,
    most_men: u32,
    /// Whether Syzygy tables are asked below the root.
    syzygy: bool,
}

/// Why a table does not answer.
#[derive(Clone, Debug)]
pub(crate) enum ProbeError {
    Syzygy(SyzygyError),
    Solved(EndgameError),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Syzygy(error) => error.fmt(f),
            ProbeError::Solved(error) => error.fmt(f),
        }
    }
}

/// What tables say of a move at the root.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    /// Moves of one group may be chosen among by other reasons; those of group 0 keep the result.
    pub(crate) group: u32,
    /// What the move is worth, unless the search finds a mate.
    pub(crate) score: Value,
}

/// What tables say of a root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranking {
    /// The moves, the best first.
    pub(crate) moves: Vec<Ranked>,
    /// Whether distances are known: then the ranking alone makes progress, and the search need not ask.
    pub(crate) by_distance: bool,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            syzygy: Tablebase::new(),
            solved: Endgames::new(),
            solved_men: 0,
            limit: Tables::MAX_MEN,
            depth: 1,
            fifty_move_rule: true,
            notes: Mutex::default(),
        }
    }
}

impl Tables {
    /// The most men that a table can have.
    pub const MAX_MEN: u32 = tabiya_syzygy::MAX_MEN as u32;

    /// Exchanges the Syzygy tables for those of these folders, written as paths are: with `:` between them, on Windows
    /// with `;`. Says how many there are.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read; then there are none.
    pub fn read_syzygy(&mut self, folders: impl AsRef<OsStr>) -> Result<usize, SyzygyError> {
        self.notes = Mutex::default();
        self.syzygy = Tablebase::new();
        let mut tables = Tablebase::new();
        tables.add_path(folders)?;
        self.syzygy = tables;
        Ok(self.syzygy.len())
    }

    /// Exchanges the tables that Tabiya solved for those of a folder, and says how many there are. No folder, no
    /// tables.
    ///
    /// # Errors
    ///
    /// If the folder or a table cannot be read, or a table is damaged; then there are none.
    pub fn read_solved(&mut self, folder: Option<&Path>) -> Result<usize, FolderError> {
        self.notes = Mutex::default();
        (self.solved, self.solved_men) = (Endgames::new(), 0);
        let mut solved = Endgames::new();
        let read = folder.map_or(Ok(0), |folder| solved.read_folder(folder))?;
        self.solved_men = solved.tables().map(|table| table.material().men()).max().unwrap_or(0);
        self.solved = solved;
        Ok(read)
    }

    /// The Syzygy tables.
    pub fn syzygy(&self) -> &Tablebase {
        &self.syzygy
    }

    /// The tables that Tabiya solved.
    pub fn solved(&self) -> impl Iterator<Item = &Table> {
        self.solved.tables()
    }

    /// How a search below a root uses them, where there are any. A root that is ranked by distance needs Syzygy tables
    /// no more, nor does one that is not won: any answer below it would be the same.
    pub(crate) fn below(&self, root: Option<&Ranking>) -> Option<Probing<'_>> {
        let is_settled =
            |ranking: &Ranking| ranking.by_distance || ranking.moves.first().is_none_or(|best| best.score <= DRAW);
        let syzygy = !root.is_some_and(is_settled);
        let most_men = if syzygy { self.syzygy_men().max(self.solved_men) } else { self.solved_men };
        (most_men > 0).then_some(Probing { tables: self, most_men, syzygy })
    }

    /// The most men of a position that is asked about in Syzygy tables.
    fn syzygy_men(&self) -> u32 {
        self.syzygy.max_men().min(self.limit)
    }

    /// The score of a position in a table that was solved; `None` if the table is not here, or the mate may come too
    /// late for the fifty-move rule.
    fn mate(&self, position: &Position, ply: usize) -> Result<Option<Value>, ProbeError> {
        let in_time = |plies: u32| position.halfmove_clock() + plies <= 100;
        match self.solved.probe(position) {
            Ok(Distance::Win(plies)) if in_time(plies) => Ok(mate_after(plies, ply)),
            Ok(Distance::Loss(plies)) if in_time(plies) => Ok(mate_after(plies, ply).map(|score| -score)),
            Ok(Distance::Draw) => Ok(Some(DRAW)),
            Ok(_) | Err(EndgameError::NoTable(_)) => Ok(None),
            Err(error) => Err(ProbeError::Solved(error)),
        }
    }

    /// A result with the fifty-move rule or without.
    fn counted(&self, wdl: Wdl) -> Wdl {
        if self.fifty_move_rule { wdl.with_fifty_move_rule() } else { wdl.without_fifty_move_rule() }
    }

    /// The moves of a root that Syzygy tables know, the best first. `repeated` says that a position has come twice
    /// since the last zeroing move: then only the moves that come nearest to the next one are in the first group, so
    /// that the search cannot walk in circles.
    pub(crate) fn rank(&self, position: &Position, repeated: bool) -> Option<Ranking> {
        let is_known = position.occupied().len() <= self.syzygy_men() && !position.castling_rights().rooks().any();
        if !is_known {
            return None;
        }
        match self.rank_by_distance(position, repeated) {
            Ok(moves) => return Some(Ranking { moves, by_distance: true }),
            Err(error) => self.note(error.to_string()),
        }
        match self.syzygy.rank_root_moves_by_wdl(position) {
            Ok(moves) => {
                // Cursed wins come before draws here too, but are worth no more with the fifty-move rule.
                let moves = moves.into_iter().map(|(mv, wdl)| match self.counted(wdl) {
                    Wdl::Draw => (mv, wdl.number(), 0),
                    counted => (mv, 3 * counted.number().signum(), 0),
                });
                Some(Ranking { moves: groups(moves), by_distance: false })
            }
            Err(error) => {
                self.note(error.to_string());
                None
            }
        }
    }

    fn rank_by_distance(&self, position: &Position, repeated: bool) -> Result<Vec<Ranked>, SyzygyError> {
        let mut moves = self.syzygy.rank_root_moves(position)?;
        if !self.fifty_move_rule {
            // Wins by their distance, with no regard to the clock; losses alike.
            moves.sort_by_key(|ranked| {
                (-ranked.dtz.wdl().without_fifty_move_rule().number(), !ranked.is_mate, ranked.dtz.plies())
            });
        }
        Ok(groups(moves.into_iter().map(|ranked| {
            let result = match (self.fifty_move_rule, ranked.outcome) {
                (false, _) => 3 * ranked.dtz.wdl().without_fifty_move_rule().number().signum(),
                (true, ClockedWdl::Win) => 3,
                (true, ClockedWdl::MaybeWin) => 2,
                (true, ClockedWdl::CursedWin) => 1,
                (true, ClockedWdl::Draw) => 0,
                (true, ClockedWdl::BlessedLoss) => -1,
                (true, ClockedWdl::MaybeLoss) => -2,
                (true, ClockedWdl::Loss) => -3,
            };
            // Where one ply may be too many, each counts.
            let counts = result.abs() == 2 || (repeated && result > 0);
            (ranked.mv, result, if counts { ranked.dtz.plies() } else { 0 })
        })))
    }

    /// Notes something that the user should hear of, once.
    pub(crate) fn note(&self, text: String) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = notes.told.contains(&text) || notes.untold.contains(&text);
        if !is_known && notes.told.len() + notes.untold.len() < MOST_NOTES {
            notes.untold.push(text);
        }
    }

    /// What went wrong since the last time that it was asked.
    pub fn take_notes(&self) -> Vec<String> {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let untold = std::mem::take(&mut notes.untold);
        notes.told.extend(untold.iter().cloned());
        untold
    }
}

/// Moves in groups: those with the same result and distance are of one. Results beyond 1 are won, those below -1 lost.
fn groups(moves: impl Iterator<Item = (Move, i32, i32)>) -> Vec<Ranked> {
    let mut last = None;
    let mut group = 0;
    moves
        .map(|(mv, result, distance)| {
            group += u32::from(last.is_some_and(|last| last != (result, distance)));
            last = Some((result, distance));
            let score = match result {
                2.. => TABLE_WIN,
                -1..=1 => DRAW,
                _ => -TABLE_WIN,
            };
            Ranked { mv, group, score }
        })
        .collect()
}

impl Probing<'_> {
    /// Whether a position has no more men than a table.
    #[inline(always)]
    pub(crate) fn may_know(&self, position: &Position) -> bool {
        position.occupied().len() <= self.most_men
    }

    /// What is known of a position `ply` moves from the root that is to be searched so deep.
    pub(crate) fn probe(&self, position: &Position, ply: usize, depth: i32) -> Result<Option<Entry>, ProbeError> {
        let tables = self.tables;
        if position.castling_rights().rooks().any() {
            return Ok(None);
        }
        let known = |score, bound| Ok(Some(Entry { mv: None, score, eval: None, depth, bound }));
        let men = position.occupied().len();
        if men <= tables.solved_men
            && let Some(score) = tables.mate(position, ply)?
        {
            return known(score, Bound::Exact);
        }
        let most = tables.syzygy_men();
        // A distance may be too long for the clock, except right after a move that has set it to 0.
        let is_asked = self.syzygy && men <= most && (men < most || depth >= tables.depth);
        if !is_asked || position.halfmove_clock() > 0 {
            return Ok(None);
        }
        match tables.counted(tables.syzygy.probe_wdl(position).map_err(ProbeError::Syzygy)?) {
            Wdl::Win => known(TABLE_WIN - ply as Value, Bound::Lower),
            Wdl::Loss => known(ply as Value - TABLE_WIN, Bound::Upper),
            _ => known(DRAW, Bound::Exact),
        }
    }

    /// Notes why a table did not answer.
    pub(crate) fn note(&self, error: &ProbeError) {
        self.tables.note(error.to_string());
    }
}

/// The score of a mate `plies` plies after a node.
fn mate_after(plies: u32, ply: usize) -> Option<Value> {
    let score = MATE - Value::try_from(plies).ok()? - Value::try_from(ply).ok()?;
    (score > TABLE_WIN).then_some(score)
}
