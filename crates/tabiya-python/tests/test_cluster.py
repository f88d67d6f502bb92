"""`tabiya.frontier` and `tabiya.cluster`: plans, checkpoints, counts and conversions where nothing goes wrong."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabiya
from tabiya import _tabiya
from clusters import KIWIPETE, START_6, TABLE, command, local_cluster

distributed = pytest.importorskip("distributed")

import tabiya.cluster
from tabiya.cluster import CheckpointError, _checkpoint, _perft, _plan, _task


@pytest.fixture(scope="module")
def client() -> Iterator[object]:
    with local_cluster() as client:
        yield client


def test_a_frontier_is_positions_and_paths() -> None:
    board = tabiya.Board(KIWIPETE)
    found = tabiya.frontier(board, 2)
    assert found.paths == 2039 == sum(paths for _, paths in found[:])
    assert sum(tabiya.perft(tabiya.Board(fen), 2) * paths for fen, paths in found[:]) == 4_085_603
    assert len({fen for fen, _ in found[:]}) == len(found)
    assert found[-1] == found[len(found) - 1] == found[:][-1]
    small = tabiya.frontier(tabiya.Board(), 4, threads=3, memory=8 << 20)
    whole = tabiya.frontier(tabiya.Board(), 4, threads=1)
    assert small.is_spilled and not whole.is_spilled
    assert small.digest() == whole.digest() and small[1000:2000] == whole[1000:2000]
    with pytest.raises(IndexError, match="no position 99999 among"):
        found[99999]
    with pytest.raises(ValueError, match="steps of 1"):
        found[::2]
    with pytest.raises(OSError, match="do not fit into memory"):
        tabiya.frontier(board, 4, memory=8 << 20, folder="/nonexistent/folder")


def test_a_counter_keeps_its_table_and_counts_the_same() -> None:
    found = tabiya.frontier(tabiya.Board(), 3)
    for level in tabiya.cpu_levels():
        counter = _tabiya._Counter(2, 1 << 20, level)
        ends = found.cut(5)
        parts = [counter.count(*found._packed(start, end), 3)[0] for start, end in zip([0, *ends], ends)]
        assert sum(parts) == START_6
        assert tabiya.perft(tabiya.Board(), 5, level=level) == 4_865_609
    positions, paths = found._packed(0, 10)
    with pytest.raises(ValueError, match="640 bytes of positions and 72 of paths"):
        counter.count(positions, paths[:72], 3)
    with pytest.raises(ValueError, match="unknown instruction set"):
        _tabiya._Counter(1, 0, "mmx")
    with pytest.raises(MemoryError):
        _tabiya._Counter(1, 1 << 60, "portable")
    digest = _tabiya._task_digest(positions, paths, 3)
    assert counter.count(positions, paths, 3)[1] == digest != _tabiya._task_digest(positions, paths, 2)


@pytest.mark.parametrize("depth", range(6))
def test_small_counts(client: object, depth: int) -> None:
    counts = [1, 48, 2039, 97862, 4085603, 193690690]
    assert tabiya.cluster.perft(depth, fen=KIWIPETE, client=client, progress=False, hash=TABLE) == counts[depth]


def test_a_position_without_moves(client: object) -> None:
    mated = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
    assert tabiya.cluster.perft(3, fen=mated, client=client, progress=False) == 0
    with pytest.raises(ValueError, match="is not a position"):
        tabiya.cluster.perft(3, fen="8/8/8/8/8/8/8/8 w - - 0 1", client=client)
    with pytest.raises(ValueError, match="expected 0 to 20"):
        tabiya.cluster.perft(21, client=client)


def test_chess960(client: object) -> None:
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    assert tabiya.cluster.perft(4, fen=fen, chess960=True, client=client, progress=False, tasks=7) == 326_672


def test_tasks_are_checked_by_others(client: object, tmp_path: Path) -> None:
    report = _perft.count(
        6, fen=tabiya.STARTING_FEN, chess960=False, client=client, checkpoint=tmp_path, stream=None,
        means=_task.Means(tabiya.__version__, TABLE), check=0.2, task_seconds=10, tasks=30, timeout=None,
    )
    assert report.nodes == START_6 and len(report.answers) == 30 and len(report.checks) == 6
    for number, again in report.checks.items():
        first = report.answers[number]
        assert (first.nodes, first.digest) == (again.nodes, again.digest)
        assert first.worker != again.worker and (first.level != again.level or len(tabiya.cpu_levels()) == 1)
    lines = (tmp_path / _checkpoint.NAME).read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 30 + 6 + 1 and all(_checkpoint.unseal(line) for line in lines)
    # A finished one answers without a task.
    assert tabiya.cluster.perft(6, client=client, checkpoint=tmp_path, progress=False, check=0.2) == START_6
    assert (tmp_path / _checkpoint.NAME).read_bytes().splitlines(keepends=True) == lines


def test_a_checkpoint_may_be_cut_anywhere(client: object, tmp_path: Path) -> None:
    def run() -> int:
        return tabiya.cluster.perft(5, client=client, checkpoint=tmp_path, progress=False, tasks=6, hash=TABLE)

    assert run() == 4_865_609
    file = tmp_path / _checkpoint.NAME
    whole = file.read_bytes()
    places = random.Random(16)
    for cut in sorted({0, 1, len(whole) - 1, *(places.randrange(len(whole)) for _ in range(6))}):
        file.write_bytes(whole[:cut])
        assert run() == 4_865_609, cut
        fields = [json.loads(line) for line in file.read_text().splitlines()]
        numbers = [line["task"] for line in fields if "task" in line and not line.get("check")]
        assert sorted(numbers) == list(range(6)), "each task once"
        assert fields[-1]["total"] == "4865609"


def test_a_checkpoint_of_something_else_is_refused(client: object, tmp_path: Path) -> None:
    tabiya.cluster.perft(4, client=client, checkpoint=tmp_path, progress=False, tasks=3)
    with pytest.raises(CheckpointError, match="of another count, perft 4 of rnbq"):
        tabiya.cluster.perft(5, client=client, checkpoint=tmp_path, progress=False)
    with pytest.raises(CheckpointError, match="of another count"):
        tabiya.cluster.perft(4, fen=KIWIPETE, client=client, checkpoint=tmp_path, progress=False)
    file = tmp_path / _checkpoint.NAME
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], lines[1].replace(b"nodes", b"notes"), *lines[2:]]))
    with pytest.raises(CheckpointError, match="line 2 is damaged"):
        tabiya.cluster.perft(4, client=client, checkpoint=tmp_path, progress=False)
    header = _checkpoint.unseal(lines[0])
    assert header is not None
    del header["crc"]
    file.write_bytes(_checkpoint.seal({**header, "version": "0.0.1"}))
    with pytest.raises(CheckpointError, match="begun by tabiya 0.0.1"):
        tabiya.cluster.perft(4, client=client, checkpoint=tmp_path, progress=False)
    file.write_bytes(_checkpoint.seal({**header, "digest": "0" * 16}))
    with pytest.raises(CheckpointError, match="are not those of its first line"):
        tabiya.cluster.perft(4, client=client, checkpoint=tmp_path, progress=False)
    first = _checkpoint.Checkpoint(tmp_path)
    with pytest.raises(CheckpointError, match="another run is writing"):
        _checkpoint.Checkpoint(tmp_path)
    first.close()


def test_a_checkpoint_that_contradicts_itself_is_refused(client: object, tmp_path: Path) -> None:
    def run() -> int:
        return tabiya.cluster.perft(4, client=client, checkpoint=tmp_path, progress=False, tasks=3, check=0)

    assert run() == 197_281
    file = tmp_path / _checkpoint.NAME
    lines = file.read_bytes().splitlines(keepends=True)

    def forged(line: bytes, **changes: object) -> bytes:
        fields = _checkpoint.unseal(line)
        assert fields is not None
        del fields["crc"]
        return _checkpoint.seal({**fields, **changes})

    more = str(int(json.loads(lines[1])["nodes"]) + 1)
    for line, message in [
        (forged(lines[1], nodes=more), "line 3 and a line before it disagree on task"),
        (forged(lines[1], nodes=more, check=True), "line 3 and a line before it disagree on task"),
        (forged(lines[1], digest="0" * 16), "line 3 and a line before it disagree on task"),
        (forged(lines[1], nodes="-1"), "line 3 is not one of a tabiya perft checkpoint"),
        (forged(lines[1], nodes="+1"), "line 3 is not one of a tabiya perft checkpoint"),
        (forged(lines[1], nodes=1), "line 3 is not one of a tabiya perft checkpoint"),
        (forged(lines[-1], total="-1"), "line 3 is not one of a tabiya perft checkpoint"),
        (forged(lines[-1], total="1") + lines[-1], "line 4 has another total"),
    ]:
        file.write_bytes(b"".join([*lines[:2], line]))
        with pytest.raises(CheckpointError, match=message):
            run()
    # A task that is for other positions, although nothing in the file contradicts it.
    file.write_bytes(b"".join([lines[0], forged(lines[1], digest="0" * 16)]))
    with pytest.raises(CheckpointError, match="is for other positions"):
        run()
    # The same line twice, as it may stand there after a crash, says nothing new.
    file.write_bytes(b"".join([*lines[:2], lines[1]]))
    assert run() == 197_281


def test_plans_make_tasks_of_the_length_asked_for() -> None:
    found = [_task.Sample(3, 100_000, 0.01), _task.Sample(4, 3_000_000, 0.1), _task.Sample(5, 90_000_000, 1.6)]
    estimate = _plan.estimate(found, 7)
    assert estimate.seconds == pytest.approx(256.0) and estimate.leaves == pytest.approx(81e9)
    assert [_plan.tasks(_plan.Estimate(256.0, 1.0), seconds, 1) for seconds in (10.0, 2.0)] == [50, 128]
    # At least fifty for each worker, unless they would be shorter than a tenth of a second.
    assert [_plan.tasks(_plan.Estimate(seconds, 1.0), 10.0, 1) for seconds in (160.0, 2.0, 0.2)] == [50, 20, 1]
    assert [_plan.split(tabiya.Board(), 9, 100, seconds).plies for seconds in (0.0, 0.4, 2.0)] == [3, 3, 4]
    # Workers that share a table count nothing twice, however early the tree is split.
    assert [_plan.split(tabiya.Board(), 9, 100, seconds, is_shared=True).plies for seconds in (2.0, 8.0)] == [3, 4]


def test_progress_is_told(client: distributed.Client, capsys: pytest.CaptureFixture[str]) -> None:
    tabiya.cluster.perft(5, client=client, tasks=4, hash=TABLE)
    assert "perft 5: 5 of 5 tasks" in capsys.readouterr().err
    events = [event for _, event in client.get_events("tabiya")]
    assert events[-1]["done"] == events[-1]["tasks"] == 5


def test_the_command(tmp_path: Path) -> None:
    typed = command("perft", "5", "--local", "2", "--quiet", "--checkpoint", str(tmp_path), "--hash", "8M")
    done = subprocess.run(typed, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.startswith("perft 5 = 4,865,609  "), done.stderr
    unreachable = command("perft", "5", "--scheduler", "tcp://127.0.0.1:1")
    wrong = subprocess.run(unreachable, capture_output=True, text=True, timeout=120)
    assert wrong.returncode == 2 and "error: " in wrong.stderr
    assert subprocess.run(command("perft", "5", "--hash", "many"), capture_output=True, timeout=60).returncode == 2


def test_without_dask_the_error_says_what_to_do_and_the_package_works() -> None:
    code = "import sys; sys.modules['distributed'] = None; import tabiya; print(tabiya.perft(tabiya.Board(), 3))"
    code += "; import tabiya.cluster"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "8902\n" and "pip install 'tabiya[cluster]'" in done.stderr
    light = "import sys, tabiya; print('distributed' in sys.modules, 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", light], capture_output=True, text=True, timeout=60).stdout == "False False\n"
