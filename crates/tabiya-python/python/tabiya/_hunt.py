"""Finding the bug in another program's move generator."""

from __future__ import annotations

import json
from typing import Any

from . import _tabiya


class HuntReport:
    """What a hunt found. It is true if nothing was wrong; its text is the whole report."""

    def __init__(self, facts: dict[str, Any], text: str, picture: str | None, coverage: str) -> None:
        self.engine: str | None = facts["engine"]
        """The name the engine gave itself."""
        self.nodes: int = facts["nodes"]
        """How many nodes were compared and found right."""
        self.findings: list[dict[str, Any]] = facts["findings"]
        """The bugs: for each the `rule`, the smallest `fen` that shows it, what is `missing` and `extra`, and more."""
        self.coverage: list[dict[str, Any]] = facts["coverage"]
        """What was asked and what was not: a row for each dimension in which generators go wrong."""
        self.coverage_table = coverage
        """The same as a table to read, as `tabiya hunt --coverage` prints it."""
        self._text = text
        self._picture = picture

    def __bool__(self) -> bool:
        return not self.findings

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        rules = ", ".join(finding["rule"] for finding in self.findings)
        return f"<HuntReport: {rules or 'no bug found'}>"

    def _repr_svg_(self) -> str | None:
        return self._picture


def hunt(
    command: str,
    *,
    template: bool = False,
    time: float = 60.0,
    timeout: float = 30.0,
    nodes: int | None = None,
    depth: int = 12,
    all: bool = False,
    chess960: bool | None = None,
    odd: bool = False,
) -> HuntReport:
    """Compares a move generator with Tabiya's, shrinks a difference and names the rule that was broken.

    `command` is an engine that answers `go perft`, `divide` or `perft`, or with `template=True` a command with `{fen}`
    and `{depth}` in it that prints one answer. The hunt ends after `time` seconds or `nodes` nodes; an answer may take
    `timeout` seconds. With `all=True` it goes on after the first bug. `chess960` chooses the positions; by default both
    kinds if the engine knows them. With `odd=True` it also asks about positions that cannot arise in a game, which a
    correct engine may refuse.
    """
    facts, text, picture, coverage = _tabiya._hunt(
        command, template, time, timeout, nodes, depth, all, chess960, odd
    )
    return HuntReport(json.loads(facts), text, picture, coverage)
