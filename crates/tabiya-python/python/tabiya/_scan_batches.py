"""Raw columns from Rust as NumPy arrays or Arrow record batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import pyarrow

    from ._tabiya import _Scanner

_NUMBERS = {
    "game": "<u8", "ply": "<u2", "key": "<u8", "move": "<u2", "result": "i1", "plies": "<u2",
    "eval": "<f4", "mate": "<i2", "clock": "<f4", "time": "<f4", "increment": "<f4",
}
_ARROW = {
    "game": "uint64", "ply": "uint16", "key": "uint64", "move": "uint16", "result": "int8", "plies": "uint16",
    "eval": "float", "mate": "int16", "clock": "float", "time": "float", "increment": "float",
}


def numpy_batches(scanner: _Scanner, rows: int) -> Iterator[dict[str, numpy.ndarray[Any, Any]]]:
    """Dictionaries of arrays; positions have the dtype of `tabiya.batch`, texts are objects."""
    import numpy as np

    from .batch import POSITION

    while (columns := scanner.next_batch(rows)) is not None:
        batch: dict[str, numpy.ndarray[Any, Any]] = {}
        del columns["rows"]
        for name, raw in columns.items():
            if name == "position":
                batch[name] = np.frombuffer(raw, dtype=POSITION)
            elif isinstance(raw, tuple):
                offsets, data = np.frombuffer(raw[0], "<i4"), raw[1]
                words = [data[start:end].decode() for start, end in zip(offsets[:-1], offsets[1:])]
                batch[name] = np.array(words, dtype=object)
            else:
                batch[name] = np.frombuffer(raw, _NUMBERS[name])
        yield batch


def arrow_batches(scanner: _Scanner, rows: int) -> Iterator[pyarrow.RecordBatch]:
    """Arrow record batches over the same memory."""
    try:
        import pyarrow as pa
    except ImportError:
        raise ImportError("Arrow record batches need PyArrow: pip install pyarrow, or format='numpy'") from None

    def batches() -> Iterator[pyarrow.RecordBatch]:
        while (columns := scanner.next_batch(rows)) is not None:
            count = columns.pop("rows")
            arrays = {}
            for name, raw in columns.items():
                if name == "position":
                    kind = pa.binary(64)
                    arrays[name] = pa.Array.from_buffers(kind, count, [None, pa.py_buffer(raw)])
                elif isinstance(raw, tuple):
                    buffers = [None, pa.py_buffer(raw[0]), pa.py_buffer(raw[1])]
                    arrays[name] = pa.Array.from_buffers(pa.utf8(), count, buffers)
                else:
                    kind = pa.type_for_alias(_ARROW[name])
                    arrays[name] = pa.Array.from_buffers(kind, count, [None, pa.py_buffer(raw)])
            yield pa.RecordBatch.from_arrays(list(arrays.values()), names=list(arrays))

    return batches()
