"""Batches in worker processes, however they are started, and in PyTorch's data loaders."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

# The parent uses all its threads first, as a training program does. A child that waits for them would wait for ever.
PROGRAM = """
import multiprocessing, sys
import tabiya, tabiya.batch as batch

fens = [tabiya.Board.from_chess960_pos(number % 960).fen() for number in range(1000)]

def work(number):
    packed = batch.from_fens(fens[number:number + 500], chess960=True)
    offsets, moves = batch.legal_moves(packed)
    after = batch.play(packed, moves[offsets[:-1]])
    ends = batch.playouts(packed, plies=20, seed=number)
    return int(batch.legal_mask(after, "lc0").sum()), int(batch.facts(ends.positions).key[0]), tabiya.perft(tabiya.Board(), 4)

if __name__ == "__main__":
    expected = [work(number) for number in range(4)]
    context = multiprocessing.get_context(sys.argv[1])
    with context.Pool(2) as pool:
        assert pool.map(work, range(4)) == expected
    assert [work(number) for number in range(4)] == expected
    print("equal")
"""

LOADER = """
import torch
import tabiya, tabiya.batch as batch

class Positions(torch.utils.data.IterableDataset):
    def __iter__(self):
        for seed in range(3):
            packed = batch.playouts(batch.from_boards([tabiya.Board()] * 500), plies=30, seed=seed).positions
            yield torch.from_numpy(batch.planes(packed)), torch.from_numpy(batch.legal_mask(packed, "lc0"))

if __name__ == "__main__":
    expected = [(planes.sum(), mask.sum()) for planes, mask in Positions()]
    for method in ("fork", "forkserver", "spawn"):
        loader = torch.utils.data.DataLoader(Positions(), batch_size=None, num_workers=1, multiprocessing_context=method)
        assert [(planes.sum(), mask.sum()) for planes, mask in loader] == expected
    print("equal")
"""


def run(tmp_path: object, program: str, *arguments: str) -> None:
    path = os.path.join(str(tmp_path), "program.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(textwrap.dedent(program))
    done = subprocess.run([sys.executable, path, *arguments], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "equal\n"), done.stderr


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_worker_processes(method: str, tmp_path: object) -> None:
    import multiprocessing

    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not start processes by {method}")
    run(tmp_path, PROGRAM, method)


def test_data_loaders(tmp_path: object) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed")
    run(tmp_path, LOADER)
