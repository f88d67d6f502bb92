//! Properties of arbitrary input, by proptest.

use proptest::prelude::*;
use tabiya::{CastlingField, EnPassantField, FenStyle, Game, Position, Tolerance};
use tabiya_check::Random;
use tabiya_check::games::Variant;
use tabiya_check::properties::rules;

/// Texts that look enough like FEN to get past the first field.
fn fen_like() -> impl Strategy<Value = String> {
    let row = proptest::string::string_regex("[pnbrqkPNBRQK1-8]{1,8}").expect("a pattern");
    let board = proptest::collection::vec(row, 7..=9).prop_map(|rows| rows.join("/"));
    let rest = proptest::string::string_regex(
        "[ \t]{0,2}[wbWBx]?[ ]{0,2}[KQkqA-Ha-h-]{0,5} {0,2}([a-h][1-8]|-|)? ?[0-9]{0,6} ?[0-9]{0,12}",
    )
    .expect("a pattern");
    (board, rest).prop_map(|(board, rest)| board + &rest)
}

/// A good FEN with a few characters changed, removed or added.
fn damaged_fen() -> impl Strategy<Value = String> {
    let edits =
        proptest::collection::vec((any::<prop::sample::Index>(), 0u8..3, any::<char>(), " /-wbKQkq1e36HA"), 1..4);
    (any::<u64>(), 0usize..3, 0usize..80, edits).prop_map(|(seed, variant, plies, edits)| {
        let position = random_position(seed, Variant::ALL[variant], plies);
        let castling = if seed % 2 == 0 { CastlingField::XFen } else { CastlingField::Shredder };
        let style = FenStyle { castling, en_passant: EnPassantField::Always };
        let mut text: Vec<char> = position.to_fen(style).chars().collect();
        for (index, action, wild, tame) in edits {
            let at = index.index(text.len().max(1));
            let new = if wild.is_ascii() { wild } else { tame.chars().next().unwrap_or(wild) };
            match action {
                0 if at < text.len() => text[at] = new,
                1 if at < text.len() => {
                    text.remove(at);
                }
                _ => text.insert(at, new),
            }
        }
        text.into_iter().collect()
    })
}

fn random_position(seed: u64, variant: Variant, plies: usize) -> Position {
    let mut random = Random::new(seed);
    let mut position = variant.start(&mut random);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(random.choose(&moves));
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        rules::fen(&text);
    }

    #[test]
    fn text_like_a_fen_is_read_or_refused(text in fen_like()) {
        rules::fen(&text);
    }

    #[test]
    fn a_damaged_fen_is_read_or_refused(text in damaged_fen()) {
        rules::fen(&text);
    }

    #[test]
    fn any_text_is_a_move_or_refused(text in any::<String>()) {
        rules::uci(&text);
    }

    #[test]
    fn positions_round_trip_in_every_style(seed in any::<u64>(), variant in 0usize..3, plies in 0usize..120) {
        rules::round_trip(&random_position(seed, Variant::ALL[variant], plies), Tolerance::default());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Play a game with null moves in between, then take everything back: every field returns at every step.
    #[test]
    fn taking_back_restores_every_field(seed in any::<u64>(), variant in 0usize..3, plies in 1usize..150) {
        let mut random = Random::new(seed);
        let start = Variant::ALL[variant].start(&mut random);
        let mut game = Game::new(start);
        let mut past = Vec::new();
        for _ in 0..plies {
            let before = *game.position();
            let moves = before.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = if random.below(10) == 0 && game.push_null() {
                None
            } else {
                let mv = random.choose(&moves);
                prop_assert_eq!(before.after(mv), { let mut next = before; next.play(mv); next });
                game.push(mv);
                Some(mv)
            };
            prop_assert_eq!(game.position().key(), game.position().fresh_key());
            prop_assert_eq!(game.position().pawn_key(), game.position().fresh_pawn_key());
            past.push((before, played));
        }
        prop_assert_eq!(game.ply(), past.len());
        while let Some((before, played)) = past.pop() {
            prop_assert_eq!(game.pop(), played);
            prop_assert_eq!(*game.position(), before);
            prop_assert_eq!(game.position().fen(), before.fen());
        }
        prop_assert_eq!(*game.position(), start);
    }
}

/// Counters stop at the largest value a FEN may hold instead of growing out of it.
#[test]
fn counters_at_their_limits_round_trip() {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 b Q - 65534 65534").expect("the last numbers but one");
    for _ in 0..8 {
        rules::round_trip(&position, Tolerance::default());
        let quiet = position.legal_moves().into_iter().find(|mv| !mv.is_capture()).expect("a quiet move");
        position.play(quiet);
    }
    assert_eq!((position.halfmove_clock(), position.fullmove()), (65_535, 65_535));
    let mut setup = position.setup(EnPassantField::Legal);
    for fullmove in [0, 1, 65_535, 65_536, u32::MAX] {
        (setup.fullmove, setup.halfmove_clock) = (fullmove, fullmove);
        rules::round_trip(&Position::from_setup(setup).expect("counters cannot be illegal"), Tolerance::default());
    }
}
