//! One view of four libraries, thin enough to cost nothing: each method is the library's own idiom.

use arrayvec::ArrayVec;
use std::hint::black_box;
use std::marker::PhantomData;
use std::str::FromStr;
use tabiya::cpu::{Detected, Portable, Token};

/// What a perft needs from a library.
pub trait Rules: 'static {
    /// The library's name.
    const NAME: &'static str;
    /// Its position.
    type Board: Clone + 'static;
    /// Its list of moves, complete and in memory.
    type List;

    /// Reads a FEN that is known to be good.
    fn read(fen: &str) -> Self::Board;
    /// The number of legal moves, without listing them where the library can.
    fn count(board: &Self::Board) -> u64;
    /// All legal moves as a list.
    fn list(board: &Self::Board) -> Self::List;
    /// The length of a list.
    fn len(list: &Self::List) -> u64;
    /// Visits the position after each move of a list.
    fn after_each(board: &Self::Board, list: &Self::List, visit: impl FnMut(&Self::Board));
    /// Visits the position after each legal move in the library's fastest way, list or not.
    fn visit_children(board: &Self::Board, visit: impl FnMut(&Self::Board)) {
        Self::after_each(board, &Self::list(board), visit);
    }
}

/// Perft with leaves counted in bulk.
pub fn bulk<R: Rules>(board: &R::Board, depth: u32) -> u64 {
    if depth == 1 {
        return R::count(board);
    }
    let mut leaves = 0;
    R::visit_children(board, |child| leaves += bulk::<R>(child, depth - 1));
    leaves
}

/// Perft that makes the full list at every node, the last ply included, and plays none of the leaves.
pub fn lists<R: Rules>(board: &R::Board, depth: u32) -> u64 {
    let list = R::list(board);
    if depth == 1 {
        return R::len(black_box(&list));
    }
    let mut leaves = 0;
    R::after_each(board, &list, |child| leaves += lists::<R>(child, depth - 1));
    leaves
}

/// Perft that plays every move, the leaves too.
pub fn played<R: Rules>(board: &R::Board, depth: u32) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut leaves = 0;
    R::visit_children(board, |child| leaves += played::<R>(child, depth - 1));
    leaves
}

/// The positions after every legal move.
pub fn children<R: Rules>(board: &R::Board) -> Vec<R::Board> {
    let mut children = Vec::new();
    R::visit_children(board, |child| children.push(child.clone()));
    children
}

/// Tabiya itself.
pub struct Tabiya;

impl Rules for Tabiya {
    const NAME: &'static str = "tabiya";
    type Board = tabiya::Position;
    type List = tabiya::MoveList;

    fn read(fen: &str) -> Self::Board {
        tabiya::Position::from_fen(fen).expect("a good FEN")
    }
    fn count(board: &Self::Board) -> u64 {
        board.count_legal() as u64
    }
    fn list(board: &Self::Board) -> Self::List {
        board.legal_moves()
    }
    fn len(list: &Self::List) -> u64 {
        list.len() as u64
    }
    fn after_each(board: &Self::Board, list: &Self::List, mut visit: impl FnMut(&Self::Board)) {
        for &mv in list.iter() {
            visit(&board.after_unchecked(mv));
        }
    }
}

/// Tabiya with the instructions of one level, chosen by its type.
pub struct TabiyaAt<T>(PhantomData<T>);

/// A level that is known before the program runs.
pub trait Fixed: Token + Into<Detected> {
    /// The level, or the plainest if this CPU does not have it; a caller enters only levels that it has.
    #[inline(always)]
    fn cpu() -> Detected {
        Self::detect().map_or(Detected::Portable(Portable::new()), Into::into)
    }
}

impl<T: Token + Into<Detected>> Fixed for T {}

impl<T: Fixed> Rules for TabiyaAt<T> {
    const NAME: &'static str = "tabiya";
    type Board = tabiya::Position;
    type List = tabiya::MoveList;

    fn read(fen: &str) -> Self::Board {
        tabiya::Position::from_fen(fen).expect("a good FEN")
    }
    fn count(board: &Self::Board) -> u64 {
        board.count_legal_at(T::cpu()) as u64
    }
    fn list(board: &Self::Board) -> Self::List {
        board.generate_at::<tabiya::movegen::Legal>(T::cpu())
    }
    fn len(list: &Self::List) -> u64 {
        list.len() as u64
    }
    fn after_each(board: &Self::Board, list: &Self::List, mut visit: impl FnMut(&Self::Board)) {
        for &mv in list.iter() {
            visit(&board.after_unchecked_at(T::cpu(), mv));
        }
    }
}

/// cozy-chess: moves come as sets to a listener.
pub struct CozyChess;

impl Rules for CozyChess {
    const NAME: &'static str = "cozy-chess";
    type Board = cozy_chess::Board;
    type List = ArrayVec<cozy_chess::Move, 218>;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a good FEN")
    }
    fn count(board: &Self::Board) -> u64 {
        let mut moves = 0;
        board.generate_moves(|set| {
            moves += set.len() as u64;
            false
        });
        moves
    }
    fn list(board: &Self::Board) -> Self::List {
        let mut list = ArrayVec::new();
        board.generate_moves(|set| {
            list.extend(set);
            false
        });
        list
    }
    fn len(list: &Self::List) -> u64 {
        list.len() as u64
    }
    fn after_each(board: &Self::Board, list: &Self::List, mut visit: impl FnMut(&Self::Board)) {
        for &mv in list {
            let mut child = board.clone();
            child.play_unchecked(mv);
            visit(&child);
        }
    }
    fn visit_children(board: &Self::Board, mut visit: impl FnMut(&Self::Board)) {
        board.generate_moves(|set| {
            for mv in set {
                let mut child = board.clone();
                child.play_unchecked(mv);
                visit(&child);
            }
            false
        });
    }
}

/// shakmaty: legal moves as a list on the stack.
pub struct Shakmaty;

impl Rules for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Board = shakmaty::Chess;
    type List = shakmaty::MoveList;

    fn read(fen: &str) -> Self::Board {
        let fen: shakmaty::fen::Fen = fen.parse().expect("a good FEN");
        fen.into_position(shakmaty::CastlingMode::Standard).expect("a good position")
    }
    fn count(board: &Self::Board) -> u64 {
        shakmaty::Position::legal_moves(board).len() as u64
    }
    fn list(board: &Self::Board) -> Self::List {
        shakmaty::Position::legal_moves(board)
    }
    fn len(list: &Self::List) -> u64 {
        list.len() as u64
    }
    fn after_each(board: &Self::Board, list: &Self::List, mut visit: impl FnMut(&Self::Board)) {
        for &mv in list {
            let mut child = board.clone();
            shakmaty::Position::play_unchecked(&mut child, mv);
            visit(&child);
        }
    }
}

/// chess: an iterator that knows its length.
pub struct Chess;

impl Rules for Chess {
    const NAME: &'static str = "chess";
    type Board = chess::Board;
    type List = ArrayVec<chess::ChessMove, 256>;

    fn read(fen: &str) -> Self::Board {
        chess::Board::from_str(fen).expect("a good FEN")
    }
    fn count(board: &Self::Board) -> u64 {
        chess::MoveGen::new_legal(board).len() as u64
    }
    fn list(board: &Self::Board) -> Self::List {
        chess::MoveGen::new_legal(board).collect()
    }
    fn len(list: &Self::List) -> u64 {
        list.len() as u64
    }
    fn after_each(board: &Self::Board, list: &Self::List, mut visit: impl FnMut(&Self::Board)) {
        for &mv in list {
            visit(&board.make_move_new(mv));
        }
    }
    fn visit_children(board: &Self::Board, mut visit: impl FnMut(&Self::Board)) {
        for mv in chess::MoveGen::new_legal(board) {
            visit(&board.make_move_new(mv));
        }
    }
}
