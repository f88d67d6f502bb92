//! The Python package `tabiya`: thin classes over the rules crate.
//!
//! Each file is one class or one door. Facts about chess live in the crate `tabiya`; what is here is what Python needs:
//! objects, conversions, errors, locks.

mod batch;
mod board;
mod cluster;
mod code;
mod convert;
mod endgame;
mod errors;
mod hunt;
mod lock;
mod long;
mod loose;
mod moves;
mod perft;
mod pgn;
mod piece;
mod polyglot;
mod shared_table;
mod slots;
mod square_set;
mod state;
mod svg;
mod syzygy;
mod text;

use pyo3::prelude::*;
use tabiya::{Color, Role, Square};

/// What a knight, a king or a pawn attacks from each square.
#[pyfunction]
fn _leaper_attacks(piece: &str, white: bool) -> Vec<u64> {
    let role = match piece {
        "knight" => Role::Knight,
        "king" => Role::King,
        _ => Role::Pawn,
    };
    let color = if white { Color::White } else { Color::Black };
    let attacks = |square: Square| tabiya::attacks::of(role, color, square, tabiya::Bitboard::EMPTY).0;
    Square::ALL.into_iter().map(attacks).collect()
}

// Every class is frozen and changes its inside under a lock or atomically, so threads need no GIL.
#[pymodule(gil_used = false)]
fn _tabiya(module: &Bound<'_, PyModule>) -> PyResult<()> {
    slots::prepare(module.py())?;
    moves::publish(module.py())?;
    piece::publish(module.py())?;
    board::publish(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<piece::PyPiece>()?;
    module.add_class::<square_set::SquareSet>()?;
    module.add_class::<square_set::CarryRippler>()?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<board::LegalMoveGenerator>()?;
    module.add_class::<board::PseudoLegalMoveGenerator>()?;
    module.add_class::<board::PyExplanation>()?;
    module.add_class::<board::PyUnmove>()?;
    module.add_class::<board::PyCanWin>()?;
    module.add_class::<board::PyCanArise>()?;
    module.add_function(wrap_pyfunction!(board::_restore_board, module)?)?;
    module.add_function(wrap_pyfunction!(svg::_svg_board, module)?)?;
    module.add_function(wrap_pyfunction!(svg::_svg_piece, module)?)?;
    module.add_function(wrap_pyfunction!(_leaper_attacks, module)?)?;
    module.add_function(wrap_pyfunction!(perft::perft, module)?)?;
    module.add_function(wrap_pyfunction!(perft::divide, module)?)?;
    module.add_function(wrap_pyfunction!(perft::perft_statistics, module)?)?;
    module.add_class::<cluster::PyFrontier>()?;
    module.add_class::<cluster::PyCounter>()?;
    module.add_class::<shared_table::PySharedTable>()?;
    module.add_function(wrap_pyfunction!(cluster::frontier, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::cpu_levels, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::gpus, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::_task_digest, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::_useful_table, module)?)?;
    module.add_function(wrap_pyfunction!(hunt::_hunt, module)?)?;
    module.add_function(wrap_pyfunction!(polyglot::_polyglot_key, module)?)?;
    module.add_function(wrap_pyfunction!(polyglot::_polyglot_move, module)?)?;
    module.add_class::<pgn::PyTree>()?;
    module.add_class::<pgn::PyGames>()?;
    module.add_class::<pgn::scan::PyScanner>()?;
    module.add_function(wrap_pyfunction!(pgn::_read_tree, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::_read_text, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::index::_index_games, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::index::_read_game_at, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::_restore_tree, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::show::_show_game, module)?)?;
    batch::register(module)?;
    endgame::register(module)?;
    syzygy::register(module)?;
    errors::register(module)
}
