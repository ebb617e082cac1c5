#!/usr/bin/env python3
"""How long the tables of a large experiment take, beside the same measurements made with pandas.

    compare.py REHEARSE STORE CSV [ROUNDS]

STORE holds one experiment, CSV its measurements as `rehearse export` writes them. Both programs are
started anew for each round, in random order, and read what they need: `rehearse show` the store,
pandas the CSV. Both compute, for each metric, build and story, the fourteen statistics, and for
each metric and story the paired ratio of the builds with its interval; Rehearse also looks for what
is wrong with the runs, and writes the tables. Printed are the medians, the ratio of the times round
by round, and the greatest memory of either.
"""
import pathlib
import random
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from published import publish
from starts import started

PANDAS = """
import sys
import numpy, pandas
from scipy import stats

measurements = pandas.read_csv(sys.argv[1], usecols=["metric", "build", "story", "round", "value"])
cells = measurements.groupby(["metric", "build", "story"])["value"]
table = cells.agg(["mean", "sem", "median", "std", "var", "skew", "min", "max", "sum", "count"])
table["mode"] = cells.agg(lambda values: values.mode().iloc[0])
table["kurtosis"] = cells.agg(pandas.Series.kurt)
table["range"] = table["max"] - table["min"]
table["confidence"] = stats.t.ppf(0.975, table["count"] - 1) * table["sem"]
pairs = measurements.pivot_table(index=["metric", "story", "round"], columns="build", values="value")
first, second = pairs.columns
with numpy.errstate(divide="ignore", invalid="ignore"):
    logs = numpy.log(pairs[second] / pairs[first])
logs = logs[numpy.isfinite(logs)].groupby(["metric", "story"])
ratios = logs.agg(["mean", "sem", "count"])
half = stats.t.ppf(0.975, ratios["count"] - 1) * ratios["sem"]
ratios["low"], ratios["high"] = numpy.exp(ratios["mean"] - half), numpy.exp(ratios["mean"] + half)
for row in table.itertuples(): print(*row, sep=",")
for row in ratios.itertuples(): print(*row, sep=",")
"""


def main(rehearse, store, csv, rounds="7"):
    sides = {
        "rehearse": [rehearse, "show", "latest", "--store", store],
        "pandas": [sys.executable, "-c", PANDAS, csv],
    }
    results = {name: [] for name in sides}
    for _ in range(int(rounds)):
        for name in random.sample(list(sides), 2):
            elapsed, usage = started(sides[name])
            results[name].append((elapsed, usage.ru_maxrss / 1024))
    for name, runs in results.items():
        elapsed, memory = zip(*runs)
        print(f"{name:9} {statistics.median(elapsed):6.2f} s {max(memory):6.0f} MB")
    ratios = [b[0] / a[0] for a, b in zip(results["rehearse"], results["pandas"])]
    medians = {name: statistics.median(run[0] for run in runs) for name, runs in results.items()}
    publish("report", ["What", "Rehearse", "pandas"], [
        ["tables of 10,000 runs and 10 million samples, s", *(f"{medians[name]:.2f}" for name in results)],
        ["their memory, MB", *(f"{max(run[1] for run in runs):.0f}" for runs in results.values())],
        ["times as fast, median", f"{statistics.median(ratios):.1f}", "1"],
        ["times as fast, least of the rounds", f"{min(ratios):.1f}", "1"]])
    print(f"pandas over rehearse: {statistics.median(ratios):.1f} "
          f"({min(ratios):.1f} to {max(ratios):.1f}); aim: at least 5")


main(*sys.argv[1:])
