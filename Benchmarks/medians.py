"""Medians of benchmarks, with their 95 % intervals."""
import math
import statistics


def median_with_interval(values):
    """By ranks: the binomial's, approximated by the normal distribution."""
    values, half = sorted(values), 0.98 * math.sqrt(len(values))
    low = max(0, math.floor(len(values) / 2 - half))
    high = min(len(values) - 1, math.ceil(len(values) / 2 + half))
    return statistics.median(values), values[low], values[high]
