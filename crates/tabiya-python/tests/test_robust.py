"""Threads, memory, and random calls with random arguments."""

from __future__ import annotations

import gc
import inspect
import io
import random
import subprocess
import sys
import sysconfig
import threading

import pytest

import tabiya
import tabiya.batch
import tabiya.pgn
import tabiya.polyglot
import tabiya.svg
from games import BROKEN, KIWIPETE, LONG, ODD


def run_threads(work: object, count: int = 8) -> None:
    errors: list[BaseException] = []

    def guarded(number: int) -> None:
        try:
            work(number)  # type: ignore[operator]
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_eight_threads_on_one_board() -> None:
    board = tabiya.Board(KIWIPETE)
    rounds = 3000 if LONG else 400

    def work(number: int) -> None:
        rng = random.Random(number)
        for _ in range(rounds):
            # Others push and pop meanwhile, so only what always holds can be asserted.
            copy = board.copy()
            moves = list(copy.legal_moves)
            assert copy.legal_moves.count() == len(moves)
            if moves and len(copy.move_stack) < 40:
                try:
                    board.push(rng.choice(moves))
                except tabiya.IllegalMoveError:
                    pass
            else:
                try:
                    board.pop()
                except IndexError:
                    pass
            board.fen(), list(board.legal_moves), board.is_check(), hash(board), repr(board)

    run_threads(work)
    while board.move_stack:
        board.pop()
    assert board.fen() == KIWIPETE


def test_eight_threads_on_eight_boards() -> None:
    counts = [0] * 8

    def perft(board: tabiya.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    def work(number: int) -> None:
        counts[number] = perft(tabiya.Board(KIWIPETE), 3)

    run_threads(work)
    assert counts == [97_862] * 8


def test_threads_share_sets_games_and_batches() -> None:
    squares = tabiya.SquareSet()
    game = tabiya.pgn.Game()
    positions = tabiya.batch.from_fens([KIWIPETE] * 500)

    def work(number: int) -> None:
        for i in range(100):
            squares.add((number * 8 + i) % 64)
            list(squares)
            node = game.add_variation(tabiya.Move(number, i % 64))
            node.comment = str(i)
        assert tabiya.batch.legal_mask(positions).sum() == 500 * 48
        assert tabiya.perft(tabiya.Board(), 4, threads=1) == 197_281

    run_threads(work)
    assert len(game.variations) == 800 and len(squares) == 64


def test_threads_change_one_move_and_one_set() -> None:
    move, squares, full = tabiya.Move(0, 0), tabiya.SquareSet(), tabiya.SquareSet(tabiya.BB_ALL)
    subsets, taken = tabiya.SquareSet(0xFF00FF).carry_rippler(), []

    def work(number: int) -> None:
        for i in range(400):
            move.from_square, move.to_square = number, i % 64
            move.promotion = None if i % 3 else 1 + i % 6
            squares.add(number * 8 + i % 8)
        for _ in range(8):
            taken.append(full.pop())
        for subset in subsets:
            taken.append(64 + subset)

    run_threads(work)
    # Each part is one that a thread has set, and what Python reads is what the move is.
    assert move == tabiya.Move(move.from_square, move.to_square, move.promotion)
    assert squares == tabiya.BB_ALL and not full
    assert len(taken) == len(set(taken)) == 64 + (1 << 16)


def test_free_threaded_python_stays_free_threaded() -> None:
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has the GIL")
    code = "import sys, tabiya, tabiya.batch, tabiya.pgn; assert not sys._is_gil_enabled()"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


def test_counting_lets_other_threads_run() -> None:
    def ticks_during_a_count() -> int:
        ticks = 0
        done = threading.Event()

        def count() -> None:
            tabiya.perft(tabiya.Board(KIWIPETE), 5, hash=0, threads=1)
            done.set()

        thread = threading.Thread(target=count)
        thread.start()
        while not done.wait(0.002):
            ticks += 1
        thread.join()
        return ticks

    # A busy machine may leave this thread without a core for the whole of a count, but not for each of many.
    assert any(ticks_during_a_count() > 3 for _ in range(50))


def test_interrupting_a_count() -> None:
    script = (
        "import signal, threading, tabiya\n"
        # Programs in the background of a shell are started with the signal ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()\n"
        "try:\n    tabiya.perft(tabiya.Board(), 14, hash=0)\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert result.stdout.strip() == "interrupted", result.stderr


MEMORY = """
import io, resource, sys, tabiya, tabiya.pgn
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
text = '[White "A"]\\n\\n1. e4 {x} (1. d4 d5) 1... e5 2. Nf3 $1 Nc6 *'
def boards(count):
    for _ in range(count):
        board = tabiya.Board()
        board.push_san("e4")
        list(board.legal_moves)
        board.copy().piece_map()
        str(board.explain("e7e6"))
def games(count):
    for _ in range(count):
        game = tabiya.pgn.read_game(io.StringIO(text))
        game.end().board()
        game.headers["White"]
        game.variations[0].comment = "y"
boards(20000); games(3000)
before = peak()
boards(int(sys.argv[1])); games(int(sys.argv[2]))
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the module resource")
def test_a_million_boards_leave_no_growth() -> None:
    counts = ["1000000", "100000"] if LONG else ["60000", "8000"]
    result = subprocess.run(
        [sys.executable, "-c", MEMORY, *counts], capture_output=True, text=True, check=True, timeout=900
    )
    assert int(result.stdout) < 4096, f"{result.stdout} KiB more than after a tenth of it"


def values(rng: random.Random) -> object:
    """Something that may or may not fit."""
    return rng.choice(
        [
            lambda: None,
            lambda: rng.choice([True, False]),
            lambda: rng.randrange(-3, 70),
            lambda: rng.choice([-(10**30), 10**30, 2**64, 2**63, -1, 0, 65536]),
            lambda: rng.getrandbits(64),
            lambda: rng.random() * 100 - 50,
            lambda: float("nan"),
            lambda: rng.choice(ODD + BROKEN),
            lambda: rng.choice(["e4", "Nf3", "O-O", "e2e4", "e7e8q", "", "\0", "♞", "é" * 50, "a" * 5000, "--", "0000"]),
            lambda: tabiya.Move(rng.randrange(64), rng.randrange(64), rng.choice([None, 1, 5, 6])),
            lambda: tabiya.Piece(rng.randrange(1, 7), rng.random() < 0.5),
            lambda: tabiya.SquareSet(rng.getrandbits(64)),
            lambda: tabiya.Board(rng.choice(ODD + BROKEN)),
            lambda: [tabiya.Move(rng.randrange(64), rng.randrange(64))] * rng.randrange(3),
            lambda: [rng.randrange(70) for _ in range(rng.randrange(4))],
            lambda: {rng.randrange(70): tabiya.Piece(1, True)},
            lambda: b"bytes",
            lambda: object(),
            lambda: lambda *_: rng.getrandbits(64),
            lambda: io.StringIO("1. e4 e5 *"),
        ]
    )()


def fits(value: object) -> None:
    """An answer can be shown."""
    repr(value)
    if isinstance(value, (str, bytes, int, float, bool, list, tuple, dict, set)) or value is None:
        return
    str(value)


SLOW = {"perft", "divide", "perft_statistics", "frontier", "_hunt", "hunt", "carry_rippler"}


def test_random_calls_never_panic() -> None:
    rng = random.Random(2026)
    rounds = 150_000 if LONG else 12_000
    called = set()
    makers = [
        lambda: tabiya.Board(rng.choice(ODD + BROKEN), chess960=rng.random() < 0.3),
        lambda: tabiya.Move(rng.randrange(64), rng.randrange(64)),
        lambda: tabiya.Piece(rng.randrange(1, 7), True),
        lambda: tabiya.SquareSet(rng.getrandbits(64)),
        lambda: tabiya.Board(rng.choice(ODD)).legal_moves,
        lambda: tabiya.Board(rng.choice(ODD)).pseudo_legal_moves,
        lambda: tabiya.Board(rng.choice(ODD)).explain("e2e4"),
        lambda: tabiya.pgn.Game(),
        lambda: tabiya.pgn.read_game(io.StringIO("1. e4 (1. d4) 1... e5 *")),
        lambda: tabiya._tabiya,
        lambda: tabiya,
        lambda: tabiya.svg,
    ]
    for _ in range(rounds):
        target = rng.choice(makers)()
        names = [name for name in dir(target) if name not in SLOW and (not name.startswith("__") or name in OPERATORS)]
        name = rng.choice(names)
        try:
            member = getattr(target, name)
            if rng.random() < 0.05 and not inspect.ismodule(target):
                setattr(target, name, values(rng))
            if callable(member):
                arguments = [values(rng) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3]))]
                answer = member(*arguments)
                fits(answer)
                called.add((type(target).__name__, name))
        except Exception as error:  # noqa: BLE001
            assert type(error).__name__ != "PanicException", (name, error)
        except BaseException as error:
            raise AssertionError(f"{type(target).__name__}.{name}: {error!r}") from error
    gc.collect()
    assert len(called) > 150


OPERATORS = {
    "__and__", "__or__", "__xor__", "__sub__", "__lshift__", "__rshift__", "__ior__", "__contains__", "__eq__", "__lt__",
    "__len__", "__iter__", "__bool__", "__hash__", "__getitem__", "__reversed__", "__invert__", "__int__", "__index__",
}


def test_importing_needs_no_numpy_and_little_time() -> None:
    script = (
        "import sys, time; sys.modules['numpy'] = None\n"
        "start = time.perf_counter(); import tabiya, tabiya.pgn, tabiya.svg, tabiya.polyglot\n"
        "tabiya.Board().push_san('e4')\n"
        "try:\n    import tabiya.batch\nexcept ImportError as error:\n    print('NumPy' in str(error))\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "True"
