# Numbers that no method, model or suite has: claims of order 1e12 or -3, durations of 1e300, steps of
# 1e-300, values scored 1e12 steps from their node. Each is reported at once, and none is confirmed by
# what an integer makes of it.
. tests/tap.sh

verdicts() { sed 's/.*"method":"\([^"]*\)".*"study":"\([^"]*\)","quantity":"\([^"]*\)","claimed":\([^,]*\),.*"verdict":"\([^"]*\)".*/\1 \2 \3 \4 \5/' \
  "$scratch/$1/verdicts.jsonl" | sort -u; }

# ---- Claims ----
cat >"$scratch/claims.yaml" <<'YAML'
models: "pendulum:oscillation"
methods: rk4
plugin_claims: false
studies: [{study: order}, {study: algebra}]
claims:
  - {methods: rk4, study: order, quantity: q, value: "1e12"}
  - {methods: rk4, study: order, quantity: q, value: "-3"}
  - {methods: rk4, study: order, quantity: v, value: "0"}
  - {methods: rk4, study: algebra, quantity: order, value: "1e12"}
  - {methods: rk4, study: algebra, quantity: order, value: "-3"}
YAML
run timeout 60 "$GIMBAL" verify "$scratch/claims.yaml" -o "$scratch/claims"
is "$status" 1 "absurd orders do not pass"
is "$(verdicts claims)" "rk4 algebra order -3.0 undecided
rk4 algebra order 1000000000000.0 refuted
rk4 order q -3.0 undecided
rk4 order q 1000000000000.0 refuted
rk4 order v 0.0 undecided" "an order that is too high is refuted, one of 0 or less undecided"
matches "$errors" 'undecided: .*the claimed order -3 is not above 0' "the reason is that the claimed order is not above 0"

# ---- Suites ----
cat >"$scratch/sizes.yaml" <<'YAML'
models: "pendulum:oscillation"
methods: rk4
studies:
  - {study: order, name: never, duration: 1e300}
  - {study: order, name: once, duration: 1e-300}
  - {study: order, name: late, duration: 1e12}
  - {study: order, name: none, duration: 1e300, sizes: [1000000000, 2000000000]}
  - {study: structure, step_sizes: [1e-300]}
YAML
run timeout 60 "$GIMBAL" verify "$scratch/sizes.yaml" -o "$scratch/sizes"
is "$(verdicts sizes | grep -c confirmed)" 0 "nothing is confirmed by steps of 1e-300, and in times of 1e300" ||
  diag "$(verdicts sizes)"
matches "$errors" 'no reference at t = 2.5e\+11, where round-off of its closed form hides whether' \
  "a model is not blamed for the digits that a late time has lost"
is "$(printf '%s\n' "$errors" | grep -c 'correct the model')" 0 "no model is blamed"

cat >"$scratch/curve.yaml" <<'YAML'
models: "spherical_pendulum:below"
methods: hamel_sphere
plugin_claims: false
studies: [{study: curve, duration: 1e30}]
claims: [{methods: hamel_sphere, study: curve, quantity: orbit, value: "yes"}]
YAML
run timeout 60 "$GIMBAL" verify "$scratch/curve.yaml" -o "$scratch/curve"
matches "$errors" 'curve study needs at least .* and less than 2e9' "1e31 steps are refused"

# ---- Descriptors ----
cat >"$scratch/plugins.yaml" <<'YAML'
models: "pendulum:oscillation"
studies: [{study: order}, {study: long, steps: 100}]
YAML
run timeout 60 "$GIMBAL" verify "$scratch/plugins.yaml" --plugin "$BUILD/tests/plugins/absurd_sizes.so" \
  -m 'absurd_*' -m rk4 -o "$scratch/plugins"
is "$(grep -c '"method":"rk4".*"study":"order".*"verdict":"confirmed"' "$scratch/plugins/verdicts.jsonl")" 2 \
  "other plugins are judged when one has an absurd descriptor"
for what in 'absurd_time.*: time_of_q = "1e12" is 1000000000000; it must be from -64 to 64 steps' \
  'absurd_past.*: time_of_q = "-65" is -65; it must' \
  'absurd_quotient.*: time_of_q = "1/0" is not a finite number' \
  'absurd_many.*: probe = "1e12" is 1000000000000; it must be a whole number from 0 to 1e9' \
  'absurd_none.*: probe = "-3" is -3; it must' \
  'absurd_broken.*: probe = "3/2" is 1.5; it must'; do
  matches "$errors" "failed: $what" "${what%%.*}: failed, by name and number"
done

# ---- Models ----
run timeout 60 "$GIMBAL" run -m lobatto_holonomic_2 -M spherical_pendulum_chain@rods:swinging:N=20000 -h 0.1 -T 0.1
is "$status" 2 "a model with matrices of 80,000 rows is refused"
matches "$errors" 'n is 60000, with 20000 constraints; together at most 46340 \(LIMIT_MATRIX\), except on a lattice' "  by its limit"
done_testing
