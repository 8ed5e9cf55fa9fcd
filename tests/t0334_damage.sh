# Stored files that were changed after they were written: found, with file and line, and never a
# changed verdict.
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
methods: [rk4]
models: ["pendulum:oscillation", "chaotic:J"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}, {study: long, h: 1/10, steps: 300}]
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/whole"
is "$status" 0 "there is something to damage" || diag "$errors"
sort "$scratch/whole/results.jsonl" >"$scratch/results"


# damaged FILE SED: a copy with one file edited
damaged() {
  rm -rf "$scratch/new"
  mkdir "$scratch/new"
  cp "$scratch/whole"/*.json* "$scratch/new"
  sed "$2" "$scratch/whole/$1" >"$scratch/new/$1"
  ! cmp -s "$scratch/whole/$1" "$scratch/new/$1" || diag "the edit changed nothing: $2"
}

# Digits, one at a time: at several places of each file, the lines' own numbers and the checksum's.
for place in 'results.jsonl 2' 'results.jsonl 3' 'verdicts.jsonl 1' 'verdicts.jsonl 4' 'timings.jsonl 2'; do
  # shellcheck disable=SC2086
  set -- $place
  for which in 1 5 12; do
    damaged "$1" "$2s/[0-8]/9/$which"
    run "$GIMBAL" report "$scratch/new"
    is "$status" 2 "$1, line $2, digit $which: report ends with status 2"
    matches "$errors" "new/$1, line $2: damaged" "  and names file and line"
    run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/new" --resume
    sort "$scratch/new/results.jsonl" | cmp -s - "$scratch/results" && cmp -s "$scratch/whole/verdicts.jsonl" "$scratch/new/verdicts.jsonl"
    ok $? "  resumed it has the same results and verdicts"
  done
done
damaged manifest.json 's/pendulum/pendulam/'
run "$GIMBAL" report "$scratch/new"
is "$status" 2 "a damaged manifest"
matches "$errors" 'new/manifest.json: damaged' "is named"

# A whole line that is gone, or there twice
for edit in 2d 2p; do
  damaged verdicts.jsonl $edit
  for command in report "compare $scratch/whole"; do
    # shellcheck disable=SC2086
    run "$GIMBAL" $command "$scratch/new"
    is "$status" 2 "verdicts.jsonl, sed $edit: ${command%% /*} ends with status 2"
    matches "$output$errors" '[79] verdicts where the run had 8' "  and says how many there were"
  done
done
damaged results.jsonl /order.rk4.pendulum/d
run "$GIMBAL" report "$scratch/new"
is "$status" 2 "a record that is gone"
matches "$errors" "results.jsonl has [0-9]+ records of the run's [0-9]+ jobs" "is missed by the manifest"

# What is not there
damaged results.jsonl '$s/.....$//'
printf %s "$(cat "$scratch/new/results.jsonl")" >"$scratch/torn"
mv "$scratch/torn" "$scratch/new/results.jsonl"
run "$GIMBAL" report "$scratch/new"
is "$status" 2 "a torn end"
matches "$errors" "results.jsonl has [0-9]+ records of the run's [0-9]+ jobs" "  is reported"
rm "$scratch/new/timings.jsonl" && mkfifo "$scratch/new/timings.jsonl"
run timeout 20 "$GIMBAL" report "$scratch/new"
is "$status" 2 "a pipe in the place of a file"
matches "$errors" 'timings.jsonl.* not a regular file' "  is refused"
run "$GIMBAL" report "$scratch/nowhere"
is "$status" 2 "a folder that is not there"

done_testing
