"""Runs what was written for python-chess against Tabiya: see tools/check-python-programs.

Programs run once with python-chess and once with Tabiya under the name `chess`, and must print the same and end alike.
Tests run with pytest. The tests of python-chess that Tabiya does not pass are listed in docs/python.md, each with its
reason: any other failure is an error here, and so is a listed test that passes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What python-chess's tests test of the rules, of PGN, books and pictures: 177 tests.
RULES = "Square Move Piece Board LegalMoveGenerator BaseBoard SquareSet Polyglot Pgn Svg".split()
# These run python-chess's own modules on Tabiya's boards.
BORROWED = ["Syzygy", "NativeGaviota", "Gaviota"]
LIMIT = 300

AS_CHESS = "import tabiya; tabiya.as_chess()\n"
PYTEST = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
PROGRAM = "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"


def run(code: str, *arguments: str, cwd: Path, tabiya: bool) -> subprocess.CompletedProcess[str] | None:
    """Runs Python code in a process of its own; `None` if it takes too long."""
    command = [sys.executable, "-c", (AS_CHESS if tabiya else "") + code, *arguments]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(
            command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return None


def tests(folder: Path, files: list[Path], tabiya: bool) -> dict[str, str]:
    """The outcome of each test of some files by name: PASSED, FAILED, SKIPPED, ERROR."""
    options = ["-q", "-rA", "--tb=line", "-p", "no:cacheprovider", "--rootdir", str(folder), "--import-mode=importlib"]
    done = run(PYTEST, *options, *map(str, files), cwd=folder, tabiya=tabiya)
    if done is None:
        return {"all": f"ERROR: not finished after {LIMIT} s"}
    found = re.findall(r"^(PASSED|FAILED|ERROR) \S*?(?:::)?(\S*::\S+)", done.stdout, re.MULTILINE)
    if not found:
        print(done.stdout[-3000:], done.stderr[-3000:], sep="\n", file=sys.stderr)
        return {"all": "ERROR: no test ran"}
    return {name.split("/")[-1]: outcome for outcome, name in found}


def known_failures() -> dict[str, str]:
    """The tests of python-chess that docs/python.md says do not pass, with their reasons."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `(\w+\.test_\w+)` \| (.+?) \|$", text, re.MULTILINE))


def check_python_chess(folder: Path) -> bool:
    outcomes = tests(folder, [folder / "test.py"], tabiya=True)
    short = {re.sub(r"^.*?(\w+)TestCase::", r"\1.", name): outcome for name, outcome in outcomes.items()}
    known = known_failures()
    wrong = 0
    for group, names in (("rules", RULES), ("python-chess's own tablebases on Tabiya's boards", BORROWED)):
        chosen = {name: outcome for name, outcome in short.items() if name.split(".")[0] in names}
        passed = sum(outcome == "PASSED" for outcome in chosen.values())
        for name, outcome in sorted(chosen.items()):
            reason = known.get(name)
            print(f"{outcome.lower():7} {name}{f': {reason}' if reason else ''}")
            if (outcome != "PASSED") != (reason is not None):
                wrong += 1
                print(f"        {name} is {'not ' if reason is None else ''}listed in docs/python.md")
        print(f"{group}: {passed} of {len(chosen)} tests pass")
        if not chosen:
            print("no test was found", short)
            wrong += 1
    return wrong == 0


def check_programs(folder: Path) -> bool:
    files = sorted(file for file in folder.rglob("*.py") if "__pycache__" not in file.parts)
    are_tests = [file for file in files if re.fullmatch(r"(test.*|.*_test)\.py", file.name)]
    good = True
    for file in files:
        if file in are_tests:
            continue
        results = [run(PROGRAM, str(file), cwd=file.parent, tabiya=tabiya) for tabiya in (False, True)]
        name = file.relative_to(folder)
        if None in results:
            same, note = False, f"not finished after {LIMIT} s"
        else:
            theirs, ours = (result for result in results if result is not None)
            same = (theirs.returncode, theirs.stdout) == (ours.returncode, ours.stdout)
            note = "" if same else difference(theirs, ours)
        good &= same
        print(f"{'passed ' if same else 'failed '} {name}{note and ': ' + note}")
    if are_tests:
        theirs_by_name, ours_by_name = (tests(folder, are_tests, tabiya) for tabiya in (False, True))
        for name in sorted(theirs_by_name | ours_by_name):
            expected, outcome = theirs_by_name.get(name), ours_by_name.get(name)
            good &= expected == outcome
            print(f"{(outcome or 'missing').lower():7} {name}{'' if expected == outcome else f' (python-chess: {expected})'}")
    if not files:
        print(f"there are no programs in {folder}", file=sys.stderr)
    return good and bool(files)


def difference(theirs: subprocess.CompletedProcess[str], ours: subprocess.CompletedProcess[str]) -> str:
    for expected, line in zip(theirs.stdout.splitlines(), ours.stdout.splitlines()):
        if expected != line:
            return f"expected {expected!r}, found {line!r}"
    last = (ours.stderr.strip().splitlines() or ["nothing more is printed"])[-1]
    return f"ended with {ours.returncode} instead of {theirs.returncode}: {last}"


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    if not folder.is_dir():
        print(f"{folder} is not a folder", file=sys.stderr)
        return 2
    is_python_chess = (folder / "test.py").is_file() and (folder / "chess" / "__init__.py").is_file()
    return 0 if (check_python_chess if is_python_chess else check_programs)(folder) else 1


if __name__ == "__main__":
    sys.exit(main())
