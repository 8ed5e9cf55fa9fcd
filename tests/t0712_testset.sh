# The test set: its export is whole, its programs agree, its digits are reproduced, and what is wrong is found.
. tests/tap.sh
top=$PWD
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "the test set # SKIP there is no Python 3.9"
  done_testing
fi
export PYTHONDONTWRITEBYTECODE=1
set=$scratch/set

run "$GIMBAL" export --all "$set"
is "$status" 0 "gimbal export --all" || diag "$errors"
set -- $output
ok $([ "$1" -ge 50 ] && [ "$4" -ge 60 ]; echo $?) "there are 50 models and 60 problems: $output"
(cd "$set" && sha256sum --quiet -c SHA256SUMS) >"$scratch/log" 2>&1
ok $? "sha256sum finds every file as it was written" || diag "$(head -3 "$scratch/log")"
run "$GIMBAL" export --all "$set"
is "$status" 2 "a folder that is there already is refused"

# The schema: by jsonschema where it is installed, else its required members.
cat >"$scratch/valid.py" <<'END'
import json, os, sys
top = sys.argv[1]
schema = json.load(open(os.path.join(top, "schema.json")))
try:
    import jsonschema
except ImportError:
    jsonschema = None
wrong = 0
for name in sorted(os.listdir(os.path.join(top, "problems"))):
    data = json.load(open(os.path.join(top, "problems", name, "problem.json")))
    if jsonschema:
        wrong += not jsonschema.Draft202012Validator(schema).is_valid(data)
    wrong += any(key not in data for key in schema["required"])
    wrong += len({len(data["state"]), len(data["initial"]), len(data["end"]), len(data["field"]["values"])}) != 1
print(wrong)
END
is "$(python3 "$scratch/valid.py" "$set")" 0 "every problem meets the schema"

# ---- Programs ----

# close NAME: the program's numbers are those of problem.py, and the end state that of the certificate.
cat >"$scratch/close.py" <<'END'
import json, sys
mine, other, data = sys.argv[1:4]
rows = [{w[0]: list(map(float, w[1:])) for w in map(str.split, open(f)) if w and w[0] in ("rhs", "end")} for f in (mine, other)]
end = [float(r["value"]) for r in json.load(open(data))["end"]]
size = max(map(abs, end))
def far(a, b, tolerance):
    return len(a) != len(b) or any(abs(x - y) > tolerance * max(map(abs, b)) for x, y in zip(a, b))
# The right-hand sides differ by rounding; RK4 with 10000 steps has errors below 1e-7 on these problems.
print(far(rows[1]["rhs"], rows[0]["rhs"], 1e-13), far(rows[1]["end"], end, 1e-6))
END
# programs: of the problem in the folder, by each language that is here.
programs() {
  python3 problem.py >python.txt
  cp python.txt other.txt && python3 "$scratch/close.py" python.txt other.txt problem.json | sed 's/^/python /'
  ${CC:-cc} -Wall -Wextra -Werror -DPROBLEM_MAIN problem.c -o c.exe -lm && ./c.exe >other.txt &&
    python3 "$scratch/close.py" python.txt other.txt problem.json | sed 's/^/c /'
  if command -v gfortran >/dev/null; then
    gfortran -DPROBLEM_MAIN problem.F90 -o f.exe && ./f.exe >other.txt &&
      python3 "$scratch/close.py" python.txt other.txt problem.json | sed 's/^/fortran /'
  else
    echo "fortran False False"
  fi
}
expected="python False False
c False False
fortran False False"
for name in kepler-e03 unicycle-A heavy-top-slow driven-rod-A; do
  cp -r "$set/problems/$name" "$scratch/$name"
  is "$(cd "$scratch/$name" && programs 2>&1)" "$expected" "$name in Python, C and Fortran gives one motion, the certified one"
done
if command -v octave >/dev/null; then
  (cd "$scratch/kepler-e03" && octave -q --no-gui --eval 'q = problem(); q.demonstrate()' >other.txt 2>/dev/null
    python3 "$scratch/close.py" python.txt other.txt problem.json) >"$scratch/log" 2>&1
  is "$(cat "$scratch/log")" "False False" "kepler-e03 in Octave gives the same motion"
fi

# ---- Digits ----

# change PROBLEM PYTHON: of its problem.json, data, which gets the checksum that it has then.
cat >"$scratch/change.py" <<'END'
import hashlib, json, os, sys
top, name, code = sys.argv[1:]
path = os.path.join("problems", name, "problem.json")
with open(os.path.join(top, path), encoding="utf-8") as file:
    data = json.load(file)
def other_digit(text, place):
    """The text with another digit at a place, counted from the first that is not 0."""
    digits = [i for i, c in enumerate(text) if c.isdigit()]
    first = next(k for k, i in enumerate(digits) if text[i] != "0")
    i = digits[first + place - 1]
    return text[:i] + str((int(text[i]) + 5) % 10) + text[i + 1:]
exec(code)
text = json.dumps(data).encode()
with open(os.path.join(top, path), "wb") as file:
    file.write(text)
sums = open(os.path.join(top, "SHA256SUMS"), encoding="utf-8").read().splitlines()
with open(os.path.join(top, "SHA256SUMS"), "w", encoding="utf-8") as file:
    for line in sums:
        file.write((hashlib.sha256(text).hexdigest() + "  " + path if line.endswith("  " + path) else line) + "\n")
END
# changed NAME SECOND CODE: the set with another problem.json of unicycle-A; reader and reproduce.py must find it.
changed() {
  rm -rf "$scratch/changed"
  mkdir -p "$scratch/changed/problems"
  cp "$set"/*.* "$set/SHA256SUMS" "$scratch/changed"
  cp -r "$set/problems/unicycle-A" "$scratch/changed/problems"
  python3 "$scratch/change.py" "$scratch/changed" unicycle-A "$1"
}
read_set() { run python3 tests/testset_reader.py "$@"; }

if python3 -c 'import mpmath' 2>/dev/null; then
  read_set "$set" kepler-e03 unicycle-A pendulum-rotation lotka-volterra-default heavy-top-slow duffing-driven toda-default
  is "$status" 0 "a reader of its own reproduces digits from the equations in problem.json" || diag "$output" "$errors"
  changed 'data["end"][2]["value"] = other_digit(data["end"][2]["value"], 20)'
  read_set "$scratch/changed" unicycle-A
  is "$status" 1 "the reader finds a wrong twentieth digit"
  matches "$output" '^# theta: .* is stored, .* was computed' "  and names the entry"
  changed 'data["parameters"][0]["value"] = "1.500000000000000001"'
  read_set "$scratch/changed" unicycle-A
  is "$status" 1 "the reader finds a parameter that is wrong in its nineteenth digit"
  changed 'row = next(r for r in data["field"]["operations"] if r[0] == "sub"); row[0] = "add"'
  read_set "$scratch/changed" unicycle-A
  is "$status" 1 "the reader finds a wrong sign in an equation"
  changed 'data["initial"][0] = "1.000000000000000001"'
  read_set "$scratch/changed" unicycle-A
  is "$status" 1 "the reader finds a wrong initial position"
  changed 'data["conserved"][0]["value"] += "000000000000001"'
  read_set "$scratch/changed" unicycle-A
  is "$status" 1 "the reader finds a wrong value of a conserved quantity"
  matches "$output" '^# energy at t = 0' "  by its name"
  changed 'data["format"] = "gimbal test set 2"'
  read_set "$scratch/changed" unicycle-A
  is "$status" 2 "a format that it does not know is refused"
  changed 'pass'
  echo >>"$scratch/changed/problems/unicycle-A/problem.json"
  read_set "$scratch/changed" unicycle-A
  is "$status" 2 "the checksums find a changed file"
  matches "$errors" 'problems/unicycle-A/problem.json does not have the checksum of SHA256SUMS' "  by its name"
  rm "$scratch/changed/problems/unicycle-A/problem.json"
  read_set "$scratch/changed" unicycle-A
  is "$status" 2 "the checksums find a missing file"
else
  ok 0 "the reader of the test set # SKIP there is no mpmath"
fi

# The program in the set, which needs no library.
reproduce() { run python3 "$1/reproduce.py" "$2"; }
changed 'pass'
cp "$scratch/changed/SHA256SUMS" "$scratch/sums"
sums() { grep '  problems/unicycle-A/\|  [^/]*$' "$scratch/sums" >"$scratch/changed/SHA256SUMS"; }
again() { (cd "$scratch/changed" && sha256sum $(sed 's/^[^ ]*  //' SHA256SUMS) >sums && mv sums SHA256SUMS); }
sums && again
reproduce "$scratch/changed" unicycle-A
is "$status" 0 "reproduce.py finds the digits" || diag "$output" "$errors"
echo >>"$scratch/changed/problems/unicycle-A/problem.json"
reproduce "$scratch/changed" unicycle-A
is "$status" 2 "a file that was changed is found by its checksum"
matches "$errors" 'damaged: problems/unicycle-A/problem.json was changed' "  by its name"
changed 'data["end"][2]["value"] = other_digit(data["end"][2]["value"], 20)'
sums && again
reproduce "$scratch/changed" unicycle-A
is "$status" 1 "a wrong twentieth digit is found"
matches "$output" '^not ok - unicycle-A' "  by the problem's name"
changed 'pass'
sed -i 's/^    return \[$/    vx = -vx\n    return [/' "$scratch/changed/problems/unicycle-A/problem.py"
sums && again
reproduce "$scratch/changed" unicycle-A
is "$status" 1 "the comparison of languages finds a wrong sign in problem.py"

# A definition that was changed after its end state was certified is not exported.
cp -rL "$top/python" "$scratch/python"
sed -i 's/v\[0\] \*\* 2 \/ 2 + cos(q\[0\])$/v[0] ** 2 \/ 2 - cos(q[0])/' "$scratch/python/gimbal/testset/oscillators.py"
run env PYTHONPATH="$scratch/python" python3 -m gimbal.export pendulum --language json
is "$status" 2 "a wrong sign in a definition is refused"
matches "$errors" 'pendulum-oscillation: the model was changed after its end state was certified' "  by name"

# ---- gimbal ----

# The definitions give the motions of gimbal's own models; gimbal check passes on them.
check() { env PYTHONPATH="$top/python" "$GIMBAL" check --external "python3 -m gimbal.testset $*"; }
run check unicycle snakeboard
is "$status" 0 "gimbal check passes on a sample" || diag "$(printf '%s\n' "$output" | grep '^not ok')" "$errors"
cat >"$scratch/same.py" <<'END'
import decimal, json, sys
one, two = (json.load(open(f)) for f in sys.argv[1:])
mine = [(decimal.Decimal(n["value"]), n["digits"]) for n in one["times"][0]["numbers"] if n["part"] in ("q", "v")]
ends = [(decimal.Decimal(r["value"]), r["digits"]) for r in two["end"]]
def apart(a, b):
    """Whether two numbers differ in a digit that both have."""
    digits = min(20, a[1], b[1])
    return digits and abs(a[0] - b[0]) > decimal.Decimal(10) ** (b[0].adjusted() + 1 - digits)
sys.exit(len(mine) != len(ends) or any(map(apart, mine, ends)))
END
# as_in_c PROBLEM MODEL TIME: the certified end state is that of the model in C, in min(20, certified) digits.
as_in_c() {
  "$GIMBAL" reference "$2" --times "$3" --digits 25 --json >"$scratch/reference.json" &&
    python3 "$scratch/same.py" "$scratch/reference.json" "$set/problems/$1/problem.json"
}
while read -r problem model time; do
  as_in_c "$problem" "$model" "$time"
  twin ok $? "$problem has the end state of gimbal's $model"
done <<'END'
unicycle-A unicycle@cartesian:A 5
kepler-e03 kepler@cartesian:e03 10
pendulum-rotation pendulum:rotation 10
double-pendulum-A double_pendulum@angles:A 10
heavy-top-slow heavy_top@matrix:slow 5
END
! as_in_c pendulum-rotation pendulum:oscillation 10
twin ok $? "another case has another end state"

# A model of one's own is exported too, without an end state.
cat >"$scratch/own.py" <<'END'
from gimbal import Model, serve


class Own(Model):
    """A falling stone"""
    coordinates, start, duration = ["z"], [1, 0], 1

    def lagrangian(self, t, q, v):
        return v[0] ** 2 / 2 - q[0]


serve(Own)
END
run "$GIMBAL" export "$scratch/own.py" --language python
is "$status" 0 "a model in a file is printed" || diag "$errors"
matches "$output" '^END = None' "  without an end state"
run "$GIMBAL" export keplr --language c
is "$status" 2 "an unknown model is refused"
matches "$errors" "no model 'keplr'; the nearest is kepler" "  with the nearest name"
run "$GIMBAL" export kepler --language cobol
is "$status" 2 "an unknown language is refused"
done_testing
