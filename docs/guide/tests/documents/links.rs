//! Links between pages and files, and their anchors. Addresses of the web are not asked.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{below_root, pages, prose, root};

/// What a page links to and shows.
fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for line in prose(text) {
        let after = |mark: &'static str| line.split(mark).skip(1).map(str::to_owned).collect::<Vec<_>>();
        targets.extend(after("](").iter().filter_map(|rest| rest.split([')', ' ']).next().map(str::to_owned)));
        for mark in ["src=\"", "srcset=\"", "href=\""] {
            targets.extend(after(mark).iter().filter_map(|rest| rest.split('"').next().map(str::to_owned)));
        }
        if let Some((_, target)) = line.split_once("]: ").filter(|_| line.starts_with('[')) {
            targets.push(target.trim().to_owned());
        }
    }
    targets.retain(|target| !target.contains("://") && !target.starts_with("mailto:"));
    targets
}

/// The anchors that headings get: small letters, blanks as hyphens, no punctuation, and numbers behind equal ones.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut code = false;
    let mut anchors = Vec::new();
    for line in text.lines() {
        code ^= line.trim_start().starts_with("```");
        let Some(title) = line.strip_prefix('#').filter(|_| !code) else { continue };
        let title = title.trim_start_matches('#').trim();
        // A link counts by its words.
        let words: String = title.split("](").map(|part| part.split_once(')').map_or(part, |(_, rest)| rest)).collect();
        let kept = words.to_lowercase();
        let slug: String = kept
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let count = seen.entry(slug.clone()).or_default();
        anchors.push(if *count == 0 { slug.clone() } else { format!("{slug}-{count}") });
        *count += 1;
    }
    anchors
}

/// What is wrong with a link of a page, if anything is.
fn fault(page: &Path, text: &str, target: &str) -> Option<String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
    if !path.exists() {
        return Some(format!("{}: no file for ({target})", below_root(page)));
    }
    if anchor.is_empty() {
        return None;
    }
    let text = if file.is_empty() { text.to_owned() } else { fs::read_to_string(&path).unwrap_or_default() };
    let known = anchors(&text).iter().any(|name| name == anchor);
    (!known).then(|| format!("{}: no heading for ({target})", below_root(page)))
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text) {
            links += 1;
            faults.extend(fault(&page, &text, &target));
        }
    }
    assert!(links > 150, "{links} links");
    assert!(faults.is_empty(), "{} of {links} links are dead:\n{}", faults.len(), faults.join("\n"));
}

/// The folders that are published, each with a page that its registry shows without the rest of the project.
fn packages() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let published = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.contains("readme = ") || folder.ends_with("tabiya-python")
    };
    crates.filter(published).chain([root().join("web/package")]).collect()
}

#[test]
fn packages_carry_pages_of_their_own() {
    let packages = packages();
    assert!(packages.len() >= 9, "{} packages", packages.len());
    let mut faults = Vec::new();
    for folder in packages {
        let page = folder.join("README.md");
        if page.is_symlink() {
            faults.push(format!("{} is the page of another place", below_root(&page)));
        }
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text).into_iter().filter(|target| !target.starts_with('#')) {
            let inside = folder.join(&target).canonicalize().is_ok_and(|path| path.starts_with(&folder));
            if !inside {
                faults.push(format!("{}: ({target}) is not in the package", below_root(&page)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The tools of this file see what is wrong.
#[test]
fn dead_links_are_noticed() {
    let page = root().join("docs/README.md");
    let text = "# One `two` three\n[a](guide/README.md#how-to-follow-along) [b](none.md) [c](#one-two-three) [d](#four)\n\
                ```\n[e](code.md)\n```\n`[f](span.md)` <img src=\"none.svg\"> [g](https://example.org/none)\n";
    let faults: Vec<String> = targets(text).iter().filter_map(|target| fault(&page, text, target)).collect();
    let expected = ["no file for (none.md)", "no heading for (#four)", "no file for (none.svg)"];
    assert_eq!(faults, expected.map(|what| format!("docs/README.md: {what}")));
}
