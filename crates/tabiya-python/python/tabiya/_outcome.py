"""How games end and what can be wrong with a board."""

from __future__ import annotations

import enum
from typing import Final


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = 1
    """See `Board.is_checkmate()`."""
    STALEMATE = 2
    """See `Board.is_stalemate()`."""
    INSUFFICIENT_MATERIAL = 3
    """See `Board.is_insufficient_material()`."""
    SEVENTYFIVE_MOVES = 4
    """See `Board.is_seventyfive_moves()`."""
    FIVEFOLD_REPETITION = 5
    """See `Board.is_fivefold_repetition()`."""
    FIFTY_MOVES = 6
    """See `Board.can_claim_fifty_moves()`."""
    THREEFOLD_REPETITION = 7
    """See `Board.can_claim_threefold_repetition()`."""
    VARIANT_WIN = 8
    """See `Board.is_variant_win()`: only subclasses have it."""
    VARIANT_LOSS = 9
    """See `Board.is_variant_loss()`: only subclasses have it."""
    VARIANT_DRAW = 10
    """See `Board.is_variant_draw()`: only subclasses have it."""


class Outcome:
    """The end of a game: why, and who won (`None` for a draw).

    >>> from tabiya import Outcome, Termination
    >>> Outcome(Termination.STALEMATE, None).result()
    '1/2-1/2'
    """

    __match_args__ = ("termination", "winner")

    termination: Termination
    winner: bool | None

    def __init__(self, termination: Termination, winner: bool | None) -> None:
        self.termination = termination
        self.winner = winner

    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return self.termination is other.termination and self.winner is other.winner

    def __hash__(self) -> int:
        return hash((self.termination, self.winner))

    def __repr__(self) -> str:
        return f"Outcome(termination={self.termination!r}, winner={self.winner!r})"


class Status(enum.IntFlag):
    """What is wrong with a board; the numbers are those of python-chess."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


STATUS_VALID: Final = Status.VALID
STATUS_NO_WHITE_KING: Final = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING: Final = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS: Final = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS: Final = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS: Final = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK: Final = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES: Final = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES: Final = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS: Final = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE: Final = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK: Final = Status.OPPOSITE_CHECK
STATUS_EMPTY: Final = Status.EMPTY
STATUS_RACE_CHECK: Final = Status.RACE_CHECK
STATUS_RACE_OVER: Final = Status.RACE_OVER
STATUS_RACE_MATERIAL: Final = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS: Final = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK: Final = Status.IMPOSSIBLE_CHECK
