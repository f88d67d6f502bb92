//! Why a move is legal or not, as data a person can read.
//!
//! [`explain`] takes any pair of squares, sense or nonsense, and answers with a [`Verdict`]: what a
//! legal move does and why it is allowed where the rule is often got wrong, or the one [`Reason`] why
//! it is not legal. It decides by the rules themselves and not by asking the generator, so that the
//! two can be held against each other. [`Position::explain`] takes text in any spelling.
//!
//! ```
//! use tabiya::Position;
//!
//! let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")?;
//! assert_eq!(
//!     position.explain("Nd5")?.to_string(),
//!     "c3d5 is illegal: the knight on c3 is pinned to the king on e1 by the bishop on b4"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod castle;
mod effect;
mod illegal;
mod judge;
mod reason;
mod subject;
mod words;

use alloc::boxed::Box;
use core::fmt;

pub use effect::{CheckAnswer, Effect, Note};
pub use illegal::IllegalMove;
pub(crate) use judge::judge;
pub use reason::{CastlingFault, EnPassantFault, Reason};
pub use subject::Subject;
pub(crate) use subject::why_not;
pub use words::{PlacedPiece, PlacedPieces};

use crate::notation::san::{San, SanError};
use crate::notation::{MoveTextError, Spelling};
use crate::{CastlingStyle, Position, Role, Square, UciMove, UciSyntaxError};

/// Whether a move is legal, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be played; this is what it does.
    Legal(Box<Effect>),
    /// It may not; this is why.
    Illegal(Reason),
}

/// A move that was asked about, and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The move asked about.
    pub subject: Subject,
    /// The answer.
    pub verdict: Verdict,
}

impl Explanation {
    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        matches!(self.verdict, Verdict::Legal(_))
    }

    /// The reason, if it is not.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.verdict {
            Verdict::Legal(_) => None,
            Verdict::Illegal(reason) => Some(reason),
        }
    }

    /// What it does, if it is.
    pub fn effect(&self) -> Option<&Effect> {
        match &self.verdict {
            Verdict::Legal(effect) => Some(effect),
            Verdict::Illegal(_) => None,
        }
    }

    /// The squares of the move, with castling in this style; `None` for a description that fits no piece.
    #[must_use]
    pub fn uci(&self, style: CastlingStyle) -> Option<UciMove> {
        self.subject.uci(style)
    }

    /// The whole sentence, with castling spelt in this style.
    #[must_use]
    pub fn spelt(&self, style: CastlingStyle) -> impl fmt::Display + '_ {
        Spelt { explanation: self, style }
    }
}

struct Spelt<'a> {
    explanation: &'a Explanation,
    style: CastlingStyle,
}

impl fmt::Display for Spelt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explanation.subject.write(f, self.style)?;
        match &self.explanation.verdict {
            Verdict::Legal(effect) => write!(f, " is legal: {effect}"),
            Verdict::Illegal(reason) => write!(f, " is illegal: {reason}"),
        }
    }
}

impl fmt::Display for Explanation {
    /// Castling is written as in standard chess; see [`Explanation::spelt`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelt(CastlingStyle::Standard).fmt(f)
    }
}

/// Explains a move. Castling is understood king-takes-rook and, where no king step means the same,
/// king-to-target.
#[must_use]
pub fn explain(position: &Position, uci: UciMove) -> Explanation {
    let verdict = match judge(position, uci) {
        Ok(mv) => Verdict::Legal(Box::new(Effect::of(position, mv))),
        Err(reason) => Verdict::Illegal(reason),
    };
    Explanation { subject: Subject::of(position, uci), verdict }
}

/// Explains a description. If it fits no legal move, the move that comes closest to being legal is explained.
///
/// # Errors
///
/// Only that it fits several legal moves.
pub fn explain_san(position: &Position, san: San) -> Result<Explanation, SanError> {
    match san.resolve(position) {
        Ok(mv) => Ok(explain(position, UciMove::from(mv))),
        Err(SanError::Illegal { .. }) => {
            let (subject, reason) = why_not(position, san);
            Ok(Explanation { subject, verdict: Verdict::Illegal(reason) })
        }
        Err(error) => Err(error),
    }
}

impl Position {
    /// Explains a move in any spelling that [`Position::parse_move`] knows.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let start = Position::startpos();
    /// assert_eq!(start.explain("♘f3")?.to_string(), "g1f3 is legal: the knight on g1 goes to f3");
    /// assert_eq!(start.explain("e2e5")?.reason().unwrap().name(), "wrong-movement");
    /// assert_eq!(start.explain("Qd3")?.to_string(), "d1d3 is illegal: the queen on d1 is blocked by the pawn on d2");
    /// # Ok::<(), tabiya::MoveTextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a move, or fits several legal moves. An illegal move is not an error: it is explained.
    pub fn explain(&self, text: &str) -> Result<Explanation, MoveTextError> {
        match Spelling::read(text)? {
            Spelling::Uci(uci) => Ok(explain(self, uci)),
            Spelling::San(san, fault) => {
                explain_san(self, san).map_err(|error| MoveTextError::of_san(text, fault, error))
            }
        }
    }

    /// Explains a move in algebraic notation, read leniently.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or fits several legal moves.
    pub fn explain_san(&self, text: &str) -> Result<Explanation, SanError> {
        explain_san(self, text.parse().map_err(|error| SanError::syntax(text, error))?)
    }

    /// Explains a move in UCI notation.
    ///
    /// # Errors
    ///
    /// If the text is not a move.
    pub fn explain_uci(&self, text: &str) -> Result<Explanation, UciSyntaxError> {
        Ok(explain(self, text.parse()?))
    }
}

/// Every pseudo-legal move that is not legal, each explained: moves that only the king's safety
/// forbids, castling with the right and a free way among them. Ordered by squares, castling by its rook's.
pub fn illegal_moves(position: &Position) -> impl Iterator<Item = Explanation> + '_ {
    let promotions = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];
    let moves = position.us().into_iter().flat_map(move |from| {
        let targets = Square::ALL.into_iter();
        targets.flat_map(move |to| promotions.into_iter().map(move |promotion| UciMove { from, to, promotion }))
    });
    moves.filter_map(|uci| {
        let reason = judge(position, uci).err().filter(Reason::is_about_safety)?;
        let subject = Subject::of(position, uci);
        // A castle has two spellings; one is enough.
        let once = subject.uci(CastlingStyle::Chess960) == Some(uci);
        once.then_some(Explanation { subject, verdict: Verdict::Illegal(reason) })
    })
}
