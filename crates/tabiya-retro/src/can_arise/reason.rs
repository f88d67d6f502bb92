//! Why a position cannot arise, as data and as a sentence.

use core::fmt;

use tabiya::{Bitboard, Color, Problem, Role, Square};

use crate::{NoUnmove, Unmove};

/// Why no game reaches a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CannotArise {
    /// The setup is not a valid position.
    Invalid(tabiya::Invalid),
    /// A castling right is none of the start position, or of any that was asked for.
    CastlingRights(Bitboard),
    /// A piece cannot have come to its square, past men that have not moved, and it is not a promoted pawn.
    Caged {
        /// The piece.
        piece: Square,
        /// What it is.
        role: Role,
        /// Its side.
        color: Color,
        /// The men that have not moved.
        by: Bitboard,
    },
    /// A piece can only have come to its square past a king or a rook that has not moved, because it may castle.
    CagedByCastling {
        /// The piece.
        piece: Square,
        /// What it is.
        role: Role,
        /// Its side.
        color: Color,
        /// The kings and rooks that may castle.
        by: Bitboard,
    },
    /// A side has more promoted pieces than pawns are missing, counted with those that men who have not moved shut in
    /// or out.
    Promoted {
        /// The side.
        color: Color,
        /// The pieces of which some are promoted.
        among: Bitboard,
        /// How many are promoted, at least.
        promoted: u32,
        /// The pawns that are missing.
        missing: u32,
    },
    /// Pawns of one side have fewer files to come from than there are pawns.
    PawnOrigins {
        /// The side.
        color: Color,
        /// The pawns.
        pawns: Bitboard,
    },
    /// Pieces and pawns of one side, promoted pawns among them, can have been fewer men of the start.
    Origins {
        /// The side.
        color: Color,
        /// The men.
        men: Bitboard,
    },
    /// The pawns of a side need more captures to stand where they do than men of the other side are missing.
    PawnCaptures {
        /// The side.
        color: Color,
        /// Its pawns.
        pawns: Bitboard,
        /// The fewest captures.
        needed: u32,
        /// What they can have captured.
        victims: Victims,
    },
    /// The pawns that are left and those that promoted need more captures together than men of the other side are
    /// missing.
    PromotionCaptures {
        /// The side.
        color: Color,
        /// Its pawns, and the pieces of which some are promoted.
        men: Bitboard,
        /// The fewest captures.
        needed: u32,
        /// What they can have captured.
        victims: Victims,
    },
    /// On more files than captures explain, the white and the black pawn that started there no longer face each other:
    /// one of them has captured or been captured. Promoted pawns count as well.
    PawnsPassed {
        /// The pawns on these files.
        pawns: Bitboard,
        /// How many files it is.
        files: u32,
        /// On how many of them it can have happened, at most.
        at_most: u32,
    },
    /// Without captures every move that was made can be counted as odd or even, and it is the other side's turn.
    Tempo(Color),
    /// No move can have led here.
    NoLastMove(NoUnmove),
    /// Moves can have led here, but only from positions that cannot arise.
    NoWayBack {
        /// The last moves that are possible by themselves.
        last_moves: Vec<Unmove>,
        /// One position before the first of them, as FEN.
        before: String,
        /// Why it cannot arise.
        because: Box<CannotArise>,
    },
    /// None of several start positions leads here.
    EveryStart {
        /// How many start positions there are.
        starts: u32,
        /// Why not from one of them, the first whose castling rights agree.
        example: Box<CannotArise>,
    },
}

/// What the pawns of a side can have captured.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Victims {
    /// The missing men of the other side.
    pub missing: u32,
    /// Of these, pieces that never left squares where no pawn captures.
    pub captured_by_pieces: u32,
    /// Where such pieces started.
    pub homes: Bitboard,
}

impl Victims {
    /// How many pawns can have captured.
    pub fn count(&self) -> u32 {
        self.missing.saturating_sub(self.captured_by_pieces)
    }
}

impl CannotArise {
    /// A short name for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            CannotArise::Invalid(_) => "invalid",
            CannotArise::CastlingRights(_) => "castling-rights",
            CannotArise::Caged { .. } => "caged",
            CannotArise::CagedByCastling { .. } => "caged-by-castling",
            CannotArise::Promoted { .. } => "promoted",
            CannotArise::PawnOrigins { .. } => "pawn-origins",
            CannotArise::Origins { .. } => "origins",
            CannotArise::PawnCaptures { .. } => "pawn-captures",
            CannotArise::PromotionCaptures { .. } => "promotion-captures",
            CannotArise::PawnsPassed { .. } => "pawns-passed",
            CannotArise::Tempo(_) => "tempo",
            CannotArise::NoLastMove(_) => "no-last-move",
            CannotArise::NoWayBack { .. } => "no-way-back",
            CannotArise::EveryStart { .. } => "every-start",
        }
    }

    /// The squares to mark in a picture of the position.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        match self {
            CannotArise::Invalid(invalid) => {
                invalid.problems().iter().fold(Bitboard::EMPTY, |all, problem| all | squares_of(problem))
            }
            CannotArise::CastlingRights(rooks) => *rooks,
            CannotArise::Caged { piece, by, .. } | CannotArise::CagedByCastling { piece, by, .. } => by.with(*piece),
            CannotArise::Promoted { among, .. } => *among,
            CannotArise::PawnOrigins { pawns, .. } | CannotArise::PawnsPassed { pawns, .. } => *pawns,
            CannotArise::Origins { men, .. } => *men,
            CannotArise::PawnCaptures { pawns, victims, .. } => *pawns | victims.homes,
            CannotArise::PromotionCaptures { men, victims, .. } => *men | victims.homes,
            CannotArise::Tempo(_) => Bitboard::EMPTY,
            CannotArise::NoLastMove(NoUnmove::UnexplainedCheck(checkers)) => *checkers,
            CannotArise::NoLastMove(_) => Bitboard::EMPTY,
            CannotArise::NoWayBack { last_moves, .. } => {
                last_moves.iter().map(|unmove| unmove.forward().to()).collect()
            }
            CannotArise::EveryStart { example, .. } => example.squares(),
        }
    }
}

impl core::error::Error for CannotArise {}

/// The squares that a problem of validation names.
fn squares_of(problem: &Problem) -> Bitboard {
    match *problem {
        Problem::AdjacentKings(a, b) => a.bitboard() | b.bitboard(),
        Problem::ImpossibleCheckers(squares) => squares,
        Problem::PawnOnBackRank(square)
        | Problem::OpponentInCheck(square)
        | Problem::CastlingWithoutRook(_, square)
        | Problem::CastlingWithoutKing(_, square)
        | Problem::EnPassantRank(square)
        | Problem::EnPassantWithoutPawn(square)
        | Problem::EnPassantBlocked(square)
        | Problem::EnPassantWhileInCheck(square) => square.bitboard(),
        _ => Bitboard::EMPTY,
    }
}

/// `e2`, `e2 and f3`, `e2, f3 and g4`.
struct List(Bitboard);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.len().saturating_sub(1);
        for (i, square) in self.0.into_iter().enumerate() {
            let comma = match i as u32 {
                0 => "",
                i if i == last => " and ",
                _ => ", ",
            };
            write!(f, "{comma}{square}")?;
        }
        Ok(())
    }
}

/// `one capture`, `3 captures`.
struct Counted(u32, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "no {}", self.1),
            1 => write!(f, "one {}", self.1),
            count => write!(f, "{count} {}s", self.1),
        }
    }
}

/// What is missing for the captures of a side's pawns.
fn write_victims(f: &mut fmt::Formatter<'_>, color: Color, victims: &Victims) -> fmt::Result {
    let other = (!color).name();
    match victims.missing {
        0 => write!(f, ", but no {other} man is missing")?,
        1 => write!(f, ", but only one {other} man is missing")?,
        missing => write!(f, ", but only {missing} {other} men are missing")?,
    }
    let from = |f: &mut fmt::Formatter<'_>| match victims.homes.is_empty() {
        true => Ok(()),
        false => write!(f, " ({})", List(victims.homes)),
    };
    let (it, those) = match (victims.captured_by_pieces, victims.missing) {
        (0, _) => return Ok(()),
        (1, 1) => ("it", "which".to_owned()),
        (1, _) => ("it", "and one of them".to_owned()),
        (count, missing) if count == missing => ("them", "which".to_owned()),
        (count, _) => ("them", format!("and {count} of them")),
    };
    write!(f, ", {those} never got away from home")?;
    from(f)?;
    write!(f, ", where no pawn can have captured {it}")
}

impl fmt::Display for CannotArise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotArise::Invalid(invalid) => write!(f, "it is not a valid position: {invalid}"),
            CannotArise::CastlingRights(rooks) => {
                write!(f, "no start position that was asked for gives the castling rights of {}", List(*rooks))
            }
            CannotArise::Caged { piece, role, color, by } => {
                write!(f, "the {} {role} cannot have come to {piece}", color.name())?;
                if by.any() {
                    write!(f, ": men that have not moved stand on {}", List(*by))?;
                }
                Ok(())
            }
            CannotArise::CagedByCastling { piece, role, color, by } => write!(
                f,
                "the {} {role} can only have come to {piece} past {}, where kings and rooks that may castle have not \
                 moved",
                color.name(),
                List(*by)
            ),
            CannotArise::Promoted { color, promoted, missing, .. } => write!(
                f,
                "{color} has at least {}, but {} missing",
                Counted(*promoted, "promoted piece"),
                match missing {
                    0 => format!("no {} pawn is", color.name()),
                    1 => format!("only one {} pawn is", color.name()),
                    _ => format!("only {missing} {} pawns are", color.name()),
                }
            ),
            CannotArise::PawnOrigins { color, pawns } => {
                write!(f, "the {} pawns on {} cannot all have come from different files", color.name(), List(*pawns))
            }
            CannotArise::Origins { color, men } => {
                write!(f, "the {} men on {} cannot all have been different men at the start", color.name(), List(*men))
            }
            CannotArise::PawnCaptures { color, needed, victims, .. } => {
                write!(f, "the {} pawns need at least {}", color.name(), Counted(*needed, "capture"))?;
                f.write_str(" to stand where they do")?;
                write_victims(f, *color, victims)
            }
            CannotArise::PromotionCaptures { color, needed, victims, .. } => {
                write!(f, "the {} pawns, those that promoted included, ", color.name())?;
                write!(f, "need at least {}", Counted(*needed, "capture"))?;
                write_victims(f, *color, victims)
            }
            CannotArise::PawnsPassed { files, at_most, .. } => {
                write!(f, "on {} the two pawns that started there no longer face each other", Counted(*files, "file"))?;
                match at_most {
                    0 => f.write_str(", but no capture can explain it"),
                    1 => f.write_str(", but the captures explain only one"),
                    _ => write!(f, ", but the captures explain only {at_most}"),
                }
            }
            CannotArise::Tempo(turn) => write!(
                f,
                "without captures, the moves that both sides have made can be counted as odd or even, and then it is \
                 {}'s turn",
                !*turn
            ),
            CannotArise::NoLastMove(reason) => reason.fmt(f),
            CannotArise::NoWayBack { last_moves, before, because } => {
                match last_moves.as_slice() {
                    [only] => write!(f, "the last move can only have been {only}, and before it")?,
                    [first, ..] => write!(
                        f,
                        "none of the {} moves that can have been the last is possible; before {first}, for example,",
                        last_moves.len()
                    )?,
                    [] => {}
                }
                write!(f, " ({before}) {because}")
            }
            CannotArise::EveryStart { starts, example } => {
                write!(f, "none of the {starts} start positions leads here; from one of them, for example, {example}")
            }
        }
    }
}
