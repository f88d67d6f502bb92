//! Solves one material: first every position by itself (mates, captures, promotions), then backwards from the decided
//! ones, move by move.
//!
//! A position is won in *n* if a move leads to one that is lost in *n* − 1. It is lost in *n* if every move leads to a
//! won one and the slowest of them is won in *n*. So each position keeps how many of its quiet moves have not been
//! refuted yet; unmoves from a newly won position count down, and where the counter reaches zero only captures and
//! promotions are left to look at.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use tabiya::{Color, EnPassantField, MoveKind, Position, Role, Setup, Square, Tolerance, attacks};

use super::index::{Layout, Men, OTHERS};
use super::table::{Distance, Table, code};
use super::{EndgameError, Endgames, Options};

/// A counter of quiet moves that never reaches zero: the position is asked anew in every round.
const ASKED_ANEW: u8 = 200;
/// A counter of quiet moves for places without a position, which never reaches zero either.
const NOT_THERE: u8 = 255;
/// No capture or promotion.
const NO_CONVERSION: u8 = 0;
/// The best capture or promotion leads to a draw. No capture and no promotion mates the side that plays it, so the code
/// of that is free.
const DRAWN_CONVERSION: u8 = code::loss(0);
/// How many positions a thread takes at once.
const CHUNK: usize = 1 << 14;
/// The same where each is asked by its moves.
const ASKED_AT_ONCE: usize = 1 << 10;

/// Everything known of the positions with one side to move.
struct Half {
    values: Vec<AtomicU8>,
    /// Quiet moves that have not been refuted.
    open: Vec<AtomicU8>,
    /// What the best capture or promotion gives: a value, [`NO_CONVERSION`] or [`DRAWN_CONVERSION`].
    conversions: Vec<AtomicU8>,
}

struct Solver<'a> {
    layout: &'a Layout,
    smaller: &'a Endgames,
    halves: [Half; 2],
    options: Options<'a>,
    /// The most moves to mate that the table may hold.
    limit: u8,
}

/// Solves a material whose smaller tables are all there.
pub(crate) fn solve(layout: Layout, smaller: &Endgames, options: Options<'_>) -> Result<Table, EndgameError> {
    solve_up_to(code::MAX_MOVES, layout, smaller, options)
}

/// How many bytes solving a material takes beside the tables that it needs: the three lists of each [`Half`].
pub(crate) fn memory(layout: &Layout) -> u64 {
    2 * 3 * layout.len as u64
}

impl Half {
    /// Nothing decided; `None` if the system does not give the memory.
    fn new(len: usize) -> Option<Half> {
        let zeros = || {
            let mut list = Vec::new();
            list.try_reserve_exact(len).ok()?;
            list.resize_with(len, || AtomicU8::new(0));
            Some(list)
        };
        Some(Half { values: zeros()?, open: zeros()?, conversions: zeros()? })
    }
}

/// The same with a limit of its own, which the tests set to a number that mates exceed.
fn solve_up_to(limit: u8, layout: Layout, smaller: &Endgames, options: Options<'_>) -> Result<Table, EndgameError> {
    let half = || Half::new(layout.len).ok_or(EndgameError::OutOfMemory(layout.material));
    let solver = Solver { layout: &layout, smaller, halves: [half()?, half()?], options, limit };
    let too_long = EndgameError::TooLong(layout.material);
    let mut asked_anew = [Vec::new(), Vec::new()];
    let mut longest = 0;
    for side in Color::ALL {
        let (special, slowest) = solver.first_look(side);
        asked_anew[side as usize] = special;
        longest = longest.max(slowest);
    }
    if longest > limit {
        return Err(too_long);
    }
    // The round after the limit decides nothing; it sees whether a mate takes longer.
    for moves in 1..=limit + 1 {
        if options.cancel.load(Relaxed) {
            return Err(EndgameError::Cancelled);
        }
        let mut changed = 0;
        for side in Color::ALL {
            changed += solver.wins(side, moves, &asked_anew[side as usize]);
        }
        if moves > limit {
            if changed > 0 {
                return Err(too_long);
            }
            break;
        }
        for side in Color::ALL {
            changed += solver.losses(side, moves, &asked_anew[side as usize]);
        }
        if changed == 0 && moves > longest {
            break;
        }
    }
    if options.cancel.load(Relaxed) {
        return Err(EndgameError::Cancelled);
    }
    let plain = |half: Half| half.values.into_iter().map(AtomicU8::into_inner).collect();
    let values = solver.halves.map(plain);
    Ok(Table { layout, values })
}

impl Solver<'_> {
    /// Calls `work` with ranges of the places, on every thread, and collects what the threads return.
    fn in_parallel<R: Send>(
        &self,
        work: impl Fn(&mut dyn FnMut() -> Option<std::ops::Range<usize>>) -> R + Sync,
    ) -> Vec<R> {
        self.share(self.layout.len, CHUNK, work)
    }

    /// The same with ranges of any number of things.
    fn share<R: Send>(
        &self,
        len: usize,
        chunk: usize,
        work: impl Fn(&mut dyn FnMut() -> Option<std::ops::Range<usize>>) -> R + Sync,
    ) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let take = || {
            let start = next.fetch_add(chunk, Relaxed);
            (start < len && !self.options.cancel.load(Relaxed)).then(|| start..(start + chunk).min(len))
        };
        if self.options.threads <= 1 || len <= chunk {
            return vec![work(&mut || take())];
        }
        std::thread::scope(|scope| {
            // This thread works as well, so that all is done also where the system gives no thread.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, || work(&mut || take())).ok();
            let threads: Vec<_> = (1..self.options.threads).map_while(start).collect();
            let own = work(&mut || take());
            // A thread that panicked has left its part undecided: no table is better than a wrong one.
            let others = threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(own).chain(others).collect()
        })
    }

    fn position(&self, men: &Men, turn: Color) -> Option<Position> {
        let board = self.layout.board(men)?;
        // No game need lead to it: tables hold whatever can be set up.
        Position::from_setup_with(Setup { board, turn, ..Setup::EMPTY }, Tolerance::ALL).ok()
    }

    /// Every position by itself. Returns those that are asked anew in every round, because a double push in them can be
    /// answered en passant, and the moves of the slowest conversion.
    fn first_look(&self, side: Color) -> (Vec<usize>, u8) {
        let found = self.in_parallel(|take| {
            let (mut special, mut slowest) = (Vec::new(), 0);
            while let Some(range) = take() {
                self.options.done.fetch_add(range.len() as u64, Relaxed);
                for index in range {
                    let men = self.layout.men(index);
                    let half = &self.halves[side as usize];
                    let position = if self.layout.index_of_distinct(&men) == Some(index) {
                        self.position(&men, side)
                    } else {
                        None
                    };
                    let Some(position) = position else {
                        half.values[index].store(code::NO_POSITION, Relaxed);
                        half.open[index].store(NOT_THERE, Relaxed);
                        continue;
                    };
                    let (open, best) = self.look(&position);
                    let conversion = match best {
                        None => NO_CONVERSION,
                        Some(Distance::Draw) => DRAWN_CONVERSION,
                        // What does not fit is seen below as the slowest, and ends the work.
                        Some(value) => code::write(value).unwrap_or(DRAWN_CONVERSION),
                    };
                    half.open[index].store(open, Relaxed);
                    half.conversions[index].store(conversion, Relaxed);
                    let moves = best.and_then(Distance::moves).unwrap_or(0);
                    slowest = slowest.max(u8::try_from(moves).unwrap_or(u8::MAX));
                    if open == ASKED_ANEW {
                        special.push(index);
                    } else if open == 0 && conversion == NO_CONVERSION && position.in_check() {
                        half.values[index].store(code::loss(0), Relaxed);
                    }
                }
            }
            (special, slowest)
        });
        let slowest = found.iter().map(|(_, slowest)| *slowest).max().unwrap_or(0);
        (found.into_iter().flat_map(|(special, _)| special).collect(), slowest)
    }

    /// How many quiet moves a position has, and what its best capture or promotion leads to.
    fn look(&self, position: &Position) -> (u8, Option<Distance>) {
        let (mut open, mut best) = (0, None::<Distance>);
        let pawns_meet = Color::ALL.into_iter().all(|color| self.layout.material.count(color, Role::Pawn) > 0);
        let mut special = false;
        for mv in position.legal_moves() {
            if mv.kind().is_capture() || mv.kind().is_promotion() {
                let after = position.after_unchecked(mv);
                let value = self.smaller.look_up(after.board(), after.turn()).unwrap_or(Distance::Draw).before();
                if best.is_none_or(|best| value.rank() > best.rank()) {
                    best = Some(value);
                }
            } else {
                open += 1;
                special |=
                    pawns_meet && mv.kind() == MoveKind::DoublePush && may_be_captured_in_passing(position, mv.to());
            }
        }
        (if special { ASKED_ANEW } else { open }, best)
    }

    /// Decides the wins in this number of moves, up to the limit; returns how many there were.
    fn wins(&self, side: Color, moves: u8, asked_anew: &[usize]) -> usize {
        let (half, other) = (&self.halves[side as usize], &self.halves[!side as usize]);
        let (before, win) = (code::loss(moves - 1), code::win(moves));
        let is_undecided = |index: usize| half.values[index].load(Relaxed) == code::DRAW;
        let decide = |index: usize| {
            let values = &half.values[index];
            if moves > self.limit {
                return is_undecided(index);
            }
            values.compare_exchange(code::DRAW, win, Relaxed, Relaxed).is_ok()
        };
        // Places without a position look like mates.
        let is_there = |index: usize| moves > 1 || other.open[index].load(Relaxed) != NOT_THERE;
        let found = self.in_parallel(|take| {
            let mut changed = 0;
            while let Some(range) = take() {
                for index in range {
                    if other.values[index].load(Relaxed) == before && is_there(index) {
                        self.unmoves(side, index, &mut |place, _| changed += usize::from(decide(place)));
                    }
                    if moves <= self.limit && half.conversions[index].load(Relaxed) == win {
                        changed += usize::from(decide(index));
                    }
                }
            }
            changed
        });
        let value = Distance::Win(2 * u32::from(moves) - 1);
        found.into_iter().sum::<usize>() + self.ask_anew(side, asked_anew, value, decide)
    }

    /// Decides the losses in this number of moves; returns how many there were.
    fn losses(&self, side: Color, moves: u8, asked_anew: &[usize]) -> usize {
        let (half, other) = (&self.halves[side as usize], &self.halves[!side as usize]);
        let lose = |index: usize| half.values[index].compare_exchange(0, code::loss(moves), Relaxed, Relaxed).is_ok();
        // A capture or promotion that loses more slowly puts the loss off; one that does not lose prevents it.
        let no_way_out = |index: usize| {
            let conversion = half.conversions[index].load(Relaxed);
            conversion == NO_CONVERSION
                || (conversion > 127 && conversion <= code::loss(moves) && conversion != DRAWN_CONVERSION)
        };
        let refuted = self.in_parallel(|take| {
            let mut changed = 0;
            while let Some(range) = take() {
                for index in range {
                    if other.values[index].load(Relaxed) == code::win(moves) {
                        self.unmoves(side, index, &mut |before, weight| {
                            let is_last = half.open[before].fetch_sub(weight, Relaxed) == weight;
                            changed += usize::from(is_last && no_way_out(before) && lose(before));
                        });
                    }
                }
            }
            changed
        });
        let converted = self.in_parallel(|take| {
            let mut changed = 0;
            while let Some(range) = take() {
                for index in range {
                    let is_due = half.conversions[index].load(Relaxed) == code::loss(moves);
                    if is_due && half.open[index].load(Relaxed) == 0 {
                        changed += usize::from(lose(index));
                    }
                }
            }
            changed
        });
        let value = Distance::Loss(2 * u32::from(moves));
        refuted.into_iter().chain(converted).sum::<usize>() + self.ask_anew(side, asked_anew, value, lose)
    }

    /// Decides those positions of a list whose moves now say that they have this value; returns how many there were.
    /// Their moves lead to the other side, so that none of them depends on another.
    fn ask_anew(&self, side: Color, list: &[usize], value: Distance, decide: impl Fn(usize) -> bool + Sync) -> usize {
        let found = self.share(list.len(), ASKED_AT_ONCE, |take| {
            let mut changed = 0;
            while let Some(range) = take() {
                let due = |&&index: &&usize| self.ask(side, index) == Some(value) && decide(index);
                changed += list[range].iter().filter(due).count();
            }
            changed
        });
        found.into_iter().sum()
    }

    /// The value of a position by its moves, as far as it is decided.
    fn ask(&self, side: Color, index: usize) -> Option<Distance> {
        if self.halves[side as usize].values[index].load(Relaxed) != 0 {
            return None;
        }
        let position = self.position(&self.layout.men(index), side)?;
        let values = position.legal_moves().into_iter().map(|mv| self.value(&position.after_unchecked(mv)).before());
        values.max_by_key(|value| value.rank())
    }

    /// The value of a position of this material or a smaller one, as far as it is decided, an en passant capture
    /// included.
    fn value(&self, position: &Position) -> Distance {
        let without = match self.smaller.look_up(position.board(), position.turn()) {
            Some(value) => value,
            None => {
                let index = self.layout.index(self.layout.men_of(position.board(), false));
                code::read(self.halves[position.turn() as usize].values[index].load(Relaxed))
            }
        };
        super::with_en_passant(position, without, |after| self.value(after))
    }

    /// Every position from which `side`, not to move at `index`, can have moved here quietly, with the number of moves
    /// that lead from it to this place.
    fn unmoves(&self, side: Color, index: usize, take: &mut dyn FnMut(usize, u8)) {
        let men = self.layout.men(index);
        if self.layout.is_its_own_mirror(&men) {
            // Pairs of unmoves are one: the same position and its mirror image.
            let mut places = Vec::new();
            self.each_unmove(side, &men, &mut |before| {
                places.push((self.layout.index(*before), self.layout.is_its_own_mirror(before)));
            });
            places.sort_unstable();
            let mut rest = places.as_slice();
            while let Some(&(place, own_mirror)) = rest.first() {
                let same = rest.partition_point(|&(other, _)| other == place);
                let moves = if own_mirror { same } else { same / 2 };
                if moves > 0 {
                    take(place, moves as u8);
                }
                rest = &rest[same..];
            }
            return;
        }
        self.each_unmove(side, &men, &mut |before| {
            let weight = if self.layout.is_its_own_mirror(before) { 2 } else { 1 };
            take(self.layout.index(*before), weight);
        });
    }

    /// The positions one quiet move of `side` earlier, as squares; some are none, because the king not to move stands
    /// in check.
    #[inline]
    fn each_unmove(&self, side: Color, men: &Men, take: &mut dyn FnMut(&Men)) {
        let count = OTHERS + self.layout.pieces.len();
        let occupied = men[..count]
            .iter()
            .fold(tabiya::Bitboard::EMPTY, |set, &square| set.with(Square::ALL[square as usize & 63]));
        let king = side as usize;
        let others = self.layout.pieces.iter().enumerate().map(|(i, &(color, role))| (OTHERS + i, color, role));
        for (at, color, role) in std::iter::once((king, side, Role::King)).chain(others) {
            if color != side {
                continue;
            }
            let to = Square::ALL[men[at] as usize & 63];
            let mut origins = match role {
                Role::Pawn => self.pawn_origins(side, to, occupied, men),
                _ => attacks::of(role, side, to, occupied) - occupied,
            };
            if role == Role::King {
                origins -= attacks::king(Square::ALL[men[1 - king] as usize & 63]);
            }
            for from in origins {
                let mut before = *men;
                before[at] = from as u8;
                take(&before);
            }
        }
    }

    /// Where a pawn came from without capturing; not by a double push that can be answered en passant, which is asked
    /// anew.
    fn pawn_origins(&self, side: Color, to: Square, occupied: tabiya::Bitboard, men: &Men) -> tabiya::Bitboard {
        let back = side.forward().opposite();
        let one = to.bitboard().shift(back) - occupied - side.back_rank().bitboard();
        let mut origins = one;
        let fourth = tabiya::Rank::Fourth.relative_to(side).bitboard();
        let beside = |&square: &u8| {
            let square = Square::ALL[square as usize & 63];
            square.rank() == to.rank() && square.distance(to) == 1
        };
        let enemy_pawns = self
            .layout
            .pieces
            .iter()
            .zip(&men[OTHERS..])
            .filter(|((color, role), _)| *color != side && *role == Role::Pawn);
        if fourth.contains(to) && !enemy_pawns.map(|(_, square)| square).any(beside) {
            origins |= one.shift(back) - occupied;
        }
        origins
    }
}

/// Whether an enemy pawn stands beside the target of a double push.
fn may_be_captured_in_passing(position: &Position, to: Square) -> bool {
    let enemy_pawns = position.board().pieces(!position.turn(), Role::Pawn);
    let neighbours = attacks::king(to) & to.rank().bitboard();
    neighbours.intersects(enemy_pawns)
}

impl Layout {
    /// The place of these squares, if each has a piece of its own.
    fn index_of_distinct(&self, men: &Men) -> Option<usize> {
        self.board(men).map(|_| self.index(*men))
    }
}

/// The en passant square as it is legal: what `Setup` has of a position that tables do not know.
pub(crate) fn has_en_passant(position: &Position) -> bool {
    position.setup(EnPassantField::Legal).en_passant.is_some()
}

#[cfg(test)]
mod tests;
