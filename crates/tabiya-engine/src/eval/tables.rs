//! What a piece is worth by itself: material, and a bonus for the square it stands on.
//!
//! The tables are drawn as White sees the board, the eighth rank on top, in centipawns.

use tabiya::{Color, Role, Square};

use super::Score;

type Drawn = [i16; 64];

/// Material by role, in the middlegame and the endgame.
const MATERIAL: [Score; 6] = [
    Score::new(88, 108),
    Score::new(330, 298),
    Score::new(345, 312),
    Score::new(475, 530),
    Score::new(985, 970),
    Score::new(0, 0),
];

#[rustfmt::skip]
const PAWN_MIDDLE: Drawn = [
      0,   0,   0,   0,   0,   0,   0,   0,
     60,  70,  60,  65,  65,  60,  50,  40,
      8,  14,  26,  32,  34,  36,  22,   6,
    -10,   6,   6,  20,  22,  12,   8, -12,
    -18,  -4,   4,  18,  20,   6,   2, -16,
    -18,  -6,   0,  -2,   4,  -2,  14,  -8,
    -22,  -2, -12, -16, -14,  14,  18, -16,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const PAWN_END: Drawn = [
      0,   0,   0,   0,   0,   0,   0,   0,
     95,  90,  85,  80,  80,  85,  90,  95,
     55,  55,  48,  42,  42,  45,  52,  55,
     22,  18,  10,   4,   4,   8,  14,  18,
      8,   6,  -2,  -6,  -6,  -4,   2,   0,
      2,   4,  -4,   0,   0,  -4,  -2,  -6,
      8,   6,   6,   8,  10,   2,   0,  -6,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT_MIDDLE: Drawn = [
   -130, -70, -40, -30, -20, -50, -60,-110,
    -60, -30,  30,  25,  20,  40, -10, -35,
    -30,  30,  40,  55,  65,  70,  45,   5,
     -8,  16,  25,  45,  35,  50,  18,  16,
    -12,   2,  16,  16,  26,  20,  16,  -8,
    -22,  -8,  10,  14,  20,  14,  18, -16,
    -32, -30,  -8,   0,   0,   6, -14, -20,
    -80, -22, -38, -26, -16, -22, -20, -55,
];

#[rustfmt::skip]
const KNIGHT_END: Drawn = [
    -60, -40, -20, -26, -26, -26, -45, -75,
    -28, -12, -18,  -4,  -8, -22, -22, -40,
    -22, -14,   8,   8,   2,   0, -14, -32,
    -14,   4,  18,  22,  22,  14,   8, -16,
    -16,  -4,  16,  22,  20,  16,   4, -18,
    -22,  -4,   2,  14,  12,   0, -16, -22,
    -36, -20, -10,  -6,  -4, -16, -22, -40,
    -36, -46, -24, -16, -22, -20, -46, -56,
];

#[rustfmt::skip]
const BISHOP_MIDDLE: Drawn = [
    -26, -10, -50, -36, -28, -36,  -6, -12,
    -22,   8, -14, -14,  20,  36,  12, -36,
    -12,  26,  34,  32,  30,  42,  28,   0,
     -4,   6,  16,  38,  32,  30,   8,  -2,
     -4,  12,  12,  24,  30,  12,  10,   4,
      4,  16,  16,  14,  14,  22,  16,  10,
      6,  18,  16,   2,   8,  18,  28,   4,
    -26,  -2, -14, -16, -12, -12, -28, -20,
];

#[rustfmt::skip]
const BISHOP_END: Drawn = [
    -14, -18, -10,  -8,  -8, -10, -16, -22,
     -8,  -4,   4, -10,  -4, -10,  -4, -14,
      2,  -6,   0,  -2,  -2,   4,   0,   4,
     -2,   8,  10,   8,  12,   8,   2,   2,
     -6,   2,  12,  16,   8,   8,  -2,  -8,
    -10,  -2,   8,  10,  12,   2,  -6, -14,
    -12, -16,  -6,   0,   4,  -8, -14, -24,
    -20,  -8, -20,  -6,  -8, -14,  -6, -16,
];

#[rustfmt::skip]
const ROOK_MIDDLE: Drawn = [
     24,  28,  24,  36,  40,  16,  24,  30,
     22,  26,  44,  48,  54,  50,  26,  34,
     -4,  16,  20,  26,  18,  34,  44,  14,
    -20, -10,   6,  18,  18,  24,  -6, -14,
    -30, -22, -10,  -2,   6,  -6,   4, -20,
    -36, -22, -14, -14,   0,   0,  -4, -28,
    -36, -16, -16,  -8,  -2,   8,  -6, -56,
    -14, -10,   4,  14,  14,   8, -28, -18,
];

#[rustfmt::skip]
const ROOK_END: Drawn = [
     14,  12,  16,  14,  12,  12,  10,   8,
     12,  14,  12,  10,   2,   6,  10,   6,
      8,   8,   8,   6,   4,   0,  -2,  -2,
      6,   4,  12,   2,   2,   2,   0,   4,
      4,   6,   8,   4,  -4,  -4,  -8,  -8,
     -2,   2,  -4,   0,  -6, -10,  -6, -14,
     -4,  -6,   0,   2,  -8,  -8, -10,  -2,
     -6,   2,   2,   0,  -4, -10,   4, -18,
];

#[rustfmt::skip]
const QUEEN_MIDDLE: Drawn = [
    -22,   2,  24,  14,  50,  40,  38,  38,
    -20, -34,  -4,   4, -10,  48,  26,  46,
    -10, -14,   8,  10,  26,  48,  42,  50,
    -24, -24, -14, -12,   2,  16,   2,   4,
     -8, -22,  -8,  -8,  -2,  -2,   4,  -2,
    -12,   2, -10,  -2,  -4,   4,  12,   6,
    -30,  -8,  10,   4,   8,  14,  -2,   2,
      0, -16,  -8,  10, -12, -22, -28, -44,
];

#[rustfmt::skip]
const QUEEN_END: Drawn = [
     -8,  18,  20,  24,  24,  18,  10,  18,
    -14,  16,  28,  36,  50,  24,  26,   2,
    -16,   6,  10,  42,  42,  32,  18,  10,
      4,  20,  24,  40,  50,  36,  50,  32,
    -14,  24,  18,  40,  28,  32,  34,  20,
    -14, -22,  12,   6,   8,  16,  10,   6,
    -20, -20, -26, -14, -14, -20, -32, -28,
    -28, -26, -20, -36,  -6, -28, -20, -38,
];

#[rustfmt::skip]
const KING_MIDDLE: Drawn = [
    -60,  10,   6, -20, -50, -30,   4,  10,
     20,   0, -20, -10, -10,  -6, -30, -26,
    -10,  14,   0, -16, -20,   6,  18, -20,
    -18, -18, -14, -28, -30, -26, -16, -34,
    -44,  -4, -26, -38, -44, -42, -32, -48,
    -14, -14, -22, -44, -42, -30, -14, -26,
      4,   6,  -8, -60, -42, -16,  10,   8,
    -14,  36,  16, -52,   4, -24,  28,  14,
];

#[rustfmt::skip]
const KING_END: Drawn = [
    -70, -34, -18, -16, -10,  12,   4, -18,
    -14,  16,  14,  16,  16,  36,  22,  10,
     10,  16,  22,  16,  20,  42,  42,  12,
     -8,  22,  24,  28,  26,  34,  26,   2,
    -18,  -4,  22,  26,  28,  24,   8, -12,
    -18,  -2,  12,  22,  24,  16,   6,  -8,
    -26, -10,   4,  14,  14,   4,  -6, -18,
    -52, -34, -20, -12, -28, -14, -24, -44,
];

const DRAWN: [(&Drawn, &Drawn); 6] = [
    (&PAWN_MIDDLE, &PAWN_END),
    (&KNIGHT_MIDDLE, &KNIGHT_END),
    (&BISHOP_MIDDLE, &BISHOP_END),
    (&ROOK_MIDDLE, &ROOK_END),
    (&QUEEN_MIDDLE, &QUEEN_END),
    (&KING_MIDDLE, &KING_END),
];

const fn drawn(role: usize, at: usize) -> Score {
    let (middle, end) = DRAWN[role];
    Score::new(middle[at] as i32 + MATERIAL[role].middle, end[at] as i32 + MATERIAL[role].end)
}

/// Material and square together, by colour, role and square, from the owner's point of view.
static VALUES: [[[Score; 64]; 6]; 2] = {
    let mut values = [[[Score::new(0, 0); 64]; 6]; 2];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            // Drawn with the eighth rank first, which is Black's first rank: White's view needs the flip.
            values[0][role][square] = drawn(role, square ^ 56);
            values[1][role][square] = drawn(role, square);
            square += 1;
        }
        role += 1;
    }
    values
};

/// The value of a piece on a square to its owner.
#[inline(always)]
pub fn value(color: Color, role: Role, square: Square) -> Score {
    VALUES[color.index()][role.index()][square.index()]
}
