//! Tables in a folder, one file each: what the command, the engine and the bindings share.

use core::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::index::Layout;
use super::{Endgames, FileError, Material, Table, file as format};

/// The extension of a table's file.
const EXTENSION: &str = "tabend";

/// Why a folder's tables cannot be read.
#[derive(Debug)]
pub struct FolderError {
    /// The file or the folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: FolderProblem,
}

/// What is wrong with a file or a folder of tables.
#[derive(Debug)]
#[non_exhaustive]
pub enum FolderProblem {
    /// The system does not let us read it.
    Io(io::Error),
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// The file is not a table, or a damaged one.
    File(FileError),
    /// The file has the name of another table.
    OtherName(Material),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            FolderProblem::Io(error) => error.fmt(f),
            FolderProblem::NotAFile => f.write_str("this is not a file"),
            FolderProblem::File(error) => error.fmt(f),
            FolderProblem::OtherName(material) => {
                write!(f, "this is the table {material}; its file is called {}", Table::file_name(*material))
            }
        }
    }
}

impl core::error::Error for FolderError {}

impl Table {
    /// The name of the file of a material's table: `KRK.tabend`.
    pub fn file_name(material: Material) -> String {
        format!("{material}.{EXTENSION}")
    }
}

impl Endgames {
    /// Reads the tables of a folder that have the name of one, and says how many there were. Other files are passed
    /// over.
    ///
    /// # Errors
    /// If the folder or a table cannot be read, or a table is damaged or has the name of another.
    pub fn read_folder(&mut self, folder: impl AsRef<Path>) -> Result<usize, FolderError> {
        let folder = folder.as_ref();
        let failed = |error| FolderError { path: folder.to_owned(), problem: FolderProblem::Io(error) };
        let mut read = 0;
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let material = name.to_str().and_then(|name| name.strip_suffix(EXTENSION)?.strip_suffix('.')?.parse().ok());
            if let Some(material) = material {
                read += usize::from(self.read_table(folder, material)?);
            }
        }
        Ok(read)
    }

    /// Reads the table of a material, if the folder has it and it is not here yet; whether it was read.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or has the name of another table.
    pub fn read_table(&mut self, folder: impl AsRef<Path>, material: Material) -> Result<bool, FolderError> {
        let path = folder.as_ref().join(Table::file_name(material));
        if self.table(material).is_some() {
            return Ok(false);
        }
        match table_of(&path, material) {
            Ok(table) => Ok(table.map(|table| self.insert(table)).is_some()),
            Err(problem) => Err(FolderError { path, problem }),
        }
    }
}

/// The table in a file of this name; `None` if there is no such file. Of a file that cannot be right no more than the
/// header is read, however long it is.
fn table_of(path: &Path, material: Material) -> Result<Option<Table>, FolderProblem> {
    let found = match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        found => found.map_err(FolderProblem::Io)?,
    };
    // Opening a pipe waits until another program writes to it, and a device may have no end.
    if !found.is_file() {
        return Err(FolderProblem::NotAFile);
    }
    let mut file = File::open(path).map_err(FolderProblem::Io)?;
    let mut bytes = Vec::new();
    file.by_ref().take(format::HEADER as u64).read_to_end(&mut bytes).map_err(FolderProblem::Io)?;
    let says = format::read_header(&bytes).map_err(FolderProblem::File)?;
    if says != material {
        return Err(FolderProblem::OtherName(says));
    }
    let expected = format::length(&Layout::new(material));
    if found.len() != expected {
        return Err(FolderProblem::File(FileError::Length { material, expected, found: found.len() }));
    }
    file.take(expected).read_to_end(&mut bytes).map_err(FolderProblem::Io)?;
    Table::from_bytes(&bytes).map(Some).map_err(FolderProblem::File)
}
