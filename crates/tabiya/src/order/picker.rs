//! The staged picker: moves one by one, best first, generated as late as possible.

use super::scored::{Pile, ScoredList};
use super::scorer::{CAPTURES_FIRST, Scorer};
use super::{Context, Scores};
use crate::movegen::{Captures, Evasions, Kind, QuietChecks, Quiets, hand_to};
use crate::position::{Known, PositionOrView};
use crate::{Bitboard, Move, Position, Role, attacks};

/// Where a [`MovePicker`] is: the stage its last move came from.
///
/// | mode | stages |
/// |---|---|
/// | [`main`](MovePicker::main) | `TtMove`, `GoodCaptures`, `Refutations`, `Quiets`, `LosingCaptures` |
/// | [`quiescence`](MovePicker::quiescence) | `TtMove`, `Captures`, perhaps `QuietChecks` |
/// | [`probcut`](MovePicker::probcut) | `TtMove`, `WinningCaptures` |
/// | the first two in check | `TtMove`, `Evasions` |
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// The move the caller came with, if it is one here.
    TtMove,
    /// Captures and queen promotions that do not lose material, the most promising first.
    GoodCaptures,
    /// Killers and the counter move.
    Refutations,
    /// All other quiet moves and the under-promotions, by history.
    Quiets,
    /// The captures that were put aside because they lose material.
    LosingCaptures,
    /// All answers to a check, captures first.
    Evasions,
    /// All captures and queen promotions, the most promising first.
    Captures,
    /// Quiet moves that give check.
    QuietChecks,
    /// Captures and queen promotions whose exchange wins at least the threshold.
    WinningCaptures,
    /// Nothing is left.
    Done,
}

/// Which stages a picker has generated so far: what its laziness saved is the rest.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Generated {
    /// Captures and queen promotions.
    pub captures: bool,
    /// Quiet moves.
    pub quiets: bool,
    /// Quiet moves that give check.
    pub quiet_checks: bool,
    /// Answers to a check, quiet or not.
    pub evasions: bool,
}

impl Generated {
    /// Whether the generator was called at all.
    pub const fn anything(&self) -> bool {
        self.captures || self.quiets || self.quiet_checks || self.evasions
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mode {
    Main,
    Quiescence { checks: bool },
    ProbCut { threshold: i32 },
}

/// Hands out the moves of a position in the order a search wants them.
///
/// ```
/// use tabiya::Position;
/// use tabiya::order::{Context, Histories, MovePicker};
///
/// let position = Position::from_fen("4k3/8/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1")?;
/// let histories = Histories::new();
/// let mut picker = MovePicker::main(&position, None, Context::ROOT).legal();
/// let mut moves = Vec::new();
/// while let Some(mv) = picker.next(&histories) {
///     moves.push(mv);
/// }
/// assert_eq!(position.san(moves[0]).as_str(), "exd5"); // the capture that wins a pawn comes first
/// assert_eq!(moves.len(), position.legal_moves().len());
/// # Ok::<(), tabiya::PositionError>(())
/// ```
///
/// It borrows its position (or a [`View`](crate::View) of it, of which it then takes over what is known) and is asked
/// for the [`next`](MovePicker::next) move of it again and again. Each pseudo-legal move (or, after
/// [`legal`](MovePicker::legal), each legal move) of the mode comes exactly once, whatever the transposition move is
/// and whatever the histories contain.
#[derive(Clone)]
pub struct MovePicker<'p> {
    position: &'p Position,
    /// Checkers and pinned pieces, known behind the transposition move, or before it to a caller who has a view.
    known: Option<Known<'p>>,
    mode: Mode,
    stage: Stage,
    generated: Generated,
    skip_quiets: bool,
    /// Whether only legal moves are wanted.
    legal_only: bool,
    /// The king and what is pinned to it, known behind the transposition move: what may expose the king by moving.
    delicate: Bitboard,
    tt_move: Option<Move>,
    /// Killers and counter move, as they were when their stage began.
    refutations: [Option<Move>; 3],
    context: Context,
    /// Captures from 0 to `captures`, the losing ones put aside at their end, the first of them last; then quiets.
    list: ScoredList,
    captures: usize,
    losing: usize,
    /// The part of the list that this stage picks from.
    pile: Pile,
    /// How many of the transposition move, the refutations or the losing captures this stage has passed.
    passed: usize,
}

impl<'p> MovePicker<'p> {
    /// For a node of the main search: all moves.
    #[inline(always)]
    pub fn main(node: impl PositionOrView<'p>, tt_move: Option<Move>, context: Context) -> MovePicker<'p> {
        MovePicker::new(Mode::Main, node, tt_move, context)
    }

    /// For a node of the quiescence search: captures and queen promotions, and where `checks` is set the quiet moves
    /// that give check. In check: all moves.
    #[inline(always)]
    pub fn quiescence(
        node: impl PositionOrView<'p>,
        tt_move: Option<Move>,
        context: Context,
        checks: bool,
    ) -> MovePicker<'p> {
        MovePicker::new(Mode::Quiescence { checks }, node, tt_move, context)
    }

    /// For ProbCut: the captures and queen promotions whose exchange wins at least `threshold`.
    #[inline(always)]
    pub fn probcut(node: impl PositionOrView<'p>, tt_move: Option<Move>, threshold: i32) -> MovePicker<'p> {
        MovePicker::new(Mode::ProbCut { threshold }, node, tt_move, Context::ROOT)
    }

    #[inline(always)]
    fn new(mode: Mode, node: impl PositionOrView<'p>, tt_move: Option<Move>, context: Context) -> MovePicker<'p> {
        let (position, known) = (node.position(), node.known());
        let in_check = || known.map_or_else(|| position.in_check(), |known| known.checkers.any());
        let wanted = |&mv: &Move| {
            let is_move = known.map_or_else(|| position.is_pseudo_legal(mv), |known| known.is_pseudo_legal(mv));
            is_move && belongs(mode, position, mv, in_check)
        };
        MovePicker {
            position,
            known,
            mode,
            stage: Stage::TtMove,
            generated: Generated::default(),
            skip_quiets: false,
            legal_only: false,
            delicate: Bitboard::EMPTY,
            tt_move: tt_move.filter(wanted),
            refutations: [None; 3],
            context,
            list: ScoredList::new(),
            captures: 0,
            losing: 0,
            pile: Pile::default(),
            passed: 0,
        }
    }

    /// From the start, only legal moves. Call it before the first [`next`](MovePicker::next).
    #[inline(always)]
    #[must_use]
    pub fn legal(mut self) -> MovePicker<'p> {
        self.legal_only = true;
        self.tt_move = self.tt_move.filter(|&mv| match self.known {
            Some(known) => known.leaves_king_safe(mv),
            None => self.position.leaves_king_safe(mv),
        });
        self
    }

    /// No more quiet moves from now on: neither killers nor counter move nor history's choice. Captures still come, and
    /// in check every answer does.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The stage the last move came from; [`Stage::TtMove`] before the first.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What has been generated so far.
    #[inline]
    pub fn generated(&self) -> Generated {
        self.generated
    }

    /// The next move, in the order of these scores: [`Histories`](super::Histories), or those of the caller.
    pub fn next<S: Scores>(&mut self, scores: &S) -> Option<Move> {
        let position = self.position;
        loop {
            let found = match self.stage {
                Stage::TtMove => self.tt_move(),
                Stage::GoodCaptures => self.good_capture(position, scores),
                Stage::Refutations => self.refutation(position, scores),
                Stage::Quiets => self.quiet(position, scores),
                Stage::LosingCaptures => self.losing_capture(),
                Stage::Evasions => self.evasion(position, scores),
                Stage::Captures => self.capture(position, scores),
                Stage::QuietChecks => self.quiet_check(position, scores),
                Stage::WinningCaptures => self.winning_capture(position, scores),
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
            self.stage = self.stage_after(position);
            self.passed = 0;
        }
    }

    fn stage_after(&mut self, position: &Position) -> Stage {
        match (self.stage, self.mode) {
            (Stage::TtMove, mode) => {
                let known = self.known();
                self.delicate = known.pinned.with(position.king_of(position.turn()));
                match mode {
                    Mode::ProbCut { .. } => Stage::WinningCaptures,
                    _ if known.checkers.any() => Stage::Evasions,
                    Mode::Main => Stage::GoodCaptures,
                    Mode::Quiescence { .. } => Stage::Captures,
                }
            }
            (Stage::GoodCaptures, _) => Stage::Refutations,
            (Stage::Refutations, _) => Stage::Quiets,
            (Stage::Quiets, _) => Stage::LosingCaptures,
            (Stage::Captures, Mode::Quiescence { checks: true }) => Stage::QuietChecks,
            _ => Stage::Done,
        }
    }

    #[inline(always)]
    fn tt_move(&mut self) -> Option<Move> {
        self.passed += 1;
        if self.passed == 1 { self.tt_move } else { None }
    }

    #[inline(never)]
    fn good_capture<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if !self.generated.captures {
            self.generate_captures(position, scores);
        }
        while let Some(mv) = self.best(position) {
            if position.see_at_least(mv, 0) {
                return Some(mv);
            }
            self.losing += 1;
            self.list.swap(self.pile.last_taken(), self.captures - self.losing);
        }
        None
    }

    #[inline(never)]
    fn refutation<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if self.passed == 0 {
            self.refutations = scores.refutations(position, &self.context);
        }
        while self.passed < 3 && !self.skip_quiets {
            let candidate = self.refutations[self.passed];
            let seen = self.refutations[..self.passed].contains(&candidate);
            self.passed += 1;
            if let Some(mv) = candidate
                && !seen
                && !is_tactical(mv)
                && self.tt_move != candidate
                && self.known().is_pseudo_legal(mv)
                && self.is_wanted(position, mv)
            {
                return Some(mv);
            }
        }
        None
    }

    #[inline(never)]
    fn quiet<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if self.skip_quiets {
            return None;
        }
        if !self.generated.quiets {
            self.generate_quiets(position, scores);
        }
        while let Some(mv) = self.best(position) {
            // Those that were no moves here are not among the quiets either, so all three may be passed over.
            if !self.refutations.contains(&Some(mv)) {
                return Some(mv);
            }
        }
        None
    }

    #[inline(never)]
    fn losing_capture(&mut self) -> Option<Move> {
        if self.passed == self.losing {
            return None;
        }
        self.passed += 1;
        self.list.get(self.captures - self.passed)
    }

    #[inline(never)]
    fn evasion<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if !self.generated.evasions {
            self.generate_evasions(position, scores);
        }
        self.best(position)
    }

    #[inline(never)]
    fn capture<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if !self.generated.captures {
            self.generate_captures(position, scores);
        }
        self.best(position)
    }

    #[inline(never)]
    fn quiet_check<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if self.skip_quiets {
            return None;
        }
        if !self.generated.quiet_checks {
            self.generate_quiet_checks(position, scores);
        }
        self.best(position)
    }

    #[inline(never)]
    fn winning_capture<S: Scores>(&mut self, position: &Position, scores: &S) -> Option<Move> {
        if !self.generated.anything() {
            match self.known().checkers.any() {
                true => self.generate_evasions(position, scores),
                false => self.generate_captures(position, scores),
            }
        }
        while let Some(mv) = self.best(position) {
            if belongs(self.mode, position, mv, || false) {
                return Some(mv);
            }
        }
        None
    }

    // The four below are kept out of line: inlined, their registers and stack would burden every call of `next`.

    #[inline(never)]
    fn generate_captures<S: Scores>(&mut self, position: &Position, scores: &S) {
        self.generated.captures = true;
        self.generate::<Captures, S, 0>(position, scores);
        self.captures = self.list.len();
    }

    #[inline(never)]
    fn generate_quiets<S: Scores>(&mut self, position: &Position, scores: &S) {
        self.generated.quiets = true;
        self.generate::<Quiets, S, 0>(position, scores);
    }

    #[inline(never)]
    fn generate_quiet_checks<S: Scores>(&mut self, position: &Position, scores: &S) {
        self.generated.quiet_checks = true;
        self.generate::<QuietChecks, S, 0>(position, scores);
    }

    #[inline(never)]
    fn generate_evasions<S: Scores>(&mut self, position: &Position, scores: &S) {
        self.generated.evasions = true;
        self.generate::<Evasions, S, CAPTURES_FIRST>(position, scores);
    }

    #[inline(always)]
    fn known(&mut self) -> Known<'p> {
        *self.known.get_or_insert_with(|| Known::new(self.position))
    }

    /// Adds the moves of a kind to the list and begins to pick from them.
    #[inline(always)]
    fn generate<K: Kind, S: Scores, const CAPTURE_OFFSET: i32>(&mut self, position: &Position, scores: &S) {
        let start = self.list.len();
        let node = scores.node(position, &self.context);
        // By reference: a copy would be read in wider pieces than it was just written in, and wait for them.
        let known = self.known.get_or_insert_with(|| Known::new(self.position));
        let mut scorer = Scorer::<_, CAPTURE_OFFSET>::new(position, node, &mut self.list);
        hand_to::<K, _>(known, &mut scorer);
        self.pile = Pile::from(&self.list, start);
    }

    /// The best of what remains on the pile that is neither the transposition move nor, in legal mode, illegal.
    #[inline(always)]
    fn best(&mut self, position: &Position) -> Option<Move> {
        while let Some(mv) = self.pile.pop(&mut self.list) {
            if Some(mv) != self.tt_move && self.is_wanted(position, mv) {
                return Some(mv);
            }
        }
        None
    }

    /// Whether a pseudo-legal move is legal, where that matters.
    #[inline(always)]
    fn is_wanted(&self, position: &Position, mv: Move) -> bool {
        let delicate = self.delicate.contains(mv.from()) || mv.is_en_passant();
        !self.legal_only
            || !delicate
            || self.known.map_or_else(|| position.leaves_king_safe(mv), |known| known.leaves_king_safe(mv))
    }
}

/// Whether a move comes with the captures: those and the promotions to a queen, but no under-promotion.
#[inline(always)]
pub fn is_tactical(mv: Move) -> bool {
    match mv.promotion() {
        Some(role) => role == Role::Queen,
        None => mv.is_capture(),
    }
}

/// Whether a pseudo-legal move is one that a mode hands out.
#[inline(always)]
fn belongs(mode: Mode, position: &Position, mv: Move, in_check: impl FnOnce() -> bool) -> bool {
    match mode {
        Mode::Main => true,
        Mode::Quiescence { .. } if is_tactical(mv) || in_check() => true,
        Mode::Quiescence { checks } => checks && is_quiet_check(position, mv),
        Mode::ProbCut { threshold } => is_tactical(mv) && position.see_at_least(mv, threshold),
    }
}

/// Whether a move is among [`QuietChecks`], which of the promotions has only those to a knight that checks by itself.
fn is_quiet_check(position: &Position, mv: Move) -> bool {
    match mv.promotion() {
        Some(role) => role == Role::Knight && attacks::knight(mv.to()).contains(position.king_of(!position.turn())),
        None => !mv.is_capture() && position.gives_check(mv),
    }
}
