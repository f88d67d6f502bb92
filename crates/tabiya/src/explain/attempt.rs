//! A move as somebody wrote it, before anybody asks whether it is legal.

use alloc::string::{String, ToString};
use core::fmt;

use super::castle;
use super::judge::judge;
use super::reason::Reason;
use crate::{Bitboard, File, Move, Position, Rank, Role, Square, Wing, attacks};

/// Two squares and perhaps a promotion piece: a move that may be any nonsense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// Where the piece stands.
    pub from: Square,
    /// Where it should go; for castling the rook's square or the king's target.
    pub to: Square,
    /// What the pawn should become.
    pub promotion: Option<Role>,
}

/// Why a text is no attempt at a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptError {
    /// It is neither coordinates nor SAN.
    Unreadable(String),
    /// The side to move has no such piece, or none where the text says.
    NoSuchPiece(Role),
    /// Several pieces may make that move.
    Ambiguous(Role, Bitboard),
}

impl fmt::Display for AttemptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttemptError::Unreadable(text) => {
                write!(f, "cannot read {text:?} as a move: write it like e2e4, e7e8q, Nf3 or O-O")
            }
            AttemptError::NoSuchPiece(role) => {
                write!(f, "the side to move has no such {}", role.name())
            }
            AttemptError::Ambiguous(role, squares) => {
                write!(f, "the {}s on", role.name())?;
                for (index, square) in squares.into_iter().enumerate() {
                    write!(f, "{} {square}", if index == 0 { "" } else { " and" })?;
                }
                write!(f, " may both make that move: say which")
            }
        }
    }
}

impl core::error::Error for AttemptError {}

impl From<Move> for Attempt {
    fn from(mv: Move) -> Attempt {
        Attempt { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

impl Attempt {
    /// Reads coordinates (`e2e4`, `e7-e8=Q`, `E2E4`), castling (`O-O`, `0-0-0`) or SAN. SAN that
    /// fits no legal move is read as the attempt that comes closest to one.
    pub fn parse(position: &Position, text: &str) -> Result<Attempt, AttemptError> {
        let trimmed = text.trim().trim_end_matches(['+', '#', '!', '?']);
        if let Some(wing) = castling_wing(trimmed) {
            return Ok(castling(position, wing));
        }
        if let Some(attempt) = coordinates(trimmed) {
            return Ok(attempt);
        }
        match San::parse(trimmed) {
            Some(san) => san.resolve(position),
            None => Err(AttemptError::Unreadable(text.to_string())),
        }
    }
}

fn castling_wing(text: &str) -> Option<Wing> {
    match text.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" | "OO" => Some(Wing::King),
        "O-O-O" | "OOO" => Some(Wing::Queen),
        _ => None,
    }
}

/// King-takes-rook where there is a right; otherwise to where the king would go.
fn castling(position: &Position, wing: Wing) -> Attempt {
    let turn = position.turn();
    let from = position.king_of(turn);
    let home = turn.pick(Rank::First, Rank::Eighth);
    let to = position.castling_rook(turn, wing).unwrap_or(castle::targets(wing, home).0);
    Attempt { from, to, promotion: None }
}

fn coordinates(text: &str) -> Option<Attempt> {
    let lower = text.to_ascii_lowercase();
    let (from, rest) = lower.split_at_checked(2)?;
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let (to, rest) = rest.split_at_checked(2)?;
    let named = rest.strip_prefix(['=', '/']).unwrap_or(rest);
    let named = named.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(named);
    let mut letters = named.chars();
    let promotion = match (rest.is_empty(), letters.next(), letters.next()) {
        (true, ..) => None,
        (false, Some(letter), None) => Some(Role::from_letter(letter)?),
        _ => return None,
    };
    Some(Attempt { from: from.parse().ok()?, to: to.parse().ok()?, promotion })
}

/// Standard algebraic notation, as far as it goes without a position.
struct San {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl San {
    fn parse(text: &str) -> Option<San> {
        if !text.is_ascii() {
            return None;
        }
        let role_of = |letter: char| {
            letter.is_ascii_uppercase().then(|| Role::from_letter(letter.to_ascii_lowercase())).flatten()
        };
        let (body, promotion) = match text.split_once('=') {
            Some((body, piece)) if piece.len() == 1 => {
                (body, Some(Role::from_letter(piece.chars().next()?.to_ascii_lowercase())?))
            }
            Some(_) => return None,
            None => match text.chars().next_back().and_then(role_of) {
                Some(role) if text.len() > 2 => (&text[..text.len() - 1], Some(role)),
                _ => (text, None),
            },
        };
        let (role, rest) = match body.chars().next().and_then(role_of) {
            Some(role) => (role, &body[1..]),
            None => (Role::Pawn, body),
        };
        let (hints, target) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let mut san = San { role, file: None, rank: None, to: target.parse().ok()?, promotion };
        for letter in hints.chars().filter(|&letter| letter != 'x') {
            let mut buffer = [0; 4];
            let hint: &str = letter.encode_utf8(&mut buffer);
            match (hint.parse(), hint.parse()) {
                (Ok(file), _) if san.file.is_none() && san.rank.is_none() => san.file = Some(file),
                (_, Ok(rank)) if san.rank.is_none() => san.rank = Some(rank),
                _ => return None,
            }
        }
        Some(san)
    }

    fn resolve(&self, position: &Position) -> Result<Attempt, AttemptError> {
        let ours = position.us() & position.board().by_role(self.role);
        let fits = |square: &Square| {
            self.file.is_none_or(|file| file == square.file()) && self.rank.is_none_or(|rank| rank == square.rank())
        };
        let attempt = |from: Square| Attempt { from, to: self.to, promotion: self.promotion };
        let candidates: Bitboard = ours.into_iter().filter(fits).collect();
        let legal: Bitboard = candidates.into_iter().filter(|&from| judge(position, attempt(from)).is_ok()).collect();
        if legal.has_many() {
            return Err(AttemptError::Ambiguous(self.role, legal));
        }
        // The one that comes closest to being legal is the one that was meant.
        candidates
            .into_iter()
            .max_by_key(|&from| match judge(position, attempt(from)) {
                Ok(_) => 3,
                Err(Reason::WrongMovement { .. }) => 0,
                Err(_) if attacks::of(self.role, position.turn(), from, position.occupied()).contains(self.to) => 2,
                Err(_) => 1,
            })
            .map(attempt)
            .ok_or(AttemptError::NoSuchPiece(self.role))
    }
}
