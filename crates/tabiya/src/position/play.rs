//! Playing moves: the position after a move is computed as a whole from the one before, never patched in place.
//!
//! Patching a copy is what comes to mind first, but it was a third slower: narrow writes into a copy that was made, and is
//! then read or copied again, in wide pieces stall the CPU. Here the board changes by whole vectors (see
//! [`Board::changed`]) and everything else is a value on its way to the result.

use super::board_ops::{BoardOps, PlainOps};
use super::{EnPassant, LAST_FULLMOVE, Position, key, pushed_pawn};
use crate::attacks;
use crate::castling::CastlingPath;
use crate::cpu::{Detected, Task, Token};
use crate::machine::{Machine, with_machine};
use crate::piece::side::{Black, White};
use crate::{Bitboard, Color, Move, MoveKind, Role, Side, Square};

impl Position {
    /// The position after a move.
    ///
    /// # Panics
    /// If the move is not legal here; [`try_play`](Position::try_play) says so instead.
    ///
    /// ```
    /// use tabiya::Position;
    /// let start = Position::default();
    /// let after = start.after(start.parse_uci("e2e4").unwrap());
    /// assert_eq!(after.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn after(&self, mv: Move) -> Position {
        if !self.is_legal(mv) {
            self.refuse(mv);
        }
        self.after_unchecked(mv)
    }

    /// Plays a move.
    ///
    /// # Panics
    /// If the move is not legal here; [`try_play`](Position::try_play) says so instead.
    #[inline]
    #[track_caller]
    pub fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// The position after a move that is known to be legal here, because the generator made it. After one that is not, nothing
    /// is promised of the position, not even that a game could lead there, though nothing unsound happens; debug builds
    /// panic.
    #[inline(always)]
    #[must_use]
    pub fn after_unchecked(&self, mv: Move) -> Position {
        self.after_unchecked_at(Detected::best(), mv)
    }

    /// Plays a move that is known to be legal here; see [`after_unchecked`](Position::after_unchecked).
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        *self = self.after_unchecked(mv);
    }

    /// As [`after_unchecked`](Position::after_unchecked), with the instructions of a certain level: the same position. For
    /// tests and measurements; all else uses the best there is.
    #[inline(always)]
    #[must_use]
    pub fn after_unchecked_at(&self, cpu: Detected, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        play_one(cpu, self, mv)
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn refuse(&self, mv: Move) -> ! {
        panic!("{} in {self}", self.why_illegal(mv))
    }

    #[inline(always)]
    fn after_with(&self, ops: impl BoardOps, mv: Move) -> Position {
        match self.turn {
            Color::White => self.after_as::<White>(ops, mv),
            Color::Black => self.after_as::<Black>(ops, mv),
        }
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
    fn after_as<S: Side>(&self, ops: impl BoardOps, mv: Move) -> Position {
        let kind = mv.kind();
        let mut double_push = None;
        if let MoveKind::DoublePush | MoveKind::CastleKing | MoveKind::CastleQueen = kind {
            if kind != MoveKind::DoublePush {
                return self.after_castle::<S>(mv.from(), mv.to());
            }
            let passed = pushed_pawn(mv.to());
            let pawns = self.board.pieces(!S::COLOR, Role::Pawn);
            if attacks::pawn(S::COLOR, passed).intersects(pawns) {
                return self.after_contested_push::<S>(mv);
            }
            double_push = Some(passed);
        }
        self.after_usual::<S>(ops, mv, double_push)
    }

    /// A double push beside enemy pawns. Here and not among the usual moves because of the call that finds out whether one
    /// of them may capture: everything in registers would have to outlive it.
    #[cold]
    #[inline(never)]
    fn after_contested_push<S: Side>(&self, mv: Move) -> Position {
        let passed = pushed_pawn(mv.to());
        let mut after = self.after_usual::<S>(PlainOps, mv, Some(passed));
        after.en_passant = after.board.en_passant_state(!S::COLOR, passed);
        if after.en_passant == EnPassant::Legal {
            after.key ^= key::en_passant(passed);
        }
        after
    }

    /// Any move but a castle, no en passant capture being possible after it.
    #[inline(always)]
    fn after_usual<S: Side>(&self, ops: impl BoardOps, mv: Move, double_push: Option<Square>) -> Position {
        let kind = mv.kind();
        let (us, from, to) = (S::COLOR, mv.from(), mv.to());
        let mover = ops.look(&self.board, from);
        let role = ops.role(mover);
        let is_pawn = role == Role::Pawn;
        let moved = key::piece(us, role, from) ^ key::piece(us, role, to);
        let mut key = self.key_in_passing() ^ moved;
        let mut pawn_key = self.pawn_key ^ if is_pawn { moved } else { 0 };
        let promoted = kind.promotion();
        if let Some(role) = promoted {
            let pawn = key::piece(us, Role::Pawn, to);
            key ^= pawn ^ key::piece(us, role, to);
            pawn_key ^= pawn;
        }
        let mut captured = None;
        let mut others = self.board.by_color(!us);
        if kind.is_capture() {
            let square = if kind == MoveKind::EnPassant { pushed_pawn(to) } else { to };
            let victim = ops.look(&self.board, square);
            let role = ops.role(victim);
            let change = key::piece(!us, role, square);
            key ^= change;
            pawn_key ^= if role == Role::Pawn { change } else { 0 };
            captured = Some((victim, square));
            others = others.without(square);
        }
        let board = ops.changed::<S>(&self.board, mover, (from, to), promoted, captured);

        let home = if role == Role::King { us.back_rank().bitboard() } else { Bitboard::EMPTY };
        let castling = self.castling_after(home.with(from).with(to), &mut key);

        // The other king has not moved: where it stands is known before the new board is.
        let king = self.king_of(!us);
        let attackers = self.board.by_color(us) ^ from.bitboard() ^ to.bitboard();
        let facing = ops.facing_king::<S>(&board, attackers, king);
        let (checkers, pinned) = facing.checkers_and_pinned(king, others, attackers | others);
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
            en_passant: EnPassant::Impossible,
        }
    }

    #[cold]
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
        let passed = match self.en_passant_legal() {
            Some(square) => key::en_passant(square),
            None => 0,
        };
        self.key ^ key::BLACK_TO_MOVE ^ passed
    }

    #[inline(always)]
    fn next_fullmove(&self) -> u32 {
        match self.turn {
            Color::White => self.fullmove,
            Color::Black => (self.fullmove + 1).min(LAST_FULLMOVE),
        }
    }

    /// The rooks that may castle still when something happened on these squares.
    #[inline(always)]
    fn castling_after(&self, touched: Bitboard, key: &mut u64) -> Bitboard {
        let lost = self.castling & touched;
        if lost.any() {
            *key ^= key::castling(lost);
        }
        self.castling - lost
    }
}

/// The position after a move, by the copy of [`Position::after_with`] for these instructions.
#[inline(always)]
fn play_one(cpu: Detected, position: &Position, mv: Move) -> Position {
    struct Play<'a, M> {
        machine: M,
        position: &'a Position,
        mv: Move,
    }

    impl<M: Machine> Task for Play<'_, M> {
        type Output = Position;

        #[inline(always)]
        fn run(self) -> Position {
            self.position.after_with(self.machine.board_ops(), self.mv)
        }
    }

    with_machine!(cpu, machine => machine.run_outlined(Play { machine, position, mv }))
}
