//! Writes tables: the format read backwards, for tests that need no files. No part of the interface.

use tabiya::Board;

use crate::error::Metric;
use crate::layout::{Layout, Order};
use crate::{MAX_MEN, Material};

/// How many equal values a symbol can stand for, each twice the one before.
const RUNS: usize = 5;
/// A block of 64 bytes.
const BLOCK_BITS: u8 = 6;
/// An index entry for 512 values.
const SPAN_BITS: u8 = 9;

/// A table to be written: the men in order, and the values of each side to move.
pub struct Plan {
    /// The pieces.
    pub material: Material,
    /// As the format writes men: 1 to 6 from pawn to king, Black's with 8 more.
    pub men: Vec<u8>,
    /// What is stored.
    pub metric: Metric,
    /// Flags of a table with distances.
    pub flags: u8,
}

impl Plan {
    fn layouts(&self) -> Vec<Layout> {
        let order = Order { lead: 0, pawns: 15 };
        let files = if self.material.has_pawns() { 4 } else { 1 };
        (0..files).map(|file| Layout::new(&self.men, order, file, self.material).expect("a list of men")).collect()
    }

    fn sides(&self) -> usize {
        if self.metric == Metric::Wdl { 2 } else { 1 }
    }

    /// The file that gives each board, with the side to move, this value.
    pub fn write(&self, boards: impl Iterator<Item = (Board, usize, u16)>) -> Vec<u8> {
        let layouts = self.layouts();
        let mut values: Vec<Vec<Vec<u16>>> =
            layouts.iter().map(|layout| vec![vec![0; layout.size as usize]; self.sides()]).collect();
        for (board, side, value) in boards {
            let (file, index) = self.index(&layouts, &board);
            values[file][side][index] = value;
        }
        let mut bytes = self.metric.magic().to_vec();
        bytes.push(1 | if layouts.len() > 1 { 2 } else { 0 });
        for _ in &layouts {
            // Both sides list the men alike; a leading group comes first in every product.
            bytes.push(0);
            bytes.extend(self.men.iter().map(|&man| man | man << 4));
        }
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        let packed: Vec<Packed> = values.iter().flatten().map(|values| pack(values)).collect();
        for part in &packed {
            part.write_header(self.flags, &mut bytes);
        }
        packed.iter().for_each(|part| bytes.extend(&part.index));
        packed.iter().for_each(|part| part.lengths.iter().for_each(|length| bytes.extend(length.to_le_bytes())));
        for part in &packed {
            bytes.resize(bytes.len().next_multiple_of(64), 0);
            bytes.extend(&part.data);
        }
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        let checksum = crate::checksum::of(&bytes);
        bytes.extend(checksum);
        bytes
    }

    fn index(&self, layouts: &[Layout], board: &Board) -> (usize, usize) {
        let mut squares = Vec::new();
        let mut file = 0;
        if layouts.len() > 1 {
            let (pawn, _) = layouts[0].leading_pawns();
            squares.extend(board.pieces(pawn.color(), pawn.role()).into_iter().map(|square| square as u8));
            let orders = squares.iter().map(|&square| crate::geometry::lead_order(square));
            file = orders.min().expect("a pawn") / 6;
        }
        for (man, _) in layouts[file].kinds() {
            squares.extend(board.pieces(man.color(), man.role()).into_iter().map(|square| square as u8));
        }
        squares.resize(MAX_MEN, 0);
        let mut array: [u8; MAX_MEN] = squares.try_into().expect("few men");
        (file, layouts[file].index(&mut array).expect("kings apart") as usize)
    }
}

/// Symbols, code and blocks of one part.
struct Packed {
    /// Left and right half of each symbol.
    symbols: Vec<(u16, u16)>,
    /// The shortest length and, for each length from there on, its first symbol.
    shortest: u8,
    first: Vec<u16>,
    index: Vec<u8>,
    lengths: Vec<u16>,
    data: Vec<u8>,
}

impl Packed {
    fn write_header(&self, flags: u8, bytes: &mut Vec<u8>) {
        let blocks = (self.data.len() >> BLOCK_BITS) as u32;
        bytes.extend([flags, BLOCK_BITS, SPAN_BITS, 0]);
        bytes.extend(blocks.to_le_bytes());
        bytes.extend([self.shortest + self.first.len() as u8 - 1, self.shortest]);
        self.first.iter().for_each(|first| bytes.extend(first.to_le_bytes()));
        bytes.extend((self.symbols.len() as u16).to_le_bytes());
        for &(left, right) in &self.symbols {
            bytes.extend([left as u8, (left >> 8) as u8 | (right << 4) as u8, (right >> 4) as u8]);
        }
        bytes.resize(bytes.len() + self.symbols.len() % 2, 0);
    }
}

fn pack(values: &[u16]) -> Packed {
    // Runs of equal values, as long as symbols are.
    let mut runs: Vec<(u16, usize)> = Vec::new();
    let mut i = 0;
    while i < values.len() {
        let same = values[i..].iter().take(1 << (RUNS - 1)).take_while(|&&value| value == values[i]).count();
        let bits = same.ilog2() as usize;
        runs.push((values[i], bits));
        i += 1 << bits;
    }
    // A symbol for every kind of run that occurs or is half of one that occurs.
    let mut kinds: Vec<(u16, usize)> =
        runs.iter().flat_map(|&(value, bits)| (0..=bits).map(move |b| (value, b))).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() == 1 {
        kinds.push((kinds[0].0, kinds[0].1 + 1));
    }
    let mut weights = vec![1_u64; kinds.len()];
    for run in &runs {
        weights[kinds.binary_search(run).expect("a kind")] += 1;
    }
    let lengths = code_lengths(&weights);
    // Symbols in the order of the code: the longest words are the smallest numbers, symbols rise with the words.
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|&kind| (core::cmp::Reverse(lengths[kind]), kind));
    let number = |kind: (u16, usize)| order.iter().position(|&i| kinds[i] == kind).expect("a kind") as u16;
    let symbols = order.iter().map(|&i| match kinds[i] {
        (value, 0) => (value, 0xfff),
        (value, bits) => (number((value, bits - 1)), number((value, bits - 1))),
    });
    let symbols: Vec<(u16, u16)> = symbols.collect();
    let sorted: Vec<u8> = order.iter().map(|&i| lengths[i]).collect();
    let (longest, shortest) = (sorted[0], *sorted.last().expect("a symbol"));
    let first: Vec<u16> =
        (shortest..=longest).map(|length| sorted.partition_point(|&other| other > length) as u16).collect();
    let words = words(&sorted, shortest, longest);

    let mut packed = Packed { symbols, shortest, first, index: Vec::new(), lengths: Vec::new(), data: Vec::new() };
    let mut starts = Vec::new();
    let (mut bits, mut count, mut at) = (Vec::new(), 0, 0);
    let mut finish = |bits: &mut Vec<bool>, count: &mut usize, at: usize| {
        if *count > 0 {
            starts.push(at - *count);
            packed.lengths.push(*count as u16 - 1);
            bits.resize(8 << BLOCK_BITS, false);
            let byte = |bits: &[bool]| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
            packed.data.extend(bits.chunks(8).map(byte));
        }
        bits.clear();
        *count = 0;
    };
    for &(value, run) in &runs {
        let symbol = usize::from(number((value, run)));
        let length = usize::from(sorted[symbol]);
        if bits.len() + length > 8 << BLOCK_BITS || count + (1 << run) > 1 << 16 {
            finish(&mut bits, &mut count, at);
        }
        bits.extend((0..length).rev().map(|bit| words[symbol] >> bit & 1 == 1));
        count += 1 << run;
        at += 1 << run;
    }
    finish(&mut bits, &mut count, at);
    for entry in 0..values.len().div_ceil(1 << SPAN_BITS) {
        let middle = (entry << SPAN_BITS) + (1 << (SPAN_BITS - 1));
        let block = starts.partition_point(|&start| start <= middle) - 1;
        packed.index.extend((block as u32).to_le_bytes());
        packed.index.extend(((middle - starts[block]) as u16).to_le_bytes());
    }
    packed
}

/// Huffman's lengths, by joining the two lightest again and again.
fn code_lengths(weights: &[u64]) -> Vec<u8> {
    let mut groups: Vec<(u64, Vec<usize>)> = weights.iter().enumerate().map(|(i, &weight)| (weight, vec![i])).collect();
    let mut lengths = vec![0; weights.len()];
    while groups.len() > 1 {
        groups.sort_by_key(|group| core::cmp::Reverse(group.0));
        let (a, b) = (groups.pop().expect("two groups"), groups.pop().expect("two groups"));
        let members: Vec<usize> = a.1.into_iter().chain(b.1).collect();
        members.iter().for_each(|&i| lengths[i] += 1);
        groups.push((a.0 + b.0, members));
    }
    lengths
}

/// The words of symbols whose lengths fall: those of one length follow each other, and the longest begin at 0.
fn words(lengths: &[u8], shortest: u8, longest: u8) -> Vec<u64> {
    let mut words = vec![0; lengths.len()];
    let mut next = 0;
    for length in (shortest..=longest).rev() {
        for (word, _) in words.iter_mut().zip(lengths).filter(|(_, other)| **other == length) {
            *word = next;
            next += 1;
        }
        next /= 2;
    }
    words
}
