#!/bin/sh
# One task of the job array of slurm.sh: PART.SH N FOLDER check|compare|run SCENARIO [OPTION…]
part=$1 parts=$2 folder=$3
shift 3
exec "$part" "$SLURM_ARRAY_TASK_ID/$parts" "$folder" "$@"
