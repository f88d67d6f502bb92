"""Plays games between the reference engine and itself or Stockfish under python-chess, a real UCI client.

    tools/play-games --out FOLDER --games 200 --tc 0.5+0.01           itself, every second pair Chess960
    tools/play-games --out FOLDER --games 100 --tc 5+0.05 --elo 2000  against Stockfish limited to that rating
    tools/play-games --out FOLDER --games 100 --movetime 50 --elo 2000 --chess960 half

Every opening is played twice with the colours exchanged. The client keeps the clocks and checks every move: an
overdrawn clock or an illegal move loses the game, is reported, and makes the exit code 1. The games are written to
FOLDER/games.pgn as they end. With --movetime an answer that comes more than --margin late loses.

Needs `cargo build --release` first and, with --elo, Stockfish (Debian: apt-get install stockfish); python-chess comes
with tools/play-games.
"""

import argparse
import datetime
import itertools
import math
import os
import random
import shutil
import sys
import threading
import time

import chess
import chess.engine
import chess.pgn

OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6 | e4 e5 Nf3 Nc6 Bc4 Bc5 | e4 e5 Nf3 Nf6 | e4 e5 Nf3 Nc6 d4 exd4 | e4 e5 Nc3 Nf6 | e4 e5 f4 exf4
e4 c5 Nf3 d6 d4 cxd4 | e4 c5 Nf3 Nc6 d4 cxd4 | e4 c5 Nf3 e6 | e4 c5 c3 d5 | e4 c5 Nc3 Nc6 | e4 e6 d4 d5 Nc3 Bb4
e4 e6 d4 d5 e5 c5 | e4 c6 d4 d5 Nc3 dxe4 | e4 c6 d4 d5 exd5 cxd5 | e4 d6 d4 Nf6 Nc3 g6 | e4 d5 exd5 Qxd5 | e4 Nf6 e5 Nd5
e4 g6 d4 Bg7 | d4 d5 c4 e6 Nc3 Nf6 | d4 d5 c4 c6 Nf3 Nf6 | d4 d5 c4 dxc4 | d4 d5 Nf3 Nf6 Bf4 | d4 Nf6 c4 e6 Nc3 Bb4
d4 Nf6 c4 e6 Nf3 b6 | d4 Nf6 c4 g6 Nc3 Bg7 | d4 Nf6 c4 g6 Nc3 d5 | d4 Nf6 c4 c5 d5 e6 | d4 f5 g3 Nf6 | d4 Nf6 Bg5 e6
c4 e5 Nc3 Nf6 | c4 c5 Nf3 Nf6 | c4 e6 Nf3 d5 | Nf3 d5 g3 Nf6 | Nf3 Nf6 c4 g6 | b3 e5 Bb2 Nc6 | f4 d5 Nf3 g6 | e4 a6 d4 b5
e4 Nc6 d4 d5 | d4 d6 e4 Nf6 Nc3 e5 | d4 c5 d5 e5 | e4 b6 d4 Bb7 | g3 d5 Bg2 e5 | Nc3 d5 e4 d4 | d4 e6 c4 Bb4+ | b4 e5 Bb2
e4 e5 d4 exd4 | e4 c5 d4 cxd4 | d4 d5 e4 dxe4 | e4 e5 Nf3 d6 d4 | e4 c5 b4 cxb4
"""
LONGEST = 500


class Seat:
    """One engine at the board, with its clock."""

    def __init__(self, name, command, options):
        self.name = name
        self.times = []
        self.engine = chess.engine.SimpleEngine.popen_uci(command, timeout=60)
        self.engine.configure({key: value for key, value in options.items() if key in self.engine.options})


def start_positions(chess960, rng):
    """Yields (board, opening name): every second one Chess960, or all, or none, as asked."""
    lines = [line.strip() for row in OPENINGS.split("\n") for line in row.split("|") if line.strip()]
    rng.shuffle(lines)
    count = 0
    while True:
        if chess960 == "all" or (chess960 == "half" and count % 2):
            number = rng.randrange(960)
            yield chess.Board.from_chess960_pos(number), f"Chess960 {number}"
        else:
            board = chess.Board()
            line = lines[count % len(lines)]
            for san in line.split():
                board.push_san(san)
            yield board, line
        count += 1


def play(white, black, board, options):
    """Plays a game out. Returns its result, how it ended, and the smallest clock reading in seconds."""
    seconds, increment = options.clock
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    lowest = math.inf
    game = object()
    while True:
        outcome = board.outcome()
        if outcome is not None:
            return outcome.result(), outcome.termination.name.lower().replace("_", " "), lowest
        if board.is_repetition(3):
            return "1/2-1/2", "threefold repetition", lowest
        if board.is_fifty_moves():
            return "1/2-1/2", "fifty moves", lowest
        if board.ply() >= LONGEST:
            return "1/2-1/2", "too long", lowest
        seat = white if board.turn else black
        if options.movetime:
            limit = chess.engine.Limit(time=options.movetime / 1000)
        else:
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE],
                black_clock=clocks[chess.BLACK],
                white_inc=increment,
                black_inc=increment,
            )
        lost = "0-1" if board.turn else "1-0"
        began = time.monotonic()
        try:
            move = seat.engine.play(board, limit, game=game).move
        except chess.engine.EngineError as error:
            return lost, f"{seat.name} broke the rules: {error}", lowest
        used = time.monotonic() - began
        seat.times.append(used)
        if options.movetime:
            left = (options.movetime + options.margin) / 1000 - used
        else:
            clocks[board.turn] += -used
            left = clocks[board.turn]
        lowest = min(lowest, left)
        if left < 0:
            return lost, f"{seat.name} lost on time by {-1000 * left:.0f} ms", lowest
        if move is None or not board.is_legal(move):
            return lost, f"{seat.name} gave no legal move: {move}", lowest
        clocks[board.turn] += increment
        board.push(move)


def record(board, names, opening, result, ending, options, number):
    game = chess.pgn.Game.from_board(board)
    game.headers["Event"] = "Tabiya under python-chess"
    game.headers["Date"] = datetime.date.today().strftime("%Y.%m.%d")
    game.headers["Round"] = str(number)
    game.headers["White"], game.headers["Black"] = names
    game.headers["Result"] = result
    game.headers["TimeControl"] = f"{options.movetime} ms per move" if options.movetime else options.tc
    game.headers["Termination"] = ending
    game.headers["Opening"] = opening
    with open(os.path.join(options.out, "games.pgn"), "a") as pgn:
        print(game, file=pgn, end="\n\n")


def elo(score):
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def summary(wins, draws, losses):
    """The score with its 95 % error bar, in points and in Elo."""
    games = wins + draws + losses
    mean = (wins + draws / 2) / games
    spread = wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2
    error = 1.96 * math.sqrt(spread / games / games)
    low, high = elo(mean - error), elo(mean + error)
    return (
        f"{wins} wins, {draws} draws, {losses} losses in {games} games: "
        f"{100 * mean:.1f} % ± {100 * error:.1f} %, {elo(mean):+.0f} Elo (95 %: {low:+.0f} to {high:+.0f})"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder for games.pgn")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tc", default="0.5+0.01", help="seconds and increment")
    parser.add_argument("--movetime", type=int, help="milliseconds per move, instead of a clock")
    parser.add_argument("--margin", type=int, default=0, help="milliseconds by which such an answer may be late")
    parser.add_argument("--elo", type=int, help="play Stockfish limited to this rating instead of itself")
    parser.add_argument("--chess960", choices=("none", "half", "all"), help="half of the openings unless --elo is given")
    parser.add_argument("--engine", default="target/release/tabiya uci", help="command line of the engine")
    parser.add_argument("--opponent", help="command line of another engine to play against")
    parser.add_argument("--overhead", type=int, help="both engines' Move Overhead in milliseconds, if not their own")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    options.clock = tuple(float(part) for part in options.tc.split("+"))
    overhead = {} if options.overhead is None else {"Move Overhead": options.overhead}
    own = {"Threads": options.threads, "Hash": 16, **overhead}

    def seats():
        tabiya = Seat("Tabiya", options.engine.split(), own)
        if options.elo:
            path = shutil.which("stockfish") or "/usr/games/stockfish"
            limited = {"Threads": 1, "Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": options.elo}
            limited.update(overhead)
            return tabiya, Seat(f"Stockfish limited to {options.elo}", [path], limited)
        command = (options.opponent or options.engine).split()
        return tabiya, Seat("Opponent" if options.opponent else "Tabiya too", command, own)

    chess960 = options.chess960 or ("none" if options.elo else "half")
    starts = start_positions(chess960, random.Random(options.seed))
    openings = [start for start in itertools.islice(starts, (options.games + 1) // 2) for _ in range(2)]
    rounds = iter(list(enumerate(openings, 1))[: options.games])
    tally = {"win": 0, "draw": 0, "loss": 0}
    failures, lows, times = [], [], {}
    lock = threading.Lock()

    def table():
        """One pair of engines playing one game after another."""
        tabiya, other = seats()
        while True:
            with lock:
                number, (start, opening) = next(rounds, (None, (None, None)))
            if number is None:
                break
            board = start.copy()
            white, black = (tabiya, other) if number % 2 else (other, tabiya)
            result, ending, low = play(white, black, board, options)
            with lock:
                lows.append(low)
                record(board, (white.name, black.name), opening, result, ending, options, number)
                if "broke" in ending or "lost on" in ending or "no legal" in ending:
                    failures.append(f"game {number}: {ending}")
                    print(failures[-1], flush=True)
                won = result == ("1-0" if white is tabiya else "0-1")
                tally["draw" if result == "1/2-1/2" else "win" if won else "loss"] += 1
                played = sum(tally.values())
                if played % 10 == 0 or played == options.games:
                    print(summary(*tally.values()), flush=True)
        for seat in (tabiya, other):
            seat.engine.quit()
            with lock:
                times.setdefault(seat.name, []).extend(seat.times)

    tables = [threading.Thread(target=table) for _ in range(options.concurrency)]
    for thread in tables:
        thread.start()
    for thread in tables:
        thread.join()
    standard = sum(not start.chess960 for start, _ in openings[: options.games])
    print(f"{standard} standard and {options.games - standard} Chess960 games, {len(failures)} time losses or illegal moves")
    for name, used in times.items():
        used.sort()
        parts = ", ".join(f"{share} % within {1000 * used[len(used) * share // 100]:.0f} ms" for share in (50, 99))
        print(f"{name}: {len(used)} moves, {parts}, the longest {1000 * used[-1]:.0f} ms")
    left = "time left by an answer" if options.movetime else "clock after a move"
    print(f"the lowest {left} was {1000 * min(lows):.0f} ms; games in {options.out}/games.pgn")
    done = sum(tally.values()) == options.games
    return 1 if not done or any("Tabiya" in failure for failure in failures) else 0


if __name__ == "__main__":
    sys.exit(main())
