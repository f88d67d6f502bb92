//! Pawns of either side: the mover's, whose moves have much in common, and the replier's, which are counted in sets.

use core::marker::PhantomData;

use tabiya::attacks::{self, Sliders, between, king, pawn_lines};
use tabiya::cpu::{Compiled, Token, copies};
use tabiya::movegen::origin;
use tabiya::{Bitboard, Direction, MoveKind, Role, Side, Square};

use super::Scene;
use super::lifted::Lifted;

/// For so few moves of pawns it does not pay to find out what they have in common.
const FEW_PAWN_MOVES: u32 = 4;

/// Moves of pawns that do not promote.
pub(super) struct PawnMoves<'a, S, const CASTLES: bool> {
    scene: &'a Scene<'a, CASTLES>,
    targets: &'a PawnTargets,
    side: PhantomData<S>,
}

/// Where pawns go.
#[derive(Default)]
pub(super) struct PawnTargets {
    pub pushes: Bitboard,
    pub double_pushes: Bitboard,
    pub west: Bitboard,
    pub east: Bitboard,
}

impl<'a, S: Side, const CASTLES: bool> PawnMoves<'a, S, CASTLES> {
    #[inline(always)]
    pub fn new(scene: &'a Scene<'a, CASTLES>, targets: &'a PawnTargets) -> Self {
        Self { scene, targets, side: PhantomData }
    }

    /// The replies to these pawn moves, each looked at for itself.
    #[inline(always)]
    fn one_by_one<A: Sliders>(&self, sliders: A, kind: MoveKind, step: Direction, targets: Bitboard) -> u64 {
        let mut total = 0;
        for to in targets {
            let lifted = Lifted::new::<S>(self.scene, Role::Pawn, origin(kind, step, to).bitboard());
            total += u64::from(lifted.after::<S, _>(sliders, to));
        }
        total
    }

    /// The replies to these pawn moves.
    #[inline(always)]
    fn replies<A: Sliders>(
        &self,
        sliders: A,
        base: &PawnBase,
        kind: MoveKind,
        step: Direction,
        targets: Bitboard,
    ) -> u64 {
        let mut far = targets - (base.near | base.checks_from | moved(kind, step, base.near));
        let mut total = self.one_by_one(sliders, kind, step, targets ^ far);
        if kind != MoveKind::Capture {
            let plain = far - (base.touched | moved(kind, step, base.touched));
            total += u64::from(plain.len() * base.replies);
            far ^= plain;
        }
        let (b, zone) = (self.scene.board, king(self.scene.king));
        for to in far {
            let (from, to) = (origin(kind, step, to).bitboard(), to.bitboard());
            let (them, us) = (b.them - to, b.us ^ from ^ to);
            let attacked = base.attacked | attacks::pawns(S::COLOR, b.pawns & b.us ^ from ^ to);
            let steps = (zone - (them | attacked)).len() + base.castles;
            total += u64::from(steps + self.scene.pieces::<S, _>(sliders, them, us, base.pinned, Bitboard::FULL));
        }
        total
    }

    /// Pawns taking en passant the one that jumped to `to`.
    #[inline(always)]
    fn en_passant_replies(&self, to: Square) -> u64 {
        let Scene { board: b, king, snipers, .. } = *self.scene;
        let jumped = to.bitboard().shift(S::UP.opposite());
        let from = jumped.shift(S::UP.opposite());
        let mut legal = 0;
        for taker in attacks::pawns(S::COLOR, jumped) & b.pawns & b.them {
            // Only sliders see the king once the pawn is gone, whether it gave check or not.
            let occupied = (b.occupied() - from.with(taker)) | jumped;
            let mut open = true;
            for sniper in snipers {
                open &= between(king, sniper).intersects(occupied);
            }
            legal += u64::from(open);
        }
        legal
    }
}

impl<A: Token, S: Side, const CASTLES: bool> Compiled<A> for PawnMoves<'_, S, CASTLES> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        let PawnTargets { pushes, double_pushes, west, east } = *self.targets;
        let (b, sliders) = (self.scene.board, arch.sliders());
        let mut total = 0;
        let ready = b.pawns & b.them;
        for to in double_pushes & (ready.shift(Direction::East) | ready.shift(Direction::West)) {
            total += self.en_passant_replies(to);
        }
        if (pushes | double_pushes | west | east).len() <= FEW_PAWN_MOVES {
            total += self.one_by_one(sliders, MoveKind::Quiet, S::UP, pushes);
            total += self.one_by_one(sliders, MoveKind::DoublePush, S::UP, double_pushes);
            total += self.one_by_one(sliders, MoveKind::Capture, S::UP_WEST, west);
            return total + self.one_by_one(sliders, MoveKind::Capture, S::UP_EAST, east);
        }
        let base = PawnBase::new::<S, _, _>(self.scene, sliders);
        total += self.replies(sliders, &base, MoveKind::Quiet, S::UP, pushes);
        total += self.replies(sliders, &base, MoveKind::DoublePush, S::UP, double_pushes);
        total += self.replies(sliders, &base, MoveKind::Capture, S::UP_WEST, west);
        total + self.replies(sliders, &base, MoveKind::Capture, S::UP_EAST, east)
    }

    copies!(A);
}

/// These squares a move on.
#[inline(always)]
fn moved(kind: MoveKind, step: Direction, squares: Bitboard) -> Bitboard {
    let once = squares.shift(step);
    if kind == MoveKind::DoublePush { once.shift(step) } else { once }
}

/// What pawn moves have in common: the board with nothing lifted.
struct PawnBase {
    pinned: Bitboard,
    /// What all of ours but the pawns attack.
    attacked: Bitboard,
    /// In how many ways the replier castles, and all its replies.
    castles: u32,
    replies: u32,
    /// Where a pawn that comes or goes may change what our sliders do to the king, or anything at all.
    near: Bitboard,
    touched: Bitboard,
    checks_from: Bitboard,
}

impl PawnBase {
    #[inline(always)]
    fn new<S: Side, A: Sliders, const CASTLES: bool>(scene: &Scene<'_, CASTLES>, sliders: A) -> Self {
        let Scene { board: b, king: square, .. } = *scene;
        let all = Lifted::new::<S>(scene, Role::Pawn, Bitboard::EMPTY);
        let siege = all.siege::<S, _>(sliders, true);
        let base = all.base::<S, A>(sliders, siege.pinned, Bitboard::EMPTY);
        let (pawns, zone) = (b.pawns & b.them, king(square));
        let ahead = pawns.shift(<S::Opponent as Side>::UP);
        let jumps = (ahead & <S::Opponent as Side>::THIRD_RANK).shift(<S::Opponent as Side>::UP);
        let touched = base.seen | ahead | jumps | zone | attacks::pawns(<S::Opponent as Side>::COLOR, pawns | zone);
        Self {
            pinned: siege.pinned,
            attacked: siege.attacked | all.leaps,
            castles: siege.castles,
            replies: base.replies + siege.castles + siege.safe.len(),
            near: siege.touchy | siege.castling,
            touched,
            checks_from: attacks::pawn(<S::Opponent as Side>::COLOR, square),
        }
    }
}

/// Where the pawns of the replier, `S`, may go.
pub(super) struct PawnReplies<S> {
    pushes: Bitboard,
    double_pushes: Bitboard,
    /// Captures, if there is something to capture.
    west: Bitboard,
    east: Bitboard,
    promoting: bool,
    side: PhantomData<S>,
}

impl<S: Side> PawnReplies<S> {
    #[inline(always)]
    pub fn new(pawns: Bitboard, king: Square, occupied: Bitboard, pinned: Bitboard) -> Self {
        let lines = pawn_lines(king);
        let pushes = (pawns & (!pinned | lines.along(S::UP))).shift(S::UP) - occupied;
        Self {
            pushes,
            double_pushes: (pushes & S::THIRD_RANK).shift(S::UP) - occupied,
            west: (pawns & (!pinned | lines.along(S::UP_WEST))).shift(S::UP_WEST),
            east: (pawns & (!pinned | lines.along(S::UP_EAST))).shift(S::UP_EAST),
            promoting: pawns.intersects(S::SEVENTH_RANK),
            side: PhantomData,
        }
    }

    #[inline(always)]
    pub fn count(&self, enemies: Bitboard, allowed: Bitboard) -> u32 {
        let captures = enemies & allowed;
        let (west, east) = (self.west & captures, self.east & captures);
        // No square can be pushed to and jumped to.
        let pushes = (self.pushes | self.double_pushes) & allowed;
        let mut count = pushes.len() + west.len() + east.len();
        if self.promoting {
            let last = S::EIGHTH_RANK;
            count += 3 * ((pushes & last).len() + (west & last).len() + (east & last).len());
        }
        count
    }

    /// How many fewer after something lands on one of these empty squares, over all of them; wraps.
    #[inline(always)]
    pub fn lost(&self, landings: Bitboard) -> u32 {
        let jumped = self.double_pushes.shift(S::UP.opposite());
        let mut blocked = ((self.pushes | self.double_pushes) & landings).len() + (jumped & landings).len();
        if self.promoting {
            blocked += 3 * (self.pushes & landings & S::EIGHTH_RANK).len();
        }
        blocked.wrapping_sub((self.west & landings).len() + (self.east & landings).len())
    }
}
