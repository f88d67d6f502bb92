//! Page 3: rooks and bishops, four ways that must agree.

use crate::*;

// [walk]
/// The eight directions as functions on sets: four for the rook, then four for the bishop.
pub const DIRECTIONS: [fn(Set) -> Set; 8] = [
    north,
    east,
    south,
    west,
    |set| north(east(set)),
    |set| south(east(set)),
    |set| south(west(set)),
    |set| north(west(set)),
];

/// Walk until a piece stands in the way. Its square still counts: the piece can be captured, or is defended.
pub fn walk(from: Square, direction: fn(Set) -> Set, occupied: Set) -> Set {
    let mut seen = 0;
    let mut step = direction(bit(from));
    while step != 0 {
        seen |= step;
        if step & occupied != 0 {
            break;
        }
        step = direction(step);
    }
    seen
}

pub fn rook_by_walking(from: Square, occupied: Set) -> Set {
    DIRECTIONS[..4].iter().map(|&direction| walk(from, direction, occupied)).fold(0, |all, ray| all | ray)
}

pub fn bishop_by_walking(from: Square, occupied: Set) -> Set {
    DIRECTIONS[4..].iter().map(|&direction| walk(from, direction, occupied)).fold(0, |all, ray| all | ray)
}
// [/walk]

// [scan]
/// One ray by scanning: find the first blocker with one instruction, and cut off what lies behind it.
///
/// Towards higher square numbers the nearest blocker is the lowest bit; towards lower ones it is the highest.
pub fn scan(from: Square, direction: fn(Set) -> Set, occupied: Set) -> Set {
    let ray = walk(from, direction, 0); // in a fast program: a table of 8 × 64 sets
    let blockers = ray & occupied;
    if blockers == 0 {
        return ray;
    }
    let upwards = ray > bit(from);
    let nearest = if upwards { blockers.trailing_zeros() } else { 63 - blockers.leading_zeros() };
    ray & !walk(nearest as Square, direction, 0)
}
// [/scan]

// [relevant]
/// The squares whose occupancy matters: the open rays, without their last squares. Nothing lies behind those.
pub fn relevant(from: Square, rook: bool) -> Set {
    let directions = if rook { &DIRECTIONS[..4] } else { &DIRECTIONS[4..] };
    let mut mask = 0;
    for &direction in directions {
        let mut step = direction(bit(from));
        while direction(step) != 0 {
            mask |= step;
            step = direction(step);
        }
    }
    mask
}
// [/relevant]

// [subsets]
/// All subsets of a mask, each once: count in binary, but only with the digits of the mask.
pub fn subsets(mask: Set) -> impl Iterator<Item = Set> {
    let mut next = Some(0u64);
    core::iter::from_fn(move || {
        let this = next?;
        let following = this.wrapping_sub(mask) & mask;
        next = (following != 0).then_some(following);
        Some(this)
    })
}
// [/subsets]

// [numbers]
/// A number that looks random, the same for the same input on every machine (the mixer of SplitMix64).
pub const fn number(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
// [/numbers]

// [magic]
/// A table of attacks for one square, and the number that finds the place in it.
pub struct Magic {
    pub mask: Set,
    pub factor: u64,
    pub shift: u32,
    pub attacks: Vec<Set>,
}

impl Magic {
    /// Multiplication gathers the scattered bits of the mask at the top of the word; the shift brings them down.
    pub fn index(&self, occupied: Set) -> usize {
        ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }

    pub fn attacks(&self, occupied: Set) -> Set {
        self.attacks[self.index(occupied)]
    }

    /// Tries random factors with few bits until one works. Also says how many it tried.
    pub fn find(from: Square, rook: bool) -> (Magic, u64) {
        let mask = relevant(from, rook);
        let slow = if rook { rook_by_walking } else { bishop_by_walking };
        let cases: Vec<(Set, Set)> = subsets(mask).map(|occupied| (occupied, slow(from, occupied))).collect();
        let mut tries = 0;
        loop {
            let factor = number(3 * tries) & number(3 * tries + 1) & number(3 * tries + 2);
            tries += 1;
            let mut magic = Magic { mask, factor, shift: 64 - mask.count_ones(), attacks: vec![0; cases.len()] };
            if magic.fill(&cases) {
                return (magic, tries);
            }
        }
    }

    /// Two occupancies may share an index if they see the same squares. If not, that is a collision: try another
    /// factor.
    fn fill(&mut self, cases: &[(Set, Set)]) -> bool {
        cases.iter().all(|&(occupied, attacks)| {
            let index = self.index(occupied);
            let free_or_same = self.attacks[index] == 0 || self.attacks[index] == attacks;
            self.attacks[index] = attacks;
            free_or_same
        })
    }
}
// [/magic]

// [pext]
/// What the instruction PEXT does: gather the bits under a mask at the low end of a word, in order.
pub fn pext(value: u64, mask: u64) -> u64 {
    let mut gathered = 0;
    for (place, square) in squares(mask).enumerate() {
        gathered |= (value >> square & 1) << place;
    }
    gathered
}

/// The same table without a search: the gathered bits are the index, and no two occupancies ever share one.
pub fn pext_table(from: Square, rook: bool) -> (Set, Vec<Set>) {
    let mask = relevant(from, rook);
    let slow = if rook { rook_by_walking } else { bishop_by_walking };
    let mut attacks = vec![0; 1 << mask.count_ones()];
    for occupied in subsets(mask) {
        attacks[pext(occupied, mask) as usize] = slow(from, occupied);
    }
    (mask, attacks)
}
// [/pext]

// [fast]
/// What the later pages use. Scanning needs no tables that must be built first; a fast generator uses tables.
pub fn rook(from: Square, occupied: Set) -> Set {
    DIRECTIONS[..4].iter().map(|&direction| scan(from, direction, occupied)).fold(0, |all, ray| all | ray)
}

pub fn bishop(from: Square, occupied: Set) -> Set {
    DIRECTIONS[4..].iter().map(|&direction| scan(from, direction, occupied)).fold(0, |all, ray| all | ray)
}
// [/fast]
