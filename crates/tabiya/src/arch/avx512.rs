//! x86-64 with AVX-512: the eight sets of a board are one register, and one instruction asks all of them for a square
//! or changes those that a mask names; lists of moves are written a whole set at a time. Sliding attacks by PEXT.

use super::{Avx2, Bmi2};
use crate::cpu::x86_token;

x86_token! {
    /// This CPU has AVX-512 with F, BW, DQ, VL, VBMI2 and VPOPCNTDQ, and what [`Avx2`] stands for.
    Avx512, copy avx512, scalar Bmi2, includes [Bmi2, Avx2]
}

#[cfg(x86_simd)]
impl Avx512 {
    /// Whether the build itself demands the instructions.
    pub(crate) const BUILT_IN: bool = Avx2::BUILT_IN
        && cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512dq",
            target_feature = "avx512vl",
            target_feature = "avx512vbmi2",
            target_feature = "avx512vpopcntdq"
        ));

    /// Whether the CPU says that it has them, and the system that programs may use them.
    pub(crate) fn asked() -> bool {
        use crate::cpu::detect::{bits, cpuid, system_saves};
        const FMA: u32 = 12; // leaf 1, ecx, as the next one: F implies both for the compiler
        const F16C: u32 = 29;
        const AVX512F: u32 = 16; // leaf 7, ebx, as the next three
        const AVX512DQ: u32 = 17;
        const AVX512BW: u32 = 30;
        const AVX512VL: u32 = 31;
        const AVX512VBMI2: u32 = 6; // leaf 7, ecx, as the next one
        const AVX512VPOPCNTDQ: u32 = 14;
        const XMM_YMM_MASKS_ZMM: u64 = 0b1110_0110;
        let leaf7 = cpuid(7, 0);
        Avx2::asked()
            && system_saves(XMM_YMM_MASKS_ZMM)
            && bits(cpuid(1, 0).ecx, &[FMA, F16C])
            && bits(leaf7.ebx, &[AVX512F, AVX512DQ, AVX512BW, AVX512VL])
            && bits(leaf7.ecx, &[AVX512VBMI2, AVX512VPOPCNTDQ])
    }
}

#[cfg(x86_simd)]
mod board {
    use core::arch::x86_64::*;

    use super::Avx512;
    use super::writer::Avx512Writer;
    use crate::arch::Arch;
    use crate::movegen::Writer;
    use crate::{Bitboard, Board, Role, Side, Square};

    impl Avx512 {
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

    /// By lane, straight directions before diagonal ones: how far one step rotates a set to the left.
    const STEPS: [i64; 8] = [8, 1, 56, 63, 9, 7, 55, 57];

    /// By lane: the squares that a step of it can end on. The others are reached round the edge of the board only.
    const ENTERED: [u64; 8] = {
        const NOT_A: u64 = !0x0101_0101_0101_0101;
        const NOT_H: u64 = !0x8080_8080_8080_8080;
        const NOT_FIRST: u64 = !0xff;
        const NOT_EIGHTH: u64 = !(0xff << 56);
        [
            NOT_FIRST,
            NOT_A,
            NOT_EIGHTH,
            NOT_H,
            NOT_FIRST & NOT_A,
            NOT_FIRST & NOT_H,
            NOT_EIGHTH & NOT_H,
            NOT_EIGHTH & NOT_A,
        ]
    };

    impl Avx512 {
        /// What the sliders of each lane attack in its direction: their way is filled by one, two and four squares.
        #[inline(always)]
        fn slide(self, sliders: __m512i, occupied: Bitboard) -> __m512i {
            /// For each bit: first or (second and third).
            const OR_AND: i32 = 0b1111_1000;
            // SAFETY: the token proves that the instructions are there; the tables are 64 bytes.
            unsafe {
                let one = _mm512_loadu_si512(STEPS.as_ptr().cast());
                let entered = _mm512_loadu_si512(ENTERED.as_ptr().cast());
                let (two, four) = (_mm512_add_epi64(one, one), _mm512_slli_epi64::<2>(one));
                let mut free = _mm512_andnot_si512(self.spread(occupied), entered);
                let mut filled = sliders;
                filled = _mm512_ternarylogic_epi64::<OR_AND>(filled, free, _mm512_rolv_epi64(filled, one));
                free = _mm512_and_si512(free, _mm512_rolv_epi64(free, one));
                filled = _mm512_ternarylogic_epi64::<OR_AND>(filled, free, _mm512_rolv_epi64(filled, two));
                free = _mm512_and_si512(free, _mm512_rolv_epi64(free, two));
                filled = _mm512_ternarylogic_epi64::<OR_AND>(filled, free, _mm512_rolv_epi64(filled, four));
                _mm512_and_si512(_mm512_rolv_epi64(filled, one), entered)
            }
        }
    }

    impl Arch for Avx512 {
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
            // SAFETY: one of the first six bits is set, the one of the king at least, and a `Role` is a number from 0
            // to 5. A checked conversion becomes a jump table, which made playing a move slower than without vectors.
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
                if let Some(role) = promoted {
                    let exchanged = 1 << Role::Pawn as u8 | 1 << role as u8;
                    all = _mm512_mask_xor_epi64(all, exchanged, all, self.spread(to.bitboard()));
                }
                // The last change and the store in two halves: a store of 64 bytes that does not begin at a multiple of
                // 32 keeps what reads the sets next waiting, and where a position lies on the stack is chance. The
                // compiler would join two stores of one register's halves again.
                let moved = _mm256_set1_epi64x((from.bitboard() ^ to.bitboard()).0 as i64);
                let (low, high) = (_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all));
                let low = _mm256_mask_xor_epi64(low, mover & 0xf, low, moved);
                let high = _mm256_mask_xor_epi64(high, mover >> 4, high, moved);
                _mm256_storeu_si256(sets.as_mut_ptr().cast(), low);
                _mm256_storeu_si256(sets.as_mut_ptr().add(4).cast(), high);
            }
            Board::from_sets(sets)
        }

        #[inline(always)]
        fn sliders_reach(self, [bishops, rooks, queens]: [Bitboard; 3], occupied: Bitboard) -> [Bitboard; 3] {
            // SAFETY: the token proves that the instructions are there.
            unsafe {
                let straight_or_diagonal = _mm512_set_epi64(
                    bishops.0 as i64,
                    bishops.0 as i64,
                    bishops.0 as i64,
                    bishops.0 as i64,
                    rooks.0 as i64,
                    rooks.0 as i64,
                    rooks.0 as i64,
                    rooks.0 as i64,
                );
                let (either, queens) =
                    (self.slide(straight_or_diagonal, occupied), self.slide(self.spread(queens), occupied));
                let (by_rooks, by_bishops) = (_mm512_castsi512_si256(either), _mm512_extracti64x4_epi64::<1>(either));
                let by_queens = _mm256_or_si256(_mm512_castsi512_si256(queens), _mm512_extracti64x4_epi64::<1>(queens));
                [by_bishops, by_rooks, by_queens].map(|lanes| {
                    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
                    Bitboard((_mm_cvtsi128_si64(pair) | _mm_extract_epi64::<1>(pair)) as u64)
                })
            }
        }

        type Lists = Avx512;
        type Writer<'a> = Avx512Writer<'a>;

        #[inline(always)]
        fn lists(self) -> Avx512 {
            self
        }

        #[inline(always)]
        unsafe fn writer(self, list: Writer<'_>, enemies: Bitboard) -> Avx512Writer<'_> {
            // SAFETY: the caller has promised the same.
            unsafe { Avx512Writer::new(self, list, enemies) }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// An unchecked move may begin on an empty square: the answer is some role even so.
        #[test]
        fn an_empty_square_has_a_role() {
            let Some(token) = Avx512::new() else {
                use std::io::Write;
                // Past the harness, which shows nothing of a test that passes.
                std::writeln!(std::io::stderr(), "skipped: this machine does not have avx512").expect("standard error");
                return;
            };
            assert_eq!(token.role(token.look(&Board::EMPTY, Square::E4)), Role::King);
        }
    }
}

/// Writes sets into a [`MoveList`](crate::MoveList), a whole set at a time and without a loop.
///
/// `VPCOMPRESSB` packs the numbers 0 to 63 under a set of targets into the target squares, lowest first; widened to
/// sixteen bits they become moves by a shift and an "or" for all at once. The vector is stored whole, whatever it holds
/// behind the last move, and the list grows by the size of the set. What this buys is the loop, whose end the CPU can
/// hardly predict.
#[cfg(x86_simd)]
mod writer {
    use core::arch::x86_64::*;

    use super::Avx512;
    use crate::movegen::{ListSink, Promotions, Sink, Writer};
    use crate::{Bitboard, Direction, MoveKind, Role, Square, Wing};

    /// The sink of a list on a CPU with AVX-512: it exists only where [`Avx512`] does.
    pub(crate) struct Avx512Writer<'a> {
        rest: Writer<'a>,
        /// The squares in order, those of enemies with the highest bit set: widening spreads it up to where a move
        /// keeps whether it captures.
        squares: __m512i,
    }

    /// On a cache line of its own.
    #[repr(align(64))]
    struct Squares([u8; 64]);

    /// The squares in order.
    const SQUARES: &Squares = &{
        let mut squares = [0; 64];
        let mut i = 0;
        while i < 64 {
            squares[i] = i as u8;
            i += 1;
        }
        Squares(squares)
    };

    /// Two squares and the capture bit: what is left of a widened square that was shifted to its place.
    const TARGET_AND_CAPTURE: i16 = 0x4fc0;
    /// For each bit: (first and second) or third.
    const AND_OR: i32 = 0b1110_1010;

    impl<'a> Avx512Writer<'a> {
        /// Whatever lands on a square of `enemies` will be a capture.
        ///
        /// # Safety
        /// - [`piece`](Sink::piece) may only be given squares that a piece of that role attacks from where it stands on
        ///   some board.
        /// - [`pawns`](Sink::pawns) may only be given targets that a pawn reaches by that step, among `enemies` if it
        ///   captures and not among them if it does not.
        #[inline(always)]
        pub(crate) unsafe fn new(_: Avx512, rest: Writer<'a>, enemies: Bitboard) -> Avx512Writer<'a> {
            // SAFETY: the token proves that the instructions are there; the load reads the 64 bytes of the table.
            let squares = unsafe {
                let plain = _mm512_loadu_si512(SQUARES.0.as_ptr().cast());
                _mm512_mask_add_epi8(plain, enemies.0, plain, _mm512_set1_epi8(i8::MIN))
            };
            Avx512Writer { rest, squares }
        }
    }

    // SAFETY: the writer behind it makes it a list.
    unsafe impl ListSink for Avx512Writer<'_> {
        #[inline(always)]
        fn finish(self) {
            self.rest.finish();
        }
    }

    impl Sink for Avx512Writer<'_> {
        #[inline(always)]
        fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
            let targets = quiets | captures;
            debug_assert!(!targets.contains(from), "the generator never moves a piece to its own square");
            let slots = self.rest.slots();
            debug_assert!(
                targets.len() <= if matches!(role, Role::Queen) { 27 } else { 14 },
                "more than the piece attacks"
            );
            // SAFETY: a writer exists only where the instructions do. Its maker promised to hand over nothing but
            // attacked squares. A queen attacks at most 27 and any other piece at most 14, so all moves are in the
            // vector, and behind the slots is room for 64. None of those squares is the piece's own, so no move is
            // zero.
            unsafe {
                let squares = _mm512_maskz_compress_epi8(targets.0, self.squares);
                if matches!(role, Role::Queen) {
                    let to = _mm512_slli_epi16::<6>(_mm512_cvtepi8_epi16(_mm512_castsi512_si256(squares)));
                    let (mask, from) = (_mm512_set1_epi16(TARGET_AND_CAPTURE), _mm512_set1_epi16(from as i16));
                    _mm512_storeu_si512(slots.cast(), _mm512_ternarylogic_epi64::<AND_OR>(to, mask, from));
                } else {
                    let to = _mm256_slli_epi16::<6>(_mm256_cvtepi8_epi16(_mm512_castsi512_si128(squares)));
                    let (mask, from) = (_mm256_set1_epi16(TARGET_AND_CAPTURE), _mm256_set1_epi16(from as i16));
                    _mm256_storeu_si256(slots.cast(), _mm256_ternarylogic_epi64::<AND_OR>(to, mask, from));
                }
                self.rest.grow(targets.len());
            }
        }

        #[inline(always)]
        fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
            const LANES: u32 = 16;
            if targets.len() > LANES {
                self.rest.many_pawns(kind, step, targets);
                return;
            }
            let steps = if matches!(kind, MoveKind::DoublePush) { 2 } else { 1 };
            // Target and origin together are 64 to + (to - delta), and a square marked as an enemy's is 128 less than
            // it is.
            let mark = if kind.is_capture() { 128 } else { 0 };
            let constant = ((kind as i16) << 12).wrapping_sub(steps * step.delta() as i16).wrapping_add(65 * mark);
            let slots = self.rest.slots();
            // SAFETY: a writer exists only where the instructions do; all moves are in the vector, and behind the slots
            // is room for 64. Its maker promised that the marks of the squares are those of the kind, and that each has
            // its origin one step back.
            unsafe {
                let squares = _mm512_maskz_compress_epi8(targets.0, self.squares);
                let to = _mm256_cvtepi8_epi16(_mm512_castsi512_si128(squares));
                let both = _mm256_mullo_epi16(to, _mm256_set1_epi16(65));
                _mm256_storeu_si256(slots.cast(), _mm256_add_epi16(both, _mm256_set1_epi16(constant)));
                self.rest.grow(targets.len());
            }
        }

        #[inline(always)]
        fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
            self.rest.promotions(capture, step, targets, promotions);
        }

        #[inline(always)]
        fn en_passant(&mut self, from: Square, to: Square) {
            self.rest.en_passant(from, to);
        }

        #[inline(always)]
        fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
            self.rest.castle(wing, king, rook);
        }
    }
}
