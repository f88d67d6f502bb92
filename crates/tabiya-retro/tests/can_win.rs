//! `can_win` against lines that are played, games played backwards from mates, the slow twin, and locked positions with
//! and without a way through.

use std::sync::atomic::AtomicBool;

use tabiya::{Bitboard, Color, Piece, Position, Role, Setup, Square};
use tabiya_check::Random;
use tabiya_check::games::Variant;
use tabiya_check::positions::position;
use tabiya_retro::Retro;
use tabiya_retro::can_win::{CanWin, CannotWin, Limits, can_win, can_win_within, is_dead, slow};

/// The answer, after its line has been played to the mate.
fn answer(position: &Position, color: Color) -> CanWin {
    let answer = can_win(position, color);
    if let CanWin::Yes(line) = &answer {
        let end = line.iter().fold(*position, |position, &mv| position.after(mv));
        assert!(end.is_checkmate() && end.turn() != color, "{position:?} {color}: {line:?}");
    }
    answer
}

fn few_men(random: &mut Random, men: usize) -> Position {
    loop {
        let mut setup = Setup { turn: Color::ALL[random.below(2)], ..Setup::EMPTY };
        for piece in [Piece::WhiteKing, Piece::BlackKing] {
            setup.board.set(Square::ALL[random.below(64)], piece);
        }
        for _ in 2..men {
            let role = random.one_of(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            setup.board.set(Square::ALL[random.below(64)], Piece::new(Color::ALL[random.below(2)], role));
        }
        if let Ok(position) = Position::from_setup(setup) {
            return position;
        }
    }
}

#[test]
fn both_sides_can_win_in_games() {
    let mut random = Random::new(11);
    for game in 0..60 {
        let mut position = Variant::ALL[game % 3].start(&mut random);
        for _ in 0..random.below(200) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(random.choose(&moves));
        }
        for color in Color::ALL {
            assert_ne!(answer(&position, color), CanWin::Unknown, "{position:?} {color}");
        }
    }
}

/// Wherever a game can come from that ends with a mate, the mate can follow.
#[test]
fn before_a_mate_the_mating_side_can_win() {
    let mut random = Random::new(12);
    let mut mates = 0;
    while mates < 150 {
        let mut position = few_men(&mut random, 4 + mates % 5);
        if !position.is_checkmate() {
            continue;
        }
        mates += 1;
        let winner = !position.turn();
        for _ in 0..random.below(30) {
            let unmoves = Retro::new(&position).unmoves();
            if unmoves.is_empty() {
                break;
            }
            position = Position::from_setup(random.one_of(&unmoves).setup_before(&position)).expect("an unmove");
        }
        assert_eq!(answer(&position, winner).known(), Some(true), "{position:?} {winner}");
    }
}

#[test]
fn the_twin_agrees_on_few_men() {
    let mut random = Random::new(13);
    let mut yes = 0;
    for _ in 0..400 {
        let men = 3 + random.below(2);
        let position = few_men(&mut random, men);
        for color in Color::ALL {
            if let Some(slow) = slow::can_win(&position, color, 3_000) {
                assert_eq!(answer(&position, color).known(), Some(slow), "{position:?} {color}");
                yes += u32::from(slow);
            }
        }
    }
    assert!(yes > 10, "{yes}");
}

/// Behind locked pawns few positions can follow, so that the twin sees them all.
#[test]
fn the_twin_agrees_on_locked_positions() {
    let mut random = Random::new(16);
    let mut no = 0;
    for _ in 0..400 {
        let mut setup = Setup { turn: Color::ALL[random.below(2)], ..Setup::EMPTY };
        for file in (0..8).filter(|file| file % 3 > 0 || random.below(8) > 0).collect::<Vec<_>>() {
            let rank = 2 + random.below(3);
            setup.board.set(Square::ALL[8 * rank + file], Piece::WhitePawn);
            setup.board.set(Square::ALL[8 * rank + 8 + file], Piece::BlackPawn);
        }
        let mut pieces = vec![Piece::WhiteKing, Piece::BlackKing];
        if random.below(2) == 0 {
            pieces.push(random.one_of(&[Piece::WhiteBishop, Piece::BlackBishop, Piece::WhiteKnight]));
        }
        for piece in pieces {
            let rank = piece.color().pick(0, 6);
            setup.board.set(Square::ALL[8 * rank + random.below(16)], piece);
        }
        let Ok(position) = Position::from_setup(setup) else {
            continue;
        };
        for color in Color::ALL {
            let found = answer(&position, color).known();
            match slow::can_win(&position, color, 12_000) {
                Some(slow) => {
                    assert_eq!(found, Some(slow), "{position:?} {color}");
                    no += u32::from(!slow);
                }
                None => assert!(found.is_some(), "{position:?} {color}"),
            }
        }
    }
    assert!(no > 20, "{no}");
}

/// What the rule of bare material refuses: there is no mate on any board with these men.
#[test]
fn no_mate_exists_with_pieces_that_do_not_suffice() {
    let kings = [Square::A1, Square::B1, Square::C1, Square::D1, Square::B2, Square::C2, Square::D2, Square::C3]
        .into_iter()
        .chain([Square::D3, Square::D4]);
    for king in kings {
        for (minor, other) in [(Role::Knight, Role::Queen), (Role::Bishop, Role::Rook), (Role::Bishop, Role::Queen)] {
            let checks_from =
                if minor == Role::Knight { tabiya::attacks::knight(king) } else { tabiya::attacks::diagonals(king) };
            for from in checks_from {
                for helper in Square::ALL.into_iter().filter(|square| square.distance(king) > 1) {
                    for blocker in tabiya::attacks::king(king) {
                        let setup = Setup { turn: Color::Black, ..Setup::EMPTY }
                            .with_piece(king, Some(Piece::BlackKing))
                            .with_piece(helper, Some(Piece::WhiteKing))
                            .with_piece(blocker, Some(Piece::new(Color::Black, other)))
                            .with_piece(from, Some(Piece::new(Color::White, minor)));
                        if let Ok(position) = Position::from_setup(setup) {
                            assert!(!position.is_checkmate(), "{position:?}");
                        }
                    }
                }
            }
        }
    }
}

/// What is refused can come from no move either, and what follows from a refused position is refused too.
#[test]
fn a_no_holds_for_every_position_that_follows() {
    let mut random = Random::new(14);
    let mut refused = 0;
    while refused < 150 {
        let men = 3 + random.below(3);
        let position = few_men(&mut random, men);
        for color in Color::ALL {
            if answer(&position, color).known() == Some(false) {
                refused += 1;
                for mv in position.legal_moves() {
                    let after = position.after(mv);
                    assert_ne!(answer(&after, color).known(), Some(true), "{position:?} {mv:?} {color}");
                }
            }
        }
    }
}

#[test]
fn lone_minor_pieces_win_against_men_that_shut_their_king_in() {
    for (fen, white) in [
        ("8/8/2b5/8/7k/4K3/8/2N5 b - - 0 1", true),
        ("8/8/2r5/8/7k/4K3/8/2N5 b - - 0 1", true),
        ("8/8/2n5/8/7k/4K3/8/2N5 b - - 0 1", true),
        ("8/8/2q5/8/7k/4K3/8/2N5 b - - 0 1", false),
        ("8/8/2n5/8/7k/4K3/8/2B5 b - - 0 1", true),
        ("8/8/2b5/8/7k/4K3/8/2B5 b - - 0 1", true),
        ("8/8/3b4/8/7k/4K3/8/2B5 b - - 0 1", false),
        ("8/8/2r5/8/7k/4K3/8/2B5 b - - 0 1", false),
        ("8/2p5/8/8/7k/4K3/8/2B5 b - - 0 1", true),
        ("8/8/8/8/7k/4K3/3p4/2N5 b - - 0 1", true),
        ("8/8/8/8/7k/4K3/8/1NN5 b - - 0 1", true),
        ("1k6/4B3/4K3/5p2/8/6bb/8/8 w - - 21 201", true),
        ("7K/5k2/8/r1B5/2b5/2r5/8/8 w - - 128 201", true),
    ] {
        assert_eq!(answer(&position(fen), Color::White).known(), Some(white), "{fen}");
    }
}

#[test]
fn locked_pawns() {
    for (fen, white, black) in [
        // Kings behind a closed wall; with one pawn more to open it; with a way round.
        ("2k5/8/4p1p1/2p1PpP1/p1P2P1p/P6P/2K5/8 w - - 0 1", false, false),
        ("2k5/8/4p1p1/2p1PpP1/p1P2P1p/P5PP/2K5/8 w - - 0 1", true, true),
        ("2k5/8/4p1p1/2p1PpP1/2P2P1p/7P/2K5/8 w - - 0 1", true, true),
        // The h-file is open, but h5 and h6 are guarded by pawns.
        ("2k5/8/4p1p1/2p1PpP1/p1P2P2/P7/2K5/8 w - - 0 1", false, false),
        // Bishops that cannot attack the other side's pawns, and one that can.
        ("8/8/1p1pk3/1PpPp1p1/2P1PpPp/5P1P/8/4K2B b - - 0 1", false, false),
        ("8/8/1p1pk3/1PpPp1p1/2P1PpPp/5P1P/8/3K2B1 b - - 0 1", true, true),
        // A knight jumps over.
        ("2k5/8/4p1p1/2p1PpP1/p1P2P1p/P6P/2K4N/8 w - - 0 1", true, true),
    ] {
        let position = position(fen);
        assert_eq!(answer(&position, Color::White).known(), Some(white), "{fen} White");
        assert_eq!(answer(&position, Color::Black).known(), Some(black), "{fen} Black");
        assert_eq!(is_dead(&position), Some(!white && !black), "{fen}");
    }
}

#[test]
fn the_proof_of_locked_pawns_names_the_men_that_never_move() {
    // The white bishop is shut in behind its pawns, the kings cannot pass.
    let locked = position("8/8/1p1pk3/1PpPp1p1/2P1PpPp/5P1P/8/4K2B b - - 0 1");
    let CanWin::No(CannotWin::Locked(men)) = answer(&locked, Color::White) else { panic!("{locked:?}") };
    assert_eq!(men, locked.by_role(Role::Pawn));
}

#[test]
fn every_reason_and_its_sentence() {
    for (fen, color, reason, sentence) in [
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Color::White, CannotWin::GameOver, "the game is over"),
        (
            "8/8/8/8/8/5k2/8/5K1N w - - 0 1",
            Color::White,
            CannotWin::Material,
            "its pieces cannot give mate, whatever the other side does",
        ),
        (
            "8/1Pk2P2/8/8/8/Kq6/8/8 w - - 0 1",
            Color::Black,
            CannotWin::Exhausted { positions: 0 },
            "every move takes away the pieces that could give mate",
        ),
    ] {
        let CanWin::No(found) = answer(&position(fen), color) else { panic!("{fen}") };
        assert_eq!((found, found.to_string().as_str()), (reason, sentence), "{fen}");
    }
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(answer(&mate, Color::White), CanWin::Yes(Vec::new()));
    assert_eq!(answer(&mate, Color::Black), CanWin::No(CannotWin::GameOver));
}

#[test]
fn the_limit_is_kept() {
    let open = position("1k6/4B3/4K3/5p2/8/6bb/8/8 w - - 21 201");
    let ask = |limits: Limits<'_>| can_win_within(&open, Color::White, &limits);
    assert_eq!(ask(Limits { positions: 50, ..Limits::default() }), CanWin::Unknown);
    assert_eq!(ask(Limits { cancel: &AtomicBool::new(true), ..Limits::default() }), CanWin::Unknown);
    assert_eq!(ask(Limits::default()).known(), Some(true));
}

/// What the rules call dead no side can win, and what they do not may be dead too.
#[test]
fn walls_of_pawns_and_the_light_rule_agree() {
    let mut random = Random::new(15);
    let mut dead = 0;
    for _ in 0..3_000 {
        let mut setup = Setup { turn: Color::ALL[random.below(2)], ..Setup::EMPTY };
        for file in 0..8 {
            let rank = 2 + random.below(3);
            setup.board.set(Square::ALL[8 * rank + file], Piece::WhitePawn);
            setup.board.set(Square::ALL[8 * rank + 8 + file], Piece::BlackPawn);
        }
        for (piece, rank) in [(Piece::WhiteKing, 0), (Piece::BlackKing, 7)] {
            let place = Bitboard::from(tabiya::Rank::ALL[rank]).into_iter().nth(random.below(8));
            setup.board.set(place.expect("eight squares"), piece);
        }
        let Ok(position) = Position::from_setup(setup) else {
            continue;
        };
        if position.is_dead() {
            dead += 1;
            assert_eq!(slow::can_win(&position, Color::White, 20_000), Some(false), "{position:?}");
            assert_eq!(is_dead(&position), Some(true), "{position:?}");
        }
    }
    assert!(dead > 20, "{dead}");
}
