"""Many positions at once, in NumPy arrays, on all cores.

A batch is an array of `POSITION`, a structured dtype of 64 bytes whose fields are the bitboards a `Board` has too.

>>> import tabiya.batch as batch
>>> positions = batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/4k3/8/8/4K2R w K - 0 1"])
>>> offsets, moves = batch.legal_moves(positions)
>>> [int(offset) for offset in offsets]
[0, 20, 35]
>>> batch.legal_mask(positions, "lc0").sum(axis=1).tolist()
[20, 15]

Moves are sixteen bits: `from | to << 6 | promotion << 12`, the promotion as in `tabiya.QUEEN`, 0 for none; `move(code)`
and `code(move)` translate. What is wrong with a position is an error that says which.

With `out=`, arrays of the right shape and dtype, results need no new memory. An output may be the input itself. Other
threads run meanwhile: until the call returns they must leave outputs alone. What an output holds after an error is not
specified.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from . import _tabiya
from ._tabiya import Board, Frontier, Move

try:
    import numpy as np
    from numpy.typing import ArrayLike, DTypeLike, NDArray
except ImportError:
    raise ImportError("tabiya.batch needs NumPy: pip install numpy") from None

from ._batch_arrays import apart, output, whole_numbers

__all__ = [
    "LEELA_FORMATS", "POLICIES", "POSITION", "TOKENS", "Facts", "Playouts", "code", "facts", "fen_tokens", "from_arrow", "from_boards",
    "from_fens", "from_frontier", "from_histories", "from_pgn", "leela_planes", "leela_transform", "legal_mask", "legal_moves", "move",
    "planes", "play", "playouts", "policy_index", "policy_move", "to_board", "to_fens",
]

Policy: TypeAlias = Literal["64x64", "lc0", "lc0-canonical", "alphazero", "uci"]

POLICIES: dict[str, int] = {
    name: _tabiya._policy_size(name) for name in ("64x64", "lc0", "lc0-canonical", "alphazero", "uci")
}
"""The numberings of moves that `legal_mask`, `policy_index` and `policy_move` know, and how many indices each has.

`64x64` is from times to, squares as they are. `lc0` are the 1,858 moves of Leela Chess Zero and `alphazero` the 8 × 8 ×
73 planes of AlphaZero (index `from * 73 + plane`); both are seen by the side to move, flipped from top to bottom for
Black. `lc0-canonical` are Leela's moves on the board as its canonical formats turn it (`leela_transform`), for networks
that take such planes. `uci` are the 1,968 texts that moves can have in UCI, squares as they are, in the order of
DeepMind's networks that play without search.
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
"""A position in 64 bytes. `castling` has the files of White's and Black's castling rooks as bits, `turn` is 1 for
White, `ep_square` is the square behind a double push or 64, and the halfmove clock stops at 255."""


TOKENS: str = _tabiya._TOKENS
"""The characters that `fen_tokens` numbers, each at its number."""


def _bytes(positions: NDArray[Any]) -> NDArray[np.uint8]:
    if positions.dtype != POSITION:
        raise TypeError(f"expected an array of tabiya.batch.POSITION, not of {positions.dtype}")
    return np.ascontiguousarray(positions).reshape(-1).view(np.uint8)


def from_arrow(source: Any, column: str = "position") -> NDArray[Any]:
    """A batch from a column of packed positions, or from the named column of a table: of PyArrow, Polars or DuckDB.

    >>> import pyarrow, tabiya.batch as batch
    >>> positions = batch.from_fens(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    >>> column = pyarrow.array([position.tobytes() for position in positions])
    >>> batch.to_fens(batch.from_arrow(pyarrow.table({"position": column})))
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1']

    Where the rows lie in a single piece, the batch is a view of the same memory, which cannot be written to. A row that
    is null or does not have 64 bytes is an error with its place.
    """
    from ._from_arrow import packed

    return packed(source, column, POSITION)


def from_fens(fens: Iterable[str], *, chess960: bool = False, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """A batch from FENs."""
    texts = list(fens)
    rows = output(out, (len(texts),), POSITION)
    _tabiya._batch_from_fens(texts, chess960, rows.view(np.uint8))
    return rows


def from_boards(boards: Iterable[Board], *, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """A batch from boards."""
    listed = list(boards)
    rows = output(out, (len(listed),), POSITION)
    _tabiya._batch_from_boards(listed, rows.view(np.uint8))
    return rows


def from_histories(boards: Iterable[Board]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """A batch of every position that boards have been through, the last one included, and which board each is of."""
    listed: list[Board] = []
    numbers: list[int] = []
    for number, board in enumerate(boards):
        replay = board.root()
        listed.append(replay.copy(stack=False))
        for played in board.move_stack:
            replay.push(played)
            listed.append(replay.copy(stack=False))
        numbers += [number] * (len(board.move_stack) + 1)
    return from_boards(listed), np.array(numbers, np.int64)


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


def _output(
    out: NDArray[Any] | None, raw: NDArray[np.uint8], dtype: DTypeLike, *rest: int, name: str = "out"
) -> NDArray[Any]:
    """The array to write to, with a row of this shape for each position."""
    return output(out, (len(raw) // POSITION.itemsize, *rest), dtype, name)


def legal_moves(
    positions: NDArray[Any], *, out: tuple[NDArray[np.int64], NDArray[np.uint16]] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """All legal moves: offsets, and the moves of position `i` at `moves[offsets[i]:offsets[i + 1]]`.

    `out` is a pair of arrays: one more offset than there are positions, and room for moves, of which as much as is
    needed is used and returned.
    """
    raw = _bytes(positions)
    counts = _output(None, raw, np.int64)
    offsets = output(None if out is None else out[0], (len(counts) + 1,), np.int64, "out[0]")
    raw = apart(raw, offsets)
    _tabiya._batch_count(raw, counts)
    offsets[0] = 0
    np.cumsum(counts, out=offsets[1:])
    total = int(offsets[-1])
    if out is None:
        moves = np.empty(total, np.uint16)
    else:
        room = out[1]
        if isinstance(room, np.ndarray) and room.ndim == 1 and len(room) < total:
            raise ValueError(f"out[1] has room for {len(room)} moves: {total} are legal")
        moves = output(room[:total], (total,), np.uint16, "out[1]")
    _tabiya._batch_moves(apart(raw, moves), offsets, moves)
    return offsets, moves


def legal_mask(
    positions: NDArray[Any], policy: Policy = "64x64", *, out: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Truth values over the indices of a policy, true where a legal move is; see `POLICIES`."""
    raw = _bytes(positions)
    rows = _output(out, raw, np.bool_, _tabiya._policy_size(policy))
    _tabiya._batch_mask(apart(raw, rows), policy, rows.reshape(-1).view(np.uint8))
    return rows


def _codes(moves: ArrayLike | Sequence[Move]) -> NDArray[np.uint16]:
    """Moves as sixteen bits each. A number that sixteen bits cannot hold is refused, not wrapped or cut."""
    if isinstance(moves, (list, tuple)):
        given = np.empty(len(moves), object)
        given[:] = [code(item) if isinstance(item, Move) else item for item in moves]
    else:
        given = np.asarray(moves)
    return whole_numbers(given, 1 << 16, np.uint16, "move")


def policy_index(
    positions: NDArray[Any],
    moves: ArrayLike | Sequence[Move],
    policy: Policy = "64x64",
    *,
    out: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """The index of one legal move of each position."""
    raw, codes = _bytes(positions), _codes(moves)
    rows = _output(out, raw, np.int64)
    _tabiya._batch_indices(apart(raw, rows), apart(codes, rows), policy, rows)
    return rows


def policy_move(
    positions: NDArray[Any], indices: ArrayLike, policy: Policy = "64x64", *, out: NDArray[np.uint16] | None = None
) -> NDArray[np.uint16]:
    """The legal move that one index means in each position: the inverse of `policy_index`.

    >>> import tabiya.batch as batch
    >>> positions = batch.from_fens(["7k/P7/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/7p/K7 b - - 0 1"])
    >>> indices = batch.policy_index(positions, [batch.Move.from_uci("a7a8n"), batch.Move.from_uci("h2h1q")], "lc0")
    >>> [batch.move(code).uci() for code in batch.policy_move(positions, indices, "lc0")]
    ['a7a8n', 'h2h1q']

    Where promotions share an index, as in `64x64`, it means the queen. An index that no legal move has is an error.
    """
    raw = _bytes(positions)
    numbers = whole_numbers(np.asarray(indices), _tabiya._policy_size(policy), np.int64, "index")
    rows = _output(out, raw, np.uint16)
    _tabiya._batch_policy_moves(apart(raw, rows), apart(numbers, rows), policy, rows)
    return rows


def planes(
    positions: NDArray[Any], *, seen_by: Literal["white", "mover"] = "white", out: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """Planes of 8 × 8, `planes[i, plane, rank, file]`: white pawns to king, black pawns to king, White to move,
    castling rights (White's to the h- and a-file, Black's), and the square of a legal capture en passant.

    Seen by the `mover`, the pieces and rights of the side to move come first, and for Black the board is flipped from
    top to bottom, as in the indices of `lc0` and `alphazero`. The plane "White to move" stays what it is.

    >>> import tabiya.batch as batch
    >>> black = batch.from_fens(["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"])
    >>> batch.planes(black, seen_by="mover")[0, 0, 1].tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """
    raw = _bytes(positions)
    rows = _output(out, raw, np.uint8, _tabiya._PLANES, 8, 8)
    _tabiya._batch_planes(apart(raw, rows), seen_by, rows.reshape(-1))
    return rows


def fen_tokens(positions: NDArray[Any], *, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """The FEN of each position as 77 tokens, numbers of characters of `TOKENS`.

    >>> import tabiya.batch as batch
    >>> tokens = batch.fen_tokens(batch.from_fens(["4k3/8/8/8/4P3/8/8/4K2R b K - 12 40"]))
    >>> "".join(batch.TOKENS[token] for token in tokens[0])
    'b....k...............................P.......................K..RK.....12.40.'

    They are the side to move, 64 squares from a8 to h1, 4 places for castling rights, 2 for the square of a legal
    capture en passant, 3 for each clock, filled up with dots: the numbers and the order are those of DeepMind's
    networks that play without search. What does not fit, a move number above 999 or a right that needs the letter of
    its file, is an error.
    """
    raw = _bytes(positions)
    rows = _output(out, raw, np.uint8, _tabiya._TOKENS_OF_A_FEN)
    _tabiya._batch_tokens(apart(raw, rows), rows.reshape(-1))
    return rows


LeelaFormat: TypeAlias = Literal[
    "classical", "castling-plane", "canonical", "canonical-hectoplies", "canonical-hectoplies-armageddon",
    "canonical-v2", "canonical-v2-armageddon",
]

LEELA_FORMATS: dict[str, int] = {
    "classical": 1,
    "castling-plane": 2,
    "canonical": 3,
    "canonical-hectoplies": 4,
    "canonical-hectoplies-armageddon": 132,
    "canonical-v2": 5,
    "canonical-v2-armageddon": 133,
}
"""The input formats of `leela_planes` and their numbers in the file of a network (`format.network_format.input`)."""


def leela_planes(
    positions: NDArray[Any],
    games: ArrayLike | None = None,
    *,
    format: LeelaFormat | int = "classical",
    fill: Literal["no", "fen-only", "always"] = "fen-only",
    last_only: bool = False,
    out: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """The 112 planes of 8 × 8 that networks of Leela Chess Zero take, `planes[i, plane, rank, file]`.

    `games` says which game each position belongs to, as the column `game` of `tabiya.pgn.scan` does; the positions of a
    game stand together in the order in which they were played. Without it, every position is a game of its own. There
    is one row for each position, or with `last_only` one for the last position of each game.

    >>> import tabiya, tabiya.batch as batch
    >>> board = tabiya.Board()
    >>> for san in "Nf3 Nf6 Ng1 Ng8".split():
    ...     _ = board.push_san(san)
    >>> planes = batch.leela_planes(*batch.from_histories([board]), last_only=True)
    >>> planes.shape, bool(planes[0, 12].all()), float(planes[0, 109, 0, 0])
    ((1, 112, 8, 8), True, 4.0)

    The planes 13 × n to 13 × n + 12 are about the position n plies ago, for n from 0 to 7: pawns to king of the side
    that is now to move, pawns to king of the other side, and whether the game had that position before. For Black the
    board is flipped from top to bottom. Plane 108 is full if Black is to move, 109 has the halfmove clock, 110 is empty
    and 111 full.

    `format` is a name of `LEELA_FORMATS` or its number:

    - `classical`: the planes 104 to 107 are full where the side to move may castle to the a-file and to the h-file, and
      the other side.
    - `castling-plane`: 104 has the rooks of both sides that may castle to the a-file, 105 those to the h-file.
    - `canonical`: besides, the board is turned as `leela_transform` says, 108 has a mark on the last rank if a pawn
      stands ready to capture en passant, and positions that cannot come back are left out: those before the last
      capture or pawn's move, before other castling rights, or with a capture en passant. The moves are those of the
      policy `lc0-canonical`.
    - `canonical-hectoplies`: besides, the halfmove clock is divided by 100.
    - `canonical-v2`: besides, of the history only positions are shown that were there before, one behind the other.
    - `…-armageddon`: besides, 110 is full if Black is to move.

    `fill` says what stands for positions before the first one: nothing; always the first one, with a pawn that has just
    gone two steps put back; or (`fen-only`, as Leela plays) the same unless the first one is the usual start. A pawn
    that has just gone two steps tells of the position before it, which is shown in any case.
    """
    named: str
    if isinstance(format, str):
        named = format
    else:
        names = {number: name for name, number in LEELA_FORMATS.items()}
        if format not in names:
            known = ", ".join(map(str, names))
            raise ValueError(f"there is no format {format} of Leela's planes: expected one of {known}")
        named = names[format]
    raw = _bytes(positions)
    count = len(raw) // POSITION.itemsize
    if games is None:
        begins = np.ones(count, np.bool_)
    else:
        numbers = np.asarray(games)
        if numbers.shape != (count,):
            raise ValueError(f"games has the shape {numbers.shape}: expected {(count,)}, a game for each position")
        begins = np.ones(count, np.bool_)
        begins[1:] = numbers[1:] != numbers[:-1]
        starts = numbers[begins]
        if len(np.unique(starts)) != len(starts):
            raise ValueError("the positions of a game do not stand together")
    first = np.flatnonzero(begins)
    firsts = np.repeat(first, np.diff(np.append(first, count)))
    wanted = np.append(first[1:] - 1, count - 1)[: len(first)] if last_only else np.arange(count)
    rows = output(out, (len(wanted), _tabiya._LEELA_PLANES, 8, 8), np.float32)
    _tabiya._batch_leela(
        apart(raw, rows), firsts.astype(np.int64), wanted.astype(np.int64), named, fill, rows.reshape(-1)
    )
    return rows


def leela_transform(positions: NDArray[Any], *, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """How Leela's canonical formats turn the board of each position, after Black's was flipped from top to bottom.

    It is a sum of 1 (file a becomes h), 2 (rank 1 becomes 8) and 4 (reflected at the diagonal a8–h1), done in this
    order. A board with castling rights is not turned, one with pawns at most by 1.

    >>> import tabiya.batch as batch
    >>> batch.leela_transform(batch.from_fens(["8/8/8/8/8/K7/8/k7 w - - 0 1", "k7/8/8/8/8/8/1P6/K7 b - - 0 1"])).tolist()
    [5, 1]
    """
    raw = _bytes(positions)
    rows = _output(out, raw, np.uint8)
    _tabiya._batch_leela_transform(apart(raw, rows), rows)
    return rows


def play(
    positions: NDArray[Any], moves: ArrayLike | Sequence[Move], *, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    """The positions after one legal move each. `out=positions` replaces the positions by the new ones.

    >>> import tabiya, tabiya.batch as batch
    >>> positions = batch.from_fens([tabiya.STARTING_FEN] * 2)
    >>> batch.play(positions, [tabiya.Move.from_uci("e2e4"), tabiya.Move.from_uci("g1f3")], out=positions) is positions
    True
    >>> batch.to_fens(positions)[1]
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    """
    raw, codes = _bytes(positions), _codes(moves)
    rows = _output(out, raw, POSITION)
    _tabiya._batch_play(apart(raw, rows), apart(codes, rows), rows.view(np.uint8))
    return rows


class Facts(NamedTuple):
    """What `facts` finds, one array each."""

    check: NDArray[np.bool_]
    """Whether the side to move is in check."""
    termination: NDArray[np.uint8]
    """0 while the game goes on, otherwise the number of a `tabiya.Termination`."""
    key: NDArray[np.uint64]
    """The hash key, as `Board.key()`."""


def facts(positions: NDArray[Any], *, out: Facts | None = None) -> Facts:
    """Check, termination and hash key of each position.

    >>> import tabiya, tabiya.batch as batch
    >>> found = batch.facts(batch.from_fens([tabiya.STARTING_FEN, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]))
    >>> found.check.tolist(), tabiya.Termination(found.termination[1])
    ([False, True], <Termination.CHECKMATE: 1>)
    """
    raw = _bytes(positions)
    given = out if out is not None else (None, None, None)
    check = _output(given[0], raw, np.bool_, name="out.check")
    ends = _output(given[1], raw, np.uint8, name="out.termination")
    keys = _output(given[2], raw, np.uint64, name="out.key")
    _tabiya._batch_facts(apart(raw, check, ends, keys), check.view(np.uint8), ends, keys)
    return Facts(check, ends, keys)


class Playouts(NamedTuple):
    """What `playouts` finds, one array each."""

    positions: NDArray[Any]
    """The last position of each game."""
    plies: NDArray[np.uint32]
    """How many moves were played."""
    termination: NDArray[np.uint8]
    """0 if the game was cut off, otherwise the number of a `tabiya.Termination`."""


def playouts(
    positions: NDArray[Any], *, plies: int = 1000, seed: int = 0, out: Playouts | None = None
) -> Playouts:
    """Plays random legal moves from each position until the game is over or `plies` moves are played.

    The same seed gives the same games, however many cores there are. Repetitions do not end a game.

    >>> import tabiya, tabiya.batch as batch
    >>> ends = batch.playouts(batch.from_fens([tabiya.STARTING_FEN] * 3), plies=20, seed=1)
    >>> ends.plies.tolist(), batch.playouts(batch.from_fens([tabiya.STARTING_FEN] * 3), plies=20, seed=1).plies.tolist()
    ([20, 20, 20], [20, 20, 20])
    """
    raw = _bytes(positions)
    given = out if out is not None else (None, None, None)
    last = _output(given[0], raw, POSITION, name="out.positions")
    played = _output(given[1], raw, np.uint32, name="out.plies")
    ends = _output(given[2], raw, np.uint8, name="out.termination")
    _tabiya._batch_playouts(apart(raw, last, played, ends), plies, seed, last.view(np.uint8), played, ends)
    return Playouts(last, played, ends)
