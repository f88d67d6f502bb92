//! Where the search gets its moves from.
//!
//! The engine plays with [`Staged`], the library's picker. [`AllAtOnce`] does what a simple engine does, generating,
//! scoring and sorting every move before the first is tried; it exists so that the benchmark can say what the stages
//! are worth in the very same search. The choice is a type parameter: the one not used costs nothing.

use tabiya::movegen::{Captures, QuietChecks};
use tabiya::order::{Context, Generated, Histories, HistoryEntry, MovePicker, mvv_lva};
use tabiya::{Move, MoveList, Position, Role, ScoredMove};

/// A way to get the legal moves of a position in the order they are worth trying.
pub trait MoveSource {
    /// Whether the search counts what the sources generated.
    const COUNTED: bool;
    /// The moves of one position.
    type Moves<'p>: Moves;

    /// All moves.
    fn main<'p>(position: &'p Position, tables: &Histories, tt_move: Option<Move>, context: Context)
    -> Self::Moves<'p>;
    /// Captures and queen promotions, on demand quiet checks too; all moves in check.
    fn quiescence<'p>(
        position: &'p Position,
        tables: &Histories,
        tt_move: Option<Move>,
        context: Context,
        checks: bool,
    ) -> Self::Moves<'p>;
    /// Captures that win at least a threshold.
    fn probcut<'p>(
        position: &'p Position,
        tables: &Histories,
        tt_move: Option<Move>,
        threshold: i32,
    ) -> Self::Moves<'p>;
}

/// The moves of one position, one after the other.
pub trait Moves {
    /// The next move.
    fn next(&mut self, tables: &Histories) -> Option<Move>;
    /// No more quiet moves, unless in check.
    fn skip_quiets(&mut self);
    /// What has been generated so far.
    fn generated(&self) -> Generated;
}

/// The library's staged picker, counted or not.
pub struct Staged<const COUNTED: bool>;

impl<const COUNTED: bool> MoveSource for Staged<COUNTED> {
    const COUNTED: bool = COUNTED;
    type Moves<'p> = MovePicker<'p>;

    #[inline]
    fn main<'p>(position: &'p Position, _: &Histories, tt_move: Option<Move>, context: Context) -> MovePicker<'p> {
        MovePicker::main(position, tt_move, context).legal()
    }

    #[inline]
    fn quiescence<'p>(
        position: &'p Position,
        _: &Histories,
        tt_move: Option<Move>,
        context: Context,
        checks: bool,
    ) -> MovePicker<'p> {
        MovePicker::quiescence(position, tt_move, context, checks).legal()
    }

    #[inline]
    fn probcut<'p>(position: &'p Position, _: &Histories, tt_move: Option<Move>, threshold: i32) -> MovePicker<'p> {
        MovePicker::probcut(position, tt_move, threshold).legal()
    }
}

impl Moves for MovePicker<'_> {
    #[inline]
    fn next(&mut self, tables: &Histories) -> Option<Move> {
        MovePicker::next(self, tables)
    }

    fn skip_quiets(&mut self) {
        MovePicker::skip_quiets(self);
    }

    fn generated(&self) -> Generated {
        MovePicker::generated(self)
    }
}

/// Everything generated, scored by the same tables and the same exchanges, and sorted before the first move is tried.
pub struct AllAtOnce {
    moves: Vec<ScoredMove>,
    next: usize,
    /// In check every answer must be tried.
    keep_quiets: bool,
    skip_quiets: bool,
    generated: Generated,
}

const TT_MOVE: i32 = 1 << 28;
const GOOD_CAPTURE: i32 = 1 << 24;
const REFUTATION: i32 = 1 << 20;

impl AllAtOnce {
    fn sorted(position: &Position, list: MoveList, tt_move: Option<Move>, score: impl Fn(Move) -> i32) -> AllAtOnce {
        let scored = |mv: Move| ScoredMove { mv, score: if Some(mv) == tt_move { TT_MOVE } else { score(mv) } };
        let mut moves: Vec<ScoredMove> = list.into_iter().map(scored).collect();
        moves.sort_unstable_by_key(|scored| -scored.score);
        let generated = Generated { captures: true, quiets: true, ..Generated::default() };
        AllAtOnce { moves, next: 0, keep_quiets: position.in_check(), skip_quiets: false, generated }
    }
}

/// Whether a move comes with the captures rather than with the quiet moves.
pub fn is_tactical(mv: Move) -> bool {
    mv.promotion().map_or(mv.is_capture(), |role| role == Role::Queen)
}

fn capture_score(position: &Position, tables: &Histories, mv: Move) -> i32 {
    mvv_lva(position, mv) + tables.capture_score(position, mv) / 4
}

fn quiet_score(position: &Position, tables: &Histories, mv: Move, context: &Context) -> i32 {
    match mv.promotion() {
        Some(role) => i32::from(role == Role::Knight) - 4 * HistoryEntry::LIMIT,
        None => tables.quiet_score(position, mv, context),
    }
}

impl MoveSource for AllAtOnce {
    const COUNTED: bool = false;
    type Moves<'p> = AllAtOnce;

    fn main(position: &Position, tables: &Histories, tt_move: Option<Move>, context: Context) -> AllAtOnce {
        let [first, second] = tables.killers(context.ply);
        let refutations = [first, second, tables.counter(&context)];
        let in_check = position.in_check();
        AllAtOnce::sorted(position, position.legal_moves(), tt_move, |mv| {
            if is_tactical(mv) {
                let good = in_check || position.see_at_least(mv, 0);
                return capture_score(position, tables, mv) + if good { GOOD_CAPTURE } else { -GOOD_CAPTURE };
            }
            match refutations.iter().position(|&refutation| refutation == Some(mv)) {
                Some(place) if !in_check => REFUTATION - place as i32,
                _ => quiet_score(position, tables, mv, &context),
            }
        })
    }

    fn quiescence(
        position: &Position,
        tables: &Histories,
        tt_move: Option<Move>,
        context: Context,
        checks: bool,
    ) -> AllAtOnce {
        if position.in_check() {
            return AllAtOnce::main(position, tables, tt_move, context);
        }
        let mut list = position.generate::<Captures>();
        if checks {
            position.append::<QuietChecks>(&mut list);
        }
        list.retain(|mv| position.leaves_king_safe(mv));
        AllAtOnce::sorted(position, list, tt_move, |mv| match is_tactical(mv) {
            true => capture_score(position, tables, mv) + GOOD_CAPTURE,
            false => quiet_score(position, tables, mv, &context),
        })
    }

    fn probcut(position: &Position, tables: &Histories, tt_move: Option<Move>, threshold: i32) -> AllAtOnce {
        let mut list = position.legal_moves();
        list.retain(|mv| is_tactical(mv) && position.see_at_least(mv, threshold));
        AllAtOnce::sorted(position, list, tt_move, |mv| capture_score(position, tables, mv))
    }
}

impl Moves for AllAtOnce {
    fn next(&mut self, _: &Histories) -> Option<Move> {
        while let Some(scored) = self.moves.get(self.next) {
            self.next += 1;
            if self.keep_quiets || !self.skip_quiets || is_tactical(scored.mv) {
                return Some(scored.mv);
            }
        }
        None
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    fn generated(&self) -> Generated {
        self.generated
    }
}
