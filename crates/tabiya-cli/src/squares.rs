//! Sets of squares by name, for `tabiya show --bitboard`.

use std::str::FromStr;

use tabiya::{Bitboard, Color, Position, Role};

/// A set of squares as typed: a name, or the bits themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareSet {
    /// One of [`NAMED`], by index.
    Named(usize),
    /// Given in hexadecimal.
    Bits(Bitboard),
}

/// A name, what it means, and how to find its squares.
type Named = (&'static str, &'static str, fn(&Position) -> Bitboard);

/// Every set that has a name. "We" are the side to move.
const NAMED: &[Named] = &[
    ("attacks", "what we attack", |p| p.board().attacks_by(p.turn(), p.occupied())),
    ("threats", "what they attack", |p| p.board().attacks_by(!p.turn(), p.occupied())),
    ("danger", "where our king may not go: what they attack, seen through our king", |p| {
        let without_king = p.occupied().without(p.king_of(p.turn()));
        p.board().attacks_by(!p.turn(), without_king)
    }),
    ("checkers", "their pieces that check our king", Position::checkers),
    ("pins", "our pieces that are pinned to our king", |p| p.blockers(p.turn()) & p.us()),
    ("pinners", "their sliders that pin a piece to our king", |p| p.pinners(p.turn())),
    ("blockers", "pieces of either side that alone shield our king from a slider", |p| p.blockers(p.turn())),
    ("discoverers", "our pieces that may uncover a check", Position::discovered_check_candidates),
    ("targets", "where our legal moves go", |p| p.legal_moves().iter().map(|m| m.to()).collect()),
    ("movers", "our pieces that have a legal move", |p| p.legal_moves().iter().map(|m| m.from()).collect()),
    ("knight-checks", "where a knight of ours would give check", |p| p.check_squares(Role::Knight)),
    ("bishop-checks", "where a bishop of ours would give check", |p| p.check_squares(Role::Bishop)),
    ("rook-checks", "where a rook of ours would give check", |p| p.check_squares(Role::Rook)),
    ("occupied", "all pieces", Position::occupied),
    ("us", "our pieces", Position::us),
    ("them", "their pieces", Position::them),
    ("white", "white pieces", |p| p.board().by_color(Color::White)),
    ("black", "black pieces", |p| p.board().by_color(Color::Black)),
    ("pawns", "pawns of both sides", |p| p.board().by_role(Role::Pawn)),
    ("castling", "rooks that may still castle", |p| p.castling_rights().rooks()),
    ("en-passant", "the en passant square, if a pawn stands ready to take there", |p| {
        p.en_passant().into_iter().collect()
    }),
];

impl SquareSet {
    /// The squares in a position.
    pub fn squares(self, position: &Position) -> Bitboard {
        match self {
            SquareSet::Named(index) => NAMED[index].2(position),
            SquareSet::Bits(bits) => bits,
        }
    }

    /// The long help: every name with its meaning.
    pub fn help() -> String {
        let mut help = "Mark a set of squares: 64 bits in hexadecimal (0x…, a1 lowest), or".to_owned();
        for (name, meaning, _) in NAMED {
            help += &format!("\n  {name:<14} {meaning}");
        }
        help
    }
}

impl FromStr for SquareSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(index) = NAMED.iter().position(|(name, ..)| *name == text) {
            return Ok(SquareSet::Named(index));
        }
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
        // `from_str_radix` would take a sign, too.
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if let (true, Ok(bits)) = (is_hexadecimal, u64::from_str_radix(digits, 16)) {
            return Ok(SquareSet::Bits(Bitboard(bits)));
        }
        let names: Vec<_> = NAMED.iter().map(|(name, ..)| *name).collect();
        Err(format!("expected up to 16 hexadecimal digits or one of {}", names.join(", ")))
    }
}
