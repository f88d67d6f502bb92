"""A small engine that speaks UCI, and does on demand what engines should not do: `fake_engine.py FAULT [LOG]`."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import tabiya

GREETING = """id name Fake 1.0
id author A test
option name Hash type spin default 16 min 1 max 64
option name Clear Hash type button
option name Style type combo default Normal var Solid var Normal var Very Risky
option name Book File type string default <empty>
option name OwnBook type check default false
option name MultiPV type spin default 1 min 1 max 500
option name UCI_Chess960 type check default false
option name UCI_Opponent type string default <empty>
uciok"""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(60)


def flood() -> None:
    while True:
        say("info depth 1 nodes 1 score cp 1\n" * 100 + "nonsense")


def search(board: tabiya.Board, words: list[str], options: dict[str, str], fault: str) -> None:
    if fault == "crash":
        sys.stderr.write("assertion failed: the king is gone\n")
        sys.stderr.flush()
        os._exit(3)
    if fault == "kill":
        os.kill(os.getpid(), 9)
    if fault == "hang":
        hang()
    if fault == "flood":
        flood()
    if fault == "long line":
        while True:
            sys.stdout.write("x" * 65536)
    if fault == "closed":
        os.close(1)
        hang()
    if fault == "illegal":
        say("bestmove e2e5")
        return
    if fault == "no word":
        say("bestmove")
        return
    if fault == "nonsense":
        for line in (
            "info", "info depth", "info depth x score", "info score cp", "info score mate ?", "info score furlongs 3",
            "info multipv 0 depth 3", "info multipv 99999999999 depth 3", "info pv e2e5 e7e5", "info wdl 1", "\0\x01",
            "info currline", "info currline 1 e2e4 e7e5", "info refutation", "info refutation d2d4 d7d5 e9e9",
            "info hashfull 10" + "0" * 5000, "blah blah", "info string a b  c",
        ):  # fmt: skip
            say(line)
        sys.stdout.buffer.write(b"info string \xff\xfe\n")
    moves = sorted(board.uci(move) for move in board.legal_moves)
    if "searchmoves" in words:
        moves = words[words.index("searchmoves") + 1 :]
    if not moves:
        say("bestmove (none)")
        return
    for line in range(min(int(options.get("MultiPV", "1")), len(moves))):
        score = f"score cp {13 - line} wdl 500 400 100"
        say(f"info depth 1 seldepth 2 multipv {line + 1} {score} nodes 1 time 20 pv {moves[line]}")
    if fault == "slow":
        stopped = bool(select.select([0], [], [], 0.5)[0])
        moves = moves[-1:] if stopped else moves
    if "infinite" in words:
        count = 1
        while not select.select([0], [], [], 0)[0]:
            count += 1
            if count < 1000:
                say(f"info depth {count} score cp {count} lowerbound")
            time.sleep(0.001)
        while fault == "deaf":
            time.sleep(60)
        sys.stdin.readline()
    say(f"bestmove {moves[0]} ponder a1a1")


def main() -> None:
    fault = sys.argv[1] if len(sys.argv) > 1 else ""
    log = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    # Unbuffered, so that `select` sees all that has not been read.
    sys.stdin = open(0, "rb", buffering=0)  # type: ignore[assignment]
    if fault == "crash at start":
        sys.exit("no licence found")
    if fault == "hang at start":
        hang()
    if fault == "flood at start":
        flood()
    if fault == "child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()
        os._exit(4)
    board = tabiya.Board()
    options: dict[str, str] = {}
    while line := sys.stdin.readline().decode():  # type: ignore[attr-defined]
        if log is not None:
            with log.open("a") as file:
                file.write(line)
        words = line.split()
        if words[:1] == ["uci"]:
            if fault == "nonsense":
                say("\n\nhello\noption\noption name\noption nonsense\noption name A\noption type spin\nid\nuci ok")
            old = GREETING.replace("option name UCI_Chess960 type check default false\n", "")
            say(old if fault == "old" else GREETING)
        elif words[:1] == ["setoption"]:
            name, _, value = line.strip().removeprefix("setoption name ").partition(" value ")
            options[name] = value
        elif words[:1] == ["isready"]:
            if fault == "sleepy":
                hang()
            say("readyok")
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            fen = " ".join(words[2:8]) if words[1] == "fen" else tabiya.STARTING_FEN
            board = tabiya.Board(fen, chess960=options.get("UCI_Chess960") == "true")
            for move in moves:
                board.push_uci(move)
        elif words[:1] == ["go"]:
            search(board, words, options, fault)
        elif words[:1] == ["quit"] and fault != "stays":
            break


if __name__ == "__main__":
    main()
