"""Calls `rehearse check`, and says what it found of each story."""
import fcntl
import json
import os
import shutil
import subprocess
import tempfile

# What a status of `rehearse check` means without verdicts.
MEANINGS = {
    1: "Rehearse failed, or its input can't be used (status 1).",
    2: "A regression (status 2).",
    3: "The app failed, or a revision did not build (status 3).",
    4: "Inconclusive (status 4).",
    5: "No baseline, or not comparable (status 5).",
    64: "Rehearse was called wrongly (status 64).",
    130: "Interrupted (status 130).",
}
CODES = {"passed": 0, "regression": 2, "app-failed": 3, "inconclusive": 4, "not-comparable": 5,
         "interrupted": 130}
# Verdicts of a gated cell that fail its test.
BAD = {"regressed", "failed", "unmeasured", "missing"}
# Those that leave it open.
OPEN = {"inconclusive", "unproven"}


def meaning(status):
    """The status in words."""
    if status < 0:
        return f"Rehearse was ended by signal {-status}."
    return MEANINGS.get(status, f"Rehearse ended with the status {status}, which has no meaning.")


class NotInstalled(Exception):
    """There is no `rehearse` to call."""


def executable():
    """The program named by REHEARSE_EXECUTABLE, or the first in PATH."""
    given = os.environ.get("REHEARSE_EXECUTABLE")
    found = shutil.which(os.path.abspath(given)) if given else shutil.which("rehearse")
    if found:
        return found
    if given:
        raise NotInstalled(f"REHEARSE_EXECUTABLE is '{given}', which is not an executable program.")
    raise NotInstalled(
        "'rehearse' was not found: REHEARSE_EXECUTABLE is not set, and no folder of PATH has it. To install "
        "it: 'make build install PREFIX=~/.local' in a clone of Rehearse, then add ~/.local/bin to PATH.")


def call(words, folder):
    """The status, the output and the errors of a call. Ctrl-C reaches it, too, and its end is awaited."""
    process = subprocess.Popen(
        words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # Whatever the locale is; and an app's last words need not be text.
        encoding="utf-8", errors="replace")
    try:
        output, errors = process.communicate()
    except KeyboardInterrupt:
        process.communicate()
        raise
    return process.returncode, output, errors


def end_of(errors):
    """The last lines, which say why a call failed."""
    return "\n".join(errors.splitlines()[-20:])


class Turn:
    """A lock that lets only one measurement of this user run at a time, Swift's tests included."""

    def __enter__(self):
        path = os.path.join(tempfile.gettempdir(), f"rehearse-testing-{os.getuid()}.lock")
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *error):
        os.close(self.file)


class Verdict:
    """What is said of one test: `passed`, the sentences, and a word for the summary."""

    def __init__(self, word, text, passed, doubtful=False):
        self.word, self.text, self.passed, self.doubtful = word, text, passed, doubtful


def percent(ratio):
    """Such as `+37.1 % (35.0 to 39.2)`."""
    change = lambda value: (value - 1) * 100
    text = f"{change(ratio['point']):+.1f} %"
    if "lower" in ratio and "upper" in ratio:
        text += f" ({change(ratio['lower']):+.1f} to {change(ratio['upper']):+.1f})"
    return text


def described(cell):
    """A cell in words: its metric, its verdict, and the change or the reason why none is known."""
    change, counts = cell.get("ratio") or cell.get("range"), cell.get("counts")
    more = percent(change) if change else cell.get("reason", "")
    if counts:
        more = f"{counts['baseline']:.0f} → {counts['candidate']:.0f} in {counts['candidateRuns']} runs of each build"
    return f"{cell['metric']} {cell['verdict']}" + (f": {more}" if more else "")


def verdicts(stories, status, output, errors, is_strict=False):
    """The verdict on each story, by the status and the output of `rehearse check --json`. Only both together
    can pass a test; a result that names no story holds for all."""
    try:
        results = json.loads(output)
        wrong = [result for result in results if result["status"] != "passed"]
        return {story: of_story(story, results, wrong, status, is_strict) for story in stories}
    except (ValueError, LookupError, TypeError, AttributeError, NoVerdict):
        words = "The status is 0, but no verdict was printed." if status == 0 else meaning(status)
        text = "\n".join(filter(None, [words, end_of(errors)]))
        return {story: Verdict("failed", text, passed=False) for story in stories}


class NoVerdict(Exception):
    """The output explains nothing."""


def of_story(story, results, wrong, status, is_strict):
    if not results or (not wrong and status != 0):
        raise NoVerdict
    cells = [cell for result in results for cell in result["judgement"]["gated"]]
    # The verdicts that explain the status.
    bad = BAD | OPEN if any(result["status"] == "inconclusive" for result in wrong) else BAD
    # None stands for all stories of a scenario.
    mine = [cell for cell in cells if story in (cell["story"], None)]
    # Where another story regressed, that is the status of both, and no reason to pass an open one.
    faults = [cell for cell in mine if cell["verdict"] in (bad | OPEN if is_strict else bad)]
    sentences = [line for result in (wrong or results)
                 for line in [result["summary"], *result["warnings"]]]
    if status != 0 and not any(CODES.get(result["status"], 1) == status for result in wrong):
        sentences.append("The status is 0." if status == 0 else meaning(status))
        return Verdict("failed", "\n".join(sentences), passed=False)
    # What is there of a measurement that was stopped, or lacks parts, decides nothing of any story.
    is_partial = any("missingParts" in result["judgement"] for result in results)
    if wrong and (faults or is_partial or not any(cell["verdict"] in bad for cell in cells)):
        failures = [failure["message"] for result in wrong
                    for failure in result.get("experiment", {}).get("failures", [])
                    if story in (failure["story"], None)][:1]
        words = list(map(described, faults))
        # Nothing is known of one story in particular: the status is that of all.
        word = ", ".join(words) or wrong[0]["status"]
        return Verdict(word, "\n".join(words + failures + sentences), passed=False)
    news = [result["judgement"].get("newStories") for result in results]
    if any(new and (story in new["names"] or story is None and new["areAll"]) for new in news):
        return Verdict("new, so there is nothing to compare with", "\n".join(sentences), passed=True)
    proofs = [cell for cell in mine if cell["verdict"] == "proven"]
    if all("proof" in result["judgement"] for result in results) or (mine and proofs == mine):
        kinds = {result["judgement"].get("storyProofs", {}).get(cell["story"], {}).get("kind")
                 for result in results for cell in mine}
        word = "same work, proven" if "work" in kinds else "unchanged, proven"
        return Verdict(word, "\n".join(sentences), passed=True)
    if not mine:
        return Verdict("no gate covers it", "No gate covers it, so nothing was decided.", passed=False)
    doubts = [cell for cell in mine if cell["verdict"] in OPEN]
    return Verdict(
        ", ".join(map(described, doubts or mine)), "\n".join(sentences), passed=True, doubtful=bool(doubts))


def sentences(output, errors):
    """All that is said of a check: its summary with its reservations, its warnings, and notes on measuring."""
    said = [line for result in json.loads(output) for line in [result["summary"], *result["warnings"]]]
    return said + [line for line in errors.splitlines() if line.startswith("note: ")]


def experiments(output):
    """The numbers of the experiments whose pages show more."""
    try:
        return [result["experiment"]["number"] for result in json.loads(output)
                if "number" in result["experiment"]]
    except (ValueError, LookupError, TypeError):
        return []
