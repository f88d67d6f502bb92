"""A program as users write it, for the type checker: every line has the type it seems to have."""

from __future__ import annotations

import io

import numpy as np

import tabiya as chess
import tabiya.batch
import tabiya.engine
import tabiya.pgn
import tabiya.polyglot
import tabiya.svg

board: chess.Board = chess.Board(chess.STARTING_FEN, chess960=False)
move: chess.Move = board.push_san("e4")
moves: list[chess.Move] = [move for move in board.legal_moves if board.is_capture(move)]
count: int = board.legal_moves.count()
piece: chess.Piece | None = board.piece_at(chess.E4)
squares: chess.SquareSet = board.attackers(chess.WHITE, chess.D5) | {chess.A1, chess.B2}
total: int = sum(square for square in squares)
outcome: chess.Outcome | None = board.outcome(claim_draw=True)
if outcome is not None:
    termination: chess.Termination = outcome.termination
status: chess.Status = board.status()
copy: chess.Board = board.copy(stack=False)
mirrored: chess.Board = board.mirror()
epd: str = board.epd(bm=[move], id="x")
nodes: int = chess.perft(board, 2, progress=lambda fraction, leaves, seconds: None)
by_move: dict[chess.Move, int] = chess.divide(board, 2)
sentence: str = str(board.explain(move))
name: str = chess.square_name(chess.E4)

try:
    chess.Board("x")
except chess.FenError as error:
    column: int = error.column

game: tabiya.pgn.Game | None = tabiya.pgn.read_game(io.StringIO("1. e4 *"))
assert game is not None
for node in game.mainline():
    san: str = node.san()
    played: chess.Move = node.move
headers: tabiya.pgn.Headers | None = tabiya.pgn.read_headers(io.StringIO("1. e4 *"))
last: chess.Board | None = tabiya.pgn.read_game(io.StringIO("1. e4 *"), Visitor=tabiya.pgn.BoardBuilder)

picture: str = tabiya.svg.board(board, arrows=[tabiya.svg.Arrow(chess.E2, chess.E4)])
key: int = tabiya.polyglot.zobrist_hash(board)

positions = tabiya.batch.from_boards([board])
offsets, codes = tabiya.batch.legal_moves(positions)
mask = tabiya.batch.legal_mask(positions, "lc0")
legal: np.bool_ = mask.any()

engine: chess.engine.SimpleEngine = chess.engine.SimpleEngine.popen_uci(["engine", "--uci"], timeout=5)
limit: chess.engine.Limit = chess.engine.Limit(time=0.1)
best: chess.Move | None = engine.play(board, limit).move
one: chess.engine.PovScore = engine.analyse(board, limit)["score"]
several: list[chess.engine.InfoDict] = engine.analyse(board, limit, multipv=2)
centipawns: int = one.white().score(mate_score=100000)
depths: list[int] = [line["depth"] for line in engine.analysis(board)]
