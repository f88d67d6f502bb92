"""What an engine thinks of a position, as PGN comments hold it: `[%eval 0.35,12]`, `[%eval #-3]`."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator
from typing import NamedTuple, overload

from ._squares import WHITE, Color

__all__ = ["Cp", "Mate", "MateGiven", "PovScore", "PovWdl", "Score", "Wdl"]


class Wdl(NamedTuple):
    """How often a side wins, draws and loses, in thousandths.

    >>> Wdl(600, 300, 100).expectation()
    0.75
    """

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """The sum of the three, usually 1,000."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The part that is won, from 0 to 1."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The part that is drawn, from 0 to 1."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The part that is lost, from 0 to 1."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The points to expect from a game, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.total()

    def __bool__(self) -> bool:
        return self.total() > 0

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


class PovWdl:
    """A `Wdl` with the side whose view it is."""

    __slots__ = ("relative", "turn")

    relative: Wdl
    turn: Color

    def __init__(self, relative: Wdl, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Wdl:
        """The chances of White."""
        return self.pov(WHITE)

    def black(self) -> Wdl:
        """The chances of Black."""
        return self.pov(not WHITE)

    def pov(self, color: Color) -> Wdl:
        """The chances of a side."""
        return self.relative if self.turn == color else -self.relative

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovWdl) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


@functools.total_ordering
class Score:
    """A score from the view of one side: `Cp`, `Mate` or `MateGiven`. Better ones are greater.

    >>> from tabiya.pgn import Cp, Mate
    >>> sorted([Mate(2), Cp(20), Mate(-1), Cp(-300), Mate(0), Mate(5)])
    [Mate(0), Mate(-1), Cp(-300), Cp(20), Mate(5), Mate(2)]
    """

    __slots__ = ("_number",)

    def __init__(self, number: int) -> None:
        self._number = number

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return isinstance(self, Mate)

    def mate(self) -> int | None:
        """In how many moves there is mate, negative for being mated; `None` without one."""
        return self._number if self.is_mate() else None

    @overload
    def score(self, *, mate_score: int) -> int: ...
    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; a mate counts `mate_score` less a point per move, or is `None`."""
        if not self.is_mate():
            return self._number
        if mate_score is None:
            return None
        return mate_score - self._number if self._number > 0 else -mate_score - self._number

    def wdl(self, *, model: str = "lichess", ply: int = 30) -> Wdl:
        """The chances that the score means, by the formula that Lichess publishes for its games.

        `"lichess"` is the one model. It knows no draws and takes no notice of `ply`.
        """
        if model != "lichess":
            raise ValueError(
                f'no model {model!r}: the one model is "lichess"; for an engine\'s own chances set UCI_ShowWDL '
                'and read info["wdl"]'
            )
        if self.is_mate():
            return Wdl(1000, 0, 0) if self > Cp(0) else Wdl(0, 0, 1000)
        # Past ten pawns the curve is flat.
        wins = round(1000 / (1 + math.exp(-0.00368208 * max(-1000, min(1000, self._number)))))
        return Wdl(wins, 0, 1000 - wins)

    def _order(self) -> tuple[int, int]:
        if not self.is_mate():
            return 0, self._number
        return (1, -self._number) if self._number > 0 else (-1, -self._number)

    def __eq__(self, other: object) -> bool:
        return self._order() == other._order() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._order())

    def __neg__(self) -> Score:
        return type(self)(-self._number)

    def __pos__(self) -> Score:
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._number})"


class Cp(Score):
    """Centipawns."""

    __slots__ = ()

    @property
    def cp(self) -> int:
        """The number."""
        return self._number

    def __str__(self) -> str:
        return f"{self._number:+d}" if self._number else "0"


class Mate(Score):
    """Mate in this number of moves; negative for the side that is mated, 0 for the side that is mated on the board."""

    __slots__ = ()

    def __neg__(self) -> Score:
        return Mate(-self._number) if self._number else MateGiven

    @property
    def moves(self) -> int:
        """The number."""
        return self._number

    def __str__(self) -> str:
        return f"#{self._number:+d}" if self._number > 0 else f"#-{-self._number}"


class MateGivenType(Mate):
    """The class of `MateGiven`."""

    __slots__ = ()

    def score(self, *, mate_score: int | None = None) -> int | None:  # type: ignore[override]
        """The score of mate, or `None`."""
        return mate_score

    def _order(self) -> tuple[int, int]:
        return 2, 0

    def __neg__(self) -> Score:
        return Mate(0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __reduce__(self) -> str:
        return "MateGiven"


MateGiven = MateGivenType(0)
"""The score of the side that has given mate: the opposite of `Mate(0)`, and the best score."""


class PovScore:
    """A score with the side whose view it is."""

    __slots__ = ("relative", "turn")

    relative: Score
    turn: Color

    def __init__(self, relative: Score, turn: Color) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Score:
        """The score from White's view."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """The score from Black's view."""
        return self.pov(not WHITE)

    def pov(self, color: Color) -> Score:
        """The score from a side's view."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: str = "lichess", ply: int = 30) -> PovWdl:
        """The chances that the score means: see `Score.wdl`."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.white())

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"


_EVAL = re.compile(r"(?:#([+-]?\d{1,5})|([+-]?(?:\d{1,10}(?:\.\d{0,2})?|\.\d{1,2})))(?:,(\d{1,5}))?")


def read_eval(text: str) -> tuple[Score, int | None] | None:
    """The score from White's view and the depth, if the text is `0.35`, `#-3` or `0.35,12`."""
    found = _EVAL.fullmatch(text)
    if found is None:
        return None
    mate, pawns, depth = found.groups()
    score: Score = Cp(round(float(pawns) * 100)) if mate is None else Mate(int(mate))
    return score, None if depth is None else int(depth)


def write_eval(score: Score, depth: int | None) -> str:
    """The text of a score from White's view."""
    number = score.mate()
    text = f"{(score.score() or 0) / 100:.2f}" if number is None else f"#{number}"
    return text if depth is None else f"{text},{max(depth, 0)}"
