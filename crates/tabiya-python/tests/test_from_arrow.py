"""Packed positions back from PyArrow, Polars and DuckDB."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tabiya
import tabiya.batch as batch
from games import KIWIPETE

pyarrow = pytest.importorskip("pyarrow")

FENS = [tabiya.STARTING_FEN, KIWIPETE, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]


@pytest.fixture
def rows() -> list[bytes]:
    return [position.tobytes() for position in batch.from_fens(FENS)]


@pytest.mark.parametrize("kind", ["fixed", "binary", "large_binary", "binary_view"])
def test_kinds_of_columns(kind: str, rows: list[bytes]) -> None:
    column = pyarrow.array(rows, pyarrow.binary(64) if kind == "fixed" else getattr(pyarrow, kind)())
    assert batch.to_fens(batch.from_arrow(column)) == FENS
    assert batch.to_fens(batch.from_arrow(column[1:])) == FENS[1:]
    assert batch.to_fens(batch.from_arrow(pyarrow.chunked_array([column, column[:0], column[2:]]))) == FENS + FENS[2:]
    assert len(batch.from_arrow(column[:0])) == 0 and len(batch.from_arrow(pyarrow.chunked_array([], column.type))) == 0
    for table in (pyarrow.table({"game": [1, 2, 3], "p": column}), pyarrow.record_batch({"p": column})):
        assert batch.to_fens(batch.from_arrow(table, "p")) == FENS


def test_no_copy_of_a_fixed_column(rows: list[bytes]) -> None:
    column = pyarrow.array(rows, pyarrow.binary(64))
    positions = batch.from_arrow(column)
    assert positions.ctypes.data == column.buffers()[1].address and not positions.flags.writeable


def test_polars(rows: list[bytes]) -> None:
    polars = pytest.importorskip("polars")
    table = pyarrow.table({"game": [0, 1, 2], "position": pyarrow.array(rows, pyarrow.binary(64))})
    frame = polars.from_arrow(table).filter(polars.col("game") > 0)
    assert batch.to_fens(batch.from_arrow(frame)) == FENS[1:]
    assert batch.to_fens(batch.from_arrow(frame["position"])) == FENS[1:]


def test_duckdb(rows: list[bytes]) -> None:
    duckdb = pytest.importorskip("duckdb")
    table = pyarrow.table({"game": [0, 1, 2], "position": pyarrow.array(rows, pyarrow.binary(64))})
    with duckdb.connect() as connection:
        connection.register("positions", table)
        relation = connection.sql("select * from positions where game < 2 order by game")
        assert batch.to_fens(batch.from_arrow(relation)) == FENS[:2]


def test_what_cannot_be_a_column(rows: list[bytes]) -> None:
    table = pyarrow.table({"a": [1], "b": [2]})
    with pytest.raises(ValueError, match="no single column 'position': its columns are a, b"):
        batch.from_arrow(table)
    with pytest.raises(TypeError, match="is one of int64: expected one of binary"):
        batch.from_arrow(table, "a")
    with pytest.raises(TypeError, match="has 3 bytes in each row: expected 64"):
        batch.from_arrow(pyarrow.array([b"abc"], pyarrow.binary(3)))
    short = pyarrow.chunked_array([pyarrow.array(rows), pyarrow.array([rows[0], b"abc"])])
    with pytest.raises(ValueError, match="position 4 of the column has 3 bytes: expected 64"):
        batch.from_arrow(short)
    missing = pyarrow.chunked_array([pyarrow.array(rows), pyarrow.array([None, rows[0]], pyarrow.binary())])
    with pytest.raises(ValueError, match="position 3 of the column is null"):
        batch.from_arrow(missing)
    wrong: Any
    for wrong in (rows, np.zeros(3), "games.parquet"):
        with pytest.raises(TypeError, match="expected a column or a table of PyArrow, Polars or DuckDB"):
            batch.from_arrow(wrong)
