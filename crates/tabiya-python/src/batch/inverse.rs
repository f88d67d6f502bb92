//! From indices of a policy back to moves.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tabiya::{Move, Position, Role};

use super::packed::unpack;
use super::policy::Scheme;
use super::{Bytes, CHUNK, Failure, fits, on_all_cores, positions, raise, scheme};
use crate::code::Code;

/// The legal move with this index. Every legal move is asked for its own index, so this is the inverse by construction.
/// Where promotions share an index, it is the one to a queen.
fn find(position: &Position, scheme: Scheme, index: i64, chess960: bool) -> Option<Move> {
    let wanted = usize::try_from(index).ok()?;
    let list = position.legal_moves();
    let has_it = |mv: &Move| scheme.index(*mv, position, chess960) == wanted;
    list.iter().copied().find(|mv| matches!(mv.promotion(), None | Some(Role::Queen)) && has_it(mv)).or_else(|| {
        // In Leela's and AlphaZero's numbering the other promotions have indices of their own.
        list.iter().copied().find(has_it)
    })
}

/// The legal move that each index means.
#[pyfunction]
pub fn _batch_policy_moves(
    py: Python<'_>,
    batch: Bytes<'_>,
    indices: PyReadonlyArray1<'_, i64>,
    policy: &str,
    mut out: PyReadwriteArray1<'_, u16>,
) -> PyResult<()> {
    let scheme = scheme(policy)?;
    let (positions, indices, rows) = (positions(&batch)?, indices.as_slice()?.to_vec(), out.as_slice_mut()?);
    fits(indices.len(), positions.len(), "the array of indices")?;
    fits(rows.len(), positions.len(), "the output")?;
    on_all_cores(py, || {
        positions
            .par_iter()
            .zip(&indices)
            .zip(rows)
            .enumerate()
            .with_min_len(CHUNK)
            .map(|(place, ((packed, &index), row))| -> Result<(), Failure> {
                let (position, chess960) = unpack(packed).map_err(|message| (place, message))?;
                let mv = find(&position, scheme, index, chess960).ok_or_else(|| {
                    (place, format!("no legal move has index {index} of {policy} in {}", position.fen()))
                })?;
                *row = Code::of(mv, chess960).0;
                Ok(())
            })
            .collect::<Result<(), Failure>>()
    })?
    .map_err(raise)
}
