#!/usr/bin/env python3
"""Looks whether the documents can be read in a hurry, and name what can be written.

- A page has at most 1,500 words, the README 800; blocks of code don't count.
- A paragraph, or an item of a list, has at most five sentences.
- A link to a heading leads to one.
- The reference has each key of the scenario file and of rehearse.yml, in backticks.

Reports and pages that a program writes are no pages of ours.
"""
import json
import pathlib
import re
import subprocess
import sys

WORDS, LIMITS, SENTENCES = 1500, {"README.md": 800}, 5
WRITTEN = re.compile(r"\A<!-- Written by |This file is written by ")
REPORTS = re.compile(r"Results/(?!.*README\.md)")
FENCE = re.compile(r"^```.*?^```$", re.S | re.M)
# A full stop ends a sentence if something that begins one follows; an initial, as in "A. Bolaños", doesn't.
END = re.compile(r"(?<!\b[A-Z])(?<!\bp)(?<!\bcf)[.!?:]?[.!?][)*_\"']*(?=\s+[\"'`*(\[]*[A-ZÀ-Þ0-9]|\s*\Z)")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.) ", re.M)


def pages():
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"], check=True,
        capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        path = pathlib.Path(name)
        if path.exists() and not REPORTS.match(name):
            text = path.read_text()
            if not WRITTEN.search(text):
                yield path, text


def paragraphs(text):
    for block in re.split(r"\n\s*\n", FENCE.sub("", text)):
        if block.lstrip().startswith(("|", "#", "<!--")):
            continue
        starts = [0, *(match.start() for match in ITEM.finditer(block)), len(block)]
        for start, end in zip(starts, starts[1:]):
            if part := " ".join(block[start:end].split()):
                yield part


def anchor(heading):
    """A heading's name in a link, as GitHub makes it."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def headings(path):
    text = FENCE.sub("", path.read_text())
    return {anchor(line) for line in re.findall(r"^#+ (.*)$", text, re.M)}


def keys(schema):
    """The names of all properties in a JSON schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from keys(part)


def undocumented():
    reference = "".join(path.read_text() for path in pathlib.Path("Docs/reference").glob("*.md"))
    for name in ("scenario", "configuration"):
        schema = pathlib.Path(f"Scenarios/{name}.schema.json")
        for key in sorted(set(keys(json.loads(schema.read_text())))):
            if f"`{key}`" not in reference:
                yield f"Docs/reference does not have `{key}`, a key of {schema}"


def mistakes():
    for path, text in pages():
        prose = FENCE.sub("", text)
        words = sum(any(map(str.isalnum, word)) for word in prose.split())
        limit = LIMITS.get(str(path), WORDS)
        if words > limit:
            yield f"{path} has {words:,} words, allowed: {limit:,}"
        for paragraph in paragraphs(text):
            count = len(END.findall(paragraph))
            if count > SENTENCES:
                yield f"{path}: {count} sentences, allowed: {SENTENCES}: {paragraph[:60]}…"
        for target in re.findall(r"\]\(([^)\s]+)\)", prose):
            file, _, name = target.partition("#")
            page = path.parent / file if file else path
            if name and ":" not in file and page.suffix == ".md" and page.exists() and name not in headings(page):
                yield f"{path}: {target} leads to no heading"


wrong = [*mistakes(), *undocumented()]
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
