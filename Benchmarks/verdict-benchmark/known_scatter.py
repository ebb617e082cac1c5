#!/usr/bin/env python3
"""Whether the scatter that a machine had in earlier checks would decide sooner than that of the pairs made so far.

    python3 known_scatter.py PAIRS.CSV     (needs numpy and scipy)

Whole checks of twelve stories were recorded of a program beside itself. A story's scatter, known from all other checks,
takes the place of that of its own pairs in the test of the mean: beside the signed rank, which has to agree, and
alone. Growth is put on top of the candidate's times. It is found at the first of 10, 15, 20 and 30 pairs at which the
test passes at the level of 36 cells and six analyses; what is not found counts 60 pairs. Of equal programs, the last
column counts the analyses with p < 0.001 to either side, beside the number that is due.
"""
import collections
import csv
import functools
import math
import pathlib
import sys

import numpy
from scipy import stats

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from published import publish, show  # noqa: E402

ANALYSES, MOST = [10, 15, 20, 30], 60
LEVEL = 0.01 / 6 / 36
FLOOR, SMALL = 0.005, 0.001
GROWTHS = [0.01, 0.015, 0.02, 0.05]


def checks(path):
    """By check and story, the logarithms of candidate over baseline, in their order."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["campaign"] == "suite-fine1":
                found[row["group"]][row["story"]].append(
                    (int(row["idx"]), math.log(float(row["b_cpu"]) / float(row["a_cpu"]))))
    return {check: {story: numpy.array([value for _, value in sorted(pairs)]) for story, pairs in stories.items()}
            for check, stories in found.items()}


@functools.cache
def tail(count):
    """By rank sum, the chance of at least that sum if signs are coins."""
    ways = numpy.zeros(count * (count + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, count + 1):
        ways[rank:] += ways[:-rank].copy()
    return numpy.cumsum(ways[::-1])[::-1] / 2.0 ** count


def signed_rank(values):
    ranks = stats.rankdata(numpy.abs(values))
    return tail(len(values))[math.ceil(ranks[values > 0].sum())]


def trimmed(values):
    """The mean without a tenth at each end, its standard error by the winsorised variance, and its degrees."""
    count, cut = len(values), len(values) // 10
    ordered = numpy.sort(values)
    winsorised = numpy.clip(ordered, ordered[cut], ordered[count - cut - 1])
    kept = count - 2 * cut
    error = math.sqrt((count - 1) * winsorised.var(ddof=1) / (kept * (kept - 1)))
    return ordered[cut:count - cut].mean(), error, kept - 1


def p_values(values, known):
    """By rule, how probable so much growth is by chance."""
    mean, error, degrees = trimmed(values)
    own, other = stats.t.sf(mean / error, degrees), stats.norm.sf(mean * math.sqrt(len(values)) / known)
    rank = signed_rank(values)
    return {"scatter of its own pairs, and the signed rank": max(own, rank),
            "known scatter, and the signed rank": max(min(own, other), rank),
            "known scatter alone": other}


def known_scatter(measured, check, story):
    others = [stories[story].var(ddof=1) for name, stories in measured.items() if name != check and story in stories]
    return math.sqrt(numpy.mean(others))


def main():
    measured = checks(sys.argv[1])
    pairs, small, cells = collections.defaultdict(list), collections.Counter(), 0
    for check, stories in measured.items():
        for story, values in stories.items():
            known = known_scatter(measured, check, story)
            cells += 1
            for sign in (1, -1):
                for count in ANALYSES:
                    small.update(rule for rule, p in p_values(sign * values[:count], known).items() if p < SMALL)
            for growth in GROWTHS:
                grown = values + math.log1p(growth)
                taken = {}
                for count in ANALYSES:
                    for rule, p in p_values(grown[:count], known).items():
                        if p < LEVEL and trimmed(grown[:count])[0] > math.log1p(FLOOR):
                            taken.setdefault(rule, count)
                for rule in p_values(grown, known):
                    pairs[rule, growth].append(taken.get(rule, MOST))
    due = 2 * SMALL * cells * len(ANALYSES)
    head = ["Test", *(f"Pairs to find +{100 * growth:g} %" for growth in GROWTHS),
            f"Equal programs, {cells * len(ANALYSES)} analyses: p < {SMALL}", "Due at most"]
    rows = [[rule, *(f"{numpy.mean(pairs[rule, growth]):.1f}" for growth in GROWTHS), str(small[rule]), f"{due:.1f}"]
            for rule in dict.fromkeys(rule for rule, _ in pairs)]
    show([head, *rows])
    publish("scatter", head, rows, counts=True)


if __name__ == "__main__":
    main()
