#!/usr/bin/env python3
"""How the usual rules of other tools do on the measured pairs: false alarms and detection.

    python3 peers.py PAIRS.CSV            (needs numpy and scipy; writes CSV)

A rule is asked for a regression of CPU time: an alarm is one in the direction of "slower". The false
alarms of a whole run of 12 stories are those of whole blocks of 30 pairs, drawn by story: with
r the share of a story's blocks that alarm, 1 - product of (1 - r). Detection is the share of the
same blocks that alarm with 2, 5 or 10 % put on top of the candidate's times (s2, s5, s10), and the
share of windows of 30 neighbouring pairs of one program whose candidate does 2 % more work (c2).

'calibrated' is s2 with the threshold of the rule's own score moved until no block without an
effect alarms, and no further: what the rule could find if it gave no false alarm. Who uses the
tool does not know that threshold.
"""

import collections
import csv
import sys

import numpy
from scipy import stats

PAIRS = 30
WINDOW_STEP = 5
LAYOUTS = ["seq", "rand", "fine1"]
RANDOM = numpy.random.default_rng(2015)
RESAMPLES = 2000


def is_slower(a, b):
    return b.mean() > a.mean()


def p_score(p, a, b):
    """The smaller the p value the higher, and nothing where the candidate is faster."""
    return -p if is_slower(a, b) else -1.0


def welch(a, b):
    return p_score(stats.ttest_ind(a, b, equal_var=False).pvalue, a, b)


def mann_whitney(a, b):
    return p_score(stats.mannwhitneyu(a, b, method="asymptotic").pvalue, a, b)


def pinpoint(a, b):
    p = min(stats.mannwhitneyu(a, b, method="asymptotic").pvalue, stats.ks_2samp(a, b, method="asymp").pvalue)
    return p_score(p, a, b)


def percentiles(a, b):
    """package-benchmark: any of its default percentiles over its threshold."""
    return max(numpy.percentile(b, q) / numpy.percentile(a, q) - 1 for q in (25, 50, 75))


def mean(a, b):
    return b.mean() / a.mean() - 1


def minimum(a, b):
    return b.min() / a.min() - 1


def resampled(values):
    return values[RANDOM.integers(0, len(values), (RESAMPLES, len(values)))]


def t_statistic(x, y):
    error = numpy.sqrt(x.var(-1, ddof=1) / x.shape[-1] + y.var(-1, ddof=1) / y.shape[-1])
    return (x.mean(-1) - y.mean(-1)) / error


def criterion(a, b):
    """criterion.rs: a bootstrap t test on the pooled runs at 5 %, and the 95 % interval of the
    change of the means beyond 1 %. The score is the interval's lower end where the test is passed."""
    pooled = numpy.concatenate([a, b])
    null = t_statistic(resampled(pooled)[:, : len(b)], resampled(pooled)[:, : len(a)])
    p = (abs(null) >= abs(t_statistic(b, a))).mean()
    lower = numpy.percentile(resampled(b).mean(1) / resampled(a).mean(1) - 1, 2.5)
    return lower if p < 0.05 else -1.0


# Name, score, and from which score on there is an alarm.
RULES = [
    ("Welch t, 5 % (hyperfine's script)", welch, -0.05),
    ("Mann-Whitney, 5 % (Google Benchmark, benchstat)", mann_whitney, -0.05),
    ("Pinpoint (MWU or KS, 1 %)", pinpoint, -0.01),
    ("package-benchmark's default, 5 %", percentiles, 0.05),
    ("mean beyond +5 %", mean, 0.05),
    ("minimum beyond +2 %", minimum, 0.02),
    ("criterion (p < 5 %, interval beyond 1 %)", criterion, 0.01),
]


def read(path):
    blocks = collections.defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            key = (row["campaign"], row["story"], int(row["group"]))
            blocks[key].append((float(row["a_cpu"]), float(row["b_cpu"])))
    return {key: numpy.array(pairs) for key, pairs in blocks.items()}


def windows(blocks, campaign, variant):
    for (name, story, _), pairs in blocks.items():
        if (name, story) == (campaign, variant):
            for start in range(0, len(pairs) - PAIRS + 1, WINDOW_STEP):
                yield pairs[start : start + PAIRS]


def main():
    blocks = read(sys.argv[1])
    output = csv.writer(sys.stdout, lineterminator="\n")
    output.writerow(["layout", "rule", "falseAlarms", "s2", "s5", "s10", "c2", "calibrated"])
    for layout in LAYOUTS:
        suite = [(key[1], p) for key, p in blocks.items() if key[0] == f"suite-{layout}"]
        for name, score, threshold in RULES:
            by_story = collections.defaultdict(list)
            for story, pairs in suite:
                by_story[story].append(score(pairs[:, 0], pairs[:, 1]))
            quiet = numpy.prod(
                [1 - numpy.mean(numpy.array(s) > threshold) for s in by_story.values()])
            worst = max(max(s) for s in by_story.values())
            on_top = {
                f: numpy.array([score(p[:, 0], p[:, 1] * f) for _, p in suite])
                for f in (1.02, 1.05, 1.1)}
            real = numpy.array(
                [score(w[:, 0], w[:, 1]) for w in windows(blocks, f"hash-{layout}", "c2")])
            detection = [numpy.mean(found > threshold) for found in (*on_top.values(), real)]
            detection.append(numpy.mean(on_top[1.02] > worst))
            output.writerow([layout, name] + [
                f"{x:.4f}" for x in [1 - quiet] + detection])


if __name__ == "__main__":
    main()
