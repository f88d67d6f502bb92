//! The pair counter against its twin, the slow way, and its parts against theirs.

use std::collections::BTreeMap;

use tabiya::attacks::{self, Sliders, king, knight};
use tabiya::cpu::{Compiled, Level, Portable, Token, Wrapped, copies};
use tabiya::side::{Black, White};
use tabiya::{Bitboard, Color, MoveKind, Position, Role, Side, Square, Tolerance};

use super::king_zone::KingZone;
use super::movers::{Movers, pawn_origins};
use super::replies::{Attackers, Replies, Total};
use super::uncovered::Uncovered;
use crate::arch::{Arch, Array, Lanes, plain_sliders, run_with};
use crate::count::board::CountBoard;
use crate::count::children::for_each_child;
use crate::count::generate::{attackers, danger};
use crate::count::moves::count_moves;
use crate::pairs::pairs;
use crate::testing::{Random, board, games, random_board, random_games};

fn slow_pairs<S: Side>(b: &CountBoard) -> u64 {
    let mut total = 0;
    for_each_child::<S, _>(plain_sliders(), b, |child, _| {
        total += u64::from(count_moves::<S::Opponent, _>(plain_sliders(), child));
    });
    total
}

/// Pair counting in arrays by plain arithmetic, which no level of x86-64 does.
#[derive(Clone, Copy)]
struct Arrays(Portable);

impl Token for Arrays {
    const LEVEL: Level = Level::Portable;
    type Sliders = attacks::Portable;
    type Scalar = Portable;

    fn detect() -> Option<Self> {
        Some(Arrays(Portable::new()))
    }
    fn sliders(self) -> attacks::Portable {
        self.0.sliders()
    }
    fn scalar(self) -> Portable {
        self.0
    }
    fn run<K: Compiled<Self>>(self, task: K) -> K::Output {
        self.0.run(Wrapped { task, arch: self })
    }
}

impl Arch for Arrays {
    type Lanes = Array;
    type WithoutLanes = Portable;
    const LANES: bool = true;

    fn lanes(self) {}
    fn without_lanes(self) -> Portable {
        self.0
    }
}

/// Pairs as the level counts them.
struct FastPairs<'a, S>(&'a CountBoard, core::marker::PhantomData<S>);

impl<A: Arch, S: Side> Compiled<A> for FastPairs<'_, S> {
    type Output = u64;
    fn run(self, arch: A) -> u64 {
        pairs::<S, _>(arch, self.0)
    }
    copies!(A, in_place);
}

fn compare<S: Side>(b: &CountBoard) -> u64 {
    let slow = slow_pairs::<S>(b);
    assert_eq!(pairs::<S, _>(Arrays(Portable::new()), b), slow, "lanes in arrays: {b:?}");
    for level in Level::available() {
        for pext in [false, true] {
            let fast = run_with(level.detect().unwrap(), pext, FastPairs::<S>(b, core::marker::PhantomData));
            assert_eq!(fast, slow, "{level}, PEXT: {pext}: {b:?}");
        }
    }
    u64::from(count_moves::<S, _>(plain_sliders(), b))
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

/// Boards as no game has them: kings that may castle among strangers, with rooks that stand anywhere.
#[test]
fn pairs_of_random_boards_are_what_the_slow_way_counts() {
    fn look<S: Side>(random: &mut Random) -> u64 {
        let castles = [random.below(4) > 0, random.below(3) == 0];
        let others = if random.below(8) == 0 { random.below(56) } else { random.below(26) };
        let mut b = random_board::<S>(random, castles, others);
        // Pieces that give check are taken off the board, so that crowded boards are compared too.
        loop {
            let checkers = attackers::<S::Opponent, _>(plain_sliders(), &b, b.their_king(), b.us, b.occupied());
            if checkers.is_empty() {
                return compare::<S>(&b);
            }
            if checkers.intersects(b.kings) {
                return 0;
            }
            for square in checkers {
                b.toggle(b.role_on(square), square.bitboard());
                (b.us, b.castling) = (b.us.without(square), b.castling.without(square));
            }
        }
    }
    let (mut random, mut children) = (Random::new(0x0ca5_71e5), 0);
    for _ in 0..games(6000) {
        children += look::<White>(&mut random) + look::<Black>(&mut random);
    }
    assert!(children > 50_000, "only {children} children were compared");
}

/// Every king and rook that may castle, with the other king everywhere.
#[test]
fn every_castle_with_every_place_of_the_other_king() {
    fn look<S: Side>() -> u32 {
        let home = <S::Opponent as Side>::EIGHTH_RANK;
        let mut boards = 0;
        for king in home & Bitboard(0x7e00_0000_0000_007e) {
            for rook in home.without(king) {
                for other in Bitboard::FULL.without(king).without(rook) {
                    let men = [(Role::King, true, king), (Role::Rook, true, rook), (Role::King, false, other)];
                    let mut b = board(&men);
                    b.castling = rook.bitboard();
                    if attackers::<S::Opponent, _>(plain_sliders(), &b, other, b.us, b.occupied()).is_empty() {
                        compare::<S>(&b);
                        boards += 1;
                    }
                }
            }
        }
        boards
    }
    let boards = look::<White>();
    assert!(boards > 2000 && boards == look::<Black>(), "{boards} boards");
}

/// Fifteen pieces and a pawn with moves of every kind are more rows than sixteen lanes have.
#[test]
fn armies_without_room_are_counted_one_by_one() {
    let fen = "6rk/6pp/8/2p1p3/3P4/8/NNNNNNN1/KNNNNNNN w - - 0 1";
    let position = Position::from_fen_with(fen, Tolerance::ALL).unwrap();
    let b = CountBoard::from(&position);
    compare::<White>(&b);
    assert_eq!(slow_pairs::<White>(&b), slow_pairs_of(&position));
}

/// King and rook forbid the other king one step together, and castling takes both away: a count that was once wrong by
/// one.
#[test]
fn castling_gives_up_what_king_and_rook_guarded_together() {
    for (fen, pairs) in [
        ("7b/qQ1P4/8/3P2Q1/q5r1/k1P5/N4nPp/RK3R2 w FA - 0 1", 1716),
        ("4q2b/3r1n2/8/3P2Q1/6r1/k1P5/Nn4P1/RK6 w A - 0 1", 970),
        ("rk3r2/n4NpP/K1p5/Q5R1/3p2q1/8/Qq1p4/7B b fa - 0 1", 1716),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let b = CountBoard::from(&position);
        if position.turn() == Color::White {
            compare::<White>(&b)
        } else {
            compare::<Black>(&b)
        };
        assert_eq!(slow_pairs_of(&position), pairs, "{fen}");
    }
}

fn slow_pairs_of(position: &Position) -> u64 {
    position.legal_moves().iter().map(|&mv| position.after(mv).count_legal() as u64).sum()
}

/// Where a piece of the mover goes, legal or not.
fn targets_of(b: &CountBoard, square: Square) -> Bitboard {
    let occupied = b.occupied();
    let mut targets = Bitboard::EMPTY;
    if b.knights.contains(square) {
        targets |= knight(square);
    }
    if b.kings.contains(square) {
        targets |= king(square);
    }
    if b.orthogonal.contains(square) {
        targets |= plain_sliders().rook(square, occupied);
    }
    if b.diagonal.contains(square) {
        targets |= plain_sliders().bishop(square, occupied);
    }
    targets - b.us - b.kings
}

/// The replies, but for the king's, over the targets of each lifted piece: by what it uncovers, and
/// by preparing the board without it anew. Returns how many pieces had something to uncover.
fn compare_lifts<S: Side>(b: &CountBoard) -> usize {
    let replier = Attackers::<Array>::new((), b, b.their_king(), Bitboard::EMPTY);
    let replies = Replies::new::<S>(b, &replier, b.us, replier.see(!b.occupied()));
    let uncovered = Uncovered::new(b, &replies);
    let mut changed = 0;
    for square in b.us - b.pawns {
        let (bit, targets) = (square.bitboard(), targets_of(b, square));
        let moves = Array::splat((), u64::from(targets.len()));
        let mut plain = Total::zero(());
        replies.add_count(&mut plain, moves);
        replies.add_change(&mut plain, Array::set((), targets), 0);
        let mut fast = plain;
        uncovered.add_lift(&mut fast, b.them, square, targets);
        replies.add_lifts_beside_pawns::<S>(&mut fast, Array::first_lane((), bit.0), Array::first_lane((), targets.0));
        let without = b.us - bit;
        let lifted = Replies::new::<S>(b, &replier, without, replier.see(!(without | b.them)));
        let mut slow = Total::zero(());
        lifted.add_count(&mut slow, moves);
        lifted.add_change(&mut slow, Array::set((), targets), 0);
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
    fn look<S: Side>(&mut self, b: &CountBoard) {
        let mut zone = KingZone::<Array>::new(());
        let seen = zone.look::<S, _>(plain_sliders(), b);
        self.note("left to the slow way altogether", !seen);
        if !seen {
            return;
        }
        let now = danger::<S>(b);
        self.note("mover in check", now.checkers.any());
        self.note("mover's piece pinned", now.pinned.any());
        self.note("replier's piece pinned", zone.pinners.any());
        self.note("one piece forbids a step", zone.guards.any());
        let is_attacked = |square: &Square| attackers::<S, _>(plain_sliders(), b, *square, b.them, b.occupied()).any();
        let attacked = Bitboard::FULL.into_iter().filter(is_attacked).collect();
        let mut movers = Movers::<S, _>::new(Arrays(Portable::new()), b, &zone, attacked);
        movers.list();
        let [push, double, west, east] = pawn_origins::<S>(&movers.pawn_targets);
        self.note("plain push", push.any());
        self.note("plain double push", double.any());
        self.note("plain pawn capture to the west", west.any());
        self.note("plain pawn capture to the east", east.any());
        for_each_child::<S, _>(plain_sliders(), b, |child, step| {
            self.note("check given", danger::<S::Opponent>(child).checkers.any());
            match step.kind {
                MoveKind::CastleKing | MoveKind::CastleQueen => {
                    let plain = movers.castles.contains(step.to);
                    self.note("castling as drops", plain);
                    self.note("castling made", !plain);
                }
                MoveKind::EnPassant => self.note("en passant", true),
                MoveKind::DoublePush => self.note("en passant in reply", child.en_passant.any()),
                kind if kind.is_promotion() => self.note("promotion", true),
                _ => {
                    self.note("king's step", step.role == Role::King);
                    let pins = Bitboard(zone.pins_to.lane(step.role as usize));
                    self.note("new pin", pins.contains(step.to));
                    self.note("capture beside the king", zone.beside.contains(step.to));
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
