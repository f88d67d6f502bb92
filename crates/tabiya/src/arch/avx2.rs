//! x86-64 with AVX2: the eight sets of a board are two registers. A comparison finds the sets that hold a piece and
//! leaves them as lanes full of ones, so that changing just those sets is an "and" and an exclusive or. Sliding attacks
//! by PEXT.

use super::Bmi2;
use crate::cpu::x86_token;

x86_token! {
    /// This CPU has AVX2 and what [`Bmi2`] stands for.
    Avx2, copy avx2, scalar Bmi2, includes [Bmi2]
}

#[cfg(x86_simd)]
impl Avx2 {
    /// Whether the build itself demands the instructions.
    pub(crate) const BUILT_IN: bool = Bmi2::BUILT_IN && cfg!(target_feature = "avx2");

    /// Whether the CPU says that it has them, and the system that programs may use them.
    pub(crate) fn asked() -> bool {
        use crate::cpu::detect::{bits, cpuid, system_saves};
        const AVX: u32 = 28; // leaf 1, ecx
        const AVX2: u32 = 5; // leaf 7, ebx
        const XMM_YMM: u64 = 0b0110;
        Bmi2::asked() && system_saves(XMM_YMM) && bits(cpuid(1, 0).ecx, &[AVX]) && bits(cpuid(7, 0).ebx, &[AVX2])
    }
}

#[cfg(x86_simd)]
mod board {
    use core::arch::x86_64::*;

    use super::Avx2;
    use crate::arch::{Arch, plain_writer};
    use crate::{Bitboard, Board, Role, Side, Square};

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

    /// Each square as a set. From memory a set is spread over a register by one instruction, from another register by
    /// two slow ones.
    const SQUARES: &[Bitboard; 64] = &{
        let mut squares = [Bitboard::EMPTY; 64];
        let mut i = 0;
        while i < 64 {
            squares[i] = Bitboard(1 << i);
            i += 1;
        }
        squares
    };

    /// The role for each mask of sets that hold a piece, both registers being packed into one, half by half: one of the
    /// first six bits, where there is a piece.
    const ROLES: &[Role; 256] = &{
        let packed = [Role::Pawn, Role::Knight, Role::Queen, Role::King, Role::Bishop, Role::Rook];
        let mut roles = [Role::King; 256];
        let mut mask = 0_usize;
        while mask < 256 {
            let set = mask.trailing_zeros() as usize;
            roles[mask] = if set < 6 { packed[set] } else { Role::King };
            mask += 1;
        }
        roles
    };

    impl Avx2 {
        #[inline(always)]
        fn load(self, sets: &[Bitboard; 8]) -> Sets {
            let sets: *const __m256i = sets.as_ptr().cast();
            // SAFETY: the token proves that the instructions are there; the array is 64 bytes.
            unsafe { Sets { low: _mm256_loadu_si256(sets), high: _mm256_loadu_si256(sets.add(1)) } }
        }

        #[inline(always)]
        fn spread(self, square: Square) -> __m256i {
            // SAFETY: the token proves that the instructions are there.
            unsafe { _mm256_set1_epi64x(SQUARES[square as usize].0 as i64) }
        }

        /// Changes these squares in the sets that the lanes name.
        #[inline(always)]
        fn toggle(self, sets: Sets, lanes: Sets, squares: __m256i) -> Sets {
            // SAFETY: the token proves that the instructions are there.
            unsafe {
                Sets {
                    low: _mm256_xor_si256(sets.low, _mm256_and_si256(lanes.low, squares)),
                    high: _mm256_xor_si256(sets.high, _mm256_and_si256(lanes.high, squares)),
                }
            }
        }
    }

    impl Arch for Avx2 {
        /// The lanes of the two sets that hold the piece.
        type Seen = Sets;

        #[inline(always)]
        fn look(self, board: &Board, square: Square) -> Sets {
            let (all, square) = (self.load(board.sets()), self.spread(square));
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
            ROLES[bits as u8 as usize]
        }

        #[inline(always)]
        fn changed<S: Side>(
            self,
            board: &Board,
            mover: Sets,
            (from, to): (Square, Square),
            promoted: Option<Role>,
            captured: Option<Sets>,
        ) -> Board {
            let mut all = self.load(board.sets());
            let (from, to) = (self.spread(from), self.spread(to));
            if let Some(seen) = captured {
                all = self.toggle(all, seen, to);
            }
            // SAFETY: the token proves that the instructions are there.
            all = self.toggle(all, mover, unsafe { _mm256_xor_si256(from, to) });
            if let Some(role) = promoted {
                all = self.toggle(all, self.load(&PROMOTIONS[role as usize]), to);
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

        plain_writer!();
    }
}
