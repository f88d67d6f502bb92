"""Training samples by worker processes: planes of pieces, a target move, the result."""

import io
import multiprocessing
import random

import chess
import chess.pgn


def sample(seed):
    dice = random.Random(seed)
    board = chess.Board()
    game = chess.pgn.Game()
    node = game
    rows = []
    while not board.is_game_over(claim_draw=True) and board.ply() < 80:
        move = dice.choice(sorted(board.legal_moves, key=lambda move: move.uci()))
        planes = [int(board.pieces(kind, color)) for color in chess.COLORS for kind in chess.PIECE_TYPES]
        flipped = [chess.flip_vertical(plane) for plane in planes]
        rows.append((sum(planes) % 9973, sum(flipped) % 9973, move.from_square, move.to_square, board.turn))
        node = node.add_variation(move)
        board.push(move)
    game.headers["Result"] = board.result(claim_draw=True)
    again = chess.pgn.read_game(io.StringIO(str(game)))
    assert again.end().board().fen() == board.fen()
    return rows[-3:], len(rows), game.headers["Result"], board


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for rows, count, result, board in pool.map(sample, range(12)):
            print(rows, count, result, board.fen(), len(board.move_stack), board.peek())
