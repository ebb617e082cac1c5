#!/usr/bin/env python3
"""How the usual rules of other tools do on the measured pairs: false alarms and detection.

    python3 peers.py PAIRS.CSV            (needs numpy and scipy; writes CSV)

A rule is asked for a regression of CPU time: an alarm is one in the direction of "slower". The false
alarms of a whole run of 12 stories are those of whole blocks of 30 pairs, drawn by story: with
r the share of a story's blocks that alarm, 1 - product of (1 - r). Detection is the share of the
same blocks that alarm with 1, 2, 5 or 10 % put on top of the candidate's times (s1, s2, s5, s10), and the
share of windows of 30 neighbouring pairs of one program whose candidate does 2 % more work (c2).

The rules are made from their tools' documents and sources, in words of our own: tango-bench 4b00d95
(2026-06), rustc-perf 169b07b (2026-08, docs/comparison-analysis.md), and the others as named.

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


def tango(a, b):
    """tango-bench: of the pairs' differences the mean at least 2.6 standard errors from 0 (two-sided),
    and beyond its noise threshold, 1 % of the baseline's mean by default; its outlier
    filter is off unless asked for. The score is the change where the first holds."""
    difference = b - a
    error = difference.std(ddof=1) / numpy.sqrt(len(difference))
    return difference.mean() / a.mean() if difference.mean() >= 2.6 * error else -1.0


def tango_filtered(a, b):
    """The same with the filter: differences beyond 1.5 quartile ranges of the quartiles are left out."""
    first, third = numpy.percentile(b - a, (25, 75))
    kept = abs((b - a) - (first + third) / 2) <= 2 * (third - first)
    return tango(a[kept], b[kept])


def fence(history):
    """rustc-perf's threshold: of the changes between neighbouring results of the last 30 commits, as
    shares and without sign, the third quartile and three quartile ranges more. Quartiles are the
    medians of the halves. Before there are 30 the site takes 0.2 %; the stored blocks give 18 in one
    layout, and those are used."""
    changes = numpy.sort(abs(numpy.diff(history)) / history[:-1])
    half = len(changes) // 2
    first, third = numpy.median(changes[:half]), numpy.median(changes[-half:])
    return third + 3 * (third - first)


def rustc_perf(suite, factor=1.0):
    """rustc-perf: the least of all runs of a commit, beside the least of the one before; an alarm where
    the change reaches the threshold of the history. Each block is a commit and the next, and its
    history is that of the other blocks: the least of each of their sides, which are the same program,
    in order of time. The score is the change over the threshold."""
    least = [(pairs[:, 0].min(), pairs[:, 1].min()) for pairs in suite]
    for index, (before, after) in enumerate(least):
        others = numpy.array(least[index + 1 :] + least[:index]).ravel()[-30:]
        yield (after * factor / before - 1) / fence(others)


# Name, score, and from which score on there is an alarm.
RULES = [
    ("Welch t, 5 % (hyperfine's script)", welch, -0.05),
    ("Mann-Whitney, 5 % (Google Benchmark, benchstat)", mann_whitney, -0.05),
    ("Pinpoint (MWU or KS, 1 %)", pinpoint, -0.01),
    ("package-benchmark's default, 5 %", percentiles, 0.05),
    ("mean beyond +5 %", mean, 0.05),
    ("minimum beyond +2 %", minimum, 0.02),
    ("criterion (p < 5 %, interval beyond 1 %)", criterion, 0.01),
    ("tango (2.6 errors of pairs, beyond 1 %)", tango, 0.01),
    ("tango, without outliers", tango_filtered, 0.01),
]
# The one rule that looks at more than a block.
HISTORICAL = ("rustc-perf (least, quartile fence of history)", 1.0)


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


def measurements(scores, on_top, real, threshold):
    """What is told of a rule by its scores: of each story's blocks, of all with 1, 2, 5 and 10 % on top,
    and of windows with more work."""
    quiet = numpy.prod([1 - numpy.mean(numpy.array(s) > threshold) for s in scores])
    worst = max(max(s) for s in scores)
    detection = [numpy.mean(numpy.array(found) > threshold) for found in [*on_top, real]]
    return [1 - quiet] + detection + [numpy.mean(numpy.array(on_top[1]) > worst)]


def main():
    blocks = read(sys.argv[1])
    output = csv.writer(sys.stdout, lineterminator="\n")
    output.writerow(["layout", "rule", "falseAlarms", "s1", "s2", "s5", "s10", "c2", "calibrated"])
    for layout in LAYOUTS:
        suite = collections.defaultdict(list)
        for (campaign, story, _), pairs in blocks.items():
            if campaign == f"suite-{layout}":
                suite[story].append(pairs)
        more = list(windows(blocks, f"hash-{layout}", "c2"))
        tops = (1.01, 1.02, 1.05, 1.1)

        def row(name, values):
            output.writerow([layout, name] + [f"{x:.4f}" for x in values])

        for name, score, threshold in RULES:
            row(name, measurements(
                [[score(p[:, 0], p[:, 1]) for p in story] for story in suite.values()],
                [[score(p[:, 0], p[:, 1] * f) for story in suite.values() for p in story]
                 for f in tops],
                [score(w[:, 0], w[:, 1]) for w in more], threshold))
        name, threshold = HISTORICAL
        # The history of the program with more work: the blocks in which it is its own candidate.
        own = list(windows(blocks, f"hash-{layout}", "AA"))[:: PAIRS // WINDOW_STEP]
        limit = fence(numpy.array([(w[:, 0].min(), w[:, 1].min()) for w in own]).ravel()[-30:])
        row(name, measurements(
            [list(rustc_perf(story)) for story in suite.values()],
            [[x for story in suite.values() for x in rustc_perf(story, f)] for f in tops],
            [(w[:, 1].min() / w[:, 0].min() - 1) / limit for w in more],
            threshold))


if __name__ == "__main__":
    main()
