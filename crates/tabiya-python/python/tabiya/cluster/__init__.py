"""Counting and converting on many machines, with Dask.

`perft` counts the leaves of a position, exactly, whatever dies on the way; `positions` makes Parquet files out of files
of games. Both take a Dask client:

    from distributed import Client
    import tabiya.cluster

    tabiya.cluster.perft(10, client=Client("tcp://scheduler:8786"), checkpoint="perft10")

`python -m tabiya.cluster --help` does the same from a shell. The workers and the scheduler need the same version
of Tabiya as the client.
"""

from __future__ import annotations

try:
    import distributed as _distributed
except ImportError:
    raise ImportError("tabiya.cluster needs Dask: pip install 'tabiya[cluster]', or distributed") from None

from ._errors import (
    CheckpointError as CheckpointError,
    ClusterError as ClusterError,
    MismatchError as MismatchError,
    Refused as Refused,
)
from ._perft import perft as perft
from ._positions import positions as positions

__all__ = ["CheckpointError", "ClusterError", "MismatchError", "Refused", "perft", "positions"]
