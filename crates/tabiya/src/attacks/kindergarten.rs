//! Kindergarten bitboards: the six inner squares of one line, gathered by a multiplication, index a table of eight
//! kilobytes that all squares share.
//!
//! Two look-ups a slider instead of one, but no large table: the choice where memory is small.

use super::{Sliders, ray};
use crate::{Bitboard, Direction, Square};

const A_FILE: u64 = 0x0101_0101_0101_0101;
const B_FILE: u64 = A_FILE << 1;
/// The diagonal from c2 to h7: it gathers the inner squares of the a-file in the top six bits.
const FILE_TO_INDEX: u64 = 0x0080_4020_1008_0400;

/// By square: the two diagonals through it, without the square itself.
const DIAGONALS: &[[u64; 2]; 64] = &{
    let mut lines = [[0; 2]; 64];
    let mut s = 0;
    while s < 64 {
        let from = Square::ALL[s];
        let mut i = 0;
        while i < 2 {
            let directions = [ray::BISHOP_DIRECTIONS[2 * i], ray::BISHOP_DIRECTIONS[2 * i + 1]];
            lines[s][i] = both_ways(from, directions, 0);
            i += 1;
        }
        s += 1;
    }
    lines
};

/// By file and occupied inner files: the attacked squares of the rank, on every rank at once.
const ON_RANKS: &[[u64; 64]; 8] = &{
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let rank = both_ways(Square::ALL[file], [Direction::East, Direction::West], (inner as u64) << 1);
            table[file][inner] = rank * A_FILE;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// By rank and gathered inner squares of the a-file: the attacked squares of that file.
const ON_A_FILE: &[[u64; 64]; 8] = &{
    let mut table = [[0; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut ranks = 0_u64;
        while ranks < 64 {
            let (mut occupied, mut rest) = (0, ranks);
            while rest != 0 {
                occupied |= 1 << (8 * (rest.trailing_zeros() + 1));
                rest &= rest - 1;
            }
            let index = file_index(occupied);
            assert!(table[rank][index] == 0, "two occupancies share an index");
            table[rank][index] = both_ways(Square::ALL[8 * rank], [Direction::North, Direction::South], occupied);
            ranks += 1;
        }
        rank += 1;
    }
    table
};

const fn both_ways(from: Square, directions: [Direction; 2], occupied: u64) -> u64 {
    let occupied = Bitboard(occupied);
    ray::walk(from, directions[0], occupied).0 | ray::walk(from, directions[1], occupied).0
}

#[inline(always)]
const fn file_index(a_file: u64) -> usize {
    (a_file.wrapping_mul(FILE_TO_INDEX) >> 58) as usize
}

/// Attacks by kindergarten bitboards.
#[derive(Copy, Clone, Debug, Default)]
pub struct Kindergarten;

impl Sliders for Kindergarten {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        let (file, rank) = (from as usize % 8, from as usize / 8);
        let inner = (occupied.0 >> (8 * rank + 1)) as usize % 64;
        let on_rank = ON_RANKS[file][inner] & (0xff << (8 * rank));
        let on_file = ON_A_FILE[rank][file_index(occupied.0 >> file & A_FILE)] << file;
        Bitboard(on_rank | on_file)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        let [rising, falling] = DIAGONALS[from as usize];
        let ranks = &ON_RANKS[from as usize % 8];
        // Every file holds one square of a diagonal at most, so nothing carries.
        let along = |line: u64| ranks[((occupied.0 & line).wrapping_mul(B_FILE) >> 58) as usize] & line;
        Bitboard(along(rising) | along(falling))
    }
}
