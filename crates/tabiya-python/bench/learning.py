"""Batches and columns: the same work by python-chess, one position after the other, and by `tabiya.batch` and `tabiya.pgn`."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import numpy as np

import tabiya
import tabiya.batch as batch
import tabiya.pgn

PIECES = 12
Row = Callable[..., None]


def leela_by_hand(boards: list[chess.Board]) -> np.ndarray:
    """The classical planes of boards with their moves."""
    out = np.zeros((len(boards), 112, 64), np.float32)
    for planes, board in zip(out, boards):
        us, past = board.turn, board.copy()
        for step in range(min(8, len(board.move_stack) + 1)):
            for square, piece in past.piece_map().items():
                plane = 13 * step + piece.piece_type - 1 + (0 if piece.color == us else 6)
                planes[plane, square if us else square ^ 56] = 1
            planes[13 * step + 12] = past.is_repetition(2)
            if past.move_stack:
                past.pop()
        for plane, (color, has) in enumerate(
            (color, has)
            for color in (us, not us)
            for has in (board.has_queenside_castling_rights, board.has_kingside_castling_rights)
        ):
            planes[104 + plane] = has(color)
        planes[108], planes[109], planes[111] = not us, board.halfmove_clock, 1
    return out.reshape(-1, 112, 8, 8)


def planes_by_hand(boards: list[chess.Board]) -> np.ndarray:
    """The twelve planes of pieces, seen by White."""
    out = np.zeros((len(boards), PIECES, 64), np.uint8)
    for planes, board in zip(out, boards):
        for square, piece in board.piece_map().items():
            planes[piece.piece_type - 1 + (0 if piece.color else 6), square] = 1
    return out.reshape(-1, PIECES, 8, 8)


def tokens_by_hand(boards: list[chess.Board], numbers: dict[str, int]) -> list[list[int]]:
    rows = []
    for board in boards:
        placement, turn, castling, en_passant, halfmove, fullmove = board.fen().split()
        for digit in "12345678":
            placement = placement.replace(digit, "." * int(digit))
        fields = [(castling, 4), (en_passant, 2), (halfmove, 3), (fullmove, 3)]
        padded = "".join(("" if field == "-" else field).ljust(width, ".") for field, width in fields)
        rows.append([numbers[letter] for letter in turn + placement.replace("/", "") + padded])
    return rows


def facts_by_hand(boards: list[chess.Board]) -> list[tuple[bool, bool]]:
    return [(board.is_check(), board.outcome() is not None) for board in boards]


def annotated_file(path: Path, games: list[list[str]]) -> None:
    rng = random.Random(1)
    with path.open("w") as file:
        for number, sans in enumerate(games):
            elo, control = rng.randrange(1200, 2800), rng.choice(["60+0", "180+2", "600+5"])
            file.write(f'[Event "{number}"]\n[WhiteElo "{elo}"]\n[TimeControl "{control}"]\n[Result "1-0"]\n\n')
            for ply, san in enumerate(sans):
                mark = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
                clock = f"0:{rng.randrange(10):02}:{rng.randrange(60):02}"
                file.write(f"{mark} {san} {{ [%eval {rng.randrange(-900, 900) / 100}] [%clk {clock}] }} ")
            file.write("1-0\n\n")


def filtered_by_hand(path: Path) -> list[str]:
    """The games of strong players; the moves of the others are passed over."""
    found = []
    with path.open() as file:
        while True:
            offset = file.tell()
            headers = chess.pgn.read_headers(file)
            if headers is None:
                return found
            if int(headers["WhiteElo"]) >= 2700:
                after = file.tell()
                file.seek(offset)
                game = chess.pgn.read_game(file)
                assert game is not None
                found.append(" ".join(move.uci() for move in game.mainline_moves()))
                file.seek(after)


def filtered(path: Path) -> list[str]:
    parts = tabiya.pgn.scan(path, rows="games", where={"WhiteElo": (2700, None)}, format="numpy")
    return [moves for part in parts for moves in part["moves"]]


def evals_by_hand(path: Path) -> tuple[int, int]:
    evals = clocks = 0.0
    with path.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            for node in game.mainline():
                score, clock = node.eval(), node.clock()
                evals += 0 if score is None else score.white().score() or 0
                clocks += clock or 0
    return int(evals), int(clocks)


def evals(path: Path) -> tuple[int, int]:
    parts = list(tabiya.pgn.scan(path, annotations=True, format="numpy"))
    pawns = sum(float(np.nansum(np.rint(part["eval"].astype(float) * 100))) for part in parts)
    return int(pawns), int(sum(float(np.nansum(part["clock"].astype(float))) for part in parts))


def offsets_by_hand(path: Path) -> list[int]:
    offsets = []
    with path.open() as file:
        while True:
            offset = file.tell()
            if not chess.pgn.skip_game(file):
                return offsets
            offsets.append(offset)


def taken_by_hand(path: Path, offsets: list[int], numbers: list[int]) -> list[str]:
    events = []
    with path.open() as file:
        for number in numbers:
            file.seek(offsets[number])
            game = chess.pgn.read_game(file)
            assert game is not None
            events.append(game.headers["Event"])
    return events


def main(row: Row, games: list[list[str]], digest: Callable[[np.ndarray], Any], lc0: dict[str, int]) -> None:
    boards = []
    for sans in games[:60]:
        board = chess.Board()
        for san in sans:
            board.push_san(san)
            boards.append(board.copy())
    boards = random.Random(3).sample(boards, 1000)
    fens = [board.fen(en_passant="fen") for board in boards]
    packed = batch.from_fens(fens)
    moved = [(board, move) for board in boards for move in list(board.legal_moves)[:1]]
    some = batch.from_fens([board.fen(en_passant="fen") for board, _ in moved])
    codes = np.array([move.from_square | move.to_square << 6 | (move.promotion or 0) << 12 for _, move in moved], np.uint16)
    history, numbers = batch.from_histories(tabiya_boards(boards))

    row("1,000 × FEN → position", "–", lambda: [chess.Board(fen) for fen in fens] and 0, lambda: len(batch.from_fens(fens)) * 0, 5)
    try:
        import pyarrow
    except ImportError:
        pass
    else:
        column = pyarrow.array([position.tobytes() for position in packed])
        texts = pyarrow.array(fens)
        row(
            "1,000 positions back from Arrow (python-chess: from FENs)", "–",
            lambda: [chess.Board(fen).fen() for fen in texts.to_pylist()][-1],
            lambda: batch.to_fens(batch.from_arrow(column)[-1:])[0], 20,
        )
    row("1,000 × Leela's planes, classical, with history", "–", lambda: digest(leela_by_hand(boards)),
        lambda: digest(batch.leela_planes(history, numbers, fill="no", last_only=True)), 2)
    row("1,000 × planes of the pieces", "–", lambda: digest(planes_by_hand(boards)),
        lambda: digest(batch.planes(packed)[:, :PIECES]), 5)
    numbers_of = {letter: number for number, letter in enumerate(batch.TOKENS)}
    row("1,000 × FEN tokens", "–", lambda: tokens_by_hand(boards, numbers_of), lambda: batch.fen_tokens(packed).tolist(), 5)

    def lc0_of(board: chess.Board, move: chess.Move) -> int:
        uci = board.uci(move, chess960=True)
        if not board.turn:
            uci = "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in uci)
        return lc0[uci[:4] if uci.endswith("n") else uci]

    indices = batch.policy_index(some, codes, "lc0")
    row("1,000 × move → index (lc0)", "–", lambda: [lc0_of(board, move) for board, move in moved],
        lambda: batch.policy_index(some, codes, "lc0").tolist(), 20)
    texts_of = {move.uci(): int(index) for (_, move), index in zip(moved, batch.policy_index(some, codes, "uci"))}
    row("1,000 × move → index (uci)", "–", lambda: [texts_of[move.uci()] for _, move in moved],
        lambda: batch.policy_index(some, codes, "uci").tolist(), 20)
    row(
        "1,000 × index → legal move (lc0)", "–",
        lambda: [
            next(move.uci() for move in board.legal_moves if lc0_of(board, move) == index)
            for (board, _), index in zip(moved, indices)
        ],
        lambda: [batch.move(int(code)).uci() for code in batch.policy_move(some, indices, "lc0")], 5,
    )
    row("1,000 × check and outcome", "–", lambda: facts_by_hand(boards),
        lambda: [(bool(check), bool(end)) for check, end in zip(*batch.facts(packed)[:2])], 5)

    def pushed() -> list[str]:
        after = []
        for board, move in moved:
            copy = board.copy(stack=False)
            copy.push(move)
            after.append(copy.fen())
        return after

    row("1,000 × play a move", "–", pushed, lambda: batch.to_fens(batch.play(some, codes)), 5)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.pgn")
        annotated_file(path, games)
        row(f"{len(games)} games, those above 2700", "–", lambda: filtered_by_hand(path), lambda: filtered(path), 5)
        row(f"{len(games)} games, evals and clocks", "–", lambda: evals_by_hand(path), lambda: evals(path), 3)
        row(f"index of {len(games)} games", "–", lambda: len(offsets_by_hand(path)), lambda: len(tabiya.pgn.index(path)), 3)
        offsets, index = offsets_by_hand(path), tabiya.pgn.index(path)
        chosen = random.Random(4).choices(range(len(games)), k=50)
        row("50 games of it at random", "–", lambda: taken_by_hand(path, offsets, chosen),
            lambda: [index[number].headers["Event"] for number in chosen], 5)


def tabiya_boards(boards: list[chess.Board]) -> list[Any]:
    listed = []
    for board in boards:
        ours = tabiya.Board(board.root().fen())
        for move in board.move_stack:
            ours.push_uci(move.uci())
        listed.append(ours)
    return listed
