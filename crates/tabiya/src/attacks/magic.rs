//! Magic bitboards: one multiplication gathers the relevant occupancy into the top bits, which index a table.
//!
//! The tables are as small as they can be (107,648 entries); the numbers were found by trying sparse random ones, and
//! the compiler checks each: two occupancies that share an entry must have the same attacks, or the build fails.

use super::Sliders;
use super::pext::{self, BISHOP_CASES, Entry, ROOK_CASES};
use crate::{Bitboard, Role, Square};

/// The dense table in the order of the magic numbers. The loop is plain arithmetic without calls, because the compiler
/// interprets it a hundred thousand times in each build.
const fn scattered<const CASES: usize>(
    entries: &[Entry; 64],
    magics: &[u64; 64],
    dense: &[u64; CASES],
) -> [u64; CASES] {
    let mut table = [0; CASES];
    let mut next = 0;
    let mut s = 0;
    while s < 64 {
        let Entry { mask, offset } = entries[s];
        let (magic, shift) = (magics[s] as u128, 64 - mask.count_ones());
        let mut occupied: u64 = 0;
        loop {
            let product = (occupied as u128 * magic) as u64;
            let index = offset as usize + (product >> shift) as usize;
            let (before, attacks) = (table[index], dense[next]);
            // No slider attacks nothing, so zero means that the entry is still free.
            assert!(before == 0 || before == attacks, "a magic number does not work");
            table[index] = attacks;
            next += 1;
            if occupied == mask {
                break;
            }
            occupied = ((occupied | !mask) + 1) & mask;
        }
        s += 1;
    }
    table
}

/// All that one look-up needs, on one cache line.
#[derive(Copy, Clone)]
struct Magic {
    mask: u64,
    number: u64,
    attacks: *const u64,
    shift: u8,
}

const fn magics<const CASES: usize>(
    entries: &[Entry; 64],
    numbers: &[u64; 64],
    table: &'static [u64; CASES],
) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, number: 0, attacks: table.as_ptr(), shift: 0 }; 64];
    let mut s = 0;
    while s < 64 {
        let Entry { mask, offset } = entries[s];
        // SAFETY: `pext::entries` asserts that all parts lie inside the table.
        let attacks = unsafe { table.as_ptr().add(offset as usize) };
        magics[s] = Magic { mask, number: numbers[s], attacks, shift: 64 - mask.count_ones() as u8 };
        s += 1;
    }
    magics
}

const ROOK: &[Magic; 64] = &magics(pext::ROOK, &ROOK_NUMBERS, &ROOK_ATTACKS);
const BISHOP: &[Magic; 64] = &magics(pext::BISHOP, &BISHOP_NUMBERS, &BISHOP_ATTACKS);
static ROOK_ATTACKS: [u64; ROOK_CASES] = scattered(pext::ROOK, &ROOK_NUMBERS, &pext::ROOK_ATTACKS);
static BISHOP_ATTACKS: [u64; BISHOP_CASES] = scattered(pext::BISHOP, &BISHOP_NUMBERS, &pext::BISHOP_ATTACKS);

#[inline(always)]
fn look_up(magic: &'static Magic, occupied: Bitboard) -> Bitboard {
    let index = (occupied.0 & magic.mask).wrapping_mul(magic.number) >> magic.shift;
    // SAFETY: the shift leaves popcount(mask) bits, and `pext::entries` asserts at compile time that the parts, each
    // 2^popcount(mask) long, fill the table exactly. The bounds check it saves is 2.5 % of the instructions of a
    // kiwipete perft and 1 to 3 % of the time of listing moves; counting them in bulk shows no difference.
    Bitboard(unsafe { *magic.attacks.add(index as usize) })
}

/// What a look-up computes on its way, for people who want to see it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    /// The squares whose occupancy matters.
    pub relevant: Bitboard,
    /// Those of them that are occupied.
    pub blockers: Bitboard,
    /// The magic number of the square.
    pub number: u64,
    /// Blockers times magic number, in 64 bits.
    pub product: u64,
    /// How far the product is shifted right.
    pub shift: u32,
    /// What remains: the index into this square's part of the table.
    pub index: usize,
}

/// The steps of looking up a rook or a bishop; `None` for the other pieces.
///
/// ```
/// use tabiya::attacks::magic;
/// use tabiya::{Bitboard, Role, Square};
/// let steps = magic::steps(Role::Rook, Square::A1, Bitboard::FULL).unwrap();
/// assert_eq!((steps.relevant.len(), steps.shift), (12, 52));
/// assert_eq!(steps.index as u64, steps.product >> 52);
/// ```
pub fn steps(role: Role, from: Square, occupied: Bitboard) -> Option<Steps> {
    let (entries, numbers) = match role {
        Role::Rook => (pext::ROOK, &ROOK_NUMBERS),
        Role::Bishop => (pext::BISHOP, &BISHOP_NUMBERS),
        _ => return None,
    };
    let (mask, number) = (entries[from as usize].mask, numbers[from as usize]);
    let blockers = occupied.0 & mask;
    let (product, shift) = (blockers.wrapping_mul(number), 64 - mask.count_ones());
    Some(Steps {
        relevant: Bitboard(mask),
        blockers: Bitboard(blockers),
        number,
        product,
        shift,
        index: (product >> shift) as usize,
    })
}

/// Attacks by magic bitboards: the choice for any CPU without a fast PEXT.
#[derive(Copy, Clone, Debug, Default)]
pub struct MagicBitboards;

impl Sliders for MagicBitboards {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        look_up(&ROOK[from as usize], occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        look_up(&BISHOP[from as usize], occupied)
    }
}

#[rustfmt::skip]
pub(super) const ROOK_NUMBERS: [u64; 64] = [
    0x1080_0190_4002_8821, 0x0440_0020_0442_1002, 0x1080_0880_1000_2000, 0x2500_0510_0009_0021,
    0x6600_08a0_1002_0004, 0x1080_0400_8001_0200, 0x2200_2088_0200_0401, 0x0900_0040_8100_0022,
    0x0910_8000_4000_2083, 0x0801_8040_0060_0084, 0x0088_8010_0080_2000, 0x0402_0010_4022_0008,
    0x4080_8080_0400_0800, 0x0304_8004_0022_0080, 0x4102_00a4_0841_0200, 0x0102_0010_6100_840a,
    0x0080_2080_0040_0080, 0x0001_0500_4000_8020, 0x0820_0040_4010_0800, 0x0850_8080_0800_1000,
    0x4002_0500_0801_0011, 0x2004_0080_8002_0004, 0xc090_8080_0200_0100, 0xa000_0200_0041_00a4,
    0x0480_3880_8000_4002, 0x1020_0020_4000_5001, 0x0000_4011_0020_0900, 0x0202_0022_000c_1040,
    0x8042_1005_0048_0100, 0x0000_0400_8002_0080, 0x9205_0100_8080_0200, 0x0800_2082_0000_4104,
    0x02f0_4000_2880_0080, 0x0000_8020_0080_4000, 0x2140_8010_0080_2000, 0x4080_2102_0900_1000,
    0x1025_0008_0100_0410, 0x4002_8002_0080_0401, 0x1142_0288_0400_0110, 0x0401_0402_4600_0981,
    0x011c_2080_4000_8000, 0xc030_1020_0040_4003, 0x5a10_3060_0303_0041, 0xa000_1001_0021_000c,
    0x2168_0011_0009_0004, 0x0884_0200_0400_8080, 0x0000_0810_0184_0002, 0x0001_0020_8c41_0002,
    0x000a_2880_0110_4300, 0x0040_0620_0040_8480, 0x2010_9004_2004_8380, 0x0001_0800_1001_8280,
    0x3804_0004_8008_0080, 0xa003_0200_0400_8080, 0x8091_000a_0004_0500, 0x1023_1103_4404_8200,
    0x0004_8311_0640_2202, 0x2860_4208_8020_1102, 0x0409_0941_0020_0011, 0x2085_0010_0045_2009,
    0x1002_0009_a004_1002, 0x8529_0002_0400_0801, 0x3099_6110_0800_8224, 0x0400_0400_4081_0022,
];

#[rustfmt::skip]
pub(super) const BISHOP_NUMBERS: [u64; 64] = [
    0x50c0_0202_0851_0100, 0x0110_2101_0102_1181, 0x0384_1822_0242_0302, 0x2414_2404_8000_6014,
    0x0004_0504_5000_2000, 0x2882_0211_0400_280b, 0x0010_4802_1110_4000, 0x0102_1484_0402_4020,
    0x0401_1010_4280_8400, 0x0200_2504_0086_0a01, 0x9040_1001_0200_2800, 0x0400_8806_8101_1000,
    0x0800_0202_1084_2421, 0xac18_0904_a004_0880, 0x9400_0108_0110_4880, 0x8000_4041_0410_034a,
    0x8420_0084_0444_0800, 0x0010_6108_2141_0401, 0x0810_0418_2480_1010, 0x0400_8028_0200_4020,
    0x0a14_0042_0121_0008, 0x0040_4086_0042_2083, 0x0000_a003_4c10_0800, 0x0001_2084_4608_0420,
    0x0044_4014_0410_0406, 0x0044_2000_2498_0088, 0x2080_3000_0204_0041, 0x0016_0020_1800_8020,
    0x00a2_0020_0200_8058, 0x2041_0410_0202_0080, 0x0014_5080_084a_1008, 0x4504_2440_0301_0090,
    0x0008_0404_02c0_084a, 0x0104_4118_0104_9000, 0x0003_2401_0810_0110, 0x0002_a008_000a_8820,
    0x0001_1004_0070_8020, 0x1010_1000_4000_2400, 0x8004_0842_0808_8080, 0x0011_0041_0902_0108,
    0x4021_0421_0401_2000, 0x0002_8804_0240_3111, 0x1202_0020_2420_8800, 0x0010_1140_1040_2a00,
    0x2000_0102_1200_0400, 0x8001_4208_0a00_0041, 0x2020_0842_0040_4084, 0x8004_0884_0450_0101,
    0x0800_8858_0804_0012, 0x4004_4042_08a0_1042, 0x0220_1052_0804_0248, 0x1344_1008_2288_1001,
    0x8000_0090_021a_0400, 0x0411_4008_0204_2009, 0x0804_105a_0803_0100, 0x6004_1102_320e_0400,
    0x0041_0101_1002_8205, 0x4500_0200_5228_0400, 0x0001_0281_0088_0480, 0x0100_0000_00e1_8821,
    0x8001_0c00_9102_0200, 0x00a0_0805_0408_2203, 0x0400_4010_4102_2880, 0x0040_1084_2100_4010,
];
