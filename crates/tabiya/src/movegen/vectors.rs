//! Writes sets into a [`MoveList`] by AVX-512, a whole set at a time and without a loop.
//!
//! `VPCOMPRESSB` packs the numbers 0 to 63 under a set of targets into the target squares, lowest first; widened to
//! sixteen bits they become moves by a shift and an "or" for all at once. The vector is stored whole, whatever it holds behind
//! the last move, and the list grows by the size of the set. What this buys is the loop, whose end the CPU can hardly
//! predict.

use core::arch::x86_64::*;

use super::writer::{ListSink, Writer};
use super::{Promotions, Sink};
use crate::cpu::Avx512;
use crate::{Bitboard, Direction, MoveKind, Role, Square, Wing};

/// The sink of a list on a CPU with AVX-512: it exists only where [`Avx512`] does.
pub(crate) struct VectorWriter<'a> {
    rest: Writer<'a>,
    /// The squares in order, those of enemies with the highest bit set: widening spreads it up to where a move keeps
    /// whether it captures.
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

impl<'a> VectorWriter<'a> {
    /// Whatever lands on a square of `enemies` will be a capture.
    ///
    /// # Safety
    /// - [`piece`](Sink::piece) may only be given squares that a piece of that role attacks from where it stands on some board.
    /// - [`pawns`](Sink::pawns) may only be given targets that a pawn reaches by that step, among `enemies` if it captures and not among them if
    ///   it does not.
    #[inline(always)]
    pub(crate) unsafe fn new(_: Avx512, rest: Writer<'a>, enemies: Bitboard) -> VectorWriter<'a> {
        // SAFETY: the token proves that the instructions are there; the load reads the 64 bytes of the table.
        let squares = unsafe {
            let plain = _mm512_loadu_si512(SQUARES.0.as_ptr().cast());
            _mm512_mask_add_epi8(plain, enemies.0, plain, _mm512_set1_epi8(i8::MIN))
        };
        VectorWriter { rest, squares }
    }
}

// SAFETY: the writer behind it makes it a list.
unsafe impl ListSink for VectorWriter<'_> {
    #[inline(always)]
    fn finish(self) {
        self.rest.finish();
    }
}

impl Sink for VectorWriter<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        let targets = quiets | captures;
        debug_assert!(!targets.contains(from), "the generator never moves a piece to its own square");
        let slots = self.rest.slots();
        debug_assert!(
            targets.len() <= if matches!(role, Role::Queen) { 27 } else { 14 },
            "more than the piece attacks"
        );
        // SAFETY: a writer exists only where the instructions do. Whoever made it promised to hand over nothing but attacked squares. A queen
        // attacks at most 27 and any other piece at most 14, so all moves are in the vector, and behind the slots is room for 64. None of those squares is
        // the piece's own, so no move is zero.
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
        // Target and origin together are 64 to + (to - delta), and a square marked as an enemy's is 128 less than it is.
        let mark = if kind.is_capture() { 128 } else { 0 };
        let constant = ((kind as i16) << 12).wrapping_sub(steps * step.delta() as i16).wrapping_add(65 * mark);
        let slots = self.rest.slots();
        // SAFETY: a writer exists only where the instructions do; all moves are in the vector, and behind the slots is room for 64. Whoever made it
        // promised that the marks of the squares are those of the kind, and that each has its origin one step back.
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
