"""UCI engines: play, analyse and configure them, with or without asyncio.

```python
import tabiya, tabiya.engine

with tabiya.engine.SimpleEngine.popen_uci("/usr/games/stockfish") as engine:
    board = tabiya.Board()
    print(engine.play(board, tabiya.engine.Limit(time=0.1)).move)
    print(engine.analyse(board, tabiya.engine.Limit(depth=12))["score"].white())
```

The names are those of python-chess's `chess.engine`. An engine that crashes, hangs or prints nonsense raises an
`EngineError`, and no process is left behind.

>>> from tabiya.engine import Cp, Mate, MateGiven, Limit
>>> Mate(0) < Mate(-1) < Cp(-20) < Cp(300) < Mate(1) < MateGiven
True
>>> Limit(time=0.5)
Limit(time=0.5)
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ._absent import absent as _absent
from . import _engine_analysis
from ._engine_analysis import AnalysisResult as AnalysisResult
from ._engine_simple import NO_XBOARD as _NO_XBOARD
from ._engine_simple import SimpleAnalysisResult as SimpleAnalysisResult
from ._engine_simple import SimpleEngine as SimpleEngine
from ._engine_uci import UciProtocol as UciProtocol
from ._engine_uci import popen_uci as popen_uci
from ._engine_values import *
from ._score import Cp as Cp
from ._score import Mate as Mate
from ._score import MateGiven as MateGiven
from ._score import MateGivenType as MateGivenType
from ._score import PovScore as PovScore
from ._score import PovWdl as PovWdl
from ._score import Score as Score
from ._score import Wdl as Wdl

Protocol = UciProtocol
"""The one kind of conversation: python-chess also has XBoard."""

# For `typing.get_type_hints`: the module names a class that is made later.
setattr(_engine_analysis, "UciProtocol", UciProtocol)


async def popen_xboard(command: object, **arguments: Any) -> Any:
    """Raises `NotImplementedError`: Tabiya does not speak the XBoard protocol."""
    raise NotImplementedError(_NO_XBOARD)


if not TYPE_CHECKING:
    _missing = _absent(__name__, {
        "run_in_background": "use SimpleEngine, or run the coroutine with asyncio.run in a thread of your own",
        "BaseCommand": "a conversation with an engine is not made of classes of commands here: use UciProtocol",
        "CommandState": "a conversation with an engine is not made of classes of commands here: use UciProtocol",
        "MockTransport": "test with a process that speaks UCI: popen_uci takes the command of any",
        "XBoardProtocol": _NO_XBOARD,
    })  # fmt: skip

    def __getattr__(name: str) -> Any:
        if name == "EventLoopPolicy":
            # asyncio's own can start processes; programs still ask python-chess for one.
            return asyncio.DefaultEventLoopPolicy
        return _missing(name)
