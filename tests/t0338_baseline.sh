# A baseline is one small file, written whole or not at all. From it compare finds the same differences
# as from the folder itself. And the wording of differences.
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
methods: [rk4, stormer_verlet]
models: ["pendulum:oscillation", "kepler:e03"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}, {study: long, steps: 300}]
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/out" --no-tap
is "$status" 0 "there is something to keep" || diag "$errors"
mkdir "$scratch/bare"
for file in "$scratch/out"/*.jsonl; do
  sed 's/,"check":"[0-9a-f]*"}$/}/' "$file" >"$scratch/bare/${file##*/}"
done
# changed FILE SED: a copy of out in which the file was edited
changed() {
  rm -rf "$scratch/new"
  cp -r "$scratch/bare" "$scratch/new"
  sed "$2" "$scratch/bare/$1" >"$scratch/new/$1"
  cmp -s "$scratch/bare/$1" "$scratch/new/$1" && diag "the edit changed nothing: $2"
}
base="$scratch/a folder/base.jsonl"

# ---- One file ----
run "$GIMBAL" compare "$base" "$scratch/out" --accept
is "$status $output" "0 " "a first baseline is accepted, and its folder made"
test -f "$base"
ok $? "the accepted baseline is a file"
run "$GIMBAL" compare "$base" "$scratch/out"
is "$status $output" "0 0 worse, 0 better, 0 other" "from which the run does not differ"
run "$GIMBAL" compare "$scratch/out" "$base"
is "$status $output" "0 0 worse, 0 better, 0 other" "a run does not differ from its baseline"
test "$(wc -c <"$base")" -lt $(($(wc -c <"$scratch/out/results.jsonl") / 10))
ok $? "it is less than a tenth of the results: $(wc -c <"$base") bytes"
cp "$base" "$scratch/before"
run "$GIMBAL" compare "$base" "$base" --accept
is "$status" 0 "a baseline is its own"
run "$GIMBAL" compare "$base" "$scratch/out" --accept
cmp -s "$base" "$scratch/before"
ok $? "accepting the same again changes no byte"

# What the folder tells, the file tells.
fail='s/"verdict":"confirmed"/"verdict":"refuted"/; s/"passes":true/"passes":false/'
while IFS='|' read -r file edit name; do
  changed "$file" "$edit"
  run "$GIMBAL" compare "$scratch/out" "$scratch/new"
  one="$status $output"
  run "$GIMBAL" compare "$base" "$scratch/new"
  is "$status $output" "$one" "$name: the file tells what the folder tells"
  matches "$status $output" '^1 worse  ' "$name: and that it is worse"
done <<EOF
verdicts.jsonl|/"key":"order.rk4.*"quantity":"q"/{ $fail }|a refutation
verdicts.jsonl|/"key":"order.rk4.*"quantity":"q"/s/"verdict":"confirmed"/"verdict":"skipped"/|a claim that is skipped
verdicts.jsonl|/"key":"order.rk4.*"quantity":"q"/d|a claim that is gone
verdicts.jsonl|/"key":"order.rk4.*"quantity":"q"/s/"lower":[0-9.]*,"upper":[0-9.]*/"lower":3.5,"upper":3.75/|a lower order
results.jsonl|/"key":"long.stormer_verlet/s/"maximum":0\.0/"maximum":0.9/|an energy
results.jsonl|s/"q":\[\[-*[0-9.e-]*/"q":[[1/|an error
EOF
changed results.jsonl '/"key":"long.stormer_verlet.kepler/s/"maximum":0\.0/"maximum":0.9/g'
run "$GIMBAL" compare "$base" "$scratch/new"
is "$(printf '%s\n' "$output" | grep -c 'also on \|kepler.*kepler')" 0 "several errors on one model name it once" || diag "$output"

# ---- Damage ----
# damaged NAME SED MESSAGE
damaged() {
  sed "$2" "$base" >"$scratch/damaged"
  cmp -s "$base" "$scratch/damaged" && diag "the edit changed nothing: $2"
  run "$GIMBAL" compare "$scratch/damaged" "$scratch/out"
  is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "$1 is refused with one line"
  matches "$errors" "$3" "the message gives the reason: $1"
}
damaged "a changed digit" '5s/"error[^0-9]*[0-9]/&7/' 'line 5: .*checksum'
damaged "a baseline cut off at a line" '$d' 'the baseline is incomplete'
damaged "one without its first line" 1d 'it is not a baseline'
damaged "one with a line twice" 3p 'its key is not in ascending order'
damaged "one of a later format" '1{ s/"format":[0-9]*/"format":99/; s/,"check":"[0-9a-f]*"}/}/ }' 'newer one wrote'
printf 'hello\n' >"$scratch/damaged"
run "$GIMBAL" compare "$scratch/damaged" "$scratch/out"
is "$status" 2 "a file that is no baseline is refused"
changed verdicts.jsonl '2s/"method":"[^"]*",//'
run "$GIMBAL" compare "$base" "$scratch/new" --accept
is "$status" 2 "a damaged run is not accepted"
cmp -s "$base" "$scratch/before"
ok $? "a failed write leaves the baseline unchanged"
# A writer that is stopped leaves the old one: what it had begun stands in its way no longer than that.
changed verdicts.jsonl "/\"key\":\"order.rk4.*\"quantity\":\"q\"/{ $fail }"
(
  ulimit -f 1
  exec "$GIMBAL" compare "$base" "$scratch/new" --accept
) >/dev/null 2>"$scratch/errors"
status=$?
test $status -ne 0 && cmp -s "$base" "$scratch/before"
ok $? "one that cannot be written to its end leaves the old one (status $status)"
run "$GIMBAL" compare "$base" "$scratch/new" --accept
is "$status" 0 "--accept accepts what got worse"
run "$GIMBAL" compare "$base" "$scratch/new"
is "$status $output" "0 0 worse, 0 better, 0 other" "the accepted run is the baseline"
cp "$scratch/before" "$base"

run "$GIMBAL" compare "$scratch/out" "$scratch/new" --accept
is "$status" 2 "an output folder is not replaced by a file"
matches "$errors" 'compare: --accept writes a file, and .*/out is a folder$' "the message names the folder that --accept would replace"

# ---- One line for each cause ----
changed verdicts.jsonl "/\"key\":\"order.rk4.*\"quantity\":\"q\"/{ $fail; s/\"reason\":\"[^\"]*\"/\"reason\":\"@me: the order is 3.1 <\&> see #4\"/ }; /rk4.kepler/s/order is 3.1/order is 2.95e-1/"
run "$GIMBAL" compare "$base" "$scratch/new"
is "$(printf '%s\n' "$output" | grep -c '^worse')" 1 "one cause on two models is one line"
matches "$output" '^worse .*order/rk4/kepler:e03: .*; also on pendulum:oscillation$' "a cause on two models names both"
matches "$output" '^2 worse, 0 better, 0 other$' "a cause on two models counts as two"
run "$GIMBAL" compare "$base" "$scratch/new" --json="$scratch/c.json" --markdown="$scratch/c.md"
is "$status" 1 "JSON and Markdown do not change the status"
matches "$output" '^2 worse' "with files for JSON and Markdown, the text is printed"
if command -v python3 >/dev/null; then
  run python3 -c 'import json, sys
c = json.load(open(sys.argv[1]))
print(c["worse"], len(c["causes"]), c["causes"][0]["direction"], c["causes"][0]["kind"],
      c["causes"][0]["method"], sorted(m["model"] for m in c["causes"][0]["members"]),
      c["causes"][0]["members"][0]["was"], c["causes"][0]["members"][0]["is"])' "$scratch/c.json"
  is "$output" "2 1 worse verdict rk4 ['kepler', 'pendulum'] confirmed refuted" "JSON has the cause and its members" || diag "$errors"
else
  ok 0 "JSON # SKIP there is no python3"
fi
matches "$(sed -n 1p "$scratch/c.md")" '^## gimbal compare: something got worse; 2 worse, 0 better, 0 other$' "Markdown begins with the whole"
is "$(grep -c '^- \*\*worse\*\*' "$scratch/c.md")" 1 "the Markdown has one entry for the cause"
! sed 's/`[^`]*`//g' "$scratch/c.md" | grep -Eq '@|://|\]\(|<|#[0-9]'
ok $? "with nothing in it that becomes a link or a mention" || diag "$(cat "$scratch/c.md")"
run "$GIMBAL" compare "$base" "$scratch/out" --markdown
matches "$status $output" '^0 ## gimbal compare: nothing got worse' "without a file it goes to standard output"
run "$GIMBAL" compare "$base" "$scratch/out" --json="$scratch/nowhere/x"
is "$status" 3 "a file that cannot be written is status 3"

done_testing
