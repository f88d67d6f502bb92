"""Positions and games for the tests: random, odd and by hand. The oracle is python-chess."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import chess

LONG = bool(os.environ.get("TABIYA_LONG"))
"""Whether there is time for the long form: 50,000 positions and 2,000 games."""

POSITIONS = 50_000 if LONG else 1_200
GAMES = 2_000 if LONG else 60

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

ODD = [
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",  # en passant would uncover the king
    "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 60",
    "4k3/8/8/8/8/8/8/4K2R w K - 149 80",
    "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",  # stalemate
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",  # mate
    "8/5k2/8/8/8/8/2B5/4K1b1 w - - 0 1",
    "4k3/8/4r3/8/8/4B3/8/4K3 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "3rk3/2P1P3/8/8/8/8/2p1p3/3RK3 w - - 0 1",
    "6Bn/B2Pk3/8/p1r3NK/3p4/b6P/3p2n1/2R5 w - - 0 1",
    "k7/8/8/3pP3/8/8/8/K7 w - d6 0 2",
    "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
]

BROKEN = [
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/4K3/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
    "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
]

CHESS960 = [
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
    "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
    "r1k1r3/8/8/8/8/8/8/R1K1R3 b EAea - 0 1",
]


def random_game(seed: int, *, plies: int = 160) -> Iterator[tuple[chess.Board, chess.Move]]:
    """A random game: each board together with the move about to be played. Every third is Chess960."""
    rng = random.Random(seed)
    if seed % 3 == 2:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    elif seed % 7 == 0:
        board = chess.Board(rng.choice(ODD[:5]))
    else:
        board = chess.Board()
    for _ in range(rng.randrange(plies)):
        moves = list(board.legal_moves)
        if not moves:
            return
        # Captures and pawn moves make for varied positions.
        lively = [move for move in moves if board.is_zeroing(move)]
        move = rng.choice(lively if lively and rng.random() < 0.4 else moves)
        yield board, move
        board.push(move)


def positions(count: int, *, seed: int = 1) -> Iterator[chess.Board]:
    """Boards out of random games, with their past."""
    for fen in ODD:
        yield chess.Board(fen)
    for fen in CHESS960:
        yield chess.Board(fen, chess960=True)
    given = len(ODD) + len(CHESS960)
    while given < count:
        for board, _ in random_game(seed):
            if given >= count:
                return
            yield board
            given += 1
        seed += 1
