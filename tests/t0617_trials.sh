# gimbal new trial and gimbal judge --card: docs/trials.md literally; each language that is installed; the
# states in the programs, against gimbal's own reference methods; wrong steps, wrong cards and noise.
. tests/tap.sh

top=$PWD
folder=$top/trials
cd "$scratch" || exit 2

# ---- The states ----

# long FILE: its numbers of 17 digits or more, in order.
long() { grep -oE -e '-?[0-9]+\.[0-9]{16,}' "$1"; }
long "$folder/c.c" >states
for file in "$folder"/*; do
  long "$file" >others
  cmp -s states others
  ok $? "$(basename "$file") has the states of the others"
done
# A chain in which all masses move: gimbal's, with other initial data.
awk '/^static void Initial/ {
    print "static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {"
    print "  static const int of[] = {6, -4, 2, 5, -3, 4, -6, 1, 3, -2, 2, 4, -6, 8, -2, 6, -4, 2, -8, 4};"
    print "  for (int i = 0; i < 20; i++)\n    out[i] = GIMBAL_Q(1, 20) * of[i];"
    skip = 1
  }
  /^}/ { skip = 0 }
  !skip { gsub(/fermi_pasta_ulam_tsingou/, "trial_chain"); print }' \
  "$top/models/fermi_pasta_ulam_tsingou.c" >trial_chain.c
run "$GIMBAL" build trial_chain.c
is "$status" 0 "a model of the chain is built" || diag "$errors"
# at MODEL T: positions and velocities, one a line.
at() {
  "$GIMBAL" run -m gauss_6 -M "$1" -h "$2/120" -T "$2" --precision quad --json --no-reference \
    --plugin ./trial_chain.so 2>&1 | sed -n 's/.*"[qv]":.*"values": \[\([^]]*\)\].*/\1/p' | tr ',' '\n' | tr -d ' '
}
{
  at pendulum:oscillation 1 && at pendulum:oscillation 3
  at driven_pendulum:A 1 && at driven_pendulum:A 3
  "$GIMBAL" run -m gauss_6 -M kepler:e03 -h 1/10 -T 1/10 --precision quad -o k.csv >/dev/null
  sed -n 2p k.csv | cut -d, -f2-5 | tr ',' '\n'
  at kepler:e03 1 && at kepler:e03 3
  at henon_heiles:A 4/3 && at henon_heiles:A 4
  at trial_chain:long_chain:pairs=5,omega=2 1 && at trial_chain:long_chain:pairs=5,omega=2 3
} >gauss
# Lines in which two numbers differ by more than three units of the 19th digit behind the point.
cat >apart.awk <<'EOF'
function digits(x) { # 20 digits behind the point, as two whole numbers of 10
  sub(/^-/, "", x)
  split(x, part, ".")
  part[2] = substr(part[2] "00000000000000000000", 1, 20)
  high = part[1] * 1e10 + substr(part[2], 1, 10)
  low = substr(part[2], 11, 10) + 0
}
{
  digits($1)
  a = high
  b = low
  digits($2)
  if ((substr($1, 1, 1) == "-") != (substr($2, 1, 1) == "-") || ((a - high) * 1e10 + b - low) ^ 2 > 30 ^ 2)
    print
}
EOF
is "$(wc -l <states)" "$(wc -l <gauss)" "gimbal has as many numbers"
twin is "$(paste states gauss | awk -f apart.awk)" "" "gimbal's end states agree to 19 digits"
sed '7s/\(.................\)\(.\)/\177/' states >other
[ -n "$(paste other gauss | awk -f apart.awk)" ]
ok $? "a wrong digit is seen"

# ---- Languages ----

echo 'claims: [{methods: rk4, order: 4}]' >right.yaml
echo 'claims: [{methods: rk4, order: 5, source: nowhere, text: of order five}]' >wrong.yaml
# judged NAME: the table that the program of a language has printed.
judged() {
  is "$(head -1 trial.csv)" "method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped" \
    "  the table"
  run "$GIMBAL" judge --card right.yaml trial.csv
  is "$status" 0 "order 4 of rk4 in $1" || diag "$output$errors"
  matches "$output" "^rk4: order 4 confirmed on 5 models \(4\.0[01](–4\.0[01])?\)$" "  is confirmed on all models"
  run "$GIMBAL" judge --card wrong.yaml trial.csv
  is "$status" 1 "order 5 is refuted" || diag "$output$errors"
  matches "$output" '^rk4: order 5 refuted on 5 models \(4\.0' "  on all models"
}
# try LANGUAGE PROGRAM: runs it by the command that is printed, if the program is installed.
try() {
  if ! command -v "$2" >/dev/null; then
    ok 0 "$1 # SKIP there is no $2"
    return
  fi
  rm -f trial.*
  run "$GIMBAL" new trial "$1"
  is "$status $errors" "0 " "a trial in $1 is written"
  printf '%s\n' "$output" | sed -n 's/^  //p' | head -1 >command
  GOCACHE=$scratch/go sh command >log 2>&1 </dev/null
  is "$?" 0 "the trial in $1 runs as printed" || diag "$(tail -5 log)"
  is "$(grep -ci 'warning' log)" 0 "  without a warning" || diag "$(cat log)"
  judged "$1"
}
try c cc
try c++ c++
try fortran gfortran
try python python3
try julia julia
try octave octave-cli
try r Rscript
try java java
try javascript node
try rust rustc
try go go
run "$GIMBAL" new trial '*'
is "$status" 2 "a pattern is no language"
is "$(find "$folder" -type f | wc -l)" 11 "no language is without a test"
rm -f trial.*
run "$GIMBAL" new trial matlab
[ -f trial.m ]
ok $? "MATLAB has Octave's"
run "$GIMBAL" new trial fortan
matches "$status $errors" '^2 .*no trial in "fortan"; gimbal new --help names the languages' "an unknown language is refused"
run "$GIMBAL" new trial matlab
matches "$status $errors" '^2 .*trial\.m already exists' "nothing is overwritten"

# ---- The page ----

mkdir page && cd page || exit 2
sed -n '/^```sh$/,/^```$/{/^```/!p;}' "$top/docs/trials.md" >commands
PATH=$(dirname "$GIMBAL"):$PATH sh commands >log 2>&1
is "$?" 0 "the commands of docs/trials.md work" || diag "$(cat log)"
sed -n '/^heun: /,/^```$/{/^```$/!p;}' "$top/docs/trials.md" >shown
[ -s shown ] && tail -"$(wc -l <shown)" log | cmp -s - shown
ok $? "the commands of docs/trials.md print the output of the page" || diag "$(tail -"$(wc -l <shown)" log)"
cd ..

# ---- Wrong steps ----

"$GIMBAL" new trial c >/dev/null
# variant NAME SED...: rk4 changed, and its table.
variant() {
  name=$1
  shift
  sed "$@" trial.c >"$name.c"
  cmp -s trial.c "$name.c" && diag "nothing was changed"
  cc -O2 -Wall -Wextra -o "$name" "$name.c" -lm 2>log && "./$name" >"$name.csv"
  is "$? $(cat log)" "0 " "$name is built"
}
card() { # WORDS of a claim on rk4
  printf 'claims:\n  - {methods: rk4, %s}\n' "$1" >card.yaml
  run "$GIMBAL" judge --card card.yaml "$name.csv"
}
variant late -e 's/rhs(i \* h + c\[stage\], z, k)/rhs(i * h, z, k)/'
card 'order: 4'
matches "$status $output" '^1 rk4: order 4 refuted on 1 of 5 models \(1\.00\)' \
  "an rk4 that takes the force at the wrong time is refuted on one model"
matches "$output" '^  driven_pendulum: refuted: observed order 1\.00' "  the driven one"
is "$(printf '%s\n' "$output" | grep -c ': confirmed: 4.0')" 4 "  and not on the others"
card 'order: 4, when: autonomous'
is "$status" 0 "the order for autonomous systems is confirmed"
matches "$output" '^  driven_pendulum: not measurable: condition not met: autonomous' "  on the others only"
card 'order: 4, expect: refuted, why: known'
matches "$status $output" '^0 rk4: order 4 refuted .*, as expected: known$' "an expected refutation passes"
variant heun -e 's|, c\[\] = .*w\[\] = .*|, c[] = {0, h}, w[] = {h / 2, h / 2};|' -e 's/stage < 4/stage < 2/'
card 'order: 3'
matches "$status $output" '^1 rk4: order 3 refuted on 5 models \(2\.00\)' "Heun's method has not order 3"
card 'order: 1'
matches "$status $output" '^0 rk4: order 1 confirmed on 5 models \(2\.00\), understated$' \
  "better than documented is confirmed"
card 'order: 2, expect: refuted, why: known'
matches "$status $output" '^1 rk4: order 2 confirmed .*, but the card expects refuted$' \
  "a refutation that is gone does not pass"
variant component -e 's/y\[j\] += sum\[j\];/y[j] += sum[j] + (j == 16 ? 0.01L * h * h * h : 0);/'
card 'order: 4'
matches "$status $output" '^1 rk4: order 4 refuted on 1 of 5 models' "a wrong 17th component is seen"
matches "$output" '^  chain: refuted' "  in the chain"
variant defect -e 's/DEFECT = 0/DEFECT = 1/'
matches "$(grep '^rk4,kepler,22,' defect.csv)" ',2\.6[0-9]*e-05,$' "the defect of rk4 on Kepler's problem"

# A method that stops. A step size is allowed if a coarser one is.
variant stops -e 's/  const real h = T/  if (now == models + 1)\n    return 7;\n&/'
card 'order: 4'
matches "$status $output" '^1 rk4: order 4 failed on 1 of 5 models$' "a method that stops on a model is not confirmed"
matches "$output" '^  driven_pendulum: failed: stopped at all 27 step sizes: error 7$' "  and the message is there"
card 'order: 4, when: autonomous'
is "$status" 0 "  but where the documentation does not cover the model"
card 'order: 4, expect: failed, why: known'
matches "$status $output" '^0 rk4: order 4 failed on 1 of 5 models, as expected: known$' "a known stop passes"
card 'order: 4, expect: refuted, why: known'
is "$status" 1 "  but as a refutation it does not"
card 'order: 4, of: dense'
matches "$output" '^  driven_pendulum: failed: stopped' "dense output stops, too"
variant nowhere -e "s|(void)tolerance|(void)T, &|"
card 'order: 4, expect: failed, why: known'
matches "$status $output" '^1 rk4: order 4 confirmed on 5 models .*, but the card expects failed' "a stop that is gone does not pass"
# at CONDITION NAME: rk4 that stops there.
at_size() {
  variant "$2" -e "s/  const real h = T/  if ($1)\\n    return 3;\\n&/"
  card 'order: 4'
}
at_size 'n < 40' coarse
matches "$status $output" '^0 rk4: order 4 confirmed on 5 models' "steps that are too coarse are left out"
matches "$output" '^  kepler: confirmed: 4\.00; .*stopped at 3 of 27 step sizes, the finest at N = 34: error 3$' "  and named"
at_size 'n == 130 \&\& now == models + 2' middle
matches "$status $output" '^1 rk4: order 4 failed on 1 of 5 models$' "a stop between steps that work is a failure"
matches "$output" '^  kepler: failed: stopped at 1 of 27 step sizes, the finest at N = 130: error 3$' "  with its place"
at_size 'n > 900' fine
matches "$status $output" '^1 rk4: order 4 failed on 5 models$' "  and so is one at the finest step"
card 'order: 5'
matches "$status $output" '^1 rk4: order 5 refuted on 5 models' "a wrong order stays refuted"

# The way of tolerances, and dense output: the initial state in its place.
variant by_tolerance -e 's/  const real h = T/  n = n ? n : (int)(4 \/ pow(tolerance, 0.25));\n&/' \
  -e 's/(void)tolerance, (void)third;/for (int i = 0; i < dim; i++) third[i] = y[i];/' -e 's/rk4, STEPS/rk4, STEPS | TOLERANCES/'
card 'order: 1, of: tolerance'
matches "$status $output" '^0 rk4: order 1 of tolerance confirmed on 5 models' "an order of the tolerance"
card 'order: 4, of: dense'
matches "$status $output" '^1 rk4: order 4 of dense refuted on 5 models' "an overstated order of dense output is refuted"
card 'order: 4'
is "$status" 0 "the order is the same with the new column"

# Round-off of single precision refutes nothing.
variant single -e 's/typedef double real/typedef float real/' -e 's/DBL_EPSILON/FLT_EPSILON/'
for order in 4 2; do
  card "order: $order"
  is "$(printf '%s\n' "$output" | grep -c refuted)" 0 "single precision does not refute order $order" || diag "$output"
done
variant long_double -e 's/typedef double real/typedef long double real/' -e 's/DBL_EPSILON/LDBL_EPSILON/'
card 'order: 4'
is "$status" 0 "long double is judged too" || diag "$output"

# ---- Methods of known orders ----

# known EXTRA: the verdicts on a card that claims so much more than the orders.
known() {
  python3 "$top/tests/trial_methods.py" "$folder/python.py" "$1" >known.yaml 2>known.csv
  run "$GIMBAL" judge --card known.yaml known.csv
}
if command -v python3 >/dev/null; then
  known 0
  is "$status" 0 "right methods are confirmed, and those with a wrong coefficient are refuted" || diag "$output"
  is "$(printf '%s\n' "$output" | grep -c '^[a-z0-9_]*: order . confirmed on 5 models')" 16 "  each on all models"
  is "$(printf '%s\n' "$output" | grep -c '^wrong_[a-z0-9_]*: order . refuted on 5 models')" 13 "  each on all models"
  known 1
  is "$(printf '%s\n' "$output" | grep -c '^[a-z0-9_]*: order . refuted on ')" 16 "one order more is refuted on all models"
fi

# ---- Made tables ----

# made MODELS...: rows of a method of order 4 on the first model, and of 3 on the others.
made() {
  echo method,model,n,e1
  order=4
  for model; do
    awk -v model="$model" -v p=$order 'BEGIN {
      for (n = 20; n < 400; n = int(n * 1.2)) printf "m,%s,%d,%.17g\n", model, n, n ^ -p * (1 + 0.3 / n) }'
    order=3
  done
}
sed -i 's/rk4/m/' right.yaml
made pendulum kepler chain >made.csv
run "$GIMBAL" judge --card right.yaml made.csv
matches "$status $output" '^1 m: order 4 refuted on 2 of 3 models \(3\.0' "a higher order on one model confirms nothing"
made pendulum >made.csv
run "$GIMBAL" judge --card right.yaml made.csv
matches "$status $output" '^4 m: order 4 undecided' "one model alone confirms nothing"
made other kepler >made.csv
echo 'claims: [{methods: m, order: 3, when: smooth}]' >own.yaml
run "$GIMBAL" judge --card own.yaml made.csv
matches "$output" '^  other: not measurable: condition not met: smooth' "a model of one's own meets no condition"
# tolerances POWER: errors like tolerance^POWER, scattered, at 37 tolerances.
tolerances() {
  echo method,model,n,tolerance,e1,floor
  for model in pendulum kepler chain; do
    awk -v model="$model" -v p="$1" 'BEGIN {
      for (i = 0; i < 37; i++)
        printf "m,%s,,%.17g,%.17g,1e-15\n", model, 10 ^ (-3 - i / 4), 10 ^ (p * (-3 - i / 4)) * (1 + 0.3 * sin(7 * i)) }'
  done
}
tolerances 0.8 >made.csv
echo 'claims: [{methods: m, order: 0.8, of: tolerance}]' >own.yaml
run "$GIMBAL" judge --card own.yaml made.csv
matches "$status $output" '^0 m: order 0\.8 of tolerance confirmed on 3 models \(0\.80\)' "an exponent of the tolerance"
echo 'claims: [{methods: m, order: 1, of: tolerance}]' >own.yaml
run "$GIMBAL" judge --card own.yaml made.csv
matches "$status $output" '^1 m: order 1 of tolerance refuted on 3 models' "  and a wrong one"
run "$GIMBAL" judge --card own.yaml made.csv --tap
matches "$output" '^not ok 1 - m: order 1 of tolerance refuted on 3 models' "  and as TAP"
# A model on which each tolerance stops, and one on which a few do.
awk -F, -v OFS=, 'NR == 1 { print $0, "stopped"; next }
  { stop = $2 == "chain" || ($2 == "kepler" && $4 < 3e-12) } stop { $5 = "nan" } { print $0, stop ? "no convergence" : "" }' \
  made.csv >stopped.csv
echo 'claims: [{methods: m, order: 0.8, of: tolerance}]' >other.yaml
run "$GIMBAL" judge --card other.yaml stopped.csv
matches "$status $output" '^1 m: order 0\.8 of tolerance failed on 1 of 3 models$' "a model on which no tolerance works"
matches "$output" '^  chain: failed: 37 of 37 tolerances failed.*: no convergence$' "  with the message"
sed '/,chain,/d' stopped.csv >other.csv
run "$GIMBAL" judge --card other.yaml other.csv
matches "$status $output" '^0 m: order 0\.8 of tolerance confirmed on 2 models' "the tightest tolerances may stop"
matches "$output" '^  kepler: confirmed: 0\.8.; .*no result at 2 tolerances.*: no convergence$' "  and are named"
sed '/e-12,/d; $d' made.csv >fewer.csv
run "$GIMBAL" judge --card own.yaml fewer.csv
matches "$status $output" '^  chain: not measurable: 3[0-9] tolerances; 37 are expected' "  and fewer tolerances"

# ---- Wrong cards ----

# wrong CARD PATTERN NAME
wrong() {
  printf '%b' "$1" >card.yaml
  run "$GIMBAL" judge --card card.yaml made.csv
  matches "$status $errors" "^2 .*$2" "$3"
}
wrong 'claims:\n  - {method: m, order: 4}\n' "card\.yaml:2:.*'method'.*'methods'" \
  "an unknown key, with line and the nearest"
wrong 'claims:\n  - {methods: m, order: four}\n' "'four' is not a number above zero" "no order"
wrong 'claims:\n  - {methods: m}\n' "card\.yaml:2:.*key 'order'" "no order"
wrong 'claims:\n  - {methods: m, order: 4, when: autonomus}\n' \
  "card\.yaml:2:.*key 'when': 'autonomus' is not one of: .*; the nearest is 'autonomous'" "an unknown condition"
wrong 'claims:\n  - {methods: m, order: 4, expect: refuted}\n' \
  "card\.yaml:2: a claim with 'expect: refuted' needs the key 'why'" "an expectation without a reason"
wrong 'claims:\n\n  - {methods: n, order: 4}\n' "card\.yaml:3: key 'methods': no row of made\.csv has the method 'n'" \
  "a method that the table has not"
wrong 'claims: []\n' "key 'claims' names no claim" "an empty list"
wrong 'library: nothing\n' "key 'claims'" "no claims"
printf 'h,error\n1,2\n' >made.csv
wrong 'claims: [{methods: m, order: 4}]\n' "columns 'method' and 'model'" "a table that is not of a trial"
run "$GIMBAL" judge --card own.yaml --order 4 made.csv
matches "$status $errors" '^2 .*--order.* cannot be combined with --card' "a card and an order"
done_testing
