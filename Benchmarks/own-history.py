#!/usr/bin/env python3
"""Rehearse's own start time, overhead and report time, by commit.

    own-history.py REHEARSE [AGAINST [COMMIT...]]

Each COMMIT (HEAD) is compared with the older commit AGAINST (that of the newest row of own-history.csv), by stories of
the harness's scenarios as they are now: `start`, `measure` and `report`, each in 30 pairs. A row is a commit's changes
of CPU time in percent, with their 95 % intervals. With PUBLISH=1 the rows are added to own-history.csv, or replace
those of the same two commits.

A commit is built once, in .build/own-pairs, and installed there as users have it. `check --against` would build both
sides anew for each scenario. All are built in one work tree: what they have in common is compiled once, and their
programs hold the same paths.
"""
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys

from published import is_wanted, read, show, write

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / ".build/own-pairs"
TABLE = "own-history.csv"
PAIRS = 30
# By scenario: the stories, in the order of the columns.
STORIES = {"harness": ["start", "measure"], "harness-store": ["report"]}
HEAD = ["Commit", "Date", "Against", "Start, %", "from", "to", "Overhead, %", "from", "to", "Report, %", "from", "to",
        "Measured"]


def git(*words, of=ROOT):
    return subprocess.run(["git", "-C", of, *words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def commit(name):
    return git("rev-parse", "--verify", f"{name}^{{commit}}")[:8]


def install(name):
    """Builds a commit, unless it is there."""
    if (PLACE / name).exists():
        return
    PLACE.mkdir(parents=True, exist_ok=True)
    tree, new = PLACE / "tree", PLACE / "new"
    if tree.exists():
        git("checkout", "--quiet", "--force", "--detach", name, of=tree)
    else:
        # Forced, since git still knows a work tree that 'make clean' took away.
        git("worktree", "add", "--quiet", "--force", "--detach", str(tree), name)
    shutil.rmtree(new, ignore_errors=True)
    subprocess.run(["make", "-C", tree, "build", "install-built", f"PREFIX={new}"], check=True)
    new.rename(PLACE / name)


def compared(rehearse, scenario, names):
    """The judgements on a scenario's stories, of each commit against the first."""
    text = (ROOT / f"Scenarios/{scenario}.yml").read_text(encoding="utf-8")
    builds = "".join(f'  "{name}": {{ variables: {{ rehearse: {name}/bin/rehearse }} }}\n' for name in names)
    text, count = re.subn(r"^builds:\n(?:  .*\n)+", f"builds:\n{builds}", text, flags=re.M)
    if count != 1:
        sys.exit(f"Error: the builds of Scenarios/{scenario}.yml are not found.")
    (PLACE / f"{scenario}.yml").write_text(text, encoding="utf-8")
    stories = [word for story in STORIES[scenario] for word in ("--story", story)]
    done = subprocess.run(
        [rehearse, "compare", f"{scenario}.yml", *stories, "--pairs", str(PAIRS), "--memory-runs", "0",
         "--no-layout-check", "--store", "pairs.sqlite", "--json"],
        cwd=PLACE, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"Error: 'rehearse compare {scenario}.yml' has status {done.returncode}.")
    return {found["judgement"]["candidate"]: found["judgement"] for found in json.loads(done.stdout)}


def change(judgement, story):
    """A story's change of CPU time in percent, with its interval."""
    pair = f"{judgement['candidate']} against {judgement['baseline']}"
    if judgement.get("control", {}).get("moved"):
        sys.exit(f"Error: {pair}: the baseline differs from its own copy, so the machine decides nothing.")
    cell = next((cell for cell in judgement["gated"] + judgement["others"]
                 if cell["story"] == story and cell["metric"] == "cpu-time" and "step" not in cell), {})
    ratio = cell.get("ratio", {})
    if not ratio.keys() >= {"point", "lower", "upper"}:
        sys.exit(f"Error: {pair}: {story} has no ratio: {cell.get('reason', cell.get('verdict', 'not compared'))}")
    return [f"{(ratio[end] - 1) * 100:+.1f}".replace("-", "−") for end in ("point", "lower", "upper")]


def main():
    rehearse = pathlib.Path(sys.argv[1]).resolve()
    rows = read(TABLE)[1:]
    against = sys.argv[2] if len(sys.argv) > 2 and sys.argv[2] else rows[0][2] if rows else ""
    if not against:
        sys.exit("Error: there is no row yet, so name the older commit: AGAINST=COMMIT.")
    against = commit(against)
    names = [name for name in dict.fromkeys(map(commit, sys.argv[3:] or ["HEAD"])) if name != against]
    if not names:
        sys.exit(f"Error: {against} is the only commit; name others: COMMITS=\"COMMIT...\".")
    # Asked before anything takes long.
    times = {name: int(git("log", "-1", "--format=%ct", name)) for name in {*names, *(row[0] for row in rows)}}
    for name in (against, *names):
        install(name)
    found = [(stories, compared(rehearse, scenario, [against, *names])) for scenario, stories in STORIES.items()]
    today = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    made = []
    for name in names:
        changes = [change(judgements[name], story) for stories, judgements in found for story in stories]
        made.append([name, git("log", "-1", "--format=%cs", name), against, *sum(changes, []), today])
    print(f"CPU time of each commit against {against}, {PAIRS} pairs:")
    show([HEAD, *made])
    if not is_wanted():
        return
    kept = [row for row in rows if row[0] not in names or row[2] != against]
    # The newest first, of which the page shows the first rows.
    made = sorted(made + kept, key=lambda row: times[row[0]], reverse=True)
    write(TABLE, [HEAD, *made])
    print(f"Written to Results/benchmarks/{TABLE}. Now: python3 .ci/benchmark-pages.py.")


if __name__ == "__main__":
    main()
