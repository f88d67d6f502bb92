"""Makes and solves Tabiya's tactical suite, testdata/tactics/tactics.epd.

`gather` looks for positions with one clearly best move that is not a plain capture, in games it
plays itself (weak play: a shallow search mixed with random moves) or in the games of a PGN file,
and keeps those whose best move Stockfish confirms at depth 25.

`run` gives each position to an engine for a fixed time and counts the best moves found.

Needs Stockfish (Debian: apt-get install stockfish) for `gather`; python-chess comes with tools/tactics.
"""

import argparse
import random
import shutil
import sys
import time

import chess
import chess.engine
import chess.pgn

CONFIRM_DEPTH = 25
MATE = 100_000


def centipawns(info):
    return info["score"].relative.score(mate_score=MATE)


def weak_game(player, rng):
    """Yields the positions of a game between weak players: plausible moves, blunders now and then."""
    board = chess.Board()
    for _ in range(rng.randint(4, 8)):
        board.push(rng.choice(list(board.legal_moves)))
    while not board.is_game_over(claim_draw=True) and board.ply() < 160:
        if rng.random() < 0.04:
            move = rng.choice(list(board.legal_moves))
        else:
            move = player.play(board, chess.engine.Limit(depth=rng.choice((1, 2, 3)))).move
        board.push(move)
        yield board


def pgn_games(path, rng):
    """Yields each game of a PGN file as an iterator over its positions."""

    def positions(game):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            yield board

    with open(path) as text:
        games = iter(lambda: chess.pgn.read_game(text), None)
        found = [game for game in games if game.headers.get("Variant", "Standard") == "Standard"]
    rng.shuffle(found)
    for game in found:
        yield positions(game)


VALUE = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 9}


def is_plain(board, move):
    """Whether a move takes back, queens, or takes what is unprotected or worth more: no combination needed."""
    if board.move_stack and board.move_stack[-1].to_square == move.to_square:
        return True
    if move.promotion == chess.QUEEN:
        return True
    victim = board.piece_type_at(move.to_square)
    if victim is None:
        return False
    attacker = board.piece_type_at(move.from_square)
    return VALUE[victim] > VALUE[attacker] or not board.is_attacked_by(not board.turn, move.to_square)


def stands_out(lines):
    """Whether the first line is worth playing and the second throws the gain away."""
    if len(lines) < 2:
        return False
    best, second = centipawns(lines[0]), centipawns(lines[1])
    gains = best >= 150 and second <= 120
    saves = -60 <= best and second <= -250
    return (gains or saves) and best - second >= 150


def candidate(engine, board):
    """The one clearly best move of a position, or None; the cheap sieve before the confirmation.

    Says also whether the game is decided, so that nobody needs to look at the rest of it.
    """
    if board.ply() < 10 or board.legal_moves.count() < 3:
        return None, False
    for depth in (6, 12):
        lines = engine.analyse(board, chess.engine.Limit(depth=depth, time=3), multipv=2)
        if not stands_out(lines):
            return None, abs(centipawns(lines[-1])) > 900
    best = lines[0]["pv"][0]
    return (None if is_plain(board, best) else best), False


def confirmed(engine, board, best, nodes):
    """The depth-25 score if that search agrees with the candidate within this many nodes.

    A depth-16 search first tells whether the position is one where depth 25 is within reach.
    """
    for depth, share in ((16, 0.06), (CONFIRM_DEPTH, 1.0)):
        info = engine.analyse(board, chess.engine.Limit(depth=depth, nodes=int(nodes * share)))
        if info.get("depth", 0) < depth or info["pv"][0] != best:
            return None
    return centipawns(info)


def epd_line(board, best, number, score):
    value = f"mate in {MATE - score}" if score > MATE - 1000 else f"{score} cp"
    return board.epd(bm=[best], id=f"tactics.{number:03}", c0=f"{value} at depth {CONFIRM_DEPTH}")


def gather(options):
    path = options.stockfish or shutil.which("stockfish") or "/usr/games/stockfish"
    rng = random.Random(options.seed)
    try:
        with open(options.out) as text:
            known = [line for line in text if line.strip() and not line.startswith("#")]
    except FileNotFoundError:
        known = []
    seen = {" ".join(line.split()[:4]) for line in known}
    number = len(known)
    deadline = time.monotonic() + options.minutes * 60
    popen = chess.engine.SimpleEngine.popen_uci
    with popen(path) as engine, popen(path) as player:
        engine.configure({"Threads": 1, "Hash": 64})
        player.configure({"Threads": 1, "Hash": 1, "Skill Level": 0})
        games = pgn_games(options.pgn, rng) if options.pgn else iter(lambda: weak_game(player, rng), None)
        for game in games:
            taken = 0
            for board in game:
                if number >= options.count or time.monotonic() > deadline:
                    return
                if taken == options.per_game:
                    break
                best, decided = candidate(engine, board)
                if decided:
                    break
                key = " ".join(board.epd().split()[:4])
                if best is None or key in seen:
                    continue
                score = confirmed(engine, board, best, options.confirm_nodes)
                if score is None:
                    continue
                seen.add(key)
                number += 1
                taken += 1
                with open(options.out, "a") as out:
                    out.write(epd_line(board, best, number, score) + "\n")


def run(options):
    with open(options.suite) as text:
        lines = [line for line in text if line.strip() and not line.startswith("#")]
    solved = 0
    with chess.engine.SimpleEngine.popen_uci(options.engine.split()) as engine:
        engine.configure({"Threads": options.threads, "Hash": options.hash})
        for line in lines:
            board, operations = chess.Board.from_epd(line.strip())
            limit = chess.engine.Limit(time=options.seconds)
            played = engine.play(board, limit, game=line).move
            if played in operations["bm"]:
                solved += 1
            else:
                wanted = " ".join(board.san(move) for move in operations["bm"])
                print(f"missed {operations['id']}: wanted {wanted}, played {board.san(played)}", flush=True)
    share = 100 * solved / len(lines)
    print(f"solved {solved} of {len(lines)} ({share:.1f} %) at {options.seconds:g} s each")
    return 0 if share >= options.least else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("gather", help="find and confirm positions, appending to a suite")
    maker.add_argument("--out", default="testdata/tactics/tactics.epd")
    maker.add_argument("--count", type=int, default=240, help="stop when the suite has this many")
    maker.add_argument("--minutes", type=float, default=120, help="stop after this long")
    maker.add_argument("--seed", type=int, default=1)
    maker.add_argument("--per-game", type=int, default=3)
    maker.add_argument("--confirm-nodes", type=int, default=8_000_000)
    maker.add_argument("--pgn", help="take the positions from these games instead of playing weak ones")
    maker.add_argument("--stockfish", help="path of the Stockfish binary")
    maker.set_defaults(action=gather)
    solver = commands.add_parser("run", help="solve a suite with an engine")
    solver.add_argument("--suite", default="testdata/tactics/tactics.epd")
    solver.add_argument("--engine", default="target/release/tabiya uci", help="command line of a UCI engine")
    solver.add_argument("--seconds", type=float, default=1.0)
    solver.add_argument("--threads", type=int, default=1)
    solver.add_argument("--hash", type=int, default=64)
    solver.add_argument("--least", type=float, default=80.0, help="exit with 1 below this percentage")
    solver.set_defaults(action=run)
    options = parser.parse_args()
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
