//! The 112 planes that networks of Leela Chess Zero take.
//!
//! Eight positions of a game, the last one first, have 13 planes each: six of the pieces of the side to move in the last
//! position, six of the other side's, and one that is full if the position had been there before. Eight planes more are
//! about the last position. The side to move sits at the bottom of all of them.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tabiya::{Color, Position, Wing};

use super::packed::{Packed, pack, unpack};
use super::{Bytes, CHUNK, Failure, fits, on_all_cores, positions, raise};
use crate::errors;

pub const PLANES: usize = 112;

/// The planes of one position of the history.
const STEP: usize = 13;
const STEPS: usize = 8;
/// Where the planes of the last position alone begin.
const EXTRA: usize = STEP * STEPS;

/// How castling rights are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Leela's format 1: four planes, full or empty.
    Classical,
    /// Leela's format 2: two planes with the castling rooks on their squares, for Chess960.
    CastlingPlane,
}

/// What stands for positions before the first one that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    Nothing,
    /// The first position, unless it is the usual start.
    UnlessStart,
    Always,
}

/// What a position of a batch says besides its bytes.
struct Known {
    position: Position,
    /// Whether the game had this position before.
    repeated: bool,
}

/// One row for each of `wanted`; `firsts` has where the game of each position begins.
#[pyfunction]
pub fn _batch_leela(
    py: Python<'_>,
    batch: Bytes<'_>,
    firsts: PyReadonlyArray1<'_, i64>,
    wanted: PyReadonlyArray1<'_, i64>,
    format: &str,
    fill: &str,
    mut out: PyReadwriteArray1<'_, f32>,
) -> PyResult<()> {
    let format = match format {
        "classical" => Format::Classical,
        "castling-plane" => Format::CastlingPlane,
        other => {
            let other = crate::text::cut(other);
            return Err(errors::value(format!(
                "there is no format \"{other}\" of Leela's planes here: expected classical or castling-plane"
            )));
        }
    };
    let fill = match fill {
        "no" => Fill::Nothing,
        "fen-only" => Fill::UnlessStart,
        "always" => Fill::Always,
        other => {
            let other = crate::text::cut(other);
            return Err(errors::value(format!(
                "history cannot be filled with \"{other}\": expected no, fen-only or always"
            )));
        }
    };
    let packed = positions(&batch)?;
    fits(firsts.len()?, packed.len(), "the array of beginnings")?;
    let indices = |array: &[i64]| -> PyResult<Vec<usize>> {
        let inside = |&index: &i64| usize::try_from(index).ok().filter(|&index| index < packed.len());
        array.iter().map(inside).collect::<Option<_>>().ok_or_else(|| errors::value("an index is out of the batch"))
    };
    let (firsts, wanted) = (indices(firsts.as_slice()?)?, indices(wanted.as_slice()?)?);
    let rows = out.as_slice_mut()?;
    fits(rows.len(), wanted.len() * PLANES * 64, "the output")?;
    on_all_cores(py, || {
        let known = know(&packed, &firsts)?;
        wanted.par_iter().zip(rows.par_chunks_mut(PLANES * 64)).for_each(|(&at, row)| {
            let first = firsts[at].min(at);
            write(&packed[first..=at], &known[first..=at], format, fill, row);
        });
        Ok(())
    })?
    .map_err(raise)
}

/// Unpacks all positions and finds those that are repetitions.
fn know(packed: &[Packed], firsts: &[usize]) -> Result<Vec<Known>, Failure> {
    let read = |(index, packed): (usize, &Packed)| match unpack(packed) {
        Ok((position, _)) => Ok(Known { position, repeated: false }),
        Err(message) => Err((index, message)),
    };
    let mut known =
        packed.par_iter().enumerate().with_min_len(CHUNK).map(read).collect::<Result<Vec<Known>, Failure>>()?;
    for (index, &first) in firsts.iter().enumerate() {
        if first < index && known[index].position.turn() == known[index - 1].position.turn() {
            return Err((index, "the same side is to move as in the position before it in the same game".to_owned()));
        }
    }
    let keys: Vec<u64> = known.par_iter().with_min_len(CHUNK).map(|known| known.position.key()).collect();
    known.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(index, known)| {
        // Behind a capture or a pawn's move there is nothing that can be repeated.
        let reach = (known.position.halfmove_clock() as usize).min(index - firsts[index].min(index));
        known.repeated = (2..=reach).step_by(2).any(|back| keys[index - back] == keys[index]);
    });
    Ok(known)
}

/// The planes of the last of these positions.
fn write(packed: &[Packed], known: &[Known], format: Format, fill: Fill, row: &mut [f32]) {
    let Some(last) = known.last() else { return };
    let position = &last.position;
    let viewer = position.turn();
    row.fill(0.0);
    for step in 0..STEPS {
        let planes = &mut row[step * STEP * 64..(step + 1) * STEP * 64];
        match known.len().checked_sub(step + 1) {
            Some(at) => {
                pieces(&known[at].position, viewer, planes);
                if known[at].repeated {
                    planes[12 * 64..].fill(1.0);
                }
            }
            None if fill == Fill::Always || fill == Fill::UnlessStart && !is_usual_start(&packed[0]) => {
                before(&known[0].position, viewer, planes);
            }
            None => break,
        }
    }
    let mut full = |plane: usize, value: f32| row[(EXTRA + plane) * 64..(EXTRA + plane + 1) * 64].fill(value);
    if viewer == Color::Black {
        full(4, 1.0);
    }
    full(5, position.halfmove_clock() as f32);
    full(7, 1.0);
    for (side, color) in [viewer, !viewer].into_iter().enumerate() {
        for (wing, plane) in [(Wing::Queen, 0), (Wing::King, 1)] {
            let Some(rook) = position.castling_rook(color, wing) else { continue };
            match format {
                Format::Classical => row[(EXTRA + 2 * side + plane) * 64..][..64].fill(1.0),
                Format::CastlingPlane => row[(EXTRA + plane) * 64 + rook.relative_to(viewer) as usize] = 1.0,
            }
        }
    }
}

/// Twelve planes of pieces.
fn pieces(position: &Position, viewer: Color, planes: &mut [f32]) {
    for (square, piece) in position.board().iter() {
        let plane = piece.role() as usize + if piece.color() == viewer { 0 } else { 6 };
        planes[64 * plane + square.relative_to(viewer) as usize] = 1.0;
    }
}

/// What stands for the positions before the first: the first one, with a pawn that has just gone two steps put back.
fn before(first: &Position, viewer: Color, planes: &mut [f32]) {
    pieces(first, viewer, planes);
    if let Some(passed) = first.last_double_push() {
        let pusher = !first.turn();
        let plane = 64 * if pusher == viewer { 0 } else { 6 };
        let passed = passed.relative_to(viewer) as usize;
        // The viewer's own pawns go up the board.
        let (from, to) = if pusher == viewer { (passed - 8, passed + 8) } else { (passed + 8, passed - 8) };
        planes[plane + from] = 1.0;
        planes[plane + to] = 0.0;
    }
}

/// Whether this is where games begin, whatever the clocks say.
fn is_usual_start(packed: &Packed) -> bool {
    packed[..60] == pack(&Position::startpos(), false)[..60]
}
