//! Who attacks a king, who stands in between, which moves answer a check and which give one; and the one fast home of the
//! rules of en passant (its slow twin is [`oracle`](crate::oracle)).

use super::{EnPassant, Position, pushed_pawn};
use crate::attacks::{self, aligned, between, diagonals, line, orthogonals};
use crate::castling::CastlingPath;
use crate::{Bitboard, Board, Color, Move, MoveKind, Role, Square};

/// What many questions about one position's checks share, computed once: see [`Position::check_info`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CheckInfo {
    /// For White's and Black's king: the pieces of either colour that alone stand between it and an enemy slider.
    pub blockers: [Bitboard; 2],
    /// For White's and Black's king: the enemy sliders held off by one piece of the king's own colour.
    pub pinners: [Bitboard; 2],
    /// By role: the squares from which the side to move would check the enemy king. A king never does.
    pub check_squares: [Bitboard; 6],
}

impl CheckInfo {
    /// The pieces of `position`'s side to move that would uncover a check by leaving their line.
    #[inline(always)]
    pub fn discoverers(&self, position: &Position) -> Bitboard {
        self.blockers[!position.turn() as usize] & position.us()
    }
}

impl Position {
    /// Blockers and pinners of both kings and the squares that check, for asking
    /// [`gives_check_with`](Position::gives_check_with) of many moves.
    pub fn check_info(&self) -> CheckInfo {
        let (white_blockers, white_pinners) = self.blockers_and_pinners(Color::White);
        let (black_blockers, black_pinners) = self.blockers_and_pinners(Color::Black);
        let enemy_king = self.king_of(!self.turn);
        let bishop = attacks::bishop(enemy_king, self.occupied());
        let rook = attacks::rook(enemy_king, self.occupied());
        CheckInfo {
            blockers: [white_blockers, black_blockers],
            pinners: [white_pinners, black_pinners],
            check_squares: [
                attacks::pawn(!self.turn, enemy_king),
                attacks::knight(enemy_king),
                bishop,
                rook,
                bishop | rook,
                Bitboard::EMPTY,
            ],
        }
    }

    /// The pieces of either colour that alone stand between this side's king and an enemy slider.
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.blockers_and_pinners(color).0
    }

    /// The enemy sliders that one piece of this side's own holds off its king.
    pub fn pinners(&self, color: Color) -> Bitboard {
        self.blockers_and_pinners(color).1
    }

    /// The squares from which a piece of this role would check the enemy king.
    pub fn check_squares(&self, role: Role) -> Bitboard {
        let enemy_king = self.king_of(!self.turn);
        match role {
            Role::King => Bitboard::EMPTY,
            _ => attacks::of(role, !self.turn, enemy_king, self.occupied()),
        }
    }

    /// The pieces of the side to move that uncover a check when they leave their line.
    pub fn discovered_check_candidates(&self) -> Bitboard {
        self.blockers(!self.turn) & self.us()
    }

    /// See [`blockers`](Position::blockers) and [`pinners`](Position::pinners).
    #[inline]
    pub(crate) fn blockers_and_pinners(&self, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king_of(color);
        let own = self.board.by_color(color);
        let (mut blockers, mut pinners) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in self.board.snipers(self.board.by_color(!color), king) {
            let between = between(king, sniper) & self.occupied();
            if between.any() && !between.has_many() {
                blockers |= between;
                if between.intersects(own) {
                    pinners = pinners.with(sniper);
                }
            }
        }
        (blockers, pinners)
    }

    /// Whether a pseudo-legal move attacks the enemy king, directly or by uncovering another piece.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_with(mv, &self.check_info())
    }

    /// As [`gives_check`](Position::gives_check), with the shared part computed once for many moves.
    pub fn gives_check_with(&self, mv: Move, info: &CheckInfo) -> bool {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let enemy_king = self.king_of(!self.turn);
        if let MoveKind::CastleKing | MoveKind::CastleQueen = kind {
            let path = CastlingPath::new(from, to);
            let occupied = self.occupied().without(from).without(to).with(path.king_to).with(path.rook_to);
            return attacks::rook(path.rook_to, occupied).contains(enemy_king)
                || self.sees_king(enemy_king, occupied, to.bitboard());
        }
        let Some(role) = self.board.role_at(from) else {
            return false;
        };
        if kind == MoveKind::EnPassant {
            let occupied = self.occupied().without(from).without(pushed_pawn(to)).with(to);
            return info.check_squares[Role::Pawn as usize].contains(to)
                || self.sees_king(enemy_king, occupied, Bitboard::EMPTY);
        }
        if info.discoverers(self).contains(from) && !aligned(from, enemy_king, to) {
            return true;
        }
        match kind.promotion() {
            // The pawn itself no longer blocks the line behind it.
            Some(role) => attacks::of(role, self.turn, to, self.occupied().without(from)).contains(enemy_king),
            None => info.check_squares[role as usize].contains(to),
        }
    }

    /// Whether a slider of the side to move, other than those left out, attacks the enemy king.
    fn sees_king(&self, enemy_king: Square, occupied: Bitboard, leaving: Bitboard) -> bool {
        let sliders = self.us() - leaving;
        attacks::bishop(enemy_king, occupied).intersects(self.board.diagonal_sliders() & sliders)
            || attacks::rook(enemy_king, occupied).intersects(self.board.orthogonal_sliders() & sliders)
    }

    /// What attacks the king of the side to move, and which of its own pieces alone stand between it and an enemy: found together,
    /// because both are about the enemies that face it. Leapers need no case of their own: nothing is ever between them and the king.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        let (mut checkers, mut pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let king = self.king_of(self.turn);
        for enemy in self.board.facing_king(self.turn, king) {
            let between = between(king, enemy) & self.occupied();
            if between.is_empty() {
                checkers = checkers.with(enemy);
            } else if !between.has_many() {
                pinned |= between;
            }
        }
        (checkers, pinned & self.us())
    }

    /// Whether the piece on this square is [pinned](Position::pinned) to the king of the side to move: the same, for one piece only.
    #[inline(always)]
    pub(crate) fn is_pinned(&self, square: Square) -> bool {
        let king = self.king_of(self.turn);
        let line = line(king, square);
        line.any()
            && self
                .board
                .snipers(self.them() & line, king)
                .into_iter()
                .any(|sniper| between(king, sniper) & self.occupied() == square.bitboard())
    }

    /// Whether the king of the side to move is attacked by nobody once another piece of its side has gone from here to there and taken
    /// what stood there: check and pin in one question.
    #[inline(always)]
    pub(crate) fn king_is_safe_after(&self, from: Square, to: Square) -> bool {
        self.king_is_safe_from_others(to, self.occupied().without(from).with(to))
    }

    /// Whether nobody but the enemy on `taken`, if there is one, attacks the king of the side to move when these squares are occupied.
    #[inline(always)]
    fn king_is_safe_from_others(&self, taken: Square, occupied: Bitboard) -> bool {
        let (board, king) = (&self.board, self.king_of(self.turn));
        // Look-ups, because how many enemies face the king cannot be predicted.
        let leapers = (attacks::pawn(self.turn, king) & board.by_role(Role::Pawn))
            | (attacks::knight(king) & board.by_role(Role::Knight));
        let sliders = (attacks::bishop(king, occupied) & board.diagonal_sliders())
            | (attacks::rook(king, occupied) & board.orthogonal_sliders());
        ((leapers | sliders) & self.them()).without(taken).is_empty()
    }

    /// Where a piece other than the king must go for the sake of a check: onto the only checker or between it and the king;
    /// everywhere without a check, nowhere against two. [`en_passant_answers_check`](Position::en_passant_answers_check)
    /// knows the one capture that ends elsewhere.
    #[inline(always)]
    pub(crate) fn check_answers(&self) -> Bitboard {
        self.answers_to(self.checkers())
    }

    /// The same for checkers that the caller knows already.
    #[inline(always)]
    pub(crate) fn answers_to(&self, checkers: Bitboard) -> Bitboard {
        match checkers.first() {
            None => Bitboard::FULL,
            Some(_) if checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => between(self.king_of(self.turn), checker) | checkers,
        }
    }

    /// Whether a piece other than the king that goes there captures the only checker or blocks it; true without a check.
    #[inline(always)]
    pub(crate) fn answers_check(&self, to: Square) -> bool {
        self.king_is_safe_from_others(to, self.occupied().with(to))
    }

    /// The pawns of the side to move that stand beside the pawn that has passed over this square.
    #[inline(always)]
    pub(crate) fn en_passant_capturers(&self, passed: Square) -> Bitboard {
        self.board.en_passant_capturers(self.turn, passed)
    }

    /// Whether capturing en passant on this square captures the only checker or blocks it; true without a check.
    #[inline(always)]
    pub(crate) fn en_passant_answers_check(&self, to: Square) -> bool {
        let answers = self.check_answers();
        answers.contains(to) || answers.contains(pushed_pawn(to))
    }

    /// Whether a pseudo-legal move leaves its own king safe, which makes it legal.
    #[inline]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king_of(self.turn);
        match mv.kind() {
            MoveKind::CastleKing | MoveKind::CastleQueen => {
                let path = CastlingPath::new(from, to);
                let safe = path.king_walk.into_iter().filter(|&square| !self.is_danger(square, king)).collect();
                path.is_safe(self.pinned(), safe)
            }
            MoveKind::EnPassant => self.en_passant_is_safe(from, to),
            _ if from == king => !self.is_danger(to, king),
            _ => line(king, from).contains(to) || !self.is_pinned(from),
        }
    }

    /// Whether the king of the side to move, standing on `king`, would be attacked on `square`; it does not hide behind
    /// itself.
    #[inline(always)]
    pub(crate) fn is_danger(&self, square: Square, king: Square) -> bool {
        self.board.is_attacked(square, !self.turn, self.occupied().without(king))
    }

    /// See [`Board::en_passant_is_safe`].
    #[inline]
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        self.board.en_passant_is_safe(self.turn, from, to, pushed_pawn(to))
    }
}

impl Board {
    /// The enemies that would attack this side's king on `king` if nothing stood in between.
    #[inline(always)]
    pub(super) fn facing_king(&self, color: Color, king: Square) -> Bitboard {
        let facing = attacks::facing(color, king);
        let sliders = (facing.diagonals & self.diagonal_sliders()) | (facing.orthogonals & self.orthogonal_sliders());
        let any = sliders | (facing.knights & self.by_role(Role::Knight)) | (facing.pawns & self.by_role(Role::Pawn));
        any & self.by_color(!color)
    }

    /// Those of the enemies that are sliders on a line with a king on `king`, whatever stands in between.
    #[inline(always)]
    pub(crate) fn snipers(&self, enemies: Bitboard, king: Square) -> Bitboard {
        let aligned = (diagonals(king) & self.diagonal_sliders()) | (orthogonals(king) & self.orthogonal_sliders());
        enemies & aligned
    }

    /// The pawns of `turn` that stand beside the enemy pawn that has passed over this square.
    #[inline(always)]
    fn en_passant_capturers(&self, turn: Color, passed: Square) -> Bitboard {
        attacks::pawn(!turn, passed) & self.pieces(turn, Role::Pawn)
    }

    /// Whether the en passant capture by the pawn on `from` of the one on `captured` leaves its king unattacked: two pawns leave their
    /// squares at once, and the king may stand on a line through either, or be in check from elsewhere.
    #[inline]
    fn en_passant_is_safe(&self, turn: Color, from: Square, to: Square, captured: Square) -> bool {
        let occupied = self.occupied().without(from).without(captured).with(to);
        let attackers = self.attackers_to(self.king_square(turn), occupied) & self.by_color(!turn);
        attackers.without(captured).is_empty()
    }

    /// What the double push over `passed` allows the side that moves after it. The pushed pawn stands on `pawn`: where it has come to,
    /// or still where it comes from; as it is captured in the end, both boards give the same answer.
    #[inline(never)]
    pub(super) fn en_passant_state(&self, turn: Color, passed: Square, pawn: Square) -> EnPassant {
        let capturers = self.en_passant_capturers(turn, passed);
        if capturers.is_empty() {
            EnPassant::Impossible
        } else if capturers.into_iter().any(|from| self.en_passant_is_safe(turn, from, passed, pawn)) {
            EnPassant::Legal
        } else {
            EnPassant::PseudoLegal
        }
    }

    /// Where a side's king stands, on a board that is known to have it.
    #[inline(always)]
    pub(super) fn king_square(&self, color: Color) -> Square {
        // `from_low_bits` keeps this free of a branch that is never taken.
        Square::from_low_bits(self.pieces(color, Role::King).0.trailing_zeros() as u8)
    }
}
