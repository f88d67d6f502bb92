//! From a legal move to its text.

use core::fmt;
use core::ops::Deref;

use super::resolve::{is_pinned_against, reaching};
use crate::attacks::{self, between, line};
use crate::{Bitboard, Color, Move, Position, Role, Square, Wing};

/// The longest text: `e7xd8=Q#` in long notation.
const LONGEST: usize = 8;

/// The text of a move, held in place: no allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SanText {
    bytes: [u8; LONGEST],
    length: u8,
}

impl SanText {
    const fn new() -> SanText {
        SanText { bytes: [0; LONGEST], length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes[usize::from(self.length) % LONGEST] = byte;
        self.length += 1;
    }

    fn push_str(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }

    #[inline(always)]
    fn push_square(&mut self, square: Square) {
        self.push(b'a' + square.file().index() as u8);
        self.push(b'1' + square.rank().index() as u8);
    }

    /// The text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length).min(LONGEST)];
        core::str::from_utf8(bytes).expect("moves are spelt in ASCII")
    }
}

impl Deref for SanText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for SanText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

pub(super) fn san(position: &Position, mv: Move) -> SanText {
    let mut text = SanText::new();
    let (from, to) = (mv.from(), mv.to());
    let role = position.role_at(from).unwrap_or(Role::Pawn);
    if let Some(wing) = mv.castling_wing() {
        push_castling(&mut text, wing);
    } else {
        if role == Role::Pawn {
            if mv.is_capture() {
                text.push(b'a' + from.file().index() as u8);
            }
        } else {
            text.push(capital(role));
            push_disambiguation(&mut text, position, role, from, to);
        }
        if mv.is_capture() {
            text.push(b'x');
        }
        push_target(&mut text, mv);
    }
    push_mark(&mut text, position, mv, role);
    text
}

pub(super) fn lan(position: &Position, mv: Move) -> SanText {
    let mut text = SanText::new();
    let role = position.role_at(mv.from()).unwrap_or(Role::Pawn);
    if let Some(wing) = mv.castling_wing() {
        push_castling(&mut text, wing);
    } else {
        if role != Role::Pawn {
            text.push(capital(role));
        }
        text.push_square(mv.from());
        text.push(if mv.is_capture() { b'x' } else { b'-' });
        push_target(&mut text, mv);
    }
    push_mark(&mut text, position, mv, role);
    text
}

fn push_castling(text: &mut SanText, wing: Wing) {
    text.push_str(match wing {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    });
}

#[inline(always)]
fn push_target(text: &mut SanText, mv: Move) {
    text.push_square(mv.to());
    if let Some(role) = mv.promotion() {
        text.push(b'=');
        text.push(capital(role));
    }
}

#[inline(always)]
fn capital(role: Role) -> u8 {
    b"PNBRQK"[role.index()]
}

/// The file, else the rank, else both: the first that no other legal move of such a piece to this square shares.
#[inline(always)]
fn push_disambiguation(text: &mut SanText, position: &Position, role: Role, from: Square, to: Square) {
    let rivals = reaching(position, role, to).without(from);
    if rivals.is_empty() {
        return;
    }
    // The move itself is legal, so its target answers any check; only pins tell the rivals apart.
    let rivals: Bitboard = rivals.into_iter().filter(|&rival| !is_pinned_against(position, rival, to)).collect();
    if rivals.is_empty() {
        return;
    }
    let file_shared = rivals.intersects(from.file().bitboard());
    let rank_shared = rivals.intersects(from.rank().bitboard());
    if !file_shared || rank_shared {
        text.push(b'a' + from.file().index() as u8);
    }
    if file_shared {
        text.push(b'1' + from.rank().index() as u8);
    }
}

#[inline(always)]
fn push_mark(text: &mut SanText, position: &Position, mv: Move, role: Role) {
    if checks(position, mv, role) {
        let mate = !position.after_unchecked(mv).has_legal_move();
        text.push(if mate { b'#' } else { b'+' });
    }
}

/// Whether the move gives check, asking for this one move only what it needs.
#[inline(always)]
fn checks(position: &Position, mv: Move, role: Role) -> bool {
    let (from, to, turn) = (mv.from(), mv.to(), position.turn());
    if mv.is_castle() || mv.is_en_passant() {
        return position.after_unchecked(mv).in_check();
    }
    let king = position.king_of(!turn);
    let arriving = mv.promotion().unwrap_or(role);
    let occupied = position.occupied().without(from);
    attacks::of(arriving, turn, to, occupied).contains(king) || uncovers(position, king, turn, from, to)
}

/// Whether a slider behind `from` sees the enemy king once the piece has left for `to`.
#[inline(always)]
fn uncovers(position: &Position, king: Square, turn: Color, from: Square, to: Square) -> bool {
    let line = line(king, from);
    if line.is_empty() || line.contains(to) {
        return false;
    }
    let board = position.board();
    let straight = king.file() == from.file() || king.rank() == from.rank();
    let sliders = if straight { board.orthogonal_sliders() } else { board.diagonal_sliders() };
    let behind = sliders & line & board.by_color(turn);
    behind.into_iter().any(|slider| between(king, slider) & position.occupied() == from.bitboard())
}
