//! What a position remembers besides its pieces: the last double push, the clocks, the claims they allow; and what it
//! answers about them, to its neighbours on both sides.

use tabiya::{EnPassantField, FenStyle, Game, Outcome, Position, Setup, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

const ALWAYS: FenStyle = FenStyle { castling: tabiya::CastlingField::XFen, en_passant: EnPassantField::Always };

#[test]
fn a_double_push_is_forgotten_by_the_next_ply_of_any_kind() {
    let start = Position::startpos();
    let pushed = start.after(start.parse_uci("e2e4").unwrap());
    assert_eq!((pushed.last_double_push(), pushed.en_passant()), (Some(Square::E3), None));
    assert!(pushed.to_fen(ALWAYS).contains(" e3 "));

    let passed = pushed.after_null().expect("no check");
    assert_eq!((passed.last_double_push(), passed.en_passant(), passed.en_passant_legal()), (None, None, None));
    assert!(passed.to_fen(ALWAYS).contains(" - "), "{}", passed.to_fen(ALWAYS));
    assert_eq!(passed.key(), passed.fresh_key());

    // Where the capture is possible the key knows of it, and forgets it too.
    let contested = position("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    let passed = contested.after_null().expect("no check");
    assert_eq!((passed.last_double_push(), passed.key()), (None, passed.fresh_key()));
    assert_eq!(passed.fen(), "4k3/8/8/8/3Pp3/8/8/4K3 w - - 1 2");

    for (fen, mv) in [
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e8e7"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"),
        ("r3k3/8/8/8/3Pp3/8/8/4K3 b q d3 0 1", "e8c8"),
        ("4k3/8/8/8/3Pp3/8/p7/4K3 b - d3 0 1", "a2a1q"),
    ] {
        let position = position(fen);
        let after = position.after(position.parse_uci(mv).unwrap());
        assert_eq!(after.last_double_push(), None, "{fen} {mv}");
        assert_eq!(after.key(), after.fresh_key(), "{fen} {mv}");
    }
}

#[test]
fn nobody_passes_in_check() {
    assert_eq!(position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").after_null(), None);
    assert!(position("4k3/8/8/8/8/8/3r4/5K2 w - - 0 1").after_null().is_some());
}

/// The first claim, the last move before the game ends by itself, and the end; mate comes before all of them.
#[test]
fn clocks_count_to_the_claim_and_to_the_end() {
    for (clock, claim, outcome) in [
        (0, false, None),
        (99, false, None),
        (100, true, None),
        (149, true, None),
        (150, true, Some(Outcome::SeventyFiveMoves)),
        (65_535, true, Some(Outcome::SeventyFiveMoves)),
    ] {
        let position = position(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 100"));
        assert_eq!(position.is_fifty_moves(), claim, "{clock}");
        assert_eq!(position.outcome(), outcome, "{clock}");
        assert_eq!(Game::new(position).claims().fifty, claim, "{clock}");
    }
    assert!(matches!(
        position("R3k3/8/4K3/8/8/8/8/8 b - - 150 100").outcome(),
        Some(Outcome::Checkmate { winner: tabiya::Color::White })
    ));
}

/// The counters end where their types do, and never wrap.
#[test]
fn counters_stop_at_their_ends() {
    let last = position("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535");
    let after = last.after(last.parse_uci("e8e7").unwrap());
    assert_eq!(after.fen(), "8/4k3/8/8/8/8/8/R3K3 w - - 65535 65535");
    assert_eq!(last.after_null().unwrap().fen(), "4k3/8/8/8/8/8/8/R3K3 w - - 65535 65535");
}

/// Boards that are too short or too long, at every number of ranks.
#[test]
fn a_board_has_eight_ranks() {
    for ranks in 1..=10 {
        let fen = format!("{} w - - 0 1", ["8"].repeat(ranks).join("/"));
        for read in [Setup::from_fen(&fen), Setup::from_fen_lenient(&fen)] {
            match (ranks, read) {
                (8, read) => assert!(read.is_ok()),
                (..8, Err(error)) => {
                    let missing = 8 - ranks;
                    let verb = if missing == 1 { "is" } else { "are" };
                    assert_eq!(error.expected, format!("eight ranks, of which {missing} {verb} missing"), "{fen}");
                    assert_eq!(error.column, 2 * ranks, "{fen}");
                    assert_eq!(error.did_you_mean, Some(format!("\"{}\"", "/8".repeat(missing))), "{fen}");
                }
                (_, Err(error)) => {
                    assert_eq!((error.column, &*error.expected), (16, "the end of the board after rank 1"), "{fen}")
                }
                (_, Ok(setup)) => panic!("{fen} was read as {setup}"),
            }
        }
    }
    // Three ranks full of pieces are no board either, whatever follows them.
    for fen in ["rnbqkbnr/pppppppp/8 w KQkq - 0 1", "4k3/8/4K3 w - - 0 1", "k7/8/K7 b - - 0 1"] {
        let error = Setup::from_fen(fen).unwrap_err();
        assert_eq!(error.expected, "eight ranks, of which 5 are missing", "{fen}");
        assert!(Position::from_fen(fen).is_err());
    }
}
