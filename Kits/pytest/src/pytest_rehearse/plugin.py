"""The fixture, the options and the hooks: they measure tests, and fail those that got worse.

Without `--rehearse-against` the fixture makes its call, once, and nothing is measured.
"""
import contextlib
import hashlib
import inspect
import json
import os
import re
import shlex
import sys
import types
import warnings

import pytest

from . import REPLAY, check, harness

MEASURED = pytest.StashKey()
# Whether a test fails by its verdict.
WORSE = pytest.StashKey()
SCENARIO = ".pytest-rehearse.yml"
# What does its work one item after the other, as it is asked for them; so does all of itertools.
LAZY = (map, filter, zip, enumerate, types.GeneratorType, types.AsyncGeneratorType)
# What a scenario without gates has.
GATES = ["cpu-time", "peak-memory", "peak-anonymous-memory"]


class RehearseWarning(pytest.PytestWarning):
    """A verdict that is inconclusive."""


def pytest_addoption(parser):
    group = parser.getgroup("rehearse", "Rehearse: tests against another revision")
    group.addoption(
        "--rehearse-against", metavar="REVISION",
        help="Compare the files as they are now with this branch, tag or commit, and fail tests that got worse.")
    group.addoption(
        "--rehearse-gate", metavar="GATE", action="append", default=[],
        help="What may not get worse, as 'cpu-time: +5%%' or 'peak-memory'; can be repeated.")
    group.addoption("--rehearse-pairs", metavar="N", help="Exactly this many pairs of each test.")
    group.addoption("--rehearse-max-time", metavar="TIME", help="Finish after about this time, as in 10min.")
    group.addoption(
        "--rehearse-strict", action="store_true", help="Fail also if a gated cell is inconclusive.")
    group.addoption(
        "--rehearse-store", metavar="FILE",
        help="The file that keeps experiments. Default: Results/rehearse.sqlite in pytest's root.")
    group.addoption(
        "--rehearse-options", metavar="WORDS", default="",
        help="Any other options of 'rehearse check', as on the command line.")
    parser.addini("rehearse_gates", "The gates, one on each line; --rehearse-gate replaces them.", "linelist")


def pytest_configure(config):
    config.addinivalue_line(
        "markers",
        "rehearsed(scenario=None, *, story=(), repeat=1, gate=()): what --rehearse-against measures of a test: "
        "its call of the fixture 'rehearse', repeated, or stories of a scenario; and gates of its own.")
    against = config.getoption("rehearse_against")
    if against is None:
        return
    if not against.strip():
        # A variable that is not set would otherwise have all tests pass, and nothing measured.
        raise pytest.UsageError("--rehearse-against is empty; allowed: a branch, tag or commit.")
    # Tests that run at the same time would disturb what is measured.
    if hasattr(config, "workerinput") or config.getoption("numprocesses", None):
        raise pytest.UsageError("--rehearse-against measures, so tests can't share the machine: leave out -n.")


class Call:
    """The fixture: makes the measured call of a test, of which there is one."""

    def __init__(self, replay):
        self.replay, self.is_made = replay, False

    def __call__(self, function, /, *arguments, **keywords):
        if self.is_made:
            raise RuntimeError("A test has one call of 'rehearse': write another test for another call.")
        self.is_made = True
        if self.replay:
            result = self.replay.measured(function, arguments, keywords)
        else:
            result = function(*arguments, **keywords)
        if isinstance(result, LAZY) or type(result).__module__ == "itertools" or inspect.isawaitable(result):
            raise TypeError(
                f"The call of 'rehearse' returned a {type(result).__name__}, whose work would be done after it, "
                "unmeasured. Let the call do it, as in rehearse(lambda: list(words())), or "
                "rehearse(lambda: asyncio.run(words())).")
        return result


@pytest.fixture
def rehearse(request):
    """Makes the call that is measured: `rehearse(function, *arguments)` returns what it returns."""
    measured = request.config.stash.get(MEASURED, None)
    if measured is not None and request.node.nodeid not in measured.verdicts:
        pytest.fail(
            "The call is not measured: 'rehearse' has to be an argument of the test, or of a fixture that is.",
            pytrace=False)
    return Call(request.config.stash.get(REPLAY, None))


def marked(scenario=None, *, story=(), repeat=1, gate=()):
    """The arguments of the marker."""
    listed = lambda value: [value] if isinstance(value, str) else list(value)
    return scenario, listed(story), repeat, listed(gate)


def values_of(item):
    """The arguments of a test's marker; those of none if it has just the fixture, and None if it has neither."""
    markers = list(item.iter_markers("rehearsed"))
    uses = "rehearse" in getattr(item, "fixturenames", ())
    if not markers:
        return marked() if uses else None
    try:
        values = marked(*markers[0].args, **markers[0].kwargs)
    except TypeError as error:
        raise pytest.UsageError(f"The marker 'rehearsed' of {item.nodeid}: {error}") from None
    given = set(markers[0].kwargs)
    # What would have no effect is refused: a test would pass without it.
    if len(markers) > 1:
        fault = "is marked as rehearsed more than once, also by its class or module: one marker has to say it all."
    elif values[0] and (beside := sorted(given & {"repeat", "gate"})):
        fault = f"has a scenario, whose own stories and gates hold: '{beside[0]}=' belongs into {values[0]}."
    elif values[0] and uses:
        fault = "has a scenario, so its call of 'rehearse' would not be measured: write a test for each."
    elif not values[0] and not uses:
        fault = "is marked as rehearsed, but has neither a scenario nor the fixture 'rehearse'."
    elif not values[0] and "story" in given:
        fault = "has 'story=' without a scenario."
    else:
        return values
    raise pytest.UsageError(f"{item.nodeid} {fault}")


def gate(text, story=None):
    """A gate of a scenario, as in `cpu-time: +5%`."""
    metric, _, limit = (part.strip() for part in text.partition(":"))
    found = {"metric": metric}
    if limit:
        found["at-most"] = limit
    if story:
        found["stories"] = [story]
    return found


def is_budget(found):
    """Whether a gate limits what the candidate itself takes, not how much more that is."""
    return not found.get("at-most", "+").startswith("+")


def story_name(test, others):
    """A name that a scenario may have, and no other test has: the function's, if that will do."""
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", test.partition("::")[2] or test).strip("-._") or "test"
    if len(plain) <= 64 and plain not in others:
        return plain
    return f"{plain[:55]}-{hashlib.sha256(test.encode()).hexdigest()[:8]}"


def scenario_of(tests, config):
    """A scenario that replays these tests, by their stories' names; each is an item with its marker's values."""
    chosen = config.getoption("rehearse_gate") or config.getini("rehearse_gates")
    own = [gate(text, story) for story, (_, values) in tests.items() for text in values[3]]
    # Rehearse refuses a gate without effect: in place of one for all tests, that of the only test counts.
    only = {(one["metric"], is_budget(one)) for one in own if len(tests) == 1}
    general = [one for one in map(gate, chosen or GATES) if (one["metric"], is_budget(one)) not in only]
    helpers = harness.helpers(
        [item.path for item, _ in tests.values()], config.rootpath, config.getini("pythonpath"))
    stories = {}
    for story, (item, values) in tests.items():
        file, _, test = item.nodeid.partition("::")
        stories[story] = {
            "title": item.nodeid,
            "steps": [
                {"begin": {"file": file, "test": test}, "expect": {"begun": True}},
                {"call": {}, "repeat": values[2], "expect": {"done": True}}]}
    return {
        "scenario": "pytest", "time-limit": "2 min",
        "builds": {"tests": {"command": [
            sys.executable, "-B", "-m", "pytest_rehearse.driver",
            f"--import-mode={config.getoption('importmode')}"]}},
        "fixture": {"helpers": helpers},
        "gates": general + own,
        "stories": stories}


class Measuring:
    """Measures tests before they run."""

    def __init__(self, config):
        self.config, self.folder = config, config.rootpath
        self.verdicts, self.sentences = {}, []

    def option(self, name):
        return self.config.getoption(f"rehearse_{name}")

    def words(self, scenario, stories=()):
        words = [scenario, "--against", self.option("against"), "--json", "--quiet"]
        for story in stories:
            words += ["--story", story]
        for name in ("pairs", "max_time", "store"):
            # An empty one is no value, which 'rehearse' says.
            if (value := self.option(name)) is not None:
                words += [f"--{name.replace('_', '-')}", value]
        if self.option("strict"):
            words.append("--strict")
        return words + shlex.split(self.option("options"))

    @contextlib.contextmanager
    def written(self, scenario):
        """Has a scenario of tests in its place: in the turn, because another call writes its own there."""
        path = self.folder / SCENARIO
        path.write_text(json.dumps(scenario, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        try:
            yield
        finally:
            path.unlink(missing_ok=True)

    def measure(self, tests, words, scenario=None):
        """Measures once, and keeps a verdict for each test, by its story; of all if that is None. The scenario
        is of the tests themselves, and to be written; None if there is a file."""
        try:
            program = check.executable()
            with check.Turn(), self.written(scenario) if scenario else contextlib.nullcontext():
                status, output, errors = check.call([program, "check", *words], self.folder)
                found = check.verdicts(list(tests), status, output, errors, "--strict" in words)
                if all(verdict.passed and not verdict.doubtful for verdict in found.values()):
                    pages = []
                else:
                    pages = [self.page(program, number) for number in check.experiments(output)]
            # A test that fails says them itself.
            if any(verdict.passed for verdict in found.values()):
                prefix = "" if scenario else f"{words[0]}: "
                self.sentences += [prefix + sentence for sentence in check.sentences(output, errors)]
        except (check.NotInstalled, OSError) as error:
            found, pages = {story: check.Verdict("failed", str(error), passed=False) for story in tests}, []
        for story, items in tests.items():
            verdict = found[story]
            verdict.text = "\n".join([verdict.text, *filter(None, pages)])
            for item in items:
                self.verdicts.setdefault(item.nodeid, []).append(verdict)

    def page(self, program, number):
        store = [] if self.option("store") is None else ["--store", self.option("store")]
        status, output, errors = check.call(
            [program, "report", str(number), "--format", "html", "--json", *store], self.folder)
        try:
            return f"The page: {os.path.join(self.folder, json.loads(output)['report'])}"
        except (ValueError, LookupError, TypeError):
            return f"Experiment {number} has no page (status {status}). {check.end_of(errors)}"

    def all(self, items):
        tests, scenarios = {}, {}
        for item in items:
            values = values_of(item)
            if values and values[0]:
                scenarios.setdefault((values[0], *values[1]), []).append(item)
            elif values:
                tests[story_name(item.nodeid, tests)] = (item, values)
        if tests:
            self.measure(
                {story: [item] for story, (item, _) in tests.items()}, self.words(SCENARIO),
                scenario_of(tests, self.config))
        elif scenarios and self.option("gate"):
            raise pytest.UsageError(
                "--rehearse-gate is for calls of the fixture 'rehearse', of which there are none: a scenario has gates "
                "of its own.")
        for (scenario, *stories), items in scenarios.items():
            self.measure_scenario(scenario, stories, items)

    def measure_scenario(self, scenario, stories, items):
        # The stories that are not named are not known here: the verdict is that on all.
        self.measure({None: items} if not stories else {story: items for story in stories},
                     self.words(scenario, stories))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    config = session.config
    if not config.getoption("rehearse_against") or config.option.collectonly:
        return
    # No test runs then.
    if session.testsfailed and not config.option.continue_on_collection_errors:
        return
    measuring = Measuring(config)
    measuring.all(session.items)
    config.stash[MEASURED] = measuring


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result, skipped = None, None
    try:
        result = yield
    except pytest.skip.Exception as error:
        # What was called before was measured all the same.
        call = item.funcargs.get("rehearse") if hasattr(item, "funcargs") else None
        if not isinstance(call, Call) or not call.is_made:
            raise
        skipped = error
    # A test that fails by itself says that alone.
    measured = item.config.stash.get(MEASURED, None)
    found = measured.verdicts.get(item.nodeid, []) if measured else []
    if wrong := [verdict.text for verdict in found if not verdict.passed]:
        item.stash[WORSE] = True
        pytest.fail("\n".join(wrong), pytrace=False)
    for verdict in found:
        if verdict.doubtful:
            warnings.warn(RehearseWarning(f"Inconclusive. {verdict.text}"), stacklevel=1)
    if skipped:
        raise skipped
    return result


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    report = yield
    # Whoever expects a test to fail does not expect it to get slower.
    if call.when == "call" and item.stash.get(WORSE, False) and hasattr(report, "wasxfail"):
        del report.wasxfail
        report.outcome = "failed"
    return report


def pytest_terminal_summary(terminalreporter, config):
    measured, against = config.stash.get(MEASURED, None), config.getoption("rehearse_against")
    if not against and any(value for name, value in vars(config.option).items() if name.startswith("rehearse_")):
        terminalreporter.section("rehearse")
        terminalreporter.line("Nothing was measured: the options of Rehearse need --rehearse-against.")
    if measured is None:
        return
    terminalreporter.section(f"rehearse against {against}")
    if not measured.verdicts:
        terminalreporter.line("No test uses the fixture 'rehearse', so nothing was measured.")
    for test, found in measured.verdicts.items():
        terminalreporter.line(f"{test}  {'; '.join(verdict.word for verdict in found)}")
    for sentence in measured.sentences:
        terminalreporter.line(sentence)
