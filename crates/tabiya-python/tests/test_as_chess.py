"""Tabiya under the name of python-chess, and the names of what it does not have."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tabiya
import tabiya.variant

CHECK = """
import chess, chess.engine, chess.pgn, chess.svg, chess.polyglot, chess.variant, chess.syzygy
from chess.pgn import Game
from chess import Board, svg
assert chess.engine is tabiya.engine and chess.engine.PovScore is chess.pgn.PovScore
assert chess is tabiya and chess.pgn is tabiya.pgn and Game is tabiya.pgn.Game and Board is tabiya.Board
assert tabiya.pgn.__name__ == tabiya.pgn.__spec__.name == "tabiya.pgn" and chess.svg is tabiya.svg
assert chess.syzygy is tabiya.syzygy and chess.syzygy.open_tablebase is tabiya.syzygy.open_tablebase
import chess.gaviota
assert chess.gaviota.__name__ == "chess.gaviota" and chess.gaviota.chess is tabiya
import importlib
try:
    importlib.import_module("chess.nonsense")
except ModuleNotFoundError:
    print("right")
"""


@pytest.mark.parametrize(
    "start", ["import tabiya; tabiya.as_chess()", "import sys, tabiya; sys.modules['chess'] = tabiya"]
)
def test_programs_that_import_chess(start: str) -> None:
    done = subprocess.run([sys.executable, "-c", start + CHECK], capture_output=True, text=True, timeout=60)
    assert done.stdout == "right\n", done.stderr


def test_too_late() -> None:
    code = "import chess, tabiya\ntry: tabiya.as_chess()\nexcept ImportError as error: print(error)\nassert chess is not tabiya"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "before anything imports chess" in done.stdout, done.stderr


def test_variants_are_refused_by_name() -> None:
    assert tabiya.variant.find_variant("Standard") is tabiya.Board is tabiya.variant.find_variant("Fischerandom")
    for variant in tabiya.variant.VARIANTS[1:]:
        assert not isinstance(tabiya.Board(), variant)
        with pytest.raises(NotImplementedError, match=variant.__name__):
            variant()
        with pytest.raises(ValueError, match=variant.__name__):
            tabiya.variant.find_variant(variant.uci_variant)
    with pytest.raises(ValueError):
        tabiya.variant.find_variant("nonsense")


def test_what_is_absent_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", "import tabiya.gaviota"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "python-chess" in done.stderr.splitlines()[-1]


def test_names_that_are_absent_say_what_to_use() -> None:
    import tabiya.engine
    import tabiya.polyglot

    for module, name, instead in (
        (tabiya.polyglot, "POLYGLOT_RANDOM_ARRAY", "zobrist_hash"),
        (tabiya.polyglot, "ZobristHasher", "zobrist_hash"),
        (tabiya.engine, "run_in_background", "SimpleEngine"),
        (tabiya.engine, "XBoardProtocol", "UCI"),
        (tabiya.engine, "Hello", "no attribute 'Hello'"),
    ):
        with pytest.raises(AttributeError, match=instead):
            getattr(module, name)
        assert not hasattr(module, name)


def test_event_loops_for_engines() -> None:
    # What programs for older versions of python-chess begin with.
    code = "import warnings; warnings.simplefilter('ignore'); import asyncio, tabiya.engine as engine\n"
    code += "asyncio.set_event_loop_policy(engine.EventLoopPolicy()); print(asyncio.run(asyncio.sleep(0, 'done')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "done\n", done.stderr
