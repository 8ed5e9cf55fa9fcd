# The tolerance study: a right code that chooses its own steps keeps what it claims of its tolerance, in
# both forms that a plugin may have; codes that ignore the tolerance, stop listening to it, give up, or
# gain less from it than they claim are distinguished.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Tolerances
models: [kepler, harmonic_oscillator]
studies:
  - study: tolerance
YAML
plugin=$BUILD/tests/plugins/tolerant.so
run "$GIMBAL" verify "$scratch/suite.yaml" -m 'tolerant*' --plugin "$plugin" -j 2 -o "$scratch/out"
is "$status" 1 "wrong codes do not pass" || diag "$errors"

# verdict METHOD QUANTITY VERDICT [MODEL]: on both models, or one.
verdict() {
  for model in ${4:-kepler:e03 harmonic_oscillator:A}; do
    line=$(grep "^{\"key\":\"tolerance/$1/$model\"" "$scratch/out/verdicts.jsonl" |
      grep "\"quantity\":\"$2\"")
    matches "$line" "\"verdict\":\"$3\"" "$1 on $model: $2 is $3"
  done
}
for method in tolerant tolerant_parameter; do
  verdict $method exponent confirmed
  verdict $method factor confirmed
  verdict $method monotone confirmed
done
for method in tolerant_deaf tolerant_parameter_deaf tolerant_saturates; do
  verdict $method exponent refuted
  verdict $method factor refuted
  verdict $method monotone refuted
done
matches "$line" 'reason":"[0-9]+ of 36 smaller tolerances give no smaller error' \
  "a code that stops listening to the tolerance is recognised"
# With the weights of order 2 errors go like tolerance^(2/3), and 1e4 times the tolerance at 1e-12.
verdict tolerant_unextrapolated exponent refuted
verdict tolerant_unextrapolated factor refuted
observed=$(sed -n '/tolerant_unextrapolated\/kepler/s/.*"exponent".*"observed":\([0-9.]*\),.*/\1/p' \
  "$scratch/out/verdicts.jsonl")
echo "$observed" | awk '{ exit !($1 > 0.6 && $1 < 0.73) }'
ok $? "  with an exponent of 2/3" || diag "$observed"
verdict tolerant_quits exponent confirmed # over the tolerances that it reaches
matches "$(grep '"key":"tolerance/tolerant_quits/kepler' "$scratch/out/verdicts.jsonl")" \
  'no result at .*: the tolerance is too small' "  with what it gives up at"
verdict tolerant_refuses exponent failed
verdict tolerant_costly exponent undecided kepler:e03 # what takes too long is not tried to the end
matches "$line" '[0-9]+ tolerances? tried' "  and the reason counts the tolerances"

is "$(grep -c '"tolerance":' "$scratch/out/results.jsonl")" 18 "each run is stored with its tolerance"
run "$GIMBAL" explain tolerance/tolerant_saturates/kepler:e03/exponent "$scratch/out"
matches "$output" '1\.00e-12 +1\.[0-9]+e-07' "explain shows the errors" || diag "$output"

# What chooses no steps, or whose tolerance is set, has no tolerance to be varied.
run "$GIMBAL" verify "$scratch/suite.yaml" -m rk4 -m tolerant_parameter:tolerance=1e-4 -M kepler \
  --plugin "$plugin" -o "$scratch/none"
is "$status" 2 "methods of fixed steps are not asked" || diag "$errors"
# Other studies have nothing to do for a method that takes no steps of theirs.
sed 's/study: tolerance/study: order/' "$scratch/suite.yaml" >"$scratch/order.yaml"
run "$GIMBAL" verify "$scratch/order.yaml" -m tolerant --plugin "$plugin" -o "$scratch/order"
is "$status" 2 "an order study refuses a method that chooses its steps" || diag "$output"

run "$GIMBAL" verify "$scratch/suite.yaml" -m tolerant --plugin "$plugin" -o "$scratch/again"
sort "$scratch/again/results.jsonl" >"$scratch/one"
grep '"method":"tolerant",' "$scratch/out/results.jsonl" | sort >"$scratch/other"
cmp -s "$scratch/one" "$scratch/other"
ok $? "a second run of the tolerance study gives the same bytes"

# compare distinguishes runs by their tolerances.
run "$GIMBAL" compare "$scratch/out" "$scratch/out"
is "$status" 0 "a folder is no worse than itself" || diag "$output"
is "$(printf '%s\n' "$output" | grep -c tolerant)" 0 "  nor better" || diag "$output"

done_testing
