# The table of relative equilibria: factors against the formula, what is broken in brackets, a
# singular step by its name, and a manifold that is lost; in Markdown, CSV, LaTeX and on the page.
. tests/tap.sh
run "$GIMBAL" verify equilibria -m hamel_nonholonomic_midpoint -m hamel_nonholonomic_1 -m dla_0 -o "$scratch/out"
is "$status" 0 "a survey without claims passes"
markdown=$(cat "$scratch/out/tables/equilibria.md")
matches "$markdown" 'chaplygin.*backward: unstable in the exact flow' "an equilibrium is a group"
# (1 + h/2)/(1 − h/2) for h = 1/10, 1/2, 1, 3/2, 2, 5/2, 4
matches "$markdown" 'midpoint \| 1\.1053 \| 1\.6667 \| 3 \| 7 \| singular \| −9 \| −3 \|' \
  "the midpoint keeps it unstable, and has a singular step"
matches "$markdown" '1 \| 0\.9 \| 0\.5 \| 0 \| −0\.5 \| .*−1.* \| .*\[−1\.5.*\].* \|' \
  "another τ does not keep it stable"
matches "$markdown" 'dla.*0 \|.*lost.*\|.*lost' "a manifold is lost"
csv=$(cat "$scratch/out/tables/equilibria.csv")
matches "$csv" '^"chaplygin_sleigh, backward: unstable in the exact flow",hamel_nonholonomic_midpoint,body,2,,—,—,"?singular' \
  "the CSV has the reason"
matches "$(cat "$scratch/out/tables/equilibria.tex")" 'singular' "LaTeX has the table"
matches "$(cat "$scratch/out/index.html")" 'section id="equilibria"' "and the page a section"

cat >"$scratch/many.yaml" <<YAML
title: many step sizes
plugin_claims: false
studies:
  - {study: equilibrium, methods: [hamel_nonholonomic_midpoint], models: [chaplygin_sleigh], unclaimed: true,
     step_sizes: [1/10, 2/10, 3/10, 4/10, 5/10, 6/10, 7/10, 8/10, 9/10, 1, 11/10, 12/10, 13/10, 14/10]}
YAML
run "$GIMBAL" verify "$scratch/many.yaml" -o "$scratch/many"
is "$status $(grep -c "| h = 1.3 | h = 1.4 |\$" "$scratch/many/tables/equilibria.md")" "0 2" \
  "each of fourteen step sizes has a column, in both equilibria" || diag "$errors"

run "$GIMBAL" verify short -m rk4 -M harmonic_oscillator -o "$scratch/none"
[ ! -e "$scratch/none/tables/equilibria.md" ]
ok $? "there is no such table without such a study"
done_testing
