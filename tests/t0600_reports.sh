# gimbal report on a made-up output folder: every file is there, well-formed, and the same again.
. tests/tap.sh
out=$scratch/out
mkdir "$out"
awk -v directory="$out" -f tests/t06_synthetic.awk
verdicts=$(wc -l <"$out/verdicts.jsonl")

run "$GIMBAL" report "$out"
is "$status" 0 "a folder of results is rendered" || diag "$errors"
for file in verify.tap junit.xml index.html tables/orders.md tables/orders.tex \
  tables/errors.csv tables/energy.csv tables/constraints.csv tables/ensembles.csv \
  tables/verdicts.csv tables/published_claims.tex; do
  test -s "$out/$file"
  ok $? "there is $file"
done
find "$out" -name '*.part' | grep -q .
is $? 1 "no half-written file is left"

# TAP: a point for each verdict; three of them (refuted, failed, undecided) do not pass.
is "$(head -1 "$out/verify.tap")" "TAP version 13" "TAP says its version"
is "$(grep -cE '^(not )?ok ' "$out/verify.tap")" "$verdicts" "each verdict is a test point"
is "$(grep -c '^not ok' "$out/verify.tap")" 4 "refuted, failed, undecided and expected are not ok"
is "$(grep -c '^not ok.* # TODO the paper' "$out/verify.tap")" 1 "an expected refutation is TODO"
is "$(grep -c '^ok.* # SKIP not measurable (not informative): degenerate' "$out/verify.tap")" 1 "a skipped claim has its reason"
is "$(grep -cE '^(not )?ok .*[^\\]#' "$out/verify.tap")" 3 "no other mark is a directive"
is "$(grep -c '^  ---' "$out/verify.tap")" 4 "each directive of TAP has its evidence"
is "$(grep -A1 '^ok ' "$out/verify.tap" | grep -c '^  ---')" 0 "no other has"
if command -v prove >/dev/null; then
  run prove -e cat "$out/verify.tap"
  is "$status" 1 "prove sees the failures"
  matches "$output" "Failed tests: +54-55, 69" "prove names the failed points"
  grep -vE '"verdict":"(refuted|failed|undecided)".*"expect":"confirmed"' "$out/verdicts.jsonl" \
    >"$scratch/passing"
  mkdir "$scratch/good"
  cp "$out/results.jsonl" "$scratch/good"
  cp "$scratch/passing" "$scratch/good/verdicts.jsonl"
  run "$GIMBAL" report "$scratch/good"
  run prove -e cat "$scratch/good/verify.tap"
  is "$status" 0 "prove passes what the suite lets pass" || diag "$output"
fi
mkdir "$scratch/surprise"
awk -v directory="$scratch/surprise" -v surprise=1 -f tests/t06_synthetic.awk
run "$GIMBAL" report "$scratch/surprise"
is "$(grep -A1 'gauss_3 kepler:e06 energy' "$scratch/surprise/verify.tap" | head -1 | cut -c1-6)" \
  "not ok" "a claim that was expected to be refuted and is not does not pass"
matches "$(cat "$scratch/surprise/verify.tap")" "^# UNEXPECTED" "an unexpected verdict is marked UNEXPECTED"

# XML and HTML that a parser accepts, numbers with 17 digits, columns that fit their heading.
if command -v xmllint >/dev/null; then
  run xmllint --noout "$out/junit.xml"
  is "$status" 0 "junit.xml is well-formed" || diag "$errors"
fi
is "$(grep -c '<testcase' "$out/junit.xml")" "$verdicts" "each verdict is a testcase"
matches "$(head -2 "$out/junit.xml")" 'tests="'"$verdicts"'" failures="2" errors="1" skipped="3"' \
  "the testsuites are counted"
is "$(awk -F, 'NR == 1 { n = NF } NF != n' "$out/tables/errors.csv" | grep -vc odd)" 0 \
  "every row of errors.csv has every column"
matches "$(sed -n 2p "$out/tables/errors.csv")" '[0-9]\.[0-9]{15,16}' "CSV keeps 17 digits"
matches "$(grep 'rk4,kepler:e06,double,8,' "$out/tables/errors.csv")" \
  '^rk4,kepler:e06,double,8,0.125,,,,,,,the solve' "what failed is empty, with its reason"

matches "$(cat "$out/pages/"method-*.html)" '<th scope="row">no model' \
  "a claim that met no model has its line"
grep -q 'model-no_model\|<b>no model' "$out/index.html"
is $? 1 "a failed report leaves no page"

# Orders stand as they were judged.
matches "$(cat "$out/tables/orders.md")" '^\| kepler:e06 \| 2.00 ± .* \| 2.01 ± 0.01 \(refuted\)' \
  "a refuted order is marked in the table"

if command -v gnuplot >/dev/null; then
  test "$(find "$out/plots" -name '*.svg' | wc -l)" -ge 25
  ok $? "there are plots"
  cp -r "$out" "$scratch/before"
  rm -r "$out/plots"
  mkdir "$out/plots"
  echo stale >"$out/plots/method-order-gone.svg"
  echo plots/method-order-gone.svg >>"$out/.made"
  run "$GIMBAL" report "$out"
  is "$status:$errors" "0:report: $out/index.html" "report prints only the place of the page"
  run diff -r "$scratch/before" "$out"
  is "$status" 0 "deleted files are restored byte for byte, and old ones are removed" || diag "$output"
  run "$GIMBAL" report "$out" --format png,pdf
  is "$errors" "report: $out/index.html" "gnuplot has no complaint about the others"
  is "$(head -c 4 "$out/plots/method-order-rk4.png" | tail -c 3)" PNG "PNG on request"
  is "$(head -c 4 "$out/plots/method-order-rk4.pdf")" %PDF "PDF on request"
  mkdir "$scratch/bin" # all there is, but gnuplot
  (IFS=:; for folder in $PATH; do ln -s "$folder"/* "$scratch/bin" 2>/dev/null; done)
  rm -f "$scratch/bin"/gnuplot*
  rm -r "$out/plots"
  run env PATH="$scratch/bin" "$GIMBAL" report "$out"
  is "$status" 0 "without gnuplot the rest is made"
  matches "$errors" "gnuplot is not installed" "the message names the missing gnuplot"
  run env PATH="$scratch/bin" "$GIMBAL" report "$out" --figure order:rk4:kepler
  is "$status" 3 "a figure that was named and is not drawn is an error"
  matches "$errors" "the figure is not drawn" "  with the reason"
  grep -q '<img' "$out/pages/"*.html
  is $? 1 "the pages have no plots then"
fi

if command -v gnuplot >/dev/null; then
  # gnuplot reads "1e9" in a text as the number 1: names and titles that look like numbers stay texts.
  mkdir "$scratch/numbers"
  sed 's/rk4/1e9/g; s/e06/2e05/g' "$out/results.jsonl" >"$scratch/numbers/results.jsonl"
  sed 's/rk4/1e9/g; s/e06/2e05/g' "$out/verdicts.jsonl" >"$scratch/numbers/verdicts.jsonl"
  run "$GIMBAL" report "$scratch/numbers"
  is "$status:$errors" "0:report: $scratch/numbers/index.html" "a method and a case have names like numbers"
  matches "$(cat "$scratch/numbers/plots/method-order-1e9.svg")" '>kepler:2e05<' "names like numbers are titles of a panel"
  matches "$(cat "$scratch/numbers/plots/method-order-1e9.svg")" '>Errors of 1e9<' "names like numbers are titles of a figure"
  heights() { # PLOT TEXT: of a curve's name
    grep -B1 ">$2<" "$1" | grep -o 'translate([^)]*)' | tr -d ')' | cut -d, -f2
  }
  is "$(heights "$scratch/numbers/plots/model-energy-kepler-2e05.svg" 1e9)" \
    "$(heights "$scratch/before/plots/model-energy-kepler-e06.svg" rk4)" "the name stands where the curve ends"
fi

# A name for each verdict alone: of several coordinates, labels of studies, claims on one quantity.
cat >"$scratch/names.yaml" <<'YAML'
methods: [hamel_induced_1, rk4]
models: "kepler:e03"
precision: double
studies:
  - {study: order, sizes: [16, 24, 32, 48, 64, 96]}
  - {study: order, name: finer, methods: rk4, sizes: [32, 48, 64, 96, 128, 192]}
claims:
  - {methods: rk4, models: kepler, study: order, quantity: q, value: 3}
YAML
run "$GIMBAL" verify "$scratch/names.yaml" -o "$scratch/names" --undecided pass
[ "$status" -lt 2 ]
ok $? "claims on a model in several coordinates are judged" || diag "$errors"
verdicts=$(wc -l <"$scratch/names/verdicts.jsonl")
printf '%s\n' "$output" | sed -n 's/^\(not \)*ok [0-9]* - \([^#]*\).*/\2/p' | sed 's/ *$//' | sort >"$scratch/tests"
left=$(grep -c '"reason":"not run: the suite has no' "$scratch/names/verdicts.jsonl")
is "$(uniq "$scratch/tests" | wc -l)" "$((verdicts - left))" "each point of TAP has a name of its own" || diag "$(uniq -d "$scratch/tests")"
grep -o 'classname="[^"]*" name="[^"]*"' "$scratch/names/junit.xml" | sed 's/classname="//; s/" name="/ /; s/"$//' | sort |
  cmp -s - "$scratch/tests"
ok $? "JUnit has the same"
for name in "hamel_induced_1 kepler@polar_spiral:e03 order q" "rk4 kepler:e03 order q" "rk4 kepler:e03 order q (2)" \
  "rk4 kepler:e03/finer order q"; do
  grep -qxF "$name" "$scratch/tests"
  ok $? "as $name" || diag "$(cat "$scratch/tests")"
done

# What was expected is not called nothing.
mkdir "$scratch/expected"
cp "$out/results.jsonl" "$out/manifest.json" "$scratch/expected" 2>/dev/null
grep -vE '"verdict":"(refuted|failed|undecided)".*"expect":"confirmed"' "$out/verdicts.jsonl" >"$scratch/expected/verdicts.jsonl"
run "$GIMBAL" report "$scratch/expected"
matches "$(cat "$scratch/expected/index.html")" '^<p>Nothing: each claim that is refuted or undecided was expected to be\.</p>$' \
  "what was expected to be refuted is refuted"
done_testing
