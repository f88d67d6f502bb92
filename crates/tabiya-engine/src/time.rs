//! What a search may spend: the limits of a `go` command, and how a clock becomes time for one move.

use std::time::Duration;

use tabiya::{Move, Position};

/// What a `go` command asks for. Without any limit the search runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop after this iteration.
    pub depth: Option<i32>,
    /// Stop after about this many nodes (exactly, with one thread).
    pub nodes: Option<u64>,
    /// Use this much time for the move.
    pub move_time: Option<Duration>,
    /// Play by this clock.
    pub clock: Option<Clock>,
    /// Stop when a mate in this many moves is found, or when it is proved that there is none.
    pub mate: Option<u32>,
    /// Give no answer before the stop, even if there is nothing left to search.
    pub infinite: bool,
    /// The opponent's time is running; ours begins with `ponderhit`.
    pub ponder: bool,
    /// Consider only these moves; all if none of them is legal.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Whether nothing but a stop would end the search.
    pub(crate) fn is_unlimited(&self) -> bool {
        let ends = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        self.infinite || !(ends || self.move_time.is_some() || self.clock.is_some())
    }

    /// A move to answer where no search is possible: any is better than none.
    pub(crate) fn any_move(&self, position: &Position) -> Option<Move> {
        let legal = position.legal_moves();
        let asked = legal.iter().find(|mv| self.search_moves.contains(mv));
        asked.or(legal.first()).copied()
    }
}

/// The side to move's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves until more time comes; `None` if it never does.
    pub moves_to_go: Option<u32>,
}

/// When to stop, counted from the start of our own time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Deadlines {
    /// Begin no new iteration after this.
    pub soft: Option<Duration>,
    /// Break off after this.
    pub hard: Option<Duration>,
}

/// A game is taken to last this many more moves. With half of every increment spent, a clock that runs low settles at
/// half as many increments as this: a reserve against moments in which the machine does something else.
const MOVES_AHEAD: u32 = 28;

/// Kept back from every clock that has twice as much: short games are lost in the moments in which a busy machine does
/// something else, and those do not become shorter with the clock.
const RESERVE: Duration = Duration::from_millis(150);

/// A clock with less than this fills up again: a part of the increment that would be spent is saved.
const LOW: Duration = Duration::from_millis(600);

impl Deadlines {
    /// Deadlines that keep the limits, with `overhead` kept back for the way between engine and opponent. `lag` is what
    /// each move has lately cost the clock beside the time used.
    pub fn new(limits: &Limits, overhead: Duration, lag: Duration) -> Deadlines {
        let fixed = limits.move_time.map(|time| time.saturating_sub(overhead).max(Duration::from_millis(1)));
        let Some(clock) = limits.clock else {
            return Deadlines { soft: None, hard: fixed };
        };
        let reserve = RESERVE.max(lag.saturating_mul(4)).min(clock.remaining / 2);
        let kept_back = overhead.saturating_add(reserve);
        let usable = clock.remaining.saturating_sub(kept_back).max(Duration::from_millis(1));
        let moves = clock.moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, 2 * MOVES_AHEAD));
        let spent = (LOW.min(clock.remaining).as_secs_f64() / LOW.as_secs_f64()).min(1.0);
        let share = (usable / moves).saturating_add((clock.increment / 2).mul_f64(spent));
        let share = share.saturating_sub(lag).max(Duration::from_millis(1));
        // Never more than a part of what is left, unless the clock is about to be filled up anyway.
        let most = if moves == 1 { usable / 10 * 8 } else { usable / 4 };
        let hard = share.saturating_mul(4).min(most);
        let soft = share.min(hard);
        Deadlines { soft: Some(soft), hard: Some(fixed.map_or(hard, |fixed| fixed.min(hard))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Deadlines {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Deadlines::new(&Limits { clock: Some(clock), ..Limits::default() }, Duration::from_millis(20), Duration::ZERO)
    }

    #[test]
    fn any_move_is_one_of_those_asked_for() {
        let position = Position::startpos();
        let uci = |text: &str| position.parse_uci(text).unwrap();
        let asking = |search_moves: &[Move]| Limits { search_moves: search_moves.to_vec(), ..Limits::default() };
        for mv in ["a2a3", "e2e4", "h2h4", "g1h3"].map(uci) {
            assert_eq!(asking(&[mv]).any_move(&position), Some(mv));
        }
        // If none of the moves asked for is legal, any legal move is the answer; without a legal move there is none.
        let elsewhere = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap().parse_uci("e1d1").unwrap();
        for wishes in [&[][..], &[elsewhere]] {
            assert!(asking(wishes).any_move(&position).is_some_and(|mv| position.is_legal(mv)));
        }
        let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(asking(&[uci("e2e4")]).any_move(&mated), None);
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for remaining in [0, 1, 10, 21, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 50, 1_000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let Deadlines { soft: Some(soft), hard: Some(hard) } = on_clock(remaining, increment, moves) else {
                        panic!("a clock gives both deadlines");
                    };
                    let left = Duration::from_millis(remaining.saturating_sub(20).max(1));
                    assert!(soft <= hard && hard < left, "{remaining} + {increment}, {moves:?}: {soft:?} {hard:?}");
                }
            }
        }
    }

    #[test]
    fn no_time_is_too_long() {
        let times = [Duration::ZERO, Duration::from_secs(1), Duration::MAX];
        for (remaining, increment) in times.into_iter().flat_map(|time| times.map(|other| (time, other))) {
            for moves_to_go in [None, Some(0), Some(1), Some(2), Some(u32::MAX)] {
                let clock = Some(Clock { remaining, increment, moves_to_go });
                for (overhead, lag) in times.into_iter().flat_map(|time| times.map(|other| (time, other))) {
                    for move_time in [None, Some(Duration::MAX)] {
                        let limits = Limits { clock, move_time, ..Limits::default() };
                        let deadlines = Deadlines::new(&limits, overhead, lag);
                        assert!(deadlines.soft <= deadlines.hard, "{clock:?}, {overhead:?}, {lag:?}: {deadlines:?}");
                        let most = remaining.max(Duration::from_millis(1));
                        assert!(deadlines.hard <= Some(most), "{clock:?}, {overhead:?}, {lag:?}: {deadlines:?}");
                    }
                }
            }
        }
        let limits = Limits { move_time: Some(Duration::MAX), ..Limits::default() };
        let deadlines = Deadlines::new(&limits, Duration::ZERO, Duration::MAX);
        assert_eq!(deadlines, Deadlines { soft: None, hard: Some(Duration::MAX) });
    }

    #[test]
    fn a_game_of_many_moves_can_be_played() {
        let (mut remaining, increment) = (5_000, 50);
        for _ in 0..150 {
            let used = on_clock(remaining, increment, None).soft.unwrap().as_millis() as u64;
            assert!(used < remaining);
            remaining = remaining - used + increment;
        }
        assert!(remaining > 300);
    }

    #[test]
    fn short_games_keep_a_reserve() {
        // One second and 0.01 s per move, with 4 ms lost on the way each time: the clock settles well above zero.
        let (mut remaining, increment, lag) = (1_000, 10, 4);
        for _ in 0..300 {
            let used = on_clock(remaining, increment, None).soft.unwrap().as_millis() as u64;
            remaining = remaining - used - lag + increment;
            assert!(remaining >= 200, "{remaining}");
        }
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
        let deadlines = Deadlines::new(&limits, Duration::from_millis(20), Duration::ZERO);
        assert_eq!(deadlines, Deadlines { soft: None, hard: Some(Duration::from_millis(480)) });
    }
}
