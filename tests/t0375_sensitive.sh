# An energy that is bounded, on models whose runs are soon different motions, or whose default step does
# not resolve the motion: no right method is refuted, whatever it claims of its order; wrong ones on the
# same models never pass, and at least four of five of their false claims are refuted.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Sensitive motions
studies:
  - {study: long, cases: all, duration: 1000, models: ["sensitive_product:plain", "sensitive_product:turned"]}
  - {study: long, name: units, duration: 10/3, models: "sensitive_product:units"}
  - {study: long, name: bottle, steps: 10000, models: sensitive_bottle}
  - {study: long, name: centre, steps: 100000, models: sensitive_centre}
  - {study: long, name: close, steps: 50000, models: "sensitive_centre:close"}
  - {study: long, name: ellipse, steps: 2000, models: "sensitive_centre:ellipse"}
  - {study: order, cases: all, models: [sensitive_product, sensitive_centre]}
  - {study: structure, cases: all, models: [sensitive_product, sensitive_centre]}
YAML
plugins=$BUILD/tests/plugins
run "$GIMBAL" verify "$scratch/suite.yaml" -j 2 -o "$scratch/out" -M 'sensitive_*' -m 'sensitive_*' \
  -m stormer_verlet -m implicit_midpoint -m gauss_2 -m vprk_gauss_1 -m vprk_gauss_2 \
  --plugin "$plugins/sensitive_models.so" --plugin "$plugins/sensitive_methods.so"
verdicts=$scratch/out/verdicts.jsonl
is "$status" 1 "wrong methods do not pass" || diag "$errors"

# verdicts METHOD QUANTITY: the words on all models, each once.
verdicts() {
  grep "\"method\":\"$1\",\"model\":\"sensitive_" "$verdicts" | grep "\"quantity\":\"$2\"" |
    sed 's/.*"verdict":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' '
}
for method in stormer_verlet implicit_midpoint gauss_2 vprk_gauss_1 vprk_gauss_2 sensitive_verlet \
  sensitive_verlet_4 sensitive_behind sensitive_kick; do
  matches "$(verdicts $method energy)" '^(confirmed )?(skipped )?$' "the energy of $method is not refuted"
done
for method in stormer_verlet implicit_midpoint sensitive_behind sensitive_verlet_4 sensitive_kick; do
  matches "$(verdicts $method energy)" 'confirmed' "that of $method is confirmed on some model"
done
is "$(verdicts sensitive_leaking energy)" "refuted " "a loss of 1e-9 in each step is refuted on all models"
matches "$(verdicts sensitive_heun energy)" '^refuted (skipped )?(undecided )?$' "a method that keeps no structure never passes"

# Claims that are false.
false_claims() {
  grep '"method":"sensitive_\(leaking\|heun\)"' "$verdicts" | grep '"study":"\(energy\|structure\)"'
  grep '"method":"sensitive_\(kick\|verlet_4\)"' "$verdicts" | grep '"study":"order"'
}
false_claims | grep '"model":"sensitive_' >"$scratch/false"
is "$(grep -c '"verdict":"confirmed"' "$scratch/false")" 0 "no false claim is confirmed" ||
  diag "$(grep '"verdict":"confirmed"' "$scratch/false")"
all=$(wc -l <"$scratch/false") refuted=$(grep -c '"verdict":"refuted"' "$scratch/false")
ok "$((5 * refuted < 4 * all || all < 20))" "four of five are refuted" || diag "$refuted of $all"

# What is not measurable says how sensitive the motion is.
is "$(grep '"study":"energy"' "$verdicts" | grep '"model":"sensitive_product"' | grep '"verdict":"skipped"' |
  grep -vc 'a difference of 1e-12 at the start grows by a factor of [0-9.e+]*')" 0 \
  "an energy that is not measurable is so for a measured sensitivity"
matches "$(grep '"method":"stormer_verlet","model":"sensitive_product","case":"plain"' "$verdicts" |
  grep '"study":"energy"')" '"reason":"oscillates by .*\. At a larger step: grows to .* at h = 0\.1' \
  "growth at a coarse step is reported, and does not refute"
is "$(grep -c "method.s order" "$verdicts")" 0 "a claimed order is nowhere said to be the method's"

# The classical method, with a claim that it does not make of itself.
cat >"$scratch/bold.yaml" <<'YAML'
title: A bold claim
plugin_claims: false
studies: [{study: long, steps: 1000}]
claims: [{methods: [rk4, vprk_gauss_1], study: energy, quantity: energy, value: bounded}]
YAML
run "$GIMBAL" verify "$scratch/bold.yaml" -o "$scratch/bold" -M sensitive_bottle -m rk4 -m vprk_gauss_1 \
  --plugin "$plugins/sensitive_models.so"
is "$status" 1 "that rk4 keeps the energy in a magnetic bottle does not pass" || diag "$errors"
verdicts=$scratch/bold/verdicts.jsonl
is "$(verdicts rk4 energy)" "refuted " "bounded energy of rk4 in a magnetic bottle is refuted"
is "$(verdicts vprk_gauss_1 energy)" "confirmed " "bounded energy of a variational method in a magnetic bottle is confirmed"

done_testing
