"""Tasks, bytes, scheduler load and time of large counts, from rates measured here; prints the tables of docs/scale.md."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import tabiya
from tabiya import _tabiya

DISTINCT = [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681, 96_400_068]
"""Distinct positions 0, 1, 2 and more plies from the start position, as `tabiya frontier` finds them."""

WORKERS = (1, 16, 256, 4096)
TASK_SECONDS = 10.0
BYTES_PER_POSITION = 72
HOPS = 2
"""Positions go to the scheduler, and from there to a worker."""
BYTES_PER_TASK = 3_300
"""What is said of a task beside its positions, by all to all, as `bench/cluster scheduler` measures it on the loopback device."""


def seconds_below(plies: int, slices: int, length: int) -> float:
    """Seconds to count `plies` plies below a position on one core, in slices of neighbours as tasks have them."""
    found = tabiya.frontier(tabiya.Board(), 5)
    counter = _tabiya._Counter(1, 1 << 30, tabiya.cpu_levels()[0])
    # Memory that was never touched is slow; these positions are not in the sample.
    counter.count(*found._packed(0, 64), 4)
    used, counted = 0.0, 0
    for i in range(slices):
        start = (2 * i + 1) * len(found) // (2 * slices)
        positions, paths = found._packed(start, start + length)
        before = time.process_time()
        counter.count(positions, paths, plies)
        used += time.process_time() - before
        counted += length
    return used / counted


def words(seconds: float) -> str:
    """A time in words."""
    for unit, length in (("years", 365.25 * 86400), ("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.0f} s"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="a smaller sample")
    typed = parser.parse_args(arguments)
    rate = {}
    for plies, (slices, length) in {4: (16, 256), 5: (16, 128), 6: (8, 64), 7: (4, 48)}.items():
        rate[plies] = seconds_below(plies, slices, length // 4 if typed.quick else length)
        print(f"{plies} plies below a position five plies from the start: {1e3 * rate[plies]:.2f} ms of one core", flush=True)
    rate[8] = rate[7] ** 2 / rate[6]
    print(f"8 plies, by the same growth: {1e3 * rate[8]:.0f} ms\n")
    workers = " | ".join(f"{n:,} workers" for n in WORKERS)
    print(f"| perft | split after | positions | core-seconds | tasks of 10 s | bytes moved | {workers} |")
    print("|---|---|---|---|---|---|" + "---|" * len(WORKERS))
    for depth in range(11, 16):
        plies = next(k for k in range(4, 8) if depth - k <= 6 or k == 7)
        total = DISTINCT[plies] * rate[depth - plies]
        tasks = max(1, round(total / TASK_SECONDS))
        moved = HOPS * DISTINCT[plies] * BYTES_PER_POSITION + tasks * BYTES_PER_TASK
        cells = [f"{words(total / n)}, {n / TASK_SECONDS:,.1f}/s" for n in WORKERS]
        row = [str(depth), f"{plies} plies", f"{DISTINCT[plies]:,}", f"{total:,.0f}", f"{tasks:,}", f"{moved / 1e9:,.2f} GB"]
        print("| " + " | ".join(row + cells) + " |")


if __name__ == "__main__":
    main()
