#!/usr/bin/env python3
"""Whether a check finds that a program with two threads takes longer, in turns and in other ways.

    python3 Benchmarks/gang-benchmark REHEARSE [CHECKS [JOBS]]

The program computes in both threads, in one of them while the other waits, and with a lock that both want. It is
compared with itself in 4 times CHECKS (5) checks, and in CHECKS checks each with copies that take 1 to 10 % longer: all
of it, one thread, the part of one thread alone, the lock held longer, or taken more often. Every check has 30 pairs,
and nothing else decides when it ends. First alone, then while JOBS other processes (8) compute and sleep.

Beside turns, for some of the changes: pairs one after the other by Rehearse; on those same pairs the rule of tango (the
mean is 2.6 of its standard errors away from nothing, and at least 0.5 %); and hyperfine with 30 runs a program and the
test that comes with it (Welch's, 95 %). "Found" counts checks that say that it takes longer, and of the program beside
itself those that say it takes more or less. Rehearse may enter the real-time class if this process may.
"""
import csv
import io
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import hyperfine  # noqa: E402
from noise import others, percent, robust  # noqa: E402
from published import publish, show  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PAIRS = 30
# PHASES ALL ONE SERIAL HELD TAKEN
SAME = {"phases": 16, "all": 1_500_000, "one": 0, "serial": 500_000, "held": 2000, "taken": 100}
# What a phase takes, in rounds: of the lock, whoever has it lets the other compute meanwhile.
TOTAL = SAME["all"] + SAME["serial"] + 2 * SAME["held"] * SAME["taken"]
SCENARIO = """\
scenario: gang
builds:
  as-it-is: {{ variables: {same} }}
  candidate: {{ variables: {more} }}
arrangement: {arrangement}
gates: [{{ metric: wall-time }}]
stories:
  phases:
    steps:
      - run: ["{program}", "${{phases}}", "${{all}}", "${{one}}", "${{serial}}", "${{held}}", "${{taken}}"]
"""


def changed(part, share):
    """The program's numbers if a part takes so much longer that the whole takes longer by this share."""
    more, rounds = dict(SAME), share * TOTAL
    if part == "everything":
        for name in ("all", "serial", "held"):
            more[name] = round(SAME[name] * (1 + share))
    elif part == "held":
        more[part] += round(rounds / (2 * SAME["taken"]))
    elif part == "taken":
        more[part] += round(rounds / (2 * SAME["held"]))
    elif part:
        more[part] += round(rounds)
    return more


# What is changed, its words, by how much, and whether the other ways are tried, too.
CASES = [
    ("", "nothing", 0, True), ("everything", "everything", 0.01, False), ("everything", "everything", 0.03, True),
    ("everything", "everything", 0.05, False), ("everything", "everything", 0.1, True),
    ("one", "one thread", 0.03, False), ("serial", "the part alone", 0.03, False),
    ("held", "the lock is held", 0.03, False), ("taken", "the lock is taken more often", 0.03, False)]


class Suite:
    def __init__(self, folder, rehearse):
        self.folder, self.rehearse, self.program = folder, rehearse, folder / "gang"
        subprocess.run(["cc", "-O2", "-pthread", "-o", self.program, HERE / "gang.c"], check=True)

    def call(self, *words):
        done = subprocess.run(
            [self.rehearse, *words, "--store", "store.sqlite"], cwd=self.folder, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{words[0]} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def check(self, arrangement, more):
        """Whether Rehearse says that the candidate takes longer (1), less (-1) or neither (0), and the ratios."""
        def words(numbers):
            return "{ " + ", ".join(f'{name}: "{number}"' for name, number in numbers.items()) + " }"
        (self.folder / "gang.yml").write_text(SCENARIO.format(
            same=words(SAME), more=words(more), arrangement=arrangement, program=self.program))
        for file in self.folder.glob("store.sqlite*"):
            file.unlink()
        told = json.loads(self.call(
            "compare", "gang.yml", "--pairs", str(PAIRS), "--memory-runs", "0", "--no-layout-check", "--quiet",
            "--json"))
        verdict = next(
            cell["verdict"] for cell in told[0]["judgement"]["gated"] if cell["metric"] == "wall-time")
        times = {
            (row["build"], row["round"]): float(row["value"])
            for row in csv.DictReader(io.StringIO(self.call("export", "latest")))
            if row["metric"] == "wall-time" and row["arrangement"] == arrangement and not row["step"]}
        rounds = {number for _, number in times}
        if len(rounds) < PAIRS:
            sys.exit(f"{arrangement}: {len(rounds)} pairs were made")
        ratios = [math.log(times["candidate", number] / times["as-it-is", number]) for number in rounds]
        return {"regressed": 1, "improved": -1}.get(verdict, 0), ratios

    def hyperfine(self, more):
        calls = [" ".join([str(self.program), *map(str, numbers.values())]) for numbers in (SAME, more)]
        return hyperfine.verdict(*calls, PAIRS, "-N")


def tango(ratios):
    mean, error = statistics.mean(ratios), statistics.stdev(ratios) / math.sqrt(len(ratios))
    return (1 if mean > 0 else -1) if abs(mean) > 2.6 * error and abs(mean) > 0.005 else 0


def measure(suite, checks, part, share, everyWay):
    """By way: what each check said, and the ratios of each."""
    more, found = changed(part, share), {}
    for _ in range(checks if share else 4 * checks):
        found.setdefault("in turns", []).append(suite.check("gang", more))
        if everyWay:
            said, ratios = suite.check("back-to-back", more)
            found.setdefault("one after the other", []).append((said, ratios))
            found.setdefault("the same by tango's rule", []).append((tango(ratios), ratios))
            if shutil.which("hyperfine"):
                found.setdefault("hyperfine", []).append((suite.hyperfine(more), []))
    return found


def main():
    rehearse = os.path.realpath(sys.argv[1])
    checks, jobs = (int(word) for word in (sys.argv[2:] + ["5", "8"][len(sys.argv) - 2:])[:2])
    # By way and number of other processes: for each case how many checks were right, and all ratios.
    found = {}
    with tempfile.TemporaryDirectory(prefix="gang-") as name:
        suite = Suite(pathlib.Path(name), rehearse)
        for count in (0, jobs):
            with others(count):
                for part, words, share, everyWay in CASES:
                    for way, said in measure(suite, checks, part, share, everyWay).items():
                        right = sum(one == 1 if share else one != 0 for one, _ in said)
                        ratios = [ratio for _, ratios in said for ratio in ratios]
                        found.setdefault((way, count), {})[words, share] = (right, len(said), ratios)
                        print(
                            words, share, count, way, f"{right} of {len(said)}", *figures(ratios), sep=", ",
                            flush=True)
    head = ["Way", "Other processes", "Nothing: called different", *(f"+{share} % found" for share in (1, 3, 5, 10)),
            "+3 % in one part found", "Scatter, %", "+3 % read as, %", "± %"]
    rows = [row(way, count, cases) for (way, count), cases in found.items()]
    show([head, *rows])
    publish("gang", head, rows)


def figures(ratios):
    """The robust scatter of a pair, how the change is read, and the standard error of that, in percent."""
    if not ratios:
        return "–", "–", "–"
    error = statistics.stdev(ratios) / math.sqrt(len(ratios))
    return percent(robust(ratios)), percent(math.expm1(statistics.mean(ratios))), percent(error)


def row(way, count, cases):
    def part(names, share):
        chosen = [cases[name, share] for name in names if (name, share) in cases]
        return f"{sum(one[0] for one in chosen)} of {sum(one[1] for one in chosen)}" if chosen else "–"
    parts = [words for _, words, _, _ in CASES[5:]]
    return [way, str(count), part(["nothing"], 0), *(part(["everything"], share) for share in (0.01, 0.03, 0.05, 0.1)),
            part(parts, 0.03), figures(cases["nothing", 0][2])[0], *figures(cases["everything", 0.03][2])[1:]]


if __name__ == "__main__":
    main()
