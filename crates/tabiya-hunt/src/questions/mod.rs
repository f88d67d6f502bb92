//! Questions about what the suite leaves out: positions drawn at random from a fixed seed, checked like any position.
//! Those with the most values and pairs of values that were not asked about, for the moves that they cost, are asked
//! first.

mod draw;

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use tabiya::{Move, MoveKind, Position};

use crate::compare::Case;
use crate::coverage::{Coverage, Id, Universe, of_case};
use crate::suite::{Entry, can_arise};
pub(crate) use draw::Draw;

/// How many positions are drawn.
const DRAWN: u32 = 60_000;

/// What a question costs beside its moves, in moves: the program has to read it.
const OVERHEAD: usize = 20;

/// Which questions an engine can be asked.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Positions of standard chess.
    pub standard: bool,
    /// Positions of Chess960.
    pub chess960: bool,
    /// Moves before the position.
    pub lines: bool,
    /// Clocks beyond the fifty-move rule.
    pub odd: bool,
}

/// A question that was drawn, with the values it has.
struct Drawn {
    case: Case,
    ids: Vec<Id>,
    cost: usize,
}

/// Draws questions and chooses among them. `coverage` knows what was asked already; it learns which pairs there are.
/// Ends early, with nothing, if the hunt is over.
pub fn choose(coverage: &mut Coverage, wanted: Wanted, is_over: impl Fn() -> bool) -> Option<Vec<Entry>> {
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    let mut pool = Vec::new();
    for number in 0..DRAWN {
        if number % 256 == 0 && is_over() {
            return None;
        }
        let Some(case) = drawn(&mut draw, wanted.odd) else {
            continue;
        };
        let ids = Universe::get().numbered(&of_case(&case));
        // What the engine cannot be asked is learnt as well: the report says that it is missing.
        if coverage.learn(&ids)
            && (if case.chess960 { wanted.chess960 } else { wanted.standard })
            && (wanted.lines || case.line.is_empty())
        {
            let cost = OVERHEAD + case.node().count_legal();
            pool.push(Drawn { case, ids, cost });
        }
    }
    coverage.learn_askings();
    Some(ordered(coverage.clone(), pool))
}

fn drawn(draw: &mut Draw, odd: bool) -> Option<Case> {
    let chess960 = draw.below(4) == 0;
    let start = Position::from_setup(draw.setup(chess960, odd)?).ok().filter(can_arise)?;
    let length = [0, 0, 1, 1, 2, 7][draw.below(6)];
    let (mut position, mut line) = (start, Vec::new());
    for _ in 0..length {
        // Correct libraries refuse a clock beyond the fifty-move rule.
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmove_clock() >= 100 && !odd {
            break;
        }
        let special: Vec<Move> = moves.iter().copied().filter(|mv| mv.kind() != MoveKind::Quiet).collect();
        let mv = if special.is_empty() || draw.below(2) == 0 { draw.one(&moves) } else { draw.one(&special) };
        position = position.after(mv);
        line.push(mv);
    }
    Some(Case { line, ..Case::count(start, 1, chess960) })
}

/// The questions in the order in which they are worth most; those that add nothing to the ones before are left out.
fn ordered(mut coverage: Coverage, pool: Vec<Drawn>) -> Vec<Entry> {
    let mut queue: BinaryHeap<Candidate> = pool.into_iter().map(|drawn| Candidate::new(drawn, &coverage)).collect();
    let mut entries = Vec::new();
    while let Some(best) = queue.pop() {
        // What the questions before it asked may have lowered its worth since it was put in.
        let fresh = Candidate::new(best.drawn, &coverage);
        if fresh.gain == 0 {
            continue;
        }
        if queue.peek().is_some_and(|next| fresh.cmp(next) == Ordering::Less) {
            queue.push(fresh);
            continue;
        }
        let Drawn { case, ids, .. } = fresh.drawn;
        let name = coverage.first_new(&ids).unwrap_or_default();
        coverage.note_values(&ids);
        entries.push(Entry { name, position: case.start, line: case.line, chess960: case.chess960 });
    }
    entries
}

struct Candidate {
    drawn: Drawn,
    gain: usize,
}

impl Candidate {
    fn new(drawn: Drawn, coverage: &Coverage) -> Candidate {
        let gain = coverage.gain(&drawn.ids);
        Candidate { drawn, gain }
    }
}

impl Ord for Candidate {
    /// By what is gained for the cost.
    fn cmp(&self, other: &Candidate) -> Ordering {
        (self.gain * other.drawn.cost).cmp(&(other.gain * self.drawn.cost))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// Where pieces go there and back: positions that occur twice, three and five times.
const SHUFFLES: [(&str, [&str; 4]); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["g1f3", "g8f6", "f3g1", "f6g8"]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", ["b4b1", "h5h8", "b1b4", "h8h5"]),
    ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", ["e8d8", "e1d1", "d8e8", "d1e1"]),
];

/// Questions after moves that come back to the same position.
pub fn repetitions() -> Vec<Entry> {
    let mut entries = Vec::new();
    for (fen, moves) in SHUFFLES {
        for times in [2, 3, 5] {
            let Ok(start) = Position::from_fen(fen) else {
                continue;
            };
            let mut position = start;
            let mut line = Vec::new();
            for text in moves.iter().cycle().take(moves.len() * (times - 1)) {
                let Ok(mv) = position.parse_move(text) else {
                    break;
                };
                position = position.after(mv);
                line.push(mv);
            }
            let name = format!("times the position occurred: {times}");
            entries.push(Entry { name, position: start, line, chess960: false });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Dimension;
    use crate::suite;

    const EVERYTHING: Wanted = Wanted { standard: true, chess960: true, lines: true, odd: false };

    fn asked(wanted: Wanted) -> Coverage {
        let mut coverage = Coverage::default();
        for entry in suite::positions(false).into_iter().filter(|entry| wanted.chess960 || !entry.chess960) {
            coverage.note(&entry.case(1), None);
        }
        for entry in choose(&mut coverage, wanted, || false).expect("it is not over") {
            assert!(can_arise(&entry.position), "{}", entry.name);
            coverage.note(&entry.case(1), None);
        }
        coverage
    }

    #[test]
    fn every_value_of_positions_gets_a_question() {
        // Correct libraries refuse a clock beyond the fifty-move rule: it is odd.
        for (odd, left) in [(false, vec!["halfmove clock: 101 and more"]), (true, vec![])] {
            let coverage = asked(Wanted { odd, ..EVERYTHING });
            // Depth, games and what was asked before are a matter of the hunt.
            let hunted = ["depth", "after a question with", "moves played first", "times the position occurred"];
            let rows = coverage.rows().into_iter().filter(|row| !hunted.contains(&row.dimension));
            let missing: Vec<String> = rows
                .flat_map(|row| row.missing.into_iter().map(move |value| format!("{}: {value}", row.dimension)))
                .collect();
            assert_eq!(missing, left);
            let later = [Dimension::Depth, Dimension::Before];
            let missing =
                coverage.missing_pairs().find(|(one, other)| !later.contains(&one.0) && !later.contains(&other.0));
            assert_eq!(missing, None);
            assert!(coverage.pairs().0 > 15_000, "{:?}", coverage.pairs());
        }
    }

    #[test]
    fn repetitions_are_played_to_their_end() {
        let lengths: Vec<usize> = repetitions().iter().map(|entry| entry.line.len()).collect();
        assert_eq!(lengths, [4, 8, 16].repeat(SHUFFLES.len()));
        let mut coverage = Coverage::default();
        repetitions().iter().for_each(|entry| coverage.note(&entry.case(1), None));
        let rows = coverage.rows();
        assert!(rows.iter().any(|row| row.dimension.starts_with("times") && row.missing.is_empty()), "{rows:?}");
    }

    #[test]
    fn what_an_engine_cannot_be_asked_is_missing() {
        let coverage = asked(Wanted { chess960: false, lines: false, ..EVERYTHING });
        let (asked, pairs) = coverage.pairs();
        assert!(asked < pairs, "{asked} of {pairs}");
        let rows = coverage.rows();
        let files = rows.iter().find(|row| row.dimension.starts_with("files")).expect("a row");
        assert_eq!((files.asked, files.values), (2, 42));
    }
}
