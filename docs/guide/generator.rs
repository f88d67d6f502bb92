//! The generator of the guide in one file: rustc -O --edition 2024 generator.rs && ./generator 4 "FEN"
//!
//! Put together from the pages by their tests, without comments and detours; each heading names its page.

// Page 1. Sets
type Square = u8;
type Set = u64;

const fn bit(square: Square) -> Set { 1 << square }
fn name(square: Square) -> String { format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1) }
fn square(text: &str) -> Option<Square> { (0..64).find(|&square| name(square) == text) }

const FILE_A: Set = 0x0101_0101_0101_0101;
const FILE_H: Set = FILE_A << 7;
const RANK_1: Set = 0xff;
const RANK_8: Set = RANK_1 << 56;

const fn north(set: Set) -> Set { set << 8 }
const fn south(set: Set) -> Set { set >> 8 }
const fn east(set: Set) -> Set { (set & !FILE_H) << 1 }
const fn west(set: Set) -> Set { (set & !FILE_A) >> 1 }

fn squares(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 { return None; }
        let square = set.trailing_zeros() as Square;
        set &= set - 1;
        Some(square)
    })
}

// Page 1. A position
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role { Pawn, Knight, Bishop, Rook, Queen, King }

impl Role {
    const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    roles: [Set; 6],
    colors: [Set; 2],
    white_to_move: bool,
    castling: Set,
    en_passant: Option<Square>,
}

impl Position {
    fn occupied(&self) -> Set { self.colors[0] | self.colors[1] }
    fn of_color(&self, white: bool) -> Set { self.colors[usize::from(!white)] }
    fn ours(&self) -> Set { self.of_color(self.white_to_move) }
    fn theirs(&self) -> Set { self.of_color(!self.white_to_move) }
    fn role(&self, role: Role) -> Set { self.roles[role as usize] }
    fn pieces(&self, role: Role, white: bool) -> Set { self.role(role) & self.of_color(white) }

    fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role) & bit(square) != 0)
    }

    fn king(&self, white: bool) -> Square { self.pieces(Role::King, white).trailing_zeros() as Square }
}

// Page 1. FEN
fn from_fen(text: &str) -> Option<Position> {
    let mut fields = text.split_whitespace();
    let mut position = Position { roles: [0; 6], colors: [0; 2], white_to_move: true, castling: 0, en_passant: None };
    for (rank, row) in (0..8).rev().zip(fields.next()?.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(9) {
                file += empty as Square;
            } else if file < 8 {
                let here = bit(8 * rank + file);
                position.roles["pnbrqk".find(letter.to_ascii_lowercase())?] |= here;
                position.colors[usize::from(letter.is_lowercase())] |= here;
                file += 1;
            } else {
                return None;
            }
        }
    }
    if [true, false].into_iter().any(|white| position.pieces(Role::King, white).count_ones() != 1) { return None; }
    position.white_to_move = fields.next()? == "w";
    for letter in fields.next()?.chars().filter(|&letter| letter != '-') {
        position.castling |= castling_rook(&position, letter)?;
    }
    position.en_passant = fields.next().and_then(square);
    Some(position)
}

fn castling_rook(position: &Position, letter: char) -> Option<Set> {
    let white = letter.is_uppercase();
    let king = position.king(white);
    let home = king - king % 8;
    let candidates: Vec<Square> = match letter.to_ascii_lowercase() {
        'k' => (king + 1..home + 8).rev().collect(),
        'q' => (home..king).collect(),
        file => vec![home + "abcdefgh".find(file)? as Square],
    };
    candidates.into_iter().map(bit).find(|&rook| position.pieces(Role::Rook, white) & rook != 0)
}

// Page 2. Kings, knights and pawns
const fn knights(set: Set) -> Set {
    let one = east(set) | west(set);
    let two = east(east(set)) | west(west(set));
    north(north(one)) | south(south(one)) | north(two) | south(two)
}

const fn king(set: Set) -> Set {
    let row = set | east(set) | west(set);
    (row | north(row) | south(row)) & !set
}

const fn forward(white: bool, set: Set) -> Set { if white { north(set) } else { south(set) } }
const fn single_pushes(white: bool, pawns: Set, empty: Set) -> Set { forward(white, pawns) & empty }

const fn double_pushes(white: bool, pawns: Set, empty: Set) -> Set {
    let third_rank = if white { RANK_1 << 16 } else { RANK_8 >> 16 };
    forward(white, single_pushes(white, pawns, empty) & third_rank) & empty
}

const fn pawn_attacks(white: bool, pawns: Set) -> Set {
    let ahead = forward(white, pawns);
    east(ahead) | west(ahead)
}

const fn pawns_attacking(white: bool, square: Set, pawns: Set) -> Set { pawn_attacks(!white, square) & pawns }

// Page 3. Rooks and bishops
const DIRECTIONS: [fn(Set) -> Set; 8] = [
    north,
    east,
    south,
    west,
    |set| north(east(set)),
    |set| south(east(set)),
    |set| south(west(set)),
    |set| north(west(set)),
];

fn walk(from: Square, direction: fn(Set) -> Set, occupied: Set) -> Set {
    let mut seen = 0;
    let mut step = direction(bit(from));
    while step != 0 {
        seen |= step;
        if step & occupied != 0 { break; }
        step = direction(step);
    }
    seen
}

fn rook(from: Square, occupied: Set) -> Set {
    DIRECTIONS[..4].iter().map(|&direction| walk(from, direction, occupied)).fold(0, |all, ray| all | ray)
}

fn bishop(from: Square, occupied: Set) -> Set {
    DIRECTIONS[4..].iter().map(|&direction| walk(from, direction, occupied)).fold(0, |all, ray| all | ray)
}

// Page 4. Moves
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind { Normal, DoublePush, EnPassant, Castle, Promotion(Role) }

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move { from: Square, to: Square, kind: Kind }

fn attacks(role: Role, white: bool, from: Square, occupied: Set) -> Set {
    match role {
        Role::Pawn => pawn_attacks(white, bit(from)),
        Role::Knight => knights(bit(from)),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => rook(from, occupied) | bishop(from, occupied),
        Role::King => king(bit(from)),
    }
}

fn targets(position: &Position, role: Role, from: Square) -> Set {
    let (white, occupied) = (position.white_to_move, position.occupied());
    let attacked = attacks(role, white, from, occupied);
    if role != Role::Pawn { return attacked & !position.ours(); }
    let pushes = single_pushes(white, bit(from), !occupied) | double_pushes(white, bit(from), !occupied);
    attacked & position.theirs() | pushes
}

fn emit(role: Role, from: Square, targets: Set, moves: &mut Vec<Move>) {
    for to in squares(targets) {
        let mut push = |kind| moves.push(Move { from, to, kind });
        if role != Role::Pawn {
            push(Kind::Normal);
        } else if bit(to) & (RANK_1 | RANK_8) != 0 {
            for promoted in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] { push(Kind::Promotion(promoted)); }
        } else if from.abs_diff(to) == 16 {
            push(Kind::DoublePush);
        } else {
            push(Kind::Normal);
        }
    }
}

fn steps(position: &Position, targets: impl Fn(&Position, Role, Square) -> Set) -> Vec<Move> {
    let mut moves = Vec::new();
    for role in Role::ALL {
        for from in squares(position.pieces(role, position.white_to_move)) {
            emit(role, from, targets(position, role, from), &mut moves);
        }
    }
    moves
}

fn castled(king: Square, rook: Square) -> (Square, Square) {
    let home = king - king % 8;
    if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) }
}

fn behind(square: Square, white: bool) -> Square { if white { square - 8 } else { square + 8 } }

impl Position {
    fn lift(&mut self, square: Square) {
        self.roles.iter_mut().chain(&mut self.colors).for_each(|set| *set &= !bit(square));
    }

    fn put(&mut self, square: Square, role: Role, white: bool) {
        self.roles[role as usize] |= bit(square);
        self.colors[usize::from(!white)] |= bit(square);
    }

    fn after(&self, mv: Move) -> Position {
        let white = self.white_to_move;
        let role = self.role_at(mv.from).expect("a move begins on a piece");
        let mut next = *self;
        next.lift(mv.from);
        next.lift(if mv.kind == Kind::EnPassant { behind(mv.to, white) } else { mv.to });
        match mv.kind {
            Kind::Castle => {
                let (king_to, rook_to) = castled(mv.from, mv.to);
                next.put(king_to, Role::King, white);
                next.put(rook_to, Role::Rook, white);
            }
            Kind::Promotion(promoted) => next.put(mv.to, promoted, white),
            _ => next.put(mv.to, role, white),
        }
        next.castling &= !(bit(mv.from) | bit(mv.to));
        if role == Role::King { next.castling &= !self.ours(); }
        next.en_passant = (mv.kind == Kind::DoublePush).then(|| behind(mv.to, white));
        next.white_to_move = !white;
        next
    }
}

// Page 5. Checks
fn attackers(position: &Position, square: Square, white: bool, occupied: Set) -> Set {
    let queens = position.role(Role::Queen);
    let attackers = rook(square, occupied) & (position.role(Role::Rook) | queens)
        | bishop(square, occupied) & (position.role(Role::Bishop) | queens)
        | knights(bit(square)) & position.role(Role::Knight)
        | king(bit(square)) & position.role(Role::King)
        | pawns_attacking(white, bit(square), position.role(Role::Pawn));
    attackers & position.of_color(white)
}

fn checkers(position: &Position) -> Set {
    let white = position.white_to_move;
    attackers(position, position.king(white), !white, position.occupied())
}

// Page 5 and 6. Legal targets
fn between(a: Square, b: Square) -> Set {
    let on_the_way = DIRECTIONS.iter().map(|&direction| walk(a, direction, bit(b)));
    on_the_way.into_iter().find(|ray| ray & bit(b) != 0).map_or(0, |ray| ray & !bit(b))
}

fn check_mask(position: &Position) -> Set {
    let king = position.king(position.white_to_move);
    let checkers = checkers(position);
    match checkers.count_ones() {
        0 => !0,
        1 => checkers | between(king, checkers.trailing_zeros() as Square),
        _ => 0,
    }
}

fn snipers(position: &Position) -> Set {
    let king = position.king(position.white_to_move);
    let (queens, theirs) = (position.role(Role::Queen), position.theirs());
    let orthogonal = rook(king, theirs) & (position.role(Role::Rook) | queens);
    let diagonal = bishop(king, theirs) & (position.role(Role::Bishop) | queens);
    (orthogonal | diagonal) & theirs
}

fn pin_mask(position: &Position, from: Square) -> Set {
    let king = position.king(position.white_to_move);
    for sniper in squares(snipers(position)) {
        let line = between(king, sniper);
        if line & position.occupied() == bit(from) { return line | bit(sniper); }
    }
    !0
}

fn king_danger(position: &Position) -> Set {
    let white = position.white_to_move;
    let occupied = position.occupied() & !bit(position.king(white));
    let mut danger = 0;
    for role in Role::ALL {
        for from in squares(position.pieces(role, !white)) { danger |= attacks(role, !white, from, occupied); }
    }
    danger
}

fn legal_targets(position: &Position, role: Role, from: Square) -> Set {
    let targets = targets(position, role, from);
    if role == Role::King {
        targets & !king_danger(position)
    } else {
        targets & check_mask(position) & pin_mask(position, from)
    }
}

fn legal_steps(position: &Position) -> Vec<Move> { steps(position, legal_targets) }

// Page 7. Castling
fn span(a: Square, b: Square) -> Set { (a.min(b)..=a.max(b)).fold(0, |all, square| all | bit(square)) }

fn may_castle(position: &Position, rook: Square) -> bool {
    let white = position.white_to_move;
    let king = position.king(white);
    let (king_to, rook_to) = castled(king, rook);
    let others = position.occupied() & !bit(king) & !bit(rook);
    if (span(king, king_to) | span(rook, rook_to)) & others != 0 { return false; }
    let without_rook = position.occupied() & !bit(rook);
    squares(span(king, king_to)).all(|square| attackers(position, square, !white, without_rook) == 0)
}

fn castles(position: &Position) -> Vec<Move> {
    let from = position.king(position.white_to_move);
    let rooks = squares(position.castling & position.ours()).filter(|&rook| may_castle(position, rook));
    rooks.map(|to| Move { from, to, kind: Kind::Castle }).collect()
}

// Page 8. En passant, and all moves
fn en_passant_captures(position: &Position) -> Vec<Move> {
    let Some(to) = position.en_passant else { return Vec::new() };
    let white = position.white_to_move;
    let capturers = pawns_attacking(white, bit(to), position.pieces(Role::Pawn, white));
    squares(capturers).map(|from| Move { from, to, kind: Kind::EnPassant }).collect()
}

fn en_passant_is_legal(position: &Position, mv: Move) -> bool {
    let white = position.white_to_move;
    let captured = bit(behind(mv.to, white));
    let occupied = position.occupied() & !bit(mv.from) & !captured | bit(mv.to);
    attackers(position, position.king(white), !white, occupied) & !captured == 0
}

fn legal_en_passant(position: &Position) -> Vec<Move> {
    let mut moves = en_passant_captures(position);
    moves.retain(|&mv| en_passant_is_legal(position, mv));
    moves
}

fn legal(position: &Position) -> Vec<Move> {
    [legal_steps(position), legal_en_passant(position), castles(position)].concat()
}

// Page 4 and 11. Counting
fn perft(position: &Position, depth: u32, moves: fn(&Position) -> Vec<Move>) -> u64 {
    if depth == 0 { return 1; }
    moves(position).into_iter().map(|mv| perft(&position.after(mv), depth - 1, moves)).sum()
}

fn divide(position: &Position, depth: u32, moves: fn(&Position) -> Vec<Move>) -> Vec<(Move, u64)> {
    let below = |mv| (mv, perft(&position.after(mv), depth.saturating_sub(1), moves));
    moves(position).into_iter().map(below).collect()
}

fn uci(mv: Move) -> String {
    let promoted = if let Kind::Promotion(role) = mv.kind { &"pnbrqk"[role as usize..=role as usize] } else { "" };
    name(mv.from) + &name(mv.to) + promoted
}

fn find_move(position: &Position, text: &str) -> Option<Move> {
    let king_step = |mv: Move| name(mv.from) + &name(castled(mv.from, mv.to).0);
    let mut moves = legal(position).into_iter();
    moves.find(|&mv| uci(mv) == text || mv.kind == Kind::Castle && king_step(mv) == text)
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let [_, depth, fen, moves @ ..] = &words[..] else { panic!("usage: generator DEPTH FEN [MOVES]") };
    let mut position = from_fen(fen).expect("a FEN");
    for text in moves.iter().flat_map(|moves| moves.split_whitespace()) {
        position = position.after(find_move(&position, text).expect("a legal move"));
    }
    let parts = divide(&position, depth.parse().expect("a depth"), legal);
    for (mv, paths) in &parts { println!("{} {paths}", uci(*mv)); }
    println!("\n{}", parts.iter().map(|(_, paths)| paths).sum::<u64>());
}
