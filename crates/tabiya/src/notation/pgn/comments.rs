//! Comments: where they end, and what of them a visitor is told.

use super::buffer::Source;
use super::bytes::{find_brace_or_line_end, find_either};
use super::error::PgnErrorKind;
use super::movetext::Line;
use super::reader::Reader;
use super::tags::EVENT;
use super::text::Text;
use super::visitor::Visitor;

/// The two ways to write a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentKind {
    /// `{…}`
    Brace,
    /// `;…` to the end of the line, and over the lines after it that begin with a semicolon too.
    Line,
}

impl CommentKind {
    /// The inside of a comment.
    pub(super) fn inside(self, comment: &[u8]) -> &[u8] {
        match self {
            CommentKind::Brace => &comment[1..comment.len() - 1],
            CommentKind::Line => &comment[1..],
        }
    }

    /// The inside as a visitor is told of it.
    pub(super) fn text(self, inside: &[u8]) -> Text<'_> {
        match self {
            CommentKind::Brace => Text::of_comment(inside),
            CommentKind::Line => Text::of_line_comment(inside),
        }
    }
}

impl<S: Source> Reader<S> {
    /// A comment of either kind.
    pub(super) fn comment<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        let (length, kind) = self.comment_at_window()?;
        if line.muted_from.is_none() {
            visitor.comment(kind.text(kind.inside(&self.buffer.window()[..length])))?;
        }
        self.buffer.advance(length);
        Ok(())
    }

    /// The comments behind a result, on the same line.
    pub(super) fn closing_comments<V: Visitor>(&mut self, visitor: &mut V, line: &Line) -> Result<(), PgnErrorKind> {
        loop {
            self.ensure(1)?;
            match self.buffer.peek() {
                Some(b' ' | b'\t') => self.buffer.advance(1),
                Some(b'{' | b';') => match self.comment_at_window() {
                    Ok(_) => self.comment(visitor, line)?,
                    // That it is never closed is not this game's fault.
                    Err(PgnErrorKind::UnterminatedComment) => return Ok(()),
                    Err(error) => return Err(error),
                },
                _ => return Ok(()),
            }
        }
    }

    /// The length and the kind of the comment at the window's beginning.
    pub(super) fn comment_at_window(&mut self) -> Result<(usize, CommentKind), PgnErrorKind> {
        let (length, kind) = match self.buffer.peek() {
            Some(b'{') => (self.brace_comment()?, CommentKind::Brace),
            _ => (self.line_comment()?, CommentKind::Line),
        };
        self.check_length(length)?;
        Ok((length, kind))
    }

    /// The length of the comment at the window's beginning, braces included.
    ///
    /// An `Event` tag at the beginning of a line inside it means that the closing brace was forgotten.
    fn brace_comment(&mut self) -> Result<usize, PgnErrorKind> {
        let mut seen = 1;
        loop {
            let window = self.buffer.window();
            match find_brace_or_line_end(&window[seen..]).map(|index| seen + index) {
                Some(index) if window[index] == b'}' => return Ok(index + 1),
                Some(index) if !matches!(window[index], b'\n' | b'\r') => seen = index + 1,
                Some(index) => {
                    if window.len() < index + 1 + EVENT.len() && self.grow_behind(index)? {
                        continue;
                    }
                    if self.buffer.window()[index + 1..].starts_with(EVENT) {
                        return Err(PgnErrorKind::UnterminatedComment);
                    }
                    seen = index + 1;
                }
                None => {
                    seen = window.len();
                    if !self.grow()? {
                        return Err(PgnErrorKind::UnterminatedComment);
                    }
                }
            }
        }
    }

    /// The length of the rest-of-line comment at the window's beginning, without the last line end. Lines after it
    /// that begin with a semicolon go on with it.
    fn line_comment(&mut self) -> Result<usize, PgnErrorKind> {
        let mut seen = 1;
        loop {
            let window = self.buffer.window();
            let Some(end) = find_either(&window[seen..], b'\n', b'\r').map(|index| seen + index) else {
                seen = window.len();
                if !self.grow()? {
                    return Ok(seen);
                }
                continue;
            };
            if window.len() < end + 3 && self.grow_behind(end)? {
                continue;
            }
            let window = self.buffer.window();
            let next = end + if window[end..].starts_with(b"\r\n") { 2 } else { 1 };
            if window.get(next) != Some(&b';') {
                return Ok(end);
            }
            seen = next + 1;
        }
    }
}
