# gimbal history: verdicts, orders, errors and cost of runs one after another.
. tests/tap.sh

cat >"$scratch/small.yaml" <<'YAML'
methods: [rk4, stormer_verlet]
models: ["pendulum:oscillation", "kepler:e03"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}]
YAML
run "$GIMBAL" verify "$scratch/small.yaml" -o "$scratch/one" --no-tap
is "$status" 0 "there is a run" || diag "$errors"
mkdir "$scratch/two"
for file in "$scratch/one"/*.jsonl; do
  sed 's/,"check":"[0-9a-f]*"}$/}/' "$file" >"$scratch/two/${file##*/}"
done
# A later run in which an order of rk4 is lower, and refuted.
sed -i '/"key":"order.rk4.kepler.*"quantity":"q"/{ s/"lower":[0-9.]*,"upper":[0-9.]*/"lower":2.9,"upper":3.1/; s/"verdict":"confirmed"/"verdict":"refuted"/; s/"passes":true/"passes":false/ }' "$scratch/two/verdicts.jsonl"
run "$GIMBAL" compare "$scratch/base.jsonl" "$scratch/one" --accept
run "$GIMBAL" history "$scratch/base.jsonl" "$scratch/one" "$scratch/two" --page "$scratch/page.html"
is "$status $errors" "0 " "baselines and folders have a history"
claims=$(wc -l <"$scratch/one/verdicts.jsonl")
row() { printf '%s\n' "$output" | sed -n "/^$1:/,/^$/p" | grep "^$2 " | sed 's/^[^ ]* *//; s/  */ /g'; }
is "$(printf '%s\n' "$output" | sed -n 2,4p | awk '{ print $1, $4, $6 }' | tr '\n' ';')" "1 $claims 0;2 $claims 0;3 $claims 1;" "each run has its verdicts"
matches "$(row orders rk4)" '^[+-]0\.[0-9]+ [+-]0\.[0-9]+ -1\.00$' "a lower order is seen"
is "$(row orders stormer_verlet | awk '{ print ($1 == $3) }')" 1 "and no other"
is "$(row errors rk4)" "1.000 1.000 1.000" "the errors are the same"
is "$(row evaluations rk4 | awk '{ print ($1 > 0 && $1 == $2 && $2 == $3) }')" 1 "so are the evaluations"
is "$(row evaluations stormer_verlet | awk '{ print ($1 > 0 && $1 == $2) }')" 1 "also of a method that solves nothing"
cat >"$scratch/fields.yaml" <<'YAML'
methods: long_words_odd # asks for fields, and has no equations
models: "pendulum:oscillation"
precision: double
studies: [{study: order, sizes: [64, 96, 128, 192, 256, 384]}]
YAML
"$GIMBAL" verify "$scratch/fields.yaml" --plugin "$BUILD/tests/plugins/long_words.so" -o "$scratch/fields" >/dev/null 2>&1
matches "$("$GIMBAL" history "$scratch/fields" | sed -n '/^evaluations:/,/^$/p')" '^long_words_odd +[1-9]' "of one without equations too"
matches "$(printf '%s\n' "$output" | sed -n 1p)" '^run +gimbal +suite +claims ' "the commit is gimbal's, and called so"
matches "$(row seconds rk4)" '^– [0-9.]+ [0-9.]+$' "a baseline knows no seconds"

# Errors: all of them twice as large.
python=$(command -v python3)
if [ -n "$python" ]; then
  "$python" - "$scratch/two/results.jsonl" <<'PY'
import json, sys
name, lines = sys.argv[1], []
for line in open(name):
    record = json.loads(line)
    for m in (record.get("measured") or {}).get("measurements", []) if record["job"]["method"] == "rk4" else []:
        for errors in m["series"]["errors"]:
            errors.update({q: [[2 * x for x in t] for t in e] for q, e in errors.items()})
    lines.append(json.dumps(record, ensure_ascii=False))
open(name, "w").write("\n".join(lines) + "\n")
PY
  run "$GIMBAL" history "$scratch/one" "$scratch/two"
  is "$(row errors rk4)" "1.000 2.000" "errors that are twice as large are told so" || diag "$errors"
  is "$(row errors stormer_verlet)" "1.000 1.000" "of that method alone"
else
  ok 0 "errors # SKIP there is no python3"
fi

# The page
if command -v xmllint >/dev/null; then
  run xmllint --html --noout "$scratch/page.html"
  ! printf '%s\n' "$errors" | grep -v 'Tag \(header\|main\|footer\|svg\|section\) invalid' | grep -q 'parser error'
  ok $? "the page is well-formed" || diag "$errors"
fi
for part in 'History of 3 runs' 'id="orders"' 'id="errors"' 'id="evaluations"' 'id="seconds"' 'data-label="3">-1.00</td>'; do
  grep -q "$part" "$scratch/page.html"
  ok $? "the page has $part"
done
! grep -Eq 'https?://|<script src|<link ' "$scratch/page.html"
ok $? "and needs no other file"

for words in "" "$scratch/nothing" "$scratch/one --page" "$scratch/one --nonsense" "$scratch/small.yaml"; do
  # shellcheck disable=SC2086
  run "$GIMBAL" history $words
  is "$status $(printf '%s\n' "$errors" | wc -l)" "2 1" "wrong use, one line:${errors##*:}"
done
run "$GIMBAL" history "$scratch/one" --page "$scratch/nowhere/x"
is "$status" 3 "a page that cannot be written is status 3"

# In the repository of another project a commit of that project is not taken for one of gimbal's.
if command -v git >/dev/null && mkdir "$scratch/project" && cd "$scratch/project"; then
  git init -q . && git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m "another project"
  own=$(git rev-parse --short=7 HEAD)
  "$GIMBAL" verify "$scratch/small.yaml" -m rk4 -o here --no-tap >/dev/null 2>&1
  run "$GIMBAL" history here "$scratch/one" --page page.html
  is "$status" 0 "there is a history in another project" || diag "$errors"
  is "$(printf '%s\n' "$output" | sed -n 2,3p | awk '{ print $2 }' | sort -u | wc -l)" 1 \
    "the same program there is the same gimbal" || diag "$output"
  is "$(cat page.html here/manifest.json here/*.jsonl | grep -c "$own")$(printf '%s\n' "$output" | grep -c "$own")" 00 \
    "and the other project's commit is nowhere"
  cd "$OLDPWD" || exit 2
fi

done_testing
