# gimbal check: sound plugins pass, each broken one fails for its own reason and no other.
. tests/tap.sh

run "$GIMBAL" check kepler double_pendulum spherical_pendulum lobatto_nonholonomic_2 rk4
is "$status" 0 "models and methods of the tree pass"
matches "$output" "^ok .* kepler:e03 cartesian: D1L is the derivative of L" "derivatives are checked"
matches "$output" "^ok .* double_pendulum:A bobs: its motion is that of realisation angles" \
  "realisations are compared"
matches "$output" "^ok .* rk4 on .* steps keep no memory" "leaks are looked for"
is "$(printf '%s\n' "$output" | sed -n 's/^1\.\.//p')" \
  "$(printf '%s\n' "$output" | grep -c '^ok ')" "the plan counts the points"

# fails PLUGIN NAME PATTERN: checked by name, only points that meet the pattern fail.
fails() {
  run "$GIMBAL" check --plugin "$BUILD/tests/plugins/$1.so" "$2"
  is "$status" 1 "$2 fails"
  matches "$output" "^not ok .*$3" "... because: $3"
  is "$(printf '%s\n' "$output" | grep '^not ok' | grep -Evc -e "$3")" 0 "... and nothing else"
}

fails broken_models wrong_frequency "reference up to"
fails broken_models wrong_phase "reference up to"
fails broken_models wrong_force "D1L is the derivative of L|energy is constant"
fails broken_models moving_invariant "invariant moves is constant"
fails broken_models wrong_words "separable|linear_constraints|autonomous|reversible|linear in q and v|symmetry"
for word in separable linear_constraints autonomous reversible "squares is linear in q and v" \
  "momentum of its generator"; do
  matches "$output" "^not ok .*$word" "wrong_words: $word is denied"
done
fails broken_models inconsistent "consistent with the constraints"
fails broken_methods hidden_state "begun again|another instance|saved and restored|was elsewhere"
if nm "$GIMBAL" 2>/dev/null | grep -q __asan_init; then
  ok 0 "leaky fails # SKIP the sanitiser's allocator counts nothing"
else
  fails broken_methods leaky "keep no memory"
fi
fails broken_methods crashing "ended by Segmentation fault"

run "$GIMBAL" check "$BUILD/tests/plugins/broken_methods.so"
is "$(printf '%s\n' "$output" | grep -c '^# method')" 4 "a file stands for all that is in it"
matches "$output" "^ok .* sound on" "one that crashes does not keep the others from being checked"
run "$GIMBAL" check --plugin "$BUILD/tests/plugins/double_only.so" kepler_in_double
is "$status" 0 "a model in double precision only passes"
matches "$output" "precisions agree # SKIP built in double" "... and the missing precision is told"

run "$GIMBAL" check keppler
is "$status" 2 "a name that there is not is a usage error"
run "$GIMBAL" check nowhere/foo.so
is "$status" 2 "so is a file that there is not"
run "$GIMBAL" check --help
is "$status" 0 "there is help"

done_testing
