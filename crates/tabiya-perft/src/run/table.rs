//! The hash table: leaf counts of positions met before.
//!
//! An entry is two words. The second holds, from the top, 16 bits of the key or more, the count (43
//! bits or fewer) and the depth (5); the first holds 64 further bits of the key, combined with the
//! second word by exclusive or, so that two words written by different threads do not look like one
//! entry. The bucket's number is made of yet other bits of the key; where there are fewer than 16 of
//! them, because the table is small, counts give up as many. An entry that is believed has therefore
//! agreed in at least 64 + 16 + 16 = **96 bits** with the position asked for.
//!
//! The bound: a probe looks at four entries, each a false friend with probability at most 2^-96. A
//! perft of ten plies makes fewer than 10^12 probes, so one wrong total has a probability below
//! 4 * 10^12 * 2^-96 < 10^-16. A torn entry (two threads writing the same place at the same moment)
//! must in addition agree in 80 bits by chance. Tests make keys short on purpose and find the
//! collisions this predicts.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ptr::NonNull;

const DEPTH_BITS: u32 = 5;
const DEPTH_MASK: u64 = (1 << DEPTH_BITS) - 1;
/// Bits of a count where sixteen bits of the key choose the bucket.
const COUNT_BITS: u32 = 43;
const BUCKET_BITS: u32 = 16;
/// Fewer buckets would leave too little room for counts.
const LEAST_BUCKETS: usize = 1 << 10;

/// Starts to bring the beginning of a value into the cache, where the machine can be asked to.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect on memory, and the address is that of a value.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// Deeper counts can be neither stored nor looked up.
pub(crate) const MOST_DEPTH: u32 = DEPTH_MASK as u32;
/// The smallest table: 64 KiB.
pub(crate) const LEAST_BYTES: usize = LEAST_BUCKETS * size_of::<Bucket>();

/// The number of this way to lay out entries: tables that several processes use name it.
#[cfg(target_os = "linux")]
pub(crate) const LAYOUT: u32 = 1;

/// A lock-free table shared by all threads of a run.
pub(crate) struct Table {
    buckets: NonNull<Bucket>,
    mask: usize,
    /// Where the count is in the second word of an entry.
    count_mask: u64,
    /// What the buckets are in.
    memory: Storage,
}

enum Storage {
    /// What the allocator gave; the buckets begin at the next multiple of their alignment.
    Own(NonNull<u8>),
    /// What other processes use too.
    #[cfg(target_os = "linux")]
    #[expect(dead_code, reason = "it is kept for as long as the table is")]
    Shared(std::sync::Arc<crate::run::mapping::Mapping>),
}

// SAFETY: all access to the buckets goes through atomics.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

/// The memory for a hash table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OutOfMemory {
    /// What was asked for, in bytes.
    pub bytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} bytes", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

impl Table {
    /// A table of at most `bytes` bytes, but at least 64 KiB.
    pub fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        let buckets = size_of_table(bytes) / size_of::<Bucket>();
        let layout = Self::layout(buckets).ok_or(OutOfMemory { bytes })?;
        // SAFETY: the layout is not empty.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(OutOfMemory { bytes })?;
        let gap = memory.align_offset(align_of::<Bucket>());
        // SAFETY: the layout has room for the gap, which is less than one alignment. Zeroed memory is
        // a valid bucket of atomics.
        let buckets_at = unsafe { memory.add(gap) }.cast::<Bucket>();
        ask_for_huge_pages(memory.as_ptr(), layout.size());
        Ok(Self {
            buckets: buckets_at,
            mask: buckets - 1,
            count_mask: count_mask(buckets),
            memory: Storage::Own(memory),
        })
    }

    /// A table at the beginning of memory that other processes use too. The size must be a table's.
    #[cfg(target_os = "linux")]
    pub fn shared(memory: std::sync::Arc<crate::run::mapping::Mapping>, bytes: usize) -> Self {
        assert!(bytes == size_of_table(bytes) && bytes <= memory.bytes());
        // The memory begins at a multiple of two megabytes, and whatever is in it is a bucket of atomics.
        let at = memory.start().cast::<Bucket>();
        let buckets = bytes / size_of::<Bucket>();
        Self { buckets: at, mask: buckets - 1, count_mask: count_mask(buckets), memory: Storage::Shared(memory) }
    }

    /// Room for the buckets and for aligning them. The allocator is asked for its own alignment only:
    /// it then hands out untouched pages, which the system clears one by one as they are used, where a
    /// larger alignment would make it write every byte before the first count could begin.
    fn layout(buckets: usize) -> Option<Layout> {
        let bytes = buckets.checked_mul(size_of::<Bucket>())?.checked_add(align_of::<Bucket>())?;
        Layout::from_size_align(bytes, align_of::<u64>()).ok()
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        (self.mask + 1) * size_of::<Bucket>()
    }

    #[inline(always)]
    fn bucket(&self, key: u128) -> &Bucket {
        let index = (key >> 80) as usize & self.mask;
        // SAFETY: the index is masked to the number of buckets, which live as long as the table.
        unsafe { &*self.buckets.as_ptr().add(index) }
    }

    /// Starts to fetch what a later `get` will look at.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        prefetch(self.bucket(key));
    }

    /// The second word of an entry without its count, and the whole key part of the first.
    #[inline(always)]
    fn parts(&self, key: u128, depth: u32) -> (u64, u64) {
        // Rotated, the word begins with the sixteen bits below the bucket's number and goes on with the
        // topmost bits of the key, which no number of buckets reaches.
        let tag = ((key >> 64) as u64).rotate_right(16) & !(self.count_mask | DEPTH_MASK);
        (tag | u64::from(depth) & DEPTH_MASK, key as u64)
    }

    /// The count stored for this key and depth.
    #[inline(always)]
    pub fn get(&self, key: u128, depth: u32) -> Option<u64> {
        let (tag, low) = self.parts(key, depth);
        for [first, second] in &self.bucket(key).0 {
            let data = second.load(Relaxed);
            if data & !self.count_mask == tag && first.load(Relaxed) ^ data == low {
                return Some((data & self.count_mask) >> DEPTH_BITS);
            }
        }
        None
    }

    /// Stores a count, in place of the entry that was cheapest to compute. Counts too large for an
    /// entry and depths it cannot tell apart are not stored.
    #[inline(always)]
    pub fn put(&self, key: u128, depth: u32, count: u128) {
        if count > u128::from(self.count_mask >> DEPTH_BITS) || u64::from(depth) > DEPTH_MASK {
            return;
        }
        let (tag, low) = self.parts(key, depth);
        let mut victim = &self.bucket(key).0[0];
        let mut cheapest = u64::MAX;
        for entry in &self.bucket(key).0 {
            let data = entry[1].load(Relaxed);
            // The depth first, then the count. Empty entries have neither, so they go first.
            let cost = (data & (self.count_mask | DEPTH_MASK)).rotate_right(DEPTH_BITS);
            if cost < cheapest {
                cheapest = cost;
                victim = entry;
            }
        }
        let data = tag | (count as u64) << DEPTH_BITS;
        victim[0].store(low ^ data, Relaxed);
        victim[1].store(data, Relaxed);
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if let (Storage::Own(memory), Some(layout)) = (&self.memory, Self::layout(self.mask + 1)) {
            // SAFETY: allocated in `new` with this very layout.
            unsafe { dealloc(memory.as_ptr(), layout) };
        }
    }
}

/// How large a table is for which this number of bytes is given.
pub(crate) fn size_of_table(bytes: usize) -> usize {
    size_of::<Bucket>() << (bytes / size_of::<Bucket>()).max(LEAST_BUCKETS).ilog2()
}

/// Where the count is in the second word of an entry.
fn count_mask(buckets: usize) -> u64 {
    let count_bits = COUNT_BITS - BUCKET_BITS.saturating_sub(buckets.ilog2());
    ((1 << count_bits) - 1) << DEPTH_BITS
}

/// Asks the system for large pages behind memory that is about to be read at random, a hash table say. It is a hint:
/// call it before the memory is written for the first time.
pub fn prefer_huge_pages<T>(memory: &mut [T]) {
    ask_for_huge_pages(memory.as_mut_ptr().cast(), size_of_val(memory));
}

/// Large tables are read at random: fewer, larger pages save most of the address translation.
fn ask_for_huge_pages(memory: *mut u8, bytes: usize) {
    // Miri knows no such hint.
    #[cfg(all(target_os = "linux", not(miri)))]
    // SAFETY: a hint about our own allocation, rounded inwards to whole pages; it cannot change data.
    unsafe {
        const PAGE: usize = 4096;
        let start = (memory as usize).next_multiple_of(PAGE);
        let end = (memory as usize + bytes) / PAGE * PAGE;
        if start < end {
            libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = (memory, bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn memory_that_cannot_be_had_is_named() {
        let error = Table::new(usize::MAX).err().expect("no machine has that much");
        assert_eq!(error.to_string(), format!("no memory for a hash table of {} bytes", usize::MAX));
    }

    fn key(random: &mut Random) -> u128 {
        u128::from(random.bits()) << 64 | u128::from(random.bits())
    }

    #[test]
    fn what_is_put_is_found_with_its_depth_and_nothing_else() {
        for (bytes, count_bits) in [(0, 37), (1 << 20, 41), (4 << 20, 43), (16 << 20, 43)] {
            let table = Table::new(bytes).unwrap();
            assert_eq!(table.bytes(), bytes.max(LEAST_BYTES));
            let most = (1_u128 << count_bits) - 1;
            let mut random = Random::new(0x1234_5678_9abc_def1);
            let keys: Vec<u128> = (0..100).map(|_| key(&mut random)).collect();
            for (i, &key) in keys.iter().enumerate() {
                table.put(key, 3, i as u128);
                table.put(key, 31, most);
                table.put(key, 4, most + 1);
                table.put(key, 32, 1);
            }
            let mut checked = 0;
            for (i, &key) in keys.iter().enumerate() {
                assert_eq!((table.get(key, 3), table.get(key, 31)), (Some(i as u64), Some(most as u64)));
                assert_eq!(table.get(key, 4), None, "counts too large are not stored");
                assert_eq!(table.get(key, 0), None, "nor depths too large");
                // A single different bit is another position, unless the table ignores the bit.
                checked = (0..128).filter(|bit| table.get(key ^ 1 << bit, 3).is_none()).count();
                assert!(checked >= 96, "{bytes}: {checked} bits are checked");
            }
            let buckets = (table.bytes() / size_of::<Bucket>()).ilog2();
            assert_eq!(checked as u32, 64 + 16 + buckets.max(16));
        }
    }

    #[test]
    fn the_entry_that_was_cheapest_goes() {
        let table = Table::new(0).unwrap();
        // All in the first bucket: the depth counts more than the count.
        for (key, depth, count) in [(1, 5, 1), (2, 4, 1000), (3, 4, 10), (4, 6, 1)] {
            table.put(key, depth, count);
        }
        table.put(5, 3, 1);
        assert_eq!(table.get(3, 4), None);
        assert!([(1, 5), (2, 4), (4, 6), (5, 3)].iter().all(|&(key, depth)| table.get(key, depth).is_some()));
    }

    /// A process that is killed in the middle, in a table that processes share, has written the first word and not the
    /// second.
    #[test]
    fn half_an_entry_is_none() {
        let mut random = Random::new(0x0bad_cafe);
        for _ in 0..1000 {
            let table = Table::new(0).unwrap();
            let old = key(&mut random);
            table.put(old, 3, 41);
            for new in [key(&mut random), old, old ^ 1] {
                let (tag, low) = table.parts(new, 4);
                table.bucket(old).0[0][0].store(low ^ (tag | 42 << DEPTH_BITS), Relaxed);
                assert_eq!([table.get(old, 3), table.get(new, 4), table.get(new, 3)], [None; 3]);
            }
            table.put(old, 3, 43);
            assert_eq!(table.get(old, 3), Some(43));
        }
    }

    /// Keys cut down to few bits collide as often as the bound says, and whole keys never.
    #[test]
    fn short_keys_collide_as_predicted() {
        const ENTRIES: u32 = 100_000;
        const PROBES: u32 = 1_000_000;
        const BYTES: usize = 4 << 20;
        // Sixteen bits choose the bucket; these many are checked inside it.
        for checked in [4, 8, 12, 80] {
            let mask = if checked == 80 { u128::MAX } else { (!0 << 80) | ((1_u128 << checked) - 1) };
            let table = Table::new(BYTES).unwrap();
            let mut random = Random::new(0x0dd_ba11 + checked as u64);
            for _ in 0..ENTRIES {
                table.put(key(&mut random) & mask, 2, 1);
            }
            let false_friends = (0..PROBES).filter(|_| table.get(key(&mut random) & mask, 2).is_some()).count();
            let filled = f64::from(ENTRIES) / (BYTES / size_of::<Bucket>()) as f64;
            let expected = f64::from(PROBES) * filled * 0.5_f64.powi(checked);
            let bound = f64::from(PROBES) * 4.0 * 0.5_f64.powi(checked);
            assert!(false_friends as f64 <= bound, "{checked} bits: {false_friends} > {bound}");
            assert!(false_friends as f64 >= expected / 2.0 - 1.0, "{checked} bits: {false_friends} of {expected}");
            assert!(checked != 80 || false_friends == 0);
        }
    }
}
