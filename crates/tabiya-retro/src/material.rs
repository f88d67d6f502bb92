//! What may be put back on the board: sixteen pieces a side, eight pawns, and no more promoted pieces than pawns are
//! missing. The twin of what `Position::from_setup` checks; the tests compare the two.

use tabiya::{Bitboard, Board, Color, Role, Square};

use crate::unmove::Roles;

/// The pieces of one side against those it began with. Few sets have to be counted for this: whether there are fewer or
/// more of a role than at the start shows after taking one or two squares out of its set.
struct Army {
    all: u32,
    /// Pawns, and the pieces beyond those at the start, which must have been pawns.
    pawns: u32,
    /// The officers of which there are fewer than at the start; by the colour of the square, dark first, which matters
    /// for bishops.
    fewer: [Roles; 2],
    /// The officers of which there are more.
    more: [Roles; 2],
}

/// A set without its lowest square.
fn one_less(set: Bitboard) -> Bitboard {
    Bitboard(set.0 & set.0.wrapping_sub(1))
}

impl Army {
    #[inline]
    fn of(board: &Board, color: Color) -> Army {
        let of_role = |role| board.pieces(color, role);
        let bishops = of_role(Role::Bishop);
        // All but one of each that the start has.
        let [knights, rooks] = [Role::Knight, Role::Rook].map(|role| one_less(of_role(role)));
        let [dark, light, queens] = [bishops & Bitboard::DARK, bishops & Bitboard::LIGHT, of_role(Role::Queen)];
        let mut army =
            Army { all: board.by_color(color).len(), pawns: 0, fewer: [Roles::NONE; 2], more: [Roles::NONE; 2] };
        let mut beyond = Bitboard::EMPTY;
        let mut add = |role, at_first: Bitboard, colors: [bool; 2]| {
            let more = one_less(at_first);
            beyond |= more;
            for (i, _) in colors.into_iter().enumerate().filter(|(_, counts)| *counts) {
                army.fewer[i] = army.fewer[i].with_if(role, at_first.is_empty());
                army.more[i] = army.more[i].with_if(role, more.any());
            }
        };
        add(Role::Knight, knights, [true, true]);
        add(Role::Bishop, dark, [true, false]);
        add(Role::Bishop, light, [false, true]);
        add(Role::Rook, rooks, [true, true]);
        add(Role::Queen, queens, [true, true]);
        army.pawns = (of_role(Role::Pawn) | beyond).len();
        army
    }

    fn is_possible(&self) -> bool {
        self.all <= 16 && self.pawns <= 8
    }

    /// The roles that may be added on a square of each colour, if the pieces are possible now.
    fn additions(&self) -> [Roles; 2] {
        match (self.all < 16, self.pawns < 8) {
            (false, _) => [Roles::NONE; 2],
            (true, true) => [Roles::OFFICERS.with(Role::Pawn); 2],
            (true, false) => self.fewer,
        }
    }

    /// The roles of pieces on a square of each colour that may be pawns again, if the pieces are possible now: one
    /// promoted piece less makes room for the pawn.
    fn unpromotions(&self) -> [Roles; 2] {
        if self.pawns < 8 { [Roles::OFFICERS; 2] } else { self.more }
    }
}

/// What a move of `mover` can have captured and promoted to, by the pieces that are left.
pub(crate) struct Leeway {
    /// By the colour of the square, dark first: what may have been captured there, pawns included.
    captured: [Roles; 2],
    /// The same on the first and last rank, where no pawn stands.
    captured_on_back_rank: [Roles; 2],
    /// By the colour of the square, dark first: what may have been a pawn.
    promoted: [Roles; 2],
    /// Whether both sides have what a game can leave them at all.
    pub is_possible: bool,
}

impl Leeway {
    #[inline]
    pub fn new(board: &Board, mover: Color) -> Leeway {
        let (ours, theirs) = (Army::of(board, mover), Army::of(board, !mover));
        let captured = theirs.additions();
        Leeway {
            captured,
            captured_on_back_rank: captured.map(|roles| roles.without(Role::Pawn)),
            promoted: ours.unpromotions(),
            is_possible: ours.is_possible() && theirs.is_possible(),
        }
    }

    /// What may have been captured on a square.
    #[inline(always)]
    pub fn captured(&self, square: Square) -> Roles {
        let light = square.is_light() as usize;
        if Bitboard::BACK_RANKS.contains(square) { self.captured_on_back_rank[light] } else { self.captured[light] }
    }

    /// Whether a pawn may have been captured en passant.
    pub fn pawn_captured(&self) -> bool {
        self.captured[0].contains(Role::Pawn)
    }

    /// Whether the piece of this role on this square may be a promoted pawn.
    #[inline(always)]
    pub fn promoted(&self, role: Role, square: Square) -> bool {
        self.promoted[square.is_light() as usize].contains(role)
    }
}
