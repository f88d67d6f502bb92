//! Moves as indices of a policy: five schemes that networks use.

use std::sync::OnceLock;

use tabiya::castling::destinations;
use tabiya::{Color, Move, Position, Role, Square, attacks};

use super::canonical::Transform;
use crate::code::Code;

/// A numbering of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// From times to: 64 × 64, squares as they are. Promotions to different pieces share an index.
    FromTo,
    /// The 1,858 moves of Leela Chess Zero, seen by the side to move; castling is king takes rook.
    Lc0,
    /// The same moves on the board as Leela's canonical input formats turn it.
    Lc0Canonical,
    /// The 8 × 8 × 73 planes of AlphaZero, seen by the side to move (flipped from top to bottom for Black).
    AlphaZero,
    /// The 1,968 texts that UCI has for moves, squares as they are: DeepMind's networks without search number them so.
    Uci,
}

impl Scheme {
    pub fn from_name(name: &str) -> Option<Scheme> {
        match name {
            "64x64" => Some(Scheme::FromTo),
            "lc0" => Some(Scheme::Lc0),
            "lc0-canonical" => Some(Scheme::Lc0Canonical),
            "alphazero" => Some(Scheme::AlphaZero),
            "uci" => Some(Scheme::Uci),
            _ => None,
        }
    }

    pub fn size(self) -> usize {
        match self {
            Scheme::FromTo => 64 * 64,
            Scheme::Lc0 | Scheme::Lc0Canonical => 1858,
            Scheme::AlphaZero => 64 * 73,
            Scheme::Uci => 1968,
        }
    }

    /// The index of a move of the side to move.
    #[inline]
    pub fn index(self, mv: Move, position: &Position, chess960: bool) -> usize {
        let turn = position.turn();
        match self {
            Scheme::FromTo => from_to(mv, turn, chess960),
            Scheme::Lc0 => lc0().index(mv, turn),
            Scheme::Lc0Canonical => lc0().turned_index(mv, turn, Transform::of(position)),
            Scheme::AlphaZero => alphazero(mv, turn, chess960),
            Scheme::Uci => uci().index(mv, chess960),
        }
    }
}

/// See [`Scheme::FromTo`].
#[inline]
pub fn from_to(mv: Move, _turn: Color, chess960: bool) -> usize {
    let code = usize::from(Code::of(mv, chess960).0);
    (code & 63) << 6 | code >> 6 & 63
}

/// See [`Scheme::AlphaZero`].
#[inline]
pub fn alphazero(mv: Move, turn: Color, chess960: bool) -> usize {
    let target = match mv.castling_wing() {
        Some(wing) if !chess960 => destinations(mv.from().rank(), wing).0,
        _ => mv.to(),
    };
    let (from, to) = (mv.from().relative_to(turn), target.relative_to(turn));
    from as usize * 73 + plane(from, to, mv.promotion())
}

pub struct Lc0 {
    plain: [[u16; 64]; 64],
    /// By the files of origin and target, then queen, rook, bishop.
    promotions: [[[u16; 3]; 8]; 8],
}

impl Lc0 {
    /// See [`Scheme::Lc0`].
    #[inline]
    pub fn index(&self, mv: Move, turn: Color) -> usize {
        self.seen_index(mv, mv.from().relative_to(turn), mv.to().relative_to(turn))
    }

    /// See [`Scheme::Lc0Canonical`].
    pub fn turned_index(&self, mv: Move, turn: Color, turned: Transform) -> usize {
        let seen = |square: Square| turned.square(square.relative_to(turn));
        self.seen_index(mv, seen(mv.from()), seen(mv.to()))
    }

    #[inline]
    fn seen_index(&self, mv: Move, from: Square, to: Square) -> usize {
        let promotion = || &self.promotions[from as usize & 7][to as usize & 7];
        let index = match mv.promotion() {
            Some(Role::Queen) => promotion()[0],
            Some(Role::Rook) => promotion()[1],
            Some(Role::Bishop) => promotion()[2],
            _ => self.plain[from as usize][to as usize],
        };
        index.into()
    }
}

/// The table of [`Scheme::Lc0`].
pub fn lc0() -> &'static Lc0 {
    static TABLE: OnceLock<Lc0> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Lc0 { plain: [[0; 64]; 64], promotions: [[[0; 3]; 8]; 8] };
        let mut next = 0;
        for from in Square::ALL {
            let reach = attacks::queen(from, tabiya::Bitboard::EMPTY) | attacks::knight(from);
            for to in reach {
                table.plain[from as usize][to as usize] = next;
                next += 1;
            }
        }
        for from in 0..8usize {
            for to in from.saturating_sub(1)..(from + 2).min(8) {
                for slot in &mut table.promotions[from][to] {
                    *slot = next;
                    next += 1;
                }
            }
        }
        assert_eq!(next, 1858);
        table
    })
}

pub struct Uci {
    plain: [[u16; 64]; 64],
    /// By the colour of the pawn and the files of origin and target; queen, rook, bishop and knight follow one another.
    promotions: [[[u16; 8]; 8]; 2],
}

impl Uci {
    /// See [`Scheme::Uci`].
    #[inline]
    pub fn index(&self, mv: Move, chess960: bool) -> usize {
        let code = Code::of(mv, chess960);
        let (from, to) = (code.from(), code.to());
        let piece = match code.promotion() {
            Some(Role::Queen) => 0,
            Some(Role::Rook) => 1,
            Some(Role::Bishop) => 2,
            Some(_) => 3,
            None => return self.plain[from as usize][to as usize].into(),
        };
        let last = usize::from(to as usize >= 56);
        usize::from(self.promotions[last][from as usize & 7][to as usize & 7]) + piece
    }
}

/// The table of [`Scheme::Uci`].
pub fn uci() -> &'static Uci {
    static TABLE: OnceLock<Uci> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Uci { plain: [[0; 64]; 64], promotions: [[[0; 8]; 8]; 2] };
        let mut next = 0;
        for from in Square::ALL {
            for to in attacks::queen(from, tabiya::Bitboard::EMPTY).into_iter().chain(attacks::knight(from)) {
                table.plain[from as usize][to as usize] = next;
                next += 1;
            }
        }
        for by_file in &mut table.promotions {
            for (from, by_target) in by_file.iter_mut().enumerate() {
                // Straight on, then to the left, then to the right.
                for to in [Some(from), from.checked_sub(1), Some(from + 1).filter(|&to| to < 8)].into_iter().flatten() {
                    by_target[to] = next;
                    next += 4;
                }
            }
        }
        assert_eq!(next, 1968);
        table
    })
}

/// One of 73: 56 queen moves by direction and distance, 8 knight moves, 9 under-promotions.
fn plane(from: Square, to: Square, promotion: Option<Role>) -> usize {
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    let under = match promotion {
        Some(Role::Knight) => Some(0),
        Some(Role::Bishop) => Some(1),
        Some(Role::Rook) => Some(2),
        _ => None,
    };
    if let Some(piece) = under {
        return 64 + 3 * piece + (files + 1).clamp(0, 2) as usize;
    }
    const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    if let Some(jump) = KNIGHT.iter().position(|&step| step == (files, ranks)) {
        return 56 + jump;
    }
    const COMPASS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let direction = COMPASS.iter().position(|&step| step == (files.signum(), ranks.signum())).unwrap_or(0);
    direction * 7 + (files.abs().max(ranks.abs()).max(1) - 1) as usize
}
