//! Which piece stands where: eight bitboards, changed by one function.

use core::fmt;

use crate::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};

/// Pieces on squares and nothing else: no turn, no rights, and any arrangement goes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Board {
    /// Six sets by role, then two by colour: one array, so that a move changes all eight by vector instructions.
    sets: [Bitboard; 8],
}

/// Where the sets by colour begin.
const COLORS: usize = 6;

/// For each colour and role: all ones at the sets of both, nothing elsewhere.
const PIECE_ROWS: &[[[u64; 8]; 6]; 2] = &{
    let mut rows = [[[0; 8]; 6]; 2];
    let mut piece = 0;
    while piece < 12 {
        let (color, role) = (piece / 6, piece % 6);
        rows[color][role][role] = !0;
        rows[color][role][COLORS + color] = !0;
        piece += 1;
    }
    rows
};

const _: () = assert!(size_of::<Board>() == 64);

impl Board {
    /// No pieces.
    pub const EMPTY: Board = Board { sets: [Bitboard::EMPTY; 8] };

    /// The pieces at the start of a game.
    pub fn startpos() -> Board {
        let order =
            [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
        Board::from_back_ranks(order, order)
    }

    /// Full sets of pieces in these orders, pawns in front of them.
    pub fn from_back_ranks(white: [Role; 8], black: [Role; 8]) -> Board {
        let mut board = Board::EMPTY;
        for (color, order) in [(Color::White, white), (Color::Black, black)] {
            for (file, role) in File::ALL.into_iter().zip(order) {
                board.set(Square::new(file, color.back_rank()), Piece::new(color, role));
                let pawn_rank = Rank::Second.relative_to(color);
                board.set(Square::new(file, pawn_rank), Piece::new(color, Role::Pawn));
            }
        }
        board
    }

    /// The board with these sets: six by role, in the order of [`Role::ALL`], and two by colour, White first. `None` if
    /// a square has two roles or two colours, or one without the other.
    ///
    /// ```
    /// use tabiya::{Bitboard, Board, Color, Role};
    /// let start = Board::startpos();
    /// let (roles, colors) = (Role::ALL.map(|role| start.by_role(role)), Color::ALL.map(|color| start.by_color(color)));
    /// assert_eq!(Board::from_bitboards(roles, colors), Some(start));
    /// assert_eq!(Board::from_bitboards(roles, [Bitboard::EMPTY; 2]), None);
    /// assert_eq!(Board::from_bitboards([roles[0]; 6], colors), None);
    /// ```
    pub fn from_bitboards(roles: [Bitboard; 6], colors: [Bitboard; 2]) -> Option<Board> {
        let (mut seen, mut twice) = (0, 0);
        for set in roles {
            twice |= seen & set.0;
            seen |= set.0;
        }
        let [white, black] = colors;
        let fits = twice == 0 && white.0 & black.0 == 0 && white.0 | black.0 == seen;
        let [pawns, knights, bishops, rooks, queens, kings] = roles;
        fits.then_some(Board { sets: [pawns, knights, bishops, rooks, queens, kings, white, black] })
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sets[COLORS] | self.sets[COLORS + 1]
    }

    /// The pieces of one side.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.sets[COLORS + color as usize]
    }

    /// The pieces of one role, both colours.
    #[inline(always)]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.sets[role as usize]
    }

    /// The pieces of one side and role.
    #[inline(always)]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    /// Where this very piece stands.
    #[inline(always)]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.pieces(piece.color(), piece.role())
    }

    /// Bishops and queens, both colours.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.sets[Role::Bishop as usize] | self.sets[Role::Queen as usize]
    }

    /// Rooks and queens, both colours.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.sets[Role::Rook as usize] | self.sets[Role::Queen as usize]
    }

    /// The first king of this colour, if it has one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// What stands on a square, of either colour.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if self.occupied().contains(square) { Some(self.role_on_occupied(square)) } else { None }
    }

    /// What stands on a square that is known not to be empty (a pawn, if it is empty after all).
    #[inline(always)]
    pub(crate) fn role_on_occupied(&self, square: Square) -> Role {
        // The three bits of the role's number and no branch: which piece it is cannot be predicted.
        let set = |role: Role| self.sets[role as usize].0;
        let bit = |set: u64| (set >> square as u8 & 1) as usize;
        let index = bit(set(Role::Knight) | set(Role::Rook) | set(Role::King))
            | bit(set(Role::Bishop) | set(Role::Rook)) << 1
            | bit(set(Role::Queen) | set(Role::King)) << 2;
        // Only one of the sets has the square; the two values after the last role save a bounds check.
        const BY_INDEX: [Role; 8] = {
            use Role::*;
            [Pawn, Knight, Bishop, Rook, Queen, King, King, King]
        };
        BY_INDEX[index & 7]
    }

    /// Whose piece stands on a square.
    #[inline(always)]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.sets[COLORS].contains(square) {
            Some(Color::White)
        } else if self.sets[COLORS + 1].contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece::new(self.color_at(square)?, self.role_at(square)?))
    }

    /// Puts a piece on a square, in place of whatever stood there.
    pub fn set(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.toggle(square.bitboard(), piece.color(), piece.role());
    }

    /// Takes the piece off a square.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(square.bitboard(), piece.color(), piece.role());
        Some(piece)
    }

    /// Adds this piece on the squares where it is missing and takes it off those where it stands.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, squares: Bitboard, color: Color, role: Role) {
        self.sets[role as usize] ^= squares;
        self.sets[COLORS + color as usize] ^= squares;
    }

    /// As [`toggle`](Board::toggle), as a new board. Every set changes by the same formula with masks from a table,
    /// which compiles to a few vector instructions on any CPU and leaves nothing half-written in memory.
    #[inline(always)]
    pub(crate) fn toggled(&self, color: Color, role: Role, squares: Bitboard) -> Board {
        let row = &PIECE_ROWS[color as usize][role as usize];
        Board { sets: core::array::from_fn(|i| Bitboard(self.sets[i].0 ^ (row[i] & squares.0))) }
    }

    /// The sets as they lie in memory: six by role, then two by colour.
    #[inline(always)]
    pub(crate) fn sets(&self) -> &[Bitboard; 8] {
        &self.sets
    }

    /// A board with these sets.
    #[inline(always)]
    pub(crate) fn from_sets(sets: [Bitboard; 8]) -> Board {
        Board { sets }
    }

    /// Every piece with its square, from a1 to h8.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The pieces of both sides that attack a square when `occupied` is what blocks the sliders.
    #[inline(always)]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(Color::Black, square) & self.pieces(Color::White, Role::Pawn))
            | (attacks::pawn(Color::White, square) & self.pieces(Color::Black, Role::Pawn))
            | (attacks::knight(square) & self.by_role(Role::Knight))
            | (attacks::king(square) & self.by_role(Role::King))
            | (attacks::bishop(square, occupied) & self.diagonal_sliders())
            | (attacks::rook(square, occupied) & self.orthogonal_sliders())
    }

    /// Whether a side attacks a square when `occupied` is what blocks the sliders; leave a king out of it to see
    /// through the king.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let by_them = self.by_color(by);
        let leapers = (attacks::pawn(!by, square) & self.by_role(Role::Pawn))
            | (attacks::knight(square) & self.by_role(Role::Knight))
            | (attacks::king(square) & self.by_role(Role::King));
        leapers.intersects(by_them)
            || attacks::bishop(square, occupied).intersects(self.diagonal_sliders() & by_them)
            || attacks::rook(square, occupied).intersects(self.orthogonal_sliders() & by_them)
    }

    /// Every square a side attacks when `occupied` is what blocks the sliders.
    pub fn attacks_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let own = self.by_color(color);
        let mut reached =
            attacks::pawns(color, own & self.by_role(Role::Pawn)) | attacks::knights(own & self.by_role(Role::Knight));
        for king in own & self.by_role(Role::King) {
            reached |= attacks::king(king);
        }
        for slider in own & self.diagonal_sliders() {
            reached |= attacks::bishop(slider, occupied);
        }
        for slider in own & self.orthogonal_sliders() {
            reached |= attacks::rook(slider, occupied);
        }
        reached
    }

    /// The board with colours exchanged and flipped from top to bottom: what Black saw is what White sees.
    pub fn mirrored(&self) -> Board {
        let mut sets = self.sets.map(Bitboard::flip_vertical);
        sets.swap(COLORS, COLORS + 1);
        Board { sets }
    }
}

impl fmt::Debug for Board {
    /// Eight lines from the eighth rank down, with FEN letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                let end = if file != File::H {
                    " "
                } else if rank != Rank::First {
                    "\n"
                } else {
                    ""
                };
                write!(f, "{}{end}", piece.map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Board {
    /// The same drawing as `Debug`'s.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromIterator<(Square, Piece)> for Board {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            board.set(square, piece);
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_and_go() {
        let mut board = Board::startpos();
        assert_eq!(board.occupied().len(), 32);
        assert_eq!(board.piece_at(Square::D8), Some(Piece::BlackQueen));
        board.set(Square::D8, Piece::WhiteKnight);
        assert_eq!(board.piece_at(Square::D8), Some(Piece::WhiteKnight));
        assert_eq!(board.occupied().len(), 32);
        assert_eq!(board.remove(Square::D8), Some(Piece::WhiteKnight));
        assert_eq!((board.piece_at(Square::D8), board.remove(Square::D8)), (None, None));
        assert_eq!(board.iter().collect::<Board>(), board);
    }

    #[test]
    fn attack_questions_agree_with_each_other() {
        let mut board = Board::startpos();
        board.remove(Square::E2);
        board.set(Square::H5, Piece::BlackQueen);
        for occupied in [board.occupied(), Bitboard::EMPTY, board.occupied().without(Square::E1)] {
            for color in Color::ALL {
                let all = board.attacks_by(color, occupied);
                for square in Square::ALL {
                    let attackers = board.attackers_to(square, occupied) & board.by_color(color);
                    assert_eq!(attackers.any(), board.is_attacked(square, color, occupied));
                    assert_eq!(attackers.any(), all.contains(square), "{square} {color}");
                }
            }
        }
    }

    #[test]
    fn the_start_is_its_own_mirror() {
        assert_eq!(Board::startpos().mirrored(), Board::startpos());
    }
}
