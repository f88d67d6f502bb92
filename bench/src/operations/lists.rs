//! Lists, status and text.

use super::peers::{chess_uci, cozy, shakmaty_read, shakmaty_uci};
use super::samples::{ask, sum, task};
use super::{CHESS, COZY, Libraries, OURS, SHAKMATY, VIEW};
use crate::contest::Task;
use std::hint::black_box;
use std::str::FromStr;
use tabiya::movegen::{Evasions, LegalCaptures, LegalQuiets};
use tabiya::{MoveList, Position, SearchStatus};

impl Libraries {
    /// Lists, and whether there is a move at all.
    pub fn lists(&self) -> Vec<Task> {
        use shakmaty::Position as _;
        let views = self.views();
        let ongoing = sum(&self.ours, |s| (s.board.search_status() == SearchStatus::Ongoing).into());
        let moves = sum(&self.ours, |s| s.board.legal_moves().len() as u64);
        vec![
            task(
                "status",
                vec![
                    ask(OURS, &self.ours, ongoing, |s| (s.board.search_status() == SearchStatus::Ongoing).into()),
                    ask(VIEW, &views, ongoing, |(view, ..)| (view.search_status() == SearchStatus::Ongoing).into()),
                    ask(COZY, &self.cozy, ongoing, |s| (s.board.status() == cozy_chess::GameStatus::Ongoing).into()),
                    ask(SHAKMATY, &self.shakmaty, None, |s| s.board.outcome().is_unknown().into()),
                    ask(CHESS, &self.chess, None, |s| (s.board.status() == chess::BoardStatus::Ongoing).into()),
                ],
            ),
            task(
                "status-by-all-rules",
                vec![
                    ask(OURS, &self.ours, None, |s| s.board.status().is_over().into()),
                    ask(VIEW, &views, None, |(view, ..)| view.status().is_over().into()),
                    ask(SHAKMATY, &self.shakmaty, None, |s| s.board.outcome().is_unknown().into()),
                ],
            ),
            task(
                "legal-list",
                vec![
                    ask(OURS, &self.ours, moves, |s| black_box(&s.board.legal_moves()).len() as u64),
                    ask(VIEW, &views, moves, |(view, ..)| black_box(&view.legal_moves()).len() as u64),
                    ask(COZY, &self.cozy, moves, |s| cozy::list(&s.board, cozy_chess::BitBoard::FULL)),
                    ask(SHAKMATY, &self.shakmaty, moves, |s| black_box(&s.board.legal_moves()).len() as u64),
                    ask(CHESS, &self.chess, moves, |s| {
                        let list: arrayvec::ArrayVec<chess::ChessMove, 256> =
                            chess::MoveGen::new_legal(&s.board).collect();
                        black_box(&list).len() as u64
                    }),
                ],
            ),
            task(
                "legal-captures",
                vec![
                    ask(OURS, &self.ours, None, |s| black_box(&s.board.generate::<LegalCaptures>()).len() as u64),
                    ask(VIEW, &views, None, |(view, ..)| black_box(&view.generate::<LegalCaptures>()).len() as u64),
                    ask(COZY, &self.cozy, None, |s| cozy::list(&s.board, s.board.colors(!s.board.side_to_move()))),
                    ask(SHAKMATY, &self.shakmaty, None, |s| black_box(&s.board.capture_moves()).len() as u64),
                    ask(CHESS, &self.chess, None, |s| {
                        let mut moves = chess::MoveGen::new_legal(&s.board);
                        moves.set_iterator_mask(*s.board.color_combined(!s.board.side_to_move()));
                        let list: arrayvec::ArrayVec<chess::ChessMove, 256> = moves.collect();
                        black_box(&list).len() as u64
                    }),
                ],
            ),
            task(
                "legal-quiets",
                vec![
                    ask(OURS, &self.ours, None, |s| black_box(&s.board.generate::<LegalQuiets>()).len() as u64),
                    ask(VIEW, &views, None, |(view, ..)| black_box(&view.generate::<LegalQuiets>()).len() as u64),
                    ask(COZY, &self.cozy, None, |s| cozy::list(&s.board, !s.board.colors(!s.board.side_to_move()))),
                ],
            ),
            task(
                "pseudo-legal-list",
                vec![
                    ask(OURS, &self.ours, None, |s| black_box(&s.board.pseudo_legal_moves()).len() as u64),
                    ask("tabiya-filled", &self.ours, None, {
                        let list = std::cell::RefCell::new(MoveList::new());
                        move |s| {
                            let mut list = list.borrow_mut();
                            s.board.fill::<Evasions>(&mut list);
                            list.len() as u64
                        }
                    }),
                ],
            ),
        ]
    }

    /// Moves and positions as text.
    pub fn text(&self) -> Vec<Task> {
        use shakmaty::fen::Fen;
        use shakmaty::san::SanPlus;
        let to = sum(&self.ours, |s| s.own.to() as u64);
        let san = sum(&self.ours, |s| s.text.san.len() as u64);
        let occupied = sum(&self.ours, |s| s.board.occupied().0);
        vec![
            task(
                "read-uci",
                vec![
                    ask(OURS, &self.ours, to, |s| s.board.parse_uci(&s.text.own).map_or(0, |mv| mv.to() as u64)),
                    ask(COZY, &self.cozy, None, |s| {
                        cozy::parse_uci(&s.board, &s.text.own)
                            .filter(|&mv| s.board.is_legal(mv))
                            .map_or(0, |mv| mv.to as u64)
                    }),
                    ask(SHAKMATY, &self.shakmaty, to, |s| {
                        shakmaty_uci(&s.board, &s.text.own).map_or(0, |mv| usize::from(mv.to()) as u64)
                    }),
                    ask(CHESS, &self.chess, None, |s| {
                        chess_uci(&s.board, &s.text.own)
                            .filter(|&mv| s.board.legal(mv))
                            .map_or(0, |mv| mv.get_dest().to_index() as u64)
                    }),
                ],
            ),
            task(
                "read-san",
                vec![
                    ask(OURS, &self.ours, to, |s| s.board.parse_san(&s.text.san).map_or(0, |mv| mv.to() as u64)),
                    ask(COZY, &self.cozy, None, |s| {
                        cozy_chess::util::parse_san_move(&s.board, &s.text.san).map_or(0, |mv| mv.to as u64)
                    }),
                    ask(SHAKMATY, &self.shakmaty, to, |s| {
                        let plus = SanPlus::from_ascii(s.text.san.as_bytes()).expect("SAN");
                        plus.san.to_move(&s.board).map_or(0, |mv| usize::from(mv.to()) as u64)
                    }),
                    ask(CHESS, &self.chess, None, |s| {
                        chess::ChessMove::from_san(&s.board, &s.text.san)
                            .map_or(0, |mv| mv.get_dest().to_index() as u64)
                    }),
                ],
            ),
            task(
                "write-san",
                vec![
                    ask(OURS, &self.ours, san, |s| s.board.san(s.own).len() as u64),
                    ask(COZY, &self.cozy, None, |s| {
                        cozy_chess::util::display_san_move(&s.board, s.own).to_string().len() as u64
                    }),
                    ask(SHAKMATY, &self.shakmaty, san, |s| {
                        SanPlus::from_move(s.board.clone(), s.own).to_string().len() as u64
                    }),
                ],
            ),
            task(
                "read-fen",
                vec![
                    ask(OURS, &self.ours, occupied, |s| Position::from_fen(&s.text.fen).map_or(0, |p| p.occupied().0)),
                    ask(COZY, &self.cozy, occupied, |s| {
                        cozy_chess::Board::from_fen(&s.text.fen, false).map_or(0, |board| board.occupied().0)
                    }),
                    ask(SHAKMATY, &self.shakmaty, occupied, |s| {
                        shakmaty_read(&s.text.fen)
                            .map_or(0, |board| shakmaty::Position::board(&board).occupied().into())
                    }),
                    ask(CHESS, &self.chess, occupied, |s| {
                        chess::Board::from_str(&s.text.fen).map_or(0, |board| board.combined().0)
                    }),
                ],
            ),
            task(
                "write-fen",
                vec![
                    ask(OURS, &self.ours, None, |s| s.board.fen().len() as u64),
                    ask(COZY, &self.cozy, None, |s| s.board.to_string().len() as u64),
                    ask(SHAKMATY, &self.shakmaty, None, |s| {
                        Fen::from_position(&s.board, shakmaty::EnPassantMode::Legal).to_string().len() as u64
                    }),
                    ask(CHESS, &self.chess, None, |s| s.board.to_string().len() as u64),
                ],
            ),
        ]
    }
}
