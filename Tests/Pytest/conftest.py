"""A project with one test, and what stands for `rehearse` where only what it is asked for is looked at."""
import json
import os
import pathlib
import sys

import pytest

pytest_plugins = "pytester"
ROOT = pathlib.Path(__file__).resolve().parents[2]
# Writes down what it is asked for, and answers what the test wants.
FAKE = """#!{python}
import json, os, pathlib, sys
here = pathlib.Path({folder!r})
asked = json.loads((here / "asked").read_text()) if (here / "asked").exists() else []
words = sys.argv[1:]
scenario = pathlib.Path(words[1])
asked.append([words, json.loads(scenario.read_text(encoding="utf-8")) if scenario.name.startswith(".pytest") else None])
(here / "asked").write_text(json.dumps(asked))
if words[0] == "report":
    print(json.dumps({{"report": "Results/x/report.html"}}))
    sys.exit()
answer = json.loads((here / "answer").read_text())
sys.stderr.buffer.write(answer["errors"].encode("utf-8", "surrogateescape"))
sys.stdout.buffer.write(answer["output"].encode())
sys.exit(answer["status"])
"""


class Fake:
    """A program `rehearse` that answers what it is told to."""

    def __init__(self, folder):
        self.folder = folder
        self.program = folder / "rehearse"
        self.program.write_text(FAKE.format(python=sys.executable, folder=str(folder)))
        self.program.chmod(0o755)

    def answers(self, results, status=0, errors=""):
        output = results if isinstance(results, str) else json.dumps(results)
        (self.folder / "answer").write_text(
            json.dumps({"output": output, "status": status, "errors": errors}))

    @property
    def asked(self):
        """Each call's words, and the scenario that it was given."""
        file = self.folder / "asked"
        return json.loads(file.read_text()) if file.exists() else []


@pytest.fixture
def fake(tmp_path_factory, monkeypatch):
    made = Fake(tmp_path_factory.mktemp("program"))
    monkeypatch.setenv("REHEARSE_EXECUTABLE", str(made.program))
    return made


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Nothing of the surroundings."""
    for name in ("REHEARSE_EXECUTABLE", "PYTEST_ADDOPTS", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)


def result(status, cells, summary="The sentence.", outcome=None, warnings=(), **judgement):
    """A comparison as `check --json` prints it, with what the plugin reads."""
    return {
        "status": status, "summary": summary, "warnings": list(warnings),
        "judgement": {"outcome": outcome or status, "gated": cells, "others": [], **judgement},
        "experiment": {"number": 7, "failures": []}}


def cell(story, verdict, metric="cpu-time", **more):
    return {"story": story, "metric": metric, "verdict": verdict, **more}
