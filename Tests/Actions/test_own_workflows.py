"""This repository's own workflows use its action as it is, and the harness's scenarios can be replayed."""
import re
import subprocess
import unittest

import yaml

from stage import BUILT, ROOT, Stage

WORKFLOWS = ROOT / ".github/workflows"
SCENARIOS = ["harness", "harness-store"]


def workflow(name):
    return yaml.safe_load((WORKFLOWS / name).read_text())


def only_job(name):
    [job] = workflow(name)["jobs"].values()
    [step] = [step for step in job["steps"] if step.get("uses", "").startswith("./")]
    return job, step


class OwnWorkflowTests(unittest.TestCase):
    def test_pull_requests_are_checked_on_both_scenarios_with_inputs_that_the_action_has(self):
        job, step = only_job("performance.yml")
        self.assertEqual(job["strategy"]["matrix"], {"scenario": SCENARIOS})
        self.assertEqual(step["uses"], "./")
        declared = yaml.safe_load((ROOT / "action.yml").read_text())["inputs"]
        self.assertEqual(set(step["with"]) - set(declared), set())
        self.assertEqual(step["with"]["scenario"], "Scenarios/${{ matrix.scenario }}.yml")
        self.assertEqual(workflow("performance.yml")["permissions"], {"contents": "read"})

    def test_the_comments_follow_the_checks_and_take_their_results(self):
        (check, checked), (comment, step) = only_job("performance.yml"), only_job("performance-comment.yml")
        self.assertEqual(comment["strategy"]["matrix"], check["strategy"]["matrix"])
        self.assertEqual(step["uses"], "./Actions/comment")
        self.assertEqual(step["with"], {
            "artifact": f"{checked['with']['name']}-result", "name": checked["with"]["name"]})
        # YAML 1.1 reads 'on' as true.
        followed = workflow("performance-comment.yml")[True]["workflow_run"]["workflows"]
        self.assertEqual(followed, [workflow("performance.yml")["name"]])


class HarnessScenarioTests(Stage):
    def replay(self, name):
        """One replay by the program that was built, in place of a release."""
        text = (ROOT / f"Scenarios/{name}.yml").read_text()
        text, changed = re.subn(
            r"release: \{.*\}", f"release: {{ variables: {{ rehearse: {BUILT}/rehearse }} }}", text)
        self.assertEqual(changed, 1)
        (self.workspace / f"{name}.yml").write_text(text)
        return subprocess.run(
            [BUILT / "rehearse", "run", f"{name}.yml", "--runs", "1", "--no-report", "--store", "store.sqlite"],
            cwd=self.workspace, capture_output=True, text=True, check=False, timeout=600)

    def test_both_scenarios_can_be_replayed(self):
        for name in SCENARIOS:
            done = self.replay(name)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class OwnHistoryTests(Stage):
    """What the nightly job does with the store, by programs that write down what they are asked for."""

    def setUp(self):
        super().setUp()
        (self.workspace / ".ci").mkdir()
        script = self.workspace / ".ci/own-history"
        script.write_bytes((ROOT / ".ci/own-history").read_bytes())
        script.chmod(0o755)

    def stub(self, name, text):
        program = self.folder / "bin" / name
        program.write_text(f"#!/bin/sh\necho \"$*\" >> '{self.folder}/asked'\n{text}\n")
        program.chmod(0o755)
        return program

    def call(self, *words):
        done = subprocess.run(
            [".ci/own-history", *words], cwd=self.workspace, capture_output=True, text=True, check=False,
            env={"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "GITHUB_REF_NAME": "main",
                 "GITHUB_STEP_SUMMARY": str(self.folder / "summary")})
        return done, (self.folder / "asked").read_text().splitlines()

    def test_the_store_is_that_of_the_newest_night_that_has_one(self):
        self.stub("gh", 'case "$2:$3" in list:*) printf "3\\n2\\n1\\n" ;; download:3) exit 1 ;; esac')
        done, asked = self.call("restore")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("--workflow nightly.yml --branch main ", asked[0])
        self.assertEqual([line.split()[2] for line in asked[1:]], ["3", "2"])

    def test_a_history_begins_anew_only_if_github_says_that_there_is_none(self):
        self.stub("gh", "")
        done, _ = self.call("restore")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("::notice::", done.stdout)
        self.stub("gh", "exit 1")
        self.assertNotEqual(self.call("restore")[0].returncode, 0)

    def test_a_scenario_that_fails_fails_the_job_and_hides_no_other(self):
        program = self.stub("rehearse", 'case "$1:$2" in run:Scenarios/harness.yml) exit 3 ;; esac')
        done, asked = self.call("measure", str(program))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual([line.split()[1] for line in asked if line.startswith("run ")], [
            f"Scenarios/{name}.yml" for name in SCENARIOS])
        self.assertEqual(sum(line.startswith("history ") for line in asked), 6)
        self.assertIn("### harness-store: peak-memory", (self.folder / "summary").read_text())

    def test_a_history_that_can_not_be_had_fails_the_job(self):
        program = self.stub("rehearse", 'case "$1:$3" in history:harness) exit 1 ;; esac')
        self.assertEqual(self.call("measure", str(program))[0].returncode, 1)


if __name__ == "__main__":
    unittest.main()
