//! Eight movers at a time: which of their moves are plain, and what the king says to those.
//!
//! A move is plain if differences tell its replies. What is not quite plain is marked for
//! [`super::made`]: there an awkward move is made, and a capture beside the king or a pin is looked at
//! on its own.

use core::mem::MaybeUninit;

use super::movers::{MOVERS, Movers};
use super::replies::{Replies, Total};
use super::uncovered::Uncovered;
use crate::board::Board;
use crate::geometry::squares;
use crate::isa::Isa;
use crate::lanes::Lanes;
use crate::side::Side;

/// Eight movers sorted.
#[derive(Clone, Copy)]
pub(super) struct Sorted<V> {
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

impl<V: Lanes> Sorted<V> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = V::splat(0);
        Self { origins: none, roles: none, plain: none, awkward: none, slow: 0, beside: 0, pinning: 0, unpinning: 0 }
    }
}

/// Sorts eight movers, and adds the king's replies to plain moves and what changes for pawns when the
/// pieces are lifted.
#[inline(always)]
pub(super) fn sort_eight<S: Side, I: Isa>(
    movers: &Movers<'_, S, I>,
    replies: &Replies<I::Lanes>,
    total: &mut Total<I::Lanes>,
    start: usize,
) -> Sorted<I::Lanes> {
    let zone = movers.zone;
    let count = movers.len - start;
    let targets = load_eight::<I::Lanes>(&movers.targets, start, count);
    let origins = load_eight::<I::Lanes>(&movers.origins, start, count);
    let roles = load_eight::<I::Lanes>(&movers.roles, start, count);

    let from_here = targets.keep_meeting(origins, I::Lanes::splat(zone.awkward_from));
    let mut awkward_to = roles.look_up(zone.awkward_to);
    if zone.only_liner != 0 {
        awkward_to = awkward_to.minus(zone.own_line(origins, roles));
    }
    let awkward = from_here.or(targets.and(awkward_to));
    // Pawn sets have no origin and are sorted already.
    let pieces = origins.meets(origins);
    let awkward = awkward.keep_meeting(origins, origins);
    let plain = targets.xor(awkward);

    let mut lanes = plain.popcount().times(I::Lanes::splat(u64::from(zone.count)));
    if zone.count != 0 {
        let mut denied = zone.denied_to(roles, plain, 0).add(zone.denied_to(roles, plain, 1).twice());
        if zone.count > 3 {
            let high = zone.denied_to(roles, plain, 2).add(zone.denied_to(roles, plain, 3).twice());
            denied = denied.add(high.twice().twice());
        }
        lanes = lanes.sub(denied.whole());
    }
    total.lanes = total.lanes.add(lanes).add(zone.opened(origins, roles, plain));

    if origins.meets(I::Lanes::splat(replies.touched_by_pawns())) != 0 {
        replies.add_lifts_beside_pawns::<S>(total, origins, plain);
    }
    let beside = plain.meets(I::Lanes::splat(zone.beside)) & pieces;
    let pinning = plain.meets(roles.look_up(zone.pins_to)) & pieces;
    let unpinning = origins.meets(I::Lanes::splat(zone.pinners));
    Sorted { origins, roles, plain, awkward, slow: awkward.meets(awkward), beside, pinning, unpinning }
}

/// Adds what the touched ones of eight movers uncover.
#[inline(always)]
pub(super) fn add_lifts<V: Lanes>(
    uncovered: &Uncovered<V>,
    total: &mut Total<V>,
    b: &Board,
    sorted: &Sorted<V>,
    touched: u64,
) {
    let lifted = sorted.origins.meets(V::splat(touched));
    if lifted != 0 {
        let (plain, origins) = (sorted.plain.store(), sorted.origins.store());
        for i in squares(u64::from(lifted)) {
            uncovered.add_lift(total, b.them, origins[i & 7].trailing_zeros() as usize & 63, plain[i & 7]);
        }
    }
}

#[inline(always)]
fn load_eight<V: Lanes>(lanes: &[MaybeUninit<u64>; MOVERS + 1], start: usize, count: usize) -> V {
    match lanes[start..].first_chunk() {
        Some(eight) => V::load_first(eight, count),
        None => V::splat(0),
    }
}
