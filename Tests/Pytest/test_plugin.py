"""The options, the scenario that they make, and what becomes of verdicts."""
import json
import sys

import pytest

from conftest import cell, result
from pytest_rehearse import check

TESTS = """
import pytest

def test_count(rehearse):
    assert rehearse(len, "abc") == 3

@pytest.mark.rehearsed(repeat=20, gate="wall-time: +10%")
@pytest.mark.parametrize("size", [1, 2])
def test_sort(rehearse, size):
    assert rehearse(sorted, [2, 1], reverse=True)[0] == 2

def test_other():
    pass
"""
COUNT, ONE, TWO = "test_count", "test_sort-1", "test_sort-2"


@pytest.fixture
def project(pytester):
    pytester.makepyfile(test_words=TESTS)
    return pytester


def run(project, *words):
    return project.runpytest_subprocess("-p", "no:cacheprovider", *words)


def unchanged(*stories):
    return [cell(story, "unchanged", ratio={"point": 1.001, "lower": 0.998, "upper": 1.004}) for story in stories]


def test_without_the_option_the_call_is_made_once_and_nothing_is_measured(project, fake):
    run(project).assert_outcomes(passed=4)
    assert fake.asked == []


def test_the_scenario_has_a_story_for_each_test_that_uses_the_fixture(project, fake):
    fake.answers([result("passed", unchanged(COUNT, ONE, TWO))])
    found = run(project, "--rehearse-against", "main", "--rehearse-pairs", "12", "--rehearse-strict",
                "--rehearse-options", "--memory-runs 0")
    found.assert_outcomes(passed=4)
    (words, scenario), = fake.asked
    assert words == ["check", ".pytest-rehearse.yml", "--against", "main", "--json", "--quiet", "--pairs", "12",
                     "--strict", "--memory-runs", "0"]
    assert scenario["builds"] == {"tests": {"command": [
        sys.executable, "-B", "-m", "pytest_rehearse.driver", "--import-mode=prepend"]}}
    assert scenario["fixture"] == {"helpers": ["conftest.py"]}
    assert list(scenario["stories"]) == [COUNT, ONE, TWO]
    assert scenario["stories"][TWO] == {
        "title": "test_words.py::test_sort[2]",
        "steps": [
            {"begin": {"file": "test_words.py", "test": "test_sort[2]"}, "expect": {"begun": True}},
            {"call": {}, "repeat": 20, "expect": {"done": True}}]}
    own = {"metric": "wall-time", "at-most": "+10%"}
    assert scenario["gates"] == [
        {"metric": "cpu-time"}, {"metric": "peak-memory"}, {"metric": "peak-anonymous-memory"},
        {**own, "stories": [ONE]}, {**own, "stories": [TWO]}]
    # It is there while it is measured.
    assert not (project.path / ".pytest-rehearse.yml").exists()
    found.stdout.fnmatch_lines([
        "*rehearse against main*", "test_words.py::test_sort[[]2]  cpu-time unchanged: +0.1 % (-0.2 to +0.4)"])


def test_the_scenario_is_there_in_the_turn_alone(project, fake, monkeypatch):
    # Another call writes its own there, and takes it away.
    path, there = project.path / ".pytest-rehearse.yml", []

    class Turn(check.Turn):
        def __enter__(self):
            there.append(path.exists())
            super().__enter__()
            there.append(path.exists())

        def __exit__(self, *error):
            there.append(path.exists())
            super().__exit__(*error)

    monkeypatch.setattr(check, "Turn", Turn)
    fake.answers([result("passed", unchanged(COUNT, ONE, TWO))])
    found = project.runpytest_inprocess("-p", "no:cacheprovider", "--rehearse-against", "main")
    found.assert_outcomes(passed=4)
    # It was read.
    assert list(fake.asked[0][1]["stories"]) == [COUNT, ONE, TWO]
    assert there == [False, False, False]


@pytest.mark.parametrize("words, file, expected", [
    (["--rehearse-gate", "cpu-time: +5%"], "", [{"metric": "cpu-time", "at-most": "+5%"}]),
    ([], "peak-memory: 64 MB", [{"metric": "peak-memory", "at-most": "64 MB"}]),
    (["--rehearse-gate", "instructions"], "peak-memory", [{"metric": "instructions"}]),
])
def test_gates_come_from_the_option_or_from_the_settings(project, fake, words, file, expected):
    project.makeini(f"[pytest]\nrehearse_gates =\n    {file}\n")
    fake.answers([result("passed", unchanged(COUNT))])
    run(project, "--rehearse-against", "main", *words, "-k", "count").assert_outcomes(passed=1, deselected=3)
    assert fake.asked[0][1]["gates"] == expected


def test_a_gate_of_the_only_test_replaces_one_for_all_of_the_same_kind(project, fake):
    fake.answers([result("passed", unchanged(ONE))])
    gates = ["--rehearse-gate", "wall-time", "--rehearse-gate", "wall-time: 2 s", "--rehearse-gate", "cpu-time"]
    run(project, "--rehearse-against", "main", *gates, "test_words.py::test_sort[1]").assert_outcomes(passed=1)
    (_, scenario), = fake.asked
    assert list(scenario["stories"]) == [ONE]
    assert scenario["gates"] == [
        {"metric": "wall-time", "at-most": "2 s"}, {"metric": "cpu-time"},
        {"metric": "wall-time", "at-most": "+10%", "stories": [ONE]}]


def test_errors_are_told_by_their_counts():
    counts = {"baseline": 0, "candidate": 37, "baselineRuns": 60, "candidateRuns": 60, "more": 31, "fewer": 2}
    cell = {"story": "s", "metric": "errors", "verdict": "regressed", "counts": counts}
    assert check.described(cell) == "errors regressed: 0 → 37 in 60 runs of each build"


def test_only_the_test_whose_gated_cell_regressed_fails(project, fake):
    slower = cell(ONE, "regressed", ratio={"point": 1.371, "lower": 1.35, "upper": 1.392})
    summary = "Regressed: test_sort[1]: CPU time +37.1 % (35.0 to 39.2)."
    fake.answers([result("regression", [*unchanged(COUNT, TWO), slower], summary, warnings=["A note."])], status=2)
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=3, failed=1)
    found.stdout.fnmatch_lines([
        "*test_sort[[]1]*", "cpu-time regressed: +37.1 % (+35.0 to +39.2)", summary, "A note.", "The page: */report.html",
        "*rehearse against main*", "test_words.py::test_count  cpu-time unchanged*",
        "test_words.py::test_sort[[]1]  cpu-time regressed: +37.1 % (+35.0 to +39.2)"])


def test_all_that_the_check_says_is_shown_if_tests_pass(project, fake):
    summary = "No regression: all 3 cells unchanged. The driver changed (conftest.py)."
    fake.answers([result("passed", unchanged(COUNT, ONE, TWO), summary, warnings=["Layout not checked."])],
                 errors="progress\nnote: --max-time leaves time for 7 pairs.\n")
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=4)
    found.stdout.fnmatch_lines([
        "*rehearse against main*", "test_words.py::test_count  *", summary, "Layout not checked.",
        "note: --max-time leaves time for 7 pairs."])
    found.stdout.no_fnmatch_line("*progress*")


def test_no_note_is_lost_among_many_lines_and_bytes_that_are_no_text(project, fake, monkeypatch):
    # Neither by a locale of one's own.
    monkeypatch.setenv("PYTHONUTF8", "0")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONCOERCECLOCALE", "0")
    project.makepyfile(test_words="def test_count(rehearse):\n    rehearse(len, 'a')\n")
    told = [result("passed", unchanged(COUNT), "No regression: größer.")]
    fake.answers(json.dumps(told, ensure_ascii=False),
                 errors="note: fewer pairs.\n" + 30 * "progress \udcff\n")
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=1)
    found.stdout.fnmatch_lines(["No regression: gr*er.", "note: fewer pairs."])


def test_an_empty_option_is_refused_by_the_program_and_not_left_out(project, fake):
    fake.answers("", 64, "Error: '--pairs' is empty.\n")
    found = run(project, "--rehearse-against", "main", "-k", "count", "--rehearse-pairs=", "--rehearse-max-time=")
    found.assert_outcomes(failed=1, deselected=3)
    assert fake.asked[0][0][6:] == ["--pairs", "", "--max-time", ""]


def test_a_failed_assertion_is_said_alone(project, fake):
    project.makepyfile(test_words="def test_count(rehearse):\n    assert rehearse(len, 'ab') == 3\n")
    fake.answers([result("regression", [cell(COUNT, "regressed")])], status=2)
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(failed=1)
    found.stdout.no_fnmatch_line("*The sentence.*")


def test_a_test_that_is_skipped_after_its_call_fails_if_that_regressed(project, fake):
    project.makepyfile(test_words="""
        import pytest

        def test_after(rehearse):
            rehearse(len, "a")
            pytest.skip("the rest")

        def test_before(rehearse):
            pytest.skip("not here")
        """)
    worse = [cell("test_after", "regressed"), cell("test_before", "failed")]
    fake.answers([result("app-failed", worse)], status=3)
    run(project, "--rehearse-against", "main").assert_outcomes(failed=1, skipped=1)
    fake.answers([result("passed", unchanged("test_after", "test_before"))])
    run(project, "--rehearse-against", "main").assert_outcomes(skipped=2)


def test_a_test_that_is_expected_to_fail_fails_by_its_verdict_all_the_same(project, fake):
    project.makepyfile(test_words="""
        import pytest

        @pytest.mark.xfail
        def test_count(rehearse):
            rehearse(len, "a")
        """)
    fake.answers([result("regression", [cell(COUNT, "regressed")])], status=2)
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["cpu-time regressed"])
    fake.answers([result("passed", unchanged(COUNT))])
    run(project, "--rehearse-against", "main").assert_outcomes(xpassed=1)


def test_an_inconclusive_verdict_is_a_warning_and_fails_if_strict(project, fake):
    cells = [*unchanged(ONE, TWO), cell(COUNT, "inconclusive", ratio={"point": 1.01})]
    fake.answers([result("passed", cells, outcome="inconclusive")])
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=4, warnings=1)
    found.stdout.fnmatch_lines(["*RehearseWarning: Inconclusive. The sentence.*"])
    fake.answers([result("inconclusive", cells)], status=4)
    run(project, "--rehearse-against", "main", "--rehearse-strict").assert_outcomes(passed=3, failed=1)
    # Also if another test regressed, so that the check's status is that of a regression.
    both = [*unchanged(TWO), cell(COUNT, "inconclusive"), cell(ONE, "regressed", ratio={"point": 1.2})]
    fake.answers([result("regression", both)], status=2)
    run(project, "--rehearse-against", "main").assert_outcomes(passed=3, failed=1, warnings=1)
    run(project, "--rehearse-against", "main", "--rehearse-strict").assert_outcomes(passed=2, failed=2)
    # What is not of one test in particular fails all, strict or not.
    fake.answers([result("not-comparable", cells)], status=5)
    run(project, "--rehearse-against", "main", "--rehearse-strict").assert_outcomes(passed=1, failed=3)


@pytest.mark.parametrize("results, status, said", [
    ([result("not-comparable", [], "Both sides read src/a.py.")], 5, "Both sides read src/a.py."),
    ("", 64, "Rehearse was called wrongly (status 64)."), ("", 1, "no such revision"),
    ("", 0, "The status is 0, but no verdict was printed."), ("[]", 0, "The status is 0, but no verdict was printed."),
    ([result("passed", [])], 0, "No gate covers it, so nothing was decided."),
    ([result("passed", [])], 2, "A regression (status 2)."),
    ([result("regression", [cell(COUNT, "regressed")])], 0, "The sentence."),
    ([result("app-failed", [])], 9, "Rehearse ended with the status 9, which has no meaning."),
])
def test_nothing_passes_that_was_not_decided(project, fake, results, status, said):
    fake.answers(results, status, errors="Error: no such revision\n")
    found = run(project, "--rehearse-against", "main", "-k", "count")
    found.assert_outcomes(failed=1, deselected=3)
    found.stdout.fnmatch_lines([f"*{said}*"])


def test_what_was_stopped_decides_nothing_of_any_test(project, fake):
    cells = [*unchanged(COUNT, TWO), cell(ONE, "regressed", ratio={"point": 1.2})]
    fake.answers([result("interrupted", cells, missingParts="measuring has not ended")], status=130)
    run(project, "--rehearse-against", "main").assert_outcomes(passed=1, failed=3)


def test_a_test_that_the_revision_does_not_have_is_new_and_passes(project, fake):
    new = {"names": [COUNT], "areAll": False, "reason": "it has no such story"}
    sentence = "New, not compared: test_count, because it has no such story."
    fake.answers([result("passed", unchanged(ONE, TWO), sentence, newStories=new)])
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=4)
    found.stdout.fnmatch_lines(["test_words.py::test_count  new, so there is nothing to compare with", sentence])


def test_a_test_that_reads_the_same_on_both_sides_is_proven_and_passes(project, fake):
    slower = cell(ONE, "regressed", ratio={"point": 1.2, "lower": 1.19, "upper": 1.21})
    proven = [cell(COUNT, "proven"), cell(TWO, "proven")]
    fake.answers([result("regression", [slower, *proven])], status=2)
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=3, failed=1)
    found.stdout.fnmatch_lines(["test_words.py::test_count  unchanged, proven"])


def test_a_test_that_runs_nothing_that_differs_is_not_called_unchanged(project, fake):
    cells = [*unchanged(ONE, TWO), cell(COUNT, "proven")]
    fake.answers([result("passed", cells, storyProofs={COUNT: {"kind": "work", "hash": "1f", "differing": []}})])
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=4)
    found.stdout.fnmatch_lines(["test_words.py::test_count  same work, proven"])


def test_a_missing_program_fails_the_tests_that_use_it(project, monkeypatch):
    monkeypatch.setenv("REHEARSE_EXECUTABLE", "/does/not/exist")
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(passed=1, failed=3)
    found.stdout.fnmatch_lines(["REHEARSE_EXECUTABLE is '/does/not/exist', which is not an executable program."])


def test_a_marked_test_replays_stories_of_a_scenario(project, fake):
    project.makepyfile(test_words="""
        import pytest

        @pytest.mark.rehearsed("Performance/words.yml", story=["count", "sort"])
        def test_no_slower():
            pass
        """)
    fake.answers([result("regression", [*unchanged("count"), cell("sort", "regressed")])], status=2)
    run(project, "--rehearse-against", "v1", "--rehearse-store", "s.sqlite").assert_outcomes(failed=1)
    assert fake.asked[0][0] == [
        "check", "Performance/words.yml", "--against", "v1", "--json", "--quiet", "--story", "count", "--story",
        "sort", "--store", "s.sqlite"]
    assert fake.asked[1][0] == ["report", "7", "--format", "html", "--json", "--store", "s.sqlite"]


@pytest.mark.parametrize("marker", ["repeat=2", "'s.yml', stories=1"])
def test_a_marker_that_says_nothing_is_refused(project, fake, marker):
    project.makepyfile(test_words=f"import pytest\n@pytest.mark.rehearsed({marker})\ndef test_a(): pass\n")
    found = run(project, "--rehearse-against", "main")
    assert found.ret == pytest.ExitCode.USAGE_ERROR
    found.stderr.fnmatch_lines(["*test_words.py::test_a*"])


@pytest.mark.parametrize("marker, arguments, fault", [
    ("'s.yml', gate='cpu-time: +5%'", "", "'gate=' belongs into s.yml"),
    ("'s.yml', repeat=20", "", "'repeat=' belongs into s.yml"),
    ("'s.yml'", "rehearse", "its call of 'rehearse' would not be measured"),
    ("story='count'", "rehearse", "has 'story=' without a scenario"),
    ("repeat=2)\n@pytest.mark.rehearsed(gate='cpu-time'", "rehearse", "more than once"),
])
def test_what_would_have_no_effect_is_refused(project, fake, marker, arguments, fault):
    project.makepyfile(
        test_words=f"import pytest\n@pytest.mark.rehearsed({marker})\ndef test_a({arguments}): pass\n")
    found = run(project, "--rehearse-against", "main")
    assert found.ret == pytest.ExitCode.USAGE_ERROR and fake.asked == []
    found.stderr.fnmatch_lines([f"*test_words.py::test_a *{fault}*"])
    found.stdout.no_fnmatch_line("*No test uses*")


def test_a_gate_for_calls_is_refused_if_there_are_scenarios_alone(project, fake):
    project.makepyfile(test_words="import pytest\n@pytest.mark.rehearsed('s.yml')\ndef test_a(): pass\n")
    found = run(project, "--rehearse-against", "main", "--rehearse-gate", "cpu-time: +5%")
    assert found.ret == pytest.ExitCode.USAGE_ERROR and fake.asked == []
    found.stderr.fnmatch_lines(["*a scenario has gates of its own*"])


def test_a_call_that_was_not_seen_before_the_tests_fails(project, fake):
    project.makepyfile(
        test_words="def test_a(request):\n    request.getfixturevalue('rehearse')(len, '')\n")
    run(project).assert_outcomes(passed=1)
    found = run(project, "--rehearse-against", "main")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["The call is not measured: *"])


def test_tests_that_run_beside_a_file_that_can_not_be_imported_are_measured(project, fake):
    project.makepyfile(test_broken="import nothing_like_this\n")
    fake.answers([result("passed", unchanged(COUNT, ONE, TWO))])
    run(project, "--rehearse-against", "main").assert_outcomes(errors=1)
    assert fake.asked == []
    run(project, "--rehearse-against", "main", "--continue-on-collection-errors").assert_outcomes(passed=4, errors=1)
    assert len(fake.asked) == 1


def test_that_nothing_is_measured_is_said(project, fake):
    found = run(project, "--rehearse-against", "main", "-k", "other")
    found.assert_outcomes(passed=1, deselected=3)
    found.stdout.fnmatch_lines(["No test uses the fixture 'rehearse', so nothing was measured."])
    options = run(project, "--rehearse-strict")
    options.assert_outcomes(passed=4)
    options.stdout.fnmatch_lines(["Nothing was measured: the options of Rehearse need --rehearse-against."])
    run(project).stdout.no_fnmatch_line("*Nothing was measured*")
    assert fake.asked == []


@pytest.mark.parametrize("revision", ["", " "])
def test_an_empty_revision_is_refused_and_not_taken_for_none(project, fake, revision):
    found = run(project, "--rehearse-against", revision)
    assert found.ret == pytest.ExitCode.USAGE_ERROR and fake.asked == []
    found.stderr.fnmatch_lines(["*--rehearse-against is empty; allowed: a branch, tag or commit."])


@pytest.mark.parametrize("function, kind", [
    ("def words():\n    yield 'a'", "generator"), ("async def words():\n    yield 'a'", "async_generator"),
    ("async def words():\n    return ['a']", "coroutine"), ("def words():\n    return map(str, 'ab')", "map"),
    ("import itertools\ndef words():\n    return itertools.chain('a', 'b')", "chain")])
def test_a_call_that_leaves_its_work_for_later_fails(project, fake, function, kind):
    project.makepyfile(test_words=f"{function}\n\ndef test_a(rehearse):\n    rehearse(words)\n")
    found = run(project)
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines([f"*The call of 'rehearse' returned a {kind}, whose work would be done after it*"])
    project.makepyfile(test_words=f"{function}\n\ndef test_a(rehearse):\n    rehearse(lambda: list('ab'))\n")
    run(project).assert_outcomes(passed=1)


def test_long_names_and_those_of_two_tests_are_made_short_and_different(project, fake):
    long = "test_" + 12 * "letters"
    project.makepyfile(test_words=f"def test_a(rehearse): rehearse(len, '')\ndef {long}(rehearse): rehearse(len, '')\n",
                       test_more="def test_a(rehearse): rehearse(len, '')\n")
    fake.answers([result("passed", [])])
    run(project, "--rehearse-against", "main")
    first, second, third = fake.asked[0][1]["stories"]
    assert first == "test_a" and second.startswith("test_a-") and len(second) == 15
    assert third.startswith(long[:55] + "-") and len(third) == 64
