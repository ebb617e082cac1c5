#!/usr/bin/env python3
"""Compares what every target imports with what its row in Package.swift lists.

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

package = json.loads(subprocess.run(
    ["swift", "package", "describe", "--type", "json"], check=True, capture_output=True).stdout)
wrong = []
for target in package["targets"]:
    sources = [pathlib.Path(target["path"], name) for name in target["sources"]]
    if target["module_type"] != "SwiftTarget":
        continue
    listed = set(target.get("target_dependencies", []))
    listed |= set(target.get("product_dependencies", []))
    imported = set()
    for source in sources:
        imported |= set(IMPORT.findall(source.read_text()))
    imported -= SYSTEM
    for name in sorted(imported - listed):
        wrong.append(f"{target['name']} imports {name}, which its row does not list")
    # Executables are listed by tests that run them, and imported by nobody.
    executables = {t["name"] for t in package["targets"] if t["type"] == "executable"}
    for name in sorted(listed - imported - executables):
        wrong.append(f"{target['name']} lists {name}, which it does not import")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
