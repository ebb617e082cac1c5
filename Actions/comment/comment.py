#!/usr/bin/env python3
"""Says on a pull request what a check of it came to, in one comment, and sets a commit status.

    comment.py [--artifact NAME] [--name NAME] [--author LOGIN]

Runs in a workflow on `workflow_run`, which belongs to the repository itself and may write, after the
check's own workflow, which ran code of the pull request and could only read. It takes nothing on trust
from that workflow but its artifact's numbers and names (verdict.py). Which pull request it is follows
from the head commit that GitHub names in the event.

A comment appears where something changed: a cell regressed, improved, or has no verdict, or the driver is
another, which may hide that. It is edited by each later run; once nothing is changed any more, it says so. It
is never deleted, unless there are two: of two that are made at the same time the older stays, with the words
of the later run.

Exit status: 0 said, or nothing to say; 1 it could not be said; 2 wrong usage, or no such event."""
import argparse
import json
import os
import re
import sys

import github_api
import verdict
import wording

MARK = "<!-- rehearse:{} -->"
# The time when the run began: it orders runs, also those that were made again.
BEGAN = re.compile(r"<!-- began ([0-9TZ:-]{1,30}) -->")
# Runs that say nothing of the commit: they wait for approval, did not begin, or made room for a later.
SILENT = {"action_required", "cancelled", "skipped", "stale", "neutral"}


class Usage(Exception):
    """This can't be carried out here."""


def event():
    """The run that has ended, as GitHub tells of it."""
    try:
        with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
            run = json.load(file)["workflow_run"]
        head = run["head_repository"] or {}
        return {
            "id": int(run["id"]), "event": run["event"], "conclusion": run["conclusion"],
            "sha": run["head_sha"], "branch": run["head_branch"], "url": run["html_url"],
            "owner": (head.get("owner") or {}).get("login"),
            "repository": run["repository"]["full_name"],
            "began": re.sub(r"[^0-9TZ:-]", "", str(run.get("run_started_at") or ""))[:30],
        }
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise Usage(
            f"There is no event 'workflow_run' in GITHUB_EVENT_PATH ({type(error).__name__}: "
            f"{error}). This runs in a workflow with 'on: workflow_run'.") from None


def newest(github, run, name):
    """The artifact of that name; None if there is none."""
    found = [
        one for one in github.pages(f"/actions/runs/{run['id']}/artifacts", "artifacts", name=name)
        if one.get("name") == name and not one.get("expired")]
    # A run that was made again leaves one more.
    return max(found, key=lambda one: one["id"]) if found else None


def result(github, run, artifact):
    """What the check came to, or words for why that is not known."""
    found = newest(github, run, artifact)
    if not found:
        return f"The run left no artifact '{artifact}'"
    if found["size_in_bytes"] > verdict.ARCHIVE_LIMIT:
        return f"The artifact has more than {verdict.ARCHIVE_LIMIT:,} bytes"
    archive = github.download(
        f"/actions/artifacts/{int(found['id'])}/zip", verdict.ARCHIVE_LIMIT)
    return verdict.from_archive(archive)


def links(github, run, artifact):
    """The commit, its run, and the artifact with the page if there is one."""
    page = newest(github, run, artifact.removesuffix("-result") + "-page")
    words = f"Commit {run['sha'][:10]}, [the run]({run['url']})"
    return f"{words}, [its page with charts]({run['url']}/artifacts/{int(page['id'])})." if page else f"{words}."


def pull_requests(github, run):
    """The open pull requests whose head is the commit that was checked."""
    if not run["owner"] or not run["branch"]:
        return []
    pulls = github.pages("/pulls", state="open", head=f"{run['owner']}:{run['branch']}")
    return [
        pull["number"] for pull in pulls
        if pull["head"]["sha"] == run["sha"]
        and pull["base"]["repo"]["full_name"] == github.repository]


def status(found, run):
    """The commit status: its state, what it says, and the same for a comment, which has more room."""
    if isinstance(found, str):
        return "error", found[:wording.STATUS_LIMIT], found
    state, ended = found.state, ""
    if state == "success" and run["conclusion"] != "success":
        # Its file says one thing, its end another.
        state, ended = "failure", f"The run ended with '{str(run['conclusion'])[:20]}', after: "
    return state, wording.status(found, ended), ended + wording.sentence(found)


def body(found, mark, state, words, commit):
    """The comment; None where nothing changed."""
    if isinstance(found, str):
        return f"{mark}\n**Rehearse has no verdict.** {words}.\n\n{commit}\n"
    if not found.changed and state == "success" and "harness-changed" not in found.reserved:
        return None
    return wording.comment(found, mark, words, commit)


def own(github, number, mark, author):
    """One's own comments on a pull request, the oldest first. Others may write the mark, too."""
    found = [
        one for one in github.pages(f"/issues/{number}/comments")
        if one["user"] and one["user"]["login"] == author and (one["body"] or "").startswith(mark)]
    return sorted(found, key=lambda one: one["id"])


def began(text):
    """The time when a comment's run began; empty if the comment does not say."""
    found = BEGAN.search(text.split("\n", 1)[0])
    return found[1] if found else ""


def say(github, number, text, may_be_first, mark, author):
    """Makes or edits the comment. Returns what was done."""
    done = None
    there = own(github, number, mark, author)
    if not there and not may_be_first:
        return "nothing changed, and there is no comment"
    if not there:
        try:
            github.send("POST", f"/issues/{number}/comments", {"body": text}, again=False)
            done = "commented"
        except github_api.Uncertain as error:
            # It may have been made all the same: only where it was not it is made again.
            if not own(github, number, mark, author):
                github.send("POST", f"/issues/{number}/comments", {"body": text}, again=False)
                done = f"commented, after {error}"
        # Another job may have commented at the same time.
        there = own(github, number, mark, author)
        if len(there) < 2 and done:
            return done
        if not there:
            raise github_api.Failure("The comment was made, and is not there any more.")
    # The later run's words count, whichever job comes last.
    latest = max([text, *(one["body"] for one in there)], key=lambda one: (began(one), one is text))
    for second in there[1:]:
        try:
            github.send("DELETE", f"/issues/comments/{int(second['id'])}", None)
        except github_api.Missing:
            # The other job was faster.
            pass
    if there[0]["body"].strip() == latest.strip():
        return "the comment says so already" if latest is text else "the comment is of a later run"
    github.send("PATCH", f"/issues/comments/{int(there[0]['id'])}", {"body": latest})
    return done or "edited the comment"


def arguments():
    parser = argparse.ArgumentParser(description="Comments on a pull request, once.")
    parser.add_argument("--artifact", default="rehearse-result")
    parser.add_argument("--name", default="rehearse")
    parser.add_argument("--author", default="github-actions[bot]")
    parser.add_argument("--wait", type=float, default=2.0, help="seconds before a second try")
    options = parser.parse_args()
    if not re.fullmatch(r"[\w./ -]{1,60}", options.name):
        parser.error("--name has up to 60 letters, digits, spaces and './-_'")
    return options


def main():
    options = arguments()
    run = event()
    repository = os.environ.get("GITHUB_REPOSITORY", "")
    if run["repository"] != repository:
        raise Usage(f"The event belongs to '{run['repository']}', but this is '{repository}'.")
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", run["sha"]):
        raise Usage("The event's head is not a commit.")
    if run["event"] != "pull_request":
        print(f"The run was made for '{run['event']}', not for a pull request: nothing to say.")
        return
    if run["conclusion"] in SILENT:
        print(f"The run ended with '{run['conclusion']}': nothing to say.")
        return
    github = github_api.GitHub(
        os.environ.get("GITHUB_API_URL", "https://api.github.com"), repository,
        os.environ.get("GITHUB_TOKEN", ""), wait=options.wait)
    try:
        found = result(github, run, options.artifact)
    except verdict.Malformed as error:
        found = f"The artifact is not a check's: {str(error).rstrip('.')}"
    state, words, sentence = status(found, run)
    github.send("POST", f"/statuses/{run['sha']}", {
        "state": state, "description": words, "context": options.name, "target_url": run["url"]})
    print(f"Status of {run['sha'][:10]}: {state}, {words}.")
    mark = MARK.format(options.name)
    numbers = pull_requests(github, run)
    if not numbers:
        print("No open pull request has this commit as its head: no comment.")
        return
    first = f"{mark}<!-- began {run['began']} -->" if run["began"] else mark
    commit = links(github, run, options.artifact)
    text = body(found, first, state, sentence, commit)
    for number in numbers:
        said = say(
            github, number, text or wording.over(found, first, commit), text is not None, mark, options.author)
        print(f"#{number}: {said}.")


if __name__ == "__main__":
    try:
        main()
    except Usage as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except github_api.Failure as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(1)
