//! Chess move generation done once and done right: positions, legal moves, notation.
