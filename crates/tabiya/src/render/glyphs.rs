//! The sixteen characters round a board, drawn as strokes, so that a picture needs no font.
//!
//! Each stands on a cell 8 units wide and 16 high; `g` hangs a little below.

use crate::{File, Rank};

/// The letter of a file, as SVG path data to be stroked.
pub(super) fn file(file: File) -> &'static str {
    match file {
        File::A => "M8 7V16M8 11.5A4 4.5 0 1 0 0 11.5A4 4.5 0 1 0 8 11.5",
        File::B => "M0 0V16M8 11.5A4 4.5 0 1 0 0 11.5A4 4.5 0 1 0 8 11.5",
        File::C => "M7.4 8.8A4 4.5 0 1 0 7.4 14.2",
        File::D => "M8 0V16M8 11.5A4 4.5 0 1 0 0 11.5A4 4.5 0 1 0 8 11.5",
        File::E => "M0 11.5H8A4 4.5 0 1 0 7 14.5",
        File::F => "M7 .6C4 -.2 3 1.5 3 4V16M0 7H6.5",
        File::G => "M8 11.5A4 4.5 0 1 0 0 11.5A4 4.5 0 1 0 8 11.5M8 7V16.5C8 20 4.5 21 1 19.5",
        File::H => "M0 0V16M0 11C0 8.2 1.8 7 4 7C6.5 7 8 8.4 8 11V16",
    }
}

/// The digit of a rank, as SVG path data to be stroked.
pub(super) fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::First => "M1 4L5 .5V16",
        Rank::Second => "M.5 4.2C.8 1.8 2.4 .5 4.3 .5C6.5 .5 8 2 8 4.4C8 8.2 2.5 11 .3 16H8",
        Rank::Third => {
            "M.5 2.6C1.3 1.2 2.7 .5 4 .5C6.2 .5 7.6 2 7.6 4C7.6 6.2 6 7.6 3.4 7.6\
             C6.4 7.6 8 9.4 8 11.7C8 14.3 6.3 16 4 16C2.2 16 .9 15.2 .1 13.7"
        }
        Rank::Fourth => "M6.2 16V.5L0 11.4H8.5",
        Rank::Fifth => {
            "M7.4 .5H1.4L.9 7.4C1.8 6.6 3 6.2 4.1 6.2C6.5 6.2 8 8.1 8 11C8 14 6.3 16 3.8 16\
             C2.2 16 .9 15.3 .1 14"
        }
        Rank::Sixth => "M6.9 .8C3 1.6 .2 6 .2 11.2A3.9 4.8 0 1 0 8 11.2A3.9 4.8 0 1 0 .2 11.2",
        Rank::Seventh => "M0 .5H8L3 16",
        Rank::Eighth => {
            "M.8 4.1A3.2 3.6 0 1 0 7.2 4.1A3.2 3.6 0 1 0 .8 4.1\
             M.1 11.8A3.9 4.2 0 1 0 7.9 11.8A3.9 4.2 0 1 0 .1 11.8"
        }
    }
}
