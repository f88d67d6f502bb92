"""The programs that docs/python.md and README.md print run as they stand there, each in a process and a folder of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = Path(os.environ.get("TABIYA_ROOT", HERE.parents[2]))
STOCKFISH = "/usr/games/stockfish"
TABLES = "/srv/syzygy"

# What an example leaves to the reader: positions, and a move for each.
GIVEN = """
import tabiya
fens = [tabiya.STARTING_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
chosen = [tabiya.Move.from_uci("e2e4"), tabiya.Move.from_uci("e1g1")]
"""

GAMES = """[Event "Rated Blitz game"]
[White "Ann"]
[Black "Bob"]
[Date "2024.05.01"]
[WhiteElo "2612"]
[BlackElo "2580"]
[TimeControl "180+2"]
[Result "1-0"]

1. e4 {[%eval 0.25] [%clk 0:02:59]} e5 {[%eval 0.3] [%clk 0:02:58]} 2. Qh5 {[%eval -0.4] [%clk 0:02:57]} 1-0

[Event "Rated Bullet game"]
[WhiteElo "1500"]
[TimeControl "60+0"]
[Result "0-1"]

1. d4 d5 0-1

"""


def page(name: str) -> str:
    # tools/test-python lays both pages beside the tests.
    beside = HERE / name
    where = {"python.md": ROOT / "docs" / name, "README.md": HERE.parent / name}
    return (beside if beside.is_file() else where[name]).read_text(encoding="utf-8")


def programs(name: str) -> list[str]:
    found = re.findall(r"^```python\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL)
    # One block shows two ways, of which a program takes one.
    return [part for block in found for part in re.split(r"\n\n(?=import tabiya\b)", block)]


EXAMPLES = [(name, number) for name in ("python.md", "README.md") for number in range(len(programs(name)))]


def test_there_are_examples() -> None:
    assert len(programs("python.md")) >= 8 and len(programs("README.md")) >= 1


@pytest.mark.parametrize(("name", "number"), EXAMPLES)
def test_example(name: str, number: int, tmp_path: Path) -> None:
    program = programs(name)[number]
    needed = [module for module in re.findall(r"\b(duckdb|polars|pyarrow|numpy|torch)\b", program)]
    for module in [*needed, *(["numpy"] if "tabiya.batch" in program else [])]:
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"the example needs {module}")
    if STOCKFISH in program:
        stockfish = shutil.which("stockfish", path=f"{os.environ['PATH']}:/usr/games")
        if stockfish is None:
            pytest.skip("the example needs Stockfish")
        program = program.replace(STOCKFISH, stockfish)
    if TABLES in program:
        folder = os.environ.get("TABIYA_PYTHON_CHESS")
        if not folder:
            pytest.skip("the example needs the tables of python-chess's source package")
        for part in ("3-4-5", "6"):
            (tmp_path / "syzygy").mkdir(exist_ok=True)
            (tmp_path / "syzygy" / part).symlink_to(Path(folder) / "data" / "syzygy" / "regular")
        program = program.replace(TABLES, str(tmp_path / "syzygy"))
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    # `tabiya.pgn` looks at what a file holds and not at its name.
    (tmp_path / "games.pgn.zst").write_text(GAMES, encoding="utf-8")
    if "fens" in program:
        program = GIVEN + program
    (tmp_path / "example.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-W", "error", "example.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"{program}\n{done.stderr}"
