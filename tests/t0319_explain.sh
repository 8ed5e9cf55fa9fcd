# gimbal explain: which verdict a key means, and that what it prints are the stored figures. It runs
# nothing and changes nothing.
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
plugin_claims: false
methods: [rk4, stormer_verlet, wrong_order, lobatto_nonholonomic_2]
models: ["pendulum:oscillation", "harmonic_oscillator", "chaotic:J"]
precision: double
studies:
  - {study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}
  - {study: long, steps: 300}
  - {study: structure}
  - {study: equality}
  - {study: ensemble, h: 1/10, steps: 100, members: 4, slice: 2}
claims:
  - {methods: rk4, study: order, quantity: q, value: 4}
  - {methods: wrong_order, study: order, quantity: q, value: 5}
  - {methods: rk4, study: energy, quantity: energy, value: drift}
  - {methods: stormer_verlet, study: energy, quantity: energy, value: bounded, text: "it stays near"}
  - {methods: rk4, study: structure, quantity: symplectic, value: "yes", expect: refuted, why: it is not, text: "rk4 keeps areas"}
  - {methods: stormer_verlet, study: equality, quantity: stormer_verlet, value: "yes"}
  - {methods: lobatto_nonholonomic_2, study: energy, quantity: energy, value: random_walk}
YAML
out=$scratch/out
run "$GIMBAL" verify "$scratch/small.yaml" --plugin "$BUILD/tests/plugins/wrong_order.so" -o "$out"
is "$status" 1 "there are verdicts of every kind of measurement" || diag "$errors"
is "$(grep -c 'id="published"' "$out/index.html")" 0 "a claim without a source is not called a published one"
# What comes now needs neither plugins nor the right to write.
asked() { run env GIMBAL_PLUGIN_PATH=/nonexistent "$GIMBAL" explain "$@"; }
cat "$out"/*.json* "$out/verify.tap" | cksum >"$scratch/before"

# member NAME: a number of the requested verdict, as in verdicts.jsonl
wrong=$(grep '"key":"order/wrong_order/pendulum:oscillation".*"quantity":"q"' "$out/verdicts.jsonl")
member() { printf '%s\n' "$wrong" | sed "s/.*\"$1\":\([^,}]*\).*/\1/"; }

asked order/wrong_order/pendulum:oscillation/q "$out"
is "$status" 0 "a refuted order is explained" || diag "$errors"
matches "$output" '^refuted: order/wrong_order/pendulum:oscillation/q$' "under its name"
matches "$output" 'claim +the order of q is 5, claimed by the suite of wrong_order on pendulum:oscillation' \
  "with the claim and its source"
matches "$output" "$(printf ' 256 .* %.3g .* in the window' "$(member smallest_error)")" \
  "the finest error, which is the stored one"
is "$(printf '%s\n' "$output" | awk '$2 + 0 > 0 && $1 ~ /^[0-9]+$/ && NF > 4 { n++
    if (n > 1) { s = log(e / $3) / log(h / $2); if (s - $5 > 0.01 || $5 - s > 0.01) bad++ }
    h = $2; e = $3 } END { print n, bad + 0 }')" "8 0" \
  "eight rows, whose slopes are those of the errors in the same row (three digits: 0.01)"
matches "$output" 'facts +order_too_low: order = 3\.9|facts +lower_order_term: claimed = 5, power = 4' "the facts by name"
matches "$output" 'smallest +(harmonic_oscillator:A|pendulum:oscillation), of 2 places where this claim is refuted' \
  "the smallest model of those that refute it"
matches "$output" 'steps of h = .* show it' "with the steps"
# Commands stand on one line, however long, so that they can be copied.
command=$(printf '%s\n' "$output" | sed -n 's/^ *\(gimbal run -m.*\)$/\1/p')
run sh -c "\"\$0\" ${command#gimbal }" "$GIMBAL"
is "$status" 0 "that a run takes" || diag "$command: $errors"
matches "$output" 'largest error [0-9]' "explain prints the largest error of a run"

asked 'rk4 harmonic_oscillator:A energy energy' "$out"
matches "$output" '^confirmed: long/rk4/harmonic_oscillator:A/energy$' "a verdict by its line of the TAP"
sed -n 's/^\(not \)*ok [0-9]* - \([^#]*[^ #]\).*/\2/p' "$out/verify.tap" | grep '/\|@\| ([0-9]*)$' >"$scratch/points"
[ -s "$scratch/points" ]
ok $? "some lines of the TAP have coordinates, a label or a number"
while read -r point; do
  asked "$point" "$out" </dev/null
  matches "$output" '^[a-z ]*: [a-z]*/' "explain finds '$point'" || diag "$errors"
done <"$scratch/points"
asked 'rk4 harmonic_oscillator:A energy energy' "$out"
is "$(printf '%s\n' "$output" | awk '$1 == 0.1 && $2 == 300 && NF == 8 {
    print ($5 < $6 && $6 < $7 && $7 < $8), $8 == $4 }')" "1 1" \
  "the runs with the largest values in each quarter of the time, which drift"
matches "$output" 'facts +invariant_drifts: h = 0\.1, ' "explain prints the facts"
asked long/stormer_verlet/pendulum:oscillation "$out"
matches "$output" '^confirmed: long/stormer_verlet/pendulum:oscillation/energy$' \
  "a record's key, where it has one verdict"
matches "$output" 'in words: it stays near' "a claim in words"
matches "$(printf '%s' "$output" | tr -s ' \n' ' ')" 'detectable = [0-9]' "explain prints the smallest detectable drift"
asked structure/rk4/pendulum:oscillation/symplectic "$out"
matches "$output" '^refuted as expected: structure' "an expected refutation"
matches "$output" 'expected: refuted .it is not.' "with the reason"
matches "$output" '> 100 error bars$' "the defects against their errors"
matches "$output" '^ +[0-9.]+ +[0-9.e-]+ +[0-9.e-]+  local error [0-9.e-]+' "the line of a defect has that of a method without the property"
asked equality/stormer_verlet/pendulum:oscillation "$out"
is "$status" 0 "an equality" || diag "$errors"
asked 'ensemble/*' "$out"
matches "$output" '2 slices?:' "an ensemble with all its slices"

# The studies of the shadow Hamiltonian and of growth.
cat >"$scratch/time.yaml" <<'YAML'
plugin_claims: false
models: ["pendulum:oscillation", kepler]
precision: double
studies: [{study: shadow, models: pendulum}, {study: growth, models: kepler}]
claims:
  - {methods: stormer_verlet, study: shadow, quantity: hamiltonian, value: "yes"}
  - {methods: rk4, study: shadow, quantity: hamiltonian, value: "yes"}
  - {methods: stormer_verlet, study: growth, quantity: q, value: 2}
  - {methods: stormer_verlet, study: growth, quantity: energy, value: 0}
YAML
sed -i 's/^plugin_claims/methods: [rk4, stormer_verlet]\n&/' "$scratch/time.yaml"
times=$scratch/times
run "$GIMBAL" verify "$scratch/time.yaml" -o "$times"
is "$status" 1 "two claims on times are wrong" || diag "$errors"
# stored FOLDER KEY MEMBER: a number of a verdict
stored() { sed -n "s/,\"facts\":.*//; s,.*\"key\":\"$2\".*\"$3\":\([^\,}]*\).*,\1,p" "$1/verdicts.jsonl" | head -1; }
asked shadow/stormer_verlet/pendulum:oscillation/hamiltonian "$times"
is "$status" 0 "a shadow Hamiltonian is explained" || diag "$errors"
matches "$output" "$(printf '\n +0\.0[0-9]+ +%.3g +[0-9.e-]+ +energy [0-9.e-]+ +coarse ' \
  "$(stored "$times" shadow/stormer_verlet/pendulum:oscillation smallest_error)")" \
  "the range in the finest run, which is the stored one, next to those of the energy and with coarser differences"
asked shadow/rk4/pendulum:oscillation "$times"
matches "$output" '^refuted: ' "one that there is not"
matches "$output" "$(printf ' %.3g +%.1g' "$(stored "$times" shadow/rk4/pendulum:oscillation defect)" \
  "$(stored "$times" shadow/rk4/pendulum:oscillation error)")" "its range"
matches "$output" 'step_map_not_symplectic: h = [0-9.]+, defect = ' "explain prints the step map's defect"
asked growth/stormer_verlet/kepler:e03/q "$times"
matches "$output" '^refuted: ' "the growth of an error is explained" || diag "$output $errors"
matches "$output" "$(printf 't\^%.2f \(exponent %.2f to %.2f,' \
  "$(sed -n '/"study":"growth","quantity":"q"/s/.*"observed":\([^,]*\).*/\1/p' "$times/verdicts.jsonl")" \
  "$(sed -n '/"study":"growth","quantity":"q"/s/.*"lower":\([^,]*\).*/\1/p' "$times/verdicts.jsonl")" \
  "$(sed -n '/"study":"growth","quantity":"q"/s/.*"upper":\([^,]*\).*/\1/p' "$times/verdicts.jsonl")")" \
  "with the stored exponent and its interval"
is "$(printf '%s\n' "$output" | awk '$2 ~ /^[0-9]+$/ && NF == 8 && $1 + 0 > 0 {
    rows++; if ($5 != "-" && $8 < $5) bad++ } END { print (rows > 0), bad + 0 }')" "1 0" "the quarters of the time, in which errors grow"
asked growth/stormer_verlet/kepler:e03/energy "$times"
matches "$output" '^confirmed: ' "an energy whose error does not grow"

asked order/ "$out"
is "$(printf '%s\n' "$output" | grep -c '^[a-z ]*  *order/')" 4 "a beginning lists the verdicts that it meets"
asked 'order/*/pendulum*' "$out"
is "$(printf '%s\n' "$output" | wc -l)" 2 "a pattern lists the verdicts that match"
for name in $(env GIMBAL_PLUGIN_PATH=/nonexistent "$GIMBAL" explain '*' "$out" | sed "s/.*  //"); do
  asked "$name" "$out"
  [ "$status" = 0 ] && [ "$(printf '%s\n' "$output" | wc -l)" -le 45 ] || echo "$name"
done >"$scratch/long"
is "$(cat "$scratch/long")" "" "each is explained, on a page"
asked long/rk4/pendulum:oscillation/energy "$out" --json
matches "$output" '^\{"key":"long/rk4/.*"figures":\[.*"left_out":\[.*"change":\[' \
  "as JSON: the verdict and the lines"

cat "$out"/*.json* "$out/verify.tap" | cksum | cmp -s - "$scratch/before"
ok $? "nothing in the folder has changed"
# The figures are read, not remembered: of another error comes another row.
cp -r "$out" "$scratch/other"
sed '/order.wrong_order/s/,"duration":[0-9.e-]*,/,"duration":3.0,/g; s/,"check":"[0-9a-f]*"}$/}/' "$out/results.jsonl" \
  >"$scratch/other/results.jsonl"
"$GIMBAL" explain order/wrong_order/harmonic_oscillator:A/q "$out" >"$scratch/one" 2>&1
"$GIMBAL" explain order/wrong_order/harmonic_oscillator:A/q "$scratch/other" >"$scratch/two" 2>&1
! cmp -s "$scratch/one" "$scratch/two"
ok $? "other figures are explained otherwise"

run "$GIMBAL" explain '*' tests/format_1
is "$status" 0 "folders of the first format are read" || diag "$errors"
matches "$output" '^not measurable +skipped/rk4/structure/symplectic/suite-3' "verdicts have the words of the summary"
run "$GIMBAL" explain skipped/rk4/structure/symplectic/suite-3 tests/format_1
matches "$output" 'no applicable model' "a claim that met no model"

refused() { # refused PATTERN NAME WORDS...
  pattern=$1
  name=$2
  shift 2
  asked "$@"
  is "$status $(printf '%s\n' "$errors" | wc -l) $output" "2 1 " "$name: status 2 and one line" ||
    diag "$errors"
  matches "$errors" "$pattern" "  which says: $pattern"
}
refused "the nearest is 'order/wrong_order/pendulum:oscillation/q'" "a slip" \
  order/wrong_ordre/pendulum:oscillation/q "$out"
refused "the nearest is 'structure/rk4/pendulum:oscillation'" "a slip in a record's key" \
  structure/rk4/pendulum:oscilation "$out"
refused "all keys are in its verdicts.jsonl" "nothing like a key" zzzzzz "$out"
refused "is not an output folder" "a folder that is not there" order/ "$scratch/nowhere"
refused "an argument is missing. Usage: gimbal explain KEY" "no key"
refused "unexpected argument .more.. Usage: gimbal explain KEY" "a word too many" order/ "$out" more
refused "unknown option --frobnicate" "an unknown option" order/ --frobnicate

# Every flag that a rule sets has words.
grep -rhoE 'FindingFlag\([^,]*, "[a-z_]+"' harness | sed 's/.*"\(.*\)"/\1/' | sort -u >"$scratch/flags"
grep -q no_step "$scratch/flags"
ok $? "the rules set flags"
is "$(while read -r flag; do grep -q "^$flag	" harness/cli/help/explain || echo "$flag"; done \
  <"$scratch/flags")" "" "--help explains every flag"

# Each failed line comes with the `gimbal explain` command.
run "$GIMBAL" verify "$scratch/small.yaml" -m wrong_order -M pendulum \
  --plugin "$BUILD/tests/plugins/wrong_order.so" -o "$scratch/why"
matches "$errors" "^    gimbal explain order/wrong_order/pendulum:oscillation/q $scratch/why\$" \
  "the summary of a run names it"
done_testing
