"""Which games of a file are wanted, said in tags."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from ._pgn_time_control import SECONDS_OF_SIXTY_MOVES, TimeControlType

if TYPE_CHECKING:
    from ._tabiya import _Condition
else:
    # Only the stubs know its type.
    _Condition = Any

_Bound: TypeAlias = Union[float, str, None]

Where: TypeAlias = Mapping[
    str, Union[str, None, TimeControlType, tuple[_Bound, _Bound], list[Union[str, None]], Set[Union[str, None]]]
]
"""Conditions on tags, all of which a game has to meet. A condition is

- a text, or a list or set of texts: the tag is one of them (`None` stands for a tag that is not there);
- a pair of numbers: the tag is a number from the first to the second, both included. For `TimeControl` they are the
  seconds that sixty moves may take by its first period;
- a pair of dates in PGN's form, as exact as needed: `("2023", "2024.06")` begins in 2023 and ends with June 2024;
- for `TimeControl`, a `TimeControlType`.

In a pair, `None` leaves that end open. A tag that is missing, or not a number, or not an exact enough date, is in no
range.
`Elo` means both `WhiteElo` and `BlackElo`.
"""


def conditions(where: Where | None) -> list[_Condition]:
    """The conditions as Rust takes them."""
    stated: list[_Condition] = []
    for tag, wanted in (where or {}).items():
        for name in ("WhiteElo", "BlackElo") if tag == "Elo" else (tag,):
            stated.append(_condition(name, wanted))
    return stated


def _condition(tag: str, wanted: object) -> _Condition:
    if isinstance(wanted, TimeControlType):
        return _time_control(tag, wanted)
    if wanted is None or isinstance(wanted, str):
        return tag, "one of", [wanted], None, None
    if isinstance(wanted, tuple):
        return _range(tag, wanted)
    if isinstance(wanted, (list, set, frozenset)):
        return tag, "one of", _texts(tag, wanted), None, None
    raise TypeError(f"{tag} cannot be {wanted!r}: expected a text, a list of texts, or a pair of numbers or of dates")


def _texts(tag: str, wanted: Iterable[object]) -> list[str | None]:
    texts: list[str | None] = []
    for text in wanted:
        if text is not None and not isinstance(text, str):
            raise TypeError(f"{tag} cannot be {text!r}: tags are texts, and a range is a pair")
        texts.append(text)
    return texts


def _range(tag: str, wanted: tuple[object, ...]) -> _Condition:
    if len(wanted) != 2 or wanted == (None, None):
        raise ValueError(f"{wanted!r} is not a range for {tag}: expected a pair of which one may be None")
    first, last = wanted
    if all(bound is None or isinstance(bound, str) for bound in wanted):
        return tag, "date", _texts(tag, wanted), None, None
    numbers = []
    for bound in (first, last):
        if bound is not None and (isinstance(bound, bool) or not isinstance(bound, (int, float)) or math.isnan(bound)):
            raise TypeError(f"{wanted!r} is not a range for {tag}: expected two numbers or two dates")
        numbers.append(None if bound is None else float(bound))
    return tag, "seconds" if tag == "TimeControl" else "number", [], numbers[0], numbers[1]


def _time_control(tag: str, kind: TimeControlType) -> _Condition:
    if tag != "TimeControl":
        raise TypeError(f"{tag} cannot be {kind}: only TimeControl can")
    if kind is TimeControlType.UNKNOWN:
        return tag, "one of", [None, "", "?"], None, None
    if kind is TimeControlType.UNLIMITED:
        return tag, "one of", ["-"], None, None
    least = 0.0
    for known, below in SECONDS_OF_SIXTY_MOVES:
        if known is kind:
            break
        least = below
    # The next kind begins at the bound, and games without a limit are none of these.
    return tag, "seconds", [], least, math.nextafter(below, 0)
