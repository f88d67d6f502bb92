"""Mutation testing: one small mistake at a time in the rules and in the counter, as cargo-mutants invents them, and the tests must notice.

    tools/mutants/run AREA...               every mutant of these areas that has no result yet; all areas if none is named
    tools/mutants/run --sample 40 AREA...   40 more of each, in an order that --seed chooses
    tools/mutants/run --switches AREA...    only those that can share one build (see mutant_switches.py): nine in ten, cheaply
    tools/mutants/run --quick AREA...       without the tests that take long: what survives is for --again
    tools/mutants/run --again AREA...       those that survived, or ran out of time; with --sample N also N more
    tools/mutants/run --report              what is known so far, as a table; runs nothing
    tools/mutants/run --changed [BASE]      mutants of the lines that changed since BASE, --most N (12) of each crate; without BASE those that
                                        have no result because their function has changed since, and those of the last commit elsewhere

Results are kept in tools/mutants/results.tsv, a line per mutant, written as they come: a run can be cut off, and the next one goes on from
there. A result is bound to the text of the function or constant that was changed, not to its line, and is forgotten when that text changes.

Most mutants share one build per crate, where each sits behind a switch, and meet the tests that reach them, the quickest first. The others are
compiled one by one: each meets the tests nearest to its area first, and the whole quick selection if it survives those. A
mutant that only its limit of CPU time ends counts as neither caught nor missed. What is known to be equivalent is left out by
.cargo/mutants.toml, with its reason there. Exit code 1: a mutant survived.

Works on copies of this tree in target/mutants, whose builds are kept. Needs cargo-mutants, cargo-nextest and, for the switches, the Python packages
tree-sitter and tree-sitter-rust, which it puts into target/mutants; installs cargo-mutants where it is missing and may be, `--installed` never does.
"""

import argparse
import filecmp
import functools
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OUT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "mutants"
RESULTS = ROOT / "tools" / "mutants" / "results.tsv"
RULES = "crates/tabiya/src/"
COUNTER = "crates/tabiya-perft/src/"
# CPU seconds for one test, bytes for one test: what a loop without end may cost.
LONGEST_TEST = 60
# CPU seconds for compiling one crate, about twice what it takes or more.
LONGEST_BUILD = {"tabiya": 25, "tabiya-perft": 200}
LIMITS = ["--cpu=60:65", f"--as={8 << 30}"]


def tests(names):
    return [f"--test={name}" for name in names.split()]


# Built and run for mutants of the rules that their nearest tests did not notice.
QUICK = ["--lib"] + tests(
    "setup_problems illegal_move_reasons position_state explain moves_as_text values_out_of_range notation_san notation_epd notation_pgn"
    " notation_pgn_unusual notation_book notation_api notation_hostile_input"
    " notation_limits notation_serde perft render order rules"
)


@dataclass
class Area:
    name: str
    places: tuple  # what its files begin with
    near: list
    far: list
    package: str = "tabiya"
    features: tuple = ("--features=serde",)

    def holds(self, file):
        return file.startswith(self.places) and not (self.name == "position" and file.endswith("/validate.rs"))


def rules(name, places, near):
    return Area(name, tuple(RULES + place for place in places.split()), near, QUICK)


AREAS = [
    rules("validate", "position/validate.rs", tests("setup_problems")),
    rules("position", "position/", tests("position_state rules")),
    rules("movegen", "movegen/ move_list.rs", tests("rules")),
    rules("castling", "castling.rs", tests("rules")),
    rules("attacks", "attacks/", ["--lib"]),
    rules("order", "order/", tests("order")),
    rules("explain", "explain/", tests("illegal_move_reasons explain")),
    rules("notation", "notation/ game.rs", tests("position_state moves_as_text notation_san notation_epd notation_pgn notation_pgn_unusual notation_limits")),
    Area("perft", (COUNTER,), ["--lib"], ["--lib", "--tests"], "tabiya-perft", ()),
]


def fail(message):
    sys.exit(f"mutants: {message}")


@dataclass
class Mutant:
    name: str
    file: str
    key: str
    entry: dict  # as cargo-mutants lists it
    in_const: bool  # in a function or table that the compiler may evaluate


class Sources:
    """The text that a result is bound to."""

    def __init__(self):
        self.lines = {}

    def between(self, file, start, end):
        if file not in self.lines:
            self.lines[file] = (ROOT / file).read_text().split("\n")
        return "\n".join(self.lines[file][start - 1 : end])

    def paragraph(self, file, first, last):
        """The first and the last of the lines around these up to empty ones: a constant, as a rule."""
        while self.between(file, first - 1, first - 1).strip():
            first -= 1
        while self.between(file, last + 1, last + 1).strip():
            last += 1
        return first, last

    def key(self, mutant):
        span, function = mutant["span"]["start"], mutant["function"]
        around = (function or mutant)["span"]
        first, last = around["start"]["line"], around["end"]["line"]
        if not function:
            first, last = self.paragraph(mutant["file"], first, last)
        parts = [
            mutant["file"],
            function["function_name"] if function else "",
            self.between(mutant["file"], first, last),
            str(span["line"] - first),
            str(span["column"]),
            mutant["name"].split(": ", 1)[1],
        ]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]

    def in_const(self, mutant):
        if not mutant["function"]:
            return True
        span = mutant["function"]["span"]
        text = self.between(mutant["file"], span["start"]["line"], span["end"]["line"])
        return re.search(r"\bconst\s+(unsafe\s+)?fn\b", text.split("{")[0]) is not None


@functools.cache
def found_in(package, *options):
    """The mutants of a package, as cargo-mutants finds them in this tree."""
    answer = subprocess.run(["cargo", "mutants", "--list", "--json", "--package", package, *options], cwd=ROOT, capture_output=True, text=True)
    if answer.returncode:
        fail(answer.stderr)
    sources = Sources()
    return [Mutant(m["name"], m["file"], sources.key(m), m, sources.in_const(m)) for m in json.loads(answer.stdout or "[]")]


def listed(area, *options):
    return [mutant for mutant in found_in(area.package, *options) if area.holds(mutant.file)]


class Results:
    """What became of each mutant: when it was first tried, and when it was last."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path.exists():
            for line in path.read_text().splitlines():
                area, key, first, last = line.split("\t")
                self.known[area, key] = (first, last)

    def last(self, area, mutant):
        return self.known.get((area.name, mutant.key), (None, None))[1]

    def first(self, area, mutant):
        return self.known.get((area.name, mutant.key), (None, None))[0]

    def put(self, area, mutant, outcome):
        self.known[area.name, mutant.key] = (self.first(area, mutant) or outcome, outcome)

    def forget_all_but(self, area, mutants):
        there = {mutant.key for mutant in mutants}
        self.known = {at: value for at, value in self.known.items() if at[0] != area.name or at[1] in there}

    def write(self):
        text = "".join("\t".join((*at, *value)) + "\n" for at, value in sorted(self.known.items()))
        beside = self.path.with_suffix(".new")
        beside.write_text(text)
        beside.replace(self.path)


def copy_tree(name="tree", but=()):
    """Brings a copy of this tree up to date, all files `but` some; those that are the same keep their age, and with it their builds."""
    tree = OUT / name
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    names = {name for name in names if (ROOT / name).is_file()}
    for folder, _, files in os.walk(tree):
        for file in files:
            there = Path(folder) / file
            if str(there.relative_to(tree)) not in names:
                there.unlink()
    for name in names - set(but):
        there = tree / name
        if not there.exists() or not filecmp.cmp(ROOT / name, there, shallow=False):
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, there)
            shutil.copymode(ROOT / name, there)
    return tree


ENDED = re.compile(r"^\s+([A-Z]+) \[", re.MULTILINE)


def by_time_alone(log):
    """Whether a log of nextest tells of tests that were out of time and of none that failed."""
    ends = set(ENDED.findall(log)) - {"PASS", "SLOW", "START", "SKIP", "TERMINATING", "SIGTERM"}
    return bool(ends) and ends <= {"SIGXCPU", "SIGKILL", "TIMEOUT"}


def environment(build="build"):
    """For building and running tests. Each copy of the tree has its own build: what has the same path within a workspace has the same name there."""
    variables = dict(os.environ, CARGO_TARGET_DIR=str(OUT / build), NEXTEST_PROFILE="mutants", INSTA_UPDATE="no")
    # The random games and the suites of known counts, shorter: what they find they find early.
    variables.setdefault("TABIYA_POSITIONS", "3000")
    variables.setdefault("TABIYA_NODES", "20000")
    return variables


def switch(work, done, jobs, only_quick):
    """Judges what can share one build; done(area, mutant, outcome) hears of each as it is known, and the others are returned."""
    import mutant_switches

    package, features, selection = work[0][0].package, work[0][0].features, work[0][0].far
    variables = environment("build-switched") | {"RUSTC_BOOTSTRAP": package.replace("-", "_")}
    by_file = {}
    for number, (area, mutant) in enumerate(work):
        # These fill tables while compiling, where a switch is always off, and slow.
        if area.name == "attacks" and mutant.in_const:
            continue
        by_file.setdefault(mutant.file, []).append((number, mutant.entry))
    # What did not compile behind a switch will not do so the next time.
    unfit = OUT / "unfit"
    known = set(unfit.read_text().split()) if unfit.exists() else set()
    dropped = {number for number, (_, mutant) in enumerate(work) if mutant.key in known}
    if all(number in dropped for entries in by_file.values() for number, _ in entries):
        return work

    def learn(numbers):
        with open(unfit, "a") as file:
            file.writelines(work[number][1].key + "\n" for number in sorted(numbers))

    tree = copy_tree("switched", but=[*by_file, f"crates/{package}/src/lib.rs"])
    binaries, placed, unviable = mutant_switches.build(ROOT, tree, package, features, selection, by_file, variables, dropped, learn)
    folder = tree / "crates" / package
    variables.update(CARGO_MANIFEST_DIR=str(folder), INSTA_WORKSPACE_ROOT=str(tree))
    tests = mutant_switches.Tests(folder, binaries, variables, LONGEST_TEST)
    tests.record(OUT / "reaching", OUT / f"baseline-{package}", jobs)
    print(f"{package}: {len(placed)} of {len(work)} mutants in one build; {len(tests.tests) - len(tests.left_out)} tests", flush=True)
    for test in tests.left_out:
        print(f"    not among them: {test}", flush=True)
    for number in sorted(unviable):
        done(*work[number], "unviable")
    left = [work[number] for number in range(len(work)) if number not in placed | unviable]
    for number, outcome in tests.judge_all([number for number in range(len(work)) if number in placed], jobs, only_quick):
        area, mutant = work[number]
        if mutant.in_const and outcome in ("unreached", "missed"):
            left.append((area, mutant))
        elif outcome == "unreached":
            done(area, mutant, "missed", "no test reaches it")
        else:
            done(area, mutant, outcome)
    return left


def mutated(source, entry):
    """The text of a file with a mutant in it."""
    lines = source.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    start, end = (starts[place["line"] - 1] + place["column"] - 1 for place in (entry["span"]["start"], entry["span"]["end"]))
    return source[:start] + entry["replacement"] + source[end:]


def attempt(area, selection, mutants):
    """Runs the mutants one by one against a selection of tests; the outcome of each by its name.

    Not by cargo-mutants, which invents them: it would try every deleted field of the package besides, whatever --re says (27.1).
    """
    variables = environment()
    if shutil.which("prlimit"):
        host = re.search("^host: (.*)$", subprocess.check_output(["rustc", "-vV"], text=True), re.MULTILINE)[1]
        variables[f"CARGO_TARGET_{host.upper().replace('-', '_')}_RUNNER"] = " ".join(["prlimit", *LIMITS])
    # What does not run need not be built.
    command = ["cargo", "nextest", "run", "--cargo-profile=mutants", "--locked", "--color=never", f"--package={area.package}"]
    command += [*area.features, *selection]

    # A table that is made while compiling may never be finished.
    # The soft limit alone: tests have their own, and could not raise a hard one.
    limit = ["prlimit", f"--cpu={LONGEST_BUILD[area.package]}:"] if shutil.which("prlimit") else []

    def run(*more):
        whole = [*(limit if "--no-run" in more else []), *command, *more]
        answer = subprocess.run(whole, cwd=OUT / "tree", env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        log = answer.stdout.decode(errors="replace")
        (OUT / "last.log").write_text(log)
        return answer.returncode == 0, log

    outcomes = {}
    for mutant in mutants:
        source, place = (ROOT / mutant.file).read_text(), OUT / "tree" / mutant.file
        place.write_text(mutated(source, mutant.entry))
        try:
            built, log = run("--no-run")
            if not built:
                # An assertion of the tables, which are made and checked while compiling, catches too.
                outcome = "caught" if "error[E0080]" in log else "timeout" if re.search("signal: (9|24)", log) else "unviable"
                if "error[" not in log and "error: " not in log:
                    fail(f"the tests cannot be built:\n{log[-4000:]}")
            else:
                passed, log = run()
                outcome = "missed" if passed else "timeout" if by_time_alone(log) else "caught"
        finally:
            place.write_text(source)
        outcomes[mutant.name] = outcome
    return outcomes


def judge(area, mutants):
    """The outcome of each mutant, after its nearest tests and, if need be, after the others."""
    outcomes = attempt(area, area.near, mutants)
    survivors = [mutant for mutant in mutants if outcomes.get(mutant.name) == "missed"]
    if survivors and area.far != area.near:
        outcomes |= attempt(area, area.far, survivors)
    return outcomes


def count(area, mutants, results):
    outcomes = [results.last(area, mutant) for mutant in mutants]
    before = [results.first(area, mutant) for mutant in mutants]
    return {
        "mutants": len(mutants),
        "tried": sum(outcome is not None for outcome in outcomes),
        "viable": sum(outcome in ("caught", "missed") for outcome in outcomes),
        "caught at first": sum(outcome == "caught" for outcome in before),
        "caught": outcomes.count("caught"),
        "timed out": outcomes.count("timeout"),
    }


def report(areas, results):
    survivors, total = [], {}
    for row, area in enumerate(areas):
        mutants = listed(area, *area.features)
        counts = count(area, mutants, results)
        if row == 0:
            print("| area | " + " | ".join(counts) + " |")
            print("|---" * (len(counts) + 1) + "|")
        print(f"| `{area.name}` | " + " | ".join(f"{number:,}" for number in counts.values()) + " |")
        total = {column: total.get(column, 0) + number for column, number in counts.items()}
        survivors += [mutant.name for mutant in mutants if results.last(area, mutant) == "missed"]
    print("| all | " + " | ".join(f"{number:,}" for number in total.values()) + " |")
    for name in survivors:
        print(f"survived: {name}")
    return survivors


def run(areas, arguments, results):
    survivors, todo, listing = [], {}, {}
    copy_tree()
    for area in areas:
        mutants = listing[area.name] = listed(area, *area.features)
        results.forget_all_but(area, mutants)
        chosen = []
        if arguments.again:
            chosen = [mutant for mutant in mutants if results.last(area, mutant) in ("missed", "timeout")]
        if not arguments.again or arguments.sample is not None:
            # Shuffled before the known ones are left out, so that a run that is called again goes on in the same order.
            order = list(mutants)
            random.Random(f"{arguments.seed} {area.name}").shuffle(order)
            chosen += [mutant for mutant in order if results.last(area, mutant) is None][: arguments.sample]
        todo.setdefault(area.package, []).extend((turn, area, mutant) for turn, mutant in enumerate(chosen))

    def done(area, mutant, outcome, why=""):
        results.put(area, mutant, outcome)
        results.write()
        if outcome in ("missed", "timeout"):
            print(f"{outcome}: {mutant.name}{why and '; '}{why}", flush=True)
            survivors.append(mutant)

    for work in todo.values():
        # One of each area in turn: what is known when a run is cut off is a sample of all of them.
        work = [(area, mutant) for _, area, mutant in sorted(work, key=lambda item: item[0])]
        left = switch(work, done, arguments.jobs, arguments.quick) if work else []
        if arguments.switches:
            continue
        for area in areas:
            # Neighbours share what has to be compiled again.
            mine = sorted((mutant for of, mutant in left if of is area), key=lambda mutant: mutant.name)
            for start in range(0, len(mine), arguments.batch):
                batch = mine[start : start + arguments.batch]
                outcomes = judge(area, batch)
                for mutant in batch:
                    done(area, mutant, outcomes[mutant.name])
    for area in areas:
        known = count(area, listing[area.name], results)
        print(f"{area.name}: {known['caught']} of {known['viable']} viable caught, {known['tried']} of {known['mutants']} tried")
    return survivors


def changed_mutants(other, base, diff, results):
    """What is to be tried of a crate: an area has its results, which tell what is new; for files that are in no area there is only the diff."""
    mutants = listed(other, "--in-diff", str(diff), *other.features)
    if base is not None:
        return mutants
    mine = [area for area in AREAS if area.package == other.package]
    new = [mutant for area in mine for mutant in listed(area, *area.features) if results.last(area, mutant) is None]
    return new + [mutant for mutant in mutants if not any(area.holds(mutant.file) for area in mine)]


def run_changed(arguments):
    base = arguments.changed or None
    since = base or "HEAD~1"
    OUT.mkdir(parents=True, exist_ok=True)
    diff = OUT / "diff"
    if subprocess.run(["git", "rev-parse", "--quiet", "--verify", f"{since}^{{commit}}"], cwd=ROOT, capture_output=True).returncode:
        if base is not None:
            fail(f"there is no commit {base} to compare with")
        print(f"there is no commit {since} to compare with: only what has no result yet")
        diff.write_text("")
    else:
        diff.write_bytes(subprocess.check_output(["git", "diff", since, "--", RULES, COUNTER], cwd=ROOT))
    copy_tree()
    results = Results(arguments.results)
    survived = False
    # For files that are in no area.
    others = [Area("others", (RULES,), tests("rules"), QUICK), Area("others", (COUNTER,), ["--lib"], ["--lib", "--tests"], "tabiya-perft", ())]
    for other in others:
        mutants = changed_mutants(other, base, diff, results)
        chosen = mutants[:: -(-len(mutants) // arguments.most)] if mutants else []
        outcomes = {}
        for area in [*AREAS, other]:
            mine = [mutant for mutant in chosen if mutant.name not in outcomes and area.holds(mutant.file)]
            outcomes |= judge(area, mine) if mine else {}
        missed = [name for name, outcome in outcomes.items() if outcome == "missed"]
        caught = sum(outcome == "caught" for outcome in outcomes.values())
        print(
            f"{other.package}: {len(mutants)} mutants of changed lines, {len(chosen)} tried, {caught} of {caught + len(missed)} viable caught",
            flush=True,
        )
        for name in missed:
            print(f"survived: {name}")
        survived |= bool(missed)
    return survived


def parser_is_there():
    """The switches need a parser of Rust: goes on with one in a virtual environment where this Python has none."""
    try:
        import tree_sitter_rust  # noqa: F401
    except ImportError:
        venv = OUT / "venv"
        python = venv / "bin" / "python"
        if sys.prefix == str(venv):
            fail("tree-sitter cannot be loaded")
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([venv / "bin" / "pip", "install", "--quiet", "tree-sitter>=0.25", "tree-sitter-rust>=0.24"], check=True)
        os.execv(python, [str(python), *sys.argv])


def tools_are_there(installing):
    def there(*command):
        return subprocess.run(["cargo", *command, "--version"], capture_output=True).returncode == 0

    if not there("nextest"):
        print("skipped: cargo-nextest is not installed")
        return False
    if there("mutants"):
        return True
    # Without optimisation: compiled in a third of the time, and it only lists here.
    install = ["timeout", "900", "cargo", "install", "--quiet", "--debug", "--locked", "cargo-mutants"]
    if installing and subprocess.run(install, env=dict(os.environ, CARGO_PROFILE_DEV_DEBUG="0")).returncode == 0:
        return True
    print("skipped: cargo-mutants is not installed")
    return False


def main():
    parser = argparse.ArgumentParser(prog="tools/mutants/run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=" ".join(area.name for area in AREAS))
    parser.add_argument("--sample", type=int, help="how many more of each area (all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample's order (1)")
    parser.add_argument("--batch", type=int, default=8, help="how many results are written at a time (8)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at a time (one per core)")
    parser.add_argument("--switches", action="store_true", help="only those that can share one build")
    parser.add_argument("--quick", action="store_true", help="without the tests that take long")
    parser.add_argument("--again", action="store_true", help="those that survived or ran out of time")
    parser.add_argument("--report", action="store_true", help="print the results and run nothing")
    parser.add_argument("--changed", nargs="?", const="", metavar="BASE", help="mutants of changed lines")
    parser.add_argument("--most", type=int, default=12, help="how many of --changed, per crate (12)")
    parser.add_argument("--installed", action="store_true", help="install nothing")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help="where results are kept (tools/mutants/results.tsv)")
    arguments = parser.parse_args()
    unknown = set(arguments.areas) - {area.name for area in AREAS}
    if unknown:
        fail(f"no area is called {' or '.join(sorted(unknown))}; there are {' '.join(area.name for area in AREAS)}")
    areas = [area for area in AREAS if not arguments.areas or area.name in arguments.areas]
    if not tools_are_there(not arguments.installed):
        return
    if arguments.changed is not None:
        survived = run_changed(arguments)
    elif arguments.report:
        survived = report(areas, Results(arguments.results))
    else:
        parser_is_there()
        survived = run(areas, arguments, Results(arguments.results))
    sys.exit(1 if survived else 0)


main()
