//! Moves as UCI engines write them: `e2e4`, `e7e8q`, castling as `e1g1` or, in Chess960, as `e1h1`.
//!
//! Reading has two steps with separate errors. Text becomes a [`UciMove`], two squares and perhaps a promotion piece,
//! which knows no position; [`UciMove::resolve`] asks a position which legal [`Move`] it is.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::castling::wing_of;
use crate::explain::{self, Reason};
use crate::{Move, MoveKind, Position, Role, Square};

/// How a castling move is written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// The king's own two squares: `e1g1`.
    #[default]
    Standard,
    /// King takes rook: `e1h1`. The only form that is always clear in Chess960.
    Chess960,
}

/// A move as two squares and perhaps a promotion piece: what UCI says of it, which may be any nonsense.
///
/// This is how moves travel between programs.
///
/// ```
/// use tabiya::{Position, UciMove};
///
/// let uci: UciMove = "e2e4".parse()?;
/// let mv = uci.resolve(&Position::startpos())?;
/// assert_eq!(UciMove::from(mv), uci);
///
/// let error = "e2e5".parse::<UciMove>()?.resolve(&Position::startpos()).unwrap_err();
/// assert_eq!(error.to_string(), "e2e5 is illegal: a pawn does not move from e2 to e5");
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UciMove {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes; in castling, the rook's square or the king's target.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl UciMove {
    /// The legal move of the position that this names.
    ///
    /// Castling is understood in both forms; where the king's two squares could also mean an ordinary king move
    /// (Chess960), they mean the king move.
    ///
    /// # Errors
    ///
    /// Why no legal move is meant.
    pub fn resolve(self, position: &Position) -> Result<Move, UciError> {
        // A king move to a square wins over castling with that destination; king takes own rook is never a king move.
        let step = self.step(position).filter(|&mv| position.is_legal(mv));
        if let Some(mv) = step.or_else(|| self.legal_castle(position)) {
            return Ok(mv);
        }
        explain::judge(position, self).map_err(|reason| UciError::Illegal { mv: self, reason })
    }
}

impl UciMove {
    /// The move of one piece that this names, if there is one; it may be illegal.
    fn step(self, position: &Position) -> Option<Move> {
        let UciMove { from, to, promotion } = self;
        let role = position.role_at(from).filter(|_| from != to)?;
        let capture = position.them().contains(to);
        let kind = match (promotion, role) {
            (Some(role), _) => MoveKind::promotion_to(role, capture)?,
            (None, _) if capture => MoveKind::Capture,
            (None, Role::Pawn) if from.file() != to.file() => MoveKind::EnPassant,
            (None, Role::Pawn) if (from as u8).abs_diff(to as u8) == 16 => MoveKind::DoublePush,
            _ => MoveKind::Quiet,
        };
        Some(Move::new(from, to, kind))
    }

    /// The legal castle that this names, in either spelling.
    fn legal_castle(self, position: &Position) -> Option<Move> {
        let king = position.king_of(position.turn());
        if king != self.from || self.promotion.is_some() {
            return None;
        }
        let castles = position.castling_rights().rooks_of(position.turn()).into_iter();
        let mut castles =
            castles.map(|rook| Move::castle(king, rook, wing_of(king, rook))).filter(|&mv| position.is_legal(mv));
        castles.clone().find(|mv| mv.to() == self.to).or_else(|| castles.find(|mv| mv.destination() == self.to))
    }
}

impl From<Move> for UciMove {
    /// Castling becomes "king takes rook", which is right in standard chess and Chess960 alike.
    fn from(mv: Move) -> UciMove {
        UciMove { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

impl Move {
    /// The move as UCI says it.
    ///
    /// ```
    /// use tabiya::{CastlingStyle, Move, Square, Wing};
    /// let castle = Move::castle(Square::E1, Square::H1, Wing::King);
    /// assert_eq!(castle.uci(CastlingStyle::Standard).to_string(), "e1g1");
    /// assert_eq!(castle.uci(CastlingStyle::Chess960).to_string(), "e1h1");
    /// ```
    #[must_use]
    pub fn uci(self, style: CastlingStyle) -> UciMove {
        let to = match style {
            CastlingStyle::Standard => self.destination(),
            CastlingStyle::Chess960 => self.to(),
        };
        UciMove { to, ..UciMove::from(self) }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0u8; 5];
        for (i, square) in [self.from, self.to].into_iter().enumerate() {
            text[2 * i] = square.file().letter() as u8;
            text[2 * i + 1] = square.rank().digit() as u8;
        }
        let mut len = 4;
        if let Some(role) = self.promotion {
            text[4] = role.letter() as u8;
            len = 5;
        }
        f.pad(core::str::from_utf8(&text[..len]).unwrap_or_default())
    }
}

impl fmt::Display for Move {
    /// As UCI writes it in standard chess: `e2e4`, `e7e8q`, `e1g1`. For Chess960 see [`Move::uci`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci(CastlingStyle::Standard).fmt(f)
    }
}

impl FromStr for UciMove {
    type Err = UciSyntaxError;

    fn from_str(text: &str) -> Result<UciMove, UciSyntaxError> {
        UciMove::read(text).map_err(|fault| UciSyntaxError::new(text, fault))
    }
}

impl UciMove {
    /// As [`from_str`](FromStr::from_str), without a copy of a wrong text.
    pub(super) fn read(text: &str) -> Result<UciMove, UciFault> {
        read(text)
    }
}

fn read(text: &str) -> Result<UciMove, UciFault> {
    let (squares, promotion) = match *text.as_bytes() {
        [a, b, c, d] => ([[a, b], [c, d]], None),
        [a, b, c, d, letter] => ([[a, b], [c, d]], Some(letter)),
        _ => return Err(UciFault::Length),
    };
    let [from, to] = squares.map(|[file, rank]| {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        (file < 8 && rank < 8).then(|| Square::from_low_bits(8 * rank + file))
    });
    let from = from.ok_or(UciFault::Square { column: 1 })?;
    let to = to.ok_or(UciFault::Square { column: 3 })?;
    let promotion = match promotion {
        None => None,
        Some(letter) => Some(Role::from_letter(letter.into()).ok_or(UciFault::Promotion)?),
    };
    Ok(UciMove { from, to, promotion })
}

/// More of a wrong text is not repeated in an error.
const SHOWN: usize = 24;

/// A text that is not written like a UCI move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct UciSyntaxError {
    /// The beginning of the text as it was given.
    pub text: String,
    /// What is wrong with it.
    pub fault: UciFault,
}

/// What keeps a text from being a UCI move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UciFault {
    /// It has neither four letters nor five.
    Length,
    /// A square is missing or misspelt.
    Square {
        /// The column where it should begin, counted from 1.
        column: usize,
    },
    /// The fifth letter does not name a piece.
    Promotion,
}

impl fmt::Display for UciSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a move: {}", self.text, self.fault)
    }
}

impl fmt::Display for UciFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciFault::Length => {
                f.write_str("expected two squares and a promotion piece if there is one, as in e2e4 or e7e8q")
            }
            UciFault::Square { column } => write!(f, "expected a square from a1 to h8 at column {column}"),
            UciFault::Promotion => f.write_str("expected a promotion piece (q, r, b or n) at column 5"),
        }
    }
}

impl core::error::Error for UciSyntaxError {}

impl UciSyntaxError {
    #[cold]
    pub(super) fn new(text: &str, fault: UciFault) -> UciSyntaxError {
        UciSyntaxError { text: text.chars().take(SHOWN).collect(), fault }
    }
}

/// Why a text is not a move of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciError {
    /// It is not written like a move.
    Syntax(UciSyntaxError),
    /// It is written like a move but is not legal here.
    Illegal {
        /// What was read.
        mv: UciMove,
        /// Why it is illegal.
        reason: Reason,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Syntax(error) => error.fmt(f),
            UciError::Illegal { mv, reason } => write!(f, "{mv} is illegal: {reason}"),
        }
    }
}

impl core::error::Error for UciError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UciError::Syntax(error) => Some(error),
            UciError::Illegal { reason, .. } => Some(reason),
        }
    }
}

impl From<UciSyntaxError> for UciError {
    fn from(error: UciSyntaxError) -> UciError {
        UciError::Syntax(error)
    }
}

impl Position {
    /// The legal move with this UCI text: read as a [`UciMove`], then [resolved](UciMove::resolve).
    ///
    /// ```
    /// use tabiya::{MoveKind, Position};
    /// let position = Position::default();
    /// assert_eq!(position.parse_uci("e2e4").unwrap().kind(), MoveKind::DoublePush);
    /// assert!(position.parse_uci("e2e5").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or why the move is illegal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        text.parse::<UciMove>()?.resolve(self)
    }

    /// Plays the move with this UCI text.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_uci`]; nothing changes then.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, UciError> {
        let mv = self.parse_uci(text)?;
        self.play_unchecked(mv);
        Ok(mv)
    }
}
