"""Small programs in the style of real ones (programs/), run with python-chess and with Tabiya: both print the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
AS_CHESS = "import runpy, sys, tabiya; tabiya.as_chess(); runpy.run_path(sys.argv[1], run_name='__main__')"


def printed(*command: str) -> str:
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_both_libraries_print_the_same(program: Path) -> None:
    expected = printed(str(program))
    assert len(expected.splitlines()) > 3
    assert printed("-c", AS_CHESS, str(program)).splitlines() == expected.splitlines()


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= 7
