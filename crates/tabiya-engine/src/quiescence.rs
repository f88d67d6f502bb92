//! Quiescence: a position is judged once the captures are played out.

use tabiya::Position;
use tabiya::order::{Context, MovePicker, is_tactical};

use crate::best::Best;
use crate::eval::evaluate;
use crate::margins::QUIESCENCE_FUTILITY;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, is_mate, mated_in};
use crate::worker::Worker;

impl Worker<'_> {
    /// The value of a position once the captures are played out; with `checks` quiet checks are tried too.
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        alpha: Value,
        beta: Value,
        context: Context,
        checks: bool,
    ) -> Value {
        let ply = context.ply;
        self.lines[ply].clear();
        self.enter(ply);
        let in_check = position.in_check();
        if self.stopped || ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { evaluate(position) };
        }
        if self.is_draw(position, ply) {
            return DRAW;
        }
        let known = self.table.probe(position.key(), ply);
        if let Some(entry) = known
            && !PV
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }

        let mut eval = None;
        let mut best = Best::new(alpha);
        if !in_check {
            let here = known.and_then(|entry| entry.eval).unwrap_or_else(|| evaluate(position));
            eval = Some(here);
            // No capture is forced: standing pat is worth what the position looks like.
            let known_score = known.filter(|entry| entry.settles(here, here + 1) && !is_mate(entry.score));
            let stand_pat = known_score.map_or(here, |entry| entry.score);
            best = Best::standing(stand_pat, alpha.max(stand_pat));
            if stand_pat >= beta {
                if known.is_none() {
                    self.table.store(position.key(), ply, best.entry(alpha, beta, eval, 0));
                }
                return stand_pat;
            }
        }

        let futile = eval.map_or(-INFINITE, |eval| eval + QUIESCENCE_FUTILITY);
        let tt_move = known.and_then(|entry| entry.mv);
        let mut moves = MovePicker::quiescence(position, tt_move, context, checks).legal();
        while let Some(mv) = moves.next(self.histories) {
            if best.score > -MATE_BOUND && !in_check {
                // Where even a gift would not lift the score above alpha, an even trade will not.
                let least = i32::from(futile <= best.alpha && is_tactical(mv));
                if !position.see_at_least(mv, least) {
                    continue;
                }
            }
            let next = position.after_unchecked(mv);
            let below = context.after(position, mv);
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
        self.table.store(position.key(), ply, best.entry(alpha, beta, eval, 0));
        best.score
    }
}
