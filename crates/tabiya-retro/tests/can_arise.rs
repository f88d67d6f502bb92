//! `can_arise` against games that are played, positions whose answer is known by construction, and games counted one by
//! one.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use tabiya::notation::pgn::{BoardVisitor, PgnErrorKind, Reader, Replay};
use tabiya::{Move, Position, Setup};
use tabiya_check::positions::position;
use tabiya_check::setups::{self, Army};
use tabiya_check::{Random, suites};
use tabiya_retro::Retro;
use tabiya_retro::can_arise::{Arise, CannotArise, Limits, Starts, can_arise, can_arise_within, setup_can_arise};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Proofs, and no search for a game.
const PROOFS: Limits<'static> = Limits { positions: 0, plies: 0, cases: 4_000, cancel: &NEVER };

/// The answer, after its game has been played.
fn answer(position: &Position, starts: Starts) -> Arise {
    let answer = can_arise(position, starts);
    if let Arise::Yes(game) = &answer {
        let end = game.moves.iter().fold(game.start, |position, &mv| position.after(mv));
        assert!(end.is_repetition_of(position), "{position:?}: {game:?}");
    }
    answer
}

/// The start positions of a random game: its own, and those that it is one of.
fn starts_of_game(kind: usize, random: &mut Random) -> (Position, Vec<Starts>) {
    let mut number = || random.below(960) as u16;
    let (white, black) = match kind % 3 {
        0 => (518, 518),
        1 => [number(); 2].into(),
        _ => (number(), number()),
    };
    let mut starts = vec![Starts::double_chess960(white, black).expect("numbers below 960")];
    if white == black {
        starts.push(Starts::ANY_CHESS960);
    }
    starts.push(Starts::ANY_DOUBLE_CHESS960);
    (Position::double_chess960(white, black).expect("numbers below 960"), starts)
}

fn assert_not_refused(position: &Position, starts: Starts) {
    let found = can_arise_within(position, starts, &PROOFS);
    assert_ne!(found.known(), Some(false), "{position:?} {starts:?}: {found:?}");
}

/// All positions of random games; `cargo run --release -p tabiya-retro --example can_arise` asks of ten thousand. Every
/// position but the first is followed by others of its game, so it is one of their predecessors as well.
#[test]
fn no_position_of_a_game_is_refused() {
    let mut random = Random::new(1);
    let mut asked = 0;
    for game in 0..30 {
        let (mut position, starts) = starts_of_game(game, &mut random);
        for ply in 0..200 {
            assert_not_refused(&position, starts[0]);
            if ply % 16 == 0 {
                starts[1..].iter().for_each(|&starts| assert_not_refused(&position, starts));
            }
            asked += 1;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(random.choose(&moves));
        }
    }
    assert!(asked > 3_000, "{asked}");
}

/// Without moves of pieces there are more pawn moves, captures by pawns and promotions, close to what the rules refuse.
#[test]
fn no_position_of_a_game_of_pawns_is_refused() {
    let mut random = Random::new(2);
    let mut promotions = 0;
    for game in 0..60 {
        let (mut position, starts) = starts_of_game(game, &mut random);
        for _ in 0..90 {
            assert_not_refused(&position, starts[0]);
            let moves = position.legal_moves();
            let pawns: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| {
                    position.role_at(mv.from()) == Some(tabiya::Role::Pawn)
                        && (mv.is_promotion() || random.below(3) > 0)
                })
                .collect();
            let Some(mv) = random.pick(&pawns).or_else(|| random.pick(&moves)) else {
                break;
            };
            promotions += usize::from(mv.is_promotion());
            position = position.after(mv);
        }
    }
    assert!(promotions > 100, "{promotions}");
}

/// Asks of every position of stored games.
struct Asks(usize);

impl BoardVisitor for Asks {
    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        assert_not_refused(&before.after(mv), Starts::STANDARD);
        self.0 += 1;
        Ok(())
    }
}

#[test]
fn no_position_of_stored_games_is_refused() {
    let mut replay = Replay::new(Asks(0));
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../tabiya-cli/tests/cmd/games.pgn");
    let bytes = std::fs::read(games).unwrap_or_else(|error| panic!("{games}: {error}"));
    let mut reader = Reader::from_bytes(&bytes);
    while reader.read_game(&mut replay).expect("games that can be read") {}
    assert!(replay.visitor().0 > 10, "{}", replay.visitor().0);
    let from_games = ["random.epd", "chess960.perft", "double960.perft"];
    let mut positions = 0;
    for entry in suites::all().iter().filter(|entry| from_games.contains(&entry.file)) {
        let position = entry.position();
        assert_not_refused(&position, Starts::of(&position));
        positions += 1;
    }
    assert!(positions > 100, "{positions}");
}

/// What is refused does not follow from anything that a game reaches, and neither do the positions it can have come
/// from.
#[test]
fn no_predecessor_of_what_is_refused_has_a_game() {
    let mut random = Random::new(3);
    let mut refused = 0;
    while refused < 40 {
        let Some(position) = setups::random(Army::ALL[random.below(3)], &mut |bound| random.below(bound)) else {
            continue;
        };
        let starts = Starts::STANDARD;
        if can_arise_within(&position, starts, &PROOFS).known() == Some(false) {
            refused += 1;
            for before in Retro::new(&position).predecessors().take(20) {
                let few = Limits { positions: 200, plies: 12, cases: 50, cancel: &NEVER };
                assert_ne!(can_arise_within(&before.position, starts, &few).known(), Some(true), "{position:?}");
            }
        }
    }
}

fn essence(position: &Position) -> Setup {
    Setup { halfmove_clock: 0, fullmove: 1, ..position.setup(tabiya::EnPassantField::Legal) }
}

/// Every position within a number of plies of a start position, with the fewest plies to it.
fn layers(start: Position, plies: usize) -> Vec<(Position, usize)> {
    let mut seen = HashSet::from([essence(&start)]);
    let mut found = vec![(start, 0)];
    let mut layer = vec![start];
    for ply in 1..=plies {
        let mut next = Vec::new();
        for after in
            layer.iter().flat_map(|position| position.legal_moves().into_iter().map(move |mv| position.after(mv)))
        {
            if seen.insert(essence(&after)) {
                next.push(after);
            }
        }
        found.extend(next.iter().map(|&position| (position, ply)));
        layer = next;
    }
    found
}

/// Every seventh position of all that are up to three plies away, in chess and in Chess960.
#[test]
fn proof_games_are_shortest() {
    for number in [518, 7] {
        let starts = Starts::chess960(number).expect("a number below 960");
        let all = layers(Position::chess960(number).expect("a number below 960"), 3);
        assert!(all.len() > 4_000, "{}", all.len());
        for (index, &(position, plies)) in all.iter().enumerate() {
            if plies < 2 || index % 7 == 0 {
                let Arise::Yes(game) = answer(&position, starts) else { panic!("{position:?}") };
                assert_eq!(game.moves.len(), plies, "{position:?}");
            }
        }
    }
}

/// Games of some more plies: a game is found, and no longer than the one that was played.
#[test]
fn proof_games_of_more_plies() {
    let mut random = Random::new(4);
    let mut found = 0;
    for game in 0..60 {
        let (mut position, starts) = starts_of_game(game, &mut random);
        let plies = 4 + game % 5;
        for _ in 0..plies {
            if let Some(mv) = random.pick(&position.legal_moves()) {
                position = position.after(mv);
            }
        }
        if let Arise::Yes(game) = answer(&position, starts[0]) {
            assert!(game.moves.len() <= plies, "{position:?}: {game:?}");
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}

/// Castles, en passant, promotions and captures in games that are the only ones, or nearly.
#[test]
fn proof_games_with_special_moves() {
    for moves in [
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O",
        "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd3 Qd6 O-O-O O-O-O",
        "e4 a6 e5 d5 exd6 Nf6 dxc7 Nd5 cxb8=N",
        "h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=R",
        "e4 a6 e5 f5",
        "Nf3 Nf6 Ng1 Ng8 e3",
        "e4 e5 Ke2 Ke7 Ke1 Ke8",
    ] {
        let mut position = Position::startpos();
        for text in moves.split_whitespace() {
            position.play(position.parse_move(text).unwrap_or_else(|error| panic!("{moves}: {text}: {error}")));
        }
        let Arise::Yes(game) = answer(&position, Starts::STANDARD) else { panic!("{moves}") };
        assert!(game.moves.len() <= moves.split_whitespace().count(), "{moves}: {game:?}");
    }
}

/// White, its mirror image, and what the two are refused for.
const REASONS: &[(&str, &str, &str)] = &[
    // A bishop that e2 and g2 never let out; no pawn is missing that it could have been.
    (
        "rnbqkbnr/pppppppp/8/8/4B3/8/PPPPPPPP/RNBQK1NR b KQkq - 0 1",
        "caged",
        "the white bishop cannot have come to e4: men that have not moved stand on e2 and g2",
    ),
    // A king behind its pawns and bishops.
    (
        "rnbqkbnr/pppp1ppp/8/8/4K3/8/PPPPPPPP/RNB2BNR w kq - 0 1",
        "caged",
        "the white king cannot have come to e4: men that have not moved stand on c1, f1, c2, d2, e2 and f2",
    ),
    // A black bishop on a square that only opens past e2 and g2.
    (
        "rnbqk1nr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKb1R w Qkq - 0 1",
        "caged",
        "the black bishop cannot have come to f1: men that have not moved stand on e2 and g2",
    ),
    // A king that a pawn has kept away.
    (
        "8/8/8/8/8/2k5/3P4/4K3 b - - 0 1",
        "caged",
        "the black king cannot have come to c3: men that have not moved stand on d2",
    ),
    // The rook from h1 had to pass the king, which may castle with the other rook.
    (
        "4k3/8/8/8/4P3/3R1N2/PPPP1PPP/RNBQK3 b Q - 0 1",
        "caged-by-castling",
        "the white rook can only have come to d3 past e1, where kings and rooks that may castle have not moved",
    ),
    // A rook that its own pawns and bishop never let out; and no right, so that it is not the rights that refute it.
    (
        "rnbqkbnr/pppppppp/8/8/4R3/8/PPPPPPPP/1NBQKBNR b kq - 0 1",
        "caged",
        "the white rook cannot have come to e4: men that have not moved stand on c1, f1, a2, b2, g2 and h2",
    ),
    // A queen between her pawns and bishops.
    (
        "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNB1KBNR b kq - 0 1",
        "caged",
        "the white queen cannot have come to e4: men that have not moved stand on c1, f1, c2, d2, e2 and f2",
    ),
    // Both bishops never left home, so that two are promoted.
    (
        "rnbqkbnr/pppppp2/8/8/4BB2/8/PPPPPPP1/RN1QK1NR w - - 0 1",
        "promoted",
        "White has at least 2 promoted pieces, but only one white pawn is missing",
    ),
    (
        "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1",
        "pawn-origins",
        "the white pawns on a2, b2 and a3 cannot all have come from different files",
    ),
    // The pawn that promoted is that of the h-file, which was seven files away from the only gap.
    (
        "rnbqkbnr/1ppppppp/8/8/3Q4/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1",
        "origins",
        "the white men on a2, b2, c2, d2, e2, f2 and d4 cannot all have been different men at the start",
    ),
    (
        "1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1",
        "pawn-captures",
        "the white pawns need at least 3 captures to stand where they do, but only 2 black men are missing",
    ),
    // The only black man that is missing is a bishop between b7 and d7.
    (
        "rn1qkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
        "pawn-captures",
        "the white pawns need at least one capture to stand where they do, but only one black man is missing, \
         which never got away from home (c8), where no pawn can have captured it",
    ),
    // Both bishops are missing, and neither got out.
    (
        "rn1qk1nr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
        "pawn-captures",
        "the white pawns need at least one capture to stand where they do, but only 2 black men are missing, which \
         never got away from home (c8 and f8), where no pawn can have captured them",
    ),
    (
        "r2qk1nr/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQkq - 0 1",
        "pawn-captures",
        "the white pawns need at least 3 captures to stand where they do, but only 3 black men are missing, and 2 of \
         them never got away from home (c8 and f8), where no pawn can have captured them",
    ),
    // A pawn from b2 promotes to a dark bishop, unless it captures.
    (
        "rnbqkbnr/p1pppppp/8/1p6/8/3B4/P1PPPPPP/RNBQKBNR b KQkq - 0 1",
        "promotion-captures",
        "the white pawns, those that promoted included, need at least one capture, but no black man is missing",
    ),
    // A knight too many, and nothing was captured.
    (
        "rnbqkbnr/ppppppp1/7p/8/4N3/8/PPPPPPP1/RNBQKBNR b - - 0 1",
        "pawns-passed",
        "on one file the two pawns that started there no longer face each other, but no capture can explain it",
    ),
    // The pawns of three files have passed each other, and there was one capture, which was not of a pawn.
    (
        "r1bqkbnr/3ppppp/8/PPP5/ppp5/8/3PPPPP/RNBQKBNR w - - 0 1",
        "pawns-passed",
        "on 3 files the two pawns that started there no longer face each other, but the captures explain only one",
    ),
    // A bishop in the corner checks a king, and neither it nor the king behind it has come from the diagonal.
    ("k6b/8/8/8/8/8/8/K7 w - - 0 1", "no-last-move", "no last move can have led to the check from h8"),
];

#[test]
fn every_reason_and_its_sentence() {
    for (fen, name, sentence) in REASONS {
        let position = position(fen);
        for position in [position, position.mirrored()] {
            let Arise::No(reason) = answer(&position, Starts::STANDARD) else { panic!("{position:?} arises") };
            assert_eq!(reason.name(), *name, "{position:?}: {reason}");
            assert!(reason.squares().is_subset_of(position.occupied()) || *name == "pawn-captures", "{reason:?}");
            assert!(reason.squares().any(), "{reason:?}");
        }
        let Arise::No(reason) = answer(&position, Starts::STANDARD) else { panic!("{position:?} arises") };
        assert_eq!(reason.to_string(), *sentence, "{fen}");
    }
}

/// The same positions with what they lacked: one man less or more of the other side, a pawn moved, a right dropped.
#[test]
fn what_a_rule_only_just_allows() {
    for (fen, why) in [
        ("rnbqkbnr/pppppppp/8/8/4B3/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0 1", "e2 is open"),
        ("rnbqkbnr/ppppppp1/8/8/4B3/8/PPPPPPP1/RNBQK1NR b - - 0 1", "the bishop may be promoted"),
        ("rnbqkbnr/pppp1ppp/8/8/4K3/4P3/PPPP1PPP/RNB2BNR w kq - 0 1", "e2 is open for the king"),
        ("4k3/8/8/8/4P3/3R1N2/PPPP1PPP/RNBQK3 b - - 0 1", "the king has made way"),
        ("rnbqkbnr/pppppppp/8/8/P3R3/8/1PPPPPPP/1NBQKBNR b kq - 0 1", "a2 is open for the rook"),
        ("rnbqkbnr/pppppppp/8/8/4Q3/2P5/PP1PPPPP/RNB1KBNR b kq - 0 1", "c2 is open for the queen"),
        ("rnbqkbnr/pppppp2/8/8/4BB2/8/PPPPPP2/RN1QK1NR w - - 0 1", "two pawns are missing"),
        ("4k3/8/8/8/8/P7/P1P5/4K3 w - - 0 1", "a3 comes from b2"),
        ("rnbqkbnr/1ppppppp/8/8/3Q4/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1", "the a-pawn promoted"),
        ("2bqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1", "three men are missing"),
        ("rn1qkbnr/p1pppppp/8/1p6/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 1", "b7 has let the bishop out"),
        ("r1bqkbnr/pp1ppppp/8/2P5/2p5/8/PP1PPPPP/RNBQKBNR w - - 0 1", "one file, by one capture"),
        ("rnbqkbnr/p1pppppp/8/8/8/3B4/P1PPPPPP/RNBQKBNR b KQkq - 0 1", "the black pawn was captured"),
        ("k6b/8/8/8/8/8/4n3/K7 w - - 0 1", "a knight has uncovered the bishop"),
    ] {
        let position = position(fen);
        for position in [position, position.mirrored()] {
            let found = can_arise_within(&position, Starts::STANDARD, &PROOFS);
            assert_eq!(found, Arise::Unknown, "{why}: {position:?}");
        }
    }
}

#[test]
fn whose_turn_it_is() {
    for (fen, refused) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1", false),
        ("rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1", true),
        // Without the right the rook may have lost a move with the knight away: from a1 to b1 and back are two.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kkq - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/1RBQKBNR w Kkq - 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/1RBQKBNR b Kkq - 0 1", true),
        // A pawn that may have gone two steps at once or one by one, and a bishop that can lose a move.
        ("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", false),
    ] {
        let position = position(fen);
        let found = can_arise_within(&position, Starts::STANDARD, &PROOFS);
        assert_eq!(found == Arise::No(CannotArise::Tempo(position.turn())), refused, "{fen}: {found:?}");
        assert_eq!(found.known() == Some(false), refused, "{fen}: {found:?}");
    }
    let black = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let Arise::No(reason) = can_arise(&black, Starts::STANDARD) else { panic!("it is White's turn") };
    assert_eq!(
        reason.to_string(),
        "without captures, the moves that both sides have made can be counted as odd or even, and then it is White's \
         turn"
    );
}

#[test]
fn rights_and_start_positions() {
    let shredder = position("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
    let Arise::No(reason) = answer(&shredder, Starts::STANDARD) else { panic!("no rook starts on b1") };
    assert_eq!(reason.to_string(), "no start position that was asked for gives the castling rights of b1");
    assert_eq!(Starts::of(&shredder), Starts::ANY_CHESS960);
    assert_eq!(can_arise_within(&shredder, Starts::ANY_CHESS960, &PROOFS), Arise::Unknown);
    let apart = position("1r1k4/8/8/8/n7/8/8/1R2K3 w Bb - 0 1");
    assert_eq!(Starts::of(&apart), Starts::ANY_DOUBLE_CHESS960);
    assert_eq!(can_arise_within(&apart, Starts::ANY_DOUBLE_CHESS960, &PROOFS), Arise::Unknown);
    // Whatever the arrangement, three pawns on one file have made three captures.
    let pawns = position("1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w - - 0 1");
    for starts in [Starts::ANY_CHESS960, Starts::ANY_DOUBLE_CHESS960] {
        let Arise::No(reason) = answer(&pawns, starts) else { panic!("{starts:?}") };
        assert_eq!(reason.name(), "pawn-captures");
        assert!(reason.to_string().contains("need at least 3 captures"), "{reason}");
    }
    // From one arrangement it is the other side's turn, and from the others men would have had to pass men that have
    // not moved.
    let black = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let Arise::No(reason) = answer(&black, Starts::ANY_CHESS960) else { panic!("it is White's turn") };
    assert_eq!(reason.name(), "every-start");
    assert!(reason.to_string().starts_with("none of the 960 start positions leads here; "), "{reason}");
    // The same diagram arises from one start position and not from another.
    let start = Position::chess960(0).expect("a number");
    assert_eq!(Starts::chess960(0).map(|starts| answer(&start, starts).known()), Some(Some(true)));
    assert_eq!(answer(&start, Starts::ANY_CHESS960).known(), Some(true));
    assert_eq!(answer(&start, Starts::ANY_DOUBLE_CHESS960).known(), Some(true));
    assert_eq!(answer(&start, Starts::STANDARD).known(), Some(false));
    assert_eq!((Starts::chess960(960), Starts::double_chess960(0, 960)), (None, None));
    for text in ["standard", "chess960", "chess960:7", "double-chess960", "double-chess960:7:518"] {
        assert_eq!(text.parse::<Starts>().map(|starts| starts.to_string()).as_deref(), Ok(text));
    }
    for text in ["", "standard:1", "chess960:960", "chess960:x", "chess960:1:2", "double-chess960:1", "fischer"] {
        let error = text.parse::<Starts>().unwrap_err().to_string();
        assert!(error.starts_with("expected `standard`, `chess960`"), "{text}: {error}");
    }
    // Known to be of Chess960, a position is asked from all its starts.
    for (position, starts) in [
        (Position::startpos(), Starts::ANY_CHESS960),
        (shredder, Starts::ANY_CHESS960),
        (apart, Starts::ANY_DOUBLE_CHESS960),
    ] {
        assert_eq!(Starts::of_chess960(&position), starts, "{position:?}");
    }
}

#[test]
fn a_setup_that_is_no_position_gives_its_problems() {
    let setup = Setup { castling: tabiya::Square::A1.bitboard(), ..Setup::EMPTY };
    let Arise::No(reason) = setup_can_arise(&setup, Starts::STANDARD) else { panic!("no kings") };
    assert_eq!(reason.name(), "invalid");
    assert!(
        reason.to_string().starts_with("it is not a valid position: White has no king; Black has no king"),
        "{reason}"
    );
    assert_eq!(reason.squares(), tabiya::Square::A1.bitboard());
    // Kings beside each other, and two knights that cannot both have given check.
    for (fen, squares) in [
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", [tabiya::Square::D5, tabiya::Square::E5]),
        ("8/8/2n1n3/8/3K4/8/8/7k w - - 0 1", [tabiya::Square::C6, tabiya::Square::E6]),
    ] {
        let Arise::No(reason) = setup_can_arise(&Setup::from_fen(fen).expect("a FEN"), Starts::STANDARD) else {
            panic!("{fen}")
        };
        assert_eq!((reason.name(), reason.squares()), ("invalid", squares.into_iter().collect()), "{reason}");
    }
}

#[test]
fn limits_and_cancelling() {
    let mut position = Position::startpos();
    for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O".split_whitespace() {
        position.play(position.parse_move(text).expect("the Spanish"));
    }
    let limits = |positions, plies| Limits { positions, plies, ..Limits::default() };
    let ask = |limits: &Limits<'_>| can_arise_within(&position, Starts::STANDARD, limits).known();
    assert_eq!(ask(&limits(u64::MAX, 9)), Some(true));
    assert_eq!(ask(&limits(u64::MAX, 8)), None);
    assert_eq!(ask(&limits(3, 9)), None);
    let cancel = AtomicBool::new(true);
    assert_eq!(ask(&Limits { cancel: &cancel, ..limits(u64::MAX, 60) }), None);
}
