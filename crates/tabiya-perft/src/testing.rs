//! Boards for tests: random games from every kind of start, played by a peer.
use cozy_chess as cozy;
use tabiya::{Bitboard, Position, Role, Side, Square};

use crate::count::board::CountBoard;

pub(crate) const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Promotions, pins and checks within reach of every move.
pub(crate) const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
/// En passant and pins along the rank.
pub(crate) const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Says that a test leaves something out, past the harness, which shows nothing of a test that passes.
pub(crate) fn skipped(why: &str) {
    use std::io::Write;
    writeln!(std::io::stderr(), "skipped: {why}").expect("standard error");
}

/// Random numbers that depend on the seed only.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n)
    }
}

/// How many games a test plays: this number, or what `TABIYA_GAMES` says for a long run.
pub(crate) fn games(usually: usize) -> usize {
    std::env::var("TABIYA_GAMES").map_or(usually, |games| games.parse().expect("TABIYA_GAMES is a number"))
}

/// Plays random games and shows every board of them, with whether white is to move and the peer's
/// own view of it.
pub(crate) fn random_games(games: usize, seed: u64, mut visit: impl FnMut(&CountBoard, bool, &cozy::Board)) {
    let mut random = Random::new(seed);
    for game in 0..games {
        let mut peer = match game % 6 {
            0 => cozy::Board::default(),
            1 => cozy::Board::from_fen(KIWIPETE, false).unwrap(),
            2 => cozy::Board::chess960_startpos(random.below(960) as u32),
            3 => cozy::Board::double_chess960_startpos(random.below(960) as u32, random.below(960) as u32),
            4 => cozy::Board::from_fen(PROMOTIONS, false).unwrap(),
            _ => cozy::Board::from_fen(EN_PASSANT, false).unwrap(),
        };
        for _ in 0..160 {
            let position = Position::from_fen(&format!("{peer:#}")).unwrap();
            visit(&CountBoard::from(&position), position.turn() == tabiya::Color::White, &peer);
            let mut moves = Vec::new();
            peer.generate_moves(|set| {
                moves.extend(set);
                false
            });
            if moves.is_empty() {
                break;
            }
            peer.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

/// A board with these pieces: for each the role, whether it is the mover's, and the square.
pub(crate) fn board(men: &[(Role, bool, Square)]) -> CountBoard {
    let none = Bitboard::EMPTY;
    let (us, them, pawns, knights) = (none, none, none, none);
    let (diagonal, orthogonal, kings, castling, en_passant) = (none, none, none, none, none);
    let mut b = CountBoard { us, them, pawns, knights, diagonal, orthogonal, kings, castling, en_passant };
    for &(role, ours, square) in men {
        b.toggle(role, square.bitboard());
        if ours {
            b.us |= square.bitboard();
        } else {
            b.them |= square.bitboard();
        }
    }
    b
}

/// A random board with this number of pieces besides kings and castling rooks, with the rights that their places allow.
/// `castles`: whether the mover and the other may.
pub(crate) fn random_board<S: Side>(random: &mut Random, castles: [bool; 2], others: usize) -> CountBoard {
    let mut men = Vec::new();
    let mut free = Bitboard::FULL;
    let mut take = |random: &mut Random, from: Bitboard| {
        let squares: Vec<Square> = (free & from).into_iter().collect();
        let square = *squares.get(random.below(squares.len().max(1)))?;
        free = free.without(square);
        Some(square)
    };
    let mut rooks = Bitboard::EMPTY;
    for (ours, home) in [(true, <S::Opponent as Side>::EIGHTH_RANK), (false, S::EIGHTH_RANK)] {
        let castles = castles[usize::from(!ours)];
        let places = if castles { home & Bitboard(0x7e00_0000_0000_007e) } else { Bitboard::FULL };
        let king = take(random, places).expect("room for a king");
        men.push((Role::King, ours, king));
        if !castles {
            continue;
        }
        // One rook or two, also such that are not in their corners.
        let corners = if random.below(2) == 0 { Bitboard::CORNERS } else { Bitboard::FULL };
        let west = home & Bitboard(king.bitboard().0 - 1);
        let (one, other) = if random.below(2) == 0 { (west, home - west) } else { (home - west, west) };
        for wing in [one, other].into_iter().take(1 + random.below(2)) {
            // The other king may stand there.
            let Some(rook) = take(random, wing.without(king) & corners) else { continue };
            men.push((Role::Rook, ours, rook));
            rooks = rooks.with(rook);
        }
    }
    for _ in 0..others {
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][random.below(6)];
        let squares = if role == Role::Pawn { Bitboard(0x00ff_ffff_ffff_ff00) } else { Bitboard::FULL };
        men.extend(take(random, squares).map(|square| (role, random.below(2) == 0, square)));
    }
    let mut b = board(&men);
    b.castling = rooks;
    // A pawn that could have jumped has just done so, if an enemy pawn may take it.
    let jumped_to = <S::Opponent as Side>::THIRD_RANK.shift(<S::Opponent as Side>::UP);
    let passed = (b.pawns & b.them & jumped_to).shift(S::UP) - b.occupied();
    let passed = passed - b.occupied().shift(S::UP.opposite());
    for square in passed {
        let takers = tabiya::attacks::pawn(<S::Opponent as Side>::COLOR, square) & b.pawns & b.us;
        if takers.any() {
            b.en_passant = square.bitboard();
        }
    }
    b
}
