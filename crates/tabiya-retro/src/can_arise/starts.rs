//! The positions that a game may have started from.

use core::fmt;
use core::str::FromStr;
use std::sync::OnceLock;

use tabiya::{Bitboard, Color, File, Position, Rank, Role, Square};

use crate::Castles;

/// The start positions that a question is about: that of chess, or one or all of Chess960.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Starts(Kind);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Kind {
    One(u16, u16),
    AnyChess960,
    AnyDoubleChess960,
}

/// How many arrangements of each side are tried for a game of double Chess960.
const NEAREST: usize = 8;

/// The number of the start position of chess among those of Chess960.
const STANDARD: u16 = 518;

impl Starts {
    /// The start of a game of chess.
    pub const STANDARD: Starts = Starts(Kind::One(STANDARD, STANDARD));

    /// Any of the 960 start positions of Chess960.
    pub const ANY_CHESS960: Starts = Starts(Kind::AnyChess960);

    /// Any of the start positions of double Chess960, in which each side has an arrangement of its own. Each side is
    /// looked at by itself, so fewer positions are refused.
    pub const ANY_DOUBLE_CHESS960: Starts = Starts(Kind::AnyDoubleChess960);

    /// The start position of Chess960 with this number; `None` from 960 on.
    pub fn chess960(number: u16) -> Option<Starts> {
        Starts::double_chess960(number, number)
    }

    /// The start position of double Chess960 with these numbers; `None` where one is 960 or more.
    pub fn double_chess960(white: u16, black: u16) -> Option<Starts> {
        (white < 960 && black < 960).then_some(Starts(Kind::One(white, black)))
    }

    /// The start positions of the game that a position tells of by its castling rights: chess unless a right is not of
    /// chess, then Chess960, then double Chess960.
    pub fn of(position: &Position) -> Starts {
        let fits = |starts: &Starts| starts.cases(position).next().is_some();
        [Starts::STANDARD, Starts::ANY_CHESS960].into_iter().find(fits).unwrap_or(Starts::ANY_DOUBLE_CHESS960)
    }

    /// [`of`](Starts::of) a position that is known to be of a game of Chess960: never chess alone.
    pub fn of_chess960(position: &Position) -> Starts {
        match Starts::of(position) {
            Starts::STANDARD => Starts::ANY_CHESS960,
            starts => starts,
        }
    }

    /// The castles that may lie in the past.
    pub(super) fn castles(self) -> Castles {
        if self == Starts::STANDARD { Castles::Standard } else { Castles::Chess960 }
    }

    /// How many start positions there are.
    pub(super) fn count(self) -> u32 {
        match self.0 {
            Kind::One(..) => 1,
            Kind::AnyChess960 => 960,
            Kind::AnyDoubleChess960 => 960 * 960,
        }
    }

    /// Whether each side is looked at by itself.
    pub(super) fn sides_apart(self) -> bool {
        self.0 == Kind::AnyDoubleChess960
    }

    /// The start position that a position is, if it is one of these.
    pub(super) fn with(self, position: &Position) -> Option<Position> {
        let ranks = [Rank::First, Rank::Second, Rank::Seventh, Rank::Eighth];
        if position.occupied() != ranks.into_iter().fold(Bitboard::EMPTY, |all, rank| all | rank.bitboard()) {
            return None;
        }
        let number = |color: Color| {
            let role = |file| position.role_at(Square::new(file, color.back_rank()));
            let roles = File::ALL.map(role);
            (0..960).find(|&number| Home::new(number).is_some_and(|home| home.roles.map(Some) == roles))
        };
        let (white, black) = (number(Color::White)?, number(Color::Black)?);
        let is_asked_for = match self.0 {
            Kind::One(w, b) => (w, b) == (white, black),
            Kind::AnyChess960 => white == black,
            Kind::AnyDoubleChess960 => true,
        };
        let start = Position::double_chess960(white, black)?;
        (is_asked_for && start.is_repetition_of(position)).then_some(start)
    }

    /// The start positions that agree with a position's castling rights. Of double Chess960 there are too many: those
    /// of the few arrangements of each side from which that side needs the fewest moves.
    pub(super) fn positions(self, position: &Position, moves: impl Fn(&Position, Color) -> u32) -> Vec<Position> {
        if !self.sides_apart() {
            let numbers = self.cases(position).filter_map(|homes| Some((homes[0]?.number, homes[1]?.number)));
            return numbers.filter_map(|(white, black)| Position::double_chess960(white, black)).collect();
        }
        let nearest = |color: Color| {
            let numbers = self.cases(position).filter_map(|homes| Some(homes[color as usize]?.number));
            let needed = |number| Some((moves(&Position::chess960(number)?, color), number));
            let mut numbers: Vec<(u32, u16)> = numbers.filter_map(needed).collect();
            numbers.sort_unstable();
            numbers.truncate(NEAREST);
            numbers
        };
        let (white, black) = (nearest(Color::White), nearest(Color::Black));
        let pairs = white.iter().flat_map(|&(_, white)| black.iter().map(move |&(_, black)| (white, black)));
        pairs.filter_map(|(white, black)| Position::double_chess960(white, black)).collect()
    }

    /// The arrangements of both sides that agree with a position's castling rights; of double Chess960 those of each
    /// side with none of the other.
    pub(super) fn cases(self, position: &Position) -> impl Iterator<Item = [Option<Home>; 2]> + use<> {
        let position = *position;
        let (first, last) = match self.0 {
            Kind::One(white, _) => (white, white),
            _ => (0, 959),
        };
        let sides = if self.sides_apart() { 2 } else { 1 };
        (0..sides).flat_map(move |side| (first..=last).map(move |number| (side, number))).filter_map(
            move |(side, number)| {
                let homes = match self.0 {
                    Kind::One(white, black) => [Home::new(white), Home::new(black)],
                    Kind::AnyChess960 => [Home::new(number); 2],
                    Kind::AnyDoubleChess960 if side == 0 => [Home::new(number), None],
                    Kind::AnyDoubleChess960 => [None, Home::new(number)],
                };
                let fits = |color: Color| homes[color as usize].is_none_or(|home| home.fits(&position, color));
                Color::ALL.into_iter().all(fits).then_some(homes)
            },
        )
    }
}

impl fmt::Display for Starts {
    /// `standard`, `chess960`, `chess960:7`, `double-chess960`, `double-chess960:7:518`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::One(STANDARD, STANDARD) => f.write_str("standard"),
            Kind::One(white, black) if white == black => write!(f, "chess960:{white}"),
            Kind::One(white, black) => write!(f, "double-chess960:{white}:{black}"),
            Kind::AnyChess960 => f.write_str("chess960"),
            Kind::AnyDoubleChess960 => f.write_str("double-chess960"),
        }
    }
}

/// A text names no start positions.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ParseStartsError;

impl fmt::Display for ParseStartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected `standard`, `chess960`, `chess960:N`, `double-chess960` or `double-chess960:N:N` with numbers from 0 \
             to 959",
        )
    }
}

impl core::error::Error for ParseStartsError {}

impl FromStr for Starts {
    type Err = ParseStartsError;

    /// Reads what `Display` writes.
    fn from_str(text: &str) -> Result<Starts, ParseStartsError> {
        let mut parts = text.split(':');
        let name = parts.next();
        let numbers: Result<Vec<u16>, _> = parts.map(str::parse).collect();
        match (name, numbers.map_err(|_| ParseStartsError)?.as_slice()) {
            (Some("standard"), []) => Some(Starts::STANDARD),
            (Some("chess960"), []) => Some(Starts::ANY_CHESS960),
            (Some("chess960"), &[number]) => Starts::chess960(number),
            (Some("double-chess960"), []) => Some(Starts::ANY_DOUBLE_CHESS960),
            (Some("double-chess960"), &[white, black]) => Starts::double_chess960(white, black),
            _ => None,
        }
        .ok_or(ParseStartsError)
    }
}

/// How one side's back rank is arranged at the start.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Home {
    pub number: u16,
    pub roles: [Role; 8],
}

impl Home {
    pub fn new(number: u16) -> Option<Home> {
        static ALL: OnceLock<Vec<Home>> = OnceLock::new();
        let all = ALL.get_or_init(|| (0..).map_while(Home::of_start).collect());
        all.get(usize::from(number)).copied()
    }

    fn of_start(number: u16) -> Option<Home> {
        let start = Position::chess960(number)?;
        let role = |file| start.role_at(Square::new(file, Rank::First)).unwrap_or(Role::Pawn);
        Some(Home { number, roles: File::ALL.map(role) })
    }

    /// The squares where pieces of a role start.
    pub fn squares(&self, color: Color, role: Role) -> impl Iterator<Item = Square> + use<> {
        let roles = self.roles;
        let files = File::ALL.into_iter().filter(move |&file| roles[file as usize] == role);
        files.map(move |file| Square::new(file, color.back_rank()))
    }

    /// Whether the side's castling rights are rights of this arrangement.
    fn fits(&self, position: &Position, color: Color) -> bool {
        let rights = position.castling_rights().rooks_of(color);
        let is = |square: Square, role| self.roles[square.file() as usize] == role;
        rights.is_empty()
            || (is(position.king_of(color), Role::King) && rights.into_iter().all(|rook| is(rook, Role::Rook)))
    }
}
