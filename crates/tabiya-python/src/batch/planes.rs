//! Positions as planes of 8 × 8 bytes.

use pyo3::prelude::*;
use tabiya::{Color, Position, Wing};

use super::{Bytes, BytesOut, fill, fits, on_all_cores, positions, raise};
use crate::errors;

/// Planes of 64 bytes: twelve of pieces, the turn, four castling rights, en passant.
pub const PLANES: usize = 18;

#[pyfunction]
pub fn _batch_planes(py: Python<'_>, batch: Bytes<'_>, seen_by: &str, mut out: BytesOut<'_>) -> PyResult<()> {
    let by_mover = match seen_by {
        "white" => false,
        "mover" => true,
        other => {
            let other = crate::text::cut(other);
            return Err(errors::value(format!("planes cannot be seen by \"{other}\": expected white or mover")));
        }
    };
    let (positions, rows) = (positions(&batch)?, out.as_slice_mut()?);
    fits(rows.len(), positions.len() * PLANES * 64, "the output")?;
    on_all_cores(py, || {
        fill(&positions, rows, PLANES * 64, |position, _, row| {
            write(position, if by_mover { position.turn() } else { Color::White }, row);
            Ok(())
        })
    })?
    .map_err(raise)
}

/// The planes as one side sees them: its own pieces and rights first, its own first rank at the bottom.
fn write(position: &Position, viewer: Color, row: &mut [u8]) {
    row.fill(0);
    for (square, piece) in position.board().iter() {
        let plane = piece.role() as usize + if piece.color() == viewer { 0 } else { 6 };
        row[64 * plane + square.relative_to(viewer) as usize] = 1;
    }
    if position.turn() == Color::White {
        row[12 * 64..13 * 64].fill(1);
    }
    let wings = [viewer, !viewer].into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
    for (i, (color, wing)) in wings.enumerate() {
        if position.castling_rook(color, wing).is_some() {
            row[(13 + i) * 64..(14 + i) * 64].fill(1);
        }
    }
    if let Some(square) = position.en_passant_legal() {
        row[17 * 64 + square.relative_to(viewer) as usize] = 1;
    }
}
