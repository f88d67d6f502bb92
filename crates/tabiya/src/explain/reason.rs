//! Every way in which a move can fail to be legal.

use core::fmt;

use super::words::{self, PlacedPiece, PlacedPieces};
use crate::{Bitboard, Color, File, Rank, Role, Square, Wing};

/// Why a move is not legal. The first that applies, in the order a player would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move passes, which analysts write and the rules do not know.
    NullMove,
    /// The side to move has no such piece, or none where the text says.
    NoSuchPiece {
        /// The side to move.
        turn: Color,
        /// The piece that was named.
        role: Role,
        /// The file it was to come from, where one was named.
        file: Option<File>,
        /// The rank it was to come from, where one was named.
        rank: Option<Rank>,
    },
    /// There are several such pieces, and none of them can go there.
    OutOfReach {
        /// The side to move.
        turn: Color,
        /// The piece that was named.
        role: Role,
        /// Where it should go.
        to: Square,
    },
    /// There is nothing on the square the move starts from.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece belongs to the side not to move.
    NotYourPiece {
        /// The piece.
        piece: PlacedPiece,
        /// The side to move.
        turn: Color,
    },
    /// The piece would stay where it is.
    NoMovement {
        /// The piece.
        piece: PlacedPiece,
    },
    /// Pieces of that kind do not move so.
    WrongMovement {
        /// The piece.
        piece: PlacedPiece,
        /// Where it should go.
        to: Square,
    },
    /// A pawn goes two squares only from where it starts.
    DoublePushFromElsewhere {
        /// The pawn.
        piece: PlacedPiece,
    },
    /// A pawn moves diagonally only to capture, and there is nothing to capture.
    PawnCapturesNothing {
        /// The pawn.
        piece: PlacedPiece,
        /// The empty square.
        to: Square,
    },
    /// Something is in the way, or in front of a pawn.
    Blocked {
        /// The piece that wants to move.
        piece: PlacedPiece,
        /// The piece in the way.
        by: PlacedPiece,
    },
    /// A piece of one's own is on the target.
    OwnPieceOnTarget {
        /// The piece that wants to move.
        piece: PlacedPiece,
        /// The piece on the target.
        target: PlacedPiece,
    },
    /// A pawn that reaches the last rank must say what it becomes.
    PromotionMissing {
        /// The pawn.
        piece: PlacedPiece,
        /// The square of the last rank.
        to: Square,
    },
    /// A promotion piece was named for a move that does not promote.
    PromotionNotAllowed {
        /// The piece that wants to move.
        piece: PlacedPiece,
    },
    /// Pawns do not become that.
    PromotionPiece {
        /// What was asked for.
        role: Role,
    },
    /// Two pieces give check: only the king may move.
    DoubleCheck {
        /// The piece that wants to move.
        piece: PlacedPiece,
        /// The pieces that give check.
        checkers: PlacedPieces,
    },
    /// The king is in check and the move neither takes the checker nor stands between.
    DoesNotAnswerCheck {
        /// The piece that wants to move.
        piece: PlacedPiece,
        /// The king in check.
        king: Square,
        /// The piece that gives check.
        checker: PlacedPiece,
    },
    /// The piece shields its king and would leave the line.
    Pinned {
        /// The piece that wants to move.
        piece: PlacedPiece,
        /// The king behind it.
        king: Square,
        /// The piece that would give check.
        pinner: PlacedPiece,
    },
    /// The king would go where it can be taken.
    KingIntoAttack {
        /// Where the king wants to go.
        to: Square,
        /// Who attacks that square once the king has left its own.
        attackers: PlacedPieces,
        /// Those of them that see the square only because the king no longer stands in between.
        through_king: Bitboard,
        /// Those of them that are pinned to their king, which does not matter.
        pinned: Bitboard,
        /// What the king wants to take there: a protected piece.
        takes: Option<PlacedPiece>,
    },
    /// En passant is impossible here.
    EnPassant(EnPassantFault),
    /// Castling is impossible here.
    Castling(CastlingFault),
}

/// Why a capture en passant is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EnPassantFault {
    /// The pawn beside did not just move two squares.
    NotAvailable {
        /// The pawn that wants to capture.
        piece: PlacedPiece,
        /// The pawn beside it.
        victim: PlacedPiece,
    },
    /// With the captured pawn gone, the king can be taken.
    Uncovers {
        /// The pawn that wants to capture.
        piece: PlacedPiece,
        /// The pawn that would be captured.
        victim: PlacedPiece,
        /// The king behind them.
        king: Square,
        /// The piece that would give check.
        attacker: PlacedPiece,
    },
}

/// Why castling is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The right is lost or never was.
    NoRight {
        /// The side to move.
        turn: Color,
        /// The side of the board.
        wing: Wing,
    },
    /// Something stands where the king or the rook must pass.
    Blocked {
        /// The piece in the way.
        by: PlacedPiece,
        /// Whether the king passes that square.
        king_path: bool,
        /// Whether the rook passes that square.
        rook_path: bool,
    },
    /// The king is in check.
    InCheck {
        /// The king's square.
        king: Square,
        /// Who gives check.
        checkers: PlacedPieces,
    },
    /// The king crosses a square where it could be taken.
    Crosses {
        /// The square crossed.
        square: Square,
        /// Who attacks it.
        attackers: PlacedPieces,
    },
    /// The king lands on a square where it could be taken.
    Lands {
        /// The square landed on.
        square: Square,
        /// Who attacks it.
        attackers: PlacedPieces,
    },
    /// The rook leaves the line on which it shielded the king's target.
    RookShields {
        /// The castling rook.
        rook: Square,
        /// The king's target.
        square: Square,
        /// Who attacks it once the rook has gone.
        attackers: PlacedPieces,
    },
}

impl Reason {
    /// A short name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::NullMove => "null-move",
            Reason::NoSuchPiece { .. } => "no-such-piece",
            Reason::OutOfReach { .. } => "out-of-reach",
            Reason::NoPiece { .. } => "no-piece",
            Reason::NotYourPiece { .. } => "not-your-piece",
            Reason::NoMovement { .. } => "no-movement",
            Reason::WrongMovement { .. } => "wrong-movement",
            Reason::DoublePushFromElsewhere { .. } => "double-push-from-elsewhere",
            Reason::PawnCapturesNothing { .. } => "pawn-captures-nothing",
            Reason::Blocked { .. } => "blocked",
            Reason::OwnPieceOnTarget { .. } => "own-piece-on-target",
            Reason::PromotionMissing { .. } => "promotion-missing",
            Reason::PromotionNotAllowed { .. } => "promotion-not-allowed",
            Reason::PromotionPiece { .. } => "promotion-piece",
            Reason::DoubleCheck { .. } => "double-check",
            Reason::DoesNotAnswerCheck { .. } => "does-not-answer-check",
            Reason::Pinned { .. } => "pinned",
            Reason::KingIntoAttack { .. } => "king-into-attack",
            Reason::EnPassant(EnPassantFault::NotAvailable { .. }) => "en-passant-not-available",
            Reason::EnPassant(EnPassantFault::Uncovers { .. }) => "en-passant-uncovers",
            Reason::Castling(CastlingFault::NoRight { .. }) => "castling-no-right",
            Reason::Castling(CastlingFault::Blocked { .. }) => "castling-blocked",
            Reason::Castling(CastlingFault::InCheck { .. }) => "castling-in-check",
            Reason::Castling(CastlingFault::Crosses { .. }) => "castling-crosses-attack",
            Reason::Castling(CastlingFault::Lands { .. }) => "castling-lands-on-attack",
            Reason::Castling(CastlingFault::RookShields { .. }) => "castling-rook-shields",
        }
    }

    /// Whether only the king's safety stands against the move: it is pseudo-legal.
    pub fn is_about_safety(&self) -> bool {
        match self {
            Reason::DoubleCheck { .. }
            | Reason::DoesNotAnswerCheck { .. }
            | Reason::Pinned { .. }
            | Reason::KingIntoAttack { .. }
            | Reason::EnPassant(EnPassantFault::Uncovers { .. }) => true,
            Reason::Castling(fault) => !matches!(fault, CastlingFault::NoRight { .. } | CastlingFault::Blocked { .. }),
            _ => false,
        }
    }

    /// The squares the reason speaks of, other than the move's own.
    pub fn squares(&self) -> Bitboard {
        let one = Bitboard::from_square;
        match self {
            Reason::NullMove | Reason::NoSuchPiece { .. } => Bitboard::EMPTY,
            Reason::OutOfReach { to, .. } => one(*to),
            Reason::NoPiece { square } => one(*square),
            Reason::NotYourPiece { piece, .. }
            | Reason::NoMovement { piece }
            | Reason::WrongMovement { piece, .. }
            | Reason::DoublePushFromElsewhere { piece }
            | Reason::PromotionNotAllowed { piece } => one(piece.square),
            Reason::PawnCapturesNothing { to, .. } | Reason::PromotionMissing { to, .. } => one(*to),
            Reason::PromotionPiece { .. } | Reason::Castling(CastlingFault::NoRight { .. }) => Bitboard::EMPTY,
            Reason::Blocked { by, .. } | Reason::Castling(CastlingFault::Blocked { by, .. }) => one(by.square),
            Reason::OwnPieceOnTarget { target, .. } => one(target.square),
            Reason::DoubleCheck { checkers, .. } => checkers.squares(),
            Reason::DoesNotAnswerCheck { king, checker, .. } => one(*king).with(checker.square),
            Reason::Pinned { king, pinner, .. } => one(*king).with(pinner.square),
            Reason::KingIntoAttack { attackers, .. } => attackers.squares(),
            Reason::EnPassant(EnPassantFault::NotAvailable { victim, .. }) => one(victim.square),
            Reason::EnPassant(EnPassantFault::Uncovers { victim, king, attacker, .. }) => {
                one(victim.square).with(*king).with(attacker.square)
            }
            Reason::Castling(CastlingFault::InCheck { king, checkers }) => checkers.squares().with(*king),
            Reason::Castling(CastlingFault::Crosses { square, attackers })
            | Reason::Castling(CastlingFault::Lands { square, attackers }) => attackers.squares().with(*square),
            Reason::Castling(CastlingFault::RookShields { rook, square, attackers }) => {
                attackers.squares().with(*rook).with(*square)
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NullMove => write!(f, "passing is not a move of chess"),
            Reason::NoSuchPiece { turn, role, file, rank } => {
                write!(f, "{} has no {}", words::color(*turn), role.name())?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
                    (Some(file), None) => write!(f, " on the {file}-file"),
                    (None, Some(rank)) => write!(f, " on rank {rank}"),
                    (None, None) => Ok(()),
                }
            }
            Reason::OutOfReach { turn, role, to } => {
                write!(f, "no {} {} can reach {to}", words::color(*turn), role.name())
            }
            Reason::NoPiece { square } => write!(f, "there is no piece on {square}"),
            Reason::NotYourPiece { piece, turn } => {
                write!(f, "{piece} is not {}'s, whose move it is", words::color(*turn))
            }
            Reason::NoMovement { piece } => write!(f, "{piece} would stay where it is"),
            Reason::WrongMovement { piece, to } => {
                write!(f, "a {} does not move from {} to {to}", piece.piece.role().name(), piece.square)
            }
            Reason::DoublePushFromElsewhere { piece } => {
                write!(f, "{piece} has left its starting rank and may go one square only")
            }
            Reason::PawnCapturesNothing { piece, to } => {
                write!(f, "{piece} moves diagonally only to capture, and {to} is empty")
            }
            Reason::Blocked { piece, by } => write!(f, "{piece} is blocked by {by}"),
            Reason::OwnPieceOnTarget { piece, target } => {
                write!(f, "{piece} cannot take its own side: {target} is in its place")
            }
            Reason::PromotionMissing { to, .. } => {
                write!(f, "a pawn that reaches {to} must promote, and no piece is named")
            }
            Reason::PromotionNotAllowed { piece } => {
                write!(f, "{piece} does not promote by this move")
            }
            Reason::PromotionPiece { role } => {
                write!(f, "a pawn may not become a {}", role.name())
            }
            Reason::DoubleCheck { piece, checkers } => {
                write!(f, "{checkers} both give check, so only the king may move, not {piece}")
            }
            Reason::DoesNotAnswerCheck { piece, king, checker } => {
                write!(f, "{piece} leaves the king on {king} in check by {checker}")
            }
            Reason::Pinned { piece, king, pinner } => {
                write!(f, "{piece} is pinned to the king on {king} by {pinner}")
            }
            Reason::KingIntoAttack { to, attackers, through_king, pinned, takes } => {
                match takes {
                    Some(taken) => write!(f, "{taken} is protected by {attackers}")?,
                    None => write!(f, "{to} is attacked by {attackers}")?,
                }
                if through_king.any() {
                    write!(f, ", on the line of the check: the king cannot hide behind itself")?;
                }
                if pinned.any() && *pinned == attackers.squares() {
                    write!(f, ", pinned but still attacking")?;
                }
                Ok(())
            }
            Reason::EnPassant(fault) => fault.fmt(f),
            Reason::Castling(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for Reason {}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnPassantFault::NotAvailable { victim, .. } => {
                write!(f, "en passant is not available: {victim} did not move two squares in the last move")
            }
            EnPassantFault::Uncovers { piece, victim, king, attacker } => {
                // Never along a file: the capturing pawn ends on the one that its victim leaves.
                let line = if king.rank() == attacker.square.rank() { "along the rank" } else { "along the diagonal" };
                write!(
                    f,
                    "en passant takes {} and {} off and uncovers {attacker} {line} against the king on {king}",
                    piece.square, victim.square
                )
            }
        }
    }
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingFault::NoRight { turn, wing } => {
                let side = match wing {
                    Wing::King => "king side",
                    Wing::Queen => "queen side",
                };
                write!(f, "{} has no right to castle on the {side}", words::color(*turn))
            }
            CastlingFault::Blocked { by, king_path, .. } => {
                let who = if *king_path { "king" } else { "rook" };
                write!(f, "{by} is in the {who}'s way")
            }
            CastlingFault::InCheck { king, checkers } => {
                write!(f, "the king on {king} is in check by {checkers}, and a king in check cannot castle")
            }
            CastlingFault::Crosses { square, attackers } => {
                write!(f, "the king would cross {square}, which is attacked by {attackers}")
            }
            CastlingFault::Lands { square, attackers } => {
                write!(f, "the king would land on {square}, which is attacked by {attackers}")
            }
            CastlingFault::RookShields { rook, square, attackers } => {
                write!(f, "the rook leaving {rook} uncovers {attackers} against the king on {square}")
            }
        }
    }
}
