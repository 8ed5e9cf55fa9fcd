# Methods that use what minor version 1 of the interface added are judged rightly in both
# precisions: right orders are confirmed, a claim too high by one is refuted, what cannot be studied
# is skipped with its reason.
. tests/tap.sh

plugin=$BUILD/tests/plugins/contract.so
# The top is expensive for methods that take it as an ode: only its own formulation is tried.
cat >"$scratch/suite.yaml" <<'END'
title: the new parts of the interface
methods: [contract_*]
models: [driven_pendulum, nonholonomic_particle, contract_top]
studies:
  - study: order
    models: [driven_pendulum, nonholonomic_particle]
    sizes: [8, 12, 16, 20, 24, 28, 32, 40]
  - study: order
    name: top
    methods: [contract_momenta_group]
    models: [contract_top]
    sizes: [8, 12, 16, 20, 24, 28, 32, 40]
END
cat >"$scratch/structure.yaml" <<'END'
title: what goes back to earlier states
methods: [contract_adams, contract_adaptive, contract_rosenbrock, contract_twenty]
models: [pendulum]
studies:
  - {study: structure}
END

# judged METHOD QUANTITY VERDICT [ORDER]: on all models alike
judged() {
  lines=$(grep "\"method\":\"$1\"" "$verdicts" | grep "\"study\":\"order\",\"quantity\":\"$2\"")
  is "$(printf '%s\n' "$lines" | sed 's/.*"verdict":"\([a-z]*\)".*/\1/' | sort -u)" "$3" \
    "$precision: order of $2 of $1 is $3" || diag "$lines"
}

# Where the program has one precision only, that is all that can be tried.
run "$GIMBAL" run -m rk4 -M pendulum -h 1/10 -T 1/10 --precision quad
precisions=double
[ "$status" = 0 ] && precisions="double quad"

for precision in $precisions; do
  run "$GIMBAL" verify "$scratch/suite.yaml" --precision $precision --plugin "$plugin" -j 2 \
    -o "$scratch/$precision"
  is "$status" 1 "in $precision precision: something is refuted" || diag "$errors"
  verdicts=$scratch/$precision/verdicts.jsonl
  judged contract_rosenbrock q confirmed
  judged contract_rosenbrock v confirmed
  judged contract_overstated q refuted
  judged contract_overstated v refuted
  judged contract_radau_2 q confirmed
  judged contract_twenty q confirmed
  judged contract_twenty v confirmed
  judged contract_staggered q confirmed
  judged contract_staggered p confirmed
  judged contract_momenta_group q confirmed
  judged contract_momenta_group lambda confirmed
  judged contract_momenta_lagrangian p confirmed
  judged contract_adams q confirmed
  judged contract_adaptive q skipped
done
judged contract_radau_3 q confirmed
judged contract_momenta_lagrangian lambda confirmed

matches "$(grep '"method":"contract_misnamed"' "$verdicts")" \
  'no coefficients \\"gama\\"; the method declares beta, gamma' \
  "a name that is not there is a failure that names those that are"
run "$GIMBAL" verify "$scratch/structure.yaml" --precision double --plugin "$plugin" \
  -o "$scratch/structure"
verdicts=$scratch/structure/verdicts.jsonl
matches "$(grep '"method":"contract_twenty".*"quantity":"reversible"' "$verdicts")" \
  '"verdict":"confirmed"' "a method whose memory is harmless is reversible"
matches "$(grep '"method":"contract_adams".*"quantity":"reversible"' "$verdicts")" \
  '"verdict":"skipped","reason":"not run: the study returns to earlier states' \
  "a method that cannot be copied is not studied by going back, and the reason is given"
matches "$(grep '"method":"contract_adaptive"' "$verdicts")" \
  '"reason":"not run: the method chooses its own steps"' \
  "a method without steps of a fixed size is not run in an order study"
run "$GIMBAL" run -m contract_adaptive -M pendulum -h 1/10 -T 1 --plugin "$plugin"
is "$status" 2 "gimbal run refuses the method, too"
matches "$errors" 'takes no steps of a fixed size' "  with the reason"

# What is read is checked.
run "$GIMBAL" check contract_adams --plugin "$plugin"
is "$status" 0 "check: a method with a handle passes" || diag "$output"
matches "$output" 'a restored state # SKIP it says that its state cannot be copied' \
  "  and is not restored"
for model in contract_chain contract_top contract_hunt; do
  run "$GIMBAL" check $model --plugin "$plugin"
  is "$status" 0 "check: $model passes" || diag "$output"
done
matches "$output" 'ok [0-9]+ - .*: the density is invariant' "  with its density"
run "$GIMBAL" check contract_wrong_density --plugin "$plugin"
is "$status" 1 "check: a density that is not invariant is found"
matches "$output" 'not ok [0-9]+ - .*: the density is invariant' "  and named"
done_testing
