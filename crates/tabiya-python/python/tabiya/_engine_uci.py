"""UCI engines on an asyncio event loop: the process, and what is asked of it."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, overload

from ._engine_analysis import AnalysisResult
from ._engine_text import LOGGER, is_chess960, is_limited, read_option, write_go, write_position
from ._engine_values import (
    INFO_ALL,
    INFO_NONE,
    MANAGED_OPTIONS,
    ConfigMapping,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
    value_text,
)
from ._tabiya import Board, Move

# An engine that prints more than this without an end of line does not speak UCI.
_LONGEST_LINE = 1 << 20
# How long the output of a process may come after its end, and the end of a process after that of its output.
_GRACE = 1.0
_STDOUT, _STDERR = 1, 2


class OptionMap(dict[str, Option]):
    """The options of an engine by name, in any mixture of capitals."""

    def _spelled(self, name: object) -> object:
        if isinstance(name, str) and not dict.__contains__(self, name):
            for known in self:
                if known.lower() == name.lower():
                    return known
        return name

    def __getitem__(self, name: str) -> Option:
        return super().__getitem__(self._spelled(name))  # type: ignore[index]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(self._spelled(name))

    def get(self, name: str, default: Any = None) -> Any:
        """The option of this name, or a default."""
        return self[name] if name in self else default


class UciProtocol(asyncio.SubprocessProtocol):
    """A conversation with a UCI engine. `popen_uci` starts one."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.SubprocessTransport | None = None
        self.initialized = False
        self.id: dict[str, str] = {}
        """What the engine says of itself: `name` and `author`."""
        self.options: Mapping[str, Option] = OptionMap()
        """The engine's options by name."""
        self.config: dict[str, ConfigValue] = {}
        """The values that were set, by name."""
        self.returncode: asyncio.Future[int] = self.loop.create_future()
        """Done when the process has ended."""
        self.waits_for = ""
        """What the engine has been asked for and has not yet printed."""
        self._sent: dict[str, ConfigValue] = {}
        self._turn = asyncio.Lock()
        self._listener: Callable[[str], None] | None = None
        self._answer: asyncio.Future[Any] | None = None
        self._analysis: AnalysisResult | None = None
        self._game: object = None
        self._first_game = True
        self._buffers = {_STDOUT: b"", _STDERR: b""}
        self._open_pipes = {_STDOUT, _STDERR}
        self._last_words: collections.deque[str] = collections.deque(maxlen=5)
        self._failure: EngineError | None = None
        self._exited = False
        self.owns_group = False
        """Whether the process leads a group of processes, which ends with it."""

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        lines = (self._buffers.get(fd, b"") + data).split(b"\n")
        self._buffers[fd] = lines.pop()
        for raw in lines:
            self._line(fd, raw.decode("utf-8", "replace").strip())
        if len(self._buffers[fd]) > _LONGEST_LINE:
            self._buffers[fd] = b""
            if fd == _STDOUT:
                self._fail(EngineError(f"the engine printed a line of more than {_LONGEST_LINE} bytes"))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._open_pipes.discard(fd)
        rest = self._buffers.pop(fd, b"")
        if rest:
            self._line(fd, rest.decode("utf-8", "replace").strip())
        if fd == _STDOUT and not self._exited:
            self.loop.call_later(_GRACE, self._output_ended)
        self._finish_if_ended()

    def process_exited(self) -> None:
        self._exited = True
        # A child of the engine may hold its pipes open.
        self.loop.call_later(_GRACE, self._finish)
        self._finish_if_ended()

    def connection_lost(self, exc: Exception | None) -> None:
        self._finish()

    def _output_ended(self) -> None:
        if not self._exited:
            self._fail(EngineTerminatedError("the engine closed its output" + self._heard()))

    def _finish_if_ended(self) -> None:
        if self._exited and not self._open_pipes:
            self._finish()

    def _finish(self) -> None:
        code = self.transport.get_returncode() if self.transport is not None else None
        if self.returncode.done():
            return
        if self._open_pipes:
            self.kill()
        self.returncode.set_result(-1 if code is None else code)
        self._fail(EngineTerminatedError(f"the engine's process ended ({_exit_text(code)})" + self._heard()))
        if self.transport is not None:
            self.transport.close()

    def _heard(self) -> str:
        return "; its last lines: " + " | ".join(self._last_words) if self._last_words else ""

    def _fail(self, error: EngineError) -> None:
        """Ends the conversation for good: every waiting call gets the error, and the process is killed."""
        if self._failure is None:
            self._failure = EngineTerminatedError(str(error))
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
        if self._analysis is not None:
            self._analysis._fail(error)
        if not self._exited:
            self.kill()

    def _line(self, fd: int, line: str) -> None:
        if not line:
            return
        LOGGER.debug("%s: %s %s", self, ">>" if fd == _STDERR else ">", line)
        if fd == _STDERR or not line.startswith(("info ", "option ")):
            self._last_words.append(line[:200])
        if fd != _STDOUT:
            return
        try:
            if self._listener is not None:
                self._listener(line)
        except EngineError as error:
            if self._answer is not None and not self._answer.done():
                self._answer.set_exception(error)
        except Exception as error:
            self._fail(EngineError(f"the engine's line {line[:200]!r} could not be used: {error!r}"))

    # The conversation.

    def kill(self) -> None:
        """Ends the process at once, with the processes that it has started."""
        transport = self.transport
        if transport is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            # The group has the number of the process; it lives as long as the process or one that holds its pipes.
            if sys.platform != "win32" and self.owns_group and (not self._exited or self._open_pipes):
                os.killpg(transport.get_pid(), signal.SIGKILL)
            elif not self._exited:
                transport.kill()

    async def put_away(self) -> None:
        """Kills the process and waits until it has ended."""
        self.kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.returncode), 10 * _GRACE)
        if self.transport is not None:
            self.transport.close()

    def send_line(self, line: str) -> None:
        """Sends a line to the engine."""
        if self._failure is not None:
            raise self._failure
        pipe = self.transport.get_pipe_transport(0) if self.transport is not None else None
        if pipe is None:
            raise EngineTerminatedError("the engine's process has ended")
        LOGGER.debug("%s: << %s", self, line)
        pipe.write((line + "\n").encode())  # type: ignore[attr-defined]

    @contextlib.asynccontextmanager
    async def _my_turn(self) -> AsyncIterator[None]:
        """One command at a time. `play` and `analyse` are waited for, a search of `analysis` is stopped first."""
        if self._analysis is not None and self._analysis._keep:
            self._analysis.stop()
        async with self._turn:
            analysis = self._analysis
            if analysis is not None:
                analysis.stop()
                self.waits_for = "bestmove"
                with contextlib.suppress(EngineError):
                    await asyncio.shield(analysis._done)
                self._analysis = None
            if self._failure is not None:
                raise self._failure
            yield

    async def _ask(self, line: str, listener: Callable[[str, asyncio.Future[None]], None], last: str) -> None:
        """Sends a line and gives the engine's lines to a listener until it sets the future."""
        answer: asyncio.Future[None] = self.loop.create_future()
        self._answer = answer
        self._listener = lambda text: listener(text, answer) if not answer.done() else None
        self.waits_for = last
        try:
            self.send_line(line)
            await answer
            self.waits_for = ""
        finally:
            self._answer = self._listener = None

    async def _ready(self) -> None:
        def listen(line: str, answer: asyncio.Future[None]) -> None:
            if line == "readyok":
                answer.set_result(None)

        await self._ask("isready", listen, "readyok")

    async def initialize(self) -> None:
        """Begins the conversation: asks for the name and the options."""

        def listen(line: str, answer: asyncio.Future[None]) -> None:
            word, _, rest = line.partition(" ")
            if word == "uciok":
                answer.set_result(None)
            elif word == "option":
                option = read_option(rest)
                if option.name and option.type:
                    self.options[option.name] = option  # type: ignore[index]
            elif word == "id":
                key, _, value = rest.partition(" ")
                self.id[key] = value

        async with self._my_turn():
            await self._ask("uci", listen, "uciok")
            self.initialized = True

    async def ping(self) -> None:
        """Waits until the engine answers."""
        async with self._my_turn():
            await self._ready()

    def debug(self, on: bool = True) -> None:
        """Switches the engine's debug mode."""
        self.send_line(f"debug {'on' if on else 'off'}")

    def _set(self, name: str, value: ConfigValue) -> None:
        """Sends an option if its value is new."""
        if name not in self.options:
            raise EngineError(f"the engine has no option {name!r}; it has {', '.join(self.options) or 'none'}")
        option = self.options[name]
        # `None` means the default, where there is one.
        value = option.parse(option.default if value is None else value)
        if option.type == "button":
            self.send_line(f"setoption name {option.name}")
        elif self._sent.get(option.name, option.default) != value:
            self.send_line(f"setoption name {option.name} value {value_text(value)}")
            self._sent[option.name] = value

    def _check(self, options: ConfigMapping) -> None:
        """Refuses options before any of them is sent."""
        for name, value in options.items():
            if name.lower() in MANAGED_OPTIONS:
                raise EngineError(f"option {name} is set by the methods themselves: see their arguments and the board")
            if name not in self.options:
                raise EngineError(f"the engine has no option {name!r}; it has {', '.join(self.options) or 'none'}")
            option = self.options[name]
            option.parse(option.default if value is None else value)

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options, for all searches from now on."""
        async with self._my_turn():
            self._check(options)
            for name, value in options.items():
                self._set(name, value)
                if self.options[name].type != "button":
                    self.config[self.options[name].name] = value

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Tells an engine that knows `UCI_Opponent` whom it plays; UCI cannot tell it its own rating."""
        if opponent is not None and "UCI_Opponent" in self.options:
            await self.configure({"UCI_Opponent": opponent.text()})

    async def send_game_result(
        self, board: Board, winner: bool | None = None, game_ending: str | None = None, game_complete: bool = True
    ) -> None:
        """Does nothing: UCI does not tell an engine how its game ended."""

    async def _start(
        self,
        board: Board,
        limit: Limit | None,
        multipv: int | None,
        game: object,
        info: Info,
        root_moves: Iterable[Move] | None,
        options: ConfigMapping,
        keep: bool,
    ) -> AnalysisResult:
        """Starts a search. The caller has its turn."""
        go = write_go(board, limit, root_moves)
        if getattr(board, "uci_variant", "chess") != "chess":
            raise EngineError(f"variant {board.uci_variant!r}: Tabiya speaks with engines about chess and Chess960")
        self._check(options)
        if multipv is not None and multipv < 1:
            raise ValueError(f"multipv is at least 1, not {multipv}")
        if is_chess960(board) and "UCI_Chess960" not in self.options:
            raise EngineError("the board is Chess960, and the engine has no option UCI_Chess960")
        if "UCI_Chess960" in self.options:
            self._set("UCI_Chess960", is_chess960(board))
        if multipv is not None and (multipv > 1 or "MultiPV" in self.options):
            self._set("MultiPV", multipv)
        elif "MultiPV" in self.options:
            self._set("MultiPV", self.options["MultiPV"].default)
        if "Ponder" in self.options:
            self._set("Ponder", False)
        # Options of an earlier search only go back to what they were.
        wished = OptionMap(dict.fromkeys((*self._sent, *options)))  # type: ignore[arg-type]
        for name in wished:
            if name.lower() not in MANAGED_OPTIONS and self.options[name].type != "button":
                spelled = self.options[name].name
                own = {self.options[key].name: value for key, value in options.items()}
                self._set(spelled, own.get(spelled, self.config.get(spelled)))
        for name, value in options.items():
            if self.options[name].type == "button":
                self._set(name, value)
        if self._first_game or game != self._game:
            self.send_line("ucinewgame")
        self._first_game, self._game = False, game
        await self._ready()
        analysis = AnalysisResult(self, board.copy(stack=False), info, keep)
        self._analysis = analysis
        self._listener = analysis._listen
        self.send_line(write_position(board))
        self.send_line(go)
        self.waits_for = "bestmove"
        return analysis

    async def play(
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
        """The move that the engine plays."""
        _require_limit(limit)
        if ponder:
            LOGGER.info("tabiya.engine does not ponder: the engine thinks in its own time only")
        if opponent is not None:
            await self.send_opponent_information(opponent=opponent)
        async with self._my_turn():
            analysis = await self._start(board, limit, None, game, info, root_moves, options, keep=False)
            best = await self._end_of(analysis)
            return PlayResult(best.move, best.ponder, analysis.info)

    async def _end_of(self, analysis: AnalysisResult) -> Any:
        # After a cancellation the engine still owes its move: the next command waits for it.
        try:
            best = await analysis.wait()
        except asyncio.CancelledError:
            analysis.stop()
            raise
        self._analysis = None
        self.waits_for = ""
        return best

    @overload
    async def analyse(
        self, board: Board, limit: Limit, *, multipv: None = None, game: object = None, info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None, options: ConfigMapping = {},
    ) -> InfoDict: ...  # fmt: skip
    @overload
    async def analyse(
        self, board: Board, limit: Limit, *, multipv: int, game: object = None, info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None, options: ConfigMapping = {},
    ) -> list[InfoDict]: ...  # fmt: skip
    @overload
    async def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None, game: object = None, info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None, options: ConfigMapping = {},
    ) -> InfoDict | list[InfoDict]: ...  # fmt: skip
    async def analyse(
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
        _require_limit(limit)
        async with self._my_turn():
            analysis = await self._start(board, limit, multipv, game, info, root_moves, options, keep=False)
            await self._end_of(analysis)
            return analysis.info if multipv is None else analysis.multipv

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """Starts a search and returns it; without a limit it runs until `stop`, or until the engine is asked again."""
        async with self._my_turn():
            return await self._start(board, limit, multipv, game, info, root_moves, options, keep=True)

    async def quit(self) -> None:
        """Asks the engine to leave and waits until it has left."""
        if self._analysis is not None:
            self._analysis.stop()
        with contextlib.suppress(EngineError):
            self.send_line("quit")
        self.waits_for = "its end"
        # Its end is what was wanted.
        self._failure = self._failure or EngineTerminatedError("the engine was asked to leave")
        await asyncio.shield(self.returncode)

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else None
        return f"<{type(self).__name__} (pid={pid})>"


def _exit_text(code: int | None) -> str:
    if code is None:
        return "exit code unknown"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def _require_limit(limit: Limit) -> None:
    if not is_limited(limit):
        raise ValueError(
            f"{limit!r} does not end a search: give time, depth, nodes, mate or clocks, or use analysis() and stop()"
        )


async def popen_uci(
    command: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Starts a UCI engine and begins the conversation.

    `command` is a path, or a list of a path and arguments. `popen_args` go to the process (`cwd`, `env`, …). The
    engine always gets a process group of its own, with or without `setpgrp`.
    """
    words = [command] if isinstance(command, (str, os.PathLike)) else list(command)
    if not words:
        raise ValueError("the command is empty: give the path of an engine")
    if sys.platform == "win32":
        popen_args["creationflags"] = popen_args.get("creationflags", 0) | subprocess.CREATE_NEW_PROCESS_GROUP
    elif "preexec_fn" not in popen_args:
        popen_args.setdefault("start_new_session", True)
    popen_args.setdefault("stderr", subprocess.PIPE)
    loop = asyncio.get_running_loop()
    protocol = UciProtocol()
    protocol.owns_group = bool(popen_args.get("start_new_session"))
    if popen_args["stderr"] != subprocess.PIPE:
        protocol._open_pipes.discard(_STDERR)
    transport, _ = await loop.subprocess_exec(lambda: protocol, *(os.fspath(word) for word in words), **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        await protocol.put_away()
        raise
    return transport, protocol


