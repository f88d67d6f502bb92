//! Promotions and the replies to them: four children, most of which have the same number of replies.
//!
//! The four pieces leave the same squares occupied and can be captured in the same ways. They differ only in what they
//! attack, and that matters to the replier only around its king: a check, a pin, a step of the king that is forbidden,
//! a square of castling. The pieces that attack nothing of this share one count.

use core::marker::PhantomData;

use tabiya::attacks::{Sliders, between, diagonals, king, knight, orthogonals};
use tabiya::cpu::{Compiled, Token, copies};
use tabiya::movegen::origin;
use tabiya::{Bitboard, Direction, MoveKind, Role, Side};

use crate::count::board::CountBoard;
use crate::count::moves::moves;

/// The replies to all promotions on these squares, of pawns that come from one direction: in a function of its own,
/// because most boards have none.
#[inline(always)]
pub(super) fn replies_to_promotions<S: Side, A: Token>(
    arch: A,
    board: &CountBoard,
    step: Direction,
    targets: Bitboard,
) -> u64 {
    arch.run(PromotionReplies::<S> { board, step, targets, side: PhantomData })
}

struct PromotionReplies<'a, S> {
    board: &'a CountBoard,
    step: Direction,
    targets: Bitboard,
    side: PhantomData<S>,
}

impl<A: Token, S: Side> Compiled<A> for PromotionReplies<'_, S> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        count::<S, A>(arch, self.board, self.step, self.targets)
    }
    copies!(A);
}

#[inline(always)]
fn count<S: Side, A: Token>(arch: A, b: &CountBoard, step: Direction, targets: Bitboard) -> u64 {
    let (sliders, home) = (arch.sliders(), b.their_king());
    // Where the king may step, as far as its own side lets it.
    let mut zone = (king(home) - b.them).with(home);
    if b.castling.intersects(b.them) {
        zone |= S::EIGHTH_RANK;
    }
    let mut total = 0;
    for to in targets {
        let from = origin(MoveKind::Quiet, step, to).bitboard();
        let occupied = (b.occupied() - from).with(to);
        let blockers = between(home, to) & occupied;
        let pins = blockers.len() == 1 && blockers.intersects(b.them);
        let by_rook = sliders.rook(to, occupied).intersects(zone) || pins && orthogonals(home).contains(to);
        let by_bishop = sliders.bishop(to, occupied).intersects(zone) || pins && diagonals(home).contains(to);
        let by_knight = knight(to).intersects(zone);
        let (mut others, mut inert) = (0, Role::Queen);
        for (role, minds) in [
            (Role::Queen, by_rook || by_bishop),
            (Role::Rook, by_rook),
            (Role::Bishop, by_bishop),
            (Role::Knight, by_knight),
        ] {
            if minds {
                total += u64::from(moves::<S::Opponent, _>(arch, &b.after_promotion(role, from, to.bitboard())));
            } else {
                others += 1;
                inert = role;
            }
        }
        if others > 0 {
            let child = b.after_promotion(inert, from, to.bitboard());
            total += others * u64::from(moves::<S::Opponent, _>(arch, &child));
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use tabiya::cpu::Portable;
    use tabiya::movegen::{Promotions, Sink};
    use tabiya::side::{Black, White};
    use tabiya::{Square, Wing};

    use super::*;
    use crate::arch::plain_sliders;
    use crate::count::generate::{attackers, generate};
    use crate::testing::{Random, games, random_board};

    static PROMOTIONS: AtomicUsize = AtomicUsize::new(0);

    /// Compares every set of promotions with its four children, made.
    struct Compare<'a, S>(&'a CountBoard, core::marker::PhantomData<S>);

    impl<S: Side> Sink for Compare<'_, S> {
        fn piece(&mut self, _: Role, _: Square, _: Bitboard, _: Bitboard) {}
        fn pawns(&mut self, _: MoveKind, _: Direction, _: Bitboard) {}
        fn en_passant(&mut self, _: Square, _: Square) {}
        fn castle(&mut self, _: Wing, _: Square, _: Square) {}
        fn promotions(&mut self, _: bool, step: Direction, targets: Bitboard, _: Promotions) {
            let arch = Portable::new();
            for to in targets {
                let from = origin(MoveKind::Quiet, step, to).bitboard();
                let mut slow = 0;
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let child = self.0.after_promotion(role, from, to.bitboard());
                    slow += u64::from(moves::<S::Opponent, _>(arch, &child));
                }
                let fast = replies_to_promotions::<S, _>(arch, self.0, step, to.bitboard());
                assert_eq!(fast, slow, "to {to}: {:?}", self.0);
                PROMOTIONS.fetch_add(1, Relaxed);
            }
        }
    }

    fn compare<S: Side>(b: &CountBoard) {
        if attackers::<S::Opponent, _>(plain_sliders(), b, b.their_king(), b.us, b.occupied()).is_empty() {
            generate::<S, _, _>(plain_sliders(), b, &mut Compare::<S>(b, core::marker::PhantomData));
        }
    }

    fn random<S: Side>(random: &mut Random) {
        let (castles, others) = ([false, random.below(2) == 0], 1 + random.below(24));
        compare::<S>(&random_board::<S>(random, castles, others));
    }

    #[test]
    fn pieces_that_the_king_does_not_mind_have_equally_many_replies() {
        let mut numbers = Random::new(0x5eed_0f9a_11c3_d7e5);
        for _ in 0..games(20_000) {
            random::<White>(&mut numbers);
            random::<Black>(&mut numbers);
        }
        let compared = PROMOTIONS.load(Relaxed);
        assert!(compared > 1000, "only {compared} promotions were compared");
    }
}
