"""The questions that every door is asked (testdata/doors.tsv): the library, the command, C, JavaScript and Python."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tabiya

ROOT = Path(os.environ.get("TABIYA_ROOT", Path(__file__).parents[3]))
LINES = (ROOT / "testdata" / "doors.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [line.split("\t") for line in LINES if not line.startswith("#")]


def answer(question: str, argument: str, board: tabiya.Board) -> str:
    if question == "moves":
        return " ".join(sorted(board.uci(move) for move in board.generate(argument))) or "-"
    if question == "squares":
        return f"0x{int(board.named_set(argument)):016x}"
    return board.uci(board.parse_move(argument))


@pytest.mark.parametrize("question", ["moves", "squares", "move"])
def test_answers_are_those_of_every_door(question: str) -> None:
    rows = [row[1:] for row in ROWS if row[0] == question]
    assert len(rows) > 50
    for argument, fen, expected in rows:
        board = tabiya.Board(fen, chess960="HF" in fen or "GB" in fen)
        if expected == "error":
            with pytest.raises(ValueError):
                answer(question, argument, board)
        else:
            assert answer(question, argument, board) == expected, (question, argument, fen)
