# gimbal check: sound plugins pass, each broken one fails for its own reason and no other.
. tests/tap.sh

run "$GIMBAL" check kepler double_pendulum spherical_pendulum lobatto_nonholonomic_2 rk4
is "$status" 0 "models and methods of the tree pass"
matches "$output" "^ok .* kepler:e03 cartesian: D1L is the derivative of L" "derivatives are checked"
matches "$output" "^ok .* double_pendulum:A bobs: its motion is that of realisation angles" \
  "realisations are compared"
matches "$output" "^ok .* rk4 on .* steps leak no memory" "leaks are looked for"
is "$(printf '%s\n' "$output" | sed -n 's/^1\.\.//p')" \
  "$(printf '%s\n' "$output" | grep -c '^ok ')" "the plan counts the points"

# fails PLUGIN NAME PATTERN: checked by name, only points that meet the pattern fail.
fails() {
  run "$GIMBAL" check --plugin "$BUILD/tests/plugins/$1.so" "$2"
  is "$status" 1 "$2 fails"
  matches "$output" "^not ok .*$3" "$2 fails because: $3"
  is "$(printf '%s\n' "$output" | grep '^not ok' | grep -Evc -e "$3")" 0 "$2: nothing else fails"
}

# In double precision the check is too coarse for the faults of these.
twin fails broken_models wrong_frequency "reference up to"
fails broken_models wrong_phase "reference up to"
fails broken_models late_phase "the closed form goes on from half-way up to t = [345][0-9]"
twin fails broken_models wrong_force "D1L is the derivative of L|energy is constant"
fails broken_models wrong_branch "D1L is the derivative of L"
fails broken_models moving_invariant "invariant moves is constant"
fails broken_models damped_separable "separable: D2L is linear in v and does not depend on q and t, D1L and force not on v"
matches "$output" "its motion # SKIP it is not separable" "the motion of a model that is not separable is skipped"
fails broken_models bound_separable "separable: D2H does not depend on q and t, D1H and force not on p"
run "$GIMBAL" check --plugin "$BUILD/tests/plugins/broken_models.so" steep_separable
is "$status" 0 "a separable Hamiltonian with another kinetic energy than ½ p² passes" || diag "$output"
matches "$output" "^ok .* separable: D2H does not depend on q" "  and its word is tested"
fails broken_models wrong_words "spheres|separable|linear_constraints|autonomous|reversible|linear in q and v|symmetry|invariant [a-z]* is constant"
for word in spheres separable linear_constraints autonomous reversible "squares is linear in q and v" \
  "momentum of its generator"; do
  matches "$output" "^not ok .*$word" "wrong_words: $word is denied"
done
fails broken_models wrong_band "Dg_band has all of Dg"
twin fails broken_models inconsistent "the initial data violate the constraints by "
fails broken_methods hidden_state "a second run takes|function of the state|increments tend to 0"
if nm "$GIMBAL" 2>/dev/null | grep -q __asan_init; then
  ok 0 "leaky fails # SKIP the sanitiser's allocator counts nothing"
else
  fails broken_methods leaky "leak no memory"
fi
fails broken_methods crashing "its check: signal 11 .Segmentation fault"
run "$GIMBAL" check --plugin "$BUILD/tests/plugins/broken_methods.so" misnamed
matches "$output" "signal 11 .Segmentation fault. after: no coefficients .a.; the method declares b" \
  "a crash after a failure has its reason"
fails broken_methods still "its step changes q or p on one of the models tried at least"
matches "$output" "^ok .* still on .*: steps # SKIP q and p are the same after some steps" "a step that writes nothing is named"
fails broken_methods whole "its increments tend to 0 with h"
matches "$output" "^# whole on .*: one step of h = .*: does it write the new state" "  and what is wrong with them is named"
fails broken_methods stuck "its step changes q or p on one of the models tried at least"
matches "$output" "^# stuck on .*: it has no step to take" "the reason of a method without a step is printed"

for method in beyond forgotten; do
  fails broken_methods $method "its step changes q or p on one of the models tried at least"
  matches "$output" "^# $method on .*: the step writes beyond the end of its state, .memory. or increments" "the reason of a step that writes too much is printed: $method"
done
for method in overrun overrun_within; do
  fails broken_methods $method "its step changes q or p on one of the models tried at least"
  matches "$output" "^# $method on .*: it writes beyond the numbers that gimbal_scratch gave" "the reason of a step that asks for too little storage is printed: $method"
done
for method in backwards backwards_unread; do
  fails broken_methods $method "its step changes q or p on one of the models tried at least"
  matches "$output" "^# $method on .*: it writes into \\*from, the state where it begins" "the reason of a step that writes where it begins is printed: $method"
done
for method in unread unread_increment; do
  fails broken_methods $method "its step changes q or p on one of the models tried at least"
  matches "$output" "^# $method on .*: the step writes .* not read: .overwrites. " "the reason of a step that writes what is not read is printed: $method"
done

# What hangs costs what --timeout says, and leaves nothing behind: computing, sleeping, with its output
# closed, with the signals of a limit ignored, with a child of its own that holds the pipe.
cat >"$scratch/hangs.c" <<'C'
#include <gimbal.h>
#include <signal.h>
#include <unistd.h>

static int spin(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  volatile int forever = 1;
  (void)g, (void)from, (void)h, (void)to;
  signal(SIGALRM, SIG_IGN);
  signal(SIGXCPU, SIG_IGN);
  while (forever)
    ;
  return 0;
}

static int doze(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)g, (void)from, (void)h, (void)to;
  close(STDOUT_FILENO);
  for (;;)
    pause();
  return 0;
}

static int leave(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)g, (void)from, (void)h, (void)to;
  if (!fork())
    for (;;)
      pause();
  kill(getpid(), SIGKILL);
  return 0;
}

#define HANGS(NAME)                                                                                \
  {.name = #NAME, .title = #NAME, .citation = "none", .formulation = GIMBAL_ODE, .step = NAME}
static const gimbal_method methods[] = {HANGS(spin), HANGS(doze), HANGS(leave)};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
C
if ${CC:-cc} -Iinclude -shared -fPIC "$scratch/hangs.c" -o "$scratch/hangs.so" -lm; then
  run timeout 400 "$GIMBAL" check "$scratch/hangs.so" --timeout 1
  is "$status" 1 "a hanging plugin fails" || diag "$errors"
  for name in spin doze; do
    matches "$output" "^not ok .* method $name: its check: timed out after 1 s.* \(--timeout\)" "the hanging method $name fails by its time"
  done
  matches "$output" "^not ok .* method leave: its check: signal 9 \(Killed\)" "a method whose child holds the pipe fails by its time"
  matches "$output" '^1\.\.6$' "all hanging methods are reported"
  # The dot is that of a pattern, which the words of grep itself do not meet.
  is "$(grep -ls "$scratch/hangs[.]so" /proc/[0-9]*/cmdline)" "" "hanging methods leave no process"
fi

run "$GIMBAL" check "$BUILD/tests/plugins/broken_methods.so"
is "$(printf '%s\n' "$output" | grep -c '^# method')" 16 "a file includes all its methods"
matches "$output" "^ok .* sound on" "one that crashes does not keep the others from being checked"
run "$GIMBAL" check --plugin "$BUILD/tests/plugins/double_only.so" kepler_in_double
is "$status" 0 "a model in double precision only passes"
twin matches "$output" "precisions agree # SKIP built in double" "the missing precision is reported"

# A motion may begin in an equilibrium, where the field is round-off; a period is checked there, too.
for period in '2*pi' pi; do
  sed -e 's/.value = "1", .description = "at the start/.value = "0", .description = "at the start/' \
    -e "s/.period = \"2\*pi\"/.period = \"$period\"/" -e 's/{.name = "rotation".*}};/};/' -e 's/"pendulum"/"rest"/' \
    models/pendulum.c >"$scratch/rest.c"
  "$GIMBAL" build "$scratch/rest.c" -o "$scratch/rest.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
  run "$GIMBAL" check "$scratch/rest.so"
  is "$(printf '%s\n' "$output" | grep -c '^not ok')" $((${#period} == 2)) "a pendulum at rest, of period $period" || diag "$output"
done
matches "$output" '^not ok .*the period of entry 0 of q is not 3.14159' "  the wrong period is named"

# In double precision alone, too: steep right derivatives, and a wrong one in an entry whose unit
# makes it small against the others.
run "$GIMBAL" build --double-only tests/trial/models.c -o "$scratch/models.so"
run "$GIMBAL" check --plugin "$scratch/models.so" t_lennard_jones t_proton
is "$status" 0 "a steep force and SI units pass in double precision only" || diag "$output"
run "$GIMBAL" check --plugin "$scratch/models.so" t_proton_mass
matches "$output" "^not ok .* D22L is the derivative of D2L .*relative defect 1.0e-03" \
  "a mass that is 1e-3 off fails, in units of its own size"

# refused PATTERN NAME WORDS...: before anything is printed.
refused() {
  pattern=$1
  name=$2
  shift 2
  run "$GIMBAL" check "$@"
  is "$status $output" "2 " "$name is a usage error"
  matches "$errors" "$pattern" "$name: the message has $pattern"
}
refused 'did you mean "kepler"' "a name that there is not" rk4 keppler
refused 'did you mean "gauss_' "a pattern of names" 'gauss_*'
refused 'give "kepler", not "kepler:e03"' "a case of a model" kepler:e03
refused 'did you mean "rk4"' "settings of a method that there is not" rk44:a=1
echo 'int nothing;' >"$scratch/foo.c"
refused 'build it with `gimbal build FILE.c`' "a source file" "$scratch/foo.c"
refused 'is not a number above 0' "a timeout of no time" rk4 --timeout 0
refused 'json' "an option of others" rk4 --json
run "$GIMBAL" check dla:tau=1/3
is "$status" 0 "settings with a slash are no file"
matches "$output" '^ok .* dla:tau=1/3 on ' "settings with a slash belong to a method"
run "$GIMBAL" check nowhere/foo.so
is "$status" 2 "a missing file is a usage error"
run "$GIMBAL" check --help
is "$status" 0 "there is help"


# ---- What verify says where a check would find more ----
# Of a step that fails, the method's own reason.
cat >"$scratch/stuck.yaml" <<'YAML'
title: Stuck
methods: [stuck]
models: ["pendulum:oscillation"]
precision: double
studies: [{study: structure}]
claims: [{methods: stuck, study: structure, quantity: symplectic, value: "yes"}]
YAML
run "$GIMBAL" verify "$scratch/stuck.yaml" --plugin "$BUILD/tests/plugins/broken_methods.so" -o "$scratch/stuck"
matches "$output" "reason: \"it has no step to take\"" "a structure study keeps the reason"

# A model that is wrong is no fault of methods: their claims on it fail, and on others they are judged.
try() { # NAME METHODS...: the skeleton, whose D2L is said to be 2 v where the name is wrong
  name=$1
  shift
  (cd "$scratch" && "$GIMBAL" new model "$name") >/dev/null 2>&1
  case $name in wrong*) sed -i 's/out\[0\] = v\[0\];/out[0] = 2 * v[0];/' "$scratch/$name.c" ;; esac
  ${CC:-cc} -Iinclude -shared -fPIC "$scratch/$name.c" -o "$scratch/$name.so" -lm || return
  run "$GIMBAL" verify default --plugin "$scratch/$name.so" -M "$name" -M pendulum "$@" -o "$scratch/$name"
}
try wrong_bead -m gauss_2 -m stormer_verlet
is "$status" 1 "a wrong model does not pass"
matches "$output" "reason: \"the model is wrong: its check fails: wrong_bead:[a-z]* [a-z]*: D2L is the derivative of L" \
  "the verdict on a wrong model names the failed check"
matches "$output" "gimbal check $scratch/wrong_bead.so shows more" "the verdict on a wrong model names the command that shows more"
verdicts=$scratch/wrong_bead/verdicts.jsonl
is "$(grep '"model":"wrong_bead"' "$verdicts" | grep -vc '"verdict":"\(failed\|skipped\)"')" 0 "no method is refuted for it"
is "$(grep '"model":"pendulum"' "$verdicts" | grep -c '"verdict":"confirmed"' | sed 's/^[1-9][0-9]*$/some/')" some \
  "on another model they are judged"
run "$GIMBAL" verify default --plugin "$scratch/wrong_bead.so" -M wrong_bead -M pendulum -m gauss_2 -m stormer_verlet \
  -o "$scratch/wrong_bead" --resume
matches "$errors" "jobs are done already" "a run is resumed as it was"
is "$status" 1 "a resumed run has the same status"
run "$GIMBAL" check "$scratch/wrong_bead.so"
matches "$output" "^not ok .*D2L" "the check finds it"
broken=$BUILD/tests/plugins/broken_models.so
run "$GIMBAL" verify default --plugin "$broken" -M moving_invariant -m gauss_2 -m rk4 -o "$scratch/moving"
is "$status" 1 "a wrong invariant does not pass"
matches "$output" "the model is wrong: its check fails: moving_invariant:.*invariant moves is constant" \
  "the verdict names the invariant that moves"
is "$(grep -c '"verdict":"refuted"' "$scratch/moving/verdicts.jsonl")" 0 "no method is refuted for a wrong invariant"

sed -e 's/out\[0\] = radius;/out[0] = radius + GIMBAL_C(1e-6);/' -e 's/"spherical_pendulum"/"off_sphere"/' models/spherical_pendulum.c >"$scratch/off.c"
"$GIMBAL" build "$scratch/off.c" -o "$scratch/off.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
run "$GIMBAL" verify --plugin "$scratch/off.so" -M off_sphere -m rk4 -o "$scratch/off"
matches "$output" "its check fails: off_sphere:.*the initial data violate the constraints by [1-9][.0-9]*e-07" "initial data off the constraints are named, not the energy"
run "$GIMBAL" check "$scratch/off.so"
is "$(printf '%s\n' "$output" | grep '^not ok' | grep -vc 'violate the constraints\|its motion is that of')" 0 "  and in a check nothing else follows from them"
# Of what spoils the energy, the verdict names the cause.
sed -e 's/.traits = "separable"/.traits = "separable autonomous"/' -e 's/"driven_pendulum"/"timed"/' models/driven_pendulum.c >"$scratch/timed.c"
"$GIMBAL" build "$scratch/timed.c" -o "$scratch/timed.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
run "$GIMBAL" verify --plugin "$scratch/timed.so" -M timed -m gauss_2 -o "$scratch/spoilt"
matches "$output" "its check fails: timed:.*autonomous: the field, the momenta and the energy do not depend on t" "a force that depends on time is named, not the energy"
# What is said of a model selects methods and claims: where it is false, no method is refuted for it.
said() { # said NAME OLD NEW PATTERN: damped_particle with NEW in place of OLD
  sed -e "s/$2/$3/" -e "s/\"damped_particle\"/\"$1\"/" models/damped_particle.c >"$scratch/$1.c"
  "$GIMBAL" build "$scratch/$1.c" -o "$scratch/$1.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
  run "$GIMBAL" verify --plugin "$scratch/$1.so" -M "$1" -m stormer_verlet -m conformal_verlet -m gauss_2 -o "$scratch/$1"
  is "$status" 1 "$1: a false word does not pass"
  matches "$output" "its check fails: $1:.*$4" "  and is named"
  is "$(grep -c '"verdict":"\(refuted\|confirmed\)"' "$scratch/$1/verdicts.jsonl")" 0 "  and nothing is judged on the model"
}
said falsely_separable '"autonomous damped' '"separable autonomous damped' 'separable: D2L is linear in v'
said falsely_reversible '"autonomous damped' '"reversible autonomous damped' 'reversible: the reversing symmetry'
# A friction on a group, added to the force that depends on time.
sed -e 's/\* cosine;$/* cosine - v[0];/' -e 's/"driven_/"dragged_/' models/driven_body.c >"$scratch/dragged.c"
"$GIMBAL" build "$scratch/dragged.c" -o "$scratch/dragged.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
run "$GIMBAL" verify --plugin "$scratch/dragged.so" -M dragged_body -m hamilton_pontryagin_verlet -o "$scratch/dragged"
matches "$output" "its check fails: dragged_body:.*separable: D2ell is linear in v and does not depend on q and t, D1ell and force not on v" \
  "a false word of a model on a group is named"
said falsely_contracting 'contraction = "damping"' 'contraction = "2*damping"' 'the canonical form contracts at 2\*damping'
# The kind of an invariant selects claims, too.
sed -e 's/"quadratic momentum_map"/"linear"/' -e 's/"kepler"/"mislabelled"/' models/kepler.c \
  >"$scratch/mislabelled.c"
"$GIMBAL" build "$scratch/mislabelled.c" -o "$scratch/mislabelled.so" >"$scratch/log" 2>&1 || diag "$(cat "$scratch/log")"
run "$GIMBAL" verify --plugin "$scratch/mislabelled.so" -M mislabelled@cartesian:e03 -m rk4 -o "$scratch/mislabelled"
matches "$output" "its check fails: mislabelled:.*invariant angular_momentum is linear in q and v" \
  "a false kind of an invariant is named, and no method is refuted for it"
# A momentum map without a generator, as in Python, is affine in the momenta; a component of the vector of Runge and
# Lenz is not, and symplectic methods do not keep it.
cat >"$scratch/planet.py" <<'PY'
from gimbal import Model, serve, sqrt


class Planet(Model):
    """A planet in the plane"""

    coordinates, duration, start = ["x", "y"], 6.0, [1.0, 0.0, 0.0, 1.1]
    traits = "separable autonomous"
    invariants = {"spin": "quadratic momentum_map", "axis": "momentum_map"}

    def lagrangian(self, t, q, v):
        return (v[0]**2 + v[1]**2) / 2 + 1 / sqrt(q[0]**2 + q[1]**2)

    def spin(self, t, q, v):
        return q[0] * v[1] - q[1] * v[0]

    def axis(self, t, q, v):
        return v[1] * (q[0] * v[1] - q[1] * v[0]) - q[0] / sqrt(q[0]**2 + q[1]**2)


serve(Planet)
PY
run env PYTHONPATH=python "$GIMBAL" verify --external "python3 $scratch/planet.py" -M planet -m stormer_verlet \
  -o "$scratch/planet"
matches "$output" "its check fails: planet:.*invariant axis is affine in the momenta" \
  "an invariant that is no momentum map is named, and no method is refuted for it"
sed -i 's/, "axis": "momentum_map"//' "$scratch/planet.py"
run env PYTHONPATH=python "$GIMBAL" verify --external "python3 $scratch/planet.py" -M planet -m stormer_verlet \
  -o "$scratch/planet"
is "$status" 0 "  and a true one is judged" || diag "$output"
run "$GIMBAL" check tiny_lie_cayley --plugin "$BUILD/tests/plugins/tiny_group.so"
matches "$(printf '%s\n' "$output" | grep -m 1 '^ok .* on ')" ' on tiny_group:A ' "a method is tried first on the models of its own plugin"
try bead -m gauss_2 -m stormer_verlet
is "$status" 0 "a right one passes"

done_testing
