//! Sliding attacks, five ways: every square with every occupancy that can make a difference, and then random ones.

use tabiya::attacks::{self, Kindergarten, MagicBitboards, Pext, RayScan, RayWalk, Sliders, ray};
use tabiya::{Bitboard, Color, Role, Square};
use tabiya_check::Random;

/// All methods this machine has. The door (`attacks::rook`) is one of them, but which one depends on the build.
fn check(square: Square, occupied: Bitboard) {
    let rook = RayWalk.rook(square, occupied);
    let bishop = RayWalk.bishop(square, occupied);
    assert_eq!(RayScan.rook(square, occupied), rook, "scan, rook on {square}: {occupied:?}");
    assert_eq!(RayScan.bishop(square, occupied), bishop, "scan, bishop on {square}: {occupied:?}");
    assert_eq!(Kindergarten.rook(square, occupied), rook, "kindergarten, rook on {square}: {occupied:?}");
    assert_eq!(Kindergarten.bishop(square, occupied), bishop, "kindergarten, bishop on {square}: {occupied:?}");
    assert_eq!(MagicBitboards.rook(square, occupied), rook, "magic, rook on {square}: {occupied:?}");
    assert_eq!(MagicBitboards.bishop(square, occupied), bishop, "magic, bishop on {square}: {occupied:?}");
    if let Some(pext) = Pext::new() {
        assert_eq!(pext.rook(square, occupied), rook, "pext, rook on {square}: {occupied:?}");
        assert_eq!(pext.bishop(square, occupied), bishop, "pext, bishop on {square}: {occupied:?}");
        assert_eq!(pext.queen(square, occupied), rook | bishop, "pext, queen on {square}: {occupied:?}");
    }
    assert_eq!(attacks::rook(square, occupied), rook);
    assert_eq!(attacks::bishop(square, occupied), bishop);
    assert_eq!(attacks::queen(square, occupied), rook | bishop);
}

#[test]
fn attacks_agree_on_every_relevant_occupancy() {
    if Pext::new().is_none() {
        println!("this machine has no PEXT: four methods compared");
    }
    let mut cases = 0;
    for square in Square::ALL {
        for directions in [ray::ROOK_DIRECTIONS, ray::BISHOP_DIRECTIONS] {
            for occupied in ray::relevant(square, directions).subsets() {
                check(square, occupied);
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 107_648);
}

#[test]
fn attacks_agree_on_random_occupancies() {
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        let (dense, sparse) = (random.bits(), random.bits() & random.bits());
        for occupied in [Bitboard(dense), Bitboard(sparse)] {
            check(Square::ALL[random.below(64)], occupied);
        }
    }
}

/// What a leaper attacks by the differences of files and ranks.
fn leaps(from: Square, reaches: impl Fn(u8, u8) -> bool) -> Bitboard {
    Square::ALL
        .into_iter()
        .filter(|to| {
            let files = from.file().index().abs_diff(to.file().index()) as u8;
            let ranks = from.rank().index().abs_diff(to.rank().index()) as u8;
            reaches(files, ranks)
        })
        .collect()
}

#[test]
fn leapers_by_distance() {
    for from in Square::ALL {
        assert_eq!(attacks::knight(from), leaps(from, |f, r| (f, r) == (1, 2) || (f, r) == (2, 1)), "knight {from}");
        assert_eq!(attacks::king(from), leaps(from, |f, r| f.max(r) == 1), "king {from}");
        let diagonal = leaps(from, |f, r| (f, r) == (1, 1));
        let above = |to: &Square| to.rank() > from.rank();
        assert_eq!(attacks::pawn(Color::White, from), diagonal.into_iter().filter(above).collect(), "pawn {from}");
        let below = |to: &Square| to.rank() < from.rank();
        assert_eq!(attacks::pawn(Color::Black, from), diagonal.into_iter().filter(below).collect(), "pawn {from}");
        for role in Role::ALL {
            for color in Color::ALL {
                let any = attacks::of(role, color, from, Bitboard(0x0042_1008_0400_2100));
                assert!(!any.contains(from), "{role:?} on {from} attacks itself");
            }
        }
    }
}

#[test]
fn geometry_by_walking() {
    for a in Square::ALL {
        for b in Square::ALL {
            let queen_sees = RayWalk.queen(a, Bitboard::EMPTY).contains(b);
            // Between: what both see when the other one blocks, along the common line.
            let mut between = Bitboard::EMPTY;
            let mut line = Bitboard::EMPTY;
            for directions in [ray::ROOK_DIRECTIONS, ray::BISHOP_DIRECTIONS] {
                for direction in directions {
                    if ray::walk(a, direction, Bitboard::EMPTY).contains(b) {
                        between = ray::walk(a, direction, b.bitboard()).without(b);
                        let sliders = |s| ray::walk_all(s, directions, Bitboard::EMPTY);
                        line = (sliders(a) & sliders(b)).with(a).with(b);
                    }
                }
            }
            // For rooks the common squares of two crosses are just the line; for bishops two corners are added when
            // the diagonals cross elsewhere, so keep what is on the ray of `a` through `b` or opposite to it.
            line = line.into_iter().filter(|&c| on_line(a, b, c)).collect();
            assert_eq!(attacks::between(a, b), between, "between {a} and {b}");
            assert_eq!(attacks::line(a, b), line, "line through {a} and {b}");
            assert_eq!(attacks::line(a, b).any(), queen_sees && a != b, "{a} {b}");
            for c in Square::ALL {
                let expected = a == b || b == c || a == c || line.contains(c);
                if a != b && b != c && a != c {
                    assert_eq!(attacks::aligned(a, b, c), expected, "aligned {a} {b} {c}");
                }
            }
        }
    }
}

/// Whether `c` lies on the straight line through two different squares, by the cross product.
fn on_line(a: Square, b: Square, c: Square) -> bool {
    let point = |s: Square| (s.file().index() as i32, s.rank().index() as i32);
    let ((ax, ay), (bx, by), (cx, cy)) = (point(a), point(b), point(c));
    (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)
}
