"""Opening books in the Polyglot format.

>>> import tabiya, tabiya.polyglot
>>> hex(tabiya.polyglot.zobrist_hash(tabiya.Board()))
'0x463b96181691fc9c'
"""

from __future__ import annotations

import mmap
import os
import random as random_module
import struct
from collections.abc import Container, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, Union

from . import _tabiya
from ._absent import absent as _absent
from ._tabiya import Board, Move

__all__ = ["Entry", "MemoryMappedReader", "open_reader", "zobrist_hash"]

StrOrBytesPath: TypeAlias = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_ENTRY = struct.Struct(">QHHI")


class Entry(NamedTuple):
    """One entry of a book."""

    key: int
    """The key of the position."""
    raw_move: int
    """The move's sixteen bits."""
    weight: int
    """How often the move should be chosen, in proportion to the others of the position."""
    learn: int
    """Whatever a learning program keeps here."""
    move: Move
    """The move; castling as the board writes it, or king takes rook where only a key was given."""


def zobrist_hash(board: Board) -> int:
    """The key under which books know a position."""
    return _tabiya._polyglot_key(board)


class MemoryMappedReader:
    """A book, read where it lies in its file."""

    def __init__(self, filename: StrOrBytesPath) -> None:
        self.fd: int | None = os.open(filename, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self.mmap: mmap.mmap | None = None
        try:
            size = os.fstat(self.fd).st_size
            if size % _ENTRY.size:
                raise ValueError(f"a Polyglot book is made of 16-byte entries, but this one has {size} bytes")
            if size:
                self.mmap = mmap.mmap(self.fd, 0, access=mmap.ACCESS_READ)
            self._length = size // _ENTRY.size
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        if self.mmap is not None:
            self.mmap.close()
            self.mmap = None
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Entry:
        return self._entry(index, None)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, entry: object) -> bool:
        return isinstance(entry, Entry) and any(found == entry for found in self.find_all(entry.key, minimum_weight=0))

    def _entry(self, index: int, board: Board | None) -> Entry:
        if index < 0:
            index += len(self)
        if self.mmap is None or not 0 <= index < len(self):
            raise IndexError(f"the book has {len(self)} entries")
        key, raw_move, weight, learn = _ENTRY.unpack_from(self.mmap, index * _ENTRY.size)
        return Entry(key, raw_move, weight, learn, _tabiya._polyglot_move(raw_move, board))

    def bisect_key_left(self, key: int) -> int:
        """The number of the first entry whose key is not below this one."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            assert self.mmap is not None
            if _ENTRY.unpack_from(self.mmap, middle * _ENTRY.size)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """The entries of a position (or a key), in the order of the book; of a board only the legal moves."""
        position = board if isinstance(board, Board) else None
        key = zobrist_hash(position) if position is not None else int(board)  # type: ignore[arg-type]
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self._entry(index, position)
            if entry.key != key:
                return
            if entry.weight < minimum_weight or entry.move in exclude_moves:
                continue
            if position is not None and not position.is_legal(entry.move):
                continue
            yield entry

    def find(self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()) -> Entry:
        """The heaviest entry of a position. Raises `IndexError` if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        try:
            return max(entries, key=lambda entry: entry.weight)
        except ValueError:
            raise IndexError("the book does not know the position") from None

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        """The heaviest entry of a position, or `default`."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: random_module.Random | None = None,
    ) -> Entry:
        """Any entry of a position, all alike. Raises `IndexError` if there is none."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book does not know the position")
        return entries[(random or random_module).randint(0, len(entries) - 1)]

    def weighted_choice(
        self,
        board: Board | int,
        *,
        exclude_moves: Container[Move] = (),
        random: random_module.Random | None = None,
    ) -> Entry:
        """Any entry of a position, by weight. Raises `IndexError` if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError("the book does not know the position")
        # One number from 1 to the sum of the weights, as other programs with the same generator draw it.
        drawn = (random or random_module).randint(1, sum(entry.weight for entry in entries))
        for entry in entries:
            drawn -= entry.weight
            if drawn <= 0:
                return entry
        return entries[-1]


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """Opens a book: `with open_reader(path) as book: book.find(board)`."""
    return MemoryMappedReader(path)


if not TYPE_CHECKING:
    __getattr__ = _absent(__name__, {
        "POLYGLOT_RANDOM_ARRAY": "the keys are computed in Rust: use zobrist_hash(board), or board.key()",
        "ZobristHasher": "the keys are computed in Rust: use zobrist_hash(board), or board.key()",
    })  # fmt: skip
