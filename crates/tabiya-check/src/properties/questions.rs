//! Everything else that a position can be asked, against its legal moves and what they lead to.

use crate::after::compare_after;
use tabiya::movegen::{AnyMove, Captures, Kind, Legal, QuietChecks, Quiets};
use tabiya::{
    Bitboard, CastlingStyle, Color, EnPassantField, Move, MoveKind, MoveList, Outcome, Piece, Position, Role, Square,
    Status, Tolerance, attacks, oracle,
};

/// Each answer follows from the moves of the oracle, or from asking the same in another way.
pub fn questions(position: &Position) {
    lists(position);
    ends(position);
    masks(position);
    attempts(position);
    checks(position);
    kinds(position);
    successors(position);
    captures(position);
    passing(position);
    other_forms(position);
}

/// A list that is appended to, one that is fed by hand, and the question whether there is any move.
fn lists(position: &Position) {
    fn kind<K: Kind>(position: &Position) {
        let generated = position.generate::<K>();
        let mut appended: MoveList = generated.iter().take(3).copied().collect();
        position.append::<K>(&mut appended);
        let kept = generated.len().min(3);
        assert_eq!(appended[kept..], generated[..], "{}", position.fen());
        let mut fed = MoveList::default();
        position.generate_into::<K, _>(&mut fed);
        let mut sorted = generated.clone();
        sorted.as_mut_slice().sort_unstable_by_key(|mv| mv.bits());
        fed.as_mut_slice().sort_unstable_by_key(|mv| mv.bits());
        assert_eq!(format!("{fed:?}"), format!("{sorted:?}"), "{}", position.fen());
        let mut any = AnyMove::default();
        position.generate_into::<K, _>(&mut any);
        assert_eq!(any.found, !generated.is_empty(), "{}", position.fen());
        appended.clear();
        assert!(appended.is_empty());
    }
    kind::<Legal>(position);
    kind::<Captures>(position);
    kind::<Quiets>(position);
    kind::<QuietChecks>(position);
    for from in Square::ALL {
        let from_here = position.legal_moves_from(from);
        let expected: Vec<_> = position.legal_moves().iter().copied().filter(|mv| mv.from() == from).collect();
        assert_eq!(from_here[..], expected, "{}", position.fen());
    }
}

fn ends(position: &Position) {
    let moves = !oracle::legal_moves(position).is_empty();
    let (mate, stalemate) = (!moves && position.in_check(), !moves && !position.in_check());
    assert_eq!(position.has_legal_move(), moves, "{}", position.fen());
    assert_eq!((position.is_checkmate(), position.is_stalemate()), (mate, stalemate), "{}", position.fen());
    assert_eq!(position.is_fifty_moves(), position.halfmove_clock() >= 100);
    let outcome = position.outcome();
    let expected = match () {
        () if mate => Some(Outcome::Checkmate { winner: !position.turn() }),
        () if stalemate => Some(Outcome::Stalemate),
        () if position.is_insufficient_material() => Some(Outcome::InsufficientMaterial),
        () if position.is_dead() => Some(Outcome::DeadPosition),
        () if position.halfmove_clock() >= 150 => Some(Outcome::SeventyFiveMoves),
        () => None,
    };
    assert_eq!(outcome, expected, "{}", position.fen());
    if position.is_insufficient_material() || position.is_dead() {
        // No mate is one move away, nor has one been given.
        assert!(!mate, "{}", position.fen());
        let mating = position.legal_moves().iter().any(|&mv| position.after(mv).is_checkmate());
        assert!(!mating, "{} is called a draw", position.fen());
    }
    if let Some(outcome) = outcome {
        assert_eq!(outcome.winner(), mate.then_some(!position.turn()));
        assert!(!outcome.name().is_empty() && !outcome.to_string().is_empty());
    }
    let status = position.status();
    assert_eq!((status.outcome(), status.is_over()), (outcome, outcome.is_some()));
    assert_eq!(status == Status::Check, outcome.is_none() && position.in_check(), "{}", position.fen());
    assert!(!status.to_string().is_empty());
}

/// The moves of pieces other than pawns, castling aside, put together from the masks.
fn masks(position: &Position) {
    let (turn, us) = (position.turn(), position.us());
    let king = position.king_of(turn);
    let mut expected = Vec::new();
    for from in us - position.pieces(turn, Role::Pawn) {
        let role = position.role_at(from).expect("a piece of ours");
        let mut targets = attacks::of(role, turn, from, position.occupied()) - us;
        if from == king {
            targets -= position.king_danger();
        } else {
            targets &= position.check_mask();
            if position.pinned().contains(from) {
                targets &= position.pin_lines() & attacks::line(king, from);
            }
        }
        expected.extend(targets.into_iter().map(|to| (from, to)));
    }
    let pawns = position.pieces(turn, Role::Pawn);
    let mut legal: Vec<_> = oracle::legal_moves(position)
        .into_iter()
        .filter(|mv| !mv.is_castle() && !pawns.contains(mv.from()))
        .map(|mv| (mv.from(), mv.to()))
        .collect();
    expected.sort_unstable();
    legal.sort_unstable();
    assert_eq!(legal, expected, "{}", position.fen());
}

/// Whatever a piece of ours might try is judged as the lists say, and refused with a reason.
fn attempts(position: &Position) {
    let (legal, pseudo_legal) = (oracle::legal_moves(position), oracle::pseudo_moves(position));
    for mv in position.pseudo_legal_moves() {
        assert_eq!(position.leaves_king_safe(mv), legal.contains(&mv), "{mv:?} in {}", position.fen());
    }
    for from in position.us() {
        for to in Square::ALL.into_iter().filter(|&to| to != from) {
            for kind in [MoveKind::Quiet, MoveKind::Capture, MoveKind::EnPassant] {
                let mv = Move::new(from, to, kind);
                assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?} in {}", position.fen());
                assert!(!position.is_pseudo_legal(mv) || pseudo_legal.contains(&mv), "{mv:?} in {}", position.fen());
                if let Err(refused) = position.check_legal(mv) {
                    let source = std::error::Error::source(&refused).map(ToString::to_string);
                    let told = refused.to_string();
                    assert!(source.is_none_or(|reason| told.ends_with(&reason)), "{told} in {}", position.fen());
                }
            }
        }
    }
}

/// Which moves give check, directly or by leaving a line, is seen after them.
fn checks(position: &Position) {
    let candidates = position.discovered_check_candidates();
    assert!(candidates.is_subset_of(position.us()));
    for mv in oracle::legal_moves(position) {
        let after = position.after(mv);
        assert_eq!(position.gives_check(mv), after.in_check(), "{mv:?} in {}", position.fen());
        if matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture | MoveKind::DoublePush) {
            let role = position.role_at(mv.from()).expect("a piece to move");
            let directly = position.check_squares(role).contains(mv.to());
            assert_eq!(directly, after.checkers().contains(mv.to()), "{mv:?} in {}", position.fen());
            let uncovered = after.checkers().without(mv.to()).any();
            assert!(!uncovered || candidates.contains(mv.from()), "{mv:?} in {}", position.fen());
        }
    }
    // Taking a blocker away opens the line between a slider and the king, and nothing else does.
    for color in Color::ALL {
        let (king, enemies) = (position.king_of(color), position.board().by_color(!color));
        let seen = position.attackers_to(king, position.occupied()) & enemies;
        let mut pinners = Bitboard::EMPTY;
        for square in position.occupied().without(king) {
            let without = position.occupied().without(square);
            let opened = (position.attackers_to(king, without) & enemies).without(square) - seen;
            assert_eq!(position.blockers(color).contains(square), opened.any(), "{square} in {}", position.fen());
            if position.board().by_color(color).contains(square) {
                pinners |= opened;
            }
        }
        assert_eq!(position.pinners(color), pinners, "{}", position.fen());
    }
}

/// The kinds of moves are parts of the oracle's list.
fn kinds(position: &Position) {
    fn kind<K: Kind>(position: &Position, belongs: impl Fn(Move) -> bool) {
        let of = |moves: &mut dyn Iterator<Item = Move>| {
            let mut bits: Vec<u16> = moves.map(Move::bits).collect();
            bits.sort_unstable();
            bits
        };
        let legal = oracle::legal_moves(position);
        let generated = position.generate::<K>();
        let found = of(&mut generated.iter().copied().filter(|&mv| legal.contains(&mv)));
        assert_eq!(found, of(&mut legal.into_iter().filter(|&mv| belongs(mv))), "{}", position.fen());
    }
    // All promotions to a queen are captures of a kind, and those to less are not.
    let is_capture = |mv: Move| mv.promotion().map_or(mv.is_capture(), |role| role == Role::Queen);
    kind::<Captures>(position, is_capture);
    kind::<Quiets>(position, |mv| !is_capture(mv));
}

/// What a move leaves behind, and who is in check then.
fn successors(position: &Position) {
    let in_check = |position: &Position| {
        oracle::is_attacked(position.board(), position.king_of(position.turn()), !position.turn())
    };
    assert_eq!(position.in_check(), in_check(position), "{}", position.fen());
    for mv in oracle::legal_moves(position) {
        let after = position.after(mv);
        assert_eq!(after.in_check(), in_check(&after), "{mv:?} in {}", position.fen());
    }
    assert_eq!(compare_after(position), Ok(()));
}

fn captures(position: &Position) {
    for mv in oracle::legal_moves(position) {
        let after = position.after(mv);
        let count = |position: &Position, color: Color| position.material(color);
        let taken = position.captured(mv);
        let fewer = Role::ALL
            .into_iter()
            .find(|&role| count(&after, !position.turn()).count(role) < count(position, !position.turn()).count(role));
        assert_eq!(taken, fewer.map(|role| Piece::new(!position.turn(), role)), "{mv:?} in {}", position.fen());
        let mut played = *position;
        assert_eq!((played.try_play(mv), played), (Ok(()), after));
        let mut played = *position;
        let san = position.san(mv).to_string();
        assert_eq!((played.play_san(&san).ok(), played), (Some(mv), after), "{san} in {}", position.fen());
        let mut played = *position;
        assert_eq!(
            (played.play_uci(&mv.uci(CastlingStyle::Chess960).to_string()).ok(), played),
            (Some(mv), after),
            "{mv} in {}",
            position.fen()
        );
    }
    for color in Color::ALL {
        let material = position.material(color);
        let letters = material.to_string();
        assert_eq!(letters.len() as u32, position.board().by_color(color).len());
        let points: u32 =
            letters.chars().map(|letter| [1, 3, 3, 5, 9, 0]["PNBRQK".find(letter).expect("a piece")]).sum();
        assert_eq!(material.points(), points, "{}", position.fen());
    }
}

fn passing(position: &Position) {
    let passed = position.after_null();
    assert_eq!(passed.is_none(), position.in_check(), "{}", position.fen());
    let Some(passed) = passed else { return };
    assert_eq!(passed.key(), passed.fresh_key(), "{}", position.fen());
    let mut setup = position.setup(EnPassantField::Always);
    (setup.turn, setup.en_passant) = (!setup.turn, None);
    setup.halfmove_clock = passed.setup(EnPassantField::Always).halfmove_clock;
    setup.fullmove = passed.setup(EnPassantField::Always).fullmove;
    assert_eq!(Position::from_setup_with(setup, Tolerance::ALL), Ok(passed), "{}", position.fen());
}

/// The same position as numbers, as text, and with the colours exchanged.
fn other_forms(position: &Position) {
    assert_eq!(Position::from_words_unchecked(&position.to_words()).as_ref(), Some(position), "{}", position.fen());
    for (at, wrong) in [(11, 7 << 49), (11, 65 << 52), (5, u64::MAX)] {
        let mut words = position.to_words();
        words[at] |= wrong;
        assert_eq!(Position::from_words_unchecked(&words), None, "{}", position.fen());
    }
    assert_eq!(position.pawn_key(), position.fresh_pawn_key(), "{}", position.fen());
    assert_eq!(position.to_string(), position.fen());
    assert!(position.is_repetition_of(position));
    let mirrored = position.mirrored();
    assert_eq!(mirrored.count_legal(), position.count_legal(), "{}", position.fen());
    assert_eq!(&mirrored.mirrored(), position, "{}", position.fen());
    assert!(!mirrored.is_repetition_of(position), "{}", position.fen());
    assert!(format!("{position:?}").starts_with("Position::from_fen("));
}
