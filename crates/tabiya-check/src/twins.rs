//! The rules against their slow twin, the oracle, on one position.

use std::fmt::Display;

use tabiya::cpu::Level;
use tabiya::{Move, Outcome, Position, Role, oracle};
use tabiya_perft::Perft;

pub use crate::after::compare_after;

fn bits(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    bits.sort_unstable();
    bits
}

/// Whether the side to move is attacked, by the oracle's own reach.
fn in_check(position: &Position) -> bool {
    oracle::is_attacked(position.board(), position.king_of(position.turn()), !position.turn())
}

/// Compares legal moves, count, check and outcome, and the position after each move; the error says what differs, and
/// where.
pub fn compare(position: &Position) -> Result<(), String> {
    let expected = bits(oracle::legal_moves(position));
    let found = bits(position.legal_moves());
    let differs = |what: &str| Err(format!("{what} differ from the oracle: {}", position.fen()));
    if found != expected {
        return differs("legal moves");
    }
    if position.count_legal() != expected.len() || position.has_legal_move() == expected.is_empty() {
        return differs("the numbers of moves");
    }
    if position.in_check() != in_check(position) {
        return differs("the checks");
    }
    if !outcome_fits(position, expected.is_empty()) {
        return differs(&format!("outcomes ({:?})", position.outcome()));
    }
    compare_after(position)
}

/// Compares what the counter says of two plies, by every instruction set of this machine, with the moves one by one.
pub fn compare_counts(position: &Position) -> Result<(), String> {
    let replies = |mv: &Move| position.after(*mv).count_legal() as u128;
    let expected: u128 = position.legal_moves().iter().map(replies).sum();
    let check = |what: &dyn Display, perft: Perft<'_>| match perft.run() {
        Ok(count) if count.nodes == expected => Ok(()),
        Ok(count) => {
            Err(format!("{what}: {} and not {expected} leaves after two plies of {}", count.nodes, position.fen()))
        }
        Err(error) => Err(format!("{what}: {error}: {}", position.fen())),
    };
    let perft = || Perft::new(position).depth(2).threads(1);
    for level in Level::available() {
        check(&level, perft().level(level))?;
    }
    Ok(())
}

/// Whether the outcome follows from the moves, the check, the material and the clock, written down once more in the
/// plainest way: mate before all else, then stalemate, then what is dead, then seventy-five moves by each side.
fn outcome_fits(position: &Position, no_move: bool) -> bool {
    let found = position.outcome();
    let clock = position.halfmove_clock();
    let by_clock = if clock < 2 * 75 { None } else { Some(Outcome::SeventyFiveMoves) };
    let expected = match (no_move, in_check(position)) {
        (true, true) => Some(Outcome::Checkmate { winner: !position.turn() }),
        (true, false) => Some(Outcome::Stalemate),
        (false, _) if is_bare(position) => Some(Outcome::InsufficientMaterial),
        // Which walls of pawns cannot be broken is proved in `outcome.rs`; here it is what else has to be so.
        (false, _) if found == Some(Outcome::DeadPosition) && may_be_dead(position) => found,
        (false, _) => by_clock,
    };
    found == expected && position.is_fifty_moves() == (clock >= 2 * 50)
}

/// Whether there are kings and pawns alone, too many for the kings to walk around: of a pawn each they take one.
fn may_be_dead(position: &Position) -> bool {
    let board = position.board();
    board.iter().count() > 4 && board.iter().all(|(_, piece)| matches!(piece.role(), Role::King | Role::Pawn))
}

/// Kings alone, one knight, or any bishops that all stand on squares of one colour.
fn is_bare(position: &Position) -> bool {
    let board = position.board();
    let others: Vec<_> = board.iter().filter(|(_, piece)| piece.role() != Role::King).collect();
    match others.as_slice() {
        [] => true,
        [(_, piece)] if piece.role() == Role::Knight => true,
        pieces => {
            let shade = pieces[0].0.is_light();
            pieces.iter().all(|(square, piece)| piece.role() == Role::Bishop && square.is_light() == shade)
        }
    }
}
