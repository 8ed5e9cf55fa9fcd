# PETSc's integrators as plugins: its objects work in workers of any number of ranks, with the same
# results; a program without gimbal finds what ci/suites/petsc_ts.yaml holds to be refuted; and each
# refutation of that suite names it.
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
  for n in 1 2; do ok 0 "mpiexec # SKIP there is none"; done
fi

# ---- The suite ----
suite=ci/suites/petsc_ts.yaml program=tests/independent/petsc_ts.c
run "$GIMBAL" describe "$suite"
is "$status" 0 "the suite names what there is, and expects what is claimed" || diag "$errors"
matches "$output" 'expected refuted' "  refutations among it"
# Of an order that is read off a tableau, too, which a method claims of its runs.
{ sed '/^claims:/,$d' "$suite"; printf 'claims:\n  - {methods: petsc_rk_4, study: algebra, quantity: symplectic, expect: refuted, why: no}\n'; } >"$scratch/none.yaml"
run "$GIMBAL" describe "$scratch/none.yaml"
is "$status" 2 "an expectation of what nobody claims is an error"
matches "$errors" 'none of these does' "  which says so"

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
is "$(orders driven_pendulum refuted)" "4l grk4t rodas3 sandu3 shamp4 theta2 veldd4 " \
  "  which seven need the derivative by time for"
matches "$(grep '"petsc_rosw_rodas3","model":"driven_pendulum".*"study":"order","quantity":"q"' "$scratch/tables/verdicts.jsonl")" \
  '"observed":(1\.0|0\.9).*"verdict":"refuted"' "  as a run finds"
is "$(printf '%s\n' "$errors" | grep -c DISAGREE)" 0 "  each model's run is held against its own algebra"
grep -v 'name: driven' "$scratch/tables.yaml" | sed 's/"petsc_rosw_\*"/petsc_rosw_rodas3, petsc_rosw_2m_fresh/' >"$scratch/one.yaml"
run "$GIMBAL" verify "$scratch/one.yaml" -o "$scratch/elsewhere"
matches "$errors" 'DISAGREE on petsc_rosw_rodas3.*the condition "autonomous".*driven_pendulum' \
  "and where it has none, with the condition of the scheme"
is "$(printf '%s\n' "$errors" | grep -c 'DISAGREE on petsc_rosw_2m')" 0 "  but nothing where both say the same"

# ---- The second route ----
is "$(awk '
  function flush() { if (refuted && !named) print line; refuted = named = 0 }
  /^claims:/ { claims = 1 }
  claims && /^  - / { flush(); line = FNR }
  claims && /expect: refuted/ { refuted = 1 }
  /independent\/petsc_ts\.c/ { named = 1 }
  END { flush() }' $suite)" "" "each refutation names the program without gimbal"
setting() { sed -n "s/^$1 = //p" config.mk; }
# Its figures are those of the versions that were read; others may have changed these methods.
version=$("$GIMBAL" version --json | jq -r .petsc)
case $version in
3.18.* | 3.22.*)
  # The flags are words.
  run sh -c "$(setting CC) -O1 $(setting PETSC_CFLAGS) -o '$scratch/petsc_ts' $program $(setting PETSC_LIBS) -lm"
  is "$status" 0 "which builds" || diag "$errors"
  run env OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_orte_create_session_dirs=0 "$scratch/petsc_ts"
  is "$status" 0 "and finds what it says" || diag "$output $errors"
  sed 's/"-ts_type bdf -ts_bdf_order 2", 0, 0, 0}, 2/"-ts_type bdf -ts_bdf_order 2", 0, 0, 0}, 3/' $program >"$scratch/wrong.c"
  run sh -c "$(setting CC) -O1 $(setting PETSC_CFLAGS) -o '$scratch/wrong' '$scratch/wrong.c' $(setting PETSC_LIBS) -lm"
  run env OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_orte_create_session_dirs=0 "$scratch/wrong"
  is "$status" 1 "a figure that is off would be seen" || diag "$errors"
  matches "$output" 'bdf_order 2: order .*WRONG' "  and told"
  ;;
*) ok 0 "the program without gimbal # SKIP its figures are those of PETSc 3.18 and 3.22, and this is $version" ;;
esac
done_testing
