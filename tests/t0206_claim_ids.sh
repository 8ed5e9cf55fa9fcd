# Published claims have ids: each can be listed, described and judged alone.
. tests/tap.sh

run "$GIMBAL" list claims --json
printf '%s' "$output" >"$scratch/claims.json"
matches "$output" '"name": ?"ball#structure-symplectic-2"' "claims are listed by suite and id"
is "$(tr '{' '\n' <"$scratch/claims.json" | sed -n 's/.*"name": *"\([^"]*\)".*/\1/p' | sort | uniq -d)" "" \
  "no two have one name"

run "$GIMBAL" verify 'ball#structure-symplectic-2' -o "$scratch/one"
is "$status" 0 "one claim is judged alone" || diag "$errors"
is "$(sed 's/.*"study":"\([^"]*\)","quantity":"\([^"]*\)".*/\1 \2/' "$scratch/one/verdicts.jsonl" | sort -u)" \
  "structure symplectic" "no other claim is judged"
matches "$errors" 'refuted as expected' "with its expected verdict"
matches "$(cat "$scratch/one/verdicts.jsonl")" "gimbal verify 'ball#structure-symplectic-2'" "the command of a verdict names the claim"

run "$GIMBAL" describe 'mclachlan_perlmutter#energy-energy'
matches "$output" 'would run +2 jobs, 2 claims' "a claim is described alone"
run "$GIMBAL" verify 'ball#structure-symplektic' -o "$scratch/wrong"
is "$status" 2 "an unknown id is refused"
matches "$errors" "no claim has the id 'structure-symplektic'; the nearest is 'structure-symplectic'" "with the nearest"

suite() { # suite ID ID: two claims with these ids
  printf '%s\n' 'methods: rk4' 'models: harmonic_oscillator' 'studies: [{study: order}]' 'claims:' \
    "  - {id: $1, methods: rk4, study: order, quantity: q, value: 4}" \
    "  - {id: $2, methods: rk4, study: order, quantity: v, value: 4}" >"$scratch/two.yaml"
}
suite a b
run "$GIMBAL" verify "$scratch/two.yaml#b" -o "$scratch/two"
is "$status $(grep -c '"quantity":"v"' "$scratch/two/verdicts.jsonl") $(grep -c '"quantity":"q"' "$scratch/two/verdicts.jsonl")" \
  "0 1 0" "a claim of a user's file is judged alone"
sed -i 's/{study: order}/{study: order}, {study: long, steps: 100, unclaimed: true}/' "$scratch/two.yaml"
run "$GIMBAL" describe "$scratch/two.yaml"
matches "$output" 'would run +2 jobs' "runs from which no claim is judged are in the suite"
run "$GIMBAL" describe "$scratch/two.yaml#b"
matches "$output" 'would run +1 job, 1 claim;' "  and not with one claim"
suite a a
run "$GIMBAL" verify "$scratch/two.yaml" -o "$scratch/two"
matches "$errors" "two.yaml:6: key 'id': 'a' is the id of the claim of line 5, too" "an id is there once"
suite a 'B c'
run "$GIMBAL" verify "$scratch/two.yaml" -o "$scratch/two"
matches "$errors" "two.yaml:6: key 'id': 'B c' has other characters" "an id with other characters is refused"
done_testing
