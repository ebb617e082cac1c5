"""The same commands, measured by a harness that is small and by one that has 300 MB itself.

What a process had at most is the floor of what its children are said to have had (ru_maxrss), so a
harness that starts commands itself reads its own size.
"""
import json
import pathlib
import statistics
import subprocess
import sys

from programs import MEGABYTE
from table import row, tell

BALLAST = 300
PYTHON = """
import resource, subprocess, sys
ballast = b"1" * (int(sys.argv[1]) << 20)
subprocess.run(sys.argv[2:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def by_rehearse(harness, megabytes, runs, words):
    text = subprocess.run([harness, str(megabytes), str(runs), *words], check=True,
                          stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in text.splitlines()]


def by_python(megabytes, words):
    return int(subprocess.run([sys.executable, "-c", PYTHON, str(megabytes), *words], check=True,
                              stdout=subprocess.PIPE).stdout)


def measure(harness, target, scratch, runs):
    truth = pathlib.Path(scratch, "floor")
    commands = {"/bin/true": ["/bin/true"],
                "64 MB for 1 ms": [target, str(truth), "spike", "64", "1"]}
    print("\nPeak memory in MB, read by a harness that has itself so much")
    row("", ["0 MB", f"{BALLAST} MB"])
    read = {}
    for name, words in commands.items():
        read[name] = [by_rehearse(harness, size, runs, words) for size in (0, BALLAST)]
        row(f"{name}: rehearse", [median(peaks) for peaks in read[name]])
        floors = [by_python(size, words) / MEGABYTE for size in (0, BALLAST)]
        row(f"{name}: python", [f"{floor:.1f}" for floor in floors])
    print("python: subprocess.run and getrusage(RUSAGE_CHILDREN)")
    small, large = ([run["peak"] for run in runs] for runs in read["/bin/true"])
    middle = statistics.median(small)
    tell(f"/bin/true from {BALLAST} MB as from 0 MB, within 1 MB",
         sum(abs(peak - middle) <= MEGABYTE for peak in large), len(large))
    lines = [json.loads(line) for line in truth.read_text().splitlines()]
    true = {line["pid"]: line["peak"] for line in lines}
    spikes = read["64 MB for 1 ms"][1]
    tell(f"64 MB for 1 ms from {BALLAST} MB, within 1 MB of the truth",
         sum(abs(run["peak"] - true[run["pid"]]) <= MEGABYTE for run in spikes), len(spikes))


def median(runs):
    return f"{statistics.median(run['peak'] for run in runs) / MEGABYTE:.1f}"
