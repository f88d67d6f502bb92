"""Many positions at once, in NumPy arrays, on all cores.

A batch is an array of `POSITION`, a structured dtype of 64 bytes whose fields are the bitboards a `Board` has too.

>>> import tabiya.batch as batch
>>> positions = batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/4k3/8/8/4K2R w K - 0 1"])
>>> offsets, moves = batch.legal_moves(positions)
>>> [int(offset) for offset in offsets]
[0, 20, 35]
>>> batch.legal_mask(positions, "lc0").sum(axis=1).tolist()
[20, 15]

Moves are sixteen bits: `from | to << 6 | promotion << 12`, the promotion as in `tabiya.QUEEN`, 0 for none; `move(code)` and
`code(move)` translate. What is wrong with a position is an error that says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from . import _tabiya
from ._tabiya import Board, Frontier, Move

try:
    import numpy as np
except ImportError:
    raise ImportError("tabiya.batch needs NumPy: pip install numpy") from None

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "POLICIES", "POSITION", "Facts", "Playouts", "code", "facts", "from_boards", "from_fens", "from_frontier", "from_pgn",
    "legal_mask", "legal_moves", "move", "planes", "play", "playouts", "policy_index", "to_board", "to_fens",
]

Policy: TypeAlias = Literal["64x64", "lc0", "alphazero"]

POLICIES: dict[str, int] = {name: _tabiya._policy_size(name) for name in ("64x64", "lc0", "alphazero")}
"""The numberings of moves that `legal_mask` and `policy_index` know, and how many indices each has.

`64x64` is from times to, squares as they are. `lc0` are the 1,858 moves of Leela Chess Zero and `alphazero` the
8 × 8 × 73 planes of AlphaZero (index `from * 73 + plane`); both are seen by the side to move, flipped from top to
bottom for Black.
"""

POSITION = np.dtype(
    [
        ("pawns", "<u8"),
        ("knights", "<u8"),
        ("bishops", "<u8"),
        ("rooks", "<u8"),
        ("queens", "<u8"),
        ("kings", "<u8"),
        ("white", "<u8"),
        ("castling", "u1", (2,)),
        ("turn", "u1"),
        ("ep_square", "u1"),
        ("halfmove_clock", "u1"),
        ("chess960", "u1"),
        ("fullmove_number", "<u2"),
    ]
)
"""A position in 64 bytes. `castling` has the files of White's and Black's castling rooks as bits, `turn` is 1 for White,
`ep_square` is the square behind a double push or 64, and the halfmove clock stops at 255."""


def _bytes(positions: NDArray[Any]) -> NDArray[np.uint8]:
    if positions.dtype != POSITION:
        raise TypeError(f"expected an array of tabiya.batch.POSITION, not of {positions.dtype}")
    return np.ascontiguousarray(positions).reshape(-1).view(np.uint8)


def from_fens(fens: Iterable[str], *, chess960: bool = False) -> NDArray[Any]:
    """A batch from FENs."""
    texts = list(fens)
    out = np.empty(len(texts), POSITION)
    _tabiya._batch_from_fens(texts, chess960, out.view(np.uint8))
    return out


def from_boards(boards: Iterable[Board]) -> NDArray[Any]:
    """A batch from boards."""
    listed = list(boards)
    out = np.empty(len(listed), POSITION)
    _tabiya._batch_from_boards(listed, out.view(np.uint8))
    return out


def from_pgn(path: str) -> NDArray[Any]:
    """A batch of every position before a move of the main lines of a file of games; see also `tabiya.pgn.scan`."""
    from .pgn import scan

    parts = [columns["position"] for columns in scan(path, format="numpy")]
    return np.concatenate(parts) if parts else np.empty(0, POSITION)


def from_frontier(
    frontier: Frontier, start: int = 0, stop: int | None = None
) -> tuple[NDArray[Any], NDArray[np.uint64]]:
    """A batch of the positions of a `tabiya.frontier`, or of a range of them, and the paths that lead to each.

    >>> import tabiya, tabiya.batch as batch
    >>> positions, paths = batch.from_frontier(tabiya.frontier(tabiya.Board(), 2))
    >>> len(positions), int(paths.sum())
    (400, 400)
    """
    positions, paths = frontier._packed(start, len(frontier) if stop is None else stop)
    return np.frombuffer(positions, POSITION), np.frombuffer(paths, "<u8")


def to_fens(positions: NDArray[Any]) -> list[str]:
    """The FENs of a batch."""
    return _tabiya._batch_to_fens(_bytes(positions))


def to_board(position: Any) -> Board:
    """The board of one position of a batch."""
    return _tabiya._batch_to_board(_bytes(np.asarray(position, POSITION).reshape(1)))


def move(code: int) -> Move:
    """The move with these sixteen bits.

    >>> import tabiya.batch as batch
    >>> batch.move(batch.code(batch.Move.from_uci("a7a8q")))
    Move.from_uci('a7a8q')
    """
    code = int(code)
    if not 0 <= code < 7 << 12:
        raise ValueError(f"{code} is not a move")
    return Move(code & 63, code >> 6 & 63, code >> 12 or None)


def code(move: Move) -> int:
    """The sixteen bits of a move."""
    return move.from_square | move.to_square << 6 | (move.promotion or 0) << 12


def legal_moves(positions: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """All legal moves: offsets, and the moves of position `i` at `moves[offsets[i]:offsets[i + 1]]`."""
    raw = _bytes(positions)
    counts = np.empty(len(raw) // POSITION.itemsize, np.int64)
    _tabiya._batch_count(raw, counts)
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    moves = np.empty(int(offsets[-1]), np.uint16)
    _tabiya._batch_moves(raw, offsets, moves)
    return offsets, moves


def legal_mask(
    positions: NDArray[Any], policy: Policy = "64x64", *, out: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Truth values over the indices of a policy, true where a legal move is; see `POLICIES`.

    With `out`, an array of the right shape, no new memory is needed. Other threads run meanwhile: until the call returns they must leave `out` alone.
    """
    raw = _bytes(positions)
    shape = len(raw) // POSITION.itemsize, _tabiya._policy_size(policy)
    if out is None:
        out = np.empty(shape, np.bool_)
    elif out.shape != shape or out.dtype != np.bool_ or not out.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous array of bool with the shape {shape}")
    _tabiya._batch_mask(raw, policy, out.reshape(-1).view(np.uint8))
    return out


def _codes(moves: ArrayLike | Sequence[Move]) -> NDArray[np.uint16]:
    """Moves as sixteen bits each. A number that sixteen bits cannot hold is refused, not wrapped or cut."""
    if isinstance(moves, (list, tuple)):
        given = np.empty(len(moves), object)
        given[:] = [code(item) if isinstance(item, Move) else item for item in moves]
    else:
        given = np.asarray(moves)
    if given.ndim != 1:
        raise ValueError(f"expected one move for each position in an array of one dimension, not of {given.ndim}")
    if given.dtype == np.uint16:
        return np.ascontiguousarray(given)
    if given.dtype.kind not in "iuf":
        wrong = [index for index, item in enumerate(given) if not _is_code(item)]
        if wrong:
            found = given[wrong[0]]
            raise TypeError(f"move {wrong[0]} of the array is {found!r}: expected a Move or an integer from 0 to 65535")
        return np.array([int(item) for item in given], np.uint16)
    # Compared before the conversion, which would wrap: so NaN and infinity are refused, too.
    fits = (given >= 0) & (given <= 0xFFFF)
    fits &= given == np.floor(given)
    if not fits.all():
        index = int(np.argmin(fits))
        raise ValueError(f"move {index} of the array is {given[index]!r}: expected an integer from 0 to 65535")
    return given.astype(np.uint16)


def _is_code(item: object) -> bool:
    return isinstance(item, Integral) and not isinstance(item, bool) and 0 <= int(item) <= 0xFFFF


def policy_index(
    positions: NDArray[Any], moves: ArrayLike | Sequence[Move], policy: Policy = "64x64"
) -> NDArray[np.int64]:
    """The index of one legal move of each position."""
    raw = _bytes(positions)
    out = np.empty(len(raw) // POSITION.itemsize, np.int64)
    _tabiya._batch_indices(raw, _codes(moves), policy, out)
    return out


def planes(positions: NDArray[Any]) -> NDArray[np.uint8]:
    """Planes of 8 × 8, `planes[i, plane, rank, file]`: white pawns to king, black pawns to king, White to move, castling
    rights (White's to the h- and a-file, Black's), and the square of a legal capture en passant."""
    raw = _bytes(positions)
    count = len(raw) // POSITION.itemsize
    out = np.empty((count, _tabiya._PLANES, 8, 8), np.uint8)
    _tabiya._batch_planes(raw, out.reshape(-1))
    return out


def play(positions: NDArray[Any], moves: ArrayLike | Sequence[Move]) -> NDArray[Any]:
    """The positions after one legal move each."""
    raw = _bytes(positions)
    out = np.empty(len(raw) // POSITION.itemsize, POSITION)
    _tabiya._batch_play(raw, _codes(moves), out.view(np.uint8))
    return out


class Facts(NamedTuple):
    """What `facts` finds, one array each."""

    check: NDArray[np.bool_]
    """Whether the side to move is in check."""
    termination: NDArray[np.uint8]
    """0 while the game goes on, otherwise the number of a `tabiya.Termination`."""
    key: NDArray[np.uint64]
    """The hash key, as `Board.key()`."""


def facts(positions: NDArray[Any]) -> Facts:
    """Check, termination and hash key of each position."""
    raw = _bytes(positions)
    count = len(raw) // POSITION.itemsize
    check, ends, keys = np.empty(count, np.bool_), np.empty(count, np.uint8), np.empty(count, np.uint64)
    _tabiya._batch_facts(raw, check.view(np.uint8), ends, keys)
    return Facts(check, ends, keys)


class Playouts(NamedTuple):
    """What `playouts` finds, one array each."""

    positions: NDArray[Any]
    """The last position of each game."""
    plies: NDArray[np.uint32]
    """How many moves were played."""
    termination: NDArray[np.uint8]
    """0 if the game was cut off, otherwise the number of a `tabiya.Termination`."""


def playouts(positions: NDArray[Any], *, plies: int = 1000, seed: int = 0) -> Playouts:
    """Plays random legal moves from each position until the game is over or `plies` moves are played.

    The same seed gives the same games, however many cores there are. Repetitions do not end a game.
    """
    raw = _bytes(positions)
    count = len(raw) // POSITION.itemsize
    out, played, ends = np.empty(count, POSITION), np.empty(count, np.uint32), np.empty(count, np.uint8)
    _tabiya._batch_playouts(raw, plies, seed, out.view(np.uint8), played, ends)
    return Playouts(out, played, ends)
