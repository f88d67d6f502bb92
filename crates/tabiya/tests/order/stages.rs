//! The picker's promises about order and laziness.

use crate::pickers::{some_context, some_move, stir};
use crate::support::{random_boards, random_games};
use tabiya::movegen::Quiets;
use tabiya::order::{Context, Generated, Histories, MovePicker, PieceTo, Stage, is_tactical};
use tabiya::{Move, Position, Role};
use tabiya_check::positions::KIWIPETE;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// All moves with the stages they came from.
fn staged(mut picker: MovePicker<'_>, histories: &Histories) -> Vec<(Stage, Move)> {
    let mut moves = Vec::new();
    while let Some(mv) = picker.next(histories) {
        moves.push((picker.stage(), mv));
    }
    assert_eq!(picker.stage(), Stage::Done);
    moves
}

#[test]
fn one_stage_is_anything() {
    assert!(!Generated::default().anything());
    for one in [
        |all: &mut Generated| all.captures = true,
        |all: &mut Generated| all.quiets = true,
        |all: &mut Generated| all.quiet_checks = true,
        |all: &mut Generated| all.evasions = true,
    ] {
        let mut generated = Generated::default();
        one(&mut generated);
        assert!(generated.anything(), "{generated:?}");
    }
}

#[test]
fn stages_hold_what_they_say_in_the_order_they_say() {
    let mut histories = Histories::new();
    let mut check = |position: &Position, random: &mut crate::support::Random| {
        let context = some_context(position, random);
        stir(&mut histories, position, &context, random);
        let tt_move = some_move(position, random);
        let moves = staged(MovePicker::main(position, tt_move, context), &histories);
        assert!(moves.is_sorted_by_key(|(stage, _)| *stage), "{moves:?}");
        let [first, second] = histories.killers(context.ply);
        let refutations = [first, second, histories.counter(&context)];
        let mut last: Option<(Stage, Move)> = None;
        for &(stage, mv) in &moves {
            match stage {
                Stage::TtMove => assert_eq!(Some(mv), tt_move),
                Stage::GoodCaptures => assert!(is_tactical(mv) && position.see(mv) >= 0),
                Stage::LosingCaptures => assert!(is_tactical(mv) && position.see(mv) < 0),
                Stage::Refutations => assert!(!is_tactical(mv) && refutations.contains(&Some(mv))),
                Stage::Quiets => assert!(!is_tactical(mv) && !refutations.contains(&Some(mv))),
                Stage::Evasions => assert!(position.in_check()),
                other => panic!("{other:?} in the main search"),
            }
            if let Some((before, previous)) = last.filter(|(before, _)| *before == stage) {
                let plain = |mv: Move| !mv.is_promotion();
                if before == Stage::Quiets && plain(previous) && plain(mv) {
                    let score = |mv| histories.quiet_score(position, mv, &context);
                    assert!(score(previous) >= score(mv), "{previous:?} before {mv:?} in {position:?}");
                }
                if before == Stage::Evasions {
                    assert!(is_tactical(previous) || !is_tactical(mv), "{previous:?} before {mv:?} in {position:?}");
                }
            }
            last = Some((stage, mv));
        }
    };
    random_games(7, 10_000, &mut check);
    random_boards(8, 2_000, &mut check);
}

#[test]
fn nothing_is_generated_before_it_is_asked_for() {
    let here = position(KIWIPETE);
    let histories = Histories::new();
    let tt_move = here.parse_uci("e1g1").unwrap();
    let mut picker = MovePicker::main(&here, Some(tt_move), Context::ROOT);
    assert_eq!(picker.next(&histories), Some(tt_move));
    assert!(!picker.generated().anything());
    while picker.stage() < Stage::Quiets {
        assert!(!picker.generated().quiets);
        picker.next(&histories);
    }
    let generated = picker.generated();
    assert!(generated.captures && generated.quiets && !generated.quiet_checks && !generated.evasions);

    let mut picker = MovePicker::quiescence(&here, None, Context::ROOT, true);
    while picker.next(&histories).is_some() {
        assert_eq!(picker.generated().quiet_checks, picker.stage() == Stage::QuietChecks);
    }
    assert!(!picker.generated().quiets);
}

#[test]
fn killers_come_without_generating_quiets() {
    let here = Position::default();
    let [killer, counter] = ["a2a3", "h2h4"].map(|text| here.parse_uci(text).unwrap());
    let mut histories = Histories::new();
    let before = PieceTo::of(&here, killer);
    let context = Context::new(3, [before, None]);
    histories.refuted_by(killer, &Context::new(3, [None, None]));
    histories.refuted_by(counter, &Context::new(9, [before, None]));
    let mut picker = MovePicker::main(&here, None, context);
    for expected in [killer, counter] {
        assert_eq!(picker.next(&histories), Some(expected));
        assert_eq!((picker.stage(), picker.generated().quiets), (Stage::Refutations, false));
    }
    assert!(picker.next(&histories).is_some() && picker.generated().quiets);
}

#[test]
fn skipping_quiets_leaves_the_captures() {
    let mut histories = Histories::new();
    random_games(9, 5_000, |position, random| {
        let context = some_context(position, random);
        stir(&mut histories, position, &context, random);
        let tt_move = some_move(position, random);
        let all = staged(MovePicker::main(position, tt_move, context), &histories);
        // After how many moves the search has had enough of quiets.
        let patience = random.below(all.len() + 1);
        let mut picker = MovePicker::main(position, tt_move, context);
        let mut moves = Vec::new();
        loop {
            if moves.len() == patience {
                picker.skip_quiets();
            }
            match picker.next(&histories) {
                Some(mv) => moves.push((picker.stage(), mv)),
                None => break,
            }
        }
        let is_quiet = |stage: Stage| matches!(stage, Stage::Refutations | Stage::Quiets);
        let kept = all.iter().enumerate().filter(|&(i, &(stage, _))| i < patience || !is_quiet(stage));
        assert_eq!(moves, kept.map(|(_, &entry)| entry).collect::<Vec<_>>(), "{position:?}");
    });
}

#[test]
fn equal_moves_come_as_they_were_generated() {
    let here = Position::default();
    let picked = staged(MovePicker::main(&here, None, Context::ROOT), &Histories::new());
    assert!(picked.iter().map(|(_, mv)| *mv).eq(here.generate::<Quiets>()));
}

#[test]
fn quiet_checks_know_one_promotion_only() {
    // The pawn uncovers the rook's check by promoting, which counts only for a knight that checks by itself.
    let here = position("8/R3P2k/8/8/8/8/8/K7 w - - 0 1");
    for kind in ["e7e8q", "e7e8r", "e7e8b", "e7e8n"] {
        let tt_move = here.parse_uci(kind).unwrap();
        let picker = MovePicker::quiescence(&here, Some(tt_move), Context::ROOT, true);
        let picked = staged(picker, &Histories::new());
        assert_eq!(picked.iter().filter(|(_, mv)| mv.is_promotion()).count(), 1, "{kind}");
    }
}

/// The victim counts most, what is known of a capture a little: as much as a knight is worth more than a pawn, but
/// never a queen.
#[test]
fn captures_by_their_victims_and_then_by_their_history() {
    let here = position("4k3/8/8/q2p2n1/1P2P2P/8/8/4K3 w - - 0 1");
    let [queen, pawn, knight] = ["b4a5", "e4d5", "h4g5"].map(|text| here.parse_uci(text).unwrap());
    let order = |histories: &Histories| {
        let picked = staged(MovePicker::main(&here, None, Context::ROOT), histories);
        picked.iter().map(|&(_, mv)| mv).filter(|mv| mv.is_capture()).collect::<Vec<_>>()
    };
    let mut histories = Histories::new();
    assert_eq!(order(&histories), [queen, knight, pawn]);
    histories.good_capture(&here, pawn, i32::MAX);
    assert_eq!(order(&histories), [queen, pawn, knight]);
}

#[test]
fn under_promotions_come_last_a_knight_first() {
    let here = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let picked = staged(MovePicker::main(&here, None, Context::ROOT), &Histories::new());
    let last: Vec<_> = picked[picked.len() - 3..].iter().map(|(_, mv)| mv.promotion()).collect();
    assert_eq!(last, [Some(Role::Knight), Some(Role::Rook), Some(Role::Bishop)]);
    assert_eq!(picked[0].1.promotion(), Some(Role::Queen));
    // Of two pawns too: by what they become, not by who they are.
    let here = position("8/P1P1k3/8/8/8/8/8/4K3 w - - 0 1");
    let picked = staged(MovePicker::main(&here, None, Context::ROOT), &Histories::new());
    let last: Vec<_> = picked[picked.len() - 6..].iter().filter_map(|(_, mv)| mv.promotion()).collect();
    assert_eq!(last, [Role::Knight, Role::Knight, Role::Rook, Role::Rook, Role::Bishop, Role::Bishop]);
}

/// What the quiescence search came with is tried first if it is a move that it would try at all.
#[test]
fn quiescence_begins_with_a_check_where_checks_are_wanted() {
    for (fen, text, wanted) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", false),
        ("8/2k1P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", true),
        ("8/2k1P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8b", false),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", false),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", true),
    ] {
        let here = position(fen);
        let mv = here.parse_uci(text).unwrap();
        let picked = staged(MovePicker::quiescence(&here, Some(mv), Context::ROOT, true), &Histories::new());
        let found: Vec<_> = picked.iter().filter(|&&(_, picked)| picked == mv).collect();
        assert_eq!(found.first().is_some_and(|&&(stage, _)| stage == Stage::TtMove), wanted, "{fen} {text}");
        assert_eq!(found.len(), usize::from(wanted), "{fen} {text}");
    }
}

/// In check the quiescence search wants every answer, also a quiet one, and first the one that it came with.
#[test]
fn quiescence_in_check_begins_with_any_answer() {
    let here = position("4k3/8/8/8/4r3/8/3N4/R3K3 w - - 0 1");
    let histories = Histories::new();
    for checks in [false, true] {
        for answer in here.legal_moves() {
            let picked = staged(MovePicker::quiescence(&here, Some(answer), Context::ROOT, checks).legal(), &histories);
            assert_eq!(picked[0], (Stage::TtMove, answer), "checks: {checks}");
            assert!(picked[1..].iter().all(|&(stage, mv)| stage == Stage::Evasions && mv != answer));
            assert_eq!(picked.len(), here.legal_moves().len());
        }
        let elsewhere = here.parse_uci("a1a2");
        assert!(elsewhere.is_err(), "the check must be answered");
    }
    // Without a check the quiescence search tries no quiet move.
    let quiet = position("4k3/8/8/8/8/8/3N4/R3K3 w - - 0 1");
    let mv = quiet.parse_uci("a1a2").unwrap();
    assert_eq!(staged(MovePicker::quiescence(&quiet, Some(mv), Context::ROOT, true), &histories).len(), 1);
}

#[test]
fn every_sixteen_bits_are_safe_as_a_transposition_move() {
    let histories = Histories::new();
    for fen in
        [KIWIPETE, "rnb2k1r/pp1Pbppp/2p5/q7/2B5/8/PPPQNnPP/RNB1K2R w KQ - 3 9", "8/8/8/2k5/3Pp3/8/8/4K2R b K d3 0 1"]
    {
        let here = position(fen);
        let mut legal: Vec<Move> = here.legal_moves().into_iter().collect();
        legal.sort();
        let mut accepted = 0;
        for bits in 0..=u16::MAX {
            let tt_move = Move::from_bits(bits);
            let mut moves: Vec<Move> = staged(MovePicker::main(&here, tt_move, Context::ROOT).legal(), &histories)
                .into_iter()
                .inspect(|(stage, _)| accepted += usize::from(*stage == Stage::TtMove))
                .map(|(_, mv)| mv)
                .collect();
            moves.sort();
            assert_eq!(moves, legal, "{bits:#06x} in {fen}");
        }
        assert_eq!(accepted, legal.len(), "{fen}");
    }
}

/// A knight, a rook, a bishop, behind every other move of their stage, however bad those have been.
#[test]
fn under_promotions_come_last_and_knights_first_among_them() {
    let position = position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    // With moves before it, so that all three histories of a move speak against it.
    let step = position.parse_uci("e1d1").unwrap();
    let context = Context::ROOT.after(&position, step).after(&position, step);
    let mut histories = Histories::new();
    for mv in position.generate::<Quiets>().iter().filter(|mv| !mv.is_promotion()) {
        for _ in 0..100 {
            histories.bad_quiet(&position, *mv, 10_000, &context);
        }
    }
    let moves = staged(MovePicker::main(&position, None, context), &histories);
    let last: Vec<String> = moves[moves.len() - 3..].iter().map(|(_, mv)| mv.to_string()).collect();
    assert_eq!(last, ["a7a8n", "a7a8r", "a7a8b"], "{moves:?}");
}
