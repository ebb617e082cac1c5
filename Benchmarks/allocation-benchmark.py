#!/usr/bin/env python3
"""Whether allocations are counted as valgrind's DHAT, heaptrack and the tests of SwiftNIO count them, and how
much longer the inventory's driver takes meanwhile, beside heaptrack.

    allocation-benchmark.py BUILT [ROUNDS]

The first table is of a program in C that calls one function ten times. Blocks and bytes are those of the
whole process, and the peak is what it held at most. The second has the driver's blocks and bytes, of the whole
process, beside those that SwiftNIO's way of counting finds. The third is of its own CPU time over the
same steps: each round has it once plain, once with the counter, and once under heaptrack, in an order that turns; of
the ratios the median over the rounds with a 95 % interval by order statistics. With 0 rounds there is no third table."""
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
from published import publish

CALLS = ["malloc", "calloc", "malloc, realloc", "realloc of NULL", "malloc, realloc to 0", "reallocarray",
         "aligned_alloc", "posix_memalign", "memalign", "valloc", "pvalloc", "strdup", "malloc(0)"]
# What heaptrack's own library has allocated before: libstdc++'s reserve for exceptions.
RESERVE = (1, 72_704)
GOAL = 1.1
SOURCES = pathlib.Path(__file__).parent / "allocation-benchmark"

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


def nio_counter(folder):
    """A library that counts as SwiftNIO's tests do."""
    library = f"{folder}/nio.so"
    subprocess.run(["clang", "-O2", "-shared", "-fPIC", str(SOURCES / "nio.c"), "-o", library], check=True)
    return library


def of_nio(text):
    """Blocks and bytes that it wrote."""
    blocks, _, size = map(int, text.split())
    return blocks, size


def compare_counts(library, nio):
    print("Ten calls of each, as counted by Rehearse, DHAT (blocks, bytes, peak), heaptrack (blocks) and as by "
          "SwiftNIO (blocks, bytes)")
    print(f"{'':22}{'Rehearse':>22}{'DHAT':>22}{'heaptrack':>11}{'SwiftNIO':>14}")
    program = f"{tempfile.mkdtemp()}/known"
    subprocess.run(["clang", "-w", "-O1", str(SOURCES / "known.c"), "-o", program], check=True)
    rows = {"DHAT": [], "heaptrack": [], "SwiftNIO's hooks": []}
    for index, name in enumerate(CALLS):
        with tempfile.TemporaryDirectory() as pages, tempfile.TemporaryDirectory() as traces:
            words = [program, str(index)]
            subprocess.run(words, check=True, env=os.environ | {
                "LD_PRELOAD": library, "REHEARSE_ALLOCATIONS": pages})
            own, dhat, heaptrack = counted(pages), of_dhat(words), of_heaptrack(words, traces)
            subprocess.run(words, check=True, env=os.environ | {
                "LD_PRELOAD": nio, "NIO_COUNTS": f"{traces}/nio"})
            by_nio = of_nio(pathlib.Path(traces, "nio").read_text())
        print(f"{name:22}{' '.join(map(str, own)):>22}{' '.join(map(str, dhat)):>22}{heaptrack:>11}"
              f"{' '.join(map(str, by_nio)):>14}")
        for peer, theirs in zip(rows, (dhat, (heaptrack,), by_nio), strict=True):
            rows[peer].append((name, own, theirs))
    print("DHAT aborts at pvalloc, and takes a block of no bytes for one of 1; heaptrack knows neither memalign nor "
          "pvalloc. SwiftNIO does not look at aligned_alloc, memalign and pvalloc.\n")
    return [[peer, *agreement(several)] for peer, several in rows.items()]


def agreement(several):
    """In how many kinds of calls blocks are the same, in how many bytes and the peak, and where either differs."""
    told = max(len(theirs) for _, _, theirs in several)
    blocks = sum(own[:1] == theirs[:1] for _, own, theirs in several)
    sizes = sum(own[1:told] == theirs[1:] for _, own, theirs in several)
    return [f"{blocks} of {len(several)} the same",
            f"{sizes} of {len(several)} the same" if told > 1 else "not compared",
            ", ".join(name for name, own, theirs in several if own[:told] != theirs)]


def compare_driver(driver, library, nio, runs=5):
    """The driver's blocks and bytes by both, the least of some runs of each: in some it does a little more."""
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    found = {"Rehearse": [], "SwiftNIO": []}
    for _ in range(runs):
        for name, several in found.items():
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as counts:
                own = name == "Rehearse"
                cpu_time([driver], environment | (
                    {"LD_PRELOAD": library, "REHEARSE_ALLOCATIONS": counts} if own else
                    {"LD_PRELOAD": nio, "NIO_COUNTS": f"{counts}/nio"}), folder, STEPS[:1])
                several.append(
                    counted(counts)[:2] if own else of_nio(pathlib.Path(counts, "nio").read_text()))
    print(f"The inventory's driver, a login, {runs} runs by each")
    for name, several in found.items():
        (blocks, size), most = min(several), max(several)[0]
        print(f"{name:10} {blocks:,} blocks of {size:,} bytes, at most {most - blocks} blocks more")
    print(f"{'':10} the least are {'equal' if min(found['Rehearse'])[0] == min(found['SwiftNIO'])[0] else 'not equal'}"
          " in blocks\n")
    blocks, sizes = zip(*(min(several) for several in found.values()), strict=True)
    return ["SwiftNIO's hooks, a login of the inventory", *(
        f"{ours:,} by both" if ours == theirs else f"{ours:,} and {theirs:,}" for ours, theirs in (blocks, sizes)), ""]


def cpu_time(words, environment, folder, steps=STEPS):
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
               ["cost"]["cpu_ns"] for verb, arguments, count in steps)
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
    nio = nio_counter(tempfile.mkdtemp())
    publish(
        "allocations", ["Beside", "Blocks", "Bytes, and peak if told", "Where they differ"],
        [*compare_counts(library, nio), compare_driver(driver, library, nio)], counts=True)
    if not rounds:
        return
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
    rows = []
    for name in names[1:]:
        ratio, low, high = median_with_interval(
            [mine / other for mine, other in zip(taken[name], taken["plain"], strict=True)])
        print(f"{name:10} {ratio:.3f} times as long ({low:.3f} to {high:.3f})")
        rows.append(["Rehearse" if name == "counter" else name, f"{ratio:.2f}", f"{low:.2f}", f"{high:.2f}"])
        if name == "counter":
            print(f"{'':10} the aim, {GOAL} at most, is {'met' if ratio <= GOAL else 'missed'}")
    publish("allocations-cost", ["Counter", "CPU time, times", "from", "to"], rows)


if __name__ == "__main__":
    main()
