//! Which pieces a side has left.

use core::fmt;

use super::Position;
use crate::{Color, Role};

impl Position {
    /// How many pieces of each role a side has.
    #[must_use]
    pub fn material(&self, color: Color) -> Material {
        Material { counts: Role::ALL.map(|role| self.board.pieces(color, role).len() as u8) }
    }
}

/// How many pieces of each role a side has; see [`Position::material`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    counts: [u8; Role::COUNT],
}

impl Material {
    /// The number of pieces of this role.
    #[must_use]
    pub fn count(&self, role: Role) -> u32 {
        self.counts[role.index()].into()
    }

    /// The usual sum for beginners: a pawn 1, knight and bishop 3, a rook 5, a queen 9.
    #[must_use]
    pub fn points(&self) -> u32 {
        let worth = |role: Role| match role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        };
        Role::ALL.into_iter().map(|role| worth(role) * self.count(role)).sum()
    }
}

impl fmt::Display for Material {
    /// A letter for each piece, as endgames are named: `KQRPP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in Role::ALL.into_iter().rev() {
            for _ in 0..self.count(role) {
                write!(f, "{}", role.letter().to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}
