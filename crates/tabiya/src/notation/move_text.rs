//! Moves as people type them: UCI or SAN, whichever it is.

use alloc::boxed::Box;
use core::fmt;

use super::san::{San, SanError, SanSyntaxError};
use super::uci::{CastlingStyle, UciError, UciFault, UciMove, UciSyntaxError};
use crate::explain::Reason;
use crate::{File, Move, Position};

/// What a text spells, not yet compared with a position. The one place that decides between the two notations: UCI
/// first, then SAN. No text means one move in UCI and another in SAN.
pub(crate) enum Spelling {
    Uci(UciMove),
    /// With what kept the text from being UCI.
    San(San, UciFault),
}

impl Spelling {
    pub(crate) fn read(text: &str) -> Result<Spelling, MoveTextError> {
        match UciMove::read(text.trim()) {
            Ok(uci) => Ok(Spelling::Uci(uci)),
            Err(fault) => match text.parse() {
                Ok(san) => Ok(Spelling::San(san, fault)),
                Err(error) => Err(MoveTextError::of_san(text, fault, SanError::syntax(text, error))),
            },
        }
    }
}

/// Why a text is not a legal move, read as UCI and read as SAN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveTextError {
    /// Why the text is not a legal move in UCI.
    pub uci: Box<UciError>,
    /// Why the text is not a legal move in SAN.
    pub san: Box<SanError>,
}

impl MoveTextError {
    /// Of a text that is not written like UCI.
    #[cold]
    pub(crate) fn of_san(text: &str, fault: UciFault, san: SanError) -> MoveTextError {
        let uci = UciError::Syntax(UciSyntaxError::new(text.trim(), fault));
        MoveTextError { uci: Box::new(uci), san: Box::new(san) }
    }

    /// Why the move is illegal, if the text is written like a move and fits one that can be judged.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        match (&*self.uci, &*self.san) {
            (UciError::Illegal { reason, .. }, _) | (_, SanError::Illegal { reason, .. }) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.uci, &*self.san) {
            (UciError::Illegal { .. }, _) => self.uci.fmt(f),
            (UciError::Syntax(uci), SanError::Syntax { text, error }) if *error != SanSyntaxError::Empty => {
                write!(f, "\"{text}\" is not a move: as UCI, {}; as SAN, {error}", uci.fault)
            }
            _ => self.san.fmt(f),
        }
    }
}

impl core::error::Error for MoveTextError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match *self.uci {
            UciError::Illegal { .. } => Some(&*self.uci),
            UciError::Syntax(_) => Some(&*self.san),
        }
    }
}

impl Position {
    /// The legal move that a text means, in UCI (`e2e4`, castling in either spelling) or in SAN
    /// (`Nf3`, read leniently).
    ///
    /// ```
    /// use tabiya::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_move("g1f3")?, start.parse_move("Nf3")?);
    /// assert_eq!(
    ///     start.parse_move("Nd5").unwrap_err().to_string(),
    ///     "Nd5 is illegal: no white knight can reach d5"
    /// );
    /// # Ok::<(), tabiya::MoveTextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why the text is not a legal move in either notation.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        match Spelling::read(text)? {
            Spelling::San(san, fault) => san.resolve(self).map_err(|error| MoveTextError::of_san(text, fault, error)),
            Spelling::Uci(uci) => uci.resolve(self).or_else(|uci| {
                let san = Box::new(match self.parse_san(text) {
                    Ok(mv) => return Ok(mv),
                    Err(error) => error,
                });
                Err(MoveTextError { uci: Box::new(uci), san })
            }),
        }
    }

    /// Plays the legal move that a text means; see [`parse_move`](Position::parse_move).
    ///
    /// # Errors
    ///
    /// As for [`parse_move`](Position::parse_move); nothing changes then.
    pub fn play_move(&mut self, text: &str) -> Result<Move, MoveTextError> {
        let mv = self.parse_move(text)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// The spelling of castling that cannot be mistaken for a king's step: as in standard chess, unless a king or a
    /// rook that may still castle stands elsewhere than there.
    ///
    /// ```
    /// use tabiya::{CastlingStyle, Position};
    /// assert_eq!(Position::startpos().castling_style(), CastlingStyle::Standard);
    /// assert_eq!(Position::chess960(0).unwrap().castling_style(), CastlingStyle::Chess960);
    /// ```
    #[must_use]
    pub fn castling_style(&self) -> CastlingStyle {
        let at_home = |rook: crate::Square| {
            let king = self.board().color_at(rook).map(|color| self.king_of(color));
            matches!(rook.file(), File::A | File::H) && king.is_some_and(|king| king.file() == File::E)
        };
        match self.castling_rights().rooks().into_iter().all(at_home) {
            true => CastlingStyle::Standard,
            false => CastlingStyle::Chess960,
        }
    }

    /// A move in UCI, castling in the [style](Position::castling_style) of the position.
    ///
    /// ```
    /// use tabiya::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.uci(position.parse_move("O-O").unwrap()).to_string(), "e1g1");
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> UciMove {
        mv.uci(self.castling_style())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn either_notation_and_one_error() {
        let position =
            Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        for text in ["e1g1", "e1h1", "O-O", "0-0", " e1g1 "] {
            assert!(position.parse_move(text).unwrap().is_castle(), "{text}");
        }
        for (text, sentence) in [
            ("e1d2", "e1d2 is illegal: the king on e1 cannot take its own side: the bishop on d2 is in its place"),
            ("Nd5", "Nd5 is illegal: the knight on c3 cannot take its own side: the pawn on d5 is in its place"),
            (
                "N5",
                "\"N5\" is not a move: as UCI, expected two squares and a promotion piece if there is one, as in e2e4 or \
                 e7e8q; as SAN, it names no target square such as e4",
            ),
            ("", "a move was expected, but there is no text"),
        ] {
            let error = position.parse_move(text).unwrap_err();
            assert_eq!(error.to_string(), sentence);
            assert_eq!(error.reason().is_some(), text.len() > 2, "{text}");
        }
        let two_knights = Position::from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
        let error = two_knights.parse_move("Nd2").unwrap_err();
        assert!(matches!(*error.san, SanError::Ambiguous { .. }) && error.to_string().contains("ambiguous"));
    }

    /// What is written like UCI means the same move in SAN, or none there.
    #[test]
    fn the_notations_do_not_contradict_each_other() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/1B6/8/8/8/8/1B6/4K3 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let names = || crate::Square::ALL.into_iter().flat_map(|s| [s.to_string(), s.to_string().to_uppercase()]);
            for text in names().flat_map(|from| names().map(move |to| std::format!("{from}{to}"))) {
                if let (Ok(uci), Ok(san)) = (position.parse_uci(&text), position.parse_san(&text)) {
                    assert_eq!(uci, san, "{text}");
                }
                assert_eq!(
                    position.parse_move(&text).ok(),
                    position.parse_uci(&text).or(position.parse_san(&text)).ok()
                );
            }
        }
    }

    /// Every legal move in every spelling is read as itself.
    #[test]
    fn spellings_lead_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for mv in &position.legal_moves() {
                for text in [position.uci(mv).to_string(), position.san(mv).to_string(), position.lan(mv).to_string()] {
                    assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {fen}");
                }
            }
        }
    }
}
