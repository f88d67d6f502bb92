//! FENs as tokens: as many for every position, so that a network can read them.

use pyo3::prelude::*;

use super::packed::fen;
use super::{Bytes, BytesOut, fill, fits, on_all_cores, positions, raise};

/// The characters that there are, each at its number. The order is that of DeepMind's networks that play without
/// search.
pub const CHARACTERS: &str = "0123456789abcdefghpnrkqPBNRQKw.";

/// The side to move, 64 squares, 4 castling rights, 2 of en passant, 3 digits of each clock.
pub const LENGTH: usize = 1 + 64 + 4 + 2 + 3 + 3;

#[pyfunction]
pub fn _batch_tokens(py: Python<'_>, batch: Bytes<'_>, mut out: BytesOut<'_>) -> PyResult<()> {
    let (positions, rows) = (positions(&batch)?, out.as_slice_mut()?);
    fits(rows.len(), positions.len() * LENGTH, "the output")?;
    let mut numbers = [u8::MAX; 128];
    for (number, character) in CHARACTERS.bytes().enumerate() {
        numbers[usize::from(character)] = number as u8;
    }
    on_all_cores(py, || fill(&positions, rows, LENGTH, |position, _, row| write(&fen(position), &numbers, row)))?
        .map_err(raise)
}

/// The parts of a FEN, each filled up with dots.
fn write(fen: &str, numbers: &[u8; 128], row: &mut [u8]) -> Result<(), String> {
    row.fill(numbers[usize::from(b'.')]);
    let mut fields = fen.split(' ');
    let mut next = || fields.next().unwrap_or_default();
    let (board, turn, castling, en_passant, halfmove, fullmove) = (next(), next(), next(), next(), next(), next());
    let mut put = |at: usize, character: u8| match numbers.get(usize::from(character)) {
        Some(&number) if number != u8::MAX => {
            row[at] = number;
            Ok(())
        }
        _ => Err(format!("\"{}\" of {fen} has no token", char::from(character))),
    };
    put(0, turn.as_bytes().first().copied().unwrap_or(b'.'))?;
    let mut square = 1;
    for character in board.bytes() {
        match character {
            b'1'..=b'8' => square += usize::from(character - b'0'),
            b'/' => {}
            _ => {
                put(square, character)?;
                square += 1;
            }
        }
    }
    for (start, width, field) in [(65, 4, castling), (69, 2, en_passant), (71, 3, halfmove), (74, 3, fullmove)] {
        let field = if field == "-" { "" } else { field };
        if field.len() > width {
            return Err(format!("\"{field}\" of {fen} is longer than its {width} tokens"));
        }
        for (offset, character) in field.bytes().enumerate() {
            put(start + offset, character)?;
        }
    }
    Ok(())
}
