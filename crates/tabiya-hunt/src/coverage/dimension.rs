//! The dimensions in which generators go wrong: the values of each, and which of them are asked about in pairs.

use std::collections::HashMap;
use std::sync::OnceLock;

use tabiya::{File, Role, Square, Wing};

use super::values;

macro_rules! dimensions {
    ($($variant:ident $name:literal $class:ident;)*) => {
        /// Something that questions differ in and that generators go wrong in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Dimension { $(#[doc = $name] $variant,)* }

        impl Dimension {
            /// Every dimension, in the order of the table.
            pub const ALL: &'static [Dimension] = &[$(Dimension::$variant,)*];

            /// Its name in the table.
            pub fn name(self) -> &'static str {
                match self { $(Dimension::$variant => $name,)* }
            }

            fn class(self) -> Class {
                match self { $(Dimension::$variant => Class::$class,)* }
            }
        }
    };
}

/// What a dimension is about: it decides which others it is paired with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Numbers and single squares, which a rule reads by themselves or with the side that moves.
    Plain,
    /// What the rules of checks, pins, castling, en passant and promotion look at together.
    Rule,
    /// Files and directions of one such rule, each a row of its own in many generators.
    Geometry,
    /// How the question is put; every rule can go wrong in one way of asking only.
    Asking,
}

dimensions! {
    Side "side to move" Asking;
    Chess "kind of chess" Asking;
    Line "moves played first" Asking;
    Clock "halfmove clock" Asking;
    Depth "depth" Asking;
    Before "after a question with" Asking;
    Played "last move played" Rule;
    Castle "castling, or what forbids it" Rule;
    Path "attackers of the castling path" Rule;
    Check "checkers" Rule;
    Answer "answers to a check" Rule;
    Pin "line, pinned piece, pinner" Rule;
    PinnedPawn "moves of pinned pawns" Rule;
    EnPassantKing "en passant and the king" Rule;
    Capture "capturing and captured piece" Rule;
    Castling "files of castling king and rook" Geometry;
    Rights "castling rights" Geometry;
    EnPassant "en passant by files" Geometry;
    Promotion "promotions by files" Geometry;
    Distance "check from" Geometry;
    Moves "moves in the position" Plain;
    Pieces "pieces of a kind" Plain;
    Mover "piece and where it moves from" Plain;
    Number "move number" Plain;
    Repeated "times the position occurred" Plain;
    Material "too little material" Plain;
}

/// Whether values of the two dimensions are asked about in pairs.
pub fn meet(one: Dimension, other: Dimension) -> bool {
    use Dimension::{
        Answer, Before, Capture, Castle, Castling, Check, Clock, Depth, Distance, EnPassant, EnPassantKing, Line,
    };
    use Dimension::{Number, Path, Pin, Played, Promotion, Rights, Side};
    let (one, other) = (one.min(other), one.max(other));
    match (one.class(), other.class()) {
        // Two pins, two kinds of captures, two squares of a path under attack.
        (Class::Rule, Class::Rule) => true,
        // A game that was played first has a clock and a depth like any other: that says nothing about a rule.
        (Class::Asking, Class::Asking) => {
            one == Side && other != Depth && other != Before || (one, other) == (Line, Clock)
        }
        (Class::Asking, Class::Rule | Class::Geometry) => true,
        (Class::Asking, Class::Plain) => one == Side || (one == Depth || one == Line) && other == Number,
        (Class::Rule, Class::Geometry) => matches!(
            (one, other),
            (Castle | Path, Castling)
                | (EnPassantKing | Pin, EnPassant)
                | (Check | Answer | Pin, Distance)
                | (Pin | Check | Capture, Promotion)
                | (Played, Rights)
        ),
        _ => false,
    }
}

/// A value of a dimension, by name.
pub type Value = (Dimension, String);

/// The number of a value in [`Universe::values`].
pub type Id = u16;

/// Every value of every dimension.
pub struct Universe {
    /// The values in order: dimension by dimension.
    pub values: Vec<Value>,
    numbers: HashMap<Value, Id>,
}

impl Universe {
    /// The one there is.
    pub fn get() -> &'static Universe {
        static UNIVERSE: OnceLock<Universe> = OnceLock::new();
        UNIVERSE.get_or_init(|| {
            let mut values = all();
            values.sort_by_key(|&(dimension, _)| dimension);
            let numbers = values.iter().cloned().zip(0..).collect();
            Universe { values, numbers }
        })
    }

    /// The numbers of these values, each once; what is not listed (three knights giving check) has none.
    pub fn numbered(&self, values: &[Value]) -> Vec<Id> {
        let mut ids: Vec<Id> = values.iter().filter_map(|value| self.numbers.get(value).copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The dimension of a value.
    pub fn dimension(&self, id: Id) -> Dimension {
        self.values[usize::from(id)].0
    }

    /// The pairs among these values that are asked about, as one number each.
    pub fn pairs<'a>(&'a self, ids: &'a [Id]) -> impl Iterator<Item = usize> + 'a {
        let count = self.values.len();
        ids.iter().enumerate().flat_map(move |(at, &one)| {
            let others = ids[at + 1..].iter().filter(move |&&other| meet(self.dimension(one), self.dimension(other)));
            others.map(move |&other| usize::from(one) * count + usize::from(other))
        })
    }

    /// The two values of a pair.
    pub fn of_pair(&self, pair: usize) -> (&Value, &Value) {
        (&self.values[pair / self.values.len()], &self.values[pair % self.values.len()])
    }
}

/// Steps of numbers: each from its number up to the next.
pub const MOVES_FROM: &[u32] = &[0, 1, 10, 30, 60, 100];
pub const CLOCK_FROM: &[u32] = &[0, 1, 50, 99, 100, 101];
pub const NUMBER_FROM: &[u32] = &[1, 2, 100, 256, 1000];
pub const LINE_FROM: &[u32] = &[0, 1, 7, 41, 201];
pub const DEPTH_FROM: &[u32] = &[1, 2, 3, 4, 5, 6];

/// The kinds but the king.
pub const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The step that a number belongs to.
pub fn step(steps: &[u32], number: u32) -> String {
    let at = steps.iter().rposition(|&from| from <= number).unwrap_or(0);
    match steps.get(at + 1) {
        Some(&next) if next == steps[at] + 1 => steps[at].to_string(),
        Some(&next) => format!("{} to {}", steps[at], next - 1),
        None => format!("{} and more", steps[at]),
    }
}

/// Two files by name.
pub fn files(from: File, to: File) -> String {
    format!("{} to {}", from.letter(), to.letter())
}

fn all() -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    let mut add = |dimension, value: String| all.push((dimension, value));
    for (dimension, steps) in [
        (Dimension::Moves, MOVES_FROM),
        (Dimension::Clock, CLOCK_FROM),
        (Dimension::Number, NUMBER_FROM),
        (Dimension::Line, LINE_FROM),
        (Dimension::Depth, DEPTH_FROM),
    ] {
        steps.iter().for_each(|&number| add(dimension, step(steps, number)));
    }
    for role in ROLES {
        let most = match role {
            Role::Pawn => 8,
            Role::Queen => 9,
            _ => 10,
        };
        (0..=most).for_each(|count| add(Dimension::Pieces, format!("{count} {}", role.name())));
    }
    for role in Role::ALL {
        let back_rank = |square: &Square| role == Role::Pawn && matches!(square.rank().index(), 0 | 7);
        let squares = Square::ALL.into_iter().filter(|square| !back_rank(square));
        squares.for_each(|square| add(Dimension::Mover, format!("{} {square}", role.name())));
        for taken in ROLES {
            add(Dimension::Capture, format!("{} takes {}", role.name(), taken.name()));
        }
    }
    for king in &File::ALL[1..7] {
        File::ALL.iter().filter(|&rook| rook != king).for_each(|rook| add(Dimension::Castling, files(*king, *rook)));
    }
    for place in ["king", "crossed", "target", "rook"] {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King || place != "king") {
            add(Dimension::Path, format!("{place} by {}", role.name()));
        }
    }
    for line in ["file", "rank", "diagonal"] {
        for pinner in [if line == "diagonal" { Role::Bishop } else { Role::Rook }, Role::Queen] {
            ROLES
                .iter()
                .for_each(|pinned| add(Dimension::Pin, format!("{line}, {}, {}", pinned.name(), pinner.name())));
        }
    }
    for pair in File::ALL.windows(2) {
        add(Dimension::EnPassant, files(pair[0], pair[1]));
        add(Dimension::EnPassant, files(pair[1], pair[0]));
    }
    for from in File::ALL {
        let targets = File::ALL.into_iter().filter(|to| to.index().abs_diff(from.index()) <= 1);
        targets.for_each(|to| add(Dimension::Promotion, files(from, to)));
    }
    for wing in [Wing::King, Wing::Queen] {
        // On the king side only a rook on the g-file can be a shield, and there the attack goes onto the king's target.
        for state in values::CASTLE_STATES.into_iter().take(if wing == Wing::King { 5 } else { 6 }) {
            add(Dimension::Castle, format!("{} side {state}", values::wing_name(wing)));
        }
    }
    for direction in values::DIRECTIONS {
        (1..8).for_each(|distance| add(Dimension::Distance, format!("{direction} {distance}")));
    }
    for rights in 0..16 {
        add(Dimension::Rights, values::rights_text(|bit| rights >> bit & 1 == 1));
    }
    for role in Role::ALL {
        add(Dimension::Answer, format!("{} captures", role.name()));
        add(Dimension::Played, role.name().into());
        add(Dimension::Played, format!("{} captures", role.name()));
        if role != Role::King {
            add(Dimension::Answer, format!("{} blocks", role.name()));
        }
    }
    for role in Role::PROMOTIONS {
        add(Dimension::Played, format!("promotion to {}", role.name()));
    }
    for (dimension, names) in values::NAMED {
        names.iter().for_each(|&name| add(*dimension, name.into()));
    }
    all
}
