//! Runs the commands as a user types them and compares everything they say.
//!
//! `TRYCMD=overwrite cargo test -p tabiya-cli` writes what they say now; read the difference before keeping it.

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").case("../../README.md");
}
