//! Files of solved endgames: read back as written; anything else is an error.

use std::sync::atomic::{AtomicBool, AtomicU64};

use tabiya::Position;
use tabiya_retro::endgame::{Endgames, FileError, FolderProblem, Options, Table};

/// The bytes of the smallest kind of table.
fn file(name: &str) -> Vec<u8> {
    let material = name.parse().unwrap();
    Endgames::solve(material).unwrap().table(material).unwrap().to_bytes()
}

fn error(bytes: &[u8]) -> Option<FileError> {
    Table::from_bytes(bytes).err()
}

const MAGIC: usize = 8;
const HEADER: usize = 24;

#[test]
fn files_are_read_back() {
    for name in ["KQK", "KPK"] {
        let bytes = file(name);
        let table = Table::from_bytes(&bytes).unwrap();
        assert_eq!(table.material(), name.parse().unwrap());
        assert_eq!(table.to_bytes(), bytes);
    }
}

#[test]
fn a_changed_bit_anywhere_is_seen() {
    let mut bytes = file("KQK");
    for at in 0..bytes.len() {
        let bit = 1 << (at % 8);
        bytes[at] ^= bit;
        let error = error(&bytes).unwrap_or_else(|| panic!("byte {at} of {}", bytes.len()));
        match at {
            0..MAGIC => assert_eq!(error, FileError::NotATable, "byte {at}"),
            MAGIC..HEADER => assert_ne!(error, FileError::NotATable, "byte {at}"),
            _ => assert_eq!(error, FileError::Damaged("KQK".parse().unwrap()), "byte {at}"),
        }
        bytes[at] ^= bit;
    }
    assert!(Table::from_bytes(&bytes).is_ok());
}

#[test]
fn every_bit_of_the_header_is_seen() {
    let mut bytes = file("KNK");
    for (at, bit) in (0..HEADER).flat_map(|at| (0..8).map(move |bit| (at, 1 << bit))) {
        bytes[at] ^= bit;
        assert!(error(&bytes).is_some(), "byte {at}, bit {bit}");
        bytes[at] ^= bit;
    }
}

#[test]
fn a_file_that_ends_early_or_late_is_seen() {
    let material = "KBK".parse().unwrap();
    let bytes = file("KBK");
    for len in 0..HEADER {
        assert_eq!(error(&bytes[..len]), Some(FileError::NotATable), "{len} bytes");
    }
    let length = |found: usize| FileError::Length { material, expected: bytes.len() as u64, found: found as u64 };
    for len in HEADER..bytes.len() {
        assert_eq!(error(&bytes[..len]), Some(length(len)), "{len} bytes");
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_eq!(error(&longer), Some(length(longer.len())));
}

#[test]
fn names_of_no_table_are_refused() {
    let bytes = file("KNK");
    let named = |name: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[MAGIC..HEADER].fill(0);
        bytes[MAGIC..MAGIC + name.len()].copy_from_slice(name);
        error(&bytes).unwrap()
    };
    for name in [&b""[..], b"KK", b"knk", b"KKN", b"KvKN", b"KRBKNP", b"K\xFFK", b"KNKKNKKNKKNKKNKK"] {
        assert_eq!(named(name), FileError::Material, "{name:?}");
    }
    for behind in [&b"KNK\0K"[..], b"KNK\0\0\0\0\0\0\0\0\0\0\0\0\x01"] {
        assert_eq!(named(behind), FileError::Material, "{behind:?}");
    }
    // Another table of the same size.
    assert_eq!(named(b"KBK"), FileError::Damaged("KBK".parse().unwrap()));
    assert!(matches!(named(b"KPK"), FileError::Length { .. }));
    assert_eq!(error(b"PK\x03\x04"), Some(FileError::NotATable));
    // A file of the version before had another byte for places without a position.
    let mut old = bytes.clone();
    old[MAGIC - 1] = 1;
    assert_eq!(error(&old), Some(FileError::NotATable));
}

/// A folder of tables is read as a whole or a table at a time; what is wrong is told with its file.
#[test]
fn folders_hold_tables_under_their_names() {
    let folder = std::env::temp_dir().join(format!("tabiya-retro-folder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let solved = Endgames::solve("KQK".parse().unwrap()).unwrap();
    let bytes = solved.table("KQK".parse().unwrap()).unwrap().to_bytes();
    std::fs::write(folder.join("KQK.tabend"), &bytes).unwrap();
    std::fs::write(folder.join("readme.txt"), "no table").unwrap();
    let mut read = Endgames::new();
    assert!(!read.read_table(&folder, "KRK".parse().unwrap()).unwrap(), "there is none");
    assert_eq!(read.read_folder(&folder).unwrap(), 1);
    assert_eq!(read.read_folder(&folder).unwrap(), 0, "it is here already");
    let position = Position::from_fen("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1").unwrap();
    assert_eq!(read.probe(&position), solved.probe(&position));
    std::fs::write(folder.join("KRK.tabend"), &bytes).unwrap();
    let error = Endgames::new().read_folder(&folder).unwrap_err().to_string();
    assert!(error.contains("KRK.tabend: this is the table KQK; its file is called KQK.tabend"), "{error}");
    std::fs::write(folder.join("KRK.tabend"), &bytes[1..]).unwrap();
    let error = Endgames::new().read_folder(&folder).unwrap_err().to_string();
    assert!(error.contains("KRK.tabend: this is not an endgame table"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
    let error = Endgames::new().read_folder(&folder).unwrap_err();
    assert!(matches!(error.problem, FolderProblem::Io(_)) && error.path == folder, "{error}");
}

/// A folder that lost a file: the tables that are there do not hide what they need.
#[test]
fn tables_without_those_they_need_are_completed() {
    let material = "KPK".parse().unwrap();
    let mut endgames = Endgames::new();
    endgames.insert(Table::from_bytes(&file("KPK")).unwrap());
    let names = |endgames: &Endgames| endgames.missing(material).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&endgames), ["KNK", "KBK", "KRK", "KQK"]);
    endgames.insert(Table::from_bytes(&file("KRK")).unwrap());
    assert_eq!(names(&endgames), ["KNK", "KBK", "KQK"]);
    let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
    endgames.add(material, Options { threads: 2, cancel: &cancel, done: &done }).unwrap();
    assert_eq!(names(&endgames), [""; 0]);
    let position = Position::from_fen("8/8/8/8/8/k7/7P/K7 w - - 0 1").unwrap();
    assert!(matches!(endgames.line(&position), Ok(line) if !line.is_empty()));
}

#[test]
#[cfg(unix)]
fn what_is_no_file_or_too_long_is_not_read() {
    let folder = std::env::temp_dir().join(format!("tabiya-retro-no-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("KRK.tabend");
    let read = || Endgames::new().read_table(&folder, "KRK".parse().unwrap()).unwrap_err().to_string();
    // A device without end, and a folder.
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    assert!(read().ends_with("KRK.tabend: this is not a file"), "{}", read());
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir(&path).unwrap();
    assert!(read().ends_with("KRK.tabend: this is not a file"), "{}", read());
    std::fs::remove_dir(&path).unwrap();
    // A terabyte that takes no room on the disk.
    std::fs::write(&path, &file("KRK")[..HEADER]).unwrap();
    std::fs::File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(read().ends_with("bytes, this file has 1099511627776"), "{}", read());
    std::fs::remove_dir_all(&folder).unwrap();
}
