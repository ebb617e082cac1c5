#!/usr/bin/env python3
"""Whether `rehearse check --against` stays green where code only moved.

    moved-code.py REHEARSE [CHECKS [CONTROLS [SEED]]]

Makes a repository of the small package beside this file, and branches of it that do the same: they
rename functions and types, rename files (which changes the order in which they are compiled and
linked), reorder what stands in a file, or add code that no story runs, in a module of its own. Each branch is
checked against main. Of 40 such checks (CHECKS) at most one in 40 may be red: else the status is 1.

As a control, CONTROLS further branches (4) move code and make one story do about 4 % more; they
should be red. Every check is printed as it ends, with what was shown to have changed, and whether it
was known not to be the layout of the code.
"""
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from published import publish

HERE = pathlib.Path(__file__).resolve().parent
COUNTER = HERE.parents[1] / "Sources/System/CInstructionCounter"
SOURCES = "Sources/app"
RARELY = "Sources/Rarely"
FILES = ["Matrices", "Numbers", "Orders", "Paths", "Words"]
NAMES = [
    "wordCounts", "makeText", "theText", "Square", "product", "trace", "Order", "makeOrders",
    "theOrders", "isBefore", "Field", "neighbours", "distances", "theField", "Numbers", "below",
]
# Of each file, what a control puts in another's place: some 4 % more to do, with the same result.
CONTROLS = {
    "Words": (
        "{ wordCounts(theText).count }",
        "{\n  let few = wordCounts(String(theText.utf8.prefix(theText.utf8.count / 25)) ?? \"\").count\n"
        "  return max(few, wordCounts(theText).count)\n}"),
    "Matrices": (
        "  Int(trace(",
        "  let few = Int(trace(product(Square(side: 75, seed: 3), Square(side: 75, seed: 5))) / 1000)\n"
        "  return few > 1000 ? few : Int(trace("),
    "Orders": (
        "  return sorted[",
        "  if theOrders.prefix(1500).sorted(by: isBefore).count != 1500 { return -1 }\n"
        "  return sorted["),
    "Paths": (
        "  (distances(from: theField.side *",
        "  if distances(from: 288, in: Field(side: 24)).count != 369 { return -1 }\n"
        "  return (distances(from: theField.side *"),
}


def run(words, folder, check=True):
    result = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if check and result.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {result.returncode}\n{result.stderr}")
    return result


def git(folder, *words):
    run(["git", "-c", "user.name=n", "-c", "user.email=n@localhost", *words], folder)


def make_repository(folder):
    shutil.copytree(HERE / "package", folder, dirs_exist_ok=True)
    shutil.copytree(COUNTER, folder / "Sources/CInstructionCounter")
    (folder / ".gitignore").write_text(".build/\nResults/\n")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "main")


def rename(folder, chance):
    """Functions and types get other names, of other lengths."""
    names = chance.sample(NAMES, chance.randint(2, 8))
    new = {name: name + "".join(chance.choices("abcdefgh", k=chance.randint(1, 24))) for name in names}
    pattern = re.compile(r"\b(" + "|".join(names) + r")\b")
    for path in sorted((folder / SOURCES).glob("*.swift")):
        text = path.read_text()
        path.write_text(pattern.sub(lambda found: new[found[1]], text))


def reorder_files(folder, chance):
    """The files' names decide in which order they are compiled."""
    for name in chance.sample(FILES, chance.randint(2, len(FILES))):
        path = folder / SOURCES / f"{name}.swift"
        path.rename(path.with_name(f"{chance.choice('ABCDXYZ')}{chance.randint(0, 99)}{name}.swift"))


def reorder_functions(folder, chance):
    """What stands in a file comes in another order."""
    for path in sorted((folder / SOURCES).glob("*.swift")):
        parts = path.read_text().split("\n// MARK: -\n")
        chance.shuffle(parts)
        path.write_text("\n// MARK: -\n".join(part.rstrip("\n") + "\n" for part in parts))


def add_code(folder, chance):
    """Functions that could be asked for, but which no story runs."""
    number = chance.randint(0, 10**6)
    bodies = [
        "  var (state, sum) = ({n}, 0)\n  for index in 0..<{m} {{\n"
        "    state = (state * 25173 + 13849) % 65536\n    if state % {n} > {k} {{ sum += index }}\n  }}\n"
        "  return sum",
        "  var counts: [String: Int] = [:]\n"
        "  for index in 0..<{m} {{ counts[\"key \\(index % {n})\", default: 0] += {k} }}\n"
        "  return counts.values.max() ?? 0",
        "  let values = (0..<{m}).map {{ Double($0 * {n}) / {k} }}\n"
        "  return Int(values.filter {{ $0 > {k} }}.reduce(0, +))",
        "  let words = \"{n} {m} {k}\".split(separator: \" \").map {{ String($0.reversed()) }}\n"
        "  return words.sorted().joined().utf8.count + {k}",
    ]
    count = chance.randint(1, 30)
    functions = []
    for index in range(count):
        values = {"n": chance.randint(2, 99), "m": chance.randint(10, 9999), "k": chance.randint(1, 9)}
        functions.append(
            f"func extra{number}_{index}() -> Int {{\n{chance.choice(bodies).format(**values)}\n}}\n")
    name = f"{chance.choice(['Added', 'More', 'Zone'])}{number}.swift"
    (folder / RARELY / name).write_text("\n".join(functions))
    entries = ", ".join(f'"extra{index}": extra{number}_{index}' for index in range(count))
    path = folder / RARELY / "Rarely.swift"
    path.write_text(re.sub(r"= \[.*\]", f"= [{entries}]", path.read_text()))


MOVES = {
    "renamed": rename, "files reordered": reorder_files,
    "functions reordered": reorder_functions, "code added": add_code,
}


def add_work(folder, chance):
    name, (old, new) = chance.choice(sorted(CONTROLS.items()))
    path = next((folder / SOURCES).glob(f"*{name}.swift"))
    text = path.read_text()
    if old not in text:
        sys.exit(f"{name} has no '{old}' to change")
    path.write_text(text.replace(old, new))
    return name


def check(rehearse, folder):
    start = time.monotonic()
    result = run(
        [rehearse, "check", "scenario.yml", "--against", "main", "--no-proof", "--quiet",
         "--json"], folder,
        check=False)
    seconds = time.monotonic() - start
    try:
        judgement = json.loads(result.stdout)[0]["judgement"]
    except (ValueError, LookupError, TypeError):
        judgement = None
    return result, judgement, seconds


def shown(judgement):
    """The cells whose change was shown, the gated ones first."""
    for where in ["gated", "others"]:
        for cell in judgement[where]:
            layout = cell.get("layout", {})
            if cell["verdict"] in ("improved", "regressed", "failed", "missing") or (
                    layout.get("state") == "suspect"):
                yield where, cell, layout


def described(where, cell, layout):
    ratio = cell.get("ratio", {}).get("point")
    change = f"{(ratio - 1) * 100:+.3f} %" if ratio else cell.get("reason", "")
    state = f", layout {layout['state']}" if layout else ""
    return f"{cell['story']} {cell['metric']} {change} {cell['verdict']}{state}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    rehearse = pathlib.Path(sys.argv[1]).resolve()
    checks, controls = (
        int(sys.argv[i]) if len(sys.argv) > i else n for i, n in [(2, 40), (3, 4)])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 14
    totals = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="rehearse-moved-") as name:
        folder = pathlib.Path(name)
        make_repository(folder)
        for number in range(checks + controls):
            chance = random.Random(seed * 1000 + number)
            git(folder, "checkout", "--quiet", "-b", f"branch-{number}", "main")
            moves = chance.sample(sorted(MOVES), chance.choice([1, 1, 2, 3]))
            is_control = number >= checks
            story = add_work(folder, chance) if is_control else None
            for move in moves:
                MOVES[move](folder, chance)
            git(folder, "add", "--all")
            git(folder, "commit", "--quiet", "--message", ", ".join(moves))
            result, judgement, seconds = check(rehearse, folder)
            cells = list(shown(judgement)) if judgement else []
            gated = [described(*cell) for cell in cells if cell[0] == "gated"]
            kind = "control" if is_control else "moved"
            totals[kind, result.returncode] += 1
            for where, cell, layout in cells:
                totals[kind, where, cell["verdict"]] += 1
                if layout:
                    totals[kind, "layout", layout["state"]] += 1
            what = ", ".join(moves) + (f", {story} does more" if story else "")
            print(f"{number + 1:3} status {result.returncode}, {seconds:4.0f} s: {what}")
            for line in gated:
                print(f"      {line}")
            if judgement is None:
                print("      " + result.stderr.strip().replace("\n", "\n      "))
            sys.stdout.flush()
            git(folder, "checkout", "--quiet", "main")
    # Whatever is not 0 stops a merge.
    red = sum(n for key, n in totals.items() if key[0] == "moved" and key[1] in (1, 2, 3, 5))
    found = totals["control", 2]
    print(f"\n{red} of {checks} checks of code that only moved were red (at most 1 in 40 may be).")
    for where, words in [("gated", "Gated cells"), ("others", "Other cells")]:
        counts = {
            verdict: totals["moved", where, verdict]
            for verdict in ["regressed", "improved", "inconclusive", "failed", "missing"]}
        print(f"{words} of these: " + ", ".join(f"{n} {v}" for v, n in counts.items() if n) + ".")
    print(
        "Layout: " + (", ".join(
            f"{n} {key[2]}" for key, n in sorted(totals.items(), key=str)
            if key[:2] == ("moved", "layout")) or "nothing in question") + ".")
    print(f"{found} of {controls} controls, which do more, were found.")
    suspect = totals["moved", "layout", "suspect"]
    publish("moved", ["What", "Cases", "Result"], [
        ["checks of branches whose code only moved", checks, f"{red} red"],
        ["cells that changed with the same instructions", suspect, "layout suspect"],
        ["branches that also do some more work", controls, f"{found} regressed"]])
    sys.exit(red > max(1, checks // 40))


if __name__ == "__main__":
    main()
