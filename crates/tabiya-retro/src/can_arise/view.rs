//! What has not moved since the start of the game, and where everything else can have been.
//!
//! A man that has never moved has kept its square closed all the time. Three kinds are known:
//! - a pawn on its own second rank, because pawns never go back;
//! - a king and a rook that have a castling right;
//! - a piece on a square where such a piece starts, if every square it could step to is held by a man that never moved
//!   (or, for a king, guarded by one), and castling could not have moved it either. No other piece of its kind can have
//!   come to its square: it would have had to pass the same squares in the other direction.
//!
//! From this follows where a piece can ever have been ([`View::reach`]): everything that has moved is taken for thin
//! air. So the sets only are too large, never too small.

use core::cell::RefCell;

use tabiya::attacks;
use tabiya::castling::CastlingPath;
use tabiya::{Bitboard, Color, Position, Rank, Role, Square};

use super::starts::Home;

/// A position, and how the sides were arranged at the start where that is known.
#[derive(Clone)]
pub(super) struct View<'a> {
    pub position: &'a Position,
    pub homes: [Option<Home>; 2],
    /// The men that have not moved.
    pub unmoved: Bitboard,
    /// What the unmoved men of each side guard, where no enemy king can ever have stood.
    guarded: [Bitboard; 2],
    /// The castles of each side that may lie in the past.
    castles: [Vec<CastlingPath>; 2],
    /// The sets of squares between which each role moves, as far as they were asked for; the two kings by themselves.
    /// Such sets are equal or have no square in common.
    reaches: RefCell<[Vec<Bitboard>; 7]>,
}

impl<'a> View<'a> {
    pub fn new(position: &'a Position, homes: [Option<Home>; 2]) -> View<'a> {
        let rights = position.castling_rights().rooks();
        View::with_rights(position, homes, rights)
    }

    /// The same if there were no castling rights: the proof without them.
    pub fn without_rights(&self) -> View<'a> {
        View::with_rights(self.position, self.homes, Bitboard::EMPTY)
    }

    fn with_rights(position: &'a Position, homes: [Option<Home>; 2], rights: Bitboard) -> View<'a> {
        let mut unmoved = rights;
        for color in Color::ALL {
            unmoved |= position.pieces(color, Role::Pawn) & Rank::Second.relative_to(color).bitboard();
            if rights.intersects(color.back_rank().bitboard()) {
                unmoved = unmoved.with(position.king_of(color));
            }
        }
        let mut view = View {
            position,
            homes,
            unmoved,
            guarded: [Bitboard::EMPTY; 2],
            castles: [Vec::new(), Vec::new()],
            reaches: RefCell::default(),
        };
        loop {
            view.guarded = Color::ALL.map(|color| view.guarded_by(color));
            view.castles = Color::ALL.map(|color| view.castles_of(color));
            let shut_in = view.shut_in();
            if shut_in.is_empty() {
                return view;
            }
            view.unmoved |= shut_in;
        }
    }

    /// Squares that unmoved men attack however the board looks: of a slider's only those beside it.
    fn guarded_by(&self, color: Color) -> Bitboard {
        (self.unmoved & self.position.by_color(color)).into_iter().fold(Bitboard::EMPTY, |all, square| {
            let role = self.position.role_at(square).unwrap_or(Role::Pawn);
            all | attacks::of(role, color, square, Bitboard::FULL)
        })
    }

    /// Castles whose squares have not been closed all the time, by a king and a rook that may have moved.
    fn castles_of(&self, color: Color) -> Vec<CastlingPath> {
        let Some(home) = self.homes[color as usize] else {
            return Vec::new();
        };
        let Some(king) = home.squares(color, Role::King).next() else {
            return Vec::new();
        };
        let paths = home.squares(color, Role::Rook).map(|rook| CastlingPath::new(king, rook));
        paths
            .filter(|path| {
                let needed = path.must_be_empty.with(path.king_from).with(path.rook_from);
                !needed.intersects(self.unmoved) && !path.king_walk.intersects(self.guarded[!color as usize])
            })
            .collect()
    }

    /// Pieces on their home squares that have had no way out, beyond those already known.
    fn shut_in(&self) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for color in Color::ALL {
            let Some(home) = self.homes[color as usize] else {
                continue;
            };
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let here = self.position.pieces(color, role) - self.unmoved;
                for square in home.squares(color, role).filter(|&square| here.contains(square)) {
                    let castled = self.castles(color).iter().any(|path| match role {
                        Role::King => [path.king_from, path.king_to].contains(&square),
                        Role::Rook => [path.rook_from, path.rook_to].contains(&square),
                        _ => false,
                    });
                    if !castled && self.steps(color, role, square).is_empty() {
                        found = found.with(square);
                    }
                }
            }
        }
        found
    }

    /// Where a piece can ever have gone to in one move from a square, or come from.
    pub fn steps(&self, color: Color, role: Role, from: Square) -> Bitboard {
        attacks::of(role, color, from, self.unmoved) - self.closed(color, role)
    }

    /// Where a piece can never have been.
    fn closed(&self, color: Color, role: Role) -> Bitboard {
        if role == Role::King { self.unmoved | self.guarded[!color as usize] } else { self.unmoved }
    }

    /// Every square that a knight, bishop, rook, queen or king can ever have come from to a square by moves other than
    /// castling, and that it can ever have gone to from there: the two are the same.
    pub fn reach(&self, color: Color, role: Role, from: Square) -> Bitboard {
        if self.closed(color, role).contains(from) {
            return from.bitboard();
        }
        let known = &mut self.reaches.borrow_mut()[if role == Role::King { 5 + color as usize } else { role as usize }];
        if let Some(&all) = known.iter().find(|all| all.contains(from)) {
            return all;
        }
        let mut all = from.bitboard();
        let mut edge = all;
        while edge.any() {
            let next = edge.into_iter().fold(Bitboard::EMPTY, |next, square| next | self.steps(color, role, square));
            edge = next - all;
            all |= next;
        }
        known.push(all);
        all
    }

    /// The squares that the unmoved men close around a piece's reach.
    pub fn bars(&self, color: Color, role: Role, reach: Bitboard) -> Bitboard {
        let steps = |square| attacks::of(role, color, square, self.unmoved);
        reach.into_iter().fold(Bitboard::EMPTY, |bars, square| bars | steps(square)) & (self.unmoved - reach)
    }

    /// The castles of a side that may lie in the past.
    pub fn castles(&self, color: Color) -> &[CastlingPath] {
        &self.castles[color as usize]
    }

    /// Whether the piece that started on `home` can ever have come into this reach of such a piece.
    pub fn enters(&self, color: Color, role: Role, home: Square, reach: Bitboard) -> bool {
        reach.contains(home)
            || self.castles(color).iter().any(|path| match role {
                Role::King => path.king_from == home && reach.contains(path.king_to),
                Role::Rook => path.rook_from == home && reach.contains(path.rook_to),
                _ => false,
            })
    }

    /// Whether a pawn of the other side can ever have captured a piece of this side on one of these squares.
    pub fn pawns_may_capture_on(&self, color: Color, squares: Bitboard) -> bool {
        let from = attacks::pawns(color, squares) - self.unmoved;
        (from - Bitboard::BACK_RANKS).any()
    }

    /// How many men of a side are missing.
    pub fn missing(&self, color: Color) -> u32 {
        16u32.saturating_sub(self.position.by_color(color).len())
    }
}
