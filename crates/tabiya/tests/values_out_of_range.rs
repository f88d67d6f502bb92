//! Every way by which safe code could hand the library something that is not there: values of any bits, squares beyond
//! the board, any number of pieces, instructions of another machine. Each is refused, or harmless.

use std::io::Write;

use tabiya::cpu::Level;
use tabiya::{Color, File, Move, MoveList, Piece, Position, Rank, Role, Setup, Square, Tolerance};
use tabiya_check::positions::KIWIPETE;

#[test]
fn squares_files_and_ranks_end_at_the_edge() {
    for index in 0..=300_usize {
        assert_eq!(Square::from_index(index).map(Square::index), (index < 64).then_some(index));
        assert_eq!(File::from_index(index).map(File::index), (index < 8).then_some(index));
        assert_eq!(Rank::from_index(index).map(Rank::index), (index < 8).then_some(index));
    }
    assert_eq!(Square::from_index(usize::MAX), None);
    for bits in 0..=u8::MAX {
        assert_eq!(Square::try_from(bits).is_ok(), bits < 64, "{bits}");
        assert_eq!(Square::from_low_bits(bits).index(), usize::from(bits & 63));
    }
    for square in Square::ALL {
        for files in [i8::MIN, -8, -1, 0, 1, 8, i8::MAX] {
            for ranks in [i8::MIN, -8, -1, 0, 1, 8, i8::MAX] {
                let file = square.file().index() as i32 + i32::from(files);
                let rank = square.rank().index() as i32 + i32::from(ranks);
                let inside = (0..8).contains(&file) && (0..8).contains(&rank);
                assert_eq!(square.offset(files, ranks).is_some(), inside, "{square} {files} {ranks}");
            }
        }
    }
}

/// All 65,536 bit patterns of a move: most are not a move of any position, and every illegal one is refused.
#[test]
fn moves_of_any_bits_are_refused_or_legal() {
    for fen in [KIWIPETE, "8/8/8/2k5/3Pp3/8/8/4K2R b K d3 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"] {
        let position = Position::from_fen(fen).expect("a good FEN");
        let legal = position.legal_moves();
        let mut played = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            assert_eq!(mv.bits(), bits);
            let mut next = position;
            match next.try_play(mv) {
                Ok(()) => {
                    assert!(legal.contains(&mv), "{mv:?} in {fen}");
                    played += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    assert_eq!(next, position, "{mv:?} in {fen}");
                }
            }
        }
        assert_eq!(played, legal.len(), "{fen}");
    }
}

/// Without debug assertions an illegal move is played as if it were one. Whatever comes of it, lists hold it and every
/// level lists the same.
#[cfg(not(debug_assertions))]
#[test]
fn illegal_moves_leave_nothing_unsound() {
    for fen in [KIWIPETE, "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"] {
        let setup: Setup = fen.parse().expect("a good FEN");
        let position = Position::from_setup_with(setup, Tolerance::ALL).expect("tolerated");
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let next = position.after_unchecked(mv);
            for cpu in Level::available().filter_map(Level::detect) {
                assert!(next.generate_at::<tabiya::movegen::Legal>(cpu).len() <= MoveList::CAPACITY);
                assert!(next.pseudo_legal_moves().len() <= MoveList::CAPACITY);
            }
        }
    }
}

/// Boards full of one piece, of either side: valid or refused, and never more moves than a list holds.
#[test]
fn armies_without_measure() {
    let mut accepted = 0;
    for role in Role::ALL {
        for color in Color::ALL {
            for spared in Square::ALL {
                let mut setup = Setup::EMPTY;
                for square in Square::ALL.into_iter().filter(|&square| square != spared) {
                    setup.board.set(square, Piece::new(color, role));
                }
                setup.board.set(Square::A1, Piece::new(Color::White, Role::King));
                setup.board.set(Square::H8, Piece::new(Color::Black, Role::King));
                for turn in Color::ALL {
                    let asked = Setup { turn, ..setup };
                    match Position::from_setup_with(asked, Tolerance::ALL) {
                        Ok(position) => {
                            assert!(position.pseudo_legal_moves().len() <= MoveList::CAPACITY);
                            assert_eq!(position.legal_moves().len(), position.count_legal());
                            accepted += 1;
                        }
                        Err(invalid) => assert!(!invalid.problems().is_empty()),
                    }
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

/// A level is only a name and does not prove that the CPU has its instructions. No machine has all levels.
#[test]
fn levels_by_name_are_no_licence() {
    let mut lacking = Vec::new();
    for level in Level::ALL {
        assert_eq!(level.to_string().parse::<Level>(), Ok(level));
        assert_eq!(level.name(), level.to_string());
        match level.detect() {
            Some(detected) => assert_eq!((detected.level(), level.is_available()), (level, true)),
            None => {
                assert!(!level.is_available() && !Level::available().any(|available| available == level));
                lacking.push(level.name());
            }
        }
    }
    assert!(!lacking.is_empty(), "a machine with the instructions of all others");
    // Past the test harness, which shows nothing that a passing test prints.
    let text = format!("not tested here, because this machine lacks them: {}\n", lacking.join(", "));
    std::io::stderr().write_all(text.as_bytes()).expect("standard error");
    for nonsense in ["", "avx", "AVX-512", "sse9", "portable ", "bmi2\0"] {
        let error = nonsense.parse::<Level>().expect_err(nonsense);
        assert!(!error.to_string().is_empty());
    }
}
