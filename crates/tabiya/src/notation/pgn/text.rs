//! Text as it stands in a file: bytes that are UTF-8 or, in older files, Latin-1.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// The value of a tag or the inside of a comment, decoded only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    bytes: &'a [u8],
    form: Form,
    rest_of_line: bool,
}

/// What must be taken out of the bytes to have the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nothing.
    Plain,
    /// Backslashes that protect a quote or a backslash, as in tag values.
    Escaped,
    /// The semicolons at the beginning of lines.
    Lines,
}

impl<'a> Text<'a> {
    /// The value of a tag; `escaped` if there is a backslash in it.
    pub(super) fn of_tag(bytes: &'a [u8], escaped: bool) -> Text<'a> {
        Text { bytes, form: if escaped { Form::Escaped } else { Form::Plain }, rest_of_line: false }
    }

    pub(super) fn of_comment(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, form: Form::Plain, rest_of_line: false }
    }

    pub(super) fn of_line_comment(bytes: &'a [u8]) -> Text<'a> {
        let form = if bytes.contains(&b'\n') || bytes.contains(&b'\r') { Form::Lines } else { Form::Plain };
        Text { bytes, form, rest_of_line: true }
    }

    /// The bytes between the delimiters, exactly as they stand in the file.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Whether this is a comment from a semicolon to the end of the line, and not one in braces.
    #[must_use]
    pub fn is_rest_of_line(self) -> bool {
        self.rest_of_line
    }

    /// The text: backslashes resolved, read as UTF-8 where it is valid and as Latin-1 where it is not.
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        let plain = match self.form {
            Form::Plain => {
                return match core::str::from_utf8(self.bytes) {
                    Ok(text) => Cow::Borrowed(text),
                    Err(_) => Cow::Owned(latin1(self.bytes)),
                };
            }
            Form::Escaped => without_escapes(self.bytes),
            Form::Lines => without_semicolons(self.bytes),
        };
        Cow::Owned(match String::from_utf8(plain) {
            Ok(text) => text,
            Err(error) => latin1(error.as_bytes()),
        })
    }
}

fn without_escapes(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let protects = byte == b'\\' && matches!(rest.peek(), Some(b'"' | b'\\'));
        plain.push(if protects { rest.next().unwrap_or(byte) } else { byte });
    }
    plain
}

fn without_semicolons(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    // The line feed of a CRLF ends an empty line that has no semicolon; every other line behind the first has one.
    let mut lines = bytes.split(|&byte| matches!(byte, b'\n' | b'\r'));
    plain.extend_from_slice(lines.next().unwrap_or_default());
    for line in lines.filter_map(|line| line.strip_prefix(b";")) {
        plain.push(b' ');
        plain.extend_from_slice(line);
    }
    plain
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
    fn a_comment_over_several_lines_of_semicolons_is_one_text() {
        assert_eq!(Text::of_line_comment(b" one\r\n;two\n;; three\r;four").decode(), " one two ; three four");
    }

    #[test]
    fn backslashes_protect_in_tags() {
        assert_eq!(Text::of_tag(br#"the \"big\" \\ cup \x"#, true).decode(), r#"the "big" \ cup \x"#);
        assert_eq!(Text::of_tag(b"M\xfcnchen \\\"Open\\\"", true).decode(), "München \"Open\"");
        assert_eq!(Text::of_tag(br"ends in \", true).decode(), r"ends in \");
    }
}
