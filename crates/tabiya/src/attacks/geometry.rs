//! Lines between squares.

use super::ray;
use crate::{Bitboard, Color, Direction, Role, Square};

struct Lines {
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

const LINES: Lines = {
    let mut lines = Lines { between: [[Bitboard::EMPTY; 64]; 64], line: [[Bitboard::EMPTY; 64]; 64] };
    let mut a = 0;
    while a < 64 {
        let from = Square::ALL[a];
        let mut d = 0;
        while d < 8 {
            let direction = Direction::ALL[d];
            let onwards = ray::walk(from, direction, Bitboard::EMPTY).0;
            let backwards = ray::walk(from, direction.opposite(), Bitboard::EMPTY).0;
            let mut rest = onwards;
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let reached = ray::walk(from, direction, Square::ALL[b].bitboard()).0;
                lines.between[a][b] = Bitboard(reached & !Square::ALL[b].bitboard().0);
                lines.line[a][b] = Bitboard(onwards | backwards | from.bitboard().0);
            }
            d += 1;
        }
        a += 1;
    }
    lines
};

const BETWEEN: &[[Bitboard; 64]; 64] = &LINES.between;
const LINE: &[[Bitboard; 64]; 64] = &LINES.line;

const fn empty_board(directions: [Direction; 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut s = 0;
    while s < 64 {
        table[s] = ray::walk_all(Square::ALL[s], directions, Bitboard::EMPTY);
        s += 1;
    }
    table
}

const ORTHOGONALS: &[Bitboard; 64] = &empty_board(ray::ROOK_DIRECTIONS);
const DIAGONALS: &[Bitboard; 64] = &empty_board(ray::BISHOP_DIRECTIONS);

/// From where an enemy attacks a king if nothing stands in between; read together, so two rows share a cache line.
#[derive(Copy, Clone)]
#[repr(align(32))]
pub(crate) struct Facing {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) diagonals: Bitboard,
    pub(crate) orthogonals: Bitboard,
}

const FACING: &[[Facing; 64]; 2] = &{
    let none = Bitboard::EMPTY;
    let mut table = [[Facing { pawns: none, knights: none, diagonals: none, orthogonals: none }; 64]; 2];
    let mut s = 0;
    while s < 64 {
        let mut color = 0;
        while color < 2 {
            table[color][s] = Facing {
                pawns: super::PAWN[color][s],
                knights: super::KNIGHT[s],
                diagonals: DIAGONALS[s],
                orthogonals: ORTHOGONALS[s],
            };
            color += 1;
        }
        s += 1;
    }
    table
};

/// By role: from where an enemy might attack this side's king on `king`.
#[inline(always)]
pub(crate) fn facing(color: Color, king: Square) -> &'static Facing {
    &FACING[color as usize][king as usize]
}

/// The rank and file of a square without the square: what a rook would attack on an empty board.
#[inline(always)]
pub fn orthogonals(square: Square) -> Bitboard {
    ORTHOGONALS[square as usize]
}

/// The diagonals of a square without the square: what a bishop would attack on an empty board.
#[inline(always)]
pub fn diagonals(square: Square) -> Bitboard {
    DIAGONALS[square as usize]
}

/// By role: what it attacks on an empty board; nothing for pawns.
const ON_EMPTY_BOARD: &[[Bitboard; 64]; 6] = &{
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut s = 0;
    while s < 64 {
        table[Role::Knight as usize][s] = super::KNIGHT[s];
        table[Role::Bishop as usize][s] = DIAGONALS[s];
        table[Role::Rook as usize][s] = ORTHOGONALS[s];
        table[Role::Queen as usize][s] = Bitboard(DIAGONALS[s].0 | ORTHOGONALS[s].0);
        table[Role::King as usize][s] = super::KING[s];
        s += 1;
    }
    table
};

/// Whether a piece of this role, which is not a pawn, attacks one square from another: two look-ups whatever the role
/// is, where asking for all that it attacks begins with a jump that cannot be predicted.
#[inline(always)]
pub(crate) fn reaches(role: Role, from: Square, to: Square, occupied: Bitboard) -> bool {
    ON_EMPTY_BOARD[role as usize][from as usize].contains(to) && !between(from, to).intersects(occupied)
}

/// The file and the diagonals through a square, edge to edge, the square included: the lines a pawn can move along.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PawnLines {
    /// The file.
    pub file: Bitboard,
    /// The diagonal that rises towards the h-file.
    pub rising: Bitboard,
    /// The diagonal that falls towards the h-file.
    pub falling: Bitboard,
}

impl PawnLines {
    /// The line that goes in this direction and the opposite one; no pawn goes east or west.
    #[inline(always)]
    pub const fn along(&self, direction: Direction) -> Bitboard {
        match direction {
            Direction::North | Direction::South => self.file,
            Direction::NorthEast | Direction::SouthWest => self.rising,
            Direction::NorthWest | Direction::SouthEast => self.falling,
            Direction::East | Direction::West => Bitboard::EMPTY,
        }
    }
}

const fn through(square: Square, direction: Direction) -> Bitboard {
    let onwards = ray::walk(square, direction, Bitboard::EMPTY).0;
    let backwards = ray::walk(square, direction.opposite(), Bitboard::EMPTY).0;
    Bitboard(onwards | backwards | square.bitboard().0)
}

const PAWN_LINES: &[PawnLines; 64] = &{
    let none = PawnLines { file: Bitboard::EMPTY, rising: Bitboard::EMPTY, falling: Bitboard::EMPTY };
    let mut table = [none; 64];
    let mut s = 0;
    while s < 64 {
        let square = Square::ALL[s];
        table[s] = PawnLines {
            file: through(square, Direction::North),
            rising: through(square, Direction::NorthEast),
            falling: through(square, Direction::NorthWest),
        };
        s += 1;
    }
    table
};

/// The file and the diagonals through a square.
#[inline(always)]
pub fn pawn_lines(square: Square) -> &'static PawnLines {
    &PAWN_LINES[square as usize]
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for all other pairs.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

/// The whole rank, file or diagonal through two different squares, from edge to edge; empty if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a as usize][b as usize]
}

/// Whether three squares, the first two different, lie on one rank, file or diagonal.
#[inline(always)]
pub fn aligned(a: Square, b: Square, c: Square) -> bool {
    line(a, b).contains(c)
}
