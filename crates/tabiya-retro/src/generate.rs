//! The generator of unmoves: one, specialised by the side that made the move, emitting sets to an [`UnmoveSink`].
//!
//! What makes an unmove possible is that the side to move now was not in check before the move. So three things limit
//! where a piece came from:
//! - a checker other than the piece that moved must have been closed off by it: the piece came from between;
//! - where the piece leaves a line between one of its own sliders and the enemy king open, it came from that line, or
//!   it captured, and what it captured closed the line;
//! - it did not attack the king from where it came.

use tabiya::attacks::{self, between};
use tabiya::castling::CastlingPath;
use tabiya::side::{Black, White};
use tabiya::{Bitboard, Color, File, Move, MoveKind, Position, Rank, Role, Side, Square, Wing};

use crate::Castles;
use crate::material::Leeway;
use crate::unmove::{Unmove, UnmoveSink, behind, capturing};

/// Hands every unmove of a position to a sink.
pub(crate) fn generate<T: UnmoveSink>(position: &Position, castles: Castles, sink: &mut T) {
    match position.turn() {
        Color::White => generate_for::<Black, T>(position, castles, sink),
        Color::Black => generate_for::<White, T>(position, castles, sink),
    }
}

/// What every part of the generator needs to know. "We" are the side that made the move.
struct Context<'a> {
    position: &'a Position,
    occupied: Bitboard,
    us: Bitboard,
    /// The king that was not in check before the move.
    king: Square,
    checkers: Bitboard,
    /// Our pieces that alone stand between one of our sliders and the king.
    shields: Bitboard,
    /// Our sliders that reach the king when one of our own pieces makes way.
    hidden: Bitboard,
    leeway: Leeway,
}

fn generate_for<S: Side, T: UnmoveSink>(position: &Position, castles: Castles, sink: &mut T) {
    let board = position.board();
    let leeway = Leeway::new(board, S::COLOR);
    if !leeway.is_possible {
        return;
    }
    let (us, king, occupied) = (board.by_color(S::COLOR), position.king_of(!S::COLOR), board.occupied());
    let (shields, hidden) = shields(position, us, king);
    let checkers = position.checkers();
    let context = Context { position, occupied, us, king, checkers, shields, hidden, leeway };
    if let Some(passed) = position.last_double_push() {
        // The last move is known.
        let to = behind(passed);
        double_push::<S, T>(&context, to, context.quiet_mask(to), sink);
        return;
    }
    let rights = position.castling_rights().rooks_of(S::COLOR);
    pawns::<S, T>(&context, sink);
    pieces::<S, T>(&context, rights, sink);
    if rights.is_empty() {
        king_steps::<S, T>(&context, sink);
        castling::<S, T>(&context, castles, sink);
    }
}

/// Our pieces that alone stand between one of our sliders and the enemy king, and those sliders.
fn shields(position: &Position, us: Bitboard, king: Square) -> (Bitboard, Bitboard) {
    let board = position.board();
    let sliders = (attacks::orthogonals(king) & board.orthogonal_sliders())
        | (attacks::diagonals(king) & board.diagonal_sliders());
    let (mut shields, mut hidden) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for slider in sliders & us {
        let closed = between(slider, king) & board.occupied();
        if closed.single().is_some() && closed.is_subset_of(us) {
            shields |= closed;
            hidden = hidden.with(slider);
        }
    }
    (shields, hidden)
}

impl Context<'_> {
    /// The enemy pieces that attack a square.
    fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.position.board().attackers_to(square, occupied) - self.us
    }

    /// Where the piece on `to` may have come from as far as the other checkers go.
    #[inline(always)]
    fn check_mask(&self, to: Square) -> Bitboard {
        (self.checkers.without(to)).into_iter().fold(Bitboard::FULL, |mask, checker| mask & between(checker, self.king))
    }

    /// The same if it captured nothing, so that its leaving opens lines through `to`.
    #[inline(always)]
    fn quiet_mask(&self, to: Square) -> Bitboard {
        let mut mask = self.check_mask(to);
        if self.shields.contains(to) {
            for slider in self.hidden {
                let line = between(slider, self.king);
                if line.contains(to) {
                    mask &= line;
                }
            }
        }
        mask
    }

    /// Hands over a piece's origins without and with a capture; the former are among the latter.
    #[inline(always)]
    fn hand_over<T: UnmoveSink>(&self, quiet: Bitboard, captures: Bitboard, to: Square, sink: &mut T) {
        let captured = self.leeway.captured(to);
        if captured.is_empty() {
            if quiet.any() {
                sink.quiet(MoveKind::Quiet, quiet, to);
            }
            return;
        }
        if quiet.any() {
            sink.quiet_and_captures(MoveKind::Quiet, quiet, to, captured);
        }
        let only = captures - quiet;
        if only.any() {
            sink.captures(MoveKind::Capture, only, to, captured);
        }
    }

    /// Whether no pawn could have captured en passant after a double push to `to`.
    fn leaves_no_capture(&self, to: Square) -> bool {
        let (passed, turn, board) = (behind(to), self.position.turn(), self.position.board());
        let capturers = attacks::pawn(!turn, passed) & board.pieces(turn, Role::Pawn);
        capturers.into_iter().all(|from| {
            let occupied = self.occupied.without(from).without(to).with(passed);
            let attackers = board.attackers_to(self.king, occupied) & self.us;
            attackers.without(to).any()
        })
    }
}

fn pawns<S: Side, T: UnmoveSink>(context: &Context<'_>, sink: &mut T) {
    let pawns = context.us & context.position.board().by_role(Role::Pawn);
    for to in pawns {
        pawn_steps::<S, T>(context, to, MoveKind::Quiet, sink);
        let rank = to.rank().relative_to(S::COLOR);
        if rank == Rank::Fourth {
            double_push::<S, T>(context, to, context.quiet_mask(to), sink);
        } else if rank == Rank::Sixth {
            en_passant::<S, T>(context, to, sink);
        }
    }
}

/// One step of a pawn, straight or capturing; the kind tells what became of it when it did not capture.
#[inline(always)]
fn pawn_steps<S: Side, T: UnmoveSink>(context: &Context<'_>, to: Square, kind: MoveKind, sink: &mut T) {
    // No pawn comes from the first rank, and from where it came it did not attack the king.
    let origins = !context.occupied - S::COLOR.back_rank().bitboard() - attacks::pawn(!S::COLOR, context.king);
    let straight = to.bitboard().shift(S::UP.opposite()) & origins & context.quiet_mask(to);
    if straight.any() {
        sink.quiet(kind, straight, to);
    }
    let captured = context.leeway.captured(to);
    let diagonal = attacks::pawn(!S::COLOR, to) & origins & context.check_mask(to);
    if diagonal.any() && !captured.is_empty() {
        sink.captures(capturing(kind), diagonal, to, captured);
    }
}

/// Two steps of the pawn that stands on `to`, if they leave the en passant capture that the position has, or none.
fn double_push<S: Side, T: UnmoveSink>(context: &Context<'_>, to: Square, mask: Bitboard, sink: &mut T) {
    let (passed, from) = (behind(to), Square::new(to.file(), Rank::Second.relative_to(S::COLOR)));
    let is_free = !context.occupied.contains(passed) && !context.occupied.contains(from);
    if is_free
        && mask.contains(from)
        && !attacks::pawn(S::COLOR, from).contains(context.king)
        && (context.position.last_double_push().is_some() || context.leaves_no_capture(to))
    {
        sink.quiet(MoveKind::DoublePush, from.bitboard(), to);
    }
}

fn en_passant<S: Side, T: UnmoveSink>(context: &Context<'_>, to: Square, sink: &mut T) {
    let (victim, start) = (behind(to), Square::new(to.file(), Rank::Seventh.relative_to(S::COLOR)));
    if context.occupied.contains(victim) || context.occupied.contains(start) || !context.leeway.pawn_captured() {
        return;
    }
    for from in attacks::pawn(!S::COLOR, to) - context.occupied {
        // Two lines change at once: the position before is built and asked.
        let unmove = Unmove::new(Move::new(from, to, MoveKind::EnPassant), Some(Role::Pawn));
        if is_possible(context.position, unmove) {
            sink.one(unmove);
        }
    }
}

/// Knights, bishops, rooks and queens, as they moved and as they may have been made from pawns. Rooks with a castling
/// right have not moved.
fn pieces<S: Side, T: UnmoveSink>(context: &Context<'_>, rights: Bitboard, sink: &mut T) {
    officers::<S, T>(context, Role::Knight, rights, sink);
    officers::<S, T>(context, Role::Bishop, rights, sink);
    officers::<S, T>(context, Role::Rook, rights, sink);
    officers::<S, T>(context, Role::Queen, rights, sink);
    let board = context.position.board();
    for to in (context.us & S::EIGHTH_RANK) - board.by_role(Role::King) - rights {
        if let Some(role) = board.role_at(to)
            && let Some(kind) = MoveKind::promotion_to(role, false)
            && context.leeway.promoted(role, to)
        {
            pawn_steps::<S, T>(context, to, kind, sink);
        }
    }
}

/// The pieces of one role. Called with a constant, so that each role has code of its own.
#[inline(always)]
fn officers<S: Side, T: UnmoveSink>(context: &Context<'_>, role: Role, rights: Bitboard, sink: &mut T) {
    let attacks = |square, occupied| attacks::of(role, S::COLOR, square, occupied);
    // From where this role attacks the king.
    let attacking = attacks(context.king, context.occupied);
    for to in (context.us & context.position.board().by_role(role)) - rights {
        let origins = attacks(to, context.occupied) - context.occupied;
        let captures = (origins & context.check_mask(to)) - attacking;
        let mut quiet = captures & context.quiet_mask(to);
        // Lines through `to` become longer when the piece leaves it.
        if attacking.contains(to) {
            quiet -= attacks(context.king, context.occupied.without(to));
        }
        context.hand_over(quiet, captures, to, sink);
    }
}

fn king_steps<S: Side, T: UnmoveSink>(context: &Context<'_>, sink: &mut T) {
    let to = context.position.king_of(S::COLOR);
    let board = context.position.board();
    let captured = context.leeway.captured(to);
    let (quiet_mask, check_mask) = (context.quiet_mask(to), context.check_mask(to));
    let origins = (attacks::king(to) & check_mask) - context.occupied - attacks::king(context.king);
    let leapers = board.by_role(Role::Pawn) | board.by_role(Role::Knight);
    let mut unattacked = Bitboard::EMPTY;
    for from in origins {
        let attackers = context.attackers(from, context.occupied.without(to));
        if attackers.is_empty() {
            // A piece on `to` attacks `from` at most alone, which is a check as any other.
            unattacked = unattacked.with(from);
            continue;
        }
        if quiet_mask.contains(from) && can_check_together(attackers, from, leapers) {
            sink.quiet(MoveKind::Quiet, from.bitboard(), to);
        }
        // What was captured closes the lines through `to`.
        let attackers = context.attackers(from, context.occupied);
        for role in captured.iter() {
            let gives_check = attacks::of(role, !S::COLOR, to, context.occupied).contains(from);
            let attackers = if gives_check { attackers.with(to) } else { attackers };
            let leapers = if role == Role::Pawn { leapers.with(to) } else { leapers };
            if can_check_together(attackers, from, leapers) {
                sink.one(Unmove::new(Move::new(from, to, MoveKind::Capture), Some(role)));
            }
        }
    }
    context.hand_over(unattacked & quiet_mask, unattacked, to, sink);
}

/// Whether one move can have brought about these checks of a king: one piece, or two that are not both leapers and not
/// on one line. The twin of what `Position::from_setup` asks, which the tests compare.
fn can_check_together(checkers: Bitboard, king: Square, leapers: Bitboard) -> bool {
    let (Some(first), Some(last)) = (checkers.first(), checkers.last()) else {
        return true;
    };
    checkers.len() < 2
        || (checkers.len() == 2 && !(checkers & leapers).has_many() && !attacks::aligned(first, king, last))
}

fn castling<S: Side, T: UnmoveSink>(context: &Context<'_>, castles: Castles, sink: &mut T) {
    let king = context.position.king_of(S::COLOR);
    let rank = S::COLOR.back_rank();
    if king.rank() != rank {
        return;
    }
    let wing = match king.file() {
        File::G => Wing::King,
        File::C => Wing::Queen,
        _ => return,
    };
    let (kings, rooks) = castles.files(wing);
    for king_from in kings {
        for &rook_file in rooks {
            let (king_from, rook_from) = (Square::new(*king_from, rank), Square::new(rook_file, rank));
            if king_from == rook_from || tabiya::castling::wing_of(king_from, rook_from) != wing {
                continue;
            }
            let path = CastlingPath::new(king_from, rook_from);
            let rook = context.us & context.position.board().by_role(Role::Rook);
            let others = context.occupied.without(path.king_to).without(path.rook_to);
            let back = king_from.bitboard() | rook_from.bitboard();
            if rook.contains(path.rook_to) && !back.intersects(others) && path.is_free(others) {
                let unmove = Unmove::new(Move::castle(king_from, rook_from, wing), None);
                if is_possible(context.position, unmove) {
                    sink.one(unmove);
                }
            }
        }
    }
}

/// Whether the position before is valid and the move leads from it to `position`: the definition, asked where sets do
/// not answer.
pub(crate) fn is_possible(position: &Position, unmove: Unmove) -> bool {
    Position::from_setup(unmove.setup_before(position))
        .is_ok_and(|before| before.is_legal(unmove.forward()) && leads_to(&before, unmove.forward(), position))
}

/// Whether a legal move of `before` leads to `position`: the same board, turn, castling rights and en passant capture.
/// A double push that `position` knows of must be that push.
pub(crate) fn leads_to(before: &Position, mv: Move, position: &Position) -> bool {
    let after = before.after_unchecked(mv);
    after.is_repetition_of(position)
        && (position.last_double_push().is_none() || position.last_double_push() == after.last_double_push())
}
