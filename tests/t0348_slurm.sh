# ci/slurm.sh with a false srun that starts its ranks with mpiexec on this machine: the same verdicts as
# one process, also after a signal at its time limit, and no run where locks hold on one machine only. What
# Slurm itself does is taken from its manual.
. tests/tap.sh

bash -n ci/slurm.sh
ok $? "the script is for bash"
if command -v shellcheck >/dev/null; then
  run shellcheck ci/slurm.sh
  is "$status" 0 "shellcheck finds nothing" || diag "$output"
else
  ok 0 "shellcheck # SKIP not installed"
fi
is "$(grep -c '^#SBATCH' ci/slurm.sh)" "$(sed -n '/^[^#]/q;p' ci/slurm.sh | grep -c '^#SBATCH --[a-z-]*\(=[^ ]*\)*$')" \
  "sbatch reads its lines: they are before the first command"
if ! command -v mpiexec >/dev/null || ! command -v flock >/dev/null; then
  ok 0 "a run # SKIP there is no mpiexec or no flock"
  done_testing
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1

# ---- A cluster of this machine ----
bin=$scratch/bin
mkdir "$bin"
# With -N: so many processes, as on so many nodes. Else: ranks, which get a SIGTERM as from --signal once
# a result is there, if it is to come; and then its status is 143, the highest of theirs.
cat >"$bin/srun" <<'SH'
#!/bin/bash
if [ "$1" = -N ]; then
  tasks=$4
  shift 5
  for ((i = 0; i < tasks; i++)); do "$@" & done
  wait
  exit
fi
mpiexec -n "$SLURM_NTASKS" sh -c 'echo $$ >>"$FAKE/ranks"; exec "$@"' sh "$@" &
run=$!
if [ -e "$FAKE/limit" ]; then
  for ((i = 0; i < 1200; i++)); do
    grep -qs '"status":"done"' "$OUT"/results*.jsonl && break
    sleep 0.05
  done
  # shellcheck disable=SC2046 # words
  kill -TERM $(cat "$FAKE/ranks")
  wait $run
  exit 143
fi
wait $run
SH
printf '#!/bin/sh\necho "$*" >>"$FAKE/scontrol"\n' >"$bin/scontrol"
# The five seconds for which a node holds a lock are for a cluster.
printf '#!/bin/sh\n[ "$1" = 5 ] && set 1\nPATH=/usr/bin:/bin exec sleep "$1"\n' >"$bin/sleep"
chmod +x "$bin"/*
submit() { # submit FOLDER VARIABLE=VALUE... -- ARGUMENTS...
  FAKE=$scratch/$1.fake
  OUT=$scratch/$1
  mkdir -p "$FAKE"
  rm -f "$FAKE/ranks"
  shift
  settings=
  while [ "$1" != -- ]; do
    settings="$settings $1"
    shift
  done
  shift
  # shellcheck disable=SC2086 # words
  run env PATH="$bin:$PATH" FAKE="$FAKE" OUT="$OUT" GIMBAL="$GIMBAL" SLURM_JOB_ID=7 SLURM_NTASKS=3 \
    SLURM_JOB_NUM_NODES=2 $settings bash ci/slurm.sh "$@"
}

cat >"$scratch/suite.yaml" <<'YAML'
title: On a cluster
methods: [rk4, vprk_lobatto_2, wrong_hang]
models: ["pendulum:oscillation"]
precision: double
studies:
  - {study: order, methods: ["[!w]*"], sizes: [16, 24, 32, 48, 64, 96]}
  - {study: order, methods: wrong_hang, sizes: [16, 24]}
YAML
set -- "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/wrong_hang.so" --timeout 3
run "$GIMBAL" verify "$@" -o "$scratch/alone"
sort "$scratch/alone/results.jsonl" >"$scratch/sorted"
same() {
  sort "$scratch/$1/results.jsonl" | cmp -s - "$scratch/sorted"
  ok $? "  the same results"
  cmp -s "$scratch/$1/verdicts.jsonl" "$scratch/alone/verdicts.jsonl"
  ok $? "  the same verdicts, byte for byte"
}

submit one -- "$@"
is "$status" 1 "a run with a method that fails ends with 1" || diag "$errors"
same one
is "$(wc -l <"$FAKE/ranks")" 3 "  on as many ranks as Slurm gave it"
ok "$([ -d "$OUT.cache" ]; echo $?)" "  with a cache of references that all share"
is "$(cat "$FAKE/scontrol" 2>/dev/null)" "" "  once"

mkdir -p "$scratch/two.fake"
touch "$scratch/two.fake/limit"
submit two -- "$@"
is "$status" 143 "at its time limit it ends with 143"
is "$(cat "$FAKE/scontrol")" "requeue 7" "  puts itself back into the queue"
matches "$errors" "slurm.sh: interrupted .status 143.: goes on from $OUT" "  and the message names the folder"
[ ! -e "$OUT/verdicts.jsonl" ] && grep -q '"status":"done"' "$OUT/results.jsonl"
ok $? "  and keeps the finished results"
rm "$FAKE/limit"
submit two SLURM_RESTART_COUNT=1 -- "$@"
is "$status" 1 "the requeued script continues" || diag "$errors"
same two
touch "$FAKE/limit"
rm "$OUT/results.jsonl" "$FAKE/scontrol"
submit two SLURM_RESTART_COUNT=20 -- "$@"
is "$status $(cat "$FAKE/scontrol" 2>/dev/null)" "143 " "the script requeues itself a limited number of times"

# A lock that everybody gets.
printf '#!/bin/sh\nshift 2\nexec "$@"\n' >"$bin/flock"
chmod +x "$bin/flock"
submit three -- "$@"
is "$status" 2 "where locks hold on one machine only it does not run"
matches "$errors" '2 of 2 nodes hold one lock .* should be 1' "  and the message counts the nodes"
is "$(ls -A "$OUT")" "" "  and writes nothing"
submit three SLURM_JOB_NUM_NODES=1 -- "$@"
is "$status" 1 "one node does not mind"

done_testing
