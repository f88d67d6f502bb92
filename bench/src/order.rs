//! Move ordering: what the picker, exchanges and the test of foreign moves cost, against plain generation.

use crate::contest::{Entrant, Task};
use crate::positions::{KIWIPETE, Position as Root, START};
use std::hint::black_box;
use std::rc::Rc;
use tabiya::movegen::Captures;
use tabiya::order::see::VALUES;
use tabiya::order::{Context, Histories, MovePicker, see_slow};
use tabiya::{Move, Position};
use tabiya_check::Random;

/// All comparisons of this suite.
pub fn tasks() -> Vec<Task> {
    let mut tasks = Vec::new();
    for (root, plies) in [(START, 3), (KIWIPETE, 2)] {
        let work = Rc::new(Work::new(root, plies));
        tasks.extend([
            full_pick(root, plies, &work),
            first_pick(root, &work),
            exchanges(root, &work),
            foreign_moves(root, &work),
        ]);
    }
    tasks
}

/// Every position some plies from a root, and tables as after a search.
struct Work {
    positions: Vec<Position>,
    tables: Histories,
    context: Context,
}

impl Work {
    fn new(root: Root, plies: u32) -> Work {
        let root = Position::from_fen(root.fen).expect("the positions here are sound");
        let mut positions = vec![root];
        for _ in 0..plies {
            positions = positions.iter().flat_map(|p| p.legal_moves().into_iter().map(|mv| p.after(mv))).collect();
        }
        let last = root.legal_moves()[0];
        let context = Context::ROOT.after(&root, last).after(&root, last);
        let mut tables = Histories::new();
        let mut random = Random::new(1);
        for position in &positions {
            for mv in position.legal_moves() {
                let bonus = random.below(1_000) as i32 - 500;
                tables.good_quiet(position, mv, bonus, &context);
                tables.good_capture(position, mv, bonus);
            }
        }
        Work { positions, tables, context }
    }

    fn count(&self) -> u64 {
        self.positions.len() as u64
    }

    fn captures(&self) -> Vec<(Position, Move)> {
        self.positions.iter().flat_map(|p| p.generate::<Captures>().into_iter().map(|mv| (*p, mv))).collect()
    }
}

/// Runs `moves_of` on every position; the answer is the number of positions if the moves add up, otherwise 0.
fn over_positions(
    name: &str,
    work: &Rc<Work>,
    moves: u64,
    moves_of: impl Fn(&Work, &Position) -> u64 + 'static,
) -> Entrant {
    let work = Rc::clone(work);
    Entrant::new(name, move || {
        let counted: u64 = work.positions.iter().map(|position| moves_of(&work, black_box(position))).sum();
        if counted == moves { work.count() } else { 0 }
    })
}

fn drain(mut picker: MovePicker<'_>, tables: &Histories) -> u64 {
    let mut moves = 0;
    while let Some(mv) = picker.next(tables) {
        black_box(mv);
        moves += 1;
    }
    moves
}

/// All legal moves of a position, as a list or in order.
fn full_pick(root: Root, plies: u32, work: &Rc<Work>) -> Task {
    let moves = root.leaves(plies + 1);
    let all = |name, moves_of: fn(&Work, &Position) -> u64| over_positions(name, work, moves, moves_of);
    Task {
        name: format!("full-pick-{}", root.name),
        unit: "positions",
        expected: work.count(),
        entrants: vec![
            all("legal-list", |_, position| black_box(&position.legal_moves()).len() as u64),
            all("pick-all-legal", |work, position| {
                let picker = MovePicker::main(position, None, work.context).legal();
                drain(picker, &work.tables)
            }),
            all("pick-all-then-test", |work, position| {
                let mut picker = MovePicker::main(position, None, work.context);
                let mut moves = 0;
                while let Some(mv) = picker.next(&work.tables) {
                    moves += u64::from(position.leaves_king_safe(black_box(mv)));
                }
                moves
            }),
        ],
    }
}

/// What a node pays that is cut off by its first move: found in the hash table, or picked from the captures.
fn first_pick(root: Root, work: &Rc<Work>) -> Task {
    let hash: Vec<Option<Move>> = work.positions.iter().map(|p| p.legal_moves().last().copied()).collect();
    let found = hash.iter().flatten().count() as u64;
    let with_hash = {
        let work = Rc::clone(work);
        Entrant::new("hash-move", move || {
            let mut cut = 0;
            for (position, hash) in work.positions.iter().zip(&hash) {
                let mut picker = MovePicker::main(black_box(position), *hash, work.context);
                cut += u64::from(picker.next(&work.tables).is_some());
            }
            if cut == found { work.count() } else { 0 }
        })
    };
    let without = over_positions("no-hash-move", work, found, |work, position| {
        let mut picker = MovePicker::main(position, None, work.context);
        u64::from(picker.next(&work.tables).is_some())
    });
    Task {
        name: format!("first-pick-{}", root.name),
        unit: "positions",
        expected: work.count(),
        entrants: vec![with_hash, without],
    }
}

/// The exchanges of all pseudo-legal captures.
fn exchanges(root: Root, work: &Rc<Work>) -> Task {
    let captures = Rc::new(work.captures());
    let sum = |name, value: fn(&Position, Move) -> i32| {
        let captures = Rc::clone(&captures);
        Entrant::new(name, move || {
            let total: i64 = captures.iter().map(|(position, mv)| i64::from(value(position, black_box(*mv)))).sum();
            black_box(total);
            captures.len() as u64
        })
    };
    Task {
        name: format!("see-{}", root.name),
        unit: "calls",
        expected: captures.len() as u64,
        entrants: vec![
            sum("see-at-least-0", |position, mv| position.see_at_least(mv, 0).into()),
            sum("see", |position, mv| position.see(mv)),
            sum("see-slow", |position, mv| see_slow::see(position, mv, &VALUES)),
        ],
    }
}

/// Whether a move from elsewhere is one here: half of them moves of this position, half of another.
fn foreign_moves(root: Root, work: &Rc<Work>) -> Task {
    let mut questions = Vec::new();
    for (position, other) in work.positions.iter().zip(work.positions.iter().skip(1)) {
        questions.extend(position.pseudo_legal_moves().into_iter().map(|mv| (*position, mv)));
        questions.extend(other.pseudo_legal_moves().into_iter().map(|mv| (*position, mv)));
    }
    let questions = Rc::new(questions);
    let ask = |name, test: fn(&Position, Move) -> bool| {
        let questions = Rc::clone(&questions);
        Entrant::new(name, move || {
            let yes = questions.iter().filter(|(position, mv)| test(position, black_box(*mv))).count();
            black_box(yes);
            questions.len() as u64
        })
    };
    Task {
        name: format!("foreign-move-{}", root.name),
        unit: "calls",
        expected: questions.len() as u64,
        entrants: vec![ask("is-pseudo-legal", Position::is_pseudo_legal), ask("is-legal", Position::is_legal)],
    }
}
