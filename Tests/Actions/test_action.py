"""The composite action, its steps carried out one by one as a runner does."""
import json
import os
import subprocess
import sys
import unittest

import fake_github
from stage import BUILT, ROOT, Stage, git

# In place of the program, where only is looked at what it is asked for.
STUB = """#!/bin/sh
case "$1" in
  check)
    printf '%s\\n' "$@" > "$ASKED"
    for word; do [ "$last" != --against ] || git rev-parse "$word^{commit}" > "$ASKED.commit"
      last=$word; done
    echo '[]' ;;
  --version) echo 0.1.0 ;;
esac
"""


class ActionTests(Stage):
    def test_a_regression_fails_the_action_and_reaches_the_pull_request(self):
        self.words(times=40)
        job = self.job()
        passed, outputs = self.check(job, page="true")
        said = "\n".join(job.log)
        self.assertFalse(passed, said)
        self.assertEqual((outputs["status"], outputs["outcome"]), ("2", "regression"), said)
        self.assertIn("Regressed: sort: CPU time", job.summary)
        self.assertIn("╋", job.summary)
        self.assertIn("::error file=words.yml", said)
        page = self.folder / "artifacts/rehearse-page"
        self.assertTrue((page / "report.html").exists(), said)
        self.assertTrue((page / "rehearse.xml").exists())
        self.assertEqual(list(self.caches), ["rehearse-Linux-X64-rehearse-7-1"])
        # The artifact, as the second workflow finds it.
        result = self.folder / "artifacts/rehearse-result/rehearse.json"
        github = fake_github.FakeGitHub()
        self.addCleanup(github.close)
        github.leave(result.read_text())
        event = self.folder / "event.json"
        event.write_text(json.dumps(fake_github.run(conclusion="failure")))
        done = subprocess.run(
            [sys.executable, ROOT / "Actions/comment/comment.py"], capture_output=True, text=True,
            check=False, env={
                "PATH": os.environ["PATH"], "GITHUB_EVENT_PATH": str(event),
                "GITHUB_REPOSITORY": fake_github.REPOSITORY, "GITHUB_TOKEN": fake_github.TOKEN,
                "GITHUB_API_URL": github.address, "no_proxy": "*"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(github.comments[0]["body"], r"\| `sort` \| CPU time \| \d+ times \(\d+ to \d+\) \| regressed \|")
        self.assertEqual(github.statuses[0]["state"], "failure")

    def test_equal_builds_pass_and_leave_a_cache(self):
        self.words(times=1)
        job = self.job()
        passed, outputs = self.check(job)
        self.assertTrue(passed, "\n".join(job.log))
        self.assertEqual((outputs["status"], outputs["outcome"]), ("0", "passed"))
        self.assertTrue((self.folder / "artifacts/rehearse-page/rehearse.xml").exists())
        self.assertEqual(list(self.caches), ["rehearse-Linux-X64-rehearse-7-1"])

    def test_what_can_not_be_measured_fails_without_a_result(self):
        self.words(times=1)
        (self.workspace / "words.yml").write_text("scenario: words\n")
        job = self.job()
        passed, outputs = self.check(job)
        self.assertFalse(passed)
        self.assertEqual((outputs["status"], outputs["outcome"]), ("1", "tool-failed"))
        self.assertIn("has no verdict", job.summary)
        self.assertFalse((self.folder / "artifacts/rehearse-result").exists())

    def test_version_source_builds_the_actions_own_sources_checks_by_them_and_keeps_them(self):
        self.words(times=1)
        # To compile a release takes minutes: what `make test-actions` has compiled stands for it. All
        # else is carried out: make's own targets, the installation, the check, the cache. It may load any library.
        compiler, asked = self.folder / "bin/swift", self.folder / "asked"
        compiler.write_text(f'#!/bin/sh\necho "$@" >> "{asked}"\n')
        compiler.chmod(0o755)
        job = self.job(
            programs=self.folder / "bin",
            MAKEFLAGS=f"-- BUILT={BUILT} ALLOWED=. ALLOWED_TO_COMPANIONS=.")
        passed, outputs = self.check(job, version="source")
        said = "\n".join(job.log)
        self.assertTrue(passed, said)
        self.assertEqual(outputs["outcome"], "passed", said)
        products = [words.split("--product ")[1].split()[0] for words in asked.read_text().splitlines()]
        self.assertEqual(
            products, [
                "rehearse", "rehearse-launcher", "rehearse-ticker", "rehearse-stepper",
                "rehearse-allocations", "rehearse-users"])
        self.assertEqual(asked.read_text().count(" -c release "), 6)
        installed = self.folder / "home/.cache/rehearse-install"
        for program in ("rehearse-launcher", "rehearse-users"):
            self.assertTrue((installed / "libexec/rehearse" / program).exists())
        # The next job takes what was built, and compiles nothing. A new container lacks what it runs with.
        asked.unlink()
        note = self.folder / "called"
        for name, text in (
                ("dpkg-query", "exit 1"), ("sudo", 'exec "$@"'), ("apt-get", f'echo "$@" >> "{note}"')):
            (self.folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)
        home = self.folder / "next"
        home.mkdir()
        job = self.job(programs=self.folder / "bin", HOME=str(home))
        passed, _ = self.check(job, version="source")
        self.assertTrue(passed, "\n".join(job.log))
        self.assertFalse(asked.exists())
        self.assertTrue((home / ".cache/rehearse-install/bin/rehearse").exists())
        called = note.read_text().split()
        for package in ("gnuplot-nox", "fonts-dejavu-core", "binutils", "strace"):
            self.assertIn(package, called)
        self.assertNotIn("libboost-dev", called)

    def refused(self, words, event="pull_request", of="", **inputs):
        self.words(times=1)
        job = self.job(event, GITHUB_SHA=of)
        passed, _ = self.check(job, **inputs)
        self.assertFalse(passed)
        self.assertIn(words, "\n".join(job.log))

    def test_wrong_inputs_are_named(self):
        self.refused("::error::There is no 'other.yml'", scenario="other.yml")
        self.refused("::error::'version' is 'newest'", version="newest")
        self.refused("::error::'name' is 'a b'", name="a b")
        self.refused("::error::'strict' is 'yes'", strict="yes")
        self.refused("::error::'page' is '1'", page="1")
        self.refused("::error::'against' is empty", against="")

    def test_options_with_an_open_quote_are_refused_and_none_of_them_is_lost(self):
        self.refused("with a quote that is not closed", options="--pairs 20 --name=night's --strict")

    def test_a_strangers_code_never_gets_a_token_that_may_write(self):
        self.refused("Not on 'pull_request_target'", event="pull_request_target")

    def test_a_status_of_0_without_a_verdict_does_not_pass(self):
        self.words(times=1)
        stub = self.folder / "bin/rehearse"
        stub.write_text("#!/bin/sh\n")
        stub.chmod(0o755)
        job = self.job(programs=self.folder / "bin")
        passed, outputs = self.check(job)
        self.assertFalse(passed)
        self.assertEqual((outputs["status"], outputs["outcome"]), ("1", "tool-failed"))
        self.assertIn("::error::The status is 0, but no verdict was printed.", "\n".join(job.log))
        self.assertIn("has no verdict", job.summary)

    # Against what: by a program that writes down what it is asked for.

    def asked(self, event, before="", base="", **inputs):
        stub = self.folder / "bin/rehearse"
        stub.write_text(STUB)
        stub.chmod(0o755)
        note = self.folder / "asked"
        payload = self.folder / "payload.json"
        payload.write_text(json.dumps({
            "ref": "refs/heads/main", "before": before, "merge_group": {"base_sha": base}}, indent=2))
        is_cloned = (self.workspace / ".git").exists()
        job = self.job(
            event, programs=self.folder / "bin", ASKED=str(note), GITHUB_EVENT_PATH=str(payload),
            GITHUB_SHA=git(self.workspace, "rev-parse", "HEAD") if is_cloned else "",
            GITHUB_BASE_REF="main" if event == "pull_request" else "")
        passed, _ = self.check(job, **{"against": "auto", "options": "", **inputs})
        self.assertTrue(passed, "\n".join(job.log))
        commit = note.with_suffix(".commit")
        return note.read_text().splitlines(), commit.read_text().strip() if commit.exists() else None

    def clone(self):
        """A merge of a branch with main, checked out as GitHub does: one commit deep."""
        origin = self.folder / "origin"
        origin.mkdir()
        git(origin, "init", "--quiet", "--initial-branch", "main")
        (origin / "words.yml").write_text("1")
        git(origin, "add", ".")
        git(origin, "commit", "--quiet", "--message", "one")
        git(origin, "switch", "--quiet", "--create", "branch")
        (origin / "more").write_text("2")
        git(origin, "add", ".")
        git(origin, "commit", "--quiet", "--message", "two")
        git(origin, "switch", "--quiet", "main")
        (origin / "words.yml").write_text("3")
        git(origin, "commit", "--quiet", "--all", "--message", "three")
        base = git(origin, "rev-parse", "HEAD")
        git(origin, "switch", "--quiet", "--detach")
        git(origin, "merge", "--quiet", "--no-edit", "branch")
        git(origin, "update-ref", "refs/pull/3/merge", "HEAD")
        git(origin, "switch", "--quiet", "main")
        # The branch has moved on since GitHub merged.
        (origin / "words.yml").write_text("4")
        git(origin, "commit", "--quiet", "--all", "--message", "four")
        git(self.workspace, "init", "--quiet")
        git(self.workspace, "remote", "add", "origin", f"file://{origin}")
        git(self.workspace, "fetch", "--quiet", "--depth=1", "origin", "refs/pull/3/merge")
        git(self.workspace, "checkout", "--quiet", "FETCH_HEAD")
        return base, git(origin, "rev-parse", "main")

    def test_a_pull_request_is_compared_with_the_branch_as_it_was_when_they_were_merged(self):
        base, moved = self.clone()
        words, commit = self.asked("pull_request")
        self.assertEqual(words[words.index("--against") + 1], "rehearse/main")
        self.assertEqual(commit, base)
        self.assertNotEqual(commit, moved)

    def test_a_pull_request_without_githubs_merge_is_refused(self):
        self.clone()
        merge = git(self.workspace, "rev-parse", "HEAD")
        git(self.workspace, "fetch", "--quiet", "--depth=1", "origin", "branch")
        git(self.workspace, "checkout", "--quiet", "FETCH_HEAD")
        self.refused("is not the commit of this 'pull_request'", against="auto", of=merge)

    def pushed(self):
        """The commits of main, of which the last is checked out, one commit deep."""
        _, last = self.clone()
        origin = self.folder / "origin"
        git(self.workspace, "fetch", "--quiet", "--depth=1", "origin", "main")
        git(self.workspace, "checkout", "--quiet", "FETCH_HEAD")
        commits = git(origin, "rev-list", "--reverse", "main").split()
        self.assertEqual((len(commits), commits[-1]), (3, last))
        return commits

    def test_a_push_of_several_commits_is_compared_with_the_branch_before_it(self):
        commits = self.pushed()
        words, commit = self.asked("push", before=commits[0])
        self.assertEqual(words[words.index("--against") + 1], "rehearse/before")
        self.assertEqual(commit, commits[0])

    def test_a_new_branch_is_compared_with_the_commit_before_its_last(self):
        commits = self.pushed()
        self.assertEqual(self.asked("push", before="0" * 40)[1], commits[1])

    def test_a_revision_that_is_named_is_fetched_where_it_is_missing(self):
        _, moved = self.clone()
        self.assertEqual(self.asked("pull_request", against="origin/main")[1], moved)

    def test_a_merge_queues_commits_are_compared_with_the_branch_before_them(self):
        commits = self.pushed()
        words, commit = self.asked("merge_group", base=commits[0])
        self.assertEqual(words[words.index("--against") + 1], "rehearse/before")
        self.assertEqual(commit, commits[0])

    def test_a_branch_is_that_of_the_server_in_a_workspace_that_is_kept(self):
        base, moved = self.clone()
        git(self.workspace, "update-ref", "refs/remotes/origin/main", "HEAD")
        self.assertEqual(self.asked("pull_request", against="origin/main")[1], moved)
        # The branch is written anew, and the next job finds what this one fetched.
        origin = self.folder / "origin"
        git(origin, "commit", "--quiet", "--amend", "--message", "other")
        other = git(origin, "rev-parse", "main")
        self.assertNotIn(other, (base, moved))
        for name in ("main", "origin/main"):
            self.assertEqual(self.asked("pull_request", against=name)[1], other)

    def test_a_whole_clone_stays_whole_and_needs_no_server(self):
        self.clone()
        git(self.workspace, "fetch", "--quiet", "--unshallow", "origin", "main:refs/remotes/origin/main",
            "refs/pull/3/merge")
        last = git(self.workspace, "rev-parse", "origin/main")
        self.assertEqual(self.asked("pull_request", against="origin/main")[1], last)
        self.assertEqual(git(self.workspace, "rev-parse", "--is-shallow-repository"), "false")
        git(self.workspace, "remote", "set-url", "origin", "file:///does/not/exist")
        words, commit = self.asked("pull_request", against="origin/main")
        self.assertEqual((words[words.index("--against") + 1], commit), ("origin/main", last))

    def test_a_release_that_another_program_hides_is_refused(self):
        self.words(times=1)
        for name, text in (
                ("curl", ""), ("sudo", 'exec "$@"'), ("apt-get", ""), ("dpkg", "echo amd64"),
                ("rehearse", "echo 0.0.9")):
            (self.folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)
        job = self.job("workflow_dispatch", programs=self.folder / "bin")
        passed, _ = self.check(job, version="0.1.0")
        self.assertFalse(passed)
        self.assertIn(
            f"::error::0.1.0 was installed, but '{self.folder}/bin/rehearse' comes first in PATH, and is 0.0.9.",
            "\n".join(job.log))

    def test_a_release_comes_with_what_sends_requests(self):
        self.words(times=1)
        note = self.folder / "called"
        for name, text in (
                ("curl", f'echo curl "$@" >> "{note}"'), ("sudo", 'exec "$@"'),
                ("apt-get", f'echo apt-get "$@" >> "{note}"'), ("dpkg", "echo amd64")):
            (self.folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)
        self.asked("workflow_dispatch", version="0.1.0")
        called = [line.split() for line in note.read_text().splitlines()]
        files = ["rehearse_0.1.0_amd64.deb", "rehearse-users_0.1.0_amd64.deb"]
        self.assertEqual([words[-1] for words in called if words[0] == "curl"], [
            f"https://github.com/house/tool/releases/download/v0.1.0/{file}" for file in files])
        [installed] = [words for words in called if words[:2] == ["apt-get", "install"]]
        self.assertEqual(installed[-2:], [
            str(self.folder / "temp/rehearse-install" / file) for file in files])

    def test_options_are_words_and_expand_nothing(self):
        (self.workspace / "words.yml").write_text("")
        words, _ = self.asked(
            "workflow_dispatch", options="--story 'a b'\n--name \"$HOME `id`\" *", strict="true",
            max_time="2 min")
        self.assertEqual(words[words.index("--story") + 1:], ["a b", "--name", "$HOME `id`", "*", "--json"])
        self.assertEqual(words[words.index("--max-time") + 1], "2 min")
        self.assertIn("--strict", words)
        self.assertEqual(words[words.index("--against") + 1], "never")


if __name__ == "__main__":
    unittest.main()
