"""UCI engines for programs without asyncio: every method waits for its answer."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import copy
import os
import shutil
import sys
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Mapping
from types import TracebackType
from typing import Any, TypeVar, overload

from ._engine_analysis import AnalysisResult
from ._engine_text import own_time
from ._engine_uci import UciProtocol, popen_uci
from ._engine_values import (
    INFO_ALL,
    INFO_NONE,
    AnalysisComplete,
    BestMove,
    ConfigMapping,
    EngineError,
    EngineTerminatedError,
    EngineTimeoutError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
)
from ._self import Self
from ._tabiya import Board, Move

_T = TypeVar("_T")
# How long the event loop may take for what only itself does.
_OWN_WORK = 60.0

NO_TABIYA = (
    "the command `tabiya` was not found on PATH, and the Python package does not contain it: install it with "
    "`cargo install --path crates/tabiya-cli` from Tabiya's sources, or set TABIYA_ENGINE to its path"
)


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        # A daemon does not keep a program alive that forgot its engine: at the end the engine is killed.
        self._thread = threading.Thread(target=self._run, name="tabiya.engine", daemon=True)
        self._thread.start()
        self._pid = os.getpid()

    def is_here(self) -> bool:
        """Whether the thread runs in this process, and not in the one that forked it."""
        return self._pid == os.getpid() and self._thread.is_alive()

    def is_current(self) -> bool:
        """Whether the caller runs in the thread."""
        return threading.current_thread() is self._thread

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            tasks = asyncio.all_tasks(self.loop)
            for task in tasks:
                task.cancel()
            if tasks:
                self.loop.run_until_complete(asyncio.wait(tasks, timeout=_OWN_WORK))
            self.loop.close()

    def submit(self, work: Coroutine[Any, Any, _T]) -> concurrent.futures.Future[_T]:
        if not self.is_here():
            work.close()
            raise EngineTerminatedError("the engine has been closed")
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def wait(self, work: Coroutine[Any, Any, _T], timeout: float | None, slow: Callable[[], str]) -> _T:
        """The result of work in the loop. If the caller is interrupted, the work is cancelled."""
        future = self.submit(work)
        try:
            return future.result(timeout)
        except concurrent.futures.TimeoutError as error:
            if future.done() and not future.cancelled() and future.exception() is error:
                raise
            raise EngineTimeoutError(f"{slow()} (after {timeout:.3g} s)") from None
        except concurrent.futures.CancelledError:
            raise EngineTerminatedError("the engine has been closed") from None
        finally:
            future.cancel()

    def end(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.loop.stop)
        if not self.is_current():
            self._thread.join(_OWN_WORK)


def _close(loop: _Loop, protocol: UciProtocol) -> None:
    if not loop.is_here():
        return
    if loop.is_current():
        # The garbage collector may call from the loop itself, which cannot wait for itself.
        protocol.kill()
    else:
        with contextlib.suppress(Exception):
            loop.submit(protocol.put_away()).result(_OWN_WORK)
    loop.end()


class SimpleEngine:
    """A UCI engine whose methods wait for their answers. `SimpleEngine.popen_uci` starts one.

    As a context manager it is closed at the end of the block. `timeout` is how many seconds an answer may take beyond
    the time of the search itself, `None` for ever. A search that is limited by depth or nodes only may take any time.
    Methods may be called from several threads: they wait for each other, but a search that `analysis` has started is
    stopped by the next call.
    """

    def __init__(self, loop: _Loop, protocol: UciProtocol, *, timeout: float | None = 10.0) -> None:
        self.protocol = protocol
        """The asyncio side of the engine."""
        self.timeout = timeout
        """How long an answer may take, in seconds."""
        self._loop = loop
        self._closer = weakref.finalize(self, _close, loop, protocol)

    @classmethod
    def popen_uci(
        cls,
        command: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Self:
        """Starts a UCI engine: `command` is a path, or a list of a path and arguments."""
        if not isinstance(command, (str, os.PathLike)):
            command = list(command)
        loop = _Loop()
        if debug is not None:
            loop.loop.set_debug(debug)

        async def start() -> UciProtocol:
            # Cancelling ends the process, so that none is left after a timeout.
            _, protocol = await asyncio.wait_for(popen_uci(command, setpgrp=setpgrp, **popen_args), timeout)
            return protocol

        try:
            protocol = loop.wait(start(), None, str)
        except asyncio.TimeoutError:
            loop.end()
            raise EngineTimeoutError(
                f"{command!r} does not answer: it did not print 'uciok' within {timeout:.3g} s; is it a UCI engine?"
            ) from None
        except BaseException:
            loop.end()
            raise
        return cls(loop, protocol, timeout=timeout)

    @classmethod
    def tabiya(cls, *, timeout: float | None = 10.0, **popen_args: Any) -> Self:
        """Starts Tabiya's own engine, `tabiya uci`.

        The command is the one that the environment variable `TABIYA_ENGINE` names, or the first `tabiya` on PATH. The
        Python package does not contain it.
        """
        return cls.popen_uci([find_tabiya(), "uci"], timeout=timeout, **popen_args)

    @classmethod
    def popen_xboard(cls, command: object, **arguments: Any) -> Self:
        """Raises `NotImplementedError`: Tabiya does not speak the XBoard protocol."""
        raise NotImplementedError(NO_XBOARD)

    def _wait(self, work: Coroutine[Any, Any, _T], timeout: float | None) -> _T:
        if not self._closer.alive:
            work.close()
            raise EngineTerminatedError("the engine has been closed")
        return self._loop.wait(work, timeout, self._slow)

    def _slow(self) -> str:
        waits_for = self.protocol.waits_for
        return f"the engine does not answer: it has not printed {waits_for!r}" if waits_for else "the engine is busy"

    def _within(self, board: Board, limit: Limit) -> float | None:
        """How long a search may take, with what surrounds it."""
        own = own_time(board, limit)
        return None if own is None or self.timeout is None else own + self.timeout

    @property
    def options(self) -> Mapping[str, Option]:
        """The engine's options by name."""
        return copy.copy(self.protocol.options)

    @property
    def id(self) -> Mapping[str, str]:
        """What the engine says of itself: `name` and `author`."""
        return dict(self.protocol.id)

    @property
    def returncode(self) -> int | None:
        """The exit code of the process, or `None` while it runs."""
        done = self.protocol.returncode
        return done.result() if done.done() else None

    def ping(self) -> None:
        """Waits until the engine answers."""
        self._wait(self.protocol.ping(), self.timeout)

    def configure(self, options: ConfigMapping) -> None:
        """Sets options, for all searches from now on."""
        self._wait(self.protocol.configure(options), self.timeout)

    def send_opponent_information(self, *, opponent: Opponent | None = None, engine_rating: int | None = None) -> None:
        """Tells an engine that knows `UCI_Opponent` whom it plays."""
        work = self.protocol.send_opponent_information(opponent=opponent, engine_rating=engine_rating)
        self._wait(work, self.timeout)

    def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        """Does nothing: UCI does not tell an engine how its game ended."""

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """The move that the engine plays.

        `game` is any object that stands for the game: another one tells the engine that a new game begins. `options`
        hold for this search only. `root_moves` are the only moves to be searched. `ponder` has no effect.
        """
        work = self.protocol.play(
            board, limit, game=game, info=info, ponder=ponder, draw_offered=draw_offered, root_moves=root_moves,
            options=options, opponent=opponent,
        )  # fmt: skip
        return self._wait(work, self._within(board, limit))

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: None = None, game: object = None, info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None, options: ConfigMapping = {},
    ) -> InfoDict: ...  # fmt: skip
    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int, game: object = None, info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None, options: ConfigMapping = {},
    ) -> list[InfoDict]: ...  # fmt: skip
    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None, game: object = None, info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None, options: ConfigMapping = {},
    ) -> InfoDict | list[InfoDict]: ...  # fmt: skip
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> InfoDict | list[InfoDict]:
        """What the engine says about a board when its search has ended; with `multipv` a list, best line first."""
        work = self.protocol.analyse(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        return self._wait(work, self._within(board, limit))

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> SimpleAnalysisResult:
        """Starts a search and returns it; without a limit it runs until `stop`, or until the engine is asked again."""
        work = self.protocol.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        return SimpleAnalysisResult(self, self._wait(work, self.timeout))

    def quit(self) -> None:
        """Asks the engine to leave. One that does not leave within the timeout is killed: `EngineTimeoutError`."""
        if self._closer.alive:
            try:
                self._wait(self.protocol.quit(), self.timeout)
            except EngineTimeoutError:
                message = f"the engine did not leave within {self.timeout:.3g} s after 'quit': it has been killed"
                raise EngineTimeoutError(message) from None
            finally:
                self.close()

    def close(self) -> None:
        """Kills the engine, if it still runs."""
        self._closer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        pid = self.protocol.transport.get_pid() if self.protocol.transport is not None else None
        return f"<SimpleEngine (pid={pid})>"


class SimpleAnalysisResult:
    """A search that runs. Iterate over what the engine says, `stop` it, or `wait` for its end.

    As a context manager it is stopped at the end of the block.
    """

    def __init__(self, engine: SimpleEngine, inner: AnalysisResult) -> None:
        self._engine = engine
        self.inner = inner
        """The asyncio side of the search."""

    def _call(self, function: Callable[[], _T]) -> _T:
        async def work() -> _T:
            return function()

        return self._engine._wait(work(), _OWN_WORK)

    @property
    def info(self) -> InfoDict:
        """What is known of the best line."""
        return self._call(lambda: copy.copy(self.inner.info))

    @property
    def multipv(self) -> list[InfoDict]:
        """What is known of each line, best line first."""
        return self._call(lambda: [copy.copy(line) for line in self.inner.multipv])

    def stop(self) -> None:
        """Asks the engine to end its search."""
        self._call(self.inner.stop)

    def wait(self) -> BestMove:
        """Waits for the end of the search and returns the best move."""
        # An engine that has been stopped has no more time than any other answer.
        return self._engine._wait(self.inner.wait(), self._engine.timeout if self.inner._stopped else None)

    def would_block(self) -> bool:
        """Whether the engine has said nothing new and still searches."""
        return self._call(self.inner.would_block)

    def empty(self) -> bool:
        """Whether the engine has said nothing new."""
        return self._call(self.inner.empty)

    def get(self) -> InfoDict:
        """What the engine says next; `AnalysisComplete` at the end."""
        return self._engine._wait(self.inner.get(), self._engine.timeout if self.inner._stopped else None)

    def next(self) -> InfoDict | None:
        """What the engine says next; `None` at the end."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> InfoDict:
        try:
            return self.get()
        except AnalysisComplete:
            raise StopIteration from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A search of an engine that has been closed has ended.
        with contextlib.suppress(EngineTerminatedError):
            self.stop()


NO_XBOARD = (
    "Tabiya does not speak the XBoard protocol: start the engine in its UCI mode, or use python-chess's own "
    "chess.engine, which accepts Tabiya's boards"
)


def find_tabiya() -> str:
    """The path of the command `tabiya`; `EngineError` if there is none."""
    named = os.environ.get("TABIYA_ENGINE")
    if named:
        found = shutil.which(named)
        if found is None:
            raise EngineError(f"TABIYA_ENGINE is {named!r}, which is not a program that can be run")
        return found
    found = shutil.which("tabiya.exe" if sys.platform == "win32" else "tabiya")
    if found is None:
        raise EngineError(NO_TABIYA)
    return found
