//! What single bytes of a PGN mean, and searches that look at eight of them at a time.

/// The first byte of an en dash, which some write in results and castling.
pub(super) const EN_DASH: u8 = 0xe2;

/// Ctrl-Z, which ends text files of DOS. Joined files carry it in their middle, so it is a blank everywhere.
pub(super) const DOS_END: u8 = 0x1a;

/// What a byte begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Blank,
    Word,
    Digit,
    Dot,
    Mark,
    Comment,
    Symbol,
    Other,
}

/// Bytes that go on with a word that has begun: everything a move may be spelt with.
pub(super) static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric()
            || b >= 0x80
            || matches!(b, b'+' | b'#' | b'=' | b':' | b'-' | b'_' | b'/' | b'@');
        byte += 1;
    }
    table
};

pub(super) static CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = match b {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | DOS_END => Class::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | b'@' | 0x80..=0xff => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'.' => Class::Dot,
            b'!' | b'?' => Class::Mark,
            b'{' | b';' => Class::Comment,
            b'+' | b'-' | b'=' => Class::Symbol,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

/// The length of the move number at the beginning of the bytes, with its dots and the blank behind it; of what follows,
/// as much as fits into the bytes. Zero for more digits than the number of any move has, which need a closer look.
#[inline(always)]
pub(super) fn move_number(bytes: &[u8; 16]) -> usize {
    let mut length = 1;
    while length < 8 && bytes[length].is_ascii_digit() {
        length += 1;
    }
    if length == 8 {
        return 0;
    }
    // Not a number but a result or castling, which must be seen from its beginning.
    if matches!(bytes[length], b'-' | b'/' | EN_DASH) {
        return length - 1;
    }
    while length < 15 && bytes[length] == b'.' {
        length += 1;
    }
    length + usize::from(bytes[length] == b' ')
}

/// Flags, each in the highest bit of its byte, for the bytes below a bound of at most 128. The lowest flag is exact;
/// those above it need not be.
#[inline(always)]
fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(EACH * u64::from(bound)) & !word & (EACH << 7)
}

/// The same for the bytes that are this one.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (EACH * u64::from(byte)), 1)
}

/// One in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The index of the first byte that is one of two, eight bytes at a time.
pub(super) fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (index, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        let found = equal(word, one) | equal(word, other);
        if found != 0 {
            return Some(8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    let tail = rest.iter().position(|&byte| byte == one || byte == other)?;
    Some(bytes.len() - rest.len() + tail)
}

/// The index of the first closing brace or control character up to the carriage return, eight bytes at a time: what may
/// end a comment or a line of it.
pub(super) fn find_brace_or_line_end(bytes: &[u8]) -> Option<usize> {
    const BOUND: u8 = b'\r' + 1;
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (index, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        let found = equal(word, b'}') | below(word, BOUND);
        if found != 0 {
            return Some(8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    let tail = rest.iter().position(|&byte| byte == b'}' || byte < BOUND)?;
    Some(bytes.len() - rest.len() + tail)
}

/// How many bytes, one at least, can be passed over because none of them ends a value or needs a look: eight at a time.
#[inline(always)]
pub(super) fn plain_letters(bytes: &[u8]) -> usize {
    let mut passed = 0;
    for chunk in bytes.as_chunks::<8>().0 {
        let word = u64::from_le_bytes(*chunk);
        let found = below(word, b' ') | equal(word, b'"') | equal(word, b'\\');
        if found != 0 {
            return (passed + found.trailing_zeros() as usize / 8).max(1);
        }
        passed += 8;
    }
    passed.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The slow twin: digits, then dots, then one blank.
    fn slow_move_number(bytes: &[u8; 16]) -> usize {
        let run = |from: usize, wanted: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| wanted(byte)).count();
        let digits = 1 + run(1, u8::is_ascii_digit);
        if digits >= 8 {
            return 0;
        }
        if [b'-', b'/', EN_DASH].contains(&bytes[digits]) {
            return digits - 1;
        }
        let dots = (digits + run(digits, |&byte| byte == b'.')).min(15);
        dots + usize::from(bytes[dots] == b' ')
    }

    #[test]
    fn move_numbers_are_as_long_as_the_slow_twin_says() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200_000 {
            // Mostly a run of digits, a run of dots and something behind them, of every length.
            let (digits, dots) = (1 + random.usize(..12), random.usize(..17));
            let text = (0..digits).map(|_| b'7').chain((0..dots).map(|_| b'.'));
            let rest = (0..16).map(|_| [b' ', b'-', b'/', EN_DASH, b'e', b'.', b'1', b'\n'][random.usize(..8)]);
            let bytes: Vec<u8> = text.chain(rest).take(16).collect();
            let bytes: [u8; 16] = bytes.try_into().expect("sixteen");
            assert_eq!(move_number(&bytes), slow_move_number(&bytes), "{:?}", str::from_utf8(&bytes));
        }
    }

    #[test]
    fn several_bytes_are_found_like_one_at_a_time() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in 0..60 {
            for _ in 0..50 {
                let bytes: Vec<u8> = (0..length)
                    .map(|_| [b'}', b'\n', b'~', b'|', b'\r', 0xff, b'\x0e', 0xfd][random.usize(..8)])
                    .collect();
                let slow = bytes.iter().position(|&byte| byte == b'}' || byte == b'\n');
                assert_eq!(find_either(&bytes, b'}', b'\n'), slow, "{bytes:?}");
                let slow = bytes.iter().position(|&byte| byte == b'}' || byte <= b'\r');
                assert_eq!(find_brace_or_line_end(&bytes), slow, "{bytes:?}");
            }
        }
    }

    #[test]
    fn nothing_special_is_passed_over_and_seven_plain_letters_at_most_are_left() {
        let special = |&byte: &u8| byte < b' ' || matches!(byte, b'"' | b'\\');
        for length in 1..40 {
            for at in 1..=length {
                for byte in [b'"', b'\\', b'\n', b'\r', 0x1f] {
                    let mut bytes = std::vec![b'a'; length];
                    bytes[length / 2] = 0xe9;
                    if at < length {
                        bytes[at] = byte;
                    }
                    let (passed, plain) = (plain_letters(&bytes), bytes.iter().position(special).unwrap_or(length));
                    assert!((1..=plain).contains(&passed) && plain - passed < 8, "{bytes:?}");
                }
            }
        }
    }
}
