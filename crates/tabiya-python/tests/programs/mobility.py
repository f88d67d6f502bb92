"""Mobility of both sides by flipping the turn, threats by passing, attacks with some pieces taken away."""

import random

import chess

dice = random.Random(11)


def mobility(board):
    counts = []
    for _ in range(2):
        counts.append(board.legal_moves.count())
        board.turn = not board.turn
    return counts


def threats(board):
    board.push(chess.Move.null())
    found = sorted(move.uci() for move in board.pseudo_legal_moves if board.is_capture(move))
    board.pop()
    return found


def batteries(board, color):
    return [
        chess.square_name(square)
        for square in board.pieces(chess.ROOK, color)
        if board.attacks(square) & board.pieces(chess.QUEEN, color)
    ]


for _ in range(12):
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 60:
        if board.ply() % 7 == 0:
            before = board.fen()
            print(board.ply(), mobility(board), threats(board)[:4], batteries(board, board.turn), board.is_check())
            assert board.fen() == before
            copy = board.copy(stack=False)
            copy.remove_piece_at(dice.choice(sorted(copy.piece_map())))
            print("  without a piece", copy.legal_moves.count(), copy.is_checkmate(), copy.is_valid(), copy.fen())
        board.push(dice.choice(sorted(board.legal_moves, key=str)))
    print(board.result(), board.outcome() and board.outcome().termination)
