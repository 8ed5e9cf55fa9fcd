# Models on which the host's own choices are wrong: no right method is refuted or failed for them.
. tests/tap.sh

plugin=$BUILD/tests/plugins/strange_models.so
verdicts=$scratch/out/verdicts.jsonl
verify() { # verify DIRECTORY WORDS…
  directory=$scratch/$1
  shift
  "$GIMBAL" verify --no-tap --plugin "$plugin" -j 2 -o "$directory" "$@" >"$scratch/said" 2>&1
  status=$?
}
verdict() { # verdict METHOD MODEL STUDY QUANTITY: word and reason
  case $2 in *:*) key=$3/$1/$2 ;; *) key=$3/$1/$2:A ;; esac
  grep "\"key\":\"$key\".*\"quantity\":\"$4\"" "$verdicts" |
    sed -n 's/.*"verdict":"\([a-z]*\)","reason":"\([^"]*\).*/\1: \2/p'
}
is "$("$GIMBAL" check --plugin "$plugin" strange_stiff strange_relativistic strange_cubic \
  strange_minute strange_ellipsoid 2>&1 | grep -v '^ok\|^#\|^TAP\|^1\.\.')" "" "gimbal check passes on the models"

cat >"$scratch/suite.yaml" <<'YAML'
title: Strange models
studies:
  - {study: order, models: [strange_relativistic, strange_cubic, strange_minute]}
  - {study: long, steps: 2000}
YAML
verify out "$scratch/suite.yaml" -M 'strange_*' -m vprk_gauss_2 -m vprk_lobatto_3 -m gauss_5 -m gauss_2 \
  -m stormer_verlet -m yoshida_4 -m implicit_midpoint -m strange_verlet
is "$(grep '"verdict":"\(refuted\|failed\|undecided\)"' "$verdicts" | grep -vc '"method":"strange_verlet"')" 0 \
  "no right method is refuted, undecided or failed" ||
  diag "$(grep '"verdict":"\(refuted\|failed\|undecided\)"' "$verdicts" | grep -v '"method":"strange_verlet"')"

# The first velocity of Newton's method has |v| > 1, or momenta a hundred times too large.
for model in strange_relativistic strange_cubic; do
  matches "$(verdict vprk_gauss_2 $model order p)" '^confirmed' \
    "the discrete Legendre transform has its inverse on $model"
done

# h ω = 5: explicit steps are unstable, and errors of implicit ones have no power of h yet.
matches "$(verdict stormer_verlet strange_stiff long energy)" \
  '^confirmed: .* at h = 0\.025.*\. At a larger step: the run with h = 0\.1 stopped at t = ' \
  "where the host's step is too large, a smaller one speaks, and the verdict tells"
matches "$(verdict gauss_2 strange_stiff long energy)" '^confirmed: .* scales like h\^1\..* at 0\.05' \
  "an error that falls is enough"
matches "$(verdict gauss_5 strange_stiff long energy)" '^confirmed: .* scales like h\^9\..* at h = 0\.1, .* at 0\.05' \
  "an energy error that falls fast confirms"
matches "$(verdict strange_verlet strange_minute long energy)" '^confirmed: .* like h\^(1\.9|2\.0)' \
  "a wrong claim of order 4 does not refute what is true of the energy"

# h ω = 5 in the coarsest runs, which leave the solution by 1e9: what rounding does is seen in finer ones.
verify coarse -m stormer_verlet -M strange_stiff:coarse
verdicts=$scratch/coarse/verdicts.jsonl
for quantity in p q; do
  matches "$(verdict stormer_verlet strange_stiff:coarse order $quantity | sed 's/(h = [^)]*)//')" \
    '^confirmed: observed order 2\.00' "coarse runs that are unstable do not hide the order of $quantity"
done
# The finer steps of the same series are short enough to refute a wrong claim.
cat >"$scratch/wrong.yaml" <<'YAML'
title: Claims that are one too high
studies: [{study: order}]
claims:
  - {methods: [gauss_2], study: order, quantity: q, value: 5}
  - {methods: [stormer_verlet], study: order, quantity: q, value: 3}
  - {methods: [symplectic_euler], study: order, quantity: q, value: 2}
YAML
verify wrong "$scratch/wrong.yaml" -M strange_stiff:coarse -m gauss_2 -m stormer_verlet -m symplectic_euler
is "$(grep '"origin":"suite"' "$scratch/wrong/verdicts.jsonl" | grep -c '"verdict":"refuted".*At N = 24, h = 0.0416667')" 3 \
  "a coarsest step that is too long does not hide a lower order" || diag "$(cat "$scratch/said")"
verdicts=$scratch/out/verdicts.jsonl

# h ω = 200: the host's steps are no longer than the model's shortest time scale. What is wrong is not let pass.
cat >"$scratch/faster.yaml" <<'YAML'
title: A spring that is faster by far
models: "strange_stiff:faster"
studies:
  - {study: long, steps: 2000}
  - {study: structure}
  - {study: order}
  - {study: shadow}
claims:
  - {methods: rk4, study: order, quantity: q, value: 5}
  - {methods: stormer_verlet, study: order, quantity: q, value: 3}
  - {methods: rk4, study: energy, quantity: energy, value: bounded}
  - {methods: rk4, study: structure, quantity: symplectic, value: "yes"}
YAML
verify faster "$scratch/faster.yaml" -m stormer_verlet -m yoshida_6 -m vprk_lobatto_3 -m implicit_midpoint -m rk4
is "$(grep -v '"method":"rk4"\|"origin":"suite"' "$scratch/faster/verdicts.jsonl" | grep -o '"verdict":"[a-z]*"' |
  grep -v skipped | sort | uniq -c | tr -s ' ')" ' 24 "verdict":"confirmed"' \
  "a spring that is faster by far fails no right method" ||
  diag "$(cat "$scratch/said")"
matches "$(grep '"key":"long/stormer_verlet' "$scratch/faster/verdicts.jsonl")" 'at h = 0.000390625' \
  "the verdict names the step"
matches "$(grep '"key":"order/rk4.*"claimed":4.0' "$scratch/faster/verdicts.jsonl")" '"verdict":"confirmed".*N = 24' \
  "a shorter duration shows the order of an explicit method"
is "$(grep -c '"origin":"suite".*"verdict":"refuted"\|"verdict":"refuted".*"origin":"suite"' "$scratch/faster/verdicts.jsonl")" 4 \
  "with a shorter duration wrong claims are refuted"
matches "$(grep '"key":"structure/rk4' "$scratch/faster/verdicts.jsonl")" 'scales like h\^5' "  at several step sizes"

# A suite that names a step claims something of that step.
sed 's/steps: 2000/h: "0.1000001", steps: 2000/' "$scratch/suite.yaml" >"$scratch/named.yaml"
verify named "$scratch/named.yaml" -M strange_stiff -m stormer_verlet
matches "$(grep '"key":"long/stormer_verlet/strange_stiff:A".*"quantity":"energy"' "$scratch/named/verdicts.jsonl")" \
  '"verdict":"failed","reason":"the run with h = 0\.1 stopped' "where a suite names the step, no other speaks"
is "$status" 1 "the status of a failed run is 1"

# A step is not small that is 1e4 times as long as the model takes to change.
cat >"$scratch/order.yaml" <<'YAML'
title: Orders
studies: [{study: order}]
YAML
sed 's/study: order/&, duration: 2/' "$scratch/order.yaml" >"$scratch/long.yaml"
verify source "$scratch/long.yaml" -M strange_source -m gauss_2 -m gauss_3 -m implicit_midpoint -m rk4
is "$(grep -c '"model":"strange_source".*"verdict":"undecided".*too large a step to observe an order' \
  "$scratch/source/verdicts.jsonl")" 3 "orders that a stiff problem takes away are undecided" ||
  diag "$(cat "$scratch/source/verdicts.jsonl")"
# The order of the midpoint rule is that of its stage, which no stiffness takes away.
matches "$(grep '"method":"implicit_midpoint","model":"strange_source"' "$scratch/source/verdicts.jsonl")" \
  '"verdict":"confirmed"' "one that it does not is confirmed"

for method in sphere_homogeneous stormer_verlet_sphere hamel_sphere_bob; do
  verify ellipsoid "$scratch/order.yaml" -M strange_ellipsoid -m $method
  is "$status $(grep -c '"verdict":"\(refuted\|confirmed\|failed\)"' "$scratch/ellipsoid/verdicts.jsonl" 2>/dev/null)" \
    "2 " "$method is for spheres, and does not fit an ellipsoid" || diag "$(cat "$scratch/said")"
done

# Roundings off a sphere that its own steps amplify.
cat >"$scratch/above.yaml" <<'YAML'
title: Above
studies: [{study: long, h: 1/5, steps: 1000}]
YAML
verify above "$scratch/above.yaml" -M spherical_pendulum:above -m stormer_verlet_sphere
matches "$(grep '"quantity":"nodes"' "$scratch/above/verdicts.jsonl")" \
  '"verdict":"refuted".*begins at round-off .[0-9.e-]*. and grows by a factor e per time [0-9.]*.*stopped at t = 86\.4' \
  "the reason names the growth of round-off where a run leaves its constraint"
verify below "$scratch/above.yaml" -M spherical_pendulum:below -m stormer_verlet_sphere
matches "$(grep '"quantity":"nodes"' "$scratch/below/verdicts.jsonl")" '"verdict":"confirmed"' \
  "  and where they do not grow it stays"

matches "$("$GIMBAL" describe strange_minute --plugin "$plugin" 2>&1)" '1e-14' \
  "a case in SI units has a twentieth of its duration for a step"
# A board at rest whose rotor turns: velocities that vanish have the rounding of those that masses couple to
# them, and a residual of 1e-17 is no violation.
cat >"$scratch/snakeboard.py" <<'PY'
from gimbal import Model, cos, serve, sin


class Snakeboard(Model):
    """A snakeboard at rest"""

    coordinates, duration = ["x", "y", "theta", "psi", "phi"], 1.0
    start = [0.0, 0.0, 0.3, 0.1, 0.5, 0.0, 0.0, 0.0, 0.4, 0.3]
    traits = "linear_constraints autonomous"

    def lagrangian(self, t, q, v):
        rotor = 0.3 * (v[3]**2 / 2 + v[2] * v[3])
        return (v[0]**2 + v[1]**2 + v[2]**2) / 2 + rotor + v[4]**2 / 5 - q[4]**2 / 2

    def nonholonomic(self, t, q, v):
        back, front = q[2] + q[4], q[2] - q[4]
        return [-sin(back) * v[0] + cos(back) * v[1] - cos(q[4]) * v[2],
                -sin(front) * v[0] + cos(front) * v[1] + cos(q[4]) * v[2]]


serve(Snakeboard)
PY
run env PYTHONPATH=python "$GIMBAL" verify --external "python3 $scratch/snakeboard.py" -M snakeboard \
  -m lobatto_nonholonomic_2 -m mclachlan_perlmutter -m projected_rk4 -o "$scratch/snakeboard"
is "$status" 0 "constraints on a body at rest hold to round-off" || diag "$output"
# The same of a holonomic constraint at the origin, where its own terms vanish, too.
cat >"$scratch/rail.py" <<'PY'
from gimbal import Model, serve, sin


class Rail(Model):
    """A cart at rest on a curved rail, with two rotors on a spring that act on it by opposite momenta"""

    coordinates, duration = ["x", "y", "a", "b"], 1.0
    start = [0.0, 0.0, 0.1, 0.5, 0.0, 0.0, 0.7, -0.3]
    traits = "autonomous"

    def lagrangian(self, t, q, v):
        rotors = (0.3 * v[2]**2 + 0.7 * v[3]**2) / 2 - (q[2] - q[3] + 0.4)**2
        return (v[0]**2 + v[1]**2) / 2 + rotors + (v[0] + 0.3 * v[1]) * (0.09 * v[2] + 0.21 * v[3])

    def holonomic(self, t, q):
        return [q[1] - 0.3 * sin(q[0])]


serve(Rail)
PY
run env PYTHONPATH=python "$GIMBAL" verify --external "python3 $scratch/rail.py" -M rail \
  -m lobatto_holonomic_2 -m projected_rk4 -o "$scratch/rail"
is "$status" 0 "a holonomic constraint on a body at rest holds to round-off" || diag "$output"

done_testing
