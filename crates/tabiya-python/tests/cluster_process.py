"""A scheduler or a worker as a process of its own, with faults on request. Says its address on standard output.

    cluster_process.py scheduler [PORT] [--host ADDRESS]
    cluster_process.py worker SCHEDULER [--host ADDRESS] [--memory BYTES] [--version VERSION] [--pause SECONDS] [--lie] [--gpu]
"""

from __future__ import annotations

import argparse
import asyncio
import time
from typing import Any

import tabiya
from tabiya.cluster import _task


async def scheduler(port: int, host: str) -> None:
    from distributed import Scheduler

    async with Scheduler(host=host, port=port, dashboard=False) as running:
        print(running.address, flush=True)
        await running.finished()


async def worker(address: str, memory: int, host: str) -> None:
    from distributed import Worker

    async with Worker(address, nthreads=1, memory_limit=memory, dashboard=False, host=host) as running:
        print(running.address, flush=True)
        await running.finished()


class Liar:
    """Counts one leaf too many."""

    def __init__(self, *arguments: Any) -> None:
        self.honest = honest(*arguments)

    def count(self, positions: bytes, paths: bytes, depth: int) -> tuple[int, str]:
        nodes, digest = self.honest.count(positions, paths, depth)
        return nodes + 1, digest


class Slow:
    """Rests before each count, so that a count of many tasks takes its time on a machine of any speed."""

    pause = 0.0

    def __init__(self, *arguments: Any) -> None:
        self.counter = honest(*arguments)

    def count(self, positions: bytes, paths: bytes, depth: int) -> tuple[int, str]:
        time.sleep(self.pause)
        return self.counter.count(positions, paths, depth)


class Card:
    """Stands in for the counter on a GPU: it counts what it is given, and only by that name."""

    def __init__(self, threads: int, hash: int, level: str, table: Any = None) -> None:
        self.counter = honest(threads, 1 << 20, "portable") if level == "gpu" else honest(threads, hash, level, table)

    def count(self, positions: bytes, paths: bytes, depth: int) -> tuple[int, str]:
        return self.counter.count(positions, paths, depth)


honest = _task._tabiya._Counter

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["scheduler", "worker"])
    parser.add_argument("where", nargs="?", default="0")
    parser.add_argument("--memory", type=int, default=1 << 30)
    parser.add_argument("--version", default=tabiya.__version__)
    parser.add_argument("--pause", type=float)
    parser.add_argument("--lie", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--host", default="127.0.0.1")
    typed = parser.parse_args()
    tabiya.__version__ = typed.version
    if typed.pause is not None:
        Slow.pause = typed.pause
        setattr(_task._tabiya, "_Counter", Slow)
    if typed.lie:
        setattr(_task._tabiya, "_Counter", Liar)
    if typed.gpu:
        setattr(_task._tabiya, "_Counter", Card)
        setattr(tabiya, "gpus", lambda: ["a stand-in"])
    if typed.role == "scheduler":
        asyncio.run(scheduler(int(typed.where), typed.host))
    else:
        asyncio.run(worker(typed.where, typed.memory, typed.host))
