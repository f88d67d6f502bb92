//! Lists on the stack whose room is not cleared first: clearing was 15 % of counting when it was done.

use core::mem::MaybeUninit;

/// At most `N` values.
pub(crate) struct List<T, const N: usize> {
    values: [MaybeUninit<T>; N],
    /// Every value below this has been written, and it is never more than `N`.
    len: usize,
}

impl<T: Copy, const N: usize> List<T, N> {
    #[inline(always)]
    pub fn new() -> Self {
        Self { values: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    /// Adds a value; false if there is no room.
    #[inline(always)]
    pub fn push(&mut self, value: T) -> bool {
        let Some(place) = self.values.get_mut(self.len) else { return false };
        place.write(value);
        self.len += 1;
        true
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: as the field says.
        unsafe { core::slice::from_raw_parts(self.values.as_ptr().cast(), self.len) }
    }
}

/// At most `N - 1` rows of three numbers, column by column, as lanes want to load them.
pub(crate) struct Columns<const N: usize> {
    values: [[MaybeUninit<u64>; N]; 3],
    /// In every column all below this have been written, and it is less than `N`.
    len: usize,
}

impl<const N: usize> Columns<N> {
    #[inline(always)]
    pub fn new() -> Self {
        Self { values: [const { [const { MaybeUninit::uninit() }; N] }; 3], len: 0 }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a row if it is to be kept and there is room. It is written in any case: no branch.
    #[inline(always)]
    pub fn push(&mut self, row: [u64; 3], keep: bool) {
        let at = self.len.min(N - 2);
        for (column, value) in self.values.iter_mut().zip(row) {
            column[at].write(value);
        }
        self.len = at + usize::from(keep);
    }

    /// A column from a row on.
    #[inline(always)]
    pub fn column(&self, column: usize, from: usize) -> &[u64] {
        // SAFETY: as the field says.
        let whole: &[u64] = unsafe { core::slice::from_raw_parts(self.values[column].as_ptr().cast(), self.len) };
        whole.get(from..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_says_so() {
        let mut list = List::<u8, 2>::new();
        assert_eq!([list.push(1), list.push(2), list.push(3)], [true, true, false]);
        assert_eq!(list.as_slice(), [1, 2]);
    }

    #[test]
    fn columns_hold_what_was_kept() {
        let mut columns = Columns::<5>::new();
        for i in 0..8 {
            columns.push([i, 10 * i, 100 * i], i != 1);
        }
        assert_eq!(columns.column(0, 0), [0, 2, 3, 7]);
        assert_eq!(columns.column(2, 2), [300, 700]);
        assert!(columns.column(1, 5).is_empty());
    }
}
