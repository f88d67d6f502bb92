//! The positions the figures are about, with the counts of `testdata/public.epd` and `testdata/few.epd`.

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

/// The position known as kiwipete.
pub const KIWIPETE: Position = Position { name: "kiwipete", fen: tabiya_check::positions::KIWIPETE };

/// One of the six usual positions of perft: few pieces, pins along the ranks.
pub const POSITION_3: Position = Position { name: "position-3", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" };
/// A lone king against a queen.
pub const QUEEN: Position = Position { name: "queen", fen: "8/8/8/4k3/8/8/3QK3/8 w - - 0 1" };
/// A rook against a pawn.
pub const ROOK_PAWN: Position = Position { name: "rook-pawn", fen: "8/8/1K6/8/3p4/4k3/8/7R w - - 0 1" };
/// Queens on an open board.
pub const QUEENS: Position = Position { name: "queens", fen: "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 0 1" };

static KNOWN: [&str; 2] = [include_str!("../../testdata/public.epd"), include_str!("../../testdata/few.epd")];

impl Position {
    /// The known count at `depth`.
    ///
    /// # Panics
    /// If the table has no such depth: a mistake in a suite, not in its input.
    pub fn leaves(&self, depth: u32) -> u64 {
        let mut lines = KNOWN.iter().flat_map(|text| text.lines());
        let line = lines.find(|line| line.starts_with(self.fen)).expect("every position here is known");
        let field = format!(";D{depth} ");
        let rest = line.split_once(&field).expect("the counts reach this depth").1;
        let digits = rest.split([' ', ';']).next().unwrap_or(rest);
        digits.parse().expect("counts are numbers")
    }
}
