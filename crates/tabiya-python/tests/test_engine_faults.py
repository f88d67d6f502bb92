"""Engines that crash, hang, flood or print nonsense: the error says what happened, and no process is left."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import tabiya
import tabiya.engine
from tabiya.engine import EngineError, EngineTerminatedError, EngineTimeoutError, Limit, SimpleEngine
from test_engine import FAKE, fake

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the processes are looked for as Unix does")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return sys.platform != "linux"


def gone(pid: int) -> bool:
    for _ in range(200):
        if not is_running(pid):
            return True
        time.sleep(0.05)
    return False


def pid_of(engine: SimpleEngine) -> int:
    assert engine.protocol.transport is not None
    return engine.protocol.transport.get_pid()


@pytest.fixture(autouse=True)
def nothing_is_left() -> object:
    yield
    gc.collect()
    assert not [thread for thread in threading.enumerate() if thread.name == "tabiya.engine"]
    if sys.platform == "linux":
        children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        commands = [Path(f"/proc/{child}/cmdline").read_text() for child in children if is_running(int(child))]
        assert not [command for command in commands if "fake_engine" in command]


def test_no_such_program(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SimpleEngine.popen_uci("/nowhere/engine")
    text = tmp_path / "text"
    text.write_text("not a program")
    with pytest.raises(OSError):
        SimpleEngine.popen_uci(text)
    with pytest.raises(ValueError, match="empty"):
        SimpleEngine.popen_uci([])


def test_faults_at_start() -> None:
    with pytest.raises(EngineTerminatedError, match="exit code 1.*no licence found"):
        fake(fault="crash at start")
    for fault in ("hang at start", "flood at start"):
        began = time.monotonic()
        with pytest.raises(EngineTimeoutError, match="'uciok' within 1 s"):
            fake(fault=fault, timeout=1)
        assert time.monotonic() - began < 20
    with pytest.raises(EngineTerminatedError, match="exit code 0"):
        SimpleEngine.popen_uci([sys.executable, "-c", "print('hello')"], timeout=30)


def test_children_of_a_crashed_engine_end_with_it() -> None:
    with pytest.raises(EngineTerminatedError, match="exit code 4") as raised:
        fake(fault="child")
    child = re.search(r"child (\d+)", str(raised.value))
    assert child and gone(int(child[1]))


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        ("crash", EngineTerminatedError, "exit code 3.*the king is gone"),
        ("kill", EngineTerminatedError, "killed by SIGKILL"),
        ("closed", EngineTerminatedError, "closed its output"),
        ("long line", EngineError, "line of more than"),
    ],
)
def test_faults_that_end_the_engine(fault: str, kind: type[EngineError], reason: str) -> None:
    for limit in (Limit(depth=3), Limit(time=0.1)):
        with fake(fault=fault) as engine:
            pid = pid_of(engine)
            with pytest.raises(kind, match=reason):
                engine.play(tabiya.Board(), limit)
            for question in (engine.ping, lambda: engine.play(tabiya.Board(), limit)):
                with pytest.raises(EngineTerminatedError, match=reason):
                    question()
            assert gone(pid)
    with fake(fault=fault) as engine:
        with engine.analysis(tabiya.Board()) as analysis, pytest.raises(kind, match=reason):
            list(analysis)
        with pytest.raises(kind, match=reason):
            analysis.wait()
        engine.quit()


@pytest.mark.parametrize("fault", ["hang", "flood"])
def test_engines_that_do_not_come_back(fault: str) -> None:
    with fake(fault=fault) as engine:
        engine.timeout = 2
        pid = pid_of(engine)
        for _ in range(2):
            with pytest.raises(asyncio.TimeoutError, match="bestmove"):
                engine.play(tabiya.Board(), Limit(time=0.1))
        with pytest.raises(EngineTimeoutError):
            engine.ping()
        assert is_running(pid)
    assert gone(pid)


def test_the_memory_of_a_flood_is_bounded() -> None:
    with fake(fault="flood") as engine, engine.analysis(tabiya.Board()) as analysis:
        while len(analysis.inner._unread) < 60000:
            time.sleep(0.05)
        time.sleep(0.5)
        assert len(analysis.inner._unread) <= 1 << 16
        assert analysis.get()["score"].relative == tabiya.engine.Cp(1)


def test_other_waits_end() -> None:
    with fake(fault="sleepy") as engine:
        engine.timeout = 0.5
        with pytest.raises(EngineTimeoutError, match="readyok"):
            engine.ping()
    with fake(fault="deaf") as engine:
        engine.timeout = 2
        analysis = engine.analysis(tabiya.Board())
        analysis.stop()
        with pytest.raises(EngineTimeoutError, match="bestmove"):
            analysis.wait()
    with fake(fault="stays") as engine:
        engine.timeout = 0.5
        pid = pid_of(engine)
        with pytest.raises(EngineTimeoutError, match="has been killed"):
            engine.quit()
        assert gone(pid) and engine.returncode == -9


def test_wrong_moves_do_not_end_the_engine() -> None:
    for fault, reason in (("illegal", "e2e5.*rnbqkbnr"), ("no word", "without a move")):
        with fake(fault=fault) as engine:
            for _ in range(2):
                with pytest.raises(EngineError, match=reason):
                    engine.play(tabiya.Board(), Limit(depth=1))
            engine.ping()


def test_nonsense_is_passed_over() -> None:
    with fake() as engine:
        options = engine.options
    with fake(fault="nonsense") as engine:
        assert engine.options == options and len(options) == 8
        info = engine.analyse(tabiya.Board(), Limit(depth=1))
        assert info["score"].relative == tabiya.engine.Cp(13) and info["string"] == "\ufffd\ufffd"
        assert info["currline"] == {1: [tabiya.Move.from_uci("e2e4"), tabiya.Move.from_uci("e7e5")]}
        assert info["refutation"] == {tabiya.Move.from_uci("d2d4"): [tabiya.Move.from_uci("d7d5")]}
        assert "hashfull" not in info and [move.uci() for move in info["pv"]] == ["a2a3"]


def test_forgotten_engines_end() -> None:
    engine = fake()
    pid = pid_of(engine)
    del engine
    gc.collect()
    assert gone(pid)
    code = (
        "import sys, tabiya.engine\n"
        "engine = tabiya.engine.SimpleEngine.popen_uci(sys.argv[1:], timeout=30)\n"
        "print(engine.protocol.transport.get_pid())\n"
    )
    for last in ("", "raise SystemExit(0)", "import os; sys.stdout.flush(); os._exit(0)"):
        done = subprocess.run([sys.executable, "-c", code + last, *FAKE], capture_output=True, text=True, timeout=60)
        assert not done.stderr and gone(int(done.stdout))


def test_closing_ends_the_waits_of_other_threads() -> None:
    engine = fake(fault="hang")
    errors = []

    def play() -> None:
        try:
            engine.play(tabiya.Board(), Limit(depth=1))
        except EngineError as error:
            errors.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    while engine.protocol.waits_for != "bestmove":
        time.sleep(0.01)
    engine.close()
    thread.join(30)
    assert isinstance(errors[0], EngineTerminatedError)
    for question in (engine.ping, lambda: engine.configure({}), lambda: engine.analysis(tabiya.Board())):
        with pytest.raises(EngineTerminatedError, match="closed"):
            question()
    engine.close()
    engine.quit()


def test_threads_wait_for_each_other() -> None:
    with fake(fault="slow") as engine:
        moves: list[tabiya.Move | None] = []
        threads = [
            threading.Thread(target=lambda: moves.append(engine.play(tabiya.Board(), Limit(depth=1)).move))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        # A search that had been stopped would play another move.
        assert moves == [tabiya.Move.from_uci("a2a3")] * 3


class Interrupted(Exception):
    pass


def interrupt(signum: int, frame: object) -> None:
    raise Interrupted


def test_an_interrupted_wait_leaves_the_engine_usable() -> None:
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with fake(fault="slow") as engine:
            for _ in range(3):
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                with pytest.raises(Interrupted):
                    engine.play(tabiya.Board(), Limit(depth=1))
                assert engine.play(tabiya.Board(), Limit(depth=1)).move == tabiya.Move.from_uci("a2a3")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_cancelled_start_leaves_no_process() -> None:
    async def start() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(tabiya.engine.popen_uci([*FAKE, "hang at start"]), 0.5)

    asyncio.run(start())
