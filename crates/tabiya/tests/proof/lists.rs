//! Positions with as many moves as anybody has found, and the bound that `MoveList` states.

use crate::naive::Naive;
use tabiya::{Color, MoveList, Piece, Position, Role, Setup, Square, Tolerance};

/// Both mirror images, all generators.
fn count(fen: &str) -> usize {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = Position::from_setup_with(setup, Tolerance::ALL).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mirrored = position.mirrored();
    let moves = position.legal_moves().len();
    for position in [position, mirrored] {
        assert_eq!(position.legal_moves().len(), moves, "{fen}");
        assert_eq!(position.count_legal(), moves, "{fen}");
        assert_eq!(Naive::from(&position).legal().len(), moves, "{fen}");
        assert!(position.pseudo_legal_moves().len() <= MoveList::CAPACITY);
    }
    moves
}

#[test]
fn lists_hold_the_most_mobile_reachable_positions() {
    assert_eq!(count("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), 218);
    assert_eq!(count("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"), 218);
}

#[test]
fn lists_hold_positions_with_impossible_material() {
    let ring = count("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert_eq!(ring, 265);
    let pawns = count("8/PPPPPPPP/8/8/8/8/8/k6K w - - 0 1");
    assert_eq!(pawns, 8 * 4 + 3);
    let captures = count("nnnnnnnn/PPPPPPPP/PPPPPPPP/8/8/8/8/k6K w - - 0 1");
    assert_eq!(captures, 14 * 4 + 3);
}

/// Greedy search for crowded boards: pieces are put, changed and removed at random while the number of pseudo-legal
/// moves grows. However far it climbs, the list must hold.
#[test]
fn lists_hold_what_a_search_for_the_worst_case_finds() {
    let mut random = crate::random::Random::new(650);
    let mut most = 0;
    for _ in 0..20 {
        let mut setup: Setup = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a FEN");
        let mut best = 0;
        for _ in 0..1500 {
            let square = Square::ALL[random.below(64)];
            if setup.board.role_at(square) == Some(Role::King) {
                continue;
            }
            let piece = match random.below(10) {
                0 => None,
                1 => Some(Piece::new(Color::White, Role::Knight)),
                2 => Some(Piece::new(Color::White, Role::Rook)),
                3 => Some(Piece::new(Color::White, Role::Pawn)),
                4 => Some(Piece::new(Color::Black, Role::Pawn)),
                _ => Some(Piece::new(Color::White, Role::Queen)),
            };
            let changed = setup.with_piece(square, piece);
            // The enemy king must not stand in check; what keeps it safe is part of the search.
            let Ok(position) = Position::from_setup_with(changed, Tolerance::ALL) else { continue };
            let moves = position.pseudo_legal_moves().len();
            assert_eq!(position.count_legal(), position.legal_moves().len());
            if moves >= best {
                best = moves;
                setup = changed;
            }
        }
        most = most.max(best);
    }
    println!("the most crowded board found has {most} moves");
    assert!(most > 218 && most <= MoveList::CAPACITY, "{most}");
}
