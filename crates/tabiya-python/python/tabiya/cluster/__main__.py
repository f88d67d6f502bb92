"""`python -m tabiya.cluster`: counts and conversions from a shell."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import tabiya

if TYPE_CHECKING:
    from distributed import Client


def size(text: str) -> int:
    """A number of bytes, as 512M or 4G.

    >>> size("64M"), size("2g"), size("100")
    (67108864, 2147483648, 100)
    """
    units = {"K": 10, "M": 20, "G": 30, "T": 40}
    number, shift = (text[:-1], units[text[-1].upper()]) if text[-1:].upper() in units else (text, 0)
    if not number.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a size, expected one as 512M or 4G")
    return int(number) << shift


def parser() -> argparse.ArgumentParser:
    """What can be typed."""
    top = argparse.ArgumentParser(prog="python -m tabiya.cluster", description="Count and convert on a Dask cluster.")
    commands = top.add_subparsers(dest="command", required=True)
    cluster = argparse.ArgumentParser(add_help=False)
    where = cluster.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster, as tcp://host:8786")
    where.add_argument("--local", metavar="N", type=int, help="a cluster of N processes on this machine (1)")
    cluster.add_argument("--quiet", action="store_true", help="show no progress")
    perft = commands.add_parser("perft", parents=[cluster], help="count the leaves of a position")
    perft.add_argument("depth", type=int, help="how many plies deep")
    perft.add_argument("--fen", default=tabiya.STARTING_FEN, help="the position; by default the start position")
    perft.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    perft.add_argument("--checkpoint", metavar="DIR", help="record finished tasks here, and skip those recorded")
    perft.add_argument("--hash", metavar="SIZE", type=size, help="the table of each worker, as 4G (half its memory)")
    perft.add_argument("--level", help="the instructions to use, or gpu")
    perft.add_argument("--check", metavar="FRACTION", type=float, default=0.01, help="how many tasks to count twice (0.01)")
    perft.add_argument("--task-seconds", metavar="S", type=float, default=10.0, help="how long a task should take (10)")
    perft.add_argument("--tasks", metavar="N", type=int, help="how many tasks, in place of --task-seconds")
    perft.add_argument("--timeout", metavar="S", type=float, help="remove workers that have not answered for S seconds")
    positions = commands.add_parser("positions", parents=[cluster], help="write the positions of games as Parquet files")
    positions.add_argument("glob", nargs="+", help="files of games, or patterns of them")
    positions.add_argument("--to", metavar="DIR", required=True, help="the folder for the Parquet files")
    positions.add_argument("--columns", help="columns, with commas between them; by default all")
    positions.add_argument("--range", metavar="SIZE", type=size, default=64 << 20, help="cut files into ranges of about SIZE bytes (64M)")
    return top


def _client(scheduler: str | None, local: int | None) -> AbstractContextManager[Client]:
    from distributed import Client

    from ._local import local_client

    return Client(scheduler, timeout=10) if scheduler else local_client(local or 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; the exit code, 2 if something was wrong and 130 after Ctrl-C."""
    typed = parser().parse_args(arguments)
    from . import ClusterError, perft, positions

    started = time.monotonic()
    try:
        with _client(typed.scheduler, typed.local) as client:
            if typed.command == "perft":
                nodes = perft(
                    typed.depth, fen=typed.fen, chess960=typed.chess960, client=client, checkpoint=typed.checkpoint,
                    progress=not typed.quiet, hash=typed.hash, level=typed.level, check=typed.check,
                    task_seconds=typed.task_seconds, tasks=typed.tasks, timeout=typed.timeout,
                )
                print(f"perft {typed.depth} = {nodes:,}  {time.monotonic() - started:.1f} s", flush=True)
            else:
                chosen = {"columns": typed.columns.split(",")} if typed.columns else {}
                rows = positions(
                    typed.glob, to=typed.to, client=client, range_bytes=typed.range, progress=not typed.quiet, **chosen
                )
                print(f"{rows:,} positions  {time.monotonic() - started:.1f} s", flush=True)
    except (ClusterError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
