//! The positions a hunt goes through, the simplest first.
//!
//! Each is written for white and run with colours swapped as well. Every trap of the rules comes
//! first in a position with nothing else in it, so that the first failure already says much.

use tabiya::{Move, Position};

use crate::compare::Case;

/// A position of the suite.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is about.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Moves to play from there first.
    pub line: Vec<Move>,
    /// Whether it is a position of Chess960.
    pub chess960: bool,
}

impl Entry {
    /// The start position.
    pub fn start() -> Entry {
        let name = "start position".into();
        Entry { name, position: Position::startpos(), line: Vec::new(), chess960: false }
    }

    /// The question that counts it to this depth.
    pub fn case(&self, depth: u32) -> Case {
        Case { line: self.line.clone(), ..Case::count(self.position, depth, self.chess960) }
    }
}

const STANDARD: &[(&str, &str)] = &[
    // One kind of piece at a time, then two.
    ("king alone", "7k/8/8/8/8/8/8/K7 w - - 0 1"),
    ("king in the open", "7k/8/8/8/3K4/8/8/8 w - - 0 1"),
    ("king on the edge", "4k3/8/8/8/7K/8/8/8 w - - 0 1"),
    ("kings near each other", "8/8/8/3k4/8/3K4/8/8 w - - 0 1"),
    ("knight in the corner", "7k/8/8/8/8/8/K7/N7 w - - 0 1"),
    ("knights on the edge", "4k3/8/8/N6N/8/8/4K3/8 w - - 0 1"),
    ("knights and their own men", "4k3/8/8/3P1P2/2P3P1/4N3/2P3P1/3K4 w - - 0 1"),
    ("bishop on the long diagonal", "4k3/8/8/8/8/8/K7/7B w - - 0 1"),
    ("bishop in the open", "4k3/8/8/4B3/8/8/K7/8 w - - 0 1"),
    ("rook in the corner", "8/8/4k3/8/8/8/4K3/7R w - - 0 1"),
    ("rook in the open", "7k/8/8/3R4/8/8/8/K7 w - - 0 1"),
    ("queen in the open", "6k1/8/8/4Q3/8/8/8/K7 w - - 0 1"),
    ("sliders and things to take", "7k/8/1n3n2/8/3R4/8/1n1n1n2/K7 w - - 0 1"),
    ("rook and a row to take", "7k/8/8/3p4/3p4/1nnR1nn1/3n4/K7 w - - 0 1"),
    ("bishop and things to take", "k7/6n1/1n6/8/3B4/8/1n3n2/6K1 w - - 0 1"),
    ("queen and things to take", "k7/6n1/1n1n4/8/1n1Q1n2/8/1n1n1n2/6K1 w - - 0 1"),
    // Pawns.
    ("pawn at home", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("pawns on the edge", "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1"),
    ("pawns on their way", "4k3/8/8/P7/2P5/4P3/8/4K3 w - - 0 1"),
    ("pawn blocked at once", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"),
    ("pawn blocked by a knight", "4k3/8/8/8/8/4n3/P7/K7 w - - 0 1"),
    ("pawn blocked at two", "4k3/8/8/8/4n3/8/4P3/K7 w - - 0 1"),
    ("pawn captures both ways", "4k3/8/8/8/8/3n1n2/4P3/K7 w - - 0 1"),
    ("pawn captures at the edge", "4k3/8/8/8/1n5n/n6n/P6P/4K3 w - - 0 1"),
    ("pawn and an enemy across the edge", "4k3/8/8/n6n/n6n/P6P/8/3K4 w - - 0 1"),
    ("pawn on the seventh", "8/P6k/8/8/8/8/8/K7 w - - 0 1"),
    ("pawn promotes and captures", "1n1n4/2P4k/8/8/8/8/8/K7 w - - 0 1"),
    ("pawns promote at the edge", "1n4n1/P6P/8/8/3k4/8/8/K7 w - - 0 1"),
    ("pawns on the sixth", "4k3/8/P6P/8/8/p6p/8/4K3 w - - 0 1"),
    // En passant.
    ("en passant to the left", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("en passant to the right", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
    ("en passant from both sides", "4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1"),
    ("en passant on the edge", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1"),
    ("en passant across the edge", "4k3/8/8/pP5P/P7/8/8/4K3 w - a6 0 1"),
    ("no en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
    ("en passant to come", "4k3/3p4/8/4P3/4p3/8/3P4/4K3 w - - 0 1"),
    ("pinned along the rank by two pawns", "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1"),
    ("pawn pinned on the diagonal", "7k/5b2/8/2pP4/8/1K6/8/8 w - c6 0 1"),
    ("pawn pinned on the file", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("pawn pinned toward the capture", "7k/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1"),
    ("captured pawn shields the king", "7k/8/8/2KpP2r/8/8/8/8 w - d6 0 1"),
    ("pawn gives check and can be taken en passant", "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1"),
    ("en passant would not answer the check", "7k/r3K3/8/1pP5/8/8/8/8 w - b6 0 1"),
    // The king and attacked squares.
    ("king beside a pawn's bite", "7k/8/8/3p4/8/3K4/8/8 w - - 0 1"),
    ("king beside a knight's jumps", "7k/8/8/3n4/8/3K4/8/8 w - - 0 1"),
    ("king beside a bishop's line", "7k/8/1b6/8/8/3K4/8/8 w - - 0 1"),
    ("king beside a queen", "7k/8/8/8/8/q7/8/3K4 w - - 0 1"),
    ("king may take", "7k/8/8/8/8/8/3rr3/4K3 w - - 0 1"),
    ("king may not take", "7k/8/8/6b1/8/8/3r4/4K3 w - - 0 1"),
    ("king may not take beside the king", "8/8/8/8/8/4k3/3r4/4K3 w - - 0 1"),
    // Checks.
    ("check by a rook", "4r2k/8/8/8/8/8/3P4/4K3 w - - 0 1"),
    ("check by a rook on the file", "4r2k/8/8/8/4K3/8/8/8 w - - 0 1"),
    ("check by a bishop on the diagonal", "b6k/8/8/8/4K3/8/8/8 w - - 0 1"),
    ("check to be blocked or taken", "4r2k/8/8/B7/8/8/R7/4K3 w - - 0 1"),
    ("check by a knight", "7k/8/8/8/8/3n4/4P3/R3K3 w - - 0 1"),
    ("check by a pawn", "7k/8/8/8/8/2N5/3p4/4K3 w - - 0 1"),
    ("check that pawns may block", "7k/8/8/8/q7/8/1PPP4/3K1N2 w - - 0 1"),
    ("check that a promotion ends", "k2rK3/2P5/8/8/8/8/8/8 w - - 0 1"),
    ("double check", "4r2k/8/8/8/8/3n4/R7/1R2K3 w - - 0 1"),
    ("double check by rook and bishop", "4r2k/8/8/8/1b6/8/4N3/RN2K3 w - - 0 1"),
    ("double check by two sliders", "4r2k/8/8/8/7b/3Q4/8/R3K2R w - - 0 1"),
    // Pins.
    ("pinned knight", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"),
    ("pinned rook", "4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1"),
    ("pinned bishop on its line", "6k1/8/8/b7/8/2B5/8/4K3 w - - 0 1"),
    ("bishop pinned by a rook", "4r2k/8/8/8/4B3/8/8/4K3 w - - 0 1"),
    ("queen pinned by a queen", "4q2k/8/8/8/4Q3/8/8/4K3 w - - 0 1"),
    ("pawn pinned on its file", "4r2k/8/8/8/3n1n2/3b1b2/4P3/4K3 w - - 0 1"),
    ("pawn pinned on a diagonal", "7k/8/8/8/7b/8/5P2/4K3 w - - 0 1"),
    ("pawn may take its pinner", "7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1"),
    ("pinned pawn about to promote", "2r4k/1P6/K7/8/8/8/8/8 w - - 0 1"),
    ("pawn pinned along the seventh", "7k/K2P3r/8/8/8/8/8/8 w - - 0 1"),
    ("pinned and in check", "4r2k/8/8/8/1b6/2N5/8/R3K3 w - - 0 1"),
    // Castling.
    ("castling on the king side", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("castling on the queen side", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling on both sides", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("no castling right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ("rights of one side only", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"),
    ("rights of black only", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"),
    ("castling past a knight on b1", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1"),
    ("castling past pieces on d1 and f1", "4k3/8/8/8/8/8/8/R2NKN1R w KQ - 0 1"),
    ("castling past pieces on c1 and g1", "4k3/8/8/8/8/8/8/R1N1K1NR w KQ - 0 1"),
    ("castling past an enemy on b1", "4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1"),
    ("castling in check", "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling in check by a knight", "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1"),
    ("castling across f1 and d1", "4k3/3r1r2/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling onto g1 and c1", "4k3/2r3r1/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling with b1 attacked", "4k3/1r6/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling with the rooks attacked", "4k3/r6r/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castling beside a pawn", "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1"),
    ("rooks that can be taken", "r3k2r/8/8/8/3B4/8/8/R3K2R w KQkq - 0 1"),
    ("rook taken by a promotion", "r3k2r/1P4P1/8/8/8/8/8/4K3 w kq - 0 1"),
    // Everything together.
    ("promotion duel", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1"),
    ("rook endgame with pawns", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("pawns facing pawns", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("promotions and castling", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("discovered promotion", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("quiet middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

const CHESS960: &[(&str, &str)] = &[
    ("Chess960 king beside the rook", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"),
    ("Chess960 king on its target", "4k3/8/8/8/8/8/8/R5KR w HA - 0 1"),
    ("Chess960 king and rook swap", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"),
    ("Chess960 king far from its target", "4k3/8/8/8/8/8/8/1K5R w H - 0 1"),
    ("Chess960 rook crosses the king", "4k3/8/8/8/8/8/8/RK6 w A - 0 1"),
    ("Chess960 rook shields the king", "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1"),
    ("Chess960 rook shields a king beside it", "4k3/8/8/8/8/8/8/qRK5 w B - 0 1"),
    ("Chess960 piece on the rook's way", "4k3/8/8/8/8/8/8/RK1N3R w HA - 0 1"),
    ("Chess960 pieces beside the rook's way", "4k3/8/8/8/8/8/8/RN1K1N1R w HA - 0 1"),
    ("Chess960 attacks on the king's way", "2r1k1r1/8/8/8/8/8/8/R4K1R w HA - 0 1"),
    ("Chess960 both sides", "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1"),
    ("Chess960 narrow", "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1"),
    ("Chess960 start position", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"),
    ("Chess960 middle game", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9"),
];

/// Positions that no game reaches: the double push would have stepped between the king and a slider that already gave
/// check. A generator may refuse them, or be wrong about them, and still be right in every game.
const ODD: &[(&str, &str)] = &[
    ("odd: captured pawn shields the king on the diagonal", "7k/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1"),
    ("odd: captured pawn shields the king on the other diagonal", "7k/8/1b6/2pP4/8/4K3/8/8 w - c6 0 1"),
];

/// The suite in its order: each position, then the same with colours swapped; with positions that no game reaches only
/// if they are asked for.
pub fn positions(odd: bool) -> Vec<Entry> {
    let standard = STANDARD.iter().map(|entry| (entry, false));
    let chess960 = CHESS960.iter().map(|entry| (entry, true));
    let odd = ODD.iter().filter(|_| odd).map(|entry| (entry, false));
    let mut entries = Vec::new();
    for (&(name, fen), chess960) in standard.chain(chess960).chain(odd) {
        // The tests read every line; a position that is none has no place in the list.
        let Ok(position) = Position::from_fen(fen) else {
            continue;
        };
        entries.push(Entry { name: name.into(), position, line: Vec::new(), chess960 });
        let mirrored = position.mirrored();
        let name = format!("{name}, colours swapped");
        entries.push(Entry { name, position: mirrored, line: Vec::new(), chess960 });
    }
    entries
}

/// Whether the double push that the position remembers was legal: before it, the side to move now was not in check.
pub(crate) fn can_arise(position: &Position) -> bool {
    use tabiya::{EnPassantField, Piece, Rank, Role, Square};
    let Some(passed) = position.last_double_push() else {
        return true;
    };
    let mut before = position.setup(EnPassantField::Always);
    let (from, to) = match passed.rank() {
        Rank::Third => (Rank::Second, Rank::Fourth),
        _ => (Rank::Seventh, Rank::Fifth),
    };
    before.turn = !position.turn();
    before.en_passant = None;
    before.board.remove(Square::new(passed.file(), to));
    before.board.set(Square::new(passed.file(), from), Piece::new(!position.turn(), Role::Pawn));
    Position::from_setup(before).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_position() {
        let wrong: Vec<String> = STANDARD
            .iter()
            .chain(CHESS960)
            .chain(ODD)
            .filter_map(|(name, fen)| Some(format!("{name}: {fen}: {}", Position::from_fen(fen).err()?)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// What a correct library may refuse is only asked if it is asked for.
    #[test]
    fn every_position_can_arise() {
        let odd = |odd: bool| positions(odd).into_iter().filter(|entry| !can_arise(&entry.position));
        assert_eq!(odd(false).map(|entry| entry.name).collect::<Vec<_>>(), Vec::<String>::new());
        assert_eq!(odd(true).count(), 2 * ODD.len());
    }
}
