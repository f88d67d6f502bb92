//! Moves in sixteen bits, moves with a score, and the fixed list the generator fills.

use core::fmt;
use core::mem::MaybeUninit;
use core::num::NonZeroU16;
use core::ops::Deref;

use crate::{Bitboard, Role, Square, Wing};

/// What a move is, besides its two squares.
///
/// The four bits are flags as much as numbers: 8 is a promotion, 4 a capture, and the low two bits of a promotion
/// choose the piece.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Any move that is nothing else.
    Quiet = 0,
    /// A pawn's two steps.
    DoublePush = 1,
    /// Castling towards the h-file.
    CastleKing = 2,
    /// Castling towards the a-file.
    CastleQueen = 3,
    /// An ordinary capture.
    Capture = 4,
    /// A pawn takes the pawn that just passed it.
    EnPassant = 5,
    /// A pawn steps to the last rank and becomes a knight.
    PromoteKnight = 8,
    /// … a bishop.
    PromoteBishop = 9,
    /// … a rook.
    PromoteRook = 10,
    /// … a queen.
    PromoteQueen = 11,
    /// A pawn captures on the last rank and becomes a knight.
    CapturePromoteKnight = 12,
    /// … a bishop.
    CapturePromoteBishop = 13,
    /// … a rook.
    CapturePromoteRook = 14,
    /// … a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// Every kind.
    pub const ALL: [MoveKind; 14] = [
        MoveKind::Quiet,
        MoveKind::DoublePush,
        MoveKind::CastleKing,
        MoveKind::CastleQueen,
        MoveKind::Capture,
        MoveKind::EnPassant,
        MoveKind::PromoteKnight,
        MoveKind::PromoteBishop,
        MoveKind::PromoteRook,
        MoveKind::PromoteQueen,
        MoveKind::CapturePromoteKnight,
        MoveKind::CapturePromoteBishop,
        MoveKind::CapturePromoteRook,
        MoveKind::CapturePromoteQueen,
    ];

    /// The kind with these four bits; 6 and 7 mean nothing.
    #[inline]
    pub const fn from_bits(bits: u8) -> Option<MoveKind> {
        match bits {
            0..=5 => Some(MoveKind::ALL[bits as usize]),
            8..=15 => Some(MoveKind::ALL[bits as usize - 2]),
            _ => None,
        }
    }

    /// The promotion to this piece, if a pawn may become one.
    pub const fn promotion_to(role: Role, capture: bool) -> Option<MoveKind> {
        let low = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 3,
            Role::Pawn | Role::King => return None,
        };
        MoveKind::from_bits(8 | low | if capture { 4 } else { 0 })
    }

    /// Castling to this wing.
    pub const fn castle(wing: Wing) -> MoveKind {
        match wing {
            Wing::King => MoveKind::CastleKing,
            Wing::Queen => MoveKind::CastleQueen,
        }
    }

    /// Whether an enemy piece is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self as u8 & 4 != 0
    }

    /// Whether a pawn becomes something else.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self as u8 & 8 != 0
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self as u8 & 3 {
            0 => Role::Knight,
            1 => Role::Bishop,
            2 => Role::Rook,
            _ => Role::Queen,
        })
    }
}

/// A move, in sixteen bits:
///
/// | bits | 15–12 | 11–6 | 5–0 |
/// |---|---|---|---|
/// | | [`MoveKind`] | to | from |
///
/// Castling is stored as "king takes rook": [`from`](Move::from) is the king's square and [`to`](Move::to) the rook's,
/// which says it all in Chess960 too. The value 0 (a quiet move from a1 to a1) is no move, so an `Option<Move>` is as
/// small as a `Move`.
///
/// A `Move` need not make sense in any position: ask [`Position::is_legal`](crate::Position::is_legal).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Move>() == 2 && size_of::<Option<Move>>() == 2 && size_of::<ScoredMove>() == 8);

impl Move {
    /// A move of this kind.
    ///
    /// # Panics
    /// For the quiet move from a1 to a1, which stands for no move.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        match NonZeroU16::new(Move::pack(from, to, kind)) {
            Some(bits) => Move(bits),
            None => panic!("the move from a1 to a1 does not exist"),
        }
    }

    #[inline(always)]
    pub(crate) const fn pack(from: Square, to: Square, kind: MoveKind) -> u16 {
        from as u16 | (to as u16) << 6 | (kind as u16) << 12
    }

    /// A castling move of the king on `king` with the rook on `rook`.
    pub const fn castle(king: Square, rook: Square, wing: Wing) -> Move {
        Move::new(king, rook, MoveKind::castle(wing))
    }

    /// The move with these bits; `None` for 0 and for the two kinds that do not exist.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let kind = bits >> 12;
        if kind == 6 || kind == 7 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The sixteen bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where the moving piece stands; for castling the king's square.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.bits() as u8)
    }

    /// Where it goes; for castling the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.bits() >> 6) as u8)
    }

    /// What the move is.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        // SAFETY: the only ways to make a `Move` store the bits of a `MoveKind` or check them (`from_bits`), and the
        // enum is `repr(u8)`. The table look-up this replaces would sit in every `play`.
        unsafe { core::mem::transmute::<u8, MoveKind>((self.bits() >> 12) as u8) }
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Role> {
        self.kind().promotion()
    }

    /// Whether an enemy piece is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.bits() & 0x4000 != 0
    }

    /// Whether a pawn becomes something else.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.bits() & 0x8000 != 0
    }

    /// Whether king and rook move together.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::CastleKing | MoveKind::CastleQueen)
    }

    /// Whether a pawn takes the pawn that just passed it.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Which way it castles.
    #[inline]
    pub const fn castling_wing(self) -> Option<Wing> {
        match self.kind() {
            MoveKind::CastleKing => Some(Wing::King),
            MoveKind::CastleQueen => Some(Wing::Queen),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// A move and how promising it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Higher is better; the scale is the caller's.
    pub score: i32,
}

/// A list of moves on the stack that no position can overflow.
///
/// # The bound
/// Count the moves of one side, pseudo-legal ones included, with N pieces of its own and so at most 64 − N squares to
/// go to. Castling apart, which adds at most 2:
/// - no piece has more than 27 moves (a queen in the middle; a pawn has at most 12), so there are at most 27 N;
/// - a square is entered from each of the eight directions by at most one piece, for the nearest one blocks those behind,
///   and by at most eight knights: 16 moves. On the last rank five directions exist, the three that come from below may
///   be promoting pawns with four moves each, and at most four knights reach it: 12 + 2 + 4 = 18. Eight such squares
///   give at most 16 more than the others would, so there are at most 16 (64 − N) + 16.
///
/// The smaller of the two is largest at N = 24: min(648, 656) = 648 (and min(675, 640) at N = 25), so 650 with castling.
/// This needs nothing of a position but one piece a square, so positions with odd material are safe too; with ordinary
/// material the most that is known is 218.
#[derive(Clone)]
pub struct MoveList {
    moves: [MaybeUninit<Move>; MoveList::SLOTS],
    len: usize,
}

impl MoveList {
    /// The most moves any position can have; the type's documentation proves it.
    pub const CAPACITY: usize = 650;

    /// Room for one whole set of moves beyond the capacity, so that one check a set is enough.
    const SLOTS: usize = MoveList::CAPACITY + 64;

    /// A list with nothing in it.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; MoveList::SLOTS], len: 0 }
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If the list is full, which moves of one position cannot make it.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        assert!(self.len < MoveList::CAPACITY, "a move list is full");
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }

    /// Adds a move to each target square; `bits` gives the sixteen bits of a [`Move`] to that square.
    ///
    /// # Panics
    /// If the list is full.
    ///
    /// # Safety
    /// What `bits` gives must be the bits of a [`Move`]: neither zero nor of a kind that does not exist.
    #[inline(always)]
    pub(crate) unsafe fn push_set(&mut self, targets: Bitboard, bits: impl Fn(Square) -> u16) {
        assert!(self.len <= MoveList::CAPACITY, "a move list is full");
        let mut len = self.len;
        for to in targets {
            let bits = bits(to);
            debug_assert!(Move::from_bits(bits).is_some());
            // SAFETY: at most 64 moves are added to at most CAPACITY, which is what SLOTS has room for; the bits are the
            // caller's promise.
            unsafe {
                let mv = Move(NonZeroU16::new_unchecked(bits));
                self.moves.get_unchecked_mut(len).write(mv);
            }
            len += 1;
        }
        self.len = len;
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves as a slice that can be reordered.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: the first `len` elements are always initialised: only `push` and `push_set` raise `len`, and each
        // writes what it adds.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast::<Move>(), self.len) }
    }

    /// Keeps the moves the predicate accepts, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let mv = self[i];
            if keep(mv) {
                self.moves[kept] = MaybeUninit::new(mv);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: as in `as_mut_slice`.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast::<Move>(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.deref().iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;
    #[inline(always)]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

/// Iterator that owns its [`MoveList`].
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.list.len - self.next;
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for IntoMoves {}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_pattern_is_a_move_or_none() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                moves += 1;
                assert_eq!(mv.bits(), bits);
                assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
                assert_eq!(mv.is_capture(), mv.kind().is_capture());
                assert_eq!(mv.promotion().is_some(), mv.is_promotion());
            }
        }
        assert_eq!(moves, 14 * 64 * 64 - 1);
    }

    #[test]
    fn promotions_by_role() {
        for role in Role::PROMOTIONS {
            for capture in [false, true] {
                let kind = MoveKind::promotion_to(role, capture).unwrap();
                assert_eq!((kind.promotion(), kind.is_capture()), (Some(role), capture));
            }
        }
        assert_eq!(MoveKind::promotion_to(Role::King, false), None);
    }

    #[test]
    fn lists_behave_like_vectors() {
        let moves = [(Square::E2, Square::E4), (Square::G1, Square::F3), (Square::A2, Square::A3)];
        let mut list: MoveList = moves.iter().map(|&(a, b)| Move::new(a, b, MoveKind::Quiet)).collect();
        assert_eq!(list.len(), 3);
        assert!(list.contains(&Move::new(Square::G1, Square::F3, MoveKind::Quiet)));
        list.retain(|mv| mv.from() != Square::G1);
        assert_eq!(list.iter().map(|mv| mv.from()).collect::<std::vec::Vec<_>>(), [Square::E2, Square::A2]);
        assert_eq!(list.clone().into_iter().count(), 2);
        list.clear();
        assert!(list.is_empty());
    }

    #[test]
    #[should_panic]
    fn a_full_list_refuses_more() {
        let mut list = MoveList::new();
        for _ in 0..=MoveList::CAPACITY {
            list.push(Move::new(Square::E2, Square::E4, MoveKind::Quiet));
        }
    }
}
