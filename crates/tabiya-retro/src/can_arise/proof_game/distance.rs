//! How many moves a side still needs at least to come to a position: never too many.
//!
//! Every man of the position has a number of moves that the nearest man it can have been needs to its square, past men
//! that never move; the sum is the bound, because a move moves one man. Castling moves two: where a side may still
//! castle, its rook is taken to stand where castling puts it already, and its king may start from there for one move.

use tabiya::attacks;
use tabiya::castling::CastlingPath;
use tabiya::{Bitboard, Color, Position, Rank, Role, Square};

/// No man can come there.
pub(super) const NEVER: u32 = 1000;

/// From where a man can come to its square, nearest first.
struct Man {
    square: Square,
    role: Role,
    /// For each number of moves, the squares from which such a piece comes in that many or fewer.
    pieces: Vec<Bitboard>,
    /// The same for a pawn that promotes to it; empty for pawns.
    pawns: Vec<Bitboard>,
}

/// The position to come to.
pub(super) struct Target<'a> {
    pub position: &'a Position,
    men: [Vec<Man>; 2],
}

impl<'a> Target<'a> {
    pub fn new(position: &'a Position) -> Target<'a> {
        let rights = position.castling_rights().rooks();
        let mut unmoved = rights;
        for color in Color::ALL {
            unmoved |= position.pieces(color, Role::Pawn) & Rank::Second.relative_to(color).bitboard();
            if rights.intersects(color.back_rank().bitboard()) {
                unmoved = unmoved.with(position.king_of(color));
            }
        }
        let men = Color::ALL.map(|color| {
            let squares = position.by_color(color).into_iter();
            squares.filter_map(|square| Some(Man::new(color, position.role_at(square)?, square, unmoved))).collect()
        });
        Target { position, men }
    }

    /// Whether a position is the one to come to.
    pub fn is(&self, position: &Position) -> bool {
        position.is_repetition_of(self.position)
            && (self.position.last_double_push().is_none()
                || self.position.last_double_push() == position.last_double_push())
    }

    /// How many men of a side have to be captured still; `None` if it has too few.
    pub fn to_be_captured(&self, position: &Position, color: Color) -> Option<u32> {
        position.by_color(color).len().checked_sub(self.position.by_color(color).len())
    }

    /// The moves that a side needs at least; [`NEVER`] or more if it cannot come there.
    pub fn moves(&self, position: &Position, color: Color) -> u32 {
        let rights = position.castling_rights().rooks_of(color);
        if !self.position.castling_rights().rooks_of(color).is_subset_of(rights) {
            return NEVER;
        }
        let king = position.king_of(color);
        let mut castled = [Bitboard::EMPTY; 2];
        for rook in rights {
            let path = CastlingPath::new(king, rook);
            castled[0] = castled[0].with(path.king_to);
            castled[1] = castled[1].with(path.rook_to);
        }
        let pawns = position.pieces(color, Role::Pawn);
        let mut moves = 0;
        for man in &self.men[color as usize] {
            let mut men = position.pieces(color, man.role);
            if men.contains(man.square) {
                continue;
            }
            if man.role == Role::Rook {
                men |= castled[1];
            }
            let mut nearest = nearest(&man.pieces, men).min(self::nearest(&man.pawns, pawns));
            if man.role == Role::King {
                nearest = nearest.min(1 + self::nearest(&man.pieces, castled[0]));
            }
            moves += nearest;
        }
        moves
    }
}

/// The fewest moves from one of these squares.
fn nearest(rings: &[Bitboard], men: Bitboard) -> u32 {
    rings.iter().position(|ring| ring.intersects(men)).map_or(NEVER, |moves| moves as u32)
}

impl Man {
    fn new(color: Color, role: Role, square: Square, unmoved: Bitboard) -> Man {
        let mut man = Man { square, role, pieces: vec![square.bitboard()], pawns: Vec::new() };
        if unmoved.contains(square) {
            return man;
        }
        if role == Role::Pawn {
            man.pieces = rings(square.bitboard(), |all| pawns_before(color, all) - unmoved);
            return man;
        }
        let steps = |all: Bitboard| {
            all.into_iter().fold(Bitboard::EMPTY, |next, from| next | attacks::of(role, color, from, unmoved)) - unmoved
        };
        man.pieces = rings(square.bitboard(), steps);
        if role != Role::King {
            let last = (!color).back_rank().bitboard();
            let mut here = Bitboard::EMPTY;
            let mut rings = man.pieces.iter();
            let mut ring = Bitboard::EMPTY;
            // A pawn promotes after some moves and goes on from there.
            loop {
                let before = (here, ring);
                man.pawns.push(here);
                ring = rings.next().copied().unwrap_or(ring);
                here |= pawns_before(color, here | (ring & last));
                // Pawns that have not moved can move here: the men that stay are those of the position to come to.
                here -= unmoved - Rank::Second.relative_to(color).bitboard();
                if before == (here, ring) {
                    break;
                }
            }
        }
        man
    }
}

/// The squares from which a pawn comes to one of these in one move.
fn pawns_before(color: Color, to: Bitboard) -> Bitboard {
    let back = (!color).forward();
    let one = to.shift(back);
    let two = (to & Rank::Fourth.relative_to(color).bitboard()).shift(back).shift(back);
    (one | two | attacks::pawns(!color, to)) - color.back_rank().bitboard()
}

/// Sets that grow by a step until they are complete.
fn rings(first: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Vec<Bitboard> {
    let mut rings = vec![first];
    let mut all = first;
    loop {
        let next = all | step(all);
        if next == all {
            return rings;
        }
        rings.push(next);
        all = next;
    }
}
