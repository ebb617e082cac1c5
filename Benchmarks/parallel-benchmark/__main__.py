#!/usr/bin/env python3
"""How far chance moves the wall time of a program with two threads: in pairs one after the other and in turns, in
the usual and in the real-time class.

    python3 Benchmarks/parallel-benchmark REHEARSE [PAIRS [JOBS]]

The program is compared with itself and with 3 % more work, in PAIRS pairs (20), while JOBS other processes (8)
compute and sleep. Rehearse may enter the real-time class, or may not: CAP_SYS_NICE is taken from it, so this has
to be root. The four ways alternate, in rounds of five pairs. Then the same without other processes.
"Scatter" is the standard deviation of a pair's ratio, "robust" 1.4826 times the median of the deviations from the
median. "Time" is the median wall time of the program itself, which shows what turns cost.
"""
import csv
import io
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from noise import others, percent, robust  # noqa: E402
from published import publish, show  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROUND = 5
WORK = {"same": 200_000, "more": 206_000}
SCENARIO = """\
scenario: parallel
builds:
  as-it-is: {{ variables: {{ work: "{same}" }} }}
  candidate: {{ variables: {{ work: "{work}" }} }}
arrangement: {arrangement}
runs: {pairs}
stories:
  phases:
    steps:
      - run: ["{program}", "2", "200", "${{work}}"]
"""
WITHOUT = ["setpriv", "--bounding-set=-sys_nice", "--inh-caps=-sys_nice", "prlimit", "--rtprio=0"]
# What precedes the call, and what the scenario says.
ARRANGEMENTS = {
    "one after the other": (WITHOUT, "back-to-back"),
    "the same in the real-time class": ([], "back-to-back"),
    "in turns": (WITHOUT, "gang"),
    "in turns in the real-time class": ([], "gang"),
}


def pairs(rehearse, folder, program, work, words, arrangement):
    """Of some pairs the wall time of the program as it is, and the logarithm of the ratio of both."""
    (folder / "parallel.yml").write_text(
        SCENARIO.format(
            program=program, same=WORK["same"], work=WORK[work], pairs=ROUND, arrangement=arrangement))
    for file in folder.glob("store.sqlite*"):
        file.unlink()
    store = ["--store", "store.sqlite"]
    made = subprocess.run(
        [*words, rehearse, "compare", "parallel.yml", "--pairs", str(ROUND), "--memory-runs", "0", "--no-layout-check",
         "--quiet", *store], cwd=folder, capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"compare ended with {made.returncode}: {made.stderr}")
    text = subprocess.run(
        [rehearse, "export", "latest", *store], cwd=folder, check=True, capture_output=True, text=True).stdout
    had = {row["arrangement"] for row in csv.DictReader(io.StringIO(text))} - {""}
    if had != {arrangement}:
        sys.exit(f"pairs were made otherwise: {had}")
    times = {(row["build"], row["round"]): float(row["value"]) for row in csv.DictReader(io.StringIO(text))
             if row["metric"] == "wall-time" and row["kind"] == "solo" and row["arrangement"] and not row["step"]}
    rounds = {number for _, number in times}
    return [(times["as-it-is", number], math.log(times["candidate", number] / times["as-it-is", number]))
            for number in rounds]


def main():
    rehearse = os.path.realpath(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else 8
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        sys.exit("Error: only root can take CAP_SYS_NICE from a program, by 'setpriv'.")
    rows = []
    with tempfile.TemporaryDirectory(prefix="parallel-") as name:
        folder = pathlib.Path(name)
        program = folder / "phases"
        subprocess.run(["cc", "-O2", "-pthread", "-o", program, HERE / "phases.c"], check=True)
        for count in (jobs, 0):
            found = {(kind, work): [] for kind in ARRANGEMENTS for work in WORK}
            with others(count):
                for _ in range(math.ceil(wanted / ROUND)):
                    for kind, how in ARRANGEMENTS.items():
                        for work in WORK:
                            found[kind, work] += pairs(rehearse, folder, program, work, *how)
            for kind in ARRANGEMENTS:
                same, more = ([ratio for _, ratio in found[kind, work]] for work in WORK)
                time = statistics.median(time for work in WORK for time, _ in found[kind, work])
                error = statistics.stdev(more) / math.sqrt(len(more))
                rows.append([
                    kind, str(count), str(len(same)), percent(statistics.stdev(same)), percent(robust(same)),
                    percent(math.expm1(statistics.mean(more))), percent(error), f"{time / 1e6:.1f}"])
    head = [
        "Pairs", "Other processes", "Number", "Scatter, %", "Robust, %", "+3 % of work read as, %", "± %", "Time, ms"]
    show([head, *rows])
    publish("parallel", head, rows)


if __name__ == "__main__":
    main()
