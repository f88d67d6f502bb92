//! Exchanges worked out by hand, with pawn 100, knight 320, bishop 330, rook 500, queen 950.

use tabiya::order::see::VALUES;
use tabiya::order::{mvv_lva, see_slow};
use tabiya::{CastlingStyle, Move, Position, Role};

/// Position, move, what it wins, and why.
type Case = (&'static str, &'static str, i32, &'static str);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // No piece recaptures, or one does.
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100, "a pawn for free"),
    ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, "pawn for pawn"),
    ("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", -220, "knight for pawn"),
    ("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", 500, "a rook for free"),
    ("3rk3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", 0, "rook for rook"),
    ("4k3/8/5n2/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -850, "queen for pawn"),
    ("4k3/8/5n2/3q4/8/8/8/3QK3 w - - 0 1", "d1d5", 0, "queen for queen"),
    ("4k3/8/4p3/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 850, "queen for pawn, the other way"),
    ("4k3/8/4p3/3b4/8/2N5/8/4K3 w - - 0 1", "c3d5", 10, "bishop for knight"),
    ("4k3/8/4p3/3n4/4B3/8/8/4K3 w - - 0 1", "e4d5", -10, "knight for bishop"),
    ("4k3/8/5n2/3P4/2P5/8/8/4K3 b - - 0 1", "f6d5", -220, "Black: knight for pawn"),
    ("3qk3/8/8/3P4/8/8/8/3RK3 b - - 0 1", "d8d5", -850, "Black: queen for pawn"),
    // Longer exchanges, and stopping in time.
    ("4k3/8/4p3/3p4/2P5/4N3/8/4K3 w - - 0 1", "e3d5", -120, "a pawn comes back for the knight"),
    ("4k3/8/4p3/3p4/2P5/4N3/8/4K3 w - - 0 1", "c4d5", 100, "beginning with the pawn wins one"),
    ("4k3/8/2p5/3n4/4P3/8/8/3QK3 w - - 0 1", "d1d5", -530, "queen first: Qxd5 cxd5 exd5"),
    ("4k3/8/2p5/3n4/4P3/8/8/3QK3 w - - 0 1", "e4d5", 320, "pawn first: recapturing only loses the pawn"),
    ("4k3/8/1n3n2/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", -220, "two knights against two: the last word is Black's"),
    ("4k3/8/1n3n2/3p4/8/2N1N3/8/3RK3 w - - 0 1", "c3d5", 100, "three against two: Black had better not begin"),
    ("4k3/2n5/8/3p4/2P5/1B6/8/4K3 w - - 0 1", "c4d5", 100, "Nxd5 would lose the knight to the bishop behind the pawn"),
    ("3rk3/2n5/8/3p4/2P5/1B6/8/4K3 w - - 0 1", "c4d5", 0, "with a rook behind it the knight may take, and the bishop may not"),
    ("3qk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100, "the queen does not take a defended rook"),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220, "White stops after Nxe5 Nxe5"),
    // Pieces behind pieces.
    ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100, "a rook behind the rook"),
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400, "two rooks each: the pawn costs a rook"),
    ("3rk3/3r4/8/3p4/8/3R4/3R4/3RK3 w - - 0 1", "d3d5", 100, "three rooks against two"),
    ("3qk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", -400, "rook and queen each: the queen must not take"),
    ("3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", -350, "the queen in front of the rook goes first"),
    ("3qk3/3r4/8/3P4/8/8/8/3RK3 b - - 0 1", "d7d5", 100, "Black: a queen behind the rook"),
    ("4k3/8/4p3/3p4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", -130, "a queen behind the bishop"),
    ("4k3/5p2/4p3/8/2B5/1Q6/8/4K3 w - - 0 1", "c4e6", -130, "the same on the other diagonal"),
    ("4k3/5p2/4p3/8/2Q5/1B6/8/4K3 w - - 0 1", "c4e6", -750, "the queen in front of the bishop"),
    ("4k3/8/8/3p4/8/3R4/6K1/3q4 w - - 0 1", "d3d5", -400, "the enemy queen behind its own rook"),
    // Kings.
    ("8/8/4k3/3b4/8/8/8/3RK3 w - - 0 1", "d1d5", -170, "the king recaptures what is not defended"),
    ("8/8/4k3/3b4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 330, "the king may not: a rook behind"),
    ("8/8/4k3/3b4/2P5/8/8/3RK3 w - - 0 1", "d1d5", 330, "the king may not: a pawn beside"),
    ("8/8/4k3/3b4/2P5/8/8/3RK3 w - - 0 1", "c4d5", 330, "nor from the pawn"),
    ("8/8/4k3/3p4/2K5/8/8/3R4 w - - 0 1", "d1d5", 100, "the king may not: the other king is near"),
    ("1r6/8/4k3/3p4/8/1B6/8/1K1Q4 w - - 0 1", "d1d5", 100, "a pinned bishop still keeps a king away"),
    ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", 100, "the king takes its checker"),
    ("4k3/8/2p5/3p4/3K4/2N5/8/8 w - - 0 1", "c3d5", -120, "the king takes the last pawn"),
    ("3rk3/8/2p5/3p4/3K4/2N5/8/8 w - - 0 1", "c3d5", -220, "but not under the eyes of a rook"),
    ("3rk3/8/8/3p4/3K4/8/8/8 w - - 0 1", "d4d5", -19900, "a king that takes a defended pawn is taken"),
    // Pinned pieces.
    ("4k3/8/4n3/8/3p4/5N2/8/6K1 w - - 0 1", "f3d4", -220, "the knight recaptures"),
    ("4k3/8/4n3/8/3p4/5N2/8/4R1K1 w - - 0 1", "f3d4", 100, "pinned to its king, it does not"),
    ("4r1k1/8/5n2/3P4/8/4N3/8/4K3 b - - 0 1", "f6d5", 100, "Black: the pinned knight is White's"),
    ("4k3/8/2n5/1B2p3/8/5N2/8/6K1 w - - 0 1", "f3e5", 100, "pinned by a bishop"),
    ("4k3/3p4/2n5/1B2p3/8/5N2/8/6K1 w - - 0 1", "f3e5", -220, "not pinned: a second piece in between"),
    ("2k5/8/2p5/3p4/4P3/8/8/2R3K1 w - - 0 1", "e4d5", 100, "a pawn pinned on its file does not capture"),
    ("8/1k6/2p5/3p4/4B3/8/8/6K1 w - - 0 1", "e4d5", -230, "a pawn takes the bishop that would pin it"),
    ("4k3/8/4r3/8/4p3/8/8/4R1K1 w - - 0 1", "e1e4", -400, "a pinned rook takes along its line"),
    ("4k3/8/4q3/3p4/8/2N5/8/4R1K1 w - - 0 1", "c3d5", 100, "a pinned queen does not leave its line"),
    ("8/8/8/4k1nR/4p3/8/5N2/1B4K1 w - - 0 1", "f2e4", 100, "pinned on the rank, and the king kept away by a bishop"),
    ("8/8/8/4k1nR/4p3/8/5N2/6K1 w - - 0 1", "f2e4", -220, "without the bishop the king takes"),
    ("4k3/8/4n3/8/3p4/4Q3/8/6K1 w - - 0 1", "e3d4", -850, "the pinner itself captures: nothing is pinned any more"),
    ("4k3/8/4n3/2p5/3p4/4QN2/8/6K1 w - - 0 1", "f3d4", -220, "the queen cannot recapture without setting the knight free"),
    ("4k3/8/4n3/2p5/3p4/4QN2/8/3R2K1 w - - 0 1", "f3d4", -120, "the rook can, for the queen goes on pinning"),
    ("4k3/4r3/8/8/4p3/2N5/8/4R1K1 w - - 0 1", "c3e4", 100, "the knight blocks the file, and the rook behind it waits"),
    ("4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", 100, "the first move is taken as given, pinned or not"),
    // Discovered checks.
    ("3k4/5p2/4p3/8/3N4/8/8/6K1 w - - 0 1", "d4e6", -220, "a checking knight can be taken"),
    ("3k4/5p2/4p3/8/3N4/8/8/3R2K1 w - - 0 1", "d4e6", 100, "not while a rook gives check too"),
    ("8/3k1p2/4p3/8/3N4/8/8/3R2K1 w - - 0 1", "d4e6", -220, "the king steps out of the rook's check and takes"),
    ("8/3k1p2/4p3/8/3N2B1/8/8/3R2K1 w - - 0 1", "d4e6", 100, "with a bishop behind the knight it cannot"),
    // Promotions.
    ("8/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", 850, "a new queen"),
    ("8/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8n", 220, "a new knight"),
    ("1r6/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", -100, "a new queen is taken at once: a pawn lost"),
    ("1r6/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8n", -100, "and so is a knight"),
    ("1r6/P6k/8/8/8/8/8/R5K1 w - - 0 1", "a7a8q", 400, "the rook takes the taker"),
    ("1r6/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7b8q", 1350, "promotion with capture"),
    ("1rr5/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7b8q", 400, "the same, taken"),
    ("3br1k1/2P5/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", 330, "Rxd8 would let the pawn take and promote"),
    ("3br1k1/2P5/8/8/8/8/8/3R2K1 w - - 0 1", "c7d8q", 730, "promoting first gives the queen for the rook"),
    ("6k1/8/8/8/8/8/2p5/3n1RK1 w - - 0 1", "f1d1", -1030, "the enemy pawn takes and promotes"),
    ("6k1/8/8/8/8/8/2p5/3nRRK1 w - - 0 1", "e1d1", -80, "and the new queen is taken"),
    // En passant and castling.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100, "in passing, for free"),
    ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "in passing, and taken"),
    ("4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100, "the pawn that was passed has opened the rook's file"),
    ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "or the enemy rook's"),
    ("4k3/8/8/8/3Pp3/8/2P5/4K3 b - d3 0 1", "e4d3", 0, "Black in passing"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, "castling"),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0, "castling past an attacked square"),
    // Quiet moves.
    ("4k3/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3d5", 0, "to a safe square"),
    ("4k3/8/4p3/8/8/4N3/8/4K3 w - - 0 1", "e3d5", -320, "to a square a pawn attacks"),
    ("4k3/8/4p3/8/2P5/4N3/8/4K3 w - - 0 1", "e3d5", -220, "the same, defended"),
    ("4k3/8/2p5/8/3P4/8/8/4K3 w - - 0 1", "d4d5", -100, "a pawn pushed into another's reach"),
    ("4k3/8/2p5/8/3PP3/8/8/4K3 w - - 0 1", "d4d5", 0, "the same, defended"),
    ("3rk3/8/8/8/3P4/8/8/3RK3 w - - 0 1", "d4d5", 0, "a rook supports the pawn it stands behind"),
];

/// The pseudo-legal move with this text: some cases are about moves that are not legal.
fn find(position: &Position, text: &str) -> Move {
    let mut moves = position.pseudo_legal_moves().into_iter();
    moves
        .find(|mv| mv.uci(CastlingStyle::Standard).to_string() == text)
        .unwrap_or_else(|| panic!("no {text} in {position:?}"))
}

#[test]
fn exchanges_worked_out_by_hand() {
    assert!(CASES.len() >= 60, "{}", CASES.len());
    for (fen, text, expected, why) in CASES {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = find(&position, text);
        assert_eq!(see_slow::see(&position, mv, &VALUES), *expected, "slow: {text} in {fen}: {why}");
        assert_eq!(position.see(mv), *expected, "{text} in {fen}: {why}");
        assert!(position.see_at_least(mv, *expected) && !position.see_at_least(mv, *expected + 1), "{text} in {fen}");
    }
}

#[test]
fn captures_are_ordered_by_victim_and_then_by_attacker() {
    let position = Position::from_fen("n3k3/1P6/2q1p3/3B4/2P5/8/4R3/4K3 w - - 0 1").unwrap();
    let score = |text: &str| mvv_lva(&position, position.parse_uci(text).unwrap());
    let ordered = ["b7a8q", "d5c6", "b7b8q", "b7a8r", "b7a8n", "d5e6", "e2e6", "c4c5", "e2d2", "e1d1"].map(score);
    assert!(ordered.is_sorted_by(|better, worse| better > worse), "{ordered:?}");
    assert_eq!(score("d5c6"), 16 * VALUES.of(Role::Queen) - 2);
    assert_eq!(score("c4c5"), 0);
}
