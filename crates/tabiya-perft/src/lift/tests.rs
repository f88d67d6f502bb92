//! The pair counter against its twin, the slow way, and its parts against theirs.

use std::collections::BTreeMap;

use super::king_zone::KingZone;
use super::movers::{Movers, pawn_origins};
use super::replies::{Army, Replies, Total};
use super::uncovered::Uncovered;
use crate::board::{Board, role};
use crate::children::{Step, for_each_child};
use crate::count::count_moves;
use crate::generate::{attackers, danger};
use crate::geometry::{KING, KNIGHT, squares};
use crate::isa::Isa;
use crate::lanes::{Array, Lanes};
use crate::side::{Black, Side, White};
use crate::sliders::{Portable, Sliders};
use crate::testing::{games, random_games};
use tabiya::cpu::Level;

fn slow_pairs<S: Side>(b: &Board) -> u64 {
    let mut total = 0;
    for_each_child::<S, Portable>(b, |child, _| total += u64::from(count_moves::<S::Foe, Portable>(child)));
    total
}

fn compare<S: Side>(b: &Board) -> u64 {
    let slow = slow_pairs::<S>(b);
    assert_eq!(super::pairs::<S, Portable>(b), slow, "portable lanes: {b:?}");
    #[cfg(target_arch = "x86_64")]
    for isa in Level::available() {
        let fast = match isa {
            Level::Portable => Portable::pairs::<S>(b),
            Level::Bmi2 => crate::sliders::Pext::pairs::<S>(b),
            Level::Avx2 => crate::isa::Avx2::pairs::<S>(b),
            Level::Avx512 => crate::isa::Avx512::pairs::<S>(b),
            Level::Neon | Level::Simd128 => unreachable!("no level of x86-64"),
        };
        assert_eq!(fast, slow, "{isa}: {b:?}");
    }
    u64::from(count_moves::<S, Portable>(b))
}

#[test]
fn pairs_are_what_the_slow_way_counts() {
    let mut children = 0;
    random_games(games(600), 0x9e37_79b9_7f4a_7c15, |b, white, peer| {
        let moves = if white { compare::<White>(b) } else { compare::<Black>(b) };
        let mut expected = 0;
        peer.generate_moves(|set| {
            expected += set.len() as u64;
            false
        });
        assert_eq!(moves, expected, "{peer}");
        children += moves;
    });
    assert!(children > 1_000_000, "only {children} children were compared");
}

/// Where a piece of the mover goes, legal or not.
fn targets_of(b: &Board, square: usize) -> u64 {
    let (bit, occupied) = (1 << square, b.occupied());
    let mut targets = 0;
    if b.knights & bit != 0 {
        targets |= KNIGHT[square];
    }
    if b.kings & bit != 0 {
        targets |= KING[square];
    }
    if b.straight & bit != 0 {
        targets |= Portable::rook(square, occupied);
    }
    if b.diagonal & bit != 0 {
        targets |= Portable::bishop(square, occupied);
    }
    targets & !b.us & !b.kings
}

/// The replies, but for the king's, over the targets of each lifted piece: by what it uncovers, and
/// by preparing the board without it anew. Returns how many pieces had something to uncover.
fn compare_lifts<S: Side>(b: &Board) -> usize {
    let king = b.their_king();
    let army = Army::<Array>::new(b, king, 0);
    let replies = Replies::new::<S>(b, &army, b.us, army.see(!b.occupied()));
    let uncovered = Uncovered::new(b, &replies);
    let mut changed = 0;
    for square in squares(b.us & !b.pawns) {
        let (bit, targets) = (1_u64 << square, targets_of(b, square));
        let moves = Array::splat(u64::from(targets.count_ones()));
        let mut plain = Total::zero();
        replies.add_count(&mut plain, moves);
        replies.add_change(&mut plain, Array::splat(targets), 0);
        let mut fast = plain;
        uncovered.add_lift(&mut fast, b.them, square, targets);
        replies.add_lifts_beside_pawns::<S>(&mut fast, Array::first_lane(bit), Array::first_lane(targets));
        let without = b.us & !bit;
        let lifted = Replies::new::<S>(b, &army, without, army.see(!(without | b.them)));
        let mut slow = Total::zero();
        lifted.add_count(&mut slow, moves);
        lifted.add_change(&mut slow, Array::splat(targets), 0);
        assert_eq!(fast.sum(), slow.sum(), "lifting from {square}: {b:?}");
        changed += usize::from(slow.sum() != plain.sum());
    }
    changed
}

#[test]
fn what_a_lifted_piece_uncovers_is_what_the_board_without_it_says() {
    let mut changed = 0;
    random_games(games(300), 0x0dd_ba11, |b, white, _| {
        changed += if white { compare_lifts::<White>(b) } else { compare_lifts::<Black>(b) };
    });
    assert!(changed > 20_000, "only {changed} lifted pieces changed anything");
}

/// How often something was met.
#[derive(Default)]
struct Met(BTreeMap<&'static str, u32>);

impl Met {
    fn note(&mut self, what: &'static str, met: bool) {
        *self.0.entry(what).or_default() += u32::from(met);
    }

    /// Everything that pair counting treats in its own way.
    fn look<S: Side>(&mut self, b: &Board) {
        let mut zone = KingZone::<Array>::new();
        let seen = zone.look::<S, Portable>(b);
        self.note("left to the slow way altogether", !seen);
        if !seen {
            return;
        }
        let now = danger::<S>(b);
        self.note("mover in check", now.checkers != 0);
        self.note("mover's piece pinned", now.pinned != 0);
        self.note("replier's piece pinned", zone.pinners != 0);
        self.note("one piece forbids a step", zone.guards != 0);
        let attacked = squares(!0)
            .filter(|&square| attackers::<Portable, S>(b, square, b.them, b.occupied()) != 0)
            .fold(0, |all, square| all | 1 << square);
        let mut movers = Movers::<S, Portable>::new(b, &zone, attacked);
        movers.list();
        let [push, double, west, east] = pawn_origins::<S>(&movers.pawn_targets);
        self.note("plain push", push != 0);
        self.note("plain double push", double != 0);
        self.note("plain pawn capture to the west", west != 0);
        self.note("plain pawn capture to the east", east != 0);
        for_each_child::<S, Portable>(b, |child, step| {
            self.note("check given", danger::<S::Foe>(child).checkers != 0);
            match step {
                Step::Castle { rook, .. } => {
                    let plain = movers.castles >> rook & 1 != 0;
                    self.note("castling as drops", plain);
                    self.note("castling made", !plain);
                }
                Step::EnPassant { .. } => self.note("en passant", true),
                Step::Promotion { .. } => self.note("promotion", true),
                Step::DoublePush { .. } => self.note("en passant in reply", child.en_passant != 0),
                Step::Plain { role, to, .. } => {
                    self.note("king's step", role == role::KING);
                    self.note("new pin", zone.pins_to.lane(role as usize) >> to & 1 != 0);
                    self.note("capture beside the king", zone.beside >> to & 1 != 0);
                }
            }
        });
    }
}

#[test]
fn the_random_games_meet_everything() {
    let mut met = Met::default();
    random_games(
        600,
        0x9e37_79b9_7f4a_7c15,
        |b, white, _| {
            if white { met.look::<White>(b) } else { met.look::<Black>(b) }
        },
    );
    assert!(met.0.values().all(|&times| times >= 10), "too rare to be tested: {:?}", met.0);
}
