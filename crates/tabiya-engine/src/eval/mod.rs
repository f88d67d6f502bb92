//! How good a position looks without searching: material, squares, and a few things every player knows.
//!
//! Every term has a middlegame and an endgame value; the pieces left on the board mix the two.

mod pawns;
mod tables;

use std::ops::{Add, AddAssign, Mul, Sub};

use tabiya::attacks::{self, Sliders};
use tabiya::cpu::{Compiled, Detected, Token, copies};
use tabiya::{Bitboard, Color, Direction, Position, Rank, Role, Square};

pub(crate) use pawns::{PawnCache, Structure};

/// A middlegame and an endgame value, in hundredths of a pawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Score {
    middle: i32,
    end: i32,
}

impl Score {
    const fn new(middle: i32, end: i32) -> Score {
        Score { middle, end }
    }
}

impl Add for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, other: Score) -> Score {
        Score::new(self.middle + other.middle, self.end + other.end)
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, other: Score) -> Score {
        Score::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn mul(self, factor: i32) -> Score {
        Score::new(self.middle * factor, self.end * factor)
    }
}

/// Per square a piece can go to, beyond or short of what it usually has; knight, bishop, rook, queen.
const MOBILITY: [Score; 4] = [Score::new(4, 4), Score::new(5, 5), Score::new(2, 4), Score::new(1, 3)];
const USUAL_MOBILITY: [i32; 4] = [4, 6, 6, 12];
const BISHOP_PAIR: Score = Score::new(28, 48);
const ROOK_ON_OPEN_FILE: Score = Score::new(32, 12);
const ROOK_ON_HALF_OPEN_FILE: Score = Score::new(14, 8);
/// Each of the three files before the king: a pawn on its second rank, on its third, or none.
const SHIELD_NEAR: i32 = 12;
const SHIELD_FAR: i32 = 5;
const SHIELD_GONE: i32 = -14;
/// How much an attack on the squares around a king counts; pawn, knight, bishop, rook, queen, king.
const ATTACK_WEIGHT: [i32; 6] = [0, 20, 20, 32, 60, 0];
const MINOR_THREATENED_BY_PAWN: Score = Score::new(-34, -24);
const TEMPO: i32 = 14;

/// How much of the middlegame each role carries; all of them at the start make 24.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// The value of a position to the side to move, in hundredths of a pawn.
///
/// ```
/// use tabiya::Position;
/// let up_a_rook = Position::from_fen("4k3/8/8/8/8/8/4P3/R3K3 b - - 0 1").unwrap();
/// assert!(tabiya_engine::evaluate(&up_a_rook) < -400);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    evaluate_with(position, &Structure::of(position))
}

/// As [`evaluate`], of a position whose pawns have been judged already.
pub(crate) fn evaluate_with(position: &Position, structure: &Structure) -> i32 {
    Detected::best().run_scalar(Evaluate { position, structure })
}

/// An evaluation, compiled for each level: it counts sets of squares at every turn, and a plain build has no
/// instruction for that.
struct Evaluate<'a> {
    position: &'a Position,
    structure: &'a Structure,
}

impl<A: Token> Compiled<A> for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, arch: A) -> i32 {
        let Evaluate { position, structure } = self;
        let white = Army::new(position, Color::White, arch.sliders());
        let black = Army::new(position, Color::Black, arch.sliders());
        let passed = white.passed_pawns(&black, structure.passed) - black.passed_pawns(&white, structure.passed);
        let score = structure.score + passed + white.score(&black) - black.score(&white);
        let phase = (white.phase() + black.phase()).min(FULL_PHASE);
        let (stronger, weaker) = if score.end > 0 { (&white, &black) } else { (&black, &white) };
        let end = (score.end + mop_up(stronger, weaker) * score.end.signum()) * winning_chances(stronger, weaker) / 16;
        let mixed = (score.middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
        position.turn().pick(mixed, -mixed) + TEMPO
    }

    copies!(A);
}

/// One side's pieces with what their evaluation needs more than once.
struct Army<'a, S> {
    position: &'a Position,
    sliders: S,
    color: Color,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    king: Square,
}

impl<'a, S: Sliders> Army<'a, S> {
    #[inline(always)]
    fn new(position: &'a Position, color: Color, sliders: S) -> Army<'a, S> {
        let pawns = position.board().pieces(color, Role::Pawn);
        let (pawn_attacks, king) = (attacks::pawns(color, pawns), position.king_of(color));
        Army { position, sliders, color, pawns, pawn_attacks, king }
    }

    #[inline(always)]
    fn of(&self, role: Role) -> Bitboard {
        self.position.board().pieces(self.color, role)
    }

    #[inline(always)]
    fn all(&self) -> Bitboard {
        self.position.board().by_color(self.color)
    }

    #[inline(always)]
    fn phase(&self) -> i32 {
        Role::ALL.into_iter().map(|role| PHASE[role.index()] * self.of(role).len() as i32).sum()
    }

    /// Everything but the pawns.
    #[inline(always)]
    fn score(&self, enemy: &Army<S>) -> Score {
        let mut score = self.pieces(enemy) + tables::value(self.color, Role::King, self.king);
        score.middle += self.king_shelter();
        if self.of(Role::Bishop).intersects(Bitboard::LIGHT) && self.of(Role::Bishop).intersects(Bitboard::DARK) {
            score += BISHOP_PAIR;
        }
        score
    }

    /// What becomes of the passed pawns of both sides that are ours, beyond what they are worth wherever the other
    /// pieces stand.
    #[inline(always)]
    fn passed_pawns(&self, enemy: &Army<S>, passed: Bitboard) -> Score {
        let mut score = Score::default();
        for pawn in passed & self.pawns {
            let rank = pawn.rank().relative_to(self.color).index();
            if rank < Rank::Fourth.index() {
                continue;
            }
            let weight = rank as i32 - 2;
            let front = pawn.step(self.color.forward()).unwrap_or(pawn);
            // In the endgame the kings decide whether it gets through.
            score.end +=
                weight * (4 * i32::from(enemy.king.distance(front)) - 2 * i32::from(self.king.distance(front)));
            let path = pawn.file().bitboard() & ahead_of(self.color, pawn.rank());
            if !path.intersects(self.position.occupied()) {
                score.end += 8 * weight;
            }
        }
        score
    }

    /// Knights to queens: their squares, their freedom, and what they do to the enemy king.
    #[inline(always)]
    fn pieces(&self, enemy: &Army<S>) -> Score {
        let occupied = self.position.occupied();
        let free = !(self.of(Role::Pawn) | self.of(Role::King) | enemy.pawn_attacks);
        let near_king = attacks::king(enemy.king) | enemy.king.bitboard();
        let (mut score, mut attackers, mut danger) = (Score::default(), 0, 0);
        for (index, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().enumerate() {
            // Sliders look through their own partners on the same line.
            let blockers = match role {
                Role::Bishop => occupied - self.of(Role::Queen),
                Role::Rook => occupied - self.of(Role::Queen) - self.of(Role::Rook),
                _ => occupied,
            };
            for square in self.of(role) {
                score += tables::value(self.color, role, square);
                let reach = self.sliders.of(role, self.color, square, blockers);
                score += MOBILITY[index] * ((reach & free).len() as i32 - USUAL_MOBILITY[index]);
                let aimed = (reach & near_king).len() as i32;
                if aimed > 0 {
                    attackers += 1;
                    danger += ATTACK_WEIGHT[role.index()] + 6 * aimed;
                }
                if role == Role::Rook {
                    score += self.rook_file(enemy, square);
                }
            }
        }
        let threatened = (self.all() - self.pawns) & enemy.pawn_attacks;
        score += MINOR_THREATENED_BY_PAWN * threatened.len().min(2) as i32;
        // One attacker alone rarely mates; without the queen, several seldom do.
        if attackers >= 2 {
            let danger = if self.of(Role::Queen).any() { danger } else { danger / 3 };
            score += Score::new(danger * danger / 200, danger / 12);
        }
        score
    }

    #[inline(always)]
    fn rook_file(&self, enemy: &Army<S>, rook: Square) -> Score {
        let file = rook.file().bitboard();
        match (self.pawns.intersects(file), enemy.pawns.intersects(file)) {
            (false, false) => ROOK_ON_OPEN_FILE,
            (false, true) => ROOK_ON_HALF_OPEN_FILE,
            _ => Score::default(),
        }
    }

    /// The pawns in front of a king that has not left its first two ranks.
    #[inline(always)]
    fn king_shelter(&self) -> i32 {
        if self.king.rank().relative_to(self.color) > Rank::Second {
            return SHIELD_GONE;
        }
        let file = self.king.file().bitboard();
        let files = file | file.shift(Direction::East) | file.shift(Direction::West);
        let near = self.pawns & Rank::Second.relative_to(self.color).bitboard() & files;
        let far = self.pawns & Rank::Third.relative_to(self.color).bitboard() & files;
        let missing = files.len() as i32 / 8 - (near | far).len() as i32;
        SHIELD_NEAR * near.len() as i32 + SHIELD_FAR * far.len() as i32 + SHIELD_GONE * missing.max(0)
    }
}

/// The squares on ranks a pawn of this colour on `rank` still has before it.
#[inline(always)]
fn ahead_of(color: Color, rank: Rank) -> Bitboard {
    let below = (1u64 << (8 * rank as u32)) - 1;
    color.pick(!Bitboard(below) - rank.bitboard(), Bitboard(below))
}

/// How much of an endgame advantage can be turned into a win, in sixteenths.
#[inline(always)]
fn winning_chances<S: Sliders>(stronger: &Army<S>, weaker: &Army<S>) -> i32 {
    if stronger.pawns.is_empty() {
        // Without pawns it takes more than one minor piece of advantage.
        let lead = stronger.phase() - weaker.phase();
        let minors = [Role::Knight, Role::Bishop].map(|role| stronger.of(role).len());
        if lead <= 1 {
            return 2;
        }
        // Two knights cannot force mate.
        if stronger.phase() == 2 && minors == [2, 0] {
            return 1;
        }
    }
    let bishops = |army: &Army<S>| army.phase() == 1 && army.of(Role::Bishop).any();
    if bishops(stronger) && bishops(weaker) {
        let both = stronger.of(Role::Bishop) | weaker.of(Role::Bishop);
        if both.intersects(Bitboard::LIGHT) && both.intersects(Bitboard::DARK) {
            return 9;
        }
    }
    16
}

/// Against a bare king: drive it to the edge (with bishop and knight, to a corner the bishop commands) and come close.
#[inline(always)]
fn mop_up<S: Sliders>(stronger: &Army<S>, weaker: &Army<S>) -> i32 {
    if weaker.all().has_many() || stronger.pawns.any() {
        return 0;
    }
    let edge = |index: usize| (index as i32 * 2 - 7).abs();
    let square = weaker.king;
    let mut drive = 6 * (edge(square.file().index()) + edge(square.rank().index()));
    let bishops = stronger.of(Role::Bishop);
    if stronger.phase() == 2 && bishops.len() == 1 {
        let light = bishops.intersects(Bitboard::LIGHT);
        let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let nearest = corners.map(|corner| i32::from(corner.distance(square)));
        drive += 20 * (7 - nearest[0].min(nearest[1]));
    }
    drive + 8 * (7 - i32::from(stronger.king.distance(square)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_are_equal_before_the_law() {
        for line in include_str!("../../testdata/random.epd").lines().filter(|l| l.contains(";D")).take(300) {
            let fen = line.split(';').next().unwrap_or_default();
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(evaluate(&position), evaluate(&position.mirrored()), "{fen}");
        }
    }

    #[test]
    fn ahead_is_every_rank_still_to_come() {
        assert_eq!(ahead_of(Color::White, Rank::Second), Bitboard(!0xffff));
        assert_eq!(ahead_of(Color::White, Rank::Eighth), Bitboard::EMPTY);
        assert_eq!(ahead_of(Color::Black, Rank::Second), Bitboard(0xff));
        assert_eq!(ahead_of(Color::Black, Rank::First), Bitboard::EMPTY);
    }

    #[test]
    fn a_passed_pawn_is_worth_more_than_a_blocked_one() {
        let passed = Position::from_fen("4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1").unwrap();
        let stopped = Position::from_fen("4k3/5p2/8/4P3/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(evaluate(&passed) > evaluate(&stopped));
    }

    #[test]
    fn lone_minor_pieces_do_not_win() {
        let minor = Position::from_fen("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").unwrap();
        assert!(evaluate(&minor) < 80);
    }
}
