//! Counting as the commands need it, on top of the counting crate.

use tabiya::{CastlingStyle, File, Position};
use tabiya_perft::Perft;

use crate::failure::Failure;

/// Deeper trees than this have never been counted; a larger number is a typing error.
pub const MAX_DEPTH: i64 = 20;

/// The number of leaves, counted on the calling thread, every one of them.
pub fn perft(position: &Position, depth: u32) -> Result<u128, Failure> {
    let report = Perft::new(position).depth(depth).run().map_err(Failure::new)?;
    Ok(report.nodes)
}

/// The leaves below each legal move, in the order of the moves' text, with all this machine has.
pub fn divide(position: &Position, depth: u32, style: CastlingStyle) -> Result<Vec<(String, u128)>, Failure> {
    let division = Perft::fastest(position, depth).divide().map_err(Failure::new)?;
    if let Some(warning) = &division.report.warning {
        crate::failure::warn(warning);
    }
    let named = division.branches.iter().map(|branch| (branch.mv.uci(style).to_string(), branch.nodes));
    let mut lines: Vec<(String, u128)> = named.collect();
    lines.sort();
    Ok(lines)
}

/// Whether every castling right belongs to a king on the e-file and a rook in the corner.
pub fn is_standard_castling(position: &Position) -> bool {
    position.castling_rights().rooks().into_iter().all(|rook| {
        let king = position.board().color_at(rook).map(|color| position.king_of(color));
        matches!(rook.file(), File::A | File::H) && king.is_some_and(|king| king.file() == File::E)
    })
}
