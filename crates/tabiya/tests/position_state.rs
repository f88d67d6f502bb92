//! What a position remembers besides its pieces: the last double push, the clocks, the claims they allow; and what it
//! answers about them, to its neighbours on both sides.

use std::collections::HashMap;
use std::error::Error;

use tabiya::{
    Bitboard, Color, EnPassantField, FenStyle, Game, Move, MoveKind, Outcome, Piece, Position, Role, Setup, Square,
    Tolerance, attacks,
};
use tabiya_check::positions::KIWIPETE;

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
    assert_eq!(passed, position("4k3/8/8/8/3Pp3/8/8/4K3 w - - 1 2"));

    for (fen, mv) in [
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e8e7"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"),
        ("r3k3/8/8/8/3Pp3/8/8/4K3 b q d3 0 1", "e8c8"),
        ("4k3/8/8/8/3Pp3/8/p7/4K3 b - d3 0 1", "a2a1q"),
    ] {
        let position = position(fen);
        let after = position.after(position.parse_uci(mv).unwrap());
        assert_eq!(after.last_double_push(), None, "{fen} {mv}");
        // In nothing it remembers does it differ from the position that is read.
        assert_eq!(after, self::position(&after.fen()), "{fen} {mv}");
        assert!(after.fen().ends_with(" 2"), "Black has moved: {}", after.fen());
        assert_eq!(after.key(), after.fresh_key(), "{fen} {mv}");
    }
}

/// One fact more or less, and the key is another: a piece on a square, the turn, a right to castle, a capture in
/// passing. The pawn key knows of pawns and of nothing else.
#[test]
fn keys_tell_positions_apart() {
    let (mut keys, mut pawn_keys) = (HashMap::new(), HashMap::new());
    let mut meet = |position: &Position| {
        assert_eq!((position.key(), position.pawn_key()), (position.fresh_key(), position.fresh_pawn_key()));
        let other = keys.insert(position.key(), position.fen());
        assert!(other.as_ref().is_none_or(|other| *other == position.fen()), "{other:?} and {}", position.fen());
        let pawns = Color::ALL.map(|color| position.pieces(color, Role::Pawn));
        assert_eq!(*pawn_keys.entry(position.pawn_key()).or_insert(pawns), pawns, "{}", position.fen());
    };
    for piece in Piece::ALL {
        for square in Square::ALL {
            for turn in Color::ALL {
                let mut setup = Setup { turn, ..Setup::EMPTY };
                setup.board.set(Square::A1, Piece::WhiteKing);
                setup.board.set(Square::H8, Piece::BlackKing);
                if piece.role() == Role::King {
                    setup.board.remove(setup.board.king(piece.color()).expect("just put"));
                }
                setup.board.set(square, piece);
                if let Ok(position) = Position::from_setup_with(setup, Tolerance::ALL) {
                    meet(&position);
                }
            }
        }
    }
    // Each fact is one number, whatever else is so.
    let key = |fen: &str| position(fen).key();
    let castling = |rights: &str, turn: &str| key(&format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 0 1"));
    let none = castling("-", "w");
    let [k, q, black_k, black_q] = ["K", "Q", "k", "q"].map(|right| castling(right, "w") ^ none);
    assert_eq!(castling("KQkq", "w") ^ none, k ^ q ^ black_k ^ black_q);
    let turn = castling("-", "b") ^ none;
    assert_eq!(castling("KQkq", "b") ^ castling("KQkq", "w"), turn);
    let passing = |rest: &str| key(&format!("r3k3/8/8/3pP3/8/8/8/4K2R w {rest} 0 1"));
    assert_eq!(passing("- d6") ^ passing("- -"), passing("Kq d6") ^ passing("Kq -"));
    assert_eq!(
        passing("- d6") ^ passing("- -"),
        key("4k3/p7/8/3pP3/8/8/7P/4K3 w - d6 0 1") ^ key("4k3/p7/8/3pP3/8/8/7P/4K3 w - - 0 1")
    );
    for rights in ["-", "K", "Q", "k", "q", "KQ", "Kk", "Kq", "Qk", "Qq", "kq", "KQk", "KQq", "Kkq", "Qkq", "KQkq"] {
        for turn in ["w", "b"] {
            meet(&position(&format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 0 1")));
        }
    }
    for (wall, files) in [("pPpPpPpP", ["-", "a6", "c6", "e6", "g6"]), ("PpPpPpPp", ["-", "b6", "d6", "f6", "h6"])] {
        for passed in files {
            meet(&position(&format!("4k3/8/8/{wall}/8/8/8/4K3 w - {passed} 0 1")));
        }
    }
    assert!(keys.len() > 1000, "{} keys", keys.len());
    // Two colours on 48 squares, no pawn at all, two walls.
    assert_eq!(pawn_keys.len(), 2 * 48 + 1 + 2);
}

/// The same pieces are a repetition only with the same turn, rights and captures in passing.
#[test]
fn a_repetition_repeats_everything() {
    let one = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    assert!(one.is_repetition_of(&position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9")));
    for other in [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq d6 0 1",
    ] {
        let other = position(other);
        assert!(!one.is_repetition_of(&other) && !other.is_repetition_of(&one), "{other}");
    }
    // A capture in passing that the king forbids changes nothing.
    let pinned = "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1";
    assert!(position(pinned).is_repetition_of(&position(&pinned.replace("d6", "-"))));
}

/// Who can still give mate, by the pieces that are left; the rules of thumb that shakmaty and lichess go by.
#[test]
fn material_that_cannot_mate() {
    for (fen, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false, true),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false, true),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", false, true),
        // A knight alone, against a king, a queen, and anything that can be in its own king's way.
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", true, true),
        ("3qk3/8/8/8/8/8/8/N3K3 w - - 0 1", true, false),
        ("3rk3/8/8/8/8/8/8/N3K3 w - - 0 1", false, false),
        ("3nk3/8/8/8/8/8/8/N3K3 w - - 0 1", false, false),
        ("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", false, true),
        // Bishops of one colour of squares, of both, and one side's against the other's.
        ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", true, true),
        ("4k3/8/8/8/8/8/8/BB2K3 w - - 0 1", false, true),
        ("4kb2/8/8/8/8/8/8/B3K3 w - - 0 1", true, true),
        ("2b1k3/8/8/8/8/8/8/B3K3 w - - 0 1", false, false),
        ("1n2k3/8/8/8/8/8/8/B3K3 w - - 0 1", false, false),
        ("4k3/p7/8/8/8/8/8/B3K3 w - - 0 1", false, false),
        ("3rk3/8/8/8/8/8/8/B3K3 w - - 0 1", true, false),
    ] {
        let position = position(fen);
        for (position, white, black) in [(position, white, black), (position.mirrored(), black, white)] {
            let found = Color::ALL.map(|color| position.has_insufficient_material(color));
            assert_eq!(found, [white, black], "{position}");
            assert_eq!(position.is_insufficient_material(), white && black, "{position}");
        }
    }
}

#[test]
fn outcomes_have_names_and_winners() {
    for (outcome, name, winner) in [
        (Outcome::Checkmate { winner: Color::White }, "checkmate", Some(Color::White)),
        (Outcome::Checkmate { winner: Color::Black }, "checkmate", Some(Color::Black)),
        (Outcome::Stalemate, "stalemate", None),
        (Outcome::InsufficientMaterial, "insufficient-material", None),
        (Outcome::DeadPosition, "dead-position", None),
        (Outcome::SeventyFiveMoves, "seventy-five-moves", None),
        (Outcome::FivefoldRepetition, "fivefold-repetition", None),
    ] {
        assert_eq!((outcome.name(), outcome.winner()), (name, winner));
    }
}

/// Who asks an illegal move for its cause gets the reason; a move of the wrong kind has none.
#[test]
fn illegal_moves_have_a_cause() {
    let start = Position::startpos();
    let far = start.check_legal(Move::new(Square::E2, Square::E5, MoveKind::Quiet)).unwrap_err();
    let cause = far.source().expect("a reason").to_string();
    assert_eq!(far.to_string(), format!("e2e5 is illegal: {cause}"));
    let quiet = start.check_legal(Move::new(Square::E2, Square::E4, MoveKind::Quiet)).unwrap_err();
    assert!(quiet.source().is_none() && quiet.to_string().contains("but not as a move of the kind Quiet"), "{quiet}");
}

/// Without a piece in between, a king that stood on the squares of the role would attack the other one's: but kings
/// never check.
#[test]
fn squares_that_check() {
    for fen in ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", KIWIPETE, "8/8/3k4/8/8/8/2K5/3Q4 b - - 0 1"] {
        let position = position(fen);
        let enemy = position.king_of(!position.turn());
        for role in Role::ALL {
            let expected: Bitboard = Square::ALL
                .into_iter()
                .filter(|_| role != Role::King)
                .filter(|&from| attacks::of(role, position.turn(), from, position.occupied()).contains(enemy))
                .collect();
            assert_eq!(position.check_squares(role), expected, "{fen} {role:?}");
            assert_eq!(position.check_info().check_squares[role.index()], expected, "{fen} {role:?}");
        }
    }
}

/// A text that cannot be read gets a column and perhaps a repair; a board that is not a legal position gets neither.
#[test]
fn errors_of_positions_say_where() {
    let unreadable = Position::from_fen("4k3/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    assert_eq!((unreadable.column(), unreadable.did_you_mean()), (Some(16), Some("\"/8\"")));
    assert!(unreadable.to_string().starts_with("not a FEN: "), "{unreadable}");
    let impossible = Position::from_fen("4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    assert_eq!((impossible.column(), impossible.did_you_mean()), (None, None));
    assert!(impossible.to_string().starts_with("not a position: "), "{impossible}");
}

/// Whatever the counter said before: a capture in passing is a pawn's move.
#[test]
fn captures_in_passing_begin_the_count_anew() {
    let position = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 5");
    assert_eq!(position.after(position.parse_uci("e5d6").unwrap()).fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 5");
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
    // Three ranks are not a board, whatever follows them.
    for fen in ["rnbqkbnr/pppppppp/8 w KQkq - 0 1", "4k3/8/4K3 w - - 0 1", "k7/8/K7 b - - 0 1"] {
        let error = Setup::from_fen(fen).unwrap_err();
        assert_eq!(error.expected, "eight ranks, of which 5 are missing", "{fen}");
        assert!(Position::from_fen(fen).is_err());
    }
}
