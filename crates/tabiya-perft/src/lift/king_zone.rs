//! What the replier's king can do, and which moves disturb it.
//!
//! As with the other replies the aim is a count and differences: the squares the king may step to
//! (and the castlings it may make) when the mover passes, and for each of them the set of squares
//! from which a dropped piece would take it away. A move is *plain* if these differences tell the
//! whole truth about it. The others are named here, generously, because a move wrongly called
//! awkward costs time and a move wrongly called plain costs the count:
//!
//! - moves that give check, directly or by discovery;
//! - moves that block a pin, or uncover one;
//! - a piece leaving that hides an attack on a square the king wants;
//! - a piece landing between the king's square of desire and the slider that attacks it;
//! - captures of a rook that may castle.
//!
//! Moves that pin a piece, or let a pinned one go, are plain but for the moves of that piece. Moves of
//! a piece that alone forbids the king something are plain too: it is noted as a *guard*, with the
//! squares from which it would forbid it again.

use core::mem::MaybeUninit;

use crate::board::{Board, CastlingPath, role};
use crate::geometry::{BETWEEN, EMPTY_BISHOP, EMPTY_ROOK, KING, KNIGHT, Rows, squares, step};
use crate::lanes::Lanes;
use crate::side::Side;
use crate::sliders::Sliders;

/// Everything the classification of the mover's moves needs to know about the other king.
pub(crate) struct KingZone<V> {
    /// The replier's pinned pieces.
    pub pinned: u64,
    /// Pieces of the mover that pin one of these, each alone on its line.
    pub pinners: u64,
    /// Targets from which a piece of a role would pin, by role.
    pub pins_to: V,
    /// Pieces of the mover none of whose moves is plain.
    pub awkward_from: u64,
    /// Targets that are never plain, by the role that arrives there.
    pub awkward_to: V,
    /// Those of them that give check.
    checks: V,
    /// Sliders whose lines matter, the only one if there is only one, and the squares on which anybody
    /// else would cut such a line.
    liners: u64,
    pub only_liner: u64,
    cut: u64,
    /// Targets that are never plain for pawns.
    pub awkward_for_pawns: u64,
    /// The replier's pieces beside its king, which it may retake.
    pub beside: u64,
    /// King steps and castlings when the mover passes.
    pub count: u32,
    /// How many of them a piece of a role takes away from each square: binary digits, by role.
    pub denied: [V; 4],
    /// Pieces that alone forbid a step.
    pub guards: u64,
    /// Each such piece, and from where pieces of each role would forbid the step once more.
    guard_list: [MaybeUninit<(u64, V)>; GUARDS],
    guards_count: usize,
}

/// Eight steps and two castlings.
const GUARDS: usize = 10;
/// Lanes of the roles that pin.
const SLIDING_ROLES: u8 = 1 << role::BISHOP | 1 << role::ROOK | 1 << role::QUEEN;

/// One castling of the replier.
#[derive(Clone, Copy)]
struct Walk<V> {
    /// Whether nothing stands in the way.
    open: bool,
    /// Where the king must not be attacked.
    squares: u64,
    /// Squares between king and rook.
    path: u64,
    /// Who attacks one of the squares.
    attackers: u64,
    /// Where a landing piece of each role forbids it.
    denied: V,
}

/// Squares from which sliders attack a square.
#[derive(Clone, Copy)]
struct Origins {
    bishop: u64,
    rook: u64,
}

impl Origins {
    #[inline(always)]
    fn of<A: Sliders>(square: usize, occupied: u64) -> Self {
        Self { bishop: A::bishop(square, occupied), rook: A::rook(square, occupied) }
    }

    /// Where each role attacks `square` from, in the order of [`role`].
    #[inline(always)]
    fn by_role<S: Side, V: Lanes>(&self, square: usize) -> V {
        let leapers = V::load(&leapers_to::<S>()[square]);
        let bishops = V::splat(self.bishop).keep(1 << role::BISHOP | 1 << role::QUEEN);
        let rooks = V::splat(self.rook).keep(1 << role::ROOK | 1 << role::QUEEN);
        leapers.or(bishops).or(rooks)
    }
}

/// Where the leapers of the side `S` attack a square from, by role; nothing for sliders.
#[inline(always)]
fn leapers_to<S: Side>() -> &'static Rows {
    if S::IS_WHITE { &LEAPERS[0] } else { &LEAPERS[1] }
}

const LEAPERS: &[Rows; 2] = &[Rows(leapers(-1)), Rows(leapers(1))];

const fn leapers(pawn_rank: i32) -> [[u64; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        table[square][role::KNIGHT as usize] = KNIGHT[square];
        table[square][role::KING as usize] = KING[square];
        let mut side = -1;
        while side <= 1 {
            if let Some(pawn) = step(square, (side, pawn_rank)) {
                table[square][role::PAWN as usize] |= 1 << pawn;
            }
            side += 2;
        }
        square += 1;
    }
    table
}

impl<V: Lanes> KingZone<V> {
    /// A zone that says nothing yet.
    #[inline(always)]
    pub fn new() -> Self {
        let none = V::splat(0);
        Self {
            pinned: 0,
            pinners: 0,
            pins_to: none,
            awkward_from: 0,
            awkward_to: none,
            checks: none,
            liners: 0,
            only_liner: 0,
            cut: 0,
            awkward_for_pawns: 0,
            beside: 0,
            count: 0,
            denied: [none; 4],
            guards: 0,
            guard_list: [const { MaybeUninit::uninit() }; GUARDS],
            guards_count: 0,
        }
    }

    /// Looks at the replier's king; false if the position needs the slow way altogether.
    #[inline(always)]
    pub fn look<S: Side, A: Sliders>(&mut self, b: &Board) -> bool {
        let king = b.their_king();
        let occupied = b.occupied();
        self.beside = KING[king] & b.them;
        self.lines_to_the_king(b, king);

        let steps = KING[king] & !b.them;
        let mut walks = [Walk { open: false, squares: 0, path: 0, attackers: 0, denied: V::splat(0) }; 2];
        for rook in squares(b.castling & b.them) {
            let path = CastlingPath::new(king, rook);
            let blockers = path.empty & occupied;
            if blockers == 0 {
                // A rook with squares behind it may uncover its king by castling.
                if rook & 7 != 0 && rook & 7 != 7 {
                    return false;
                }
                walks[usize::from(rook > king)] = Walk {
                    open: true,
                    squares: path.king_walk & !(1 << king),
                    path: path.empty,
                    attackers: 0,
                    denied: V::splat(path.empty),
                };
            } else if blockers & b.them == 0 && blockers & (blockers - 1) == 0 {
                self.awkward_from |= blockers;
            }
        }

        for square in squares(steps | walks[0].squares | walks[1].squares) {
            let origins = Origins::of::<A>(square, occupied);
            let sliders = origins.rook & b.straight | origins.bishop & b.diagonal;
            let leapers = leapers_to::<S>()[square];
            let leapers = leapers[role::PAWN as usize] & b.pawns
                | leapers[role::KNIGHT as usize] & b.knights
                | leapers[role::KING as usize] & b.kings;
            let attackers = (sliders | leapers) & b.us;
            if attackers == 0 {
                self.awkward_from |= hidden_attackers::<A>(b, square, &origins, occupied);
                let origins: V = origins.by_role::<S, V>(square);
                if steps >> square & 1 != 0 {
                    self.deny(origins);
                }
                for walk in &mut walks {
                    if walk.squares >> square & 1 != 0 {
                        walk.denied = walk.denied.or(origins);
                    }
                }
                continue;
            }
            for walk in &mut walks {
                if walk.squares >> square & 1 != 0 {
                    walk.attackers |= attackers;
                }
            }
            if steps >> square & 1 != 0 {
                self.guard::<S, A>(b, attackers, 1 << square, V::splat(0));
            }
            for slider in squares(sliders & b.us) {
                self.line(slider, BETWEEN[square][slider]);
            }
        }
        for walk in walks {
            if walk.open && walk.attackers == 0 {
                self.deny(walk.denied);
            } else if walk.open {
                self.guard::<S, A>(b, walk.attackers, walk.squares, V::splat(walk.path));
            }
        }

        // A line is cut on an empty square; what stands on one is captured instead.
        let common = self.cut & !occupied | b.castling & b.them;
        let direct = Origins::of::<A>(king, occupied);
        let checks = direct.by_role::<S, V>(king).keep(!(1 << role::KING));
        // A slider that sees the king through one of its pieces pins that piece.
        let through = Origins {
            rook: A::rook(king, occupied & !(direct.rook & b.them)),
            bishop: A::bishop(king, occupied & !(direct.bishop & b.them)),
        };
        self.pins_to = through.by_role::<S, V>(king).minus(checks).keep(SLIDING_ROLES);
        self.checks = checks;
        self.only_liner = if self.liners & self.liners.wrapping_sub(1) == 0 { self.liners } else { 0 };
        self.awkward_to = checks.or(V::splat(common));
        self.awkward_for_pawns = leapers_to::<S>()[king][role::PAWN as usize] | common;
        true
    }

    /// How many king moves a single piece on a square takes away.
    #[inline(always)]
    pub fn denied_at(&self, role: u8, square: u64) -> u32 {
        let mut denied = 0;
        for (weight, digit) in self.denied.iter().enumerate() {
            denied |= u32::from(digit.lane(role as usize) & square != 0) << weight;
        }
        denied
    }

    /// One digit of how many king moves are taken away, summed over the targets of each lane, in parts.
    #[inline(always)]
    pub fn denied_to(&self, roles: V, targets: V, digit: usize) -> V {
        roles.look_up(self.denied[digit]).and(targets).popcount_in_parts()
    }

    /// The king's steps that open when pieces leave, over their targets: a piece and its targets a lane.
    #[inline(always)]
    pub fn opened(&self, origins: V, roles: V, targets: V) -> V {
        let mut opened = V::splat(0);
        for guard in &self.guard_list[..self.guards_count.min(GUARDS)] {
            // SAFETY: every entry below the count was written.
            let (guard, denied) = unsafe { guard.assume_init() };
            let open = targets.minus(roles.look_up(denied)).keep_meeting(origins, V::splat(guard));
            opened = opened.add(open.popcount_in_parts());
        }
        opened.whole()
    }

    /// A slider's line on whose squares nobody else may land.
    #[inline(always)]
    fn line(&mut self, slider: usize, squares: u64) {
        self.cut |= squares;
        self.liners |= 1 << slider;
    }

    /// Where a piece cuts no line but its own and gives no check, if there is only one such slider: a
    /// piece a lane. Along its own line a slider still attacks what it attacked, and still pins what it
    /// pinned.
    #[inline(always)]
    pub fn own_line(&self, origins: V, roles: V) -> V {
        V::splat(self.cut).keep_meeting(origins, V::splat(self.only_liner)).minus(roles.look_up(self.checks))
    }

    /// One more thing the king may do, and where pieces of each role take it away.
    #[inline(always)]
    fn deny(&mut self, origins: V) {
        let mut carry = origins;
        for digit in &mut self.denied {
            let next = digit.and(carry);
            *digit = digit.xor(carry);
            carry = next;
        }
        self.count += 1;
    }

    /// Something that the king may do once the only piece that attacks `squares` has left. Two
    /// attackers never both leave in one move (but one may block the other, which is awkward).
    #[inline(always)]
    fn guard<S: Side, A: Sliders>(&mut self, b: &Board, attackers: u64, zone: u64, mut denied: V) {
        if attackers & (attackers - 1) != 0 {
            return;
        }
        let mut behind = 0;
        for square in squares(zone) {
            let origins = Origins::of::<A>(square, b.occupied() & !attackers);
            behind |= origins.rook & b.straight | origins.bishop & b.diagonal;
            denied = denied.or(origins.by_role::<S, V>(square));
        }
        // Pawns are sorted in sets and have no guard's place among them; kings so near are rare.
        if behind & b.us & !attackers | attackers & (b.pawns | b.kings) != 0 {
            self.awkward_from |= attackers;
            return;
        }
        self.guards |= attackers;
        if let Some(place) = self.guard_list.get_mut(self.guards_count) {
            place.write((attackers, denied));
            self.guards_count += 1;
        }
    }

    /// Pins, and pieces whose leaving gives check or makes or breaks a pin.
    #[inline(always)]
    fn lines_to_the_king(&mut self, b: &Board, king: usize) {
        let snipers = (EMPTY_ROOK[king] & b.straight | EMPTY_BISHOP[king] & b.diagonal) & b.us;
        for sniper in squares(snipers) {
            let between = BETWEEN[king][sniper];
            let blockers = between & b.occupied();
            let ours = blockers & b.us;
            let theirs = blockers & b.them;
            match blockers.count_ones() {
                1 if theirs != 0 => {
                    self.pinned |= theirs;
                    self.pinners |= 1 << sniper;
                    self.line(sniper, between);
                }
                1 => self.awkward_from |= ours,
                // One of each: ours leaving would pin theirs.
                2 if ours != 0 && theirs != 0 => self.awkward_from |= ours,
                _ => {}
            }
        }
    }
}

/// Pieces of the mover behind which one of its sliders looks at `square`.
#[inline(always)]
fn hidden_attackers<A: Sliders>(b: &Board, square: usize, origins: &Origins, occupied: u64) -> u64 {
    let mut screens = 0;
    let behind = A::rook(square, occupied & !(origins.rook & b.us)) & b.straight
        | A::bishop(square, occupied & !(origins.bishop & b.us)) & b.diagonal;
    for slider in squares(behind & b.us) {
        screens |= BETWEEN[square][slider] & b.us;
    }
    screens
}
