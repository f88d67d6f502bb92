"""Counts on a cluster of this machine against the command, and what follows for larger ones. See `bench/cluster`."""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import empty
import psutil
import scale
import tabiya
import tabiya.cluster
from distributed import Client, LocalCluster
from tabiya.cluster import _perft, _tables, _task

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COUNTS = {
    ("start", 8): 84_998_978_956,
    ("start", 9): 2_439_530_234_167,
    ("kiwipete", 6): 8_031_647_685,
    ("kiwipete", 7): 374_190_009_323,
}
FENS = {"start": tabiya.STARTING_FEN, "kiwipete": KIWIPETE}
TABLE = 2 << 30


@contextmanager
def cluster(workers: int) -> Iterator[Client]:
    """A local cluster of `workers` processes with one thread each."""
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", memory_limit="6GiB"
    ) as local, Client(local) as client:
        client.wait_for_workers(workers)
        yield client


def cpu_of_worker() -> float:
    """Seconds of CPU time that a worker has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def forget() -> None:
    """Gives up the table of a worker."""
    _task._kept.clear()
    _tables._made.clear()


def on_cluster(client: Client, name: str, depth: int, **options: Any) -> tuple[float, float, _perft.Report]:
    """Wall clock, CPU time and what was counted, with fresh tables."""
    client.run(forget)
    before = sum(client.run(cpu_of_worker).values()) + cpu_of_worker()
    started = time.perf_counter()
    asked = {"checkpoint": None, "check": 0.0, "task_seconds": 10.0, "tasks": None, "timeout": None, **options}
    report = _perft.count(
        depth, fen=FENS[name], chess960=False, client=client, stream=None,
        means=_task.Means(tabiya.__version__, TABLE // 2), **asked,
    )
    wall = time.perf_counter() - started
    cpu = sum(client.run(cpu_of_worker).values()) + cpu_of_worker() - before
    expected = COUNTS[name, depth]
    assert report.nodes == expected, f"{report.nodes} is not {expected}"
    return wall, cpu, report


def natively(command: str, name: str, depth: int) -> tuple[float, float]:
    """Wall clock of the last depth, and CPU time of the whole."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    typed = [command, "perft", str(depth), "--fen", FENS[name], "--threads", "2", "--hash", str(TABLE), "--json"]
    lines = subprocess.run(typed, check=True, capture_output=True, text=True).stdout.splitlines()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = json.loads(lines[-1])
    assert int(answer["nodes"]) == COUNTS[name, depth]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # Shallower depths are counted first; their share of the CPU time is that of their time.
    seconds = [json.loads(line)["seconds"] for line in lines]
    return answer["seconds"], cpu * seconds[-1] / max(sum(seconds), 1e-9)


def ratio(command: str, rounds: int, small: bool) -> None:
    """The same counts with equal tables on two cores, in turns."""
    for name, depth in [("start", 8 if small else 9), ("kiwipete", 6 if small else 7)]:
        walls, cpus = [], []
        with cluster(2) as client:
            for _ in range(rounds):
                native = natively(command, name, depth)
                wall, cpu, report = on_cluster(client, name, depth)
                walls.append((wall, native[0]))
                cpus.append((cpu, native[1]))
                print(
                    f"  {name} {depth}: command {native[0]:6.2f} s, {native[1]:6.2f} s of CPU; "
                    f"cluster {wall:6.2f} s, {cpu:6.2f} s of CPU, {report.plan.tasks} tasks after {report.plan.plies} plies; load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
        best = [min(ours for ours, _ in pairs) / min(native for _, native in pairs) for pairs in (walls, cpus)]
        print(f"{name} {depth}: cluster of two / command: {best[0]:.2f} by the clock, {best[1]:.2f} by CPU time (bar 1.15)")


def overhead(tasks: int) -> None:
    """Seconds per task beyond counting."""
    with cluster(2) as client, tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        report = _perft.count(
            7, fen=tabiya.STARTING_FEN, chess960=False, client=client, checkpoint=folder, stream=None,
            means=_task.Means(tabiya.__version__, 1 << 20), check=0.0, task_seconds=10.0, tasks=tasks, timeout=None,
        )
        wall = time.perf_counter() - started
    counting = sum(answer.seconds for answer in report.answers.values()) / 2
    each = (wall - counting) / tasks
    print(f"overhead: {tasks} tasks in {wall:.2f} s, {counting:.2f} s of them counting on two workers: {1e3 * each:.2f} ms per task")


def killed(small: bool) -> None:
    """A count with and without a worker that is killed in the middle."""
    depth = 8 if small else 9
    with cluster(2) as client:
        calm, _, report = on_cluster(client, "start", depth)

        def kill() -> None:
            nannies = client.cluster.workers.values()
            os.kill(next(iter(nannies)).pid, signal.SIGKILL)

        timer = threading.Timer(calm / 2, kill)
        timer.start()
        disturbed, _, _ = on_cluster(client, "start", depth)
        timer.join()
    longest = max(answer.seconds for answer in report.answers.values())
    print(
        f"one of two workers killed half-way through perft {depth}: {disturbed:.1f} s instead of {calm:.1f} s; "
        f"its longest task takes {longest:.1f} s"
    )


def loopback() -> int:
    """Bytes that went through the loopback device of this network namespace, from all programs."""
    with open("/proc/net/dev", encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.lstrip().startswith("lo:"))


@contextmanager
def apart(workers: int) -> Iterator[tuple[Client, psutil.Process]]:
    """A scheduler and workers that are processes by themselves, as on a real cluster; a client, and the scheduler's process."""
    module = [sys.executable, "-m", "distributed.cli.dask_spec"]
    # All of them load what they pass on, the scheduler too.
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        file = os.path.join(folder, "scheduler.json")
        about = {"cls": "distributed.Scheduler", "opts": {"host": "127.0.0.1", "dashboard": False, "scheduler_file": file}}
        started = [subprocess.Popen([*module, "--spec", json.dumps(about)], **quiet)]
        running.callback(lambda: [(process.kill(), process.wait()) for process in started])
        while not os.path.exists(file):
            time.sleep(0.05)
        with open(file, encoding="utf-8") as lines:
            address = json.load(lines)["address"]
        for _ in range(workers):
            about = {"cls": "distributed.Worker", "opts": {"nthreads": 1, "dashboard": False, "local_directory": folder}}
            started.append(subprocess.Popen([*module, address, "--spec", json.dumps(about)], **quiet))
        client = running.enter_context(Client(address))
        client.wait_for_workers(workers)
        yield client, psutil.Process(started[0].pid)


def scheduler(tasks: int) -> None:
    """How many tasks per second a scheduler takes: empty ones of the real shape, in a window as of a hundred workers."""
    from tabiya.cluster._flights import Flights

    found = tabiya.frontier(tabiya.Board(), 3)
    positions, paths = found._packed(0, 16)
    means = _task.Means(tabiya.__version__, 1 << 30, table="tabiya Scheduler-01234567-89ab-cdef-0123-456789abcdef 1073741824 9999999999")

    def used(process: psutil.Process) -> float:
        times = process.cpu_times()
        return float(times.user + times.system)

    with apart(2) as (client, process):
        flights = Flights(client, "empty", 600.0, print)
        memory = process.memory_info().rss
        before, theirs, moved = cpu_of_worker(), used(process), loopback()
        started, done, number, told = time.perf_counter(), 0, 0, 0
        while done < tasks:
            while number < tasks and len(flights) < 200:
                flights.start(number, empty.nothing, _task.Share(number, positions, paths, 7), means)
                number += 1
            done += len(flights.wait())
            if done >= told + tasks // 10:
                told = done
                now = process.memory_info().rss
                print(f"  {done:,} tasks, {time.perf_counter() - started:.0f} s, the scheduler has {now >> 20} MiB", flush=True)
        wall = time.perf_counter() - started
        cpu, theirs, moved = cpu_of_worker() - before, used(process) - theirs, loopback() - moved
        grown = process.memory_info().rss - memory
    payload = len(positions) + len(paths)
    print(
        f"scheduler: {tasks:,} empty tasks of {payload} bytes in {wall:.1f} s: {tasks / wall:,.0f} per second (load {os.getloadavg()[0]:.1f}); "
        f"CPU time per task: scheduler {1e3 * theirs / tasks:.2f} ms, client {1e3 * cpu / tasks:.2f} ms; "
        f"the scheduler grew by {grown / 2**20:.0f} MiB from {memory / 2**20:.0f} MiB; {moved / tasks:,.0f} bytes per task on the wire, "
        f"{moved / tasks - scale.HOPS * payload:,.0f} beside the positions"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("figures", nargs="*", choices=["ratio", "overhead", "killed", "scheduler", "scale", []])
    parser.add_argument("--command", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--small", action="store_true", help="a ply less")
    typed = parser.parse_args()
    figures = typed.figures or ["ratio", "overhead", "killed", "scheduler", "scale"]
    if "ratio" in figures:
        ratio(typed.command, typed.rounds, typed.small)
    if "overhead" in figures:
        overhead(1000)
    if "killed" in figures:
        killed(typed.small)
    if "scheduler" in figures:
        scheduler(typed.tasks)
    if "scale" in figures:
        scale.main([])


if __name__ == "__main__":
    main()
