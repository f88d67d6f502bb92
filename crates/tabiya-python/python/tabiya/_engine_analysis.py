"""A running search: what it has said so far, and how it is stopped."""

from __future__ import annotations

import asyncio
import collections
from types import TracebackType
from typing import TYPE_CHECKING

from ._engine_text import read_best_move, read_info
from ._engine_values import AnalysisComplete, BestMove, EngineError, EngineTerminatedError, Info, InfoDict
from ._self import Self
from ._tabiya import Board

if TYPE_CHECKING:
    from ._engine_uci import UciProtocol

# Lines that were not read yet. A flood forgets the oldest; `info` and `multipv` know the latest all the same.
_MOST_UNREAD = 1 << 16
# No engine has more lines: a position has at most 218 moves.
_MOST_LINES = 500


class AnalysisResult:
    """A search that runs. Iterate over what the engine says, `stop` it, or `wait` for its end.

    As a context manager it is stopped at the end of the block.
    """

    def __init__(self, protocol: UciProtocol, board: Board, wanted: Info, keep: bool) -> None:
        self.multipv: list[InfoDict] = [{}]
        """What is known of each line, best line first."""
        self._protocol = protocol
        self._board = board
        self._wanted = wanted
        self._keep = keep
        self._unread: collections.deque[InfoDict] = collections.deque(maxlen=_MOST_UNREAD)
        self._news = asyncio.Event()
        self._done: asyncio.Future[BestMove] = protocol.loop.create_future()
        # A search that failed while no caller waited is not an error of the event loop.
        self._done.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._stopped = False

    @property
    def info(self) -> InfoDict:
        """What is known of the best line."""
        return self.multipv[0]

    def _listen(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "info":
            if not self._wanted:
                return
            self._tell(read_info(rest, self._board, self._wanted))
        elif word == "bestmove":
            self._protocol._listener = None
            try:
                best = read_best_move(rest, self._board)
            except EngineError as error:
                self._fail(error)
            else:
                self._done.set_result(best)
                self._news.set()

    def _tell(self, info: InfoDict) -> None:
        if not info:
            return
        index = info.get("multipv", 1) - 1
        if not 0 <= index < _MOST_LINES:
            return
        while len(self.multipv) <= index:
            self.multipv.append({})
        known = self.multipv[index]
        if "score" in info:
            # A bound belongs to the score it came with.
            known.pop("lowerbound", None)
            known.pop("upperbound", None)
        known.update(info)
        if self._keep:
            self._unread.append(info)
            self._news.set()

    def _fail(self, error: EngineError) -> None:
        if not self._done.done():
            self._done.set_exception(error)
        self._news.set()

    def stop(self) -> None:
        """Asks the engine to end its search."""
        if not self._stopped and not self._done.done():
            self._stopped = True
            try:
                self._protocol.send_line("stop")
            except EngineTerminatedError as error:
                self._fail(error)

    async def wait(self) -> BestMove:
        """Waits for the end of the search and returns the best move."""
        return await asyncio.shield(self._done)

    def would_block(self) -> bool:
        """Whether the engine has said nothing new and still searches."""
        return not self._unread and not self._done.done()

    def empty(self) -> bool:
        """Whether the engine has said nothing new."""
        return not self._unread

    async def get(self) -> InfoDict:
        """What the engine says next; `AnalysisComplete` at the end."""
        while self.would_block():
            self._news.clear()
            await self._news.wait()
        if self._unread:
            return self._unread.popleft()
        self._done.result()
        raise AnalysisComplete

    async def next(self) -> InfoDict | None:
        """What the engine says next; `None` at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
