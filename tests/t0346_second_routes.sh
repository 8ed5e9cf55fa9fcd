# Each refutation has a second route: the suite names the program of tests/independent that finds it
# without gimbal, the program finds what it says, and none is left that nothing refers to.
. tests/tap.sh
suites="$(sed -n 's/^  - \([a-z_]*\)$/\1/p' ci/suites/published_claims.yaml)
libraries
scipy
sundials"
[ "$(echo "$suites" | wc -l)" -gt 9 ]
ok $? "the suites of published claims are read"

# refuted FILE: of each claim with `expect: refuted` its line and the programs that its `why` names.
refuted() {
  awk '
    function flush() { if (there && refuted) print line ":" programs; there = refuted = 0; programs = "" }
    /^[a-z_]+:/ { flush(); claims = /^claims:/ }
    claims && /^  - / { flush(); there = 1; line = FNR }
    claims && /^ +expect: refuted/ { refuted = 1 }
    { rest = $0
      while (match(rest, /tests\/independent\/[a-z_]+\.(py|cpp|c)/)) {
        programs = programs " " substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
      } }
    END { flush() }' "$1"
}
for suite in $suites; do
  refuted "ci/suites/$suite.yaml" | sed "s|^|$suite.yaml:|"
done >"$scratch/refuted"
[ "$(wc -l <"$scratch/refuted")" -gt 12 ]
ok $? "there are refutations"
is "$(grep -v '\.py\|\.c' "$scratch/refuted")" "" "each names its second route"
printf 'claims:\n  - methods: a\n    expect: refuted\n    why: it is not so\n' >"$scratch/bare.yaml"
is "$(refuted "$scratch/bare.yaml")" "2:" "one that names none would be found"
# Of a library's integrator users want to know what to take in its place.
helpless() {
  awk '
    function flush() { if (refuted && !instead) print FILENAME ":" line; refuted = instead = 0 }
    /^  - / { flush(); line = FNR }
    /expect: refuted/ { refuted = 1 }
    /Instead:/ { instead = 1 }
    END { flush() }' "$1"
}
for suite in libraries petsc_ts scipy sundials; do helpless "ci/suites/$suite.yaml"; done >"$scratch/helpless"
is "$(cat "$scratch/helpless")" "" "each refutation of a library says what to do instead"
[ -n "$(helpless "$scratch/bare.yaml")" ]
ok $? "  and one that does not would be found"
grep -oE 'tests/independent/[a-z_]*\.(py|cpp|c)' "$scratch/refuted" | sort -u >"$scratch/named"
{ grep -ohE 'tests/independent/[a-z_]*\.(py|cpp|c)' ci/suites/*.yaml; grep -o 'independent/[a-z_]*\.py' tests/claims.yaml | sed 's|^|tests/|'; } |
  sort -u >"$scratch/all"
ls tests/independent/*.py tests/independent/*.c tests/independent/*.cpp 2>/dev/null | grep -v small.py | sort | diff - "$scratch/all" >"$scratch/differ"
is "$(cat "$scratch/differ")" "" "and there is no other program, but for those in other reasons of the suites and in the list of claims"

grep '\.py$' "$scratch/all" >"$scratch/python"
if command -v python3 >/dev/null; then
  while IFS= read -r program; do
    case $program in */scipy_*) python=$(sed -n 's/^SCIPY = //p' config.mk) ;; *) python=python3 ;; esac
    run env PYTHONDONTWRITEBYTECODE=1 "${python:-python3}" "$program"
    [ "$status" -ne 77 ] || { ok 0 "$program # $output"; continue; } # of a library that is not here
    is "$status" 0 "$program finds what it says" || diag "$output $errors"
  done <"$scratch/python"
  # A figure that is off is seen.
  { sed '/^end()/d' tests/independent/leapfrog.py; echo 'from small import found'
    echo 'found("a figure", 1.0, 1.1, 1e-3)'; echo 'end()'; } >"$scratch/wrong.py"
  run env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/independent python3 "$scratch/wrong.py"
  is "$status" 1 "and a figure that is off would be seen"
  matches "$output" 'a figure .*WRONG' "  and told"
else
  diag "no python3: the programs are not run"
fi

# Those of libraries are compiled and linked with what they name in the first lines ("Link: -lgsl …");
# where the library is not here they cannot be, which is told.
grep -v '\.py$' "$scratch/all" >"$scratch/compiled"
while IFS= read -r program; do
  grep -l "${program#tests/}" tests/t0[0-9]*.sh >/dev/null && continue # which has a test of its own
  case $program in *.cpp) compiler="c++ -std=gnu++17" ;; *) compiler="cc -std=gnu11" ;; esac
  library=$(basename "$program" | sed 's/_.*//')
  flags=$(sed -n '1,20s/.*Link: //p' "$program")
  if [ ! -e "$BUILD/methods/libraries" ] || ! ls "$BUILD/methods/libraries/${library}_"*.so >/dev/null 2>&1; then
    ok 0 "$program finds what it says # SKIP there is no $library here"
    continue
  fi
  # shellcheck disable=SC2086 # words
  run $compiler -O0 -o "$scratch/program" "$program" $(eval echo "$flags") -lm
  is "$status" 0 "$program is built" || diag "$errors"
  run "$scratch/program"
  is "$status" 0 "$program finds what it says" || diag "$output $errors"
done <"$scratch/compiled"
done_testing
