//! From text to a [`San`]. Looks at letters only; no position is known here.

use super::{CheckMark, San, SanPlus, SanSyntaxError};
use crate::{File, Rank, Role, Square, Wing};

/// No spelling of a move is longer, with figurines and all the notes that may follow it.
const LONGEST: usize = 48;

impl SanPlus {
    /// Reads a move as people write it. See the [module](super) for what is understood.
    ///
    /// # Errors
    ///
    /// What in the text keeps it from being a move.
    #[inline]
    pub fn from_bytes(text: &[u8]) -> Result<SanPlus, SanSyntaxError> {
        match padded(text).and_then(SanPlus::from_common) {
            Some((plus, length)) if length == text.len() => Ok(plus),
            _ => SanPlus::from_any_spelling(text),
        }
    }

    /// The patient reader, which knows every spelling.
    #[inline(never)]
    fn from_any_spelling(text: &[u8]) -> Result<SanPlus, SanSyntaxError> {
        let text = text.trim_ascii();
        if text.is_empty() {
            return Err(SanSyntaxError::Empty);
        }
        if text.len() > LONGEST {
            return Err(SanSyntaxError::TooLong);
        }
        let (body, mark) = strip_notes(text);
        let san = match castling_or_null(body) {
            Some(san) => san,
            None => normal(body).or_else(|error| in_capitals(body).ok_or(error))?,
        };
        Ok(SanPlus { san, mark })
    }

    /// Reads a move in the one spelling that the standard prescribes for it.
    ///
    /// Whether the disambiguation, the `x` and the check mark are right is for the position to say.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or a move in another spelling.
    pub fn from_bytes_strict(text: &[u8]) -> Result<SanPlus, SanSyntaxError> {
        let plus = SanPlus::from_bytes(text)?;
        let mut expected = Comparison { rest: Some(text) };
        let _ = core::fmt::write(&mut expected, format_args!("{plus}"));
        if expected.rest == Some(b"") { Ok(plus) } else { Err(SanSyntaxError::NotStandard) }
    }

    /// The move at the beginning of eight bytes, and its length, if it is in a common spelling and ended by a blank,
    /// a glyph or a parenthesis.
    ///
    /// This is the fast lane, for single moves and for the PGN reader: no loops, few branches. It answers `None` for
    /// whatever it does not know, and otherwise exactly what its twin, the patient reader, says of the same bytes.
    #[inline(always)]
    pub(crate) fn from_common(bytes: [u8; 8]) -> Option<(SanPlus, usize)> {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * LOW;
        let word = u64::from_le_bytes(bytes);
        // The lowest flag of each is exact: the first byte below '+', and the first '?'.
        let below_plus = word.wrapping_sub(LOW * b'+' as u64) & !word & HIGH;
        let questions = word ^ (LOW * b'?' as u64);
        let ends = below_plus | (questions.wrapping_sub(LOW) & !questions & HIGH);
        if ends == 0 {
            return None;
        }
        let end = ends.trailing_zeros() as usize / 8;
        if end < 2 {
            return None;
        }
        let byte = |index: usize| (word >> (8 * index)) as u8;
        let (body, length, mark) = match byte(end) {
            next if ENDS_WORD[usize::from(next)] => match byte(end - 1) {
                b'+' => (end - 1, end, Some(CheckMark::Check)),
                _ => (end, end, None),
            },
            b'#' if end < 7 && ENDS_WORD[usize::from(byte(end + 1))] => (end, end + 1, Some(CheckMark::Mate)),
            _ => return None,
        };
        if body < 2 {
            return None;
        }
        let to_file = byte(body - 2).wrapping_sub(b'a');
        let to_rank = byte(body - 1).wrapping_sub(b'1');
        if to_file > 7 || to_rank > 7 {
            let wing = match word & !(u64::MAX << (8 * body)) {
                SHORT_CASTLING => Wing::King,
                LONG_CASTLING => Wing::Queen,
                _ => return None,
            };
            return Some((SanPlus { san: San::Castle(wing), mark }, length));
        }
        let to = Square::from_low_bits(8 * to_rank + to_file);
        // The byte before the target, zero if there is none.
        let capture = ((word << 8) >> (8 * (body - 2))) as u8 == b'x';
        let head = body - 2 - usize::from(capture);
        let role = COMMON_ROLE[usize::from(byte(0))]?;
        let letter = usize::from(role != Role::Pawn);
        let (file, rank) = match head.checked_sub(letter)? {
            // Not a pawn's capture: that names its file, or it would begin with the 'x'.
            0 => (None, None),
            1 => match byte(letter) {
                name @ b'a'..=b'h' if letter == 1 || capture => (File::from_index(usize::from(name - b'a')), None),
                name @ b'1'..=b'8' if letter == 1 => (None, Rank::from_index(usize::from(name - b'1'))),
                _ => return None,
            },
            _ => return None,
        };
        let san = San::Normal { role, file, rank, capture, to, promotion: None };
        Some((SanPlus { san, mark }, length))
    }
}

/// A short text with blanks behind it, for the fast lane. Pieced together from loads of fixed sizes that may overlap:
/// copying a few bytes by a call costs more than reading the move.
#[inline(always)]
fn padded(text: &[u8]) -> Option<[u8; 8]> {
    const BLANKS: u64 = u64::from_le_bytes([b' '; 8]);
    let word = match *text {
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c] => u64::from(u32::from_le_bytes([a, b, c, 0])),
        [a, b, c, d] | [a, b, c, d, _] | [a, b, c, d, _, _] | [a, b, c, d, _, _, _] => {
            let last = text.last_chunk::<4>()?;
            let shift = 8 * (text.len() - 4);
            u64::from(u32::from_le_bytes([a, b, c, d])) | u64::from(u32::from_le_bytes(*last)) << shift
        }
        _ => return None,
    };
    Some((word | BLANKS << (8 * text.len())).to_le_bytes())
}

const SHORT_CASTLING: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
const LONG_CASTLING: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");

/// What commonly stands right behind a move.
static ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &[u8] = b" \t\r\n!?)";
    while let [byte, others @ ..] = rest {
        table[*byte as usize] = true;
        rest = others;
    }
    table
};

/// The role that the first letter of a move in a common spelling tells.
static COMMON_ROLE: [Option<Role>; 256] = {
    let mut table = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        table[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    table[b'N' as usize] = Some(Role::Knight);
    table[b'B' as usize] = Some(Role::Bishop);
    table[b'R' as usize] = Some(Role::Rook);
    table[b'Q' as usize] = Some(Role::Queen);
    table[b'K' as usize] = Some(Role::King);
    table
};

/// Takes away glyphs, the en passant note and the check mark.
fn strip_notes(mut text: &[u8]) -> (&[u8], Option<CheckMark>) {
    // The null move ends in no note, and its '-' must not be taken for one.
    let mut mark = None;
    loop {
        let shorter = match text {
            [rest @ .., b'!' | b'?' | b' '] => rest,
            [rest @ .., b'e', b'.', b'p', b'.'] | [rest @ .., b'e', b'.', b'p'] | [rest @ .., b'e', b'p'] => rest,
            [rest @ .., b'+'] => {
                mark = mark.or(Some(CheckMark::Check));
                rest
            }
            [rest @ .., b'#'] => {
                mark = Some(CheckMark::Mate);
                rest
            }
            _ => return (text, mark),
        };
        text = shorter;
    }
}

#[inline]
fn castling_or_null(text: &[u8]) -> Option<San> {
    // Nearly every other move is told apart by its first letter.
    if !matches!(text, [b'O' | b'0' | b'o' | b'-' | b'Z' | b'@' | b'n', _, ..]) {
        return None;
    }
    match text {
        b"O-O" | b"0-0" | b"o-o" | b"OO" | b"00" | b"oo" => Some(San::Castle(Wing::King)),
        b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" | b"000" | b"ooo" => Some(San::Castle(Wing::Queen)),
        // With the en dashes of typesetters.
        b"O\xe2\x80\x93O" | b"0\xe2\x80\x930" => Some(San::Castle(Wing::King)),
        b"O\xe2\x80\x93O\xe2\x80\x93O" | b"0\xe2\x80\x930\xe2\x80\x930" => Some(San::Castle(Wing::Queen)),
        b"--" | b"Z0" | b"@@@@" | b"0000" | b"null" => Some(San::Null),
        _ => None,
    }
}

fn normal(text: &[u8]) -> Result<San, SanSyntaxError> {
    let (role, rest) = split_piece(text);
    let (rest, promotion) = split_promotion(rest)?;
    let [from @ .., file_letter, rank_digit] = rest else {
        return Err(SanSyntaxError::NoTarget);
    };
    let to = match (file_of(*file_letter), rank_of(*rank_digit)) {
        (Some(file), Some(rank)) => Square::new(file, rank),
        _ => return Err(SanSyntaxError::NoTarget),
    };
    let (from, capture) = match from {
        [rest @ .., b'x' | b'X' | b':'] | [rest @ .., 0xc3, 0x97] => (rest, true),
        [rest @ .., b'-'] => (rest, false),
        rest => (rest, false),
    };
    let (file, rank) = match *from {
        [] => (None, None),
        [one] => match (file_of(one), rank_of(one)) {
            (None, None) => return Err(SanSyntaxError::BadOrigin),
            found => found,
        },
        [one, two] => match (file_of(one), rank_of(two)) {
            (Some(file), Some(rank)) => (Some(file), Some(rank)),
            _ => return Err(SanSyntaxError::BadOrigin),
        },
        _ => return Err(SanSyntaxError::BadOrigin),
    };
    Ok(San::Normal { role, file, rank, capture, to, promotion })
}

/// Squares in capitals, `E2E4`, which no other spelling can be mistaken for.
#[cold]
fn in_capitals(text: &[u8]) -> Option<San> {
    let mut lower = [0; LONGEST];
    let lower = lower.get_mut(..text.len())?;
    lower.copy_from_slice(text);
    lower.make_ascii_lowercase();
    let begins_with_square = matches!(text, [b'A'..=b'H', b'1'..=b'8', ..]);
    if begins_with_square { normal(lower).ok() } else { None }
}

/// The letter or figurine of the piece; a pawn where there is none.
fn split_piece(text: &[u8]) -> (Role, &[u8]) {
    match text {
        // A lower case 'b' is a file; the other letters cannot be mistaken.
        [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P' | b'n' | b'r' | b'q' | b'k'), rest @ ..] => {
            (Role::from_letter(char::from(*letter)).unwrap_or(Role::Pawn), rest)
        }
        [first, second, third, rest @ ..] => match figurine([*first, *second, *third]) {
            Some(role) => (role, rest),
            None => (Role::Pawn, text),
        },
        _ => (Role::Pawn, text),
    }
}

/// `=Q`, `Q`, `(Q)`, `/Q` at the end, in either case or as a figurine.
fn split_promotion(text: &[u8]) -> Result<(&[u8], Option<Role>), SanSyntaxError> {
    let text = text.strip_suffix(b")").unwrap_or(text);
    let (rest, role) = match text {
        [.., b'1'..=b'8'] => return Ok((text, None)),
        [rest @ .., first, second, third] if figurine([*first, *second, *third]).is_some() => {
            (rest, figurine([*first, *second, *third]))
        }
        [rest @ .., letter] if letter.is_ascii_alphabetic() => (rest, Role::from_letter(char::from(*letter))),
        _ => return Err(SanSyntaxError::NoTarget),
    };
    match role {
        Some(role) if Role::PROMOTIONS.contains(&role) => {
            let rest = match rest {
                [rest @ .., b'=' | b'(' | b'/'] => rest,
                rest => rest,
            };
            Ok((rest, Some(role)))
        }
        // A letter after a complete square was meant as a promotion; after anything else there is no square at all.
        _ if matches!(rest, [.., b'1'..=b'8' | b'=' | b'(' | b'/']) => Err(SanSyntaxError::BadPromotion),
        _ => Err(SanSyntaxError::NoTarget),
    }
}

/// The chess symbols of Unicode, white and black alike.
fn figurine(bytes: [u8; 3]) -> Option<Role> {
    const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    match bytes {
        [0xe2, 0x99, last @ 0x94..=0x9f] => Some(ORDER[usize::from(last - 0x94) % 6]),
        _ => None,
    }
}

fn file_of(byte: u8) -> Option<File> {
    File::from_index(usize::from(byte.wrapping_sub(b'a')))
}

fn rank_of(byte: u8) -> Option<Rank> {
    Rank::from_index(usize::from(byte.wrapping_sub(b'1')))
}

/// Compares what is formatted with a text, without building it.
struct Comparison<'a> {
    /// What is left of the text, `None` after a difference.
    rest: Option<&'a [u8]>,
}

impl core::fmt::Write for Comparison<'_> {
    fn write_str(&mut self, piece: &str) -> core::fmt::Result {
        self.rest = self.rest.and_then(|rest| rest.strip_prefix(piece.as_bytes()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn short_texts_have_blanks_behind_them() {
        for length in 0..=9 {
            let text = &b"a1b2c3d4e"[..length];
            let mut blanks = [b' '; 9];
            blanks[..length].copy_from_slice(text);
            let expected = blanks.first_chunk().filter(|_| (2..8).contains(&length));
            assert_eq!(padded(text), expected.copied(), "{length} letters");
        }
    }

    /// Where the fast lane answers, the patient reader must say the same of the same bytes.
    #[test]
    fn the_fast_lane_says_what_the_patient_reader_says() {
        const LIKELY: &[u8] = b"NBRQKabcdefgh12345678x+#=O- \n!?)x+#";
        let mut random = fastrand::Rng::with_seed(3);
        let mut answered = 0;
        for _ in 0..3_000_000 {
            let mut bytes = [b' '; 8];
            for byte in &mut bytes[..2 + random.usize(..6)] {
                *byte = LIKELY[random.usize(..LIKELY.len())];
            }
            // Whatever stands behind a move makes it another text.
            let whole = &bytes[..random.usize(..9)];
            assert_eq!(SanPlus::from_bytes(whole), SanPlus::from_any_spelling(whole), "{whole:?}");
            if let Some((plus, length)) = SanPlus::from_common(bytes) {
                assert_eq!(SanPlus::from_any_spelling(&bytes[..length]), Ok(plus), "{bytes:?}");
                assert_eq!(SanPlus::from_bytes(&bytes[..length]), Ok(plus), "{bytes:?}");
                assert!(matches!(bytes[length], b' ' | b'\n' | b'!' | b'?' | b')'), "{bytes:?}");
                answered += 1;
            }
        }
        assert!(answered > 10_000, "{answered}");
    }

    /// Letters that differ in one bit from those that are meant.
    #[test]
    fn one_strange_byte_is_as_strange_to_both() {
        for text in ["e4", "exd5", "Nf3", "Nxf3", "Nbxd7", "Qh4+", "Qxh4#", "O-O", "O-O-O", "O-O-O+", "exd8=Q+"] {
            for at in 0..text.len() {
                for byte in 0..=255 {
                    let mut strange = text.as_bytes().to_vec();
                    strange[at] = byte;
                    assert_eq!(SanPlus::from_bytes(&strange), SanPlus::from_any_spelling(&strange), "{strange:?}");
                }
            }
        }
    }

    #[test]
    fn common_spellings_take_the_fast_lane() {
        for text in
            ["e4", "exd5", "Nf3", "Nxf3", "Nbd7", "N1d7", "Raxb1", "Qh4+", "Qh4#", "O-O", "O-O-O", "O-O+", "exd5#"]
        {
            for end in [" ", "\n", "!", "?!", ")"] {
                let word: Vec<u8> = [text, end, "        "].concat().into_bytes();
                let (plus, length) = SanPlus::from_common(word[..8].try_into().unwrap()).unwrap();
                assert_eq!(length, text.len());
                assert_eq!(SanPlus::from_bytes_strict(text.as_bytes()), Ok(plus));
            }
        }
    }
}
