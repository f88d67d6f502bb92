//! The tactical suite can be read, and a short search already solves much of it.

use std::time::Duration;

use tabiya::Game;
use tabiya::notation::epd::Epd;
use tabiya_engine::{Control, Engine, Limits};

fn suite() -> Vec<Epd> {
    let text = include_str!("../../../testdata/tactics/tactics.epd");
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.parse().unwrap()).collect()
}

#[test]
fn every_position_has_one_legal_best_move() {
    let suite = suite();
    assert!(suite.len() >= 200);
    for epd in suite {
        let moves = epd.moves("bm").unwrap();
        assert!(moves.len() == 1 && epd.position().is_legal(moves[0]), "{:?}", epd.id());
    }
}

#[test]
fn few_nodes_solve_most_of_a_sample() {
    let sample: Vec<Epd> = suite().into_iter().step_by(7).collect();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut engine = Engine::new(4);
    let solved = sample.iter().filter(|epd| {
        engine.forget();
        let control = Control::new(&limits, Duration::ZERO);
        let answer = engine.search(&Game::new(*epd.position()), &limits, &control, &mut |_| {});
        answer.best() == epd.moves("bm").unwrap().first().copied()
    });
    let solved = solved.count();
    assert!(solved * 100 >= sample.len() * 70, "{solved} of {}", sample.len());
}
