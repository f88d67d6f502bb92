//! The ways to a [`Position`]: the start positions and a [`Setup`]; [`fen`](crate::notation::fen) reads text.

use super::Position;
use super::validate::{self, Invalid, Tolerance};
use crate::{Board, Role, Setup, Square};

impl Position {
    /// The start of a game of standard chess.
    pub fn startpos() -> Position {
        Position::from_valid(Setup::startpos())
    }

    /// The start of Chess960 game number `number` (Scharnagl's numbering, 518 is standard chess), or `None` from 960
    /// on.
    pub fn chess960(number: u16) -> Option<Position> {
        Position::double_chess960(number, number)
    }

    /// The start of a game of double Chess960, in which each side has its own arrangement.
    pub fn double_chess960(white: u16, black: u16) -> Option<Position> {
        let (white, black) = (back_rank(white)?, back_rank(black)?);
        let mut setup = Setup { board: Board::from_back_ranks(white, black), ..Setup::EMPTY };
        setup.castling = setup.board.by_role(Role::Rook);
        Some(Position::from_valid(setup))
    }

    /// The position a setup describes, if it can be one.
    pub fn from_setup(setup: Setup) -> Result<Position, Invalid> {
        Position::from_setup_with(setup, Tolerance::default())
    }

    /// As [`from_setup`](Position::from_setup), with some oddities accepted deliberately.
    pub fn from_setup_with(mut setup: Setup, tolerance: Tolerance) -> Result<Position, Invalid> {
        if tolerance.repair {
            setup.repair();
        }
        validate::validate(&setup, tolerance)?;
        Ok(Position::from_valid(setup))
    }

    /// The setup this position came from or could have come from, with this en passant square.
    pub(crate) fn setup_with(&self, en_passant: Option<Square>) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant,
            halfmove_clock: self.halfmove_clock(),
            fullmove: self.fullmove,
        }
    }
}

/// The back rank with Scharnagl's number: bishops by two digits to base 4, the queen by one to base 6, the knights by
/// the rest, and rook, king, rook on what remains.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= 960 {
        return None;
    }
    let mut rank: [Option<Role>; 8] = [None; 8];
    let n = usize::from(number);
    rank[2 * (n % 4) + 1] = Some(Role::Bishop);
    rank[2 * (n / 4 % 4)] = Some(Role::Bishop);
    let mut place = |free_index: usize, role: Role| {
        let free = (0..8).filter(|&i| rank[i].is_none()).nth(free_index);
        if let Some(i) = free {
            rank[i] = Some(role);
        }
    };
    place(n / 16 % 6, Role::Queen);
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (left, right) = KNIGHTS[n / 96];
    // The right one first, so that the left one's index still counts the same free squares.
    place(right, Role::Knight);
    place(left, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(0, role);
    }
    Some(rank.map(|role| role.unwrap_or(Role::Rook)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess960_numbers() {
        assert_eq!(Position::chess960(518), Some(Position::startpos()));
        assert_eq!(Position::chess960(0).unwrap().fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
        assert_eq!(Position::chess960(959).unwrap().fen(), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
        assert_eq!(Position::chess960(960), None);
        let mut all: std::vec::Vec<_> = (0..960).map(|n| back_rank(n).unwrap()).collect();
        for rank in &all {
            let files = |role| (0..8).filter(move |&i| rank[i] == role);
            let (king, rooks) = (files(Role::King).next().unwrap(), files(Role::Rook).collect::<std::vec::Vec<_>>());
            assert!(rooks[0] < king && king < rooks[1] && rooks.len() == 2);
            assert_eq!(files(Role::Bishop).map(|i| i % 2).sum::<usize>(), 1);
        }
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 960);
    }
}
