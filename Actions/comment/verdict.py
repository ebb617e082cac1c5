"""What a check came to, from the file that its job wrote.

That job ran code of the pull request, so the file may hold anything: what is taken from it is a known
word, a finite number, or a name, which is shown as code, where GitHub obeys nothing. No sentence of it
is taken over."""
import collections
import dataclasses
import functools
import io
import json
import lzma
import math
import re
import zipfile
import zlib

FILE = "rehearse.json"
ARCHIVE_LIMIT = 4 * 1024 * 1024
FILE_LIMIT = 16 * 1024 * 1024
# Of a file's lists and mappings: each takes some hundred bytes and a microsecond, however short it is.
PARTS = 1_000_000
NAME_LIMIT = 80
CELLS = 20_000
# What a commit's status is by the check's outcome.
OUTCOMES = {
    "passed": "success", "regression": "failure", "app-failed": "failure", "inconclusive": "failure",
    "not-comparable": "failure", "tool-failed": "error", "interrupted": "error",
}
# Those that a comment names, the worst first, and those that are only counted.
NAMED = {
    "failed": "failed", "regressed": "regressed", "unmeasured": "not measured",
    "missing": "not comparable", "unproven": "unproven", "inconclusive": "not decided",
    "improved": "improved",
}
SAME_WORK = "same-work"
COUNTED = {
    "unchanged": "unchanged", "proven": "unchanged, proven", SAME_WORK: "same work, proven",
    "within-gate": "within the gate", "new": "new",
}
# Bad news, which no check passes.
BAD = ("failed", "regressed", "unmeasured", "missing")
# Verdicts that a newer Rehearse or a stranger's code may write are counted as one, without their names.
UNKNOWN = "of another kind"
# Why verdicts say less than they seem to, the gravest first, in short. Placeholders are told apart.
RESERVED = {
    "harness-changed": "the driver changed", "inputs-unknown": "not all that was read is known",
    "shared-sockets": "both sides share sockets", "fewer-checks": "the scenario checks less",
    "unread": "changed sources were not built", "unexercised": "no story runs what changed",
    "moved": "work moved elsewhere",
    "status-alone": "only the status was checked", "ungated-errors": "more errors, compared by no gate",
    "ungated-latency": "longer latencies, without a gate", "ungated-time": "wall time without a gate",
    "sent-again": "requests were sent again",
    "one-harness": "both sides ran one driver", UNKNOWN: "the run names them",
}
# The earlier values of a trend.
VALUES = 20


class Malformed(Exception):
    """The file is none of a check."""


@dataclasses.dataclass(frozen=True)
class Trend:
    """A story's metric on the commits before this one, as ratios to the baseline, the oldest first."""
    values: tuple
    current: float
    # The share by which they differ by chance.
    noise: float


@dataclasses.dataclass(frozen=True)
class Cell:
    story: str
    step: int | None
    metric: str
    verdict: str
    change: str
    # From how many pairs, and what would decide it: `4 pairs; about 8 min would decide it`.
    effort: str = ""
    # Whether the change may come from where the linker put the code, because that was not checked.
    unchecked: bool = False
    # How large the change is, in either direction; infinite where there is no ratio.
    size: float = 0.0
    trend: Trend | None = None

    @property
    def words(self):
        return NAMED[self.verdict] + (", layout not checked" if self.unchecked else "")


@dataclasses.dataclass(frozen=True)
class Inputs:
    """The changed files, and what the stories had to do with them."""
    differing: tuple
    unread: tuple
    # Changed functions that no story runs.
    unrun: tuple
    # Whether all that the stories read is known.
    known: bool


@dataclasses.dataclass(frozen=True)
class Verdict:
    outcome: str
    cells: list
    sides: list
    # Stories that call nothing of the project yet, by name.
    placeholders: tuple = ()
    # Whether parts of the plan, or the end of measuring, are missing, so that nothing is decided.
    incomplete: bool = False
    inputs: Inputs | None = None
    # Whether every story is new, so that nothing was compared.
    is_new: bool = False
    # The kinds of reservations, in their order, with the names that each is about.
    reserved: dict = dataclasses.field(default_factory=dict)

    @functools.cached_property
    def changed(self):
        """The cells that are named: the worst kind first, and of each kind the largest change."""
        order = list(NAMED)
        return sorted((cell for cell in self.cells if cell.verdict in NAMED),
                      key=lambda cell: (order.index(cell.verdict), -cell.size))

    @functools.cached_property
    def counts(self):
        words = {**NAMED, **COUNTED, UNKNOWN: UNKNOWN}
        found = collections.Counter(cell.verdict for cell in self.cells)
        named = ", ".join(f"{found[word]} {words[word]}" for word in words if word in found)
        number = len(self.placeholders)
        if not named or not number:
            return named
        return f"{named} ({number} {'story is a placeholder' if number == 1 else 'stories are placeholders'})"

    @property
    def state(self):
        # A check that passes has no such cells, so its file was not written by one.
        contradicts = any(cell.verdict in BAD for cell in self.cells)
        state = OUTCOMES[self.outcome]
        return "failure" if state == "success" and (self.incomplete or contradicts) else state


def from_archive(data):
    """The verdict in an artifact. Nothing is unpacked onto the disk.

    Throws `Malformed`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # GitHub packs in no other way; what unpacks LZMA takes as much memory as the file says.
            if archive.getinfo(FILE).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Malformed("The artifact is not packed as GitHub packs it.")
            with archive.open(FILE) as file:
                text = file.read(FILE_LIMIT + 1)
    except KeyError:
        raise Malformed(f"The artifact has no {FILE}.") from None
    # What a crafted archive leads to: encryption, a method that is not known, a wrong size, damage, and more
    # memory than there is.
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError, OSError,
            zlib.error, lzma.LZMAError, MemoryError) as error:
        raise Malformed(f"The artifact can't be read: {type(error).__name__}.") from None
    if len(text) > FILE_LIMIT:
        raise Malformed(f"{FILE} has more than {FILE_LIMIT:,} bytes.")
    return from_json(text)


def from_json(text):
    def refuse(word):
        raise Malformed(f"A number is {word}.")

    if sum(text.count(mark) for mark in (b"{", b"[", b",")) > PARTS:
        raise Malformed(f"{FILE} has more than {PARTS:,} parts.")
    try:
        document = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise Malformed(f"{FILE} is not JSON.") from None
    if not isinstance(document, list) or not document:
        raise Malformed(f"{FILE} is not a list of comparisons.")
    outcomes, cells, sides, placeholders, incomplete, inputs = [], [], [], {}, False, []
    is_new, reserved = True, {}
    for comparison in document:
        outcomes.append(_word(comparison, "status", OUTCOMES))
        judgement = _part(comparison, "judgement", dict)
        incomplete = incomplete or "missingParts" in judgement
        sides.append(tuple(_name(judgement, side) for side in ("baseline", "candidate")))
        for name in _part({"placeholders": [], **comparison}, "placeholders", list):
            placeholders[_shown(name)] = True
        trends = _trends(comparison)
        same_work = _same_work(judgement)
        cells += [_cell(cell, trends, same_work) for cell in _part(judgement, "gated", list)]
        inputs.append(_inputs(judgement))
        is_new = is_new and _is_new(judgement)
        for kind, names in _reserved(judgement):
            reserved.setdefault(kind, {}).update(dict.fromkeys(names))
        if max(len(cells), len(placeholders)) > CELLS or len(sides) > 100:
            raise Malformed(f"{FILE} has more than {CELLS:,} cells or 100 comparisons.")
    # The gravest is the check's: as Rehearse's own exit status.
    order = [
        "passed", "inconclusive", "not-comparable", "regression", "app-failed", "tool-failed",
        "interrupted"]
    return Verdict(
        max(outcomes, key=order.index), cells, sides, tuple(placeholders), incomplete, _joined(inputs), is_new,
        {kind: tuple(reserved[kind]) for kind in RESERVED if kind in reserved})


def _part(of, key, kind):
    value = of.get(key) if isinstance(of, dict) else None
    if not isinstance(value, kind):
        raise Malformed(f"'{key}' is missing, or of the wrong kind.")
    return value


def _word(of, key, allowed):
    word = _part(of, key, str)
    if word not in allowed:
        raise Malformed(f"'{key}' is not one of {', '.join(allowed)}.")
    return word


def _name(of, key):
    return _shown(_part(of, key, str))


def _shown(name):
    if not isinstance(name, str):
        raise Malformed("A story's name is not text.")
    # As code, in a table: no mark-up, link, mention or number of an issue has an effect there.
    plain = "".join(c if c.isprintable() and c not in "`|\\" else "·" for c in name[:NAME_LIMIT])
    return f"`{plain.strip() or '·'}{'…' if len(name) > NAME_LIMIT else ''}`"


def _same_work(judgement):
    """The stories that run only code that is the same: nothing says that their times are."""
    proofs = _part({"storyProofs": {}, **judgement}, "storyProofs", dict)
    return {story for story, proof in proofs.items() if isinstance(proof, dict) and proof.get("kind") == "work"}


def _cell(cell, trends, same_work):
    metric = _part(cell, "metric", str)
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,40}", metric):
        raise Malformed("'metric' is not a metric's name.")
    step = cell.get("step")
    if step is not None and (type(step) is not int or not 0 < step < 10**6):
        raise Malformed("'step' is not a step's position.")
    verdict = _part(cell, "verdict", str)
    if not re.fullmatch(r"[a-z][a-z-]{0,20}", verdict):
        raise Malformed("'verdict' is not a verdict.")
    if verdict not in NAMED and verdict not in COUNTED:
        verdict = UNKNOWN
    if verdict == "proven" and _part(cell, "story", str) in same_work:
        verdict = SAME_WORK
    words = " ".join("CPU" if word == "cpu" else word for word in metric.split("-"))
    change, size = _change(cell)
    trend = None if step else trends.get((cell["story"], metric))
    return Cell(
        _name(cell, "story"), step, words, verdict, change, _effort(cell), _is_unchecked(cell), size, trend)


def _trends(comparison):
    """Those of whole stories, by the story and the metric."""
    found = {}
    for trend in _part({"trends": [], **comparison}, "trends", list):
        values = [_ratio(value) for value in _part(trend, "values", list)[-VALUES:]]
        noise = _number(trend, "noise")
        if noise is None or not 0 < noise < 1e3:
            raise Malformed("'noise' is not a share.")
        names = _part(trend, "story", str), _part(trend, "metric", str)
        found[names] = Trend(tuple(values), _ratio(trend.get("current")), noise)
    return found


def _inputs(judgement):
    """The paths of changed files as they are, by what was done with them; None if nothing is known."""
    found = judgement.get("inputs")
    if found is None:
        return None
    differing, exercised = [_part(found, key, list) for key in ("differing", "exercised")]
    unrun = _part({"unrun": [], **found}, "unrun", list)
    if not all(isinstance(name, str) for name in [*differing, *exercised, *unrun]):
        raise Malformed("'inputs' has a name that is not text.")
    return differing, exercised, unrun, "gap" not in found


def _joined(inputs):
    """What no comparison exercised; None if of one nothing is known."""
    if not inputs or None in inputs:
        return None
    differing, exercised = [list(dict.fromkeys(name for one in inputs for name in one[i])) for i in (0, 1)]
    known = set(exercised)
    common = set.intersection(*[set(one[2]) for one in inputs])
    unrun = [name for name in dict.fromkeys(inputs[0][2]) if name in common]
    return Inputs(*[tuple(map(_shown, names)) for names in (
        differing, [name for name in differing if name not in known], unrun)], all(one[3] for one in inputs))


def _is_new(judgement):
    return _part({"newStories": {}, **judgement}, "newStories", dict).get("areAll") is True


def _reserved(judgement):
    """The kinds of its reservations, each with the names that it is about."""
    found = []
    for one in _part({"reservedBy": [], **judgement}, "reservedBy", list):
        kind = _part(one, "kind", str)
        names = [_shown(name) for name in _part(one, "names", list)]
        if kind != "placeholder":
            found.append((kind, names) if kind in RESERVED else (UNKNOWN, []))
    return found


def _ratio(value):
    if type(value) not in (int, float) or not 0 < value < 1e15:
        raise Malformed("A trend has a value that is not a ratio.")
    return float(value)


def _number(of, key):
    value = of.get(key)
    if value is None:
        return None
    # No number, NaN and infinity fail here, and what is too large for a float.
    if type(value) not in (int, float) or not -1e15 < value < 1e15:
        raise Malformed(f"'{key}' is not a number.")
    return float(value)


def _effort(cell):
    """`, 4 pairs; about 8 min would decide it`, as far as the cell has it."""
    count, deciding = _number(cell, "n"), cell.get("deciding")
    words = ""
    if count is not None and cell.get("evidence") == "pairs":
        words = f", {count:.0f} {'pair' if count == 1 else 'pairs'}"
    if not isinstance(deciding, dict):
        return words
    pairs, seconds = _number(deciding, "pairs"), _number(deciding, "seconds")
    if deciding.get("planned") is True and seconds is not None and seconds > 0:
        return f"{words}; about {_time(seconds)} would decide it"
    return words if pairs is None else f"{words}; about {pairs:.0f} pairs would decide it"


def _is_unchecked(cell):
    layout = cell.get("layout")
    return cell["verdict"] == "regressed" and isinstance(layout, dict) and layout.get("state") == "not-checked"


def _time(seconds):
    """About how long, rounded up, so that it is enough."""
    if seconds <= 90:
        return f"{max(10, math.ceil(seconds / 10) * 10)} s"
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes <= 90 else f"{math.ceil(minutes / 60)} h"


def _change(cell):
    """`+7.6 % (6.3 to 8.9)`, as far as the cell has it, and its size."""
    for key in ("ratio", "range"):
        if isinstance(cell.get(key), dict):
            values = [_number(cell[key], end) for end in ("point", "lower", "upper")]
            if values[0] is None or any((v or 0) < 0 for v in values):
                raise Malformed(f"'{key}' is not a {key}.")
            if values[0] < 10:
                shares = [None if v is None else (v - 1) * 100 for v in values]
                width = abs(shares[2] - shares[1]) / 2 if None not in shares else abs(shares[0])
                digits = 1 if width <= 0 else min(3, max(0, 1 - math.floor(math.log10(width))))
                words = [v if v is None else f"{v:.{digits}f}" for v in shares]
                text = f"{shares[0]:+.{digits}f} %"
            else:
                words = [v if v is None else f"{v:,.0f}" for v in values]
                text = f"{words[0]} times"
            size = abs(math.log(values[0])) if values[0] else math.inf
            if None in words:
                return text, size
            return f"{text} ({'range ' if key == 'range' else ''}{words[1]} to {words[2]})", size
    counts = cell.get("counts")
    if isinstance(counts, dict):
        before, after, runs = (_number(counts, key) for key in ("baseline", "candidate", "candidateRuns"))
        if None in (before, after, runs) or min(before, after, runs) < 0:
            raise Malformed("'counts' is not of counts.")
        return f"{before:.0f} → {after:.0f} in {runs:.0f} {'run' if runs == 1 else 'runs'} of each build", math.inf
    return "against its budget" if "mean" in cell else "", math.inf
