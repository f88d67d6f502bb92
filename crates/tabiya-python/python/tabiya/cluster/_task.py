"""What runs on the workers: pure functions of their arguments, and a counter that each process keeps."""

from __future__ import annotations

import functools
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

import tabiya
from tabiya import _tabiya

from . import _tables
from ._errors import Refused, size
from ._tables import LEAST_MEMORY

if TYPE_CHECKING:
    from distributed import Worker

SAMPLE_TABLE = 64 << 20
ELSEWHERE = "k7/8/8/8/8/8/8/K5Q1 w - - 0 1"
"""A position that has nothing in common with those that people count."""


class Means(NamedTuple):
    """With what a worker is to count."""

    version: str
    """The version of Tabiya that it must have."""
    hash: int | None = None
    """Bytes of its table; by default half of what the worker may use."""
    level: str | None = None
    """Its instructions; a GPU if there is one, or else the best there are."""
    other_than: str | None = None
    """Instructions that it must not use if it has others. The count then is independent: it begins with an empty table."""
    table: str | None = None
    """The name of a table that the workers of a machine share; one that does not find it has one of its own."""


class Share(NamedTuple):
    """A task: positions, how many paths lead to each, and how many plies to count below them."""

    number: int
    positions: bytes
    """Packed, 64 bytes each."""
    paths: bytes
    """Words of 8 bytes."""
    depth: int


class Answer(NamedTuple):
    """What a worker found, and who it was."""

    number: int
    nodes: int
    digest: str
    version: str
    level: str
    worker: str
    seconds: float


class Facts(NamedTuple):
    """What a worker is."""

    version: str
    cores: int
    memory: int | None
    levels: tuple[str, ...]
    gpus: tuple[str, ...]
    machine: str | None = None
    """Equal for those who can share memory; nothing where that is not known."""


_turn = threading.Lock()
_kept: dict[tuple[int, int, str, str | None], _tabiya._Counter] = {}


def version() -> str:
    """The version there; for `Client.run_on_scheduler`."""
    return tabiya.__version__


def facts(dask_worker: Worker) -> Facts:
    """What the worker is; for `Client.run`."""
    levels, gpus = tuple(tabiya.cpu_levels()), tuple(tabiya.gpus())
    return Facts(tabiya.__version__, _cores(dask_worker), _memory(dask_worker), levels, gpus, _tables.machine())


@functools.lru_cache(maxsize=None)
def _best() -> str:
    """The fastest way to count on this machine."""
    return "gpu" if tabiya.gpus() else tabiya.cpu_levels()[0]


def _cores(worker: Worker) -> int:
    return int(worker.state.nthreads)


def _memory(worker: Worker) -> int | None:
    limit = worker.memory_manager.memory_limit
    return int(limit) if limit else None


def judge(address: str, version: str, memory: int | None, means: Means) -> None:
    """Refuses a worker that must not or cannot count.

    >>> judge("tcp://10.0.0.1:4000", "0.9.0", None, Means("1.0.0"))
    Traceback (most recent call last):
    ...
    tabiya.cluster._errors.Refused: worker tcp://10.0.0.1:4000 has tabiya 0.9.0 and this count is by 1.0.0: install the same
    """
    if version != means.version:
        raise Refused(f"worker {address} has tabiya {version} and this count is by {means.version}: install the same")
    if memory is not None and memory < LEAST_MEMORY:
        least = size(LEAST_MEMORY)
        raise Refused(f"worker {address} may use {size(memory)} of memory, and {least} are the least: give it more")
    if memory is not None and means.hash is not None and means.hash > (memory - LEAST_MEMORY // 2):
        raise Refused(
            f"worker {address} may use {size(memory)} of memory, too little for a table of {size(means.hash)}: "
            "give it more, or ask for a smaller table"
        )


def _counter(worker: Worker, means: Means) -> tuple[_tabiya._Counter, str]:
    """The counter of this process for these means, with what it has in its table, and its instructions."""
    levels = tabiya.cpu_levels()
    level = means.level or _best()
    if means.other_than is not None:
        level = next((other for other in levels if other != means.other_than), levels[0])
    wanted = _tables.own(_memory(worker), means.hash)
    if means.other_than is not None:
        return _make(worker, means, _cores(worker), min(wanted, 64 << 20), level), level
    key = _cores(worker), wanted, level, means.table
    if key not in _kept:
        _kept.clear()
        table = _tables.find(means.table) if level != "gpu" else None
        _kept[key] = _tabiya._Counter(key[0], 0, level, table) if table else _make(worker, means, *key[:3])
    return _kept[key], level


def _make(worker: Worker, means: Means, cores: int, hash: int, level: str) -> _tabiya._Counter:
    while True:
        try:
            return _tabiya._Counter(cores, hash, level)
        except MemoryError as error:
            if means.hash is not None and means.other_than is None:
                raise Refused(f"worker {worker.address}: {error}; give it more, or ask for a smaller table") from None
            hash //= 2


def count(share: Share, means: Means) -> Answer:
    """Counts a task on the worker that this is called on, with all its cores."""
    from distributed import get_worker

    worker = get_worker()
    judge(worker.address, tabiya.__version__, _memory(worker), means)
    # One task at a time has all the cores and the table.
    with _turn:
        counter, level = _counter(worker, means)
        started = time.perf_counter()
        nodes, digest = counter.count(share.positions, share.paths, share.depth)
        seconds = time.perf_counter() - started
    return Answer(share.number, nodes, digest, tabiya.__version__, level, worker.address, seconds)


class Sample(NamedTuple):
    """How long some depths of a sample took."""

    depth: int
    nodes: int
    seconds: float


def sample(share: Share, means: Means, budget: float) -> list[Sample]:
    """Counts deeper and deeper until the next depth would take more than this many seconds, or too much of the whole count."""
    from distributed import get_worker

    worker = get_worker()
    judge(worker.address, tabiya.__version__, _memory(worker), means)
    found: list[Sample] = []
    with _turn:
        # A small table: clearing a large one would take longer than the sample.
        small = means._replace(hash=min(means.hash if means.hash is not None else SAMPLE_TABLE, SAMPLE_TABLE))
        level, cores = means.level or _best(), _cores(worker)
        counter = _make(worker, small, cores, small.hash or 0, level)
        # Memory is cleared when it is first touched; that time must not be taken for a sample's.
        counter.count(*tabiya.frontier(tabiya.Board(ELSEWHERE), 0)._packed(0, 1), 5)
        # The last ply but one would take a tenth of all the work, while the other workers wait.
        for depth in range(1, max(share.depth - 1, 2)):
            started, used = time.perf_counter(), time.process_time()
            nodes, _ = counter.count(share.positions, share.paths, depth)
            seconds, used = time.perf_counter() - started, time.process_time() - used
            # On a busy machine the clock says more of others than of us.
            found.append(Sample(depth, nodes, seconds if level == "gpu" else min(seconds, used / cores)))
            if found[-1].seconds * 10 > budget:
                break
    return found
