"""Unmoves against python-chess's moves, whether a game reaches a board, and who can still win."""

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


def test_what_can_arise() -> None:
    board = tabiya.Board()
    for move in ("e2e4", "d7d5", "e4d5"):
        board.push_uci(move)
    answer = board.can_arise()
    assert answer.answer and answer and answer.reason is None and answer.text is None and not answer.squares
    assert answer.start == tabiya.Board() and answer.moves == board.move_stack
    assert str(answer) == "yes: e2e4 d7d5 e4d5" and repr(answer) == "<CanArise: yes: e2e4 d7d5 e4d5>"
    assert str(tabiya.Board().can_arise()) == "yes: it is a start position"
    no = tabiya.Board("1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1").can_arise("standard")
    assert no.answer is False and not no and no.reason == "pawn-captures" and no.moves is no.start is None
    assert no.text == (
        "the white pawns need at least 3 captures to stand where they do, but only 2 black men are missing"
    )
    assert tabiya.A5 in no.squares and str(no) == f"no: {no.text}"
    unknown = board.can_arise(positions=1)
    assert unknown.answer is None and unknown and unknown.moves is unknown.text is None and str(unknown) == "not known"


def test_what_can_arise_in_chess960() -> None:
    start = tabiya.Board.from_chess960_pos(0)
    start.push(next(iter(start.legal_moves)))
    for starts in (None, "chess960", "chess960:0", "double-chess960:0:0"):
        answer = start.can_arise(starts)
        assert answer.answer and answer.start == tabiya.Board.from_chess960_pos(0) and answer.moves == start.move_stack
    assert start.can_arise("standard").answer is start.can_arise("chess960:1").answer is False
    # Kings that have left their files have no rights: a board of Chess960 is asked from all starts.
    assert tabiya.Board("8/8/4k3/8/8/4K3/8/8 w - - 0 1", chess960=True).can_arise().answer is None
    for bad in ("", "chess961", "chess960:960", "chess960:x"):
        with pytest.raises(ValueError, match="expected `standard`, `chess960`"):
            start.can_arise(bad)
    with pytest.raises(OverflowError):
        start.can_arise(positions=-1)


def test_what_is_no_position_cannot_arise() -> None:
    for fen in BROKEN[:4]:
        answer = tabiya.Board(fen).can_arise()
        assert answer.answer is False and answer.reason == "invalid", fen
        assert answer.text is not None and answer.text.startswith("it is not a valid position: ")


def test_no_board_of_a_game_is_refused() -> None:
    for seed in range(60 if LONG else 4):
        for before, move in random_game(seed, plies=80):
            after = before.copy(stack=False)
            after.push(move)
            # Without a search: what is asked is that no reason is found.
            assert ours(after).can_arise(positions=0).answer is not False, after.fen()
