#!/bin/sh
# Makes one part of an experiment into FOLDER/part-K.sqlite, once, however often it is called:
#
#   part.sh K/N FOLDER check|compare|run SCENARIO [OPTION…]
#
# It is measured into a store of the machine's own, since SQLite is not for network file systems, and
# comes to FOLDER whole or not at all. What was interrupted on this machine goes on; what was begun on
# another one, or of other files, is made anew. Exit status: 0 the part is there, whatever its runs came to
# ('rehearse merge' and 'check --merged' tell); else that of rehearse.
set -eu
part=$1 folder=$2
shift 2
machine=${PART_MACHINE:-${SLURMD_NODENAME:-${PARALLEL_SSHHOST:-$(uname -n)}}}
final=$folder/part-${part%/*}.sqlite
if [ -e "$final" ]; then
  echo "part $part is there already: $final"
  exit 0
fi
mkdir -p "$folder"
# What begin.sh noted tells what was begun of other files from what goes on.
name=$(
  cd "$folder"
  { printf '%s\n' "$PWD $part $*"; cat experiment 2> /dev/null || true; } | cksum | cut -d ' ' -f 1
)
work=${TMPDIR:-/tmp}/rehearse-$(id -u)-$machine-$name
mkdir -p "$work"
# Others may write into /tmp, too, and what is in it goes in the end.
if [ -L "$work" ] || [ ! -O "$work" ]; then
  echo "$work belongs to somebody else" >&2
  exit 1
fi
# A part that was given up for lost may still be made here.
exec 9> "$work/lock"
flock 9
[ ! -e "$final" ] || exit 0
store=$work/part.sqlite
# Makes what it is told, and returns whether the store holds a whole part then. 3: runs failed; all were made, and the
# merged experiment says so. Or a revision did not build, and the store holds none, as where 'resume' has nothing to do.
made() {
  status=0
  rehearse "$@" --store "$store" < /dev/null || status=$?
  case $status in 0 | 3) ;; *) return 1 ;; esac
  rm -f "$work"/tried.sqlite*
  rehearse merge "$store" --into "$work/tried.sqlite" > /dev/null 2>&1
}
if [ -e "$store" ] && made resume; then
  echo "part $part went on on '$machine'"
else
  rm -f "$store" "$store"-*
  if ! made "$@" --part "$part" --machine "$machine"; then
    # What was interrupted is left for another call.
    case $status in 0 | 3) ;; *) exit "$status" ;; esac
    echo "part $part was not made" >&2
    rm -rf "$work"
    exit $((status ? status : 1))
  fi
fi
cp "$store" "$final.$machine"
# Whoever comes first: what was merged already is not replaced.
ln "$final.$machine" "$final" 2> /dev/null || [ -e "$final" ]
rm -f "$final.$machine"
rm -rf "$work"
