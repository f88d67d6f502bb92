//! Which pieces a table is for.

use core::fmt;
use core::str::FromStr;

use tabiya::{Board, Color, Role};

use crate::MAX_MEN;

/// The pieces of both sides, without squares: what a table is named after.
///
/// One king a side is understood. A name begins with the stronger side; a table serves both colours.
///
/// ```
/// use tabiya_syzygy::Material;
/// let material: Material = "KRPvKR".parse()?;
/// assert_eq!(material.men(), 5);
/// assert_eq!(material.swapped().to_string(), "KRvKRP");
/// assert_eq!(material.swapped().canonical(), material);
/// # Ok::<(), tabiya_syzygy::MaterialError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// Four bits for each count: White's pawns, knights, bishops, rooks, queens, then Black's.
    counts: u64,
}

/// The roles that are counted, in the order of their bits.
const COUNTED: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const SIDE_BITS: u32 = 20;
const SIDE: u64 = (1 << SIDE_BITS) - 1;

const fn shift(color: Color, role: Role) -> u32 {
    color as u32 * SIDE_BITS + role as u32 * 4
}

impl Material {
    /// The pieces on a board, kings not counted.
    #[inline]
    pub fn of(board: &Board) -> Material {
        let mut counts = 0;
        for role in COUNTED {
            let pieces = board.by_role(role);
            let white = (pieces & board.by_color(Color::White)).len();
            let black = (pieces & board.by_color(Color::Black)).len();
            counts += (u64::from(white) << shift(Color::White, role)) + (u64::from(black) << shift(Color::Black, role));
        }
        Material { counts }
    }

    /// Every material of this number of men, kings included, with the side first after which its table is named: 5 of
    /// three men, then 30, 110, 365 and 1,001 of seven. None for other numbers.
    pub fn all(men: u32) -> Vec<Material> {
        if !(3..=MAX_MEN as u32).contains(&men) {
            return Vec::new();
        }
        let mut found = vec![Material::BARE_KINGS];
        for _ in 2..men {
            let more = |material: &Material| {
                Color::ALL.map(|color| COUNTED.map(|role| material.with(color, role).canonical())).into_iter().flatten()
            };
            found = found.iter().flat_map(|material| more(material).collect::<Vec<_>>()).collect();
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// Both kings alone.
    pub(crate) const BARE_KINGS: Material = Material { counts: 0 };

    /// With one more piece; kings are understood.
    pub(crate) fn with(self, color: Color, role: Role) -> Material {
        match role {
            Role::King => self,
            _ => Material { counts: self.counts + (1 << shift(color, role)) },
        }
    }

    pub(crate) const fn key(self) -> u64 {
        self.counts
    }

    /// How many pieces of a role a side has.
    pub fn count(self, color: Color, role: Role) -> u32 {
        match role {
            Role::King => 1,
            _ => (self.counts >> shift(color, role)) as u32 & 15,
        }
    }

    /// How many men there are, kings included.
    pub fn men(self) -> u32 {
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| self.count(color, role))).sum()
    }

    /// Whether either side has pawns.
    pub fn has_pawns(self) -> bool {
        Color::ALL.into_iter().any(|color| self.count(color, Role::Pawn) > 0)
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Material {
        Material { counts: (self.counts & SIDE) << SIDE_BITS | self.counts >> SIDE_BITS }
    }

    /// Whether both sides have the same pieces.
    pub fn is_symmetric(self) -> bool {
        self == self.swapped()
    }

    /// With the side first after which the table is named: the one with more men, or else with the better pieces.
    #[must_use]
    pub fn canonical(self) -> Material {
        let strength = |color| {
            let men: u32 = Role::ALL.into_iter().map(|role| self.count(color, role)).sum();
            (men, [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn].map(|role| self.count(color, role)))
        };
        if strength(Color::Black) > strength(Color::White) { self.swapped() } else { self }
    }

    /// The tables that the captures and promotions of this one lead to, canonical, each once, without bare kings.
    pub fn conversions(self) -> Vec<Material> {
        let mut found = Vec::new();
        for color in Color::ALL {
            for role in COUNTED.into_iter().filter(|&role| self.count(color, role) > 0) {
                let without = Material { counts: self.counts - (1 << shift(color, role)) };
                found.push(without);
                if role == Role::Pawn {
                    found.extend(COUNTED[1..].iter().map(|&promoted| without.with(color, promoted)));
                }
            }
        }
        found.iter_mut().for_each(|material| *material = material.canonical());
        found.retain(|&material| material != Material::BARE_KINGS);
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for role in Role::ALL.into_iter().rev() {
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
        write!(f, "Material({self})")
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(name: &str) -> Result<Material, MaterialError> {
        let wrong = || MaterialError { name: name.to_owned() };
        let (white, black) = name.split_once('v').ok_or_else(wrong)?;
        let mut material = Material::BARE_KINGS;
        let mut men = 0;
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.strip_prefix('K').ok_or_else(wrong)?.chars() {
                let role = COUNTED.into_iter().find(|role| role.letter().to_ascii_uppercase() == letter);
                men += 1;
                if men + 2 > MAX_MEN {
                    return Err(wrong());
                }
                material = material.with(color, role.ok_or_else(wrong)?);
            }
        }
        if men == 0 { Err(wrong()) } else { Ok(material) }
    }
}

/// A text that names no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialError {
    name: String,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" names no table: both sides begin with K, v stands between them, and they have 3 to ",
            self.name
        )?;
        write!(f, "{MAX_MEN} men, as in KRPvKR")
    }
}

impl std::error::Error for MaterialError {}
