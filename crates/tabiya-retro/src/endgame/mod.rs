//! Endgames with few pieces, solved backwards: the exact distance to mate of every position.
//!
//! ```
//! use tabiya::Position;
//! use tabiya_retro::endgame::{Distance, Endgames};
//!
//! let endgames = Endgames::solve("KQK".parse()?)?;
//! let position = Position::from_fen("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1")?;
//! let Distance::Win(plies) = endgames.probe(&position)? else { panic!() };
//! assert_eq!(endgames.line(&position)?.len() as u32, plies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod folder;
mod index;
mod material;
mod solve;
mod statistics;
mod table;

pub use file::FileError;
pub use folder::{FolderError, FolderProblem};
pub use material::{Material, MaterialError};
pub use statistics::Statistics;
pub use table::{Distance, Table};

use core::fmt;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use tabiya::{Board, Color, Move, Position};

use index::Layout;

/// A set of solved endgames: a material's table answers only beside those of every capture and promotion.
#[derive(Clone, Default)]
pub struct Endgames {
    tables: BTreeMap<Material, Arc<Table>>,
}

/// How to solve.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many threads work.
    pub threads: usize,
    /// Setting this ends the work early.
    pub cancel: &'a AtomicBool,
    /// Counts the positions looked at so far, for a progress bar; see [`positions_to_solve`].
    pub done: &'a AtomicU64,
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// How many positions solving a material looks at, the tables it needs included that `have` lacks.
pub fn positions_to_solve(material: Material, have: &Endgames) -> u64 {
    have.missing(material).into_iter().map(|material| 2 * Layout::new(material).len as u64).sum()
}

/// How many bytes of memory solving a material takes at most, beside the tables that are there.
pub fn memory_to_solve(material: Material, have: &Endgames) -> u64 {
    let missing = have.missing(material);
    let kept = |material| 2 * Layout::new(material).len as u64;
    let working = |material| solve::memory(&Layout::new(material)) - kept(material);
    let most = missing.iter().map(|&material| working(material)).max().unwrap_or(0);
    missing.iter().map(|&material| kept(material)).sum::<u64>() + most
}

impl Endgames {
    /// No table at all; two kings are a draw without one.
    pub fn new() -> Endgames {
        Endgames::default()
    }

    /// Solves a material and all that it can become, with a thread per core.
    pub fn solve(material: Material) -> Result<Endgames, EndgameError> {
        let mut endgames = Endgames::new();
        let done = AtomicU64::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        endgames.add(material, Options { threads, cancel: &NEVER, done: &done })?;
        Ok(endgames)
    }

    /// Solves a material and what it needs, unless it is there.
    pub fn add(&mut self, material: Material, options: Options<'_>) -> Result<(), EndgameError> {
        if material.men() > Material::MAX_MEN {
            return Err(EndgameError::TooManyMen(material));
        }
        for material in self.missing(material) {
            let layout = Layout::new(material);
            let table = solve::solve(layout, self, options)?;
            self.insert(table);
        }
        Ok(())
    }

    /// Adds a table; that of the same material is replaced.
    pub fn insert(&mut self, table: Table) {
        self.tables.insert(table.material(), Arc::new(table));
    }

    /// The table of a material.
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.tables.get(&material).map(|table| &**table)
    }

    /// Every table.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().map(|table| &**table)
    }

    /// The materials that must be solved for this one to answer, itself included, those that others need first.
    ///
    /// A table that is there may need others that are not: a folder may have lost some of its files.
    pub fn missing(&self, material: Material) -> Vec<Material> {
        let mut needed = material.needed();
        needed.retain(|material| !self.tables.contains_key(material));
        needed
    }

    /// What the tables say of a board without castling and en passant.
    #[inline]
    fn look_up(&self, board: &Board, turn: Color) -> Option<Distance> {
        let (material, flipped) = Material::of(board);
        if material == Material::KINGS {
            return Some(Distance::Draw);
        }
        Some(self.tables.get(&material)?.get(board, turn, flipped))
    }

    /// The result of a position with best play and the plies to mate.
    ///
    /// # Errors
    /// If it has castling rights, which no table knows, or if a table is missing.
    pub fn probe(&self, position: &Position) -> Result<Distance, EndgameError> {
        if !position.castling_rights().is_empty() {
            return Err(EndgameError::Castling);
        }
        let missing = || EndgameError::NoTable(Material::of(position.board()).0);
        let without = self.look_up(position.board(), position.turn()).ok_or_else(missing)?;
        let mut lacking = None;
        let value = with_en_passant(position, without, |after| {
            self.probe(after).unwrap_or_else(|error| {
                lacking = Some(error);
                Distance::Draw
            })
        });
        lacking.map_or(Ok(value), Err)
    }

    /// Every legal move with what it leads to, seen by the side that plays it: the best first.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Distance)>, EndgameError> {
        if !position.castling_rights().is_empty() {
            return Err(EndgameError::Castling);
        }
        let value = |mv: Move| Ok((mv, self.probe(&position.after(mv))?.before()));
        let mut moves = position.legal_moves().into_iter().map(value).collect::<Result<Vec<_>, EndgameError>>()?;
        moves.sort_by_key(|(_, value)| -value.rank());
        Ok(moves)
    }

    /// The moves from here to mate with best play of both sides; none in a drawn position.
    ///
    /// # Errors
    /// As [`probe`](Endgames::probe), and if tables from different sources contradict each other.
    pub fn line(&self, position: &Position) -> Result<Vec<Move>, EndgameError> {
        let (mut position, mut distance) = (*position, self.probe(position)?);
        let mut line = Vec::new();
        while !matches!(distance, Distance::Draw | Distance::Loss(0)) {
            let best = self.moves(&position)?.first().copied();
            // Each move brings the mate one ply nearer, so the line ends.
            let Some((best, _)) = best.filter(|&(_, value)| value == distance) else {
                return Err(EndgameError::Contradiction(Material::of(position.board()).0));
            };
            line.push(best);
            position = position.after(best);
            distance = self.probe(&position)?;
        }
        Ok(line)
    }
}

/// The value of a position whose table does not know that a pawn may be captured en passant.
pub(crate) fn with_en_passant(
    position: &Position,
    without: Distance,
    mut value: impl FnMut(&Position) -> Distance,
) -> Distance {
    if !solve::has_en_passant(position) {
        return without;
    }
    let (mut best, mut other_moves) = (None::<Distance>, false);
    for mv in position.legal_moves() {
        if mv.is_en_passant() {
            let after = value(&position.after_unchecked(mv)).before();
            best = Some(best.map_or(after, |best| if after.rank() > best.rank() { after } else { best }));
        } else {
            other_moves = true;
        }
    }
    match best {
        // Without other moves the table saw a mate or a stalemate that is none.
        Some(best) if !other_moves || best.rank() > without.rank() => best,
        _ => without,
    }
}

/// Why an endgame gives no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndgameError {
    /// More men than a table can have.
    TooManyMen(Material),
    /// The table of this material is not there.
    NoTable(Material),
    /// A mate takes more moves than a table can hold.
    TooLong(Material),
    /// The table of this material does not agree with those it needs.
    Contradiction(Material),
    /// The system does not give the memory that solving this material takes.
    OutOfMemory(Material),
    /// The position has castling rights.
    Castling,
    /// The work was cancelled.
    Cancelled,
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameError::TooManyMen(material) => {
                let (men, most) = (material.men(), Material::MAX_MEN);
                // A byte for either side to move, and two more of them while it is solved.
                let gigabytes = (6.0 * index::places_of(*material) / 1e9).ceil();
                write!(f, "{material} has {men} men, and tables are solved for at most {most}; ")?;
                if gigabytes < 1e6 {
                    write!(f, "this table alone would take {gigabytes} GB of memory")
                } else {
                    f.write_str("this table alone would take more than a million GB of memory")
                }
            }
            EndgameError::NoTable(material) => write!(f, "the table {material} is missing; solve it first"),
            EndgameError::TooLong(material) => {
                let most = table::code::MAX_MOVES;
                write!(f, "a mate in {material} takes more than {most} moves, which a table cannot hold")
            }
            EndgameError::Contradiction(material) => {
                write!(f, "the table {material} contradicts the tables of its captures and promotions; solve it again")
            }
            EndgameError::OutOfMemory(material) => {
                let megabytes = solve::memory(&Layout::new(*material)).div_ceil(1_000_000);
                write!(f, "solving {material} takes {megabytes} MB of memory, and the system does not give them")
            }
            EndgameError::Castling => f.write_str("the position has castling rights, which endgame tables do not know"),
            EndgameError::Cancelled => f.write_str("solving was cancelled"),
        }
    }
}

impl core::error::Error for EndgameError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    /// What a position is worth whose table knows nothing of en passant, if a capture by the pawn that starts on the
    /// d-file or on the f-file leads to these values for the other side.
    fn value(fen: &str, without: Distance, by_d: Distance, by_f: Distance) -> Distance {
        with_en_passant(&position(fen), without, |after| {
            let is_d = !after.board().occupied().contains(tabiya::Square::D4);
            if is_d { by_d } else { by_f }
        })
    }

    #[test]
    fn captures_en_passant_are_added_to_what_a_table_says() {
        use Distance::{Draw, Loss, Win};
        // Nothing to capture: the table is right.
        assert_eq!(value("8/8/8/k7/3p4/4P3/8/4K3 b - - 0 1", Win(5), Loss(0), Loss(0)), Win(5));
        // One capture beside other moves: the better of the two.
        let one = "8/8/8/k7/3pP3/8/8/4K3 b - e3 0 1";
        for (without, after, expected) in [
            (Draw, Draw, Draw),
            (Draw, Loss(4), Win(5)),
            (Draw, Win(3), Draw),
            (Loss(6), Win(3), Loss(6)),
            (Loss(6), Win(7), Loss(8)),
            (Win(7), Loss(4), Win(5)),
            (Win(3), Loss(4), Win(3)),
        ] {
            assert_eq!(value(one, without, after, Draw), expected, "{without:?} {after:?}");
        }
        // Two captures: the better of them.
        let two = "8/8/8/k7/3pPp2/8/8/4K3 b - e3 0 1";
        assert_eq!(value(two, Loss(2), Draw, Loss(2)), Win(3));
        assert_eq!(value(two, Loss(2), Loss(2), Draw), Win(3));
        // The only move: what the table saw is a stalemate that is none.
        let only = "k7/2Q5/8/8/3pP3/3P4/8/4K3 b - e3 0 1";
        assert_eq!(position(only).legal_moves().len(), 1);
        assert_eq!(value(only, Draw, Win(3), Draw), Loss(4));
        assert_eq!(value(only, Draw, Loss(2), Draw), Win(3));
    }

    #[test]
    fn how_much_is_looked_at_and_how_much_memory_it_takes() {
        let material = |name: &str| name.parse::<Material>().unwrap();
        let (none, queen) = (Endgames::new(), Endgames::solve(material("KQK")).unwrap());
        // 462 pairs of kings and 64 squares, for either side to move; 1806 and 48 with a pawn.
        let (pawnless, pawn) = (2 * 462 * 64, 2 * 1_806 * 48);
        assert_eq!(positions_to_solve(material("KQK"), &none), pawnless);
        assert_eq!(positions_to_solve(material("KQK"), &queen), 0);
        assert_eq!(positions_to_solve(material("KPK"), &none), 4 * pawnless + pawn);
        assert_eq!(positions_to_solve(material("KPK"), &queen), 3 * pawnless + pawn);
        // A byte of each is kept, and two more while its own table is solved.
        assert_eq!(memory_to_solve(material("KQK"), &none), 3 * pawnless);
        assert_eq!(memory_to_solve(material("KPK"), &queen), 3 * pawnless + 3 * pawn);
        assert_eq!(memory_to_solve(material("KQK"), &queen), 0);
        assert_eq!(solve::memory(&Layout::new(material("KQK"))), 3 * pawnless);
    }
}
