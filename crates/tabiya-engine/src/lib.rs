//! A small reference chess engine on top of Tabiya.
