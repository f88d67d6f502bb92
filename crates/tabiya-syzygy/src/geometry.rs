//! How the format numbers squares and sets of squares, as tables made by the compiler.
//!
//! Squares are numbers from 0 (a1) to 63 (h8). Symmetry brings the first man of a table without pawns into the triangle
//! a1, d1, d4, and the leading pawn of a table with pawns to one of the files a to d.

/// Squares in the triangle a1, d1, d4.
pub(crate) const TRIANGLE_SQUARES: usize = 10;
/// Ways to place two kings that do not touch, the first in the triangle.
pub(crate) const KINGS: u64 = 462;
/// Ways to place three different men, the first in the triangle.
pub(crate) const THREE: u64 = 31332;

/// Squares below the long diagonal a1 to h8.
const BELOW: u64 = 28;
/// Squares of the triangle that are not on the diagonal.
const BELOW_IN_TRIANGLE: u64 = 6;

/// Whether a square lies above the diagonal (positive), on it (0) or below it.
pub(crate) const fn above_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// A square mirrored at the diagonal.
pub(crate) const fn transpose(square: u8) -> u8 {
    (square >> 3) | (square & 7) << 3
}

/// The number of a square of the triangle: first those below the diagonal, rank by rank, then those on it.
const TRIANGLE: [u8; 64] = {
    let mut table = [u8::MAX; 64];
    let mut next = 0;
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut square = 0;
        while square < 64 {
            let inside =
                square & 7 < 4 && above_diagonal(square) <= 0 && (above_diagonal(square) == 0) == (on_diagonal == 1);
            if inside {
                table[square as usize] = next;
                next += 1;
            }
            square += 1;
        }
        on_diagonal += 1;
    }
    assert!(next as usize == TRIANGLE_SQUARES);
    table
};

/// The number of a square below the diagonal, rank by rank.
const BELOW_DIAGONAL: [u8; 64] = {
    let mut table = [0; 64];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square as usize] = next;
            next += 1;
        }
        square += 1;
    }
    assert!(next as u64 == BELOW);
    table
};

/// No such pair of kings.
const TOUCHING: u16 = u16::MAX;

/// The number of a pair of kings: the first by its number in the triangle, the second by its square. Where the first
/// stands on the diagonal, the second does not stand above it.
const KING_PAIRS: [[u16; 64]; TRIANGLE_SQUARES] = {
    let mut first_square = [0_u8; TRIANGLE_SQUARES];
    let mut square = 0;
    while square < 64 {
        if TRIANGLE[square as usize] != u8::MAX {
            first_square[TRIANGLE[square as usize] as usize] = square;
        }
        square += 1;
    }
    let mut table = [[TOUCHING; 64]; TRIANGLE_SQUARES];
    let mut next = 0;
    // First kings below the diagonal with any second one; then those on it with one below it; then both on it.
    let mut pass = 0;
    while pass < 3 {
        let mut first = if pass == 0 { 0 } else { BELOW_IN_TRIANGLE as usize };
        let end = if pass == 0 { BELOW_IN_TRIANGLE as usize } else { TRIANGLE_SQUARES };
        while first < end {
            let mut second: u8 = 0;
            while second < 64 {
                let king = first_square[first];
                let files = (king & 7).abs_diff(second & 7);
                let ranks = (king >> 3).abs_diff(second >> 3);
                let fits = match pass {
                    0 => true,
                    1 => above_diagonal(second) < 0,
                    _ => above_diagonal(second) == 0,
                };
                if fits && (files > 1 || ranks > 1) {
                    table[first][second as usize] = next;
                    next += 1;
                }
                second += 1;
            }
            first += 1;
        }
        pass += 1;
    }
    assert!(next as u64 == KINGS);
    table
};

/// Binomial coefficients: `BINOMIAL[k][n]` ways to choose `k` of `n`.
const BINOMIAL: [[u64; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut n = 0;
    while n < 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// In how many ways `chosen` can be taken out of `all`.
#[inline]
pub(crate) fn choose(chosen: usize, all: usize) -> u64 {
    BINOMIAL.get(chosen).and_then(|row| row.get(all)).copied().unwrap_or(0)
}

/// The number of two kings that were brought into place.
#[inline]
pub(crate) fn two_kings(first: u8, second: u8) -> Option<u64> {
    let row = KING_PAIRS.get(usize::from(TRIANGLE[usize::from(first & 63)]))?;
    Some(row[usize::from(second & 63)]).filter(|&number| number != TOUCHING).map(u64::from)
}

/// The number of three different men that were brought into place.
#[inline]
pub(crate) fn three_men(first: u8, second: u8, third: u8) -> u64 {
    let number = |square: u8| u64::from(square);
    let below = |square: u8| u64::from(BELOW_DIAGONAL[usize::from(square & 63)]);
    let on_diagonal = |square: u8| u64::from(square & 7);
    // Squares before it that are taken.
    let before_second = u64::from(second > first);
    let before_third = u64::from(third > first) + u64::from(third > second);
    let first_below = BELOW_IN_TRIANGLE * 63 * 62;
    let second_below = 4 * BELOW * 62;
    let third_below = 4 * 7 * BELOW;
    if above_diagonal(first) != 0 {
        let triangle = u64::from(TRIANGLE[usize::from(first & 63)]);
        triangle * 63 * 62 + (number(second) - before_second) * 62 + number(third) - before_third
    } else if above_diagonal(second) != 0 {
        first_below + on_diagonal(first) * BELOW * 62 + below(second) * 62 + number(third) - before_third
    } else if above_diagonal(third) != 0 {
        let pair = on_diagonal(first) * 7 + on_diagonal(second) - before_second;
        first_below + second_below + pair * BELOW + below(third)
    } else {
        let pair = on_diagonal(first) * 7 + on_diagonal(second) - before_second;
        first_below + second_below + third_below + pair * 6 + on_diagonal(third) - before_third
    }
}

/// A file as its distance from the edge: 0 for a and h, 3 for d and e.
#[inline]
pub(crate) const fn from_edge(square: u8) -> usize {
    let file = square & 7;
    (if file < 4 { file } else { 7 - file }) as usize
}

/// The order in which pawns lead: from the edge to the middle, then up the board.
#[inline]
pub(crate) const fn lead_order(square: u8) -> usize {
    from_edge(square) * 6 + (square >> 3) as usize - 1
}

/// How many squares are left for further pawns behind a leading one: 47 on a2 down to 0 on e7.
#[inline]
pub(crate) const fn pawn_order(square: u8) -> usize {
    let right = (square & 7 > 3) as usize;
    47 + 2 - (12 * from_edge(square) + 2 * (square >> 3) as usize + right)
}

/// Most pawns of one side in a table.
const MOST_PAWNS: usize = 5;

/// For each number of leading pawns and each leading square in order, how many arrangements come before it on its file;
/// and how many each file has.
struct Pawns {
    before: [[u64; 24]; MOST_PAWNS],
    on_file: [[u64; 4]; MOST_PAWNS],
}

const PAWNS: Pawns = {
    let mut pawns = Pawns { before: [[0; 24]; MOST_PAWNS], on_file: [[0; 4]; MOST_PAWNS] };
    let mut others = 0;
    while others < MOST_PAWNS {
        let mut order = 0;
        while order < 24 {
            let square = 8 * (order % 6 + 1) + order / 6;
            pawns.before[others][order] = pawns.on_file[others][order / 6];
            pawns.on_file[others][order / 6] += BINOMIAL[others][pawn_order(square as u8)];
            order += 1;
        }
        others += 1;
    }
    pawns
};

/// In how many ways `pawns` leading pawns can stand, the first on this file.
pub(crate) fn pawns_on_file(pawns: usize, file: usize) -> u64 {
    pawns
        .checked_sub(1)
        .and_then(|others| PAWNS.on_file.get(others))
        .and_then(|row| row.get(file))
        .copied()
        .unwrap_or(0)
}

/// The number of leading pawns that were brought into place: the leading one first, the others by falling order.
#[inline]
pub(crate) fn leading_pawns(squares: &[u8]) -> u64 {
    let others = squares.len() - 1;
    let before = PAWNS.before.get(others).and_then(|row| row.get(lead_order(squares[0]))).copied().unwrap_or(0);
    let rest = squares[1..].iter().enumerate().map(|(i, &square)| choose(others - i, pawn_order(square)));
    before + rest.sum::<u64>()
}
