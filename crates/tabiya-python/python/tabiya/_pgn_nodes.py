"""Games as trees of nodes: handles of what Rust holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSet
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import _tabiya
from ._names import WHITE, Color
from ._pgn_headers import Headers
from ._pgn_visitors import SKIP, BaseVisitor, StringExporter
from ._score import PovScore, read_eval, write_eval
from ._tabiya import Board, Move
from .svg import Arrow

if TYPE_CHECKING:
    from .pgn import GameBuilder

ResultT = TypeVar("ResultT", covariant=True)
_T = TypeVar("_T")


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

    def eval(self) -> PovScore | None:
        """What an engine thought of the position, from `[%eval …]` in the comment.

        >>> import tabiya.pgn
        >>> node = tabiya.pgn.Game().add_variation(tabiya.Move.from_uci("e2e4"), comment="[%eval 0.35,20]")
        >>> node.eval(), node.eval_depth()
        (PovScore(Cp(-35), BLACK), 20)
        """
        read = read_eval(self._command("eval") or "")
        if read is None:
            return None
        turn = self.turn()
        return PovScore(read[0] if turn == WHITE else -read[0], turn)

    def eval_depth(self) -> int | None:
        """How deep the engine looked, from `[%eval …]` in the comment."""
        read = read_eval(self._command("eval") or "")
        return None if read is None else read[1]

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Writes what an engine thought of the position into the comment."""
        self._set_command("eval", None if score is None else write_eval(score.white(), depth))

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
        from .pgn import GameBuilder

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
