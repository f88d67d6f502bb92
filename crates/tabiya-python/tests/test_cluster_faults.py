"""What dies, hangs, lies or is full under a count: the count is exact, or there is a clear error, and nothing counts twice."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tabiya
from clusters import START_6, START_7, TABLE, UNHURRIED, Processes, command, local_cluster, processes, wait_until

distributed = pytest.importorskip("distributed")

import tabiya.cluster
from tabiya.cluster import ClusterError, MismatchError, Refused, _checkpoint, _task

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


def perft(depth: int, client: Any, **options: Any) -> int:
    options = {"progress": False, "hash": TABLE, "tasks": 40, "check": 0, "timeout": 60, **options}
    return tabiya.cluster.perft(depth, client=client, **options)


def lines(folder: Path) -> list[dict[str, Any]]:
    file = folder / _checkpoint.NAME
    found = [_checkpoint.unseal(line) for line in file.read_bytes().splitlines(keepends=True)] if file.exists() else []
    return [line for line in found if line is not None]


def tasks(folder: Path) -> list[int]:
    return [line["task"] for line in lines(folder) if "task" in line]


def perft_7(scheduler: str, folder: Path, *options: str) -> list[str]:
    """The command line of a count in sixty tasks."""
    means = ["--tasks", "60", "--check", "0", "--hash", "8M", "--quiet"]
    return command("perft", "7", "--scheduler", scheduler, "--checkpoint", str(folder), *means, *options)


@pytest.fixture
def local() -> Iterator[Any]:
    with local_cluster() as client:
        yield client


def test_workers_killed_many_times(local: Any, tmp_path: Path) -> None:
    over = threading.Event()
    killed = []

    def kill() -> None:
        chance = random.Random(7)
        while not over.wait(0.4):
            pids = [nanny.pid for nanny in local.cluster.workers.values() if nanny.pid]
            if pids and len(killed) < 10:
                killed.append(chance.choice(pids))
                try:
                    os.kill(killed[-1], signal.SIGKILL)
                except ProcessLookupError:
                    killed.pop()

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        # Again until enough have died, in tasks or between them.
        rounds = 0
        while len(killed) < 10 and rounds < 20:
            folder = tmp_path / str(rounds)
            assert perft(7, local, checkpoint=folder, tasks=60) == START_7
            assert sorted(tasks(folder)) == list(range(60))
            rounds += 1
    finally:
        over.set()
        thread.join()
    assert len(killed) == 10


def test_a_worker_that_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with processes(3, *UNHURRIED) as running, distributed.Client(running.scheduler) as client:
        client.wait_for_workers(3)
        stopped = running.all[-1]
        folder = tmp_path / "checkpoint"
        thread = threading.Thread(
            target=lambda: (wait_until(lambda: len(tasks(folder)) > 3), stopped.send_signal(signal.SIGSTOP))
        )
        thread.start()
        assert perft(7, client, checkpoint=folder, timeout=6) == START_7
        thread.join()
        assert sorted(tasks(folder)) == list(range(40))
        assert len(client.nthreads()) == 2 and "has not answered for 6 s" in capsys.readouterr().err


def hang(dask_worker: Any) -> None:
    """The next task waits for its turn for ever, while the worker goes on saying that it is well."""
    _task._turn.acquire()


def test_a_task_that_hangs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with processes(3) as running, distributed.Client(running.scheduler) as client:
        client.wait_for_workers(3)
        sick = next(iter(client.nthreads()))
        client.run(hang, workers=[sick])
        assert perft(6, client, checkpoint=tmp_path, timeout=6) == START_6
        assert sorted(tasks(tmp_path)) == list(range(40))
        assert f"worker {sick} has not answered for 6 s" in capsys.readouterr().err


def test_nobody_answers() -> None:
    with processes(1) as running, distributed.Client(running.scheduler) as client:
        client.wait_for_workers(1)
        client.run(hang)
        with pytest.raises(ClusterError, match="no workers are left|takes more than 1 s wherever"):
            tabiya.cluster._flights.PATIENCE, kept = 1.0, tabiya.cluster._flights.PATIENCE
            try:
                perft(5, client, tasks=2, timeout=1)
            finally:
                tabiya.cluster._flights.PATIENCE = kept


def test_a_worker_of_another_version_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with processes(2) as running, distributed.Client(running.scheduler) as client:
        client.wait_for_workers(2)

        # One that comes later is sent away, and the count goes on.
        def join() -> None:
            wait_until(lambda: len(tasks(tmp_path)) > 1)
            running.start_worker("--version", "0.0.1")

        thread = threading.Thread(target=join)
        thread.start()
        # Without table and vectors the count takes long enough for another worker to join.
        assert perft(7, client, checkpoint=tmp_path, hash=0, level="portable") == START_7
        thread.join()
        assert "has tabiya 0.0.1 and this count is by" in capsys.readouterr().err
        assert len(client.nthreads()) == 2

        # One that is there at the beginning is an error.
        _, other = running.start_worker("--version", "0.0.1")
        client.wait_for_workers(3)
        with pytest.raises(Refused, match=f"worker tcp://.* has tabiya 0.0.1 and this count is by {tabiya.__version__}"):
            perft(5, client)


def test_a_scheduler_of_another_version_is_refused() -> None:
    running = Processes()
    try:
        running.start_scheduler("--version", "0.0.1")
        with distributed.Client(running.scheduler) as client:
            with pytest.raises(Refused, match=f"the scheduler has tabiya 0.0.1 and this count is by {tabiya.__version__}"):
                perft(5, client)
    finally:
        running.stop()


def test_a_worker_with_too_little_memory_is_refused() -> None:
    with processes(1) as running, distributed.Client(running.scheduler) as client:
        client.wait_for_workers(1)
        with pytest.raises(Refused, match="may use 1.0 GiB of memory, too little for a table of 2.0 GiB"):
            perft(5, client, hash=2 << 30)
        running.start_worker("--memory", str(100 << 20))
        client.wait_for_workers(2)
        with pytest.raises(Refused, match="may use 100.0 MiB of memory, and 192.0 MiB are the least"):
            perft(5, client)


def test_a_worker_that_miscounts_is_found_and_named() -> None:
    with processes(1) as running, distributed.Client(running.scheduler) as client:
        _, liar = running.start_worker("--lie")
        client.wait_for_workers(2)
        with pytest.raises(MismatchError, match=f"{liar} with"):
            perft(5, client, tasks=12, check=1.0)


def test_the_scheduler_is_killed_and_the_run_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    with processes(3, *UNHURRIED) as running:
        typed = perft_7(running.scheduler, folder, "--timeout", "6")
        client = subprocess.Popen(typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: len(tasks(folder)) >= 5)
        running.all[0].kill()
        out, error = client.communicate(timeout=90)
        before = tasks(folder)
        assert client.returncode == 2 and "is gone; start one and run the same again" in error, error
        assert 5 <= len(before) < 60
    resumed(folder, before)


def resumed(folder: Path, before: list[int]) -> None:
    """The rest is counted on a new cluster, and what was done is not counted again."""
    with processes(3) as running, distributed.Client(running.scheduler) as client:
        client.wait_for_workers(3)
        assert perft(7, client, checkpoint=folder) == START_7
    after = tasks(folder)
    assert after[: len(before)] == before and sorted(after) == list(range(60))


def test_the_client_is_killed_and_the_run_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    with processes(3, *UNHURRIED) as running:
        typed = perft_7(running.scheduler, folder)
        client = subprocess.Popen(typed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: len(tasks(folder)) >= 5)
        client.kill()
        client.wait()
        before = tasks(folder)
        assert 5 <= len(before) < 60
        with distributed.Client(running.scheduler) as other:
            assert perft(7, other, checkpoint=folder) == START_7
        after = tasks(folder)
        assert after[: len(before)] == before and sorted(after) == list(range(60))


def test_the_disk_is_full_under_the_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    with processes(3) as running:
        typed = perft_7(running.scheduler, folder)
        limit = 3000
        full = subprocess.run(
            typed, capture_output=True, text=True, timeout=120,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )
        before = tasks(folder)
        assert full.returncode == 2 and "tasks are safe in it: make room and run the same again" in full.stderr, full.stderr
        assert 0 < len(before) < 60 and (folder / _checkpoint.NAME).stat().st_size <= limit
        with distributed.Client(running.scheduler) as client:
            assert perft(7, client, checkpoint=folder) == START_7
        after = tasks(folder)
        assert after[: len(before)] == before and sorted(after) == list(range(60))
        assert [json.loads(line)["total"] for line in (folder / _checkpoint.NAME).read_text().splitlines()[-1:]] == [str(START_7)]


def test_a_checkpoint_where_none_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(tabiya.cluster.CheckpointError, match="File exists|Not a directory"):
            _checkpoint.Checkpoint(folder)
