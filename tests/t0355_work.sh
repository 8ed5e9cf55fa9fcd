# The work study: what an accuracy costs is counted, the same in every run; a ceiling that is too low is
# refuted, one that no method reaches is not confirmed; times are kept apart from the results.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Work
models: ["kepler@cartesian:e03"]
methods: [rk4, stormer_verlet, gauss_3, symplectic_euler]
plugin_claims: false
studies:
  - study: work
    unclaimed: true
claims:
  - {methods: rk4, study: work, quantity: evaluations_1e-6, value: 200}
  - {methods: rk4, study: work, quantity: evaluations_1e-8, value: 400}
  - {methods: gauss_3, study: work, quantity: iterations_1e-6, value: 90}
  - {methods: gauss_3, study: work, quantity: iterations_1e-8, value: 50}
  - {methods: gauss_3, study: work, quantity: jacobians_1e-6, value: 20}
  - {methods: gauss_3, study: work, quantity: linear_solves_1e-6, value: 90}
  - {methods: symplectic_euler, study: work, quantity: evaluations_1e-8, value: 100}
  - {methods: symplectic_euler, study: work, quantity: evaluations_1e-7, value: 1e9}
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" -j 2 -o "$scratch/out"
is "$status" 1 "ceilings that are too low do not pass" || diag "$errors"

is "$(printf '%s\n' "$errors" | grep -c 'stormer_verlet ')" 0 "a method without a claim has no row of zeros"
matches "$errors" '^1 method measured, without a claim that these studies judge: see .*/index.html$' "a method without a claim is counted"
verdict() { # METHOD QUANTITY VERDICT
  matches "$(grep "\"method\":\"$1\"" "$scratch/out/verdicts.jsonl" | grep "\"quantity\":\"$2\"")" \
    "\"verdict\":\"$3\"" "$1: $2 is $3"
}
verdict rk4 evaluations_1e-6 confirmed # 168: 4 in each of 42 steps
verdict rk4 evaluations_1e-8 refuted   # 519
verdict gauss_3 iterations_1e-6 confirmed
verdict gauss_3 iterations_1e-8 refuted
verdict gauss_3 jacobians_1e-6 confirmed
verdict gauss_3 linear_solves_1e-6 confirmed
verdict symplectic_euler evaluations_1e-8 refuted   # many more do not do it
verdict symplectic_euler evaluations_1e-7 undecided # and nobody knows what would

# The counts are those of the scheme: 4 fields in each step of the classical method, 2 forces in one of
# Stoermer and Verlet's.
grep '"method":"rk4"' "$scratch/out/results.jsonl" | grep -o '"counts":{"steps":\[[^]]*\].*"fields":\[[^]]*' |
  awk -F'[][]' '{ most = split($2, steps, ","); split($NF, fields, ",")
    for (i = 1; i <= most; i++) { n++; if (fields[i] != 4 * steps[i]) bad++ } } END { exit !(n > 10 && !bad) }'
ok $? "the classical method asks for four fields in a step"

# Two runs, on one rank and on two: the same bytes, and times in another file.
run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/again"
sort "$scratch/out/results.jsonl" >"$scratch/one"
sort "$scratch/again/results.jsonl" >"$scratch/other"
cmp -s "$scratch/one" "$scratch/other"
ok $? "a second run counts the same" || diag "$(diff "$scratch/one" "$scratch/other" | cut -c1-300)"
grep -q '"clock"' "$scratch/out/results.jsonl"
is $? 1 "no time is in the results"
is "$(grep -c '"clock":\[{"steps":[0-9]*,"ratio":[0-9]' "$scratch/out/timings.jsonl")" 4 \
  "each method's runs have times, in the timings"
run "$GIMBAL" verify "$scratch/suite.yaml" --resume -o "$scratch/out"
is "$(grep -c '"clock"' "$scratch/out/timings.jsonl")" 4 "a resumed run keeps the processor times"

# Tables and plots.
table=$scratch/out/tables/work
for format in md tex csv; do
  [ -s "$table.$format" ]
  ok $? "there is a table: work.$format"
done
matches "$(grep '^| rk4' "$table.md" | head -1)" '\| 1[0-9][0-9] \(1\) \|' "with work and ranks"
matches "$(grep '^| symplectic' "$table.md" | head -1)" '\| — \| — \| — \|' "  and the accuracies that were not reached"
line=$(awk -F, '$3 == "rk4" && $4 == "evaluations" && $5 + 0 < 1.1e-6 && $5 + 0 > 0.9e-6' "$table.csv")
matches "$line" '^kepler,e03,rk4,evaluations,' "the CSV has every accuracy" || diag "$(head -3 "$table.csv")"
echo "$line" | awk -F, '{ exit !($7 < $6 && $6 < $8 && $10 == 1) }'
ok $? "  with the runs on either side, and the rank" || diag "$line"
if command -v gnuplot >/dev/null; then
  grep -q 'stormer_verlet' "$scratch/out/plots/model-work-kepler-e03.svg"
  ok $? "the figure has all methods"
fi
grep -q 'Work and accuracy' "$scratch/out"/pages/model-kepler-e03.html
ok $? "the model's page has the table of work"
is "$(grep -o '<table[^>]*>' "$scratch/out"/pages/model-kepler-e03.html | grep -vc 'class="stacked')" 0 \
  "in tables that a phone can show"
is "$(wc -l <"$scratch/out/tables/errors.csv" | tr -d ' ')" 1 "these errors are not in those of orders" ||
  diag "$(head -3 "$scratch/out/tables/errors.csv")"
if command -v pdflatex >/dev/null; then
  printf '%s\n' '\documentclass{article}\usepackage{booktabs,graphicx}\begin{document}' \
    "\\input{$table.tex}" '\end{document}' >"$scratch/paper.tex"
  (cd "$scratch" && pdflatex -interaction=nonstopmode paper.tex >paper.out 2>&1)
  ok $? "LaTeX takes the table" || diag "$(tail -20 "$scratch/paper.out")"
  grep -q Overfull "$scratch/paper.out"
  is $? 1 "  and none of its boxes is too wide"
fi

run "$GIMBAL" explain work/rk4/kepler:e03/evaluations_1e-8 "$scratch/out"
matches "$output" 'evaluations +jacobians' "explain has the figures" || diag "$output"
sed 's/iterations_1e-8/iterates_1e-8/' "$scratch/suite.yaml" >"$scratch/slip.yaml"
run "$GIMBAL" verify "$scratch/slip.yaml" -o "$scratch/slip"
is "$status" 2 "a misspelt kind of work is an error" || diag "$errors"
matches "$errors" 'did you mean "iterations_1e-8"' "  and the nearest are offered" || diag "$errors"

# The figure for a paper.
run "$GIMBAL" report "$scratch/out" --figure work:kepler
is "$status" 0 "the figure of work alone is made on request" || diag "$errors"
if command -v gnuplot >/dev/null; then
  [ -s "$scratch/out/plots/figure-work-kepler-e03.svg" ]
  ok $? "  and there"
  cp "$scratch/out/plots/figure-work-kepler-e03.svg" "$scratch/one.svg"
  run "$GIMBAL" report "$scratch/out" --figure work:kepler,kepler:e03
  [ -s "$scratch/out/plots/figure-work-kepler-e03-kepler-e03.svg" ] &&
    cmp -s "$scratch/one.svg" "$scratch/out/plots/figure-work-kepler-e03.svg"
  ok $? "  and one of several models does not take its place" || diag "$(ls "$scratch/out/plots")"
fi
run "$GIMBAL" report "$scratch/out" --figure work:pendulum
is "$status" 2 "a figure of a model without measurements is an error" || diag "$errors"

done_testing
