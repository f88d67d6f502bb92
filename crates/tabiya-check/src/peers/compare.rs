//! One position by Tabiya, the oracle, shakmaty, cozy-chess and the naive generator: everything is compared.

use super::{Plain, Trio, plain, plain_shakmaty};
use crate::naive::Naive;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, KnownOutcome, Position as _};
use tabiya::{Bitboard, CastlingField, Color, EnPassantField, FenStyle, Move, Outcome, Position, oracle};

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Plain> {
    let mut moves: Vec<Plain> = moves.into_iter().map(plain).collect();
    moves.sort_unstable();
    moves
}

/// Everything there is to compare about one position.
pub fn compare(trio: &Trio) {
    let position = &trio.tabiya;
    compare_moves(trio);
    compare_checks(trio);
    compare_text(trio);
    compare_san(trio);
    compare_keys(trio);
    compare_outcome(trio);
    assert_eq!(position.turn() == Color::White, trio.shakmaty.turn() == shakmaty::Color::White);
}

fn compare_moves(trio: &Trio) {
    let position = &trio.tabiya;
    let legal = position.legal_moves();
    let mine = sorted(legal.iter().copied());
    let fen = || position.fen();
    assert_eq!(mine, trio.shakmaty_moves(), "shakmaty: {}", fen());
    assert_eq!(mine, trio.cozy_moves(), "cozy-chess: {}", fen());

    // Against our own slow generators whole moves are compared, kinds and all.
    let mut bits: Vec<u16> = legal.iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    assert!(bits.windows(2).all(|pair| pair[0] < pair[1]), "a move twice: {}", fen());
    let set = |moves: Vec<Move>| {
        let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    };
    assert_eq!(bits, set(oracle::legal_moves(position).into_iter().collect()), "oracle: {}", fen());
    assert_eq!(bits, set(Naive::from(position).legal()), "naive: {}", fen());
    let filtered = position.pseudo_legal_moves().into_iter().filter(|&mv| position.is_legal(mv)).collect();
    assert_eq!(bits, set(filtered), "pseudo-legal + is_legal: {}", fen());
    assert_eq!(bits.len(), position.count_legal(), "count_legal: {}", fen());
    assert_eq!(!bits.is_empty(), position.has_legal_move(), "has_legal_move: {}", fen());
}

fn compare_checks(trio: &Trio) {
    let position = &trio.tabiya;
    let fen = || position.fen();
    assert_eq!(position.checkers().0, u64::from(trio.shakmaty.checkers()), "checkers, shakmaty: {}", fen());
    assert_eq!(position.checkers().0, trio.cozy.checkers().0, "checkers, cozy-chess: {}", fen());
    assert_eq!(position.in_check(), position.checkers().any());
    let turn = position.turn();
    assert_eq!(position.blockers(turn).0, trio.cozy.pinned().0, "blockers, cozy-chess: {}", fen());

    let naive = Naive::from(position);
    for color in Color::ALL {
        let pairs = naive.blockers(color);
        let blockers = pairs.iter().map(|&(blocker, _)| blocker).collect();
        assert_eq!(position.blockers(color), blockers, "blockers of {color:?}: {}", fen());
        let own = position.board().by_color(color);
        let pinners = pairs.iter().filter(|(blocker, _)| own.contains(*blocker)).map(|&(_, slider)| slider).collect();
        assert_eq!(position.pinners(color), pinners, "pinners of {color:?}: {}", fen());
    }
    let uncovering =
        naive.blockers(!turn).into_iter().map(|(blocker, _)| blocker).collect::<Bitboard>() & position.us();
    assert_eq!(position.discovered_check_candidates(), uncovering, "discoverers: {}", fen());
    for mv in position.legal_moves() {
        let truth = naive.gives_check(mv);
        assert_eq!(position.gives_check(mv), truth, "gives_check {mv:?}: {}", fen());
        assert_eq!(position.after(mv).in_check(), truth, "in_check after {mv:?}: {}", fen());
    }
}

fn compare_text(trio: &Trio) {
    let position = &trio.tabiya;
    let customs = [
        (EnPassantField::Legal, EnPassantMode::Legal),
        (EnPassantField::Adjacent, EnPassantMode::PseudoLegal),
        (EnPassantField::Always, EnPassantMode::Always),
    ];
    for (ours, theirs) in customs {
        let fen = position.to_fen(FenStyle { castling: CastlingField::XFen, en_passant: ours });
        assert_eq!(fen, trio.shakmaty_fen(theirs), "FEN, en passant {ours:?}");
    }
    let shredder = position.to_fen(FenStyle { castling: CastlingField::Shredder, en_passant: EnPassantField::Legal });
    let cozy = format!("{:#}", trio.cozy);
    assert_eq!(shredder.split(' ').nth(2), cozy.split(' ').nth(2), "castling field: {shredder}");
    for fen in [position.fen(), shredder] {
        let again = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(again.fen(), position.fen(), "read again: {fen}");
        assert_eq!(again.key(), position.key(), "key of the text: {fen}");
    }
}

/// Every move is read back from its own text. Shakmaty, which is slow at this, writes a third of them; which third, the
/// position decides.
fn compare_san(trio: &Trio) {
    let position = &trio.tabiya;
    let legal = position.legal_moves();
    for mv in &legal {
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "SAN {san}: {}", position.fen());
    }
    let first = (position.key() % 3) as usize;
    for theirs in trio.shakmaty.legal_moves().into_iter().skip(first).step_by(3) {
        let mv = legal.iter().find(|&&mv| plain(mv) == plain_shakmaty(theirs)).expect("the moves have been compared");
        let text = SanPlus::from_move(trio.shakmaty.clone(), theirs).to_string();
        assert_eq!(*position.san(*mv), *text, "SAN: {}", position.fen());
    }
}

fn compare_keys(trio: &Trio) {
    let position = &trio.tabiya;
    let fresh = Position::from_setup(position.setup(EnPassantField::Always)).expect("a position's own setup is valid");
    let fen = || position.fen();
    assert_eq!(position, &fresh, "every field: {}", fen());
    assert_eq!(position.key(), fresh.key(), "key: {}", fen());
    assert_eq!(position.pawn_key(), fresh.pawn_key(), "pawn key: {}", fen());
    let Zobrist64(polyglot) = trio.shakmaty.zobrist_hash(EnPassantMode::PseudoLegal);
    assert_eq!(position.polyglot_key(), polyglot, "Polyglot key: {}", fen());
}

fn compare_outcome(trio: &Trio) {
    let position = &trio.tabiya;
    let fen = || position.fen();
    assert_eq!(position.is_checkmate(), trio.shakmaty.is_checkmate(), "mate: {}", fen());
    assert_eq!(position.is_stalemate(), trio.shakmaty.is_stalemate(), "stalemate: {}", fen());
    assert_eq!(
        position.is_insufficient_material(),
        trio.shakmaty.is_insufficient_material(),
        "insufficient material: {}",
        fen()
    );
    for (ours, theirs) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)] {
        assert_eq!(
            position.has_insufficient_material(ours),
            trio.shakmaty.has_insufficient_material(theirs),
            "insufficient material of {ours:?}: {}",
            fen()
        );
    }
    // Shakmaty counts, but knows neither the rules of fifty and seventy-five moves nor dead positions beyond bare
    // material.
    let clock = trio.shakmaty.halfmoves();
    assert_eq!(position.is_fifty_moves(), clock >= 100, "fifty moves: {}", fen());
    let expected = match trio.shakmaty.outcome() {
        shakmaty::Outcome::Known(KnownOutcome::Decisive { winner }) => {
            Some(Outcome::Checkmate { winner: winner.fold_wb(Color::White, Color::Black) })
        }
        shakmaty::Outcome::Known(KnownOutcome::Draw) if position.is_stalemate() => Some(Outcome::Stalemate),
        shakmaty::Outcome::Known(KnownOutcome::Draw) => Some(Outcome::InsufficientMaterial),
        shakmaty::Outcome::Unknown if position.is_dead() => Some(Outcome::DeadPosition),
        shakmaty::Outcome::Unknown if clock >= 150 => Some(Outcome::SeventyFiveMoves),
        shakmaty::Outcome::Unknown => None,
    };
    assert_eq!(position.outcome(), expected, "outcome: {}", fen());
}
