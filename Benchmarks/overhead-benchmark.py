#!/usr/bin/env python3
"""What measuring costs: `rehearse measure` beside `hyperfine -N`, around /bin/true.

    overhead-benchmark.py REHEARSE [BLOCKS [RUNS]]

Blocks of runs by one and the other alternate, the order within a pair of blocks at random, so the
machine's drift hits both alike. Of each pair of blocks the ratio is taken, rehearse over hyperfine:

- total: elapsed time of a whole call that prints its table, divided by its runs;
- further: what each run more takes, from that call and one of a fifth of its runs: what it costs
  to start the tool and to print is in neither;
- mean, median: the wall time of /bin/true that the call reports. All of it is starting a process
  and taking it down, so what one of them reports beyond the other is its own share. From a call of
  its own, which writes JSON.

Printed are the medians of the ratios and the quartiles around them.
"""
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from published import publish

COMMAND = "/bin/true"
TITLES = {
    "total": "elapsed time of a call", "further": "elapsed time of each run more",
    "mean": "the mean that it reports", "median": "the median that it reports",
}


def timed(words, output):
    start = time.perf_counter()
    subprocess.run(words, check=True, stdout=output, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def per_run(words, runs):
    """Of a call of so many runs and of all that it takes, and of each run more, seconds."""
    few = runs // 5
    total, less = (timed(words(count), subprocess.DEVNULL) for count in (runs, few))
    return total / runs, (total - less) / (runs - few)


def rehearse(program, runs):
    def words(count, *options):
        return [program, "measure", "-n", str(count), *options, "--", COMMAND]
    with tempfile.TemporaryFile() as output:
        timed(words(runs, "--json"), output)
        output.seek(0)
        document = json.load(output)
    cell = next(c for c in document["cells"] if c["metric"] == "wall-time")
    measurements = cell["statistics"]
    return *per_run(words, runs), measurements["mean"] / 1e9, measurements["median"] / 1e9


def hyperfine(runs):
    def words(count, *options):
        return ["hyperfine", "-N", "--runs", str(count), *options, COMMAND]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "result.json")
        timed(words(runs, "--export-json", str(file)), subprocess.DEVNULL)
        result = json.loads(file.read_text())["results"][0]
    return *per_run(words, runs), result["mean"], result["median"]


def main(program, blocks=20, runs=500):
    pairs = []
    for _ in range(int(blocks)):
        sides = {"rehearse": lambda: rehearse(program, int(runs)),
                 "hyperfine": lambda: hyperfine(int(runs))}
        order = random.sample(list(sides), 2)
        pairs.append({name: sides[name]() for name in order})
    print(f"{COMMAND}, {blocks} pairs of blocks of {runs} runs")
    print(f"{'':8}{'rehearse, us':>14}{'hyperfine, us':>15}{'ratio':>8}{'quartiles':>16}")
    rows = []
    for index, (name, title) in enumerate(TITLES.items()):
        ours, theirs = ([pair[side][index] for pair in pairs] for side in ("rehearse", "hyperfine"))
        low, ratio, high = statistics.quantiles([a / b for a, b in zip(ours, theirs)], n=4)
        print(f"{name:8}{statistics.median(ours) * 1e6:14.0f}{statistics.median(theirs) * 1e6:15.0f}"
              f"{ratio:8.3f}{low:9.3f}-{high:.3f}")
        rows.append([title, f"{ratio:.2f}", f"{low:.2f}", f"{high:.2f}"])
    publish("overhead", ["What", "Rehearse over hyperfine", "from", "to"], rows)


main(*sys.argv[1:])
