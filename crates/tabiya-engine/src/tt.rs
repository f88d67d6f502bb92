//! The transposition table: what earlier visits to a position found, shared by all threads without a lock.
//!
//! An entry is two words, `key ^ data` and `data`. A reader that catches two different writers' halves finds that the
//! key does not come out and takes it for a miss, so no lock is needed; what it does read may still be from another
//! position with the same key, which is why the search asks `is_pseudo_legal` before it trusts a move.
//!
//! | bits of `data` | |
//! |---|---|
//! | 0–15 | move, 0 for none |
//! | 16–31 | score, as seen from the position itself |
//! | 32–47 | static evaluation |
//! | 48–55 | depth |
//! | 56–57 | bound |
//! | 58–63 | age |

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use tabiya::Move;

use crate::score::{Value, mate_from_node, mate_from_root};

/// What a stored score says about the true one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// It is the value.
    Exact,
}

/// What the table knows about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found, unchecked.
    pub mv: Option<Move>,
    /// The score, its mates counted from the root.
    pub score: Value,
    /// The static evaluation, if the position was not in check.
    pub eval: Option<Value>,
    /// The depth of the search behind the score.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
}

const BUCKET: usize = 4;
const AGES: u8 = 64;
/// No evaluation is this large, so it can mean "none".
const NO_EVAL: i16 = i16::MIN;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([[AtomicU64; 2]; BUCKET]);

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// The largest table that may be asked for, in mebibytes.
    pub const MAX_MEGABYTES: usize = 65_536;

    /// An empty table of this many mebibytes, or of as many as fit into `room` bytes and can be had.
    pub fn new(megabytes: usize, room: usize) -> Table {
        let mut bytes = size_asked(megabytes, room);
        while bytes >= 1 << 20 {
            let count = bytes / size_of::<Bucket>();
            let mut buckets = Vec::new();
            if buckets.try_reserve_exact(count).is_ok() {
                tabiya_perft::prefer_huge_pages(buckets.spare_capacity_mut());
                buckets.resize_with(count, Bucket::default);
                return Table { buckets, age: AtomicU8::new(0) };
            }
            bytes /= 2;
        }
        Table::smallest()
    }

    /// How large it is, in mebibytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(&self.buckets[..]) >> 20
    }

    /// A table of one bucket, for when there is no memory for anything.
    pub fn smallest() -> Table {
        Table { buckets: vec![Bucket::default()], age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // No other thread looks, so plain stores will do: they are many times as fast as atomic ones.
        for word in self.buckets.iter_mut().flat_map(|bucket| bucket.0.as_flattened_mut()) {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }

    /// Begins a new search, in which older entries give way first.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads the keys evenly over any number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Starts to bring what is known about a position into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        tabiya_perft::prefetch(self.bucket(key));
    }

    /// What is known about the position with this key, `ply` moves from the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data, ply)).flatten()
        })
    }

    /// Remembers what a search found, in place of the least useful entry of the bucket.
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age();
        let mut entry = entry;
        let mut place = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                // The same position: keep its move if we have none, and a much deeper result of this search.
                if let Some(old) = unpack(data, ply) {
                    let fresh = age_of(data) == age;
                    if fresh && entry.bound != Bound::Exact && old.depth > entry.depth.saturating_add(3) {
                        return;
                    }
                    entry.mv = entry.mv.or(old.mv);
                }
                place = slot;
                break;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 8 * years };
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        let data = pack(entry, ply, age);
        place[0].store(key ^ data, Ordering::Relaxed);
        place[1].store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub(crate) fn permille_full(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let age = self.age();
        let used = |data: &AtomicU64| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let full = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| used(&slot[1])).count();
        full * 1000 / (sample.len() * BUCKET)
    }
}

/// How many bytes a table is to have at most. Counted in 64 bits whatever the machine has, for 4096 mebibytes are more
/// than 32 bits can say.
fn size_asked(megabytes: usize, room: usize) -> usize {
    let asked = (megabytes.clamp(1, Table::MAX_MEGABYTES) as u64) << 20;
    // Not more than `room`, which is a `usize`, so it fits again.
    asked.min(room as u64) as usize
}

fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let half = |value: Value| u64::from(value.clamp(-32_767, 32_767) as i16 as u16);
    let eval = entry.eval.map_or(u64::from(NO_EVAL as u16), half);
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    entry.mv.map_or(0, |mv| u64::from(mv.bits()))
        | half(mate_from_node(entry.score, ply)) << 16
        | eval << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(age) << 58
}

fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let eval = (data >> 32) as i16;
    Some(Entry {
        mv: Move::from_bits(data as u16),
        score: mate_from_root(Value::from((data >> 16) as i16), ply),
        eval: (eval != NO_EVAL).then_some(Value::from(eval)),
        depth: depth_of(data),
        bound,
    })
}

fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mated_in;
    use tabiya::{MoveKind, Square};

    fn entry(score: Value, depth: i32) -> Entry {
        let mv = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
        Entry { mv, score, eval: Some(-12), depth, bound: Bound::Lower }
    }

    #[test]
    fn a_table_is_no_larger_than_there_is_room() {
        assert_eq!(Table::new(4, usize::MAX).megabytes(), 4);
        assert_eq!(Table::new(Table::MAX_MEGABYTES, 3 << 20).megabytes(), 3);
        assert_eq!(Table::new(16, 0).megabytes(), 0);
    }

    #[test]
    fn a_size_beyond_32_bits_is_all_the_room_there() {
        // All that 32 bits can address, which is the room where the system does not say how much is free.
        let room = u32::MAX as usize;
        for megabytes in [4096, 4097, Table::MAX_MEGABYTES, usize::MAX] {
            assert_eq!(size_asked(megabytes, room), room, "{megabytes}");
        }
        assert_eq!(size_asked(4095, room), 4095 << 20);
        assert_eq!([0, 1, 2].map(|megabytes| size_asked(megabytes, room)), [1 << 20, 1 << 20, 2 << 20]);
        assert_eq!(size_asked(4096, 5), 5);
        assert_eq!(size_asked(usize::MAX, usize::MAX) as u64, (65_536_u64 << 20).min(usize::MAX as u64));
    }

    #[test]
    fn what_is_stored_comes_back() {
        let mut table = Table::new(1, usize::MAX);
        assert_eq!(table.probe(77, 0), None);
        table.store(77, 3, entry(150, 9));
        assert_eq!(table.probe(77, 5), Some(entry(150, 9)));
        table.store(78 << 40, 0, Entry { mv: None, eval: None, ..entry(0, 0) });
        assert_eq!(table.probe(78 << 40, 0), Some(Entry { mv: None, eval: None, ..entry(0, 0) }));
        table.clear();
        assert_eq!(table.probe(77, 0), None);
    }

    #[test]
    fn mates_are_counted_from_where_they_are_read() {
        let table = Table::new(1, usize::MAX);
        table.store(5, 4, entry(mated_in(10), 9));
        assert_eq!(table.probe(5, 2).unwrap().score, mated_in(8));
    }

    #[test]
    fn what_does_not_fit_is_stored_as_the_nearest_that_does() {
        let table = Table::new(1, usize::MAX);
        for (number, nearest, depth) in [(i32::MIN, -32_767, 0), (i32::MAX, 32_767, 255)] {
            for ply in [0, 7, usize::MAX] {
                // Twice, since the second time it meets itself.
                for _ in 0..2 {
                    table.store(5, ply, Entry { eval: Some(number), bound: Bound::Upper, ..entry(number, number) });
                    let found = table.probe(5, 0).unwrap();
                    assert_eq!((found.score, found.eval, found.depth), (nearest, Some(nearest), depth));
                }
                table.probe(5, usize::MAX).unwrap();
            }
        }
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let table = Table::new(1, usize::MAX);
        table.store(5, 0, entry(10, 9));
        table.bucket(5).0[0][1].fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn old_and_shallow_entries_give_way_first() {
        let table = Table::new(1, usize::MAX);
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.store(key, 0, entry(0, depth));
        }
        table.store(5, 0, entry(0, 1));
        assert_eq!(table.probe(2, 0), None);
        for _ in 0..3 {
            table.grow_older();
        }
        table.store(6, 0, entry(0, 1));
        assert!(table.probe(6, 0).is_some() && table.probe(5, 0).is_none() && table.probe(1, 0).is_some());
    }
}
