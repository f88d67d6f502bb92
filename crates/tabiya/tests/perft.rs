//! Counts of positions by each of the three generators.

use tabiya::{MoveList, Position, oracle};

fn perft(position: &Position, depth: u32, moves_of: &dyn Fn(&Position) -> MoveList) -> u64 {
    if depth == 0 {
        return 1;
    }
    moves_of(position).into_iter().map(|mv| perft(&position.after(mv), depth - 1, moves_of)).sum()
}

fn filtered(position: &Position) -> MoveList {
    let mut moves = position.pseudo_legal_moves();
    moves.retain(|mv| position.leaves_king_safe(mv));
    moves
}

#[test]
fn public_positions() {
    let suite = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ];
    for (fen, depth, nodes) in suite {
        for position in [Position::from_fen(fen).unwrap(), Position::from_fen(fen).unwrap().mirrored()] {
            assert_eq!(perft(&position, depth, &Position::legal_moves), nodes, "legal: {position:?}");
            assert_eq!(perft(&position, depth, &filtered), nodes, "pseudo-legal: {position:?}");
            let shallow = depth - 1;
            let expected = perft(&position, shallow, &Position::legal_moves);
            assert_eq!(perft(&position, shallow, &oracle::legal_moves), expected, "oracle: {position:?}");
        }
    }
}
