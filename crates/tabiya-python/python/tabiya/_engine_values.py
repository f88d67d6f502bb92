"""What is told to an engine and what it tells: options, limits, results, errors."""

from __future__ import annotations

import asyncio
import dataclasses
import enum
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias, TypedDict, Union

from ._score import PovScore, PovWdl
from ._tabiya import Move

__all__ = [
    "INFO_ALL", "INFO_BASIC", "INFO_CURRLINE", "INFO_NONE", "INFO_PV", "INFO_REFUTATION", "INFO_SCORE",
    "MANAGED_OPTIONS", "AnalysisComplete", "BestMove", "ConfigMapping", "ConfigValue", "EngineError",
    "EngineTerminatedError", "EngineTimeoutError", "Info", "InfoDict", "Limit", "Opponent", "Option", "PlayResult",
]  # fmt: skip

ConfigValue: TypeAlias = Union[str, int, bool, None]
ConfigMapping: TypeAlias = Mapping[str, ConfigValue]

MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]
"""Options that the methods set by themselves, in small letters."""


class EngineError(RuntimeError):
    """An engine that does not do what it should, or a wish that it cannot fulfil."""


class EngineTerminatedError(EngineError):
    """The engine's process has ended, or could not be kept."""


class EngineTimeoutError(EngineError, asyncio.TimeoutError):
    """The engine did not answer in time."""


class AnalysisComplete(Exception):
    """There is no further information: the analysis has ended."""


class Info(enum.IntFlag):
    """Which information about a search is kept."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = 31


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


@dataclasses.dataclass
class Limit:
    """When a search ends: times in seconds.

    >>> Limit(time=0.1, nodes=1000)
    Limit(time=0.1, nodes=1000)
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None
    clock_id: object = None

    def __repr__(self) -> str:
        given = (f"{name}={value!r}" for name, value in vars(self).items() if value is not None)
        return f"{type(self).__name__}({', '.join(given)})"


class InfoDict(TypedDict, total=False):
    """What an engine says about its search; only what it has said is there."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    lowerbound: bool
    upperbound: bool
    string: str


@dataclasses.dataclass
class PlayResult:
    """The move that an engine plays, and the answer it expects."""

    move: Move | None
    ponder: Move | None
    info: InfoDict = dataclasses.field(default_factory=InfoDict)
    draw_offered: bool = False
    resigned: bool = False


@dataclasses.dataclass
class BestMove:
    """The move that an analysis found best, and the answer it expects."""

    move: Move | None
    ponder: Move | None


@dataclasses.dataclass
class Opponent:
    """Whom the engine plays."""

    name: str | None = None
    title: str | None = None
    rating: int | None = None
    is_engine: bool | None = None

    def text(self) -> str:
        """The value of `UCI_Opponent`: title, rating, kind, name.

        >>> Opponent("Ada", "GM", 2700, False).text()
        'GM 2700 human Ada'
        """
        kind = "computer" if self.is_engine else "human"
        rating = "none" if self.rating is None else str(self.rating)
        return f"{self.title or 'none'} {rating} {kind} {self.name or '?'}"


class Option(NamedTuple):
    """An option of an engine: `check`, `spin`, `combo`, `button`, `string` (or `file`, `path`)."""

    name: str
    type: str
    default: ConfigValue
    min: int | None
    max: int | None
    var: list[str] | None

    def is_managed(self) -> bool:
        """Whether the methods set this option by themselves, so that `configure` refuses it."""
        return self.name.lower() in MANAGED_OPTIONS

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value in the type of the option; `EngineError` if the option does not take it."""
        if self.type == "check":
            if isinstance(value, str) and value.lower() in ("true", "false"):
                return value.lower() == "true"
            if value is None or isinstance(value, str):
                raise EngineError(f"option {self.name} takes true or false, not {value!r}")
            return bool(value)
        if self.type == "spin":
            try:
                if isinstance(value, float) and not value.is_integer():
                    raise ValueError
                number = int(value)  # type: ignore[arg-type]
            except (TypeError, ValueError):
                raise EngineError(f"option {self.name} takes an integer, not {value!r}") from None
            low, high = self.min, self.max
            if (low is not None and number < low) or (high is not None and number > high):
                raise EngineError(f"option {self.name} takes {_range(low, high)}, not {number}")
            return number
        if self.type == "combo":
            text = str(value)
            for known in self.var or []:
                if known.lower() == text.lower():
                    return known
            raise EngineError(f"option {self.name} takes one of {', '.join(self.var or [])}, not {value!r}")
        if self.type == "button":
            return None
        text = "" if value is None else str(value)
        if "\n" in text or "\r" in text:
            raise EngineError(f"option {self.name} takes one line, not {value!r}")
        return text


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


def value_text(value: Any) -> str:
    """A value of an option as UCI writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value != "" else "<empty>"
