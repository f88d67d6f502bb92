//! What a search remembers of moves that were good or bad elsewhere.
//!
//! | table | indexed by | holds |
//! |---|---|---|
//! | killers | ply | the last two quiet moves that refuted something at this ply |
//! | counter moves | the opponent's move (piece, target) | the quiet move that last refuted it |
//! | butterfly history | side, from, to | how good a quiet move has been |
//! | capture history | piece, to, victim | how good a capture has been |
//! | continuation history | an earlier move (piece, target), piece, to | how good a quiet move has been after that one |
//!
//! The continuation history serves both the opponent's last move and the side's own move before it: the colour of the
//! earlier piece tells the two apart, so they never share an entry.

use alloc::boxed::Box;
use alloc::vec;

use super::picker::is_tactical;
use super::scorer::capture_value;
use super::{NodeScores, Scores};
use crate::{Color, Move, Piece, Position, Role, Square};

/// Piece and target: 12 × 64.
const PIECE_TOS: usize = Piece::COUNT * Square::COUNT;

/// A history score that pulls back towards zero the stronger the further it is from it, so that no sequence of updates
/// leaves ±[`HistoryEntry::LIMIT`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
#[repr(transparent)]
pub struct HistoryEntry(i16);

impl HistoryEntry {
    /// The bound no score ever passes.
    pub const LIMIT: i32 = 16_384;

    /// The score.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Moves the score by a bonus, or by a malus if it is negative. Bonuses beyond the limit count as the limit.
    #[inline]
    pub const fn update(&mut self, bonus: i32) {
        let bonus = if bonus > HistoryEntry::LIMIT {
            HistoryEntry::LIMIT
        } else if bonus < -HistoryEntry::LIMIT {
            -HistoryEntry::LIMIT
        } else {
            bonus
        };
        // The last term takes away as large a share of the old score as the bonus is of the limit L, so that exactly
        // |old·(1 − |b|/L) + b| ≤ L − |b| + |b| = L. Rounding moves the result by less than one, and L is whole.
        let old = self.0 as i32;
        self.0 = (old + bonus - old * bonus.abs() / HistoryEntry::LIMIT) as i16;
    }

    /// Halves the score, as for the next move of a game.
    #[inline]
    pub const fn halve(&mut self) {
        self.0 /= 2;
    }
}

/// A bonus for a move that turned out best at this remaining depth: deeper searches know better, up to a point.
#[inline]
pub const fn bonus(depth: i32) -> i32 {
    let depth = if depth < 0 {
        0
    } else if depth > 16 {
        16
    } else {
        depth
    };
    let bonus = 16 * depth * depth + 120 * depth;
    if bonus > 1_800 { 1_800 } else { bonus }
}

/// Which piece arrived where: all that the histories know of an earlier move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct PieceTo {
    piece: Piece,
    to: Square,
}

impl PieceTo {
    /// What a move that is about to be played does; `None` if there is no piece to move. Castling counts as the king's
    /// move to the rook's square.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Option<PieceTo> {
        Some(PieceTo { piece: position.piece_at(mv.from())?, to: mv.to() })
    }

    #[inline(always)]
    pub(super) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo { piece, to }
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.piece as usize * 64 + self.to as usize
    }
}

/// Where in the search a node is: what the histories are asked and told about.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Context {
    /// Half-moves from the root.
    pub ply: usize,
    /// The opponent's last move and the side's own move before it; `None` before the root and after a null move.
    pub previous: [Option<PieceTo>; 2],
}

impl Context {
    /// The root of a search that knows nothing of the moves before.
    pub const ROOT: Context = Context { ply: 0, previous: [None; 2] };

    /// A node that a search describes by itself: half-moves from the root, the opponent's last move and the side's own
    /// move before it.
    #[inline]
    pub const fn new(ply: usize, previous: [Option<PieceTo>; 2]) -> Context {
        Context { ply, previous }
    }

    /// The context after a move that is about to be played in `position`.
    #[inline]
    #[must_use]
    pub fn after(&self, position: &Position, mv: Move) -> Context {
        Context { ply: self.ply.saturating_add(1), previous: [PieceTo::of(position, mv), self.previous[0]] }
    }

    /// The context after a null move.
    #[inline]
    #[must_use]
    pub fn after_null(&self) -> Context {
        Context { ply: self.ply.saturating_add(1), previous: [None, self.previous[0]] }
    }
}

type ContinuationRow = [HistoryEntry; PIECE_TOS];

/// Everything a search remembers for ordering: one for each thread, some 1.2 MB on the heap.
#[derive(Clone)]
pub struct Histories {
    butterfly: Box<[[[HistoryEntry; 64]; 64]; 2]>,
    captures: Box<[[HistoryEntry; Role::COUNT]; PIECE_TOS]>,
    continuation: Box<[ContinuationRow; PIECE_TOS]>,
    counters: Box<[Option<Move>; PIECE_TOS]>,
    killers: Box<[[Option<Move>; 2]; Histories::MAX_PLY]>,
}

/// What is known after no move at all.
static NOTHING: ContinuationRow = [HistoryEntry(0); PIECE_TOS];

/// A box filled without ever standing on the stack.
fn filled<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let Ok(filled) = vec![value; N].into_boxed_slice().try_into() else {
        unreachable!("the slice was made with this length");
    };
    filled
}

impl Histories {
    /// Killers are kept for this many plies; deeper ones share the last.
    pub const MAX_PLY: usize = 256;

    /// Histories that know nothing.
    pub fn new() -> Histories {
        Histories {
            butterfly: filled([[HistoryEntry(0); 64]; 64]),
            captures: filled([HistoryEntry(0); Role::COUNT]),
            continuation: filled([HistoryEntry(0); PIECE_TOS]),
            counters: filled(None),
            killers: filled([None; 2]),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().fill(HistoryEntry(0));
        self.captures.as_flattened_mut().fill(HistoryEntry(0));
        self.continuation.as_flattened_mut().fill(HistoryEntry(0));
        self.counters.fill(None);
        self.killers.fill([None; 2]);
    }

    /// Halves all histories and forgets the killers, as for the next move of a game: counter moves stay.
    pub fn age(&mut self) {
        self.butterfly.as_flattened_mut().as_flattened_mut().iter_mut().for_each(HistoryEntry::halve);
        self.captures.as_flattened_mut().iter_mut().for_each(HistoryEntry::halve);
        self.continuation.as_flattened_mut().iter_mut().for_each(HistoryEntry::halve);
        self.killers.fill([None; 2]);
    }

    /// A move caused a cutoff at this remaining depth after others had been tried in vain: records it in every table
    /// that it concerns. A quiet move becomes a killer and the counter to the opponent's move, and its histories rise
    /// while those of the quiet moves before it fall; a capture's history rises; those of the captures before it fall.
    pub fn record_cutoff(
        &mut self,
        position: &Position,
        mv: Move,
        tried: impl IntoIterator<Item = Move>,
        depth: i32,
        context: &Context,
    ) {
        let bonus = bonus(depth);
        let quiet = !is_tactical(mv);
        if quiet {
            self.refuted_by(mv, context);
            self.good_quiet(position, mv, bonus, context);
        } else {
            self.good_capture(position, mv, bonus);
        }
        for tried in tried {
            match is_tactical(tried) {
                true => self.bad_capture(position, tried, bonus),
                // That a capture was better says nothing against a quiet move.
                false if quiet => self.bad_quiet(position, tried, bonus, context),
                false => {}
            }
        }
    }

    /// A quiet move caused a cutoff: it becomes the first killer of its ply and the counter to the opponent's move.
    pub fn refuted_by(&mut self, mv: Move, context: &Context) {
        let killers = &mut self.killers[context.ply.min(Histories::MAX_PLY - 1)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = context.previous[0] {
            self.counters[previous.index()] = Some(mv);
        }
    }

    /// Forgets the killers of a ply, for a search that begins a new subtree above it.
    pub fn clear_killers(&mut self, ply: usize) {
        self.killers[ply.min(Histories::MAX_PLY - 1)] = [None; 2];
    }

    /// The killers of a ply, the later one first.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply.min(Histories::MAX_PLY - 1)]
    }

    /// The quiet move that last refuted the opponent's last move.
    #[inline]
    pub fn counter(&self, context: &Context) -> Option<Move> {
        self.counters[context.previous[0]?.index()]
    }

    /// A quiet move was good: raises its histories by a [`bonus`].
    pub fn good_quiet(&mut self, position: &Position, mv: Move, bonus: i32, context: &Context) {
        self.update_quiet(position, mv, bonus, context);
    }

    /// A quiet move was tried and was not good: lowers its histories by a malus, given as a positive number.
    pub fn bad_quiet(&mut self, position: &Position, mv: Move, malus: i32, context: &Context) {
        self.update_quiet(position, mv, malus.saturating_neg(), context);
    }

    /// A capture or promotion was good.
    pub fn good_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        self.update_capture(position, mv, bonus);
    }

    /// A capture or promotion was tried and was not good; the malus is a positive number.
    pub fn bad_capture(&mut self, position: &Position, mv: Move, malus: i32) {
        self.update_capture(position, mv, malus.saturating_neg());
    }

    fn update_quiet(&mut self, position: &Position, mv: Move, bonus: i32, context: &Context) {
        self.butterfly[position.turn() as usize][mv.from() as usize][mv.to() as usize].update(bonus);
        if let Some(piece_to) = PieceTo::of(position, mv) {
            for previous in context.previous.into_iter().flatten() {
                self.continuation[previous.index()][piece_to.index()].update(bonus);
            }
        }
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(piece_to) = PieceTo::of(position, mv) {
            self.captures[piece_to.index()][victim(position, mv) as usize].update(bonus);
        }
    }

    /// What the histories say of a quiet move: butterfly, and continuation one and two plies back.
    pub fn quiet_score(&self, position: &Position, mv: Move, context: &Context) -> i32 {
        let Some(piece_to) = PieceTo::of(position, mv) else {
            return 0;
        };
        let view = self.quiets(position.turn(), context);
        view.score(mv.from(), piece_to)
    }

    /// What the history says of a capture or promotion.
    pub fn capture_score(&self, position: &Position, mv: Move) -> i32 {
        PieceTo::of(position, mv).map_or(0, |piece_to| self.capture(piece_to, victim(position, mv)))
    }

    #[inline(always)]
    pub(super) fn capture(&self, piece_to: PieceTo, victim: Role) -> i32 {
        self.captures[piece_to.index()][victim as usize].get()
    }

    #[inline(always)]
    pub(super) fn quiets(&self, turn: Color, context: &Context) -> QuietView<'_> {
        let row =
            |previous: Option<PieceTo>| previous.map_or(&NOTHING, |piece_to| &self.continuation[piece_to.index()]);
        QuietView { butterfly: &self.butterfly[turn as usize], after: context.previous.map(row) }
    }
}

impl Default for Histories {
    fn default() -> Histories {
        Histories::new()
    }
}

impl Scores for Histories {
    type Node<'a> = NodeHistories<'a>;

    #[inline(always)]
    fn node<'a>(&'a self, position: &'a Position, context: &Context) -> NodeHistories<'a> {
        NodeHistories { histories: self, quiets: self.quiets(position.turn(), context) }
    }

    #[inline]
    fn refutations(&self, _: &Position, context: &Context) -> [Option<Move>; 3] {
        let [first, second] = self.killers(context.ply);
        [first, second, self.counter(context)]
    }
}

/// [`Histories`] as the [`Scores`] of one node.
pub struct NodeHistories<'a> {
    histories: &'a Histories,
    quiets: QuietView<'a>,
}

impl NodeScores for NodeHistories<'_> {
    #[inline(always)]
    fn capture(&self, piece: Piece, mv: Move, victim: Option<Role>) -> i32 {
        let value = capture_value(piece.role(), victim, mv.promotion());
        let history = self.histories.capture(PieceTo::new(piece, mv.to()), victim.unwrap_or(Role::Pawn));
        value + history / 4
    }

    #[inline(always)]
    fn quiet(&self, piece: Piece, mv: Move) -> i32 {
        self.quiets.score(mv.from(), PieceTo::new(piece, mv.to()))
    }
}

/// The histories of quiet moves as one node sees them.
#[derive(Copy, Clone)]
pub(super) struct QuietView<'a> {
    butterfly: &'a [[HistoryEntry; 64]; 64],
    after: [&'a ContinuationRow; 2],
}

impl QuietView<'_> {
    #[inline(always)]
    pub(super) fn score(&self, from: Square, piece_to: PieceTo) -> i32 {
        self.butterfly[from as usize][piece_to.to as usize].get()
            + self.after[0][piece_to.index()].get()
            + self.after[1][piece_to.index()].get()
    }
}

/// What a move takes. A promotion that takes nothing counts as taking a pawn, as en passant does: its entry is
/// otherwise unused, for no pawn stands on the last rank.
#[inline(always)]
pub(super) fn victim(position: &Position, mv: Move) -> Role {
    position.role_at(mv.to()).unwrap_or(Role::Pawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two pieces, and no two targets, share an entry.
    #[test]
    fn every_piece_on_every_square_has_a_place_of_its_own() {
        let mut taken = [false; 12 * 64];
        for piece in Piece::ALL {
            for to in Square::ALL {
                let place = &mut taken[PieceTo::new(piece, to).index()];
                assert!(!core::mem::replace(place, true), "{piece:?} {to}");
            }
        }
    }
}
