"""Chess rules at Rust's speed, with the names that python-chess users know.

>>> import tabiya
>>> board = tabiya.Board()
>>> [str(board.push_san(san)) for san in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7")]
['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7']
>>> board.is_checkmate()
True

`tabiya.pgn`, `tabiya.engine`, `tabiya.endgame`, `tabiya.syzygy`, `tabiya.svg`, `tabiya.polyglot`, `tabiya.batch` (which
needs NumPy) and `tabiya.cluster` (which needs Dask) are modules of their own.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Literal, TypeAlias, Union
from collections.abc import MutableSet

from . import _alias
from ._alias import as_chess as as_chess
from ._base_board import BaseBoard as BaseBoard
from ._hunt import HuntReport as HuntReport, hunt as hunt
from ._squares import *
from ._outcome import *
from ._tabiya import (
    AmbiguousMoveError as AmbiguousMoveError,
    Board as Board,
    CanArise as CanArise,
    CanWin as CanWin,
    Explanation as Explanation,
    FenError as FenError,
    Frontier as Frontier,
    IllegalMoveError as IllegalMoveError,
    InvalidBoardError as InvalidBoardError,
    InvalidMoveError as InvalidMoveError,
    LegalMoveGenerator as LegalMoveGenerator,
    Move as Move,
    Piece as Piece,
    PseudoLegalMoveGenerator as PseudoLegalMoveGenerator,
    SquareSet as SquareSet,
    Unmove as Unmove,
    __version__ as __version__,
    cpu_levels as cpu_levels,
    divide as divide,
    frontier as frontier,
    gpus as gpus,
    perft as perft,
    perft_statistics as perft_statistics,
)

from ._dataclass_names import name_fields as _name_fields

if TYPE_CHECKING:
    from . import batch, cluster, endgame, engine, pgn, polyglot, svg, syzygy, variant

EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]

MutableSet.register(SquareSet)

_name_fields(
    Move,
    {"from_square": Square, "to_square": Square, "promotion": Union[PieceType, None], "drop": Union[PieceType, None]},
    ("from_square", "to_square"), promotion=None, drop=None,
)
_name_fields(Piece, {"piece_type": PieceType, "color": Color}, ("piece_type", "color"))
_name_fields(Outcome, {"termination": Termination, "winner": Union[Color, None]}, ("termination", "winner"))
setattr(Board, "__annotations__", {
    "turn": Color, "castling_rights": Bitboard, "ep_square": Union[Square, None], "fullmove_number": int,
    "halfmove_clock": int, "promoted": Bitboard, "chess960": bool, "move_stack": list[Move],
})  # fmt: skip

_alias.install()

_MODULES = ("batch", "cluster", "endgame", "engine", "pgn", "polyglot", "svg", "syzygy", "variant")


def __getattr__(name: str) -> object:
    """Loads the modules of the package, and tables that few programs need, when they are first asked for."""
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("BB_"):
        from ._slider_tables import make

        tables = make()
        globals().update(tables)
        if name in tables:
            return tables[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
