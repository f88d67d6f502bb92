"""The names of python-chess's variants, for programs that mention them. Tabiya plays chess and Chess960 only.

>>> import tabiya.variant
>>> tabiya.variant.find_variant("chess960")
<class 'tabiya.Board'>
>>> isinstance(tabiya.Board(), tabiya.variant.AtomicBoard)
False
"""

from __future__ import annotations

from typing import Any

from ._self import Self
from ._tabiya import Board

__all__ = [
    "AntichessBoard", "AtomicBoard", "CrazyhouseBoard", "GiveawayBoard", "HordeBoard", "KingOfTheHillBoard",
    "RacingKingsBoard", "SuicideBoard", "ThreeCheckBoard", "VARIANTS", "find_variant",
]


class _Absent(Board):
    """A variant that Tabiya does not play: making such a board raises `NotImplementedError`."""

    def __new__(cls, *args: Any, **options: Any) -> Self:
        raise NotImplementedError(
            f"Tabiya plays chess and Chess960 only: use chess.variant.{cls.__name__} of python-chess for this variant"
        )


class SuicideBoard(_Absent):
    uci_variant = "suicide"
    aliases = ["Suicide", "Suicide chess"]


class GiveawayBoard(SuicideBoard):
    uci_variant = "giveaway"
    aliases = ["Giveaway", "Giveaway chess"]


class AntichessBoard(SuicideBoard):
    uci_variant = "antichess"
    aliases = ["Antichess", "Anti chess", "Anti"]


class AtomicBoard(_Absent):
    uci_variant = "atomic"
    aliases = ["Atomic", "Atomic chess"]


class KingOfTheHillBoard(_Absent):
    uci_variant = "kingofthehill"
    aliases = ["King of the Hill", "KOTH"]


class RacingKingsBoard(_Absent):
    uci_variant = "racingkings"
    aliases = ["Racing Kings", "Racing"]


class HordeBoard(_Absent):
    uci_variant = "horde"
    aliases = ["Horde", "Horde chess"]


class ThreeCheckBoard(_Absent):
    uci_variant = "3check"
    aliases = ["Three-check", "Three check", "3-check"]


class CrazyhouseBoard(_Absent):
    uci_variant = "crazyhouse"
    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]


VARIANTS: list[type[Board]] = [
    Board, SuicideBoard, GiveawayBoard, AntichessBoard, AtomicBoard, KingOfTheHillBoard, RacingKingsBoard, HordeBoard,
    ThreeCheckBoard, CrazyhouseBoard,
]


def find_variant(name: str) -> type[Board]:
    """The class of boards for a variant. Raises `ValueError` for every variant but chess and Chess960."""
    wanted = name.lower()
    if wanted in ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"):
        return Board
    for variant in VARIANTS:
        if wanted in (variant.uci_variant, *(alias.lower() for alias in variant.aliases)):
            if variant is Board:
                return Board
            raise ValueError(f"Tabiya does not play {name}: use chess.variant.{variant.__name__} of python-chess")
    raise ValueError(f"{name!r} is not the name of a variant")
