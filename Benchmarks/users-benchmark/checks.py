#!/usr/bin/env python3
"""How often whole checks of two servers are right, with many users.

    python3 Benchmarks/users-benchmark/checks.py REHEARSE [CHECKS [SECONDS [JOBS [BEFORE]]]]

The server computes for about a millisecond for each request, and 150 users a second come for SECONDS (2). It is
compared with itself in CHECKS (100) checks, and in a tenth as many each with one that does 5, 10 or 20 % more work,
takes twice as long for one in fifty requests, waits for a lock that another thread has for 0.3 ms of each
millisecond, or keeps 1000 bytes of each request: alone, and while JOBS other processes (8) compute and sleep.
All checks are as a user's, with their own number of pairs. "Called different" counts checks with any gated cell that
got worse or better: of the server beside itself these are false alarms. The other columns count the metric's own.

A check has at most 60 pairs, and 28 of its control: some 4 minutes. Each is kept in .build/users/checks.jsonl as it
ends: called again, also with another number of CHECKS, it goes on with those that are missing. After BEFORE (minutes)
none begins. The table counts those that are known, and is published if these are all.
"""
import hashlib
import json
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
KEPT = HERE.parents[1] / ".build/users/checks.jsonl"
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


class Kept:
    """The checks so far, a line each. Only those of the same programs and cases, with users for as long, count
    together."""

    def __init__(self, rehearse, seconds):
        programs = [rehearse, rehearse.with_name("rehearse-users"), HERE / "server.c"]
        parts = [*(one.read_bytes() for one in programs), json.dumps([SCENARIO, SAME, CASES]).encode()]
        self.suite = [hashlib.sha256(b"".join(parts)).hexdigest()[:12], seconds]
        KEPT.parent.mkdir(parents=True, exist_ok=True)

    def known(self):
        """By item: the gated cells by metric, and how many minutes it took."""
        lines = KEPT.read_text().splitlines() if KEPT.exists() else []
        return {tuple(item): made for suite, item, made in map(json.loads, lines) if suite == self.suite}

    def keep(self, item, made):
        with KEPT.open("a") as file:
            file.write(json.dumps([self.suite, item, made]) + "\n")


def in_turn(checks, jobs):
    """The other processes, case and number of each check: ten of the server beside itself, then one of each change,
    alone and beside others, so that any part is like the whole."""
    for ten in range(0, checks, 10):
        for count in dict.fromkeys((0, jobs)):
            for case in CASES:
                for number in range(ten, min(ten + 10, checks) if case == "nothing" else ten + 1):
                    yield count, case, number


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
    kept = {cell["metric"]: {key: cell[key] for key in ("verdict", "n") if key in cell} for cell in cells}
    return kept, (time.monotonic() - start) / 60


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


def main(rehearse, checks="100", seconds="2", jobs="8", before="inf"):
    rehearse = pathlib.Path(rehearse).resolve()
    items, kept = list(in_turn(int(checks), int(jobs))), Kept(rehearse, int(seconds))
    missing = [item for item in items if item not in kept.known()]
    print(f"{len(items) - len(missing)} of {len(items)} checks are known.", flush=True)
    end = time.monotonic() + 60 * float(before)
    with tempfile.TemporaryDirectory(prefix="users-") as name:
        folder = pathlib.Path(name)
        subprocess.run(["cc", "-O2", "-pthread", "-o", folder / "server", HERE / "server.c"], check=True)
        for item in missing:
            if time.monotonic() >= end:
                break
            count, case, _ = item
            with others(count):
                made = check(rehearse, folder, int(seconds), case)
            kept.keep(item, made)
            print(*row(count, case, [made]), sep=", ", flush=True)
    # By other processes and case.
    found, known = {}, kept.known()
    for item in items:
        if item in known:
            found.setdefault(item[:2], []).append(known[item])
    head = ["Other processes", "Candidate", "Checks", "Called different", *(f"Worse in {name}" for name in METRICS),
            "Pairs, median", "Minutes, median"]
    rows = [row(*at, found[at]) for at in sorted(found, key=lambda at: (at[0], list(CASES).index(at[1])))]
    show([head, *rows])
    if all(item in known for item in items):
        publish("users-checks", head, rows)
    else:
        print(f"{sum(item in known for item in items)} of {len(items)} checks are known: call it again to go on.")


if __name__ == "__main__":
    main(*sys.argv[1:])
