//! What crosses to JavaScript. Every function here is one call of a function that is tested elsewhere.

use std::cell::RefCell;

use tabiya::{CastlingField, EnPassantField, FenStyle, Move, Position};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Failure, json};
use crate::fen::Castling;
use crate::seats::{self, Seats};
use crate::{comparison, counting, explanation, fen, layers, loading, moves, picture, records, told, trees};

thread_local! {
    static SEATS: RefCell<Seats> = RefCell::new(Seats::default());
}

type Answer<T> = Result<T, JsValue>;

fn thrown(failure: Failure) -> JsValue {
    JsValue::from_str(&failure.to_json())
}

fn with<T>(seat: u32, ask: impl FnOnce(&Position) -> T) -> T {
    SEATS.with_borrow(|seats| ask(seats.position(seat)))
}

fn try_with<T>(seat: u32, ask: impl FnOnce(&Position) -> Result<T, Failure>) -> Answer<T> {
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
pub fn legal_told(seat: u32, chess960: bool) -> String {
    with(seat, |position| told::legal(position, chess960))
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

#[wasm_bindgen(js_name = readFen)]
pub fn read_fen(text: &str) -> String {
    json(&fen::read(text))
}

#[wasm_bindgen]
pub fn chess960(number: u16) -> Answer<String> {
    fen::chess960(number).map_err(thrown)
}

#[wasm_bindgen]
pub fn legal(seat: u32) -> Vec<u16> {
    with(seat, |position| moves::bits(&position.legal_moves()))
}

#[wasm_bindgen(js_name = legalFrom)]
pub fn legal_from(seat: u32, square: u32) -> Vec<u16> {
    with(seat, |position| moves::from_square(position, square))
}

#[wasm_bindgen(js_name = countLegal)]
pub fn count_legal(seat: u32) -> u32 {
    with(seat, |position| position.count_legal() as u32)
}

#[wasm_bindgen]
pub fn kind(seat: u32, kind: &str) -> Answer<Vec<u16>> {
    try_with(seat, |position| moves::of_kind(position, kind).map(|list| moves::bits(&list)))
}

#[wasm_bindgen]
pub fn sans(seat: u32) -> String {
    with(seat, moves::sans)
}

#[wasm_bindgen]
pub fn ucis(seat: u32, chess960: bool) -> String {
    with(seat, |position| moves::ucis(position, chess960))
}

#[wasm_bindgen]
pub fn san(seat: u32, bits: u16) -> Answer<String> {
    try_with(seat, |position| Ok(position.san(seats::legal(position, bits)?).to_string()))
}

#[wasm_bindgen]
pub fn uci(bits: u16, chess960: bool) -> Answer<String> {
    let mv = Move::from_bits(bits).ok_or_else(|| thrown(Failure::new("move", format!("{bits} is no move"))))?;
    Ok(mv.uci(moves::style(chess960)).to_string())
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

#[wasm_bindgen]
pub fn layer(seat: u32, name: &str) -> Answer<u64> {
    try_with(seat, |position| layers::of(position, name).map(|set| set.0))
}

#[wasm_bindgen(js_name = layerNames)]
pub fn layer_names() -> String {
    layers::names()
}

#[wasm_bindgen]
pub fn slider(seat: u32, square: u32) -> String {
    with(seat, |position| json(&layers::slider(position, square)))
}

/// The pieces of both sides that attack a square of a board, which need not be a position: the board field of a FEN.
#[wasm_bindgen]
pub fn attackers(board: &str, square: u32) -> Answer<u64> {
    fen::attackers(board, square).map(|set| set.0).map_err(thrown)
}

/// What the piece on a square attacks.
#[wasm_bindgen(js_name = attacksFrom)]
pub fn attacks_from(seat: u32, square: u32) -> u64 {
    let from = tabiya::Square::from_low_bits(square as u8);
    with(seat, |position| {
        position
            .piece_at(from)
            .map_or(0, |piece| tabiya::attacks::of(piece.role(), piece.color(), from, position.occupied()).0)
    })
}

#[wasm_bindgen]
pub fn explain(seat: u32, text: &str) -> Answer<String> {
    try_with(seat, |position| explanation::of_text(position, text).map(|explained| json(&explained)))
}

#[wasm_bindgen]
pub fn illegal(seat: u32) -> String {
    with(seat, |position| json(&explanation::illegal(position)))
}

#[wasm_bindgen]
pub fn see(seat: u32, bits: u16) -> Answer<i32> {
    try_with(seat, |position| Ok(position.see(seats::legal(position, bits)?)))
}

#[wasm_bindgen]
pub fn picked(seat: u32, mode: &str) -> Answer<String> {
    try_with(seat, |position| moves::picked(position, mode).map(|list| json(&list)))
}

#[wasm_bindgen(js_name = givesCheck)]
pub fn gives_check(seat: u32, bits: u16) -> Answer<bool> {
    try_with(seat, |position| Ok(position.gives_check(seats::legal(position, bits)?)))
}

/// `flags`: 1 for Black at the bottom, 2 for coordinates, 4 for a dark page.
#[wasm_bindgen]
pub fn svg(seat: u32, flags: u32, size: u32, squares: u64, arrows: &str, last_move: &str) -> Answer<String> {
    let options = picture::Options {
        flipped: flags & 1 != 0,
        coordinates: flags & 2 != 0,
        dark: flags & 4 != 0,
        size,
        squares: tabiya::Bitboard(squares),
        arrows,
        last_move,
    };
    try_with(seat, |position| picture::board(position, &options))
}

#[wasm_bindgen(js_name = pieceSvg)]
pub fn piece_svg(letter: char, dark: bool) -> Answer<String> {
    picture::piece(letter, dark).map_err(thrown)
}

/// Whether that many plies are counted at all.
#[wasm_bindgen(js_name = checkDepth)]
pub fn check_depth(depth: u32) -> Answer<()> {
    counting::checked(depth).map(|_| ()).map_err(thrown)
}

#[wasm_bindgen]
pub fn perft(seat: u32, depth: u32) -> Answer<u64> {
    try_with(seat, |position| counting::perft(position, depth))
}

#[wasm_bindgen]
pub fn divide(seat: u32, depth: u32) -> Answer<Vec<u64>> {
    try_with(seat, |position| counting::divide(position, depth))
}

#[wasm_bindgen]
pub fn statistics(seat: u32, depth: u32) -> Answer<Vec<u64>> {
    try_with(seat, |position| counting::statistics(position, depth))
}

#[wasm_bindgen]
pub fn compare(seat: u32, depth: u32, text: &str, truth: &[u64], chess960: bool) -> Answer<String> {
    try_with(seat, |position| {
        comparison::compare(position, depth, text, truth, chess960).map(|compared| json(&compared))
    })
}

#[wasm_bindgen(js_name = readPgn)]
pub fn read_pgn(text: &str) -> String {
    json(&records::read(text))
}

#[wasm_bindgen(js_name = loadPgn)]
pub fn load_pgn(text: &str, strict: bool) -> Answer<String> {
    loading::load(text, strict).map(|game| json(&game)).map_err(thrown)
}

#[wasm_bindgen(js_name = readPgnTrees)]
pub fn read_pgn_trees(text: &str) -> String {
    json(&trees::read(text))
}

/// See [`trees::Parts`].
#[wasm_bindgen(js_name = writePgnTree)]
pub fn write_pgn_tree(
    fen: &str,
    tags: Vec<String>,
    result: &str,
    parents: &[u32],
    moves: &[u16],
    notes: Vec<String>,
) -> Answer<String> {
    trees::write(trees::Parts { fen, tags: &tags, result, parents, moves, notes: &notes }).map_err(thrown)
}
