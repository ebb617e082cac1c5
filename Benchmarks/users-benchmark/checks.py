#!/usr/bin/env python3
"""How often whole checks of two servers are right, with many users.

    python3 Benchmarks/users-benchmark/checks.py REHEARSE [CHECKS [SECONDS [JOBS]]]

The server computes for about a millisecond for each request, and 150 users a second come for SECONDS (2). It is
compared with itself in CHECKS (100) checks, and in a tenth as many each with one that does 5, 10 or 20 % more work,
takes twice as long for one in fifty requests, waits for a lock that another thread has for 0.3 ms of each
millisecond, or keeps 1000 bytes of each request: first alone, then while JOBS other processes (8) compute and sleep.
All checks are as a user's, with their own number of pairs. "Called different" counts checks with any gated cell that
got worse or better: of the server beside itself these are false alarms. The other columns count the metric's own.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from noise import others  # noqa: E402
from published import publish, show  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SAME = {"work": 400_000, "share": 0, "leak": 0, "held": 0}
CASES = {
    "nothing": {}, "+5 % of work": {"work": 420_000}, "+10 % of work": {"work": 440_000},
    "+20 % of work": {"work": 480_000}, "one in fifty twice as long": {"share": 0.02}, "a lock": {"held": 300},
    "a leak": {"leak": 1000}}
METRICS = {"p50": "latency-p50", "p99": "latency-p99", "CPU time": "server.cpu-time", "memory": "server.peak-memory"}
SCENARIO = """\
scenario: users
builds:
  as-it-is: {{ variables: {same} }}
  candidate: {{ variables: {more} }}
services:
  server: {{ command: ["{server}", "${{port}}", "${{work}}", "${{share}}", "${{leak}}", "${{held}}"] }}
stories:
  ask:
    steps:
      - http: GET /
        expect: {{ text: ok }}
  many:
    users: {{ arrivals: 150/s, for: {seconds} s, stories: {{ ask: 1 }} }}
"""


def words(numbers):
    return "{ " + ", ".join(f'{name}: "{number}"' for name, number in numbers.items()) + " }"


def check(rehearse, folder, seconds, case):
    """The gated cells of a check, by metric, and how many minutes it took."""
    (folder / "users.yml").write_text(SCENARIO.format(
        same=words(SAME), more=words(SAME | CASES[case]), server=folder / "server", seconds=seconds))
    for file in folder.glob("store.sqlite*"):
        file.unlink()
    start = time.monotonic()
    done = subprocess.run(
        [rehearse, "check", "users.yml", "--story", "many", "--quiet", "--json", "--store", "store.sqlite"],
        cwd=folder, capture_output=True, text=True)
    # Passed, or worse; what is inconclusive passes.
    if done.returncode not in (0, 2):
        sys.exit(f"{case}: check ended with {done.returncode}: {done.stderr}")
    cells = json.loads(done.stdout)[0]["judgement"]["gated"]
    return {cell["metric"]: cell for cell in cells}, (time.monotonic() - start) / 60


def row(count, case, checks):
    def called(*verdicts, metrics=None):
        return str(sum(
            any(cell["verdict"] in verdicts for name, cell in cells.items() if not metrics or name in metrics)
            for cells, _ in checks))
    pairs = [cells["latency-p50"]["n"] for cells, _ in checks if "n" in cells["latency-p50"]]
    return [
        str(count), case, str(len(checks)), called("regressed", "improved"),
        *(called("regressed", metrics=[metric]) for metric in METRICS.values()),
        f"{statistics.median(pairs):g}" if pairs else "–",
        f"{statistics.median(minutes for _, minutes in checks):.1f}"]


def main():
    rehearse = os.path.realpath(sys.argv[1])
    checks, seconds, jobs = (int(word) for word in (sys.argv[2:] + ["100", "2", "8"][len(sys.argv) - 2:])[:3])
    head = ["Other processes", "Candidate", "Checks", "Called different", *(f"Worse in {name}" for name in METRICS),
            "Pairs, median", "Minutes, median"]
    rows = []
    with tempfile.TemporaryDirectory(prefix="users-") as name:
        folder = pathlib.Path(name)
        subprocess.run(["cc", "-O2", "-pthread", "-o", folder / "server", HERE / "server.c"], check=True)
        for count in (0, jobs):
            with others(count):
                for case in CASES:
                    made = [check(rehearse, folder, seconds, case)
                            for _ in range(checks if case == "nothing" else max(1, checks // 10))]
                    rows.append(row(count, case, made))
                    print(*rows[-1], sep=", ", flush=True)
    show([head, *rows])
    publish("users-checks", head, rows)


if __name__ == "__main__":
    main()
