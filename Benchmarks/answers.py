#!/usr/bin/env python3
"""What the committed reports answer: what Swift's safety checks cost, and whether it is Swift or Objective-C.

    answers.py [--check]

Reads the reports in Results, and writes Results/benchmarks: checks.csv, servers.csv, requests.csv, sorting.csv,
languages.csv and sorting-languages.csv for the documents, and checks.svg for the README. Every number is a report's,
with the digits that it has there. In index.csv these pages get the days and commits of their reports. With --check it
writes nothing, and names what is no longer what the reports say.
"""
import csv
import io
import math
import pathlib
import re
import sys

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "Results"
FOLDER = RESULTS / "benchmarks"
APPS = {
    "inventory": "Inventory", "value-stream": "Value stream map", "chord": "Roofers' accounts",
    "day-counter": "Days without things", "field-notes": "Field notes",
}
# By report: each process of an app over HTTP, and what its metrics are called after.
SERVERS = {
    "inventory-http": [("Inventory, app", ""), ("Inventory, server", "server ")],
    "field-notes-http": [("Field notes, device", ""), ("Field notes, server", "server "),
                         ("Field notes, second device", "device-2 ")],
}
# Servers that are asked by requests alone.
REQUESTS = {"inventory-requests": "Inventory", "field-notes-requests": "Field notes"}
# By page: the reports that it is of.
PAGES = {
    **{page: [f"{folder}/pairs" for folder in folders]
       for page, folders in (("checks", APPS), ("servers", SERVERS), ("requests", REQUESTS))},
    "sorting": ["sorting"], "languages": ["inventory-languages/pairs"], "sorting-languages": ["sorting-languages"],
}
CHECKS_HEAD = ["Stories", "Faster without checks", "Slower without checks", "Only the place of the code",
               "Change of CPU time, %", "Change of peak memory, %"]
LANGUAGES_HEAD = ["Story", "Peak memory, %", "95 % interval", "CPU time, %", "95 % interval of that"]
SHOWN = {"improved": "less", "regressed": "more", "layout suspect": "place of the code"}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(text, title):
    """The rows below a bold title, each with its columns' names."""
    lines = text[text.index(f"\n**{title}**\n"):].split("\n")[3:]
    names, rows = cells(lines[0]), []
    for line in lines[2:]:
        if not line.startswith("|"):
            return rows
        rows.append(dict(zip(names, cells(line))))
    return rows


def measured(text):
    return re.search(r"Measured on (\d{4}-\d\d-\d\d)", text)[1]


def signed(value):
    return value.replace("-", "−")


def percent(ratio):
    """A ratio's change, with as many digits as the ratio has."""
    places = max(len(ratio.partition(".")[2]) - 2, 0)
    return f"{(float(ratio) - 1) * 100:+.{places}f}"


def of_metric(found, title):
    """The rows of one metric in a table of verdicts."""
    return [row for row in found if row["Metric"].lower() == title.lower()]


def shown(row):
    return SHOWN.get(row["Verdict"].split(",")[0], "")


def span(rows):
    changes = sorted((row["Change (%)"] for row in rows), key=float)
    return f"{signed(changes[0])} to {signed(changes[-1])}"


def cost_of_checks(found, process=""):
    """What the checks cost one process, as in CHECKS_HEAD."""
    times = of_metric(found, f"{process}CPU time")
    words = [shown(row) for row in times]
    return [len(times), words.count("less"), words.count("more"), words.count("place of the code"), span(times),
            span(of_metric(found, f"{process}peak memory"))]


def checks():
    """A row an app, and a dot a story: CPU time without checks against with them."""
    rows, dots = [], []
    for folder, name in APPS.items():
        text = (RESULTS / folder / "pairs/report.md").read_text()
        found = table(text, "unchecked against checked")
        rows.append([name, *cost_of_checks(found), measured(text)])
        dots.append((name, [(row["Story"], 1 + float(row["Change (%)"]) / 100, shown(row) in ("less", "more"))
                            for row in of_metric(found, "CPU time")]))
    return [["App", *CHECKS_HEAD, "Measured"], *rows], dots


def servers():
    """A row a process of the apps over HTTP; nothing if they are not measured."""
    reports = [RESULTS / folder / "pairs/report.md" for folder in SERVERS]
    if not all(report.exists() for report in reports):
        return None
    rows = []
    for report, processes in zip(reports, SERVERS.values()):
        found = table(report.read_text(), "unchecked against checked")
        rows += [[name, *cost_of_checks(found, process)] for name, process in processes]
    return [["Process", *CHECKS_HEAD], *rows]


def requests():
    """A row a story of the servers that are asked by requests; nothing if they are not measured."""
    reports = [RESULTS / folder / "pairs/report.md" for folder in REQUESTS]
    if not all(report.exists() for report in reports):
        return None
    rows = []
    for report, name in zip(reports, REQUESTS.values()):
        found = table(report.read_text(), "unchecked against checked")
        for row in of_metric(found, "server CPU time"):
            cells = [name, row["Story"]]
            for title in ("server CPU time", "Latency, median", "Latency, 99th percentile"):
                one = next((other for other in of_metric(found, title) if other["Story"] == row["Story"]), None)
                cells += [signed(one["Change (%)"]), f"{signed(one['from'])} to {signed(one['to'])}"] if one else ["–"] * 2
            rows.append(cells)
    return [["Server", "Story", "CPU time, %", "95 % interval", "Median latency, %", "95 % interval of that",
             "99th percentile, %", "95 % interval of this"], *rows]


def metric(found, name):
    """The rows of one metric of a table that is parted by bold rows."""
    inside = False
    for row in found:
        if row["Story"].startswith("**"):
            inside = row["Story"].startswith(f"**{name}")
        elif inside and row["Story"] != "all stories":
            yield row


def sorting():
    text = (RESULTS / "sorting/report.md").read_text()
    rows = [[row["Story"], row["checked"], row["unchecked"], signed(percent(row["Ratio"])),
             f"{signed(percent(row['from']))} to {signed(percent(row['to']))}",
             {"yes": "yes", "layout": "no"}.get(row["Holds"], "none shown")]
            for row in metric(table(text, "unchecked against checked"), "CPU time")]
    dots = [(row[0], float(1 + float(row[3].replace("−", "-")) / 100), row[5] == "yes") for row in rows]
    head = ["Sort", "With checks, ms", "Without, ms", "Change, %", "95 % interval, %", "Holds over layouts"]
    return [head, *rows], dots


def languages():
    """A row a story of the source's: memory and CPU time of Objective-C against Swift with its checks."""
    text = (RESULTS / "inventory-languages/pairs/report.md").read_text()
    found = {(row["Metric"], row["Story"]): row for row in table(text, "objc against swift-checked")}
    rows, dots = [], []
    for (metric, story), row in found.items():
        if metric != "CPU time":
            continue
        dots.append((story, 1 + float(row["Change (%)"]) / 100, shown(row) in ("less", "more")))
        # US6 is in no table of the source's.
        if not story.startswith("US6"):
            rows.append([story, *(
                text for one in (found["Peak memory", story], row)
                for text in (signed(one["Change (%)"]), f"{signed(one['from'])} to {signed(one['to'])}"))])
    return [LANGUAGES_HEAD, *rows], dots


def sorting_languages():
    """How many times as long one language takes as the other, here and in 2014; nothing if it is not measured."""
    report = RESULTS / "sorting-languages/report.md"
    if not report.exists():
        return None
    columns = [table(report.read_text(), f"{pair}, compared with published measurements")
               for pair in ("objc-release over swift-checked", "objc-unchecked over swift-unchecked",
                            "swift-debug over objc-debug")]
    rows = [[row["Story"], *(text for at in rows for text in (at["Here"], at["2014"]))]
            for row, *rows in zip(columns[0], *columns)]
    head = ["Sort", "Objective-C over Swift", "2014", "the same, unchecked", "2014 unchecked",
            "Swift over Objective-C, not optimised", "2014 not optimised"]
    return [head, *rows]


STYLE = """<style>
text { font: 13px 'DejaVu Sans', Verdana, Arial, sans-serif; fill: #222 }
.small { font-size: 11px; fill: #555 } .title { font-size: 15px; font-weight: bold }
line { stroke: #ccc } .one { stroke: #555 } circle { fill: #999; fill-opacity: .55 }
.less { fill: #1f6fb4; fill-opacity: .9 } .more { fill: #d1590b; fill-opacity: .9 }
@media (prefers-color-scheme: dark) {
text { fill: #ddd } .small { fill: #aaa } line { stroke: #444 } .one { stroke: #aaa } circle { fill: #777 }
.less { fill: #6cb0ee } .more { fill: #f59a57 } }
</style>"""


def chart(groups):
    """Dots on a logarithmic axis, a row a group."""
    left, right, top, step = 232, 770, 74, 34
    low, high = math.log(0.4), math.log(2.1)

    def place(ratio):
        return left + (math.log(ratio) - low) / (high - low) * (right - left)

    bottom = top + step * len(groups)
    said = "; ".join(
        f"{name}: " + ", ".join(f"{story} {signed(f'{(ratio - 1) * 100:+.3g}')} %" for story, ratio, _ in dots)
        for name, dots in groups)
    parts = [
        f'<svg viewBox="0 0 800 {bottom + 54}" width="800" height="{bottom + 54}" '
        'xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="answer-title answer-desc">',
        '<title id="answer-title">CPU time of each story, against Swift with its safety checks</title>',
        f'<desc id="answer-desc">{said}</desc>', STYLE,
        '<text class="title" x="20" y="26">CPU time of each story, against Swift with its safety checks</text>',
        '<text class="small" x="20" y="46">A dot is a story: '
        '<tspan class="less">less is shown</tspan>, <tspan class="more">more is shown</tspan>, '
        'grey: not shown, or only the place of the code</text>',
    ]
    for ratio in (0.5, 0.75, 1, 1.5, 2):
        x = place(ratio)
        label = "same" if ratio == 1 else signed(f"{(ratio - 1) * 100:+.0f} %")
        kind = ' class="one"' if ratio == 1 else ""
        parts.append(f'<line{kind} x1="{x:.1f}" y1="{top - 10}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(f'<text class="small" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{label}</text>')
    parts.append(f'<text class="small" x="{(left + right) / 2}" y="{bottom + 40}" text-anchor="middle">change of CPU time</text>')
    for number, (name, dots) in enumerate(groups):
        y = top + step * number + step / 2
        parts.append(f'<text x="{left - 16}" y="{y + 4}" text-anchor="end">{name.replace("&", "&amp;")}</text>')
        for story, ratio, shown in sorted(dots, key=lambda dot: dot[2]):
            kind = f' class="{"less" if ratio < 1 else "more"}"' if shown else ""
            parts.append(f'<circle{kind} cx="{place(ratio):.1f}" cy="{y}" r="6"><title>{story}</title></circle>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def index():
    """The rows of index.csv, with the days and commits of their reports."""
    with open(RESULTS / "references.csv", newline="") as file:
        made = {row["Report"]: row for row in csv.DictReader(file)}
    with open(FOLDER / "index.csv", newline="") as file:
        head, *rows = csv.reader(file)
    for row in rows:
        found = (made[name] for name in PAGES.get(row[0], []) if name in made)
        reports = sorted(found, key=lambda one: one["Measured"])
        if reports:
            days = [reports[0]["Measured"], reports[-1]["Measured"]]
            row[head.index("date")] = " to ".join(dict.fromkeys(days))
            row[head.index("commit")] = ", ".join(dict.fromkeys(one["Commit"] for one in reports))
    return [head, *rows]


def written(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def main():
    (apps, dots), (sorts, sorted_dots), (both, both_dots) = checks(), sorting(), languages()
    groups = [*((f"{name}, no checks", found) for name, found in dots),
              ("Five sorts, no checks", sorted_dots), ("Inventory, Objective-C", both_dots)]
    texts = {"checks.csv": written(apps), "sorting.csv": written(sorts), "languages.csv": written(both),
             "checks.svg": chart(groups), "index.csv": written(index())}
    for name, rows in (
            ("servers.csv", servers()), ("requests.csv", requests()), ("sorting-languages.csv", sorting_languages())):
        if rows:
            texts[name] = written(rows)
    stale = [name for name, text in texts.items()
             if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text]
    if "--check" in sys.argv:
        for name in stale:
            print(f"Results/benchmarks/{name} is not what the reports say: python3 Benchmarks/answers.py")
        sys.exit(1 if stale else 0)
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(texts[name])


if __name__ == "__main__":
    main()
