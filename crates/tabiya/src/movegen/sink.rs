//! Where generated moves go: a [`Sink`] receives them as sets and decides what to make of them.

use super::writer::{ListSink, Writer};
use crate::{Bitboard, Direction, Move, MoveKind, MoveList, Role, Square, Wing};

/// Which pieces a set of promotions stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Promotions {
    /// Queen, rook, bishop and knight.
    All,
    /// The queen alone.
    Queen,
    /// Rook, bishop and knight.
    Under,
    /// The knight alone.
    Knight,
    /// No piece: the set stands for no move.
    None,
}

impl Promotions {
    /// The pieces, in the order in which a list gets them.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Promotions::All => &Role::PROMOTIONS,
            Promotions::Queen => &[Role::Queen],
            Promotions::Under => &[Role::Rook, Role::Bishop, Role::Knight],
            Promotions::Knight => &[Role::Knight],
            Promotions::None => &[],
        }
    }

    /// How many moves each target square stands for.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.roles().len()
    }
}

/// A consumer of generated moves. Sets are never expanded on the way, so counting is adding up popcounts.
///
/// A method may be called with empty sets, and more than once for the same piece, but never twice with the same move.
pub trait Sink {
    /// A piece other than a pawn goes from `from` to any of these squares.
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard);

    /// Pawns arrive on these squares, each by a step in this direction (two steps for a double push). The kind is
    /// `Quiet`, `DoublePush` or `Capture`.
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard);

    /// Pawns arrive on these squares of the last rank, each by a step in this direction.
    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions);

    /// A pawn takes another in passing.
    fn en_passant(&mut self, from: Square, to: Square);

    /// The king castles.
    fn castle(&mut self, wing: Wing, king: Square, rook: Square);

    /// Whether the sink wants no more moves. The generator asks after every few sets, so a sink that is done may still
    /// be handed some.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

/// Where the pawn that arrives on `target` came from.
#[inline(always)]
pub fn origin(kind: MoveKind, step: Direction, target: Square) -> Square {
    let steps = if matches!(kind, MoveKind::DoublePush) { 2 } else { 1 };
    Square::from_low_bits((target as i8 - steps * step.delta()) as u8)
}

/// Counts moves.
#[derive(Copy, Clone, Default, Debug)]
pub struct MoveCounter {
    /// The moves so far.
    pub count: usize,
}

impl Sink for MoveCounter {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.count += (quiets | captures).len() as usize;
    }

    #[inline(always)]
    fn pawns(&mut self, _: MoveKind, _: Direction, targets: Bitboard) {
        self.count += targets.len() as usize;
    }

    #[inline(always)]
    fn promotions(&mut self, _: bool, _: Direction, targets: Bitboard, promotions: Promotions) {
        self.count += targets.len() as usize * promotions.count();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.count += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Wing, _: Square, _: Square) {
        self.count += 1;
    }
}

/// Finds out whether there is any move, and is done with the first.
///
/// ```
/// use tabiya::movegen::{AnyMove, Captures};
/// use tabiya::Position;
/// let mut captures = AnyMove::default();
/// Position::default().generate_into::<Captures, _>(&mut captures);
/// assert!(!captures.found);
/// ```
#[derive(Copy, Clone, Default, Debug)]
pub struct AnyMove {
    /// Whether there was one.
    pub found: bool,
}

impl Sink for AnyMove {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.found |= (quiets | captures).any();
    }

    #[inline(always)]
    fn pawns(&mut self, _: MoveKind, _: Direction, targets: Bitboard) {
        self.found |= targets.any();
    }

    #[inline(always)]
    fn promotions(&mut self, _: bool, _: Direction, targets: Bitboard, _: Promotions) {
        self.found |= targets.any();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.found = true;
    }

    #[inline(always)]
    fn castle(&mut self, _: Wing, _: Square, _: Square) {
        self.found = true;
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.found
    }
}

/// Hands each move to a function until it says that it wants no more; see
/// [`Position::for_each`](crate::Position::for_each).
pub(super) struct Each<F> {
    pub(super) wants_more: F,
    pub(super) done: bool,
}

impl<F: FnMut(Move) -> bool> Each<F> {
    #[inline(always)]
    fn hand(&mut self, from: Square, to: Square, kind: MoveKind) {
        if !self.done {
            self.done = !(self.wants_more)(Move::new(from, to, kind));
        }
    }
}

impl<F: FnMut(Move) -> bool> Sink for Each<F> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in quiets | captures {
            self.hand(from, to, if captures.contains(to) { MoveKind::Capture } else { MoveKind::Quiet });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        for to in targets {
            self.hand(origin(kind, step, to), to, kind);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
        for to in targets {
            for kind in promotions.roles().iter().filter_map(|&role| MoveKind::promotion_to(role, capture)) {
                self.hand(origin(MoveKind::Quiet, step, to), to, kind);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.hand(from, to, MoveKind::EnPassant);
    }

    #[inline(always)]
    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        self.hand(king, rook, MoveKind::castle(wing));
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.done
    }
}

/// What [`Position::append`](crate::Position::append) would have written, for programs that feed a list by hand; the
/// targets of a piece may hold its own square, which is then left out.
impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        let mut writer = Writer::append(self);
        writer.piece(role, from, quiets, captures);
        writer.finish();
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        let mut writer = Writer::append(self);
        writer.pawns(kind, step, targets);
        writer.finish();
    }

    #[inline(always)]
    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
        let mut writer = Writer::append(self);
        writer.promotions(capture, step, targets, promotions);
        writer.finish();
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        self.push(Move::castle(king, rook, wing));
    }
}
