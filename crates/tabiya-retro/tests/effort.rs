//! How many positions the searches of `can_win` and `can_arise` need: exactly so many, and not one fewer.
//!
//! The numbers are what the searches take today. An answer never depends on them, but what makes a search look at other
//! positions, or in another order, changes them: an estimate that is wrong costs positions and would go unnoticed
//! otherwise. After a change that is meant to do so, new numbers belong here, and hardly larger ones.

use tabiya::Color;
use tabiya_check::positions::position;
use tabiya_retro::can_arise::{self, Arise, Starts, can_arise_within};
use tabiya_retro::can_win::{self, CanWin, can_win_within};

/// The position, who is to win, the plies of the line that is found, and how many positions that takes.
const LINES: &[(&str, Color, usize, usize)] = &[
    // A lone bishop or knight.
    ("8/8/8/8/2N5/8/p2K4/k7 w - - 0 1", Color::White, 25, 2_537),
    ("7k/8/8/8/8/8/8/K5bB w - - 0 1", Color::White, 17, 193),
    ("7k/8/8/8/8/8/p7/K5B1 w - - 0 1", Color::White, 21, 2_045),
    ("8/8/8/8/8/k7/p7/K1N5 w - - 0 1", Color::White, 27, 4_107),
    ("8/8/8/4k3/5pp1/3p3p/3B3K/8 w - - 0 64", Color::White, 31, 4_238),
    ("8/8/2Pk1K1P/4n3/8/5B2/8/8 b - - 0 60", Color::Black, 41, 5_422),
    ("8/2P5/3B1k2/5bp1/1R6/1P4K1/5P1P/8 b - - 0 36", Color::Black, 33, 2_139),
    ("2r5/8/4K3/1k2N3/8/8/8/8 w - - 42 127", Color::White, 19, 2_353),
    ("8/8/5k2/5P1K/4n3/8/8/1r2B3 w - - 7 78", Color::White, 37, 1_307),
    // Enough pieces.
    ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", Color::White, 74, 600),
    ("4k3/8/8/8/8/8/8/2B1KB2 b - - 0 1", Color::White, 28, 2_402),
    ("4k3/8/8/8/8/8/8/2B1KN2 b - - 0 1", Color::White, 24, 707),
    ("4k3/8/8/8/8/8/8/2N1KN2 b - - 0 1", Color::White, 144, 4_300),
    ("r3k2r/8/8/3pp3/3PP3/8/8/R3K2R w KQkq - 0 1", Color::White, 23, 400),
    ("8/6B1/6p1/2nk1p1p/7P/np6/4K1P1/1B6 w - - 2 59", Color::White, 43, 8_799),
    ("2kb4/r7/4K3/4pP2/3p2r1/1P4P1/8/8 w - - 0 64", Color::White, 49, 8_505),
    // Pawns that must promote.
    ("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1", Color::White, 27, 841),
    ("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1", Color::Black, 40, 1_492),
    ("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", Color::Black, 10, 103),
    ("4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", Color::White, 37, 777),
    ("4k3/8/8/p1n5/P7/8/8/4K3 w - - 0 1", Color::White, 37, 877),
    ("4k3/8/p7/P1n5/8/8/8/4K3 w - - 0 1", Color::Black, 42, 882),
    ("1b6/1p6/1KP5/PP1k4/8/2P5/8/8 w - - 5 56", Color::Black, 44, 10_393),
    ("8/p7/8/k6p/P1K5/8/6p1/6N1 w - - 4 66", Color::White, 47, 2_892),
    ("8/8/8/P2kP3/3N2p1/4K3/7P/6n1 w - - 3 56", Color::Black, 60, 1_785),
    // The short searches fail, and the pieces come to the king as it stands.
    ("8/p2kb2p/1n4p1/8/b1p5/2P1BB1P/P2N2P1/2K5 b - - 5 41", Color::White, 36, 26_997),
];

#[test]
fn how_many_positions_a_mate_takes() {
    for &(fen, color, plies, positions) in LINES {
        let position = position(fen);
        let ask =
            |positions| can_win_within(&position, color, &can_win::Limits { positions, ..can_win::Limits::default() });
        let CanWin::Yes(line) = ask(positions) else { panic!("{fen}: {positions} positions are not enough") };
        assert_eq!(line.len(), plies, "{fen}");
        assert_eq!(ask(positions - 1), CanWin::Unknown, "{fen}: fewer than {positions} positions are enough");
    }
}

/// The position, the plies of the game that is found, and how many positions that takes.
const GAMES: &[(&str, u32, u64)] = &[
    ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 7 5", 9, 9),
    ("rnbqkb1r/pppp1ppp/5n2/4P3/8/8/PPP1PPPP/RNBQKBNR w KQkq - 1 3", 4, 5),
    ("rnbqkbnr/pp2pppp/3p4/8/3NP3/8/PPP2PPP/RNBQKB1R b KQkq - 0 4", 7, 424),
    ("rNbqkbnr/pp2pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 5", 9, 212),
    ("rnb1kbnr/pp2pppp/2p5/q7/3P4/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 5", 8, 1_050),
    ("r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 6", 11, 694),
    ("r1bqk1nr/ppp2ppp/2p5/2b1p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5", 9, 1_008),
    ("rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6", 10, 5_510),
    ("rnbqkbnr/ppp1pp1p/6p1/8/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 4", 10, 18_593),
    ("nrbbqkrn/pppppppp/8/8/8/5P2/PPPPP1PP/NRBBQKRN b GBgb - 0 1", 1, 1),
];

#[test]
fn how_many_positions_a_proof_game_takes() {
    for &(fen, plies, positions) in GAMES {
        let position = position(fen);
        let starts = Starts::of(&position);
        let ask = |positions, plies| {
            can_arise_within(&position, starts, &can_arise::Limits { positions, plies, ..Default::default() })
        };
        let Arise::Yes(game) = ask(positions, plies) else { panic!("{fen}: {positions} positions are not enough") };
        assert_eq!(game.moves.len() as u32, plies, "{fen}");
        let fewer = ask(positions - 1, plies);
        assert_eq!(fewer, Arise::Unknown, "{fen}: fewer than {positions} positions are enough");
    }
}
