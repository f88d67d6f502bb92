//! Playing moves. A position changes in place; to keep the old one, copy it first ([`Position::after`]).

use super::{EnPassant, Position, key, pushed_pawn};
use crate::castling::CastlingPath;
use crate::piece::side::{Black, White};
use crate::{Bitboard, Color, Move, MoveKind, Role, Side, Square, attacks};

impl Position {
    /// The position after a move.
    ///
    /// ```
    /// use tabiya::Position;
    /// let start = Position::default();
    /// let after = start.after(start.parse_uci("e2e4").unwrap());
    /// assert_eq!(after.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Plays a move, which must be legal here ([`is_legal`](Position::is_legal) tells). A move that is not leaves
    /// a position of which nothing is promised, though nothing unsound happens; debug builds panic.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_pseudo_legal(mv), "{mv:?} is not a move of {self:?}");
        match self.turn {
            Color::White => self.play_as::<White>(mv),
            Color::Black => self.play_as::<Black>(mv),
        }
        debug_assert!(
            !self.board.is_attacked(self.king_of(!self.turn), self.turn, self.occupied()),
            "{mv:?} exposed the king"
        );
    }

    /// The position after passing, or `None` in check, where passing would leave the king to be taken.
    #[must_use]
    pub fn after_null(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let mut next = *self;
        next.forget_en_passant();
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.fullmove += u32::from(self.turn == Color::Black);
        next.turn = !self.turn;
        next.key ^= key::BLACK_TO_MOVE;
        Some(next)
    }

    #[inline(always)]
    fn play_as<S: Side>(&mut self, mv: Move) {
        let us = S::COLOR;
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        self.forget_en_passant();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove = self.fullmove.saturating_add(u32::from(us == Color::Black));

        if let MoveKind::CastleKing | MoveKind::CastleQueen = kind {
            let path = CastlingPath::new(from, to);
            // King and rook may swap squares, so both leave before either arrives.
            self.toggle(us, Role::King, from);
            self.toggle(us, Role::Rook, to);
            self.toggle(us, Role::King, path.king_to);
            self.toggle(us, Role::Rook, path.rook_to);
            self.forget_castling(us.back_rank().bitboard());
            return self.hand_over::<S>();
        }

        let role = self.board.role_at(from).unwrap_or(Role::Pawn);
        if kind.is_capture() {
            let captured = if kind == MoveKind::EnPassant { pushed_pawn(to) } else { to };
            let victim = self.board.role_at(captured).unwrap_or(Role::Pawn);
            self.toggle(!us, victim, captured);
            self.halfmove_clock = 0;
        }
        self.toggle(us, role, from);
        self.toggle(us, kind.promotion().unwrap_or(role), to);

        let mut touched = from.bitboard().with(to);
        if role == Role::King {
            touched |= us.back_rank().bitboard();
        }
        self.forget_castling(touched);

        if role == Role::Pawn {
            self.halfmove_clock = 0;
        }
        self.hand_over::<S>();
        if kind == MoveKind::DoublePush {
            self.double_push = Some(pushed_pawn(to));
            self.en_passant = self.en_passant_state();
            if self.en_passant == EnPassant::Legal {
                self.key ^= key::en_passant(to);
            }
        }
    }

    /// Puts a piece on a square or takes it off, with its keys.
    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.board.toggle(square.bitboard(), color, role);
        let change = key::piece(color, role, square);
        self.key ^= change;
        if role == Role::Pawn {
            self.pawn_key ^= change;
        }
    }

    #[inline(always)]
    fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant_legal() {
            self.key ^= key::en_passant(square);
        }
        self.double_push = None;
        self.en_passant = EnPassant::Impossible;
    }

    #[inline(always)]
    fn forget_castling(&mut self, squares: Bitboard) {
        let lost = self.castling.rooks() & squares;
        if lost.any() {
            self.key ^= key::castling(lost);
            self.castling = self.castling.without(lost);
        }
    }

    /// Gives the turn to the other side and finds what checks its king.
    #[inline(always)]
    fn hand_over<S: Side>(&mut self) {
        self.turn = !S::COLOR;
        self.key ^= key::BLACK_TO_MOVE;
        let king = self.king_of(!S::COLOR);
        let board = &self.board;
        let occupied = board.occupied();
        let attackers = (attacks::pawn(!S::COLOR, king) & board.by_role(Role::Pawn))
            | (attacks::knight(king) & board.by_role(Role::Knight))
            | (attacks::bishop(king, occupied) & board.diagonal_sliders())
            | (attacks::rook(king, occupied) & board.straight_sliders());
        self.checkers = attackers & board.by_color(S::COLOR);
    }
}
