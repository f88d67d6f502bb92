//! How tables are packed: values are joined in pairs, pairs in pairs, and the symbols that come of it are written with
//! a canonical Huffman code, in blocks of equal size.

use crate::error::Fault;
use crate::source::Source;

/// Bytes of a block that are fetched at once.
const FETCH: usize = 128;
/// Lengths of blocks that are fetched at once.
const LENGTHS: usize = 16;
/// The longest code word.
const LONGEST: u8 = 32;
/// The largest block, as a power of two.
const LARGEST_BLOCK: u8 = 20;
/// The most values for one entry of the index, as a power of two.
const LARGEST_SPAN: u8 = 32;
/// Marks a symbol that is a value.
const LEAF: u16 = 0xfff;
/// The most values in a symbol.
const LONGEST_SYMBOL: u32 = 1 << 16;

/// A part of a table that is packed by itself.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// Every arrangement has the same value.
    Single(u16),
    Packed(Box<Packed>),
}

#[derive(Debug)]
pub(crate) struct Packed {
    /// Arrangements that have a value.
    size: u64,
    span_bits: u8,
    block_bits: u8,
    /// Blocks with data.
    blocks: u32,
    /// Blocks with a length: a few more, to be walked over.
    lengths: u32,
    index_at: u64,
    lengths_at: u64,
    data_at: u64,
    code: Code,
    symbols: Vec<Symbol>,
}

/// A canonical code: longer words are smaller numbers.
#[derive(Debug)]
struct Code {
    shortest: u8,
    /// For each length from the shortest on: the smallest word, at the left end of 64 bits. That of the longest is 0.
    smallest: [u64; LONGEST as usize],
    /// And its symbol.
    first: [u16; LONGEST as usize],
    /// For the first eight bits of a word: the first length it may have.
    begin: [u8; 256],
}

/// A value, or two symbols one after the other.
#[derive(Copy, Clone, Debug, Default)]
struct Symbol {
    left: u16,
    right: u16,
    /// How many values it stands for.
    values: u32,
}

/// What the header of a part says of its size in the file.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) index: u64,
    pub(crate) lengths: u64,
    pub(crate) data: u64,
}

impl Pairs {
    /// Reads the header of a part with this number of values; also says where the header ends.
    pub(crate) fn read(source: &Source, at: u64, size: u64, single: Option<u16>) -> Result<(Pairs, u64), Fault> {
        if source.u8(at)? & 0x80 != 0 {
            let value = single.map_or_else(|| source.u8(at + 1).map(u16::from), Ok)?;
            return Ok((Pairs::Single(value), at + 2));
        }
        let block_bits = source.u8(at + 1)?;
        let span_bits = source.u8(at + 2)?;
        let blocks = source.u32(at + 4)?;
        let Some(lengths) = blocks.checked_add(source.u8(at + 3)?.into()) else {
            return Fault::damaged(at + 4, "too many blocks");
        };
        if !(2..=LARGEST_BLOCK).contains(&block_bits) {
            return Fault::damaged(at + 1, "no table has blocks of such a size");
        }
        if !(1..=LARGEST_SPAN).contains(&span_bits) {
            return Fault::damaged(at + 2, "no table has such a step between the entries of its index");
        }
        let (code, symbols_at) = Code::read(source, at + 8)?;
        let (symbols, end) = read_symbols(source, symbols_at)?;
        let packed = Packed {
            size,
            span_bits,
            block_bits,
            blocks,
            lengths,
            index_at: 0,
            lengths_at: 0,
            data_at: 0,
            code,
            symbols,
        };
        Ok((Pairs::Packed(Box::new(packed)), end))
    }

    /// How many bytes its three sections have.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            Pairs::Single(_) => Extent::default(),
            Pairs::Packed(packed) => Extent {
                index: 6 * packed.size.div_ceil(1 << packed.span_bits),
                lengths: 2 * u64::from(packed.lengths),
                data: u64::from(packed.blocks) << packed.block_bits,
            },
        }
    }

    /// Where its sections begin.
    pub(crate) fn place(&mut self, index_at: u64, lengths_at: u64, data_at: u64) {
        if let Pairs::Packed(packed) = self {
            (packed.index_at, packed.lengths_at, packed.data_at) = (index_at, lengths_at, data_at);
        }
    }

    /// The value with this number.
    #[inline]
    pub(crate) fn value(&self, source: &Source, index: u64) -> Result<u16, Fault> {
        match self {
            Pairs::Single(value) => Ok(*value),
            Pairs::Packed(packed) => {
                let (block, place) = packed.find(source, index)?;
                packed.unpack(source, block, place)
            }
        }
    }
}

impl Packed {
    /// The block in which a value lies, and its place in that block.
    fn find(&self, source: &Source, index: u64) -> Result<(u32, u64), Fault> {
        if index >= self.size {
            return Fault::damaged(self.index_at, "the table has fewer values than positions");
        }
        let at = self.index_at + 6 * (index >> self.span_bits);
        let mut scratch = [0; 6];
        let entry = source.read(at, &mut scratch)?;
        let mut block = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        // The entry is for the middle of its span.
        let middle = 1_i64 << (self.span_bits - 1);
        let offset = i64::from(u16::from_le_bytes([entry[4], entry[5]]));
        let mut place = (index & ((1 << self.span_bits) - 1)) as i64 - middle + offset;
        let fault = || Fault::damaged(at, "an entry of the index leads out of the table");
        if block >= self.lengths {
            return fault();
        }
        let mut scratch = [0; 2 * LENGTHS];
        if place < 0 {
            while place < 0 {
                // The lengths of some blocks before this one, the nearest last.
                let few = (block as usize).min(LENGTHS);
                if few == 0 {
                    return fault();
                }
                let lengths_at = self.lengths_at + 2 * (u64::from(block) - few as u64);
                for length in source.read(lengths_at, &mut scratch[..2 * few])?.rchunks_exact(2) {
                    block -= 1;
                    place += i64::from(u16::from_le_bytes([length[0], length[1]])) + 1;
                    if place >= 0 {
                        break;
                    }
                }
            }
        } else {
            'found: loop {
                let few = ((self.lengths - block) as usize).min(LENGTHS);
                if few == 0 {
                    return fault();
                }
                let lengths_at = self.lengths_at + 2 * u64::from(block);
                for length in source.read(lengths_at, &mut scratch[..2 * few])?.chunks_exact(2) {
                    let length = i64::from(u16::from_le_bytes([length[0], length[1]]));
                    if place <= length {
                        break 'found;
                    }
                    place -= length + 1;
                    block += 1;
                }
            }
        }
        if block >= self.blocks { fault() } else { Ok((block, place as u64)) }
    }

    /// The value at a place of a block.
    fn unpack(&self, source: &Source, block: u32, mut place: u64) -> Result<u16, Fault> {
        let at = self.data_at + (u64::from(block) << self.block_bits);
        let fault = |what| Fault::damaged(at, what);
        let mut bits = Bits::new(source, at, 1 << self.block_bits)?;
        let mut symbol = loop {
            let (symbol, length) = self.code.symbol(bits.word);
            let Some(&found) = usize::try_from(symbol).ok().and_then(|symbol| self.symbols.get(symbol)) else {
                return fault("a code word stands for no symbol");
            };
            if place < u64::from(found.values) {
                break found;
            }
            place -= u64::from(found.values);
            bits.skip(length)?;
            if bits.is_far_behind() {
                break found;
            }
        };
        if bits.is_behind() {
            return fault("a block has fewer values than its length says");
        }
        while symbol.right != LEAF {
            // `read_symbols` has seen that both exist and have fewer values.
            let left = self.symbols[usize::from(symbol.left)];
            symbol = if place < u64::from(left.values) {
                left
            } else {
                place -= u64::from(left.values);
                self.symbols[usize::from(symbol.right)]
            };
        }
        Ok(symbol.left)
    }
}

impl Code {
    /// Reads the lengths of a code; also says where it ends.
    fn read(source: &Source, at: u64) -> Result<(Code, u64), Fault> {
        let (longest, shortest) = (source.u8(at)?, source.u8(at + 1)?);
        if shortest == 0 || longest < shortest || longest > LONGEST {
            return Fault::damaged(at, "no code has words of such lengths");
        }
        let count = usize::from(longest - shortest) + 1;
        let mut symbols = [0; LONGEST as usize];
        for (i, symbol) in symbols[..count].iter_mut().enumerate() {
            *symbol = source.u16(at + 2 + 2 * i as u64)?;
        }
        let (mut smallest, first) = ([0; LONGEST as usize], symbols);
        let mut next = 0_u64;
        for i in (0..count - 1).rev() {
            // The words that are one longer, and are not longer still, come in pairs behind each other.
            let words = (next + u64::from(symbols[i])).checked_sub(symbols[i + 1].into());
            let Some(words) = words else { return Fault::damaged(at + 2, "a code has words of no symbol") };
            next = words / 2;
            let length = u32::from(shortest) + i as u32;
            if next >> length != 0 {
                return Fault::damaged(at + 2, "a code has more words than fit");
            }
            smallest[i] = next << (64 - length);
        }
        let begin = core::array::from_fn(|byte| {
            let greatest = (byte as u64) << 56 | u64::MAX >> 8;
            smallest.iter().position(|&smallest| smallest <= greatest).unwrap_or(count - 1) as u8
        });
        Ok((Code { shortest, smallest, first, begin }, at + 2 + 2 * count as u64))
    }

    /// The symbol at the left end of these bits, and how many of them it takes.
    #[inline]
    fn symbol(&self, bits: u64) -> (u64, u32) {
        // The longest words begin at 0, so one is found.
        let mut i = usize::from(self.begin[(bits >> 56) as usize]) % LONGEST as usize;
        while bits < self.smallest[i] {
            i = (i + 1) % LONGEST as usize;
        }
        let length = u32::from(self.shortest) + i as u32;
        // A number beyond all symbols is found out by the caller.
        (u64::from(self.first[i]) + ((bits - self.smallest[i]) >> (64 - length)), length)
    }
}

/// Reads the symbols; also says where they end.
fn read_symbols(source: &Source, at: u64) -> Result<(Vec<Symbol>, u64), Fault> {
    let count = source.u16(at)?;
    if count == 0 || count > LEAF + 1 {
        return Fault::damaged(at, "a table has fewer symbols");
    }
    let mut bytes = vec![0; 3 * usize::from(count)];
    let bytes = source.read(at + 2, &mut bytes)?;
    let mut symbols: Vec<Symbol> = bytes
        .chunks_exact(3)
        .map(|bytes| Symbol {
            left: u16::from(bytes[1] & 15) << 8 | u16::from(bytes[0]),
            right: u16::from(bytes[2]) << 4 | u16::from(bytes[1] >> 4),
            values: 0,
        })
        .collect();
    for symbol in &mut symbols {
        symbol.values = u32::from(symbol.right == LEAF);
    }
    // Symbols are measured once their parts are; a symbol that contains itself is left over.
    let mut waiting = Vec::new();
    for first in 0..count {
        if symbols[usize::from(first)].values == 0 {
            waiting.push(first);
        }
        while let Some(&number) = waiting.last() {
            let symbol = symbols[usize::from(number)];
            let parts = [symbol.left, symbol.right].map(|part| symbols.get(usize::from(part)).map(|part| part.values));
            let fault = |what| Fault::damaged(at + 2 + 3 * u64::from(number), what);
            let [Some(left), Some(right)] = parts else { return fault("a symbol has a part that does not exist") };
            if left > 0 && right > 0 {
                if left + right > LONGEST_SYMBOL {
                    return fault("a symbol has too many values");
                }
                symbols[usize::from(number)].values = left + right;
                waiting.pop();
            } else if waiting.len() > usize::from(count) {
                return fault("a symbol contains itself");
            } else {
                waiting.push(if left == 0 { symbol.left } else { symbol.right });
            }
        }
    }
    Ok((symbols, at + 2 + 3 * u64::from(count) + u64::from(count & 1)))
}

/// The bits of a block from its beginning; behind its end come zeros.
struct Bits<'a> {
    source: &'a Source,
    /// The bytes that have been fetched.
    buffer: [u8; FETCH],
    have: usize,
    next: usize,
    /// Where the bytes that have not been fetched begin, and how many there are.
    at: u64,
    left: u64,
    /// The next bits, at the left end.
    word: u64,
    /// How many bits of `word`, at its right end, are used up.
    spent: u32,
    /// How many times four zeros were taken for the bytes behind the block.
    behind: u32,
}

impl<'a> Bits<'a> {
    fn new(source: &'a Source, at: u64, len: u64) -> Result<Bits<'a>, Fault> {
        let (buffer, have, next) = ([0; FETCH], 0, 0);
        let mut bits = Bits { source, buffer, have, next, at, left: len, word: 0, spent: 0, behind: 0 };
        bits.word = u64::from(bits.fetch()?) << 32;
        bits.word |= u64::from(bits.fetch()?);
        Ok(bits)
    }

    /// The next four bytes; blocks are multiples of four long.
    #[inline]
    fn fetch(&mut self) -> Result<u32, Fault> {
        if self.next == self.have {
            if self.left == 0 {
                self.behind += 1;
                return Ok(0);
            }
            let now = self.left.min(FETCH as u64) as usize;
            // Memory is copied too: the next bytes are then found in one way.
            let mut scratch = [0; FETCH];
            let bytes = self.source.read(self.at, &mut scratch[..now])?;
            self.buffer[..now].copy_from_slice(bytes);
            (self.have, self.next) = (now, 0);
            self.at += now as u64;
            self.left -= now as u64;
        }
        let bytes: [u8; 4] = core::array::from_fn(|i| self.buffer[self.next + i]);
        self.next += 4;
        Ok(u32::from_be_bytes(bytes))
    }

    /// Goes on by `length` bits, at most 32.
    #[inline]
    fn skip(&mut self, length: u32) -> Result<(), Fault> {
        self.word <<= length;
        self.spent += length;
        if self.spent >= 32 {
            self.spent -= 32;
            self.word |= u64::from(self.fetch()?) << self.spent;
        }
        Ok(())
    }

    /// Whether no bit of the block is left.
    fn is_behind(&self) -> bool {
        // Of the 64 bits of a full word, those of the zeros are not the block's.
        32 * self.behind + self.spent >= 64
    }

    /// As [`is_behind`](Bits::is_behind), noticed a word late: enough to end.
    #[inline]
    fn is_far_behind(&self) -> bool {
        self.behind > 2
    }
}
