//! Few pieces against the slow way: every placement of three, and very many of more.

use tabiya::cpu::{Compiled, Level, Portable, copies};
use tabiya::side::{Black, White};
use tabiya::{Bitboard, MoveKind, Role, Side, Square};

use crate::arch::{self, Arch, plain_sliders};
use crate::count::board::CountBoard;
use crate::count::children::for_each_child;
use crate::count::generate::{attackers, danger};
use crate::count::moves::count_moves;
use crate::run::tree::tree;
use crate::testing::{Random, board, games, random_board};

/// Every move made and its replies counted; what is seen on the way.
fn slow<S: Side>(b: &CountBoard, met: &mut Met) -> u64 {
    let mut total = 0;
    for_each_child::<S, _>(plain_sliders(), b, |child, step| {
        total += u64::from(count_moves::<S::Opponent, _>(plain_sliders(), child));
        let danger = danger::<S::Opponent>(child);
        let moved = if step.kind.is_promotion() { Bitboard::EMPTY } else { step.to.bitboard() };
        met.checks += usize::from(danger.checkers.any());
        met.double_checks += usize::from(danger.checkers.has_many());
        met.discovered += usize::from((danger.checkers - moved).any());
        met.pins += usize::from(danger.pinned.any());
        met.captures += usize::from(step.kind.is_capture());
        met.promotions += usize::from(step.kind.is_promotion());
        met.en_passant += usize::from(step.kind == MoveKind::EnPassant);
        met.castles += usize::from(matches!(step.kind, MoveKind::CastleKing | MoveKind::CastleQueen));
        met.en_passant_replies += usize::from(child.en_passant.any());
        if child.castling.intersects(child.us) {
            let mut replies = 0;
            for_each_child::<S::Opponent, _>(plain_sliders(), child, |_, reply| {
                replies += usize::from(matches!(reply.kind, MoveKind::CastleKing | MoveKind::CastleQueen));
            });
            met.castling_replies += replies;
        }
        met.quiet_pawns += usize::from(step.role == Role::Pawn && step.kind == MoveKind::Quiet);
    });
    total
}

/// How many moves of each kind were compared.
#[derive(Default, Debug)]
struct Met {
    boards: usize,
    checks: usize,
    double_checks: usize,
    discovered: usize,
    pins: usize,
    captures: usize,
    promotions: usize,
    en_passant: usize,
    en_passant_replies: usize,
    castles: usize,
    castling_replies: usize,
    quiet_pawns: usize,
}

fn compare<S: Side>(b: &CountBoard, met: &mut Met) {
    // The side that has just moved is not in check.
    let king = b.their_king();
    if attackers::<S::Opponent, _>(plain_sliders(), b, king, b.us, b.occupied()).any() {
        return;
    }
    met.boards += 1;
    assert_eq!(super::pairs::<S, _>(Portable::new(), b), slow::<S>(b, met), "{}: {b:?}", S::COLOR);
}

#[test]
fn every_placement_of_three_men() {
    let mut met = Met::default();
    let stands = |role, square: Square| role != Role::Pawn || (1..7).contains(&(square as usize / 8));
    // Left and right are the same to a pawn; to pieces all eight ways to lay the board are, and so are the colours.
    for king in Bitboard(0x0f0f_0f0f_0f0f_0f0f) {
        for other in Bitboard::FULL.without(king) {
            for man in Bitboard::FULL.without(king).without(other) {
                for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let triangle = king as usize / 8 < 4 && king as usize % 8 <= king as usize / 8;
                    if !stands(role, man) || role != Role::Pawn && !triangle {
                        continue;
                    }
                    for ours in [false, true] {
                        let b = board(&[(Role::King, true, king), (Role::King, false, other), (role, ours, man)]);
                        compare::<White>(&b, &mut met);
                        if role == Role::Pawn {
                            compare::<Black>(&b, &mut met);
                        }
                    }
                }
            }
        }
    }
    assert!(met.boards > 500_000 && met.checks > 100_000 && met.captures > 20_000, "{met:?}");
}

/// Sometimes a king may castle; and many pawns at times: their moves are looked at in another way.
fn few_men<S: Side>(random: &mut Random) -> CountBoard {
    let castles = [random.below(6) == 0, random.below(3) == 0];
    let most = if castles == [false; 2] { 20 } else { 11 };
    let others = 1 + random.below(most);
    random_board::<S>(random, castles, others)
}

#[test]
fn random_boards_of_few_men() {
    let (mut met, mut random) = (Met::default(), Random::new(0x5eed_0fa5_0a25));
    for _ in 0..games(120_000) {
        let b = few_men::<White>(&mut random);
        compare::<White>(&b, &mut met);
        let b = few_men::<Black>(&mut random);
        compare::<Black>(&b, &mut met);
    }
    let Met { boards, checks, double_checks, discovered, pins, captures, .. } = met;
    assert!(boards > 50_000 && checks > 20_000 && pins > 20_000 && captures > 20_000, "{met:?}");
    assert!(double_checks > 100 && discovered > 1000 && met.promotions > 10_000 && met.quiet_pawns > 50_000, "{met:?}");
    assert!(
        met.en_passant > 200 && met.en_passant_replies > 500 && met.castles > 500 && met.castling_replies > 20_000,
        "{met:?}"
    );
}

/// The tree below a board, whole: three plies and more, by every level of instructions.
struct Whole<'a>(&'a CountBoard, u32);

impl<A: Arch> Compiled<A> for Whole<'_> {
    type Output = u128;
    fn run(self, arch: A) -> u128 {
        tree::<White, _>(arch, self.0, self.1, &core::sync::atomic::AtomicBool::new(false))
    }
    copies!(A, in_place);
}

fn walk<S: Side>(b: &CountBoard, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for_each_child::<S, _>(plain_sliders(), b, |child, _| total += walk::<S::Opponent>(child, depth - 1));
    total
}

#[test]
fn trees_of_few_men_are_whole() {
    let mut random = Random::new(0x1357_9bdf_2468_ace1);
    let mut trees = 0;
    while trees < 150 {
        let b = few_men::<White>(&mut random);
        if attackers::<Black, _>(plain_sliders(), &b, b.their_king(), b.us, b.occupied()).any() {
            continue;
        }
        trees += 1;
        for depth in 1..=3 {
            let plain = walk::<White>(&b, depth);
            for level in Level::available() {
                assert_eq!(
                    arch::run(level.detect().unwrap(), Whole(&b, depth)),
                    plain,
                    "{level}, depth {depth}: {b:?}"
                );
            }
        }
    }
}

/// A mover with nothing but its king against armies of all sizes.
#[test]
fn a_bare_king_against_random_armies() {
    fn bare<S: Side>(random: &mut Random, met: &mut Met) {
        let others = 1 + random.below(24);
        let mut b = random_board::<S>(random, [false; 2], others);
        for square in b.us - b.kings {
            b.toggle(b.role_on(square), square.bitboard());
        }
        (b.us, b.en_passant) = (b.us & b.kings, Bitboard::EMPTY);
        compare::<S>(&b, met);
    }
    let (mut met, mut random) = (Met::default(), Random::new(0xba2e_0001));
    for _ in 0..games(20_000) {
        bare::<White>(&mut random, &mut met);
        bare::<Black>(&mut random, &mut met);
    }
    assert!(met.boards > 20_000 && met.captures > 2000, "{met:?}");
}
