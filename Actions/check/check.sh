#!/usr/bin/env bash
# Checks, and makes what the job keeps: rehearse.json, rehearse.xml and the page, in a folder of the
# run's own. Ends with 0 whatever the verdict is: the action's last step ends with the verdict's status,
# after all is kept.
set -euo pipefail

fail() { echo "::error::$1"; exit 1; }

# That event runs a stranger's code with a token that may write.
[ "${GITHUB_EVENT_NAME:-}" != pull_request_target ] ||
  fail "Not on 'pull_request_target', which would hand a stranger's code a token that may write: use 'pull_request', and comment by 'workflow_run'."
[ -e "$SCENARIO" ] || fail "There is no '$SCENARIO' in '$PWD'."
[[ $NAME =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
  fail "'name' is '$NAME'; allowed: letters, digits, '.', '_' and '-', a letter or digit first."
# Otherwise a check would pass that was meant to be strict.
for input in STRICT PAGE; do
  [[ ${!input} =~ ^(true|false)$ ]] || fail "'${input,,}' is '${!input}'; allowed: true, false."
done

# In the job's own folder, by a name that leads nowhere else; outside of a job in a new one.
out=${RUNNER_TEMP:-$(mktemp -d)}/$NAME
rm -rf "$out" && mkdir -p "$out/page"
store=${STORE:-$out/rehearse.sqlite}
export REHEARSE_CACHE=${REHEARSE_CACHE:-$HOME/.cache/rehearse}
# Each run's cache is saved anew, and a repository has room for 10 GB.
export REHEARSE_CACHE_SIZE=${REHEARSE_CACHE_SIZE:-500 MB}
[ "$REHEARSE_CACHE" = never ] || mkdir -p "$REHEARSE_CACHE"

# A checkout that another user made, as in a container.
git config --global --add safe.directory "${GITHUB_WORKSPACE:-$PWD}"

# The event tells what comes before its own commit, and nothing of another's.
of_event() {
  [ "$(git rev-parse HEAD)" = "${GITHUB_SHA:-}" ] ||
    fail "Checked out is not the commit of this '$GITHUB_EVENT_NAME', so what to compare it with is unknown: check out without 'ref', or give 'against'."
}

# The first parent of what was checked out, under a name that says what it is. Of a pull request GitHub
# checks out its merge with the branch it goes to: the first parent is that branch as it was then, which
# the branch's own name need not be any more.
parent() {
  git rev-parse --quiet --verify "HEAD^1" > /dev/null || git fetch --quiet --no-tags --deepen=1 ||
    fail "The commit before this one could not be fetched."
  git rev-parse --quiet --verify "HEAD^1" > /dev/null ||
    fail "There is no commit before this one to compare with; 'against: none' compares builds."
  git update-ref "refs/rehearse/$1" "HEAD^1"
  revision=rehearse/$1
}

# The commit at which the branch was before a push, which may bring several commits; the first parent of a new
# branch's last one.
pushed() {
  local commit
  commit=$(tr ',{' '\n\n' < "$GITHUB_EVENT_PATH" | sed -n 's/^ *"before": *"\([0-9a-f]*\)".*/\1/p' | head -n 1)
  if [[ ! $commit =~ [1-9a-f] ]]; then parent before; return; fi
  git rev-parse --quiet --verify "$commit^{commit}" > /dev/null ||
    git fetch --quiet --no-tags --depth=1 origin "$commit" ||
    fail "The commit before this push, $commit, could not be fetched; give 'against'."
  git update-ref refs/rehearse/before "$commit"
  revision=rehearse/before
}

revision=""
case "$AGAINST" in
  none) ;;
  # A variable may be empty for an event. Then builds would be compared in place of revisions.
  "") fail "'against' is empty; allowed: a branch, tag or commit, 'auto', or 'none' to compare builds." ;;
  auto)
    case "${GITHUB_EVENT_NAME:-}" in
      pull_request | merge_group) of_event; parent "${GITHUB_BASE_REF:-base}" ;;
      push) of_event; pushed ;;
    esac ;;
  *)
    revision=$AGAINST
    git rev-parse --quiet --verify "$revision^{commit}" > /dev/null ||
      git fetch --quiet --no-tags --depth=1 origin "${revision#origin/}:refs/rehearse/${revision#origin/}" ||
      fail "'against' is '$AGAINST', which is not a branch, tag or commit here."
    git rev-parse --quiet --verify "$revision^{commit}" > /dev/null || revision=rehearse/${revision#origin/} ;;
esac

words=(check "$SCENARIO" --store "$store" --max-time "$MAX_TIME" --export "junit=$out/page/rehearse.xml")
# Without a revision a setting of the repository must not name one.
words+=(--against "${revision:-never}")
if [ "$STRICT" = true ]; then words+=(--strict); fi
# As on a command line, but nothing is expanded.
if [ -n "${OPTIONS//[[:space:]]/}" ]; then
  xargs printf '%s\0' <<< "$OPTIONS" > "$out/options" || fail "'options' is '$OPTIONS', with a quote that is not closed."
  mapfile -d '' -t more < "$out/options"
  rm "$out/options"
  words+=("${more[@]}")
fi
numbers() {
  rehearse list --store "$store" --json 2> /dev/null |
    tr ',{' '\n\n' | sed -n 's/^ *"number" *: *\([0-9][0-9]*\)[ }]*$/\1/p'
}
before=$([ -e "$store" ] && numbers | wc -l || echo 0)

status=0
rehearse "${words[@]}" --json > "$out/rehearse.json" || status=$?
outcomes=([0]=passed [1]=tool-failed [2]=regression [3]=app-failed [4]=inconclusive [5]=not-comparable
  [64]=wrong-usage [130]=interrupted)
outcome=${outcomes[$status]:-tool-failed}
[ -s "$out/rehearse.json" ] || rm -f "$out/rehearse.json"

# For people who read the log; and the page.
made=() page=""
if [ -e "$store" ]; then mapfile -t made < <(numbers | tail -n "+$((before + 1))"); fi
for number in "${made[@]}"; do rehearse show "$number" --store "$store" || true; done
if [ "$PAGE" = true ] && [ "${#made[@]}" -gt 0 ]; then
  rehearse report "${made[@]}" --store "$store" --output "$out/page" ||
    echo "::warning::The page could not be made; the verdict stands."
fi
if [ -n "$(ls -A "$out/page")" ]; then page=$out/page; fi
if [ ! -e "$out/rehearse.json" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  echo "**Rehearse has no verdict** ($outcome, status $status): the log of the step \"Check\" says why." \
    >> "$GITHUB_STEP_SUMMARY"
fi
{
  echo "status=$status"
  echo "outcome=$outcome"
  echo "result=$([ ! -e "$out/rehearse.json" ] || echo "$out/rehearse.json")"
  echo "page=$page"
} >> "$GITHUB_OUTPUT"
