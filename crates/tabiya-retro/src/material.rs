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

    fn field(&mut self, role: Role, light: bool) -> &mut u32 {
        match (role, light) {
            (Role::Pawn, _) => &mut self.pawns,
            (Role::Knight, _) => &mut self.knights,
            (Role::Bishop, true) => &mut self.light_bishops,
            (Role::Bishop, false) => &mut self.dark_bishops,
            (Role::Rook, _) => &mut self.rooks,
            _ => &mut self.queens,
        }
    }

    fn is_possible(self) -> bool {
        let promoted = self.knights.saturating_sub(2)
            + self.light_bishops.saturating_sub(1)
            + self.dark_bishops.saturating_sub(1)
            + self.rooks.saturating_sub(2)
            + self.queens.saturating_sub(1);
        let all = 1 + self.pawns + self.knights + self.light_bishops + self.dark_bishops + self.rooks + self.queens;
        all <= 16 && self.pawns <= 8 && promoted + self.pawns <= 8
    }

    /// The roles that may be added on a square of this colour.
    fn additions(self, light: bool) -> Roles {
        let mut roles = Roles::NONE;
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let mut more = self;
            *more.field(role, light) += 1;
            if more.is_possible() {
                roles = roles.with(role);
            }
        }
        roles
    }

    /// The roles of pieces on a square of this colour that may be pawns again.
    fn unpromotions(self, light: bool) -> Roles {
        let mut roles = Roles::NONE;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let mut before = self;
            let promoted = before.field(role, light);
            if *promoted == 0 {
                continue;
            }
            *promoted -= 1;
            before.pawns += 1;
            if before.is_possible() {
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
        let without_pawn =
            |roles: Roles| roles.iter().filter(|&role| role != Role::Pawn).fold(Roles::NONE, Roles::with);
        Leeway {
            captured,
            captured_on_back_rank: captured.map(without_pawn),
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
