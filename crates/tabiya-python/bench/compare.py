"""The same work by python-chess and by Tabiya, results checked equal, as ratios of CPU time (best of several rounds)."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.svg
import numpy as np

import learning
import tabiya
import tabiya.batch
import tabiya.pgn
import tabiya.svg

START = chess.STARTING_FEN
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def cpu(work: Callable[[], object], rounds: int) -> tuple[float, object]:
    best, result = float("inf"), None
    for _ in range(rounds):
        started = time.process_time()
        result = work()
        best = min(best, time.process_time() - started)
    return best, result


def row(name: str, bar: str, theirs: Callable[[], object], ours: Callable[[], object], repeat: int = 1) -> None:
    """One line of the table. Ours is done `repeat` times, because the clock is coarse."""

    def repeated() -> object:
        for _ in range(repeat - 1):
            ours()
        return ours()

    # Interleaved, so that a busy machine hits both.
    slow = fast = float("inf")
    for _ in range(3):
        seconds, expected = cpu(theirs, 1)
        slow = min(slow, seconds)
        seconds, found = cpu(repeated, 2)
        fast = min(fast, seconds / repeat)
        assert found == expected, f"{name}: {found!r} is not {expected!r}"
    print(f"| {name} | {slow * 1e6:,.1f} µs | {fast * 1e6:,.2f} µs | {ratio(slow / fast)} × | {bar} |", flush=True)


def ratio(times: float) -> str:
    return f"{times:,.0f}" if times >= 10 else f"{times:.1f}"


def perft(board: chess.Board | tabiya.Board, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)  # type: ignore[arg-type]
        total += perft(board, depth - 1)
        board.pop()
    return total


def perft_bulk(board: chess.Board | tabiya.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)  # type: ignore[arg-type]
        total += perft_bulk(board, depth - 1)
        board.pop()
    return total


def lively_game(seed: int) -> list[str]:
    """A game that looks like one: captures and checks preferred now and then, 40 to 120 plies."""
    rng, board, sans = random.Random(seed), tabiya.Board(), []
    for _ in range(rng.randrange(40, 120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        lively = [move for move in moves if board.is_capture(move)]
        sans.append(board.san_and_push(rng.choice(lively if lively and rng.random() < 0.3 else moves)))
    return sans


def annotated(seed: int) -> str:
    """The same as PGN, with comments, glyphs and variations."""
    rng = random.Random(seed)
    board, game = tabiya.Board(), tabiya.pgn.Game()
    game.headers["White"], game.headers["Black"], game.headers["Result"] = f"White {seed}", "Black", "1/2-1/2"
    node: tabiya.pgn.GameNode = game
    for san in lively_game(seed):
        move = board.parse_san(san)
        if rng.random() < 0.1:
            other = rng.choice(list(board.legal_moves))
            if other != move:
                node.add_variation(other, comment="also possible")
        node = node.add_main_variation(move, comment="[%clk 0:03:00]" if rng.random() < 0.3 else "")
        if rng.random() < 0.1:
            node.nags.add(rng.randrange(1, 7))
        board.push(move)
    return str(game)


def played(module: object, games: list[list[str]]) -> list[str]:
    ends = []
    for sans in games:
        board = module.Board()  # type: ignore[attr-defined]
        for san in sans:
            board.push_san(san)
        ends.append(board.fen())
    return ends


def read(module: object, text: str) -> list[tuple[str, int]]:
    handle, games = io.StringIO(text), []
    while (game := module.read_game(handle)) is not None:  # type: ignore[attr-defined]
        games.append(game)
    return [(game.headers["White"], len(list(game.mainline_moves()))) for game in games[:1] + games[-1:]]


def masks_by_hand(boards: list[chess.Board]) -> np.ndarray:
    out = np.zeros((len(boards), 4096), np.bool_)
    for i, board in enumerate(boards):
        for move in board.legal_moves:
            out[i, move.from_square * 64 + move.to_square] = True
    return out


def lc0_by_hand(boards: list[chess.Board], index: dict[str, int]) -> np.ndarray:
    out = np.zeros((len(boards), 1858), np.bool_)
    for i, board in enumerate(boards):
        for move in board.legal_moves:
            uci = board.uci(move, chess960=True)
            if not board.turn:
                uci = "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in uci)
            out[i, index[uci[:4] if uci.endswith("n") else uci]] = True
    return out


def lc0_index() -> dict[str, int]:
    words = []
    for a in range(64):
        for b in range(64):
            files, ranks = abs(a % 8 - b % 8), abs(a // 8 - b // 8)
            if a != b and (files == 0 or ranks == 0 or files == ranks or {files, ranks} == {1, 2}):
                words.append(chess.square_name(a) + chess.square_name(b))
    for a in range(8):
        for b in (a - 1, a, a + 1):
            if 0 <= b < 8:
                words += [f"{'abcdefgh'[a]}7{'abcdefgh'[b]}8{piece}" for piece in "qrb"]
    return {word: i for i, word in enumerate(words)}


class Digest:
    """Arrays compared as a whole."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digest) and bool((self.array == other.array).all())


def batches() -> None:
    """All cores, so wall-clock time as well; CPU time tells what a busy machine hides."""
    boards = []
    for seed in range(100):
        board = chess.Board()
        for san in lively_game(seed):
            board.push_san(san)
            boards.append(board.copy(stack=False))
    boards = boards[:4096]
    packed = tabiya.batch.from_fens([board.fen(en_passant="fen") for board in boards])
    many = np.concatenate([packed] * 24)
    index = lc0_index()
    for policy, by_hand in (("64x64", masks_by_hand), ("lc0", lambda some: lc0_by_hand(some, index))):
        # As a training loop does it, batch after batch into the same array; and all at once, which memory slows down.
        for name, bar, rows in (
            ("batches of 256", "300 ×", 256),
            ("batches of 1,024", "300 ×", 1024),
            ("98,304 at once", "–", len(many)),
        ):
            out = np.empty((rows, tabiya.batch.POLICIES[policy]), np.bool_)
            best = [float("inf")] * 4
            for _ in range(5):
                started = time.perf_counter(), time.process_time()
                expected = by_hand(boards[:1000])
                ended = time.perf_counter(), time.process_time()
                best[:2] = [min(best[i], (ended[i] - started[i]) / 1000) for i in (0, 1)]
                for _ in range(3):
                    started = time.perf_counter(), time.process_time()
                    for first in range(0, len(many), rows):
                        tabiya.batch.legal_mask(many[first : first + rows], policy, out=out)
                    ended = time.perf_counter(), time.process_time()
                    best[2:] = [min(best[2 + i], (ended[i] - started[i]) / len(many)) for i in (0, 1)]
            tabiya.batch.legal_mask(many[:rows], policy, out=out)
            assert (out[:1000] == expected[:rows]).all(), policy
            cores = os.cpu_count() or 1
            for clock, wanted, slow, fast in (
                (f"wall clock, {cores} cores", bar, best[0], best[2]),
                (f"CPU time shared by {cores} cores", bar, best[1], best[3] / cores),
            ):
                line = f"packed → legal mask ({policy}), {name}, per position, {clock}"
                print(f"| {line} | {slow * 1e6:,.1f} µs | {fast * 1e6:,.3f} µs | {slow / fast:,.0f} × | {wanted} |", flush=True)


def imports(wheel: str | None) -> None:
    def seconds(module: str) -> float:
        script = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
        runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, text=True) for _ in range(7)]
        return min(float(run.stdout) for run in runs)

    theirs, ours = seconds("chess"), seconds("tabiya")
    print(f"| import | {theirs * 1e3:.0f} ms | {ours * 1e3:.0f} ms | {theirs / ours:.1f} × | 60 ms |")
    if wheel:
        print(f"| wheel | – | {Path(wheel).stat().st_size / 1e6:.2f} MB | – | 3 MB |")


def small_calls(
    theirs: chess.Board, ours: tabiya.Board, their_moves: list[chess.Move], our_moves: list[tabiya.Move]
) -> None:
    """Calls that do little, so that most of the time is the border between Python and Rust."""
    ucis = [move.uci() for move in their_moves]
    kinds = [(kind, color) for kind in chess.PIECE_TYPES for color in chess.COLORS]

    def compared(name: str, work: Callable[[Any, Any, Any], object]) -> None:
        def many(*asked: Any) -> object:
            for _ in range(49):
                work(*asked)
            return work(*asked)

        row(name, "–", lambda: many(chess, theirs, their_moves), lambda: many(tabiya, ours, our_moves), 5)

    compared("50 × 64 × board.piece_at", lambda lib, board, moves: [board.piece_at(square) is None for square in range(64)])
    compared("50 × 12 × board.pieces", lambda lib, board, moves: [bool(board.pieces(*kind)) for kind in kinds])
    compared("50 × 48 × board.is_capture", lambda lib, board, moves: [board.is_capture(move) for move in moves])
    compared("50 × 48 × move.uci()", lambda lib, board, moves: [move.uci() for move in moves])
    compared("50 × 48 × Move.from_uci", lambda lib, board, moves: [bool(lib.Move.from_uci(uci)) for uci in ucis])
    compared("50 × 48 × board.turn, board.occupied", lambda lib, board, moves: [(board.turn, board.occupied) for _ in moves])
    compared("50 × 48 × move.to_square, promotion", lambda lib, board, moves: [(m.to_square, m.promotion) for m in moves])


def main() -> None:
    print("| | python-chess | Tabiya | ratio | bar |\n|---|---|---|---|---|", flush=True)
    for name, fen, push_bar, bulk_bar, list_bar in (
        ("start", START, "28 ×", "110 ×", "45 ×"),
        ("kiwipete", KIWIPETE, "30 ×", "180 ×", "60 ×"),
    ):
        theirs, ours = chess.Board(fen), tabiya.Board(fen)
        row(f"perft 3 in Python, every leaf pushed, {name}", push_bar, lambda: perft(theirs, 3), lambda: perft(ours, 3), 3)
        row(f"perft 3 with legal_moves.count(), {name}", bulk_bar, lambda: perft_bulk(theirs, 3), lambda: perft_bulk(ours, 3), 10)

        def lists(board: chess.Board | tabiya.Board, times: int) -> int:
            for _ in range(times):
                moves = list(board.legal_moves)
            return len(moves)

        # A thousand lists each.
        row(f"1,000 × list(board.legal_moves), {name}", list_bar, lambda: lists(theirs, 1000), lambda: lists(ours, 1000), 20)

    theirs, ours = chess.Board(KIWIPETE), tabiya.Board(KIWIPETE)
    their_moves, our_moves = list(theirs.legal_moves), list(ours.legal_moves)
    our_moves.sort(key=str)
    their_moves.sort(key=str)

    def push_pop(board: chess.Board | tabiya.Board, moves: list[object]) -> str:
        for _ in range(20):
            for move in moves:
                board.push(move)  # type: ignore[arg-type]
                board.pop()
        return board.fen()

    def contains(board: chess.Board | tabiya.Board, moves: list[object]) -> int:
        return sum(move in board.legal_moves for _ in range(20) for move in moves)  # type: ignore[operator]

    def sans(board: chess.Board | tabiya.Board, moves: list[object]) -> list[str]:
        return [board.san(move) for _ in range(10) for move in moves]  # type: ignore[arg-type]

    row("960 × push + pop, kiwipete", "38 ×", lambda: push_pop(theirs, their_moves), lambda: push_pop(ours, our_moves), 20)
    row("960 × move in board.legal_moves", "25 ×", lambda: contains(theirs, their_moves), lambda: contains(ours, our_moves), 20)
    row("480 × board.san(move)", "82 ×", lambda: sans(theirs, their_moves), lambda: sans(ours, our_moves), 20)
    small_calls(theirs, ours, their_moves, our_moves)
    games = [lively_game(seed) for seed in range(200)]
    row("200 games by push_san", "90 ×", lambda: played(chess, games), lambda: played(tabiya, games), 5)
    text = "\n\n".join(annotated(seed) for seed in range(100)) + "\n"
    row("100 × pgn.read_game, whole tree", "40 ×", lambda: read(chess.pgn, text), lambda: read(tabiya.pgn, text), 10)
    row("svg.board", "200 ×", lambda: len(chess.svg.board(theirs)) > 999, lambda: len(tabiya.svg.board(ours)) > 999, 50)
    learning.main(row, games, Digest, lc0_index())
    batches()
    imports(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
