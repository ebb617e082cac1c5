#!/usr/bin/env python3
"""Says on a pull request what a check of it came to, in one comment, and sets a commit status.

    comment.py [--artifact NAME] [--name NAME] [--author LOGIN]

Runs in a workflow on `workflow_run`, which belongs to the repository itself and may write, after the
check's own workflow, which ran code of the pull request and could only read. It takes nothing on trust
from that workflow but its artifact's numbers and names (verdict.py). Which pull request it is follows
from the head commit that GitHub names in the event.

A comment appears where something changed: a cell regressed, improved, or has no verdict. It is edited by
each later run; where nothing is changed any more it says so. It is never deleted, unless there are two.

Exit status: 0 said, or nothing to say; 1 it could not be said; 2 wrong usage, or no such event."""
import argparse
import json
import os
import re
import sys

import github_api
import verdict

MARK = "<!-- rehearse:{} -->"
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
        }
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise Usage(
            f"There is no event 'workflow_run' in GITHUB_EVENT_PATH ({type(error).__name__}: "
            f"{error}). This runs in a workflow with 'on: workflow_run'.") from None


def result(github, run, artifact):
    """What the check came to, or words for why that is not known."""
    found = [
        one for one in github.pages(f"/actions/runs/{run['id']}/artifacts", "artifacts",
                                    name=artifact)
        if one.get("name") == artifact and not one.get("expired")]
    if not found:
        return f"The run left no artifact '{artifact}'"
    # A run that was made again leaves one more.
    newest = max(found, key=lambda one: one["id"])
    if newest["size_in_bytes"] > verdict.ARCHIVE_LIMIT:
        return f"The artifact has more than {verdict.ARCHIVE_LIMIT:,} bytes"
    archive = github.download(
        f"/actions/artifacts/{int(newest['id'])}/zip", verdict.ARCHIVE_LIMIT)
    return verdict.from_archive(archive)


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
    """The commit status: its state, and what it says."""
    if isinstance(found, str):
        return "error", found
    if found.state == "success" and run["conclusion"] != "success":
        # Its file says one thing, its end another.
        return "failure", f"The job ended with '{str(run['conclusion'])[:20]}', after: " \
            f"{found.headline}"
    return found.state, found.words


def body(found, run, mark, state, words):
    """The comment; None where nothing changed."""
    commit = f"Commit {run['sha'][:10]}, [the run and its page]({run['url']})."
    if isinstance(found, str):
        return f"{mark}\n**Rehearse has no verdict.** {words}.\n\n{commit}\n"
    rows = found.changed
    if not rows and state == "success":
        return None
    sides = sorted({f"{candidate} against {baseline}" for baseline, candidate in found.sides})
    lines = [mark, f"**{words}.**", ""]
    if rows:
        lines += ["| Story | Metric | Change | Verdict |", "|---|---|--:|---|"]
        lines += [
            f"| {row.story}{f', step {row.step}' if row.step else ''} | {row.metric} | "
            f"{row.change} | {row.words} |" for row in rows[:verdict.ROWS]]
        if len(rows) > verdict.ROWS:
            lines.append(f"| and {len(rows) - verdict.ROWS} more | | | |")
        lines.append("")
    if found.placeholders:
        more = len(found.placeholders) - 5
        names = ", ".join(found.placeholders[:5]) + (f" and {more} more" if more > 0 else "")
        one = len(found.placeholders) == 1
        lines += [f"{names} {'is still a placeholder: its' if one else 'are still placeholders: their'} "
                  "verdicts say nothing about your code.", ""]
    return "\n".join([*lines, f"{', '.join(sides[:5])}. {commit}", ""])


def own(github, number, mark, author):
    """One's own comments on a pull request, the oldest first. Others may write the mark, too."""
    return [
        one for one in github.pages(f"/issues/{number}/comments")
        if one["user"] and one["user"]["login"] == author and (one["body"] or "").startswith(mark)]


def say(github, number, text, run, mark, author):
    """Makes or edits the comment. Returns what was done."""
    there = own(github, number, mark, author)
    if not there and text is None:
        return "nothing changed, and there is no comment"
    if not there:
        try:
            github.send("POST", f"/issues/{number}/comments", {"body": text}, again=False)
            return "commented"
        except github_api.Uncertain as error:
            # It may have been made all the same: only where it was not it is made again.
            there = own(github, number, mark, author)
            if not there:
                github.send("POST", f"/issues/{number}/comments", {"body": text}, again=False)
                return f"commented, after {error}"
    if text is None:
        text = (f"{mark}\n**No longer**: nothing is shown to be changed any more.\n\nCommit "
                f"{run['sha'][:10]}, [the run and its page]({run['url']}).\n")
    for second in there[1:]:
        github.send("DELETE", f"/issues/comments/{int(second['id'])}", None)
    if there[0]["body"].strip() == text.strip():
        return "the comment says so already"
    github.send("PATCH", f"/issues/comments/{int(there[0]['id'])}", {"body": text})
    return "edited the comment"


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
    state, words = status(found, run)
    github.send("POST", f"/statuses/{run['sha']}", {
        "state": state, "description": words[:140], "context": options.name,
        "target_url": run["url"]})
    print(f"Status of {run['sha'][:10]}: {state}, {words}.")
    mark = MARK.format(options.name)
    numbers = pull_requests(github, run)
    if not numbers:
        print("No open pull request has this commit as its head: no comment.")
    for number in numbers:
        text = body(found, run, mark, state, words)
        print(f"#{number}: {say(github, number, text, run, mark, options.author)}.")


if __name__ == "__main__":
    try:
        main()
    except Usage as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except github_api.Failure as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(1)
