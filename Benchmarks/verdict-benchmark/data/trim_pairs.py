#!/usr/bin/env python3
"""Writes pairs.csv.xz from the measured pairs with known truth: the columns that rules decide on.

    python3 trim_pairs.py FOLDER            (of hash_*.csv, suite_*.csv and side.csv)
"""

import csv
import lzma
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
LAYOUTS = ["seq", "rand", "fine1"]


def rows(folder):
    for layout in LAYOUTS:
        for row in csv.DictReader(open(folder / f"suite_{layout}.csv", newline="")):
            yield [f"suite-{layout}", row["run"], row["story"], row]
        for row in csv.DictReader(open(folder / f"hash_{layout}.csv", newline="")):
            yield [f"hash-{layout}", row["chunk"], row["variant"], row]
    for row in csv.DictReader(open(folder / "side.csv", newline="")):
        if row["study"].startswith(("aslro", "align")):
            yield [row["study"], "0", row["story"], row]


def main():
    folder = pathlib.Path(sys.argv[1])
    with lzma.open(HERE / "pairs.csv.xz", "wt", preset=9 | lzma.PRESET_EXTREME) as output:
        output.write("campaign,group,story,idx,a_cpu,b_cpu,a_run,b_run,a_rss,b_rss\n")
        order = sorted(rows(folder), key=lambda r: (r[0], int(r[1]), r[2], int(r[3]["idx"])))
        for campaign, group, story, row in order:
            figures = [row["a_cpu"], row["b_cpu"]]
            figures += [str(int(row[f"{s}_wall"]) - int(row[f"{s}_rqwait"])) for s in "ab"]
            figures += [row["a_rss"], row["b_rss"]]
            output.write(",".join([campaign, group, story, row["idx"]] + figures) + "\n")


if __name__ == "__main__":
    main()
