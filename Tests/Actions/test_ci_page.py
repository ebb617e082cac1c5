"""What Docs/how-to/ci.md shows works as it stands there: the action's steps, GitLab's script, Jenkins'."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import unittest

import yaml

import fake_github
import runner
from stage import BUILT, QUICK, ROOT, Stage, git

PAGE = (ROOT / "Docs/how-to/ci.md").read_text()
VERSION = subprocess.run(
    ["sh", ROOT / "Packaging/version.sh"], capture_output=True, text=True, check=True).stdout.strip()
ACTION = re.compile(r"OWNER/rehearse(/[\w/]+)?@v(.+)")


def block(language, first):
    [found] = [text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.S) if first in text]
    return found


class Repository(Stage):
    """A repository with a scenario, whose branch made a story many times as slow."""

    def setUp(self):
        super().setUp()
        git(self.workspace, "init", "--quiet", "--initial-branch", "main")
        scenarios = self.workspace / "Scenarios"
        scenarios.mkdir()
        self.words(times=1)
        text = (self.workspace / "words.yml").read_text()
        (self.workspace / "words.yml").unlink()
        # One build, of which two revisions are compared.
        text = re.sub(r"  old: .*\n  new: .*\n", "  python: { command: [/usr/bin/python3, words.py] }\n",
                      text)
        (scenarios / "words.yml").write_text(text)
        driver = (self.workspace / "words_driver.py").read_text()
        (self.workspace / "words_driver.py").unlink()
        (scenarios / "words.py").write_text(driver)
        git(self.workspace, "add", ".")
        git(self.workspace, "commit", "--quiet", "--message", "one")
        self.base = git(self.workspace, "rev-parse", "HEAD")
        git(self.workspace, "remote", "add", "origin", f"file://{self.workspace}")
        git(self.workspace, "switch", "--quiet", "--create", "slow")
        (scenarios / "words.py").write_text(driver.replace("else 1", "else 40"))
        git(self.workspace, "commit", "--quiet", "--all", "--message", "two")

    def environment(self, **more):
        return {"PATH": f"{BUILT}:{os.environ['PATH']}", "HOME": str(self.folder / "home"),
                "LC_ALL": "C.UTF-8", "CI": "true", **more}

    def expect_regression(self, status, said):
        self.assertEqual(status, 2, said)
        self.assertIn("Regressed: sort: CPU time", said)


class WorkflowTests(Repository):
    def steps(self, first):
        workflow = yaml.safe_load(block("yaml", first))
        [job] = workflow["jobs"].values()
        return workflow, [step for step in job["steps"] if "rehearse" in step["uses"]]

    def test_the_workflow_measures_and_fails(self):
        workflow, [step] = self.steps("performance.yml")
        self.assertEqual(ACTION.fullmatch(step["uses"])[2], VERSION)
        self.assertEqual(workflow["permissions"], {"contents": "read"})
        job = self.job(GITHUB_BASE_REF="main", GITHUB_SHA=git(self.workspace, "rev-parse", "HEAD"))
        passed, outputs = job.run(str(ROOT), {
            **step["with"], "version": "installed", "page": "false",
            "options": QUICK})
        self.assertFalse(passed)
        self.expect_regression(int(outputs["status"]), "\n".join(job.log))

    def test_the_comments_workflow_follows_the_first_and_may_do_what_it_needs(self):
        workflow, [step] = self.steps("performance-comment.yml")
        folder, version = ACTION.fullmatch(step["uses"]).groups()
        self.assertTrue((ROOT / folder.strip("/") / "action.yml").exists())
        self.assertEqual(version, VERSION)
        # YAML 1.1 reads 'on' as true.
        self.assertEqual(workflow[True]["workflow_run"]["workflows"], [
            yaml.safe_load(block("yaml", "performance.yml"))["name"]])
        self.assertEqual(workflow["permissions"], {
            "actions": "read", "pull-requests": "write", "statuses": "write"})

    def test_the_comments_action_says_it(self):
        github = fake_github.FakeGitHub()
        self.addCleanup(github.close)
        event = self.folder / "event.json"
        event.write_text(json.dumps(fake_github.run(conclusion="failure")))
        job = self.job(
            "workflow_run", GITHUB_EVENT_PATH=str(event), GITHUB_API_URL=github.address, no_proxy="*")
        job.context["github.token"] = fake_github.TOKEN
        passed, _ = job.run(str(ROOT / "Actions/comment"), {})
        self.assertTrue(passed, "\n".join(job.log))
        self.assertIn("no verdict", github.comments[0]["body"])

    def test_the_store_of_main_is_kept_of_a_job_that_fails_too(self):
        workflow = yaml.safe_load(block("yaml", "rehearse-store-"))
        restore, check, save = workflow["jobs"]["check"]["steps"][1:]
        self.assertEqual(restore["uses"], "actions/cache/restore@v4")
        self.assertEqual(check["with"]["store"], restore["with"]["path"])
        # GitHub skips a step after one that failed, unless it says so.
        self.assertEqual((save["uses"], save["if"]), ("actions/cache/save@v4", "!cancelled()"))
        self.assertEqual(save["with"], {
            "path": restore["with"]["path"],
            "key": "${{ steps." + restore["id"] + ".outputs.cache-primary-key }}"})

    def test_the_reference_lists_the_actions_inputs_and_outputs(self):
        definition = yaml.safe_load((ROOT / "action.yml").read_text())
        page = (ROOT / "Docs/reference/action.md").read_text()
        listed = re.findall(r"^\| `([\w-]+)` \|", page, re.M)
        self.assertEqual(listed, [*definition["inputs"], *definition["outputs"]])


class OtherServiceTests(Repository):
    def shell(self, script, **more):
        return runner.locally(
            f"set -e\n{script}".replace("--max-time '15 min'", QUICK),
            self.environment(**more), str(self.workspace))

    def test_gitlabs_script(self):
        job = yaml.safe_load(block("yaml", ".gitlab-ci.yml"))["performance"]
        _, *fetched, install = job["before_script"]
        files = [f"{name}_{VERSION}_amd64.deb" for name in ("rehearse", "rehearse-users")]
        self.assertEqual([line.split(f"/v{VERSION}/")[1] for line in fetched], files)
        self.assertEqual(install.split()[-2:], [f"./{file}" for file in files])
        self.expect_regression(*self.shell(
            "\n".join(job["script"]), CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base))
        self.assertEqual(job["cache"]["when"], "always")
        reports = job["artifacts"]["reports"]
        self.assertEqual(list(reports), ["junit", "codequality", "metrics"])
        self.assertTrue((self.workspace / reports["junit"]).stat().st_size > 0)
        [issue] = json.loads((self.workspace / reports["codequality"]).read_text())
        self.assertEqual((issue["severity"], issue["check_name"]), ("major", "rehearse/cpu-time"))
        self.assertEqual(issue["location"]["path"], "Scenarios/words.yml")
        # As Gitlab::Ci::Parsers::Metrics::Generic reads it.
        lines = [shlex.split(re.sub("#.*$", "", line))
                 for line in (self.workspace / reports["metrics"]).read_text().splitlines()]
        metrics = {words[0]: words[1] for words in lines if words}
        [name] = metrics
        self.assertEqual(name, "rehearse_cpu_time_seconds{experiment=words-check,story=sort}")
        self.assertGreater(float(metrics[name]), 0)
        self.assertTrue((self.workspace / "page/report.html").exists())

    def test_gitlabs_script_compares_a_push_with_the_branch_before_it(self):
        job = yaml.safe_load(block("yaml", ".gitlab-ci.yml"))["performance"]
        script = "\n".join(line for line in job["script"] if not line.startswith("rehearse"))
        for before, expected in ((self.base, self.base), ("0" * 40, self.base)):
            self.assertEqual(self.shell(script, CI_COMMIT_BEFORE_SHA=before)[0], 0)
            self.assertEqual(git(self.workspace, "rev-parse", "rehearse/before"), expected)
        git(self.workspace, "commit", "--quiet", "--allow-empty", "--message", "three")
        self.shell(script, CI_COMMIT_BEFORE_SHA=self.base)
        self.assertEqual(git(self.workspace, "rev-parse", "rehearse/before"), self.base)

    def test_gitlabs_script_compares_a_merged_result_with_what_it_is_merged_into(self):
        job = yaml.safe_load(block("yaml", ".gitlab-ci.yml"))["performance"]
        script = "\n".join(line for line in job["script"] if not line.startswith("rehearse"))
        git(self.workspace, "switch", "--quiet", "main")
        git(self.workspace, "commit", "--quiet", "--allow-empty", "--message", "three")
        target = git(self.workspace, "rev-parse", "HEAD")
        git(self.workspace, "merge", "--quiet", "--no-edit", "slow")
        # GitLab leaves the target empty where nothing was merged.
        for given, expected in ((target, target), ("", self.base)):
            status, said = self.shell(
                script, CI_MERGE_REQUEST_DIFF_BASE_SHA=self.base, CI_MERGE_REQUEST_TARGET_BRANCH_SHA=given)
            self.assertEqual(status, 0, said)
            self.assertEqual(git(self.workspace, "rev-parse", "rehearse/before"), expected)

    def test_jenkins_script(self):
        [check] = re.findall(r"sh '''(.*?)'''", block("groovy", "Jenkinsfile"), re.S)
        # Main has moved on since the branch began, and got as slow.
        git(self.workspace, "switch", "--quiet", "main")
        driver = self.workspace / "Scenarios/words.py"
        driver.write_text(driver.read_text().replace("else 1", "else 40"))
        git(self.workspace, "commit", "--quiet", "--all", "--message", "three")
        git(self.workspace, "switch", "--quiet", "slow")
        self.expect_regression(*self.shell(check, CHANGE_TARGET="main"))
        self.assertTrue((self.workspace / "rehearse.xml").stat().st_size > 0)
        self.assertTrue((self.workspace / "page/report.html").exists())
        # The next build measures nothing, and leaves nothing of this one.
        (self.workspace / "Scenarios/words.yml").write_text("scenario: words\n")
        self.assertEqual(self.shell(check, CHANGE_TARGET="main")[0], 1)
        self.assertFalse((self.workspace / "page").exists())
        self.assertFalse((self.workspace / "rehearse.xml").exists())


if __name__ == "__main__":
    unittest.main()
