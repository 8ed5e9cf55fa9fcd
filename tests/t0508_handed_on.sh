# Methods that hand on more than (q,p) at one time, as a step map: a force in memory, p half a step
# before the node, the last difference of q. They are all one method, Störmer–Verlet, and are judged
# alike, or skipped where only they know how to reverse what they carry; a force that comes late is
# refuted. Energies and invariants are read at one time.
. tests/tap.sh
cat >"$scratch/suite.yaml" <<'YAML'
models: ["kepler@cartesian:e03", "pendulum:oscillation"]
studies:
  - study: structure
  - study: long
    runs: [{h: 1/10, duration: 400}, {h: 1/20, duration: 400}]
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$BUILD/tests/plugins/handed_on.so" \
  --only-plugins -j 2 -o "$scratch/out"
is "$status" 1 "some are refuted" || diag "$errors"
verdict() { # verdict METHOD MODEL QUANTITY
  grep "\"method\":\"$1\",\"model\":\"$2\".*\"quantity\":\"$3\"" "$scratch/out/verdicts.jsonl"
}
found() { # found METHOD MODEL QUANTITY REGEX
  matches "$(verdict "$1" "$2" "$3")" "$4" "$1 on $2, $3: $4"
}
for model in kepler pendulum; do
  for method in kept_force staggered staggered_in_memory two_step; do
    found $method $model symplectic '"verdict":"confirmed".*would have been detected'
    # Of q₀ and p₋½ at one time it would go like h.
    found $method $model energy '"verdict":"confirmed".*like h\^(1\.9|2\.[01])'
  done
  found late_force $model symplectic '"verdict":"refuted".*scales like h\^(1\.9|2)'
  found tired $model symplectic '"verdict":"refuted"'
  found tired $model reversible '"verdict":"skipped"'
  found kept_force $model reversible '"verdict":"confirmed"'
  found staggered $model reversible '"verdict":"confirmed"'
  for method in late_force staggered_in_memory two_step; do
    found $method $model reversible '"verdict":"skipped".*how to reverse the method.s memory is not known'
  done
  found drifting $model energy '"verdict":"refuted"'
  found drifting $model symplectic '"verdict":"refuted"'
done
for method in kept_force staggered staggered_in_memory two_step; do
  found $method kepler angular_momentum '"verdict":"confirmed"'
done

# A method that is exact cannot show a defect, whatever it is.
cat >"$scratch/exact.yaml" <<'YAML'
methods: stormer_verlet
models: free_particle_1d
studies: [{study: structure}]
YAML
run "$GIMBAL" verify "$scratch/exact.yaml" -o "$scratch/exact"
matches "$(cat "$scratch/exact/verdicts.jsonl")" '"symplectic".*"verdict":"skipped","reason":"not measurable' \
  "on a free particle there is nothing that could be seen"

# In double precision the differences cannot tell a method of order 8 from another at small steps;
# at larger ones they can.
cat >"$scratch/double.yaml" <<'YAML'
methods: [vprk_gauss_4, gauss_6]
models: "pendulum:oscillation"
studies: [{study: structure}]
YAML
run "$GIMBAL" verify "$scratch/double.yaml" --precision double -o "$scratch/double"
for method in vprk_gauss_4 gauss_6; do
  matches "$(grep "\"$method.*\"symplectic" "$scratch/double/verdicts.jsonl")" \
    '"verdict":"confirmed","reason":"defect .* at [5-8] points.*would have been detected' \
    "$method in double precision: larger steps have the power"
done

# One map, whatever the times at which two methods score q and p: each is compared where both score it.
cat >"$scratch/equal.yaml" <<'YAML'
methods: [kept_force, two_step]
models: "kepler@cartesian:e03"
studies: [{study: equality}]
claims:
  - {study: equality, quantity: staggered, value: "yes", methods: [kept_force, two_step]}
  - {study: equality, quantity: two_step, value: "yes", methods: kept_force}
  - {study: equality, quantity: drifting, value: "yes", methods: kept_force}
  - {study: equality, quantity: astray, value: "yes", methods: [kept_force]}
YAML
run "$GIMBAL" verify "$scratch/equal.yaml" --plugin "$BUILD/tests/plugins/handed_on.so" \
  -o "$scratch/equal"
is "$status" 1 "one equality does not hold" || diag "$errors"
equal() { # equal METHOD OTHER REGEX
  matches "$(grep "\"method\":\"$1\".*\"quantity\":\"$2\"" "$scratch/equal/verdicts.jsonl")" "$3" \
    "$1 and $2: $3"
}
equal kept_force staggered '"verdict":"confirmed"'
equal two_step staggered '"verdict":"confirmed"'
equal kept_force two_step '"verdict":"confirmed"'
equal kept_force drifting '"verdict":"refuted"'
equal kept_force astray '"verdict":"skipped".*give q at different times, and v as well'

# With multipliers handed on: steps of -h lead back, on a nonholonomic model.
cat >"$scratch/multipliers.yaml" <<'YAML'
methods: [lobatto_nonholonomic_2, lobatto_nonholonomic_3, projected_rk4]
models: chaplygin_sleigh
studies: [{study: structure}]
YAML
run "$GIMBAL" verify "$scratch/multipliers.yaml" -o "$scratch/multipliers"
for method in lobatto_nonholonomic_2 lobatto_nonholonomic_3; do
  matches "$(grep "$method.*reversible" "$scratch/multipliers/verdicts.jsonl")" \
    '"verdict":"confirmed"' "$method leads back, with its multipliers"
done
matches "$(grep 'projected_rk4.*reversible' "$scratch/multipliers/verdicts.jsonl")" \
  '"claimed":"no".*"verdict":"confirmed".*h\^' "projected_rk4 does not, as it says"
done_testing
