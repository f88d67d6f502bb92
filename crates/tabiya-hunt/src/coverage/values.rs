//! The values that a question has.

use tabiya::attacks::{aligned, between};
use tabiya::{Bitboard, CastlingPath, Color, File, Move, MoveKind, Position, Rank, Role, Square, Wing};

use super::dimension::{
    CLOCK_FROM, DEPTH_FROM, Dimension, LINE_FROM, MOVES_FROM, NUMBER_FROM, ROLES, Value, files, step,
};
use crate::compare::{Case, Probe};

/// What castling on one side can meet with.
pub const CASTLE_STATES: [&str; 6] =
    ["allowed", "blocked", "in check", "across an attack", "onto an attack", "without its shield"];

/// Where a sliding checker stands, seen from the king.
pub const DIRECTIONS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// Values that are only names.
pub const NAMED: &[(Dimension, &[&str])] = &[
    (Dimension::Side, &["white", "black"]),
    (Dimension::Chess, &["standard", "Chess960", "Chess960 with two setups"]),
    (
        Dimension::Before,
        &["the other kind of chess", "en passant", "castling rights", "a check", "moves played", "mate or stalemate"],
    ),
    (
        Dimension::Played,
        &[
            "double push",
            "castling on the king side",
            "castling on the queen side",
            "en passant",
            "promotion by capture",
            "a castling rook moves",
            "a castling rook is taken",
            "a king with rights moves",
        ],
    ),
    (
        Dimension::Check,
        &[
            "pawn",
            "knight",
            "bishop",
            "rook",
            "queen",
            "bishop and knight",
            "knight and rook",
            "knight and queen",
            "bishop and rook",
            "bishop and queen",
            "queen and rook",
            "bishop and pawn",
            "pawn and rook",
            "pawn and queen",
            "rook and rook",
            "queen and queen",
        ],
    ),
    (
        Dimension::Answer,
        &["king steps", "double push blocks", "promotion blocks", "promotion captures", "en passant", "mate"],
    ),
    (Dimension::PinnedPawn, &["push", "double push", "capture", "promotion by capture", "en passant", "none"]),
    (
        Dimension::EnPassantKing,
        &[
            "allowed",
            "answers the check",
            "in check",
            "pinned pawn",
            "both pawns leave the rank",
            "square without a capture",
        ],
    ),
    (Dimension::Repeated, &["2", "3", "5"]),
    (Dimension::Material, &["bare kings", "one knight", "one bishop", "bishops on one colour"]),
];

/// The values that a question has, after the one before.
pub fn of_question(case: &Case, before: Option<&Case>) -> Vec<Value> {
    let (Probe::Count(depth) | Probe::Again(depth)) = case.probe;
    let mut values = of_case(case);
    values.push((Dimension::Depth, step(DEPTH_FROM, depth)));
    values.extend(before.into_iter().flat_map(|before| left_behind(before, case.chess960)));
    values
}

/// The values that a question has by its position and the moves before, whatever its depth.
pub fn of_case(case: &Case) -> Vec<Value> {
    let node = case.node();
    let mut values = vec![(Dimension::Line, step(LINE_FROM, case.line.len() as u32))];
    values.push((Dimension::Chess, kind_of_chess(&node, case.chess960).into()));
    of_position(&node, &mut values);
    if let Some((&last, earlier)) = case.line.split_last() {
        let position = earlier.iter().fold(case.start, |position, &mv| position.after(mv));
        played(&position, last, &mut values);
    }
    let times = times_occurred(case, &node);
    if times > 1 {
        values.push((Dimension::Repeated, times.to_string()));
    }
    values
}

/// What a question leaves behind for the next one.
fn left_behind(before: &Case, chess960: bool) -> Vec<Value> {
    let earlier = before.node();
    let traits = [
        (before.chess960 != chess960, "the other kind of chess"),
        (earlier.last_double_push().is_some(), "en passant"),
        (!earlier.castling_rights().is_empty(), "castling rights"),
        (earlier.in_check(), "a check"),
        (!before.line.is_empty(), "moves played"),
        (earlier.legal_moves().is_empty(), "mate or stalemate"),
    ];
    traits.into_iter().filter(|&(has, _)| has).map(|(_, what)| (Dimension::Before, what.to_owned())).collect()
}

fn of_position(position: &Position, values: &mut Vec<Value>) {
    let (us, board) = (position.turn(), position.board());
    let moves = position.legal_moves();
    values.push((Dimension::Side, us.name().into()));
    values.push((Dimension::Moves, step(MOVES_FROM, moves.len() as u32)));
    for role in ROLES {
        values.push((Dimension::Pieces, format!("{} {}", board.pieces(us, role).len(), role.name())));
    }
    values.push((Dimension::Clock, step(CLOCK_FROM, position.halfmove_clock())));
    values.push((Dimension::Number, step(NUMBER_FROM, position.fullmove())));
    let rights = [(Color::White, Wing::King), (Color::White, Wing::Queen), (Color::Black, Wing::King)];
    let rights = [rights.as_slice(), &[(Color::Black, Wing::Queen)]].concat();
    let has = |bit: usize| position.castling_rook(rights[bit].0, rights[bit].1).is_some();
    values.push((Dimension::Rights, rights_text(has)));
    for &mv in moves.iter() {
        of_move(position, mv, values);
    }
    if position.is_insufficient_material() {
        let minor = if board.by_role(Role::Knight).any() { "one knight" } else { "one bishop" };
        let what = match board.occupied().len() {
            2 => "bare kings",
            3 => minor,
            _ => "bishops on one colour",
        };
        values.push((Dimension::Material, what.into()));
    }
    castling(position, &moves, values);
    pins(position, &moves, values);
    en_passant(position, &moves, values);
    check(position, &moves, values);
}

/// A wing by name.
pub fn wing_name(wing: Wing) -> &'static str {
    match wing {
        Wing::King => "king",
        Wing::Queen => "queen",
    }
}

/// The castling rights as FENs write them.
pub fn rights_text(has: impl Fn(usize) -> bool) -> String {
    let letters: String = "KQkq".chars().enumerate().filter(|&(bit, _)| has(bit)).map(|(_, letter)| letter).collect();
    if letters.is_empty() { "none".into() } else { letters }
}

fn of_move(position: &Position, mv: Move, values: &mut Vec<Value>) {
    let Some(role) = position.role_at(mv.from()) else {
        return;
    };
    if !mv.is_castle() {
        values.push((Dimension::Mover, format!("{} {}", role.name(), mv.from())));
    }
    if mv.is_promotion() {
        values.push((Dimension::Promotion, files(mv.from().file(), mv.to().file())));
    }
    let taken = if mv.is_en_passant() { Some(Role::Pawn) } else { position.role_at(mv.to()) };
    if let (true, Some(taken)) = (mv.is_capture(), taken) {
        values.push((Dimension::Capture, format!("{} takes {}", role.name(), taken.name())));
    }
}

/// What the last move was.
fn played(position: &Position, mv: Move, values: &mut Vec<Value>) {
    let us = position.turn();
    let Some(role) = position.role_at(mv.from()) else {
        return;
    };
    let mut add = |what: String| values.push((Dimension::Played, what));
    let rook_of = |color: Color, square: Square| {
        [Wing::King, Wing::Queen].into_iter().any(|wing| position.castling_rook(color, wing) == Some(square))
    };
    match mv.kind() {
        MoveKind::CastleKing => add("castling on the king side".into()),
        MoveKind::CastleQueen => add("castling on the queen side".into()),
        MoveKind::EnPassant => add("en passant".into()),
        MoveKind::DoublePush => add("double push".into()),
        _ if mv.is_promotion() => {}
        _ if mv.is_capture() => add(format!("{} captures", role.name())),
        _ => add(role.name().into()),
    }
    if let Some(to) = mv.promotion() {
        add(format!("promotion to {}", to.name()));
        if mv.is_capture() {
            add("promotion by capture".into());
        }
    }
    if !mv.is_castle() && mv.is_capture() && rook_of(!us, mv.to()) {
        add("a castling rook is taken".into());
    }
    if rook_of(us, mv.from()) {
        add("a castling rook moves".into());
    }
    if role == Role::King && !mv.is_castle() && !position.castling_rights().rooks_of(us).is_empty() {
        add("a king with rights moves".into());
    }
}

fn times_occurred(case: &Case, node: &Position) -> usize {
    let mut position = case.start;
    let mut times = 1;
    for &mv in &case.line {
        times += usize::from(position.board() == node.board() && position.turn() == node.turn());
        position = position.after(mv);
    }
    times
}

fn castling(position: &Position, moves: &[Move], values: &mut Vec<Value>) {
    let (us, board) = (position.turn(), position.board());
    let king = position.king_of(us);
    for wing in [Wing::King, Wing::Queen] {
        let Some(rook) = position.castling_rook(us, wing) else {
            continue;
        };
        values.push((Dimension::Castling, files(king.file(), rook.file())));
        let path = CastlingPath::new(king, rook);
        let places = [
            ("king", king.bitboard()),
            ("crossed", path.king_walk - path.king_to.bitboard() - king.bitboard()),
            ("target", path.king_to.bitboard()),
            ("rook", (path.must_be_empty | rook.bitboard()) - path.king_walk - king.bitboard()),
        ];
        let mut attacked = [false; 4];
        for (at, (place, squares)) in places.into_iter().enumerate() {
            for square in squares {
                let attackers = board.attackers_to(square, position.occupied()) & board.by_color(!us);
                for role in attackers.into_iter().filter_map(|from| board.role_at(from)) {
                    values.push((Dimension::Path, format!("{place} by {}", role.name())));
                    attacked[at] = true;
                }
            }
        }
        let kind = if wing == Wing::King { MoveKind::CastleKing } else { MoveKind::CastleQueen };
        let state = match attacked {
            _ if moves.iter().any(|mv| mv.kind() == kind) => "allowed",
            _ if !path.is_free(position.occupied()) => "blocked",
            [true, ..] => "in check",
            [_, true, ..] => "across an attack",
            [_, _, true, _] => "onto an attack",
            _ => "without its shield",
        };
        values.push((Dimension::Castle, format!("{} side {state}", wing_name(wing))));
    }
}

fn pins(position: &Position, moves: &[Move], values: &mut Vec<Value>) {
    let (us, board) = (position.turn(), position.board());
    let king = position.king_of(us);
    for pinned in position.pinned() {
        let line = match (pinned.file() == king.file(), pinned.rank() == king.rank()) {
            (true, _) => "file",
            (_, true) => "rank",
            _ => "diagonal",
        };
        let sliders = if line == "diagonal" { board.diagonal_sliders() } else { board.orthogonal_sliders() };
        let pinner = (sliders & board.by_color(!us)).into_iter().find(|&from| {
            aligned(king, pinned, from) && between(king, from) & position.occupied() == pinned.bitboard()
        });
        if let (Some(role), Some(pinner)) = (board.role_at(pinned), pinner.and_then(|from| board.role_at(from))) {
            values.push((Dimension::Pin, format!("{line}, {}, {}", role.name(), pinner.name())));
        }
        if board.role_at(pinned) == Some(Role::Pawn) {
            let of_pawn = || moves.iter().filter(|mv| mv.from() == pinned);
            for mv in of_pawn() {
                let what = match (mv.is_promotion(), mv.is_capture()) {
                    _ if mv.is_en_passant() => "en passant",
                    _ if mv.kind() == MoveKind::DoublePush => "double push",
                    (true, true) => "promotion by capture",
                    (false, true) => "capture",
                    (_, false) => "push",
                };
                values.push((Dimension::PinnedPawn, what.into()));
            }
            if of_pawn().next().is_none() {
                values.push((Dimension::PinnedPawn, "none".into()));
            }
        }
    }
}

fn en_passant(position: &Position, moves: &[Move], values: &mut Vec<Value>) {
    let Some(target) = position.last_double_push() else {
        return;
    };
    let us = position.turn();
    let rank = us.pick(Rank::Fifth, Rank::Fourth);
    let pawns = position.board().pieces(us, Role::Pawn) & rank.bitboard();
    let beside: Vec<Square> =
        pawns.into_iter().filter(|from| from.file().index().abs_diff(target.file().index()) == 1).collect();
    if beside.is_empty() {
        values.push((Dimension::EnPassantKing, "square without a capture".into()));
    }
    for from in beside {
        let allowed = moves.iter().any(|mv| mv.is_en_passant() && mv.from() == from);
        values.push((Dimension::EnPassant, files(from.file(), target.file())));
        let what = match (allowed, position.in_check()) {
            (true, true) => "answers the check",
            (true, false) => "allowed",
            (false, true) => "in check",
            (false, false) if position.pinned().contains(from) => "pinned pawn",
            (false, false) => "both pawns leave the rank",
        };
        values.push((Dimension::EnPassantKing, what.into()));
    }
}

fn check(position: &Position, moves: &[Move], values: &mut Vec<Value>) {
    let board = position.board();
    let checkers: Vec<Square> = position.checkers().into_iter().collect();
    if checkers.is_empty() {
        return;
    }
    let mut roles: Vec<&str> = checkers.iter().filter_map(|&square| board.role_at(square)).map(Role::name).collect();
    roles.sort_unstable();
    values.push((Dimension::Check, roles.join(" and ")));
    let king = position.king_of(position.turn());
    for &checker in &checkers {
        let (files, ranks) = (apart(king, checker, |square| square.file().index()), apart(king, checker, rank_of));
        let direction = match (files.signum(), ranks.signum()) {
            (0, 1) => 0,
            (1, 1) => 1,
            (1, 0) => 2,
            (1, -1) => 3,
            (0, -1) => 4,
            (-1, -1) => 5,
            (-1, 0) => 6,
            _ => 7,
        };
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if straight && board.role_at(checker) != Some(Role::Pawn) {
            let distance = files.abs().max(ranks.abs());
            values.push((Dimension::Distance, format!("{} {distance}", DIRECTIONS[direction])));
        }
    }
    if moves.is_empty() {
        values.push((Dimension::Answer, "mate".into()));
    }
    let all: Bitboard = position.checkers();
    for mv in moves {
        let Some(role) = board.role_at(mv.from()) else {
            continue;
        };
        let what = match (mv.is_en_passant(), mv.is_promotion(), all.contains(mv.to()) || mv.is_capture()) {
            (true, ..) => "en passant".into(),
            (_, true, true) => "promotion captures".into(),
            (_, true, false) => "promotion blocks".into(),
            (.., true) => format!("{} captures", role.name()),
            _ if role == Role::King => "king steps".into(),
            _ if mv.kind() == MoveKind::DoublePush => "double push blocks".into(),
            _ => format!("{} blocks", role.name()),
        };
        values.push((Dimension::Answer, what));
    }
}

fn rank_of(square: Square) -> usize {
    square.rank().index()
}

fn apart(from: Square, to: Square, of: impl Fn(Square) -> usize) -> i32 {
    of(to) as i32 - of(from) as i32
}

fn kind_of_chess(position: &Position, chess960: bool) -> &'static str {
    let files = |color: Color| -> [Option<File>; 3] {
        let rook = |wing| position.castling_rook(color, wing).map(Square::file);
        [rook(Wing::King), rook(Wing::Queen), Some(position.king_of(color).file())]
    };
    let castles = |color| !position.castling_rights().rooks_of(color).is_empty();
    let differ = castles(Color::White) && castles(Color::Black) && files(Color::White) != files(Color::Black);
    match (chess960, differ) {
        (false, _) => "standard",
        (true, false) => "Chess960",
        (true, true) => "Chess960 with two setups",
    }
}
