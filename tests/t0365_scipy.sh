# SciPy's methods, which are a program's: a suite of libraries has them if the program is named; otherwise
# the run reports that they are left out.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'END'
libraries: true
methods: [scipy_rk23_fixed, petsc_rk_3bs]
models: henon_heiles
studies: [{study: order, budget: 2000}]
claims:
  - {methods: scipy_rk23_fixed, study: order, quantity: q, value: 4, expect: refuted, why: it is of order 3}
END
run "$GIMBAL" describe "$scratch/suite.yaml"
is "$status" 0 "without the program, a suite may name its methods" || diag "$errors"
is "$(printf '%s\n' "$output" | grep -c scipy)" 0 "  which are left out"
run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/without"
is "$status" 0 "without SciPy the other methods are judged" || diag "$errors"
matches "$errors" 'left out, since they are not here \(make libraries\): ([a-z ]+ )?scipy$' "  and the missing library is reported"

python=$(sed -n 's/^SCIPY = //p' config.mk)
if [ -z "$python" ]; then
  ok 0 "SciPy # SKIP it is not here"
  done_testing
  exit
fi
program="$python methods/external/solve_ivp.py"
run "$GIMBAL" describe libraries --external "$program"
matches "$(printf '%s' "$output" | tr -s ' \n' ' ')" ' scipy_rk45 ' "named, it is among the libraries"
run "$GIMBAL" verify "$scratch/suite.yaml" --external "$program" -o "$scratch/with"
is "$status" 0 "SciPy's methods are judged" || diag "$output" "$errors"
is "$(printf '%s\n' "$errors" | grep -c 'left out.*scipy')" 0 "  and nothing of it is left out"
matches "$(grep scipy_rk23_fixed "$scratch/with/verdicts.jsonl")" \
  '"claimed":3[^}]*"verdict":"confirmed"' "SciPy's RK23 has order 3"
matches "$(cat "$scratch/with/tables/libraries.md")" 'SciPy [0-9.]+' "SciPy is in the table of libraries"
sed 's/scipy_rk23_fixed, /scipy_rk32_fixed, /; /^claims/,$d' "$scratch/suite.yaml" >"$scratch/slip.yaml"
run "$GIMBAL" describe "$scratch/slip.yaml" --external "$program"
is "$status" 2 "where it is here, a slip in a name is one"
done_testing
