"""Arrays that go into the functions of `tabiya.batch` and come out of them: checked before Rust sees them."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


def output(given: NDArray[Any] | None, shape: tuple[int, ...], dtype: DTypeLike, name: str = "out") -> NDArray[Any]:
    """The array to write to: the caller's, if it is of the right kind, or a new one."""
    if given is None:
        return np.empty(shape, dtype)
    if not isinstance(given, np.ndarray):
        raise TypeError(f"{name} must be a NumPy array, not {type(given).__name__}")
    kind = np.dtype(dtype)
    if given.dtype != kind:
        raise ValueError(f"{name} has the dtype {given.dtype}: expected {'POSITION' if kind.fields else kind}")
    if given.shape != shape:
        raise ValueError(f"{name} has the shape {given.shape}: expected {shape}")
    if not given.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous: expected an array that is a single block of memory")
    if not given.flags.writeable:
        raise ValueError(f"{name} cannot be written to")
    return given


def apart(given: NDArray[Any], *outs: NDArray[Any]) -> NDArray[Any]:
    """The input, copied if an output shares its memory: a batch may be replaced by its successors."""
    return given.copy() if any(np.may_share_memory(given, out) for out in outs) else given


def whole_numbers(given: NDArray[Any], end: int, dtype: DTypeLike, what: str) -> NDArray[Any]:
    """Integers from 0 up to, but not including, an end. Others are refused with their place, not wrapped or cut."""
    if given.ndim != 1:
        raise ValueError(f"expected one {what} for each position in an array of one dimension, not of {given.ndim}")
    if given.dtype == dtype and given.dtype.kind == "u" and np.iinfo(given.dtype).max < end:
        return np.ascontiguousarray(given)
    if given.dtype.kind not in "iuf":
        wrong = [place for place, item in enumerate(given) if not _is_whole(item, end)]
        if wrong:
            also = "a Move or " if what == "move" else ""
            found = given[wrong[0]]
            raise TypeError(
                f"{what} {wrong[0]} of the array is {found!r}: expected {also}an integer from 0 to {end - 1}"
            )
        return np.array([int(item) for item in given], dtype)
    # Compared before the conversion, which would wrap: so NaN and infinity are refused, too.
    fits = (given >= 0) & (given < end)
    fits &= given == np.floor(given)
    if not fits.all():
        place = int(np.argmin(fits))
        raise ValueError(f"{what} {place} of the array is {given[place]!r}: expected an integer from 0 to {end - 1}")
    return np.ascontiguousarray(given, dtype)


def _is_whole(item: object, end: int) -> bool:
    return isinstance(item, Integral) and not isinstance(item, bool) and 0 <= int(item) < end
