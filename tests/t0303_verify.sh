# gimbal verify from end to end: the same results for any number of ranks and after a kill, and bad
# input that costs nothing. (Plugins that misbehave: t0310; kills of several ranks: t0313.)
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
title: A small suite
methods: [rk4, lobatto_nonholonomic_2]
models: [nonholonomic_particle, pendulum, "chaotic:J"]
precision: double
studies:
  - {study: order, sizes: [8, 16, 24, 32, 48, 64, 96]}
  - {study: long, steps: 300}
  - {study: ensemble, h: 1/10, steps: 10, members: 4, slice: 2, unclaimed: true}
YAML
suite=$scratch/small.yaml

same() { # same FOLDER NAME: results (in any order) and verdicts as in the first run
  sort "$1/results.jsonl" | cmp -s - "$scratch/results" &&
    cmp -s "$1/verdicts.jsonl" "$scratch/one/verdicts.jsonl"
  ok $? "$2"
}

# ---- Ranks ----
run "$GIMBAL" verify "$suite" -o "$scratch/one"
is "$status" 0 "a small suite passes" || diag "$errors"
printf '%s\n' "$output" >"$scratch/one.tap"
matches "$(sed -n 1p "$scratch/one.tap")" '^TAP version 13$' "standard output is TAP"
matches "$(sed -n 2p "$scratch/one.tap")" '^1\.\.[0-9]+$' "with a plan"
is "$(grep -c '^ok ' "$scratch/one.tap")" "$(grep -vc '"reason":"not run: the suite has no' "$scratch/one/verdicts.jsonl")" \
  "and one test point per verdict, but what the suite leaves out"
sort "$scratch/one/results.jsonl" >"$scratch/results"
for file in results.jsonl timings.jsonl verdicts.jsonl manifest.json; do
  test -s "$scratch/one/$file"
  ok $? "$file is there"
done
is "$(cut -d'"' -f4 "$scratch/one/timings.jsonl" | sort)" \
  "$(grep -v '"status":"skipped"' "$scratch/one/results.jsonl" | cut -d'"' -f4 | sort)" \
  "each job has its timing"

matches "$(grep -m1 'classname="rk4"' "$scratch/one/junit.xml")" ' file="methods/rk4.c" line="[0-9]+"' \
  "JUnit has the place of the method's source"

run "$GIMBAL" verify "$suite" -o "$scratch/two" -j 2
is "$status" 0 "-j 2 passes" || diag "$errors"
is "$output" "$(cat "$scratch/one.tap")" "with the same TAP"
same "$scratch/two" "two runs have the same results and verdicts, byte for byte"
cmp -s "$scratch/one/manifest.json" "$scratch/two/manifest.json"
ok $? "two runs have the same manifest"
if command -v mpiexec >/dev/null; then
  for n in 1 2 3; do
    run mpiexec -n $n "$GIMBAL" verify "$suite" -o "$scratch/mpi$n"
    is "$status" 0 "mpiexec -n $n passes" || diag "$errors"
    same "$scratch/mpi$n" "mpiexec -n $n gives the same"
  done
else
  for n in 1 2 3 4 5 6; do ok 0 "mpiexec # SKIP not installed"; done
fi

# ---- Killed and resumed ----
mkdir "$scratch/killed"
head -n 5 "$scratch/one/results.jsonl" >"$scratch/killed/results.jsonl"
printf '{"key":"order/rk4/torn' >>"$scratch/killed/results.jsonl"
run "$GIMBAL" verify "$suite" -o "$scratch/killed" --resume
is "$status" 0 "a run that left a torn line is resumed" || diag "$errors"
same "$scratch/killed" "a resumed run with a torn line ends with the same results"

cp -r "$scratch/one" "$scratch/again"
run "$GIMBAL" verify "$suite" -o "$scratch/again" --resume
matches "$errors" '^0 of 0 jobs|^verify: ([0-9]+) of \1 jobs are done already' \
  "a finished run has nothing to resume"
same "$scratch/again" "resuming a finished run changes nothing"
cmp -s "$scratch/one/timings.jsonl" "$scratch/again/timings.jsonl"
ok $? "with its timings"

# Finished results that are not kept are reported: of other jobs, and of the same jobs under other options.
run "$GIMBAL" verify -m rk4 -M pendulum:oscillation -o "$scratch/other"
had=$(grep -c '"status":"done"' "$scratch/other/results.jsonl")
run "$GIMBAL" verify -m rk4 -M pendulum:oscillation -o "$scratch/other" --resume
is "$(printf '%s\n' "$errors" | grep -c dropped)" 0 "of the same run nothing is dropped"
run "$GIMBAL" verify -m rk4 -M pendulum:oscillation -o "$scratch/other" --resume --precision double
matches "$errors" "^gimbal: $scratch/other: $had finished results dropped and computed again: .*--precision" \
  "results under another precision are dropped, and counted"
run "$GIMBAL" verify -m rk4 -M pendulum:rotation -o "$scratch/other" --resume
matches "$errors" "^gimbal: $scratch/other: $had finished results of jobs that this run does not have: kept" \
  "those of another selection are kept, and counted"

setsid "$GIMBAL" verify "$suite" -o "$scratch/shot" >/dev/null 2>&1 </dev/null &
shot=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
  test "$(wc -l 2>/dev/null <"$scratch/shot/results.jsonl")" -gt 6 && break
  sleep 0.05
done 2>/dev/null
kill -9 $shot 2>/dev/null
wait $shot 2>/dev/null
run "$GIMBAL" verify "$suite" -o "$scratch/shot" --resume -j 2
is "$status" 0 "a run that was killed is resumed on two ranks" || diag "$errors"
same "$scratch/shot" "a killed run, resumed on two ranks, ends with the same results"

# ---- Bad input: one line, status 2, nothing lost ----
refused() { # refused PATTERN NAME WORDS...
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" verify "$@" -o "$scratch/one"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$name: status 2 and one line" ||
    diag "$errors"
  matches "$errors" "$pattern" "  which says: $pattern"
}
refused "no suite 'nonsense'.*gimbal list suites" "an unknown suite" nonsense
refused "no suite 'shrot'.*the nearest is 'short'" "a suite's name misspelled" shrot
echo 'include: shrot' >"$scratch/outer.yaml"
refused "outer\.yaml:1: key 'include': no suite 'shrot'.*the nearest is 'short'" \
  "and where another suite includes it" "$scratch/outer.yaml"
refused "no method matches 'lobatto_nonholonomc_2'; the nearest is 'lobatto_nonholonomic_2'" \
  "an unknown method" "$suite" -m lobatto_nonholonomc_2
refused "no model matches 'pendulm'; the nearest is 'pendulum'" "an unknown model" "$suite" -M pendulm
refused "no case matches" "an unknown case" "$suite" -M pendulum:nowhere
refused "nothing to run: .*lobatto_nonholonomic_2 does not fit pendulum; .gimbal describe lobatto_nonholonomic_2. names" \
  "a pair that does not fit" "$suite" -m lobatto_nonholonomic_2 -M pendulum
cat >"$scratch/excluding.yaml" <<YAML
methods: rk4
exclude: [{models: pendulum, why: shown elsewhere}]
studies: [{study: order, work: 10}]
YAML
refused "nothing to run: rk4 on pendulum:[a-z]+: not run: excluded by the suite \(shown elsewhere\)" \
  "a pair that the suite excludes" "$scratch/excluding.yaml" -M pendulum
run "$GIMBAL" verify "$scratch/excluding.yaml" -m rk4 -M pendulum:oscillation -o "$scratch/chosen"
is "$status $(grep -c '"verdict":"confirmed"' "$scratch/chosen/verdicts.jsonl")" "0 2" \
  "a pair that the user selects is judged, although the suite excludes it" || diag "$errors"
refused "nothing to run: rk4 on .*: not run: cost .* evaluations, limit 10\. To run it, add -m rk4 -M " \
  "pairs above the cost limit are not run" "$scratch/excluding.yaml" -m rk4
run "$GIMBAL" verify "$scratch/excluding.yaml" -m rk4 -M kepler:e03 -o "$scratch/costly"
is "$status" 0 "  but not where the model is named"
sed 's/^title.*/plugin_claims: false/; /ensemble/d' "$suite" >"$scratch/nothing.yaml"
refused "nothing to run: the selected methods make no claim on the selected models that" \
  "a suite whose studies judge nothing that is claimed" "$scratch/nothing.yaml" -m rk4 -M pendulum
cat >"$scratch/unstudied.yaml" <<YAML
source: A. Author 2001, A book
basis: textbook
plugin_claims: false
models: "pendulum:oscillation"
studies: [{study: structure, methods: rk4}, {study: order, methods: implicit_midpoint}]
claims: [{id: one, methods: implicit_midpoint, study: structure, quantity: symplectic, value: "yes", text: of the book}]
YAML
refused "nothing to run: implicit_midpoint on .*: not run: the suite has no entry .study: structure. with this method" \
  "a claim whose kind of study has other methods" "$scratch/unstudied.yaml#one"
sed -i 's/methods: rk4/methods: [rk4, implicit_midpoint]/' "$scratch/unstudied.yaml"
run "$GIMBAL" verify "$scratch/unstudied.yaml#one" -o "$scratch/studied"
is "$status" 0 "  and with this method it is judged" || diag "$errors"
refused "'fast' is not one of: auto double quad" "a wrong precision" "$suite" --precision fast
refused "-j.*'0'" "no ranks" "$suite" -j 0
refused "'soon' is not a number" "a wrong time-out" "$suite" --timeout soon
refused "unknown option --frobnicate" "an unknown option" "$suite" --frobnicate
refused "unexpected argument.*Usage: gimbal verify" "two suites" "$suite" "$suite"
refused "'./mine.so' is not a suite; give a plugin as --plugin" "a plugin for a suite" ./mine.so
refused "missing\.so" "a plugin that is not there" "$suite" --plugin "$scratch/missing.so"
sed 's/^studies/stduies/' "$suite" >"$scratch/wrong.yaml"
refused "wrong\.yaml:5:1: unknown key 'stduies'; the nearest is 'studies'" "a wrong key" \
  "$scratch/wrong.yaml"
# Words for PETSc: the folder comes first, for what is after -- is theirs.
slip() { # slip PATTERN NAME WORDS...
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" verify "$suite" -o "$scratch/one" -- "$@"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$name: status 2 and one line" ||
    diag "$errors"
  matches "$errors" "$pattern" "  which says: $pattern"
}
slip "the solver of a step has no option -step_snes_rtoll" "an option that PETSc does not have" \
  -step_snes_rtoll 0
slip "-step_snes_max_it abc: .*integer" "a value that is no number" -step_snes_max_it abc
slip "-step_snes_type nosuch: .*nosuch" "a solver that PETSc does not have" -step_snes_type nosuch
slip "-step_ksp_type nosuch: .*nosuch" "a linear one" -step_ksp_type nosuch
slip "-snes_rtol is not for the solver of a step.* begin with -step_" "an option without its prefix" \
  -snes_rtol 1e-3
slip "'step_snes_rtol' belongs to no PETSc option" "an option without its dash" step_snes_rtol 1e-3
same "$scratch/one" "refused options leave the results unchanged"

: >"$scratch/file"
for folder in "$scratch/file" "$scratch/file/below" /proc/gimbal; do
  run "$GIMBAL" verify "$suite" -o "$folder"
  is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "no output in ${folder#"$scratch/"}" ||
    diag "$errors"
done
run "$GIMBAL" verify "$scratch/wrong.yaml" -o "$scratch/never" -j 2
is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "on two ranks an error is one line" ||
  diag "$errors"
test ! -e "$scratch/never"
ok $? "a refused run makes no folder"

run "$GIMBAL" verify -m rk4 -M pendulum:oscillation -o "$scratch/petsc" -j 2 -- -step_snes_rtol 0 \
  -step_ksp_type gmres -step_snes_monitor
is "$status" 0 "options that PETSc has are taken" || diag "$errors"
is "$(printf '%s\n' "$errors" | grep -c '^gimbal: ')" 1 "with a remark on"
matches "$errors" '^gimbal: -step_ksp_type does nothing to gimbal.s own solver of a step' \
  "  one that only some solvers obey"
matches "$output" '^TAP version 13$' "what plugins print is not in the TAP"
is "$(printf '%s\n' "$output" | grep -c 'SNES Function norm')" 0 "  anywhere"

# ---- A full disk, for which a limit on the size of files stands ----
(ulimit -f 40 && trap '' XFSZ && exec "$GIMBAL" verify "$suite" -o "$scratch/full") \
  >/dev/null 2>"$scratch/full.errors" </dev/null
is "$?" 3 "a full disk: status 3"
# MPICH shares memory through a file even in one process, and does not begin without it.
if "$GIMBAL" version | grep -q 'MPI  *MPICH'; then
  ok 0 "  and the message says what is kept # SKIP MPICH ends the program"
else
  grep -q 'finished results are kept' "$scratch/full.errors"
  ok $? "  and the message says what is kept" || diag "$(cat "$scratch/full.errors")"
fi
run "$GIMBAL" verify "$suite" -o "$scratch/full" --resume
same "$scratch/full" "what was finished is kept, and the run can go on"
cp -r "$scratch/full" "$scratch/whole"
(ulimit -f 4 && trap '' XFSZ && exec "$GIMBAL" verify "$suite" -o "$scratch/whole" --resume) \
  >/dev/null 2>"$scratch/full.errors" </dev/null
if "$GIMBAL" version | grep -q 'MPI  *MPICH'; then
  ok 0 "  and what goes on says why it cannot # SKIP MPICH ends the program"
else
  grep -q '^gimbal: .*/whole/results.jsonl cannot be written: File too large$' "$scratch/full.errors"
  ok $? "  and what goes on says why it cannot" || diag "$(cat "$scratch/full.errors")"
fi

# ---- A folder that cannot be read is not missing ----
mkdir "$scratch/shut"
cp "$suite" "$scratch/shut/a.yaml"
cp ci/tables/dirk.txt "$scratch/shut"
chmod 0 "$scratch/shut"
if ! test -r "$scratch/shut/a.yaml"; then
  run "$GIMBAL" verify "$scratch/shut/a.yaml"
  matches "$errors" 'a.yaml cannot be read: Permission denied' "a suite in a folder that cannot be read"
  run "$GIMBAL" algebra "$scratch/shut/dirk.txt"
  matches "$errors" 'dirk.txt: Permission denied' "  and a table"
else
  ok 0 "a folder that cannot be read # SKIP root reads every folder"
fi
chmod 700 "$scratch/shut"

done_testing
