//! Moves in sixteen bits, and moves with a score.

use core::fmt;
use core::num::NonZeroU16;

use crate::castling::destinations;
use crate::{Role, Square, Wing};

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
/// which is enough in Chess960 too. The value 0 (a quiet move from a1 to a1) is not a move, so an `Option<Move>` is as
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

    /// Origin and target as one number below 4,096: the index of a history that knows both, and what two moves have in
    /// common that differ in their kind, as a quiet move and a capture between the same squares do.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    /// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// let rook = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
    /// assert!(push != rook && push.from_to() == rook.from_to());
    /// ```
    #[doc(alias = "butterfly")]
    #[inline(always)]
    pub const fn from_to(self) -> usize {
        (self.bits() & 0x0fff) as usize
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

    /// Where the king ends, if the move castles: the c- or g-file, while [`to`](Move::to) is the rook's square.
    ///
    /// ```
    /// use tabiya::{Move, Square, Wing};
    /// let castle = Move::castle(Square::E1, Square::H1, Wing::King);
    /// assert_eq!((castle.to(), castle.king_target()), (Square::H1, Some(Square::G1)));
    /// ```
    #[inline]
    pub const fn king_target(self) -> Option<Square> {
        match self.castling_wing() {
            Some(wing) => Some(destinations(self.from().rank(), wing).0),
            None => None,
        }
    }

    /// Where the rook ends, if the move castles: the d- or f-file.
    #[inline]
    pub const fn rook_target(self) -> Option<Square> {
        match self.castling_wing() {
            Some(wing) => Some(destinations(self.from().rank(), wing).1),
            None => None,
        }
    }

    /// The square on which the moving piece ends: [`to`](Move::to), but for castling the king's target.
    #[inline]
    pub const fn destination(self) -> Square {
        match self.king_target() {
            Some(square) => square,
            None => self.to(),
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
}
