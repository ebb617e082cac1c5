#!/usr/bin/env python3
"""How many stories of real commits are proven instead of measured, and whether the proofs are right.

    real-commits.py REHEARSE [COMMITS [SOURCE]]

Of three public repositories the last commits are taken that touch the program (COMMITS, 40 in all), before a commit
that is named here. Each is checked against its parent, as a pull request would be. SOURCE says where the repositories
are cloned from; {owner} and {name} in it are replaced: https://github.com/{owner}/{name}.

A proof of the same work says that a story runs none of the functions that differ. It is tried apart from Rehearse: both
revisions are built again, and callgrind counts the instructions of each of its commands. Printed is the largest
difference; the exit status is 1 if one is larger than one in a thousand, or a check failed.
"""
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from published import publish, show

TEXT = "seq 200000 > text"
COMPRESS = "-q -f text out"
# By repository: its share of the commits, by how long it takes to build; the newest commit, the files of the program,
# how it is made, where that leaves it, and the stories: what a shell prepares, the arguments of the program for
# each step, and how often the last is made.
REPOSITORIES = {
    ("lz4", "lz4"): (
        0.425, "217bdb2f", ["lib", "programs"], "make -C programs lz4", "programs/lz4", {
            "fast": (TEXT, ["-q -f -1 text out"], 5),
            "high": (TEXT, ["-q -f -9 text out"], 1),
            "test": (TEXT, [COMPRESS, "-q -t out"], 5),
            "list": (TEXT, [COMPRESS, "-q --list out"], 5),
        }),
    ("lua", "lua"): (
        0.425, "53b41d0c", ["*.c", "*.h"], "cc -O2 -w -DLUA_USE_POSIX -o lua onelua.c -lm", "./lua", {
            "calls": ("", ["-e 'local function f(n) return n < 2 and n or f(n-1) + f(n-2) end print(f(22))'"], 2),
            "strings": ("", ["-e 'local s = (\"ab1 \"):rep(9000) print(select(2, s:gsub(\"%a+\", \"x\")))'"], 2),
            "sort": ("", ["-e 'local t = {} for i = 1, 20000 do t[i] = i * 7919 % 10007 end table.sort(t)'"], 2),
            "tables": ("", ["-e 'local t = {} for i = 1, 50000 do t[\"k\" .. i] = { i } end'"], 1),
        }),
    ("apple", "swift-argument-parser"): (
        0.15, "2c37ef80", ["Sources/ArgumentParser", "Sources/ArgumentParserToolInfo", "Examples/math"],
        "swift build -c release --product math", ".build/release/math", {
            "add": ("", ["add 1 2 3 --hex-output"], 20),
            "average": ("", ["stats average --kind median 1 5 9"], 20),
            "help": ("", ["help stats"], 20),
            "completion": ("", ["--generate-completion-script bash"], 5),
        }),
}
KINDS = {"program": "unchanged, proven", "inputs": "unchanged, proven", "files": "unchanged, proven",
         "work": "same work, proven"}


def run(words, folder, **options):
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True, **options).stdout


class Repository:
    def __init__(self, folder, source, owner, name):
        self.name, self.folder = name, folder / name
        self.share, self.newest, self.paths, self.make, self.program, self.stories = REPOSITORIES[owner, name]
        run(["git", "clone", "--quiet", source.format(owner=owner, name=name), self.folder], folder)
        (self.folder / ".git/info/exclude").write_text("/s.yml\n/Results/\n/.build/\n")
        stories = []
        for story, (before, calls, count) in self.stories.items():
            steps = [{"shell": before}] * bool(before) + [{"run": ["${program}", *shlex.split(call)]} for call in calls]
            steps[-1]["repeat"] = count
            stories.append(f"  {story}: {{ steps: {json.dumps(steps)} }}")
        (self.folder / "s.yml").write_text("\n".join([
            f"scenario: {name}",
            f"builds: {{ release: {{ make: {json.dumps(self.make)}, variables: {{ program: {self.program} }} }} }}",
            "stories:", *stories, ""]))

    def commits(self, count):
        """The last commits, newest first, that have one parent and touch the program."""
        return run(["git", "log", "--no-merges", "--format=%h", f"--max-count={count}", self.newest, "--",
                    *self.paths], self.folder).split()

    def check(self, rehearse, commit):
        """The kind of each story's proof; an empty text if it was measured."""
        run(["git", "checkout", "--quiet", "--detach", commit], self.folder)
        done = subprocess.run(
            [rehearse, "check", "s.yml", "--against", f"{commit}^", "--pairs", "5", "--no-layout-check", "--no-control",
             "--memory-runs", "1", "--quiet", "--json"], cwd=self.folder, capture_output=True, text=True)
        # A regression is found in what is measured; anything else would be no proof, and no measurement.
        if done.returncode not in (0, 2):
            return None, (done.stdout[-300:] + done.stderr).strip()
        judgement = json.loads(done.stdout)[0]["judgement"]
        whole, single = judgement.get("proof"), judgement.get("storyProofs", {})
        return {story: (whole or single.get(story) or {"kind": ""})["kind"] for story in self.stories}, ""

    def difference(self, commit, stories, folder):
        """The largest difference of what callgrind counts in these stories, as a share."""
        counts = {}
        for revision in (commit, f"{commit}^"):
            # Of one length: a program's path is among what it is given.
            place = folder / ("old" if revision.endswith("^") else "new")
            run(["git", "worktree", "add", "--quiet", "--force", "--detach", place, revision], self.folder)
            run(self.make, place, shell=True)
            for story in stories:
                counts.setdefault(story, []).append(self.instructions(place / self.program, story, folder))
            run(["git", "worktree", "remove", "--force", place], self.folder)
        return max((abs(new - old) / old for new, old in counts.values()), default=0)

    def instructions(self, program, story, folder):
        """The instructions of a story's calls, each made once."""
        before, calls, _ = self.stories[story]
        if before:
            run(before, folder, shell=True)
        environment = {"PATH": os.environ["PATH"], "SWIFT_DETERMINISTIC_HASHING": "1"}
        return sum(int(re.search(r"Collected : (\d+)", subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *shlex.split(call)],
            cwd=folder, env=environment, check=True, capture_output=True, text=True).stderr)[1]) for call in calls)


def main():
    rehearse = os.path.realpath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    source = sys.argv[3] if len(sys.argv) > 3 else "https://github.com/{owner}/{name}"
    rows, faults = [], []
    with tempfile.TemporaryDirectory(prefix="rehearse-commits-") as name:
        for owner, title in REPOSITORIES:
            repository = Repository(pathlib.Path(name), source, owner, title)
            found, counted, made = collections.Counter(), [], 0
            for commit in repository.commits(round(count * repository.share)):
                kinds, fault = repository.check(rehearse, commit)
                if kinds is None:
                    faults.append(f"{title} {commit}: {fault}")
                    continue
                made += 1
                found.update(KINDS.get(kind, "measured") for kind in kinds.values())
                proven = [story for story, kind in kinds.items() if kind == "work"]
                difference = repository.difference(commit, proven, pathlib.Path(name)) if proven else None
                if difference is not None:
                    counted.append(difference)
                if difference and difference > 0.001:
                    faults.append(f"{title} {commit}: instructions differ by {100 * difference:.3f} %")
                print(title, commit, " ".join(f"{story}: {kind or 'measured'}" for story, kind in kinds.items()),
                      "" if difference is None else f"{1e6 * difference:.1f} ppm", flush=True)
            rows.append([
                f"{owner}/{title}", str(made),
                *(str(found[kind]) for kind in ("unchanged, proven", "same work, proven", "measured")),
                f"{1e6 * max(counted):.1f}" if counted else "–"])
    head = ["Repository", "Commits", "Stories unchanged, proven", "Same work, proven", "Measured",
            "Most that callgrind's counts differ in proven work, ppm"]
    show([head, *rows])
    print("\n".join(faults) or "All as it should be.")
    publish("commits", head, rows, counts=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
