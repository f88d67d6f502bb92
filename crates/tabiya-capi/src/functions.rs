//! The functions of the header.
//!
//! They all follow one pattern: inputs come first, then pointers for the results, then the [`TabiyaError`]. Results are
//! written only if the function returns `TABIYA_STATUS_OK`. Counts are the exception: they also say how much room would
//! have been enough.
//!
//! The contract is the same for all, and the only one: every pointer is null or points to memory of the caller that is
//! as large as its type, or as the length or capacity beside it, says. What is read must have been initialised, as C
//! asks of all memory; nothing else is asked of the bytes there.
#![allow(clippy::missing_safety_doc)]

use std::ffi::c_char;

use tabiya::movegen::MoveSet;
use tabiya::{Bitboard, CastlingStyle, Color, Move, MoveList, NamedSet, Outcome, Position, Role, Square, attacks};
use tabiya_perft::Perft;

use crate::memory::{answer, null, read, text, write, write_all, write_text};
use crate::position::TabiyaPosition;
use crate::status::{Failure, TabiyaError, TabiyaStatus};

/// A move in sixteen bits: six for the square it starts from (a1 is 0, h8 is 63), six for the square it goes to, four
/// for its kind (0 quiet, 1 double push, 2 and 3 castling on the king's and the queen's side, 4 capture, 5 en passant,
/// 8 to 11 promotion to knight, bishop, rook, queen, 12 to 15 the same with a capture). Castling goes to the rook's
/// square.
pub type TabiyaMove = u16;

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
pub type TabiyaBitboard = u64;

/// No position has more legal moves than this: an array of this size is always large enough.
pub const TABIYA_MAX_MOVES: usize = 256;

/// A buffer of this many bytes holds every FEN and every move as text.
pub const TABIYA_MAX_FEN: usize = 128;

/// Where a square would stand and there is none.
pub const TABIYA_NO_SQUARE: u8 = 64;

/// Which legal moves to generate. With `TABIYA_PSEUDO_LEGAL` added: the same moves without asking whether they leave
/// the king safe.
#[repr(u32)]
pub enum TabiyaKind {
    /// All of them.
    Legal = 0,
    /// Captures, en passant included, and promotions to a queen.
    Captures = 1,
    /// All others: quiet moves, castling, and promotions to less than a queen.
    Quiets = 2,
    /// Quiet moves that give check, and knight promotions that do so directly.
    QuietChecks = 3,
    /// All moves of a side in check; without a check, none.
    Evasions = 4,
    /// All moves of a side that is not in check; in check, none.
    NonEvasions = 5,
}

/// Added to a kind of moves: pseudo-legal ones.
pub const TABIYA_PSEUDO_LEGAL: u32 = 8;

/// The kinds of pieces.
#[repr(u32)]
pub enum TabiyaRole {
    /// Pawn.
    Pawn = 0,
    /// Knight.
    Knight = 1,
    /// Bishop.
    Bishop = 2,
    /// Rook.
    Rook = 3,
    /// Queen.
    Queen = 4,
    /// King.
    King = 5,
}

/// The sides.
#[repr(u32)]
pub enum TabiyaColor {
    /// White.
    White = 0,
    /// Black.
    Black = 1,
}

/// How a game has ended on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum TabiyaOutcome {
    /// It goes on.
    None = 0,
    /// The side to move is mated.
    Checkmate = 1,
    /// The side to move has no move and is not in check.
    Stalemate = 2,
    /// Neither side can mate.
    Draw = 3,
}

/// What there is to know about a position.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TabiyaInfo {
    /// The squares of all pawns, knights, bishops, rooks, queens, kings.
    pub by_role: [TabiyaBitboard; 6],
    /// The squares of white's and of black's pieces.
    pub by_color: [TabiyaBitboard; 2],
    /// The enemy pieces that give check.
    pub checkers: TabiyaBitboard,
    /// The side to move's pieces that are pinned to their king.
    pub pinned: TabiyaBitboard,
    /// The rooks of both sides with which their king may still castle.
    pub castling_rooks: TabiyaBitboard,
    /// The Zobrist key; equal for positions that count as repetitions.
    pub key: u64,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// `TABIYA_OUTCOME_…`.
    pub outcome: TabiyaOutcome,
    /// 0 if white is to move, 1 if black.
    pub turn: u8,
    /// The square of a pawn's capture en passant, if one is legal; else `TABIYA_NO_SQUARE`.
    pub en_passant: u8,
}

fn bad(what: &str, value: impl std::fmt::Display) -> Failure {
    Failure::new(TabiyaStatus::BadArgument, format_args!("{value} is not a {what}"))
}

fn square(index: u32) -> Result<Square, Failure> {
    Square::from_index(index as usize).ok_or_else(|| bad("square, they go from 0 to 63", index))
}

pub(crate) fn color(index: u32) -> Result<Color, Failure> {
    match index {
        0 => Ok(Color::White),
        1 => Ok(Color::Black),
        _ => Err(bad("colour, white is 0 and black is 1", index)),
    }
}

/// A move that is legal in the position.
fn legal(position: &Position, bits: TabiyaMove) -> Result<Move, Failure> {
    let Some(mv) = Move::from_bits(bits) else {
        return Err(Failure::new(TabiyaStatus::IllegalMove, format_args!("{bits:#06x} is not a move")));
    };
    position.check_legal(mv).map_err(|error| Failure::new(TabiyaStatus::IllegalMove, error))?;
    Ok(mv)
}

/// The version of the library, as in "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn tabiya_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Sets up the start position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_startpos(position: *mut TabiyaPosition, error: *mut TabiyaError) -> TabiyaStatus {
    // SAFETY: the contract of this module.
    unsafe { answer(error, || write(position, TabiyaPosition::new(&Position::startpos()), "the position")) }
}

/// Sets up one of the 960 start positions of Chess960; 518 is the usual one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_chess960(
    number: u32,
    position: *mut TabiyaPosition,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        let start = u16::try_from(number).ok().and_then(Position::chess960);
        let start = start.ok_or_else(|| bad("start position of Chess960, they go from 0 to 959", number))?;
        // SAFETY: the contract of this module.
        unsafe { write(position, TabiyaPosition::new(&start), "the position") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Reads a FEN of `length` bytes. What cannot arise in a game is refused, with the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_from_fen(
    fen: *const c_char,
    length: usize,
    position: *mut TabiyaPosition,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let fen = unsafe { text(fen, length)? };
        let read = Position::from_fen(fen).map_err(|error| Failure::new(TabiyaStatus::BadText, error))?;
        // SAFETY: the contract of this module.
        unsafe { write(position, TabiyaPosition::new(&read), "the position") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Writes the FEN with a final zero; `length`, which may be null, gets the number of bytes before it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_fen(
    position: *const TabiyaPosition,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        // SAFETY: the contract of this module.
        unsafe { write_text(&position.fen(), buffer, capacity, length) }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Tells everything about a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_info(
    position: *const TabiyaPosition,
    info: *mut TabiyaInfo,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let told = TabiyaInfo {
            by_role: Role::ALL.map(|role| position.board().by_role(role).0),
            by_color: [Color::White, Color::Black].map(|color| position.board().by_color(color).0),
            checkers: position.checkers().0,
            pinned: position.pinned().0,
            castling_rooks: position.castling_rights().rooks().0,
            key: position.key(),
            fullmove: position.fullmove(),
            halfmove_clock: position.halfmove_clock(),
            outcome: match position.outcome() {
                None => TabiyaOutcome::None,
                Some(Outcome::Checkmate { .. }) => TabiyaOutcome::Checkmate,
                Some(Outcome::Stalemate) => TabiyaOutcome::Stalemate,
                Some(_) => TabiyaOutcome::Draw,
            },
            turn: position.turn() as u8,
            en_passant: position.en_passant_legal().map_or(TABIYA_NO_SQUARE, |square| square.index() as u8),
        };
        // SAFETY: the contract of this module.
        unsafe { write(info, told, "the information") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Writes the moves of a kind (`TABIYA_KIND_…`) into an array of `capacity` moves, and their number into `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_generate(
    position: *const TabiyaPosition,
    kind: u32,
    moves: *mut TabiyaMove,
    capacity: usize,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let set = u8::try_from(kind).ok().and_then(MoveSet::from_number).ok_or_else(|| bad("kind of moves", kind))?;
        // Filled in place: a list is too large to be moved about.
        let mut list = MoveList::new();
        position.append_moves(set, &mut list);
        // A move is its sixteen bits, so the list can be copied as it is.
        const { assert!(size_of::<Move>() == size_of::<TabiyaMove>()) };
        // SAFETY: the array and the count by the contract of this module.
        unsafe { write_all(&list, moves.cast::<Move>(), capacity, count, "moves") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Counts the legal moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_count_legal(
    position: *const TabiyaPosition,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    // SAFETY: the contract of this module.
    unsafe { answer(error, || write(count, read(position, "the position")?.read()?.count_legal(), "the count")) }
}

/// Whether sixteen bits, whatever they are, are a legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_is_legal(
    position: *const TabiyaPosition,
    bits: u16,
    is_legal: *mut bool,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let answer = Move::from_bits(bits).is_some_and(|mv| position.is_legal(mv));
        // SAFETY: the contract of this module.
        unsafe { write(is_legal, answer, "the answer") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Plays a legal move. `after` may be the same position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_play(
    position: *const TabiyaPosition,
    mv: TabiyaMove,
    after: *mut TabiyaPosition,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let mv = legal(&position, mv)?;
        // SAFETY: the contract of this module.
        unsafe { write(after, TabiyaPosition::new(&position.after_unchecked(mv)), "the position after it") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Whether a legal move gives check.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_gives_check(
    position: *const TabiyaPosition,
    mv: TabiyaMove,
    gives_check: *mut bool,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let answer = position.gives_check(legal(&position, mv)?);
        // SAFETY: the contract of this module.
        unsafe { write(gives_check, answer, "the answer") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Reads a legal move in UCI: `e2e4`, `e7e8q`, castling as `e1g1` or `e1h1`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_from_uci(
    position: *const TabiyaPosition,
    uci: *const c_char,
    length: usize,
    mv: *mut TabiyaMove,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let (position, uci) = unsafe { (read(position, "the position")?.read()?, text(uci, length)?) };
        let read = position.parse_uci(uci).map_err(|error| Failure::new(TabiyaStatus::BadText, error))?;
        // SAFETY: the contract of this module.
        unsafe { write(mv, read.bits(), "the move") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Reads a legal move in SAN: `Nf3`, `exd8=Q+`, `O-O`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_from_san(
    position: *const TabiyaPosition,
    san: *const c_char,
    length: usize,
    mv: *mut TabiyaMove,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let (position, san) = unsafe { (read(position, "the position")?.read()?, text(san, length)?) };
        let read = position.parse_san(san).map_err(|error| Failure::new(TabiyaStatus::BadText, error))?;
        // SAFETY: the contract of this module.
        unsafe { write(mv, read.bits(), "the move") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Reads a legal move in UCI or in SAN, whichever it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_from_text(
    position: *const TabiyaPosition,
    move_text: *const c_char,
    length: usize,
    mv: *mut TabiyaMove,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let (position, move_text) = unsafe { (read(position, "the position")?.read()?, text(move_text, length)?) };
        let read = position.parse_move(move_text).map_err(|error| Failure::new(TabiyaStatus::BadText, error))?;
        // SAFETY: the contract of this module.
        unsafe { write(mv, read.bits(), "the move") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The set of squares with a name of the field: `pinned`, `king-danger`, `check-mask`; an unknown name gets an error
/// with all names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_named_set(
    position: *const TabiyaPosition,
    name: *const c_char,
    length: usize,
    squares: *mut TabiyaBitboard,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let (position, name) = unsafe { (read(position, "the position")?.read()?, text(name, length)?) };
        let set: NamedSet = name.parse().map_err(|error| Failure::new(TabiyaStatus::BadText, error))?;
        // SAFETY: the contract of this module.
        unsafe { write(squares, set.squares(&position).0, "the squares") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Writes a legal move in UCI with a final zero; castling as `e1h1` if `chess960` is not 0, else as `e1g1`. `length`
/// may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_uci(
    position: *const TabiyaPosition,
    mv: TabiyaMove,
    chess960: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let style = if chess960 != 0 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        let uci = legal(&position, mv)?.uci(style).to_string();
        // SAFETY: the contract of this module.
        unsafe { write_text(&uci, buffer, capacity, length) }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Writes a legal move in SAN with a final zero. `length` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_san(
    position: *const TabiyaPosition,
    mv: TabiyaMove,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let san = position.san(legal(&position, mv)?).to_string();
        // SAFETY: the contract of this module.
        unsafe { write_text(&san, buffer, capacity, length) }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The squares that a piece (`TABIYA_ROLE_…`, `TABIYA_COLOR_…`) on a square attacks, with these squares occupied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_attacks(
    role: u32,
    side: u32,
    from: u32,
    occupied: TabiyaBitboard,
    attacked: *mut TabiyaBitboard,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        let role = Role::ALL.get(role as usize).copied().ok_or_else(|| bad("role, they go from 0 to 5", role))?;
        let answer = attacks::of(role, color(side)?, square(from)?, Bitboard(occupied));
        // SAFETY: the contract of this module.
        unsafe { write(attacked, answer.0, "the squares") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The pieces of both sides that attack a square, with the position's own pieces in the way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_attackers(
    position: *const TabiyaPosition,
    to: u32,
    attackers: *mut TabiyaBitboard,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let answer = position.attackers_to(square(to)?, position.occupied());
        // SAFETY: the contract of this module.
        unsafe { write(attackers, answer.0, "the squares") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// What a legal move wins or loses by exchanges on its target, in hundredths of a pawn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_see(
    position: *const TabiyaPosition,
    mv: TabiyaMove,
    value: *mut i32,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let answer = position.see(legal(&position, mv)?);
        // SAFETY: the contract of this module.
        unsafe { write(value, answer, "the value") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Whether the exchanges after a legal move win at least so much; quicker than `tabiya_see`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_see_at_least(
    position: *const TabiyaPosition,
    mv: TabiyaMove,
    threshold: i32,
    is_so: *mut bool,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let answer = position.see_at_least(legal(&position, mv)?, threshold);
        // SAFETY: the contract of this module.
        unsafe { write(is_so, answer, "the answer") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Counts the lines of `depth` moves, at most 255, with this number of threads and a hash table of at most this number
/// of bytes; 0 of either for one thread and no table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_perft(
    position: *const TabiyaPosition,
    depth: u32,
    threads: usize,
    hash_bytes: usize,
    nodes: *mut u64,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        // Not after a count that may take hours.
        if nodes.is_null() {
            return Err(null("the count"));
        }
        let mut count = Perft::new(&position).depth(depth).threads(threads.max(1));
        if hash_bytes > 0 {
            count = count.hash(hash_bytes);
        }
        let report = count.run().map_err(|error| {
            let status = match error {
                tabiya_perft::Error::TooDeep(_) => TabiyaStatus::BadArgument,
                tabiya_perft::Error::TooMany => TabiyaStatus::TooLarge,
                // The level is our choice, and a table that does not fit is made smaller.
                _ => TabiyaStatus::Internal,
            };
            Failure::new(status, error)
        })?;
        let total = u64::try_from(report.nodes)
            .map_err(|_| Failure::new(TabiyaStatus::TooLarge, "the count has more than 64 bits"))?;
        // SAFETY: the contract of this module.
        unsafe { write(nodes, total, "the count") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}
