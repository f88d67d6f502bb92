//! The checkpoint at the end of each page: a test that a reader adds to their file and runs.

use crate::*;

// [page_1]
#[test]
fn page_1() {
    let start = from_fen(START).unwrap();
    assert_eq!(start.occupied().count_ones(), 32);
    assert_eq!(start.pieces(Role::Pawn, true), RANK_1 << 8);
    assert_eq!(name(start.king(false)), "e8");
    // Nothing wraps around the edge of the board.
    assert_eq!(east(FILE_H), 0);
    assert_eq!(squares(north(RANK_1)).map(name).collect::<Vec<_>>().join(" "), "a2 b2 c2 d2 e2 f2 g2 h2");
}
// [/page_1]

// [page_2]
#[test]
fn page_2() {
    // 336 knight's moves on an empty board, 420 of a king.
    assert_eq!((0..64).map(|from| knights(bit(from)).count_ones()).sum::<u32>(), 336);
    assert_eq!((0..64).map(|from| king(bit(from)).count_ones()).sum::<u32>(), 420);
    let start = from_fen(START).unwrap();
    let (pawns, empty) = (start.pieces(Role::Pawn, true), !start.occupied());
    assert_eq!(single_pushes(true, pawns, empty), RANK_1 << 16);
    assert_eq!(double_pushes(true, pawns, empty), RANK_1 << 24);
}
// [/page_2]

// [page_3]
#[test]
fn page_3() {
    for from in ["a1", "d5", "h4"].map(|text| square(text).unwrap()) {
        let (magic, _) = Magic::find(from, true);
        let (mask, table) = pext_table(from, true);
        for occupied in subsets(mask) {
            let expected = rook_by_walking(from, occupied);
            assert_eq!(rook(from, occupied), expected);
            assert_eq!(magic.attacks(occupied), expected);
            assert_eq!(table[pext(occupied, mask) as usize], expected);
        }
    }
    assert_eq!(bishop(square("d4").unwrap(), 0).count_ones(), 13);
}
// [/page_3]

// [page_4]
#[test]
fn page_4() {
    let start = from_fen(START).unwrap();
    assert_eq!(perft(&start, 1, steps_by_trying), 20);
    assert_eq!(perft(&start, 2, steps_by_trying), 400);
    assert_eq!(perft(&start, 3, steps_by_trying), 8_902);
    // The knight on d2 is all that stands between the bishop and the king.
    let pinned = from_fen("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1").unwrap();
    assert_eq!(steps(&pinned, targets).len(), 10);
    assert_eq!(steps_by_trying(&pinned).len(), 4);
}
// [/page_4]

// [page_5]
#[test]
fn page_5() {
    let in_check = from_fen("4r2k/8/8/7N/2B5/8/8/R3K3 w - - 0 1").unwrap();
    assert_eq!(squares(checkers(&in_check)).map(name).collect::<Vec<_>>(), ["e8"]);
    assert_eq!(squares(check_mask(&in_check)).map(name).collect::<Vec<_>>().join(" "), "e2 e3 e4 e5 e6 e7 e8");
    // All pieces but the king: the masks keep exactly the moves that trying keeps.
    for fen in ["4r2k/8/8/b7/8/4R3/3N4/4K3 w - - 0 1", "4r1k1/8/8/8/8/3n4/5PPP/3QK2R w - - 0 1"] {
        let position = from_fen(fen).unwrap();
        let masked = steps(&position, |position, role, from| match role {
            Role::King => 0,
            _ => targets(position, role, from) & check_mask(position) & pin_mask(position, from),
        });
        let mut tried = steps_by_trying(&position);
        tried.retain(|mv| position.role_at(mv.from) != Some(Role::King));
        assert_eq!(masked, tried);
    }
}
// [/page_5]

// [page_6]
#[test]
fn page_6() {
    let start = from_fen(START).unwrap();
    assert_eq!(perft(&start, 3, legal_steps), 8_902);
    // The king on e4 may not step back to e3: the rook on e8 would see it there.
    let shadow = from_fen("4r2k/8/8/8/4K3/8/8/8 w - - 0 1").unwrap();
    assert_eq!(
        legal_steps(&shadow).into_iter().map(|mv| name(mv.to)).collect::<Vec<_>>().join(" "),
        "d3 f3 d4 f4 d5 f5"
    );
    assert_eq!(legal_steps(&shadow), steps_by_trying(&shadow));
}
// [/page_6]

// [page_7]
#[test]
fn page_7() {
    let may = |fen: &str| castles(&from_fen(fen).unwrap()).into_iter().map(|mv| name(mv.to)).collect::<Vec<_>>();
    assert_eq!(may("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1"), ["h1"]);
    assert_eq!(may("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), ["a1"]); // only the rook passes b1
    assert_eq!(may("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1"), [""; 0]); // the king would pass d1
    assert_eq!(may("4k3/8/8/8/8/8/8/rRK5 w B - 0 1"), [""; 0]); // Chess960: the rook shields the king
    let rooks = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    assert_eq!(perft(&rooks, 3, |position| [legal_steps(position), castles(position)].concat()), 13_744);
}
// [/page_7]

// [page_8]
#[test]
fn page_8() {
    let kiwipete = from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    assert_eq!(perft(&kiwipete, 3, legal), 97_862);
    assert_eq!(perft(&kiwipete, 2, legal_by_trying), 2_039);
    let captures = |fen: &str| legal_en_passant(&from_fen(fen).unwrap()).len();
    assert_eq!(captures("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"), 0); // the rank
    assert_eq!(captures("4k3/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1"), 0); // e5 leaves the diagonal
    assert_eq!(captures("7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1"), 1); // it answers the check of the pawn
    assert_eq!(captures("8/8/4k3/3pP3/2B5/8/8/K3R3 w - d6 0 1"), 1); // and gives check on two lines
}
// [/page_8]

// [page_9]
#[test]
fn page_9() {
    let worth = |fen: &str, text: &str| {
        let position = from_fen(fen).unwrap();
        let (from, to) = (square(&text[..2]), square(&text[2..]));
        let mut moves = legal(&position).into_iter();
        see(&position, moves.find(|mv| (Some(mv.from), Some(mv.to)) == (from, to)).unwrap())
    };
    assert_eq!(worth("3rk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5"), 100); // the picture
    assert_eq!(worth("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100 - 500);
    assert_eq!(worth("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100); // en passant
    assert_eq!(worth("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8"), 500 + 800);
    assert_eq!(worth("r7/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8"), 800 - 900); // the rook recaptures
    let kiwipete = from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    assert_eq!((captures(&kiwipete).len(), quiets(&kiwipete).len()), (8, 40));
    let uncovers = from_fen("3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1").unwrap();
    assert_eq!(quiet_checks(&uncovers).len(), 8); // every move of the knight uncovers the rook
}
// [/page_9]

// [page_10]
#[test]
fn page_10() {
    let play = |texts: [(&str, &str); 4]| {
        let start = from_fen(START).unwrap();
        texts.into_iter().fold((start, key(&start)), |(old, before), (from, to)| {
            let chosen = |mv: &Move| (Some(mv.from), Some(mv.to)) == (square(from), square(to));
            let new = old.after(legal(&old).into_iter().find(chosen).unwrap());
            (new, key_after(before, &old, &new))
        })
    };
    let (one, first) = play([("e2", "e4"), ("e7", "e6"), ("g1", "f3"), ("b8", "c6")]);
    let (_, second) = play([("g1", "f3"), ("b8", "c6"), ("e2", "e4"), ("e7", "e6")]);
    assert_eq!(first, key(&one));
    assert_eq!(first, second); // another way to the same position
    let start = key(&from_fen(START).unwrap());
    let (_, back) = play([("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")]);
    assert_eq!(repetitions(&[start, 1, 2, 3, back], 4), 1);
}
// [/page_10]

// [page_11]
#[test]
fn page_11() {
    let known = [
        (START, 3, 8_902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2_039),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 2, 2_079),
    ];
    for (fen, depth, paths) in known {
        let position = from_fen(fen).unwrap();
        assert_eq!(divide(&position, depth, legal).into_iter().map(|part| part.1).sum::<u64>(), paths, "{fen}");
        for mv in legal(&position) {
            assert_eq!(find_move(&position, &uci(mv)), Some(mv));
        }
    }
}
// [/page_11]

// [page_12]
#[test]
fn page_12() {
    let start = from_fen(START).unwrap();
    assert_eq!(perft_bulk(&start, 4), 197_281);
    let kiwipete = from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    assert_eq!(perft_bulk(&kiwipete, 3), 97_862);
    // No piece is pinned here, so that the sets count all moves of knights, bishops, rooks and queens.
    let mut pieces = legal(&kiwipete);
    pieces.retain(|mv| !matches!(kiwipete.role_at(mv.from), Some(Role::Pawn | Role::King)));
    assert_eq!(count_unpinned_pieces(&kiwipete), pieces.len() as u64);
}
// [/page_12]

// [page_13]
#[test]
fn page_13() {
    // The rook checks along the e-file, so it came along the first rank.
    let position = from_fen("4k3/8/8/8/8/8/5PPP/4R1K1 b - - 0 1").unwrap();
    let origins = unmoves(&position).iter().fold(0, |set, unmove| set | bit(unmove.mv.from));
    assert_eq!(squares(origins).map(name).collect::<Vec<_>>(), ["a1", "b1", "c1", "d1", "f1"]);
    // A pawn that has never moved gives check: no move leads here.
    assert_eq!(unmoves(&from_fen("8/8/8/8/8/2k5/3P4/4K3 b - - 0 1").unwrap()), []);
    // Every move is found again from the position after it.
    let kiwipete = from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    for mv in legal(&kiwipete).into_iter().filter(|mv| mv.kind != Kind::Castle) {
        let captured = kiwipete.role_at(mv.to);
        assert!(unmoves(&kiwipete.after(mv)).contains(&Unmove { mv, captured }));
    }
    let mates = rook_mates();
    assert_eq!(mates.len(), 216);
    let decided = solve(mates, 3);
    let count = |ply| decided.values().filter(|&&decided| decided == ply).count();
    assert_eq!([1, 2, 3].map(count), [1_512, 624, 4_676]);
}
// [/page_13]
