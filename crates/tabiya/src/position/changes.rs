//! What a move changes on the board, for programs that keep something of their own up to date: accumulators of a neural
//! network, keys of parts of the board, a mailbox.

use super::Position;
use crate::castling::CastlingPath;
use crate::position::pushed_pawn;
use crate::{Move, MoveKind, Piece, Role, Square};

/// The pieces that a move takes off their squares and those that it puts on squares: one or two of each.
///
/// | move | removed | added |
/// |---|---|---|
/// | quiet | the piece | the piece |
/// | capture, en passant | the piece, the captured one | the piece |
/// | promotion | the pawn (and the captured piece) | the new piece |
/// | castling | king, rook | king, rook |
///
/// A king or rook that castles without leaving its square (Chess960) is not listed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Changes {
    removed: Pair,
    added: Pair,
}

/// Up to two pieces on squares.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Pair {
    pieces: [(Piece, Square); 2],
    len: u8,
}

impl Pair {
    #[inline(always)]
    fn of(piece: Piece, square: Square) -> Pair {
        Pair { pieces: [(piece, square); 2], len: 1 }
    }

    #[inline(always)]
    fn and(mut self, piece: Piece, square: Square) -> Pair {
        self.pieces[1] = (piece, square);
        self.len = 2;
        self
    }

    #[inline(always)]
    fn as_slice(&self) -> &[(Piece, Square)] {
        // The bound is known to the compiler, which then needs no check.
        &self.pieces[..usize::from(self.len).min(2)]
    }
}

impl Changes {
    /// The pieces that leave their squares: first the piece that moves, then the captured one (castling: king, then
    /// rook).
    #[inline(always)]
    #[must_use]
    pub fn removed(&self) -> &[(Piece, Square)] {
        self.removed.as_slice()
    }

    /// The pieces that arrive on squares: the piece that moves, or what it has become (castling: king, then rook).
    #[inline(always)]
    #[must_use]
    pub fn added(&self) -> &[(Piece, Square)] {
        self.added.as_slice()
    }

    /// Tells an observer of every change: first all that leave, then all that arrive.
    #[inline(always)]
    pub fn report(&self, observer: &mut impl Observer) {
        for &(piece, square) in self.removed() {
            observer.removed(piece, square);
        }
        for &(piece, square) in self.added() {
            observer.added(piece, square);
        }
    }
}

/// Follows the pieces of a board while moves are [played](Position::play_with).
///
/// ```
/// use tabiya::{Observer, Piece, Position, Square};
///
/// /// What stands on each square.
/// struct Mailbox([Option<Piece>; 64]);
///
/// impl Observer for Mailbox {
///     fn removed(&mut self, _: Piece, square: Square) {
///         self.0[square.index()] = None;
///     }
///     fn added(&mut self, piece: Piece, square: Square) {
///         self.0[square.index()] = Some(piece);
///     }
/// }
///
/// let mut position = Position::startpos();
/// let mut mailbox = Mailbox(Square::ALL.map(|square| position.piece_at(square)));
/// position.play_with(position.parse_uci("e2e4").unwrap(), &mut mailbox);
/// assert_eq!(mailbox.0, Square::ALL.map(|square| position.piece_at(square)));
/// ```
pub trait Observer {
    /// A piece leaves a square. All pieces that leave are told before any that arrives.
    fn removed(&mut self, piece: Piece, square: Square);

    /// A piece arrives on a square.
    fn added(&mut self, piece: Piece, square: Square);
}

impl Position {
    /// What a legal move of this position captures, en passant included.
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Piece::new(!self.turn, Role::Pawn)),
            kind if kind.is_capture() => self.piece_at(mv.to()),
            _ => None,
        }
    }

    /// What a legal move of this position changes on the board. Of another move the answer means nothing.
    ///
    /// ```
    /// use tabiya::{Piece, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castle = position.changes(position.parse_san("O-O").unwrap());
    /// assert_eq!(castle.removed(), [(Piece::WhiteKing, Square::E1), (Piece::WhiteRook, Square::H1)]);
    /// assert_eq!(castle.added(), [(Piece::WhiteKing, Square::G1), (Piece::WhiteRook, Square::F1)]);
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn changes(&self, mv: Move) -> Changes {
        let (from, to, kind, turn) = (mv.from(), mv.to(), mv.kind(), self.turn);
        if mv.is_castle() {
            return self.changes_of_castle(from, to);
        }
        let mover = Piece::new(turn, self.board.role_on_occupied(from));
        let mut removed = Pair::of(mover, from);
        if kind == MoveKind::EnPassant {
            removed = removed.and(Piece::new(!turn, Role::Pawn), pushed_pawn(to));
        } else if kind.is_capture() {
            removed = removed.and(Piece::new(!turn, self.board.role_on_occupied(to)), to);
        }
        let arrives = kind.promotion().map_or(mover, |role| Piece::new(turn, role));
        Changes { removed, added: Pair::of(arrives, to) }
    }

    #[cold]
    fn changes_of_castle(&self, king_from: Square, rook_from: Square) -> Changes {
        let path = CastlingPath::new(king_from, rook_from);
        let (king, rook) = (Piece::new(self.turn, Role::King), Piece::new(self.turn, Role::Rook));
        let (king_moves, rook_moves) = (king_from != path.king_to, rook_from != path.rook_to);
        let pair = |king_on: Square, rook_on: Square| match (king_moves, rook_moves) {
            (true, false) => Pair::of(king, king_on),
            (false, true) => Pair::of(rook, rook_on),
            _ => Pair::of(king, king_on).and(rook, rook_on),
        };
        Changes { removed: pair(king_from, rook_from), added: pair(path.king_to, path.rook_to) }
    }

    /// Plays a move that is known to be legal here (see [`after_unchecked`](Position::after_unchecked)) and tells an
    /// observer what changes on the board.
    #[inline]
    pub fn play_with(&mut self, mv: Move, observer: &mut impl Observer) {
        self.changes(mv).report(observer);
        self.play_unchecked(mv);
    }
}
