//! The named corner cases: what each position is about must hold, by every generator.

use tabiya::{CastlingStyle, Move, oracle};
use tabiya_check::naive::Naive;
use tabiya_check::suites;

#[test]
fn corners_allow_and_forbid_what_they_are_about() {
    let mut checked = 0;
    for entry in suites::all() {
        let position = entry.position();
        let style = if entry.file.contains("960") { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        let generators: [(&str, Vec<Move>); 4] = [
            ("legal", position.legal_moves().into_iter().collect()),
            ("oracle", oracle::legal_moves(&position).into_iter().collect()),
            ("naive", Naive::from(&position).legal()),
            ("pseudo-legal", position.pseudo_legal_moves().into_iter().filter(|&mv| position.is_legal(mv)).collect()),
        ];
        for (generator, moves) in &generators {
            let moves: Vec<String> = moves.iter().map(|mv| mv.uci(style).to_string()).collect();
            for text in &entry.legal {
                assert!(moves.contains(text), "{generator}: {} must allow {text}: {}", entry.name, entry.fen);
            }
            for text in &entry.illegal {
                assert!(!moves.contains(text), "{generator}: {} must forbid {text}: {}", entry.name, entry.fen);
            }
            checked += entry.legal.len() + entry.illegal.len();
        }
    }
    assert!(checked > 1000, "only {checked} moves checked");
}
