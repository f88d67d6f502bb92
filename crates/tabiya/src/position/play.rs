//! Playing moves: the position after a move is computed as a whole from the one before, never patched in place.
//!
//! Patching a copy is what comes to mind first, but it was a third slower: narrow writes into a copy that was made, and
//! is then read or copied again, in wide pieces stall the CPU. Here the board changes by whole vectors (see
//! [`Arch::changed`]) and everything else is a value on its way to the result.

use super::{EnPassant, LAST_FULLMOVE, Position, key, pushed_pawn};
use crate::arch::Arch;
use crate::attacks;
use crate::castling::CastlingPath;
use crate::cpu::{Compiled, Detected, Portable, copies};
use crate::piece::side::{Black, White};
use crate::{Bitboard, Color, Move, MoveKind, Rank, Role, Side, Square};

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

    /// The position after a move that is known to be legal here, because the generator made it. After one that is not,
    /// nothing is promised of the position, not even that a game could lead there, though nothing unsound happens;
    /// debug builds panic.
    #[doc(alias = "make_move")]
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

    /// As [`after_unchecked`](Position::after_unchecked), with the instructions of a certain level: the same position.
    /// For tests and measurements; all else uses the best there is.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn after_unchecked_at(&self, cpu: Detected, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        cpu.run(Play { position: self, mv })
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn refuse(&self, mv: Move) -> ! {
        panic!("{} in {self}", self.why_illegal(mv))
    }

    /// The position after passing, or `None` in check, where passing would leave the king to be taken. Passing counts
    /// as a half-move without capture or pawn move, and gives up the capture en passant.
    #[doc(alias = "null_move")]
    #[must_use]
    pub fn after_null(&self) -> Option<Position> {
        if self.in_check() { None } else { Some(self.after_passing()) }
    }

    /// The position after passing, which must not be asked for in check.
    #[inline(always)]
    pub(super) fn after_passing(&self) -> Position {
        Position {
            fullmove: self.next_fullmove(),
            halfmove_clock: self.next_halfmove_clock(),
            turn: !self.turn,
            double_push: None,
            en_passant: EnPassant::Impossible,
            ..*self
        }
    }

    #[inline(always)]
    fn after_as<S: Side>(&self, arch: impl Arch, mv: Move) -> Position {
        /// Kinds that are not a matter of one piece that lands where it captures and leaves nothing to be taken in
        /// passing.
        const SPECIAL: u16 = 1 << MoveKind::DoublePush as u8
            | 1 << MoveKind::CastleKing as u8
            | 1 << MoveKind::CastleQueen as u8
            | 1 << MoveKind::EnPassant as u8;

        let kind = mv.kind();
        if let Some(role) = kind.promotion() {
            return self.after_usual::<S>(arch, mv, Some(role), None);
        }
        let mut double_push = None;
        if SPECIAL >> kind as u8 & 1 != 0 {
            match kind {
                MoveKind::DoublePush => {}
                MoveKind::EnPassant => return self.after_en_passant::<S>(mv.from(), mv.to()),
                _ => return self.after_castle::<S>(mv.from(), mv.to()),
            }
            let passed = pushed_pawn(mv.to());
            let pawns = self.board.pieces(!S::COLOR, Role::Pawn);
            if attacks::pawn(S::COLOR, passed).intersects(pawns) {
                return self.after_contested_push::<S>(mv);
            }
            double_push = Some(passed);
        }
        self.after_usual::<S>(arch, mv, None, double_push)
    }

    /// A double push beside enemy pawns. Here and not among the usual moves because of the call that finds out whether
    /// one of them may capture: everything in registers would have to outlive it. For the same reason it comes first,
    /// on the board before the push.
    #[cold]
    #[inline(never)]
    fn after_contested_push<S: Side>(&self, mv: Move) -> Position {
        let passed = pushed_pawn(mv.to());
        let en_passant = self.board.en_passant_state(!S::COLOR, passed, mv.from());
        Position { en_passant, ..self.after_usual::<S>(Portable::new(), mv, None, Some(passed)) }
    }

    /// Any move but a castle, an en passant capture and, unless the caller goes on with it, a double push beside enemy
    /// pawns.
    #[inline(always)]
    fn after_usual<S: Side>(
        &self,
        arch: impl Arch,
        mv: Move,
        promoted: Option<Role>,
        double_push: Option<Square>,
    ) -> Position {
        let (us, from, to) = (S::COLOR, mv.from(), mv.to());
        let mover = arch.look(&self.board, from);
        let role = arch.role(mover);
        let is_pawn = role == Role::Pawn;
        let moved = key::piece(us, role, from) ^ key::piece(us, role, to);
        let mut pieces_key = self.pieces_key ^ moved;
        let mut pawn_key = self.pawn_key ^ if is_pawn { moved } else { 0 };
        if let Some(role) = promoted {
            let pawn = key::piece(us, Role::Pawn, to);
            pieces_key ^= pawn ^ key::piece(us, role, to);
            pawn_key ^= pawn;
        }
        let mut captured = None;
        let mut halfmove_clock = if is_pawn { 0 } else { self.next_halfmove_clock() };
        if mv.kind().is_capture() {
            halfmove_clock = 0;
            let victim = arch.look(&self.board, to);
            let role = arch.role(victim);
            let change = key::piece(!us, role, to);
            pieces_key ^= change;
            pawn_key ^= if role == Role::Pawn { change } else { 0 };
            captured = Some(victim);
        }
        Position {
            board: arch.changed::<S>(&self.board, mover, (from, to), promoted, captured),
            pieces_key,
            pawn_key,
            castling: self.castling - HOMES[us as usize][role as usize].with(from).with(to),
            fullmove: self.next_fullmove(),
            halfmove_clock,
            turn: !us,
            double_push,
            en_passant: EnPassant::Impossible,
        }
    }

    /// Out of line because it is rare: it alone takes a piece elsewhere than where it lands.
    #[cold]
    fn after_en_passant<S: Side>(&self, from: Square, to: Square) -> Position {
        let (us, victim) = (S::COLOR, pushed_pawn(to));
        let board = self.board.toggled(us, Role::Pawn, from.bitboard() | to.bitboard());
        let pawn = |color, square| key::piece(color, Role::Pawn, square);
        let change = pawn(us, from) ^ pawn(us, to) ^ pawn(!us, victim);
        Position {
            board: board.toggled(!us, Role::Pawn, victim.bitboard()),
            pieces_key: self.pieces_key ^ change,
            pawn_key: self.pawn_key ^ change,
            fullmove: self.next_fullmove(),
            halfmove_clock: 0,
            turn: !us,
            double_push: None,
            en_passant: EnPassant::Impossible,
            ..*self
        }
    }

    #[cold]
    fn after_castle<S: Side>(&self, king: Square, rook: Square) -> Position {
        let us = S::COLOR;
        let path = CastlingPath::new(king, rook);
        let mut pieces_key = self.pieces_key;
        let mut board = self.board;
        for (role, from, to) in [(Role::King, king, path.king_to), (Role::Rook, rook, path.rook_to)] {
            pieces_key ^= key::piece(us, role, from) ^ key::piece(us, role, to);
            // Where a piece stands still the two cancel out.
            board = board.toggled(us, role, from.bitboard() ^ to.bitboard());
        }
        Position {
            board,
            pieces_key,
            castling: self.castling - us.back_rank().bitboard(),
            fullmove: self.next_fullmove(),
            halfmove_clock: self.next_halfmove_clock(),
            turn: !us,
            double_push: None,
            en_passant: EnPassant::Impossible,
            ..*self
        }
    }

    /// The rooks that may castle after a move.
    #[inline(always)]
    pub(super) fn castling_after(&self, mv: Move) -> Bitboard {
        let role = self.board.role_on_occupied(mv.from());
        self.castling - HOMES[self.turn as usize][role as usize].with(mv.from()).with(mv.to())
    }

    #[inline(always)]
    fn next_fullmove(&self) -> u32 {
        match self.turn {
            Color::White => self.fullmove,
            // Added this way it is a comparison and an addition with carry; the same below.
            Color::Black => self.fullmove + u32::from(self.fullmove < LAST_FULLMOVE),
        }
    }

    #[inline(always)]
    fn next_halfmove_clock(&self) -> u16 {
        self.halfmove_clock + u16::from(self.halfmove_clock < u16::MAX)
    }
}

/// For each side and role: where a move of that piece ends every right to castle.
const HOMES: &[[Bitboard; 6]; 2] = &{
    let mut homes = [[Bitboard::EMPTY; 6]; 2];
    homes[Color::White as usize][Role::King as usize] = Rank::First.bitboard();
    homes[Color::Black as usize][Role::King as usize] = Rank::Eighth.bitboard();
    homes
};

/// A move, to be played with the instructions of a level.
struct Play<'a> {
    position: &'a Position,
    mv: Move,
}

impl<A: Arch> Compiled<A> for Play<'_> {
    type Output = Position;

    #[inline(always)]
    fn run(self, arch: A) -> Position {
        match self.position.turn {
            Color::White => self.position.after_as::<White>(arch, self.mv),
            Color::Black => self.position.after_as::<Black>(arch, self.mv),
        }
    }

    copies!(A);
}
