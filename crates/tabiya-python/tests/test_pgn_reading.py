"""One reader, one answer: `read_game` on a text file gives the games that `pgn.open` gives, and keeps `tell()` true."""

from __future__ import annotations

import copy
import io
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import tabiya
import tabiya.pgn
from games import LONG

TAGS_ONLY = '[Event "A"]\n\n[Event "B"]\n\n1. e4 *\n'
PIECES = [
    '[Event "A"]\n', '[Event "B"]\n[Site "C"]\n', '[White "W"]\n', "\n", "\n", "\n\n", "e4 e5 ", "2. Nf3 (2. d4) ",
    "d4 {a comment} d5 ", "{two\n\nlines} ", "; to the end\n", "*\n", "1-0\n", "1/2-1/2 ", "%escaped {\n", "$3 ", "--",
    "1. d4 ", "\n\n1. c4 ", "1... e5 ", "1.a4 ", "(1. h4\n\n1. g4) ", "((( 1. c4 *", "\r\n\r\n1. b3 ",
    "{never closed\n", '[FEN "nonsense"]\n', "c4 *  b4 *\n", "(1... c5) ",
]


def summary(game: tabiya.pgn.Game) -> tuple[object, ...]:
    moves = [node.move for node in game.mainline()]
    comments = [node.comment for node in game.mainline()]
    return dict(game.headers), moves, comments, game.comment, len(game.errors)


def opened(path: Path, text: str) -> list[tuple[object, ...]]:
    path.write_bytes(text.encode())
    return [summary(game) for game in tabiya.pgn.open(path)]


def read(handle: io.TextIOBase) -> list[tuple[object, ...]]:
    games = []
    while (game := tabiya.pgn.read_game(handle)) is not None:  # type: ignore[arg-type]
        games.append(summary(game))
    return games


class Unseekable(io.StringIO):
    """A pipe, as far as reading goes."""

    def tell(self) -> int:
        raise io.UnsupportedOperation("tell")

    def seek(self, *_: object) -> int:
        raise io.UnsupportedOperation("seek")


def test_games_without_moves_are_not_lost(tmp_path: Path) -> None:
    expected = opened(tmp_path / "games.pgn", TAGS_ONLY)
    assert [games[0]["Event"] for games in expected] == ["A", "B"]  # type: ignore[index, call-overload]
    assert read(io.StringIO(TAGS_ONLY)) == read(Unseekable(TAGS_ONLY)) == expected
    with open(tmp_path / "games.pgn", encoding="utf-8") as file:
        assert read(file) == expected
    text = '[Event "A"]\n\n{a comment alone} *\n'
    assert read(io.StringIO(text)) == opened(tmp_path / "games.pgn", text)
    assert tabiya.pgn.read_game(io.StringIO(text)).comment == "a comment alone"  # type: ignore[union-attr]


def test_a_comment_that_is_never_closed_hides_no_other_game(tmp_path: Path) -> None:
    game = '[Event "A"]\n\n1. e4 {an idea\n\n'
    text = game * 605
    expected = opened(tmp_path / "games.pgn", text)
    assert len(expected) == 605 and read(io.StringIO(text)) == expected


@pytest.mark.parametrize("seed", range(4000 if LONG else 600))
def test_texts_at_random(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    text = "".join(rng.choices(PIECES, k=rng.randrange(1, 14)))
    expected = opened(tmp_path / "games.pgn", text)
    assert read(io.StringIO(text)) == expected, text
    assert read(Unseekable(text)) == expected, text


def test_a_new_count_of_moves_begins_a_game(tmp_path: Path) -> None:
    text = "1. e4 e5\n\n1. d4 d5\n\n2. c4\n\n1... e6\n\n1.c4\n"
    for games in (read(io.StringIO(text)), opened(tmp_path / "games.pgn", text)):
        assert [len(moves) for _, moves, *_ in games] == [2, 4, 1]  # type: ignore[misc, arg-type]


def test_positions_in_the_file_stay_useful(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    games = [f'[Event "Ü{number}"]\n\n1. e4 {{é}} {"e5 " * (number % 2)}{"*" * (number % 3 > 0)}\n\n' for number in range(40)]
    for line_end in ("\n", "\r\n"):
        path.write_bytes("".join(games).replace("\n", line_end).encode())
        with open(path, encoding="utf-8") as file:
            offsets = []
            while True:
                offset = file.tell()
                headers = tabiya.pgn.read_headers(file)
                if headers is None:
                    break
                offsets.append((offset, headers["Event"]))
            assert [event for _, event in offsets] == [f"Ü{number}" for number in range(40)]
            random.Random(1).shuffle(offsets)
            for offset, event in offsets:
                file.seek(offset)
                game = tabiya.pgn.read_game(file)
                assert game is not None and game.headers["Event"] == event
            # What was read ahead is forgotten when a program moves the file.
            file.seek(0)
            assert tabiya.pgn.skip_game(file)
            assert tabiya.pgn.read_game(file).headers["Event"] == "Ü1"  # type: ignore[union-attr]


def test_two_games_in_one_line() -> None:
    handle = io.StringIO("1. e4 * 1. d4 d5 *\n\n1. c4 *\n")
    assert [len(moves) for _, moves, *_ in read(handle)] == [1, 2, 1]  # type: ignore[misc, arg-type]
    handle = Unseekable("1. e4 * 1. d4 d5 *\n\n1. c4 *\n")
    assert [len(moves) for _, moves, *_ in read(handle)] == [1, 2, 1]  # type: ignore[misc, arg-type]


def test_files_without_line_feeds_take_no_longer() -> None:
    text = '[Event "x"]\r\r1. e4 e5 *\r\r' * 3000
    assert len(read(io.StringIO(text, newline=""))) == 3000


GAMES_WITH_A_WRONG_FEN = '[Event "A"]\n[FEN "{}"]\n\n1. e4 e5 *\n\n[Event "B"]\n\n1. d4 *\n'
VISITORS = [tabiya.pgn.GameBuilder, lambda: tabiya.pgn.GameBuilder()]


@pytest.mark.parametrize("visitor", VISITORS)
def test_a_text_that_is_not_a_fen_is_not_the_start(visitor: Any) -> None:
    handle = io.StringIO(GAMES_WITH_A_WRONG_FEN.format("nonsense"))
    game = tabiya.pgn.read_game(handle, Visitor=visitor)
    assert game is not None and game.errors and list(game.mainline()) == []
    for question in (game.board, game.end().board, game.ply, game.turn):
        with pytest.raises(ValueError):
            question()
    assert "nonsense" in str(game) and copy.deepcopy(game).errors
    with pytest.raises(ValueError):
        pickle.loads(pickle.dumps(game)).board()
    game.setup(tabiya.Board())
    assert game.board() == tabiya.Board()
    following = tabiya.pgn.read_game(handle, Visitor=visitor)
    assert following is not None and following.headers["Event"] == "B" and len(list(following.mainline())) == 1


@pytest.mark.parametrize("visitor", VISITORS)
def test_a_fen_that_is_not_a_position_is_not_the_start(visitor: Any) -> None:
    fen = "4k3/8/8/8/8/8/8/8 w - - 0 1"
    handle = io.StringIO(GAMES_WITH_A_WRONG_FEN.format(fen))
    game = tabiya.pgn.read_game(handle, Visitor=visitor)
    assert game is not None and game.errors and list(game.mainline()) == []
    assert game.board().fen() == game.end().board().fen() == fen


def test_headers_say_where_the_game_begins() -> None:
    game = tabiya.pgn.Game()
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    game.headers["FEN"] = fen
    assert game.board().fen() == fen and game.ply() == 0
    node = game.add_variation(tabiya.Move.from_uci("e1g1"))
    assert node.san() == "O-O"
    game.headers["FEN"] = "nonsense"
    with pytest.raises(ValueError):
        game.board()
    del game.headers["FEN"]
    assert game.board() == tabiya.Board()
    game.headers["Variant"] = "Atomic"
    with pytest.raises(ValueError, match="Atomic"):
        game.board()


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        tabiya.pgn.open(tmp_path / "none.pgn")
    assert raised.value.errno == 2 and str(tmp_path) in raised.value.filename
    with pytest.raises(FileNotFoundError):
        list(tabiya.pgn.scan(tmp_path / "none.pgn", format="numpy"))
    with pytest.raises(IsADirectoryError):
        tabiya.pgn.open(tmp_path)


def test_time_controls() -> None:
    import chess.pgn

    assert tabiya.pgn.Game().time_control().type.name == "UNKNOWN"
    for text in ("?", "-", "", "60", "60+1", "60+2", "179", "180", "600", "601", "300+10", "1800+30", "3600", "40/7200:3600",
                 "40/7200:20/3600:900+30", "0+1", "60+0.5"):
        ours, theirs = tabiya.pgn.parse_time_control(text), chess.pgn.parse_time_control(text)
        assert str(ours) == str(theirs), text
    for text in ("300+a", "abc", "40/abc", "600:20/180", "+", "/", ":", "300d5"):
        with pytest.raises(ValueError):
            tabiya.pgn.parse_time_control(text)
