//! Every small position there is, against the oracle: complete where random numbers only sample.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tabiya::{Bitboard, Color, Piece, Position, Rank, Role, Setup, Square};
use tabiya_check::backwards;
use tabiya_check::chunks::{self, Failure, Total};
use tabiya_check::judge::Judge;
use tabiya_check::naive::Naive;
use tabiya_check::twins::{compare, compare_counts};
use tabiya_retro::Castles;

/// Compares legal moves, counts, checks, outcomes and the position after each move with the oracle on all positions of
/// a kind, and which setups are positions with a second judge of that.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
    /// Threads; one per core if left out.
    #[arg(long, global = true)]
    threads: Option<usize>,
    /// Takes every n-th chunk only; 1 is complete. It may share no factor with the number of chunks
    /// (64, 4096, 4096, 64, 960), or the same kings and the same back ranks would come again and again.
    #[arg(long, global = true, default_value_t = 1)]
    stride: u64,
    /// Notes finished chunks here, and leaves out those that are noted; the file of a run of another kind or stride is
    /// refused.
    #[arg(long, global = true)]
    resume: Option<PathBuf>,
}

#[derive(Subcommand, Clone, Copy)]
enum What {
    /// Both kings and up to one more piece: every square, turn, castling right and en passant square that is valid.
    Three,
    /// Both kings and two more pieces.
    Four,
    /// The positions of `three` backwards: every legal move is found again from the position after it, and every
    /// predecessor leads forwards again. Counts pairs of a position and a move.
    Backwards,
    /// King and slider on every line, with every occupancy of the squares between them by knights, queens or pawns of
    /// either colour; either king, either turn. Blockers and pinners are compared with a mailbox generator's.
    Pins,
    /// Every Chess960 start position without pawns, both castles, with every single extra piece on every square. The
    /// counter is asked for two plies of each.
    Castling,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    /// Compares one chunk.
    type Work = fn(u64) -> Result<u64, String>;
    let (name, all, work, complete): (&str, u64, Work, u64) = match args.what {
        What::Three => ("three", 64, |king| men(king, 1), 3_962_680),
        What::Four => ("four", 64 * 64, |kings| men_of(kings, 2, forwards), 1_069_370_076),
        What::Backwards => ("backwards", 64 * 64, |kings| men_of(kings, 1, both_directions), 264_958_068),
        What::Pins => ("pins", 64, pins, 1_364_664),
        What::Castling => ("castling", 960, castling, 1_004_688),
    };
    let things = match args.what {
        What::Backwards => "pairs of a position and a move agree in both directions",
        _ => "positions agree with the oracle",
    };
    let stride = args.stride;
    if gcd(stride, all) != 1 {
        eprintln!(
            "--stride {stride} shares a factor with the {all} chunks, so that most kinds would never come; 31 or 97 does not"
        );
        return ExitCode::from(2);
    }
    let chunk_count = all.div_ceil(stride);
    let identity = chunks::identity("exhaustive", name, 0, stride);
    match chunks::run(chunk_count, threads, &identity, args.resume.as_deref(), |chunk| work(chunk * stride)) {
        Ok(Total { compared: 0, .. }) => {
            eprintln!("there is no position in these chunks: nothing was compared");
            ExitCode::FAILURE
        }
        Ok(Total { compared, .. }) if stride == 1 && compared != complete => {
            eprintln!("{compared} {things}, but there are {complete}");
            ExitCode::FAILURE
        }
        Ok(Total { compared, elapsed, .. }) => {
            let part = if stride == 1 { String::new() } else { format!(", one chunk in {stride}") };
            println!("{compared} {things} in {:.1} s{part}", elapsed.as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(Failure::Unusable(sentence)) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Difference { chunk, sentence }) => {
            eprintln!("difference: chunk {}: {sentence}", chunk * stride);
            ExitCode::FAILURE
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All positions with the white king on a square and up to `extra` more pieces.
fn men(white_king: u64, extra: usize) -> Result<u64, String> {
    (0..64).try_fold(0, |sum, black_king| Ok(sum + men_of(white_king * 64 + black_king, extra, forwards)?))
}

/// What is asked of a position; the answer is how much was compared.
type Check = fn(&Position) -> Result<u64, String>;

fn forwards(position: &Position) -> Result<u64, String> {
    compare(position).map(|()| 1)
}

fn both_directions(position: &Position) -> Result<u64, String> {
    backwards::compare(position, Castles::Chess960)
}

fn men_of(kings: u64, extra: usize, check: Check) -> Result<u64, String> {
    let (white, black) = (Square::ALL[(kings / 64) as usize], Square::ALL[(kings % 64) as usize]);
    if white == black {
        return Ok(0);
    }
    let setup = Setup::EMPTY
        .with_piece(white, Some(Piece::new(Color::White, Role::King)))
        .with_piece(black, Some(Piece::new(Color::Black, Role::King)));
    add_pieces(setup, 0, extra, check)
}

/// The setup itself, and with every further piece. Pieces are added in rising order, so that no position comes twice.
fn add_pieces(setup: Setup, from: usize, left: usize, check: Check) -> Result<u64, String> {
    let mut compared = with_rights(setup, check)?;
    if left == 0 {
        return Ok(compared);
    }
    for index in from..64 * 10 {
        let (square, kind) = (Square::ALL[index / 10], index % 10);
        if setup.board.piece_at(square).is_some() {
            continue;
        }
        let piece = Piece::new(Color::ALL[kind / 5], Role::ALL[kind % 5]);
        compared += add_pieces(setup.with_piece(square, Some(piece)), (index / 10 + 1) * 10, left - 1, check)?;
    }
    Ok(compared)
}

/// The position, or `None` if there is none by both judges.
fn judged(judge: &Judge, setup: Setup) -> Result<Option<Position>, String> {
    let expected = judge.allows(setup.turn, setup.castling, setup.en_passant);
    match Position::from_setup(setup) {
        Ok(position) if expected => Ok(Some(position)),
        Ok(position) => Err(format!("no position by the second judge: {}", position.fen())),
        Err(_) if !expected => Ok(None),
        Err(invalid) => Err(format!("a position by the second judge, but {invalid}: {setup:?}")),
    }
}

/// Both turns, with every set of castling rights of rooks at home and every en passant square.
fn with_rights(setup: Setup, check: Check) -> Result<u64, String> {
    let judge = Judge::new(&setup.board);
    let mut compared = 0;
    for turn in Color::ALL {
        let rooks: Bitboard = Color::ALL
            .into_iter()
            .map(|color| setup.board.pieces(color, Role::Rook) & color.back_rank().bitboard())
            .fold(Bitboard::EMPTY, |all, rooks| all | rooks);
        let passed = Rank::Sixth.relative_to(turn).bitboard();
        for castling in rooks.subsets() {
            for en_passant in core::iter::once(None).chain(passed.iter().map(Some)) {
                if en_passant.is_some() && setup.board.by_role(Role::Pawn).is_empty() {
                    break;
                }
                if let Some(position) = judged(&judge, Setup { turn, castling, en_passant, ..setup })? {
                    compared += check(&position)?;
                }
            }
        }
    }
    Ok(compared)
}

/// The king on a square, a slider on each square of its lines, and each way to fill what lies between with one kind of
/// piece.
fn pins(king: u64) -> Result<u64, String> {
    let king = Square::ALL[king as usize];
    let mut compared = 0;
    for slider in Square::ALL {
        let diagonal = king.file() != slider.file() && king.rank() != slider.rank();
        let between = tabiya::attacks::between(king, slider);
        for occupied in between.subsets().filter(|_| between.any()) {
            for ours in occupied.subsets() {
                for filling in [Role::Knight, Role::Queen, Role::Pawn] {
                    // Nothing on the line is the same whatever it would be filled with.
                    if occupied.is_empty() && filling != Role::Knight {
                        continue;
                    }
                    for role in [if diagonal { Role::Bishop } else { Role::Rook }, Role::Queen] {
                        compared += pinned_line(king, (slider, role), (occupied, ours, filling))?;
                    }
                }
            }
        }
    }
    Ok(compared)
}

/// One line, with the king of either side on it and either side to move.
fn pinned_line(
    king: Square,
    (slider, role): (Square, Role),
    (occupied, ours, filling): (Bitboard, Bitboard, Role),
) -> Result<u64, String> {
    let mut compared = 0;
    for color in Color::ALL {
        let mut setup = Setup::EMPTY.with_piece(king, Some(Piece::new(color, Role::King)));
        setup.board.set(slider, Piece::new(!color, role));
        for square in occupied {
            let owner = if ours.contains(square) { color } else { !color };
            setup.board.set(square, Piece::new(owner, filling));
        }
        for turn in Color::ALL {
            // The other king wherever it may stand first; one is enough, since it plays no part on this line.
            for square in Square::ALL.into_iter().rev().filter(|&square| setup.board.piece_at(square).is_none()) {
                let whole = Setup { turn, ..setup.with_piece(square, Some(Piece::new(!color, Role::King))) };
                if let Some(position) = judged(&Judge::new(&whole.board), whole)? {
                    compare(&position)?;
                    compare_pins(&position)?;
                    compared += 1;
                    break;
                }
            }
        }
    }
    Ok(compared)
}

fn compare_pins(position: &Position) -> Result<(), String> {
    let naive = Naive::from(position);
    for color in Color::ALL {
        let pairs = naive.blockers(color);
        let own = position.board().by_color(color);
        let pinned = || pairs.iter().filter(|(blocker, _)| own.contains(*blocker));
        let blockers: Bitboard = pairs.iter().map(|&(blocker, _)| blocker).collect();
        let pinners: Bitboard = pinned().map(|&(_, slider)| slider).collect();
        if position.blockers(color) != blockers || position.pinners(color) != pinners {
            return Err(format!("the pins before the king of {color} differ: {}", position.fen()));
        }
        if color == position.turn() && position.pinned() != pinned().map(|&(blocker, _)| blocker).collect() {
            return Err(format!("the pinned pieces of {color} differ: {}", position.fen()));
        }
    }
    let uncovering = naive.blockers(!position.turn()).into_iter().map(|(blocker, _)| blocker).collect::<Bitboard>();
    if position.discovered_check_candidates() != (uncovering & position.us()) {
        return Err(format!("the pieces that may uncover a check differ: {}", position.fen()));
    }
    Ok(())
}

/// The back ranks of one start position with nothing but kings and rooks, and one more piece anywhere.
fn castling(number: u64) -> Result<u64, String> {
    let start = Position::chess960(number as u16).ok_or("no such start position")?;
    let mut bare = Setup { castling: start.castling_rights().rooks(), ..Setup::EMPTY };
    for (square, piece) in start.board().iter() {
        if matches!(piece.role(), Role::King | Role::Rook) {
            bare.board.set(square, piece);
        }
    }
    let mut compared = 0;
    for turn in Color::ALL {
        for square in Square::ALL.into_iter().filter(|&square| bare.board.piece_at(square).is_none()) {
            for kind in 0..10 {
                let piece = Piece::new(Color::ALL[kind / 5], Role::ALL[kind % 5]);
                let setup = Setup { turn, ..bare.with_piece(square, Some(piece)) };
                if let Some(position) = judged(&Judge::new(&setup.board), setup)? {
                    compare(&position)?;
                    compare_counts(&position)?;
                    compared += 1;
                }
            }
        }
    }
    Ok(compared)
}
