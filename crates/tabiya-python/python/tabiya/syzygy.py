"""Syzygy endgame tables of up to seven men, with the names of `chess.syzygy`.

    with tabiya.syzygy.open_tablebase("/srv/syzygy") as tables:
        board = tabiya.Board("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1")
        tables.probe_wdl(board)                     # -2: lost
        tables.probe_dtz(board)                     # -53: the next capture, pawn's move or mate is 53 plies away
        for move in tables.rank_moves(board):       # what chess.syzygy has not: every move, the best first
            print(move.move, move.outcome, move.dtz)

>>> import tabiya, tabiya.syzygy
>>> tables = tabiya.syzygy.Tablebase()
>>> board = tabiya.Board("8/8/8/8/4k3/8/8/4K2R w - - 0 1")
>>> tables.get_wdl(board) is None
True
>>> tables.probe_wdl(board)
Traceback (most recent call last):
    ...
tabiya.syzygy.MissingTableError: 'the position has 3 men, and there are no tables'
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TypeVar, overload

from ._base_board import BaseBoard
from ._self import Self
from ._tabiya import (
    Board,
    DamagedTableError as DamagedTableError,
    MissingTableError as MissingTableError,
    Move,
    _Syzygy,
)
from ._squares import BLACK, PIECE_TYPES, WHITE, Color, piece_symbol

__all__ = [
    "DamagedTableError", "DtzTable", "MissingTableError", "RankedMove", "TBPIECES", "Tablebase", "WdlTable",
    "all_dependencies", "calc_key", "dependencies", "dtz_before_zeroing", "is_tablename", "normalize_tablename",
    "open_tablebase", "tablenames",
]

TBPIECES = 7
"""The most men that a table has, kings included."""

_LETTERS = "KQRBNP"
_NAME = re.compile(r"[KQRBNP]+v[KQRBNP]+")
_T = TypeVar("_T")


@dataclass(frozen=True)
class RankedMove:
    """A legal move and what comes of it, for the side that plays it."""

    move: Move
    dtz: int
    """The distance to zeroing before the move: 1 for a move that mates, or zeroes the clock, and wins."""
    outcome: str
    """The result with the clock as it stands: `win`, `maybe win`, `cursed win`, `draw`, `blessed loss`, `maybe loss` or
    `loss`. `maybe`: the table's rounding leaves open whether the fifty-move rule comes first."""
    is_zeroing: bool
    """Whether it sets the clock to 0."""
    is_mate: bool


def _by_value(side: str) -> tuple[int, tuple[int, ...]]:
    """What sorts the sides of a name: more men first, then the better ones."""
    counts = Counter(side)
    return len(side), tuple(counts[letter] for letter in _LETTERS)


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """The name that the file of a table has: the stronger side first, the pieces by their value.

    >>> normalize_tablename("KNNvKBB"), normalize_tablename("KvKQ"), normalize_tablename("KvKQ", mirror=True)
    ('KBBvKNN', 'KQvK', 'KvKQ')
    """
    sides = ["".join(sorted(side, key=_LETTERS.index)) for side in name.split("v", 1)]
    sides.sort(key=_by_value, reverse=not mirror)
    return "v".join(sides)


def is_tablename(
    name: str, *, one_king: bool = True, piece_count: int | None = TBPIECES, normalized: bool = True
) -> bool:
    """Whether a text is the name of a table.

    >>> is_tablename("KQvK"), is_tablename("KvKQ"), is_tablename("KQvQ"), is_tablename("KvK")
    (True, False, False, False)
    """
    if not _NAME.fullmatch(name):
        return False
    white, black = name.split("v")
    return (
        (piece_count is None or len(name) - 1 <= piece_count)
        and (not normalized or normalize_tablename(name) == name)
        and (not one_king or (white.count("K") == black.count("K") == 1 and len(name) > 3))
    )


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """The names of all tables with up to this many men."""
    letters, kings = (_LETTERS[1:], "K") if one_king else (_LETTERS, "")
    for men in range(3 if one_king else 2, piece_count + 1):
        for white in range(men - 1, 0, -1):
            if white < men - white or white < len(kings):
                continue
            for strong in combinations_with_replacement(letters, white - len(kings)):
                for weak in combinations_with_replacement(letters, men - white - len(kings)):
                    name = f"{kings}{''.join(strong)}v{kings}{''.join(weak)}"
                    if normalize_tablename(name) == name:
                        yield name


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """The names of the tables to which one capture or promotion leads.

    >>> sorted(dependencies("KBNvK"))
    ['KBvK', 'KNvK']
    """
    known = {"KvK"} if one_king else set()
    white, black = target.split("v")
    for own, other in ((white, black), (black, white)):
        for letter in dict.fromkeys(own):
            rest = own.replace(letter, "", 1)
            after = [rest] if letter != "K" or not one_king else []
            if letter == "P":
                after += [rest + promoted for promoted in ("QRBN" if one_king else "KQRBN")]
            for side in after:
                name = normalize_tablename(f"{side}v{other}")
                if side and name not in known:
                    known.add(name)
                    yield name


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """The names of these tables and of all to which captures and promotions lead, one after the other."""
    known = {"KvK"} if one_king else set()
    waiting = [normalize_tablename(target) for target in targets]
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            yield name
            waiting.extend(dependencies(name, one_king=one_king))


def calc_key(board: Board | BaseBoard, *, mirror: bool = False) -> str:
    """The pieces of White and of Black as the name of a table, not normalized; with `mirror`, Black's first."""

    def side(color: Color) -> str:
        return "".join(
            piece_symbol(piece_type).upper() * len(board.pieces(piece_type, color)) for piece_type in reversed(PIECE_TYPES)
        )

    first, second = (BLACK, WHITE) if mirror else (WHITE, BLACK)
    return f"{side(first)}v{side(second)}"


def dtz_before_zeroing(wdl: int) -> int:
    """The distance to zeroing of a position with this result whose best move zeroes the clock.

    >>> [dtz_before_zeroing(wdl) for wdl in (-2, -1, 0, 1, 2)]
    [-1, -101, 0, 101, 1]
    """
    sign = (wdl > 0) - (wdl < 0)
    return sign * (1 if abs(wdl) == 2 else 101)


def _refuse_variants(variant: type[Board]) -> None:
    if not issubclass(variant, Board) or variant.uci_variant != "chess":
        raise NotImplementedError(
            f"Tabiya reads the tables of chess only, not those of {getattr(variant, '__name__', variant)}: use "
            "chess.syzygy and chess.variant of python-chess for variants"
        )


class Tablebase:
    """Tables from one folder or several.

    A file is opened when its table is first asked, and stays open until `close()`. A tablebase may be used by several
    threads, and in child processes however they are started; it can be pickled.

    `max_fds` is accepted for programs written for python-chess and has no effect. With all tables of seven men, raise
    the number of files that a process may open (`ulimit -n`).
    """

    def __init__(self, *, max_fds: int | None = 128, VariantBoard: type[Board] = Board) -> None:
        _refuse_variants(VariantBoard)
        self.variant = VariantBoard
        self.max_fds = max_fds
        self._tables = _Syzygy()

    def add_directory(
        self, directory: str | os.PathLike[str], *, load_wdl: bool = True, load_dtz: bool = True
    ) -> int:
        """Adds the tables of a folder, and says how many there are. Files with other names are passed over."""
        suffixes = [".rtbw"] * load_wdl + [".rtbz"] * load_dtz
        found = 0
        for file in sorted(os.listdir(directory)):
            name, suffix = os.path.splitext(file)
            path = os.path.join(directory, file)
            if suffix in suffixes and is_tablename(name) and os.path.isfile(path):
                self.add_file(path)
                found += 1
        return found

    def add_file(self, path: str | os.PathLike[str]) -> bool:
        """Adds one file; false if its table is there already. The file is opened when it is first needed."""
        return self._tables.add_file(os.path.abspath(path))

    @property
    def files(self) -> dict[str, str]:
        """The tables that are there: the path of each by its name, `KQvK.rtbw`."""
        return dict(self._tables.names())

    def probe_wdl(self, board: Board) -> int:
        """The result for the side to move if the clock stood at 0: 2 won, 1 won but for the fifty-move rule, 0 drawn,
        -1 saved by the fifty-move rule, -2 lost.

        Raises `MissingTableError` if a table is not there, `KeyError` if the position has castling rights or more than
        seven men, `DamagedTableError` if a file is damaged or not a table, `OSError` if it cannot be read.
        """
        return self._tables.wdl(board)

    def probe_dtz(self, board: Board) -> int:
        """The distance in plies to the next capture, pawn's move or mate, positive for the winner; 100 further out
        where the fifty-move rule draws. Most tables count in moves, so it may be one ply too small. Raises as
        `probe_wdl`.
        """
        return self._tables.dtz(board, True)

    @overload
    def get_wdl(self, board: Board) -> int | None: ...
    @overload
    def get_wdl(self, board: Board, default: _T) -> int | _T: ...
    def get_wdl(self, board: Board, default: object = None) -> object:
        """As `probe_wdl`, or `default` where no table answers."""
        try:
            return self._tables.wdl(board)
        except KeyError:
            return default

    @overload
    def get_dtz(self, board: Board) -> int | None: ...
    @overload
    def get_dtz(self, board: Board, default: _T) -> int | _T: ...
    def get_dtz(self, board: Board, default: object = None) -> object:
        """As `probe_dtz`, or `default` where no table answers."""
        try:
            return self._tables.dtz(board, True)
        except KeyError:
            return default

    def rank_moves(self, board: Board) -> list[RankedMove]:
        """Every legal move, the best first. A side that always plays the first one wins what is won, in time for the
        fifty-move rule, and draws what is drawn. Raises as `probe_wdl`.
        """
        return [RankedMove(*row) for row in self._tables.rank(board)]

    def probe_wdl_table(self, board: Board) -> int:
        """What the table stores. It may be too low where a capture is as good, and knows nothing of en passant."""
        return self._tables.stored_wdl(board)

    def probe_dtz_table(self, board: Board, wdl: int) -> tuple[int, int]:
        """The plies that the table stores for a position with this result, and 1; or 0 and -1 if it has only positions
        with the other side to move.
        """
        plies = self._tables.stored_plies(board, wdl)
        return (0, -1) if plies is None else (plies, 1)

    def probe_dtz_no_ep(self, board: Board) -> int:
        """As `probe_dtz`, if nothing could be captured en passant."""
        return self._tables.dtz(board, False)

    def check(self) -> int:
        """Compares the checksum of every file, and says how many files there are. Raises `DamagedTableError` at the
        first that does not fit."""
        return self._tables.check()

    def close(self) -> None:
        """Closes all files and forgets the tables."""
        self._tables.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), list(self.files.values()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._tables)} tables>"


def _restore(cls: type[Tablebase], files: list[str]) -> Tablebase:
    tables = cls()
    for file in files:
        tables.add_file(file)
    return tables


def open_tablebase(
    directory: str | os.PathLike[str],
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: int | None = 128,
    VariantBoard: type[Board] = Board,
) -> Tablebase:
    """The tables of a folder. More can be added with `Tablebase.add_directory`."""
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables


class _OneTable:
    """One file, for programs that read tables themselves."""

    def __init__(self, path: str | os.PathLike[str], *, variant: type[Board] = Board) -> None:
        self.path = os.fspath(path)
        self._tables = Tablebase(VariantBoard=variant)
        self._tables.add_file(path)
        with open(path, "rb"):
            # Raises what there is to raise.
            pass

    def close(self) -> None:
        self._tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class WdlTable(_OneTable):
    """A file with results."""

    def init_table_wdl(self) -> None:
        """Here for programs written for python-chess: the file is opened when it is first asked."""

    def probe_wdl_table(self, board: Board) -> int:
        """See `Tablebase.probe_wdl_table`."""
        return self._tables.probe_wdl_table(board)


class DtzTable(_OneTable):
    """A file with distances."""

    def init_table_dtz(self) -> None:
        """Here for programs written for python-chess: the file is opened when it is first asked."""

    def probe_dtz_table(self, board: Board, wdl: int) -> tuple[int, int]:
        """See `Tablebase.probe_dtz_table`."""
        return self._tables.probe_dtz_table(board, wdl)
