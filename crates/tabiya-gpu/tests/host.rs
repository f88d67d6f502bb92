//! The device functions, compiled for this machine, against the rules crate.
//!
//! The kernels are CUDA C++ that is C++ but for a few words, so a compiler for this machine and no GPU are all that is
//! needed. Where there is no compiler the tests say so and pass.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tabiya::{Color, File, MoveKind, Piece, Position, Role, Setup, Square};
use tabiya_check::Random;
use tabiya_check::positions::KIWIPETE;
use tabiya_gpu::Packed;

const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const PLIES: usize = 160;

/// Past the harness, which shows nothing of a test that passes.
fn skipped() {
    writeln!(std::io::stderr(), "skipped: no C++ compiler here").expect("standard error");
}

/// Positions of random games from every kind of start.
fn random_positions(least: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    let mut game = 0;
    while positions.len() < least {
        let mut position = match game % 6 {
            0 => Position::startpos(),
            1 => Position::from_fen(KIWIPETE).unwrap(),
            2 => Position::chess960(random.below(960) as u16).unwrap(),
            3 => Position::double_chess960(random.below(960) as u16, random.below(960) as u16).unwrap(),
            4 => Position::from_fen(PROMOTIONS).unwrap(),
            _ => Position::from_fen(EN_PASSANT).unwrap(),
        };
        game += 1;
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            positions.push(position);
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[random.below(moves.len())]);
        }
    }
    positions
}

/// Positions as no game has them: kings that may castle among strangers, with rooks that stand anywhere.
fn random_setups(least: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    while positions.len() < least {
        let mut setup = Setup::EMPTY;
        setup.turn = Color::ALL[random.below(2)];
        for color in Color::ALL {
            let file = 1 + random.below(6);
            let on = |file: usize| Square::new(File::ALL[file], color.back_rank());
            setup.board.set(on(file), Piece::new(color, Role::King));
            // Rooks on either side, each with one chance in two; or the king moves away.
            for rook in [random.below(file), file + 1 + random.below(7 - file)] {
                if random.below(2) == 0 {
                    setup.board.set(on(rook), Piece::new(color, Role::Rook));
                    setup.castling |= on(rook).bitboard();
                }
            }
            if !setup.castling.intersects(color.back_rank().bitboard()) {
                setup.board.remove(on(file));
                let square = Square::ALL[random.below(64)];
                setup.board.set(square, Piece::new(color, Role::King));
            }
        }
        for _ in 0..random.below(28) {
            let role = Role::ALL[random.below(5)];
            let square = Square::ALL[if role == Role::Pawn { 8 + random.below(48) } else { random.below(64) }];
            if setup.board.piece_at(square).is_none() {
                setup.board.set(square, Piece::new(Color::ALL[random.below(2)], role));
            }
        }
        positions.extend(Position::from_setup(setup));
    }
    positions
}

/// A program that is there as long as it is needed.
struct Program(PathBuf);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The kernels as a program of this machine, or nothing if there is no compiler.
fn compiled(name: &str) -> Option<Program> {
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut build = cc::Build::new();
    build.cpp(true).cargo_metadata(false).host(&triple).target(&triple).opt_level(2).debug(false).warnings(false);
    build.out_dir(env!("CARGO_TARGET_TMPDIR"));
    // These tests may run twice at once, and no program can be written while it runs.
    let name = format!("{name}-{}", std::process::id());
    let program = Program(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels/host.cpp");
    let compiler = build.try_get_compiler().ok()?;
    if compiler.to_command().arg("--version").output().is_err() {
        return None;
    }
    let output = compiler.to_command().arg("-std=c++17").arg("-o").arg(&program.0).arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

/// Hands positions to the program and returns all it writes, word by word.
fn answers(program: &Program, positions: &[Position], arguments: &[&str]) -> Vec<u64> {
    let mut child =
        Command::new(&program.0).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let words = positions.iter().flat_map(|position| Packed::new(position).0);
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    let writer = std::thread::spawn(move || input.write_all(&bytes).unwrap());
    let mut output = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut output).unwrap();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    output.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn moves_and_pairs_are_those_of_the_rules() {
    let Some(program) = compiled("pairs") else {
        skipped();
        return;
    };
    let mut positions = random_positions(800_000, 0x9e37_79b9_7f4a_7c15);
    positions.extend(random_setups(200_000, 0x0ca5_71e5));
    // King and rook forbid a step together, and castling takes both away: once wrong by one.
    positions.push(Position::from_fen("4q2b/3r1n2/8/3P2Q1/6r1/k1P5/Nn4P1/RK6 w A - 0 1").unwrap());
    let (mut left, mut children) = (0, 0);
    for part in positions.chunks(100_000) {
        for (position, answer) in part.iter().zip(answers(&program, part, &["pairs"]).chunks_exact(4)) {
            let moves = position.legal_moves();
            let pairs: u64 = moves.iter().map(|&mv| position.after(mv).count_legal() as u64).sum();
            assert_eq!(answer[0], moves.len() as u64, "moves of {}", position.fen());
            assert_eq!(answer[1], pairs, "replies, every move made: {}", position.fen());
            assert_eq!(answer[2], pairs, "replies by lift and drop: {}", position.fen());
            left += answer[3];
            children += moves.len() as u64;
        }
    }
    eprintln!("{left} of {children} moves were left for later");
    assert!(left > 0 && left < children / 6, "{left} of {children} moves were left for later");
}

#[test]
fn children_are_those_of_the_rules() {
    let Some(program) = compiled("children") else {
        skipped();
        return;
    };
    let positions = random_positions(60_000, 0x0dd_ba11);
    let words = answers(&program, &positions, &["children"]);
    let mut rest = words.as_slice();
    let mut met = [0_u32; 16];
    for position in &positions {
        let len = rest[0] as usize;
        let (mine, after) = rest[1..].split_at(4 * len);
        rest = after;
        let mut mine: Vec<Packed> = mine.chunks_exact(4).map(|words| Packed(words.try_into().unwrap())).collect();
        let moves = position.legal_moves();
        let mut theirs: Vec<Packed> = moves.iter().map(|&mv| Packed::new(&position.after(mv))).collect();
        mine.sort_unstable();
        theirs.sort_unstable();
        assert!(mine == theirs, "children of {}", position.fen());
        moves.iter().for_each(|mv| met[mv.kind() as usize & 15] += 1);
    }
    for kind in [MoveKind::DoublePush, MoveKind::EnPassant, MoveKind::CastleKing, MoveKind::CastleQueen] {
        assert!(met[kind as usize & 15] > 100, "too few of {kind:?}");
    }
    for kind in [MoveKind::PromoteQueen, MoveKind::CapturePromoteKnight] {
        assert!(met[kind as usize & 15] > 100, "too few of {kind:?}");
    }
}

/// What the side that does not move has, and where: its pieces, and its rooks that may castle.
fn other_side(position: &Position) -> Vec<(Square, Piece, bool)> {
    let rooks = position.castling_rights().rooks();
    let pieces = position.occupied().into_iter().filter_map(|square| Some((square, position.piece_at(square)?)));
    let theirs = pieces.filter(|(_, piece)| piece.color() != position.turn());
    theirs.map(|(square, piece)| (square, piece, rooks.0 >> square.index() & 1 != 0)).collect()
}

/// The board as the side to move sees it, which is what kernels get.
fn turned((square, piece, castles): (Square, Piece, bool)) -> (u8, u8, bool) {
    let turn = if piece.color() == tabiya::Color::White { 56 } else { 0 };
    (square.index() as u8 ^ turn, piece.role() as u8, castles)
}

#[test]
fn sides_are_told_apart_and_slices_keep_them_together() {
    let Some(program) = compiled("sides") else {
        skipped();
        return;
    };
    let positions = random_positions(300_000, 0x5eed_0001);
    let (mut sides, mut hashes) = (HashMap::new(), HashMap::new());
    let mut met_again = 0;
    for (position, answer) in positions.iter().zip(answers(&program, &positions, &["sides"]).chunks_exact(6)) {
        let mut side: Vec<_> = other_side(position).into_iter().map(turned).collect();
        side.sort_unstable();
        assert!(answer[1] < 1 << 16);
        for (slice, slices) in answer[2..].iter().zip([1, 8, 1024, 100_000]) {
            assert!(*slice < slices, "slice {slice} of {slices}: {}", position.fen());
        }
        // All but the last number of slices leave groups whole.
        let known: &mut Vec<u64> = sides.entry(side.clone()).or_insert_with(|| answer[..5].to_vec());
        assert_eq!(known[..], answer[..5], "one side, told apart: {}", position.fen());
        let first = hashes.entry(answer[0]).or_insert_with(|| (side.clone(), 0));
        assert_eq!(first.0, side, "two sides with one hash: {}", position.fen());
        first.1 += 1;
        met_again += usize::from(first.1 > 1);
    }
    assert!(met_again > 1000, "too few sides in two positions: {met_again}");
}

#[test]
fn tables_hold_every_position_once() {
    let Some(program) = compiled("merge") else {
        skipped();
        return;
    };
    let positions = random_positions(200_000, 0x5eed_0003);
    let mut expected: BTreeMap<Packed, u64> = BTreeMap::new();
    positions.iter().for_each(|position| *expected.entry(Packed::new(position)).or_default() += 1);
    let distinct = expected.len();
    // Roomy, in ranges that are too small for what they get, and with a table that is too small for all.
    for (lines, range, full) in [(distinct, distinct, false), (distinct, 50, false), (distinct / 6, distinct / 6, true)]
    {
        let words = answers(&program, &positions, &["merge", &lines.to_string(), &range.to_string()]);
        let mut found: BTreeMap<Packed, u64> = BTreeMap::new();
        let mut entries = 0;
        for entry in words.chunks_exact(5) {
            *found.entry(Packed(entry[..4].try_into().unwrap())).or_default() += entry[4];
            entries += 1;
        }
        assert!(found == expected, "{lines} lines in ranges of {range}");
        assert_eq!(entries > distinct, full, "{entries} entries of {distinct} positions in {lines} lines");
    }
}
