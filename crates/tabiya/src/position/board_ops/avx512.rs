//! Board operations with AVX-512: the eight sets of a board are one register.

use super::BoardOps;
use crate::cpu::Avx512;
use crate::{Bitboard, Board, Role, Side, Square};
use core::arch::x86_64::*;

/// For a CPU with AVX-512: the eight sets of a board are one register, and one instruction asks all of them for a
/// square or changes those that a mask names.
#[derive(Copy, Clone)]
pub(crate) struct Avx512Ops(Avx512);

impl Avx512Ops {
    #[inline(always)]
    pub(crate) fn new(token: Avx512) -> Avx512Ops {
        Avx512Ops(token)
    }

    #[inline(always)]
    fn load(self, sets: &[Bitboard; 8]) -> __m512i {
        // SAFETY: the token proves that the instructions are there; the array is 64 bytes.
        unsafe { _mm512_loadu_si512(sets.as_ptr().cast()) }
    }

    #[inline(always)]
    fn spread(self, squares: Bitboard) -> __m512i {
        // SAFETY: the token proves that the instructions are there.
        unsafe { _mm512_set1_epi64(squares.0 as i64) }
    }
}

impl BoardOps for Avx512Ops {
    /// The two sets that hold the piece.
    type Seen = __mmask8;

    #[inline(always)]
    fn look(self, board: &Board, square: Square) -> __mmask8 {
        // SAFETY: the token proves that the instructions are there.
        unsafe { _mm512_test_epi64_mask(self.load(board.sets()), self.spread(square.bitboard())) }
    }

    #[inline(always)]
    fn role(self, seen: __mmask8) -> Role {
        let role = (seen | 1 << Role::King as u8).trailing_zeros() as u8;
        // SAFETY: one of the first six bits is set, the one of the king at least, and a `Role` is a number from 0 to 5. A
        // checked conversion becomes a jump table, which made playing a move slower than without vectors.
        unsafe { core::mem::transmute::<u8, Role>(role) }
    }

    #[inline(always)]
    fn changed<S: Side>(
        self,
        board: &Board,
        mover: __mmask8,
        (from, to): (Square, Square),
        promoted: Option<Role>,
        captured: Option<__mmask8>,
    ) -> Board {
        let mut sets = [Bitboard::EMPTY; 8];
        // SAFETY: the token proves that the instructions are there; a board is 64 bytes.
        unsafe {
            let mut all = self.load(board.sets());
            if let Some(seen) = captured {
                all = _mm512_mask_xor_epi64(all, seen, all, self.spread(to.bitboard()));
            }
            all = _mm512_mask_xor_epi64(all, mover, all, self.spread(from.bitboard() ^ to.bitboard()));
            if let Some(role) = promoted {
                let exchanged = 1 << Role::Pawn as u8 | 1 << role as u8;
                all = _mm512_mask_xor_epi64(all, exchanged, all, self.spread(to.bitboard()));
            }
            _mm512_storeu_si512(sets.as_mut_ptr().cast(), all);
        }
        Board::from_sets(sets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves that nobody checked may begin on an empty square: what stands there is some role even so.
    #[test]
    fn an_empty_square_has_a_role() {
        let Some(token) = Avx512::new() else {
            use std::io::Write;
            // Past the harness, which shows nothing of a test that passes.
            std::writeln!(std::io::stderr(), "skipped: this machine does not have avx512").expect("standard error");
            return;
        };
        let ops = Avx512Ops::new(token);
        assert_eq!(ops.role(ops.look(&Board::EMPTY, Square::E4)), Role::King);
    }
}
