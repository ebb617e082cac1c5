"""Other work beside a benchmark, how far its values scatter, and what hyperfine says of two programs."""
import contextlib
import json
import math
import statistics
import subprocess
import sys
import tempfile

# Some milliseconds of work and of sleep, so that the scheduler prefers them whenever they wake.
# They end with the benchmark, however it ends.
JOB = """
import os, random, time
parent = os.getppid()
while os.getppid() == parent:
    end = time.monotonic() + random.expovariate(1 / 0.02)
    while time.monotonic() < end: pass
    time.sleep(random.expovariate(1 / 0.01))
"""


@contextlib.contextmanager
def others(count):
    """So many processes compute and sleep meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", JOB]) for _ in range(count)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


def robust(values):
    """The standard deviation, but for outliers: 1.4826 times the median of the deviations from the median."""
    middle = statistics.median(values)
    return 1.4826 * statistics.median(abs(value - middle) for value in values)


def percent(value):
    return f"{100 * value:.2f}".replace("-", "−")


def hyperfine(same, other, runs, *options):
    """What hyperfine says of two commands: 1 if the other takes longer, -1 if less time, and 0 if they don't differ
    by the test that comes with it (Welch's, 95 %)."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(
            ["hyperfine", *options, "--runs", str(runs), "--export-json", file.name, same, other],
            check=True, capture_output=True)
        before, after = (one["times"] for one in json.load(file)["results"])
    return welch(before, after)


def welch(before, after):
    """1 or -1 if the mean grew or shrank by Welch's test at 5 %, else 0."""
    parts = [statistics.variance(times) / len(times) for times in (before, after)]
    difference = statistics.mean(after) - statistics.mean(before)
    if sum(parts) == 0:
        return (difference > 0) - (difference < 0)
    degrees = sum(parts) ** 2 / sum(
        part ** 2 / (len(times) - 1) for part, times in zip(parts, (before, after), strict=True))
    score = difference / math.sqrt(sum(parts))
    return (1 if score > 0 else -1) if abs(score) > student(degrees) else 0


def student(degrees):
    """The value that Student's t exceeds in 2.5 % of cases: bisection of Simpson's sum of the density."""
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def density(value):
        return scale * (1 + value * value / degrees) ** (-(degrees + 1) / 2)

    def between(value, steps=2000):
        width = value / steps
        weights = (1 if step in (0, steps) else 4 if step % 2 else 2 for step in range(steps + 1))
        return sum(weight * density(step * width) for step, weight in enumerate(weights)) * width / 3
    low, high = 0.0, 100.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (middle, high) if between(middle) < 0.475 else (low, middle)
    return high
