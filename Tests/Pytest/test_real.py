"""The plugin with the program that was built: REHEARSE is the folder with it, .build/debug by default."""
import os
import pathlib
import subprocess

import pytest

from conftest import ROOT

BUILT = pathlib.Path(os.environ.get("REHEARSE", ROOT / ".build/debug")).resolve()
QUICK = "--memory-runs 0 --no-layout-check --no-control --seed 1"
APP = "def count(words):\n    return sum(len(w) for w in words for _ in range({times}))\n"
TEST = """
import shop
from texts import WORDS

def test_count(rehearse):
    assert rehearse(shop.count, WORDS) >= 0
"""


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, check=True,
                   capture_output=True)


def test_a_real_regression_fails_its_test_and_no_change_passes(pytester, monkeypatch):
    assert (BUILT / "rehearse").exists(), f"There is no program in {BUILT}: make build-tests."
    monkeypatch.setenv("REHEARSE_EXECUTABLE", str(BUILT / "rehearse"))
    folder = pytester.path
    (folder / "shop.py").write_text(APP.format(times=1))
    (folder / "tests").mkdir()
    (folder / "tests/test_shop.py").write_text(TEST)
    (folder / "tests/texts.py").write_text('WORDS = ["word"] * 20000\n')
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (folder / ".gitignore").write_text("Results/\n__pycache__/\n.pytest-rehearse.yml\n")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "first")

    def run():
        return pytester.runpytest_subprocess(
            "-p", "no:cacheprovider", "--rehearse-against", "main", "--rehearse-gate", "cpu-time: +20%",
            "--rehearse-pairs", "10", "--rehearse-options", QUICK)
    same = run()
    same.assert_outcomes(passed=1)
    # The note on the time that measuring takes comes only if it is long, so not on every machine.
    same.stdout.fnmatch_lines(["tests/test_shop.py::test_count  *", "note: This machine was never qualified *"])
    (folder / "shop.py").write_text(APP.format(times=20))
    # The workload changes, too, though not the test's own file.
    (folder / "tests/conftest.py").write_text("# more than before\n")
    (folder / "tests/texts.py").write_text('WORDS = ["word"] * 20001\n')
    slower = run()
    slower.assert_outcomes(failed=1)
    slower.stdout.fnmatch_lines([
        "*Regressed: *The driver changed (tests/conftest.py, tests/texts.py): *",
        "tests/test_shop.py::test_count  cpu-time regressed: +*"])
