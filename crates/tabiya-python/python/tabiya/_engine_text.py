"""The lines of UCI: what an engine prints, read; what it is told, written."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable

from ._engine_values import BestMove, ConfigValue, EngineError, Info, InfoDict, Limit, Option
from ._score import Cp, Mate, PovScore, PovWdl, Score, Wdl
from ._squares import STARTING_FEN, WHITE
from ._tabiya import Board, Move

LOGGER = logging.getLogger("tabiya.engine")

_OPTION_WORDS = ("name", "type", "default", "min", "max", "var")
_NUMBERS = ("depth", "seldepth", "nodes", "nps", "tbhits", "multipv", "currmovenumber", "hashfull", "cpuload")
_INFO_WORDS = {*_NUMBERS, "time", "score", "pv", "currmove", "refutation", "currline", "ebf", "wdl", "string"}
# `chess.Move` writes the null move like this; engines without a move also print "(none)".
_NO_MOVE = ("0000", "(none)", "NULL", "none")


def read_option(line: str) -> Option:
    """The option of the rest of a line `option …`.

    >>> read_option("name Clear Hash type button")
    Option(name='Clear Hash', type='button', default=None, min=None, max=None, var=None)
    """
    parts: dict[str, list[str]] = {"name": []}
    choices: list[str] = []
    part = ""
    for word in line.split():
        # Names may hold the words of this grammar, except "type", which ends them.
        starts = word in _OPTION_WORDS and (part != "name" or word == "type")
        if not starts:
            if part == "var" and choices:
                choices[-1] = f"{choices[-1]} {word}".strip()
            else:
                parts.setdefault(part, []).append(word)
            continue
        part = word
        if part == "var":
            choices.append("")
        else:
            parts[part] = []
    kind = " ".join(parts.get("type", []))
    text = " ".join(parts.get("default", []))
    default: ConfigValue = None
    if kind == "check":
        default = text.lower() == "true"
    elif kind == "spin":
        default = _integer(text)
    elif kind != "button" and "default" in parts:
        default = "" if text == "<empty>" else text
    low, high = (_integer(" ".join(parts.get(name, []))) for name in ("min", "max"))
    return Option(" ".join(parts["name"]), kind, default, low, high, choices if kind == "combo" else None)


def _integer(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def read_info(line: str, board: Board, wanted: Info) -> InfoDict:
    """What the rest of a line `info …` says about a board. Words without a meaning are passed over."""
    info: InfoDict = {}
    words = line.split(" ")
    at = 0
    while at < len(words):
        word, at = words[at], at + 1
        if word == "string":
            if wanted & Info.BASIC:
                info["string"] = " ".join(words[at:])
            break
        end = at
        while end < len(words) and words[end] not in _INFO_WORDS:
            end += 1
        values = [value for value in words[at:end] if value]
        if word in _INFO_WORDS:
            at = end
            try:
                _read_part(info, word, values, board, wanted)
            except (ValueError, IndexError, OverflowError):
                LOGGER.info("the engine's %r has no meaning here: %r", word, " ".join(values))
    return info


def _read_part(info: InfoDict, word: str, values: list[str], board: Board, wanted: Info) -> None:
    if word in _NUMBERS:
        if wanted & Info.BASIC or word == "multipv":
            info[word] = int(values[0])  # type: ignore[literal-required]
    elif word == "time":
        if wanted & Info.BASIC:
            info["time"] = int(values[0]) / 1000
    elif word == "ebf":
        if wanted & Info.BASIC:
            info["ebf"] = float(values[0])
    elif word == "score":
        if wanted & Info.SCORE:
            _read_score(info, values, board)
    elif word == "wdl":
        if wanted & Info.SCORE:
            info["wdl"] = _read_wdl(values, board)
    elif word == "pv":
        if wanted & Info.PV:
            info["pv"] = read_moves(values, board)
    elif word == "currmove":
        if wanted & Info.BASIC:
            info["currmove"] = board.parse_uci(values[0])
    elif word == "refutation":
        if wanted & Info.REFUTATION:
            moves = read_moves(values, board)
            if moves:
                info.setdefault("refutation", {})[moves[0]] = moves[1:]
    elif wanted & Info.CURRLINE:
        cpu = int(values[0]) if values[0].isdecimal() else 1
        info.setdefault("currline", {})[cpu] = read_moves(values[values[0].isdecimal() :], board)


def _read_score(info: InfoDict, values: list[str], board: Board) -> None:
    kind, number = values[0], int(values[1])
    score: Score
    if kind == "cp":
        score = Cp(number)
    elif kind == "mate":
        score = Mate(number)
    else:
        raise ValueError(kind)
    info["score"] = PovScore(score, board.turn)
    if "lowerbound" in values:
        info["lowerbound"] = True
    if "upperbound" in values:
        info["upperbound"] = True


def _read_wdl(values: list[str], board: Board) -> PovWdl:
    wins, draws, losses = (int(value) for value in values[:3])
    return PovWdl(Wdl(wins, draws, losses), board.turn)


def read_moves(texts: Iterable[str], board: Board) -> list[Move]:
    """The moves of a line as far as they are legal one after the other."""
    board = board.copy(stack=False)
    moves = []
    for text in texts:
        try:
            move = board.parse_uci(text)
            if not move:
                break
            board.push(move)
        except ValueError:
            LOGGER.info("the engine's line ends at %r, which is not legal in %s", text, board.fen())
            break
        moves.append(move)
    return moves


def read_best_move(line: str, board: Board) -> BestMove:
    """The moves of the rest of a line `bestmove …`; `EngineError` if the first is not legal."""
    words = line.split()
    if not words:
        raise EngineError("the engine printed 'bestmove' without a move")
    if words[0] in _NO_MOVE:
        return BestMove(None, None)
    try:
        move = board.parse_uci(words[0])
    except ValueError as error:
        raise EngineError(f"the engine chose {words[0]!r} in {board.fen()}: {error}") from error
    ponder = None
    if len(words) > 2 and words[1] == "ponder" and words[2] not in _NO_MOVE:
        answer = read_moves(words[2:3], _after(board, move))
        ponder = answer[0] if answer else None
    return BestMove(move, ponder)


def _after(board: Board, move: Move) -> Board:
    board = board.copy(stack=False)
    board.push(move)
    return board


def is_chess960(board: Board) -> bool:
    """Whether castling must be written as Chess960 does."""
    return board.chess960 or board.has_chess960_castling_rights()


def write_position(board: Board) -> str:
    """The command that tells an engine a board with its moves.

    >>> board = Board()
    >>> _ = board.push_uci("e2e4")
    >>> write_position(board)
    'position startpos moves e2e4'
    """
    chess960 = is_chess960(board)
    root = board.root()
    at = root.copy()
    moves = []
    for move in board.move_stack:
        if move:
            moves.append(at.uci(move, chess960=chess960))
            at.push(move)
        else:
            # UCI has no null moves: the position behind the last one is the start.
            at.push(move)
            root = at.copy(stack=False)
            moves = []
    fen = root.fen(shredder=chess960, en_passant="fen")
    text = "position startpos" if fen == STARTING_FEN else f"position fen {fen}"
    return f"{text} moves {' '.join(moves)}" if moves else text


def write_go(board: Board, limit: Limit | None, root_moves: Iterable[Move] | None) -> str:
    """The command that starts a search. Without a limit it searches until it is stopped."""
    words = ["go"]
    numbers = {} if limit is None else {"depth": limit.depth, "nodes": limit.nodes, "mate": limit.mate}
    for name, number in numbers.items():
        if number is not None:
            if int(number) < 0:
                raise ValueError(f"Limit({name}={number!r}): a limit is not negative")
            words += [name, str(int(number))]
    if limit is not None:
        words += _times(limit)
    if len(words) == 1:
        words.append("infinite")
    if root_moves is not None:
        moves = list(root_moves)
        if not moves:
            raise ValueError("root_moves is empty: omit it to search all moves")
        for move in moves:
            if not board.is_legal(move):
                raise ValueError(f"root_moves holds {move}, which is not legal in {board.fen()}")
        words += ["searchmoves", *(board.uci(move, chess960=is_chess960(board)) for move in moves)]
    return " ".join(words)


def _times(limit: Limit) -> list[str]:
    words = []
    for word, name, least in (
        ("wtime", "white_clock", 1), ("btime", "black_clock", 1),
        ("winc", "white_inc", 0), ("binc", "black_inc", 0),
    ):  # fmt: skip
        seconds = getattr(limit, name)
        if seconds is not None:
            words += [word, str(max(least, _milliseconds(name, seconds)))]
    if limit.remaining_moves is not None and int(limit.remaining_moves) > 0:
        words += ["movestogo", str(int(limit.remaining_moves))]
    if limit.time is not None:
        words += ["movetime", str(max(1, _milliseconds("time", limit.time)))]
    return words


def _milliseconds(name: str, seconds: float) -> int:
    if not math.isfinite(seconds):
        raise ValueError(f"Limit({name}={seconds!r}): a time is a finite number of seconds")
    return round(seconds * 1000)


def is_limited(limit: Limit) -> bool:
    """Whether a search with this limit ends by itself."""
    ends = (limit.time, limit.depth, limit.nodes, limit.mate, limit.white_clock, limit.black_clock)
    return any(end is not None for end in ends)


def own_time(board: Board, limit: Limit) -> float | None:
    """How long a search may take at most by its limit, if the limit says so."""
    if limit.time is not None:
        return max(0.0, limit.time)
    clock, increment = (
        (limit.white_clock, limit.white_inc) if board.turn == WHITE else (limit.black_clock, limit.black_inc)
    )
    return None if clock is None else max(0.0, clock) + max(0.0, increment or 0.0)
