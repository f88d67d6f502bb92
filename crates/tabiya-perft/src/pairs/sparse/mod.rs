//! Two plies at once where few pieces stand: the replies to every move without making it.
//!
//! On a sparse board almost nothing stands in the way of anything, so most moves of a piece change nothing for the
//! replier but what its king may do. The mover is lifted once ([`lifted`]); where it may land without touching a ray, a
//! pawn or a line to the king, all its moves have the same replies, less the king's steps that it then
//! forbids, and these are counted from the king's side: for each step, the landings that forbid it. What is left,
//! captures, checks and pins included, is counted move by move, still without a child being made. A mover that has only
//! its king is simpler still ([`bare_king`]).
//!
//! Plain words and look-ups do all this, so every level of instructions has it, and those without lanes have nothing
//! else. The pair counter in lanes ([`dense`](super::dense)) costs the same however few moves there are, and wins where
//! there are many. Making every move is the twin.

mod bare_king;
mod castling;
mod lifted;
mod pawns;
#[cfg(test)]
mod tests;

use core::marker::PhantomData;

use tabiya::attacks::{self, Sliders, diagonals, king, knight, orthogonals};
use tabiya::cpu::{Compiled, Token, copies};
use tabiya::movegen::{Promotions, Sink};
use tabiya::{Bitboard, Direction, MoveKind, Role, Side, Square, Wing};

use crate::arch::Arch;
use crate::count::board::CountBoard;
use crate::count::generate::{all_but_the_king, danger, king_moves};
use crate::count::moves::moves;
use crate::pairs::promotions::replies_to_promotions;
use bare_king::{BareKing, is_bare};
use castling::Castling;
use lifted::PieceMoves;
use pawns::{PawnMoves, PawnTargets};

/// Whether this way of counting is there at all. On wasm it would add a tenth to what every page downloads:
/// too much for positions that are quick to count anyway.
pub(crate) const WORTH_ITS_SIZE: bool = !cfg!(target_arch = "wasm32");

/// Whether to count here without lanes, even where there are lanes.
#[inline(always)]
pub(crate) fn is_sparse<A: Arch>(b: &CountBoard) -> bool {
    WORTH_ITS_SIZE && b.castling.is_empty() && b.occupied().len() + b.orthogonal.len() + b.diagonal.len() <= A::FEW
}

/// The sum of the replies over all moves of the side `S`.
#[inline(always)]
pub(crate) fn pairs<S: Side, A: Token>(arch: A, b: &CountBoard) -> u64 {
    if is_bare(b) {
        arch.run(BareKing::<S>::new(b))
    } else if b.castling.intersects(b.them) {
        arch.run(SparsePairs::<S, true>(b, PhantomData))
    } else {
        arch.run(SparsePairs::<S, false>(b, PhantomData))
    }
}

/// `CASTLES`: the replier has a right to castle. Asking about it where it has no right costs 2 to 6 %.
struct SparsePairs<'a, S, const CASTLES: bool>(&'a CountBoard, PhantomData<S>);

impl<A: Token, S: Side, const CASTLES: bool> Compiled<A> for SparsePairs<'_, S, CASTLES> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        count::<S, A, CASTLES>(arch, self.0)
    }
    copies!(A);
}

#[inline(always)]
fn count<S: Side, A: Token, const CASTLES: bool>(arch: A, b: &CountBoard) -> u64 {
    let sliders = arch.sliders();
    let replier = b.their_king();
    let snipers = (orthogonals(replier) & b.orthogonal | diagonals(replier) & b.diagonal) & b.us;
    let castling = if CASTLES { Castling::new(b, replier) } else { Castling::NONE };
    let scene = Scene::<CASTLES> { board: b, king: replier, snipers, castling };
    let mut movers =
        Movers::<S, A, CASTLES> { arch, scene, pawns: PawnTargets::default(), total: 0, side: PhantomData };
    let danger = danger::<S>(b);
    all_but_the_king::<S, _, _>(sliders, b, &danger, &mut movers);
    if (b.pawns & b.us).any() {
        movers.total += arch.run(PawnMoves::<S, CASTLES>::new(&movers.scene, &movers.pawns));
    }
    let attacked = attacked_by_replier::<S, _>(sliders, b);
    let steps = king(b.king()) - (b.us | attacked);
    king_moves::<S, _, _>(sliders, b, &danger, steps, Some(attacked), &mut movers);
    movers.total
}

/// Where the mover's king may not go.
#[inline(always)]
fn attacked_by_replier<S: Side, A: Sliders>(sliders: A, b: &CountBoard) -> Bitboard {
    // The king does not shield the squares behind it.
    let occupied = b.occupied().without(b.king());
    let mut attacked = king(b.their_king()) | attacks::pawns(<S::Opponent as Side>::COLOR, b.pawns & b.them);
    for square in b.knights & b.them {
        attacked |= knight(square);
    }
    for square in b.orthogonal & b.them {
        attacked |= sliders.rook(square, occupied);
    }
    for square in b.diagonal & b.them {
        attacked |= sliders.bishop(square, occupied);
    }
    attacked
}

/// What all moves of one board have in common.
#[derive(Clone, Copy)]
struct Scene<'a, const CASTLES: bool> {
    board: &'a CountBoard,
    /// The replier's king.
    king: Square,
    /// The mover's sliders on a line with it, whatever stands between.
    snipers: Bitboard,
    castling: Castling,
}

struct Movers<'a, S, A, const CASTLES: bool> {
    arch: A,
    scene: Scene<'a, CASTLES>,
    pawns: PawnTargets,
    total: u64,
    side: PhantomData<S>,
}

impl<S: Side, A: Token, const CASTLES: bool> Movers<'_, S, A, CASTLES> {
    /// Makes the move after all.
    #[inline(always)]
    fn make(&mut self, child: &CountBoard) {
        self.total += u64::from(moves::<S::Opponent, _>(self.arch, child));
    }
}

impl<S: Side, A: Token, const CASTLES: bool> Sink for Movers<'_, S, A, CASTLES> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        const KNIGHT: usize = Role::Knight as usize;
        const BISHOP: usize = Role::Bishop as usize;
        const ROOK: usize = Role::Rook as usize;
        const QUEEN: usize = Role::Queen as usize;
        const KING: usize = Role::King as usize;
        let (arch, scene) = (self.arch, &self.scene);
        self.total += match role {
            Role::Knight => arch.run(PieceMoves::<S, KNIGHT, CASTLES>::new(scene, from, quiets, captures)),
            Role::Bishop => arch.run(PieceMoves::<S, BISHOP, CASTLES>::new(scene, from, quiets, captures)),
            Role::Rook => arch.run(PieceMoves::<S, ROOK, CASTLES>::new(scene, from, quiets, captures)),
            Role::Queen => arch.run(PieceMoves::<S, QUEEN, CASTLES>::new(scene, from, quiets, captures)),
            _ => arch.run(PieceMoves::<S, KING, CASTLES>::new(scene, from, quiets, captures)),
        };
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        match kind {
            MoveKind::DoublePush => self.pawns.double_pushes = targets,
            MoveKind::Capture if step == S::UP_WEST => self.pawns.west = targets,
            MoveKind::Capture => self.pawns.east = targets,
            _ => self.pawns.pushes = targets,
        }
    }

    #[inline(always)]
    fn promotions(&mut self, _: bool, step: Direction, targets: Bitboard, _: Promotions) {
        if targets.any() {
            self.total += replies_to_promotions::<S, A>(self.arch, self.scene.board, step, targets);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, _: Square) {
        self.make(&self.scene.board.after_en_passant::<S>(from.bitboard()));
    }

    #[inline(always)]
    fn castle(&mut self, _: Wing, _: Square, rook: Square) {
        self.make(&self.scene.board.after_castling::<S>(rook));
    }
}
