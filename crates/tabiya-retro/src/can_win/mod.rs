//! Who can still win: whether any sequence of legal moves leads to mate by one side, as a server asks it when the
//! other side's clock has run out.
//!
//! [`can_win`] answers in steps, the cheap ones first:
//! 1. the game is over, or the side lacks the pieces ([`Position::has_insufficient_material`]);
//! 2. a short search for a helpmate: both sides play for the same mate;
//! 3. a proof that the pawns are locked and no piece can ever give a mate (`walls.rs`);
//! 4. a long search, which ends with a mate, with every position that can follow looked at, or at its limit.
//!
//! The rules of fifty and seventy-five moves and of repetition are not looked at: they end games in progress, and the
//! question is what the pieces can still do.

mod estimate;
mod patterns;
mod playouts;
mod search;
pub mod slow;
mod walls;

use core::fmt;
use core::sync::atomic::AtomicBool;

use tabiya::{Bitboard, Color, Move, Position, Role};

use estimate::Estimate;
use playouts::Playouts;
use search::{Found, Search};

/// Whether a side can still win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanWin {
    /// These moves, by both sides, end with its mate. They are legal one after the other, and need not be the fewest.
    Yes(Vec<Move>),
    /// No legal sequence of moves ends with its mate.
    No(CannotWin),
    /// The search came to its limit.
    Unknown,
}

impl CanWin {
    /// `Some(true)` and `Some(false)` if the answer is known.
    pub fn known(&self) -> Option<bool> {
        match self {
            CanWin::Yes(_) => Some(true),
            CanWin::No(_) => Some(false),
            CanWin::Unknown => None,
        }
    }
}

/// Why a side cannot win any more.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CannotWin {
    /// The game has ended without its mate: it is mated itself, or the side to move has no move.
    GameOver,
    /// With its pieces no mate is possible, whatever the other side does.
    Material,
    /// The pawns and the pieces behind them are locked: whatever moves are made, these men of both sides never move and
    /// are never captured, and no mate is possible around them.
    Locked(Bitboard),
    /// Every position that can follow and in which it still has the pieces was looked at; none is its mate.
    Exhausted {
        /// How many different positions these are.
        positions: usize,
    },
}

impl CannotWin {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CannotWin::GameOver => "game-over",
            CannotWin::Material => "insufficient-material",
            CannotWin::Locked(_) => "locked",
            CannotWin::Exhausted { .. } => "exhausted",
        }
    }
}

impl fmt::Display for CannotWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CannotWin::GameOver => f.write_str("the game is over"),
            CannotWin::Material => f.write_str("its pieces cannot give mate, whatever the other side does"),
            CannotWin::Locked(_) => {
                f.write_str("the position is locked: no piece can ever come to where it could give mate")
            }
            CannotWin::Exhausted { positions: 0 } => {
                f.write_str("every move takes away the pieces that could give mate")
            }
            CannotWin::Exhausted { positions } => write!(
                f,
                "all that can follow was looked at, and there is no mate ({positions} position{} in which it has the \
                 pieces for one)",
                if positions == 1 { "" } else { "s" }
            ),
        }
    }
}

impl core::error::Error for CannotWin {}

/// How many positions [`can_win`] looks at before it answers [`CanWin::Unknown`]. Few questions need a thousandth of
/// them; all of them take some fifty megabytes and a quarter of a second.
pub const LIMIT: usize = 400_000;

/// How long a question may take.
#[derive(Copy, Clone, Debug)]
pub struct Limits<'a> {
    /// How many positions are looked at, at most.
    pub positions: usize,
    /// Ends the searches early when it becomes true; the answer is then [`CanWin::Unknown`] or what is known already.
    pub cancel: &'a AtomicBool,
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// How many games of random moves come before the long searches.
const GAMES: usize = 400;

impl Default for Limits<'_> {
    /// [`LIMIT`] positions, and nothing that cancels.
    fn default() -> Self {
        Limits { positions: LIMIT, cancel: &NEVER }
    }
}

/// Whether a side can still win by any sequence of legal moves.
///
/// ```
/// use tabiya::{Color, Position, PositionError};
/// use tabiya_retro::can_win::{CanWin, CannotWin, can_win};
/// // A knight mates a king that its own pawn shuts in; python-chess and FIDE's rule for clocks ask just this.
/// let position = Position::from_fen("8/8/8/8/2N5/8/p2K4/k7 w - - 0 1")?;
/// let CanWin::Yes(line) = can_win(&position, Color::White) else { panic!() };
/// assert!(line.iter().fold(position, |position, &mv| position.after(mv)).is_checkmate());
/// // Without the pawn it cannot.
/// let position = Position::from_fen("8/8/8/8/2N5/8/3K4/k7 w - - 0 1")?;
/// assert_eq!(can_win(&position, Color::White), CanWin::No(CannotWin::Material));
/// # Ok::<(), PositionError>(())
/// ```
pub fn can_win(position: &Position, color: Color) -> CanWin {
    can_win_within(position, color, &Limits::default())
}

/// [`can_win`] with other limits, for callers who have less time or more.
pub fn can_win_within(position: &Position, color: Color, limits: &Limits<'_>) -> CanWin {
    if !position.has_legal_move() {
        let mates = position.in_check() && position.turn() != color;
        return if mates { CanWin::Yes(Vec::new()) } else { CanWin::No(CannotWin::GameOver) };
    }
    if position.has_insufficient_material(color) {
        return CanWin::No(CannotWin::Material);
    }
    if position.is_dead() {
        return CanWin::No(CannotWin::Locked(position.by_role(Role::Pawn)));
    }
    // Where no pawn can move, the proof comes before the search: it is found in microseconds, and says more.
    let proof = || walls::locked(position, color).map(|men| CanWin::No(CannotWin::Locked(men)));
    let proof_first = every_pawn_is_blocked(position);
    if proof_first && let Some(answer) = proof() {
        return answer;
    }
    let mut left = Left { positions: limits.positions, cancel: limits.cancel };
    let mut playouts = Playouts::new();
    let needs_blockers = estimate::needs_blockers(position, color);
    if needs_blockers {
        // Mates are rare here, and the estimate knows them all.
        if let Some(answer) = attempt(position, color, Estimate::Capture, 20_000, false, &mut left) {
            return answer;
        }
    } else {
        // Either finds most mates soon, and hardly the same: where the search gets stuck, the games lead elsewhere.
        for (positions, games) in [(300, 6), (3_500, 8)] {
            if let Some(answer) = attempt(position, color, Estimate::Capture, positions, false, &mut left) {
                return answer;
            }
            if let Some(line) = playouts.mate(position, color, games.min(left.positions / 100)) {
                return CanWin::Yes(line);
            }
        }
    }
    if let Some(answer) = attempt(position, color, Estimate::Approach, 1_000, false, &mut left) {
        return answer;
    }
    if !proof_first && let Some(answer) = proof() {
        return answer;
    }
    // The proof of locked pawns takes longer than a position, so the first try does without.
    if !needs_blockers && let Some(answer) = attempt(position, color, Estimate::Capture, 20_000, false, &mut left) {
        return answer;
    }
    // A long search takes hundreds of milliseconds, as many games a few.
    if let Some(line) = playouts.mate(position, color, GAMES.min(left.positions / 100)) {
        return CanWin::Yes(line);
    }
    for (estimate, part) in [(Estimate::Capture, 2), (Estimate::Approach, 1)] {
        let positions = left.positions / part;
        if let Some(answer) = attempt(position, color, estimate, positions, true, &mut left) {
            return answer;
        }
    }
    CanWin::Unknown
}

/// Whether another pawn stands before every pawn.
fn every_pawn_is_blocked(position: &Position) -> bool {
    let pawns = position.by_role(Role::Pawn);
    pawns.any()
        && Color::ALL
            .into_iter()
            .all(|color| position.pieces(color, Role::Pawn).shift(color.forward()).is_subset_of(pawns))
}

/// What is left of the limits.
struct Left<'a> {
    positions: usize,
    cancel: &'a AtomicBool,
}

/// One search with this many of the positions that are left.
fn attempt(
    position: &Position,
    color: Color,
    estimate: Estimate,
    positions: usize,
    walls: bool,
    left: &mut Left<'_>,
) -> Option<CanWin> {
    let mut search = Search::new(color, estimate, positions.min(left.positions), walls);
    let found = search.run(position, left.cancel);
    left.positions = left.positions.saturating_sub(search.positions());
    match found {
        Found::Mate(line) => Some(CanWin::Yes(line)),
        Found::Exhausted => Some(CanWin::No(CannotWin::Exhausted { positions: search.positions() - 1 })),
        Found::Limit => None,
    }
}

/// Whether neither side can win by any sequence of legal moves; `None` if that is not known.
pub fn is_dead(position: &Position) -> Option<bool> {
    let mut dead = Some(true);
    for color in Color::ALL {
        match can_win(position, color) {
            CanWin::Yes(_) => return Some(false),
            CanWin::No(_) => {}
            CanWin::Unknown => dead = None,
        }
    }
    dead
}
