//! The pictures of the README are what the command draws today.
//!
//! `TABIYA_DRAW=1 cargo test -p tabiya-cli --test pictures` draws them anew; look at them before keeping them.

use std::process::Command;
use std::{env, fs};

fn draw(theme: &str) -> String {
    let fen = tabiya_check::positions::KIWIPETE;
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["show", "--fen", fen, "--arrows", "e2a6,Rd5e6", "--highlight", "Yh3", "--theme", theme, "--svg", "-"])
        .output()
        .expect("the command runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_pictures_of_the_readme_are_up_to_date() {
    for (theme, name) in [("light", "kiwipete.svg"), ("dark", "kiwipete-dark.svg")] {
        let path = format!("{}/../../docs/images/{name}", env!("CARGO_MANIFEST_DIR"));
        let drawn = draw(theme);
        if env::var_os("TABIYA_DRAW").is_some() {
            fs::write(&path, &drawn).expect("the folder of pictures");
        }
        assert_eq!(fs::read_to_string(&path).expect("a picture"), drawn, "{name} is out of date");
    }
}
