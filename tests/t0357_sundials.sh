# The adapters of SUNDIALS, where it is: each table that the library has is a method, a step depends on the
# state alone unless a method says otherwise, a continued run is judged apart from one that restarts
# with each step, forms of the constrained equations keep what they are made for, and errors of the library
# are reported in its words.
. tests/tap.sh

if [ ! -e "$BUILD/methods/libraries/sundials_arkode.so" ]; then
  ok 0 "adapters of SUNDIALS # SKIP it is not here (make libraries)"
  done_testing
  exit
fi
run "$GIMBAL" list methods
listed=$output
printf '#include <arkode/arkode_butcher_erk.h>\n#include <arkode/arkode_butcher_dirk.h>\n' |
  ${CC:-cc} -E -P - 2>"$scratch/errors" | grep -o 'ARKODE_[A-Za-z0-9_]*_[0-9]\b' | sort -u >"$scratch/tables"
if [ -s "$scratch/tables" ]; then
  sed 's/^ARKODE_//' "$scratch/tables" | tr '[:upper:]' '[:lower:]' | while IFS= read -r table; do
    for method in "arkode_$table" "arkode_run_$table"; do
      echo "$listed" | grep -q "^ *sundials_$method " || echo "$method"
    done
  done >"$scratch/missing"
  is "$(cat "$scratch/missing")" "" "each of the $(wc -l <"$scratch/tables") tables of the headers is a method"
else
  ok 0 "each table of the headers is a method # SKIP the headers need more than $(sed -n 1p "$scratch/errors")"
fi

run "$GIMBAL" check sundials_arkode_sdirk_5_3_4 sundials_erkstep_run_verner_8_5_6 sundials_cvode_bdf \
  sundials_ida_index_2
is "$status" 0 "steps are repeated to the last bit" || diag "$(echo "$output" | grep '^not ok')"
matches "$output" 'sundials_arkode_sdirk_5_3_4 .*saved and restored' "steps from a restored state are repeated to the last bit"
matches "$output" 'sundials_cvode_bdf .*a restored state # SKIP' "codes that continue their run are not restored"

cat >"$scratch/suite.yaml" <<'YAML'
title: Orders
libraries: true
methods: [sundials_erkstep_verner_8_5_6, sundials_erkstep_run_verner_8_5_6, sundials_arkode_run_verner_8_5_6,
          sundials_arkode_additive_ark436l2sa_6_3_4, sundials_arkode_sdirk_2_1_2]
models: driven_pendulum
studies:
  - study: order
  - study: algebra
YAML
# ERKStep starts the next step of a run with a slope of the last one up to version 6.6.
case $("$GIMBAL" list methods | sed -n 's/.*methods of SUNDIALS ARKODE //p') in
6.[0-6].*) mistaken=1 ;;
*) mistaken=0 ;;
esac
run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/out"
is "$status" "$mistaken" "orders are judged" || diag "$errors"
verdicts() { # METHOD QUANTITY
  sed -n "/\"key\":\"[a-z]*\/$1\//{/\"quantity\":\"$2\"/s/.*\"verdict\":\"\([a-z]*\)\".*/\1/p;}" \
    "$scratch/out/verdicts.jsonl" | sort -u
}
is "$(verdicts sundials_arkode_additive_ark436l2sa_6_3_4 q)" confirmed "an additive pair has its order"
is "$(verdicts sundials_arkode_additive_ark436l2sa_6_3_4 order)" confirmed "  by its coupling conditions, too"
is "$(verdicts sundials_arkode_sdirk_2_1_2 v)" confirmed "an implicit table has its order"
is "$(verdicts sundials_arkode_run_verner_8_5_6 v)" confirmed "Verner's table has its order in a run of ARKStep"
if [ "$mistaken" = 1 ]; then
  is "$(verdicts sundials_erkstep_run_verner_8_5_6 v)" refuted "but not in one of ERKStep"
else
  ok 0 "one of ERKStep # SKIP a version without its mistake"
fi

cat >"$scratch/versions.yaml" <<'YAML'
title: What holds of some versions
libraries: true
methods: [sundials_arkode_sdirk_2_1_2, rk4]
models: driven_pendulum
studies:
  - study: algebra
claims:
  - {methods: "sundials_*", study: algebra, quantity: order, value: 9, library_before: "5.10"}
  - {methods: "sundials_*", study: algebra, quantity: order, library_from: "1000", expect: refuted, why: none}
  - {methods: "*", study: algebra, quantity: order, value: 2, library_from: "5.9"}
YAML
run "$GIMBAL" verify "$scratch/versions.yaml" --no-tap -o "$scratch/versions"
is "$status" 0 "a claim may be on some versions of a library alone" || diag "$output $errors"
is "$(grep -c '"origin":"suite"' "$scratch/versions/verdicts.jsonl")" 1 "a claim on versions of one library is on no other method"
sed 's/library_before: "5.10"/library_from: "5.9"/' "$scratch/versions.yaml" >"$scratch/wrong.yaml"
run "$GIMBAL" verify "$scratch/wrong.yaml" --no-tap -o "$scratch/wrong"
is "$status" 1 "where it is judged"

residual() { # METHOD
  "$GIMBAL" run -m "$1" -M spherical_pendulum -h 1/4 -T 5 --no-reference --json |
    sed -n 's/.*"constraint_residual": *\([-+0-9.e]*\).*/\1/p'
}
awk -v free="$(residual sundials_ida_index_1)" -v kept="$(residual sundials_ida_stabilised)" \
  'BEGIN { exit !(kept > 0 && kept < free / 100) }'
ok $? "the stabilised form keeps the constraint, that of index 1 drifts off"

run "$GIMBAL" run -m sundials_arkode_sdirk_5_3_4 -M kepler -h 50 -T 100
is "$status" 1 "a step that is far too long fails"
matches "$errors$output" '(ARKODE|arkHandleFailure): At t = .*convergence' "in the words of the library" || diag "$errors$output"
done_testing
