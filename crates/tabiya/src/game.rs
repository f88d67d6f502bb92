//! A position with its past: moves can be taken back, and repetitions are seen.

use alloc::vec::Vec;

use crate::{Move, Outcome, Position};

/// A game: where it began, the moves since, and every position on the way.
///
/// ```
/// use tabiya::{Game, Position};
/// let mut game = Game::new(Position::default());
/// let mv = game.position().parse_uci("g1f3").unwrap();
/// game.push(mv);
/// assert_eq!(game.pop(), Some(mv));
/// assert_eq!(*game.position(), Position::default());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    past: Vec<(Position, Option<Move>)>,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        Game { position, past: Vec::new() }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        self.past.first().map_or(&self.position, |(first, _)| first)
    }

    /// The moves played; `None` is a null move.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Option<Move>> + '_ {
        self.past.iter().map(|&(_, mv)| mv)
    }

    /// How many moves have been played, null moves included.
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// Plays a move, which must be legal.
    pub fn push(&mut self, mv: Move) {
        self.past.push((self.position, Some(mv)));
        self.position.play(mv);
    }

    /// Plays a move if it is legal and says whether it was.
    pub fn try_push(&mut self, mv: Move) -> bool {
        let legal = self.position.is_legal(mv);
        if legal {
            self.push(mv);
        }
        legal
    }

    /// Passes. In check, where nobody may, nothing changes and the answer is `false`.
    pub fn push_null(&mut self) -> bool {
        let Some(next) = self.position.after_null() else {
            return false;
        };
        self.past.push((self.position, None));
        self.position = next;
        true
    }

    /// Takes the last move back. The answer is `None` at the beginning, and after taking back a null move.
    pub fn pop(&mut self) -> Option<Move> {
        let (before, mv) = self.past.pop()?;
        self.position = before;
        mv
    }

    /// How often the present position has been on the board, now included.
    pub fn repetitions(&self) -> usize {
        // No position from before the last capture or pawn move can come back.
        let reach = (self.position.halfmove_clock() as usize).min(self.past.len());
        let recent = &self.past[self.past.len() - reach..];
        1 + recent.iter().filter(|(earlier, _)| earlier.is_repetition_of(&self.position)).count()
    }

    /// Whether the player to move may claim a draw: threefold repetition or fifty moves.
    pub fn can_claim_draw(&self) -> bool {
        self.position.is_fifty_moves() || self.repetitions() >= 3
    }

    /// How the game has ended, if it has, without anybody's claim.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| (self.repetitions() >= 5).then_some(Outcome::FivefoldRepetition))
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).unwrap();
            assert!(game.try_push(mv));
        }
    }

    #[test]
    fn shuffling_knights_repeats() {
        let mut game = Game::default();
        for round in 1..5 {
            assert_eq!(game.repetitions(), round);
            assert_eq!(game.can_claim_draw(), round >= 3);
            assert_eq!(game.outcome(), None);
            play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        }
        assert_eq!(game.repetitions(), 5);
        assert_eq!(game.outcome(), Some(Outcome::FivefoldRepetition));
    }

    #[test]
    fn a_lost_right_or_a_real_en_passant_makes_a_new_position() {
        let mut game = Game::new(Position::from_fen("4k3/8/8/8/3p4/8/4P3/4K2R w K - 0 1").unwrap());
        play(&mut game, "h1g1 e8d8 g1h1 d8e8");
        assert_eq!(game.repetitions(), 1);
        play(&mut game, "e2e4");
        let with_capture = *game.position();
        play(&mut game, "e8d8 e1d1 d8e8 d1e1");
        assert!(game.position().board() == with_capture.board() && game.repetitions() == 1);
    }

    #[test]
    fn null_moves_come_back_too() {
        let mut game = Game::default();
        assert!(game.push_null());
        assert_eq!(game.position().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
        assert_eq!(game.position().key(), game.position().fresh_key());
        assert_eq!(game.pop(), None);
        assert_eq!(*game.position(), Position::default());
    }
}
