"""Tables that the workers of one machine share, and workers that count on a GPU, by a stand-in."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import tabiya
from clusters import START_6, START_7, TABLE, local_cluster, processes
from tabiya import _tabiya

distributed = pytest.importorskip("distributed")

import tabiya.cluster
from tabiya.cluster import ClusterError, _perft, _tables, _task

linux = pytest.mark.skipif(sys.platform != "linux", reason="tables are shared on Linux only")


def count(client: Any, depth: int, **options: Any) -> _perft.Report:
    asked = {"check": 0.0, "task_seconds": 10.0, "tasks": 20, "timeout": 60.0, **options}
    means = _task.Means(tabiya.__version__, asked.pop("hash", TABLE), asked.pop("level", None))
    return _perft.count(
        depth, fen=tabiya.STARTING_FEN, chess960=False, client=client, checkpoint=None, stream=None, means=means, **asked
    )


def name_on_worker() -> str | None:
    return next((key[3] for key in _task._kept), None)


def forget() -> None:
    _task._kept.clear()
    _tables._made.clear()


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with local_cluster() as client:
        yield client


@linux
def test_workers_of_one_machine_share_a_table(client: Any) -> None:
    assert count(client, 7).nodes == START_7
    names = set(client.run(name_on_worker).values())
    name = names.pop()
    assert not names and name is not None
    table = _tabiya._SharedTable.find(name)
    assert table is not None and table.bytes == 16 << 20, "what 24 MiB have room for"
    # The same count has the same table, with what is known.
    assert count(client, 7).nodes == START_7
    assert set(client.run(name_on_worker).values()) == {name}
    # Another size is another table, and no table is none.
    assert count(client, 5, hash=1 << 20).nodes == 4_865_609
    assert name not in client.run(name_on_worker).values()
    assert count(client, 5, hash=0).nodes == 4_865_609
    assert set(client.run(name_on_worker).values()) == {None}
    client.run(forget)
    del table
    assert _tabiya._SharedTable.find(name) is None, "no process uses it any more"


@linux
def test_a_table_that_is_none_is_not_used(caplog: pytest.LogCaptureFixture) -> None:
    import fcntl

    name = f"tabiya-test-{os.getpid()}"
    memory = os.memfd_create(name, os.MFD_ALLOW_SEALING | os.MFD_CLOEXEC)
    os.ftruncate(memory, (1 << 20) + 4096)
    assert _tables.find(name) is None and not caplog.text, "one that is not finished"
    fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    with pytest.raises(OSError, match=f"{name} was made by another version of tabiya"):
        _tabiya._SharedTable.find(name)
    assert _tables.find(name) is None and "has a table of its own" in caplog.text
    os.close(memory)
    with pytest.raises(OSError, match="no memory for a hash table"):
        _tabiya._SharedTable.create(name, 1 << 60)


def test_how_large_a_shared_table_is() -> None:
    def worker(memory: int | None) -> _task.Facts:
        return _task.Facts("1", 1, memory, (), ())

    gib = 1 << 30
    assert _tables.together([worker(8 * gib)] * 2, gib, 99 * gib) == 2 * gib
    assert _tables.together([worker(8 * gib)] * 8, gib, 99 * gib) == int(5.6 * gib), "each may use no more"
    assert _tables.together([worker(None)] * 8, gib, 99 * gib) == 8 * gib
    assert _tables.together([worker(2 * gib)] * 2, 3 * gib // 2, 99 * gib) == 3 * gib // 2, "never less than one by itself"
    assert _tables.together([worker(8 * gib)] * 2, gib, 5 << 20) == 5 << 20, "nor more than positions fill"


def test_a_worker_with_a_gpu_counts_there() -> None:
    with processes(1) as running, distributed.Client(running.scheduler) as client:
        _, card = running.start_worker("--gpu")
        client.wait_for_workers(2)
        facts = client.run(_task.facts)
        assert facts[card].gpus == ("a stand-in",)
        report = count(client, 6, check=1.0)
        assert report.nodes == START_6 and len(report.checks) == 20
        for answers in (report.answers, report.checks):
            assert {answer.worker == card for answer in answers.values()} == {True, False}, "both have counted"
        assert all((answer.level == "gpu") == (answer.worker == card) for answer in report.answers.values())
        # The second count does without the GPU, on any worker.
        by_card = [number for number, answer in report.answers.items() if answer.worker == card]
        assert by_card and all(report.checks[number].level != "gpu" for number in by_card)
        # A GPU has no use for memory that is shared.
        assert set(client.run(name_on_worker).values()) == {None}


@pytest.mark.skipif(bool(tabiya.gpus()), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_an_error(client: Any) -> None:
    with pytest.raises(ClusterError, match="task .*: RuntimeError: .*"):
        count(client, 5, level="gpu")
