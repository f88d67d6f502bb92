"""Record batches in the hands of others: a few lines each for PyArrow, Polars, DuckDB, Dask and Ray."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabiya.pgn
from test_pgn import annotated_game

pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pgn") / "games.pgn"
    path.write_text("\n\n".join(str(annotated_game(seed)) for seed in range(40)) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def plies(path: Path) -> int:
    return sum(len(list(game.mainline())) for game in tabiya.pgn.open(path))


def test_pyarrow(path: Path, plies: int) -> None:
    table = pyarrow.Table.from_batches(tabiya.pgn.scan(path, batch=100))
    assert table.num_rows == plies
    assert table.schema.field("position").type == pyarrow.binary(64)
    table.validate(full=True)
    games = pyarrow.Table.from_batches(tabiya.pgn.scan(path, rows="games"))
    games.validate(full=True)
    assert games.num_rows == 40 and games["white"][3].as_py() == "Player 3"


def test_polars(path: Path, plies: int) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(pyarrow.Table.from_batches(tabiya.pgn.scan(path)))
    longest = frame.group_by("game").len().get_column("len").max()
    assert frame.height == plies and 0 < longest <= 80


def test_duckdb(path: Path, plies: int) -> None:
    duckdb = pytest.importorskip("duckdb")
    positions = pyarrow.Table.from_batches(tabiya.pgn.scan(path))
    with duckdb.connect() as connection:
        connection.register("positions", positions)
        count, distinct = connection.execute("select count(*), count(distinct key) from positions").fetchone()
    assert count == plies and 0 < distinct <= plies


def test_dask(path: Path, plies: int) -> None:
    delayed = pytest.importorskip("dask").delayed
    dataframe = pytest.importorskip("dask.dataframe")
    files = [path, path]
    table = delayed(lambda file: pyarrow.Table.from_batches(tabiya.pgn.scan(file)).to_pandas())
    frame = dataframe.from_delayed([table(file) for file in files])
    assert len(frame) == 2 * plies


# Ray warns of options of its own.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")
def test_ray(path: Path, plies: int) -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=1, include_dashboard=False, ignore_reinit_error=True)
    try:
        tables = [pyarrow.Table.from_batches([batch]) for batch in tabiya.pgn.scan(path, batch=200)]
        assert ray.data.from_arrow(tables).count() == plies
    finally:
        ray.shutdown()
