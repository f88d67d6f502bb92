"""`tabiya.syzygy` against python-chess's own prober, on the tables of its source package."""

from __future__ import annotations

import itertools
import multiprocessing
import pickle
import shutil
import threading
from pathlib import Path

import chess
import chess.syzygy
import pytest

import tabiya
import tabiya.syzygy
import tabiya.variant
from compare import ours
from games import LONG
from tables import boards, data

MATE_IN_TWO = "8/8/8/8/8/k1K5/8/7R w - - 0 1"


def folder() -> Path:
    return data() / "syzygy" / "regular"


def test_names_are_those_of_python_chess() -> None:
    for count in (3, 4, 5):
        names = set(chess.syzygy.tablenames(piece_count=count))
        assert set(tabiya.syzygy.tablenames(piece_count=count)) == names
        for name in names:
            swapped = "v".join(reversed(name.split("v")))
            for given in (name, swapped, swapped[::-1]):
                for mirror in (False, True):
                    assert tabiya.syzygy.normalize_tablename(given, mirror=mirror) == chess.syzygy.normalize_tablename(
                        given, mirror=mirror
                    )
            assert set(tabiya.syzygy.dependencies(name)) == set(chess.syzygy.dependencies(name))
            assert set(tabiya.syzygy.all_dependencies([name])) == set(chess.syzygy.all_dependencies([name]))
    assert set(tabiya.syzygy.tablenames(one_king=False, piece_count=4)) == set(
        chess.syzygy.tablenames(one_king=False, piece_count=4)
    )
    for length in range(3):
        for white, black in itertools.product(itertools.product("QPN", repeat=length), itertools.product("QPN", repeat=2)):
            name = f"K{''.join(white)}vK{''.join(black)}"
            for one_king, normalized in itertools.product((False, True), repeat=2):
                options = {"one_king": one_king, "normalized": normalized, "piece_count": 5}
                assert tabiya.syzygy.is_tablename(name, **options) == chess.syzygy.is_tablename(name, **options), name
    assert not any(map(tabiya.syzygy.is_tablename, ("", "v", "KvK", "KQK", "KQQQQQQvK", "kqvk", "KQvK.rtbw")))
    for wdl in (-2, -1, 0, 1, 2):
        assert tabiya.syzygy.dtz_before_zeroing(wdl) == chess.syzygy.dtz_before_zeroing(wdl)
    board = tabiya.Board("8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1")
    assert (tabiya.syzygy.calc_key(board), tabiya.syzygy.calc_key(board, mirror=True)) == ("KBNvK", "KvKBN")


def test_the_same_answers() -> None:
    path = folder()
    count = 1_000 if LONG else 6
    with chess.syzygy.open_tablebase(str(path)) as theirs, tabiya.syzygy.open_tablebase(path) as tables:
        assert len(tables.files) == len(list(path.glob("*.rtb?")))
        for name in sorted(file.stem for file in path.glob("*.rtbw")):
            for board in boards(name, count, seed=1):
                same = ours(board)
                assert tables.probe_wdl(same) == theirs.probe_wdl(board), board.fen()
                assert tables.probe_dtz(same) == theirs.probe_dtz(board), board.fen()
                assert tables.get_wdl(same, 7) == theirs.get_wdl(board) and tables.get_dtz(same) == theirs.get_dtz(board)
                assert tables.probe_dtz_no_ep(same) == theirs.probe_dtz_no_ep(board), board.fen()
                assert tables.probe_wdl_table(same) == theirs.probe_wdl_table(board), board.fen()


def test_one_file_at_a_time() -> None:
    path = folder()
    for name in ("KBNvK", "KRvKP", "KNvKP"):
        theirs = chess.syzygy.WdlTable(str(path / f"{name}.rtbw"))
        theirs_dtz = chess.syzygy.DtzTable(str(path / f"{name}.rtbz"))
        with tabiya.syzygy.WdlTable(path / f"{name}.rtbw") as table, tabiya.syzygy.DtzTable(path / f"{name}.rtbz") as dtz:
            table.init_table_wdl()
            dtz.init_table_dtz()
            theirs.init_table_wdl()
            theirs_dtz.init_table_dtz()
            for board in boards(name, 50, seed=2):
                same = ours(board)
                wdl = theirs.probe_wdl_table(board)
                assert table.probe_wdl_table(same) == wdl
                if wdl:
                    assert dtz.probe_dtz_table(same, wdl) == theirs_dtz.probe_dtz_table(board, wdl)
        theirs.close()
        theirs_dtz.close()
    with pytest.raises(FileNotFoundError):
        tabiya.syzygy.WdlTable(path / "KQvKX.rtbw".replace("X", "QQQQ"))


def test_the_first_move_wins_what_is_won() -> None:
    with tabiya.syzygy.open_tablebase(folder()) as tables:
        won = 0
        for name in ("KQvKR", "KBNvK", "KPvK"):
            for start in boards(name, 8, seed=3):
                board = ours(start)
                wins, side = tables.probe_wdl(board) == 2, board.turn
                while wins and not board.is_game_over():
                    ranked = tables.rank_moves(board)
                    assert sorted(str(row.move) for row in ranked) == sorted(map(str, board.legal_moves))
                    # Where the table counts in moves, the moves from here tell the ply.
                    assert abs(ranked[0].dtz) - abs(tables.probe_dtz(board)) in (0, 1) and not board.is_fifty_moves()
                    if board.turn == side:
                        assert ranked[0].outcome == "win"
                    board.push(ranked[0].move)
                assert not wins or board.is_checkmate() and board.turn != side, board.fen()
                won += wins
        assert won > 4
        ranked = tables.rank_moves(tabiya.Board("8/8/8/8/8/k1K5/8/1R6 w - - 0 1"))
        assert ranked[0].is_mate and not ranked[0].is_zeroing and ranked[0].move.uci() == "b1a1" and ranked[0].dtz == 1


def test_what_no_table_has() -> None:
    path = folder()
    with tabiya.syzygy.open_tablebase(path, load_dtz=False) as tables:
        board = tabiya.Board(MATE_IN_TWO)
        assert tables.probe_wdl(board) == 2
        with pytest.raises(tabiya.syzygy.MissingTableError, match="KRvK.rtbz"):
            tables.probe_dtz(board)
        assert tables.get_dtz(board) is None and tables.get_dtz(board, 5) == 5
        with pytest.raises(tabiya.syzygy.MissingTableError, match="5 men"):
            tables.probe_wdl(tabiya.Board("8/8/8/8/8/k1K5/8/1RR4R w - - 0 1"))
        with pytest.raises(KeyError, match="castling") as castling:
            tables.probe_wdl(tabiya.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
        assert not isinstance(castling.value, tabiya.syzygy.MissingTableError)
        with pytest.raises(KeyError, match="32 men"):
            tables.probe_wdl(tabiya.Board(tabiya.STARTING_FEN.replace("KQkq", "-")))
        assert tables.get_wdl(tabiya.Board()) is None
        with pytest.raises(tabiya.InvalidBoardError):
            tables.probe_wdl(tabiya.Board("8/8/8/8/8/8/8/K6R w - - 0 1"))
        with pytest.raises(ValueError, match="3 is not a result"):
            tables.probe_dtz_table(board, 3)
        assert tables.add_directory(path, load_wdl=False) == 35
        assert tables.probe_dtz(board) == chess.syzygy.open_tablebase(str(path)).probe_dtz(chess.Board(MATE_IN_TWO))
        tables.close()
        assert tables.get_wdl(board) is None and not tables.files
    with pytest.raises(FileNotFoundError):
        tabiya.syzygy.open_tablebase(path / "nowhere")
    with pytest.raises(NotImplementedError, match="python-chess"):
        tabiya.syzygy.Tablebase(VariantBoard=tabiya.variant.SuicideBoard)


def test_damaged_files(tmp_path: Path) -> None:
    good = (folder() / "KRvK.rtbw").read_bytes()
    board = tabiya.Board(MATE_IN_TWO)
    for number, bad in enumerate([b"", b"no table", good[:-64], b"\0" + good[1:], good[:200] + good[264:]]):
        (tmp_path / str(number)).mkdir()
        file = tmp_path / str(number) / "KRvK.rtbw"
        file.write_bytes(bad)
        with tabiya.syzygy.open_tablebase(tmp_path / str(number)) as tables:
            with pytest.raises(tabiya.syzygy.DamagedTableError, match="KRvK.rtbw is damaged at byte"):
                tables.probe_wdl(board)
            with pytest.raises(ValueError):
                tables.get_wdl(board)
    shutil.copy(folder() / "KQvK.rtbw", tmp_path / "KQvK.rtbw")
    (tmp_path / "KRvK.rtbw").write_bytes(good)
    with tabiya.syzygy.open_tablebase(tmp_path) as tables:
        assert tables.check() == 2
    flipped = bytearray(good)
    flipped[-100] ^= 1
    (tmp_path / "KRvK.rtbw").write_bytes(flipped)
    with tabiya.syzygy.open_tablebase(tmp_path) as tables, pytest.raises(tabiya.syzygy.DamagedTableError, match="KRvK"):
        tables.check()
    (tmp_path / "KBvK.rtbw").mkdir()
    (tmp_path / "KRvK.rtbw").unlink()
    with tabiya.syzygy.open_tablebase(tmp_path) as tables:
        assert list(tables.files) == ["KQvK.rtbw"]


def _probe(tables: tabiya.syzygy.Tablebase, fens: list[str]) -> list[tuple[int, int]]:
    return [(tables.probe_wdl(board), tables.probe_dtz(board)) for board in map(tabiya.Board, fens)]


_tables: tabiya.syzygy.Tablebase


def _probe_the_parents(fens: list[str]) -> list[tuple[int, int]]:
    return _probe(_tables, fens)


def test_threads_and_processes() -> None:
    global _tables
    fens = [board.fen() for name in ("KQvKR", "KPvKP") for board in boards(name, 200, seed=4)]
    _tables = tabiya.syzygy.open_tablebase(folder())
    expected = _probe(_tables, fens)
    found: list[list[tuple[int, int]]] = []
    threads = [threading.Thread(target=lambda: found.append(_probe(_tables, fens))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
    assert _probe(pickle.loads(pickle.dumps(_tables)), fens) == expected
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(_probe_the_parents, [fens] * 2) == [expected] * 2
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.starmap(_probe, [(_tables, fens)]) == [expected]
    _tables.close()
