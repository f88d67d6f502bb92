//! Keys of parts of a position, and keys of positions that a move leads to.

use super::{Observer, Position, key};
use crate::{Color, Move, MoveKind, Piece, Role, Square, attacks};

/// Keys of parts of the board: what correction histories and caches of material or pawn structure go by.
///
/// A [`Position`] does not keep them, because most programs never ask. A search keeps them beside its position:
/// [`play_with`](Position::play_with) takes them as its [`Observer`], or they take the [`Changes`](super::Changes) of a
/// move.
///
/// ```
/// use tabiya::{Keys, Position};
/// let mut position = Position::startpos();
/// let mut keys = Keys::of(&position);
/// position.play_with(position.parse_uci("g1f3").unwrap(), &mut keys);
/// assert_eq!(keys, Keys::of(&position));
/// assert_eq!(keys.material, Keys::of(&Position::startpos()).material);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Keys {
    /// The pawns of both sides: the same as [`Position::pawn_key`].
    pub pawns: u64,
    /// White's and Black's pieces other than pawns, kings included.
    pub non_pawns: [u64; 2],
    /// Knights and bishops of both sides.
    pub minors: u64,
    /// Rooks and queens of both sides.
    pub majors: u64,
    /// How many pieces of each kind there are, wherever they stand.
    pub material: u64,
}

impl Keys {
    /// The keys of a position, from nothing.
    #[must_use]
    pub fn of(position: &Position) -> Keys {
        let mut keys = Keys::default();
        for (square, piece) in position.board().iter() {
            keys.added(piece, square);
        }
        keys
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let number = key::piece(piece.color(), piece.role(), square);
        match piece.role() {
            Role::Pawn => {
                self.pawns ^= number;
                return;
            }
            Role::Knight | Role::Bishop => self.minors ^= number,
            Role::Rook | Role::Queen => self.majors ^= number,
            Role::King => {}
        }
        self.non_pawns[piece.color() as usize] ^= number;
    }
}

impl Observer for Keys {
    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.material = self.material.wrapping_sub(key::material(piece));
    }

    #[inline(always)]
    fn added(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.material = self.material.wrapping_add(key::material(piece));
    }
}

impl Position {
    /// The [key](Position::key) after a legal move, without playing it: for fetching the entry of a table into the
    /// cache early. It is exact for every kind of move. Of a move that is not legal it means nothing.
    ///
    /// ```
    /// use tabiya::Position;
    /// let position = Position::startpos();
    /// for mv in &position.legal_moves() {
    ///     assert_eq!(position.key_after(mv), position.after(mv).key());
    /// }
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to, kind, us) = (mv.from(), mv.to(), mv.kind(), self.turn);
        if mv.is_castle() || kind.is_promotion() || kind == MoveKind::EnPassant {
            return self.key_after_rare(mv);
        }
        let role = self.board.role_on_occupied(from);
        let mut key = self.pieces_key ^ key::piece(us, role, from) ^ key::piece(us, role, to);
        if kind.is_capture() {
            key ^= key::piece(!us, self.board.role_on_occupied(to), to);
        }
        key ^= self.state_key_after(mv);
        if kind == MoveKind::DoublePush {
            key ^= self.en_passant_key_after(mv);
        }
        key
    }

    /// Of a castle, a promotion or an en passant capture.
    #[cold]
    fn key_after_rare(&self, mv: Move) -> u64 {
        let changes = self.changes(mv);
        let changed = changes.removed().iter().chain(changes.added());
        let pieces = changed.map(|&(piece, square)| key::piece(piece.color(), piece.role(), square));
        pieces.fold(self.pieces_key ^ self.state_key_after(mv), |key, piece| key ^ piece)
    }

    /// The part of castling and turn.
    #[inline(always)]
    fn state_key_after(&self, mv: Move) -> u64 {
        let castling = match self.castling.is_empty() {
            true => self.castling,
            false => self.castling_after(mv),
        };
        key::castling(castling) ^ self.turn.pick(key::BLACK_TO_MOVE, 0)
    }

    /// What to combine with a [key](Position::key) by exclusive or where a table should tell positions apart by how
    /// near the fifty-move rule is: nothing below 14 half-moves, then another number for every 8, the last one from 94
    /// on. [`key`](Position::key) itself leaves the clock out, because most positions with other clocks are worth the
    /// same.
    ///
    /// ```
    /// use tabiya::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 90 120")?;
    /// let key = position.key() ^ Position::clock_key(position.halfmove_clock());
    /// assert_ne!(key, position.key());
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[must_use]
    pub const fn clock_key(halfmove_clock: u32) -> u64 {
        key::clock(halfmove_clock)
    }

    /// The [key](Position::key) after passing. In check, where no side may pass, it means nothing.
    #[must_use]
    pub fn key_after_null(&self) -> u64 {
        self.pieces_key ^ key::castling(self.castling) ^ if self.turn == Color::White { key::BLACK_TO_MOVE } else { 0 }
    }

    /// The part of the key that a double push adds.
    fn en_passant_key_after(&self, mv: Move) -> u64 {
        let passed = super::pushed_pawn(mv.to());
        let contested = attacks::pawn(self.turn, passed).intersects(self.pieces(!self.turn, Role::Pawn));
        match contested && self.board.en_passant_state(!self.turn, passed, mv.from()) == super::EnPassant::Legal {
            true => key::en_passant(passed),
            false => 0,
        }
    }
}
