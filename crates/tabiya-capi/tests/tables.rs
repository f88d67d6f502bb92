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
