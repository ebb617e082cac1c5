"""What a check came to, from the file that its job wrote.

That job ran code of the pull request, so the file may hold anything: what is taken from it is a known
word, a finite number, or a name, which is shown as code, where GitHub obeys nothing. No sentence of it
is taken over."""
import collections
import dataclasses
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
ROWS = 30
OUTCOMES = {
    "passed": ("success", "No regression"), "regression": ("failure", "Regression"),
    "app-failed": ("failure", "The app failed"),
    "inconclusive": ("failure", "Not decided, and the check is strict"),
    "not-comparable": ("failure", "Not comparable"),
    "tool-failed": ("error", "Rehearse could not measure"),
    "interrupted": ("error", "Interrupted"),
}
# Those that a comment names, the worst first, and those that are only counted.
NAMED = {
    "failed": "failed", "regressed": "regressed", "unmeasured": "not measured",
    "missing": "not comparable", "unproven": "unproven", "inconclusive": "not decided",
    "improved": "improved",
}
COUNTED = {"unchanged": "unchanged", "within-gate": "within the gate", "new": "new"}
# Those of which a headline tells by name.
UNDECIDED = 2
# What a newer Rehearse may say, and what a stranger's code may write: counted as one, for its name is theirs.
UNKNOWN = "of another kind"


class Malformed(Exception):
    """The file is none of a check."""


@dataclasses.dataclass(frozen=True)
class Cell:
    story: str
    step: int | None
    metric: str
    verdict: str
    change: str
    # From how many pairs, and what would decide it: `4 pairs; about 8 min would decide it`.
    effort: str = ""
    # Whether nobody knows of a change if it is the program's or that of where the linker put its code.
    unchecked: bool = False

    @property
    def words(self):
        return NAMED[self.verdict] + (", layout not checked" if self.unchecked else "")


@dataclasses.dataclass(frozen=True)
class Verdict:
    outcome: str
    cells: list
    sides: list
    # Stories that call nothing of the project yet, by name.
    placeholders: tuple = ()
    # Whether parts of the plan are missing, so that nothing is decided.
    incomplete: bool = False

    @property
    def changed(self):
        return [cell for word in NAMED for cell in self.cells if cell.verdict == word]

    @property
    def counts(self):
        words = {**NAMED, **COUNTED, UNKNOWN: UNKNOWN}
        found = collections.Counter(cell.verdict for cell in self.cells)
        named = ", ".join(f"{found[word]} {words[word]}" for word in words if word in found)
        number = len(self.placeholders)
        if not named or not number:
            return named
        return f"{named} ({number} {'story is a placeholder' if number == 1 else 'stories are placeholders'})"

    @property
    def undecided(self):
        return [cell for cell in self.cells if cell.verdict == "inconclusive"]

    @property
    def state(self):
        return "failure" if self.incomplete and self.outcome == "passed" else OUTCOMES[self.outcome][0]

    @property
    def words(self):
        """The headline, with the cells that are not decided by name, and how many of each kind there are."""
        named = []
        if self.outcome in ("passed", "inconclusive") and not self.incomplete:
            named = [
                f"{cell.story}: {cell.metric} {cell.change}{cell.effort}".strip()
                for cell in self.undecided[:UNDECIDED]]
            more = len(self.undecided) - len(named)
            named += [f"and {more} more"] if more > 0 else []
        if named:
            return f"{self.headline}: {'; '.join(named)}. {self.counts}"
        return f"{self.headline}: {self.counts}" if self.counts else self.headline

    @property
    def headline(self):
        if self.incomplete:
            return "Nothing is decided, parts are missing"
        if self.outcome == "passed" and any(c.verdict == "unproven" for c in self.cells):
            return "Times not decided"
        if self.outcome == "passed" and self.undecided:
            return "Not decided"
        if self.outcome == "passed" and any(c.verdict == "improved" for c in self.cells):
            return "Improved"
        # What crashed, or is missing, has no layout to be checked.
        regressed = [cell for cell in self.cells if cell.verdict == "regressed"]
        if self.outcome == "regression" and regressed and all(cell.unchecked for cell in regressed):
            return f"{OUTCOMES[self.outcome][1]} (layout not checked)"
        return OUTCOMES[self.outcome][1]


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
    outcomes, cells, sides, placeholders, incomplete = [], [], [], {}, False
    for comparison in document:
        outcomes.append(_word(comparison, "status", OUTCOMES))
        judgement = _part(comparison, "judgement", dict)
        incomplete = incomplete or "missingParts" in judgement
        sides.append(tuple(_name(judgement, side) for side in ("baseline", "candidate")))
        for name in _part({"placeholders": [], **comparison}, "placeholders", list):
            placeholders[_shown(name)] = True
        cells += [_cell(cell) for cell in _part(judgement, "gated", list)]
        if max(len(cells), len(placeholders)) > CELLS or len(sides) > 100:
            raise Malformed(f"{FILE} has more than {CELLS:,} cells or 100 comparisons.")
    # The gravest is the check's: as Rehearse's own exit status.
    order = [
        "passed", "inconclusive", "not-comparable", "regression", "app-failed", "tool-failed",
        "interrupted"]
    return Verdict(
        max(outcomes, key=order.index), cells, sides, tuple(placeholders), incomplete)


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


def _cell(cell):
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
    words = " ".join("CPU" if word == "cpu" else word for word in metric.split("-"))
    return Cell(
        _name(cell, "story"), step, words[0].upper() + words[1:], verdict, _change(cell), _effort(cell),
        _is_unchecked(cell))


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
    """`+7.6 % (6.3 to 8.9)`, as far as the cell has it."""
    for key in ("ratio", "range"):
        if isinstance(cell.get(key), dict):
            values = [_number(cell[key], end) for end in ("point", "lower", "upper")]
            if values[0] is None or not all(0 <= (v or 0) < 1e6 for v in values):
                raise Malformed(f"'{key}' is not a {key}.")
            shares = [None if v is None else (v - 1) * 100 for v in values]
            width = abs(shares[2] - shares[1]) / 2 if None not in shares else abs(shares[0])
            digits = 1 if width <= 0 else min(3, max(0, 1 - math.floor(math.log10(width))))
            text = f"{shares[0]:+.{digits}f} %"
            if None in shares:
                return text
            ends = f"{shares[1]:.{digits}f} to {shares[2]:.{digits}f}"
            return f"{text} ({'range ' if key == 'range' else ''}{ends})"
    return "against its budget" if "mean" in cell else ""
