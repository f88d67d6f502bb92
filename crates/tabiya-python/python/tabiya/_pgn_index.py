"""The games of a file by their numbers."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from . import _tabiya
from ._pgn_filter import Where, conditions
from ._pgn_game import Game


class GameIndex(Sequence[Game]):
    """The games of a file, each read when it is asked for. `tabiya.pgn.index` makes it.

    It holds 16 bytes for each game and no open file, so it can be pickled, and processes and threads can share it.
    Slices are indexes too.
    """

    def __init__(self, path: str, starts: Sequence[int], ends: Sequence[int], version: tuple[int, int]) -> None:
        self.path = path
        """The file, as it was given."""
        self._starts = starts
        self._ends = ends
        self._version = version

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, number: int) -> Game: ...
    @overload
    def __getitem__(self, number: slice) -> GameIndex: ...
    def __getitem__(self, number: int | slice) -> Game | GameIndex:
        if isinstance(number, slice):
            return GameIndex(self.path, self._starts[number], self._ends[number], self._version)
        try:
            start, end = self._starts[number], self._ends[number]
        except IndexError:
            raise IndexError(f"there is no game {number}: the index has {len(self)}") from None
        if _version(os.stat(self.path)) != self._version:
            raise ValueError(f"{self.path} has been changed since it was indexed: call tabiya.pgn.index again")
        tree = _tabiya._read_game_at(self.path, start, end)
        assert tree is not None
        return Game._of(tree)

    def __iter__(self) -> Iterator[Game]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"<GameIndex: {len(self)} games of {self.path!r}>"


def _version(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns


def index(path: str | os.PathLike[str], *, where: Where | None = None) -> GameIndex:
    """Reads through a file once and gives its games by their numbers, in any order and as often as needed.

    >>> import tempfile, tabiya.pgn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(folder + "/games.pgn", "w") as file:
    ...         _ = file.write('[White "A"]\\n\\n1. e4 *\\n\\n[White "B"]\\n\\n1. d4 d5 *\\n')
    ...     games = tabiya.pgn.index(folder + "/games.pgn")
    ...     len(games), games[-1].headers["White"], [str(move) for move in games[1].mainline_moves()]
    (2, 'B', ['d2d4', 'd7d5'])

    `where` chooses games by their tags, as in `tabiya.pgn.scan`. Games are the same as those of `tabiya.pgn.open`;
    lines in their `errors` count from the beginning of the game. A packed file is a `ValueError`: there is no way to
    its middle.
    """
    name = os.fspath(path)
    found = _version(os.stat(name))
    starts, ends = (array("Q", places) for places in _tabiya._index_games(name, conditions(where)))
    return GameIndex(name, starts, ends, found)
