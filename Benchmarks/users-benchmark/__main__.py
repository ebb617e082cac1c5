#!/usr/bin/env python3
"""How sharp a comparison of two servers' latencies is, with many users in pairs and in blocks.

    python3 Benchmarks/users-benchmark REHEARSE [PAIRS [SECONDS [JOBS]]]

A server computes for about a millisecond for each request, one in ten three times as long. 150 users a second arrive.
It is compared with itself, with 5, 10 and 20 % more work, and with one in fifty requests taking twice as long, in
PAIRS pairs (20) of SECONDS (5) each: first alone, then while JOBS other processes (8) compute and sleep. In a pair the
same users come to both servers, some at a time. For some of the changes there are blocks, too, one server after the
other, by Rehearse and by wrk, hey and Locust, which are closed loops (peers.py). One that is not installed is named and
left out.

"Robust" is 1.4826 times the median of the deviations of a pair's ratio from their median. Of each change the median is
printed, and whether Rehearse's verdict shows it.
"""
import csv
import io
import json
import math
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import peers  # noqa: E402
from noise import others, percent, robust  # noqa: E402
from published import publish, show  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
WORK = 400_000
# The candidate's work, and the share of its requests that take twice as long.
CASES = {
    "nothing": (1.0, 0), "+5 % of work": (1.05, 0), "+10 % of work": (1.1, 0), "+20 % of work": (1.2, 0),
    "one in fifty twice as long": (1.0, 0.02)}
BY_BLOCKS = ["nothing", "+10 % of work"]
PERCENTILES = ["latency-p50", "latency-p99"]


SCENARIO = """\
scenario: users
builds:
  as-it-is: {{ variables: {{ work: "{work}", share: "0" }} }}
  candidate: {{ variables: {{ work: "{more}", share: "{share}" }} }}
services:
  server: {{ command: ["{server}", "${{port}}", "${{work}}", "${{share}}"] }}
stories:
  ask:
    steps:
      - http: GET /
        expect: {{ text: ok }}
  many:
    users: {{ arrivals: {rate}/s, for: {seconds} s, stories: {{ ask: 1 }} }}
"""


class Suite:
    def __init__(self, folder, rehearse, pairs, seconds):
        self.folder, self.rehearse, self.pairs, self.seconds = folder, rehearse, str(pairs), seconds
        self.server = folder / "server"
        subprocess.run(["cc", "-O2", "-pthread", "-o", self.server, HERE / "server.c"], check=True)

    def call(self, *words, allowed=(0,)):
        done = subprocess.run(
            [self.rehearse, *words, "--store", "store.sqlite"], cwd=self.folder, capture_output=True, text=True)
        if done.returncode not in allowed:
            sys.exit(f"{words[0]} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def ratios(self, kind):
        """For each percentile the logarithms of its ratios, a pair or a round each."""
        values = {
            (row["metric"], row["build"], row["round"]): float(row["value"])
            for row in csv.DictReader(io.StringIO(self.call("export", "latest")))
            if row["kind"] == kind and row["metric"] in PERCENTILES and not row["step"]}
        rounds = sorted({number for _, build, number in values if build == "candidate"})
        return {
            metric: [math.log(values[metric, "candidate", number] / values[metric, "as-it-is", number])
                     for number in rounds]
            for metric in PERCENTILES}

    def measure(self, case):
        """By way and percentile: the ratios, and what the verdict says; blocks have none."""
        more, share = CASES[case]
        (self.folder / "users.yml").write_text(SCENARIO.format(
            work=WORK, more=round(WORK * more), share=share, server=self.server, rate=peers.RATE, seconds=self.seconds))
        for file in self.folder.glob("store.sqlite*"):
            file.unlink()
        told = json.loads(self.call(
            "compare", "users.yml", "--story", "many", "--pairs", self.pairs, "--memory-runs", "0",
            "--no-layout-check", "--quiet", "--json"))
        verdicts = {
            cell["metric"]: cell["verdict"] for cell in told[0]["judgement"]["gated"] + told[0]["judgement"]["others"]}
        found = {("pairs", metric): (ratios, verdicts[metric]) for metric, ratios in self.ratios("duet").items()}
        if case not in BY_BLOCKS:
            return found
        self.call("run", "users.yml", "--story", "many", "--runs", self.pairs, "--quiet")
        found |= {("blocks", metric): (ratios, "–") for metric, ratios in self.ratios("solo").items()}
        for name, tool in peers.INSTALLED.items():
            blocks = [[self.block(tool, *side) for side in ((1.0, 0), CASES[case])] for _ in range(int(self.pairs))]
            for metric in PERCENTILES:
                found[f"blocks by {name}", metric] = (
                    [math.log(more[metric] / same[metric]) for same, more in blocks], "–")
        return found

    def block(self, tool, more, share):
        """What a tool finds of a fresh server."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen([self.server, str(port), str(round(WORK * more)), str(share)])
        try:
            while not accepts(port):
                time.sleep(0.01)
            return tool(f"http://127.0.0.1:{port}/", self.seconds)
        finally:
            server.kill()
            server.wait()


def accepts(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def main():
    rehearse = os.path.realpath(sys.argv[1])
    pairs, seconds, jobs = (int(word) for word in (sys.argv[2:] + ["20", "5", "8"][len(sys.argv) - 2:])[:3])
    for name in peers.ALL:
        if name not in peers.INSTALLED:
            print(f"{name} is not installed, and left out.")
    # By number of other processes and way: for each case and percentile the ratios, and the verdict.
    found = {}
    with tempfile.TemporaryDirectory(prefix="users-") as folder:
        suite = Suite(pathlib.Path(folder), rehearse, pairs, seconds)
        for count in (0, jobs):
            with others(count):
                for case in CASES:
                    for (way, metric), (ratios, verdict) in suite.measure(case).items():
                        found.setdefault((count, way), {})[case, metric] = (ratios, verdict)
                        print(count, case, metric, way, percent(statistics.stdev(ratios)), percent(robust(ratios)),
                              change(ratios), verdict, sep=", ", flush=True)
    changes = [(case, PERCENTILES[case.startswith("one")]) for case in CASES if case != "nothing"]
    head = ["Other processes", "Way", *(f"Robust scatter of {name(metric)}, %" for metric in PERCENTILES),
            *(f"{case}: {name(metric)}, %" for case, metric in changes)]
    rows = [
        [str(count), way, *(percent(robust(cases["nothing", metric][0])) for metric in PERCENTILES),
         *(change(cases[one][0]) + shown(cases[one][1]) if one in cases else "–" for one in changes)]
        for (count, way), cases in found.items()]
    show([head, *rows])
    publish("users", head, rows)


def name(metric):
    return metric.removeprefix("latency-")


def change(ratios):
    return percent(math.expm1(statistics.median(ratios)))


def shown(verdict):
    return {"–": "", "regressed": ", shown"}.get(verdict, ", not shown")


if __name__ == "__main__":
    main()
