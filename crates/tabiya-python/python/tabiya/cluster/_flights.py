"""Tasks under way on a cluster: handed out, waited for, and handed out again when a worker dies, hangs or is refused."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from distributed import CancelledError, KilledWorker, TimeoutError

from ._errors import ClusterError, Refused

if TYPE_CHECKING:
    from distributed import Client

ATTEMPTS = 8
"""How often a task is handed out before the run gives up on it. Dask itself survives three deaths in each."""

FETCH_SECONDS = 5.0
"""How long an answer of a few bytes may take to be fetched."""

LOST = CancelledError, KilledWorker, OSError, TimeoutError
"""What is raised for an answer that no worker has any more."""

PATIENCE = 30.0
"""Seconds to wait for a lost scheduler or for the first worker."""


class _Flight:
    def __init__(self, name: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.name, self.function, self.arguments = name, function, arguments
        self.workers: list[str] | None = None
        self.attempts = 0
        self.since = 0.0
        self.future: Any = None
        self.blamed: list[str] = []


def remove_worker(client: Client, address: str) -> None:
    """Takes a worker out of the cluster; Dask gives its tasks to others."""

    async def remove(dask_scheduler: Any) -> None:
        try:
            await dask_scheduler.remove_worker(address, stimulus_id="tabiya-removes", expected=True)
        except TypeError:
            # Before 2024.9 the word was another.
            await dask_scheduler.remove_worker(address, stimulus_id="tabiya-removes", safe=True)

    client.run_on_scheduler(remove)


def addresses(client: Client) -> list[str]:
    """The workers of a cluster at present."""
    return list(client.nthreads())


class Flights:
    """The tasks under way, by a name of the caller's."""

    def __init__(self, client: Client, prefix: str, timeout: float, warn: Callable[[str], None]) -> None:
        self._client, self._prefix, self._timeout, self._warn = client, prefix, timeout, warn
        self._flying: dict[Hashable, _Flight] = {}
        self._landed: queue.SimpleQueue[tuple[Hashable, Any]] = queue.SimpleQueue()
        self._looked = time.monotonic()
        self._workers = addresses(client)
        self._lost: float | None = None

    def __len__(self) -> int:
        return len(self._flying)

    def workers(self) -> list[str]:
        """The workers, as of a second ago."""
        return self._workers

    def has_room(self) -> bool:
        """Whether workers could run dry: two tasks for each, one that it does and one that it has at hand."""
        return len(self._flying) < max(2, 2 * len(self._workers))

    def start(
        self, key: Hashable, function: Callable[..., Any], *arguments: Any, workers: list[str] | None = None
    ) -> None:
        """Hands a task out."""
        flight = _Flight(f"{self._prefix}-{key}", function, arguments)
        flight.workers = workers
        self._flying[key] = flight
        self._submit(key, flight)

    def _submit(self, key: Hashable, flight: _Flight) -> None:
        if flight.attempts >= ATTEMPTS:
            who = ", ".join(dict.fromkeys(flight.blamed)) or "no worker that is known"
            raise ClusterError(
                f"task {flight.name} was handed out {ATTEMPTS} times and never answered; last on {who}. "
                "Workers that die have too little memory as a rule"
            )
        flight.attempts += 1
        flight.since = time.monotonic()
        if flight.attempts > 1:
            flight.workers = None
        # Other than the first time, the answer of an earlier attempt must not be taken for this one's end.
        name = flight.name if flight.attempts == 1 else f"{flight.name}-again-{flight.attempts}"
        flight.future = self._client.submit(
            flight.function, *flight.arguments, key=name, pure=False, workers=flight.workers,
            allow_other_workers=flight.workers is not None,
        )
        flight.future.add_done_callback(lambda future: self._landed.put((key, future)))

    def wait(self, seconds: float = 0.5) -> list[tuple[Hashable, Any]]:
        """Answers that have come, each task's once; none if none came in time."""
        landed = []
        block = True
        while True:
            try:
                key, future = self._landed.get(block, seconds)
            except queue.Empty:
                break
            block = False
            flight = self._flying.get(key)
            if flight is not None and flight.future is future and self._land(key, flight, future):
                landed.append((key, flight))
        answers = self._fetch(landed)
        for key, _ in answers:
            del self._flying[key]
        now = time.monotonic()
        if now - self._looked > min(1.0, self._timeout / 4):
            self._looked = now
            self._look(now)
        return answers

    def _fetch(self, landed: list[tuple[Hashable, _Flight]]) -> list[tuple[Hashable, Any]]:
        """The answers of tasks that are done, all at once; where one is lost, one by one."""
        if not landed:
            return []
        futures = [flight.future for _, flight in landed]

        async def gather() -> list[Any]:
            return list(await self._client.gather(futures, asynchronous=True))

        try:
            return list(zip((key for key, _ in landed), self._client.sync(gather, callback_timeout=FETCH_SECONDS)))
        except LOST:
            pass
        answers = []
        for key, flight in landed:
            try:
                answers.append((key, flight.future.result(timeout=FETCH_SECONDS)))
            except LOST:
                # Its worker died with it before it was fetched: once more, anywhere.
                self._submit(key, flight)
        return answers

    def _land(self, key: Hashable, flight: _Flight, future: Any) -> bool:
        """Whether there is an answer; if not, the task is on its way again."""
        if future.status == "finished":
            return True
        if future.status == "cancelled":
            # The scheduler forgot it: it is lost or was started anew. `_look` decides.
            flight.future = None
            return False
        error = future.exception() if future.status == "error" else None
        if error is None:
            # Done once, but the answer was lost with its worker before it was read: count it again on any worker.
            pass
        elif isinstance(error, KilledWorker):
            flight.blamed.append(str(error.last_worker.address))
        elif isinstance(error, Refused):
            self._warn(str(error))
            address = str(error).split()[1].rstrip(":")
            flight.blamed.append(address)
            remove_worker(self._client, address)
            if not set(addresses(self._client)) - {address}:
                raise error
        else:
            raise ClusterError(f"task {flight.name}: {type(error).__name__}: {error}") from error
        self._submit(key, flight)
        return False

    def _look(self, now: float) -> None:
        """Finds what Dask does not: a lost scheduler, a cluster without workers, tasks that take too long."""
        if self._client.status != "running":
            self._lost = self._lost or now
            if now - self._lost > min(PATIENCE, self._timeout):
                raise ClusterError(f"the scheduler {self._address()} is gone; start one and run the same again")
            return
        try:
            self._workers = addresses(self._client)
        except OSError:
            return
        if not self._workers:
            self._lost = self._lost or now
            if now - self._lost > max(PATIENCE, self._timeout):
                raise ClusterError(f"no workers are left at {self._address()}; start some and run the same again")
            return
        self._lost = None
        late = {}
        for key, flight in self._flying.items():
            if flight.future is None:
                self._submit(key, flight)
            elif now - flight.since > self._timeout:
                late[flight.future.key] = key, flight
        if late:
            self._remove_hung(late)

    def _remove_hung(self, late: dict[Any, tuple[Hashable, _Flight]]) -> None:
        for address, names in self._client.processing().items():
            mine = [late[name] for name in names if name in late]
            if not mine:
                continue
            limit = f"{self._timeout:.0f} s"
            self._warn(f"worker {address} has not answered for {limit}: it is removed, others do its tasks")
            remove_worker(self._client, address)
            for _, flight in mine:
                flight.blamed.append(address)
                flight.attempts += 1
                if flight.attempts >= ATTEMPTS:
                    who = ", ".join(dict.fromkeys(flight.blamed))
                    raise ClusterError(f"task {flight.name} takes more than {limit} wherever it is tried: {who}")
        for key, flight in late.values():
            flight.since = time.monotonic()
            if flight.workers is not None:
                # It was meant for a worker that may be gone: it is sent once more, to any worker.
                self._submit(key, flight)

    def _address(self) -> str:
        return str(self._client.scheduler.addr if self._client.scheduler else "")

    def cancel(self) -> None:
        """Gives up what is under way."""
        futures = [flight.future for flight in self._flying.values() if flight.future is not None]
        self._flying.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures, force=True)
