"""The programs whose cost is known, and what is aimed at for Rehearse's measurements."""
import dataclasses

MEGABYTE = 2**20


@dataclasses.dataclass
class Aim:
    text: str
    quantity: str
    # The greatest error allowed for a true value.
    tolerance: callable


@dataclasses.dataclass
class Program:
    title: str
    words: list
    # How many of a hundred runs are made.
    share: int
    quantities: list
    aims: list


def within(megabytes):
    return lambda truth: megabytes * MEGABYTE


PEAK = Aim("peak memory within 1 MB of the truth", "peak", within(1))
TREE = Aim("the tree's resident peak within 2 MB", "tree", within(2))
CGROUP = Aim("the tree's peak cgroup memory within 2 MB", "cgroup", within(2))
CPU = Aim("CPU time within 0.1 % or 100 us", "cpu", lambda truth: max(truth / 1000, 100))
TREES = ["peak", "tree", "cgroup", "cpu"]


def programs(scratch):
    return [
        Program("64 MB, held for 1 ms", ["spike", "64", "1"], 100, ["peak", "cpu", "faults"],
                [PEAK]),
        Program("16 384 pages touched", ["spike", "64", "0"], 20, ["faults"], []),
        Program("300 ms of CPU time in 1 thread", ["burn", "300", "1"], 20, ["cpu", "peak"], [CPU]),
        Program("200 ms of CPU time in each of 2 threads", ["burn", "200", "2"], 20, ["cpu"],
                [CPU]),
        Program("3 children with 48 MB each, for 50 ms, all at once",
                ["together", "3", "48", "50"], 20, TREES, [TREE, CGROUP]),
        Program("3 children with 48 MB each, for 50 ms, one after the other",
                ["chain", "3", "48", "50"], 20, TREES, [TREE, CGROUP]),
        Program("8 MB written, and waited for the disk", ["write", f"{scratch}/written", "8388608"],
                20, ["written", "cpu"], []),
    ]
