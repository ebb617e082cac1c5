"""Whether `rehearse explain --metric` finds which function allocates more, beside heaptrack, and how much
longer a program takes meanwhile.

    python3 Benchmarks/who-allocates-benchmark REHEARSE [CHANGES [ROUNDS [SEED]]]

Two programs of 150 functions, in C and in Swift, are changed CHANGES times (48): one of the functions makes
a block more or less a call, larger blocks, is called once more, keeps a block, or has its caller make its
blocks. Before that each is set beside itself. Prints each as it ends, then how often all was right; if not
always, the status is 1. Then ROUNDS times (9) the same steps alone, with stacks, and under heaptrack: of
their CPU time the median ratio with a 95 % interval.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import changes
import judge
import peers
import programs
from medians import median_with_interval
from published import publish

LANGUAGES = ["c", "swift"]
REPEAT = 20
# Bytes of the table of call paths.
TABLE = str(64 << 20)
REQUESTS = """{"request":"hello","protocol":1}
{"request":"prepare","fixture":{},"directory":"/tmp"}
{"request":"step","verb":"work","arguments":{},"repeat":REPEAT}
{"request":"bye"}
"""
SCENARIO = """scenario: allocating
builds:
  old: {{ command: [{program}, {base}] }}
  new: {{ command: [{program}, {table}] }}
stories:
  work:
{cycle}    steps:
      - work: {{}}
        repeat: {repeat}
        expect: {{ done: true }}
"""


def main(rehearse, count="48", rounds="9", seed="1"):
    rehearse = pathlib.Path(rehearse).resolve()
    found = judge.Judge()
    with tempfile.TemporaryDirectory(prefix="rehearse-who-") as scratch:
        suite = Suite(pathlib.Path(scratch), rehearse, seed)
        for number in range(len(LANGUAGES)):
            suite.identical(number, found)
        for number in range(int(count)):
            suite.change(number, found)
        print()
        found.show()
        costs = suite.costs(int(rounds))
    publish("who-allocates", ["What", "Rehearse", "heaptrack"], [*found.rows(), *costs])
    return 0 if found.is_all() else 1


class Suite:
    def __init__(self, folder, rehearse, seed):
        self.folder, self.rehearse, self.seed = folder, rehearse, seed
        self.table, self.names = programs.base(seed), programs.names(seed)
        self.base = folder / "base.table"
        self.table.write(self.base)
        self.programs = {language: programs.build(folder / language, language, self.table, self.names)
                         for language in LANGUAGES}

    def identical(self, number, found):
        language = LANGUAGES[number % 2]
        said, words = self.explain(f"same-{number}", self.programs[language], self.base, "allocations")
        print(f"A/A, {language}: {found.identical(said)} {words}", flush=True)

    def change(self, number, found):
        language = LANGUAGES[number % 2]
        change = changes.change(number, self.table, self.seed)
        name, program = f"change-{number}", self.programs[language]
        table = self.folder / f"{name}.table"
        change.table.write(table)
        said, words = self.explain(name, program, table, change.metric)
        caller = None if change.caller is None else self.names[change.caller]
        # What is kept is told by the cycle, which is once the story.
        result = found.change(change, self.names[change.index], caller, REPEAT, said,
                              self.peer(name, program, table, change))
        print(f"{number + 1}, {language}: {change.kind} {self.names[change.index]}: {result} {words}",
              flush=True)

    def explain(self, name, program, table, metric):
        """Functions of the only story with their difference, the worst first, and how long it took."""
        folder = self.folder / name
        folder.mkdir()
        cycle = "    cycle: true\n" if metric.startswith("retained") else ""
        (folder / "scenario.yml").write_text(SCENARIO.format(
            program=program, base=self.base, table=table, repeat=REPEAT, cycle=cycle))
        start = time.monotonic()
        done = subprocess.run(
            [self.rehearse, "explain", "scenario.yml", "--metric", metric, "--json", "--quiet",
             "--store", "store.sqlite"], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"explain: status {done.returncode}\n{done.stderr}")
        document = json.loads(done.stdout)[0]
        if document.get("reason"):
            raise SystemExit(f"explain: {document['reason']}")
        return self.differences(document), f"({time.monotonic() - start:.1f} s)"

    def differences(self, document):
        known = set(self.names)
        rows = [(one["name"].split("(")[0], round(one["own"]["difference"]["estimate"]))
                for one in document["functions"] if one["own"]["isShown"]]
        return [(name, amount) for name, amount in rows if name in known]

    def peer(self, name, program, table, change):
        folder = self.folder / name
        sides = [folder / "old", folder / "new"]
        for side, rows in zip(sides, [self.base, table]):
            peers.record([program, rows], REQUESTS.replace("REPEAT", str(REPEAT)), side)
        return peers.order(*sides, change.metric, set(self.names))

    def cpu_time(self, program, way):
        """CPU time of the steps by the driver's own measurement, ms."""
        requests = REQUESTS.replace("REPEAT", str(REPEAT))
        with tempfile.TemporaryDirectory() as folder:
            if way == "heaptrack":
                replies = peers.record([program, self.base], requests, pathlib.Path(folder) / "trace")
            else:
                library = self.rehearse.parent / "librehearse-allocations.so"
                recording = {} if way == "plain" else {
                    "LD_PRELOAD": library, "REHEARSE_ALLOCATIONS": folder, "REHEARSE_STACKS": TABLE}
                replies = programs.run(program, self.base, text=requests, env=os.environ | recording)
                if recording and not list(pathlib.Path(folder).glob("*.stacks")):
                    raise SystemExit(f"{library} recorded no stacks.")
        # heaptrack prints lines of its own.
        costs = [json.loads(line)["cost"] for line in replies.splitlines() if '"cost"' in line]
        return costs[0]["cpu_ns"] / 1e6

    def costs(self, rounds):
        """Prints how long steps take in each way, and returns the ratios as rows."""
        rows = []
        for language, program in self.programs.items():
            taken = {"plain": [], "stacks": [], "heaptrack": []}
            ways = list(taken)
            for turn in range(rounds):
                for way in ways[turn % 3:] + ways[:turn % 3]:
                    taken[way].append(self.cpu_time(program, way))
            plain = statistics.median(taken["plain"])
            print(f"{language}: {plain:.0f} ms of CPU time alone, {rounds} rounds, "
                  f"load {os.getloadavg()[0]:.1f}")
            rows.append([f"CPU time while recording, {language}, times"])
            for way in ways[1:]:
                ratio, low, high = median_with_interval(
                    [mine / other for mine, other in zip(taken[way], taken["plain"], strict=True)])
                print(f"{way:10} {ratio:.2f} times as long ({low:.2f} to {high:.2f})")
                rows[-1].append(f"{ratio:.0f}")
        return rows


sys.exit(main(*sys.argv[1:]))
