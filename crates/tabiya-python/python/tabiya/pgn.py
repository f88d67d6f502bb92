"""Games in PGN: reading, changing and writing them, with python-chess's names.

>>> import io, tabiya.pgn
>>> game = tabiya.pgn.read_game(io.StringIO('[White "Reti"]\\n\\n1. e4 (1. d4 d5) 1... e5 {solid} 2. Nf3 1/2-1/2'))
>>> game.headers["White"], game.headers["Result"]
('Reti', '1/2-1/2')
>>> [node.san() for node in game.mainline()]
['e4', 'e5', 'Nf3']
>>> game.variation(1).san()
'd4'

A game is held by Rust as a whole; `Game` and `ChildNode` are handles of it, made when they are asked for.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, MutableSet
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TextIO, TypeVar, overload

from . import _tabiya
from ._names import WHITE, Color
from ._tabiya import Board, Move
from .svg import Arrow

if TYPE_CHECKING:
    import numpy
    import pyarrow

__all__ = [
    "BaseVisitor", "BoardBuilder", "ChildNode", "FileExporter", "Game", "GameBuilder", "GameNode", "Headers",
    "HeadersBuilder", "Mainline", "SKIP", "SkipType", "SkipVisitor", "StringExporter", "TAG_ROSTER", "open",
    "read_game", "read_headers", "scan", "skip_game",
]

NAG_NULL: Final = 0
NAG_GOOD_MOVE: Final = 1
NAG_MISTAKE: Final = 2
NAG_BRILLIANT_MOVE: Final = 3
NAG_BLUNDER: Final = 4
NAG_SPECULATIVE_MOVE: Final = 5
NAG_DUBIOUS_MOVE: Final = 6
NAG_FORCED_MOVE: Final = 7
NAG_SINGULAR_MOVE: Final = 8
NAG_WORST_MOVE: Final = 9
NAG_DRAWISH_POSITION: Final = 10
NAG_QUIET_POSITION: Final = 11
NAG_ACTIVE_POSITION: Final = 12
NAG_UNCLEAR_POSITION: Final = 13
NAG_WHITE_SLIGHT_ADVANTAGE: Final = 14
NAG_BLACK_SLIGHT_ADVANTAGE: Final = 15
NAG_WHITE_MODERATE_ADVANTAGE: Final = 16
NAG_BLACK_MODERATE_ADVANTAGE: Final = 17
NAG_WHITE_DECISIVE_ADVANTAGE: Final = 18
NAG_BLACK_DECISIVE_ADVANTAGE: Final = 19
NAG_WHITE_ZUGZWANG: Final = 22
NAG_BLACK_ZUGZWANG: Final = 23
NAG_WHITE_MODERATE_COUNTERPLAY: Final = 132
NAG_BLACK_MODERATE_COUNTERPLAY: Final = 133
NAG_WHITE_DECISIVE_COUNTERPLAY: Final = 134
NAG_BLACK_DECISIVE_COUNTERPLAY: Final = 135
NAG_WHITE_MODERATE_TIME_PRESSURE: Final = 136
NAG_BLACK_MODERATE_TIME_PRESSURE: Final = 137
NAG_WHITE_SEVERE_TIME_PRESSURE: Final = 138
NAG_BLACK_SEVERE_TIME_PRESSURE: Final = 139
NAG_NOVELTY: Final = 146

TAG_ROSTER: Final = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]

_ROSTER: Final = {
    "Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*",
}
_TAG_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
_CHESS960 = {"chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "chess960freestyle"}

ResultT = TypeVar("ResultT", covariant=True)
_T = TypeVar("_T")


class SkipType:
    """The type of `SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"


SKIP: Final = SkipType()
"""What a visitor returns to pass over a game or a variation."""


class Headers(MutableMapping[str, str]):
    """The tags of a game, the seven of the roster first.

    >>> from tabiya.pgn import Headers
    >>> headers = Headers(White="Polgar")
    >>> headers["White"], "Event" in headers
    ('Polgar', False)
    """

    def __init__(self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str) -> None:
        self._tags: dict[str, str] = {}
        if data is None and not kwargs:
            self._tags.update(_ROSTER)
        else:
            self.update(data or {}, **kwargs)

    def is_chess960(self) -> bool:
        """Whether the `Variant` tag says Chess960, in one of its spellings."""
        return self.get("Variant", "").lower() in _CHESS960

    def variant(self) -> type[Board]:
        """Always `Board`: there are no variants here. Raises `ValueError` if the tag names one."""
        name = self.get("Variant", "")
        if name and not self.is_chess960() and name.lower() not in {alias.lower() for alias in Board.aliases}:
            raise ValueError(f"the variant {name!r} is not supported")
        return Board

    def board(self) -> Board:
        """The board the game begins with."""
        board = Board(self.get("FEN", Board.starting_fen), chess960=self.is_chess960())
        if not board.chess960 and board.has_chess960_castling_rights():
            board.chess960 = True
        return board

    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    def __setitem__(self, key: str, value: str) -> None:
        if not _TAG_NAME.match(key):
            raise ValueError(f"{key!r} cannot be the name of a PGN tag")
        if "\n" in value or "\r" in value:
            raise ValueError(f"the PGN tag {key} cannot hold a line break: {value!r}")
        self._tags[key] = value

    def __delitem__(self, key: str) -> None:
        del self._tags[key]

    def __iter__(self) -> Iterator[str]:
        yield from (key for key in TAG_ROSTER if key in self._tags)
        yield from (key for key in self._tags if key not in _ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Headers:
        """A copy."""
        return Headers(dict(self))

    def __copy__(self) -> Headers:
        return self.copy()

    def __repr__(self) -> str:
        return f"Headers({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls) -> HeadersBuilder:
        """A visitor that collects headers."""
        return HeadersBuilder()


class _Nags(MutableSet[int]):
    """The annotation glyphs of a node; changes go to the game."""

    def __init__(self, tree: _tabiya._Tree, id: int) -> None:
        self._tree, self._id = tree, id

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> Any:
        return set(it)

    def __contains__(self, nag: object) -> bool:
        return nag in self._tree.nags(self._id)

    def __iter__(self) -> Iterator[int]:
        return iter(self._tree.nags(self._id))

    def __len__(self) -> int:
        return len(self._tree.nags(self._id))

    def add(self, value: int) -> None:
        if value not in self:
            self._tree.set_nags(self._id, [*self, value])

    def discard(self, value: int) -> None:
        self._tree.set_nags(self._id, [nag for nag in self if nag != value])

    def __repr__(self) -> str:
        return repr(set(self))


class GameNode:
    """A place in a game: the start (`Game`) or after a move (`ChildNode`)."""

    __slots__ = ("_root", "_id")

    _root: Game
    _id: int

    @property
    def _tree(self) -> _tabiya._Tree:
        return self._root._moves

    def _node(self, id: int) -> ChildNode:
        node = ChildNode.__new__(ChildNode)
        node._root, node._id = self._root, id
        return node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameNode) and self._root is other._root and self._id == other._id

    def __hash__(self) -> int:
        return hash((id(self._root), self._id))

    @property
    def parent(self) -> GameNode | None:
        """The node before this one; `None` for the game."""
        parent = self._tree.parent(self._id)
        if parent is None:
            return None
        return self._node(parent) if parent else self._root

    @property
    def variations(self) -> list[ChildNode]:
        """The nodes that follow, the main one first, as a new list."""
        return [self._node(id) for id in self._tree.children(self._id)]

    @property
    def comment(self) -> str:
        """What was said after the move, or before the first one."""
        return self._tree.comment(self._id)

    @comment.setter
    def comment(self, comment: str) -> None:
        self._tree.set_comment(self._id, comment)

    @property
    def starting_comment(self) -> str:
        """What was said before the move, at the beginning of a variation."""
        return self._tree.starting_comment(self._id)

    @starting_comment.setter
    def starting_comment(self, comment: str) -> None:
        self._tree.set_starting_comment(self._id, comment)

    @property
    def nags(self) -> MutableSet[int]:
        """The annotation glyphs, as a set that can be changed."""
        return _Nags(self._tree, self._id)

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._tree.set_nags(self._id, list(dict.fromkeys(nags)))

    @property
    def move(self) -> Move | None:
        """The move that led here; `None` for the game."""
        return self._tree.move(self._id) if self._id else None

    def board(self) -> Board:
        """A new board of this place, with the moves that led here."""
        return self._tree.board(self._id)

    def ply(self) -> int:
        """The number of half-moves up to here, by the move numbers."""
        return self._tree.board(0).ply() + self._tree.depth(self._id)

    def turn(self) -> Color:
        """Whose move it is."""
        return self.ply() % 2 == 0

    def game(self) -> Game:
        """The game this is a part of."""
        return self._root

    def root(self) -> GameNode:
        """The first node: the game."""
        return self._root

    def next(self) -> ChildNode | None:
        """The main continuation, or `None` at the end of a line."""
        first = self._tree.first_child(self._id)
        return None if first is None else self._node(first)

    def end(self) -> GameNode:
        """The end of the main continuation."""
        line = self._tree.main_line(self._id)
        return self._node(line[-1]) if line else self

    def is_end(self) -> bool:
        """Whether nothing follows."""
        return self._tree.first_child(self._id) is None

    def starts_variation(self) -> bool:
        """Whether this is the first move of a side line."""
        return not self.is_main_variation()

    def is_main_variation(self) -> bool:
        """Whether this is the main continuation of its parent."""
        parent = self._tree.parent(self._id)
        return parent is None or self._tree.first_child(parent) == self._id

    def is_mainline(self) -> bool:
        """Whether this is on the main line of the game."""
        node: GameNode | None = self
        while node is not None:
            if not node.is_main_variation():
                return False
            node = node.parent
        return True

    def mainline(self) -> Mainline[ChildNode]:
        """The nodes of the main continuation."""
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> Mainline[Move]:
        """The moves of the main continuation."""
        return Mainline(self, lambda node: node.move)

    def _find(self, move: int | Move | GameNode) -> int:
        children = self._tree.children(self._id)
        if isinstance(move, int):
            if 0 <= move < len(children):
                return children[move]
        elif isinstance(move, Move):
            for id in children:
                if self._tree.move(id) == move:
                    return id
        elif move._root is self._root and move._id in children:
            return move._id
        raise KeyError(move)

    def __getitem__(self, move: int | Move | GameNode) -> ChildNode:
        return self._node(self._find(move))

    def __contains__(self, move: int | Move | GameNode) -> bool:
        return self.has_variation(move)

    def variation(self, move: int | Move | GameNode) -> ChildNode:
        """The continuation with this move or number. Raises `KeyError` if there is none."""
        return self[move]

    def has_variation(self, move: int | Move | GameNode) -> bool:
        """Whether there is a continuation with this move or number."""
        try:
            self._find(move)
        except KeyError:
            return False
        return True

    def _shift(self, move: int | Move | GameNode, place: Callable[[int], int]) -> None:
        children = self._tree.children(self._id)
        id = self._find(move)
        index = children.index(id)
        children.remove(id)
        children.insert(max(place(index), 0), id)
        self._tree.arrange(self._id, children)

    def promote_to_main(self, move: int | Move | GameNode) -> None:
        """Makes a continuation the main one."""
        self._shift(move, lambda _: 0)

    def promote(self, move: int | Move | GameNode) -> None:
        """Moves a continuation one place up."""
        self._shift(move, lambda index: index - 1)

    def demote(self, move: int | Move | GameNode) -> None:
        """Moves a continuation one place down."""
        self._shift(move, lambda index: index + 1)

    def remove_variation(self, move: int | Move | GameNode) -> None:
        """Removes a continuation."""
        children = self._tree.children(self._id)
        children.remove(self._find(move))
        self._tree.arrange(self._id, children)

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a continuation behind the others and returns its node."""
        node = self._node(self._tree.add(self._id, move))
        if comment:
            node.comment = comment
        if starting_comment:
            node.starting_comment = starting_comment
        if nags:
            self._tree.set_nags(node._id, list(dict.fromkeys(nags)))
        return node

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """Adds a continuation before the others and returns its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds moves one after the other and returns the last node; the comment goes there."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = " ".join(filter(None, (node.comment, comment)))
        for nag in nags:
            node.nags.add(nag)
        return node

    # What programs write into comments: [%clk 0:01:00], [%eval 0.2], [%cal Ge2e4].

    def _command(self, name: str) -> str | None:
        found = re.search(rf"\[%{name}\s([^\]]*)\]", self.comment)
        return found[1] if found else None

    def _set_command(self, name: str, value: str | None) -> None:
        rest = re.sub(rf"\s?\[%(?:{name})\s[^\]]*\]", "", self.comment).strip()
        words = [] if value is None else [f"[%{name.split('|')[0]} {value}]"]
        self.comment = " ".join(filter(None, [rest, *words]))

    def _seconds(self, name: str) -> float | None:
        text = self._command(name)
        if text is None or not re.fullmatch(r"\d+:\d+:\d+(\.\d*)?", text):
            return None
        hours, minutes, seconds = text.split(":")
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds)

    def _set_seconds(self, name: str, seconds: float | None) -> None:
        if seconds is None:
            return self._set_command(name, None)
        whole, part = divmod(max(seconds, 0.0), 60)
        rest = f"{part:06.3f}".rstrip("0").rstrip(".").zfill(2)
        self._set_command(name, f"{int(whole // 60)}:{int(whole % 60):02d}:{rest}")

    def clock(self) -> float | None:
        """The time left after the move, in seconds, from `[%clk …]` in the comment."""
        return self._seconds("clk")

    def set_clock(self, seconds: float | None) -> None:
        """Writes the time left after the move into the comment."""
        self._set_seconds("clk", seconds)

    def emt(self) -> float | None:
        """The time the move took, in seconds, from `[%emt …]` in the comment."""
        return self._seconds("emt")

    def set_emt(self, seconds: float | None) -> None:
        """Writes the time the move took into the comment."""
        self._set_seconds("emt", seconds)

    def arrows(self) -> list[Arrow]:
        """The arrows and marked squares from `[%cal …]` and `[%csl …]` in the comment."""
        found = re.findall(r"\[%(?:csl|cal)\s([^\]]*)\]", self.comment)
        return [Arrow.from_pgn(word.strip()) for words in found for word in words.split(",")]

    def set_arrows(self, arrows: Iterable[Arrow | tuple[int, int]]) -> None:
        """Writes arrows and marked squares into the comment."""
        drawn = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
        rest = re.sub(r"\s?\[%(?:csl|cal)\s[^\]]*\]", "", self.comment).strip()
        marks = ",".join(arrow.pgn() for arrow in drawn if arrow.tail == arrow.head)
        lines = ",".join(arrow.pgn() for arrow in drawn if arrow.tail != arrow.head)
        words = [f"[%csl {marks}]" if marks else "", f"[%cal {lines}]" if lines else ""]
        self.comment = " ".join(filter(None, [*words, rest]))

    def _walk(self, board: Board, visitor: BaseVisitor[Any], sidelines: bool) -> None:
        """Visits this node's move, its rivals, and what follows; `board` stands before the move."""
        # Frames of work instead of recursion: variations may nest deeper than Python's stack.
        work: list[Callable[[], object]] = []

        def line(id: int, sidelines: bool) -> None:
            tree = self._tree
            move = tree.move(id)
            if starting := tree.starting_comment(id):
                visitor.visit_comment(starting)
            visitor.visit_move(board, move)
            board.push(move)
            visitor.visit_board(board)
            board.pop()
            for nag in sorted(tree.nags(id)):
                visitor.visit_nag(nag)
            if comment := tree.comment(id):
                visitor.visit_comment(comment)

            def on() -> None:
                following = tree.first_child(id)
                if following is not None:
                    board.push(move)
                    work.append(board.pop)
                    work.append(lambda: line(following, True))

            work.append(on)
            if sidelines:
                parent = tree.parent(id)
                for rival in reversed(tree.children(parent or 0)[1:]):
                    work.append(lambda rival=rival: variation(rival))  # type: ignore[misc]

        def variation(id: int) -> None:
            work.append(visitor.end_variation)
            if visitor.begin_variation() is not SKIP:
                work.append(lambda: line(id, False))

        work.append(lambda: line(self._id, sidelines))
        while work:
            work.pop()()

    def accept(self, visitor: BaseVisitor[_T]) -> _T:
        """Shows this move and what follows to a visitor, in the order of PGN; returns the visitor's result."""
        parent = self.parent
        if parent is not None:
            self._walk(parent.board(), visitor, False)
        return visitor.result()

    def accept_subgame(self, visitor: BaseVisitor[_T]) -> _T:
        """Shows what follows to a visitor as if it were a game of its own; returns the visitor's result."""
        if visitor.begin_game() is not SKIP:
            board = self.board()
            headers = self._root.headers.copy()
            if board.fen() != Board.starting_fen or board.chess960:
                headers["FEN"], headers["SetUp"] = board.fen(), "1"
            visitor.begin_headers()
            for name, value in headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                visitor.visit_board(board)
                following = self.next()
                if following is not None:
                    following._walk(board, visitor, True)
                visitor.visit_result(headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def _repr_svg_(self) -> str:
        return self.board()._repr_svg_()


class ChildNode(GameNode):
    """A place after a move."""

    __slots__ = ()

    @property
    def parent(self) -> GameNode:
        """The node before this one."""
        parent = self._tree.parent(self._id)
        return self._node(parent) if parent else self._root

    @property
    def move(self) -> Move:
        """The move that led here."""
        return self._tree.move(self._id)

    def san(self) -> str:
        """The move in algebraic notation."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """The move in UCI notation."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> ChildNode:
        """The end of the main continuation."""
        line = self._tree.main_line(self._id)
        return self._node(line[-1]) if line else self

    def __repr__(self) -> str:
        board = self.parent.board()
        number = f"{board.fullmove_number}{'.' if board.turn == WHITE else '...'}"
        return f"<ChildNode at {id(self):#x} ({number} {board.san(self.move)} ...)>"


class Game(GameNode):
    """A game: its headers and, as a node, the place before the first move.

    >>> import tabiya, tabiya.pgn
    >>> game = tabiya.pgn.Game()
    >>> game.headers["White"] = "Polgar, Judit"
    >>> node = game.add_variation(tabiya.Move.from_uci("e2e4"), comment="best by test")
    >>> print(node)
    1. e4 { best by test }
    """

    __slots__ = ("_moves", "_headers", "_errors", "__weakref__")

    _moves: _tabiya._Tree
    _headers: Headers | None
    _errors: list[Exception] | None

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        self._root, self._id = self, 0
        self._headers = Headers(headers)
        self._errors = []
        self._moves = _tabiya._Tree(Board())
        if "FEN" in self._headers:
            self._moves.set_start(self._headers.board())

    @classmethod
    def _of(cls, tree: _tabiya._Tree) -> Game:
        game = cls.__new__(cls)
        game._root, game._id = game, 0
        game._headers = game._errors = None
        game._moves = tree
        return game

    @property
    def headers(self) -> Headers:
        """The tags."""
        if self._headers is None:
            self._headers = Headers()
            # Tags of files may have any name.
            self._headers._tags.update(self._moves.tags())
        return self._headers

    @headers.setter
    def headers(self, headers: Headers) -> None:
        self._headers = headers

    @property
    def errors(self) -> list[Exception]:
        """What was wrong with the text, if the game was read."""
        if self._errors is None:
            self._errors = [ValueError(message) for message in self._moves.errors()]
        return self._errors

    @property
    def parent(self) -> None:
        """A game has none."""
        return None

    @property
    def move(self) -> None:
        """A game has none."""
        return None

    def setup(self, board: Board | str) -> None:
        """Sets the position the game begins with, and the tags that say so."""
        start = Board(board) if isinstance(board, str) else board.copy(stack=False)
        if start.has_chess960_castling_rights():
            start.chess960 = True
        self._moves.set_start(start)
        headers = self.headers
        if start.fen() == Board.starting_fen and not start.chess960:
            headers.pop("FEN", None)
            headers.pop("SetUp", None)
        else:
            headers["FEN"], headers["SetUp"] = start.fen(), "1"
        if start.chess960:
            headers["Variant"] = "Chess960"
        elif headers.is_chess960():
            del headers["Variant"]

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """A game with the moves that led to a board, and its result."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Game:
        """A game without any tags."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> GameBuilder:
        """A visitor that builds a game."""
        return GameBuilder(Game=cls)

    def accept(self, visitor: BaseVisitor[_T]) -> _T:
        """Shows the whole game to a visitor, in the order of PGN; returns the visitor's result."""
        if visitor.begin_game() is not SKIP:
            visitor.begin_headers()
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                board = self.board()
                visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                first = self.next()
                if first is not None:
                    first._walk(board, visitor, True)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __repr__(self) -> str:
        headers = self.headers
        names = f"{headers.get('White', '?')!r} vs. {headers.get('Black', '?')!r}"
        return f"<Game at {id(self):#x} ({names}, {headers.get('Date', '????.??.??')!r} at {headers.get('Site', '?')!r})>"


class Mainline(Generic[ResultT]):
    """The main continuation of a node: iterable, reversible, printable."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], ResultT]) -> None:
        self.start = start
        self.f = f

    def _nodes(self) -> list[ChildNode]:
        return [self.start._node(id) for id in self.start._tree.main_line(self.start._id)]

    def __bool__(self) -> bool:
        return not self.start.is_end()

    def __iter__(self) -> Iterator[ResultT]:
        return map(self.f, self._nodes())

    def __reversed__(self) -> Iterator[ResultT]:
        return map(self.f, reversed(self._nodes()))

    def accept(self, visitor: BaseVisitor[_T]) -> _T:
        """Shows the moves to a visitor, without side lines."""
        board = self.start.board()
        for node in self._nodes():
            if node.starting_comment:
                visitor.visit_comment(node.starting_comment)
            visitor.visit_move(board, node.move)
            board.push(node.move)
            visitor.visit_board(board)
            for nag in sorted(node.nags):
                visitor.visit_nag(nag)
            if node.comment:
                visitor.visit_comment(node.comment)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<Mainline at {id(self):#x} ({self.accept(StringExporter(columns=None, comments=False))})>"


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


class GameBuilder(BaseVisitor[Game]):
    """Builds a `Game`. What `read_game` uses unless told otherwise."""

    def __init__(self, *, Game: type[Game] = Game) -> None:
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        self.game = self.Game()
        self._stack: list[GameNode] = [self.game]
        self._starting_comment = ""
        self._has_move = False
        return None

    def begin_headers(self) -> Headers | None:
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.game.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType | None:
        if "FEN" in self.game.headers:
            self.game._moves.set_start(self.game.headers.board())
        return None

    def visit_nag(self, nag: int) -> None:
        self._stack[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        self._stack.append(self._stack[-1].parent or self.game)
        self._has_move = False
        return None

    def end_variation(self) -> None:
        self._stack.pop()

    def visit_result(self, result: str) -> None:
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        node = self._stack[-1]
        if self._has_move or (node.parent is None and node.is_end()):
            node.comment = " ".join(filter(None, (node.comment, comment)))
        else:
            self._starting_comment = " ".join(filter(None, (self._starting_comment, comment)))

    def visit_move(self, board: Board, move: Move) -> None:
        self._stack[-1] = self._stack[-1].add_variation(move, starting_comment=self._starting_comment)
        self._starting_comment = ""
        self._has_move = True

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)

    def result(self) -> Game:
        return self.game


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


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[_T]]) -> _T | None: ...
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Reads the next game of an open text file, or returns `None` at its end.

    What is wrong with a game is listed in `game.errors`; as much of it as makes sense is kept. With another `Visitor` the
    game is shown to that and its result is returned.
    """
    if Visitor is GameBuilder:
        tree = _tabiya._read_tree(handle)
        return None if tree is None else Game._of(tree)
    visitor = Visitor()
    tree = _tabiya._read_tree(handle)
    if tree is None:
        return None
    return _show(Game._of(tree), visitor)


def _show(game: Game, visitor: BaseVisitor[_T]) -> _T:
    """Shows a game that was read to a visitor, its errors included."""
    tags = game._moves.tags()
    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in tags:
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = game.board()
            visitor.visit_board(board)
            if game.comment:
                visitor.visit_comment(game.comment)
            first = game.next()
            if first is not None:
                first._walk(board, visitor, True)
            for error in game.errors:
                visitor.handle_error(error)
            visitor.visit_result(dict(tags).get("Result", "*"))
    visitor.end_game()
    return visitor.result()


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the tags of the next game and passes over its moves; `None` at the end of the file."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Passes over the next game; false at the end of the file."""
    return _tabiya._read_text(handle) is not None


class open:
    """The games of a file, one after the other; `.gz` and `.zst` are unpacked, whatever the file is called.

    `for game in tabiya.pgn.open(path): ...` is the fastest way to whole games.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._games = _tabiya._Games(path)

    def __iter__(self) -> Iterator[Game]:
        return self

    def __next__(self) -> Game:
        tree = self._games.read()
        if tree is None:
            raise StopIteration
        return Game._of(tree)

    def __enter__(self) -> open:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._games.close()


@overload
def scan(
    path: str | os.PathLike[str], *, rows: Literal["positions", "games"] = "positions", batch: int = 65536,
    format: Literal["arrow"] = "arrow",
) -> Iterator[pyarrow.RecordBatch]: ...
@overload
def scan(
    path: str | os.PathLike[str], *, rows: Literal["positions", "games"] = "positions", batch: int = 65536,
    format: Literal["numpy"],
) -> Iterator[dict[str, numpy.ndarray[Any, Any]]]: ...
def scan(
    path: str | os.PathLike[str], *, rows: str = "positions", batch: int = 65536, format: str = "arrow"
) -> Any:
    """Reads a file of games as columns, at least `batch` rows at a time; a game is never cut in two.

    One row per position of the main lines (`game`, `ply`, `position` as 64 bytes for `tabiya.batch`, `key`, the `move`
    played as sixteen bits, `result` as 1, 0, -1 from White's view or 2 if unknown), or one per game (`game`, the usual tags,
    `plies`, `moves` in UCI notation, `error`, `result`). Arrow record batches need PyArrow; `format="numpy"` gives
    dictionaries of arrays instead.
    """
    if rows not in ("positions", "games"):
        raise ValueError(f"there are no rows of {rows!r}: expected positions or games")
    if format not in ("arrow", "numpy"):
        raise ValueError(f"there is no format {format!r}: expected arrow or numpy")
    scanner = _tabiya._Scanner(path, rows == "positions")
    if format == "arrow":
        from ._columns import arrow_batches

        return arrow_batches(scanner, batch)
    from ._columns import numpy_batches

    return numpy_batches(scanner, batch)


