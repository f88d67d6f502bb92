//! What the replier's king can do, and which moves disturb it.
//!
//! As with the other replies the aim is a count and differences: the squares the king may step to
//! (and the castlings it may make) when the mover passes, and for each of them the set of squares
//! from which a dropped piece would take it away. A move is *plain* if these differences describe
//! it completely. All other moves are called awkward, and in doubt a move is called awkward too: that costs
//! only time, but a move wrongly called plain makes the count wrong. Awkward are:
//!
//! - moves that give check, directly or by discovery;
//! - moves that block a pin, or uncover one;
//! - a piece leaving that hides an attack on a square the king may step to;
//! - a piece landing between a square the king may step to and the slider that attacks it;
//! - captures of a rook that may castle.
//!
//! Moves that pin a piece, or let a pinned one go, are plain but for the moves of that piece. Moves of
//! a piece that alone forbids the king something are plain too: it is noted as a *guard*, with the
//! squares from which it would forbid it again.

use core::marker::PhantomData;

use tabiya::attacks::{Sliders, between, diagonals, king, orthogonals};
use tabiya::cpu::{Compiled, copies};
use tabiya::{Bitboard, CastlingPath, Color, Role, Side, Square, attacks};

use crate::arch::rows::Rows;
use crate::arch::{Arch, Lanes};
use crate::count::board::CountBoard;
use crate::count::generate::is_cornered;
use crate::count::stack::List;

/// Everything the classification of the mover's moves needs to know about the other king.
pub(super) struct KingZone<V: Lanes> {
    /// The replier's pinned pieces.
    pub pinned: Bitboard,
    /// Pieces of the mover that pin one of these, each alone on its line.
    pub pinners: Bitboard,
    /// Targets from which a piece of a role would pin, by role.
    pub pins_to: V,
    /// Pieces of the mover none of whose moves is plain.
    pub awkward_from: Bitboard,
    /// Targets that are never plain, by the role that arrives there.
    pub awkward_to: V,
    /// Those of them that give check.
    checks: V,
    /// Sliders whose lines matter, the only one if there is only one, and the squares on which any piece
    /// else would cut such a line.
    liners: Bitboard,
    pub only_liner: Bitboard,
    cut: Bitboard,
    /// Targets that are never plain for pawns.
    pub awkward_for_pawns: Bitboard,
    /// The replier's pieces beside its king, which it may retake.
    pub beside: Bitboard,
    /// King steps and castlings when the mover passes.
    pub count: u32,
    /// How many of them a piece of a role takes away from each square: binary digits, by role.
    pub denied: [V; 4],
    /// Pieces that alone forbid a step.
    pub guards: Bitboard,
    /// Each such piece, and from where pieces of each role would forbid the step once more.
    guard_list: List<(Bitboard, V), GUARDS>,
    token: V::Token,
}

/// Eight steps and two castlings.
const GUARDS: usize = 10;
/// Lanes of the roles that pin.
const SLIDING_ROLES: u8 = bit(Role::Bishop) | bit(Role::Rook) | bit(Role::Queen);

/// The lane of a role, as a bit.
const fn bit(role: Role) -> u8 {
    1 << role as u8
}

/// One castling of the replier.
#[derive(Clone, Copy)]
struct Walk<V> {
    /// Whether nothing stands in the way.
    open: bool,
    /// Where the king must not be attacked.
    squares: Bitboard,
    /// Squares between king and rook.
    path: Bitboard,
    /// Who attacks one of the squares.
    attackers: Bitboard,
    /// Where a landing piece of each role forbids it.
    denied: V,
}

/// Squares from which sliders attack a square.
#[derive(Clone, Copy)]
struct Origins {
    bishop: Bitboard,
    rook: Bitboard,
}

impl Origins {
    #[inline(always)]
    fn of<A: Sliders>(sliders: A, square: Square, occupied: Bitboard) -> Self {
        Self { bishop: sliders.bishop(square, occupied), rook: sliders.rook(square, occupied) }
    }

    /// The sliders among them.
    #[inline(always)]
    fn sliders(&self, b: &CountBoard) -> Bitboard {
        self.rook & b.orthogonal | self.bishop & b.diagonal
    }

    /// Where each role attacks `square` from, a role per lane.
    #[inline(always)]
    fn by_role<S: Side, V: Lanes>(&self, token: V::Token, square: Square) -> V {
        let leapers = V::load(token, &leapers_to::<S>()[square]);
        let bishops = V::set(token, self.bishop).keep(bit(Role::Bishop) | bit(Role::Queen));
        let rooks = V::set(token, self.rook).keep(bit(Role::Rook) | bit(Role::Queen));
        leapers.or(bishops).or(rooks)
    }
}

/// Where the leapers of the side `S` attack a square from, by role; nothing for sliders.
#[inline(always)]
fn leapers_to<S: Side>() -> &'static Rows {
    &LEAPERS[S::COLOR as usize]
}

const LEAPERS: &[Rows; 2] = &[leapers(Color::White), leapers(Color::Black)];

const fn leapers(color: Color) -> Rows {
    const fn leaps(from: Square, steps: &[(i8, i8)]) -> u64 {
        let (mut set, mut i) = (0, 0);
        while i < steps.len() {
            if let Some(to) = from.offset(steps[i].0, steps[i].1) {
                set |= to.bitboard().0;
            }
            i += 1;
        }
        set
    }
    let behind = match color {
        Color::White => -1,
        Color::Black => 1,
    };
    let mut table = [[0; 8]; 64];
    let mut at = 0;
    while at < 64 {
        let square = Square::ALL[at];
        table[at][Role::Pawn as usize] = leaps(square, &[(-1, behind), (1, behind)]);
        table[at][Role::Knight as usize] = leaps(square, &crate::arch::rows::KNIGHT_STEPS);
        table[at][Role::King as usize] = leaps(square, &crate::arch::rows::SLIDER_STEPS);
        at += 1;
    }
    Rows(table)
}

/// Fills in what surrounds the replier's king, in a function of its own; false if the position needs the slow way
/// altogether.
#[inline(always)]
pub(super) fn look_at_king<S: Side, A: Arch>(arch: A, b: &CountBoard, zone: &mut KingZone<A::Lanes>) -> bool {
    arch.run(LookAtKing::<S, _> { board: b, zone, side: PhantomData })
}

struct LookAtKing<'a, S, V: Lanes> {
    board: &'a CountBoard,
    zone: &'a mut KingZone<V>,
    side: PhantomData<S>,
}

impl<A: Arch, S: Side> Compiled<A> for LookAtKing<'_, S, A::Lanes> {
    type Output = bool;
    #[inline(always)]
    fn run(self, arch: A) -> bool {
        self.zone.look::<S, _>(arch.sliders(), self.board)
    }
    copies!(A);
}

impl<V: Lanes> KingZone<V> {
    /// An empty zone.
    #[inline(always)]
    pub fn new(token: V::Token) -> Self {
        let (none, nowhere) = (V::splat(token, 0), Bitboard::EMPTY);
        Self {
            pinned: nowhere,
            pinners: nowhere,
            pins_to: none,
            awkward_from: nowhere,
            awkward_to: none,
            checks: none,
            liners: nowhere,
            only_liner: nowhere,
            cut: nowhere,
            awkward_for_pawns: nowhere,
            beside: nowhere,
            count: 0,
            denied: [none; 4],
            guards: nowhere,
            guard_list: List::new(),
            token,
        }
    }

    /// Looks at the replier's king; false if the position needs the slow way altogether.
    #[inline(always)]
    pub fn look<S: Side, A: Sliders>(&mut self, sliders: A, b: &CountBoard) -> bool {
        let token = self.token;
        let home = b.their_king();
        let occupied = b.occupied();
        self.beside = king(home) & b.them;
        self.lines_to_the_king(b, home);

        let steps = king(home) - b.them;
        let nowhere = Bitboard::EMPTY;
        let closed =
            Walk { open: false, squares: nowhere, path: nowhere, attackers: nowhere, denied: V::splat(token, 0) };
        let mut castles = [closed; 2];
        for rook in b.castling & b.them {
            let CastlingPath { must_be_empty: path, king_walk: squares, .. } = CastlingPath::new(home, rook);
            let blockers = path & occupied;
            if blockers.is_empty() {
                // A rook with squares behind it may uncover its king by castling.
                if !is_cornered(rook) {
                    return false;
                }
                castles[usize::from(rook > home)] =
                    Walk { open: true, squares, path, attackers: nowhere, denied: V::set(token, path) };
            } else if !blockers.intersects(b.them) && !blockers.has_many() {
                self.awkward_from |= blockers;
            }
        }

        for square in steps | castles[0].squares | castles[1].squares {
            let origins = Origins::of(sliders, square, occupied);
            let sliding = origins.sliders(b);
            let leapers = leapers_to::<S>()[square];
            let leapers = Bitboard(leapers[Role::Pawn as usize]) & b.pawns
                | Bitboard(leapers[Role::Knight as usize]) & b.knights
                | Bitboard(leapers[Role::King as usize]) & b.kings;
            let attackers = (sliding | leapers) & b.us;
            if attackers.is_empty() {
                self.awkward_from |= hidden_attackers(sliders, b, square, &origins, occupied);
                let origins: V = origins.by_role::<S, V>(token, square);
                if steps.contains(square) {
                    self.deny(origins);
                }
                for walk in &mut castles {
                    if walk.squares.contains(square) {
                        walk.denied = walk.denied.or(origins);
                    }
                }
                continue;
            }
            for walk in &mut castles {
                if walk.squares.contains(square) {
                    walk.attackers |= attackers;
                }
            }
            if steps.contains(square) {
                self.guard::<S, A>(sliders, b, attackers, square.bitboard(), V::splat(token, 0));
            }
            for slider in sliding & b.us {
                self.line(slider, between(square, slider));
            }
        }
        for walk in castles {
            if walk.open && walk.attackers.is_empty() {
                self.deny(walk.denied);
            } else if walk.open {
                self.guard::<S, A>(sliders, b, walk.attackers, walk.squares, V::set(token, walk.path));
            }
        }

        // A line is cut on an empty square; what stands on one is captured instead.
        let common = (self.cut - occupied) | b.castling & b.them;
        let direct = Origins::of(sliders, home, occupied);
        let checks: V = direct.by_role::<S, V>(token, home).keep(!bit(Role::King));
        // A slider that sees the king through one of its pieces pins that piece.
        let through = Origins {
            rook: sliders.rook(home, occupied - (direct.rook & b.them)),
            bishop: sliders.bishop(home, occupied - (direct.bishop & b.them)),
        };
        self.pins_to = through.by_role::<S, V>(token, home).minus(checks).keep(SLIDING_ROLES);
        self.checks = checks;
        self.only_liner = if self.liners.has_many() { nowhere } else { self.liners };
        self.awkward_to = checks.or(V::set(token, common));
        self.awkward_for_pawns = attacks::pawns(<S::Opponent as Side>::COLOR, home.bitboard()) | common;
        true
    }

    /// How many king moves a single piece on a square takes away.
    #[inline(always)]
    pub fn denied_at(&self, role: Role, square: Bitboard) -> u32 {
        let mut denied = 0;
        for (weight, digit) in self.denied.iter().enumerate() {
            denied |= u32::from(digit.lane(role as usize) & square.0 != 0) << weight;
        }
        denied
    }

    /// One digit of how many king moves are taken away, summed over the targets of each lane, in parts.
    #[inline(always)]
    pub fn denied_to(&self, roles: V, targets: V, digit: usize) -> V {
        roles.look_up(self.denied[digit]).and(targets).popcount_in_parts()
    }

    /// The king's steps that open when pieces leave, over their targets: a piece and its targets per lane.
    #[inline(always)]
    pub fn opened(&self, origins: V, roles: V, targets: V) -> V {
        let mut opened = V::splat(self.token, 0);
        for &(guard, denied) in self.guard_list.as_slice() {
            let open = targets.minus(roles.look_up(denied)).keep_meeting(origins, V::set(self.token, guard));
            opened = opened.add(open.popcount_in_parts());
        }
        opened.whole()
    }

    /// A slider's line on whose squares no other piece may land.
    #[inline(always)]
    fn line(&mut self, slider: Square, squares: Bitboard) {
        self.cut |= squares;
        self.liners = self.liners.with(slider);
    }

    /// Where a piece cuts no line but its own and gives no check, if there is only one such slider: a
    /// piece per lane. Along its own line a slider still attacks what it attacked, and still pins what it
    /// pinned.
    #[inline(always)]
    pub fn own_line(&self, origins: V, roles: V) -> V {
        let own = V::set(self.token, self.cut).keep_meeting(origins, V::set(self.token, self.only_liner));
        own.minus(roles.look_up(self.checks))
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
    fn guard<S: Side, A: Sliders>(
        &mut self,
        sliders: A,
        b: &CountBoard,
        attackers: Bitboard,
        squares: Bitboard,
        mut denied: V,
    ) {
        if attackers.has_many() {
            return;
        }
        let mut behind = Bitboard::EMPTY;
        for square in squares {
            let origins = Origins::of(sliders, square, b.occupied() - attackers);
            behind |= origins.sliders(b);
            denied = denied.or(origins.by_role::<S, V>(self.token, square));
        }
        // Pawns are classified in sets and have no guard's place among them; kings so near are rare.
        if (behind & b.us & !attackers | attackers & (b.pawns | b.kings)).any() {
            self.awkward_from |= attackers;
            return;
        }
        self.guards |= attackers;
        self.guard_list.push((attackers, denied));
    }

    /// Pins, and pieces whose leaving gives check or makes or breaks a pin.
    #[inline(always)]
    fn lines_to_the_king(&mut self, b: &CountBoard, king: Square) {
        let snipers = (orthogonals(king) & b.orthogonal | diagonals(king) & b.diagonal) & b.us;
        for sniper in snipers {
            let squares = between(king, sniper);
            let blockers = squares & b.occupied();
            let ours = blockers & b.us;
            let theirs = blockers & b.them;
            match blockers.len() {
                1 if theirs.any() => {
                    self.pinned |= theirs;
                    self.pinners = self.pinners.with(sniper);
                    self.line(sniper, squares);
                }
                1 => self.awkward_from |= ours,
                // One of each: ours leaving would pin theirs.
                2 if ours.any() && theirs.any() => self.awkward_from |= ours,
                _ => {}
            }
        }
    }
}

/// Pieces of the mover behind which one of its sliders looks at `square`.
#[inline(always)]
fn hidden_attackers<A: Sliders>(
    sliders: A,
    b: &CountBoard,
    square: Square,
    origins: &Origins,
    occupied: Bitboard,
) -> Bitboard {
    let mut screens = Bitboard::EMPTY;
    let behind = sliders.rook(square, occupied - (origins.rook & b.us)) & b.orthogonal
        | sliders.bishop(square, occupied - (origins.bishop & b.us)) & b.diagonal;
    for slider in behind & b.us {
        screens |= between(square, slider) & b.us;
    }
    screens
}
