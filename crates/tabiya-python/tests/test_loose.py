"""Boards that are not positions, at random: kings missing or in check out of turn, pawns anywhere, rights for corners."""

from __future__ import annotations

import random

import chess
import pytest

import tabiya
from compare import GENERATORS, move_to, moves
from games import LONG


def odd_board(rng: random.Random) -> chess.Board:
    board = chess.Board(None)
    squares = list(range(64))
    rng.shuffle(squares)
    for color in rng.choice([(True, False), (True,), (False,), ()]):
        home = chess.E1 if color else chess.E8
        square = home if rng.random() < 0.4 else squares.pop()
        board.set_piece_at(square, chess.Piece(chess.KING, color))
    for _ in range(rng.randrange(20)):
        square = squares.pop()
        if board.piece_type_at(square) != chess.KING:
            board.set_piece_at(square, chess.Piece(rng.choice([1, 1, 1, 2, 3, 4, 4, 5]), rng.random() < 0.5))
    for corner in (chess.A1, chess.H1, chess.A8, chess.H8):
        if rng.random() < 0.5 and board.piece_at(corner) is None:
            board.set_piece_at(corner, chess.Piece(chess.ROOK, corner < 8))
    board.turn = rng.random() < 0.5
    board.castling_rights = chess.BB_CORNERS & board.rooks
    square = chess.square(rng.randrange(8), 5 if board.turn else 2)
    victim = square + (-8 if board.turn else 8)
    if rng.random() < 0.4 and board.piece_at(square) is None and board.piece_type_at(victim) != chess.KING:
        board.set_piece_at(victim, chess.Piece(chess.PAWN, not board.turn))
        board.ep_square = square
    return board


def twin(oracle: chess.Board) -> tabiya.Board:
    board = tabiya.Board(None)
    board.set_piece_map({s: tabiya.Piece(p.piece_type, p.color) for s, p in oracle.piece_map().items()})
    board.turn, board.castling_rights, board.ep_square = oracle.turn, oracle.castling_rights, oracle.ep_square
    return board


@pytest.mark.parametrize("seed", range(20 if LONG else 4))
def test_against_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    loose = 0
    for _ in range(300):
        oracle = odd_board(rng)
        board = twin(oracle)
        fen = oracle.fen(en_passant="fen")
        loose += bool(board.problems())
        assert board.fen() == oracle.fen() and board._transposition_key() == oracle._transposition_key()
        for name in GENERATORS:
            assert moves(getattr(board, name)()) == moves(getattr(oracle, name)()), (name, fen)
        for name in "is_check was_into_check is_checkmate is_stalemate is_game_over result has_legal_en_passant".split():
            assert getattr(board, name)() == getattr(oracle, name)(), (name, fen)
        legal = list(oracle.legal_moves)
        for move in rng.sample(legal, min(4, len(legal))):
            ours = move_to(move)
            assert board.is_legal(ours) and board.uci(ours) == oracle.uci(move)
            assert board.gives_check(ours) == oracle.gives_check(move)
            assert board.lan(ours) == oracle.lan(move)
            san = oracle.san(move)
            assert board.san(ours) == san and board.parse_san(san) == ours, (san, fen)
            board.push(ours)
            oracle.push(move)
            assert board.fen() == oracle.fen(), (move, fen)
            assert board.promoted == oracle.promoted
            board.pop()
            oracle.pop()
    assert loose > 200


def test_promoted_pieces_are_known() -> None:
    for fen in ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k2Q~/8/8/8/8/8/8/R~3K3 b - - 0 1"):
        board, oracle = tabiya.Board(fen), chess.Board(fen)
        assert board.promoted == oracle.promoted
        for move in list(oracle.legal_moves):
            board.push(move_to(move))
            oracle.push(move)
            assert board.promoted == oracle.promoted
            for reply in list(oracle.legal_moves):
                board.push(move_to(reply))
                oracle.push(reply)
                assert board.promoted == oracle.promoted
                for promoted in (None, False, True):
                    assert board.fen(promoted=promoted) == oracle.fen(promoted=promoted)
                board.pop()
                oracle.pop()
            board.pop()
            oracle.pop()
            assert board.promoted == oracle.promoted
        assert board.mirror().promoted == oracle.mirror().promoted
    board = tabiya.Board(None)
    board.set_piece_at(tabiya.A4, tabiya.Piece.from_symbol("Q"), promoted=True)
    assert board.promoted == tabiya.BB_A4 and board.board_fen(promoted=True) == "8/8/8/8/Q~7/8/8/8"
    board.remove_piece_at(tabiya.A4)
    assert board.promoted == 0
    for wrong in ("~8/8/8/8/8/8/8/8 w - - 0 1", "Q~~7/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/1~7 w - - 0 1"):
        with pytest.raises(tabiya.FenError):
            tabiya.Board(wrong)


def test_castling_without_the_other_king() -> None:
    for fen, text, expected in [
        ("8/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "8/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("8/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "8/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("r3k3/8/8/8/8/8/8/8 b q - 0 1", "e8c8", "2kr4/8/8/8/8/8/8/8 w - - 1 2"),
    ]:
        board = tabiya.Board(fen)
        board.push(tabiya.Move.from_uci(text))
        assert board.fen() == expected


def test_the_turn_can_be_flipped() -> None:
    board = tabiya.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    board.turn = not board.turn
    assert board.legal_moves.count() == chess.Board(board.fen()).legal_moves.count()
    board.turn = not board.turn
    assert not board.problems()
    board.push(tabiya.Move.null())
    assert board.was_into_check() and any(board.is_capture(move) for move in board.legal_moves)
    board.pop()
    with pytest.raises(tabiya.InvalidBoardError):
        tabiya.Board("8/8/8/8/8/8/8/8 w - - 0 1").key()
