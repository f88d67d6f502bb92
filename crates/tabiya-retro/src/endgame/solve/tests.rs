//! The limit of moves to mate, and double pushes that can be answered.

use std::sync::atomic::{AtomicBool, AtomicU64};

use super::*;

#[test]
fn a_mate_that_takes_too_long_is_an_error() {
    let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let options = Options { threads: 1, cancel: &cancel, done: &done };
    let solve = |name: &str, smaller: &Endgames, limit| {
        solve_up_to(limit, Layout::new(name.parse().unwrap()), smaller, options)
    };
    // The longest mate with a queen takes ten moves.
    let queen = solve("KQK", &Endgames::new(), 10).unwrap();
    assert_eq!(queen.statistics().longest[0].map(|(plies, _)| plies), Some(20));
    let too_long = |name: &str| Some(EndgameError::TooLong(name.parse().unwrap()));
    assert_eq!(solve("KQK", &Endgames::new(), 9).err(), too_long("KQK"));
    // A promotion alone exceeds the limit too.
    let smaller = Endgames::solve("KPK".parse().unwrap()).unwrap();
    assert_eq!(solve("KPK", &smaller, 5).err(), too_long("KPK"));
    assert!(solve("KPK", &smaller, 28).is_ok());
    assert_eq!(solve("KPK", &smaller, 27).err(), too_long("KPK"));
}
/// The whole table of two pawns takes seconds, so its parts are asked one by one, about positions in which a double
/// push can be answered en passant, and others that look like them.
#[test]
fn double_pushes_that_can_be_answered() {
    let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let layout = Layout::new("KPKP".parse().unwrap());
    let smaller = Endgames::solve("KPK".parse().unwrap()).unwrap();
    let half = || Half::new(layout.len).unwrap();
    let options = Options { threads: 1, cancel: &cancel, done: &done };
    let solver = Solver { layout: &layout, smaller: &smaller, halves: [half(), half()], options, limit: 100 };
    let position = |fen: &str| Position::from_fen(fen).unwrap();
    let index = |position: &Position| layout.index(layout.men_of(position.board(), false));

    // Such a position is not counted down but asked anew; six quiet moves are six.
    let special = position("8/8/8/k7/3p4/8/4P3/4K3 w - - 0 1");
    assert_eq!(solver.look(&special), (ASKED_ANEW, None));
    for fen in ["8/8/8/k7/p7/8/4P3/4K3 w - - 0 1", "8/8/8/k7/8/3p4/5P2/5K2 w - - 0 1"] {
        assert_ne!(solver.look(&position(fen)).0, ASKED_ANEW, "{fen}");
    }
    assert_eq!(solver.look(&position("8/8/8/k7/p7/8/4P3/4K3 w - - 0 1")), (6, None));
    for (fen, may_be_captured) in [
        ("8/8/8/k7/3p4/8/4P3/4K3 w - - 0 1", true),
        ("8/8/8/k7/5p2/8/4P3/4K3 w - - 0 1", true),
        ("8/8/8/k7/8/3p4/4P3/4K3 w - - 0 1", false),
        ("8/8/8/k7/2p5/8/4P3/4K3 w - - 0 1", false),
    ] {
        assert_eq!(may_be_captured_in_passing(&position(fen), Square::E4), may_be_captured, "{fen}");
    }

    // Backwards a pawn on its fourth rank came from its second unless an enemy pawn stands beside it.
    for (fen, to, origins) in [
        ("8/8/8/k7/3pP3/8/8/4K3 b - - 0 1", Square::E4, &[Square::E3][..]),
        ("8/8/8/k7/2p1P3/8/8/4K3 b - - 0 1", Square::E4, &[Square::E3, Square::E2]),
        ("8/8/8/k2p4/4P3/8/8/4K3 b - - 0 1", Square::E4, &[Square::E3, Square::E2]),
        ("8/8/8/k7/2p1P3/8/4K3/8 b - - 0 1", Square::E4, &[Square::E3]),
        ("8/8/8/k7/2p1P3/4K3/8/8 b - - 0 1", Square::E4, &[]),
        ("8/8/8/k7/2p5/4P3/8/4K3 b - - 0 1", Square::E3, &[Square::E2]),
        ("8/8/8/k7/2p5/8/4P3/4K3 b - - 0 1", Square::E2, &[]),
        ("8/8/8/k7/7p/P7/8/4K3 b - - 0 1", Square::A3, &[Square::A2]),
    ] {
        let position = position(fen);
        let men = layout.men_of(position.board(), false);
        let found = solver.pawn_origins(Color::White, to, position.occupied(), &men);
        assert_eq!(found, origins.iter().copied().collect(), "{fen}");
    }

    // Every move loses, but for one that wins once it is known.
    let (place, black) = (index(&special), &solver.halves[Color::Black as usize].values);
    let loses_in_two = Distance::Loss(4);
    assert_eq!(solver.ask(Color::White, place), Some(Distance::Draw));
    let mut places = Vec::new();
    for mv in special.legal_moves() {
        let after = special.after_unchecked(mv);
        places.push(index(&after));
        black[index(&after)].store(code::win(2), Relaxed);
    }
    assert_eq!(solver.ask(Color::White, place), Some(loses_in_two));
    let anew = |value, decides| solver.ask_anew(Color::White, &[place], value, |at| decides && at == place);
    assert_eq!((anew(loses_in_two, true), anew(loses_in_two, false), anew(Distance::Draw, true)), (1, 0, 0));
    black[places[0]].store(code::loss(1), Relaxed);
    assert_eq!(solver.ask(Color::White, place), Some(Distance::Win(3)));
    assert_eq!((anew(loses_in_two, true), anew(Distance::Win(3), true)), (0, 1));
    // What is decided is not asked again.
    solver.halves[Color::White as usize].values[place].store(code::win(2), Relaxed);
    assert_eq!(solver.ask(Color::White, place), None);
}
