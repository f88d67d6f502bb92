//! Positions that many tests need, by the names that the field has for them.

use tabiya::Position;

/// The start position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// "Kiwipete": castling on both wings, pins, en passant and promotions within a few plies.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Position 3 of the public suite: a rook endgame with en passant along the king's rank.
pub const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Pawns of both sides about to promote, with captures on either side.
pub const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

/// The most moves that a position of a game is known to have: 218.
pub const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";

/// A position from a text that is known to be good; panics with the text where it is not.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Kiwipete as a position.
pub fn kiwipete() -> Position {
    position(KIWIPETE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_good_positions() {
        let moves = [START, KIWIPETE, ENDGAME, PROMOTIONS, MOST_MOVES].map(|fen| position(fen).legal_moves().len());
        assert_eq!(moves, [20, 48, 14, 24, 218]);
    }
}
