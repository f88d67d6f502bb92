"""`tabiya.engine` with a small engine, with Tabiya's own, and with one of others."""

from __future__ import annotations

import asyncio
import copy
import os
import pickle
import shutil
import sys
from pathlib import Path

import chess
import chess.engine
import pytest

import tabiya
import tabiya.engine
from tabiya.engine import Cp, Limit, Mate, MateGiven, PovScore, Score, SimpleEngine

FAKE = [sys.executable, str(Path(__file__).with_name("fake_engine.py"))]
CHESS960 = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def fake(log: Path | None = None, fault: str = "", timeout: float = 30) -> SimpleEngine:
    return SimpleEngine.popen_uci([*FAKE, fault, *([str(log)] if log else [])], timeout=timeout)


def sent(log: Path) -> list[str]:
    return log.read_text().splitlines()


def test_a_conversation(log: Path) -> None:
    with fake(log) as engine:
        assert engine.id == {"name": "Fake 1.0", "author": "A test"}
        board = tabiya.Board()
        board.push_san("e4")
        result = engine.play(board, Limit(time=0.5, depth=3), info=tabiya.engine.INFO_ALL)
        assert result.move == tabiya.Move.from_uci("a7a5") and result.ponder is None
        assert result.info["score"] == PovScore(Cp(13), tabiya.BLACK) and result.info["score"].white() == Cp(-13)
        assert result.info["wdl"].white() == tabiya.engine.Wdl(100, 400, 500)
        assert result.info["pv"] == [result.move] and result.info["time"] == 0.02
        assert engine.play(board, Limit(white_clock=60, black_clock=59.5, white_inc=1, remaining_moves=12)).info == {}
        engine.ping()
        assert engine.returncode is None
        engine.quit()
        assert engine.returncode == 0
    assert sent(log) == [
        "uci", "ucinewgame", "isready", "position startpos moves e2e4", "go depth 3 movetime 500", "isready",
        "position startpos moves e2e4", "go wtime 60000 btime 59500 winc 1000 movestogo 12", "isready", "quit",
    ]  # fmt: skip


def test_games_and_positions(log: Path) -> None:
    with fake(log) as engine:
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        for game in ("a", "a", "b"):
            board = tabiya.Board(fen)
            board.push_san("O-O")
            board.push(tabiya.Move.null())
            board.push_san("Kf2")
            engine.play(board, Limit(nodes=5), game=game)
    lines = sent(log)
    assert lines.count("ucinewgame") == 2
    assert "position fen r3k2r/8/8/8/8/8/8/R4RK1 w kq - 2 2 moves g1g2" not in lines
    assert lines[3] == "position fen r3k2r/8/8/8/8/8/8/R4RK1 w kq - 2 2 moves g1f2", lines


def test_options(log: Path) -> None:
    with fake(log) as engine:
        options = engine.options
        assert options["Hash"] == tabiya.engine.Option("Hash", "spin", 16, 1, 64, None) == options["hash"]
        assert options["Style"].var == ["Solid", "Normal", "Very Risky"] and options["Style"].default == "Normal"
        assert options["Book File"].default == "" and options["Clear Hash"].type == "button" and "MULTIPV" in options
        engine.configure({"hash": "32", "Style": "very risky", "OwnBook": True, "Clear Hash": None, "Book File": "a b"})
        engine.configure({"Hash": 32, "Book File": ""})
        engine.play(tabiya.Board(), Limit(depth=1), options={"Hash": 8})
        engine.play(tabiya.Board(), Limit(depth=1))
        for wrong, reason in (
            ({"Hash": 65}, "1 to 64, not 65"), ({"Hash": "much"}, "integer"), ({"Style": "Odd"}, "Very Risky"),
            ({"OwnBook": "maybe"}, "true or false"), ({"Hsah": 1}, "no option 'Hsah'; it has Hash"),
            ({"MultiPV": 2}, "set by the methods"), ({"Book File": "a\nquit"}, "one line"), ({"Hash": 1.5}, "integer"),
        ):  # fmt: skip
            with pytest.raises(tabiya.engine.EngineError, match=reason):
                engine.configure({"OwnBook": False, **wrong})  # type: ignore[dict-item]
        engine.send_opponent_information(opponent=tabiya.engine.Opponent("Ada", None, 2000, True))
        engine.ping()
    assert [line.removeprefix("setoption name ") for line in sent(log) if line.startswith("setoption")] == [
        "Hash value 32", "Style value Very Risky", "OwnBook value true", "Clear Hash", "Book File value a b",
        "Book File value <empty>", "Hash value 8", "Hash value 32", "UCI_Opponent value none 2000 computer Ada",
    ]  # fmt: skip


def test_several_lines_and_chosen_moves(log: Path) -> None:
    with fake(log) as engine:
        board = tabiya.Board()
        lines = engine.analyse(board, Limit(depth=1), multipv=3)
        assert [line["pv"][0].uci() for line in lines] == ["a2a3", "a2a4", "b1a3"]
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        chosen = [tabiya.Move.from_uci("g1f3"), tabiya.Move.from_uci("e2e4")]
        info = engine.analyse(board, Limit(depth=1), root_moves=iter(chosen))
        assert info["pv"] == chosen[:1]
        with pytest.raises(ValueError, match="e2e5, which is not legal"):
            engine.analyse(board, Limit(depth=1), root_moves=[tabiya.Move.from_uci("e2e5")])
        for wrong in ([], ()):
            with pytest.raises(ValueError, match="empty"):
                engine.play(board, Limit(depth=1), root_moves=wrong)
        for limit in (Limit(), Limit(white_inc=1)):
            with pytest.raises(ValueError, match="does not end a search"):
                engine.play(board, limit)
        with pytest.raises(ValueError, match="finite"):
            engine.play(board, Limit(time=float("nan")))
        with pytest.raises(ValueError, match="not negative"):
            engine.play(board, Limit(depth=-1))
        mate = tabiya.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
        assert engine.play(mate, Limit(depth=1)).move is None
    searches = [line for line in sent(log) if line.startswith(("go", "setoption"))]
    assert searches[:4] == [
        "setoption name MultiPV value 3", "go depth 1",
        "setoption name MultiPV value 1", "go depth 1 searchmoves g1f3 e2e4",
    ]  # fmt: skip


def test_chess960(log: Path) -> None:
    with fake(log) as engine:
        board = tabiya.Board(CHESS960, chess960=True)
        castling = next(move for move in board.legal_moves if board.is_kingside_castling(move))
        assert engine.play(board, Limit(depth=1), root_moves=[castling]).move == castling
        board.push(castling)
        engine.play(board, Limit(depth=1))
        engine.play(tabiya.Board(), Limit(depth=1))
        with pytest.raises(tabiya.engine.EngineError, match="set by the methods"):
            engine.configure({"UCI_Chess960": True})
    lines = sent(log)
    assert [line for line in lines if "960" in line] == [
        "setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false",
    ]  # fmt: skip
    assert "go depth 1 searchmoves b1e1" in lines and f"position fen {CHESS960} moves b1e1" in lines
    with fake(fault="old") as engine, pytest.raises(tabiya.engine.EngineError, match="UCI_Chess960"):
        engine.play(tabiya.Board(CHESS960, chess960=True), Limit(depth=1))


def test_a_running_analysis(log: Path) -> None:
    with fake(log) as engine:
        with engine.analysis(tabiya.Board()) as analysis:
            depths = []
            for info in analysis:
                depths.append(info["depth"])
                if len(depths) == 5:
                    break
            assert depths == [1, 2, 3, 4, 5]
            assert analysis.info["depth"] >= 5 and analysis.multipv[0]["pv"][0].uci() == "a2a3"
            assert analysis.info["lowerbound"]
        assert analysis.wait().move == tabiya.Move.from_uci("a2a3")
        # What was not read is still there, and then comes the end.
        rest = [info["depth"] for info in analysis]
        assert rest == list(range(6, 6 + len(rest)))
        assert not analysis.would_block() and analysis.empty() and analysis.next() is None
        with pytest.raises(tabiya.engine.AnalysisComplete):
            analysis.get()
        # Another question stops a search that runs.
        running = engine.analysis(tabiya.Board(), multipv=2)
        assert engine.play(tabiya.Board(), Limit(depth=1)).move == tabiya.Move.from_uci("a2a3")
        assert running.wait().move and len(running.multipv) == 2
        ended = engine.analysis(tabiya.Board(), Limit(depth=1))
        assert [info["depth"] for info in ended] == [1]
        last = engine.analysis(tabiya.Board())
    with pytest.raises(tabiya.engine.EngineTerminatedError, match="closed"):
        last.wait()


def test_asyncio() -> None:
    async def converse() -> None:
        transport, engine = await tabiya.engine.popen_uci(FAKE)
        assert engine.initialized and engine.id["name"] == "Fake 1.0"
        board = tabiya.Board()
        results = await asyncio.gather(*(engine.play(board, Limit(depth=1)) for _ in range(5)))
        assert {result.move for result in results} == {tabiya.Move.from_uci("a2a3")}
        seen = 0
        with await engine.analysis(board) as analysis:
            async for info in analysis:
                seen += 1
                if info["depth"] > 3:
                    break
        assert seen == 4 and (await analysis.wait()).move is not None
        # A search that is given up leaves the engine usable.
        for _ in range(3):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for((await engine.analysis(board)).wait(), 0.01)
        assert (await engine.analyse(board, Limit(depth=1)))["score"].relative == Cp(13)
        await engine.quit()
        assert await engine.returncode == 0 and transport.get_returncode() == 0
        with pytest.raises(tabiya.engine.EngineTerminatedError):
            await engine.ping()

    asyncio.run(converse())


def test_moves_of_other_boards() -> None:
    with fake() as engine:
        board = chess.Board()
        result = engine.play(board, chess.engine.Limit(depth=1))  # type: ignore[arg-type]
        assert isinstance(result.move, chess.Move) and result.move == chess.Move.from_uci("a2a3")


def test_scores_as_python_chess_has_them() -> None:
    numbers = (-30000, -300, -1, 0, 1, 2, 13, 300, 30000)
    pairs: list[tuple[Score, chess.engine.Score]] = [(MateGiven, chess.engine.MateGiven)]
    pairs += [(Cp(number), chess.engine.Cp(number)) for number in numbers]
    pairs += [(Mate(number), chess.engine.Mate(number)) for number in (-300, -2, -1, 0, 1, 2, 300)]
    for ours, theirs in pairs:
        for one, other in ((ours, theirs), (-ours, -theirs), (+ours, +theirs)):
            assert (str(one), one.mate(), one.is_mate()) == (str(other), other.mate(), other.is_mate())
            assert (one.score(), one.score(mate_score=1000)) == (other.score(), other.score(mate_score=1000))
        for one, other in pairs:
            assert (ours < one, ours <= one, ours == one) == (theirs < other, theirs <= other, theirs == other)
        assert pickle.loads(pickle.dumps(ours)) == copy.deepcopy(ours) == ours
        assert PovScore(ours, tabiya.BLACK).white() == -ours == -PovScore(ours, tabiya.BLACK).relative
        wdl, mirrored = ours.wdl(), (-ours).wdl()
        assert wdl.total() == 1000 and wdl == -mirrored and (wdl.expectation() > 0.5) == (wdl.wins > 500)
    assert max(ours for ours, _ in pairs) is MateGiven is pickle.loads(pickle.dumps(MateGiven))
    assert PovScore(Cp(0), tabiya.WHITE).wdl().white() == tabiya.engine.Wdl(500, 0, 500)
    with pytest.raises(ValueError, match="UCI_ShowWDL"):
        Cp(1).wdl(model="sf")


def test_what_is_absent_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotImplementedError, match="UCI mode"):
        SimpleEngine.popen_xboard("xboard")
    with pytest.raises(NotImplementedError, match="python-chess"):
        asyncio.run(tabiya.engine.popen_xboard("xboard"))
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("TABIYA_ENGINE", raising=False)
    with pytest.raises(tabiya.engine.EngineError, match="cargo install"):
        SimpleEngine.tabiya()
    monkeypatch.setenv("TABIYA_ENGINE", "/nowhere/tabiya")
    with pytest.raises(tabiya.engine.EngineError, match="/nowhere/tabiya"):
        SimpleEngine.tabiya()


def real_game(engine: SimpleEngine, board: tabiya.Board) -> None:
    for _ in range(6):
        result = engine.play(board, Limit(nodes=500, depth=4), info=tabiya.engine.INFO_ALL)
        assert result.move in board.legal_moves and result.info["pv"][0] == result.move
        board.push(result.move)
    lines = engine.analyse(board, Limit(depth=3), multipv=2)
    assert len(lines) == 2 and lines[0]["pv"][0] != lines[1]["pv"][0]
    mate = tabiya.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    assert engine.analyse(mate, Limit(depth=4))["score"].white() == Mate(1)
    with engine.analysis(board) as analysis:
        assert analysis.get()
    assert analysis.wait().move in board.legal_moves
    engine.quit()
    assert engine.returncode == 0


@pytest.mark.parametrize("chess960", [False, True])
def test_tabiya(chess960: bool) -> None:
    if not (os.environ.get("TABIYA_ENGINE") or shutil.which("tabiya")):
        pytest.skip("the command tabiya is not there")
    with SimpleEngine.tabiya(timeout=60) as engine:
        assert engine.id["name"].startswith("Tabiya")
        real_game(engine, tabiya.Board(CHESS960, chess960=True) if chess960 else tabiya.Board())


@pytest.mark.parametrize("chess960", [False, True])
def test_stockfish(chess960: bool) -> None:
    path = shutil.which("stockfish") or "/usr/games/stockfish"
    if not Path(path).exists():
        pytest.skip("Stockfish is not there")
    with SimpleEngine.popen_uci(path, timeout=60) as engine:
        engine.configure({"Hash": 16, "Threads": 1})
        real_game(engine, tabiya.Board(CHESS960, chess960=True) if chess960 else tabiya.Board())
