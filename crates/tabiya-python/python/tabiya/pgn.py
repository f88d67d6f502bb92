"""Games in PGN: reading, changing and writing them, with python-chess's names.

>>> import io, tabiya.pgn
>>> game = tabiya.pgn.read_game(io.StringIO('[White "Reti"]\\n\\n1. e4 (1. d4 d5) 1... e5 {solid} 2. Nf3 1/2-1/2'))
>>> game.headers["White"], game.headers["Result"]
('Reti', '1/2-1/2')
>>> [node.san() for node in game.mainline()]
['e4', 'e5', 'Nf3']
>>> game.variation(1).san()
'd4'

A game is held by Rust as a whole; `Game` and `ChildNode` are handles of it, made when they are asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeVar, overload

from . import _pgn_game, _pgn_headers, _tabiya
from ._pgn_headers import TAG_ROSTER as TAG_ROSTER, Headers as Headers
from ._pgn_filter import Where as Where, conditions
from ._pgn_index import GameIndex as GameIndex, index as index
from ._pgn_nags import *
from ._pgn_game import ChildNode as ChildNode, Game as Game, GameNode as GameNode, Mainline as Mainline
from ._pgn_time_control import (
    TimeControl as TimeControl,
    TimeControlPart as TimeControlPart,
    TimeControlType as TimeControlType,
    parse_time_control as parse_time_control,
)
from ._pgn_visitors import (
    SKIP as SKIP,
    BaseVisitor as BaseVisitor,
    BoardBuilder as BoardBuilder,
    FileExporter as FileExporter,
    HeadersBuilder as HeadersBuilder,
    SkipType as SkipType,
    SkipVisitor as SkipVisitor,
    StringExporter as StringExporter,
)
from ._score import Cp as Cp, Mate as Mate, PovScore as PovScore, Score as Score
from ._tabiya import Board, Move

if TYPE_CHECKING:
    import numpy
    import pyarrow

_T = TypeVar("_T")


class GameBuilder(BaseVisitor[Game]):
    """Builds a `Game`. `read_game` uses it by default."""

    def __init__(self, *, Game: type[Game] = Game) -> None:
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        self.game = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers | None:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        self.variation_stack.append(self.variation_stack[-1].parent or self.game)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comment = " ".join(filter(None, (node.comment, comment)))
        else:
            self.starting_comment = " ".join(filter(None, (self.starting_comment, comment)))

    def visit_move(self, board: Board, move: Move) -> None:
        self.variation_stack[-1] = self.variation_stack[-1].add_variation(move, starting_comment=self.starting_comment)
        self.starting_comment = ""
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)

    def result(self) -> Game:
        return self.game


# For `typing.get_type_hints`: the modules name classes that are made later.
setattr(_pgn_game, "GameBuilder", GameBuilder)
setattr(_pgn_headers, "HeadersBuilder", HeadersBuilder)


@overload
def read_game(handle: TextIO, *, Visitor: type[GameBuilder] = ...) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[_T]]) -> _T | None: ...
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Reads the next game of an open text file, or returns `None` at its end.

    `game.errors` lists what is wrong with a game; the part before the first mistake is kept. Another `Visitor` is
    called for each part of the text while it is read, and its result is returned.
    """
    if Visitor is GameBuilder:
        tree = _tabiya._read_tree(handle)
        return None if tree is None else Game._of(tree)
    visitor = Visitor()
    return visitor.result() if _tabiya._show_game(handle, visitor, SKIP) else None


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the tags of the next game and passes over its moves; `None` at the end of the file."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Passes over the next game; false at the end of the file."""
    return _tabiya._read_text(handle) is not None


class open:
    """The games of a file, one after the other; `.gz` and `.zst` are unpacked, whatever the file is called.

    `for game in tabiya.pgn.open(path): ...` is the fastest way to whole games.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._games = _tabiya._Games(path)

    def __iter__(self) -> Iterator[Game]:
        return self

    def __next__(self) -> Game:
        tree = self._games.read()
        if tree is None:
            raise StopIteration
        return Game._of(tree)

    def __enter__(self) -> open:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._games.close()


@overload
def scan(
    path: str | os.PathLike[str], *, rows: Literal["positions", "games"] = "positions", batch: int = 65536,
    where: Where | None = None, annotations: bool = False, format: Literal["arrow"] = "arrow",
) -> Iterator[pyarrow.RecordBatch]: ...
@overload
def scan(
    path: str | os.PathLike[str], *, rows: Literal["positions", "games"] = "positions", batch: int = 65536,
    where: Where | None = None, annotations: bool = False, format: Literal["numpy"],
) -> Iterator[dict[str, numpy.ndarray[Any, Any]]]: ...
def scan(
    path: str | os.PathLike[str], *, rows: str = "positions", batch: int = 65536, where: Where | None = None,
    annotations: bool = False, format: str = "arrow",
) -> Any:
    """Reads a file of games as columns, at least `batch` rows at a time; a game is never cut in two.

    One row per position of the main lines (`game`, `ply`, `position` as 64 bytes for `tabiya.batch`, `key`, the `move`
    played as sixteen bits, `result` as 1, 0, -1 from White's view or 2 if unknown), or one per game (`game`, the usual
    tags, `plies`, `moves` in UCI notation, `error`, `result`). Arrow record batches need PyArrow; `format="numpy"`
    gives dictionaries of arrays instead.

    `where` chooses games by their tags (see `Where`); the moves of the others are not looked at. `game` counts them all
    the same, so it is the number of the game in `tabiya.pgn.index(path)`.

    With `annotations`, rows also have `time` and `increment`, the seconds of the first period of the tag `TimeControl`
    (not a number where it is unknown, infinite for `-`), games have it as `timecontrol`, and positions have what the
    comment on the move says: `eval` in pawns from White's view and `clock` in seconds (not a number where they are
    missing). If an `eval` is a mate, it is infinite and `mate` has the moves, below 0 if Black mates.

    >>> import pathlib, tempfile, tabiya.pgn
    >>> text = '[WhiteElo "2512"]\\n[TimeControl "180+2"]\\n\\n1. e4 {[%eval 0.3] [%clk 0:02:59]} *\\n\\n'
    >>> chosen = {"WhiteElo": (2500, None), "TimeControl": tabiya.pgn.TimeControlType.BLITZ}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "games.pgn")
    ...     _ = path.write_text(text + text.replace("2512", "1400"))
    ...     parts = list(tabiya.pgn.scan(path, where=chosen, annotations=True, format="numpy"))
    >>> [part["clock"].tolist() for part in parts]
    [[179.0]]
    """
    if rows not in ("positions", "games"):
        raise ValueError(f"rows cannot be {rows!r}: expected positions or games")
    if format not in ("arrow", "numpy"):
        raise ValueError(f"the format cannot be {format!r}: expected arrow or numpy")
    scanner = _tabiya._Scanner(path, rows == "positions", conditions=conditions(where), annotations=annotations)
    if format == "arrow":
        from ._scan_batches import arrow_batches

        return arrow_batches(scanner, batch)
    from ._scan_batches import numpy_batches

    return numpy_batches(scanner, batch)
