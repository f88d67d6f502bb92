//! How a game ended: what its tags say, what its moves end with, and the one rule that makes a result of the two.

use crate::{Color, Outcome};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    Unknown,
}

impl GameResult {
    /// The four results.
    pub const ALL: [GameResult; 4] =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

    /// The result as PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result at the beginning of some bytes in any of its spellings, with the length of that spelling.
    #[inline]
    pub(super) fn first(bytes: &[u8]) -> Option<(usize, GameResult)> {
        // Nearly every game ends with one of these, and every game is asked twice.
        match bytes {
            [b'1', b'-', b'0', ..] => Some((3, GameResult::WhiteWins)),
            [b'0', b'-', b'1', ..] => Some((3, GameResult::BlackWins)),
            [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => Some((7, GameResult::Draw)),
            [b'*', ..] => Some((1, GameResult::Unknown)),
            _ => GameResult::first_uncommon(bytes),
        }
    }

    #[cold]
    fn first_uncommon(bytes: &[u8]) -> Option<(usize, GameResult)> {
        const SPELLINGS: [(&str, GameResult); 7] = [
            ("1/2–1/2", GameResult::Draw),
            ("1/2", GameResult::Draw),
            ("½-½", GameResult::Draw),
            ("½–½", GameResult::Draw),
            ("½", GameResult::Draw),
            ("1–0", GameResult::WhiteWins),
            ("0–1", GameResult::BlackWins),
        ];
        let found = SPELLINGS.iter().find(|(spelling, _)| bytes.starts_with(spelling.as_bytes()));
        found.map(|&(spelling, result)| (spelling.len(), result))
    }

    /// What the value of a `Result` tag says; nothing if it is none of the spellings.
    pub(super) fn from_tag(value: &[u8]) -> Option<GameResult> {
        let value = value.trim_ascii();
        GameResult::first(value).filter(|&(length, _)| length == value.len()).map(|(_, result)| result)
    }
}

/// A text that is none of the four results of PGN.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseResultError;

impl core::fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("expected 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl core::error::Error for ParseResultError {}

impl core::str::FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        GameResult::ALL.into_iter().find(|result| result.as_str() == text).ok_or(ParseResultError)
    }
}

impl From<Option<Outcome>> for GameResult {
    /// `*` as long as there is no outcome.
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(Outcome::winner) {
            None => GameResult::Unknown,
            Some(None) => GameResult::Draw,
            Some(Some(Color::White)) => GameResult::WhiteWins,
            Some(Some(Color::Black)) => GameResult::BlackWins,
        }
    }
}

impl core::fmt::Display for GameResult {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.as_str())
    }
}

/// The two places where a game says how it ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ending {
    /// What the `Result` tag says, if there is one that says anything known.
    pub tag: Option<GameResult>,
    /// What the moves end with, if they end with a result.
    pub movetext: Option<GameResult>,
}

impl Ending {
    /// Both places say the same.
    #[must_use]
    pub const fn agreed(result: GameResult) -> Ending {
        Ending { tag: Some(result), movetext: Some(result) }
    }

    /// The result of the game. If the moves end with a win or a draw, it is that; if they end with `*` or with nothing,
    /// it is what the `Result` tag says; without such a tag it is unknown.
    ///
    /// ```
    /// use tabiya::notation::pgn::{Ending, GameResult};
    ///
    /// let ending = Ending { tag: Some(GameResult::BlackWins), movetext: Some(GameResult::Unknown) };
    /// assert_eq!(ending.result(), GameResult::BlackWins);
    /// ```
    #[must_use]
    pub fn result(self) -> GameResult {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        self.movetext.filter(known).or(self.tag).unwrap_or(GameResult::Unknown)
    }

    /// Whether both places speak and say different things.
    #[must_use]
    pub fn is_contradictory(self) -> bool {
        matches!((self.tag, self.movetext), (Some(tag), Some(movetext)) if tag != movetext)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_have_the_last_word_unless_they_say_nothing() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        for (tag, movetext, result) in [
            (None, None, Unknown),
            (Some(WhiteWins), None, WhiteWins),
            (Some(BlackWins), Some(Unknown), BlackWins),
            (Some(WhiteWins), Some(BlackWins), BlackWins),
            (Some(Unknown), Some(Draw), Draw),
            (None, Some(Unknown), Unknown),
        ] {
            assert_eq!(Ending { tag, movetext }.result(), result, "{tag:?} {movetext:?}");
        }
    }

    #[test]
    fn tags_are_read_in_every_spelling() {
        assert_eq!(GameResult::from_tag(b" 1-0 "), Some(GameResult::WhiteWins));
        assert_eq!(GameResult::from_tag("½-½".as_bytes()), Some(GameResult::Draw));
        assert_eq!(GameResult::from_tag(b"*"), Some(GameResult::Unknown));
        assert_eq!(GameResult::from_tag(b"1-0 on time"), None);
        assert_eq!(GameResult::from_tag(b"?"), None);
    }
}
