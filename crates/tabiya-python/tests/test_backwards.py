"""Unmoves against python-chess's moves, and who can still win."""

from __future__ import annotations

import pickle

import chess
import pytest

import tabiya
from compare import ours
from games import BROKEN, LONG, positions, random_game


def as_theirs(board: tabiya.Board) -> chess.Board:
    return chess.Board(board.fen(), chess960=board.chess960)


def same(one: chess.Board, other: chess.Board) -> bool:
    """The same position, clocks aside."""
    return one.epd() == other.epd()


def test_every_move_is_among_the_unmoves() -> None:
    for seed in range(100 if LONG else 6):
        for before, move in random_game(seed, plies=60):
            after = before.copy(stack=False)
            after.push(move)
            # In Chess960 a rook's move and a castle may look alike: only one of them comes from this board.
            found = [
                unmove for unmove in ours(after).unmoves()
                if unmove.move.uci() == before.uci(move)
                and any(same(as_theirs(board), before) for board in unmove.all_before())
            ]
            captured = before.piece_at(move.to_square) if not before.is_castling(move) else None
            if before.is_en_passant(move):
                captured = chess.Piece(chess.PAWN, not before.turn)
                [unmove] = [unmove for unmove in found if str(unmove).endswith(":e")]
                assert unmove.captured_square == chess.square(
                    chess.square_file(move.to_square), chess.square_rank(move.from_square)
                )
            else:
                symbol = captured and captured.symbol()
                [unmove] = [
                    unmove for unmove in found
                    if (unmove.captured and unmove.captured.symbol()) == symbol and not str(unmove).endswith(":e")
                ]
                assert unmove.captured_square == (move.to_square if captured else None)


def test_every_unmove_is_a_move() -> None:
    count = 0
    for board in positions(400 if LONG else 40, seed=11):
        if not board.is_valid():
            continue
        after = ours(board)
        unmoves = after.unmoves()
        assert len(set(unmoves)) == len(unmoves) and (after.why_no_unmoves() is None) == bool(unmoves)
        # In the short form every seventh: python-chess takes a millisecond for each.
        for unmove in unmoves if LONG else unmoves[::7]:
            for before in (unmove.before, *unmove.all_before()):
                theirs = as_theirs(before)
                move = chess.Move.from_uci(unmove.move.uci())
                assert theirs.is_valid() and theirs.is_legal(move), (board.fen(), unmove)
                theirs.push(move)
                assert same(theirs, board), (board.fen(), unmove)
                count += 1
            assert repr(unmove) == f"<Unmove: {unmove.uci()}>"
    assert count > 300


def test_unmoves_of_what_is_no_position() -> None:
    for fen in BROKEN[:4]:
        with pytest.raises(tabiya.InvalidBoardError):
            tabiya.Board(fen).unmoves()
        with pytest.raises(tabiya.InvalidBoardError):
            tabiya.Board(fen).can_win(tabiya.WHITE)
    board = tabiya.Board("8/8/8/8/8/2k5/3P4/4K3 b - - 0 1")
    assert board.unmoves() == [] and "check from d2" in (board.why_no_unmoves() or "")
    assert len(tabiya.Board().unmoves()) == 4 and tabiya.Board().unmoves()[0] == tabiya.Board().unmoves()[0]


@pytest.mark.parametrize(
    "fen, white, black",
    [
        ("8/8/8/8/2N5/8/p2K4/k7 w - - 0 1", True, True),  # a knight mates a king that its own pawn shuts in
        ("8/8/8/8/2N5/8/3K4/k7 w - - 0 1", False, False),
        ("7k/8/8/8/8/8/8/K5bB w - - 0 1", True, True),  # bishops of different colours
        ("7k/8/8/8/8/8/8/K4b1B w - - 0 1", False, False),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", False, False),  # stalemate
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", True, False),  # mate
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", True, False),
    ],
)
def test_who_can_win(fen: str, white: bool, black: bool) -> None:
    # The crate compares its answers with a search of every position that can follow; here the door is tested.
    for color, expected in ((tabiya.WHITE, white), (tabiya.BLACK, black)):
        answer = tabiya.Board(fen).can_win(color)
        assert answer.answer is expected is bool(answer), (fen, color, str(answer))


def test_lines_mate() -> None:
    known = 0
    for board in positions(300 if LONG else 60, seed=12):
        if not board.is_valid():
            continue
        for color in chess.COLORS:
            answer = ours(board).can_win(color)
            if answer.line is not None:
                end = board.copy()
                for move in answer.line:
                    move_there = chess.Move.from_uci(move.uci())
                    assert end.is_legal(move_there)
                    end.push(move_there)
                assert end.is_checkmate() and end.turn != color
                assert answer.answer and answer.reason is None and str(answer).startswith("yes")
                known += 1
            else:
                assert str(answer).startswith("no") and (answer.reason is None) == (answer.answer is None)
            if board.has_insufficient_material(color):
                assert answer.answer is False
    assert known > 60


def test_a_locked_position() -> None:
    board = tabiya.Board("8/2p1k3/1pPp1p1p/1P1PpPpP/4P1P1/4K3/8/8 w - - 0 1")
    for color in tabiya.COLORS:
        answer = board.can_win(color)
        assert answer.answer is False and answer.reason == "locked" and not answer and answer.line is None
        assert answer.locked and answer.locked.issubset(board.occupied) and "locked" in str(answer)


def test_answers_are_not_pickled_silently() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(tabiya.Board().can_win(tabiya.WHITE))
