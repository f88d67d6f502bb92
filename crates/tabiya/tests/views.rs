//! A view gives the same answers as its position.

use tabiya::movegen::{
    AnyMove, Captures, Evasions, Kind, Legal, LegalCaptures, LegalQuiets, MoveCounter, NonEvasions, QuietChecks, Quiets,
};
use tabiya::order::{Context, Histories, MovePicker, Stage};
use tabiya::{Move, MoveList, Position, SearchStatus, View};
use tabiya_check::{Random, games, suites};

fn positions(seed: u64, count: usize, mut visit: impl FnMut(&Position)) {
    games::walk(seed, count, &mut visit);
    for entry in suites::all() {
        let position = entry.position();
        visit(&position);
        for mv in position.legal_moves() {
            visit(&position.after(mv));
        }
    }
}

fn count() -> usize {
    std::env::var("TABIYA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(5_000)
}

#[test]
fn questions_about_a_position() {
    let (mut checks, mut pins, mut ended, mut fifty) = (0, 0, 0, 0);
    let late = ["7k/8/5K2/6Q1/8/8/8/8 b - - 100 80", "7k/8/5KQ1/8/8/8/8/8 b - - 100 80"];
    let late = late.map(|fen| Position::from_fen(fen).unwrap());
    let mut ask = |position: &Position| {
        let view = position.view();
        assert!(std::ptr::eq(view.position(), position));
        assert_eq!(view.checkers(), position.checkers(), "{position:?}");
        assert_eq!(view.in_check(), position.in_check(), "{position:?}");
        assert_eq!(view.pinned(), position.pinned(), "{position:?}");
        assert_eq!(view.check_mask(), position.check_mask(), "{position:?}");
        assert_eq!(view.key(), position.fresh_key(), "{position:?}");
        assert_eq!(view.status(), position.status(), "{position:?}");
        assert_eq!(view.search_status(), position.search_status(), "{position:?}");
        assert_eq!(view.after_null(), position.after_null(), "{position:?}");
        // Twice: found, and found before.
        for _ in 0..2 {
            assert_eq!(view.threats(), &position.threats(), "{position:?}");
            assert_eq!(view.check_info(), &position.check_info(), "{position:?}");
        }
        // By way of the position.
        assert_eq!((view.turn(), view.fen()), (position.turn(), position.fen()));
        checks += usize::from(view.in_check());
        pins += usize::from(view.pinned().any());
        ended += usize::from(view.status().is_over());
        fifty += usize::from(view.search_status() == SearchStatus::FiftyMoves);
    };
    late.iter().for_each(&mut ask);
    positions(1, count(), &mut ask);
    assert!(checks > 100 && pins > 100 && ended > 10 && fifty == 1, "{checks} {pins} {ended} {fifty}");
}

#[test]
fn questions_about_moves() {
    let mut random = Random::new(2);
    let mut strangers: Vec<Move> = Vec::new();
    let mut legal = 0;
    positions(2, count() / 5, |position| {
        let view = position.view();
        let moves = position.legal_moves();
        for mv in &moves {
            assert!(view.is_legal(mv) && view.is_pseudo_legal(mv) && view.leaves_king_safe(mv), "{mv:?} {position:?}");
            assert_eq!(view.gives_check(mv), position.gives_check(mv), "{mv:?} {position:?}");
        }
        for mv in position.pseudo_legal_moves() {
            assert!(view.is_pseudo_legal(mv), "{mv:?} {position:?}");
            assert_eq!(view.leaves_king_safe(mv), position.leaves_king_safe(mv), "{mv:?} {position:?}");
            assert_eq!(view.gives_check(mv), position.gives_check(mv), "{mv:?} {position:?}");
        }
        // Moves of other positions, and moves of none.
        strangers.extend(moves.iter().copied().filter(|_| random.below(4) == 0));
        let reserve = strangers.len().saturating_sub(100);
        strangers.drain(..reserve);
        let bits = (0..100).filter_map(|_| Move::from_bits(random.below(1 << 16) as u16));
        for mv in strangers.iter().copied().chain(bits) {
            assert_eq!(view.is_legal(mv), position.is_legal(mv), "{mv:?} {position:?}");
            assert_eq!(view.is_pseudo_legal(mv), position.is_pseudo_legal(mv), "{mv:?} {position:?}");
            legal += usize::from(view.is_legal(mv));
        }
    });
    assert!(legal > 1000, "{legal}");
}

fn same_moves<K: Kind>(position: &Position, view: &View<'_>) {
    let expected = position.generate::<K>();
    assert_eq!(view.generate::<K>(), expected, "{position:?}");
    let mut list = position.legal_moves();
    view.fill::<K>(&mut list);
    assert_eq!(list, expected, "{position:?}");
    view.append::<K>(&mut list);
    assert_eq!(list.len(), 2 * expected.len(), "{position:?}");
    let mut counter = MoveCounter::default();
    view.generate_into::<K, _>(&mut counter);
    assert_eq!(counter.count, expected.len(), "{position:?}");
    let mut handed = MoveList::new();
    view.for_each::<K>(|mv| {
        handed.push(mv);
        handed.len() < 3
    });
    assert_eq!(handed.len(), expected.len().min(3), "{position:?}");
    let mut any = AnyMove::default();
    view.generate_into::<K, _>(&mut any);
    assert_eq!(any.found, !expected.is_empty(), "{position:?}");
}

#[test]
fn moves_of_every_kind_in_the_same_order() {
    positions(3, count(), |position| {
        let view = position.view();
        same_moves::<Captures>(position, &view);
        same_moves::<Quiets>(position, &view);
        same_moves::<QuietChecks>(position, &view);
        same_moves::<Evasions>(position, &view);
        same_moves::<NonEvasions>(position, &view);
        same_moves::<LegalCaptures>(position, &view);
        same_moves::<LegalQuiets>(position, &view);
        same_moves::<Legal>(position, &view);
        assert_eq!(view.legal_moves(), position.legal_moves());
        assert_eq!(view.count_legal(), position.count_legal());
        assert_eq!(view.has_legal_move(), position.has_legal_move());
    });
}

fn picked(mut picker: MovePicker<'_>, histories: &Histories) -> Vec<(Stage, Move)> {
    let mut moves = Vec::new();
    while let Some(mv) = picker.next(histories) {
        moves.push((picker.stage(), mv));
    }
    moves
}

#[test]
fn pickers_hand_out_the_same() {
    let histories = Histories::new();
    let mut random = Random::new(4);
    positions(4, count() / 5, |position| {
        let view = position.view();
        let moves = position.legal_moves();
        let tt_move = (!moves.is_empty() && random.below(2) == 0).then(|| moves[random.below(moves.len())]);
        let (root, threshold) = (Context::ROOT, random.below(400) as i32 - 200);
        for legal in [false, true] {
            let choose = |picker: MovePicker<'_>| picked(if legal { picker.legal() } else { picker }, &histories);
            let main = choose(MovePicker::main(&view, tt_move, root));
            assert_eq!(main, choose(MovePicker::main(position, tt_move, root)), "{position:?}");
            let quiescence = choose(MovePicker::quiescence(&view, tt_move, root, legal));
            assert_eq!(quiescence, choose(MovePicker::quiescence(position, tt_move, root, legal)), "{position:?}");
            let probcut = choose(MovePicker::probcut(&view, tt_move, threshold));
            assert_eq!(probcut, choose(MovePicker::probcut(position, tt_move, threshold)), "{position:?}");
        }
    });
}

#[test]
fn a_view_is_shown_as_its_position() {
    let position = Position::startpos();
    assert_eq!(format!("{:?}", View::from(&position)), format!("View({position:?})"));
}
