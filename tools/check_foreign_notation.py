"""Tabiya's notations against python-chess: games written by each are read alike by the other, and books too.

usage: check_foreign_notation.py TABIYA [GAMES]
"""

import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import chess.polyglot

WORDS = "sharp quiet plan [%clk 0:01:02] [%eval -0.35] pawn-storm “quoted” über ½ 100% a;b (c) endgame".split()


def tabiya(*arguments, text=None):
    """What the command prints; it must find nothing wrong."""
    run = subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, encoding="utf-8")
    if run.returncode != 0:
        sys.exit(f"tabiya {' '.join(arguments)} ended with {run.returncode}:\n{run.stderr[:2000]}")
    return run.stdout


def comment(dice):
    return " ".join(dice.choices(WORDS, k=dice.randrange(1, 25)))


def random_game(dice, number):
    """A game with everything: a start of its own, variations in variations, comments, glyphs."""
    kind = number % 4
    board = chess.Board.from_chess960_pos(dice.randrange(960)) if kind == 1 else chess.Board()
    if kind == 2:
        board = chess.Board("r3k2r/PpppP3/8/1Pp4q/Q4pP1/8/4pP1p/R3K2R b KQkq g3 3 17")
    game = chess.pgn.Game()
    if kind in (1, 2):
        game.setup(board)
    game.headers["Event"] = f'Game {number} "quoted" \\ back'
    game.headers["White"] = "Müller, Jürgen"
    game.headers["Annotator"] = "nobody"
    if dice.random() < 0.3:
        game.comment = comment(dice)
    lines = [(game, 0)]
    while lines:
        node, depth = lines.pop()
        for _ in range(dice.randrange(1, 90 if depth == 0 else 12)):
            board = node.board()
            moves = list(board.legal_moves)
            if not moves:
                break
            dice.shuffle(moves)
            # Castling and promotion are what formats get wrong: prefer them now and then.
            if dice.random() < 0.3:
                moves.sort(key=lambda m: not (board.is_castling(m) or m.promotion or board.is_en_passant(m)))
            child = node.add_variation(moves[0])
            if dice.random() < 0.15:
                child.comment = comment(dice)
            if dice.random() < 0.1:
                child.nags.add(dice.randrange(1, 140))
            if dice.random() < 0.08 and depth < 3 and len(moves) > 1:
                other = node.add_variation(moves[1])
                if dice.random() < 0.4:
                    other.starting_comment = comment(dice)
                lines.append((other, depth + 1))
            node = child
    game.headers["Result"] = dice.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def words(text):
    # Where a line of a file ends inside a comment is of no meaning.
    return " ".join(text.split()) if isinstance(text, str) else " ".join(" ".join(text).split())


def outline(game):
    """All of a game that a reader must get right, as plain data."""
    nodes, result = [game], []
    while nodes:
        node = nodes.pop()
        move = node.move.uci() if node.move else None
        starting = words(node.starting_comment)
        result.append((move, starting, words(node.comment), sorted(node.nags), len(node.variations)))
        nodes.extend(reversed(node.variations))
    # python-chess keeps the backslashes that protect quotes, and writes none: the standard asks for them.
    headers = {name: value.replace('\\"', '"').replace("\\\\", "\\") for name, value in game.headers.items()}
    return headers, result


def compare(name, ours, theirs):
    if ours != theirs:
        sys.exit(f"{name} differs:\n  Tabiya:       {str(ours)[:1500]}\n  python-chess: {str(theirs)[:1500]}")


def read_games(text):
    stream, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            sys.exit(f"python-chess cannot read our game: {game.errors}")
        games.append(game)
    return games


def check_games(games, folder):
    """Their games through our reader and writer, back into theirs."""
    written = folder / "theirs.pgn"
    written.write_text("\n\n".join(str(game) for game in games) + "\n", encoding="utf-8")
    ours = read_games(tabiya("pgn", "filter", str(written)))
    compare("the number of games", len(ours), len(games))
    for our, their in zip(ours, games):
        compare("a game", outline(our), outline(their))
    lines = tabiya("pgn", "filter", str(written)).splitlines()
    movetext = [line for line in lines if not line.startswith("[")]
    compare("the longest line of movetext below 80", max(map(len, movetext)) < 80, True)
    return written


def check_positions(games, written):
    """Every position and every move of the main lines: FEN and SAN."""
    epds = tabiya("pgn", "to-epd", "--all", str(written)).splitlines()
    fens = iter(tabiya("pgn", "to-fen", "--all", str(written)).splitlines())
    epds, positions = iter(epds), 0
    for game in games:
        board = game.board()
        for move in [*game.mainline_moves(), None]:
            compare("a FEN", next(fens), board.fen(en_passant="legal"))
            epd = next(epds)
            compare("an EPD's fields", epd.split(" ")[:4], board.epd(en_passant="legal").split(" "))
            # The EPD reader of python-chess does not know Chess960 castling.
            if not board.chess960:
                read = chess.Board()
                operations = read.set_epd(epd)
                compare("an EPD's position", read.fen(en_passant="legal"), board.fen(en_passant="legal"))
                compare("an EPD's move", operations.get("sm"), move)
            positions += 1
            if move is not None:
                compare("a SAN", epd.split(" sm ")[1].rstrip(";"), board.san(move))
                board.push(move)
    return positions


def check_books(games, written, folder):
    """Our book read by python-chess: the same keys, the same moves; and theirs read by us."""
    path = folder / "ours.bin"
    tabiya("book", "build", str(written), "--output", str(path), "--max-ply", "1000")
    expected = {}
    for game in games:
        board, result = game.board(), game.headers["Result"]
        for move in game.mainline_moves():
            won = {"1-0": 2 * board.turn, "0-1": 2 * (not board.turn)}.get(result, 1)
            if won:
                moves = expected.setdefault(chess.polyglot.zobrist_hash(board), {})
                moves[move] = moves.get(move, 0) + won
            board.push(move)
    found, last = {}, -1
    with chess.polyglot.open_reader(path) as book:
        for entry in book:
            compare("the order of a book", entry.key >= last, True)
            last = entry.key
            found.setdefault(entry.key, []).append((entry.raw_move, entry.weight))
        compare("the keys of a book", sorted(found), sorted(expected))
        probes = 0
        for game in games:
            board = game.board()
            for number, move in enumerate(game.mainline_moves()):
                key = chess.polyglot.zobrist_hash(board)
                theirs = {entry.move: entry.weight for entry in book.find_all(board)}
                # The reader of python-chess knows castling as the king's two squares in standard games.
                if not board.chess960:
                    compare("the moves of a book", theirs, expected.get(key, {}))
                if number % 40 == 7 and key in expected:
                    lines = tabiya("--json", "book", "probe", str(path), "--fen", board.fen(), "--chess960")
                    ours = {read["move"]: read["weight"] for read in map(json.loads, lines.splitlines())}
                    board960 = board.copy()
                    board960.chess960 = True
                    wanted = {board960.uci(m, chess960=True): weight for m, weight in expected[key].items()}
                    compare("what a probe answers", ours, wanted)
                    probes += 1
                board.push(move)
    return len(expected), probes


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else 1000
    dice = random.Random(2026)
    games = [random_game(dice, number) for number in range(count)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        written = check_games(games, folder)
        positions = check_positions(games, written)
        keys, probes = check_books(games, written, folder)
    print(
        f"python-chess {chess.__version__} agrees on {count} games with variations and comments, read and written; "
        f"on {positions} positions and their moves; on {keys} Polyglot keys with their moves and {probes} probes"
    )


PROGRAM = sys.argv[1]
main()
