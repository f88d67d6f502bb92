//! A deliberate twin of the fast rules: the slow, obviously right generator. Every pseudo-legal move is played on a
//! copy of the board and kept if the king survives. It shares no table and no trick with the fast one, only the types;
//! tests measure everything against it.

use alloc::vec::Vec;

use crate::{Board, Color, Direction, File, Move, MoveKind, MoveList, Piece, Position, Rank, Role, Square, Wing};

/// The legal moves, by trying each.
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = pseudo_moves(position);
    moves.retain(|mv| match mv.is_castle() {
        true => castle_is_legal(position, mv),
        false => {
            let board = board_after(position, mv);
            board.king(position.turn()).is_some_and(|king| !is_attacked(&board, king, !position.turn()))
        }
    });
    moves
}

/// Every move by the way the pieces go, checks ignored; castles are there if right and empty path are.
pub fn pseudo_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let (board, turn) = (position.board(), position.turn());
    for from in Square::ALL {
        let Some(piece) = board.piece_at(from).filter(|piece| piece.color() == turn) else {
            continue;
        };
        if piece.role() == Role::Pawn {
            pawn_moves(position, from, &mut moves);
            continue;
        }
        for to in Square::ALL {
            if reaches(board, piece, from, to) {
                match board.piece_at(to) {
                    None => moves.push(Move::new(from, to, MoveKind::Quiet)),
                    Some(other) if other.color() != turn => moves.push(Move::new(from, to, MoveKind::Capture)),
                    Some(_) => {}
                }
            }
        }
        if piece.role() == Role::King {
            castles(position, from, &mut moves);
        }
    }
    moves
}

fn pawn_moves(position: &Position, from: Square, moves: &mut MoveList) {
    let (board, turn) = (position.board(), position.turn());
    let up = if turn == Color::White { 1 } else { -1 };
    if let Some(to) = from.offset(0, up).filter(|&to| board.piece_at(to).is_none()) {
        pawn_arrives(from, to, false, turn, moves);
        let at_home = from.rank() == if turn == Color::White { Rank::Second } else { Rank::Seventh };
        if let Some(to) = from.offset(0, 2 * up).filter(|&to| at_home && board.piece_at(to).is_none()) {
            moves.push(Move::new(from, to, MoveKind::DoublePush));
        }
    }
    for side in [-1, 1] {
        let Some(to) = from.offset(side, up) else {
            continue;
        };
        if board.color_at(to) == Some(!turn) {
            pawn_arrives(from, to, true, turn, moves);
        }
        if position.last_double_push() == Some(to) {
            moves.push(Move::new(from, to, MoveKind::EnPassant));
        }
    }
}

fn pawn_arrives(from: Square, to: Square, capture: bool, turn: Color, moves: &mut MoveList) {
    let last_rank = if turn == Color::White { Rank::Eighth } else { Rank::First };
    if to.rank() == last_rank {
        for role in Role::PROMOTIONS {
            moves.extend(MoveKind::promotion_to(role, capture).map(|kind| Move::new(from, to, kind)));
        }
    } else {
        moves.push(Move::new(from, to, if capture { MoveKind::Capture } else { MoveKind::Quiet }));
    }
}

fn castles(position: &Position, king: Square, moves: &mut MoveList) {
    for rook in position.castling_rights().rooks_of(position.turn()) {
        let castle = Castle::new(king, rook);
        let crossed = castle.king_way().into_iter().chain(castle.rook_way());
        if crossed.filter(|&square| square != king && square != rook).all(|s| position.board().piece_at(s).is_none()) {
            moves.push(Move::castle(king, rook, castle.wing));
        }
    }
}

/// The king may not stand on, cross or end on an attacked square, and must be safe once both pieces have arrived.
fn castle_is_legal(position: &Position, mv: Move) -> bool {
    let enemy = !position.turn();
    let castle = Castle::new(mv.from(), mv.to());
    let mut without_king = *position.board();
    without_king.remove(castle.king);
    let walk_is_safe = castle.king_way().into_iter().all(|square| !is_attacked(&without_king, square, enemy));
    walk_is_safe && !is_attacked(&board_after(position, mv), castle.king_to(), enemy)
}

/// One castle, by the words of the rules: to the king's wing the king goes to the g-file and the rook to the f-file, to
/// the queen's wing to the c- and the d-file.
struct Castle {
    king: Square,
    rook: Square,
    wing: Wing,
}

impl Castle {
    fn new(king: Square, rook: Square) -> Castle {
        let wing = if rook.file() > king.file() { Wing::King } else { Wing::Queen };
        Castle { king, rook, wing }
    }

    fn king_to(&self) -> Square {
        Square::new(if self.wing == Wing::King { File::G } else { File::C }, self.king.rank())
    }

    fn rook_to(&self) -> Square {
        Square::new(if self.wing == Wing::King { File::F } else { File::D }, self.king.rank())
    }

    fn king_way(&self) -> Vec<Square> {
        way(self.king, self.king_to())
    }

    fn rook_way(&self) -> Vec<Square> {
        way(self.rook, self.rook_to())
    }
}

/// The squares of a rank from one to another, both included, by walking.
fn way(from: Square, to: Square) -> Vec<Square> {
    let direction = if from.file() < to.file() { Direction::East } else { Direction::West };
    let mut squares = Vec::from([from]);
    let mut here = from;
    while here != to {
        here = here.step(direction).unwrap_or(to);
        squares.push(here);
    }
    squares
}

/// The board after a move, changed piece by piece.
pub fn board_after(position: &Position, mv: Move) -> Board {
    let mut board = *position.board();
    let turn = position.turn();
    if mv.is_castle() {
        let castle = Castle::new(mv.from(), mv.to());
        board.remove(castle.king);
        board.remove(castle.rook);
        board.set(castle.king_to(), Piece::new(turn, Role::King));
        board.set(castle.rook_to(), Piece::new(turn, Role::Rook));
        return board;
    }
    if mv.is_en_passant() {
        board.remove(Square::new(mv.to().file(), mv.from().rank()));
    }
    if let Some(piece) = board.remove(mv.from()) {
        board.set(mv.to(), Piece::new(turn, mv.promotion().unwrap_or(piece.role())));
    }
    board
}

/// Whether a side attacks a square, by asking each of its pieces.
pub fn is_attacked(board: &Board, square: Square, by: Color) -> bool {
    board.by_color(by).into_iter().any(|from| {
        board.piece_at(from).is_some_and(|piece| piece.color() == by && reaches(board, piece, from, square))
    })
}

/// Whether a piece attacks a square: by how far away that is, and for sliders by walking there.
pub fn reaches(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let (aside, along) = (files.abs(), ranks.abs());
    let orthogonal = (aside == 0) != (along == 0);
    let diagonal = aside == along && aside != 0;
    let walks = || walks_to(board, from, to, (files.signum(), ranks.signum()));
    match piece.role() {
        Role::Pawn => aside == 1 && ranks == if piece.color() == Color::White { 1 } else { -1 },
        Role::Knight => aside.min(along) == 1 && aside.max(along) == 2,
        Role::Bishop => diagonal && walks(),
        Role::Rook => orthogonal && walks(),
        Role::Queen => (orthogonal || diagonal) && walks(),
        Role::King => aside.max(along) == 1,
    }
}

/// Whether nothing stands between two squares of a line, by walking from one to the other.
fn walks_to(board: &Board, from: Square, to: Square, (file_step, rank_step): (i8, i8)) -> bool {
    let mut here = from;
    while let Some(next) = here.offset(file_step, rank_step) {
        if next == to {
            return true;
        }
        if board.piece_at(next).is_some() {
            return false;
        }
        here = next;
    }
    false
}
