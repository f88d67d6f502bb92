"""Runs the tests where they are most likely to depend on time, luck or each other, again and again.

    tools/under-load              one round of every condition
    tools/under-load 10           ten rounds
    tools/under-load --release    without debug assertions, the counter and the engine, as `.ci/run` does once
    tools/under-load 3 cancel     only test programs with that in their name

The conditions: on one core; beside four busy programs per core; and twice at once. Tests of the rules alone have neither threads
nor processes nor clocks and are left out, but for those with an allocator of their own. Needs Linux. Ends with 1 if a test failed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"bench", "guide", "proof"}
BUSY_PER_CORE = 4


def programs(release):
    """The test programs, newly built: path, name and folder of the package of each."""
    command = ["cargo", "test", "--locked", "--no-run", "--message-format=json"]
    command += ["--release", "-p", "tabiya-perft", "-p", "tabiya-engine"] if release else ["--workspace"]
    # As in .ci/run: linking as a whole takes longer than the tests.
    quickly = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16"}
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    settings = {**quickly, "CARGO_TARGET_DIR": str(target / "release-tests")} if release else {}
    built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings})
    if built.returncode:
        sys.exit(built.returncode)
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] != "compiler-artifact" or not message["executable"] or not message["profile"]["test"]:
            continue
        folder = Path(message["manifest_path"]).parent
        name = message["target"]["name"]
        is_rules = folder.name == "tabiya" and name != "notation_hostile"
        if not is_rules and folder.name not in LEFT_OUT:
            yield message["executable"], f"{folder.name}/{name}", folder


def run(program, logs, label):
    """Runs one program; the file with its output if it failed."""
    path, name, folder = program
    log = logs / f"{label}-{name.replace('/', '-')}.log"
    with log.open("w") as output:
        ended = subprocess.run([path, "--quiet"], cwd=folder, stdout=output, stderr=subprocess.STDOUT)
    return log if ended.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", nargs="?", type=int, default=1)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--release", action="store_true")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("at least one round is needed")
    if not hasattr(os, "sched_setaffinity"):
        sys.exit("tools/under-load needs Linux: it chooses the cores that tests run on")
    tests = [program for program in programs(arguments.release) if arguments.name in program[1]]
    if not tests:
        print(f"no test program has {arguments.name!r} in its name", file=sys.stderr)
        return 2
    logs = Path(tempfile.mkdtemp(prefix="tabiya-under-load-"))
    all_cores = os.sched_getaffinity(0)
    conditions = [("one-core", {min(all_cores)}, 0, 1), ("crowded", all_cores, BUSY_PER_CORE, 1), ("twice", all_cores, 0, 2)]
    runs, failed = 0, []
    for label, cores, busy, copies in conditions:
        # What is started from here on has the same cores.
        os.sched_setaffinity(0, cores)
        spinners = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(busy * len(cores))]
        try:
            with ThreadPoolExecutor(copies) as pool:
                for number in range(arguments.rounds):
                    for program in tests:
                        labels = [f"{label}-{number}-{copy}" for copy in range(copies)]
                        ended = list(pool.map(lambda one: run(program, logs, one), labels))
                        runs += copies
                        for log in filter(None, ended):
                            failed.append(log)
                            print(f"FAILED: {log}", flush=True)
        finally:
            for spinner in spinners:
                spinner.kill()
                spinner.wait()
        print(f"{label}: {arguments.rounds} rounds of {len(tests)} test programs", flush=True)
    print(f"{runs} runs of {len(tests)} test programs, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
