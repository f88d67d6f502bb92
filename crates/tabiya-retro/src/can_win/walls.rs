//! Locked positions: a fixed point of which men can ever move, and where to.
//!
//! Every man has the set of squares that it may ever stand on, at first its own. A man moves over squares that are
//! empty or whose man may ever go away; it takes what an enemy may ever stand on; a king stays away from what men
//! attack that never move. Checks, pins and turns are ignored, so the sets only are too large, never too small: what
//! they say can never happen, never does. The rule of [`Position::is_dead`] is the smallest case of it.

use tabiya::attacks;
use tabiya::castling::CastlingPath;
use tabiya::{Bitboard, Color, Position, Rank, Role, Square, Wing};

use crate::unmove::behind;

/// The men that never move and are never captured, if the side can never give mate because of them; `None` if it may.
pub(super) fn locked(position: &Position, winner: Color) -> Option<Bitboard> {
    // Without pawns nothing is locked for ever.
    if position.by_role(Role::Pawn).is_empty() {
        return None;
    }
    let mut walls = Walls::new(position);
    walls.spread();
    (!walls.may_mate(winner)).then(|| position.occupied() - walls.vacated)
}

/// One of the men at first.
struct Man {
    color: Color,
    role: Role,
    home: Square,
    /// Where it may ever stand.
    reach: Bitboard,
    /// Whether a pawn may promote: then it moves as every other piece does.
    promotes: bool,
}

struct Walls<'a> {
    position: &'a Position,
    men: Vec<Man>,
    /// Squares of men that may go away or be captured.
    vacated: Bitboard,
}

impl<'a> Walls<'a> {
    fn new(position: &'a Position) -> Walls<'a> {
        let man = |(home, piece): (Square, tabiya::Piece)| Man {
            color: piece.color(),
            role: piece.role(),
            home,
            reach: Bitboard::from_square(home),
            promotes: false,
        };
        let mut walls = Walls { position, men: position.board().iter().map(man).collect(), vacated: Bitboard::EMPTY };
        // A pawn that may be captured in passing counts as one that may be captured behind itself and go away.
        if let Some(passed) = position.en_passant() {
            let pawn = behind(passed);
            walls.vacated = walls.vacated.with(pawn);
            for man in &mut walls.men {
                if man.home == pawn {
                    man.reach = man.reach.with(passed);
                }
            }
        }
        walls
    }

    /// Squares that may ever be empty.
    fn passable(&self) -> Bitboard {
        !self.position.occupied() | self.vacated
    }

    /// Where men of one side may ever be captured.
    fn targets_of(&self, color: Color) -> Bitboard {
        let men = self.men.iter().filter(|man| man.color == color && man.role != Role::King);
        men.fold(Bitboard::EMPTY, |all, man| all | man.reach)
    }

    /// What men of one side attack that never move.
    fn guarded_for_ever(&self, color: Color) -> Bitboard {
        let never = self.men.iter().filter(|man| man.color == color && !self.vacated.contains(man.home));
        // Of a slider's squares only those beside it are never closed off.
        never.fold(Bitboard::EMPTY, |all, man| all | attacks::of(man.role, man.color, man.home, Bitboard::FULL))
    }

    /// The fixed point.
    fn spread(&mut self) {
        loop {
            let before: u32 = self.men.iter().map(|man| man.reach.len() + u32::from(man.promotes)).sum();
            let vacated = self.vacated;
            for index in 0..self.men.len() {
                self.spread_man(index);
            }
            for color in Color::ALL {
                self.castle(color);
            }
            let after: u32 = self.men.iter().map(|man| man.reach.len() + u32::from(man.promotes)).sum();
            if before == after && vacated == self.vacated {
                return;
            }
        }
    }

    fn spread_man(&mut self, index: usize) {
        let Man { color, role, home, reach, promotes } = self.men[index];
        let passable = self.passable();
        let kings = self.position.by_role(Role::King);
        let stays = self.position.occupied() - self.vacated;
        // Neither its own men nor a king is captured.
        let forbidden = stays & (self.position.by_color(color) | kings);
        let mut targets = Bitboard::EMPTY;
        let mut may_promote = promotes;
        for from in reach {
            if role == Role::Pawn {
                let ahead = from.bitboard().shift(color.forward()) & passable;
                targets |= ahead;
                if from.rank() == Rank::Second.relative_to(color) {
                    targets |= ahead.shift(color.forward()) & passable;
                }
                targets |= attacks::pawn(color, from) & (self.targets_of(!color) - forbidden);
            } else {
                targets |= attacks::of(role, color, from, !passable) - forbidden;
            }
            if promotes {
                let all = attacks::queen(from, !passable) | attacks::knight(from);
                targets |= all - forbidden;
            }
        }
        if role == Role::King {
            targets -= self.guarded_for_ever(!color);
        }
        if role == Role::Pawn {
            may_promote |= targets.intersects(color.opposite().back_rank().bitboard());
        }
        let reach = reach | targets;
        if reach != Bitboard::from_square(home) {
            self.vacated = self.vacated.with(home);
        }
        self.vacated |= reach & (self.position.by_color(!color) - kings);
        self.men[index].reach = reach;
        self.men[index].promotes = may_promote;
    }

    fn castle(&mut self, color: Color) {
        for wing in [Wing::King, Wing::Queen] {
            let Some(rook) = self.position.castling_rook(color, wing) else {
                continue;
            };
            let path = CastlingPath::new(self.position.king_of(color), rook);
            if !path.must_be_empty.is_subset_of(self.passable()) {
                continue;
            }
            for man in &mut self.men {
                if man.home == path.king_from {
                    man.reach = man.reach.with(path.king_to);
                } else if man.home == path.rook_from {
                    man.reach = man.reach.with(path.rook_to);
                }
            }
            self.vacated = self.vacated.with(path.king_from).with(path.rook_from);
        }
    }

    /// What a man attacks from where it may ever stand; the king to be mated hides nothing behind itself.
    fn attacks(&self, man: &Man, king: Square) -> Bitboard {
        let blockers = (!self.passable()).without(king);
        man.reach.into_iter().fold(Bitboard::EMPTY, |all, from| {
            let every =
                if man.promotes { attacks::queen(from, blockers) | attacks::knight(from) } else { Bitboard::EMPTY };
            all | every | attacks::of(man.role, man.color, from, blockers)
        })
    }

    /// Whether the side may ever give mate: for some square of the other king that it may attack, and some square of
    /// its own king, every square around is attacked or filled by a man of the other side.
    fn may_mate(&self, winner: Color) -> bool {
        let king = self.position.king_of(!winner);
        let is_king = |man: &&Man| man.role == Role::King;
        let (mut target, mut helper) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for man in self.men.iter().filter(is_king) {
            *(if man.color == winner { &mut helper } else { &mut target }) = man.reach;
        }
        let others = |color: Color| self.men.iter().filter(move |man| man.color == color && man.role != Role::King);
        let attacked = others(winner).fold(Bitboard::EMPTY, |all, man| all | self.attacks(man, king));
        let fillers: Vec<Bitboard> = others(!winner).map(|man| man.reach).collect();
        (target & attacked).into_iter().any(|square| {
            let open = attacks::king(square) - attacked;
            helper
                .into_iter()
                .any(|helper| helper.distance(square) > 1 && can_be_filled(open - attacks::king(helper), &fillers))
        })
    }
}

/// Whether every square can be filled by a man of its own.
fn can_be_filled(squares: Bitboard, fillers: &[Bitboard]) -> bool {
    let mut filled_by: Vec<Option<Square>> = vec![None; fillers.len()];
    squares.into_iter().all(|square| fill(square, fillers, &mut filled_by, &mut vec![false; fillers.len()]))
}

/// Finds a man for a square; men found before may have to go to another.
fn fill(square: Square, fillers: &[Bitboard], filled_by: &mut [Option<Square>], tried: &mut [bool]) -> bool {
    for index in 0..fillers.len() {
        if !fillers[index].contains(square) || tried[index] {
            continue;
        }
        tried[index] = true;
        let is_free = match filled_by[index] {
            None => true,
            Some(other) => fill(other, fillers, filled_by, tried),
        };
        if is_free {
            filled_by[index] = Some(square);
            return true;
        }
    }
    false
}
