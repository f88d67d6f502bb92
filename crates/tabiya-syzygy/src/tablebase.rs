//! A collection of tables.

use core::hash::{BuildHasherDefault, Hasher};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tabiya::Position;

use crate::cache::Cache;
use crate::error::{Metric, SyzygyError};
use crate::material::Material;
use crate::source::Source;
use crate::table::{Distance, Table};
use crate::value::Wdl;

/// How much of the files is kept in memory, unless told otherwise.
const CACHE_BYTES: usize = if cfg!(any(unix, windows)) { 64 << 20 } else { 0 };

/// Tables from folders or from memory, opened when they are first asked.
///
/// It is shared by reference: probing needs no `mut`, takes no lock, and allocates nothing once a table is open and the
/// pages it needs have been read.
#[derive(Debug)]
pub struct Tablebase {
    /// By material, in both orders of the colours.
    numbers: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    tables: Vec<Entry>,
    most_men: u32,
    files: u32,
    cache: Arc<Cache>,
}

/// The two tables of a material.
#[derive(Debug)]
struct Entry {
    material: Material,
    tables: [Option<Slot>; 2],
}

#[derive(Debug)]
struct Slot {
    name: Arc<str>,
    number: u32,
    place: Place,
    table: OnceLock<Table>,
}

#[derive(Debug)]
enum Place {
    #[cfg(any(unix, windows))]
    File(std::path::PathBuf),
    /// Taken when the table is opened; a table that cannot be opened stays here.
    Memory(&'static [u8]),
    Owned(Arc<[u8]>),
}

/// A table that a [`Tablebase`] has.
#[derive(Clone, Debug)]
pub struct TableName {
    /// The pieces.
    pub material: Material,
    /// What it stores.
    pub metric: Metric,
    /// Where it lies, or the name it was given.
    pub file: Arc<str>,
}

impl Default for Tablebase {
    fn default() -> Tablebase {
        Tablebase::new()
    }
}

impl Tablebase {
    /// No tables yet, with room for 64 MiB of them in memory.
    pub fn new() -> Tablebase {
        Tablebase::with_cache(CACHE_BYTES)
    }

    /// No tables yet. Pages of files that were read are kept in at most about `bytes` bytes.
    pub fn with_cache(bytes: usize) -> Tablebase {
        Tablebase {
            numbers: HashMap::default(),
            tables: Vec::new(),
            most_men: 0,
            files: 0,
            cache: Arc::new(Cache::new(bytes)),
        }
    }

    /// The tables of a folder.
    ///
    /// ```no_run
    /// use tabiya::Position;
    /// use tabiya_syzygy::{Tablebase, Wdl};
    /// let tables = Tablebase::open("/srv/syzygy")?;
    /// let position = Position::from_fen("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1")?;
    /// assert_eq!(tables.probe_wdl(&position)?, Wdl::Loss);
    /// assert_eq!(tables.probe_dtz(&position)?.plies(), -53);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the folder cannot be read. Files are not opened, and those with other names are passed over.
    #[cfg(any(unix, windows))]
    pub fn open(folder: impl AsRef<std::path::Path>) -> Result<Tablebase, SyzygyError> {
        let mut tables = Tablebase::new();
        tables.add_folder(folder)?;
        Ok(tables)
    }

    /// Adds the tables of a folder, and says how many there were. A table that is here already stays.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    #[cfg(any(unix, windows))]
    pub fn add_folder(&mut self, folder: impl AsRef<std::path::Path>) -> Result<usize, SyzygyError> {
        let folder = folder.as_ref();
        let failed = |error: std::io::Error| SyzygyError::Io {
            file: folder.display().to_string().into(),
            error: Arc::new(error),
        };
        let mut added = 0;
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            if let Some((material, metric)) = name.and_then(parse_name) {
                let shown = path.display().to_string().into();
                added += usize::from(self.add(material, metric, shown, Place::File(path)));
            }
        }
        Ok(added)
    }

    /// Adds the tables of several folders, written as paths are: with `:` between them, on Windows with `;`.
    ///
    /// # Errors
    ///
    /// If one of the folders cannot be read.
    #[cfg(any(unix, windows))]
    pub fn add_path(&mut self, folders: impl AsRef<std::ffi::OsStr>) -> Result<usize, SyzygyError> {
        let mut added = 0;
        for folder in std::env::split_paths(&folders).filter(|folder| !folder.as_os_str().is_empty()) {
            added += self.add_folder(folder)?;
        }
        Ok(added)
    }

    /// Adds one file; `false` if its table is here already.
    ///
    /// # Errors
    ///
    /// If the file's name names no table. The file is opened when it is first needed.
    #[cfg(any(unix, windows))]
    pub fn add_file(&mut self, file: impl AsRef<std::path::Path>) -> Result<bool, SyzygyError> {
        let path = file.as_ref();
        let shown: Arc<str> = path.display().to_string().into();
        let named = path.file_name().and_then(|name| name.to_str()).and_then(parse_name);
        let (material, metric) = named.ok_or_else(|| SyzygyError::Name { file: shown.clone() })?;
        Ok(self.add(material, metric, shown, Place::File(path.to_owned())))
    }

    /// Adds a table that lies in memory, under the name that its file would have, such as `KQvK.rtbw`; `false` if this
    /// table is here already.
    ///
    /// # Errors
    ///
    /// If the name names no table.
    pub fn add_bytes(&mut self, name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Result<bool, SyzygyError> {
        let shown: Arc<str> = name.into();
        let (material, metric) = parse_name(name).ok_or_else(|| SyzygyError::Name { file: shown.clone() })?;
        let place = match bytes.into() {
            Cow::Borrowed(bytes) => Place::Memory(bytes),
            Cow::Owned(bytes) => Place::Owned(bytes.into()),
        };
        Ok(self.add(material, metric, shown, place))
    }

    fn add(&mut self, material: Material, metric: Metric, name: Arc<str>, place: Place) -> bool {
        let material = material.canonical();
        let index = *self.numbers.entry(material.key()).or_insert_with(|| {
            self.tables.push(Entry { material, tables: [None, None] });
            self.tables.len() as u32 - 1
        });
        self.numbers.insert(material.swapped().key(), index);
        let slot = &mut self.tables[index as usize].tables[metric as usize];
        let is_new = slot.is_none();
        if is_new {
            *slot = Some(Slot { name, number: self.files, place, table: OnceLock::new() });
            self.files += 1;
            self.most_men = self.most_men.max(material.men());
        }
        is_new
    }

    /// The men of the largest table, kings included; 0 without tables.
    pub fn max_men(&self) -> u32 {
        self.most_men
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.files as usize
    }

    /// Whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.files == 0
    }

    /// The tables, by their number of men and their names.
    pub fn tables(&self) -> Vec<TableName> {
        let mut names: Vec<TableName> = Vec::new();
        for entry in &self.tables {
            for (metric, slot) in Metric::ALL.into_iter().zip(&entry.tables) {
                names.extend(slot.iter().map(|slot| TableName {
                    material: entry.material,
                    metric,
                    file: slot.name.clone(),
                }));
            }
        }
        names.sort_by_key(|name| (name.material.men(), name.material.to_string(), name.metric));
        names
    }

    /// Whether a table is here.
    pub fn has(&self, material: Material, metric: Metric) -> bool {
        self.slot(material, metric).is_some()
    }

    fn slot(&self, material: Material, metric: Metric) -> Option<&Slot> {
        let index = *self.numbers.get(&material.key())?;
        self.tables.get(index as usize)?.tables[metric as usize].as_ref()
    }

    fn found(&self, material: Material, metric: Metric) -> Result<&Slot, SyzygyError> {
        self.slot(material, metric).ok_or(SyzygyError::Missing { material: material.canonical(), metric })
    }

    /// The number that the table of a position stores for its result. It may be too low where a capture is as good, and
    /// knows nothing of en passant: [`probe_wdl`](Tablebase::probe_wdl) is the answer, this is for those who read
    /// tables.
    ///
    /// # Errors
    ///
    /// If the table is missing, damaged or cannot be read.
    #[inline]
    pub fn stored_wdl(&self, position: &Position) -> Result<Wdl, SyzygyError> {
        let material = Material::of(position.board());
        if material == Material::BARE_KINGS {
            return Ok(Wdl::Draw);
        }
        let slot = self.found(material, Metric::Wdl)?;
        slot.table(self, Metric::Wdl, material)?.wdl(position, material).map_err(|fault| fault.in_file(&slot.name))
    }

    /// The number of plies that the table of a position with this result stores, counted from 0, without regard to
    /// captures, pawns' moves and en passant; `None` if the table has only positions with the other side to move.
    ///
    /// # Errors
    ///
    /// If the table is missing, damaged or cannot be read.
    pub fn stored_plies(&self, position: &Position, wdl: Wdl) -> Result<Option<u16>, SyzygyError> {
        Ok(match self.stored_distance(position, wdl)? {
            Distance::Plies(plies, _) => Some(plies),
            Distance::OtherSide => None,
        })
    }

    /// The distance that a table stores.
    pub(crate) fn stored_distance(&self, position: &Position, wdl: Wdl) -> Result<Distance, SyzygyError> {
        let material = Material::of(position.board());
        let slot = self.found(material, Metric::Dtz)?;
        let table = slot.table(self, Metric::Dtz, material)?;
        table.distance(position, material, wdl).map_err(|fault| fault.in_file(&slot.name))
    }

    /// Reads a whole file anew: its header, and whether its checksum fits its bytes.
    ///
    /// # Errors
    ///
    /// If the table is missing or damaged or cannot be read.
    pub fn check(&self, material: Material, metric: Metric) -> Result<(), SyzygyError> {
        self.check_while(material, metric, |_| true).map(drop)
    }

    /// As [`check`](Tablebase::check), for large files: `proceed` is told of every part, of at most 16 MiB, how many
    /// bytes it had, and says whether to go on. The answer is `false` if it did not.
    ///
    /// # Errors
    ///
    /// As [`check`](Tablebase::check).
    pub fn check_while(
        &self,
        material: Material,
        metric: Metric,
        mut proceed: impl FnMut(u64) -> bool,
    ) -> Result<bool, SyzygyError> {
        let slot = self.found(material, metric)?;
        // The file is closed again: a folder may have more files than may be open.
        let table = slot.read_header(self, metric, material)?;
        crate::checksum::check(table.source(), &mut proceed).map_err(|fault| fault.in_file(&slot.name))
    }

    /// How many bytes a table's file has.
    ///
    /// # Errors
    ///
    /// If the table is missing or the system does not say.
    pub fn file_size(&self, material: Material, metric: Metric) -> Result<u64, SyzygyError> {
        let slot = self.found(material, metric)?;
        match &slot.place {
            #[cfg(any(unix, windows))]
            Place::File(path) => std::fs::metadata(path)
                .map(|metadata| metadata.len())
                .map_err(|error| SyzygyError::Io { file: slot.name.clone(), error: Arc::new(error) }),
            Place::Memory(bytes) => Ok(bytes.len() as u64),
            Place::Owned(bytes) => Ok(bytes.len() as u64),
        }
    }
}

impl Slot {
    #[inline]
    fn table(&self, tables: &Tablebase, metric: Metric, material: Material) -> Result<&Table, SyzygyError> {
        match self.table.get() {
            Some(table) => Ok(table),
            None => self.open(tables, metric, material),
        }
    }

    /// Opens the table. Threads that come at the same time may each do so; one of their tables is kept.
    #[cold]
    fn open(&self, tables: &Tablebase, metric: Metric, material: Material) -> Result<&Table, SyzygyError> {
        let table = self.read_header(tables, metric, material)?;
        Ok(self.table.get_or_init(|| table))
    }

    fn read_header(&self, tables: &Tablebase, metric: Metric, material: Material) -> Result<Table, SyzygyError> {
        let source = match &self.place {
            #[cfg(any(unix, windows))]
            Place::File(path) => {
                let cache = tables.cache.clone();
                let file = crate::source::FileSource::open(path, self.number, cache)
                    .map_err(|error| SyzygyError::Io { file: self.name.clone(), error: Arc::new(error) })?;
                Source::File(file)
            }
            Place::Memory(bytes) => Source::Static(bytes),
            Place::Owned(bytes) => Source::Shared(bytes.clone()),
        };
        Table::open(source, material.canonical(), metric).map_err(|fault| fault.in_file(&self.name))
    }
}

/// What a file's name says that it stores.
fn parse_name(name: &str) -> Option<(Material, Metric)> {
    let (material, extension) = name.rsplit_once('.')?;
    let metric = Metric::ALL.into_iter().find(|metric| metric.extension() == extension)?;
    Some((material.parse().ok()?, metric))
}

/// A material's key is spread by one multiplication.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let product =
            u128::from(key ^ 0x51_7c_c1_b7_27_22_0a_95).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
