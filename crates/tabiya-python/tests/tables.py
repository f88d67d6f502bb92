"""The tables of python-chess's source package, and random positions for them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest


def data() -> Path:
    """The folder `data` of python-chess's source package, which tools/test-python fetches where it can."""
    folder = os.environ.get("TABIYA_PYTHON_CHESS")
    if not folder:
        pytest.skip("the source package of python-chess, which carries tables, could not be fetched")
    return Path(folder) / "data"


def boards(name: str, count: int, seed: int) -> Iterator[chess.Board]:
    """Random boards with the pieces of a table, either side to move, with an en passant square where one can be."""
    rng = random.Random(f"{name} {seed}")
    white, black = name.split("v")
    while count:
        board = chess.Board(None)
        pieces = [chess.Piece.from_symbol(letter) for letter in white + black.lower()]
        if rng.random() < 0.5:
            pieces = [chess.Piece(piece.piece_type, not piece.color) for piece in pieces]
        # One file beside the other more often than by chance, for en passant.
        pushed = rng.randrange(24, 32), rng.randrange(32, 40)
        for piece, square in zip(pieces, rng.sample(range(64), len(pieces))):
            if piece.piece_type == chess.PAWN and rng.random() < 0.3:
                square = pushed[rng.randrange(2)]
            board.set_piece_at(square, piece)
        board.turn = rng.random() < 0.5
        if "P" in white and "P" in black:
            fourth = chess.BB_RANK_5 if board.turn else chess.BB_RANK_4
            for pawn in board.pieces(chess.PAWN, not board.turn) & fourth:
                board.ep_square = pawn + (8 if board.turn else -8)
                if board.is_valid() and board.has_legal_en_passant():
                    break
                board.ep_square = None
        if len(board.piece_map()) == len(pieces) and board.is_valid():
            count -= 1
            yield board
