//! Colour as a compile-time fact: which way pawns go and where they start and promote.
//!
//! Everything below the dispatch point is generic over [`Side`], so a shift by eight is an
//! instruction and never a choice.

/// The side to move, known to the compiler.
pub(crate) trait Side: Copy + 'static {
    type Foe: Side<Foe = Self>;
    const IS_WHITE: bool;
    /// The rank castling happens on.
    const HOME_RANK: u64;
    /// Where a single push lands that may go one square further.
    const DOUBLE_PUSH_MIDDLE: u64;
    /// Where pawns promote.
    const LAST_RANK: u64;
    /// Square-index change of a single push and of the two captures.
    const UP: i32;
    const UP_WEST: i32;
    const UP_EAST: i32;
    /// Index into [`crate::geometry::DIRECTIONS`] of the ways pawns go.
    const UP_LANE: usize;
    const UP_WEST_LANE: usize;
    const UP_EAST_LANE: usize;
    /// Index into [`crate::geometry::LINES`] of the diagonals the two captures run along.
    const WEST_LINE: usize;
    const EAST_LINE: usize;

    /// One step in the direction pawns push.
    fn up(set: u64) -> u64;

    /// One step in the direction pawns capture towards the a file.
    #[inline(always)]
    fn up_west(set: u64) -> u64 {
        Self::up((set & !FILE_A) >> 1)
    }

    /// One step in the direction pawns capture towards the h file.
    #[inline(always)]
    fn up_east(set: u64) -> u64 {
        Self::up((set & !FILE_H) << 1)
    }

    /// Every square the pawns of this side attack.
    #[inline(always)]
    fn pawn_attacks(pawns: u64) -> u64 {
        Self::up_west(pawns) | Self::up_east(pawns)
    }
}

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

#[derive(Clone, Copy)]
pub(crate) struct White;
#[derive(Clone, Copy)]
pub(crate) struct Black;

impl Side for White {
    type Foe = Black;
    const IS_WHITE: bool = true;
    const HOME_RANK: u64 = 0xff;
    const DOUBLE_PUSH_MIDDLE: u64 = 0xff << 16;
    const LAST_RANK: u64 = 0xff << 56;
    const UP: i32 = 8;
    const UP_WEST: i32 = 7;
    const UP_EAST: i32 = 9;
    const UP_LANE: usize = 0;
    const UP_WEST_LANE: usize = 5;
    const UP_EAST_LANE: usize = 4;
    const WEST_LINE: usize = 5;
    const EAST_LINE: usize = 4;

    #[inline(always)]
    fn up(set: u64) -> u64 {
        set << 8
    }
}

impl Side for Black {
    type Foe = White;
    const IS_WHITE: bool = false;
    const HOME_RANK: u64 = 0xff << 56;
    const DOUBLE_PUSH_MIDDLE: u64 = 0xff << 40;
    const LAST_RANK: u64 = 0xff;
    const UP: i32 = -8;
    const UP_WEST: i32 = -9;
    const UP_EAST: i32 = -7;
    const UP_LANE: usize = 2;
    const UP_WEST_LANE: usize = 6;
    const UP_EAST_LANE: usize = 7;
    const WEST_LINE: usize = 4;
    const EAST_LINE: usize = 5;

    #[inline(always)]
    fn up(set: u64) -> u64 {
        set >> 8
    }
}
