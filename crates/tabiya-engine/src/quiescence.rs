//! Quiescence: a position is judged once the captures are played out.

use tabiya::order::{Context, MovePicker, is_tactical};

use crate::best::Best;
use crate::board::Board;
use crate::history::{Place, Route};
use crate::margins::QUIESCENCE_FUTILITY;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, is_decided, mated_in};
use crate::worker::{Evaluation, Worker};

impl Worker<'_> {
    /// The value of a position once the captures are played out; with `checks` quiet checks are tried too.
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        board: &Board,
        alpha: Value,
        beta: Value,
        route: Route,
        checks: bool,
    ) -> Value {
        let (position, ply) = (&board.position, route.ply);
        self.lines[ply].clear();
        self.enter(ply);
        if self.stopped || ply >= MAX_PLY - 1 {
            return self.give_up(board);
        }
        if self.is_draw(board, ply) {
            return DRAW;
        }
        let known = self.table.probe(board.key, ply);
        if let Some(entry) = known
            && !PV
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }

        let (mut eval, mut futile) = (None, -INFINITE);
        let mut best = Best::new(alpha);
        if !board.in_check {
            let Evaluation { plain, corrected: here } = self.evaluate(board, known.and_then(|entry| entry.eval));
            eval = Some(plain);
            futile = here + QUIESCENCE_FUTILITY;
            // No capture is forced: standing pat is worth what the position looks like.
            let known_score = known.filter(|entry| entry.settles(here, here + 1) && !is_decided(entry.score));
            let stand_pat = known_score.map_or(here, |entry| entry.score);
            best = Best::standing(stand_pat, alpha.max(stand_pat));
            if stand_pat >= beta {
                if known.is_none() {
                    self.table.store(board.key, ply, best.entry(alpha, beta, eval, 0));
                }
                return stand_pat;
            }
        }

        let tt_move = known.and_then(|entry| entry.mv);
        let mut moves = MovePicker::quiescence(position, tt_move, Context::ROOT, checks).legal();
        let place = Place::new(board, route);
        while let Some(mv) = self.next_move(&mut moves, &place) {
            if best.score > -MATE_BOUND && !board.in_check {
                // Where even a gift would not lift the score above alpha, an even trade will not.
                let least = i32::from(futile <= best.alpha && is_tactical(mv));
                if !position.see_at_least(mv, least) {
                    continue;
                }
            }
            let next = self.after(board, mv);
            let below = route.after(position, mv);
            let alpha = best.alpha;
            let score =
                self.try_move(&next, |worker, next| -worker.quiescence::<PV>(next, -beta, -alpha, below, false));
            if self.stopped {
                return DRAW;
            }
            if best.improve(mv, score) && PV {
                self.extend_line(ply, mv);
            }
            if best.alpha >= beta {
                break;
            }
        }
        // Out of check there is the evaluation at least.
        if best.is_empty() {
            return mated_in(ply);
        }
        self.table.store(board.key, ply, best.entry(alpha, beta, eval, 0));
        best.score
    }
}
