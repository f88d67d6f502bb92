"""The tag `TimeControl`: `40/7200:3600`, `300+3`, `-`."""

from __future__ import annotations

import dataclasses
import enum


class TimeControlType(enum.Enum):
    """How fast a game is."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


SECONDS_OF_SIXTY_MOVES = (
    (TimeControlType.BULLET, 180.0),
    (TimeControlType.BLITZ, 900.0),
    (TimeControlType.RAPID, 3600.0),
    (TimeControlType.STANDARD, float("inf")),
)
"""Sixty moves of a bullet game take less than 180 seconds, those of a blitz game less than 900, and so on."""


@dataclasses.dataclass
class TimeControlPart:
    """A period of a game: its moves (0 for the rest of the game), its seconds, and the seconds that each move adds."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """The periods of a game."""

    parts: list[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _part(text: str) -> TimeControlPart:
    time, plus, increment = text.partition("+")
    moves, slash, seconds = time.rpartition("/")
    try:
        return TimeControlPart(int(moves) if slash else 0, int(seconds), float(increment) if plus else 0)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a time control: expected seconds, 40/7200 or 300+3, periods separated by colons"
        ) from None


def parse_time_control(time_control: str) -> TimeControl:
    """Reads the value of a tag `TimeControl`. Raises `ValueError` if it is not one.

    >>> from tabiya.pgn import parse_time_control
    >>> parse_time_control("300+3").type.name, parse_time_control("40/7200:3600").parts[1].time
    ('BLITZ', 3600)
    """
    if time_control in ("", "?"):
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_part(text) for text in time_control.split(":")]
    if any(not part.moves for part in parts[:-1]):
        raise ValueError(f"{time_control!r} is not a time control: only the last period may omit the number of moves")
    seconds = parts[0].time + 60 * parts[0].increment
    kind = next((kind for kind, below in SECONDS_OF_SIXTY_MOVES if seconds < below), TimeControlType.STANDARD)
    return TimeControl(parts, kind)
