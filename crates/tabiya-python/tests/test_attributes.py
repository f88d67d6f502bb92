"""Attributes that Python reads by itself: always what the object says of itself, and set only to what makes sense."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

import tabiya
from tabiya import Board, Move, Piece, SquareSet


def check_turn(board: Board) -> None:
    assert board.turn is (board.fen().split()[1] == "w")


def test_turn_follows_every_change() -> None:
    rng = random.Random(1)
    for number in range(20):
        board = Board.from_chess960_pos(rng.randrange(960)) if number % 2 else Board()
        for _ in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            check_turn(board)
            if rng.random() < 0.2:
                board.push(Move.null())
                check_turn(board)
                board.pop()
                check_turn(board)
        for other in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), board.mirror(), board.root()):
            check_turn(other)
        board.apply_mirror()
        check_turn(board)
        while board.move_stack:
            board.pop()
            check_turn(board)
    black = "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    for change in (
        lambda board: board.set_fen(black), lambda board: board.set_epd(black[:-4]), lambda board: board.reset(),
        lambda board: board.clear(), lambda board: board.push_san("e4"), lambda board: board.push_uci("e2e4"),
        lambda board: setattr(board, "turn", tabiya.BLACK), lambda board: board.__init__(black),
    ):  # fmt: skip
        board = Board()
        change(board)
        check_turn(board)
    check_turn(Board(black))
    check_turn(Board(None))


def test_turn_is_set_and_not_deleted() -> None:
    board = Board()
    board.turn = tabiya.BLACK
    assert board.fen().split()[1] == "b"
    board.turn = 1  # type: ignore[assignment]
    assert board.turn is True
    with pytest.raises(AttributeError, match="turn cannot be deleted"):
        del board.turn
    name = "".join(["tu", "rn"])
    setattr(board, name, False)
    assert board.turn is False
    loose: Any = board
    loose.tur = 1
    assert loose.tur == 1 and board.turn is False
    del loose.tur
    assert not hasattr(board, "tur")


def test_a_subclass_may_have_attributes_of_these_names() -> None:
    class Always(Board):
        asked = 0

        @property
        def turn(self) -> bool:  # type: ignore[override]
            return True

        @turn.setter
        def turn(self, value: bool) -> None:
            self.asked += 1

    board = Always()
    board.turn = False
    assert (board.turn, board.asked, board.fen().split()[1]) == (True, 1, "w")

    class Noted(Move):
        promotion = None
        to_square = property(lambda self: 99)

    move: Any = Noted(tabiya.E7, tabiya.E8)
    move.from_square = tabiya.D7
    move.remark = "x"
    with pytest.raises(AttributeError):
        move.to_square = 1
    assert (move.uci(), move.remark, move.to_square) == ("d7e8", "x", 99)


def test_the_parts_of_every_move() -> None:
    for a in range(64):
        for b in range(64):
            for promotion in (None, *tabiya.PIECE_TYPES):
                move = Move(a, b, promotion)
                assert (move.from_square, move.to_square, move.promotion, move.drop) == (a, b, promotion, None)
    for piece in tabiya.PIECE_TYPES:
        move = Move(5, 5, drop=piece)
        assert (move.from_square, move.to_square, move.promotion, move.drop) == (5, 5, None, piece)
    for given in Board().legal_moves:
        text = tabiya.square_name(given.from_square) + tabiya.square_name(given.to_square)
        assert text == given.uci() and given.promotion is None and given.drop is None


def test_moves_are_changed_part_by_part() -> None:
    move = Move(tabiya.E2, tabiya.E4)
    move.from_square, move.to_square, move.promotion = tabiya.A7, tabiya.A8, tabiya.ROOK
    assert (move.uci(), move) == ("a7a8r", Move.from_uci("a7a8r"))
    move.promotion = None
    move.from_square = tabiya.A8
    move.drop = tabiya.KNIGHT
    assert (str(move), move.drop, move.promotion) == ("N@a8", tabiya.KNIGHT, None)
    for name, value, error in (
        ("from_square", 64, ValueError), ("to_square", -1, ValueError), ("promotion", 7, ValueError),
        ("to_square", "e4", TypeError), ("from_square", None, TypeError), ("sqare", 1, AttributeError),
    ):  # fmt: skip
        with pytest.raises(error):
            setattr(move, name, value)
    assert str(move) == "N@a8"
    for name in ("from_square", "to_square", "promotion", "drop"):
        with pytest.raises(AttributeError, match=f"{name} cannot be deleted"):
            delattr(move, name)
    shared = next(iter(Board().legal_moves))
    with pytest.raises(AttributeError, match="shared"):
        shared.promotion = tabiya.QUEEN
    assert shared.promotion is None


def test_pieces_are_not_changed() -> None:
    for piece_type in tabiya.PIECE_TYPES:
        for color in tabiya.COLORS:
            piece = Piece(piece_type, color)
            assert (piece.piece_type, piece.color) == (piece_type, color) and piece.color is color
            loose: Any = piece
            with pytest.raises(AttributeError):
                loose.color = not color
            with pytest.raises(AttributeError):
                del loose.piece_type
    queen = Board().piece_at(tabiya.D1)
    assert queen is not None and (queen.piece_type, queen.color) == (tabiya.QUEEN, True)
    assert SquareSet([3]) == Board().pieces(queen.piece_type, queen.color)
