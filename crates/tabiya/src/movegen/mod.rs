//! The move generator: one, specialised at compile time by side and by [`Kind`], emitting sets to a [`Sink`].
//!
//! | kind | contents |
//! |---|---|
//! | [`Captures`] | captures, en passant included, and promotions to a queen, capturing or not |
//! | [`Quiets`] | what neither captures nor promotes, castling included, and all under-promotions |
//! | [`QuietChecks`] | what neither captures nor promotes but gives check, directly or by discovery; and knight promotions that check directly |
//! | [`Evasions`] | in check: king steps off the checkers' lines, captures of the only checker, blocks |
//! | [`NonEvasions`] | captures and quiets together |
//! | [`Noisy`] | captures and all promotions |
//! | [`PureQuiets`] | what neither captures nor promotes, castling included |
//! | [`LegalCaptures`] | the legal moves among [`Captures`] |
//! | [`LegalQuiets`] | the legal moves among [`Quiets`] |
//! | [`LegalNoisy`], [`LegalPureQuiets`] | the legal moves among [`Noisy`] and [`PureQuiets`] |
//! | [`Legal`] | exactly the legal moves |
//!
//! All but the legal ones are pseudo-legal: a pinned piece may leave its line, and the king may step or castle onto an
//! attacked square. [`Position::leaves_king_safe`] tells which of them are legal if they are evasions, or if there is
//! no check; [`Position::is_legal`] tells it of any move. The legal kinds are generated directly, from pins, the check
//! mask and the squares the enemy attacks through the king. [`MoveSet`] is a choice made at run time, and
//! [`Position::fill_masked`] leaves out moves by where they begin and end.

#[allow(unsafe_code)]
mod dispatch;
mod king;
mod move_set;
mod pawns;
mod pieces;
mod quiet_checks;
mod sink;
#[allow(unsafe_code)]
mod writer;

pub(crate) use writer::{ListSink, Writer};

pub use move_set::{MoveSet, UnknownMoveSet};
use sink::Each;
pub use sink::{AnyMove, MoveCounter, Promotions, Sink, origin};

use crate::attacks::Sliders;
use crate::cpu::Detected;
use crate::position::{Known, Masked, Node};
use crate::side::{Black, White};
use crate::{Bitboard, Color, Move, MoveList, Position, Role, Side, Square, View};

mod sealed {
    pub trait Sealed {}
}

/// Which moves to generate, as a type: see the [module's table](self).
pub trait Kind: sealed::Sealed {
    /// Only moves that leave the king safe.
    const LEGAL: bool = false;
    /// Captures, and the promotions that go with them.
    const CAPTURES: bool;
    /// Moves that do not capture, and the promotions that go with them.
    const QUIETS: bool;
    /// Only moves within the check mask.
    const CHECK_MASK: bool = false;
    /// Only what gives check.
    const GIVES_CHECK: bool = false;
    /// The promotions this kind has.
    const PROMOTIONS: Promotions = Promotions::All;
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident { $($constant:ident: $type:ty = $value:expr;)* })*) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug)]
        pub struct $name;
        impl sealed::Sealed for $name {}
        impl Kind for $name {
            $(const $constant: $type = $value;)*
        }
    )*};
}

kinds! {
    /// Captures and promotions to a queen.
    Captures { CAPTURES: bool = true; QUIETS: bool = false; PROMOTIONS: Promotions = Promotions::Queen; }
    /// What neither captures nor promotes, and all under-promotions.
    Quiets { CAPTURES: bool = false; QUIETS: bool = true; PROMOTIONS: Promotions = Promotions::Under; }
    /// Quiet moves that give check, and knight promotions that check directly.
    QuietChecks {
        CAPTURES: bool = false; QUIETS: bool = true; GIVES_CHECK: bool = true;
        PROMOTIONS: Promotions = Promotions::Knight;
    }
    /// Answers to a check; all pseudo-legal moves of a position without one.
    Evasions { CAPTURES: bool = true; QUIETS: bool = true; CHECK_MASK: bool = true; }
    /// Captures and quiets together.
    NonEvasions { CAPTURES: bool = true; QUIETS: bool = true; }
    /// Captures and all promotions.
    Noisy { CAPTURES: bool = true; QUIETS: bool = false; }
    /// What neither captures nor promotes.
    PureQuiets { CAPTURES: bool = false; QUIETS: bool = true; PROMOTIONS: Promotions = Promotions::None; }
    /// The legal among [`Noisy`].
    LegalNoisy { CAPTURES: bool = true; QUIETS: bool = false; CHECK_MASK: bool = true; LEGAL: bool = true; }
    /// The legal among [`PureQuiets`].
    LegalPureQuiets {
        CAPTURES: bool = false; QUIETS: bool = true; CHECK_MASK: bool = true; LEGAL: bool = true;
        PROMOTIONS: Promotions = Promotions::None;
    }
    /// The legal among [`Captures`].
    LegalCaptures {
        CAPTURES: bool = true; QUIETS: bool = false; CHECK_MASK: bool = true; LEGAL: bool = true;
        PROMOTIONS: Promotions = Promotions::Queen;
    }
    /// The legal among [`Quiets`].
    LegalQuiets {
        CAPTURES: bool = false; QUIETS: bool = true; CHECK_MASK: bool = true; LEGAL: bool = true;
        PROMOTIONS: Promotions = Promotions::Under;
    }
    /// Exactly the legal moves.
    Legal { CAPTURES: bool = true; QUIETS: bool = true; CHECK_MASK: bool = true; LEGAL: bool = true; }
}

/// What every part of the generator needs to know of the position.
struct Context<'a, A> {
    position: &'a Position,
    sliders: A,
    us: Bitboard,
    them: Bitboard,
    king: Square,
    /// What gives check; known only where it matters.
    checkers: Bitboard,
    /// Where a piece other than the king must go because of a check: everywhere without one.
    check_mask: Bitboard,
    /// The pieces that must stay on their line with the king; known only where legality is asked for.
    pinned: Bitboard,
    /// The squares on which moves may begin.
    origins: Bitboard,
    /// The squares on which moves may end.
    targets: Bitboard,
}

impl<'a, A: Sliders> Context<'a, A> {
    #[inline(always)]
    fn new<S: Side, K: Kind>(node: &'a impl Node, sliders: A) -> Context<'a, A> {
        let position = node.position();
        let us = position.board().by_color(S::COLOR);
        let them = position.board().by_color(!S::COLOR);
        let king = position.king_of(S::COLOR);
        let (checkers, pinned) = match (K::LEGAL, K::CHECK_MASK || K::QUIETS) {
            (true, _) => node.checkers_and_pinned(),
            // Where the check mask does not count, a check matters only to castling.
            (false, true) if K::CHECK_MASK || position.castling_rights().rooks_of(S::COLOR).any() => {
                (node.checkers(), Bitboard::EMPTY)
            }
            _ => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        let check_mask = if K::CHECK_MASK { position.check_mask_of(checkers) } else { Bitboard::FULL };
        let (origins, targets) = (node.origins(), node.targets());
        Context { position, sliders, us, them, king, checkers, check_mask, pinned, origins, targets }
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.us | self.them
    }

    /// The pieces of a role that may move.
    #[inline(always)]
    fn movers<S: Side>(&self, role: Role) -> Bitboard {
        self.position.board().pieces(S::COLOR, role) & self.origins
    }

    /// The squares a piece other than a pawn may land on, by the kind and the wanted targets alone.
    #[inline(always)]
    fn wanted<K: Kind>(&self) -> Bitboard {
        self.targets
            & match (K::CAPTURES, K::QUIETS) {
                (true, true) => !self.us,
                (true, false) => self.them,
                _ => !self.occupied(),
            }
    }
}

/// The one body of the generator. Everything below it is `inline(always)` and free of closures: it is compiled anew
/// inside a function of every level ([`cpu`](crate::cpu)), and what stays outside such a function cannot use its
/// instructions.
#[inline(always)]
fn generate<K: Kind, N: Node, A: Sliders, T: Sink>(node: N, sliders: A, sink: &mut T) {
    match node.position().turn() {
        Color::White => generate_for::<White, K, N, A, T>(node, sliders, sink),
        Color::Black => generate_for::<Black, K, N, A, T>(node, sliders, sink),
    }
}

#[inline(always)]
fn generate_for<S: Side, K: Kind, N: Node, A: Sliders, T: Sink>(node: N, sliders: A, sink: &mut T) {
    if K::GIVES_CHECK {
        return quiet_checks::generate::<S, N, A, T>(node, sliders, sink);
    }
    let context = Context::new::<S, K>(&node, sliders);
    // Against two checkers only the king has moves.
    if !(K::CHECK_MASK && context.checkers.has_many()) {
        pawns::generate::<S, K, A, T>(&context, sink);
        en_passant::<K, A, T>(&context, sink);
        if sink.is_done() {
            return;
        }
        pieces::generate::<S, K, A, T>(&context, sink);
        if sink.is_done() {
            return;
        }
    }
    king::generate::<S, K, A, T>(&context, sink);
}

#[inline(always)]
fn en_passant<K: Kind, A: Sliders, T: Sink>(context: &Context<'_, A>, sink: &mut T) {
    let position = context.position;
    let square = if K::LEGAL { position.en_passant_legal() } else { position.en_passant() };
    let Some(to) = square else {
        return;
    };
    if !K::CAPTURES || !context.targets.contains(to) {
        return;
    }
    for from in position.en_passant_capturers(to) & context.origins {
        let wanted = match (K::LEGAL, K::CHECK_MASK) {
            (true, _) => position.en_passant_is_safe(from, to),
            (false, true) => position.en_passant_is_in_check_mask(to),
            (false, false) => true,
        };
        if wanted {
            sink.en_passant(from, to);
        }
    }
}

impl Position {
    /// Hands all moves of a kind to a sink, as sets, until there are none left or the sink [is done](Sink::is_done).
    ///
    /// ```
    /// use tabiya::movegen::{Captures, MoveCounter};
    /// use tabiya::Position;
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// let mut counter = MoveCounter::default();
    /// position.generate_into::<Captures, _>(&mut counter);
    /// assert_eq!(counter.count, 1);
    /// ```
    #[inline]
    pub fn generate_into<K: Kind, T: Sink>(&self, sink: &mut T) {
        dispatch::into_sink::<K, _, T>(Detected::best(), self, sink);
    }

    /// Hands the moves of a kind to a function one by one, until there are none left or the function answers `false`.
    /// No list is made.
    ///
    /// ```
    /// use tabiya::movegen::LegalCaptures;
    /// use tabiya::{Position, Role};
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mut victims = Vec::new();
    /// position.for_each::<LegalCaptures>(|mv| {
    ///     victims.extend(position.captured(mv).map(|piece| piece.role()));
    ///     true
    /// });
    /// assert_eq!(victims, [Role::Pawn]);
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[inline]
    pub fn for_each<K: Kind>(&self, wants_more: impl FnMut(Move) -> bool) {
        self.generate_into::<K, _>(&mut Each { wants_more, done: false });
    }

    /// Replaces what a list contains by all moves of a kind. A list that is kept and filled again is never copied,
    /// which a list that is returned by a `match` of two kinds would be (1.4 KB).
    #[inline]
    pub fn fill<K: Kind>(&self, list: &mut MoveList) {
        list.clear();
        self.append::<K>(list);
    }

    /// Appends all moves of a kind to a list, faster than by [`generate_into`](Position::generate_into).
    ///
    /// # Panics
    /// If the list becomes longer than [`MoveList::CAPACITY`], as with the moves of several positions.
    #[inline]
    pub fn append<K: Kind>(&self, list: &mut MoveList) {
        dispatch::append::<K, _>(Detected::best(), self, list);
    }

    /// All moves of a kind as a list.
    ///
    /// ```
    /// use tabiya::movegen::QuietChecks;
    /// use tabiya::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    /// let checks = position.generate::<QuietChecks>();
    /// assert_eq!(checks.len(), 1); // the rook to a8
    /// ```
    #[inline(always)]
    pub fn generate<K: Kind>(&self) -> MoveList {
        dispatch::list::<K, _>(Detected::best(), self)
    }

    /// As [`generate`](Position::generate), with the instructions of a certain level: the same moves in the same order.
    /// For tests and measurements; all else uses the best there is.
    ///
    /// ```
    /// use tabiya::cpu::Level;
    /// use tabiya::movegen::Legal;
    /// use tabiya::Position;
    /// for cpu in Level::available().filter_map(Level::detect) {
    ///     assert_eq!(Position::default().generate_at::<Legal>(cpu).len(), 20);
    /// }
    /// ```
    #[doc(hidden)]
    #[inline]
    pub fn generate_at<K: Kind>(&self, cpu: Detected) -> MoveList {
        dispatch::list::<K, _>(cpu, self)
    }

    /// Exactly the legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.generate::<Legal>()
    }

    /// Replaces what a list contains by the moves of a kind that begin on one of the squares `from` and end on one of
    /// the squares `to`: the same moves in the same order as if the others were taken out of the full list. A castle
    /// begins on the king's square and ends on the rook's, as [`Move::to`] says.
    ///
    /// ```
    /// use tabiya::movegen::{Legal, LegalNoisy};
    /// use tabiya::{Bitboard, MoveList, Position, Role, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3p4/2B1P3/8/8/4K2R w K - 0 1")?;
    /// let mut list = MoveList::new();
    /// // Recaptures on one square.
    /// position.fill_masked::<LegalNoisy>(&mut list, Bitboard::FULL, Square::D5.bitboard());
    /// assert_eq!(list.len(), 2);
    /// // The moves of pawns.
    /// position.fill_masked::<Legal>(&mut list, position.by_role(Role::Pawn), Bitboard::FULL);
    /// assert_eq!(list.len(), 2);
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[inline]
    pub fn fill_masked<K: Kind>(&self, list: &mut MoveList, from: Bitboard, to: Bitboard) {
        list.clear();
        dispatch::append::<K, _>(Detected::best(), &Masked { node: self, from, to }, list);
    }

    /// Hands the moves of a kind between certain squares to a sink; see [`fill_masked`](Position::fill_masked).
    #[inline]
    pub fn generate_masked_into<K: Kind, T: Sink>(&self, sink: &mut T, from: Bitboard, to: Bitboard) {
        dispatch::into_sink::<K, _, T>(Detected::best(), &Masked { node: self, from, to }, sink);
    }

    /// The legal moves of the piece on a square; none for an empty square or a piece of the side not to move.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    /// assert_eq!(Position::startpos().legal_moves_from(Square::G1).len(), 2);
    /// ```
    #[must_use]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let mut moves = MoveList::new();
        self.fill_masked::<Legal>(&mut moves, square.bitboard(), Bitboard::FULL);
        moves
    }

    /// The pseudo-legal moves: evasions in check, non-evasions otherwise.
    /// [`leaves_king_safe`](Position::leaves_king_safe) tells which of them are legal.
    #[inline]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        // Without a check nothing restricts evasions, so they are all moves.
        self.generate::<Evasions>()
    }

    /// How many legal moves there are, without listing them.
    #[inline]
    pub fn count_legal(&self) -> usize {
        dispatch::count_legal(Detected::best(), self)
    }

    /// As [`count_legal`](Position::count_legal), with the instructions of a certain level; see
    /// [`generate_at`](Position::generate_at).
    #[doc(hidden)]
    #[inline]
    pub fn count_legal_at(&self, cpu: Detected) -> usize {
        dispatch::count_legal(cpu, self)
    }

    /// Whether there is a legal move; the generator stops at the first.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        Known::new(self).has_legal_move()
    }
}

impl Known<'_> {
    /// Mostly the step of a pawn answers, before the choice of instructions.
    #[inline(always)]
    fn has_legal_move(&self) -> bool {
        self.has_free_push() || dispatch::has_legal_move(Detected::best(), self)
    }

    /// Whether there is no check and a pawn that is not pinned can step.
    #[inline(always)]
    fn has_free_push(&self) -> bool {
        let (turn, occupied) = (self.position.turn(), self.position.occupied());
        let pawns = self.position.pieces(turn, Role::Pawn) - self.pinned;
        // Pawns stand on neither back rank, so that turning the board by a rank moves them a step.
        let steps = Bitboard(pawns.0.rotate_left(if turn == Color::White { 8 } else { 56 })) - occupied;
        steps.any() && self.checkers.is_empty()
    }
}

/// As [`View::generate_into`], for code that has no view.
#[inline(always)]
pub(crate) fn hand_to<K: Kind, T: Sink>(known: &Known<'_>, sink: &mut T) {
    dispatch::into_sink::<K, _, T>(Detected::best(), known, sink);
}

/// The same, beginning with the checkers and pinned pieces that are known.
impl View<'_> {
    /// As [`Position::generate_into`].
    #[inline]
    pub fn generate_into<K: Kind, T: Sink>(&self, sink: &mut T) {
        hand_to::<K, T>(&self.known, sink);
    }

    /// As [`Position::for_each`].
    #[inline]
    pub fn for_each<K: Kind>(&self, wants_more: impl FnMut(Move) -> bool) {
        self.generate_into::<K, _>(&mut Each { wants_more, done: false });
    }

    /// As [`Position::fill`].
    #[inline]
    pub fn fill<K: Kind>(&self, list: &mut MoveList) {
        list.clear();
        self.append::<K>(list);
    }

    /// As [`Position::append`].
    ///
    /// # Panics
    /// If the list becomes longer than [`MoveList::CAPACITY`], as with the moves of several positions.
    #[inline]
    pub fn append<K: Kind>(&self, list: &mut MoveList) {
        dispatch::append::<K, _>(Detected::best(), &self.known, list);
    }

    /// As [`Position::fill_masked`].
    #[inline]
    pub fn fill_masked<K: Kind>(&self, list: &mut MoveList, from: Bitboard, to: Bitboard) {
        list.clear();
        dispatch::append::<K, _>(Detected::best(), &Masked { node: &self.known, from, to }, list);
    }

    /// As [`Position::generate_masked_into`].
    #[inline]
    pub fn generate_masked_into<K: Kind, T: Sink>(&self, sink: &mut T, from: Bitboard, to: Bitboard) {
        dispatch::into_sink::<K, _, T>(Detected::best(), &Masked { node: &self.known, from, to }, sink);
    }

    /// As [`Position::pseudo_legal_moves`].
    #[inline]
    pub fn pseudo_legal_moves(&self) -> MoveList {
        self.generate::<Evasions>()
    }

    /// As [`Position::generate`].
    #[inline(always)]
    pub fn generate<K: Kind>(&self) -> MoveList {
        dispatch::list::<K, _>(Detected::best(), &self.known)
    }

    /// As [`Position::legal_moves`].
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.generate::<Legal>()
    }

    /// As [`Position::count_legal`].
    #[inline]
    pub fn count_legal(&self) -> usize {
        dispatch::count_legal(Detected::best(), &self.known)
    }

    /// As [`Position::has_legal_move`].
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.known.has_legal_move()
    }
}
