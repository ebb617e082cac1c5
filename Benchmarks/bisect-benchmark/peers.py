#!/usr/bin/env python3
"""Which commit other tools name, on the pairs that bisect-benchmark takes.

    python3 peers.py PAIRS.CSV COUNT

- threshold N: `git bisect run` with a script that makes N pairs and calls a commit bad where their mean
  lies beyond half of what both ends differ by. The usual script.
- git-bayesect (PyPI): each pair is one observation, a failure where it lies beyond that threshold; until it
  is 99 % sure, or for 400 pairs.

Both as duets, and as runs one after the other in random order, which is what such scripts have.

The duets' results are printed as rows of the page 'bisect' too, whose head and own row bisect-benchmark prints.
"""
import collections
import csv
import math
import random
import sys

import git_bayesect

COMMITS = 128


def read(path, campaign):
    blocks = {}
    for row in csv.DictReader(open(path, newline="")):
        if row["campaign"] == campaign:
            blocks.setdefault(row["story"], {}).setdefault(row["group"], []).append(
                math.log(float(row["b_cpu"]) / float(row["a_cpu"])))
    return [list(groups.values()) for _, groups in sorted(blocks.items())]


class History:
    """128 commits of which one changes the cost, measured by real noise."""

    def __init__(self, blocks, change, chance):
        self.blocks, self.chance = blocks, chance
        self.culprit = chance.randrange(COMMITS)
        self.change = math.log(1 + change)
        self.pairs, self.built = 0, set()

    def visit(self, commit, count):
        self.built.add(commit)
        self.pairs += count
        pairs = []
        while len(pairs) < count:
            block = self.chance.choice(self.blocks)
            start = self.chance.randrange(len(block))
            pairs += block[start:start + count - len(pairs)]
        return [pair + (self.change if commit >= self.culprit else 0) for pair in pairs]


def mean(values):
    return sum(values) / len(values)


def threshold(history, count):
    half = mean(history.visit(COMMITS - 1, max(count, 10))) / 2
    good, bad = -1, COMMITS - 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if (mean(history.visit(middle, count)) > half) == (half > 0):
            bad = middle
        else:
            good = middle
    return bad


def bayesect(history):
    ends = history.visit(COMMITS - 1, 10)
    half = mean(ends) / 2
    search = git_bayesect.Bisector([1.0] * COMMITS)
    # Its index 0 is the newest commit.
    for pair in ends:
        search.record(0, (pair > half) == (half > 0))
    while max(search.distribution) < 0.99 and history.pairs < 400:
        index = search.select()
        pair = history.visit(COMMITS - 1 - index, 1)[0]
        search.record(int(index), (pair > half) == (half > 0))
    return COMMITS - 1 - int(search.distribution.argmax()), max(search.distribution) >= 0.99


def shown(value):
    """To a tenth: 26.4, and 9 where there is none."""
    return f"{value:.1f}".removesuffix(".0")


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    print(f"\n{'':44}{'named':>9}{'right':>9}{'builds':>9}{'pairs':>9}")
    for campaign, words in (("suite-fine1", "duets"), ("suite-rand", "in random order")):
        programs, cells = read(path, campaign), collections.defaultdict(list)
        for change in (0.01, 0.02, 0.05):
            tools = [(f"git bisect, {n} pairs", lambda h, n=n: (threshold(h, n), True))
                     for n in (3, 10, 30)] + [("git-bayesect", bayesect)]
            for name, tool in tools:
                named = right = builds = pairs = 0
                for number in range(count):
                    history = History(
                        programs[number % len(programs)], change, random.Random(number))
                    commit, is_sure = tool(history)
                    named += is_sure
                    right += is_sure and commit == history.culprit
                    builds += len(history.built) + 1
                    pairs += history.pairs
                print(f"{f'+{100 * change:.0f} %, {words}: {name}':44}"
                      f"{100 * named / count:8.1f}%{100 * right / max(1, named):8.1f}%"
                      f"{builds / count:9.1f}{pairs / count:9.1f}", flush=True)
                cells[name] += [shown(100 * right / count), shown(builds / count), f"{pairs / count:.0f}"]
        if words == "duets":
            for name, values in cells.items():
                # Of +5 % the page shows only how many are right.
                print("bisect", name, *values[:7], sep="\t", flush=True)


if __name__ == "__main__":
    main()
