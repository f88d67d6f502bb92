"""Games as trees of nodes: handles of what Rust holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, MutableSet
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from . import _tabiya
from ._squares import WHITE, Color
from ._pgn_comments import CommentCommands
from ._pgn_headers import Headers
from ._pgn_time_control import TimeControl, parse_time_control
from ._pgn_visitors import SKIP, BaseVisitor, StringExporter
from ._tabiya import Board, Move

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


class _Variations(MutableSequence["ChildNode"]):
    """The nodes that follow a node; changes go to the game."""

    def __init__(self, node: GameNode) -> None:
        self._node = node

    def _ids(self) -> list[int]:
        return self._node._tree.children(self._node._id)

    def _arrange(self, nodes: Iterable[ChildNode]) -> None:
        ids = [self._adopted(node) for node in nodes]
        self._node._tree.arrange(self._node._id, ids)

    def _adopted(self, node: ChildNode) -> int:
        if node._root is self._node._root and node._tree.parent(node._id) == self._node._id:
            return node._id
        raise ValueError(f"{node!r} follows another node: use add_variation(), which makes a node here")

    @overload
    def __getitem__(self, index: int) -> ChildNode: ...
    @overload
    def __getitem__(self, index: slice) -> list[ChildNode]: ...
    def __getitem__(self, index: Any) -> Any:
        ids = self._ids()[index]
        return [self._node._node(id) for id in ids] if isinstance(ids, list) else self._node._node(ids)

    def __setitem__(self, index: Any, value: Any) -> None:
        nodes = list(self)
        nodes[index] = value
        self._arrange(nodes)

    def __delitem__(self, index: int | slice) -> None:
        ids = self._ids()
        del ids[index]
        self._node._tree.arrange(self._node._id, ids)

    def __len__(self) -> int:
        return len(self._ids())

    def __iter__(self) -> Iterator[ChildNode]:
        return iter([self._node._node(id) for id in self._ids()])

    def insert(self, index: int, value: ChildNode) -> None:
        # A node that is there already moves.
        nodes = [node for node in self if node != value]
        nodes.insert(index, value)
        self._arrange(nodes)

    def reverse(self) -> None:
        self._arrange(list(self)[::-1])

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Puts the nodes into order, as `list.sort` does."""
        self._arrange(sorted(self, key=key, reverse=reverse))

    def copy(self) -> list[ChildNode]:
        """The nodes as a list."""
        return list(self)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (list, _Variations)) else NotImplemented

    def __add__(self, other: Iterable[ChildNode]) -> list[ChildNode]:
        return [*self, *other]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class GameNode(CommentCommands):
    """A place in a game: the start (`Game`) or after a move (`ChildNode`)."""

    _root: Game
    _id: int

    @property
    def _tree(self) -> _tabiya._Tree:
        self._root._follow_headers()
        return self._root._moves

    def _node(self, id: int) -> ChildNode:
        """The object of a node. There is one for each, so that programs may keep their own attributes on it."""
        nodes = self._root._nodes
        node = nodes.get(id)
        if node is None:
            node = nodes[id] = ChildNode.__new__(ChildNode)
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
    def variations(self) -> MutableSequence[ChildNode]:
        """The nodes that follow, the main one first, as a list that can be changed."""
        return _Variations(self)

    @variations.setter
    def variations(self, nodes: Iterable[ChildNode]) -> None:
        _Variations(self)[:] = list(nodes)

    @property
    def comment(self) -> str:
        """What was said after the move, or before the first one."""
        return self._tree.comment(self._id)

    @comment.setter
    def comment(self, comment: str) -> None:
        self._tree.set_comment(self._id, comment)

    @property
    def comments(self) -> list[str]:
        """The comment as a list of one text, or of none."""
        return [self.comment] if self.comment else []

    @comments.setter
    def comments(self, comments: Iterable[str]) -> None:
        self.comment = " ".join(filter(None, comments))

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
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

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
    """A place after a move. Making one adds it to the game, behind the other nodes of its parent."""

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        self._root = parent._root
        self._id = parent._tree.add(parent._id, move)
        self._root._nodes[self._id] = self
        if comment:
            self.comment = comment
        if starting_comment:
            self.starting_comment = starting_comment
        if nags:
            self.nags = set(nags)

    @property
    def parent(self) -> GameNode:
        """The node before this one."""
        parent = self._tree.parent(self._id)
        return self._node(parent) if parent else self._root

    @property
    def move(self) -> Move:
        """The move that led here."""
        return self._tree.move(self._id)

    @move.setter
    def move(self, move: Move) -> None:
        self._tree.set_move(self._id, move)

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

    _moves: _tabiya._Tree
    _nodes: dict[int, ChildNode]
    _headers: Headers | None
    _errors: list[Exception] | None
    _start_tags: tuple[str | None, str | None]

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        self._root, self._id = self, 0
        self._nodes = {}
        self._headers = Headers(headers)
        self._errors = []
        self._moves = _tabiya._Tree(Board())
        self._start_tags = None, None
        if "FEN" in self._headers:
            self._moves.set_start(self._headers.board())
            self._start_tags = self._headers._start_tags()

    @classmethod
    def _of(cls, tree: _tabiya._Tree) -> Game:
        game = cls.__new__(cls)
        game._root, game._id = game, 0
        game._nodes = {}
        game._headers = game._errors = None
        game._moves = tree
        game._start_tags = None, None
        return game

    def _follow_headers(self) -> None:
        """Sets the start up anew if the program has changed the tags that say where the game begins."""
        headers = self._headers
        if headers is None or headers._start_tags() == self._start_tags:
            return
        self._start_tags = headers._start_tags()
        try:
            self._moves.set_start(headers.board())
        except ValueError as error:
            self._moves.break_start(str(error))

    @property
    def headers(self) -> Headers:
        """The tags."""
        if self._headers is None:
            self._headers = Headers()
            # Tags of files may have any name.
            self._headers._tags.update(self._moves.tags())
            self._start_tags = self._headers._start_tags()
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
        self._start_tags = headers._start_tags()

    def time_control(self) -> TimeControl:
        """The time control, from the tag `TimeControl`; of unknown type if there is none."""
        return parse_time_control(self.headers.get("TimeControl", ""))

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
                # A game whose start is not known has no moves.
                board = self.board() if self._tree.broken_start() is None else None
                if board is not None:
                    visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                first = self.next()
                if first is not None and board is not None:
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
        nodes = self._nodes()
        # Without moves there may be no board either: the start of a game can be unknown.
        board = self.start.board() if nodes else Board(None)
        for node in nodes:
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
