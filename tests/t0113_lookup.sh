# list, describe and new as a user sees them.
. tests/tap.sh

top=$PWD
fixture=$BUILD/tests/plugins/registry_fixture.so

run "$GIMBAL" list methods --plugin "$fixture"
is "$status $errors" "0 " "list methods succeeds"
matches "$output" '^[0-9]+ methods: ' "list methods counts the methods"
twin matches "$output" '^  family_2 +lagrangian +q 3  p n\+m\+k  λ 2  +a family \(s=2\)$' \
  "a member, its formulation, claimed orders and settings"
twin matches "$output" '^  family_3 +lagrangian +q 4 .* three$' "a member with a title of its own"
run "$GIMBAL" list models --plugin "$fixture"
twin matches "$output" \
  '^  fixture +lagrangian hamiltonian frame group ode lattice +first second family +nothing$' \
  "a model, each formulation once, and its cases"
run "$GIMBAL" list --json --plugin "$fixture"
is "$status" 0 "list --json succeeds"
if command -v python3 >/dev/null; then
  printf '%s' "$output" | python3 -c '
import json, sys
lists = json.load(sys.stdin)
method = next(m for m in lists["methods"] if m["name"] == "family_3")
model = next(m for m in lists["models"] if m["name"] == "fixture")
assert list(lists) == ["methods", "models", "suites"]
assert method["claims"][0]["order"] == 4 and method["claims"][2]["order"] is None
assert method["parameters"][1] == {"name": "tau", "value": 1 / 3, "description": None}
assert model["cases"][2]["members"] == 5 and model["cases"][2]["duration"] == 8
assert [r["n"] for r in model["realisations"]] == [4, 4, 4, 4, 4, 9, 8, 8]'
  ok $? "--json prints JSON with evaluated numbers"
else
  ok 0 "it is JSON # SKIP there is no python3"
fi
# A source stands alone in a verdict: it names a paper, and not by a sign that nothing explains.
run "$GIMBAL" list methods --json
matches "$output" '"source": "Martín de Diego and Sato Martín de Almagro 2018, eq. 20a"' \
  "a claim's source names its paper"
is "$(printf '%s\n' "$output" | grep -c '"source": "\[')" 0 "the source of every claim names its paper"
run "$GIMBAL" list suites --json
matches "$output" '"file": ".*/suites/default\.yaml"' "suites have a path"
is "$(printf '%s\n' "$output" | grep -c '/\.\./')" 0 "the path of a suite is normalised"
run sh -c "cd '${GIMBAL%/*}' && ./${GIMBAL##*/} list suites"
matches "$output" '^  default ' "suites are found from the program's own folder"
run "$GIMBAL" list modles
is "$status" 2 "list with an unknown word is a usage error"
matches "$errors" 'did you mean "models"' "with what was meant"
run "$GIMBAL" list --jsn
matches "$errors" 'unknown option --jsn; did you mean --json\? \(gimbal list --help\)' "an unknown option is named"

run "$GIMBAL" describe family_3 --plugin "$fixture"
is "$status $errors" "0 " "describe of a method succeeds"
matches "$output" '^  title +three$' "describe prints the title of a method"
matches "$output" '^  members +family_2 family_3$' "describe prints the family of a method"
matches "$output" '^  (models|      ) .* fixture( |$)' "the models that it fits, however many lines they take"
matches "$output" '^  tau +0\.333333$' "describe prints the parameters of a method"
matches "$output" '^  order +q +2\*s-2\+\(tau==1/2\) +canonical .*4$' "a claim and its condition"
run "$GIMBAL" describe family:s=7 --plugin "$fixture"
matches "$output" '^  order +lambda +s - s%2 +linear_constraints .*6$' "a family with settings"
run "$GIMBAL" describe fixture --plugin "$fixture"
is "$status $errors" "0 " "describe of a model succeeds"
matches "$output" '^  family +a=cos.* 5 +8 +0.25' "an ensemble"
matches "$(printf '%s' "$output" | tr -s ' \n' ' ')" ' n 4 m 4 holonomic 1 nonholonomic 2 ' \
  "dimensions"
matches "$output" '^  shift +linear momentum_map +a > 1/4$' "an invariant"
run "$GIMBAL" describe famly --plugin "$fixture"
is "$status" 2 "an unknown name is a usage error"
matches "$errors" '^gimbal: describe: there is no method, model, suite or claim "famly"; did you mean "family"' \
  "the message offers the nearest name"

# A family, and a suite.
run "$GIMBAL" describe family --plugin "$fixture"
is "$status $errors" "0 " "describe of a family succeeds"
matches "$output" '^  title +a family of [0-9]+ methods$' "describe counts the methods of a family"
matches "$output" '^  family_3 +' "describe lists the members of a family"
cat >"$scratch/suite.yaml" <<END
title: A suite to be described
methods: [rk4, gauss_2]
models: [pendulum, kepler]
exclude: [{models: [kepler], methods: [gauss_2], why: set by the user}]
studies: [{study: order}]
claims:
  - {methods: [rk4], study: order, quantity: q, value: "5", expect: refuted, why: it is four}
END
run "$GIMBAL" describe "$scratch/suite.yaml"
is "$status $errors" "0 " "describe of a suite succeeds"
matches "$output" '^  would run +[0-9]+ jobs, [0-9]+ claims; about [0-9]+ s of processor time$' \
  "describe of a suite counts jobs and claims"
matches "$output" '^  order +[0-9]+ +[0-9]+ +2 +2 +[0-9]+ s$' "study by study"
matches "$(printf '%s' "$output" | tr -s ' \n' ' ')" 'not run: excluded by the suite \(set by the user\).* gauss_2 on kepler' "what is left out, and why"
matches "$output" '^  refuted +[0-9]+$' "describe of a suite counts expected failures"
is "$("$GIMBAL" describe "$scratch/suite.yaml" --json | jq -c '[.methods, .models] | map(length)')" \
  "[2,2]" "--json says it to programs"
# What is described is what is run: the jobs, and the claims that are judged or skipped.
planned=$("$GIMBAL" describe "$scratch/suite.yaml" --json | jq '.claims + ([.left_out[].claims] | add)')
"$GIMBAL" verify "$scratch/suite.yaml" --precision double -o "$scratch/out" >/dev/null 2>&1
is "$planned" "$(wc -l <"$scratch/out/verdicts.jsonl" | tr -d ' ')" "verify judges as many claims"
run "$GIMBAL" describe defualt
matches "$errors" "of suites the nearest is 'default'" "a slip in a suite's name gets the nearest"

run "$GIMBAL" describe
is "$status" 2 "describe without a name is a usage error"
run "$GIMBAL" describe suite
is "$status" 0 "describe suite succeeds"
matches "$output" 'claims' "describe suite explains the syntax of claims"

# Skeletons, outside the source tree: built by a bare compiler, loaded, run.
cd "$scratch" || exit 2
for kind in method model; do
  run "$GIMBAL" new $kind own_$kind
  is "$status $errors" "0 " "new $kind succeeds"
  ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$top/include" -shared -fPIC own_$kind.c \
    -o own_$kind.so
  ok $? "the new $kind builds without a warning"
  ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -Wfloat-conversion -DGIMBAL_QUAD \
    -I"$top/include" -c -fPIC own_$kind.c -o own_$kind.o
  ok $? "the new $kind builds in quadruple precision"
  cp own_$kind.c before.c
  run "$GIMBAL" new $kind own_$kind
  is "$status" 2 "an existing $kind is not overwritten"
  matches "$errors" "own_$kind\.c already exists" "  and the message names the file"
  cmp -s own_$kind.c before.c
  ok $? "the file is left as it was"
  run "$GIMBAL" describe own_$kind --plugin ./own_$kind.so
  is "$status $errors" "0 " "the plugin is loaded"
  matches "$output" '^  precision +double only' "in double precision only"
done
run "$GIMBAL" run -m own_method -M own_model -h 1/100 -T 1 --plugin ./own_method.so \
  --plugin ./own_model.so
is "$status $errors" "0 " "the one runs on the other"
# What ci/workflows runs for a repository of such files, on a suite with more than they hold.
cat >own.yaml <<'YAML'
methods: [own_method, rk4, gauss_2]
models: [own_model, pendulum, free_rotor]
precision: double
studies: [{study: order}]
YAML
keys() { sed -n 's/^{\("format":[0-9]*,\)\{0,1\}"key":"\([^"]*\)".*/\2/p' own/results.jsonl | grep -v '^skipped' | sort; }
run "$GIMBAL" verify own.yaml --plugin ./own_method.so --plugin ./own_model.so --only-plugins -o own
ok "$status" "verify --only-plugins succeeds" || diag "$errors"
keys >keys
for pair in own_method/own_model own_method/pendulum rk4/own_model gauss_2/own_model; do
  grep -q "/$pair:" keys
  ok $? "verify --only-plugins runs $pair"
done
! grep -v own_ keys
ok $? "verify --only-plugins runs no other pair"
sed 's/own_method, //' own.yaml >model.yaml
run "$GIMBAL" verify model.yaml --plugin ./own_model.so --only-plugins -m rk4 -o own
is "$status $(keys | sed 's/:.*//' | sort -u)" "0 order/rk4/own_model" "-m narrows it; a model alone will do"
! grep -q '"method":"gauss_2"' own/verdicts.jsonl
ok $? "of other methods nothing is said"
run "$GIMBAL" verify model.yaml --only-plugins -m rk4 -o own
is "$status" 2 "without a plugin it is a usage error"
matches "$errors" 'only-plugins needs the option --plugin' "the message names the missing option --plugin"
for workflow in "$top"/ci/workflows/*.yml; do
  grep -q 'verify .*--only-plugins' "$workflow"
  ok $? "${workflow##*/} has the option"
done

for name in Own 1st own-method ../own ''; do
  run "$GIMBAL" new method "$name"
  is "$status" 2 "\"$name\" cannot be a name"
done
# A plugin of that name would be there twice, or never be found.
for words in "method rk4" "method lobatto_nonholonomic" "model kepler" "method kepler" "model rk4" \
  "method suite"; do
  # shellcheck disable=SC2086 # words
  run "$GIMBAL" new $words
  is "$status" 2 "new $words: the name is taken"
  matches "$errors" "\"${words#* }\" is the name of a .* already" "  and the message names its kind"
  [ ! -e "${words#* }.c" ]
  ok $? "a refused name writes no file"
done
run "$GIMBAL" new suite own
matches "$errors" 'a "suite" cannot be made; method, model or trial is expected' "new suite is refused"

# At the top of a source tree.
mkdir -p include methods models
: >include/gimbal.h
run "$GIMBAL" new model own_model
is "$status" 0 "at the top of a source tree new succeeds"
test -f models/own_model.c
ok $? "at the top of a source tree new writes into models/"
chmod a-w methods
if [ "$(id -u)" = 0 ]; then
  ok 0 "a folder that cannot be written # SKIP root can write everywhere"
else
  run "$GIMBAL" new method other
  test -f other.c
  ok $? "a tree that cannot be written is left alone"
fi
# ---- What can be claimed ----
run "$GIMBAL" describe claims
is "$status" 0 "claims are described" || diag "$errors"
# Each word that a suite may claim, and no other, with a sentence of its own.
run "$GIMBAL" describe claims --json
is "$(printf '%s' "$output" | jq -r '.[] | select((.meaning | length) < 20 or (.quantity | length) < 1) | .study')" "" \
  "each with what it says"
printf '%s' "$output" | jq -r '.[].study' | sort -u >"$scratch/words"
"$GIMBAL" describe suite | sed -n '/^  claims /,/(needed)/d; /^    study  *order, constraint/,/(needed)/p' |
  tr -c 'a-z_\n' ' ' | tr -s ' ' '\n' | grep -vxE 'study|or|needed|' | sort -u >"$scratch/suite_words"
is "$(cat "$scratch/words")" "$(cat "$scratch/suite_words")" "those of suites"
# Each kind of study, and its keys.
printf '%s' "$output" | jq -r '.[].judged_by' | sort -u >"$scratch/kinds"
"$GIMBAL" describe suite >"$scratch/schema"
missing() { # SCHEMA: the kinds of which it does not have the name or the keys
  while read -r kind; do
    sed -n '/^    study  *order, long/,/^    name /p' "$1" | grep -qw "$kind" &&
      grep -Eq "^   of an? .*$kind.* stud(y|ies)|^   of .*$kind" "$1" || echo "$kind"
  done <"$scratch/kinds"
}
is "$(missing "$scratch/schema")" "" "suites have each kind of study, with its keys"
grep -v '^   of a growth study' "$scratch/schema" >"$scratch/less"
is "$(missing "$scratch/less")" growth "  and one without keys would be seen"
run "$GIMBAL" describe
matches "$errors" 'claims' "a line without a name tells of it"

done_testing
