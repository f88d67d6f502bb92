//! What a Python board holds: a valid [`Position`] as long as there is one, otherwise whatever was set up.
//!
//! Python programs put a board together piece by piece, so in between it is not a position. Everything that needs the
//! rules asks for the position and is told all problems; everything else works on the pieces alone.

use tabiya::castling::{destinations, wing_of};
use tabiya::movegen::NonEvasions;
use tabiya::notation::fen::{CastlingField, EnPassantField};
use tabiya::position::validate::validate;
use tabiya::{
    Bitboard, Board, Color, Invalid, Move, MoveKind, Piece, Position, Rank, Role, Setup, Square, Tolerance, Wing,
    attacks,
};

use crate::code::Code;

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// One moment of a game.
#[derive(Clone, Copy)]
pub enum State {
    /// The rules hold. `castling` is what was set, of which the position keeps what makes sense.
    Valid { position: Position, castling: Bitboard },
    /// Not a position.
    Loose(Setup),
}

impl State {
    pub fn new(setup: Setup, chess960: bool) -> State {
        let cleaned = Setup { castling: clean_castling(&setup, chess960), ..setup };
        match Position::from_setup_with(cleaned, Tolerance::ALL) {
            Ok(position) => State::Valid { position, castling: setup.castling },
            Err(_) => State::Loose(setup),
        }
    }

    #[inline]
    pub fn of(position: Position) -> State {
        State::Valid { position, castling: position.castling_rights().rooks() }
    }

    /// Everything as it was set, valid or not.
    pub fn setup(&self) -> Setup {
        match self {
            State::Valid { position, castling } => {
                Setup { castling: *castling, ..position.setup(EnPassantField::Always) }
            }
            State::Loose(setup) => *setup,
        }
    }

    #[inline]
    pub fn board(&self) -> &Board {
        match self {
            State::Valid { position, .. } => position.board(),
            State::Loose(setup) => &setup.board,
        }
    }

    #[inline]
    pub fn turn(&self) -> Color {
        match self {
            State::Valid { position, .. } => position.turn(),
            State::Loose(setup) => setup.turn,
        }
    }

    pub fn ep_square(&self) -> Option<Square> {
        match self {
            State::Valid { position, .. } => position.last_double_push(),
            State::Loose(setup) => setup.en_passant,
        }
    }

    pub fn halfmove_clock(&self) -> u32 {
        match self {
            State::Valid { position, .. } => position.halfmove_clock(),
            State::Loose(setup) => setup.halfmove_clock,
        }
    }

    pub fn fullmove(&self) -> u32 {
        match self {
            State::Valid { position, .. } => position.fullmove(),
            State::Loose(setup) => setup.fullmove,
        }
    }

    pub fn castling_rights(&self) -> Bitboard {
        match self {
            State::Valid { castling, .. } => *castling,
            State::Loose(setup) => setup.castling,
        }
    }

    pub fn king(&self, color: Color) -> Option<Square> {
        self.board().pieces(color, Role::King).last()
    }

    /// The pieces that attack the king of the side to move, another king among them.
    pub fn checkers(&self) -> Bitboard {
        match self {
            State::Valid { position, .. } => position.checkers(),
            State::Loose(setup) => match self.king(setup.turn) {
                Some(king) => attackers(&setup.board, !setup.turn, king, setup.board.occupied()),
                None => Bitboard::EMPTY,
            },
        }
    }

    /// Whether the side that has just moved left its king in check.
    pub fn was_into_check(&self) -> bool {
        match self {
            State::Valid { .. } => false,
            State::Loose(setup) => self
                .king(!setup.turn)
                .is_some_and(|king| attackers(&setup.board, setup.turn, king, setup.board.occupied()).any()),
        }
    }

    /// Whether a pawn of the side to move stands ready to capture en passant.
    pub fn has_pseudo_legal_en_passant(&self) -> bool {
        match self {
            State::Valid { position, .. } => position.en_passant().is_some(),
            State::Loose(setup) => setup.en_passant.is_some_and(|square| {
                let rank = Rank::Fifth.relative_to(setup.turn).bitboard();
                let ready = attacks::pawn(!setup.turn, square) & setup.board.pieces(setup.turn, Role::Pawn) & rank;
                ready.any() && !setup.board.occupied().contains(square)
            }),
        }
    }

    /// As far as it can be known: on a board that is not a position, pseudo-legal is all there is.
    pub fn has_legal_en_passant(&self) -> bool {
        match self {
            State::Valid { position, .. } => position.en_passant_legal().is_some(),
            State::Loose(_) => self.has_pseudo_legal_en_passant(),
        }
    }
}

/// A board with its past.
#[derive(Clone)]
pub struct Core {
    pub now: State,
    pub chess960: bool,
    /// What stood before each move, and the move.
    pub past: Vec<(State, Code)>,
}

/// Why a move was not pushed.
pub enum PushError {
    /// Nothing of the side to move stands on its first square, or it makes no sense there.
    NotPseudoLegal,
}

impl Core {
    pub fn new(setup: Setup, chess960: bool) -> Core {
        Core { now: State::new(setup, chess960), chess960, past: Vec::new() }
    }

    pub fn startpos() -> Core {
        Core { now: State::of(Position::startpos()), chess960: false, past: Vec::new() }
    }

    /// Replaces the board and forgets its past.
    pub fn set(&mut self, setup: Setup) {
        self.now = State::new(setup, self.chess960);
        self.past.clear();
    }

    /// Changes the board without forgetting its past.
    pub fn adjust(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.now.setup();
        change(&mut setup);
        self.now = State::new(setup, self.chess960);
    }

    /// The position, or everything that keeps this from being one.
    #[inline]
    pub fn position(&self) -> Result<Position, Invalid> {
        match &self.now {
            State::Valid { position, .. } => Ok(*position),
            State::Loose(setup) => Err(problems(setup, self.chess960)),
        }
    }

    /// The castling rights that make sense.
    pub fn clean_castling_rights(&self) -> Bitboard {
        match &self.now {
            State::Valid { position, .. } => position.castling_rights().rooks(),
            State::Loose(setup) => clean_castling(setup, self.chess960),
        }
    }

    /// Plays a move. On a valid board it has to be legal, or at least pseudo-legal: then the board stops being valid.
    pub fn push(&mut self, code: Code) -> Result<(), PushError> {
        let (code, next) = match &self.now {
            State::Valid { position, .. } if !code.is_null() => {
                let mv = candidate(position, code, true).ok_or(PushError::NotPseudoLegal)?;
                if position.is_legal(mv) {
                    self.play(mv);
                    return Ok(());
                } else if is_pseudo_legal(position, mv) {
                    (code, State::new(after_pieces(&self.now.setup(), code), self.chess960))
                } else {
                    return Err(PushError::NotPseudoLegal);
                }
            }
            State::Valid { position, .. } => (code, position.after_null().map_or_else(|| self.after_null(), State::of)),
            State::Loose(_) if code.is_null() => (code, self.after_null()),
            State::Loose(setup) => {
                if !setup.board.by_color(setup.turn).contains(code.from()) || code.from() == code.to() {
                    return Err(PushError::NotPseudoLegal);
                }
                let cleaned = Setup { castling: clean_castling(setup, self.chess960), ..*setup };
                (code, State::new(after_pieces(&cleaned, code), self.chess960))
            }
        };
        self.past.push((self.now, code));
        self.now = next;
        Ok(())
    }

    /// Plays a move that is legal on the board, which is a position.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Code {
        let code = Code::of(mv, self.chess960);
        self.past.push((self.now, code));
        // Changed where it stands: a position is copied into the past once and nowhere else.
        if let State::Valid { position, castling } = &mut self.now {
            position.play_unchecked(mv);
            *castling = position.castling_rights().rooks();
        }
        code
    }

    /// Plays a move that the generator gave for this position, whatever is on the board now.
    #[inline]
    pub fn push_legal(&mut self, position: &Position, mv: Move) -> Code {
        let code = Code::of(mv, self.chess960);
        self.past.push((self.now, code));
        self.now = State::of(position.after_unchecked(mv));
        code
    }

    pub fn pop(&mut self) -> Option<Code> {
        let (before, code) = self.past.pop()?;
        self.now = before;
        Some(code)
    }

    fn after_null(&self) -> State {
        let setup = self.now.setup();
        State::new(
            Setup {
                turn: !setup.turn,
                en_passant: None,
                castling: self.clean_castling_rights(),
                halfmove_clock: (setup.halfmove_clock + 1).min(u16::MAX.into()),
                fullmove: next_fullmove(&setup),
                ..setup
            },
            self.chess960,
        )
    }

    /// How often the position has been on the board, the present time included.
    pub fn repetitions(&self) -> usize {
        let State::Valid { position, .. } = &self.now else { return 1 };
        1 + self.since_irreversible().filter(|earlier| earlier.is_repetition_of(position)).count()
    }

    /// The positions back to the last move that cannot be taken back, the latest first.
    pub fn since_irreversible(&self) -> impl Iterator<Item = &Position> {
        let reach = self.now.halfmove_clock() as usize;
        self.past.iter().rev().take(reach).map_while(|(state, _)| match state {
            State::Valid { position, .. } => Some(position),
            State::Loose(_) => None,
        })
    }
}

/// Every problem of a setup, by the rules a Python board goes by: rights without a rook are only cleaned away.
pub fn problems(setup: &Setup, chess960: bool) -> Invalid {
    let cleaned = Setup { castling: clean_castling(setup, chess960), ..*setup };
    match validate(&cleaned, Tolerance::ALL) {
        Err(invalid) => invalid,
        // A loose board has problems; if it had none it would be valid.
        Ok(()) => unreachable!("a board without problems is a position"),
    }
}

/// The castling rights with a king and a rook to go with them.
pub fn clean_castling(setup: &Setup, chess960: bool) -> Bitboard {
    let board = &setup.board;
    let mut clean = Bitboard::EMPTY;
    for color in Color::ALL {
        let back_rank = color.back_rank().bitboard();
        let mut rooks = setup.castling & back_rank & board.pieces(color, Role::Rook);
        let Some(king) = (board.pieces(color, Role::King) & back_rank).last() else { continue };
        if chess960 {
            // Only the outermost rook of each side counts.
            let left = rooks.first().filter(|&rook| wing_of(king, rook) == Wing::Queen);
            let right = rooks.last().filter(|&rook| wing_of(king, rook) == Wing::King);
            rooks = left.into_iter().chain(right).collect();
        } else if !board.pieces(color, Role::King).contains(Square::E1.relative_to(color)) {
            continue;
        } else {
            rooks &= CORNERS;
        }
        clean |= rooks;
    }
    clean
}

/// The pieces of a side that attack a square.
pub fn attackers(board: &Board, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    board.attackers_to(square, occupied) & board.by_color(color)
}

/// What the piece on a square attacks.
pub fn attacks_from(board: &Board, square: Square) -> Bitboard {
    match board.piece_at(square) {
        Some(piece) => attacks::of(piece.role(), piece.color(), square, board.occupied()),
        None => Bitboard::EMPTY,
    }
}

/// The line on which a piece is pinned to its king; the whole board if it is not.
pub fn pin_mask(board: &Board, color: Color, square: Square) -> Bitboard {
    let Some(king) = board.pieces(color, Role::King).last() else { return Bitboard::FULL };
    let line = attacks::line(king, square);
    if line.is_empty() {
        return Bitboard::FULL;
    }
    let straight = king.file() == square.file() || king.rank() == square.rank();
    let of = |role: Role| board.by_role(role);
    let sliders = of(Role::Queen) | if straight { of(Role::Rook) } else { of(Role::Bishop) };
    for sniper in line & sliders & board.by_color(!color) {
        if attacks::between(sniper, king) & board.occupied().with(square) == square.bitboard() {
            return attacks::line(king, sniper);
        }
    }
    Bitboard::FULL
}

/// The move that two squares and a promotion mean here if it is one at all; legality is not looked at.
///
/// `lenient` also takes the king's own two squares for castling in Chess960.
#[inline]
pub fn candidate(position: &Position, code: Code, lenient: bool) -> Option<Move> {
    let (from, to) = (code.from(), code.to());
    if from == to || !position.us().contains(from) {
        return None;
    }
    let capture = position.them().contains(to);
    let plain = if capture { MoveKind::Capture } else { MoveKind::Quiet };
    let kind = match (position.role_at(from)?, code.promotion()) {
        (Role::Pawn, Some(role)) => MoveKind::promotion_to(role, capture)?,
        (Role::Pawn, None) => {
            if capture {
                plain
            } else if from.file() != to.file() {
                MoveKind::EnPassant
            } else if (from as u8).abs_diff(to as u8) == 16 {
                MoveKind::DoublePush
            } else {
                plain
            }
        }
        (_, Some(_)) => return None,
        (Role::King, None) => match castle(position, from, to, lenient) {
            Some(rook) => return Some(Move::castle(from, rook, wing_of(from, rook))),
            None => plain,
        },
        (_, None) => plain,
    };
    Some(Move::new(from, to, kind))
}

/// The rook that a king's move to this square castles with.
fn castle(position: &Position, from: Square, to: Square, lenient: bool) -> Option<Square> {
    if position.castling_rights().rooks_of(position.turn()).contains(to) {
        return Some(to);
    }
    let two_steps = lenient && from.rank() == to.rank() && (from as u8).abs_diff(to as u8) == 2;
    if !two_steps || position.occupied().contains(to) && position.role_at(to) == Some(Role::Rook) {
        return None;
    }
    let wing = wing_of(from, to);
    (destinations(from.rank(), wing).0 == to).then(|| position.castling_rook(position.turn(), wing)).flatten()
}

/// Pseudo-legal as Python programs know it: castling counts only where it is legal, and in check everything else counts
/// that would without it.
pub fn is_pseudo_legal(position: &Position, mv: Move) -> bool {
    if mv.is_castle() {
        position.is_legal(mv)
    } else if position.in_check() {
        position.generate::<NonEvasions>().contains(&mv)
    } else {
        position.is_pseudo_legal(mv)
    }
}

fn next_fullmove(setup: &Setup) -> u32 {
    (setup.fullmove + u32::from(setup.turn == Color::Black)).min(u16::MAX.into())
}

/// The board after a move that need not be legal, by moving pieces about.
fn after_pieces(setup: &Setup, code: Code) -> Setup {
    let (from, to) = (code.from(), code.to());
    let mut next = *setup;
    let Some(piece) = next.board.remove(from) else { return next };
    let own_rook = Piece::new(setup.turn, Role::Rook);
    let zeroing = piece.role() == Role::Pawn || setup.board.by_color(!setup.turn).contains(to);
    next.castling = setup.castling.without(from).without(to);
    next.en_passant = None;
    if piece.role() == Role::King {
        next.castling -= setup.turn.back_rank().bitboard();
    }
    if piece.role() == Role::King && setup.board.piece_at(to) == Some(own_rook) {
        let (king_to, rook_to) = destinations(from.rank(), wing_of(from, to));
        next.board.remove(to);
        next.board.set(king_to, piece);
        next.board.set(rook_to, own_rook);
    } else {
        let step = (from as u8).abs_diff(to as u8);
        if piece.role() == Role::Pawn {
            let second = Rank::Second.relative_to(setup.turn);
            if step == 16 && from.rank() == second {
                next.en_passant = Square::from_index((from as usize + to as usize) / 2);
            } else if setup.en_passant == Some(to) && matches!(step, 7 | 9) && setup.board.piece_at(to).is_none() {
                next.board.remove(Square::new(to.file(), from.rank()));
            }
        }
        let arriving = code.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
        next.board.set(to, arriving);
    }
    next.halfmove_clock = if zeroing { 0 } else { (setup.halfmove_clock + 1).min(u16::MAX.into()) };
    next.fullmove = next_fullmove(setup);
    next.turn = !setup.turn;
    next
}

/// The FEN of what is on the board, with the castling rights that make sense.
pub fn fen(core: &Core, shredder: bool, en_passant: EnPassantField) -> String {
    let mut setup = core.now.setup();
    setup.castling = core.clean_castling_rights();
    let keep = match en_passant {
        EnPassantField::Always => true,
        EnPassantField::Adjacent => core.now.has_pseudo_legal_en_passant(),
        EnPassantField::Legal => core.now.has_legal_en_passant(),
    };
    if !keep {
        setup.en_passant = None;
    }
    setup.to_fen(if shredder { CastlingField::Shredder } else { CastlingField::XFen })
}
