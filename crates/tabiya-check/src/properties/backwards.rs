//! Chess backwards: both directions of any position, and files of endgames.

use tabiya::Position;
use tabiya_retro::Castles;
use tabiya_retro::endgame::Table;

use super::rules;
use crate::backwards;

/// In every valid position moves and unmoves agree, with the castles that its rights tell of and with those of
/// Chess960. The same bytes as a file of an endgame are that file or an error.
pub fn backwards(data: &[u8]) {
    match Table::from_bytes(data) {
        Ok(table) => assert_eq!(table.to_bytes(), data),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let Some((setup, _)) = rules::setup(data) else { return };
    let Ok(position) = Position::from_setup(setup) else { return };
    for castles in [Castles::of(&position), Castles::Chess960] {
        for compare in [backwards::compare, backwards::compare_with_twin] {
            compare(&position, castles).unwrap_or_else(|sentence| panic!("{castles:?}: {sentence}"));
        }
    }
}
