//! The checksum in the last 16 bytes of a table: a CityHash of the CityHashes of every 16 MiB before it.
//!
//! Two members of Google's CityHash family are used, with CRC-32C inside; only the lengths that occur are written here.

use crate::error::Fault;
use crate::source::Source;
use crate::table::CHECKSUM;

const CHUNK: u64 = 1 << 24;

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;
const MIX: u64 = 0x9ddf_ea08_eb38_2d69;

/// Compares a table's checksum with its bytes; `false` if `proceed`, which hears of every part read, said so.
pub(crate) fn check(source: &Source, proceed: &mut dyn FnMut(u64) -> bool) -> Result<bool, Fault> {
    let Some(end) = source.len().checked_sub(CHECKSUM) else { return Fault::damaged(0, "the file has no checksum") };
    let mut hashes = Vec::new();
    let mut at = 0;
    while at < end {
        let mut chunk = vec![0; (end - at).min(CHUNK) as usize];
        source.read_past_cache(at, &mut chunk)?;
        hash_chunk(&chunk).iter().for_each(|word| hashes.extend(word.to_le_bytes()));
        at += chunk.len() as u64;
        if !proceed(chunk.len() as u64) {
            return Ok(false);
        }
    }
    let mut stored = [0; CHECKSUM as usize];
    source.read_past_cache(end, &mut stored)?;
    if stored == hash_of_hashes(&hashes) { Ok(true) } else { Fault::damaged(end, "the checksum is another one") }
}

/// The checksum of bytes that are not a file yet.
#[cfg(feature = "write")]
pub(crate) fn of(bytes: &[u8]) -> [u8; CHECKSUM as usize] {
    let chunks = bytes.chunks(CHUNK as usize);
    hash_of_hashes(&chunks.flat_map(hash_chunk).flat_map(u64::to_le_bytes).collect::<Vec<u8>>())
}

fn hash_of_hashes(hashes: &[u8]) -> [u8; CHECKSUM as usize] {
    let [low, high] = if hashes.len() <= 900 {
        hash_128(hashes)
    } else {
        let [_, _, low, high] = hash_chunk(hashes);
        [low, high]
    };
    let mut bytes = [0; CHECKSUM as usize];
    bytes[..8].copy_from_slice(&low.to_le_bytes());
    bytes[8..].copy_from_slice(&high.to_le_bytes());
    bytes
}

/// Eight bytes at a place; zeros behind the end.
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    let here = bytes.get(at..).unwrap_or_default();
    let len = here.len().min(8);
    word[..len].copy_from_slice(&here[..len]);
    u64::from_le_bytes(word)
}

fn shift_mix(value: u64) -> u64 {
    value ^ value >> 47
}

fn join(low: u64, high: u64) -> u64 {
    let first = shift_mix((low ^ high).wrapping_mul(MIX));
    shift_mix((high ^ first).wrapping_mul(MIX)).wrapping_mul(MIX)
}

/// One step of CRC-32C over the eight bytes of a word.
fn crc(sum: u64, word: u64) -> u64 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = value >> 1 ^ if value & 1 == 1 { 0x82f6_3b78 } else { 0 };
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    let mut sum = sum as u32;
    for byte in word.to_le_bytes() {
        sum = sum >> 8 ^ TABLE[usize::from(sum as u8 ^ byte)];
    }
    sum.into()
}

/// The state of a chunk's hash: five mixed words and one that waits, and a CRC of each of the five.
struct Mixer {
    words: [u64; 5],
    waiting: u64,
    sums: [u64; 5],
}

impl Mixer {
    /// Takes in the forty bytes at a place.
    fn take(&mut self, bytes: &[u8], at: usize, multiplier: u64, twist: u32) {
        let [a, b, c, d, e] = self.words;
        let sources = [(b, 41), (c, 27), (d, 41), (e, 33), (self.waiting, 25)];
        for (i, (source, turn)) in sources.into_iter().enumerate() {
            let turned = source.rotate_right(turn ^ twist).wrapping_mul(multiplier);
            self.words[i] = turned.wrapping_add(word(bytes, at + 8 * i));
            self.sums[i] = crc(self.sums[i], self.words[i]);
        }
        self.waiting = a;
    }
}

/// CityHashCrc256.
fn hash_chunk(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() < 240 {
        let mut padded = [0; 240];
        padded[..bytes.len()].copy_from_slice(bytes);
        return hash_long(&padded, (!(bytes.len() as u32)).into());
    }
    hash_long(bytes, 0)
}

fn hash_long(bytes: &[u8], seed: u64) -> [u64; 4] {
    let len = bytes.len() as u64;
    let b = word(bytes, 96).wrapping_add(K0);
    let c = join(b, len);
    let d = word(bytes, 120).wrapping_mul(K0).wrapping_add(len);
    let (first, second) = (c, d);
    let mut mixer = Mixer {
        words: [word(bytes, 56).wrapping_add(K0), b, c, d, word(bytes, 184).wrapping_add(seed)],
        waiting: c.wrapping_add(d),
        sums: [seed, 0, 0, 0, 0],
    };
    let mut at = 0;
    while at + 240 <= bytes.len() {
        for part in 0..6 {
            let (multiplier, twist) = if part % 2 == 0 { (1, 1) } else { (K0, 0) };
            mixer.take(bytes, at, multiplier, twist);
            at += 40;
        }
    }
    while at + 40 <= bytes.len() {
        mixer.take(bytes, at, K0, 0);
        at += 40;
    }
    if at < bytes.len() {
        // The last forty bytes, some of them for the second time.
        mixer.take(bytes, bytes.len() - 40, K0, 0);
    }
    let [mut a, mut b, mut c, mut d, mut e] = mixer.words;
    let [mut f, mut g, mut h, mut i, mut j] = mixer.sums;
    j = j.wrapping_add(i << 32);
    a = join(a, j);
    h = h.wrapping_add(g << 32);
    b = b.wrapping_add(h);
    c = join(c, f).wrapping_add(i);
    d = join(d, e.wrapping_add(first));
    j = j.wrapping_add(e);
    i = i.wrapping_add(join(h, mixer.waiting));
    e = join(a, d).wrapping_add(j);
    f = join(b, c).wrapping_add(a);
    g = join(j, i).wrapping_add(c);
    let mut hash = [0; 4];
    hash[0] = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    let stir = |value: u64| shift_mix(value.wrapping_mul(K0)).wrapping_mul(K0);
    a = stir(a.wrapping_add(g)).wrapping_add(b);
    hash[1] = second.wrapping_add(a).wrapping_add(hash[0]);
    a = stir(a).wrapping_add(c);
    hash[2] = a.wrapping_add(hash[1]);
    a = stir(a.wrapping_add(e));
    hash[3] = a.wrapping_add(hash[2]);
    hash
}

/// CityHash128 of a multiple of 32 bytes.
fn hash_128(bytes: &[u8]) -> [u64; 2] {
    let seed = [word(bytes, 0) ^ K3, word(bytes, 8)];
    let rest = bytes.get(16..).unwrap_or_default();
    if rest.len() < 128 { murmur(rest, seed) } else { city(rest, seed) }
}

fn murmur(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len();
    let step = |value: u64| shift_mix(value.wrapping_mul(K1)).wrapping_mul(K1);
    let (mut c, mut d);
    if len <= 16 {
        a = step(a);
        let last = word(bytes, 8);
        let short = join(word(bytes, 0), last.wrapping_add(16).rotate_right(16)) ^ last;
        c = b.wrapping_mul(K1).wrapping_add(short);
        d = shift_mix(a.wrapping_add(word(bytes, 0)));
    } else {
        c = join(word(bytes, len - 8).wrapping_add(K1), a);
        d = join(b.wrapping_add(len as u64), c.wrapping_add(word(bytes, len - 16)));
        a = a.wrapping_add(d);
        for at in (0..len - 16).step_by(16) {
            a = (a ^ step(word(bytes, at))).wrapping_mul(K1);
            b ^= a;
            c = (c ^ step(word(bytes, at + 8))).wrapping_mul(K1);
            d ^= c;
        }
    }
    a = join(a, c);
    b = join(d, b);
    [a ^ b, join(b, a)]
}

fn weak(bytes: &[u8], at: usize, a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| word(bytes, at + offset));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    [sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a)]
}

fn city(bytes: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let mut left = bytes.len();
    let mut z = (left as u64).wrapping_mul(K1);
    let turn = |value: u64, by: u32, factor: u64| value.rotate_right(by).wrapping_mul(factor);
    let v0 = turn(y ^ K1, 49, K1).wrapping_add(word(bytes, 0));
    let mut v = [v0, turn(v0, 42, K1).wrapping_add(word(bytes, 8))];
    let mut w = [turn(y.wrapping_add(z), 35, K1).wrapping_add(x), turn(x.wrapping_add(word(bytes, 88)), 53, K1)];
    let mut at = 0;
    while left >= 128 {
        for _ in 0..2 {
            x = turn(x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(bytes, at + 8)), 37, K1);
            y = turn(y.wrapping_add(v[1]).wrapping_add(word(bytes, at + 48)), 42, K1);
            x ^= w[1];
            y = y.wrapping_add(v[0]).wrapping_add(word(bytes, at + 40));
            z = turn(z.wrapping_add(w[0]), 33, K1);
            v = weak(bytes, at, v[1].wrapping_mul(K1), x.wrapping_add(w[0]));
            w = weak(bytes, at + 32, z.wrapping_add(w[1]), y.wrapping_add(word(bytes, at + 16)));
            (x, z) = (z, x);
            at += 64;
        }
        left -= 128;
    }
    x = x.wrapping_add(turn(v[0].wrapping_add(z), 49, K0));
    z = z.wrapping_add(turn(w[0], 37, K0));
    for tail in (0..left).step_by(32).map(|done| bytes.len() - done - 32) {
        y = turn(x.wrapping_add(y), 42, K0).wrapping_add(v[1]);
        w[0] = w[0].wrapping_add(word(bytes, tail + 16));
        x = x.wrapping_mul(K0).wrapping_add(w[0]);
        z = z.wrapping_add(w[1]).wrapping_add(word(bytes, tail));
        w[1] = w[1].wrapping_add(v[0]);
        v = weak(bytes, tail, v[0].wrapping_add(z), v[1]);
    }
    x = join(x, v[0]);
    y = join(y.wrapping_add(z), w[0]);
    [join(x.wrapping_add(v[1]), w[1]).wrapping_add(y), join(x.wrapping_add(w[1]), y.wrapping_add(v[1]))]
}
