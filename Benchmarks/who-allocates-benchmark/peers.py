"""What heaptrack makes of the same programs: the functions whose own blocks differ, most first."""
import collections
import re

import programs

# What heaptrack can show of the metrics; it sums up no bytes that were given back.
COSTS = {"allocations": "allocations", "retained-blocks": "leaked"}


def record(command, requests, path):
    """One run of a driver under heaptrack, and what it printed."""
    return programs.run("heaptrack", "-o", path, *command, text=requests)


def order(baseline, candidate, metric, names):
    """The functions of two recordings, the largest difference first; none of a metric that it has not."""
    if metric not in COSTS:
        return None
    before, after = (own(path, COSTS[metric], names) for path in (baseline, candidate))
    differing = [name for name in set(before) | set(after) if before[name] != after[name]]
    return sorted(differing, key=lambda name: (-abs(after[name] - before[name]), name))


def own(path, cost, names):
    """Of each function of the app what it allocates by itself: it is the nearest to the allocation."""
    folded = path.with_suffix(".folded")
    programs.run("heaptrack_print", "-f", f"{path}.zst", "-F", folded, "--flamegraph-cost-type", cost)
    counts = collections.Counter()
    for line in folded.read_text().splitlines():
        stack, _, count = line.rpartition(" ")
        found = [name for frame in stack.split(";") for name in re.findall(r"[a-z]+[A-Z][a-z]+\d{3}", frame)
                 if name in names]
        if found:
            counts[found[-1]] += int(count)
    return counts
