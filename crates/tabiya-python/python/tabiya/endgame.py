"""Endgames with few pieces, solved backwards from the mates: exact to the ply.

    tables = tabiya.endgame.solve("KRKN")                 # about a second for four men; five need large=True
    found = tables.probe(tabiya.Board("8/8/8/8/8/2k5/5n2/K2R4 w - - 0 1"))
    found.result, found.mate_in, found.moves[0].move      # every legal move is ranked, the best first
    tables = tabiya.endgame.open_tables("endgames")       # a folder: tables are read from it, and new ones are kept in it

`probe` alone solves what it needs and keeps it in memory:

>>> import tabiya, tabiya.endgame
>>> found = tabiya.endgame.probe(tabiya.Board("8/8/8/8/8/k1K5/8/1R6 w - - 0 1"))
>>> found.result, found.plies, found.moves[0].move
('win', 1, Move.from_uci('b1a1'))

Castling rights and the fifty-move rule are not known to these tables. Solving releases the interpreter's lock, and
Ctrl-C ends it. `tabiya.syzygy` reads tables of up to seven men that others have made.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ._self import Self
from ._tabiya import (
    Board,
    DamagedEndgameError as DamagedEndgameError,
    Move,
    NoTableError as NoTableError,
    _endgame_facts,
    _endgame_name,
    _Endgames,
)

__all__ = [
    "DamagedEndgameError", "LongestMate", "NoTableError", "Probe", "RankedMove", "Results", "Statistics", "Tables",
    "open_tables", "probe", "solve",
]

Result: TypeAlias = Literal["win", "draw", "loss"]
Progress: TypeAlias = Callable[[int, int, float], object]

_RESULTS: dict[int, Result] = {1: "win", 0: "draw", -1: "loss"}
_SUFFIX = ".tabend"


@dataclass(frozen=True)
class RankedMove:
    """A legal move, and what it leads to for the side that plays it."""

    move: Move
    result: Result
    plies: int | None
    """The plies to mate, this move included; `None` in a draw."""

    @property
    def mate_in(self) -> int | None:
        """The moves to mate, as problems count them; `None` in a draw."""
        return None if self.plies is None else (self.plies + 1) // 2


@dataclass(frozen=True)
class Probe:
    """What a table says of a position, for the side to move."""

    material: str
    result: Result
    plies: int | None
    """The plies to mate with best play of both sides; `None` in a draw, 0 if it is mated."""
    moves: tuple[RankedMove, ...]
    """Every legal move, the best first."""

    @property
    def mate_in(self) -> int | None:
        """The moves to mate, as problems count them; `None` in a draw."""
        return None if self.plies is None else (self.plies + 1) // 2


@dataclass(frozen=True)
class Results:
    """How many positions of a table the side to move wins, draws and loses."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class LongestMate:
    """The longest mate of a side, and a position that has it."""

    plies: int
    fen: str

    @property
    def mate_in(self) -> int:
        """The moves to mate."""
        return (self.plies + 1) // 2


@dataclass(frozen=True)
class Statistics:
    """What a whole table holds. White is the side that its name begins with."""

    white_to_move: Results
    black_to_move: Results
    longest_white: LongestMate | None
    """The longest win of White, or `None` if it wins nothing."""
    longest_black: LongestMate | None


class Tables:
    """Solved endgames. With a folder, tables are read from it when they are needed, and new ones are kept there.

    Several threads may use it, and child processes however they are started: a forked child has what its parent had,
    and a pickled copy reads its folder again.
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._endgames = _Endgames()
        self.folder = None if folder is None else Path(folder)

    def solve(
        self,
        material: str | Board,
        *,
        threads: int = 0,
        large: bool = False,
        progress: Progress | None = None,
    ) -> Self:
        """Solves an endgame (`"KRKN"`, or that on a board) and all that its captures and promotions can make of it,
        unless it is there.

        `threads` is how many cores to use, 0 for all. Five men need `large=True`, gigabytes and minutes; an error says
        how much. `progress` is called now and then with the positions looked at, all of them, and the seconds so far;
        what it raises ends the work.
        """
        name = self._name(material)
        self._read(name)
        missing = self._endgames.missing(name)
        if not missing:
            return self
        usual, men, most, memory = _endgame_facts(self._endgames, name)
        if men == most and not large:
            raise ValueError(
                f"{usual} has {men} men: solving it takes {memory / 2**30:.1f} GiB of memory and minutes; pass large=True to "
                "solve it, and open a folder to keep it"
            )
        self._endgames.solve(name, threads, progress)
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for solved in missing:
                self._write(solved, self.folder)
        return self

    def probe(self, board: Board) -> Probe:
        """The result of a position, the plies to mate, and what every move leads to.

        Raises `NoTableError` if the endgame was not solved, `ValueError` if the position has castling rights.
        """
        name = self._name(board)
        self._read(name)
        result, plies = self._endgames.probe(board)
        moves = tuple(RankedMove(move, _RESULTS[each], left) for move, each, left in self._endgames.moves(board))
        return Probe(name, _RESULTS[result], plies, moves)

    def line(self, board: Board) -> list[Move]:
        """The moves from here to mate with best play of both sides; none in a draw. Raises as `probe`."""
        self._read(self._name(board))
        return self._endgames.line(board)

    @property
    def materials(self) -> list[str]:
        """The endgames in memory."""
        return self._endgames.names()

    def __contains__(self, material: object) -> bool:
        """Whether an endgame can be asked: in memory, or as a file of the folder."""
        if not isinstance(material, (str, Board)):
            return False
        name = self._name(material)
        return self._endgames.has(name) or (self.folder is not None and self._file(name, self.folder).is_file())

    def __iter__(self) -> Iterator[str]:
        return iter(self.materials)

    def __len__(self) -> int:
        return len(self.materials)

    def statistics(self, material: str) -> Statistics:
        """Wins, draws and losses of an endgame, and the longest mates."""
        name = self._name(material)
        self._read(name)
        (white, black), (longest_white, longest_black) = self._endgames.statistics(name)
        return Statistics(
            Results(*white), Results(*black),
            LongestMate(*longest_white) if longest_white else None,
            LongestMate(*longest_black) if longest_black else None,
        )

    def verify(self, material: str, *, every: int = 1) -> int:
        """Compares entries of a table with what their moves lead to, all or one in `every`, and says how many were
        compared. Raises `DamagedEndgameError` at the first that is wrong."""
        name = self._name(material)
        self._read(name)
        return self._endgames.verify(name, every)

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Writes every table in memory as a file into a folder, and returns the paths. The command
        `tabiya solve --tables` reads the same files."""
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
        return [self._write(name, target) for name in self.materials]

    @staticmethod
    def _name(material: str | Board) -> str:
        return _endgame_name(material) if isinstance(material, Board) else material

    def _file(self, name: str, folder: Path) -> Path:
        return folder / f"{_endgame_facts(self._endgames, name)[0]}{_SUFFIX}"

    def _read(self, name: str) -> None:
        """Reads what an endgame needs from the folder, as far as it is there."""
        if self.folder is None or self._endgames.has(name):
            return
        for needed in self._endgames.missing(name):
            path = self._file(needed, self.folder)
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                continue
            try:
                self._endgames.add_bytes(needed, content)
            except DamagedEndgameError as error:
                raise DamagedEndgameError(f"{path}: {error}") from None

    def _write(self, name: str, folder: Path) -> Path:
        """Writes a table beside its place and moves it there, so that no half-written file is ever seen."""
        path = self._file(name, folder)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with open(part, "wb") as file:
                file.write(self._endgames.to_bytes(name))
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        return path

    def __reduce__(self) -> tuple[object, ...]:
        if self.folder is None:
            raise TypeError("endgames in memory cannot be pickled: save them, and open the folder in the other process")
        return type(self), (self.folder,)

    def __repr__(self) -> str:
        where = "" if self.folder is None else f", folder {str(self.folder)!r}"
        return f"<Tables: {', '.join(self.materials) or 'none'} in memory{where}>"


def solve(
    *materials: str | Board,
    threads: int = 0,
    large: bool = False,
    progress: Progress | None = None,
) -> Tables:
    """Solves endgames in memory: see `Tables.solve`.

    >>> import tabiya.endgame
    >>> tables = tabiya.endgame.solve("KQK", "KRK")
    >>> tables.statistics("KRK").longest_white.mate_in
    16
    """
    tables = Tables()
    for material in materials:
        tables.solve(material, threads=threads, large=large, progress=progress)
    return tables


def open_tables(folder: str | os.PathLike[str]) -> Tables:
    """The tables of a folder, which are read when they are needed. What `solve` adds to them is kept in the folder."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise NotADirectoryError(20, "expected a folder", str(path))
    return Tables(path)


_shared = Tables()


def probe(board: Board) -> Probe:
    """As `Tables.probe`, with tables that are solved when they are first needed and kept as long as the program runs.

    Up to four men, which take about a second and a megabyte or two each.
    """
    if board not in _shared:
        _shared.solve(board)
    return _shared.probe(board)
