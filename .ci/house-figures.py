#!/usr/bin/env python3
"""Prints how large the house is, beside what it should be.

A figure may not grow beyond its ceiling, which is lowered whenever the figure is. Where one fights with
clarity, clarity wins: raise the ceiling, and say why in the commit.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

LONELY = "Key Kind Entry Part Place Row Side State".split()
TYPE = re.compile(
    r"^\s*(?:(?:public|private|fileprivate|package|indirect|final|@\w+) )*"
    r"(?:struct|enum|class|actor|protocol|typealias) (\w+)", re.M)
ERROR = re.compile(
    r"^\s*(?:(?:public|private|fileprivate|package|indirect|final) )*(?:struct|enum|class|extension) [\w.]+"
    r"(?:<[^>\n]*>)?: [^{\n]*\b(?:Coded)?Error\b", re.M)
# A station of a walk in Docs/architecture.md: a type, and what it does.
STATION = re.compile(r"^ *([A-Z]\w+) ", re.M)
# Folders of equals, such as one topic, format, command or test each, may have more files.
EQUALS = {"Topics", "Formats", "Options"}


def files(*folders):
    names = subprocess.run(
        ["git", "ls-files", "-z", "--", *folders], check=True, capture_output=True, text=True).stdout
    paths = map(pathlib.Path, filter(None, names.split("\0")))
    return [path for path in paths if path.suffix in {".swift", ".c", ".h", ".cpp"} and path.exists()]


def lines(path):
    return path.read_text().count("\n")


def repeated(paths):
    """How many places have six lines or more, imports and comments apart, that stand elsewhere, too."""
    places = collections.defaultdict(list)
    for path in paths:
        text = [(number, line.strip()) for number, line in enumerate(path.read_text().split("\n"), 1)]
        text = [(number, line) for number, line in text
                if line and not line.startswith(("import ", "//", "#include"))]
        for at in range(len(text) - 5):
            block = tuple(line for _, line in text[at:at + 6])
            # Closing braces are alike everywhere.
            if sum(len(line) > 3 for line in block) > 4:
                places[block].append((path, at))
    # A longer block is one place, with several beginnings.
    found = {(path, at) for known in places.values() for path, at in known[1:]}
    return sum((path, at - 1) not in found for path, at in found)


def types(paths):
    """The names of all types that are declared, as often as they are."""
    return [name for path in paths for name in TYPE.findall(path.read_text())]


def stations(number, declared):
    """How many stations a walk in Docs/architecture.md has, each a type that is declared."""
    page = pathlib.Path("Docs/architecture.md").read_text()
    names = STATION.findall(page.split(f"## Walk {number}:")[1].split("```")[1])
    if unknown := [name for name in names if name not in declared]:
        sys.exit(f"Docs/architecture.md: no type of walk {number} is called {', '.join(unknown)}")
    return len(names)


harness, sources = files("Sources/Harness"), files("Sources")
declared = types(sources)
package = json.loads(subprocess.run(
    ["swift", "package", "describe", "--type", "json"], check=True, capture_output=True).stdout)
crowded = collections.Counter(path.parent for path in sources if path.parent.name not in EQUALS)
FIGURES = [
    # name, value, aim, ceiling
    ("targets in the root's manifest", len(package["targets"]), 70, 69),
    ("lines of the harness, comments included", sum(map(lines, harness)), 72_000, 100_242),
    ("files above 400 lines", sum(lines(path) > 400 for path in files("Sources", "Tests", "Apps")), 0, 0),
    ("folders above 15 files", sum(count > 15 for count in crowded.values()), 0, 0),
    (f"types called {', '.join(LONELY)} alone",
     sum(map((declared + types(files("Tests", "Benchmarks"))).count, LONELY)), 0, 0),
    ("stations from /proc to a chart", stations(1, declared), 13, 19),
    ("stations from builds to a verdict", stations(2, declared), 12, 19),
    ("blocks of six lines that stand twice", repeated(sources), 0, 0),
    # One a module, and one more for whatever callers treat differently by its type.
    ("error types", sum(len(ERROR.findall(path.read_text())) for path in sources), 20, 24),
]
for name, value, aim, ceiling in FIGURES:
    print(f"{value:>7,} {name} (aim {aim:,}, ceiling {ceiling:,})")
worse = [name for name, value, _, ceiling in FIGURES if value > ceiling]
if worse:
    print("Grown beyond the ceiling: " + "; ".join(worse))
sys.exit(1 if worse else 0)
