//! What unmoves say of themselves: texts, the position before, clocks, reasons, counts, lists and sinks.

use tabiya::{Bitboard, MoveKind, Position, Role, Setup, Square};
use tabiya_check::positions::position;
use tabiya_retro::{Castles, NoUnmove, Retro, Roles, Unmove, UnmoveCounter, UnmoveList, UnmoveSink, slow};

fn named(position: &Position, text: &str) -> Unmove {
    let unmoves = Retro::new(position).unmoves();
    let found: Vec<_> = unmoves.iter().filter(|unmove| unmove.to_string() == text).collect();
    assert_eq!(found.len(), 1, "{text} of {unmoves:?}");
    *found[0]
}

#[test]
fn why_no_move_led_here() {
    let reason = |fen: &str| {
        let position = position(fen);
        assert_eq!(Retro::new(&position).count() == 0, Retro::new(&position).why_none().is_some());
        Retro::new(&position).why_none().map(|reason| (reason, reason.to_string()))
    };
    assert_eq!(reason("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None);
    let (why, text) = reason("8/8/8/8/8/2k5/3P4/4K3 b - - 0 1").unwrap();
    assert_eq!(why, NoUnmove::UnexplainedCheck(Square::D2.bitboard()));
    assert_eq!(text, "no last move can have led to the check from d2");
    // Black's king and bishop are shut in by pawns that have never moved.
    let (why, text) = reason("6bk/5ppp/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(why, NoUnmove::NothingMoved);
    assert_eq!(text, "no piece of the side that moved last can have come from any square");
}

#[test]
fn two_checkers_that_no_move_explains_are_both_named() {
    let board = |fen: &str| {
        let setup: Setup = fen.parse().unwrap();
        Position::from_setup_with(setup, tabiya::Tolerance::ALL).unwrap()
    };
    // Two pawns cannot have checked with one move.
    let position = board("8/8/8/8/4k3/3P1P2/8/4K3 b - - 0 1");
    let why = Retro::new(&position).why_none().unwrap();
    assert_eq!(why, NoUnmove::UnexplainedCheck([Square::D3, Square::F3].into_iter().collect()));
    assert_eq!(why.to_string(), "no last move can have led to the check from d3 and f3");
    let nine_pawns = board("4k3/8/8/8/8/P7/PPPPPPPP/4K3 b - - 0 1");
    assert_eq!(Retro::new(&nine_pawns).why_none(), Some(NoUnmove::OddMaterial));
    assert_eq!(
        NoUnmove::OddMaterial.to_string(),
        "a side has more pieces, pawns or promoted pieces than a game can give it"
    );
    let nine_pawns = board("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1");
    assert_eq!(Retro::new(&nine_pawns).why_none(), Some(NoUnmove::OddMaterial));
}

#[test]
fn texts_and_what_comes_back() {
    let after = position("3Rk3/8/8/8/8/8/8/4K3 b - - 7 30");
    let unmove = named(&after, "d1d8:n");
    assert_eq!((unmove.captured(), unmove.captured_letter()), (Some(Role::Knight), Some('n')));
    assert_eq!(unmove.captured_square(), Some(Square::D8));
    assert_eq!(format!("{unmove:?}"), "Unmove(d1d8:n)");
    let mut list = UnmoveList::new();
    list.one(unmove);
    assert_eq!(format!("{list:?}"), "[Unmove(d1d8:n)]");
    let quiet = named(&after, "d1d8");
    assert_eq!((quiet.captured(), quiet.captured_letter(), quiet.captured_square()), (None, None, None));
    let promotion = named(&after, "c7d8r:q");
    assert_eq!(promotion.forward().kind(), MoveKind::CapturePromoteRook);
    assert_eq!(promotion.setup_before(&after).board.piece_at(Square::C7), Some(tabiya::Piece::WhitePawn));
    let after = position("4k3/8/3P4/8/8/8/8/4K3 b - - 0 30");
    let en_passant = named(&after, "e5d6:e");
    assert_eq!((en_passant.captured_square(), en_passant.captured()), (Some(Square::D5), Some(Role::Pawn)));
    let before = en_passant.setup_before(&after);
    assert_eq!((before.en_passant, before.turn), (Some(Square::D6), tabiya::Color::White));
}

#[test]
fn clocks_go_back_as_far_as_they_tell() {
    let clocks = |fen: &str, text: &str| {
        let after = position(fen);
        let before = named(&after, text).setup_before(&after);
        (before.halfmove_clock, before.fullmove)
    };
    let white_moved = "3R4/8/8/8/8/8/7k/4K3 b - - 7 30";
    assert_eq!(clocks(white_moved, "d1d8"), (6, 30));
    assert_eq!(clocks(white_moved, "d1d8:n"), (0, 30));
    assert_eq!(clocks(white_moved, "d7d8r"), (0, 30));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/3rK3 w - - 7 30", "d8d1"), (6, 29));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/3rK3 w - - 0 1", "d8d1"), (0, 1));
    assert_eq!(clocks("4k3/8/8/8/8/4P3/8/4K3 b - - 7 30", "e2e3"), (0, 30));
}

#[test]
fn castles_of_the_game_that_rights_tell_of() {
    for (fen, castles) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Castles::Standard),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Castles::Standard),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", Castles::Chess960),
        ("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", Castles::Chess960),
        ("r2k4/8/8/8/8/8/8/4K2R w Ha - 0 1", Castles::Chess960),
        ("r3k3/8/8/8/8/8/8/R2K4 w Aq - 0 1", Castles::Chess960),
    ] {
        assert_eq!(Castles::of(&position(fen)), castles, "{fen}");
    }
}

/// Castles of Chess960 lie in the past only where they may.
#[test]
fn castles_are_taken_back_from_where_the_game_has_them() {
    let castled = position("4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    let castles = |castles| {
        let unmoves = Retro::new(&castled).castles(castles).unmoves();
        let mut texts: Vec<_> =
            unmoves.iter().filter(|unmove| unmove.forward().is_castle()).map(|u| u.to_string()).collect();
        texts.sort();
        texts
    };
    assert_eq!(castles(Castles::Standard), ["e1h1"]);
    // Every king left of every rook, from squares that are empty or their own.
    let every = castles(Castles::Chess960);
    assert!(every.len() > 10 && every.contains(&"b1c1".to_owned()) && every.contains(&"f1g1".to_owned()), "{every:?}");
    assert_eq!(
        every.len(),
        slow::unmoves(&castled, Castles::Chess960).iter().filter(|u| u.forward().is_castle()).count()
    );
}

fn paths(position: &Position, castles: Castles, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let unmoves = slow::unmoves(position, castles).into_iter();
    let before = unmoves.map(|unmove| Position::from_setup(unmove.setup_before(position)).expect("a position before"));
    before.map(|before| paths(&before, castles, depth - 1)).sum()
}

#[test]
fn paths_backwards_are_those_of_the_twin() {
    for fen in ["8/8/8/8/8/1kp5/8/K7 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "8/8/8/8/8/8/8/k1K4R b - - 0 1"] {
        let position = position(fen);
        let retro = Retro::new(&position);
        for depth in 0..3 {
            let expected = paths(&position, Castles::Standard, depth);
            assert_eq!(retro.perft(depth), expected, "{fen} {depth}");
            let divide = retro.divide(depth);
            if depth > 0 {
                assert_eq!(divide.iter().map(|(_, paths)| paths).sum::<u128>(), expected, "{fen} {depth}");
                assert_eq!(divide.len() as u64, retro.count());
            } else {
                assert_eq!(divide, []);
            }
        }
    }
    // Deeper, where no man can be put back and only knights have come home.
    let start = Position::startpos();
    let retro = Retro::new(&start);
    assert_eq!(retro.perft(2), paths(&start, Castles::Standard, 2));
    for depth in [3, 4, 5] {
        let divide = retro.divide(depth);
        assert_eq!(divide.iter().map(|(_, paths)| paths).sum::<u128>(), retro.perft(depth), "{depth}");
    }
}

#[test]
fn sets_of_roles() {
    let some = Roles::NONE.with(Role::Queen).with(Role::Pawn).with(Role::Knight);
    assert_eq!((some.len(), some.is_empty(), Roles::NONE.is_empty()), (3, false, true));
    assert_eq!(some.iter().collect::<Vec<_>>(), [Role::Pawn, Role::Knight, Role::Queen]);
    assert!(some.contains(Role::Knight) && !some.without(Role::Knight).contains(Role::Knight));
    assert_eq!(some.without(Role::Rook), some);
    assert_eq!(Roles::NONE.iter().count(), 0);
}

/// A sink that takes sets and leaves `quiet_and_captures` as it is.
#[derive(Default)]
struct OneByOne(Vec<(MoveKind, Square, Square, Option<Role>)>);

impl UnmoveSink for OneByOne {
    fn quiet(&mut self, kind: MoveKind, origins: Bitboard, to: Square) {
        self.0.extend(origins.into_iter().map(|from| (kind, from, to, None)));
    }

    fn captures(&mut self, kind: MoveKind, origins: Bitboard, to: Square, captured: Roles) {
        for from in origins {
            self.0.extend(captured.iter().map(|role| (kind, from, to, Some(role))));
        }
    }

    fn one(&mut self, unmove: Unmove) {
        let mv = unmove.forward();
        self.0.push((mv.kind(), mv.from(), mv.to(), unmove.captured()));
    }
}

#[test]
fn every_sink_is_told_the_same() {
    let mut list = UnmoveList::default();
    for fen in [
        "QQQ5/QQQ5/8/8/7k/8/8/2K5 b - - 0 1",
        "R3k2r/1P6/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
        "1N2k3/8/2P5/8/8/8/8/4K3 b - - 0 1",
    ] {
        let position = position(fen);
        let (mut counter, mut sink) = (UnmoveCounter::default(), OneByOne::default());
        list.clear();
        let retro = Retro::new(&position);
        retro.generate_into(&mut list);
        retro.generate_into(&mut counter);
        retro.generate_into(&mut sink);
        let plain = |unmove: &Unmove| {
            let mv = unmove.forward();
            (mv.kind(), mv.from(), mv.to(), unmove.captured())
        };
        let mut listed: Vec<_> = list.iter().map(plain).collect();
        assert_eq!((counter.count, retro.count()), (listed.len() as u64, listed.len() as u64), "{fen}");
        let key = |&(kind, from, to, captured): &(MoveKind, Square, Square, Option<Role>)| {
            (kind as u8, from, to, captured.map(|role| role as u8))
        };
        listed.sort_by_key(key);
        sink.0.sort_by_key(key);
        assert_eq!(listed, sink.0, "{fen}");
        assert!(listed.len() > 20, "{fen}: {}", listed.len());
    }
}

/// A list holds more than any position gives, because a sink may be told of several.
#[test]
fn a_list_grows() {
    let mut list = UnmoveList::new();
    let position = position("QQQ5/QQQ5/8/8/7k/8/8/2K5 b - - 0 1");
    let one = Retro::new(&position).unmoves();
    for round in 1..=40 {
        Retro::new(&position).generate_into(&mut list);
        assert_eq!(list.len(), round * one.len());
        assert_eq!(list[(round - 1) * one.len()..], one[..]);
    }
    list.quiet(MoveKind::Quiet, Bitboard::FULL.without(Square::A1), Square::A1);
    assert_eq!(list.len(), 40 * one.len() + 63);
}
