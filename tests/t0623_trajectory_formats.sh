# python3 -m gimbal.trajectories: one run in the formats of several programs is read alike (t0624 judges such), and what is
# unclear is refused with its line.
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "formats of trajectories # SKIP there is no python3"
  done_testing
  exit
fi
export PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1
cd "$scratch" || exit 2

# The leapfrog on the pendulum in each format.
cat >runs.py <<'END'
import json, math, sys
N = 20
h, q, v, rows = 2 / N, 1.0, 1.0, []
for n in range(N + 1):
    rows.append((n, n * h, q, v))
    v -= h / 2 * math.sin(q)
    q += h * v
    v -= h / 2 * math.sin(q)
name = f"right_n{N}"
g = "{:.15g}".format
with open(f"{name}.jsonl", "w") as f:
    for n, t, q, v in rows:
        print(json.dumps({"t": t, "q": [q], "v": [v]}), file=f)
with open(f"{name}.json", "w") as f:
    json.dump({"t": [r[1] for r in rows], "q": [r[2] for r in rows], "v": [r[3] for r in rows]}, f)
with open(f"{name}.xvg", "w") as f:
    print('# gmx\n@ title "run"\n@ xaxis label "Time (ps)"\n@ s0 legend "q"\n@ s1 legend "v"', file=f)
    for n, t, q, v in rows:
        print(g(t), g(q), g(v), file=f)
with open(f"{name}.log", "w") as f:
    print("LAMMPS\nVerlet run 'verlet' ...\n  Time step     :", repr(h), "\n   Step   q   v", file=f)
    for n, t, q, v in rows:
        print(n, g(q), g(v), file=f)
    print("Loop time of 1 on 1 procs", file=f)
with open(f"{name}.dump", "w") as f:
    for n, t, q, v in rows:
        print(f"ITEM: TIMESTEP\n{n}\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\n"
              f"ITEM: ATOMS id type x vx\n1 1 {g(q)} {g(v)}", file=f)
with open(f"{name}.csv", "w") as f:
    print('#"Step","Time (ps)","q","v"', file=f)
    for n, t, q, v in rows:
        print(n, g(t), g(q), g(v), sep=",", file=f)
END
python3 runs.py
# read_alike ENDING OPTIONS...: up to the last of 15 digits.
read_alike() {
  ending=$1
  shift
  run "${python:-python3}" -m gimbal.trajectories "right_n20.$ending" "$@"
  is "$status $(printf '%s\n' "$output" | python3 -c 'import csv, json, sys
own = json.load(open("right_n20.json"))
rows = [[float(row.get(name) or row[name + "1"]) for name in own] for row in csv.DictReader(sys.stdin)]
print(len(rows), all(abs(x - y) < 1e-14 for row, right in zip(rows, zip(*own.values())) for x, y in zip(row, right)))')" "0 21 True" \
    "$ending: the rows of the run" || diag "$output$errors"
}
read_alike json
read_alike jsonl
read_alike xvg
read_alike log --format lammps-log
read_alike dump --timestep 0.1
is "$(printf '%s\n' "$output" | head -1)" "t,q1,v1" "a dump has numbered coordinates"
read_alike csv --format openmm

# refused PATTERN WORDS...
refused() {
  pattern=$1
  shift
  run python3 -m gimbal.trajectories "$@"
  matches "$status $errors" "^2 .*$pattern" "$pattern"
}
refused 'right_n20.csv: no format is known by this ending; give --format' right_n20.csv
refused 'right_n20.dump:2: the rows have steps and no time; give the step size with --timestep' right_n20.dump
refused 'right_n20.xvg: --rename x=q: the columns are t, q, v' right_n20.xvg --rename x=q
sed '3s/"v"/"w"/' right_n20.jsonl >other.jsonl
refused 'other.jsonl: row 1 lacks w1' other.jsonl
sed '3s/}//' right_n20.jsonl >broken.jsonl
refused 'broken.jsonl:3: not JSON' broken.jsonl
sed '8s/ [^ ]*$//' right_n20.xvg >short.xvg
refused 'short.xvg:8: 2 columns, and 2 legends and the time' short.xvg
sed '6s/ [^ ]*$//' right_n20.log >short.log
refused 'short.log:6: 2 columns, and the heading has 3' short.log --format lammps-log
sed '$d' right_n20.dump >cut.dump
refused 'cut.dump:[0-9]+: the atoms have no id, or the frame is cut off' cut.dump --timestep 0.1
echo '{"t": [0, 1], "q": [1]}' >lengths.json
refused 'lengths.json: the columns have different lengths: t 2, q 1' lengths.json
echo >empty.xvg
refused 'empty.xvg: there are no rows' empty.xvg
refused 'missing.xvg: .*No such file' missing.xvg
run python3 -m gimbal.trajectories right_n20.xvg --rename q=angle
is "$(printf '%s\n' "$output" | head -1)" "t,angle,v" "columns can be renamed"

# NumPy and HDF5, with an interpreter that has them; REBOUND's archive, of which there is a stand-in.
cat >arrays.py <<'END'
import json, sys
import numpy
rows = json.load(open("right_n20.json"))
t, q, v = (numpy.array(rows[name]) for name in ("t", "q", "v"))
numpy.savez("right_n20.npz", t=t, q=q[:, None], v=v[:, None])
numpy.save("right_n20.npy", numpy.stack([t, q, v], axis=1))
try:
    import h5py
except ImportError:
    sys.exit()
with h5py.File("right_n20.h5", "w") as file:
    file["t"], file["q"], file["v"] = t, q, v
    file.create_group("settings")
END
python=$(for one in python3 /usr/bin/python3; do "$one" -c 'import numpy' 2>/dev/null && echo "$one" && break; done)
# refused_arrays PATTERN WORDS...
refused_arrays() {
  pattern=$1
  shift
  run "$python" -m gimbal.trajectories "$@"
  matches "$status $errors" "^2 .*$pattern" "$pattern"
}
if [ -n "$python" ]; then
  "$python" arrays.py
  read_alike npz
  read_alike npy --columns t,q,v
  refused_arrays 'right_n20.npy: an array without names' right_n20.npy
  refused_arrays 'right_n20.npy: the array has 3 columns, and --columns names 2' right_n20.npy --columns t,q
  "$python" -c 'import numpy as n; n.savez("a.npz", t=n.arange(3.0), q=n.ones((2, 2)))'
  refused_arrays 'a.npz: the arrays have different lengths: t 3, q 2' a.npz
  printf 'PK\3\4' >broken.npz
  echo text >broken.npy
  refused_arrays 'broken.npz: ' broken.npz
  refused_arrays 'broken.npy: ' broken.npy
else
  ok 0 "NumPy # SKIP it is not installed"
fi
if [ -f right_n20.h5 ]; then
  read_alike h5
  printf 'x' >broken.h5
  refused_arrays 'broken.h5: ' broken.h5
else
  ok 0 "HDF5 # SKIP it is not installed"
fi
python3 -c 'import h5py' 2>/dev/null || {
  echo >a.h5
  refused 'a.h5: this format needs the package h5py' a.h5
}
cat >rebound.py <<'END'
from types import SimpleNamespace as S
def Simulationarchive(path):
    assert path == "two.bin"
    return [S(t=0.5 * k, particles=[S(x=k, y=1, z=2, vx=3, vy=4, vz=5), S(x=6, y=7, z=8, vx=9, vy=10, vz=11)]) for k in (0, 1)]
END
: >two.bin
run env PYTHONPATH="$PYTHONPATH:$PWD" python3 -m gimbal.trajectories two.bin --format rebound
is "$output" "t,q1,q2,q3,q4,q5,q6,v1,v2,v3,v4,v5,v6
0.0,0,1,2,6,7,8,3,4,5,9,10,11
0.5,1,1,2,6,7,8,3,4,5,9,10,11" "REBOUND: the particles in turn" || diag "$errors"
done_testing
