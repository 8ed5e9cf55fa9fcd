# gimbal compare: what counts as worse, what as better, and what is chance.
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
methods: [rk4, stormer_verlet]
models: "pendulum:oscillation"
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}, {study: long, steps: 300}]
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/base"
is "$status" 0 "there is something to compare" || diag "$errors"
# What is edited by hand has no checksum (t0334 has those that are wrong), and no manifest that knows
# how many verdicts there were.
mkdir "$scratch/bare"
for file in "$scratch/base"/*.jsonl; do
  sed 's/,"check":"[0-9a-f]*"}$/}/' "$file" >"$scratch/bare/${file##*/}"
done

# changed FILE SED: a copy of base in which the file was edited
changed() {
  rm -rf "$scratch/new"
  mkdir "$scratch/new"
  cp "$scratch/bare"/*.json* "$scratch/new"
  sed "$2" "$scratch/bare/$1" >"$scratch/new/$1"
  cmp -s "$scratch/bare/$1" "$scratch/new/$1" && diag "the edit changed nothing: $2"
  run "$GIMBAL" compare "$scratch/base" "$scratch/new"
}

run "$GIMBAL" compare "$scratch/base" "$scratch/base"
is "$status $output" "0 0 worse, 0 better, 0 other" "nothing differs from itself"

run "$GIMBAL" verify "$scratch/small.yaml" -m rk4 -o "$scratch/part"
run "$GIMBAL" compare "$scratch/base" "$scratch/part"
matches "$errors" 'part was run with -m or -M; claims that it left out count as gone' "a run of some methods is called that"
run "$GIMBAL" compare "$scratch/part" "$scratch/part"
is "$errors" "" "  but not where nothing is gone"
run "$GIMBAL" compare "$scratch/part" "$scratch/base"
is "$errors" "" "  but not one of all"

# Another selection of models moves the job of a method's coefficients; another seed moves the errors.
sed 's/^models: .*/models: [henon_heiles, "pendulum:oscillation"]/; s/studies: \[/&{study: algebra}, /' "$scratch/small.yaml" >"$scratch/more.yaml"
sed 's/henon_heiles, //' "$scratch/more.yaml" >"$scratch/fewer.yaml"
run "$GIMBAL" verify "$scratch/fewer.yaml" -m rk4 -o "$scratch/fewer"
run "$GIMBAL" verify "$scratch/more.yaml" -m rk4 -o "$scratch/more"
run "$GIMBAL" compare "$scratch/fewer" "$scratch/more"
matches "$status $(printf '%s\n' "$output" | tail -n 1)" '^0 0 worse, 0 better, [1-9][0-9]* other$' \
  "a model is added, and no claim on coefficients is gone" || diag "$output"
grep -q '"key":"algebra/rk4/henon_heiles' "$scratch/more/verdicts.jsonl"
is $? 0 "  though they are judged on another model"
run "$GIMBAL" verify "$scratch/fewer.yaml" -m rk4 --seed 3 -o "$scratch/drawn"
run "$GIMBAL" compare "$scratch/fewer" "$scratch/drawn" --factor 1.0001
is "$status $output" "0 0 worse, 0 better, 0 other" "errors from other initial data are not compared"
matches "$errors" 'compare: the errors of [1-9][0-9]* results are not compared, since' "  which is said"

# tests/compare_runs.sh: any word that differs, whether better, worse, or by chance.
compare_runs() { # its output as one line
  run tests/compare_runs.sh "$@"
  output=$(printf '%s' "$output" | tr '\n' ' ')
}
compare_runs --reasons "$scratch/base" "$scratch/base"
matches "$status $output" '^0 [0-9]+ claims: 0 words differ, 0 missing, 0 new; 0 sentences differ$' \
  "compare_runs: a run has the words of itself"
changed verdicts.jsonl '/"quantity":"q"/ s/"verdict":"confirmed"/"verdict":"undecided"/'
compare_runs "$scratch/base" "$scratch/new"
matches "$status $output" '^1 .*differs  order/rk4/pendulum:oscillation: order q = 4\.0 \(plugin 0\): was confirmed, is undecided' \
  "compare_runs: another word is named, with its claim"
changed verdicts.jsonl '/"key":"order.rk4.*"quantity":"q"/d'
compare_runs "$scratch/base" "$scratch/new"
matches "$status $output" '^1 missing  order/rk4/.* order q = .* claims: 0 words differ, 1 missing, 0 new$' \
  "compare_runs: a claim that is gone"
compare_runs "$scratch/new" "$scratch/base"
matches "$status $output" '^1 new      order/rk4/.* order q = .* claims: 0 words differ, 0 missing, 1 new$' \
  "compare_runs: and one that is new"
changed verdicts.jsonl '/"key":"order.rk4.*"quantity":"q"/ s/"reason":"observed order/"reason":"\\"observed\\" order/'
compare_runs "$scratch/base" "$scratch/new"
matches "$status $output" '^0 [0-9]+ claims: 0 words differ' "compare_runs: another sentence is no other word"
compare_runs --reasons "$scratch/base" "$scratch/new"
matches "$status $output" '^0 reason   order/rk4/.*is:  ."observed." order.*1 sentences differ$' \
  "compare_runs: but --reasons names it"
compare_runs "$scratch/base" "$scratch"
matches "$status $errors" '^2 .*has no verdicts\.jsonl' "compare_runs: a folder without verdicts"
changed verdicts.jsonl '2s/"verdict":"[a-z]*",//'
compare_runs "$scratch/base" "$scratch/new"
matches "$status $errors" '^2 .*verdicts\.jsonl, line 2: no member verdict$' "compare_runs: a line without a verdict"

order='/"key":"order\/rk4\/.*"quantity":"q"/'
changed verdicts.jsonl "$order s/\"verdict\":\"confirmed\"/\"verdict\":\"refuted\"/; $order s/\"passes\":true/\"passes\":false/"
is "$status" 1 "a refutation is worse"
matches "$output" '^worse .*order/rk4/pendulum:oscillation: order q = .* was confirmed, is refuted' \
  "compare names the refuted claim"
mv "$scratch/new" "$scratch/refuted"
run "$GIMBAL" compare "$scratch/refuted" "$scratch/base"
is "$status" 0 "with the two runs exchanged nothing is worse"
matches "$output" '^better.* was refuted, is confirmed' "with the two runs exchanged a verdict is better"

changed verdicts.jsonl "$order s/\"verdict\":\"confirmed\"/\"verdict\":\"undecided\"/; $order s/\"passes\":true/\"passes\":false/"
is "$status" 1 "undecided is worse than confirmed"
changed verdicts.jsonl "$order s/\"verdict\":\"confirmed\"/\"verdict\":\"skipped\"/"
is "$status" 1 "a claim that is no longer measurable is worse"
changed verdicts.jsonl "$order d"
is "$status" 1 "a claim that is gone is worse"
matches "$output" '^worse .* is not judged any more' "compare reports a claim that is not judged any more"
changed verdicts.jsonl "$order s/\"lower\":[0-9.]*,\"upper\":[0-9.]*/\"lower\":3.5,\"upper\":3.75/"
is "$status" 1 "an interval below the earlier one is worse"
matches "$output" '^worse .*the order was .*, is 3.500 to 3.750' "with both intervals"
changed verdicts.jsonl "$order s/\"lower\":[0-9.]*/\"lower\":3.9/"
is "$status" 0 "one that overlaps is not"
changed verdicts.jsonl "$order s/\"lower\":[0-9.]*,\"upper\":[0-9.]*/\"lower\":3.9,\"upper\":3.91/"
is "$status $output" "0 0 worse, 0 better, 0 other" "nor one that confirms the same order"

# No claim is both: what rises where the claim is refuted is not better, nor what falls where it now holds.
interval() { # LOWER UPPER WORD PASSES
  changed verdicts.jsonl "$order s/\"lower\":[0-9.]*,\"upper\":[0-9.]*/\"lower\":$1,\"upper\":$2/; $order s/\"verdict\":\"confirmed\"/\"verdict\":\"$3\"/; $order s/\"passes\":true/\"passes\":$4/"
}
interval 5 5.25 refuted false
is "$status $(printf '%s\n' "$output" | tail -n 1)" "1 1 worse, 0 better, 1 other" \
  "an order above the claim, which is refuted: worse, and not better" || diag "$output"
mv "$scratch/new" "$scratch/above"
interval 6 6.25 refuted false
run "$GIMBAL" compare "$scratch/above" "$scratch/new"
is "$status $output" "$status $(printf '%s\n' "$output" | grep -v '^better')" "the same where it was refuted before"
matches "$output" '^other .*the order was 5.000 to 5.250, is 6.000 to 6.250' "  but the change is reported"
run "$GIMBAL" compare "$scratch/above" "$scratch/base"
is "$status $(printf '%s\n' "$output" | tail -n 1)" "0 0 worse, 1 better, 1 other" \
  "a claim that holds now is not worse, since its order fell"
interval 5 5.25 confirmed true
is "$status $(printf '%s\n' "$output" | tail -n 1)" "0 0 worse, 1 better, 0 other" "a claim that holds, with a higher order: better"
cp "$scratch/above/verdicts.jsonl" "$scratch/new/verdicts.jsonl"
sed '/"key":"order.rk4/ s/"q":\[\[-*[0-9.e-]*/"q":[[1e-30/' "$scratch/bare/results.jsonl" >"$scratch/new/results.jsonl"
run "$GIMBAL" compare "$scratch/above" "$scratch/new"
printf '%s\n' "$output" | grep -q '^better'
is $? 1 "smaller errors of a refuted claim are not better" || diag "$output"
sed '/"key":"order.rk4/ s/"errors":\[{"q":\[\[-*[0-9.e-]*\],\[-*[0-9.e-]*\],\[-*[0-9.e-]*\],\[-*[0-9.e-]*\]\]/"errors":[{"q":[[1],[1],[1],[1]]/; /"key":"order.rk4/ s/"q":\[\[[0-9.e-]*e[0-9-]*\],\[[0-9.e-]*\],\[[0-9.e-]*\],\[[0-9.e-]*\]\]/"q":[[1e-30],[1e-30],[1e-30],[1e-30]]/' \
  "$scratch/bare/results.jsonl" >"$scratch/new/results.jsonl"
cp "$scratch/bare/verdicts.jsonl" "$scratch/new/verdicts.jsonl"
run "$GIMBAL" compare "$scratch/base" "$scratch/new"
is "$(printf '%s\n' "$output" | grep -c 'rk4.*the error of q')" 1 "errors that grew at one step size and fell at another are reported once" || diag "$output"
matches "$output" '^worse .*rk4.*the error of q' "as worse"

# The largest energy error of the long run of stormer_verlet, ten times as large.
energy='/"key":"long\/stormer_verlet/'
changed results.jsonl "$energy s/\"maximum\":0\.\(0*\)\([0-9]\)\([0-9]*\)/\"maximum\":0.\1\299\3/"
is "$status" 0 "an error that grew a little is not worse" || diag "$output"
changed results.jsonl "$energy s/\"maximum\":0\.0/\"maximum\":0.9/"
is "$status" 1 "one that grew much is"
matches "$output" '^worse .*long/stormer_verlet/.*the error of [a-z_]* at h = 0\.[0-9]{1,6} was ' "with its place"
changed results.jsonl "s/\"q\":\[\[-*[0-9.e-]*/\"q\":[[1/"
is "$status" 1 "errors of a series count too"
matches "$output" '^worse .*order/.*the error of q at N = ' "with their number of steps"
run "$GIMBAL" compare "$scratch/base" "$scratch/new" --factor 1e30
is "$status" 0 "the factor is mine to choose"

# Accepting
run "$GIMBAL" compare "$scratch/baseline" "$scratch/base" --accept
is "$status" 0 "a run becomes a baseline"
run "$GIMBAL" compare "$scratch/baseline" "$scratch/refuted" --accept
is "$status" 0 "an accepted difference is no failure"
matches "$output" '^worse ' "an accepted difference is printed"
run "$GIMBAL" compare "$scratch/baseline" "$scratch/refuted"
is "$status $output" "0 0 worse, 0 better, 0 other" "the accepted run is the new baseline"
run "$GIMBAL" compare "$scratch/fresh/folder" "$scratch/refuted" --accept
is "$status" 0 "a first baseline can be accepted"
run "$GIMBAL" compare "$scratch/fresh/folder" "$scratch/refuted"
is "$status $output" "0 0 worse, 0 better, 0 other" "an accepted baseline equals its run"

# Use
for words in "" "$scratch/base" "$scratch/base $scratch/nothing" "$scratch/base $scratch" \
  "$scratch/base $scratch/base --factor 1" "$scratch/base $scratch/base --nonsense"; do
  # shellcheck disable=SC2086
  run "$GIMBAL" compare $words
  is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "wrong use, one line:${errors##*:}"
done

# A verdict that lacks what every verdict has
changed verdicts.jsonl '2s/"method":"[^"]*",//'
is "$status" 2 "a verdict without its method is refused"
matches "$errors" "new/verdicts.jsonl, line 2: .*'method'" "with its file, its line and what it lacks"

done_testing
