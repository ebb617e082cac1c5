#!/usr/bin/env python3
"""How often `rehearse check` calls identical copies of one program different, and what it finds.

    identical-copies.py REHEARSE DRIVER [CHECKS [--load]]

The driver is copied byte by byte to folders whose names have other lengths, a fresh copy each, so
that the kernel maps other pages of each file around its faults. Then, with the gates of a scenario
that names none:

- CHECKS times (40) `rehearse check` of one copy against another;
- CHECKS times `rehearse check --saved` of a copy against what was saved of another;
- a tenth as often, of a program that keeps 1 MiB more of 50 MiB: found over pairs of resident memory?
- as often, of one that keeps 0.12 % more anonymous memory: found from three runs, and against a
  saved baseline?

`--load` has another job on the machine meanwhile, which computes, takes memory and reads files, so
that the page cache is never the same. Printed is how many checks were red, and why; the exit status is
1 where an identical copy was, or where more than a tenth of what is to be found was not.
"""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from published import publish

LARGE_KILOBYTES = 50 << 10
# On a machine that others use CPU time may need all 60 pairs; it is not what is tried here.
LONGEST_CHECK = "20 s"
SCENARIO = """\
scenario: copies
title: Identical copies
builds:
  one: {{ command: {one} }}
  other: {{ command: {other} }}
runs: 2
time-limit: 60 s
{gates}
stories:
  index:
    steps:
      - index: {{ words: 4000 }}
        expect: {{ count: 4000 }}
  sort:
    steps:
      - sort: {{ numbers: 60000 }}
        expect: {{ count: 60000 }}
  index-and-sort:
    after: [index]
    steps:
      - sort: {{ numbers: 20000 }}
        expect: {{ count: 20000 }}
      - index: {{ words: 2000 }}
        expect: {{ count: 4000 }}
  large:
    steps:
      - hold: {{ kilobytes: {large} }}
        expect: {{ count: {large} }}
"""


class Folder:
    """Where copies, scenarios, baselines and stores of one check after another are."""

    def __init__(self, path, rehearse, driver):
        self.path, self.rehearse, self.driver = pathlib.Path(path), rehearse, driver
        self.count = 0

    def copy(self):
        """A fresh copy, at a path of another length."""
        self.count += 1
        folder = self.path / f"{self.count}{'-x' * (self.count * 7 % 60)}"
        folder.mkdir()
        return str(shutil.copy(self.driver, folder / "driver"))

    def scenario(self, one, other, gates=""):
        text = SCENARIO.format(
            one=json.dumps(one), other=json.dumps(other), gates=gates, large=LARGE_KILOBYTES)
        (self.path / "copies.yml").write_text(text)

    def call(self, *words):
        return subprocess.run(
            [self.rehearse, *words, "--quiet", "--store", "copies.sqlite"], cwd=self.path,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def check(self, *words):
        """The exit status, and the gated cells."""
        ending = self.call("check", "copies.yml", "--json", *words)
        if not ending.stdout.strip():
            raise SystemExit(f"check ended with {ending.returncode}: {ending.stderr}")
        cells = json.loads(ending.stdout)[0]["judgement"]["gated"]
        # A store of hundreds of experiments would make the last checks the slowest.
        for file in self.path.glob("copies.sqlite*"):
            file.unlink()
        return ending.returncode, cells

    def save(self):
        ending = self.call("baseline", "save", "main", "copies.yml", "--replace", "--build", "one")
        if ending.returncode != 0:
            raise SystemExit(f"baseline save ended with {ending.returncode}: {ending.stderr}")


def described(cell):
    found = cell.get("ratio") or cell.get("range")
    change = f" {(found['point'] - 1) * 100:+.3f} %" if found else ""
    return f"{cell['metric']} of {cell['story']} {cell['verdict']}{change}"


def found(cells, metric, evidence):
    """Whether the growth of `large` was found, and by such runs."""
    return any(
        cell["story"] == "large" and cell["metric"] == metric and cell["verdict"] == "regressed"
        and cell["evidence"] == evidence for cell in cells)


class Tally:
    """What checks of one kind came to."""

    def __init__(self, title):
        self.title, self.statuses, self.verdicts = title, collections.Counter(), collections.Counter()
        self.found, self.all, self.seconds = 0, 0, 0.0

    def add(self, check, is_found=None):
        start = time.monotonic()
        status, cells = check()
        self.seconds += time.monotonic() - start
        self.all += 1
        self.statuses[status] += 1
        for cell in cells:
            self.verdicts[cell["metric"], cell.get("evidence", "none"), cell["verdict"]] += 1
        if is_found is None:
            for cell in cells:
                if cell["verdict"] in ("regressed", "missing", "failed", "unmeasured"):
                    print(f"  {self.title}: {described(cell)} {cell.get('reason', '')}", flush=True)
        elif is_found(cells):
            self.found += 1

    def print(self, is_found):
        seconds = self.seconds / max(1, self.all)
        if is_found:
            print(f"{self.title}: found in {self.found} of {self.all} ({seconds:.1f} s each)")
            return
        red = self.all - self.statuses[0]
        print(f"{self.title}: {red} of {self.all} red ({seconds:.1f} s each)")
        for (metric, evidence, verdict), count in sorted(self.verdicts.items()):
            print(f"    {metric}, by {evidence}: {verdict} {count}")


def measure(folder, checks):
    together, saved = Tally("identical copies together"), Tally("identical copies, saved")
    resident = Tally("+1 MiB of 50 MiB resident, by pairs")
    anonymous = Tally("+0.12 % of anonymous memory, by three runs")
    later = Tally("+0.12 % of anonymous memory, saved")
    for _ in range(checks):
        folder.scenario([folder.copy()], [folder.copy()])
        together.add(lambda: folder.check("--max-time", LONGEST_CHECK, "--quick-look"))
    for number in range(checks):
        if number % 10 == 0:
            first = folder.copy()
            folder.scenario([first], [first])
            folder.save()
        folder.scenario([first], [folder.copy()])
        saved.add(lambda: folder.check("--saved", "main", "--build", "other"))
    for _ in range(max(1, checks // 10)):
        more = [folder.copy(), "--more", "1024"]
        folder.scenario([folder.copy()], more, "gates: [{ metric: peak-memory }]")
        resident.add(folder.check, lambda cells: found(cells, "peak-memory", "pairs"))
        little = [folder.copy(), "--more", str(LARGE_KILOBYTES * 12 // 10_000 + 3)]
        folder.scenario([folder.copy()], little, "gates: [{ metric: peak-anonymous-memory }]")
        is_found = lambda cells: found(cells, "peak-anonymous-memory", "repeats")
        anonymous.add(folder.check, is_found)
        folder.save()
        later.add(lambda: folder.check("--saved", "main", "--build", "other"), is_found)
    return [together, saved], [resident, anonymous, later]


LOAD = """
import glob, random
while True:
    held = [bytearray(random.randrange(1 << 24)) for _ in range(4)]
    total = sum(i * i for i in range(200_000))
    for file in random.sample(glob.glob("/usr/lib/**/*.so*", recursive=True), 20):
        try:
            with open(file, "rb") as stream:
                stream.seek(random.randrange(1 << 20))
                stream.read(1 << 20)
        except OSError:
            pass
"""


def main():
    words = [word for word in sys.argv[1:] if word != "--load"]
    if len(words) not in (2, 3) or len(words) == 3 and not words[2].isdigit():
        raise SystemExit(__doc__.split("\n\n")[1])
    rehearse, driver = (os.path.abspath(word) for word in words[:2])
    checks = int(words[2]) if len(words) == 3 else 40
    other = subprocess.Popen([sys.executable, "-c", LOAD]) if "--load" in sys.argv else None
    try:
        with tempfile.TemporaryDirectory(prefix="rehearse-copies-") as path:
            same, different = measure(Folder(path, rehearse, driver), checks)
    finally:
        if other:
            other.kill()
            other.wait()
    print("With another job on the machine" if other else "With no other job of this script")
    for tally in same:
        tally.print(False)
    for tally in different:
        tally.print(True)
    publish("identical", ["What", "Cases", "Result"], [
        *([tally.title, tally.all, f"{tally.all - tally.statuses[0]} red"] for tally in same),
        *([tally.title, tally.all, f"{tally.found} found"] for tally in different)])
    is_wrong = any(tally.statuses[0] < tally.all for tally in same)
    is_blind = any(tally.found < tally.all * 0.9 for tally in different)
    sys.exit(1 if is_wrong or is_blind else 0)


if __name__ == "__main__":
    main()
