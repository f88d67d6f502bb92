//! The moves of one side, ready to be answered for.
//!
//! Pieces are listed one by one, each with all its targets, to be sorted eight at a time (see
//! [`super::sorted`]). Pawns come in sets and are sorted here. What needs a look at a single move is
//! done on the way: en passant, castling, captures beside the king.

use core::mem::MaybeUninit;

use super::king_zone::KingZone;
use super::made::{count_en_passant_replies, count_pawns, king_retakes};
use crate::board::{Board, CastlingPath, role};
use crate::generate::{PawnMove, Sink, all_but_the_king, danger, king, king_steps};
use crate::geometry::{KING, squares};
use crate::isa::Isa;
use crate::lanes::Lanes;
use crate::side::{FILE_A, FILE_H, Side};

/// Twelve pieces at most and pawns in three sets, in two registers.
pub(super) const MOVERS: usize = 16;

/// The moves of the side `S`: pieces one by one, to be sorted eight at a time; pawns sorted already,
/// because they come in sets.
pub(crate) struct Movers<'a, S, I: Isa> {
    pub(super) board: &'a Board,
    pub(super) zone: &'a KingZone<I::Lanes>,
    /// Where the king may not step, if it is not in check.
    attacked: u64,
    pub(super) targets: [MaybeUninit<u64>; MOVERS + 1],
    pub(super) origins: [MaybeUninit<u64>; MOVERS + 1],
    pub(super) roles: [MaybeUninit<u64>; MOVERS + 1],
    pub(super) len: usize,
    /// Where pawns go, by the kind of move.
    pub(super) pawn_targets: [u64; 4],
    /// Rooks to castle with.
    pub(super) castles: u64,
    /// Replies that are counted one by one.
    pub(super) slow: u64,
    _side: core::marker::PhantomData<S>,
}

impl<'a, S: Side, I: Isa> Movers<'a, S, I> {
    #[inline(always)]
    pub(super) fn new(board: &'a Board, zone: &'a KingZone<I::Lanes>, attacked: u64) -> Self {
        Self {
            board,
            zone,
            attacked,
            targets: [const { MaybeUninit::uninit() }; MOVERS + 1],
            origins: [const { MaybeUninit::uninit() }; MOVERS + 1],
            roles: [const { MaybeUninit::uninit() }; MOVERS + 1],
            len: 0,
            pawn_targets: [0; 4],
            castles: 0,
            slow: 0,
            _side: core::marker::PhantomData,
        }
    }

    /// Lists the moves of the board.
    #[inline(always)]
    pub fn list(&mut self) {
        let (b, attacked) = (self.board, self.attacked);
        let danger = danger::<S>(b);
        all_but_the_king::<S, I, _>(b, &danger, self);
        let [push, double, west, east] = self.pawn_targets;
        // No square can be pushed to and jumped to.
        self.push(role::PAWN, 0, push | double);
        self.push(role::PAWN, 0, west);
        self.push(role::PAWN, 0, east);
        let steps = if danger.checkers == 0 { KING[b.king()] & !(b.us | attacked) } else { king_steps::<S, I>(b) };
        king::<S, I, _>(b, &danger, steps, Some(attacked), self);
    }

    /// Written always, kept only if there is a target: no branch.
    #[inline(always)]
    fn push(&mut self, role: u8, origins: u64, targets: u64) {
        let at = self.len.min(MOVERS);
        self.targets[at].write(targets);
        self.origins[at].write(origins);
        self.roles[at].write(u64::from(role));
        self.len = at + usize::from(targets != 0);
    }
}

impl<S: Side, I: Isa> Sink<S> for Movers<'_, S, I> {
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, from: usize, targets: u64) {
        self.push(ROLE, 1 << from, targets);
    }

    #[inline(always)]
    fn pawns(&mut self, kind: PawnMove, targets: u64) {
        let delta = kind.delta::<S>();
        let origins = if delta > 0 { targets >> delta } else { targets << -delta };
        let arrive = |from: u64| if delta > 0 { from << delta } else { from >> -delta };
        let origin = |to: usize| 1_u64 << ((to as i32 - delta) & 63);
        let awkward = targets & (self.zone.awkward_for_pawns | S::LAST_RANK | arrive(origins & self.zone.awkward_from));
        if awkward != 0 {
            self.slow += count_pawns::<S, I>(self.board, kind, awkward);
        }
        let targets = targets ^ awkward;
        match kind {
            PawnMove::Push => {}
            PawnMove::DoublePush => {
                let ready = self.board.pawns & self.board.them;
                for to in squares(targets & ((ready & !FILE_H) << 1 | (ready & !FILE_A) >> 1)) {
                    self.slow += count_en_passant_replies::<S, I>(self.board, origin(to), 1 << to);
                }
            }
            PawnMove::CaptureWest | PawnMove::CaptureEast => {
                for to in squares(targets & self.zone.beside) {
                    self.slow += u64::from(king_retakes::<S, I>(self.board, origin(to), to));
                }
            }
        }
        self.pawn_targets[kind as usize] = targets;
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize) {
        let child = self.board.after_en_passant::<S>(1 << from);
        self.slow += u64::from(I::moves::<S::Foe>(&child));
    }

    #[inline(always)]
    fn castle(&mut self, rook: usize) {
        let king = self.board.king();
        let path = CastlingPath::new(king, rook);
        let lifted = 1 << king | 1 << rook;
        let zone = self.zone;
        let awkward = lifted & (zone.awkward_from | zone.pinners | zone.guards)
            | path.king_to & zone.awkward_to.lane(role::KING as usize)
            | path.rook_to & (zone.awkward_to.lane(role::ROOK as usize) | zone.pins_to.lane(role::ROOK as usize))
            // Kings this close, and two pieces lifted from one line, are not worth a thought.
            | S::HOME_RANK & (KING[self.board.their_king()] | self.board.kings & self.board.them);
        if awkward != 0 || zone.denied_at(role::KING, path.king_to) != 0 {
            let child = self.board.after_castling::<S>(rook);
            self.slow += u64::from(I::moves::<S::Foe>(&child));
            return;
        }
        self.slow += u64::from(zone.count - zone.denied_at(role::ROOK, path.rook_to));
        self.castles |= 1 << rook;
    }
}

/// Where pawns come from, by the kind of move.
#[inline(always)]
pub(super) fn pawn_origins<S: Side>(targets: &[u64; 4]) -> [u64; 4] {
    let [push, double, west, east] = *targets;
    [S::Foe::up(push), S::Foe::up(S::Foe::up(double)), S::Foe::up_east(west), S::Foe::up_west(east)]
}
