//! Which pieces begin and cease to attack which by a move: the inputs of networks that look at threats.

use super::Position;
use crate::arch::Arch;
use crate::attacks::Sliders;
use crate::cpu::{Compiled, Detected, copies};
use crate::{Bitboard, Board, Move, Piece, Role, Square};

/// One piece begins or ceases to attack another: see [`Position::threat_changes`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThreatChange {
    /// Whether the attack is there after the move; it was there before otherwise.
    pub appears: bool,
    /// The piece that attacks.
    pub attacker: Piece,
    /// Where it stands.
    pub from: Square,
    /// The piece that is attacked, of either side.
    pub target: Piece,
    /// Where that stands.
    pub to: Square,
}

impl Position {
    /// Every attack of one piece on another that a legal move adds or takes away: by the piece that moves, on it, on
    /// and by what it captures, and by sliders whose line it opens or closes. A pair of pieces on the same squares
    /// before and after is not reported; a capture by which the target of an attack becomes another piece is two
    /// changes.
    ///
    /// Attacks on pieces of the same side, which defend them, count too, and pawns attack where they capture.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    /// // The bishop leaves the rook's file.
    /// let position = Position::from_fen("4r2k/8/8/8/4B3/8/8/4R2K w - - 0 1")?;
    /// let mut discovered = false;
    /// position.threat_changes(position.parse_san("Bb1").unwrap(), |change| {
    ///     discovered |= change.appears && (change.from, change.to) == (Square::E1, Square::E8);
    /// });
    /// assert!(discovered);
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[inline]
    pub fn threat_changes(&self, mv: Move, report: impl FnMut(ThreatChange)) {
        let changes = self.changes(mv);
        let squares = |pieces: &[(Piece, Square)]| pieces.iter().map(|&(_, square)| square).collect::<Bitboard>();
        let changed = squares(changes.removed()) | squares(changes.added());
        let after = self.after_unchecked(mv);
        Detected::best().run_scalar(FindChanges { before: &self.board, after: &after.board, changed, report });
    }
}

struct FindChanges<'a, F> {
    before: &'a Board,
    after: &'a Board,
    /// The squares on which not the same stands before and after.
    changed: Bitboard,
    report: F,
}

impl<A: Arch, F: FnMut(ThreatChange)> Compiled<A> for FindChanges<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(mut self, arch: A) {
        let sliders = arch.sliders();
        let (before, after, changed) = (self.before, self.after, self.changed);
        // Where a line opens or closes, the nearer of its two ends is a changed square, and the slider reached it
        // before.
        let mut concerned = Bitboard::EMPTY;
        for square in changed {
            concerned |= attackers(before, sliders, square);
        }
        for from in concerned - changed {
            let Some(attacker) = before.piece_at(from) else { continue };
            let old = targets(before, sliders, attacker, from);
            let new = targets(after, sliders, attacker, from);
            self.tell(false, before, attacker, from, (old - new) | (old & changed));
            self.tell(true, after, attacker, from, (new - old) | (new & changed));
        }
        for from in changed {
            if let Some(attacker) = before.piece_at(from) {
                self.tell(false, before, attacker, from, targets(before, sliders, attacker, from));
            }
            if let Some(attacker) = after.piece_at(from) {
                self.tell(true, after, attacker, from, targets(after, sliders, attacker, from));
            }
        }
    }

    copies!(A);
}

impl<F: FnMut(ThreatChange)> FindChanges<'_, F> {
    #[inline(always)]
    fn tell(&mut self, appears: bool, board: &Board, attacker: Piece, from: Square, targets: Bitboard) {
        for to in targets {
            if let Some(target) = board.piece_at(to) {
                (self.report)(ThreatChange { appears, attacker, from, target, to });
            }
        }
    }
}

/// The pieces of both sides that a piece attacks.
#[inline(always)]
fn targets(board: &Board, sliders: impl Sliders, piece: Piece, from: Square) -> Bitboard {
    sliders.of(piece.role(), piece.color(), from, board.occupied()) & board.occupied()
}

/// The pieces of both sides that attack a square.
#[inline(always)]
fn attackers(board: &Board, sliders: impl Sliders, square: Square) -> Bitboard {
    use crate::Color::{Black, White};
    use crate::attacks::{king, knight, pawn};
    let occupied = board.occupied();
    (pawn(Black, square) & board.pieces(White, Role::Pawn))
        | (pawn(White, square) & board.pieces(Black, Role::Pawn))
        | (knight(square) & board.by_role(Role::Knight))
        | (king(square) & board.by_role(Role::King))
        | (sliders.bishop(square, occupied) & board.diagonal_sliders())
        | (sliders.rook(square, occupied) & board.orthogonal_sliders())
}
