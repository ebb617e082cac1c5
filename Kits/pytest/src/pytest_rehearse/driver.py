"""Replays tests as a driver of Rehearse: `python -m pytest_rehearse.driver` in the root of a project.

Each process replays one test. The step `begin` runs it, as pytest does, up to the call of the fixture
`rehearse`. Each step `call` makes that call, and it alone is measured. At the end the test goes on: with
what the call returned, through its assertions, to what its fixtures tear down. If it fails then, so does
the run.
"""
import gc
import json
import os
import sys

import pytest

from . import REPLAY, rehearse_driver as kit


class Replay:
    """A test that waits within its measured call for requests; a plugin of the session that runs it."""

    def __init__(self, requests, replies):
        self.requests, self.replies = requests, replies
        self.has_begun, self.is_over, self.result = False, False, None
        self.reports = []

    def pytest_configure(self, config):
        config.stash[REPLAY] = self

    def pytest_runtest_logreport(self, report):
        if not report.passed:
            self.reports.append(f"{report.outcome} in {report.when}: {report.longreprtext}")

    def pytest_collectreport(self, report):
        if report.failed:
            self.reports.append(report.longreprtext)

    def measured(self, function, arguments, keywords):
        """Answers requests by making the call, until the last one; returns what the call did."""
        def call(project):
            self.result = function(*arguments, **keywords)

        kit.verb(call)
        # What the test made before it is to be in no step.
        gc.collect()
        cost = kit._Cost()
        cost.end(cost.begin())
        self.has_begun = True
        kit._send(self.replies, {
            "ok": True, "cost": dict(zip(kit.COST_KEYS, cost.values)), "outcome": {"begun": True},
            "digest": "begun"})
        for line in self.requests:
            reply, self.is_over = kit._driver.answer(line, "pytest")
            if self.is_over:
                return self.result
            kit._send(self.replies, reply)
        os._exit(1)

    def run(self, test, options):
        """Runs the test from beginning to end; returns the reply to the last request that it did not answer."""
        status = pytest.main(
            ["-q", "-o", "addopts=", "-p", "no:cacheprovider", "--rootdir=.",
             "-W", "ignore::pytest.PytestAssertRewriteWarning", *options, test],
            plugins=[self])
        found = "\n".join(self.reports) or f"pytest has the status {int(status)}"
        if not self.has_begun:
            return refusal("not-replayed", f"{test} ended without a call of 'rehearse': {found}")
        return {"ok": True} if status == 0 else refusal("test-failed", f"{test}: {found}")


def refusal(code, message):
    return {"ok": False, "error": {"code": code, "message": message}}


def project(directory, helpers=()):
    """Takes the names of the files that drive tests beside their own: Rehearse looks whether they differ."""


def begin(project, file, test):
    """Declares the step for `hello`; `main` carries it out."""


def call(project):
    raise RuntimeError("'begin' has to come first")


def main():
    requests, replies = kit._streams()
    kit.fixture(project)
    for verb in (begin, call):
        kit.verb(verb)
    for line in requests:
        try:
            request = json.loads(line)
            asked = request.get("request"), request.get("verb")
        except (ValueError, AttributeError):
            asked = None
        if asked == ("step", "begin") and not request.get("count"):
            replay = Replay(requests, replies)
            named = request["arguments"]
            reply = replay.run(f"{named['file']}::{named['test']}", sys.argv[1:])
            is_last = replay.is_over
        else:
            reply, is_last = kit._driver.answer(line, "pytest")
        kit._send(replies, reply)
        if is_last:
            sys.exit(0)
    sys.exit(1)


if __name__ == "__main__":
    main()
