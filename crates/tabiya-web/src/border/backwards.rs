//! What crosses to JavaScript of the entry `tabiya/retro`. Positions cross as FENs.

use std::cell::RefCell;

use tabiya_retro::endgame::Endgames;
use tabiya_syzygy::Tablebase;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, thrown};
use crate::backwards;
use crate::failure::{Failure, json};
use crate::tables::{self, Store};

thread_local! {
    static ENDGAMES: RefCell<Store<Endgames>> = RefCell::default();
    static SYZYGY: RefCell<Store<Tablebase>> = RefCell::default();
}

fn endgames<T>(number: u32, ask: impl FnOnce(&mut Endgames) -> Result<T, Failure>) -> Answer<T> {
    ENDGAMES.with_borrow_mut(|store| store.get(number).and_then(ask)).map_err(thrown)
}

fn syzygy<T>(number: u32, ask: impl FnOnce(&mut Tablebase) -> Result<T, Failure>) -> Answer<T> {
    SYZYGY.with_borrow_mut(|store| store.get(number).and_then(ask)).map_err(thrown)
}

#[wasm_bindgen]
pub fn unmoves(fen: &str, chess960: bool) -> Answer<String> {
    backwards::unmoves(fen, chess960).map(|found| json(&found)).map_err(thrown)
}

#[wasm_bindgen]
pub fn predecessors(fen: &str, chess960: bool) -> Answer<String> {
    backwards::predecessors(fen, chess960).map(|found| json(&found)).map_err(thrown)
}

#[wasm_bindgen(js_name = whyNoUnmove)]
pub fn why_no_unmove(fen: &str, chess960: bool) -> Answer<Option<String>> {
    backwards::why_no_unmove(fen, chess960).map_err(thrown)
}

#[wasm_bindgen(js_name = canWin)]
pub fn can_win(fen: &str, black: bool, limit: u32) -> Answer<String> {
    backwards::can_win(fen, black, limit).map(|found| json(&found)).map_err(thrown)
}

#[wasm_bindgen(js_name = canArise)]
pub fn can_arise(fen: &str, starts: &str, limit: u32) -> Answer<String> {
    backwards::can_arise(fen, starts, limit).map(|found| json(&found)).map_err(thrown)
}

#[wasm_bindgen(js_name = openEndgames)]
pub fn open_endgames() -> u32 {
    ENDGAMES.with_borrow_mut(Store::open)
}

#[wasm_bindgen(js_name = closeEndgames)]
pub fn close_endgames(number: u32) {
    ENDGAMES.with_borrow_mut(|store| store.close(number));
}

#[wasm_bindgen(js_name = solveEndgame)]
pub fn solve_endgame(number: u32, material: &str) -> Answer<()> {
    endgames(number, |tables| tables::solve(tables, material))
}

#[wasm_bindgen(js_name = addEndgame)]
pub fn add_endgame(number: u32, bytes: &[u8]) -> Answer<String> {
    endgames(number, |tables| tables::add(tables, bytes))
}

#[wasm_bindgen(js_name = endgameBytes)]
pub fn endgame_bytes(number: u32, material: &str) -> Answer<Vec<u8>> {
    endgames(number, |tables| tables::bytes(tables, material))
}

#[wasm_bindgen(js_name = endgameMaterials)]
pub fn endgame_materials(number: u32) -> Answer<Vec<String>> {
    endgames(number, |tables| Ok(tables::materials(tables)))
}

#[wasm_bindgen(js_name = endgameNumbers)]
pub fn endgame_numbers(number: u32, material: &str) -> Answer<String> {
    endgames(number, |tables| tables::numbers(tables, material).map(|found| json(&found)))
}

#[wasm_bindgen(js_name = probeEndgame)]
pub fn probe_endgame(number: u32, fen: &str) -> Answer<String> {
    endgames(number, |tables| tables::probe(tables, fen).map(|found| json(&found)))
}

#[wasm_bindgen(js_name = endgameMoves)]
pub fn endgame_moves(number: u32, fen: &str) -> Answer<String> {
    endgames(number, |tables| tables::moves(tables, fen).map(|found| json(&found)))
}

#[wasm_bindgen(js_name = endgameLine)]
pub fn endgame_line(number: u32, fen: &str) -> Answer<Vec<String>> {
    endgames(number, |tables| tables::line(tables, fen))
}

#[wasm_bindgen(js_name = openSyzygy)]
pub fn open_syzygy() -> u32 {
    SYZYGY.with_borrow_mut(Store::open)
}

#[wasm_bindgen(js_name = closeSyzygy)]
pub fn close_syzygy(number: u32) {
    SYZYGY.with_borrow_mut(|store| store.close(number));
}

#[wasm_bindgen(js_name = addSyzygy)]
pub fn add_syzygy(number: u32, name: &str, bytes: Vec<u8>) -> Answer<bool> {
    syzygy(number, |tables| tables::add_syzygy(tables, name, bytes))
}

#[wasm_bindgen(js_name = syzygyFiles)]
pub fn syzygy_files(number: u32) -> Answer<Vec<String>> {
    syzygy(number, |tables| Ok(tables::syzygy_files(tables)))
}

#[wasm_bindgen(js_name = checkSyzygy)]
pub fn check_syzygy(number: u32) -> Answer<()> {
    syzygy(number, |tables| tables::check_syzygy(tables))
}

#[wasm_bindgen(js_name = syzygyWdl)]
pub fn syzygy_wdl(number: u32, fen: &str) -> Answer<i32> {
    syzygy(number, |tables| tables::wdl(tables, fen))
}

#[wasm_bindgen(js_name = syzygyDtz)]
pub fn syzygy_dtz(number: u32, fen: &str) -> Answer<String> {
    syzygy(number, |tables| tables::dtz(tables, fen).map(|found| json(&found)))
}

#[wasm_bindgen(js_name = syzygyRank)]
pub fn syzygy_rank(number: u32, fen: &str) -> Answer<String> {
    syzygy(number, |tables| tables::rank(tables, fen).map(|found| json(&found)))
}
