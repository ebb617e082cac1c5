#!/bin/sh
# Makes an experiment in N parts on the nodes of a Slurm cluster, and puts it together:
#
#   slurm.sh N FOLDER check|compare|run SCENARIO [OPTION…]
#
# Each part is a task of a job array with a node of its own (--exclusive), so that it has all CPUs and
# nobody disturbs it. Where a node fails, Slurm makes the part again on another one (--requeue). Options
# of sbatch are taken from the environment (SBATCH_PARTITION, SBATCH_CONSTRAINT, …). FOLDER, the scenario
# and its builds have to be at the same paths on all nodes.
#
# Where PART_INTERIM is M, M parts are made at a time, and no more than are needed to decide (--interim).
set -eu
parts=$1 folder=$2
shift 2
step=${PART_INTERIM:-$parts}
if [ "$step" -lt "$parts" ]; then set -- "$@" --interim "$step"; fi
engines=$(cd "$(dirname "$0")" && pwd)
"$engines/begin.sh" "$folder" "$@" "in $parts parts"
folder=$(cd "$folder" && pwd)
# What one node builds is measured by all, where git says what it is made of.
if git -C "$(dirname "$2")" rev-parse 2> /dev/null; then
  set -- "$@" --executables "$folder/executables"
fi
end=0 status=5
# 5: more parts are needed, or one of these could not be made, which is tried again with the next.
while [ "$end" -lt "$parts" ] && [ "$status" -eq 5 ]; do
  end=$((end + step < parts ? end + step : parts))
  # Those that are there already are passed over by part.sh.
  # No srun: it ends with 0 where its node dies, and would bind the part to one CPU.
  job=$(sbatch --parsable --job-name=rehearse --array="1-$end" --exclusive --requeue \
    --open-mode=append --output="$folder/part-%a.log" "$engines/slurm-part.sh" "$engines/part.sh" \
    "$parts" "$folder" "$@")
  job=${job%%;*}
  echo "job $job: up to part $end of $parts"
  trap 'scancel "$job"; exit 130' INT TERM
  # 'sbatch --wait' would take seconds longer; what counts is whether the parts are there. A controller that does
  # not answer says nothing of the job, and one that has forgotten it calls its number invalid: so all are listed.
  while ! queued=$(squeue --noheader --me --format=%F) || printf '%s\n' "$queued" | grep -qx "$job"; do
    sleep 1
  done
  status=0
  "$engines/merge.sh" "$folder" "$1" || status=$?
done
exit "$status"
