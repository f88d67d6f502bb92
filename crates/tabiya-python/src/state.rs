//! What a Python board holds: a valid [`Position`] as long as there is one, otherwise whatever was set up.
//!
//! Python programs put a board together piece by piece, so in between it is not a position. Everything that needs the
//! rules asks for the position and gets all problems instead; everything else works on the pieces alone.

use tabiya::castling::{destinations, wing_of};
use tabiya::movegen::NonEvasions;
use tabiya::notation::fen::{CastlingField, EnPassantField};
use tabiya::position::validate::validate;
use tabiya::{
    Bitboard, Board, Color, Invalid, Move, MoveKind, Position, Role, Setup, Square, Tolerance, Wing, attacks,
};

use crate::code::Code;
use crate::loose::Loose;

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
            State::Loose(setup) => Loose::new(setup, true).has_pseudo_legal_en_passant(),
        }
    }

    pub fn has_legal_en_passant(&self) -> bool {
        match self {
            State::Valid { position, .. } => position.en_passant_legal().is_some(),
            State::Loose(setup) => Loose::new(setup, true).has_legal_en_passant(),
        }
    }
}

/// A board with its past.
#[derive(Clone)]
pub struct Core {
    pub now: State,
    /// The pieces that were pawns once. Chess does not need them; programs and FENs of other variants do.
    pub promoted: Bitboard,
    pub chess960: bool,
    pub past: Vec<Played>,
}

/// A move that was played, and what stood before it.
#[derive(Clone, Copy)]
pub struct Played {
    pub before: State,
    pub promoted: Bitboard,
    pub code: Code,
}

/// Why a move was not pushed.
pub enum PushError {
    /// No piece of the side to move stands on its first square, or that piece has no such move.
    NotPseudoLegal,
}

impl Core {
    pub fn new(setup: Setup, chess960: bool) -> Core {
        Core::at(State::new(setup, chess960), chess960)
    }

    /// A board without a past.
    pub fn at(now: State, chess960: bool) -> Core {
        Core { now, promoted: Bitboard::EMPTY, chess960, past: Vec::new() }
    }

    pub fn startpos() -> Core {
        Core::at(State::of(Position::startpos()), false)
    }

    /// Replaces the board and forgets its past. Pieces that stay where they are stay promoted.
    pub fn set(&mut self, setup: Setup) {
        let before = *self.now.board();
        let stays = |square: &Square| before.piece_at(*square) == setup.board.piece_at(*square);
        self.promoted = self.promoted.into_iter().filter(stays).collect();
        self.now = State::new(setup, self.chess960);
        self.past.clear();
    }

    /// Replaces the board by what a FEN says.
    pub fn set_fen(&mut self, (setup, promoted): (Setup, Bitboard)) {
        self.set(setup);
        self.promoted = promoted;
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

    pub fn is_position(&self) -> bool {
        matches!(self.now, State::Valid { .. })
    }

    /// The board as it is, for the rules that need no position.
    pub fn loose(&self) -> Loose {
        Loose::new(&self.now.setup(), self.chess960)
    }

    /// The castling rights that make sense.
    pub fn clean_castling_rights(&self) -> Bitboard {
        match &self.now {
            State::Valid { position, .. } => position.castling_rights().rooks(),
            State::Loose(setup) => clean_castling(setup, self.chess960),
        }
    }

    /// Plays a move. On a position it has to be legal, or at least pseudo-legal: then the board stops being a position.
    pub fn push(&mut self, code: Code) -> Result<(), PushError> {
        let (code, next) = match &self.now {
            State::Valid { position, .. } if !code.is_null() => {
                let mv = candidate(position, code, true).ok_or(PushError::NotPseudoLegal)?;
                if position.is_legal(mv) {
                    self.play(mv);
                    return Ok(());
                } else if is_pseudo_legal(position, mv) {
                    (code, self.loose().after(code))
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
                let loose = self.loose();
                let code = loose.castle(code).map_or(code, |rook| loose.castle_code(code.from(), rook));
                (code, loose.after(code))
            }
        };
        let promoted = if code.is_null() { self.promoted } else { promoted_after(self.promoted, code) };
        self.past.push(Played { before: self.now, promoted: self.promoted, code });
        self.now = next;
        self.promoted = promoted;
        Ok(())
    }

    /// Plays a move that is legal on the board, which is a position.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Code {
        let code = Code::of(mv, self.chess960);
        self.past.push(Played { before: self.now, promoted: self.promoted, code });
        self.follow_promoted(mv);
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
        self.past.push(Played { before: self.now, promoted: self.promoted, code });
        self.follow_promoted(mv);
        self.now = State::of(position.after_unchecked(mv));
        code
    }

    #[inline]
    fn follow_promoted(&mut self, mv: Move) {
        if self.promoted.any() || mv.promotion().is_some() {
            // Castling moves no promoted king, and never a promoted rook: it has moved.
            self.promoted = promoted_after(self.promoted, Code::of(mv, true));
        }
    }

    pub fn pop(&mut self) -> Option<Code> {
        let Played { before, promoted, code } = self.past.pop()?;
        self.now = before;
        self.promoted = promoted;
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
        self.past.iter().rev().take(reach).map_while(|played| match &played.before {
            State::Valid { position, .. } => Some(position),
            State::Loose(_) => None,
        })
    }
}

/// Which pieces are promoted after a move.
fn promoted_after(promoted: Bitboard, code: Code) -> Bitboard {
    let arrives = code.promotion().is_some() || promoted.contains(code.from());
    let left = promoted.without(code.from()).without(code.to());
    if arrives { left.with(code.to()) } else { left }
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

pub fn next_fullmove(setup: &Setup) -> u32 {
    (setup.fullmove + u32::from(setup.turn == Color::Black)).min(u16::MAX.into())
}

/// The FEN of what is on the board, with the castling rights that make sense; with `~` behind promoted pieces if asked.
pub fn fen(core: &Core, shredder: bool, en_passant: EnPassantField, promoted: bool) -> String {
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
    let fen = setup.to_fen(if shredder { CastlingField::Shredder } else { CastlingField::XFen });
    if promoted && core.promoted.any() { with_marks(&fen, core.promoted) } else { fen }
}

/// A FEN with `~` behind the pieces on these squares.
fn with_marks(fen: &str, promoted: Bitboard) -> String {
    let mut text = String::with_capacity(fen.len() + 8);
    let mut reading = Placement::default();
    for letter in fen.chars() {
        text.push(letter);
        if reading.square_of(letter).is_some_and(|square| promoted.contains(square)) {
            text.push('~');
        }
    }
    text
}

/// A FEN without the `~` behind promoted pieces, and the squares of these.
pub fn without_marks(fen: &str) -> (std::borrow::Cow<'_, str>, Bitboard) {
    let mut promoted = Bitboard::EMPTY;
    if !fen.contains('~') {
        return (fen.into(), promoted);
    }
    let mut text = String::with_capacity(fen.len());
    let mut reading = Placement::default();
    let mut last = None;
    for letter in fen.chars() {
        match last.take() {
            Some(square) if letter == '~' => promoted |= Square::bitboard(square),
            _ => {
                text.push(letter);
                last = reading.square_of(letter);
            }
        }
    }
    (text.into(), promoted)
}

/// Where the letters of a FEN's first field stand.
#[derive(Default)]
struct Placement {
    file: usize,
    rank: usize,
    over: bool,
}

impl Placement {
    /// The square of the piece that this letter sets.
    fn square_of(&mut self, letter: char) -> Option<Square> {
        match letter {
            ' ' => self.over = true,
            '/' => (self.file, self.rank) = (0, self.rank + 1),
            '1'..='8' => self.file += letter as usize - '0' as usize,
            _ if letter.is_ascii_alphabetic() && !self.over => {
                self.file += 1;
                return Square::from_index(8 * 7usize.checked_sub(self.rank)? + self.file - 1);
            }
            _ => {}
        }
        None
    }
}
