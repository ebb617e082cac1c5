#!/usr/bin/env python3
"""Sets Swift and Objective-C as measured in 2015 beside the same stories measured here.

    beside.py FOLDER

FOLDER holds the report of Scenarios/inventory-languages.yml, report.md, and the measurements of two other
scenarios: fixture.csv.xz of inventory-languages-fixture.yml, start.csv.xz of inventory-languages-start.yml.
README.md is written into it. Every number is one of the two
reports', with the digits that it has there, or made of these; nothing is typed in. The report of 2015 lies
beside this program.
"""
import csv
import lzma
import pathlib
import statistics
import sys

STORIES = ["US1", "US2", "US3A", "US3B", "US4A", "US4B", "US5", "US7"]
THEN = pathlib.Path(__file__).resolve().parent / "report/report.md"
# Of the differences that the reports call one, so many may be none.
MOST_BY_CHANCE = 0.05
START = {"peak-memory": 1e6, "cpu-time": 1e6, "wall-time": 1e6, "minor-faults": 1}
HEAD = """# KMU Inventory in Swift and Objective-C, 2015 and now

Figures 27 to 29 of A. Bolaños Murillo's "Swift mobile platform analysis" (2015) beside the same stories, replayed on Linux: the app in Swift 6 and in Objective-C (GCC, GNUstep, manual reference counting) on the same rows, with the same outcome and digest for every step. [report.md](report.md) has all of today's measurements, [the report of 2015](../kmu2015/report/report.md) all of then. SQLite, libsodium, zbar, libqrencode and cairo are the same libraries for both, so logins, QR codes and pictures cost both the same; what differs is the language, its Foundation and its memory management. What it can not show: a telephone of 2015 ran Apple's Objective-C runtime and Foundation, this is GCC's and GNUstep's on a server; so see on which side of 1 a ratio is, rather than how large it is.

Ratios are Objective-C over Swift, with 95 % intervals; Swift is the build with its safety checks. This file is written by `make references`, by [beside.py](../kmu2015/beside.py).
"""


def cells(line):
    return [cell.strip().strip("*") for cell in line.strip().strip("|").split("|")]


def table(path, title):
    """The rows of a table of a report, by metric and story (its name up to a hyphen)."""
    lines = iter(path.read_text().splitlines())
    if f"**{title}**" not in lines:
        sys.exit(f"{path} has no table '{title}'")
    rows, metric, names = {}, None, None
    for line in lines:
        if not line.startswith("|"):
            if names:
                break
            continue
        row = cells(line)
        if names is None:
            names = row
        elif len(row) == len(names) and not any(row[1:]):
            metric = row[0].split(",")[0]
        elif metric:
            rows[metric, row[0].split("-")[0]] = dict(zip(names, row))
    return rows


def number(rows, metric, story, column):
    """A number of a table; a report of too few rounds has none."""
    text = rows.get((metric, story), {}).get(column, "nothing")
    try:
        return float(text)
    except ValueError:
        sys.exit(f"the report has '{text}' for {story}, {metric}, {column}; it takes two rounds or more")


def means(rows, metric, build):
    return [number(rows, metric, story, build) for story in STORIES]


def ratio(row):
    return f"{row['Ratio']} ({row['from']} to {row['to']})"


def correlation(rows, metric, build):
    r = statistics.correlation(means(rows, "Peak memory", build), means(rows, metric, build))
    return f"{r:.2f}"


def markdown(header, rows):
    align = [":--"] + ["--:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, align, *rows]) + "\n"


def sides(rows, metric):
    """In how many stories Objective-C is shown to take more, and in how many less: by p, as the reports call
    a difference one, and not by the interval alone."""
    shown = [story for story in STORIES if number(rows, metric, story, "p") <= MOST_BY_CHANCE]
    more = sum(number(rows, metric, story, "from") > 1 for story in shown)
    less = sum(number(rows, metric, story, "to") < 1 for story in shown)
    return f"more than Swift in {more} and less in {less} of {len(STORIES)} stories"


def above(then, now, metric_then, metric_now):
    return (f"In 2015 Objective-C took {sides(then, metric_then)}; today it takes {sides(now, metric_now)}. "
            "In the others no difference is shown: its p, adjusted for all ratios of the report, is above 5 %.\n")


def memory(then, now, before_work):
    start = {build: statistics.fmean(found) / START["peak-memory"]
             for (build, metric), found in before_work.items() if metric == "peak-memory"}
    rows = []
    for story in STORIES:
        before, today = then["Peak memory", story], now["Peak memory", story]
        swift, objc = (
            number(now, "Peak memory", story, build) - start[build]
            for build in ("swift-checked", "objc"))
        rows.append([
            story, before["swift"], before["objc"], ratio(before), today["swift-checked"],
            today["objc"], ratio(today), f"{swift:.2f}", f"{objc:.2f}"])
    header = ["Story", "Swift, 2015", "Objective-C, 2015", "ratio, 2015", "Swift", "Objective-C",
              "ratio", "Swift above start", "Objective-C above start"]
    return (
        "## Figure 27: peak memory, MB\n\n" + above(then, now, "Peak memory", "Peak memory")
        + f"\nA process that has started and made the fixture has {start['swift-checked']:.2f} MB in Swift "
        f"and {start['objc']:.2f} MB in Objective-C, most of it libraries "
        "([scenario](../../Scenarios/inventory-languages-fixture.yml)). What the stories have above that is "
        "their work's.\n\n" + markdown(header, rows))


def time(then, now):
    rows = []
    for story in STORIES:
        before, today = then["Peak CPU", story], now["CPU time", story]
        rows.append([
            story, before["swift"], before["objc"], ratio(before), today["swift-checked"],
            today["objc"], ratio(today)])
    header = ["Story", "Swift, 2015, %", "Objective-C, 2015, %", "ratio, 2015", "Swift, ms",
              "Objective-C, ms", "ratio"]
    return (
        "## Figure 28: CPU\n\n" + above(then, now, "Peak CPU", "CPU time")
        + "\nIn 2015 the peak share of the telephone's CPU was read. Work that keeps a thread busy reads "
        "100 % whatever it costs, so today's figure is the CPU time of the story's calls; their start is "
        "in none.\n\n" + markdown(header, rows))


def together(then, now):
    rows = [
        [name, correlation(then, "Peak CPU", old), correlation(now, "CPU time", new)]
        for name, old, new in [("Swift", "swift", "swift-checked"), ("Objective-C", "objc", "objc")]]
    return (
        "## Figure 29: memory against CPU\n\nPearson's r of the eight stories' means, memory against CPU. "
        "The source sees no relation in its figure; eight stories can show a strong one only (|r| above "
        "0.71 at 5 %).\n\n" + markdown(["", "2015", "now"], rows))


def measurements(path):
    """What runs of a process's start took, by build and metric."""
    values = {}
    with lzma.open(path, "rt") as file:
        for row in csv.DictReader(file):
            if not row["step"] and row["metric"] in START:
                values.setdefault((row["build"], row["metric"]), []).append(float(row["value"]))
    return values


def starts(values):
    builds = list(dict.fromkeys(build for build, _ in values))
    repeated = {"cpu-time", "wall-time", "minor-faults"}
    rows = []
    for build in builds:
        row = [build]
        for metric, unit in START.items():
            mean = statistics.fmean(values[build, metric]) / unit / (10 if metric in repeated else 1)
            row.append(f"{mean:.0f}" if unit == 1 else f"{mean:.1f}")
        rows.append(row)
    runs = min(len(found) for found in values.values())
    return (
        "## Starting the process\n\nLinkage and runtime start, apart from all work: the process starts, "
        f"says its verbs and ends. Means of {runs} runs of ten starts each "
        "([scenario](../../Scenarios/inventory-languages-start.yml)); `swift-static` has Swift's own "
        "libraries in the program, GNUstep has none to link so.\n\n"
        + markdown(["Build", "Peak memory, MB", "CPU time, ms", "Elapsed, ms", "Page faults"], rows))


def main():
    if len(sys.argv) != 2:
        sys.exit("beside.py takes one folder, such as Results/inventory-languages")
    folder = pathlib.Path(sys.argv[1])
    then = table(THEN, "objc against swift")
    now = table(folder / "report.md", "objc against swift-checked")
    parts = [HEAD, memory(then, now, measurements(folder / "fixture.csv.xz")), time(then, now),
             together(then, now), starts(measurements(folder / "start.csv.xz"))]
    (folder / "README.md").write_text("\n".join(parts))


if __name__ == "__main__":
    main()
