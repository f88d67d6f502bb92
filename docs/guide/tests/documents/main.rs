//! Everything in Markdown: links lead somewhere, packages carry pages of their own, and figures agree on all pages.

use std::fs;
use std::path::{Path, PathBuf};

mod figures;
mod links;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every page in Markdown of the project, below the root.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !path.is_symlink() {
                let made = ["target", "node_modules", "dist", "wasm", "corpus", "venv"].contains(&name.as_str());
                if !made && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    assert!(pages.len() > 40, "{} pages", pages.len());
    pages
}

/// The lines of a page that are not code, without the code spans in them.
fn prose(text: &str) -> Vec<String> {
    let mut code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code && !line.starts_with("    ") {
            lines.push(line.split('`').step_by(2).collect());
        }
    }
    lines
}

fn below_root(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// The catalogue of the hunt is what the hunt names.
#[test]
fn every_rule_is_in_the_catalogue() {
    let text = fs::read_to_string(root().join("docs/hunt.md")).unwrap();
    for rule in tabiya_hunt::Rule::ALL {
        let row = format!("| `{}` | {} |", rule.name(), rule.description());
        assert!(text.contains(&row), "docs/hunt.md lacks: {row}");
    }
}
