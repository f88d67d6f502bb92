//! Figures that several pages give have one source, `docs/figures.tsv`: name, value, the command that prints it, the
//! day.
//!
//! A page writes `<!-- figure: NAME -->value<!-- /figure -->`. `tools/figures` writes the values into all pages,
//! after it has counted those anew that can be counted here; the tests fail where a page or the file differs.

use std::collections::BTreeMap;
use std::fs;

use super::{below_root, pages, root};

const OPENING: &str = "<!-- figure: ";
const CLOSING: &str = "<!-- /figure -->";

fn updating() -> bool {
    std::env::var_os("GUIDE_UPDATE").is_some_and(|value| value == "1")
}

fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}

fn lines_with(file: &str, mark: &str) -> usize {
    fs::read_to_string(root().join(file)).unwrap().lines().filter(|line| line.contains(mark)).count()
}

/// What can be counted without running a program.
fn counted() -> Vec<(&'static str, String)> {
    let suites = fs::read_dir(root().join("testdata")).unwrap().map(|entry| entry.unwrap().path());
    let suites = suites.filter(|path| path.extension().is_some_and(|end| end == "epd" || end == "perft"));
    let (mut positions, mut counts) = (0, 0);
    for path in suites {
        let entries = tabiya_perft::suite::read(&fs::read_to_string(&path).unwrap()).unwrap();
        positions += entries.len();
        counts += entries.iter().map(|entry| entry.counts.len()).sum::<usize>();
    }
    let spellings = fs::read_to_string(root().join("testdata/odd.tsv")).unwrap();
    let spellings = spellings.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
    vec![
        ("suite-positions", with_commas(positions)),
        ("suite-counts", with_commas(counts)),
        ("odd-spellings", with_commas(spellings)),
        ("hunt-rules", with_commas(tabiya_hunt::Rule::ALL.len())),
        ("hunt-mistakes", with_commas(lines_with("docs/hunt.md", "| yes |") + lines_with("docs/hunt.md", "| no: "))),
    ]
}

/// The rows of the file: the name, and the value, command and day behind it.
fn source() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root().join("docs/figures.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        assert_eq!(fields.len(), 4, "name, value, command, day: {line}");
        (fields[0].clone(), fields[1..].to_vec())
    });
    rows.collect()
}

/// The page with the value of the source in each place, and the names of the figures that it has.
fn renewed(text: &str, page: &str, source: &BTreeMap<String, Vec<String>>) -> (String, Vec<String>) {
    let mut parts = text.split(OPENING);
    let mut out = parts.next().unwrap().to_owned();
    let mut names = Vec::new();
    for part in parts {
        let (name, rest) = part.split_once(" -->").unwrap_or_else(|| panic!("{page}: a figure is not named"));
        let (_, after) = rest.split_once(CLOSING).unwrap_or_else(|| panic!("{page}: the figure {name} is not closed"));
        let row = source.get(name).unwrap_or_else(|| panic!("{page}: docs/figures.tsv has no figure {name}"));
        out += &format!("{OPENING}{name} -->{}{CLOSING}{after}", row[0]);
        names.push(name.to_owned());
    }
    (out, names)
}

#[test]
fn figures_agree_on_all_pages() {
    let file = root().join("docs/figures.tsv");
    for (name, value) in counted() {
        let row = &source()[name];
        if row[0] != value {
            assert!(updating(), "{name} is {value}, not {}: run tools/figures", row[0]);
            let text = fs::read_to_string(&file).unwrap();
            let old = format!("{name}\t{}\t", row[0]);
            fs::write(&file, text.replace(&old, &format!("{name}\t{value}\t"))).unwrap();
        }
    }
    let source = source();
    let mut used = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let (new, names) = renewed(&text, &below_root(&page), &source);
        used.extend(names);
        if new != text {
            assert!(updating(), "{} gives figures that are no longer true: run tools/figures", below_root(&page));
            fs::write(&page, new).unwrap();
        }
    }
    for name in source.keys() {
        assert!(used.contains(name), "no page gives the figure {name}");
    }
}

#[test]
fn a_stale_figure_is_noticed() {
    let source = BTreeMap::from([("n".to_owned(), vec!["43".to_owned()])]);
    let (new, names) = renewed("a <!-- figure: n -->42<!-- /figure --> b", "page", &source);
    assert_eq!((new.as_str(), names), ("a <!-- figure: n -->43<!-- /figure --> b", vec!["n".to_owned()]));
}
