#!/usr/bin/env python3
"""How long `rehearse check --against main` takes in a job of CI, by what changed.

    gate-benchmark.py REHEARSE [STORIES [MILLISECONDS]]

In a repository that is made for it, a Swift package whose driver computes for MILLISECONDS (500) in each
of STORIES (12), these are checked, each as a job of its own: the folder of builds is removed before,
the cache is not.

- main against itself, with nothing in the cache;
- a change of documentation alone, and a comment;
- a function that no story runs, and 5 % more work in one story, with the branch in the cache;
- hyperfine beside the last two of these that are measured, with as many runs of each story as their time allows;
- twelve pairs of each story, with the record of what both sides read and without (`--no-inputs`);
- a driver that fails at once on both sides.

Then the same stories as a script: a driver in Python that imports a module for each. Only there a story can read
the same on both sides while another does not, so that it is proven by itself: all stories of the Swift package
start one program, which differs as soon as one function does.

- 5 % more work in the module of one story, and the same with all stories measured (`--no-proof`);
- a module that no story imports, and a comment in the driver, which all stories read.

Printed is the time of each, that of building and that of measuring, and the exit status; the exit status
is 1 where one is not what it should be.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import hyperfine
from published import publish

MANIFEST = """\
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "gated", targets: [.executableTarget(name: "gated")])
"""
DRIVER = r"""
import Glibc

func now(_ clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

@inline(never) func unrun(_ seed: UInt64) -> UInt64 { seed &* UNRUN }

func work(_ rounds: Int) -> UInt64 {
  var state: UInt64 = 1
  for round in 0..<rounds { state = state &* 6364136223846793005 &+ UInt64(round) }
  return state
}

let stories = STORIES
while let line = readLine() {
  if line.contains("\"hello\"") {
    let verbs = stories.map { "\"\($0.0)\"" }.joined(separator: ",")
    print("{\"ok\":true,\"protocol\":1,\"verbs\":[\(verbs)]}")
  } else if line.contains("\"step\"") {
    let rounds = stories.first { line.contains("\"\($0.0)\"") }?.1 ?? 0
    let (wall, cpu) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
    let count = work(rounds) == 0 ? 0 : 1
    let cost = (now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
    print("{\"ok\":true,\"cost\":{\"wall_ns\":\(cost.0),\"cpu_ns\":\(cost.1)},\"outcome\":{\"count\":\(count)}}")
  } else if line.contains("\"never\"") {
    print(unrun(UInt64(line.utf8.count)))
  } else {
    print("{\"ok\":true}")
    if line.contains("\"bye\"") { break }
  }
  fflush(nil)
}
"""

SCRIPT = """\
import importlib, json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    answer = {"ok": True}
    if request["request"] == "hello":
        answer.update(protocol=1, verbs=VERBS)
    elif request["request"] == "step":
        work = importlib.import_module(request["verb"]).work
        wall, cpu = time.monotonic_ns(), time.process_time_ns()
        count = work()
        cost = {"wall_ns": time.monotonic_ns() - wall, "cpu_ns": time.process_time_ns() - cpu}
        answer.update(cost=cost, outcome={"count": count})
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""
MODULE = """\
def work():
    state = 1
    for round in range(ROUNDS):
        state = (state * 6364136223846793005 + round) % 2**64
    return 0 if state == 0 else 1
"""


def main():
    rehearse = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    milliseconds = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    print(f"{count} stories, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}")
    rows, faults = [], []
    with tempfile.TemporaryDirectory(prefix="rehearse-gate-") as folder:
        for kind in (Repository, Scripts):
            made = kind(pathlib.Path(folder) / kind.__name__.lower(), rehearse, count, milliseconds)
            made.calibrate()
            made.measure()
            rows += made.rows
            faults += made.faults
    print("\n".join(faults) or "All as it should be.")
    publish("gate", ["What changed", "Seconds", "What it says"], rows)
    return 1 if faults else 0


class Repository:
    """A package in Swift."""
    SCENARIO = "driver: { package: ., product: gated }\nbuilds: { release: {} }\n"
    FIRST_ROUNDS = 50_000_000

    def __init__(self, folder, rehearse, count, milliseconds):
        self.folder, self.rehearse = folder, rehearse
        self.names = [f"story{number}" for number in range(1, count + 1)]
        self.seconds = milliseconds / 1000
        self.rounds = milliseconds * 1_000_000
        self.faults, self.rows = [], []
        folder.mkdir()
        self.write(".gitignore", ".build/\nResults/\n__pycache__/\n")
        self.write("README.md", "A package.\n")
        stories = "\n".join(
            f"  {name}: {{ steps: [{{ {name}: {{}}, expect: {{ count: 1 }} }}] }}" for name in self.names)
        self.write("s.yml", f"scenario: gated\n{self.SCENARIO}stories:\n{stories}\n")
        self.driver()
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "first")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def driver(self, growth=1.0, comment="", rounds=None, unrun=3):
        rounds = self.rounds if rounds is None else rounds
        stories = ", ".join(
            f'("{name}", {int(rounds * (growth if name == "story1" else 1))})' for name in self.names)
        self.write("Package.swift", MANIFEST)
        self.write("Sources/gated/main.swift",
                   DRIVER.replace("STORIES", f"[{stories}]").replace("UNRUN", str(unrun)) + comment)

    def git(self, *words):
        subprocess.run(["git", "-C", self.folder, "-c", "user.name=n", "-c", "user.email=n@localhost",
                        *words], check=True)

    def check(self, title, status, *options, says=""):
        """One job: what was built before is gone, and the cache is there."""
        shutil.rmtree(self.folder / ".build/rehearse/revisions", ignore_errors=True)
        start = time.monotonic()
        done = subprocess.run(
            [self.rehearse, "check", "s.yml", "--against", "main", *options], cwd=self.folder,
            env=os.environ | {"REHEARSE_PROGRESS": "1 s"}, capture_output=True, text=True)
        total = time.monotonic() - start
        building = sum(line.startswith(("Building", "0 %  Building")) or "Building " in line
                       for line in done.stderr.splitlines())
        sentence = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr[-300:]
        print(f"{title:44} {total:7.1f} s, of which building about {building:3} s, status {done.returncode}"
              f"\n    {sentence}", flush=True)
        self.rows.append([title, f"{total:.1f}", sentence.split(". ")[0].rstrip(".").split(": '")[0]])
        if done.returncode != status:
            self.faults.append(f"{title}: {done.returncode}, not {status}\n{done.stderr}")
        if says not in sentence:
            self.faults.append(f"{title}: it does not say '{says}': {sentence}")
        return total

    def measure(self):
        self.base = shutil.copy(self.program()[0], self.folder / ".build/base")
        self.check("the same, nothing cached", 0)
        self.write("README.md", "A package, explained.\n")
        documentation = self.check("documentation alone", 0)
        # At the end: one above would move lines, whose numbers are in the program.
        self.driver(comment="// A comment.\n")
        self.check("a comment", 0)
        self.driver()
        self.beside("nothing changed",
                    self.check("the same, measured all the same", 0, "--no-proof", "--no-layout-check"))
        self.driver(unrun=5)
        self.check("a function that no story runs", 0, "--no-layout-check", says="Same work, proven: no story runs")
        self.driver(growth=1.05)
        self.beside("5 % more work in one story",
                    self.check("5 % more work in one story", 2, "--no-layout-check"))
        self.tracing()
        self.driver(rounds=1)
        self.write("s.yml", (self.folder / "s.yml").read_text().replace("count: 1 }", "count: 2 }"))
        self.check("every story fails on both sides", 3)
        if documentation > 20:
            self.faults.append(f"a change of documentation took {documentation:.1f} s, more than 20 s")

    def beside(self, title, seconds):
        """What hyperfine says of the same stories of both builds, in the time that the check took."""
        if not shutil.which("hyperfine"):
            print("hyperfine is missing: make setup-bench")
            return
        candidate = shutil.copy(self.program()[0], self.folder / ".build/candidate")
        runs = max(2, round(seconds / (2 * len(self.names) * self.seconds)))
        start = time.monotonic()
        differ = []
        for name in self.names:
            request = self.folder / ".build" / name
            request.write_text(f'{{"request":"step","verb":"{name}"}}\n')
            if hyperfine.verdict(f"{self.base} < {request}", f"{candidate} < {request}", runs):
                differ.append(name)
        says = f"{', '.join(differ) or 'no story'} called different, with {runs} runs"
        print(f"hyperfine: {title}: {says}", flush=True)
        self.rows.append([f"hyperfine: {title}", f"{time.monotonic() - start:.1f}", says])

    def tracing(self):
        """A check with the record of both sides' inputs takes that record's time, but may make two pairs at once."""
        # So few pairs decide nothing in 36 cells: the least p value of 12 is 2 in 4,096.
        options = ("--pairs", "12", "--no-layout-check", "--no-control")
        with_it = self.check("twelve pairs of each story, traced", 0, *options)
        without = self.check("twelve pairs of each story, not traced", 0, *options, "--no-inputs")
        print(f"Without the record of inputs that check takes {without / with_it:.2f} times as long.")

    def calibrate(self):
        """Sets the work so that a story takes as long as it is to."""
        wanted, self.rounds = self.rounds, self.FIRST_ROUNDS
        self.driver()
        request = b'{"request":"step","verb":"story2"}\n'
        cost = subprocess.run(self.program(), cwd=self.folder, input=request, capture_output=True,
                              check=True).stdout
        nanoseconds = int(cost.split(b'"cpu_ns":')[1].split(b"}")[0])
        self.rounds = int(self.rounds * wanted / nanoseconds)
        self.driver()
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "calibrated")

    def program(self):
        subprocess.run(["swift", "build", "-c", "release", "--quiet"], cwd=self.folder, check=True)
        return [self.folder / ".build/release/gated"]


class Scripts(Repository):
    """A driver in Python, and a module for each story."""
    SCENARIO = "builds: { python: { command: [python3, driver.py] } }\n"
    FIRST_ROUNDS = 1_000_000

    def driver(self, growth=1.0, comment="", rounds=None, unrun=3):
        rounds = self.rounds if rounds is None else rounds
        self.write("driver.py", SCRIPT.replace("VERBS", repr(self.names)) + comment)
        self.write("unused.py", f"print({unrun})\n")
        for name in self.names:
            own = int(rounds * (growth if name == "story1" else 1))
            self.write(f"{name}.py", MODULE.replace("ROUNDS", str(own)))

    def program(self):
        return [sys.executable, "driver.py"]

    def measure(self):
        self.driver(unrun=5)
        self.check("script: a module that no story imports", 0)
        self.driver(growth=1.05)
        self.check("script: 5 % more work in one story's module", 2, "--no-layout-check")
        self.check("script: the same, and all stories measured", 2, "--no-layout-check", "--no-proof")
        self.driver(comment="# A comment.\n")
        self.check("script: a comment in the driver", 0, "--no-layout-check")


if __name__ == "__main__":
    sys.exit(main())
