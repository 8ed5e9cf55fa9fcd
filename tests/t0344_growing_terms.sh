# A run that is unstable: its terms grow by many orders of magnitude, and residuals are judged by those
# of their own time. What is exact stays confirmed, and what is missed before they grow is found.
. tests/tap.sh
cat >"$scratch/suite.yaml" <<'YAML'
methods: [dla_1, wrong_constraint]
models: "contact_oscillator@cartesian:harmonic"
studies: [{study: long, h: 2*sin(pi/30), steps: 4000}]
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" -j 2 -o "$scratch/out" \
  --plugin "$BUILD/tests/plugins/wrong_constraint.so"
is "$status" 1 "one of the two misses its constraint" || diag "$errors"
line() { grep "\"method\":\"$1\".*\"quantity\":\"$2\"" "$scratch/out/verdicts.jsonl"; }
matches "$(line dla_1 energy)" '"verdict":"confirmed".*grows to' "the run is unstable"
matches "$(line dla_1 discrete_constraint)" '"verdict":"confirmed".*in proportion to its terms' \
  "the discrete constraint is exact in an unstable run"
matches "$(line wrong_constraint discrete_constraint)" '"verdict":"refuted"' \
  "what is missed at the beginning is found"
matches "$(cat "$scratch/out/results.jsonl")" '"second":\[[^]]*\],"scale":\[' \
  "the blocks say how large their terms are"
done_testing
