# The curve study: what keeps the energy of one degree of freedom runs along the exact orbit of
# (q,v), in its own time; what does not, departs from it with its order; and an orbit in the line of
# configurations is no test, nor one of two degrees.
. tests/tap.sh
cat >"$scratch/curve.yaml" <<'YAML'
plugin_claims: false
studies:
  - study: curve
    methods: [average_vector_field, implicit_midpoint]
    models: ["pendulum:oscillation", kepler@cartesian]
    duration: 10
    step_sizes: [1/10, 1/20, 1/40]
claims:
  - {methods: [average_vector_field, implicit_midpoint], study: curve, quantity: phase_orbit, value: yes}
YAML
run "$GIMBAL" verify "$scratch/curve.yaml" -o "$scratch/out"
is "$status" 1 "some are refuted"
verdict() {
  grep "\"method\":\"$1\",\"model\":\"$2\"" "$scratch/out/verdicts.jsonl"
}
matches "$(verdict average_vector_field pendulum)" '"verdict":"confirmed"' \
  "the average vector field runs along the pendulum's orbit"
matches "$(verdict average_vector_field kepler)" '"verdict":"refuted".*scales like h\^[12]\.[09]' \
  "the average vector field leaves Kepler's orbit: one integral is not enough"
matches "$(verdict implicit_midpoint pendulum)" '"verdict":"refuted".*scales like h\^2\.[01]' \
  "the implicit midpoint departs from it with h²"

sed 's/study: curve/study: curv/' "$scratch/curve.yaml" >"$scratch/wrong.yaml"
run "$GIMBAL" verify "$scratch/wrong.yaml" -o "$scratch/out2"
is "$status" 2 "a wrong kind is an error"
matches "$errors" "the nearest is 'curve'" "with the nearest right one"
sed 's/duration: 10/duration: 1\/10/' "$scratch/curve.yaml" >"$scratch/short.yaml"
run "$GIMBAL" verify "$scratch/short.yaml" -o "$scratch/out3"
matches "$(cat "$scratch/out3/verdicts.jsonl")" 'needs at least 8 steps' "a run that is too short is not judged, and the reason is given"
done_testing
