//! Endgame tables, unmoves and what can still happen, as C asks for them.

mod common;

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use common::failure;
use tabiya::{Position, Role};
use tabiya_capi::backwards::*;
use tabiya_capi::functions::{TABIYA_MAX_MOVES, TABIYA_NO_SQUARE};
use tabiya_capi::position::TabiyaPosition;
use tabiya_capi::status::TabiyaStatus;
use tabiya_capi::tables::*;

fn position(fen: &str) -> TabiyaPosition {
    TabiyaPosition::new(&Position::from_fen(fen).unwrap())
}

#[test]
fn syzygy_tables_are_opened_probed_and_closed() {
    let folder = std::env::temp_dir().join(format!("tabiya-capi-syzygy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    tabiya_check::tables::write_into(&folder, &[Role::Rook]);
    let path = folder.to_str().unwrap();
    let (mut tables, mut count, mut men) = (0, 0, 0);
    // SAFETY: everything is ours and as large as said.
    unsafe {
        let opened = tabiya_syzygy_open(path.as_ptr().cast(), path.len(), &mut tables, &mut count, null_mut());
        assert_eq!((opened, count), (TabiyaStatus::Ok, 2));
        assert_eq!(tabiya_syzygy_max_men(tables, &mut men, null_mut()), TabiyaStatus::Ok);
    }
    assert_eq!(men, 3);
    let rook = position("8/8/8/8/8/k1K5/8/1R6 w - - 0 1");
    let (mut wdl, mut dtz, mut exact) = (0, 0, false);
    let mut moves = [MaybeUninit::<TabiyaRankedMove>::uninit(); TABIYA_MAX_MOVES];
    // SAFETY: as above; what the count says was written is read.
    let best = unsafe {
        assert_eq!(tabiya_syzygy_probe_wdl(tables, &rook, &mut wdl, null_mut()), TabiyaStatus::Ok);
        assert_eq!(tabiya_syzygy_probe_dtz(tables, &rook, &mut dtz, &mut exact, null_mut()), TabiyaStatus::Ok);
        assert_eq!(tabiya_syzygy_probe_dtz(tables, &rook, &mut dtz, null_mut(), null_mut()), TabiyaStatus::Ok);
        let ranked = tabiya_syzygy_rank(tables, &rook, moves.as_mut_ptr().cast(), moves.len(), &mut count, null_mut());
        assert_eq!(ranked, TabiyaStatus::Ok);
        moves[0].assume_init()
    };
    assert_eq!((wdl, dtz, exact, count), (2, 1, true, 19));
    assert_eq!((best.dtz, best.outcome, best.exact, best.zeroing), (1, 3, true, false));
    let mating = Position::from_fen("8/8/8/8/8/k1K5/8/1R6 w - - 0 1").unwrap().parse_uci("b1a1").unwrap();
    assert_eq!(best.mv, mating.bits());

    let probe = |tables, position: &TabiyaPosition| {
        // SAFETY: as above.
        failure(|error| unsafe { tabiya_syzygy_probe_wdl(tables, position, &mut 0, error) })
    };
    let (status, message) = probe(tables, &position("4k3/8/8/8/8/8/8/4K1Q1 w - - 0 1"));
    assert_eq!((status, message.as_str()), (TabiyaStatus::NoAnswer, "the table KQvK.rtbw is missing"));
    assert_eq!(probe(tables, &position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).0, TabiyaStatus::NoAnswer);
    assert_eq!(probe(tables, &position("4k3/8/8/8/8/8/8/4K1QR w - - 0 1")).0, TabiyaStatus::NoAnswer);
    // SAFETY: as above; null is an error.
    let (status, _) = failure(|error| unsafe { tabiya_syzygy_probe_wdl(tables, null(), &mut wdl, error) });
    assert_eq!(status, TabiyaStatus::NullPointer);
    // SAFETY: as above.
    unsafe { assert_eq!(tabiya_syzygy_close(tables, null_mut()), TabiyaStatus::Ok) };
    let (status, message) = probe(tables, &rook);
    assert_eq!(status, TabiyaStatus::BadArgument);
    assert!(message.ends_with("is not open as Syzygy tables"), "{message}");
    std::fs::remove_dir_all(&folder).unwrap();
    // SAFETY: as above.
    let (status, message) = failure(|error| unsafe {
        tabiya_syzygy_open(path.as_ptr().cast(), path.len(), &mut tables, null_mut(), error)
    });
    assert!(status == TabiyaStatus::BadFile && message.contains(path), "{message}");
}

#[test]
fn endgames_are_solved_probed_and_closed() {
    let (mut tables, mut result, mut plies, mut count) = (0, 0, 0, 0);
    let mut moves = [MaybeUninit::<TabiyaSolvedMove>::uninit(); TABIYA_MAX_MOVES];
    let rook = position("8/8/8/8/8/k1K5/8/1R6 w - - 0 1");
    // SAFETY: everything is ours and as large as said; what the count says was written is read.
    let (best, worst) = unsafe {
        assert_eq!(tabiya_endgame_solve(c"KRK".as_ptr(), 3, 2, &mut tables, null_mut()), TabiyaStatus::Ok);
        assert_eq!(tabiya_endgame_probe(tables, &rook, &mut result, &mut plies, null_mut()), TabiyaStatus::Ok);
        let listed =
            tabiya_endgame_moves(tables, &rook, moves.as_mut_ptr().cast(), moves.len(), &mut count, null_mut());
        assert_eq!(listed, TabiyaStatus::Ok);
        (moves[0].assume_init(), moves[count - 1].assume_init())
    };
    assert_eq!((result, plies, count), (1, 1, 19));
    assert_eq!((best.result, best.plies, worst.result, worst.plies), (1, 1, 1, 13));
    let solve = |text: &CStr| {
        let length = text.count_bytes();
        // SAFETY: as above.
        failure(|error| unsafe { tabiya_endgame_solve(text.as_ptr(), length, 1, &mut 0, error) }).0
    };
    assert_eq!(solve(c"KXK"), TabiyaStatus::BadText);
    assert_eq!(solve(c"KQRRKR"), TabiyaStatus::BadArgument);
    let queen = position("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1");
    // SAFETY: as above.
    let (status, message) =
        failure(|error| unsafe { tabiya_endgame_probe(tables, &queen, &mut result, null_mut(), error) });
    assert_eq!((status, message.as_str()), (TabiyaStatus::NoAnswer, "the table KQK is missing; solve it first"));
    let folder = std::env::temp_dir().join(format!("tabiya-capi-endgames-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let solved = tabiya_retro::endgame::Endgames::solve("KQK".parse().unwrap()).unwrap();
    std::fs::write(folder.join("KQK.tabend"), solved.tables().next().unwrap().to_bytes()).unwrap();
    let path = folder.to_str().unwrap();
    let mut from_files = 0;
    // SAFETY: as above.
    unsafe {
        let opened = tabiya_endgame_open(path.as_ptr().cast(), path.len(), &mut from_files, &mut count, null_mut());
        assert_eq!((opened, count), (TabiyaStatus::Ok, 1));
        assert_eq!(tabiya_endgame_probe(from_files, &queen, &mut result, null_mut(), null_mut()), TabiyaStatus::Ok);
        assert_eq!(tabiya_endgame_close(from_files, null_mut()), TabiyaStatus::Ok);
        assert_eq!(tabiya_endgame_close(tables, null_mut()), TabiyaStatus::Ok);
        // Numbers of one kind are none of the other, and none twice.
        assert_eq!(tabiya_endgame_close(tables, null_mut()), TabiyaStatus::BadArgument);
        assert_eq!(tabiya_syzygy_close(tables, null_mut()), TabiyaStatus::BadArgument);
    }
    assert_eq!(result, 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn moves_backwards_and_what_can_still_happen() {
    // A knight went out and took something, or came back from one of three squares, or a pawn pushed.
    let after = position("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    let mut unmoves = [MaybeUninit::<TabiyaUnmove>::uninit(); 64];
    let mut count = 0;
    // SAFETY: everything is ours and as large as said; what the count says was written is read.
    let found: Vec<TabiyaUnmove> = unsafe {
        let status = tabiya_unmoves(&after, unmoves.as_mut_ptr().cast(), unmoves.len(), &mut count, null_mut());
        assert_eq!(status, TabiyaStatus::Ok);
        unmoves[..count].iter().map(|unmove| unmove.assume_init()).collect()
    };
    let expected = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1").unwrap();
    let expected = tabiya_retro::Retro::new(&expected).unmoves();
    assert_eq!(count, expected.len());
    for (unmove, expected) in found.iter().zip(expected.iter()) {
        assert_eq!(unmove.mv, expected.forward().bits());
        assert_eq!((unmove.captured, unmove.captured_square), (TABIYA_NO_ROLE, TABIYA_NO_SQUARE));
        assert_eq!(expected.captured(), None);
    }
    // SAFETY: as above.
    let (status, _) = failure(|error| unsafe { tabiya_unmoves(&after, null_mut(), 0, &mut count, error) });
    assert_eq!((status, count), (TabiyaStatus::TooSmall, expected.len()));

    let bishop = position("4k3/8/8/8/8/8/8/4KB2 w - - 0 1");
    let can_win = |color| {
        let mut answer = 9;
        // SAFETY: as above.
        let status = unsafe { tabiya_can_win(&bishop, color, &mut answer, null_mut()) };
        (status, answer)
    };
    assert_eq!(can_win(0), (TabiyaStatus::Ok, TabiyaCanWin::No as u32));
    assert_eq!(can_win(2).0, TabiyaStatus::BadArgument);
    let mut answer = 9;
    // SAFETY: as above.
    let status = unsafe { tabiya_can_win(&after, 1, &mut answer, null_mut()) };
    assert_eq!((status, answer), (TabiyaStatus::Ok, TabiyaCanWin::Yes as u32));
}

#[test]
fn what_can_have_happened() {
    let can_arise = |fen: &str, starts: Option<&str>, positions: u64| {
        let asked = position(fen);
        let mut answer = MaybeUninit::<TabiyaArise>::uninit();
        let (starts, length) = starts.map_or((null(), 0), |starts| (starts.as_ptr().cast(), starts.len()));
        // SAFETY: everything is ours and as large as said; what was written if the call went well is read.
        unsafe {
            let status = tabiya_can_arise(&asked, starts, length, positions, answer.as_mut_ptr(), null_mut());
            assert_eq!(status, TabiyaStatus::Ok);
            answer.assume_init()
        }
    };
    // A game that can be played from where it starts.
    let opened = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let yes = can_arise(opened, None, 0);
    assert_eq!((yes.answer, yes.plies, yes.reason[0], yes.text[0]), (TabiyaCanArise::Yes as u32, 2, 0, 0));
    let start = yes.start.read().unwrap();
    let end = yes.moves[..2].iter().fold(start, |position, &bits| {
        let mv = position.legal_moves().iter().copied().find(|mv| mv.bits() == bits);
        position.after(mv.expect("the moves are legal"))
    });
    assert!(end.is_repetition_of(&Position::from_fen(opened).unwrap()));
    // A reason in words, by its name and on the board.
    let no = can_arise("1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1", Some("standard"), 0);
    assert_eq!((no.answer, no.plies), (TabiyaCanArise::No as u32, 0));
    // SAFETY: both end with a zero.
    let [name, text] = unsafe { [CStr::from_ptr(no.reason.as_ptr()), CStr::from_ptr(no.text.as_ptr())] };
    assert_eq!(name.to_str(), Ok("pawn-captures"));
    let sentence = "the white pawns need at least 3 captures to stand where they do, but only 2 black men are missing";
    assert_eq!(text.to_str(), Ok(sentence));
    assert_ne!(no.squares & 1 << 32, 0);
    // The limit, and where games begin. A start of Chess960 is none of chess.
    assert_eq!(can_arise(opened, None, 1).answer, TabiyaCanArise::Unknown as u32);
    let first = Position::chess960(0).unwrap().fen();
    assert_eq!(can_arise(&first, None, 0).answer, TabiyaCanArise::Yes as u32);
    assert_eq!(can_arise(&first, Some("chess960:0"), 0).answer, TabiyaCanArise::Yes as u32);
    assert_eq!(can_arise(&first, Some("standard"), 0).answer, TabiyaCanArise::No as u32);
    let (asked, name) = (position(opened), "chess961");
    let mut answer = MaybeUninit::<TabiyaArise>::uninit();
    // SAFETY: as above; what is asked for is nothing that is written.
    let (status, message) = failure(|error| unsafe {
        tabiya_can_arise(&asked, name.as_ptr().cast(), name.len(), 0, answer.as_mut_ptr(), error)
    });
    assert_eq!(status, TabiyaStatus::BadText);
    assert!(message.starts_with("\"chess961\": expected `standard`, `chess960`"), "{message}");
    // SAFETY: as above.
    let (status, _) = failure(|error| unsafe { tabiya_can_arise(&asked, null(), 3, 0, answer.as_mut_ptr(), error) });
    assert_eq!(status, TabiyaStatus::NullPointer);
}
