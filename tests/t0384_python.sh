# The package for Python: the example of its README, a wrong method in a file that imports another, bad
# input, and a wheel that pip installs without a network.
. tests/tap.sh
top=$PWD
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "the package for Python # SKIP there is no Python 3.9"
  done_testing
fi
export GIMBAL_PROGRAM="$GIMBAL" PYTHONPATH="$top/python" PYTHONDONTWRITEBYTECODE=1
cd "$scratch" || exit 2

sed -n '/^```python$/,/^```$/{/^```/!p;}' "$top/python/README.md" >example.py
run env TMPDIR="$scratch" python3 example.py
is "$status" 0 "the README's example runs" || diag "$errors"
is "$(printf '%s\n' "$output" | grep -c '^table: order error')" 2 "what the file prints is printed once"
matches "$output" '^table: order error 2.0: confirmed: observed order 2\.0' "a right order is confirmed"
matches "$output" '^table: order error 3.0: refuted: ' "a wrong one is refuted"
matches "$output" '^pass  my_midpoint' "a method in Python is judged"

echo 'WEIGHTS = (0.45, 0.55)' >weights.py
cat >wrong.py <<'PY'
import gimbal
from weights import WEIGHTS


class Wrong(gimbal.Method):
    name = "my_wrong"
    title = "Heun's method with a wrong weight"
    citation = "no source"
    overwrites = "none"
    claims = [("order", "q", "2")]

    def step(self, state, h):
        k = self.host.field(state.t, state.q)
        l = self.host.field(state.t + h, [q + h * s for q, s in zip(state.q, k)])
        return {"dq": [h * (WEIGHTS[0] * a + WEIGHTS[1] * b) for a, b in zip(k, l)]}


run = gimbal.verify(Wrong, models=["kepler"], output="out")
print(bool(run), run.passes, [v.verdict for v in run.verdicts])
verdict = run.where("refuted")[0]
print(verdict.observed, verdict.facts[0]["cause"])
print(len(gimbal.explain(verdict, "out")["change"]) > 0, gimbal.explain(verdict.key, "out")["verdict"])
for attempt in (lambda: gimbal.judge([1, 2, 3], [1, 2], order=2),
                lambda: gimbal.judge([1, 1, 1], [1, 2, 3], order=2),
                lambda: gimbal.verify(Wrong, models=["keppler"]),
                lambda: gimbal.explain("no/such/verdict", "out")):
    try:
        attempt()
    except (ValueError, gimbal.GimbalError) as error:
        print(type(error).__name__, error)
rows = [[h**2, 2 * h**2 + h**3] for h in (1 / 8, 1 / 12, 1 / 16, 1 / 24, 1 / 32, 1 / 48, 1 / 64)]
print([v.quantity for v in gimbal.judge([row[0]**0.5 for row in rows], rows, order=2)])
PY
run env TMPDIR="$scratch" python3 wrong.py
is "$status" 0 "a wrong method runs" || diag "$errors"
is "$(printf '%s\n' "$output" | sed -n 1p)" "False False ['refuted']" "the wrong method in Python is refuted"
is "$(printf '%s\n' "$output" | sed -n 3p)" "True refuted" "explain returns the refuted verdict"
matches "$output" '^ValueError 3 step sizes, and 2 numbers in error$' "lengths that differ are refused"
matches "$output" '^GimbalError .*the step size of line 2 is repeated' "a table with a repeated step size raises GimbalError"
matches "$output" "^GimbalError .*no model matches 'keppler'; the nearest is 'kepler'" "an unknown model raises GimbalError"
matches "$output" '^GimbalError .*no verdict in out has the key' "an unknown verdict raises GimbalError"
matches "$output" "^\['error_1', 'error_2'\]$" "several columns have a verdict each"
run env -u GIMBAL_PROGRAM PATH=/usr/bin:/bin python3 -c '
import os, gimbal
os.access = lambda *words: False
try:
    gimbal.program()
except FileNotFoundError as error:
    print(error)'
matches "$output" 'is neither in PATH nor named by GIMBAL_PROGRAM' "without the program the error tells how to get it"

# The wheel.
PYTHON3=
for python in /usr/bin/python3 python3; do
  "$python" -c 'import setuptools, wheel, pip' 2>/dev/null && PYTHON3=$python
done
if [ -n "$PYTHON3" ]; then
  run make -C "$top" --no-print-directory wheel PYTHON3="$PYTHON3" BUILD="$scratch/build"
  is "$status" 0 "make wheel" || diag "$output" "$errors"
  "$PYTHON3" -m pip install --quiet --no-index --target installed build/wheel/*.whl >log 2>&1
  ok $? "pip installs it without a network" || diag "$(tail -5 log)"
  run env PYTHONPATH="$scratch/installed" "$PYTHON3" -c 'import gimbal; print(gimbal.__version__, gimbal.Method.formulation)'
  is "$output" "1.0.0 ode" "the installed package can be imported" || diag "$errors"
  printf '#!/bin/sh\nexec "%s" -S -I "$@"\n' "$PYTHON3" >bare
  chmod +x bare
  run make -C "$top" --no-print-directory wheel PYTHON3="$scratch/bare" BUILD="$scratch/build"
  matches "$errors" 'make wheel: .*python3.* has no module .*setuptools' "an interpreter that lacks the modules is named"
else
  for n in 1 2 3 4; do ok 0 "the wheel # SKIP there is no pip, setuptools or wheel"; done
fi
cat >forgetful.py <<'PY'
import gimbal


class Forgetful(gimbal.Method):
    claims = [("order", "q", "1")]

    def step(self, state, h):
        self.host.field(state.t, state.q)
PY
run "$GIMBAL" run -m forgetful -M kepler -h 1/10 -T 1 --external "python3 -m gimbal.host forgetful.py Forgetful"
matches "$errors" "step returns None, and no dictionary like" "a step that returns nothing is named"
printf 'import fractions\nimport gimbal\n\n\nclass Forgetful(gimbal.Method):\n    def step(self, state, h):\n        fractions.Fraction("h")\n' >forgetful.py
run "$GIMBAL" run -m forgetful -M kepler -h 1/10 -T 1 --external "python3 -m gimbal.host forgetful.py Forgetful"
matches "$errors" "Invalid literal for Fraction.*.forgetful.py, line 7" "a mistake that a library finds is where the method called it"

# Several methods at once; a function of the host that there is not.
cat >several.py <<'PY'
import gimbal


class Field(gimbal.Method):
    name, title, citation, formulation = "several_field", "Euler's method on (q,p)", "none", "lagrangian"
    accepts, overwrites, claims = "unconstrained", "none", [("order", "q", "1")]

    def step(self, state, h):
        f = self.host.momentum_field(state.t, state.q + state.p)
        return {"dq": [h * x for x in f[:len(state.q)]], "dp": [h * x for x in f[len(state.q):]]}


class Unknown(Field):
    name = "several_unknown"

    def step(self, state, h):
        return {"dq": self.host.momenta_field(state.t, state.q)}


for verdict in gimbal.verify([Field, Unknown], models=["kepler@cartesian"]).verdicts:
    print(verdict.method, verdict.verdict, verdict.reason)
PY
run env TMPDIR="$scratch" python3 several.py
matches "$output" '^several_field confirmed' "a list of methods is judged, and the field of (q,p) is available" || diag "$errors"
matches "$output" "^several_unknown failed .*Host has no function 'momenta_field'; host.value" "an unknown function is named"

# The reason of a step back is that step's, not that of the half steps which measure the local error after it.
cat >moody.py <<'PY'
import gimbal


class Moody(gimbal.Method):
    name, title, citation, formulation = "moody", "explicit Euler", "none", "lagrangian"
    overwrites, claims = "none", [("structure", "reversible", "no", "reversible")]

    def step(self, state, h):
        if state.p[0] < 0:
            raise gimbal.Failed("the momentum is below zero")
        if abs(h) < 0.09:
            raise gimbal.Failed("the step is too small")
        v = self.host.velocity(state.t, state.q, state.p)
        f = self.host.force(state.t, state.q, v)
        return {"dq": [h * x for x in v], "dp": [h * x for x in f]}


run = gimbal.verify(Moody, models=["pendulum:rotation"])
with open(run.folder + "/results.jsonl") as results:
    print(results.read())
PY
run env TMPDIR="$scratch" python3 moody.py
matches "$output" '"reason":"the momentum is below zero"' \
  "a step back that fails has its own reason" || diag "$output$errors"
done_testing
