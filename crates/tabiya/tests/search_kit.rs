//! What a search asks beside moves, each answer held against a slow one: changes, keys, upcoming repetitions, threats.

use std::collections::HashSet;

use tabiya::{
    Bitboard, Board, CastlingStyle, Color, Game, Keys, Move, Observer, Piece, Position, Role, SearchStatus, Square,
    ThreatChange, UciMove, oracle,
};
use tabiya_check::Random;
use tabiya_check::positions::KIWIPETE;

/// Positions of random games from standard and Chess960 starts and from corners of the rules, with the moves made
/// there.
fn games(number: usize, seed: u64, mut visit: impl FnMut(&Position, Move)) {
    let corners = [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1",
        "rk4r1/8/8/8/8/8/8/RK4R1 w GAga - 0 1",
    ];
    let mut random = Random::new(seed);
    for game in 0..number {
        let mut position = match game % 3 {
            0 => Position::chess960(random.below(960) as u16).unwrap(),
            1 => Position::from_fen(corners[random.below(corners.len())]).unwrap(),
            _ => Position::startpos(),
        };
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = random.choose(&moves);
            visit(&position, mv);
            position = position.after_unchecked(mv);
        }
    }
}

fn number() -> usize {
    std::env::var("TABIYA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(150)
}

/// A board kept by what it is told.
struct Mirror(Board);

impl Observer for Mirror {
    fn removed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0.remove(square), Some(piece), "{square}");
    }

    fn added(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0.piece_at(square), None, "{square}");
        self.0.set(square, piece);
    }
}

#[test]
fn changes_lead_to_the_board_after_the_move() {
    let mut kinds = HashSet::new();
    games(number(), 1, |position, played| {
        for mv in &position.legal_moves() {
            let changes = position.changes(mv);
            let mut mirror = Mirror(*position.board());
            changes.report(&mut mirror);
            assert_eq!(mirror.0, oracle::board_after(position, mv), "{mv:?} in {position:?}");
            kinds.insert((mv.kind(), changes.removed().len(), changes.added().len()));
            let captured = changes.removed().iter().find(|(piece, _)| piece.color() != position.turn());
            assert_eq!(captured.map(|&(piece, _)| piece), position.captured(mv));
        }
        let (mut after, mut mirror) = (*position, Mirror(*position.board()));
        after.play_with(played, &mut mirror);
        assert_eq!((after, mirror.0), (position.after(played), *after.board()));
    });
    // Each of the fourteen kinds, and castles in which one of the two stands still.
    assert!(kinds.len() >= 15, "{kinds:?}");
}

/// The keys by their words, from the numbers that single pieces have.
fn keys_by_squares(position: &Position) -> [u64; 5] {
    let of = |wanted: &dyn Fn(Piece) -> bool| {
        let mut keys = Keys::default();
        position
            .board()
            .iter()
            .filter(|&(_, piece)| wanted(piece))
            .for_each(|(square, piece)| keys.added(piece, square));
        keys.pawns ^ keys.non_pawns[0] ^ keys.non_pawns[1]
    };
    [
        of(&|piece| piece.role() == Role::Pawn),
        of(&|piece| piece.role() != Role::Pawn && piece.color() == Color::White),
        of(&|piece| piece.role() != Role::Pawn && piece.color() == Color::Black),
        of(&|piece| matches!(piece.role(), Role::Knight | Role::Bishop)),
        of(&|piece| matches!(piece.role(), Role::Rook | Role::Queen)),
    ]
}

#[test]
fn keys_are_kept_by_changes() {
    let mut material = std::collections::HashMap::new();
    games(number(), 2, |position, mv| {
        let mut keys = Keys::of(position);
        let [pawns, white, black, minors, majors] = keys_by_squares(position);
        assert_eq!((keys.pawns, keys.non_pawns, keys.minors, keys.majors), (pawns, [white, black], minors, majors));
        assert_eq!(keys.pawns, position.pawn_key());
        let counts = Color::ALL.map(|color| position.material(color).to_string());
        assert_eq!(*material.entry(counts.clone()).or_insert(keys.material), keys.material, "{counts:?}");
        let mut after = *position;
        after.play_with(mv, &mut keys);
        assert_eq!(keys, Keys::of(&after), "{mv:?} in {position:?}");
    });
    let different: HashSet<u64> = material.values().copied().collect();
    assert_eq!(different.len(), material.len());
}

#[test]
fn keys_after_moves_are_those_after_playing_them() {
    let (mut contested, mut castles) = (0, 0);
    games(number(), 3, |position, _| {
        for mv in &position.legal_moves() {
            let after = position.after_unchecked(mv);
            assert_eq!(position.key_after(mv), after.fresh_key(), "{mv:?} in {position:?}");
            contested += usize::from(after.en_passant().is_some());
            castles += usize::from(mv.is_castle());
        }
        if let Some(after) = position.after_null() {
            assert_eq!(position.key_after_null(), after.fresh_key(), "{position:?}");
        }
    });
    assert!(contested > 50 && castles > 50, "{contested} {castles}");
}

/// Plays every legal move and looks whether it leads to a position of the game.
fn repeats_by_playing(game: &Game) -> bool {
    let position = game.position();
    let since_null = game.moves().rev().take_while(Option::is_some).count();
    let reach = since_null.min(position.halfmove_clock() as usize);
    let past: Vec<Position> = game.positions().rev().skip(1).take(reach).copied().collect();
    let moves = position.legal_moves();
    moves.into_iter().any(|mv| past.iter().any(|earlier| earlier.is_repetition_of(&position.after_unchecked(mv))))
}

#[test]
fn upcoming_repetitions_are_seen_without_moves() {
    let starts = [
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "8/8/4k3/8/2q5/8/3QK3/8 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/1N2K1B1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "k7/8/8/3pP3/8/8/8/K5R1 w - d6 0 1",
    ];
    let mut random = Random::new(4);
    let mut seen = [0usize; 2];
    for number in 0..number() * 2 {
        let mut game = Game::new(Position::from_fen(starts[number % starts.len()]).unwrap());
        for _ in 0..40 {
            let expected = repeats_by_playing(&game);
            assert_eq!(game.upcoming_repetition(), expected, "{:?}", game.position());
            let keys: Vec<u64> = game.positions().map(Position::key).collect();
            if game.moves().all(|mv| mv.is_some()) {
                assert_eq!(game.position().upcoming_repetition(&keys[..keys.len() - 1]), expected);
            }
            seen[usize::from(expected)] += 1;
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            // Back where it came from, if that is possible: otherwise few positions would repeat.
            let back = game.moves().rev().nth(1).flatten();
            let back = back.and_then(|mv| moves.iter().copied().find(|m| (m.from(), m.to()) == (mv.to(), mv.from())));
            match (random.below(10), back) {
                (0, _) if game.push_null() => {}
                (1..6, Some(mv)) => game.push(mv),
                _ => game.push(moves[random.below(moves.len())]),
            }
        }
    }
    assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
}

#[test]
fn threats_are_what_each_piece_attacks() {
    games(number(), 5, |position, _| {
        for color in Color::ALL {
            let threats = position.threats_of(color);
            let mut expected = [Bitboard::EMPTY; 6];
            for (from, piece) in position.board().iter().filter(|(_, piece)| piece.color() == color) {
                let reached = Square::ALL.into_iter().filter(|&to| oracle::reaches(position.board(), piece, from, to));
                expected[piece.role() as usize] |= reached.collect::<Bitboard>();
            }
            assert_eq!(Role::ALL.map(|role| threats.by(role)), expected, "{position:?}");
            assert_eq!(threats.all(), position.board().attacks_by(color, position.occupied()));
            let lesser = expected[0] | expected[1] | expected[2];
            assert_eq!(threats.by_lesser_than(Role::Rook), lesser);
            assert_eq!(threats.by_lesser_than(Role::Queen), lesser | expected[3]);
            assert_eq!(threats.by_lesser_than(Role::Knight), expected[0]);
        }
        assert_eq!(position.threats(), position.threats_of(!position.turn()));
    });
}

/// Every pair of a piece and another that it attacks.
fn pairs(board: &Board) -> HashSet<(Piece, Square, Piece, Square)> {
    let each = |(from, piece): (Square, Piece)| {
        let reached = board.iter().filter(move |&(to, _)| oracle::reaches(board, piece, from, to));
        reached.map(move |(to, target)| (piece, from, target, to))
    };
    board.iter().flat_map(each).collect()
}

#[test]
fn threats_change_as_the_pairs_before_and_after_say() {
    let mut kinds = HashSet::new();
    games(number() / 5, 8, |position, _| {
        let before = pairs(position.board());
        for mv in &position.legal_moves() {
            let after = pairs(&oracle::board_after(position, mv));
            let mut told = HashSet::new();
            position.threat_changes(mv, |change| {
                let ThreatChange { appears, attacker, from, target, to } = change;
                assert!(told.insert((appears, (attacker, from, target, to))), "twice: {change:?}");
            });
            let vanished = before.difference(&after).map(|&pair| (false, pair));
            let appeared = after.difference(&before).map(|&pair| (true, pair));
            let expected: HashSet<_> = vanished.chain(appeared).collect();
            assert_eq!(told, expected, "{mv:?} in {position:?}");
            kinds.insert(mv.kind());
        }
    });
    assert!(kinds.len() >= 14, "{kinds:?}");
}

/// Every text of the form of UCI against a search through the list of legal moves.
#[test]
fn uci_moves_are_found_without_a_list() {
    let (mut found, mut castles) = (0, 0);
    games(number() / 30, 6, |position, _| {
        let legal = position.legal_moves();
        let promotions = [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King)];
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for promotion in promotions {
                let uci = UciMove { from, to, promotion };
                let stored = legal.iter().find(|&&mv| UciMove::from(mv) == uci);
                let target = || legal.iter().find(|mv| mv.is_castle() && mv.uci(CastlingStyle::Standard) == uci);
                let expected = stored.or_else(target).copied();
                // An error explains itself at length, so of those only every tenth is asked for.
                if expected.is_some() || (from as usize + 7 * to as usize).is_multiple_of(10) {
                    assert_eq!(uci.resolve(position).ok(), expected, "{uci} in {position:?}");
                    found += usize::from(expected.is_some());
                    castles += usize::from(expected.is_some_and(Move::is_castle));
                }
            }
        }
    });
    assert!(found > 1000 && castles > 3, "{found} {castles}");
}

#[test]
fn a_search_asks_for_mate_stalemate_and_fifty_moves() {
    games(number(), 7, |position, _| {
        let expected = match (oracle::legal_moves(position).is_empty(), position.halfmove_clock() >= 100) {
            (true, _) if position.in_check() => SearchStatus::Checkmate,
            (true, _) => SearchStatus::Stalemate,
            (false, true) => SearchStatus::FiftyMoves,
            (false, false) => SearchStatus::Ongoing,
        };
        assert_eq!(position.search_status(), expected, "{position:?}");
    });
    for (fen, expected) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", SearchStatus::Stalemate),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", SearchStatus::Checkmate),
        ("7k/8/6K1/8/8/8/8/6Q1 b - - 100 80", SearchStatus::FiftyMoves),
        ("7k/8/6K1/8/8/8/8/6Q1 b - - 99 80", SearchStatus::Ongoing),
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().search_status(), expected, "{fen}");
    }
}
