//! Counting with a small table, so that a wrong key shows.

use std::collections::HashMap;

use crate::board::{Board, KNIGHT, Step, role};
use crate::bugs::Bug;

/// Counts already known, by key and depth.
pub type Table = HashMap<(u64, u32), u64>;

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn key(board: &Board) -> u64 {
    if board.has(Bug::HashOfNothing) {
        return 0;
    }
    let mut key = mix(u64::from(board.black_to_move) + 1);
    for (square, &piece) in board.squares.iter().enumerate().filter(|&(_, &piece)| piece != 0) {
        let blind = role(piece) == KNIGHT && board.has(Bug::HashColourBlind);
        let piece = if blind { KNIGHT } else { piece };
        key ^= mix((square as u64 * 16 + u64::from(piece)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
    if !board.has(Bug::HashWithoutEp) {
        key ^= board.en_passant.map_or(0, |square| mix(10_000 + square as u64));
    }
    if !board.has(Bug::HashWithoutRights) {
        for (index, rook) in board.rights.iter().enumerate() {
            key ^= rook.map_or(0, |rook| mix(20_000 + (index * 64 + rook) as u64));
        }
    }
    if board.has(Bug::HashTwelveBits) { key & 0xfff } else { key }
}

pub fn perft(board: &mut Board, depth: u32, table: &mut Table) -> u64 {
    if depth == 0 {
        return 1;
    }
    let slot = (key(board), if board.has(Bug::HashWithoutDepth) { 0 } else { depth });
    if let Some(&count) = table.get(&slot) {
        return count;
    }
    let mut count = 0;
    let moves = board.legal_moves();
    if moves.is_empty() {
        let checked = board.king(board.black_to_move).is_some_and(|king| board.attacked(king, 0));
        count = u64::from(board.has(if checked { Bug::MateIsLeaf } else { Bug::StalemateIsLeaf }));
    }
    for step in moves {
        let undo = board.make(step);
        count += perft(board, depth - 1, table);
        board.unmake(step, undo);
    }
    table.insert(slot, count);
    count
}

pub fn divide(board: &mut Board, depth: u32) -> Vec<(Step, u64)> {
    let mut table = Table::new();
    let mut counts = Vec::new();
    for step in board.legal_moves() {
        let undo = board.make(step);
        counts.push((step, perft(board, depth - 1, &mut table)));
        board.unmake(step, undo);
    }
    counts
}
