#!/usr/bin/env python3
"""Bisections of generated histories of 128 commits of a small C program, measured here.

    python3 real.py REHEARSE COUNT [CHANGE]

Each commit changes the program's text; one makes it do CHANGE (0.02 by default) more work.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from published import publish

COMMITS = 128
ROUNDS = 50_000_000
SCENARIO = """scenario: generated
builds: { work: { make: [[sh, build.sh]] } }
stories: { loop: { steps: [{ run: [build/work] }] } }
"""
BUILD = "mkdir -p build && cc -O1 -o build/work work.c\n"
# Volatile, so that the compiler keeps it: commits whose programs are the same would not be measured.
PROGRAM = """#include <stdio.h>
static volatile int version = %d;
int main(void) {
  volatile unsigned x = 1;
  for (long i = 0; i < %d; i++) x = x * 1664525u + 1013904223u;
  return version < 0;
}
"""


def git(folder, *words):
    return subprocess.run(
        ["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=n@localhost", *words],
        check=True, capture_output=True, text=True).stdout.strip()


def history(folder, culprit, change):
    folder = pathlib.Path(folder)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    (folder / ".gitignore").write_text("build/\n.build/\nResults/\n")
    (folder / "s.yml").write_text(SCENARIO)
    (folder / "build.sh").write_text(BUILD)
    for number in range(COMMITS + 1):
        rounds = int(ROUNDS * (1 + change)) if number >= culprit else ROUNDS
        (folder / "work.c").write_text(PROGRAM % (number, rounds))
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", f"change {number}")
        if number == 0:
            git(folder, "tag", "good")


def main():
    rehearse, count = sys.argv[1], int(sys.argv[2])
    change = float(sys.argv[3]) if len(sys.argv) > 3 else 0.02
    rehearse = str(pathlib.Path(rehearse).resolve())
    right = named = 0
    rows = []
    print(f"\n{count} bisections of {COMMITS} commits, one with {100 * change:+.1f} %, measured here")
    print(f"{'':8}{'culprit':>9}{'answer':>10}{'named':>9}{'claimed':>9}{'change':>9}{'builds':>8}{'pairs':>8}{'s':>8}")
    for number in range(count):
        culprit = random.Random(number).randrange(1, COMMITS + 1)
        with tempfile.TemporaryDirectory() as folder:
            history(folder, culprit, change)
            start = time.monotonic()
            run = subprocess.run(
                [rehearse, "bisect", "good", "main", "s.yml", "--json", "--quiet"], cwd=folder,
                capture_output=True, text=True)
            seconds = time.monotonic() - start
            if not run.stdout:
                sys.exit(f"rehearse ended with {run.returncode}: {run.stderr}")
            result = json.loads(run.stdout)
        names = [int(one["commit"]["subject"].split()[1]) for one in result["culprits"]]
        sizes = [one["change"]["point"] - 1 for one in result["culprits"] if "change" in one]
        named += len(names) == 1
        right += names == [culprit]
        pairs = sum(one["pairs"] for one in result["measured"])
        print(f"{number + 1:8}{culprit:9}{result['finding']:>10}{','.join(map(str, names)) or '-':>9}"
              f"{result.get('probability', 0):9.4f}{100 * sizes[0] if sizes else 0:+8.2f}%"
              f"{len(result['measured']) + 1:8}{pairs:8}{seconds:8.1f}", flush=True)
        rows.append((len(result["measured"]) + 1, pairs, seconds, result.get("probability", 0)))
    print(f"named {named} of {count}, right {right}")
    ranges = [f"{min(one):.3g} to {max(one):.3g}" for one in zip(*rows)]
    publish("bisect-real", ["What", f"Of {count} histories with {100 * change:+.0f} %"], [
        ["one commit is named", str(named)], ["it is the right one", str(right)],
        *(list(one) for one in zip(["builds", "pairs", "seconds", "probability that is printed"], ranges))])


if __name__ == "__main__":
    main()
