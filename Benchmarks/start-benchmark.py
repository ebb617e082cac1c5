#!/usr/bin/env python3
"""How long a command takes to start: `rehearse --help`, beside `hyperfine --help` and an empty program.

    start-benchmark.py REHEARSE [ROUNDS]

Each round starts every one of them once, in an order that turns, so that what the machine does meets all alike, and
after their files were read anew, since it matters where in memory they lie (places.py). Of the ratio to hyperfine, it
prints the median over the rounds with a 95 % interval by order statistics.
"""
import os
import shutil
import statistics
import sys

from medians import median_with_interval
from page_cache import renew
from published import publish
from starts import started

GOAL = 3.0


def main():
    program = os.path.realpath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    peer = shutil.which("hyperfine")
    if not peer:
        sys.exit("Error: hyperfine is missing: make setup-bench.")
    commands = {
        "rehearse --help": [program, "--help"],
        "rehearse check --help": [program, "check", "--help"],
        "hyperfine --help": [peer, "--help"],
        "true": [shutil.which("true")],
    }
    names = list(commands)
    taken = {name: [] for name in names}
    programs = {words[0] for words in commands.values()}
    for number in range(-5, rounds):
        renew(programs)
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            elapsed, usage = started(commands[name])
            if number >= 0:
                taken[name].append((elapsed * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_minflt))
    print(f"Starts, {rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print(f"{'':24}{'minimum':>9}{'median':>9}{'mean':>9}{'CPU':>9}{'faults':>9}")
    for name in names:
        walls = [one[0] for one in taken[name]]
        print(f"{name:24}{min(walls):9.2f}{statistics.median(walls):9.2f}{statistics.mean(walls):9.2f}"
              f"{statistics.mean(one[1] for one in taken[name]):9.2f}"
              f"{statistics.median(one[2] for one in taken[name]):9.0f}")
    print("Elapsed and CPU time in ms.")
    ratio, low, high = median_with_interval([
        mine[0] / other[0] for mine, other in zip(
            taken["rehearse --help"], taken["hyperfine --help"], strict=True)])
    print(f"rehearse --help takes {ratio:.2f} times as long as hyperfine --help ({low:.2f} to "
          f"{high:.2f}).")
    publish("start", ["Command", "Least, ms", "Median, ms", "CPU time, mean, ms", "Over hyperfine", "from", "to"], [
        [name, f"{min(one[0] for one in taken[name]):.1f}", f"{statistics.median(one[0] for one in taken[name]):.1f}",
         f"{statistics.mean(one[1] for one in taken[name]):.1f}",
         *([f"{ratio:.1f}", f"{low:.1f}", f"{high:.1f}"] if name == "rehearse --help" else ["", "", ""])]
        for name in names])
    least = min(one[0] for one in taken["rehearse --help"])
    print(f"The aim, {GOAL:.0f} ms at most, is {'met' if least <= GOAL else 'missed'} by the minimum: "
          f"{least:.2f} ms.")


if __name__ == "__main__":
    main()
