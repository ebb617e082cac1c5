#!/bin/sh
# Makes an experiment in N parts on hosts that ssh reaches, by GNU parallel, and puts it together:
#
#   parallel.sh HOSTS N FOLDER check|compare|run SCENARIO [OPTION…]
#
# HOSTS is a file with a host a line, as GNU parallel takes them (--sshloginfile). Each makes one part at
# a time. Where a host does not answer or fails, another makes its part. The project has to be at the same
# path on all hosts, with rehearse in the PATH of a command that ssh starts. Parts come home by rsync.
set -eu
hosts=$(realpath "$1") parts=$2 folder=$3
shift 3
mkdir -p "$folder"
engines=$(cd "$(dirname "$0")" && pwd) folder=$(cd "$folder" && pwd)
quoted=
for word in "$@"; do
  quoted="$quoted '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'"
done
# Parts that are here already need not be made again.
missing=$(for part in $(seq "$parts"); do
  [ -e "$folder/part-$part.sqlite" ] || echo "$part"
done)
project=$PWD
if [ -n "$missing" ]; then
  # A part that could not be made is missing in the end, which merge.sh tells.
  (cd "$folder" && printf '%s\n' "$missing" | parallel --will-cite --sshloginfile "$hosts" --jobs 1 \
    --ssh "${PART_SSH:-ssh} -o BatchMode=yes -o ConnectTimeout=${PART_TIMEOUT:-10}" \
    --retries 3 --joblog parts.log --workdir ... --return 'part-{}.sqlite' --cleanup \
    "home=\$PWD; cd '$project' && '$engines/part.sh' {}/$parts \"\$home\" $quoted") \
    || echo "$? of the parts could not be made; $folder/parts.log tells where" >&2
fi
exec "$engines/merge.sh" "$folder" "$1"
