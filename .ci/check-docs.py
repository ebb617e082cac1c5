#!/usr/bin/env python3
"""Carries out the commands of the documents, line by line, as they stand there.

    check-docs.py BUILD

BUILD is the folder with `rehearse` and `test-driver`. It is as after `make demo`: the repository's own
scenarios and results, and a store that holds the demo's comparison. What builds them there takes minutes,
so the demo's two builds stand for themselves here: the test driver, whose stories have the same names.

A block that can't be run has a comment above it, `<!-- not run: REASON -->`; these are counted. One below
`<!-- file: NAME -->` is that file, and there before the document's commands are run; so the tutorial's
package is built and replayed here as it stands there. `REHEARSE` is this repository. A `cd` holds for the
rest of its document.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

DOCUMENTS = ["README.md", "CONTRIBUTING.md", *map(
    str, sorted(pathlib.Path("Kits").glob("*/README.md"))), *map(
    str, sorted(pathlib.Path("Docs").rglob("*.md")))]
BLOCK = re.compile(r"(?:<!-- not run: (?P<reason>[^\n]+) -->\n)?```sh\n(?P<text>.*?)```", re.S)
FILE = re.compile(r"<!-- file: (?P<name>\S+) -->\n```\w*\n(?P<text>.*?)```", re.S)
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
    for name in ("LICENSE", "Scenarios", "Results", "Kits"):
        source = pathlib.Path(name)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    for store in folder.glob("Results/*.sqlite*"):
        store.unlink()
    programs = folder / "bin"
    programs.mkdir()
    os.symlink(build / "rehearse", programs / "rehearse")
    (folder / "Scenarios/demo.yml").write_text(
        SCENARIO.format(driver=build / "test-driver", story=STORY))
    environment = dict(
        os.environ, PATH=f"{programs}:{os.environ['PATH']}", CI="true", REHEARSE=os.getcwd())
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
            text, place = pathlib.Path(document).read_text(), folder
            for file in FILE.finditer(text):
                path = folder / file["name"]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(file["text"])
            for block in BLOCK.finditer(text):
                commands = [line for line in block["text"].splitlines() if line.strip()]
                if block["reason"]:
                    left.append((document, len(commands), block["reason"]))
                    continue
                for command in commands:
                    if command.startswith("cd "):
                        place = place / command.removeprefix("cd ").strip()
                        continue
                    end = subprocess.run(
                        ["bash", "-c", f"{command}\nexit $?"], cwd=place, env=environment,
                        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
                    done += 1
                    # A verdict is no failure of what is written.
                    if end.returncode not in ((0, 2) if " check " in command else (0,)):
                        wrong += 1
                        print(f"{document}: '{command}' has status {end.returncode}\n{end.stderr}")
        fetched = sorted(path.name for path in folder.glob("words/.build/**/checkouts/*"))
        if fetched:
            wrong += 1
            print(f"Docs/tutorial.md: its package fetches {', '.join(fetched)}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{done} commands of the documents in {time.monotonic() - began:.0f} s, {wrong} failed.")
    for document, count, reason in left:
        print(f"{document}: {count} not run: {reason}")
    sys.exit(1 if wrong or not done else 0)


if __name__ == "__main__":
    main()
