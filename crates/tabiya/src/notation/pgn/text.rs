//! Text as it stands in a file: bytes that are UTF-8 or, in older files, Latin-1.

use alloc::borrow::Cow;
use alloc::string::String;

/// The value of a tag or the inside of a comment, undecoded until somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    bytes: &'a [u8],
    /// Whether a backslash protects a quote or a backslash, as in tag values.
    escaped: bool,
}

impl<'a> Text<'a> {
    pub(super) fn of_tag(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, escaped: bytes.contains(&b'\\') }
    }

    pub(super) fn of_comment(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, escaped: false }
    }

    /// The bytes between the delimiters, exactly as they stand in the file.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text: backslashes resolved, read as UTF-8 where it is valid and as Latin-1 where it is not.
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        if !self.escaped {
            return match core::str::from_utf8(self.bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => Cow::Owned(latin1(self.bytes)),
            };
        }
        let mut plain = alloc::vec::Vec::with_capacity(self.bytes.len());
        let mut rest = self.bytes.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            let protects = byte == b'\\' && matches!(rest.peek(), Some(b'"' | b'\\'));
            plain.push(if protects { rest.next().unwrap_or(byte) } else { byte });
        }
        Cow::Owned(match String::from_utf8(plain) {
            Ok(text) => text,
            Err(error) => latin1(error.as_bytes()),
        })
    }
}

/// Every byte is the character of the same number.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_utf8_or_latin1() {
        assert_eq!(Text::of_comment("Réti".as_bytes()).decode(), "Réti");
        assert_eq!(Text::of_comment(b"R\xe9ti").decode(), "Réti");
        assert_eq!(Text::of_comment(br#"a \" b"#).decode(), r#"a \" b"#);
    }

    #[test]
    fn backslashes_protect_in_tags() {
        assert_eq!(Text::of_tag(br#"the \"big\" \\ cup \x"#).decode(), r#"the "big" \ cup \x"#);
        assert_eq!(Text::of_tag(b"M\xfcnchen \\\"Open\\\"").decode(), "München \"Open\"");
        assert_eq!(Text::of_tag(br"ends in \").decode(), r"ends in \");
    }
}
