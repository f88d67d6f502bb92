//! [`Unmove`]: a move taken back, and what it puts back on the board.

use core::fmt;

use tabiya::castling::destinations;
use tabiya::{Bitboard, Color, Move, MoveKind, Position, Role, Setup, Square};

/// A move seen from the position after it: the [`Move`] as it was played, and the piece it captured.
///
/// Everything that taking it back means follows from the two: a promotion gives back a pawn, a castle puts back king and
/// rook, an en passant capture puts the victim back beside its square, a double push goes back two steps.
///
/// Its text is the move in UCI, then a colon and the letter of the captured piece: `g1f3`, `e4d5:n`, `e7d8q:r`,
/// `e5d6:e` for an en passant capture, `e1h1` (king takes rook) for a castle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Unmove {
    mv: Move,
    captured: Option<Role>,
}

impl Unmove {
    pub(crate) fn new(mv: Move, captured: Option<Role>) -> Unmove {
        debug_assert_eq!(mv.kind().is_capture(), captured.is_some());
        Unmove { mv, captured }
    }

    /// The move as it was played.
    pub fn forward(self) -> Move {
        self.mv
    }

    /// What the move captured, which taking it back puts back.
    pub fn captured(self) -> Option<Role> {
        self.captured
    }

    /// The letter that the text has for the captured piece: `e` for a pawn captured en passant, which may have been captured
    /// on the same square in the usual way too.
    pub fn captured_letter(self) -> Option<char> {
        let letter = self.captured?.letter();
        Some(if self.mv.kind() == MoveKind::EnPassant { 'e' } else { letter })
    }

    /// Where the captured piece comes back: the move's target, or behind it for an en passant capture.
    pub fn captured_square(self) -> Option<Square> {
        self.captured?;
        let to = self.mv.to();
        Some(if self.mv.kind() == MoveKind::EnPassant { behind(to) } else { to })
    }

    /// The position before this unmove's move, as a setup with the fewest rights: no castling right that `position` lacks
    /// except the one that a castle needs, and no en passant square except the one that an en passant capture needs.
    ///
    /// The halfmove clock goes back by one, or to 0 where the move was a capture or a pawn's; what it was before such a
    /// move cannot be known.
    pub fn setup_before(self, position: &Position) -> Setup {
        let mover = !position.turn();
        let (from, to, kind) = (self.mv.from(), self.mv.to(), self.mv.kind());
        let mut board = *position.board();
        let mut castling = position.castling_rights().rooks();
        let mut irreversible = self.captured.is_some();
        if matches!(kind, MoveKind::CastleKing | MoveKind::CastleQueen) {
            let (king_to, rook_to) = destinations(from.rank(), tabiya::castling::wing_of(from, to));
            board.remove(king_to);
            board.remove(rook_to);
            board.set(from, tabiya::Piece::new(mover, Role::King));
            board.set(to, tabiya::Piece::new(mover, Role::Rook));
            castling = castling.with(to);
        } else {
            let role = if kind.is_promotion() { Some(Role::Pawn) } else { board.role_at(to) };
            board.remove(to);
            if let Some(role) = role {
                board.set(from, tabiya::Piece::new(mover, role));
                irreversible |= role == Role::Pawn;
            }
            if let (Some(role), Some(square)) = (self.captured, self.captured_square()) {
                board.set(square, tabiya::Piece::new(!mover, role));
            }
        }
        Setup {
            board,
            turn: mover,
            castling,
            en_passant: (kind == MoveKind::EnPassant).then_some(to),
            halfmove_clock: if irreversible { 0 } else { position.halfmove_clock().saturating_sub(1) },
            fullmove: match mover {
                Color::White => position.fullmove(),
                Color::Black => position.fullmove().saturating_sub(1).max(1),
            },
        }
    }
}

impl fmt::Display for Unmove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mv.from(), self.mv.to())?;
        if let Some(role) = self.mv.kind().promotion() {
            write!(f, "{}", role.letter())?;
        }
        match self.captured_letter() {
            Some(letter) => write!(f, ":{letter}"),
            None => Ok(()),
        }
    }
}

/// The square of the pawn that an en passant capture to `to` takes, and the square passed over by the pawn on it.
pub(crate) fn behind(to: Square) -> Square {
    Square::ALL[to as usize ^ 8]
}

/// A set of the roles that a move can have captured.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Roles(u8);

impl Roles {
    /// No role.
    pub const NONE: Roles = Roles(0);

    /// This set and one role more.
    #[must_use]
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u8)
    }

    /// Whether a role is in the set.
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 != 0
    }

    /// How many roles are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no role.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles, from pawn to king.
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| self.contains(role))
    }
}

/// Takes unmoves as sets.
pub trait UnmoveSink {
    /// The piece on `to` came from one of `origins` and captured nothing.
    fn quiet(&mut self, kind: MoveKind, origins: Bitboard, to: Square);
    /// The piece on `to` came from one of `origins` and captured one of these roles there; `kind` is that of a capture.
    fn captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles);
    /// One unmove: a castle or an en passant capture.
    fn one(&mut self, unmove: Unmove);
}

impl UnmoveSink for Vec<Unmove> {
    #[inline]
    fn quiet(&mut self, kind: MoveKind, origins: Bitboard, to: Square) {
        self.extend(origins.into_iter().map(|from| Unmove { mv: Move::new(from, to, kind), captured: None }));
    }

    #[inline]
    fn captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles) {
        for from in origins {
            let mv = Move::new(from, to, kind);
            self.extend(captured.iter().map(|role| Unmove { mv, captured: Some(role) }));
        }
    }

    #[inline]
    fn one(&mut self, unmove: Unmove) {
        self.push(unmove);
    }
}

/// Adds up unmoves without listing them.
#[derive(Copy, Clone, Debug, Default)]
pub struct UnmoveCounter {
    /// How many there were so far.
    pub count: u64,
}

impl UnmoveSink for UnmoveCounter {
    #[inline]
    fn quiet(&mut self, _: MoveKind, origins: Bitboard, _: Square) {
        self.count += u64::from(origins.len());
    }

    #[inline]
    fn captures(&mut self, _: MoveKind, origins: Bitboard, _: Square, captured: Roles) {
        self.count += u64::from(origins.len() * captured.len());
    }

    #[inline]
    fn one(&mut self, _: Unmove) {
        self.count += 1;
    }
}
