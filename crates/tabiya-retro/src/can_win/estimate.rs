//! How far a position seems to be from a helpmate. Only the order of the search depends on it, never an answer.

use tabiya::attacks;
use tabiya::{Bitboard, Color, Position, Role, Square};

use super::patterns;

/// What the search plays for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Estimate {
    /// Take everything, promote if need be, and mate the bare king. Long and sure.
    Capture,
    /// Bring the pieces to the king as it stands.
    Approach,
}

impl Estimate {
    /// The estimate of a position, lower where a mate by this side seems nearer.
    pub fn of(self, position: &Position, winner: Color) -> u32 {
        let view = View::new(position, winner);
        match (self, view.force()) {
            (Estimate::Capture, Force::Alone) => 2 * view.flights() + 5 * view.defenders() + view.drive(),
            (Estimate::Approach, Force::Alone) => 3 * view.flights() + view.defenders() + 2 * view.approach(),
            (_, Force::Pawns) => 60 + 5 * view.promotion() + 2 * view.defenders() + view.flights(),
            (Estimate::Capture, Force::Blockers) => 5 * view.pattern() + 6 * view.defenders(),
            (Estimate::Approach, Force::Blockers) => 4 * view.pattern() + view.flights(),
        }
    }
}

/// Whether a side can only mate a king that its own men shut in.
pub(super) fn needs_blockers(position: &Position, winner: Color) -> bool {
    matches!(View::new(position, winner).force(), Force::Blockers)
}

/// What a side has to give mate with.
enum Force {
    /// Enough against a bare king.
    Alone,
    /// Only after a promotion.
    Pawns,
    /// Only if the other side's own pieces shut its king in.
    Blockers,
}

/// A position from the winner's side.
struct View<'a> {
    position: &'a Position,
    winner: Color,
    /// The king to mate.
    king: Square,
    helper: Square,
    /// The other side's pieces, its king too.
    theirs: Bitboard,
    ours: Bitboard,
}

impl<'a> View<'a> {
    fn new(position: &'a Position, winner: Color) -> View<'a> {
        View {
            position,
            winner,
            king: position.king_of(!winner),
            helper: position.king_of(winner),
            theirs: position.by_color(!winner),
            ours: position.by_color(winner),
        }
    }

    fn our(&self, role: Role) -> Bitboard {
        self.position.pieces(self.winner, role)
    }

    fn force(&self) -> Force {
        let bishops = self.our(Role::Bishop);
        let knights = self.our(Role::Knight);
        let pair = bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK);
        let heavy = self.our(Role::Queen) | self.our(Role::Rook);
        if heavy.any() || pair || knights.has_many() || (knights.any() && bishops.any()) {
            Force::Alone
        } else if self.our(Role::Pawn).any() {
            Force::Pawns
        } else {
            Force::Blockers
        }
    }

    /// The squares that the king could step to.
    fn flights(&self) -> u32 {
        let occupied = self.position.occupied().without(self.king);
        let guarded = self.position.board().attacks_by(self.winner, occupied);
        (attacks::king(self.king) - self.theirs - guarded).len()
    }

    /// The other side's pieces beside its king.
    fn defenders(&self) -> u32 {
        self.theirs.len() - 1
    }

    /// The moves to the nearest mate by a lone knight or bishop.
    fn pattern(&self) -> u32 {
        patterns::fewest_moves(self.position, self.winner).unwrap_or(60)
    }

    /// King to the edge, kings together.
    fn drive(&self) -> u32 {
        2 * from_edge(self.king) + u32::from(self.king.distance(self.helper)).max(2) - 2
    }

    /// How far the winner's pieces are from the king, all together, and the nearest of them counted again.
    fn approach(&self) -> u32 {
        let pieces = self.ours - self.our(Role::Pawn);
        let distances = pieces.into_iter().map(|piece| u32::from(piece.distance(self.king)));
        let (sum, least) = distances.fold((0, 8), |(sum, least), distance| (sum + distance, least.min(distance)));
        sum / 2 + least
    }

    /// What the nearest pawn still has to do before it promotes.
    fn promotion(&self) -> u32 {
        self.our(Role::Pawn).into_iter().map(|pawn| self.steps(self.winner, pawn)).min().unwrap_or(0)
    }

    /// The steps of a pawn to its promotion, with what stands in its way.
    fn steps(&self, color: Color, pawn: Square) -> u32 {
        let mut steps = 0;
        let mut next = pawn.step(color.forward());
        let mut nearest = 0;
        while let Some(square) = next {
            steps += 1;
            if let Some(piece) = self.position.piece_at(square) {
                steps += match piece.role() {
                    Role::Pawn if piece.color() != color => {
                        nearest = u32::from(self.helper.distance(square));
                        6
                    }
                    Role::Pawn => 3,
                    _ => 1,
                };
            }
            next = square.step(color.forward());
        }
        steps + nearest / 2
    }
}

fn from_edge(square: Square) -> u32 {
    let (file, rank) = (square.file().index() as u32, square.rank().index() as u32);
    file.min(7 - file) + rank.min(7 - rank) - file.min(7 - file).max(rank.min(7 - rank)) / 2
}
