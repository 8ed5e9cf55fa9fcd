# What the default suite runs, as `describe` says it: models of each kind, and reasons for what is left out
# that name nothing which a method cannot have.
. tests/tap.sh

run "$GIMBAL" describe default --json
is "$status" 0 "the default suite is described" || diag "$errors"
printf '%s\n' "$output" >"$scratch/default.json"
"$GIMBAL" list models --json >"$scratch/models.json"

# ---- Kinds of models ----
# kinds: a line for each realisation of a model of the suite: n, m, holonomic, nonholonomic, formulation, words.
cat >"$scratch/kinds.py" <<'PY'
import json, sys

suite, models = (json.load(open(name)) for name in sys.argv[1:])
for model in models["models"]:
    for r in model["realisations"]:
        if model["name"] in suite["models"]:
            print(model["name"], "n=%d" % r["n"], "g=%d" % r["holonomic"], "Phi=%d" % r["nonholonomic"],
                  r["formulation"], *r["traits"], ".")
PY
python3 "$scratch/kinds.py" "$scratch/default.json" "$scratch/models.json" >"$scratch/kinds"
some() { # some PATTERN KIND
  grep -Eq -e "$1" "$scratch/kinds"
  ok $? "the default suite runs a model $2" || diag "$(cat "$scratch/kinds")"
}
free="g=0 Phi=0 lagrangian"
some " n=1 $free" "with one coordinate"
some " n=([3-9]|[1-9][0-9]) $free" "with three or more"
some "[^a-z]autonomous" "that does not see the time"
grep -v autonomous "$scratch/kinds" >"$scratch/timed"
for kind in "lagrangian:on a vector space" "frame:in a frame" "group:on a group"; do
  grep -q " g=0 Phi=0 ${kind%%:*} " "$scratch/timed"
  ok $? "a model ${kind##*:} that sees the time"
done
some " g=[1-9] Phi=0 lagrangian" "with holonomic constraints"
some " g=[1-9] .* rheonomic" "with one that moves"
some " Phi=[1-9] lagrangian .*linear_constraints" "with nonholonomic ones"
some " Phi=[1-9] group" "with some on a group"
grep ' Phi=[1-9] lagrangian' "$scratch/kinds" | grep -vq linear_constraints
ok $? "the default suite runs a model with constraints that are not linear"
some " g=0 Phi=0 group" "on a group"
some " lattice " "on a lattice"
some " attracting" "on which some motions attract others"
run "$GIMBAL" describe driven_boat
matches "$output" "^  d +[0-9/]+ +drag" "driven_boat has a force that depends on the velocity"
grep -q "^driven_boat " "$scratch/kinds"
ok $? "  and is among them"
run "$GIMBAL" describe example --json
printf '%s\n' "$output" >"$scratch/example.json"
python3 "$scratch/kinds.py" "$scratch/example.json" "$scratch/models.json" >"$scratch/kinds"
is "$(grep -c ' group ' "$scratch/kinds")" 0 "the example has none on a group, so that these lines can fail"

# ---- Reasons ----
# reasons FILE: a line for each method or pair that is left out.
cat >"$scratch/reasons.py" <<'PY'
import json, sys

for left in json.load(open(sys.argv[1]))["left_out"]:
    for pair in left["pairs"]:
        print(pair + ": " + left["reason"])
PY
python3 "$scratch/reasons.py" "$scratch/default.json" >"$scratch/reasons"
ok "$(($(wc -l <"$scratch/reasons") < 100))" "hundreds of pairs are left out"
is "$(grep -Ec 'multiplier|lambda|λ' "$scratch/reasons")" 0 "no reason names multipliers"
cat >"$scratch/multipliers.yaml" <<'YAML'
title: Multipliers, which rk4 has not
plugin_claims: false
models: [kepler, spherical_pendulum]
studies: [{study: order}]
claims: [{methods: [rk4, rattle], study: order, quantity: lambda, value: 1}]
YAML
run "$GIMBAL" verify "$scratch/multipliers.yaml" -M kepler:e03 -M spherical_pendulum:below -o "$scratch/out"
is "$(sed 's/.*"method":"\([a-z0-9]*\)".*"verdict":"\([a-z]*\)","reason":"\([a-z ]*\).*/\1 \2 \3/' "$scratch/out/verdicts.jsonl" |
  sed 's/ observed.*//')" "rattle confirmed
rk4 skipped no applicable model" "those of a method without multipliers are judged nowhere, others where there are some"

# A method of one's own that chooses its steps is judged too.
run "$GIMBAL" verify --plugin "$BUILD/tests/plugins/tolerant.so" -m tolerant -m tolerant_saturates -M kepler \
  -o "$scratch/tolerances"
is "$(sed -n 's/^{"key":"tolerance.*"method":"\([a-z_]*\)".*"quantity":"exponent".*"verdict":"\([a-z]*\)".*/\1 \2/p' \
  "$scratch/tolerances/verdicts.jsonl" | sort)" "tolerant confirmed
tolerant_saturates refuted" "claims on tolerances are judged by the default suite"

# One of a file also meets the systems whose claims other suites have of gimbal's own methods.
(cd "$scratch" && "$GIMBAL" new mine --like gonzalez_discrete_gradient && "$GIMBAL" build mine.c) >"$scratch/log" 2>&1
orders() { # orders [SUITE]: the verdicts on its orders
  run "$GIMBAL" verify "$@" --plugin "$scratch/mine.so" --only-plugins -M nonseparable_well -o "$scratch/mine"
  sed -n 's/^{"key":"order.*"method":"mine".*"quantity":"\([qp]\)".*"verdict":"\([a-z]*\)".*/\1 \2/p' \
    "$scratch/mine/verdicts.jsonl" | sort | tr '\n' ' '
}
is "$(orders)" "p confirmed q confirmed " "orders of a method of a file are judged on systems that the default suite leaves out" ||
  diag "$(cat "$scratch/log")"
is "$(orders default)" "p skipped q skipped " "  but not where the suite is named"
done_testing
