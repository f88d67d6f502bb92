//! Whose turn it is, where the moves of both sides can be counted as odd or even.
//!
//! Argument: with all thirty-two men on the board nothing was captured, so every pawn is on its file and has not
//! promoted (`passed` refutes the rest), and every piece is as it started. A pawn on its third rank has made one move,
//! a knight an odd number if it stands on the other colour. A piece that moves between squares that can be given two
//! colours so that every step changes the colour is like a knight: the rook that only has two squares, for example. If
//! this tells whether each side's moves are odd or even in number, so does the turn: as many by both if it is White's,
//! one more by White if it is Black's.
//!
//! A pawn on its fourth rank or beyond, a piece on squares that cannot be coloured so, or a possible castle make it
//! unknown.

use tabiya::{Bitboard, Color, Rank, Role, Square};

use super::Case;
use crate::can_arise::reason::CannotArise;
use crate::can_arise::view::View;

pub(super) fn refute(case: &Case<'_>) -> Option<CannotArise> {
    let view = &case.view;
    if Color::ALL.into_iter().any(|color| view.missing(color) > 0) {
        return None;
    }
    let (white, black) = (moves_are_odd(view, Color::White)?, moves_are_odd(view, Color::Black)?);
    let turn = view.position.turn();
    let is_as_it_should_be = (white == black) == (turn == Color::White);
    (!is_as_it_should_be).then_some(CannotArise::Tempo(turn))
}

/// Whether a side has made an odd number of moves, if that is known.
fn moves_are_odd(view: &View<'_>, color: Color) -> Option<bool> {
    if !view.castles(color).is_empty() {
        return None;
    }
    let home = view.homes[color as usize]?;
    let mut odd = false;
    for square in view.position.by_color(color) - view.unmoved {
        let role = view.position.role_at(square)?;
        if role == Role::Pawn {
            if square.rank() != Rank::Third.relative_to(color) {
                return None;
            }
            odd = !odd;
            continue;
        }
        odd ^= changed_color(view, color, role, square)?;
        // What started there and where it now stands are added up alike: which of two went where does not matter.
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for square in home.squares(color, role).filter(|&square| !is_unmoved(view, color, role, square)) {
            odd ^= changed_color(view, color, role, square)?;
        }
    }
    Some(odd)
}

fn is_unmoved(view: &View<'_>, color: Color, role: Role, square: Square) -> bool {
    view.unmoved.contains(square) && view.position.pieces(color, role).contains(square)
}

/// Which of two colours a square has among those that a piece moves between, the lowest of which has the first; `None`
/// if a step leads to the same colour.
fn changed_color(view: &View<'_>, color: Color, role: Role, square: Square) -> Option<bool> {
    let all = view.reach(color, role, square);
    let mut sides = [all.first()?.bitboard(), Bitboard::EMPTY];
    let step =
        |from: Bitboard| from.into_iter().fold(Bitboard::EMPTY, |to, square| to | view.steps(color, role, square));
    loop {
        let next = [sides[0] | step(sides[1]), sides[1] | step(sides[0])];
        if next == sides {
            break;
        }
        sides = next;
    }
    (!sides[0].intersects(sides[1])).then(|| sides[1].contains(square))
}
