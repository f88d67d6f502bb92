//! The whole generator in one file, put together from the regions that the pages print, without their detours.

use super::region;

/// The regions that a generator needs, page by page. Sliders walk, and pseudo-legal moves are made by no function.
const PARTS: [(&str, &[&str]); 11] = [
    ("1. Sets: sets.rs", &["square", "names", "lines", "shifts", "squares"]),
    ("1. A position: position.rs", &["position", "questions"]),
    ("1. FEN: fen.rs", &["fen"]),
    ("2. Kings, knights and pawns: leapers.rs", &["knights", "kings", "pawns", "origin"]),
    ("3. Rooks and bishops: sliders.rs", &["walk"]),
    ("4. Moves: moves.rs", &["move", "targets", "emit", "steps", "landing", "after"]),
    ("5. Checks: attacks.rs", &["attackers", "checkers"]),
    ("5 and 6. Legal targets: legal.rs", &["between", "check_mask", "pins", "danger", "legal_targets"]),
    ("7. Castling: castling.rs", &["may_castle"]),
    ("8. En passant, and all moves: en_passant.rs", &["capturers", "is_legal", "legal"]),
    ("4 and 11. Counting: perft.rs", &["perft", "divide", "uci"]),
];

const HEAD: &str = "\
//! The generator of the guide in one file: rustc -O --edition 2024 generator.rs && ./generator 4 \"FEN\"
//!
//! Put together from the pages by their tests, without comments and detours; each heading names its page.
";

/// The text of the file, from a function that reads the files of the guide.
pub fn text(read: impl Fn(&str) -> String) -> String {
    let mut out = HEAD.to_owned();
    for (title, regions) in PARTS {
        let (heading, file) = title.split_once(": ").unwrap();
        let source = read(file);
        let parts = regions.iter().map(|name| region(&source, name).unwrap_or_else(|| panic!("no region {name}")));
        let code = parts.collect::<Vec<_>>().join("\n\n");
        out += &format!("\n// Page {heading}\n{}", folded(&code));
    }
    let program = region(&read("program.rs"), "program").unwrap();
    let program: String = program.split_once("\n").unwrap().1.to_owned();
    out += &format!("\n{}", folded(&program));
    // Walking is all that this file needs of page 3, and trying has no place in it.
    out = out.replace("rook_by_walking", "rook").replace("bishop_by_walking", "bishop").replace("pub ", "");
    let trying = out.find("fn legal_by_trying").unwrap();
    let end = trying + out[trying..].find("}\n\n").unwrap() + 3;
    out.replace_range(trying..end, "");
    out
}

/// Without comments; types, and functions, conditions and loops with one line inside, on one line where it fits.
fn folded(code: &str) -> String {
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let indent = &line[..line.len() - line.trim_start().len()];
        let close = (at..lines.len()).find(|&n| lines[n] == format!("{indent}}}")).unwrap_or(at);
        let body: Vec<&str> = lines.get(at + 1..close).unwrap_or(&[]).iter().map(|line| line.trim()).collect();
        let short = body.len() == 1 || line.contains("enum ") || line.contains("struct ");
        let joined = format!("{line} {} }}", body.join(" ").trim_end_matches(','));
        let opens = ["pub ", "fn ", "if ", "for "].iter().any(|word| line.trim_start().starts_with(word))
            && line.ends_with('{');
        if opens && short && joined.len() <= 120 {
            // No empty line between two of them.
            let apart = out.len() >= 2 && out[out.len() - 1].is_empty() && out[out.len() - 2].contains("fn ");
            if apart && line.contains("fn ") && out[out.len() - 2].ends_with('}') {
                out.pop();
            }
            out.push(joined);
            at = close + 1;
        } else {
            out.push(line.to_owned());
            at += 1;
        }
    }
    out.dedup_by(|line, before| line.is_empty() && before.is_empty());
    out.join("\n").trim().to_owned() + "\n"
}
