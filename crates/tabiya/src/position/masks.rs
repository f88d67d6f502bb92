//! The sets a legal generator works with, for people and programs that want to look at them.

use super::Position;
use crate::Bitboard;
use crate::attacks::between;

impl Position {
    /// Where a piece other than the king may go for the sake of a check: everywhere when there is none, on the line to the
    /// only checker or onto it, nowhere when there are two.
    ///
    /// ```
    /// use tabiya::{Bitboard, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1").unwrap();
    /// let expected: Bitboard = [Square::E2, Square::E3, Square::E4].into_iter().collect();
    /// assert_eq!(position.check_mask(), expected);
    /// ```
    pub fn check_mask(&self) -> Bitboard {
        self.check_answers()
    }

    /// The squares the enemy attacks once the king of the side to move no longer stands in the way: those it may not step
    /// onto.
    pub fn king_danger(&self) -> Bitboard {
        let king = self.king_of(self.turn);
        self.board.attacks_by(!self.turn, self.occupied().without(king))
    }

    /// The lines on which the pinned pieces of the side to move may still move: from their king, which is not part of
    /// them, to the pinners, which are.
    pub fn pin_lines(&self) -> Bitboard {
        let king = self.king_of(self.turn);
        let pinners = self.pinners(self.turn);
        pinners.into_iter().fold(Bitboard::EMPTY, |lines, pinner| lines | between(king, pinner).with(pinner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Role, Square};

    #[test]
    fn against_two_checkers_nothing_but_the_king_helps() {
        for fen in ["4k3/8/8/8/4r3/5n2/8/4K2R w - - 0 1", "4k3/4r3/8/8/7b/8/8/4K3 w - - 0 1"] {
            assert_eq!(Position::from_fen(fen).unwrap().check_mask(), Bitboard::EMPTY, "{fen}");
        }
        assert_eq!(Position::startpos().check_mask(), Bitboard::FULL);
    }

    /// Legal moves put together from the masks alone: king steps and pieces, with pawns and castling aside.
    #[test]
    fn the_masks_make_the_legal_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/1b6/8/3N4/4K3/4r3 w - - 0 1",
            "4k3/4r3/8/8/7b/8/3QN3/4K3 w - - 0 1",
            "4k3/8/8/8/4r3/5n2/8/4K2R w - - 0 1",
            "3rk3/8/8/8/8/3Q4/8/3K4 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let king = position.king_of(position.turn());
            let mut expected = std::vec::Vec::new();
            for from in position.us() {
                let role = position.role_at(from).unwrap();
                let mut targets = crate::attacks::of(role, position.turn(), from, position.occupied()) - position.us();
                if role == Role::Pawn {
                    continue;
                } else if from == king {
                    targets -= position.king_danger();
                } else {
                    targets &= position.check_mask();
                    if position.pinned().contains(from) {
                        // Two pins may cross, so it is the own line that counts.
                        targets &= position.pin_lines() & crate::attacks::line(king, from);
                    }
                }
                expected.extend(targets.into_iter().map(|to| (from, to)));
            }
            let ordinary = |mv: &crate::Move| !mv.is_castle() && position.role_at(mv.from()) != Some(Role::Pawn);
            let mut legal: std::vec::Vec<(Square, Square)> =
                position.legal_moves().iter().copied().filter(ordinary).map(|mv| (mv.from(), mv.to())).collect();
            legal.sort();
            expected.sort();
            assert_eq!(legal, expected, "{fen}");
        }
    }
}
