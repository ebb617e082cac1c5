"""Computes the means in tables/METRIC-BUILD.csv and all of tables/attribution.csv again, from measurements.csv
alone. What differs is printed, a line each, and the exit status is 1 then: measurements.py REPORT_FOLDER..."""

import math, pathlib, re, sys
import numpy as np
from scipy import stats
from recompute import fault, measurements, interval, signed_rank, t_tail, table

KINDS = ("duet", "solo", "fixed-addresses", "counted")


def side(found, story, metric, build):
    """A cell's rows by round: those of the first kind of runs that has the metric for the story."""
    kind = next((kind for kind in KINDS if any(key[:3] == (story, "", metric) and key[4] == kind for key in found)), "")
    return found.get((story, "", metric, build, kind), {})

def means(folder, found):
    for metric, build in sorted({(key[2], key[3]) for key in found}):
        for story, printed in next(iter(table(folder / "tables" / f"{metric}-{build}.csv")), {}).items():
            rows = side(found, story, metric, build)
            if story and rows:
                scale = {"ns": 1e6, "B": 1e6}.get(next(iter(rows.values()))["unit"], 1)
                mean = np.mean([row["value"] for row in rows.values()]) / scale
                yield from fault(f"{metric} of {story} on {build}", "mean", mean, printed)

def difference(base, more, less, layouts):
    """with / base - without / base, its standard error and degrees of freedom; by layouts, where there are."""
    if layouts is not None:
        parts = [difference(*(one[layouts == layout] for one in (base, more, less)), None)[0]
                 for layout in sorted(set(layouts))]
        return np.mean(parts), stats.sem(parts), len(parts) - 1
    logs = np.log(more / base), np.log(less / base)
    w, o = (math.exp(stats.trim_mean(log, 0.1)) for log in logs)
    x, y = (np.asarray(stats.mstats.winsorize(log, (0.1, 0.1))) for log in logs)
    count, cut = len(base), int(0.1 * len(base))
    kept = count - 2 * cut
    error = (w * x - o * y).std(ddof=1) / (kept / count * math.sqrt(count)) if count > 1 else 0
    return w - o, error, kept - 1

def attribution(folder, found):
    rows = table(folder / "tables" / "attribution.csv")
    pairs = {row["Section"]: re.search(r": '(.*)' less '(.*)'$", row["Section"]).groups() for row in rows}
    reference = next((less if section.startswith("Doing without") else more
                      for section, (more, less) in pairs.items() if "bounds" not in section), None)
    builds = {build for pair in pairs.values() for build in pair}
    stories = [row["Story"] for row in rows if row["Section"] == rows[0]["Section"]]
    logs = {(story, build): {round: (row["layout"], math.log(row["value"])) for round, row
                             in side(found, story, "cpu-time", build).items()}
            for story in stories for build in builds}
    for build in builds if "all stories" in stories else ():
        sides = [logs[story, build] for story in stories[:-1]]
        common = set.intersection(*map(set, sides))
        logs["all stories", build] = {
            round: (sides[0][round][0], np.mean([one[round][1] for one in sides])) for round in common}
    has_layouts = len({row["layout"] for rows in found.values() for row in rows.values()}) > 1
    tested = []
    for row in rows:
        if row["Share (%)"]:
            sides = {build: logs[row["Story"], build] for build in builds if logs[row["Story"], build]}
            rounds = sorted(set.intersection(*map(set, sides.values())), key=int)
            layouts = np.array([sides[reference][round][0] for round in rounds])
            base, more, less = (np.exp([sides[build][round][1] for round in rounds])
                                for build in (reference, *pairs[row["Section"]]))
            shown = difference(base, more, less, layouts if has_layouts else None)
            p = max(t_tail(abs(shown[0]), *shown[1:]), signed_rank(math.copysign(1, shown[0]) * (more - less) / base))
            tested.append((row, shown, len(rounds), min(1, 2 * p)))
    adjusted = stats.false_discovery_control([p for *_, p in tested]) if tested else ()
    for (row, shown, count, _), p in zip(tested, adjusted):
        where = f"attribution: {row['Section']}, {row['Story']}"
        expected = [*(100 * end for end in interval(*shown)), p, count]
        for column, value in zip(("Share (%)", "from (%)", "to (%)", "p", "n"), expected):
            yield from fault(where, column, value, row[column])
        is_shown = p <= 0.05 and abs(shown[0]) > 0.005
        if is_shown != (row["Says"] in ("costs", "slower without")):
            yield f"{where}: shown {is_shown}, printed {row['Says']}"
    print(folder, f"{len(tested)} shares, {sum(row['Says'] != 'none shown' for row, *_ in tested)} shown")


if __name__ == "__main__":
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    found = [(folder, measurements(folder)) for folder in folders]
    lines = (f"{one[0]}: {line}" for one in found for check in (means, attribution) for line in check(*one))
    sys.exit("\n".join(lines) or 0)
