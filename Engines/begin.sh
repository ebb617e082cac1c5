#!/bin/sh
# Makes FOLDER for the parts of an experiment. If parts lie there, makes sure that they are of the same one: of the
# same words, revisions and tracked files. Others would decide about what was there when they were made. Where none
# is left, what was put together of them goes, too: it would keep out the same parts made anew.
#
#   begin.sh FOLDER check|compare|run SCENARIO [OPTION…]
#
# Exit status: 5 where the parts there are of another experiment, 1 where git won't tell.
set -eu
folder=$1
shift
mkdir -p "$folder"
project=$(dirname "$2")
# Outside of a repository words alone tell experiments apart; in somebody else's, git says nothing either.
said=$(LC_ALL=C git -C "$project" rev-parse --git-dir 2>&1) || case $said in
  *"not a git repository"* | *"not found"*) ;;
  *) echo "Error: what the parts are of is unknown: $said" >&2; exit 1 ;;
esac
subject=$(
  printf '%s\n' "$@"
  for word in HEAD "$@"; do
    git -C "$project" rev-parse --verify --quiet --end-of-options "${word#--*=}^{commit}" 2> /dev/null || true
  done
  git -C "$project" diff --binary HEAD 2> /dev/null | cksum
)
record=$folder/experiment
set -- "$folder"/part-*.sqlite
if [ -e "$1" ] && [ "$subject" != "$(cat "$record" 2> /dev/null)" ]; then
  echo "Error: the parts in $folder were made of other files, revisions or options: name another folder, or remove them" >&2
  exit 5
fi
[ -e "$1" ] || rm -f "$folder"/merged.sqlite*
printf '%s\n' "$subject" > "$record"
