# A model's verdicts do not depend on the units that it is written in: natural ones, or SI units for a
# molecule, a planet and something in a laboratory (tests/plugins/units.c has four models with the
# same motion in each of their cases, in four formulations). What is printed is in the model's own.
. tests/tap.sh
plugin=$BUILD/tests/plugins/units.so

# verdicts CASE: method, coordinates, study, quantity, what is claimed and the word, sorted.
verdicts() {
  cat >"$scratch/$1.yaml" <<YAML
plugin_claims: true
claims: # a wrong one, to see that it is found in all units
  - {methods: rk4, study: order, quantity: q, value: 5}
studies: # order 12 on two formulations only, for its cost
  - {study: order, methods: [rk4, gauss_2, stormer_verlet, lobatto_nonholonomic_2, hamel_midpoint, rattle]}
  - {study: order, name: high, methods: gauss_6, models: [units_rod, units_plane]}
  - {study: long, steps: 400}
  - {study: structure}
YAML
  run "$GIMBAL" verify "$scratch/$1.yaml" --plugin "$plugin" -M "units_*:$1" -j 2 -o "$scratch/$1" \
    -m rk4 -m gauss_2 -m gauss_6 -m stormer_verlet -m lobatto_nonholonomic_2 -m hamel_midpoint -m rattle
  sed -n 's/.*"key":"\([^"]*\):[a-z]*".*"study":"\([^"]*\)","quantity":"\([^"]*\)",\(.*\)/\1 \2 \3 \4/p' \
    "$scratch/$1/verdicts.jsonl" |
    sed 's/"claimed":\([^,]*\),.*"verdict":"\([a-z]*\)".*/\1 \2/' | sort >"$scratch/$1.words"
}
verdicts natural
[ "$(grep -c ' confirmed$' "$scratch/natural.words")" -ge 30 ]
ok $? "in natural units claims are confirmed"
matches "$(cat "$scratch/natural.words")" ' order q 5.0 refuted' "in natural units a wrong claim is refuted"
! grep -q '"units":' "$scratch/natural/results.jsonl"
ok $? "records in natural units do not mention units"
for name in molecule planet laboratory; do
  verdicts "$name"
  diff "$scratch/natural.words" "$scratch/$name.words" >"$scratch/$name.diff"
  ok $? "the $name has the same verdicts"
  sed 's/^/# /' "$scratch/$name.diff"
done
matches "$(cat "$scratch/molecule/results.jsonl")" '"units":{"time":-40,"quantities":{"q":\[-30,-30\]' \
  "the record says in which units it is"
matches "$(cat "$scratch/molecule/verdicts.jsonl")" 'over T = 4e-12 at h = 1e-14' \
  "reasons are in the model's units"
matches "$(cat "$scratch/planet/verdicts.jsonl")" 'At N = 8, h = 125000 this term is 8.79e.04, the whole error ' \
  "the reason of a refutation is in the model's units, with a power of the time"
matches "$(cat "$scratch/planet/tables/errors.csv")" ',15625,|,125000,' "step sizes of tables are in the model's units"

# The same state in metres and seconds, whatever the host works in.
run "$GIMBAL" run --plugin "$plugin" -m rk4 -M units_skate:laboratory -h s/64 -T s -o "$scratch/run.csv"
is "$status" 0 "gimbal run takes times in the model's units"
matches "$output" 'h = 0.0009375, t = 0.06, ' "gimbal run prints times in the model's units"
is "$(awk -F, 'END { printf "%.4f %.3e %.6f", $1, $2, $4 }' "$scratch/run.csv")" \
  "0.0600 2.324e-03 1.000000" "a length of millimetres, with an angle of one"

run "$GIMBAL" check --plugin "$plugin" units_rod
is "$status" 0 "gimbal check finds nothing wrong with them"
matches "$output" "units_rod:planet plane: it has a reference up to t = 1e\+06" "gimbal check prints times in the model's units"
done_testing
