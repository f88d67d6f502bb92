"""python-chess's own `chess.engine` and `chess.syzygy` work on Tabiya's boards."""

from __future__ import annotations

import sys
from pathlib import Path

import chess.engine
import chess.syzygy
import pytest

import tabiya

# An engine that plays the first legal move by name, and says what it was asked.
ENGINE = """
import sys
import tabiya

board = tabiya.Board()
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name First\\noption name Hash type spin default 1 min 1 max 64\\nuciok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        fen = " ".join(words[2:8]) if words[1] == "fen" else tabiya.STARTING_FEN
        board = tabiya.Board(fen)
        for move in moves:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        first = sorted(move.uci() for move in board.legal_moves)[0]
        print(f"info depth 1 score cp 13 nodes 1 pv {first}\\nbestmove {first}")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
"""


def test_engines(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    with chess.engine.SimpleEngine.popen_uci([sys.executable, str(program)], timeout=30) as engine:
        engine.configure({"Hash": 2})
        for start in (tabiya.STARTING_FEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"):
            board = tabiya.Board(start)
            for _ in range(6):
                expected = sorted(move.uci() for move in board.legal_moves)[0]
                played = engine.play(board, chess.engine.Limit(time=0.1))  # type: ignore[arg-type]
                assert isinstance(played.move, tabiya.Move) and played.move.uci() == expected
                info = engine.analyse(board, chess.engine.Limit(depth=1))  # type: ignore[arg-type]
                assert info["pv"][0] == played.move and info["score"].relative == chess.engine.Cp(13)
                board.push(played.move)


def test_tablebases_are_asked(tmp_path: Path) -> None:
    with chess.syzygy.open_tablebase(str(tmp_path)) as tables:
        # Without pieces there is nothing to look up, and without files nothing to look in.
        assert tables.probe_wdl(tabiya.Board("8/8/8/8/4k3/8/8/4K3 w - - 0 1")) == 0  # type: ignore[arg-type]
        with pytest.raises(KeyError, match="KRvK"):
            tables.probe_dtz(tabiya.Board("8/8/8/8/4k3/8/8/4K2R w - - 0 1"))  # type: ignore[arg-type]
