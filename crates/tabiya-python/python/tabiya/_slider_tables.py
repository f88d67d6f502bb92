"""What sliders attack, as the tables that python-chess's programs index: made when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence

from ._squares import SQUARES, Bitboard, ray

_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_FILE = ((0, 1), (0, -1))
_RANK = ((1, 0), (-1, 0))


def _reach(square: int, steps: Sequence[tuple[int, int]], occupied: Bitboard) -> tuple[Bitboard, Bitboard]:
    """What a slider attacks, and the squares of these on which a piece would block it."""
    attacks = blocking = 0
    for file_step, rank_step in steps:
        file, rank = (square & 7) + file_step, (square >> 3) + rank_step
        while 0 <= file < 8 and 0 <= rank < 8:
            target = 1 << (8 * rank + file)
            attacks |= target
            file, rank = file + file_step, rank + rank_step
            if 0 <= file < 8 and 0 <= rank < 8:
                blocking |= target
            if occupied & target:
                break
    return attacks, blocking


def _tables(steps: Sequence[tuple[int, int]]) -> tuple[list[Bitboard], list[dict[Bitboard, Bitboard]]]:
    masks, tables = [], []
    for square in SQUARES:
        mask = _reach(square, steps, 0)[1]
        table, subset = {}, 0
        while True:
            table[subset] = _reach(square, steps, subset)[0]
            subset = (subset - mask) & mask
            if not subset:
                break
        masks.append(mask)
        tables.append(table)
    return masks, tables


def make() -> dict[str, object]:
    """All tables by their names."""
    tables: dict[str, object] = {"BB_RAYS": [[ray(a, b) for b in SQUARES] for a in SQUARES]}
    for name, steps in (("DIAG", _DIAGONAL), ("FILE", _FILE), ("RANK", _RANK)):
        tables[f"BB_{name}_MASKS"], tables[f"BB_{name}_ATTACKS"] = _tables(steps)
    return tables
