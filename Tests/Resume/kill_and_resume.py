#!/usr/bin/env python3
"""Kills Rehearse at random moments, and has every experiment finished by `rehearse resume`.

    kill_and_resume.py REHEARSE DRIVER [--kills N] [--seed S] [--verbose]

Each experiment is begun, killed and resumed, some of them several times, and set beside one of the
same command and seed that nobody interrupted: it has to have the same plan, every run that was
stored before a kill unchanged, none twice and none missing. Moments are counted in stored runs, not
in seconds, so a slow machine is killed at the same places as a fast one.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

SCENARIO = """\
scenario: sample
builds:
  a: {{ command: ["{driver}"] }}
  b: {{ command: ["{driver}"] }}
  c: {{ command: ["{driver}"] }}
runs: 3
stories:
  s: {{ steps: [{{ count: {{ to: 3 }}, expect: {{ count: 3 }} }}] }}
  t: {{ arrangement: back-to-back, steps: [{{ count: {{ to: 5 }}, expect: {{ count: 5 }} }}] }}
gates: [{{ metric: cpu-time }}, {{ metric: peak-memory }}]
"""

# The name, the command line, and whether its seed can be given, so that the order repeats.
CASES = [
    ("run", ["run", "s.yml", "--seed", "7"], True),
    ("run two", ["run", "s.yml", "u.yml", "--seed", "7", "--no-report"], True),
    ("compare", ["compare", "s.yml", "--pairs", "4", "--seed", "7"], True),
    ("check", ["check", "s.yml", "--candidate", "b", "--pairs", "6", "--seed", "7",
               "--export", "junit=out.xml"], True),
    ("qualify", ["qualify", "s.yml", "--pairs", "10", "--memory-runs", "1", "--seed", "7",
                 "--story", "t"], True),
    ("baseline save", ["baseline", "save", "main", "s.yml"], False),
    ("check --saved", ["check", "s.yml", "--saved", "main", "--force", "--seed", "7"], True),
    ("compare --saved", ["compare", "s.yml", "--saved", "main", "--force", "--seed", "7"], True),
]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
PLACE = "position, kind, story, build, round, layout, attempt"


class Failure(Exception):
    pass


def require(condition, *words):
    if not condition:
        raise Failure(" ".join(str(word) for word in words))


class Stage:
    """A folder with scenarios and a store of its own."""

    def __init__(self, options, base, name, prepared=None):
        self.options = options
        self.folder = os.path.join(base, name.replace(" ", "-"))
        os.makedirs(self.folder)
        self.temporary = os.path.join(self.folder, "tmp")
        os.makedirs(self.temporary)
        text = SCENARIO.format(driver="./driver")
        # Of its own, since copies are made beside it.
        shutil.copy(options.driver, os.path.join(self.folder, "driver"))
        for file, scenario in (("s.yml", "sample"), ("u.yml", "other")):
            with open(os.path.join(self.folder, file), "w") as out:
                out.write(text.replace("scenario: sample", f"scenario: {scenario}"))
        if prepared:
            shutil.copytree(prepared, os.path.join(self.folder, "Baselines"))
        # Found in the environment of every process that a killed one leaves behind.
        self.mark = f"KILLED_STAGE={self.folder}"

    def start(self, arguments):
        environment = dict(os.environ, TMPDIR=self.temporary, KILLED_STAGE=self.folder)
        environment.pop("GITHUB_ACTIONS", None)
        self.log = open(os.path.join(self.folder, "log"), "ab")
        return subprocess.Popen(
            [self.options.rehearse, *arguments], cwd=self.folder, env=environment,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def rehearse(self, *arguments):
        status = self.start(arguments).wait()
        return status

    def rows(self, sql):
        path = os.path.join(self.folder, "Results/rehearse.sqlite")
        if not os.path.exists(path):
            return []
        database = sqlite3.connect(path, timeout=60)
        try:
            return database.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            # Killed before the tables were made, or before they had all their columns.
            if str(error).startswith(("no such table", "no such column")):
                return []
            raise
        finally:
            database.close()

    def count(self):
        return (self.rows("SELECT count(*) FROM run") or [(0,)])[0][0]

    def runs(self):
        """Every stored run with all that belongs to it, by its name for good."""
        found = {}
        for row in self.rows("SELECT uuid, * FROM run"):
            found[row[0]] = row
        for table in ("step", "sample", "measurement"):
            for row in self.rows(
                    f"SELECT uuid, {table}.* FROM {table} JOIN run ON run.id = runId "
                    f"ORDER BY run.id, 3"):
                found[row[0]] += row
        return found

    def experiments(self):
        return self.rows(
            "SELECT number, completedAt IS NOT NULL, invocation FROM experiment ORDER BY number")

    def unfinished(self):
        experiments = self.experiments()
        if not experiments:
            return False
        parts = json.loads(experiments[-1][2])["parts"]
        return sum(done for _, done, _ in experiments) < parts

    def plan(self, is_ordered):
        """What was measured, an experiment after the other."""
        plans = []
        for (number, _, _) in self.experiments():
            places = self.rows(
                f"SELECT {PLACE} FROM run WHERE experimentNumber = {number} ORDER BY position")
            positions = [place[0] for place in places]
            require(len(set(positions)) == len(positions), "a position is taken twice", places)
            plans.append(places if is_ordered else sorted(place[1:] for place in places))
        return plans

    def words(self):
        with open(os.path.join(self.folder, "log"), errors="replace") as log:
            return log.read()

    def require_nobody(self):
        """Waits until no process is left; one that never ends is a failure."""
        deadline = time.monotonic() + 60
        while True:
            left = []
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    with open(f"/proc/{pid}/environ", "rb") as environment:
                        if self.mark.encode() in environment.read().split(b"\0"):
                            left.append(pid)
                except OSError:
                    pass
            if not left:
                return
            require(time.monotonic() < deadline, "processes are left:", left)
            time.sleep(0.01)


def kill_at(stage, process, runs, delay, number):
    """Kills a process once so many runs are stored, and a little later.

    Returns whether it still lived."""
    while process.poll() is None and stage.count() < runs:
        time.sleep(0.002)
    time.sleep(delay)
    if process.poll() is not None:
        return False
    process.send_signal(number)
    process.wait()
    return True


def finish(stage, case, reference, chance, options, left):
    """Begins, kills and resumes one experiment until it is finished; returns the kills."""
    name, arguments, is_ordered = case
    total = reference["count"]
    kills = 0
    command = arguments
    wanted = 1 + (chance.random() < 0.5) + (chance.random() < 0.25)
    stored = {}
    status = None
    while True:
        process = stage.start(command)
        number = chance.choice(SIGNALS)
        if kills < min(wanted, left):
            before = stage.count()
            runs = chance.randint(before, total) if chance.random() < 0.9 else 0
            delay = chance.random() * 0.05
            was_alive = kill_at(stage, process, runs, delay, number)
        else:
            was_alive = False
            process.wait()
        status = process.returncode
        now = stage.runs()
        for uuid, run in stored.items():
            require(uuid in now, "a stored run is lost:", run[:12])
            require(now[uuid] == run, "a stored run has changed:", run[:12], now[uuid][:12])
        stored = now
        if was_alive:
            kills += 1
            stage.require_nobody()
            if options.verbose:
                print(f"  {name}: {number.name} at {len(now)} of {total} runs: {status}")
            is_killed = number == signal.SIGKILL
            require(status in ((-number,) if is_killed else (-number, 130, reference["status"])),
                    "status", status, "after", number.name)
        if not stage.experiments():
            # Nothing was begun, so there is nothing to resume.
            require(was_alive, "no experiment, status", status)
            command = arguments
        elif stage.unfinished():
            require(was_alive, "unfinished, though nobody killed it; status", status)
            command = ["resume"]
        else:
            break
    require(stage.rehearse("resume") == 0, "nothing is left, and 'resume' fails")
    require(len(stage.runs()) == len(stored), "'resume' of what is finished made runs")
    require(stage.rows("PRAGMA integrity_check") == [("ok",)], "the store is damaged")
    require(stage.plan(is_ordered) == reference["plan"], "another plan:", stage.plan(is_ordered),
            reference["plan"])
    # A kill may come after the last run, while the report is written.
    if not was_alive:
        require(status in (0, 2), "status", status)
        twins = [file for file in os.listdir(stage.folder) if "rehearse-twin" in file]
        require(not twins, "copies of the driver are left:", twins)
        for file in reference["files"]:
            require(os.path.exists(os.path.join(stage.folder, file)), "there is no", file)
    return kills


def files(stage):
    """What the command leaves, but for the store."""
    found = []
    for file in ("out.xml", "Baselines/main.json", "Results/sample-1/report.html"):
        if os.path.exists(os.path.join(stage.folder, file)):
            found.append(file)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rehearse")
    parser.add_argument("driver")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="one case, by its name")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.rehearse = os.path.abspath(options.rehearse)
    options.driver = os.path.abspath(options.driver)
    chance = random.Random(options.seed)
    cases = [case for case in CASES if options.only in (None, case[0])]
    base = tempfile.mkdtemp(prefix="resume-")
    references = {}
    kills = {case[0]: 0 for case in cases}
    experiments = 0
    try:
        baselines = None
        if any("--saved" in case[1] for case in cases):
            stage = Stage(options, base, "saved")
            require(stage.rehearse("baseline", "save", "main", "s.yml") == 0, stage.words())
            baselines = os.path.join(stage.folder, "Baselines")
        while sum(kills.values()) < options.kills:
            case = cases[experiments % len(cases)]
            name, arguments, is_ordered = case
            prepared = baselines if "--saved" in arguments else None
            if name not in references:
                stage = Stage(options, base, f"{name} uninterrupted", prepared)
                status = stage.rehearse(*arguments)
                require(status in (0, 2), name, "ended with", status, stage.words())
                references[name] = {
                    "plan": stage.plan(is_ordered), "count": stage.count(), "status": status,
                    "files": files(stage)}
            experiments += 1
            stage = Stage(options, base, f"{name} {experiments}", prepared)
            left = options.kills - sum(kills.values())
            try:
                kills[name] += finish(stage, case, references[name], chance, options, left)
            except Failure as failure:
                print(f"{name}, experiment {experiments}, seed {options.seed}: {failure}")
                print(stage.words()[-4000:])
                print(f"It is kept in {stage.folder}.")
                return 1
            shutil.rmtree(stage.folder)
        shutil.rmtree(base)
    except Failure as failure:
        print(failure)
        return 1
    counts = ", ".join(f"{name} {count}" for name, count in kills.items())
    print(f"{sum(kills.values())} kills in {experiments} experiments, all finished as planned: {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
