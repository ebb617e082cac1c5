#!/usr/bin/env python3
"""Does it matter in which pages of memory a program's file lies?

    places.py PROGRAM [EXPERIMENTS]

Two copies of PROGRAM, a byte apart, are compared by the CPU time of starts that print their help: 30 pairs of ten
starts each, taken in turns. There is nothing to find. In half of the EXPERIMENTS (40) both copies are read into the
kernel's cache once and stay; in the other half they are read anew before each pair, as Rehearse does. It prints how
often the 95 % interval of the mean does not hold zero, and the largest difference.
"""
import math
import pathlib
import random
import shutil
import statistics
import sys
import tempfile

from page_cache import renew
from published import publish, show
from starts import started

PAIRS = 30
STARTS = 10
# The t distribution's 97.5 % with 29 degrees of freedom.
QUANTILE = 2.045


def time(program):
    """The CPU time of a start, seconds."""
    _, usage = started([program, "--help"])
    return usage.ru_utime + usage.ru_stime


def difference(copies, are_renewed):
    """The mean difference of the second copy, and half its 95 % interval, both %."""
    renew(copies)
    ratios = []
    for _ in range(PAIRS):
        if are_renewed:
            renew(copies)
        taken = dict.fromkeys(copies, 0)
        for copy in random.sample(copies, 2) * STARTS:
            taken[copy] += time(copy)
        ratios.append(math.log(taken[copies[1]] / taken[copies[0]]))
    return 100 * statistics.mean(ratios), 100 * QUANTILE * statistics.stdev(ratios) / math.sqrt(PAIRS)


def main():
    experiments = int(sys.argv[2]) // 2 if len(sys.argv) > 2 else 20
    found = {False: [], True: []}
    with tempfile.TemporaryDirectory(prefix="rehearse-places-", dir=".") as folder:
        copies = [str(pathlib.Path(folder, name).resolve()) for name in ("one", "other")]
        for copy in copies:
            shutil.copy(sys.argv[1], copy)
            with open(copy, "ab") as file:
                file.write(copy[-1].encode())
        for _ in range(experiments):
            for are_renewed in found:
                found[are_renewed].append(difference(copies, are_renewed))
    head = ["files", "comparisons", "95 % intervals without zero", "due", "largest difference, %", "mean difference, %"]
    rows = [
        ["read anew before each pair" if are_renewed else "stay where they are", str(experiments),
         str(sum(abs(mean) > half for mean, half in results)), f"{experiments / 20:g}",
         f"{max(abs(mean) for mean, _ in results):.1f}", f"{statistics.mean(mean for mean, _ in results):+.1f}"]
        for are_renewed, results in found.items()
    ]
    show([head, *rows])
    publish("places", head, rows)


if __name__ == "__main__":
    main()
