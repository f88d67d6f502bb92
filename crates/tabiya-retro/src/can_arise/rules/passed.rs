//! Pawns that have passed each other, or promoted, on more files than the captures of both sides explain.
//!
//! Argument: on every file a white and a black pawn face each other at the start. While neither captures nor is
//! captured, both stay on the file; neither passes the other, so neither promotes, and the white one stays below the
//! black one. Call a file open if this is no longer so. It takes a capture by one of its two pawns, or of one of them,
//! so a capture opens two files at most: that of the pawn that captured and that of the pawn that was captured.
//!
//! - A side's pawns can have captured the men of the other side that are missing, without those that only pieces can
//!   have captured. Captures of one pawn beyond its first open nothing; the cheapest matching in which only these cost
//!   says how many there are at least.
//! - The pawns of a side that were captured as pawns are missing, and are not those that promoted.
//!
//! On the board a file can be as it was only if it has a white pawn below a black one.

use tabiya::{Bitboard, Color, File, Role};

use super::Case;
use crate::can_arise::reason::CannotArise;

pub(super) fn refute(case: &Case<'_>) -> Option<CannotArise> {
    let position = case.view.position;
    let open: Bitboard = File::ALL
        .into_iter()
        .map(File::bitboard)
        .filter(|&file| {
            let white = position.pieces(Color::White, Role::Pawn) & file;
            let black = position.pieces(Color::Black, Role::Pawn) & file;
            !matches!((white.first(), black.last()), (Some(white), Some(black)) if white.rank() < black.rank())
        })
        .fold(Bitboard::EMPTY, |all, file| all | file);
    let files = open.len() / 8;
    if files == 0 {
        return None;
    }
    let at_most = Color::ALL.into_iter().map(|color| opened_by(case, color)).sum();
    (files > at_most).then(|| CannotArise::PawnsPassed { pawns: position.by_role(Role::Pawn) & open, files, at_most })
}

/// How many files the captures by one side can have opened, at most.
fn opened_by(case: &Case<'_>, color: Color) -> u32 {
    let (ours, theirs) = (case.of(color), case.of(!color));
    let victims = case.victims(color).count();
    let by_pawns = victims.saturating_sub(ours.repeated_captures());
    let pawns_missing = 8u32.saturating_sub(case.view.position.pieces(!color, Role::Pawn).len());
    by_pawns + victims.min(pawns_missing.saturating_sub(theirs.promoted))
}
