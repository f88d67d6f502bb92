//! Static exchange evaluation: what a move wins or loses once both sides have captured on its target square for as
//! long as it pays.
//!
//! # What is computed
//! The move is made. Then the sides take turns; the one to move either stops or captures the piece on the target square
//! with its least valuable piece that may *legally* do so, whichever is better for it. The result is the material the
//! mover is ahead by in the end.
//! - Legal means that the capturer's own king is not attacked afterwards, on the board as the exchange has left it: a
//!   pinned piece takes part only along its line or when its pinner has left, a king takes only what is not
//!   defended, and after a discovered check few pieces may recapture.
//! - Sliders behind pieces that have captured join in.
//! - A pawn that captures on the last rank becomes a queen, and is worth one from then on.
//! - "Least valuable" goes by role, pawn to king. Of equal pieces the one nearest its own back rank is taken, then the
//!   one nearest the a-file, so that a position and its mirror agree.
//! - A quiet move risks the piece that moved, en passant wins a pawn, castling is worth 0.
//! - The move itself is taken as given: it must be pseudo-legal. A king that steps into an attack is taken.
//!
//! `order::see_slow` says the same in the form of a recursion on copies of the board.

use crate::attacks::{self, between};
use crate::position::pushed_pawn;
use crate::{Bitboard, Board, Color, Move, Position, Rank, Role, Square};

/// What each role is worth in an exchange.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Values([i32; 6]);

/// The values used unless the caller chooses others. A king is worth more than anything else together.
pub const VALUES: Values = Values([100, 320, 330, 500, 950, 20_000]);

impl Values {
    /// The largest value a piece may have: sums over a whole exchange stay far inside an `i32`.
    pub const MAX: i32 = 1_000_000;

    /// Values by role, pawn to king; `None` unless each is from 0 to [`Values::MAX`].
    pub const fn new(by_role: [i32; 6]) -> Option<Values> {
        let mut i = 0;
        while i < 6 {
            if by_role[i] < 0 || by_role[i] > Values::MAX {
                return None;
            }
            i += 1;
        }
        Some(Values(by_role))
    }

    /// What this role is worth.
    #[inline(always)]
    pub const fn of(&self, role: Role) -> i32 {
        self.0[role as usize]
    }

    /// What a pawn gains by becoming something else.
    #[inline(always)]
    pub const fn promotion(&self, role: Role) -> i32 {
        self.of(role) - self.of(Role::Pawn)
    }
}

impl Default for Values {
    fn default() -> Values {
        VALUES
    }
}

impl Position {
    /// What a pseudo-legal move wins or loses in the exchange it begins; see the [module](self) for what that means.
    ///
    /// ```
    /// use tabiya::Position;
    /// // The knight takes a pawn that a pawn defends.
    /// let position = Position::from_fen("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1").unwrap();
    /// let mv = position.parse_uci("e3d5").unwrap();
    /// assert_eq!(position.see(mv), 100 - 320);
    /// assert!(!position.see_at_least(mv, 0));
    /// ```
    pub fn see(&self, mv: Move) -> i32 {
        self.see_with(mv, &VALUES)
    }

    /// As [`see`](Position::see), with other piece values.
    pub fn see_with(&self, mv: Move, values: &Values) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        // One entry a capture; no more than all pieces but the last can take part.
        let mut gains = [0; 64];
        let mut made = 0;
        let mut exchange = Exchange::begin(self, mv, moving_role(self, mv), values);
        while let Some(gain) = exchange.capture() {
            gains[made] = gain;
            made += 1;
        }
        let reply = gains[..made].iter().rev().fold(0, |rest, gain| (gain - rest).max(0));
        first_gain(self, mv, values) - reply
    }

    /// Whether [`see`](Position::see) is at least `threshold`, found without following the exchange further than the
    /// answer needs.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        self.see_at_least_with(mv, threshold, &VALUES)
    }

    /// As [`see_at_least`](Position::see_at_least), with other piece values.
    pub fn see_at_least_with(&self, mv: Move, threshold: i32, values: &Values) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        // What the side to capture next must win at least to spoil it for the other: it can always win 0 by stopping.
        let mut needed = first_gain(self, mv, values).saturating_sub(threshold).saturating_add(1);
        if needed <= 0 {
            return false;
        }
        // Most questions end here: even losing the piece that moved would leave enough.
        let role = moving_role(self, mv);
        let at_risk = mv.promotion().unwrap_or(role);
        if needed > values.of(at_risk) + promotion_bonus(mv.to(), values) {
            return true;
        }
        let mut exchange = Exchange::begin(self, mv, role, values);
        let mut answer = true;
        // `gain - rest >= needed` is the same as not `rest >= gain - needed + 1`, the other side's next question.
        while needed > 0 && needed <= exchange.most() {
            match exchange.capture() {
                Some(gain) => needed = gain - needed + 1,
                None => return answer,
            }
            answer = !answer;
        }
        if needed <= 0 { !answer } else { answer }
    }
}

/// What the best recapture on this square can gain besides its victim.
#[inline(always)]
fn promotion_bonus(to: Square, values: &Values) -> i32 {
    if Bitboard::BACK_RANKS.contains(to) { values.promotion(Role::Queen).max(0) } else { 0 }
}

#[inline(always)]
fn moving_role(position: &Position, mv: Move) -> Role {
    position.role_at(mv.from()).unwrap_or(Role::Pawn)
}

/// What the first move takes and what it adds by promoting.
#[inline(always)]
fn first_gain(position: &Position, mv: Move, values: &Values) -> i32 {
    let victim = if mv.is_en_passant() { Some(Role::Pawn) } else { position.role_at(mv.to()) };
    let taken = victim.map_or(0, |role| values.of(role));
    taken + mv.promotion().map_or(0, |role| values.promotion(role))
}

/// An exchange on one square under way. Only what has left its square is recorded; the board itself does not change.
struct Exchange<'a> {
    board: &'a Board,
    values: &'a Values,
    to: Square,
    /// Who stands where, the pieces that have captured taken off their squares; the target is always occupied.
    occupied: Bitboard,
    /// Whatever attacks the target, perhaps with pieces that have captured already.
    attackers: Bitboard,
    /// Whose turn it is to capture.
    side: Color,
    /// What stands on the target.
    on_target: Role,
    /// The side that made the first move with its king, and has none to mind any more.
    homeless: Option<Color>,
    /// By side, once asked for: the enemy sliders that would attack its king on an empty board.
    snipers: [Option<Bitboard>; 2],
}

impl<'a> Exchange<'a> {
    /// The exchange after its first move, made by a piece of this role.
    #[inline(always)]
    fn begin(position: &'a Position, mv: Move, role: Role, values: &'a Values) -> Exchange<'a> {
        let board = position.board();
        let (from, to, mover) = (mv.from(), mv.to(), position.turn());
        let mut occupied = position.occupied().without(from).with(to);
        if mv.is_en_passant() {
            occupied = occupied.without(pushed_pawn(to));
        }
        Exchange {
            board,
            values,
            to,
            occupied,
            attackers: board.attackers_to(to, occupied),
            side: !mover,
            on_target: mv.promotion().unwrap_or(role),
            // A king that captured is on the target now, and will not come back if it is taken there.
            homeless: (role == Role::King).then_some(mover),
            snipers: [None; 2],
        }
    }

    /// No capture by the side to move gains more than this at once.
    #[inline(always)]
    fn most(&self) -> i32 {
        self.values.of(self.on_target) + promotion_bonus(self.to, self.values)
    }

    /// The side to move captures with its least valuable legal piece, if it has one: what this gains at once.
    #[inline(always)]
    fn capture(&mut self) -> Option<i32> {
        let capturer = self.take_with_the_least()?;
        let mut gain = self.values.of(self.on_target);
        self.on_target = capturer;
        if capturer == Role::Pawn && self.to.rank() == Rank::Eighth.relative_to(self.side) {
            gain += self.values.promotion(Role::Queen);
            self.on_target = Role::Queen;
        }
        self.side = !self.side;
        Some(gain)
    }

    #[inline(always)]
    fn take_with_the_least(&mut self) -> Option<Role> {
        let able = self.attackers & self.occupied & self.board.by_color(self.side);
        if able.is_empty() {
            return None;
        }
        let snipers = self.snipers() & self.occupied;
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let mut pieces = able & self.board.by_role(role);
            while let Some(from) = nearest_home(pieces, self.side) {
                if self.king_stays_safe(snipers, from) {
                    self.leave(from, role);
                    return Some(role);
                }
                pieces = pieces.without(from);
            }
        }
        if !able.intersects(self.board.by_role(Role::King)) {
            return None;
        }
        // No enemy slider waits behind the king: it would have to see the king along the line to the target, and a
        // piece that opened that line by capturing there would have had to jump over the king.
        let defended = (self.attackers & self.occupied).intersects(self.board.by_color(!self.side));
        if defended {
            return None;
        }
        self.occupied -= self.board.pieces(self.side, Role::King);
        Some(Role::King)
    }

    /// Takes a piece that captures off its square and lets those behind it see the target.
    #[inline(always)]
    fn leave(&mut self, from: Square, role: Role) {
        self.occupied = self.occupied.without(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            self.attackers |= attacks::bishop(self.to, self.occupied) & self.board.diagonal_sliders();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            self.attackers |= attacks::rook(self.to, self.occupied) & self.board.orthogonal_sliders();
        }
    }

    /// The enemy sliders on a line with the king of the side to move, whatever stands between. Nothing else can attack
    /// that king during an exchange: it was safe before the enemy's last capture, and the piece that made it is the one
    /// about to be taken.
    #[inline(always)]
    fn snipers(&mut self) -> Bitboard {
        let side = self.side as usize;
        if let Some(known) = self.snipers[side] {
            return known;
        }
        let snipers = match self.board.king(self.side) {
            Some(king) if self.homeless != Some(self.side) => {
                self.board.snipers(self.board.by_color(!self.side), king).without(self.to)
            }
            _ => Bitboard::EMPTY,
        };
        self.snipers[side] = Some(snipers);
        snipers
    }

    /// Whether no sniper sees the king of the side to move when the piece on `from` has left.
    #[inline(always)]
    fn king_stays_safe(&self, snipers: Bitboard, from: Square) -> bool {
        if snipers.is_empty() {
            return true;
        }
        let Some(king) = self.board.king(self.side) else {
            return true;
        };
        let occupied = self.occupied.without(from);
        snipers.into_iter().all(|sniper| between(king, sniper).intersects(occupied))
    }
}

/// The first square as this side counts them: from its own back rank, a-file first.
#[inline(always)]
pub(super) fn nearest_home(squares: Bitboard, side: Color) -> Option<Square> {
    match side {
        Color::White => squares.first(),
        Color::Black => squares.flip_vertical().first().map(Square::flip_vertical),
    }
}
