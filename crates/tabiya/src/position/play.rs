//! Playing moves: the position after a move is computed as a whole from the one before, never patched in place.
//!
//! Patching a copy is what comes to mind first, but it was a third slower: narrow writes into a copy that was made, and is
//! then read or copied again, in wide pieces stall the CPU. Here the board changes by whole vectors (see
//! [`Board::changed`]) and everything else is a value on its way to the result.

use super::{EnPassant, LAST_FULLMOVE, Position, key, pushed_pawn};
use crate::castling::CastlingPath;
use crate::piece::side::{Black, White};
use crate::{Bitboard, CastlingRights, Color, Move, MoveKind, Piece, Role, Side, Square};

impl Position {
    /// The position after a move, which must be legal here ([`is_legal`](Position::is_legal) tells). After a move that
    /// is not, nothing is promised of the position, though nothing unsound happens; debug builds panic.
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
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        match self.turn {
            Color::White => self.after_as::<White>(mv),
            Color::Black => self.after_as::<Black>(mv),
        }
    }

    /// Plays a move, which must be legal here; see [`after`](Position::after).
    #[inline]
    pub fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// The position after passing, or `None` in check, where passing would leave the king to be taken.
    #[must_use]
    pub fn after_null(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let (checkers, pinned) = self.board.checkers_and_pinned(!self.turn, self.king_of(!self.turn));
        Some(Position {
            key: self.key_in_passing(),
            checkers,
            pinned,
            fullmove: self.next_fullmove(),
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            turn: !self.turn,
            double_push: None,
            en_passant: EnPassant::Impossible,
            ..*self
        })
    }

    #[inline(always)]
    fn after_as<S: Side>(&self, mv: Move) -> Position {
        let kind = mv.kind();
        if let MoveKind::CastleKing | MoveKind::CastleQueen = kind {
            return self.after_castle::<S>(mv.from(), mv.to());
        }
        let (us, from, to) = (S::COLOR, mv.from(), mv.to());
        let role = self.board.role_on_occupied(from);
        let landed = kind.promotion().unwrap_or(role);
        let mut key = self.key_in_passing() ^ key::piece(us, role, from) ^ key::piece(us, landed, to);
        let mut pawn_key = self.pawn_key;
        let mut captured = None;
        if kind.is_capture() {
            let square = if kind == MoveKind::EnPassant { pushed_pawn(to) } else { to };
            let victim = self.board.role_on_occupied(square);
            let change = key::piece(!us, victim, square);
            key ^= change;
            pawn_key ^= if victim == Role::Pawn { change } else { 0 };
            captured = Some((Piece::new(!us, victim), square));
        }
        let board = self.board.changed((Piece::new(us, role), from), (Piece::new(us, landed), to), captured);

        let is_pawn = role == Role::Pawn;
        if is_pawn {
            pawn_key ^= key::piece(us, Role::Pawn, from);
            pawn_key ^= if landed == Role::Pawn { key::piece(us, Role::Pawn, to) } else { 0 };
        }
        let home = if role == Role::King { us.back_rank().bitboard() } else { Bitboard::EMPTY };
        let castling = self.castling_after(home.with(from).with(to), &mut key);

        let (double_push, en_passant) = match kind {
            MoveKind::DoublePush => {
                let passed = pushed_pawn(to);
                let state = board.en_passant_state(!us, passed);
                key ^= if state == EnPassant::Legal { key::en_passant(passed) } else { 0 };
                (Some(passed), state)
            }
            _ => (None, EnPassant::Impossible),
        };
        // The other king has not moved: where it stands is known before the new board is.
        let (checkers, pinned) = board.checkers_and_pinned(!us, self.king_of(!us));
        Position {
            board,
            key,
            pawn_key,
            castling,
            checkers,
            pinned,
            fullmove: self.next_fullmove(),
            halfmove_clock: if is_pawn || captured.is_some() { 0 } else { self.halfmove_clock.saturating_add(1) },
            turn: !us,
            double_push,
            en_passant,
        }
    }

    fn after_castle<S: Side>(&self, king: Square, rook: Square) -> Position {
        let us = S::COLOR;
        let path = CastlingPath::new(king, rook);
        let mut key = self.key_in_passing();
        let mut board = self.board;
        for (role, from, to) in [(Role::King, king, path.king_to), (Role::Rook, rook, path.rook_to)] {
            key ^= key::piece(us, role, from) ^ key::piece(us, role, to);
            // Where a piece stands still the two cancel out.
            board.toggle(from.bitboard() ^ to.bitboard(), us, role);
        }
        let castling = self.castling_after(us.back_rank().bitboard(), &mut key);
        let (checkers, pinned) = board.checkers_and_pinned(!us, self.king_of(!us));
        Position {
            board,
            key,
            castling,
            checkers,
            pinned,
            fullmove: self.next_fullmove(),
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            turn: !us,
            double_push: None,
            en_passant: EnPassant::Impossible,
            ..*self
        }
    }

    /// The key with the turn passed on and the chance to capture en passant gone.
    #[inline(always)]
    fn key_in_passing(&self) -> u64 {
        self.key ^ key::BLACK_TO_MOVE ^ self.en_passant_legal().map_or(0, key::en_passant)
    }

    #[inline(always)]
    fn next_fullmove(&self) -> u32 {
        (self.fullmove + u32::from(self.turn == Color::Black)).min(LAST_FULLMOVE)
    }

    /// The rights left when something happened on these squares.
    #[inline(always)]
    fn castling_after(&self, touched: Bitboard, key: &mut u64) -> CastlingRights {
        let lost = self.castling.rooks() & touched;
        if lost.any() {
            *key ^= key::castling(lost);
        }
        self.castling.without(lost)
    }
}
