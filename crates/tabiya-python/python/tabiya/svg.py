"""Pictures of boards and pieces as SVG, drawn by Tabiya: no font, no style sheet, no file.

>>> import tabiya, tabiya.svg
>>> picture = tabiya.svg.board(tabiya.Board(), arrows=[(tabiya.E2, tabiya.E4)], size=300)
>>> picture.startswith("<svg") and 'width="300"' in picture
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Union

from . import _tabiya
from ._squares import WHITE, Color, IntoSquareSet, Square, parse_square, square_name
from ._tabiya import Board, Move, Piece

__all__ = ["Arrow", "board", "piece"]

_LETTERS = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}


class SvgText(str):
    """SVG as text that a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Arrow:
    """An arrow between two squares, or a ring where they are the same.

    >>> from tabiya.svg import Arrow
    >>> Arrow.from_pgn("Rg1f3").pgn()
    'Rg1f3'
    """

    __slots__ = ("tail", "head", "color")

    tail: Square
    head: Square
    color: str

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """The arrow as PGN comments write it: a letter and one square or two."""
        target = "" if self.tail == self.head else square_name(self.head)
        return f"{_LETTERS.get(self.color, 'G')}{square_name(self.tail)}{target}"

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """Reads an arrow as PGN comments write it. Raises `ValueError` if it is none."""
        colors = {letter: color for color, letter in _LETTERS.items()}
        color = colors.get(pgn[:1].upper(), "green")
        squares = pgn[1:] if pgn[:1].upper() in colors and len(pgn) in (3, 5) else pgn
        tail = parse_square(squares[:2])
        return cls(tail, parse_square(squares[2:]) if len(squares) > 2 else tail, color=color)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arrow):
            return NotImplemented
        return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        return f"Arrow({square_name(self.tail).upper()}, {square_name(self.head).upper()}, color={self.color!r})"


def board(
    board: Board | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Union[Arrow, tuple[Square, Square]]] = (),
    fill: Mapping[Square, str] = {},
    squares: IntoSquareSet | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
    theme: str = "light",
) -> SvgText:
    """The picture of a board.

    `orientation` is the side at the bottom. `lastmove` and `check` mark squares, `arrows` are drawn above everything in
    green, red, yellow, blue or any colour of CSS, `fill` paints squares in any colour and `squares` frames a set of
    them. Of `colors` the keys `square light` and `square dark` are used; `theme` is `light` or `dark`. `flipped`,
    `borders` and `style` are accepted for the sake of python-chess: the first turns the board, the others change
    nothing.
    """
    if theme not in ("light", "dark"):
        raise ValueError(f"{theme!r} is not a theme: expected light or dark")
    drawn = [
        (arrow.tail, arrow.head, arrow.color) if isinstance(arrow, Arrow) else (arrow[0], arrow[1], "green")
        for arrow in arrows
    ]
    return SvgText(
        _tabiya._svg_board(
            board,
            orientation ^ flipped,
            lastmove,
            check,
            drawn,
            list(fill.items()),
            squares,
            size,
            coordinates,
            theme == "dark",
            colors.get("square light"),
            colors.get("square dark"),
        )
    )


def piece(piece: Piece, size: int | None = None) -> SvgText:
    """The picture of a piece.

    >>> import tabiya, tabiya.svg
    >>> tabiya.svg.piece(tabiya.Piece.from_symbol("R")).startswith("<svg")
    True
    """
    return SvgText(_tabiya._svg_piece(piece, size))
