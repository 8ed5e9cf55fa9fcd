# The growth study finds the power of t by which errors grow on integrable problems: t for symplectic
# methods and t² for others, an energy that stays or drifts; and it refutes claims of another power.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Powers of time
models: ["kepler@cartesian:e03", "pendulum:oscillation"]
plugin_claims: false
studies:
  - study: growth
claims:
  - {methods: [stormer_verlet, gauss_2, average_vector_field], study: growth, quantity: q, value: 1}
  - {methods: [stormer_verlet, gauss_2], study: growth, quantity: v, value: 1}
  - {methods: [stormer_verlet, gauss_2], study: growth, quantity: energy, value: 0}
  - {methods: rk4, study: growth, quantity: q, value: 2}
  - {methods: rk4, study: growth, quantity: energy, value: 1}
  - {methods: rk4, models: kepler, study: invariant_growth, quantity: angular_momentum, value: 1}
  - {methods: average_vector_field, models: kepler, study: invariant_growth, quantity: angular_momentum, value: 0}
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" -j 2 -o "$scratch/right"
is "$status" 0 "right powers pass" || diag "$errors"

# found FOLDER METHOD MODEL QUANTITY VERDICT POWER: within what the rule takes for the same, 0.3.
found() {
  line=$(grep "^{\"key\":\"growth/$2/$3" "$scratch/$1/verdicts.jsonl" | grep "\"quantity\":\"$4\"")
  matches "$line" "\"verdict\":\"$5\"" "$2 on $3: $4 is $5"
  observed=$(echo "$line" | sed -n 's/.*"observed":\([-+.e0-9]*\),.*/\1/p')
  echo "$observed $6" | awk '{ exit !($1 != "" && $1 - $2 < 0.3 && $2 - $1 < 0.3) }'
  ok $? "  with a power of $6" || diag "observed: $observed"
}
for model in kepler pendulum; do
  for method in stormer_verlet gauss_2; do
    found right $method $model q confirmed 1
    found right $method $model v confirmed 1
    found right $method $model energy confirmed 0
  done
  found right average_vector_field $model q confirmed 1
  found right rk4 $model q confirmed 2
  found right rk4 $model energy confirmed 1
done
found right rk4 kepler angular_momentum confirmed 1
found right average_vector_field kepler angular_momentum confirmed 0 # it is symmetric

# The same with other powers: each is refuted, with the power that there is.
sed 's/quantity: q, value: 1/quantity: q, value: 2x/; s/quantity: q, value: 2}/quantity: q, value: 1}/
  s/2x/2/; s/energy, value: 0/energy, value: 1x/; s/energy, value: 1}/energy, value: 0}/; s/1x/1/
  s/angular_momentum, value: 1/angular_momentum, value: 0x/; s/angular_momentum, value: 0}/angular_momentum, value: 1}/; s/0x/0/; s/:e03", "pendulum.*"\]/:e03"]/' \
  "$scratch/suite.yaml" >"$scratch/wrong.yaml"
run "$GIMBAL" verify "$scratch/wrong.yaml" -j 2 -o "$scratch/wrong"
is "$status" 1 "wrong powers do not pass" || diag "$errors"
for method in stormer_verlet gauss_2; do
  found wrong $method kepler q refuted 1
  found wrong $method kepler energy refuted 0
  found wrong $method kepler v confirmed 1
done
found wrong rk4 kepler q refuted 2
found wrong rk4 kepler energy refuted 1
found wrong rk4 kepler angular_momentum refuted 1
found wrong average_vector_field kepler angular_momentum refuted 0

# Degenerate models, and those of which no closed form is known, are not asked.
sed 's/^models:.*/models: [harmonic_oscillator, henon_heiles, rotor]/' "$scratch/suite.yaml" \
  >"$scratch/others.yaml"
run "$GIMBAL" verify "$scratch/others.yaml" -m rk4 -o "$scratch/others"
is "$status" 2 "other models are not asked" || diag "$errors"

done_testing
