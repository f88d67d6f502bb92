//! What the leaves are: captures, castles, checks and mates, as the public tables count them.
//!
//! Every figure describes the last move of a path. Captures include en passant; promotions include
//! capturing ones; checks include discovered and double checks and mates. A check is *discovered* if
//! there is one checker and it is not the piece that moved (nor the rook that castled), *double* if
//! there are two.

use core::ops::AddAssign;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tabiya::{Move, Position};

/// Leaves by what their last move was.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// All leaves.
    pub nodes: u128,
    /// Captures, en passant included.
    pub captures: u128,
    /// En passant captures.
    pub en_passant: u128,
    /// Castlings.
    pub castles: u128,
    /// Promotions, capturing ones included.
    pub promotions: u128,
    /// Checks of any kind, mates included.
    pub checks: u128,
    /// Checks by one piece that did not move.
    pub discovered_checks: u128,
    /// Checks by two pieces.
    pub double_checks: u128,
    /// Checks without an answer.
    pub checkmates: u128,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.checkmates += other.checkmates;
    }
}

impl Statistics {
    /// The leaves `depth` plies below a position. Every one is visited, on one thread.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_perft::Statistics;
    ///
    /// let statistics = Statistics::of(&Position::startpos(), 4);
    /// assert_eq!((statistics.captures, statistics.checks, statistics.checkmates), (1576, 469, 8));
    /// ```
    pub fn of(position: &Position, depth: u32) -> Self {
        let mut total = Self::default();
        match depth {
            // The root was reached by no move, so it is a leaf of no kind.
            0 => total.nodes = 1,
            1 => {
                for mv in &position.legal_moves() {
                    total.add_leaf(position, mv);
                }
            }
            _ => {
                for mv in &position.legal_moves() {
                    total += Self::of(&position.after(mv), depth - 1);
                }
            }
        }
        total
    }

    /// The same on several threads, which share out the positions some plies below.
    pub fn on_threads(position: &Position, depth: u32, threads: usize) -> Self {
        /// Enough parts for each thread that none waits long for the last one.
        const PARTS_A_THREAD: usize = 64;
        let (mut parts, mut left) = (vec![*position], depth);
        while left > 1 && parts.len() < PARTS_A_THREAD * threads {
            parts = parts.iter().flat_map(|part| part.legal_moves().into_iter().map(|mv| part.after(mv))).collect();
            left -= 1;
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut sum = Self::default();
            while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
                sum += Self::of(part, left);
            }
            sum
        };
        let mut total = Self::default();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                total += worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
        total
    }

    fn add_leaf(&mut self, before: &Position, mv: Move) {
        let one = |yes: bool| u128::from(yes);
        self.nodes += 1;
        self.captures += one(mv.is_capture());
        self.en_passant += one(mv.is_en_passant());
        self.castles += one(mv.is_castle());
        self.promotions += one(mv.is_promotion());
        if !before.gives_check(mv) {
            return;
        }
        let after = before.after(mv);
        let checkers = after.checkers();
        self.checks += 1;
        if checkers.has_many() {
            self.double_checks += 1;
        } else if !mv.is_castle() && !checkers.contains(mv.to()) {
            self.discovered_checks += 1;
        }
        self.checkmates += one(after.is_checkmate());
    }
}
