"""A column of packed positions, out of what PyArrow, Polars or DuckDB made of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def packed(source: Any, column: str, dtype: np.dtype[Any]) -> NDArray[Any]:
    """The positions of a column, or of the named column of a table."""
    try:
        import pyarrow as pa
    except ImportError:
        raise ImportError("from_arrow needs PyArrow: pip install pyarrow") from None

    chunked = _column(pa, source, column)
    kind, size = chunked.type, dtype.itemsize
    if pa.types.is_fixed_size_binary(kind):
        if kind.byte_width != size:
            raise TypeError(f"the column has {kind.byte_width} bytes in each row: expected {size}")
    elif str(kind) not in ("binary", "large_binary", "binary_view"):
        raise TypeError(f"the column is one of {kind}: expected one of binary, as tabiya.pgn.scan makes it")
    parts = []
    start = 0
    for chunk in chunked.chunks:
        if chunk.null_count:
            place = start + int(np.flatnonzero(chunk.is_null().to_numpy(zero_copy_only=False))[0])
            raise ValueError(f"position {place} of the column is null")
        parts.append(_rows(pa, chunk, start, dtype))
        start += len(chunk)
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty(0, dtype)


def _column(pa: Any, source: Any, column: str) -> Any:
    """The column as a chunked array."""
    if isinstance(source, pa.ChunkedArray):
        return source
    if isinstance(source, pa.Array):
        return pa.chunked_array([source])
    if isinstance(source, (pa.Table, pa.RecordBatch)):
        table = source
    elif hasattr(source, "__arrow_c_stream__"):
        found = pa.chunked_array(source)
        if not pa.types.is_struct(found.type):
            return found
        # A table of another library comes as a column of rows.
        schema = pa.schema(list(found.type))
        table = pa.Table.from_batches([pa.RecordBatch.from_struct_array(chunk) for chunk in found.chunks], schema)
    else:
        raise TypeError(f"expected a column or a table of PyArrow, Polars or DuckDB, not {type(source).__name__}")
    names = table.schema.names
    if names.count(column) != 1:
        raise ValueError(f"the table has no single column {column!r}: its columns are {', '.join(names)}")
    found = table.column(column)
    return found if isinstance(found, pa.ChunkedArray) else pa.chunked_array([found])


def _rows(pa: Any, chunk: Any, start: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """The positions of a chunk; over the same memory where all rows have the right length by their type."""
    size = dtype.itemsize
    if not len(chunk):
        return np.empty(0, dtype)
    if pa.types.is_fixed_size_binary(chunk.type):
        at, buffer = chunk.offset * size, chunk.buffers()[1]
    else:
        chunk = chunk.cast(pa.large_binary())
        offsets = np.frombuffer(chunk.buffers()[1], "<i8", len(chunk) + 1, 8 * chunk.offset)
        lengths = np.diff(offsets)
        if (lengths != size).any():
            place = int(np.flatnonzero(lengths != size)[0])
            raise ValueError(f"position {start + place} of the column has {lengths[place]} bytes: expected {size}")
        at, buffer = int(offsets[0]), chunk.buffers()[2]
    positions = np.frombuffer(buffer, dtype, len(chunk), at)
    # What Arrow holds is not to be changed.
    positions.flags.writeable = False
    return positions
