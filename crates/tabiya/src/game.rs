//! A position with its past: moves can be taken back, and repetitions are seen.

use alloc::vec::Vec;

use crate::notation::pgn::{GameResult, PgnGame};
use crate::notation::san::SanError;
use crate::{IllegalMove, Move, Outcome, Position, Status, UciError};

/// A game: where it began, the moves since, and every position on the way.
///
/// ```
/// use tabiya::{Game, Position};
/// let mut game = Game::new(Position::default());
/// let mv = game.push_san("Nf3")?;
/// assert_eq!(game.last_move(), Some(mv));
/// assert_eq!(game.pop(), Some(mv));
/// assert_eq!(*game.position(), Position::default());
/// # Ok::<(), tabiya::notation::san::SanError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    past: Vec<(Position, Option<Move>)>,
}

/// The draws that the player to move may claim; see [`Game::claims`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Claims {
    /// The position is on the board for the third time or more.
    pub threefold: bool,
    /// Fifty moves by each side have passed without a capture or pawn move.
    pub fifty: bool,
}

impl Claims {
    /// Whether there is anything to claim.
    #[must_use]
    pub fn any(self) -> bool {
        self.threefold || self.fifty
    }
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
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Option<Move>> + DoubleEndedIterator + '_ {
        self.past.iter().map(|&(_, mv)| mv)
    }

    /// The last move; `None` at the beginning and after a null move.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.past.last().and_then(|&(_, mv)| mv)
    }

    /// Every position of the game, from the first to the one now.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> + '_ {
        self.past.iter().map(|(position, _)| position).chain([&self.position])
    }

    /// How many moves have been played, null moves included.
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// Plays a move, which must be legal.
    ///
    /// # Panics
    ///
    /// If it is not; [`try_push`](Game::try_push) answers with an error instead.
    #[track_caller]
    pub fn push(&mut self, mv: Move) {
        if let Err(error) = self.try_push(mv) {
            panic!("{error} in {}", self.position);
        }
    }

    /// Plays a move if it is legal; otherwise nothing changes.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn try_push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check_legal(mv)?;
        self.push_legal(mv);
        Ok(())
    }

    fn push_legal(&mut self, mv: Move) {
        self.past.push((self.position, Some(mv)));
        self.position.play_unchecked(mv);
    }

    /// Plays the move that the text describes in algebraic notation, read leniently.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_san`]; nothing changes then.
    pub fn push_san(&mut self, text: &str) -> Result<Move, SanError> {
        let mv = self.position.parse_san(text)?;
        self.push_legal(mv);
        Ok(mv)
    }

    /// Plays the move with this UCI text.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_uci`]; nothing changes then.
    pub fn push_uci(&mut self, text: &str) -> Result<Move, UciError> {
        let mv = self.position.parse_uci(text)?;
        self.push_legal(mv);
        Ok(mv)
    }

    /// Passes. In check, where no side may pass, nothing changes and the answer is `false`.
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

    /// Whether the player to move has a legal move that repeats a position of this game; see
    /// [`Position::upcoming_repetition`].
    #[must_use]
    pub fn upcoming_repetition(&self) -> bool {
        let since_null = self.past.iter().rev().take_while(|(_, mv)| mv.is_some()).count();
        let past = &self.past[self.past.len() - since_null..];
        self.position.upcoming_repetition_by(past.len(), |plies| past[past.len() - plies].0.key())
    }

    /// The draws that the player to move may claim. After mate or stalemate there is nothing left to claim.
    #[must_use]
    pub fn claims(&self) -> Claims {
        if !self.position.has_legal_move() {
            return Claims::default();
        }
        Claims { threefold: self.repetitions() >= 3, fifty: self.position.is_fifty_moves() }
    }

    /// Whether the player to move may claim a draw: threefold repetition or fifty moves.
    #[must_use]
    pub fn can_claim_draw(&self) -> bool {
        self.claims().any()
    }

    /// How the game has ended, if it has, without a claim.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| (self.repetitions() >= 5).then_some(Outcome::FivefoldRepetition))
    }

    /// Where the game stands, repetition included.
    #[must_use]
    pub fn status(&self) -> Status {
        Status::new(&self.position, self.outcome())
    }
}

impl From<&PgnGame> for Game {
    /// The main line, without comments and variations.
    fn from(pgn: &PgnGame) -> Game {
        let mut game = Game::new(*pgn.start());
        for id in pgn.main_line() {
            match pgn.node(id).mv() {
                Some(mv) => game.push_legal(mv),
                None => {
                    game.push_null();
                }
            }
        }
        game
    }
}

impl From<&Game> for PgnGame {
    /// The moves as a main line, and the result of the [outcome](Game::outcome).
    fn from(game: &Game) -> PgnGame {
        let mut pgn = PgnGame::from_position(*game.start());
        let mut node = pgn.root();
        for mv in game.moves() {
            node = pgn.append(node, mv);
        }
        pgn.set_result(GameResult::from(game.outcome()));
        pgn
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
            game.push_uci(text).unwrap();
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
        assert_eq!(
            (game.status(), game.position().status()),
            (Status::Ended(Outcome::FivefoldRepetition), Status::Ongoing)
        );
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
    fn nothing_is_claimed_after_mate() {
        let mut game = Game::new(Position::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 99 80").unwrap());
        assert_eq!(game.claims(), Claims::default());
        play(&mut game, "g6g7");
        assert!(game.position().is_fifty_moves());
        assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: crate::Color::White }));
        assert_eq!(game.claims(), Claims::default());
        assert_eq!(GameResult::from(game.outcome()), GameResult::WhiteWins);
        game.pop();
        play(&mut game, "g6f7");
        assert_eq!((game.outcome(), game.claims()), (Some(Outcome::Stalemate), Claims::default()));
        game.pop();
        play(&mut game, "g6g1");
        assert_eq!(game.claims(), Claims { threefold: false, fifty: true });
    }

    #[test]
    fn an_illegal_move_is_refused_with_a_reason() {
        let mut game = Game::default();
        let mv = Move::new(crate::Square::E2, crate::Square::E5, crate::MoveKind::Quiet);
        let error = game.try_push(mv).unwrap_err();
        assert_eq!(alloc::format!("{error}"), "e2e5 is illegal: a pawn does not move from e2 to e5");
        let wrong_kind = Move::new(crate::Square::E2, crate::Square::E4, crate::MoveKind::Quiet);
        assert_eq!(game.try_push(wrong_kind).unwrap_err().reason, None);
        assert_eq!((game.ply(), game.last_move()), (0, None));
    }

    #[test]
    fn to_pgn_and_back() {
        let mut game = Game::default();
        play(&mut game, "e2e4 e7e5 d1h5 e8e7");
        assert!(game.push_null());
        play(&mut game, "e7e8 h5e5");
        let pgn = PgnGame::from(&game);
        assert_eq!(Game::from(&pgn), game);
        assert_eq!(game.positions().count(), game.ply() + 1);
        assert_eq!(game.positions().next(), Some(game.start()));
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

    #[test]
    fn a_move_that_repeats_the_game_is_seen_before_it_is_played() {
        let mut game = Game::default();
        for (text, repeats) in [("Nf3", false), ("Nf6", false), ("Ng1", true)] {
            game.push_san(text).unwrap();
            assert_eq!(game.upcoming_repetition(), repeats, "after {text}");
        }
        game.push_san("Nc6").unwrap();
        assert!(!game.upcoming_repetition());
    }
}
