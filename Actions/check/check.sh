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

is_here() { git rev-parse --quiet --verify "$1^{commit}" > /dev/null; }

# The first parent of what was checked out, under a name that says what it is. Of a pull request GitHub
# checks out its merge with the branch it goes to: the first parent is that branch as it was then, which
# the branch's own name need not be any more.
parent() {
  is_here "HEAD^1" || git fetch --quiet --no-tags --deepen=1 ||
    fail "The commit before this one could not be fetched."
  is_here "HEAD^1" ||
    fail "There is no commit before this one to compare with; 'against: none' compares builds."
  git update-ref "refs/rehearse/$1" "HEAD^1"
  revision=rehearse/$1
}

# The commit that the event names as what was there before: a push, or what waits to be merged, may bring several
# commits. Of a new branch it is the first parent of the last one.
before() {
  local commit
  commit=$(tr ',{' '\n\n' < "$GITHUB_EVENT_PATH" | sed -n 's/^ *"'"$1"'": *"\([0-9a-f]*\)".*/\1/p' | head -n 1)
  if [[ ! $commit =~ [1-9a-f] ]]; then parent before; return; fi
  is_here "$commit" || git fetch --quiet --no-tags --depth=1 origin "$commit" ||
    fail "The commit before this $GITHUB_EVENT_NAME, $commit, could not be fetched; give 'against'."
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
      pull_request) of_event; parent "${GITHUB_BASE_REF:-base}" ;;
      merge_group) of_event; before base_sha ;;
      push) of_event; before before ;;
    esac ;;
  *)
    revision=$AGAINST name=${AGAINST#origin/} depth=()
    # What a workspace that is kept has of the server's branch may be of an earlier job. What is whole stays whole.
    if [ "$name" != "$AGAINST" ] || ! is_here "$AGAINST"; then
      if [ "$(git rev-parse --is-shallow-repository)" = true ]; then depth=(--depth=1); fi
      if git fetch --quiet --no-tags "${depth[@]}" origin "+$name:refs/rehearse/$name"; then
        # A commit keeps its name.
        if [ "$name" != "$AGAINST" ] || ! is_here "$AGAINST"; then revision=rehearse/$name; fi
      elif is_here "$AGAINST"; then
        echo "::warning::'$AGAINST' could not be fetched: it is compared with as it lies here."
      else
        fail "'against' is '$AGAINST', which is not a branch, tag or commit here."
      fi
    fi ;;
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
known=0
if [ -e "$store" ]; then known=$(numbers | wc -l || true); fi

status=0
rehearse "${words[@]}" --json > "$out/rehearse.json" || status=$?
# Only both together can pass.
if [ ! -s "$out/rehearse.json" ]; then
  rm -f "$out/rehearse.json"
  if [ "$status" = 0 ]; then
    echo "::error::The status is 0, but no verdict was printed."
    status=1
  fi
fi
outcomes=([0]=passed [1]=tool-failed [2]=regression [3]=app-failed [4]=inconclusive [5]=not-comparable
  [64]=wrong-usage [130]=interrupted)
outcome=${outcomes[$status]:-tool-failed}

# For people who read the log; and the page.
made=() page=""
if [ -e "$store" ]; then mapfile -t made < <(numbers | tail -n "+$((known + 1))"); fi
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
