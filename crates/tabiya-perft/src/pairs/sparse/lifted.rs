//! A board without the moving piece, and the replies for every square on which it lands.

use core::marker::PhantomData;

use tabiya::attacks::{self, Sliders, between, diagonals, king, knight, line, orthogonals};
use tabiya::cpu::{Compiled, Token, copies};
use tabiya::{Bitboard, Direction, Role, Side, Square};

use super::Scene;
use super::pawns::PawnReplies;
use crate::arch::rows::{LINES, lane};
use crate::count::board::only;

/// Moves of a piece, whose replies are to be counted; the role is a constant, so that no branch asks for it.
pub(super) struct PieceMoves<'a, S, const ROLE: usize, const CASTLES: bool> {
    scene: &'a Scene<'a, CASTLES>,
    from: Square,
    quiets: Bitboard,
    captures: Bitboard,
    side: PhantomData<S>,
}

impl<'a, S: Side, const ROLE: usize, const CASTLES: bool> PieceMoves<'a, S, ROLE, CASTLES> {
    #[inline(always)]
    pub fn new(scene: &'a Scene<'a, CASTLES>, from: Square, quiets: Bitboard, captures: Bitboard) -> Self {
        Self { scene, from, quiets, captures, side: PhantomData }
    }
}

impl<A: Token, S: Side, const ROLE: usize, const CASTLES: bool> Compiled<A> for PieceMoves<'_, S, ROLE, CASTLES> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        let (sliders, square) = (arch.sliders(), self.scene.king);
        let lifted = Lifted::new::<S>(self.scene, Role::ALL[ROLE], self.from.bitboard());
        let siege = lifted.siege::<S, _>(sliders, false);
        let near = siege.touchy | siege.castling | lifted.looks_from() | king(square);
        let plain = lifted.plain_targets::<S, _>(sliders, self.quiets, &siege);
        let mut total = lifted.plain::<S, _>(sliders, plain, &siege);
        let rest = (self.quiets ^ plain) | self.captures;
        for to in rest & near {
            total += u64::from(lifted.after::<S, _>(sliders, to));
        }
        for to in rest - near {
            total += u64::from(lifted.after_far::<S, _>(sliders, to, &siege));
        }
        total
    }

    copies!(A);
}

/// The board without the moving piece. `us` is whom it belongs to, `them` the replier.
pub(super) struct Lifted<'a, const CASTLES: bool> {
    scene: &'a Scene<'a, CASTLES>,
    role: Role,
    us: Bitboard,
    occupied: Bitboard,
    snipers: Bitboard,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    /// What our king and knights attack, and what our pawns do.
    pub leaps: Bitboard,
    pawn_attacks: Bitboard,
}

/// What the replier may do while the moving piece is off the board.
pub(super) struct Base {
    /// How many replies, but for the king's.
    pub replies: u32,
    /// Those fewer when the piece lands, over all landings that were asked for. The sum wraps.
    lost: u32,
    /// Rays of its sliders.
    pub seen: Bitboard,
}

/// What our sliders do to its king.
pub(super) struct Siege {
    pub pinned: Bitboard,
    /// What they attack.
    pub attacked: Bitboard,
    /// Steps that none of ours forbids.
    pub safe: Bitboard,
    /// Where a piece that lands changes that, perhaps.
    pub touchy: Bitboard,
    /// In how many ways it castles, and where a piece of this role that lands changes that, perhaps.
    pub castles: u32,
    pub castling: Bitboard,
}

impl<'a, const CASTLES: bool> Lifted<'a, CASTLES> {
    #[inline(always)]
    pub fn new<S: Side>(scene: &'a Scene<'a, CASTLES>, role: Role, from: Bitboard) -> Self {
        let b = scene.board;
        let us = b.us - from;
        let mut leaps = if role == Role::King { Bitboard::EMPTY } else { king(b.king()) };
        for square in b.knights & us {
            leaps |= knight(square);
        }
        Self {
            scene,
            role,
            us,
            occupied: b.occupied() - from,
            snipers: scene.snipers - from,
            orthogonal: b.orthogonal & us,
            diagonal: b.diagonal & us,
            leaps,
            pawn_attacks: attacks::pawns(S::COLOR, b.pawns & us),
        }
    }

    /// From where the piece would give check or pin, perhaps.
    #[inline(always)]
    fn looks_from(&self) -> Bitboard {
        let square = self.scene.king;
        match self.role {
            Role::Knight => knight(square),
            Role::Bishop => diagonals(square),
            Role::Rook => orthogonals(square),
            Role::Queen => diagonals(square) | orthogonals(square),
            _ => Bitboard::EMPTY,
        }
    }

    /// The targets for which the replies are a sum of what is known of each.
    #[inline(always)]
    fn plain_targets<S: Side, A: Sliders>(&self, sliders: A, quiets: Bitboard, siege: &Siege) -> Bitboard {
        let Scene { board: b, king: square, .. } = *self.scene;
        let checks_from = match self.role {
            Role::King => Bitboard::EMPTY,
            role => sliders.of(role, S::COLOR, square, self.occupied),
        };
        let plain = quiets - (siege.touchy | siege.castling | checks_from);
        // What promotes is worth four.
        let promoting = (b.pawns & b.them).intersects(<S::Opponent as Side>::SEVENTH_RANK);
        if promoting { plain - <S::Opponent as Side>::EIGHTH_RANK } else { plain }
    }

    /// The replies to these.
    #[inline(always)]
    fn plain<S: Side, A: Sliders>(&self, sliders: A, plain: Bitboard, siege: &Siege) -> u64 {
        let Scene { board: b, king: square, .. } = *self.scene;
        let base = self.base::<S, A>(sliders, siege.pinned, plain);
        let mut total = (plain.len() * (base.replies + siege.castles + siege.safe.len())).wrapping_sub(base.lost);
        let open = self.occupied.without(square);
        for step in siege.safe {
            total = total.wrapping_sub((plain & sliders.of(self.role, S::COLOR, step, open)).len());
        }
        if self.role == Role::Knight || self.role == Role::King {
            return u64::from(total);
        }
        // A target on a line with the king has something in between. If it is a single piece of the replier, it is
        // pinned then.
        for to in plain & self.looks_from() {
            let blockers = between(square, to) & self.occupied;
            if !blockers.has_many() && blockers.intersects(b.them - siege.pinned) {
                total = total.wrapping_sub(self.scene.off_the_line::<S, A>(sliders, only(blockers), self.us));
            }
        }
        u64::from(total)
    }

    /// What our other pieces do to the king. If one of our pawns may be `in_the_way`, rays end there that would go on
    /// without it.
    #[inline(always)]
    pub fn siege<S: Side, A: Sliders>(&self, sliders: A, in_the_way: bool) -> Siege {
        let Scene { board: b, king: square, .. } = *self.scene;
        let (mut pinned, mut touchy) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in self.snipers {
            let way = between(square, sniper);
            let blockers = way & self.occupied;
            if blockers.is_empty() {
                // The move discovers a check, wherever the piece lands.
                touchy = Bitboard::FULL;
            } else if in_the_way || !blockers.has_many() && blockers.intersects(b.them) {
                touchy |= way;
            }
            if !blockers.has_many() {
                pinned |= blockers & b.them;
            }
        }
        let steps = king(square) - b.them;
        // A pawn that takes beside the king is protected, perhaps, by a slider that it stood in the way of.
        let zone = if in_the_way { king(square) } else { steps } | self.scene.castling().walk;
        // The king does not shield the squares behind it.
        let open = self.occupied.without(square);
        let mut attacked = Bitboard::EMPTY;
        for slider in self.orthogonal {
            let seen = sliders.rook(slider, open);
            attacked |= seen;
            let hits = if in_the_way { sliders.rook(slider, open - (seen & b.pawns)) } else { seen } & zone;
            touchy |= line_that_hits(seen, hits, Bitboard(LINES[slider][const { lane(Direction::East) }]));
        }
        for slider in self.diagonal {
            let seen = sliders.bishop(slider, open);
            attacked |= seen;
            let hits = if in_the_way { sliders.bishop(slider, open - (seen & b.pawns)) } else { seen } & zone;
            touchy |= line_that_hits(seen, hits, Bitboard(LINES[slider][const { lane(Direction::NorthEast) }]));
        }
        let everything = self.leaps | self.pawn_attacks | attacked;
        Siege {
            pinned,
            attacked,
            safe: steps - everything,
            touchy,
            castles: self.scene.castles(sliders, b.them, self.occupied, everything, self.orthogonal),
            castling: self.scene.castling().touched_by::<S, A>(sliders, self.role, open),
        }
    }

    /// What the replier's pieces do while the piece is in the hand, and how much less when it lands on each of
    /// `landings`: empty squares, and none where a pawn would promote.
    #[inline(always)]
    pub fn base<S: Side, A: Sliders>(&self, sliders: A, pinned: Bitboard, landings: Bitboard) -> Base {
        let Scene { board: b, king, .. } = *self.scene;
        let mut base = Base { replies: 0, lost: 0, seen: Bitboard::EMPTY };
        self.add_rays::<S, A>(sliders, Role::Rook, b.orthogonal & b.them, pinned, landings, &mut base);
        self.add_rays::<S, A>(sliders, Role::Bishop, b.diagonal & b.them, pinned, landings, &mut base);
        for from in b.knights & b.them & !pinned {
            base.replies += (knight(from) - b.them).len();
        }
        let pawns = b.pawns & b.them;
        if pawns.any() {
            let sets = PawnReplies::<S::Opponent>::new(pawns, king, self.occupied, pinned);
            base.replies += sets.count(self.us, Bitboard::FULL);
            base.lost = base.lost.wrapping_add(sets.lost(landings));
        }
        base
    }

    /// What the replier's sliders of one kind do; see [`base`](Self::base).
    #[inline(always)]
    fn add_rays<S: Side, A: Sliders>(
        &self,
        sliders: A,
        role: Role,
        movers: Bitboard,
        pinned: Bitboard,
        landings: Bitboard,
        base: &mut Base,
    ) {
        for from in movers {
            let targets = targets_of(from, self.scene.king, pinned) - self.scene.board.them;
            let seen = sliders.of(role, S::COLOR, from, self.occupied);
            let replies = (seen & targets).len();
            base.seen |= seen;
            base.replies += replies;
            for to in seen & landings {
                base.lost += replies - (sliders.of(role, S::COLOR, from, self.occupied.with(to)) & targets).len();
            }
        }
    }

    /// The replies after the piece has landed.
    #[inline(always)]
    pub fn after<S: Side, A: Sliders>(&self, sliders: A, to: Square) -> u32 {
        let Scene { board: b, king: square, .. } = *self.scene;
        let landed = to.bitboard();
        let them = b.them - landed;
        let occupied = self.occupied | landed;

        let mut allowed = Bitboard::FULL;
        let mut pinned = Bitboard::EMPTY;
        let lines = match self.role {
            Role::Bishop => diagonals(square),
            Role::Rook => orthogonals(square),
            Role::Queen => diagonals(square) | orthogonals(square),
            _ => Bitboard::EMPTY,
        };
        for sniper in self.snipers | landed & lines {
            let way = between(square, sniper);
            let blockers = way & occupied;
            if blockers.is_empty() {
                allowed &= way.with(sniper);
            } else if !blockers.has_many() {
                pinned |= blockers & them;
            }
        }
        let checks_from = match self.role {
            Role::Knight => knight(square),
            Role::Pawn => attacks::pawn(<S::Opponent as Side>::COLOR, square),
            _ => Bitboard::EMPTY,
        };
        if checks_from.contains(to) {
            allowed &= landed;
        }

        let open = occupied.without(square);
        let mut attacked = self.leaps | self.pawn_attacks | sliders.of(self.role, S::COLOR, to, open);
        for slider in self.orthogonal {
            attacked |= sliders.rook(slider, open);
        }
        for slider in self.diagonal {
            attacked |= sliders.bishop(slider, open);
        }
        let mut replies = (king(square) - (them | attacked)).len();
        if CASTLES && allowed == Bitboard::FULL {
            let moved = if matches!(self.role, Role::Rook | Role::Queen) { landed } else { Bitboard::EMPTY };
            replies += self.scene.castles(sliders, them, occupied, attacked, self.orthogonal | moved);
        }
        replies + self.scene.pieces::<S, A>(sliders, them, self.us | landed, pinned, allowed)
    }

    /// The same where the piece gives no check, pins nothing and blocks no line to the king.
    #[inline(always)]
    fn after_far<S: Side, A: Sliders>(&self, sliders: A, to: Square, siege: &Siege) -> u32 {
        let (landed, open) = (to.bitboard(), self.occupied.without(self.scene.king));
        let steps = (siege.safe - sliders.of(self.role, S::COLOR, to, open)).len();
        let (them, us) = (self.scene.board.them - landed, self.us | landed);
        steps + siege.castles + self.scene.pieces::<S, A>(sliders, them, us, siege.pinned, Bitboard::FULL)
    }
}

impl<const CASTLES: bool> Scene<'_, CASTLES> {
    /// The replies of one piece that leave the line between it and its king.
    #[inline(always)]
    fn off_the_line<S: Side, A: Sliders>(&self, sliders: A, from: Square, us: Bitboard) -> u32 {
        let (b, man) = (self.board, from.bitboard());
        let (occupied, targets) = (us | b.them, !(b.them | line(self.king, from)));
        if b.pawns.contains(from) {
            let count =
                |pinned| PawnReplies::<S::Opponent>::new(man, self.king, occupied, pinned).count(us, Bitboard::FULL);
            return count(Bitboard::EMPTY) - count(man);
        }
        let mut seen = Bitboard::EMPTY;
        if b.knights.contains(from) {
            seen |= knight(from);
        }
        if b.orthogonal.contains(from) {
            seen |= sliders.rook(from, occupied);
        }
        if b.diagonal.contains(from) {
            seen |= sliders.bishop(from, occupied);
        }
        (seen & targets).len()
    }

    /// What the replier's pieces may do on a board with these pieces, all but the king.
    #[inline(always)]
    pub fn pieces<S: Side, A: Sliders>(
        &self,
        sliders: A,
        them: Bitboard,
        us: Bitboard,
        pinned: Bitboard,
        allowed: Bitboard,
    ) -> u32 {
        let (b, square) = (self.board, self.king);
        let (occupied, targets) = (us | them, allowed - them);
        let mut replies = 0;
        for from in b.orthogonal & them {
            replies += (sliders.rook(from, occupied) & targets & targets_of(from, square, pinned)).len();
        }
        for from in b.diagonal & them {
            replies += (sliders.bishop(from, occupied) & targets & targets_of(from, square, pinned)).len();
        }
        for from in b.knights & them & !pinned {
            replies += (knight(from) & targets).len();
        }
        let pawns = b.pawns & them;
        if pawns.any() {
            replies += PawnReplies::<S::Opponent>::new(pawns, square, occupied, pinned).count(us, allowed);
        }
        replies
    }
}

/// Those of the squares that a slider sees that lie on the same line as what it hits; `across` is one of its two lines.
#[inline(always)]
fn line_that_hits(seen: Bitboard, hits: Bitboard, across: Bitboard) -> Bitboard {
    let one = if hits.intersects(across) { seen & across } else { Bitboard::EMPTY };
    let other = if (hits - across).any() { seen - across } else { Bitboard::EMPTY };
    one | other
}

/// Where a slider may go at all: if it is pinned, along the line to its king.
#[inline(always)]
fn targets_of(from: Square, king: Square, pinned: Bitboard) -> Bitboard {
    if pinned.contains(from) { line(king, from) } else { Bitboard::FULL }
}
