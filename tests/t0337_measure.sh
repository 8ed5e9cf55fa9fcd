# The claim that a measure is kept, on models that have no canonical volume but declare a density: of an
# ode, and on the constraints of a nonholonomic system. `gimbal check` finds a wrong density.
. tests/tap.sh

# On hunters and hunted, in ln x and ln y: one shear after the other, and one that takes both at once.
cat >"$scratch/shears.c" <<'C'
#include "gimbal.h"
static int rates(gimbal *g, const gimbal_state *from, gimbal_real y, gimbal_real *f) {
  const gimbal_real z[2] = {from->q[0], y};
  return gimbal_field(g, from->t, z, f);
}
static int shears(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real y = from->q[1];
  gimbal_real f[2], moved;
  if (rates(g, from, y, f))
    return 1;
  moved = y / (1 - h * f[1] / y);
  to->dq[1] += moved - y;
  if (rates(g, from, moved, f))
    return 1;
  to->dq[0] += h * f[0];
  return 0;
}
static int at_once(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real f[2];
  if (rates(g, from, from->q[1], f))
    return 1;
  to->dq[0] += h * f[0];
  to->dq[1] += h * f[1];
  return 0;
}
static const gimbal_claim claims[] = {{.study = "structure", .quantity = "volume", .value = "yes"}};
static const gimbal_claim denials[] = {{.study = "structure", .quantity = "volume", .value = "no"}};
#define METHOD(name_, step_, claims_)                                                              \
  {.name = name_, .title = name_, .citation = "none", .formulation = GIMBAL_ODE,                   \
   .accepts = "n == 2 && m == 0", .step = step_, .claims = GIMBAL_ARRAY(claims_)}
static const gimbal_method methods[] = {METHOD("measure_shears", shears, claims),
                                        METHOD("measure_at_once", at_once, claims),
                                        METHOD("measure_at_once_denied", at_once, denials)};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
C
run "$GIMBAL" build "$scratch/shears.c" -o "$scratch/shears.so"
is "$status" 0 "the methods are built" || diag "$errors"
"$GIMBAL" verify --only-plugins --plugin "$scratch/shears.so" \
  --plugin "$BUILD/tests/plugins/contract.so" -m 'measure_*' -M 'contract_*' -o "$scratch/plane" \
  >/dev/null 2>"$scratch/errors"
verdict() { # verdict FOLDER METHOD MODEL: word and reason
  grep "\"method\":\"$2\",\"model\":\"$3\"" "$scratch/$1/verdicts.jsonl" |
    sed -n 's/.*"quantity":"volume".*"verdict":"\([a-z]*\)","reason":"\([^"]*\).*/\1: \2/p'
}
matches "$(verdict plane measure_shears contract_hunt)" '^confirmed: .* would have been detected .h = [0-9.]+, local error ' \
  "two shears keep dx dy / xy, and the detectable defect is given" || diag "$(cat "$scratch/errors")"
matches "$(verdict plane measure_at_once contract_hunt)" '^refuted: .*scales like h\^2' \
  "Euler's method does not, by the square of h"
matches "$(verdict plane measure_at_once_denied contract_hunt)" '^confirmed' "of which its denial has a witness"
matches "$(verdict plane measure_shears contract_wrong_density)" '^failed: the model is wrong: .*the density is invariant' \
  "a density that the flow does not keep is the model's error: nothing is judged on it"

# On constraints: the two motions of a skate do not depend on themselves, of the particle one does.
cat >"$scratch/constraints.yaml" <<'YAML'
plugin_claims: false
methods: [dla_midpoint, hamel_nonholonomic_midpoint, lobatto_nonholonomic_2, lobatto_nonholonomic_3, rk4]
models: [knife_edge, nonholonomic_particle, harmonic_oscillator, appell_hamel]
studies: [{study: structure}]
claims: [{methods: "*", study: structure, quantity: volume, value: "yes"}]
YAML
"$GIMBAL" verify "$scratch/constraints.yaml" -o "$scratch/on" >/dev/null 2>"$scratch/errors"
for method in dla_midpoint hamel_nonholonomic_midpoint lobatto_nonholonomic_3; do
  matches "$(verdict on $method knife_edge)" '^confirmed' "$method keeps the measure of the skate"
  matches "$(verdict on $method nonholonomic_particle)" '^refuted' "  and not that of the particle"
done
# det Dφ = 1 + O(h⁴) on the skate, by a method of order 2: the power is reported.
matches "$(verdict on lobatto_nonholonomic_2 knife_edge)" '^refuted: .*scales like h\^4.0' \
  "a defect that goes like h^4 is found in a method of order 2"
matches "$(verdict on rk4 knife_edge)" '^skipped: the nodes leave the constraint manifold' \
  "nodes off the constraints have no measure there"
matches "$(verdict on rk4 harmonic_oscillator)" '^refuted' "on a phase space the volume is the canonical one"
matches "$(verdict on lobatto_nonholonomic_2 appell_hamel)" '^skipped: volume cannot be measured.*density. that the model declares' \
  "a model that declares no density has none, and the reason names the remedy"

# A density must satisfy Liouville's equation on the constraints.
sed 's/return gimbal_sqrt(1 + q\[1\] \* q\[1\]);/return 1 + q[1] * q[1];/; s/"nonholonomic_particle"/"wrong_measure"/; s/"driven_nonholonomic_particle"/"driven_wrong_measure"/' \
  models/nonholonomic_particle.c >"$scratch/wrong_measure.c"
run "$GIMBAL" build "$scratch/wrong_measure.c" -o "$scratch/wrong_measure.so"
run "$GIMBAL" check wrong_measure --plugin "$scratch/wrong_measure.so"
is "$status" 1 "a density that the flow on the constraints does not keep is found"
matches "$output" 'not ok [0-9]+ - .*cartesian: the density is invariant' "  in one realisation"
matches "$output" 'not ok [0-9]+ - .*chaplygin: the density is invariant' "  and in the other"
done_testing
