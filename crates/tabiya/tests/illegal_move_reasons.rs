//! Every reason and every note, each with the squares it speaks of: what a program shows beside the sentence.

use std::collections::BTreeSet;

use tabiya::explain::{Note, Reason, explain};
use tabiya::{Bitboard, Position, Square, UciMove};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn squares(text: &str) -> Bitboard {
    text.split_whitespace().map(|square| square.parse::<Square>().expect("a square")).collect()
}

/// FEN, move, name, squares, and whether only the king's safety stands against it.
const REASONS: &[(&str, &str, &str, &str, bool)] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--", "null-move", "", false),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Na3", "no-such-piece", "", false),
    ("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", "Nd8", "out-of-reach", "d8", false),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", "no-piece", "a1", false),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7", "not-your-piece", "e8", false),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e1", "no-movement", "e1", false),
    ("4k3/8/8/8/8/8/N7/4K3 w - - 0 1", "a2a4", "wrong-movement", "a2", false),
    ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a5", "double-push-from-elsewhere", "a3", false),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2b3", "pawn-captures-nothing", "b3", false),
    ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2a4", "blocked", "a3", false),
    ("4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "a1a3", "own-piece-on-target", "a3", false),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "promotion-missing", "a8", false),
    ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3q", "promotion-not-allowed", "a2", false),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "promotion-piece", "", false),
    ("4k3/8/8/8/4r3/3n4/8/R3K3 w - - 0 1", "a1a2", "double-check", "d3 e4", true),
    ("4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", "a2a3", "does-not-answer-check", "e1 e4", true),
    ("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "f2d3", "pinned", "e1 h4", true),
    ("4k3/8/8/8/8/8/r2r4/5K2 w - - 0 1", "f1f2", "king-into-attack", "d2", true),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "en-passant-not-available", "d5", false),
    ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "e4d3", "en-passant-uncovers", "d4 a4 h4", true),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", "castling-no-right", "", false),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "castling-blocked", "b1", false),
    ("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "e1h1", "castling-in-check", "e1 e3", true),
    ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O", "castling-crosses-attack", "f1 f3", true),
    ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "O-O", "castling-lands-on-attack", "g1 g3", true),
    ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "O-O-O", "castling-rook-shields", "b1 c1 a1", true),
    // What looks like castling without the right to it, and what does not look like it.
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", "castling-no-right", "", false),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", "castling-no-right", "", false),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1h1", "wrong-movement", "e1", false),
    ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1", "own-piece-on-target", "f1", false),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "promotion-not-allowed", "e1", false),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e1", "no-movement", "e1", false),
    ("4k3/8/8/8/8/8/8/6K1 w - - 0 1", "g1g1", "no-movement", "g1", false),
    // Only from the fifth rank is it an attempt at en passant.
    ("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", "e4d5", "pawn-captures-nothing", "d5", false),
    // A rook that only its king holds back comes closer than one that is blocked, whichever is looked at first.
    ("5N1R/8/1k6/8/8/8/r2RK3/8 w - - 0 1", "Rd8", "pinned", "e2 a2", true),
    ("8/r2RK3/8/8/8/1k6/8/5N1R w - - 0 1", "Rd1", "pinned", "e7 a7", true),
    // Of two pieces the one that comes closest; a pawn that leaves its file wants to capture.
    ("4k2N/8/8/8/8/8/3P4/1N2K3 w - - 0 1", "Nd2", "own-piece-on-target", "d2", false),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "ed3", "pawn-captures-nothing", "d3", false),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "exd3", "pawn-captures-nothing", "d3", false),
];

#[test]
fn reasons_name_their_squares() {
    let mut names = BTreeSet::new();
    for &(fen, text, name, named, about_safety) in REASONS {
        let position = position(fen);
        let explanation = match text.parse::<UciMove>() {
            Ok(attempt) => explain(&position, attempt),
            Err(_) => position.explain(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}")),
        };
        let reason: &Reason = explanation.reason().unwrap_or_else(|| panic!("{fen}: {text} is legal"));
        assert_eq!(reason.name(), name, "{fen} {text}");
        assert!(!explanation.is_legal(), "{fen} {text}");
        assert_eq!(reason.squares(), squares(named), "{fen} {text}: {reason}");
        assert_eq!(reason.is_about_safety(), about_safety, "{fen} {text}: {reason}");
        names.insert(name);
    }
    assert_eq!(names.len(), 26, "a reason without a position of its own");
}

/// What is about safety only is a move that the pseudo-legal rules of movement know.
#[test]
fn reasons_about_safety_are_those_of_pseudo_legal_moves() {
    for &(fen, text, _, _, about_safety) in REASONS {
        let position = position(fen);
        let explanation = position.explain(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        let Some(uci) = explanation.uci(tabiya::CastlingStyle::Chess960) else { continue };
        let known = tabiya::oracle::pseudo_moves(&position).iter().any(|&mv| UciMove::from(mv) == uci);
        assert_eq!(known, about_safety, "{fen} {text}");
    }
}

/// What was asked about is written in squares where it has any, castling as in standard chess.
#[test]
fn subjects_are_written_as_moves() {
    let position = position("4k3/8/8/8/8/8/P7/4K2R w K - 0 1");
    for (text, written) in [("a4", "a2a4"), ("O-O", "e1g1"), ("e1h1", "e1g1"), ("Na3", "Na3"), ("a2a5", "a2a5")] {
        assert_eq!(position.explain(text).unwrap().subject.to_string(), written, "{text}");
    }
}

fn notes(fen: &str, text: &str) -> Vec<Note> {
    let position = position(fen);
    let explanation = position.explain(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    explanation.effect().unwrap_or_else(|| panic!("{fen}: {explanation}")).notes.clone()
}

#[test]
fn pieces_that_pass_each_other_are_noted_where_one_lands_on_the_other() {
    for (fen, text, noted) in [
        // The usual cases.
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", false),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", false),
        // They exchange their places.
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "O-O", true),
        ("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "O-O-O", true),
        // The rook lands where the king was, or the king where the rook was.
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "O-O", true),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "O-O-O", true),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "O-O", true),
        ("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", "O-O-O", true),
        // The king leaps over a rook that stays.
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", true),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "O-O-O", true),
        // The king stays, or both go elsewhere.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "O-O", false),
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "O-O-O", false),
        ("4k3/8/8/8/8/8/8/R1K5 w Q - 0 1", "O-O-O", false),
        ("4k3/8/8/8/8/8/8/1K5R w K - 0 1", "O-O", false),
    ] {
        assert_eq!(notes(fen, text), if noted { vec![Note::PassEachOther] } else { vec![] }, "{fen} {text}");
    }
    assert_eq!(Note::PassEachOther.to_string(), "king and rook may pass each other");
}

#[test]
fn notes_have_their_sentences() {
    for (fen, text, sentence) in [
        (
            "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1",
            "e2e3",
            "it is pinned to the king on e1 by the rook on e4, but stays on that line",
        ),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "the capture lands elsewhere, but takes the checking pawn on d4"),
        ("4k3/8/8/8/8/1r6/8/R3K3 w Q - 0 1", "O-O-O", "b1 is attacked by the rook on b3, but only the rook passes it"),
    ] {
        let found: Vec<String> = notes(fen, text).iter().map(ToString::to_string).collect();
        assert_eq!(found, [sentence], "{fen} {text}");
    }
    // Free pieces, and the king itself, have nothing to be excused.
    for (fen, text) in [
        ("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e1d1"),
        ("4k3/8/8/8/4r3/8/3R4/4K3 w - - 0 1", "d2e2"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"),
    ] {
        assert_eq!(notes(fen, text), [], "{fen} {text}");
    }
}

/// What a legal move does, in words: each part of the sentence, and its absence.
#[test]
fn effects_have_their_sentences() {
    for (fen, text, sentence) in [
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", "the pawn on a2 goes to a3"),
        ("4k3/8/8/8/8/p7/8/RN2K3 w - - 0 1", "a1a3", "the rook on a1 goes to a3, takes the pawn on a3"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "the pawn on e5 goes to d6, takes the pawn on d5 en passant"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "the pawn on a7 goes to a8, becomes a knight"),
        ("4k3/8/8/8/4r3/8/R7/4K3 w - - 0 1", "a2e2", "the rook on a2 goes to e2, blocks the check by the rook on e4"),
        (
            "4k3/8/8/8/R3r3/8/8/4K3 w - - 0 1",
            "a4e4",
            "the rook on a4 goes to e4, takes the rook on e4, which ends the check, gives check",
        ),
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1d1", "the king on e1 goes to d1, leaves the check"),
        (
            "4k3/8/8/8/4r3/8/3n4/4K3 w - - 0 1",
            "e1d2",
            "the king on e1 goes to d2, takes the knight on d2, leaves the check",
        ),
        ("4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1", "e2c3", "the knight on e2 goes to c3, discovers a check from e1"),
        (
            "8/8/4k3/3pP3/2B5/8/8/K3R3 w - d6 0 1",
            "e5d6",
            "the pawn on e5 goes to d6, takes the pawn on d5 en passant, discovers checks from e1 and c4",
        ),
        (
            "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
            "e4f6",
            "the knight on e4 goes to f6, gives double check with the piece on e1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "the king castles on the king side; white may no longer castle on the king side",
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
            "a1a8",
            "the rook on a1 goes to a8, takes the rook on a8, gives check; white may no longer castle on the queen side; black may no longer castle on the queen side",
        ),
    ] {
        let explanation = position(fen).explain(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        assert!(explanation.is_legal(), "{fen} {text}");
        let said = explanation.to_string();
        assert!(said.ends_with(&format!(" is legal: {sentence}")), "{fen} {text}:\n  {said}\n  {sentence}");
    }
}
