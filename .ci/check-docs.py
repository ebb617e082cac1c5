#!/usr/bin/env python3
"""Carries out the commands of the documents, line by line, as they stand there.

    check-docs.py BUILD

BUILD is the folder with `rehearse` and `test-driver`. It is as after `make demo`: the repository's own
scenarios and results, and a store that holds the demo's comparison. What builds them there takes minutes,
so the demo's two builds stand for themselves here: the test driver, whose stories have the same names.

A block that can't be run has a comment above it, `<!-- not run: REASON -->`; these are counted.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

DOCUMENTS = ["README.md", "Scenarios/README.md", "CONTRIBUTING.md", *map(
    str, sorted(pathlib.Path("Docs").glob("*.md")))]
BLOCK = re.compile(r"(?:<!-- not run: (?P<reason>[^\n]+) -->\n)?```sh\n(?P<text>.*?)```", re.S)
STORY = "{ steps: [{ compute: { rounds: 1000 }, repeat: 10, expect: { count: 1000 } }] }"
SCENARIO = """scenario: demo
builds:
  checked: {{ command: ["{driver}"] }}
  unchecked: {{ command: ["{driver}"] }}
runs: 3
gates: [{{ metric: cpu-time, at-most: +50% }}]
stories:
  create: {story}
  focus: {story}
  search: {story}
"""


def stage(build, folder):
    """What there is after `make demo`."""
    for name in ("LICENSE", "Scenarios", "Results"):
        source = pathlib.Path(name)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    for store in folder.glob("Results/*.sqlite*"):
        store.unlink()
    programs = folder / "bin"
    programs.mkdir()
    os.symlink(build / "rehearse", programs / "rehearse")
    (folder / "Scenarios/demo.yml").write_text(
        SCENARIO.format(driver=build / "test-driver", story=STORY))
    environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", CI="true")
    environment.pop("GITHUB_ACTIONS", None)
    subprocess.run(
        ["rehearse", "compare", "Scenarios/demo.yml", "--pairs", "2", "--memory-runs", "0",
         "--no-layout-check"],
        cwd=folder, env=environment, check=True, capture_output=True)
    return environment


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rehearse-docs-"))
    began, done, left, wrong = time.monotonic(), 0, [], 0
    try:
        environment = stage(build, folder)
        for document in DOCUMENTS:
            for block in BLOCK.finditer(pathlib.Path(document).read_text()):
                commands = [line for line in block["text"].splitlines() if line.strip()]
                if block["reason"]:
                    left.append((document, len(commands), block["reason"]))
                    continue
                for command in commands:
                    end = subprocess.run(
                        ["bash", "-c", f"{command}\nexit $?"], cwd=folder, env=environment,
                        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
                    done += 1
                    # A verdict is no failure of what is written.
                    if end.returncode not in ((0, 2) if " check " in command else (0,)):
                        wrong += 1
                        print(f"{document}: '{command}' has status {end.returncode}\n{end.stderr}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{done} commands of the documents in {time.monotonic() - began:.0f} s, {wrong} failed.")
    for document, count, reason in left:
        print(f"{document}: {count} not run: {reason}")
    sys.exit(1 if wrong or not done else 0)


if __name__ == "__main__":
    main()
