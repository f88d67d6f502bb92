"""The tags of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Final

from ._tabiya import Board

if TYPE_CHECKING:
    from ._pgn_visitors import HeadersBuilder

TAG_ROSTER: Final = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]

_ROSTER: Final = {
    "Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*",
}
_TAG_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "chess960freestyle"}


class Headers(MutableMapping[str, str]):
    """The tags of a game, the seven of the roster first.

    >>> from tabiya.pgn import Headers
    >>> headers = Headers(White="Polgar")
    >>> headers["White"], "Event" in headers
    ('Polgar', False)
    """

    def __init__(self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str) -> None:
        self._tags: dict[str, str] = {}
        if data is None and not kwargs:
            self._tags.update(_ROSTER)
        else:
            self.update(data or {}, **kwargs)

    def is_chess960(self) -> bool:
        """Whether the `Variant` tag says Chess960, in one of its spellings."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Whether the `Variant` tag is one of the older ICC names for shuffled starts, such as `wild/1`."""
        return re.fullmatch(r"wild/[0-8]a?", self.get("Variant", "").lower()) is not None

    def _start_tags(self) -> tuple[str | None, str | None]:
        """The tags that say where the game begins."""
        return self._tags.get("FEN"), self._tags.get("Variant")

    def variant(self) -> type[Board]:
        """Always `Board`. Raises `ValueError` if the tag names a variant: Tabiya plays chess and Chess960."""
        name = self.get("Variant", "")
        known = self.is_chess960() or self.is_wild() or name.lower() in {alias.lower() for alias in Board.aliases}
        if name and not known:
            raise ValueError(f"the variant {name!r} is not supported: Tabiya plays chess and Chess960")
        return Board

    def board(self) -> Board:
        """The board the game begins with."""
        board = self.variant()(self.get("FEN", Board.starting_fen), chess960=self.is_chess960())
        if not board.chess960 and board.has_chess960_castling_rights():
            board.chess960 = True
        return board

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __setitem__(self, key: str, value: str) -> None:
        if not _TAG_NAME.match(key):
            raise ValueError(f"{key!r} cannot be the name of a PGN tag")
        if "\n" in value or "\r" in value:
            raise ValueError(f"the PGN tag {key} cannot hold a line break: {value!r}")
        self._tags[key] = value

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __iter__(self) -> Iterator[str]:
        yield from (key for key in TAG_ROSTER if key in self._tags)
        yield from (key for key in self._tags if key not in _ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Headers:
        """A copy."""
        return Headers(dict(self))

    def __copy__(self) -> Headers:
        return self.copy()

    def __repr__(self) -> str:
        return f"Headers({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls) -> HeadersBuilder:
        """A visitor that collects headers."""
        from ._pgn_visitors import HeadersBuilder

        return HeadersBuilder()
