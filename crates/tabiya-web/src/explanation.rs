//! Why a move is legal or not, with the squares that a picture of the reason marks.

use serde::Serialize;
use tabiya::explain::{CastlingFault, EnPassantFault, Explanation, Reason, illegal_moves};
use tabiya::{Bitboard, CastlingStyle, Position, Square, UciMove, attacks};

use crate::failure::Failure;

/// An explanation in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The move in coordinates, castling as king-takes-rook.
    pub uci: String,
    /// Where it begins.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// Whether it is legal.
    pub legal: bool,
    /// The sentence.
    pub text: String,
    /// The short name of the reason against it.
    pub reason: Option<&'static str>,
    /// The squares the reason speaks of.
    pub squares: Vec<String>,
    /// The line between a king and what attacks it, where the reason is about one.
    pub line: Vec<String>,
}

fn names(set: Bitboard) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

fn explained(explanation: &Explanation) -> Explained {
    // A castle without a rook to castle with has no squares.
    let uci = explanation.uci(CastlingStyle::Chess960);
    let reason = explanation.reason();
    let part = |part: fn(UciMove) -> String| uci.map(part).unwrap_or_default();
    Explained {
        uci: part(|uci| uci.to_string()),
        from: part(|uci| uci.from.to_string()),
        to: part(|uci| uci.to.to_string()),
        legal: explanation.is_legal(),
        text: explanation.to_string(),
        reason: reason.map(Reason::name),
        squares: reason.map(|reason| names(reason.squares())).unwrap_or_default(),
        line: reason.map(|reason| names(line(reason))).unwrap_or_default(),
    }
}

/// The squares between the king and each piece that would take it.
fn line(reason: &Reason) -> Bitboard {
    let from_all = |king: Square, pieces: Bitboard| {
        pieces.iter().fold(Bitboard::EMPTY, |all, piece| all | attacks::between(king, piece))
    };
    match *reason {
        Reason::Pinned { king, pinner, .. } => attacks::between(king, pinner.square),
        Reason::DoesNotAnswerCheck { king, checker, .. } => attacks::between(king, checker.square),
        Reason::KingIntoAttack { to, attackers, .. } => from_all(to, attackers.squares()),
        Reason::EnPassant(EnPassantFault::Uncovers { king, attacker, .. }) => attacks::between(king, attacker.square),
        Reason::Castling(CastlingFault::InCheck { king, checkers }) => from_all(king, checkers.squares()),
        Reason::Castling(
            CastlingFault::Crosses { square, attackers }
            | CastlingFault::Lands { square, attackers }
            | CastlingFault::RookShields { square, attackers, .. },
        ) => from_all(square, attackers.squares()),
        _ => Bitboard::EMPTY,
    }
}

/// Explains a move given as text.
pub fn of_text(position: &Position, text: &str) -> Result<Explained, Failure> {
    let explanation = position.explain(text).map_err(|error| Failure::new("move", error))?;
    Ok(explained(&explanation))
}

/// Every pseudo-legal move that is not legal, with the reason.
pub fn illegal(position: &Position) -> Vec<Explained> {
    illegal_moves(position).map(|explanation| explained(&explanation)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_shows_its_line() {
        let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").unwrap();
        let explained = of_text(&position, "c3d5").unwrap();
        assert!(!explained.legal);
        assert_eq!(explained.reason, Some("pinned"));
        assert_eq!(explained.squares, ["e1", "b4"]);
        assert_eq!(explained.line, ["d2", "c3"]);
        assert_eq!(illegal(&position).iter().filter(|one| one.reason == Some("pinned")).count(), 8);
        assert_eq!(of_text(&position, "x").unwrap_err().kind, "move");
    }

    #[test]
    fn a_legal_move_says_what_it_does() {
        let explained = of_text(&Position::startpos(), "e4").unwrap();
        assert!(explained.legal && explained.uci == "e2e4" && explained.squares.is_empty());
    }
}
