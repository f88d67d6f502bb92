//! What a side attacks, by the kind of its pieces.

use core::hint::select_unpredictable;

use super::Position;
use crate::arch::Arch;
use crate::attacks::{self, Sliders};
use crate::cpu::{Compiled, Detected, copies};
use crate::{Bitboard, Color, File, Role, Square};

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
    /// What the side that is not to move attacks, in one call with the best instructions of the CPU.
    #[inline]
    #[must_use]
    pub fn threats(&self) -> Threats {
        self.threats_of(!self.turn)
    }

    /// What this side attacks.
    #[inline]
    #[must_use]
    pub fn threats_of(&self, color: Color) -> Threats {
        Detected::best().run_scalar(FindThreats { position: self, color })
    }
}

/// What these sliders of one role attack together. For the `usual` number of them it looks without asking whether they
/// are there: how often a loop goes round cannot be predicted, and that costs more than a look that comes to nothing.
#[inline(always)]
fn reached_by(sliders: impl Sliders, role: Role, set: Bitboard, usual: u32, occupied: Bitboard) -> Bitboard {
    let (mut rest, mut reached) = (set.0, 0);
    for _ in 0..usual {
        let from = Square::from_low_bits(rest.trailing_zeros() as u8);
        let found = sliders.of(role, Color::White, from, occupied).0;
        reached |= select_unpredictable(rest != 0, found, 0);
        rest &= rest.wrapping_sub(1);
    }
    for from in Bitboard(rest) {
        reached |= sliders.of(role, Color::White, from, occupied).0;
    }
    Bitboard(reached)
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

impl<A: Arch> Compiled<A> for FindThreats<'_> {
    type Output = Threats;

    #[inline(always)]
    fn run(self, arch: A) -> Threats {
        let (board, sliders) = (&self.position.board, arch.sliders());
        let (own, occupied) = (board.by_color(self.color), board.occupied());
        let mut by_role = [Bitboard::EMPTY; 6];
        by_role[Role::Pawn as usize] = by_pawns(self.color, own & board.by_role(Role::Pawn));
        by_role[Role::Knight as usize] = attacks::knights(own & board.by_role(Role::Knight));
        for (role, usual) in [(Role::Bishop, 2), (Role::Rook, 2), (Role::Queen, 1)] {
            by_role[role as usize] = reached_by(sliders, role, own & board.by_role(role), usual, occupied);
        }
        by_role[Role::King as usize] = attacks::king(board.king_square(self.color));
        Threats { by_role }
    }

    copies!(A);
}
