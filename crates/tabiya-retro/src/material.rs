//! What may be put back on the board: sixteen pieces a side, eight pawns, and no more promoted pieces than pawns are
//! missing. The twin of what `Position::from_setup` checks; the tests compare the two.

use tabiya::{Bitboard, Board, Color, Role, Square};

use crate::unmove::Roles;

/// The pieces of one side, counted.
#[derive(Copy, Clone)]
struct Count {
    pawns: u32,
    knights: u32,
    light_bishops: u32,
    dark_bishops: u32,
    rooks: u32,
    queens: u32,
}

impl Count {
    fn of(board: &Board, color: Color) -> Count {
        let count = |role| board.pieces(color, role).len();
        let bishops = board.pieces(color, Role::Bishop);
        Count {
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            light_bishops: (bishops & Bitboard::LIGHT).len(),
            dark_bishops: (bishops & Bitboard::DARK).len(),
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
        }
    }

    /// The pieces beyond those at the start, which must have been pawns.
    fn promoted(&self) -> u32 {
        self.knights.saturating_sub(2)
            + self.light_bishops.saturating_sub(1)
            + self.dark_bishops.saturating_sub(1)
            + self.rooks.saturating_sub(2)
            + self.queens.saturating_sub(1)
    }

    fn all(&self) -> u32 {
        1 + self.pawns + self.knights + self.light_bishops + self.dark_bishops + self.rooks + self.queens
    }

    /// Each officer's role with how many there are and how many there were, for bishops on squares of one colour.
    fn officers(&self, light: bool) -> [(Role, u32, u32); 4] {
        let bishops = if light { self.light_bishops } else { self.dark_bishops };
        [
            (Role::Knight, self.knights, 2),
            (Role::Bishop, bishops, 1),
            (Role::Rook, self.rooks, 2),
            (Role::Queen, self.queens, 1),
        ]
    }

    fn is_possible(&self) -> bool {
        self.all() <= 16 && self.pawns + self.promoted() <= 8
    }

    /// The roles that may be added on a square of this colour, if the pieces are possible now.
    fn additions(&self, light: bool) -> Roles {
        if self.all() >= 16 {
            return Roles::NONE;
        }
        let pawn_is_free = self.pawns + self.promoted() < 8;
        let mut roles = if pawn_is_free { Roles::NONE.with(Role::Pawn) } else { Roles::NONE };
        for (role, count, at_first) in self.officers(light) {
            if pawn_is_free || count < at_first {
                roles = roles.with(role);
            }
        }
        roles
    }

    /// The roles of pieces on a square of this colour that may be pawns again, if the pieces are possible now.
    fn unpromotions(&self, light: bool) -> Roles {
        let pawn_is_free = self.pawns + self.promoted() < 8;
        let mut roles = Roles::NONE;
        for (role, count, at_first) in self.officers(light) {
            // One promoted piece less makes room for the pawn.
            if pawn_is_free || count > at_first {
                roles = roles.with(role);
            }
        }
        roles
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
    pub fn new(board: &Board, mover: Color) -> Leeway {
        let (ours, theirs) = (Count::of(board, mover), Count::of(board, !mover));
        let captured = [theirs.additions(false), theirs.additions(true)];
        Leeway {
            captured,
            captured_on_back_rank: captured.map(|roles| roles.without(Role::Pawn)),
            promoted: [ours.unpromotions(false), ours.unpromotions(true)],
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
