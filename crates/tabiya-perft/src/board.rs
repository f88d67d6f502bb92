//! The board that counting uses: nine words, no hash key, no clocks, nothing a count ignores.
//!
//! Sets are relative to the side to move (`us`, `them`); whose turn it is lives in the type
//! system (see [`crate::side`]). Queens are in both slider sets, because the generator asks "who
//! moves diagonally" far more often than "who is a queen".

use crate::geometry::BETWEEN;
use crate::side::Side;

/// A position as the counters see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    pub us: u64,
    pub them: u64,
    pub pawns: u64,
    pub knights: u64,
    /// Bishops and queens.
    pub diagonal: u64,
    /// Rooks and queens.
    pub straight: u64,
    pub kings: u64,
    /// Rooks that may still castle, of both sides.
    pub castling: u64,
    /// The square a pawn just jumped over, or nothing.
    pub en_passant: u64,
}

/// What a move puts on its target square. Queens move as themselves so that one role is one
/// pattern of set updates.
pub(crate) mod role {
    pub(crate) const PAWN: u8 = 0;
    pub(crate) const KNIGHT: u8 = 1;
    pub(crate) const BISHOP: u8 = 2;
    pub(crate) const ROOK: u8 = 3;
    pub(crate) const QUEEN: u8 = 4;
    pub(crate) const KING: u8 = 5;
}

/// Where king and rook end, and which squares must be empty or safe, when castling.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    pub king_to: u64,
    pub rook_to: u64,
    /// Squares that must hold nothing but the king and the rook themselves.
    pub empty: u64,
    /// Squares the king crosses or lands on.
    pub king_walk: u64,
}

impl CastlingPath {
    /// The path for a king and a castling rook on squares of the same back rank.
    #[inline(always)]
    pub fn new(king: usize, rook: usize) -> Self {
        let path = &FIRST_RANK[king & 7][rook & 7];
        let rank = king & 56;
        Self {
            king_to: path.king_to << rank,
            rook_to: path.rook_to << rank,
            empty: path.empty << rank,
            king_walk: path.king_walk << rank,
        }
    }

    const fn on_first_rank(king: usize, rook: usize) -> Self {
        let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
        let king_walk = BETWEEN[king][king_to] | 1 << king_to;
        let rook_walk = BETWEEN[rook][rook_to] | 1 << rook_to;
        let empty = (king_walk | rook_walk) & !(1 << king | 1 << rook);
        Self { king_to: 1 << king_to, rook_to: 1 << rook_to, empty, king_walk }
    }
}

/// Every path, by the files of king and rook.
const FIRST_RANK: &[[CastlingPath; 8]; 8] = &{
    let mut paths = [[CastlingPath { king_to: 0, rook_to: 0, empty: 0, king_walk: 0 }; 8]; 8];
    let mut at = 0;
    while at < 64 {
        paths[at / 8][at % 8] = CastlingPath::on_first_rank(at / 8, at % 8);
        at += 1;
    }
    paths
};

impl Board {
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.us | self.them
    }

    #[inline(always)]
    pub fn king(&self) -> usize {
        (self.kings & self.us).trailing_zeros() as usize & 63
    }

    #[inline(always)]
    pub fn their_king(&self) -> usize {
        (self.kings & self.them).trailing_zeros() as usize & 63
    }

    #[inline(always)]
    pub fn role_set_mut<const ROLE: u8>(&mut self, bits: u64) {
        match ROLE {
            role::PAWN => self.pawns ^= bits,
            role::KNIGHT => self.knights ^= bits,
            role::BISHOP => self.diagonal ^= bits,
            role::ROOK => self.straight ^= bits,
            role::QUEEN => {
                self.diagonal ^= bits;
                self.straight ^= bits;
            }
            _ => self.kings ^= bits,
        }
    }

    /// The same board with whatever stands on `square` gone from every set.
    #[inline(always)]
    fn without(&self, square: u64) -> Self {
        let keep = !square;
        Self {
            us: self.us & keep,
            them: self.them & keep,
            pawns: self.pawns & keep,
            knights: self.knights & keep,
            diagonal: self.diagonal & keep,
            straight: self.straight & keep,
            kings: self.kings,
            castling: self.castling & keep,
            en_passant: 0,
        }
    }

    /// The same board with the other side to move.
    #[inline(always)]
    pub fn passed(mut self) -> Self {
        core::mem::swap(&mut self.us, &mut self.them);
        self
    }

    /// After a piece (not a pawn, not castling) moved; captures included.
    #[inline(always)]
    pub fn after_piece<S: Side, const ROLE: u8>(&self, from: u64, to: u64) -> Self {
        let mut next = self.without(to);
        next.us ^= from | to;
        next.role_set_mut::<ROLE>(from | to);
        next.castling &= !from;
        if ROLE == role::KING {
            next.castling &= !S::HOME_RANK;
        }
        next.passed()
    }

    /// After a pawn moved one step, or captured, without promoting.
    #[inline(always)]
    pub fn after_pawn(&self, from: u64, to: u64) -> Self {
        let mut next = self.without(to);
        next.us ^= from | to;
        next.pawns ^= from | to;
        next.passed()
    }

    /// After a double push. The jumped square is kept only if a pawn stands ready to take there,
    /// so that equal positions have equal boards.
    #[inline(always)]
    pub fn after_double_push<S: Side>(&self, from: u64, to: u64) -> Self {
        let mut next = *self;
        next.us ^= from | to;
        next.pawns ^= from | to;
        let jumped = S::Foe::up(to);
        next.en_passant = if S::pawn_attacks(jumped) & self.pawns & self.them != 0 { jumped } else { 0 };
        next.passed()
    }

    /// After a pawn promoted, with or without capture.
    #[inline(always)]
    pub fn after_promotion<const ROLE: u8>(&self, from: u64, to: u64) -> Self {
        let mut next = self.without(to);
        next.us ^= from | to;
        next.pawns ^= from;
        next.role_set_mut::<ROLE>(to);
        next.passed()
    }

    /// After the pawn on `from` took en passant.
    #[inline(always)]
    pub fn after_en_passant<S: Side>(&self, from: u64) -> Self {
        let to = self.en_passant;
        let mut next = self.without(S::Foe::up(to));
        next.us ^= from | to;
        next.pawns ^= from | to;
        next.passed()
    }

    /// After castling with the rook on `rook`.
    #[inline(always)]
    pub fn after_castling<S: Side>(&self, rook: usize) -> Self {
        let king = self.king();
        let path = CastlingPath::new(king, rook);
        let mut next = *self;
        let (king, rook) = (1_u64 << king, 1_u64 << rook);
        next.us = next.us & !(king | rook) | path.king_to | path.rook_to;
        next.kings = next.kings & !king | path.king_to;
        next.straight = next.straight & !rook | path.rook_to;
        next.castling &= !S::HOME_RANK;
        next.en_passant = 0;
        next.passed()
    }
}
