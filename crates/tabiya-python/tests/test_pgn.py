"""`tabiya.pgn` against python-chess, both ways, on random games with variations, comments and glyphs."""

from __future__ import annotations

import gzip
import io
import random
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import tabiya
import tabiya.pgn
from compare import move_to
from games import GAMES, LONG, random_game

WORDS = "good bad only [%clk 0:03:12] [%cal Ge2e4,Rd1h5] why? novelty ( ) 12. -- $".split()


def annotated_game(seed: int) -> chess.pgn.Game:
    """A random game of python-chess with everything a PGN can say."""
    rng = random.Random(seed)
    boards = [(board.copy(), move) for board, move in random_game(seed, plies=80)]
    game = chess.pgn.Game()
    if boards:
        game.setup(boards[0][0])
    game.headers["White"] = f"Player {seed}"
    game.headers["Annotator"] = "nobody"
    if rng.random() < 0.3:
        game.comment = "before the first move"
    node: chess.pgn.GameNode = game
    for board, move in boards:
        if rng.random() < 0.15 and board.legal_moves.count() > 1:
            line = board.copy(stack=False)
            side: chess.pgn.GameNode = node
            for _ in range(rng.randrange(1, 6)):
                replies = [reply for reply in line.legal_moves if reply != move]
                if not replies:
                    break
                reply = rng.choice(replies)
                first = side is node
                side = side.add_variation(reply)
                if first and rng.random() < 0.4:
                    side.starting_comment = "instead"
                if rng.random() < 0.3:
                    side.comment = " ".join(rng.sample(WORDS, 3)).replace("}", "")
                line.push(reply)
        node = node.add_main_variation(move)
        if rng.random() < 0.2:
            node.comment = " ".join(rng.sample(WORDS, 4))
        for nag in rng.sample([1, 2, 3, 4, 5, 6, 14, 146], rng.choice([0, 0, 0, 1, 2])):
            node.nags.add(nag)
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def same(node: tabiya.pgn.GameNode, expected: chess.pgn.GameNode) -> None:
    """Compares two trees, node by node."""
    stack: list[tuple[tabiya.pgn.GameNode, chess.pgn.GameNode]] = [(node, expected)]
    while stack:
        mine, theirs = stack.pop()
        assert str(mine.move) == str(theirs.move)
        assert mine.comment == theirs.comment
        assert mine.starting_comment == theirs.starting_comment
        assert mine.nags == theirs.nags
        assert len(mine.variations) == len(theirs.variations)
        assert mine.is_mainline() == theirs.is_mainline() and mine.is_end() == theirs.is_end()
        assert mine.starts_variation() == theirs.starts_variation()
        assert mine.is_main_variation() == theirs.is_main_variation()
        assert mine.ply() == theirs.ply() and mine.turn() == theirs.turn()
        stack.extend(zip(mine.variations, theirs.variations))


def test_there_and_back() -> None:
    for seed in range(GAMES):
        expected = annotated_game(seed)
        text = str(expected)
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        mine = tabiya.pgn.read_game(io.StringIO(text))
        assert mine is not None and mine.errors == []
        assert dict(mine.headers) == dict(theirs.headers)
        same(mine, theirs)
        assert str(mine) == mine.accept(tabiya.pgn.StringExporter(columns=None))
        exported = mine.accept(tabiya.pgn.StringExporter())
        assert exported == theirs.accept(chess.pgn.StringExporter())
        again = chess.pgn.read_game(io.StringIO(exported))
        assert again is not None and again.errors == []
        same(mine, again)
        end, expected_end = mine.end(), theirs.end()
        assert end.board().fen() == expected_end.board().fen()
        assert [str(move) for move in mine.mainline_moves()] == [str(move) for move in theirs.mainline_moves()]
        assert str(mine.mainline_moves()) == str(theirs.mainline_moves())


def test_exporters_with_parts_left_out() -> None:
    for seed in range(30):
        text = str(annotated_game(seed))
        mine, theirs = tabiya.pgn.read_game(io.StringIO(text)), chess.pgn.read_game(io.StringIO(text))
        assert mine is not None and theirs is not None
        for options in (
            {"headers": False}, {"comments": False}, {"variations": False}, {"columns": 40}, {"columns": None},
            {"comments": False, "variations": False, "headers": False},
        ):
            assert mine.accept(tabiya.pgn.StringExporter(**options)) == theirs.accept(
                chess.pgn.StringExporter(**options)
            )
        ours_file, their_file = io.StringIO(), io.StringIO()
        assert mine.accept(tabiya.pgn.FileExporter(ours_file)) == theirs.accept(chess.pgn.FileExporter(their_file))
        assert ours_file.getvalue() == their_file.getvalue()


def test_many_games_in_one_file(tmp_path: Path) -> None:
    games = [annotated_game(seed) for seed in range(40)]
    text = "\n\n".join(str(game) for game in games) + "\n"
    handle = io.StringIO(text)
    mine = []
    while (game := tabiya.pgn.read_game(handle)) is not None:
        mine.append(game)
    assert [game.headers["White"] for game in mine] == [game.headers["White"] for game in games]
    handle = io.StringIO(text)
    names = []
    while (headers := tabiya.pgn.read_headers(handle)) is not None:
        names.append(headers["White"])
        if not tabiya.pgn.skip_game(handle):
            break
    assert names == [game.headers["White"] for game in games[::2]]
    plain, packed = tmp_path / "games.pgn", tmp_path / "games.pgn.gz"
    plain.write_text(text, encoding="utf-8")
    with gzip.open(packed, "wt", encoding="utf-8") as file:
        file.write(text)
    for path in (plain, packed):
        with tabiya.pgn.open(path) as opened:
            assert [str(game) for game in opened] == [str(game) for game in mine]
    zstandard = pytest.importorskip("zstandard")
    squeezed = tmp_path / "games.pgn.zst"
    squeezed.write_bytes(zstandard.ZstdCompressor().compress(text.encode()))
    assert [str(game) for game in tabiya.pgn.open(squeezed)] == [str(game) for game in mine]


def test_broken_games_are_kept_as_far_as_they_go() -> None:
    game = tabiya.pgn.read_game(io.StringIO('[White "A"]\n\n1. e4 e5 2. Ke4 Nf6 (2... d5) *\n\n1. d4 *'))
    assert game is not None
    assert [str(move) for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    assert len(game.errors) == 1 and "e4" in str(game.errors[0])
    game = tabiya.pgn.read_game(io.StringIO("1. e4 (1. Ke4 d5) 1... e5 *"))
    assert game is not None and len(game.errors) == 1
    assert [str(move) for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    game = tabiya.pgn.read_game(io.StringIO('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *'))
    assert game is not None and game.errors and game.is_end()
    assert tabiya.pgn.read_game(io.StringIO("\n\n")) is None
    with pytest.raises(OSError):
        tabiya.pgn.open("there-is-no-such-file.pgn")


def test_changing_a_tree() -> None:
    def build(module: object, make: object) -> object:
        game = module.pgn.Game()  # type: ignore[attr-defined]
        e4 = game.add_variation(make("e2e4"), comment="king's pawn", nags=[1])
        d4 = game.add_variation(make("d2d4"), starting_comment="or")
        c4 = game.add_main_variation(make("c2c4"))
        game.promote(d4)
        game.demote(c4)
        game.promote_to_main(make("e2e4"))
        game.add_variation(make("a2a3"))
        game.remove_variation(make("a2a3"))
        e4.add_line([make("e7e5"), make("g1f3")], comment="natural", nags=[6])
        assert e4.has_variation(make("e7e5")) and make("e7e5") in e4
        assert make("a7a6") not in e4
        assert e4.next().next().san() == "Nf3" and game.variation(0) == e4
        game.headers["Event"] = "here"
        return game

    mine = build(tabiya, tabiya.Move.from_uci)
    theirs = build(chess, chess.Move.from_uci)
    assert str(mine) == str(theirs)
    same(mine, theirs)  # type: ignore[arg-type]
    game = tabiya.pgn.Game()
    with pytest.raises(KeyError):
        game.variation(0)
    with pytest.raises(ValueError):
        game.headers["a tag"] = "x"
    with pytest.raises(ValueError):
        game.headers["Site"] = "a\nb"


def test_games_from_boards() -> None:
    for seed in range(30):
        boards = list(random_game(seed, plies=40))
        if not boards:
            continue
        oracle = boards[-1][0]
        root = oracle.root()
        board = tabiya.Board(root.fen(), chess960=root.chess960)
        for move in oracle.move_stack:
            board.push(move_to(move))
        mine, theirs = tabiya.pgn.Game.from_board(board), chess.pgn.Game.from_board(oracle)
        assert str(mine) == str(theirs)
        assert mine.end().board() == board


def test_visitors() -> None:
    class Counter(tabiya.pgn.BaseVisitor[dict[str, int]]):
        def begin_game(self) -> None:
            self.seen: dict[str, int] = {}

        def _count(self, what: str) -> None:
            self.seen[what] = self.seen.get(what, 0) + 1

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self._count("header")

        def visit_move(self, board: tabiya.Board, move: tabiya.Move) -> None:
            assert board.is_legal(move)
            self._count("move")

        def visit_comment(self, comment: str) -> None:
            self._count("comment")

        def visit_nag(self, nag: int) -> None:
            self._count("nag")

        def begin_variation(self) -> None:
            self._count("variation")

        def result(self) -> dict[str, int]:
            return self.seen

    text = '[White "A"]\n\n{hi} 1. e4 $1 (1. d4 d5 {x} (1... Nf6)) 1... e5 2. Nf3! 1-0'
    assert tabiya.pgn.read_game(io.StringIO(text), Visitor=Counter) == {
        "header": 1, "move": 6, "comment": 2, "nag": 2, "variation": 2,
    }
    board = tabiya.pgn.read_game(io.StringIO(text), Visitor=tabiya.pgn.BoardBuilder)
    assert board is not None and board.ply() == 3
    built = tabiya.pgn.read_game(io.StringIO(text), Visitor=lambda: tabiya.pgn.GameBuilder())
    assert str(built) == str(tabiya.pgn.read_game(io.StringIO(text)))


def recorder(module: Any, skip: str = "") -> Any:
    """A visitor that writes down what it is told, and passes over what `skip` names."""

    class Recorder(module.BaseVisitor):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.log: list[tuple[Any, ...]] = []

        def _say(self, *words: Any) -> Any:
            self.log.append(words)
            return module.SKIP if words[0] == skip else None

        def begin_game(self) -> Any:
            return self._say("begin_game")

        def begin_headers(self) -> Any:
            self._say("begin_headers")

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self._say("header", tagname, tagvalue)

        def end_headers(self) -> Any:
            return self._say("end_headers")

        def begin_parse_san(self, board: Any, san: str) -> Any:
            return self._say("begin_parse_san", board.fen(), san)

        def visit_move(self, board: Any, move: Any) -> None:
            self._say("move", board.fen(), move.uci())

        def visit_board(self, board: Any) -> None:
            self._say("board", board.fen())

        def visit_comment(self, comment: str) -> None:
            self._say("comment", comment)

        def visit_nag(self, nag: int) -> None:
            self._say("nag", nag)

        def begin_variation(self) -> Any:
            return self._say("begin_variation")

        def end_variation(self) -> None:
            self._say("end_variation")

        def visit_result(self, result: str) -> None:
            self._say("result", result)

        def handle_error(self, error: Exception) -> None:
            assert isinstance(error, ValueError)
            self._say("error")

        def end_game(self) -> None:
            self._say("end_game")

        def result(self) -> list[tuple[Any, ...]]:
            return self.log

    return Recorder


@pytest.mark.parametrize("skip", ["", "begin_game", "end_headers", "begin_variation"])
def test_visitors_are_told_what_python_chess_tells(skip: str) -> None:
    texts = [
        '[White "A"]\n[Black "B"]\n\n{ hi } 1. e4 $1 (1. d4 d5 { x } (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 1-0\n',
        '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. O-O Kd7 { castled } *\n',
        "1. e4 e5 2. Ke3 { lost } Nf6 *\n",
        '[White "nobody"]\n',
        "1. e4 e5 2. -- Nf6 1/2-1/2\n",
    ]
    for text in texts:
        mine = tabiya.pgn.read_game(io.StringIO(text), Visitor=recorder(tabiya.pgn, skip))
        theirs = chess.pgn.read_game(io.StringIO(text), Visitor=recorder(chess.pgn, skip))
        assert mine == theirs, text
    assert tabiya.pgn.read_game(io.StringIO(""), Visitor=recorder(tabiya.pgn)) is None


def test_a_broken_variation_leaves_the_game_whole() -> None:
    # python-chess goes on with the board of the variation.
    text = "1. e4 (1. d4 d5 2. Kd3 { broken } (2. e4) Nf6) 1... e5 *\n"
    log = tabiya.pgn.read_game(io.StringIO(text), Visitor=recorder(tabiya.pgn))
    moves = [words[-1] for words in log if words[0] == "move"]
    assert moves == ["e2e4", "d2d4", "d7d5", "e7e5"]
    assert [words for words in log if words[0] in ("error", "end_variation", "result")] == [
        ("error",), ("end_variation",), ("result", "*"),
    ]
    assert ("comment", "broken") not in log


def test_what_a_visitor_raises_comes_out() -> None:
    class Angry(tabiya.pgn.BaseVisitor[None]):
        def visit_move(self, board: tabiya.Board, move: tabiya.Move) -> None:
            raise KeyError(board.san(move))

    with pytest.raises(KeyError, match="e4"):
        tabiya.pgn.read_game(io.StringIO("1. e4 e5"), Visitor=Angry)
    with pytest.raises(tabiya.IllegalMoveError):
        tabiya.pgn.read_game(io.StringIO("1. e5"), Visitor=tabiya.pgn.BoardBuilder)


def test_what_engines_thought() -> None:
    game, oracle = tabiya.pgn.Game(), chess.pgn.Game()
    node, expected = game.add_variation(tabiya.Move.from_uci("e2e4")), oracle.add_variation(chess.Move.from_uci("e2e4"))
    for words in ("0.35", "-1.20,15", "#3", "#-12,40", "17", "+0.05", "x", "0.123", "#"):
        node.comment = expected.comment = f"so [%eval {words}] be it"
        mine, theirs = node.eval(), expected.eval()
        assert (mine is None) == (theirs is None), words
        assert node.eval_depth() == expected.eval_depth(), words
        if mine is not None and theirs is not None:
            for ours, other in ((mine.white(), theirs.white()), (mine.black(), theirs.black()), (mine.relative, theirs.relative)):
                assert (ours.mate(), ours.score(), ours.score(mate_score=100000), str(ours)) == (
                    other.mate(), other.score(), other.score(mate_score=100000), str(other),
                )
    node.set_eval(tabiya.pgn.PovScore(tabiya.pgn.Cp(-40), tabiya.BLACK), 12)
    assert "[%eval 0.40,12]" in node.comment
    node.set_eval(tabiya.pgn.PovScore(tabiya.pgn.Mate(-2), tabiya.WHITE))
    assert "[%eval #-2]" in node.comment and node.eval() == tabiya.pgn.PovScore(tabiya.pgn.Mate(2), tabiya.BLACK)
    node.set_eval(None)
    assert node.eval() is None


def test_commands_in_comments() -> None:
    game, oracle = tabiya.pgn.Game(), chess.pgn.Game()
    node, expected = game.add_variation(tabiya.Move.from_uci("e2e4")), oracle.add_variation(chess.Move.from_uci("e2e4"))
    for seconds in (0.0, 61.5, 3723.0, 59.999):
        node.set_clock(seconds)
        expected.set_clock(seconds)
        assert node.clock() == pytest.approx(expected.clock())
        node.set_emt(seconds)
        assert node.emt() == pytest.approx(seconds)
    node.set_clock(None)
    assert node.clock() is None
    node.set_arrows([(tabiya.E2, tabiya.E4), tabiya.svg.Arrow(tabiya.D5, tabiya.D5, color="red")])
    assert {(arrow.tail, arrow.head, arrow.color) for arrow in node.arrows()} == {(12, 28, "green"), (35, 35, "red")}


def test_deep_nesting_does_not_overflow() -> None:
    depth = 900
    knights = "Nf3 Nf6 Ng1 Ng8 ".split()
    text = "1. Nf3" + "".join(f" ({knights[i % 4]}" if i else " (Nc3" for i in range(1)) + ")" + " *"
    assert tabiya.pgn.read_game(io.StringIO(text)) is not None
    line = " ".join(f"{knights[i % 4]} ({knights[i % 4]}" for i in range(depth)) + ")" * depth + " *"
    game = tabiya.pgn.read_game(io.StringIO(line))
    assert game is not None and len(str(game)) > depth


@pytest.mark.parametrize("rows", ["positions", "games"])
def test_scanning(tmp_path: Path, rows: str) -> None:
    games = [annotated_game(seed) for seed in range(200 if LONG else 60)]
    path = tmp_path / "games.pgn"
    path.write_text("\n\n".join(str(game) for game in games) + "\n", encoding="utf-8")
    pytest.importorskip("numpy")
    batches = list(tabiya.pgn.scan(path, rows=rows, batch=300, format="numpy"))  # type: ignore[call-overload]
    total = sum(len(batch["game"]) for batch in batches)
    lines = [list(game.mainline_moves()) for game in games]
    if rows == "games":
        assert total == len(games)
        moves = [text for batch in batches for text in batch["moves"]]
        assert moves == [" ".join(str(move) for move in line) for line in lines]
        assert [name for batch in batches for name in batch["white"]] == [game.headers["White"] for game in games]
    else:
        assert total == sum(map(len, lines))
        import tabiya.batch as batch

        fens = [fen for columns in batches for fen in batch.to_fens(columns["position"])]
        boards = [node.parent.board() for game in games for node in game.mainline()]  # type: ignore[union-attr]
        assert fens == [board.fen() for board in boards]
        codes = [int(code) for columns in batches for code in columns["move"]]
        assert [str(batch.move(code)) for code in codes] == [str(move) for line in lines for move in line]
    results = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": 2}
    if rows == "games":
        assert [int(value) for columns in batches for value in columns["result"]] == [
            results[game.headers["Result"]] for game in games
        ]
    with pytest.raises(ValueError):
        tabiya.pgn.scan(path, rows="moves")  # type: ignore[call-overload]
