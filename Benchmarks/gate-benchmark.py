#!/usr/bin/env python3
"""How long `rehearse check --against main` takes in a job of CI, by what changed.

    gate-benchmark.py REHEARSE [STORIES [MILLISECONDS]]

In a repository that is made for it, a Swift package whose driver computes for MILLISECONDS (500) in each
of STORIES (12), these are checked, each as a job of its own: the folder of builds is removed before,
the cache is not.

- main against itself, with nothing in the cache;
- a change of documentation alone, and a comment;
- 5 % more work in one story, with the branch in the cache;
- twelve pairs of each story, with the record of what both sides read and without (`--no-inputs`);
- a driver that fails at once on both sides.

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
  } else {
    print("{\"ok\":true}")
    if line.contains("\"bye\"") { break }
  }
  fflush(nil)
}
"""


def main():
    rehearse = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    milliseconds = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    with tempfile.TemporaryDirectory(prefix="rehearse-gate-") as folder:
        return Repository(pathlib.Path(folder) / "gated", rehearse, count, milliseconds).measure()


class Repository:
    def __init__(self, folder, rehearse, count, milliseconds):
        self.folder, self.rehearse = folder, rehearse
        self.names = [f"story{number}" for number in range(1, count + 1)]
        self.rounds = milliseconds * 1_000_000
        self.faults, self.rows = [], []
        (folder / "Sources/gated").mkdir(parents=True)
        self.write("Package.swift", MANIFEST)
        self.write(".gitignore", ".build/\nResults/\n")
        self.write("README.md", "A package.\n")
        stories = "\n".join(
            f"  {name}: {{ steps: [{{ {name}: {{}}, expect: {{ count: 1 }} }}] }}" for name in self.names)
        self.write("s.yml", "scenario: gated\ndriver: { package: ., product: gated }\n"
                   f"builds: {{ release: {{}} }}\nstories:\n{stories}\n")
        self.driver()
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "first")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def driver(self, growth=1.0, comment="", rounds=None):
        rounds = self.rounds if rounds is None else rounds
        stories = ", ".join(
            f'("{name}", {int(rounds * (growth if name == "story1" else 1))})' for name in self.names)
        self.write("Sources/gated/main.swift", DRIVER.replace("STORIES", f"[{stories}]") + comment)

    def git(self, *words):
        subprocess.run(["git", "-C", self.folder, "-c", "user.name=n", "-c", "user.email=n@localhost",
                        *words], check=True)

    def check(self, title, status, *options):
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
        self.rows.append([title, f"{total:.1f}", sentence])
        if done.returncode != status:
            self.faults.append(f"{title}: {done.returncode}, not {status}\n{done.stderr}")
        return total

    def measure(self):
        load = os.getloadavg()[0]
        print(f"{len(self.names)} stories, {os.cpu_count()} CPUs, load {load:.1f}")
        self.calibrate()
        self.check("the same, nothing cached", 0)
        self.write("README.md", "A package, explained.\n")
        documentation = self.check("documentation alone", 0)
        # At the end: one above would move lines, whose numbers are in the program.
        self.driver(comment="// A comment.\n")
        self.check("a comment", 0)
        self.driver()
        self.check("the same, measured all the same", 0, "--no-proof", "--no-layout-check")
        self.driver(growth=1.05)
        self.check("5 % more work in one story", 2, "--no-layout-check")
        self.tracing()
        self.driver(rounds=1)
        self.write("s.yml", (self.folder / "s.yml").read_text().replace("count: 1 }", "count: 2 }"))
        self.check("every story fails on both sides", 3)
        if documentation > 20:
            self.faults.append(f"a change of documentation took {documentation:.1f} s, more than 20 s")
        print("\n".join(self.faults) or "All as it should be.")
        publish("gate", ["What changed", "Seconds", "What it says"], self.rows)
        return 1 if self.faults else 0

    def tracing(self):
        """What it adds to a check to record the inputs of both sides, and to look whether what changed is run."""
        # So few pairs decide nothing in 36 cells: the least p value of 12 is 2 in 4,096.
        options = ("--pairs", "12", "--no-layout-check", "--no-control")
        with_it = self.check("twelve pairs of each story, traced", 0, *options)
        without = self.check("twelve pairs of each story, not traced", 0, *options, "--no-inputs")
        print(f"Tracing adds {(with_it / without - 1) * 100:.1f} % to that check.")

    def calibrate(self):
        """Sets the work so that a story takes as long as it is to."""
        wanted, self.rounds = self.rounds, 50_000_000
        self.driver()
        subprocess.run(["swift", "build", "-c", "release", "--quiet"], cwd=self.folder, check=True)
        request = b'{"request":"step","verb":"story2"}\n'
        cost = subprocess.run([self.folder / ".build/release/gated"], input=request, capture_output=True,
                              check=True).stdout
        nanoseconds = int(cost.split(b'"cpu_ns":')[1].split(b"}")[0])
        self.rounds = int(self.rounds * wanted / nanoseconds)
        self.driver()
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "calibrated")


if __name__ == "__main__":
    sys.exit(main())
