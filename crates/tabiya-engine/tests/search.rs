//! What the engine must find, and what it must know to be drawn.

use std::time::Duration;

use tabiya::{Game, Move, MoveKind, Position, Square};
use tabiya_engine::score::{DRAW, MATE};
use tabiya_engine::{Answer, Clock, Control, Engine, Limits, Report, bench};

fn search(game: &Game, limits: &Limits, engine: &mut Engine) -> (Answer, Vec<Report>) {
    let control = Control::new(limits, Duration::ZERO);
    let mut reports = Vec::new();
    let answer = engine.search(game, limits, &control, &mut |report| reports.push(report));
    (answer, reports)
}

fn to_depth(fen: &str, depth: i32) -> (Answer, Vec<Report>) {
    let game = Game::new(Position::from_fen(fen).unwrap());
    search(&game, &Limits { depth: Some(depth), ..Limits::default() }, &mut Engine::new(4))
}

fn last_score(reports: &[Report]) -> i32 {
    reports.last().map_or(0, |report| report.score)
}

fn assert_line_is_legal(position: &Position, answer: &Answer) {
    let mut game = Game::new(*position);
    for &mv in &answer.line {
        game.push(mv);
    }
}

#[test]
fn mates_are_found_at_their_distance() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 3),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 3),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 6),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, 6),
        ("8/8/8/8/8/3k4/3q4/1K6 b - - 0 1", 2, 8),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, 8),
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 1, 3),
    ];
    for (fen, moves, depth) in mates {
        let position = Position::from_fen(fen).unwrap();
        let (answer, reports) = to_depth(fen, depth);
        assert_eq!(last_score(&reports), MATE - (2 * moves - 1), "{fen}");
        assert_line_is_legal(&position, &answer);
        let end = answer.line.iter().fold(position, |position, &mv| position.after(mv));
        assert!(end.is_checkmate(), "{fen}");
    }
}

#[test]
fn a_mate_in_one_needs_no_time() {
    let mates = [
        // The captures of all these queens would take the first iteration hundreds of thousands of nodes.
        "Q7/2Qq3k/3QQ3/r6q/Q2r1q2/1K4Q1/4q1q1/Q5r1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        // By a discovered check, a promotion to a knight, castling, and en passant.
        "7k/7p/8/4N3/8/8/8/B5RK w - - 0 1",
        "7n/5P1k/5K1p/3B4/8/8/8/8 w - - 0 1",
        "4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - 0 1",
        "3rkr2/5p2/8/2NpP3/8/8/8/4RK2 w - d6 0 1",
        // The last move before the fifty-move rule.
        "7k/R7/6K1/8/8/8/8/8 w - - 99 90",
    ];
    let none = [
        Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
        Limits { nodes: Some(0), ..Limits::default() },
    ];
    for fen in mates {
        let position = Position::from_fen(fen).unwrap();
        for limits in &none {
            let (answer, _) = search(&Game::new(position), limits, &mut Engine::new(1));
            assert!(position.after(answer.best().unwrap()).is_checkmate(), "{fen}: {limits:?}");
        }
        let (_, reports) = search(&Game::new(position), &none[0], &mut Engine::new(1));
        assert_eq!(reports[0].score, MATE - 1, "{fen}");
    }
    // Unless other moves were asked for.
    let position = Position::from_fen(mates[1]).unwrap();
    let other = position.parse_uci("a1a2").unwrap();
    let limits = Limits { search_moves: vec![other], ..none[0].clone() };
    assert_eq!(search(&Game::new(position), &limits, &mut Engine::new(1)).0.best(), Some(other));
}

#[test]
fn being_mated_is_seen_too() {
    let (_, reports) = to_depth("6k1/8/8/8/8/5q2/7r/K7 w - - 0 1", 4);
    assert_eq!(last_score(&reports), 2 - MATE);
}

#[test]
fn no_legal_move_is_no_answer() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let (answer, reports) = to_depth(fen, 5);
        assert_eq!((answer.best(), reports.len()), (None, 0));
    }
}

#[test]
fn moves_to_search_that_are_all_illegal_leave_every_move() {
    let start = Position::default();
    let legal = start.parse_uci("a2a3").unwrap();
    // Legal only later in the game, or nowhere.
    let black = start.after(legal).parse_uci("a7a6").unwrap();
    let nonsense = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    let depth_three = Limits { depth: Some(3), ..Limits::default() };
    let answered = |search_moves: &[Move]| {
        let limits = Limits { search_moves: search_moves.to_vec(), ..depth_three.clone() };
        search(&Game::default(), &limits, &mut Engine::new(1)).0
    };
    let free = answered(&[]);
    assert!(free.best().is_some_and(|mv| mv != legal));
    assert_eq!(answered(&[black, nonsense]), free);
    assert_eq!(answered(&[black, legal, nonsense]).best(), Some(legal));
}

#[test]
fn want_of_material_is_a_draw() {
    for fen in ["4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1"] {
        assert_eq!(last_score(&to_depth(fen, 6).1), DRAW, "{fen}");
    }
}

#[test]
fn the_fifty_moves_run_out() {
    // A rook up, but one move short of doing anything about it.
    let (_, reports) = to_depth("7k/8/8/8/8/8/R7/K7 w - - 99 90", 6);
    assert_eq!(last_score(&reports), DRAW);
    // Unless that move is mate.
    let (_, reports) = to_depth("7k/R7/6K1/8/8/8/8/8 w - - 99 90", 6);
    assert_eq!(last_score(&reports), MATE - 1);
}

#[test]
fn perpetual_check_saves_the_loser() {
    // Black threatens mate and has everything; only checks on e8 and h5 for ever hold White's game.
    let (answer, reports) = to_depth("6k1/5p1p/8/6pQ/8/7P/qr4P1/7K w - - 0 1", 10);
    assert_eq!(last_score(&reports), DRAW);
    assert!(answer.best().is_some());
}

#[test]
fn the_game_before_counts_for_repetition() {
    // The position has been there twice. White, a queen up, must see that going back is a draw and avoid it.
    let mut game = Game::new(Position::from_fen("7k/8/8/8/8/8/Q7/K7 w - - 0 1").unwrap());
    for text in ["a2a3", "h8g8", "a3a2", "g8h8", "a2a3", "h8g8"] {
        let mv = game.position().parse_uci(text).unwrap();
        game.push(mv);
    }
    let back = game.position().parse_uci("a3a2").unwrap();
    let only = Limits { depth: Some(6), search_moves: vec![back], ..Limits::default() };
    let (_, reports) = search(&game, &only, &mut Engine::new(4));
    let (answer, free) = search(&game, &Limits { depth: Some(6), ..Limits::default() }, &mut Engine::new(4));
    assert_eq!(last_score(&reports), DRAW);
    assert_ne!(answer.best(), Some(back));
    assert!(last_score(&free) > 500);
}

fn nodes_searched(position: Position, limit: u64) -> u64 {
    let limits = Limits { nodes: Some(limit), ..Limits::default() };
    let control = Control::new(&limits, Duration::ZERO);
    let answer = Engine::new(1).search(&Game::new(position), &limits, &control, &mut |_| {});
    assert!(answer.best().is_some());
    control.nodes()
}

#[test]
fn nodes_are_kept_exactly() {
    for nodes in [1, 2, 500, 1024, 5000] {
        assert_eq!(nodes_searched(Position::default(), nodes), nodes);
    }
    // Wherever in the search the last node comes.
    for (number, position) in bench::positions().take(5).enumerate() {
        for nodes in (4_500 + number as u64..8_000).step_by(173) {
            assert_eq!(nodes_searched(position, nodes), nodes, "{}", position.fen());
        }
    }
}

#[test]
fn a_stop_is_heard_within_a_thousand_nodes() {
    for position in bench::positions().take(5) {
        for (threads, depth) in [(1, 1), (1, 4), (1, 8), (3, 5)] {
            // A search that does not hear ends too, many thousand nodes later.
            let limits = Limits { depth: Some(depth + 5), ..Limits::default() };
            let control = Control::new(&limits, Duration::ZERO);
            let mut engine = Engine::new(1);
            engine.set_threads(threads);
            let mut at_stop = None;
            engine.search(&Game::new(position), &limits, &control, &mut |report| {
                if report.depth >= depth && at_stop.is_none() {
                    control.stop();
                    // Read after the stop, so that it does not matter how long the others run before they can hear it.
                    at_stop = Some(control.nodes());
                }
            });
            let more = control.nodes() - at_stop.unwrap();
            // A helper that looks for the stop in the moment in which it is given may see it only at its next look.
            let looks = 2 * threads as u64 - 1;
            assert!(more <= 1024 * looks, "{more} nodes by {threads} threads: {}", position.fen());
        }
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut engine = Engine::new(4);
    engine.lines = 5;
    let (answer, reports) = search(&Game::default(), &Limits { depth: Some(6), ..Limits::default() }, &mut engine);
    let last: Vec<&Report> = reports.iter().rev().take(5).collect();
    let firsts: std::collections::HashSet<_> = last.iter().map(|report| report.line[0]).collect();
    assert_eq!(firsts.len(), 5);
    assert_eq!(last.iter().map(|report| report.rank).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
    assert_eq!(answer.best(), Some(last[4].line[0]));
}

#[test]
fn threads_agree_on_a_mate() {
    let mut engine = Engine::new(4);
    engine.set_threads(4);
    let game = Game::new(Position::from_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1").unwrap());
    let (_, reports) = search(&game, &Limits { mate: Some(2), ..Limits::default() }, &mut engine);
    assert_eq!(last_score(&reports), MATE - 3);
}

#[test]
fn chess960_castling_is_found_and_played() {
    // The rook gives mate from f1, and only castling brings it there: the king stands in its way.
    let game = Game::new(Position::from_fen("4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - 0 1").unwrap());
    let (answer, reports) = search(&game, &Limits { depth: Some(4), ..Limits::default() }, &mut Engine::new(1));
    assert!(answer.best().unwrap().is_castle());
    assert_eq!(last_score(&reports), MATE - 1);
    assert!(game.position().after(answer.best().unwrap()).is_checkmate());
    assert_line_is_legal(game.position(), &answer);
}

#[test]
fn a_mate_is_proved_where_nothing_is_pruned() {
    // Problems whose first move is quiet: the proof must agree with the search, and with the number of moves.
    let problems = [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/3k4/3q4/1K6 b - - 0 1", 2),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
    ];
    for (fen, moves) in problems {
        let game = Game::new(Position::from_fen(fen).unwrap());
        let (answer, reports) = search(&game, &Limits { mate: Some(moves), ..Limits::default() }, &mut Engine::new(1));
        assert_eq!(last_score(&reports), MATE - (2 * moves as i32 - 1), "{fen}");
        assert_line_is_legal(game.position(), &answer);
        if moves > 1 {
            let limits = Limits { mate: Some(moves - 1), ..Limits::default() };
            let (answer, reports) = search(&game, &limits, &mut Engine::new(1));
            assert!(answer.best().is_some() && last_score(&reports) < MATE - 2 * moves as i32 + 3, "{fen}");
        }
    }
}

#[test]
fn a_panic_of_the_search_reaches_the_caller() {
    for threads in [1, 3] {
        let outcome = std::panic::catch_unwind(|| {
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let control = Control::new(&limits, Duration::ZERO);
            let mut engine = Engine::new(1);
            engine.set_threads(threads);
            engine.search(&Game::default(), &limits, &control, &mut |_| panic!("no report today"))
        });
        assert!(outcome.is_err(), "{threads} threads");
    }
}

#[test]
fn time_for_a_move_is_kept() {
    let limits = Limits { move_time: Some(Duration::from_millis(80)), ..Limits::default() };
    let control = Control::new(&limits, Duration::from_millis(10));
    Engine::new(4).search(&Game::default(), &limits, &control, &mut |_| {});
    // A generous upper bound: the machine may be busy with other things.
    let used = control.elapsed();
    assert!(used >= Duration::from_millis(70) && used < Duration::from_secs(60), "{used:?}");
}

#[test]
fn the_longest_times_are_no_harm() {
    let long = Duration::MAX;
    let clocks = [None, Some(1), Some(40)].map(|moves_to_go| Clock { remaining: long, increment: long, moves_to_go });
    let untimed = Limits { depth: Some(3), ..Limits::default() };
    let timed = clocks.map(|clock| Limits { clock: Some(clock), ..untimed.clone() });
    let fixed = Limits { move_time: Some(long), ..untimed.clone() };
    for limits in timed.iter().chain([&untimed, &fixed]) {
        for overhead in [Duration::ZERO, long] {
            let control = Control::new(limits, overhead);
            let answer = Engine::new(1).search(&Game::default(), limits, &control, &mut |_| {});
            assert!(answer.best().is_some(), "{limits:?}, {overhead:?}");
        }
    }
}

#[test]
fn odd_positions_do_no_harm() {
    let odd = [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "qqqqqqqk/qq6/8/8/8/8/5PP1/6K1 b - - 0 1",
        "1r6/8/8/8/8/8/8/K1k5 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - - 149 900",
    ];
    for fen in odd {
        let position = Position::from_fen(fen).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let (answer, _) = search(&Game::new(position), &limits, &mut Engine::new(1));
        assert_eq!(answer.best().is_some(), position.has_legal_move(), "{fen}");
    }
}
