"""Whether `rehearse explain` finds which function changed, beside `perf diff` and differences of folded stacks.

    python3 Benchmarks/explain-benchmark REHEARSE [CHANGES [IDENTICAL [PAIRS [SEED [BEFORE]]]]]

Two programs of 200 functions, in C and in Swift, are changed CHANGES times (100), by +0.5 to +10 % of the
story in one of the functions: dearer calls, more calls, as many instructions that are slower; and code that
moves to its caller, is inlined there, or gets another name. Each is explained by PAIRS (20) pairs. IDENTICAL
times (20) a program is set against itself, one after every five changes. Prints each as it ends, then how
often the right function was first, and whether the aims are reached; if not, the status is 1. Some 40 s a
change. What was found stays in .build/explain/outcomes.csv, by the SHA-256 of REHEARSE: called again it goes
on with what is missing. BEFORE (minutes) ends it early, with what is known then.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import changes
import judge
import outcomes
import peers
import programs
from published import publish

# Some 0.3 s a run.
REPEAT = 2
LANGUAGES = ["c", "swift"]
SCENARIO = """scenario: explained
builds:
  old: {{ command: [{old}, {base}] }}
  new: {{ command: [{new}, {table}] }}
stories:
  work:
    steps:
      - work: {{}}
        repeat: {repeat}
        expect: {{ done: true }}
"""


OUTCOMES = pathlib.Path(__file__).resolve().parents[2] / ".build/explain/outcomes.csv"


def main(rehearse, count="100", identical="20", pairs="20", seed="1", before="inf"):
    rehearse = pathlib.Path(rehearse).resolve()
    kept = outcomes.Outcomes(OUTCOMES, rehearse, pairs, seed)
    items = in_turn(int(count), int(identical))
    known = kept.known()
    open_items = [item for item in items if f"{item[0]} {item[1]}" not in known]
    print(f"{len(items) - len(open_items)} of {len(items)} are known.", flush=True)
    end = time.monotonic() + 60 * float(before)
    if open_items:
        with tempfile.TemporaryDirectory(prefix="rehearse-explain-") as scratch:
            suite = Suite(pathlib.Path(scratch), rehearse, pairs, seed)
            for kind, number in open_items:
                if time.monotonic() >= end:
                    break
                finding = judge.Finding()
                words = getattr(suite, kind)(number, finding)
                kept.keep(f"{kind} {number}", words, finding.notes, finding.amounts)
                print(words, flush=True)
    found, known = judge.Judge(), kept.known()
    measured = [f"{kind} {number}" for kind, number in items if f"{kind} {number}" in known]
    for item in measured:
        found.take(*known[item][1:])
    loads = sorted(kept.loads())
    print(f"\n{len(measured)} of {len(items)} explained; the machine's load was "
          f"{loads[len(loads) // 2] if loads else 0:.1f} in the median.")
    found.show()
    if len(measured) == len(items):
        publish("explain", *found.table())
    return 0 if found.aims() and len(measured) == len(items) else 1


def in_turn(count, identical):
    """Changes, with a program beside itself after every five, so that any part is like the whole."""
    items = []
    for number in range(max(count, 5 * identical)):
        if number < count:
            items.append(("change", number))
        if number % 5 == 4 and number // 5 < identical:
            items.append(("identical", number // 5))
    return items


class Suite:
    def __init__(self, folder, rehearse, pairs, seed):
        self.folder, self.rehearse, self.pairs, self.seed = folder, rehearse, pairs, seed
        self.table, self.names = programs.base(seed), programs.names(seed)
        self.base = folder / "base.table"
        self.table.write(self.base)
        self.programs = {language: programs.build(folder / language, language, self.table, self.names)
                         for language in LANGUAGES}
        self.far_cost = self.measured_far_cost()
        print(f"A far iteration takes {self.far_cost:.1f} times as long as a near one.", flush=True)

    def measured_far_cost(self):
        """Of the function with the most work, all of whose iterations are far."""
        most = max(range(programs.COUNT), key=lambda index: self.table.near[index] *
                   self.table.total_calls(index))
        far = self.table.copy()
        far.near[most], far.far[most] = far.far[most], far.near[most]
        path = self.folder / "far.table"
        far.write(path)
        share = self.table.near[most] * self.table.total_calls(most) / self.table.work(0)
        ratios = [self.cpu(path) / self.cpu(self.base) for _ in range(5)]
        return 1 + (sorted(ratios)[2] - 1) / share

    def cpu(self, table):
        replies = programs.run(self.programs["c"], table, text=peers.REQUESTS.replace("REPEAT", "4"))
        return json.loads(replies.splitlines()[2])["cost"]["cpu_ns"]

    def identical(self, number, found):
        program = self.programs[LANGUAGES[number % 2]]
        document, words = self.explain(f"same-{number}", program, program, self.base, "--no-counts")
        return f"A/A {number + 1}, {LANGUAGES[number % 2]}: {found.identical(document)} {words}"

    def change(self, number, found):
        language = LANGUAGES[number % 2]
        change = changes.change(number, self.table, self.names, self.far_cost, self.seed)
        name = f"change-{number}"
        old = new = self.programs[language]
        if change.kind == "renamed":
            new = programs.build(self.folder / name / "built", language, self.table, change.names)
        table = self.folder / f"{name}.table"
        change.table.write(table)
        document, words = self.explain(name, old, new, table)
        orders = {} if change.moves else self.peers(name, old, new, table)
        said = found.change(change, self.names[change.index], document, orders)
        size = f" +{change.percent:g} %" if change.percent else ""
        return f"{number + 1}, {language}: {change.kind}{size} {self.names[change.index]}: {said} {words}"

    def explain(self, name, old, new, table, *options):
        """The document on the only story, and how long it took."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        (folder / "scenario.yml").write_text(SCENARIO.format(
            old=old, new=new, base=self.base, table=table, repeat=REPEAT))
        start = time.monotonic()
        done = subprocess.run(
            [self.rehearse, "explain", "scenario.yml", "--pairs", self.pairs, "--json", "--quiet",
             "--store", "store.sqlite", *options], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"explain: status {done.returncode}\n{done.stderr}")
        document = json.loads(done.stdout)[0]
        change = document.get("total") or {"difference": {"estimate": 0}, "baseline": 1}
        percent = 100 * change["difference"]["estimate"] / change["baseline"]
        return document, f"({percent:+.2f} %, {time.monotonic() - start:.0f} s)"

    def peers(self, name, old, new, table):
        """What peers put first; the last of one run of each side, and of the very pairs that were explained."""
        folder = self.folder / name
        sides = [folder / "old.data", folder / "new.data"]
        for path, command in zip(sides, [(old, self.base), (new, table)]):
            peers.record(command, REPEAT, path)
        difference = programs.run(
            self.rehearse, "export", "latest", "--format", "folded-difference", "--store",
            folder / "store.sqlite")
        orders = [peers.perf_diff(*sides), peers.by_difference(*map(peers.folded, sides)),
                  peers.of_folded_difference(difference)]
        for path in sides:
            os.remove(path)
        return dict(zip(judge.PEERS, orders))


sys.exit(main(*sys.argv[1:]))
