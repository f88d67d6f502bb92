//! The 112 planes that networks of Leela Chess Zero take.
//!
//! Eight positions of a game, the last one first, have 13 planes each: six of the pieces of the side to move in the
//! last position, six of the other side's, and one that is full if the position had been there before. Eight planes
//! more are about the last position. The side to move sits at the bottom of all of them.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tabiya::{Color, Position, Rank, Square, Wing};

use super::canonical::Transform;
use super::packed::{Packed, pack, unpack};
use super::{Bytes, BytesOut, CHUNK, Failure, fits, on_all_cores, positions, raise};
use crate::errors;

pub const PLANES: usize = 112;

/// The planes of one position of the history.
const STEP: usize = 13;
const STEPS: usize = 8;
/// Where the planes of the last position alone begin.
const EXTRA: usize = STEP * STEPS;

/// What an input format of Leela's networks shows, and how.
#[derive(Clone, Copy, Default)]
struct Format {
    /// Castling rights are two planes with the castling rooks on their squares, instead of four full or empty planes.
    rooks: bool,
    /// The board is turned (`canonical.rs`), the en passant square is shown, the side to move is not, and the history
    /// ends where a position could not come back.
    canonical: bool,
    /// The halfmove clock is divided by a hundred.
    hundredths: bool,
    /// Plane 110 is full if Black is to move.
    armageddon: bool,
    /// Of the history only the positions that had been there before are shown, without gaps.
    repeats_only: bool,
}

/// The formats by name. Their numbers in a network's file are for `tabiya.batch` to know.
const FORMATS: [(&str, Format); 7] = {
    const CLASSICAL: Format =
        Format { rooks: false, canonical: false, hundredths: false, armageddon: false, repeats_only: false };
    const ROOKS: Format = Format { rooks: true, ..CLASSICAL };
    const CANONICAL: Format = Format { canonical: true, ..ROOKS };
    const HECTOPLIES: Format = Format { hundredths: true, ..CANONICAL };
    const V2: Format = Format { repeats_only: true, ..HECTOPLIES };
    [
        ("classical", CLASSICAL),
        ("castling-plane", ROOKS),
        ("canonical", CANONICAL),
        ("canonical-hectoplies", HECTOPLIES),
        ("canonical-hectoplies-armageddon", Format { armageddon: true, ..HECTOPLIES }),
        ("canonical-v2", V2),
        ("canonical-v2-armageddon", Format { armageddon: true, ..V2 }),
    ]
};

impl Format {
    fn from_name(name: &str) -> PyResult<Format> {
        FORMATS.iter().find(|(known, _)| *known == name).map(|&(_, format)| format).ok_or_else(|| {
            let names = FORMATS.map(|(name, _)| name).join(", ");
            let name = crate::text::cut(name);
            errors::value(format!("there is no format \"{name}\" of Leela's planes: expected one of {names}"))
        })
    }
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
    let format = Format::from_name(format)?;
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
    let turned = if format.canonical { Transform::of(position) } else { Transform::NONE };
    let view = View { by: position.turn(), turned };
    row.fill(0.0);
    history(packed, known, format, fill, view, row);
    let mut full = |plane: usize, value: f32| row[(EXTRA + plane) * 64..(EXTRA + plane + 1) * 64].fill(value);
    let clock = position.halfmove_clock() as f32;
    full(5, if format.hundredths { clock / 100.0 } else { clock });
    full(7, 1.0);
    if view.by == Color::Black {
        if !format.canonical {
            full(4, 1.0);
        }
        if format.armageddon {
            full(6, 1.0);
        }
    }
    if format.canonical
        && let Some(passed) = position.en_passant()
    {
        // Leela's mark is on the last rank.
        let mark = Square::new(passed.file(), Rank::Eighth.relative_to(view.by));
        row[(EXTRA + 4) * 64 + view.square(mark)] = 1.0;
    }
    for (side, color) in [view.by, !view.by].into_iter().enumerate() {
        for (wing, plane) in [(Wing::Queen, 0), (Wing::King, 1)] {
            let Some(rook) = position.castling_rook(color, wing) else { continue };
            if format.rooks {
                row[(EXTRA + plane) * 64 + view.square(rook)] = 1.0;
            } else {
                row[(EXTRA + 2 * side + plane) * 64..][..64].fill(1.0);
            }
        }
    }
}

/// The planes of the last position and of up to seven before it.
fn history(packed: &[Packed], known: &[Known], format: Format, fill: Fill, view: View, row: &mut [f32]) {
    let last = &known[known.len() - 1].position;
    let fills = fill == Fill::Always || fill == Fill::UnlessStart && !is_usual_start(&packed[0]);
    let mut steps = row.chunks_exact_mut(STEP * 64).take(STEPS);
    for back in 0.. {
        let at = known.len().checked_sub(back + 1);
        let shown = &known[at.unwrap_or(0)];
        let position = &shown.position;
        let can_return = position.castling_rights() == last.castling_rights() && position.en_passant().is_none();
        // A double push tells of the one position before it.
        let is_known = at.is_some() || fills || back == known.len() && position.last_double_push().is_some();
        if format.canonical && back > 0 && !can_return || !is_known {
            break;
        }
        if !format.repeats_only || back == 0 || at.is_some() && shown.repeated {
            let Some(planes) = steps.next() else { break };
            if at.is_some() {
                pieces(position, view, planes);
                if shown.repeated {
                    planes[12 * 64..].fill(1.0);
                }
            } else {
                before(position, view, planes);
            }
        } else if at.is_none() {
            break;
        }
        if format.canonical && position.halfmove_clock() == 0 {
            break;
        }
    }
}

/// From where the planes are seen.
#[derive(Clone, Copy)]
struct View {
    by: Color,
    turned: Transform,
}

impl View {
    fn square(self, square: Square) -> usize {
        self.turned.square(square.relative_to(self.by)) as usize
    }
}

/// Twelve planes of pieces.
fn pieces(position: &Position, view: View, planes: &mut [f32]) {
    for (square, piece) in position.board().iter() {
        let plane = piece.role() as usize + if piece.color() == view.by { 0 } else { 6 };
        planes[64 * plane + view.square(square)] = 1.0;
    }
}

/// What stands for the positions before the first: the first one, with a pawn that has just gone two steps put back.
fn before(first: &Position, view: View, planes: &mut [f32]) {
    pieces(first, view, planes);
    if let Some(passed) = first.last_double_push() {
        let pusher = !first.turn();
        let plane = 64 * if pusher == view.by { 0 } else { 6 };
        let (from, to) = if pusher == Color::White { (-1, 1) } else { (1, -1) };
        for (ranks, value) in [(from, 1.0), (to, 0.0)] {
            if let Some(square) = passed.offset(0, ranks) {
                planes[plane + view.square(square)] = value;
            }
        }
    }
}

/// Whether this is where games begin, whatever the clocks say.
fn is_usual_start(packed: &Packed) -> bool {
    packed[..60] == pack(&Position::startpos(), false)[..60]
}

/// How Leela's canonical formats turn each position: one byte each, 1 for the files, 2 for the ranks, 4 for the
/// diagonal.
#[pyfunction]
pub fn _batch_leela_transform(py: Python<'_>, batch: Bytes<'_>, mut out: BytesOut<'_>) -> PyResult<()> {
    let (positions, rows) = (positions(&batch)?, out.as_slice_mut()?);
    fits(rows.len(), positions.len(), "the output")?;
    on_all_cores(py, || {
        super::fill(&positions, rows, 1, |position, _, row| {
            row[0] = Transform::of(position).bits();
            Ok(())
        })
    })?
    .map_err(raise)
}
