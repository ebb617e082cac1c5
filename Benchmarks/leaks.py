#!/usr/bin/env python3
"""What `rehearse run` says of real cycles of healthy apps and of apps that leak, beside straight lines.

    leaks.py REHEARSE LEAK_DRIVER [ROUNDS]

Each round (20) replays thirteen stories of the driver as cycles, each in a process of its own. Of each story
is printed how often which verdict was given, the bytes a cycle that were found, and how often a least-squares
slope of the resident memory at the ends of the same cycles was above 0 with p < 5 %, as teams write it. The exit
status is 1 where a healthy story was said to retain, or a leak was not.
"""
import collections
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

import scipy.stats

from published import publish

# Pattern, period, key: a leak of one object in a hundred cycles needs a hundred in each of eight parts.
HEALTHY = [
    ("sawtooth", 7), ("bounded cache", 10), ("doubling table", 12), ("lazy start", 9), ("pool", 8),
    ("thread start", 12), ("trim", 6), ("log rotation", 11),
]
LEAKS = [
    ("one object a cycle", "cycles: 20", 32), ("one object in 100 cycles", "cycles: 1000", 0.32),
    ("growing array", "cycle: true", None), ("retain cycle", "cycles: 20", 64),
    ("forgotten observer", "cycles: 20", None),
]
DIGEST = "e17c1407bd142648"


def scenario(driver):
    stories = [(name, period, "cycle: true") for name, period in HEALTHY]
    stories += [(name, 1, key) for name, key, _ in LEAKS]
    text = f"scenario: leaks\nbuilds: {{ only: {{ command: [{driver}] }} }}\nruns: 1\nstories:\n"
    for name, period, key in stories:
        text += (
            f"  {name.replace(' ', '-')}:\n    {key}\n    steps:\n"
            f"      - work: {{ pattern: {name}, period: {period} }}\n        expect: {{ done: true }}\n"
            f"      - state: {{}}\n        expect: {{ digest: {DIGEST} }}\n")
    return text


def rises(resident):
    line = scipy.stats.linregress(range(len(resident)), resident)
    return line.slope > 0 and (line.stderr == 0 or line.pvalue / 2 < 0.05)


def main():
    rehearse, driver = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    verdicts = collections.defaultdict(collections.Counter)
    rates, slopes = collections.defaultdict(list), collections.Counter()
    seconds = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file, store = pathlib.Path(folder, "leaks.yml"), pathlib.Path(folder, "leaks.sqlite")
        file.write_text(scenario(driver))
        for _ in range(rounds):
            result = subprocess.run(
                [rehearse, "run", file, "--store", store, "--no-report", "--json", "--quiet"],
                capture_output=True, text=True)
            if result.returncode:
                sys.exit(f"rehearse run: {result.returncode}\n{result.stderr}")
            for found in json.loads(result.stdout)["retentions"]:
                verdicts[found["story"]][found["verdict"]] += 1
                rates[found["story"]].append(found["bytes"]["rate"]["point"])
        rows = sqlite3.connect(store).execute("SELECT story, cycles FROM run WHERE kind = 'cycles'")
        for story, cycles in rows:
            series = json.loads(cycles)
            slopes[story] += rises(series["resident"][series["warmUp"]:])
    seconds = (time.monotonic() - seconds) / rounds
    print(f"{rounds} rounds of 13 stories, {seconds:.1f} s each\n")
    print(f"{'':<26}{'retains':>9}{'bounded':>9}{'flat':>6}{'inconcl.':>10}{'B/cycle':>12}{'slope':>7}")
    wrong, rows = 0, []
    for name in [name for name, _ in HEALTHY] + [name for name, _, _ in LEAKS]:
        story = name.replace(" ", "-")
        counts = verdicts[story]
        low, high = min(rates[story]), max(rates[story])
        rate = f"{low:g}" if low == high else f"{low:g}…{high:g}"
        print(
            f"{name:<26}{counts['retains']:>9}{counts['bounded']:>9}{counts['flat']:>6}"
            f"{counts['inconclusive']:>10}{rate:>12}{slopes[story]:>7}")
        rows.append([name, counts["retains"], rate, slopes[story]])
        wrong += counts["retains"] if name in dict(HEALTHY) else rounds - counts["retains"]
    publish("leaks-real", ["App", f"Retains, of {rounds}", "Bytes a cycle", f"Slope rises, of {rounds}"], rows)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
