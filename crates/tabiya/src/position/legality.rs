//! The safety of the king: what attacks it, what is pinned to it, where other pieces must go when it is in check, where
//! it may not go itself, and whether a move leaves it safe.
//!
//! | word | squares |
//! |---|---|
//! | `checkers` | enemy pieces that attack the king of the side to move |
//! | `check_mask` | where another piece than the king must go because of a check |
//! | `blockers` | pieces of either side that alone stand between a king and an enemy slider |
//! | `pinned` | the blockers of the king's own side |
//! | `king_danger` | squares that the enemy attacks once the king has left its square |
//!
//! All fast code asks here. `oracle.rs` and [`explain`](crate::explain) decide the same without this
//! file.

use super::{EnPassant, Position, pushed_pawn};
use crate::attacks::{self, between, diagonals, line, orthogonals};
use crate::castling::CastlingPath;
use crate::{Bitboard, Board, Color, Move, MoveKind, Role, Square};

/// The sets.
impl Position {
    /// The enemy pieces that attack the king of the side to move. They are looked for at every call, around the king and
    /// along its lines: a search that asks more than once keeps the answer, or a [`view`](Position::view).
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.find_checkers_and_pinned::<true>().0
    }

    /// Whether the king of the side to move is attacked. It costs what [`checkers`](Position::checkers) costs.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces of the side to move that may only move on the line between their king and the slider that pins them.
    /// It costs what [`checkers`](Position::checkers) costs.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.find_checkers_and_pinned::<true>().1
    }

    /// Checkers and pinned pieces, found together: both follow from the enemies that would attack the king on an empty
    /// board. The generator asks once per list.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        self.find_checkers_and_pinned::<false>()
    }

    /// The same for a question that stands alone.
    #[inline(always)]
    pub(super) fn checkers_and_pinned_alone(&self) -> (Bitboard, Bitboard) {
        self.find_checkers_and_pinned::<true>()
    }

    /// Leapers check without a look at the squares between, because there are none, but the loop over sliders does for
    /// them too. In the generator one loop takes 2 % fewer instructions than a case of their own. On its own the
    /// question is asked with `LEAPERS_APART`: otherwise a build for a CPU with AVX gathers all four sets in vectors
    /// and reduces them again, which takes 2.4 times as long.
    #[inline(always)]
    fn find_checkers_and_pinned<const LEAPERS_APART: bool>(&self) -> (Bitboard, Bitboard) {
        let king = self.king_of(self.turn);
        let (leapers, sliders) = self.board.facing_king(self.turn, king);
        let (mut checkers, facing) = match LEAPERS_APART {
            true => (leapers, sliders),
            false => (Bitboard::EMPTY, leapers | sliders),
        };
        let mut pinned = Bitboard::EMPTY;
        for enemy in facing {
            let between = between(king, enemy) & self.occupied();
            if between.is_empty() {
                checkers = checkers.with(enemy);
            } else if !between.has_many() {
                pinned |= between;
            }
        }
        (checkers, pinned & self.us())
    }

    /// Whether the piece on this square is among the [pinned](Position::pinned): the question for one piece only.
    #[inline(always)]
    pub(crate) fn is_pinned(&self, square: Square) -> bool {
        let king = self.king_of(self.turn);
        let line = line(king, square);
        line.any()
            && self
                .board
                .snipers(self.them() & line, king)
                .into_iter()
                .any(|sniper| between(king, sniper) & self.occupied() == square.bitboard())
    }

    /// The pieces of either colour that alone stand between this side's king and an enemy slider. Looks at the lines of
    /// one king; [`check_info`](Position::check_info) has them for both.
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.blockers_and_pinners(color).0
    }

    /// The enemy sliders that pin a piece of this side to its king.
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.blockers_and_pinners(color).1
    }

    /// See [`blockers`](Position::blockers) and [`pinners`](Position::pinners).
    #[inline]
    pub(crate) fn blockers_and_pinners(&self, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king_of(color);
        let own = self.board.by_color(color);
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in self.board.snipers(self.board.by_color(!color), king) {
            let between = between(king, sniper) & self.occupied();
            if between.any() && !between.has_many() {
                blockers |= between;
                if between.intersects(own) {
                    pinners = pinners.with(sniper);
                }
            }
        }
        (blockers, pinners)
    }

    /// The lines on which the pinned pieces of the side to move may still move: from their king, which is not part of
    /// them, to the pinners, which are.
    pub fn pin_lines(&self) -> Bitboard {
        let king = self.king_of(self.turn);
        let pinners = self.pinners(self.turn);
        pinners.into_iter().fold(Bitboard::EMPTY, |lines, pinner| lines | between(king, pinner).with(pinner))
    }

    /// Where a piece other than the king must go because of a check: onto the only checker or between it and the king;
    /// everywhere without a check, nowhere against two checkers. An en passant capture may end elsewhere and still take
    /// the checker.
    ///
    /// ```
    /// use tabiya::{Bitboard, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1").unwrap();
    /// let expected: Bitboard = [Square::E2, Square::E3, Square::E4].into_iter().collect();
    /// assert_eq!(position.check_mask(), expected);
    /// ```
    #[inline]
    pub fn check_mask(&self) -> Bitboard {
        self.check_mask_of(self.checkers())
    }

    /// The check mask of checkers that the caller knows already.
    #[inline(always)]
    pub(crate) fn check_mask_of(&self, checkers: Bitboard) -> Bitboard {
        match checkers.first() {
            None => Bitboard::FULL,
            Some(_) if checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => between(self.king_of(self.turn), checker) | checkers,
        }
    }

    /// The squares that the enemy attacks once the king of the side to move has left its square. The king may not step
    /// onto them.
    pub fn king_danger(&self) -> Bitboard {
        let king = self.king_of(self.turn);
        self.board.attacks_by(!self.turn, self.occupied().without(king))
    }

    /// Whether a square is in [`king_danger`](Position::king_danger). The king of the side to move stands on `king`.
    #[inline(always)]
    pub(crate) fn is_king_danger(&self, square: Square, king: Square) -> bool {
        self.board.is_attacked(square, !self.turn, self.occupied().without(king))
    }
}

/// The lines of these sliders through the king, without the sliders' own squares. A king that steps along such a line
/// stays in check.
#[inline(always)]
pub(crate) fn checked_lines(sliders: Bitboard, king: Square) -> Bitboard {
    let mut lines = Bitboard::EMPTY;
    for slider in sliders {
        lines |= line(king, slider).without(slider);
    }
    lines
}

/// Moves.
impl Position {
    /// Whether a pseudo-legal move leaves its own king safe, which makes it legal.
    #[inline]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king_of(self.turn);
        match mv.kind() {
            MoveKind::CastleKing | MoveKind::CastleQueen => self.castle_is_safe(mv, self.pinned()),
            MoveKind::EnPassant => self.en_passant_is_safe(from, to),
            _ if from == king => !self.is_king_danger(to, king),
            _ => line(king, from).contains(to) || !self.is_pinned(from),
        }
    }

    /// Whether the king passes and reaches only squares that are not attacked by this castle, with the pinned pieces
    /// that the caller knows.
    pub(super) fn castle_is_safe(&self, castle: Move, pinned: Bitboard) -> bool {
        let king = self.king_of(self.turn);
        let path = CastlingPath::new(castle.from(), castle.to());
        let safe = path.king_walk.into_iter().filter(|&square| !self.is_king_danger(square, king)).collect();
        path.is_safe(pinned, safe)
    }

    /// Whether the king is safe once another piece has gone from here to there and taken what stood there: check and
    /// pin in one question.
    #[inline(always)]
    pub(crate) fn king_is_safe_after(&self, from: Square, to: Square) -> bool {
        self.board.king_is_safe(self.turn, self.occupied().without(from).with(to), to)
    }

    /// The rooks with which the side to move may castle as far as right and check go: none while it is in check. The
    /// caller names the side, which may be a constant there, and its [checkers](Position::checkers), which it may know
    /// already.
    #[inline(always)]
    pub(crate) fn castling_candidates(&self, turn: Color, checkers: Bitboard) -> Bitboard {
        if checkers.any() { Bitboard::EMPTY } else { self.castling_rights().rooks_of(turn) }
    }

    /// The castling candidates that are not `pinned`, which [`CastlingPath::is_safe`] asks of each: found for all rooks
    /// at once.
    #[inline(always)]
    pub(crate) fn unpinned_castling_candidates(&self, turn: Color, checkers: Bitboard, pinned: Bitboard) -> Bitboard {
        self.castling_candidates(turn, checkers) - pinned
    }

    /// The pawns of the side to move that stand beside the pawn that has passed over this square.
    #[inline(always)]
    pub(crate) fn en_passant_capturers(&self, passed: Square) -> Bitboard {
        self.board.en_passant_capturers(self.turn, passed)
    }

    /// Whether the en passant capture on this square takes the only checker or blocks it; true without a check.
    #[inline(always)]
    pub(crate) fn en_passant_is_in_check_mask(&self, to: Square) -> bool {
        let mask = self.check_mask();
        mask.contains(to) || mask.contains(pushed_pawn(to))
    }

    /// Whether the en passant capture from one square to the other leaves the king safe.
    #[inline]
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        self.board.en_passant_is_safe(self.turn, from, to, pushed_pawn(to))
    }
}

impl Board {
    /// The leapers and the sliders among the enemies that would attack this side's king on `king` if no piece stood in
    /// between.
    #[inline(always)]
    fn facing_king(&self, color: Color, king: Square) -> (Bitboard, Bitboard) {
        let facing = attacks::facing(color, king);
        let leapers = (facing.knights & self.by_role(Role::Knight)) | (facing.pawns & self.by_role(Role::Pawn));
        let sliders = (facing.diagonals & self.diagonal_sliders()) | (facing.orthogonals & self.orthogonal_sliders());
        let them = self.by_color(!color);
        (leapers & them, sliders & them)
    }

    /// The sliders among the enemies that stand on a line with a king on `king`, whatever stands in between.
    #[inline(always)]
    pub(crate) fn snipers(&self, enemies: Bitboard, king: Square) -> Bitboard {
        let aligned = (diagonals(king) & self.diagonal_sliders()) | (orthogonals(king) & self.orthogonal_sliders());
        enemies & aligned
    }

    /// Whether this side's king is safe from every enemy piece but the one on `taken`, if there is one, when these
    /// squares are occupied. This answers check and pin together for any move of another piece than the king.
    #[inline(always)]
    pub(super) fn king_is_safe(&self, color: Color, occupied: Bitboard, taken: Square) -> bool {
        let king = self.king_square(color);
        let (leapers, sliders) = self.facing_king(color, king);
        leapers.without(taken).is_empty()
            && sliders.without(taken).into_iter().all(|slider| between(king, slider).intersects(occupied))
    }

    /// The pawns of `turn` that stand beside the enemy pawn that has passed over this square.
    #[inline(always)]
    fn en_passant_capturers(&self, turn: Color, passed: Square) -> Bitboard {
        attacks::pawn(!turn, passed) & self.pieces(turn, Role::Pawn)
    }

    /// Whether the en passant capture by the pawn on `from` of the one on `captured` leaves its king safe: two pawns
    /// leave their squares at once, and the king may stand on a line through either or be in check by another piece.
    #[inline]
    fn en_passant_is_safe(&self, turn: Color, from: Square, to: Square, captured: Square) -> bool {
        self.king_is_safe(turn, self.occupied().without(from).without(captured).with(to), captured)
    }

    /// What the double push over `passed` allows the side that moves after it. The pushed pawn stands on `pawn`: where
    /// it has come to, or still where it comes from. As it is captured in the end, both boards give the same answer.
    #[inline(never)]
    pub(super) fn en_passant_state(&self, turn: Color, passed: Square, pawn: Square) -> EnPassant {
        let capturers = self.en_passant_capturers(turn, passed);
        if capturers.is_empty() {
            EnPassant::Impossible
        } else if capturers.into_iter().any(|from| self.en_passant_is_safe(turn, from, passed, pawn)) {
            EnPassant::Legal
        } else {
            EnPassant::PseudoLegal
        }
    }

    /// Where a side's king stands, on a board that is known to have it.
    #[inline(always)]
    pub(super) fn king_square(&self, color: Color) -> Square {
        // `from_low_bits` keeps this free of a branch that is never taken.
        Square::from_low_bits(self.pieces(color, Role::King).0.trailing_zeros() as u8)
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
                        // Two pins may cross, so the line through this piece counts.
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
