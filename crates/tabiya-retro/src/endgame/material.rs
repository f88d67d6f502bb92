//! [`Material`]: which pieces an endgame has.

use core::fmt;
use core::str::FromStr;

use tabiya::{Board, Color, Role};

/// The roles beside the kings, in the order in which endgames are named: queen first.
const NAMED: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The pieces of both sides of an endgame, kings included, as in `KRKN`.
///
/// The side with more is White; [`Material::of`] says whether the colours of a board had to be exchanged for that.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// For White, then Black: how many of each role, as in [`NAMED`].
    counts: [[u8; 5]; 2],
}

impl Material {
    /// The most pieces a table can have, kings included.
    pub const MAX_MEN: u32 = 5;

    /// Two kings.
    pub const KINGS: Material = Material { counts: [[0; 5]; 2] };

    /// The material on a board, and whether Black has the white part of it.
    pub fn of(board: &Board) -> (Material, bool) {
        let side = |color| NAMED.map(|role| board.pieces(color, role).len() as u8);
        Material { counts: [side(Color::White), side(Color::Black)] }.normalized()
    }

    /// The stronger side first; whether the sides were exchanged.
    fn normalized(self) -> (Material, bool) {
        let [white, black] = self.counts;
        // More pieces first, then the more valuable ones.
        let weight = |counts: [u8; 5]| (counts.iter().sum::<u8>(), counts);
        if weight(white) >= weight(black) { (self, false) } else { (Material { counts: [black, white] }, true) }
    }

    /// How many pieces there are, kings included.
    pub fn men(self) -> u32 {
        2 + self.counts.iter().flatten().map(|&count| u32::from(count)).sum::<u32>()
    }

    /// How many pieces of a role a side has.
    pub fn count(self, color: Color, role: Role) -> u32 {
        NAMED.iter().position(|&named| named == role).map_or(1, |at| self.counts[color as usize][at].into())
    }

    /// Whether a side has pawns.
    pub fn has_pawns(self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, Role::Pawn) > 0)
    }

    /// The pieces beside the kings, White's first, equal ones side by side.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (Color, Role)> {
        Color::ALL.into_iter().flat_map(move |color| {
            NAMED.into_iter().flat_map(move |role| (0..self.count(color, role)).map(move |_| (color, role)))
        })
    }

    /// The materials that one capture or promotion, or both at once, can make of this one.
    pub fn conversions(self) -> Vec<Material> {
        let mut found = Vec::new();
        for (side, pawn) in [(0, 4), (1, 4)] {
            let mut promotions = vec![self];
            if self.counts[side][pawn] > 0 {
                for role in 0..4 {
                    let mut promoted = self;
                    promoted.counts[side][pawn] -= 1;
                    promoted.counts[side][role] += 1;
                    promotions.push(promoted);
                }
            }
            for (i, after) in promotions.into_iter().enumerate() {
                if i > 0 {
                    found.push(after.normalized().0);
                }
                for role in 0..5 {
                    if after.counts[1 - side][role] > 0 {
                        let mut captured = after;
                        captured.counts[1 - side][role] -= 1;
                        found.push(captured.normalized().0);
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// This material and all that it can become, those that others need first; two kings are left out.
    pub(crate) fn needed(self) -> Vec<Material> {
        fn visit(material: Material, order: &mut Vec<Material>) {
            if material == Material::KINGS || order.contains(&material) {
                return;
            }
            for smaller in material.conversions() {
                visit(smaller, order);
            }
            order.push(material);
        }
        let mut order = Vec::new();
        visit(self, &mut order);
        order
    }

    /// Every material with this many pieces, kings included.
    pub fn all(men: u32) -> Vec<Material> {
        let mut found = vec![Material::KINGS];
        for _ in 2..men {
            let mut more = Vec::new();
            for material in found {
                for (side, role) in (0..2).flat_map(|side| (0..5).map(move |role| (side, role))) {
                    let mut next = material;
                    next.counts[side][role] += 1;
                    more.push(next.normalized().0);
                }
            }
            more.sort_unstable();
            more.dedup();
            found = more;
        }
        found
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str("K")?;
            for role in NAMED {
                for _ in 0..self.count(color, role) {
                    write!(f, "{}", role.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialError {
    /// The text.
    pub text: String,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' names no endgame; expected both sides' pieces from the king on, as in KRKN or KQPvKR",
            self.text
        )
    }
}

impl core::error::Error for MaterialError {}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KRKN`, `krkn` or `KRvKN`; the stronger side becomes White.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let error = || MaterialError { text: text.to_owned() };
        let mut counts = [[0u8; 5]; 2];
        let mut kings = 0;
        for letter in text.chars().filter(|&letter| !matches!(letter, 'v' | 'V')) {
            let role = Role::from_letter(letter.to_ascii_lowercase()).ok_or_else(error)?;
            match NAMED.iter().position(|&named| named == role) {
                None => kings += 1,
                Some(at) if (1..=2).contains(&kings) => counts[kings - 1][at] += 1,
                Some(_) => return Err(error()),
            }
            if counts.iter().flatten().map(|&count| u32::from(count)).sum::<u32>() > 30 {
                return Err(error());
            }
        }
        if kings == 2 { Ok(Material { counts }.normalized().0) } else { Err(error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (text, name) in [("KRKN", "KRKN"), ("knkr", "KRKN"), ("KvKQ", "KQK"), ("KPKBB", "KBBKP"), ("KK", "KK")] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), name);
        }
        for text in ["", "K", "KXK", "KKK", "RKK", "R"] {
            let error = text.parse::<Material>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' names no endgame; expected both sides' pieces")), "{error}");
        }
        assert_eq!(format!("{:?}", "KQPvKR".parse::<Material>().unwrap()), "KQPKR");
    }

    #[test]
    fn there_are_five_tables_of_three_men_and_thirty_of_four() {
        assert_eq!([2, 3, 4, 5].map(|men| Material::all(men).len()), [1, 5, 30, 110]);
    }

    #[test]
    fn conversions_of_a_pawn() {
        let names = |text: &str| -> Vec<String> {
            let material: Material = text.parse().unwrap();
            let mut names: Vec<_> = material.conversions().iter().map(ToString::to_string).collect();
            names.sort();
            names
        };
        assert_eq!(names("KPK"), ["KBK", "KK", "KNK", "KQK", "KRK"]);
        assert_eq!(names("KRKN"), ["KNK", "KRK"]);
        assert_eq!(names("KPKR").len(), 1 + 4 + 4);
    }
}
