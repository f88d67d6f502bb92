//! From a position to its place in a table and back, symmetry used: 462 pairs of kings without pawns
//! (turned and mirrored until the white king stands in the triangle a1–d1–d4), 1806 with pawns
//! (mirrored until it stands on the files a to d).

use tabiya::{Bitboard, Board, Color, Role, Square};

use super::material::Material;

/// The squares of the pieces of a table: white king, black king, then the others in the order of [`Layout::pieces`].
pub(crate) type Men = [u8; Material::MAX_MEN as usize];

const WHITE_KING: usize = 0;
const BLACK_KING: usize = 1;
/// The first piece that is not a king.
pub(crate) const OTHERS: usize = 2;

/// No pair of kings.
const NONE: u16 = u16::MAX;

struct KingPairs {
    number: [[u16; 64]; 64],
    squares: [[u8; 2]; 1806],
    count: usize,
}

const fn rank_above_file(square: usize) -> bool {
    square >> 3 > square & 7
}

const fn is_on_diagonal(square: usize) -> bool {
    square >> 3 == square & 7
}

const fn king_pairs(pawns: bool) -> KingPairs {
    let mut pairs = KingPairs { number: [[NONE; 64]; 64], squares: [[0; 2]; 1806], count: 0 };
    let mut white = 0;
    while white < 64 {
        let at_home = if pawns { white & 7 < 4 } else { white & 7 < 4 && white >> 3 < 4 && !rank_above_file(white) };
        let mut black = 0;
        while at_home && black < 64 {
            let apart = Square::ALL[white].distance(Square::ALL[black]) > 1;
            if apart && (pawns || !is_on_diagonal(white) || !rank_above_file(black)) {
                pairs.number[white][black] = pairs.count as u16;
                pairs.squares[pairs.count] = [white as u8, black as u8];
                pairs.count += 1;
            }
            black += 1;
        }
        white += 1;
    }
    pairs
}

static WITHOUT_PAWNS: KingPairs = king_pairs(false);
static WITH_PAWNS: KingPairs = king_pairs(true);
const _: () = assert!(WITHOUT_PAWNS_COUNT == 462 && WITH_PAWNS_COUNT == 1806);
const WITHOUT_PAWNS_COUNT: usize = king_pairs(false).count;
const WITH_PAWNS_COUNT: usize = king_pairs(true).count;

/// How the positions of one material are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub material: Material,
    /// The pieces beside the kings, equal ones side by side.
    pub pieces: Vec<(Color, Role)>,
    /// How many places a side to move has.
    pub len: usize,
    pub has_pawns: bool,
}

impl Layout {
    /// The numbering of a material that has no more than [`Material::MAX_MEN`] pieces.
    pub fn new(material: Material) -> Layout {
        let pieces: Vec<_> = material.pieces().collect();
        let has_pawns = material.has_pawns();
        let pairs = if has_pawns { WITH_PAWNS_COUNT } else { WITHOUT_PAWNS_COUNT };
        let len = pieces.iter().fold(pairs, |len, &(_, role)| len * places(role));
        Layout { material, pieces, len, has_pawns }
    }

    fn pairs(&self) -> &'static KingPairs {
        if self.has_pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS }
    }

    /// The number of a position, which must have its kings apart and every piece on a square of its own.
    #[inline]
    pub fn index(&self, mut men: Men) -> usize {
        let white = men[WHITE_KING];
        let mut flip = if white & 7 > 3 { 7 } else { 0 };
        if !self.has_pawns && white >> 3 > 3 {
            flip |= 56;
        }
        let count = OTHERS + self.pieces.len();
        for square in &mut men[..count] {
            *square ^= flip;
        }
        if self.has_pawns {
            return self.number(&mut men);
        }
        let (white, black) = (usize::from(men[WHITE_KING]), usize::from(men[BLACK_KING]));
        if rank_above_file(white) || (is_on_diagonal(white) && rank_above_file(black)) {
            men = mirrored(men);
        } else if is_on_diagonal(white) && is_on_diagonal(black) {
            return self.number(&mut men).min(self.number(&mut mirrored(men)));
        }
        self.number(&mut men)
    }

    /// The number of a position whose kings are where the table has them.
    #[inline]
    fn number(&self, men: &mut Men) -> usize {
        self.sort_equal_pieces(men);
        let pair = self.pairs().number[usize::from(men[WHITE_KING] & 63)][usize::from(men[BLACK_KING] & 63)];
        debug_assert!(pair != NONE, "{men:?}");
        self.pieces.iter().zip(&men[OTHERS..]).fold(usize::from(pair), |number, (&(_, role), &square)| {
            let square = usize::from(square);
            if role == Role::Pawn { number * 48 + square - 8 } else { number * 64 + square }
        })
    }

    /// Equal pieces in the order of their squares.
    #[inline]
    fn sort_equal_pieces(&self, men: &mut Men) {
        for end in 1..self.pieces.len() {
            let mut i = end;
            while i > 0 && self.pieces[i] == self.pieces[i - 1] && men[OTHERS + i] < men[OTHERS + i - 1] {
                men.swap(OTHERS + i, OTHERS + i - 1);
                i -= 1;
            }
        }
    }

    /// The squares at a place of the table; they may overlap, and the same position may have another place.
    #[inline]
    pub fn men(&self, index: usize) -> Men {
        let mut men = Men::default();
        let mut rest = index;
        for (i, &(_, role)) in self.pieces.iter().enumerate().rev() {
            let places = places(role);
            men[OTHERS + i] = (rest % places) as u8 + if role == Role::Pawn { 8 } else { 0 };
            rest /= places;
        }
        [men[WHITE_KING], men[BLACK_KING]] = self.pairs().squares[rest];
        men
    }

    /// The board at these squares, or `None` if two pieces share one.
    #[inline]
    pub fn board(&self, men: &Men) -> Option<Board> {
        let mut roles = [Bitboard::EMPTY; 6];
        let mut colors = [Bitboard::EMPTY; 2];
        let mut put = |color: Color, role: Role, square: u8| {
            let bit = 1 << square;
            let free = (colors[0].0 | colors[1].0) & bit == 0;
            roles[role as usize].0 |= bit;
            colors[color as usize].0 |= bit;
            free
        };
        let mut free = put(Color::White, Role::King, men[WHITE_KING]);
        free &= put(Color::Black, Role::King, men[BLACK_KING]);
        for (&(color, role), &square) in self.pieces.iter().zip(&men[OTHERS..]) {
            free &= put(color, role, square);
        }
        if free { Board::from_bitboards(roles, colors) } else { None }
    }

    /// The squares of a board with this material; `flipped` if Black has the white part of it.
    #[inline]
    pub fn men_of(&self, board: &Board, flipped: bool) -> Men {
        let mut men = Men::default();
        let flip = if flipped { 56 } else { 0 };
        let real = |color: Color| if flipped { !color } else { color };
        let square = |bits: u64| (bits.trailing_zeros() as u8 & 63) ^ flip;
        men[WHITE_KING] = square(board.pieces(real(Color::White), Role::King).0);
        men[BLACK_KING] = square(board.pieces(real(Color::Black), Role::King).0);
        let mut last = None;
        let mut rest = 0;
        for (i, &piece) in self.pieces.iter().enumerate() {
            if last != Some(piece) {
                rest = board.pieces(real(piece.0), piece.1).0;
                last = Some(piece);
            }
            men[OTHERS + i] = square(rest);
            rest &= rest.wrapping_sub(1);
        }
        men
    }

    /// Whether a position is its own mirror image in the long diagonal. Only then does symmetry map a position to
    /// itself.
    #[inline]
    pub fn is_its_own_mirror(&self, men: &Men) -> bool {
        let kings = [men[WHITE_KING], men[BLACK_KING]];
        if self.has_pawns {
            return false;
        }
        // The diagonal that both kings stand on, if there is one.
        let main = kings.iter().all(|&king| is_on_diagonal(king.into()));
        let anti = kings.iter().all(|&king| is_on_diagonal(usize::from(king) ^ 7));
        if !main && !anti {
            return false;
        }
        let flip = if main { 0 } else { 7 };
        let mut straight = men.map(|square| square ^ flip);
        let mut turned = mirrored(straight);
        self.sort_equal_pieces(&mut straight);
        self.sort_equal_pieces(&mut turned);
        straight[..OTHERS + self.pieces.len()] == turned[..OTHERS + self.pieces.len()]
    }
}

/// How many places a side to move would have in a table of any size.
pub(crate) fn places_of(material: Material) -> f64 {
    let pairs = if material.has_pawns() { WITH_PAWNS_COUNT } else { WITHOUT_PAWNS_COUNT };
    material.pieces().fold(pairs as f64, |places_so_far, (_, role)| places_so_far * places(role) as f64)
}

/// How many squares a piece may stand on.
const fn places(role: Role) -> usize {
    match role {
        Role::Pawn => 48,
        _ => 64,
    }
}

/// Mirrored in the diagonal from a1 to h8.
#[inline]
fn mirrored(men: Men) -> Men {
    men.map(|square| (square >> 3 | square << 3) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_read_back_or_belongs_to_another() {
        for name in ["KQK", "KRKN", "KNNK", "KPK", "KPKP"] {
            let layout = Layout::new(name.parse().unwrap());
            let mut own = 0;
            for index in (0..layout.len).step_by(if layout.len > 100_000 { 97 } else { 1 }) {
                let men = layout.men(index);
                if layout.board(&men).is_none() {
                    continue;
                }
                let place = layout.index(men);
                let board = layout.board(&layout.men(place)).unwrap();
                assert_eq!(layout.index(layout.men_of(&board, false)), place, "{name} {index}");
                assert_eq!(layout.index(layout.men(place)), place, "{name} {index}");
                own += usize::from(place == index);
            }
            assert!(own > 0);
        }
    }

    #[test]
    fn symmetric_positions_have_one_place() {
        let layout = Layout::new("KRKN".parse().unwrap());
        let men: Men = [10, 45, 3, 60, 0];
        let place = layout.index(men);
        for flip in [0, 7, 56, 63] {
            let turned = men.map(|square| square ^ flip);
            assert_eq!(layout.index(turned), place);
            assert_eq!(layout.index(mirrored(turned)), place);
        }
    }
}
