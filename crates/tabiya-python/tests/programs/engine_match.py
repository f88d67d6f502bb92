"""Two engines play each other, and a third looks on: the calls that programs for `chess.engine` make."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import chess
import chess.engine
import chess.pgn

COMMAND = [sys.executable, str(Path(__file__).resolve().parent.parent / "fake_engine.py")]


def play() -> chess.pgn.Game:
    board = chess.Board()
    engines = [chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) for _ in range(2)]
    engines[0].configure({"Hash": 32})
    while not board.is_game_over() and board.ply() < 16:
        limit = chess.engine.Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1)
        result = engines[board.ply() % 2].play(board, limit, game="a", info=chess.engine.INFO_SCORE)
        print(board.san(result.move), result.ponder, result.info["score"].white(), result.draw_offered, result.resigned)
        board.push(result.move)
    for engine in engines:
        engine.quit()
    return chess.pgn.Game.from_board(board)


async def annotate(game: chess.pgn.Game) -> None:
    _, engine = await chess.engine.popen_uci(COMMAND)
    print(sorted(engine.options), engine.options["Hash"].max, engine.id.get("name"))
    for node in game.mainline():
        info = await engine.analyse(node.board(), chess.engine.Limit(depth=1))
        node.set_eval(info["score"], info.get("depth"))
        node.comment += " " + node.board().variation_san(info["pv"])
    with await engine.analysis(game.board(), multipv=2) as analysis:
        async for info in analysis:
            print(info["depth"], info["score"].pov(chess.WHITE).score(mate_score=100000), info.get("lowerbound", False))
            if info["depth"] > 4:
                break
    await engine.quit()


def main() -> None:
    game = play()
    asyncio.run(annotate(game))
    print(game)
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        for board in (chess.Board(), chess.Board.from_chess960_pos(1)):
            lines = engine.analyse(board, chess.engine.Limit(nodes=1), multipv=3)
            print([(line["multipv"], board.san(line["pv"][0]), line["score"].relative.score()) for line in lines])
        try:
            engine.configure({"No such": 1})
        except chess.engine.EngineError as error:
            print(isinstance(error, RuntimeError))
    try:
        chess.engine.SimpleEngine.popen_uci([*COMMAND, "crash at start"])
    except chess.engine.EngineTerminatedError:
        print("crashed")
    try:
        chess.engine.SimpleEngine.popen_uci([*COMMAND, "hang at start"], timeout=0.5)
    except asyncio.TimeoutError:
        print("hangs")
    try:
        chess.engine.SimpleEngine.popen_uci("/nowhere/engine")
    except FileNotFoundError:
        print("not there")


if __name__ == "__main__":
    main()
