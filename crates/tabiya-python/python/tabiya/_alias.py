"""Tabiya under the name `chess`, for programs that import python-chess."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from types import ModuleType

_PACKAGE = __package__ or "tabiya"
# Tabiya's module of this name only says that there is none: python-chess's own accepts our boards.
_FOREIGN = ("gaviota",)


def _foreign(name: str) -> importlib.machinery.ModuleSpec | None:
    """python-chess's own module of a name, if it is installed."""
    package = importlib.machinery.PathFinder.find_spec("chess")
    if package is None or not package.submodule_search_locations:
        return None
    return importlib.machinery.PathFinder.find_spec(f"chess.{name}", package.submodule_search_locations)


class _Loader(Loader):
    """Returns a module of Tabiya instead of making a new one."""

    def __init__(self, name: str) -> None:
        self._name = f"{_PACKAGE}.{name}"

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import has made the module believe that it has another name.
        module.__spec__ = self._spec


class _Finder(MetaPathFinder):
    """Finds `chess.pgn` and the like while `chess` is Tabiya."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != "chess" or sys.modules.get("chess") is not sys.modules[_PACKAGE]:
            return None
        foreign = _foreign(name) if name in _FOREIGN else None
        if foreign is not None:
            return foreign
        if importlib.util.find_spec(f"{_PACKAGE}.{name}") is None:
            return _foreign(name)
        return importlib.machinery.ModuleSpec(fullname, _Loader(name))


def install() -> None:
    """Finds the modules of Tabiya under `chess.` from now on, wherever `chess` is Tabiya."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def as_chess() -> ModuleType:
    """Makes `import chess` and `import chess.pgn` mean Tabiya in this process, and returns the package.

    Call it before anything imports `chess`. Modules that Tabiya lacks, such as `chess.gaviota`, are python-chess's own
    if it is installed; they accept Tabiya's boards.
    """
    package = sys.modules[_PACKAGE]
    known = sys.modules.get("chess")
    if known is not None and known is not package:
        raise ImportError(
            "python-chess has been imported already: call tabiya.as_chess() before anything imports chess"
        )
    sys.modules["chess"] = package
    install()
    return package
