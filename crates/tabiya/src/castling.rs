//! Castling rights, and the squares and paths each castle needs.
//!
//! A right is the square of the rook that has it, so Chess960 needs nothing of its own and losing a right is taking
//! a square out of a set: whatever leaves or enters a rook's square ends the right.

use crate::{Bitboard, Board, Color, File, Rank, Role, Square, Wing};

/// Who may still castle to which wing. Whether the castle is possible just now is another question.
///
/// ```
/// use tabiya::{Color, Position, Square, Wing};
/// let rights = Position::from_fen("4k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1")?.castling_rights();
/// assert!(rights.has(Color::White, Wing::Queen) && !rights.has(Color::White, Wing::King));
/// assert_eq!(rights.rook(Color::Black, Wing::King), Some(Square::H8));
/// # Ok::<(), tabiya::PositionError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct CastlingRights {
    /// The rooks that may castle, on the two back ranks.
    rooks: Bitboard,
    /// The kings they castle with, which tell the wings apart.
    kings: Bitboard,
}

impl CastlingRights {
    /// Neither side may castle.
    pub const NONE: CastlingRights = CastlingRights { rooks: Bitboard::EMPTY, kings: Bitboard::EMPTY };

    /// The rights of these rooks with the kings of White and Black. A king without such a rook on its own back rank has
    /// none, and is left out: rights are equal if they permit the same castles. The other side's king may well stand on
    /// that rank.
    #[inline(always)]
    pub(crate) fn new(rooks: Bitboard, kings: [Bitboard; 2]) -> CastlingRights {
        let [white, black] = kings;
        let with_rook =
            |king: Bitboard, rank: Bitboard| if rooks.intersects(rank) { king & rank } else { Bitboard::EMPTY };
        let kings = with_rook(white, Rank::First.bitboard()) | with_rook(black, Rank::Eighth.bitboard());
        CastlingRights { rooks, kings }
    }

    /// The rights of these rooks, with the kings of a board.
    #[inline(always)]
    pub(crate) fn on(board: &Board, rooks: Bitboard) -> CastlingRights {
        CastlingRights::new(rooks, Color::ALL.map(|color| board.pieces(color, Role::King)))
    }

    /// Whether a side may still castle to a wing.
    #[must_use]
    pub fn has(self, color: Color, wing: Wing) -> bool {
        self.rook(color, wing).is_some()
    }

    /// The rook with which a side may still castle to a wing.
    #[must_use]
    pub fn rook(self, color: Color, wing: Wing) -> Option<Square> {
        let king = (self.kings & color.back_rank().bitboard()).first()?;
        self.rooks_of(color).into_iter().find(|&rook| wing_of(king, rook) == wing)
    }

    /// The rooks of both sides that may castle.
    #[inline(always)]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// The rooks of one side that may castle.
    #[inline(always)]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.rooks & color.back_rank().bitboard()
    }

    /// Whether neither side may castle.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.rooks.is_empty()
    }
}

/// The wing on which a rook stands, seen from its king. A right for the king's own square, which no position has but a
/// setup may, counts as the queen's.
#[inline(always)]
pub const fn wing_of(king: Square, rook: Square) -> Wing {
    if rook as u8 > king as u8 { Wing::King } else { Wing::Queen }
}

/// The squares of one castle, and the two questions that decide whether it is legal. Everything fast asks here; the
/// slow twin, which shares nothing with this file, is `oracle.rs`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CastlingPath {
    /// Where the king stands.
    pub king_from: Square,
    /// Where it ends: the c- or g-file.
    pub king_to: Square,
    /// Where the rook stands.
    pub rook_from: Square,
    /// Where it ends: the d- or f-file.
    pub rook_to: Square,
    /// What must be empty: every square king or rook crosses or ends on, but for their own two.
    pub must_be_empty: Bitboard,
    /// Where the king passes or ends. The enemy may attack none of these squares, nor the one it stands on.
    pub king_walk: Bitboard,
}

impl CastlingPath {
    /// The path for the king on `king` and the rook on `rook`, both on one back rank.
    #[inline(always)]
    pub fn new(king: Square, rook: Square) -> CastlingPath {
        let (king_to, rook_to) = destinations(king.rank(), wing_of(king, rook));
        let [empty, walk] = WALKS[king as usize & 7][rook as usize & 7];
        let rank = king as u32 & 0b111_000;
        CastlingPath {
            king_from: king,
            king_to,
            rook_from: rook,
            rook_to,
            must_be_empty: Bitboard(u64::from(empty) << rank),
            king_walk: Bitboard(u64::from(walk) << rank),
        }
    }

    /// Which way this castle goes.
    pub const fn wing(&self) -> Wing {
        wing_of(self.king_from, self.rook_from)
    }

    /// Whether nothing stands in the way. With the right, and without a check, that makes the castle pseudo-legal.
    #[inline(always)]
    pub fn is_free(&self, occupied: Bitboard) -> bool {
        !self.must_be_empty.intersects(occupied)
    }

    /// Whether a pseudo-legal castle is legal: the king crosses and reaches only `safe` squares, those the enemy does
    /// not attack, and the rook is not `pinned` along the back rank, where its leaving would give the king to the
    /// pinner.
    #[inline(always)]
    pub fn is_safe(&self, pinned: Bitboard, safe: Bitboard) -> bool {
        !pinned.contains(self.rook_from) && self.is_walk_safe(safe)
    }

    /// The same for a rook that is known not to be pinned.
    #[inline(always)]
    pub(crate) fn is_walk_safe(&self, safe: Bitboard) -> bool {
        self.king_walk.is_subset_of(safe)
    }
}

/// For each file of the king and each of the rook, as sets of squares on the first rank: what must be empty, and the
/// king's walk. The generator asks for every right in every position.
const WALKS: &[[[u8; 2]; 8]; 8] = &{
    let mut walks = [[[0; 2]; 8]; 8];
    let mut king: usize = 0;
    while king < 8 {
        let mut rook: usize = 0;
        while rook < 8 {
            let wing = wing_of(Square::ALL[king], Square::ALL[rook]);
            let (king_to, rook_to) = destinations(Rank::First, wing);
            let own = 1 << king | 1 << rook;
            let king_walk = files_from_to(king, king_to as usize);
            let rook_walk = files_from_to(rook, rook_to as usize);
            walks[king][rook] = [(king_walk | rook_walk) & !own, king_walk & !(1 << king)];
            rook += 1;
        }
        king += 1;
    }
    walks
};

const fn files_from_to(from: usize, to: usize) -> u8 {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    ((2u16 << high) - (1 << low)) as u8
}

/// Where king and rook end after castling on this rank.
#[inline(always)]
pub const fn destinations(rank: Rank, wing: Wing) -> (Square, Square) {
    match wing {
        Wing::King => (Square::new(File::G, rank), Square::new(File::F, rank)),
        Wing::Queen => (Square::new(File::C, rank), Square::new(File::D, rank)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::attacks::between;

    fn squares(path: Bitboard) -> std::vec::Vec<Square> {
        path.into_iter().collect()
    }

    #[test]
    fn rights_are_empty_when_the_last_one_is_gone() {
        for (rights, empty) in [("KQkq", false), ("K", false), ("q", false), ("-", true)] {
            let position: crate::Position = std::format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1").parse().unwrap();
            assert_eq!(position.castling_rights().is_empty(), empty, "{rights}");
        }
    }

    #[test]
    fn wings_are_seen_from_the_king() {
        for (rook, wing) in [(Square::D1, Wing::Queen), (Square::E1, Wing::Queen), (Square::F1, Wing::King)] {
            assert_eq!(wing_of(Square::E1, rook), wing, "{rook}");
        }
    }

    #[test]
    fn the_standard_castles() {
        let short = CastlingPath::new(Square::E1, Square::H1);
        assert_eq!((short.king_to, short.rook_to), (Square::G1, Square::F1));
        assert_eq!(squares(short.must_be_empty), [Square::F1, Square::G1]);
        assert_eq!(squares(short.king_walk), [Square::F1, Square::G1]);
        let long = CastlingPath::new(Square::E8, Square::A8);
        assert_eq!((long.king_to, long.rook_to), (Square::C8, Square::D8));
        assert_eq!(squares(long.must_be_empty), [Square::B8, Square::C8, Square::D8]);
        assert_eq!(squares(long.king_walk), [Square::C8, Square::D8]);
    }

    #[test]
    fn rights_tell_the_wings_apart_by_the_king() {
        let rooks = [Square::B1, Square::F1, Square::A8].into_iter().collect();
        let rights = CastlingRights::new(rooks, [Square::C1, Square::D8].map(Square::bitboard));
        assert_eq!(rights.rook(Color::White, Wing::Queen), Some(Square::B1));
        assert_eq!(rights.rook(Color::White, Wing::King), Some(Square::F1));
        assert_eq!([Wing::King, Wing::Queen].map(|wing| rights.has(Color::Black, wing)), [false, true]);
        assert_eq!(
            CastlingRights::new(Bitboard::EMPTY, [Square::E1, Square::E8].map(Square::bitboard)),
            CastlingRights::NONE
        );
        // Rights that have not been validated may lack their king.
        let lost = CastlingRights::new(Square::H1.bitboard(), [Square::E4, Square::E8].map(Square::bitboard));
        assert!(!lost.has(Color::White, Wing::King));
    }

    #[test]
    fn the_other_king_on_the_back_rank_changes_nothing() {
        let position = Position::from_fen("8/8/8/8/8/8/8/kRK4R b HB - 0 1").unwrap();
        let rights = position.castling_rights();
        assert_eq!(rights.rook(Color::White, Wing::Queen), Some(Square::B1));
        assert_eq!(rights.rook(Color::White, Wing::King), Some(Square::H1));
        assert!([Wing::King, Wing::Queen].into_iter().all(|wing| !rights.has(Color::Black, wing)));
    }

    #[test]
    fn paths_are_what_lies_between() {
        for rank in [Rank::First, Rank::Eighth] {
            for (king_file, rook_file) in File::ALL.into_iter().flat_map(|k| File::ALL.map(|r| (k, r))) {
                let (king, rook) = (Square::new(king_file, rank), Square::new(rook_file, rank));
                if king != rook {
                    let path = CastlingPath::new(king, rook);
                    let king_walk = between(king, path.king_to).with(path.king_to);
                    let rook_walk = between(rook, path.rook_to).with(path.rook_to);
                    assert_eq!(path.king_walk, king_walk.without(king));
                    assert_eq!(path.must_be_empty, (king_walk | rook_walk).without(king).without(rook));
                }
            }
        }
    }

    #[test]
    fn chess960_castles_that_swap_or_stand_still() {
        let swap = CastlingPath::new(Square::F1, Square::G1);
        assert_eq!(swap.must_be_empty, Bitboard::EMPTY);
        assert_eq!((swap.king_to, swap.rook_to), (Square::G1, Square::F1));
        let still = CastlingPath::new(Square::G1, Square::H1);
        assert_eq!(squares(still.must_be_empty), [Square::F1]);
        assert_eq!(still.king_walk, Bitboard::EMPTY);
    }
}
