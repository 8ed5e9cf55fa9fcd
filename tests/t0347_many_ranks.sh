# On 8 and 16 ranks, more than there are processors, and more than there are jobs, results and
# verdicts are those of one process, byte for byte; also where the shared counter is reached by messages, as
# between machines, and where a run of many ranks goes on from what is left of another's journal. (1 to 3
# ranks, and killed runs: t0303, t0313.)
. tests/tap.sh

if ! command -v mpiexec >/dev/null; then
  ok 0 "mpiexec # SKIP not installed"
  done_testing
fi
# What another MPI does not know it passes over. gimbal -j says the same.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
export GIMBAL_CACHE="$scratch/cache"

cat >"$scratch/suite.yaml" <<'YAML'
title: More ranks than processors
methods: [rk4, vprk_lobatto_2, lobatto_nonholonomic_2, implicit_midpoint, wrong_crash]
models: [nonholonomic_particle, "pendulum:oscillation", "chaotic:J"]
exclude:
  - {methods: "wrong_*", models: [nonholonomic_particle, "chaotic:J"], why: one that fails is enough}
precision: double
studies:
  - {study: order, sizes: [16, 24, 32, 48, 64, 96]}
  - {study: long, steps: 300}
  - {study: structure, methods: "[!w]*"}
  - {study: ensemble, methods: lobatto_nonholonomic_2, h: 1/10, steps: 10, members: 8, slice: 1,
     models: nonholonomic_particle, unclaimed: true}
YAML
cat >"$scratch/few.yaml" <<'YAML'
title: Fewer jobs than ranks
methods: rk4
models: ["pendulum:oscillation"]
precision: double
studies:
  - {study: order, sizes: [16, 24, 32, 48, 64, 96]}
  - {study: long, steps: 300}
YAML

verify() { # verify SUITE FOLDER LAUNCHER...
  file=$scratch/$1.yaml folder=$scratch/$2
  shift 2
  # shellcheck disable=SC2086 # no word, or one
  run "$@" "$GIMBAL" verify "$file" --plugin "$BUILD/tests/plugins/wrong_crash.so" -o "$folder" \
    $resume
}
same() { # same FOLDER AS NAME
  sort "$scratch/$1/results.jsonl" | cmp -s - "$scratch/$2.sorted"
  ok $? "$3: the same results" || diag "$errors"
  cmp -s "$scratch/$1/verdicts.jsonl" "$scratch/$2/verdicts.jsonl"
  ok $? "$3: the same verdicts, byte for byte"
}
rows() { grep -c . "$1"; }
twice() { sed 's/.*"key":"\([^"]*\)".*/\1/' "$1" | sort | uniq -d; }

resume=
for suite in suite few; do
  verify $suite $suite env
  is "$status" "$([ $suite = few ] && echo 0 || echo 1)" "$suite: one process" || diag "$errors"
  sort "$scratch/$suite/results.jsonl" >"$scratch/$suite.sorted"
done
jobs=$(rows "$scratch/suite/timings.jsonl")
[ "$jobs" -gt 16 ]
ok $? "there are more jobs than ranks"
[ "$(rows "$scratch/few/timings.jsonl")" -lt 8 ]
ok $? "the other suite has fewer jobs than ranks"

for n in 8 16; do
  verify suite "on$n" mpiexec -n $n
  same "on$n" suite "$n ranks"
  is "$(rows "$scratch/on$n/timings.jsonl")" "$jobs" "$n ranks: each job ran once"
  is "$(twice "$scratch/on$n/timings.jsonl")" "" "$n ranks: and none of them twice"
done
verify few few16 mpiexec -n 16
same few16 few "more ranks than jobs"

head -n $((jobs / 2)) "$scratch/on16/results.jsonl" >"$scratch/half"
mv "$scratch/half" "$scratch/on16/results.jsonl"
resume=--resume
verify suite on16 mpiexec -n 8
same on16 suite "8 ranks, from half a journal of 16"
resume=

if mpiexec --version 2>/dev/null | grep -qi 'open'; then
  # What reaches memory of others by messages has another name in version 5.
  case $("$GIMBAL" version --json | jq -r .mpi) in
  "Open MPI v"[1-4].*) by_messages=pt2pt ;;
  *) by_messages=rdma ;;
  esac
  verify suite messages mpiexec -n 8 --mca osc $by_messages --mca btl tcp,self --mca btl_tcp_if_include lo \
    --mca pml ob1
  same messages suite "8 ranks and messages"
  is "$(twice "$scratch/messages/timings.jsonl")" "" "no job ran twice"
else
  ok 0 "the counter by messages # SKIP this is not Open MPI"
fi

done_testing
