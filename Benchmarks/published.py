#!/usr/bin/env python3
"""What a benchmark puts into Results/benchmarks, from which the pages of Docs/benchmarks have their tables.

    published.py [--counts] PROGRAM ARGUMENTS...

A benchmark in Python calls `publish`. One in another language is started by this script, which shows what it
prints, and takes its tables from that. A line whose cells are separated by tabs, the first of them a page's name, is
a row of that page's table; the page's first line is the table's head.

Only with PUBLISH=1, as in `make bench-start PUBLISH=1`, so that a try on a busy machine replaces nothing.
With --counts on a busy machine too: what is counted there, or computed from recorded pairs, comes out the same.
"""
import csv
import datetime
import os
import pathlib
import re
import subprocess
import sys

# Before anything is measured, so it is others' work.
LOAD = os.getloadavg()[0]
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Results/benchmarks"


def publish(page, head, rows, counts=False):
    """Replaces a page's file, and says in index.csv when and at which commit it was measured."""
    if not is_wanted(counts):
        return
    columns, *pages = read("index.csv")
    entry = next((one for one in pages if one[0] == page), None)
    if entry is None:
        # Nothing that took an hour is lost: the questions of a new page are filled in by hand.
        entry = [page if column == "page" else f"{page}.csv" if column == "file" else "" for column in columns]
        pages.append(entry)
    for column, value in (("date", datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")),
                          ("commit", commit()), ("written", "yes")):
        entry[columns.index(column)] = value
    write(entry[columns.index("file")], [head, *rows])
    write("index.csv", [columns, *pages])
    print(f"Written to Results/benchmarks. Now: python3 .ci/benchmark-pages.py, and the result of '{page}' in index.csv.")


def is_wanted(counts=False):
    """Says whether files are to be written; on a busy machine it prints why they aren't."""
    if not os.environ.get("PUBLISH"):
        return False
    if LOAD > os.cpu_count() and not counts:
        print(f"Not written to Results/benchmarks: others kept the machine busy, load {LOAD:.1f} before it began.")
        return False
    return True


def read(name):
    with open(FOLDER / name, newline="") as file:
        return list(csv.reader(file))


def write(name, rows):
    with open(FOLDER / name, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def commit():
    """The commit, with a `*` if files differ from it, other than those that benchmarks write."""
    def git(*words):
        return subprocess.run(["git", "-C", FOLDER, *words], check=True, capture_output=True, text=True).stdout.strip()
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/", ":!/Results/benchmarks")
    return git("rev-parse", "--short=8", "HEAD") + ("*" if changed else "")


def tables(words):
    """Shows what a program prints, and takes the tables out of it."""
    found = {page: [] for page, *_ in read("index.csv")[1:]}
    # Line by line, as on a terminal: some take an hour.
    with subprocess.Popen(["stdbuf", "--output=L", *words], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            page, *cells = line.removesuffix("\n").split("\t")
            if cells and page in found:
                found[page].append([re.sub(r"^-(?=\d)", "−", cell) for cell in cells])
            else:
                print(line, end="", flush=True)
    if process.returncode:
        sys.exit(f"{words[0]} ended with status {process.returncode}.")
    return {page: table for page, table in found.items() if table}


def show(table):
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, *others in table:
        print("  ".join([name.ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(others, widths[1:])]))


def main():
    words = sys.argv[1:]
    counts = words[:1] == ["--counts"]
    for page, table in tables(words[counts:]).items():
        print(f"\n{page}:")
        show(table)
        publish(page, table[0], table[1:], counts)


if __name__ == "__main__":
    main()
