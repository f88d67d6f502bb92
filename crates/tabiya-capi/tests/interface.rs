//! The functions as C calls them, with good and with bad arguments.

mod common;

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use common::failure;
use tabiya::Position;
use tabiya::movegen::MoveSet;
use tabiya_capi::functions::*;
use tabiya_capi::position::TabiyaPosition;
use tabiya_capi::status::TabiyaStatus;
use tabiya_check::Random;
use tabiya_check::positions::KIWIPETE;

fn position(fen: &str) -> TabiyaPosition {
    let mut position = MaybeUninit::uninit();
    // SAFETY: the text and the position are ours; the error may be null.
    let status = unsafe { tabiya_from_fen(fen.as_ptr().cast(), fen.len(), position.as_mut_ptr(), null_mut()) };
    assert_eq!(status, TabiyaStatus::Ok, "{fen}");
    // SAFETY: the function has written it.
    unsafe { position.assume_init() }
}

fn legal(position: &TabiyaPosition, kind: u32) -> Vec<u16> {
    let (mut moves, mut count) = ([0; TABIYA_MAX_MOVES], 0);
    // SAFETY: everything is ours and as large as said.
    let status = unsafe { tabiya_generate(position, kind, moves.as_mut_ptr(), moves.len(), &mut count, null_mut()) };
    assert_eq!(status, TabiyaStatus::Ok);
    moves[..count].to_vec()
}

#[test]
fn lists_are_those_of_the_library() {
    for fen in [KIWIPETE, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let (ours, theirs) = (Position::from_fen(fen).unwrap(), position(fen));
        let expected: Vec<u16> = ours.legal_moves().iter().map(|mv| mv.bits()).collect();
        assert_eq!(legal(&theirs, 0), expected);
        // The kinds are legal moves too, and captures and quiets are all of them.
        let mut parts = [legal(&theirs, 1), legal(&theirs, 2)].concat();
        parts.sort_unstable();
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        assert_eq!(parts, sorted, "{fen}");
        assert!(legal(&theirs, 3).iter().all(|mv| expected.contains(mv)));
        for bits in 0..=u16::MAX {
            let mut answer = false;
            // SAFETY: everything is ours.
            let status = unsafe { tabiya_is_legal(&theirs, bits, &mut answer, null_mut()) };
            assert!(status == TabiyaStatus::Ok && answer == expected.contains(&bits), "{fen} {bits:#x}");
        }
    }
}

#[test]
fn a_game_is_played_and_written() {
    let mut here = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (san, uci) in [
        ("e4", "e2e4"),
        ("e5", "e7e5"),
        ("Nf3", "g1f3"),
        ("Nc6", "b8c6"),
        ("Bc4", "f1c4"),
        ("Nf6", "g8f6"),
        ("O-O", "e1g1"),
    ] {
        let (mut by_san, mut by_uci) = (0, 0);
        let mut buffer = [0 as c_char; 16];
        // SAFETY: everything is ours and as large as said.
        unsafe {
            assert_eq!(
                tabiya_from_san(&here, san.as_ptr().cast(), san.len(), &mut by_san, null_mut()),
                TabiyaStatus::Ok
            );
            assert_eq!(
                tabiya_from_uci(&here, uci.as_ptr().cast(), uci.len(), &mut by_uci, null_mut()),
                TabiyaStatus::Ok
            );
            assert_eq!(by_san, by_uci);
            assert_eq!(tabiya_san(&here, by_san, buffer.as_mut_ptr(), 16, null_mut(), null_mut()), TabiyaStatus::Ok);
            assert_eq!(CStr::from_ptr(buffer.as_ptr()).to_str(), Ok(san));
            assert_eq!(tabiya_uci(&here, by_uci, 0, buffer.as_mut_ptr(), 16, null_mut(), null_mut()), TabiyaStatus::Ok);
            assert_eq!(CStr::from_ptr(buffer.as_ptr()).to_str(), Ok(uci));
            let same = &raw mut here;
            assert_eq!(tabiya_play(same, by_san, same, null_mut()), TabiyaStatus::Ok);
        }
    }
    let (mut fen, mut length) = ([0 as c_char; TABIYA_MAX_FEN], 0);
    let mut info = MaybeUninit::<TabiyaInfo>::uninit();
    let mut nodes = 0;
    // SAFETY: everything is ours and as large as said; what is read was written.
    unsafe {
        assert_eq!(tabiya_fen(&here, fen.as_mut_ptr(), fen.len(), &mut length, null_mut()), TabiyaStatus::Ok);
        let text = CStr::from_ptr(fen.as_ptr()).to_str().unwrap();
        assert_eq!(text, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
        assert_eq!(length, text.len());
        assert_eq!(tabiya_info(&here, info.as_mut_ptr(), null_mut()), TabiyaStatus::Ok);
        let info = info.assume_init();
        assert_eq!((info.turn, info.fullmove, info.halfmove_clock, info.en_passant), (1, 4, 5, TABIYA_NO_SQUARE));
        assert_eq!(info.outcome, TabiyaOutcome::None);
        assert_eq!(tabiya_perft(&here, 3, 1, 0, &mut nodes, null_mut()), TabiyaStatus::Ok);
    }
    let ours = Position::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4").unwrap();
    assert_eq!(u128::from(nodes), tabiya_perft::perft(&ours, 3));
}

#[test]
fn exchanges_and_attacks_are_those_of_the_library() {
    let (ours, theirs) = (Position::from_fen(KIWIPETE).unwrap(), position(KIWIPETE));
    for mv in ours.legal_moves() {
        let (mut value, mut enough, mut check) = (0, false, false);
        // SAFETY: everything is ours.
        unsafe {
            assert_eq!(tabiya_see(&theirs, mv.bits(), &mut value, null_mut()), TabiyaStatus::Ok);
            assert_eq!(tabiya_see_at_least(&theirs, mv.bits(), value, &mut enough, null_mut()), TabiyaStatus::Ok);
            assert_eq!(tabiya_gives_check(&theirs, mv.bits(), &mut check, null_mut()), TabiyaStatus::Ok);
        }
        assert_eq!((value, enough, check), (ours.see(mv), true, ours.gives_check(mv)));
    }
    for square in 0..64 {
        let (mut attackers, mut attacked) = (0, 0);
        let at = tabiya::Square::from_index(square as usize).unwrap();
        // SAFETY: everything is ours.
        unsafe {
            assert_eq!(tabiya_attackers(&theirs, square, &mut attackers, null_mut()), TabiyaStatus::Ok);
            assert_eq!(tabiya_attacks(4, 0, square, ours.occupied().0, &mut attacked, null_mut()), TabiyaStatus::Ok);
        }
        assert_eq!(attackers, ours.attackers_to(at, ours.occupied()).0);
        assert_eq!(attacked, tabiya::attacks::queen(at, ours.occupied()).0);
    }
}

#[test]
fn bad_arguments_get_an_error_and_a_sentence() {
    let good = position(KIWIPETE);
    let (mut moves, mut count, mut mv, mut set) = ([0u16; 4], 0usize, 0u16, 0u64);
    // SAFETY: everything is ours and as large as said.
    unsafe {
        let said = failure(|error| tabiya_generate(&good, 0, moves.as_mut_ptr(), 4, &mut count, error));
        assert_eq!(said, (TabiyaStatus::TooSmall, "there is room for 4 moves, and there are 48".into()));
        assert_eq!((count, moves), (48, [0; 4]));
        let said = failure(|error| tabiya_generate(&good, 6, moves.as_mut_ptr(), 4, &mut count, error));
        assert_eq!(said, (TabiyaStatus::BadArgument, "6 is not a kind of moves".into()));
        let said = failure(|error| tabiya_generate(&good, 256, moves.as_mut_ptr(), 4, &mut count, error));
        assert_eq!(said, (TabiyaStatus::BadArgument, "256 is not a kind of moves".into()));
        let said = failure(|error| tabiya_generate(null(), 0, moves.as_mut_ptr(), 4, &mut count, error));
        assert_eq!(said, (TabiyaStatus::NullPointer, "the pointer to the position is null".into()));
        let said = failure(|error| tabiya_generate(&good, 0, null_mut(), 256, &mut count, error));
        assert_eq!(said.0, TabiyaStatus::NullPointer);
        let said = failure(|error| tabiya_generate(&good, 0, moves.as_mut_ptr(), 4, null_mut(), error));
        assert_eq!(said.0, TabiyaStatus::NullPointer);
        for fen in ["", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "\u{1F451}"] {
            let mut out = good;
            let said = failure(|error| tabiya_from_fen(fen.as_ptr().cast(), fen.len(), &mut out, error));
            assert!(said.0 == TabiyaStatus::BadText && said.1.len() > 10 && out == good, "{said:?}");
        }
        let said = failure(|error| tabiya_from_fen(b"\xff\xfe".as_ptr().cast(), 2, &mut position(KIWIPETE), error));
        assert_eq!(said.0, TabiyaStatus::BadText);
        for text in ["e2e5", "e2", "Ke4", "zz"] {
            let said = failure(|error| tabiya_from_uci(&good, text.as_ptr().cast(), text.len(), &mut mv, error));
            assert!(said.0 == TabiyaStatus::BadText && !said.1.is_empty(), "{text}: {said:?}");
            let said = failure(|error| tabiya_from_san(&good, text.as_ptr().cast(), text.len(), &mut mv, error));
            assert!(said.0 == TabiyaStatus::BadText && !said.1.is_empty(), "{text}: {said:?}");
        }
        let mut after = good;
        for bits in [0, 0xffff, 0x6000, 0x0041] {
            let said = failure(|error| tabiya_play(&good, bits, &mut after, error));
            assert!(said.0 == TabiyaStatus::IllegalMove && !said.1.is_empty() && after == good, "{bits:#x}: {said:?}");
            assert_eq!(failure(|error| tabiya_see(&good, bits, &mut 0, error)).0, TabiyaStatus::IllegalMove);
        }
        assert_eq!(failure(|error| tabiya_attackers(&good, 64, &mut set, error)).0, TabiyaStatus::BadArgument);
        assert_eq!(failure(|error| tabiya_attacks(6, 0, 0, 0, &mut set, error)).0, TabiyaStatus::BadArgument);
        assert_eq!(failure(|error| tabiya_attacks(0, 2, 0, 0, &mut set, error)).0, TabiyaStatus::BadArgument);
        assert_eq!(failure(|error| tabiya_chess960(960, &mut after, error)).0, TabiyaStatus::BadArgument);
        let mut fen = [0 as c_char; 10];
        let mut length = 0;
        let said = failure(|error| tabiya_fen(&good, fen.as_mut_ptr(), fen.len(), &mut length, error));
        assert_eq!((said.0, length, fen), (TabiyaStatus::TooSmall, KIWIPETE.len(), [0; 10]));
    }
}

#[test]
fn castling_is_written_in_either_way() {
    let castle = Position::from_fen(KIWIPETE).unwrap().parse_uci("e1g1").unwrap();
    for (chess960, text) in [(0, "e1g1"), (1, "e1h1"), (2, "e1h1"), (255, "e1h1")] {
        let mut buffer = [0 as c_char; 16];
        // SAFETY: everything is ours and as large as said; the text ends with a zero.
        let written = unsafe {
            let here = position(KIWIPETE);
            let status = tabiya_uci(&here, castle.bits(), chess960, buffer.as_mut_ptr(), 16, null_mut(), null_mut());
            assert_eq!(status, TabiyaStatus::Ok);
            CStr::from_ptr(buffer.as_ptr()).to_str().unwrap()
        };
        assert_eq!(written, text, "{chess960}");
    }
}

#[test]
fn counts_that_cannot_be_given_leave_the_answer_alone() {
    // Two kings, each on its side of a wall of pawns: few positions, and with a table any depth is counted quickly.
    let wall = position("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
    let mut nodes = 7;
    // SAFETY: everything is ours.
    unsafe {
        assert_eq!(tabiya_perft(&wall, 20, 2, 4 << 20, &mut nodes, null_mut()), TabiyaStatus::Ok);
        assert!(nodes > 1 << 40);
        nodes = 7;
        let said = failure(|error| tabiya_perft(&wall, 32, 2, 4 << 20, &mut nodes, error));
        assert_eq!(said, (TabiyaStatus::TooLarge, "the count has more than 64 bits".into()));
        let said = failure(|error| tabiya_perft(&wall, 100, 2, 4 << 20, &mut nodes, error));
        assert_eq!(said, (TabiyaStatus::TooLarge, "there are more leaves than fit into 128 bits".into()));
        // Refused before a count that would never end.
        let said = failure(|error| tabiya_perft(&wall, 100, 1, 0, null_mut(), error));
        assert!(said.1.contains("the count"), "{said:?}");
        let said = failure(|error| tabiya_perft(&wall, 300, 1, 0, &mut nodes, error));
        assert!(said.0 == TabiyaStatus::BadArgument && said.1.contains("300 plies"), "{said:?}");
    }
    assert_eq!(nodes, 7);
}

#[test]
fn any_bytes_may_be_passed_as_a_position() {
    let mut random = Random::new(1);
    let mut next = move || random.bits();
    let good = position(KIWIPETE).private_words;
    for round in 0..20_000 {
        let mut words = if round % 2 == 0 { good } else { std::array::from_fn(|_| next()) };
        words[next() as usize % 16] = next();
        let bad = TabiyaPosition { private_words: words };
        let (mut moves, mut count) = ([0; TABIYA_MAX_MOVES], 0);
        // SAFETY: everything is ours and as large as said.
        let (status, message) =
            failure(|error| unsafe { tabiya_generate(&bad, 0, moves.as_mut_ptr(), moves.len(), &mut count, error) });
        assert!(status == TabiyaStatus::NotAPosition && !message.is_empty());
    }
}

#[test]
fn alignment_does_not_matter() {
    let good = position(KIWIPETE);
    let mut memory = [0u8; 256];
    let mut count = 0;
    for offset in 0..8 {
        // SAFETY: there are more than enough bytes behind the pointer; the functions ask for no alignment.
        unsafe {
            let place = memory.as_mut_ptr().add(offset).cast::<TabiyaPosition>();
            assert_eq!(tabiya_play(&good, legal(&good, 0)[0], place, null_mut()), TabiyaStatus::Ok);
            assert_eq!(tabiya_count_legal(place, &mut count, null_mut()), TabiyaStatus::Ok);
        }
        assert!(count > 0);
    }
}

/// The questions that every door is asked: `testdata/README.md`.
#[test]
fn the_answers_are_those_of_every_door() {
    let table = std::fs::read_to_string("../../testdata/doors.tsv").unwrap();
    let mut asked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [question, argument, fen, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (ours, theirs) = (Position::from_fen(fen).unwrap(), position(fen));
        let answer = match question {
            "moves" => argument.parse::<MoveSet>().map_or("error".into(), |set| {
                let moves = legal(&theirs, set.number().into());
                let mut moves: Vec<_> = moves.iter().map(|&bits| uci(&ours, bits)).collect();
                moves.sort();
                if moves.is_empty() { "-".into() } else { moves.join(" ") }
            }),
            "squares" => {
                let mut squares = 0;
                let (name, length) = (argument.as_ptr().cast(), argument.len());
                // SAFETY: everything is ours and as large as said.
                match unsafe { tabiya_named_set(&theirs, name, length, &mut squares, null_mut()) } {
                    TabiyaStatus::Ok => format!("0x{squares:016x}"),
                    _ => "error".into(),
                }
            }
            "move" => {
                let mut mv = 0;
                let (text, length) = (argument.as_ptr().cast(), argument.len());
                // SAFETY: everything is ours and as large as said.
                match unsafe { tabiya_from_text(&theirs, text, length, &mut mv, null_mut()) } {
                    TabiyaStatus::Ok => uci(&ours, mv),
                    _ => "error".into(),
                }
            }
            _ => panic!("{line}"),
        };
        assert_eq!(answer, expected, "{question} {argument} of {fen}");
        asked += 1;
    }
    assert!(asked > 50);
}

fn uci(position: &Position, bits: u16) -> String {
    position.uci(tabiya::Move::from_bits(bits).unwrap()).to_string()
}
