//! The mates by a lone knight or bishop: the king in a corner, one of its own men beside it. A search that counts the
//! moves to the nearest of them finds it; without them it would wander.

use std::sync::OnceLock;

use tabiya::attacks;
use tabiya::{Bitboard, Color, Piece, Position, Role, Setup, Square};

/// A mate with these men.
struct Pattern {
    /// The king that is mated.
    king: Square,
    helper: Square,
    /// The knight or bishop.
    minor: (Role, Square),
    /// The man that shuts its king in.
    blocker: (Role, Square),
}

/// The mates with the kings on the same squares: most of them are passed over for the kings' sake alone.
struct Corner {
    king: Square,
    helper: Square,
    mates: Vec<Pattern>,
}

/// All of them for White and for Black, some hundred each, by the kings' squares.
fn corners(winner: Color) -> &'static [Corner] {
    static CORNERS: OnceLock<[Vec<Corner>; 2]> = OnceLock::new();
    let both = CORNERS.get_or_init(|| {
        let white: Vec<Pattern> = Bitboard::CORNERS.into_iter().flat_map(in_corner).collect();
        let black = white.iter().map(Pattern::mirrored).collect();
        [white, black].map(by_kings)
    });
    &both[winner as usize]
}

fn by_kings(patterns: Vec<Pattern>) -> Vec<Corner> {
    let mut corners: Vec<Corner> = Vec::new();
    for pattern in patterns {
        let (king, helper) = (pattern.king, pattern.helper);
        match corners.iter_mut().find(|corner| (corner.king, corner.helper) == (king, helper)) {
            Some(corner) => corner.mates.push(pattern),
            None => corners.push(Corner { king, helper, mates: vec![pattern] }),
        }
    }
    corners
}

fn in_corner(king: Square) -> Vec<Pattern> {
    let mut found = Vec::new();
    let helpers = Square::ALL.into_iter().filter(|square| square.distance(king) == 2);
    for helper in helpers {
        for blocker in attacks::king(king) {
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook] {
                let minors = [(Role::Knight, attacks::knight(king)), (Role::Bishop, attacks::diagonals(king))];
                for (minor, squares) in minors {
                    for square in squares.without(helper).without(blocker) {
                        let pattern = Pattern { king, helper, minor: (minor, square), blocker: (role, blocker) };
                        if pattern.is_mate() {
                            found.push(pattern);
                        }
                    }
                }
            }
        }
    }
    found
}

impl Pattern {
    fn is_mate(&self) -> bool {
        let setup = Setup { turn: Color::Black, ..Setup::EMPTY }
            .with_piece(self.king, Some(Piece::BlackKing))
            .with_piece(self.helper, Some(Piece::WhiteKing))
            .with_piece(self.minor.1, Some(Piece::new(Color::White, self.minor.0)))
            .with_piece(self.blocker.1, Some(Piece::new(Color::Black, self.blocker.0)));
        Position::from_setup(setup).is_ok_and(|position| position.is_checkmate())
    }

    fn mirrored(&self) -> Pattern {
        let flip = |(role, square): (Role, Square)| (role, square.flip_vertical());
        Pattern {
            king: self.king.flip_vertical(),
            helper: self.helper.flip_vertical(),
            minor: flip(self.minor),
            blocker: flip(self.blocker),
        }
    }

    /// The moves of all but the kings from a position to this mate, if all other men were away, and those of the `kings`,
    /// if they are fewer than `most` together.
    fn moves(&self, position: &Position, winner: Color, kings: u32, most: u32) -> Option<u32> {
        let fewer = |sum: u32| (sum < most).then_some(sum);
        let nearest = |color: Color, (role, square): (Role, Square)| {
            position.pieces(color, role).into_iter().filter_map(|from| moves(role, from, square)).min()
        };
        let sum = fewer(kings + nearest(winner, self.minor)?)?;
        let blocker = nearest(!winner, self.blocker);
        let pawns = position.pieces(!winner, Role::Pawn).into_iter();
        let promoted = pawns.filter_map(|pawn| by_pawn(!winner, pawn, self.blocker.0, self.blocker.1)).min();
        fewer(sum + blocker.into_iter().chain(promoted).min()?)
    }
}

/// The moves of a piece on an empty board.
fn moves(role: Role, from: Square, to: Square) -> Option<u32> {
    let reaches = |squares: Bitboard| squares.contains(to);
    match role {
        _ if from == to => Some(0),
        Role::Knight => Some(knight_moves()[from as usize][to as usize].into()),
        Role::Bishop if from.is_light() != to.is_light() => None,
        Role::Bishop => Some(if reaches(attacks::diagonals(from)) { 1 } else { 2 }),
        Role::Rook => Some(if reaches(attacks::orthogonals(from)) { 1 } else { 2 }),
        Role::Pawn | Role::Queen | Role::King => None,
    }
}

fn knight_moves() -> &'static [[u8; 64]; 64] {
    static MOVES: OnceLock<[[u8; 64]; 64]> = OnceLock::new();
    MOVES.get_or_init(|| {
        Square::ALL.map(|from| {
            let (mut row, mut seen) = ([0; 64], from.bitboard());
            for moves in 1..=6 {
                let next = attacks::knights(seen) - seen;
                for square in next {
                    row[square as usize] = moves;
                }
                seen |= next;
            }
            row
        })
    })
}

/// The moves of a pawn to a square, as a pawn or promoted.
fn by_pawn(color: Color, pawn: Square, role: Role, to: Square) -> Option<u32> {
    let rank = |square: Square| square.rank().relative_to(color) as u32;
    if role == Role::Pawn {
        return (pawn.file() == to.file() && rank(to) >= rank(pawn)).then(|| rank(to) - rank(pawn));
    }
    let promotion = Square::new(pawn.file(), (!color).back_rank());
    Some(rank(promotion) - rank(pawn) + moves(role, promotion, to)?)
}

/// The fewest moves to one of the mates, if the men fit any.
pub(super) fn fewest_moves(position: &Position, winner: Color) -> Option<u32> {
    let (king, helper) = (position.king_of(!winner), position.king_of(winner));
    let mut fewest = None;
    for corner in corners(winner) {
        let kings = u32::from(king.distance(corner.king) + helper.distance(corner.helper));
        for mate in &corner.mates {
            let most = fewest.unwrap_or(u32::MAX);
            // The others need as many moves of the kings.
            if kings >= most {
                break;
            }
            fewest = mate.moves(position, winner, kings, most).or(fewest);
        }
    }
    fewest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lone knight mates beside each of the four, a lone bishop beside three: a rook can always come between.
    #[test]
    fn every_man_that_can_help_has_its_mate() {
        let mates = corners(Color::White).iter().flat_map(|corner| &corner.mates);
        let has = |minor, blocker| mates.clone().any(|mate| mate.minor.0 == minor && mate.blocker.0 == blocker);
        for blocker in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook] {
            assert!(has(Role::Knight, blocker), "{blocker:?}");
            assert_eq!(has(Role::Bishop, blocker), blocker != Role::Rook, "{blocker:?}");
        }
    }
}
