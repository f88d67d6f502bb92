//! The peers, brought to Tabiya's way of writing moves and sets.

mod compare;
#[cfg(feature = "programs")]
mod in_memory;

pub use compare::compare;
#[cfg(feature = "programs")]
pub use in_memory::InMemory;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya::{CastlingField, EnPassantField, FenStyle, Move, Position, Role};

/// What all libraries agree a move is: two square numbers and a promotion; castling is king-takes-rook.
pub type Plain = (u8, u8, Option<Role>);

/// Our move, plain.
pub fn plain(mv: Move) -> Plain {
    (mv.from() as u8, mv.to() as u8, mv.promotion())
}

/// The same position in three libraries, played on in step.
pub struct Trio {
    /// Ours.
    pub tabiya: Position,
    /// Shakmaty's.
    pub shakmaty: Chess,
    /// Cozy-chess's.
    pub cozy: cozy_chess::Board,
}

impl Trio {
    /// Starts from a position of Tabiya; the peers read its FEN.
    pub fn new(position: &Position) -> Trio {
        Trio::try_new(position).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// The same, or a sentence if a peer does not take the position for one that can arise in a game.
    pub fn try_new(position: &Position) -> Result<Trio, String> {
        let spelled = |en_passant| position.to_fen(FenStyle { castling: CastlingField::Shredder, en_passant });
        // Shakmaty remembers every double push, cozy-chess only one that can be captured.
        let (fen, cozy_fen) = (spelled(EnPassantField::Always), spelled(EnPassantField::Legal));
        let parsed: Fen = fen.parse().map_err(|error| format!("shakmaty cannot read {fen}: {error}"))?;
        let shakmaty = parsed.into_position(CastlingMode::Chess960);
        let cozy = cozy_chess::Board::from_fen(&cozy_fen, true);
        Ok(Trio {
            tabiya: *position,
            shakmaty: shakmaty.map_err(|error| format!("shakmaty refuses {fen}: {error}"))?,
            cozy: cozy.map_err(|error| format!("cozy-chess refuses {cozy_fen}: {error}"))?,
        })
    }

    /// Plays one legal move everywhere.
    pub fn play(&mut self, mv: Move) {
        let text = mv.uci(tabiya::CastlingStyle::Chess960).to_string();
        self.tabiya.play(mv);
        let theirs = self
            .shakmaty
            .legal_moves()
            .into_iter()
            .find(|&m| plain_shakmaty(m) == plain(mv))
            .unwrap_or_else(|| panic!("shakmaty has no {text}"));
        self.shakmaty.play_unchecked(theirs);
        self.cozy.play_unchecked(text.parse().expect("a move in UCI"));
    }

    /// The legal moves by shakmaty, sorted.
    pub fn shakmaty_moves(&self) -> Vec<Plain> {
        let mut moves: Vec<Plain> = self.shakmaty.legal_moves().into_iter().map(plain_shakmaty).collect();
        moves.sort_unstable();
        moves
    }

    /// The legal moves by cozy-chess, sorted.
    pub fn cozy_moves(&self) -> Vec<Plain> {
        let mut moves = Vec::new();
        self.cozy.generate_moves(|set| {
            moves.extend(set.into_iter().map(|m| (m.from as u8, m.to as u8, m.promotion.map(role_of_cozy))));
            false
        });
        moves.sort_unstable();
        moves
    }

    /// The FEN by shakmaty, with one of the three customs for en passant.
    pub fn shakmaty_fen(&self, mode: EnPassantMode) -> String {
        Fen::from_position(&self.shakmaty, mode).to_string()
    }
}

/// Shakmaty's move, plain.
pub fn plain_shakmaty(mv: shakmaty::Move) -> Plain {
    let from = mv.from().expect("no drops in chess");
    // For castling `to` is the rook's square, as with us.
    (u8::from(from), u8::from(mv.to()), mv.promotion().map(role_of_shakmaty))
}

fn role_of_shakmaty(role: shakmaty::Role) -> Role {
    Role::from_letter(role.char()).expect("the same letters")
}

fn role_of_cozy(role: cozy_chess::Piece) -> Role {
    Role::ALL[role as usize]
}
