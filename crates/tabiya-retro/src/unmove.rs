//! [`Unmove`]: a move taken back, and what it puts back on the board.

use core::fmt;

use tabiya::castling::destinations;
use tabiya::{Bitboard, Color, Move, MoveKind, Position, Role, Setup, Square};

/// A move seen from the position after it: the [`Move`] as it was played, and the piece it captured.
///
/// Everything that taking it back means follows from the two: a promotion gives back a pawn, a castle puts back king
/// and rook, an en passant capture puts the victim back beside its square, a double push goes back two steps.
///
/// Its text is the move in UCI, then a colon and the letter of the captured piece: `g1f3`, `e4d5:n`, `e7d8q:r`,
/// `e5d6:e` for an en passant capture, `e1h1` (king takes rook) for a castle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unmove(
    /// The move's sixteen bits, above them the captured role's number and one, or zero. One word, because lists are
    /// written four times as fast.
    u32,
);

impl Unmove {
    pub(crate) fn new(mv: Move, captured: Option<Role>) -> Unmove {
        debug_assert_eq!(mv.kind().is_capture(), captured.is_some());
        Unmove(u32::from(mv.bits()) | captured.map_or(0, above))
    }

    /// The move as it was played.
    pub fn forward(self) -> Move {
        // A packed value holds the bits of a move; a1a1, which is none, is never packed.
        Move::from_bits(self.0 as u16).unwrap_or(Move::new(Square::A1, Square::B1, MoveKind::Quiet))
    }

    /// What the move captured, which taking it back puts back.
    pub fn captured(self) -> Option<Role> {
        Role::from_index(((self.0 >> 16) as usize).checked_sub(1)?)
    }

    /// The letter that the text has for the captured piece: `e` for a pawn captured en passant, which may have been
    /// captured on the same square in the usual way too.
    pub fn captured_letter(self) -> Option<char> {
        let letter = self.captured()?.letter();
        Some(if self.forward().kind() == MoveKind::EnPassant { 'e' } else { letter })
    }

    /// Where the captured piece comes back: the move's target, or behind it for an en passant capture.
    pub fn captured_square(self) -> Option<Square> {
        self.captured()?;
        let to = self.forward().to();
        Some(if self.forward().kind() == MoveKind::EnPassant { behind(to) } else { to })
    }

    /// The position before this unmove's move, as a setup with the fewest rights: no castling right that `position`
    /// lacks except the one that a castle needs, and no en passant square except the one that an en passant capture
    /// needs.
    ///
    /// The halfmove clock goes back by one, or to 0 where the move was a capture or a pawn's; what it was before such a
    /// move cannot be known.
    pub fn setup_before(self, position: &Position) -> Setup {
        let mover = !position.turn();
        let mv = self.forward();
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let mut board = *position.board();
        let mut castling = position.castling_rights().rooks();
        let mut irreversible = self.captured().is_some();
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
            if let (Some(role), Some(square)) = (self.captured(), self.captured_square()) {
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
        write!(f, "{}{}", self.forward().from(), self.forward().to())?;
        if let Some(role) = self.forward().kind().promotion() {
            write!(f, "{}", role.letter())?;
        }
        match self.captured_letter() {
            Some(letter) => write!(f, ":{letter}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Unmove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unmove({self})")
    }
}

/// A captured role in the bits above those of the move.
const fn above(role: Role) -> u32 {
    (role as u32 + 1) << 16
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

    /// Knight, bishop, rook and queen.
    pub(crate) const OFFICERS: Roles =
        Roles::NONE.with(Role::Knight).with(Role::Bishop).with(Role::Rook).with(Role::Queen);

    /// This set and one role more.
    #[must_use]
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u8)
    }

    /// This set, and one role more if `condition` holds.
    #[inline(always)]
    pub(crate) const fn with_if(self, role: Role, condition: bool) -> Roles {
        Roles(self.0 | (condition as u8) << role as u8)
    }

    /// This set and one role less.
    #[must_use]
    pub const fn without(self, role: Role) -> Roles {
        Roles(self.0 & !(1 << role as u8))
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
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Role> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let role = Role::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(role)
        })
    }
}

/// Takes unmoves as sets.
pub trait UnmoveSink {
    /// The piece on `to` came from one of `origins` and captured nothing.
    fn quiet(&mut self, kind: MoveKind, origins: Bitboard, to: Square);
    /// The piece on `to` came from one of `origins` and captured one of these roles there; `kind` is that of a capture.
    fn captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles);
    /// Both of these from the same origins: `kind` is that of the quiet move.
    #[inline]
    fn quiet_and_captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles) {
        self.quiet(kind, origins, to);
        self.captures(capturing(kind), origins, to, captured);
    }
    /// One unmove: a castle or an en passant capture.
    fn one(&mut self, unmove: Unmove);
}

/// The kind that a quiet move or promotion has when it captures.
#[inline]
pub(crate) fn capturing(kind: MoveKind) -> MoveKind {
    kind.promotion().and_then(|role| MoveKind::promotion_to(role, true)).unwrap_or(MoveKind::Capture)
}

/// A list of unmoves, for use again and again: clearing it keeps its memory.
#[derive(Clone)]
pub struct UnmoveList {
    /// The unmoves, and behind them what was written too far: eight at a time are written, as many as there are count.
    slots: Vec<Unmove>,
    len: usize,
}

/// How many unmoves are written at a time.
const STRIDE: usize = 8;
/// Room for all that one set of origins can give.
const ROOM: usize = 64 * STRIDE;

impl UnmoveList {
    /// An empty list.
    pub fn new() -> UnmoveList {
        UnmoveList { slots: vec![Unmove(0); 2 * ROOM], len: 0 }
    }

    /// Forgets the unmoves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The unmoves.
    pub fn as_slice(&self) -> &[Unmove] {
        &self.slots[..self.len]
    }

    /// For each origin writes the first `count` of a row, all with the same move.
    #[inline(always)]
    fn write(&mut self, mv: u32, origins: Bitboard, row: &[u32; STRIDE], count: usize) {
        if self.slots.len() < self.len + ROOM {
            self.grow();
        }
        let mut len = self.len;
        for from in origins {
            if let Some(slots) = self.slots.get_mut(len..len + STRIDE) {
                for (slot, above) in slots.iter_mut().zip(row) {
                    *slot = Unmove((mv | from as u32) + above);
                }
                len += count;
            }
        }
        self.len = len;
    }

    #[cold]
    fn grow(&mut self) {
        self.slots.resize(2 * (self.len + ROOM), Unmove(0));
    }
}

impl Default for UnmoveList {
    fn default() -> UnmoveList {
        UnmoveList::new()
    }
}

impl fmt::Debug for UnmoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl core::ops::Deref for UnmoveList {
    type Target = [Unmove];

    fn deref(&self) -> &[Unmove] {
        self.as_slice()
    }
}

/// The bits of a move to a square, without its origin, which are zero.
#[inline]
fn without_origin(kind: MoveKind, to: Square) -> u32 {
    (to as u32) << 6 | (kind as u32) << 12
}

impl UnmoveSink for UnmoveList {
    #[inline]
    fn quiet(&mut self, kind: MoveKind, origins: Bitboard, to: Square) {
        self.write(without_origin(kind, to), origins, &[0; STRIDE], 1);
    }

    #[inline]
    fn captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles) {
        let row = &CAPTURES[usize::from(captured.0 & 31)];
        self.write(without_origin(kind, to), origins, row, captured.len() as usize);
    }

    #[inline]
    fn quiet_and_captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles) {
        let row = &QUIET_AND_CAPTURES[usize::from(captured.0 & 31)];
        self.write(without_origin(kind, to), origins, row, 1 + captured.len() as usize);
    }

    #[inline]
    fn one(&mut self, unmove: Unmove) {
        self.write(unmove.0, Square::A1.bitboard(), &[0; STRIDE], 1);
    }
}

/// What turns the bits of a quiet kind into those of the same kind with a capture.
const CAPTURE: u32 = (MoveKind::Capture as u32) << 12;
const _: () = assert!(
    MoveKind::Quiet as u32 == 0
        && MoveKind::CapturePromoteKnight as u32 - MoveKind::PromoteKnight as u32 == MoveKind::Capture as u32
        && MoveKind::CapturePromoteQueen as u32 - MoveKind::PromoteQueen as u32 == MoveKind::Capture as u32
);

/// For every set of roles that can be captured, their bits above those of the move, from the pawn on.
const CAPTURES: &[[u32; STRIDE]; 32] = &rows(0, 0);
/// The same with the bits of a quiet move before them.
const QUIET_AND_CAPTURES: &[[u32; STRIDE]; 32] = &rows(1, CAPTURE);

/// Rows of `first` zeros, and for each role of the set its bits and `kind`.
const fn rows(first: usize, kind: u32) -> [[u32; STRIDE]; 32] {
    let mut rows = [[0; STRIDE]; 32];
    let mut set = 0;
    while set < 32 {
        let (mut role, mut count) = (0, first);
        while role < 5 {
            if set >> role & 1 != 0 {
                rows[set][count] = above(Role::ALL[role]) + kind;
                count += 1;
            }
            role += 1;
        }
        set += 1;
    }
    rows
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
    fn quiet_and_captures(&mut self, _: MoveKind, origins: Bitboard, _: Square, captured: Roles) {
        self.count += u64::from(origins.len() * (1 + captured.len()));
    }

    #[inline]
    fn one(&mut self, _: Unmove) {
        self.count += 1;
    }
}
