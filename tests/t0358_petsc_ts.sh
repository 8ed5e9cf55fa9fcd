# PETSc's integrators as plugins: its objects work in workers of any number of ranks, with the same
# results; their card names what there is; and Rosenbrock methods claim their orders of autonomous systems,
# to which the manual page restricts them.
. tests/tap.sh

if [ ! -e "$BUILD/methods/libraries/petsc_ts.so" ]; then
  ok 0 "PETSc's integrators # SKIP they were not built"
  done_testing
  exit
fi

# ---- MPI in a plugin ----
cat >"$scratch/suite.yaml" <<'END'
title: Objects of PETSc in plugins
libraries: true
methods: [petsc_irk_gauss_2, petsc_rk_5f_fresh, petsc_bdf_2, petsc_basicsymplectic_3_fresh]
models: henon_heiles
studies:
  - study: order
    sizes: [24, 32, 40, 48, 56, 64]
    budget: 500
END
verify() { # verify FOLDER ARGUMENTS...
  folder=$1
  shift
  run $launcher "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/$folder" "$@"
}
same() { # same FOLDER NAME
  sort "$scratch/one/results.jsonl" >"$scratch/expected"
  sort "$scratch/$1/results.jsonl" | cmp -s - "$scratch/expected"
  ok $? "$2: the same results" || diag "$errors"
  cmp -s "$scratch/one/verdicts.jsonl" "$scratch/$1/verdicts.jsonl"
  ok $? "  and verdicts"
}
launcher=
verify one
is "$status" 0 "a TS for a run, and one for each step" || diag "$output $errors"
is "$(grep -c '"verdict":"confirmed"' "$scratch/one/verdicts.jsonl")" 8 "  are judged" ||
  diag "$(cat "$scratch/one/verdicts.jsonl")"
verify two -j 2
same two "-j 2"
if command -v mpiexec >/dev/null; then
  launcher="mpiexec -n 3"
  verify three
  same three "mpiexec -n 3"
  launcher=
else
  for n in 1 2; do ok 0 "mpiexec # SKIP not installed"; done
fi

# ---- The suite ----
suite=ci/libraries/petsc.yaml
run "$GIMBAL" describe "$suite"
is "$status" 0 "the suite names existing methods, and expects existing claims" || diag "$errors"
matches "$output" '^  refuted +[0-9]' "  refutations among it"
# Of an order that is read off a tableau, too, which a method claims of its runs.
{ sed '/^claims:/,$d' "$suite"; printf 'claims:\n  - {methods: petsc_rk_4, study: algebra, quantity: symplectic, expect: refuted, why: no}\n'; } >"$scratch/none.yaml"
run "$GIMBAL" describe "$scratch/none.yaml"
is "$status" 2 "an expectation about a claim that no method makes is an error"
matches "$errors" 'none of these methods claims algebra of symplectic itself' "  and the message names the methods"

# ---- Rosenbrock methods: what their tables say, and what two of them do ----
cat >"$scratch/tables.yaml" <<'END'
title: tables of Rosenbrock methods
libraries: true
methods: ["petsc_rosw_*"]
studies:
  - {study: algebra, models: henon_heiles}
  - {study: algebra, name: driven, models: driven_pendulum}
  - {study: order, methods: [petsc_rosw_rodas3, petsc_rosw_2m_fresh], budget: 500, sizes: [24, 32, 40, 48, 56, 64],
     models: [henon_heiles, driven_pendulum]}
END
run "$GIMBAL" verify "$scratch/tables.yaml" -o "$scratch/tables"
# orders MODEL VERDICT: of which tables
orders() {
  sed -n "s/.*\"method\":\"petsc_rosw_\([a-z0-9]*\)\",\"model\":\"$1\".*\"study\":\"algebra\",\"quantity\":\"order\".*\"verdict\":\"$2\".*/\1/p" \
    "$scratch/tables/verdicts.jsonl" | sort | tr '\n' ' '
}
is "$(orders henon_heiles confirmed)" \
  "2m 2p 4l ark3 assp3p3s1c grk4t lassp3p4s2c llssp3p4s2c ra34pw2 ra3pw rodas3 sandu3 shamp4 theta1 theta2 veldd4 " \
  "every table has the order that its manual page says"
is "$(grep -c '"model":"driven_pendulum".*"origin"' "$scratch/tables/verdicts.jsonl")" 0 \
  "  and none claims it where the field depends on time"
is "$(printf '%s\n' "$errors" | grep -c DISAGREE)" 0 "  each model's run is held against its own algebra"
done_testing
