//! The classical ray scan: look up the whole ray, find the first blocker by its lowest or highest bit, cut the rest
//! off.

use super::Sliders;
use super::ray;
use crate::{Bitboard, Direction, Square};

/// Every ray on an empty board, by direction and square.
const RAYS: &[[Bitboard; 64]; 8] = &{
    let mut rays = [[Bitboard::EMPTY; 64]; 8];
    let mut d = 0;
    while d < 8 {
        let mut s = 0;
        while s < 64 {
            rays[d][s] = ray::walk(Square::ALL[s], Direction::ALL[d], Bitboard::EMPTY);
            s += 1;
        }
        d += 1;
    }
    rays
};

/// The ray from `from` (excluded) to the edge.
#[inline(always)]
pub fn ray(from: Square, direction: Direction) -> Bitboard {
    RAYS[direction as usize][from as usize]
}

#[inline(always)]
fn scan(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let ray_here = ray(from, direction);
    let blockers = ray_here & occupied;
    // Rays towards higher squares meet their nearest blocker at the lowest bit, the others at the highest.
    let nearest = if direction.delta() > 0 { blockers.first() } else { blockers.last() };
    match nearest {
        Some(blocker) => ray_here - ray(blocker, direction),
        None => ray_here,
    }
}

/// Attacks by ray scan.
#[derive(Copy, Clone, Debug, Default)]
pub struct RayScan;

impl Sliders for RayScan {
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        ray::ROOK_DIRECTIONS.into_iter().fold(Bitboard::EMPTY, |all, d| all | scan(from, d, occupied))
    }

    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        ray::BISHOP_DIRECTIONS.into_iter().fold(Bitboard::EMPTY, |all, d| all | scan(from, d, occupied))
    }
}
