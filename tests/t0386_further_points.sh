# Methods and motions at the edges of what is judged: motions over hundreds of decades, high orders in double
# precision, weights with 15 digits, orders that are not whole, an order that is lost from three unknowns on.
. tests/tap.sh

plugin=$BUILD/tests/plugins/further_points.so
# verdicts FOLDER METHOD MODEL QUANTITY: the words, each once; the first three are patterns.
verdicts() {
  grep "\"method\":\"$2\",\"model\":\"$3\"" "$scratch/$1/verdicts.jsonl" | grep "\"quantity\":\"$4\"" |
    sed 's/.*"verdict":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' '
}

# ---- Motions that grow to 1e138 and decay to 1e-151 ----
for motion in growing:320:138 decaying:354:-152; do
  run "$GIMBAL" run --plugin "$plugin" -m gauss_2 -M "points_${motion%%:*}" -h 1/10 -T "$(echo $motion | cut -d: -f2)"
  matches "$output" "^ *-?[0-9.]*e[+]?${motion##*:}" "${motion%%:*}: the motion is of the size 1e${motion##*:}"
done
cat >"$scratch/far.yaml" <<'YAML'
title: Motions over hundreds of decades
models: ["points_growing", "points_decaying"]
studies:
  - {study: order}
  - {study: order, name: grown, models: points_growing, duration: 320, sizes: [2400, 3200, 4000, 4800, 5600, 6400, 7200]}
  - {study: order, name: gone, models: points_decaying, duration: 354, sizes: [2400, 3200, 4000, 4800, 5600, 6400, 7200]}
  - {study: long, steps: 3500, unclaimed: true}
  - {study: structure}
claims:
  - {methods: rk4, study: order, quantity: q, value: 5, from: [grown, gone], expect: refuted, why: its order is 4}
YAML
run "$GIMBAL" verify "$scratch/far.yaml" --plugin "$plugin" -m gauss_2 -m rk4 -j 2 -o "$scratch/far"
is "$status" 0 "right methods pass on them, and an order too high is refuted" || diag "$errors$output"
is "$(grep -c '"verdict":"failed"' "$scratch/far/verdicts.jsonl")" 0 "none is failed"
is "$(grep -c '"status":"failed"' "$scratch/far/results.jsonl")" 0 "no run on these models fails"
for method in gauss_2 rk4; do
  is "$(grep "\"key\":\"order/$method/points_[a-z]*:A/g[a-z]*\"" "$scratch/far/verdicts.jsonl" |
    grep -v '"claimed":5' | grep -c '"verdict":"confirmed"')" 4 "the order of $method is confirmed at both ends"
done

# ---- What right methods meet: a periodic force, rest, a motion without bounds ----
printf 'title: Right methods\nstudies: [{study: order, models: [points_passing, points_hanging]}, {study: long, steps: 3000}, {study: structure}]\n' >"$scratch/met.yaml"
run "$GIMBAL" verify "$scratch/met.yaml" --plugin "$plugin" -m stormer_verlet -m vprk_gauss_1 -m lobatto_holonomic_3 \
  -m rattle -M points_passing -M points_hanging -M points_growing \
  -M points_leaving -j 2 -o "$scratch/met"
is "$status" 0 "right methods pass where a force is passed quickly, at rest, and where the motion grows" || diag "$errors"
is "$(verdicts met stormer_verlet points_passing energy)" "confirmed " "a step resolves the force that is passed"
is "$(verdicts met stormer_verlet points_growing energy)" "skipped " "no energy is bounded on a motion without bounds"
is "$(verdicts met stormer_verlet points_leaving energy)" "skipped " "no energy is bounded where the motion leaves the model's domain"
matches "$(cat "$scratch/met/verdicts.jsonl")" "the motion leaves the model's domain at t = 4\.[0-9]" "  with that reason"
matches "$(cat "$scratch/met/verdicts.jsonl")" "the motion is unbounded: the terms of the energy grow from" "  with that reason"
# The motion is bounded; Euler's method leaves its well.
printf 'euler: order 1\n0 | 0\n  | 1\n' >"$scratch/euler.txt"
cat >"$scratch/leaves.yaml" <<'YAML'
title: Euler
studies: [{study: long, steps: 3000}]
claims:
  - {methods: euler, study: energy, quantity: energy, value: bounded, expect: refuted, why: its energy grows}
YAML
run "$GIMBAL" verify "$scratch/leaves.yaml" --plugin "$scratch/euler.txt" -m euler -M henon_heiles -o "$scratch/leaves"
is "$status" 0 "an energy that its own error makes unbounded is refuted" || diag "$errors"

# ---- Orders that are not whole, weights with 15 digits, the last of many unknowns ----
cat >"$scratch/order.yaml" <<'YAML'
title: Orders
studies: [{study: order}]
YAML
run "$GIMBAL" verify "$scratch/order.yaml" --plugin "$plugin" --only-plugins -M pendulum:oscillation -M kepler:e03 \
  -M henon_heiles:A -j 2 -o "$scratch/orders"
is "$status" 1 "wrong methods do not pass" || diag "$errors"
matches "$errors" '^FAIL  points_last .* n = 1, 2$' "the summary says in which dimensions a method was tried"
for method in root three_halves; do
  is "$(verdicts orders points_$method '[a-z_]*' q)" "confirmed " "points_$method: a right claim of half an order is confirmed"
  is "$(verdicts orders points_${method}_bold '[a-z_]*' q)" "refuted " "points_${method}_bold: one more is refuted"
done
reasons() { grep "\"method\":\"$1\"" "$scratch/orders/verdicts.jsonl" | sed 's/.*"reason":"//; s/","command.*//'; }
matches "$(reasons points_root_bold)" 'observed order 0\.[45][0-9]* ± [0-9.]*, not 1\.5' "  with the order that is there"

for weights in points_yoshida points_yoshida_printed; do
  twin is "$(verdicts orders $weights '[a-z_]*' q)" "undecided " "weights with 15 digits do not refute order 6: $weights"
  twin matches "$(reasons $weights)" \
  'Either coefficients have too few digits, or the order is lower and this model hardly shows it. Give the coefficients with 34 digits or as fractions, try another model, or claim order .*6 to double precision' \
    "  and the remedy is named"
done
is "$(verdicts orders points_yoshida_double '[a-z_]*' q)" "confirmed " "order 6 to double precision is confirmed"
twin is "$(verdicts orders 'points_yoshida_wrong[a-z_]*' '[a-z_]*' q)" "refuted " "an error of 1e-10 in a weight is refuted either way"
run "$GIMBAL" verify "$scratch/order.yaml" --plugin "$plugin" -m points_yoshida -M kepler:e03 -M pendulum:oscillation \
  --precision double -o "$scratch/double"
is "$(verdicts double points_yoshida '[a-z_]*' q)" "confirmed " "the order is confirmed in double precision alone"

is "$(verdicts orders points_last pendulum q)" "confirmed " "an order that is lost from three unknowns on is there with two"
for model in kepler henon_heiles; do
  is "$(verdicts orders points_last $model q)" "refuted " "  and is refuted with four on $model"
done
run "$GIMBAL" explain order/points_last/kepler:e03/q "$scratch/orders"
matches "$output" 'tested with n = 1, 2 coordinates' "  and its explanation says which dimensions were tried"

# A value that is no number is a line of its own, with what it belongs to.
if ${CC:-cc} -DMALFORMED -Iinclude -shared -fPIC tests/plugins/further_points.c -o "$scratch/malformed.so" -lm; then
  run "$GIMBAL" list --plugin "$scratch/malformed.so"
  is "$status" 2 "half an expression is refused as the order of a plugin"
  matches "$errors" "points_malformed.*order.*1/" "  with the method, the claim and the expression"
fi
cat >"$scratch/claims.yaml" <<'YAML'
title: Half orders of a suite
plugin_claims: false
models: kepler:e03
studies: [{study: order}]
claims:
  - {methods: points_root, study: order, quantity: q, value: 1/2}
  - {methods: points_root, study: order, quantity: q, value: 3/2, expect: refuted, why: its order is 1/2}
  - {methods: points_three_halves, study: order, quantity: q, value: 1.5}
YAML
run "$GIMBAL" verify "$scratch/claims.yaml" --plugin "$plugin" -m 'points_*' -o "$scratch/claims"
is "$status" 0 "a suite claims them in the same words" || diag "$errors"
sed 's|value: 1/2|value: 1/|' "$scratch/claims.yaml" >"$scratch/half.yaml"
run "$GIMBAL" verify "$scratch/half.yaml" --plugin "$plugin" -m 'points_*' -o "$scratch/half"
is "$status" 2 "half an expression is refused in a suite"
matches "$errors" 'half\.yaml:6: .*value' "  with line and key"

# ---- Order 8 where double precision leaves few step sizes ----
cat >"$scratch/eight.yaml" <<'YAML'
title: Order eight
models: double_pendulum
studies: [{study: order}]
claims:
  - {methods: gauss_3, study: order, quantity: q, value: 9}
YAML
for precision in double auto; do
  run "$GIMBAL" verify "$scratch/eight.yaml" -m gauss_3 -m gauss_4 -m vprk_gauss_4 -m vprk_lobatto_5 \
    -m lobatto_holonomic_5 --precision $precision -j 2 -o "$scratch/eight"
  grep '"claimed":8' "$scratch/eight/verdicts.jsonl" >"$scratch/lines"
  is "$(wc -l <"$scratch/lines"),$(grep -c '"verdict":"\(refuted\|failed\)"' "$scratch/lines")" "8,0" \
    "$precision: order 8 is not refuted on the double pendulum"
  is "$(grep -c '"reason":"[^"]*\(finer\|smaller step\)' "$scratch/lines")" 0 "  and finer steps are not advised"
  is "$(grep '"verdict":"undecided"' "$scratch/lines" | grep -vc 'quadruple precision would decide')" 0 \
    "  what is open says that more digits decide"
  is "$(verdicts eight gauss_3 double_pendulum q)" "confirmed refuted " "  order 6 claimed to be 9 is refuted"
done

# ---- Words of models that are taken on trust select where a claim is made ----
cat >"$scratch/words.yaml" <<'YAML'
title: Words
plugin_claims: false
models: [points_growing, points_decaying, faulty_many_words]
studies: [{study: structure}, {study: order}]
claims:
  - {methods: rk4, study: order, quantity: q, value: 4, when: damped}
  - {methods: gauss_2, study: order, quantity: q, value: 4, when: chaotic}
  - {methods: gauss_3, study: order, quantity: q, value: 6, when: "!damped && !chaotic"}
YAML
run "$GIMBAL" verify "$scratch/words.yaml" --plugin "$plugin" \
  --plugin "$BUILD/tests/plugins/faulty_models.so" -o "$scratch/words"
is "$(sed 's/.*"method":"\([a-z0-9_]*\)","model":"\([a-z_]*\)".*/\1 \2/' "$scratch/words/verdicts.jsonl" | sort)" \
  "gauss_2 faulty_many_words
gauss_3 points_growing
rk4 faulty_many_words
rk4 points_decaying" "claims on what is damped, chaotic, or neither are made there and nowhere else" || diag "$errors"
sed 's/when: damped/when: dampened/' "$scratch/words.yaml" >"$scratch/misspelt.yaml"
run "$GIMBAL" verify "$scratch/misspelt.yaml" --plugin "$plugin" \
  --plugin "$BUILD/tests/plugins/faulty_models.so" -o "$scratch/misspelt"
is "$status" 2 "a word that there is not is refused"
matches "$errors" 'misspelt\.yaml:6:.*dampened' "  with its line"

# ---- The environment ----
run "$GIMBAL" verify "$scratch/claims.yaml" --plugin "$plugin" -m 'points_*' -o "$scratch/claims"
tap=$output
run env GIMBAL_OUTPUT_TERMINAL=1 "$GIMBAL" verify "$scratch/claims.yaml" --plugin "$plugin" -m 'points_*' -o "$scratch/claims"
is "$output" "$tap" "a variable that says that the output is a terminal does not change the TAP"
matches "$tap" '^1\.\.3$' "  of which there is some"

# References are kept for each code of the mathematical functions, which differ in last bits.
without=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4
functions() { # functions TUNABLES: their values
  GLIBC_TUNABLES=$1 awk 'BEGIN { for (i = 1; i < 4000; i++) printf "%.17g %.17g\n", sin(i / 7), exp(i / 700) }' | cksum
}
kept() { # kept TUNABLES: how many references there are after a run
  GIMBAL_CACHE=$scratch/cache GLIBC_TUNABLES=$1 "$GIMBAL" run -m rk4 -M double_pendulum -h 1/10 -T 1 >"$scratch/kept" 2>&1
  ls "$scratch/cache" | wc -l
}
is "$(kept ""),$(kept "")" "1,1" "a second run takes the reference of the first"
if [ "$(functions "")" = "$(functions $without)" ]; then
  ok 0 "references of another code are not used # SKIP this machine has one only"
else
  is "$(kept $without),$(kept $without)" "2,2" "with another code of the functions there is another"
fi


# ---- Reversible where the run begins, and nowhere else ----
run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/reversible_once.so" -m reversible_once -m stormer_verlet \
  -M harmonic_oscillator -o "$scratch/once"
is "$(verdicts once reversible_once harmonic_oscillator reversible)" "refuted " "reversibility is tested at a later state, too"
matches "$(cat "$scratch/once/verdicts.jsonl")" 'defect 0.000[0-9]* ± [0-9.e-]* at h = 0.1, t = 3.7' "  with its time"
is "$(verdicts once stormer_verlet harmonic_oscillator reversible)" "confirmed " "  and holds there"
done_testing
