#!/usr/bin/env python3
"""Writes reference.json: values that the Swift code must reproduce, from independent sources.

Moments come from exact rational arithmetic (fractions), rounded once at the end; Student's t,
trimming, winsorising and Welch's test from scipy, whose t quantiles are
checked against mpmath. Nothing here shares a formula with the Swift code where scipy has its own.

    python3 make_reference.py            (needs scipy 1.9 or newer and mpmath)
"""

import collections
import csv
import json
import pathlib
from fractions import Fraction

import mpmath
import numpy
from scipy import stats
from scipy.stats import mstats

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[2] / "Results" / "kmu2015"
mpmath.mp.dps = 50


def root(fraction):
    return float(mpmath.sqrt(mpmath.mpf(fraction.numerator) / fraction.denominator))


def mode(values):
    counts = collections.Counter(values)
    most = max(counts.values())
    return next(v for v in values if counts[v] == most) if most > 1 else None


def summary(values):
    exact = [Fraction(v) for v in values]
    n = len(exact)
    mean = sum(exact) / n
    second = sum((x - mean) ** 2 for x in exact)
    third = sum((x - mean) ** 3 for x in exact)
    fourth = sum((x - mean) ** 4 for x in exact)
    ordered = sorted(exact)
    variance = second / (n - 1) if n > 1 else None
    result = {
        "mean": float(mean),
        "median": float((ordered[(n - 1) // 2] + ordered[n // 2]) / 2),
        "mode": mode(values),
        "range": float(max(exact) - min(exact)),
        "minimum": min(values),
        "maximum": max(values),
        "sum": float(sum(exact)),
        "count": n,
    }
    if n > 1:
        result["sample-variance"] = float(variance)
        result["standard-deviation"] = root(variance)
        result["standard-error"] = root(variance / n)
        result["confidence-half-width"] = (
            float(stats.t.ppf(0.975, n - 1)) * root(variance / n))
    # Excel's SKEW and KURT, by the formulas of its help pages.
    if n > 2 and second > 0:
        s3 = mpmath.mpf(variance.numerator) / variance.denominator
        s3 = s3 ** mpmath.mpf("1.5")
        third = mpmath.mpf(third.numerator) / third.denominator
        result["skewness"] = float(mpmath.mpf(n) / ((n - 1) * (n - 2)) * third / s3)
    if n > 3 and second > 0:
        factor = Fraction(n * (n + 1), (n - 1) * (n - 2) * (n - 3))
        result["kurtosis"] = float(
            factor * fourth / variance**2 - Fraction(3 * (n - 1) ** 2, (n - 2) * (n - 3)))
    return result


def check_with_scipy(values, expected):
    """The exact measurements and scipy's must agree where scipy's are numerically sound."""
    numpy.testing.assert_allclose(expected["mean"], numpy.mean(values), rtol=1e-12)
    numpy.testing.assert_allclose(
        expected["sample-variance"], numpy.var(values, ddof=1), rtol=1e-9)
    numpy.testing.assert_allclose(
        expected["skewness"], stats.skew(values, bias=False), rtol=1e-7, atol=1e-9)
    numpy.testing.assert_allclose(
        expected["kurtosis"], stats.kurtosis(values, bias=False), rtol=1e-7, atol=1e-9)


def ratio(location, error, degrees):
    reach = float(stats.t.ppf(0.975, degrees)) * error
    return {
        "location": location,
        "logStandardError": error,
        "degrees": degrees,
        "point": float(numpy.exp(location)),
        "lower": float(numpy.exp(location - reach)),
        "upper": float(numpy.exp(location + reach)),
        "above": float(stats.t.sf((location - numpy.log(1.005)) / error, degrees)),
        "below": float(stats.t.cdf((location - numpy.log(1 / 1.005)) / error, degrees)),
    }


def paired(baseline, candidate):
    d = numpy.log(numpy.array(candidate) / numpy.array(baseline))
    g = int(0.1 * len(d))
    location = float(stats.trim_mean(d, 0.1))
    if g == 0:
        error = float(stats.sem(d))
    else:
        # trimmed_stde divides by 1 less the limits, Yuen by 1 less the share that was cut; they
        # are the same where the limits are that share.
        limits = (g / len(d), g / len(d))
        assert int(limits[0] * len(d)) == g
        error = float(mstats.trimmed_stde(d, limits=limits, inclusive=(True, True)))
    return {
        "baseline": baseline, "candidate": candidate, "trimmed": g,
        "ratio": ratio(location, error, len(d) - 2 * g - 1),
    }


def independent(baseline, candidate):
    # Welch's test on the logarithms of the means, whose standard deviations are, by the delta
    # method, the coefficients of variation.
    x, y = numpy.array(candidate), numpy.array(baseline)
    location = float(numpy.log(numpy.mean(x) / numpy.mean(y)))
    errors = [stats.variation(v, ddof=1) / numpy.sqrt(len(v)) for v in (x, y)]
    error = float(numpy.hypot(*errors))
    test = stats.ttest_ind_from_stats(
        location, errors[0] * numpy.sqrt(len(x)), len(x),
        0, errors[1] * numpy.sqrt(len(y)), len(y), equal_var=False)
    numpy.testing.assert_allclose(test.statistic, location / error, rtol=1e-12)
    degrees = float(error**4 / (errors[0]**4 / (len(x) - 1) + errors[1]**4 / (len(y) - 1)))
    numpy.testing.assert_allclose(
        test.pvalue, 2 * stats.t.sf(abs(test.statistic), degrees), rtol=1e-10)
    return {
        "baseline": baseline, "candidate": candidate,
        "ratio": ratio(location, error, degrees),
    }


def clustered(clusters):
    """The one-sample t test over the clusters' trimmed means."""
    estimates = [
        float(stats.trim_mean(numpy.log(numpy.array(c) / numpy.array(b)), 0.1))
        for b, c in clusters]
    location, error = float(numpy.mean(estimates)), float(stats.sem(estimates))
    result = ratio(location, error, len(estimates) - 1)
    interval = stats.ttest_1samp(estimates, 0).confidence_interval(0.95)
    numpy.testing.assert_allclose(
        numpy.exp([interval.low, interval.high]), [result["lower"], result["upper"]], rtol=1e-12)
    return {
        "baselines": [b for b, _ in clusters], "candidates": [c for _, c in clusters],
        "ratio": result,
    }


def components(groups):
    """Henderson's method 1 in exact fractions: uncorrected sums of squares, their expectations."""
    exact = [[Fraction(v) for v in g] for g in groups]
    total, k = sum(len(g) for g in exact), len(exact)
    values = sum(v * v for g in exact for v in g)
    between = sum(sum(g) ** 2 / len(g) for g in exact)
    overall = sum(v for g in exact for v in g) ** 2 / total
    within = (values - between) / (total - k)
    # E(between - overall) = (N - sum n^2 / N) s_b^2 + (k - 1) s_w^2
    weight = total - sum(Fraction(len(g) ** 2, total) for g in exact)
    variance = (between - overall - (k - 1) * within) / weight
    numpy.testing.assert_allclose(
        float((between - overall) / (k - 1) / within), stats.f_oneway(*groups).statistic, rtol=1e-9)
    means = [sum(g) / len(g) for g in exact]
    return {
        "groups": groups, "means": [float(m) for m in means], "mean": float(sum(means) / k),
        "within": root(within), "between": root(max(Fraction(0), variance)),
    }


def measurements(name):
    runs, seen = collections.OrderedDict(), set()
    with open(DATA / name, newline="") as file:
        for row in csv.DictReader(file):
            run = (row["metric"], row["story"], row["pid"])
            if run not in seen:  # table 51 lists one run twice
                seen.add(run)
                runs.setdefault(run[:2], []).append(float(row["peak"]))
    return runs


def main():
    random = numpy.random.default_rng(2015)
    samples = {
        "one value": [4.25],
        "two values": [3.0, 4.5],
        "three values": [1.0, 2.0, 4.0],
        "four values": [2.0, 3.0, 5.0, 9.0],
        "constant": [0.1] * 7,
        "tied modes": [3.0, 1.0, 2.0, 1.0, 3.0, 5.0],
        "negative and positive": [-2.5, 7.25, 0.0, -0.125, 3.5, -9.75],
        "offset of 1e15, mean between two doubles":
            [1e15 + x for x in (1.0, 2.0, 4.0, 8.0, 16.0, 18.0, 1.0)],
        "alternating magnitudes": [1e16, 1.0, -1e16, 3.0, 1e8, -1e8, 2.0],
        "tiny": [x * 1e-200 for x in (1.0, 2.0, 3.5, 8.0)],
        "huge": [x * 1e150 for x in (1.0, 2.0, 3.5, 8.0)],
        "log-normal": [float(x) for x in random.lognormal(1, 0.7, 101)],
        "uniform": [float(x) for x in random.uniform(-1, 1, 1000)],
    }
    swift, objc = measurements("swift_measurements.csv"), measurements("objc_measurements.csv")
    summaries = [{"name": k, "values": v, "expected": summary(v)} for k, v in samples.items()]
    for s in summaries:
        if s["name"] in ("log-normal", "uniform"):
            check_with_scipy(s["values"], s["expected"])
    source = []
    for implementation, runs in (("swift", swift), ("objc", objc)):
        for (metric, story), values in runs.items():
            expected = summary(values)
            if "skewness" in expected:
                check_with_scipy(values, expected)
            source.append({
                "implementation": implementation, "metric": metric, "story": story,
                "expected": expected})

    pairs = []
    for n in (2, 3, 9, 10, 12, 19, 20, 25, 30, 60):
        base = random.lognormal(3, 0.1, n)
        other = base * 1.02 * numpy.exp(0.005 * random.standard_t(3, n))
        pairs.append(paired([float(x) for x in base], [float(x) for x in other]))

    clusters = []
    for sizes in ((1, 1), (3, 3, 3, 3), (10, 12, 9, 30), (5,) * 8, (1, 7, 2)):
        cluster = []
        for n in sizes:
            base = random.lognormal(3, 0.1, n)
            shift = 0.03 * random.standard_normal()
            other = base * numpy.exp(shift + 0.01 * random.standard_t(3, n))
            cluster.append(([float(x) for x in base], [float(x) for x in other]))
        clusters.append(clustered(cluster))
    groups = []
    unequal = [(1, (1, 2, 9, 30)), (1, (1, 1, 3))]
    for spread, sizes in [(2, (5,) * 8), (0, (4,) * 6), (0, (3, 5, 9, 4)), (3, (2, 2))] + unequal:
        groups.append(components([
            [float(x) for x in 100 + spread * random.standard_normal() + random.standard_normal(n)]
            for n in sizes]))

    degrees = list(range(1, 201))
    levels = [1e-10, 0.01 / 36, 0.005, 0.025, 0.05, 0.25, 0.5]
    reference = {
        "summaries": summaries,
        "source": source,
        "paired": pairs,
        "independent":
            [independent(objc[key], swift[key]) for key in swift]
            + [independent([1.0, 1.5, 1.25], [2.0, 2.5])],
        "clustered": clusters,
        "components": groups,
        "studentT": {
            "degrees": degrees,
            "levels": levels,
            "upperQuantiles": [[t_quantile(p, d) for p in levels] for d in degrees],
            "arguments": [0.0, 0.5, 2.0, 10.0, 40.0],
            "upperTails":
                [[t_tail(t, d) for t in (0.0, 0.5, 2.0, 10.0, 40.0)] for d in degrees],
            "fractional": [
                {"degrees": d, "quantile975": float(stats.t.ppf(0.975, d))}
                for d in (1.5, 2.25, 8.7, 17.31, 1234.5)],
        },
    }
    text = json.dumps(reference, separators=(",", ":")).replace("},{", "},\n{")
    (HERE / "reference.json").write_text(text + "\n")


def t_quantile(level, degrees):
    """scipy's quantile, which has to give the level back in 50 digits: scipy may itself be
    built on Boost, and mpmath is not."""
    quantile = float(stats.t.isf(level, degrees))
    t = mpmath.mpf(quantile)
    half = mpmath.betainc(
        mpmath.mpf(degrees) / 2, mpmath.mpf("0.5"), 0, degrees / (degrees + t * t),
        regularized=True) / 2
    assert abs(half / mpmath.mpf(level) - 1) < 1e-12, (level, degrees)
    return quantile


def t_tail(t, degrees):
    return float(stats.t.sf(t, degrees))


if __name__ == "__main__":
    main()
