//! The checks that the side to move can give: from where, by which pieces, and by which moves.

use super::{Position, pushed_pawn};
use crate::attacks::{self, aligned, between, line};
use crate::castling::CastlingPath;
use crate::{Bitboard, Color, Move, MoveKind, Role, Square};

/// What many questions about one position's checks share, computed once: see [`Position::check_info`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CheckInfo {
    /// For White's and Black's king: the pieces of either colour that alone stand between it and an enemy slider.
    pub blockers: [Bitboard; 2],
    /// For White's and Black's king: the enemy sliders that pin a piece to it.
    pub pinners: [Bitboard; 2],
    /// By role: the squares from which the side to move would check the enemy king. A king never does.
    pub check_squares: [Bitboard; 6],
}

impl CheckInfo {
    /// The pieces of `position`'s side to move that would uncover a check by leaving their line.
    #[inline(always)]
    pub fn discoverers(&self, position: &Position) -> Bitboard {
        self.blockers[!position.turn() as usize] & position.us()
    }
}

impl Position {
    /// Blockers and pinners of both kings and the squares that check, for asking
    /// [`gives_check_with`](Position::gives_check_with) of many moves.
    pub fn check_info(&self) -> CheckInfo {
        let (white_blockers, white_pinners) = self.blockers_and_pinners(Color::White);
        let (black_blockers, black_pinners) = self.blockers_and_pinners(Color::Black);
        let enemy_king = self.king_of(!self.turn);
        let bishop = attacks::bishop(enemy_king, self.occupied());
        let rook = attacks::rook(enemy_king, self.occupied());
        CheckInfo {
            blockers: [white_blockers, black_blockers],
            pinners: [white_pinners, black_pinners],
            check_squares: [
                attacks::pawn(!self.turn, enemy_king),
                attacks::knight(enemy_king),
                bishop,
                rook,
                bishop | rook,
                Bitboard::EMPTY,
            ],
        }
    }

    /// The squares from which a piece of this role would check the enemy king.
    pub fn check_squares(&self, role: Role) -> Bitboard {
        let enemy_king = self.king_of(!self.turn);
        match role {
            Role::King => Bitboard::EMPTY,
            _ => attacks::of(role, !self.turn, enemy_king, self.occupied()),
        }
    }

    /// The pieces of the side to move that uncover a check when they leave their line.
    pub fn discovered_check_candidates(&self) -> Bitboard {
        self.blockers(!self.turn) & self.us()
    }

    /// Whether a pseudo-legal move attacks the enemy king, directly or by uncovering another piece: the question for
    /// one move, which looks at its squares only. For many moves of a position see
    /// [`gives_check_with`](Position::gives_check_with).
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if mv.is_castle() || kind == MoveKind::EnPassant {
            return self.gives_rare_check(mv);
        }
        let Some(role) = self.board.role_at(from) else {
            return false;
        };
        let enemy_king = self.king_of(!self.turn);
        let line = line(enemy_king, from);
        if line.any() && !line.contains(to) {
            let discovers = |slider| between(enemy_king, slider) & self.occupied() == from.bitboard();
            if self.board.snipers(self.us() & line, enemy_king).into_iter().any(discovers) {
                return true;
            }
        }
        let role = kind.promotion().unwrap_or(role);
        // A king never checks, even where a pseudo-legal step leads beside the other.
        match role {
            Role::King => false,
            Role::Pawn => attacks::pawn(self.turn, to).contains(enemy_king),
            _ => attacks::reaches(role, to, enemy_king, self.occupied().without(from)),
        }
    }

    /// As [`gives_check`](Position::gives_check), with the shared part computed once for many moves.
    #[must_use]
    pub fn gives_check_with(&self, mv: Move, info: &CheckInfo) -> bool {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if mv.is_castle() || kind == MoveKind::EnPassant {
            return self.gives_rare_check(mv);
        }
        let Some(role) = self.board.role_at(from) else {
            return false;
        };
        let enemy_king = self.king_of(!self.turn);
        if info.discoverers(self).contains(from) && !aligned(from, enemy_king, to) {
            return true;
        }
        match kind.promotion() {
            // The pawn itself no longer blocks the line behind it.
            Some(role) => attacks::of(role, self.turn, to, self.occupied().without(from)).contains(enemy_king),
            None => info.check_squares[role as usize].contains(to),
        }
    }

    /// The same of a castle or an en passant capture.
    #[cold]
    fn gives_rare_check(&self, mv: Move) -> bool {
        let (from, to, enemy_king) = (mv.from(), mv.to(), self.king_of(!self.turn));
        if mv.is_castle() {
            let path = CastlingPath::new(from, to);
            let occupied = self.occupied().without(from).without(to).with(path.king_to).with(path.rook_to);
            return attacks::rook(path.rook_to, occupied).contains(enemy_king)
                || self.sees_king(enemy_king, occupied, to.bitboard());
        }
        let occupied = self.occupied().without(from).without(pushed_pawn(to)).with(to);
        attacks::pawn(!self.turn, enemy_king).contains(to) || self.sees_king(enemy_king, occupied, Bitboard::EMPTY)
    }

    /// Whether a slider of the side to move, other than those left out, attacks the enemy king.
    fn sees_king(&self, enemy_king: Square, occupied: Bitboard, leaving: Bitboard) -> bool {
        let sliders = self.us() - leaving;
        attacks::bishop(enemy_king, occupied).intersects(self.board.diagonal_sliders() & sliders)
            || attacks::rook(enemy_king, occupied).intersects(self.board.orthogonal_sliders() & sliders)
    }
}
