//! The positions the figures are about, with the public counts of `testdata/public.epd`.

/// A position to count from.
#[derive(Clone, Copy)]
pub struct Position {
    /// Short name for tables.
    pub name: &'static str,
    /// Its FEN.
    pub fen: &'static str,
}

/// The start position.
pub const START: Position = Position { name: "start", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" };

/// The position everybody calls kiwipete.
pub const KIWIPETE: Position =
    Position { name: "kiwipete", fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" };

static PUBLIC: &str = include_str!("../../testdata/public.epd");

impl Position {
    /// The public count at `depth`.
    ///
    /// # Panics
    /// If the table has no such depth: a mistake in a suite, not in its input.
    pub fn leaves(&self, depth: u32) -> u64 {
        let line = PUBLIC.lines().find(|line| line.starts_with(self.fen)).expect("every position here is public");
        let field = format!(";D{depth} ");
        let rest = line.split_once(&field).expect("the public table reaches this depth").1;
        let digits = rest.split([' ', ';']).next().unwrap_or(rest);
        digits.parse().expect("counts are numbers")
    }
}
