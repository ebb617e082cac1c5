#!/usr/bin/env python3
"""Writes change-points.json: what Apache Otava finds in many series, for the Swift code to equal.

The series have fixed seeds: steps, drifts, outliers, noise, constant and tiny ones, with several
windows, levels of significance and least magnitudes. Nothing is computed here; all that is
expected comes from Otava's own analysis.

    pip install apache-otava==0.8.0
    python3 make_change_points.py
"""

import json
import math
import pathlib
from importlib.metadata import version

import numpy
from otava.analysis import compute_change_points, split

HERE = pathlib.Path(__file__).resolve().parent


def noise(generator, count, spread):
    return generator.normal(0, spread, count)


def steps(generator, lengths, levels, spread):
    parts = [level + noise(generator, length, spread) for length, level in zip(lengths, levels)]
    return numpy.concatenate(parts)


SETTINGS = [(50, 0.001, 0.0), (30, 0.01, 0.0), (50, 0.05, 0.02), (10, 0.2, 0.0)]


def series():
    """Names and values; values in three decimals, as measurements in ms."""

    def one(name, values):
        return name, [round(float(value), 3) for value in values]

    for seed in range(6):
        g = numpy.random.default_rng(2015 + seed)
        level = [10, 250, 0.5, 4000, 33, 1.2][seed]
        spread = level * [0.002, 0.01, 0.03, 0.05, 0.0, 0.1][seed]
        yield one(f"noise {seed}", level + noise(g, 40 + 17 * seed, spread))
        yield one(f"step {seed}", steps(g, [12, 14], [level, level * 1.041], spread))
        yield one(
            f"two steps {seed}",
            steps(g, [20, 25, 30], [level, level * 1.1, level * 1.02], spread))
        yield one(
            f"many steps {seed}",
            steps(g, [15] * 8, [level * (1 + 0.03 * (k % 3)) for k in range(8)], spread))
        drift = level * (1 + numpy.linspace(0, 0.2, 60)) + noise(g, 60, spread)
        yield one(f"drift {seed}", drift)
        outliers = level + noise(g, 50, spread)
        outliers[g.integers(0, 50, 3)] *= 1.5
        yield one(f"outliers {seed}", outliers)
        yield one(
            f"last value {seed}", steps(g, [30, 1], [level, level * 1.2], spread))
        yield one(
            f"long {seed}", steps(g, [70, 60, 70], [level, level * 0.95, level * 1.05], spread))
        yield one(
            f"around zero {seed}", steps(g, [12, 15], [0, level], spread) - level / 2)
    for count in range(1, 8):
        g = numpy.random.default_rng(count)
        yield one(f"tiny {count}", 100 + noise(g, count, 1))
        yield one(f"tiny step {count}", [100] * (count // 2) + [200] * (count - count // 2))
    yield one("constant", [5] * 60)
    yield one("zero", [0] * 20)
    yield one("constant steps", [5] * 20 + [6] * 20 + [5] * 25)
    yield one("from zero", [0] * 20 + [6] * 20 + [0] * 10)
    yield one("integers", [k * 7 % 5 for k in range(90)])
    yield one("spike", [1] * 12 + [9] + [1] * 12)


def finite(value):
    value = float(value)
    return value if math.isfinite(value) else None


def expected(point):
    return {
        "index": int(point.index),
        "divergence": finite(point.qhat),
        "p": finite(point.stats.pvalue),
        "before": finite(point.stats.mean_1),
        "after": finite(point.stats.mean_2),
        "deviationBefore": finite(point.stats.std_1),
        "deviationAfter": finite(point.stats.std_2),
        "relativeChange": finite(point.stats.forward_rel_change()),
        "magnitude": finite(point.stats.change_magnitude()),
    }


def is_rounding(point):
    """Means of equal values may differ in Otava by the last bit, and their deviations be as small:
    then it finds changes between values that are all equal."""
    return point.stats.change_magnitude() < 1e-12


def analysis(values, window, p, magnitude):
    first_pass = p * 10 if p < 0.05 else p * 2 if p < 0.5 else p
    candidates = split(list(values), window, first_pass)
    found, _ = compute_change_points(list(values), window, p, magnitude)
    return {
        "window": window,
        "p": p,
        "magnitude": magnitude,
        "rounding": any(is_rounding(point) for point in found),
        "candidates": [int(point.index) for point in candidates],
        "changes": [expected(point) for point in found],
    }


cases = [
    {"name": name, "values": values, "analyses": [analysis(values, *one) for one in SETTINGS]}
    for name, values in series()
]
document = {"otava": version("apache-otava"), "series": cases}
text = json.dumps(document, separators=(",", ":")).replace('{"name"', '\n{"name"')
(HERE / "change-points.json").write_text(text + "\n")
found = sum(len(one["changes"]) for case in cases for one in case["analyses"])
print(len(cases), "series,", len(SETTINGS) * len(cases), "analyses,", found, "change points")
