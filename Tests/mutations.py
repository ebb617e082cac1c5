#!/usr/bin/env python3
"""Changes the apps under test, one place after the other, and says whether their stories notice.

The stories are all that looks at a build without checks, so what they don't notice nobody does. Each file of
Tests/Mutations has the mutants of one app: a file below Apps/Sources, a text that stands in it once, and what is put
in its place.
A copy of the sources is changed, the driver built (debug), and the scenario replayed, step by step, until
something is not as expected: another fact, digest or refusal, a crash, or no answer in time. A mutant that no
story can notice says why ('unnoticed'); one that says so and is noticed is a mistake, too.

    Tests/mutations.py [--app NAME]... [--only TEXT] [--folder .build/mutations]

Exit status: 0 if at least 95 % are noticed and the others explained, 1 otherwise.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST_NOTICED = 0.95
# No step of the apps as they are takes a tenth of it, in a debug build.
STEP_LIMIT = 300
BUILD = [
    "swift", "build", "--package-path", "Apps", "--ignore-lock", "--disable-build-manifest-caching",
    "--disable-index-store", "-debug-info-format", "none", "-Xswiftc", "-use-ld=lld",
]
# Where it is set, warnings are errors, and a mutant may deserve one.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "CI"}


class Noticed(Exception):
    """Something is not as the scenario expects it."""


@dataclasses.dataclass
class Mutant:
    """A change of an app that its stories should notice."""
    what: str
    file: str
    old: str
    new: str
    # The story that is replayed first.
    story: str | None = None
    # Why no story notices it.
    unnoticed: str | None = None


class Driver:
    """A process of a driver, which is talked to by lines of JSON."""

    def __init__(self, program, directory):
        self.directory = directory
        self.rest = b""
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=directory)

    def ask(self, **request):
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Noticed("it has ended") from None
        end = time.monotonic() + STEP_LIMIT
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise Noticed(f"no answer in {STEP_LIMIT} s")
            if not (part := os.read(self.process.stdout.fileno(), 1 << 16)):
                raise Noticed(f"it has ended: status {self.process.wait()}")
            self.rest += part
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def end(self):
        self.process.kill()
        self.process.wait()


class Scenario:
    """The stories of a scenario file."""

    def __init__(self, path):
        text = yaml.safe_load(path.read_text())
        self.product, self.fixture = text["driver"]["product"], text["fixture"]
        self.stories = text["stories"]

    def steps(self, name):
        """A story's steps, behind those of the stories before it: once each, for these are replayed by themselves."""
        story = self.stories[name]
        earlier = [step for before in story.get("after", []) for step in self.steps(before)]
        return [self.once(step) for step in earlier] + story["steps"]

    @staticmethod
    def once(step):
        refusal = {key: value for key, value in step.get("expect", {}).items() if key == "error"}
        return {**step, "repeat": 1, "expect": refusal}

    def replay(self, program, name):
        """Replays a story in a process of its own; raises Noticed."""
        with tempfile.TemporaryDirectory(prefix="mutations-") as directory:
            driver = Driver(program, directory)
            try:
                driver.ask(request="hello", protocol=1)
                prepared = driver.ask(request="prepare", fixture=self.fixture, directory=directory)
                if not prepared["ok"]:
                    raise Noticed(f"{name}: the fixture: {prepared['error']['code']}")
                for step in self.steps(name):
                    self.carry_out(driver, name, step)
            finally:
                driver.end()

    @staticmethod
    def carry_out(driver, story, step):
        verb = next(key for key in step if key not in ("repeat", "expect", "title"))
        arguments = {key: str(value) if hasattr(value, "isoformat") else value for key, value in step[verb].items()}
        reply = driver.ask(request="step", verb=verb, arguments=arguments, repeat=step.get("repeat", 1))
        expected = dict(step.get("expect", {}))
        if reply["ok"]:
            found = {**reply.get("outcome", {}), "digest": reply.get("digest")}
        else:
            found = {"error": reply["error"]["code"]}
        for key, value in expected.items():
            if found.get(key) != value and not (key == "error" and found.get("error") == value):
                raise Noticed(f"{story}: {verb}: {key} is {found.get(key, found)}, not {value}")
        if "error" in found and "error" not in expected:
            raise Noticed(f"{story}: {verb}: refused: {found['error']}")


class Sources:
    """A copy of the sources, to be changed and built."""

    def __init__(self, folder):
        self.tree, self.scratch = folder / "tree", folder / "build"
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
            capture_output=True, text=True).stdout.split("\0")
        wanted = {name for name in names if name and not name.startswith(("Results/", "Docs/"))}
        for name in wanted:
            source, copy = ROOT / name, self.tree / name
            # What is the same keeps its date, and is not compiled anew.
            if source.is_file() and not (copy.exists() and copy.read_bytes() == source.read_bytes()):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, copy)
        for copy in self.tree.rglob("*"):
            if copy.is_file() and str(copy.relative_to(self.tree)) not in wanted:
                copy.unlink()

    def build(self, product):
        """Builds, and gives the program or the compiler's first error."""
        done = subprocess.run(
            [*BUILD, "--scratch-path", str(self.scratch), "--product", product], cwd=self.tree,
            capture_output=True, text=True, env=ENVIRONMENT)
        if done.returncode == 0:
            return self.scratch / "debug" / product, None
        lines = (done.stdout + done.stderr).splitlines()
        return None, next((line for line in lines if "error:" in line), lines[-1])

    @contextlib.contextmanager
    def changed(self, mutant):
        path = self.tree / "Apps/Sources" / mutant.file
        text = path.read_text()
        if (count := text.count(mutant.old)) != 1:
            raise SystemExit(f"'{mutant.what}': {mutant.file} has {count} times: {mutant.old}")
        path.write_text(text.replace(mutant.old, mutant.new))
        try:
            yield
        finally:
            path.write_text(text)


def noticed(scenario, program, order):
    """What the first story that notices says; None where none does."""
    for name in order:
        try:
            scenario.replay(program, name)
        except Noticed as difference:
            return str(difference)
    return None


def baseline(scenario, program):
    """Replays the app as it is, and gives its stories, the fastest first."""
    times = {}
    for name in scenario.stories:
        begin = time.monotonic()
        try:
            scenario.replay(program, name)
        except Noticed as difference:
            raise SystemExit(f"{scenario.product} as it is: {difference}") from None
        times[name] = time.monotonic() - begin
    print(f"  as it is: {len(times)} stories pass in {sum(times.values()):.0f} s", flush=True)
    return sorted(times, key=times.get)


def outcome(mutant, difference, error):
    """A verdict, and its words."""
    if error:
        return "mistake", f"not built: {error}"
    if difference and mutant.unnoticed:
        return "mistake", f"said to be unnoticed, but: {difference}"
    if difference:
        return "noticed", difference
    return ("explained", mutant.unnoticed) if mutant.unnoticed else ("survived", "no story notices it")


def carry_out(app, sources, only, pool):
    """Builds and replays the mutants of an app: pairs of verdict and mutant."""
    text = yaml.safe_load(app.read_text())
    scenario = Scenario(ROOT / "Scenarios" / text["scenario"])
    mutants = [Mutant(**mutant) for mutant in text["mutants"] if only in mutant["what"]]
    print(f"{app.stem}: {len(mutants)} mutants", flush=True)
    program, error = sources.build(scenario.product)
    if error:
        raise SystemExit(f"{scenario.product} is not built: {error}")
    order = baseline(scenario, program)
    replays, verdicts = collections.deque(), []

    def tell():
        mutant, error, copy, replay = replays.popleft()
        verdict, words = outcome(mutant, replay and replay.result(), error)
        copy.unlink(missing_ok=True)
        verdicts.append(verdict)
        print(f"  {verdict:9} {mutant.what}\n            {words}", flush=True)

    for number, mutant in enumerate(mutants):
        with sources.changed(mutant):
            program, error = sources.build(scenario.product)
        copy = sources.scratch / f"mutant-{number}"
        if program:
            shutil.copy(program, copy)
        first = [mutant.story] if mutant.story else []
        stories = first + [name for name in order if name not in first]
        replays.append((mutant, error, copy, None if error else pool.submit(noticed, scenario, copy, stories)))
        while replays and (replays[0][3] is None or replays[0][3].done()):
            tell()
    while replays:
        tell()
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", action="append", help="only this one; can be repeated")
    parser.add_argument("--only", default="", help="only mutants whose description has this text")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build/mutations")
    options = parser.parse_args()
    sources = Sources(options.folder.resolve())
    verdicts = []
    # One CPU builds the next mutant meanwhile.
    with concurrent.futures.ThreadPoolExecutor(max(1, len(os.sched_getaffinity(0)) - 1)) as pool:
        for app in sorted((ROOT / "Tests/Mutations").glob("*.yml")):
            if not options.app or app.stem in options.app:
                verdicts += carry_out(app, sources, options.only, pool)
    count = {verdict: verdicts.count(verdict) for verdict in ("noticed", "explained", "survived", "mistake")}
    share = count["noticed"] / max(1, len(verdicts))
    print(
        f"{count['noticed']} of {len(verdicts)} mutants noticed ({100 * share:.1f} %), {count['explained']} explained, "
        f"{count['survived']} survived, {count['mistake']} mistakes in the list")
    sys.exit(0 if share >= LEAST_NOTICED and not count["survived"] and not count["mistake"] else 1)


if __name__ == "__main__":
    main()
