#!/usr/bin/env python3
"""Changes the apps under test, one place after the other, and says whether their stories notice.

The stories are all that looks at a build without checks, so what they don't notice nobody does. Each file of
Tests/Mutations has the mutants of one scenario: a file below Apps/Sources, an expression that stands in it once, and
the one that is put in its place. All of them are compiled into one program, each beside what it replaces; the
variable MUTANT says which is on. A mutant that is no expression, as a left-out statement, is marked 'alone': it has a
build of its own, which is not optimised, because that compiles faster.

The scenario is replayed by each mutant, step by step, until something is not as expected: another fact, digest or
refusal, a crash, or no answer in time. A mutant that no story can notice says why ('unnoticed'); one that says so and
is noticed is a mistake, too.

    Tests/mutations.py [--scenario NAME]... [--only TEXT] [--folder .build/mutations]
    Tests/mutations.py --check

Exit status: 0 if at least 95 % are noticed and the others explained, 1 otherwise. With --check nothing is built: it
fails if what a mutant replaces is no longer in its file, its story not in the scenario, or a step expects nothing.
"""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks"))

from published import publish  # noqa: E402

LEAST_NOTICED = 0.95
VERDICTS = ["noticed", "explained", "survived", "mistake"]
# No step of the apps as they are takes a fifth of it, in a debug build.
STEP_LIMIT = 120
BUILD = [
    "swift", "build", "--package-path", "Apps", "--ignore-lock", "--disable-build-manifest-caching",
    "--disable-index-store", "-debug-info-format", "none", "-Xswiftc", "-use-ld=lld",
]
# Where it is set, warnings are errors, and a mutant may deserve one.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "CI"}
# What a changed file gets: whether a mutant is on. It is asked in inner loops, so the variable is read once.
CHOICE = """
import Glibc

private let chosenMutant: Int32 = getenv("MUTANT").map { atoi($0) } ?? 0
private func mutated(_ number: Int32) -> Bool { number == chosenMutant }
"""


class Noticed(Exception):
    """Something is not as the scenario expects it."""


@dataclasses.dataclass
class Mutant:
    """A change of an app that its stories should notice."""
    what: str
    file: str
    old: str
    new: str
    # Whether it is no expression.
    alone: bool = False
    # The story that is replayed first.
    story: str | None = None
    # Why no story notices it.
    unnoticed: str | None = None
    # Its number among those of one program, from 1; 0 in a program of its own.
    number: int = 0

    def place(self, text):
        """Where it is in its file."""
        if (count := text.count(self.old)) != 1:
            raise SystemExit(f"'{self.what}': {self.file} has {count} times: {self.old}")
        return text.index(self.old)


class Driver:
    """A process of a driver, which is talked to by lines of JSON."""

    def __init__(self, program, directory, environment):
        self.rest = b""
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=directory,
            env=environment)

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


class Service:
    """A process of a service, ready."""

    def __init__(self, name, service, build, directory, environment):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        values = {"build": str(build), "port": str(self.port)}
        words = [re.sub(r"\$\{(\w+)\}", lambda found: values[found[1]], word) for word in service["command"]]
        folder = pathlib.Path(directory) / f"service-{name}"
        folder.mkdir()
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
            env={**environment, **service.get("environment", {})})
        end = time.monotonic() + STEP_LIMIT
        while not self.listens():
            if self.process.poll() is not None or time.monotonic() > end:
                self.end()
                raise Noticed(f"{name} was not ready: status {self.process.poll()}")
            time.sleep(0.005)

    def listens(self):
        """By the kernel's table, for a connection would be the service's first request."""
        rows = (line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:])
        return any(row[1].endswith(f":{self.port:04X}") and row[3] == "0A" for row in rows)

    def end(self):
        self.process.kill()
        self.process.wait()


class Scenario:
    """The stories of a scenario file."""

    def __init__(self, path):
        text = yaml.safe_load(path.read_text())
        self.driver, self.fixture = text["driver"]["product"], text["fixture"]
        self.stories, self.services = text["stories"], text.get("services", {})
        programs = [service["command"][0].removeprefix("${build}/") for service in self.services.values()]
        self.products = list(dict.fromkeys([self.driver, *programs]))

    def steps(self, name):
        """A story's steps, behind those of the stories before it: once each, for these are replayed by themselves."""
        story = self.stories[name]
        earlier = [step for before in story.get("after", []) for step in self.steps(before)]
        return [self.once(step) for step in earlier] + story["steps"]

    @staticmethod
    def once(step):
        refusal = {key: value for key, value in step.get("expect", {}).items() if key == "error"}
        return {**step, "repeat": 1, "expect": refusal}

    def replay(self, build, number, name):
        """Replays a story in processes of its own; raises Noticed.

        - build: the folder of the programs.
        - number: the mutant that is on.
        """
        environment = {**ENVIRONMENT, "MUTANT": str(number)}
        with tempfile.TemporaryDirectory(prefix="mutations-") as directory, contextlib.ExitStack() as processes:
            for title, service in self.services.items():
                started = Service(title, service, build, directory, environment)
                processes.callback(started.end)
                environment[f"{title.upper().replace('-', '_')}_PORT"] = str(started.port)
            driver = Driver(build / self.driver, directory, environment)
            processes.callback(driver.end)
            driver.ask(request="hello", protocol=1)
            prepared = driver.ask(request="prepare", fixture=self.fixture, directory=directory)
            if not prepared["ok"]:
                raise Noticed(f"{name}: the fixture: {prepared['error']['code']}")
            for step in self.steps(name):
                self.carry_out(driver, name, step)

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


def ordered(mutants, text):
    """The mutants of a file in their order there."""
    within = sorted(mutants, key=lambda one: one.place(text))
    for one, other in zip(within, within[1:]):
        if one.place(text) + len(one.old) > other.place(text):
            raise SystemExit(f"'{one.what}' and '{other.what}' overlap in {one.file}")
    return within


class Mutations:
    """A file of Tests/Mutations."""

    def __init__(self, file, only=""):
        text = yaml.safe_load(file.read_text())
        self.name, self.scenario = file.stem, Scenario(ROOT / "Scenarios" / text["scenario"])
        self.mutants = [Mutant(**mutant) for mutant in text["mutants"] if only in mutant["what"]]
        self.together = [mutant for mutant in self.mutants if not mutant.alone]
        for number, mutant in enumerate(self.together, 1):
            mutant.number = number

    def check(self):
        """Ends with what is wrong in the file, or with a step that notices nothing."""
        for name, story in self.scenario.stories.items():
            if blind := [step for step in story["steps"] if "expect" not in step]:
                raise SystemExit(f"{self.name}: {name}: a step without 'expect': {blind[0]}")
        for mutant in self.mutants:
            mutant.place((ROOT / "Apps/Sources" / mutant.file).read_text())
            if mutant.story not in (None, *self.scenario.stories):
                raise SystemExit(f"'{mutant.what}': no story {mutant.story}")
        for file in {mutant.file for mutant in self.together}:
            ordered((mutant for mutant in self.together if mutant.file == file),
                    (ROOT / "Apps/Sources" / file).read_text())


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

    def build(self, products, configuration):
        """Builds, and gives the folder of the programs and the compiler's errors; of the two one is empty."""
        for product in products:
            done = subprocess.run(
                [*BUILD, "-c", configuration, "--scratch-path", str(self.scratch), "--product", product], cwd=self.tree,
                capture_output=True, text=True, env=ENVIRONMENT)
            if done.returncode:
                lines = (done.stdout + done.stderr).splitlines()
                errors = [line for line in lines if "error:" in line]
                return None, errors or lines[-1:] or [f"swift ended with status {done.returncode}"]
        return self.scratch / configuration, []

    @contextlib.contextmanager
    def changed(self, mutants):
        """Changes the sources meanwhile. Gives a function that says which mutants a compiler's error is about."""
        originals, spans = {}, []
        for file in {mutant.file for mutant in mutants}:
            path = self.tree / "Apps/Sources" / file
            text = originals[path] = path.read_text()
            within = ordered((mutant for mutant in mutants if mutant.file == file), text)
            done, rest = "", 0
            for mutant in within:
                place = mutant.place(text)
                done += text[rest:place]
                begin = done.count("\n") + 1
                done += f"(mutated({mutant.number}) ? ({mutant.new}) : ({mutant.old}))" if mutant.number else mutant.new
                spans.append((file, begin, done.count("\n") + 1, mutant))
                rest = place + len(mutant.old)
            path.write_text(done + text[rest:] + (CHOICE if any(mutant.number for mutant in within) else ""))

        def blamed(error):
            found = re.search(r"Apps/Sources/([^:]+):(\d+):", error)
            return [mutant for file, begin, end, mutant in spans if found and file == found[1]
                    and begin <= int(found[2]) <= end]
        try:
            yield blamed
        finally:
            for path, text in originals.items():
                path.write_text(text)


def noticed(scenario, build, number, order):
    """What the first story that notices says; None where none does."""
    for name in order:
        try:
            scenario.replay(build, number, name)
        except Noticed as difference:
            return str(difference)
    return None


def baseline(scenario, build):
    """Replays the app as it is, and gives its stories, the fastest first."""
    times = {}
    for name in scenario.stories:
        begin = time.monotonic()
        try:
            scenario.replay(build, 0, name)
        except Noticed as difference:
            raise SystemExit(f"{scenario.driver} as it is: {difference}") from None
        times[name] = time.monotonic() - begin
    print(f"  as it is: {len(times)} stories pass in {sum(times.values()):.0f} s", flush=True)
    return sorted(times, key=times.get)


def tell(mutant, difference, error=None):
    """Prints and gives a verdict."""
    if error:
        verdict, words = "mistake", f"not built: {error}"
    elif difference:
        verdict = "mistake" if mutant.unnoticed else "noticed"
        words = f"said to be unnoticed, but: {difference}" if mutant.unnoticed else difference
    else:
        verdict, words = ("explained", mutant.unnoticed) if mutant.unnoticed else ("survived", "no story notices it")
    print(f"  {verdict:9} {mutant.what}\n            {words}", flush=True)
    return verdict


def build_together(sources, scenario, mutants):
    """Builds all mutants into one program; those that the compiler refuses are left out, with its error.

    Gives the folder of the programs, and pairs of mutant and error.
    """
    refused = []
    while True:
        with sources.changed(mutants) as blamed:
            build, errors = sources.build(scenario.products, "release")
        if build:
            return build, refused
        found = {mutant.number: (mutant, error) for error in errors for mutant in blamed(error)}
        if not found:
            raise SystemExit(f"{scenario.driver} is not built: {errors[0]}")
        refused += found.values()
        mutants = [mutant for mutant in mutants if mutant.number not in found]


def carry_out(mutations, sources, pool):
    """Builds and replays the mutants of a scenario, and gives their verdicts."""
    scenario, together = mutations.scenario, mutations.together
    print(f"{mutations.name}: {len(mutations.mutants)} mutants", flush=True)
    build, refused = build_together(sources, scenario, together)
    verdicts = [tell(mutant, None, error) for mutant, error in refused]
    order = baseline(scenario, build)

    def replays(mutant, build):
        first = [mutant.story] if mutant.story else []
        stories = first + [name for name in order if name not in first]
        return mutant, pool.submit(noticed, scenario, build, mutant.number, stories)
    left_out = [mutant for mutant, _ in refused]
    running = [replays(mutant, build) for mutant in together if mutant not in left_out]
    verdicts += [tell(mutant, replay.result()) for mutant, replay in running]
    # One CPU builds the next meanwhile.
    running = []
    for number, mutant in enumerate(mutant for mutant in mutations.mutants if mutant.alone):
        with sources.changed([mutant]):
            build, errors = sources.build(scenario.products, "debug")
        if errors:
            verdicts.append(tell(mutant, None, errors[0]))
            continue
        copy = sources.scratch / f"mutant-{number}"
        copy.mkdir(exist_ok=True)
        for product in scenario.products:
            shutil.copy(build / product, copy)
        running.append(replays(mutant, copy))
        # The programs of all would take gigabytes.
        running[-1][1].add_done_callback(lambda _, copy=copy: shutil.rmtree(copy))
    verdicts += [tell(mutant, replay.result()) for mutant, replay in running]
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenario", action="append", help="only this one; can be repeated")
    parser.add_argument("--only", default="", help="only mutants whose description has this text")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build/mutations")
    parser.add_argument("--check", action="store_true", help="build nothing: can each mutant be put in its place?")
    options = parser.parse_args()
    files = [file for file in sorted((ROOT / "Tests/Mutations").glob("*.yml"))
             if not options.scenario or file.stem in options.scenario]
    mutations = [Mutations(file, options.only) for file in files]
    for found in mutations:
        found.check()
    if options.check:
        return
    sources = Sources(options.folder.resolve())
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        by_scenario = {found.name: carry_out(found, sources, pool) for found in mutations}
    verdicts = sum(by_scenario.values(), [])
    count = {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    share = count["noticed"] / max(1, len(verdicts))
    print(
        f"{count['noticed']} of {len(verdicts)} mutants noticed ({100 * share:.1f} %), {count['explained']} explained, "
        f"{count['survived']} survived, {count['mistake']} mistakes in the list")
    if len(by_scenario) > 1 and not options.only:
        rows = [[name, len(found), *map(found.count, VERDICTS)] for name, found in by_scenario.items()]
        publish("mutations", ["Scenario", "Places", "Noticed", "Explained", "Survived", "Mistakes in the list"],
                [*rows, ["all", len(verdicts), *count.values()]], counts=True)
    sys.exit(0 if share >= LEAST_NOTICED and not count["survived"] and not count["mistake"] else 1)


if __name__ == "__main__":
    main()
