"""Tables: how large that of a worker is, and one that the workers of a machine share."""

from __future__ import annotations

import logging
import os
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tabiya import _tabiya

if TYPE_CHECKING:
    from distributed import Client, Worker

    from ._task import Facts

LEAST_MEMORY = 192 << 20
"""Bytes below which a worker would be killed for the interpreter alone."""

LEAST_TABLE = 64 << 10
"""A smaller table is of no use: a request for one gets no table."""

SHARE_OF_MEMORY = 0.7
"""Dask takes what a worker shares for its own, and stops workers that use more than 0.8 of what they may."""

_made: dict[str, _tabiya._SharedTable] = {}


def own(memory: int | None, hash: int | None) -> int:
    """Bytes of the table of a worker that may use so much memory: what was asked for, or half of it.

    >>> own(1 << 30, None) >> 20, own(None, None) >> 20, own(1 << 30, 5 << 20) >> 20
    (416, 1024, 5)
    """
    if hash is not None:
        return hash
    return max(0, (memory - LEAST_MEMORY) // 2) if memory is not None else 1 << 30


def together(facts: list[Facts], hash: int | None, useful: int) -> int:
    """Bytes of the table that these workers share: theirs together, but no more than each of them may use, or than is of use."""
    sizes = [own(fact.memory, hash) for fact in facts]
    limits = [int(SHARE_OF_MEMORY * fact.memory) for fact in facts if fact.memory is not None]
    return min(useful, max(min([sum(sizes), *limits]), min(sizes)))


def machine() -> str | None:
    """What workers that can share memory have in common: the machine since it was started, the processes that they see, the user."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return f"{file.read().strip()} {os.readlink('/proc/self/ns/pid')} {os.getuid()}"
    except OSError:
        return None


def share(client: Client, facts: Mapping[str, Facts], hash: int | None, level: str | None, useful: int) -> str | None:
    """Lets one worker of every machine that has several make a table for all of them; the name of these tables, if
    there are any.

    The name is the same for all counts of this size on a cluster, so that what is known is kept from one to the next.
    """
    machines = defaultdict(list)
    for address, fact in facts.items():
        if fact.machine is not None and level != "gpu" and (level is not None or not fact.gpus):
            machines[fact.machine].append(address)
    sizes = {}
    for workers in machines.values():
        size = together([facts[address] for address in workers], hash, useful)
        if len(workers) > 1 and size >= LEAST_TABLE and hash not in range(LEAST_TABLE):
            sizes[workers[0]] = size
    if not sizes:
        return None
    name = f"tabiya {client.scheduler_info()['id']} {hash} {useful}"
    client.run(make, name, sizes, workers=list(sizes), on_error="ignore")
    return name


def make(name: str, sizes: Mapping[str, int], dask_worker: Worker) -> None:
    """Makes the table of this machine, unless it has one of this name; for `Client.run`."""
    try:
        table = _tabiya._SharedTable.find(name) or _tabiya._SharedTable.create(name, sizes[dask_worker.address])
    except OSError as error:
        _say(error)
        return
    _made.clear()
    _made[name] = table


def find(name: str | None) -> _tabiya._SharedTable | None:
    """The table of this name on this machine. Those of other names are not needed any more."""
    for other in [other for other in _made if other != name]:
        del _made[other]
    if name is None:
        return None
    try:
        return _made.get(name) or _tabiya._SharedTable.find(name)
    except OSError as error:
        _say(error)
        return None


def _say(error: OSError) -> None:
    logging.getLogger(__name__).warning("%s; each worker of this machine has a table of its own", error)
