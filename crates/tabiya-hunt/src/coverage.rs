//! What was asked: the dimensions in which generators go wrong, their values, and how often each was asked about.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use tabiya::attacks::{aligned, between};
use tabiya::{Color, File, Move, MoveKind, Position, Rank, Role, Square, Wing};

use crate::compare::{Case, Probe};

/// The values of one dimension.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The dimension.
    pub dimension: &'static str,
    /// How many of its values were asked about.
    pub asked: usize,
    /// How many there are.
    pub values: usize,
    /// Those that were not.
    pub missing: Vec<String>,
}

type Value = (&'static str, String);

/// How often every value was asked about.
#[derive(Clone, Debug)]
pub struct Coverage {
    counts: BTreeMap<Value, u64>,
}

const MOVES: &str = "moves in the position";
const PIECES: &str = "pieces of a kind";
const CLOCK: &str = "halfmove clock";
const NUMBER: &str = "move number";
const CASTLING: &str = "files of castling king and rook";
const PATH: &str = "attackers of the castling path";
const PIN: &str = "line, pinned piece, pinner";
const PINNED_PAWN: &str = "moves of pinned pawns";
const EN_PASSANT: &str = "en passant by files";
const EN_PASSANT_KING: &str = "en passant and the king";
const PROMOTION: &str = "promotions by file";
const CHECK: &str = "checkers";
const LINE: &str = "moves played first";
const DEPTH: &str = "depth";
const CHESS: &str = "kind of chess";
const BEFORE: &str = "after a question with";

const DIMENSIONS: [&str; 16] = [
    MOVES,
    PIECES,
    CLOCK,
    NUMBER,
    CASTLING,
    PATH,
    PIN,
    PINNED_PAWN,
    EN_PASSANT,
    EN_PASSANT_KING,
    PROMOTION,
    CHECK,
    LINE,
    DEPTH,
    CHESS,
    BEFORE,
];

const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Steps of numbers: each from its number up to the next.
const MOVES_FROM: &[u32] = &[0, 1, 10, 30, 60, 100];
const CLOCK_FROM: &[u32] = &[0, 1, 50, 99, 100, 101];
const NUMBER_FROM: &[u32] = &[1, 2, 100, 256, 1000];
const LINE_FROM: &[u32] = &[0, 1, 7, 41, 201];
const DEPTH_FROM: &[u32] = &[1, 2, 3, 4, 5, 6];

fn step(steps: &[u32], number: u32) -> String {
    let at = steps.iter().rposition(|&from| from <= number).unwrap_or(0);
    match steps.get(at + 1) {
        Some(&next) if next == steps[at] + 1 => steps[at].to_string(),
        Some(&next) => format!("{} to {}", steps[at], next - 1),
        None => format!("{} and more", steps[at]),
    }
}

/// Every value of every dimension.
fn universe() -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    let mut add = |dimension, value: String| all.push((dimension, value));
    let numbers =
        [(MOVES, MOVES_FROM), (CLOCK, CLOCK_FROM), (NUMBER, NUMBER_FROM), (LINE, LINE_FROM), (DEPTH, DEPTH_FROM)];
    for (dimension, steps) in numbers {
        steps.iter().for_each(|&number| add(dimension, step(steps, number)));
    }
    for role in ROLES {
        let most = match role {
            Role::Pawn => 8,
            Role::Queen => 9,
            _ => 10,
        };
        (0..=most).for_each(|count| add(PIECES, format!("{count} {}", role.name())));
    }
    for king in &File::ALL[1..7] {
        File::ALL.iter().filter(|&rook| rook != king).for_each(|rook| add(CASTLING, files(*king, *rook)));
    }
    for place in ["king", "crossed", "target", "rook"] {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King || place != "king") {
            add(PATH, format!("{place} by {}", role.name()));
        }
    }
    for line in ["file", "rank", "diagonal"] {
        for pinner in [if line == "diagonal" { Role::Bishop } else { Role::Rook }, Role::Queen] {
            ROLES.iter().for_each(|pinned| add(PIN, format!("{line}, {}, {}", pinned.name(), pinner.name())));
        }
    }
    for what in ["push", "double push", "capture", "promotion by capture", "en passant"] {
        add(PINNED_PAWN, what.into());
    }
    for pair in File::ALL.windows(2) {
        for color in [Color::White, Color::Black] {
            add(EN_PASSANT, format!("{} {}", color.name(), files(pair[0], pair[1])));
            add(EN_PASSANT, format!("{} {}", color.name(), files(pair[1], pair[0])));
        }
    }
    for what in ["allowed", "answers the check", "in check", "pinned pawn", "both pawns leave the rank"] {
        add(EN_PASSANT_KING, what.into());
    }
    for color in [Color::White, Color::Black] {
        for from in File::ALL {
            let targets = File::ALL.into_iter().filter(|to| to.index().abs_diff(from.index()) <= 1);
            targets.for_each(|to| add(PROMOTION, format!("{} {}", color.name(), files(from, to))));
        }
    }
    for role in ROLES {
        add(CHECK, role.name().into());
    }
    let doubles = ["bishop and knight", "knight and rook", "knight and queen", "bishop and rook", "bishop and queen"];
    for double in doubles.into_iter().chain(["queen and rook", "bishop and pawn", "pawn and rook", "pawn and queen"]) {
        add(CHECK, double.into());
    }
    for kind in ["standard", "Chess960", "Chess960 with two setups"] {
        add(CHESS, kind.into());
    }
    for before in
        ["the other kind of chess", "en passant", "castling rights", "a check", "moves played", "mate or stalemate"]
    {
        add(BEFORE, before.into());
    }
    all
}

fn files(from: File, to: File) -> String {
    format!("{} to {}", from.letter(), to.letter())
}

/// The values that a question has, by its position alone.
fn of_position(position: &Position, values: &mut Vec<Value>) {
    let (us, board) = (position.turn(), position.board());
    let moves = position.legal_moves();
    values.push((MOVES, step(MOVES_FROM, moves.len() as u32)));
    for role in ROLES {
        values.push((PIECES, format!("{} {}", board.pieces(us, role).len(), role.name())));
    }
    values.push((CLOCK, step(CLOCK_FROM, position.halfmove_clock())));
    values.push((NUMBER, step(NUMBER_FROM, position.fullmove())));
    castling(position, values);
    pins(position, &moves, values);
    en_passant(position, &moves, values);
    for mv in moves.iter().filter(|mv| mv.is_promotion()) {
        values.push((PROMOTION, format!("{} {}", us.name(), files(mv.from().file(), mv.to().file()))));
    }
    let mut checkers: Vec<&str> =
        position.checkers().into_iter().filter_map(|square| board.role_at(square)).map(Role::name).collect();
    if !checkers.is_empty() {
        checkers.sort_unstable();
        values.push((CHECK, checkers.join(" and ")));
    }
}

fn castling(position: &Position, values: &mut Vec<Value>) {
    let (us, board) = (position.turn(), position.board());
    let king = position.king_of(us);
    for wing in [Wing::King, Wing::Queen] {
        let Some(rook) = position.castling_rook(us, wing) else {
            continue;
        };
        values.push((CASTLING, files(king.file(), rook.file())));
        let path = tabiya::CastlingPath::new(king, rook);
        let mut attacked = |squares: tabiya::Bitboard, place: &str| {
            for square in squares {
                let attackers = board.attackers_to(square, position.occupied()) & board.by_color(!us);
                let roles = attackers.into_iter().filter_map(|from| board.role_at(from));
                roles.for_each(|role| values.push((PATH, format!("{place} by {}", role.name()))));
            }
        };
        attacked(king.bitboard(), "king");
        attacked(path.king_walk - path.king_to.bitboard() - king.bitboard(), "crossed");
        attacked(path.king_to.bitboard(), "target");
        attacked((path.must_be_empty | rook.bitboard()) - path.king_walk - king.bitboard(), "rook");
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
            values.push((PIN, format!("{line}, {}, {}", role.name(), pinner.name())));
        }
        if board.role_at(pinned) == Some(Role::Pawn) {
            for mv in moves.iter().filter(|mv| mv.from() == pinned) {
                let what = match (mv.is_promotion(), mv.is_capture()) {
                    _ if mv.is_en_passant() => "en passant",
                    _ if mv.kind() == MoveKind::DoublePush => "double push",
                    (true, true) => "promotion by capture",
                    (false, true) => "capture",
                    (_, false) => "push",
                };
                values.push((PINNED_PAWN, what.into()));
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
    for from in pawns.into_iter().filter(|from| from.file().index().abs_diff(target.file().index()) == 1) {
        let allowed = moves.iter().any(|mv| mv.is_en_passant() && mv.from() == from);
        values.push((EN_PASSANT, format!("{} {}", us.name(), files(from.file(), target.file()))));
        let what = match (allowed, position.in_check()) {
            (true, true) => "answers the check",
            (true, false) => "allowed",
            (false, true) => "in check",
            (false, false) if position.pinned().contains(from) => "pinned pawn",
            (false, false) => "both pawns leave the rank",
        };
        values.push((EN_PASSANT_KING, what.into()));
    }
}

/// The values that a question has, after the one before.
fn of_question(case: &Case, before: Option<&Case>) -> Vec<Value> {
    let node = case.node();
    let (Probe::Count(depth) | Probe::Again(depth)) = case.probe;
    let mut values = vec![(LINE, step(LINE_FROM, case.line.len() as u32)), (DEPTH, step(DEPTH_FROM, depth))];
    of_position(&node, &mut values);
    values.push((CHESS, kind_of_chess(&node, case.chess960).into()));
    if let Some(before) = before {
        let earlier = before.node();
        let traits = [
            (before.chess960 != case.chess960, "the other kind of chess"),
            (earlier.last_double_push().is_some(), "en passant"),
            (!earlier.castling_rights().is_empty(), "castling rights"),
            (earlier.in_check(), "a check"),
            (!before.line.is_empty(), "moves played"),
            (earlier.legal_moves().is_empty(), "mate or stalemate"),
        ];
        values.extend(traits.into_iter().filter(|&(has, _)| has).map(|(_, what)| (BEFORE, what.to_owned())));
    }
    values
}

fn kind_of_chess(position: &Position, chess960: bool) -> &'static str {
    let rooks = |color: Color| -> Vec<Option<File>> {
        let king = Some(position.king_of(color).file());
        [Wing::King, Wing::Queen]
            .into_iter()
            .map(|wing| position.castling_rook(color, wing).map(Square::file))
            .chain([king])
            .collect()
    };
    let castles = |color| rooks(color)[..2].iter().any(Option::is_some);
    let differ = castles(Color::White) && castles(Color::Black) && rooks(Color::White) != rooks(Color::Black);
    match (chess960, differ) {
        (false, _) => "standard",
        (true, false) => "Chess960",
        (true, true) => "Chess960 with two setups",
    }
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage { counts: universe().into_iter().map(|value| (value, 0)).collect() }
    }
}

impl Coverage {
    /// Counts a question that was put after another.
    pub fn note(&mut self, case: &Case, before: Option<&Case>) {
        for value in of_question(case, before) {
            self.counts.entry(value).and_modify(|count| *count += 1);
        }
    }

    /// Counts a position if it has a value that was not asked about yet; tells which.
    pub(crate) fn note_if_new(&mut self, position: &Position, chess960: bool) -> Option<String> {
        let mut values = vec![(CHESS, kind_of_chess(position, chess960).to_owned())];
        of_position(position, &mut values);
        let new = values.iter().find(|&value| self.counts.get(value) == Some(&0));
        let name = new.map(|(dimension, value)| format!("{dimension}: {value}"))?;
        for value in values {
            self.counts.entry(value).and_modify(|count| *count += 1);
        }
        Some(name)
    }

    /// The table: each dimension with what was asked and what was not.
    pub fn rows(&self) -> Vec<Row> {
        let rows = DIMENSIONS.iter().map(|&dimension| {
            let values = || self.counts.iter().filter(|((of, _), _)| *of == dimension);
            let missing = values().filter(|&(_, &count)| count == 0).map(|((_, value), _)| value.clone());
            let missing: Vec<String> = missing.collect();
            Row { dimension, asked: values().count() - missing.len(), values: values().count(), missing }
        });
        rows.collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what was asked | values | questions | not asked |\n|---|---|---|---|")?;
        for row in self.rows() {
            let counts = self.counts.iter().filter(|((of, _), _)| *of == row.dimension);
            let most = counts.map(|(_, &count)| count).sum::<u64>();
            let missing = row.missing.join("; ");
            writeln!(f, "| {} | {} of {} | {most} | {missing} |", row.dimension, row.asked, row.values)?;
        }
        Ok(())
    }
}
