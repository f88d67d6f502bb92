//! Tables as files: a header, the bytes, a checksum.

use core::fmt;

use super::index::Layout;
use super::material::Material;
use super::table::Table;

/// The first eight bytes of every file; the last one is the version.
const MAGIC: [u8; 8] = *b"TABEND\0\x02";
/// Magic, name of the material padded with zeros.
pub(super) const HEADER: usize = 8 + 16;
/// The checksum at the end.
const CHECKSUM: usize = 8;

/// Why the bytes are not a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileError {
    /// They do not begin as a table of this version does.
    NotATable,
    /// The header does not name the material of a table.
    Material,
    /// The length is not that of a table of this material.
    Length {
        /// Whose table it says it is.
        material: Material,
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// The checksum does not fit.
    Damaged(Material),
    /// The system does not give the memory for the table.
    OutOfMemory(Material),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NotATable => f.write_str("this is not an endgame table of this version"),
            FileError::Material => f.write_str("the header (bytes 8 to 23) does not name the material of a table"),
            FileError::Length { material, expected, found } => {
                write!(f, "a table of {material} has {expected} bytes, this file has {found}")
            }
            FileError::Damaged(material) => {
                write!(f, "the checksum of this table of {material} does not fit; solve it again")
            }
            FileError::OutOfMemory(material) => write!(f, "there is no memory for the table {material}"),
        }
    }
}

impl core::error::Error for FileError {}

impl Table {
    /// The table as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.size() + CHECKSUM);
        bytes.extend(MAGIC);
        let name = self.material().to_string();
        bytes.extend(name.bytes().chain(core::iter::repeat(0)).take(HEADER - MAGIC.len()));
        bytes.extend(&self.values[0]);
        bytes.extend(&self.values[1]);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The table of a file.
    ///
    /// # Errors
    /// If anything about the bytes is not as [`to_bytes`](Table::to_bytes) writes them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Table, FileError> {
        let material = read_header(bytes)?;
        let layout = Layout::new(material);
        let expected = length(&layout);
        if bytes.len() as u64 != expected {
            return Err(FileError::Length { material, expected, found: bytes.len() as u64 });
        }
        let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum(content).to_le_bytes() != *sum {
            return Err(FileError::Damaged(material));
        }
        let (white, black) = content[HEADER..].split_at(layout.len);
        let copied = |values: &[u8]| {
            let mut copy = Vec::new();
            copy.try_reserve_exact(values.len()).map_err(|_| FileError::OutOfMemory(material))?;
            copy.extend_from_slice(values);
            Ok(copy)
        };
        Ok(Table { layout, values: [copied(white)?, copied(black)?] })
    }
}

/// Whose table a file says it is.
pub(super) fn read_header(bytes: &[u8]) -> Result<Material, FileError> {
    let header = bytes.get(..HEADER).filter(|header| header.starts_with(&MAGIC)).ok_or(FileError::NotATable)?;
    let name = &header[MAGIC.len()..];
    let (name, rest) = name.split_at(name.iter().position(|&byte| byte == 0).unwrap_or(name.len()));
    core::str::from_utf8(name)
        .ok()
        .filter(|_| rest.iter().all(|&byte| byte == 0))
        .and_then(|name| name.parse().ok().filter(|material: &Material| material.to_string() == name))
        .filter(|material| (3..=Material::MAX_MEN).contains(&material.men()))
        .ok_or(FileError::Material)
}

/// How many bytes the file of a table has.
pub(super) fn length(layout: &Layout) -> u64 {
    (HEADER + 2 * layout.len + CHECKSUM) as u64
}

/// FNV-1a over words of eight bytes, then over the rest: any changed bit changes it.
fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    let (words, rest) = bytes.as_chunks::<8>();
    let mix = |sum: u64, word: u64| ((sum ^ word).wrapping_mul(PRIME)).rotate_left(29);
    let sum = words.iter().fold(0xCBF2_9CE4_8422_2325, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum, byte.into()))
}
