#!/usr/bin/env python3
"""Puts the tables of Results/benchmarks into the documents, or looks whether they are there.

    benchmark-pages.py [--check]

The figures above the second heading of README.md are in the files that it links or shows. A table stands between
`<!-- table: NAME.csv -->` and `<!-- end -->`; `<!-- table: NAME.csv, rows 1 3-5, columns 1 3 -->` has some of its rows
and columns. index.csv names each page of Docs/benchmarks, and makes the table of its README.

With --check nothing is written. Named then is a table that is not the file's, a figure in the prose of such a
page that is not in its file, and a page with more than one table or more than eight rows.
"""
import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES, PAGES = ROOT / "Results/benchmarks", ROOT / "Docs/benchmarks"
PLACE = re.compile(
    r"<!-- table: (?P<file>[\w-]+\.csv)(?:, rows (?P<rows>[\d -]+))?(?:, columns (?P<columns>[\d -]+))? -->\n"
    r"(?P<text>.*?)<!-- end -->", re.S)
FIGURE = re.compile(r"\d(?:[\d.,]*\d)?")
ROWS = 8


def read(name):
    with open(FILES / name, newline="") as file:
        return list(csv.reader(file))


def figures(text):
    return set(FIGURE.findall(text))


def chosen(rows, words):
    for word in words.split():
        first, _, last = word.partition("-")
        yield from rows[int(first) - 1:int(last or first)]


def shown(head, rows, columns):
    if columns:
        head, *rows = (list(chosen(row, columns)) for row in (head, *rows))
    return head, rows


def markdown(head, rows):
    # A column of figures stands at the right.
    right = [all(not row[at] or re.match(r"[-−+±\d]", row[at]) for row in rows) for at in range(len(head))]
    lines = [head, ["--:" if at else "---" for at in right], *rows]
    return "".join("|" + "|".join(f" {cell} " if cell else " " for cell in line) + "|\n" for line in lines)


def index():
    head, *rows = read("index.csv")
    return {row[0]: dict(zip(head, row)) for row in rows}


def provenance(entry):
    text = f"\n[The file](../../Results/benchmarks/{entry['file']}), measured on {entry['date']} at `{entry['commit']}`."
    text += {
        "yes": "", "next": " Its figures were written down by hand; `PUBLISH=1` has the command write the file.",
    }[entry["written"]]
    return text + "\n"


def overview(entries):
    head = ["question", "result", "compared with", "command", "measured", "commit"]
    rows = [[f"[{one['question']}]({one['page']}.md)", one["result"], one["peer"], f"`{one['command']}`",
             one["date"], f"`{one['commit']}`"] for one in entries.values()]
    return markdown(head, rows)


def spliced(page, entries):
    text, entry = page.read_text(), entries.get(page.stem) if page.parent == PAGES else None

    def table(match):
        if match["file"] == "index.csv":
            made = overview(entries)
        else:
            head, *rows = read(match["file"])
            rows = list(chosen(rows, match["rows"])) if match["rows"] else rows
            made = markdown(*shown(head, rows, match["columns"]))
            made += provenance(entry) if entry else ""
        return match[0].partition("\n")[0] + f"\n{made}<!-- end -->"

    return text, PLACE.sub(table, text)


def mistakes(page, text, entries):
    """What is wrong with a page of one question."""
    entry, places = entries.get(page.stem), list(PLACE.finditer(text))
    if not entry:
        yield "is not in Results/benchmarks/index.csv"
        return
    if len(places) != 1 or places[0]["file"] != entry["file"]:
        yield f"has to have one table, of {entry['file']}"
        return
    rows = len(re.findall(r"^\|", places[0]["text"], re.M)) - 2
    if rows > ROWS:
        yield f"has a table of {rows} rows, allowed: {ROWS}"
    known = figures(f"{entry['question']} {entry['command']}").union(
        *(figures(cell) for row in read(entry["file"]) for cell in row))
    prose = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", "", PLACE.sub("", text), flags=re.S)
    for place, words in (("the page", prose), ("its result in index.csv", entry["result"])):
        for figure in sorted(figures(words) - known):
            yield f"{place} says {figure}, which {entry['file']} does not hold"


def unknown_in_readme(text):
    """Figures of the README's answer that none of its files holds."""
    answer = text.split("\n## ")[0]
    pages = re.findall(r"\(Docs/benchmarks/([\w-]+)\.md\)", answer)
    files = {place["file"] for place in PLACE.finditer(answer)} | {f"{page}.csv" for page in pages}
    known = {"2015"}.union(*(figures(cell) for file in files for row in read(file) for cell in row))
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)", "", PLACE.sub("", answer))
    return sorted(figures(prose) - known)


def main():
    check, entries, wrong = "--check" in sys.argv, index(), []
    for page in [ROOT / "README.md", *sorted((ROOT / "Docs").rglob("*.md"))]:
        old, new = spliced(page, entries)
        name = page.relative_to(ROOT)
        if old != new:
            if check:
                wrong.append(f"{name}: a table is not the file's: python3 .ci/benchmark-pages.py")
            else:
                page.write_text(new)
        if page.parent == PAGES and page.name != "README.md":
            wrong += [f"{name} {mistake}" for mistake in mistakes(page, new, entries)]
    for figure in unknown_in_readme((ROOT / "README.md").read_text()):
        wrong.append(f"README.md says {figure}, which none of the files that it shows holds")
    for name in entries.keys() - {page.stem for page in PAGES.glob("*.md")}:
        wrong.append(f"Results/benchmarks/index.csv: there is no page Docs/benchmarks/{name}.md")
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
