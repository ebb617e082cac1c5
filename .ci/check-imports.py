#!/usr/bin/env python3
"""Compares what every target imports with what its row in Package.swift lists: check-imports.py FOLDER...

The package manager's own check sees no module that is reachable through another row, and no row
that nobody needs. Products of other packages go by the names of their modules.
"""
import json
import pathlib
import re
import subprocess
import sys

SYSTEM = {
    "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Musl", "Darwin",
    "Synchronization", "Testing", "Swift", "Dispatch",
}
IMPORT = re.compile(r"^(?:@\w+ |public |internal |package )*import (?:\w+ )?(\w+)", re.M)



def described(folder):
    """The package in a folder, as the package manager sees it."""
    return json.loads(subprocess.run(
        ["swift", "package", "--package-path", folder, "describe", "--type", "json"], check=True,
        capture_output=True).stdout)


def wrong(folder):
    package = described(folder)
    # Executables are listed by tests that run them, and mostly imported by nobody.
    executables = {t["name"] for t in package["targets"] if t["type"] == "executable"}
    # Tests import the modules of programs, whose names have no hyphens.
    names = {t["c99name"]: t["name"] for t in package["targets"]}
    for target in package["targets"]:
        if target["module_type"] != "SwiftTarget":
            continue
        listed = set(target.get("target_dependencies", []))
        listed |= set(target.get("product_dependencies", []))
        imported = set()
        for name in target["sources"]:
            imported |= set(IMPORT.findall(pathlib.Path(folder, target["path"], name).read_text()))
        imported = {names.get(name, name) for name in imported - SYSTEM}
        for name in sorted(imported - listed):
            yield f"{target['name']} imports {name}, which its row does not list"
        for name in sorted(listed - imported - executables):
            yield f"{target['name']} lists {name}, which it does not import"


found = [line for folder in sys.argv[1:] for line in wrong(folder)]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
