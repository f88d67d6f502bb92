"""Squares, moves, pieces, sets of squares, constants and small functions against python-chess."""

from __future__ import annotations

import collections.abc
import copy
import dataclasses
import pickle
import typing
import random

import chess
import pytest

import tabiya


def test_constants() -> None:
    for name in dir(chess):
        if not name.isupper() or name.startswith("SAN_") or name.startswith("FEN_"):
            continue
        if name in {"BB_DIAG_MASKS", "BB_DIAG_ATTACKS", "BB_FILE_MASKS", "BB_FILE_ATTACKS", "BB_RANK_MASKS",
                    "BB_RANK_ATTACKS", "BB_RAYS"}:
            continue
        assert getattr(tabiya, name) == getattr(chess, name), name


def test_terminations_and_status() -> None:
    for member in tabiya.Termination:
        assert chess.Termination[member.name].value == member.value
    for member in tabiya.Status:
        assert getattr(chess, f"STATUS_{member.name}") == member.value


def test_functions_of_squares() -> None:
    for a in range(64):
        for name in ("square_file", "square_rank", "square_name", "square_mirror"):
            assert getattr(tabiya, name)(a) == getattr(chess, name)(a)
        assert tabiya.parse_square(chess.square_name(a)) == a
        for b in range(64):
            for name in ("square_distance", "square_manhattan_distance", "square_knight_distance", "ray", "between"):
                expected = getattr(chess, name)(a, b)
                if name == "square_knight_distance" and {a, b} & set(chess.SquareSet(chess.BB_CORNERS)):
                    continue  # python-chess counts on a board without edges in some corners
                assert getattr(tabiya, name)(a, b) == expected, (name, a, b)
    for file in range(8):
        for rank in range(8):
            assert tabiya.square(file, rank) == chess.square(file, rank)
    for piece_type in range(1, 7):
        assert tabiya.piece_symbol(piece_type) == chess.piece_symbol(piece_type)
        assert tabiya.piece_name(piece_type) == chess.piece_name(piece_type)
    for wrong in (lambda: tabiya.parse_square("e9"), lambda: tabiya.square_name(64), lambda: tabiya.piece_symbol(0)):
        with pytest.raises(ValueError):
            wrong()


def test_functions_of_bitboards() -> None:
    rng = random.Random(1)
    names = [name for name in dir(chess) if name.startswith(("shift_", "flip_"))] + ["lsb", "msb", "popcount"]
    for _ in range(300):
        bitboard = rng.getrandbits(64) & rng.getrandbits(64)
        for name in names:
            assert getattr(tabiya, name)(bitboard) == getattr(chess, name)(bitboard), name
        assert list(tabiya.scan_forward(bitboard)) == list(chess.scan_forward(bitboard))
        assert list(tabiya.scan_reversed(bitboard)) == list(chess.scan_reversed(bitboard))


def test_moves() -> None:
    rng = random.Random(2)
    for _ in range(3000):
        arguments = rng.randrange(64), rng.randrange(64), rng.choice([None, None, 1, 2, 3, 4, 5, 6])
        move, expected = tabiya.Move(*arguments), chess.Move(*arguments)
        for name in ("from_square", "to_square", "promotion", "drop"):
            assert getattr(move, name) == getattr(expected, name)
        assert (move.uci(), str(move), move.xboard(), repr(move), bool(move)) == (
            expected.uci(), str(expected), expected.xboard(), repr(expected), bool(expected),
        )
        if arguments[0] != arguments[1]:
            assert tabiya.Move.from_uci(move.uci()) == move
        assert move == tabiya.Move(*arguments) and hash(move) == hash(tabiya.Move(*arguments))
    assert tabiya.Move.null() == tabiya.Move(0, 0) and not tabiya.Move.null()
    assert tabiya.Move(1, 2) != tabiya.Move(2, 1) and tabiya.Move(1, 2) != "b1c1"
    for text in ("", "e2", "e2e4x", "E2E4", "e7e8Q", "0000q", "e2e2", "ä2e4", "X@e4", "P@E4", "PP@e4", "@e4", "P@", "P@e9", "e2e44"):
        with pytest.raises(tabiya.InvalidMoveError):
            tabiya.Move.from_uci(text)
    for wrong in ((64, 0), (-1, 0), (0, 0, 7), (0, 0, 0), (10**30, 0)):
        with pytest.raises(ValueError):
            tabiya.Move(*wrong)
    match tabiya.Move.from_uci("e7e8q"):
        case tabiya.Move(from_square, to_square, promotion):
            assert (from_square, to_square, promotion) == (tabiya.E7, tabiya.E8, tabiya.QUEEN)


def test_pieces() -> None:
    for letter in "PNBRQKpnbrqk":
        piece, expected = tabiya.Piece.from_symbol(letter), chess.Piece.from_symbol(letter)
        assert (piece.piece_type, piece.color, piece.symbol()) == (expected.piece_type, expected.color, letter)
        assert (repr(piece), str(piece)) == (repr(expected), str(expected))
        for invert in (True, False):
            assert piece.unicode_symbol(invert_color=invert) == expected.unicode_symbol(invert_color=invert)
        assert piece == tabiya.Piece(piece.piece_type, piece.color) and hash(piece) == hash(expected)
    assert len({tabiya.Piece.from_symbol(letter) for letter in "PPPnnn"}) == 2
    for wrong in ("", "x", "PP", "♙"):
        with pytest.raises(ValueError):
            tabiya.Piece.from_symbol(wrong)


def test_square_sets() -> None:
    rng = random.Random(4)
    operators = ["__and__", "__or__", "__xor__", "__sub__", "union", "intersection", "difference",
                 "symmetric_difference", "isdisjoint", "issubset", "issuperset", "__eq__"]
    in_place = ["__iand__", "__ior__", "__ixor__", "__isub__", "update", "intersection_update", "difference_update",
                "symmetric_difference_update"]
    for _ in range(300):
        a, b = rng.getrandbits(64) & rng.getrandbits(64), rng.getrandbits(64)
        shift, square = rng.randrange(70), rng.randrange(64)
        mine, expected = tabiya.SquareSet(a), chess.SquareSet(a)
        assert (len(mine), bool(mine), int(mine), list(mine), list(reversed(mine)), mine.tolist()) == (
            len(expected), bool(expected), int(expected), list(expected), list(reversed(expected)), expected.tolist(),
        )
        assert (repr(mine), str(mine), mine.mask) == (repr(expected), str(expected), expected.mask)
        assert int(~mine) == int(~expected) and int(mine.mirror()) == int(expected.mirror())
        assert int(mine << shift) == int(expected << shift) and int(mine >> shift) == int(expected >> shift)
        assert (square in mine) == (square in expected)
        for other in (b, tabiya.SquareSet(b), list(tabiya.SquareSet(b))):
            theirs = chess.SquareSet(b)
            for name in operators:
                result = getattr(mine, name)(other)
                assert int(result) == int(getattr(expected, name)(theirs)), name
            for name in in_place:
                left, right = tabiya.SquareSet(a), chess.SquareSet(a)
                getattr(left, name)(other)
                getattr(right, name)(theirs)
                assert int(left) == int(right), name
        mine.add(square)
        assert square in mine
        mine.discard(square)
        mine.discard(square)
        with pytest.raises(KeyError):
            mine.remove(square)
        if mine:
            first = min(mine)
            assert mine.pop() == first and first not in mine
        mine.clear()
        with pytest.raises(KeyError):
            mine.pop()
    small = tabiya.SquareSet(0b1011)
    assert list(small.carry_rippler()) == list(chess.SquareSet(0b1011).carry_rippler())
    assert isinstance(small, collections.abc.MutableSet)
    assert tabiya.SquareSet([0, 1]) < small and small >= {0, 1} and {0} | small == small
    assert tabiya.SquareSet(-1) == tabiya.BB_ALL and tabiya.SquareSet(1 << 64) == 0
    assert tabiya.SquareSet.from_square(3) == 8
    shifted = small.copy()
    shifted <<= 2
    assert shifted == 0b101100
    for wrong in (lambda: tabiya.SquareSet([64]), lambda: 64 in small, lambda: small << -1):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        tabiya.SquareSet(object())


def test_outcome_values() -> None:
    win = tabiya.Outcome(tabiya.Termination.CHECKMATE, True)
    assert win == tabiya.Outcome(tabiya.Termination.CHECKMATE, True) and win.result() == "1-0"
    assert win != tabiya.Outcome(tabiya.Termination.CHECKMATE, False) and win != 1
    assert len({win, tabiya.Outcome(tabiya.Termination.CHECKMATE, True)}) == 1


def test_moves_can_be_changed() -> None:
    move = tabiya.Move(tabiya.E7, tabiya.E8)
    move.promotion = tabiya.QUEEN
    assert move == tabiya.Move.from_uci("e7e8q") and move.uci() == "e7e8q"
    move.from_square, move.to_square, move.promotion = tabiya.A2, tabiya.A4, None
    assert str(move) == "a2a4"
    given = next(iter(tabiya.Board().legal_moves))
    for name, value in (("promotion", tabiya.QUEEN), ("from_square", 0), ("to_square", 0), ("drop", None)):
        with pytest.raises(AttributeError, match="shared by the whole program.*copy"):
            setattr(given, name, value)
    own = copy.copy(given)
    own.promotion = tabiya.QUEEN
    assert given.promotion is None and given in tabiya.Board().legal_moves and own != given
    with pytest.raises(AttributeError):
        given.__init__(1, 2)  # type: ignore[misc]


def test_drops_are_read_and_refused() -> None:
    for text in ("N@f3", "P@e4", "K@a1"):
        move, expected = tabiya.Move.from_uci(text), chess.Move.from_uci(text)
        assert (move.uci(), move.xboard(), str(move), move.drop, move.promotion) == (
            expected.uci(), expected.xboard(), str(expected), expected.drop, expected.promotion,
        )
        assert move and move == tabiya.Move(move.from_square, move.to_square, drop=move.drop)
        assert pickle.loads(pickle.dumps(move)) == move == copy.deepcopy(move) and eval(repr(move), vars(tabiya)) == move
        board = tabiya.Board()
        assert not board.is_legal(move) and not board.is_pseudo_legal(move) and move not in board.legal_moves
        with pytest.raises(tabiya.IllegalMoveError, match="chess has no drops"):
            board.push(move)
        with pytest.raises(tabiya.IllegalMoveError, match="chess has no drops"):
            board.push_uci(text)
        with pytest.raises(tabiya.IllegalMoveError, match="chess has no drops"):
            tabiya.Board(None).push(move)
    with pytest.raises(ValueError, match="drop"):
        tabiya.Move(tabiya.E2, tabiya.E4, drop=tabiya.KNIGHT)


def test_dataclass_functions() -> None:
    move = tabiya.Move.from_uci("e7e8")
    assert dataclasses.replace(move, promotion=tabiya.KNIGHT) == tabiya.Move.from_uci("e7e8n")
    assert dataclasses.asdict(move) == dataclasses.asdict(chess.Move.from_uci("e7e8"))
    assert dataclasses.astuple(tabiya.Piece.from_symbol("n")) == dataclasses.astuple(chess.Piece.from_symbol("n"))
    for name in ("Move", "Piece", "Outcome"):
        ours, theirs = getattr(tabiya, name), getattr(chess, name)
        assert dataclasses.is_dataclass(ours)
        assert [(field.name, field.default) for field in dataclasses.fields(ours)] == [
            (field.name, field.default) for field in dataclasses.fields(theirs)
        ]
        assert list(typing.get_type_hints(ours)) == list(typing.get_type_hints(theirs))
    draw = tabiya.Outcome(tabiya.Termination.STALEMATE, None)
    assert dataclasses.replace(draw, winner=True).result() == "1-0"


def test_values_of_the_other_library_are_accepted() -> None:
    board = tabiya.Board()
    board.push(chess.Move.from_uci("e2e4"))  # type: ignore[arg-type]
    assert board.san(chess.Move.from_uci("e7e5")) == "e5"  # type: ignore[arg-type]
    assert chess.Move.from_uci("e7e5") in board.legal_moves
    board.set_piece_at(tabiya.A3, chess.Piece.from_symbol("n"))  # type: ignore[arg-type]
    assert str(board.piece_at(tabiya.A3)) == "n"
    assert tabiya.SquareSet(chess.SquareSet(7)) == 7
    for wrong in (None, 5, "e2e4"):
        with pytest.raises(TypeError, match="expected a Move, found"):
            board.push(wrong)  # type: ignore[arg-type]


def test_tables_of_sliders() -> None:
    for name in ("DIAG", "FILE", "RANK"):
        assert getattr(tabiya, f"BB_{name}_MASKS") == getattr(chess, f"BB_{name}_MASKS")
        assert getattr(tabiya, f"BB_{name}_ATTACKS") == getattr(chess, f"BB_{name}_ATTACKS")
    assert tabiya.BB_RAYS == chess.BB_RAYS
    with pytest.raises(AttributeError):
        tabiya.BB_NONSENSE
