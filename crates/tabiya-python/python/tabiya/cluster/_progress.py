"""How far a run has come, in a terminal and among the events that Dask's dashboard shows."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from distributed import Client

TOPIC = "tabiya"
"""The topic of the events: `client.get_events("tabiya")`."""


def span(seconds: float) -> str:
    """A time in words.

    >>> span(5), span(125), span(7300), span(1e6)
    ('5 s', '2 min 05 s', '2 h 01 min', '11 d 13 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    if whole < 86400:
        return f"{whole // 3600} h {whole // 60 % 60:02} min"
    return f"{whole // 86400} d {whole // 3600 % 24} h"


class Progress:
    """Tells of tasks that are done, once per second at most."""

    def __init__(self, what: str, tasks: int, done: int, client: Client, stream: TextIO | None) -> None:
        self.what, self.tasks, self.done, self.amount = what, tasks, done, 0
        self._before, self._client, self._stream = done, client, stream
        self._started = self._told = time.monotonic()
        self._width = 0

    def add(self, amount: int) -> None:
        """Takes note of a task in which so much was found."""
        self.done += 1
        self.amount += amount
        now = time.monotonic()
        if now - self._told >= 1.0:
            self._told = now
            self._tell(now)

    def _tell(self, now: float) -> None:
        elapsed = max(now - self._started, 1e-9)
        here = self.done - self._before
        left = (self.tasks - self.done) / here * elapsed if here else 0.0
        rate = self.amount / elapsed
        facts = {
            "what": self.what, "done": self.done, "tasks": self.tasks, "found": str(self.amount),
            "per_second": round(rate), "seconds_left": round(left),
        }
        self._client.log_event(TOPIC, facts)
        self._write(f"{self.what}: {self.done:,} of {self.tasks:,} tasks, {rate / 1e6:,.1f} M/s, {span(left)} left")

    def _write(self, line: str) -> None:
        if self._stream is None:
            return
        if self._stream.isatty():
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self._stream.write(line + "\n")
        self._stream.flush()

    def warn(self, message: str) -> None:
        """Says something on a line of its own."""
        stream = self._stream or sys.stderr
        start = "\r" + " " * self._width + "\r" if self._width else ""
        stream.write(f"{start}{message}\n")
        stream.flush()
        self._width = 0

    def close(self) -> None:
        """Tells a last time and ends the line."""
        self._tell(time.monotonic())
        if self._stream is not None and self._stream.isatty():
            self._stream.write("\n")
            self._stream.flush()
