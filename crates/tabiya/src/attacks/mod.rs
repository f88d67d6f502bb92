//! What each piece attacks.
//!
//! The functions of this module are the one door. Sliding attacks come five ways behind it, all [`Sliders`]:
//! `RayWalk` (the naive truth every table is built from), `RayScan` (ray tables and bit scans), `Kindergarten` (small
//! tables), `MagicBitboards` (and `LazyMagic`, the same with tables made at run time) and `Pext`.
//! [`rook`], [`bishop`] and [`queen`] use [`Portable`] sliders, or PEXT in a build for a CPU that has it: one question
//! is over before a choice at run time would pay. The move generator does choose (see [`cpu`](crate::cpu)), and so can
//! any code that is generic over [`Sliders`].

#[doc(hidden)]
pub mod geometry;
#[doc(hidden)]
pub mod kindergarten;
#[cfg(target_has_atomic = "64")]
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod lazy;
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod magic;
#[doc(hidden)]
pub mod pext;
#[doc(hidden)]
pub mod ray;
#[doc(hidden)]
pub mod scan;

#[doc(hidden)]
pub use crate::arch::bmi2::Pext;
#[doc(inline)]
pub use geometry::{PawnLines, aligned, between, diagonals, line, orthogonals, pawn_lines};
pub(crate) use geometry::{facing, reaches};
#[doc(hidden)]
pub use kindergarten::Kindergarten;
#[cfg(target_has_atomic = "64")]
#[doc(hidden)]
pub use lazy::LazyMagic;
#[doc(hidden)]
pub use magic::MagicBitboards;
#[doc(hidden)]
pub use ray::RayWalk;
#[doc(hidden)]
pub use scan::RayScan;

use crate::cpu::Bmi2;
use crate::{Bitboard, Color, Direction, Role, Square};

/// A way to find what rooks and bishops attack.
///
/// The result includes the first blocker in every direction, of either colour.
pub trait Sliders: Copy {
    /// What a rook on `from` attacks.
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard;
    /// What a bishop on `from` attacks.
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard;
    /// What a queen on `from` attacks.
    #[inline(always)]
    fn queen(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.rook(from, occupied) | self.bishop(from, occupied)
    }
    /// What a piece of this role and colour on `from` attacks.
    #[inline(always)]
    fn of(self, role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
        match role {
            Role::Pawn => pawn(color, from),
            Role::Knight => knight(from),
            Role::Bishop => self.bishop(from, occupied),
            Role::Rook => self.rook(from, occupied),
            Role::Queen => self.queen(from, occupied),
            Role::King => king(from),
        }
    }
}

#[doc(hidden)]
/// The sliders that need no special instruction: magic bitboards, except on WebAssembly, where their tables would be
/// most of a program that is sent over a network.
#[cfg(not(target_family = "wasm"))]
pub type Portable = MagicBitboards;
#[doc(hidden)]
/// The sliders that need no special instruction: on WebAssembly magic bitboards with tables made at run time.
#[cfg(target_family = "wasm")]
pub type Portable = LazyMagic;

/// The sliders this build uses without a choice at run time: PEXT if it was compiled for it, otherwise the portable
/// ones. The question is a constant: nothing is tested at run time.
#[derive(Copy, Clone)]
struct BuildsOwn;

impl Sliders for BuildsOwn {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        if Bmi2::BUILT_IN
            && let Some(pext) = Pext::new()
        {
            return pext.rook(from, occupied);
        }
        Portable::default().rook(from, occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        if Bmi2::BUILT_IN
            && let Some(pext) = Pext::new()
        {
            return pext.bishop(from, occupied);
        }
        Portable::default().bishop(from, occupied)
    }
}

/// What a rook on `from` attacks, the first blockers included.
#[inline(always)]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    BuildsOwn.rook(from, occupied)
}

/// What a bishop on `from` attacks, the first blockers included.
#[inline(always)]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    BuildsOwn.bishop(from, occupied)
}

/// What a queen on `from` attacks, the first blockers included.
#[inline(always)]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    BuildsOwn.queen(from, occupied)
}

const fn leaps(offsets: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut s = 0;
    while s < 64 {
        let mut i = 0;
        while i < offsets.len() {
            if let Some(target) = Square::ALL[s].offset(offsets[i].0, offsets[i].1) {
                table[s] = table[s].with(target);
            }
            i += 1;
        }
        s += 1;
    }
    table
}

// Tables small enough to lie in every crate that uses them are constants behind a reference, not statics: the address
// of a static that others may see is itself loaded from a table of addresses, at every use.
const KNIGHT: &[Bitboard; 64] = &leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const KING: &[Bitboard; 64] = &leaps(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
const PAWN: &[[Bitboard; 64]; 2] = &[leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// What a knight on `from` attacks.
#[inline(always)]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from as usize]
}

/// What a king on `from` attacks.
#[inline(always)]
pub fn king(from: Square) -> Bitboard {
    KING[from as usize]
}

/// What a pawn of this colour on `from` attacks.
#[inline(always)]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color as usize][from as usize]
}

/// What all these pawns of one colour attack.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => pawns.shift(Direction::NorthEast) | pawns.shift(Direction::NorthWest),
        Color::Black => pawns.shift(Direction::SouthEast) | pawns.shift(Direction::SouthWest),
    }
}

/// What all these knights attack.
#[inline(always)]
pub fn knights(knights: Bitboard) -> Bitboard {
    let east = knights.shift(Direction::East);
    let west = knights.shift(Direction::West);
    let (far_east, far_west) = (east.shift(Direction::East), west.shift(Direction::West));
    let one_aside = east.0 | west.0;
    let two_aside = far_east.0 | far_west.0;
    Bitboard(one_aside << 16 | one_aside >> 16 | two_aside << 8 | two_aside >> 8)
}

/// What a piece of this role and colour on `from` attacks.
#[inline(always)]
pub fn of(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    BuildsOwn.of(role, color, from, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(sliders: impl Sliders) -> usize {
        let mut cases = 0;
        for from in Square::ALL {
            for occupied in ray::relevant(from, ray::ROOK_DIRECTIONS).subsets() {
                assert_eq!(sliders.rook(from, occupied), ray::rook(from, occupied), "rook {from} {occupied:x}");
                cases += 1;
            }
            for occupied in ray::relevant(from, ray::BISHOP_DIRECTIONS).subsets() {
                assert_eq!(sliders.bishop(from, occupied), ray::bishop(from, occupied), "bishop {from} {occupied:x}");
                cases += 1;
            }
        }
        cases
    }

    /// A CPU without it is named past the harness, which shows nothing of a test that passes.
    fn pext() -> Option<Pext> {
        use std::io::Write;
        let pext = Pext::new();
        if pext.is_none() {
            std::writeln!(std::io::stderr(), "skipped: this machine does not have bmi2").expect("standard error");
        }
        pext
    }

    #[test]
    fn all_ways_agree_on_every_relevant_occupancy() {
        assert_eq!(agrees(RayWalk), 107_648);
        assert_eq!(agrees(RayScan), 107_648);
        assert_eq!(agrees(Kindergarten), 107_648);
        assert_eq!(agrees(MagicBitboards), 107_648);
        #[cfg(target_has_atomic = "64")]
        assert_eq!(agrees(LazyMagic::new()), 107_648);
        if let Some(pext) = pext() {
            assert_eq!(agrees(pext), 107_648);
        }
    }

    fn agrees_everywhere(sliders: impl Sliders) {
        for from in Square::ALL {
            let elsewhere = Bitboard(0x0123_4567_89ab_cdef);
            for occupied in [Bitboard::FULL, elsewhere, !elsewhere, Bitboard::EMPTY] {
                assert_eq!(sliders.rook(from, occupied), ray::rook(from, occupied), "rook {from} {occupied:x}");
                assert_eq!(sliders.bishop(from, occupied), ray::bishop(from, occupied), "bishop {from} {occupied:x}");
                let both = ray::rook(from, occupied) | ray::bishop(from, occupied);
                assert_eq!(sliders.queen(from, occupied), both, "queen {from} {occupied:x}");
            }
        }
    }

    #[test]
    fn occupied_edges_and_strangers_do_not_matter() {
        agrees_everywhere(BuildsOwn);
        agrees_everywhere(RayScan);
        agrees_everywhere(Kindergarten);
        agrees_everywhere(MagicBitboards);
        #[cfg(target_has_atomic = "64")]
        agrees_everywhere(LazyMagic::new());
        if let Some(pext) = pext() {
            agrees_everywhere(pext);
        }
    }

    #[test]
    fn steps_of_a_look_up_lead_to_its_index() {
        let occupied = Bitboard(0x0123_4567_89ab_cdef);
        for from in Square::ALL {
            for (role, directions) in [(Role::Rook, ray::ROOK_DIRECTIONS), (Role::Bishop, ray::BISHOP_DIRECTIONS)] {
                let steps = magic::steps(role, from, occupied).unwrap();
                assert_eq!(steps.relevant, ray::relevant(from, directions), "{role:?} {from}");
                assert_eq!(steps.blockers, steps.relevant & occupied, "{role:?} {from}");
                assert_eq!(steps.product, steps.blockers.0.wrapping_mul(steps.number), "{role:?} {from}");
                // As many indices as sets of blockers.
                assert_eq!(steps.shift, 64 - steps.relevant.len(), "{role:?} {from}");
                assert_eq!(steps.index as u64, steps.product >> steps.shift, "{role:?} {from}");
            }
            for role in [Role::Pawn, Role::Knight, Role::Queen, Role::King] {
                assert_eq!(magic::steps(role, from, occupied), None);
            }
        }
    }

    #[test]
    fn sets_of_leapers_attack_what_each_one_does() {
        for set in [0x0123_4567_89ab_cdefu64, !0, 0x8100_0000_0000_0081, 0x2400_1800_0042_00a5].map(Bitboard) {
            assert_eq!(knights(set), set.into_iter().fold(Bitboard::EMPTY, |all, s| all | knight(s)));
            for color in Color::ALL {
                assert_eq!(pawns(color, set), set.into_iter().fold(Bitboard::EMPTY, |all, s| all | pawn(color, s)));
            }
        }
    }

    #[test]
    fn lines_follow_from_rook_and_bishop_rays() {
        for a in Square::ALL {
            for b in Square::ALL {
                let mut expected_between = Bitboard::EMPTY;
                let mut expected_line = Bitboard::EMPTY;
                if a != b {
                    for slide in [ray::rook, ray::bishop] {
                        if slide(a, Bitboard::EMPTY).contains(b) {
                            expected_between = slide(a, b.bitboard()) & slide(b, a.bitboard());
                            let both = slide(a, Bitboard::EMPTY) & slide(b, Bitboard::EMPTY);
                            expected_line = both.with(a).with(b);
                        }
                    }
                }
                assert_eq!(between(a, b), expected_between, "{a} {b}");
                assert_eq!(line(a, b), expected_line, "{a} {b}");
            }
        }
        for square in Square::ALL {
            let lines = pawn_lines(square);
            for other in Square::ALL {
                let same_file = square.file() == other.file();
                assert_eq!(lines.along(Direction::North).contains(other), same_file);
                let shared = line(square, other);
                let on_diagonal = lines.rising.contains(other) || lines.falling.contains(other);
                assert!(square == other || on_diagonal == diagonals(square).contains(other));
                assert!(square == other || !on_diagonal || shared == lines.rising || shared == lines.falling);
            }
            assert_eq!(orthogonals(square), ray::rook(square, Bitboard::EMPTY));
            assert_eq!(diagonals(square), ray::bishop(square, Bitboard::EMPTY));
        }
        assert!(aligned(Square::A1, Square::C3, Square::H8) && !aligned(Square::A1, Square::C3, Square::C4));
    }
}
