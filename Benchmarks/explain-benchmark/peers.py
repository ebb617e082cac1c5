"""What other tools make of the same programs: the functions they name, the one that differs most first."""
import collections
import re
import subprocess

REQUESTS = """{"request":"hello","protocol":1}
{"request":"prepare","fixture":{},"directory":"/tmp"}
{"request":"step","verb":"work","arguments":{},"repeat":REPEAT}
{"request":"bye"}
"""


def record(command, repeat, path):
    """One run of a driver under `perf record`, at the rate at which Rehearse samples."""
    subprocess.run(
        ["perf", "record", "--quiet", "-e", "cpu-clock:u", "-F", "9973", "--call-graph", "fp",
         "-o", path, "--", *map(str, command)],
        input=REQUESTS.replace("REPEAT", str(repeat)), text=True, check=True,
        stdout=subprocess.DEVNULL)


def perf_diff(baseline, candidate):
    """Symbols as `perf diff` lists them, the largest difference first."""
    shown = subprocess.run(
        ["perf", "diff", "--sort", "symbol", str(baseline), str(candidate)],
        capture_output=True, text=True, check=True).stdout
    return re.findall(r"\[[.k]\] (\S+)", shown)


def folded(path):
    """Own samples of each function of a recording."""
    shown = subprocess.run(
        ["perf", "script", "--no-inline", "-i", str(path), "-F", "ip,sym"],
        capture_output=True, text=True, check=True).stdout
    own = collections.Counter()
    for stack in shown.split("\n\n"):
        lines = stack.strip().splitlines()
        if lines:
            own[lines[0].split(None, 1)[-1]] += 1
    return own


def by_difference(baseline, candidate):
    """Functions of two counts, the largest difference first."""
    return sorted(set(baseline) | set(candidate),
                  key=lambda name: -abs(candidate[name] - baseline[name]))


def of_folded_difference(text):
    """Functions of a file as `difffolded.pl` writes it, by what differs in themselves."""
    baseline, candidate = collections.Counter(), collections.Counter()
    for line in text.splitlines():
        path, before, after = line.rsplit(" ", 2)
        name = path.rsplit(";", 1)[-1]
        baseline[name] += int(before)
        candidate[name] += int(after)
    return by_difference(baseline, candidate)
