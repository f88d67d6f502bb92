"""Filters, annotations as columns, and games by their numbers: each against the slow and obvious way."""

from __future__ import annotations

import gzip
import io
import math
import pickle
import random
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import chess.pgn
import numpy as np
import pytest

import tabiya
import tabiya.pgn
from games import LONG
from test_pgn_reading import PIECES, summary

CONTROLS = ["180+2", "60", "40/7200:3600", "-", "?", "", "600", "900+10", "1800", "60+2", "abc", "300:60", "40/100", "10+0.5"]
DATES = ["2023.05.07", "2023.06.01", "2023.??.??", "????.??.??", "2024.01.31", "2022", "1999.12.31", "2023.05.??"]
COMMENTS = [
    "[%eval 0.35]", "[%eval -1.2,20]", "[%eval #3]", "[%eval #-12,7]", "[%eval .5]", "[%eval 1.]", "[%eval 1.234]",
    "[%eval]", "[%eval  0.1]", "[%eval x] [%eval 2.0]", "[%eval #0]", "[%eval +0.07]", "[%eval -0.01] [%clk 1:02:03]",
    "[%clk 0:00:09.5]", "[%clk 0:61:00]", "[%clk 1:00]", "[%clk 0:00:1.]", "only words", "[%clkk 0:00:01]",
    "[%emt 0:00:01] then [%clk 0:10:00] and [%clk 0:05:00]", "[%eval 0.10", "%eval 0.1]", "[%eval\n0.25]",
]


def written_game(rng: random.Random) -> str:
    """A game with tags and comments, of which some are odd."""
    tags = {
        "White": rng.choice("ABC"),
        "WhiteElo": rng.choice(["2500", "2499", "?", "1800", "", "x", " 2600 "]),
        "BlackElo": rng.choice(["2500", "2700", "-", "900"]),
        "Date": rng.choice(DATES),
        "TimeControl": rng.choice(CONTROLS),
        "Variant": rng.choice(["Standard", "Chess960", "From Position"]),
    }
    result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    lines = [f'[{tag} "{value}"]' for tag, value in tags.items() if rng.random() < 0.8] + [f'[Result "{result}"]']
    rng.shuffle(lines)
    words = []
    for number, san in enumerate("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split()[: rng.randrange(11)]):
        words.append(san)
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            words.append("{" + rng.choice(COMMENTS) + "}")
        if rng.random() < 0.1:
            words.append("(d4 {[%eval 9.99] [%clk 9:99:99]})" if not number % 2 else "(d5 {[%eval 9.99]})")
    return "\n".join(lines) + "\n\n" + " ".join([*words, result]) + "\n\n"


def number_in(text: str | None, least: float, most: float) -> bool:
    try:
        return text is not None and least <= int(text.replace("_", "x")) <= most
    except ValueError:
        return False


def sixty_moves(text: str | None) -> float | None:
    if text == "-":
        return math.inf
    try:
        control = chess.pgn.parse_time_control(text or "")
    except ValueError:
        return None
    return control.parts[0].time + 60 * control.parts[0].increment if control.parts else None


def seconds_in(text: str | None, least: float, most: float) -> bool:
    seconds = sixty_moves(text)
    return seconds is not None and least <= seconds <= most


def kind_of(text: str | None) -> str | None:
    try:
        return chess.pgn.parse_time_control(text or "").type.name
    except ValueError:
        return None


Tags = dict[str, str]
Kind = tabiya.pgn.TimeControlType
FILTERS: list[tuple[Any, Callable[[Tags], bool]]] = [
    ({}, lambda tags: True),
    ({"White": "A"}, lambda tags: tags.get("White") == "A"),
    ({"White": ["A", "C"], "Result": {"1-0"}}, lambda tags: tags.get("White") in ("A", "C") and tags.get("Result") == "1-0"),
    ({"Variant": [None, "Standard"]}, lambda tags: tags.get("Variant") in (None, "Standard")),
    ({"Variant": None}, lambda tags: "Variant" not in tags),
    ({"WhiteElo": (2500, None)}, lambda tags: number_in(tags.get("WhiteElo"), 2500, math.inf)),
    ({"Elo": (1000, 2600)}, lambda tags: all(number_in(tags.get(side + "Elo"), 1000, 2600) for side in ("White", "Black"))),
    ({"Date": ("2023", "2023")}, lambda tags: tags.get("Date", "")[:4] == "2023"),
    ({"Date": ("2023.05", "2023.05")}, lambda tags: tags.get("Date", "")[:7] == "2023.05"),
    ({"Date": (None, "2022")}, lambda tags: tags.get("Date", "?")[:4] <= "2022" and "?" not in tags.get("Date", "?")[:4]),
    ({"Date": ("2023.06", None)}, lambda tags: tags.get("Date") in ("2023.06.01", "2024.01.31")),
    ({"TimeControl": (180, 900)}, lambda tags: seconds_in(tags.get("TimeControl"), 180, 900)),
    ({"TimeControl": (3600, None)}, lambda tags: seconds_in(tags.get("TimeControl"), 3600, math.inf)),
    ({"TimeControl": "180+2"}, lambda tags: tags.get("TimeControl") == "180+2"),
    *(({"TimeControl": kind}, lambda tags, kind=kind: kind_of(tags.get("TimeControl")) == kind.name) for kind in Kind),
]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random(7)
    found = tmp_path_factory.mktemp("columns") / "games.pgn"
    found.write_text("".join(written_game(rng) for _ in range(2_000 if LONG else 400)))
    return found


def games_of(path: Path) -> list[tabiya.pgn.Game]:
    return list(tabiya.pgn.open(path))


def tags_of(game: tabiya.pgn.Game) -> Tags:
    """Without the seven tags that a game has in any case."""
    return {tag: value for tag, value in game.headers.items() if (tag, value) not in (("White", "?"), ("Date", "????.??.??"))}


def scanned(path: Path, **options: Any) -> dict[str, np.ndarray]:
    parts = list(tabiya.pgn.scan(path, format="numpy", batch=50, **options))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}


@pytest.mark.parametrize("number", range(len(FILTERS)))
def test_filters(number: int, path: Path) -> None:
    where, wanted = FILTERS[number]
    games = games_of(path)
    expected = [at for at, game in enumerate(games) if wanted(tags_of(game))]
    assert expected, "the test has to find something"
    assert scanned(path, where=where, rows="games")["game"].tolist() == expected
    rows = scanned(path, where=where)
    lengths = {at: len(list(games[at].mainline())) for at in expected}
    assert rows["game"].tolist() == [at for at in expected for _ in range(lengths[at])]
    index = tabiya.pgn.index(path, where=where)
    assert [summary(game) for game in index] == [summary(games[at]) for at in expected]


def test_nothing_is_wanted(path: Path) -> None:
    assert list(tabiya.pgn.scan(path, where={"White": "nobody"}, format="numpy")) == []
    assert len(tabiya.pgn.index(path, where={"White": "nobody"})) == 0


@pytest.mark.parametrize(
    ("where", "kind", "message"),
    [
        ({"WhiteElo": 2500}, TypeError, "WhiteElo cannot be 2500: expected a text"),
        ({"WhiteElo": [2500]}, TypeError, "tags are texts, and a range is a pair"),
        ({"WhiteElo": (2500,)}, ValueError, "expected a pair"),
        ({"WhiteElo": (None, None)}, ValueError, "of which one may be None"),
        ({"WhiteElo": (2500, "2600")}, TypeError, "two numbers or two dates"),
        ({"WhiteElo": (float("nan"), None)}, TypeError, "two numbers or two dates"),
        ({"White": Kind.BLITZ}, TypeError, "only TimeControl can"),
    ],
)
def test_conditions_that_are_none(where: Any, kind: type[Exception], message: str, path: Path) -> None:
    for ask in (tabiya.pgn.scan, tabiya.pgn.index):
        with pytest.raises(kind, match=message):
            ask(path, where=where)


def test_a_wrong_fen_of_a_game_that_is_not_wanted(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[FEN "nonsense"]\n[White "A"]\n\n1. e4 *\n\n[White "B"]\n[FEN "nonsense"]\n\n1. e4 *\n\n[White "C"]\n\n1. c4 *\n')
    assert [bool(error) for error in scanned(path, rows="games")["error"]] == [True, True, False]
    for white, wrong in (("A", True), ("B", True), ("C", False)):
        rows = scanned(path, rows="games", where={"White": white})
        assert rows["white"].tolist() == [white] and bool(rows["error"][0]) == wrong


def test_annotations(path: Path) -> None:
    rows, games = scanned(path, annotations=True), scanned(path, annotations=True, rows="games")
    at = 0
    handle = io.StringIO(path.read_text())
    asked = 0
    for number in range(len(games["game"])):
        game = chess.pgn.read_game(handle)
        assert game is not None
        text = game.headers.get("TimeControl", "")
        try:
            parts = chess.pgn.parse_time_control(text).parts
        except ValueError:
            parts = []
        time, increment = (parts[0].time, parts[0].increment) if parts else (math.nan, math.nan)
        if text == "-":
            time, increment = math.inf, 0
        assert games["timecontrol"][number] == text
        for found, expected in ((games["time"][number], time), (games["increment"][number], increment)):
            assert found == pytest.approx(expected, nan_ok=True), text
        for node in game.mainline():
            clock = node.clock()
            assert rows["clock"][at] == pytest.approx(math.nan if clock is None else clock, nan_ok=True), node.comment
            score = node.eval()
            if score is None:
                assert math.isnan(rows["eval"][at]) and rows["mate"][at] == 0, node.comment
            elif score.is_mate():
                mate = score.white().mate()
                assert mate is not None
                assert rows["mate"][at] == mate and rows["eval"][at] == math.copysign(math.inf, mate or -1), node.comment
                asked += 1
            else:
                centipawns = score.white().score()
                assert centipawns is not None and round(float(rows["eval"][at]) * 100) == centipawns, node.comment
                asked += 1
            assert rows["time"][at] == pytest.approx(time, nan_ok=True)
            at += 1
    assert at == len(rows["clock"]) and asked > 100
    assert not {"eval", "clock", "time"} & set(scanned(path))


def test_annotations_as_arrow(path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for kind, names in (("positions", ["eval", "mate", "clock", "time", "increment"]), ("games", ["time", "timecontrol"])):
        table = pyarrow.Table.from_batches(tabiya.pgn.scan(path, rows=kind, annotations=True))  # type: ignore[call-overload]
        again = scanned(path, rows=kind, annotations=True)
        assert set(table.column_names) == set(again)
        for name in names:
            column = table[name].to_numpy() if name != "timecontrol" else np.array(table[name].to_pylist(), dtype=object)
            np.testing.assert_array_equal(column, again[name])


# Games by their numbers.

def test_the_index_has_the_games_of_the_file(path: Path) -> None:
    games, index = games_of(path), tabiya.pgn.index(path)
    assert len(index) == len(games) and [summary(game) for game in index] == [summary(game) for game in games]
    for number in random.Random(2).sample(range(len(games)), 50):
        assert summary(index[number]) == summary(games[number]) == summary(index[number - len(games)])
    part = index[10:100:7]
    assert isinstance(part, tabiya.pgn.GameIndex) and len(part) == len(range(10, 100, 7))
    assert summary(part[1]) == summary(games[17]) and summary(index[::-1][0]) == summary(games[-1])
    for wrong in (len(games), -len(games) - 1):
        with pytest.raises(IndexError, match=f"there is no game {wrong}: the index has {len(games)}"):
            index[wrong]
    with pytest.raises(TypeError):
        index["Event"]  # type: ignore[call-overload]
    assert repr(index).startswith(f"<GameIndex: {len(games)} games of ")
    again = pickle.loads(pickle.dumps(index))
    assert summary(again[3]) == summary(games[3]) and len(again) == len(index)


@pytest.mark.parametrize("seed", range(3000 if LONG else 400))
def test_an_index_of_texts_at_random(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    path = tmp_path / "games.pgn"
    text = "".join(rng.choices(PIECES, k=rng.randrange(1, 14)))
    path.write_bytes(b"\xef\xbb\xbf" * (seed % 3 == 0) + text.encode())
    assert [summary(game) for game in tabiya.pgn.index(path)] == [summary(game) for game in games_of(path)], text


def events_of(index: tabiya.pgn.GameIndex, numbers: list[int]) -> list[str]:
    return [index[number].headers["White"] for number in numbers]


def test_an_index_in_workers(path: Path) -> None:
    index = tabiya.pgn.index(path)
    parts = [list(range(start, len(index), 3)) for start in range(3)]
    with get_context("fork").Pool(3) as pool:
        found = pool.starmap(events_of, [(index, part) for part in parts])
    assert found == [events_of(index, part) for part in parts]


def test_files_that_cannot_be_indexed(tmp_path: Path, path: Path) -> None:
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(ValueError, match="the file is packed, and there is no way to its middle: unpack it first"):
        tabiya.pgn.index(packed)
    with pytest.raises(FileNotFoundError):
        tabiya.pgn.index(tmp_path / "none.pgn")
    with pytest.raises(IsADirectoryError):
        tabiya.pgn.index(tmp_path)
    empty = tmp_path / "empty.pgn"
    empty.write_bytes(b"")
    assert len(tabiya.pgn.index(empty)) == 0 and list(tabiya.pgn.index(empty)) == []
    growing = tmp_path / "growing.pgn"
    growing.write_bytes(path.read_bytes())
    index = tabiya.pgn.index(growing)
    with growing.open("a") as file:
        file.write("\n1. e4 *\n")
    with pytest.raises(ValueError, match="has been changed since it was indexed"):
        index[0]
