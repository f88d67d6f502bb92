"""Boards without kings or with a king that can be captured, as games with hidden pieces have them."""

import random

import chess

dice = random.Random(5)
board = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQ1BNR w kq - 0 1")
print(sorted(map(str, board.legal_moves)), board.is_check(), board.status())
for fen in (
    "8/8/8/8/8/8/8/4K2R w K - 0 1",
    "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
    "8/8/8/3pP3/8/8/8/8 w - d6 0 1",
    "r3k2r/8/8/8/8/8/8/8 b kq - 0 1",
    "8/P7/8/8/8/8/p7/8 b - - 3 9",
):
    board = chess.Board(fen)
    print(fen, sorted(map(str, board.legal_moves)), sorted(map(str, board.generate_castling_moves())))
    for move in sorted(board.legal_moves, key=str):
        san = board.san(move)
        board.push(move)
        print(move, san, board.fen(), board.is_checkmate(), board.is_stalemate(), board.result())
        assert board.pop() == move
board = chess.Board(None)
for _ in range(60):
    board.set_piece_at(dice.randrange(64), chess.Piece(dice.randrange(2, 6), dice.random() < 0.5))
    board.turn = dice.random() < 0.5
    print(board.pseudo_legal_moves.count(), board.legal_moves.count(), board.is_valid())
for text in ("N@f3", "e2e4"):
    move = chess.Move.from_uci(text)
    print(move, move.drop, chess.Board().is_legal(move))
