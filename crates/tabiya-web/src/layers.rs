//! The sets of squares that a move generator thinks in, by name.

use serde::Serialize;
use tabiya::attacks::{self, magic, pext};
use tabiya::{Bitboard, Color, NamedSet, Position, Role, Square};

use crate::failure::Failure;

/// Every set that has a name, in the order of the library.
pub fn names() -> String {
    NamedSet::ALL.iter().map(NamedSet::name).collect::<Vec<_>>().join(" ")
}

/// What the library says of a set that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Described {
    /// The name.
    pub name: &'static str,
    /// The name as a heading.
    pub title: &'static str,
    /// The heading under which a list shows the set.
    pub group: &'static str,
    /// What it contains, in words.
    pub sentence: &'static str,
}

/// Every set that has a name, with its words, in the order of the library.
pub fn described() -> Vec<Described> {
    let words = |set: &NamedSet| Described {
        name: set.name(),
        title: set.title(),
        group: set.group(),
        sentence: set.sentence(),
    };
    NamedSet::ALL.iter().map(words).collect()
}

/// The set of a name.
pub fn of(position: &Position, name: &str) -> Result<Bitboard, Failure> {
    let set: NamedSet = name.parse().map_err(|error| Failure::new("argument", error))?;
    Ok(set.squares(position))
}

/// How a slider on a square finds its attacks. Sets and products are hexadecimal, because JSON numbers end at 53 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slider {
    /// `rook` or `bishop`.
    pub role: &'static str,
    /// The squares whose occupancy matters.
    pub relevant: String,
    /// Those of them that are occupied.
    pub blockers: String,
    /// The magic number of the square.
    pub magic: String,
    /// Blockers times magic, in 64 bits.
    pub product: String,
    /// How far the product is shifted right.
    pub shift: u32,
    /// What remains: the index into this square's part of the table.
    pub magic_index: usize,
    /// The index that PEXT makes of the same blockers.
    pub pext_index: usize,
    /// How many entries this square's part of the table has.
    pub entries: usize,
    /// The attacks found there.
    pub attacks: String,
}

/// Looks a slider up the way magic bitboards and PEXT do. A queen is both: one answer each.
pub fn slider(position: &Position, square: u32) -> Vec<Slider> {
    let from = Square::from_low_bits(square as u8);
    let roles: &[Role] = match position.role_at(from) {
        Some(Role::Rook) => &[Role::Rook],
        Some(Role::Bishop) => &[Role::Bishop],
        _ => &[Role::Rook, Role::Bishop],
    };
    let hex = |bits: u64| format!("0x{bits:016x}");
    let occupied = position.occupied();
    roles
        .iter()
        .filter_map(|&role| {
            let steps = magic::steps(role, from, occupied)?;
            Some(Slider {
                role: role.name(),
                relevant: hex(steps.relevant.0),
                blockers: hex(steps.blockers.0),
                magic: hex(steps.number),
                product: hex(steps.product),
                shift: steps.shift,
                magic_index: steps.index,
                pext_index: pext::extract(occupied.0, steps.relevant.0) as usize,
                entries: 1 << steps.relevant.len(),
                attacks: hex(attacks::of(role, Color::White, from, occupied).0),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_set() {
        let position = Position::startpos();
        assert!(names().split(' ').all(|name| of(&position, name).is_ok()));
        assert!(names().split(' ').eq(described().iter().map(|set| set.name)));
        assert_eq!(of(&position, "white-rooks").unwrap(), Square::A1.bitboard() | Square::H1.bitboard());
        assert_eq!(of(&position, "pink-pawns").unwrap_err().kind, "argument");
    }

    #[test]
    fn sliders_show_their_steps() {
        let position = Position::startpos();
        let queen = slider(&position, Square::D1 as u32);
        assert_eq!(queen.iter().map(|slider| slider.role).collect::<Vec<_>>(), ["rook", "bishop"]);
        let rook = slider(&position, Square::A1 as u32);
        assert_eq!((rook.len(), rook[0].entries), (1, 4096));
        assert_eq!(rook[0].attacks, "0x0000000000000102");
        assert_eq!(rook[0].shift, 52);
    }
}
