//! From a difference to the name of the rule.

use tabiya::explain::{CastlingFault, CheckAnswer, EnPassantFault, Note, Reason, explain, illegal_moves};
use tabiya::{CastlingStyle, Color, Move, MoveKind, Position, Rank, Role, Square, UciMove, Wing};

use crate::compare::{Case, Comparison, Extra, Probe};
use crate::rule::Rule;
use crate::state;

/// The rules that the difference breaks, the most telling first. Empty if there is no difference.
pub fn diagnose(case: &Case, comparison: &Comparison) -> Vec<Rule> {
    if comparison.agrees() {
        Vec::new()
    } else if comparison.only_total_is_wrong() {
        vec![Rule::WrongTotal]
    } else if let Probe::Again(_) = case.probe {
        vec![state::after_unmaking(case, comparison)]
    } else if !comparison.lists_wrong_moves() && comparison.depth != 1 {
        vec![state::inside_the_tree(comparison)]
    } else if !comparison.lists_wrong_moves() || case.line.is_empty() {
        diagnose_lists(comparison)
    } else {
        vec![after_playing(case, comparison)]
    }
}

/// As [`diagnose`], by the moves of the one position alone: empty if only counts deeper in the tree differ.
pub fn diagnose_lists(comparison: &Comparison) -> Vec<Rule> {
    let mut rules = if comparison.only_total_is_wrong() {
        vec![Rule::WrongTotal]
    } else if comparison.lists_wrong_moves() {
        listed(comparison)
    } else if comparison.depth == 1 && !comparison.agrees() {
        counted_only(comparison)
    } else {
        Vec::new()
    };
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.weight()));
    rules.dedup();
    rules
}

/// The rules that wrong moves of one position break.
fn listed(comparison: &Comparison) -> Vec<Rule> {
    let node = &comparison.node;
    let extra = comparison.extra.iter().map(|extra| rule_of_extra(node, extra));
    let duplicate = comparison.duplicates.iter().map(|_| Rule::DuplicateMove);
    extra.chain(duplicate).chain(missing(node, &comparison.missing)).collect()
}

/// The rules behind missing moves: one that explains all of them, if there is one, or else each move's own.
fn missing(node: &Position, moves: &[Move]) -> Vec<Rule> {
    // A pawn that may promote, but not to everything, breaks a rule of its own.
    let all_four = |mv: Move| {
        let same = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
        moves.iter().filter(same).count() == Role::PROMOTIONS.len()
    };
    let partly = |&mv: &Move| mv.is_promotion() && !all_four(mv);
    let special: Vec<Rule> =
        moves.iter().map(|mv| if partly(mv) { Rule::PromotionChoice } else { rule_of_missing(node, *mv) }).collect();
    // Where several special rules would be broken at once, a plain one that covers them all says more: who takes
    // neither on the last rank nor en passant does not take with pawns.
    let plain = moves.first().map(|&mv| plain_rule(node, mv));
    match plain {
        Some(plain)
            if special.windows(2).any(|pair| pair[0] != pair[1])
                && !moves.iter().any(partly)
                && moves.iter().all(|&mv| plain_rule(node, mv) == plain) =>
        {
            vec![plain]
        }
        _ => special,
    }
}

/// What kind of move is missing, whatever is special about the position.
fn plain_rule(position: &Position, mv: Move) -> Rule {
    match position.role_at(mv.from()) {
        Some(Role::Pawn) if mv.is_capture() => Rule::PawnCaptureMissing,
        Some(Role::Pawn) => Rule::PawnPushMissing,
        Some(Role::King) => Rule::KingMoveMissing,
        _ if mv.is_capture() => Rule::CaptureMissing,
        _ => Rule::PieceMovesMissing,
    }
}

/// An engine that prints totals only: the rule, if all suspects break the same one.
fn counted_only(comparison: &Comparison) -> Vec<Rule> {
    let node = &comparison.node;
    if comparison.nodes == 0 && comparison.engine_nodes == 1 {
        // Nothing is listed and one is counted.
        return vec![Rule::EndedGameCounted];
    }
    let surplus = comparison.engine_nodes.abs_diff(comparison.nodes);
    let suspects: Vec<Rule> = if comparison.engine_nodes > comparison.nodes {
        illegal_moves(node)
            .map(|explanation| {
                let attempt = explanation.uci(CastlingStyle::Chess960);
                rule_of_extra(node, &Extra { text: explanation.subject.to_string(), attempt })
            })
            .collect()
    } else {
        node.legal_moves().iter().map(|&mv| rule_of_missing(node, mv)).collect()
    };
    let mut fitting: Vec<Rule> = suspects
        .iter()
        .copied()
        .filter(|rule| suspects.iter().filter(|other| *other == rule).count() as u64 == surplus)
        .collect();
    fitting.sort_unstable();
    fitting.dedup();
    match fitting.as_slice() {
        [rule] => vec![*rule],
        _ => vec![Rule::MoveCount],
    }
}

/// Whether the squares are what a move of that piece becomes without a mask at the board edge.
fn wraps(position: &Position, attempt: UciMove) -> bool {
    let Some(role) = position.role_at(attempt.from) else {
        return false;
    };
    let (steps, longest): (&[i32], i32) = match role {
        Role::Pawn => (&[7, 9], 1),
        Role::Knight => (&[6, 10, 15, 17], 1),
        Role::King => (&[1, 7, 9], 1),
        Role::Bishop => (&[7, 9], 7),
        Role::Rook => (&[1], 14),
        Role::Queen => (&[1, 7, 9], 14),
    };
    let distance = (attempt.to.index() as i32 - attempt.from.index() as i32).abs();
    steps.iter().any(|step| distance % step == 0 && distance / step <= longest)
}

/// The rule a move breaks that the engine should not list.
pub fn rule_of_extra(position: &Position, extra: &Extra) -> Rule {
    let Some(attempt) = extra.attempt else {
        return Rule::UnreadableMove;
    };
    let explanation = explain(position, attempt);
    let Some(reason) = explanation.reason() else {
        return Rule::DuplicateMove;
    };
    let is_pawn = position.role_at(attempt.from) == Some(Role::Pawn);
    let en_passant = is_pawn && position.en_passant() == Some(attempt.to);
    match *reason {
        Reason::NoPiece { .. } | Reason::NotYourPiece { .. } => Rule::WrongPiece,
        Reason::WrongMovement { .. } if wraps(position, attempt) => Rule::BoardEdgeWrap,
        Reason::WrongMovement { .. } | Reason::NoMovement { .. } => Rule::PieceMovement,
        Reason::DoublePushFromElsewhere { .. } => Rule::DoublePushStartRank,
        Reason::PawnCapturesNothing { .. } => Rule::PawnCaptureEmpty,
        Reason::Blocked { by, .. } if is_pawn && by.square == attempt.to => Rule::PawnPushBlocked,
        Reason::Blocked { .. } if is_pawn => Rule::DoublePushJumps,
        Reason::Blocked { .. } => Rule::SliderJumps,
        Reason::OwnPieceOnTarget { .. } => Rule::CapturesOwnPiece,
        Reason::PromotionMissing { .. } => Rule::PromotionRequired,
        Reason::PromotionNotAllowed { .. } => Rule::PromotionRank,
        Reason::PromotionPiece { .. } => Rule::PromotionPiece,
        Reason::DoubleCheck { .. } => Rule::DoubleCheckBlocks,
        Reason::DoesNotAnswerCheck { .. } if en_passant => Rule::EnPassantInCheck,
        Reason::DoesNotAnswerCheck { .. } => Rule::CheckIgnored,
        Reason::Pinned { .. } if en_passant => Rule::EnPassantPin,
        Reason::Pinned { .. } => Rule::PinnedPieceMoves,
        Reason::KingIntoAttack { attackers, through_king, takes, .. } => {
            if attackers.iter().all(|placed| placed.piece.role() == Role::King) {
                Rule::KingsTouch
            } else if through_king.any() && through_king == attackers.squares() {
                Rule::KingOnCheckingLine
            } else if takes.is_some() {
                Rule::KingCapturesProtected
            } else {
                Rule::KingIntoCheck
            }
        }
        Reason::EnPassant(EnPassantFault::NotAvailable { .. }) => Rule::EnPassantUnavailable,
        Reason::EnPassant(EnPassantFault::Uncovers { king, attacker, .. }) => {
            if king.rank() == attacker.square.rank() {
                Rule::EnPassantRankPin
            } else {
                Rule::EnPassantUncovers
            }
        }
        Reason::EnPassant(_) => Rule::EnPassantUnavailable,
        Reason::Castling(fault) => match fault {
            CastlingFault::NoRight { .. } => Rule::CastleWithoutRight,
            CastlingFault::Blocked { .. } => Rule::CastleBlocked,
            CastlingFault::InCheck { .. } => Rule::CastleOutOfCheck,
            CastlingFault::Crosses { .. } => Rule::CastleThroughCheck,
            CastlingFault::Lands { .. } => Rule::CastleIntoCheck,
            CastlingFault::RookShields { .. } => Rule::CastleRookShield,
            _ => Rule::CastleWithoutRight,
        },
        // What only a description without squares can meet with.
        _ => Rule::PieceMovement,
    }
}

/// The rule behind a move that the engine should list.
pub fn rule_of_missing(position: &Position, mv: Move) -> Rule {
    let explanation = explain(position, UciMove::from(mv));
    let Some(effect) = explanation.effect() else {
        return Rule::PieceMovesMissing;
    };
    let along_pin = effect.notes.iter().any(|note| matches!(note, Note::AlongPin { .. }));
    let is_king = effect.piece.piece.role() == Role::King;
    if effect.castles.is_some() {
        let attacked = effect.notes.iter().any(|note| matches!(note, Note::RookPathAttacked { .. }));
        return if attacked { Rule::CastleRookPathAttacked } else { Rule::CastleMissing };
    }
    if mv.is_en_passant() {
        return if position.in_check() { Rule::EnPassantEvasion } else { Rule::EnPassantMissing };
    }
    match effect.answers_check {
        Some(CheckAnswer::Captures(_)) if !is_king => Rule::EvasionCaptureMissing,
        Some(CheckAnswer::Blocks(_)) => Rule::EvasionBlockMissing,
        _ if along_pin => Rule::PinnedPieceFrozen,
        _ if mv.kind() == MoveKind::DoublePush => Rule::DoublePushStartRank,
        _ => plain_rule(position, mv),
    }
}

/// The rule that playing moves breaks: the position itself, given as text, is counted rightly.
fn after_playing(case: &Case, comparison: &Comparison) -> Rule {
    let node = &comparison.node;
    let turn = node.turn();
    let extra = || comparison.extra.iter().filter_map(|extra| extra.attempt);
    let king = node.king_of(turn);
    let castle_like = |attempt: UciMove| {
        let home = turn.pick(Rank::First, Rank::Eighth);
        attempt.from == king && king.rank() == home && attempt.to.rank() == home && attempt.to.distance(king) >= 2
    };
    // A king beside its rook castles by what looks like a step, listed twice.
    let twice = comparison.duplicates.iter().any(|mv| mv.from() == king);
    if (extra().any(castle_like) || twice)
        && let Some(rule) = right_that_survived(case, turn)
    {
        return rule;
    }
    if comparison.missing.iter().any(|mv| mv.is_castle()) && comparison.extra.is_empty() {
        return Rule::CastlingRightLost;
    }
    if let Some(rule) = en_passant_after(case, comparison) {
        return rule;
    }
    match case.line.last() {
        Some(mv) if mv.is_en_passant() => Rule::EnPassantVictimStays,
        Some(mv) if mv.is_castle() => Rule::CastleRookMisplaced,
        Some(mv) if mv.is_promotion() => Rule::PromotionMisplaced,
        Some(mv) if mv.is_capture() => Rule::CaptureMisplaced,
        _ => Rule::MakeMove,
    }
}

/// Which of the played moves should have taken a castling right of this side, and how.
fn right_that_survived(case: &Case, turn: Color) -> Option<Rule> {
    let mut position = case.start;
    for &mv in &case.line {
        let after = position.after(mv);
        for wing in [Wing::King, Wing::Queen] {
            let Some(rook) = position.castling_rook(turn, wing) else {
                continue;
            };
            if after.castling_rook(turn, wing).is_none() {
                return Some(if position.turn() != turn {
                    Rule::RookCaptureKeepsRight
                } else if mv.from() == rook {
                    Rule::RookMoveKeepsRight
                } else {
                    Rule::KingMoveKeepsRight
                });
            }
        }
        position = after;
    }
    None
}

fn en_passant_after(case: &Case, comparison: &Comparison) -> Option<Rule> {
    let node = &comparison.node;
    if comparison.missing.iter().any(|mv| mv.is_en_passant()) {
        return Some(Rule::EnPassantSquare);
    }
    let pawn_takes = |from: Square, to: Square| node.role_at(from) == Some(Role::Pawn) && from.file() != to.file();
    let strange = comparison
        .extra
        .iter()
        .filter_map(|extra| extra.attempt)
        .find(|attempt| pawn_takes(attempt.from, attempt.to))
        .map(|attempt| attempt.to)
        .or_else(|| comparison.duplicates.iter().find(|mv| pawn_takes(mv.from(), mv.to())).map(|mv| mv.to()))?;
    let mut position = case.start;
    let mut old_squares: Vec<Square> = position.last_double_push().into_iter().collect();
    for &mv in &case.line {
        position = position.after(mv);
        old_squares.extend(position.last_double_push());
    }
    // The newest one is rightly there.
    if node.last_double_push().is_some() {
        old_squares.pop();
    }
    Some(if old_squares.contains(&strange) { Rule::EnPassantKept } else { Rule::EnPassantSquare })
}
