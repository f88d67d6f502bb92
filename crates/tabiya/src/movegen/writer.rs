//! Writes sets into a [`MoveList`], a move at a time, and the usual pawn pushes a rank at a time.

use core::mem::MaybeUninit;

use super::{Promotions, Sink, origin};
use crate::{Bitboard, Direction, Move, MoveKind, MoveList, Rank, Role, Square, Wing};

/// A sink that ends as a [`MoveList`].
///
/// # Safety
/// When [`finish`](ListSink::finish) has returned, the list that the sink was made for is initialised.
pub(crate) unsafe trait ListSink: Sink {
    /// Tells the list how long it has become.
    fn finish(self);
}

/// The sink behind every list, with the length in a register: in the list itself the compiler would have to store and
/// load it again with every move. [`finish`](Writer::finish) stores it once.
///
/// The first `len` slots always hold moves; only this module and [`grow`](Writer::grow) change that number.
pub(crate) struct Writer<'a> {
    list: &'a mut MaybeUninit<MoveList>,
    len: usize,
}

impl<'a> Writer<'a> {
    /// Begins a list.
    #[inline(always)]
    pub(super) fn new(list: &'a mut MaybeUninit<MoveList>) -> Writer<'a> {
        Writer { list, len: 0 }
    }

    /// Continues a list.
    #[inline(always)]
    pub(super) fn append(list: &'a mut MoveList) -> Writer<'a> {
        let len = list.len();
        // SAFETY: a writer writes moves behind `room_behind`, and a length at its end.
        Writer { list: unsafe { list.as_uninit() }, len }
    }

    /// Where the next moves go: room for as many as a set can have.
    #[cfg(x86_simd)]
    #[inline(always)]
    pub(crate) fn slots(&mut self) -> *mut u16 {
        MoveList::room_behind(self.list, self.len)
    }

    /// Takes in what has been written to the next slots.
    ///
    /// # Safety
    /// This number of [`slots`](Writer::slots) must hold moves: bits that are neither zero nor of a kind that does not
    /// exist.
    #[cfg(x86_simd)]
    #[inline(always)]
    pub(crate) unsafe fn grow(&mut self, moves: u32) {
        self.len += moves as usize;
    }

    /// More pawns than a vector has lanes: only on boards that no game leads to. Not inlined, and given list and length
    /// instead of the writer, which would have to be in memory for it.
    #[cfg(x86_simd)]
    #[inline(always)]
    pub(crate) fn many_pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        #[cold]
        #[inline(never)]
        fn apart(
            list: &mut MaybeUninit<MoveList>,
            len: usize,
            kind: MoveKind,
            step: Direction,
            targets: Bitboard,
        ) -> usize {
            let mut writer = Writer { list, len };
            writer.pawns(kind, step, targets);
            writer.len
        }
        self.len = apart(self.list, self.len, kind, step, targets);
    }

    /// Adds a move.
    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move) {
        let slot = MoveList::room_behind(self.list, self.len);
        // SAFETY: there is room for at least one.
        unsafe { slot.write(mv.bits()) };
        self.len += 1;
    }

    /// Everything up to this slot has been written. A counter would do as well, but where there is an instruction for
    /// the bits of a set the compiler takes such a loop for a reason to unroll it, and listing moves takes 3 % longer.
    #[inline(always)]
    fn grow_to(&mut self, slot: *const u16) {
        let begin = MoveList::room_behind(self.list, 0);
        // SAFETY: both point into the same list.
        self.len = unsafe { slot.offset_from_unsigned(begin) };
    }

    /// Pawn moves to one rank, that of the square `first`: eight slots are written at once, whatever they hold behind
    /// the last move. Most pushes of a game end on two ranks, and the CPU cannot predict where a loop over them would
    /// end.
    #[inline(always)]
    fn pawns_to_rank(&mut self, kind: MoveKind, step: Direction, first: Square, targets: Bitboard) {
        let rank = (targets.0 >> first as u8) as u8;
        // A file never carries out of the bits of target and origin.
        let constant = Move::pack(origin(kind, step, first), first, kind);
        let moves = TARGETS_AND_ORIGINS[rank as usize].map(|files| files + constant);
        let slots: *mut [u16; 8] = MoveList::room_behind(self.list, self.len).cast();
        // SAFETY: there is room for as many moves as a set can have.
        unsafe { slots.write_unaligned(moves) };
        self.len += rank.count_ones() as usize;
    }

    #[inline(always)]
    fn pawns_one_by_one(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        let mut slot = MoveList::room_behind(self.list, self.len);
        for to in targets {
            // SAFETY: there is room for as many moves as a set can have; a pawn's step ends on another square, so the
            // bits are not zero.
            unsafe {
                slot.write(Move::pack(origin(kind, step, to), to, kind));
                slot = slot.add(1);
            }
        }
        self.grow_to(slot);
    }
}

/// For each set of files, in order: what a file adds to the bits of a pawn move, to its target and to its origin.
const TARGETS_AND_ORIGINS: &[[u16; 8]; 256] = &{
    let mut rows = [[0; 8]; 256];
    let mut set = 0_usize;
    while set < 256 {
        let row = &mut rows[set];
        let (mut len, mut rest) = (0, set);
        while rest != 0 {
            let file = rest.trailing_zeros() as u16;
            row[len] = file << 6 | file;
            len += 1;
            rest &= rest - 1;
        }
        set += 1;
    }
    rows
};

// SAFETY: `set_len` makes it a list.
unsafe impl ListSink for Writer<'_> {
    #[inline(always)]
    fn finish(self) {
        // SAFETY: every method writes as many moves as it adds to the length.
        unsafe { MoveList::set_len(self.list, self.len) };
    }
}

impl Sink for Writer<'_> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        // Without its own square no move of a piece has the bits zero.
        let targets = (quiets | captures).without(from);
        let mut slot = MoveList::room_behind(self.list, self.len);
        for to in targets {
            let kind = (captures.0 >> to as u8 & 1) as u16 * MoveKind::Capture as u16;
            // SAFETY: there is room for as many moves as a set can have.
            unsafe {
                slot.write(from as u16 | (to as u16) << 6 | kind << 12);
                slot = slot.add(1);
            }
        }
        self.grow_to(slot);
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        // The lowest squares come first.
        match (kind, step) {
            // On WebAssembly the table would add 4 KB to every download.
            _ if cfg!(target_arch = "wasm32") => self.pawns_one_by_one(kind, step, targets),
            (MoveKind::DoublePush, Direction::North) => self.pawns_to_rank(kind, step, Square::A4, targets),
            (MoveKind::DoublePush, _) => self.pawns_to_rank(kind, step, Square::A5, targets),
            (MoveKind::Quiet, Direction::North) => {
                self.pawns_to_rank(kind, step, Square::A3, targets);
                self.pawns_one_by_one(kind, step, targets - Rank::Third.bitboard());
            }
            (MoveKind::Quiet, _) => {
                self.pawns_one_by_one(kind, step, targets - Rank::Sixth.bitboard());
                self.pawns_to_rank(kind, step, Square::A6, targets);
            }
            _ => self.pawns_one_by_one(kind, step, targets),
        }
    }

    #[inline(always)]
    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
        for to in targets {
            let from = origin(MoveKind::Quiet, step, to);
            for &role in promotions.roles() {
                if let Some(kind) = MoveKind::promotion_to(role, capture) {
                    self.push(Move::new(from, to, kind));
                }
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        self.push(Move::castle(king, rook, wing));
    }
}
