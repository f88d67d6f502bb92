//! Texts that the tests of PGN share.

use std::fs;
use std::path::Path;

/// Everything that is PGN in the tests of the project, and much in them that is not.
pub fn collection() -> Vec<Vec<u8>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = |folder: &str| {
        let files = fs::read_dir(here.join(folder)).into_iter().flatten();
        files.map(|file| file.expect("a file").path()).collect::<Vec<_>>()
    };
    let games =
        files("../tabiya-cli/tests/cmd").into_iter().filter(|path| path.extension().is_some_and(|e| e == "pgn"));
    let mut texts: Vec<Vec<u8>> = games.map(|path| fs::read(path).expect("games")).collect();
    // The texts inside the tests themselves, wherever they stand.
    let is_about_notation =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("notation_"));
    for source in files("tests").into_iter().filter(|path| is_about_notation(path)) {
        let code = fs::read_to_string(source).expect("code");
        let unescaped = code.replace("\\\\", "\u{1}").replace("\\\"", "\u{2}");
        let literals = unescaped.split('"').skip(1).step_by(2);
        texts.extend(literals.map(|text| {
            let text = text.replace("\\n", "\n").replace("\\r", "\r").replace('\u{2}', "\"").replace('\u{1}', "\\");
            text.into_bytes()
        }));
    }
    texts
}
