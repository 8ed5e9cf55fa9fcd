# The shadow study tells trajectories that keep a nearby Hamiltonian from those that do not, in 3000
# steps in which no energy drifts: right methods are confirmed, each with the power of the differences,
# wrong ones refuted with the power of their defect, and a wrong action is never held against the
# method.
. tests/tap.sh

run "$GIMBAL" verify tests/shadow.yaml --plugin "$BUILD/tests/plugins/shadow_methods.so" -j 2 \
  -m "shadow_*" -m stormer_verlet -m symplectic_euler -m implicit_midpoint -m gauss_2 -m gauss_3 \
  -m vprk_lobatto_3 -m yoshida_4 -o "$scratch/out"
is "$status" 1 "the wrong methods do not pass" || diag "$errors"
verdicts=$scratch/out/verdicts.jsonl

line() { # line METHOD MODEL
  grep "^{\"key\":\"shadow/$1/$2:A\"" "$verdicts"
}
# found METHOD MODEL VERDICT POWER WITHIN: the power of h of the range
found() {
  matches "$(line "$1" "$2")" "\"verdict\":\"$3\"" "$1 on $2 is $3" || diag "$(line "$1" "$2")"
  [ "$4" = 8 ] && cause=shadow_power || cause=shadow_range_sharp
  power=$(line "$1" "$2" | sed -n "s/.*\"cause\":\"$cause\"[^}]*\"power\":\([-+.e0-9]*\).*/\1/p")
  echo "$power $4 $5" | awk '{ exit !($1 != "" && $1 - $2 < $3 && $2 - $1 < $3) }'
  ok $? "  and the range goes like h^$4" || diag "power: $power"
}

models="henon_heiles perturbed_pendulum_2"
for model in $models; do
  # Not yet asymptotic: the next term of the differences is (ωh)² of the first, and on these models
  # ωh is some tenths.
  for method in stormer_verlet symplectic_euler implicit_midpoint gauss_2 gauss_3 vprk_lobatto_3 \
    yoshida_4; do
    found $method $model confirmed 8 0.5
  done
  # Next to the power of the defect the next even one is smaller by (ωh)² too.
  found shadow_lobatto_iiib $model refuted 4 0.3
  found shadow_trapezoidal $model refuted 2 0.3
  found shadow_takahashi_imada $model refuted 4 0.3
  found shadow_lobatto_iiib_denied $model confirmed 4 0.3
  found shadow_wrong_action $model undecided 2 0.3
  matches "$(line shadow_wrong_action $model)" "step map shows no symplectic defect.*either the action S or the method is wrong" \
    "  which is said to be S or the method"
  matches "$(line shadow_right_denied $model)" '"verdict":"skipped","reason":"no counterexample on this model' \
    "a denial of what is there has no witness on $model"
  matches "$(line shadow_no_action $model)" '"verdict":"skipped","reason":"the method has no discr' \
    "without an action nothing is said on $model"
  matches "$(line shadow_halves $model)" '"verdict":"skipped","reason":"the step of .q,v. changes' \
    "a method without room for the action is skipped on $model"
done

# Where the motion is fast for the first steps, the power of the differences shows at the fifth.
cat >"$scratch/charged.py" <<'PY'
from gimbal import Model, serve


class Charged(Model):
    """A charged particle in a magnetic field"""

    coordinates, start, duration = ["x", "y", "z"], [1.0, 0.2, 0.1, 0.1, 0.6, 0.3], 2.0
    traits = "autonomous"

    def lagrangian(self, t, q, v):
        x, y, z = q
        potential = (x * v[1] - y * v[0]) / 2 * (1 + (x * x + y * y) / 8)
        return (v[0]**2 + v[1]**2 + v[2]**2) / 2 + potential - z * z / 2 - x * x / 4


serve(Charged)
PY
cat >"$scratch/charged.yaml" <<'YAML'
title: Charged
models: charged
plugin_claims: false
studies:
  - {study: shadow}
claims:
  - {methods: [vprk_lobatto_3, vprk_gauss_2], study: shadow, quantity: hamiltonian, value: yes}
YAML
run env PYTHONPATH=python "$GIMBAL" verify "$scratch/charged.yaml" --external "python3 $scratch/charged.py" \
  -m vprk_lobatto_3 -m vprk_gauss_2 -o "$scratch/charged"
is "$status" 0 "right methods are confirmed where coarse steps leave the power of the differences open" || diag "$output"

# The energy of the wrong ones does not drift: what tells them is not in a long run of it.
cat >"$scratch/long.yaml" <<'YAML'
title: Energies
models: henon_heiles
plugin_claims: false
studies:
  - {study: long, steps: 3000}
claims:
  - {methods: [shadow_lobatto_iiib, shadow_trapezoidal, shadow_takahashi_imada], study: energy, quantity: energy, value: bounded}
YAML
run "$GIMBAL" verify "$scratch/long.yaml" --plugin "$BUILD/tests/plugins/shadow_methods.so" \
  -o "$scratch/long"
is "$(grep -c '"verdict":"confirmed"' "$scratch/long/verdicts.jsonl")" 3 \
  "their energies are bounded, over as many steps" || diag "$output"

# Models without a canonical phase space, or with a time in it, are not asked.
cat >"$scratch/others.yaml" <<'YAML'
title: Others
models: [pendulum, driven_pendulum, "nonholonomic_particle:A"]
studies:
  - study: shadow
  - {study: order, models: [driven_pendulum, nonholonomic_particle], sizes: [8, 16, 24]}
YAML
run "$GIMBAL" verify "$scratch/others.yaml" -m implicit_midpoint -o "$scratch/others"
is "$(grep '"study":"shadow"' "$scratch/others/verdicts.jsonl" | cut -d'"' -f4)" \
  "shadow/implicit_midpoint/pendulum:oscillation" "other models are not asked" || diag "$errors"
run "$GIMBAL" verify "$scratch/others.yaml" -m implicit_midpoint -M driven_pendulum \
  -o "$scratch/driven"
matches "$(grep '"study":"shadow"' "$scratch/driven/verdicts.jsonl")" \
  '"verdict":"skipped","reason":"no applicable model is canonical, autonomous and smooth' \
  "  and where there is no other, the claim is skipped with the reason"

# The table is made from such a run, one line for each measurement.
is "$(tests/shadow.sh "$scratch/out" | grep -c '^| .* | .*perturbed_pendulum_2:A | 50 |')" 13 \
  "the table has a line for each of them" || diag "$(tests/shadow.sh "$scratch/out")"

done_testing
