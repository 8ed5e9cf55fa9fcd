# Models that are programs: a model in Python is judged as the same model in C, with right and wrong
# methods; wrong models are found by check; programs that crash, hang or lie fail their own jobs only.
. tests/tap.sh
top=$PWD
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "models that are programs # SKIP there is no Python 3.9"
  done_testing
fi
export GIMBAL_PROGRAM="$GIMBAL" PYTHONPATH="$top/python" PYTHONDONTWRITEBYTECODE=1
export GIMBAL_CACHE="$scratch/cache" TMPDIR="$scratch"
cp tests/external/python_kepler.py tests/external/wrong_model.py "$scratch"
cd "$scratch" || exit 2

# ---- The skeleton ----
run "$GIMBAL" new model own_pendulum --language python
is "$status $errors" "0 " "a skeleton in Python"
own="python3 own_pendulum.py"
run env -u PYTHONPATH "$GIMBAL" check --external "$own"
is "$status" 0 "  which is right" || diag "$output"
matches "$output" '^ok .* own_pendulum:oscillation .* digits of quadruple precision' "  in both precisions"
run "$GIMBAL" describe own_pendulum --external "$own"
matches "$output" 'precision +double and quadruple' "describe knows it"
run "$GIMBAL" run -M own_pendulum -m rk4 -h 0.1 -T 2 --json --external "$own"
numbers() { printf '%s\n' "$1" | grep -A3 '"value"\|"q"\|"v"' | grep -o '[-0-9.e+]*[0-9]\{10\}[-0-9.e+]*' | head -2; }
one=$(numbers "$output")
run "$GIMBAL" run -M pendulum -m rk4 -h 0.1 -T 2 --json
[ -n "$one" ] && is "$one" "$(numbers "$output")" "run gives the numbers of the pendulum in C"

# ---- Slips, and what is found out ----
cat >slips.py <<'PY'
import sys
from math import cos, sin

from gimbal import Model, serve


class Plane(Model):
    coordinates, start, duration = ["x", "y"], [1.0, 0.0, 0.0, 1.0], 1

    def lagrangian(self, t, q, v):
        return (v[0]**2 + v[1]**2) / 2 - q[1]


class Short(Plane):
    start = [1.0, 0.0, 0.0]


class Half(Plane):
    def force(self, t, q, v):
        return [-v[0]]


class Rod(Plane):
    def holonomic(self, t, q):
        return [q[0] * sin(t) - q[1] * cos(t)]


class Friction(Plane):
    def force(self, t, q, v):
        return [0.0, -0.1 if v[1] > 0 else 0.1]


class Massless(Plane):
    def lagrangian(self, t, q, v):
        return v[0]**2 / 2 - (q[0] - q[1])**2 / 2


class Brief(Plane):
    def exact(self, t, q, v):
        return [q[0] * cos(t)]


serve(*[globals()[name] for name in sys.argv[1:]])
PY
run "$GIMBAL" check --external "python3 slips.py Short Half Brief Plane"
matches "$output" "^ok .* plane:default coordinates: it has a reference" "a wrong model leaves the others of its program"
matches "$output" "^not ok .* model brief: .*Brief: exact gives 1 number, and 4 are needed" "... and is named with its reason"
run "$GIMBAL" check --external "python3 slips.py Short"
matches "$output" "Short: start has 3 numbers, and 4 are needed: the 2 coordinates and their velocities" \
  "a start that is too short is named"
run "$GIMBAL" check --external "python3 slips.py Half"
matches "$output" "Half: force gives 1 number, and 2 are needed" "a force of the wrong length is refused"
run "$GIMBAL" check --external "python3 slips.py Rod"
is "$status" 0 "a constraint that depends on time is found out" || diag "$output"
run "$GIMBAL" check --external "python3 slips.py Friction"
matches "$output" "^not ok .*has a reference.* has a jump at" "a model with dry friction has no reference"
is "$(printf '%s\n' "$output" | grep -c 'separable seems')" 0 "a model with dry friction is not separable"
run "$GIMBAL" check --external "python3 slips.py Massless"
matches "$output" "^not ok .*accelerations and multipliers exist" "a Lagrangian without a mass has no motion"
is "$(printf '%s\n' "$output" | grep -c '^not ok .*autonomous')" 0 "a Lagrangian without a mass is autonomous"

# ---- Kepler's problem in Python and in C ----
cat >wrong_methods.py <<'PY'
import gimbal


class WrongHeun(gimbal.Method):
    name, title, citation, overwrites = "wrong_heun", "Heun's method with a wrong weight", "no source", "none"
    claims = [("order", "q", "2"), ("order", "v", "2", "m > 0")]

    def step(self, state, h):
        k = self.host.field(state.t, state.q)
        l = self.host.field(state.t + h, [q + h * s for q, s in zip(state.q, k)])
        return {"dq": [h * (0.499 * a + 0.501 * b) for a, b in zip(k, l)]}
PY
wrong="python3 -m gimbal.host wrong_methods.py WrongHeun"
verdicts() { # verdicts FOLDER MODEL: of each claim of each method
  grep "\"model\":\"$2\"" "$1/verdicts.jsonl" |
    sed 's/.*"method":"\([^"]*\)".*"study":"\([^"]*\)".*"quantity":"\([^"]*\)".*"verdict":"\([^"]*\)".*/\1 \2 \3 \4/' | sort
}
run "$GIMBAL" verify -m rk4 -m implicit_midpoint -m yoshida_6 -o python -j 2 \
  --external "python3 python_kepler.py" -M python_kepler:e03
is "$status" 0 "methods are judged on a model in Python" || diag "$errors"
run "$GIMBAL" verify -m rk4 -m implicit_midpoint -m yoshida_6 -o c -j 2 -M kepler@cartesian:e03
verdicts python python_kepler >one
verdicts c kepler >other
[ "$(grep -c confirmed one)" -ge 25 ]
ok $? "there are verdicts" || diag "$(cat one)"
is "$(cat one)" "$(cat other)" "each is that of the model in C"

# A wrong method is refuted on both; also where a function is no list of operations, and where the program
# computes in double precision only.
cat >order.yaml <<'Y'
title: Orders only
studies:
  - {study: order, sizes: [16, 24, 32, 48, 64, 96], budget: 2000}
Y
sed 's/^    coordinates/    precision = "double"\n&/' python_kepler.py >double.py
orders() { # orders FOLDER MODEL WORDS...
  folder=$1 model=$2
  shift 2
  run "$GIMBAL" verify order.yaml -m rk4 -m wrong_heun --external "$wrong" -M "$model" -o "$folder" -j 2 "$@"
  verdicts "$folder" "${model%%[@:]*}"
}
orders c kepler@cartesian:e03 >other
is "$(cut -d ' ' -f 1,4 other | sort -u)" "rk4 confirmed
wrong_heun refuted" "a wrong method is refuted on the model in C"
is "$(orders python python_kepler:e03 --external "python3 python_kepler.py")" "$(cat other)" \
  "orders are the same on the model in Python"
is "$(orders asked wrong_model --external "python3 wrong_model.py none")" "$(cat other)" \
  "orders are the same where the program is called for each force"
is "$(orders double python_kepler:e03 --external "python3 double.py")" "$(cat other)" \
  "orders are the same in double precision only"

# ---- Answers on another descriptor, in protocol 2 ----
cat >printing.py <<'PY'
import json
import sys

print("a banner on standard output", flush=True)
with open("/dev/fd/3", "w", encoding="utf-8") as out:
    for line in sys.stdin:
        m = json.loads(line)
        said = {}
        if m["request"] == "describe":
            said = {"protocol": 2, "methods": [{"name": "fd_euler", "title": "Euler's method",
                                                "citation": "Euler 1768", "formulation": "ode"}]}
        elif m["request"] == "step":
            assert "do" not in m and "multipliers" in m["state"]
            print(json.dumps({"ask": "field", "t": m["state"]["t"], "y": m["state"]["q"]}), file=out, flush=True)
            said = {"dq": [m["h"] * x for x in json.loads(sys.stdin.readline())["value"]]}
            print("a step")
        print(json.dumps(said), file=out, flush=True)
PY
run "$GIMBAL" run -m fd_euler -M pendulum -h 0.1 -T 1 --external "sh -c 'exec python3 printing.py 3>&1 1>&2'"
is "$status" 0 "a program may print, and answer on descriptor 3" || diag "$errors"
matches "$errors" 'a banner on standard output' "  what it prints is shown"

# ---- Wrong models ----
for fault in none energy exact jacobian operations time; do
  run "$GIMBAL" check --external "python3 wrong_model.py $fault"
  case $fault in
  none) expected= ;;
  energy) expected='the energy is constant along the motion' ;;
  exact) expected='its closed form does not solve its equations' ;;
  jacobian) expected='D1L is the derivative of L' ;;
  operations) expected='is not what its operations give' ;;
  time) expected='autonomous: the field, the momenta and the energy do not depend on t' ;;
  esac
  if [ -n "$expected" ]; then
    is "$status" 1 "check refuses a model with wrong $fault"
    matches "$output" "^not ok .*$expected" "  and the message names the error" || diag "$output"
  else
    is "$status" 0 "the same model without a fault is right" || diag "$output"
  fi
done

cat >rounded.py <<'PY'
from gimbal import model


class Rounded(model.Model):
    coordinates, start = ["x", "v"], [1.0, 0.5]

    def field(self, t, y):
        x = y[0] if isinstance(y[0], float) else model.Number(model.decimal.Decimal(float(str(y[0]))))
        return [y[1], -x]


model.serve(Rounded)
PY
run "$GIMBAL" check --external "python3 rounded.py"
matches "$output" '^not ok .* rounded:default .* its field has the digits of quadruple precision' \
  "a model that computes in double precision without declaring it is found"
sed -e 's/return \[y\[1\], -x\]/return [y[1], -1 if y[1] > 0 else 1]/' -e 's/\[1.0, 0.5\]/[1.0, 0.0]/' rounded.py >friction.py
run "$GIMBAL" check --external "python3 friction.py"
matches "$output" '^not ok .* rounded:default .* its field does not jump where the motion begins' \
  "a field with a jump at the initial data is called one"

cat >near.py <<'PY'
import gimbal


class Near(gimbal.Model):
    """A particle that goes far away from a narrow hill: its forces change over short distances at first."""
    coordinates, start, duration = ["x", "y"], [0, 0, 1, 2], 17

    def lagrangian(self, t, q, v):
        return (v[0]**2 + v[1]**2) / 2 - (1 + q[0]) / (1 + (30 * q[1] - 1)**2)


gimbal.serve(Near)
PY
run "$GIMBAL" check --timeout 3 --external "python3 near.py" # the rest, a long reference, is not needed
matches "$output" '^ok .* near:default .* its field has the digits of quadruple precision [(][1-9][.][0-9]e-1[0-8]' \
  "a force that changes fast is not taken for one in double precision" || diag "$output$errors"

cat >short.py <<'PY'
import gimbal


class Spring(gimbal.Model):
    coordinates, start, parameters = ["x", "v"], [1.0, 0.0], {"omega": 1}

    def field(self, t, y):
        return [y[1], -gimbal.sqrt(1 / (2 + 0 * self.omega)) * y[0]]


gimbal.serve(Spring)
PY
run "$GIMBAL" describe --external "python3 short.py" spring
matches "$output" 'precision +double only' \
  "a constant of 16 digits that tracing makes is found" || diag "$output$errors"

# ---- Programs that break ----
for fault in crash exit short garbage error later; do
  run "$GIMBAL" verify order.yaml -m rk4 -M wrong_model -M pendulum:oscillation -o broken \
    --external "python3 wrong_model.py $fault"
  is "$status" 1 "a program that does $fault fails"
  is "$(grep -c '"model":"wrong_model".*"verdict":"failed"' broken/verdicts.jsonl)" \
    "$(grep -c '"model":"wrong_model"' broken/verdicts.jsonl)" "  in all of its jobs"
  [ "$(grep -c '"model":"pendulum".*"verdict":"confirmed"' broken/verdicts.jsonl)" -gt 0 ]
  ok $? "  and no others"
done
matches "$(cat broken/verdicts.jsonl)" 'wrong_model.py later: the program was ended by signal 6' \
  "a job says what its program did"
run "$GIMBAL" check wrong_model --timeout 2 --external "python3 wrong_model.py hang"
matches "$output" 'timed out after 2 s' "one that hangs runs out of time"
run "$GIMBAL" describe wrong_model --external "python3 wrong_model.py none | cat"
is "$status" 2 "bad words are refused"

# ---- From an empty environment ----
python3 -m venv --without-pip empty 2>/dev/null || mkdir -p empty/bin
[ -x empty/bin/python3 ] || ln -s "$(command -v python3)" empty/bin/python3
cat >both.py <<'PY'
import gimbal


class Duffing(gimbal.Model):
    coordinates, start, duration = ["x", "v"], [1.2, 0.0], 2.0

    def field(self, t, y):
        return [y[1], y[0] - y[0]**3]

    def energy(self, t, y):
        return y[1]**2 / 2 - y[0]**2 / 2 + y[0]**4 / 4


class Midpoint(gimbal.Method):
    name, title, citation, overwrites = "my_midpoint", "the explicit midpoint rule", "Runge 1895", "none"
    claims = [("order", "q", "2")]

    def step(self, state, h):
        k = self.host.field(state.t, state.q)
        k = self.host.field(state.t + h / 2, [q + h / 2 * s for q, s in zip(state.q, k)])
        return {"dq": [h * s for s in k]}


print([(v.method, v.quantity, v.verdict) for v in gimbal.verify(Midpoint, models=[Duffing]).verdicts])
PY
run timeout 60 empty/bin/python3 both.py
is "$output" "[('my_midpoint', 'q', 'confirmed')]" "a method and a model in one file of Python" || diag "$errors"

# Where the functions end near the start, the search for a dependence on time may not end the program.
cat >ending.py <<'PY'
from gimbal import Model, serve
from math import log


class Ending(Model):
    coordinates, start, duration = ["x"], [0.001], 1.0

    def field(self, t, y):
        return [-y[0] * log(y[0])]


serve(Ending)
PY
run timeout 60 env PYTHONPATH="$top/python" "$GIMBAL" check --external "python3 ending.py"
ok "$status" "a model with a boundary near its start is checked" || diag "$output$errors"

# A program that stops in one function gives no values of another one: that is no fault of the latter.
sed -e 's/Ending/Stopping/; s/\[0.001\]/[1.2]/' \
  -e 's/^serve.*/    def reverse(self, y):\n        return [y[0] + None]\n\n\nserve(Stopping)/' ending.py >stopping.py
run timeout 60 env PYTHONPATH="$top/python" "$GIMBAL" check --external "python3 stopping.py"
is "$(printf '%s\n' "$output" | grep '^not ok')" \
  "$(printf '%s\n' "$output" | grep '^not ok .*TypeError.*stopping.py, line 13')" \
  "the stop is the only failure" || diag "$output"
matches "$output" '^not ok .*TypeError' "  and it is reported as a failure"
sed -i -e 's/y\[0\] + None/__import__("json").loads(y[0])/' stopping.py
run timeout 60 env PYTHONPATH="$top/python" "$GIMBAL" check --external "python3 stopping.py"
matches "$output" '^not ok .*TypeError.*stopping.py, line 13' "  with the model's line where a library refuses its argument"

# Each job is a process, which would print a traceback again.
cat >misspelt.py <<'PY'
import gimbal


class Misspelt(gimbal.Method):
    name, title, citation, overwrites = "misspelt", "explicit Euler", "Euler (1768)", "none"
    claims = [("order", "q", "1")]

    def step(self, state, h):
        return {"dq": [h * s for s in self.host.feild(state.t, state.q)]}
PY
for python in python3 "python3 -X dev"; do
  run timeout 60 env PYTHONPATH="$top/python" "$GIMBAL" verify --external "$python -m gimbal.host misspelt.py Misspelt" -m misspelt \
    -M pendulum -M kepler -o misspelt
  matches "$output" "Host has no function 'feild'.*misspelt.py, line 9" "a mistake has the line of the file"
  [ "$python" = python3 ] && expected='' || expected=Traceback
  is "$(printf '%s\n' "$errors" | grep -o -m 1 Traceback)" "$expected" "  and a traceback in Python's development mode only: $python"
done
done_testing
