//! What has a natural text is serialised as that text, and read back.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use tabiya::notation::epd::Epd;
use tabiya::notation::san::{San, SanPlus};
use tabiya::{File, Position, Rank, Setup, Square, Tolerance, UciMove};

#[track_caller]
fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn texts_both_ways() {
    is_written(&Square::E4, "\"e4\"");
    is_written(&File::E, "\"e\"");
    is_written(&Rank::Fourth, "\"4\"");
    is_written(&"Nbd7".parse::<San>().unwrap(), "\"Nbd7\"");
    is_written(&"exd8=Q#".parse::<SanPlus>().unwrap(), "\"exd8=Q#\"");
    is_written(&"e7e8q".parse::<UciMove>().unwrap(), "\"e7e8q\"");
    let start = Position::startpos();
    is_written(&start, "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"");
    is_written(&Setup::startpos(), "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"");
    let pushed = start.after(start.parse_san("e4").unwrap());
    is_written(&pushed, "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"");
    is_written(&"4k3/8/8/8/8/8/8/4K2R w K - bm O-O;".parse::<Epd>().unwrap(), "\"4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\"");
    let san = start.san(start.parse_uci("g1f3").unwrap());
    assert_eq!(serde_json::to_string(&san).unwrap(), "\"Nf3\"");
}

/// What only a tolerance accepts is written, and refused by name when it is read as a position; as a setup, which
/// anything may be, it comes back, and the same tolerance makes the same position of it.
#[test]
fn what_was_tolerated_comes_back_as_a_setup() {
    for (fen, problem) in [
        ("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", "more than sixteen pieces"),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "at once"),
        ("R3k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "that double push cannot have brought about the check"),
    ] {
        let setup: Setup = fen.parse().unwrap();
        assert!(Position::from_setup(setup).is_err(), "{fen}");
        let position = Position::from_setup_with(setup, Tolerance::ALL).unwrap();
        let json = serde_json::to_string(&position).unwrap();
        assert_eq!(json, format!("\"{fen}\""));
        let refused = serde_json::from_str::<Position>(&json).unwrap_err().to_string();
        assert!(refused.contains(problem), "{refused}");
        let again: Setup = serde_json::from_str(&json).unwrap();
        assert_eq!(Position::from_setup_with(again, Tolerance::ALL), Ok(position), "{fen}");
    }
}

/// No text makes a value that the type does not have, whatever the format hands over.
#[test]
fn numbers_and_lists_are_no_texts() {
    for json in
        ["0", "64", "-1", "null", "[\"e4\"]", "{\"square\": 4}", "\"\"", "\"e4 \"", "\"i1\"", "\"a0\"", "\"é4\""]
    {
        assert!(serde_json::from_str::<Square>(json).is_err(), "{json}");
        assert!(serde_json::from_str::<Position>(json).is_err(), "{json}");
        assert!(serde_json::from_str::<Setup>(json).is_err(), "{json}");
        assert!(serde_json::from_str::<UciMove>(json).is_err(), "{json}");
    }
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").unwrap_err().to_string();
    assert!(error.contains("king"), "{error}");
    assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
    assert!(serde_json::from_str::<Square>("9").is_err());
    assert!(serde_json::from_str::<UciMove>("\"e7e8x\"").is_err());
    assert!(serde_json::from_str::<San>("\"\"").is_err());
}

#[test]
fn what_was_expected_is_told() {
    let told = |error: serde_json::Error| error.to_string();
    assert!(
        told(serde_json::from_str::<tabiya::Square>("5").unwrap_err()).contains("expected a square such as \"e4\"")
    );
    assert!(told(serde_json::from_str::<tabiya::File>("5").unwrap_err()).contains("expected a file such as \"e\""));
}
