//! Positions with the most moves that are known, and the bound that `MoveList` states.

use tabiya::movegen::{
    AnyMove, Captures, Evasions, Kind, Legal, NonEvasions, Promotions, QuietChecks, Quiets, Sink, origin,
};
use tabiya::{
    Bitboard, Color, Direction, Move, MoveKind, MoveList, Piece, Position, Role, Setup, Square, Tolerance, Wing,
};
use tabiya_check::naive::Naive;

/// Both mirror images, all generators.
fn count(fen: &str) -> usize {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = Position::from_setup_with(setup, Tolerance::ALL).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mirrored = position.mirrored();
    let moves = position.legal_moves().len();
    for position in [position, mirrored] {
        assert_eq!(position.legal_moves().len(), moves, "{fen}");
        assert_eq!(position.count_legal(), moves, "{fen}");
        assert_eq!(Naive::from(&position).legal().len(), moves, "{fen}");
        assert!(position.pseudo_legal_moves().len() <= MoveList::CAPACITY);
    }
    moves
}

#[test]
fn lists_hold_the_most_mobile_reachable_positions() {
    assert_eq!(count("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), 218);
    assert_eq!(count("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"), 218);
}

#[test]
fn lists_hold_positions_with_impossible_material() {
    let ring = count("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert_eq!(ring, 265);
    let pawns = count("8/PPPPPPPP/8/8/8/8/8/k6K w - - 0 1");
    assert_eq!(pawns, 8 * 4 + 3);
    let captures = count("nnnnnnnn/PPPPPPPP/PPPPPPPP/8/8/8/8/k6K w - - 0 1");
    assert_eq!(captures, 14 * 4 + 3);
    // More pawns that step at once than a vector has lanes; the king has one square.
    assert_eq!(count("k7/8/PPPPPPPP/8/PPPPPPPP/8/PPPPPPPP/K7 w - - 0 1"), 24 + 1);
}

/// A sink of the caller's own gets what the list has, in the same order.
#[derive(Default)]
struct Plain(Vec<Move>);

impl Sink for Plain {
    fn piece(&mut self, _: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in quiets | captures {
            let kind = if captures.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            self.0.push(Move::new(from, to, kind));
        }
    }

    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        self.0.extend(targets.into_iter().map(|to| Move::new(origin(kind, step, to), to, kind)));
    }

    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
        for to in targets {
            for &role in promotions.roles() {
                let kind = MoveKind::promotion_to(role, capture).expect("a role that pawns become");
                self.0.push(Move::new(origin(MoveKind::Quiet, step, to), to, kind));
            }
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        self.0.push(Move::new(from, to, MoveKind::EnPassant));
    }

    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        self.0.push(Move::castle(king, rook, wing));
    }
}

/// One list after the other, appended to one, and the same from a sink.
fn appended<K: Kind>(position: &Position, all: &mut MoveList) {
    let before: Vec<Move> = all.iter().copied().collect();
    let (alone, mut sink) = (position.generate::<K>(), Plain::default());
    position.generate_into::<K, _>(&mut sink);
    assert_eq!(sink.0[..], alone[..], "{position:?}");
    position.append::<K>(all);
    assert_eq!(all[..before.len()], before[..], "{position:?}");
    assert_eq!(all[before.len()..], alone[..], "{position:?}");
}

#[test]
fn lists_are_appended_to_and_sinks_get_the_same() {
    tabiya_check::games::walk(24, 3_000, |position| {
        let mut all = MoveList::new();
        appended::<Captures>(position, &mut all);
        appended::<Quiets>(position, &mut all);
        appended::<QuietChecks>(position, &mut all);
        appended::<Legal>(position, &mut all);
        if position.in_check() {
            appended::<Evasions>(position, &mut all);
        } else {
            appended::<NonEvasions>(position, &mut all);
        }
    });
}

/// A list at its bound refuses the next move by a panic, and keeps what it has.
#[test]
fn lists_at_their_bound_refuse_to_grow() {
    let start = Position::startpos();
    let mut list = MoveList::new();
    while list.len() + 20 <= MoveList::CAPACITY {
        start.append::<Legal>(&mut list);
    }
    let full: Vec<Move> = list.iter().copied().collect();
    let appended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        for _ in 0..=MoveList::CAPACITY / 20 {
            start.append::<Legal>(&mut list);
        }
    }));
    assert!(appended.is_err(), "a list of {} moves", list.len());
    assert_eq!(list[..], full[..]);

    // The last set of all may be the one that does not fit.
    let kings = Position::from_fen("k7/8/8/8/8/8/8/4K3 w - - 0 1").expect("a good FEN");
    let mut list: MoveList = full.iter().copied().cycle().take(MoveList::CAPACITY - 4).collect();
    let appended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| kings.append::<Legal>(&mut list)));
    assert!(appended.is_err(), "a list of {} moves", list.len());
    assert_eq!(list.len(), MoveList::CAPACITY - 4);
    list.retain(|mv| mv.from() != Square::E2);
    kings.append::<Legal>(&mut list);
    assert!(list.len() < MoveList::CAPACITY);

    // Moves that just fit are accepted.
    let mut list: MoveList = full.iter().copied().cycle().take(MoveList::CAPACITY - 5).collect();
    kings.append::<Legal>(&mut list);
    assert_eq!(list[MoveList::CAPACITY - 5..], kings.legal_moves()[..]);
}

/// Wants a single move, and counts the moves that it is offered after that.
#[derive(Default)]
struct First {
    plain: Plain,
    afterwards: usize,
}

impl First {
    fn take(&mut self, offer: impl FnOnce(&mut Plain)) {
        let before = self.plain.0.len();
        offer(&mut self.plain);
        if before > 0 {
            self.afterwards += self.plain.0.len() - before;
        }
    }
}

impl Sink for First {
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        self.take(|plain| plain.piece(role, from, quiets, captures));
    }

    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        self.take(|plain| plain.pawns(kind, step, targets));
    }

    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
        self.take(|plain| plain.promotions(capture, step, targets, promotions));
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        self.take(|plain| plain.en_passant(from, to));
    }

    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        self.take(|plain| plain.castle(wing, king, rook));
    }

    fn is_done(&self) -> bool {
        !self.plain.0.is_empty()
    }
}

/// A sink that is done gets no more than the pawn moves that were under way, or a piece of each kind, and never the
/// king.
#[test]
fn a_sink_that_is_done_is_left_alone() {
    for (fen, most) in [
        ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", 8 + 7),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", 2),
        ("4k3/8/8/8/8/8/8/1B2KR1R w - - 0 1", 8),
        ("4k3/8/8/8/8/8/8/1R2KR2 w - - 0 1", 0),
    ] {
        let position = Position::from_fen(fen).expect("a good FEN");
        let mut first = First::default();
        position.generate_into::<Legal, _>(&mut first);
        assert!(first.afterwards <= most, "{fen}: {:?}", first.plain.0);
        assert!(first.plain.0.iter().all(|mv| mv.from() != Square::E1), "{fen}: {:?}", first.plain.0);

        let mut any = AnyMove::default();
        assert!(!any.is_done());
        position.generate_into::<Legal, _>(&mut any);
        assert!(any.found && any.is_done(), "{fen}");
    }
}

/// The king stays where it is, every other move is blocked or walks into the rook's file or the pawn's eye: without
/// castling this would be stalemate.
#[test]
fn castling_may_be_the_only_move() {
    let position = Position::from_fen("k4r2/8/8/8/8/7p/7P/6KR w K - 0 1").expect("a good FEN");
    let castle = Move::castle(Square::G1, Square::H1, Wing::King);
    for position in [position, position.mirrored()] {
        assert_eq!((position.legal_moves().len(), position.count_legal()), (1, 1));
        assert!(position.has_legal_move() && position.outcome().is_none());
    }
    assert_eq!(position.legal_moves()[..], [castle]);
    let without = Position::from_fen("k4r2/8/8/8/8/7p/7P/6KR w - - 0 1").expect("a good FEN");
    assert!(without.is_stalemate());
}

/// Greedy search for crowded boards: pieces are put, changed and removed at random while the number of pseudo-legal
/// moves grows. However far it climbs, the list must hold.
#[test]
fn lists_hold_what_a_search_for_the_worst_case_finds() {
    let mut random = tabiya_check::Random::new(650);
    let mut most = 0;
    for _ in 0..20 {
        let mut setup: Setup = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a FEN");
        let mut best = 0;
        for _ in 0..1500 {
            let square = Square::ALL[random.below(64)];
            if setup.board.role_at(square) == Some(Role::King) {
                continue;
            }
            let piece = match random.below(10) {
                0 => None,
                1 => Some(Piece::new(Color::White, Role::Knight)),
                2 => Some(Piece::new(Color::White, Role::Rook)),
                3 => Some(Piece::new(Color::White, Role::Pawn)),
                4 => Some(Piece::new(Color::Black, Role::Pawn)),
                _ => Some(Piece::new(Color::White, Role::Queen)),
            };
            let changed = setup.with_piece(square, piece);
            // The enemy king must not stand in check; what keeps it safe is part of the search.
            let Ok(position) = Position::from_setup_with(changed, Tolerance::ALL) else { continue };
            let moves = position.pseudo_legal_moves().len();
            assert_eq!(position.count_legal(), position.legal_moves().len());
            if moves >= best {
                best = moves;
                setup = changed;
            }
        }
        most = most.max(best);
    }
    println!("the most crowded board found has {most} moves");
    assert!(most > 218 && most <= MoveList::CAPACITY, "{most}");
}
