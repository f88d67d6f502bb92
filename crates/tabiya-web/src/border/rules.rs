//! What crosses to JavaScript of the rules.

use std::cell::RefCell;

use tabiya::{CastlingField, EnPassantField, FenStyle, Move, Position};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, thrown};
use crate::failure::{Failure, json};
use crate::fen::Castling;
use crate::seats::{self, Seats};
use crate::{fen, loading, moves, records, told};

thread_local! {
    static SEATS: RefCell<Seats> = RefCell::new(Seats::default());
}

pub(super) fn with<T>(seat: u32, ask: impl FnOnce(&Position) -> T) -> T {
    SEATS.with_borrow(|seats| ask(seats.position(seat)))
}

pub(super) fn try_with<T>(seat: u32, ask: impl FnOnce(&Position) -> Result<T, Failure>) -> Answer<T> {
    with(seat, ask).map_err(thrown)
}

/// `any`: whether every castling right of Chess960 counts, or only those of standard chess. The answer is the FEN now.
#[wasm_bindgen]
pub fn load(seat: u32, fen: &str, moves: &[u16], any: bool) -> Answer<String> {
    SEATS.with_borrow_mut(|seats| {
        seats.load(seat, fen, moves, castling(any)).map_err(thrown)?;
        Ok(seats.position(seat).to_fen(FenStyle::default()))
    })
}

fn castling(any: bool) -> Castling {
    if any { Castling::Any } else { Castling::Standard }
}

/// Whether the castling rights of the position need Chess960.
#[wasm_bindgen(js_name = needsChess960)]
pub fn needs_chess960(seat: u32) -> bool {
    with(seat, fen::needs_chess960)
}

/// Plays a move given as its bits, 0 for a null move; the answer is the line of [`told`].
#[wasm_bindgen]
pub fn play(seat: u32, bits: u16, chess960: bool) -> Answer<String> {
    SEATS.with_borrow_mut(|seats| told::play(seats.game_mut(seat), bits, chess960)).map_err(thrown)
}

/// The same for a move given as text.
#[wasm_bindgen(js_name = playText)]
pub fn play_text(seat: u32, text: &str, strict: bool, chess960: bool) -> Answer<String> {
    SEATS
        .with_borrow_mut(|seats| {
            let game = seats.game_mut(seat);
            let mv = moves::read(game.position(), text, strict)?;
            told::play(game, mv.bits(), chess960)
        })
        .map_err(thrown)
}

/// Every legal move as [`told`] writes it.
#[wasm_bindgen(js_name = legalTold)]
pub fn legal_told(seat: u32, square: u32, chess960: bool) -> String {
    with(seat, |position| told::legal(position, square, chess960))
}

/// The moves of the game as [`told`] writes them.
#[wasm_bindgen(js_name = historyTold)]
pub fn history_told(seat: u32, chess960: bool) -> String {
    SEATS.with_borrow(|seats| told::history(seats.game(seat), chess960))
}

#[wasm_bindgen(js_name = historySans)]
pub fn history_sans(seat: u32) -> String {
    SEATS.with_borrow(|seats| told::history_sans(seats.game(seat)))
}

#[wasm_bindgen]
pub fn fens(seat: u32) -> String {
    SEATS.with_borrow(|seats| told::fens(seats.game(seat)))
}

/// Reads a move without playing it.
#[wasm_bindgen]
pub fn read(seat: u32, text: &str, strict: bool) -> Answer<u16> {
    try_with(seat, |position| moves::read(position, text, strict).map(Move::bits))
}

/// See [`told::undo`].
#[wasm_bindgen]
pub fn undo(seat: u32, chess960: bool) -> String {
    SEATS.with_borrow_mut(|seats| told::undo(seats.game_mut(seat), chess960))
}

/// `custom`: 0 for an en passant square only where it is legal, 1 where a pawn stands beside it, 2 always.
fn fen_style(shredder: bool, custom: u8) -> FenStyle {
    let castling = if shredder { CastlingField::Shredder } else { CastlingField::XFen };
    let en_passant = match custom {
        0 => EnPassantField::Legal,
        1 => EnPassantField::Adjacent,
        _ => EnPassantField::Always,
    };
    FenStyle { castling, en_passant }
}

#[wasm_bindgen(js_name = fen)]
pub fn fen_of(seat: u32, shredder: bool, custom: u8) -> String {
    with(seat, |position| position.to_fen(fen_style(shredder, custom)))
}

#[wasm_bindgen(js_name = fenAfter)]
pub fn fen_after(seat: u32, bits: u16, custom: u8) -> Answer<String> {
    try_with(seat, |position| Ok(position.after(seats::legal(position, bits)?).to_fen(fen_style(false, custom))))
}

/// A board that need not be a position, as a FEN.
#[wasm_bindgen(js_name = boardFen)]
pub fn board_fen(text: &str, any: bool) -> Answer<String> {
    fen::board(text, castling(any)).map_err(thrown)
}

#[wasm_bindgen]
pub fn validate(text: &str) -> Option<String> {
    fen::validate(text)
}

#[wasm_bindgen]
pub fn chess960(number: u16) -> Answer<String> {
    fen::chess960(number).map_err(thrown)
}

#[wasm_bindgen]
pub fn legal(seat: u32) -> Vec<u16> {
    with(seat, |position| moves::bits(&position.legal_moves()))
}

#[wasm_bindgen(js_name = countLegal)]
pub fn count_legal(seat: u32) -> u32 {
    with(seat, moves::count)
}

#[wasm_bindgen]
pub fn sans(seat: u32, square: u32) -> String {
    with(seat, |position| moves::sans(position, square))
}

#[wasm_bindgen]
pub fn ucis(seat: u32, chess960: bool) -> String {
    with(seat, |position| moves::ucis(position, chess960))
}

#[wasm_bindgen]
pub fn san(seat: u32, bits: u16) -> Answer<String> {
    try_with(seat, |position| Ok(position.san(seats::legal(position, bits)?).to_string()))
}

#[wasm_bindgen(js_name = isCheck)]
pub fn is_check(seat: u32) -> bool {
    with(seat, Position::in_check)
}

#[wasm_bindgen]
pub fn status(seat: u32) -> u32 {
    SEATS.with_borrow(|seats| moves::status(seats.game(seat)))
}

#[wasm_bindgen]
pub fn repetitions(seat: u32) -> u32 {
    SEATS.with_borrow(|seats| seats.game(seat).repetitions() as u32)
}

#[wasm_bindgen]
pub fn outcome(seat: u32) -> Option<String> {
    SEATS.with_borrow(|seats| seats.game(seat).outcome().map(|outcome| outcome.to_string()))
}

#[wasm_bindgen]
pub fn key(seat: u32) -> u64 {
    with(seat, Position::key)
}

/// The pieces of a side that attack a square: those on the lower four ranks, or on the upper ones. Two numbers cross
/// the border faster than a list or a `BigInt`.
#[wasm_bindgen(js_name = attackersHalf)]
pub fn attackers_half(seat: u32, square: u32, black: bool, upper: bool) -> u32 {
    with(seat, |position| (moves::attackers(position, square, black).0 >> if upper { 32 } else { 0 }) as u32)
}

#[wasm_bindgen(js_name = isAttacked)]
pub fn is_attacked(seat: u32, square: u32, black: bool) -> bool {
    with(seat, |position| !moves::attackers(position, square, black).is_empty())
}

/// The pieces of both sides that attack a square of a board, which need not be a position: the board field of a FEN.
#[wasm_bindgen]
pub fn attackers(board: &str, square: u32) -> Answer<u64> {
    fen::attackers(board, square).map(|set| set.0).map_err(thrown)
}

#[wasm_bindgen(js_name = givesCheck)]
pub fn gives_check(seat: u32, bits: u16) -> Answer<bool> {
    try_with(seat, |position| Ok(position.gives_check(seats::legal(position, bits)?)))
}

#[wasm_bindgen(js_name = readPgn)]
pub fn read_pgn(text: &str) -> String {
    json(&records::read(text))
}

#[wasm_bindgen(js_name = loadPgn)]
pub fn load_pgn(text: &str, strict: bool) -> Answer<String> {
    loading::load(text, strict).map(|game| json(&game)).map_err(thrown)
}
