# gimbal reference: certified digits of a solution, against the same motion computed elsewhere.
. tests/tap.sh

# Kepler's equation in 50 digits: "NAME VALUE" of x and vy at the times given, for e = 3/10.
cat >"$scratch/kepler.py" <<'END'
import sys
from decimal import Decimal as D, getcontext
getcontext().prec = 50
def cs(x): # cosine and sine by their series
    c, s, term, k = D(0), D(0), D(1), 0
    while abs(term) > D(10) ** -55:
        c, s, term, k = c + term, s, -term * x / (k + 1), k + 1
        s, term, k = s - term, term * x / (k + 1), k + 1
    return c, s
e, E0 = D(3) / 10, D(1) / 2
for t in map(D, sys.argv[1:]):
    M = E0 - e * cs(E0)[1] + t
    E = M
    for _ in range(60):
        c, s = cs(E)
        E -= (E - e * s - M) / (1 - e * c)
    c, s = cs(E)
    print("x", c - e)
    print("vy", (1 - e * e).sqrt() * c / (1 - e * c))
END
# printed DIGITS: the numbers of x and vy that gimbal prints, in the order of the times.
printed() {
  "$GIMBAL" reference kepler --times 5,1,2 --digits "$1" | awk '$1 == "x" || $1 == "vy" {print $1, $2}'
}
# off: how many printed numbers are off by more than a unit in their last digit; and the fewest digits.
cat >"$scratch/off.py" <<'END'
import sys
from decimal import Decimal as D, getcontext
getcontext().prec = 50
rows = [list(map(str.split, open(name))) for name in sys.argv[1:3]]
off, digits = 0, 99
for (name, mine), (other, true) in zip(*rows):
    off += name != other or abs(D(mine) - D(true)) > D(1).scaleb(D(mine).as_tuple().exponent)
    digits = min(digits, len(D(mine).as_tuple().digits))
print(len(rows[0]), off, digits)
END
python3 "$scratch/kepler.py" 1 2 5 >"$scratch/true"
printed 25 >"$scratch/mine"
twin is "$(python3 "$scratch/off.py" "$scratch/mine" "$scratch/true")" "6 0 25" \
  "25 digits of Kepler's problem are those of another computation"
printed 34 >"$scratch/mine"
python3 "$scratch/off.py" "$scratch/mine" "$scratch/true" >"$scratch/result"
read -r rows off digits <"$scratch/result"
is "$rows $off" "6 0" "of 34 digits none is printed that is not certain"
twin is "$([ "$digits" -ge 28 ] && [ "$digits" -lt 34 ] && echo fewer)" fewer "some of 34 digits are not certain ($digits)"
sed '1s/\(.*\)[0-9]/\11/' "$scratch/mine" >"$scratch/wrong"
[ "$(python3 "$scratch/off.py" "$scratch/wrong" "$scratch/true" | cut -d' ' -f2)" = 1 ] ||
  [ "$(sed -n 1p "$scratch/wrong")" = "$(sed -n 1p "$scratch/mine")" ]
ok $? "a wrong last digit would be noticed"

run "$GIMBAL" reference kepler --times 1 --digits 34
twin matches "$output" '; 9 have fewer than 34 digits, since no more are certain' "that some are fewer is noted"
matches "$output" '^  laplace_runge_lenz_y +0 +±' "a number within its error bar has no digits"
matches "$output" '^  angular_momentum +0\.95393920141694' "invariants have their values"

run "$GIMBAL" reference spherical_pendulum@bob --times 0,1/2 --csv
is "$(printf '%s\n' "$output" | grep -v '^#' | awk -F, '{print NF}' | sort -u)" 13 "a table in CSV has all columns"
matches "$output" '^t,x,y,z,vx,vy,vz,lambda,p1,p2,p3,energy,vertical_momentum$' "with the model's names"
run "$GIMBAL" reference kepler:e03:e=1/2 --times 2 --json
is "$(printf '%s\n' "$output" | python3 -c 'import json, sys
d = json.load(sys.stdin)
print(d["parameters"]["e"], *(n["value"] for n in d["times"][0]["numbers"] if n["name"] == "laplace_runge_lenz_x"))')" \
  "0.5 0.50000000000000000" "JSON has the parameters of the case, and the invariants"

# refused OPTIONS PATTERN NAME
refused() {
  pattern=$2 name=$3
  run "$GIMBAL" reference $1
  is "$status" 2 "$name"
  matches "$errors" "$pattern" "  by name"
}
refused "kepler --times=-1" 't = -1 is before the initial data of kepler:e03, which are at t = 0' "a time before the beginning"
refused "pendulum --times 1e9" 'model pendulum, case oscillation: no reference at t = 1e\+09' "a time at which nothing is certain"
refused "keplr --times 1" 'kepler' "a model that is not there"
refused "kepler@polar --times 1" "no coordinates 'polar'; see gimbal describe kepler" "other coordinates"
refused "kepler" '--times is missing' "no times"
refused "kepler --times 1,x" "--times" "a time that is no number"

# x'' = FORCE, by `python -c`-like programs of one model each, in quadruple precision.
# one_model NAME FORCE
one_model() {
  cat >"$scratch/$1.py" <<END
from gimbal import Model, exp, serve


class One(Model):
    name, coordinates, start, duration = "$1", ["x", "v"], [1, 0.3], 4

    def field(self, t, y):
        x = y[0]
        return [y[1], $2]


serve(One)
END
}
export PYTHONPATH=$PWD/python
one_model jump "-1.0 if x > 0 else 1.0"
one_model corner "0.1 - abs(x)"
one_model bump "0.1 - x + exp(-(x/0.01)**2)/10"
program() { printf '%s --times 1,2,3,4 --external' "$1"; }
run "$GIMBAL" reference $(program jump) "python3 $scratch/jump.py"
matches "$status $errors" "^2 .*the field has a jump at t = 1[.]74568" "a jump of the field is refused with its time"
# x = 0 at t = 1.998, between the last stage of each run and the time t = 2 that they share: they agree.
run "$GIMBAL" reference $(program corner) "python3 $scratch/corner.py"
matches "$status $errors" "^2 .*the field has a corner at t = 1[.]998" "a corner that no stage sees is refused with its time"
run "$GIMBAL" reference $(program bump) "python3 $scratch/bump.py"
is "$status" 0 "a narrow bump is smooth, and has a reference"

# Stiff models, and fields whose higher derivatives jump, in steps that adapt.
cat >"$scratch/hard.py" <<'END'
from gimbal import Model, cos, serve, sin, tanh


class Slow(Model):
    """The solution is cos t, from a start on it: there is no transient."""
    name, coordinates, start, duration, parameters = "slow", ["y"], [1], 2, {"rate": 3000}
    cases = {"stiff": {}, "stiffer": {"rate": 1000000}}

    def field(self, t, y):
        return [-self.rate * (y[0] - cos(t)) - sin(t)]


class Transient(Slow):
    """The solution is cos t + exp(-rate t)."""
    name, start = "transient", [2]


class VanDerPol(Model):
    name, coordinates, start, duration = "stiff_van_der_pol", ["x", "v"], [2, 0], 2

    def field(self, t, y):
        return [y[1], 1000 * ((1 - y[0]**2) * y[1] - y[0])]


class Cubic(Model):
    name, coordinates, start, duration = "cubic", ["x", "v"], [1, 0], 3

    def field(self, t, y):
        return [y[1], -y[0] - max(0, y[0])**3]


class Turn(Model):
    name, coordinates, start, duration, precision = "turn", ["x", "v"], [1, 0], 2, "double"

    def field(self, t, y):
        return [y[1], -y[0] + tanh((t - 0.7) / 1e-3)]


serve(Slow, Transient, VanDerPol, Cubic, Turn)
END
# In 40 digits and more, of other programs: the cosine of 2; van der Pol's oscillator by its Taylor series; the
# cubic force by them, too, up to x = 0, and the cosine after it; the turn by the integral of its impulse response.
# hard MODEL TIMES LEAST TRUE...: at the last time at least so many digits, and all of them right.
hard() {
  model=$1 times=$2 least=$3
  shift 3
  run "$GIMBAL" reference "$model" --times "$times" --digits 34 --external "python3 $scratch/hard.py"
  is "$status" 0 "$model has a reference" || diag "$errors"
  printf '%s\n' "$output" | awk '$1 ~ /^[xvy]$/ {print $1, $2}' | tail -n $# >"$scratch/mine"
  printf '%s\n' "$@" >"$scratch/values"
  cut -d ' ' -f 1 "$scratch/mine" | paste -d ' ' - "$scratch/values" >"$scratch/true"
  python3 "$scratch/off.py" "$scratch/mine" "$scratch/true" >"$scratch/result"
  read -r rows off digits <"$scratch/result"
  is "$rows $off $([ "$digits" -ge "$least" ] || echo "only $digits")" "$# 0 " "  all digits are right, and there are $least"
}
hard slow:stiff 2 25 -0.41614683654714238699756822950076218977
hard slow:stiffer 2 25 -0.41614683654714238699756822950076218977
hard transient:stiffer 2 25 -0.41614683654714238699756822950076218977
hard stiff_van_der_pol 2 20 1.76323454020344570384502050718 -0.835688681677677391333093006521
hard cubic 3 18 -1.190452216666232544294980887 0.2877907570344352218031660124
for times in 2 0.5,2; do
  hard turn "$times" 11 -0.36729111033455489722810289188462 0.10852072468840837725965768195668
done
done_testing
