//! The pictures of the guide: positions and sets, drawn by Tabiya from the guide's own functions.

use tabiya::render::{Diagram, Tint};
use tabiya::{Bitboard, Board, Position};
use tabiya_guide::{
    FILE_A, FILE_H, Position as Sets, RANK_1, RANK_8, Role, START, Set, Square, bit, counting, from_fen, key, leapers,
    legal, moves, north, number, piece_number, sliders, south, squares,
};

pub mod words;
use words::{Row, Rows};

/// A picture: the name of its file, what a screen reader says, and what it shows.
pub struct Picture {
    pub name: &'static str,
    pub title: &'static str,
    pub shows: Shows,
}

pub enum Shows {
    Board(Diagram),
    /// A board with the number of every square on it.
    Numbers(Diagram),
    /// Rows of 64 bits.
    Words(words::Rows),
}

fn read(fen: &str) -> Sets {
    from_fen(fen).unwrap()
}

fn square(name: &str) -> Square {
    tabiya_guide::square(name).unwrap()
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

/// What a knight would reach if no bit were stopped at the edge.
fn knights_without_masks(set: Set) -> Set {
    let (one, two) = (set << 1 | set >> 1, set << 2 | set >> 2);
    north(north(one)) | south(south(one)) | north(two) | south(two)
}

/// All pictures, in the order of the pages.
pub fn all() -> Vec<Picture> {
    let mut pictures = first_half();
    pictures.extend(second_half());
    pictures
}

fn first_half() -> Vec<Picture> {
    let mut all = Vec::new();

    all.push(Picture {
        name: "numbers",
        title: "The squares of the board, numbered from a1, which is 0, to h8, which is 63",
        shows: Shows::Numbers(Diagram::new(Board::EMPTY)),
    });
    let mut add = |name, title, diagram| all.push(Picture { name, title, shows: Shows::Board(diagram) });

    let knight = set("g4");
    let (right, wrong) = (leapers::knights(knight), knights_without_masks(knight));
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
    let position = read(text);
    let pawns = position.pieces(Role::Pawn, true);
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
    let occupied = read(text).occupied();
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
            .red(sliders::rook_by_walking(square("d5"), 0) & (FILE_A | FILE_H | RANK_1 | RANK_8)),
    );

    add(
        "pext",
        "The same rook with blockers: the bits under the mask that have to become an index",
        Diagram::new(board(text)).blue(mask).red(mask & occupied),
    );
    all.push(magic_bits(mask, occupied));
    all.push(pext_bits(mask, occupied));
    let mut add = |name, title, diagram| all.push(Picture { name, title, shows: Shows::Board(diagram) });

    let text = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
    let position = read(text);
    let targets = moves::targets(&position, Role::Knight, square("d2"));
    add(
        "by-trying",
        "A knight on d2 that shields its king on e1 from a bishop on b4, and its six pseudo-legal targets",
        Diagram::new(board(text)).red(targets).arrow("Rb4e1".parse().unwrap()),
    );

    add(
        "swap",
        "Chess960: castling lets the king on f1 and the rook on g1 change places",
        Diagram::new(board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")).green(set("g1")).yellow(set("f1")),
    );
    all
}

fn second_half() -> Vec<Picture> {
    let mut all = Vec::new();
    let mut add = |name, title, diagram| all.push(Picture { name, title, shows: Shows::Board(diagram) });

    let text = "4r2k/8/8/7N/2B5/8/8/R3K3 w - - 0 1";
    add(
        "check-mask",
        "A rook on e8 checks the king on e1; the check mask is the file between them and the rook itself",
        Diagram::of(&Position::from_fen(text).unwrap()).blue(legal::check_mask(&read(text))),
    );

    let text = "4r2k/8/8/b7/8/4R3/3N4/4K3 w - - 0 1";
    let position = read(text);
    add(
        "pins",
        "The rook on e3 is pinned by the rook on e8, the knight on d2 by the bishop on a5",
        Diagram::new(board(text))
            .blue(legal::pin_mask(&position, square("e3")))
            .yellow(legal::pin_mask(&position, square("d2")))
            .red(legal::snipers(&position)),
    );

    let text = "4r2k/8/8/8/4K3/8/8/8 w - - 0 1";
    let position = read(text);
    let seen = sliders::rook(square("e8"), position.occupied());
    let transparent = sliders::rook(square("e8"), position.occupied() & !bit(square("e4")));
    add(
        "shadow",
        "A rook on e8 checks the king on e4; in red the squares behind the king that the rook attacks once the king steps back",
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

    for (name, title, fen, marked, arrow) in EN_PASSANT_CASES {
        add(
            name,
            title,
            Diagram::of(&Position::from_fen(fen).unwrap())
                .yellow(set("d6"))
                .red(set(marked))
                .arrow(arrow.parse().unwrap()),
        );
    }

    add(
        "exchange",
        "A knight on c3 and a rook on d1 attack the pawn on d5, which a rook on d8 defends",
        Diagram::new(board("3rk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1"))
            .arrow("c3d5".parse().unwrap())
            .arrow("Rd8d5".parse().unwrap())
            .red(set("d5")),
    );

    add("kiwipete", "The position called kiwipete", Diagram::new(board(tabiya_check::positions::KIWIPETE)));

    let text = "4k3/8/3p4/8/R2R3R/8/1R6/4K3 w - - 0 1";
    let position = read(text);
    let rooks = position.pieces(Role::Rook, true);
    add(
        "fill",
        "Four rooks slide north at once; no square is reached by two of them",
        Diagram::new(board(text)).green(counting::fill(rooks, !position.occupied(), sliders::DIRECTIONS[0])),
    );

    let text = "8/7k/8/1r6/8/4N3/8/K7 w - - 0 1";
    let ray = sliders::walk(square("b5"), sliders::DIRECTIONS[1], 0);
    let knight = leapers::knights(bit(square("e3")));
    add(
        "drop",
        "A white knight on e3 with its eight targets; two of them, d5 and f5, lie on the ray of the black rook on b5",
        Diagram::new(board(text)).yellow(ray & !knight).green(knight & !ray).red(knight & ray),
    );

    let text = "4k3/8/8/8/8/8/5PPP/4R1K1 b - - 0 1";
    let rook = sliders::rook(square("e1"), read(text).occupied()) & !read(text).occupied();
    let file = sliders::walk(square("e1"), sliders::DIRECTIONS[0], 0);
    add(
        "rook-from",
        "A rook on e1 checks the king on e8: it came along the first rank, for on the e-file it would have checked before",
        Diagram::of(&Position::from_fen(text).unwrap()).green(rook & !file).red(rook & file),
    );

    add(
        "uncovered",
        "Knight and rook check the king on e8 together: the knight came from e4, where it closed the rook's line",
        Diagram::of(&Position::from_fen("4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1").unwrap())
            .green(set("e4"))
            .arrow("Ge4d6".parse().unwrap())
            .arrow("Re1e8".parse().unwrap()),
    );

    let text = "8/8/8/8/8/2k5/3P4/4K3 b - - 0 1";
    add(
        "unexplained",
        "A pawn on its first square d2 checks the king on c3: no move can have led here",
        Diagram::of(&Position::from_fen(text).unwrap()).arrow("Rd2c3".parse().unwrap()),
    );

    all.push(key_bits());
    all
}

/// What is special about four en passant captures: name, title, position, marked squares, arrow.
const EN_PASSANT_CASES: [(&str, &str, &str, &str, &str); 4] = [
    (
        "ep-pinned",
        "The pawn on e5 is pinned by the bishop on g7 to the king on c3, and the capture on d6 leaves the line",
        "4k3/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1",
        "e5",
        "Rg7c3",
    ),
    (
        "ep-along",
        "The pawn on e5 is pinned by the bishop on c7 to the king on f4, and the capture on d6 stays on the line",
        "7k/2b5/8/3pP3/5K2/8/8/8 w - d6 0 1",
        "e5",
        "Gc7f4",
    ),
    (
        "ep-answers",
        "The pawn on d5 checks the king on c4; the capture lands on d6 and still removes the checker",
        "7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1",
        "d5",
        "Ge5d6",
    ),
    (
        "ep-uncovered",
        "The double push opened the line of the bishop on e8 to the king on a4; the capture on d6 does not close it",
        "4b2k/8/8/3pP3/K7/8/8/8 w - d6 0 1",
        "d7",
        "Re8a4",
    ),
];

/// The multiplication of page 3, with the number that the guide's own search finds.
fn magic_bits(mask: Set, occupied: Set) -> Picture {
    let (magic, _) = sliders::Magic::find(square("d5"), true);
    let masked = occupied & mask;
    let product = masked.wrapping_mul(magic.factor);
    let top = !0 << magic.shift;
    let rows = vec![
        Row::new("the blockers under the mask: b5, g5, d2, d7", masked).blue(mask).red(masked),
        Row::new("× the magic number", magic.factor),
        Row::new("= the product, of which the top ten bits count", product).green(top),
        Row::new(format!("shifted right by {}: index {}", magic.shift, magic.index(occupied)), product >> magic.shift)
            .green(top >> magic.shift),
    ];
    let lines = (magic.shift as u8..64).map(|bit| (2, bit, bit - magic.shift as u8)).collect();
    let title = "The blockers times the magic number; the top ten bits of the product, shifted down, are the index";
    Picture { name: "magic-bits", title, shows: Shows::Words(Rows { rows, lines }) }
}

/// Which bit goes where in PEXT.
fn pext_bits(mask: Set, occupied: Set) -> Picture {
    let index = sliders::pext(occupied, mask);
    let rows = vec![
        Row::new("the occupancy; in blue and red the ten bits under the mask", occupied)
            .blue(mask)
            .red(mask & occupied),
        Row::new(format!("gathered: index {index}"), index).blue(0x3ff).red(index),
    ];
    let lines = squares(mask).enumerate().map(|(place, square)| (0, square, place as u8)).collect();
    let title = "PEXT moves the ten bits under the mask, in their order, to the low end of the word";
    Picture { name: "pext-bits", title, shows: Shows::Words(Rows { rows, lines }) }
}

/// The key of the start position becomes the key after 1. e4.
fn key_bits() -> Picture {
    let start = read(START);
    let numbers = [
        ("⊕ a white pawn on e2, which leaves", piece_number(0, Role::Pawn, square("e2"))),
        ("⊕ a white pawn on e4, which arrives", piece_number(0, Role::Pawn, square("e4"))),
        ("⊕ the turn", number(1000)),
    ];
    let after = numbers.iter().fold(key(&start), |key, (_, number)| key ^ number);
    let mut rows = vec![Row::new("the key of the start position", key(&start))];
    rows.extend(numbers.map(|(label, number)| Row::new(label, number).blue(number)));
    rows.push(Row::new("= the key after 1. e4", after).green(after ^ key(&start)));
    let title = "Three numbers combined by XOR with the key of the start position give the key after 1. e4";
    Picture { name: "key-bits", title, shows: Shows::Words(Rows { rows, lines: Vec::new() }) }
}
