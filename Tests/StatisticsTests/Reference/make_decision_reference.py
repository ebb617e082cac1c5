#!/usr/bin/env python3
"""Writes decision.json: what the decision rule's statistics must reproduce.

Adjusted p values and the signed-rank test from scipy (its exact distribution where nothing ties,
counting all signs in exact fractions where something does); Holm's, which scipy lacks, by
the closed testing procedure that it is a short cut of.

    python3 make_decision_reference.py            (needs scipy 1.11 or newer)
"""

import itertools
import json
import pathlib
from fractions import Fraction

import numpy
from scipy import stats

HERE = pathlib.Path(__file__).resolve().parent


def holm(p):
    """The greatest Bonferroni p value of all the sets of hypotheses that hold this one."""
    indices = range(len(p))
    sets = [s for k in range(1, len(p) + 1) for s in itertools.combinations(indices, k)]
    return [
        max(min(1.0, len(s) * min(p[i] for i in s)) for s in sets if index in s)
        for index in indices]


def signed_rank(baseline, candidate, bound):
    d = numpy.log(numpy.array(candidate) / numpy.array(baseline)) - numpy.log(bound)
    # Equal quotients differ in their last digit.
    d = numpy.array([x for x in numpy.round(d, 12) if x != 0])
    ranks = stats.rankdata(abs(d))
    statistic = float(sum(ranks[d > 0]))
    if len(set(abs(d))) == len(d):
        test = stats.wilcoxon(d, alternative="greater", method="exact")
        assert test.statistic == statistic
        p = float(test.pvalue)
    else:
        at_least = sum(
            sum(r for r, sign in zip(ranks, signs) if sign) >= statistic
            for signs in itertools.product((False, True), repeat=len(d)))
        p = float(Fraction(at_least, 2 ** len(d)))
    return {
        "baseline": baseline, "candidate": candidate, "bound": bound, "count": len(d),
        "statistic": statistic, "p": p}


def mean_test(values, budget):
    test = stats.ttest_1samp(values, budget, alternative="greater")
    interval = stats.ttest_1samp(values, budget).confidence_interval(0.95)
    return {
        "values": values, "budget": budget, "p": float(test.pvalue),
        "lower": float(interval.low), "upper": float(interval.high)}


def main():
    random = numpy.random.default_rng(1979)
    families = [
        [0.01], [0.01, 0.04, 0.03, 0.005], [0.02, 0.02, 0.02], [0.0, 1.0, 0.5, 0.5],
        [float(x) for x in random.uniform(0, 0.1, 9)],
        [float(x) for x in random.uniform(0, 1, 10) ** 4]]
    pairs = []
    for n in (1, 5, 10, 12, 20, 30):
        base = [float(x) for x in random.lognormal(3, 0.1, n)]
        other = [float(x * 1.01 * numpy.exp(0.01 * random.standard_normal())) for x in base]
        pairs.append(signed_rank(base, other, 1.005))
    ties = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0]
    # Halves, doubles and equals: exact in binary, so that they tie to the last digit.
    pairs.append(signed_rank(ties, [x * f for x, f in zip(ties, (2, 2, 0.5, 4, 1, 8, 2, 0.25))], 1.0))
    means = [
        mean_test([float(x) for x in random.normal(64, 0.5, n)], budget)
        for n, budget in ((2, 63.0), (5, 64.0), (20, 63.8), (30, 65.0))]
    reference = {
        "families": [
            {"p": p, "holm": holm(p),
             "hochberg": [float(q) for q in stats.false_discovery_control(p)]}
            for p in families],
        "signedRanks": pairs, "means": means}
    text = json.dumps(reference, separators=(",", ":")).replace("},{", "},\n{")
    (HERE / "decision.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
