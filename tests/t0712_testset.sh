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
  is "$(cat "$scratch/log")" "False False" "and so does Octave"
fi

# ---- Digits ----

run python3 "$set/reproduce.py" kepler-e03 unicycle-A pendulum-rotation lotka-volterra-default
is "$status" 0 "Taylor series reproduce the digits" || diag "$output" "$errors"
if python3 -c 'import mpmath' 2>/dev/null; then
  run python3 "$set/reproduce.py" --mpmath pendulum-rotation
  is "$status" 0 "so they do in mpmath's arithmetic" || diag "$output" "$errors"
fi
file=$set/problems/kepler-e03/problem.json
cp "$file" "$scratch/kept"
sums() { (cd "$set" && find . -type f ! -name SHA256SUMS | sed 's/^..//' | sort | xargs sha256sum >SHA256SUMS); }
python3 - "$file" <<'END'
import json, sys
data = json.load(open(sys.argv[1]))
value = data["end"][0]["value"]
digit = len(value.split(".")[0].strip("-").strip("0")) + 19 + value.index(".") - len(value.split(".")[0].strip("-").strip("0")) + 1
data["end"][0]["value"] = value[:digit - 1] + str((int(value[digit - 1]) + 5) % 10) + value[digit:]
json.dump(data, open(sys.argv[1], "w"))
END
run python3 "$set/reproduce.py" kepler-e03
is "$status" 2 "a file that was changed is found by its checksum"
matches "$errors" 'damaged: problems/kepler-e03/problem.json was changed' "  by its name"
sums
run python3 "$set/reproduce.py" kepler-e03
is "$status" 1 "with a checksum of its own, a wrong digit near the twentieth is found"
matches "$output" '^not ok - kepler-e03' "  by the problem's name"
cp "$scratch/kept" "$file"
sed -i 's/^    return \[$/    vx = -vx\n    return [/' "$set/problems/kepler-e03/problem.py"
sums
run python3 "$set/reproduce.py" kepler-e03
is "$status" 1 "a wrong sign in an equation is found"
rm "$file"
run python3 "$set/reproduce.py" kepler-e03
is "$status" 2 "so is a missing file"

# A definition that was changed after its end state was certified is not exported.
cp -rL "$top/python" "$scratch/python"
sed -i 's/v\[0\] \*\* 2 \/ 2 + cos(q\[0\])$/v[0] ** 2 \/ 2 - cos(q[0])/' "$scratch/python/gimbal/testset/oscillators.py"
run env PYTHONPATH="$scratch/python" python3 -m gimbal.export pendulum --language json
is "$status" 2 "a wrong sign in a definition is refused"
matches "$errors" 'pendulum-oscillation: the model was changed after its end state was certified' "  by name"

# ---- gimbal ----

# The definitions give the motions of gimbal's own models; gimbal check passes on them.
check() { env PYTHONPATH="$top/python" "$GIMBAL" check --external "python3 -m gimbal.testset $*"; }
run check arenstorf unicycle
is "$status" 0 "gimbal check passes on a sample" || diag "$(printf '%s\n' "$output" | grep '^not ok')" "$errors"
"$GIMBAL" reference unicycle:A --times 5 --digits 20 --json >"$scratch/reference.json" &&
  python3 - "$scratch/reference.json" "$set/problems/unicycle-A/problem.json" <<'END'
import decimal, json, sys
one, two = (json.load(open(f)) for f in sys.argv[1:])
mine = [decimal.Decimal(n["value"]) for n in one["times"][0]["numbers"] if n["part"] in "qv"]
sys.exit(any(abs(a - decimal.Decimal(r["value"])) > decimal.Decimal("1e-18") for a, r in zip(mine, two["end"])))
END
twin ok $? "gimbal reference has the end state that is stored"

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
is "$status" 2 "so is an unknown language"
done_testing
