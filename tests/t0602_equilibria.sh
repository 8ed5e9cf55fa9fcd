# Relative equilibria of the Chaplygin sleigh: the factor by which a step multiplies a small deviation, against
# its formula, (1 + τh)/(1 - (1 - τ)h) where the exact flow is unstable.
. tests/tap.sh
cat >"$scratch/sleigh.yaml" <<'YAML'
title: Equilibria of a sleigh
plugin_claims: false
studies:
  - {study: equilibrium, methods: [hamel_nonholonomic_midpoint, hamel_nonholonomic_1], models: [chaplygin_sleigh],
     unclaimed: true, step_sizes: [1/10, 1/2, 1, 3/2, 5/2, 4]}
YAML
run "$GIMBAL" verify "$scratch/sleigh.yaml" -o "$scratch/out"
is "$status" 0 "a survey without claims passes" || diag "$errors"
# factors METHOD: of the equilibrium that the exact flow makes unstable, rounded to four decimals.
factors() {
  grep "\"key\":\"equilibrium/$1/" "$scratch/out/results.jsonl" | grep -o '"exact":"unstable","factor":[^,]*' |
    LC_ALL=C awk -F: '{ printf("%.4f ", $3) }'
}
is "$(factors hamel_nonholonomic_midpoint)" "1.1053 1.6667 3.0000 7.0000 -9.0000 -3.0000 " \
  "the midpoint rule has the factor (1 + h/2)/(1 - h/2)"
is "$(factors hamel_nonholonomic_1)" "1.1000 1.5000 2.0000 2.5000 3.5000 5.0000 " "with τ = 1 it is 1 + h"
done_testing
