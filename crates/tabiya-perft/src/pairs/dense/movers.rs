//! The moves of one side, prepared for counting the replies.
//!
//! Pieces are listed one by one, each with all its targets, to be classified eight at a
//! time (see [`super::classify`]). Pawns come in sets and are classified here. What needs a look at a single move is
//! done on the way: en passant, castling, captures beside the king.

use tabiya::attacks::king;
use tabiya::cpu::{Compiled, copies};
use tabiya::movegen::{Promotions, Sink, origin};
use tabiya::{Bitboard, Direction, MoveKind, Role, Side, Square, Wing};

use super::exceptions::{count_en_passant_replies, count_pawns, king_retakes};
use super::king_zone::KingZone;
use crate::arch::Arch;
use crate::arch::Lanes;
use crate::count::board::{CountBoard, castled, home_rank};
use crate::count::generate::{all_but_the_king, danger, king_moves, king_steps};
use crate::count::moves::moves;
use crate::count::stack::Columns;
use crate::pairs::promotions::replies_to_promotions;

/// Twelve pieces at most and pawns in three sets, in two registers.
const MOVERS: usize = 16;

/// The columns of the list.
pub(super) const TARGETS: usize = 0;
pub(super) const ORIGINS: usize = 1;
pub(super) const ROLES: usize = 2;

/// The moves of the side `S`: pieces one by one, to be classified eight at a time; pawns classified
/// already, because they come in sets.
pub(crate) struct Movers<'a, S, A: Arch> {
    pub(super) arch: A,
    pub(super) board: &'a CountBoard,
    pub(super) zone: &'a KingZone<A::Lanes>,
    /// Where the king may not step, if it is not in check.
    attacked: Bitboard,
    pub(super) list: Columns<{ MOVERS + 1 }>,
    /// Where pawns go: pushes, double pushes, captures to the west and to the east.
    pub(super) pawn_targets: [Bitboard; 4],
    /// Rooks to castle with.
    pub(super) castles: Bitboard,
    /// Replies that are counted one by one.
    pub(super) slow: u64,
    _side: core::marker::PhantomData<S>,
}

impl<'a, S: Side, A: Arch> Movers<'a, S, A> {
    #[inline(always)]
    pub(super) fn new(arch: A, board: &'a CountBoard, zone: &'a KingZone<A::Lanes>, attacked: Bitboard) -> Self {
        Self {
            arch,
            board,
            zone,
            attacked,
            list: Columns::new(),
            pawn_targets: [Bitboard::EMPTY; 4],
            castles: Bitboard::EMPTY,
            slow: 0,
            _side: core::marker::PhantomData,
        }
    }

    /// Lists the moves of the board, in a function of its own: it and [`look_at_king`](super::king_zone::look_at_king)
    /// are too large to be part of one function with the rest.
    #[inline(always)]
    pub(super) fn list(&mut self) {
        let arch = self.arch;
        arch.run(ListMovers(self));
    }

    #[inline(always)]
    fn list_here(&mut self) {
        let (b, attacked, sliders) = (self.board, self.attacked, self.arch.sliders());
        let danger = danger::<S>(b);
        all_but_the_king::<S, _, _>(sliders, b, &danger, self);
        let [push, double, west, east] = self.pawn_targets;
        // No square can be pushed to and jumped to.
        self.push(Role::Pawn, Bitboard::EMPTY, push | double);
        self.push(Role::Pawn, Bitboard::EMPTY, west);
        self.push(Role::Pawn, Bitboard::EMPTY, east);
        let steps = if danger.checkers.is_empty() {
            king(b.king()) - (b.us | attacked)
        } else {
            king_steps::<S, _>(sliders, b)
        };
        king_moves::<S, _, _>(sliders, b, &danger, steps, Some(attacked), self);
    }

    #[inline(always)]
    fn push(&mut self, role: Role, origins: Bitboard, targets: Bitboard) {
        self.list.push([targets.0, origins.0, role as u64], targets.any());
    }
}

struct ListMovers<'a, 'b, S, A: Arch>(&'a mut Movers<'b, S, A>);

impl<A: Arch, S: Side> Compiled<A> for ListMovers<'_, '_, S, A> {
    type Output = ();
    #[inline(always)]
    fn run(self, _: A) {
        self.0.list_here();
    }
    copies!(A);
}

impl<S: Side, A: Arch> Sink for Movers<'_, S, A> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        self.push(role, from.bitboard(), quiets | captures);
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        let place = match kind {
            MoveKind::DoublePush => 1,
            MoveKind::Capture if step == S::UP_WEST => 2,
            MoveKind::Capture => 3,
            _ => 0,
        };
        let leaving = match kind {
            MoveKind::DoublePush => self.zone.awkward_from.shift(step).shift(step),
            _ => self.zone.awkward_from.shift(step),
        };
        let awkward = targets & (self.zone.awkward_for_pawns | leaving);
        if awkward.any() {
            self.slow += count_pawns::<S, A>(self.arch, self.board, kind, step, awkward);
        }
        let targets = targets ^ awkward;
        match kind {
            MoveKind::DoublePush => {
                let ready = self.board.pawns & self.board.them;
                for to in targets & (ready.shift(Direction::East) | ready.shift(Direction::West)) {
                    let from = origin(kind, step, to).bitboard();
                    self.slow += count_en_passant_replies::<S, A>(self.arch, self.board, from, to.bitboard());
                }
            }
            MoveKind::Capture => {
                for to in targets & self.zone.beside {
                    let from = origin(kind, step, to).bitboard();
                    self.slow += u64::from(king_retakes::<S, A>(self.arch, self.board, from, to));
                }
            }
            _ => {}
        }
        self.pawn_targets[place] = targets;
    }

    #[inline(always)]
    fn promotions(&mut self, _: bool, step: Direction, targets: Bitboard, _: Promotions) {
        if targets.any() {
            self.slow += replies_to_promotions::<S, A>(self.arch, self.board, step, targets);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, _: Square) {
        let child = self.board.after_en_passant::<S>(from.bitboard());
        self.slow += u64::from(moves::<S::Opponent, _>(self.arch, &child));
    }

    #[inline(always)]
    fn castle(&mut self, _: Wing, from: Square, rook: Square) {
        let (king_to, rook_to) = castled(from, rook);
        let (b, zone) = (self.board, self.zone);
        let lane = |lanes: &A::Lanes, role: Role| Bitboard(lanes.lane(role as usize));
        let awkward = from.bitboard().with(rook) & (zone.awkward_from | zone.pinners | zone.guards)
            | king_to & lane(&zone.awkward_to, Role::King)
            | rook_to & (lane(&zone.awkward_to, Role::Rook) | lane(&zone.pins_to, Role::Rook))
            // Left to the slow way, because kings so close are rare: a king on or beside the back rank, or kings so
            // near that king and rook may have forbidden one step together and leave at once.
            | home_rank::<S>() & (king(b.their_king()) | b.kings & b.them)
            | king(from) & king(b.their_king());
        if awkward.any() || zone.denied_at(Role::King, king_to) != 0 {
            let child = b.after_castling::<S>(rook);
            self.slow += u64::from(moves::<S::Opponent, _>(self.arch, &child));
            return;
        }
        self.slow += u64::from(zone.count - zone.denied_at(Role::Rook, rook_to));
        self.castles = self.castles.with(rook);
    }
}

/// Where pawns come from, by the kind of move.
#[inline(always)]
pub(super) fn pawn_origins<S: Side>(targets: &[Bitboard; 4]) -> [Bitboard; 4] {
    let [push, double, west, east] = *targets;
    let back = S::UP.opposite();
    [
        push.shift(back),
        double.shift(back).shift(back),
        west.shift(S::UP_WEST.opposite()),
        east.shift(S::UP_EAST.opposite()),
    ]
}
