#!/usr/bin/env python3
"""Whether allocations are counted as valgrind's DHAT and heaptrack count them, and how much longer the
inventory's driver takes meanwhile, beside heaptrack.

    allocation-benchmark.py BUILT [ROUNDS]

The first table is of a program in C that calls one function ten times. Blocks and bytes are those of the
whole process, and the peak is what it held at most. The second is of the driver's own CPU time over the
same steps: each round has it once plain, once with the counter, and once under heaptrack, in an order
that turns; of the ratios the median over the rounds with a 95 % interval by order statistics."""
import json
import os
import pathlib
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile

from medians import median_with_interval

CALLS = ["malloc", "calloc", "malloc, realloc", "realloc of NULL", "malloc, realloc to 0", "reallocarray",
         "aligned_alloc", "posix_memalign", "memalign", "valloc", "pvalloc", "strdup", "malloc(0)"]
# What heaptrack's own library has allocated before: libstdc++'s reserve for exceptions.
RESERVE = (1, 72_704)
GOAL = 1.1

FIXTURE = {"devices": 5000, "users": 40, "loans": 220, "seed": 2015}
STEPS = [
    ("login", {"user": "alice", "password": "secret", "server": "local", "unit": "all"}, 1),
    ("list", {"filter": "all"}, 80), ("rows", {"from": 0, "rows": 100}, 1000),
    ("device", {"of": "available"}, 10000), ("lend", {"comment": "For the lecture"}, 600),
]


def counted(folder):
    """Blocks, bytes and peak of the one process that counted in a folder; see CAllocationPage.h."""
    page = next(pathlib.Path(folder).iterdir()).read_bytes()
    slots = min(struct.unpack_from("<Q", page, 8)[0], 64)
    peak = struct.unpack_from("<q", page, 328)[0]
    of_threads = [struct.unpack_from("<216Q", page, 384 + slot * 1728) for slot in range(slots)]
    return sum(sum(one[:104]) for one in of_threads), sum(one[208] for one in of_threads), peak


def number(text):
    return int(text.replace(",", ""))


def of_dhat(words):
    text = subprocess.run(["valgrind", "--tool=dhat", "--dhat-out-file=/dev/null", *words],
                          capture_output=True, text=True).stderr
    if "Program aborting" in text:
        return ("aborts",)
    total = re.search(r"Total: +([\d,]+) bytes in ([\d,]+) blocks", text)
    peak = re.search(r"t-gmax: ([\d,]+) bytes", text)
    return number(total[2]), number(total[1]), number(peak[1])


def of_heaptrack(words, folder):
    """Blocks and peak, without its own reserve; its sums have three digits, so bytes are left out."""
    subprocess.run(["heaptrack", "-o", f"{folder}/trace", *words], check=True, capture_output=True)
    trace = next(pathlib.Path(folder).glob("trace*"))
    text = subprocess.run(["heaptrack_print", str(trace)], check=True, capture_output=True,
                          text=True).stdout
    return int(re.search(r"calls to allocation functions: (\d+)", text)[1]) - RESERVE[0]


def compare_counts(library):
    print("Ten calls of each, as counted by Rehearse, DHAT (blocks, bytes, peak) and heaptrack (blocks)")
    print(f"{'':22}{'Rehearse':>22}{'DHAT':>22}{'heaptrack':>11}")
    program = f"{tempfile.mkdtemp()}/known"
    source = pathlib.Path(__file__).parent / "allocation-benchmark" / "known.c"
    subprocess.run(["clang", "-w", "-O1", str(source), "-o", program], check=True)
    differing = []
    for index, name in enumerate(CALLS):
        with tempfile.TemporaryDirectory() as pages, tempfile.TemporaryDirectory() as traces:
            words = [program, str(index)]
            subprocess.run(words, check=True, env=os.environ | {
                "LD_PRELOAD": library, "REHEARSE_ALLOCATIONS": pages})
            own, dhat, heaptrack = counted(pages), of_dhat(words), of_heaptrack(words, traces)
        print(f"{name:22}{' '.join(map(str, own)):>22}{' '.join(map(str, dhat)):>22}{heaptrack:>11}")
        if own != dhat or own[0] != heaptrack:
            differing.append(name)
    print(f"Not equal: {', '.join(differing) or 'none'}. DHAT aborts at pvalloc, and takes a block of no "
          "bytes for one of 1; heaptrack knows neither memalign nor pvalloc.\n")


def cpu_time(words, environment, folder):
    """CPU time of the driver's steps by its own measurement, ms."""
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=environment)

    def ask(request):
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        for line in process.stdout:
            # heaptrack writes some lines of its own.
            if line.startswith(b"{"):
                reply = json.loads(line)
                if not reply["ok"]:
                    sys.exit(f"Error: the driver refuses {request}: {reply}")
                return reply
        sys.exit(f"Error: {words[0]} has ended.")

    ask({"request": "hello", "protocol": 1})
    ask({"request": "prepare", "fixture": FIXTURE, "directory": folder})
    time = sum(ask({"request": "step", "verb": verb, "arguments": arguments, "repeat": count})
               ["cost"]["cpu_ns"] for verb, arguments, count in STEPS)
    ask({"request": "bye"})
    process.stdin.close()
    process.stdout.read()
    process.wait()
    return time / 1e6


def main():
    built = os.path.realpath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    for tool in ["valgrind", "heaptrack", "clang"]:
        if not shutil.which(tool):
            sys.exit(f"Error: {tool} is missing: make setup-bench.")
    library, driver = f"{built}/librehearse-allocations.so", f"{built}/inventory-driver"
    compare_counts(library)
    taken = {"plain": [], "counter": [], "heaptrack": []}
    names = list(taken)
    for turn in range(-1, rounds):
        for name in names[turn % 3:] + names[:turn % 3]:
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
                environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
                words = [driver]
                if name == "counter":
                    environment |= {"LD_PRELOAD": library, "REHEARSE_ALLOCATIONS": other}
                if name == "heaptrack":
                    words = ["heaptrack", "-o", f"{other}/trace", driver]
                one = cpu_time(words, environment, folder)
                if name == "counter":
                    blocks = counted(other)[0]
            if turn >= 0:
                taken[name].append(one)
    plain = statistics.median(taken["plain"])
    print(f"The inventory's driver, {rounds} rounds, load {os.getloadavg()[0]:.1f}: {blocks:,} blocks in "
          f"{plain:.0f} ms of CPU time")
    for name in names[1:]:
        ratio, low, high = median_with_interval(
            [mine / other for mine, other in zip(taken[name], taken["plain"], strict=True)])
        print(f"{name:10} {ratio:.3f} times as long ({low:.3f} to {high:.3f})")
        if name == "counter":
            print(f"{'':10} the aim, {GOAL} at most, is {'met' if ratio <= GOAL else 'missed'}")


if __name__ == "__main__":
    main()
