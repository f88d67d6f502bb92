//! What has a natural text is serialised as that text, and read back.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use tabiya::notation::epd::Epd;
use tabiya::notation::san::{San, SanPlus};
use tabiya::{File, Position, Rank, Setup, Square, UciMove};

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

#[test]
fn nonsense_is_refused_with_a_reason() {
    let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").unwrap_err().to_string();
    assert!(error.contains("king"), "{error}");
    assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
    assert!(serde_json::from_str::<Square>("9").is_err());
    assert!(serde_json::from_str::<UciMove>("\"e7e8x\"").is_err());
    assert!(serde_json::from_str::<San>("\"\"").is_err());
}
