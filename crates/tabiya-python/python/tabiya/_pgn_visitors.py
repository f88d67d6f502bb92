"""Visitors: what sees a game part by part, and those that write it."""

from __future__ import annotations

import itertools
from typing import Final, Generic, Literal, TextIO, TypeVar

from ._squares import WHITE
from ._pgn_headers import Headers
from ._tabiya import Board, Move

ResultT = TypeVar("ResultT", covariant=True)


class SkipType:
    """The type of `SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"


SKIP: Final = SkipType()
"""What a visitor returns to pass over a game or a variation."""


class BaseVisitor(Generic[ResultT]):
    """Sees a game part by part; write what you need and leave out the rest."""

    def begin_game(self) -> SkipType | None:
        """A game begins; return `SKIP` to pass over it."""
        return None

    def begin_headers(self) -> Headers | None:
        """The tags follow."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag."""

    def end_headers(self) -> SkipType | None:
        """The tags are over; return `SKIP` to pass over the moves."""
        return None

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """A move in algebraic notation is about to be read."""
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """Reads a move in algebraic notation."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """A move; the board stands before it and may not be changed."""

    def visit_board(self, board: Board) -> None:
        """A position: the first one, and after each move."""

    def visit_comment(self, comment: str) -> None:
        """A comment."""

    def visit_nag(self, nag: int) -> None:
        """An annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """A side line begins; return `SKIP` to pass over it."""
        return None

    def end_variation(self) -> None:
        """A side line ends."""

    def visit_result(self, result: str) -> None:
        """The result, as the moves end."""

    def end_game(self) -> None:
        """The game is over."""

    def result(self) -> ResultT:
        """What the visitor made of the game."""
        raise NotImplementedError

    def handle_error(self, error: Exception) -> None:
        """Something is wrong with the text; raises it unless overridden."""
        raise error


class HeadersBuilder(BaseVisitor[Headers]):
    """Collects the tags and passes over the moves."""

    def begin_headers(self) -> Headers | None:
        self.headers = Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType | None:
        return SKIP

    def result(self) -> Headers:
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Finds the last position of the main line."""

    def begin_game(self) -> SkipType | None:
        self.board = Board()
        self._depth = 0
        return None

    def begin_variation(self) -> SkipType | None:
        self._depth += 1
        return SKIP

    def end_variation(self) -> None:
        self._depth -= 1

    def visit_board(self, board: Board) -> None:
        if not self._depth:
            self.board = board.copy()

    def result(self) -> Board:
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Passes over a game."""

    def begin_game(self) -> SkipType | None:
        return SKIP

    def end_headers(self) -> SkipType | None:
        return SKIP

    def begin_variation(self) -> SkipType | None:
        return SKIP

    def result(self) -> Literal[True]:
        return True


class _Exporter:
    """Writes a game line by line."""

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.lines: list[str] = []
        self.current_line = ""
        self._any_header = False
        self._number_next = True
        self._depth = 0

    def flush_current_line(self) -> None:
        """Ends the line that is being written."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a word, on the next line if it does not fit."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a line of its own."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    @property
    def _silent(self) -> bool:
        return self._depth > 0 and not self.variations

    def begin_headers(self) -> None:
        self._any_header = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if self.headers:
            self._any_header = True
            value = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self.write_line(f'[{tagname} "{value}"]')

    def end_headers(self) -> SkipType | None:
        if self._any_header:
            self.write_line()
        return None

    def begin_variation(self) -> SkipType | None:
        self._depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self._number_next = True
        return None

    def end_variation(self) -> None:
        self._depth -= 1
        if self.variations:
            self.write_token(") ")
            self._number_next = True

    def visit_comment(self, comment: str) -> None:
        if self.comments and not self._silent:
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self._number_next = True

    def visit_nag(self, nag: int) -> None:
        if self.comments and not self._silent:
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        if self._silent:
            return
        if board.turn == WHITE:
            self.write_token(f"{board.fullmove_number}. ")
        elif self._number_next:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(board.san(move) + " ")
        self._number_next = False

    def visit_result(self, result: str) -> None:
        self.write_token(result + " ")

    def end_game(self) -> None:
        self.write_line()


class StringExporter(_Exporter, BaseVisitor[str]):
    """Writes a game as text, in lines of at most `columns` characters, or one if that is `None`."""

    def result(self) -> str:
        return "\n".join(itertools.chain(self.lines, [self.current_line.rstrip()])).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(_Exporter, BaseVisitor[int]):
    """Writes a game to an open text file, with an empty line behind it; the result is the number of characters."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle
        self._written = 0

    def begin_game(self) -> SkipType | None:
        self._written = 0
        return None

    def end_game(self) -> None:
        self.write_line()
        self.write_line()
        self._written += self.handle.write("\n".join(self.lines[:-1]) + "\n")
        self.lines.clear()

    def result(self) -> int:
        return self._written
