"""What `tabiya.batch` has for networks: indices back to moves, planes, given outputs. The twins are slow and obvious."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest

import tabiya
import tabiya.batch as batch
from compare import ours
from games import KIWIPETE, LONG, positions


@pytest.fixture(scope="module")
def boards() -> list[tabiya.Board]:
    return [ours(board) for board in positions(3_000 if LONG else 500, seed=17)]


@pytest.fixture(scope="module")
def packed(boards: list[tabiya.Board]) -> np.ndarray:
    return batch.from_boards(boards)


@pytest.mark.parametrize("policy", batch.POLICIES)
def test_indices_back_to_moves(policy: Any, packed: np.ndarray) -> None:
    offsets, moves = batch.legal_moves(packed)
    repeated = np.repeat(packed, np.diff(offsets))
    again = batch.policy_move(repeated, batch.policy_index(repeated, moves, policy), policy)
    if policy == "64x64":
        # Promotions share an index there, and it means the queen.
        moves = np.where(moves >> 12 != 0, moves & 0xFFF | tabiya.QUEEN << 12, moves)
    assert again.dtype == np.uint16 and (again == moves).all()


def test_indices_that_no_legal_move_has() -> None:
    three = batch.from_fens([tabiya.STARTING_FEN] * 3)
    e4, pawn_of_black = 12 * 64 + 28, 52 * 64 + 36
    assert batch.policy_move(three[:1], [e4]).tolist() == [batch.code(tabiya.Move.from_uci("e2e4"))]
    with pytest.raises(ValueError, match="position 1 of the batch: no legal move has index 3364 of 64x64"):
        batch.policy_move(three, [e4, pawn_of_black, e4])
    for wrong in (-1, 4096, 2**40, 0.5, float("nan")):
        with pytest.raises(ValueError, match="index 2 of the array .* from 0 to 4095"):
            batch.policy_move(three, np.array([e4, e4, wrong]))
    with pytest.raises(TypeError, match="index 0 of the array"):
        batch.policy_move(three, ["e2e4"] * 3)
    with pytest.raises(ValueError, match="2 elements, expected 3"):
        batch.policy_move(three, [e4, e4])
    with pytest.raises(ValueError, match="there is no policy"):
        batch.policy_move(three, [e4] * 3, "leela")  # type: ignore[arg-type]


def texts_of_moves() -> list[str]:
    """The 1,968 texts of UCI: from each square those of a queen, then those of a knight; then the promotions."""
    texts = []
    for square in chess.SQUARES:
        for piece in (chess.QUEEN, chess.KNIGHT):
            alone = chess.BaseBoard.empty()
            alone.set_piece_at(square, chess.Piece(piece, chess.WHITE))
            texts += [chess.square_name(square) + chess.square_name(target) for target in alone.attacks(square)]
    for ranks in ("21", "78"):
        for file in range(8):
            for target in (file, file - 1, file + 1):
                if 0 <= target < 8:
                    squares = "abcdefgh"[file] + ranks[0] + "abcdefgh"[target] + ranks[1]
                    texts += [squares + piece for piece in "qrbn"]
    return texts


def test_numbers_of_uci_texts(packed: np.ndarray) -> None:
    texts = texts_of_moves()
    assert len(texts) == batch.POLICIES["uci"] == 1968
    assert texts[0] == "a1b1" and texts[1792] == "a2a1q" and texts[-1] == "h7g8n"
    offsets, moves = batch.legal_moves(packed)
    indices = batch.policy_index(np.repeat(packed, np.diff(offsets)), moves, "uci")
    assert [texts[index] for index in indices] == [batch.move(code).uci() for code in moves]


def test_planes_seen_by_the_mover(boards: list[tabiya.Board], packed: np.ndarray) -> None:
    white, mover = batch.planes(packed), batch.planes(packed, seen_by="mover")
    own, other = [*range(6)], [*range(6, 12)]
    for board, one, two in zip(boards, white, mover):
        if not board.turn:
            one = one[other + own + [12, 15, 16, 13, 14, 17], ::-1]
        assert (one == two).all(), board.fen()
    with pytest.raises(ValueError, match='planes cannot be seen by "black": expected white or mover'):
        batch.planes(packed, seen_by="black")  # type: ignore[call-overload]


def results(given: np.ndarray) -> dict[str, tuple[Callable[..., Any], np.ndarray]]:
    """Every function that takes `out=` with one array, and what it gives without."""
    fens = batch.to_fens(given)
    listed = [batch.to_board(position) for position in given]
    offsets, moves = batch.legal_moves(given)
    chosen = moves[offsets[:-1]]
    index = batch.policy_index(given, chosen, "lc0")
    calls: dict[str, Callable[..., Any]] = {
        "from_fens": lambda **out: batch.from_fens(fens, **out),
        "from_boards": lambda **out: batch.from_boards(listed, **out),
        "legal_mask": lambda **out: batch.legal_mask(given, "uci", **out),
        "policy_index": lambda **out: batch.policy_index(given, chosen, "lc0", **out),
        "policy_move": lambda **out: batch.policy_move(given, index, "lc0", **out),
        "planes": lambda **out: batch.planes(given, seen_by="mover", **out),
        "fen_tokens": lambda **out: batch.fen_tokens(given, **out),
        "leela_planes": lambda **out: batch.leela_planes(given, **out),
        "play": lambda **out: batch.play(given, chosen, **out),
    }
    return {name: (call, call()) for name, call in calls.items()}


def test_given_outputs(packed: np.ndarray) -> None:
    for name, (call, expected) in results(batch.from_fens([KIWIPETE, tabiya.STARTING_FEN, KIWIPETE])).items():
        out = np.empty_like(expected)
        out.view(np.uint8).fill(7)
        assert call(out=out) is out and (out == expected).all(), name
        shape = (expected.shape[0] + 1, *expected.shape[1:])
        with pytest.raises(ValueError, match=r"out has the shape \(4,.*: expected \(3,"):
            call(out=np.empty(shape, expected.dtype))
        with pytest.raises(ValueError, match="out has the dtype complex128: expected"):
            call(out=np.empty(expected.shape, np.complex128))
        with pytest.raises(ValueError, match="not contiguous"):
            call(out=np.empty((6, *expected.shape[1:]), expected.dtype)[::2])
        frozen = np.empty_like(expected)
        frozen.flags.writeable = False
        with pytest.raises(ValueError, match="cannot be written to"):
            call(out=frozen)
        with pytest.raises(TypeError, match="must be a NumPy array"):
            call(out=[0, 0, 0])
    with pytest.raises(ValueError, match="expected POSITION"):
        batch.from_fens([KIWIPETE], out=np.empty(1, np.uint8))


def test_given_outputs_of_several_arrays(packed: np.ndarray) -> None:
    offsets, moves = batch.legal_moves(packed)
    room = np.empty_like(offsets), np.empty(len(moves) + 50, np.uint16)
    again = batch.legal_moves(packed, out=room)
    assert again[0] is room[0] and np.shares_memory(again[1], room[1])
    assert (again[0] == offsets).all() and (again[1] == moves).all()
    with pytest.raises(ValueError, match=rf"out\[1\] has room for 5 moves: {len(moves)} are legal"):
        batch.legal_moves(packed, out=(room[0], room[1][:5]))
    with pytest.raises(ValueError, match=r"out\[0\] has the dtype int32"):
        batch.legal_moves(packed, out=(offsets.astype(np.int32), room[1]))
    facts = batch.facts(packed)
    given = batch.Facts(*(np.zeros_like(array) for array in facts))
    assert all(a is b for a, b in zip(batch.facts(packed, out=given), given))
    assert all((a == b).all() for a, b in zip(facts, given))
    with pytest.raises(ValueError, match="out.key has the dtype int64: expected uint64"):
        batch.facts(packed, out=given._replace(key=given.key.astype(np.int64)))  # type: ignore[arg-type]
    games = batch.playouts(packed[:50], plies=30, seed=3)
    same = batch.Playouts(*(np.zeros_like(array) for array in games))
    assert all(a is b for a, b in zip(batch.playouts(packed[:50], plies=30, seed=3, out=same), same))
    assert all((a == b).all() for a, b in zip(games, same))


def test_a_batch_is_replaced_by_its_successors() -> None:
    line = [tabiya.Move.from_uci(uci) for uci in ("e2e4", "c7c5", "g1f3")]
    positions = batch.from_fens([tabiya.STARTING_FEN] * 100)
    for move in line:
        assert batch.play(positions, [move] * 100, out=positions) is positions
    board = tabiya.Board()
    for move in line:
        board.push(move)
    assert batch.to_fens(positions) == [board.fen()] * 100


def slow_tokens(fen: str) -> str:
    board, turn, castling, en_passant, *clocks = fen.split()
    for digit in "12345678":
        board = board.replace(digit, "." * int(digit))
    fields = [(castling, 4), (en_passant, 2), (clocks[0], 3), (clocks[1], 3)]
    return turn + board.replace("/", "") + "".join(field.replace("-", "").ljust(width, ".") for field, width in fields)


def test_tokens_of_fens(packed: np.ndarray) -> None:
    # DeepMind's order.
    assert batch.TOKENS == "0123456789abcdefghpnrkqPBNRQKw."
    fens = batch.to_fens(packed)
    fitting = [number for number, fen in enumerate(fens) if set(fen.split()[2]) <= set("KQkqabcdefgh-")]
    tokens = batch.fen_tokens(packed[fitting])
    assert tokens.shape == (len(fitting), 77) and tokens.dtype == np.uint8 and len(fitting) > 100
    for number, row in zip(fitting, tokens):
        assert "".join(batch.TOKENS[token] for token in row) == slow_tokens(fens[number])
    late = batch.from_fens([KIWIPETE, "4k3/8/8/8/8/8/8/4K3 w - - 0 1000"])
    with pytest.raises(ValueError, match='position 1 of the batch: "1000" of .* is longer than its 3 tokens'):
        batch.fen_tokens(late)
    # The inner rook has the right, which a FEN writes with the letter of its file.
    inner = batch.from_fens(["4k3/8/8/8/8/8/8/4KR1R w F - 0 1"], chess960=True)
    with pytest.raises(ValueError, match='position 0 of the batch: "F" of .* has no token'):
        batch.fen_tokens(inner)
