# Ten programs without gimbal, whose output has five formats, are judged as the plugin of their method is. Wrong ones are
# refuted, and output with other units, signs or another order of coordinates is refused by name.
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "ten programs # SKIP there is no python3"
  done_testing
  exit
fi
export PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1
cd "$scratch" || exit 2

cat >right <<'END_OF_TABLE'
verlet      stormer_verlet    kepler              2 csv
euler       symplectic_euler  pendulum            1 jsonl
classical   rk4               double_pendulum     4 log
midpoint    implicit_midpoint kepler              2 xvg
triple      yoshida_4         henon_heiles        4 npz
rattle      rattle            spherical_pendulum  2 csv
trapezium   trapezoidal_rule  pendulum            2 jsonl
gauss_4     gauss_2           pendulum            4 npz
kick        stormer_verlet    henon_heiles        2 dump
gauss_6     gauss_3           pendulum            6 xvg
END_OF_TABLE
# A program, what is wrong, its model, the order that it should have, its format, and what the reason has.
cat >wrong <<'END_OF_TABLE'
verlet    stale_force     kepler             2 csv   observed order (0.9|1)
classical wrong_weight    double_pendulum    4 log   observed order
gauss_4   one_iteration   pendulum           4 npz   observed order (1.9|2)
kick      wrong_force     henon_heiles       2 dump  another solution than that of henon_heiles
rattle    no_multiplier   spherical_pendulum 2 csv   order 2 of v: observed order (0.9|1)
END_OF_TABLE
# A program whose output is changed, its model, its format, and the message.
cat >refused <<'END_OF_TABLE'
verlet   units kepler       csv   x to y: 1000 times what it should be, as in another unit
kick     sign  henon_heiles jsonl vx: the sign seems to be the opposite
triple   order henon_heiles xvg   x and y seem to be exchanged
END_OF_TABLE

cat >programs.py <<'END_OF_PROGRAM'
import contextlib, csv, json, math, os, sys
from gimbal.trajectories import main as convert

SIZES = (20, 26, 32, 40, 52, 64, 80, 104, 128, 160)
COARSE = (4, 5, 6, 8, 10, 13, 16, 20, 26, 32)
START = {line.split()[0]: list(map(float, line.split()[1:])) for line in open("start")}

def kepler(q):
    r = math.hypot(*q) ** 3
    return [-x / r for x in q]

def henon(q):
    return [-q[0] - 2 * q[0] * q[1], -q[1] - q[0] ** 2 + q[1] ** 2]

def double(y):
    a, b, w, u = y
    A, B = -math.sin(a - b) * u * u - 2 * math.sin(a), math.sin(a - b) * w * w - math.sin(b)
    c = math.cos(a - b)
    return [w, u, (A - c * B) / (2 - c * c), (2 * B - c * A) / (2 - c * c)]

FORCES = {"kepler": kepler, "henon_heiles": henon, "pendulum": lambda q: [-math.sin(q[0])]}

def add(y, h, k):
    return [a + h * b for a, b in zip(y, k)]

def verlet(q, v, h, force, fault=""):
    half, old = h / 2 * (1.001 if fault == "wrong_force" else 1), force(q)
    v = add(v, half, old)
    q = add(q, h, v)
    return q, add(v, half, old if fault == "stale_force" else force(q))

def classical(y, h, f, fault=""):
    k = f(y)
    l = f(add(y, h / 2, k))
    m = f(add(y, h / 2, l))
    last = f(add(y, h, m))
    return add(add(add(add(y, h / 6, k), h / 3, l), h / 3, m), h / (5.9 if fault == "wrong_weight" else 6), last)

ROOT3, ROOT15 = math.sqrt(3), math.sqrt(15)
TABLES = {"midpoint": ([[0.5]], [1.0]), "trapezium": ([[0, 0], [0.5, 0.5]], [0.5, 0.5]),
          "gauss_4": ([[0.25, 0.25 - ROOT3 / 6], [0.25 + ROOT3 / 6, 0.25]], [0.5, 0.5]),
          "gauss_6": ([[5 / 36, 2 / 9 - ROOT15 / 15, 5 / 36 - ROOT15 / 30],
                       [5 / 36 + ROOT15 / 24, 2 / 9, 5 / 36 - ROOT15 / 24],
                       [5 / 36 + ROOT15 / 30, 2 / 9 + ROOT15 / 15, 5 / 36]], [5 / 18, 4 / 9, 5 / 18])}

def implicit(y, h, f, table, fault=""):
    A, b = table
    k = [f(y) for _ in b]
    for _ in range(1 if fault == "one_iteration" else 40):
        stages = []
        for row in A:
            Y = y
            for a, one in zip(row, k):
                Y = add(Y, h * a, one)
            stages.append(f(Y))
        k = stages
    for weight, one in zip(b, k):
        y = add(y, h * weight, one)
    return y

def rattle(q, v, h, fault=""):
    dot = lambda a, b: sum(x * y for x, y in zip(a, b))
    down = (0, 0, -1)
    w, m = add(v, h / 2, down), 0.0
    free = add(q, h, w)
    for _ in range(50):
        x = add(free, m, q)
        m -= (dot(x, x) - 1) / 2 / dot(x, q)
    w = w if fault == "no_multiplier" else add(w, m / h, q)
    q = add(free, m, q)
    v = add(w, h / 2, down)
    return q, add(v, -dot(v, q) / dot(q, q), q)

def rows(program, model, N, fault):
    h, y = 2 / N, START[model]
    d = len(y) // 2
    force = FORCES.get(model)
    f = double if model == "double_pendulum" else lambda y: y[d:] + force(y[:d])
    for n in range(N + 1):
        yield [n * h] + y
        q, v = y[:d], y[d:]
        if program in ("verlet", "kick"):
            q, v = verlet(q, v, h, force, fault)
        elif program == "euler":
            v = add(v, h, force(q))
            q = add(q, h, v)
        elif program == "triple":
            w = 1 / (2 - 2 ** (1 / 3))
            for part in (w, 1 - 2 * w, w):
                q, v = verlet(q, v, part * h, force)
        elif program == "rattle":
            q, v = rattle(q, v, h, fault)
        elif program == "classical":
            q, v = (lambda z: (z[:d], z[d:]))(classical(y, h, f, fault))
        else:
            y = implicit(y, h, f, TABLES[program], fault)
            continue
        y = q + v

HEADINGS = {"kepler": "x y vx vy", "spherical_pendulum": "x y z vx vy vz", "double_pendulum": "theta1 theta2 omega1 omega2",
            "henon_heiles": "q1 q2 v1 v2"}

def write(path, kind, names, table, h):
    d = len(names) // 2
    if kind == "npz":
        import numpy
        at = numpy.array(table)
        numpy.savez(path, t=at[:, 0], q=at[:, 1:d + 1], v=at[:, d + 1:])
        return
    with open(path, "w", encoding="utf-8") as file:
        if kind == "csv":
            out = csv.writer(file)
            out.writerow(["t"] + names)
            out.writerows(table)
        elif kind == "jsonl":
            for t, *y in table:
                print(json.dumps({"t": t, "q": y[:d], "v": y[d:]}), file=file)
        elif kind == "xvg":
            print("# gmx\n@ xaxis label \"Time (ps)\"", *('@ s%d legend "%s"' % pair for pair in enumerate(names)), sep="\n", file=file)
            for row in table:
                print(*map(repr, row), file=file)
        elif kind == "log":
            print("LAMMPS\n  Time step     :", repr(h), "\n   Step  ", *names, file=file)
            for n, row in enumerate(table):
                print(n, *map(repr, row[1:]), file=file)
            print("Loop time of 1 on 1 procs", file=file)
        else:
            for n, row in enumerate(table):
                print("ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp pp\n0 1\n0 1\n0 1\nITEM: ATOMS id x y vx vy\n1" % n, *map(repr, row[1:]), file=file)

def run(program, fault, model, kind):
    d = len(START[model]) // 2
    names = HEADINGS.get(model, "q v").split()
    for N in COARSE if program == "gauss_6" else SIZES:
        table = [list(row) for row in rows(program, model, N, fault)]
        for row in table:
            if fault == "units":
                row[1:d + 1] = [1000 * x for x in row[1:d + 1]]
            elif fault == "sign":
                row[d + 1] = -row[d + 1]
            elif fault == "order":
                row[1], row[2] = row[2], row[1]
        folder = "-".join(filter(None, (program, model, fault)))
        os.makedirs(folder, exist_ok=True)
        own = "%s/n%d.%s" % (folder, N, kind)
        write(own, kind, names, table, 2 / N)
        if kind != "csv":
            words = ["--format", "lammps-log"] if kind == "log" else ["--timestep", repr(2 / N)] if kind == "dump" else []
            with open("%s/n%d.csv" % (folder, N), "w", encoding="utf-8") as out, contextlib.redirect_stdout(out):
                if convert([own] + words):
                    sys.exit(own)

numpy = sys.argv[1] == "numpy"
for line in open("right"):
    program, _, model, _, kind = line.split()
    run(program, "", model, kind if numpy or kind != "npz" else "jsonl")
for line in open("wrong"):
    program, fault, model, _, kind = line.split()[:5]
    run(program, fault, model, kind if numpy or kind != "npz" else "jsonl")
for line in open("refused"):
    program, fault, model, kind = line.split()[:4]
    run(program, fault, model, kind)
END_OF_PROGRAM
python=$(for one in python3 /usr/bin/python3; do "$one" -c 'import numpy' 2>/dev/null && echo "$one" && break; done)
[ -n "$python" ] || ok 0 "NumPy: JSON Lines in its place # SKIP it is not installed"
awk '{print $3}' right | sort -u | while read -r model; do
  "$GIMBAL" reference "$model" --times 0 --csv | grep -v '^#' | awk -F, -v model="$model" 'NR == 1 {
    for (n = 1; $(n + 1) !~ /^(p|p[0-9xyz]|lambda|energy)$/; ++n) ; next }
    { printf "%s", model; for (i = 2; i <= n; ++i) printf " %s", $i; print "" }'
done >start
"${python:-python3}" programs.py "${python:+numpy}"
ok $? "the programs run"

# The verdicts of the plugins of these methods, a line each: method, model, order, verdict.
{
  echo "studies:"
  awk '{print "  - {study: order, methods: " $2 ", models: " $3 ", sizes: [16, 24, 32, 48, 64, 96, 128]}"}' right
} >plugins.yaml
run "$GIMBAL" verify plugins.yaml --precision double -o plugins
python3 -c 'import json
for one in map(json.loads, open("plugins/verdicts.jsonl")):
    if one["study"] == "order" and one["quantity"] == "q":
        print(one["method"], one["model"], "%g" % one["claimed"], one["verdict"])' >plugins.txt

while read -r program method model order format; do
  run "$GIMBAL" judge-trajectory --model "$model" --order "$order" "$program-$model"/n*.csv
  is "$status $(printf '%s\n' "$output" | sed -n "s/^\([a-z]*\): order $order of q: .*/\1/p")" \
    "0 $(sed -n "s/^$method $model $order //p" plugins.txt | sort -u)" \
    "$program.$format on $model is judged as $method: order $order" || diag "$output$errors"
done <right

while read -r program fault model order format reason; do
  run "$GIMBAL" judge-trajectory --model "$model" --order "$order" "$program-$model-$fault"/n*.csv
  is "$status" 1 "$program.$format on $model, $fault: refuted" || diag "$output$errors"
  matches "$output" "refuted: .*$reason" "  since $reason"
done <wrong

while read -r program fault model format message; do
  run "$GIMBAL" judge-trajectory --model "$model" --order 2 "$program-$model-$fault"/n*.csv
  matches "$status $errors" "^2 .*$message" "$program.$format: $message" || diag "$output"
done <refused
done_testing
