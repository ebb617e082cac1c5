"""Words a verdict for a commit status and a comment: names what moved, the worst first, and as much of the
rest as GitHub takes."""
import math

import verdict

# Of a comment, by GitHub; in bytes, so that it holds however GitHub counts characters.
LIMIT = 65_536
# Of a status.
STATUS_LIMIT = 140
# Cells of a kind in a sentence.
NAMES = 3
# Rows that are open to view.
ROWS = 30
HEADINGS = {
    "failed": "The app failed", "regressed": "Regressed", "unmeasured": "Not measured",
    "missing": "Not comparable", "unproven": "Times not decided", "inconclusive": "Not decided",
    "improved": "Improved",
}
OTHERWISE = {
    "passed": "No regression", "regression": "Regression", "app-failed": "The app failed",
    "inconclusive": "Not decided, and the check is strict", "not-comparable": "Not comparable",
    "tool-failed": "Rehearse could not measure", "interrupted": "Interrupted",
}
# What a check in which all stories are new came to.
NEW = "New, nothing to compare with"
# Why verdicts say less than they seem to, with the names that it is about.
RESERVATIONS = {
    "harness-changed": "The driver changed ({}): the difference may be the harness's, not the app's.",
    "inputs-unknown": "What both sides read is not known in full, so nothing is proven, and files that they share "
                      "may go unnoticed.",
    "shared-sockets": "Both sides share what answers at {}, which is not a service of the scenario.",
    "fewer-checks": "The scenario checks less than the baseline's: stories that it lacks, or gates that are less strict: "
                    "{}.",
    "unread": "No build read what changed in {}, and both programs are the same: is the build kept outside of the "
              "work tree?",
    "unexercised": "No story runs what changed in {}.",
    "moved": "Not called improved, as it moved elsewhere instead of becoming less: {}.",
    "status-alone": "Only the status was checked, at least in some steps, so less work may pass: {}.",
    "ungated-errors": "More answers were wrong, and no gate compares them: {}.",
    "ungated-latency": "Users waited longer, and no gate is on that: {}.",
    "ungated-time": "No gate is on the wall time of what waits or uses several CPUs: {}.",
    "sent-again": "More requests were sent again, because they got no answer: {}.",
    "one-harness": "Both sides ran the driver of one revision.",
    verdict.UNKNOWN: "The verdict has reservations that the run names.",
}


def sentence(found, names=NAMES):
    """What moved: `Regressed: lend: CPU time +4.8 % (4.1 to 5.5). 1 regressed, 2 unchanged`."""
    if found.incomplete:
        what = "measuring has not ended" if found.outcome == "interrupted" else "parts are missing"
        return _with(f"Nothing is decided, {what}", [], found.counts)
    kinds = _kinds(found)
    if not kinds:
        is_new = found.is_new and found.outcome == "passed"
        return _with(NEW if is_new else OTHERWISE[found.outcome], [], found.counts)
    clauses = []
    for kind in kinds:
        cells = [cell for cell in found.changed if cell.verdict == kind]
        heading = HEADINGS[kind]
        if kind == "inconclusive" and found.outcome == "inconclusive":
            heading = OTHERWISE["inconclusive"]
        # It is not known if these come from the program or from where the linker put its code.
        if kind == "regressed" and all(cell.unchecked for cell in cells):
            heading += " (layout not checked)"
        named = list(dict.fromkeys(_clause(cell) for cell in cells))
        more = len(named) - names
        named = named[:names] + ([f"and {more} more"] if more > 0 and names else [])
        clauses.append(f"{heading}: {'; '.join(named)}" if named else heading)
    return _with(clauses[0], clauses[1:], found.counts, "." if names else ":")


def status(found, prefix=""):
    """The same, as long as a status may be: what matters less is left out, so that nothing is cut off."""
    endings = _endings(found)
    for names in range(NAMES, -1, -1):
        # It is plain text, so that code's marks are none.
        text = prefix + sentence(found, names).replace("`", "")
        for ending in endings:
            if len(text + ending) <= STATUS_LIMIT:
                return text + ending
    return text[:STATUS_LIMIT - 1 - len(endings[-1])] + "…" + endings[-1]


def _endings(found):
    """What a status ends with, the fullest first. The last is short: that there are reservations is always said."""
    inputs, unread = found.inputs, ""
    if inputs and inputs.known and inputs.differing and len(inputs.unread) == len(inputs.differing):
        number = len(inputs.differing)
        unread = f". No story read {'the changed file' if number == 1 else f'any of the {number} changed files'}"
    # A file that no story read is not run either.
    rest = [kind for kind in found.reserved if not unread or kind != "unexercised"]
    return [_reserved(rest) + unread, _reserved(found.reserved), _reserved(found.reserved, 1)]


def _reserved(kinds, most=None):
    words = [verdict.RESERVED[kind] for kind in kinds][:most]
    if len(words) < len(kinds):
        words.append(f"and {len(kinds) - len(words)} more")
    return f". With reservations: {'; '.join(words)}" if words else ""


def comment(found, mark, headline, commit):
    """The comment: the headline and what is worst are kept, and rows at the end make room for it."""
    lines = [mark, f"**{headline}.**", "", *_reservations(found)]
    tail = [line for part in (_unexercised(found), _placeholders(found)) if part for line in (part, "")]
    sides = sorted({f"{candidate} against {baseline}" for baseline, candidate in found.sides})
    tail += [f"{', '.join(sides[:5])}. {commit}", ""]
    rows, table = found.changed, []
    if rows:
        drawn = any(cell.trend for cell in rows)
        room = LIMIT - _size(lines) - _size(tail) - 1_000
        written, used = [], 0
        for cell in rows:
            row = _row(cell, drawn)
            used += len(row.encode()) + 1
            if used > room:
                break
            written.append(row)
        head = ["| Story | Metric | Change | Verdict |" + (" Earlier, now | Noise |" if drawn else ""),
                "|---|---|--:|---|" + ("---|--:|" if drawn else "")]
        table = head + written[:ROWS] + [""]
        if drawn:
            table += [LEGEND, ""]
        if len(written) > ROWS:
            table += [f"<details><summary>{len(written) - ROWS} more</summary>", "", *head, *written[ROWS:], "",
                      "</details>", ""]
        if len(rows) > len(written):
            table += [f"{len(rows) - len(written)} more have no room here: the run has them.", ""]
    return "\n".join([*lines, *table, *tail])


def over(found, mark, commit):
    """The comment where nothing is left of what an earlier one says."""
    lines = [mark, "**No longer**: nothing is shown to be changed any more.", "", *_reservations(found), commit, ""]
    return "\n".join(lines)


def _size(lines):
    return sum(len(line.encode()) + 1 for line in lines)


def _with(heading, more, counts, mark=":"):
    text = ". ".join([heading, *more])
    return f"{text}{':' if not more and ':' not in heading else mark} {counts}" if counts else text


def _kinds(found):
    """The kinds that a sentence names: bad news, or else what is not decided, or else good news."""
    kinds = {cell.verdict for cell in found.cells}
    bad = [kind for kind in verdict.BAD if kind in kinds]
    if bad or found.outcome not in ("passed", "inconclusive"):
        return bad
    undecided = [kind for kind in ("unproven", "inconclusive") if kind in kinds][:1]
    # A strict check also fails by what no story runs: then an improvement is not the answer.
    if undecided or found.outcome == "inconclusive":
        return undecided
    return [kind for kind in ("improved",) if kind in kinds]


def _clause(cell):
    step = f", step {cell.step}" if cell.step else ""
    if cell.verdict == "failed":
        return cell.story
    effort = cell.effort if cell.verdict == "inconclusive" else ""
    return f"{cell.story}{step}: {cell.metric} {cell.change}{effort}".strip()


def _row(cell, drawn):
    row = (f"| {cell.story}{f', step {cell.step}' if cell.step else ''} "
           f"| {cell.metric[0].upper() + cell.metric[1:]} | {cell.change} | {cell.words} |")
    if not drawn:
        return row
    if not cell.trend:
        return f"{row} | |"
    noise = cell.trend.noise * 100
    digits = 1 if noise >= 0.95 else 2
    return f"{row} `{picture(cell.trend)}` | ±{noise:.{digits}f} % |"


# GitHub removes pictures that are part of a text (SVG, data URIs) from comments and from jobs' summaries,
# and shows others only from an address on the network, which an artifact does not have.
BARS = "▁▂▃▄▅▆▇█"
LEGEND = ("Earlier: the last commits before this one, the oldest first, against the baseline. ▄ and ▅ are within "
          "the noise, ▆, ▇ and █ above it (up to twice, four times, more), ▃, ▂ and ▁ below.")


def picture(trend):
    """A bar for each earlier value, and one for now: its height is in widths of the noise."""
    return f"{''.join(_bar(value, trend.noise) for value in trend.values)} {_bar(trend.current, trend.noise)}"


def _bar(value, noise):
    widths = math.log(value) / math.log1p(noise)
    # The ends of bars from below; the middle one is no change.
    return BARS[sum(widths > end for end in (-4, -2, -1, 0, 1, 2, 4))]


def _reservations(found):
    """A paragraph on why the verdicts say less than they seem to; none if nothing is to be said."""
    # Which files and functions these are is said at the end.
    is_said = bool(_unexercised(found))
    words = [RESERVATIONS[kind].format(_listed(names)) for kind, names in found.reserved.items()
             if not is_said or kind != "unexercised"]
    return [" ".join(words), ""] if words else []


def _unexercised(found):
    inputs = found.inputs
    if not inputs or not inputs.known:
        return ""
    words = []
    if inputs.unread:
        number, all_ = len(inputs.unread), len(inputs.differing)
        words.append(f"Not exercised: no story read {number} of {all_} changed file{'s' if all_ > 1 else ''}, "
                     f"{_listed(inputs.unread)}.")
    if inputs.unrun:
        words.append(f"No story runs what changed in {_listed(inputs.unrun)}.")
    return " ".join(words)


def _placeholders(found):
    if not found.placeholders:
        return ""
    are = "is still a placeholder: its" if len(found.placeholders) == 1 else "are still placeholders: their"
    return f"{_listed(found.placeholders)} {are} verdicts say nothing about your code."


def _listed(names, most=5):
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
