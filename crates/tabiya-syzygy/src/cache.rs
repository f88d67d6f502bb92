//! The pages of files that were read, kept for all threads without locks.
//!
//! A page is 512 atomic words with a version. A writer makes the version odd, writes, and makes it even again; a reader
//! copies the words it needs and believes them only if the version was even and did not change meanwhile. A reader that
//! finds a page being written reads from the file instead, so nothing ever waits.

use core::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::OnceLock;

/// Bytes in a page.
pub(crate) const PAGE: usize = 4096;
const WORDS: usize = PAGE / 8;
/// Places in which one page may lie.
const WAYS: usize = 4;
/// No page has this name.
const NOTHING: u64 = u64::MAX;

#[derive(Debug)]
pub(crate) struct Cache {
    slots: Box<[Slot]>,
}

#[derive(Debug)]
struct Slot {
    name: AtomicU64,
    version: AtomicU64,
    words: OnceLock<Box<[AtomicU64; WORDS]>>,
}

impl Cache {
    /// A cache for this many bytes, which are taken as pages come in.
    pub(crate) fn new(bytes: usize) -> Cache {
        let sets = (bytes / PAGE / WAYS).max(1).next_power_of_two();
        let slot = || Slot { name: AtomicU64::new(NOTHING), version: AtomicU64::new(0), words: OnceLock::new() };
        Cache { slots: (0..sets * WAYS).map(|_| slot()).collect() }
    }

    fn set(&self, name: u64) -> (&[Slot], usize) {
        // Both halves of the product: files differ in the high bits of a name, pages in the low ones.
        let product = u128::from(name).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let hash = (product >> 64) as u64 ^ product as u64;
        let set = hash as usize & (self.slots.len() / WAYS - 1);
        (&self.slots[set * WAYS..][..WAYS], (hash >> 40) as usize % WAYS)
    }

    /// Copies bytes of a page; `false` if the page is not here or was replaced meanwhile.
    pub(crate) fn read(&self, name: u64, from: usize, bytes: &mut [u8]) -> bool {
        let (slots, _) = self.set(name);
        let Some(slot) = slots.iter().find(|slot| slot.name.load(Ordering::Relaxed) == name) else { return false };
        let version = slot.version.load(Ordering::Acquire);
        if version % 2 == 1 || slot.name.load(Ordering::Relaxed) != name {
            return false;
        }
        let Some(words) = slot.words.get() else { return false };
        copy_out(words, from, bytes);
        fence(Ordering::Acquire);
        slot.version.load(Ordering::Relaxed) == version
    }

    /// Keeps a page, in place of another if need be.
    pub(crate) fn write(&self, name: u64, page: &[u8; PAGE]) {
        let (slots, by_chance) = self.set(name);
        let is_free = |slot: &&Slot| slot.name.load(Ordering::Relaxed) == NOTHING;
        // The oldest writes have the lowest versions, so pages are replaced in turn.
        let oldest = || slots.iter().min_by_key(|slot| slot.version.load(Ordering::Relaxed));
        let slot = slots.iter().find(is_free).or_else(oldest).unwrap_or(&slots[by_chance]);
        let version = slot.version.load(Ordering::Relaxed);
        if version % 2 == 1
            || slot.version.compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return;
        }
        fence(Ordering::Release);
        let words = slot.words.get_or_init(empty_page);
        for (word, bytes) in words.iter().zip(page.as_chunks::<8>().0) {
            word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
        }
        slot.name.store(name, Ordering::Relaxed);
        slot.version.store(version + 2, Ordering::Release);
    }
}

fn empty_page() -> Box<[AtomicU64; WORDS]> {
    Box::new([const { AtomicU64::new(0) }; WORDS])
}

fn copy_out(words: &[AtomicU64; WORDS], from: usize, bytes: &mut [u8]) {
    let load = |index: usize| words.get(index).map_or(0, |word| word.load(Ordering::Relaxed));
    let shift = (from % 8 * 8) as u32;
    let mut index = from / 8;
    let mut next = || {
        let word = load(index) >> shift;
        index += 1;
        // Twice, because a shift by 64 is none.
        (word | load(index) << 1 << (63 - shift)).to_le_bytes()
    };
    let mut chunks = bytes.chunks_exact_mut(8);
    for chunk in &mut chunks {
        chunk.copy_from_slice(&next());
    }
    let rest = chunks.into_remainder();
    if !rest.is_empty() {
        rest.copy_from_slice(&next()[..rest.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(seed: u64) -> [u8; PAGE] {
        core::array::from_fn(|i| (seed.wrapping_mul(31).wrapping_add(i as u64 * 7)) as u8)
    }

    #[test]
    fn every_range_of_a_page_comes_back() {
        let cache = Cache::new(PAGE);
        cache.write(3, &page(9));
        for from in [0, 1, 7, 8, 9, 4080, 4091, 4095] {
            for len in 0..=(PAGE - from).min(40) {
                let mut bytes = vec![0; len];
                assert!(cache.read(3, from, &mut bytes));
                assert_eq!(bytes, page(9)[from..from + len], "{from} {len}");
            }
        }
        assert!(!cache.read(4, 0, &mut [0; 8]));
    }

    #[test]
    fn old_pages_make_room_and_are_never_taken_for_others() {
        let cache = Cache::new(16 * PAGE);
        for name in 0..200 {
            cache.write(name, &page(name));
            let mut bytes = [0; 100];
            assert!(cache.read(name, 5, &mut bytes));
            for other in 0..=name {
                if cache.read(other, 5, &mut bytes) {
                    assert_eq!(bytes, page(other)[5..105]);
                }
            }
        }
    }

    /// The first pages of many files: they must not all lie in one place.
    #[test]
    fn pages_of_many_files_are_kept_side_by_side() {
        let cache = Cache::new(4000 * PAGE);
        let names = || (0..300_u64).flat_map(|file| (0..3).map(move |page| file << 40 | page));
        names().for_each(|name| cache.write(name, &page(name)));
        let kept = names().filter(|&name| cache.read(name, 0, &mut [0; 8])).count();
        assert!(kept > 850, "{kept} of 900");
    }

    #[test]
    fn threads_never_read_a_torn_page() {
        let cache = Cache::new(PAGE);
        std::thread::scope(|scope| {
            for thread in 0..3u64 {
                let cache = &cache;
                scope.spawn(move || {
                    for round in 0..3000 {
                        let name = (round * 7 + thread) % 11;
                        let mut bytes = [0; 256];
                        if cache.read(name, 64, &mut bytes) {
                            assert_eq!(bytes, page(name)[64..320]);
                        } else {
                            cache.write(name, &page(name));
                        }
                    }
                });
            }
        });
    }
}
