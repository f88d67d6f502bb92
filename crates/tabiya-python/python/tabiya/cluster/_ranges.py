"""Where large files of games are cut: between two games, as far as a look at the text can tell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO, NamedTuple

_EVENT = re.compile(rb"\n[ \t\r]*\n(?=\[Event )")
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_BLOCK = 1 << 16


class Source(NamedTuple):
    """A file of games and where it could be cut."""

    path: str
    size: int
    changed: int
    """When it was changed last, in nanoseconds."""
    starts: tuple[int, ...]
    """Where ranges begin; one range for a file that is packed, which has to be read from its beginning."""

    def ranges(self) -> dict[int, int]:
        """The ranges, the end of each by its beginning."""
        return dict(zip(self.starts, (*self.starts[1:], self.size)))


def look(path: Path, length: int) -> Source:
    """A file, and the places where it is cut, about `size` bytes apart."""
    about = path.stat()
    starts = [0]
    with path.open("rb") as file:
        if not file.read(4).startswith(_PACKED):
            wanted = length
            while wanted < about.st_size:
                place = _next_game(file, max(wanted, starts[-1] + 1))
                if place is None:
                    break
                starts.append(place)
                wanted = max(wanted, place) + length
    return Source(str(path), about.st_size, about.st_mtime_ns, tuple(starts))


def _next_game(file: BinaryIO, start: int) -> int | None:
    """The first place behind `start` where a game seems to begin: an Event tag after an empty line.

    A comment may look like that. Who reads the range before then finds that no game ends here, and goes on.
    """
    file.seek(start)
    held, at = b"", start
    while block := file.read(_BLOCK):
        held += block
        if found := _EVENT.search(held):
            return at + found.end()
        keep = held[-64:]
        at += len(held) - len(keep)
        held = keep
    return None
