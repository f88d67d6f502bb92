//! Archives that are whole are read to their end; those that are not are errors.

use std::io::{self, BufReader, Read};

use tabiya_unpack::unpack;

const TEXT: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n";

/// `TEXT` as the programs `zstd` and `gzip` pack it.
const ZSTANDARD: &[u8] = &[
    0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x21, 0x09, 0x01, 0x00, 0x5b, 0x45, 0x76, 0x65, 0x6e, 0x74, 0x20, 0x22, 0x78, 0x22,
    0x5d, 0x0a, 0x0a, 0x31, 0x2e, 0x20, 0x65, 0x34, 0x20, 0x65, 0x35, 0x20, 0x32, 0x2e, 0x20, 0x4e, 0x66, 0x33, 0x20,
    0x31, 0x2d, 0x30, 0x0a, 0x8e, 0xf7, 0x7c, 0x51,
];
const GZIP: &[u8] = &[
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x8b, 0x76, 0x2d, 0x4b, 0xcd, 0x2b, 0x51, 0x50, 0xaa,
    0x50, 0x8a, 0xe5, 0xe2, 0x32, 0xd4, 0x53, 0x48, 0x35, 0x51, 0x48, 0x35, 0x55, 0x30, 0xd2, 0x53, 0xf0, 0x4b, 0x33,
    0x56, 0x30, 0xd4, 0x35, 0xe0, 0x02, 0x00, 0x87, 0x38, 0x25, 0x09, 0x21, 0x00, 0x00, 0x00,
];

/// Frames that hold no text: of one byte, as parallel archives have, and an empty one.
const SKIPPABLE: [&[u8]; 2] = [b"\x50\x2a\x4d\x18\x01\x00\x00\x00x", b"\x5f\x2a\x4d\x18\x00\x00\x00\x00"];

fn read(bytes: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    unpack(bytes)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Hands out a byte at a time.
struct Drip<'a>(&'a [u8]);

impl Read for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(&mut into[..1])
    }
}

#[test]
fn whole_archives_are_read_to_their_end() {
    let [one, empty] = SKIPPABLE;
    let zeros = [0; 100_000];
    for (archive, times) in [
        (TEXT.as_bytes().to_vec(), 1),
        (ZSTANDARD.to_vec(), 1),
        (GZIP.to_vec(), 1),
        ([ZSTANDARD, ZSTANDARD].concat(), 2),
        ([GZIP, GZIP, GZIP].concat(), 3),
        ([one, ZSTANDARD, empty].concat(), 1),
        ([empty, one, ZSTANDARD, one, one, ZSTANDARD, empty, one].concat(), 2),
        (one.to_vec(), 0),
        ([GZIP, &zeros[..1]].concat(), 1),
        ([GZIP, &zeros, GZIP, &zeros].concat(), 2),
    ] {
        assert_eq!(read(&archive).unwrap(), TEXT.repeat(times));
        let mut text = String::new();
        unpack(BufReader::with_capacity(1, Drip(&archive))).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, TEXT.repeat(times), "in drips");
    }
    assert_eq!(read(b"").unwrap(), "");
    assert!(unpack(GZIP).unwrap().is_packed() && unpack(ZSTANDARD).unwrap().is_packed());
    assert!(!unpack(TEXT.as_bytes()).unwrap().is_packed());
}

#[test]
fn an_archive_cut_off_anywhere_is_an_error() {
    for archive in [ZSTANDARD, GZIP, SKIPPABLE[0]] {
        for whole in [0, 1, 2] {
            // The magic number of a skippable frame begins as a text may begin.
            let least = if whole == 0 && archive == SKIPPABLE[0] { 4 } else { 1 };
            for length in least..archive.len() {
                let cut = [&archive.repeat(whole), &archive[..length]].concat();
                let error = read(&cut).map(|text| panic!("{length} bytes gave {text:?}")).unwrap_err();
                assert!(error.kind() != io::ErrorKind::Interrupted && !error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn a_flipped_bit_is_an_error_or_changes_nothing() {
    for archive in [ZSTANDARD, GZIP] {
        for bit in 0..8 * archive.len() {
            let mut flipped = archive.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            // Without its magic number it is not an archive but a text.
            if bit / 8 < 4 && !unpack(&flipped[..]).is_ok_and(|file| file.is_packed()) {
                continue;
            }
            // Bits that say nothing of the text: the time and the system of gzip, what is unused in Zstandard.
            if let Ok(text) = read(&flipped) {
                assert!(text == TEXT || text.is_empty() && bit / 8 < 4, "bit {bit}: {text:?}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    for (archive, message) in [
        ([GZIP, b"more"].concat(), "data that is not gzip follows the end of the archive"),
        ([ZSTANDARD, b"more"].concat(), "data that is not Zstandard follows the end of the archive"),
        ([ZSTANDARD, b"mor"].concat(), "the archive ends early"),
        (b"\x1f".to_vec(), "the archive ends early"),
        (b"\x28\xb5\x2f\xfd".to_vec(), "the archive ends early"),
        // A window of 256 MiB.
        (b"\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00".to_vec(), "unpack it with zstd --long first"),
    ] {
        let error = read(&archive).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    // A letter of the text, which stands in the archive as it is.
    let mut other_move = ZSTANDARD.to_vec();
    let place = other_move.windows(2).position(|two| two == b"e5").unwrap();
    other_move[place + 1] = b'6';
    assert_eq!(
        read(&other_move).unwrap_err().to_string(),
        "the Zstandard archive is damaged: its checksum does not match"
    );
}

/// Fails behind its bytes.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0.read(into)? {
            0 => Err(io::Error::other("the disk is gone")),
            count => Ok(count),
        }
    }
}

#[test]
fn an_error_of_the_disk_is_told_as_it_is_and_ends_the_file() {
    for archive in [ZSTANDARD, GZIP, SKIPPABLE[0], TEXT.as_bytes()] {
        for length in 4..=archive.len() {
            let mut file = unpack(BufReader::new(Broken(&archive[..length]))).unwrap();
            let error = io::copy(&mut file, &mut io::sink()).unwrap_err();
            assert!(error.to_string().contains("the disk is gone"), "{error}");
            if file.is_packed() {
                assert_eq!(file.read(&mut [0]).unwrap(), 0, "said once");
            }
        }
    }
}
