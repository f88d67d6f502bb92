//! Random valid positions that games never reach: few pieces, many queens, castling and en passant in most of them.

use tabiya::{Bitboard, Color, File, Piece, Position, Rank, Role, Setup, Square};

/// What kind of army a random setup has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Army {
    /// Up to four pieces besides the kings.
    Few,
    /// A handful of queens on either side.
    Queens,
    /// Up to fifteen pieces and pawns per side, at random.
    Mixed,
}

impl Army {
    /// Every kind.
    pub const ALL: [Army; 3] = [Army::Few, Army::Queens, Army::Mixed];
}

/// A random valid position, or `None` if this try gave none. `below(n)` gives a number below `n`.
pub fn random(army: Army, below: &mut impl FnMut(usize) -> usize) -> Option<Position> {
    let setup = random_setup(army, below);
    let counts_fit = Color::ALL.iter().all(|&color| setup.board.by_color(color).len() <= 16);
    counts_fit.then(|| Position::from_setup(setup).ok()).flatten()
}

/// A random setup, valid more often than not but for the side that would have to be out of check.
pub fn random_setup(army: Army, below: &mut impl FnMut(usize) -> usize) -> Setup {
    let mut setup = Setup::EMPTY;
    setup.turn = Color::ALL[below(2)];
    // Kings at home half of the time, so that castling and Chess960 castling occur.
    for color in Color::ALL {
        let at_home = below(2) == 0;
        let square =
            if at_home { Square::new(File::ALL[1 + below(6)], color.back_rank()) } else { Square::ALL[below(64)] };
        put(&mut setup, square, Piece::new(color, Role::King));
        if at_home {
            add_rooks(&mut setup, color, square, below);
        }
    }
    match army {
        Army::Few => (0..below(5)).for_each(|_| put_random(&mut setup, &Role::ALL[..5], below)),
        Army::Queens => (0..1 + below(12)).for_each(|_| put_random(&mut setup, &[Role::Queen], below)),
        Army::Mixed => {
            let roles = [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            (0..below(28)).for_each(|_| put_random(&mut setup, &roles, below));
        }
    }
    if below(2) == 0 {
        add_double_push(&mut setup, below);
    }
    setup
}

fn put(setup: &mut Setup, square: Square, piece: Piece) {
    if setup.board.piece_at(square).is_none() {
        setup.board.set(square, piece);
    }
}

fn put_random(setup: &mut Setup, roles: &[Role], below: &mut impl FnMut(usize) -> usize) {
    let piece = Piece::new(Color::ALL[below(2)], roles[below(roles.len())]);
    let square = if piece.role() == Role::Pawn { Square::ALL[8 + below(48)] } else { Square::ALL[below(64)] };
    put(setup, square, piece);
}

/// A rook with its right on either side of the king, each with one chance in two.
fn add_rooks(setup: &mut Setup, color: Color, king: Square, below: &mut impl FnMut(usize) -> usize) {
    let file = king.file().index();
    for files in [0..file, file + 1..8] {
        if below(2) == 0 {
            let rook = Square::new(File::ALL[files.start + below(files.len())], color.back_rank());
            if setup.board.piece_at(rook).is_none() {
                setup.board.set(rook, Piece::new(color, Role::Rook));
                setup.castling |= Bitboard::from_square(rook);
            }
        }
    }
}

/// A pawn that has just jumped, with one of the mover's pawns beside it where there is room.
fn add_double_push(setup: &mut Setup, below: &mut impl FnMut(usize) -> usize) {
    let pusher = !setup.turn;
    let file = below(8);
    let on = |rank: Rank| Square::new(File::ALL[file], rank.relative_to(pusher));
    let (home, passed, landed) = (on(Rank::Second), on(Rank::Third), on(Rank::Fourth));
    if [home, passed, landed].into_iter().any(|square| setup.board.piece_at(square).is_some()) {
        return;
    }
    setup.board.set(landed, Piece::new(pusher, Role::Pawn));
    setup.en_passant = Some(passed);
    let beside = if file == 0 || below(2) == 0 && file < 7 { file + 1 } else { file - 1 };
    put(setup, Square::new(File::ALL[beside], landed.rank()), Piece::new(setup.turn, Role::Pawn));
}
