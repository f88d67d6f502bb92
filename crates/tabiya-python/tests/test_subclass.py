"""Subclasses as programs write them: the same code on both libraries."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from types import ModuleType
from typing import Any

import chess
import chess.pgn
import pytest

import tabiya
import tabiya.pgn

LIBRARIES = [pytest.param(chess, id="python-chess"), pytest.param(tabiya, id="tabiya")]
libraries = pytest.mark.parametrize("lib", LIBRARIES)


@libraries
def test_own_parameters(lib: ModuleType) -> None:
    class Passing(lib.Board):  # type: ignore[name-defined, misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.started = True

    class Named(lib.Board):  # type: ignore[name-defined, misc]
        def __init__(self, fen: str | None = lib.STARTING_FEN, *, name: str = "nobody", chess960: bool = False) -> None:
            super().__init__(fen, chess960=chess960)
            self.name = name

    class New(lib.Board):  # type: ignore[name-defined, misc]
        def __new__(cls, *args: Any, **options: Any) -> Any:
            board = super().__new__(cls)
            board.made = (args, options)
            return board

        def __init__(self, level: int, fen: str) -> None:
            super().__init__(fen)
            self.level = level

    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert Passing().fen() == lib.STARTING_FEN and Passing(fen).fen() == fen and Passing(None).occupied == 0
    assert Passing(fen, chess960=True).chess960 and Passing().started
    named = Named(fen, name="Ann")
    assert (named.name, named.fen()) == ("Ann", fen)
    assert type(named.copy()) is Named and named.copy().name == "nobody" and named.copy() == named
    new = New(3, fen)
    assert (new.level, new.fen(), new.made) == (3, fen, ((3, fen), {}))
    assert type(Named.empty()) is Named and Named.from_epd("8/8/8/8/8/8/8/8 w - -")[0].occupied == 0


@libraries
def test_overridden_methods_are_called(lib: ModuleType) -> None:
    class Counting(lib.Board):  # type: ignore[name-defined, misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            self.pushed: list[str] = []
            super().__init__(*args, **options)

        def push(self, move: Any) -> None:
            self.pushed.append(move.uci())
            super().push(move)

    board = Counting()
    board.push_san("e4")
    board.push_uci("e7e5")
    board.push_xboard("g1f3")
    board.san_and_push(lib.Move.from_uci("b8c6"))
    board.push(lib.Move.from_uci("f1c4"))
    assert board.pushed == ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"]
    assert [move.uci() for move in board.move_stack] == board.pushed

    class NoQueen(lib.Board):  # type: ignore[name-defined, misc]
        """A game in which the queens stay where they are."""

        def generate_legal_moves(self, from_mask: int = lib.BB_ALL, to_mask: int = lib.BB_ALL) -> Any:
            for move in super().generate_legal_moves(from_mask, to_mask):
                if self.piece_type_at(move.from_square) != lib.QUEEN:
                    yield move

        def is_legal(self, move: Any) -> bool:
            return super().is_legal(move) and self.piece_type_at(move.from_square) != lib.QUEEN

    board = NoQueen()
    for san in ("e4", "e5"):
        board.push_san(san)
    queen = lib.Move.from_uci("d1h5")
    assert queen not in board.legal_moves and queen not in list(board.legal_moves)
    assert board.legal_moves.count() == len(list(lib.Board(board.fen()).legal_moves)) - 4
    assert board.find_move(lib.G1, lib.F3) == lib.Move.from_uci("g1f3")
    for text in ("Qh5", "d1h5"):
        with pytest.raises(ValueError):
            (board.push_san if text[0] == "Q" else board.push_uci)(text)
    with pytest.raises(ValueError):
        board.find_move(lib.D1, lib.H5)
    assert not board.is_checkmate() and board.outcome() is None and bool(board.legal_moves)

    class Quiet(lib.Board):  # type: ignore[name-defined, misc]
        """A game without moves."""

        def generate_legal_moves(self, from_mask: int = lib.BB_ALL, to_mask: int = lib.BB_ALL) -> Any:
            yield from ()

    assert Quiet().is_stalemate() and Quiet().result() == "1/2-1/2" and not Quiet().legal_moves
    assert Quiet("4k2R/8/8/8/8/8/8/4K3 b - - 0 1").is_checkmate()

    class Hill(lib.Board):  # type: ignore[name-defined, misc]
        """The side whose king stands in the middle has won."""

        def is_variant_end(self) -> bool:
            return bool(self.kings & lib.BB_CENTER)

        def is_variant_loss(self) -> bool:
            return bool(self.kings & self.occupied_co[not self.turn] & lib.BB_CENTER)

        def is_variant_win(self) -> bool:
            return bool(self.kings & self.occupied_co[self.turn] & lib.BB_CENTER)

        def is_variant_draw(self) -> bool:
            return False

    board = Hill("7k/8/8/8/8/4K3/8/8 w - - 0 1")
    assert board.outcome().termination.name == "INSUFFICIENT_MATERIAL"
    board.push_uci("e3e4")
    assert board.is_game_over() and board.result() == "1-0" and list(board.legal_moves) == []
    assert board.outcome().termination.name == "VARIANT_LOSS"


@libraries
def test_super_calls_meet_the_overrides(lib: ModuleType) -> None:
    class Logging(lib.Board):  # type: ignore[name-defined, misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            self.log: list[str] = []
            super().__init__(*args, **options)

        def push(self, move: Any) -> None:
            self.log.append("push")
            super().push(move)

        def parse_san(self, san: str) -> Any:
            self.log.append("parse_san")
            return super().parse_san(san)

        def push_san(self, san: str) -> Any:
            self.log.append("push_san")
            return super().push_san(san)

    class Mixin:
        def push(self, move: Any) -> None:
            self.log.append("mixin")  # type: ignore[attr-defined]
            super().push(move)  # type: ignore[misc]

    class Both(Mixin, Logging):
        pass

    board = Both()
    board.push_san("e4")
    assert board.log == ["push_san", "parse_san", "mixin", "push"]
    assert board.copy().log == []


@libraries
def test_games_on_overriding_boards_are_like_others(lib: ModuleType) -> None:
    """A subclass that only forwards must answer as the plain board does, by parts or not."""

    class Forwarding(lib.Board):  # type: ignore[name-defined, misc]
        def push(self, move: Any) -> None:
            super().push(move)

        def generate_legal_moves(self, *args: Any) -> Any:
            return super().generate_legal_moves(*args)

        def generate_pseudo_legal_moves(self, *args: Any) -> Any:
            return super().generate_pseudo_legal_moves(*args)

        def is_into_check(self, move: Any) -> bool:
            return super().is_into_check(move)

        def is_check(self) -> bool:
            return super().is_check()

    questions = "is_checkmate is_stalemate is_game_over can_claim_draw can_claim_fifty_moves is_seventyfive_moves".split()
    for fen in (
        lib.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/P6P/8/8/8/8/p6p/4K3 w - - 99 80",
        "k7/8/8/3pP3/8/8/8/K7 w - d6 0 2",
        "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        "QQQ1k3/Q7/8/8/8/8/Q7/K7 w - - 0 1",
    ):
        plain, board = lib.Board(fen), Forwarding(fen)
        assert sorted(move.uci() for move in board.legal_moves) == sorted(move.uci() for move in plain.legal_moves)
        for name in questions:
            assert getattr(board, name)() == getattr(plain, name)(), (name, fen)
        assert board.result(claim_draw=True) == plain.result(claim_draw=True)
        for move in list(plain.legal_moves):
            san = plain.san(move)
            assert board.san(move) == san and board.lan(move) == plain.lan(move)
            assert board.parse_san(san) == move and board.parse_uci(move.uci()) == move
            assert board.gives_check(move) == plain.gives_check(move)
            assert board.variation_san([move]) == plain.variation_san([move])
            assert board == plain
        captures = sorted(move.uci() for move in plain.generate_legal_captures())
        assert sorted(move.uci() for move in board.generate_legal_captures()) == captures
        for wrong in ("Ka9", "Qh9", "O-O-O-O", "e9", ""):
            with pytest.raises(ValueError):
                board.parse_san(wrong)


@libraries
def test_attributes_and_weak_references(lib: ModuleType) -> None:
    board = lib.Board()
    board.note = "mine"
    board.push_san("e4")
    assert board.note == "mine" and weakref.ref(board)() is board
    assert not hasattr(board.copy(), "note") and pickle.loads(pickle.dumps(board)).note == "mine"
    board.me = board
    seen = weakref.ref(board)
    del board
    gc.collect()
    assert seen() is None

    pgn = chess.pgn if lib is chess else tabiya.pgn
    game = pgn.Game()
    node = game.add_variation(lib.Move.from_uci("e2e4"))
    node.score, game.score = 7, 8
    assert game.next() is node and game.variations[0].score == 7 and game.end() is node
    assert node.parent is game and weakref.ref(node)() is node
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (twin.score, twin.next().score, str(twin)) == (8, 7, str(game))
        twin.next().comment = "changed"
        assert node.comment == ""
    assert copy.deepcopy(node).parent.score == 8


@libraries
def test_subclassed_values(lib: ModuleType) -> None:
    class Scored(lib.Move):  # type: ignore[name-defined, misc]
        def __init__(self, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None, score: int = 0):
            super().__init__(from_square, to_square, promotion, drop)
            self.score = score

    move = Scored(lib.E2, lib.E4, score=30)
    assert (move.uci(), move.score, move.from_square) == ("e2e4", 30, lib.E2)
    assert type(Scored.from_uci("e7e8q")) is Scored and Scored.from_uci("e7e8q").promotion == lib.QUEEN
    board = lib.Board()
    board.push(move)
    assert board.peek().uci() == "e2e4"

    class Glyph(lib.Piece):  # type: ignore[name-defined, misc]
        def glyph(self) -> str:
            return f"<{self.symbol()}>"

    assert Glyph(lib.KNIGHT, lib.WHITE).glyph() == "<N>" and type(Glyph.from_symbol("q")) is Glyph
    board.set_piece_at(lib.A4, Glyph.from_symbol("q"))
    assert board.piece_at(lib.A4) == lib.Piece.from_symbol("q")

    class Area(lib.SquareSet):  # type: ignore[name-defined, misc]
        def ranks(self) -> list[int]:
            return sorted({lib.square_rank(square) for square in self})

    assert Area([lib.A1, lib.H8]).ranks() == [0, 7] and len(Area(3) | 4) == 3


@libraries
def test_own_nodes(lib: ModuleType) -> None:
    pgn = chess.pgn if lib is chess else tabiya.pgn

    class Node(pgn.ChildNode):  # type: ignore[name-defined, misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.visits = 1

    game = pgn.Game()
    first = Node(game, lib.Move.from_uci("e2e4"), comment="best", starting_comment="now", nags=[1])
    second = Node(first, lib.Move.from_uci("e7e5"))
    pgn.ChildNode(game, lib.Move.from_uci("d2d4"))
    assert [type(node) for node in game.mainline()] == [Node, Node] and second.parent is first
    assert (first.comment, first.starting_comment, set(first.nags), first.visits) == ("best", "now", {1}, 1)
    assert len(game.variations) == 2 and game.variations[1].move == lib.Move.from_uci("d2d4")
    game.variations.reverse()
    assert game.next().move == lib.Move.from_uci("d2d4")
    del game.variations[0]
    assert game.variations == [first] and game.next() is first
    first.move = lib.Move.from_uci("c2c4")
    assert second.board().fen() == "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2"
    game.variations.clear()
    assert game.is_end() and game.variations == []
