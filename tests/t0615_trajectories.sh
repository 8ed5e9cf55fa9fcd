# gimbal judge-trajectory: output of programs that are written here, in C, Python and awk. Right ones are
# confirmed; wrong ones are refuted; columns that the model does not have are refused. t0624 has the plugins' verdicts, too.
. tests/tap.sh
cd "$scratch" || exit 2
sizes="20 26 32 40 52 64 80 104 128 160"

# Leapfrog for Kepler's problem in C, as CSV with 17 digits: KIND, the number of steps and of rows, and T.
cat >kepler.c <<'END'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  const char *kind = argv[1];
  const int N = atoi(argv[2]), every = N / atoi(argv[3]);
  const double h = atof(argv[4]) / N, e = 0.3, E = 0.5, w = sqrt(1 - e * e), rate = 1 / (1 - e * cos(E));
  const double k = strcmp(kind, "force") ? 1 : 1.001;
  double q[2] = {cos(E) - e, w * sin(E)}, v[2] = {-rate * sin(E), rate * w * cos(E)};
  (void)argc;
  printf("t,x,y,vx,vy,evaluations\n0,%.17g,%.17g,%.17g,%.17g,1\n", q[0], q[1], v[0], v[1]);
  for (int n = 1; n <= N; n++) {
    double r = pow(hypot(q[0], q[1]), 3), half = h / 2, old[2] = {q[0] / r, q[1] / r};
    const int stale = !strcmp(kind, "stale");
    if (!strcmp(kind, "half") || !strcmp(kind, "staggered")) half = n > 1 ? h : kind[0] == 's' ? h / 2 : 0;
    for (int i = 0; i < 2; i++) v[i] -= half * k * q[i] / r;
    if (!strcmp(kind, "damped")) v[0] *= 1 - 1e-4 * h, v[1] *= 1 - 1e-4 * h;
    for (int i = 0; i < 2; i++) q[i] += h * v[i];
    r = pow(hypot(q[0], q[1]), 3);
    for (int i = 0; i < 2 && strcmp(kind, "half") && strcmp(kind, "staggered"); i++) v[i] -= h / 2 * k * (stale ? old[i] : q[i] / r);
    if (n % every == 0) printf("%.17g,%.17g,%.17g,%.17g,%.17g,%d\n", n * h, q[0], q[1], v[0], v[1], n + 1);
  }
  return 0;
}
END
${CC:-cc} -o kepler kepler.c -lm
# kepler KIND: files KIND_n20.csv …
kepler() {
  for n in $sizes; do ./kepler "$1" "$n" "$n" 2 >"$1_n$n.csv"; done
}
# judged STATUS NAME OPTIONS...
judged() {
  expected=$1 name=$2
  shift 2
  run "$GIMBAL" judge-trajectory "$@"
  is "$status" "$expected" "$name" || diag "$output$errors"
}

# ---- Right programs ----
kepler right
judged 0 "leapfrog in C on Kepler's problem has order 2" --model kepler --order 2 right_n*.csv
is "$(printf '%s\n' "$output" | grep -c '^confirmed: order 2 of [qv]: ')" 2 "  of q and v"
judged 1 "and not order 3" --model kepler --order 3 right_n*.csv
matches "$output" '^refuted: order 3 of q: ' "  which is said of q"
for file in right_n*.csv; do sed '4{p;}' "$file" >"restarted_${file#right_}"; done
judged 0 "a row that a restart wrote twice counts once" --model kepler --order 2 restarted_n*.csv
judged 0 "without a claim, the order is found" --model kepler right_n*.csv
matches "$output" '^found: order 2 of v: ' "  and named"
matches "$output" '^found: angular_momentum exact: ' "  as is an invariant that is kept"
matches "$output" '^not classified: energy over time: .*the runs cover 1 oscillation, but 20' "  but no short run shows a drift"
matches "$output" '^ +0.1 .* 21 ' "  and what an error costs"
judged 0 "--json has a verdict a line" --model kepler --order 2 --json right_n*.csv
printf '%s\n' "$output" | python3 -c 'import json, sys
assert [json.loads(line)["verdict"] for line in sys.stdin][:2] == ["confirmed"] * 2'
ok $? "  that is JSON"

# The pendulum in awk, with six digits, in a column h.
echo "h,t,q,v" >pendulum.csv
for n in $sizes; do
  awk -v N="$n" 'function put(t) { printf "%.10g,%.6f,%.6f,%.6f\n", h, t, q, v }
    BEGIN { h = 2 / N; q = v = 1; put(0)
      for (n = 1; n <= N; n++) { v -= h / 2 * sin(q); q += h * v; v -= h / 2 * sin(q); put(n * h) } }'
done >>pendulum.csv
judged 0 "leapfrog in awk on the pendulum, with six digits" --model pendulum --order 2 pendulum.csv
matches "$output" '10 runs, h = 0.1…0.0125, compared up to t = 2, with [67] digits; errors below [5-9]e-07' "  whose noise level is known"
for digits in 4 6 9 12; do
  for n in $sizes; do
    awk -v N="$n" -v f="%.${digits}f" 'BEGIN { h = 2 / N; q = v = 1; printf "# h = %.17g\n# t q v\n", h
      for (n = 0; n <= N; n++) { printf "%.12g " f " " f "\n", n * h, q, v
        v -= h / 2 * sin(q); q += h * v; v -= h / 2 * sin(q) } }'
  done >"digits_$digits.txt"
  run "$GIMBAL" judge-trajectory --model pendulum --order 2 "digits_$digits.txt"
  [ "$status" = 0 ] || { [ "$status" = 4 ] && [ $digits = 4 ]; }
  ok $? "with $digits digits the order is not refuted" || diag "$output$errors"
done

# RATTLE for the spherical pendulum in Python, with a header that gives the step size.
cat >rattle.py <<'END'
import math, sys
kind, N = sys.argv[1], int(sys.argv[2])
start = list(map(float, sys.argv[3:]))
h, q, v, g = 2 / N, start[:3], start[3:], (0, 0, -1)
dot = lambda a, b: sum(x * y for x, y in zip(a, b))
print("# h =", repr(h))
print("t;x;y;z;p1;p2;p3")
print(";".join(map(repr, [0.0] + q + v)))
for n in range(1, N + 1):
    w = [v[i] + h / 2 * g[i] for i in range(3)]
    free, m = [q[i] + h * w[i] for i in range(3)], 0.0
    for _ in range(50):
        x = [free[i] + m * q[i] for i in range(3)]
        m -= (dot(x, x) - 1) / 2 / dot(x, q)
    w = [w[i] + m / h * q[i] for i in range(3)]
    q = [free[i] + m * q[i] for i in range(3)]
    if kind == "loose":
        q = [x * (1 + 1e-9 * h) for x in q]
    v = [w[i] + h / 2 * g[i] for i in range(3)]
    l = dot(v, q) / dot(q, q)
    v = [v[i] - l * q[i] for i in range(3)]
    print(";".join(map(repr, [n * h] + q + v)))
END
start=$("$GIMBAL" reference spherical_pendulum --times 0 --csv | grep -v '^#' | awk -F, 'NR == 2 {print $2, $3, $4, $5, $6, $7}')
for n in $sizes; do
  for kind in right loose; do
    # shellcheck disable=SC2086
    python3 rattle.py "$kind" "$n" $start >"rattle_${kind}_$n.csv"
  done
done
judged 0 "RATTLE in Python on the spherical pendulum" --model spherical_pendulum --order 2 --constraint exact \
  rattle_right_*.csv
matches "$output" '^confirmed: order 2 of p: ' "  whose momenta have that order"
matches "$output" '^confirmed: constraints exact: ' "  and whose constraints hold"
run "$GIMBAL" judge-trajectory --model spherical_pendulum rattle_loose_*.csv
matches "$output" '^not seen: constraints exact: ' "  those that are violated are not found to be exact"
run "$GIMBAL" verify -m rattle -M spherical_pendulum -o out
matches "$output" '^ok .* rattle spherical_pendulum:below constraint nodes' "  as those of the plugin do"

# Single precision, printed with all digits of a double; columns q0, p0 of a numbered vector; several runs in
# one file; step sizes by an option, for rows at few times.
for n in 8 10 13 16 $sizes; do
  python3 -c 'import math, struct, sys
f = lambda x: struct.unpack("f", struct.pack("f", x))[0]
n = int(sys.argv[1]); h = f(2 / n); q = v = 1.0
print("# t, q0, p0")
for i in range(n + 1):
    print(2 * i / n, repr(q), repr(v))
    v = f(v - f(f(h / 2) * f(math.sin(q)))); q = f(q + f(h * v)); v = f(v - f(f(h / 2) * f(math.sin(q))))' "$n" >"single_n$n.txt"
done
judged 0 "single precision" --model pendulum --order 2 single_n*.txt
(echo "run,dt,t,q[1],p" && for n in $sizes; do
  awk -v N="$n" 'BEGIN { h = 2 / N; q = v = 1
    for (n = 0; n <= N; n++) { if (n % (N / 4) == 0) printf "%d,%.17g,%.17g,%.17g,%.17g\n", N, h, n * h, q, v
      v -= h / 2 * sin(q); q += h * v; v -= h / 2 * sin(q) } }'
done) >runs.csv
judged 0 "many runs in a file, with few rows of each" --model pendulum --order 2 runs.csv
cut -d, -f1,3- runs.csv >sizes.csv
judged 2 "of which no step size is known" --model pendulum --order 2 sizes.csv
matches "$errors" 'two runs have the step size 0.5, in sizes.csv and sizes.csv' "  are refused by name"
judged 0 "and judged with --step-sizes" --model pendulum --order 2 sizes.csv --step-sizes \
  "$(for n in $sizes; do echo "2/$n"; done | paste -sd,)"
judged 2 "a malformed one is refused" --model pendulum --order 2 sizes.csv --step-sizes "$(echo $sizes | tr ' ' ,)x"
matches "$errors" 'expected 10 numbers above zero.*x' "  with what was read"
judged 2 "of which there must be as many" --model pendulum --order 2 sizes.csv --step-sizes 0.1,0.05
matches "$errors" 'expected 10 numbers above zero' "  as runs"

# A sign that the first row cannot show.
for n in $sizes; do
  awk -v N="$n" 'BEGIN { h = 2 / N; q = 1; v = 0; print "t,q,v"
    for (n = 0; n <= N; n++) { printf "%.17g,%.17g,%.17g\n", n * h, q, -v
      v -= h / 2 * sin(q); q += h * v; v -= h / 2 * sin(q) } }' >"rest_n$n.csv"
done
judged 2 "the sign of a velocity that begins at 0" --model pendulum:oscillation:speed=0 --order 2 rest_n*.csv
matches "$errors" 'v: the sign seems to be the opposite; at t = 2 the row has v = .*, the solution is near' "  is seen later"

# Times in milliseconds; in half units, which is a factor that few rows show.
for factor in 1000 0.5; do
  for n in $sizes; do awk -F, -v OFS=, -v f="$factor" 'NR > 1 {$1 *= f} {print}' CONVFMT=%.17g "right_n$n.csv" >"time_${factor}_n$n.csv"; done
  judged 2 "times in another unit, by $factor" --model kepler --order 2 time_${factor}_n*.csv
  matches "$errors" 't seems to be in another unit \(a factor of about (9[0-9][0-9]|10[0-9]{2}|0\.[45])' "  are refused by name"
done
# Single precision, printed with the digits that it has.
for n in 8 10 13 16 $sizes; do
  awk '/^#/ {print; next} {printf "%.17g %.9g %.9g\n", $1, $2, $3}' "single_n$n.txt" >"nine_n$n.txt"
done
judged 0 "single precision with nine digits" --model pendulum --order 2 nine_n*.txt
matches "$output" 'with 9 digits; errors below [1-9]\.?[0-9]*e-0[56]' "  has the noise of single precision"

is "$(printf '%s\n' "$output" | grep -c '^note: ')" 0 "  and is no other solution"
for n in 8 10 13 16 $sizes; do awk 'NR == 1 || (NR - 2) % '"$((n / 4))"' == 0' "nine_n$n.txt" | head -6 >"five_n$n.txt"; done
run "$GIMBAL" judge-trajectory --model pendulum --order 2 five_n20.txt
is "$(printf '%s' "$errors" | grep -c 'not judged against')" 0 "five rows show it" || diag "$errors"

# Long runs; gimbal's own output.
for n in 2000 4000; do ./kepler right $n $n 200 >"long_right_n$n.csv"; ./kepler damped $n $n 200 >"long_damped_n$n.csv"; done
judged 0 "the energy of leapfrog is bounded" --model kepler --energy bounded long_right_n*.csv
for n in $sizes; do "$GIMBAL" run -m gauss_3 -M pendulum -h "2/$n" -T 2 --no-reference --precision quad -o "own_n$n.csv" >/dev/null; done
twin judged 0 "what gimbal run writes in quadruple precision has order 6" --model pendulum --order 6 own_n*.csv
for n in $sizes; do "$GIMBAL" run -m lobatto_nonholonomic_2 -M contact_oscillator -h "2/$n" -T 2 --no-reference -o "odd_n$n.csv" >/dev/null; done
judged 0 "errors that depend on whether the number of steps is even" --model contact_oscillator --order 2 odd_n*.csv
./kepler right 80 20 2 >sparse_n80.csv
judged 4 "rows at every fourth step" --model kepler sparse_n80.csv
matches "$output" '1 run, h = 0.025' "  have their step size from the file's name"

# An oscillation that grows with time has no drift of its mean.
for factor in 0.05 0; do
  for n in 2000 4000; do
    awk -v N="$n" -v f="$factor" 'BEGIN { print "t,energy"
      for (n = 0; n <= N; n++) { t = 200 * n / N; printf "%.17g,%.17g\n", t, (200 / N) ^ 2 * (1 + f * t) * sin(7 * t) } }' >"grow_${factor}_n$n.csv"
  done
done
judged 4 "an oscillation that grows elevenfold is not bounded" --columns energy --energy bounded grow_0.05_n*.csv
matches "$output" 'the oscillation grows throughout, from [^ ]+ to [^ ]+ \(h = ' "  and the reason gives both values"
judged 0 "one that does not grow is" --columns energy --energy bounded grow_0_n*.csv

# There and back: the run back has the same form.
for n in 20 40; do
  sed -n '$p' "right_n$n.csv" | awk -F, -v N="$n" 'BEGIN {OFMT = CONVFMT = "%.17g"}
    function kick() { r = sqrt(x * x + y * y) ^ 3; u -= h / 2 * x / r; w -= h / 2 * y / r }
    { h = 2 / N; x = $2; y = $3; u = -$4; w = -$5; print "t,x,y,vx,vy"
      for (n = 0; n <= N; n++) { print 2 - n * h "," x "," y "," u "," w; kick(); x += h * u; y += h * w; kick() } }' >"back_n$n.csv"
done
judged 0 "a run back that returns" --model kepler --reversible yes --back back_n20.csv --back back_n40.csv right_n*.csv
matches "$output" '^confirmed: reversible yes: ' "  is reversible"
for n in 20 40; do awk -F, -v OFS=, 'NR > 2 {$2 += 1e-7} {print}' CONVFMT=%.17g "back_n$n.csv" >"off_n$n.csv"; done
judged 1 "one that does not is refuted" --model kepler --reversible yes --back off_n20.csv --back off_n40.csv right_n*.csv

for n in 20 40; do sed '$s/,[^,]*,[^,]*$/,nan,nan/' "back_n$n.csv" >"lost_n$n.csv"; done
run "$GIMBAL" judge-trajectory --model kepler --reversible yes --back lost_n20.csv --back lost_n40.csv right_n*.csv
[ "$status" != 0 ] && [ "$(printf "%s\n" "$output" | grep -c "^confirmed: reversible")" = 0 ]
ok $? "a run that ends without numbers confirms nothing"

# Leading terms that nearly cancel at the end: v of Heun's method and of the classical one on the oscillator (q + iv
# turns by h as 1 - ih - h^2/2 ...), where also t = 1 is an even step of some runs and an odd one of others.
turn() {
  for n in $sizes; do
    awk -v N="$n" -v order="$2" 'BEGIN { h = 2 / N; c = 1 - h * h / 2 + (order > 2) * h ^ 4 / 24
      s = h - (order > 2) * h ^ 3 / 6; q = 1; v = 0.5; print "t,q,v"
      for (n = 0; n <= N; n++) { printf "%.17g,%.17g,%.17g\n", n * h, q, v; x = c * q + s * v; v = c * v - s * q; q = x } }' >"$1_n$n.csv"
  done
}
turn heun 2
turn classical 4
judged 0 "an error of which the leading term nearly cancels" --model harmonic_oscillator --order 2 heun_n*.csv
matches "$output" '^confirmed: order 2 of v: the signed errors fit, to their last digits, an expansion that begins with h.2 .*; a term h.1 is at most ' "  is a series without a lower term"
judged 0 "or that needs a time at even and odd steps" --model harmonic_oscillator --order 4 classical_n*.csv
for n in $sizes; do sed -n '1,2p;$p' "classical_n$n.csv" >"last_n$n.csv"; done
judged 4 "and is undecided without it" --model harmonic_oscillator --order 4 last_n*.csv

# The classical method on the double pendulum, whose errors at t = 2 are a sum of h^4 and h^5 of one size: right; with
# one component of order 3; with the second half by Heun's method.
cat >double.py <<'END'
import math, sys
kind, N, T, *y = sys.argv[1], int(sys.argv[2]), 2.0, *map(float, sys.argv[3:])
def f(y):
    a, b, w, u = y
    A, B = -math.sin(a - b) * u * u - 2 * math.sin(a), math.sin(a - b) * w * w - math.sin(b)
    c = math.cos(a - b)
    return w, u, (A - c * B) / (2 - c * c), (2 * B - c * A) / (2 - c * c)
to = lambda y, h, k: [x + h * z for x, z in zip(y, k)]
h = T / N
print("t,theta1,theta2,omega1,omega2")
for n in range(N + 1):
    print(",".join(map(repr, [n * h] + list(y))))
    k = f(y)
    if kind == "late" and n >= N // 2:
        y = to(y, h / 2, to(k, 1, f(to(y, h, k))))
        continue
    l = f(to(y, h / 2, k))
    m = f(to(y, h / 2, l))
    y = to(y, h / 6, to(to(to(k, 2, l), 2, m), 1, f(to(y, h, m))))
    if kind == "component":
        y[1] += 0.01 * h ** 4 * y[0]
END
start=$("$GIMBAL" reference double_pendulum --times 0 --csv --digits 17 | grep -v '^#' | awk -F, 'NR == 2 {print $2, $3, $4, $5}')
for n in $sizes; do
  for kind in double component late; do
    # shellcheck disable=SC2086
    python3 double.py "$kind" "$n" $start >"${kind}_n$n.csv"
  done
done
judged 0 "terms of two powers with one size" --model double_pendulum --order 4 double_n*.csv
judged 1 "one component of lower order among them" --model double_pendulum --order 4 --floor 1e-13 component_n*.csv
judged 4 "  which may be a solver's without a noise level" --model double_pendulum --order 4 component_n*.csv
judged 1 "a lower order of later steps" --model double_pendulum --order 4 late_n*.csv

# Rows so far apart that the first three show no speed.
for n in 40 56 80 112 160 224 320 448; do
  "$GIMBAL" run -m rk4 -M henon_heiles -h "6/$n" -T 6 --no-reference -o far.csv >/dev/null
  grep -v '^#' far.csv | awk "NR == 1 || (NR - 2) % ($n / 2) == 0" >"far_n$n.csv"
done
judged 0 "rows that are far apart are in no other unit of time" --model henon_heiles --order 4 far_n*.csv

# Errors that follow one power over decades are no solver's.
for n in $sizes; do "$GIMBAL" run -m rk4 -M kepler -h "2/$n" -T 2 --no-reference -o "four_n$n.csv" >/dev/null; done
judged 1 "order 5 of a method of order 4" --model kepler --order 5 four_n*.csv

# A number of steps in the name that is not that of the rows.
first=$(echo $sizes | cut -d' ' -f1)
cp "right_n$first.csv" "wrong_n$((first + 3)).csv"
judged 2 "a name that contradicts the rows is refused" --model kepler --order 2 "wrong_n$((first + 3)).csv" right_n*.csv
matches "$errors" "not a multiple of the step size .*, which the file's name gives" "  with where the step size comes from"

# ---- Wrong programs ----
for kind in force half staggered stale; do kepler $kind; done
judged 1 "a force that is wrong by a thousandth" --model kepler --order 2 force_n*.csv
matches "$output" '^refuted: order 2 of q: the runs converge to another solution than that of kepler: a parameter or a force differs; not order 2: with smaller steps the error stops falling' "  is the cause that comes first"
judged 1 "a first step of order 1" --model kepler --order 2 half_n*.csv
matches "$output" '^refuted: order 2 of v: observed order 1' "  remains"
judged 1 "velocities half a step off" --model kepler --order 2 staggered_n*.csv
matches "$output" '^refuted: order 2 of v: v agrees with the solution 0.5 steps earlier, as on a staggered grid \(leapfrog\); observed order 1' "  is the cause that comes first"
matches "$output" '^confirmed: order 2 of q: ' "  which is not that of the positions"
judged 1 "both halves of a kick with the old force" --model kepler --order 2 stale_n*.csv
matches "$output" '^refuted: order 2 of v: observed order 0.99' "  are no values of another time, though two of them are near such" || diag "$output"
for n in $sizes; do
  awk -v N="$n" 'BEGIN { h = 2 / N; q = 1; p = q + h; print "t,q"; print "0,1"; printf "%.17g,%.17g\n", h, p
    for (n = 2; n <= N; n++) { x = 2 * p - q - h * h * sin(p); q = p; p = x; printf "%.17g,%.17g\n", n * h, p } }' >"two_n$n.csv"
done
judged 1 "a two-step method with a first step of order 1" --model pendulum --order 2 two_n*.csv
matches "$output" '^refuted: order 2 of q: ' "  has order 1 without velocities, too"
judged 1 "an energy that drifts" --model kepler --energy bounded long_damped_n*.csv
matches "$output" '^refuted: energy bounded: .*drift' "  is refuted by its drift"
judged 1 "a constraint that is off by 1e-9" --model spherical_pendulum --constraint exact rattle_loose_*.csv
matches "$output" '^refuted: constraints exact: ' "  is refuted"

# ---- What is not the model's ----
# refused NAME PATTERN FILE [OPTIONS]
refused() {
  name=$1 pattern=$2
  shift 2
  judged 2 "$name" --order 2 "$@"
  matches "$errors" "$pattern" "  by name" || diag "$errors"
}
# changed FILE PROGRAM: right_n20.csv with its rows changed by awk
changed() {
  awk -F, -v OFS=, -v OFMT=%.17g -v CONVFMT=%.17g "NR > 1 {$2} {print}" right_n20.csv >"$1"
}
awk '/^#/ {next} NR == 2 {print "%  Time q v"} {print}' single_n20.txt >percent_n20.csv
judged 4 "headings behind %, and a column Time" --model pendulum percent_n20.csv
matches "$output" '^1 run, .*\(v, p\) are noise' "  are read"
awk 'NR == 1 {print "step,Time (s),q [rad],v [rad/s]"; next} {print NR - 2 "," $1 "," $2 "," $3}' single_n20.txt >units_n20.csv
judged 4 "units in headings, and a column that counts steps" --model pendulum units_n20.csv
matches "$output" '^1 run, .*\(v, p\) are noise' "  are read"
awk 'NR == 1 {print "t q rate"; next} {print}' single_n20.txt >unnamed_n20.csv
judged 4 "velocities under another heading" --model pendulum unnamed_n20.csv
matches "$output" 'are noise; there are no columns of velocities' "  are missed"
sed '1s/q/angle/' unnamed_n20.csv >angle_n20.csv
refused "coordinates under another heading" 'the coordinates q, .* are columns, which are t, angle, rate; give' --model pendulum angle_n20.csv
awk -v h=0.1 'NR == 1 {print "t q v"} {print $1, $2, $3 + h / 2 * sin($2)}' CONVFMT=%.17g OFMT=%.17g single_n20.txt | sed 2d >grid_n20.csv
awk 'NR == 1 {print; next} {line[NR] = $0} END {for (i = NR; i > 1; i--) print line[i]}' single_n20.txt >falling_n20.csv
refused "a run from its end to its beginning" 'falling_n20.csv:2: the times of this run fall' --model pendulum falling_n20.csv
awk 'NR == 1 || $1 == 0.6' single_n20.txt >row_n20.csv
refused "one row, not of the start" 'row_n20.csv:2: the rows begin at t = 0.6, the model at t = 0' --model pendulum --step-sizes 0.1 row_n20.csv
refused "velocities of a staggered grid" 'v is that of half a step earlier \(a staggered grid\)' --model pendulum grid_n20.csv
awk -v h=0.1 'NR == 1 {print "t q v"} {print $1, $2, $3 + h / 3 * sin($2)}' CONVFMT=%.17g OFMT=%.17g single_n20.txt | sed 2d >third_n20.csv
refused "  but not a third of a step off" 'v: 1.02[0-9]* times what it should be' --model pendulum third_n20.csv
sed '1s/x,y/y,x/' right_n20.csv >swapped_n20.csv
refused "coordinates in another order" 'n20.csv:2: .*x and y seem to be exchanged; at t = 0 the row has x = 0.4573[0-9]*, the model starts at 0.5775' --model kepler swapped_n20.csv
changed sign_n20.csv '$5 = -$5'
refused "another sign" 'vy: the sign seems to be the opposite' --model kepler sign_n20.csv
changed unit_n20.csv '$2 *= 1000; $3 *= 1000'
refused "another unit" 'x to y: 1000 times what it should be, as in another unit' --model kepler unit_n20.csv
changed time_n20.csv '$4 *= 60; $5 *= 60'
refused "another unit of time" 'vx to vy: 60 times what it should be, as in another unit' --model kepler time_n20.csv
changed start_n20.csv '$2 += 0.1'
refused "other initial data" 'the row has x = 0.677[0-9]*, the model starts at 0.577' --model kepler start_n20.csv
(echo '# mu = 1, e = 0.5' && cat right_n20.csv) >parameter_n20.csv
refused "another parameter" 'the file has e = 0.5, the case 0.3; judge it with --model kepler:e03:e=0.5' --model kepler parameter_n20.csv
sed 2d right_n20.csv >late_n20.csv
refused "a file without its initial data" 'begin at t = 0.1, the model at t = 0; print the initial data' --model kepler late_n20.csv
refused "another model" 'pendulum has the coordinates q, and not all of them are columns' --model pendulum right_n20.csv
"$GIMBAL" run -m rk4 -M double_pendulum -h 0.1 -T 2 --no-reference -o run.csv >/dev/null
momenta=$("$GIMBAL" reference double_pendulum --times 0 --csv | grep -v '^#' | awk -F, 'NR == 2 {print $6 "," $7}')
(echo "t,theta1,theta2,omega1,omega2" && awk -F, -v p="$momenta" 'NR == 2 {print $1 "," $2 "," $3 "," p} NR > 2 {print $1 "," $2 "," $3 "," $4 "," $5}' run.csv) >momenta.csv
refused "momenta in place of velocities" 'omega1 to omega2: the values are those of the momenta p' --model double_pendulum momenta.csv
for n in 20 40; do
  awk -v N="$n" 'BEGIN { h = 2 / N; q = 180 / atan2(0, -1); v = q; print "t,q,v"
    printf "0,%.15g,%.15g\n%.15g,%.15g,%.15g\n", q, v, h, q, v }' >"degrees_n$n.csv"
done
refused "degrees" 'q to v: 57.2958 times what it should be, as in another unit \(degrees\)' --model pendulum degrees_n20.csv
cp right_n20.csv twice_n20.csv
refused "one step size twice" 'two runs have the step size 0.1' --model kepler right_n20.csv twice_n20.csv
printf 't,x,y\n0,1\n' >short.csv
refused "a row that is too short" 'short.csv: line 2 has 2 cells' --model kepler short.csv
printf 't,q,v\n' >headings.csv
refused "no rows" 'headings.csv has no rows' --model pendulum headings.csv
printf 't,q,v\n0,1,1\n0.1,nan,1\n' >lost.csv
refused "no numbers" 'no run has finite values of q at the times compared' --model pendulum lost.csv

cut -d, -f1-3 right_n20.csv >positions_n20.csv
refused "a claim on what the files do not have" 'the claim "bounded" cannot be judged: there are no velocities' \
  --model kepler --energy bounded positions_n20.csv
refused "or the model" 'claim "exact" cannot be judged: there are no constraints' --model kepler --constraint exact right_n20.csv

# ---- Without a model ----
for n in 2000 4000; do
  for kind in right damped; do
    awk -F, 'NR == 1 {print "t,x,energy"} NR > 1 {printf "%.15g,%.15g,%.15g\n", $1, $2, ($4 * $4 + $5 * $5) / 2 - 1 / sqrt($2 * $2 + $3 * $3)}' \
      "long_${kind}_n$n.csv" >"energy_${kind}_n$n.csv"
  done
done
judged 0 "a column of energies is bounded" --energy bounded --columns energy energy_right_n*.csv
matches "$output" '^confirmed: energy bounded: .*like h\^2.0' "  and falls like h²"
for n in $sizes; do awk -F, -v OFS=, 'NR == 1 {print "t,energy"; next} {print $1, $2 * $2}' CONVFMT=%.17g "right_n$n.csv" | sed '$s/,.*/,nan/' >"lost_n$n.csv"; done
judged 2 "a column that ends without a number" --columns energy --order 2 lost_n*.csv
matches "$errors" 'no run has finite values of energy' "  confirms no order"
judged 2 "one of two columns that is not there" --columns energy,entropy energy_right_n*.csv
matches "$errors" "there is no column 'entropy'" "  is refused by name"
judged 0 "without --columns it is found by its name" --energy bounded energy_right_n*.csv
is "$(printf '%s\n' "$output" | grep -c ' x ')" 0 "  and a coordinate is not taken for a conserved quantity"
judged 2 "coordinates alone need a model" --order 2 right_n*.csv
matches "$errors" 'nothing can be judged: give the model \(--model\) or the conserved columns' "  which is said, and nothing is refuted"
judged 1 "and one that drifts is not" --energy bounded --columns energy energy_damped_n*.csv
done_testing
