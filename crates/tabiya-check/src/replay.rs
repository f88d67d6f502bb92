//! Puts the inputs that fuzzing keeps to the properties of its targets.

use std::fs;
use std::path::Path;

/// Checks every file that is kept for a target: what once broke something, and the seeds. A folder in
/// `TABIYA_FUZZ_LEARNED`, such as `target/fuzz/corpus`, is replayed too where it knows the target.
pub fn replay(target: &str, check: impl Fn(&[u8])) {
    let fuzz = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    let folders = [Path::new(fuzz).join("regressions").join(target), Path::new(fuzz).join("corpus").join(target)];
    let learned = std::env::var_os("TABIYA_FUZZ_LEARNED").map(|folder| Path::new(&folder).join(target));
    for folder in folders.into_iter().chain(learned.filter(|folder| folder.is_dir())) {
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut replayed = 0;
        for file in files {
            let path = file.expect("a readable folder").path();
            check(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
            replayed += 1;
        }
        assert!(replayed > 0, "{} is empty", folder.display());
    }
}

/// As libFuzzer's `&str` targets do: what is not UTF-8 never reaches them.
pub fn as_text(check: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |data| {
        if let Ok(text) = str::from_utf8(data) {
            check(text);
        }
    }
}
