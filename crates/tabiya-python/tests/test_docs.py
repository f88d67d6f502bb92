"""The examples in docstrings run, those of Rust classes included."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import typing

import pytest

import tabiya
import tabiya.engine
from tabiya import _tabiya


def test_examples_of_the_python_modules() -> None:
    attempted = 0
    for found in pkgutil.walk_packages(tabiya.__path__, "tabiya."):
        if found.name.endswith("_tabiya"):
            continue
        if found.name == "tabiya.gaviota":
            with pytest.raises(ImportError, match="python-chess"):
                importlib.import_module(found.name)
            continue
        module = importlib.import_module(found.name)
        result = doctest.testmod(module)
        assert result.failed == 0, found.name
        attempted += result.attempted
    result = doctest.testmod(tabiya)
    assert result.failed == 0
    assert attempted + result.attempted > 5


def test_examples_of_the_rust_classes() -> None:
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    documented = 0
    for owner_name, owner in vars(_tabiya).items():
        if owner_name.startswith("__"):
            continue
        members = {"": owner, **(vars(owner) if isinstance(owner, type) else {})}
        for name, member in members.items():
            text = getattr(member, "__doc__", None)
            if not isinstance(text, str):
                continue
            documented += 1
            where = f"{owner_name}.{name}"
            test = parser.get_doctest(text, {}, where, where, 0)
            runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 30
    assert documented > 150


def test_everything_public_has_a_docstring() -> None:
    for owner_name, owner in vars(_tabiya).items():
        if owner_name.startswith("_") or not isinstance(owner, type):
            continue
        assert owner.__doc__, owner_name
        for name, member in vars(owner).items():
            if name.startswith("_") or isinstance(member, (str, list, tuple, bytes, bool, type(None))):
                continue
            assert member.__doc__, f"{owner_name}.{name}"


def test_annotations_can_be_looked_at() -> None:
    asked = 0
    for found in pkgutil.iter_modules(tabiya.__path__):
        if found.name.startswith("_") or found.name in ("cluster", "gaviota"):
            continue
        module = importlib.import_module(f"tabiya.{found.name}")
        for name, value in vars(module).items():
            if not str(getattr(value, "__module__", "")).startswith("tabiya"):
                continue
            members = vars(value).values() if inspect.isclass(value) else []
            for item in (value, *(getattr(member, "__func__", getattr(member, "fget", member)) for member in members)):
                if inspect.isclass(item) or inspect.isfunction(item):
                    typing.get_type_hints(item)
                    asked += 1
    assert asked > 300
    assert typing.get_type_hints(tabiya.Board)["turn"] is bool
    assert typing.get_type_hints(tabiya.Move)["to_square"] is int
    assert typing.get_type_hints(tabiya.engine.SimpleEngine.play)["board"] is tabiya.Board
