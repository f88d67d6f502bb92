//! Positions that ask about what the suite leaves out: drawn at random from a fixed seed, checked like any position, and
//! kept only if they have a value of a dimension that was not asked about yet.

use tabiya::{Bitboard, Board, Color, File, Piece, Position, Rank, Role, Setup, Square};

use crate::coverage::Coverage;
use crate::suite::{Entry, can_arise};

/// How many positions are drawn.
const DRAWN: u32 = 60_000;

/// Draws the positions; `coverage` knows what was asked already and learns what will be.
pub fn positions(coverage: &Coverage, standard: bool, chess960: bool, odd: bool) -> Vec<Entry> {
    let mut coverage = coverage.clone();
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    let mut entries = Vec::new();
    for number in 0..DRAWN {
        let is_chess960 = chess960 && (!standard || number % 4 == 0);
        let Some(position) = draw.setup(is_chess960, odd).and_then(|setup| Position::from_setup(setup).ok()) else {
            continue;
        };
        if can_arise(&position)
            && let Some(name) = coverage.note_if_new(&position, is_chess960)
        {
            entries.push(Entry { name, position, chess960: is_chess960 });
        }
    }
    // The cheapest question first.
    entries.sort_by_key(|entry| entry.position.count_legal());
    entries
}

struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Puts the piece on an empty square of these, if there is one.
    fn put(&mut self, board: &mut Board, piece: Piece, squares: Bitboard) -> Option<Square> {
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let forbidden = if piece.role() == Role::Pawn { back_ranks } else { Bitboard::EMPTY };
        let free: Vec<Square> = (squares - board.occupied() - forbidden).into_iter().collect();
        let square = *free.get(self.below(free.len().max(1)))?;
        board.set(square, piece);
        Some(square)
    }

    fn setup(&mut self, chess960: bool, odd: bool) -> Option<Setup> {
        let us = self.one(&[Color::White, Color::Black]);
        let mut setup = Setup { turn: us, ..Setup::EMPTY };
        let everywhere = !Bitboard::EMPTY;
        match self.below(6) {
            0 => self.en_passant(&mut setup, us)?,
            1 | 2 => self.castling(&mut setup, us, chess960)?,
            3 => self.promotion(&mut setup, us)?,
            4 => self.crowd(&mut setup, us)?,
            _ => {}
        }
        for color in [us, !us] {
            if setup.board.king(color).is_none() {
                self.put(&mut setup.board, Piece::new(color, Role::King), everywhere)?;
            }
        }
        let king = setup.board.king(us)?;
        for _ in 0..self.below(5) {
            // Most of what matters stands on a line with the king.
            let near = [
                tabiya::attacks::rook(king, Bitboard::EMPTY) | tabiya::attacks::bishop(king, Bitboard::EMPTY),
                everywhere,
            ];
            let role = self.one(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            let color = self.one(&[us, !us]);
            let squares = self.one(&near);
            self.put(&mut setup.board, Piece::new(color, role), squares);
        }
        if setup.en_passant.is_none() {
            // Correct libraries refuse a clock beyond the fifty-move rule.
            setup.halfmove_clock = self.one(&[0, 0, 7, 70, 99, 100, if odd { 120 } else { 100 }]);
        }
        setup.fullmove = self.one(&[1, 1, 60, 90, 150, 300, 2000]).max(setup.halfmove_clock / 2 + 1);
        Some(setup)
    }

    fn en_passant(&mut self, setup: &mut Setup, us: Color) -> Option<()> {
        let file = self.one(&File::ALL);
        let beside: Vec<File> = File::ALL.into_iter().filter(|one| one.index().abs_diff(file.index()) == 1).collect();
        let (rank, passed) = us.pick((Rank::Fifth, Rank::Sixth), (Rank::Fourth, Rank::Third));
        setup.board.set(Square::new(file, rank), Piece::new(!us, Role::Pawn));
        setup.board.set(Square::new(self.one(&beside), rank), Piece::new(us, Role::Pawn));
        setup.en_passant = Some(Square::new(file, passed));
        if self.below(3) == 0 {
            self.put(&mut setup.board, Piece::new(us, Role::King), rank.bitboard())?;
            let role = self.one(&[Role::Rook, Role::Queen]);
            self.put(&mut setup.board, Piece::new(!us, role), rank.bitboard());
        }
        Some(())
    }

    fn castling(&mut self, setup: &mut Setup, us: Color, chess960: bool) -> Option<()> {
        let both = self.below(3) == 0;
        for color in [us, !us].into_iter().take(if both { 2 } else { 1 }) {
            let rank = color.back_rank();
            let king = if chess960 { self.one(&File::ALL[1..7]) } else { File::E };
            setup.board.set(Square::new(king, rank), Piece::new(color, Role::King));
            let rooks = if chess960 { File::ALL.to_vec() } else { vec![File::A, File::H] };
            let rooks: Vec<File> = rooks.into_iter().filter(|&rook| rook != king).collect();
            let rook = Square::new(self.one(&rooks), rank);
            setup.board.set(rook, Piece::new(color, Role::Rook));
            setup.castling |= rook.bitboard();
        }
        if self.below(4) == 0 && !both {
            // The enemy king beside the path.
            let rank = us.pick(Rank::Second, Rank::Seventh);
            self.put(&mut setup.board, Piece::new(!us, Role::King), rank.bitboard());
        }
        let role = self.one(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        self.put(&mut setup.board, Piece::new(!us, role), !us.back_rank().bitboard());
        Some(())
    }

    fn promotion(&mut self, setup: &mut Setup, us: Color) -> Option<()> {
        let (seventh, last) = us.pick((Rank::Seventh, Rank::Eighth), (Rank::Second, Rank::First));
        for _ in 0..=self.below(3) {
            self.put(&mut setup.board, Piece::new(us, Role::Pawn), seventh.bitboard());
            let role = self.one(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            self.put(&mut setup.board, Piece::new(!us, role), last.bitboard());
        }
        if self.below(2) == 0 {
            self.put(&mut setup.board, Piece::new(us, Role::King), seventh.bitboard());
        }
        Some(())
    }

    /// Many pieces of one kind.
    fn crowd(&mut self, setup: &mut Setup, us: Color) -> Option<()> {
        let role = self.one(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
        let most = if role == Role::Pawn { 8 } else { 10 };
        for _ in 0..=self.below(most) {
            self.put(&mut setup.board, Piece::new(us, role), !Bitboard::EMPTY);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Case;
    use crate::suite;

    #[test]
    fn every_value_of_positions_gets_a_question() {
        // Correct libraries refuse a clock beyond the fifty-move rule: it is odd.
        for (odd, left) in [(false, vec!["halfmove clock: 101 and more"]), (true, vec![])] {
            assert_eq!(not_asked(odd), left);
        }
    }

    fn not_asked(odd: bool) -> Vec<String> {
        let mut coverage = Coverage::default();
        let mut asked: Vec<Entry> = suite::positions(false);
        asked.extend(positions(&coverage, true, true, odd));
        for entry in &asked {
            assert!(can_arise(&entry.position), "{}", entry.name);
            coverage.note(&Case::count(entry.position, 1, entry.chess960), None);
        }
        // Depth, line and what was asked before are a matter of the hunt.
        let rows = coverage.rows().into_iter().take(12);
        rows.flat_map(|row| row.missing.into_iter().map(move |value| format!("{}: {value}", row.dimension))).collect()
    }
}
