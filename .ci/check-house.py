#!/usr/bin/env python3
"""Looks whether the repository is in order.

- Whatever lies in the root is listed here: what somebody left there by mistake is named.
- Every target of a Package.swift has a sentence above it; one that ends in a colon is for all rows up to
  the next blank line or sentence.
- The committed reports stay small.
- Links between documents lead somewhere.
- A test names each text that was recorded for it.
- Comments of declarations begin with a noun phrase or a verb, as in the Swift API Design Guidelines.
- None of them says 'likewise', 'as of' or 'is told'.
- Nothing in the programs needs ICU's data, which they don't have: EmptyUnicodeData.c.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = {
    ".ci", ".devcontainer", ".editorconfig", ".github", ".gitignore", ".swift-format", "Actions", "Apps", "Benchmarks",
    "CHANGELOG.md", "CONTRIBUTING.md", "Docs", "Engines", "Kits", "LICENSE", "Makefile",
    "Package.resolved", "Package.swift", "Packaging", "README.md", "Results", "Scenarios", "Sources", "Tests",
    "action.yml",
}
# How a question begins, or half a sentence.
HALF = re.compile(r"\s*/// (What|Whose|Of|Which|Where|Why|How many|How much|Whether)\b")
# Words of comments that a reader in a hurry reads twice.
STIFF = re.compile(r"//.*\b(likewise|as of|is told)\b", re.I)
# What of Foundation traps, or knows nothing, without ICU's data.
NEEDS_DATA = re.compile(
    r"\b(?:\w+Formatter|NSCalendar)\(|\.formatted\((?!\.iso8601)|\.(?:localized\w*Co|\w+Localized)\w*\(|\blocale: \.current")
RESULTS_LIMIT = 6_000_000
SNAPSHOT = re.compile(r"(Tests/\w+)/Snapshots/(\w+)/([^/]+)\.txt")
ROW = re.compile(r"^    (?:\.?[a-zA-Z]+)\((?:\n\s+)?(?:name: )?\"([\w-]+)\"")


def listed(*options):
    """The files that git knows or would add."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *options],
        check=True, capture_output=True, text=True).stdout
    return [name for name in names.split("\0") if name and pathlib.Path(name).exists()]


def root(files):
    for name in sorted({file.split("/")[0] for file in files} - ROOT):
        yield f"{name} lies in the root, and is not listed in .ci/check-house.py"


def targets(folder):
    manifest = pathlib.Path(folder, "Package.swift")
    text = manifest.read_text()
    rows = text[text.index("\n  targets: ["):text.rindex("\n  ]")].split("\n")
    described, group, above = set(), False, False
    for number, line in enumerate(rows):
        if line.startswith("    //"):
            above, group = True, line.endswith(":")
            if not line.endswith((".", ":")) and not rows[number + 1].startswith("    //"):
                yield f"{manifest}: '{line.strip()}' is no sentence"
        elif not line.strip():
            above = group = False
        elif row := ROW.match(line + "\n" + "".join(rows[number + 1:number + 2])):
            if above or group:
                described.add(row[1])
            above = False
    package = json.loads(subprocess.run(
        ["swift", "package", "--package-path", folder, "describe", "--type", "json"], check=True,
        capture_output=True).stdout)
    for name in sorted({target["name"] for target in package["targets"]} - described):
        yield f"{manifest}: the target {name} has no sentence above it"


def results(files):
    sizes = [pathlib.Path(file).stat().st_size for file in files if file.startswith("Results/")]
    if sum(sizes) > RESULTS_LIMIT:
        yield f"Results has {sum(sizes):,} bytes, allowed: {RESULTS_LIMIT:,}"


def links(files):
    for file in files:
        if not file.endswith(".md"):
            continue
        folder = pathlib.Path(file).parent
        text = re.sub(r"```.*?```", "", pathlib.Path(file).read_text(), flags=re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path = target.split("#")[0]
            if path and ":" not in path and not (folder / path).exists():
                yield f"{file} links to {target}, which is not there"


def snapshots(files):
    for file in files:
        if "/Snapshots/" not in file:
            continue
        match = SNAPSHOT.fullmatch(file)
        suites = [f for f in files if match and f.startswith(f"{match[1]}/") and f.endswith(f"/{match[2]}.swift")]
        names = [n for suite in suites for n in re.findall(r'named: "([^"]+)"', pathlib.Path(suite).read_text())]
        # What is interpolated may be anything.
        if not any(re.fullmatch(".*".join(map(re.escape, re.split(r"\\\([^)]*\)", n))), match[3]) for n in names):
            yield f"{file} is named by no test"


def comments(files):
    for file in files:
        if file.startswith("Sources/") and file.endswith((".swift", ".c", ".cpp", ".h")):
            earlier = ""
            for number, line in enumerate(pathlib.Path(file).read_text().split("\n"), 1):
                # The first line of a comment.
                if not earlier.lstrip().startswith("///") and (match := HALF.match(line)):
                    yield f"{file}:{number}: a comment begins with '{match[1]}'"
                if match := STIFF.search(line):
                    yield f"{file}:{number}: a comment says '{match[1]}'"
                earlier = line


def formatters(files):
    for file in files:
        if file.startswith(("Sources/Harness/", "Sources/Companions/")) and file.endswith(".swift"):
            for number, line in enumerate(pathlib.Path(file).read_text().split("\n"), 1):
                if match := NEEDS_DATA.search(line):
                    yield f"{file}:{number}: '{match[0]}' needs ICU's data, which the programs don't have"


files = listed()
wrong = [*root(files), *targets("."), *targets("Apps"), *targets("Benchmarks"), *results(files), *links(files), *snapshots(files),
         *comments(files), *formatters(files)]
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
