//! `explain` against the generator, on every move there could be, and each claim against the board.

use std::collections::{BTreeMap, BTreeSet};

use tabiya::explain::{
    CastlingFault, CheckAnswer, Effect, EnPassantFault, Note, Reason, Verdict, explain, illegal_moves,
};
use tabiya::{CastlingStyle, Color, File, Move, Piece, Position, Rank, Role, Setup, Square, UciError, UciMove};
use tabiya_check::Random;

/// The board as an array, for claims checked by walking: no attack table is involved.
struct Walk([Option<Piece>; 64]);

impl Walk {
    fn of(position: &Position) -> Walk {
        Walk(Square::ALL.map(|square| position.piece_at(square)))
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    fn lift(mut self, square: Square) -> Walk {
        self.0[square.index()] = None;
        self
    }

    fn put(mut self, square: Square, piece: Option<Piece>) -> Walk {
        self.0[square.index()] = piece;
        self
    }

    /// Whether the piece on `from` attacks `to`.
    fn attacks(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.at(from) else {
            return false;
        };
        let files = to.file().index() as i8 - from.file().index() as i8;
        let ranks = to.rank().index() as i8 - from.rank().index() as i8;
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        if from == to {
            return false;
        }
        match piece.role() {
            Role::Pawn => files.abs() == 1 && ranks == piece.color().pick(1, -1),
            Role::Knight => files.abs() * ranks.abs() == 2,
            Role::King => files.abs().max(ranks.abs()) == 1,
            Role::Bishop => diagonal && self.clear(from, to),
            Role::Rook => straight && self.clear(from, to),
            Role::Queen => (straight || diagonal) && self.clear(from, to),
        }
    }

    /// Whether nothing stands between two squares of one line.
    fn clear(&self, from: Square, to: Square) -> bool {
        let files = (to.file().index() as i8 - from.file().index() as i8).signum();
        let ranks = (to.rank().index() as i8 - from.rank().index() as i8).signum();
        let mut square = from;
        loop {
            square = square.offset(files, ranks).expect("on the line");
            if square == to {
                return true;
            }
            if self.at(square).is_some() {
                return false;
            }
        }
    }

    /// Everything of that colour that attacks the square.
    fn attackers(&self, to: Square, by: Color) -> BTreeSet<Square> {
        Square::ALL
            .into_iter()
            .filter(|&from| self.at(from).is_some_and(|piece| piece.color() == by))
            .filter(|&from| self.attacks(from, to))
            .collect()
    }
}

fn set(squares: impl IntoIterator<Item = Square>) -> BTreeSet<Square> {
    squares.into_iter().collect()
}

fn check_reason(position: &Position, walk: &Walk, attempt: UciMove, reason: &Reason) {
    let turn = position.turn();
    let enemy = !turn;
    let king = position.king_of(turn);
    let board = || Walk(walk.0);
    let checkers = || walk.attackers(king, enemy);
    let moving = walk.at(attempt.from);
    let moved = || board().lift(attempt.from).put(attempt.to, moving);
    match *reason {
        Reason::NoPiece { square } => assert_eq!((walk.at(square), square), (None, attempt.from)),
        Reason::NotYourPiece { piece, turn: named } => {
            assert_eq!((piece.piece.color(), named), (enemy, turn));
        }
        Reason::NoMovement { .. } => assert_eq!(attempt.from, attempt.to),
        Reason::WrongMovement { piece, to } => {
            let empty = Walk([None; 64]).put(piece.square, Some(piece.piece));
            assert!(!empty.attacks(piece.square, to));
        }
        Reason::DoublePushFromElsewhere { piece } => {
            assert_eq!(piece.piece.role(), Role::Pawn);
            assert_ne!(piece.square.rank(), turn.pick(Rank::Second, Rank::Seventh));
        }
        Reason::PawnCapturesNothing { piece, to } => {
            assert!(piece.piece.role() == Role::Pawn && walk.at(to).is_none());
            assert!(walk.attacks(piece.square, to));
        }
        Reason::Blocked { piece, by } => {
            assert_eq!(walk.at(by.square), Some(by.piece));
            let on_the_way =
                by.square == attempt.to || tabiya::attacks::between(piece.square, attempt.to).contains(by.square);
            assert!(on_the_way);
            assert!(by.square != attempt.to || piece.piece.role() == Role::Pawn);
        }
        Reason::OwnPieceOnTarget { target, .. } => {
            assert_eq!((target.square, target.piece.color()), (attempt.to, turn));
        }
        Reason::PromotionMissing { piece, to } => {
            assert_eq!(piece.piece.role(), Role::Pawn);
            assert_eq!(to.rank(), turn.pick(Rank::Eighth, Rank::First));
            assert_eq!(attempt.promotion, None);
        }
        Reason::PromotionNotAllowed { piece } => {
            let last = attempt.to.rank() == turn.pick(Rank::Eighth, Rank::First);
            assert!(attempt.promotion.is_some());
            assert!(piece.piece.role() != Role::Pawn || !last);
        }
        Reason::PromotionPiece { role } => assert!(matches!(role, Role::Pawn | Role::King)),
        Reason::DoubleCheck { piece, checkers: named } => {
            assert!(checkers().len() >= 2 && piece.piece.role() != Role::King);
            assert_eq!(set(named.squares()), checkers());
        }
        Reason::DoesNotAnswerCheck { checker, king: named, .. } => {
            assert_eq!(named, king);
            assert_eq!(checkers(), set([checker.square]));
            assert!(moved().attacks(checker.square, king));
            assert_ne!(attempt.to, checker.square);
        }
        Reason::Pinned { piece, king: named, pinner } => {
            assert_eq!(named, king);
            assert!(!walk.attacks(pinner.square, king), "a checker does not pin");
            assert!(board().lift(piece.square).attacks(pinner.square, king));
            assert!(moved().attacks(pinner.square, king) && pinner.square != attempt.to);
        }
        Reason::KingIntoAttack { to, attackers, through_king, pinned, takes } => {
            assert_eq!(to, attempt.to);
            assert_eq!(takes.map(|stand| stand.piece), walk.at(to));
            let seen = moved().attackers(to, enemy);
            assert!(!seen.is_empty());
            assert_eq!(set(attackers.squares()), seen);
            for square in seen {
                let anyway = walk.attacks(square, to);
                assert_eq!(through_king.contains(square), !anyway);
                assert!(anyway || checkers().contains(&square));
                let theirs = position.king_of(enemy);
                let exposed = board().lift(square).attackers(theirs, turn);
                let before = walk.attackers(theirs, turn);
                assert_eq!(pinned.contains(square), exposed.len() > before.len());
            }
        }
        Reason::EnPassant(EnPassantFault::NotAvailable { piece, victim }) => {
            assert_ne!(position.en_passant(), Some(attempt.to));
            assert_eq!(victim.piece, Piece::new(enemy, Role::Pawn));
            assert_eq!(victim.square.rank(), piece.square.rank());
            assert_eq!(victim.square.file(), attempt.to.file());
        }
        Reason::EnPassant(EnPassantFault::Uncovers { victim, king: named, attacker, .. }) => {
            assert_eq!((named, position.en_passant()), (king, Some(attempt.to)));
            assert!(!moved().attacks(attacker.square, king), "the mover alone uncovers nothing");
            assert!(moved().lift(victim.square).attacks(attacker.square, king));
        }
        Reason::Castling(fault) => check_castling(position, walk, fault),
        _ => panic!("two squares cannot meet with {reason:?}"),
    }
}

fn check_castling(position: &Position, walk: &Walk, fault: CastlingFault) {
    let turn = position.turn();
    let king = position.king_of(turn);
    let lifted = Walk::of(position).lift(king);
    match fault {
        CastlingFault::NoRight { turn: named, wing } => {
            assert_eq!(named, turn);
            assert_eq!(position.castling_rook(turn, wing), None);
        }
        CastlingFault::Blocked { by, king_path, rook_path } => {
            assert_eq!(walk.at(by.square), Some(by.piece));
            assert!(king_path || rook_path);
            assert_eq!(by.square.rank(), king.rank());
        }
        CastlingFault::InCheck { king: named, checkers } => {
            assert_eq!(named, king);
            let seen = walk.attackers(king, !turn);
            assert!(!seen.is_empty());
            assert_eq!(set(checkers.squares()), seen);
        }
        CastlingFault::Crosses { square, attackers } => {
            assert!(!matches!(square.file(), File::C | File::G) || square != king);
            assert_eq!(set(attackers.squares()), lifted.attackers(square, !turn));
            assert!(attackers.iter().next().is_some());
        }
        CastlingFault::Lands { square, attackers } => {
            assert!(matches!(square.file(), File::C | File::G));
            assert_eq!(set(attackers.squares()), lifted.attackers(square, !turn));
            assert!(attackers.iter().next().is_some());
        }
        CastlingFault::RookShields { rook, square, attackers } => {
            assert!(lifted.attackers(square, !turn).is_empty());
            let seen = lifted.lift(rook).attackers(square, !turn);
            assert!(!seen.is_empty());
            assert_eq!(set(attackers.squares()), seen);
        }
        _ => panic!("{fault:?}"),
    }
}

fn check_effect(position: &Position, effect: &Effect) {
    let turn = position.turn();
    let (walk, after) = (Walk::of(position), position.after(effect.mv));
    let king = position.king_of(turn);
    let checkers = walk.attackers(king, !turn);
    let lost = Square::ALL
        .into_iter()
        .filter(|&square| {
            walk.at(square).is_some_and(|piece| piece.color() != turn)
                && after.piece_at(square).is_none_or(|piece| piece.color() == turn)
        })
        .collect::<Vec<_>>();
    assert_eq!(effect.captures.map(|stand| stand.square), lost.first().copied());
    assert!(lost.len() <= 1);
    let given = Walk::of(&after).attackers(after.king_of(!turn), turn);
    let named = set(effect.checks_from.into_iter().chain(effect.discovers));
    assert_eq!(named, given);
    assert_eq!(effect.mates, after.is_checkmate());
    assert_eq!(effect.answers_check.is_some(), !checkers.is_empty());
    match effect.answers_check {
        Some(CheckAnswer::Captures(taken)) => assert!(checkers.contains(&taken.square)),
        Some(CheckAnswer::Blocks(checker)) => {
            assert_eq!(checkers, set([checker.square]));
            assert!(tabiya::attacks::between(king, checker.square).contains(effect.to));
        }
        Some(CheckAnswer::KingLeaves) => assert_eq!(effect.piece.piece.role(), Role::King),
        None => {}
    }
    for note in &effect.notes {
        match *note {
            Note::RookPathAttacked { square, attackers } => {
                assert_eq!(set(attackers.squares()), walk.attackers(square, !turn));
                assert!(attackers.iter().next().is_some() && effect.castles.is_some());
            }
            Note::AlongPin { king: named, pinner } => {
                assert_eq!(named, king);
                let lifted = Walk::of(position).lift(effect.piece.square);
                assert!(lifted.attacks(pinner.square, king) && !walk.attacks(pinner.square, king));
            }
            Note::EnPassantTakesChecker { checker } => assert!(checkers.contains(&checker.square)),
            Note::PassEachOther => assert!(effect.castles.is_some()),
        }
    }
}

/// Legal attempts: each generated move king-takes-rook, and castles king-to-target where that is not a step of one
/// square.
fn legal_attempts(position: &Position) -> BTreeSet<(Square, Square, Option<Role>)> {
    let mut legal = BTreeSet::new();
    for mv in position.legal_moves() {
        legal.insert((mv.from(), mv.to(), mv.promotion()));
        if mv.is_castle() {
            let to = mv.king_target().expect("a castle");
            if to.distance(mv.from()) != 1 {
                legal.insert((mv.from(), to, None));
            }
        }
    }
    legal
}

/// Explains all 64 × 64 × 5 moves; counts them.
fn explain_everything(position: &Position, seen: &mut BTreeMap<&'static str, usize>) -> usize {
    let legal = legal_attempts(position);
    let (fen, walk) = (position.fen(), Walk::of(position));
    let promotions = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];
    let mut count = 0;
    for from in Square::ALL {
        for to in Square::ALL {
            for promotion in promotions {
                let attempt = UciMove { from, to, promotion };
                let explanation = explain(position, attempt);
                assert_eq!(explanation.is_legal(), legal.contains(&(from, to, promotion)), "{fen}: {explanation}");
                // The reader must agree; asking it about every square would take minutes.
                let resolved = position.us().contains(from).then(|| attempt.resolve(position));
                match &explanation.verdict {
                    Verdict::Legal(effect) => {
                        assert_eq!(resolved, Some(Ok(effect.mv)), "{fen}: {explanation}");
                        assert!(position.is_legal(effect.mv), "{fen}: {explanation}");
                        check_effect(position, effect);
                    }
                    Verdict::Illegal(reason) => {
                        let refused = Err(UciError::Illegal { mv: attempt, reason: *reason });
                        assert!(resolved.is_none_or(|resolved| resolved == refused), "{fen}: {explanation}");
                        check_reason(position, &walk, attempt, reason);
                        *seen.entry(reason.name()).or_default() += 1;
                    }
                }
                count += 1;
            }
        }
    }
    count
}

/// A position some random moves away from a start position of either kind, or made of few pieces
/// put down at random, which is where pins, checks and bare kings are.
fn random_position(numbers: &mut Random) -> Option<Position> {
    if numbers.below(3) == 0 {
        return random_setup(numbers);
    }
    let mut position = match numbers.below(2) {
        0 => Position::default(),
        _ => Position::chess960(numbers.below(960) as u16)?,
    };
    for _ in 0..numbers.below(120) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Captures and castles early make rarer positions.
        let special: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_capture() || mv.is_castle()).collect();
        let mv = match special.len() {
            count if count > 0 && numbers.below(3) == 0 => special[numbers.below(count)],
            _ => moves[numbers.below(moves.len())],
        };
        position.play(mv);
    }
    Some(position)
}

fn random_setup(numbers: &mut Random) -> Option<Position> {
    let mut setup = Setup::from_fen_lenient("8/8/8/8/8/8/8/8 w - - 0 1").ok()?;
    setup.turn = Color::ALL[numbers.below(2)];
    for color in Color::ALL {
        let first = color.pick(Rank::First, Rank::Eighth);
        let at_home = numbers.below(2) == 0;
        let square =
            if at_home { Square::new(File::ALL[1 + numbers.below(6)], first) } else { Square::ALL[numbers.below(64)] };
        setup.board.set(square, Piece::new(color, Role::King));
        if at_home && numbers.below(2) == 0 {
            let rook = Square::new(File::ALL[numbers.below(8)], first);
            if setup.board.piece_at(rook).is_none() {
                setup.board.set(rook, Piece::new(color, Role::Rook));
                setup.castling = setup.castling.with(rook);
            }
        }
    }
    for _ in 0..2 + numbers.below(14) {
        let square = Square::ALL[numbers.below(64)];
        let role = Role::ALL[numbers.below(5)];
        if setup.board.piece_at(square).is_none() {
            setup.board.set(square, Piece::new(Color::ALL[numbers.below(2)], role));
        }
    }
    let pushed = Square::new(File::ALL[numbers.below(8)], setup.turn.pick(Rank::Fifth, Rank::Fourth));
    let up = setup.turn.pick(1, -1);
    let behind = [pushed.offset(0, up)?, pushed.offset(0, 2 * up)?];
    if behind.iter().all(|&square| setup.board.piece_at(square).is_none()) && setup.board.piece_at(pushed).is_none() {
        setup.board.set(pushed, Piece::new(!setup.turn, Role::Pawn));
        setup.en_passant = Some(behind[0]);
        // A pawn to capture it, and sometimes a slider on the same rank.
        if let Some(beside) = pushed.offset(1, 0).filter(|&square| setup.board.piece_at(square).is_none()) {
            setup.board.set(beside, Piece::new(setup.turn, Role::Pawn));
        }
        let far = Square::new(File::ALL[numbers.below(8)], pushed.rank());
        if setup.board.piece_at(far).is_none() {
            setup.board.set(far, Piece::new(!setup.turn, Role::Rook));
        }
    }
    Position::from_setup(setup).ok()
}

#[test]
fn every_move_of_random_positions() {
    let mut numbers = Random::new(0x9e37_79b9_7f4a_7c15);
    let (mut positions, mut moves, mut seen) = (0, 0, BTreeMap::new());
    for fen in [
        // Two pawns leave the rank at once; the castling rook was the king's shield.
        "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
        "4k3/8/8/K1pP3q/8/8/8/8 w - c6 0 1",
        "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
        "rrq1k3/8/8/8/8/8/8/4K3 b - - 0 1",
    ] {
        let position = Position::from_fen(fen).expect(fen);
        moves += explain_everything(&position, &mut seen);
        positions += 1;
    }
    while positions < 2400 {
        if let Some(position) = random_position(&mut numbers) {
            moves += explain_everything(&position, &mut seen);
            positions += 1;
        }
    }
    println!("{positions} positions, {moves} moves explained: {seen:#?}");
    // Every reason that two squares and a promotion piece can meet with was met.
    assert_eq!(seen.len(), 22, "{seen:#?}");
    assert_eq!(moves, positions * 64 * 64 * 5);
}

#[test]
fn illegal_moves_are_the_rest_of_the_pseudo_legal_ones() {
    let mut numbers = Random::new(7);
    for _ in 0..2000 {
        let Some(position) = random_position(&mut numbers) else {
            continue;
        };
        let attempt_of = |mv: &Move| UciMove::from(*mv);
        let legal: Vec<UciMove> = position.legal_moves().iter().map(attempt_of).collect();
        let illegal: Vec<UciMove> =
            illegal_moves(&position).filter_map(|explanation| explanation.uci(CastlingStyle::Chess960)).collect();
        assert!(illegal.iter().all(|attempt| !legal.contains(attempt)));
        let pseudo = tabiya::oracle::pseudo_moves(&position);
        assert_eq!(illegal.len() + legal.len(), pseudo.len(), "{}", position.fen());
        assert!(pseudo.iter().all(|mv| legal.contains(&attempt_of(mv)) || illegal.contains(&attempt_of(mv))));
    }
}

fn says(fen: &str, text: &str) -> String {
    let position = Position::from_fen(fen).expect(fen);
    position.explain(text).expect(text).to_string()
}

#[test]
fn the_sentences() {
    let table = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2", "there is no piece on a1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e8e7", "the king on e8 is not white's, whose move it is"),
        ("4k3/8/8/8/8/8/N7/4K3 w - - 0 1", "a2a4", "a knight does not move from a2 to a4"),
        ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2a4", "the pawn on a2 is blocked by the pawn on a3"),
        ("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "Nd3", "the knight on f2 is pinned to the king on e1 by the bishop on h4"),
        ("4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", "a2a3", "the pawn on a2 leaves the king on e1 in check by the rook on e4"),
        (
            "4k3/8/8/8/4r3/3n4/4P3/R3K3 w - - 0 1",
            "a1a2",
            "the rook on a1 leaves the king on e1 in check by the knight on d3",
        ),
        (
            "4k3/8/8/8/4r3/3n4/8/R3K3 w - - 0 1",
            "a1a2",
            "the knight on d3 and the rook on e4 both give check, so only the king may move, not the rook on a1",
        ),
        (
            "4k3/4r3/8/8/8/4K3/8/8 w - - 0 1",
            "e3e2",
            "e2 is attacked by the rook on e7, on the line of the check: the king cannot hide behind itself",
        ),
        ("4k3/4n3/8/3K4/8/8/8/4R3 w - - 0 1", "d5c6", "c6 is attacked by the knight on e7, pinned but still attacking"),
        ("4k3/1p2n3/8/3K4/8/8/8/4R3 w - - 0 1", "d5c6", "c6 is attacked by the pawn on b7 and the knight on e7"),
        (
            "3rk3/8/7b/8/8/8/8/2K2n2 w - - 0 1",
            "c1d2",
            "d2 is attacked by the knight on f1, the bishop on h6 and the rook on d8",
        ),
        ("4k3/8/8/8/K2Pp2R/8/8/8 b - d3 0 1", "e4d3", "e4d3 is legal"),
        (
            "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
            "e4d3",
            "en passant takes e4 and d4 off and uncovers the rook on h4 along the rank against the king on a4",
        ),
        (
            "4K3/8/5k2/8/3Pp3/8/1B6/8 b - d3 0 1",
            "e4d3",
            "en passant takes e4 and d4 off and uncovers the bishop on b2 along the diagonal against the king on f6",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "e5d6",
            "en passant is not available: the pawn on d5 did not move two squares in the last move",
        ),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O", "the king would cross f1, which is attacked by the rook on f3"),
        ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "e1g1", "the king would land on g1, which is attacked by the rook on g3"),
        (
            "4k3/8/8/8/8/4r3/8/4K2R w K - 0 1",
            "e1h1",
            "the king on e1 is in check by the rook on e3, and a king in check cannot castle",
        ),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "the knight on b1 is in the rook's way"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "O-O-O", "white has no right to castle on the queen side"),
        ("4k3/8/8/8/8/1r6/8/R3K3 w Q - 0 1", "O-O-O", "b1 is attacked by the rook on b3, but only the rook passes it"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "a pawn that reaches a8 must promote, and no piece is named"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "a pawn may not become a king"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3q", "the pawn on a2 does not promote by this move"),
        ("rnbqkbnr/ppppp2p/8/5pp1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "Qh5", "gives check, mates"),
    ];
    for (fen, text, wanted) in table {
        let said = says(fen, text);
        assert!(said.contains(wanted), "{fen} {text}:\n  {said}\n  {wanted}");
    }
    // Only where every attacker is pinned is that worth a word.
    for fen in ["4k3/1p2n3/8/3K4/8/8/8/4R3 w - - 0 1", "4k3/4n3/8/3K4/8/8/8/8 w - - 0 1"] {
        assert!(!says(fen, "d5c6").contains("pinned"), "{fen}");
    }
}

#[test]
fn texts_that_are_no_moves() {
    let position = Position::default();
    for text in ["", "hello", "e9e4", "e2e4x", "Ñf3", "e2e4qq", "=Q", "N", "Zf3"] {
        assert!(position.explain(text).is_err(), "{text}");
    }
    for text in ["e2e4", "e2-e4", "E2E4", "e4", "Nf3", "Ng1f3", "N1f3", "O-O", "e7e8=Q", "e8=Q", "exd5"] {
        assert!(position.explain(text).is_ok(), "{text}");
    }
}
