"""Pieces on squares without rules."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from typing import TypeVar

from ._squares import STARTING_BOARD_FEN, WHITE, Bitboard, Color, IntoSquareSet, PieceType, Square
from ._tabiya import Board, Piece, SquareSet

__all__ = ["BaseBoard"]

_B = TypeVar("_B", bound="BaseBoard")


class BaseBoard(metaclass=abc.ABCMeta):
    """Pieces on squares: no turn, no castling, no moves. Every `Board` counts as one too.

    >>> from tabiya import BaseBoard, Board, E4, Piece
    >>> board = BaseBoard.empty()
    >>> board.set_piece_at(E4, Piece.from_symbol("N"))
    >>> board.board_fen(), len(board.attacks(E4)), isinstance(Board(), BaseBoard)
    ('8/8/8/8/4N3/8/8/8', 8, True)
    """

    __slots__ = ("_board",)

    def __init__(self, board_fen: str | None = STARTING_BOARD_FEN) -> None:
        self._board = Board(None)
        if board_fen is not None:
            self.set_board_fen(board_fen)

    @classmethod
    def empty(cls: type[_B]) -> _B:
        """A board without pieces."""
        return cls(None)

    @classmethod
    def from_chess960_pos(cls: type[_B], scharnagl: int) -> _B:
        """The start of Chess960 with this number, 0 to 959."""
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    def reset_board(self) -> None:
        """Sets up the start of a game."""
        self.set_board_fen(STARTING_BOARD_FEN)

    def clear_board(self) -> None:
        """Takes everything off."""
        self._board.clear_board()

    def set_board_fen(self, fen: str) -> None:
        """Sets the pieces from the first field of a FEN."""
        if " " in fen.strip():
            raise ValueError(f"expected the pieces of a FEN only, found {fen!r}")
        self._board.set_board_fen(fen.strip())

    def board_fen(self, *, promoted: bool | None = False) -> str:
        """The pieces as FEN writes them."""
        return self._board.board_fen(promoted=promoted)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Sets up the start of Chess960 with this number, 0 to 959."""
        self._board.set_board_fen(Board.from_chess960_pos(scharnagl).board_fen())

    def chess960_pos(self) -> int | None:
        """The number of the start of Chess960 that this is, or `None`."""
        return self._board.chess960_pos(ignore_turn=True, ignore_castling=True, ignore_counters=True)

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square, or `None`."""
        return self._board.piece_at(square)

    def piece_type_at(self, square: Square) -> PieceType | None:
        """The type of the piece on a square, or `None`."""
        return self._board.piece_type_at(square)

    def color_at(self, square: Square) -> Color | None:
        """The colour of the piece on a square, or `None`."""
        return self._board.color_at(square)

    def king(self, color: Color) -> Square | None:
        """Where a side's king stands, or `None`."""
        return self._board.king(color)

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """The pieces of a type and a colour."""
        return self._board.pieces(piece_type, color)

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        """The pieces of a type and a colour, as a bitboard."""
        return self._board.pieces_mask(piece_type, color)

    def set_piece_at(self, square: Square, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, or takes it off with `None`."""
        self._board.set_piece_at(square, piece, promoted)

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Takes the piece off a square and returns it."""
        return self._board.remove_piece_at(square)

    def piece_map(self, *, mask: IntoSquareSet = (1 << 64) - 1) -> dict[Square, Piece]:
        """The pieces by their squares."""
        return self._board.piece_map(mask=mask)

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Sets the pieces by their squares."""
        self._board.set_piece_map(pieces)

    def attacks(self, square: Square) -> SquareSet:
        """What the piece on a square attacks."""
        return self._board.attacks(square)

    def attacks_mask(self, square: Square) -> Bitboard:
        """What the piece on a square attacks, as a bitboard."""
        return self._board.attacks_mask(square)

    def attackers(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> SquareSet:
        """The pieces of a side that attack a square."""
        return self._board.attackers(color, square, occupied)

    def attackers_mask(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> Bitboard:
        """The pieces of a side that attack a square, as a bitboard."""
        return self._board.attackers_mask(color, square, occupied)

    def is_attacked_by(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> bool:
        """Whether a side attacks a square."""
        return self._board.is_attacked_by(color, square, occupied)

    def pin(self, color: Color, square: Square) -> SquareSet:
        """The line on which a piece is pinned to its king; the whole board if it is not."""
        return self._board.pin(color, square)

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """The line on which a piece is pinned to its king, as a bitboard."""
        return self._board.pin_mask(color, square)

    def is_pinned(self, color: Color, square: Square) -> bool:
        """Whether a piece is pinned to its king."""
        return self._board.is_pinned(color, square)

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Moves all pieces by a function of bitboards, such as `tabiya.flip_vertical`."""
        self._board.apply_transform(f)

    def transform(self: _B, f: Callable[[Bitboard], Bitboard]) -> _B:
        """A copy with all pieces moved by a function of bitboards."""
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Turns the board upside down and swaps the colours."""
        self._board.apply_mirror()

    def mirror(self: _B) -> _B:
        """A copy, upside down with the colours swapped."""
        board = self.copy()
        board.apply_mirror()
        return board

    def copy(self: _B) -> _B:
        """A copy."""
        return type(self)(self.board_fen())

    __copy__ = copy

    def unicode(
        self, *, invert_color: bool = False, borders: bool = False, empty_square: str = "⭘", orientation: Color = WHITE
    ) -> str:
        """The board with chess symbols."""
        return self._board.unicode(
            invert_color=invert_color, borders=borders, empty_square=empty_square, orientation=orientation
        )

    def __eq__(self, other: object) -> bool:
        return self.board_fen() == other.board_fen() if isinstance(other, BaseBoard) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.board_fen())

    def __str__(self) -> str:
        return str(self._board)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def _repr_svg_(self) -> str:
        return self._board._repr_svg_()


BaseBoard.register(Board)
