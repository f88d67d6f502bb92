//! The list of moves the generator fills: fixed in size, on the stack, never initialised beyond its length.

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Deref;

use crate::Move;

/// A list of moves on the stack that no position can overflow. It is a slice of [`Move`]s, so all of a slice works on
/// it.
///
/// ```
/// use tabiya::{MoveList, Position};
///
/// let mut moves: MoveList = Position::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// moves.retain(|mv| mv.to().rank() == tabiya::Rank::Fourth);
/// assert_eq!(moves.iter().map(|mv| mv.to().to_string()).collect::<Vec<_>>().join(" "), "a4 b4 c4 d4 e4 f4 g4 h4");
/// ```
///
/// # The bound
/// Count the moves of one side, pseudo-legal ones included, with N pieces of its own and so at most 64 − N squares to
/// go to. Castling apart, which adds at most 2:
/// - no piece has more than 27 moves (a queen in the middle; a pawn has at most 12), so there are at most 27 N;
/// - a square is entered from each of the eight directions by at most one piece, for the nearest one blocks those
///   behind, and by at most eight knights: 16 moves. On the last rank five directions exist, the three that come from
///   below may be promoting pawns with four moves each, and at most four knights reach it: 12 + 2 + 4 = 18. Eight such
///   squares give at most 16 more than the others would, so there are at most 16 (64 − N) + 16.
///
/// The smaller of the two is largest at N = 24: min(648, 656) = 648 (and min(675, 640) at N = 25), so 650 with
/// castling. This needs nothing of a position but one piece per square, so positions with odd material are safe too;
/// with ordinary material the most that is known is 218.
#[derive(Clone)]
pub struct MoveList {
    moves: [MaybeUninit<Move>; MoveList::SLOTS],
    len: usize,
}

impl MoveList {
    /// The most moves any position can have; the type's documentation proves it.
    pub const CAPACITY: usize = 650;

    /// The most moves that one set of targets can stand for.
    pub(crate) const SET: usize = 64;

    /// Room for one whole set beyond the capacity, so that one check a set is enough and vectors may overhang.
    const SLOTS: usize = MoveList::CAPACITY + MoveList::SET;

    /// A list with nothing in it.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; MoveList::SLOTS], len: 0 }
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If the list is full, which moves of one position cannot make it.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        assert!(self.len < MoveList::CAPACITY, "a move list is full");
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }

    /// The slots from `len` on, of which there are at least [`SET`](MoveList::SET).
    ///
    /// # Panics
    /// If a list of that length is full.
    #[inline(always)]
    pub(crate) fn room_behind(list: &mut MaybeUninit<MoveList>, len: usize) -> *mut u16 {
        assert!(len <= MoveList::CAPACITY, "a move list is full");
        // SAFETY: the pointer stays inside the array, which has SET slots more than CAPACITY. A move is as large as its
        // bits.
        unsafe { (&raw mut (*list.as_mut_ptr()).moves).cast::<u16>().add(len) }
    }

    /// Makes the list as long as what has been written to it, and with that initialised.
    ///
    /// # Safety
    /// The first `len` slots must hold moves: bits that are neither zero nor of a kind that does not exist.
    ///
    /// # Panics
    /// If the last set fitted into the room behind the list, but not into the list, which stays as it was.
    #[inline(always)]
    pub(crate) unsafe fn set_len(list: &mut MaybeUninit<MoveList>, len: usize) {
        assert!(len <= MoveList::CAPACITY, "a move list is full");
        // SAFETY: the pointer is that of a list, and the length is all it needs besides the moves the caller promises.
        unsafe { (&raw mut (*list.as_mut_ptr()).len).write(len) };
        #[cfg(debug_assertions)]
        // SAFETY: as above, and now it is a list.
        for mv in unsafe { list.assume_init_ref() } {
            assert!(Move::from_bits(mv.bits()).is_some());
        }
    }

    /// The same list, to be written to as if it were new.
    ///
    /// # Safety
    /// Nothing may be written through it but moves behind [`room_behind`](MoveList::room_behind) and a length by
    /// [`set_len`](MoveList::set_len), which leave a list a list.
    #[inline(always)]
    pub(crate) unsafe fn as_uninit(&mut self) -> &mut MaybeUninit<MoveList> {
        // SAFETY: the same place seen as less than it is; the caller keeps it a list.
        unsafe { &mut *core::ptr::from_mut(self).cast::<MaybeUninit<MoveList>>() }
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves as a slice that can be reordered.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: the first `len` elements are always initialised: only `push` and `set_len` raise `len`; the
        // one writes what it adds, the other has the promise of its caller.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast::<Move>(), self.len) }
    }

    /// Keeps the moves the predicate accepts, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let mv = self[i];
            if keep(mv) {
                self.moves[kept] = MaybeUninit::new(mv);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: as in `as_mut_slice`.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast::<Move>(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.deref().iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;
    #[inline(always)]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { list: self, next: 0 }
    }
}

/// Iterator that owns its [`MoveList`].
#[derive(Clone, Debug)]
pub struct IntoMoves {
    list: MoveList,
    next: usize,
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.list.len - self.next;
        (rest, Some(rest))
    }
}

impl ExactSizeIterator for IntoMoves {}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveKind, Square};

    #[test]
    fn lists_behave_like_vectors() {
        let moves = [(Square::E2, Square::E4), (Square::G1, Square::F3), (Square::A2, Square::A3)];
        let mut list: MoveList = moves.iter().map(|&(a, b)| Move::new(a, b, MoveKind::Quiet)).collect();
        assert_eq!(list.len(), 3);
        assert!(list.contains(&Move::new(Square::G1, Square::F3, MoveKind::Quiet)));
        list.retain(|mv| mv.from() != Square::G1);
        assert_eq!(list.iter().map(|mv| mv.from()).collect::<std::vec::Vec<_>>(), [Square::E2, Square::A2]);
        assert_eq!((&list).into_iter().map(|mv| mv.from()).collect::<std::vec::Vec<_>>(), [Square::E2, Square::A2]);
        list.clear();
        assert!(list.is_empty());
    }

    #[test]
    fn what_does_not_fit_leaves_a_list_as_it_was() {
        let mv = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let mut list: MoveList = [mv, mv].into_iter().collect();
        let mut lengthen = |len: usize| {
            let written = core::iter::repeat_n(mv.bits(), MoveList::CAPACITY + 1);
            // SAFETY: all slots that are told of are written, each with a move.
            std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| unsafe {
                let list = list.as_uninit();
                let slots = MoveList::room_behind(list, 0);
                written.enumerate().for_each(|(at, bits)| slots.add(at).write(bits));
                MoveList::set_len(list, len);
            }))
            .is_ok()
            .then_some(list.len())
            .ok_or(list.len())
        };
        assert_eq!(lengthen(MoveList::CAPACITY + 1), Err(2));
        assert_eq!(lengthen(MoveList::CAPACITY), Ok(MoveList::CAPACITY));
    }

    #[test]
    fn a_list_is_small_enough_for_the_stack_of_every_ply() {
        assert!(size_of::<MoveList>() <= 1440, "{} bytes", size_of::<MoveList>());
    }

    #[test]
    fn owned_moves_say_how_many_are_left() {
        let (push, jump) = (
            Move::new(Square::E2, Square::E4, MoveKind::DoublePush),
            Move::new(Square::G1, Square::F3, MoveKind::Quiet),
        );
        let list: MoveList = [push, jump, push].into_iter().collect();
        let mut moves = list.into_iter();
        for (left, mv) in [(3, Some(push)), (2, Some(jump)), (1, Some(push)), (0, None), (0, None)] {
            assert_eq!((moves.len(), moves.size_hint()), (left, (left, Some(left))));
            assert_eq!(moves.next(), mv);
        }
    }

    #[test]
    fn lists_are_equal_move_by_move() {
        let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
        let jump = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let list = |moves: &[Move]| moves.iter().copied().collect::<MoveList>();
        assert_eq!(list(&[push, jump]), list(&[push, jump]));
        assert_ne!(list(&[push, jump]), list(&[jump, push]));
        assert_ne!(list(&[push, jump]), list(&[push]));
        assert_ne!(MoveList::new(), list(&[push]));
        assert_eq!(std::format!("{:?}", list(&[push, jump])), std::format!("{:?}", [push, jump]));
    }

    #[test]
    #[should_panic]
    fn a_full_list_refuses_more() {
        let mut list = MoveList::new();
        for _ in 0..=MoveList::CAPACITY {
            list.push(Move::new(Square::E2, Square::E4, MoveKind::Quiet));
        }
    }
}
