//! What makes a setup a position, from the rules and written down once more in the plainest way. Nothing is shared with
//! the library's validation but the names of squares and pieces: a box for each square, and walks from box to box.

use tabiya::{Bitboard, Board, Color, Piece, Role, Setup, Square};

/// A board, and what about it does not depend on the turn.
pub struct Judge {
    boxes: [Option<Piece>; 64],
    /// Whether there is one king each, and no pawn where none can stand, and pieces that eight pawns can become.
    sound: bool,
    /// Where the white and the black king stand.
    kings: [(i8, i8); 2],
    /// The enemies that attack them, kings included.
    attackers: [Vec<(i8, i8)>; 2],
}

/// Whether [`Position::from_setup`](tabiya::Position::from_setup) should make a position of a setup.
pub fn is_position(setup: &Setup) -> bool {
    Judge::new(&setup.board).allows(setup.turn, setup.castling, setup.en_passant)
}

/// Counted from zero, as (file, rank).
fn place(square: Square) -> (i8, i8) {
    (square.file() as i8, square.rank() as i8)
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// White's first rank, or Black's.
fn first_rank(color: Color) -> i8 {
    if color == Color::White { 0 } else { 7 }
}

impl Judge {
    /// Looks at a board.
    pub fn new(board: &Board) -> Judge {
        let mut judge =
            Judge { boxes: [None; 64], sound: false, kings: [(0, 0); 2], attackers: [Vec::new(), Vec::new()] };
        // White's and Black's pieces by role; bishops once more by the shade of their squares.
        let (mut men, mut bishops) = ([[0; 6]; 2], [[0; 2]; 2]);
        let mut pawns_stand_right = true;
        for (square, piece) in board.iter() {
            let (file, rank) = place(square);
            let side = usize::from(piece.color() == Color::Black);
            judge.boxes[square as usize] = Some(piece);
            men[side][piece.role() as usize] += 1;
            match piece.role() {
                Role::King => judge.kings[side] = (file, rank),
                Role::Pawn => pawns_stand_right &= rank != 0 && rank != 7,
                Role::Bishop => bishops[side][usize::from((file + rank) % 2 == 0)] += 1,
                _ => {}
            }
        }
        judge.sound = pawns_stand_right && (0..2).all(|side| fits(&men[side], bishops[side]));
        if judge.sound {
            for (square, piece) in board.iter() {
                let other = usize::from(piece.color() == Color::White);
                if judge.attacks(piece, place(square), judge.kings[other], None) {
                    judge.attackers[other].push(place(square));
                }
            }
        }
        judge
    }

    fn at(&self, (file, rank): (i8, i8)) -> Option<Piece> {
        self.boxes[(8 * rank + file) as usize]
    }

    /// Whether a piece attacks a place, with one more place taken for occupied.
    fn attacks(&self, piece: Piece, from: (i8, i8), to: (i8, i8), filled: Option<(i8, i8)>) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let straight = files == 0 || ranks == 0;
        let diagonal = files == ranks || files == -ranks;
        match piece.role() {
            Role::Pawn => return files.abs() == 1 && ranks == forward(piece.color()),
            Role::Knight => return (files * ranks).abs() == 2,
            Role::King => return files.abs() <= 1 && ranks.abs() <= 1 && to != from,
            Role::Bishop if !diagonal => return false,
            Role::Rook if !straight => return false,
            _ if !straight && !diagonal => return false,
            _ => {}
        }
        let mut here = (from.0 + files.signum(), from.1 + ranks.signum());
        while here != to {
            if self.at(here).is_some() || Some(here) == filled {
                return false;
            }
            here = (here.0 + files.signum(), here.1 + ranks.signum());
        }
        true
    }

    /// Whether the board is a position with this side to move, these rooks' rights and this en passant square.
    pub fn allows(&self, turn: Color, castling: Bitboard, en_passant: Option<Square>) -> bool {
        let (moving, waiting) = if turn == Color::White { (0, 1) } else { (1, 0) };
        self.sound
            && self.attackers[waiting].is_empty()
            && self.one_move_checks(moving)
            && self.rights_stand(castling)
            && en_passant.is_none_or(|square| self.was_passed(turn, place(square)))
    }

    /// One checker is always possible, two if one of them is a slider that the other, on another line, has uncovered;
    /// never three.
    fn one_move_checks(&self, side: usize) -> bool {
        let king = self.kings[side];
        match self.attackers[side].as_slice() {
            [] | [_] => true,
            &[a, b] => {
                let slides = |place| {
                    let role = self.at(place).map(Piece::role);
                    matches!(role, Some(Role::Bishop | Role::Rook | Role::Queen))
                };
                let from_king = |place: (i8, i8)| (place.0 - king.0, place.1 - king.1);
                let ((a_files, a_ranks), (b_files, b_ranks)) = (from_king(a), from_king(b));
                let one_line = a_files * b_ranks == a_ranks * b_files;
                (slides(a) || slides(b)) && !one_line
            }
            _ => false,
        }
    }

    /// Each right has its rook, on one rank with its king, and each king no more than one on either side.
    fn rights_stand(&self, castling: Bitboard) -> bool {
        let mut taken = [[false; 2]; 2];
        castling.into_iter().all(|square| {
            let (file, rank) = place(square);
            Color::ALL.into_iter().enumerate().any(|(side, color)| {
                let king = self.kings[side];
                let right_of_king = usize::from(file > king.0);
                rank == first_rank(color)
                    && king.1 == rank
                    && self.at((file, rank)) == Some(Piece::new(color, Role::Rook))
                    && !std::mem::replace(&mut taken[side][right_of_king], true)
            })
        })
    }

    /// Whether a pawn of the side not to move can have jumped over a place a moment ago, the check of now included: the
    /// checker is that pawn or stood behind it. A line that only the pawn closes where it stands now is let pass.
    fn was_passed(&self, turn: Color, passed: (i8, i8)) -> bool {
        let (moving, pusher) = (usize::from(turn == Color::Black), !turn);
        let home = (passed.0, first_rank(pusher) + forward(pusher));
        let landed = (passed.0, first_rank(pusher) + 3 * forward(pusher));
        passed.1 == first_rank(pusher) + 2 * forward(pusher)
            && self.at(landed) == Some(Piece::new(pusher, Role::Pawn))
            && self.at(passed).is_none()
            && self.at(home).is_none()
            && self.attackers[moving].iter().all(|&from| {
                let explained = |piece| !self.attacks(piece, from, self.kings[moving], Some(home));
                from == landed || self.at(from).is_some_and(explained)
            })
    }
}

/// Whether one side can have these pieces in a game: at most sixteen, one king, and every piece beyond the first array
/// was a pawn.
fn fits(men: &[i32; 6], bishops: [i32; 2]) -> bool {
    let of = |role: Role| men[role as usize];
    let more = |have: i32, first: i32| if have > first { have - first } else { 0 };
    let promoted = more(of(Role::Queen), 1)
        + more(of(Role::Rook), 2)
        + more(of(Role::Knight), 2)
        + more(bishops[0], 1)
        + more(bishops[1], 1);
    of(Role::King) == 1 && men.iter().sum::<i32>() <= 16 && of(Role::Pawn) + promoted <= 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Position;

    /// One of each kind of problem, and for each a sound position that is almost the same.
    #[test]
    fn it_tells_what_stands_from_what_does_not() {
        let pairs = [
            ("4k3/8/8/8/8/8/8/4K3 w - -", "8/8/8/8/8/8/8/4K3 w - -"),
            ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/2K1K3 w - -"),
            ("8/8/8/8/8/4k3/8/4K3 w - -", "8/8/8/8/8/8/4k3/4K3 w - -"),
            ("4k3/8/8/8/8/8/P7/4K3 w - -", "4k3/8/8/8/8/8/8/P3K3 w - -"),
            ("4k3/8/8/8/8/8/4R3/4K3 b - -", "4k3/8/8/8/8/8/4R3/4K3 w - -"),
            ("4k3/8/3N4/8/8/8/4R3/4K3 b - -", "4k3/8/3N1N2/8/8/8/8/4K3 b - -"),
            ("8/8/8/8/8/2b1q3/8/4K2k w - -", "8/8/8/8/8/8/8/q3K2r w - - "),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "4k3/8/8/8/8/8/8/R3K2R w KQk -"),
            ("4k3/8/8/8/8/8/8/1R2K1R1 w BG -", "4k3/8/8/8/8/8/8/RR2K3 w AB -"),
            ("4k3/8/8/4P3/8/8/8/4K3 b - -", "4k3/8/8/4P3/8/8/8/4K3 b - e3"),
            ("4k3/8/8/8/4P3/8/8/3K4 b - e3", "4k3/8/8/8/4P3/4N3/8/3K4 b - e3"),
            ("4k3/8/8/8/4P3/8/8/3K4 b - e3", "4k3/8/8/8/4P3/8/4K3/8 b - e3"),
            ("4k3/8/8/8/4P3/8/8/3K4 b - e3", "4k3/8/8/8/4P3/8/8/3K4 w - e3"),
            ("8/8/8/3k4/4P3/8/8/3K4 b - e3", "3k4/3R4/8/8/4P3/8/8/3K4 b - e3"),
            ("8/8/8/8/k3P2R/8/8/3K4 b - e3", "8/8/8/k6R/4P3/8/8/3K4 b - e3"),
            ("8/8/8/8/3k2R1/8/8/K7 b - -", "8/8/8/8/R2k2R1/8/8/K7 b - -"),
            ("4k3/8/8/8/NNNNNNNN/NN6/8/4K3 w - -", "4k3/8/8/7P/NNNNNNNN/NN6/8/4K3 w - -"),
        ];
        for (good, bad) in pairs {
            for (fen, expected) in [(good, true), (bad, false)] {
                let setup = Setup::from_fen_lenient(&format!("{fen} 0 1"));
                let Ok(setup) = setup else { panic!("{fen}") };
                assert_eq!((is_position(&setup), Position::from_setup(setup).is_ok()), (expected, expected), "{fen}");
            }
        }
    }
}
