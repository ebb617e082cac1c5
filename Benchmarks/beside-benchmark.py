#!/usr/bin/env python3
"""What runs for memory do to the pairs that they are made beside, and whether they repeat there.

    beside-benchmark.py REHEARSE [ROUNDS [JOBS]]

A program is compared with itself in ROUNDS (4) times 30 pairs without runs beside them, and as often with 25 runs of
each side, in turns. One story stays in the caches, the other streams through more memory than they hold. Everything
once alone, then while JOBS other processes (8) compute and sleep. Printed is how far chance moves a pair's CPU time,
what the program's own difference is read as, and how many kilobytes of anonymous memory were read beside pairs, and
by runs on a machine that has no CPU for them (one after another, without pairs beside).
"""
import csv
import io
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from noise import others, percent, robust
from published import publish, show

PAIRS, RUNS = 30, 25
WORK = """\
import zlib
stream = bytearray(64 << 20)
def cached():
    value = 7
    for number in range(5000000):
        value = (value * 31 + number) % 1000003
    return value
def streamed():
    value = 7
    for _ in range(20):
        value = zlib.adler32(stream, value)
    return value
"""
DRIVER = """\
import json, sys, time
from work import cached, streamed
for line in sys.stdin:
    request = json.loads(line)
    answer = {"ok": True}
    if request["request"] == "hello":
        answer.update(protocol=1, verbs=["cached", "streamed"])
    elif request["request"] == "step":
        wall, cpu = time.monotonic_ns(), time.process_time_ns()
        value = globals()[request["verb"]]()
        cost = {"wall_ns": time.monotonic_ns() - wall, "cpu_ns": time.process_time_ns() - cpu}
        answer.update(cost=cost, outcome={"value": value})
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""
SCENARIO = """\
scenario: beside
builds:
  one: { command: [python3, -B, driver.py] }
  other: { command: [python3, -B, driver.py] }
stories:
  cached: { steps: [{ cached: {}, expect: { value: CACHED } }] }
  streamed: { steps: [{ streamed: {}, expect: { value: STREAMED } }] }
gates: [{ metric: cpu-time }, { metric: peak-anonymous-memory }]
"""


class Suite:
    def __init__(self, folder, rehearse):
        self.folder, self.rehearse = folder, rehearse
        work = {}
        exec(WORK, work)
        values = {name.upper(): str(work[name]()) for name in ("cached", "streamed")}
        (folder / "work.py").write_text(WORK)
        (folder / "driver.py").write_text(DRIVER)
        (folder / "beside.yml").write_text(
            re.sub("CACHED|STREAMED", lambda name: values[name[0]], SCENARIO))

    def rows(self, *options, prefix=()):
        for file in self.folder.glob("store.sqlite*"):
            file.unlink()
        for words in (("compare", "beside.yml", "--no-control", "--no-layout-check", "--quiet", *options),
                      ("export", "latest")):
            done = subprocess.run([*prefix, self.rehearse, *words, "--store", "store.sqlite"], cwd=self.folder,
                                  capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{words[0]} ended with {done.returncode}: {done.stderr}")
        return [row for row in csv.DictReader(io.StringIO(done.stdout)) if not row["step"]]

    def pairs(self, runs):
        """By story: the pairs' log ratios, the CPU time of each run in ms, and the peaks in kB."""
        rows, found = self.rows("--pairs", str(PAIRS), "--memory-runs", str(runs)), {}
        for story in ("cached", "streamed"):
            times = {(row["build"], row["round"]): float(row["value"]) for row in rows
                     if row["story"] == story and row["metric"] == "cpu-time" and row["kind"] == "duet"}
            rounds = sorted({number for _, number in times})
            if len(rounds) != PAIRS:
                sys.exit(f"{story}: {len(rounds)} duets were made")
            found[story] = ([math.log(times["other", number] / times["one", number]) for number in rounds],
                            [time / 1e6 for time in times.values()], peaks(rows, story))
        return found

    def alone(self):
        rows = self.rows("--pairs", "2", "--memory-runs", str(RUNS), prefix=("taskset", "-c", "0"))
        return {story: peaks(rows, story) for story in ("cached", "streamed")}


def peaks(rows, story):
    return [float(row["value"]) / 1024 for row in rows
            if row["story"] == story and row["metric"] == "peak-anonymous-memory"]


def main():
    rehearse = os.path.realpath(sys.argv[1])
    rounds, jobs = (int(word) for word in (sys.argv[2:] + ["4", "8"][len(sys.argv) - 2:])[:2])
    head = ["Story", "Other processes", "Runs beside", "Pairs", "Scatter, %", "Read as, %", "± %", "CPU time, ms",
            "Peaks, kB"]
    rows = []
    with tempfile.TemporaryDirectory(prefix="beside-") as name:
        suite = Suite(pathlib.Path(name), rehearse)
        for count in (0, jobs):
            with others(count):
                alone, found = suite.alone(), {}
                for _ in range(rounds):
                    for runs in (0, RUNS):
                        for story, values in suite.pairs(runs).items():
                            for kept, new in zip(found.setdefault((story, runs), ([], [], [])), values):
                                kept.extend(new)
                for (story, runs), (ratios, times, peaks) in sorted(found.items()):
                    error = statistics.stdev(ratios) / math.sqrt(len(ratios))
                    rows.append([story, str(count), "yes" if runs else "no", str(len(ratios)), percent(robust(ratios)),
                                 percent(math.expm1(statistics.mean(ratios))), percent(2 * error),
                                 f"{statistics.mean(times):.1f}", ranged(peaks if runs else alone[story])])
                    print(*rows[-1], sep=", ", flush=True)
    show([head, *rows])
    publish("beside", head, rows)


def ranged(values):
    low, high = min(values), max(values)
    return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"


if __name__ == "__main__":
    main()
