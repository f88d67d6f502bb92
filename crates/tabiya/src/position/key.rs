//! Zobrist keys: one random number for each fact about a position, combined by exclusive or, so that a move changes the
//! key by a few numbers instead of computing it afresh.
//!
//! A right to castle counts by the rook that has it, and an en passant square only where the capture is legal, so that
//! two positions have the same key when the same moves are possible in both.

use crate::{Bitboard, Board, Color, Piece, Role, Square};

/// One of a run of well-mixed numbers from a counter (the finaliser of SplitMix64).
const fn number(seed: u64, i: usize) -> u64 {
    let mut z = seed.wrapping_add((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The first numbers of a run.
const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = number(seed, i);
        i += 1;
    }
    numbers
}

/// A run of numbers as a table. On WebAssembly each number is made when it is asked for, by three multiplications: no
/// compression makes random numbers smaller, and these would be a twelfth of all that is sent over a network.
macro_rules! run {
    ($name:ident, $length:literal, $seed:literal) => {
        #[inline(always)]
        const fn $name(i: usize) -> u64 {
            const SEED: u64 = $seed;
            if cfg!(target_family = "wasm") {
                return number(SEED, i);
            }
            const TABLE: &[u64; $length] = &numbers(SEED);
            TABLE[i]
        }
    };
}

run!(of_piece, 768, 0x7461_6269_7961_0001);
run!(of_castling, 64, 0x7461_6269_7961_0002);
const EN_PASSANT: &[u64; 8] = &numbers(0x7461_6269_7961_0003);
/// Part of the key when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = numbers::<1>(0x7461_6269_7961_0004)[0];

/// One number for each piece. They are added, not combined by exclusive or, so that each further piece counts.
const MATERIAL: &[u64; 12] = &numbers(0x7461_6269_7961_0005);

/// One number for each stretch of eight half-moves that brings the fifty-move rule nearer.
const CLOCK: &[u64; 11] = &numbers(0x7461_6269_7961_0006);
/// Half-moves that say nothing yet.
const EARLY: u32 = 14;

/// The part of a halfmove clock.
pub(crate) const fn clock(halfmove_clock: u32) -> u64 {
    if halfmove_clock < EARLY {
        return 0;
    }
    let bucket = (halfmove_clock - EARLY) as usize / 8;
    CLOCK[if bucket < CLOCK.len() { bucket } else { CLOCK.len() - 1 }]
}

#[inline(always)]
pub(crate) const fn material(piece: Piece) -> u64 {
    MATERIAL[piece as usize]
}

#[inline(always)]
pub(crate) const fn piece(color: Color, role: Role, square: Square) -> u64 {
    of_piece((6 * color as usize + role as usize) * 64 + square as usize)
}

/// The part of the rooks that may castle.
#[inline(always)]
pub(crate) fn castling(rooks: Bitboard) -> u64 {
    let mut key = 0;
    for rook in rooks {
        key ^= of_castling(rook as usize);
    }
    key
}

/// The part of a legal en passant capture on this square.
#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square as usize & 7]
}

/// The key of pieces alone.
pub(crate) fn board(board: &Board) -> u64 {
    pawns(board) ^ officers(board)
}

/// The key of pawns alone: what a cache of pawn structures goes by.
pub(crate) fn pawns(board: &Board) -> u64 {
    of(board, Piece::WhitePawn) ^ of(board, Piece::BlackPawn)
}

/// The key of all pieces but pawns.
pub(crate) fn officers(board: &Board) -> u64 {
    let officers = Piece::ALL.into_iter().filter(|piece| piece.role() != Role::Pawn);
    officers.fold(0, |key, piece| key ^ of(board, piece))
}

/// Piece by piece rather than square by square: what stands on a square need not be found out.
#[inline(always)]
fn of(board: &Board, it: Piece) -> u64 {
    board.by_piece(it).into_iter().fold(0, |key, square| key ^ piece(it.color(), it.role(), square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_count_in_buckets() {
        let mut seen = std::vec![0];
        for halfmoves in 0..200 {
            let key = clock(halfmoves);
            let first_of_its_bucket = (14..=94).contains(&halfmoves) && (halfmoves - 14) % 8 == 0;
            assert_eq!(key != seen[seen.len() - 1], first_of_its_bucket, "{halfmoves}");
            if first_of_its_bucket {
                assert!(!seen.contains(&key), "{halfmoves}");
                seen.push(key);
            }
        }
        assert_eq!((seen.len(), clock(u32::MAX)), (12, seen[11]));
    }

    /// The first numbers of SplitMix64 from seed 0, as its authors' program prints them.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        assert_eq!(numbers::<3>(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}
