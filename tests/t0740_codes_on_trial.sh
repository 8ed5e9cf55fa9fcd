# Codes on trial (ci/trials): stored tables of their programs against their cards, a wrong table, the lists of
# what was tried, and a short trial of what is installed here. The tables of tests/trial/codes are from
# ci/trial: octave 7.3.0-2, r-cran-desolve 1.34-1, libsimbody-dev 3.7+dfsg-3, yorick 2.2.04+dfsg1-12,
# r-cran-pracma 2.4.2-1, libbullet-dev 3.24+dfsg-2, libdart-dev 6.12.1+dfsg4-12, libbox2d-dev 2.4.1-3, gromacs 2022.5-2
# and libtrilinos-rythmos-dev 13.2.0-4 of Debian 12; two or three models, six digits, methods of which the card makes a claim.
. tests/tap.sh

tables=$(ls tests/trial/codes | sed 's|\.csv$||')
# Their documentation has no order: their tables are judged below, by claims of the test.
without_claims="bullet dart"
for code in $tables; do
  case " $without_claims " in *" $code "*) continue ;; esac
  run "$GIMBAL" judge --card ci/trials/$code.yaml tests/trial/codes/$code.csv
  is "$status" 0 "$code is as its card says" || diag "$output $errors"
done
run "$GIMBAL" judge --card ci/trials/desolve.yaml tests/trial/codes/desolve.csv
matches "$output" '^rk23: order 2 refuted on 1 of 3 models \(1\.00\), as expected' "rk23 has order 1"
matches "$output" '^  driven_pendulum: refuted' "  where f depends on t"
matches "$output" '^rk23_corrected: order 2 confirmed' "with the right node the order holds"
run "$GIMBAL" judge --card ci/trials/pracma.yaml tests/trial/codes/pracma.csv
matches "$output" '^abm3pc: order 3 refuted on 3 models \(2\.0[^)]*\), as expected' "abm3pc has order 2"
matches "$output" '^abm3pc_corrected: order 3 confirmed' "with the right third slope it has order 3"
matches "$output" '^cranknic: order 2 refuted on 3 of 5 models \(1\.00\), as expected' "cranknic has order 1 where f depends on t"
matches "$output" '^rkf54: order 5 refuted on 3 models \(4\.[^)]*\), as expected' "rkf54 has order 4"
matches "$output" '^ode23s: order 2 failed on 1 of 3 models, as expected' "ode23s stops on a model"
matches "$output" '^  driven_pendulum: failed: stopped at all 27 step sizes: non-numeric argument to binary operator$' "  with its message"
matches "$output" '^ode23s_guarded: order 2 confirmed on 3 models' "ode23s has order 2 if f can be called with t()"
is "$(cd ci/trials && grep -l '^claims: \[\]' $(printf '%s.yaml ' $without_claims))" "$(printf '%s.yaml\n' $without_claims)" \
  "the name RK4 alone is no claim"
printf 'claims: [{methods: [floating_rk4, articulated_rk4], order: 4}]\n' >"$scratch/named.yaml"
run "$GIMBAL" judge --card "$scratch/named.yaml" tests/trial/codes/bullet.csv
matches "$output" '^floating_rk4: order 4 refuted on 2 models \(1\.00\)' "RK4 of a floating base has order 1"
matches "$output" '^articulated_rk4: order 4 confirmed on 2 models' "with a fixed one it has order 4"
printf 'claims: [{methods: [RK4, RK4_from_start], order: 4}]\n' >"$scratch/named.yaml"
run "$GIMBAL" judge --card "$scratch/named.yaml" tests/trial/codes/dart.csv
matches "$output" '^RK4: order 4 refuted on 2 models \(1\.00\)' "RK4Integrator has order 1"
matches "$output" '^RK4_from_start: order 4 confirmed on 2 models' "with each stage from the step's begin it has order 4"
run "$GIMBAL" judge --card ci/trials/gromacs.yaml tests/trial/codes/gromacs.csv
matches "$output" '^md_vv_avek: order 2 refuted on 2 models \(1\.00\), as expected' "md-vv-avek has order 1"
matches "$output" '^md_vv_avek_started: order 2 confirmed on 2 models' "with velocities of half a step earlier it has order 2"
run "$GIMBAL" judge --card ci/trials/rythmos.yaml tests/trial/codes/rythmos.csv
matches "$output" '^dirk_2_stage_theta: order 2 refuted on 1 of 2 models \(1\.00\), as expected' "the 2-stage theta method has order 1 where f depends on t"
matches "$output" '^dirk_1_stage_theta: order 2 confirmed on 2 models' "the 1-stage one has order 2"
printf 'claims: [{methods: [step, revolute], order: 2}]\n' >"$scratch/float.yaml"
run "$GIMBAL" judge --card "$scratch/float.yaml" tests/trial/codes/box2d.csv
matches "$output" '^revolute: order 2 refuted on 3 models \(1\.00\)' "a wrong order of a code in single precision is refuted"
# rk2's errors under the name of rk4; and a refutation that is gone.
awk -F, -v OFS=, '$1 == "rk4" { next } { print } $1 == "rk2" { $1 = "rk4"; print }' tests/trial/codes/desolve.csv >"$scratch/wrong.csv"
run "$GIMBAL" judge --card ci/trials/desolve.yaml "$scratch/wrong.csv"
is "$status" 1 "a wrong table is refuted"
matches "$output" '^rk4: order 4 refuted on 3 models \(2\.00' "  by its order"
sed '/^rk23,/d; s/^\(rk23\)_corrected,\(.*\)/\1_corrected,\2\n\1,\2/' tests/trial/codes/desolve.csv >"$scratch/mended.csv"
run "$GIMBAL" judge --card ci/trials/desolve.yaml "$scratch/mended.csv"
matches "$output" '^rk23: order 2 confirmed .*, but the card expects refuted' "a refutation that is gone is seen"

# ---- What was tried ----

# unlisted CARD: methods of its claims that no list names as tried.
unlisted() {
  awk '
    /^---/ { lists = 1 }
    !lists && /methods: / { rest = $0; sub(/.*methods: /, "", rest); if (rest ~ /^\[/) sub(/\].*/, "", rest); else sub(/,.*/, "", rest); claimed = claimed " " rest }
    lists && /^  tried / { rest = $0; sub(/^[^[]*/, "", rest); tried = tried " " rest }
    END {
      gsub(/[][,]/, " ", claimed); gsub(/[][,]/, " ", tried)
      number = split(claimed, name, " ")
      for (i = 1; i <= number; i++) if (!index(" " tried " ", " " name[i] " ")) print FILENAME, name[i]
    }' "$1"
}
is "$(for card in ci/trials/*.yaml; do unlisted "$card"; done)" "" "each method with a claim is listed as tried"
sed 's/\[rk2, rk4, rk23,/[rk2, rk23,/' ci/trials/desolve.yaml >"$scratch/poor.yaml"
is "$(unlisted "$scratch/poor.yaml")" "$scratch/poor.yaml rk4" "  and one that is not would be found"
for code in $tables; do
  for method in $(cut -d, -f1 tests/trial/codes/$code.csv | sed 1d | uniq); do
    grep '^  tried ' ci/trials/$code.yaml | grep -q "[[ ]$method[],]" || echo "$code $method"
  done
done >"$scratch/missing"
is "$(cat "$scratch/missing")" "" "each method of the tables is listed"
is "$(grep -L '^coverage:' ci/trials/*.yaml)" "" "each card has a list"
[ "$(ls ci/trials/*.yaml | wc -l)" -ge 38 ]
ok $? "there are 38 codes or more"
sed -n '/^| code | language/,/^$/p' docs/libraries.md | grep . >"$scratch/shown"
is "$(cat "$scratch/shown")" "$(ci/coverage)" "docs/libraries.md has their table (ci/coverage)"

# ---- A short trial ----

# short CODE METHOD ORDER [WORDS VERDICT]: of the claim, and what is expected of it
short() {
  run env TRIAL="$2" BUILD="$BUILD" ci/trial -o "$scratch/trials" "$1"
  case $output in
  *skipped:*) ok 0 "$1 # SKIP $output" && return ;;
  esac
  is "$status" 0 "$1 runs" || diag "$output$errors"
  printf 'claims: [{methods: %s, order: %s%s}]\n' "$2" "$3" "$4" >"$scratch/short.yaml"
  run "$GIMBAL" judge --card "$scratch/short.yaml" "$scratch/trials/$1.csv"
  matches "$status $output" "^[01] $2: order $3 .*${5:-confirmed} on" "  and $2 has order $3: ${5:-confirmed}" || diag "$output$errors"
}
short gsl rk4 4
short boost runge_kutta4 4
short desolve rk4 4
short scijs ode-rk4 4
short commons_math ClassicalRungeKutta 4
short yorick rkdumb 4
short pracma rk4 4
short alglib rkck 5
short quantlib cash_karp 5
short siconos euler_moreau_half 2
short lammps rattle 2
short gromacs md_vv_avek 2 '' refuted
short rythmos dirk_2_stage_theta 2 '' refuted
short xppaut euler 1
short scilab rkf 4
short ode step 1
short bullet articulated_rk4 4
short box2d step 1
short ngspice trap 2
short galpy symplec4_c 4
# These programs and figures are those of Debian 12.
if grep -q '"6\.4' /usr/include/sundials/sundials_config.h 2>/dev/null; then
  short sundials ark_hermite_5 6 ', of: dense' refuted
  short sundials ark_lagrange_5 6 ', of: dense'
else
  ok 0 "sundials # SKIP there is no SUNDIALS 6.4"
fi
case $(pkg-config --modversion PETSc 2>/dev/null) in
3.18.*)
  short petsc arkimex_l2_implicit 2 ', of: dense' refuted
  short petsc rk4_adjoint 4 ', when: canonical'
  ;;
*) ok 0 "petsc # SKIP there is no PETSc 3.18" ;;
esac
# Programs that are whole, in a language without one in trials/, have the states of the others.
long() { grep -oE -e '-?[0-9]+\.[0-9]{16,}' "$1" | grep -v '^2\.220446049250313'; }
for program in yorick.i maxima.mac scilab.sce; do
  is "$(long ci/trials/$program)" "$(long trials/c.c)" "the whole program $program has the states of the others"
done
run env NODE_PATH=/nowhere BUILD="$BUILD" ci/trial -o "$scratch/trials" mathjs rebound
matches "$output" '^mathjs: skipped: install \(npm\) mathjs$' "a code that is not installed is skipped, with its package"
matches "$output" '^rebound: not here: ' "a code without a package is named"
run env NODE_PATH=/nowhere PATH="$scratch/none:/usr/bin:/bin" ci/trial -n -o "$scratch/trials" mathjs rebound
is "$status $output" "0 " "npm's packages, and codes without a package, are not named for apt"
run env CXX=nowhere ci/trial -n -o "$scratch/trials" box2d
matches "$output" "g\+\+$" "without a compiler of C++, a code in C++ names it"
run env CXX=nowhere BUILD="$BUILD" ci/trial -o "$scratch/trials" box2d
is "$status $output" "0 box2d: skipped: install libbox2d-dev g++" "  and is skipped"
sed 's|^// Needs: .*|// Needs: /nowhere/none.h libnone-dev|' ci/trials/ode.cpp >"$scratch/ode.cpp"
mkdir -p "$scratch/tree/ci/trials" && cp ci/trial "$scratch/tree/ci" && cp ci/trials/ode.yaml "$scratch/ode.cpp" "$scratch/tree/ci/trials"
run "$scratch/tree/ci/trial" -n -o "$scratch/trials" ode
is "$status $output" "0 libnone-dev" "Debian packages that are not here are named"
sed 's|^// Needs: .*|// Needs: sh dash\n// Processor: nosuchflag|' ci/trials/ode.cpp >"$scratch/tree/ci/trials/ode.cpp"
if grep -q '^flags' /proc/cpuinfo; then
  run "$scratch/tree/ci/trial" -o "$scratch/trials" ode
  is "$status $output" "0 ode: skipped: its package needs a processor with nosuchflag" "a processor without what the package needs"
else
  ok 0 "processor # SKIP it is not of the x86 kind"
fi
run ci/trial -o "$scratch/trials" octav
matches "$status $errors" "^2 ci/trial: no code 'octav' in ci/trials: .*octave" "an unknown code is refused"
done_testing
