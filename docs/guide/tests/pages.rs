//! The pages quote code and show pictures; this test fails when a quotation or a picture is stale.
//!
//! `GUIDE_UPDATE=1 cargo test -p tabiya-guide` quotes and draws them anew.

use std::fs;
use std::path::{Path, PathBuf};

use pictures::{Picture, Shows};
use tabiya::render::{Diagram, Theme};

mod appendix;
mod pictures;

fn guide() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn updating() -> bool {
    std::env::var_os("GUIDE_UPDATE").is_some_and(|value| value == "1")
}

fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(guide()).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    assert!(pages.len() >= 18, "an index, thirteen chapters, four tables");
    pages
}

/// Compares, or writes where asked to.
fn hold(path: &Path, expected: &str) {
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == expected {
        return;
    }
    assert!(updating(), "{} is stale: GUIDE_UPDATE=1 cargo test -p tabiya-guide", path.display());
    fs::write(path, expected).unwrap();
}

/// The lines between `// [name]` and `// [/name]`.
fn region(text: &str, name: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| line.trim() != format!("// [{name}]"));
    lines.next()?;
    let body: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != format!("// [/{name}]")).collect();
    Some(body.join("\n"))
}

/// An item by a piece of its first line, with the comments above it, down to the brace that closes it.
fn item(text: &str, first: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let here = lines.iter().position(|line| line.contains(first) && !line.trim_start().starts_with("//"))?;
    let indent = &lines[here][..lines[here].len() - lines[here].trim_start().len()];
    let above = |line: &&&str| line.trim_start().starts_with("///") || line.trim_start().starts_with("#[");
    let start = here - lines[..here].iter().rev().take_while(above).count();
    let closing = format!("{indent}}}");
    let end = here + lines[here..].iter().position(|line| *line == closing)?;
    let dedented = lines[start..=end].iter().map(|line| line.strip_prefix(indent).unwrap_or(line));
    Some(dedented.collect::<Vec<_>>().join("\n"))
}

/// What a marker asks for: `src/x.rs#region` of the guide, `path :: item` or `path :: file` of the project.
fn quoted(marker: &str) -> String {
    let text = |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|_| panic!("no file {}", path.display()));
    let found = if let Some((path, what)) = marker.split_once(" :: ") {
        let text = text(guide().join("../..").join(path));
        if what == "file" { Some(text.trim_end().to_owned()) } else { item(&text, what) }
    } else {
        let (path, name) = marker.split_once('#').unwrap_or_else(|| panic!("no region in marker '{marker}'"));
        region(&text(guide().join(path)), name)
    };
    found.unwrap_or_else(|| panic!("nothing to quote for '{marker}'"))
}

fn picture_html(picture: &Picture) -> String {
    let Picture { name, title, shows } = picture;
    let width = if matches!(shows, Shows::Words(_)) { 640 } else { 320 };
    format!(
        "<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"images/{name}-dark.svg\">\n  \
         <img src=\"images/{name}.svg\" width=\"{width}\" alt=\"{title}\">\n</picture>\n"
    )
}

/// A link to a stop of the Lab's tour, as `tools/lab` serves it.
fn stop_in_the_lab(name: &str) -> String {
    let tour = fs::read_to_string(guide().join("../../web/lab/src/tour.ts")).unwrap();
    let stops = tour.split("name: ").skip(1).filter(|rest| rest.starts_with(['\'', '"']));
    let (number, rest) = stops
        .enumerate()
        .find(|(_, rest)| rest[1..].starts_with(name) && rest[1 + name.len()..].starts_with(&rest[..1]))
        .unwrap_or_else(|| panic!("the Lab has no stop '{name}'"));
    let fen = rest.split("fen: '").nth(1).and_then(|rest| rest.split('\'').next()).unwrap().replace(' ', "_");
    format!("[{name}](http://localhost:4173/#fen={fen}&tab=learn&stop={})", number + 1)
}

/// The page before and the page after, by their titles.
fn neighbours(file: &str) -> String {
    let pages = chapters();
    let here = pages.iter().position(|(name, _)| name == file).unwrap_or_else(|| panic!("{file} is not a chapter"));
    let link = |word: &str, at: Option<usize>| {
        at.and_then(|at| pages.get(at)).map(|(name, title)| format!("{word}: [{title}]({name})"))
    };
    let before = link("Back", here.checked_sub(1));
    let after = link("Next", Some(here + 1));
    [before, Some("[Contents](README.md)".to_owned()), after].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The numbered pages in order, with their titles.
fn chapters() -> Vec<(String, String)> {
    let texts = pages().into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), text)
    });
    let titled = texts.filter_map(|(file, text)| Some((file, text.lines().next()?.strip_prefix("# ")?.to_owned())));
    titled.filter(|(file, _)| file.starts_with(|first: char| first.is_ascii_digit())).collect()
}

/// The page with every marked block replaced by what belongs there.
fn renewed(page: &str, file: &str) -> String {
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        out += line;
        out.push('\n');
        if let Some(marker) = line.strip_prefix("<!-- code: ").and_then(|rest| rest.strip_suffix(" -->")) {
            assert_eq!(lines.next(), Some("```rust"), "a code block follows '{line}'");
            while lines.next().expect("the block is closed") != "```" {}
            out += &format!("```rust\n{}\n```\n", quoted(marker));
        } else if let Some(name) = line.strip_prefix("<!-- picture: ").and_then(|rest| rest.strip_suffix(" -->")) {
            if lines.peek() == Some(&"<picture>") {
                while lines.next().expect("the picture is closed") != "</picture>" {}
            }
            let picture = pictures::all().into_iter().find(|picture| picture.name == name);
            out += &picture_html(&picture.unwrap_or_else(|| panic!("no picture '{name}'")));
        } else if let Some(names) = line.strip_prefix("<!-- lab: ").and_then(|rest| rest.strip_suffix(" -->")) {
            lines.next_if(|line| !line.is_empty());
            out += &names.split(" | ").map(stop_in_the_lab).collect::<Vec<_>>().join(" · ");
            out.push('\n');
        } else if line == "<!-- pages -->" {
            lines.next_if(|line| !line.is_empty());
            out += &neighbours(file);
            out.push('\n');
        }
    }
    out
}

#[test]
fn quotations_are_fresh() {
    for path in pages() {
        let file = path.file_name().unwrap().to_str().unwrap();
        hold(&path, &renewed(&fs::read_to_string(&path).unwrap(), file));
    }
}

#[test]
fn the_appendix_is_fresh() {
    let read = |file: &str| fs::read_to_string(guide().join("src").join(file)).unwrap();
    hold(&guide().join("generator.rs"), &appendix::text(read));
}

#[test]
fn pictures_are_fresh() {
    for picture in pictures::all() {
        for (end, theme) in [("", Theme::Light), ("-dark", Theme::Dark)] {
            let drawn = |diagram: Diagram| {
                diagram.title(picture.title).theme(theme).coordinates(true).size(320).svg().to_string()
            };
            let svg = match &picture.shows {
                Shows::Board(diagram) => drawn(diagram.clone()),
                Shows::Numbers(diagram) => pictures::words::numbered(&drawn(diagram.clone()), theme == Theme::Dark),
                Shows::Words(rows) => rows.svg(picture.title, theme == Theme::Dark),
            };
            hold(&guide().join(format!("images/{}{end}.svg", picture.name)), &svg);
        }
    }
}

/// Every picture is shown somewhere, and every link between pages and files leads somewhere.
#[test]
fn nothing_dangles() {
    let texts: Vec<String> = pages().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for picture in pictures::all() {
        let marker = format!("<!-- picture: {} -->", picture.name);
        assert!(texts.iter().any(|text| text.contains(&marker)), "{} is shown on no page", picture.name);
    }
    for (path, text) in pages().iter().zip(&texts) {
        // Every second part is a block of code, and links of rustdoc lead elsewhere.
        let prose: String = text.split("\n```").step_by(2).collect();
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let target = link.split('#').next().unwrap_or(link);
            assert!(guide().join(target).exists(), "{}: dead link {link}", path.display());
        }
    }
}

/// The commands that the pages offer, as far as they name a position, name a valid one.
#[test]
fn positions_in_commands_are_valid() {
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        for fen in text.split("--fen \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(tabiya::Position::from_fen(fen).is_ok(), "{}: {fen}", path.display());
        }
    }
}
