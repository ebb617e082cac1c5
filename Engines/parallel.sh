#!/bin/sh
# Makes an experiment in N parts on hosts that ssh reaches, by GNU parallel, and puts it together:
#
#   parallel.sh HOSTS N FOLDER check|compare|run SCENARIO [OPTION…]
#
# HOSTS is a file with a host a line, as GNU parallel takes them (--sshloginfile). Each makes one part at
# a time. Where a host does not answer or fails, another makes its part. The project has to be at the same
# path on all hosts, with rehearse in the PATH of a command that ssh starts. Parts come home by rsync.
#
# Where PART_INTERIM is M, M parts are made at a time, and no more than are needed to decide (--interim).
set -eu
hosts=$(realpath "$1") parts=$2 folder=$3
shift 3
step=${PART_INTERIM:-$parts}
if [ "$step" -lt "$parts" ]; then set -- "$@" --interim "$step"; fi
engines=$(cd "$(dirname "$0")" && pwd)
"$engines/begin.sh" "$folder" "$@" "in $parts parts"
folder=$(cd "$folder" && pwd)
quote() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }
quoted=
for word in "$@"; do quoted="$quoted $(quote "$word")"; done
project=$(quote "$PWD") maker=$(quote "$engines/part.sh")
end=0 status=5
# 5: more parts are needed, or one of these could not be made, which is tried again with the next.
while [ "$end" -lt "$parts" ] && [ "$status" -eq 5 ]; do
  end=$((end + step < parts ? end + step : parts))
  # Parts that are here already need not be made again.
  missing=$(for part in $(seq "$end"); do
    [ -e "$folder/part-$part.sqlite" ] || echo "$part"
  done)
  if [ -n "$missing" ]; then
    # A part that could not be made is missing in the end, which merge.sh tells.
    (cd "$folder" && printf '%s\n' "$missing" | parallel --will-cite --sshloginfile "$hosts" --jobs 1 \
      --ssh "${PART_SSH:-ssh} -o BatchMode=yes -o ConnectTimeout=${PART_TIMEOUT:-10}" \
      --retries 3 --joblog parts.log --workdir ... --return 'part-{}.sqlite' --cleanup \
      "home=\$PWD; cd $project && $maker {}/$parts \"\$home\" $quoted") \
      || echo "$? of the parts could not be made; $folder/parts.log tells where" >&2
  fi
  status=0
  "$engines/merge.sh" "$folder" "$1" || status=$?
done
exit "$status"
