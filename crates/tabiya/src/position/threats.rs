//! What a side attacks, by the kind of its pieces.

use super::Position;
use crate::arch::Arch;
use crate::attacks;
use crate::cpu::{Compiled, Detected, Token, copies};
use crate::{Bitboard, Color, File, Role};

/// The squares that one side attacks, by role; squares of its own pieces are included where they are defended.
///
/// ```
/// use tabiya::{Position, Role, Square};
/// let position = Position::from_fen("4k3/8/8/3p4/8/8/8/4K2R w - - 0 1")?;
/// let threats = position.threats();
/// assert_eq!(threats.by(Role::Pawn), Square::C4.bitboard() | Square::E4.bitboard());
/// assert_eq!(threats.all(), threats.by(Role::Pawn) | threats.by(Role::King));
/// # Ok::<(), tabiya::PositionError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Threats {
    by_role: [Bitboard; 6],
}

impl Threats {
    /// The squares attacked by pieces of this role.
    #[inline(always)]
    #[must_use]
    pub const fn by(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// The squares attacked by pieces worth less than this role: pawns for knights and bishops, those three for rooks,
    /// all but queens for queens; none for pawns and kings.
    #[inline(always)]
    #[must_use]
    pub fn by_lesser_than(&self, role: Role) -> Bitboard {
        let [pawns, knights, bishops, rooks, ..] = self.by_role;
        match role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => pawns,
            Role::Rook => pawns | knights | bishops,
            Role::Queen => pawns | knights | bishops | rooks,
        }
    }

    /// All attacked squares.
    #[inline(always)]
    #[must_use]
    pub fn all(&self) -> Bitboard {
        self.by_role.iter().fold(Bitboard::EMPTY, |all, &set| all | set)
    }
}

impl Position {
    /// What the side that is not to move attacks, in one call with the best instructions of the CPU: about 6 ns with
    /// AVX-512, which looks from all sliders at once, and 11 ns without.
    #[inline]
    #[must_use]
    pub fn threats(&self) -> Threats {
        self.threats_of(!self.turn)
    }

    /// What this side attacks.
    #[inline]
    #[must_use]
    pub fn threats_of(&self, color: Color) -> Threats {
        Detected::best().run(FindThreats { position: self, color })
    }
}

/// What the pawns of a side attack, without a branch by its colour. No pawn stands on a back rank, so what a rotation
/// carries round the board lands on the file that is masked out.
#[inline(always)]
fn by_pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let (east, west) = color.pick((9, 7), (57, 55));
    let east = Bitboard(pawns.0.rotate_left(east)) - File::A.bitboard();
    let west = Bitboard(pawns.0.rotate_left(west)) - File::H.bitboard();
    east | west
}

struct FindThreats<'a> {
    position: &'a Position,
    color: Color,
}

/// Chooses the level: one with vectors only if they are wide enough to help.
impl<A: Arch> Compiled<A> for FindThreats<'_> {
    type Output = Threats;

    #[inline(always)]
    fn run(self, arch: A) -> Threats {
        arch.lists().run(ByVectors(self))
    }

    copies!(A, in_place);
}

struct ByVectors<'a>(FindThreats<'a>);

impl<A: Arch> Compiled<A> for ByVectors<'_> {
    type Output = Threats;

    #[inline(always)]
    fn run(self, arch: A) -> Threats {
        let FindThreats { position, color } = self.0;
        let board = &position.board;
        let (own, occupied) = (board.by_color(color), board.occupied());
        let of = |role| own & board.by_role(role);
        let sliders = [Role::Bishop, Role::Rook, Role::Queen].map(of);
        let [bishops, rooks, queens] = arch.sliders_reach(sliders, occupied);
        let (pawns, knights) = (by_pawns(color, of(Role::Pawn)), attacks::knights(of(Role::Knight)));
        Threats { by_role: [pawns, knights, bishops, rooks, queens, attacks::king(board.king_square(color))] }
    }

    copies!(A);
}
