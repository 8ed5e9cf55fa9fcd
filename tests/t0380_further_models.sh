# Models of further kinds (tests/plugins/further_models.c): no right method is refuted on them, and claims
# that are too bold are.
. tests/tap.sh

plugin=$BUILD/tests/plugins/further_models.so
run "$GIMBAL" check "$plugin"
is "$status" 0 "the models are right" || diag "$(printf '%s\n' "$output" | grep '^not ok')"

methods="-m gauss_2 -m implicit_midpoint -m stormer_verlet -m vprk_gauss_2 -m vprk_lobatto_3 -m rattle \
  -m lobatto_nonholonomic_3 -m average_vector_field -m rk4"
cat >"$scratch/suite.yaml" <<'YAML'
title: Right methods, and claims that are too bold
plugin_claims: true
studies: [{study: order}, {study: long, steps: 2000}, {study: structure}]
claims:
  - {methods: [rk4, vprk_lobatto_3], study: order, quantity: q, value: 5}
  - {methods: [rattle, stormer_verlet, implicit_midpoint], study: order, quantity: q, value: 3}
  - {methods: rk4, study: structure, quantity: symplectic, value: "yes", when: canonical}
YAML
# shellcheck disable=SC2086 # words
run "$GIMBAL" verify "$scratch/suite.yaml" --plugin "$plugin" -M 'further_*' $methods -j 2 -o "$scratch/out"
is "$status" 1 "what is too bold is refuted" || diag "$errors"
right=$scratch/right bold=$scratch/bold
grep -v '"origin":"suite"' "$scratch/out/verdicts.jsonl" >"$right"
grep '"origin":"suite"' "$scratch/out/verdicts.jsonl" >"$bold"
[ "$(wc -l <"$right")" -gt 100 ]
ok $? "claims of methods are judged"
is "$(grep -c '"verdict":"\(refuted\|failed\|undecided\)"' "$right")" 0 "none is refuted, failed or undecided" ||
  diag "$(grep '"verdict":"\(refuted\|failed\|undecided\)"' "$right" | cut -c 1-400)"
for model in magnetic magnetic_at_rest restricted_three_bodies quartic lennard_jones damped growing_mass \
  polar_kepler stiff_spring torus affine toda rail hanging far_away far_circle; do
  matches "$(grep "\"model\":\"further_$model\"" "$right")" '"verdict":"confirmed"' \
    "something is confirmed on $model"
done

matches "$(grep '"model":"further_far_circle"' "$right" | grep '"quantity":"q"')" \
  "smallest error [^;]*; .*sizes are in units of each entry's own size" "errors of entries of other sizes have their units"
is "$(grep -c '"verdict":"confirmed"' "$bold")" 0 "nothing too bold is confirmed"
judged=$(wc -l <"$bold")
refuted=$(grep -c '"verdict":"refuted"' "$bold")
[ "$judged" -gt 20 ] && [ $((5 * refuted)) -ge $((4 * judged)) ]
ok $? "of bold claims four of five are refuted ($refuted of $judged)" ||
  diag "$(grep -v '"verdict":"refuted"' "$bold" | cut -c 1-400)"

done_testing
