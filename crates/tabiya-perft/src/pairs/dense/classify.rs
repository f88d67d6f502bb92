//! Eight movers at a time: which of their moves are plain, and how the king replies to those.
//!
//! A move is plain if differences tell its replies. What is not quite plain is marked for
//! [`super::exceptions`]: there an awkward move is made, and a capture beside the king or a pin is looked
//! at on its own.

use tabiya::{Bitboard, Side};

use super::exceptions::bits;
use super::movers::{Movers, ORIGINS, ROLES, TARGETS};
use super::replies::{Replies, Total};
use super::uncovered::Uncovered;
use crate::arch::Arch;
use crate::arch::Lanes;
use crate::count::board::{CountBoard, only};

/// Eight movers classified.
#[derive(Clone, Copy)]
pub(super) struct Classified<V> {
    pub origins: V,
    pub roles: V,
    /// Targets that differences answer for, and those that they do not.
    pub plain: V,
    pub awkward: V,
    /// Which of the eight have awkward targets, take something beside the king, pin, or unpin.
    pub slow: u8,
    pub beside: u8,
    pub pinning: u8,
    pub unpinning: u8,
}

impl<V: Lanes> Classified<V> {
    #[inline(always)]
    pub fn none(token: V::Token) -> Self {
        let none = V::splat(token, 0);
        Self { origins: none, roles: none, plain: none, awkward: none, slow: 0, beside: 0, pinning: 0, unpinning: 0 }
    }
}

/// Classifies eight movers, and adds the king's replies to plain moves and what changes for pawns when
/// the pieces are lifted.
#[inline(always)]
pub(super) fn classify_eight<S: Side, A: Arch>(
    movers: &Movers<'_, S, A>,
    replies: &Replies<A::Lanes>,
    total: &mut Total<A::Lanes>,
    start: usize,
) -> Classified<A::Lanes> {
    let zone = movers.zone;
    let token = movers.arch.lanes();
    let targets = A::Lanes::load_first(token, movers.list.column(TARGETS, start));
    let origins = A::Lanes::load_first(token, movers.list.column(ORIGINS, start));
    let roles = A::Lanes::load_first(token, movers.list.column(ROLES, start));

    let from_here = targets.keep_meeting(origins, A::Lanes::set(token, zone.awkward_from));
    let mut awkward_to = roles.look_up(zone.awkward_to);
    if zone.only_liner.any() {
        awkward_to = awkward_to.minus(zone.own_line(origins, roles));
    }
    let awkward = from_here.or(targets.and(awkward_to));
    // Pawn sets have no origin and are classified already.
    let pieces = origins.meets(origins);
    let awkward = awkward.keep_meeting(origins, origins);
    let plain = targets.xor(awkward);

    let mut lanes = plain.popcount().times(A::Lanes::splat(token, u64::from(zone.count)));
    if zone.count != 0 {
        let mut denied = zone.denied_to(roles, plain, 0).add(zone.denied_to(roles, plain, 1).twice());
        if zone.count > 3 {
            let high = zone.denied_to(roles, plain, 2).add(zone.denied_to(roles, plain, 3).twice());
            denied = denied.add(high.twice().twice());
        }
        lanes = lanes.sub(denied.whole());
    }
    total.lanes = total.lanes.add(lanes).add(zone.opened(origins, roles, plain));

    if origins.meets(A::Lanes::set(token, replies.touched_by_pawns())) != 0 {
        replies.add_lifts_beside_pawns::<S>(total, origins, plain);
    }
    let beside = plain.meets(A::Lanes::set(token, zone.beside)) & pieces;
    let pinning = plain.meets(roles.look_up(zone.pins_to)) & pieces;
    let unpinning = origins.meets(A::Lanes::set(token, zone.pinners));
    Classified { origins, roles, plain, awkward, slow: awkward.meets(awkward), beside, pinning, unpinning }
}

/// Adds what the touched ones of eight movers uncover.
#[inline(always)]
pub(super) fn add_lifts<V: Lanes>(
    uncovered: &Uncovered<V>,
    total: &mut Total<V>,
    b: &CountBoard,
    classified: &Classified<V>,
    touched: Bitboard,
) {
    let lifted = classified.origins.meets(V::set(classified.origins.token(), touched));
    if lifted != 0 {
        let (plain, origins) = (classified.plain.store(), classified.origins.store());
        for i in bits(lifted) {
            uncovered.add_lift(total, b.them, only(Bitboard(origins[i & 7])), Bitboard(plain[i & 7]));
        }
    }
}
