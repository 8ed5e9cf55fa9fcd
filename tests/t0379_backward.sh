# Steps of -h, which the contract promises to methods that claim to be reversible, symmetric or symplectic:
# one that does not lead back refutes "reversible", one that fails is a line of `check`.
. tests/tap.sh

plugin=$BUILD/tests/plugins/backward.so
cat >"$scratch/suite.yaml" <<'YAML'
title: Steps back
models: "pendulum:oscillation"
studies: [{study: structure}]
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" --only-plugins -o "$scratch/out"
is "$status" 1 "a method that does not go back does not pass" || diag "$errors"

# verdict METHOD QUANTITY VERDICT REASON
verdict() {
  matches "$(grep "\"method\":\"$1\"" "$scratch/out/verdicts.jsonl" | grep "\"quantity\":\"$2\"")" \
    "\"verdict\":\"$3\",\"reason\":\"$4" "$1: $2 is $3: $4"
}
for method in back_right back_size back_root back_forward; do
  verdict $method symplectic confirmed "symplectic|defect"
done
verdict back_right reversible confirmed defect
verdict back_size reversible refuted "defect [^\"]*: a step of -h does not lead back"
verdict back_root reversible confirmed defect
verdict back_forward reversible confirmed defect
verdict back_two_steps reversible skipped "[^\"]*steps of -h are needed, but the method declares forward_only"

run "$GIMBAL" check "$plugin"
matches "$output" "^ok [0-9]+ - back_right on .*: steps of -h go back" "check: the right one goes back"
matches "$output" "^not ok [0-9]+ - back_size on .*: steps of -h go back" "check: the size of h does not"
matches "$output" "^not ok [0-9]+ - back_root on .*: it takes steps of -h" "check: nor does its root"
matches "$output" "^ok [0-9]+ - back_forward on .*: steps of -h # SKIP it says that h is never negative" \
  "check: a method may declare that h is never negative"
is "$(echo "$output" | grep -c "^not ok [0-9]* - back_\(right\|forward\|two\)")" 0 \
  "check: the right ones pass" || diag "$output"

# One claim that promises steps of −h is enough; without any they are not tried.
for claim in symmetric symplectic; do
  matches "$output" "^not ok [0-9]+ - back_size_$claim on .*: steps of -h go back" "check: nor where only \"$claim\" is claimed"
done
is "$(echo "$output" | grep -c "back_size_nothing on .*: steps of -h")" 0 \
  "check: what claims nothing of them is not asked"
is "$(echo "$output" | grep -c "^not ok [0-9]* - back_size_nothing")" 0 "check: ... and passes"

# Substeps back amplify rounding, 1e12-fold and more at h ω = 25: of a right method no defect is seen.
cat >"$scratch/stiff.yaml" <<'YAML'
title: Stiff
models: harmonic_oscillator
studies: [{study: structure, step_sizes: [100, 50, 25]}]
YAML
for precision in quad double; do
  run "$GIMBAL" verify "$scratch/stiff.yaml" -m 'yoshida_*' -m rk4 --precision $precision -o "$scratch/out"
  verdict yoshida_4 reversible confirmed defect
  verdict yoshida_6 reversible "(confirmed|undecided)" defect
  verdict rk4 reversible confirmed "[^\"]*scales like h\^5"
done

done_testing
