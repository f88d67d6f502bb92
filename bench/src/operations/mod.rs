//! Single questions about a position, one after another over 2,000 positions: what a search or a server asks all day.
//!
//! Where the answers of the libraries mean the same, their sums are compared; where a library has no such question, its
//! entrant does what its users do instead, or is missing.

mod lists;
mod peers;
mod samples;

use crate::contest::Task;
use peers::{chess_uci, cozy, shakmaty_read, shakmaty_uci};
use samples::{Samples, ask, samples, sum, task, texts};
use std::hint::black_box;
use std::rc::Rc;
use std::str::FromStr;
use tabiya::{Move, Position};

/// All comparisons of this suite.
pub fn tasks() -> Vec<Task> {
    let texts = texts();
    let all = Libraries {
        ours: samples(&texts, |fen| Position::from_fen(fen).ok(), |board, uci| board.parse_uci(uci).ok()),
        cozy: samples(&texts, |fen| cozy_chess::Board::from_fen(fen, false).ok(), cozy::parse_uci),
        shakmaty: samples(&texts, shakmaty_read, shakmaty_uci),
        chess: samples(&texts, |fen| chess::Board::from_str(fen).ok(), chess_uci),
    };
    let mut tasks = all.sets();
    tasks.extend(all.moves());
    tasks.extend(all.lists());
    tasks.extend(all.text());
    tasks
}

/// The samples in the types of all libraries.
struct Libraries {
    ours: Samples<Position, Move>,
    cozy: Samples<cozy_chess::Board, cozy_chess::Move>,
    shakmaty: Samples<shakmaty::Chess, shakmaty::Move>,
    chess: Samples<chess::Board, chess::ChessMove>,
}

const OURS: &str = "tabiya";
/// A view that the caller keeps.
const VIEW: &str = "tabiya-view";
const COZY: &str = "cozy-chess";
const SHAKMATY: &str = "shakmaty";
const CHESS: &str = "chess";

impl Libraries {
    /// Samples of which each has a view that was made before.
    fn views(&self) -> Rc<Vec<(tabiya::View<'static>, Move, Move)>> {
        // The bench ends soon: what views borrow may stay until then.
        let positions: &'static [Position] = self.ours.iter().map(|s| s.board).collect::<Vec<_>>().leak();
        Rc::new(positions.iter().zip(self.ours.iter()).map(|(p, s)| (p.view(), s.own, s.foreign)).collect())
    }

    /// Sets and keys.
    fn sets(&self) -> Vec<Task> {
        use shakmaty::Position as _;
        use shakmaty::zobrist::Zobrist64;
        let views = self.views();
        let in_check = sum(&self.ours, |s| s.board.in_check().into());
        let checkers = sum(&self.ours, |s| s.board.checkers().0);
        let attackers = sum(&self.ours, |s| s.board.attackers_to(s.own.to(), s.board.occupied()).0);
        let threats = sum(&self.ours, |s| s.board.threats().all().0);
        vec![
            task(
                "in-check",
                vec![
                    ask(OURS, &self.ours, in_check, |s| s.board.in_check().into()),
                    ask(VIEW, &views, in_check, |(view, ..)| view.in_check().into()),
                    ask(COZY, &self.cozy, in_check, |s| (!s.board.checkers().is_empty()).into()),
                    ask(SHAKMATY, &self.shakmaty, in_check, |s| s.board.is_check().into()),
                    ask(CHESS, &self.chess, in_check, |s| (*s.board.checkers() != chess::EMPTY).into()),
                ],
            ),
            task(
                "checkers",
                vec![
                    ask(OURS, &self.ours, checkers, |s| s.board.checkers().0),
                    ask(VIEW, &views, checkers, |(view, ..)| view.checkers().0),
                    ask(COZY, &self.cozy, checkers, |s| s.board.checkers().0),
                    ask(SHAKMATY, &self.shakmaty, checkers, |s| s.board.checkers().into()),
                    ask(CHESS, &self.chess, checkers, |s| s.board.checkers().0),
                ],
            ),
            task(
                "pinned",
                vec![
                    ask(OURS, &self.ours, None, |s| s.board.pinned().0),
                    ask(VIEW, &views, None, |(view, ..)| view.pinned().0),
                    ask(COZY, &self.cozy, None, |s| s.board.pinned().0),
                    ask(CHESS, &self.chess, None, |s| s.board.pinned().0),
                ],
            ),
            task(
                "key",
                vec![
                    ask(OURS, &self.ours, None, |s| s.board.key()),
                    ask(VIEW, &views, None, |(view, ..)| view.key()),
                    ask(COZY, &self.cozy, None, |s| s.board.hash()),
                    ask(SHAKMATY, &self.shakmaty, None, |s| {
                        s.board.zobrist_hash::<Zobrist64>(shakmaty::EnPassantMode::Legal).0
                    }),
                    ask(CHESS, &self.chess, None, |s| s.board.get_hash()),
                ],
            ),
            task(
                "attackers-to",
                vec![
                    ask(OURS, &self.ours, attackers, |s| s.board.attackers_to(s.own.to(), s.board.occupied()).0),
                    ask(COZY, &self.cozy, None, |s| cozy::attackers_to(&s.board, s.own.to)),
                    ask(SHAKMATY, &self.shakmaty, attackers, |s| {
                        let (board, to) = (s.board.board(), s.own.to());
                        let by = |color| board.attacks_to(to, color, board.occupied());
                        (by(shakmaty::Color::White) | by(shakmaty::Color::Black)).into()
                    }),
                ],
            ),
            task(
                "threats",
                vec![
                    ask(OURS, &self.ours, threats, |s| s.board.threats().all().0),
                    ask(COZY, &self.cozy, threats, |s| cozy::threats(&s.board)),
                    ask(SHAKMATY, &self.shakmaty, threats, |s| {
                        let board = s.board.board();
                        let them = board.by_color(!s.board.turn());
                        them.into_iter()
                            .fold(shakmaty::Bitboard::EMPTY, |all, from| all | board.attacks_from(from))
                            .into()
                    }),
                ],
            ),
        ]
    }

    /// Questions about moves, and playing them.
    fn moves(&self) -> Vec<Task> {
        use shakmaty::Position as _;
        let views = self.views();
        let legal = sum(&self.ours, |s| u64::from(s.board.is_legal(s.own)) + u64::from(s.board.is_legal(s.foreign)));
        let checks = sum(&self.ours, |s| s.board.gives_check(s.own).into());
        let occupied = sum(&self.ours, |s| s.board.after(s.own).occupied().0);
        let passed = sum(&self.ours, |s| s.board.after_null().is_some().into());
        vec![
            task(
                "is-legal-two",
                vec![
                    ask(OURS, &self.ours, legal, |s| {
                        u64::from(s.board.is_legal(s.own)) + u64::from(s.board.is_legal(s.foreign))
                    }),
                    ask(VIEW, &views, legal, |(view, own, foreign)| {
                        u64::from(view.is_legal(*own)) + u64::from(view.is_legal(*foreign))
                    }),
                    // A move of these libraries does not say that it captures or promotes, so more of the foreign fit.
                    ask(COZY, &self.cozy, None, |s| {
                        u64::from(s.board.is_legal(s.own)) + u64::from(s.board.is_legal(s.foreign))
                    }),
                    ask(SHAKMATY, &self.shakmaty, None, |s| {
                        u64::from(s.board.is_legal(s.own)) + u64::from(s.board.is_legal(s.foreign))
                    }),
                    ask(CHESS, &self.chess, None, |s| {
                        u64::from(s.board.legal(s.own)) + u64::from(s.board.legal(s.foreign))
                    }),
                ],
            ),
            task(
                "gives-check",
                vec![
                    ask(OURS, &self.ours, checks, |s| s.board.gives_check(s.own).into()),
                    ask(VIEW, &views, checks, |(view, own, _)| view.gives_check(*own).into()),
                    ask(COZY, &self.cozy, checks, |s| {
                        let mut after = s.board.clone();
                        after.play_unchecked(s.own);
                        (!after.checkers().is_empty()).into()
                    }),
                    ask(SHAKMATY, &self.shakmaty, checks, |s| {
                        let mut after = s.board.clone();
                        after.play_unchecked(s.own);
                        after.is_check().into()
                    }),
                    ask(CHESS, &self.chess, checks, |s| {
                        (*s.board.make_move_new(s.own).checkers() != chess::EMPTY).into()
                    }),
                ],
            ),
            task("exchange-at-least-0", vec![ask(OURS, &self.ours, None, |s| s.board.see_at_least(s.own, 0).into())]),
            task(
                "play",
                vec![
                    ask(OURS, &self.ours, occupied, |s| black_box(&s.board.after_unchecked(s.own)).occupied().0),
                    ask(COZY, &self.cozy, occupied, |s| {
                        let mut after = s.board.clone();
                        after.play_unchecked(s.own);
                        black_box(&after).occupied().0
                    }),
                    ask(SHAKMATY, &self.shakmaty, occupied, |s| {
                        let mut after = s.board.clone();
                        after.play_unchecked(s.own);
                        black_box(&after).board().occupied().into()
                    }),
                    ask(CHESS, &self.chess, occupied, |s| black_box(&s.board.make_move_new(s.own)).combined().0),
                ],
            ),
            task(
                "play-check-pins-key",
                vec![
                    ask(OURS, &self.ours, None, |s| {
                        let after = s.board.after_unchecked(s.own);
                        let view = after.view();
                        u64::from(view.in_check()) ^ view.pinned().0 ^ view.key()
                    }),
                    ask(COZY, &self.cozy, None, |s| {
                        let mut after = s.board.clone();
                        after.play_unchecked(s.own);
                        u64::from(!after.checkers().is_empty()) ^ after.pinned().0 ^ after.hash()
                    }),
                    ask(CHESS, &self.chess, None, |s| {
                        let after = s.board.make_move_new(s.own);
                        u64::from(*after.checkers() != chess::EMPTY) ^ after.pinned().0 ^ after.get_hash()
                    }),
                ],
            ),
            task(
                "key-after",
                vec![
                    ask(OURS, &self.ours, None, |s| s.board.key_after(s.own)),
                    ask(COZY, &self.cozy, None, |s| {
                        let mut after = s.board.clone();
                        after.play_unchecked(s.own);
                        after.hash()
                    }),
                    ask(CHESS, &self.chess, None, |s| s.board.make_move_new(s.own).get_hash()),
                ],
            ),
            task(
                "null-move",
                vec![
                    ask(OURS, &self.ours, passed, |s| black_box(&s.board.after_null()).is_some().into()),
                    ask(VIEW, &views, passed, |(view, ..)| black_box(&view.after_null()).is_some().into()),
                    ask(COZY, &self.cozy, passed, |s| black_box(&s.board.null_move()).is_some().into()),
                    ask(CHESS, &self.chess, passed, |s| black_box(&s.board.null_move()).is_some().into()),
                ],
            ),
        ]
    }
}
