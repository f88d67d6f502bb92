//! Whether a move is legal, for any move value at all, wherever it came from.

use super::Position;
use super::legality::checked_lines;
use crate::attacks;
use crate::castling::{CastlingPath, wing_of};
use crate::{Bitboard, Move, MoveKind, Rank, Role, Square};

impl Position {
    /// Whether the move is one of [`pseudo_legal_moves`](Position::pseudo_legal_moves), for any value at all: a search
    /// asks this of moves from a hash table that another thread may have overwritten.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.is_move_here::<false>(mv)
    }

    /// Whether the move is one of [`legal_moves`](Position::legal_moves), for any value at all.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_move_here::<true>(mv)
    }

    /// Either of the two. Where both check and pin matter they are one question, so the legal form is not the
    /// pseudo-legal one with another test.
    #[inline(always)]
    fn is_move_here<const LEGAL: bool>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return self.is_pseudo_legal_castle(mv, self.checkers()) && (!LEGAL || self.leaves_king_safe(mv));
        }
        let Some(role) = self.role_that_goes(mv) else {
            return false;
        };
        match (role, LEGAL) {
            (Role::King, false) => !self.stays_on_checked_line(to, self.checkers()),
            (Role::King, true) => !self.is_king_danger(to, from),
            (_, false) if mv.is_en_passant() => self.en_passant_is_in_check_mask(to),
            (_, true) if mv.is_en_passant() => self.en_passant_is_safe(from, to),
            (_, false) => self.board.king_is_safe(self.turn, self.occupied().with(to), to),
            (_, true) => self.king_is_safe_after(from, to),
        }
    }

    /// The role of the piece that such a move would move, if one of the side to move goes that way and does there what
    /// the kind of the move says. Checks and pins are not looked at, nor are castles.
    #[inline(always)]
    pub(super) fn role_that_goes(&self, mv: Move) -> Option<Role> {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        if !self.us().contains(from) {
            return None;
        }
        let role = self.board.role_on_occupied(from);
        let goes = match (role, kind) {
            (Role::Pawn, MoveKind::EnPassant) => {
                self.en_passant() == Some(to) && self.en_passant_capturers(to).contains(from)
            }
            (Role::Pawn, _) => {
                let fits = kind.is_capture() == self.occupied().contains(to) && !self.us().contains(to);
                fits && self.pawn_goes(from, to, kind)
            }
            (_, MoveKind::Quiet) => !self.occupied().contains(to) && attacks::reaches(role, from, to, self.occupied()),
            (_, MoveKind::Capture) => self.them().contains(to) && attacks::reaches(role, from, to, self.occupied()),
            _ => false,
        };
        goes.then_some(role)
    }

    /// As [`is_pseudo_legal`](Position::is_pseudo_legal), for sixteen bits that may not even be a move.
    #[inline]
    pub fn is_pseudo_legal_bits(&self, bits: u16) -> bool {
        Move::from_bits(bits).is_some_and(|mv| self.is_pseudo_legal(mv))
    }

    /// As [`is_legal`](Position::is_legal), for sixteen bits that may not even be a move.
    #[inline]
    pub fn is_legal_bits(&self, bits: u16) -> bool {
        Move::from_bits(bits).is_some_and(|mv| self.is_legal(mv))
    }

    /// Whether a castle is pseudo-legal, with the checkers that the caller knows.
    pub(super) fn is_pseudo_legal_castle(&self, mv: Move, checkers: Bitboard) -> bool {
        let (king, rook) = (mv.from(), mv.to());
        king == self.king_of(self.turn())
            && self.castling_candidates(self.turn(), checkers).contains(rook)
            && mv.castling_wing() == Some(wing_of(king, rook))
            && CastlingPath::new(king, rook).is_free(self.occupied())
    }

    /// Whether a pawn goes from here to there by a move of this kind; the target is known to fit the kind.
    #[inline(always)]
    fn pawn_goes(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        let turn = self.turn();
        if kind.is_promotion() != (to.rank() == Rank::Eighth.relative_to(turn)) {
            return false;
        }
        if kind.is_capture() {
            return attacks::pawn(turn, from).contains(to);
        }
        let one_step = from.bitboard().shift(turn.forward());
        if kind != MoveKind::DoublePush {
            return one_step.contains(to);
        }
        from.rank() == Rank::Second.relative_to(turn)
            && !one_step.intersects(self.occupied())
            && one_step.shift(turn.forward()).contains(to)
    }

    /// Whether the king, stepping there, stays on the line of a checking slider.
    #[inline(always)]
    pub(super) fn stays_on_checked_line(&self, to: Square, checkers: Bitboard) -> bool {
        let sliders = checkers & (self.board().diagonal_sliders() | self.board().orthogonal_sliders());
        checked_lines(sliders, self.king_of(self.turn())).contains(to)
    }
}
