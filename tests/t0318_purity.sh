# A method whose step is no continuous function of its state fails in every study, with that reason,
# before anything else is judged; one that keeps its memory where it belongs does not.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Steps that are taken again
models: "pendulum:oscillation"
studies:
  - {study: order, sizes: [24, 32, 40, 48, 64, 96, 128]}
  - {study: long, steps: 200}
  - study: structure
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/impure.so" \
  --only-plugins -o "$scratch/out"
is "$status" 1 "methods that are no functions of their state do not pass" || diag "$errors"
verdicts=$scratch/out/verdicts.jsonl

# fails METHOD REASON: in all of its studies.
fails() {
  lines=$(grep "\"method\":\"$1\"" "$verdicts" | grep -v '"verdict":"skipped"')
  is "$(echo "$lines" | grep -c "\"verdict\":\"failed\",\"reason\":\"$2")" \
    "$(echo "$lines" | grep -c .)" "$1 fails, and says: $2…" || diag "$lines"
  [ -n "$lines" ]
  ok $? "  in claims that there are"
}
again="the method is not a function of its state: the step from t = "
fails impure_counter "$again"
fails impure_seldom "$again"
fails impure_random "$again"
fails impure_last_force "$again"
fails impure_address "$again"
storage="the method reads storage before writing it"
fails impure_unwritten "$storage"
fails impure_unset "$storage"
fails impure_jacobian "$storage"
size="the method has hidden state: a step depends on the size of other steps"
fails impure_last_size "$size"
fails impure_begun_size "$size"
fails impure_handle "$again"
fails impure_start "the method is not a function of its start: begun again from the same one"
fails impure_noise "the step is not a continuous function of the state: "

# ... whatever ran before it: alone, and after jobs of right methods.
reported() {
  grep '"method":"impure_unset"' "$1" | sed 's/.*\("key":"[^"]*"\).*\("verdict":"[a-z]*","reason":"[^"]*"\).*/\1 \2/'
}
for others in "" "-m gauss_2 -m average_vector_field"; do
  # shellcheck disable=SC2086 # words
  run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/impure.so" -m impure_unset $others \
    -o "$scratch/unset"
  is "$(reported "$scratch/unset/verdicts.jsonl")" "$(reported "$verdicts")" \
    "impure_unset has the same verdicts $([ "$others" ] && echo after right methods || echo alone)"
done

# What the host's memory holds is zero in double precision, of which orders are judged first.
is "$(grep '"method":"impure_residual"' "$verdicts" | grep '"study":"order"' |
  grep -c "\"verdict\":\"failed\",\"reason\":\"$storage")" 1 "impure_residual fails: $storage"
# What is kept of the first step for ever shows where a job takes steps of several sizes.
first="the method has hidden state: a step depends on the first steps of its process"
is "$(grep '"method":"impure_first_size"' "$verdicts" | grep '"study":"order"' |
  grep -c "\"verdict\":\"failed\",\"reason\":\"$first")" 1 "impure_first_size fails: $first"
for method in pure_memory pure_handle pure_uncopyable pure_cache pure_written; do
  is "$(grep "\"method\":\"$method\"" "$verdicts" | grep -c '"verdict":"failed"')" 0 \
    "$method does not fail"
done
# Its numbers are random to 1e-12, the same in each run: the verdict says what stands for the test.
matches "$(grep '"method":"pure_uncopyable"' "$verdicts" | grep '"study":"energy"')" \
  'repeatability was tested with two whole runs, since the state cannot be copied' \
  "a verdict says where runs were begun again instead"

results=$scratch/out/results.jsonl
matches "$(grep '"method":"impure_random"' "$results" | head -n 1)" \
  '"purity":{"impure":"the method is not [^"]*","time":[-+.e0-9]*,"quantity":"[qv]","component":[12],"defect":[-+.e0-9]*}' \
  "the record holds where it shows, and by how much"
matches "$(grep '"key":"long/pure_uncopyable' "$results")" \
  '"purity":{"beginnings":true}' "  and that a state could not be copied"
is "$(grep '"method":"pure_memory"' "$results" | grep -c '"purity"')" 0 \
  "  and nothing of a step that is a function of its state"

# ---- `gimbal check` looks at more steps ----
run "$GIMBAL" check "$BUILD/tests/plugins/impure.so"
for method in counter seldom random last_force address unwritten handle noise unset residual jacobian \
  first_size last_size begun_size; do
  matches "$output" "not ok [0-9]+ - impure_$method on .*: its step is a continuous function" \
    "check: impure_$method fails"
done
matches "$output" "not ok [0-9]+ - impure_start on .*: a second run takes the same" \
  "check: impure_start fails"
matches "$output" "# other_model on .*: the method has hidden state: a step depends on steps on another" \
  "check: what is kept of another model is found"
is "$(echo "$output" | grep -c "^not ok [0-9]* - pure_")" 0 "check: the right ones pass"

done_testing
