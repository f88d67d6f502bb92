"""Clusters for the tests: processes by address, and what they all need."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

START_6 = 119_060_324
START_7 = 3_195_901_860
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
HERE = Path(__file__).parent
TABLE = 8 << 20
UNHURRIED = "--pause", "0.1"
"""Workers of whose count a test can reach the middle."""


class Processes:
    """A scheduler and workers, each a process that can be killed."""

    def __init__(self) -> None:
        self.all: list[subprocess.Popen[str]] = []
        self.scheduler = ""

    def start(self, *arguments: str, within: Sequence[str] = ()) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen(
            [*within, sys.executable, str(HERE / "cluster_process.py"), *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )
        self.all.append(process)
        return process, _line(process.stdout)

    def start_scheduler(self, *options: str, within: Sequence[str] = ()) -> subprocess.Popen[str]:
        process, self.scheduler = self.start("scheduler", *options, within=within)
        return process

    def start_worker(self, *options: str, within: Sequence[str] = ()) -> tuple[subprocess.Popen[str], str]:
        return self.start("worker", self.scheduler, *options, within=within)

    def stop(self) -> None:
        for process in self.all:
            process.send_signal(signal.SIGKILL)
        for process in self.all:
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _line(stream: IO[str] | None) -> str:
    assert stream is not None
    line = stream.readline().strip()
    assert line.startswith("tcp://"), f"the process did not start: {line}"
    return line


@contextmanager
def processes(workers: int = 0, *options: str) -> Iterator[Processes]:
    """A scheduler with `workers` workers of these options, killed afterwards whatever happens."""
    running = Processes()
    try:
        running.start_scheduler()
        for _ in range(workers):
            running.start_worker(*options)
        yield running
    finally:
        running.stop()


@contextmanager
def local_cluster() -> Iterator[Any]:
    """A client of three worker processes that a nanny starts again when they die."""
    from distributed import Client, LocalCluster

    cluster = LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit="1GiB"
    )
    with cluster, Client(cluster) as client:
        yield client


def command(*arguments: str) -> list[str]:
    """The command line of `python -m tabiya.cluster`."""
    return [sys.executable, "-m", "tabiya.cluster", *arguments]


def wait_until(condition: object, seconds: float = 60.0) -> None:
    """Waits for something that another process does."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
