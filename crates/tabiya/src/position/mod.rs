//! [`Position`]: a board, a turn and its rights, valid by construction.
//!
//! [`validate`] is the only way in and [`Position::play`] the only way on, so everything behind them may rely on one
//! king per side, no pawn on the last ranks, the side not to move not in check, rights that match their rooks and an en
//! passant square that a double push explains.

mod construct;

mod changes;
mod check_info;
mod key;
mod keys;
mod legal_move;
mod legality;
mod material;
mod named_set;
mod outcome;
mod play;
mod repetition;
mod status;
mod threat_changes;
mod threats;
pub mod validate;
mod view;
mod words;

pub use changes::{Changes, Observer};
pub use check_info::CheckInfo;
pub use keys::Keys;
pub(crate) use legality::checked_lines;
pub use material::Material;
pub use named_set::{NamedSet, UnknownSet};
pub use outcome::Outcome;
pub use status::{SearchStatus, Status};
pub use threat_changes::ThreatChange;
pub use threats::Threats;
pub(crate) use view::{Known, Masked, Node};
pub use view::{PositionOrView, View};

use crate::{Bitboard, Board, CastlingRights, Color, Piece, Rank, Role, Setup, Square, Wing};

/// Move numbers stop here, the last one a FEN may hold.
const LAST_FULLMOVE: u32 = u16::MAX as u32;

/// Whether the pawn that has just moved two steps can be captured en passant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum EnPassant {
    /// No enemy pawn stands beside it, or there was no double push.
    Impossible,
    /// A pawn stands beside it, but capturing would expose its king.
    PseudoLegal,
    /// The capture is legal for at least one pawn.
    Legal,
}

/// A chess position in which a game could go on: the rules hold in it.
///
/// ```
/// use tabiya::{Position, Square};
///
/// let start = Position::startpos();
/// let position = start.after(start.parse_move("e4")?);
/// assert_eq!(position.fen().to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(position.legal_moves().len(), 20);
/// assert!(position.attackers_to(Square::F5, position.occupied()).contains(Square::E4));
/// assert!(Position::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").is_err()); // a king is missing
/// # Ok::<(), tabiya::MoveTextError>(())
/// ```
///
/// It is a plain value of 104 bytes: copying it is the way to try a move ([`after`](Position::after)). It keeps what
/// only a move can tell cheaply; checkers, pins and the rest of the key follow from it and are computed when they are
/// asked for, because most positions that a program makes are never asked.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// The part of the key that tells where the pieces stand.
    pieces_key: u64,
    pawn_key: u64,
    /// The rooks that may castle.
    castling: Bitboard,
    fullmove: u32,
    halfmove_clock: u16,
    turn: Color,
    /// The square passed over by a double push a move ago.
    double_push: Option<Square>,
    en_passant: EnPassant,
}

const _: () = assert!(size_of::<Position>() <= 104);

impl Position {
    /// Builds the position of a setup that has been validated.
    fn from_valid(setup: Setup) -> Position {
        let pawn_key = key::pawns(&setup.board);
        let mut position = Position {
            board: setup.board,
            pieces_key: pawn_key ^ key::officers(&setup.board),
            pawn_key,
            castling: setup.castling,
            fullmove: setup.fullmove.clamp(1, LAST_FULLMOVE),
            halfmove_clock: setup.halfmove_clock.min(u16::MAX.into()) as u16,
            turn: setup.turn,
            double_push: setup.en_passant,
            en_passant: EnPassant::Impossible,
        };
        if let Some(passed) = setup.en_passant {
            position.en_passant = setup.board.en_passant_state(setup.turn, passed, pushed_pawn(passed));
        }
        position
    }

    /// The key computed from nothing; [`key`](Position::key) is the same number kept up to date by every move.
    pub fn fresh_key(&self) -> u64 {
        key::board(&self.board) ^ self.state_key()
    }

    /// The part of the key that does not tell where the pieces stand.
    #[inline(always)]
    fn state_key(&self) -> u64 {
        let mut key = key::castling(self.castling);
        if self.turn == Color::Black {
            key ^= key::BLACK_TO_MOVE;
        }
        if let Some(square) = self.en_passant_legal() {
            key ^= key::en_passant(square);
        }
        key
    }

    /// The pawn key computed from nothing.
    pub fn fresh_pawn_key(&self) -> u64 {
        key::pawns(&self.board)
    }

    /// Whose move it is.
    #[doc(alias = "side_to_move")]
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces of one side.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// The pieces of one role, both colours.
    #[inline(always)]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.board.by_role(role)
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The pieces of the side to move.
    #[inline(always)]
    pub fn us(&self) -> Bitboard {
        self.board.by_color(self.turn)
    }

    /// The pieces of the other side.
    #[inline(always)]
    pub fn them(&self) -> Bitboard {
        self.board.by_color(!self.turn)
    }

    /// The pieces of one side and role.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// What stands on a square, of either colour.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.board.role_at(square)
    }

    /// What stands on a square.
    #[doc(alias = "piece_on")]
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king_of(&self, color: Color) -> Square {
        self.board.king_square(color)
    }

    /// The square on which a pawn of the side to move stands ready to capture en passant, even if that would expose its
    /// king.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        if self.en_passant == EnPassant::Impossible { None } else { self.double_push }
    }

    /// The en passant square, if capturing there is legal.
    #[inline(always)]
    pub fn en_passant_legal(&self) -> Option<Square> {
        if self.en_passant == EnPassant::Legal { self.double_push } else { None }
    }

    /// The square a pawn passed over with its double push a move ago, whether or not it can be captured there.
    #[inline(always)]
    pub fn last_double_push(&self) -> Option<Square> {
        self.double_push
    }

    /// Who may still castle, to which wing and with which rook.
    #[inline(always)]
    pub fn castling_rights(&self) -> CastlingRights {
        CastlingRights::on(&self.board, self.castling)
    }

    /// The rook with which a side may still castle to a wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.castling_rights().rook(color, wing)
    }

    /// Moves by either side since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock.into()
    }

    /// The number of the move, from 1, counted up after Black's.
    #[inline(always)]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// The hash key: equal for positions in which the same side has the same moves with the same pieces. The part about
    /// castling, turn and en passant is added at every call, so a search keeps the key of a node that it needs twice.
    #[doc(alias = "zobrist")]
    #[doc(alias = "hash")]
    #[inline]
    pub fn key(&self) -> u64 {
        self.pieces_key ^ self.state_key()
    }

    /// The hash key of the pawns alone.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The pieces of both sides that attack a square when `occupied` is what blocks the sliders. Of the pieces on
    /// squares that are not in `occupied`, sliders and leapers alike are still reported;
    /// [`attackers_within`](Position::attackers_within) leaves them out.
    #[inline(always)]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// As [`attackers_to`](Position::attackers_to) on the board on which only the squares of `occupied` are occupied: a
    /// piece on another square is gone, leapers too. It is what a search's own static exchange asks after each capture.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    /// // The knight and the rook attack d5; once the knight has left, the rook alone.
    /// let position = Position::from_fen("4k3/8/8/3p4/8/4N3/8/3RK3 w - - 0 1")?;
    /// let without = position.occupied().without(Square::E3);
    /// assert_eq!(position.attackers_within(Square::D5, without), Square::D1.bitboard());
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn attackers_within(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied) & occupied
    }

    /// Whether two positions are the same for the repetition rule: pieces, turn, castling rights and legal en passant.
    pub fn is_repetition_of(&self, other: &Position) -> bool {
        // Most positions are told apart by this already.
        if self.pieces_key != other.pieces_key {
            return false;
        }
        self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant_legal() == other.en_passant_legal()
    }

    /// The same position with the sides exchanged and the board flipped from top to bottom.
    pub fn mirrored(&self) -> Position {
        Position::from_valid(self.setup_with(self.double_push).mirrored())
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::startpos()
    }
}

/// The square of the pawn that passed over an en passant square.
#[inline(always)]
pub(crate) fn pushed_pawn(en_passant: Square) -> Square {
    Square::from_low_bits(en_passant as u8 ^ 8)
}

/// The rank an en passant square lies on when `turn` is to move.
pub(crate) fn en_passant_rank(turn: Color) -> Rank {
    Rank::Sixth.relative_to(turn)
}
