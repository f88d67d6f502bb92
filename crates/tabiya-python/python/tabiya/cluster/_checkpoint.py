"""The checkpoint: a file to which a line is added for every task that is done.

It may be cut anywhere: a line that is not whole is dropped when the file is opened again. Its format is described in
`docs/scale.md`; `tabiya verify` reads it too.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

from ._errors import CheckpointError
from ._plan import Plan
from ._task import Answer

FORMAT = "tabiya perft checkpoint 1"
NAME = "perft.jsonl"


def seal(fields: dict[str, Any]) -> bytes:
    """A line: the fields in JSON, the last one a checksum of all before it.

    >>> seal({"task": 1})
    b'{"task":1,"crc":"e9c8a29a"}\\n'
    """
    body = json.dumps(fields, separators=(",", ":"))[:-1].encode()
    return body + b',"crc":"%08x"}\n' % zlib.crc32(body)


def unseal(line: bytes) -> dict[str, Any] | None:
    """The fields of a line, or nothing if it is not whole.

    >>> unseal(seal({"task": 1}))["task"]
    1
    >>> unseal(seal({"task": 1}).replace(b"1,", b"2,"))
    """
    body, mark, crc = line.rpartition(b',"crc":"')
    if not mark or crc != b'%08x"}\n' % zlib.crc32(body):
        return None
    try:
        fields = json.loads(line)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def count(text: Any) -> int:
    """A number of leaves as it is written: digits, and no sign.

    >>> count("20")
    20
    >>> count("-20")
    Traceback (most recent call last):
    ValueError: not a number of leaves: '-20'
    """
    if not isinstance(text, str) or re.fullmatch("[0-9]{1,39}", text) is None:
        raise ValueError(f"not a number of leaves: {text!r}")
    return int(text)


class Checkpoint:
    """An open checkpoint, and what it says is done."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.path = Path(folder) / NAME
        self.plan: Plan | None = None
        self.version: str | None = None
        self.done: dict[int, Answer] = {}
        self.checked: dict[int, Answer] = {}
        self.total: int | None = None
        self._written: list[tuple[Answer, bool]] = []
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise self._trouble(error) from error
        try:
            self._lock()
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def _trouble(self, error: OSError) -> CheckpointError:
        done = f"; {len(self.done)} tasks are safe in it: make room and run the same again" if self.done else ""
        return CheckpointError(f"{self.path}: {error.strerror or error}{done}")

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:
            # Not on this system: two clients at once are the user's business.
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CheckpointError(f"{self.path}: another run is writing to it") from None

    def _read(self) -> None:
        good = 0
        with open(self.path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                fields = unseal(line)
                if fields is None:
                    if lines.read(1):
                        raise CheckpointError(f"{self.path}: line {number} is damaged, and others follow it")
                    break
                try:
                    self._take(number, fields)
                except (KeyError, TypeError, ValueError):
                    raise CheckpointError(f"{self.path}: line {number} is not one of a {FORMAT}") from None
                good += len(line)
        if good < os.fstat(self._file).st_size:
            os.ftruncate(self._file, good)

    def _take(self, number: int, fields: dict[str, Any]) -> None:
        if number == 1:
            if fields["format"] != FORMAT:
                raise ValueError
            self.version = str(fields["version"])
            self.plan = Plan(**{name: fields[name] for name in Plan._fields})
        elif "total" in fields:
            total = count(fields["total"])
            if self.total not in (None, total):
                raise CheckpointError(f"{self.path}: line {number} has another total than a line before it")
            self.total = total
        else:
            answer = Answer(
                int(fields["task"]), count(fields["nodes"]), fields["digest"], fields["version"], fields["level"],
                fields["worker"], float(fields["seconds"]),
            )
            assert self.plan is not None
            if not 0 <= answer.number < self.plan.tasks:
                raise ValueError
            # Every count of a task must say the same, of the same positions.
            for known in (self.done.get(answer.number), self.checked.get(answer.number)):
                if known is not None and (known.nodes, known.digest) != (answer.nodes, answer.digest):
                    raise CheckpointError(
                        f"{self.path}: line {number} and a line before it disagree on task {answer.number}: "
                        f"{answer.nodes} and {known.nodes} leaves"
                    )
            (self.checked if fields.get("check") else self.done).setdefault(answer.number, answer)

    def match(self, fen: str, chess960: bool, depth: int, version: str) -> None:
        """Refuses to go on with what another count has begun."""
        if self.plan is None:
            return
        there = (self.plan.fen, self.plan.chess960, self.plan.depth)
        if there != (fen, chess960, depth):
            raise CheckpointError(
                f"{self.path}: it is of another count, perft {self.plan.depth} of {self.plan.fen}, "
                f"not perft {depth} of {fen}"
            )
        if self.version != version:
            raise CheckpointError(
                f"{self.path}: it was begun by tabiya {self.version}, and this is {version}: go on with that version"
            )

    def begin(self, plan: Plan, version: str, paths: int) -> None:
        """Writes the first line."""
        self._append({"format": FORMAT, "version": version, **plan._asdict(), "paths": str(paths)})
        self.sync()
        self.plan, self.version = plan, version

    def add(self, answer: Answer, *, check: bool = False) -> None:
        """Writes a line for a task, or for its second count; it is done when `sync` has been called."""
        fields: dict[str, Any] = {
            "task": answer.number, "nodes": str(answer.nodes), "digest": answer.digest, "version": answer.version,
            "level": answer.level, "worker": answer.worker, "seconds": round(answer.seconds, 3),
        }
        self._append({**fields, "check": True} if check else fields)
        self._written.append((answer, check))

    def sync(self) -> None:
        """Makes all lines safe on the disk."""
        try:
            os.fsync(self._file)
        except OSError as error:
            raise self._trouble(error) from error
        for answer, check in self._written:
            (self.checked if check else self.done)[answer.number] = answer
        self._written.clear()

    def finish(self, total: int) -> None:
        """Writes the last line, unless it is there."""
        if self.total is None:
            self._append({"total": str(total)})
            self.sync()
            self.total = total

    def _append(self, fields: dict[str, Any]) -> None:
        line = seal(fields)
        try:
            while line:
                line = line[os.write(self._file, line):]
        except OSError as error:
            raise self._trouble(error) from error

    def close(self) -> None:
        """Closes the file and gives it free for others."""
        os.close(self._file)
