//! Names that only a position that is already as small as it gets can tell: what is left in it is needed.

use tabiya::{Piece, Position, Role, Square};

use crate::compare::{Case, Probe};
use crate::engine::Engine;
use crate::rule::Rule;
use crate::shrink::Failing;

/// Lists of moves shorter than this overflow nowhere.
const LONG_LIST: usize = 32;

/// The rule behind the smallest failing case, if something other than its moves tells it.
pub(crate) fn renamed(engine: &mut Engine, failing: &Failing) -> Option<Rule> {
    let (case, comparison) = (&failing.case, &failing.comparison);
    if let Probe::Again(_) = case.probe {
        return None;
    }
    if stops_at(failing, |_, position, line| is_repeated(case, position, line)) {
        return Some(Rule::DrawEndsGame);
    }
    // The shrinking tried to reset both counters and did not succeed.
    let counts_moves = case.start.halfmove_clock() != 0;
    if counts_moves && stops_at(failing, |_, position, _| position.halfmove_clock() >= 100) {
        return Some(Rule::DrawEndsGame);
    }
    if counts_moves || case.start.fullmove() != 1 {
        return Some(Rule::CountersChangeMoves);
    }
    if stops_at(failing, |_, position, _| position.is_insufficient_material()) && plays_on_with_a_pawn(engine, case) {
        return Some(Rule::DrawEndsGame);
    }
    let only_missing = comparison.extra.is_empty() && comparison.duplicates.is_empty();
    let listed = comparison.node.count_legal() - comparison.missing.len();
    if comparison.depth == 1 && only_missing && !comparison.missing.is_empty() && listed >= LONG_LIST {
        return Some(Rule::MoveListLimit);
    }
    None
}

/// Whether the engine counts nothing, or one leaf, at every place where it is wrong, and each of them is a draw of that
/// kind: the position asked about itself, or the positions one move later.
fn stops_at(failing: &Failing, is_draw: impl Fn(&Case, &Position, usize) -> bool) -> bool {
    let (case, comparison) = (&failing.case, &failing.comparison);
    let played = case.line.len();
    if comparison.engine_nodes <= 1 && comparison.order.is_empty() && comparison.nodes > 1 {
        return is_draw(case, &comparison.node, played);
    }
    !comparison.lists_wrong_moves()
        && !comparison.miscounted.is_empty()
        && comparison.miscounted.iter().all(|wrong| {
            let child = comparison.node.after(wrong.mv);
            wrong.engine <= 1 && is_draw(case, &child, played + 1)
        })
}

/// Whether the position occurred among the first `played` positions of the game.
fn is_repeated(case: &Case, position: &Position, played: usize) -> bool {
    let mut earlier = case.start;
    let same = |earlier: &Position| {
        earlier.board() == position.board()
            && earlier.turn() == position.turn()
            && earlier.castling_rights() == position.castling_rights()
    };
    let before = case.line.iter().take(played).any(|&mv| {
        let found = same(&earlier);
        earlier = earlier.after(mv);
        found
    });
    before || played > case.line.len() && same(&earlier)
}

/// Whether one pawn more makes the engine count moves: then it was the material that stopped it.
fn plays_on_with_a_pawn(engine: &mut Engine, case: &Case) -> bool {
    let node = case.node();
    let with_pawn = Square::ALL.into_iter().find_map(|square| {
        let mut setup = node.setup(tabiya::EnPassantField::Legal);
        if setup.board.occupied().contains(square) {
            return None;
        }
        setup.en_passant = None;
        setup.board.set(square, Piece::new(node.turn(), Role::Pawn));
        let position = Position::from_setup(setup).ok()?;
        (position.in_check() == node.in_check()).then_some(position)
    });
    let Some(start) = with_pawn else {
        return false;
    };
    engine.restart();
    let control = Case { start, line: Vec::new(), ..case.clone() };
    control.run(engine).is_ok_and(|comparison| comparison.agrees())
}
