//! Looking back from a position, and at what can still happen in it.

use serde::Serialize;
use tabiya::{Bitboard, CastlingField, CastlingStyle, Color, Move, MoveKind, Position, Setup};
use tabiya_retro::can_arise::{self, Arise, Limits, Starts};
use tabiya_retro::can_win::{self, CanWin, CannotWin};
use tabiya_retro::{Castles, Retro, Unmove};

use crate::failure::Failure;
use crate::fen;

/// A move that can have led to a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TakenBack {
    /// The move, and behind a colon what it captured: `e4d5:n`.
    pub text: String,
    /// The move as it was played, castling as king takes rook.
    pub uci: String,
    /// Where the piece comes back to; for a castle where the king does.
    pub from: String,
    /// Where it stands now; for a castle where the rook stood.
    pub to: String,
    /// What the move made of a pawn, as a letter.
    pub promotion: Option<char>,
    /// What it captured, as a letter.
    pub captured: Option<char>,
    /// Where that comes back.
    #[serde(rename = "capturedSquare")]
    pub captured_square: Option<String>,
    /// `castling`, `en-passant`, `double-push`, or nothing special.
    pub kind: Option<&'static str>,
    /// The position before, with no more rights than the move needs.
    pub before: String,
}

/// A position before, with one choice of what the board does not tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Before {
    /// The position.
    pub fen: String,
    /// The text of the unmove that leads to it.
    pub text: String,
    /// The move that leads back from it.
    pub uci: String,
}

/// Whether something can be, with the moves that show it or the reason against it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// Yes, no, or not known.
    pub answer: Option<bool>,
    /// Where the moves begin: the position itself, or the start of a game.
    pub start: Option<String>,
    /// For a yes: the moves, castling as king takes rook.
    pub moves: Option<Vec<String>>,
    /// For a no: a short name of the reason.
    pub reason: Option<&'static str>,
    /// For a no: the reason as a sentence.
    pub text: Option<String>,
    /// For a no: the squares that it speaks of.
    pub squares: Vec<String>,
}

fn look_back(position: &Position, chess960: bool) -> Retro<'_> {
    let retro = Retro::new(position);
    if chess960 { retro.castles(Castles::Chess960) } else { retro }
}

fn uci(mv: Move) -> String {
    mv.uci(CastlingStyle::Chess960).to_string()
}

fn names(set: Bitboard) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

fn taken_back(unmove: Unmove, position: &Position) -> TakenBack {
    let mv = unmove.forward();
    TakenBack {
        text: unmove.to_string(),
        uci: uci(mv),
        from: mv.from().to_string(),
        to: mv.to().to_string(),
        promotion: mv.kind().promotion().map(|role| role.letter()),
        captured: unmove.captured().map(|role| role.letter()),
        captured_square: unmove.captured_square().map(|square| square.to_string()),
        kind: match mv.kind() {
            MoveKind::CastleKing | MoveKind::CastleQueen => Some("castling"),
            MoveKind::EnPassant => Some("en-passant"),
            MoveKind::DoublePush => Some("double-push"),
            _ => None,
        },
        before: unmove.setup_before(position).to_fen(CastlingField::XFen),
    }
}

/// Every move that can have led to the position of a FEN.
pub fn unmoves(text: &str, chess960: bool) -> Result<Vec<TakenBack>, Failure> {
    let position = fen::position(text)?;
    let list = look_back(&position, chess960).unmoves();
    Ok(list.iter().map(|&unmove| taken_back(unmove, &position)).collect())
}

/// Every position before that of a FEN.
pub fn predecessors(text: &str, chess960: bool) -> Result<Vec<Before>, Failure> {
    let position = fen::position(text)?;
    let found = look_back(&position, chess960).predecessors().map(|before| Before {
        fen: before.position.fen(),
        text: before.unmove.to_string(),
        uci: uci(before.unmove.forward()),
    });
    Ok(found.collect())
}

/// Why no move can have led to the position of a FEN; nothing if one can.
pub fn why_no_unmove(text: &str, chess960: bool) -> Result<Option<String>, Failure> {
    let position = fen::position(text)?;
    Ok(look_back(&position, chess960).why_none().map(|why| why.to_string()))
}

/// Whether a side can still win by any legal moves. At most `limit` positions are looked at; 0 for the usual limit.
pub fn can_win(text: &str, black: bool, limit: u32) -> Result<Answered, Failure> {
    let position = fen::position(text)?;
    let color = if black { Color::Black } else { Color::White };
    let mut limits = can_win::Limits::default();
    if limit > 0 {
        limits.positions = limit as usize;
    }
    let found = can_win::can_win_within(&position, color, &limits);
    let answer = found.known();
    Ok(match found {
        CanWin::Yes(line) => Answered {
            answer,
            start: Some(position.fen()),
            moves: Some(line.into_iter().map(uci).collect()),
            ..Answered::default()
        },
        CanWin::No(why) => {
            let squares = if let CannotWin::Locked(men) = why { names(men) } else { Vec::new() };
            Answered { answer, reason: Some(why.name()), text: Some(why.to_string()), squares, ..Answered::default() }
        }
        CanWin::Unknown => Answered::default(),
    })
}

/// Whether a game can reach the board of a FEN, which need not be a position. `starts` names the starts, as in
/// `chess960`; empty for those of the game that the castling rights tell of. At most `limit` positions are looked at
/// for a game; 0 for the usual limit.
pub fn can_arise(text: &str, starts: &str, limit: u32) -> Result<Answered, Failure> {
    let setup = Setup::from_fen(text)
        .map_err(|error| Failure { column: Some(error.column as u64), ..Failure::new("fen", error) })?;
    let position = Position::from_setup(setup);
    let starts = match (starts, &position) {
        ("", Ok(position)) => Starts::of(position),
        ("", Err(_)) => Starts::STANDARD,
        (name, _) => name.parse().map_err(|error| Failure::new("argument", format!("\"{name}\": {error}")))?,
    };
    let mut limits = Limits::default();
    if limit > 0 {
        limits.positions = limit.into();
    }
    let found = match &position {
        Ok(position) => can_arise::can_arise_within(position, starts, &limits),
        // Validation has the reasons.
        Err(_) => can_arise::setup_can_arise(&setup, starts),
    };
    let answer = found.known();
    Ok(match found {
        Arise::Yes(game) => Answered {
            answer,
            start: Some(game.start.fen()),
            moves: Some(game.moves.into_iter().map(uci).collect()),
            ..Answered::default()
        },
        Arise::No(why) => Answered {
            answer,
            reason: Some(why.name()),
            text: Some(why.to_string()),
            squares: names(why.squares()),
            ..Answered::default()
        },
        Arise::Unknown => Answered::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unmoves_say_what_comes_back() {
        let [only] = &unmoves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false).unwrap()[..] else { panic!() };
        assert_eq!((only.text.as_str(), only.kind), ("d7d5", Some("double-push")));
        assert_eq!(only.before, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
        let castled = unmoves("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", false).unwrap();
        let castle = castled.iter().find(|unmove| unmove.kind == Some("castling")).unwrap();
        assert_eq!((castle.uci.as_str(), castle.before.as_str()), ("e1h1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        let captures = castled.iter().filter(|unmove| unmove.captured == Some('n')).count();
        assert!(captures > 0);
        assert_eq!(unmoves("8/8", false).unwrap_err().kind, "fen");
    }

    #[test]
    fn predecessors_have_every_choice_of_rights() {
        let fens = |chess960| -> Vec<String> {
            let found = predecessors("4k3/8/8/8/8/8/8/R3K3 b - - 1 1", chess960).unwrap();
            found.into_iter().filter(|before| before.text == "e2e1").map(|before| before.fen).collect()
        };
        assert_eq!(fens(false), ["4k3/8/8/8/8/8/4K3/R7 w - - 0 1"]);
        let rook = predecessors("4k3/8/8/8/8/8/R7/4K3 b - - 1 1", false).unwrap();
        let rook: Vec<_> = rook.iter().filter(|before| before.text == "a1a2").map(|before| &before.fen[..]).collect();
        assert_eq!(rook, ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]);
    }

    #[test]
    fn a_check_that_nothing_explains() {
        let why = why_no_unmove("8/8/8/8/8/2k5/3P4/4K3 b - - 0 1", false).unwrap();
        assert_eq!(why.as_deref(), Some("no last move can have led to the check from d2"));
        assert_eq!(why_no_unmove(&Position::startpos().fen(), false).unwrap(), None);
    }

    #[test]
    fn who_can_still_win() {
        let yes = can_win("8/8/8/8/2N5/8/p2K4/k7 w - - 0 1", false, 0).unwrap();
        assert_eq!(yes.answer, Some(true));
        let mut position = Position::from_fen(yes.start.as_deref().unwrap()).unwrap();
        for text in yes.moves.unwrap() {
            position.play_uci(&text).unwrap();
        }
        assert!(position.is_checkmate());
        let no = can_win("8/8/8/8/2N5/8/3K4/k7 w - - 0 1", false, 0).unwrap();
        assert_eq!((no.answer, no.reason), (Some(false), Some("insufficient-material")));
        let unknown = can_win(&Position::startpos().fen(), true, 1).unwrap();
        assert_ne!(unknown.answer, Some(false));
    }

    #[test]
    fn what_can_arise() {
        let yes = can_arise("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "", 0).unwrap();
        assert_eq!(yes.moves, Some(vec!["e2e4".to_owned(), "d7d5".to_owned()]));
        let no = can_arise("1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1", "standard", 0).unwrap();
        assert_eq!((no.answer, no.reason), (Some(false), Some("pawn-captures")));
        assert!(no.squares.contains(&"a5".to_owned()));
        let invalid = can_arise("8/8/8/8/8/8/8/8 w - - 0 1", "", 0).unwrap();
        assert_eq!(invalid.reason, Some("invalid"));
        assert_eq!(can_arise(&Position::startpos().fen(), "chess961", 0).unwrap_err().kind, "argument");
        assert_eq!(can_arise("x", "", 0).unwrap_err().kind, "fen");
    }
}
