"""The operations of EPD: `bm Nf3; id "a name";`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias, Union

from ._tabiya import Move

if TYPE_CHECKING:
    from ._tabiya import Board

Operand: TypeAlias = Union[None, str, int, float, Move, list[Move]]

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\r": "\\r", "\n": "\\n"}
_LETTERS = {"t": "\t", "r": "\r", "n": "\n"}
_OPERATION = re.compile(
    r"""\s*(?:;|(?P<opcode>[^\s;]+)\s*(?:"(?P<text>(?:[^"\\]|\\.)*)(?:"|\\?\Z)|(?P<words>[^";]*)))""", re.DOTALL
)
_LISTS = ("pv", "bm", "am")


def _check_opcode(opcode: str) -> None:
    if not opcode or not opcode[0].isalpha() or re.search(r"\s", opcode):
        raise ValueError(f"{opcode!r} is not an EPD opcode: expected a letter, then no spaces")


def write(board: Board, operations: Mapping[str, Operand | Iterable[Move]]) -> str:
    """Operations as text; moves are written for this board."""
    words = []
    for opcode, operand in operations.items():
        _check_opcode(opcode)
        words.append(f"{opcode}{_write_operand(board, opcode, operand)};")
    return " ".join(words)


def _write_operand(board: Board, opcode: str, operand: Operand | Iterable[Move]) -> str:
    if operand is None:
        return ""
    if isinstance(operand, Move):
        return " " + board.san(operand)
    if isinstance(operand, float) and not math.isfinite(operand):
        raise ValueError(f"{operand} is not a number that EPD could hold")
    if isinstance(operand, (int, float)):
        return f" {operand}"
    if opcode in _LISTS and not isinstance(operand, str):
        if opcode != "pv":
            return "".join(" " + san for san in sorted(board.san(move) for move in operand))
        position = board.copy(stack=False)
        return "".join(" " + position.san_and_push(move) for move in operand)
    text = "".join(_ESCAPES.get(letter, letter) for letter in str(operand))
    return f' "{text}"'


def read(board: Board, text: str) -> dict[str, Operand]:
    """Operations from text; moves are read on this board."""
    operations: dict[str, Operand] = {}
    for found in _OPERATION.finditer(text):
        opcode = found["opcode"]
        if opcode is None or opcode == "-":
            continue
        _check_opcode(opcode)
        if found["text"] is not None:
            operations[opcode] = re.sub(r"\\(.?)", lambda m: _LETTERS.get(m[1], m[1]), found["text"], flags=re.DOTALL)
        else:
            operations[opcode] = _read_operand(board, opcode, found["words"].strip())
    return operations


def _read_operand(board: Board, opcode: str, words: str) -> Operand:
    if not words:
        return [] if opcode in _LISTS else None
    if words[0] in "+-.0123456789":
        try:
            number = float(words) if re.search(r"[.eE]", words) else int(words)
        except ValueError:
            raise ValueError(f"{words!r} is not a number: the operand of the EPD operation {opcode!r}") from None
        if not math.isfinite(number):
            raise ValueError(f"{words!r} is not a finite number: the operand of the EPD operation {opcode!r}")
        return number
    if opcode == "pv":
        position = board.copy(stack=False)
        return [position.push_xboard(word) for word in words.split()]
    if opcode in _LISTS:
        return [board.parse_xboard(word) for word in words.split()]
    return board.parse_xboard(words)
