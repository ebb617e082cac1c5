#!/usr/bin/env python3
"""What a pair of another story does to the pair that it is made beside, and whether runs for memory repeat two at once.

    beside-benchmark.py REHEARSE [ROUNDS [JOBS]]

A program is compared with itself, and with 3 % more work, in ROUNDS (2) times 30 pairs of two stories with nothing
beside them, and as often with the other story's pair, in turns. One story stays in the caches, the other streams
through more memory than they hold. Everything once alone, then while JOBS other processes (8) compute and sleep.
Printed is how far chance moves a pair's CPU time, what the difference is read as, the time that a pair of both
stories took, and how many kilobytes of anonymous memory were read, in ten runs of each side.
"""
import csv
import datetime
import io
import math
import os
import pathlib
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from noise import others, percent, robust
from published import publish, show

PAIRS, RUNS, MORE = 30, 10, 3
WORK = """\
import zlib
stream = bytearray(64 << 20)
def cached(more):
    value = 7
    for number in range(50000 * (100 + more)):
        if number == 5000000:
            result = value
        value = (value * 31 + number) % 1000003
    return result if more else value
def streamed(more):
    value = 7
    for number in range(100 + more):
        if number == 100:
            result = value
        value = zlib.adler32(memoryview(stream)[:13 << 20], value)
    return result if more else value
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
        value = globals()[request["verb"]](int(sys.argv[1]))
        cost = {"wall_ns": time.monotonic_ns() - wall, "cpu_ns": time.process_time_ns() - cpu}
        answer.update(cost=cost, outcome={"value": value})
    print(json.dumps(answer), flush=True)
    if request["request"] == "bye":
        break
"""
SCENARIO = """\
scenario: beside
builds:
  one: { command: [python3, -B, driver.py, "0"] }
  other: { command: [python3, -B, driver.py, "0"] }
  slower: { command: [python3, -B, driver.py, "MORE"] }
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
        values = {name.upper(): str(work[name](0)) for name in ("cached", "streamed")} | {"MORE": str(MORE)}
        (folder / "work.py").write_text(WORK)
        (folder / "driver.py").write_text(DRIVER)
        (folder / "beside.yml").write_text(
            re.sub("CACHED|STREAMED|MORE", lambda name: values[name[0]], SCENARIO))

    def rows(self, candidate, *options):
        for file in self.folder.glob("store.sqlite*"):
            file.unlink()
        for words in (("compare", "beside.yml", "--baseline", "one", "--candidate", candidate, "--no-control",
                       "--no-layout-check", "--quiet", *options),
                      ("export", "latest")):
            done = subprocess.run([self.rehearse, *words, "--store", "store.sqlite"], cwd=self.folder,
                                  capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{words[0]} ended with {done.returncode}: {done.stderr}")
        return [row for row in csv.DictReader(io.StringIO(done.stdout)) if not row["step"]]

    def pairs(self, candidate, is_alone):
        """By story: the pairs' log ratios, the CPU time of each run in ms, the peaks in kB, and the seconds of a pair of
        both stories."""
        found = {}
        # Without a record of inputs, nothing is made at once.
        rows = self.rows(candidate, "--pairs", str(PAIRS), "--memory-runs", str(RUNS),
                         *(["--no-inputs"] if is_alone else []))
        for story in ("cached", "streamed"):
            times = {(row["build"], row["round"]): float(row["value"]) for row in rows
                     if row["story"] == story and row["metric"] == "cpu-time" and row["kind"] == "duet"}
            rounds = sorted({number for _, number in times})
            if len(rounds) != PAIRS:
                sys.exit(f"{story}: {len(rounds)} duets were made")
            found[story] = ([math.log(times[candidate, number] / times["one", number]) for number in rounds],
                            [value / 1e6 for (build, _), value in times.items() if build == "one"],
                            [float(row["value"]) / 1024 for row in rows
                             if row["story"] == story and row["metric"] == "peak-anonymous-memory"],
                            [self.seconds()])
        return found

    def seconds(self):
        """Of a round, from its first start to that of the next."""
        with sqlite3.connect(self.folder / "store.sqlite") as store:
            starts = [datetime.datetime.fromisoformat(start) for _, start in store.execute(
                "SELECT round, min(startedAt) FROM run WHERE kind = 'duet' GROUP BY round ORDER BY round")]
        # The first pairs tell how much memory a run takes, so they are made one by one.
        return (starts[-1] - starts[1]).total_seconds() / (PAIRS - 2)


def main():
    rehearse = os.path.realpath(sys.argv[1])
    rounds, jobs = (int(word) for word in (sys.argv[2:] + ["2", "8"][len(sys.argv) - 2:])[:2])
    head = ["Story", "Other processes", "At once", "Difference, %", "Pairs", "Scatter, %", "Read as, %", "± %",
            "CPU time, ms", "Both stories, s", "Peaks, kB"]
    rows = []
    with tempfile.TemporaryDirectory(prefix="beside-") as name:
        suite = Suite(pathlib.Path(name), rehearse)
        for count in (0, jobs):
            found = {}
            with others(count):
                for _ in range(rounds):
                    for candidate in ("other", "slower"):
                        for is_alone in (True, False):
                            for story, values in suite.pairs(candidate, is_alone).items():
                                kept = found.setdefault((story, candidate, not is_alone), ([], [], [], []))
                                for one, new in zip(kept, values):
                                    one.extend(new)
            for (story, candidate, at_once), (ratios, times, peaks, seconds) in sorted(found.items()):
                error = statistics.stdev(ratios) / math.sqrt(len(ratios))
                rows.append([story, str(count), "2 pairs" if at_once else "1 pair",
                             str(MORE if candidate == "slower" else 0), str(len(ratios)), percent(robust(ratios)),
                             percent(math.expm1(statistics.mean(ratios))), percent(2 * error),
                             f"{statistics.mean(times):.1f}", f"{statistics.mean(seconds):.2f}", ranged(peaks)])
                print(*rows[-1], sep=", ", flush=True)
    show([head, *rows])
    publish("beside", *paired(rows))


def paired(rows):
    """The head and the rows of the page: with equal programs, and beside it what more work was read as."""
    head = ["Story", "Other processes", "At once", "Equal programs, %", "± %", f"{MORE} % more work, %", "± %",
            "Scatter, %", "CPU time, ms", "Both stories, s", "Peaks, kB"]
    equal, more = ([row for row in rows if row[3] == difference] for difference in ("0", str(MORE)))
    return head, [[*one[:3], *one[6:8], *other[6:8], one[5], *one[8:]] for one, other in zip(equal, more)]


def ranged(values):
    low, high = min(values), max(values)
    return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"


if __name__ == "__main__":
    main()
