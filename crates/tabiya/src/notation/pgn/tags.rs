//! The tag pairs before the moves.

use alloc::vec::Vec;

use super::buffer::Source;
use super::bytes::plain_letters;
use super::ending::GameResult;
use super::error::PgnErrorKind;
use super::reader::Reader;
use super::text::Text;
use super::visitor::Visitor;

/// The longest name of a tag; the standard's own are all far shorter.
pub(super) const LONGEST_NAME: usize = 255;

/// What opens almost every game.
pub(super) const EVENT: &[u8] = b"[Event ";

/// What the reader itself must know of a game's tags.
#[derive(Debug, Default)]
pub(super) struct TagFacts {
    /// What the `Result` tag says.
    pub result: Option<GameResult>,
    /// Whether there is a `FEN` tag.
    pub fen: bool,
    /// Whether there is a tag `[SetUp "1"]`.
    pub set_up: bool,
    /// The names seen, by their first sixteen letters.
    names: Vec<[u64; 2]>,
}

impl TagFacts {
    pub(super) fn clear(&mut self) {
        self.result = None;
        self.fen = false;
        self.set_up = false;
        self.names.clear();
    }

    /// Counts a tag that cannot be read.
    pub(super) fn note_torn(&mut self) {
        // No tag has an empty name.
        self.names.push([0; 2]);
    }

    #[inline(always)]
    fn note(&mut self, name: &[u8], fingerprint: [u64; 2], value: &[u8]) {
        self.names.push(fingerprint);
        match name {
            b"Result" => self.result = GameResult::from_tag(value),
            b"FEN" => self.fen = true,
            b"SetUp" => self.set_up = value == b"1",
            _ => {}
        }
    }
}

/// A name at the beginning of the bytes, as numbers that are quick to compare: its first sixteen letters, and of a
/// longer one a hash.
#[inline(always)]
fn fingerprint(bytes: &[u8], length: usize) -> [u64; 2] {
    let part = |chunk: [u8; 8], length: usize| match length {
        0 => 0,
        1..8 => u64::from_le_bytes(chunk) & ((1 << (8 * length)) - 1),
        _ => u64::from_le_bytes(chunk),
    };
    let mut letters = [0; 16];
    match bytes.first_chunk::<16>() {
        Some(chunk) => letters = *chunk,
        None => letters[..bytes.len()].copy_from_slice(bytes),
    }
    let ([first, second], _) = letters.as_chunks::<8>() else { return [0; 2] };
    let mut numbers = [part(*first, length), part(*second, length.saturating_sub(8))];
    for &byte in bytes.get(16..length).unwrap_or_default() {
        numbers[1] = (numbers[1] ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    numbers
}

impl<S: Source> Reader<S> {
    /// Reports all tag pairs. After an empty line an `Event` tag, or any tag that this game has already, is the
    /// beginning of the next game.
    pub(super) fn tags<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnErrorKind> {
        let mut line_ends = 0;
        loop {
            let tags = self.facts.names.len();
            self.ensure(LONGEST_NAME + 8)?;
            let window = self.buffer.window();
            match window.first() {
                Some(b'[') if tags > 0 && line_ends > 1 && self.begins_next_game() => return Ok(()),
                Some(b'[') if tags >= self.limits.tags as usize => return Err(PgnErrorKind::TooManyTags),
                Some(b'[') => {
                    self.tag(visitor)?;
                    self.check_game_length()?;
                    line_ends = 0;
                }
                Some(b'%') if self.buffer.at_line_start() => self.skip_line()?,
                Some(b'\n' | b'\r') => {
                    line_ends += u32::from(!self.buffer.within_line_end());
                    self.buffer.advance(1);
                }
                Some(byte) if byte.is_ascii_whitespace() => self.buffer.advance(1),
                _ => return Ok(()),
            }
        }
    }

    /// Whether the tag after an empty line cannot belong to the tags before it.
    fn begins_next_game(&self) -> bool {
        self.buffer.window().starts_with(EVENT) || self.is_repeated_tag()
    }

    /// Whether a tag comes next that this game has already.
    pub(super) fn is_repeated_tag(&self) -> bool {
        let window = self.buffer.window();
        let known = |(start, end, _): (usize, usize, usize)| {
            self.facts.names.contains(&fingerprint(&window[start..], end - start))
        };
        open_tag(window).is_some_and(known)
    }

    fn tag<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnErrorKind> {
        let (name_start, name_end, value_start) = open_tag(self.buffer.window()).ok_or(PgnErrorKind::BadTag)?;
        let mut index = value_start;
        let mut escaped = false;
        // A quote ends the value only if the bracket follows, so that careless quotes inside a value do no harm.
        let value_end = loop {
            match self.buffer.window().get(index).copied() {
                None if self.grow()? => {}
                None | Some(b'\n' | b'\r') => return Err(PgnErrorKind::BadTag),
                Some(b'\\') => {
                    escaped = true;
                    let next = self.buffer.window().get(index + 1);
                    if next.is_none() && self.grow()? {
                        continue;
                    }
                    let protects = matches!(self.buffer.window().get(index + 1), Some(b'"' | b'\\'));
                    // `\"]` at the end of a line closes a value that ends in a lone backslash.
                    let closes = protects && self.lone_backslash_ends_value(index + 1)?;
                    index += if protects && !closes { 2 } else { 1 };
                }
                Some(b'"') if self.bracket_follows(index + 1)?.is_some() => break index,
                Some(b'"') if self.strict => return Err(PgnErrorKind::BadTag),
                Some(_) => index += plain_letters(&self.buffer.window()[index..]),
            }
        };
        let tag_end = self.bracket_follows(value_end + 1)?.ok_or(PgnErrorKind::BadTag)?;
        self.check_length(tag_end + 1)?;
        let window = self.buffer.window();
        let name = core::str::from_utf8(&window[name_start..name_end]).map_err(|_| PgnErrorKind::BadTag)?;
        let value = &window[value_start..value_end];
        self.facts.note(name.as_bytes(), fingerprint(&window[name_start..], name.len()), value);
        visitor.tag(name, Text::of_tag(value, escaped))?;
        self.buffer.advance(tag_end + 1);
        Ok(())
    }

    /// Where the `]` is, if nothing but blanks separates it from `index`.
    fn bracket_follows(&mut self, mut index: usize) -> Result<Option<usize>, PgnErrorKind> {
        loop {
            match self.buffer.window().get(index).copied() {
                None if self.grow()? => {}
                Some(b' ' | b'\t') => index += 1,
                Some(b']') => return Ok(Some(index)),
                _ => return Ok(None),
            }
        }
    }

    /// Whether the quote at `index`, with a backslash before it, must be the closing one: bracket and line end follow.
    fn lone_backslash_ends_value(&mut self, index: usize) -> Result<bool, PgnErrorKind> {
        if self.buffer.window().get(index) != Some(&b'"') {
            return Ok(false);
        }
        let Some(bracket) = self.bracket_follows(index + 1)? else {
            return Ok(false);
        };
        if self.buffer.window().len() == bracket + 1 {
            self.grow()?;
        }
        Ok(matches!(self.buffer.window().get(bracket + 1), None | Some(b'\n' | b'\r')))
    }
}

/// Whether the bytes look like a tag rather than like a command inside a comment (`[%clk`).
pub(super) fn begins_tag(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'[') && bytes.get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether the bytes begin with `[Name "`.
pub(super) fn is_tag(bytes: &[u8]) -> bool {
    begins_tag(bytes) && open_tag(bytes).is_some()
}

/// Splits `[Name "` into the bounds of the name and the beginning of the value.
fn open_tag(window: &[u8]) -> Option<(usize, usize, usize)> {
    let skip_blanks = |mut index: usize| {
        while matches!(window.get(index), Some(b' ' | b'\t')) {
            index += 1;
        }
        index
    };
    let name_start = skip_blanks(1);
    let mut name_end = name_start;
    while window.get(name_end).is_some_and(|&byte| byte.is_ascii_graphic() && byte != b'"') {
        name_end += 1;
    }
    let quote = skip_blanks(name_end);
    let named = name_end > name_start && name_end - name_start <= LONGEST_NAME;
    (named && window.get(quote) == Some(&b'"')).then_some((name_start, name_end, quote + 1))
}
