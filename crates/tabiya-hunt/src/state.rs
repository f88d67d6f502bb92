//! Mistakes that no single position shows: moves taken back wrongly, and tables that mix up positions.

use std::collections::HashMap;

use tabiya::{Board, Color, Move, MoveKind, Position, Role, Square, Wing};

use crate::compare::{Case, Comparison, Miscount};
use crate::reference;
use crate::rule::Rule;

/// The engine was asked twice and the second list differs: something was not taken back.
pub fn after_unmaking(case: &Case, comparison: &Comparison) -> Rule {
    if !comparison.lists_wrong_moves() {
        return Rule::AnswerChanges;
    }
    let node = &comparison.node;
    let captures_air = |from: Square, to: Square| {
        node.role_at(from) == Some(Role::Pawn) && from.file() != to.file() && node.piece_at(to).is_none()
    };
    let extra_en_passant = comparison
        .extra
        .iter()
        .all(|extra| extra.attempt.is_some_and(|attempt| captures_air(attempt.from, attempt.to)));
    if comparison.duplicates.is_empty() {
        let missing = || comparison.missing.iter();
        let no_extra = comparison.extra.is_empty();
        if extra_en_passant && missing().all(|mv| mv.is_en_passant()) {
            return Rule::UnmakeEnPassantSquare;
        }
        // Castles alone differ: the pieces stand where they should, the rights do not.
        let castles = comparison.node.legal_moves().iter().filter(|mv| mv.is_castle()).count();
        if no_extra && castles > 0 && missing().all(|mv| mv.is_castle()) {
            return Rule::UnmakeCastlingRight;
        }
    }
    feature(&case.node(), 2)
}

/// A count is wrong although every position in it is counted rightly by itself.
pub fn inside_the_tree(comparison: &Comparison) -> Rule {
    if counts_ended_games(comparison) {
        return Rule::EndedGameCounted;
    }
    if let Some(rule) = wrongly_made(comparison) {
        return rule;
    }
    if looks_like_a_table(comparison) {
        return Rule::PerftHash;
    }
    let lost_castles = |wrong: &Miscount| {
        let replies = comparison.node.after(wrong.mv).legal_moves();
        wrong.reference.checked_sub(wrong.engine) == Some(replies.iter().filter(|mv| mv.is_castle()).count() as u64)
    };
    if comparison.depth == 2 && !comparison.miscounted.is_empty() && comparison.miscounted.iter().all(lost_castles) {
        return Rule::UnmakeCastlingRight;
    }
    feature(&comparison.node, comparison.depth)
}

/// Whether every count is too large by just the lines that end before their last move: all of them, or those by mate,
/// or those by stalemate.
fn counts_ended_games(comparison: &Comparison) -> bool {
    // What is larger than this is walked too slowly to tell.
    const MOST: u64 = 2_000_000;
    if comparison.nodes > MOST {
        return false;
    }
    if comparison.order.is_empty() {
        let [mates, stalemates] = ended_games(&comparison.node, comparison.depth);
        let surplus = comparison.engine_nodes.saturating_sub(comparison.nodes);
        return surplus > 0 && [mates + stalemates, mates, stalemates].contains(&surplus);
    }
    let ended: Vec<[u64; 2]> =
        comparison.order.iter().map(|&(mv, _)| ended_games(&comparison.node.after(mv), comparison.depth - 1)).collect();
    let fits = |counted: fn([u64; 2]) -> u64| {
        !comparison.miscounted.is_empty()
            && comparison.order.iter().zip(&ended).all(|(&(mv, engine), &ended)| {
                let wrong = comparison.miscounted.iter().find(|wrong| wrong.mv == mv);
                engine == wrong.map_or(engine, |wrong| wrong.reference) + counted(ended)
            })
    };
    fits(|[mates, stalemates]| mates + stalemates) || fits(|[mates, _]| mates) || fits(|[_, stalemates]| stalemates)
}

/// How many lines end in mate and in stalemate with that many moves still to go.
fn ended_games(position: &Position, depth: u32) -> [u64; 2] {
    if depth == 0 {
        return [0, 0];
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { [1, 0] } else { [0, 1] };
    }
    let below = moves.iter().filter(|_| depth > 1).map(|&mv| ended_games(&position.after(mv), depth - 1));
    below.fold([0, 0], |[mates, stalemates], [mate, stalemate]| [mates + mate, stalemates + stalemate])
}

/// A move made wrongly spoils its own count; a move taken back wrongly spoils what comes after it, so
/// that the first of its kind is still right. Needed where no moves can be played apart from the
/// position.
fn wrongly_made(comparison: &Comparison) -> Option<Rule> {
    let node = &comparison.node;
    let wrong = |mv: Move| comparison.miscounted.iter().any(|miscount| miscount.mv == mv);
    let suspect = comparison.miscounted.first().and_then(|miscount| made_rule(node, miscount.mv))?;
    let all_alike = comparison.miscounted.iter().all(|miscount| made_rule(node, miscount.mv) == Some(suspect));
    let first = comparison.order.iter().find(|&&(mv, _)| made_rule(node, mv) == Some(suspect));
    (comparison.depth == 2 && all_alike && first.is_some_and(|&(mv, _)| wrong(mv))).then_some(suspect)
}

/// What is most likely forgotten when such a move is made.
fn made_rule(node: &Position, mv: Move) -> Option<Rule> {
    let turn = node.turn();
    let right_of = |color: Color, square: Square| {
        [Wing::King, Wing::Queen].into_iter().any(|wing| node.castling_rook(color, wing) == Some(square))
    };
    if mv.is_castle() {
        Some(Rule::CastleRookMisplaced)
    } else if mv.is_en_passant() {
        Some(Rule::EnPassantVictimStays)
    } else if right_of(!turn, mv.to()) {
        Some(Rule::RookCaptureKeepsRight)
    } else if mv.is_promotion() {
        Some(Rule::PromotionMisplaced)
    } else if mv.kind() == MoveKind::DoublePush && node.after(mv).en_passant().is_some() {
        Some(Rule::EnPassantSquare)
    } else {
        None
    }
}

/// The kind of move that a shrunk position still has, and so cannot do without.
fn feature(position: &Position, depth: u32) -> Rule {
    let mut plies = vec![position.legal_moves().to_vec()];
    if depth > 1 {
        let replies = plies[0].iter().flat_map(|&mv| position.after(mv).legal_moves().to_vec());
        plies.push(replies.collect());
    }
    type Kind = (fn(Move) -> bool, Rule);
    let kinds: [Kind; 4] = [
        (Move::is_castle, Rule::UnmakeCastle),
        (Move::is_en_passant, Rule::UnmakeEnPassantCapture),
        (Move::is_promotion, Rule::UnmakePromotion),
        (Move::is_capture, Rule::UnmakeCapture),
    ];
    // Nearly every position has captures somewhere: the rarer kinds tell more.
    let has = |is_kind: fn(Move) -> bool| plies.iter().flatten().any(|&mv| is_kind(mv));
    kinds.into_iter().find(|&(is_kind, _)| has(is_kind)).map_or(Rule::UnmakeMove, |(_, rule)| rule)
}

/// Whether the wrong counts are right for other positions, as when a table mixes them up.
fn looks_like_a_table(comparison: &Comparison) -> bool {
    let depth = comparison.depth;
    let first = comparison.order.first().map(|&(_, count)| count);
    let copies_first = comparison.miscounted.iter().all(|wrong| Some(wrong.engine) == first);
    let other_depth = comparison.miscounted.iter().any(|wrong| {
        let child = comparison.node.after(wrong.mv);
        (1..depth.saturating_sub(1)).any(|shallower| reference::count(&child, shallower) == Ok(wrong.engine))
    });
    copies_first || other_depth || has_twins(&comparison.node, depth)
}

/// Whether two lines of the tree reach the same placement with different rights or en passant
/// squares, and different counts: what a key that leaves them out would mix up.
fn has_twins(node: &Position, depth: u32) -> bool {
    // What lies deeper than this is too much to look through and too little to tell.
    const MOST: usize = 300_000;
    let mut level = vec![*node];
    for remaining in (1..depth).rev() {
        level = level
            .iter()
            .flat_map(|position| position.legal_moves().to_vec().into_iter().map(|mv| position.after(mv)))
            .take(MOST)
            .collect();
        let mut seen: HashMap<Board, (Position, usize)> = HashMap::new();
        for position in &level {
            let moves = position.count_legal();
            let (twin, count) = *seen.entry(*position.board()).or_insert((*position, moves));
            let deeper = || reference::count(&twin, remaining.min(3)) != reference::count(position, remaining.min(3));
            let differs = twin.castling_rights() != position.castling_rights()
                || twin.last_double_push() != position.last_double_push();
            if differs && (count != moves || deeper()) {
                return true;
            }
        }
    }
    false
}
