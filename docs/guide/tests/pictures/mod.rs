//! The pictures of the guide: positions and sets, drawn by Tabiya from the guide's own functions.

use tabiya::render::{Diagram, Tint};
use tabiya::{Bitboard, Board, Position};
use tabiya_guide::sets::{Set, bit, square};
use tabiya_guide::{counting, fen, leapers, legal, pseudo, sliders};

/// A picture: the name of its file, what a screen reader says, and what it shows.
pub struct Picture {
    pub name: &'static str,
    pub title: &'static str,
    pub diagram: Diagram,
}

fn board(fen: &str) -> Board {
    *Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).board()
}

fn set(names: &str) -> Set {
    names.split(' ').map(|name| bit(square(name))).fold(0, |all, one| all | one)
}

trait Marked: Sized {
    fn green(self, set: Set) -> Self;
    fn red(self, set: Set) -> Self;
    fn blue(self, set: Set) -> Self;
    fn yellow(self, set: Set) -> Self;
}

impl Marked for Diagram {
    fn green(self, set: Set) -> Self {
        self.highlight(Bitboard(set), Tint::Green)
    }
    fn red(self, set: Set) -> Self {
        self.highlight(Bitboard(set), Tint::Red)
    }
    fn blue(self, set: Set) -> Self {
        self.highlight(Bitboard(set), Tint::Blue)
    }
    fn yellow(self, set: Set) -> Self {
        self.highlight(Bitboard(set), Tint::Yellow)
    }
}

/// All pictures, in the order of the pages.
pub fn all() -> Vec<Picture> {
    let mut pictures = first_half();
    pictures.extend(second_half());
    pictures
}

fn first_half() -> Vec<Picture> {
    let mut all = Vec::new();
    let mut add = |name, title, diagram| all.push(Picture { name, title, diagram });

    let knight = set("g4");
    let (right, wrong) = (leapers::knights(knight), leapers::knights_without_masks(knight));
    add(
        "wrap",
        "A knight on g4, its targets, and in red the squares on the a-file that it would reach without wrap masks",
        Diagram::new(board("7k/8/8/8/6N1/8/8/K7 w - - 0 1")).green(right).red(wrong & !right),
    );

    let knights = set("b1 e5 g1");
    add(
        "knights",
        "Three knights and all squares that they attack",
        Diagram::new(board("k7/8/8/4N3/8/8/8/1N4NK w - - 0 1")).green(leapers::knights(knights)),
    );

    let text = "4k3/8/8/3n2p1/1p2p2P/4P3/P5P1/4K3 w - - 0 1";
    let position = fen::read(text).unwrap();
    let pawns = position.roles[0] & position.ours();
    let empty = !position.occupied();
    add(
        "pawns",
        "White pawns with their single pushes, double pushes and captures",
        Diagram::new(board(text))
            .green(leapers::single_pushes(true, pawns, empty))
            .yellow(leapers::double_pushes(true, pawns, empty))
            .red(leapers::pawn_attacks(true, pawns) & position.theirs()),
    );

    let text = "4k3/3p4/8/1P1R2n1/8/8/3P4/4K3 w - - 0 1";
    let occupied = fen::read(text).unwrap().occupied();
    add(
        "walk",
        "A rook on d5 and the squares it sees, up to the first piece in every direction",
        Diagram::new(board(text)).green(sliders::rook_by_walking(square("d5"), occupied)),
    );

    let mask = sliders::relevant(square("d5"), true);
    add(
        "relevant",
        "A rook on d5: ten relevant squares, and in red the last squares of its lines, which do not matter",
        Diagram::new(board("7k/8/8/3R4/8/8/8/6K1 w - - 0 1"))
            .blue(mask)
            .red(sliders::rook_by_walking(square("d5"), 0) & sliders::EDGE),
    );

    add(
        "pext",
        "The same rook with blockers: the bits under the mask that PEXT gathers",
        Diagram::new(board(text)).blue(mask).red(mask & occupied),
    );

    let text = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
    let position = fen::read(text).unwrap();
    let targets = pseudo::targets(&position, tabiya_guide::position::Role::Knight, square("d2"));
    add(
        "by-trying",
        "A knight on d2 that shields its king on e1 from a bishop on b4, and its six pseudo-legal targets",
        Diagram::new(board(text)).red(targets).arrow("Rb4e1".parse().unwrap()),
    );
    all
}

fn second_half() -> Vec<Picture> {
    let mut all = Vec::new();
    let mut add = |name, title, diagram| all.push(Picture { name, title, diagram });

    let text = "4r2k/8/8/7N/2B5/8/8/R3K3 w - - 0 1";
    add(
        "check-mask",
        "A rook on e8 checks the king on e1; the check mask is the file between them and the rook itself",
        Diagram::of(&Position::from_fen(text).unwrap()).blue(legal::check_mask(&fen::read(text).unwrap())),
    );

    let text = "4r2k/8/8/b7/8/4R3/3N4/4K3 w - - 0 1";
    let position = fen::read(text).unwrap();
    add(
        "pins",
        "The rook on e3 is pinned by the rook on e8, the knight on d2 by the bishop on a5",
        Diagram::new(board(text))
            .blue(legal::pin_mask(&position, square("e3")))
            .yellow(legal::pin_mask(&position, square("d2")))
            .red(legal::snipers(&position)),
    );

    let text = "4r2k/8/8/8/4K3/8/8/8 w - - 0 1";
    let position = fen::read(text).unwrap();
    let seen = sliders::rook(square("e8"), position.occupied());
    let transparent = sliders::rook(square("e8"), position.occupied() & !bit(square("e4")));
    add(
        "shadow",
        "A rook on e8 checks the king on e4; in red the squares behind the king that the rook attacks once he steps back",
        Diagram::of(&Position::from_fen(text).unwrap()).yellow(seen & !bit(square("e4"))).red(transparent & !seen),
    );

    add(
        "castling",
        "White may castle to the g-file; to the c-file the knight on b1 is in the rook's way",
        Diagram::new(board("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1")).red(set("b1")).blue(set("c1 d1 f1 g1")),
    );

    add(
        "pinned-rook",
        "Chess960: the king on c1 and the rook on b1; a black rook on a1 waits behind it",
        Diagram::new(board("4k3/8/8/8/8/8/8/rRK5 w - - 0 1")).arrow("Ra1c1".parse().unwrap()).blue(set("d1")),
    );

    add(
        "rank-pin",
        "En passant on d6 would take both pawns off the fifth rank, and the rook on h5 would see the king on a5",
        Diagram::new(board("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"))
            .yellow(set("d6"))
            .red(set("d5 e5"))
            .arrow("Rh5a5".parse().unwrap()),
    );

    add(
        "exchange",
        "A knight on c3 and a rook on d1 attack the pawn on d5, which a rook on d8 defends",
        Diagram::new(board("3rk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1"))
            .arrow("c3d5".parse().unwrap())
            .arrow("Rd8d5".parse().unwrap())
            .red(set("d5")),
    );

    add(
        "kiwipete",
        "The position called kiwipete",
        Diagram::new(board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")),
    );

    let text = "4k3/8/3p4/8/R2R3R/8/1R6/4K3 w - - 0 1";
    let position = fen::read(text).unwrap();
    let rooks = position.roles[3] & position.ours();
    add(
        "fill",
        "Four rooks slide north at once; no square is reached by two of them",
        Diagram::new(board(text)).green(counting::fill(rooks, !position.occupied(), sliders::DIRECTIONS[0])),
    );

    let text = "4k3/8/8/1r6/8/8/4N3/4K3 w - - 0 1";
    let ray = sliders::walk(square("b5"), sliders::DIRECTIONS[1], 0);
    add(
        "drop",
        "A black rook on b5 and its ray to the east: a piece dropped on d5 takes e5 to h5 away from it",
        Diagram::new(board(text)).yellow(ray).red(ray & set("e5 f5 g5 h5")).blue(set("d5")),
    );
    all
}
