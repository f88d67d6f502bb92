//! Where games live while JavaScript talks about them.
//!
//! JavaScript has no destructors, so a game it holds a pointer to would stay for ever. Instead there are a few seats:
//! JavaScript remembers which game sits in which seat, and a game that lost its seat is loaded again from its FEN
//! and its moves.

use tabiya::{Game, Move, Position};

use crate::failure::Failure;
use crate::fen::{self, Castling};

/// How many games can sit at once; a power of two.
pub const SEATS: usize = 64;

/// The games that sit.
#[derive(Debug)]
pub struct Seats {
    games: Vec<Game>,
}

impl Default for Seats {
    fn default() -> Seats {
        Seats { games: vec![Game::default(); SEATS] }
    }
}

impl Seats {
    /// The game in a seat.
    pub fn game(&self, seat: u32) -> &Game {
        &self.games[seat as usize % SEATS]
    }

    /// The game in a seat, to be changed.
    pub fn game_mut(&mut self, seat: u32) -> &mut Game {
        &mut self.games[seat as usize % SEATS]
    }

    /// The position in a seat.
    pub fn position(&self, seat: u32) -> &Position {
        self.game(seat).position()
    }

    /// Seats a game: where it began, and the moves since as their sixteen bits, 0 for a null move.
    pub fn load(&mut self, seat: u32, fen: &str, moves: &[u16], castling: Castling) -> Result<(), Failure> {
        let mut game = Game::new(fen::position_with(fen, castling)?);
        for &bits in moves {
            push(&mut game, bits)?;
        }
        *self.game_mut(seat) = game;
        Ok(())
    }
}

/// Plays a move given as its bits, if it is legal.
pub fn push(game: &mut Game, bits: u16) -> Result<(), Failure> {
    if bits == 0 {
        return match game.push_null() {
            true => Ok(()),
            // The words of chess.js, which programs compare.
            false => Err(Failure::new("move", "Null move not allowed when in check")),
        };
    }
    let mv = legal(game.position(), bits)?;
    game.push(mv);
    Ok(())
}

/// The move with these bits, if it is legal here.
pub fn legal(position: &Position, bits: u16) -> Result<Move, Failure> {
    Move::from_bits(bits)
        .filter(|&mv| position.is_legal(mv))
        .ok_or_else(|| Failure::new("move", format!("{bits} is not a legal move here")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back_to_another_seat() {
        let mut seats = Seats::default();
        let mut bits = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = seats.position(3).parse_uci(text).unwrap();
            push(seats.game_mut(3), mv.bits()).unwrap();
            bits.push(mv.bits());
        }
        let start = Position::startpos().fen();
        seats.load(7, &start, &bits, Castling::Any).unwrap();
        assert_eq!(seats.game(3), seats.game(7));
        assert_eq!(seats.game(7).repetitions(), 2);
        bits.push(bits[1]);
        assert_eq!(seats.load(7, &start, &bits, Castling::Any).unwrap_err().kind, "move");
        assert_eq!(seats.game(3), seats.game(7), "a load that fails changes nothing");
    }
}
