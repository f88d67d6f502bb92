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

/// All of them for White and for Black: some hundred each.
fn patterns(winner: Color) -> &'static [Pattern] {
    static PATTERNS: OnceLock<[Vec<Pattern>; 2]> = OnceLock::new();
    let both = PATTERNS.get_or_init(|| {
        let white: Vec<Pattern> = Bitboard::CORNERS.into_iter().flat_map(in_corner).collect();
        let black = white.iter().map(Pattern::mirrored).collect();
        [white, black]
    });
    &both[winner as usize]
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

    /// The moves from a position to this mate, if all other men were away and if they are fewer than `most`.
    fn moves(&self, position: &Position, winner: Color, most: u32) -> Option<u32> {
        let fewer = |sum: u32| (sum < most).then_some(sum);
        let kings = position.king_of(!winner).distance(self.king) + position.king_of(winner).distance(self.helper);
        let sum = fewer(kings.into())?;
        let nearest = |color: Color, (role, square): (Role, Square)| {
            position.pieces(color, role).into_iter().filter_map(|from| moves(role, from, square)).min()
        };
        let sum = fewer(sum + nearest(winner, self.minor)?)?;
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
    let fewest = patterns(winner)
        .iter()
        .fold(u32::MAX, |fewest, pattern| pattern.moves(position, winner, fewest).unwrap_or(fewest));
    (fewest < u32::MAX).then_some(fewest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lone knight mates beside each of the four, a lone bishop beside three: a rook can always come between.
    #[test]
    fn every_man_that_can_help_has_its_mate() {
        let has = |minor, blocker| patterns(Color::White).iter().any(|p| p.minor.0 == minor && p.blocker.0 == blocker);
        for blocker in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook] {
            assert!(has(Role::Knight, blocker), "{blocker:?}");
            assert_eq!(has(Role::Bishop, blocker), blocker != Role::Rook, "{blocker:?}");
        }
    }
}
