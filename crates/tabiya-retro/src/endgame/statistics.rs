//! What a table holds: wins, draws, losses, the longest mate; and whether it is right.

use tabiya::{Color, Position, Setup, Tolerance};

use super::table::{Distance, Table, code};
use super::{Endgames, Material};

/// The contents of a table in numbers. Positions that are turned or mirrored images of each other count once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Whose table it is.
    pub material: Material,
    /// By the side to move, White first: wins, draws and losses of that side.
    pub results: [[u64; 3]; 2],
    /// The longest mate of either side and one position that takes so long, by the winner.
    pub longest: [Option<(u32, Position)>; 2],
}

impl Table {
    /// Counts the table's positions.
    pub fn statistics(&self) -> Statistics {
        let mut results = [[0; 3]; 2];
        let mut longest = [None::<(u32, usize, Color)>; 2];
        for turn in Color::ALL {
            for (index, &byte) in self.values[turn as usize].iter().enumerate() {
                // Places without a position hold the byte of a mate.
                if byte == code::NO_POSITION && self.position(index, turn).is_none() {
                    continue;
                }
                let distance = code::read(byte);
                let (column, winner, plies) = match distance {
                    Distance::Win(plies) => (0, Some(turn), plies),
                    Distance::Draw => (1, None, 0),
                    Distance::Loss(plies) => (2, Some(!turn), plies),
                };
                results[turn as usize][column] += 1;
                if let Some(winner) = winner
                    && longest[winner as usize].is_none_or(|(most, ..)| plies > most)
                {
                    longest[winner as usize] = Some((plies, index, turn));
                }
            }
        }
        let position = |(plies, index, turn)| Some((plies, self.position(index, turn)?));
        Statistics { material: self.material(), results, longest: longest.map(|found| found.and_then(position)) }
    }

    /// The position at a place, if it has one and this is its only place.
    fn position(&self, index: usize, turn: Color) -> Option<Position> {
        let men = self.layout.men(index);
        let board = self.layout.board(&men).filter(|_| self.layout.index(men) == index)?;
        Position::from_setup_with(Setup { board, turn, ..Setup::EMPTY }, Tolerance::ALL).ok()
    }

    /// Compares every `stride`-th entry with what its moves lead to. Returns how many were compared, or the first
    /// position whose entry is wrong, with the entry and the right value.
    pub fn verify(&self, endgames: &Endgames, stride: usize) -> Result<u64, (Position, Distance, Distance)> {
        self.verify_from(endgames, 0, stride)
    }

    /// The same from entry number `first` on, for callers who do it piece by piece.
    pub fn verify_from(
        &self,
        endgames: &Endgames,
        first: usize,
        stride: usize,
    ) -> Result<u64, (Position, Distance, Distance)> {
        let mut compared = 0;
        for turn in Color::ALL {
            for index in (first..self.layout.len).step_by(stride.max(1)) {
                let Some(position) = self.position(index, turn) else {
                    continue;
                };
                let entry = code::read(self.values[turn as usize][index]);
                let best = endgames.moves(&position).ok().and_then(|moves| moves.first().map(|&(_, value)| value));
                let mated = if position.in_check() { Distance::Loss(0) } else { Distance::Draw };
                let right = best.unwrap_or(mated);
                if entry != right {
                    return Err((position, entry, right));
                }
                compared += 1;
            }
        }
        Ok(compared)
    }
}
