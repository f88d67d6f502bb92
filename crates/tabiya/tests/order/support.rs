//! Random numbers and positions that come out the same in every run.

use tabiya::{Board, Color, Piece, Position, Role, Setup, Square, Tolerance};
pub use tabiya_check::Random;

/// Calls `visit` with `count` positions of random games, standard and Chess960.
pub fn random_games(seed: u64, count: usize, mut visit: impl FnMut(&Position, &mut Random)) {
    let mut random = Random::new(seed);
    let mut visited = 0;
    loop {
        let mut position = match random.below(3) {
            0 => Position::startpos(),
            1 => Position::chess960(random.below(960) as u16).unwrap(),
            _ => Position::double_chess960(random.below(960) as u16, random.below(960) as u16).unwrap(),
        };
        for _ in 0..160 {
            visit(&position, &mut random);
            visited += 1;
            if visited == count {
                return;
            }
            let moves = position.legal_moves();
            // Captures thin the board out too soon if they are as likely as other moves.
            let mut chosen = random.pick(&moves);
            if chosen.is_some_and(|mv| mv.is_capture()) && random.below(2) == 0 {
                chosen = random.pick(&moves);
            }
            match chosen {
                Some(mv) => position.play(mv),
                None => break,
            }
        }
    }
}

/// Calls `visit` with `count` positions of pieces strewn about, far more sliders among them than in any game.
pub fn random_boards(seed: u64, count: usize, mut visit: impl FnMut(&Position, &mut Random)) {
    let mut random = Random::new(seed);
    let mut visited = 0;
    while visited < count {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            board.set(Square::ALL[random.below(64)], Piece::new(color, Role::King));
        }
        for _ in 0..4 + random.below(28) {
            let square = Square::ALL[random.below(64)];
            let role = Role::ALL[random.below(5)];
            let on_edge = square.rank() == tabiya::Rank::First || square.rank() == tabiya::Rank::Eighth;
            if board.piece_at(square).is_none() && !(role == Role::Pawn && on_edge) {
                board.set(square, Piece::new(Color::ALL[random.below(2)], role));
            }
        }
        let setup = Setup { board, turn: Color::ALL[random.below(2)], ..Setup::EMPTY };
        if let Ok(position) = Position::from_setup_with(setup, Tolerance::ALL) {
            visit(&position, &mut random);
            visited += 1;
        }
    }
}
