# --summary: what a bot puts under a change. What fails comes first, by cause, with what shows it
# again; nothing in it is a link or mentions anybody; it fits a comment whatever there is. And the
# times of JUnit, and what a terminal is shown.
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
methods: [rk4, stormer_verlet]
models: ["pendulum:oscillation", "kepler:e03"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}]
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/out" --summary "$scratch/good.md"
is "$status" 0 "a suite passes" || diag "$errors"
matches "$(sed -n 1p "$scratch/good.md")" '^## gimbal: all [0-9]+ judged claims hold$' "the headline counts the claims"
matches "$(cat "$scratch/good.md")" '^\| confirmed \| [0-9]+ \|$' "with the numbers"
matches "$(cat "$scratch/good.md")" '^\| all \| [0-9]+ \|$' "the summary has the sum of the counts"
mkdir "$scratch/bare"
for file in "$scratch/out"/*.jsonl; do
  sed 's/,"check":"[0-9a-f]*"}$/}/' "$file" >"$scratch/bare/${file##*/}"
done
run "$GIMBAL" report "$scratch/out" --summary "$scratch/again.md"
cmp -s "$scratch/good.md" "$scratch/again.md"
ok $? "report --summary writes the same"

# refuted NAME SED: a copy with verdicts changed, and its summary
refuted() {
  rm -rf "$scratch/new"
  cp -r "$scratch/bare" "$scratch/new"
  sed "$2" "$scratch/bare/verdicts.jsonl" >"$scratch/new/verdicts.jsonl"
  run "$GIMBAL" report "$scratch/new" --summary "$scratch/$1.md"
  is "$status" 0 "$1: there is a summary" || diag "$errors"
  summary=$(cat "$scratch/$1.md")
}
fail='s/"verdict":"confirmed"/"verdict":"refuted"/; s/"passes":true/"passes":false/'
refuted one "/\"key\":\"order.rk4.*\"quantity\":\"q\"/{ $fail; s/\"reason\":\"[^\"]*\"/\"reason\":\"@someone saw #12, https:\\/\\/example.org, a \`tick\` and [x](y), 1.5e-7\"/ }"
matches "$(sed -n 1p "$scratch/one.md")" '^## gimbal: 2 of [0-9]+ judged claims do not pass$' \
  "the headline counts what does not pass"
is "$(sed -n 3p "$scratch/one.md")" "### What does not pass" "failures stand first"
is "$(grep -c '^- \*\*refuted' "$scratch/one.md")" 1 "two models with one cause are one entry"
matches "$summary" '^- \*\*refuted\*\* `rk4`, `order of q` claimed `4`, on `kepler:e03`, `pendulum:osc' \
  "an entry on two models names both"
matches "$summary" '^  `gimbal verify .*-m rk4 -M [^`]*`$' "with the command that shows it"
# Outside of code there is nothing that becomes a link or a mention.
grep -q 'someone' "$scratch/one.md"
ok $? "the reason is there"
! sed 's/`[^`]*`//g' "$scratch/one.md" | grep -Eq '@|://|\]\(|<|#[0-9]'
ok $? "the reason mentions nobody and has no link" || diag "$summary"
# The test itself: without the code spans there is something to be found.
tr -d '`' <"$scratch/one.md" | sed 's/`[^`]*`//g' | grep -Eq '@|://|\]\('
ok $? "without code spans the reason would mention somebody"

# Numbers apart, other reasons are other causes.
refuted two "/\"key\":\"order.rk4.*\"quantity\":\"q\"/{ $fail; s/\"reason\":\"/&on \"model/; }; /rk4.kepler.*\"quantity\":\"q\"/s/\"reason\":\"on \"model[^\"]*\"/\"reason\":\"1\"/; s/\"on \"model[^\"]*\"/\"two\"/"
is "$(grep -c '^- \*\*refuted' "$scratch/two.md")" 2 "two reasons are two causes"

# The size: 4000 refutations, each of another kind, with long texts.
mkdir "$scratch/much"
cp "$scratch/bare"/*.jsonl "$scratch/much"
awk -v line="$(grep -m1 '"key":"order.rk4.*"quantity":"q"' "$scratch/bare/verdicts.jsonl" | sed "$fail")" 'BEGIN {
  for (i = 0; i < 900; i++) long = long "äé "
  for (i = 0; i < 4000; i++) {
    text = line
    word = sprintf("%c%c%c", 97 + i % 26, 97 + int(i / 26) % 26, 97 + int(i / 676))
    sub(/"reason":"[^"]*"/, "\"reason\":\"" word " " long "\"", text)
    print text
  } }' >"$scratch/much/verdicts.jsonl"
run "$GIMBAL" report "$scratch/much" --summary "$scratch/much.md"
is "$status" 0 "4000 causes are reported"
test "$(wc -c <"$scratch/much.md")" -le 60000
ok $? "their summary fits a comment: $(wc -c <"$scratch/much.md") bytes"
matches "$(cat "$scratch/much.md")" '^… and [0-9]+ more claims, of [0-9]+ further causes' "a summary that is cut off counts the rest"
if command -v iconv >/dev/null; then
  iconv -f utf-8 -t utf-8 "$scratch/much.md" >/dev/null 2>&1
  ok $? "no character is cut"
fi
test "$(wc -c <"$scratch/one.md")" -le 5000
ok $? "one of few failures is small: $(wc -c <"$scratch/one.md") bytes"
run "$GIMBAL" report "$scratch/out" --summary "$scratch/nowhere/x.md"
is "$status $(printf '%s\n' "$errors" | wc -l)" "3 1" "one that cannot be written is one line and status 3"

# ---- JUnit's times ----
spent=$(sed 's/.*"seconds":\([0-9.e-]*\),.*/\1/' "$scratch/out/timings.jsonl" | awk '{ s += $1 } END { print s }')
listed=$(grep -o '<testcase.* time="[0-9.]*"' "$scratch/out/junit.xml" | sed 's/.*time="\([0-9.]*\)"/\1/' | awk '{ s += $1 } END { print s }')
# Six decimals of each; those of the verdicts are rounded one by one.
awk -v a="$spent" -v b="$listed" -v n="$(grep -c testcase "$scratch/out/junit.xml")" \
  'BEGIN { exit !(a > 0 && (a - b)^2 <= (1e-6 * n)^2 + 1e-10) }'
ok $? "JUnit's times add up to what the jobs took" || diag "$listed of $spent"
matches "$(sed -n 2p "$scratch/out/junit.xml")" '<testsuites .* time="[0-9]+\.[0-9]+"' "JUnit has the time of the whole run"

# ---- On a terminal ----
if command -v script >/dev/null; then
  on_terminal() { # WORDS: what a terminal shows
    (cd "$scratch" && script -qec "'$GIMBAL' verify small.yaml -o out $*" /dev/null </dev/null) | tr -d '\r'
  }
  shown=$(on_terminal)
  ! printf '%s\n' "$shown" | grep -q '^TAP version'
  ok $? "a terminal gets no TAP"
  matches "$shown" '^[0-9]+ claims, [0-9]+ confirmed' "a terminal gets the counts"
  test "$(printf '%s\n' "$shown" | wc -l)" -le 24
  ok $? "on a screen: $(printf '%s\n' "$shown" | wc -l) lines"
  ! on_terminal -j 2 | grep -q '^TAP version'
  ok $? "a terminal gets no TAP from ranks"
  on_terminal --tap | grep -q 'TAP version 13$'
  ok $? "--tap asks for it"
  on_terminal --tap -j 2 | grep -q 'TAP version 13$'
  ok $? "--tap prints TAP from ranks"
else
  for n in 1 2 3 4 5 6; do ok 0 "terminals # SKIP there is no script(1)"; done
fi
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/out" --tap-details
is "$(printf '%s\n' "$output" | grep -c '^  ---$')" "$(printf '%s\n' "$output" | grep -cE '^(not )?ok ')" \
  "--tap-details has the evidence of each point"
is "$(printf '%s\n' "$output" | grep -A1 '^ok ' | grep -c '^  ---$')" "$(printf '%s\n' "$output" | grep -c '^ok ')" \
  "--tap-details gives the evidence of points that pass"
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/out" --no-tap
is "$status $output" "0 " "--no-tap leaves a pipe without it"
matches "$errors" '^pass +rk4 ' "with --no-tap standard error has the verdicts"

# A claim that passes because no model shows anything of it.
"$GIMBAL" verify -m implicit_midpoint -M pendulum:oscillation --precision double --no-tap -o "$scratch/unjudged" \
  >/dev/null 2>"$scratch/said"
matches "$(cat "$scratch/said")" '^not judged on any model: implicit_midpoint, invariant quadratic: no applicable model' \
  "claims that no model judges are named"
is "$(grep -c 'not judged on any model: .* order' "$scratch/said")" 0 "  and no others"

# A claim has its own suite's file in JUnit, also where another suite includes that.
cat >"$scratch/inner.yaml" <<'YAML'
title: Included
methods: rk4
models: "pendulum:oscillation"
precision: double
studies: [{study: structure}]
claims: [{methods: rk4, study: structure, quantity: symplectic, value: "yes"}]
YAML
printf 'title: Outer\ninclude: inner.yaml\n' >"$scratch/outer.yaml"
"$GIMBAL" verify "$scratch/outer.yaml" --no-tap -o "$scratch/included" >/dev/null 2>&1
is "$(grep -c "file=\"$scratch/inner.yaml\"" "$scratch/included/junit.xml")" 1 "JUnit names the suite that makes a claim"

done_testing
