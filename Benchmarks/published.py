"""What a benchmark puts into Results/benchmarks, from which the pages of Docs/benchmarks have their tables.

Only with PUBLISH=1, as in `make bench-start PUBLISH=1`, so that a try on a busy machine replaces nothing.
"""
import csv
import datetime
import os
import pathlib
import subprocess

# Before anything is measured, so it is others' work.
LOAD = os.getloadavg()[0]
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Results/benchmarks"


def publish(page, head, rows):
    """Replaces a page's file, and says in index.csv when and at which commit it was measured."""
    if not os.environ.get("PUBLISH"):
        return
    if LOAD > os.cpu_count():
        print(f"Not written to Results/benchmarks: others kept the machine busy, load {LOAD:.1f} before it began.")
        return
    with open(FOLDER / "index.csv", newline="") as file:
        columns, *pages = csv.reader(file)
    entry = next(one for one in pages if one[0] == page)
    for column, value in (("date", datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")),
                          ("commit", commit()), ("written", "yes")):
        entry[columns.index(column)] = value
    write(entry[columns.index("file")], [head, *rows])
    write("index.csv", [columns, *pages])
    print(f"Written to Results/benchmarks. Now: python3 .ci/benchmark-pages.py, and the result of '{page}' in index.csv.")


def write(name, rows):
    with open(FOLDER / name, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def commit():
    """The commit, with a `*` if files differ from it."""
    def git(*words):
        return subprocess.run(["git", "-C", FOLDER, *words], check=True, capture_output=True, text=True).stdout.strip()
    return git("rev-parse", "--short=8", "HEAD") + ("*" if git("status", "--porcelain", "--untracked-files=no") else "")
