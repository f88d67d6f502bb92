//! Names that only a position that is already as small as it gets can tell: what is left in it is needed.

use tabiya::{Bitboard, EnPassantField, Move, Piece, Position, Role, Square, UciMove};

use crate::compare::{Case, Probe};
use crate::diagnose::rule_of_missing;
use crate::engine::Engine;
use crate::rule::Rule;
use crate::shrink::Failing;

/// Lists of moves shorter than this overflow nowhere.
const LONG_LIST: usize = 32;

/// The rule behind the smallest failing case, if something other than its moves tells it.
pub(crate) fn renamed(engine: &mut Engine, failing: &Failing) -> Option<Rule> {
    let (case, comparison) = (&failing.case, &failing.comparison);
    if failing.rule == Rule::UnmakePromotion && needs_what_promotions_take(engine, case) {
        return Some(Rule::UnmakeCapture);
    }
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
    if comparison.depth == 1
        && only_missing
        && case.line.is_empty()
        && let [mv] = comparison.missing[..]
        && let Some(plain) = missing_with_the_king_elsewhere(engine, failing, mv)
    {
        return Some(plain);
    }
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
        let mut setup = node.setup(EnPassantField::Legal);
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

/// How many positions have to confirm that neither check nor pin is to blame.
const CONTROLS: usize = 3;

/// The plainer rule, if a move that answers a check or goes along a pin is also missing where the king is not
/// concerned.
fn missing_with_the_king_elsewhere(engine: &mut Engine, failing: &Failing, mv: Move) -> Option<Rule> {
    use Rule::{EnPassantEvasion, EvasionBlockMissing, EvasionCaptureMissing, PinnedPieceFrozen};
    let concerns_king =
        |rule| matches!(rule, EnPassantEvasion | EvasionBlockMissing | EvasionCaptureMissing | PinnedPieceFrozen);
    if !concerns_king(failing.rule) {
        return None;
    }
    let node = failing.case.node();
    let elsewhere = Square::ALL.into_iter().filter_map(|square| {
        let mut setup = node.setup(EnPassantField::Always);
        if setup.board.occupied().contains(square) {
            return None;
        }
        setup.board.remove(node.king_of(node.turn()));
        setup.board.set(square, Piece::new(node.turn(), Role::King));
        setup.castling = Bitboard::EMPTY;
        let start = Position::from_setup(setup).ok()?;
        let same = start.legal_moves().iter().copied().find(|&legal| UciMove::from(legal) == UciMove::from(mv))?;
        let rule = rule_of_missing(&start, same);
        (!concerns_king(rule)).then_some((start, same, rule))
    });
    let controls: Vec<(Position, Move, Rule)> = elsewhere.take(CONTROLS).collect();
    let mut misses = |&(start, mv, _): &(Position, Move, Rule)| {
        engine.restart();
        let control = Case { start, ..failing.case.clone() };
        control.run(engine).is_ok_and(|comparison| comparison.missing.contains(&mv))
    };
    let rule = controls.first()?.2;
    controls.iter().all(&mut misses).then_some(rule)
}

/// Whether promotions are taken back rightly as soon as they have nothing to take.
fn needs_what_promotions_take(engine: &mut Engine, case: &Case) -> bool {
    let node = case.node();
    let mut setup = node.setup(EnPassantField::Always);
    let moves = node.legal_moves();
    let captures = moves.iter().filter(|mv| mv.is_promotion() && mv.is_capture());
    let taken = captures.fold(Bitboard::EMPTY, |taken, mv| taken | mv.to().bitboard());
    for square in taken {
        setup.board.remove(square);
        setup.castling = setup.castling.without(square);
    }
    let Ok(start) = Position::from_setup(setup) else {
        return false;
    };
    let promotes = start.legal_moves().iter().any(|mv| mv.is_promotion());
    engine.restart();
    let control = Case { start, line: Vec::new(), ..case.clone() };
    taken != Bitboard::EMPTY && promotes && control.run(engine).is_ok_and(|comparison| comparison.agrees())
}
