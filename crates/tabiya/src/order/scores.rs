//! What a picker asks about moves, as traits: a search brings its own histories by implementing them.

use super::Context;
use crate::{Move, Piece, Position, Role};

/// Where a [`MovePicker`](super::MovePicker) gets the order of moves from. [`Histories`](super::Histories) is the
/// implementation of this crate; a search with other tables (indexed by threats, by pawn structure, shared by threads)
/// writes its own.
///
/// ```
/// use tabiya::order::{Context, MovePicker, NodeScores, Scores, mvv_lva};
/// use tabiya::{Bitboard, Move, Piece, Position, Role};
///
/// /// Quiet moves that escape a threat first, captures by their victim.
/// struct Escapes;
///
/// struct AtNode {
///     threatened: Bitboard,
/// }
///
/// impl Scores for Escapes {
///     type Node<'a> = AtNode;
///     fn node<'a>(&'a self, position: &'a Position, _: &Context) -> AtNode {
///         AtNode { threatened: position.threats().all() }
///     }
/// }
///
/// impl NodeScores for AtNode {
///     fn capture(&self, piece: Piece, _: Move, victim: Option<Role>) -> i32 {
///         16 * victim.map_or(0, |role| role as i32) - piece.role() as i32
///     }
///     fn quiet(&self, _: Piece, mv: Move) -> i32 {
///         i32::from(self.threatened.contains(mv.from())) - i32::from(self.threatened.contains(mv.to()))
///     }
/// }
///
/// let position = Position::from_fen("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1")?;
/// let mut picker = MovePicker::main(&position, None, Context::ROOT).legal();
/// let first = picker.next(&Escapes).unwrap();
/// assert_eq!(position.role_at(first.from()), Some(Role::Knight));
/// # Ok::<(), tabiya::PositionError>(())
/// ```
pub trait Scores {
    /// What is looked up once for each node: rows of tables, threats.
    type Node<'a>: NodeScores
    where
        Self: 'a;

    /// Prepares for scoring the moves of a node. It is called when a stage is generated, so not at all where the
    /// transposition move is enough.
    fn node<'a>(&'a self, position: &'a Position, context: &Context) -> Self::Node<'a>;

    /// Up to three quiet moves to try between the good captures and all other quiet moves, such as killers and a
    /// counter move. They need not be moves of the position; those that are not are passed over.
    #[inline]
    fn refutations(&self, position: &Position, context: &Context) -> [Option<Move>; 3] {
        let _ = (position, context);
        [None; 3]
    }
}

/// Scores of the moves of one node. Any numbers go; the greater comes first.
///
/// In check all moves are sorted together: captures then get 2^20 on top of their score, so they come first if scores
/// stay below it. Promotions to rook, bishop or knight are not asked about and come last.
pub trait NodeScores {
    /// The score of a capture or a promotion to a queen by this piece. `victim` is what it captures, a pawn if en
    /// passant; `None` for a promotion that captures nothing.
    fn capture(&self, piece: Piece, mv: Move, victim: Option<Role>) -> i32;

    /// The score of any other move by this piece. Castling goes to the rook's square.
    fn quiet(&self, piece: Piece, mv: Move) -> i32;
}
