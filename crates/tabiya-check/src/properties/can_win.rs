//! Who can still win, asked of any setup.

use tabiya::{Color, Position};
use tabiya_retro::can_win::{CanWin, Limits, can_win_within, slow};

use super::rules;

/// A line ends with the mate that it promises; what is refused the slow twin does not find; a mirrored position has no
/// other answer.
pub fn can_win(data: &[u8]) {
    let Some((setup, _)) = rules::setup(data) else { return };
    let Ok(position) = Position::from_setup(setup) else { return };
    let limits = Limits { positions: 2_000, ..Limits::default() };
    for color in Color::ALL {
        let answer = can_win_within(&position, color, &limits);
        match &answer {
            CanWin::Yes(line) => {
                let mut here = position;
                for &mv in line {
                    assert!(here.is_legal(mv), "{}: {mv:?} of {line:?}", position.fen());
                    here = here.after(mv);
                }
                assert!(here.is_checkmate() && here.turn() != color, "{} {color}: {line:?}", position.fen());
            }
            CanWin::No(reason) => {
                let found = slow::can_win(&position, color, 2_000);
                assert_ne!(found, Some(true), "{} {color}: {reason}", position.fen());
            }
            CanWin::Unknown => {}
        }
        let mirrored = can_win_within(&position.mirrored(), !color, &limits);
        if let (Some(here), Some(there)) = (answer.known(), mirrored.known()) {
            assert_eq!(here, there, "{} {color} and its mirror image", position.fen());
        }
    }
}
