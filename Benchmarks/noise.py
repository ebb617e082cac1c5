"""Other work beside a benchmark, and how far its values scatter."""
import contextlib
import statistics
import subprocess
import sys

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
