"""How a count is cut into tasks: where the tree is split, and into how many parts."""

from __future__ import annotations

import math
from typing import NamedTuple

import tabiya

from ._task import Sample, Share

MOST_PLIES = 7
"""Deeper splits have more positions than one client should handle."""

LEAST_BELOW = 3
"""Plies below the split: with fewer, handing positions out costs more than counting them."""

SECONDS_PER_POSITION = 2e-6
"""What a position of the frontier costs: finding, merging, judging, packing, sending, unpacking."""

FOR_SPLITTING = 0.1
"""How much of its time a count may spend on positions of the frontier: what is merged there no two workers count."""

FOR_SPLITTING_SHARED = 0.02
"""The same where all workers share a table, and count nothing twice anyway."""

MOST_POSITIONS = 10_000_000
"""More are split only where tasks would have too few positions: their 72 bytes each go through the scheduler."""

GROWTH = 12
"""About how many more positions the next ply has."""

TASKS_PER_WORKER = 50
"""At least, if they are not too short: with two workers, the one task that is counted twice is a hundredth of all."""

SHORTEST_TASK = 0.1
"""Seconds: handing out a task costs some milliseconds."""

GRAIN = 16
"""Positions a task should have, so that tasks can be made equal."""


TRUSTED_SECONDS = 0.0005
"""Shorter times say more of the clock than of the work."""


class Plan(NamedTuple):
    """A count, cut. The same plan gives the same tasks on every machine."""

    fen: str
    chess960: bool
    depth: int
    plies: int
    """Where the tree is split."""
    tasks: int
    positions: int
    digest: str
    """Of the positions and their paths."""


class Estimate(NamedTuple):
    """What a sample tells of the whole."""

    seconds: float
    """For one worker like the one that counted the sample."""
    leaves: float


def board(fen: str, chess960: bool) -> tabiya.Board:
    """The position that is counted."""
    return tabiya.Board(fen, chess960=chess960)


def estimate(found: list[Sample], depth: int) -> Estimate:
    """What a depth will take, from shallower ones: each ply costs as many times more as the last two did.

    >>> estimate([Sample(3, 1000, 0.01), Sample(4, 30_000, 0.1), Sample(5, 900_000, 1.0)], 7)
    Estimate(seconds=100.0, leaves=810000000.0)
    """
    if not found:
        return Estimate(0.0, 1.0)
    last = found[-1]
    rest = depth - last.depth
    if len(found) < 3 or rest <= 0:
        return Estimate(last.seconds, float(last.nodes))
    # Two plies back, because the sides to move differ in how much they can do.
    before, nearer = found[-3], found[-2]
    wider = (last.nodes / max(before.nodes, 1)) ** 0.5
    # A table makes time grow slower than leaves; times too short to be trusted give way to the leaves.
    if before.seconds > TRUSTED_SECONDS:
        longer = (last.seconds / before.seconds) ** 0.5
    elif nearer.seconds > TRUSTED_SECONDS:
        longer = last.seconds / nearer.seconds
    else:
        longer = wider
    longer = min(max(longer, 2.0), max(wider, 2.0))
    return Estimate(last.seconds * longer**rest, last.nodes * wider**rest)


def tasks(estimated: Estimate, task_seconds: float, workers: int) -> int:
    """How many tasks: of the length that was asked for, but enough that no worker waits long for the last.

    >>> tasks(Estimate(1000.0, 1e12), 10.0, 2), tasks(Estimate(20.0, 1e9), 10.0, 2), tasks(Estimate(0.1, 1e5), 10.0, 2)
    (100, 100, 1)
    """
    wanted = math.ceil(estimated.seconds / task_seconds)
    shortest = math.ceil(estimated.seconds / SHORTEST_TASK) if estimated.seconds > 0.25 else 1
    return max(1, wanted, min(shortest, TASKS_PER_WORKER * workers))


def split(
    start: tabiya.Board, depth: int, tasks: int, seconds: float, *, is_shared: bool = False
) -> tabiya.Frontier:
    """The frontier to share out: it has enough positions for `tasks` tasks, and is as deep as a share of the `seconds`
    that the count takes allows. Equal positions there are merged for all workers, deeper ones for the workers that
    share a table."""
    deepest = max(0, min(depth - LEAST_BELOW, MOST_PLIES))
    if tasks == 1:
        deepest = 0
    share = FOR_SPLITTING_SHARED if is_shared else FOR_SPLITTING
    affordable = min(seconds * share / SECONDS_PER_POSITION, MOST_POSITIONS)
    frontier = tabiya.frontier(start, 0)
    while frontier.plies < deepest and len(frontier) > 0:
        enough = len(frontier) >= GRAIN * tasks
        if enough and len(frontier) * GROWTH > affordable:
            break
        frontier = tabiya.frontier(start, frontier.plies + 1)
    return frontier
