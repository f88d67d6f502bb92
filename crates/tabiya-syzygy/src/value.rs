//! What tables say about a position.

use core::cmp::Ordering;
use core::fmt;
use core::ops::Neg;

/// The result of a position for the side to move, with best play, if its fifty-move clock stood at 0.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost by force, but the fifty-move rule saves the draw.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won by force, but the fifty-move rule makes it a draw.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// Every value, from bad to good.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// The value with this number, from -2 to 2.
    pub fn from_number(number: i32) -> Option<Wdl> {
        usize::try_from(number + 2).ok().and_then(|index| Wdl::ALL.get(index).copied())
    }

    /// From -2 for a loss to 2 for a win.
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// What remains of the value in a game that knows no fifty-move rule: a loss, a draw or a win.
    #[must_use]
    pub const fn without_fifty_move_rule(self) -> Wdl {
        match self {
            Wdl::Loss | Wdl::BlessedLoss => Wdl::Loss,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin | Wdl::Win => Wdl::Win,
        }
    }

    /// What the value is worth in a game with the fifty-move rule: a loss, a draw or a win.
    #[must_use]
    pub const fn with_fifty_move_rule(self) -> Wdl {
        match self {
            Wdl::Loss | Wdl::Win => self,
            _ => Wdl::Draw,
        }
    }

    /// The word for it: `loss`, `blessed loss`, `draw`, `cursed win` or `win`.
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        }
    }
}

impl Neg for Wdl {
    type Output = Wdl;

    /// The same for the other side.
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The distance to the next move that sets the fifty-move clock to 0 (a capture or a pawn's move) or mates, in plies,
/// with the winner hurrying and the loser delaying without giving up the result.
///
/// Positive when the side to move wins, negative when it loses, 0 for a draw. Cursed wins and blessed losses lie 100
/// further out: 101 and more, -101 and less. Most tables count in moves and not in plies; such a value may be one ply
/// too small ([`is_exact`](Dtz::is_exact)).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dtz {
    plies: i16,
    exact: bool,
}

impl Dtz {
    /// A draw.
    pub const DRAW: Dtz = Dtz { plies: 0, exact: true };

    /// A distance known to the ply.
    pub(crate) fn exact(plies: i16) -> Dtz {
        Dtz { plies, exact: true }
    }

    /// The distance of a position in which a move that zeroes the clock keeps this value.
    pub(crate) fn of_zeroing(wdl: Wdl) -> Dtz {
        Dtz::exact(match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        })
    }

    /// The same, further away; a draw stays a draw.
    pub(crate) fn further(self, plies: u16, exact: bool) -> Dtz {
        let plies = i16::try_from(plies).unwrap_or(i16::MAX);
        let far = self.plies.saturating_add(plies * self.plies.signum());
        // A damaged table may give any distance; the lowest number has no opposite.
        Dtz { plies: far.max(-i16::MAX), exact: self.exact && exact }
    }

    /// The better of two ways for the side to move, both won or both lost: the winner takes the shortest, the loser the
    /// longest, which is the lower number too. Of two that are equally long as far as they are known, one exact way is
    /// enough for the winner; the loser's other way may be one ply longer.
    pub(crate) fn or_better(self, other: Dtz) -> Dtz {
        match self.plies.cmp(&other.plies) {
            Ordering::Less => self,
            Ordering::Greater => other,
            Ordering::Equal if self.plies > 0 => Dtz { exact: self.exact || other.exact, ..self },
            Ordering::Equal => Dtz { exact: self.exact && other.exact, ..self },
        }
    }

    /// The same, but on the side of the fifty-move rule that the result says, where rounding has put it on the other.
    pub(crate) fn agreeing_with(self, wdl: Wdl) -> Dtz {
        match (self.wdl(), wdl) {
            (Wdl::Win, Wdl::CursedWin) | (Wdl::Loss, Wdl::BlessedLoss) => Dtz::of_zeroing(wdl),
            _ => self,
        }
    }

    /// The distance in plies, with its sign.
    pub const fn plies(self) -> i32 {
        self.plies as i32
    }

    /// Whether the distance is known to the ply. If not, it may be one ply longer.
    pub const fn is_exact(self) -> bool {
        self.exact
    }

    /// The result, if the fifty-move clock stood at 0.
    pub const fn wdl(self) -> Wdl {
        match self.plies {
            ..=-101 => Wdl::BlessedLoss,
            -100..=-1 => Wdl::Loss,
            0 => Wdl::Draw,
            1..=100 => Wdl::Win,
            101.. => Wdl::CursedWin,
        }
    }

    /// The result when the fifty-move clock stands where it does.
    ///
    /// The clock counts plies, as in a FEN. A win needs its zeroing move or its mate as the hundredth ply at the
    /// latest; where the table's rounding leaves open whether it comes so soon, the answer says so.
    ///
    /// A clock of 0 is believed to come from a move that has just zeroed it: there tables are never rounded where it
    /// would change the result.
    pub fn outcome(self, halfmove_clock: u32) -> ClockedWdl {
        let wdl = self.wdl();
        let plies = u32::from(self.plies.unsigned_abs()).saturating_add(halfmove_clock);
        let (late, open) = (plies > 100, plies == 100 && halfmove_clock > 0 && !self.exact);
        match wdl {
            Wdl::Draw => ClockedWdl::Draw,
            Wdl::CursedWin => ClockedWdl::CursedWin,
            Wdl::BlessedLoss => ClockedWdl::BlessedLoss,
            Wdl::Win if late => ClockedWdl::CursedWin,
            Wdl::Loss if late => ClockedWdl::BlessedLoss,
            Wdl::Win if open => ClockedWdl::MaybeWin,
            Wdl::Loss if open => ClockedWdl::MaybeLoss,
            Wdl::Win => ClockedWdl::Win,
            Wdl::Loss => ClockedWdl::Loss,
        }
    }
}

impl Neg for Dtz {
    type Output = Dtz;

    /// The same for the other side.
    fn neg(self) -> Dtz {
        Dtz { plies: -self.plies, ..self }
    }
}

impl fmt::Display for Dtz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.plies, f)
    }
}

/// A [`Wdl`] with the fifty-move clock where it stands, from bad to good: the result of a position for the side to
/// move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClockedWdl {
    /// Lost.
    Loss,
    /// Lost, unless the rounding of the table hides that the fifty-move rule saves it.
    MaybeLoss,
    /// Drawn by the fifty-move rule alone.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule.
    CursedWin,
    /// Won, unless the rounding of the table hides that the fifty-move rule comes one ply too early.
    MaybeWin,
    /// Won.
    Win,
}

impl ClockedWdl {
    /// The word for it: `loss`, `maybe loss`, `blessed loss`, `draw`, `cursed win`, `maybe win` or `win`.
    pub const fn name(self) -> &'static str {
        match self {
            ClockedWdl::Loss => "loss",
            ClockedWdl::MaybeLoss => "maybe loss",
            ClockedWdl::BlessedLoss => "blessed loss",
            ClockedWdl::Draw => "draw",
            ClockedWdl::CursedWin => "cursed win",
            ClockedWdl::MaybeWin => "maybe win",
            ClockedWdl::Win => "win",
        }
    }
}

impl Neg for ClockedWdl {
    type Output = ClockedWdl;

    /// The same for the other side.
    fn neg(self) -> ClockedWdl {
        match self {
            ClockedWdl::Loss => ClockedWdl::Win,
            ClockedWdl::MaybeLoss => ClockedWdl::MaybeWin,
            ClockedWdl::BlessedLoss => ClockedWdl::CursedWin,
            ClockedWdl::Draw => ClockedWdl::Draw,
            ClockedWdl::CursedWin => ClockedWdl::BlessedLoss,
            ClockedWdl::MaybeWin => ClockedWdl::MaybeLoss,
            ClockedWdl::Win => ClockedWdl::Loss,
        }
    }
}

impl fmt::Display for ClockedWdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An exact way ends the winner's doubt and not the loser's, whichever move comes first.
    #[test]
    fn of_equal_ways_the_exact_one_helps_the_winner() {
        let (exact, rounded) = (Dtz::exact(3), Dtz { plies: 3, exact: false });
        for (one, other) in [(exact, rounded), (rounded, exact)] {
            assert!(one.or_better(other).is_exact());
            assert!(!(-one).or_better(-other).is_exact());
        }
        assert_eq!(rounded.or_better(Dtz::exact(5)), rounded);
        assert_eq!((-rounded).or_better(Dtz::exact(-5)), Dtz::exact(-5));
    }

    /// Sums of distances from damaged tables stay numbers that have an opposite.
    #[test]
    fn a_distance_may_be_as_far_as_numbers_go() {
        for wdl in Wdl::ALL {
            let far = Dtz::of_zeroing(wdl).further(u16::MAX, true).further(u16::MAX, true);
            assert_eq!((-far).plies(), -far.plies());
            assert_eq!((-far).plies().signum(), -wdl.number().signum());
        }
    }

    #[test]
    fn a_rounded_distance_stays_on_its_side_of_the_fifty_move_rule() {
        let near = Dtz { plies: 100, exact: false };
        assert_eq!(near.agreeing_with(Wdl::Win), near);
        assert_eq!(near.agreeing_with(Wdl::CursedWin).plies(), 101);
        assert_eq!((-near).agreeing_with(Wdl::Loss), -near);
        assert_eq!((-near).agreeing_with(Wdl::BlessedLoss).plies(), -101);
        let far = Dtz { plies: 120, exact: true };
        assert_eq!(far.agreeing_with(Wdl::CursedWin), far);
    }
}
