#!/bin/bash
# One run of gimbal on many ranks of a cluster with Slurm and a shared file system:
#   sbatch -N 4 -n 4 --cpus-per-task=64 ci/slurm.sh SUITE [OPTIONS OF gimbal verify...]
# The report is in the folder $OUT (gimbal-report). At its time limit a run keeps its results and
# requeues itself; after it was cancelled or broke, the same command continues it.
#
#   GIMBAL        the program, on the shared file system   [gimbal]
#   OUT           the output folder, there too             [gimbal-report]
#   GIMBAL_CACHE  computed references, there too           [$OUT.cache]
#   GIMBAL_SRUN   options of srun, such as --mpi=pmix; if all ranks but one report that another run uses
#                 the folder, srun and MPI do not match: try these options, or GIMBAL_LAUNCH
#   GIMBAL_LAUNCH what starts the ranks                    [srun $GIMBAL_SRUN]; mpiexec, for instance
#   GIMBAL_TRIES  how often a run requeues itself          [20]
#
# How many ranks are useful: ci/ranks.py OUT/timings.jsonl (ci/README.md).
#SBATCH --job-name=gimbal
#SBATCH --ntasks=64
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=gimbal-%j.log
set -u
GIMBAL=${GIMBAL:-gimbal}
OUT=${OUT:-gimbal-report}
export GIMBAL_CACHE=${GIMBAL_CACHE:-$OUT.cache}
tries=${GIMBAL_TRIES:-20}
read -ra launch <<<"${GIMBAL_LAUNCH:-srun ${GIMBAL_SRUN:-}}"

say() { printf 'slurm.sh: %s\n' "$*" >&2; }

mkdir -p "$OUT" "$GIMBAL_CACHE" || exit 3

# One run at a time holds the folder, by a lock. Locks that hold on one machine only (Lustre with
# localflock, NFS with local_lock) would let two runs write at a time: of two processes on two nodes that
# try to hold one lock, one has to get it.
if [ "${SLURM_JOB_NUM_NODES:-1}" -gt 1 ]; then
  held=$(srun -N 2 -n 2 --ntasks-per-node=1 \
    flock --nonblock "$OUT/.lock-probe" sh -c 'echo held; sleep 5' | grep -c held)
  rm -f "$OUT/.lock-probe"
  if [ "$held" != 1 ]; then
    say "$held of 2 nodes hold one lock in $OUT at a time, and it should be 1: put OUT on a file" \
      "system whose locks hold across machines (NFS without local_lock, Lustre with -o flock)"
    exit 2
  fi
fi

# Each rank is one process that waits, with a worker for each of its cores. The verdicts go into the folder
# too.
"${launch[@]}" "$GIMBAL" verify -j "${SLURM_CPUS_PER_TASK:-1}" "$@" --resume -o "$OUT" >/dev/null
status=$?

# After a signal: srun tells its status, mpiexec may end with 1, but then nothing has been judged.
if [ "$status" -ge 128 ] || { [ "$status" = 1 ] && [ ! -s "$OUT/verdicts.jsonl" ]; }; then
  if [ -n "${SLURM_JOB_ID:-}" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "$tries" ] &&
    scontrol requeue "$SLURM_JOB_ID"; then
    say "interrupted (status $status): goes on from $OUT"
  else
    say "interrupted (status $status): the same command goes on from $OUT"
  fi
fi
exit "$status"
