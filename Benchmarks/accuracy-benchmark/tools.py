"""The tools that are set side by side: each measures one run of a command.

What is read of each is turned into bytes, microseconds and numbers, under the names that the
programs' own truth has.
"""
import csv
import json
import pathlib
import shutil
import subprocess

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Tool:
    # Of so many runs it makes one.
    downsampling = 1
    # Its peak memory is the sum of all processes at one time, and not that of the largest.
    sums_processes = False

    def __init__(self, path, scratch):
        self.path = path
        self.output = pathlib.Path(scratch, "output")


class Rehearse(Tool):
    name = "rehearse"
    METRICS = {"peak": "peak-memory", "tree": "tree-peak-memory", "cgroup": "tree-peak-cgroup-memory",
               "cpu": "cpu-time", "faults": "minor-faults",
               "written": "storage-written"}

    def measure(self, words):
        text = subprocess.run([self.path, "measure", "-n", "1", "--quiet", "--json", "--", *words],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        measurements = json.loads(text)["commands"][0]["runs"][0]["measurements"]
        found = {name: measurements[metric] for name, metric in self.METRICS.items()
                 if metric in measurements}
        found["cpu"] /= 1000
        return found


class Hyperfine(Tool):
    name = "hyperfine"

    def measure(self, words):
        command = subprocess.list2cmdline(words)
        subprocess.run([self.path, "-N", "--runs", "1", "--export-json", self.output, command],
                       check=True, **QUIET)
        result = json.loads(self.output.read_text())["results"][0]
        found = {"cpu": (result["user"] + result["system"]) * 1e6}
        # Since 1.19.
        if "memory_usage_byte" in result:
            found["peak"] = result["memory_usage_byte"][0]
        return found


class GNUTime(Tool):
    name = "GNU time"

    def measure(self, words):
        subprocess.run([self.path, "-f", "%M %R %O %U %S", "-o", self.output, *words], check=True)
        peak, faults, blocks, user, system = map(float, self.output.read_text().split())
        return {"peak": peak * 1024, "faults": faults, "written": blocks * 512,
                "cpu": (user + system) * 1e6}


class Perf(Tool):
    name = "perf stat"

    def measure(self, words):
        subprocess.run([self.path, "stat", "-x", ",", "-o", self.output, "-e",
                        "task-clock,minor-faults", "--", *words], check=True)
        rows = [line for line in csv.reader(self.output.read_text().splitlines()) if len(line) > 2]
        values = {row[2].split(":")[0]: float(row[0]) for row in rows if row[0][:1].isdigit()}
        found = {"cpu": values["task-clock"] * 1e3} if "task-clock" in values else {}
        if "minor-faults" in values:
            found["faults"] = values["minor-faults"]
        return found


class PSRecord(Tool):
    """Samples as often as it can, children included; its CPU time is the sum of its shares."""
    name = "psrecord"
    # Starting it takes a third of a second.
    downsampling = 10
    sums_processes = True

    def measure(self, words):
        # It starts a shell, and may still wait for that when the command has ended.
        subprocess.run([self.path, subprocess.list2cmdline(words), "--include-children", "--log",
                        self.output], check=True, **QUIET)
        lines = self.output.read_text().splitlines()[1:]
        rows = [[float(word) for word in line.split()] for line in lines]
        if not rows:
            return {}
        cpu = sum((b[0] - a[0]) * b[1] for a, b in zip(rows, rows[1:])) / 100 * 1e6
        peak = max(row[2] for row in rows) * 2**20
        return {"peak": peak, "tree": peak, "cpu": cpu}


def found(build, venv, scratch):
    """The tools that are installed, Rehearse first."""
    places = [(Rehearse, str(pathlib.Path(build, "rehearse"))), (Hyperfine, "hyperfine"),
              (GNUTime, "/usr/bin/time"), (Perf, "perf"),
              (PSRecord, str(pathlib.Path(venv, "bin", "psrecord")))]
    tools = []
    for kind, name in places:
        path = shutil.which(name)
        if path:
            tools.append(kind(path, scratch))
        else:
            print(f"{kind.name} is not installed; 'make setup-bench' installs it.")
    return tools
