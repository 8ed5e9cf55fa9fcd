# What is wrong below the step sizes of a series, after a part of its runs, or below round-off is not
# confirmed; and a verdict states where the budget of steps ends.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Where nobody looked
studies:
  - {study: order}
  - {study: long, steps: 10000, models: harmonic_oscillator}
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" -j 2 -o "$scratch/out" -m 'hidden_*' -m gauss_2 -m implicit_midpoint \
  -M pendulum:oscillation -M kepler@cartesian:e03 -M harmonic_oscillator -M henon_heiles -M double_pendulum \
  --plugin "$BUILD/tests/plugins/hidden.so"
verdicts=$scratch/out/verdicts.jsonl
is "$status" 1 "wrong methods do not pass" || diag "$errors"

# verdict METHOD MODEL QUANTITY
verdict() {
  grep "\"method\":\"$1\",\"model\":\"$2\"" "$verdicts" | grep "\"quantity\":\"$3\"" |
    sed 's/.*"verdict":"\([a-z]*\)","reason":"\(.*\)","command.*/\1: \2/'
}
for model in pendulum kepler henon_heiles; do
  for quantity in q v; do
    matches "$(verdict hidden_small $model $quantity)" '^(refuted|undecided): ' \
      "a method that is of order 1 below h = 0.004 is not confirmed on $model: $quantity"
    matches "$(verdict hidden_right $model $quantity)" '^confirmed: .* down to h = 0\.000[0-9]*,' \
      "one that stays of order 2 is, and the verdict states the smallest step: $quantity"
  done
done
matches "$(verdict hidden_halfway kepler q)" '^refuted: order lost near t = ' \
  "an order that is lost after t = 30 is refuted in q"
matches "$(verdict hidden_halfway kepler v)" \
  '^undecided: .*order kept up to t = 30.*; but the same runs lose the order of q near t = 3[0-9]' \
  "an order that is lost in q is not confirmed in v from the same runs"
matches "$(verdict hidden_right kepler v)" 'order kept up to t = 50$' \
  "a verdict says how far runs went"
for quantity in q v; do
  matches "$(verdict hidden_halfway double_pendulum $quantity)" '^refuted: order lost near t = 3[0-9]' \
    "where coarse runs are far apart before t = 30, finer ones show that the order of $quantity is lost"
  matches "$(verdict hidden_right double_pendulum $quantity)" '^confirmed: .*order kept up to t = [0-9]*( .runs to t = 50.)?$' \
    "a right method keeps the order of $quantity as far as the runs go"
done

for claim in bounded exact; do
  matches "$(verdict hidden_taylor_$claim harmonic_oscillator energy)" \
    '^refuted: .*round-off.*in quadruple precision at most' \
    "an energy that drifts below round-off is not $claim"
done
matches "$(verdict implicit_midpoint harmonic_oscillator energy)" '^(confirmed|skipped): ' \
  "one that does not drift is not refuted"
is "$(grep -ci 'finer steps' "$verdicts")" 0 "no one is sent for finer steps"
matches "$(grep '"verdict":"undecided"' "$verdicts")" 'no step below h = [0-9.e-]+ was run|the finest errors do not fall' \
  "what is open states where the budget ends, or that the errors do not fall"

done_testing
