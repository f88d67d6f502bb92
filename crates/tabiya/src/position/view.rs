//! A position together with what a search asks about it again and again.

use core::cell::OnceCell;
use core::fmt;
use core::ops::Deref;

use super::{CheckInfo, Position, SearchStatus, Status, Threats};
use crate::attacks::line;
use crate::{Bitboard, Move, MoveKind, Role};

/// A position of which checkers, pinned pieces and the key have been found: what a search makes once for each node with
/// [`Position::view`].
///
/// It stands for its position: every method of [`Position`] can be called on it, and gives the same answer. Those that
/// are named here are cheaper than on the position, because they start from what is known.
///
/// | question | cost on a view |
/// |---|---|
/// | [`checkers`](View::checkers), [`in_check`](View::in_check), [`pinned`](View::pinned), [`key`](View::key) | a read |
/// | [`check_mask`](View::check_mask), [`after_null`](View::after_null) | a few instructions |
/// | [`threats`](View::threats), [`check_info`](View::check_info) | found when first asked for, a read from then on |
/// | [`gives_check`](View::gives_check) | as `gives_check_with` a kept [`CheckInfo`] |
/// | [`is_legal`](View::is_legal), [`is_pseudo_legal`](View::is_pseudo_legal), [`leaves_king_safe`](View::leaves_king_safe) | no look around the king unless it moves |
/// | [`see`](Position::see), [`see_at_least`](Position::see_at_least) | as on the position: an exchange looks at both kings as the pieces leave, which no view knows before |
/// | the lists and sinks, [`count_legal`](View::count_legal), [`search_status`](View::search_status) | the same without the search for checkers and pins |
///
/// [`MovePicker`](crate::order::MovePicker) takes a view wherever it takes a position.
///
/// ```
/// use tabiya::Position;
/// use tabiya::movegen::LegalCaptures;
///
/// let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
/// let view = position.view();
/// assert!(!view.in_check() && view.pinned().is_empty());
/// assert_eq!(view.key(), position.key());
/// let capture = view.generate::<LegalCaptures>()[0];
/// assert!(view.is_legal(capture) && !view.gives_check(capture));
/// assert_eq!(view.see(capture), 100); // a method of the position
/// # Ok::<(), tabiya::PositionError>(())
/// ```
#[derive(Clone)]
pub struct View<'p> {
    pub(crate) known: Known<'p>,
    key: u64,
    threats: OnceCell<Threats>,
    check_info: OnceCell<CheckInfo>,
}

/// What the generator has to know of a position: its pieces, and what attacks and what shields the king.
pub(crate) trait Node: Copy {
    fn position(&self) -> &Position;

    fn checkers(&self) -> Bitboard;

    fn checkers_and_pinned(&self) -> (Bitboard, Bitboard);

    /// The squares that moves may begin on.
    #[inline(always)]
    fn origins(&self) -> Bitboard {
        Bitboard::FULL
    }

    /// The squares that moves may end on, as [`Move::to`] tells them.
    #[inline(always)]
    fn targets(&self) -> Bitboard {
        Bitboard::FULL
    }
}

impl Node for &Position {
    #[inline(always)]
    fn position(&self) -> &Position {
        self
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        Position::checkers(self)
    }

    #[inline(always)]
    fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        Position::checkers_and_pinned(self)
    }
}

/// A position with its checkers and pinned pieces.
#[derive(Copy, Clone)]
pub(crate) struct Known<'p> {
    pub(crate) position: &'p Position,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
}

impl<'p> Known<'p> {
    #[inline(always)]
    pub(crate) fn new(position: &'p Position) -> Known<'p> {
        let (checkers, pinned) = position.checkers_and_pinned_alone();
        Known { position, checkers, pinned }
    }

    /// As [`Position::is_legal`].
    #[inline]
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let (from, to, position) = (mv.from(), mv.to(), self.position);
        if mv.is_castle() {
            return position.is_pseudo_legal_castle(mv, self.checkers) && position.castle_is_safe(mv, self.pinned);
        }
        match position.role_that_goes(mv) {
            None => false,
            Some(Role::King) => !position.is_king_danger(to, from),
            Some(Role::Pawn) if mv.is_en_passant() => position.en_passant_is_safe(from, to),
            Some(_) => {
                let stays = || line(position.king_of(position.turn()), from).contains(to);
                (self.checkers.is_empty() || position.check_mask_of(self.checkers).contains(to))
                    && (!self.pinned.contains(from) || stays())
            }
        }
    }

    /// As [`Position::is_pseudo_legal`].
    #[inline]
    pub(crate) fn is_pseudo_legal(&self, mv: Move) -> bool {
        let position = self.position;
        if mv.is_castle() {
            return position.is_pseudo_legal_castle(mv, self.checkers);
        }
        let Some(role) = position.role_that_goes(mv) else {
            return false;
        };
        let check_mask = position.check_mask_of(self.checkers);
        match role {
            Role::King => !position.stays_on_checked_line(mv.to(), self.checkers),
            Role::Pawn if mv.is_en_passant() => {
                check_mask.contains(mv.to()) || check_mask.contains(super::pushed_pawn(mv.to()))
            }
            _ => check_mask.contains(mv.to()),
        }
    }

    /// As [`Position::leaves_king_safe`].
    #[inline]
    pub(crate) fn leaves_king_safe(&self, mv: Move) -> bool {
        let (from, position) = (mv.from(), self.position);
        let king = position.king_of(position.turn());
        match mv.kind() {
            MoveKind::CastleKing | MoveKind::CastleQueen => position.castle_is_safe(mv, self.pinned),
            MoveKind::EnPassant => position.en_passant_is_safe(from, mv.to()),
            _ if from == king => !position.is_king_danger(mv.to(), king),
            _ => !self.pinned.contains(from) || line(king, from).contains(mv.to()),
        }
    }
}

/// By reference: so a task is two words, which a call takes in registers, and the list beside it is written in place
/// (see `movegen/dispatch.rs`).
impl Node for &Known<'_> {
    #[inline(always)]
    fn position(&self) -> &Position {
        self.position
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        self.checkers
    }

    #[inline(always)]
    fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        (self.checkers, self.pinned)
    }
}

/// A node of which only the moves from certain squares to certain squares are wanted.
pub(crate) struct Masked<N> {
    pub(crate) node: N,
    pub(crate) from: Bitboard,
    pub(crate) to: Bitboard,
}

impl<N: Node> Node for &Masked<N> {
    #[inline(always)]
    fn position(&self) -> &Position {
        self.node.position()
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        self.node.checkers()
    }

    #[inline(always)]
    fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        self.node.checkers_and_pinned()
    }

    #[inline(always)]
    fn origins(&self) -> Bitboard {
        self.from
    }

    #[inline(always)]
    fn targets(&self) -> Bitboard {
        self.to
    }
}

/// A position, or a [`View`] of one where the caller has it: what a [`MovePicker`](crate::order::MovePicker) is made
/// for. Nothing else implements it.
pub trait PositionOrView<'p>: sealed::Sealed<'p> {}

pub(crate) mod sealed {
    use super::{Known, Position};

    pub trait Sealed<'p>: Copy {
        fn position(self) -> &'p Position;

        #[allow(private_interfaces)]
        fn known(self) -> Option<Known<'p>>;
    }
}

impl<'p> PositionOrView<'p> for &'p Position {}

impl<'p> sealed::Sealed<'p> for &'p Position {
    #[inline(always)]
    fn position(self) -> &'p Position {
        self
    }

    #[inline(always)]
    #[allow(private_interfaces)]
    fn known(self) -> Option<Known<'p>> {
        None
    }
}

impl<'p> PositionOrView<'p> for &View<'p> {}

impl<'p> sealed::Sealed<'p> for &View<'p> {
    #[inline(always)]
    fn position(self) -> &'p Position {
        self.known.position
    }

    #[inline(always)]
    #[allow(private_interfaces)]
    fn known(self) -> Option<Known<'p>> {
        Some(self.known)
    }
}

impl Position {
    /// The position together with its checkers, pinned pieces and key, for a node of a search that asks for them more
    /// than once. It costs what [`checkers`](Position::checkers) and [`key`](Position::key) cost.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let (threats, check_info) = (OnceCell::new(), OnceCell::new());
        View { known: Known::new(self), key: self.key(), threats, check_info }
    }
}

impl<'p> View<'p> {
    /// The position itself.
    #[inline(always)]
    #[must_use]
    pub fn position(&self) -> &'p Position {
        self.known.position
    }

    /// As [`Position::checkers`].
    #[inline(always)]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.known.checkers
    }

    /// As [`Position::in_check`].
    #[inline(always)]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.known.checkers.any()
    }

    /// As [`Position::pinned`].
    #[inline(always)]
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.known.pinned
    }

    /// As [`Position::check_mask`].
    #[inline]
    #[must_use]
    pub fn check_mask(&self) -> Bitboard {
        self.position().check_mask_of(self.known.checkers)
    }

    /// As [`Position::key`].
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// As [`Position::threats`]; found once.
    #[inline]
    #[must_use]
    pub fn threats(&self) -> &Threats {
        self.threats.get_or_init(|| self.position().threats())
    }

    /// As [`Position::check_info`]; found once.
    #[inline]
    #[must_use]
    pub fn check_info(&self) -> &CheckInfo {
        self.check_info.get_or_init(|| self.position().check_info())
    }

    /// As [`Position::gives_check`].
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.position().gives_check_with(mv, self.check_info())
    }

    /// As [`Position::is_legal`].
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.known.is_legal(mv)
    }

    /// As [`Position::is_pseudo_legal`].
    #[inline]
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.known.is_pseudo_legal(mv)
    }

    /// As [`Position::leaves_king_safe`].
    #[inline]
    #[must_use]
    pub fn leaves_king_safe(&self, mv: Move) -> bool {
        self.known.leaves_king_safe(mv)
    }

    /// As [`Position::after_null`].
    #[inline]
    #[must_use]
    pub fn after_null(&self) -> Option<Position> {
        if self.in_check() { None } else { Some(self.position().after_passing()) }
    }

    /// As [`Position::status`].
    #[inline]
    #[must_use]
    pub fn status(&self) -> Status {
        match self.position().outcome_by(self.has_legal_move(), || self.in_check()) {
            Some(outcome) => Status::Ended(outcome),
            None if self.in_check() => Status::Check,
            None => Status::Ongoing,
        }
    }

    /// As [`Position::search_status`].
    #[inline]
    #[must_use]
    pub fn search_status(&self) -> SearchStatus {
        SearchStatus::new(self.position(), self.has_legal_move(), || self.in_check())
    }
}

impl Deref for View<'_> {
    type Target = Position;

    #[inline(always)]
    fn deref(&self) -> &Position {
        self.known.position
    }
}

impl<'p> From<&'p Position> for View<'p> {
    #[inline]
    fn from(position: &'p Position) -> View<'p> {
        position.view()
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("View").field(self.position()).finish()
    }
}
