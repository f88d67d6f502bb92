//! Scores moves while they are generated: the sink of a picker's stage.

use super::NodeScores;
use super::history::victim;
use super::scored::ScoredList;
use super::see::VALUES;
use crate::movegen::{Promotions, Sink, origin};
use crate::{Bitboard, Direction, Move, MoveKind, Piece, Position, Role, Square, Wing};

/// Most valuable victim, then least valuable attacker: the simple order of captures. A promotion counts as taking what
/// it adds. With histories that know nothing this is the order of the picker.
///
/// ```
/// use tabiya::Position;
/// use tabiya::order::mvv_lva;
/// let position = Position::from_fen("4k3/8/2q1p3/3B4/2P5/8/4R3/4K3 w - - 0 1").unwrap();
/// let score = |text| mvv_lva(&position, position.parse_uci(text).unwrap());
/// assert!(score("d5c6") > score("d5e6") && score("d5e6") > score("e2e6"));
/// ```
pub fn mvv_lva(position: &Position, mv: Move) -> i32 {
    let attacker = position.role_at(mv.from()).unwrap_or(Role::Pawn);
    let victim = mv.is_capture().then(|| victim(position, mv));
    capture_value(attacker, victim, mv.promotion())
}

/// Victims differ by at least ten times what separates any two attackers.
#[inline(always)]
pub(super) fn capture_value(attacker: Role, victim: Option<Role>, promotion: Option<Role>) -> i32 {
    let taken = victim.map_or(0, |role| VALUES.of(role));
    let added = promotion.map_or(0, |role| VALUES.promotion(role));
    16 * (taken + added) - attacker as i32
}

/// More than any quiet move can score: three histories at their limit.
pub(super) const CAPTURES_FIRST: i32 = 1 << 20;

/// Collects the moves it is given, scored; `CAPTURE_OFFSET` is added to every capture and queen promotion.
pub(super) struct Scorer<'a, N, const CAPTURE_OFFSET: i32> {
    position: &'a Position,
    scores: N,
    list: &'a mut ScoredList,
}

impl<'a, N: NodeScores, const CAPTURE_OFFSET: i32> Scorer<'a, N, CAPTURE_OFFSET> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, scores: N, list: &'a mut ScoredList) -> Self {
        Scorer { position, scores, list }
    }

    #[inline(always)]
    fn quiet(&mut self, role: Role, from: Square, to: Square, kind: MoveKind) {
        let mv = Move::new(from, to, kind);
        self.list.push(mv, self.scores.quiet(Piece::new(self.position.turn(), role), mv));
    }

    #[inline(always)]
    fn capture(&mut self, role: Role, from: Square, to: Square, kind: MoveKind) {
        let mv = Move::new(from, to, kind);
        let victim = kind.is_capture().then(|| victim(self.position, mv));
        let score = self.scores.capture(Piece::new(self.position.turn(), role), mv, victim);
        self.list.push(mv, score.saturating_add(CAPTURE_OFFSET));
    }

    /// Rarely right: after everything else of its stage, a knight first.
    #[inline(always)]
    fn under_promotion(&mut self, from: Square, to: Square, kind: MoveKind) {
        let rank = match kind.promotion() {
            Some(Role::Knight) => 2,
            Some(Role::Rook) => 1,
            _ => 0,
        };
        self.list.push(Move::new(from, to, kind), i32::MIN + rank);
    }
}

impl<N: NodeScores, const CAPTURE_OFFSET: i32> Sink for Scorer<'_, N, CAPTURE_OFFSET> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in captures {
            self.capture(role, from, to, MoveKind::Capture);
        }
        for to in quiets {
            self.quiet(role, from, to, MoveKind::Quiet);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        for to in targets {
            match kind.is_capture() {
                true => self.capture(Role::Pawn, origin(kind, step, to), to, kind),
                false => self.quiet(Role::Pawn, origin(kind, step, to), to, kind),
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, promotions: Promotions) {
        for to in targets {
            let from = origin(MoveKind::Quiet, step, to);
            for &role in promotions.roles() {
                match MoveKind::promotion_to(role, capture) {
                    Some(kind) if role == Role::Queen => self.capture(Role::Pawn, from, to, kind),
                    Some(kind) => self.under_promotion(from, to, kind),
                    None => {}
                }
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.capture(Role::Pawn, from, to, MoveKind::EnPassant);
    }

    #[inline(always)]
    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        self.quiet(Role::King, king, rook, MoveKind::castle(wing));
    }
}
