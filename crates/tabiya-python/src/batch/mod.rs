//! Many positions at once, in NumPy arrays, on all cores, without a Python object per position.
//!
//! The functions here fill arrays that `tabiya.batch` has made; what is public and documented is there.

mod canonical;
mod inverse;
mod leela;
pub mod packed;
mod planes;
mod policy;
mod pool;
mod tokens;

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tabiya::{Color, Move, MoveList, Outcome, Position};

use crate::board::PyBoard;
use crate::code::Code;
use crate::errors;
use crate::state::candidate;
use packed::{BYTES, Packed, fen, pack, unpack};
use policy::Scheme;
use pool::on_all_cores;

/// Positions handled as one piece of work.
const CHUNK: usize = 64;

type Bytes<'py> = PyReadonlyArray1<'py, u8>;
type BytesOut<'py> = PyReadwriteArray1<'py, u8>;

/// The first failure by its place in the array.
type Failure = (usize, String);

fn raise((index, message): Failure) -> PyErr {
    errors::value(format!("position {index} of the batch: {message}"))
}

fn earliest(a: Failure, b: Failure) -> Failure {
    if a.0 <= b.0 { a } else { b }
}

/// A copy, made while no other thread of Python runs: the array is the caller's, and one of those may change it while
/// we count. What we write to is made by `tabiya.batch` or, as its documentation asks, left alone by the others.
fn positions(batch: &Bytes<'_>) -> PyResult<Vec<Packed>> {
    match batch.as_slice()?.as_chunks::<BYTES>() {
        (positions, []) => Ok(positions.to_vec()),
        _ => Err(errors::value("the array does not hold packed positions")),
    }
}

fn fits(have: usize, want: usize, what: &str) -> PyResult<()> {
    if have == want { Ok(()) } else { Err(errors::value(format!("{what} has {have} elements, expected {want}"))) }
}

/// Does something with every position and its row of the output.
fn fill<T: Send>(
    positions: &[Packed],
    out: &mut [T],
    width: usize,
    work: impl Fn(&Position, bool, &mut [T]) -> Result<(), String> + Sync,
) -> Result<(), Failure> {
    positions
        .par_chunks(CHUNK)
        .zip(out.par_chunks_mut(CHUNK * width))
        .enumerate()
        .map(|(chunk, (positions, rows))| {
            for (i, (packed, row)) in positions.iter().zip(rows.chunks_mut(width)).enumerate() {
                let done = unpack(packed).and_then(|(position, chess960)| work(&position, chess960, row));
                done.map_err(|message| (chunk * CHUNK + i, message))?;
            }
            Ok(())
        })
        .reduce(
            || Ok(()),
            |a, b| match (a, b) {
                (Err(a), Err(b)) => Err(earliest(a, b)),
                (Err(a), _) | (_, Err(a)) => Err(a),
                _ => Ok(()),
            },
        )
}

fn scheme(name: &str) -> PyResult<Scheme> {
    let scheme = Scheme::from_name(name).ok_or_else(|| {
        errors::value(format!(
            "there is no policy \"{}\": expected 64x64, lc0, lc0-canonical, alphazero or uci",
            crate::text::cut(name)
        ))
    })?;
    // Made while no other Python thread runs: a fork in the middle would leave the child a table that is never
    // finished.
    policy::lc0();
    policy::uci();
    Ok(scheme)
}

/// How many indices a policy has.
#[pyfunction]
pub fn _policy_size(policy: &str) -> PyResult<usize> {
    scheme(policy).map(Scheme::size)
}

#[pyfunction]
pub fn _batch_from_fens(py: Python<'_>, fens: Vec<String>, chess960: bool, mut out: BytesOut<'_>) -> PyResult<()> {
    let rows = out.as_slice_mut()?;
    fits(rows.len(), fens.len() * BYTES, "the output")?;
    on_all_cores(py, || {
        rows.par_chunks_mut(BYTES)
            .zip(fens.par_iter())
            .enumerate()
            .map(|(index, (row, fen))| {
                let setup =
                    tabiya::Setup::from_fen_lenient(fen).map_err(|error| (index, format!("not a FEN: {error}")))?;
                let cleaned = tabiya::Setup { castling: crate::state::clean_castling(&setup, chess960), ..setup };
                let position = Position::from_setup_with(cleaned, tabiya::Tolerance::ALL)
                    .map_err(|invalid| (index, format!("not a position: {invalid}")))?;
                row.copy_from_slice(&pack(&position, chess960));
                Ok(())
            })
            .collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}

#[pyfunction]
pub fn _batch_from_boards(py: Python<'_>, boards: Vec<Bound<'_, PyBoard>>, mut out: BytesOut<'_>) -> PyResult<()> {
    let rows = out.as_slice_mut()?;
    fits(rows.len(), boards.len() * BYTES, "the output")?;
    for (row, board) in rows.chunks_mut(BYTES).zip(&boards) {
        let (position, chess960) = board.get().position(py)?;
        row.copy_from_slice(&pack(&position, chess960));
    }
    Ok(())
}

#[pyfunction]
pub fn _batch_to_fens(py: Python<'_>, batch: Bytes<'_>) -> PyResult<Vec<String>> {
    let positions = positions(&batch)?;
    let read = |(index, packed): (usize, &Packed)| match unpack(packed) {
        Ok((position, _)) => Ok(fen(&position)),
        Err(message) => Err((index, message)),
    };
    on_all_cores(py, || positions.par_iter().enumerate().map(read).collect::<Result<Vec<String>, Failure>>())?
        .map_err(raise)
}

/// A board of one packed position.
#[pyfunction]
pub fn _batch_to_board(batch: Bytes<'_>) -> PyResult<PyBoard> {
    let positions = positions(&batch)?;
    let [packed] = &positions[..] else { return Err(errors::value("expected one packed position")) };
    let (position, chess960) = unpack(packed).map_err(errors::value)?;
    let now = crate::state::State::of(position);
    Ok(PyBoard::from_core(crate::state::Core::at(now, chess960)))
}

#[pyfunction]
pub fn _batch_count(py: Python<'_>, batch: Bytes<'_>, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
    let (positions, rows) = (positions(&batch)?, out.as_slice_mut()?);
    fits(rows.len(), positions.len(), "the output")?;
    on_all_cores(py, || {
        fill(&positions, rows, 1, |position, _, row| {
            row[0] = position.count_legal() as i64;
            Ok(())
        })
    })?
    .map_err(raise)
}

/// The legal moves of all positions, each list at its offset.
#[pyfunction]
pub fn _batch_moves(
    py: Python<'_>,
    batch: Bytes<'_>,
    offsets: PyReadonlyArray1<'_, i64>,
    mut out: PyReadwriteArray1<'_, u16>,
) -> PyResult<()> {
    let (positions, offsets, moves) = (positions(&batch)?, offsets.as_slice()?, out.as_slice_mut()?);
    fits(offsets.len(), positions.len() + 1, "the offsets")?;
    // The output is cut at the offsets first, so that every position writes to a slice of its own.
    let mut rest = moves;
    let mut rows = Vec::with_capacity(positions.len());
    for pair in offsets.windows(2) {
        let length = usize::try_from(pair[1] - pair[0]).unwrap_or(usize::MAX);
        if length > rest.len() {
            return Err(errors::value("the offsets do not fit the output"));
        }
        let (row, after) = rest.split_at_mut(length);
        rows.push(row);
        rest = after;
    }
    let write = |(index, (packed, row)): (usize, (&Packed, &mut [u16]))| -> Result<(), Failure> {
        let (position, chess960) = unpack(packed).map_err(|message| (index, message))?;
        let list = position.legal_moves();
        if list.len() != row.len() {
            return Err((index, "the offsets do not fit its moves".to_owned()));
        }
        for (slot, &mv) in row.iter_mut().zip(list.iter()) {
            *slot = Code::of(mv, chess960).0;
        }
        Ok(())
    };
    on_all_cores(py, || {
        let rows = rows.into_par_iter();
        positions.par_iter().zip(rows).enumerate().with_min_len(CHUNK).map(write).collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}

/// One byte per index of the policy: 1 where a legal move is.
#[pyfunction]
pub fn _batch_mask(py: Python<'_>, batch: Bytes<'_>, policy: &str, mut out: BytesOut<'_>) -> PyResult<()> {
    let scheme = scheme(policy)?;
    let (positions, rows) = (positions(&batch)?, out.as_slice_mut()?);
    fits(rows.len(), positions.len() * scheme.size(), "the output")?;
    on_all_cores(py, || match scheme {
        Scheme::FromTo => mask(&positions, rows, scheme.size(), policy::from_to),
        Scheme::Lc0 => {
            let table = policy::lc0();
            mask(&positions, rows, scheme.size(), |mv, turn, _| table.index(mv, turn))
        }
        Scheme::Lc0Canonical => {
            let table = policy::lc0();
            fill(&positions, rows, scheme.size(), |position, _, row| {
                let (turn, turned) = (position.turn(), canonical::Transform::of(position));
                row.fill(0);
                for &mv in position.legal_moves().iter() {
                    row[table.turned_index(mv, turn, turned)] = 1;
                }
                Ok(())
            })
        }
        Scheme::AlphaZero => mask(&positions, rows, scheme.size(), policy::alphazero),
        Scheme::Uci => {
            let table = policy::uci();
            mask(&positions, rows, scheme.size(), |mv, _, chess960| table.index(mv, chess960))
        }
    })?
    .map_err(raise)
}

/// Rows of ones where moves are. `index` is a function of its own per policy, so that nothing is chosen once per move.
fn mask(
    positions: &[Packed],
    rows: &mut [u8],
    size: usize,
    index: impl Fn(Move, Color, bool) -> usize + Sync,
) -> Result<(), Failure> {
    fill(positions, rows, size, |position, chess960, row| {
        // Moves first: the processor empties its stores of zeros while it reads the next position.
        let (turn, moves) = (position.turn(), position.legal_moves());
        row.fill(0);
        for &mv in moves.iter() {
            row[index(mv, turn, chess960)] = 1;
        }
        Ok(())
    })
}

/// The legal move that a code means, or why there is none.
fn resolve(position: &Position, code: u16, chess960: bool) -> Result<tabiya::Move, String> {
    let code = Code::from_bits(code).ok_or_else(|| format!("{code} is not a move"))?;
    let mv = candidate(position, code, !chess960).filter(|&mv| position.is_legal(mv));
    mv.ok_or_else(|| format!("{} is not legal in {}", code.uci(), position.fen()))
}

/// The index of one move of each position.
#[pyfunction]
pub fn _batch_indices(
    py: Python<'_>,
    batch: Bytes<'_>,
    moves: PyReadonlyArray1<'_, u16>,
    policy: &str,
    mut out: PyReadwriteArray1<'_, i64>,
) -> PyResult<()> {
    let scheme = scheme(policy)?;
    let (positions, moves, rows) = (positions(&batch)?, moves.as_slice()?.to_vec(), out.as_slice_mut()?);
    fits(moves.len(), positions.len(), "the array of moves")?;
    fits(rows.len(), positions.len(), "the output")?;
    on_all_cores(py, || {
        positions
            .par_iter()
            .zip(&moves)
            .zip(rows)
            .enumerate()
            .with_min_len(CHUNK)
            .map(|(index, ((packed, &code), row))| {
                let (position, chess960) = unpack(packed).map_err(|message| (index, message))?;
                let mv = resolve(&position, code, chess960).map_err(|message| (index, message))?;
                *row = scheme.index(mv, &position, chess960) as i64;
                Ok(())
            })
            .collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}

#[pyfunction]
pub fn _batch_play(
    py: Python<'_>,
    batch: Bytes<'_>,
    moves: PyReadonlyArray1<'_, u16>,
    mut out: BytesOut<'_>,
) -> PyResult<()> {
    let (positions, moves, rows) = (positions(&batch)?, moves.as_slice()?.to_vec(), out.as_slice_mut()?);
    fits(moves.len(), positions.len(), "the array of moves")?;
    fits(rows.len(), positions.len() * BYTES, "the output")?;
    on_all_cores(py, || {
        positions
            .par_iter()
            .zip(&moves)
            .zip(rows.par_chunks_mut(BYTES))
            .enumerate()
            .with_min_len(CHUNK)
            .map(|(index, ((packed, &code), row))| {
                let (position, chess960) = unpack(packed).map_err(|message| (index, message))?;
                let mv = resolve(&position, code, chess960).map_err(|message| (index, message))?;
                row.copy_from_slice(&pack(&position.after_unchecked(mv), chess960));
                Ok(())
            })
            .collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}

/// What a position is by itself: 0 while the game goes on, otherwise the number of its `Termination`.
fn termination(position: &Position) -> u8 {
    match position.outcome() {
        Some(Outcome::Checkmate { .. }) => 1,
        Some(Outcome::Stalemate) => 2,
        Some(Outcome::InsufficientMaterial | Outcome::DeadPosition) => 3,
        Some(Outcome::SeventyFiveMoves) => 4,
        Some(_) | None => 0,
    }
}

/// Check, termination and key of every position.
#[pyfunction]
pub fn _batch_facts(
    py: Python<'_>,
    batch: Bytes<'_>,
    mut check: BytesOut<'_>,
    mut ends: BytesOut<'_>,
    mut keys: PyReadwriteArray1<'_, u64>,
) -> PyResult<()> {
    let positions = positions(&batch)?;
    let (check, ends, keys) = (check.as_slice_mut()?, ends.as_slice_mut()?, keys.as_slice_mut()?);
    for have in [check.len(), ends.len(), keys.len()] {
        fits(have, positions.len(), "an output")?;
    }
    on_all_cores(py, || {
        positions
            .par_iter()
            .zip(check)
            .zip(ends)
            .zip(keys)
            .enumerate()
            .with_min_len(CHUNK)
            .map(|(index, (((packed, check), end), key))| {
                let (position, _) = unpack(packed).map_err(|message| (index, message))?;
                *check = position.in_check().into();
                *end = termination(&position);
                *key = position.key();
                Ok(())
            })
            .collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}

/// SplitMix64: enough for playouts, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(bits ^ bits >> 31) * bound as u128) >> 64) as usize
    }
}

/// Plays random legal moves from every position: the last positions, how many plies, and how each game ended.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn _batch_playouts(
    py: Python<'_>,
    batch: Bytes<'_>,
    plies: u32,
    seed: u64,
    mut out: BytesOut<'_>,
    mut played: PyReadwriteArray1<'_, u32>,
    mut ends: BytesOut<'_>,
) -> PyResult<()> {
    let positions = positions(&batch)?;
    let (rows, played, ends) = (out.as_slice_mut()?, played.as_slice_mut()?, ends.as_slice_mut()?);
    fits(rows.len(), positions.len() * BYTES, "the output")?;
    fits(played.len(), positions.len(), "the counts")?;
    fits(ends.len(), positions.len(), "the ends")?;
    on_all_cores(py, || {
        positions
            .par_iter()
            .zip(rows.par_chunks_mut(BYTES))
            .zip(played)
            .zip(ends)
            .enumerate()
            .map(|(index, (((packed, row), played), end))| {
                let (mut position, chess960) = unpack(packed).map_err(|message| (index, message))?;
                // Each position has numbers of its own, so that the answer does not depend on the threads.
                let mut random = Random(seed ^ (index as u64).wrapping_mul(0xd134_2543_de82_ef95));
                *played = 0;
                *end = termination(&position);
                while *end == 0 && *played < plies {
                    let list: MoveList = position.legal_moves();
                    position = position.after_unchecked(list[random.below(list.len())]);
                    *played += 1;
                    *end = termination(&position);
                }
                row.copy_from_slice(&pack(&position, chess960));
                Ok(())
            })
            .collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}

/// For readers of positions elsewhere in this crate.
pub fn pack_position(position: &Position, chess960: bool) -> Packed {
    pack(position, chess960)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("_PLANES", planes::PLANES)?;
    module.add("_LEELA_PLANES", leela::PLANES)?;
    module.add("_TOKENS", tokens::CHARACTERS)?;
    module.add("_TOKENS_OF_A_FEN", tokens::LENGTH)?;
    module.add_function(wrap_pyfunction!(_policy_size, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_from_fens, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_from_boards, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_to_fens, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_to_board, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_count, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_moves, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_mask, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_indices, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_play, module)?)?;
    module.add_function(wrap_pyfunction!(planes::_batch_planes, module)?)?;
    module.add_function(wrap_pyfunction!(inverse::_batch_policy_moves, module)?)?;
    module.add_function(wrap_pyfunction!(leela::_batch_leela, module)?)?;
    module.add_function(wrap_pyfunction!(leela::_batch_leela_transform, module)?)?;
    module.add_function(wrap_pyfunction!(tokens::_batch_tokens, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_facts, module)?)?;
    module.add_function(wrap_pyfunction!(_batch_playouts, module)?)?;
    Ok(())
}
