//! Mate, stalemate, and the draws a position shows by itself. Repetition needs a past: see [`Game`](crate::Game).

use core::fmt;

use super::Position;
use crate::{Bitboard, Color, Role, attacks};

/// How a game has ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// This side has won by checkmate.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side has the pieces to give mate, whatever the other does.
    InsufficientMaterial,
    /// No sequence of legal moves leads to mate although there is more than bare material: see
    /// [`Position::is_dead`].
    DeadPosition,
    /// Seventy-five moves by each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The position has appeared five times.
    FivefoldRepetition,
}

impl Outcome {
    /// The side that has won; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl Outcome {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient-material",
            Outcome::DeadPosition => "dead-position",
            Outcome::SeventyFiveMoves => "seventy-five-moves",
            Outcome::FivefoldRepetition => "fivefold-repetition",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Outcome::Stalemate => f.write_str("draw by stalemate"),
            Outcome::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Outcome::DeadPosition => f.write_str("draw by a dead position"),
            Outcome::SeventyFiveMoves => f.write_str("draw by the seventy-five-move rule"),
            Outcome::FivefoldRepetition => f.write_str("draw by fivefold repetition"),
        }
    }
}

impl Position {
    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// The outcome the position shows by itself: mate before all else, then stalemate, dead positions, and the
    /// seventy-five-move rule.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_by(self.has_legal_move(), || self.in_check())
    }

    /// The outcome, by what the caller knows of it.
    #[inline(always)]
    pub(super) fn outcome_by(&self, has_legal_move: bool, in_check: impl FnOnce() -> bool) -> Option<Outcome> {
        if !has_legal_move {
            return Some(if in_check() { Outcome::Checkmate { winner: !self.turn } } else { Outcome::Stalemate });
        }
        if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.is_dead() {
            Some(Outcome::DeadPosition)
        } else if self.halfmove_clock >= 150 {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// Whether fifty moves by each side have passed without a capture or pawn move, so that a draw may be claimed.
    pub fn is_fifty_moves(&self) -> bool {
        self.halfmove_clock >= 100
    }

    /// Whether neither side can ever give mate by the pieces it has.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Whether this side can never give mate, whatever the other side does: it has a bare king, or a single knight
    /// against nothing that could block its own king, or only bishops of one square colour against a side that has no
    /// knight, no pawn and no bishop of the other colour.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let (own, other) = (self.board.by_color(color), self.board.by_color(!color));
        let of = |role: Role| self.board.by_role(role);
        let heavy = of(Role::Pawn) | of(Role::Rook) | of(Role::Queen);
        if own.intersects(heavy) {
            return false;
        }
        if own.intersects(of(Role::Knight)) {
            // A lone knight mates only if the enemy's own pieces (other than a queen's or king's, which can always
            // take it or step aside) wall in their king.
            let others = other - of(Role::King) - of(Role::Queen);
            return own.len() <= 2 && others.is_empty();
        }
        if own.intersects(of(Role::Bishop)) {
            let bishops = of(Role::Bishop);
            let one_color = !bishops.intersects(Bitboard::LIGHT) || !bishops.intersects(Bitboard::DARK);
            return one_color && of(Role::Pawn).is_empty() && of(Role::Knight).is_empty();
        }
        true
    }

    /// Whether the position is dead beyond bare material, in the one way that is cheap to prove: only kings and pawns
    /// are left, every pawn is blocked by an enemy pawn, none can capture, and neither king, kept out by the enemy
    /// pawns' attacks, can ever reach a pawn it could take.
    ///
    /// Then nothing but the kings can ever move, they are never attacked, and so neither is ever mated. Positions with
    /// other pieces, or where a king can break in, answer `false` although some of them are dead too.
    pub fn is_dead(&self) -> bool {
        let pawns = self.board.by_role(Role::Pawn);
        if pawns.is_empty() || (pawns | self.board.by_role(Role::King)) != self.occupied() || self.in_check() {
            return false;
        }
        let white = self.board.pieces(Color::White, Role::Pawn);
        let black = self.board.pieces(Color::Black, Role::Pawn);
        let blocked = white.shift(Color::White.forward()).is_subset_of(black)
            && black.shift(Color::Black.forward()).is_subset_of(white);
        let white_attacks = attacks::pawns(Color::White, white);
        let black_attacks = attacks::pawns(Color::Black, black);
        // Where one pawn can take another, that one can take it too.
        if !blocked || white_attacks.intersects(black) || self.en_passant().is_some() {
            return false;
        }
        let wander = |color: Color, forbidden: Bitboard, enemies: Bitboard| {
            // The enemy king does not count as an obstacle here: the area can only become too large by that.
            let mut area = self.king_of(color).bitboard();
            loop {
                let reached = area.into_iter().fold(area, |all, square| all | attacks::king(square)) - forbidden;
                if reached == area {
                    return !area.intersects(enemies);
                }
                area = reached;
            }
        };
        wander(Color::White, white | black_attacks, black) && wander(Color::Black, black | white_attacks, white)
    }
}
