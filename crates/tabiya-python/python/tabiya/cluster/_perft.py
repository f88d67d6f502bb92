"""A perft on a cluster: the plan, the tasks, the sum."""

from __future__ import annotations

import os
import random
import sys
from collections import deque
from typing import TYPE_CHECKING, NamedTuple, TextIO

import tabiya
from tabiya import _tabiya

from . import _plan, _tables, _task
from ._checkpoint import Checkpoint
from ._errors import CheckpointError, ClusterError, MismatchError, Refused
from ._flights import Flights, addresses
from ._local import some_client
from ._plan import Estimate, Plan
from ._progress import Progress
from ._task import Answer, Facts, Means, Share

if TYPE_CHECKING:
    from distributed import Client
else:
    # Dask is loaded when it is needed.
    Client = object


class Report(NamedTuple):
    """What a count found, and how."""

    nodes: int
    plan: Plan
    answers: dict[int, Answer]
    checks: dict[int, Answer]


def perft(
    depth: int,
    *,
    fen: str = tabiya.STARTING_FEN,
    chess960: bool = False,
    client: Client | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool = True,
    hash: int | None = None,
    level: str | None = None,
    check: float = 0.01,
    task_seconds: float = 10.0,
    tasks: int | None = None,
    timeout: float | None = None,
) -> int:
    """The number of leaves `depth` plies below a position, counted by a Dask cluster.

    `client` is one of Dask; without one, the current client or a cluster on this machine is used. `checkpoint` is a
    folder: a run that was ended, however, goes on from what it says. Each worker counts one task at a time on all its
    cores (or on its GPUs, if it has some) with a table of `hash` bytes, half its memory unless told; workers on one
    machine put theirs together where the system allows it (Linux does). Tasks take about `task_seconds`, or there are
    as many as `tasks` says. A fraction `check` of them, one at least, is counted a second time by another worker with
    other instructions. A worker that has not answered for `timeout` seconds is removed from the cluster. Raises
    `ClusterError` if the count cannot be had; it is never wrong because something died.
    """
    report = count(
        depth, fen=fen, chess960=chess960, client=client, checkpoint=checkpoint, stream=sys.stderr if progress else None,
        means=Means(tabiya.__version__, hash, level), check=check, task_seconds=task_seconds, tasks=tasks, timeout=timeout,
    )
    return report.nodes


def count(
    depth: int,
    *,
    fen: str,
    chess960: bool,
    client: Client | None,
    checkpoint: str | os.PathLike[str] | None,
    stream: TextIO | None,
    means: Means,
    check: float,
    task_seconds: float,
    tasks: int | None,
    timeout: float | None,
) -> Report:
    """What `perft` does, with all that is known of the tasks."""
    board = _plan.board(fen, chess960)
    if not board.is_valid():
        raise ValueError(f"{fen} is not a position: {', '.join(board.problems())}")
    if not 0 <= depth <= 20:
        raise ValueError(f"a depth of {depth}: expected 0 to 20")
    fen = board.fen()
    kept = Checkpoint(checkpoint) if checkpoint is not None else None
    try:
        if kept is not None:
            kept.match(fen, chess960, depth, tabiya.__version__)
        with some_client(client) as dask:
            facts = _judge_workers(dask, means)
            useful = _tabiya._useful_table(depth, board.legal_moves.count())
            means = means._replace(table=_tables.share(dask, facts, means.hash, means.level, useful))
            machines = {fact.machine for fact in facts.values()}
            run = _Run(dask, board, depth, kept, means, stream, means.table is not None and len(machines) == 1)
            run.plan_it(task_seconds, tasks)
            return run.go(check, timeout if timeout is not None else max(120.0, 12 * task_seconds))
    finally:
        if kept is not None:
            kept.close()


def _judge_workers(client: Client, means: Means) -> dict[str, Facts]:
    """Refuses to begin with a worker that must not count; what the others are."""
    _judge_scheduler(client)
    known = {}
    client.wait_for_workers(1, timeout=60)
    for address, facts in client.run(_task.facts, on_error="return").items():
        if isinstance(facts, OSError):
            # The worker died meanwhile. A new worker is checked when it gets a task.
            continue
        if isinstance(facts, BaseException):
            raise Refused(f"worker {address} cannot run tabiya.cluster: {type(facts).__name__}: {facts}")
        _task.judge(address, facts.version, facts.memory, means)
        known[address] = facts
    return known


def _judge_scheduler(client: Client) -> None:
    """Refuses a scheduler that could not read what it passes on."""
    try:
        version = client.run_on_scheduler(_task.version)
    except OSError:
        raise
    except Exception as error:
        raise Refused(f"the scheduler cannot run tabiya.cluster: {type(error).__name__}: {error}; install it there too") from error
    if version != tabiya.__version__:
        raise Refused(f"the scheduler has tabiya {version} and this count is by {tabiya.__version__}: install the same")


class _Run:
    def __init__(
        self, client: Client, board: tabiya.Board, depth: int, kept: Checkpoint | None, means: Means, stream: TextIO | None,
        is_shared: bool,
    ) -> None:
        self.client, self.board, self.depth, self.kept, self.means = client, board, depth, kept, means
        self.stream, self.is_shared = stream, is_shared
        self.digests: dict[tuple[str, int], str] = {}
        self.answers: dict[int, Answer] = dict(kept.done) if kept else {}
        self.checks: dict[int, Answer] = dict(kept.checked) if kept else {}

    def plan_it(self, task_seconds: float, tasks: int | None) -> None:
        """Makes the plan, or takes that of the checkpoint, and the positions."""
        if self.kept is not None and self.kept.plan is not None:
            self.plan = self.kept.plan
            self.frontier = tabiya.frontier(self.board, self.plan.plies)
            if (len(self.frontier), self.frontier.digest()) != (self.plan.positions, self.plan.digest):
                raise CheckpointError(f"{self.kept.path}: its positions are not those of its first line")
        else:
            seconds = 0.0
            if tasks is None:
                workers = len(addresses(self.client))
                estimated = self._estimate()
                seconds = estimated.seconds / max(workers, 1)
                tasks = _plan.tasks(estimated, task_seconds, workers)
            self.frontier = _plan.split(self.board, self.depth, tasks, seconds, is_shared=self.is_shared)
            tasks = max(1, min(tasks, len(self.frontier)))
            self.plan = Plan(
                self.board.fen(), self.board.chess960, self.depth, self.frontier.plies, tasks, len(self.frontier),
                self.frontier.digest(),
            )
            if self.kept is not None:
                self.kept.begin(self.plan, tabiya.__version__, self.frontier.paths)
        self.ends = self.frontier.cut(self.plan.tasks)
        self._compare_kept()

    def _compare_kept(self) -> None:
        """Refuses a checkpoint with a task that is for other positions than those of its number."""
        for kept in (self.answers, self.checks):
            for number, answer in kept.items():
                if self._share_and_digest(number)[1] != answer.digest:
                    assert self.kept is not None
                    raise CheckpointError(f"{self.kept.path}: task {number} is for other positions")

    def _estimate(self) -> Estimate:
        """How long the count takes, from shallower ones of the same position by a worker."""
        share = Share(-1, *tabiya.frontier(self.board, 0)._packed(0, 1), self.depth)
        flights = Flights(self.client, "sample", 600.0, lambda message: None)
        flights.start(self._name(), _task.sample, share, self.means, 2.0)
        while not (answers := flights.wait()):
            pass
        return _plan.estimate(answers[0][1], share.depth)

    def _name(self) -> str:
        return f"{self.depth}-{random.getrandbits(32):08x}"

    def _share(self, kind: str, number: int) -> Share:
        """A task to hand out; its checksum is kept until there is an answer."""
        share, self.digests[kind, number] = self._share_and_digest(number)
        return share

    def _share_and_digest(self, number: int) -> tuple[Share, str]:
        """The positions of a task, and their checksum."""
        start = self.ends[number - 1] if number else 0
        positions, paths = self.frontier._packed(start, self.ends[number])
        share = Share(number, positions, paths, self.depth - self.plan.plies)
        return share, _tabiya._task_digest(positions, paths, share.depth)

    def go(self, check: float, timeout: float) -> Report:
        """Counts what is missing, each task once, and some a second time."""
        chosen = self._chosen(check)
        done, tasks = len(self.answers) + len(self.checks), self.plan.tasks + len(chosen | self.checks.keys())
        progress = Progress(f"perft {self.depth}", tasks, done, self.client, self.stream)
        flights = Flights(self.client, f"perft-{self._name()}", timeout, progress.warn)
        # Tasks that are counted twice come first: the second count is slow, and at the end the others would wait for it.
        numbers = sorted(range(self.plan.tasks), key=lambda number: number not in chosen)
        todo = deque(number for number in numbers if number not in self.answers)
        again = sorted(chosen & self.answers.keys() - self.checks.keys())
        try:
            while todo or again or len(flights):
                while again and flights.has_room():
                    self._start_check(flights, again.pop())
                while todo and flights.has_room():
                    # No wish for a worker: a task that waits for one that died was seen to wait for ever.
                    number = todo.popleft()
                    flights.start(("task", number), _task.count, self._share("task", number), self.means)
                answers = flights.wait()
                for key, answer in answers:
                    assert isinstance(key, tuple)
                    is_check = key[0] == "check"
                    self._take(answer, is_check, self.digests.pop(key))
                    if not is_check and answer.number in chosen - self.checks.keys():
                        again.append(answer.number)
                    progress.add(answer.nodes)
                if answers and self.kept is not None:
                    self.kept.sync()
        except BaseException:
            flights.cancel()
            raise
        progress.close()
        return self._sum()

    def _chosen(self, check: float) -> set[int]:
        """The tasks to be counted twice: the same in every run of a plan."""
        wanted = min(self.plan.tasks, max(1, round(check * self.plan.tasks))) if check > 0 else 0
        return set(random.Random(self.plan.digest).sample(range(self.plan.tasks), wanted))

    def _start_check(self, flights: Flights, number: int) -> None:
        first = self.answers[number]
        others = [address for address in flights.workers() if address != first.worker]
        means = self.means._replace(level=None, other_than=first.level)
        some = random.sample(others, min(8, len(others))) if others else None
        flights.start(("check", number), _task.count, self._share("check", number), means, workers=some)

    def _take(self, answer: Answer, is_check: bool, digest: str) -> None:
        """Believes an answer if it is for what was asked, and compares it with what is known of its task."""
        if (answer.version, answer.digest) != (self.means.version, digest):
            raise ClusterError(
                f"worker {answer.worker} answered for something else: tabiya {answer.version} and positions "
                f"{answer.digest}, asked of {self.means.version} and {digest}"
            )
        first = self.answers.get(answer.number)
        if first is not None and first.nodes != answer.nodes:
            raise MismatchError(
                f"task {answer.number} of perft {self.depth} of {self.plan.fen}: {first.nodes} by {first.worker} with "
                f"{first.level}, {answer.nodes} by {answer.worker} with {answer.level}; one of them is broken"
            )
        if is_check:
            if self.kept is not None:
                self.kept.add(answer, check=True)
            self.checks[answer.number] = answer
        elif first is None:
            if self.kept is not None:
                self.kept.add(answer)
            self.answers[answer.number] = answer

    def _sum(self) -> Report:
        missing = self.plan.tasks - len(self.answers)
        if missing:
            raise ClusterError(f"{missing} tasks have no answer")
        total = sum(answer.nodes for answer in self.answers.values())
        if self.kept is not None:
            if self.kept.total not in (None, total):
                raise CheckpointError(f"{self.kept.path}: its total is {self.kept.total}, its tasks sum to {total}")
            self.kept.finish(total)
        return Report(total, self.plan, self.answers, self.checks)


__all__ = ["Report", "addresses", "count", "perft"]
