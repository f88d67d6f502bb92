//! What the replier's king can do, and which moves disturb it.
//!
//! As with the other replies the aim is a count and differences: the squares the king may step to
//! (and the castlings it may make) when the mover passes, and for each of them the set of squares
//! from which a dropped piece would take it away. A move is *plain* if these differences tell the
//! whole truth about it. The others are named here, generously, because a move wrongly called
//! awkward costs time and a move wrongly called plain costs the count:
//!
//! - moves that give check, directly or by discovery;
//! - moves that make, break or block a pin;
//! - a piece leaving that alone attacks a square the king wants, or hides an attack on it;
//! - a piece landing between the king's square of desire and the slider that attacks it;
//! - captures of a rook that may castle.

use crate::board::{Board, CastlingPath, role};
use crate::geometry::{BETWEEN, EMPTY_BISHOP, EMPTY_ROOK, KING, KNIGHT, squares};
use crate::side::Side;
use crate::sliders::Sliders;

/// Everything the classification of the mover's moves needs to know about the other king.
pub(super) struct KingZone {
    /// The replier's pinned pieces.
    pub pinned: u64,
    /// Pieces of the mover none of whose moves is plain.
    pub awkward_from: u64,
    /// Targets that are never plain, by the role that arrives there.
    pub awkward_to: [u64; 8],
    /// The replier's pieces beside its king, which it may retake.
    pub beside: u64,
    /// King steps and castlings when the mover passes.
    pub count: u32,
    /// How many of them a piece of a role takes away from each square: binary digits, by role.
    pub denied: [[u64; 8]; 4],
}

/// One castling of the replier.
#[derive(Clone, Copy, Default)]
struct Walk {
    open: bool,
    /// Where the king must not be attacked.
    squares: u64,
    /// Where a landing piece of each role forbids it.
    denied: [u64; 6],
}

/// Squares from which each role attacks a square.
#[inline(always)]
fn attack_origins<S: Side, A: Sliders>(square: usize, occupied: u64) -> [u64; 6] {
    let (rook, bishop) = (A::rook(square, occupied), A::bishop(square, occupied));
    [S::Foe::pawn_attacks(1 << square), KNIGHT[square], bishop, rook, rook | bishop, KING[square]]
}

impl KingZone {
    /// Looks at the replier's king; `None` if the position needs the slow way altogether.
    #[inline(always)]
    pub fn new<S: Side, A: Sliders>(b: &Board) -> Option<Self> {
        let king = b.their_king();
        let occupied = b.occupied();
        let mut zone = Self {
            pinned: 0,
            awkward_from: 0,
            awkward_to: [0; 8],
            beside: KING[king] & b.them,
            count: 0,
            denied: [[0; 8]; 4],
        };
        let unpinning = zone.lines_to_the_king(b, king);

        let ring = KING[king];
        let steps = ring & !b.them;
        let mut walks = [Walk::default(); 2];
        for rook in squares(b.castling & b.them) {
            let path = CastlingPath::new(king, rook);
            let blockers = path.empty & occupied;
            if blockers == 0 {
                // A rook with squares behind it may uncover its king by castling.
                if rook & 7 != 0 && rook & 7 != 7 {
                    return None;
                }
                walks[usize::from(rook > king)] =
                    Walk { open: true, squares: path.king_walk & !(1 << king), denied: [path.empty; 6] };
            } else if blockers & b.them == 0 && blockers & (blockers - 1) == 0 {
                zone.awkward_from |= blockers;
            }
        }

        let mut blocking = 0;
        for square in squares(steps | walks[0].squares | walks[1].squares) {
            let origins = attack_origins::<S, A>(square, occupied);
            let sliders = origins[role::ROOK as usize] & b.straight | origins[role::BISHOP as usize] & b.diagonal;
            let leapers = origins[role::PAWN as usize] & b.pawns
                | origins[role::KNIGHT as usize] & b.knights
                | origins[role::KING as usize] & b.kings;
            let attackers = (sliders | leapers) & b.us;
            if attackers == 0 {
                zone.awkward_from |= hidden_attackers::<A>(b, square, &origins, occupied);
                if steps >> square & 1 != 0 {
                    zone.deny(&origins);
                }
                for walk in &mut walks {
                    if walk.squares >> square & 1 != 0 {
                        for (denied, origin) in walk.denied.iter_mut().zip(origins) {
                            *denied |= origin;
                        }
                    }
                }
                continue;
            }
            for walk in &mut walks {
                walk.open &= walk.squares >> square & 1 == 0;
            }
            // Two attackers never both leave in one move, but one may leave and block the other.
            if attackers & (attackers - 1) == 0 {
                zone.awkward_from |= attackers;
            }
            for slider in squares(sliders & b.us) {
                blocking |= BETWEEN[square][slider];
            }
        }
        for walk in walks {
            if walk.open {
                zone.deny(&walk.denied);
            }
        }

        // Blocking and unpinning need an empty square; what stands on one is captured instead.
        let common = (blocking | unpinning) & !occupied | b.castling & b.them;
        let checks = attack_origins::<S, A>(king, occupied);
        let rook_pins = A::rook(king, occupied & !(checks[role::ROOK as usize] & b.them));
        let bishop_pins = A::bishop(king, occupied & !(checks[role::BISHOP as usize] & b.them));
        zone.awkward_to = [
            checks[role::PAWN as usize] | common,
            checks[role::KNIGHT as usize] | common,
            bishop_pins | common,
            rook_pins | common,
            bishop_pins | rook_pins | common,
            common,
            0,
            0,
        ];
        Some(zone)
    }

    /// How many king moves a single piece on a square takes away.
    #[inline(always)]
    pub fn denied_at(&self, role: u8, square: u64) -> u32 {
        let [d0, d1, d2, d3] = self.denied.map(|digit| u32::from(digit[role as usize] & square != 0));
        d0 + 2 * d1 + 4 * d2 + 8 * d3
    }

    /// One more thing the king may do, and where pieces take it away.
    #[inline(always)]
    fn deny(&mut self, origins: &[u64; 6]) {
        for (role, &origin) in origins.iter().enumerate() {
            let mut carry = origin;
            for digit in &mut self.denied {
                let next = digit[role] & carry;
                digit[role] ^= carry;
                carry = next;
            }
        }
        self.count += 1;
    }

    /// Pins, and pieces whose leaving gives check or makes or breaks a pin. Returns the squares
    /// where a landing piece would break one.
    #[inline(always)]
    fn lines_to_the_king(&mut self, b: &Board, king: usize) -> u64 {
        let mut unpinning = 0;
        let snipers = (EMPTY_ROOK[king] & b.straight | EMPTY_BISHOP[king] & b.diagonal) & b.us;
        for sniper in squares(snipers) {
            let between = BETWEEN[king][sniper];
            let blockers = between & b.occupied();
            let ours = blockers & b.us;
            let theirs = blockers & b.them;
            match blockers.count_ones() {
                1 if theirs != 0 => {
                    self.pinned |= theirs;
                    self.awkward_from |= 1 << sniper;
                    unpinning |= between;
                }
                1 => self.awkward_from |= ours,
                // One of each: ours leaving would pin theirs.
                2 if ours != 0 && theirs != 0 => self.awkward_from |= ours,
                _ => {}
            }
        }
        unpinning
    }
}

/// Pieces of the mover behind which one of its sliders looks at `square`.
#[inline(always)]
fn hidden_attackers<A: Sliders>(b: &Board, square: usize, origins: &[u64; 6], occupied: u64) -> u64 {
    let rook = origins[role::ROOK as usize];
    let bishop = origins[role::BISHOP as usize];
    let mut screens = 0;
    let behind = A::rook(square, occupied & !(rook & b.us)) & b.straight
        | A::bishop(square, occupied & !(bishop & b.us)) & b.diagonal;
    for slider in squares(behind & b.us) {
        screens |= BETWEEN[square][slider] & b.us;
    }
    screens
}
