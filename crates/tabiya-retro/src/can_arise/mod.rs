//! Whether a game can reach a position, and why not: the question behind every odd diagram.
//!
//! [`can_arise`] answers in steps, the cheap ones first:
//! 1. rules that refute a position by what stands on the board, one file each with its argument: pieces outside or
//!    inside cages of men that have not moved, too many promoted pieces, pawns with too few origins or captures, pawns
//!    that have passed each other, castling rights, and whose turn it is;
//! 2. the moves that can have been the last: a position is impossible if it has none, or if all come from positions
//!    that are impossible, some plies back;
//! 3. a short search for a proof game.
//!
//! Each rule takes more for possible than is, so a `No` is a proof; and a `Yes` is a game that can be played. Clocks
//! are ignored, because many positions are written with clocks that say nothing.
//!
//! Validation ([`Position::from_setup`]) asks none of this: a position that no game reaches is still a position.

mod matching;
mod origins;
mod proof_game;
mod reason;
mod rules;
mod starts;
mod view;

use core::sync::atomic::{AtomicBool, Ordering};

use tabiya::{Move, Position, Setup};

pub use reason::{CannotArise, Victims};
pub use starts::{ParseStartsError, Starts};

use rules::last_move;
use view::View;

/// Whether a game can reach a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arise {
    /// This game leads to it.
    Yes(ProofGame),
    /// No game does.
    No(CannotArise),
    /// No proof and no game was found within the limits.
    Unknown,
}

impl Arise {
    /// `Some(true)` and `Some(false)` if the answer is known.
    pub fn known(&self) -> Option<bool> {
        match self {
            Arise::Yes(_) => Some(true),
            Arise::No(_) => Some(false),
            Arise::Unknown => None,
        }
    }
}

/// A game that leads to a position: with as few moves as any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofGame {
    /// Where it starts.
    pub start: Position,
    /// Its moves, legal one after the other.
    pub moves: Vec<Move>,
}

/// How long a question may take.
#[derive(Copy, Clone, Debug)]
pub struct Limits<'a> {
    /// How many positions the search for a proof game looks at, at most. It takes about a second for a million.
    pub positions: u64,
    /// The longest proof game, in plies.
    pub plies: u32,
    /// How many positions and arrangements are asked about on the way back, at most.
    pub cases: u32,
    /// Ends the work early when it becomes true; the answer is then `Unknown` or what is known already.
    pub cancel: &'a AtomicBool,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Limits<'_> {
    /// What [`can_arise`] takes: about a fifth of a second where there is neither proof nor game.
    fn default() -> Self {
        Limits { positions: 200_000, plies: 30, cases: 4_000, cancel: &NEVER }
    }
}

/// Whether a game from one of these start positions can reach a position.
///
/// ```
/// use tabiya::{Position, PositionError};
/// use tabiya_retro::can_arise::{Arise, Starts, can_arise};
/// // Three pawns on the a-file have captured three men at least, and Black has lost two.
/// let position = Position::from_fen("1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1")?;
/// let Arise::No(reason) = can_arise(&position, Starts::STANDARD) else { panic!() };
/// assert_eq!(reason.name(), "pawn-captures");
/// assert_eq!(
///     reason.to_string(),
///     "the white pawns need at least 3 captures to stand where they do, but only 2 black men are missing"
/// );
/// // And a game that leads to the other kind.
/// let position = Position::from_fen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?;
/// let Arise::Yes(game) = can_arise(&position, Starts::STANDARD) else { panic!() };
/// assert_eq!(game.moves.len(), 2);
/// # Ok::<(), PositionError>(())
/// ```
pub fn can_arise(position: &Position, starts: Starts) -> Arise {
    can_arise_within(position, starts, &Limits::default())
}

/// [`can_arise`] with other limits.
pub fn can_arise_within(position: &Position, starts: Starts, limits: &Limits<'_>) -> Arise {
    if let Some(start) = starts.with(position) {
        return Arise::Yes(ProofGame { start, moves: Vec::new() });
    }
    let mut all = Cases { left: u32::MAX, cancel: limits.cancel };
    if let Some(reason) = refuted_by_rules(position, starts, &mut all) {
        return Arise::No(reason);
    }
    let mut cases = Cases { left: limits.cases, ..all };
    if let Some(reason) = last_move::refute(position, starts, &mut cases) {
        return Arise::No(reason);
    }
    proof_game::find(position, starts, limits).map_or(Arise::Unknown, Arise::Yes)
}

/// [`can_arise`] for a setup: one that is not a valid position cannot, for the reasons that validation has.
///
/// ```
/// use tabiya::{Position, Setup};
/// use tabiya_retro::can_arise::{Arise, CannotArise, Starts, setup_can_arise};
/// let mut setup = Setup::startpos();
/// assert!(matches!(setup_can_arise(&setup, Starts::STANDARD), Arise::Yes(_)));
/// setup.board.remove(tabiya::Square::E1);
/// assert!(matches!(setup_can_arise(&setup, Starts::STANDARD), Arise::No(CannotArise::Invalid(_))));
/// ```
pub fn setup_can_arise(setup: &Setup, starts: Starts) -> Arise {
    match Position::from_setup(*setup) {
        Ok(position) => can_arise(&position, starts),
        Err(invalid) => Arise::No(CannotArise::Invalid(invalid)),
    }
}

/// Whether a position is one of the start positions.
fn is_start(position: &Position, starts: Starts) -> bool {
    starts.with(position).is_some()
}

/// How many cases may still be looked at.
#[derive(Copy, Clone)]
struct Cases<'a> {
    left: u32,
    cancel: &'a AtomicBool,
}

impl Cases<'_> {
    /// Takes one; `None` if there is none left, or if the question was cancelled.
    fn take(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!self.cancel.load(Ordering::Relaxed)).then_some(())
    }
}

/// Why a position cannot arise, by the rules alone: from every start position that its castling rights allow. Every
/// case costs one of `cases`; when they are used up, nothing is known.
fn refuted_by_rules(position: &Position, starts: Starts, cases: &mut Cases<'_>) -> Option<CannotArise> {
    if starts.count() > 1 {
        // What holds whatever the arrangement is the plainest reason, and the cheapest.
        cases.take()?;
        if let Some(reason) = rules::refute(View::new(position, [None, None])) {
            return Some(reason);
        }
    }
    let sides = if starts.sides_apart() { 2 } else { 1 };
    let mut reasons: [Option<CannotArise>; 2] = [None, None];
    let mut possible = [false, sides == 1];
    for homes in starts.cases(position) {
        // Of sides that are looked at apart, one that is possible from any arrangement says nothing of the other.
        let side = usize::from(starts.sides_apart() && homes[0].is_none());
        if possible[side] {
            continue;
        }
        cases.take()?;
        match rules::refute(View::new(position, homes)) {
            Some(reason) => drop(reasons[side].get_or_insert(reason)),
            None => possible[side] = true,
        }
        if possible == [true, true] {
            return None;
        }
    }
    let side = usize::from(possible[0]);
    let rights = || CannotArise::CastlingRights(position.castling_rights().rooks());
    Some(match (reasons[side].take(), starts.count()) {
        (None, _) => rights(),
        (Some(reason), 1) => reason,
        (Some(reason), starts) => CannotArise::EveryStart { starts, example: Box::new(reason) },
    })
}
