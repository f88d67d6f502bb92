"""What can go wrong on a cluster, in words."""

from __future__ import annotations


class ClusterError(RuntimeError):
    """A count or a conversion that cannot go on. What is done is in its checkpoint."""


class CheckpointError(ClusterError):
    """A checkpoint that belongs to something else, is damaged, or cannot be written."""


class MismatchError(ClusterError):
    """The same task was counted twice with different results; the message names both."""


class Refused(ClusterError):
    """A worker that must not count: it has another version of Tabiya, or too little memory."""


def size(count: int) -> str:
    """A number of bytes in words.

    >>> size(3 << 29), size(100_000)
    ('1.5 GiB', '97.7 KiB')
    """
    value, unit = float(count), "bytes"
    for bigger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, bigger
    return f"{value:.1f} {unit}" if unit != "bytes" else f"{count} bytes"
