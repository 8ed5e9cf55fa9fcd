# Claims that are too modest: an order below the observed one is counted as understated; a property that
# is denied and holds on every model is reported once for the method. One that fails on some is not.
. tests/tap.sh

modest() { # modest METHOD: its run on both models
  run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/modest_gauss.so" -m "$1" -M pendulum:oscillation \
    -M kepler@cartesian:e03 -o "$scratch/$1"
}
count() { # count METHOD PATTERN: verdicts
  grep -c "$2" "$scratch/$1/verdicts.jsonl"
}

modest modest_gauss
is "$status $(count modest_gauss '"verdict":"confirmed"')" "0 4" "an order below the observed one is confirmed" ||
  diag "$errors"
matches "$errors" 'modest_gauss .*\(4 understated\)' "the method's row counts it as understated"
matches "$errors" '4 claims, 4 confirmed; 4 understated' "the last line counts understated claims"
grep -q '<li><b>4</b>understated</li>' "$scratch/modest_gauss/index.html"
ok $? "the page's counts have it"
grep -q 'title="2 confirmed, 2 understated">2+</a>' "$scratch/modest_gauss/index.html"
ok $? "the overview of the page counts understated claims"
run "$GIMBAL" report --summary "$scratch/modest_gauss.md" "$scratch/modest_gauss"
grep -q '^| (understated) | 4 |' "$scratch/modest_gauss.md"
ok $? "the review comment counts understated claims"

run "$GIMBAL" verify -m gauss_2 -M pendulum:oscillation -o "$scratch/right"
is "$(printf '%s\n' "$errors" | grep -c understated)" 0 "the order itself is not understated"

modest modest_denial
is "$status" 0 "denials that do not hold pass" || diag "$errors"
is "$(count modest_denial '"verdict":"skipped"')" 3 "none is confirmed or refuted"
for study in structure invariant; do
  is "$(grep "\"study\":\"$study\"" "$scratch/modest_denial/verdicts.jsonl" |
    grep -c '"reason":"not measurable: better than claimed.*"better_than_claimed"')" 1 \
    "$study: one verdict states that the method is better than claimed"
done
matches "$errors" 'modest_denial .*\(2 better than claimed\)' "a property that is better than claimed is counted for the method"

modest modest_partly
is "$status $(count modest_partly '"verdict":"confirmed"')" "0 2" "a denial with a counterexample is confirmed"
is "$(count modest_partly better_than_claimed)" 0 "a further model on which the property holds gives no message"

done_testing
