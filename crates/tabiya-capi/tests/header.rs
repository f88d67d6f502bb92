//! `include/tabiya.h` is what cbindgen makes of the sources.
//!
//! After a change: `TABIYA_WRITE_HEADER=1 cargo test -p tabiya-capi --test header`.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in ["status.rs", "position.rs", "functions.rs", "tables.rs", "backwards.rs"] {
        builder = builder.with_src(root.join("src").join(file));
    }
    let mut made = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut made);
    let made = String::from_utf8(made).expect("a header is text");
    let path = root.join("include/tabiya.h");
    if std::env::var_os("TABIYA_WRITE_HEADER").is_some() {
        std::fs::write(&path, &made).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("include/tabiya.h");
    assert!(made == committed, "include/tabiya.h is stale: see the first lines of this test\n{made}");
}
