//! Every problem that keeps a setup from being a position: alone, in company, and its nearest valid neighbours.

use tabiya::Square::*;
use tabiya::{Bitboard, Color, Position, Problem, Setup, Square, Tolerance};

/// A setup from the first fields of a FEN; the en passant square is set apart, because no reader should judge it first.
fn setup(fen: &str, en_passant: Option<Square>) -> Setup {
    let setup = Setup::from_fen(&format!("{fen} - 0 1")).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Setup { en_passant, ..setup }
}

fn problems(setup: &Setup, tolerance: Tolerance) -> Vec<Problem> {
    Position::from_setup_with(*setup, tolerance).map_or_else(|invalid| invalid.problems().to_vec(), |_| Vec::new())
}

fn set(squares: &[Square]) -> Bitboard {
    squares.iter().copied().collect()
}

/// The same problem with the sides exchanged.
fn mirrored(problem: Problem) -> Problem {
    use Problem::*;
    match problem {
        MissingKing(color) => MissingKing(!color),
        TooManyKings(color) => TooManyKings(!color),
        // The white king is named first.
        AdjacentKings(white, black) => AdjacentKings(black.flip_vertical(), white.flip_vertical()),
        PawnOnBackRank(square) => PawnOnBackRank(square.flip_vertical()),
        OpponentInCheck(square) => OpponentInCheck(square.flip_vertical()),
        ImpossibleCheckers(set) => ImpossibleCheckers(set.flip_vertical()),
        CastlingWithoutRook(color, square) => CastlingWithoutRook(!color, square.flip_vertical()),
        CastlingWithoutKing(color, square) => CastlingWithoutKing(!color, square.flip_vertical()),
        TooManyCastlingRooks(color) => TooManyCastlingRooks(!color),
        EnPassantRank(square) => EnPassantRank(square.flip_vertical()),
        EnPassantWithoutPawn(square) => EnPassantWithoutPawn(square.flip_vertical()),
        EnPassantBlocked(square) => EnPassantBlocked(square.flip_vertical()),
        EnPassantWhileInCheck(square) => EnPassantWhileInCheck(square.flip_vertical()),
        TooManyPieces(color) => TooManyPieces(!color),
        TooManyPawns(color) => TooManyPawns(!color),
        TooManyPromoted(color) => TooManyPromoted(!color),
        // Problems may be added; these tests then have to learn them.
        #[allow(unreachable_patterns)]
        _ => panic!("a problem that these tests do not know: {problem:?}"),
    }
}

fn sorted(mut problems: Vec<Problem>) -> Vec<String> {
    let mut texts: Vec<String> = problems.drain(..).map(|problem| format!("{problem:?}")).collect();
    texts.sort();
    texts
}

/// The setup has exactly these problems, and so has its mirror image; each has a sentence.
fn has(fen: &str, en_passant: Option<Square>, expected: &[Problem]) {
    let setup = setup(fen, en_passant);
    let found = problems(&setup, Tolerance::default());
    assert_eq!(sorted(found.clone()), sorted(expected.to_vec()), "{fen}");
    let reflected = problems(&setup.mirrored(), Tolerance::default());
    assert_eq!(sorted(reflected), sorted(expected.iter().copied().map(mirrored).collect()), "mirrored: {fen}");
    for problem in found {
        assert!(problem.to_string().len() > 10, "{problem:?}");
    }
}

fn valid(fen: &str, en_passant: Option<Square>) {
    has(fen, en_passant, &[]);
}

#[test]
fn kings() {
    has("4k3/8/8/8/8/8/8/8 w -", None, &[Problem::MissingKing(Color::White)]);
    has("8/8/8/8/8/8/8/4K3 w -", None, &[Problem::MissingKing(Color::Black)]);
    has("k3k3/8/8/8/8/8/8/4K3 w -", None, &[Problem::TooManyKings(Color::Black)]);
    has("8/8/8/8/8/8/4k3/4K3 w -", None, &[Problem::AdjacentKings(E1, E2)]);
    has("8/8/8/8/8/5k2/4K3/8 b -", None, &[Problem::AdjacentKings(E2, F3)]);
    valid("4k3/8/8/8/8/8/8/4K3 w -", None);
    valid("8/8/8/8/8/4k3/8/4K3 w -", None);
}

#[test]
fn pawns_on_back_ranks() {
    has("4k2P/8/8/8/8/8/8/4K3 w -", None, &[Problem::PawnOnBackRank(H8)]);
    has("4k3/8/8/8/8/8/8/p3K3 w -", None, &[Problem::PawnOnBackRank(A1)]);
    has("p3k3/8/8/8/8/8/8/4K2P w -", None, &[Problem::PawnOnBackRank(A8), Problem::PawnOnBackRank(H1)]);
    valid("4k3/7P/8/8/8/8/p7/4K3 w -", None);
}

#[test]
fn checks_by_the_wrong_side() {
    has("4k3/8/8/8/8/8/4R3/4K3 w -", None, &[Problem::OpponentInCheck(E8)]);
    has("4k3/3P4/8/8/8/8/8/4K3 w -", None, &[Problem::OpponentInCheck(E8)]);
    has("4k3/8/3N4/8/8/8/8/4K3 w -", None, &[Problem::OpponentInCheck(E8)]);
    valid("4k3/8/8/8/8/8/4R3/4K3 b -", None);
    valid("4k3/4p3/8/8/8/8/4R3/4K3 w -", None);
    valid("4k3/4P3/8/8/8/8/8/4K3 w -", None);
}

#[test]
fn checkers_that_no_move_brings_about() {
    let impossible = |squares: &[Square]| [Problem::ImpossibleCheckers(set(squares))];
    has("4k3/8/8/8/8/3n1n2/8/4K3 w -", None, &impossible(&[D3, F3]));
    has("4k3/8/8/8/8/8/3p1p2/4K3 w -", None, &impossible(&[D2, F2]));
    has("4k3/8/8/8/8/5n2/3p4/4K3 w -", None, &impossible(&[D2, F3]));
    has("4r3/8/k7/8/8/8/4K3/4r3 w -", None, &impossible(&[E1, E8]));
    has("4r1k1/8/8/8/7b/3n4/8/4K3 w -", None, &impossible(&[E8, H4, D3]));
    // One of them away, or two lines that meet in the king: a double check as it can happen.
    valid("4k3/8/8/8/8/3n4/8/4K3 w -", None);
    valid("4r1k1/8/8/8/8/3n4/8/4K3 w -", None);
    valid("4r1k1/8/8/8/7b/8/8/4K3 w -", None);
    valid("6k1/8/8/8/7b/8/8/r3K3 w -", None);
}

#[test]
fn castling_rights() {
    has("4k3/8/8/8/8/8/8/4K3 w H", None, &[Problem::CastlingWithoutRook(Color::White, H1)]);
    has("4k3/8/8/8/8/8/8/4K2B w H", None, &[Problem::CastlingWithoutRook(Color::White, H1)]);
    has("4k3/8/8/8/8/8/8/4K2r w H", None, &[Problem::CastlingWithoutRook(Color::White, H1)]);
    has("4k3/8/8/8/8/8/4K3/7R w H", None, &[Problem::CastlingWithoutKing(Color::White, H1)]);
    has("4k3/8/8/8/8/8/8/4K1RR w HG", None, &[Problem::TooManyCastlingRooks(Color::White)]);
    has("4k3/8/8/8/8/8/8/RR2K3 w BA", None, &[Problem::TooManyCastlingRooks(Color::White)]);
    let own_square = [Problem::CastlingWithoutRook(Color::White, E1), Problem::CastlingWithoutKing(Color::White, E1)];
    has("4k3/8/8/8/8/8/8/4K2R w HE", None, &own_square);
    valid("4k3/8/8/8/8/8/8/R3K2R w HA", None);
    valid("4k3/8/8/8/8/8/8/4K1RR w G", None);
    valid("4k3/8/8/8/8/8/8/4K1RR w H", None);
    valid("r3k2r/8/8/8/8/8/8/R3K2R w HAha", None);
    // A right on a square of neither back rank cannot be written as a FEN, only set up.
    for (square, color) in [(E3, Color::White), (D4, Color::White), (E5, Color::Black), (A7, Color::Black)] {
        let odd = Setup { castling: square.bitboard(), ..setup("4k3/8/8/8/8/8/8/4K3 w -", None) };
        assert_eq!(problems(&odd, Tolerance::default()), [Problem::CastlingWithoutKing(color, square)]);
    }
    // No rook stands on the king's own square.
    let own = Setup { castling: E1.bitboard(), ..setup("4k3/8/8/8/8/8/8/4K3 w -", None) };
    let both = [Problem::CastlingWithoutRook(Color::White, E1), Problem::CastlingWithoutKing(Color::White, E1)];
    assert_eq!(problems(&own, Tolerance::default()), both);
}

#[test]
fn en_passant_squares() {
    valid("4k3/8/8/8/3Pp3/8/8/4K3 b -", Some(D3));
    has("4k3/8/8/8/3Pp3/8/8/4K3 w -", Some(D3), &[Problem::EnPassantRank(D3)]);
    has("4k3/8/8/8/3Pp3/8/8/4K3 b -", Some(D4), &[Problem::EnPassantRank(D4)]);
    has("4k3/8/8/8/4p3/8/8/4K3 b -", Some(D3), &[Problem::EnPassantWithoutPawn(D3)]);
    has("4k3/8/8/8/3pp3/8/8/4K3 b -", Some(D3), &[Problem::EnPassantWithoutPawn(D3)]);
    has("4k3/8/8/8/3Np3/8/8/4K3 b -", Some(D3), &[Problem::EnPassantWithoutPawn(D3)]);
    has("4k3/8/8/8/3Pp3/3N4/8/4K3 b -", Some(D3), &[Problem::EnPassantBlocked(D3)]);
    has("4k3/8/8/8/3Pp3/8/3n4/4K3 b -", Some(D3), &[Problem::EnPassantBlocked(D3)]);
}

#[test]
fn en_passant_beside_a_check() {
    // The pushed pawn itself gives check, or has uncovered one.
    valid("8/8/8/4k3/3P4/8/8/4K3 b -", Some(D3));
    valid("8/8/8/6k1/3P4/8/8/2B1K3 b -", Some(D3));
    valid("3k4/8/8/8/3P4/8/8/4K3 b -", Some(D3));
    // A knight or a rook elsewhere was there before.
    has("4k3/8/3N4/8/3Pp3/8/8/4K3 b -", Some(D3), &[Problem::EnPassantWhileInCheck(D3)]);
    has("R3k3/8/8/8/3Pp3/8/8/4K3 b -", Some(D3), &[Problem::EnPassantWhileInCheck(D3)]);
}

#[test]
fn material() {
    let too_many = [Problem::TooManyPieces(Color::White)];
    has("k7/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w -", None, &too_many);
    has("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w -", None, &[Problem::TooManyPawns(Color::White)]);
    let promoted = [Problem::TooManyPromoted(Color::White)];
    has("k7/8/8/8/8/1NNNNNNN/NNNNNNNN/4K3 w -", None, &promoted);
    // One more than the pawns explain, of each role; bishops are counted by the colour of their squares.
    for (extra, pieces) in
        [("QQ2K3", "Q3K3"), ("RRR1K3", "RR2K3"), ("NNN1K3", "NN2K3"), ("B1B1K3", "BB2K3"), ("1B1BK3", "BB2K3")]
    {
        has(&format!("4k3/8/8/8/8/8/PPPPPPPP/{extra} w -"), None, &promoted);
        valid(&format!("4k3/8/8/8/8/8/PPPPPPPP/{pieces} w -"), None);
        valid(&format!("4k3/8/8/8/8/8/PPPPPPP1/{extra} w -"), None);
    }
    valid("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -", None);
    // Nine queens, all pawns gone.
    valid("7k/8/8/8/8/8/6QQ/QQQQQQ1K b -", None);
}

#[test]
fn in_company() {
    use Problem::*;
    has(
        "8/8/8/8/8/8/8/P6p w -",
        None,
        &[MissingKing(Color::White), MissingKing(Color::Black), PawnOnBackRank(A1), PawnOnBackRank(H1)],
    );
    has(
        "4k2P/8/8/8/3p4/8/4R3/4K3 w H",
        Some(D3),
        &[PawnOnBackRank(H8), OpponentInCheck(E8), CastlingWithoutRook(Color::White, H1), EnPassantRank(D3)],
    );
    has(
        "4k3/8/8/8/8/P2n1n2/PPPPPPPP/4K3 w H",
        None,
        &[ImpossibleCheckers(set(&[D3, F3])), CastlingWithoutRook(Color::White, H1), TooManyPawns(Color::White)],
    );
}

#[test]
fn tolerance_excuses_what_it_names_and_nothing_else() {
    let material = Tolerance { odd_material: true, ..Tolerance::default() };
    let checkers = Tolerance { impossible_checkers: true, ..Tolerance::default() };
    for fen in
        ["k7/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w -", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w -", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w -"]
    {
        let odd = setup(fen, None);
        assert_eq!(problems(&odd, material), [], "{fen}");
        assert_eq!(problems(&odd, checkers).len(), 1, "{fen}");
    }
    let odd = setup("4k3/8/8/8/8/3n1n2/8/4K3 w -", None);
    assert_eq!(problems(&odd, checkers), []);
    assert_eq!(problems(&odd, material).len(), 1);
    let broken = setup("4k3/8/8/8/8/8/4R3/4K3 w -", None);
    assert_eq!(problems(&broken, Tolerance::ALL), [Problem::OpponentInCheck(E8)]);
}

/// What a repair leaves of a setup, and what it says.
fn repaired(fen: &str, en_passant: Option<Square>) -> (Setup, Vec<Problem>) {
    let mut setup = setup(fen, en_passant);
    let dropped = setup.repair();
    (setup, dropped)
}

#[test]
fn repair_drops_what_cannot_be_and_says_so() {
    for (fen, problem, left) in [
        ("4k3/8/8/8/8/8/8/4K2R w HA", Problem::CastlingWithoutRook(Color::White, A1), set(&[H1])),
        ("4k3/8/8/8/8/8/4K3/7R w H", Problem::CastlingWithoutKing(Color::White, H1), set(&[])),
        ("r3k3/8/8/8/8/8/8/4K3 w ha", Problem::CastlingWithoutRook(Color::Black, H8), set(&[A8])),
    ] {
        let (setup, dropped) = repaired(fen, None);
        assert_eq!((setup.castling, dropped), (left, vec![problem]), "{fen}");
    }
    for (fen, square, problem) in [
        ("4k3/8/8/8/3Pp3/8/8/4K3 w -", D3, Problem::EnPassantRank(D3)),
        ("4k3/8/8/8/4p3/8/8/4K3 b -", D3, Problem::EnPassantWithoutPawn(D3)),
        ("4k3/8/8/8/3Pp3/3N4/8/4K3 b -", D3, Problem::EnPassantBlocked(D3)),
        ("R3k3/8/8/8/3Pp3/8/8/4K3 b -", D3, Problem::EnPassantWhileInCheck(D3)),
    ] {
        let (setup, dropped) = repaired(fen, Some(square));
        assert_eq!((setup.en_passant, dropped), (None, vec![problem]), "{fen}");
    }
    // Two rooks of one wing: it is unknown which of them is meant, so neither is dropped.
    let (setup, dropped) = repaired("4k3/8/8/8/8/8/8/4K1RR w HG", None);
    assert_eq!((setup.castling, dropped), (set(&[G1, H1]), vec![]));
    // What is right stays.
    let (setup, dropped) = repaired("r3k3/8/8/8/3Pp3/8/8/4K2R b Ha", Some(D3));
    assert_eq!((setup.castling, setup.en_passant, dropped), (set(&[A8, H1]), Some(D3), vec![]));
}

#[test]
fn the_tolerance_that_repairs_is_the_one_that_accepts_all_others() {
    let rights = setup("4k3/8/8/8/8/8/8/4K2R w HA", None);
    assert_eq!(problems(&rights, Tolerance::ALL), [Problem::CastlingWithoutRook(Color::White, A1)]);
    let position = Position::from_setup_with(rights, Tolerance::REPAIR).expect("repaired");
    assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for fen in ["k7/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w -", "4k3/8/8/8/8/3n1n2/8/4K3 w -"] {
        assert_eq!(problems(&setup(fen, None), Tolerance::REPAIR), [], "{fen}");
    }
    // A check beside the double push is let pass by a name of its own, or goes when all is repaired.
    let beside = setup("R3k3/8/8/8/3Pp3/8/8/4K3 b -", Some(D3));
    let tolerant = Tolerance { en_passant_in_check: true, ..Tolerance::default() };
    assert_eq!(problems(&beside, tolerant), []);
    let others = Tolerance { en_passant_in_check: false, ..Tolerance::ALL };
    assert_eq!(problems(&beside, others), [Problem::EnPassantWhileInCheck(D3)]);
    // Kings, pawns and checks cannot be repaired.
    for (fen, problem) in [
        ("4k3/8/8/8/8/8/8/8 w -", Problem::MissingKing(Color::White)),
        ("4k3/8/8/8/8/8/4R3/4K3 w -", Problem::OpponentInCheck(E8)),
        ("4k2P/8/8/8/8/8/8/4K3 w -", Problem::PawnOnBackRank(H8)),
    ] {
        assert_eq!(problems(&setup(fen, None), Tolerance::REPAIR), [problem], "{fen}");
    }
}

#[test]
fn every_problem_has_its_sentence() {
    use Problem::*;
    let table = [
        (MissingKing(Color::White), "White has no king"),
        (TooManyKings(Color::Black), "Black has more than one king"),
        (AdjacentKings(E1, E2), "the kings on e1 and e2 stand side by side"),
        (PawnOnBackRank(H8), "there is a pawn on h8, where none can stand"),
        (OpponentInCheck(E8), "the king on e8 is in check, but it is the other side's move"),
        (
            ImpossibleCheckers(set(&[D3, F3, E8])),
            "the king is attacked from d3, f3, e8 at once, which no single move can bring about",
        ),
        (CastlingWithoutRook(Color::White, H1), "there is a castling right but no white rook on h1"),
        (
            CastlingWithoutKing(Color::Black, A8),
            "there is a castling right for a8, but the black king is not on its back rank with that rook beside it",
        ),
        (TooManyCastlingRooks(Color::White), "White has castling rights for two rooks on the same side of the king"),
        (EnPassantRank(D3), "the en passant square d3 is on the wrong rank for the side to move"),
        (EnPassantWithoutPawn(D3), "the en passant square is d3, but no pawn stands on d4"),
        (EnPassantWithoutPawn(D6), "the en passant square is d6, but no pawn stands on d5"),
        (
            EnPassantBlocked(D3),
            "the en passant square is d3, but a pawn cannot have passed over it: a piece is in its way",
        ),
        (
            EnPassantWhileInCheck(D3),
            "the en passant square is d3, but that double push cannot have brought about the check",
        ),
        (TooManyPieces(Color::White), "White has more than sixteen pieces"),
        (TooManyPawns(Color::Black), "Black has more than eight pawns"),
        (TooManyPromoted(Color::White), "White has more promoted pieces than pawns are missing"),
    ];
    for (problem, sentence) in table {
        assert_eq!(problem.to_string(), sentence);
    }
    let invalid = Position::from_setup(setup("8/8/8/8/8/8/8/8 w -", None)).unwrap_err();
    assert_eq!(invalid.to_string(), "White has no king; Black has no king");
}

/// A right off the back ranks belongs to the side whose half of the board it is on.
#[test]
fn rights_in_the_middle_of_the_board_are_the_owners_of_that_half() {
    for (square, color) in [(H4, Color::White), (A5, Color::Black)] {
        let setup = Setup { castling: set(&[square]), ..setup("4k3/8/8/8/8/8/8/4K3 w -", None) };
        assert_eq!(problems(&setup, Tolerance::default()), [Problem::CastlingWithoutKing(color, square)]);
    }
}
