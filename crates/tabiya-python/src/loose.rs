//! The rules on boards that are not positions: kings missing, the side not to move in check, pawns on a first rank.
//!
//! Programs flip the turn to count moves, pass while in check, or play games in which a king can be captured. What a
//! piece can do is defined there, too. A move is legal if it leaves the last of its side's kings, if there is one,
//! where it is not attacked. This is the slow way: positions have the generator of the crate `tabiya`.

use tabiya::castling::{destinations, wing_of};
use tabiya::{Bitboard, Piece, Rank, Role, Setup, Square, Wing, attacks};

use crate::code::Code;
use crate::state::{State, attackers, attacks_from, clean_castling, next_fullmove};

/// A setup with the castling rights that make sense.
pub struct Loose {
    setup: Setup,
    chess960: bool,
}

impl Loose {
    pub fn new(setup: &Setup, chess960: bool) -> Loose {
        Loose { setup: Setup { castling: clean_castling(setup, chess960), ..*setup }, chess960 }
    }

    fn own(&self, role: Role) -> Bitboard {
        self.setup.board.pieces(self.setup.turn, role)
    }

    /// Moves that follow the pieces' ways, whatever becomes of the king; castling only where it is legal.
    pub fn pseudo_legal_moves(&self) -> Vec<Code> {
        let own = self.setup.board.by_color(self.setup.turn);
        let mut moves = Vec::new();
        for from in own - self.setup.board.by_role(Role::Pawn) {
            let targets = attacks_from(&self.setup.board, from) - own;
            moves.extend(targets.into_iter().map(|to| Code::new(from, to, None)));
        }
        moves.extend(self.castling_rooks().map(|(king, rook)| self.castle_code(king, rook)));
        for from in self.own(Role::Pawn) {
            for to in self.pawn_targets(from) {
                let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                if Bitboard::BACK_RANKS.contains(to) {
                    moves.extend(promotions.map(|role| Code::new(from, to, Some(role))));
                } else {
                    moves.push(Code::new(from, to, None));
                }
            }
        }
        moves
    }

    fn pawn_targets(&self, from: Square) -> Bitboard {
        let Setup { board, turn, .. } = &self.setup;
        let ahead = |squares: Bitboard| {
            let shifted = turn.pick(squares.0 << 8, squares.0 >> 8);
            Bitboard(shifted) - board.occupied()
        };
        let single = ahead(from.bitboard());
        // A pawn that stands on its first rank may go two steps, too, as other libraries have it.
        let reach = Rank::Third.relative_to(*turn).bitboard() | Rank::Fourth.relative_to(*turn).bitboard();
        let captures = attacks::pawn(*turn, from) & board.by_color(!*turn);
        single | (ahead(single) & reach) | captures | (attacks::pawn(*turn, from) & self.en_passant(from))
    }

    /// The square where a pawn on this square captures en passant. A square that no double push explains is ignored, as
    /// castling rights without a rook are.
    fn en_passant(&self, from: Square) -> Bitboard {
        let Setup { board, turn, en_passant, .. } = &self.setup;
        let explained = en_passant.filter(|&square| {
            let victim = Square::new(square.file(), from.rank());
            !board.occupied().contains(square) && board.pieces(!*turn, Role::Pawn).contains(victim)
        });
        let ready = from.rank() == Rank::Fifth.relative_to(*turn);
        explained.filter(|_| ready).map_or(Bitboard::EMPTY, Square::bitboard)
    }

    pub fn has_pseudo_legal_en_passant(&self) -> bool {
        let ready = |from: Square| (self.en_passant(from) & attacks::pawn(self.setup.turn, from)).any();
        self.own(Role::Pawn).into_iter().any(ready)
    }

    pub fn has_legal_en_passant(&self) -> bool {
        let capture = |from: Square| {
            let targets = self.en_passant(from) & attacks::pawn(self.setup.turn, from);
            targets.into_iter().any(|to| !self.is_into_check(Code::new(from, to, None)))
        };
        self.setup.en_passant.is_some() && self.own(Role::Pawn).into_iter().any(capture)
    }

    /// The kings and rooks that may castle now.
    fn castling_rooks(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let back_rank = self.setup.turn.back_rank().bitboard();
        let king = (self.own(Role::King) & back_rank).last();
        let rooks = self.setup.castling & back_rank & self.setup.board.by_color(self.setup.turn);
        king.into_iter().flat_map(move |king| rooks.into_iter().map(move |rook| (king, rook))).filter(
            |&(king, rook)| {
                let (king_to, rook_to) = destinations(king.rank(), wing_of(king, rook));
                let passed = attacks::between(king, king_to);
                let needed = passed | attacks::between(rook, rook_to) | king_to.bitboard() | rook_to.bitboard();
                let others = self.setup.board.occupied().without(king).without(rook);
                let attacked = |square: Square, occupied: Bitboard| {
                    attackers(&self.setup.board, !self.setup.turn, square, occupied).any()
                };
                !others.intersects(needed)
                    && !passed.with(king).into_iter().any(|square| attacked(square, others.with(rook)))
                    && !attacked(king_to, others.with(rook_to))
            },
        )
    }

    /// Castling as this board writes it.
    pub fn castle_code(&self, king: Square, rook: Square) -> Code {
        let to = if self.chess960 { rook } else { destinations(king.rank(), wing_of(king, rook)).0 };
        Code::new(king, to, None)
    }

    /// The rook that a move of the king castles with, in either spelling, as far as rights tell.
    pub fn castle(&self, code: Code) -> Option<Square> {
        let (from, to) = (code.from(), code.to());
        if !self.own(Role::King).contains(from) || from.rank() != to.rank() || from == to {
            return None;
        }
        if self.own(Role::Rook).contains(to) {
            return Some(to);
        }
        let wing: Wing = wing_of(from, to);
        let rooks = self.setup.castling & self.own(Role::Rook) & from.rank().bitboard();
        let two_steps = (from as u8).abs_diff(to as u8) == 2 && destinations(from.rank(), wing).0 == to;
        rooks.into_iter().find(|&rook| two_steps && wing_of(from, rook) == wing)
    }

    /// A move as [`Loose::pseudo_legal_moves`] writes it.
    fn canonical(&self, code: Code) -> Code {
        match self.castle(code) {
            Some(rook) if self.setup.castling.contains(rook) => self.castle_code(code.from(), rook),
            _ => code,
        }
    }

    pub fn is_pseudo_legal(&self, code: Code) -> bool {
        self.pseudo_legal_moves().contains(&self.canonical(code))
    }

    /// Whether a move leaves the king of its side attacked.
    pub fn is_into_check(&self, code: Code) -> bool {
        self.after(code).was_into_check()
    }

    pub fn is_legal(&self, code: Code) -> bool {
        self.is_pseudo_legal(code) && !self.is_into_check(code)
    }

    pub fn legal_moves(&self) -> Vec<Code> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&code| !self.is_into_check(code));
        moves
    }

    /// The board after a move that need not be legal, by moving pieces about.
    pub fn after(&self, code: Code) -> State {
        let setup = &self.setup;
        let (from, to) = (code.from(), code.to());
        let mut next = *setup;
        let Some(piece) = next.board.remove(from) else { return State::new(next, self.chess960) };
        let zeroing = piece.role() == Role::Pawn || setup.board.by_color(!setup.turn).contains(to);
        next.castling = setup.castling.without(from).without(to);
        next.en_passant = None;
        if piece.role() == Role::King {
            next.castling -= setup.turn.back_rank().bitboard();
        }
        if let Some(rook) = self.castle(code) {
            let (king_to, rook_to) = destinations(from.rank(), wing_of(from, rook));
            next.board.remove(rook);
            next.board.set(king_to, piece);
            next.board.set(rook_to, Piece::new(setup.turn, Role::Rook));
        } else {
            let step = (from as u8).abs_diff(to as u8);
            if piece.role() == Role::Pawn {
                let second = Rank::Second.relative_to(setup.turn);
                if step == 16 && from.rank() == second {
                    next.en_passant = Square::from_index((from as usize + to as usize) / 2);
                } else if setup.en_passant == Some(to) && matches!(step, 7 | 9) && setup.board.piece_at(to).is_none() {
                    next.board.remove(Square::new(to.file(), from.rank()));
                }
            }
            let arriving = code.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
            next.board.set(to, arriving);
        }
        next.halfmove_clock = if zeroing { 0 } else { (setup.halfmove_clock + 1).min(u16::MAX.into()) };
        next.fullmove = next_fullmove(setup);
        next.turn = !setup.turn;
        State::new(next, self.chess960)
    }
}
