//! The kinds of generation against their definitions, computed the long way round.

use crate::naive::Naive;
use tabiya::movegen::{
    Captures, Evasions, Kind, Legal, LegalCaptures, LegalNoisy, LegalPureQuiets, LegalQuiets, MoveCounter, Noisy,
    NonEvasions, PureQuiets, QuietChecks, Quiets,
};
use tabiya::{Bitboard, Color, Move, MoveList, Position, Role, Square, attacks};

/// Sorted and unique, or the generator listed a move twice.
fn set(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable_by_key(|mv| mv.bits());
    assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "a move twice: {moves:?}");
    moves
}

fn generated<K: Kind>(position: &Position) -> Vec<Move> {
    set(position.generate::<K>())
}

/// Captures by definition: all captures, and all promotions to a queen, but no capturing under-promotion.
fn is_capture_kind(mv: Move) -> bool {
    match mv.promotion() {
        Some(role) => role == Role::Queen,
        None => mv.is_capture(),
    }
}

/// Captures and promotions.
fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion().is_some()
}

/// What masks leave of a list is what a filter leaves of it, in the same order. The masks are taken from the key, so
/// that they differ from position to position.
fn masked<K: Kind>(position: &Position) {
    let all = position.generate::<K>();
    let (bits, full) = (position.key(), Bitboard::FULL);
    let view = position.view();
    let mut list = position.legal_moves();
    let masks = [
        (Bitboard(bits), full),
        (full, Bitboard(bits)),
        (Bitboard(bits.rotate_left(13)), Bitboard(bits.rotate_left(31))),
        (full, full),
        (Bitboard::EMPTY, full),
        (full, Bitboard::EMPTY),
    ];
    for (from, to) in masks {
        let wanted = all.iter().copied().filter(|mv| from.contains(mv.from()) && to.contains(mv.to()));
        let wanted: MoveList = wanted.collect();
        position.fill_masked::<K>(&mut list, from, to);
        assert_eq!(list, wanted, "{} from {from:x} to {to:x}", position.fen());
        view.fill_masked::<K>(&mut list, from, to);
        assert_eq!(list, wanted, "view of {} from {from:x} to {to:x}", position.fen());
        let mut counter = MoveCounter::default();
        position.generate_masked_into::<K, _>(&mut counter, from, to);
        view.generate_masked_into::<K, _>(&mut counter, from, to);
        assert_eq!(counter.count, 2 * wanted.len(), "{} from {from:x} to {to:x}", position.fen());
    }
}

/// Moves handed out one by one are those of the list, in its order, and stop when told to.
fn each<K: Kind>(position: &Position) {
    let list = position.generate::<K>();
    for stop in [list.len() / 2, list.len()] {
        let mut handed = Vec::new();
        position.for_each::<K>(|mv| {
            handed.push(mv);
            handed.len() < stop
        });
        // The sink hears of whole sets, but the caller of no move after the one at which it stopped.
        assert_eq!(handed, list[..stop.max(1).min(list.len())], "{}", position.fen());
    }
}

/// Every kind of generation on one position.
pub fn check(position: &Position) {
    let naive = Naive::from(position);
    let all = set(naive.pseudo_legal());
    let legal = set(naive.legal());
    assert_eq!(generated::<Legal>(position), legal, "legal: {}", position.fen());
    let (noisy, quiets): (Vec<Move>, Vec<Move>) = legal.iter().partition(|&&mv| is_noisy(mv));
    assert_eq!(generated::<LegalNoisy>(position), noisy, "legal noisy: {}", position.fen());
    assert_eq!(generated::<LegalPureQuiets>(position), quiets, "legal pure quiets: {}", position.fen());
    let (captures, quiets): (Vec<Move>, Vec<Move>) = legal.into_iter().partition(|&mv| is_capture_kind(mv));
    assert_eq!(generated::<LegalCaptures>(position), captures, "legal captures: {}", position.fen());
    assert_eq!(generated::<LegalQuiets>(position), quiets, "legal quiets: {}", position.fen());
    each::<Captures>(position);
    each::<LegalQuiets>(position);
    masked::<Legal>(position);
    masked::<LegalNoisy>(position);
    masked::<Evasions>(position);
    if position.in_check() {
        let expected = all.iter().copied().filter(|&mv| is_evasion(position, &naive, mv));
        assert_eq!(generated::<Evasions>(position), set(expected), "evasions: {}", position.fen());
        return;
    }
    masked::<NonEvasions>(position);
    masked::<PureQuiets>(position);
    masked::<QuietChecks>(position);
    let (noisy, quiets): (Vec<Move>, Vec<Move>) = all.iter().partition(|&&mv| is_noisy(mv));
    assert_eq!(generated::<Noisy>(position), noisy, "noisy: {}", position.fen());
    assert_eq!(generated::<PureQuiets>(position), quiets, "pure quiets: {}", position.fen());
    assert_eq!(generated::<Evasions>(position), all, "evasions without a check: {}", position.fen());
    let captures = set(all.iter().copied().filter(|&mv| is_capture_kind(mv)));
    let quiets = set(all.iter().copied().filter(|&mv| !is_capture_kind(mv)));
    assert_eq!(generated::<Captures>(position), captures, "captures: {}", position.fen());
    assert_eq!(generated::<Quiets>(position), quiets, "quiets: {}", position.fen());
    assert_eq!(generated::<NonEvasions>(position), set(all.iter().copied()), "non-evasions: {}", position.fen());
    let checks = all.iter().copied().filter(|&mv| is_quiet_check(position, &naive, mv));
    assert_eq!(generated::<QuietChecks>(position), set(checks), "quiet checks: {}", position.fen());
}

/// Non-capturing, non-promoting moves that check in any way; knight promotions that check directly.
fn is_quiet_check(position: &Position, naive: &Naive, mv: Move) -> bool {
    match mv.promotion() {
        Some(Role::Knight) => attacks::knight(mv.to()).contains(naive.king(!position.turn())),
        Some(_) => false,
        None => !mv.is_capture() && naive.gives_check(mv),
    }
}

/// King steps off the checkers' lines; with one checker also its capture and every block.
fn is_evasion(position: &Position, naive: &Naive, mv: Move) -> bool {
    if mv.is_castle() {
        return false;
    }
    let turn: Color = position.turn();
    let king = naive.king(turn);
    let checkers = naive.checkers(turn);
    if mv.from() == king {
        return !on_a_line_of_check(position, king, checkers, mv.to());
    }
    if checkers.has_many() {
        return false;
    }
    let checker = checkers.first().expect("in check");
    if mv.is_en_passant() {
        let captured = Square::new(mv.to().file(), mv.from().rank());
        return captured == checker || between(king, checker).contains(mv.to());
    }
    mv.to() == checker || between(king, checker).contains(mv.to())
}

fn on_a_line_of_check(position: &Position, king: Square, checkers: Bitboard, to: Square) -> bool {
    let sliders = [Role::Bishop, Role::Rook, Role::Queen];
    checkers
        .into_iter()
        .filter(|&checker| position.role_at(checker).is_some_and(|role| sliders.contains(&role)))
        .any(|checker| to != checker && attacks::line(king, checker).contains(to))
}

fn between(a: Square, b: Square) -> Bitboard {
    attacks::between(a, b)
}
