//! Small tables of the empty board: leapers, lines, and the squares between two squares.
//!
//! All are computed at compile time from file and rank arithmetic.

/// The eight directions as (file, rank) steps: four straight, then four diagonal. The order is
/// that of the lanes in [`crate::lanes`]: of each four, two towards higher squares and then their
/// opposites.
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// In an order of the same kind.
pub(crate) const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, -2), (-2, -1), (-1, 2), (-2, 1), (1, -2), (2, -1)];

/// The square one step away, if it is on the board.
pub(crate) const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = (square % 8) as i32 + files;
    let rank = (square / 8) as i32 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some((rank * 8 + file) as usize)
}

const fn leaper(steps: &[(i32, i32); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            if let Some(to) = step(square, steps[i]) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Eight sets for every square, each row in a cache line of its own.
#[repr(align(64))]
pub(crate) struct Rows(pub [[u64; 8]; 64]);

impl core::ops::Index<usize> for Rows {
    type Output = [u64; 8];
    #[inline(always)]
    fn index(&self, square: usize) -> &[u64; 8] {
        &self.0[square]
    }
}

/// Squares reached from `square` in one direction when `occupied` blocks, blocker included.
pub(crate) const fn ray(square: usize, direction: (i32, i32), occupied: u64) -> u64 {
    let mut reached = 0;
    let mut at = square;
    while let Some(next) = step(at, direction) {
        reached |= 1 << next;
        if occupied & (1 << next) != 0 {
            break;
        }
        at = next;
    }
    reached
}

const fn lines_through() -> [[u64; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let (files, ranks) = DIRECTIONS[i];
            table[square][i] = ray(square, (files, ranks), 0) | ray(square, (-files, -ranks), 0) | 1 << square;
            i += 1;
        }
        square += 1;
    }
    table
}

const fn rays() -> [[u64; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            table[square][i] = ray(square, DIRECTIONS[i], 0);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn between_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let mut passed = 0;
            let mut at = from;
            while let Some(to) = step(at, DIRECTIONS[i]) {
                table[from][to] = passed;
                passed |= 1 << to;
                at = to;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn empty_board(first: usize) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = first;
        while i < first + 4 {
            table[square] |= ray(square, DIRECTIONS[i], 0);
            i += 1;
        }
        square += 1;
    }
    table
}

pub(crate) const KNIGHT: &[u64; 64] = &leaper(&KNIGHT_STEPS);
pub(crate) const KING: &[u64; 64] = &leaper(&DIRECTIONS);
/// The squares from a square to the edge in each of the eight directions.
pub(crate) const RAYS: &Rows = &Rows(rays());
/// The whole line through a square in each of the eight directions (opposite ones are equal).
pub(crate) const LINES: &Rows = &Rows(lines_through());
/// The open interval between two squares of one line; empty for others.
pub(crate) const BETWEEN: &[[u64; 64]; 64] = &between_table();
/// Rook and bishop attacks on the empty board.
pub(crate) const EMPTY_ROOK: &[u64; 64] = &empty_board(0);
pub(crate) const EMPTY_BISHOP: &[u64; 64] = &empty_board(4);

/// Index into [`LINES`] of the file.
pub(crate) const FILE_LINE: usize = 0;

/// Iterates over the squares of a set.
#[inline(always)]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(square)
    })
}
