//! Board operations with AVX2: the eight sets of a board are two registers. A comparison finds the sets that hold a piece and
//! leaves them as lanes full of ones, so that changing just those sets is an "and" and an exclusive or.

use core::arch::x86_64::*;

use super::super::checks::Facing;
use super::BoardOps;
use crate::attacks::facing;
use crate::cpu::Avx2;
use crate::{Bitboard, Board, Role, Side, Square};

/// For a CPU with AVX2.
#[derive(Copy, Clone)]
pub(crate) struct Avx2Ops(Avx2);

/// Eight sets, or eight lanes that are full of ones where something holds and empty elsewhere.
#[derive(Copy, Clone)]
pub(crate) struct Sets {
    low: __m256i,
    high: __m256i,
}

/// For each role: all ones for pawns and for that role, whose sets a promotion changes.
const PROMOTIONS: &[[Bitboard; 8]; 6] = &{
    let mut table = [[Bitboard::EMPTY; 8]; 6];
    let mut role = 0;
    while role < 6 {
        table[role][Role::Pawn as usize] = Bitboard::FULL;
        table[role][role] = Bitboard::FULL;
        role += 1;
    }
    table
};

/// The roles in the order of the sets when both registers are packed into one, half by half; the last two are colours.
const PACKED_ROLES: [Role; 8] =
    [Role::Pawn, Role::Knight, Role::Queen, Role::King, Role::Bishop, Role::Rook, Role::Rook, Role::Rook];

impl Avx2Ops {
    #[inline(always)]
    pub(crate) fn new(token: Avx2) -> Avx2Ops {
        Avx2Ops(token)
    }

    #[inline(always)]
    fn load(self, sets: &[Bitboard; 8]) -> Sets {
        let sets: *const __m256i = sets.as_ptr().cast();
        // SAFETY: the token proves that the instructions are there; the array is 64 bytes.
        unsafe { Sets { low: _mm256_loadu_si256(sets), high: _mm256_loadu_si256(sets.add(1)) } }
    }

    #[inline(always)]
    fn spread(self, squares: Bitboard) -> __m256i {
        // SAFETY: the token proves that the instructions are there.
        unsafe { _mm256_set1_epi64x(squares.0 as i64) }
    }

    /// Changes these squares in the sets that the lanes name.
    #[inline(always)]
    fn toggle(self, sets: Sets, lanes: Sets, squares: Bitboard) -> Sets {
        let squares = self.spread(squares);
        // SAFETY: the token proves that the instructions are there.
        unsafe {
            Sets {
                low: _mm256_xor_si256(sets.low, _mm256_and_si256(lanes.low, squares)),
                high: _mm256_xor_si256(sets.high, _mm256_and_si256(lanes.high, squares)),
            }
        }
    }
}

impl BoardOps for Avx2Ops {
    /// The lanes of the two sets that hold the piece.
    type Seen = Sets;

    #[inline(always)]
    fn look(self, board: &Board, square: Square) -> Sets {
        let (all, square) = (self.load(board.sets()), self.spread(square.bitboard()));
        // SAFETY: the token proves that the instructions are there.
        unsafe {
            Sets {
                low: _mm256_cmpeq_epi64(_mm256_and_si256(all.low, square), square),
                high: _mm256_cmpeq_epi64(_mm256_and_si256(all.high, square), square),
            }
        }
    }

    #[inline(always)]
    fn role(self, seen: Sets) -> Role {
        // Two masks of four bits, put together afterwards, become a dozen instructions: the compiler knows better.
        // SAFETY: the token proves that the instructions are there.
        let bits = unsafe {
            let halves = _mm256_packs_epi32(seen.low, seen.high);
            _mm256_movemask_ps(_mm256_castsi256_ps(halves))
        };
        PACKED_ROLES[(bits as u8 | 1 << 5).trailing_zeros() as usize & 7]
    }

    #[inline(always)]
    fn changed<S: Side>(
        self,
        board: &Board,
        mover: Sets,
        (from, to): (Square, Square),
        promoted: Option<Role>,
        vanished: Option<(Sets, Square)>,
    ) -> Board {
        let mut all = self.load(board.sets());
        if let Some((seen, square)) = vanished {
            all = self.toggle(all, seen, square.bitboard());
        }
        all = self.toggle(all, mover, from.bitboard() ^ to.bitboard());
        if let Some(role) = promoted {
            all = self.toggle(all, self.load(&PROMOTIONS[role as usize]), to.bitboard());
        }
        let mut sets = [Bitboard::EMPTY; 8];
        let place: *mut __m256i = sets.as_mut_ptr().cast();
        // SAFETY: the token proves that the instructions are there; the array is 64 bytes.
        unsafe {
            _mm256_storeu_si256(place, all.low);
            _mm256_storeu_si256(place.add(1), all.high);
        }
        Board::from_sets(sets)
    }

    #[inline(always)]
    fn facing_king<S: Side>(self, board: &Board, attackers: Bitboard, king: Square) -> Facing {
        let (all, lines, attackers) =
            (self.load(board.sets()), self.load(facing(!S::COLOR, king)), self.spread(attackers));
        // SAFETY: the token proves that the instructions are there.
        unsafe {
            let low = _mm256_and_si256(_mm256_and_si256(all.low, attackers), lines.low);
            let high = _mm256_and_si256(_mm256_and_si256(all.high, attackers), lines.high);
            if _mm256_testz_si256(_mm256_or_si256(low, high), _mm256_set1_epi64x(-1)) != 0 {
                return Facing { leapers: Bitboard::EMPTY, sliders: Bitboard::EMPTY };
            }
            let pawns_and_knights = _mm256_castsi256_si128(low);
            let bishops_and_rooks = _mm256_extracti128_si256::<1>(low);
            let queens = _mm256_castsi256_si128(high);
            let leapers = _mm_or_si128(pawns_and_knights, _mm_unpackhi_epi64(pawns_and_knights, pawns_and_knights));
            let sliders = _mm_or_si128(
                _mm_or_si128(bishops_and_rooks, queens),
                _mm_unpackhi_epi64(bishops_and_rooks, bishops_and_rooks),
            );
            Facing {
                leapers: Bitboard(_mm_cvtsi128_si64(leapers) as u64),
                sliders: Bitboard(_mm_cvtsi128_si64(sliders) as u64),
            }
        }
    }
}
