"""Where an action is carried out: a workspace and the other folders of a job, and a scenario. The program
is the one that was built: REHEARSE is the folder with it, .build/debug by default."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("REHEARSE", ROOT / ".build/debug")).resolve()
SCENARIO = """scenario: words
builds:
  old: {{ command: [{python}, words_driver.py, "1"] }}
  new: {{ command: [{python}, words_driver.py, "{times}"] }}
gates: [{{ metric: cpu-time, at-most: +20% }}]
stories:
  sort:
    steps:
      - sort: {{ words: 1000 }}
        repeat: 10
        expect: {{ count: 1000 }}
"""
QUICK = "--pairs 10 --memory-runs 0 --no-layout-check --seed 1"


def git(folder, *words):
    return subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", *words],
        cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


class Stage(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="rehearse-action-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        for name in ("workspace", "temp", "home", "artifacts", "bin"):
            (self.folder / name).mkdir()
        self.workspace = self.folder / "workspace"
        self.caches = {}

    def job(self, event="pull_request", programs=BUILT, **environment):
        values = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(self.folder / "home"),
            "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_REPOSITORY": "house/tool",
            "GITHUB_WORKSPACE": str(self.workspace), "RUNNER_TEMP": str(self.folder / "temp"),
            "LC_ALL": "C.UTF-8", **environment}
        return runner.Runner(
            runner.locally, lambda path: path, self.caches, self.folder / "artifacts",
            {"runner.os": "Linux", "runner.arch": "X64", "github.run_id": "7",
             "github.run_attempt": "1"}, values)

    def words(self, times):
        (self.workspace / "words.yml").write_text(
            SCENARIO.format(python="/usr/bin/python3", times=times))
        driver = pathlib.Path(__file__).with_name("words_driver.py")
        (self.workspace / "words_driver.py").write_text(driver.read_text())

    def check(self, job, **inputs):
        return job.run(str(ROOT), {
            "scenario": "words.yml", "against": "none", "version": "installed", "options": QUICK,
            "page": "false", **{key.replace("_", "-"): value for key, value in inputs.items()}})
