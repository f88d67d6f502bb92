//! The move that is explained: what was asked about, as far as it can be told apart from its answer.

use core::fmt;

use super::castle;
use super::judge::{judge, judge_step};
use super::reason::{CastlingFault, Reason};
use crate::notation::san::{San, SanError, origins};
use crate::notation::{MoveTextError, Spelling};
use crate::{Bitboard, CastlingStyle, Position, Role, Square, UciMove, Wing};

/// A move that was asked about, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// Two squares and perhaps a promotion piece.
    Squares(UciMove),
    /// Castling, however it was written.
    Castle {
        /// Where the king stands.
        king: Square,
        /// The rook that has the right to castle on that wing, if one has.
        rook: Option<Square>,
        /// The side of the board.
        wing: Wing,
    },
    /// A description that fits no piece, so that no squares can be named.
    Description(San),
}

impl Subject {
    pub(super) fn of(position: &Position, uci: UciMove) -> Subject {
        match castle::meant(position, uci) {
            Some(wing) if uci.promotion.is_none() => Subject::castle(position, wing),
            _ => Subject::Squares(uci),
        }
    }

    fn castle(position: &Position, wing: Wing) -> Subject {
        let turn = position.turn();
        Subject::Castle { king: position.king_of(turn), rook: position.castling_rook(turn, wing), wing }
    }

    /// Reads a move in any spelling that [`Position::parse_move`] knows. A description that
    /// fits no legal move is taken for the move that comes closest to being legal.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or fits several legal moves.
    pub fn read(position: &Position, text: &str) -> Result<Subject, MoveTextError> {
        match Spelling::read(text)? {
            Spelling::Uci(uci) => Ok(Subject::of(position, uci)),
            Spelling::San(san, fault) => {
                Subject::of_san(position, san).map_err(|error| MoveTextError::of_san(text, fault, error))
            }
        }
    }

    pub(super) fn of_san(position: &Position, san: San) -> Result<Subject, SanError> {
        match san.resolve(position) {
            Ok(mv) => Ok(Subject::of(position, UciMove::from(mv))),
            Err(SanError::Illegal { .. }) => Ok(why_not(position, san).0),
            Err(error) => Err(error),
        }
    }

    /// The squares, with castling in this style; `None` for a description that fits no piece.
    #[must_use]
    pub fn uci(self, style: CastlingStyle) -> Option<UciMove> {
        match self {
            Subject::Squares(uci) => Some(uci),
            Subject::Castle { king, rook, wing } => {
                let target = castle::targets(wing, king.rank()).0;
                let to = match style {
                    CastlingStyle::Standard => target,
                    CastlingStyle::Chess960 => rook.unwrap_or(target),
                };
                Some(UciMove { from: king, to, promotion: None })
            }
            Subject::Description(_) => None,
        }
    }

    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, style: CastlingStyle) -> fmt::Result {
        match (self.uci(style), self) {
            (Some(uci), _) => write!(f, "{uci}"),
            (None, Subject::Description(san)) => write!(f, "{san}"),
            (None, Subject::Squares(_) | Subject::Castle { .. }) => Ok(()),
        }
    }
}

impl fmt::Display for Subject {
    /// Castling is written as in standard chess: `e1g1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, CastlingStyle::Standard)
    }
}

/// The move that was probably meant by a description that fits no legal move, and why it is illegal.
pub(crate) fn why_not(position: &Position, san: San) -> (Subject, Reason) {
    let turn = position.turn();
    let described = Subject::Description(san);
    if let Some(uci) = san.as_uci()
        && let Err(reason) = judge(position, uci)
    {
        return (Subject::of(position, uci), reason);
    }
    match san {
        San::Null => (described, Reason::NullMove),
        San::Castle(wing) => {
            let no_right = Reason::Castling(CastlingFault::NoRight { turn, wing });
            (Subject::castle(position, wing), castle::judge(position, wing).err().unwrap_or(no_right))
        }
        San::Normal { role, file, rank, capture, to, promotion } => {
            let named = position.board().pieces(turn, role) & origins(file, rank);
            let sideways = capture || file.is_some_and(|file| file != to.file());
            let candidates = match role {
                Role::Pawn if sideways => named - to.file().bitboard(),
                Role::Pawn => named & to.file().bitboard(),
                _ => named,
            };
            match closest(position, candidates, to, promotion) {
                None if named.is_empty() => (described, Reason::NoSuchPiece { turn, role, file, rank }),
                // With several pieces of which none could ever move so, it would be unfair to name one.
                Some((_, Reason::WrongMovement { .. })) if candidates.has_many() => {
                    (described, Reason::OutOfReach { turn, role, to })
                }
                None => (described, Reason::OutOfReach { turn, role, to }),
                // The same squares may mean castling, which was not described.
                Some((uci, reason)) if castle::meant(position, uci).is_some() => (described, reason),
                Some((uci, reason)) => (Subject::Squares(uci), reason),
            }
        }
    }
}

/// The move of one of the candidates that comes closest to being legal, castling aside.
fn closest(
    position: &Position,
    candidates: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Option<(UciMove, Reason)> {
    let judged = candidates.into_iter().filter_map(|from| {
        let uci = UciMove { from, to, promotion };
        Some((uci, judge_step(position, uci).err()?))
    });
    judged.max_by_key(|(_, reason)| match reason {
        Reason::WrongMovement { .. } => 0,
        reason if reason.is_about_safety() => 2,
        _ => 1,
    })
}
