//! Random positions that games never reach: few pieces, many queens; castling rights in most of them, en passant
//! squares in most of them, kings that face each other, and pawns about to promote.

use tabiya::{Bitboard, Board, Color, File, Piece, Position, Rank, Role, Setup, Square, oracle};

/// What kind of army a random setup has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Army {
    /// Up to four pieces besides kings, castling rooks and the pawns of a double push.
    Few,
    /// A handful of queens on either side.
    Queens,
    /// Up to sixteen pieces and pawns per side, at random.
    Mixed,
}

impl Army {
    /// Every kind.
    pub const ALL: [Army; 3] = [Army::Few, Army::Queens, Army::Mixed];
}

/// A random valid position, or `None` if this try gave none. `below(n)` gives a number below `n`.
pub fn random(army: Army, below: &mut impl FnMut(usize) -> usize) -> Option<Position> {
    Position::from_setup(random_setup(army, below)).ok()
}

/// A random setup, valid more often than not: pieces whose checks no position can have stay away.
///
/// Whatever `below` gives, it is called fewer than two hundred times.
pub fn random_setup(army: Army, below: &mut impl FnMut(usize) -> usize) -> Setup {
    let mut setup = Setup::EMPTY;
    setup.turn = Color::ALL[below(2)];
    let first = Color::ALL[below(2)];
    for color in [first, !first] {
        add_king(&mut setup, color, below);
    }
    // Before the others, which would stand in its way. One setup in four has none, so that any check may stay.
    let jump = if below(4) < 3 { add_double_push(&mut setup, below) } else { None };
    let (roles, count): (&[Role], usize) = match army {
        Army::Few => (&Role::ALL[..5], below(5)),
        Army::Queens => (&[Role::Queen], 1 + below(12)),
        Army::Mixed => {
            (&[Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen], below(28))
        }
    };
    for _ in 0..count {
        put_random(&mut setup, roles, jump, below);
    }
    // Last, so that inputs of fuzzing that end early have a clock of zero. Just before and at fifty and seventy-five
    // moves.
    if setup.en_passant.is_none() {
        setup.halfmove_clock = [0, 0, 99, 100, 149, 150][below(6)];
    }
    setup
}

/// At home with a rook or two; or a few steps from the other king, if that stands already; or anywhere.
fn add_king(setup: &mut Setup, color: Color, below: &mut impl FnMut(usize) -> usize) {
    let kind = below(8);
    let other = setup.board.king(!color);
    let square = match other {
        Some(other) if kind < 3 => {
            let near: Vec<Square> =
                Square::ALL.into_iter().filter(|&square| (2..=3).contains(&square.distance(other))).collect();
            near[below(near.len())]
        }
        _ if kind < 6 => Square::new(File::ALL[1 + below(6)], color.back_rank()),
        _ => Square::ALL[below(64)],
    };
    put(setup, square, Piece::new(color, Role::King));
    // Also beside the other king, where it happens to stand at home.
    if square.rank() == color.back_rank() && setup.board.king(color).is_some() {
        add_rooks(setup, color, square, below);
    }
}

fn put(setup: &mut Setup, square: Square, piece: Piece) {
    if setup.board.piece_at(square).is_none() {
        setup.board.set(square, piece);
    }
}

/// A double push that has just been made.
#[derive(Clone, Copy)]
struct Jump {
    home: Square,
    passed: Square,
    landed: Square,
}

/// One more piece, unless no position can have it there.
fn put_random(setup: &mut Setup, roles: &[Role], jump: Option<Jump>, below: &mut impl FnMut(usize) -> usize) {
    let piece = Piece::new(Color::ALL[below(2)], roles[below(roles.len())]);
    let square = match piece.role() {
        // One in four is about to promote.
        Role::Pawn if below(4) == 0 => Square::new(File::ALL[below(8)], Rank::Seventh.relative_to(piece.color())),
        Role::Pawn => Square::ALL[8 + below(48)],
        _ => Square::ALL[below(64)],
    };
    let in_the_way = jump.is_some_and(|jump| square == jump.home || square == jump.passed);
    if in_the_way || setup.board.by_color(piece.color()).len() == 16 {
        return;
    }
    let before = setup.board;
    put(setup, square, piece);
    if !checks_are_possible(setup, jump) {
        setup.board = before;
    }
}

/// Whether the side that has just moved is out of check, and the other attacked by two at most, or by no piece that
/// attacked it before the double push.
fn checks_are_possible(setup: &Setup, jump: Option<Jump>) -> bool {
    let (moving, waiting) = (setup.board.king(setup.turn), setup.board.king(!setup.turn));
    if waiting.is_some_and(|king| oracle::is_attacked(&setup.board, king, setup.turn)) {
        return false;
    }
    let checkers = |board: &Board| moving.map_or(Bitboard::EMPTY, |king| attackers(board, king, !setup.turn));
    match jump {
        None => checkers(&setup.board).len() <= 2,
        Some(Jump { home, landed, .. }) => {
            let mut earlier = setup.board;
            earlier.set(home, Piece::new(!setup.turn, Role::Pawn));
            checkers(&earlier).without(home).without(landed).is_empty()
        }
    }
}

/// The pieces of one side that attack a square.
fn attackers(board: &Board, square: Square, by: Color) -> Bitboard {
    let reaches =
        |&from: &Square| board.piece_at(from).is_some_and(|piece| oracle::reaches(board, piece, from, square));
    board.by_color(by).into_iter().filter(reaches).collect()
}

/// A rook with its right on one side of the king or on both, where there is room.
fn add_rooks(setup: &mut Setup, color: Color, king: Square, below: &mut impl FnMut(usize) -> usize) {
    let file = king.file().index();
    let left_out = below(3);
    for (wing, files) in [0..file, file + 1..8].into_iter().enumerate() {
        if wing != left_out && !files.is_empty() {
            let rook = Square::new(File::ALL[files.start + below(files.len())], color.back_rank());
            if setup.board.piece_at(rook).is_none() {
                setup.board.set(rook, Piece::new(color, Role::Rook));
                setup.castling |= Bitboard::from_square(rook);
            }
        }
    }
}

/// A pawn that has just jumped, with one of the mover's pawns beside it where there is room.
fn add_double_push(setup: &mut Setup, below: &mut impl FnMut(usize) -> usize) -> Option<Jump> {
    let pusher = !setup.turn;
    let file = below(8);
    let on = |rank: Rank| Square::new(File::ALL[file], rank.relative_to(pusher));
    let jump = Jump { home: on(Rank::Second), passed: on(Rank::Third), landed: on(Rank::Fourth) };
    if [jump.home, jump.passed, jump.landed].into_iter().any(|square| setup.board.piece_at(square).is_some()) {
        return None;
    }
    setup.board.set(jump.landed, Piece::new(pusher, Role::Pawn));
    setup.en_passant = Some(jump.passed);
    let beside = if file == 0 || below(2) == 0 && file < 7 { file + 1 } else { file - 1 };
    put(setup, Square::new(File::ALL[beside], jump.landed.rank()), Piece::new(setup.turn, Role::Pawn));
    Some(jump)
}

/// A position with this number of men of each kind, each anywhere it may stand, either side to move, without rights.
pub fn with_men(count: impl Fn(Color, Role) -> u32, below: &mut impl FnMut(usize) -> usize) -> Position {
    let kinds = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece::new(color, role)));
    let men: Vec<Piece> =
        kinds.flat_map(|piece| std::iter::repeat_n(piece, count(piece.color(), piece.role()) as usize)).collect();
    loop {
        let mut setup = Setup { turn: Color::ALL[below(2)], ..Setup::EMPTY };
        for &man in &men {
            setup.board.set(Square::ALL[below(64)], man);
        }
        // Two men on one square are one too few.
        if let Ok(position) = Position::from_setup(setup)
            && position.occupied().len() as usize == men.len()
        {
            return position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fuzzing has bytes for numbers, and zeros when they are used up.
    #[test]
    fn numbers_without_any_chance_in_them_end_too() {
        for army in Army::ALL {
            random_setup(army, &mut |_| 0);
            random_setup(army, &mut |bound| bound - 1);
        }
    }
}
