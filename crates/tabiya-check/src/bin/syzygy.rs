//! `tabiya-syzygy` beside other probers and beside endgames solved here, on every position or on random ones.
#![forbid(unsafe_code)]

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use tabiya::{Board, Color, EnPassantField, FenStyle, Piece, Position, Role, Setup, Square};
use tabiya_check::Random;
use tabiya_check::peers::InMemory;
use tabiya_retro::endgame::{Distance, Endgames, Options};
use tabiya_syzygy::{Material, Metric, Tablebase, Wdl};

/// Compares answers of Syzygy tables.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// With the prober of shakmaty-syzygy: results, distances, and whether they are rounded.
    Shakmaty(Choice),
    /// With endgames solved here: results.
    Solved(Choice),
    /// Without a comparison: prints `FEN;RESULT;DISTANCE;MATE` for each position, for other probers to say the same.
    /// MATE is what the endgame solved here says, as `W3`, `D` or `L12`, or empty.
    Print {
        #[command(flatten)]
        choice: Choice,
        /// Solve endgames of up to this number of men.
        #[arg(long, default_value_t = 4)]
        solve: u32,
        /// Only every so many positions of three men.
        #[arg(long, default_value_t = 1)]
        stride: u64,
    },
}

#[derive(Args)]
struct Choice {
    /// A folder with tables.
    folder: PathBuf,
    /// Only this table, such as KQvKR.
    #[arg(long)]
    table: Option<Material>,
    /// Tables of this number of men.
    #[arg(long)]
    men: Option<u32>,
    /// Random positions of each table; three men are always complete.
    #[arg(long, default_value_t = 1_000_000)]
    positions: u64,
}

fn main() -> ExitCode {
    match run(Arguments::parse().what) {
        Ok(()) => ExitCode::SUCCESS,
        Err(difference) => {
            eprintln!("{difference}");
            ExitCode::FAILURE
        }
    }
}

type Failure = Box<dyn std::error::Error>;

fn run(what: What) -> Result<(), Failure> {
    let (What::Shakmaty(choice) | What::Solved(choice) | What::Print { choice, .. }) = &what;
    let tables = Tablebase::open(&choice.folder)?;
    let mut theirs = shakmaty_syzygy::Tablebase::with_filesystem(Arc::new(InMemory));
    theirs.add_directory(&choice.folder)?;
    let mut solved = Endgames::new();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let start = Instant::now();
    let mut total = 0;
    for name in tables.tables().into_iter().filter(|name| name.metric == Metric::Wdl) {
        let material = name.material;
        if choice.table.is_some_and(|table| table.canonical() != material)
            || choice.men.is_some_and(|men| men != material.men())
        {
            continue;
        }
        let is_solved = match what {
            What::Shakmaty(_) => false,
            What::Solved(_) => true,
            What::Print { solve, .. } => material.men() <= solve,
        };
        if is_solved {
            let cancel = AtomicBool::new(false);
            let options = Options { threads: 2, cancel: &cancel, done: &AtomicU64::new(0) };
            solved.add(material.to_string().replace('v', "").parse()?, options)?;
        }
        let mut compared = 0_u64;
        let mut with_en_passant = 0_u64;
        let mut seen = 0_u64;
        let stride = if let What::Print { stride, .. } = what { stride.max(1) } else { 1 };
        let mut compare = |position: &Position| -> Result<(), Failure> {
            seen += 1;
            if material.men() == 3 && !seen.is_multiple_of(stride) {
                return Ok(());
            }
            compared += 1;
            with_en_passant += u64::from(position.en_passant_legal().is_some());
            let wdl = tables.probe_wdl(position)?;
            match &what {
                What::Shakmaty(_) => same_as_shakmaty(&tables, &theirs, position),
                What::Solved(_) => {
                    let sign = match solved.probe(position)? {
                        Distance::Win(_) => Wdl::Win,
                        Distance::Draw => Wdl::Draw,
                        Distance::Loss(_) => Wdl::Loss,
                    };
                    if sign == wdl.without_fifty_move_rule() {
                        return Ok(());
                    }
                    Err(format!("{}: {wdl}, solved: {sign}", position.fen()).into())
                }
                What::Print { .. } => {
                    let dtz = tables.probe_dtz(position)?;
                    let mate = match is_solved.then(|| solved.probe(position)).transpose()? {
                        None => String::new(),
                        Some(Distance::Win(plies)) => format!("W{plies}"),
                        Some(Distance::Draw) => "D".to_owned(),
                        Some(Distance::Loss(plies)) => format!("L{plies}"),
                    };
                    writeln!(out, "{};{};{};{mate}", position.fen(), wdl.number(), dtz.plies())?;
                    Ok(())
                }
            }
        };
        if material.men() == 3 {
            every(material, &mut compare)?;
        } else {
            at_random(material, choice.positions, &mut compare)?;
        }
        total += compared;
        if !matches!(what, What::Print { .. }) {
            println!("{material}: {compared} positions agree, {with_en_passant} with en passant");
        }
    }
    if total == 0 {
        return Err("there is no such table: nothing was compared".into());
    }
    eprintln!("{total} positions in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The men of a material: kings, then the others.
fn men(material: Material) -> Vec<Piece> {
    let mut men = Vec::new();
    for role in Role::ALL.into_iter().rev() {
        for color in Color::ALL {
            men.extend((0..material.count(color, role)).map(|_| Piece::new(color, role)));
        }
    }
    men
}

/// Hands over a board with either side to move and every en passant square, as far as these are positions.
fn positions_of(board: Board, compare: &mut dyn FnMut(&Position) -> Result<(), Failure>) -> Result<u64, Failure> {
    let mut count = 0;
    for turn in Color::ALL {
        let setup = Setup { board, turn, ..Setup::EMPTY };
        let Ok(position) = Position::from_setup(setup) else { continue };
        compare(&position)?;
        count += 1;
        let both = Color::ALL.into_iter().all(|color| position.pieces(color, Role::Pawn).any());
        for file in tabiya::File::ALL.into_iter().filter(|_| both) {
            let square = Square::new(file, tabiya::Rank::Sixth.relative_to(turn));
            let setup = Setup { en_passant: Some(square), ..setup };
            if let Some(position) = Position::from_setup(setup).ok().filter(|p| p.en_passant_legal().is_some()) {
                compare(&position)?;
                count += 1;
            }
        }
    }
    Ok(count)
}

fn every(material: Material, compare: &mut dyn FnMut(&Position) -> Result<(), Failure>) -> Result<(), Failure> {
    fn place(
        men: &[Piece],
        board: Board,
        compare: &mut dyn FnMut(&Position) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some((&man, rest)) = men.split_first() else { return positions_of(board, compare).map(drop) };
        for square in !board.occupied() {
            let mut board = board;
            board.set(square, man);
            place(rest, board, compare)?;
        }
        Ok(())
    }
    // Both colours: the table serves either side.
    place(&men(material), Board::EMPTY, compare)?;
    if material.is_symmetric() { Ok(()) } else { place(&men(material.swapped()), Board::EMPTY, compare) }
}

fn at_random(
    material: Material,
    positions: u64,
    compare: &mut dyn FnMut(&Position) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut random = Random::new(material.to_string().bytes().fold(7, |seed, byte| seed * 31 + u64::from(byte)));
    let both = [men(material), men(material.swapped())];
    let mut count = 0;
    while count < positions {
        let mut board = Board::EMPTY;
        for &man in &both[random.below(2)] {
            let free: Vec<Square> = (!board.occupied()).into_iter().collect();
            board.set(random.one_of(&free), man);
        }
        count += positions_of(board, compare)?;
    }
    Ok(())
}

fn same_as_shakmaty(
    tables: &Tablebase,
    theirs: &shakmaty_syzygy::Tablebase<Chess>,
    position: &Position,
) -> Result<(), Failure> {
    let fen = position.to_fen(FenStyle { en_passant: EnPassantField::Legal, ..FenStyle::default() });
    let chess: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
    let wdl = tables.probe_wdl(position).map_err(|error| format!("{fen}: {error}"))?;
    let their_wdl = theirs.probe_wdl_after_zeroing(&chess).map_err(|error| format!("{fen}: shakmaty: {error}"))?;
    if wdl.number() != their_wdl.signum() * if their_wdl as i32 % 2 == 0 { 2 } else { 1 } {
        return Err(format!("{fen}: {wdl}, shakmaty: {their_wdl:?}").into());
    }
    let dtz = tables.probe_dtz(position).map_err(|error| format!("{fen}: {error}"))?;
    // Of replies that are equally long shakmaty takes the rounding of the first, and here it is that of all: only the plies
    // can be compared.
    let their_dtz = theirs.probe_dtz(&chess).map_err(|error| format!("{fen}: shakmaty: {error}"))?.ignore_rounding();
    if dtz.plies() != their_dtz.0 {
        return Err(format!("{fen}: {dtz:?}, shakmaty: {their_dtz:?}").into());
    }
    Ok(())
}
