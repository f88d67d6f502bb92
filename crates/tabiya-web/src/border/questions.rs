//! What crosses to JavaScript beyond the rules.

use tabiya::Move;
use wasm_bindgen::prelude::wasm_bindgen;

use super::rules::{try_with, with};
use super::{Answer, thrown};
use crate::failure::{Failure, json};
use crate::{comparison, counting, explanation, layers, moves, picker, picture, repair, seats, trees};

#[wasm_bindgen]
pub fn kind(seat: u32, kind: &str) -> Answer<Vec<u16>> {
    try_with(seat, |position| moves::of_kind(position, kind).map(|list| moves::bits(&list)))
}

#[wasm_bindgen]
pub fn layer(seat: u32, name: &str) -> Answer<u64> {
    try_with(seat, |position| layers::of(position, name).map(|set| set.0))
}

#[wasm_bindgen(js_name = layerNames)]
pub fn layer_names() -> String {
    layers::names()
}

#[wasm_bindgen(js_name = layersDescribed)]
pub fn layers_described() -> String {
    json(&layers::described())
}

#[wasm_bindgen]
pub fn slider(seat: u32, square: u32) -> String {
    with(seat, |position| json(&layers::slider(position, square)))
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
    try_with(seat, |position| picker::picked(position, mode).map(|list| json(&list)))
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

#[wasm_bindgen(js_name = readFen)]
pub fn read_fen(text: &str) -> String {
    json(&repair::read(text))
}

#[wasm_bindgen]
pub fn uci(bits: u16, chess960: bool) -> Answer<String> {
    let mv = Move::from_bits(bits).ok_or_else(|| thrown(Failure::new("move", format!("{bits} is not a move"))))?;
    Ok(mv.uci(moves::style(chess960)).to_string())
}
