"""The comment on pull requests, against a GitHub on the loopback, over real HTTP."""
import concurrent.futures
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile

import fake_github
from fake_github import BOT, SHA

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "Actions/comment/comment.py"
sys.path.insert(0, str(PROGRAM.parent))
import verdict  # noqa: E402: it lies beside the program
import wording  # noqa: E402
MARK = "<!-- rehearse:rehearse -->"


def cell(verdict="unchanged", story="list", metric="cpu-time", **more):
    return {"story": story, "metric": metric, "verdict": verdict, **more}


def document(*cells, status="passed", **more):
    return json.dumps([{"status": status, "judgement": {
        "baseline": "main", "candidate": "work-tree", "gated": list(cells)}, **more}])


REGRESSED = document(
    cell("regressed", ratio={"point": 1.0763, "lower": 1.063, "upper": 1.0894}), cell(),
    cell(story="lend"), status="regression")
UNCHECKED = {"layout": {"state": "not-checked", "reason": "valgrind is not installed"}}
IMPROVED = document(cell("improved", ratio={"point": 0.9, "lower": 0.89, "upper": 0.91}), cell())
UNCHANGED = document(cell(), cell("within-gate"))


class CommentTests(unittest.TestCase):
    def setUp(self):
        self.github = fake_github.FakeGitHub()
        self.addCleanup(self.github.close)

    def say(self, *options, event=None, token=fake_github.TOKEN, **environment):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(event if event is not None else fake_github.run(), file)
            file.flush()
            return subprocess.run(
                [sys.executable, PROGRAM, "--wait", "0.01", *options], capture_output=True, text=True,
                timeout=60, env={
                    "PATH": os.environ["PATH"], "GITHUB_EVENT_PATH": file.name,
                    "GITHUB_REPOSITORY": fake_github.REPOSITORY, "GITHUB_TOKEN": token,
                    "GITHUB_API_URL": self.github.address, "no_proxy": "*", **environment})

    def said(self, *options, **more):
        done = self.say(*options, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(fake_github.TOKEN, done.stdout + done.stderr)
        return done.stdout

    def refused(self, status, *options, **more):
        done = self.say(*options, **more)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertNotIn(fake_github.TOKEN, done.stdout + done.stderr)
        return done.stderr

    @property
    def bodies(self):
        return [one["body"] for one in self.github.comments]

    def status(self):
        self.assertEqual(len(self.github.statuses), 1)
        one = self.github.statuses[0]
        self.assertEqual((one["sha"], one["context"], one["target_url"]), (
            SHA, "rehearse", "https://github.example/house/tool/actions/runs/7"))
        return one["state"], one["description"]

    # What is said.

    def test_a_regression_is_commented_with_its_cell_and_fails_the_status(self):
        self.github.leave(REGRESSED)
        self.assertIn("#3: commented", self.said(event=fake_github.run(conclusion="failure")))
        self.assertEqual(self.bodies, [
            f"{MARK}\n**Regressed: `list`: CPU time +7.6 % (6.3 to 8.9). 1 regressed, 2 unchanged.**\n\n"
            "| Story | Metric | Change | Verdict |\n|---|---|--:|---|\n"
            "| `list` | CPU time | +7.6 % (6.3 to 8.9) | regressed |\n\n"
            "`work-tree` against `main`. Commit 5f5f5f5f5f, [the run]"
            "(https://github.example/house/tool/actions/runs/7).\n"])
        self.assertEqual(self.status(), (
            "failure", "Regressed: list: CPU time +7.6 % (6.3 to 8.9). 1 regressed, 2 unchanged"))

    def test_a_regression_that_may_be_moved_code_says_so_in_the_headline(self):
        unchecked = cell("regressed", ratio={"point": 1.0148}, **UNCHECKED)
        self.github.leave(document(unchecked, cell(), status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(self.status(), (
            "failure", "Regressed (layout not checked): list: CPU time +1.5 %. 1 regressed, 1 unchanged"))
        self.assertIn("| `list` | CPU time | +1.5 % | regressed, layout not checked |", self.bodies[0])

    def test_a_regression_that_is_the_programs_own_needs_no_layout(self):
        unchecked = cell("regressed", ratio={"point": 1.0148}, **UNCHECKED)
        checked = cell("regressed", story="lend", ratio={"point": 1.2})
        self.github.leave(document(unchecked, checked, status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(self.status(), (
            "failure", "Regressed: lend: CPU time +20 %; list: CPU time +1.5 %. 2 regressed"))

    def test_a_regression_of_errors_has_its_counts(self):
        counts = {
            "baseline": 0, "candidate": 37, "baselineRuns": 60, "candidateRuns": 60, "more": 31, "fewer": 2}
        self.github.leave(document(cell("regressed", metric="errors", counts=counts), status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn("| 0 → 37 in 60 runs of each build | regressed |", self.bodies[0])

    def test_an_improvement_is_commented_and_passes(self):
        self.github.leave(IMPROVED)
        self.said()
        self.assertIn("| `list` | CPU time | -10.0 % (-11.0 to -9.0) | improved |", self.bodies[0])
        self.assertEqual(self.status(), (
            "success", "Improved: list: CPU time -10.0 % (-11.0 to -9.0). 1 improved, 1 unchanged"))

    def test_stories_that_are_placeholders_are_named(self):
        regressed = document(
            cell("regressed", ratio={"point": 1.1}), placeholders=["example"], status="regression")
        self.github.leave(regressed)
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn(
            "\n\n`example` is still a placeholder: its verdicts say nothing about your code.\n\n",
            self.bodies[0])
        self.assertEqual(
            self.status(), (
                "failure", "Regressed: list: CPU time +10 %. 1 regressed (1 story is a placeholder)"))

    def test_stories_that_are_placeholders_are_counted_in_the_status(self):
        self.github.leave(document(cell(), placeholders=["a", "b", "a"]))
        self.said()
        self.assertEqual(self.status(), (
            "success", "No regression: 1 unchanged (2 stories are placeholders)"))

    def test_a_placeholder_without_a_name_is_refused(self):
        self.assertIn("name", self.malformed(document(cell(), placeholders=[{}])))

    def test_an_improvement_is_not_the_answer_of_a_strict_check_that_fails(self):
        self.github.leave(document(
            cell("improved", ratio={"point": 0.9, "lower": 0.89, "upper": 0.91}), status="inconclusive"))
        self.said(event=fake_github.run(conclusion="failure"))
        [status] = self.github.statuses
        self.assertEqual(status["state"], "failure")
        self.assertTrue(status["description"].startswith("Not decided, and the check is strict"), status)

    def test_what_grew_a_million_times_is_named(self):
        ends = {"point": 1562500.0, "lower": 1562500.0, "upper": 1562500.0}
        self.github.leave(document(
            cell("regressed", metric="allocated-bytes", range=ends), status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        [status] = self.github.statuses
        self.assertEqual(status["state"], "failure")
        self.assertIn("1,562,500 times (range 1,562,500 to 1,562,500)", status["description"])

    def test_no_comment_appears_where_nothing_changed(self):
        self.github.leave(document(cell(), cell("within-gate", metric="peak-memory")))
        self.assertIn("nothing changed, and there is no comment", self.said())
        self.assertEqual(self.bodies, [])
        self.assertEqual(self.status(), (
            "success", "No regression: 1 unchanged, 1 within the gate"))

    def test_what_is_not_decided_is_named_and_is_no_good_news(self):
        self.github.leave(document(
            cell("inconclusive", story="search", evidence="pairs", n=4,
                 deciding={"pairs": 20, "planned": True, "seconds": 470.2},
                 ratio={"point": 1.073, "lower": 1.012, "upper": 1.139}),
            cell("improved", metric="peak-memory", ratio={"point": 0.9, "lower": 0.89, "upper": 0.91})))
        self.said()
        words = ("Not decided: `search`: CPU time +7.3 % (1.2 to 13.9), 4 pairs; about 8 min would "
                 "decide it. 1 not decided, 1 improved")
        self.assertIn(f"**{words}.**", self.bodies[0])
        self.assertIn("| `search` | CPU time | +7.3 % (1.2 to 13.9) | not decided |", self.bodies[0])
        self.assertEqual(self.status(), ("success", words.replace("`", "")))

    def test_more_pairs_are_named_where_time_alone_is_not_enough(self):
        self.github.leave(document(*[
            cell("inconclusive", story=name, evidence="pairs", n=60,
                 deciding={"pairs": 90, "planned": False}, ratio={"point": 1.01})
            for name in "abc"]))
        self.said()
        self.assertEqual(self.status()[1], (
            "Not decided: a: CPU time +1.0 %, 60 pairs; about 90 pairs would decide it; and 2 more. 3 not decided"))
        self.assertIn("; `c`: CPU time +1.0 %, 60 pairs; about 90 pairs would decide it.", self.bodies[0])

    def test_missing_parts_are_never_a_pass(self):
        incomplete = json.loads(document(cell()))
        incomplete[0]["judgement"]["missingParts"] = "part 2 of 3 is missing"
        self.github.leave(json.dumps(incomplete))
        self.said()
        self.assertEqual(
            self.status(), ("failure", "Nothing is decided, parts are missing: 1 unchanged"))

    def test_a_check_that_was_stopped_decides_nothing(self):
        stopped = json.loads(document(cell(), status="interrupted"))
        stopped[0]["judgement"]["missingParts"] = "measuring has not ended"
        self.github.leave(json.dumps(stopped))
        self.said()
        self.assertEqual(
            self.status(), ("error", "Nothing is decided, measuring has not ended: 1 unchanged"))

    def test_what_a_control_leaves_unproven_is_no_good_news(self):
        self.github.leave(document(
            cell("unproven", ratio={"point": 1.05, "lower": 1.04, "upper": 1.06}),
            cell("improved", metric="peak-memory", ratio={"point": 0.9, "lower": 0.89, "upper": 0.91})))
        self.said()
        self.assertIn("Times not decided", self.bodies[0])
        self.assertIn("unproven", self.bodies[0])
        self.assertEqual(self.status(), (
            "success", "Times not decided: list: CPU time +5.0 % (4.0 to 6.0). 1 unproven, 1 improved"))

    def test_a_comment_is_edited_to_no_longer_rather_than_left_stale(self):
        self.github.leave(REGRESSED)
        self.said(event=fake_github.run(conclusion="failure"))
        self.github.leave(UNCHANGED)
        self.assertIn("edited the comment", self.said())
        self.assertEqual(len(self.bodies), 1)
        self.assertIn("**No longer**", self.bodies[0])
        self.assertTrue(self.bodies[0].startswith(MARK))

    def test_the_same_again_edits_nothing(self):
        self.github.leave(REGRESSED)
        event = fake_github.run(conclusion="failure")
        self.said(event=event)
        self.assertIn("says so already", self.said(event=event))
        self.assertEqual(self.github.asked("PATCH"), [])

    def test_a_crash_is_commented_as_one(self):
        self.github.leave(document(cell("failed"), cell(story="lend"), status="app-failed"))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn("**The app failed: `list`. 1 failed, 1 unchanged.**", self.bodies[0])
        self.assertEqual(self.status()[0], "failure")

    def test_the_gravest_of_several_comparisons_is_the_checks(self):
        several = json.loads(UNCHANGED) + json.loads(REGRESSED) + json.loads(IMPROVED)
        self.github.leave(json.dumps(several))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(self.status()[0], "failure")

    def test_a_run_that_failed_does_not_pass_whatever_its_file_says(self):
        self.github.leave(UNCHANGED)
        self.said(event=fake_github.run(conclusion="failure"))
        state, words = self.status()
        self.assertEqual(state, "failure")
        self.assertTrue(words.startswith("The run ended with 'failure'"), words)
        self.assertEqual(len(self.bodies), 1)

    def test_a_run_without_a_file_is_an_error(self):
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(
            self.status(), ("error", "The run left no artifact 'rehearse-result'"))
        self.assertIn("no verdict", self.bodies[0])

    def test_a_long_list_is_cut_and_counted(self):
        cells = [cell("regressed", story=f"story {n}") for n in range(45)]
        self.github.leave(document(*cells, status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        open_, folded = self.bodies[0].split("<details><summary>15 more</summary>")
        self.assertEqual((open_.count("| regressed |"), folded.count("| regressed |")), (30, 15))

    def test_what_is_too_long_for_a_comment_is_cut_by_importance(self):
        # Names of four bytes a letter; what improved comes first in the file.
        cells = [cell(word, story=chr(0x1F600) * 70 + str(n), ratio={"point": 1 + n / 1000})
                 for word in ("improved", "regressed") for n in range(400)]
        self.github.leave(document(*cells, status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        text = self.bodies[0]
        self.assertLessEqual(len(text.encode()), 65_536)
        shown = text.count("| regressed |")
        self.assertGreater(shown, 100)
        self.assertNotIn("| improved |", text)
        self.assertIn(f"\n{800 - shown} more have no room here", text)
        self.assertIn("Commit 5f5f5f5f5f", text)
        # The largest change is the first.
        self.assertIn("| +40 % |", text.split("|---|---|--:|---|\n")[1].splitlines()[0])
        self.assertLessEqual(len(self.status()[1]), 140)
        self.assertTrue(self.status()[1].startswith("Regressed: "))

    def test_names_that_are_too_long_for_a_status_are_left_out_whole(self):
        self.github.leave(document(
            cell("regressed", story="x" * 79, ratio={"point": 1.2}),
            cell("regressed", story="y" * 79, ratio={"point": 1.1}), status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(
            self.status()[1], f"Regressed: {'x' * 79}: CPU time +20 %; and 1 more. 2 regressed")

    def test_a_regression_in_a_file_that_says_passed_fails(self):
        self.github.leave(document(cell("regressed", ratio={"point": 1.1})))
        self.said()
        self.assertEqual(self.status(), ("failure", "Regressed: list: CPU time +10 %. 1 regressed"))

    # How it has been, and what the check did not see.

    def trend(self, **changes):
        return {"story": "list", "metric": "cpu-time", "values": [1.0, 0.999, 1.005, 1.015, 1.03, 0.97, 0.94],
                "current": 1.0763, "noise": 0.01, **changes}

    def test_the_values_before_are_a_picture_in_which_the_middle_is_noise(self):
        self.github.leave(document(
            cell("regressed", ratio={"point": 1.0763}), cell("improved", metric="peak-memory"),
            status="regression", trends=[self.trend()]))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn("| Story | Metric | Change | Verdict | Earlier, now | Noise |\n|---|---|--:|---|---|--:|\n"
                      "| `list` | CPU time | +7.6 % | regressed | `▄▄▅▆▇▂▁ █` | ±1.0 % |\n"
                      "| `list` | Peak memory |  | improved | | |\n\nEarlier: the last commits", self.bodies[0])

    def test_a_picture_has_twenty_values_at_most(self):
        self.github.leave(document(
            cell("regressed", ratio={"point": 1.1}), status="regression",
            trends=[self.trend(values=[0.5] * 30 + [1.0] * 20)]))
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn(f"`{'▄' * 20} █`", self.bodies[0])

    def test_trends_that_are_none_are_refused(self):
        for change in ({"values": [0]}, {"values": ["x"]}, {"noise": 0}, {"noise": True}, {"noise": None},
                       {"current": None}, {"values": 3}, {"story": 1}):
            self.github.statuses.clear()
            self.github.artifacts.clear()
            self.github.comments.clear()
            self.malformed(document(cell(), trends=[self.trend(**change)]))

    def exercised(self, *cells, **inputs):
        checked = json.loads(document(*cells))
        checked[0]["judgement"]["inputs"] = {"differing": [], "exercised": [], **inputs}
        self.github.leave(json.dumps(checked))
        self.said()

    def test_changed_files_that_no_story_read_are_named(self):
        self.exercised(
            cell("improved", ratio={"point": 0.9}), differing=["a.c", "b`@you`.c", "c.c"], exercised=["a.c"],
            unrun=["f()"])
        self.assertIn(
            "\n\nNot exercised: no story read 2 of 3 changed files, `b·@you·.c`, `c.c`. "
            "No story runs what changed in `f()`.\n\n", self.bodies[0])

    def test_a_status_says_that_nothing_which_changed_was_read(self):
        self.exercised(cell(), differing=["a.c", "b.c"])
        self.assertEqual(
            self.status(), ("success", "No regression: 1 unchanged. No story read any of the 2 changed files"))
        self.assertEqual(self.bodies, [])

    # Why it says less than it seems to.

    def reserved(self, *cells, by=(), **judgement):
        checked = json.loads(document(*cells))
        kinds = [{"kind": kind, "names": names} for kind, names in by]
        checked[0]["judgement"].update(reservedBy=kinds, **judgement)
        self.github.leave(json.dumps(checked))
        self.said()

    def test_a_changed_driver_is_named_below_the_headline_and_in_the_status(self):
        self.reserved(cell("improved", ratio={"point": 0.499}), cell(), by=[("harness-changed", ["perf/driver.py"])])
        self.assertIn(
            "1 unchanged.**\n\nThe driver changed (`perf/driver.py`): the difference may be the harness's, not the "
            "app's.\n\n| Story", self.bodies[0])
        self.assertEqual(self.status(), (
            "success",
            "Improved: list: CPU time -50 %. 1 improved, 1 unchanged. With reservations: the driver changed"))

    def test_a_changed_driver_is_commented_though_no_cell_changed(self):
        self.reserved(cell(), by=[("harness-changed", ["driver.py"])])
        self.assertIn("**No regression: 1 unchanged.**\n\nThe driver changed (`driver.py`)", self.bodies[0])
        self.assertEqual(
            self.status(), ("success", "No regression: 1 unchanged. With reservations: the driver changed"))

    def test_other_reservations_alone_are_no_reason_for_a_comment(self):
        self.reserved(cell(), by=[("status-alone", ["list"]), ("shared-sockets", ["127.0.0.1:80"])])
        self.assertEqual(self.bodies, [])
        self.assertEqual(self.status(), (
            "success", "No regression: 1 unchanged. With reservations: both sides share sockets; only the status was "
            "checked"))

    def test_a_comment_that_is_over_keeps_its_reservations(self):
        self.github.comment(f"{MARK}\nold")
        self.reserved(cell(), by=[("shared-sockets", ["127.0.0.1:80"])])
        self.assertIn(
            "any more.\n\nBoth sides share what answers at `127.0.0.1:80`, which is not a service of the scenario."
            "\n\nCommit", self.bodies[0])

    def test_what_is_not_known_in_full_names_no_file(self):
        self.reserved(
            cell("improved"), by=[("inputs-unknown", [])],
            inputs={"differing": ["a.c"], "exercised": [], "gap": "no strace"})
        self.assertIn("**\n\nWhat both sides read is not known in full, so nothing is proven, and", self.bodies[0])
        self.assertNotIn("a.c", self.bodies[0])

    def test_what_no_story_read_is_said_once(self):
        self.reserved(
            cell("improved"), by=[("unexercised", ["a.c"])], inputs={"differing": ["a.c"], "exercised": []})
        self.assertIn("**\n\n| Story", self.bodies[0])
        self.assertIn("Not exercised: no story read 1 of 1 changed file, `a.c`.", self.bodies[0])
        self.assertEqual(
            self.status()[1], "Improved: list: CPU time. 1 improved. No story read the changed file")

    def test_reservations_have_room_in_every_status(self):
        kinds = [kind for kind in verdict.RESERVED if kind != verdict.UNKNOWN]
        self.reserved(
            cell("improved", story="x" * 79), cell("improved", story="y" * 79), by=[(kind, ["z"]) for kind in kinds])
        self.assertEqual(
            self.status()[1], "Improved: 2 improved. With reservations: the driver changed; and 12 more")

    def test_every_kind_of_reservation_has_words(self):
        schema = json.loads((PROGRAM.parents[2] / "Docs/schemas/common.schema.json").read_text(encoding="utf-8"))
        one = schema["$defs"]["judgement"]["properties"]["reservedBy"]["items"]["properties"]
        # Placeholders have their own.
        known = {*one["kind"]["enum"], verdict.UNKNOWN} - {"placeholder"}
        self.assertEqual((set(verdict.RESERVED), set(wording.RESERVATIONS)), (known, known))

    def test_a_reservation_that_is_not_known_is_left_to_the_run(self):
        self.reserved(cell("improved"), by=[("<b>", ["@you"]), ("placeholder", ["list"])])
        self.assertIn("**\n\nThe verdict has reservations that the run names.\n\n", self.bodies[0])
        self.assertNotIn("you", self.bodies[0])
        self.assertEqual(
            self.status()[1], "Improved: list: CPU time. 1 improved. With reservations: the run names them")

    def test_reservations_that_are_none_are_refused(self):
        for change in ({"reservedBy": 1}, {"reservedBy": [1]}, {"reservedBy": [{"kind": "moved"}]},
                       {"reservedBy": [{"kind": "moved", "names": [1]}]}, {"newStories": 1}):
            checked = json.loads(document(cell()))
            checked[0]["judgement"].update(change)
            for left in (self.github.statuses, self.github.artifacts, self.github.comments):
                left.clear()
            self.malformed(json.dumps(checked))

    def test_a_check_in_which_all_is_new_is_not_called_no_regression(self):
        new = {"names": ["list", "lend"], "areAll": True, "reason": "@you"}
        self.reserved(cell("new"), cell("new", story="lend"), newStories=new)
        self.assertEqual(self.status(), ("success", "New, nothing to compare with: 2 new"))
        self.assertEqual(self.bodies, [])

    def test_a_check_with_some_new_stories_counts_them(self):
        self.reserved(cell("new"), cell(story="lend"), newStories={"names": ["list"], "areAll": False, "reason": ""})
        self.assertEqual(self.status()[1], "No regression: 1 unchanged, 1 new")

    def test_the_page_is_linked_where_there_is_one(self):
        self.github.leave(REGRESSED)
        self.github.leave(b"", name="rehearse-page")
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn("[its page with charts](https://github.example/house/tool/actions/runs/7/artifacts/41).",
                      self.bodies[0])

    # Two jobs at once.

    def at(self, minute, **more):
        return fake_github.run(run_started_at=f"2026-11-25T03:{minute}:00Z", **more)

    def test_two_jobs_that_report_at_once_leave_one_comment(self):
        self.github.leave(REGRESSED)
        # Neither sees the other's comment before it has made its own.
        self.github.meet = threading.Barrier(2, timeout=30)
        events = [self.at(10, conclusion="failure"), self.at(20, conclusion="failure")]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            said = list(pool.map(lambda event: self.said(event=event), events))
        self.assertEqual(len(self.bodies), 1, said)
        self.assertIn("<!-- began 2026-11-25T03:20:00Z -->", self.bodies[0])

    def test_an_earlier_run_that_comes_late_does_not_overwrite_a_later_ones_words(self):
        self.github.leave(REGRESSED)
        self.said(event=self.at(20, conclusion="failure"))
        self.github.leave(UNCHANGED)
        self.assertIn("the comment is of a later run", self.said(event=self.at(10)))
        self.assertIn("**Regressed", self.bodies[0])
        self.assertIn("edited", self.said(event=self.at(30)))
        self.assertIn("**No longer**", self.bodies[0])

    def test_a_second_comment_that_another_job_has_removed_is_no_failure(self):
        self.github.comment(f"{MARK}\nold")
        self.github.comment(f"{MARK}\ntwin")
        self.github.leave(REGRESSED)
        self.github.faults.append(["DELETE", "/issues/comments", 404, [], {"message": "Not Found"}, 1])
        self.assertIn("edited", self.said(event=fake_github.run(conclusion="failure")))

    def test_two_checks_of_a_repository_have_a_comment_each(self):
        self.github.leave(REGRESSED)
        event = fake_github.run(conclusion="failure")
        self.said(event=event)
        self.said("--name", "rehearse/memory", event=event)
        self.assertEqual(len(self.bodies), 2)
        self.assertEqual([one["context"] for one in self.github.statuses],
                         ["rehearse", "rehearse/memory"])

    def test_of_a_run_made_again_the_newest_file_counts(self):
        self.github.leave(REGRESSED)
        self.github.leave(UNCHANGED)
        self.github.leave(REGRESSED, expired=True)
        self.said()
        self.assertEqual(self.status()[0], "success")

    def test_a_second_comment_of_ones_own_is_removed(self):
        self.github.comment(f"{MARK}\nold")
        self.github.comment(f"{MARK}\nolder twin")
        self.github.leave(REGRESSED)
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(len(self.bodies), 1)
        self.assertIn("Regressed", self.bodies[0])

    # Whose commit it is.

    def test_runs_for_a_push_and_runs_that_did_not_begin_say_nothing(self):
        for change in ({"event": "push"}, {"conclusion": "skipped"}, {"conclusion": "cancelled"},
                       {"conclusion": "action_required"}):
            self.assertIn("nothing to say", self.said(event=fake_github.run(**change)))
        self.assertEqual(self.github.requests, [])

    def test_a_commit_that_is_no_longer_the_head_gets_a_status_and_no_comment(self):
        self.github.pulls = [fake_github.pull(3, sha="ab" * 20)]
        self.github.leave(REGRESSED)
        said = self.said(event=fake_github.run(conclusion="failure"))
        self.assertIn("No open pull request has this commit as its head", said)
        self.assertEqual((self.bodies, len(self.github.statuses)), ([], 1))

    def test_a_pull_request_to_another_repository_is_left_alone(self):
        self.github.pulls = [fake_github.pull(3, base="stranger/tool")]
        self.github.leave(REGRESSED)
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(self.bodies, [])

    def test_a_fork_that_is_gone_gets_a_status(self):
        self.github.leave(REGRESSED)
        self.said(event=fake_github.run(head_repository=None, conclusion="failure"))
        self.assertEqual((self.bodies, len(self.github.statuses)), ([], 1))

    def test_a_comment_of_somebody_else_is_not_edited(self):
        self.github.comment(f"{MARK}\nI am the tool, trust me", user="stranger")
        self.github.leave(REGRESSED)
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(len(self.bodies), 2)
        self.assertIn("trust me", self.bodies[0])

    def test_an_event_of_another_repository_is_refused(self):
        words = self.refused(2, event=fake_github.run(repository={"full_name": "x/y"}))
        self.assertIn("The event belongs to 'x/y', but this is 'house/tool'.", words)

    def test_another_event_is_refused(self):
        self.assertIn("There is no event 'workflow_run'", self.refused(2, event={"push": 1}))

    def test_a_head_that_is_no_commit_is_refused(self):
        self.assertIn("not a commit", self.refused(2, event=fake_github.run(head_sha="../../x")))

    # What a fork may have written.

    def malformed(self, text, **changes):
        self.github.leave(text, **changes)
        self.said()
        state, words = self.status()
        self.assertEqual(state, "error")
        self.assertEqual(len(self.bodies), 1)
        self.assertIn("no verdict", self.bodies[0])
        return words

    def test_names_can_not_mention_link_or_mark_up(self):
        evil = "@everyone #1 <img src=x> [a](http://b) **b** `|x|` \\\n::error::\u202e" + "x" * 200
        self.github.leave(document(
            cell("regressed", story=evil), status="regression", summary="@everyone <b>free text</b>"))
        self.said(event=fake_github.run(conclusion="failure"))
        rows = [line for line in self.bodies[0].splitlines() if line.startswith("| `")]
        self.assertEqual(rows, [
            "| `@everyone #1 <img src=x> [a](http://b) **b** ··x·· ··::error::·"
            + "x" * 17 + "…` | CPU time |  | regressed |"])
        self.assertNotIn("free text", self.bodies[0])

    def test_a_metric_or_verdict_that_is_no_name_is_refused(self):
        self.assertIn("'metric' is not a metric's name", self.malformed(document(cell(metric="<b>"))))

    def test_a_verdict_that_is_no_word_is_refused(self):
        self.assertIn("'verdict' is not a verdict", self.malformed(document(cell("@you"))))

    def test_a_verdict_that_is_not_known_is_counted_and_lends_its_name_to_nothing(self):
        cells = [cell("rated-x"), cell("all-well"), cell()]
        self.github.leave(document(*cells))
        self.said()
        self.assertEqual(self.status()[1], "No regression: 1 unchanged, 2 of another kind")

    def test_stories_that_are_proven_unchanged_are_counted_by_their_word(self):
        self.github.leave(document(cell("proven"), cell("proven", story="lend"), cell(story="add")))
        self.said()
        self.assertEqual(self.status()[1], "No regression: 1 unchanged, 2 unchanged, proven")

    def test_stories_that_do_the_same_work_are_not_called_unchanged(self):
        found = json.loads(document(cell("proven"), cell("proven", story="lend"), cell(story="add")))
        found[0]["judgement"]["storyProofs"] = {"lend": {"kind": "work"}, "list": {"kind": "inputs"}}
        self.github.leave(json.dumps(found))
        self.said()
        self.assertEqual(
            self.status()[1], "No regression: 1 unchanged, 1 unchanged, proven, 1 same work, proven")

    def test_many_unknown_verdicts_make_no_long_words(self):
        letters = "abcdefghijklmnopqrst"
        words = [f"{a}{b}{c}x" for a in letters for b in letters for c in letters]
        self.github.leave(document(*[cell(word) for word in words]))
        said = self.said()
        self.assertIn(f"{len(words)} of another kind", said)
        self.assertLess(len(said), 500)

    def test_a_file_of_very_many_small_parts_is_not_parsed(self):
        self.assertIn("more than 1,000,000 parts", self.malformed("[" + "{}," * 1_000_000 + "{}]"))

    def test_an_archive_that_is_packed_or_damaged_in_any_way_is_told(self):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", method) as file:
                file.writestr("rehearse.json", UNCHANGED * 40)
            whole = data.getvalue()
            start = whole.index(b"rehearse.json") + 13
            for place in range(start, start + 60, 7):
                damaged = bytearray(whole)
                damaged[place] ^= 0xff
                with self.subTest(method=method, place=place):
                    with self.assertRaises(verdict.Malformed):
                        verdict.from_archive(bytes(damaged))

    def test_numbers_that_are_none_are_refused(self):
        for ratio in ('{"point": NaN}', '{"point": 1e999}', '{"point": "x"}', '{"point": -3}',
                      '{"point": true}', f'{{"point": {"9" * 400}}}', "{}"):
            self.github.statuses.clear()
            self.github.artifacts.clear()
            self.github.comments.clear()
            self.malformed(document(cell(ratio="RATIO")).replace('"RATIO"', ratio))

    def test_other_files_are_refused(self):
        for text in ("", "{}", "[]", "[1]", "null", '[{"status": "passed"}]', "[" * 100_000,
                     '[{"status": "fine", "judgement": {}}]', document(1), document(cell(step=0)),
                     document(cell(step="2")), '"' + "9" * 5000, "9" * 5000):
            self.github.statuses.clear()
            self.github.artifacts.clear()
            self.github.comments.clear()
            self.malformed(text)

    def test_a_bomb_is_not_unpacked(self):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
            with file.open("rehearse.json", "w") as entry:
                for _ in range(100):
                    entry.write(b" " * 2**20)
        self.assertLess(len(data.getvalue()), 2**20)
        self.assertIn("more than 16,777,216 bytes", self.malformed(data.getvalue()))

    def test_a_bomb_beside_the_file_is_not_unpacked(self):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("rehearse.json", UNCHANGED)
            with file.open("bomb", "w") as entry:
                for _ in range(200):
                    entry.write(b" " * 2**20)
        self.github.leave(data.getvalue())
        self.said()
        self.assertEqual(self.status()[0], "success")

    def test_an_archive_that_asks_lzma_for_much_memory_is_refused_unread(self):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_LZMA) as file:
            file.writestr("rehearse.json", UNCHANGED)
        # The size of the dictionary, 4 GiB less a byte, stands in the properties after the header.
        evil = bytearray(data.getvalue())
        start = evil.index(b"rehearse.json") + len("rehearse.json")
        evil[start + 5:start + 9] = b"\xff\xff\xff\xff"
        self.assertIn("not packed as GitHub packs it", self.malformed(bytes(evil)))

    def test_an_encrypted_archive_is_refused(self):
        data = bytearray(fake_github.archive(UNCHANGED))
        data[6] |= 1
        data[data.index(b"PK\x01\x02") + 8] |= 1
        self.assertIn("can't be read: RuntimeError", self.malformed(bytes(data)))

    def test_nineteen_thousand_cells_with_names_of_mark_up_are_said_in_time(self):
        cells = [cell("regressed", story=f"</details>|`<!--{n}", ratio={"point": 1.01}) for n in range(19_000)]
        self.github.leave(document(*cells, status="regression"))
        self.said(event=fake_github.run(conclusion="failure"))
        text = self.bodies[0]
        self.assertLessEqual(len(text.encode()), 65_536)
        # What they write stands between marks of code, so the fold ends once.
        outside = "".join(text.split("`")[::2])
        self.assertEqual((outside.count("</details>"), outside.count("<!--")), (1, 1))

    def test_a_large_artifact_is_not_fetched(self):
        self.assertIn("more than 4,194,304", self.malformed(UNCHANGED, size_in_bytes=2**40))
        self.assertNotIn("/zip", " ".join(self.github.asked("GET")))

    def test_one_that_is_larger_than_it_says_is_not_read_to_its_end(self):
        self.github.leave(b"x" * (4 * 1024 * 1024 + 1), size_in_bytes=100)
        self.assertIn("more than 4,194,304 bytes", self.refused(1))

    def test_what_is_no_archive_and_an_archive_of_other_files_are_refused(self):
        self.assertIn("can't be read", self.malformed(b"no archive"))

    def test_an_archive_that_leads_elsewhere_is_refused(self):
        self.assertIn("has no rehearse.json", self.malformed(
            fake_github.archive(UNCHANGED, "../../rehearse.json")))

    # What GitHub may answer.

    def test_pages_are_read_to_the_last(self):
        self.github.page = 2
        self.github.pulls = [fake_github.pull(n, sha="ab" * 20) for n in range(10, 15)] + [
            fake_github.pull(3)]
        for n in range(5):
            self.github.comment(f"talk {n}", user="stranger")
        self.github.comment(f"{MARK}\nold")
        self.github.leave(REGRESSED)
        self.assertIn("edited", self.said(event=fake_github.run(conclusion="failure")))
        self.assertEqual(len(self.bodies), 6)

    def test_a_page_that_leads_elsewhere_is_not_followed(self):
        self.github.faults.append(["GET", "/pulls", 200, [
            ("Link", f'<{self.github.storage}/pulls>; rel="next"')], [], 1])
        self.github.leave(REGRESSED)
        self.assertIn("No open pull request", self.said(
            event=fake_github.run(conclusion="failure")))

    def test_a_token_that_may_not_comment_is_told_what_it_needs(self):
        self.github.leave(REGRESSED)
        self.github.faults.append(["POST", "/issues/3/comments", 403, [
            ("X-Accepted-GitHub-Permissions", "pull_requests=write")],
            {"message": "Resource not accessible by integration"}, 9])
        words = self.refused(1, event=fake_github.run(conclusion="failure"))
        self.assertIn("403 (Resource not accessible by integration)", words)
        self.assertIn("it needs pull_requests=write", words)
        self.assertIn("'workflow_run'", words)
        self.assertEqual(len(self.github.asked("POST")), 2)

    def test_a_wrong_token_is_named_and_not_printed(self):
        self.assertIn("401 (Bad credentials)", self.refused(1, token="wrong"))

    def test_what_is_not_there_is_named(self):
        self.github.faults.append(
            ["GET", "/artifacts", 404, [], {"message": "Not Found"}, 9])
        self.assertIn("404 (Not Found)", self.refused(1))
        self.assertEqual(len(self.github.requests), 1)

    def test_passing_failures_are_tried_again(self):
        self.github.leave(REGRESSED)
        self.github.faults += [
            ["GET", "/artifacts$", 502, [], b"<html>Bad Gateway</html>", 2],
            ["GET", "/pulls", None, [], "", 1],
            ["POST", "/statuses", 500, [], {"message": "oops"}, 1]]
        self.assertIn("commented", self.said(event=fake_github.run(conclusion="failure")))
        self.assertEqual(len(self.bodies), 1)

    def test_lasting_failures_end_with_their_words(self):
        self.github.faults.append(["GET", "/artifacts$", 503, [], {"message": "down"}, 99])
        words = self.refused(1)
        self.assertIn("503 (down), five times", words)
        self.assertEqual(len(self.github.requests), 5)

    def test_a_comment_that_was_made_although_the_answer_was_lost_is_not_made_twice(self):
        self.github.leave(REGRESSED)
        self.github.faults.append(["POST", "/comments", None, [], "after", 1])
        self.assertIn("says so already", self.said(event=fake_github.run(conclusion="failure")))
        self.assertEqual(len(self.bodies), 1)

    def test_a_comment_that_was_not_made_is_made_again(self):
        self.github.leave(REGRESSED)
        self.github.faults.append(["POST", "/comments", 502, [], b"", 1])
        self.said(event=fake_github.run(conclusion="failure"))
        self.assertEqual(len(self.bodies), 1)

    def test_a_rate_limit_is_waited_for_where_it_ends_soon(self):
        self.github.leave(UNCHANGED)
        self.github.faults += [
            ["GET", "/artifacts$", 403, [("Retry-After", "0")], {"message": "secondary"}, 2],
            ["POST", "/statuses", 429, [], {"message": "too many"}, 1]]
        self.said()
        self.assertEqual(len(self.github.statuses), 1)

    def test_a_rate_limit_that_ends_late_is_told_and_not_waited_for(self):
        self.github.faults.append(["GET", "/artifacts$", 403, [
            ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", str(int(time.time()) + 3000))],
            {"message": "API rate limit exceeded"}, 1])
        self.assertIn("rate limit is used up for", self.refused(1))

    def test_an_answer_that_is_no_json_is_told(self):
        self.github.faults.append(["GET", "/artifacts$", 200, [], b"<html>", 1])
        self.assertIn("not JSON", self.refused(1))

    def test_no_answer_at_all_is_told(self):
        words = self.refused(1, GITHUB_API_URL="http://127.0.0.1:9")
        self.assertIn("no answer", words)


if __name__ == "__main__":
    unittest.main()
