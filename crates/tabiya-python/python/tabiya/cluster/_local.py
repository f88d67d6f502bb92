"""A client to work with: the caller's, the current one, or one of a cluster on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed import Client


@contextmanager
def some_client(client: Client | None) -> Iterator[Client]:
    """The client that was given, or the current one, or a new one that is closed afterwards."""
    from distributed import Client

    if client is None:
        try:
            client = Client.current()
        except ValueError:
            with local_client(1) as own:
                yield own
            return
    yield client


@contextmanager
def local_client(workers: int) -> Iterator[Client]:
    """A client of a new cluster on this machine, the cores shared out evenly."""
    from distributed import Client, LocalCluster

    cores = os.cpu_count() or 1
    with LocalCluster(
        n_workers=workers, threads_per_worker=max(1, cores // workers), processes=True, dashboard_address=":0"
    ) as cluster, Client(cluster) as client:
        yield client
