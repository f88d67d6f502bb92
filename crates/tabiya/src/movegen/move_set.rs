//! Sets of moves chosen at run time, by the words that every program of this project takes.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::{Captures, Evasions, Legal, LegalCaptures, LegalQuiets, QuietChecks, Quiets};
use crate::{MoveList, Position};

macro_rules! move_sets {
    ($($variant:ident = $number:literal, $name:literal, $sentence:literal;)*) => {
        /// Which moves of a position to list: a [`Kind`](super::Kind) for people, chosen while the program runs.
        ///
        /// The sets are **legal** unless their name begins with `pseudo-legal`. Every door (command, C, JavaScript,
        /// Python) takes the same names and gives the same moves.
        ///
        /// | name | moves |
        /// |---|---|
        $(#[doc = concat!("| `", $name, "` | ", $sentence, " |")])*
        ///
        /// Each move is an evasion if the side to move is in check and a non-evasion otherwise, so one of the two sets
        /// is always empty.
        ///
        /// ```
        /// use tabiya::Position;
        /// use tabiya::movegen::MoveSet;
        ///
        /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
        /// let captures: MoveSet = "captures".parse()?;
        /// assert_eq!(position.moves(captures).len(), 1);
        /// assert!(position.moves(MoveSet::Evasions).is_empty());
        /// assert_eq!(captures.pseudo_legal().name(), "pseudo-legal-captures");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum MoveSet {
            $(#[doc = concat!("`", $name, "`: ", $sentence, ".")] $variant = $number,)*
        }

        impl MoveSet {
            /// Every set.
            pub const ALL: &'static [MoveSet] = &[$(MoveSet::$variant),*];

            /// The name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(MoveSet::$variant => $name,)*
                }
            }

            /// What the set contains, in words.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(MoveSet::$variant => $sentence,)*
                }
            }
        }
    };
}

move_sets! {
    Legal = 0, "legal", "all legal moves";
    Captures = 1, "captures", "legal captures, en passant included, and promotions to a queen";
    Quiets = 2, "quiets", "all other legal moves: quiet moves, castling, and promotions to rook, bishop or knight";
    QuietChecks = 3, "quiet-checks", "legal quiet moves that give check, and knight promotions that check directly";
    Evasions = 4, "evasions", "the legal moves of a side in check; without a check, none";
    NonEvasions = 5, "non-evasions", "the legal moves of a side that is not in check; in check, none";
    PseudoLegal = 8, "pseudo-legal", "all pseudo-legal moves: evasions in check, non-evasions otherwise";
    PseudoLegalCaptures = 9, "pseudo-legal-captures", "captures and promotions to a queen, a check not taken into account";
    PseudoLegalQuiets = 10, "pseudo-legal-quiets", "all other moves, a check not taken into account except that it forbids castling";
    PseudoLegalQuietChecks = 11, "pseudo-legal-quiet-checks", "quiet moves that give check, and knight promotions that check directly";
    PseudoLegalEvasions = 12, "pseudo-legal-evasions", "in check: king steps off the checkers' lines, captures of the only checker, blocks; without a check, none";
    PseudoLegalNonEvasions = 13, "pseudo-legal-non-evasions", "without a check: captures and quiets together; in check, none";
}

/// The number of a pseudo-legal set is that of the legal one with this bit.
const PSEUDO_LEGAL: u8 = 8;

impl MoveSet {
    /// Whether the set contains legal moves only.
    #[must_use]
    pub const fn is_legal(self) -> bool {
        self as u8 & PSEUDO_LEGAL == 0
    }

    /// The set of the same moves without asking whether they leave the king safe.
    #[must_use]
    pub fn pseudo_legal(self) -> MoveSet {
        MoveSet::from_number(self as u8 | PSEUDO_LEGAL).unwrap_or(self)
    }

    /// The number of the set, which other languages may use instead of its name: 0 to 5 in the order of the table, 8
    /// more for the pseudo-legal set.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The set with this [number](MoveSet::number).
    #[must_use]
    pub fn from_number(number: u8) -> Option<MoveSet> {
        MoveSet::ALL.iter().copied().find(|set| set.number() == number)
    }
}

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for MoveSet {
    type Err = UnknownMoveSet;

    /// Reads a name. A blank or an underscore may stand for each hyphen: `pseudo-legal captures`, `quiet_checks`.
    fn from_str(text: &str) -> Result<MoveSet, UnknownMoveSet> {
        let hyphen = |c: char| if matches!(c, ' ' | '_') { '-' } else { c };
        let fits = |set: &MoveSet| text.trim().chars().map(hyphen).eq(set.name().chars());
        let unknown = || UnknownMoveSet { text: text.chars().take(SHOWN).collect() };
        MoveSet::ALL.iter().copied().find(fits).ok_or_else(unknown)
    }
}

/// More of a wrong text is not repeated in an error.
const SHOWN: usize = 40;

/// A text that names no [`MoveSet`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct UnknownMoveSet {
    /// The beginning of the text as it was given.
    pub text: String,
}

impl fmt::Display for UnknownMoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" names no kind of moves; expected ", self.text)?;
        for (index, set) in MoveSet::ALL.iter().filter(|set| set.is_legal()).enumerate() {
            write!(f, "{}{set}", if index == 0 { "" } else { ", " })?;
        }
        f.write_str(", pseudo-legal, or pseudo-legal- before one of them")
    }
}

impl core::error::Error for UnknownMoveSet {}

impl Position {
    /// The moves of a set chosen at run time, as a list.
    #[must_use]
    pub fn moves(&self, set: MoveSet) -> MoveList {
        let mut list = MoveList::new();
        self.append_moves(set, &mut list);
        list
    }

    /// Appends the moves of a set chosen at run time to a list.
    ///
    /// # Panics
    /// If the list becomes longer than [`MoveList::CAPACITY`], as with the moves of several positions.
    pub fn append_moves(&self, set: MoveSet, list: &mut MoveList) {
        match set {
            MoveSet::Legal => self.append::<Legal>(list),
            MoveSet::Captures => self.append::<LegalCaptures>(list),
            MoveSet::Quiets => self.append::<LegalQuiets>(list),
            MoveSet::QuietChecks => {
                list.extend(self.generate::<QuietChecks>().into_iter().filter(|&mv| self.is_legal(mv)));
            }
            MoveSet::Evasions if self.in_check() => self.append::<Legal>(list),
            MoveSet::NonEvasions if !self.in_check() => self.append::<Legal>(list),
            MoveSet::PseudoLegal => self.append::<Evasions>(list),
            MoveSet::PseudoLegalCaptures => self.append::<Captures>(list),
            MoveSet::PseudoLegalQuiets => self.append::<Quiets>(list),
            MoveSet::PseudoLegalQuietChecks => self.append::<QuietChecks>(list),
            MoveSet::PseudoLegalEvasions if self.in_check() => self.append::<Evasions>(list),
            MoveSet::PseudoLegalNonEvasions if !self.in_check() => self.append::<Evasions>(list),
            MoveSet::Evasions
            | MoveSet::NonEvasions
            | MoveSet::PseudoLegalEvasions
            | MoveSet::PseudoLegalNonEvasions => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn names_and_numbers_lead_back() {
        for &set in MoveSet::ALL {
            assert_eq!(set.name().parse(), Ok(set));
            assert_eq!(set.name().replacen("legal-", "legal ", 1).parse(), Ok(set));
            assert_eq!(MoveSet::from_number(set.number()), Some(set));
            assert_eq!(set.is_legal(), !set.name().starts_with("pseudo"), "{set}");
            let legal = set.name().trim_start_matches("pseudo-");
            let legal = legal.trim_start_matches("legal-");
            assert_eq!(legal.parse::<MoveSet>().unwrap().pseudo_legal(), set.pseudo_legal());
        }
        assert_eq!("quiet_checks".parse(), Ok(MoveSet::QuietChecks));
        assert_eq!(MoveSet::from_number(6), None);
        let error = "noisy".parse::<MoveSet>().unwrap_err().to_string();
        assert!(error.starts_with("\"noisy\" names no kind of moves; expected legal, captures"), "{error}");
    }

    #[test]
    fn legal_sets_are_the_legal_part() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
            "8/2p5/3p4/KP4kr/1R3pP1/8/4P3/8 b - g3 0 1",
            "4k3/1P6/8/8/4r3/8/2N5/R3K2R w KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &set in MoveSet::ALL.iter().filter(|set| set.is_legal()) {
                let mut legal = position.moves(set.pseudo_legal());
                legal.retain(|mv| position.is_legal(mv));
                let sorted = |list: &MoveList| {
                    let mut bits: std::vec::Vec<u16> = list.iter().map(|mv| mv.bits()).collect();
                    bits.sort_unstable();
                    bits
                };
                assert_eq!(sorted(&position.moves(set)), sorted(&legal), "{set} in {fen}");
            }
        }
    }
}
