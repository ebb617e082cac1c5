#!/bin/sh
# Puts together the parts that lie in FOLDER, into FOLDER/merged.sqlite, and decides, where they are of
# a check:
#
#   merge.sh FOLDER check|compare|run
#
# Exit status: that of 'rehearse check --merged', of other verbs 0, or 3 if runs failed; 5 where a part is missing or
# does not belong.
set -eu
folder=$1 verb=$2
set -- "$folder"/part-*.sqlite
if [ ! -e "$1" ]; then
  echo "Error: there is no part in $folder" >&2
  exit 5
fi
rehearse merge "$@" --into "$folder/merged.sqlite"
case $verb in
  check) exec rehearse check --merged "$folder/merged.sqlite" ;;
  *)
    rehearse show --store "$folder/merged.sqlite"
    # 'show' has shown them, too, and ends with 0.
    experiments=$(rehearse list --store "$folder/merged.sqlite" --json)
    if printf '%s\n' "$experiments" | grep -q '"failed" *: *[1-9]'; then exit 3; fi ;;
esac
