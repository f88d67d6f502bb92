"""The planes of Leela's networks, against a slow and obvious twin and against what lc0 itself answers."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

import tabiya
import tabiya.batch as batch
from compare import ours
from games import KIWIPETE, LONG, random_game

CANONICAL = [name for name in batch.LEELA_FORMATS if name.startswith("canonical")]


def reflected(square: int, turned: int) -> int:
    """Where a square goes: files, ranks, then the diagonal a8–h1."""
    file, rank = square % 8, square // 8
    if turned & 1:
        file = 7 - file
    if turned & 2:
        rank = 7 - rank
    if turned & 4:
        file, rank = 7 - rank, 7 - file
    return 8 * rank + file


def slow_transform(board: chess.Board) -> int:
    """Of all the ways in which a board may be turned, the one that the rule asks for."""
    if board.clean_castling_rights():
        return 0
    seen = board if board.turn else board.mirror()
    king, pawns = seen.king(chess.WHITE), bool(seen.pawns)
    assert king is not None
    sets = [seen.occupied, seen.occupied_co[chess.WHITE]]
    sets += [seen.kings, seen.queens, seen.rooks, seen.knights, seen.bishops]

    def rank_of(turned: int) -> tuple[bool, bool, bool, list[int]]:
        at = reflected(king, turned)
        file, rank = at % 8, at // 8
        numbers = [sum(1 << reflected(square, turned) for square in chess.SquareSet(some)) for some in sets]
        # Files e to h; ranks 1 to 4; not above the diagonal; the smallest numbers, where the king is on it.
        return file < 4, not pawns and rank > 3, not pawns and file + rank > 7, numbers if file + rank == 7 else []

    return min(range(2 if pawns else 8), key=rank_of)


def slow_leela(board: chess.Board, format: str, fill: str) -> np.ndarray:
    """The planes of a board with its moves, from the description of the format, one bit after the other."""
    planes = np.zeros((112, 64), np.float32)
    viewer, past = board.turn, board.copy()
    start = board.root()
    usual = start.board_fen() == chess.STARTING_BOARD_FEN and start.castling_xfen() == "KQkq" and start.turn
    canonical, only_repeats = format.startswith("canonical"), "v2" in format
    turned = slow_transform(board) if canonical else 0

    def seen(square: int) -> int:
        return reflected(square if viewer else chess.square_mirror(square), turned)

    shown: list[tuple[chess.Board, bool]] = []
    for step in range(len(board.move_stack) + 8):
        known = step <= len(board.move_stack)
        repeated = known and past.is_repetition(2)
        then = past.copy(stack=False)
        if known and past.move_stack:
            past.pop()
        pushed = then.ep_square
        if canonical and step > 0:
            if then.clean_castling_rights() != board.clean_castling_rights() or then.has_pseudo_legal_en_passant():
                break
        if not known:
            is_told = pushed is not None and step == len(board.move_stack) + 1
            if not (fill == "always" or fill == "fen-only" and not usual or is_told):
                break
            if pushed is not None:
                behind = 8 if then.turn else -8
                then.remove_piece_at(pushed - behind)
                then.set_piece_at(pushed + behind, chess.Piece(chess.PAWN, not then.turn))
        if not only_repeats or step == 0 or repeated:
            shown.append((then, repeated))
        if canonical and then.halfmove_clock == 0:
            break
    for step, (then, repeated) in enumerate(shown[:8]):
        planes[13 * step + 12] = repeated
        for square, piece in then.piece_map().items():
            planes[13 * step + piece.piece_type - 1 + (0 if piece.color == viewer else 6), seen(square)] = 1
    for side, color in enumerate([viewer, not viewer]):
        king = board.king(color)
        assert king is not None
        for rook in chess.SquareSet(board.clean_castling_rights() & (chess.BB_RANK_1 if color else chess.BB_RANK_8)):
            wing = int(rook > king)
            if format == "classical":
                planes[104 + 2 * side + wing] = 1
            else:
                planes[104 + wing, seen(rook)] = 1
    if not canonical:
        planes[108] = not viewer
    elif board.has_pseudo_legal_en_passant():
        assert board.ep_square is not None
        mark = board.ep_square % 8 + (56 if viewer else 0)
        planes[108, seen(mark)] = 1
    planes[109] = board.halfmove_clock / (100 if "hectoplies" in format or only_repeats else 1)
    planes[110] = "armageddon" in format and not viewer
    planes[111] = 1
    return planes.reshape(112, 8, 8)


def played(seed: int) -> chess.Board:
    board = chess.Board()
    for board, _ in random_game(seed):
        pass
    return board


def quiet_game(seed: int) -> chess.Board:
    """A few pieces that go back and forth, so that positions come back; without pawns, so that boards are turned."""
    rng = random.Random(seed)
    board = chess.Board(None)
    while not board.is_valid():
        squares = rng.sample(chess.SQUARES, rng.randrange(3, 6))
        pieces = ["K", "k", *rng.choices("NBRQnbrq", k=len(squares) - 2)]
        board = chess.Board(None)
        board.set_piece_map({square: chess.Piece.from_symbol(piece) for square, piece in zip(squares, pieces)})
        board.turn = rng.random() < 0.5
    for _ in range(rng.randrange(24)):
        moves = list(board.legal_moves)
        if not moves:
            break
        back = [move for move in moves if len(board.move_stack) > 1 and move.uci()[:4] == undone(board.move_stack[-2])]
        board.push(rng.choice(back if back and rng.random() < 0.7 else moves))
    return board


def undone(move: chess.Move) -> str:
    return move.uci()[2:4] + move.uci()[:2]


def symmetric(seed: int) -> chess.Board:
    """A king on the long diagonal and pieces that stand almost symmetrically to it, in one of the eight views."""
    rng = random.Random(seed)
    board = chess.Board(None)
    while not board.is_valid():
        board = chess.Board(None)
        board.set_piece_at(rng.choice([7, 14, 21, 28]), chess.Piece.from_symbol("K"))
        board.set_piece_at(rng.choice([35, 42, 49, 56]), chess.Piece.from_symbol("k"))
        for _ in range(rng.randrange(1, 4)):
            square = rng.choice(chess.SQUARES)
            for at in (square, reflected(square, 4)):
                if board.piece_at(at) is None:
                    letter = rng.choice("NBRQnbrq" if rng.random() < 0.3 else "N")
                    board.set_piece_at(at, chess.Piece.from_symbol(letter))
        for turn in (chess.flip_horizontal, chess.flip_vertical, chess.flip_diagonal):
            board = board.transform(turn) if rng.random() < 0.5 else board
        board.turn = rng.random() < 0.5
    return board


@pytest.mark.parametrize("format", batch.LEELA_FORMATS)
@pytest.mark.parametrize("fill", ["no", "fen-only", "always"])
def test_leela_planes_of_random_games(format: Any, fill: Any) -> None:
    games = [played(seed) for seed in range(120 if LONG else 16)]
    games += [quiet_game(seed) for seed in range(300 if LONG else 40)]
    shuffled = chess.Board()
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 4 + ["e2e4"]:
        shuffled.push_uci(uci)
    games += [shuffled, chess.Board("8/8/8/8/3Pp3/8/8/K1k5 b - d3 0 1")]
    games += [chess.Board("8/8/8/3Pp3/8/8/8/K1k5 w - e6 0 1")]
    history, numbers = batch.from_histories(ours(game) for game in games)
    every = batch.leela_planes(history, numbers, format=format, fill=fill)
    assert every.shape == (len(history), 112, 8, 8) and every.dtype == np.float32
    last = batch.leela_planes(history, numbers, format=format, fill=fill, last_only=True)
    assert (last == every[np.append(numbers[1:] != numbers[:-1], True)]).all()
    for game, planes in zip(games, last):
        assert (planes == slow_leela(game, format, fill)).all(), game.fen()
    for number, game in enumerate(games):
        if number % 5:
            continue
        at = int(np.flatnonzero(numbers == number)[0])
        replay = game.root()
        for offset, move in enumerate([*game.move_stack, None]):
            assert (every[at + offset] == slow_leela(replay, format, fill)).all(), replay.fen()
            if move is not None:
                replay.push(move)


def test_leela_planes_by_hand() -> None:
    start = batch.leela_planes(batch.from_fens([tabiya.STARTING_FEN]))[0].reshape(112, 64)
    squares = [np.flatnonzero(plane).tolist() for plane in start]
    assert squares[:6] == [[*range(8, 16)], [1, 6], [2, 5], [0, 7], [3], [4]]
    assert squares[11] == [60] and not any(squares[12:104])
    assert all(len(plane) == 64 for plane in squares[104:108]) and not any(squares[108:111]) and len(squares[111]) == 64
    rooks = batch.leela_planes(batch.from_fens([tabiya.STARTING_FEN]), format="castling-plane")[0].reshape(112, 64)
    assert [np.flatnonzero(plane).tolist() for plane in rooks[104:108]] == [[0, 56], [7, 63], [], []]
    board = tabiya.Board()
    board.push_san("Nf3")
    black = batch.leela_planes(*batch.from_histories([board]), last_only=True)[0].reshape(112, 64)
    # Black sits at the bottom, in the earlier position too: the white knight went from g1 to f3, seen as g8 to f6.
    assert np.flatnonzero(black[7]).tolist() == [45, 57] and np.flatnonzero(black[20]).tolist() == [57, 62]
    assert black[108].all() and (black[109] == 1).all()


def test_what_is_wrong_with_a_history() -> None:
    two = batch.from_fens([tabiya.STARTING_FEN, KIWIPETE])
    with pytest.raises(ValueError, match="position 1 of the batch: the same side is to move"):
        batch.leela_planes(two, [5, 5])
    assert len(batch.leela_planes(two, [5, 6])) == 2
    three = np.concatenate([two, two[:1]])
    with pytest.raises(ValueError, match="do not stand together"):
        batch.leela_planes(three, [1, 2, 1])
    with pytest.raises(ValueError, match=r"games has the shape \(2,\): expected \(3,\)"):
        batch.leela_planes(three, [1, 2])
    with pytest.raises(ValueError, match='no format "leela" of Leela.s planes: expected one of classical,'):
        batch.leela_planes(two, format="leela")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no format 6 of Leela.s planes: expected one of 1, 2, 3"):
        batch.leela_planes(two, format=6)
    with pytest.raises(ValueError, match="expected no, fen-only or always"):
        batch.leela_planes(two, fill="yes")  # type: ignore[arg-type]
    assert batch.leela_planes(two[:0]).shape == (0, 112, 8, 8)
    assert batch.leela_planes(two[:0], [], last_only=True).shape == (0, 112, 8, 8)


def test_how_boards_are_turned() -> None:
    count = 2_000 if LONG else 300
    boards = [make(seed) for seed in range(count) for make in (quiet_game, symmetric)]
    boards += [played(seed) for seed in range(20)]
    turned = batch.leela_transform(batch.from_boards(map(ours, boards)))
    assert turned.dtype == np.uint8 and turned.tolist() == [slow_transform(board) for board in boards]
    assert set(turned.tolist()) == set(range(8))
    out = np.empty(len(boards), np.uint8)
    assert batch.leela_transform(batch.from_boards(map(ours, boards)), out=out) is out and (out == turned).all()


def test_moves_of_turned_boards() -> None:
    boards = [quiet_game(seed) for seed in range(60)] + [played(seed) for seed in range(10)]
    for board in boards:
        here = batch.from_boards([ours(board)])
        _, moves = batch.legal_moves(here)
        turned = slow_transform(board)
        # The same moves on the board that was turned by hand, with White to move.
        for code, index in zip(moves, batch.policy_index(np.repeat(here, len(moves)), moves, "lc0-canonical")):
            move = batch.move(code)
            seen = [square if board.turn else square ^ 56 for square in (move.from_square, move.to_square)]
            if board.is_castling(chess.Move(move.from_square, move.to_square)):
                assert turned == 0
                continue
            assert index == lc0_index(*(reflected(square, turned) for square in seen), move.promotion), board.fen()
        mask = batch.legal_mask(here, "lc0-canonical")[0]
        assert mask.sum() == len(moves)
        back = batch.policy_move(np.repeat(here, len(moves)), np.flatnonzero(mask), "lc0-canonical")
        assert sorted(back) == sorted(moves)


def lc0_index(from_square: int, to_square: int, promotion: int | None) -> int:
    """The index of a move in the list of all that a queen or a knight can make, with the promotions behind them."""
    plain = [(a, b) for a in range(64) for b in sorted(reach(a))]
    if promotion in (None, chess.KNIGHT):
        return plain.index((from_square, to_square))
    pieces = [chess.QUEEN, chess.ROOK, chess.BISHOP]
    steps = [(a, b) for a in range(8) for b in (a - 1, a, a + 1) if 0 <= b < 8]
    return len(plain) + 3 * steps.index((from_square % 8, to_square % 8)) + pieces.index(promotion or 0)


def reach(square: int) -> chess.SquareSet:
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece.from_symbol("Q"))
    queen = board.attacks(square)
    board.set_piece_at(square, chess.Piece.from_symbol("N"))
    return queen | board.attacks(square)


def digest(planes: np.ndarray) -> str:
    """The planes as lc0 keeps them: a bitboard and a value for each, with four places."""
    words = []
    for plane in planes.reshape(112, 64):
        squares = sum(1 << int(square) for square in np.flatnonzero(plane))
        words.append(f"{squares:x}:{plane.max():.4f}")
    return hashlib.sha1(" ".join(words).encode()).hexdigest()[:16]


def test_what_lc0_itself_answers() -> None:
    """`leela.tsv` was written by lc0's own encoder: start, moves, number of the format, fill, transform, planes."""
    lines = (Path(__file__).parent / "leela.tsv").read_text().splitlines()
    asked = 0
    for line in lines:
        if line.startswith("#"):
            continue
        fen, moves, number, fill, turned, expected = line.split("\t")
        board = tabiya.Board(fen)
        for uci in moves.split():
            board.push_uci(uci)
        history = batch.from_histories([board])
        planes = batch.leela_planes(*history, format=int(number), fill=fill, last_only=True)  # type: ignore[arg-type]
        assert digest(planes) == expected, line
        if int(number) > 2:
            assert batch.leela_transform(batch.from_boards([board])).tolist() == [int(turned)], line
        asked += 1
    assert asked > 300
