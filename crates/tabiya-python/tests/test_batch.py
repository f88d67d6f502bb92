"""`tabiya.batch` against one board at a time, and against python-chess."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tabiya
import tabiya.batch as batch
from compare import ours
from games import KIWIPETE, LONG, positions


@pytest.fixture(scope="module")
def boards() -> list[tabiya.Board]:
    return [ours(board) for board in positions(5_000 if LONG else 700, seed=99)]


@pytest.fixture(scope="module")
def packed(boards: list[tabiya.Board]) -> np.ndarray:
    return batch.from_boards(boards)


def test_packing(boards: list[tabiya.Board], packed: np.ndarray) -> None:
    assert packed.dtype.itemsize == 64 and len(packed) == len(boards)
    assert batch.to_fens(packed) == [board.fen() for board in boards]
    for i in range(0, len(boards), 7):
        again = batch.to_board(packed[i])
        assert again.fen() == boards[i].fen() and again.chess960 == boards[i].chess960
        for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings"):
            assert int(packed[i][name]) == getattr(boards[i], name)
        assert int(packed[i]["white"]) == boards[i].occupied_co[tabiya.WHITE]
    standard = [board for board in boards if not board.chess960]
    fens = [board.fen(en_passant="fen") for board in standard]
    assert (batch.from_fens(fens) == batch.from_boards(tabiya.Board(fen) for fen in fens)).all()


def test_legal_moves(boards: list[tabiya.Board], packed: np.ndarray) -> None:
    offsets, moves = batch.legal_moves(packed)
    assert len(offsets) == len(boards) + 1 and offsets[-1] == len(moves)
    for i, board in enumerate(boards):
        assert [batch.move(code) for code in moves[offsets[i] : offsets[i + 1]]] == list(board.legal_moves)


@pytest.mark.parametrize("policy", batch.POLICIES)
def test_masks_and_indices(policy: str, boards: list[tabiya.Board], packed: np.ndarray) -> None:
    mask = batch.legal_mask(packed, policy)
    assert mask.shape == (len(boards), batch.POLICIES[policy]) and mask.dtype == np.bool_
    again = batch.legal_mask(packed, policy, out=np.ones_like(mask))
    assert (mask == again).all()
    offsets, moves = batch.legal_moves(packed)
    repeated = np.repeat(packed, np.diff(offsets))
    indices = batch.policy_index(repeated, moves, policy)
    expected = np.zeros_like(mask)
    rows = np.repeat(np.arange(len(boards)), np.diff(offsets))
    expected[rows, indices] = True
    assert (mask == expected).all()
    # Different moves have different indices, but for promotions where squares are all there is.
    if policy != "64x64":
        assert (mask.sum(axis=1) == np.diff(offsets)).all()


def test_policy_numbers_by_hand() -> None:
    start = batch.from_fens([tabiya.STARTING_FEN])
    black = batch.from_fens(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"])
    e4, e5 = tabiya.Move.from_uci("e2e4"), tabiya.Move.from_uci("e7e5")
    assert batch.policy_index(start, [e4]).tolist() == [12 * 64 + 28]
    assert batch.policy_index(black, [e5]).tolist() == [52 * 64 + 36]
    # Seen by the side to move, both are the same move.
    for policy in ("lc0", "alphazero"):
        assert batch.policy_index(start, [e4], policy) == batch.policy_index(black, [e5], policy)
    assert batch.policy_index(start, [e4], "alphazero").tolist() == [12 * 73 + 1]
    # Leela's list begins a1b1, a1c1, ... and ends ... h7g8b, h7h8q, h7h8r, h7h8b.
    corner = batch.from_fens(["4k3/7P/8/8/8/8/8/R3K2R w KQ - 0 1"] * 5)
    moves = ["a1b1", "a1c1", "h7h8q", "h7h8r", "h7h8b"]
    assert batch.policy_index(corner, [tabiya.Move.from_uci(uci) for uci in moves], "lc0").tolist() == [
        0, 1, 1855, 1856, 1857,
    ]
    # Castling is king takes rook there, and a knight's promotion has no letter.
    castle, king = batch.policy_index(corner[:2], [tabiya.Move.from_uci("e1g1"), tabiya.Move.from_uci("e1f1")], "lc0")
    assert castle - king == 2
    under = batch.policy_index(corner[:3], [tabiya.Move.from_uci("h7h8" + x) for x in "nbr"], "alphazero")
    assert (under - tabiya.H7 * 73).tolist() == [65, 68, 71]


def test_playing(boards: list[tabiya.Board], packed: np.ndarray) -> None:
    rng = random.Random(5)
    playable = [i for i, board in enumerate(boards) if board.legal_moves and board.halfmove_clock < 200]
    chosen = [rng.choice(list(boards[i].legal_moves)) for i in playable]
    after = batch.play(packed[playable], chosen)
    for i, move, fen in zip(playable, chosen, batch.to_fens(after)):
        board = boards[i].copy(stack=False)
        board.push(move)
        assert fen == board.fen()


def test_facts(boards: list[tabiya.Board], packed: np.ndarray) -> None:
    facts = batch.facts(packed)
    for i, board in enumerate(boards):
        assert bool(facts.check[i]) == board.is_check()
        assert int(facts.key[i]) == board.key()
        alone = board.copy(stack=False)
        outcome = alone.outcome()
        if outcome is not None:
            assert facts.termination[i] == outcome.termination.value
        else:
            assert facts.termination[i] == 0 or alone.is_dead_position()


def test_planes(boards: list[tabiya.Board], packed: np.ndarray) -> None:
    planes = batch.planes(packed)
    assert planes.shape == (len(boards), 18, 8, 8)
    for i in range(0, len(boards), 11):
        board = boards[i]
        expected = np.zeros((18, 64), np.uint8)
        for square, piece in board.piece_map().items():
            expected[piece.piece_type - 1 + (0 if piece.color else 6), square] = 1
        expected[12] = board.turn
        expected[13] = board.has_kingside_castling_rights(True)
        expected[14] = board.has_queenside_castling_rights(True)
        expected[15] = board.has_kingside_castling_rights(False)
        expected[16] = board.has_queenside_castling_rights(False)
        if board.has_legal_en_passant():
            expected[17, board.ep_square] = 1
        assert (planes[i].reshape(18, 64) == expected).all()


def test_playouts() -> None:
    start = batch.from_fens([tabiya.STARTING_FEN] * 300)
    one, again = batch.playouts(start, plies=400, seed=7), batch.playouts(start, plies=400, seed=7)
    assert all((a == b).all() for a, b in zip(one, again))
    other = batch.playouts(start, plies=400, seed=8)
    assert (one.plies != other.plies).any()
    for fen, plies, end in zip(batch.to_fens(one.positions), one.plies, one.termination):
        board = tabiya.Board(fen)
        assert board.ply() == plies and (end != 0 or plies == 400)
        if end == tabiya.Termination.CHECKMATE.value:
            assert board.is_checkmate()
    assert len(set(one.plies.tolist())) > 20


def test_errors_say_which_position() -> None:
    good = batch.from_fens([KIWIPETE] * 3)
    with pytest.raises(ValueError, match="position 1 of the batch: not a FEN: column 1"):
        batch.from_fens([KIWIPETE, "x"])
    with pytest.raises(ValueError, match="position 0 of the batch: not a position: White has no king"):
        batch.from_fens(["4k3/8/8/8/8/8/8/8 w - - 0 1"])
    broken = good.copy()
    broken["white"][2] = 0
    for function in (batch.legal_moves, batch.legal_mask, batch.planes, batch.facts, batch.playouts, batch.to_fens):
        with pytest.raises(ValueError, match="position 2"):
            function(broken)
    with pytest.raises(ValueError, match="position 1.*e2e4"):
        batch.play(good, [tabiya.Move.from_uci(uci) for uci in ("e2a6", "e2e4", "e2a6")])
    with pytest.raises(ValueError, match="lc0"):
        batch.legal_mask(good, "leela")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        batch.to_fens(np.zeros(3))
    with pytest.raises(ValueError):
        batch.legal_mask(good, out=np.zeros((2, 4096), np.bool_))
    with pytest.raises(ValueError):
        batch.play(good, np.zeros(2, np.uint16))
    assert batch.legal_moves(good[:0])[1].tolist() == []
    strided = np.concatenate([good, good])[::2]
    assert batch.to_fens(strided) == [KIWIPETE] * 3


@pytest.mark.parametrize("call", [batch.play, batch.policy_index])
def test_moves_are_never_wrapped_or_cut(call: object) -> None:
    position = batch.from_boards([tabiya.Board()] * 3)
    code = batch.code(tabiya.Move.from_uci("e2e4"))
    good = call(position, np.full(3, code, np.uint16))  # type: ignore[operator]
    for kind in (np.int16, np.int32, np.uint64, np.float32, np.float64, object):
        assert (call(position, np.full(3, code, kind)) == good).all()  # type: ignore[operator]
    for kind, wrong in [
        (np.int64, code + 65536), (np.int64, code - 65536), (np.int32, -1), (np.uint64, 2**63), (np.float64, code + 0.9),
        (np.float64, float("nan")), (np.float64, float("inf")), (np.float32, -0.5), (object, code + 65536),
        (object, code + 0.5), (object, "e2e4"), (np.str_, "e2e4"), (np.bool_, True), (np.complex128, code + 1j),
    ]:
        moves = np.full(3, code, kind) if kind is not np.str_ else np.array(["e2e4"] * 3)
        moves[1] = wrong
        with pytest.raises((ValueError, TypeError), match="move [01] of the array"):
            call(position, moves)  # type: ignore[operator]
        with pytest.raises((ValueError, TypeError), match="move 1 of the array"):
            call(position, [tabiya.Move.from_uci("e2e4"), wrong, code])  # type: ignore[operator]
