# A run on any number of ranks that is killed half-way, and resumed, ends with the same as one on one
# process that nothing disturbed; with jobs among them that fail. One of these hangs, so that the run
# is sure to be unfinished when it is killed. (Undisturbed runs on ranks: t0303.)
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Killed half-way
methods: [rk4, vprk_lobatto_2, lobatto_nonholonomic_2, wrong_hang, wrong_crash]
models: [nonholonomic_particle, "pendulum:oscillation", "chaotic:J"]
exclude:
  - {methods: "wrong_*", models: [nonholonomic_particle, "chaotic:J"], why: not for these}
precision: double
studies: # the largest jobs come first
  - {study: order, methods: ["[!w]*", wrong_crash], sizes: [16, 24, 32, 48, 64, 96]}
  - {study: order, methods: wrong_hang, sizes: [16, 24]}
  - {study: long, methods: ["[!w]*", wrong_crash], steps: 1000}
  - {study: ensemble, methods: lobatto_nonholonomic_2, h: 1/10, steps: 10, members: 6, slice: 2,
     unclaimed: true}
YAML
verify() { # verify FOLDER ARGUMENTS...
  folder=$1
  shift
  set -- verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/wrong_hang.so" \
    --plugin "$BUILD/tests/plugins/wrong_crash.so" -o "$scratch/$folder" "$@"
  # shellcheck disable=SC2086 # words
  $session $launcher "$GIMBAL" "$@"
}
# Several ranks write a part each until the run ends.
finished() { cat "$scratch/$1"/results*.jsonl 2>/dev/null | grep -c '"status":"done"'; }
# The ranks of a launcher that was killed end when they notice it.
alive() { grep -ls -f "$scratch/pattern" /proc/[0-9]*/cmdline; }

session=
launcher=
run verify alone --timeout 1
is "$status" 1 "a run with jobs that fail" || diag "$errors"
sort "$scratch/alone/results.jsonl" >"$scratch/results"
all=$(grep -vc '"status":"skipped"' "$scratch/results")
is "$(grep -c '"verdict":"failed"' "$scratch/alone/verdicts.jsonl")" 5 \
  "one that hangs and two that crash, of orders of q and v, and the energy of one"

killed() { # killed NAME ARGUMENTS...: $launcher
  name=$1
  shift
  printf '%s\n' "$scratch/$name" >"$scratch/pattern"
  (
    session="exec setsid" # a process group of its own, which is killed as one
    verify "$name" --timeout 1000 "$@"
  ) >"$scratch/$name.out" 2>&1 </dev/null &
  run=$!
  tries=0
  while [ "$(finished "$name")" -lt 2 ] && [ $tries -lt 600 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
  kill -9 -$run
  wait $run 2>/dev/null
  tries=0
  while [ -n "$(alive)" ] && [ $tries -lt 200 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
  is "$(alive)" "" "$name: killed, and nothing of it is left"
  done=$(finished "$name")
  [ "$done" -ge 2 ] && [ "$done" -lt "$all" ]
  ok $? "  half-way" || diag "$(cat "$scratch/$name.out")"
  run verify "$name" --timeout 1 --resume "$@"
  is "$status" 1 "  resumed" || diag "$errors"
  matches "$errors" "^verify: $done of $all jobs are done already" \
    "  from $done of $all jobs"
  difference=$(sort "$scratch/$name/results.jsonl" | diff - "$scratch/results")
  is "$difference" "" "  with the same results"
  cmp -s "$scratch/$name/verdicts.jsonl" "$scratch/alone/verdicts.jsonl"
  ok $? "  and the same verdicts, byte for byte"
}

killed serial
killed jobs -j 2
if command -v mpiexec >/dev/null; then
  launcher="mpiexec -n 3"
  killed ranks
else
  ok 0 "mpiexec # SKIP not installed"
fi

done_testing
