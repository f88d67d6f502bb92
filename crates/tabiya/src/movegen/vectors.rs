//! Writes sets into a [`MoveList`] by AVX-512, a whole set at a time and without a loop.
//!
//! `VPCOMPRESSB` packs the numbers 0 to 63 under a set of targets into the target squares, lowest first; widened to
//! sixteen bits they become moves by a shift and an "or" for all at once. The vector is stored whole, whatever it holds behind
//! the last move, and the list grows by the size of the set. What this buys is the loop, whose end the CPU can hardly
//! predict.

use core::arch::x86_64::*;

use super::writer::Writer;
use super::{Promotions, Sink};
use crate::{Bitboard, Direction, MoveKind, Role, Square, Wing};

/// The sink of a list on a CPU with AVX-512 (F, BW, VL and VBMI2) and BMI2: whoever makes one promises that.
pub(super) struct VectorWriter<'a> {
    rest: Writer<'a>,
}

/// The squares in order.
static SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        squares[i] = i as u8;
        i += 1;
    }
    squares
};

impl<'a> VectorWriter<'a> {
    /// # Safety
    /// The CPU must have the instructions of [`Level::Avx512`](crate::cpu::Level::Avx512).
    #[inline(always)]
    pub(super) unsafe fn new(rest: Writer<'a>) -> VectorWriter<'a> {
        VectorWriter { rest }
    }

    /// The squares of a set, packed.
    #[inline(always)]
    fn pack(targets: Bitboard) -> __m512i {
        // SAFETY: whoever made this sink promised the instructions; the load reads the 64 bytes of the table.
        unsafe { _mm512_maskz_compress_epi8(targets.0, _mm512_loadu_si512(SQUARES.as_ptr().cast())) }
    }
}

impl Sink for VectorWriter<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        const CAPTURE: i16 = (MoveKind::Capture as i16) << 12;
        let targets = quiets | captures;
        debug_assert!(!targets.contains(from), "the generator never moves a piece to its own square");
        let slots = self.rest.list.room_behind(self.rest.len);
        let squares = VectorWriter::pack(targets);
        // SAFETY: the instructions are promised. A queen attacks at most 27 squares and any other piece at most 14, so all
        // moves are in the vector, and behind the slots is room for 64.
        unsafe {
            // Which of the packed squares are captures.
            let capturing = _pext_u64(captures.0, targets.0);
            if matches!(role, Role::Queen) {
                let to = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(squares));
                let moves = _mm512_or_si512(_mm512_slli_epi16::<6>(to), _mm512_set1_epi16(from as i16));
                let moves = _mm512_mask_blend_epi16(
                    capturing as __mmask32,
                    moves,
                    _mm512_or_si512(moves, _mm512_set1_epi16(CAPTURE)),
                );
                _mm512_storeu_si512(slots.cast(), moves);
            } else {
                let to = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(squares));
                let moves = _mm256_or_si256(_mm256_slli_epi16::<6>(to), _mm256_set1_epi16(from as i16));
                let moves = _mm256_mask_add_epi16(moves, capturing as __mmask16, moves, _mm256_set1_epi16(CAPTURE));
                _mm256_storeu_si256(slots.cast(), moves);
            }
        }
        self.rest.len += targets.len() as usize;
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        const LANES: u32 = 16;
        if targets.len() > LANES {
            // Only boards that no game leads to have so many pawns.
            return self.rest.pawns(kind, step, targets);
        }
        let steps = if matches!(kind, MoveKind::DoublePush) { 2 } else { 1 };
        // To the left of the origin stands the target: 64 to + (to - delta).
        let constant = ((kind as i16) << 12).wrapping_sub(steps * step.delta() as i16);
        let slots = self.rest.list.room_behind(self.rest.len);
        let squares = VectorWriter::pack(targets);
        // SAFETY: the instructions are promised; all moves are in the vector, and behind the slots is room for 64.
        unsafe {
            let to = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(squares));
            let moves = _mm256_add_epi16(_mm256_add_epi16(_mm256_slli_epi16::<6>(to), to), _mm256_set1_epi16(constant));
            _mm256_storeu_si256(slots.cast(), moves);
        }
        self.rest.len += targets.len() as usize;
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
