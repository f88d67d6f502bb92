"""`tabiya.cluster.positions`: the rows are those that one machine finds, however the files are packed and cut."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tabiya.pgn
from clusters import local_cluster
from test_pgn import annotated_game

distributed = pytest.importorskip("distributed")
pyarrow = pytest.importorskip("pyarrow")

import pyarrow.parquet
import tabiya.cluster
from tabiya.cluster import ClusterError, _ranges

# Text in a comment that looks like the beginning of a game, a game that breaks off, one without a result, one without moves.
TRAPS = """[Event "with a game in a comment"]

1. e4 {

[Event "not a game"]

1. d4 d5 2. c4 *
} e5 2. Nf3 Nc6 *

[Event "illegal"]

1. e4 e5 2. Ke4 Nc6 3. Nf3 *

[Event "no result"]

1. d4 d5 2. c4

[Event "no moves"]

*

"""


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with local_cluster() as client:
        yield client


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    games = [str(annotated_game(seed)) + "\n\n" for seed in range(60)]
    text = "".join(game + (TRAPS if number % 6 == 0 else "") for number, game in enumerate(games))
    (folder / "plain.pgn").write_text(text, encoding="utf-8")
    (folder / "windows.pgn").write_bytes(text.replace("\n", "\r\n").encode())
    with gzip.open(folder / "packed.pgn.gz", "wt", encoding="utf-8") as file:
        file.write(text)
    try:
        import zstandard
    except ImportError:
        return folder
    half = len(text) // 2
    packer = zstandard.ZstdCompressor()
    (folder / "packed.pgn.zst").write_bytes(packer.compress(text[:half].encode()) + packer.compress(text[half:].encode()))
    return folder


def one_machine(path: Path) -> Any:
    return pyarrow.Table.from_batches(tabiya.pgn.scan(path))


def rows(table: Any) -> list[tuple[Any, ...]]:
    """What does not depend on how games are numbered."""
    return list(zip(*(table[name].to_pylist() for name in ("ply", "position", "key", "move", "result"))))


def ranks(numbers: list[int]) -> list[int]:
    """Each number's place among those that there are."""
    places = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return [places[number] for number in numbers]


@pytest.mark.parametrize("size", [1, 700, 5000, 1 << 30])
def test_rows_are_those_of_one_machine(client: Any, folder: Path, tmp_path: Path, size: int) -> None:
    out = tmp_path / "out"
    count = tabiya.cluster.positions(str(folder / "*.pgn*"), to=out, client=client, range_bytes=size, progress=False)
    files = sorted(folder.iterdir())
    parts = sorted(out.glob("*.parquet"))
    assert not list(out.glob("*.tmp"))
    assert count == sum(one_machine(file).num_rows for file in files)
    for number, file in enumerate(files):
        mine = [pyarrow.parquet.read_table(part) for part in parts if part.name.startswith(f"{number:05}-")]
        assert (len(mine) > 20) == (file.suffix == ".pgn" and size < 1000), "what is packed is not cut"
        assert rows(pyarrow.concat_tables(mine)) == rows(one_machine(file)), file
        # Games are told apart as one machine does, whatever part they are in, and each begins where it says.
        games = pyarrow.concat_tables(mine)["game"].to_pylist()
        assert {number} == set(pyarrow.concat_tables(mine)["file"].to_pylist())
        assert ranks(games) == ranks(one_machine(file)["game"].to_pylist())
        text = (folder / ("windows.pgn" if "windows" in file.name else "plain.pgn")).read_bytes()
        assert all(text[game:].startswith(b"[Event ") for game in set(games))


def test_a_run_that_was_ended_goes_on(client: Any, folder: Path, tmp_path: Path) -> None:
    def run() -> int:
        return tabiya.cluster.positions(str(folder / "plain.pgn"), to=tmp_path, client=client, range_bytes=1500, progress=False)

    expected = run()
    parts = sorted(tmp_path.glob("*.parquet"))
    kept = parts[1].stat().st_mtime_ns
    for part in parts[2::3]:
        part.unlink()
    (tmp_path / "cut.parquet.0.tmp").write_bytes(b"PAR1")
    assert run() == expected == one_machine(folder / "plain.pgn").num_rows
    assert sorted(tmp_path.glob("*.parquet")) == parts and parts[1].stat().st_mtime_ns == kept
    assert not list(tmp_path.glob("*.tmp"))


def test_what_cannot_be_done_is_said(client: Any, folder: Path, tmp_path: Path) -> None:
    plain = str(folder / "plain.pgn")
    with pytest.raises(FileNotFoundError, match="no files match"):
        tabiya.cluster.positions(str(folder / "*.nothing"), to=tmp_path, client=client)
    with pytest.raises(ValueError, match="'elo' is not a column: expected some of file, game, ply"):
        tabiya.cluster.positions(plain, to=tmp_path, columns=["elo"], client=client)
    out = tmp_path / "out"
    tabiya.cluster.positions(plain, to=out, columns=["key", "result"], client=client, progress=False)
    assert pyarrow.parquet.read_table(next(out.glob("*.parquet"))).column_names == ["key", "result"]
    with pytest.raises(ClusterError, match="other files or other columns"):
        tabiya.cluster.positions(plain, to=out, client=client)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(ClusterError, match="is not empty"):
        tabiya.cluster.positions(plain, to=tmp_path / "full", client=client)
    broken = folder.parent / "broken.pgn.gz"
    broken.write_bytes(gzip.compress(b"1. e4 e5 *\n" * 1000)[:-40])
    with pytest.raises(ClusterError, match="broken.pgn.gz|OSError"):
        tabiya.cluster.positions(str(broken), to=tmp_path / "broken", client=client, progress=False)
    assert not list((tmp_path / "broken").glob("*.parquet"))


def test_cuts_are_behind_empty_lines(folder: Path) -> None:
    text = (folder / "plain.pgn").read_bytes()
    source = _ranges.look(folder / "plain.pgn", 1000)
    assert len(source.starts) > 10 and all(text[start:].startswith(b"[Event ") for start in source.starts[1:])
    assert _ranges.look(folder / "packed.pgn.gz", 100).starts == (0,)
