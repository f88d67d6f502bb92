//! Men to where they came from: the cheapest way, and whether there is one.

use core::ops::Range;

use tabiya::Bitboard;

/// A side has sixteen men at the start.
pub(super) const ORIGINS: usize = 16;

/// What it costs a man to come from each origin; [`NEVER`] where it cannot.
pub(super) type Costs = [u32; ORIGINS];

/// A man cannot have come from an origin.
pub(super) const NEVER: u32 = 1000;

/// The least total cost of giving every man one of these origins of its own; `None` if there is no way.
///
/// The Hungarian method: men are added one by one, each along a shortest path through the prices of men and origins.
pub(super) fn cheapest(men: &[Costs], origins: Range<usize>) -> Option<u32> {
    let (count, first) = (men.len(), origins.start);
    if count > origins.len() {
        return None;
    }
    let last = origins.len();
    // Row and column 0 stand for nothing, so that a path has somewhere to start.
    let mut man_price = vec![0i64; count + 1];
    let mut origin_price = [0i64; ORIGINS + 1];
    let mut man_of = [0usize; ORIGINS + 1];
    for added in 1..=count {
        man_of[0] = added;
        let mut here = 0;
        let mut least = [i64::MAX; ORIGINS + 1];
        let mut before = [0usize; ORIGINS + 1];
        let mut used = [false; ORIGINS + 1];
        loop {
            used[here] = true;
            let man = man_of[here];
            let (mut step, mut next) = (i64::MAX, 0);
            for origin in (1..=last).filter(|&origin| !used[origin]) {
                let cost = i64::from(men[man - 1][first + origin - 1]) - man_price[man] - origin_price[origin];
                if cost < least[origin] {
                    (least[origin], before[origin]) = (cost, here);
                }
                if least[origin] < step {
                    (step, next) = (least[origin], origin);
                }
            }
            for origin in 0..=last {
                if used[origin] {
                    man_price[man_of[origin]] += step;
                    origin_price[origin] -= step;
                } else {
                    least[origin] = least[origin].saturating_sub(step);
                }
            }
            here = next;
            if man_of[here] == 0 {
                break;
            }
        }
        while here != 0 {
            man_of[here] = man_of[before[here]];
            here = before[here];
        }
    }
    let taken = (1..=last).filter(|&origin| man_of[origin] > 0);
    let total: u32 = taken.map(|origin| men[man_of[origin] - 1][first + origin - 1]).sum();
    (total < NEVER).then_some(total)
}

/// As many men as can have origins of their own among some of the origins.
pub(super) struct Matching<'a> {
    men: &'a [Costs],
    /// A bit for each origin that counts.
    origins: u32,
    man_of: [Option<usize>; ORIGINS],
    /// How many men have an origin.
    pub size: u32,
    /// The men without one.
    pub left_over: Vec<usize>,
}

impl Matching<'_> {
    pub fn new(men: &[Costs], origins: u32) -> Matching<'_> {
        let mut matching = Matching { men, origins, man_of: [None; ORIGINS], size: 0, left_over: Vec::new() };
        for man in 0..men.len() {
            if matching.place(man, &mut 0) {
                matching.size += 1;
            } else {
                matching.left_over.push(man);
            }
        }
        matching
    }

    /// Finds an origin for a man; men placed before may have to take another.
    fn place(&mut self, man: usize, tried: &mut u32) -> bool {
        for origin in 0..ORIGINS {
            let is_open = self.origins & !*tried & 1 << origin != 0;
            if !is_open || self.men[man][origin] >= NEVER {
                continue;
            }
            *tried |= 1 << origin;
            if self.man_of[origin].is_none_or(|other| self.place(other, tried)) {
                self.man_of[origin] = Some(man);
                return true;
            }
        }
        false
    }

    /// Men who together have too few origins, the first that was left over among them.
    pub fn too_many(&self, squares: &[tabiya::Square]) -> Bitboard {
        let Some(&first) = self.left_over.first() else {
            return Bitboard::EMPTY;
        };
        let (mut found, mut queue) = (1u64 << first, vec![first]);
        while let Some(man) = queue.pop() {
            for origin in 0..ORIGINS {
                if self.origins >> origin & 1 != 0
                    && self.men[man][origin] < NEVER
                    && let Some(other) = self.man_of[origin]
                    && found >> other & 1 == 0
                {
                    found |= 1 << other;
                    queue.push(other);
                }
            }
        }
        (0..self.men.len()).filter(|man| found >> man & 1 != 0).map(|man| squares[man]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way tried.
    fn slow(men: &[Costs], used: u32) -> Option<u32> {
        let Some((first, rest)) = men.split_first() else {
            return Some(0);
        };
        let ways = (0..ORIGINS).filter(|origin| used >> origin & 1 == 0 && first[*origin] < NEVER);
        ways.filter_map(|origin| Some(first[origin] + slow(rest, used | 1 << origin)?)).min()
    }

    /// All tables of three men and three origins.
    #[test]
    fn the_cheapest_way_is_that_of_trying_all() {
        let (mut some, mut none) = (0, 0);
        for code in 0..4u32.pow(9) {
            let mut men = [[NEVER; ORIGINS]; 3];
            for cell in 0..9 {
                let cost = code >> (2 * cell) & 3;
                // Not the first three columns, so that an error in counting them shows.
                men[cell / 3][[1, 7, 15][cell % 3]] = if cost == 3 { NEVER } else { cost };
            }
            let slow = slow(&men, 0);
            assert_eq!(cheapest(&men, 0..ORIGINS), slow, "{men:?}");
            let matching = Matching::new(&men, u32::MAX);
            assert_eq!(matching.left_over.is_empty(), slow.is_some(), "{men:?}");
            assert_eq!(matching.size as usize + matching.left_over.len(), men.len());
            if slow.is_none() {
                let crowd = matching.too_many(&tabiya::Square::ALL[..men.len()]);
                let origins = crowd.into_iter().fold(0u32, |all, man| {
                    (0..ORIGINS).filter(|&origin| men[man as usize][origin] < NEVER).fold(all, |all, i| all | 1 << i)
                });
                assert!(crowd.len() > origins.count_ones(), "{men:?}");
            }
            *if slow.is_some() { &mut some } else { &mut none } += 1;
        }
        assert!(some > 1000 && none > 1000, "{some} {none}");
    }
}
