//! Sets of squares by the names of the field: one registry for every program of this project.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Position;
use crate::{Bitboard, Color, Direction, File, Rank, Role, Square};

/// A set of squares that has a name: `pinned`, `king-danger`, `check-mask`.
///
/// Every door (command, C, JavaScript, Python) takes the same names and gives the same squares.
///
/// ```
/// use tabiya::{NamedSet, Position, Square};
///
/// let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")?;
/// let pinned: NamedSet = "pinned".parse()?;
/// assert_eq!(pinned.squares(&position), Square::C3.bitboard());
/// assert_eq!(pinned.sentence(), "pieces of the side to move that are pinned to their king");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone)]
pub struct NamedSet {
    name: &'static str,
    title: &'static str,
    group: &'static str,
    sentence: &'static str,
    squares: fn(&Position) -> Bitboard,
}

macro_rules! named_sets {
    ($($group:literal { $($name:literal, $title:literal, $sentence:literal, $squares:expr;)* })*) => {
        &[$($(NamedSet {
            name: $name,
            title: $title,
            group: $group,
            sentence: $sentence,
            squares: $squares,
        },)*)*]
    };
}

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

impl NamedSet {
    /// Every named set, by group.
    pub const ALL: &'static [NamedSet] = named_sets! {
        "Occupancy" {
            "occupied", "Occupied", "all pieces", |p| p.occupied();
            "empty", "Empty", "squares without a piece", |p| !p.occupied();
            "us", "Side to move", "pieces of the side to move", |p| p.us();
            "them", "Other side", "pieces of the other side", |p| p.them();
            "white", "White", "white pieces", |p| p.board().by_color(WHITE);
            "black", "Black", "black pieces", |p| p.board().by_color(BLACK);
        }
        "Piece sets" {
            "pawns", "Pawns", "pawns of both sides", |p| p.board().by_role(Role::Pawn);
            "knights", "Knights", "knights of both sides", |p| p.board().by_role(Role::Knight);
            "bishops", "Bishops", "bishops of both sides", |p| p.board().by_role(Role::Bishop);
            "rooks", "Rooks", "rooks of both sides", |p| p.board().by_role(Role::Rook);
            "queens", "Queens", "queens of both sides", |p| p.board().by_role(Role::Queen);
            "kings", "Kings", "both kings", |p| p.board().by_role(Role::King);
            "white-pawns", "White pawns", "white pawns", |p| p.pieces(WHITE, Role::Pawn);
            "white-knights", "White knights", "white knights", |p| p.pieces(WHITE, Role::Knight);
            "white-bishops", "White bishops", "white bishops", |p| p.pieces(WHITE, Role::Bishop);
            "white-rooks", "White rooks", "white rooks", |p| p.pieces(WHITE, Role::Rook);
            "white-queens", "White queens", "white queens", |p| p.pieces(WHITE, Role::Queen);
            "white-kings", "White king", "the white king", |p| p.pieces(WHITE, Role::King);
            "black-pawns", "Black pawns", "black pawns", |p| p.pieces(BLACK, Role::Pawn);
            "black-knights", "Black knights", "black knights", |p| p.pieces(BLACK, Role::Knight);
            "black-bishops", "Black bishops", "black bishops", |p| p.pieces(BLACK, Role::Bishop);
            "black-rooks", "Black rooks", "black rooks", |p| p.pieces(BLACK, Role::Rook);
            "black-queens", "Black queens", "black queens", |p| p.pieces(BLACK, Role::Queen);
            "black-kings", "Black king", "the black king", |p| p.pieces(BLACK, Role::King);
        }
        "Attacks and danger" {
            "attacks", "Attacks", "squares that the side to move attacks, its own pieces included", |p| attacks(p, p.turn());
            "threats", "Threats", "squares that the other side attacks", |p| attacks(p, !p.turn());
            "white-attacks", "Attacked by White", "squares that White attacks, its own pieces included", |p| attacks(p, WHITE);
            "black-attacks", "Attacked by Black", "squares that Black attacks, its own pieces included", |p| attacks(p, BLACK);
            "king-danger", "King danger", "squares that the other side attacks once the king of the side to move has left its square", Position::king_danger;
        }
        "Checks and pins" {
            "checkers", "Checkers", "pieces of the other side that check the king", Position::checkers;
            "check-mask", "Check mask", "where a piece other than the king must go because of a check: all squares without a check, none in double check", Position::check_mask;
            "pinned", "Pinned", "pieces of the side to move that are pinned to their king", Position::pinned;
            "pin-lines", "Pin lines", "where pinned pieces may still go: from the king to each pinner, the pinner included", Position::pin_lines;
            "blockers", "Blockers", "pieces of either side that alone stand between the king of the side to move and a slider", |p| p.blockers(p.turn());
            "pinners", "Pinners", "sliders that pin a piece to the king of the side to move", |p| p.pinners(p.turn());
            "white-blockers", "Blockers of White's king", "pieces of either side that alone stand between the white king and a slider", |p| p.blockers(WHITE);
            "black-blockers", "Blockers of Black's king", "pieces of either side that alone stand between the black king and a slider", |p| p.blockers(BLACK);
            "white-pinners", "Pinners of White's pieces", "black sliders that pin a piece to the white king", |p| p.pinners(WHITE);
            "black-pinners", "Pinners of Black's pieces", "white sliders that pin a piece to the black king", |p| p.pinners(BLACK);
            "discoverers", "Discovered-check candidates", "pieces of the side to move that uncover a check by leaving their line", Position::discovered_check_candidates;
        }
        "Check squares" {
            "pawn-checks", "Pawn checks", "squares from which a pawn of the side to move checks", |p| p.check_squares(Role::Pawn);
            "knight-checks", "Knight checks", "squares from which a knight of the side to move checks", |p| p.check_squares(Role::Knight);
            "bishop-checks", "Bishop checks", "squares from which a bishop of the side to move checks", |p| p.check_squares(Role::Bishop);
            "rook-checks", "Rook checks", "squares from which a rook of the side to move checks", |p| p.check_squares(Role::Rook);
            "queen-checks", "Queen checks", "squares from which a queen of the side to move checks", |p| p.check_squares(Role::Queen);
        }
        "Moves" {
            "movers", "Movers", "pieces that have a legal move", |p| p.legal_moves().iter().map(|mv| mv.from()).collect();
            "targets", "Targets", "squares that legal moves go to, castling to the rook's square", |p| p.legal_moves().iter().map(|mv| mv.to()).collect();
            "en-passant", "En passant square", "the square that a double push passed, if a pawn stands ready to capture there", |p| p.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
            "castling-rooks", "Castling rooks", "rooks that may still castle", |p| p.castling_rights().rooks();
        }
        "Pawns as shifts" {
            "push-shift", "Push shift", "pawns of the side to move, shifted one rank forward", |p| pawns(p).shift(p.turn().forward());
            "pushes", "Pushes", "that shift, on empty squares only", pushes;
            "double-push-mask", "Double-push mask", "the third rank: a pawn pushed onto it may go on", third_rank;
            "double-pushes", "Double pushes", "pushes on the third rank, shifted again onto empty squares", double_pushes;
            "not-a-file", "Not the a-file", "the mask of a shift to the east", |_| !File::A.bitboard();
            "not-h-file", "Not the h-file", "the mask of a shift to the west", |_| !File::H.bitboard();
            "west-capture-shift", "West capture shift", "pawns of the side to move, shifted diagonally towards the a-file", |p| pawns(p).shift(west(p));
            "west-captures", "West captures", "that shift, on enemy pieces only", |p| pawns(p).shift(west(p)) & p.them();
            "east-capture-shift", "East capture shift", "pawns of the side to move, shifted diagonally towards the h-file", |p| pawns(p).shift(east(p));
            "east-captures", "East captures", "that shift, on enemy pieces only", |p| pawns(p).shift(east(p)) & p.them();
            "promotion-rank", "Promotion rank", "the last rank of the side to move", |p| Rank::Eighth.relative_to(p.turn()).bitboard();
        }
    };

    /// Other words for some of the names.
    const ALIASES: &'static [(&'static str, &'static str)] = &[
        ("pins", "pinned"),
        ("danger", "king-danger"),
        ("castling", "castling-rooks"),
        // What is wrong about king danger when the king hides the squares behind itself.
        ("king-danger-with-king", "threats"),
    ];

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name as a heading: `King danger`.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// The heading under which a list shows the set: `Checks and pins`.
    #[must_use]
    pub const fn group(&self) -> &'static str {
        self.group
    }

    /// What the set contains, in words.
    #[must_use]
    pub const fn sentence(&self) -> &'static str {
        self.sentence
    }

    /// Other names that are read as this one.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> + use<> {
        let name = self.name;
        NamedSet::ALIASES.iter().filter(move |(_, meant)| *meant == name).map(|&(alias, _)| alias)
    }

    /// The squares in a position.
    #[must_use]
    pub fn squares(&self, position: &Position) -> Bitboard {
        (self.squares)(position)
    }
}

fn attacks(position: &Position, color: Color) -> Bitboard {
    position.board().attacks_by(color, position.occupied())
}

fn pawns(position: &Position) -> Bitboard {
    position.pieces(position.turn(), Role::Pawn)
}

fn pushes(position: &Position) -> Bitboard {
    pawns(position).shift(position.turn().forward()) - position.occupied()
}

fn third_rank(position: &Position) -> Bitboard {
    Rank::Third.relative_to(position.turn()).bitboard()
}

fn double_pushes(position: &Position) -> Bitboard {
    (pushes(position) & third_rank(position)).shift(position.turn().forward()) - position.occupied()
}

fn west(position: &Position) -> Direction {
    position.turn().pick(Direction::NorthWest, Direction::SouthWest)
}

fn east(position: &Position) -> Direction {
    position.turn().pick(Direction::NorthEast, Direction::SouthEast)
}

impl PartialEq for NamedSet {
    fn eq(&self, other: &NamedSet) -> bool {
        self.name == other.name
    }
}

impl Eq for NamedSet {}

impl fmt::Debug for NamedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NamedSet({:?})", self.name)
    }
}

impl fmt::Display for NamedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl FromStr for NamedSet {
    type Err = UnknownSet;

    /// Reads a name or one of its [aliases](NamedSet::aliases). A blank or an underscore may stand for each hyphen.
    fn from_str(text: &str) -> Result<NamedSet, UnknownSet> {
        let hyphen = |c: char| if matches!(c, ' ' | '_') { '-' } else { c };
        let fits = |name: &str| text.trim().chars().map(hyphen).eq(name.chars());
        let meant = NamedSet::ALIASES.iter().find(|(alias, _)| fits(alias)).map(|&(_, name)| name);
        let found = NamedSet::ALL.iter().find(|set| meant.map_or_else(|| fits(set.name), |name| name == set.name));
        found.copied().ok_or_else(|| UnknownSet { text: text.chars().take(SHOWN).collect() })
    }
}

/// More of a wrong text is not repeated in an error.
const SHOWN: usize = 40;

/// A text that names no [`NamedSet`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct UnknownSet {
    /// The beginning of the text as it was given.
    pub text: String,
}

impl fmt::Display for UnknownSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" names no set of squares; expected one of ", self.text)?;
        for (index, set) in NamedSet::ALL.iter().enumerate() {
            write!(f, "{}{set}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownSet {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";

    fn set(position: &Position, name: &str) -> Bitboard {
        name.parse::<NamedSet>().unwrap().squares(position)
    }

    #[test]
    fn every_name_and_alias_is_read_and_unique() {
        let mut names: std::vec::Vec<&str> = NamedSet::ALL.iter().map(NamedSet::name).collect();
        for set in NamedSet::ALL {
            assert_eq!(set.name().parse(), Ok(*set));
            assert_eq!(set.name().replace('-', "_").parse(), Ok(*set));
            assert!(!set.sentence().is_empty() && !set.title().is_empty() && !set.group().is_empty());
            for alias in set.aliases() {
                assert_eq!(alias.parse(), Ok(*set));
                names.push(alias);
            }
        }
        assert_eq!(names.len(), NamedSet::ALL.len() + NamedSet::ALIASES.len());
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert_eq!("pink-pawns".parse::<NamedSet>().unwrap_err().text, "pink-pawns");
    }

    #[test]
    fn sets_of_pieces_are_parts_of_the_whole() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        for color in ["white", "black"] {
            let roles = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];
            let sum = roles.iter().fold(Bitboard::EMPTY, |all, role| {
                let own = set(&position, &std::format!("{color}-{role}"));
                assert_eq!(own, set(&position, role) & set(&position, color));
                assert!(!all.intersects(own));
                all | own
            });
            assert_eq!(sum, set(&position, color));
        }
        assert_eq!(set(&position, "us") | set(&position, "them") | set(&position, "empty"), Bitboard::FULL);
        assert_eq!(set(&position, "us"), set(&position, "black"));
        assert_eq!(set(&position, "pinned"), set(&position, "black-blockers") & set(&position, "us"));
        assert_eq!(set(&position, "threats"), set(&position, "white-attacks"));
    }

    #[test]
    fn pawn_sets_are_the_pawn_moves() {
        for position in [Position::from_fen(KIWIPETE).unwrap(), Position::from_fen(KIWIPETE).unwrap().mirrored()] {
            let targets = |wanted: &dyn Fn(Move) -> bool| -> Bitboard {
                let pawn = |mv: Move| position.role_at(mv.from()) == Some(Role::Pawn);
                position
                    .pseudo_legal_moves()
                    .into_iter()
                    .filter(|&mv| pawn(mv) && wanted(mv))
                    .map(|mv| mv.to())
                    .collect()
            };
            assert_eq!(set(&position, "pushes") | set(&position, "double-pushes"), targets(&|mv| !mv.is_capture()));
            assert_eq!(
                set(&position, "west-captures") | set(&position, "east-captures"),
                targets(&|mv| mv.is_capture())
            );
        }
    }
}
