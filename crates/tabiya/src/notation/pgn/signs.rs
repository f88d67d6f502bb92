//! Signs between the moves: evaluations and the Informant's symbols, which are glyphs by another name.

/// Signs and the glyphs they mean. Where one begins with another, the longer one stands first.
const SIGNS: [(&str, u8); 65] = [
    ("+/-", 16),
    ("+/−", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("=/∞", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("~/=", 44),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("+—", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("—+", 19),
    ("+=", 14),
    ("=+", 15),
    ("==", 144),
    ("=", 10),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("☐", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("◯", 26),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("∇", 141),
    ("▽", 141),
    ("⌓", 142),
    ("≤", 143),
    ("≥", 142),
    ("<=", 143),
    (">=", 142),
    ("×", 147),
    ("⊥", 148),
    ("⟂", 148),
    ("⟺", 149),
    ("⇔", 149),
    ("↔", 149),
    ("⇗", 150),
    ("↗", 150),
    ("->", 40),
];

/// The same in Latin-1, for files that are not UTF-8.
const LATIN1: [(u8, u8); 2] = [(0xb1, 16), (0xd7, 147)];

/// The sign that the bytes begin with: its length, and its glyph.
pub(super) fn first(bytes: &[u8]) -> Option<(usize, u8)> {
    let known = SIGNS.iter().find(|(sign, _)| bytes.starts_with(sign.as_bytes()));
    let latin1 = || LATIN1.iter().find(|(byte, _)| bytes.first() == Some(byte));
    known.map(|&(sign, glyph)| (sign.len(), glyph)).or_else(|| latin1().map(|&(_, glyph)| (1, glyph)))
}

/// Where a word may be cut so that a move stands before the cut and a sign behind it, the likeliest cut first: `Nf3+-`.
pub(super) fn cuts(word: &[u8]) -> impl Iterator<Item = usize> {
    let signs = SIGNS.iter().filter_map(|(sign, _)| word.strip_suffix(sign.as_bytes())).map(<[u8]>::len);
    // Several signs in a row, or an unknown one: the reader decides what it is when it reads it alone.
    let last_letter = word.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |index| index + 1);
    signs.chain((last_letter..word.len()).rev()).filter(|&cut| cut > 0)
}

/// The first character and its length, read as UTF-8 where it is valid and as Latin-1 where it is not.
pub(super) fn first_char(bytes: &[u8]) -> Option<(char, usize)> {
    let latin1 = char::from(*bytes.first()?);
    let whole = (1..=bytes.len().min(4)).find_map(|length| core::str::from_utf8(&bytes[..length]).ok());
    let utf8 = whole.and_then(|text| text.chars().next());
    Some(utf8.map_or((latin1, 1), |c| (c, c.len_utf8())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_stands_before_every_cut() {
        let cuts = |word: &str| super::cuts(word.as_bytes()).collect::<std::vec::Vec<_>>();
        assert_eq!(cuts("Nf3+-")[..2], [3, 4]);
        assert_eq!(cuts("Nf3"), []);
        assert_eq!(cuts("+-"), [1], "the whole word is not a cut");
    }

    #[test]
    fn longer_signs_stand_before_their_beginnings() {
        for (index, (longer, _)) in SIGNS.iter().enumerate() {
            let shadowed = SIGNS[..index].iter().find(|(sign, _)| longer.starts_with(sign));
            assert_eq!(shadowed, None, "{longer}");
            assert_eq!(first(longer.as_bytes()), Some((longer.len(), SIGNS[index].1)));
        }
    }

    #[test]
    fn characters_are_utf8_or_latin1() {
        assert_eq!(first_char("±x".as_bytes()), Some(('±', 2)));
        assert_eq!(first_char(b"\xb1 "), Some(('±', 1)));
        assert_eq!(first_char(b"]"), Some((']', 1)));
        assert_eq!(first_char(b""), None);
        assert_eq!(first(b"\xb1 "), Some((1, 16)));
    }
}
