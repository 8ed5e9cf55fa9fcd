# A claim that no study can test here is in the verdicts, skipped with its reason, however the models
# were narrowed; and what no model or method has is an error, not a claim that is never tested.
. tests/tap.sh

# Reversible, conserving volume, and (on nonholonomic systems) symplectic: all of it false, and an
# invariant that is there on other models only.
cat >"$scratch/body.txt" <<C
#define RIGHT "$PWD/methods/rk4.c"
#include "$PWD/tests/plugins/right.h"
static const gimbal_claim boasts[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "structure", .quantity = "volume", .value = "yes"},
    {.study = "structure", .quantity = "symplectic", .value = "yes"},
    {.study = "invariant", .quantity = INVARIANT, .value = "exact"}};
static const gimbal_method boasting[] = {{.name = "boaster", .title = "rk4, which boasts",
    .citation = "none", .formulation = GIMBAL_ODE, .coefficients = GIMBAL_ARRAY(coefficients),
    .step = step, .claims = GIMBAL_ARRAY(boasts)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(boasting));
C
build() { # build NAME INVARIANT
  { printf '#define INVARIANT "%s"\n' "$2"; cat "$scratch/body.txt"; } >"$scratch/$1.c"
  run "$GIMBAL" build "$scratch/$1.c" -o "$scratch/$1.so"
  is "$status" 0 "$1 is built" || diag "$errors"
}

build boaster angular_momentum
run "$GIMBAL" verify -m boaster -M nonholonomic_particle --plugin "$scratch/boaster.so" -o "$scratch/one"
is "$status" 0 "on a nonholonomic model none of three false claims is refuted" || diag "$errors"
for claim in "structure volume" "structure symplectic" "invariant angular_momentum"; do
  set -- $claim
  is "$(grep -c "\"study\":\"$1\",\"quantity\":\"$2\".*\"verdict\":\"skipped\",\"reason\":\"[a-z]" \
    "$scratch/one/verdicts.jsonl")" 1 "the verdict on $2 is skipped, with the reason"
done
matches "$errors" '^pass  boaster +1 +0 +0 +3 ' "skipped claims are counted"
run "$GIMBAL" verify --only-plugins -M nonholonomic_particle --plugin "$scratch/boaster.so" -o "$scratch/only"
is "$(grep -c '"method":"boaster".*"verdict":"skipped"' "$scratch/only/verdicts.jsonl")" 3 \
  "with --only-plugins the same claims are skipped"

build typo angular_momentun
run "$GIMBAL" verify -m boaster -M nonholonomic_particle --plugin "$scratch/typo.so" -o "$scratch/typo"
matches "$status $errors" "^2 .*typo\.so: method \"boaster\", claim \"invariant angular_momentun\": no invariant matches 'angular_momentun'; the nearest is 'angular_momentum'" \
  "an invariant that no model has is an error, with the file and the nearest that there is"
build unheard zzz
run "$GIMBAL" verify -m boaster -M nonholonomic_particle --plugin "$scratch/unheard.so" -o "$scratch/typo"
matches "$status $errors" "^2 .*no invariant matches 'zzz'; there are: linear, quadratic, .*angular_momentum" \
  "  or with all that there are"
cat >"$scratch/probe.yaml" <<'YAML'
studies: [{study: long, steps: 10}]
claims:
  - {methods: rk4, study: constraint, quantity: nods, value: exact}
YAML
run "$GIMBAL" verify "$scratch/probe.yaml" -o "$scratch/typo"
matches "$status $errors" "^2 .*probe\.yaml:3: key 'quantity': no probe matches 'nods'; the nearest is 'nodes'" \
  "an unknown probe is refused with the suite's line"

done_testing
