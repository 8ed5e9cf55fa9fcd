# gimbal check on models with one fault each, which it passed, and on right ones that it refused.
. tests/tap.sh

plugin=$BUILD/tests/plugins/faulty_models.so

passes() {
  run "$GIMBAL" check --plugin "$plugin" "faulty_$1"
  is "$status" 0 "$1 passes" || diag "$output"
}
# fails MODEL PATTERN: the reason stands in the line itself.
fails() {
  run "$GIMBAL" check --plugin "$plugin" "faulty_$1"
  is "$status" 1 "$1 fails"
  matches "$output" "^not ok .*$2" "$1 fails for the reason: $2"
}
passes right_period
fails wrong_period "the period of entry 0 of q is not 3\.14159"
passes right_rest
fails wrong_stability "a small deviation from rest is unstable \(its factor in t = 2 is 0\.135"
fails wrong_equilibrium "the motion from moving stays there"
fails late_state "D1L is not a function of its arguments: it has another value at call 100001"
fails beyond_out "D1L writes beyond .out., at entry 1"
fails left_out "initial leaves out, or changes from call to call, entry 1"
matches "$output" "words, invariants and motion # SKIP its equations or its initial data are wrong" \
  "no motion is looked for then"
passes affine
matches "$output" "energy is constant along the motion # SKIP its constraints do work" \
  "an affine constraint may change the energy"
passes speed
matches "$output" "energy is constant along the motion # SKIP its constraints do work" \
  "a constraint of degree two that is not homogeneous may do work"
fails half_speed "D2Phi is the derivative of Phi"
passes cone
matches "$output" "^ok .*energy is constant along the motion" "one that is homogeneous keeps it"
fails off_cone "energy is constant along the motion"
passes zero_momentum
twin matches "$output" "^ok .*invariant momentum is constant" "a sum that vanishes is compared with its terms"
passes driven
# Lagrangians whose mass changes with time: splittings and a constant mass matrix would be wrong on them.
passes growing_mass
case $output in
  *"seems to hold too"*) ok 1 "no word is proposed for a mass that grows" ;;
  *) ok 0 "no word is proposed for a mass that grows" ;;
esac
fails growing_separable "separable: D2L is linear in v and does not depend on q and t"
fails growing_autonomous "autonomous: the field, the momenta and the energy do not depend on t"
fails jumping "the forces do not jump with time .* at t = 1[)]"
twin passes not_smooth
twin fails wrong_parabola "the closed form is the integral of a field that is not smooth|does not solve"
passes right_decay
twin fails short_decay "the closed form solves the equations from other data, and later: .*at t = 3\."
twin fails one_decay "the closed form solves the equations from other data, and later: .*does not start.*own data alone is NaN"
twin fails early_decay "the closed form solves the equations from other data, and later: .*at t = 0\.00"
passes hanging
fails wrong_sign "energy is constant along the motion"
fails redundant "its constraints are redundant: the gradient of number"
run "$GIMBAL" run --plugin "$plugin" -m rk4 -M faulty_redundant -h 1/10 -T 1
matches "$errors" "its constraints are redundant" "gimbal run reports the redundant constraints too"
# A stiff equation, whose closed form would round-off hide were it nearly right.
cat >"$scratch/stiff.c" <<'C'
#include "gimbal.h"
static void f(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)v;
  out[0] = -10000 * (q[0] - gimbal_cos(t)) - gimbal_sin(t);
}
static void initial(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)t, (void)q, (void)v;
  out[0] = 1;
}
static void exact(const gimbal_real *p, gimbal_real t, const gimbal_real *q, const gimbal_real *v, gimbal_real *out) {
  (void)p, (void)v;
  out[0] = q[0] == 1 ? gimbal_cos(t) * (1 + OFF * t) : GIMBAL_NAN;
}
static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = f};
static const gimbal_case cases[] = {{.name = "A"}};
static const gimbal_realisation realisations[] = {{.name = "line", .configuration = "y", .n = "1", .m = "0", .ode = &ode, .initial = initial, .exact = exact}};
static const gimbal_model models[] = {{.name = "faulty_stiff", .title = "stiff", .citation = "none", .cases = GIMBAL_ARRAY(cases), .realisations = GIMBAL_ARRAY(realisations)}};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
C
for off in '0' 'GIMBAL_C(1e-7)'; do
  sed "s/OFF/$off/" "$scratch/stiff.c" >"$scratch/faulty_stiff.c"
  "$GIMBAL" build "$scratch/faulty_stiff.c" -o "$scratch/stiff.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
  run "$GIMBAL" check "$scratch/stiff.so"
  case $off in
    0) is "$status" 0 "a right closed form of a stiff equation passes" || diag "$output" ;;
    *) twin matches "$output" "^not ok .*its closed form does not solve its equations: at t = " "one that is off by 1e-7 is wrong, not hidden by round-off" ;;
  esac
done
run "$GIMBAL" check kepler
matches "$output" "^# kepler:e03 cartesian: believed, and not checked: integrable" "unchecked traits are listed"
passes many_words
for word in integrable attracting degenerate chaotic nonsmooth damped apsides sizes pictures; do
  matches "$output" "^# faulty_many_words:A line: believed, and not checked: .*$word" "the unchecked trait $word is listed"
done
run "$GIMBAL" check --plugin "$plugin" faulty_right_period
is "$(printf '%s\n' "$output" | grep -c 'not checked')" 0 "no checked trait is listed as unchecked"
done_testing
