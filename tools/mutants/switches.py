"""Many mutants in one build: each sits behind a switch that a test process reads from its environment.

Compiling once per mutant costs far more than running the tests that notice it. Here an expression `a + b` with two
mutants becomes

    (if crate::mutant_switches::on(7) { a - b } else if crate::mutant_switches::on(8) { a * b } else { a + b })

and one build serves all mutants of a crate. A first run of every test records which switches it reaches; a mutant then
meets only the tests that reach it, the quickest first.

In a `const fn` a switch works when it is called at run time and does nothing while compiling: what no test notices
there, and what does not compile in this form, is compiled by itself.
"""

import concurrent.futures
import json
import os
import pickle
import re
import signal
import subprocess
import threading
from dataclasses import dataclass, field

import tree_sitter
import tree_sitter_rust

# CPU seconds: what takes longer is asked last.
QUICK_TEST = 1.5

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))

MODULE = """
#[doc(hidden)]
#[allow(unsafe_code, missing_docs, dead_code)]
pub mod mutant_switches {
    extern crate std;
    use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

    const UNKNOWN: u32 = u32::MAX;
    const RECORDING: u32 = u32::MAX - 1;
    const NONE: u32 = u32::MAX - 2;
    static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
    static REACHED: [AtomicU8; 8192] = [const { AtomicU8::new(0) }; 8192];

    #[inline(always)]
    pub const fn on(switch: u32) -> bool {
        core::intrinsics::const_eval_select((switch,), never, at_run_time)
    }

    const fn never(_: u32) -> bool {
        false
    }

    // Not inlined: there are thousands of calls, and generic code has them once per instance.
    #[inline(never)]
    fn at_run_time(switch: u32) -> bool {
        let active = ACTIVE.load(Relaxed);
        if active < NONE { active == switch } else { rarely(active, switch) }
    }

    #[cold]
    #[inline(never)]
    fn rarely(active: u32, switch: u32) -> bool {
        match active {
            NONE => false,
            RECORDING => {
                REACHED[switch as usize].store(1, Relaxed);
                false
            }
            _ => {
                if std::env::var_os("MUTANT_REACH").is_some() {
                    // SAFETY: the function is safe to call at any time, also after `main`.
                    unsafe { atexit(write_reached) };
                    ACTIVE.store(RECORDING, Relaxed);
                } else {
                    let chosen = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok());
                    ACTIVE.store(chosen.unwrap_or(NONE), Relaxed);
                }
                at_run_time(switch)
            }
        }
    }

    unsafe extern "C" {
        fn atexit(at_exit: extern "C" fn()) -> i32;
    }

    extern "C" fn write_reached() {
        let reached: std::vec::Vec<u8> = REACHED.iter().map(|at| at.load(Relaxed)).collect();
        if let Some(path) = std::env::var_os("MUTANT_REACH") {
            let _ = std::fs::write(path, reached);
        }
    }
}
"""


@dataclass
class Switched:
    """A source file with switches, and where each switch's own text lies in it."""

    text: bytes
    ranges: list = field(default_factory=list)  # (start, end, switch)


class Instrument:
    """Puts switches into one file."""

    def __init__(self, source, mutants):
        """mutants: (switch, entry of cargo-mutants' list)"""
        self.source = source
        self.starts = [0]
        for line in source.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.placed = set()
        self.bodies, self.operators, self.guards, self.arms, self.fields = {}, {}, {}, {}, {}
        for switch, entry in mutants:
            place = self.offset(entry["span"]["start"])
            home = {
                "FnValue": self.bodies,
                "BinaryOperator": self.operators,
                "UnaryOperator": self.operators,
                "MatchArmGuard": self.guards,
                "MatchArm": self.arms,
                "StructField": self.fields,
            }.get(entry["genre"])
            if home is not None:
                home.setdefault(place, []).append((switch, entry["replacement"]))

    def offset(self, place):
        line = self.source[self.starts[place["line"] - 1] : self.starts[place["line"]]].decode()
        return self.starts[place["line"] - 1] + len(line[: place["column"] - 1].encode())

    def run(self):
        text = self.render(PARSER.parse(self.source).root_node)
        plain, ranges, opened, position = [], [], {}, 0
        for part in re.split(rb"(/\*[<>]\d+\*/)", text):
            mark = re.fullmatch(rb"/\*([<>])(\d+)\*/", part)
            if not mark:
                plain.append(part)
                position += len(part)
            elif mark[1] == b"<":
                opened[mark[2]] = position
            else:
                ranges.append((opened[mark[2]], position, int(mark[2])))
        return Switched(b"".join(plain), ranges)

    def choice(self, alternatives, otherwise):
        """`if` on each switch its own text, else the text with the switches of its parts."""
        parts = []
        for switch, text in alternatives:
            self.placed.add(switch)
            parts.append(b"if crate::mutant_switches::on(%d) {\n/*<%d*/%s/*>%d*/\n} else " % (switch, switch, text, switch))
        return b"".join(parts) + b"{\n" + otherwise + b"\n}"

    def inside(self, node, replaced=()):
        """The text of a node, its children rendered; `replaced` are children whose text is given."""
        parts, at = [], node.start_byte
        given = dict(replaced)
        for child in node.children:
            parts.append(self.source[at : child.start_byte])
            parts.append(given[child.id] if child.id in given else self.render(child))
            at = child.end_byte
        parts.append(self.source[at : node.end_byte])
        return b"".join(parts)

    def render(self, node):
        source = self.source
        if node.type == "token_tree" or not node.children:
            return source[node.start_byte : node.end_byte]
        # A constant is computed while compiling, where no switch is ever on.
        if node.type in ("attribute_item", "const_item", "static_item"):
            return source[node.start_byte : node.end_byte]
        if node.type in ("binary_expression", "compound_assignment_expr"):
            left, operator, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
            found = self.operators.get(operator.start_byte)
            if found:
                before, after = source[node.start_byte : operator.start_byte], source[operator.end_byte : node.end_byte]
                alternatives = [(switch, before + new.encode() + after) for switch, new in found]
                text = self.choice(alternatives, self.inside(node))
                return b"{" + text + b"}" if node.type == "compound_assignment_expr" else b"(" + text + b")"
        elif node.type == "unary_expression":
            found = self.operators.get(node.start_byte)
            if found:
                rest = source[node.children[0].end_byte : node.end_byte]
                return b"(" + self.choice([(switch, new.encode() + rest) for switch, new in found], self.inside(node)) + b")"
        elif node.type in ("array_expression", "array_type") and node.child_by_field_name("length"):
            # How long an array is, is computed while compiling.
            length = node.child_by_field_name("length")
            return self.inside(node, [(length.id, source[length.start_byte : length.end_byte])])
        elif node.type == "struct_expression":
            return self.structure(node)
        elif node.type == "match_arm":
            return self.arm(node)
        elif node.type == "function_item":
            return self.function(node)
        return self.inside(node)

    def structure(self, node):
        """A structure that takes all that is not named from another: each field in its turn is not named."""
        alternatives = []
        for field in node.child_by_field_name("body").children:
            for switch, _ in self.fields.get(field.start_byte, []):
                after = field.next_sibling
                end = after.end_byte if after is not None and after.type == "," else field.end_byte
                alternatives.append((switch, self.source[node.start_byte : field.start_byte] + self.source[end : node.end_byte]))
        text = self.inside(node)
        return b"(" + self.choice(alternatives, text) + b")" if alternatives else text

    def arm(self, node):
        pattern = node.child_by_field_name("pattern")
        condition = pattern.child_by_field_name("condition")
        deleted = self.arms.get(node.start_byte, [])
        if condition is None:
            if not deleted:
                return self.inside(node)
            guard = [b"!crate::mutant_switches::on(%d)" % switch for switch, _ in deleted]
            self.placed.update(switch for switch, _ in deleted)
            marked = b" if /*<%d*/" % deleted[0][0] + b" && ".join(guard) + b"/*>%d*/" % deleted[0][0]
            return self.inside(node, [(pattern.id, self.render(pattern) + marked)])
        changed = self.guards.get(condition.start_byte, [])
        if condition.type in ("let_condition", "let_chain"):
            return self.inside(node)
        text = self.render(condition)
        if changed:
            text = b"(" + self.choice([(switch, new.encode()) for switch, new in changed], text) + b")"
        for switch, _ in deleted:
            self.placed.add(switch)
            text = b"/*<%d*/!crate::mutant_switches::on(%d)/*>%d*/ && (" % (switch, switch, switch) + text + b")"
        return self.inside(node, [(pattern.id, self.inside(pattern, [(condition.id, text)]))])

    def function(self, node):
        body = node.child_by_field_name("body")
        if body is None or len(body.children) < 2:
            return self.inside(node)
        first = next(child for child in body.children[1:] if "comment" not in child.type)
        here = [
            (switch, new)
            for place in range(body.start_byte, first.start_byte + 1)
            for switch, new in self.bodies.get(place, [])
        ]
        if not here:
            return self.inside(node)
        text = self.inside(body)
        opening = b"{\n"
        for switch, new in here:
            self.placed.add(switch)
            opening += b"if crate::mutant_switches::on(%d) {\n/*<%d*/return %s;/*>%d*/\n}\n" % (switch, switch, new.encode(), switch)
        return self.inside(node, [(body.id, opening + text[1:])])


def put(path, content):
    """Writes a file unless it says so already: its age is what cargo goes by."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def instrument(root, tree, package, by_file, dropped):
    """Writes the files of a package with switches; by_file: file -> [(switch, entry)]. Returns the files as switched, and what was placed."""
    switched, placed = {}, set()
    for file, mutants in by_file.items():
        work = Instrument((root / file).read_bytes(), [(switch, entry) for switch, entry in mutants if switch not in dropped])
        switched[file] = work.run()
        placed |= work.placed
        put(tree / file, switched[file].text)
    top = f"crates/{package}/src/lib.rs"
    head = b"#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features, unused_parens, unused_braces)]\n"
    body = switched[top].text if top in switched else (root / top).read_bytes()
    # The module of the switches writes a file when the program ends.
    text = head + body.replace(b"#![forbid(unsafe_code)]", b"#![deny(unsafe_code)]", 1)
    put(tree / top, text + MODULE.encode())
    if top in switched:
        shift = len(text) - len(body)
        switched[top] = Switched(text, [(start + shift, end + shift, switch) for start, end, switch in switched[top].ranges])
    return switched, placed


def blamed(message, switched):
    """The switches whose text an error of the compiler speaks of."""
    found, somewhere = set(), []

    def look(spans):
        for span in spans:
            while span:
                for file, result in switched.items():
                    if span["file_name"].endswith(file):
                        somewhere.append((file, span["byte_start"]))
                        inner = [r for r in result.ranges if r[0] <= span["byte_end"] and span["byte_start"] <= r[1]]
                        if inner:
                            found.add(min(inner, key=lambda r: r[1] - r[0])[2])
                span = (span.get("expansion") or {}).get("span")

    look(message["spans"])
    for child in message["children"]:
        look(child["spans"])
    return found, somewhere


# No such operator, no such default, no such name: what these say of a mutant's own text does not depend on the switch around it.
HOPELESS = {"E0368", "E0369", "E0412", "E0425", "E0433", "E0599"}


def hopeless(message, switched):
    """The switches whose text could not be compiled by itself either."""
    code = (message.get("code") or {}).get("code")
    says = message["message"]
    no_trait = code == "E0277" and re.search("`[^`]*: (Default|From|FromIterator)|^cannot |^no implementation", says)
    no_macro = code is None and says.startswith("cannot find macro")
    if not (code in HOPELESS or no_trait or no_macro):
        return set()
    return {
        switch
        for span in message["spans"]
        if span["is_primary"]
        for file, result in switched.items()
        if span["file_name"].endswith(file)
        for start, end, switch in result.ranges
        if start <= span["byte_start"] and span["byte_end"] <= end
    }


def cargo(tree, environment, *words):
    answer = subprocess.run(
        ["cargo", *words, "--message-format=json", "--locked"], cwd=tree, env=environment, capture_output=True, text=True
    )
    return answer.returncode, [json.loads(line) for line in answer.stdout.splitlines() if line.startswith("{")], answer.stderr


def build(root, tree, package, features, selection, by_file, environment, dropped, learn):
    """Builds the tests with as many switches as compile. `dropped` are known not to, and learn(switches) hears of
    others. Returns the test binaries, the switches that are in and those whose mutants do not compile at all."""
    dropped, unviable = set(dropped), set()
    common = ["--profile=mutants", f"--package={package}", *features]
    while True:
        switched, placed = instrument(root, tree, package, by_file, dropped)
        for words in (["check", *common, "--lib"], ["test", "--no-run", *common, *selection]):
            code, messages, log = cargo(tree, environment, *words)
            if code:
                break
        print(f"    {package}: {len(placed)} switches, {'they compile' if code == 0 else 'some do not compile'}", flush=True)
        if code == 0:
            binaries = [m["executable"] for m in messages if m.get("reason") == "compiler-artifact" and m.get("executable")]
            return binaries, placed, unviable
        bad = set()
        for message in messages:
            if message.get("reason") == "compiler-message" and message["message"]["level"] == "error":
                unviable |= hopeless(message["message"], switched)
                found, somewhere = blamed(message["message"], switched)
                if not found:
                    # Nothing of ours in sight: the nearest switch before it, whose `return` or whose type it may be.
                    for file, at in somewhere:
                        before = [r for r in switched[file].ranges if r[0] <= at and r[2] not in bad]
                        found |= {max(before, key=lambda r: r[0])[2]} if before else set()
                bad |= found
        if not bad - dropped:
            raise SystemExit(f"mutants: the build with switches failed:\n{log[-4000:]}")
        dropped |= bad | unviable
        learn(bad - unviable)


@dataclass
class Test:
    binary: str
    name: str
    cpu: float = 0.0


class Tests:
    def __init__(self, folder, binaries, environment, limit):
        self.folder, self.environment, self.limit = folder, environment, limit
        self.tests, self.reaching = [], {}
        self.left_out = []
        for binary in binaries:
            names = self.names(binary) - self.names(binary, "--ignored")
            self.tests += [Test(binary, name) for name in sorted(names)]

    def names(self, binary, *more):
        text = subprocess.check_output([binary, "--list", "--format=terse", *more], cwd=self.folder, env=self.environment, text=True)
        return {line.removesuffix(": test") for line in text.splitlines() if line.endswith(": test")}

    def run(self, test, cpu, **variables):
        """Runs one test. Returns (how it ended: passed, failed or timeout; its CPU time)."""
        limits = ["prlimit", f"--cpu={int(cpu) + 1}:{int(cpu) + 2}", f"--as={8 << 30}"]
        process = subprocess.Popen(
            [*limits, test.binary, "--exact", test.name, "--test-threads=1"],
            cwd=self.folder, env=self.environment | variables, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        late = []

        def end():
            late.append(True)
            os.killpg(process.pid, signal.SIGKILL)

        # For a test that waits for ever without using its time.
        timer = threading.Timer(900, end)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        spent = usage.ru_utime + usage.ru_stime
        if late or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timeout", spent
        return ("passed" if process.returncode == 0 else "failed"), spent

    def record(self, folder, known, jobs):
        """Runs every test once without a mutant and learns what it reaches, or reads that from `known`, where a run that was cut off left it."""
        stamps = {binary: os.stat(binary).st_mtime for binary in {test.binary for test in self.tests}}
        learnt = pickle.loads(known.read_bytes()) if known.exists() else {}
        if learnt.get("stamps") != stamps or learnt.get("limit") != self.limit:
            learnt = {"stamps": stamps, "limit": self.limit, "tests": {}}
        folder.mkdir(exist_ok=True)

        def learn(number, test):
            file = folder / str(number)
            file.unlink(missing_ok=True)
            ended, cpu = self.run(test, self.limit, MUTANT_REACH=str(file))
            reached = [switch for switch, on in enumerate(file.read_bytes()) if on] if file.exists() else []
            return (test.binary, test.name), (ended, cpu, reached)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            new = [(number, test) for number, test in enumerate(self.tests) if (test.binary, test.name) not in learnt["tests"]]
            for answer in concurrent.futures.as_completed([pool.submit(learn, *each) for each in new]):
                at, what = answer.result()
                learnt["tests"][at] = what
                known.write_bytes(pickle.dumps(learnt))
        for test in self.tests:
            ended, test.cpu, reached = learnt["tests"][test.binary, test.name]
            if ended != "passed":
                self.left_out.append(f"{test.name} ({'fails in this short form' if ended == 'failed' else 'takes too long'})")
                continue
            for switch in reached:
                self.reaching.setdefault(switch, []).append(test)
        for tests in self.reaching.values():
            tests.sort(key=lambda test: test.cpu)

    def judge(self, switch, tests):
        """caught, timeout, or None if all pass."""
        out_of_time = 0
        for test in tests:
            ended, _ = self.run(test, 10 * test.cpu + 4, MUTANT=str(switch))
            if ended == "failed":
                return "caught"
            out_of_time += ended == "timeout"
            if out_of_time == 3:
                break
        return "timeout" if out_of_time else None

    def judge_all(self, switches, jobs, only_quick):
        """Yields (switch, caught, missed, timeout or unreached): first what the quick tests notice, then what the
        others do, unless they are not to be asked."""
        open_switches = []
        for switch in switches:
            if switch in self.reaching:
                open_switches.append(switch)
            else:
                yield switch, "unreached"
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for quick in (True, False):
                of = {
                    switch: [test for test in self.reaching[switch] if (test.cpu <= QUICK_TEST) == quick]
                    for switch in open_switches
                }
                answers = {pool.submit(self.judge, switch, tests): switch for switch, tests in of.items()}
                survivors = []
                for answer in concurrent.futures.as_completed(answers):
                    switch, outcome = answers[answer], answer.result()
                    if outcome:
                        yield switch, outcome
                    elif quick and not only_quick:
                        survivors.append(switch)
                    else:
                        yield switch, "missed"
                open_switches = [switch for switch in open_switches if switch in survivors]
