"""Endgames solved backwards, against python-chess: its Gaviota tables, its Syzygy tables, its moves."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
from pathlib import Path

import chess
import chess.gaviota
import chess.syzygy
import pytest

import tabiya
import tabiya.endgame
from compare import move_of, ours
from games import LONG
from tables import boards, data

KRKN = "8/8/8/8/8/2k5/5n2/K2R4 w - - 0 1"


def signed(result: str, plies: int | None) -> int:
    """As python-chess writes distances to mate: positive for the winner, 0 for a draw (and for who is mated)."""
    return {"win": 1, "draw": 0, "loss": -1}[result] * (plies or 0)


def test_gaviota_agrees() -> None:
    with chess.gaviota.PythonTablebase() as theirs:
        theirs.add_directory(str(data() / "gaviota"))
        for name in ("KQvK", "KRvK", "KPvK", "KBvK", "KNvK"):
            for board in boards(name, 3_000 if LONG else 150, seed=5):
                found = tabiya.endgame.probe(ours(board))
                assert signed(found.result, found.plies) == theirs.probe_dtm(board), board.fen()


def test_syzygy_agrees() -> None:
    tables = tabiya.endgame.solve("KPKP" if LONG else "KPK")
    with chess.syzygy.open_tablebase(str(data() / "syzygy" / "regular")) as theirs:
        for name in ("KPvKP", "KQvKP", "KRvK") if LONG else ("KPvK", "KRvK"):
            for board in boards(name, 2_000, seed=6):
                found = tables.probe(ours(board))
                # No mate of so few men takes fifty moves without a capture or a pawn's move.
                assert (theirs.probe_wdl(board) + 2) // 2 == {"loss": 0, "draw": 1, "win": 2}[found.result], board.fen()


def test_moves_lead_to_what_they_say() -> None:
    tables = tabiya.endgame.solve("KPK")
    for board in boards("KPvK", 100, seed=7):
        found = tables.probe(ours(board))
        assert [row.result for row in found.moves] == sorted(
            (row.result for row in found.moves), key=["win", "draw", "loss"].index
        )
        assert sorted(str(row.move) for row in found.moves) == sorted(map(str, board.legal_moves))
        for row in found.moves:
            board.push(move_of(row.move))
            after = tables.probe(ours(board))
            assert signed(row.result, row.plies) == -signed(after.result, after.plies) + {"loss": 1, "draw": 0, "win": -1}[
                after.result
            ]
            board.pop()
        if found.moves:
            assert (found.moves[0].result, found.moves[0].plies) == (found.result, found.plies)
        line = tables.line(ours(board))
        assert len(line) == (found.plies or 0)
        for move in line:
            board.push(chess.Move.from_uci(move.uci()))
        assert not line or board.is_checkmate()


def test_longest_mates() -> None:
    tables = tabiya.endgame.solve("KQK", "KRK", "KPK")
    found = {name: tables.statistics(name).longest_white for name in ("KQK", "KRK", "KPK")}
    assert {name: mate and mate.mate_in for name, mate in found.items()} == {"KQK": 10, "KRK": 16, "KPK": 28}
    mate = found["KRK"]
    assert mate is not None and tables.probe(tabiya.Board(mate.fen)).plies == mate.plies
    assert tables.statistics("KRK").longest_black is None and tables.statistics("KRK").white_to_move.losses == 0
    assert tables.verify("KPK", every=1 if LONG else 10) > 10_000


def test_folders(tmp_path: Path) -> None:
    folder = tmp_path / "endgames"
    tables = tabiya.endgame.open_tables(folder).solve("KPK")
    names = {"KPK", "KQK", "KRK", "KBK", "KNK"}
    assert set(tables) == names == {file.name.removesuffix(".tabend") for file in folder.iterdir()}
    again = tabiya.endgame.open_tables(folder)
    board = tabiya.Board("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1")
    assert len(again) == 0 and "KPK" in again and "KKP" in again and "KRKN" not in again and board in again
    assert again.probe(board) == tables.probe(board) and set(again) == names
    assert pickle.loads(pickle.dumps(again)).probe(board) == tables.probe(board)
    with pytest.raises(TypeError, match="save"):
        pickle.dumps(tabiya.endgame.solve("KQK"))
    assert {path.name for path in tabiya.endgame.solve("KQK").save(tmp_path / "more")} == {"KQK.tabend"}

    good = (folder / "KQK.tabend").read_bytes()
    for bad in (b"", b"no table", good[:-1], good[:500] + b"\1" + good[501:], (folder / "KRK.tabend").read_bytes()):
        (folder / "KQK.tabend").write_bytes(bad)
        with pytest.raises(tabiya.endgame.DamagedEndgameError, match="KQK.tabend"):
            tabiya.endgame.open_tables(folder).probe(tabiya.Board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"))
    (folder / "KQK.tabend").unlink()
    with pytest.raises(tabiya.endgame.NoTableError, match="KQK is missing"):
        tabiya.endgame.open_tables(folder).probe(tabiya.Board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"))
    with pytest.raises(NotADirectoryError):
        tabiya.endgame.open_tables(folder / "KRK.tabend")


def test_what_cannot_be_solved() -> None:
    with pytest.raises(ValueError, match="five men|5 men.*GiB.*large=True"):
        tabiya.endgame.solve("KQPKR")
    with pytest.raises(ValueError, match="5 men"):
        tabiya.endgame.probe(tabiya.Board("8/8/8/8/8/k1K5/8/1RR4R w - - 0 1"))
    with pytest.raises(ValueError, match="at most 5"):
        tabiya.endgame.probe(tabiya.Board())
    with pytest.raises(ValueError, match="castling"):
        tabiya.endgame.probe(tabiya.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    with pytest.raises(tabiya.InvalidBoardError):
        tabiya.endgame.probe(tabiya.Board("8/8/8/8/8/8/8/K6R w - - 0 1"))
    for name in ("", "KXK", "K", "RK"):
        with pytest.raises(ValueError, match="names no endgame"):
            tabiya.endgame.solve(name)
    with pytest.raises(tabiya.endgame.NoTableError, match="KRK is missing"):
        tabiya.endgame.solve("KQK").probe(tabiya.Board("8/8/8/8/8/k1K5/8/1R6 w - - 0 1"))
    kings = tabiya.endgame.probe(tabiya.Board("8/8/8/8/8/k1K5/8/8 w - - 0 1"))
    assert (kings.result, kings.plies, kings.mate_in, len(kings.moves)) == ("draw", None, None, 5)


def test_progress_can_end_the_work() -> None:
    seen: list[tuple[int, int, float]] = []
    tabiya.endgame.solve("KPK", progress=lambda done, total, seconds: seen.append((done, total, seconds)))
    done, total, seconds = seen[-1]
    assert 0 < done <= total and seconds > 0 and all(row[0] <= row[1] == total for row in seen)

    class Enough(Exception):
        pass

    def enough(done: int, total: int, seconds: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        tabiya.endgame.solve("KBPKN", large=True, progress=enough)


INTERRUPTED = """
import signal, threading, tabiya, tabiya.endgame
signal.signal(signal.SIGINT, signal.default_int_handler)
ticks = []
def tick():
    while not ticks or ticks[-1] < 1e9:
        ticks.append(len(ticks))
        threading.Event().wait(0.01)
threading.Thread(target=tick, daemon=True).start()
threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
tables = tabiya.endgame.Tables()
try:
    tables.solve("KQPKR", large=True)
except KeyboardInterrupt:
    print("interrupted", len(ticks) > 5)
tables.solve("KQK")
print(tables.materials)
"""


def test_interrupting() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert done.stdout == "interrupted True\n['KQK']\n", done.stderr


def _in_a_child(fen: str) -> tuple[str, int | None, int | None]:
    found = tabiya.endgame.probe(tabiya.Board(fen))
    other = tabiya.endgame.solve("KQK").statistics("KQK").longest_white
    return found.result, found.plies, other and other.mate_in


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_child_processes(method: str) -> None:
    fen = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"
    expected = _in_a_child(fen)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(_in_a_child, [fen] * 2) == [expected] * 2


def test_four_men() -> None:
    if not LONG:
        pytest.skip("four men take seconds: the long form solves them")
    tables = tabiya.endgame.solve("KRKN")
    longest = tables.statistics("KRKN").longest_white
    assert longest is not None and longest.mate_in == 40
    assert tables.probe(tabiya.Board(KRKN)).material == "KRKN"
