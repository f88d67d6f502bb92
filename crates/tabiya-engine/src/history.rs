//! What a search remembers of moves that were good or bad elsewhere: the scores behind the picker's order.
//!
//! | table | indexed by | holds |
//! |---|---|---|
//! | killers | ply | the last two quiet moves that refuted something at this ply |
//! | counter moves | the opponent's last move | the quiet move that last refuted it |
//! | butterfly history | side, whether the enemy attacks origin and target, origin, target | how good a quiet move was |
//! | continuation history | an earlier move, the move | how good a quiet move was one, two or four plies after that one |
//! | pawn history | the pawns on the board, the move | how good a quiet move was with this structure |
//! | capture history | the move, what it captures | how good a capture was |
//!
//! "Move" without origin and target means piece and target: [`Step`].

use std::cell::OnceCell;

use tabiya::order::see::VALUES;
use tabiya::order::{Context, HistoryEntry, NodeScores, Scores, bonus, is_tactical};
use tabiya::{Bitboard, Move, Piece, Position, Role, Square};

use crate::board::Board;
use crate::score::MAX_PLY;

/// A piece and where it arrives, as the number of a row: 12 × 64, and one for no move at all.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Step(u16);

impl Step {
    const COUNT: usize = Piece::COUNT * Square::COUNT;
    /// Before the root, and after passing.
    const NONE: Step = Step(Step::COUNT as u16);

    fn new(piece: Piece, to: Square) -> Step {
        Step((piece.index() * Square::COUNT + to.index()) as u16)
    }

    fn of(position: &Position, mv: Move) -> Step {
        position.piece_at(mv.from()).map_or(Step::NONE, |piece| Step::new(piece, mv.to()))
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The way from the root to a node: how long it is, and its last moves, the latest first.
#[derive(Copy, Clone)]
pub(crate) struct Route {
    pub(crate) ply: usize,
    previous: [Step; 4],
}

impl Route {
    pub(crate) const ROOT: Route = Route { ply: 0, previous: [Step::NONE; 4] };

    /// The way on by a move that is about to be played.
    pub(crate) fn after(&self, position: &Position, mv: Move) -> Route {
        self.and(Step::of(position, mv))
    }

    /// The way on by passing.
    pub(crate) fn after_null(&self) -> Route {
        self.and(Step::NONE)
    }

    fn and(&self, step: Step) -> Route {
        let [first, second, third, _] = self.previous;
        Route { ply: self.ply + 1, previous: [step, first, second, third] }
    }

    /// Whether a move led here: not at the root, and not after passing.
    pub(crate) fn follows_a_move(&self) -> bool {
        self.previous[0] != Step::NONE
    }

    /// The moves that the continuation history goes by: one, two and four plies back.
    fn continued(&self) -> [Step; CONTINUATIONS] {
        let [first, second, _, fourth] = self.previous;
        [first, second, fourth]
    }
}

/// Where the tables are looked up at one node.
pub(crate) struct Place {
    route: Route,
    pawns: usize,
    /// What the enemy attacks: known once a quiet move is asked about.
    threats: OnceCell<Bitboard>,
}

impl Place {
    pub(crate) fn new(board: &Board, route: Route) -> Place {
        Place { route, pawns: board.parts.pawns as usize % PAWN_STRUCTURES, threats: OnceCell::new() }
    }

    /// Whether a quiet move is known to lose nothing by exchanges: the enemy attacks neither its target nor, behind
    /// which another attacker might wait, its origin.
    #[inline(always)]
    pub(crate) fn is_known_safe(&self, mv: Move) -> bool {
        self.threats.get().is_some_and(|threats| !threats.contains(mv.from()) && !threats.contains(mv.to()))
    }

    /// Side and threats, origin, target.
    #[inline(always)]
    fn butterfly(&self, position: &Position, mv: Move) -> [usize; 3] {
        let threats = *self.threats.get_or_init(|| position.threats().all());
        let (from, to) = (mv.from(), mv.to());
        let threatened = 2 * usize::from(threats.contains(from)) + usize::from(threats.contains(to));
        [4 * position.turn().index() + threatened, from.index(), to.index()]
    }
}

const CONTINUATIONS: usize = 3;
const PAWN_STRUCTURES: usize = 512;

/// One score for each [`Step`].
type Row = [HistoryEntry; Step::COUNT];

/// The tables of one thread.
#[derive(Clone)]
pub(crate) struct Histories {
    /// By side and threats, origin, target.
    butterfly: Box<[[[HistoryEntry; 64]; 64]; 8]>,
    /// The last row is that of no move: nothing is ever written there.
    continuation: Box<[Row; Step::COUNT + 1]>,
    pawns: Box<[Row; PAWN_STRUCTURES]>,
    captures: Box<[[HistoryEntry; Role::COUNT]; Step::COUNT]>,
    counters: Box<[Option<Move>; Step::COUNT + 1]>,
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
}

/// A box filled without ever standing on the stack.
pub(crate) fn filled<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let Ok(filled) = vec![value; N].into_boxed_slice().try_into() else {
        unreachable!("the slice was made with this length");
    };
    filled
}

impl Histories {
    /// What they take on the heap.
    pub(crate) const BYTES: usize = size_of::<[[[HistoryEntry; 64]; 64]; 8]>()
        + (Step::COUNT + 1 + PAWN_STRUCTURES) * size_of::<Row>()
        + Step::COUNT * size_of::<[HistoryEntry; Role::COUNT]>()
        + (Step::COUNT + 1) * size_of::<Option<Move>>();

    /// Histories that know nothing.
    pub(crate) fn new() -> Histories {
        let nothing = HistoryEntry::default();
        Histories {
            butterfly: filled([[nothing; 64]; 64]),
            continuation: filled([nothing; Step::COUNT]),
            pawns: filled([nothing; Step::COUNT]),
            captures: filled([nothing; Role::COUNT]),
            counters: filled(None),
            killers: [[None; 2]; MAX_PLY + 1],
        }
    }

    /// Halves all scores and forgets the killers, as for the next move of a game: counter moves stay.
    pub(crate) fn age(&mut self) {
        let quiets = self.butterfly.as_flattened_mut().as_flattened_mut().iter_mut();
        let rows = self.continuation.as_flattened_mut().iter_mut().chain(self.pawns.as_flattened_mut());
        quiets.chain(rows).chain(self.captures.as_flattened_mut()).for_each(HistoryEntry::halve);
        self.killers.fill([None; 2]);
    }

    /// What the histories say of a quiet move.
    #[inline(always)]
    pub(crate) fn quiet_score(&self, position: &Position, mv: Move, place: &Place) -> i32 {
        let step = Step::of(position, mv);
        if step == Step::NONE {
            return 0;
        }
        let continuation = place.route.continued().map(|earlier| &self.continuation[earlier.index()]);
        self.quiet(position, mv, step, place, &continuation)
    }

    #[inline(always)]
    fn quiet(&self, position: &Position, mv: Move, step: Step, place: &Place, rows: &[&Row; CONTINUATIONS]) -> i32 {
        let [side, from, to] = place.butterfly(position, mv);
        let after: i32 = rows.iter().map(|row| row[step.index()].get()).sum();
        self.butterfly[side][from][to].get() + after + self.pawns[place.pawns][step.index()].get()
    }

    /// A move caused a cutoff at this depth after others had been tried in vain. A quiet move becomes a killer and the
    /// counter to the opponent's move, and its scores rise while those of the quiet moves before it fall; a capture's
    /// score rises, and those of the captures before it fall.
    pub(crate) fn record_cutoff(
        &mut self,
        position: &Position,
        mv: Move,
        tried: impl IntoIterator<Item = Move>,
        depth: i32,
        place: &Place,
    ) {
        let bonus = bonus(depth);
        let quiet = !is_tactical(mv);
        if quiet {
            self.refuted_by(mv, place);
        }
        self.update(position, mv, bonus, place);
        for tried in tried {
            // That a capture was better says nothing against a quiet move.
            if quiet || is_tactical(tried) {
                self.update(position, tried, -bonus, place);
            }
        }
    }

    fn refuted_by(&mut self, mv: Move, place: &Place) {
        let killers = &mut self.killers[place.route.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.counters[place.route.previous[0].index()] = Some(mv);
    }

    fn update(&mut self, position: &Position, mv: Move, bonus: i32, place: &Place) {
        let step = Step::of(position, mv);
        if step == Step::NONE {
            return;
        }
        if is_tactical(mv) {
            self.captures[step.index()][victim(position, mv).index()].update(bonus);
            return;
        }
        let [side, from, to] = place.butterfly(position, mv);
        self.butterfly[side][from][to].update(bonus);
        self.pawns[place.pawns][step.index()].update(bonus);
        for earlier in place.route.continued() {
            if earlier != Step::NONE {
                self.continuation[earlier.index()][step.index()].update(bonus);
            }
        }
    }
}

/// What a move takes. A promotion that takes nothing counts as taking a pawn, as en passant does: its entry is
/// otherwise unused, for no pawn stands on the last rank.
fn victim(position: &Position, mv: Move) -> Role {
    position.role_at(mv.to()).unwrap_or(Role::Pawn)
}

/// The histories as the picker sees them at one node.
pub(crate) struct Order<'a> {
    pub(crate) histories: &'a Histories,
    pub(crate) place: &'a Place,
}

impl Scores for Order<'_> {
    type Node<'a>
        = NodeOrder<'a>
    where
        Self: 'a;

    #[inline(always)]
    fn node<'a>(&'a self, position: &'a Position, _: &Context) -> NodeOrder<'a> {
        let continuation = self.place.route.continued().map(|earlier| &self.histories.continuation[earlier.index()]);
        NodeOrder { histories: self.histories, place: self.place, position, continuation }
    }

    #[inline]
    fn refutations(&self, _: &Position, _: &Context) -> [Option<Move>; 3] {
        let Route { ply, previous, .. } = self.place.route;
        let [first, second] = self.histories.killers[ply];
        [first, second, self.histories.counters[previous[0].index()]]
    }
}

/// What all moves of a node share.
pub(crate) struct NodeOrder<'a> {
    histories: &'a Histories,
    place: &'a Place,
    position: &'a Position,
    continuation: [&'a Row; CONTINUATIONS],
}

impl NodeScores for NodeOrder<'_> {
    /// Most valuable victim, then history, then least valuable attacker.
    #[inline(always)]
    fn capture(&self, piece: Piece, mv: Move, victim: Option<Role>) -> i32 {
        let taken = victim.map_or(0, |role| VALUES.of(role));
        let added = mv.promotion().map_or(0, |role| VALUES.promotion(role));
        let history = self.histories.captures[Step::new(piece, mv.to()).index()][victim.unwrap_or(Role::Pawn).index()];
        16 * (taken + added) - piece.role() as i32 + history.get() / 4
    }

    #[inline(always)]
    fn quiet(&self, piece: Piece, mv: Move) -> i32 {
        self.histories.quiet(self.position, mv, Step::new(piece, mv.to()), self.place, &self.continuation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two pieces, and no two targets, share a row, and none has that of no move.
    #[test]
    fn every_piece_on_every_square_has_a_row_of_its_own() {
        let mut taken = [false; Step::COUNT + 1];
        taken[Step::NONE.index()] = true;
        for piece in Piece::ALL {
            for to in Square::ALL {
                assert!(!std::mem::replace(&mut taken[Step::new(piece, to).index()], true), "{piece:?} {to}");
            }
        }
    }

    #[test]
    fn a_cutoff_raises_its_move_and_lowers_those_before_it() {
        let board = Board::new(&Position::startpos());
        let moves = ["e2e4", "d2d4", "g1f3"].map(|text| board.position.parse_uci(text).unwrap());
        let mut histories = Histories::new();
        let place = Place::new(&board, Route::ROOT);
        histories.record_cutoff(&board.position, moves[2], [moves[0], moves[1]], 5, &place);
        let scores = moves.map(|mv| histories.quiet_score(&board.position, mv, &place));
        assert!(scores[0] < 0 && scores[1] < 0 && scores[2] > 0, "{scores:?}");
        assert_eq!(histories.killers[0], [Some(moves[2]), None]);
        histories.age();
        assert!(histories.quiet_score(&board.position, moves[2], &place) < scores[2]);
        assert_eq!(histories.killers[0], [None; 2]);
    }

    /// What follows a null move, and what precedes the root, is not remembered: its row stays zero.
    #[test]
    fn no_move_has_no_continuation() {
        let board = Board::new(&Position::startpos());
        let mv = board.position.parse_uci("e2e4").unwrap();
        let mut histories = Histories::new();
        histories.record_cutoff(&board.position, mv, [], 5, &Place::new(&board, Route::ROOT.after_null()));
        assert!(histories.continuation[Step::NONE.index()].iter().all(|entry| entry.get() == 0));
    }
}
