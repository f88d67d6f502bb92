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

from typing import Any

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


async def popen_xboard(command: object, **arguments: Any) -> Any:
    """Raises `NotImplementedError`: Tabiya does not speak the XBoard protocol."""
    raise NotImplementedError(_NO_XBOARD)
