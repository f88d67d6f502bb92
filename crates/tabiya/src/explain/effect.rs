//! What a legal move does, and why it is allowed where the rule is often got wrong.

use alloc::vec::Vec;
use core::fmt;

use super::castle;
use super::words::{self, PlacedPiece, PlacedPieces};
use crate::{Bitboard, Color, File, Move, Position, Role, Square, Wing, attacks};

/// What a legal move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The move.
    pub mv: Move,
    /// The piece that moves.
    pub piece: PlacedPiece,
    /// Where it ends: for castling the king's target.
    pub to: Square,
    /// What it captures, and where that stood.
    pub captures: Option<PlacedPiece>,
    /// The side castled to.
    pub castles: Option<Wing>,
    /// The new piece.
    pub promotes_to: Option<Role>,
    /// How it answers the check, if there was one.
    pub answers_check: Option<CheckAnswer>,
    /// The moved piece's square, if it gives check from there.
    pub checks_from: Option<Square>,
    /// Pieces that give check because the move got out of their way.
    pub discovers: Bitboard,
    /// Whether the enemy has no move and is in check.
    pub mates: bool,
    /// Castling rights that are gone afterwards.
    pub loses_rights: Vec<(Color, Wing)>,
    /// The square on which the enemy may now capture en passant.
    pub allows_en_passant: Option<Square>,
    /// Why it is allowed after all.
    pub notes: Vec<Note>,
}

/// How a move answers a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckAnswer {
    /// It takes the piece that gives check.
    Captures(PlacedPiece),
    /// It stands between the king and that piece.
    Blocks(PlacedPiece),
    /// The king leaves.
    KingLeaves,
}

/// A rule that is often got wrong, and why it does not forbid this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A square that castling passes is attacked, but only the rook passes it.
    RookPathAttacked {
        /// The attacked square.
        square: Square,
        /// Who attacks it.
        attackers: PlacedPieces,
    },
    /// The piece is pinned, but stays on the line.
    AlongPin {
        /// The king behind it.
        king: Square,
        /// The pinning piece.
        pinner: PlacedPiece,
    },
    /// The captured pawn itself gives check, although the capture lands elsewhere.
    EnPassantTakesChecker {
        /// The pawn that gives check.
        checker: PlacedPiece,
    },
    /// King and rook pass each other or swap places, as Chess960 allows.
    PassEachOther,
}

impl Effect {
    /// What a legal move does.
    pub(super) fn of(position: &Position, mv: Move) -> Effect {
        let turn = position.turn();
        let from = mv.from();
        let piece = PlacedPiece {
            // A legal move starts from a piece; the king stands in for nothing.
            piece: position.piece_at(from).unwrap_or(crate::Piece::new(turn, Role::King)),
            square: from,
        };
        let castles = mv.castling_wing();
        let (to, checking_square) = match castles {
            Some(wing) => castle::targets(wing, from.rank()),
            None => (mv.to(), mv.to()),
        };
        let taken_on = if mv.is_en_passant() { Square::new(to.file(), from.rank()) } else { mv.to() };
        let captures = if mv.is_capture() { PlacedPiece::on(position, taken_on) } else { None };
        let after = position.after_unchecked(mv);
        let checkers = after.checkers();
        let rights = |wing: Wing, color: Color| {
            position.castling_rights().has(color, wing) && !after.castling_rights().has(color, wing)
        };
        let loses_rights = [Color::White, Color::Black]
            .into_iter()
            .flat_map(|color| [(color, Wing::King), (color, Wing::Queen)])
            .filter(|&(color, wing)| rights(wing, color))
            .collect();
        Effect {
            mv,
            piece,
            to,
            captures,
            castles,
            promotes_to: mv.promotion(),
            answers_check: answers_check(position, piece, captures),
            checks_from: checkers.contains(checking_square).then_some(checking_square),
            discovers: checkers.without(checking_square),
            mates: checkers.any() && !after.has_legal_move(),
            loses_rights,
            allows_en_passant: after.en_passant(),
            notes: notes(position, mv, piece, captures),
        }
    }
}

fn answers_check(position: &Position, piece: PlacedPiece, captures: Option<PlacedPiece>) -> Option<CheckAnswer> {
    let checker = PlacedPiece::on(position, position.checkers().first()?)?;
    Some(match captures {
        Some(taken) if position.checkers().contains(taken.square) => CheckAnswer::Captures(taken),
        _ if piece.piece.role() == Role::King => CheckAnswer::KingLeaves,
        _ => CheckAnswer::Blocks(checker),
    })
}

fn notes(position: &Position, mv: Move, piece: PlacedPiece, captures: Option<PlacedPiece>) -> Vec<Note> {
    let mut notes = Vec::new();
    let turn = position.turn();
    let king = position.king_of(turn);
    if let Some(wing) = mv.castling_wing() {
        for square in castle::rook_path_attacked(position, wing) {
            let attackers = position.attackers_to(square, position.occupied()) & position.them();
            notes.push(Note::RookPathAttacked { square, attackers: PlacedPieces::on(position, attackers) });
        }
        let (king_to, rook_to) = castle::targets(wing, king.rank());
        let rook = mv.to();
        let familiar = king.file() == File::E && matches!(rook.file(), File::A | File::H);
        if !familiar && (king_to == rook || rook_to == king || rook_to == rook) {
            notes.push(Note::PassEachOther);
        }
        return notes;
    }
    if position.blockers(turn).contains(piece.square) {
        let lifted = position.occupied().without(piece.square);
        let pinner = (position.attackers_to(king, lifted) & (position.them() - position.checkers()))
            .into_iter()
            .find(|&square| attacks::aligned(king, piece.square, square))
            .and_then(|square| PlacedPiece::on(position, square));
        notes.extend(pinner.map(|pinner| Note::AlongPin { king, pinner }));
    }
    if let (true, Some(taken)) = (mv.is_en_passant(), captures)
        && position.checkers().contains(taken.square)
    {
        notes.push(Note::EnPassantTakesChecker { checker: taken });
    }
    notes
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.castles {
            Some(Wing::King) => write!(f, "the king castles on the king side")?,
            Some(Wing::Queen) => write!(f, "the king castles on the queen side")?,
            None => write!(f, "{} goes to {}", self.piece, self.to)?,
        }
        if let Some(taken) = self.captures {
            let how = if self.mv.is_en_passant() { " en passant" } else { "" };
            write!(f, ", takes {taken}{how}")?;
        }
        if let Some(role) = self.promotes_to {
            write!(f, ", becomes a {}", role.name())?;
        }
        match self.answers_check {
            Some(CheckAnswer::Captures(_)) => write!(f, ", which ends the check")?,
            Some(CheckAnswer::Blocks(checker)) => write!(f, ", blocks the check by {checker}")?,
            Some(CheckAnswer::KingLeaves) => write!(f, ", leaves the check")?,
            None => {}
        }
        // Only en passant opens two lines at once, and then its own pawn gives no check.
        match (self.checks_from, self.discovers.first(), self.discovers.last()) {
            (Some(_), Some(by), _) => write!(f, ", gives double check with the piece on {by}")?,
            (Some(_), None, _) => write!(f, ", gives check")?,
            (None, Some(by), Some(other)) if by != other => write!(f, ", discovers checks from {by} and {other}")?,
            (None, Some(by), _) => write!(f, ", discovers a check from {by}")?,
            (None, None, _) => {}
        }
        if self.mates {
            write!(f, ", mates")?;
        }
        for (color, wing) in &self.loses_rights {
            let side = match wing {
                Wing::King => "king side",
                Wing::Queen => "queen side",
            };
            write!(f, "; {} may no longer castle on the {side}", words::color(*color))?;
        }
        for note in &self.notes {
            write!(f, "; {note}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::RookPathAttacked { square, attackers } => {
                write!(f, "{square} is attacked by {attackers}, but only the rook passes it")
            }
            Note::AlongPin { king, pinner } => {
                write!(f, "it is pinned to the king on {king} by {pinner}, but stays on that line")
            }
            Note::EnPassantTakesChecker { checker } => {
                write!(
                    f,
                    "the capture lands elsewhere, but takes the checking {} on {}",
                    checker.piece.role().name(),
                    checker.square
                )
            }
            Note::PassEachOther => write!(f, "king and rook may pass each other"),
        }
    }
}
