"""Files of games into Parquet files of positions, a file or a range of one per task."""

from __future__ import annotations

import glob as globbing
import json
import os
import sys
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import tabiya
from tabiya import _tabiya

from . import _ranges
from ._errors import ClusterError, Refused
from ._flights import Flights
from ._local import some_client
from ._progress import Progress

if TYPE_CHECKING:
    from distributed import Client
else:
    # Dask is loaded when it is needed.
    Client = object

COLUMNS = ("file", "game", "ply", "position", "key", "move", "result")
MANIFEST = "_tabiya.json"


class Part(NamedTuple):
    """What became of a range."""

    rows: int
    is_whole: bool
    """Whether the range ended between two games; if not, nothing was written."""


def positions(
    glob: str | Iterable[str],
    *,
    to: str | os.PathLike[str],
    columns: Iterable[str] = COLUMNS,
    client: Client | None = None,
    range_bytes: int = 64 << 20,
    progress: bool = True,
    timeout: float = 3600.0,
) -> int:
    """Writes the positions of many files of games as Parquet files into the folder `to`; how many there are.

    One row per position before a move of the main lines: `file` (its number among the sorted names, as `_tabiya.json`
    in the folder has them), `game` (the byte of the unpacked file at which it begins, so that both together tell games
    apart), and `ply`, `position`, `key`, `move` and `result` as of `tabiya.pgn.scan`. `glob` is a pattern or several;
    files may be `.pgn`, `.gz` or `.zst`. Files that are not packed are cut into ranges of about `range_bytes`, always
    between two games. Every worker must see the files and the folder under the same names. A run that was ended goes on
    if it is called again in the same way: a Parquet file is there when it is whole, and not before.
    """
    chosen = tuple(columns)
    for name in chosen:
        if name not in COLUMNS:
            raise ValueError(f"{name!r} is not a column: expected some of {', '.join(COLUMNS)}")
    if not chosen:
        raise ValueError("no columns: expected some of " + ", ".join(COLUMNS))
    patterns = [glob] if isinstance(glob, str) else list(glob)
    paths = sorted({os.path.abspath(path) for pattern in patterns for path in globbing.glob(pattern, recursive=True)})
    if not paths:
        raise FileNotFoundError(f"no files match {', '.join(patterns)}")
    sources = [_ranges.look(Path(path), max(1, range_bytes)) for path in paths]
    folder = Path(os.path.abspath(to))
    _claim(folder, sources, chosen, range_bytes)
    with some_client(client) as dask:
        return _Conversion(dask, sources, folder, chosen, sys.stderr if progress else None, timeout).go()


def _claim(folder: Path, sources: list[_ranges.Source], columns: tuple[str, ...], range_bytes: int) -> None:
    """Makes the folder, or refuses one that holds something else."""
    about = json.dumps(
        {
            "format": "tabiya positions 2", "version": tabiya.__version__, "columns": columns, "range_bytes": range_bytes,
            "files": [[source.path, source.size, source.changed] for source in sources],
        },
        indent=1,
    )
    manifest = folder / MANIFEST
    folder.mkdir(parents=True, exist_ok=True)
    if manifest.exists():
        if manifest.read_text(encoding="utf-8") != about:
            raise ClusterError(f"{folder} holds the positions of other files or other columns: choose another folder")
    elif any(folder.iterdir()):
        raise ClusterError(f"{folder} is not empty: choose another folder")
    else:
        temporary = folder / f"{MANIFEST}.tmp"
        temporary.write_text(about, encoding="utf-8")
        temporary.replace(manifest)


def convert(
    path: str, file: int, extent: tuple[int, int] | None, out: str, columns: tuple[str, ...], version: str
) -> Part:
    """Writes the positions of a file or a range of it; on a worker, but a pure function but for the file."""
    import pyarrow
    import pyarrow.parquet

    from tabiya._scan_batches import arrow_batches

    if tabiya.__version__ != version:
        from distributed import get_worker

        raise Refused(
            f"worker {get_worker().address} has tabiya {tabiya.__version__} and this is {version}: install the same"
        )
    kinds = {
        "file": pyarrow.uint32(), "game": pyarrow.uint64(), "ply": pyarrow.uint16(), "position": pyarrow.binary(64), "key": pyarrow.uint64(),
        "move": pyarrow.uint16(), "result": pyarrow.int8(),
    }
    schema = pyarrow.schema([(name, kinds[name]) for name in columns])
    scanner = _tabiya._Scanner(path, True, extent, True)
    # Another worker with the same task uses another name; the last to finish replaces the file by an equal one.
    temporary = f"{out}.{uuid.uuid4().hex}.tmp"
    rows = 0
    try:
        with pyarrow.parquet.ParquetWriter(temporary, schema, compression="zstd") as writer:
            for batch in arrow_batches(scanner, 65536):
                numbers = pyarrow.repeat(pyarrow.scalar(file, kinds["file"]), batch.num_rows)
                known = dict(zip((*batch.schema.names, "file"), (*batch.columns, numbers)))
                writer.write_batch(pyarrow.RecordBatch.from_arrays([known[name] for name in columns], schema=schema))
                rows += batch.num_rows
        is_whole = scanner.ended_between_games() is True
        if is_whole:
            os.replace(temporary, out)
        return Part(rows, is_whole)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)


class _Conversion:
    def __init__(
        self, client: Client, sources: list[_ranges.Source], folder: Path, columns: tuple[str, ...], stream: Any, timeout: float
    ) -> None:
        self.client, self.sources, self.folder, self.columns = client, sources, folder, columns
        self.stream, self.timeout = stream, timeout
        self.ranges = [source.ranges() for source in sources]
        self.rows: dict[tuple[int, int], int] = {}

    def _out(self, file: int, start: int, stop: int) -> Path:
        stem = Path(self.sources[file].path).name.split(".")[0]
        return self.folder / f"{file:05}-{stem}-{start:013}-{stop:013}.parquet"

    def _find_done(self) -> None:
        """Takes what an earlier run has left; it may have joined ranges."""
        import pyarrow.parquet

        for file, ranges in enumerate(self.ranges):
            for start in sorted(ranges):
                if start not in ranges:
                    continue
                stops = [stop for begin, stop in ranges.items() if begin >= start and self._out(file, start, stop).exists()]
                if stops:
                    for joined in [begin for begin in ranges if start < begin < max(stops)]:
                        del ranges[joined]
                    ranges[start] = max(stops)
                    self.rows[file, start] = pyarrow.parquet.read_metadata(self._out(file, start, max(stops))).num_rows

    def go(self) -> int:
        """Converts what is missing."""
        for leftover in self.folder.glob("*.tmp"):
            leftover.unlink()
        self._find_done()
        total = sum(map(len, self.ranges))
        progress = Progress("positions", total, len(self.rows), self.client, self.stream)
        flights = Flights(self.client, f"positions-{uuid.uuid4().hex[:8]}", self.timeout, progress.warn)
        todo = [(file, start) for file, ranges in enumerate(self.ranges) for start in sorted(ranges)][::-1]
        try:
            while todo or len(flights):
                while todo and flights.has_room():
                    file, start = todo.pop()
                    if start in self.ranges[file] and (file, start) not in self.rows:
                        self._start(flights, file, start)
                for key, part in flights.wait():
                    assert isinstance(key, tuple)
                    progress.add(part.rows)
                    if (again := self._take(key, part)) is not None:
                        todo.append(again)
        except BaseException:
            flights.cancel()
            raise
        progress.close()
        return sum(self.rows.values())

    def _start(self, flights: Flights, file: int, start: int) -> None:
        source, stop = self.sources[file], self.ranges[file][start]
        extent = (start, stop) if len(source.starts) > 1 else None
        out = str(self._out(file, start, stop))
        arguments = source.path, file, extent, out, self.columns, tabiya.__version__
        flights.start((file, start, stop), convert, *arguments)

    def _take(self, key: tuple[int, int, int], part: Part) -> tuple[int, int] | None:
        """Believes a range that was whole, and joins one that was not with the next; that is to be done then."""
        file, start, stop = key
        ranges = self.ranges[file]
        if ranges.get(start) != stop:
            # It was joined with the one before meanwhile.
            self._out(file, start, stop).unlink(missing_ok=True)
            return None
        if part.is_whole:
            self.rows[file, start] = part.rows
            return None
        after = ranges.pop(stop)
        self.rows.pop((file, stop), None)
        self._out(file, stop, after).unlink(missing_ok=True)
        ranges[start] = after
        return file, start
