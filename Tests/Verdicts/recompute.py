"""Computes verdicts again from a report's measurements.csv and decision.json alone, with scipy, and holds them
against its tables. What differs is printed, and the exit status is 1 then: recompute.py REPORT_FOLDER..."""
import csv, json, math, pathlib, sys
from collections import Counter, defaultdict
import numpy as np
from scipy import optimize, stats
SIDES, WORDS = ("baseline", "candidate"), ("regressed", "improved")
# Runs of each side for memory, if all are the same.
FEWEST_IF_SAME = 2
# What was held at the ends of cycles has no rows, only the rate that is retained.
OF_CYCLES = "judged by cycles"
# Of which there may be none.
EVENTS = ("minor-faults", "major-faults", "voluntary-switches", "involuntary-switches", "storage-read", "storage-written")
# What is under no gate has words of its own, but for reports of before.
UNGATED = {"regressed": "more", "improved": "less"}

def table(path):
    return list(csv.DictReader(path.open(newline="", encoding="utf-8"))) if path.exists() else []

def measurements(folder):
    """The rows of measurements.csv by cell, build and kind, then by round."""
    found = defaultdict(dict)
    for row in table(folder / "measurements.csv"):
        key = row["story"], row["step"], row["metric"], row["build"], row["kind"]
        assert row["round"] not in found[key], f"two rows for round {row['round']} of {key}"
        found[key][row["round"]] = {**row, "value": float(row["value"])}
    return found

def fault(where, what, computed, printed):
    is_right = math.isclose(float(computed), float(printed or "nan"), rel_tol=1e-7, abs_tol=1e-9)
    return [] if is_right else [f"{where}: {what} {computed}, printed {printed or 'nothing'}"]

def enough(count, least=2):
    if count < least: raise ValueError("Nothing to compare.")
    return count

def estimate(logs, layouts, is_clustered):
    """ln(candidate / baseline): the trimmed mean, its standard error and degrees of freedom."""
    if is_clustered:
        means = [stats.trim_mean(logs[layouts == one], 0.1) for one in sorted(set(layouts))]
        return np.mean(means), stats.sem(means), enough(len(means)) - 1
    count, cut = len(logs), int(0.1 * len(logs))
    spread = np.asarray(stats.mstats.winsorize(logs, (0.1, 0.1))).std(ddof=1)
    return stats.trim_mean(logs, 0.1), spread / ((1 - 2 * cut / count) * math.sqrt(count)), count - 2 * cut - 1

def over_machines(logs, layouts, is_clustered, machines, unlike):
    """Paule and Mandel's mean with Hartung and Knapp's error, and the plain mean; None where all are as one."""
    own = [machines == name for name in dict.fromkeys(machines)]
    for one in own: enough(one.sum())
    if len(own) < 2: return None
    # Of what never varies there is no F, and no difference.
    differ = np.ptp(logs) > 0 and stats.f_oneway(*(logs[one] for one in own)).pvalue <= 0.05
    if not unlike and not differ: return None
    found = [estimate(logs[one], layouts[one], is_clustered) for one in own]
    y, v = np.array([one[0] for one in found]), np.maximum([one[1] ** 2 for one in found], 1e-18)
    def scatter(between):
        weights = 1 / (v + between)
        return (weights * (y - np.average(y, weights=weights)) ** 2).sum() - (len(y) - 1)
    between = optimize.brentq(scatter, 0, y.var(ddof=1) * 2, xtol=1e-18) if scatter(0) > 0 else 0
    weights = 1 / (v + between)
    return ((np.average(y, weights=weights), weights.sum() ** -0.5, len(y) - 1),
            (y.mean(), stats.sem(y), len(y) - 1))

def welch(a, b):
    parts = [stats.sem(side) ** 2 / np.mean(side) ** 2 for side in (a, b)]
    degrees = sum(parts) ** 2 / (parts[0] ** 2 / (len(a) - 1) + parts[1] ** 2 / (len(b) - 1))
    return math.log(np.mean(b) / np.mean(a)), math.sqrt(sum(parts)), degrees

def t_tail(excess, error, degrees):
    return stats.t.sf(excess / error, degrees) if error > 0 else float(excess <= 0)

def signed_rank(differences):
    """The exact p of "not above 0"; ties share their ranks, zeros have none."""
    differences = differences[differences != 0]
    ranks = np.rint(2 * stats.rankdata(abs(differences))).astype(int)
    shares = np.ones(1)
    for rank in ranks:
        shares = (np.pad(shares, (0, rank)) + np.pad(shares, (rank, 0))) / 2
    return min(1, shares[ranks[differences > 0].sum():].sum())

def p_value(logs, layouts, is_clustered, sign, bound):
    location, error, degrees = estimate(logs, layouts, is_clustered)
    return max(t_tail(sign * (location - bound), error, degrees), signed_rank(sign * (logs - bound)))

def interval(location, error, degrees, level=0.95):
    reach = stats.t.ppf((1 + level) / 2, degrees) * error
    return [location, location - reach, location + reach]

class Report:
    def __init__(self, folder):
        self.folder, self.measurements, self.faults = folder, measurements(folder), []
        self.said = json.loads((folder / "decision.json").read_text(encoding="utf-8"))
        self.rule, self.metrics = self.said["rule"], self.said["metrics"]
        gated, guards, others = ([(cell, self.judge(cell)) for cell in self.said.get(key, [])]
                                 for key in ("gated", "guards", "others"))
        self.adjust([got for _, got in gated + guards], [got for _, got in others])
        for level, (cell, got) in ([("alpha", entry) for entry in gated + guards]
                                   + [("discoveryRate", entry) for entry in others]):
            got["word"] = got.get("word") or self.word(cell, got, self.rule[level])
        # Whole runs decide where they got worse by what is outside of all steps.
        gated += [(cell, got) for cell, got in guards if got["word"] == "regressed" and self.is_worse(cell)]
        has_moved = self.has_moved(self.said.get("control"))
        for cell, got in gated + others:
            if got["word"] == "improved" and self.is_moved_away(cell):
                got["word"] = "inconclusive"
            # Only ratios of pairs have a margin; what repeats and budgets stay.
            if has_moved and "margin" in got and self.metrics[cell["metric"]]["unit"] == "ns":
                got["word"] = "unproven"
        self.compare("verdicts", [entry for entry in gated if "budget" not in entry[0]])
        self.compare("budgets", [entry for entry in gated if "budget" in entry[0]])
        # Ranges of runs that are known to vary are no finding where nobody asked for them.
        self.compare("changes", [
            entry for entry in others if entry[1]["word"] in WORDS and not entry[1].get("varying")])
        print(folder, dict(Counter(got["word"] for _, got in gated)))

    def side(self, cell, side, kind):
        return self.measurements.get((cell["story"], str(cell.get("step", "")), cell["metric"], self.said[side], kind), {})

    def values(self, cell, kind):
        return [[row["value"] for row in self.side(cell, side, kind).values()] for side in SIDES]

    def judge(self, cell):
        """All that can be said of a cell by itself."""
        metric, saved = self.metrics[cell["metric"]], self.said.get("saved")
        if cell["story"] in self.said["failed"]:
            return {"word": self.said["failed"][cell["story"]]}
        if cell["story"] in self.said.get("newStories", {"names": []})["names"] and "budget" not in cell:
            return {"word": "new"}
        proof = self.said.get("proof") or self.said.get("storyProofs", {}).get(cell["story"])
        if proof and "budget" not in cell:
            return {"word": "same work, proven" if proof["kind"] == "work" else "unchanged, proven"}
        if cell["metric"].startswith("retained-"):
            return {"word": OF_CYCLES}
        try:
            if "budget" in cell:
                alone = ["solo", "fixed-addresses"]
                # Elsewhere it reads too low.
                if cell["metric"].split(".")[-1] == "peak-anonymous-memory": alone.reverse()
                return self.budget(cell, [*alone, *metric["kinds"]])
            enough(not (saved and (cell["story"] in saved["changedStories"] or "step" in cell)), True)
            if cell["metric"] == "errors" and not saved:
                return self.counts(cell, metric)
            return (self.repeats(cell, metric.get("repeats")) or self.nothing(cell, metric, saved)
                    or self.ratio(cell, metric, saved))
        except ValueError:
            return {"word": "missing"}

    def budget(self, cell, kinds):
        values = next((found for kind in kinds if len(found := self.values(cell, kind)[1]) > 1), [])
        found = np.mean(values or [0]), stats.sem(values or [0, 0]), enough(len(values)) - 1
        p = t_tail(found[0] - cell["budget"], *found[1:])
        return {"above": min(1, p * max(1, len(self.stops()))), "n": len(values),
                "interval": interval(*found, self.rule["confidenceLevel"])}

    def repeats(self, cell, declared):
        """Runs that repeat each other, more than half of a side's, the closest together; or fewer, if those of both
        sides are all the same, or a side has no more against a saved baseline; or all counts."""
        if not declared:
            return None
        rule, sides, found = declared["rule"], [], list(map(sorted, self.values(cell, declared["kind"])))
        def are_close(run):
            return run[-1] - run[0] <= max(rule["tolerance"], rule["toleranceShare"] * run[-1])
        for values in found:
            count = max(rule["fewestRuns"], len(values) // 2 + 1)
            if self.said.get("saved") and declared["kind"] == "fixed-addresses" and len(values) == FEWEST_IF_SAME:
                count = FEWEST_IF_SAME
            runs = [values[at:at + count] for at in range(len(values) - count + 1)]
            side = min(runs, key=lambda run: run[-1] - run[0], default=None)
            if side and are_close(side):
                sides.append(side)
        if len(sides) < 2 and min(map(len, found)) >= FEWEST_IF_SAME and are_close(sorted(sum(found, []))):
            sides = found
        is_varying = len(sides) < 2
        if is_varying and (declared["kind"] != "counted" or min(map(len, found)) < rule["fewestRuns"]):
            return None
        a, b = found if is_varying else sides
        step = max(rule["smallestStep"], cell.get("atMost", rule["share"]) * a[-1])
        is_near = not is_varying or max(b[-1] - a[0], a[-1] - b[0]) <= step
        same = "unchanged" if b[0] <= a[-1] and a[0] <= b[-1] else "within the gate"
        same = same if is_near else "inconclusive"
        return {"word": WORDS[0] if b[0] - a[-1] > step else WORDS[1] if a[0] - b[-1] > step else same, "n": min(len(a), len(b)),
                "varying": is_varying,
                "interval": [np.median(b) / np.median(a), b[0] / a[-1], b[-1] / a[0]]}

    def paired(self, cell, metric):
        """The common rounds of a cell, both sides' rows, and the numbers of pairs that are analysed."""
        kinds = [[self.side(cell, side, kind) for side in SIDES] for kind in metric["kinds"]]
        rounds = [(sorted(a.keys() & b.keys(), key=int), a, b) for a, b in kinds]
        rounds, a, b = next((found for found in rounds if len(found[0]) > 1), ([], {}, {}))
        interims = self.rule.get("interims") or [len(rounds)]
        enough(len(rounds), max(2, (self.stops() or interims)[0]))
        return rounds, a, b, interims

    def counts(self, cell, metric):
        """Errors, of which a baseline may have none: the exact sign test of pairs that differ."""
        rounds, a, b, interims = self.paired(cell, metric)
        more = np.array([b[round]["value"] - a[round]["value"] for round in rounds])
        signs = np.sign(more)
        if not signs.any(): return {"word": "unchanged", "n": len(rounds)}
        def p(sign, count):
            differing = signs[:count][signs[:count] != 0]
            hits = int((differing == sign).sum())
            return stats.binomtest(hits, len(differing), alternative="greater").pvalue if len(differing) else 1
        above, below = (min(1, len(interims) * min([p(sign, k) for k in interims if k <= len(rounds)] or [1]))
                        for sign in (1, -1))
        return {"above": above, "below": below, "n": len(rounds), "single": p(1, len(rounds)), "signs": signs.sum(),
                "has_more": more.sum() > 0}

    def nothing(self, cell, metric, saved):
        """Events that some runs lack, so that there is no ratio, and of which none has more than is a finding."""
        if cell["metric"].split(".")[-1] not in EVENTS or saved and not saved["isForced"]:
            return None
        if saved:
            sides = (self.values(cell, kind) for kind in metric["kinds"])
            a, b = next((pair for pair in sides if min(map(len, pair)) > 1), ([], []))
        else:
            rounds, a, b, _ = self.paired(cell, metric)
            a, b = ([side[round]["value"] for round in rounds] for side in (a, b))
        is_nothing = min(a + b) == 0 and max(a + b) <= metric["absoluteFloor"]
        return {"word": "unchanged", "n": min(len(a), len(b))} if is_nothing else None

    def ratio(self, cell, metric, saved):
        allowed, floor, is_clustered = cell.get("atMost"), self.rule["floor"], self.said["layouts"] > 1
        bounds = ((1, math.log1p(allowed or 0)), (-1, 0))
        if saved:
            sides = (self.values(cell, kind) for kind in metric["kinds"])
            a, b = next((pair for pair in sides if min(map(len, pair)) > 1), ([], []))
            enough(len(a), 2 if saved["isForced"] else math.inf)
            n, found, least = min(len(a), len(b)), welch(a, b), 1 / math.comb(len(a) + len(b), len(a))
            p = [max(least, t_tail(sign * (found[0] - bound), *found[1:])) for sign, bound in bounds]
        else:
            rounds, a, b, interims = self.paired(cell, metric)
            n = len(rounds)
            layouts = np.array([a[round]["layout"] for round in rounds])
            a, b = (np.array([side[round]["value"] for round in rounds]) for side in (a, b))
            logs = np.array([math.log(x / y) if y > 0 else math.log(0) for x, y in zip(b, a)])
            found = estimate(logs, layouts, is_clustered)
            said = self.said.get("machines") or {"unlike": False, "rounds": []}
            machines = np.array([next((part["machine"] for part in said["rounds"]
                                       if part["first"] <= int(round) <= part["last"]), "") for round in rounds])
            fleet = over_machines(logs, layouts, is_clustered, machines, said["unlike"])
            if fleet:
                found = fleet[0]
                p = [max(signed_rank(sign * (logs - bound)), *(
                    t_tail(sign * (mean[0] - bound), *mean[1:]) for mean in fleet)) for sign, bound in bounds]
            else: p = [min(1, len(interims) * min([p_value(logs[:k], layouts[:k], is_clustered, *bound)
                                          for k in interims if k <= n] or [1])) for bound in bounds]
        grain = metric["absoluteFloor"] / np.mean(a)
        points = np.exp(interval(*found, self.rule["confidenceLevel"]))
        is_early = not saved and bool(self.rule.get("interims")) and n < interims[0]
        is_settled = is_early and any(
            self.is_settled(cell, metric, a[:k], estimate(logs[:k], layouts[:k], is_clustered))
            for k in self.stops() if k <= n)
        return {"above": p[0], "below": p[1], "n": n, "interval": points, "is_open": is_early and not is_settled,
                "least": min(1 / (1 + floor), 1 - grain), "most": 1 + max(floor if allowed is None else 0, grain),
                "margin": self.rule["margin"] if allowed is None else max(allowed, floor),
                "is_moved": (saved or not is_clustered) and self.is_moved(cell, points[0])}

    def stops(self):
        """The numbers of pairs at which a cell may be settled."""
        interims = self.rule.get("interims") or []
        return sorted({*interims, *(k for k in self.rule.get("looks", []) if interims and k < interims[-1])})

    def is_settled(self, cell, metric, baseline, found):
        """Whether a look before the first analysis shows that no finding is to be expected."""
        allowed, floor = cell.get("atMost"), self.rule["floor"]
        location, error, degrees = found
        grain = metric["absoluteFloor"] / np.mean(baseline)
        _, lower, upper = np.exp(interval(*found, self.rule["confidenceLevel"]))
        most = location + stats.t.ppf(1 - self.rule["futilityLevel"], degrees) * error
        margin = self.rule["margin"] if allowed is None else max(allowed, floor)
        is_beyond = (lower > max(1 + max(floor if allowed is None else 0, grain), 1 + (allowed or 0))
                     or upper < min(1 / (1 + floor), 1 - grain))
        return (math.exp(most) < 1 + max(allowed or 0, self.rule["futilityMargin"]) and not is_beyond
                and 1 / (1 + margin) <= lower and upper <= 1 + margin)

    def has_moved(self, control):
        """Whether the baseline is shown to differ from its own copy: two-sided, and beyond the floor."""
        if not control:
            return False
        a, b = ({int(round): row["value"] for round, row in self.measurements.get(
            (control["story"], "", control["metric"], build, "control"), {}).items()}
            for build in (self.said["baseline"], control["copy"]))
        rounds = sorted(a.keys() & b.keys())
        logs, none = np.array([math.log(b[round] / a[round]) for round in rounds]), np.ones(len(rounds))
        p = 2 * min(p_value(logs, none, False, sign, 0) for sign in (1, -1))
        ratio = math.exp(estimate(logs, none, False)[0])
        grain, floor = control["absoluteFloor"] / np.mean([a[round] for round in rounds]), self.rule["floor"]
        return p <= control["level"] and not min(1 / (1 + floor), 1 - grain) <= ratio <= 1 + max(floor, grain)

    def is_moved(self, cell, ratio):
        """Whether as many instructions took another time: it may be where the code lies."""
        guard, counts = self.rule["layoutGuard"], self.said.get("instructions")
        if "." not in cell["metric"] and cell["story"] in self.said.get("sameCode", ()):
            return False
        # A driver's instructions say nothing of a service, whose name stands before a dot.
        if not counts or "." in cell["metric"] or cell["metric"] in ("outside-cpu-time", "whole-cpu-time") or self.metrics[cell["metric"]]["unit"] != "ns":
            return False
        found = (self.values({**cell, "metric": counts}, kind) for kind in self.metrics[counts]["kinds"])
        a, b = next((map(np.mean, sides) for sides in found if all(sides)), (1, math.inf))
        is_little = 1 / (1 + guard["effect"]) < ratio < 1 + guard["effect"]
        return is_little and abs(b / a - 1) <= guard["instructions"]

    def margin_of_whole(self, story):
        """How much more a whole run may take: what the gates on CPU time allow, and no less than what is the same."""
        return max([self.rule["margin"]] + [cell.get("atMost", 0) for cell in self.said["gated"] if cell["story"] == story
                   and "step" not in cell and cell["metric"].split(".")[-1] in ("cpu-time", "tree-cpu-time")])

    def shift(self, story, adding, less=()):
        """The change of a part of a run as a share of the baseline's whole run, and whether growth is shown."""
        def sides(metric, kind):
            return [self.side({"story": story, "metric": metric}, side, kind) for side in SIDES]
        kind = next((kind for kind in ("duet", "solo") if len(set.intersection(
            *map(set, sides("whole-cpu-time", kind)))) > 1), "duet")
        whole, parts = sides("whole-cpu-time", kind), [(sign, sides(metric, kind)) for sign, metrics in ((1, adding), (-1, less))
                                                       for metric in metrics]
        rounds = sorted(set.intersection(*map(set, whole), *(set(side) for _, part in parts for side in part)), key=int)
        if len(rounds) < 2:
            return 0, False
        base = np.array([whole[0][round]["value"] for round in rounds])
        change = np.array([sum(sign * (part[1][round]["value"] - part[0][round]["value"]) for sign, part in parts)
                           for round in rounds])
        return self.growth(rounds, np.log((base + change) / base), whole[0])

    def growth(self, rounds, logs, side):
        """A change by its logarithms in each round, and whether growth is shown."""
        layouts = np.array([side[round]["layout"] for round in rounds])
        is_clustered, said = self.said["layouts"] > 1, self.said.get("machines") or {"unlike": False, "rounds": []}
        machines = np.array([next((part["machine"] for part in said["rounds"]
                                   if part["first"] <= int(round) <= part["last"]), "") for round in rounds])
        fleet = over_machines(logs, layouts, is_clustered, machines, said["unlike"])
        found = fleet[0] if fleet else estimate(logs, layouts, is_clustered)
        p = max(signed_rank(logs), *(t_tail(mean[0], *mean[1:]) for mean in fleet)) if fleet else p_value(
            logs, layouts, is_clustered, 1, 0)
        return math.exp(found[0]) - 1, p <= self.rule["alpha"]

    def change_of(self, story, metric):
        """The change of a metric of memory, whether growth is shown, and how much the medians grew."""
        kind = next((kind for kind in ("duet", "solo") if self.side({"story": story, "metric": metric}, "baseline", kind)), "duet")
        sides = [self.side({"story": story, "metric": metric}, side, kind) for side in SIDES]
        rounds = sorted(set.intersection(*map(set, sides)), key=int)
        if len(rounds) < 2:
            return 0, False
        before, after = (np.array([side[round]["value"] for round in rounds]) for side in sides)
        share, is_shown = self.growth(rounds, np.log(after / before), sides[0])
        return share, is_shown and np.median(after) - np.median(before) >= 65536

    def is_worse(self, cell):
        if cell["metric"] == "whole-peak-memory":
            allowed = max([self.rule["margin"]] + [other.get("atMost", 0) for other in self.said["gated"]
                          if other["story"] == cell["story"] and "step" not in other and other["metric"] == "peak-memory"])
            growth, is_shown = self.change_of(cell["story"], "outside-peak-memory")
            return is_shown and growth > allowed
        services = sorted({key[2] for key in self.measurements if key[0] == cell["story"] and key[2].endswith(".cpu-time")})
        growth, is_shown = self.shift(cell["story"], ["outside-cpu-time"], services)
        return is_shown and growth > self.margin_of_whole(cell["story"])

    def is_moved_away(self, cell):
        """Whether what steps save is spent elsewhere in the run, or left undone by processes that outlive it."""
        name, unit = cell["metric"], self.metrics[cell["metric"]]["unit"]
        if name in ("peak-memory", "peak-anonymous-memory"):
            whole, steps = (self.change_of(cell["story"], metric)[0] for metric in ("whole-peak-memory", "peak-memory"))
            return (not self.said.get("saved") and self.change_of(cell["story"], "outside-peak-memory")[1]
                    and whole > steps / 2)
        if self.said.get("saved") or name in ("outside-cpu-time", "whole-cpu-time") or (
                unit != "ns" and not name.endswith("instructions")):
            return False
        steps = f"{name.rsplit('.', 1)[0]}.cpu-time" if "." in name else "cpu-time"
        rest = [["outside-cpu-time"]] if steps == "cpu-time" else [["outside-cpu-time", "cpu-time"], [steps]]
        growth, is_shown = self.shift(cell["story"], *rest)
        saving = max(0, -self.shift(cell["story"], [steps])[0])
        if is_shown and growth > max(saving / 10, min(saving / 2, self.margin_of_whole(cell["story"]))):
            return True
        def left(side):
            counts = (self.side({"story": cell["story"], "metric": metric}, side, kind)
                      for kind in ("duet", "solo") for metric in ("cpu-time", "outliving-processes"))
            runs, left, *alone = counts
            runs, left = (runs, left) if runs else alone
            return sum(row["value"] for row in left.values()) / max(1, len(runs))
        return left("candidate") >= left("baseline") + 0.5

    def adjust(self, gated, others):
        for got in (tested := [got for got in gated if "above" in got]):
            got["level"] = self.rule["alpha"] / len(tested) / len(self.rule.get("interims") or [0])
        for key in ("above", "below"):  # Holm
            tested = sorted((got for got in gated if key in got), key=lambda got: got[key])
            steps = [(len(tested) - rank) * got[key] for rank, got in enumerate(tested)] or [0]
            for got, p in zip(tested, np.minimum(1, np.maximum.accumulate(steps))):
                got[key] = p
        tested = [got for got in others if "above" in got]
        raw = [min(1, 2 * min(got["above"], got["below"])) for got in tested]
        for got, q in zip(tested, stats.false_discovery_control(np.array(raw, float)) if raw else ()):
            got["above"], got["below"] = (q, 1) if got["above"] <= got["below"] else (1, q)

    def word(self, cell, got, level):
        if "signs" in got:
            is_early = 0.5 ** got["n"] > got.get("level", 1)
            is_open = got["signs"] > 0 and (is_early or got["single"] <= 1 - self.rule["confidenceLevel"])
            same = "inconclusive" if is_open else "within the gate" if got["has_more"] else "unchanged"
            return WORDS[0] if got["above"] <= level else WORDS[1] if got["below"] <= level else same
        point, lower, upper = got["interval"]
        if "budget" in cell:
            is_within = "within budget" if upper <= cell["budget"] else "inconclusive"
            return "above budget" if got["above"] <= level else is_within
        shown = (got["above"] <= level and point > got["most"], got["below"] <= level and point < got["least"])
        if any(shown):
            return "layout suspect" if got["is_moved"] else WORDS[shown.index(True)]
        if got["is_open"] or lower < 1 / (1 + got["margin"]) or upper > 1 + got["margin"]:
            return "inconclusive"
        return "unchanged" if lower <= 1 <= upper else "within the gate"

    def compare(self, name, expected):
        printed = table(self.folder / "tables" / f"{name}.csv")
        self.faults += fault(name, "rows", len(expected), str(len(printed)))
        for (cell, got), row in zip(expected, printed):
            if got["word"] == OF_CYCLES: continue
            place = f"{cell['story']} {cell['step']}: {cell['label']}" if "step" in cell else cell["story"]
            where = f"{name}: {place}, {cell['metric']}"
            words = got["word"], UNGATED[got["word"]] if name == "changes" else got["word"]
            self.faults += [f"{where}: {column} {values[0]}, printed {row[column]}" for column, values
                            in (("Story", (place,)), ("Verdict", words))
                            if not f"{row[column]}, ".startswith(tuple(f"{value}, " for value in values))]
            scale = {"ns": 1e6, "B": 1e6}.get(self.metrics[cell["metric"]]["unit"], 1)
            for column, value in zip(("Mean" if "budget" in cell else "Change (%)", "from", "to"),
                                     got.get("interval", ())):
                value = value / scale if "budget" in cell else (value - 1) * 100
                self.faults += fault(where, column, value, row[column])
            self.faults += fault(where, "n", got["n"], row["n"]) if "n" in got else []
if __name__ == "__main__":
    sys.exit("\n".join(f"{name}: {line}" for name in sys.argv[1:] for line in Report(pathlib.Path(name)).faults) or 0)
