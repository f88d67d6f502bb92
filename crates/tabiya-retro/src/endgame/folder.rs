//! Tables in a folder, one file each: what the command, the engine and the bindings share.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::{Endgames, FileError, Material, Table};

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
        let problem = match std::fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => FolderProblem::Io(error),
            Ok(bytes) => match Table::from_bytes(&bytes) {
                Ok(table) if table.material() == material => {
                    self.insert(table);
                    return Ok(true);
                }
                Ok(table) => FolderProblem::OtherName(table.material()),
                Err(error) => FolderProblem::File(error),
            },
        };
        Err(FolderError { path, problem })
    }
}
