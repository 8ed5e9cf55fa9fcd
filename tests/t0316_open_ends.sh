# A claim that cannot be decided is skipped if the arithmetic has too few digits, otherwise undecided,
# and passes only if `expect` allows it. Builds that differ in more than precision are refuted.
. tests/tap.sh

verdict() { # verdict FOLDER METHOD QUANTITY: the lines on the claim
  grep "\"method\":\"$2\"" "$scratch/$1/verdicts.jsonl" | grep "\"study\":\"order\",\"quantity\":\"$3\""
}

orders=$scratch/orders.yaml
cat >"$orders" <<'YAML'
studies: [{study: order}]
YAML

# ---- No power ----
few="--plugin $BUILD/tests/plugins/few_digits.so -m few_digits -M cvt:high_eps05 -M kepler:e03"
run "$GIMBAL" verify "$orders" $few -o "$scratch/few"
is "$status" 0 "a method of order 10 in double precision only: nothing is undecided" || diag "$errors"
is "$(verdict few few_digits q | grep -c '"verdict":"skipped","reason":"not measurable in double precision: .*gimbal build FILE\.c.*"flags":\[.*"no_power"')" \
  2 "a method in double precision is skipped with the flag and the recipe, whether errors are few or none" || diag "$(verdict few few_digits q)"
is "$(verdict few few_digits q | grep -c '(--precision quad)')" 0 \
  "a method in double precision gets no advice of --precision quad"
is "$(printf '%s\n' "$output" | grep -c '# SKIP not measurable (precision): [^n]')" 4 "  the TAP says once that it is not measurable" || diag "$output"
matches "$errors" 'few_digits .*not measurable in double precision\)' "claims that double precision cannot measure are counted by method"
matches "$(printf '%s\n' "$errors" | tail -n 2 | head -n 1)" \
  '^[0-9]+ claims, .*4 not measurable \(precision 4\)' "in the last line"
grep -q '>4 precision</span></li>' "$scratch/few/index.html"
ok $? "claims that double precision cannot measure are at the top of the page"
run "$GIMBAL" verify "$orders" $few --unjudged=fail -o "$scratch/fail"
is "$status" 4 "--unjudged=fail: it does not pass"
is "$(verdict fail few_digits q | grep -c '"verdict":"skipped".*"passes":false')" 2 "with --unjudged=fail, verdicts are stored with passes: false"
run "$GIMBAL" report "$scratch/fail"
grep -q 'Exit status 4' "$scratch/fail/index.html"
ok $? "a report of the stored verdicts says the same status"
run "$GIMBAL" verify "$orders" $few --unjudged=maybe -o "$scratch/fail"
matches "$status $errors" "^2 .*--unjudged: 'maybe' is not one of: pass fail" "--unjudged=maybe is refused"

mkdir "$scratch/base"
cp "$scratch/few"/*.json* "$scratch/base"
sed '/"quantity":"q"/s/"verdict":"skipped"/"verdict":"confirmed"/; s/,"check":"[^"]*"//' \
  "$scratch/few/verdicts.jsonl" >"$scratch/base/verdicts.jsonl"
run "$GIMBAL" compare "$scratch/base" "$scratch/few"
is "$status" 1 "confirmed, then skipped for want of digits is worse"
matches "$output" '^worse .*was confirmed, is not measurable: [^n]' "compare names the claim that is no longer measurable"

# ---- The twin decides ----
# Order 2 over step sizes so few that double decides nothing; with a twin the verdict is not left to
# it alone, and without a remedy that can be followed no remedy is named.
cat >"$scratch/short.yaml" <<'YAML'
methods: gauss_2
models: kepler:e03
studies: [{study: order, sizes: [512, 640, 768, 1024, 1280, 1536]}]
precision: double
YAML
run "$GIMBAL" verify "$scratch/short.yaml" -o "$scratch/double"
case $status in
4) matches "$(verdict double gauss_2 q)" 'quadruple precision would decide \(--precision quad\)' \
  "where the twin is there, double alone says what would decide" ;;
*) is "$status" 0 "double alone decides" || diag "$errors" ;;
esac
run "$GIMBAL" verify "$scratch/short.yaml" --precision auto -o "$scratch/auto"
is "$status" 0 "with the twin the same is decided" || diag "$errors"
is "$(verdict auto gauss_2 q | grep -c '(--precision quad)')" 0 "with no advice to take it"

# ---- Twins that differ ----
twins="--plugin $BUILD/tests/plugins/wrong_twins.so"
run "$GIMBAL" verify "$orders" $twins --only-plugins -M pendulum:oscillation -M henon_heiles \
  -M nonholonomic_particle -o "$scratch/twins"
is "$status" 1 "twins that are not one method do not pass" || diag "$errors"
for method in wrong_in_double wrong_noisy; do
  is "$(verdict twins $method q | grep -c '"verdict":"confirmed"')" 0 "$method is confirmed nowhere"
  is "$(verdict twins $method q | grep -c '"verdict":"refuted","reason":"double and quadruple precision differ by ')" \
    3 "a method whose precisions disagree is refuted with that reason" || diag "$(verdict twins $method q)"
done

# ---- Undecided, as expected ----
cat >"$scratch/open.yaml" <<'YAML'
methods: few_digits
models: kepler:e03
plugin_claims: false
studies: [{study: order, sizes: [4, 8, 12, 16, 20]}]
claims:
  - {methods: few_digits, study: order, quantity: q, value: 10, expect: undecided, why: too few sizes}
YAML
sed '/expect/s/expect: undecided, why: too few sizes//; s/, }/}/' "$scratch/open.yaml" >"$scratch/plain.yaml"
sed 's/, why: too few sizes//' "$scratch/open.yaml" >"$scratch/silent.yaml"
sed 's/value: 10/value: 2/; s/few_digits/gauss_2/; s/\[few_digits\]/gauss_2/; s/\[4, 8.*20\]/[16, 24, 32, 48, 64, 96, 128]/' \
  "$scratch/open.yaml" | sed 's/methods: few_digits/methods: gauss_2/' >"$scratch/decided.yaml"
run "$GIMBAL" verify "$scratch/silent.yaml" --plugin "$BUILD/tests/plugins/few_digits.so" -o "$scratch/silent"
matches "$status $errors" "^2 .*silent\.yaml:.*'expect: undecided' needs the key 'why'" \
  "undecided is expected with a reason"
run "$GIMBAL" verify "$scratch/decided.yaml" --plugin "$BUILD/tests/plugins/few_digits.so" -o "$scratch/decided"
is "$status" 1 "a verdict on a claim that is expected to be undecided is an unexpected result" || diag "$errors"
matches "$output" '# UNEXPECTED: point 1 was expected to be undecided and is confirmed' "  and the TAP marks it UNEXPECTED"

done_testing
