#!/usr/bin/env python3
"""Makes the committed reports anew, part by part, or says which are stale.

    references.py [PART...]
    references.py --list
    references.py --check

A part is a report in Results, such as inventory/pairs. Without names all are made that are not of this commit
yet; a part that is named is made again. A report's commit is the last that changed what is measured (MEASURED), so
reports can be committed while others are still to be made: all are of one commit in the end.

Each part is measured into .build/references, by the commit, and taken into Results only when it is complete. So an
interrupted call goes on where it was, and no report is of two commits. A part that lies there is not measured again,
only taken. Results/references.csv says when each was made, of which commit, on which machine and in how many
minutes; Results/README.md is its table.

A part is not taken if more than three quarters of its runs or pairs were disturbed: make it again while nothing else
runs.

A report is stale if its scenario, or a source of the apps that it replays, changed since; kits are no app, and
doc comments no change. That is told by hashes of their contents, so a clone needs no history. --list writes the
table of Results/README.md again. --check fails if it is another, or if the project's README does not name just those
of its figures' reports that are stale.
"""
import csv
import functools
import hashlib
import json
import lzma
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS, REHEARSE = ROOT / "Results", ROOT / ".build/release/rehearse"
TABLE = RESULTS / "references.csv"
HEAD = ["Report", "Scenario", "Measured", "Commit", "Minutes", "Machine", "Disturbed", "Scenario hash", "Apps hash"]
# What a report measures, and how it is made.
MEASURED = ["Apps", "Benchmarks/references.py", "Kits", "Package.swift", "Scenarios", "Sources"]
LANGUAGES = "inventory-languages"
SERVERS = ["inventory-http", "field-notes-http"]
REQUESTS = ["inventory-requests", "field-notes-requests"]
# What a server is asked for most.
SERVED = ["US2-list", "US3A-lend", "US4A-return", "filters"]
APPS = ["inventory", "value-stream", "day-counter", "chord", "field-notes"]
# Runs, which describe: one that something else disturbed is made again. Pairs decide with all that were made.
RUN = ["run", "--rerun-disturbed=2"]
# By part: the command, and the scenario.
PARTS = {
    **{app: (RUN, app) for app in [*APPS, LANGUAGES, "sorting", "sorting-languages"]},
    **{f"{app}/pairs": (["compare"], app) for app in [*APPS, *SERVERS]},
    # A round of all stories takes two minutes, and fewer than 14 pairs can't show anything.
    "inventory-http/pairs": (
        ["compare", "--max-time", "25 min", *(word for story in SERVED for word in ("--story", story))],
        "inventory-http"),
    **{f"{server}/pairs": (["compare", "--max-time", "12 min"], server) for server in REQUESTS},
    f"{LANGUAGES}/pairs": (["compare", "--candidate", "objc"], LANGUAGES),
    f"{LANGUAGES}/fixture.csv.xz": (RUN, "inventory-languages-fixture"),
    f"{LANGUAGES}/start.csv.xz": (RUN, "inventory-languages-start"),
}
# The reports that the figures of the project's README are of.
CITED = [*(f"{app}/pairs" for app in APPS), f"{LANGUAGES}/pairs", "sorting", "inventory-http/pairs"]
# What a report is made of; a folder's other files are not its own.
OWN = ["charts", "tables", "report.html", "report.md", "statistics.md", "scenario.yml", "measurements.csv",
       "measurements.csv.xz", "decision.json", "decision.json.xz", "rehearse-report.txt"]


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)


@functools.cache
def commit():
    """The last commit that changed what is measured; what HEAD measures is the same."""
    return git("log", "-1", "--format=%H", "--", *MEASURED).stdout.strip()


def rehearse(*words, **options):
    return subprocess.run([REHEARSE, *words], cwd=ROOT, check=True, **options)


def leave_out_single_runs(folder):
    """Leaves out the pictures of one run of each story, which the apps' own reports have: they take a third."""
    report = folder / "report.md"
    report.write_text(
        re.sub(r"^## One run of each story\n.*?(?=^## Experiment)", "", report.read_text(), flags=re.M | re.S))
    for chart in [*folder.glob("charts/steps-*"), *folder.glob("charts/timeline-*")]:
        chart.unlink()


def leave_out_steps(folder):
    """Leaves out the values of single steps, which are up to nine of ten; verdicts are of whole stories."""
    file, report = folder / "measurements.csv", folder / "report.md"
    head, *rows = list(csv.reader(file.open(newline="")))
    with file.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([head, *(row for row in rows if not row[head.index("step")])])
    report.write_text(report.read_text().replace("every value: [", "every value of whole stories: [", 1))


def compress(file):
    """Compresses a file, and has the report link to that: each has some ten thousand values."""
    with lzma.open(f"{file}.xz", "wb", preset=9 | lzma.PRESET_EXTREME) as out:
        out.write(file.read_bytes())
    file.unlink()
    report = file.parent / "report.md"
    report.write_text(report.read_text().replace(file.name, f"{file.name}.xz"))


def measure(part, place):
    """Measures a part into a folder of its own."""
    command, scenario = PARTS[part]
    making = place.with_name(place.name + ".making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    if "--max-time" in command:
        # The limit includes builds, which may take most of it, and a story that fails now would fail in an hour, too.
        rehearse("validate", "--try", f"Scenarios/{scenario}.yml")
    store, start = ["--store", making / "store.sqlite"], time.monotonic()
    words = [*command, f"Scenarios/{scenario}.yml", *store, *(["--no-report"] if command[0] == "run" else [])]
    rehearse(*words)
    if part.endswith(".xz"):
        (making / "values.xz").write_bytes(
            lzma.compress(rehearse("export", "latest", *store, capture_output=True).stdout))
    else:
        rehearse("report", "latest", "--format", "md", "--output", making / "report", *store)
    minutes = (time.monotonic() - start) / 60
    shown = json.loads(rehearse("show", "latest", "--json", *store, capture_output=True).stdout)
    shown = shown.get("experiment", shown)
    environment = shown.get("environment") or {}
    row = [part, scenario, time.strftime("%Y-%m-%d", time.gmtime()), commit()[:8],
           f"{minutes:.1f}", f"{environment.get('processor', 'unknown')}, {environment.get('processors', '?')} CPUs",
           disturbed(shown), *hashes(scenario)]
    (making / "row.json").write_text(json.dumps(row))
    making.rename(place)
    print(f"{part}: measured in {minutes:.1f} min", flush=True)


def disturbed(shown):
    """How many of the runs or pairs were disturbed, as 'N of M pairs'."""
    found = (re.match(r"(\d+ of \d+ (?:runs|pairs)) w(?:as|ere) disturbed", note) for note in shown["findings"])
    return next((match[1] for match in found if match), "none")


def install(part, place):
    """Takes a measured part into Results; returns whether it did."""
    target, row = RESULTS / part, json.loads((place / "row.json").read_text())
    if counts := re.match(r"(\d+) of (\d+)", row[HEAD.index("Disturbed")]):
        if int(counts[1]) > int(counts[2]) * 3 / 4:
            print(f"{part}: not taken, because {counts[0]} were disturbed. Remove {place}, and make it again while "
                  "nothing else runs.")
            return False
    if part.endswith(".xz"):
        shutil.copy(place / "values.xz", target)
    else:
        target.mkdir(parents=True, exist_ok=True)
        for name in OWN:
            file = target / name
            shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
        shutil.copytree(place / "report", target, dirs_exist_ok=True)
        if part not in APPS:
            leave_out_single_runs(target)
        leave_out_steps(target)
        for name in ["measurements.csv", "decision.json"]:
            if (target / name).exists():
                compress(target / name)
    rows = known()
    rows[part] = row
    write(rows)
    if part.startswith(LANGUAGES):
        subprocess.run([sys.executable, RESULTS / "kmu2015/beside.py", RESULTS / LANGUAGES], check=True)
    return True


def known():
    with open(TABLE, newline="") as file:
        return {row[0]: row for row in list(csv.reader(file))[1:]}


def write(rows):
    with open(TABLE, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEAD)
        writer.writerows(rows[part] for part in PARTS if part in rows)


@functools.cache
def targets():
    described = subprocess.run(
        ["swift", "package", "--package-path", "Apps", "describe", "--type", "json"],
        cwd=ROOT, check=True, capture_output=True).stdout
    return {target["name"]: target for target in json.loads(described)["targets"]}


@functools.cache
def sources(scenario):
    """The paths that a scenario replays: its file, and the targets of its programs with all that they use."""
    file = f"Scenarios/{scenario}.yml"
    text = (ROOT / file).read_text()
    # Its driver, and its services.
    paths, left = {file}, re.findall(r"(?:product: |\$\{build\}/)([\w-]+)", text)
    while left:
        target = targets().get(left.pop())
        if target and (path := f"Apps/{target['path']}") not in paths:
            paths.add(path)
            left += target.get("target_dependencies", [])
    for folder in re.findall(r"-C, \.\./(Apps/Drivers/[\w-]+)", text):
        paths |= {folder, "Apps/Drivers/objc.mk"}
        paths |= {f"Apps/Sources/{name}" for name in
                  re.findall(r"Sources/(\w+)", (ROOT / folder / "Makefile").read_text())}
    return sorted(paths)


def hashes(scenario):
    """The hash of a scenario's file with its data, and that of the apps' sources, by their names and contents."""
    def of(names):
        text = hashlib.sha256()
        for name in names:
            lines = (ROOT / name).read_bytes().splitlines(keepends=True)
            content = b"".join(line for line in lines if not line.lstrip().startswith(b"///"))
            text.update(f"{name}\n".encode() + hashlib.sha256(content).digest())
        return text.hexdigest()[:8]
    file, paths = f"Scenarios/{scenario}.yml", sources(scenario)
    data = sorted(set(re.findall(r"(?:data: |files: \[)([\w.-]+)", (ROOT / file).read_text())))
    listed = git("ls-files", "--", *(path for path in paths if path != file)).stdout.split("\n")
    return (of([file, *(f"Scenarios/{name}" for name in data)]),
            of(name for name in listed if name and (ROOT / name).exists()))


def changed(row):
    """What changed since a report was made: 'scenario', 'app', both, or nothing."""
    then, now = row[HEAD.index("Scenario hash"):], hashes(row[HEAD.index("Scenario")])
    return " and ".join(name for name, *pair in zip(("scenario", "app"), then, now) if len(set(pair)) > 1)


def overview():
    """The table of all reports, and what the project's README leaves out."""
    count = len({row[HEAD.index("Commit")] for row in known().values()})
    missing = [part for part in PARTS if part not in known()]
    lines = ["# Results", "",
             "Each report is made by `make references`. *Changed since* says what is not as it was measured. "
             + ("All are of one commit." if count == 1 else f"They are of {count} commits.")
             + (f" Not measured yet: {', '.join(missing)}." if missing else ""), "",
             "| Report | Measured | Commit | Minutes | Machine | Disturbed | Scenario | Changed since |",
             "|---|---|---|--:|---|---|---|---|"]
    readme, faults = (ROOT / "README.md").read_text(), []
    for part, row in known().items():
        what = changed(row)
        link = part if part.endswith(".xz") else f"{part}/report.md"
        lines.append(f"| [{part}]({link}) | {row[2]} | `{row[3]}` | {row[4]} | {row[5]} | {row[6]} | `{row[7]}` | {what} |")
        name = part.removesuffix("/pairs")
        if part in CITED and bool(what) != (f"[{name}](Results/README.md)" in readme):
            faults.append(
                f"README.md: the figures of {name} are stale ({what} changed), and it does not say so: name "
                f"[{name}](Results/README.md), or run 'make references PARTS={part}'" if what
                else f"README.md: the figures of {name} are as it is today, but it names it as changed since")
    lines += ["", "Of 2015 are [the measurements](kmu2015/README.md); [benchmarks](benchmarks) has the files of the "
              "[benchmarks' pages](../Docs/benchmarks/README.md)."]
    return "\n".join(lines) + "\n", faults


def make(parts):
    """Makes parts, or all that are not of this commit yet, and returns whether all were taken."""
    if changes := git("status", "--porcelain", "--", *MEASURED).stdout:
        sys.exit(f"A report names its commit, and these files are in none:\n{changes}")
    folder, taken = ROOT / ".build/references" / commit(), []
    for part in parts or PARTS:
        place = folder / part.replace("/", "+")
        if not place.exists():
            row = known().get(part)
            if not parts and row and row[HEAD.index("Commit")] == commit()[:8]:
                continue
            measure(part, place)
        taken.append(install(part, place))
    return all(taken)


def main():
    words, file, made = sys.argv[1:], RESULTS / "README.md", True
    if words not in (["--list"], ["--check"]):
        if unknown := [word for word in words if word not in PARTS]:
            sys.exit(f"no such part: {', '.join(unknown)}. Allowed: {', '.join(PARTS)}")
        made = make(words)
    text, faults = overview()
    if words != ["--check"]:
        file.write_text(text)
        sys.exit(0 if made else 1)
    if file.read_text() != text:
        faults.append("Results/README.md: 'python3 Benchmarks/references.py --list' writes it anew")
    sys.exit("\n".join(faults) or 0)


main()
