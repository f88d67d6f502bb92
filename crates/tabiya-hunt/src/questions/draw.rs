//! Positions at random: each has something in it that a rule is about, and most can arise in a game.

use tabiya::attacks;
use tabiya::{Bitboard, Board, CastlingPath, Color, File, Piece, Rank, Role, Setup, Square};

const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A source of numbers and positions that never changes: the same seed draws the same ones.
pub struct Draw(pub u64);

impl Draw {
    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    /// One of these.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
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

    /// A position that has one or two things in it that rules are about, and random pieces around them; most are legal.
    pub fn setup(&mut self, chess960: bool, odd: bool) -> Option<Setup> {
        let us = self.one(&[Color::White, Color::Black]);
        let mut setup = Setup { turn: us, ..Setup::EMPTY };
        let sparse = self.below(16) == 0;
        if !sparse {
            // What needs a king in its place comes first.
            let about = self.below(8);
            match about {
                0 => self.en_passant(&mut setup, us)?,
                1 | 2 => self.castling(&mut setup, us, chess960)?,
                3 => self.promotion(&mut setup, us),
                4 => self.crowd(&mut setup, us),
                _ => {}
            }
            let king = self.king(&mut setup, us)?;
            for _ in 0..self.below(4) {
                // Where there is no room for it, the position goes without.
                let _ = match self.below(3) {
                    0 | 1 => self.pin(&mut setup, us, king),
                    _ => self.check(&mut setup, us, king),
                };
            }
        }
        let king = self.king(&mut setup, us)?;
        if setup.board.king(!us).is_none() {
            let safe = !setup.board.attacks_by(us, setup.board.occupied());
            self.put(&mut setup.board, Piece::new(!us, Role::King), safe)?;
        }
        let most = if sparse { 3 } else { self.one(&[1, 5]) };
        for _ in 0..self.below(most) {
            // Most of what matters stands on a line with the king.
            let near = [attacks::queen(king, Bitboard::EMPTY), !Bitboard::EMPTY];
            let role = if sparse { self.one(&[Role::Knight, Role::Bishop]) } else { self.one(&ROLES) };
            let color = self.one(&[us, !us]);
            let squares = self.one(&near);
            self.put(&mut setup.board, Piece::new(color, role), squares);
        }
        if setup.en_passant.is_none() {
            // Correct libraries refuse a clock beyond the fifty-move rule.
            let beyond = if odd { self.one(&[101, 120, 150]) } else { 100 };
            setup.halfmove_clock = self.one(&[0, 0, 7, 70, 99, 100, beyond]);
        }
        setup.fullmove = self.one(&[1, 1, 60, 90, 150, 300, 2000]).max(setup.halfmove_clock / 2 + 1);
        Some(setup)
    }

    /// The king of a side, placed at random if it does not stand yet.
    fn king(&mut self, setup: &mut Setup, color: Color) -> Option<Square> {
        match setup.board.king(color) {
            Some(king) => Some(king),
            None => {
                // The longest lines end in the corners.
                let squares = if self.below(8) == 0 { Bitboard::CORNERS } else { !Bitboard::EMPTY };
                self.put(&mut setup.board, Piece::new(color, Role::King), squares)
            }
        }
    }

    /// The squares from the king to the edge in one of the eight directions, as far as they are empty.
    fn ray(&mut self, board: &Board, king: Square) -> (Vec<Square>, bool) {
        let (files, ranks) = self.one(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
        let squares = std::iter::successors(Some(king), |square| square.offset(files, ranks)).skip(1);
        (squares.take_while(|&square| board.piece_at(square).is_none()).collect(), files != 0 && ranks != 0)
    }

    fn slider(&mut self, diagonal: bool) -> Role {
        self.one(&[if diagonal { Role::Bishop } else { Role::Rook }, Role::Queen])
    }

    /// A piece between the king and an enemy slider; a pawn may have something to take.
    fn pin(&mut self, setup: &mut Setup, us: Color, king: Square) -> Option<()> {
        let (ray, diagonal) = self.ray(&setup.board, king);
        let at = self.below(ray.len().checked_sub(1)?.max(1));
        let beyond = ray.get(at + 1..).filter(|beyond| !beyond.is_empty())?;
        let near = beyond.len().min(1 + self.below(7));
        let pinner = self.one(&beyond[..near]);
        let role = self.one(&ROLES);
        self.put(&mut setup.board, Piece::new(us, role), ray[at].bitboard())?;
        let slider = self.slider(diagonal);
        self.put(&mut setup.board, Piece::new(!us, slider), pinner.bitboard())?;
        if role == Role::Pawn && self.below(2) == 0 {
            let prey = self.one(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            self.put(&mut setup.board, Piece::new(!us, prey), attacks::pawn(us, ray[at]));
        }
        Some(())
    }

    /// An enemy piece that gives check, and perhaps a piece that can answer it.
    fn check(&mut self, setup: &mut Setup, us: Color, king: Square) -> Option<()> {
        let (ray, diagonal) = self.ray(&setup.board, king);
        let (role, squares) = match self.below(6) {
            0 => (Role::Knight, attacks::knight(king)),
            1 => (Role::Pawn, attacks::pawn(us, king)),
            _ => (self.slider(diagonal), self.one(ray.get(..).filter(|ray| !ray.is_empty())?).bitboard()),
        };
        let checker = self.put(&mut setup.board, Piece::new(!us, role), squares)?;
        for _ in 0..self.below(3) {
            let targets: Vec<Square> = (attacks::between(king, checker) | checker.bitboard()).into_iter().collect();
            let target = self.one(&targets);
            let role = self.one(&ROLES);
            let from = match role {
                // A push blocks, a capture takes.
                Role::Pawn if target != checker => {
                    let back = us.pick(-1, 1);
                    let behind = target.offset(0, back);
                    let steps = [behind, behind.and_then(|square| square.offset(0, back))];
                    self.one(&steps)?.bitboard()
                }
                _ => attacks::of(role, !us, target, setup.board.occupied()),
            };
            self.put(&mut setup.board, Piece::new(us, role), from);
        }
        Some(())
    }

    /// An enemy piece that attacks one of these squares.
    fn attack(&mut self, setup: &mut Setup, us: Color, squares: Bitboard) -> Option<()> {
        let squares: Vec<Square> = squares.into_iter().collect();
        let target = self.one(squares.get(..).filter(|squares| !squares.is_empty())?);
        let role = self.one(&Role::ALL);
        if role == Role::King && setup.board.king(!us).is_some() {
            return None;
        }
        let from = attacks::of(role, us, target, setup.board.occupied());
        self.put(&mut setup.board, Piece::new(!us, role), from - us.back_rank().bitboard()).map(|_| ())
    }

    fn en_passant(&mut self, setup: &mut Setup, us: Color) -> Option<()> {
        let file = self.one(&File::ALL);
        let beside: Vec<File> = File::ALL.into_iter().filter(|one| one.index().abs_diff(file.index()) == 1).collect();
        let (rank, passed) = us.pick((Rank::Fifth, Rank::Sixth), (Rank::Fourth, Rank::Third));
        setup.board.set(Square::new(file, rank), Piece::new(!us, Role::Pawn));
        if self.below(8) != 0 {
            setup.board.set(Square::new(self.one(&beside), rank), Piece::new(us, Role::Pawn));
        }
        setup.en_passant = Some(Square::new(file, passed));
        match self.below(4) {
            0 => {
                self.put(&mut setup.board, Piece::new(us, Role::King), rank.bitboard())?;
                let role = self.slider(false);
                self.put(&mut setup.board, Piece::new(!us, role), rank.bitboard());
            }
            // The pushed pawn gives check.
            1 => {
                let pushed = Square::new(file, rank);
                self.put(&mut setup.board, Piece::new(us, Role::King), attacks::pawn(!us, pushed))?;
            }
            _ => {}
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
            let (left, right): (Vec<File>, Vec<File>) =
                rooks.into_iter().filter(|&rook| rook != king).partition(|&rook| rook < king);
            let wings = self.one(&[[true, false], [false, true], [true, true]]);
            for side in [left, right].into_iter().zip(wings).filter(|&(_, wanted)| wanted).map(|(side, _)| side) {
                let rook = Square::new(self.one(&side), rank);
                setup.board.set(rook, Piece::new(color, Role::Rook));
                setup.castling |= rook.bitboard();
            }
        }
        let king = setup.board.king(us)?;
        for rook in setup.castling & us.back_rank().bitboard() {
            let path = CastlingPath::new(king, rook);
            for _ in 0..self.below(3) {
                let all = path.king_walk | path.must_be_empty | king.bitboard() | rook.bitboard();
                self.attack(setup, us, all);
            }
            if self.below(4) == 0 {
                // In the way, or behind the rook.
                let color = self.one(&[us, !us]);
                let beyond = attacks::rook(rook, king.bitboard()) - attacks::between(king, rook);
                let squares = self.one(&[!Bitboard::EMPTY, beyond]);
                let role = if color == us { Role::Knight } else { self.slider(false) };
                self.put(&mut setup.board, Piece::new(color, role), us.back_rank().bitboard() & squares);
            }
        }
        Some(())
    }

    fn promotion(&mut self, setup: &mut Setup, us: Color) {
        let (seventh, last) = us.pick((Rank::Seventh, Rank::Eighth), (Rank::Second, Rank::First));
        for _ in 0..=self.below(3) {
            self.put(&mut setup.board, Piece::new(us, Role::Pawn), seventh.bitboard());
            let role = self.one(&[Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            self.put(&mut setup.board, Piece::new(!us, role), last.bitboard());
        }
        if self.below(2) == 0 {
            self.put(&mut setup.board, Piece::new(us, Role::King), seventh.bitboard());
        }
    }

    /// Many pieces of one kind.
    fn crowd(&mut self, setup: &mut Setup, us: Color) {
        let role = self.one(&ROLES);
        let most = match role {
            Role::Pawn => 8,
            Role::Queen => 9,
            _ => 10,
        };
        let fewer = 1 + self.below(most);
        let many = most - self.below(3);
        for _ in 0..self.one(&[fewer, many]) {
            self.put(&mut setup.board, Piece::new(us, role), !Bitboard::EMPTY);
        }
    }
}
