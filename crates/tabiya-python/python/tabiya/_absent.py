"""Names of python-chess that a module of Tabiya has not: asking for one says what to use in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def absent(module: str, instead: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module."""

    def missing(name: str) -> Any:
        sentence = f"module {module!r} has no attribute {name!r}"
        raise AttributeError(f"{sentence}: {instead[name]}" if name in instead else sentence, name=name)

    return missing
