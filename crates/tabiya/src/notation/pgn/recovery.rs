//! How the reader finds the next game behind a broken one.
//!
//! A game that is refused in its tags ends where it would end if it were accepted: its other tags and its moves are
//! passed over, so that they are never read as a second game. Where the moves themselves are broken, the next game
//! begins at a tag.

use super::buffer::Source;
use super::error::{PgnErrorKind, SourceError};
use super::reader::{Phase, Reader};
use super::tags::{EVENT, LONGEST_NAME, begins_tag, is_tag};
use super::visitor::{Interest, Visitor};

/// Hears of a game that was refused, and does nothing.
struct Nothing;
impl Visitor for Nothing {}

impl<S: Source> Reader<S> {
    /// Moves on to the next game, if there is one.
    ///
    /// # Errors
    ///
    /// Why the input cannot be read any further.
    pub(super) fn recover(&mut self, kind: &PgnErrorKind) -> Result<(), SourceError> {
        if matches!(kind, PgnErrorKind::Source(_) | PgnErrorKind::Utf16) {
            self.buffer.abandon();
            return Ok(());
        }
        if !self.can_be_passed_over(kind) {
            return self.find_next_game(kind);
        }
        // What is odd about a refused game is of no interest, nor whether the rest of it is standard PGN.
        let (strict, warnings) = (self.strict, self.warnings.len());
        self.strict = false;
        let passed = self.pass_over(kind);
        self.strict = strict;
        self.warnings.truncate(warnings);
        match passed {
            Ok(()) => Ok(()),
            Err(PgnErrorKind::Source(failure)) => Err(failure),
            Err(other) => self.find_next_game(&other),
        }
    }

    /// Whether the game is whole enough to be followed to its end: no limit was reached before its moves began.
    fn can_be_passed_over(&self, kind: &PgnErrorKind) -> bool {
        let limit = matches!(kind, PgnErrorKind::TokenTooLong | PgnErrorKind::GameTooLong | PgnErrorKind::TooManyTags);
        matches!(self.phase, Phase::Tags | Phase::BehindTags) && !limit
    }

    /// Passes over the rest of a game that was refused before its moves.
    fn pass_over(&mut self, kind: &PgnErrorKind) -> Result<(), PgnErrorKind> {
        if self.phase == Phase::Tags {
            let mut torn = *kind == PgnErrorKind::BadTag;
            loop {
                if torn && self.leave_torn_tag()? {
                    return Ok(());
                }
                match self.tags(&mut Nothing) {
                    Ok(()) => break,
                    Err(PgnErrorKind::BadTag) => torn = true,
                    Err(other) => return Err(other),
                }
            }
        }
        self.movetext(&mut Nothing, Interest::Skip)
    }

    /// Passes over a tag that is broken, and over the lines behind it that may be the rest of it: up to the next tag or
    /// empty line. Says whether the next game begins there, because the game was cut off within the tag.
    fn leave_torn_tag(&mut self) -> Result<bool, PgnErrorKind> {
        self.facts.note_torn();
        loop {
            self.skip_to_line_end()?;
            self.check_game_length()?;
            self.ensure(LONGEST_NAME + 8)?;
            let window = self.buffer.window();
            let next = if window.starts_with(b"\r\n") { 2 } else { 1 };
            match window.get(next) {
                Some(b'[') if window[next..].starts_with(EVENT) => {
                    self.buffer.advance(next);
                    return Ok(self.is_repeated_tag());
                }
                // The line end is left, so that an empty line behind it is seen.
                None | Some(b'[' | b'\n' | b'\r') => return Ok(false),
                Some(_) => self.buffer.advance(next),
            }
        }
    }

    /// Moves on to where the next game seems to begin: a tag that opens a line after an empty one, or an `Event` tag
    /// that opens any line, either of them perhaps behind blanks. Where games have no tags, an empty line is enough.
    fn find_next_game(&mut self, kind: &PgnErrorKind) -> Result<(), SourceError> {
        // Only an `Event` tag is trusted after a comment that is never closed: this is also what the search for its
        // end looked out for, so no byte is searched twice however many such games follow each other.
        let only_event = matches!(kind, PgnErrorKind::UnterminatedComment | PgnErrorKind::TokenTooLong);
        // The game broke off where its moves end, which is often the beginning of the next one.
        let game_ended = matches!(kind, PgnErrorKind::UnclosedVariation | PgnErrorKind::MissingResult);
        if game_ended && self.begins_again() {
            return Ok(());
        }
        let mut previous_blank = game_ended;
        let advanced = self.buffer.offset() > self.game_start;
        let mut line_start = advanced && self.buffer.at_line_start();
        let mut line_blank = line_start || (advanced && self.buffer.at_indented_line_start());
        loop {
            self.buffer.ensure(LONGEST_NAME + 8)?;
            let window = self.buffer.window();
            let Some(&byte) = window.first() else { return Ok(()) };
            if byte == b'[' && line_blank {
                let after_blank = previous_blank && !only_event;
                let found = match line_start {
                    true => (after_blank && begins_tag(window)) || window.starts_with(EVENT),
                    false => after_blank && is_tag(window),
                };
                if found {
                    return Ok(());
                }
            }
            if self.buffer.within_line_end() {
                // The line ended with the carriage return.
            } else if matches!(byte, b'\n' | b'\r') {
                if line_blank && !self.had_tags && !only_event {
                    return Ok(());
                }
                previous_blank = line_blank;
                (line_start, line_blank) = (true, true);
            } else {
                line_start = false;
                line_blank &= byte.is_ascii_whitespace();
            }
            self.buffer.advance(1);
        }
    }
}
